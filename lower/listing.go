package lower

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Listing is the sequence as a listing shows it, in Intel's order of operands, an instruction a string, the loads of constants and the copies among
// them. The inputs are in the first registers, in their order.
//
//	pshufd xmm2, xmm0, 78
//	movdqa xmm3, _mm_setr_epi8(0, 1, 2, 3, …)
func (r *Result) Listing(t *target.Target) []string {
	sched := r.registers()
	lines := make([]string, len(sched.code))
	for i := range sched.code {
		lines[i] = listed(&sched.code[i], r.Code, t)
	}
	return lines
}

// listed is one line.
func listed(in *instruction, ops []Op, t *target.Target) string {
	switch {
	case in.load != nil && in.load.mask:
		return fmt.Sprintf("kmov%s k%d, %s", maskSuffix(in.load.bits), in.to, hexOf(in.load.value))
	case in.load != nil && in.file == target.General:
		return "mov " + target.GeneralRegister(in.to, in.whole) + ", " + hexOf(in.load.value)
	case in.op < 0 && in.file == target.General:
		return "mov " + target.GeneralRegister(in.to, 64) + ", " + target.GeneralRegister(in.from, 64)
	case in.load != nil:
		return mover(t, in.whole) + " " + register(t, in.to, in.whole) + ", " + vectorText(in.load.value, in.whole, t)
	case in.op < 0:
		return mover(t, in.whole) + " " + register(t, in.to, in.whole) + ", " + register(t, in.from, in.whole)
	}
	o := &ops[in.op]
	text := o.text(func(letter byte) string {
		switch letter {
		case 'd':
			return operand(t, o.Row, letter, in.to, o.Row.Bits)
		case 'k':
			return constantText(o, in, t)
		case 'm':
			return fmt.Sprintf("k%d", in.m)
		}
		k := strings.IndexByte(target.SourceLetters, letter)
		if k < 0 || k >= len(in.args) {
			return ""
		}
		return operand(t, o.Row, letter, in.args[k], o.Row.Src[k])
	})
	if implicitConstant(o.Row) {
		text += ", " + register(t, 0, o.Row.Bits)
	}
	return text
}

// text is the op as a line of a listing.
func (o *Op) text(operand func(letter byte) string) string {
	if o.Form == Plain {
		return o.Row.Text(o.Imm, operand)
	}
	return o.Row.MaskedText(o.Imm, o.Form == Zeroed, operand)
}

// operand is the register that stands for a letter of a row.
func operand(t *target.Target, row *target.Row, letter byte, r, bits int) string {
	if row.FileOf(letter) == target.General {
		return target.GeneralRegister(r, bits)
	}
	return register(t, r, bits)
}

// constantText is the register of the op's constant, or the constant itself where it is part of the instruction.
func constantText(o *Op, in *instruction, t *target.Target) string {
	switch x := o.Row.Index; {
	case !x.Inline:
		return operand(t, o.Row, 'k', in.k, x.Bits)
	case o.Row.FileOf('k') == target.General:
		return signedHex(o.Const, x.Bits)
	}
	bytes := constantBytes(o.Const, o.Row.Index.Bits)
	words := make([]string, len(bytes))
	for i, b := range bytes {
		words[i] = fmt.Sprint(b)
	}
	return strings.Join(words, " ")
}

func maskSuffix(bits int) string {
	switch {
	case bits <= 16:
		return "w"
	case bits <= 32:
		return "d"
	}
	return "q"
}

func hexOf(c lane.Const) string { return "0x" + c.Hex() }

// signedHex is a constant of 64 bits in an instruction of 32, whose highest bit is that of those above: -0x100. One of 32 bits is a number without a sign.
func signedHex(c lane.Const, bits int) string {
	if v, _ := c.Uint64(); bits == 64 && int64(v) < 0 {
		return fmt.Sprintf("-0x%x", -v)
	}
	return hexOf(c)
}

// register is the name of a register where that many bits of it are meant.
func register(t *target.Target, r, bits int) string {
	switch {
	case t.Has&target.NEON != 0:
		return fmt.Sprintf("v%d", r)
	case t.Has&target.SIMD128 != 0:
		return fmt.Sprintf("$%d", r)
	case bits <= 128:
		return fmt.Sprintf("xmm%d", r)
	case bits <= 256:
		return fmt.Sprintf("ymm%d", r)
	}
	return fmt.Sprintf("zmm%d", r)
}

// mover is the instruction that copies a register or loads a constant.
func mover(t *target.Target, bits int) string {
	switch {
	case t.Has&(target.NEON|target.SIMD128) != 0:
		return "mov"
	case t.Has&target.AVX == 0:
		return "movdqa"
	case bits > 256:
		return "vmovdqa64"
	}
	return "vmovdqa"
}

// constantBytes are the bytes of a constant vector.
func constantBytes(c lane.Const, bits int) []byte {
	b := make([]byte, bits/8)
	for i := range b {
		v, _ := c.Slice(8*i, 8).Uint64()
		b[i] = byte(v)
	}
	return b
}

// vectorText is a constant vector: as an intrinsic on x86, in words of 32 bits if it is 512 bits wide, for which there is no other in this order.
func vectorText(c lane.Const, bits int, t *target.Target) string {
	if t.Has&(target.NEON|target.SIMD128) != 0 {
		return "0x" + c.Hex()
	}
	return intrinsicVector(c, bits)
}

func intrinsicVector(c lane.Const, bits int) string {
	width, prefix := 8, ""
	switch bits {
	case 256:
		prefix = "256"
	case 512:
		width, prefix = 32, "512"
	}
	words := make([]string, bits/width)
	for i := range words {
		v, _ := c.Slice(width*i, width).Uint64()
		if width == 8 {
			words[i] = fmt.Sprint(int8(v))
		} else {
			words[i] = fmt.Sprint(int32(v))
		}
	}
	return fmt.Sprintf("_mm%s_setr_epi%d(%s)", prefix, width, strings.Join(words, ", "))
}
