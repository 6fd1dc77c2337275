package machine_test

import "math/big"

// The operations of reductions and scans, by their number.
const (
	opAnd, opFadd, opOr, opFmul, opXor, opFmin, opFmax = 0, 1, 2, 3, 4, 5, 7
	opIadd, opSmin, opSmax, opUmin, opUmax             = 16, 20, 22, 28, 30
)

func (i *plainInst) op() int {
	return int(i.field(28, 28) | i.field(40, 38)<<1 | i.field(47, 47)<<4)
}

// reduce is reductions, whose result all active threads have, and scans, which give a thread what is before it. Threads that are not active take no part.
func (g *plainGroup) reduce(i *plainInst) {
	width := 4
	if i.set(29) {
		width = 32
	}
	var result [32]*big.Int
	g.eachActive(func(t int) {
		first := t - t%width
		behind := first + width
		if i.set(30) {
			behind = t
		}
		var part []int
		for u := first; u < behind; u++ {
			if g.active[u] {
				part = append(part, u)
			}
		}
		switch i.op() {
		case opFadd, opFmul, opFmin, opFmax:
			result[t] = g.foldFloats(i, part)
		default:
			result[t] = g.foldIntegers(i, part)
		}
	})
	g.eachActive(func(t int) { g.write(t, i.d, result[t]) })
}

// foldIntegers has no bounds: like every other result, this one is cut off when it is written. What nothing is folded to is as wide as the destination.
func (g *plainGroup) foldIntegers(i *plainInst, part []int) *big.Int {
	op := i.op()
	if len(part) == 0 {
		return map[int]*big.Int{
			opAnd: allOnes(i.d.Size), opOr: integer(0), opXor: integer(0), opIadd: integer(0), opUmin: allOnes(i.d.Size), opUmax: integer(0),
			opSmin: allOnes(i.d.Size - 1), opSmax: power(i.d.Size - 1),
		}[op]
	}
	var v *big.Int
	for _, t := range part {
		a := g.unsigned(t, i.a)
		if op == opSmin || op == opSmax {
			a = g.signed(t, i.a)
		}
		if v == nil {
			v = a
			continue
		}
		switch op {
		case opAnd:
			v.And(v, a)
		case opOr:
			v.Or(v, a)
		case opXor:
			v.Xor(v, a)
		case opIadd:
			v.Add(v, a)
		case opSmin, opUmin:
			if a.Cmp(v) < 0 {
				v = a
			}
		case opSmax, opUmax:
			if a.Cmp(v) > 0 {
				v = a
			}
		}
	}
	return v
}

// foldFloats adds and multiplies from the first thread on as fadd and fmul do, rounding to the destination's format every time. The least and the greatest are chosen from what the threads have, and rounded at
// the end; a NaN is neither.
func (g *plainGroup) foldFloats(i *plainInst, part []int) *big.Int {
	f := single
	if i.d.Size == 16 {
		f = half
	}
	rounded := func(x real) real { return f.real(f.bits(x, toEven)) }
	op := i.op()
	v := map[int]real{opFadd: realOf(0), opFmul: realOf(1), opFmin: {inf: true}, opFmax: {inf: true, neg: true}}[op]
	for k, t := range part {
		a := g.pattern(t, i.a)
		switch {
		case k == 0:
			v = a
			if op == opFadd || op == opFmul {
				v = rounded(a)
			}
		case op == opFadd:
			v = rounded(v.fma(realOf(1), a))
		case op == opFmul:
			v = rounded(v.fma(a, realOf(0)))
		case a.nan:
		case v.nan, op == opFmin && a.cmp(v) < 0, op == opFmax && a.cmp(v) > 0:
			v = a
		}
	}
	return new(big.Int).SetUint64(f.bits(v, toEven))
}
