package quick

// byZipping interleaves two inputs, or an input and zeros, and moves the pairs that come of it. It does where lanes of both stand side by side as they do in their inputs.
//
//	wanted   a3 b3 a2 b2 a1 b1 a0 b0 a7 b7 …
//	zipped   a0 b0 a1 b1 … a7 b7                punpcklbw a, b
//	moved    3 2 1 0 7 …                        as words of it: pshuflw, pshufhw
func byZipping(s *state, p *problem, want *vector, depth int, a *attempt) {
	z := zipping{grid: p.w.grid, unit: a.grain, of: [2]int8{noInput, noInput}}
	if z.unit > 2 || !z.read(want, &a.x) || z.halves == 0 || z.of[0] == noInput || z.of[1] == noInput || s.below(a, 0) <= 2 {
		return
	}
	a.half.w = p.w
	v, ok, at := node(0), true, 0
	for h := range 2 {
		if z.halves>>h&1 == 0 || !ok {
			continue
		}
		z.zipped(h, &a.z)
		a.half.in[at], ok = s.oneRow(p, &a.z, false)
		at++
	}
	if ok {
		v, ok = s.make(&a.half, &a.x, depth, s.room(a, 0))
	}
	s.take(a, v, ok)
}

// A zipping is two inputs by turns, unit after unit of them.
type zipping struct {
	grid
	unit   int     // bytes
	of     [2]int8 // the inputs of even and odd units
	halves uint8   // of each block, a bit each, are wanted
}

// What even units or odd ones may be of that is no input.
const (
	noInput   int8 = -1 // nobody said yet
	zeroInput int8 = -2
)

// zerosAlone stands for the number of a pair of which nothing but zeros is wanted: those of any pair are.
const zerosAlone = -2

// read finds the inputs, and writes what is wanted of pairs: those of the lower halves of blocks are input 0, and those of the upper ones input 1, or 0 if they are alone. Ok is false
// where no pairs are wanted.
func (z *zipping) read(want, pairs *vector) (ok bool) {
	var from [len(pairs) / 2]int
	any := 0
	*pairs = anything
	for i := 0; i < z.n; i += 2 * z.unit {
		k, zeros := -1, false
		for j, at := range want[i : i+2*z.unit] {
			if at == free {
				continue
			}
			zeros = zeros || at == zero
			if !z.takes(at, j, &k) {
				return false
			}
		}
		switch from[i/2] = k; {
		case k >= 0:
			z.halves |= 1 << (k / (block / 2 / z.unit) & 1)
			any = k
		case zeros:
			from[i/2] = zerosAlone
		}
	}
	for i := 0; i < z.n; i += 2 * z.unit {
		k := from[i/2]
		if k == zerosAlone {
			k = any
		}
		if k >= 0 {
			z.pair(k, want[i:i+2*z.unit], pairs[i:])
		}
	}
	return true
}

// takes says whether byte j of a pair of units number k can be what is wanted. The first one says which number that is, and of which input they are.
func (z *zipping) takes(at atom, j int, k *int) bool {
	of := &z.of[j/z.unit]
	input := zeroInput
	if at != zero {
		if z.index(at)%z.unit != j%z.unit || *k >= 0 && *k != z.index(at)/z.unit {
			return false
		}
		input, *k = int8(z.input(at)), z.index(at)/z.unit
	}
	if *of == noInput {
		*of = input
	}
	return *of == input
}

// pair is where what is wanted of pair k stands when all are zipped.
func (z *zipping) pair(k int, want, pairs []atom) {
	half := block / 2 / z.unit // pairs of one half of a block
	h, place := k/half&1, k/(2*half)*half+k%half
	if z.halves != 3 {
		h = 0
	}
	for j, at := range want {
		if at != free {
			pairs[j] = z.at(h, place*2*z.unit+j)
		}
	}
}

// zipped is one half of each block of both, side by side.
func (z *zipping) zipped(h int, v *vector) {
	*v = anything
	half := block / 2
	for i := range z.n {
		pair, j := i/(2*z.unit), i%(2*z.unit)
		k := pair*z.unit/half*block + h*half + pair*z.unit%half // the byte that the pair begins with
		if of := z.of[j/z.unit]; of == zeroInput {
			v[i] = zero
		} else {
			v[i] = z.at(int(of), k+j%z.unit)
		}
	}
}
