package target

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// operation is one entry of the table of NEON: an instruction in all its arrangements.
type operation struct {
	name string
	asm  string // T is the arrangement, W that of the whole register with lanes twice as wide, E the letter of a lane: "d.T, a.T, #i"
	// code is the instruction, its highest bit first; d n m are its registers in the order of asm, i and j the bits of its immediates, I those of i inverted.
	// Q and ss are the arrangement's, and so are the fields of neonFields.
	code string
	c    string // with <arm_neon.h>; {e} are the bits of a lane, {w} twice as many, {q} is q where the arrangement is of the whole register
	at   string // arrangements
	args int
	ties ties
	does func(t arrangement) does

	consecutive bool
}

// ties says with what the destination shares its register.
type ties int

const (
	nothing ties = iota
	withA
	withK
)

// NEONArrangement is how a register of AArch64 is cut into lanes: how many, and of how many bits, in 4s.
func NEONArrangement(name string) (lanes, elem int, ok bool) {
	if name == "1d" { // which only loads and stores have
		return 1, 64, true
	}
	t, ok := arrangements[name]
	if !ok {
		return 0, 0, false
	}
	return t.n(), t.elem, true
}

// arrangement is how a register is cut into lanes. One of 64 bits leaves the upper half zero.
type arrangement struct {
	name       string
	elem, bits int
}

// n is the number of lanes.
func (t arrangement) n() int { return t.bits / t.elem }

var arrangements = map[string]arrangement{
	"8b": {"8b", 8, 64}, "16b": {"16b", 8, 128}, "4h": {"4h", 16, 64}, "8h": {"8h", 16, 128},
	"2s": {"2s", 32, 64}, "4s": {"4s", 32, 128}, "2d": {"2d", 64, 128},
}

// neonSizes are the parts of texts and encodings that depend on the bits of a lane.
var neonSizes = map[int]struct {
	letter, wider, ss string
	index, other      string // imm5: an index with a mark behind it; the same of j
	low               string // imm4: an index without a mark
	left, right       string // immh:immb: elem + count; 2 * elem - count, count being the value + 1
}{
	8:  {"b", "8h", "00", "iiii1", "jjjj1", "iiii", "0001iii", "0001III"},
	16: {"h", "4s", "01", "iii10", "jjj10", "iii0", "001iiii", "001IIII"},
	32: {"s", "2d", "10", "ii100", "jj100", "ii00", "01iiiii", "01IIIII"},
	64: {"d", "", "11", "i1000", "j1000", "i000", "1iiiiii", "1IIIIII"},

	128: {letter: "q"},
}

// asScalar is how a register is named as a scalar: v0 as d0.
func asScalar(elem int) func(name string) string {
	return func(name string) string { return neonSizes[elem].letter + strings.TrimLeft(name, "vz") }
}

const registerBits = 128

func neonRows() (rows []*Row) {
	for i := range neon {
		for name := range strings.FieldsSeq(neon[i].at) {
			rows = append(rows, neon[i].row(arrangements[name]))
		}
	}
	return rows
}

func (o *operation) row(t arrangement) *Row {
	size := neonSizes[t.elem]
	r := &Row{
		Name: o.name,
		Asm:  written(o.asm, "T", t.name, "W", size.wider, "E", size.letter),
		Bits: registerBits, Needs: NEON, Bytes: 4, vector: "v", Clears: true,
		other: asScalar(t.elem), Destroys: o.ties == withA, Spends: o.ties == withK, Consecutive: o.consecutive,
		Encoding: written(o.code, "Q", fmt.Sprint(t.bits/128), "ss", size.ss,
			"{index}", size.index, "{other}", size.other, "{low}", size.low, "{left}", size.left, "{right}", size.right, " ", "",
		),
	}
	for range o.args {
		r.Src = append(r.Src, registerBits)
	}
	o.does(t).fill(r)
	r.code = wordCodeOf(r.Encoding, neonLetter(r.Asm))
	r.C, r.Rust = o.intrinsic(o.c, r, t), o.intrinsic(rustOfNEON(o.c), r, t)
	return r
}

