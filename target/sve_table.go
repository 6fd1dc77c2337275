package target

import "github.com/lanescope/lanescope/lane"

// sve is the table of SVE and SVE2, at whatever length vectors have.
var sve = []scalable{
	// Two vectors by lanes. Those of 128 bits are an extension of their own, and need vectors of 256.
	{name: "zip1", asm: "d.T, a.T, b.T", c: "svzip1_u{e}(a, b)", code: "00000101 ss1 mmmmm 011000 nnnnn ddddd", at: lanesSVE, args: 2, does: lanes(func(n, _, i int) lane.Lane { return lane.From(i%2, i/2) })},
	{name: "zip2", asm: "d.T, a.T, b.T", c: "svzip2_u{e}(a, b)", code: "00000101 ss1 mmmmm 011001 nnnnn ddddd", at: lanesSVE, args: 2, does: lanes(func(n, _, i int) lane.Lane { return lane.From(i%2, n/2+i/2) })},
	{name: "uzp1", asm: "d.T, a.T, b.T", c: "svuzp1_u{e}(a, b)", code: "00000101 ss1 mmmmm 011010 nnnnn ddddd", at: lanesSVE, args: 2, does: lanes(func(n, _, i int) lane.Lane { return lane.From(2*i/n, 2*i%n) })},
	{name: "uzp2", asm: "d.T, a.T, b.T", c: "svuzp2_u{e}(a, b)", code: "00000101 ss1 mmmmm 011011 nnnnn ddddd", at: lanesSVE, args: 2, does: lanes(func(n, _, i int) lane.Lane { return lane.From(2*i/n, 2*i%n+1) })},
	{name: "trn1", asm: "d.T, a.T, b.T", c: "svtrn1_u{e}(a, b)", code: "00000101 ss1 mmmmm 011100 nnnnn ddddd", at: lanesSVE, args: 2, does: lanes(func(_, _, i int) lane.Lane { return lane.From(i%2, i&^1) })},
	{name: "trn2", asm: "d.T, a.T, b.T", c: "svtrn2_u{e}(a, b)", code: "00000101 ss1 mmmmm 011101 nnnnn ddddd", at: lanesSVE, args: 2, does: lanes(func(_, _, i int) lane.Lane { return lane.From(i%2, i|1) })},
	{name: "zip1", asm: "d.T, a.T, b.T", c: "svzip1q_u64(a, b)", code: "00000101 101 mmmmm 000000 nnnnn ddddd", at: "q", args: 2, needs: F64MM, does: lanes(func(n, _, i int) lane.Lane { return lane.From(i%2, i/2) })},
	{name: "zip2", asm: "d.T, a.T, b.T", c: "svzip2q_u64(a, b)", code: "00000101 101 mmmmm 000001 nnnnn ddddd", at: "q", args: 2, needs: F64MM, does: lanes(func(n, _, i int) lane.Lane { return lane.From(i%2, n/2+i/2) })},
	{name: "uzp1", asm: "d.T, a.T, b.T", c: "svuzp1q_u64(a, b)", code: "00000101 101 mmmmm 000010 nnnnn ddddd", at: "q", args: 2, needs: F64MM, does: lanes(func(n, _, i int) lane.Lane { return lane.From(2*i/n, 2*i%n) })},
	{name: "uzp2", asm: "d.T, a.T, b.T", c: "svuzp2q_u64(a, b)", code: "00000101 101 mmmmm 000011 nnnnn ddddd", at: "q", args: 2, needs: F64MM, does: lanes(func(n, _, i int) lane.Lane { return lane.From(2*i/n, 2*i%n+1) })},
	{name: "trn1", asm: "d.T, a.T, b.T", c: "svtrn1q_u64(a, b)", code: "00000101 101 mmmmm 000110 nnnnn ddddd", at: "q", args: 2, needs: F64MM, does: lanes(func(_, _, i int) lane.Lane { return lane.From(i%2, i&^1) })},
	{name: "trn2", asm: "d.T, a.T, b.T", c: "svtrn2q_u64(a, b)", code: "00000101 101 mmmmm 000111 nnnnn ddddd", at: "q", args: 2, needs: F64MM, does: lanes(func(_, _, i int) lane.Lane { return lane.From(i%2, i|1) })},
	{name: "ext", asm: "d.T, {a.T, b.T}, #i", c: "svext_u{e}(a, b, i)", code: "00000101 011 iiiii 000 iii nnnnn ddddd", at: "b", args: 2, needs: SVE2, consecutive: true, does: eachLane(func(n, v, i int) lane.Lane { return lane.From((i+v)/n, (i+v)%n) })},
	{name: "ext", asm: "d.T, d.T, b.T, #i", c: "svext_u{e}(a, b, i)", code: "00000101 001 iiiii 000 iii nnnnn ddddd", at: "b", args: 2, ties: withA, does: eachLane(func(n, v, i int) lane.Lane { return lane.From((i+v)/n, (i+v)%n) })},

	// One vector.
	{name: "rev", asm: "d.T, a.T", c: "svrev_u{e}(a)", code: "00000101 ss 111000 001110 nnnnn ddddd", at: lanesSVE, args: 1, does: lanes(func(n, _, i int) lane.Lane { return a(n - 1 - i) })},
	{name: "dup", asm: "d.T, a.T[i]", c: "svdup_lane_u{e}(a, i)", code: "00000101 {index} 001000 nnnnn ddddd", at: lanesSVE, args: 1, does: eachLane(func(_, v, _ int) lane.Lane { return a(v) })},
	{name: "dup", asm: "d.T, a.T[i]", c: "svdupq_lane_u64(a, i)", code: "00000101 {index} 001000 nnnnn ddddd", at: "q", args: 1, does: eachLane(func(_, v, _ int) lane.Lane { return a(v) })},
	{name: "insr", asm: "d.T, B", c: "svinsr_n_u{e}(a, svlastb_u{e}(svptrue_pat_b{e}(SV_VL1), b))", code: "00000101 ss 110100 001110 nnnnn ddddd", at: lanesSVE, args: 2, ties: withA, does: lanes(func(_, _, i int) lane.Lane {
		if i == 0 {
			return b(0)
		}
		return a(i - 1)
	})},
	{name: "insr", asm: "d.T, wzr", c: "svinsr_n_u{e}(a, 0)", code: "00000101 ss 100100 001110 11111 ddddd", at: "b h s", args: 1, ties: withA, does: lanes(func(n, _, i int) lane.Lane { return within(i-1, n, a) })},
	{name: "insr", asm: "d.T, xzr", c: "svinsr_n_u{e}(a, 0)", code: "00000101 ss 100100 001110 11111 ddddd", at: "d", args: 1, ties: withA, does: lanes(func(n, _, i int) lane.Lane { return within(i-1, n, a) })},

	// By a constant: of one or two registers, lanes out of range being zero or kept.
	{name: "tbl", asm: "d.T, {a.T}, k.T", c: "svtbl_u{e}(a, k)", code: "00000101 ss1 mmmmm 001100 nnnnn ddddd", at: lanesSVE, args: 1, does: tableOfLanes(1, false)},
	{name: "tbl", asm: "d.T, {a.T, b.T}, k.T", c: "svtbl2_u{e}(svcreate2_u{e}(a, b), k)", code: "00000101 ss1 mmmmm 001010 nnnnn ddddd", at: lanesSVE, args: 2, needs: SVE2, consecutive: true, does: tableOfLanes(2, false)},
	{name: "tbx", asm: "d.T, b.T, k.T", c: "svtbx_u{e}(a, b, k)", code: "00000101 ss1 mmmmm 001011 nnnnn ddddd", at: lanesSVE, args: 2, ties: withA, needs: SVE2, does: tableOfLanes(1, true)},

	// By a predicate, of which each lane has a bit.
	{name: "sel", asm: "d.T, m, a.T, b.T", c: "svsel_u{e}(m, a, b)", code: "00000101 ss1 mmmmm 11 pppp nnnnn ddddd", at: lanesSVE, args: 2, does: ruled(func(_, i int) lane.Lane { return a(i) }, b)},
	{name: "mov", asm: "d.T, m/m, #0", c: "svdup_n_u{e}_m(a, m, 0)", code: "00000101 ss01 pppp 01000000000 ddddd", at: lanesSVE, args: 1, ties: withA, does: ruled(func(int, int) lane.Lane { return zero() }, a)},
	{name: "mov", asm: "d.T, m/m, #-1", c: "svdup_n_u{e}_m(a, m, (uint{e}_t)-1)", code: "00000101 ss01 pppp 01011111111 ddddd", at: lanesSVE, args: 1, ties: withA, does: func(t arrangement) does {
		return ruled(func(int, int) lane.Lane { return lane.Fixed(lane.Ones(t.elem)) }, a)(t)
	}},
	{name: "splice", asm: "d.T, m, {a.T, b.T}", c: "svsplice_u{e}(m, a, b)", code: "00000101 ss 101101 100 ppp nnnnn ddddd", at: lanesSVE, args: 2, needs: SVE2, consecutive: true, does: func(t arrangement) does { return splice{t.elem} }},
	{name: "splice", asm: "d.T, m, d.T, b.T", c: "svsplice_u{e}(m, a, b)", code: "00000101 ss 101100 100 ppp nnnnn ddddd", at: lanesSVE, args: 2, ties: withA, does: func(t arrangement) does { return splice{t.elem} }},
	{name: "compact", asm: "d.T, m, a.T", c: "svcompact_u{e}(m, a)", code: "00000101 ss 100001 100 ppp nnnnn ddddd", at: "s d", args: 1, does: func(t arrangement) does { return compress{elem: t.elem} }},
	{name: "revb", asm: "d.T, m/m, b.T", c: "svrevb_u{e}_m(a, m, b)", code: "00000101 ss 100100 100 ppp nnnnn ddddd", at: "h s d", args: 2, ties: withA, does: reversed(8)},
	{name: "revh", asm: "d.T, m/m, b.T", c: "svrevh_u{e}_m(a, m, b)", code: "00000101 ss 100101 100 ppp nnnnn ddddd", at: "s d", args: 2, ties: withA, does: reversed(16)},
	{name: "revw", asm: "d.T, m/m, b.T", c: "svrevw_u{e}_m(a, m, b)", code: "00000101 ss 100110 100 ppp nnnnn ddddd", at: "d", args: 2, ties: withA, does: reversed(32)},
	{name: "rbit", asm: "d.T, m/m, b.T", c: "svrbit_u{e}_m(a, m, b)", code: "00000101 ss 100111 100 ppp nnnnn ddddd", at: lanesSVE, args: 2, ties: withA, does: reversed(1)},
	{name: "uxtb", asm: "d.T, m/m, b.T", c: "svextb_u{e}_m(a, m, b)", code: "00000100 ss 010001 101 ppp nnnnn ddddd", at: "h s d", args: 2, ties: withA, does: extended(8)},
	{name: "uxth", asm: "d.T, m/m, b.T", c: "svexth_u{e}_m(a, m, b)", code: "00000100 ss 010011 101 ppp nnnnn ddddd", at: "s d", args: 2, ties: withA, does: extended(16)},
	{name: "uxtw", asm: "d.T, m/m, b.T", c: "svextw_u{e}_m(a, m, b)", code: "00000100 ss 010101 101 ppp nnnnn ddddd", at: "d", args: 2, ties: withA, does: extended(32)},

	// Bits by a constant.
	{name: "bsl", asm: "d.T, d.T, b.T, k.T", c: "svbsl_u{e}(a, b, k)", code: "00000100 001 nnnnn 001111 mmmmm ddddd", at: "d", args: 2, ties: withA, needs: SVE2, does: pickBits(1)},
	{name: "and", asm: "d.T, a.T, k.T", c: "svand_u{e}_x(svptrue_b{e}(), a, k)", code: "00000100 001 mmmmm 001100 nnnnn ddddd", at: "d", args: 1, does: always(keepBits(1))},
	{name: "bic", asm: "d.T, a.T, k.T", c: "svbic_u{e}_x(svptrue_b{e}(), a, k)", code: "00000100 111 mmmmm 001100 nnnnn ddddd", at: "d", args: 1, does: always(keepBits(0))},
	{name: "orr", asm: "d.T, a.T, k.T", c: "svorr_u{e}_x(svptrue_b{e}(), a, k)", code: "00000100 011 mmmmm 001100 nnnnn ddddd", at: "d", args: 1, does: always(setBits)},
	{name: "bext", asm: "d.T, a.T, k.T", c: "svbext_u{e}(a, k)", code: "01000101 ss0 mmmmm 101100 nnnnn ddddd", at: lanesSVE, args: 1, needs: SVE2BitPerm, does: func(t arrangement) does { return inLanes{Compress, t.elem} }},
	{name: "bdep", asm: "d.T, a.T, k.T", c: "svbdep_u{e}(a, k)", code: "01000101 ss0 mmmmm 101101 nnnnn ddddd", at: lanesSVE, args: 1, needs: SVE2BitPerm, does: func(t arrangement) does { return inLanes{Expand, t.elem} }},
	{name: "bgrp", asm: "d.T, a.T, k.T", c: "svbgrp_u{e}(a, k)", code: "01000101 ss0 mmmmm 101110 nnnnn ddddd", at: lanesSVE, args: 1, needs: SVE2BitPerm, does: func(t arrangement) does { return inLanes{Group, t.elem} }},

	// Bits by a mask in the instruction; see bitmasks for which.
	{name: "and", asm: "d.T, d.T, #i", c: "svand_n_u{e}_x(svptrue_b{e}(), a, i)", code: "00000101 100000 iiiiiiiiiiiii ddddd", at: lanesSVE, args: 1, ties: withA, does: byBitmask(func(bit, i int) lane.Lane { return either(bit, a(i), zero()) })},
	{name: "orr", asm: "d.T, d.T, #i", c: "svorr_n_u{e}_x(svptrue_b{e}(), a, i)", code: "00000101 000000 iiiiiiiiiiiii ddddd", at: lanesSVE, args: 1, ties: withA, does: byBitmask(func(bit, i int) lane.Lane { return either(bit, lane.Fixed(lane.ConstOf(1)), a(i)) })},

	// Shifts; with insertion into what was there.
	{name: "lsl", asm: "d.T, a.T, #i", c: "svlsl_n_u{e}_x(svptrue_b{e}(), a, i)", code: "00000100 {left} 100111 nnnnn ddddd", at: lanesSVE, args: 1, does: shifted(0, left)},
	{name: "lsr", asm: "d.T, a.T, #i", c: "svlsr_n_u{e}_x(svptrue_b{e}(), a, i)", code: "00000100 {right} 100101 nnnnn ddddd", at: lanesSVE, args: 1, does: shifted(1, right)},
	{name: "sli", asm: "d.T, b.T, #i", c: "svsli_n_u{e}(a, b, i)", code: "01000101 {left into} 111101 nnnnn ddddd", at: lanesSVE, args: 2, ties: withA, needs: SVE2, does: shifted(0, leftInto)},
	{name: "sri", asm: "d.T, b.T, #i", c: "svsri_n_u{e}(a, b, i)", code: "01000101 {right into} 111100 nnnnn ddddd", at: lanesSVE, args: 2, ties: withA, needs: SVE2, does: shifted(1, rightInto)},

	// Widening and narrowing: of halves, and of every other lane.
	{name: "uunpklo", asm: "d.W, a.T", c: "svunpklo_u{w}(a)", code: "00000101 {ww} 110010 001110 nnnnn ddddd", at: "b h s", args: 1, does: lanes(func(_, _, i int) lane.Lane { return either(i, zero(), a(i/2)) })},
	{name: "uunpkhi", asm: "d.W, a.T", c: "svunpkhi_u{w}(a)", code: "00000101 {ww} 110011 001110 nnnnn ddddd", at: "b h s", args: 1, does: lanes(func(n, _, i int) lane.Lane { return either(i, zero(), a(n/2+i/2)) })},
	{name: "ushllb", asm: "d.W, a.T, #i", c: "svshllb_n_u{w}(a, i)", code: "01000101 0{wide left} 101010 nnnnn ddddd", at: "b h s", args: 1, needs: SVE2, does: everyOther(0, func(n, v, i int) lane.Lane { return within(i-v, n/2, a) })},
	{name: "ushllt", asm: "d.W, a.T, #i", c: "svshllt_n_u{w}(a, i)", code: "01000101 0{wide left} 101011 nnnnn ddddd", at: "b h s", args: 1, needs: SVE2, does: everyOther(0, func(n, v, i int) lane.Lane {
		return within(i-v, n/2, func(i int) lane.Lane { return a(n/2 + i) })
	})},
	{name: "shrnb", asm: "d.T, a.W, #i", c: "svshrnb_n_u{w}(a, i)", code: "01000101 0{narrow right} 000100 nnnnn ddddd", at: "b h s", args: 1, needs: SVE2, does: everyOther(1, func(n, v, i int) lane.Lane { return within(i, n/2, func(i int) lane.Lane { return a(i + v) }) })},
	{name: "shrnt", asm: "d.T, b.W, #i", c: "svshrnt_n_u{w}(a, b, i)", code: "01000101 0{narrow right} 000101 nnnnn ddddd", at: "b h s", args: 2, ties: withA, needs: SVE2, does: everyOther(1, func(n, v, i int) lane.Lane {
		if i < n/2 {
			return a(i)
		}
		return b(i - n/2 + v)
	})},

	// Two vectors of which something is known.
	{name: "orr", asm: "d.T, a.T, b.T", c: "svorr_u{e}_x(svptrue_b{e}(), a, b)", code: "00000100 011 mmmmm 001100 nnnnn ddddd", at: "d", args: 2, does: always(orUnion)},
	{name: "and", asm: "d.T, a.T, b.T", c: "svand_u{e}_x(svptrue_b{e}(), a, b)", code: "00000100 001 mmmmm 001100 nnnnn ddddd", at: "d", args: 2, does: always(andUnion)},
	{name: "bic", asm: "d.T, a.T, b.T", c: "svbic_u{e}_x(svptrue_b{e}(), a, b)", code: "00000100 111 mmmmm 001100 nnnnn ddddd", at: "d", args: 2, does: always(bicUnion)},

	// Of nothing.
	{name: "mov", asm: "d.T, #i", c: "svdup_n_u{e}(i)", code: "00100101 ss 111000 110 iiiiiiii ddddd", at: "b", args: 0, does: func(arrangement) does {
		return move{8, 8, 256, func(_, v, _ int) lane.Lane { return lane.Fixed(lane.ConstOf(uint64(v))) }}
	}},
	{name: "dupm", asm: "d.T, #i", c: "svdup_n_u{e}(i)", code: "00000101 110000 iiiiiiiiiiiii ddddd", at: "h s d", args: 0, does: byBitmask(func(bit, _ int) lane.Lane { return either(bit, lane.Fixed(lane.ConstOf(1)), zero()) })},
}

// lanesSVE are the lanes that most instructions have.
const lanesSVE = "b h s d"
