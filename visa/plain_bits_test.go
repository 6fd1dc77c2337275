package visa

import (
	"fmt"
	"math/big"
	"strings"
)

// Instructions on bits in the plain implementation, which has a number's bits as a text of 0 and 1, the highest first.

// plainDigits are the 32 lowest bits of a number.
func plainDigits(v *big.Int) string { return fmt.Sprintf("%032b", plainWrap(v, 32, true)) }

func plainOfDigits(digits string) *big.Int {
	v, _ := new(big.Int).SetString("0"+digits, 2)
	return v
}

// plainBitwise is an instruction on 32 bits; false if it is none of them.
func plainBitwise(i *Inst, v []plainNumber, words []string, dst string) (*big.Int, bool) {
	digits := plainDigits(v[0].integer)
	last := v[len(v)-1].integer
	field := func(k int) int { return int(plainOfDigits(plainDigits(v[k].integer)[27:]).Int64()) }
	switch i.Op.String() {
	case "cbit":
		return big.NewInt(int64(strings.Count(digits, "1"))), true
	case "lzd":
		return big.NewInt(int64(32 - len(strings.TrimLeft(digits, "0")))), true
	case "fbl":
		if !strings.Contains(digits, "1") {
			return big.NewInt(1<<32 - 1), true
		}
		return big.NewInt(int64(32 - len(strings.TrimRight(digits, "0")))), true
	case "fbh":
		like := "0"
		if plainTypes[words[0]].negative {
			like = digits[:1]
		}
		rest := strings.TrimLeft(digits, like)
		if rest == "" {
			return big.NewInt(1<<32 - 1), true
		}
		return big.NewInt(int64(32 - len(rest))), true
	case "bfrev":
		back := ""
		for _, d := range digits {
			back = string(d) + back
		}
		return plainOfDigits(back), true
	case "bfe":
		all := strings.Repeat("0", 32) + plainDigits(last)
		end := 64 - field(1)
		bits := all[end-field(0) : end]
		if plainTypes[dst].negative && strings.HasPrefix(bits, "1") {
			return new(big.Int).Sub(plainOfDigits(bits), new(big.Int).Lsh(big.NewInt(1), uint(len(bits)))), true
		}
		return plainOfDigits(bits), true
	case "bfi":
		into, at := []byte(plainDigits(last)), field(1)
		for n := range field(0) {
			if at+n < 32 {
				into[31-at-n] = plainDigits(v[2].integer)[31-n]
			}
		}
		return plainOfDigits(string(into)), true
	case "dp4a":
		sum := new(big.Int).Set(v[0].integer)
		for k := 0; k < 32; k += 8 {
			product := big.NewInt(1)
			for n := 1; n <= 2; n++ {
				b := plainOfDigits(plainDigits(v[n].integer)[k : k+8])
				product.Mul(product, plainWrap(b, 8, !plainTypes[words[n]].negative))
			}
			sum.Add(sum, product)
		}
		return sum, true
	}
	return nil, false
}

// plainDivided is a division of integers; false if it is none, and nil if it divides by zero.
func plainDivided(op string, x, y *big.Int) (*big.Int, bool) {
	if op != "div" && op != "mod" {
		return nil, false
	}
	if y.Sign() == 0 {
		return nil, true
	}
	q, r := new(big.Int).QuoRem(x, y, new(big.Int))
	if op == "div" {
		return q, true
	}
	return r, true
}

// plainQuotient is x / y, as near as no type notices.
func plainQuotient(x, y plainNumber) plainNumber {
	zero := func(n plainNumber) bool { return !n.inf && n.float.Sign() == 0 }
	minus := x.minus != y.minus
	switch {
	case x.nan || y.nan, x.inf && y.inf:
		return plainNumber{nan: true}
	case zero(y) && zero(x):
		return plainNumber{nan: true}
	case zero(y), x.inf:
		return plainNumber{inf: true, minus: minus}
	case y.inf:
		return plainNumber{minus: minus, float: plainFloat()}
	}
	return plainNumber{minus: minus, float: plainFloat().Quo(x.float, y.float)}
}

// plainWhole is a number without its fraction: by what is left over, up or down.
func plainWhole(op string, n plainNumber) plainNumber {
	if n.nan || n.inf {
		return n
	}
	whole, _ := n.float.Int(nil)
	rest := plainFloat().Sub(n.float, new(big.Float).SetInt(whole))
	half := rest.Cmp(big.NewFloat(0.5))
	away := false
	switch op {
	case "rndd", "frc":
		away = n.minus && rest.Sign() > 0
	case "rndu":
		away = !n.minus && rest.Sign() > 0
	case "rnde":
		away = half > 0 || half == 0 && whole.Bit(0) == 1
	}
	if away {
		whole.Add(whole, big.NewInt(1))
	}
	return plainNumber{minus: n.minus, float: plainFloat().SetInt(whole)}
}

// plainRounding is what rounding and dividing instructions make of floating-point numbers.
func plainRounding(op string, v []plainNumber) plainNumber {
	switch op {
	case "sqrt", "rsqrt", "log", "exp", "pow", "sin", "cos":
		return plainFunction(op, v)
	case "inv":
		return plainQuotient(plainNumber{float: plainFloat().SetInt64(1)}, v[0])
	case "div":
		return plainQuotient(v[0], v[1])
	case "frc":
		floor := plainWhole(op, v[0])
		if floor.minus = !floor.minus; floor.inf {
			return plainNumber{nan: true}
		}
		return plainSum(v[0], floor)
	}
	return plainWhole(op, v[0])
}

// carried is addc and subb, as a column of 32 binary digits is added or taken away on paper.
func (p *plainState) carried(i *Inst, ChEn [32]int) *plainFault {
	var sources [2]plainSource
	for n := range sources {
		s, f := p.read(i, n+2, ChEn)
		if f != nil {
			return f
		}
		sources[n] = s
	}
	var lists [2][]plainElement
	for k := range lists {
		lists[k] = p.elements(i, k)
		for lane, e := range lists[k] {
			if ChEn[lane] == 1 && e.bad {
				return &plainFault{k, lane}
			}
		}
		if f := p.twoRegisters(i, k, lists[k], ChEn); f != nil {
			return f
		}
	}
	var sums, carries [32]uint64
	var known [32]bool
	for lane := range i.Exec.Size() {
		known[lane] = ChEn[lane] == 1 && sources[0].known[lane] && sources[1].known[lane]
		var digits [2]string
		for n, s := range sources {
			v := plainModified(plainDecode(s.bits[lane], s.word), i.Operand[n+2].Mod.String(), s.word, 32)
			digits[n] = plainDigits(v.integer)
		}
		carry := 0
		for place := 31; place >= 0; place-- {
			x, y := int(digits[0][place]-'0'), int(digits[1][place]-'0')
			sum := x + y + carry
			if i.Op.String() == "subb" {
				sum = x - y - carry
			}
			carry = 0
			if sum > 1 || sum < 0 {
				carry = 1
			}
			sums[lane] |= uint64(sum&1) << (31 - place)
		}
		carries[lane] = uint64(carry)
	}
	p.writeTo(i, 0, sums, known, ChEn, lists[0])
	p.writeTo(i, 1, carries, known, ChEn, lists[1])
	return nil
}
