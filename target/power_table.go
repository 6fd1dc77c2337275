package target

import (
	"strconv"

	"github.com/lanescope/lanescope/lane"
)

// power is the table. Cells have the manual's numbers: see highestFirst.
var power = []powerEntry{
	// Any bytes of two registers, by a constant: vperm counts from the highest byte, vpermr from the lowest.
	{name: "vperm", asm: "d, a, b, k", code: "4:6 ddddd aaaaa bbbbb kkkkk 43:6", c: "vec_perm(b, a, ~k)", args: 2, does: bytesBy(func(v int) lane.Lane { return lane.From(v/16, v%16) })},
	{name: "vpermr", asm: "d, a, b, k", code: "4:6 ddddd aaaaa bbbbb kkkkk 59:6", c: "vec_perm(b, a, k)", args: 2, does: bytesBy(func(v int) lane.Lane { return lane.From(1-v/16, 15-v%16) })},
	{name: "xxperm", asm: "D=A, B, K", code: "60:6 ddddd bbbbb kkkkk 26:8 111", c: "vec_perm(a, b, ~k)", args: 2, does: bytesBy(func(v int) lane.Lane { return lane.From(1-v/16, v%16) })},
	{name: "xxpermr", asm: "D=A, B, K", code: "60:6 ddddd bbbbb kkkkk 58:8 111", c: "vec_perm(a, b, k)", args: 2, does: bytesBy(func(v int) lane.Lane { return lane.From(v/16, 15-v%16) })},

	// Two registers by an immediate.
	{name: "xxpermdi", asm: "D, A, B, i", code: "60:6 ddddd aaaaa bbbbb 0ii 10:5 111", c: "vec_xxpermdi(b.d, a.d, I)", little: doublewordsFromBelow, args: 2, does: moveHighest(64, 4, func(_, v, i int) lane.Lane { return lane.From(i, v>>(1-i)&1) })},
	{name: "xxsldwi", asm: "D, A, B, i", code: "60:6 ddddd aaaaa bbbbb 0ii 2:5 111", c: "vec_sldw(a.w, b.w, i)", args: 2, does: window(32, 4)},
	{name: "vsldoi", asm: "d, a, b, i", code: "4:6 ddddd aaaaa bbbbb 0iiii 44:6", c: "vec_sld(a, b, i)", args: 2, does: window(8, 16)},

	// Two registers in turn.
	{name: "vmrghb", asm: "d, a, b", code: "4:6 ddddd aaaaa bbbbb 12:11", c: "vec_mergel(b, a)", args: 2, does: merge(8, 0)},
	{name: "vmrghh", asm: "d, a, b", code: "4:6 ddddd aaaaa bbbbb 76:11", c: "vec_mergel(b.h, a.h)", args: 2, does: merge(16, 0)},
	{name: "vmrghw", asm: "d, a, b", code: "4:6 ddddd aaaaa bbbbb 140:11", c: "vec_mergel(b.w, a.w)", args: 2, does: merge(32, 0)},
	{name: "vmrglb", asm: "d, a, b", code: "4:6 ddddd aaaaa bbbbb 268:11", c: "vec_mergeh(b, a)", args: 2, does: merge(8, 1)},
	{name: "vmrglh", asm: "d, a, b", code: "4:6 ddddd aaaaa bbbbb 332:11", c: "vec_mergeh(b.h, a.h)", args: 2, does: merge(16, 1)},
	{name: "vmrglw", asm: "d, a, b", code: "4:6 ddddd aaaaa bbbbb 396:11", c: "vec_mergeh(b.w, a.w)", args: 2, does: merge(32, 1)},
	{name: "vmrgew", asm: "d, a, b", code: "4:6 ddddd aaaaa bbbbb 1932:11", c: "vec_mergeo(b.w, a.w)", args: 2, does: moveHighest(32, 0, func(_, _, i int) lane.Lane { return lane.From(i%2, i&^1) })},
	{name: "vmrgow", asm: "d, a, b", code: "4:6 ddddd aaaaa bbbbb 1676:11", c: "vec_mergee(b.w, a.w)", args: 2, does: moveHighest(32, 0, func(_, _, i int) lane.Lane { return lane.From(i%2, i|1) })},
	{name: "vpkuhum", asm: "d, a, b", code: "4:6 ddddd aaaaa bbbbb 14:11", c: "vec_pack(b.h, a.h)", args: 2, does: lowerParts(8)},
	{name: "vpkuwum", asm: "d, a, b", code: "4:6 ddddd aaaaa bbbbb 78:11", c: "vec_pack(b.w, a.w)", args: 2, does: lowerParts(16)},
	{name: "vpkudum", asm: "d, a, b", code: "4:6 ddddd aaaaa bbbbb 1102:11", c: "vec_pack(b.d, a.d)", args: 2, does: lowerParts(32)},

	// One element, everywhere or alone.
	{name: "vspltb", asm: "d, a, i", code: "4:6 ddddd 0iiii aaaaa 524:11", c: "vec_splat(a, I)", little: fromBelow(16), args: 1, does: everywhere(8)},
	{name: "vsplth", asm: "d, a, i", code: "4:6 ddddd 00iii aaaaa 588:11", c: "vec_splat(a.h, I)", little: fromBelow(8), args: 1, does: everywhere(16)},
	{name: "xxspltw", asm: "D, A, i", code: "60:6 ddddd 000ii aaaaa 164:9 11", c: "vec_splat(a.w, I)", little: fromBelow(4), args: 1, does: everywhere(32)},
	{name: "vextractub", asm: "d, a, i", code: "4:6 ddddd 0iiii aaaaa 525:11", args: 1, does: extracted(1)},
	{name: "vextractuh", asm: "d, a, i", code: "4:6 ddddd 0iiii aaaaa 589:11", args: 1, does: extracted(2)},
	{name: "xxextractuw", asm: "D, A, i", code: "60:6 ddddd 0iiii aaaaa 165:9 11", args: 1, does: extracted(4)},
	{name: "vextractd", asm: "d, a, i", code: "4:6 ddddd 0iiii aaaaa 717:11", args: 1, does: extracted(8)},
	{name: "vinsertb", asm: "d=a, b, i", code: "4:6 ddddd 0iiii bbbbb 781:11", args: 2, does: inserted(1)},
	{name: "vinserth", asm: "d=a, b, i", code: "4:6 ddddd 0iiii bbbbb 845:11", args: 2, does: inserted(2)},
	{name: "xxinsertw", asm: "D=A, B, i", code: "60:6 ddddd 0iiii bbbbb 181:9 11", args: 2, does: inserted(4)},
	{name: "vinsertd", asm: "d=a, b, i", code: "4:6 ddddd 0iiii bbbbb 973:11", args: 2, does: inserted(8)},

	// Bytes turned round.
	{name: "xxbrh", asm: "D, A", code: "60:6 ddddd 7:5 aaaaa 475:9 11", c: "vec_revb(a.h)", args: 1, does: turned(16)},
	{name: "xxbrw", asm: "D, A", code: "60:6 ddddd 15:5 aaaaa 475:9 11", c: "vec_revb(a.w)", args: 1, does: turned(32)},
	{name: "xxbrd", asm: "D, A", code: "60:6 ddddd 23:5 aaaaa 475:9 11", c: "vec_revb(a.d)", args: 1, does: turned(64)},
	{name: "xxbrq", asm: "D, A", code: "60:6 ddddd 31:5 aaaaa 475:9 11", c: "vec_revb(a.q)", args: 1, does: turned(128)},

	// Bits by a constant.
	{name: "xxsel", asm: "D, A, B, K", code: "60:6 ddddd aaaaa bbbbb kkkkk 11 1111", c: "vec_sel(a, b, k)", args: 2, does: look{lane: 1, field: 1, values: upTo(2), cell: func(_, v, i int) lane.Lane { return either(v, b(i), a(i)) }}},
	{name: "xxland", asm: "D, A, K", code: "60:6 ddddd aaaaa kkkkk 130:8 111", c: "vec_and(a, k)", args: 1, does: keepBits(1)},
	{name: "xxlandc", asm: "D, A, K", code: "60:6 ddddd aaaaa kkkkk 138:8 111", c: "vec_andc(a, k)", args: 1, does: keepBits(0)},
	{name: "xxlor", asm: "D, A, K", code: "60:6 ddddd aaaaa kkkkk 146:8 111", c: "vec_or(a, k)", args: 1, does: setBits},
	{name: "vbpermq", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 1356:11", c: "vec_bperm(a, k)", args: 1, does: bitPermute(128, 48)},
	{name: "vbpermd", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 1484:11", c: "vec_bperm(a.d, k)", args: 1, does: bitPermute(64, 56)},

	// Shifts and rotations by a constant: of elements, each by its own count; of the register by bytes; of each byte with what follows it.
	{name: "vslb", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 260:11", c: "vec_sl(a, k)", args: 1, does: rotateBy(8, left)},
	{name: "vslh", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 324:11", c: "vec_sl(a.h, k.h)", args: 1, does: rotateBy(16, left)},
	{name: "vslw", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 388:11", c: "vec_sl(a.w, k.w)", args: 1, does: rotateBy(32, left)},
	{name: "vsld", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 1476:11", c: "vec_sl(a.d, k.d)", args: 1, does: rotateBy(64, left)},
	{name: "vsrb", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 516:11", c: "vec_sr(a, k)", args: 1, does: rotateBy(8, right)},
	{name: "vsrh", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 580:11", c: "vec_sr(a.h, k.h)", args: 1, does: rotateBy(16, right)},
	{name: "vsrw", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 644:11", c: "vec_sr(a.w, k.w)", args: 1, does: rotateBy(32, right)},
	{name: "vsrd", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 1732:11", c: "vec_sr(a.d, k.d)", args: 1, does: rotateBy(64, right)},
	{name: "vrlb", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 4:11", c: "vec_rl(a, k)", args: 1, does: rotateBy(8, rotateLeft)},
	{name: "vrlh", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 68:11", c: "vec_rl(a.h, k.h)", args: 1, does: rotateBy(16, rotateLeft)},
	{name: "vrlw", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 132:11", c: "vec_rl(a.w, k.w)", args: 1, does: rotateBy(32, rotateLeft)},
	{name: "vrld", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 196:11", c: "vec_rl(a.d, k.d)", args: 1, does: rotateBy(64, rotateLeft)},
	{name: "vslo", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 1036:11", c: "vec_slo(a, k)", args: 1, does: wholeShift(8, 3, 4, left)},
	{name: "vsro", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 1100:11", c: "vec_sro(a, k)", args: 1, does: wholeShift(8, 3, 4, right)},
	{name: "vslv", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 1860:11", c: "vec_slv(a, k)", args: 1, does: look{lane: 1, field: 8, len: 3, values: upTo(8), cell: left}},
	{name: "vsrv", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 1796:11", c: "vec_srv(a, k)", args: 1, does: look{lane: 1, field: 8, len: 3, values: upTo(8), cell: right}},

	// Bits without a constant: a matrix of eight by eight, a pixel of 32 bits to one of 16, and fields of numbers with a fraction.
	{name: "vgbbd", asm: "d, a", code: "4:6 ddddd 00000 aaaaa 1292:11", c: "vec_gb(a)", args: 1, does: move{1, 64, 0, func(_, _, i int) lane.Lane { return a(i%8*8 + i/8) }}},
	{name: "vpkpx", asm: "d, a, b", code: "4:6 ddddd aaaaa bbbbb 782:11", c: "vec_packpx(b.w, a.w)", args: 2, does: moveHighest(1, 0, pixel)},
	{name: "xvabssp", asm: "D, A", code: "60:6 ddddd 00000 aaaaa 409:9 11", c: "vec_abs(a.f)", args: 1, does: sign(32, func() lane.Lane { return zero() })},
	{name: "xvabsdp", asm: "D, A", code: "60:6 ddddd 00000 aaaaa 473:9 11", c: "vec_abs(a.g)", args: 1, does: sign(64, func() lane.Lane { return zero() })},
	{name: "xvnabssp", asm: "D, A", code: "60:6 ddddd 00000 aaaaa 425:9 11", c: "vec_nabs(a.f)", args: 1, does: sign(32, func() lane.Lane { return lane.Fixed(lane.Ones(1)) })},
	{name: "xvnabsdp", asm: "D, A", code: "60:6 ddddd 00000 aaaaa 489:9 11", c: "vec_nabs(a.g)", args: 1, does: sign(64, func() lane.Lane { return lane.Fixed(lane.Ones(1)) })},
	{name: "xvcpsgnsp", asm: "D, A, B", code: "60:6 ddddd aaaaa bbbbb 208:8 111", c: "vec_cpsgn(a.f, b.f)", args: 2, does: signOf(32)},
	{name: "xvcpsgndp", asm: "D, A, B", code: "60:6 ddddd aaaaa bbbbb 240:8 111", c: "vec_cpsgn(a.g, b.g)", args: 2, does: signOf(64)},
	{name: "xvxexpsp", asm: "D, A", code: "60:6 ddddd 8:5 aaaaa 475:9 11", c: "vec_extract_exp(a.f)", args: 1, does: exponent(32, 8)},
	{name: "xvxexpdp", asm: "D, A", code: "60:6 ddddd 0:5 aaaaa 475:9 11", c: "vec_extract_exp(a.g)", args: 1, does: exponent(64, 11)},
	{name: "xviexpsp", asm: "D, A, B", code: "60:6 ddddd aaaaa bbbbb 216:8 111", c: "vec_insert_exp(a.w, b.w)", args: 2, does: withExponent(32, 8)},
	{name: "xviexpdp", asm: "D, A, B", code: "60:6 ddddd aaaaa bbbbb 248:8 111", c: "vec_insert_exp(a.d, b.d)", args: 2, does: withExponent(64, 11)},

	// Power10: bytes of two registers or zero, elements by the highest bits of a constant, windows of bits, and shifts of the whole register by bits.
	{name: "xxpermx", asm: "D, A, B, K, 0", code: "1:6 01 0000 0:20 34:6 ddddd aaaaa bbbbb kkkkk 00 1111", c: permuteOrZeroC, needs: POWER10, args: 2, does: look{lane: 8, field: 8, values: upTo(33), value: orNowhere(32), cell: highestFirst(func(_, v, _ int) lane.Lane {
		return within(v, 32, func(v int) lane.Lane { return lane.From(v/16, v%16) })
	})}},
	{name: "xxblendvb", asm: "D, A, B, K", code: "1:6 01 0000 0:20 33:6 ddddd aaaaa bbbbb kkkkk 00 1111", c: "vec_blendv(a, b, k)", needs: POWER10, args: 2, does: blendBySign(8)},
	{name: "xxblendvh", asm: "D, A, B, K", code: "1:6 01 0000 0:20 33:6 ddddd aaaaa bbbbb kkkkk 01 1111", c: "vec_blendv(a.h, b.h, k.h)", needs: POWER10, args: 2, does: blendBySign(16)},
	{name: "xxblendvw", asm: "D, A, B, K", code: "1:6 01 0000 0:20 33:6 ddddd aaaaa bbbbb kkkkk 10 1111", c: "vec_blendv(a.w, b.w, k.w)", needs: POWER10, args: 2, does: blendBySign(32)},
	{name: "xxblendvd", asm: "D, A, B, K", code: "1:6 01 0000 0:20 33:6 ddddd aaaaa bbbbb kkkkk 11 1111", c: "vec_blendv(a.d, b.d, k.d)", needs: POWER10, args: 2, does: blendBySign(64)},
	{name: "vsldbi", asm: "d, a, b, i", code: "4:6 ddddd aaaaa bbbbb 00iii 22:6", c: "vec_sldb(a, b, i)", needs: POWER10, args: 2, does: windowOfBits(func(n, v, i int) lane.Lane { return lane.From((i+v)/n, (i+v)%n) })},
	{name: "vsrdbi", asm: "d, a, b, i", code: "4:6 ddddd aaaaa bbbbb 01iii 22:6", c: "vec_srdb(a, b, i)", needs: POWER10, args: 2, does: windowOfBits(func(n, v, i int) lane.Lane { return lane.From((i+n-v)/n, (i+n-v)%n) })},
	{name: "vslq", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 261:11", c: shiftWholeC("sl"), needs: POWER10, args: 1, does: wholeShift(1, 64, 7, left)},
	{name: "vsrq", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 517:11", c: shiftWholeC("sr"), needs: POWER10, args: 1, does: wholeShift(1, 64, 7, right)},
	{name: "vrlq", asm: "d, a, k", code: "4:6 ddddd aaaaa kkkkk 5:11", c: rotateWholeC, needs: POWER10, args: 1, does: wholeShift(1, 64, 7, rotateLeft)},
	{name: "xxsplti32dx", asm: "D=A, i, 0", code: "1:6 01 0000 0:20 32:6 ddddd 000 i 1 0:16", needs: POWER10, args: 1, does: moveHighest(32, 2, func(_, v, i int) lane.Lane { return unless(i%2 == v, i) })},
	{name: "xxeval", asm: "D, A, B, C, 127", code: "1:6 01 0000 0:12 127:8 34:6 ddddd aaaaa bbbbb ccccc 01 1111", c: "vec_or(vec_or(a, b), c)", needs: POWER10, args: 3, does: orUnion}, // a | b | c

	// Two vectors of which something is known.
	{name: "xxlor", asm: "D, A, B", code: "60:6 ddddd aaaaa bbbbb 146:8 111", c: "vec_or(a, b)", args: 2, does: orUnion},
	{name: "xxland", asm: "D, A, B", code: "60:6 ddddd aaaaa bbbbb 130:8 111", c: "vec_and(a, b)", args: 2, does: andUnion},
	{name: "xxlandc", asm: "D, A, B", code: "60:6 ddddd aaaaa bbbbb 138:8 111", c: "vec_andc(a, b)", args: 2, does: bicUnion},

	// Of nothing: a number in every byte, or a small one with a sign in every element.
	{name: "xxspltib", asm: "D, i", code: "60:6 ddddd 00 iiiiiiii 360:10 1", c: "vec_splats((unsigned char)i)", does: repeated(8, 256)},
	{name: "vspltish", asm: "d, i", code: "4:6 ddddd iiiii 00000 844:11", c: "vec_splat_s16(i)", does: repeated(16, 32)},
	{name: "vspltisw", asm: "d, i", code: "4:6 ddddd iiiii 00000 908:11", c: "vec_splat_s32(i)", does: repeated(32, 32)},
}

// moveHighest is a move of the whole register with the manual's numbers.
func moveHighest(elem, values int, cell func(n, v, i int) lane.Lane) move {
	return move{elem, 0, values, highestFirst(cell)}
}

// bytesBy looks bytes up by the lowest five bits of those of the constant.
func bytesBy(of func(v int) lane.Lane) look {
	return look{lane: 8, field: 8, len: 5, values: upTo(32), cell: highestFirst(func(_, v, _ int) lane.Lane { return of(v) })}
}

// window is as many elements of both as a register has, from one on.
func window(elem, values int) move {
	return moveHighest(elem, values, func(n, v, i int) lane.Lane { return lane.From((i+v)/n, (i+v)%n) })
}

// merge takes an element of each in turn, of the higher half or the lower.
func merge(elem, half int) move {
	return moveHighest(elem, 0, func(n, _, i int) lane.Lane { return lane.From(i%2, half*n/2+i/2) })
}

// unless is zero, or element i.
func unless(zero bool, i int) lane.Lane {
	if zero {
		return lane.Zero()
	}
	return lane.From(0, i)
}

// lowerParts are the lower halves of elements that are twice as wide.
func lowerParts(elem int) move {
	return moveHighest(elem, 0, func(n, _, i int) lane.Lane { return lane.From(2*i/n, 2*i%n+1) })
}

func everywhere(elem int) move {
	return moveHighest(elem, some, func(_, v, _ int) lane.Lane { return a(v) })
}

// extracted is an element of so many bytes at any byte, which comes to the lower end of the higher half, between zeros.
func extracted(size int) move {
	return moveHighest(8, 17-size, func(_, v, i int) lane.Lane {
		return within(i-(8-size), size, func(j int) lane.Lane { return a(v + j) })
	})
}

// inserted is the way back: the element is at the lower end of the higher half of b, and goes to any byte of a.
func inserted(size int) move {
	return moveHighest(8, 17-size, func(_, v, i int) lane.Lane {
		if j := i - v; j >= 0 && j < size {
			return b(8 - size + j)
		}
		return a(i)
	})
}

// turned turns the bytes of elements round.
func turned(bits int) move {
	return move{8, bits, 0, func(n, _, i int) lane.Lane { return a(n - 1 - i) }}
}

// bitPermute makes bits from first on, of as many as a block of the constant has bytes, each that of the block which its byte names, or zero if there is none. All other bits are zero.
func bitPermute(block, first int) look {
	return look{
		lane: 1, block: block, field: 8, values: upTo(block + 1), value: orNowhere(block),
		fieldOf: func(i int) int { return block/8 - 1 - named(block, first, block-1-i) },
		cell: func(n, v, i int) lane.Lane {
			return highestFirst(func(n, v, i int) lane.Lane {
				if i < first || i >= first+block/8 {
					return zero()
				}
				return within(v, n, a)
			})(n, v, i)
		},
	}
}

// named is the byte of a block's constant that names a bit, and of a bit that is always zero any.
func named(block, first, i int) int {
	if j := i - first; j >= 0 && j < block/8 {
		return j
	}
	return i / 8
}

// wholeShift shifts all elements of a register, by a count of the constant's lowest bits from one on.
func wholeShift(elem, pos, len int, cell func(n, v, i int) lane.Lane) look {
	return look{lane: elem, field: registerBits, pos: pos, len: len, values: upTo(1 << len), cell: cell}
}

// blendBySign takes elements of b where the highest bits of the constant's are set.
func blendBySign(elem int) look {
	return look{lane: elem, field: elem, pos: elem - 1, len: 1, values: upTo(2), cell: func(_, v, i int) lane.Lane { return either(v, b(i), a(i)) }}
}

// windowOfBits is as many bits of both as a register has. It knows lanes of bits alone, as no count but zero leaves bytes whole.
func windowOfBits(cell func(n, v, i int) lane.Lane) move { return moveHighest(1, 8, cell) }

// pixel is a bit of a pixel of 1, 5, 5 and 5 bits, which are the highest of four bytes, but for the first, which is the lowest.
func pixel(_, _, i int) lane.Lane {
	word, bit := i/16, i%16
	from := 7
	if bit > 0 {
		from = 8*((bit-1)/5+1) + (bit-1)%5
	}
	return lane.From(word/4, word%4*32+from)
}

// sign replaces the highest bit of each element.
func sign(elem int, by func() lane.Lane) move {
	return move{1, elem, 0, func(n, _, i int) lane.Lane {
		if i == n-1 {
			return by()
		}
		return a(i)
	}}
}

// signOf takes it from a, and all others from b.
func signOf(elem int) move {
	return move{1, elem, 0, func(n, _, i int) lane.Lane {
		if i == n-1 {
			return a(i)
		}
		return b(i)
	}}
}

// exponent are so many bits below the sign, brought down.
func exponent(elem, size int) move {
	return move{1, elem, 0, func(n, _, i int) lane.Lane {
		return within(i, size, func(i int) lane.Lane { return a(n - 1 - size + i) })
	}}
}

// withExponent puts them back, from b into a.
func withExponent(elem, size int) move {
	return move{1, elem, 0, func(n, _, i int) lane.Lane {
		if j := i - (n - 1 - size); j >= 0 && j < size {
			return b(j)
		}
		return a(i)
	}}
}

// repeatedNumber is a number in every element. One of fewer bits than a byte has a sign.
type repeatedNumber struct{ elem, values int }

func repeated(elem, values int) repeatedNumber { return repeatedNumber{elem, values} }

func (d repeatedNumber) fill(r *Row) {
	number := func(v int) int {
		if d.values < 256 && v >= d.values/2 {
			return v - d.values
		}
		return v
	}
	move{d.elem, 0, d.values, func(_, v, _ int) lane.Lane { return lane.Fixed(lane.ConstOf(uint64(number(v))).Slice(0, d.elem)) }}.fill(r)
	r.Imm.spell = func(v int) string { return strconv.Itoa(number(v)) }
}
