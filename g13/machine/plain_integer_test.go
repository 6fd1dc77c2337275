package machine_test

import "math/big"

// Results of the instructions on integers in one thread: what the manual calls result.

func (g *plainGroup) iadd(i *plainInst, t int) *big.Int {
	a, b := g.extended(t, i.a), g.extended(t, i.b)
	shift := i.field(53, 52)<<1 | i.field(39, 39)
	saturating := i.set(6) && shift == 0 && threadBits(i.a) <= 32 && threadBits(i.b) <= 32 && i.d.Size <= 32
	if i.set(27) {
		b.Neg(b)
	}
	if shift < 5 {
		b.Lsh(b, uint(shift))
	} else {
		b = integer(0)
	}
	result := a.Add(a, b)
	if saturating {
		result = saturateInteger(result, i.d.Size, i.set(26) || i.set(38))
	}
	return result
}

func (g *plainGroup) imadd(i *plainInst, t int) *big.Int {
	a, b, c := g.extended(t, i.a), g.extended(t, i.b), g.extended(t, i.c)
	shift := i.field(53, 52)<<1 | i.field(39, 39)
	saturating := i.set(6) && shift == 0 && threadBits(i.c) <= 32 && i.d.Size <= 32
	if i.set(27) {
		c.Neg(c)
	}
	if shift < 5 {
		c.Lsh(c, uint(shift))
	} else {
		c = integer(0)
	}
	result := a.Mul(a, b)
	result.Add(result, c)
	if saturating {
		result = saturateInteger(result, i.d.Size, i.set(26) || i.set(38) || i.set(50))
	}
	return result
}

func saturateInteger(v *big.Int, bits int, signed bool) *big.Int {
	low, high := integer(0), allOnes(bits)
	if signed {
		low, high = new(big.Int).Neg(power(bits-1)), allOnes(bits-1)
	}
	switch {
	case v.Cmp(low) < 0:
		return low
	case v.Cmp(high) > 0:
		return high
	}
	return v
}

// bitfield is the five that have a, b, c and a mask.
func (g *plainGroup) bitfield(i *plainInst, t int) *big.Int {
	a, b, c := g.unsigned(t, i.a), g.unsigned(t, i.b), g.unsigned(t, i.c)
	shift := uint(c.Uint64() & 0x7f)
	m := i.field(63, 63)<<4 | i.field(51, 50)<<2 | i.field(39, 38)
	mask := allOnes(int(m))
	if m == 0 {
		mask = allOnes(32)
	}
	z := new(big.Int)
	switch i.name {
	case "bfi": // (a & ~(mask << shift_amount)) | ((b & mask) << shift_amount)
		low := z.And(b, mask)
		return low.Or(low.Lsh(low, shift), a.AndNot(a, mask.Lsh(mask, shift)))
	case "bfeil": // (a & ~mask) | ((b >> shift_amount) & mask)
		low := b.And(b.Rsh(b, shift), mask)
		return low.Or(low, a.AndNot(a, mask))
	case "extr": // (((b << 32) | a) >> shift_amount) & mask
		pair := b.Or(b.Lsh(b, 32), a)
		return pair.And(pair.Rsh(pair, shift), mask)
	case "shlhi":
		shifted := mask.Lsh(mask, max(shift, 32)-32)
		high := b.Rsh(b.Lsh(b, shift), 32)
		return high.Or(high.And(high, shifted), a.AndNot(a, shifted))
	}
	shifted := mask.Rsh(mask.Lsh(mask, 32), min(shift, 32)) // shrhi
	high := b.Rsh(b.Lsh(b, 32), shift)
	return high.Or(high.And(high, shifted), a.AndNot(a, shifted))
}

func (g *plainGroup) asr(i *plainInst, t int) *big.Int {
	a := g.signed(t, i.a)
	if i.name == "asrh" {
		a = new(big.Int).Lsh(a, 32)
	}
	return new(big.Int).Rsh(a, uint(g.raw(t, i.b)&0x7f))
}

func (g *plainGroup) bitop(i *plainInst, t int) *big.Int {
	a, b := g.unsigned(t, i.a), g.unsigned(t, i.b)
	tt0, tt1, tt2, tt3 := i.set(26), i.set(27), i.set(38), i.set(39)
	if tt0 == tt1 && tt2 == tt3 && tt0 != tt2 {
		return a // UNDEFINED()
	}
	notA, notB := new(big.Int).Not(a), new(big.Int).Not(b)
	result := integer(0)
	if tt0 {
		result.Or(result, new(big.Int).And(notA, notB))
	}
	if tt1 {
		result.Or(result, new(big.Int).And(a, notB))
	}
	if tt2 {
		result.Or(result, new(big.Int).And(notA, b))
	}
	if tt3 {
		result.Or(result, new(big.Int).And(a, b))
	}
	return result
}

// bitrev, with the step that its loop lacks.
func (g *plainGroup) bitrev(i *plainInst, t int) *big.Int {
	a, result := g.unsigned(t, i.a), integer(0)
	for n := range 32 {
		result.SetBit(result, 31-n, a.Bit(n))
	}
	return result
}

func (g *plainGroup) popcount(i *plainInst, t int) *big.Int {
	a, result := g.unsigned(t, i.a), int64(0)
	for n := range 32 {
		result += int64(a.Bit(n))
	}
	return integer(result)
}

// ffs is the highest bit that is set.
func (g *plainGroup) ffs(i *plainInst, t int) *big.Int {
	a := g.unsigned(t, i.a)
	for n := 31; n >= 0; n-- {
		if a.Bit(n) == 1 {
			return integer(int64(n))
		}
	}
	return integer(-1)
}

// interleave has the bits of A at the even places and those of B at the odd ones.
func (g *plainGroup) interleave(i *plainInst, t int) *big.Int {
	a, b, result := g.unsigned(t, i.a), g.unsigned(t, i.b), integer(0)
	for n := range 16 {
		result.SetBit(result, 2*n, a.Bit(n))
		result.SetBit(result, 2*n+1, b.Bit(n))
	}
	return result
}

func (g *plainGroup) movImm(i *plainInst, _ int) *big.Int {
	if i.set(8) {
		return integer(int64(i.field(47, 16)))
	}
	return integer(int64(i.field(31, 16)))
}

func (g *plainGroup) getSR(i *plainInst, t int) *big.Int {
	number := i.field(27, 26)<<6 | i.field(21, 16)
	return integer(int64(plainSpecials[int(number)](g, t)))
}

func (g *plainGroup) icmpsel(i *plainInst, t int) *big.Int {
	if g.icompare(i.cc, i, t) {
		return g.unsigned(t, i.x)
	}
	return g.unsigned(t, i.y)
}

// icompare is ICondition(cc, ccn).compare: ccn is the fourth bit of cc.
func (g *plainGroup) icompare(cc int64, i *plainInst, t int) bool {
	a, b := g.unsigned(t, i.a), g.unsigned(t, i.b)
	if cc&4 != 0 {
		a, b = g.signed(t, i.a), g.signed(t, i.b)
	}
	holds := false
	switch cc & 3 {
	case 0:
		holds = a.Cmp(b) == 0
	case 1:
		holds = a.Cmp(b) < 0
	case 2:
		holds = a.Cmp(b) > 0
	}
	return holds != (cc&8 != 0)
}
