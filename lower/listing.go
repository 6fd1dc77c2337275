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
	lines := make([]string, 0, len(sched.code))
	for i := range sched.code {
		lines = append(lines, sched.code[i].lines(listed(&sched.code[i], r.Code, t))...)
	}
	return lines
}

// listed is one line, in which memory is named after sources and the result.
func listed(in *instruction, ops []Op, t *target.Target) string {
	return listedAt(in, ops, t, func(o *Op) string { return t.Address(o.At.name(), o.At.Offset) })
}

// listedAt is one line, in which memory is written so.
func listedAt(in *instruction, ops []Op, t *target.Target, address func(o *Op) string) string {
	switch {
	case in.mode.Bits > 0:
		return in.mode.Text()
	case in.way == stored:
		return t.Stored(in.file, in.from, in.whole, in.slot)
	case in.way == reloaded:
		return t.Reloaded(in.file, in.to, in.whole, in.slot)
	case in.load != nil && in.load.mask:
		return t.SetMask(in.to, in.load.value, in.load.bits)
	case in.load != nil && in.file == target.General:
		return "mov " + target.GeneralRegister(in.to, in.whole) + ", " + hexOf(in.load.value)
	case in.op < 0 && in.file == target.General:
		return "mov " + target.GeneralRegister(in.to, 64) + ", " + target.GeneralRegister(in.from, 64)
	case in.load != nil:
		return t.Spelling.Mover(in.whole) + " " + t.Register(target.Vectors, in.to, in.whole) + ", " + t.Spelling.Constant(in.load.value, in.whole)
	case in.op < 0:
		return t.Copied(in.to, in.from, in.whole)
	}
	o := &ops[in.op]
	text := o.text(func(letter byte) string {
		switch letter {
		case 'd':
			return t.Register(o.Row.FileOf(letter), in.to, o.Row.Bits)
		case 'k':
			return constantText(o, in, t)
		case 'm':
			if o.InMemory() {
				return address(o)
			}
			return t.MaskRegister(in.m)
		}
		k := strings.IndexByte(target.SourceLetters, letter)
		if o.InMemory() && k > 0 && k < o.Row.Access.Registers && !o.stores() {
			return t.Register(target.Vectors, in.to+k, o.Row.Bits)
		}
		if k < 0 || k >= len(in.args) {
			return ""
		}
		return t.Register(o.Row.FileOf(letter), in.args[k], o.Row.Src[k])
	})
	if o.Row.Implicit() {
		text += ", " + t.Register(target.Vectors, 0, o.Row.Bits)
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

// constantText is the register of the op's constant, or the constant itself where it is part of the instruction.
func constantText(o *Op, in *instruction, t *target.Target) string {
	switch x := o.Row.Index; {
	case !x.Inline:
		return t.Register(o.Row.FileOf('k'), in.k, x.Bits)
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

func hexOf(c lane.Const) string { return "0x" + c.Hex() }

// signedHex is a constant of 64 bits in an instruction of 32, whose highest bit is that of those above: -0x100. One of 32 bits is a number without a sign.
func signedHex(c lane.Const, bits int) string {
	if v, _ := c.Uint64(); bits == 64 && int64(v) < 0 {
		return fmt.Sprintf("-0x%x", -v)
	}
	return hexOf(c)
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
