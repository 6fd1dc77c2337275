package shufflevector

import "math/bits"

// An affine mask reads, at lane i, the selector A·i ⊕ c: the bits of i select columns of A, which are added without carry.
//
//	zip low, N = 4      i  000 001 010 011        columns  100 001
//	                    t  000 100 001 101        offset   000
//
// Columns are selectors over the two operands laid behind one another, so that N and M are powers of two. Args[0] holds column j in byte j, Args[1] the offset.

func affineLane(a Args, i int) int {
	t := int(a[1])
	for j := 0; i>>j != 0; j++ {
		if i>>j&1 != 0 {
			t ^= int(a[0] >> (8 * j) & 0xff)
		}
	}
	return t
}

// An equations system over GF(2) has one row for each bit of a lane's number that has been determined. A row's number has its highest bit at its own place, and
// its value is the exclusive or of the selectors that made it.
type equations struct {
	number [7]uint8 // row j: a combination of lane numbers, or 0 if there is none yet; bit 6 is the offset
	value  [7]uint8
}

// offsetBit stands for the offset, which every lane adds once.
const offsetBit = 1 << 6

// reduce takes from the statement that lane i reads selector t what other statements say already. What is left is new if added is true, and then has its row;
// otherwise t must be 0.
func (e *equations) reduce(i, t uint8) (rest uint8, added bool) {
	for i |= offsetBit; i != 0; {
		j := bits.Len8(i) - 1
		if e.number[j] == 0 {
			e.number[j], e.value[j] = i, t
			return 0, true
		}
		i ^= e.number[j]
		t ^= e.value[j]
	}
	return t, false
}

// solve gives the columns and the offset. What no lane determines is 0.
func (e *equations) solve() (columns [6]uint8, offset uint8) {
	var of [7]uint8
	for j := range 7 { // lower rows first: a row has no higher bits than its own
		if e.number[j] == 0 {
			continue
		}
		v := e.value[j]
		for rest := e.number[j] &^ (1 << j); rest != 0; rest &= rest - 1 {
			v ^= of[bits.TrailingZeros8(rest)]
		}
		of[j] = v
	}
	copy(columns[:], of[:6])
	return columns, of[6]
}

// findAffine recognises an affine mask. Of a lane of a splat only the operand is known, so that the highest bit of the selectors is solved by
// itself, over all lanes, and the others over the lanes of the first operand.
func findAffine(p *packed) (Args, bool) {
	n, m := uint8(p.shape.N), p.shape.M
	if n&(n-1) != 0 || m&(m-1) != 0 {
		return Args{}, false
	}
	if !p.filled {
		return p.affineExact(int(n))
	}
	var low, high equations
	split := false
	for k := range p.words {
		split = split || p.fill[k]|p.first[k] != 0
	}
	for rest := p.seen; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		code := p.at(i)
		if !p.isExact(i) { // any lane of one operand
			operand, _, _ := p.reads(i)
			if rest, _ := high.reduce(uint8(i), uint8(operand)*n); rest != 0 {
				return Args{}, false
			}
			continue
		}
		if code >= codeFill {
			return Args{}, false
		}
		t := uint8(selOf(code, int(n)))
		if rest, _ := low.reduce(uint8(i), t); rest != 0 {
			return Args{}, false
		}
		if split {
			if rest, _ := high.reduce(uint8(i), t&n); rest != 0 {
				return Args{}, false
			}
		}
	}
	columns, offset := low.solve()
	var a Args
	for j, c := range columns {
		a[0] |= uint64(c) << (8 * j)
	}
	a[1] = uint64(offset)
	if split {
		tops, top := high.solve()
		a[0] &^= uint64(n) * (ones & below(48))
		for j, c := range tops {
			a[0] |= uint64(c) << (8 * j)
		}
		a[1] = a[1]&^uint64(n) | uint64(top)
	}
	return a, true
}

// affineExact solves for a mask without filled lanes: as many lanes as there are unknowns, if they are independent, give the matrix, and then the whole mask is
// made of it by doubling, and compared.
func (p *packed) affineExact(n int) (Args, bool) {
	var e equations
	unknown := bits.Len8(uint8(p.shape.M-1)) + 1
	for rest := p.only; rest != 0 && unknown > 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		if _, added := e.reduce(uint8(i), p.at(i)); added {
			unknown--
		}
	}
	columns, offset := e.solve()
	a := Args{0, uint64(selOf(offset, n))}
	var w [maxWords]uint64
	w[0] = uint64(offset) * ones
	for j, step := 0, 1; step < p.shape.M; j, step = j+1, step*2 {
		column := uint64(columns[j])
		a[0] |= uint64(selOf(columns[j], n)) << (8 * j)
		if step < 8 { // the bytes of a word whose number has bit j
			w[0] ^= column * [3]uint64{0x0100010001000100, 0x0101000001010000, 0x0101010100000000}[j]
			continue
		}
		for k := range step / 8 {
			w[step/8+k] = w[k] ^ column*ones
		}
	}
	for k := range p.words {
		if (w[k]^p.code[k])&p.exact[k] != 0 {
			return Args{}, false
		}
	}
	return a, true
}

// appendMatrix appends the columns in binary, the one of the lowest bit first.
func appendMatrix(b []byte, v uint64, s Shape) []byte {
	rows, columns := bits.Len(uint(s.N-1))+1, bits.Len(uint(s.M-1))
	for j := range columns {
		if j > 0 {
			b = append(b, ' ')
		}
		for i := rows - 1; i >= 0; i-- {
			b = append(b, '0'+byte(v>>(8*j+i)&1))
		}
	}
	return b
}
