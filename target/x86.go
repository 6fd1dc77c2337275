package target

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// instruction is one entry of the table of x86: an instruction in all its sizes and encodings.
type instruction struct {
	name string // with a v in front if there is no legacy SSE encoding
	asm  string // its operands in Intel's order in VEX: "d, a, i"; "d=a, b" if the destination is the register of a
	code string // Op/En as in VEX, prefix and map, opcode: "RVM 66.0F38 00 /r"
	w    string // VEX.W and EVEX.W: "WIG", or "WIG/W1" if they differ
	by   brings
	does does

	general  string // the letters of operands in general registers
	mask     int    // bits of a lane of the masked EVEX forms; 0: there are none
	c        string // the intrinsic's name without its prefix, and operands; where it depends on the size, those of 128|256|512 bits
	maskC    string // the same in masked forms, if it is another
	from, to int    // sizes that exist: 128 to 512 if not said
	// memory is how many bits its last source has in memory at a vector length; nil: as many as in a register.
	memory func(length int) int
	// sizes are the bits of the destination and the sources at a vector length; nil: all as long.
	sizes func(length int) (dst int, src []int)
}

// just is so many bits at every length.
func just(n int) func(length int) int { return func(int) int { return n } }

// oneOf is a part of a vector.
func oneOf(n int) func(length int) int { return func(length int) int { return length / n } }

// lowHalf is the lower half of 128 bits, and all of more: movddup's.
func lowHalf(length int) int {
	if length == 128 {
		return length / 2
	}
	return length
}

// brings is by which feature there is a legacy SSE, a VEX.128, a VEX.256, and an EVEX encoding; 0: there is none. EVEX of 128 and 256 bits also needs AVX512VL.
type brings struct{ sse, xmm, ymm, evex Feature }

var (
	untied = strings.NewReplacer("d=a", "d", "d=k", "d")
	spaced = strings.NewReplacer(".", " ", "0F38", "0F 38", "0F3A", "0F 3A") // maps as legacy encodings write them
)

// rows are the rows of all sizes and encodings. Where VEX can encode an instruction, it does; EVEX is then for its masks.
func (x *instruction) rows() (legacy, modern []*Row) {
	for _, length := range [...]int{128, 256, 512} {
		if length < x.from || x.to != 0 && length > x.to {
			continue
		}
		evexNeeds := x.by.evex
		if length < 512 && evexNeeds != 0 {
			evexNeeds |= AVX512VL
		}
		vexNeeds := [...]Feature{x.by.xmm, x.by.ymm, 0}[length/256]
		if x.by.sse != 0 && length == 128 {
			r := x.row(length, x.by.sse)
			r.Encoding = x.legacyEncoding()
			x.destroy(r)
			r.encode()
			legacy = append(legacy, r)
		}
		if vexNeeds == 0 && evexNeeds == 0 {
			continue
		}
		r := x.row(length, vexNeeds)
		r.Name, r.Clears = x.vexName(), true
		r.Encoding = x.modernEncoding("VEX", length, 0)
		if vexNeeds == 0 {
			r.Needs, r.Encoding = evexNeeds, x.modernEncoding("EVEX", length, 1)
		}
		if r.Index != nil && r.Index.Mask && r.Elem <= 16 {
			r.Needs |= AVX512BW // which moves masks of more than 16 bits into their registers
		}
		if x.mask != 0 && evexNeeds != 0 {
			r.Mask = x.masking(r, length, evexNeeds)
		}
		r.encode()
		modern = append(modern, r)
	}
	return legacy, modern
}

// row is what all encodings of a size have in common.
func (x *instruction) row(length int, needs Feature) *Row {
	r := &Row{Name: x.name, Asm: untied.Replace(x.asm), General: x.general, Bits: length, Needs: needs}
	r.Destroys, r.Spends = strings.HasPrefix(x.asm, "d=a"), strings.HasPrefix(x.asm, "d=k")
	if x.sizes != nil {
		r.Bits, r.Src = x.sizes(length)
	} else {
		for _, letter := range "abc" {
			if hasLetter(x.asm, byte(letter)) {
				r.Src = append(r.Src, length)
			}
		}
	}
	if x.memory != nil {
		r.Memory = x.memory(length)
	}
	r.C = intrinsic(x.c, "", length, r)
	r.Rust = crossingInRust(r)
	x.does.fill(r)
	if r.Index != nil {
		r.Index.Implicit = !r.Index.Mask && !hasLetter(x.asm, 'k')
	}
	return r
}

// hasLetter says whether an operand is in a text, by its letter or the capital one.
func hasLetter(text string, letter byte) bool {
	found := false
	replaceLetters(text, func(l byte) string {
		found = found || l|0x20 == letter
		return ""
	})
	return found
}

// vexName is the name in VEX and EVEX.
func (x *instruction) vexName() string {
	if x.by.sse == 0 {
		return x.name
	}
	return "v" + x.name
}

// destroy makes a row of three operands one of two: legacy encodings have no operand V, and their destination is the register of the first source.
func (x *instruction) destroy(r *Row) {
	opEn, _, _ := strings.Cut(x.code, " ")
	at := strings.IndexByte(opEn, 'V')
	if at < 0 {
		return
	}
	operands := strings.Split(r.Asm, ", ")
	at = max(at, 1) // of VMI, psrldq d, a, i, it is the destination that is left out, which is the same register
	r.Destroys, r.Spends = operands[at] == "a", operands[at] == "k"
	r.Asm = strings.Join(append(operands[:at:at], operands[at+1:]...), ", ")
}

