package cexpr

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/rvv"
	"github.com/lanescope/lanescope/syntax/strings"
)

// RISC-V's vectors in C. A name has what is done, the kinds of operands, types, and what the lanes are that nobody writes; without types it is the short form, of which the arguments have them.
//
//	__riscv_vslideup_vx_u8m1_tu(a, b, 3, 16)           a0 a1 a2 b0 b1 …
//	__riscv_vrgather_vv_u8m1_mu(m, d, a, i, 16)
//	__riscv_vslideup(a, b, 3, 16)                      lanes have the type of a
//
// Vectors are as long as the machine has them, VLEN bits where a name says m1: 128, or as many as the lanes need that a text writes.

// RISCV is C with the intrinsics of RISC-V's vectors.
func RISCV() dialect.Dialect {
	return dialect.Dialect{Looks: looksRISCV, Read: dialect.WithoutOptions(readExpressions), InLine: func(l dialect.Line) (string, bool) { return l.Text, looksRISCV(l.Text) }}
}

const riscvPrefix = "__riscv_v"

func looksRISCV(text string) bool { return strings.Contains(text, riscvPrefix) }

// vectorBits are the bits of a register, with what is said of them.
func (e *expressions) vectorBits() int {
	if e.vlen == 0 {
		e.vlen = rvv.UsualVLEN
	}
	return e.vlen
}

// vlenSaid are the bits of a register, as a comment in front of a text may say them, for which no other line is needed: VLEN = 256. Where none does they are the usual ones.
func vlenSaid(text string) int {
	_, rest, _ := strings.Cut(text[:min(len(text), 1<<10)], "VLEN = ")
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	bits, err := strconv.Atoi(rest[:digits])
	if err != nil || bits < rvv.UsualVLEN || bits > rvv.MostVLEN || bits&(bits-1) != 0 {
		return rvv.UsualVLEN
	}
	return bits
}

// longerVectors asks for registers in which a vector that has so few lanes has more. The text is then read again.
func (e *expressions) longerVectors(have, lanes int) error {
	bits := e.vectorBits()
	for n := have; n < lanes && bits <= rvv.MostVLEN; n *= 2 {
		bits *= 2
	}
	if bits > rvv.MostVLEN {
		return fmt.Errorf("%d lanes are written, and registers have %d bits at most", lanes, rvv.MostVLEN)
	}
	e.longer = bits
	return fmt.Errorf("%d lanes are written, and a vector has %d", lanes, have)
}

// A riscvShape is a type as names have it: lanes of so many bits in so many registers, or in a part of one, and of several such vectors how many.
//
//	u8m1    i32mf2    f64m8    u8m1x2
type riscvShape struct {
	vectorType          // without lanes
	registers, part int // m4 is 4 and 1, mf2 1 and 2, and b8 has as many lanes as there are bits in an eighth
	mask, scalar    bool
}

// riscvShaped takes a type apart.
func riscvShaped(word string) (s riscvShape, ok bool) {
	if word == "" || !strings.Contains("uifb", word[:1]) {
		return s, false
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(word, "bf"), word[:1])
	s.signed, s.float = word[0] == 'i', word[0] == 'f' || strings.HasPrefix(word, "bf")
	if word[0] == 'b' && !s.float { // b8
		s.mask = true
		s.part, _ = strconv.Atoi(rest)
		return s, strings.Contains(" 1 2 4 8 16 32 64 ", " "+rest+" ")
	}
	elem, group, of := strings.Cut(rest, "m")
	if s.bits = elementBits(elem); s.bits == 0 || s.float && s.bits == 8 {
		return s, false
	}
	if !of {
		s.scalar = true
		return s, true
	}
	group, vectors, several := strings.Cut(group, "x")
	if several {
		n, err := strconv.Atoi(vectors)
		if s.vectors = n; err != nil || n < 2 || n > 8 || len(vectors) > 1 {
			return s, false
		}
	}
	count, fraction := strings.CutPrefix(group, "f")
	if len(count) != 1 || !strings.Contains("1248", count) || fraction && count == "1" {
		return s, false
	}
	s.registers, s.part = int(count[0]-'0'), 1
	if fraction {
		s.registers, s.part = 1, s.registers
	}
	return s, s.registers*s.vectors <= 8 // of which a structure has no more
}