// What Rust writes in another way than C: several vectors together are a call, and constants stand among the parameters of a type.
//
//	(uint8x16x2_t){{a, b}}              uint8x16x2_t(a, b)
//	vextq_u8(a, b, i)                   vextq_u8::<i>(a, b)
//	vsetq_lane_u8(…, vdupq_n_u8(0), 0)  vsetq_lane_u8::<0>(…, vdupq_n_u8(0))
var inRust = []struct {
	c    *regexp.Regexp
	rust string
}{
	{regexp.MustCompile(`\(uint32_t\)`), ""},
	{regexp.MustCompile(`\((uint8x16x\d_t)\)\{\{([^}]*)\}\}`), "$1($2)"},
	{regexp.MustCompile(`^(vcopyq_laneq_[\w{}]+)\((.*), j, (.*), i\)$`), "$1::<j, i>($2, $3)"},
	{regexp.MustCompile(`(\b[a-z][\w{}]*)\(([^()]*), (i|0)\)`), "$1::<$3>($2)"},
	{regexp.MustCompile(`^(vsetq_lane_[\w{}]+)\((.*), 0\)$`), "$1::<0>($2)"},
	{regexp.MustCompile(`^(vshrn_high_n_[\w{}]+)\((.*), i\)$`), "$1::<i>($2)"},
}

func rustOfNEON(c string) string {
	for _, way := range inRust {
		c = way.c.ReplaceAllString(c, way.rust)
	}
	return c
}

// intrinsic is the whole expression of uint8x16_t: operands as vectors of the lanes that the row's text says, those of 64 bits being lower halves, and the result back.
//
//	zip1 d.2s, a.2s, b.2s     vreinterpretq_u8_u32(vcombine_u32(vzip1_u32(vget_low_u32(vreinterpretq_u32_u8(a)), …), vcreate_u32(0)))
func (o *operation) intrinsic(text string, r *Row, t arrangement) string {
	q := ""
	if t.bits == registerBits {
		q = "q"
	}
	text = written(text, "{e}", strconv.Itoa(t.elem), "{w}", strconv.Itoa(2*t.elem), "{q}", q)
	text = replaceLetters(text, func(letter byte) string {
		if !strings.ContainsRune("k"+SourceLetters, rune(letter)) {
			return ""
		}
		as := operandArrangement(r, letter, t)
		expression := string(letter)
		if as.elem != 8 {
			expression = fmt.Sprintf("vreinterpretq_u%d_u8(%s)", as.elem, expression)
		}
		if as.bits < registerBits {
			expression = fmt.Sprintf("vget_low_u%d(%s)", as.elem, expression)
		}
		return expression
	})
	as := operandArrangement(r, 'd', t)
	if as.bits < registerBits {
		text = fmt.Sprintf("vcombine_u%d(%s, vcreate_u%d(0))", as.elem, text, as.elem)
	}
	if as.elem != 8 {
		text = fmt.Sprintf("vreinterpretq_u8_u%d(%s)", as.elem, text)
	}
	return text
}

// operandArrangement is how the text of a row cuts an operand; the first source as the destination, if they are one register; what is not named there with one is the whole register, cut as the row cuts it.
func operandArrangement(r *Row, letter byte, t arrangement) arrangement {
	_, rest, named := strings.Cut(" "+strings.ReplaceAll(r.Asm, "{", " "), " "+string(letter)+".")
	if end := strings.IndexAny(rest, ",} "); end >= 0 {
		rest = rest[:end]
	}
	if as, ok := arrangements[rest]; named && ok {
		return as
	}
	if letter == 'a' && r.Destroys {
		return operandArrangement(r, 'd', t)
	}
	return arrangement{elem: t.elem, bits: registerBits}
}

// neonLetter says which operand a letter of an encoding is: d n m are the registers of the row's text in their order.
func neonLetter(asm string) func(byte) byte {
	registers := neonOperands(asm)
	return func(letter byte) byte {
		if letter == 'p' {
			return 'm'
		}
		if k := strings.IndexByte("dnm", letter); k >= 0 {
			return registers[k]
		}
		return letter
	}
}

// neonOperands are the letters of a text's vectors in their order, each once, of a list its first.
//
//	d.16b, {a.16b, b.16b}, k.16b      d a k
//	d.b, m, d.b, b.b                  d b
func neonOperands(asm string) (letters []byte) {
	if first, rest, list := strings.Cut(asm, "{"); list {
		rest, behind, _ := strings.Cut(rest, "}")
		rest, _, _ = strings.Cut(rest, ",")
		asm = first + rest + behind
	}
	for operand := range strings.SplitSeq(asm, ", ") {
		name, _, _ := strings.Cut(operand, ".")
		letter := name[0] | 0x20 // D is d as a scalar
		if len(name) == 1 && strings.IndexByte("dk"+SourceLetters, letter) >= 0 && !slices.Contains(letters, letter) {
			letters = append(letters, letter)
		}
	}
	return letters
}