// legacyEncoding is "RM: 66 0F 38 00 /r". If W is always set, REX has it: "MR: 66 REX.W 0F 7E /r".
func (x *instruction) legacyEncoding() string {
	opEn, rest, _ := strings.Cut(x.code, " ")
	rest = spaced.Replace(rest)
	if x.w == "W1" {
		rest = strings.Replace(rest, "0F", "REX.W 0F", 1)
	}
	return strings.Replace(opEn, "V", "", 1) + ": " + rest
}

// modernEncoding is "RVM: VEX.128.66.0F38.WIG 00 /r".
func (x *instruction) modernEncoding(prefix string, length, evex int) string {
	part := strings.SplitN(x.code, " ", 3)
	w := strings.Split(x.w, "/")
	return part[0] + ": " + prefix + "." + strconv.Itoa(length) + "." + part[1] + "." + w[min(evex, len(w)-1)] + " " + part[2]
}

// masking is what the masked EVEX forms of a row are.
func (x *instruction) masking(r *Row, length int, needs Feature) *Masking {
	k := &Masking{Elem: x.mask, Lanes: r.Bits / x.mask, Needs: needs, Encoding: x.modernEncoding("EVEX", length, 1)}
	if d, ok := x.does.(truncation); ok {
		k.Lanes = d.lanes(r)
	}
	if k.Lanes > 16 { // without it no more bits are put into a mask register
		k.Needs |= AVX512BW
	}
	c := x.c
	if x.maskC != "" {
		c = x.maskC
	}
	k.Zero, k.Merge = intrinsic(c, "maskz_", length, r), intrinsic(c, "mask_", length, r)
	return k
}

// intrinsic is the whole expression for "shuffle_ps(a, b, i)", with what a masked one has before its operands.
func intrinsic(text, form string, length int, r *Row) string {
	sizes := strings.Split(text, "|")
	text = sizes[min(length/256, len(sizes)-1)]
	name, operands, isCall := strings.Cut(text, "(")
	if !isCall {
		return text
	}
	kind := floatKinds[name[strings.LastIndexByte(name, '_')+1:]]
	cast := func(letter byte) string {
		bits := length
		switch letter {
		case 'a', 'b', 'c':
			bits = r.Src[letter-'a']
		case 'd':
			bits = r.Bits
		case 'i', 'm':
			return ""
		}
		if r.FileOf(letter) == General {
			return ""
		}
		// Constants keep their type: index vectors are integers, except of vblendv.
		if kind == "" || letter == 'k' && !strings.HasPrefix(name, "blendv") && !strings.HasPrefix(name, "and") && !strings.HasPrefix(name, "or") {
			return ""
		}
		return fmt.Sprintf("_mm%s_castsi%d_%s(%c)", prefixOf(bits), bits, kind, letter)
	}
	switch {
	case form == "maskz_":
		operands = "m, " + operands
	case form == "mask_" && r.Destroys: // table 1 is the old destination: permutex2var(a, m, k, b)
		first, rest, _ := strings.Cut(operands, ", ")
		operands = first + ", m, " + rest
	case form == "mask_":
		operands = "d, m, " + operands
	}
	call := "_mm" + prefixOf(length) + "_" + form + name + "(" + replaceLetters(operands, cast)
	switch {
	case r.FileOf('d') == General && r.Bits <= 32:
		call = "(unsigned)" + call // it is an int, and has no sign
	case r.FileOf('d') == Vectors && kind != "":
		call = fmt.Sprintf("_mm%s_cast%s_si%d(%s)", prefixOf(r.Bits), kind, r.Bits, call)
	}
	return call
}

// crossingInRust is the expression of Rust for a row that crosses between vectors and general registers, where intrinsics have numbers with a sign; empty for others.
func crossingInRust(r *Row) string {
	if r.General == "" {
		return ""
	}
	sized := func(unsigned string, bits int) string { return unsigned + strconv.Itoa(max(bits, 32)) }
	text := replaceLetters(strings.TrimPrefix(r.C, "(unsigned)"), func(letter byte) string {
		if k := strings.IndexByte(SourceLetters, letter); k >= 0 && r.FileOf(letter) == General {
			return string(letter) + " as " + sized("i", r.Src[k])
		}
		return ""
	})
	if r.FileOf('d') == General {
		text += " as " + sized("u", r.Bits) + " as u64"
	}
	return text
}

// floatKinds are the types of operands that a name ends with, where they are no integers.
var floatKinds = map[string]string{"ps": "ps", "ss": "ps", "f32x4": "ps", "pd": "pd", "sd": "pd", "f64x2": "pd"}

func prefixOf(bits int) string {
	if bits == 128 {
		return ""
	}
	return strconv.Itoa(bits)
}

// intrinsicConstant is a constant vector as an intrinsic: in bytes, or in words of 32 bits if it is 512 bits wide, for which there is no other in this order.
func intrinsicConstant(c lane.Const, bits int) string {
	width := 8
	if bits == 512 {
		width = 32
	}
	words := make([]string, bits/width)
	for i := range words {
		v, _ := c.Slice(width*i, width).Uint64()
		if width == 8 {
			words[i] = strconv.Itoa(int(int8(v)))
		} else {
			words[i] = strconv.Itoa(int(int32(v)))
		}
	}
	return fmt.Sprintf("_mm%s_setr_epi%d(%s)", prefixOf(bits), width, strings.Join(words, ", "))
}