// of is the type in registers of so many bits; ok is false where it has no whole lane, or more than a vector may have. A mask is a register of bits, of which each lane has one.
func (s riscvShape) of(vlen int) (t vectorType, ok bool) {
	if s.mask {
		return vectorType{lanes: vlen, bits: 1}, true
	}
	t = s.vectorType
	t.lanes = vlen * max(s.registers, 1) / max(s.part, 1) / t.bits
	return t, s.registers > 0 && isVectorSize(t) && s.bits*s.part <= rvv.WidestLane
}

// riscvVector is a type such as vuint8m1_t, vbool8_t or vint32mf2x2_t.
func (e *expressions) riscvVector(word string) (t vectorType, ok bool) {
	word, ok = strings.CutSuffix(word, "_t")
	if !ok || !strings.HasPrefix(word, "v") {
		return t, false
	}
	for long, short := range map[string]string{"vuint": "u", "vint": "i", "vfloat": "f", "vbfloat": "bf", "vbool": "b"} {
		if rest, ok := strings.CutPrefix(word, long); ok {
			s, ok := riscvShaped(short + rest)
			if !ok || s.scalar {
				return t, false
			}
			return s.of(e.vectorBits())
		}
	}
	return t, false
}

// A riscvName is an intrinsic's name, taken apart.
type riscvName struct {
	op     string       // with what tells it from others that begin alike: vmv_s, vlmul_ext
	shapes []riscvShape // in order
	keeps  riscvPolicy
	rules  bool // a mask comes first

	byNumber bool // the name says that the last argument is one
}

// A riscvPolicy says which lanes of another vector stay: those behind the ones that are written, and those that a mask turns off. Others may be anything.
type riscvPolicy struct{ tail, off bool }

// some says whether any stay.
func (p riscvPolicy) some() bool { return p.tail || p.off }

// riscvPolicies are the ends of names.
var riscvPolicies = map[string]struct {
	riscvPolicy
	rules bool
}{
	"m": {riscvPolicy{}, true}, "mu": {riscvPolicy{off: true}, true}, "tu": {riscvPolicy{tail: true}, false}, "tum": {riscvPolicy{tail: true}, true}, "tumu": {riscvPolicy{true, true}, true},
}

// riscvOperands are the words that say what kinds operands have. Those of moves from and to numbers tell one from another.
var riscvOperands = map[string]bool{"v": true, "vv": true, "vx": true, "vi": true, "vf": true, "vvm": true, "vxm": true, "vfm": true, "vm": true, "mm": true, "m": true, "w": true, "wv": true, "wx": true, "x": true, "f": true, "s": true}

// riscvNumbered are those of a number.
var riscvNumbered = map[string]bool{"vx": true, "vf": true, "vxm": true, "vfm": true, "wx": true, "x": true, "f": true}

// riscvNamed takes a name apart.
func riscvNamed(name string) (n riscvName, ok bool) {
	if !strings.HasPrefix(name, riscvPrefix) {
		return n, false
	}
	words := strings.Split(name[len(riscvPrefix)-1:], "_")
	if last := len(words) - 1; last > 0 {
		p, is := riscvPolicies[words[last]]
		if _, typed := riscvShaped(words[last-1]); is && (typed || words[last] != "m") {
			n.keeps, n.rules, words = p.riscvPolicy, p.rules, words[:last]
		}
	}
	n.op = words[0]
	n.byNumber = n.op == "vfmerge" // which no vector has in its short form either
	for k, word := range words[1:] {
		s, isType := riscvShaped(word)
		moves := k == 0 && (n.op == "vmv" || n.op == "vfmv")
		n.byNumber = n.byNumber || !moves && riscvNumbered[word]
		switch {
		case moves: // vmv_v, vmv_s, vmv_x
			n.op += "_" + word
		case n.op == "vwaddu" && (word == "wv" || word == "wx"):
			n.op = "vwaddu_wv"
		case isType && word != "f":
			n.shapes = append(n.shapes, s)
		case !riscvOperands[word]:
			n.op += "_" + word
		}
	}
	return n, true
}

// errScalable is that of a type that no name and no argument has.
var errScalable = errors.New("the type of the lanes is not in the text: it stands in the name, as in __riscv_vrgather_vv_u8m1")
