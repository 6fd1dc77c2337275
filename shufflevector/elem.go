package shufflevector

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// An Elem is the type of a vector's elements: its name as IR spells it, and its size.
type Elem struct {
	Name string
	Bits int
}

// Int is the integer type of the given size.
func Int(bits int) Elem { return Elem{"i" + strconv.Itoa(bits), bits} }

// pointerBits is the size of a pointer. IR leaves it to the data layout, which a lone instruction does not show (erratum 122).
const pointerBits = 64

// A floatFormat is a binary floating-point format of IR.
type floatFormat struct {
	name     string
	bits     int
	exponent int  // bits of the exponent
	mantissa int  // bits of the stored significand, an explicit leading one included
	explicit bool // the leading one is stored
	prefix   string
}

// floatFormats are IR's floating-point types. The prefix is that of a hexadecimal constant; float and double share the 64-bit one.
var floatFormats = []floatFormat{
	{"half", 16, 5, 10, false, "0xH"},
	{"bfloat", 16, 8, 7, false, "0xR"},
	{"float", 32, 8, 23, false, "0x"},
	{"double", 64, 11, 52, false, "0x"},
	{"x86_fp80", 80, 15, 64, true, "0xK"},
	{"fp128", 128, 15, 112, false, "0xL"},
	{"ppc_fp128", 128, 11, 52, false, "0xM"}, // a pair of doubles; the first one holds what fits
}

func formatOf(name string) *floatFormat {
	for i := range floatFormats {
		if floatFormats[i].name == name {
			return &floatFormats[i]
		}
	}
	return nil
}

// encode is the bit pattern of a number in the format, if the format has the number exactly.
func (f *floatFormat) encode(v float64) (lane.Const, bool) {
	sign := uint(0)
	if math.Signbit(v) {
		sign, v = 1, -v
	}
	fraction, exponent := math.Frexp(v) // v = fraction * 2^exponent, fraction in [1/2, 1)
	bias, digits := 1<<(f.exponent-1)-1, f.mantissa
	if f.explicit {
		digits--
	}
	biased := exponent - 1 + bias
	switch {
	case v == 0:
		biased = 0
	case math.IsInf(v, 0) || math.IsNaN(v) || biased >= 1<<f.exponent-1:
		return lane.Const{}, false
	case biased < 1: // subnormal: the significand is shifted, the exponent field stays 0
		fraction, biased = math.Ldexp(fraction, biased-1), 0
	}
	significand := new(big.Float).SetMantExp(big.NewFloat(fraction), digits+1)
	whole, accuracy := significand.Int(nil)
	if accuracy != big.Exact {
		return lane.Const{}, false
	}
	if !f.explicit && biased > 0 {
		whole.SetBit(whole, digits, 0)
	}
	whole.Or(whole, new(big.Int).Lsh(big.NewInt(int64(biased)), uint(f.mantissa)))
	total := f.exponent + f.mantissa
	whole.SetBit(whole, total, sign)
	return constOfBig(whole), true
}

// Parse reads one constant of the element type, as IR writes it. What is not a plain number, such as a symbol's address, is not ok.
func (e Elem) Parse(word string) (v lane.Const, ok bool) {
	if f := formatOf(e.Name); f != nil {
		return f.parse(word)
	}
	switch {
	case strings.HasPrefix(e.Name, "ptr") || strings.HasSuffix(e.Name, "*"):
		return lane.Const{}, word == "null"
	case word == "true" || word == "false":
		return lane.ConstOf(uint64(len("false") - len(word))), e.Bits == 1
	}
	return e.parseInt(word)
}

// maxDigits bounds the digits of a number; the widest lane of 2^20 bits would have 315,653.
const maxDigits = 4096

