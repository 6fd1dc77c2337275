package visa

import "math/big"

// What the plain implementation computes in one lane.

// plainExecution is what an instruction computes with: bits of integers and whether they have no sign, or the floating-point type.
func plainExecution(words []string, dst string) (precision int, unsigned bool, float string) {
	precision = 16
	for _, w := range words {
		if t := plainTypes[w]; t.integer {
			precision = max(precision, 8*t.bytes)
		}
	}
	unsigned = true
	all := words
	if !plainTypes[words[0]].integer && !plainTypes[dst].integer {
		all = append([]string{dst}, words...)
	}
	for _, w := range all {
		t := plainTypes[w]
		switch {
		case t.integer && max(8*t.bytes, 16) == precision:
			unsigned = unsigned && !t.negative && 8*t.bytes == precision
		case t.integer:
		case float == "" || t.bytes > plainTypes[float].bytes:
			float = w
		case t.bytes == plainTypes[float].bytes && w != float:
			float = "f"
		}
	}
	return precision, unsigned, float
}

// plainLane is one lane of a vector instruction; false if it is undefined.
func plainLane(i *Inst, v []plainNumber, sources []plainSource, lane int, words []string, dst string, precision int, unsigned bool, float string) (uint64, bool) {
	mod := i.Operand[1].Mod.String()
	sat := i.Sat
	if i.Op == opMov {
		if words[0] == dst && !plainTypes[dst].integer && !sat { // bits, NaNs too
			return plainSign(sources[0].bits[lane], mod, dst), true
		}
		return plainConvert(v[0], dst, sat), true
	}
	if i.Op == opCmp {
		if plainHolds(i.Relation, v[0], v[1]) {
			return ^uint64(0), true
		}
		return 0, true
	}
	if v[0].integer != nil {
		r, ok := plainInteger(i, v, words, dst, precision, unsigned, sat)
		if !ok {
			return 0, false
		}
		switch i.Op.String() {
		case "and", "or", "xor", "not", "bfn", "rol", "ror", "cbit", "fbl", "fbh", "bfrev", "bfe", "bfi":
			sat = false
		}
		return plainConvert(plainNumber{integer: r}, dst, sat), true
	}
	var r plainNumber
	switch i.Op.String() {
	case "add":
		r = plainSum(v[0], v[1])
	case "mul":
		r = plainProduct(v[0], v[1])
	case "mad":
		r = plainSum(plainProduct(v[0], v[1]), v[2])
	case "min":
		c, _ := plainCompare(v[0], v[1])
		if r = v[1]; !v[0].nan && (v[1].nan || c < 0) {
			r = v[0]
		}
	case "max":
		c, _ := plainCompare(v[0], v[1])
		if r = v[1]; !v[0].nan && (v[1].nan || c >= 0) {
			r = v[0]
		}
	default:
		r = plainRounding(i.Op.String(), v)
	}
	return plainConvert(plainNearest(r, float), dst, sat), true
}

// plainSign is the bits of a number whose sign a modifier changes.
func plainSign(bits uint64, modifier, word string) uint64 {
	top := uint64(1) << (8*plainTypes[word].bytes - 1)
	if modifier == "(abs)" || modifier == "(-abs)" {
		bits &= top - 1
	}
	if modifier == "(-)" || modifier == "(-abs)" {
		bits ^= top
	}
	return bits
}

func plainHolds(r Relation, x, y plainNumber) bool {
	c, unordered := plainCompare(x, y)
	switch relations[r] {
	case "eq":
		return c == 0 && !unordered
	case "ne":
		return c != 0 || unordered
	case "gt":
		return c > 0 && !unordered
	case "ge":
		return c >= 0 && !unordered
	case "lt":
		return c < 0 && !unordered
	}
	return c <= 0 && !unordered
}

// plainInteger is what integer instructions compute, exactly.
func plainInteger(i *Inst, v []plainNumber, words []string, dst string, precision int, unsigned, sat bool) (*big.Int, bool) {
	x, r := v[0].integer, new(big.Int)
	var y *big.Int
	if len(v) > 1 {
		y = v[1].integer
	}
	if r, ok := plainBitwise(i, v, words, dst); ok {
		return r, true
	}
	if r, ok := plainDivided(i.Op.String(), x, y); ok {
		return r, r != nil
	}
	switch i.Op.String() {
	case "mulh":
		return r.Rsh(r.Mul(x, y), 32), true
	case "add":
		return r.Add(x, y), true
	case "mul":
		return r.Mul(x, y), true
	case "mad":
		return r.Add(r.Mul(x, y), v[2].integer), true
	case "add3":
		return r.Add(r.Add(x, y), v[2].integer), true
	case "avg":
		return r.Rsh(r.Add(r.Add(x, y), big.NewInt(1)), 1), true
	case "min":
		if x.Cmp(y) < 0 {
			return x, true
		}
		return y, true
	case "max":
		if x.Cmp(y) > 0 {
			return x, true
		}
		return y, true
	case "and":
		r.And(x, y)
	case "or":
		r.Or(x, y)
	case "xor":
		r.Xor(x, y)
	case "not":
		r.Not(x)
	case "bfn":
		for bit := range 64 {
			index := x.Bit(bit)
			if x.Sign() < 0 {
				index = plainWrap(x, 64, true).Bit(bit)
			}
			index += plainWrap(y, 64, true).Bit(bit)<<1 + plainWrap(v[2].integer, 64, true).Bit(bit)<<2
			r.SetBit(r, bit, uint(i.Func>>index&1))
		}
	default:
		return plainShift(i, x, y, words, dst, precision, sat)
	}
	return plainWrap(r, precision, unsigned), true
}

// plainShift is what shifts and rotations compute.
func plainShift(i *Inst, x, y *big.Int, words []string, dst string, precision int, sat bool) (*big.Int, bool) {
	r := new(big.Int)
	count := func() uint {
		if plainTypes[dst].bytes == 8 {
			return uint(new(big.Int).Mod(y, big.NewInt(64)).Uint64())
		}
		return uint(new(big.Int).Mod(y, big.NewInt(32)).Uint64())
	}
	switch i.Op.String() {
	case "shl":
		r.Lsh(x, count())
		bits := uint(33)
		if plainTypes[words[0]].negative {
			bits = 32
		}
		top := new(big.Int).Rsh(r, bits)
		if sat && top.Sign() != 0 && (bits == 33 || top.Cmp(big.NewInt(-1)) != 0) {
			return nil, false
		}
		return r, true
	case "shr":
		return r.Rsh(plainWrap(x, precision, true), count()), true
	case "asr":
		return r.Rsh(x, count()), true
	case "rol", "ror":
		n := 8 * plainTypes[words[0]].bytes
		by := uint(new(big.Int).Mod(y, big.NewInt(int64(n))).Uint64())
		if i.Op == opRor {
			by = (uint(n) - by) % uint(n)
		}
		v := plainWrap(x, n, true)
		r.Or(new(big.Int).Lsh(v, by), new(big.Int).Rsh(v, uint(n)-by))
		return plainWrap(r, n, true), true
	}
	return nil, false
}
