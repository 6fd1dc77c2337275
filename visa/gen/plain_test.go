package gen_test

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/visa"
)

// Another route to what movs do, of vISA and of the machine, by their texts: nested loops over rows and columns, and numbers of any size, which nothing of the package takes part in.

// formats are floating-point numbers: bits of the fraction, and the exponent of 1.
var formats = map[string]struct{ fraction, bias uint }{"hf": {10, 15}, "f": {23, 127}, "df": {52, 1023}}

func plainSize(typ string) int {
	return map[byte]int{'b': 1, 'w': 2, 'd': 4, 'q': 8, 'h': 2, 'f': 4}[strings.TrimPrefix(strings.Replace(strings.Replace(typ, "df", "q", 1), "bf", "w", 1), "u")[0]]
}

// plainNumber is the number that bits are; what is none is infinite, or no number at all.
func plainNumber(bits uint64, typ string) (x *big.Float, nan bool) {
	f, ok := formats[typ]
	size := plainSize(typ)
	if !ok {
		v := new(big.Int).SetUint64(bits)
		if typ[0] != 'u' && bits>>(8*size-1) != 0 {
			v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(8*size)))
		}
		return new(big.Float).SetPrec(200).SetInt(v), false
	}
	fraction, e := bits&(1<<f.fraction-1), int(bits>>f.fraction)&(int(2*f.bias)+1)
	switch {
	case e == int(2*f.bias)+1 && fraction != 0:
		return nil, true
	case e == int(2*f.bias)+1:
		return new(big.Float).SetInf(bits>>(8*size-1) != 0), false
	case e == 0:
		e = 1
	default:
		fraction |= 1 << f.fraction
	}
	x = new(big.Float).SetPrec(200).SetUint64(fraction)
	x.SetMantExp(x, e-int(f.bias)-int(f.fraction))
	if bits>>(8*size-1) != 0 {
		x.Neg(x)
	}
	return x, false
}

// plainBits are the bits of a number in a type: an integer wraps where an integer becomes one, and is the nearest that there is where a float does, or where it is told to.
func plainBits(x *big.Float, nan bool, typ string, wrap bool) uint64 {
	f, ok := formats[typ]
	size := plainSize(typ)
	if ok {
		return plainFloat(x, nan, f.fraction, f.bias, size)
	}
	if nan {
		return 0
	}
	low, high := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(8*size))
	if typ[0] != 'u' {
		high.Rsh(high, 1)
		low.Neg(high)
	}
	high.Sub(high, big.NewInt(1))
	v := new(big.Int)
	switch {
	case x.IsInf():
		v = map[bool]*big.Int{false: high, true: low}[x.Signbit()]
	default:
		x.Int(v)
		if !wrap && v.Cmp(low) < 0 {
			v = low
		}
		if !wrap && v.Cmp(high) > 0 {
			v = high
		}
	}
	return new(big.Int).And(v, new(big.Int).SetUint64(math.MaxUint64>>(64-8*size))).Uint64()
}

// plainFloat rounds to the nearest, and of two to the even one, by counting in units of the last place.
func plainFloat(x *big.Float, nan bool, fraction, bias uint, size int) uint64 {
	top := uint64(2*bias+1) << fraction
	if nan {
		return top | 1<<(fraction-1)
	}
	sign := uint64(0)
	if x.Signbit() {
		sign = 1 << (8*size - 1)
	}
	if x.IsInf() {
		return sign | top
	}
	y := new(big.Float).Abs(x)
	if y.Sign() == 0 {
		return sign
	}
	e := max(y.MantExp(nil)-1, 1-int(bias))
	unit := new(big.Float).SetPrec(400).SetMantExp(big.NewFloat(1), e-int(fraction))
	units, _ := new(big.Float).SetPrec(400).Quo(y, unit).Int(nil)
	rest := new(big.Float).SetPrec(400).Sub(y, new(big.Float).SetPrec(400).Mul(new(big.Float).SetPrec(400).SetInt(units), unit))
	twice := rest.Mul(rest, big.NewFloat(2)).Cmp(unit)
	n := units.Uint64()
	if twice > 0 || twice == 0 && n%2 == 1 {
		n++
	}
	bits := n
	if n >= 1<<fraction { // the exponent takes what the fraction has too many
		bits = uint64(e+int(bias)-1)<<fraction + n
	}
	return sign | min(bits, top)
}