func (e Elem) parseInt(word string) (lane.Const, bool) {
	if len(word) > maxDigits {
		return lane.Const{}, false
	}
	n, ok := new(big.Int), false
	if hex, found := strings.CutPrefix(word, "u0x"); found {
		n, ok = n.SetString(hex, 16)
	} else if hex, found := strings.CutPrefix(word, "s0x"); found {
		if n, ok = n.SetString(hex, 16); ok && len(hex) > 0 && n.BitLen() == 4*len(hex) {
			n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(4*len(hex)))) // s0x is as wide as its digits, and signed
		}
	} else {
		n, ok = n.SetString(word, 10)
	}
	if !ok || strings.ContainsAny(word, "_+") {
		return lane.Const{}, false
	}
	if n.Sign() < 0 {
		if new(big.Int).Not(n).BitLen() >= e.Bits {
			return lane.Const{}, false
		}
		n.Add(n, new(big.Int).Lsh(big.NewInt(1), uint(e.Bits)))
	}
	return constOfBig(n), n.BitLen() <= e.Bits
}

func (f *floatFormat) parse(word string) (lane.Const, bool) {
	if hex, found := strings.CutPrefix(word, f.prefix); found && hex != "" && len(hex) <= f.bits/4+8 {
		c, err := lane.ConstHex(f.swapWords(hex))
		if err != nil {
			return lane.Const{}, false
		}
		if f.name != "float" {
			return c, c.Len() <= f.bits
		}
		v, fits := c.Uint64() // a float is written as the double of the same value
		if d := math.Float64frombits(v); fits && math.IsNaN(d) {
			return lane.ConstOf(uint64(v>>32&0x80000000 | 0x7f800000 | v>>29&0x7fffff)), v&(1<<29-1) == 0
		} else if fits && math.IsInf(d, 0) {
			return lane.ConstOf(v>>32&0x80000000 | 0x7f800000), true
		} else {
			c, ok := f.encode(d)
			return c, ok && fits
		}
	}
	if len(word) > maxDigits || strings.ContainsAny(word, "xXpPiInN_") {
		return lane.Const{}, false
	}
	v, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return lane.Const{}, false
	}
	return f.encode(v)
}

// swapWords exchanges the two halves of a 128-bit constant: IR writes its lower 64 bits first. Texts of another length stay.
func (f *floatFormat) swapWords(hex string) string {
	if f.bits == 128 && len(hex) == 32 {
		return hex[16:] + hex[:16]
	}
	return hex
}

func constOfBig(n *big.Int) lane.Const {
	be := n.Bytes()
	for i, j := 0, len(be)-1; i < j; i, j = i+1, j-1 {
		be[i], be[j] = be[j], be[i]
	}
	return lane.ConstBytes(be)
}

// formatElem is a constant of the element type as IR writes it.
func (e Elem) formatElem(c lane.Const) string {
	if f := formatOf(e.Name); f != nil {
		return f.format(c)
	}
	if strings.HasPrefix(e.Name, "ptr") || strings.HasSuffix(e.Name, "*") {
		if c.IsZero() {
			return "null"
		}
		return "inttoptr (i" + strconv.Itoa(e.Bits) + " " + unsignedText(c) + " to " + e.Name + ")"
	}
	if e.Bits == 1 {
		return strconv.FormatBool(!c.IsZero())
	}
	if c.Len() == e.Bits { // the sign bit is set: IR prints integers signed
		n, _ := new(big.Int).SetString(c.Hex(), 16)
		return n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(e.Bits))).String()
	}
	return unsignedText(c)
}

func unsignedText(c lane.Const) string {
	n, _ := new(big.Int).SetString(c.Hex(), 16)
	return n.String()
}

func (f *floatFormat) format(c lane.Const) string {
	digits := f.bits / 4
	if f.name == "float" {
		v, _ := c.Uint64()
		d := math.Float64bits(float64(math.Float32frombits(uint32(v))))
		if v&0x7f800000 == 0x7f800000 { // conversion would quiet a signalling NaN
			d = v&0x80000000<<32 | 0x7ff<<52 | v&0x7fffff<<29
		}
		c, digits = lane.ConstOf(d), 16
	}
	hex := strings.ToUpper(c.Hex())
	return f.prefix + f.swapWords(strings.Repeat("0", max(0, digits-len(hex)))+hex)
}
