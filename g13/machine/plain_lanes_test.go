package machine_test

import (
	"math/big"
)

// ballot collects one bit a thread, for the SIMD-group or for each quad.
func (g *plainGroup) ballot(i *plainInst) {
	width := 4
	if i.set(48) {
		width = 32
	}
	var result [32]*big.Int
	for t := range 32 {
		result[t] = integer(0)
	}
	g.eachActive(func(t int) {
		compare := g.icompare
		if i.name == "fcmp_ballot" {
			compare = g.fcompare
		}
		if compare(i.cc, i, t) {
			first := t - t%width
			result[first].SetBit(result[first], t%width, 1)
		}
	})
	g.eachActive(func(t int) { g.write(t, i.d, result[t-t%width]) })
}

// shuffle is all of them.
//
//	quad_index        the OR of the low two bits of B in the four threads of a quad, whether they are active or not
//	quad_values[q]    A in that thread of the quad; for up, down and xor, in the one so many places away, going round within the quad
func (g *plainGroup) shuffle(i *plainInst) {
	const index, xor, up = 0, 1, 2
	mode, simd, rotate := i.field(39, 38), i.set(26), i.set(47)
	var values [32]*big.Int // what the thread's quad passes on at the thread's place
	for quad := 0; quad < 32; quad += 4 {
		low := 0
		for t := quad; t < quad+4; t++ {
			low |= int(g.raw(t, i.b) & 3)
		}
		for k := range 4 {
			from := [...]int{low, k ^ low, (k - low) & 3, (k + low) & 3}[mode]
			values[quad+k] = g.unsigned(quad+from, i.a)
		}
	}
	var own [32]*big.Int
	for t := range 32 {
		own[t] = g.unsigned(t, i.a)
	}
	g.eachActive(func(t int) {
		b := int(g.raw(t, i.b))
		first, width := 0, 32
		if !simd {
			first, width, b = t&^3, 4, b&3
		}
		at := t - first
		switch mode {
		case index:
			if b < width {
				g.write(t, i.d, values[first+b&^3])
			}
			return
		case xor:
			at ^= b
		case up:
			at -= b
			if rotate {
				at &= width - 1
			}
		default:
			at += b
		}
		if at < 0 || at >= width {
			g.write(t, i.d, own[t])
			return
		}
		g.write(t, i.d, values[first+at&^3+t&3])
	})
}

// uniformStore takes as many consecutive registers as the mask has bits, of the first active thread, and puts them where the bits say.
func (g *plainGroup) uniformStore(i *plainInst) {
	to := int(i.field(23, 20) | i.field(35, 32)<<4 | i.field(63, 56)<<8)
	done := false
	g.eachActive(func(t int) {
		r := i.r
		for n := range 4 {
			if !done && i.set(52+n) {
				g.uniform[to+n] = uint16(g.raw(t, r)) // of a 32-bit register, the lower half
				r.Index += r.Size / 16
			}
		}
		done = true
	})
}

// derivative is the difference between the neighbours of the quad's row or column.
func (g *plainGroup) derivative(i *plainInst) {
	step := map[string]int{"dfdx": 1, "dfdy": 2}[i.name]
	var result [32]*big.Int
	g.eachActive(func(t int) {
		low := g.float(t&^step, i.a)
		low.neg = !low.neg
		result[t] = i.rounded(g.float(t|step, i.a).fma(realOf(1), low))
	})
	g.eachActive(func(t int) { g.write(t, i.d, result[t]) })
}
