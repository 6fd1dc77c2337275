package target

import "github.com/lanescope/lanescope/lane"

// scalars is the table of what x86 does in general registers, each of 64 and of 32 bits. What crosses between them and vectors stands in the table of those.
//
// Not here: what moves only some values of a program (add, lea and imul where no carry is), what reads or writes a part of a register (rol ax, 8; movzx of ah), and what
// another row does of a constant: pext and and what bextr and bzhi do of a number in a register, shl what shlx does, rol what ror does.
var scalars = []scalar{
	// Bits by an immediate.
	{name: "shl", asm: "d=a, i", code: "MI C1 /4 ib", needs: onX86, does: shiftWhole{left}, c: "a << i"},
	{name: "shr", asm: "d=a, i", code: "MI C1 /5 ib", needs: onX86, does: shiftWhole{right}, c: "a >> i"},
	{name: "rol", asm: "d=a, i", code: "MI C1 /0 ib", needs: onX86, does: shiftWhole{rotateLeft}, c: "a << i | a >> (W - i)", rust: "a.rotate_left(i)"},
	{name: "rorx", asm: "d, a, i", code: "RMI VEX.F2.0F3A F0 /r ib", needs: BMI2, does: shiftWhole{rotateRight}, c: "a >> i | a << (W - i)", rust: "a.rotate_right(i)"},
	{name: "shld", asm: "d=a, b, i", code: "MRI 0F A4 /r ib", needs: onX86, does: shiftWhole{doubleLeft}, c: "a << i | b >> (W - i)"},
	{name: "shrd", asm: "d=a, b, i", code: "MRI 0F AC /r ib", needs: onX86, does: shiftWhole{doubleRight}, c: "a >> i | b << (W - i)"},
	{name: "btr", asm: "d=a, i", code: "MI 0F BA /6 ib", needs: onX86, does: oneBit(zero()), c: "a & ~(1ull << i)", rust: "a & !(1 << i)"},
	{name: "bts", asm: "d=a, i", code: "MI 0F BA /5 ib", needs: onX86, does: oneBit(lane.Fixed(lane.ConstOf(1))), c: "a | 1ull << i", rust: "a | 1 << i"},

	// Bytes.
	{name: "bswap", asm: "d=a", code: "O 0F C8+rd", needs: onX86, does: move{8, 0, 0, func(n, _, i int) lane.Lane { return a(n - 1 - i) }}, c: "_bswap64(a)", rust: "a.swap_bytes()", c32: "_bswap(a)"},
	{name: "mov", asm: "d, a", code: "RM 8B /r", needs: onX86, only: 32, does: still{}, c: "a"}, // of 64 bits it is a copy
	{name: "movzx", asm: "d, a", code: "RM 0F B6 /r", needs: onX86, only: 32, from: 8, does: alone(8), c: "(unsigned char)a", rust: "a & 0xff"},
	{name: "movzx", asm: "d, a", code: "RM 0F B7 /r", needs: onX86, only: 32, from: 16, does: alone(16), c: "(unsigned short)a", rust: "a & 0xffff"},

	// Bits by a constant: the two that close gaps and open them, and those that clear and set. The last two have it in the instruction.
	{name: "pext", asm: "d, a, k", code: "RVM VEX.F3.0F38 F5 /r", needs: BMI2, does: compress{1, false}, c: "_pext_uW(a, k)"},
	{name: "pdep", asm: "d, a, k", code: "RVM VEX.F2.0F38 F5 /r", needs: BMI2, does: expand{1, false}, c: "_pdep_uW(a, k)"},
	{name: "and", asm: "d=a, k", code: "RM 23 /r", needs: onX86, does: keepBits(1), c: "a & k"},
	{name: "andn", asm: "d, k, a", code: "RVM VEX.0F38 F2 /r", needs: BMI1, does: keepBits(0), c: "~k & a", rust: "!k & a"},
	{name: "or", asm: "d=a, k", code: "RM 0B /r", needs: onX86, does: setBits, c: "a | k"},
	{name: "and", asm: "d=a, k", code: "MI 81 /4 id", needs: onX86, does: signExtended{keepBits(1)}, c: "a & k"},
	{name: "or", asm: "d=a, k", code: "MI 81 /1 id", needs: onX86, does: signExtended{setBits}, c: "a | k"},

	// Two registers of which something is known.
	{name: "or", asm: "d=a, b", code: "RM 0B /r", needs: onX86, does: orUnion, c: "a | b"},
	{name: "and", asm: "d=a, b", code: "RM 23 /r", needs: onX86, does: andUnion, c: "a & b"},
	{name: "andn", asm: "d, a, b", code: "RVM VEX.0F38 F2 /r", needs: BMI1, does: andNotUnion, c: "~a & b", rust: "!a & b"},

	// Of nothing.
	{name: "xor", asm: "d, d", code: "RM 33 /r", needs: onX86, only: 32, does: move{8, 0, 0, func(_, _, _ int) lane.Lane { return zero() }}, c: "0"},
}

// shiftWhole is a shift of the whole register, whatever its size; one by 0 is none.
type shiftWhole struct {
	cell func(n, v, i int) lane.Lane
}

func (d shiftWhole) fill(r *Row) {
	shift{elem: r.Bits, first: 1, values: r.Bits - 1, cell: d.cell}.fill(r)
}

// oneBit puts a constant in the place of a bit.
func oneBit(l lane.Lane) move {
	return move{1, 0, some, func(_, v, i int) lane.Lane {
		if i == v {
			return l
		}
		return a(i)
	}}
}

// signExtended is a look whose constant is in the instruction. It has 32 bits there, and the highest also rules what is above.
type signExtended struct{ look }

func (d signExtended) fill(r *Row) {
	d.inline = true
	if r.Bits == 32 {
		d.look.fill(r)
		return
	}
	d.fieldOf = func(i int) int { return min(i, 31) }
	d.look.fill(r)
	solve := r.Index.Solve
	r.Index.Solve = func(want lane.Map) (lane.Const, bool) {
		k, ok := solve(want)
		low, _ := k.Uint64()
		return lane.ConstOf(uint64(int64(int32(low)))), ok
	}
}