// plainMove is the bits that an element becomes.
func plainMove(bits uint64, to, from, mod string, sat bool) uint64 {
	_, floats := formats[from]
	_, made := formats[to]
	if mod == "" && !sat && (to == from || !floats && !made) && plainSize(to) <= plainSize(from) {
		return bits
	}
	x, nan := plainNumber(bits, from)
	if !nan {
		if strings.Contains(mod, "abs") {
			x.Abs(x)
		}
		if strings.Contains(mod, "-") {
			x.Neg(x)
		}
	} else if mod != "" && to == from { // a sign alone
		if strings.Contains(mod, "abs") {
			bits &^= 1 << (8*plainSize(from) - 1)
		}
		if strings.Contains(mod, "-") {
			bits ^= 1 << (8*plainSize(from) - 1)
		}
	}
	if sat && made {
		if nan || x.Sign() <= 0 {
			return 0
		}
		if x.Cmp(big.NewFloat(1)) > 0 {
			x.SetInt64(1)
		}
	}
	return plainBits(x, nan, to, !sat && !floats)
}

var machineMov = regexp.MustCompile(`^(?:\(W\) )?(mov|asr) \((\d+)\|M\d+\) (\(sat\))?r(\d+)\.(\d+)<(\d)>:(\w+) (?:(-?(?:\(abs\))?)r(\d+)\.(\d+)<(\d+);(\d+),(\d+)>:(\w+)|0x0:ud)( 31:w)?$`)

// plainMachine executes one instruction of the machine by its text.
func plainMachine(t *testing.T, text string, file []byte, grf int) {
	t.Helper()
	m := machineMov.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("%q is not an instruction", text)
	}
	n := func(k int) int { v, _ := strconv.Atoi(m[k]); return v }
	exec := n(2)
	values := make([]uint64, exec)
	if m[14] != "" {
		for row, k := 0, 0; k < exec; row++ {
			for col := 0; col < n(12); col, k = col+1, k+1 {
				bits := plainRead(file, n(9)*grf+(n(10)+row*n(11)+col*n(13))*plainSize(m[14]), plainSize(m[14]))
				if m[1] == "asr" {
					values[k] = uint64(int64(int32(bits)) >> 31)
				} else {
					values[k] = plainMove(bits, m[7], m[14], m[8], m[3] != "")
				}
			}
		}
	}
	for k, v := range values {
		plainWrite(file, n(4)*grf+(n(5)+k*n(6))*plainSize(m[7]), plainSize(m[7]), v)
	}
}

func plainRead(file []byte, at, size int) (bits uint64) {
	for b := range size {
		bits |= uint64(file[at+b]) << (8 * b)
	}
	return bits
}

func plainWrite(file []byte, at, size int, v uint64) {
	for b := range size {
		file[at+b] = byte(v >> (8 * b))
	}
}

var visaMov = regexp.MustCompile(`mov(\.sat)? \(M\d\w*, (\d+)\) D\(0,(\d+)\)<(\d+)> (?:\((-?(?:abs)?)\))?S\(0,(\d+)\)<(\d+);(\d+),(\d+)>`)

// plainVISA executes a mov by its text, on the file in which its variables begin at some bytes.
func plainVISA(t *testing.T, text string, to, from visa.Type, file []byte, d, s int) {
	t.Helper()
	m := visaMov.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("%q is no mov", text)
	}
	n := func(k int) int { v, _ := strconv.Atoi(m[k]); return v }
	values := make([]uint64, n(2))
	for k := range values {
		bits := plainRead(file, s+(n(6)+k/n(8)*n(7)+k%n(8)*n(9))*from.Size(), from.Size())
		values[k] = plainMove(bits, to.String(), from.String(), m[5], m[1] != "")
	}
	for k, v := range values {
		plainWrite(file, d+(n(3)+k*n(4))*to.Size(), to.Size(), v)
	}
}
