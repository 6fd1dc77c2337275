package g13

import "fmt"

// arithmetic is the instructions that compute in each thread by itself.
var arithmetic = []entry{
	{
		name: "mov_imm", apart: "16", meaning: "A 16-bit immediate in every active thread.",
		bits:     "?? Dx:2 ???????????? imm:16 L D:6 0 Dt:1 1100010",
		operands: ops(op(DstOf16, "D"), op(Uint, "imm")),
		also:     []Alias{{Name: "mov"}, {Name: "ldimm"}},
	}, {
		name: "mov_imm", apart: "32", meaning: "A 32-bit immediate in every active thread.",
		bits:     "? kill Dx:2 ???????????? imm:32 L D:6 1 Dt:1 1100010",
		operands: ops(op(DstOf32, "D"), op(Uint, "imm"), op(Binary, "kill")), tail: "kill=0",
		also: []Alias{{Name: "mov", Fix: "kill=0"}, {Name: "ldimm", Fix: "kill=0"}},
	}, {
		name: "get_sr", meaning: "A special register.",
		bits:     "?? Dx:2 SRx:2 ???? SR:6 0 D:6 Dt:2 1110010",
		operands: ops(opD, op(SReg, "SR")),
		also:     []Alias{{Name: "mov"}, {Name: "mfsr"}},
	}, {
		name: "sr_thing", meaning: "Unknown; like get_sr, and perhaps a write.",
		bits:     "?? Dx:2 SRx:2 ???? SR:6 1 D:6 Dt:2 1110010",
		operands: ops(opD, op(SReg, "SR")),
	}, {
		name: "iadd", meaning: "The sum of A and B shifted left; with N, the difference.", flags: saturates,
		bits:     "?????????? s2:2 ?????? Dx:2 Ax:2 Bx:2 s1:1 Bs Bt:4 B:6 N As At:4 A:6 0 D:6 Dt:2 S 001110",
		operands: ops(op(Dst64, "D"), op(Src64, "A"), op(Src64, "B"), of(Shift, "s", "s1 s2")),
		aliases:  []Alias{{Name: "isub", Fix: "N=1"}},
		also:     []Alias{{Name: "ineg", Fix: "N=1 A=0 Ax=0 At=0 As=0 s1=0 s2=0"}},
	}, {
		name: "imadd", meaning: "The product of A and B plus C shifted left; with N, minus it.", flags: saturates,
		bits:     "?? Dx:2 Ax:2 Bx:2 Cx:2 s2:2 ? Cs Ct:4 C:6 s1:1 Bs Bt:4 B:6 N As At:4 A:6 0 D:6 Dt:2 S 011110",
		operands: ops(op(Dst64, "D"), opA, opB, op(Src64, "C"), of(Shift, "s", "s1 s2")),
		aliases:  []Alias{{Name: "imsub", Fix: "N=1"}},
		also:     []Alias{{Name: "imul", Fix: "N=0 C=0 Cx=0 Ct=0 Cs=0 s1=0 s2=0"}, {Name: "imad", Fix: "N=0"}},
	}, {
		name: "convert", meaning: "An integer as a float or the other way round.",
		bits:     "?? Dx:2 00 Ax:2 00 At:4 A:6 round:2 0000 mode:6 1 D:6 Dt:2 0111110",
		operands: ops(op(Convert, "mode"), opD, opA, op(Round, "round")),
		also:     conversions(),
	},

	bitfield("bfi", "0", "00", "The lowest m bits of B inserted into A at bit C; with A = 0 a shift to the left.", "shl", "lsl"),
	bitfield("bfeil", "1", "00", "m bits of B from bit C on, inserted into A at the bottom; with A = 0 a shift to the right.", "shr", "lsr"),
	bitfield("extr", "0", "01", "m bits of the 64-bit pair B:A from bit C on."),
	bitfield("shlhi", "0", "10", "The upper half of B shifted left as 64 bits, inserted into A."),
	bitfield("shrhi", "1", "10", "B shifted right into a lower half, inserted into A."),
	{
		name: "asr", meaning: "A shifted right by B, with copies of its sign.",
		bits:     "?? Dx:2 Ax:2 Bx:2 ???????????????? ?? Bt:4 B:6 01 At:4 A:6 1 D:6 Dt:2 0101110",
		operands: ops(opD, opA, opB),
	}, {
		name: "asrh", meaning: "A, sign-extended, as the upper half of 64 bits, shifted right by B.",
		bits:     "?? Dx:2 Ax:2 Bx:2 ???????????????? ?? Bt:4 B:6 11 At:4 A:6 1 D:6 Dt:2 0101110",
		operands: ops(opD, opA, opB),
	},

	{
		name: "bitop", meaning: "Any function of two bits, by its truth table.",
		bits:     "?? Dx:2 Ax:2 Bx:2 tt3 tt2 Bt:4 B:6 tt1 tt0 At:4 A:6 0 D:6 Dt:2 1111110",
		operands: ops(of(Binary, "tt", "tt3 tt2 tt1 tt0"), opD, opA, opB),
		aliases: []Alias{
			{Name: "mov", Fix: "tt0=0 tt1=1 tt2=0 tt3=1 B=0 Bx=0 Bt=0"}, {Name: "not", Fix: "tt0=1 tt1=0 tt2=1 tt3=0 B=0 Bx=0 Bt=0"},
			{Name: "bitop_mov_a", Fix: "tt0=0 tt1=0 tt2=1 tt3=1 B=0 Bx=0 Bt=0", Show: true}, {Name: "bitop_mov_a", Fix: "tt0=1 tt1=1 tt2=0 tt3=0 B=0 Bx=0 Bt=0", Show: true},
			{Name: "and", Fix: "tt0=0 tt1=0 tt2=0 tt3=1"}, {Name: "xor", Fix: "tt0=0 tt1=1 tt2=1 tt3=0"}, {Name: "or", Fix: "tt0=0 tt1=1 tt2=1 tt3=1"},
			{Name: "nor", Fix: "tt0=1 tt1=0 tt2=0 tt3=0"}, {Name: "xnor", Fix: "tt0=1 tt1=0 tt2=0 tt3=1"}, {Name: "nand", Fix: "tt0=1 tt1=1 tt2=1 tt3=0"},
		},
		also: []Alias{
			{Name: "andn1", Fix: "tt0=0 tt1=0 tt2=1 tt3=0"}, {Name: "andn2", Fix: "tt0=0 tt1=1 tt2=0 tt3=0"},
			{Name: "orn1", Fix: "tt0=1 tt1=0 tt2=1 tt3=1"}, {Name: "orn2", Fix: "tt0=1 tt1=1 tt2=0 tt3=1"},
		},
	},
}

// bitfield is one of the five that take three operands and a mask.
// Those with A = 0 and no mask are the shifts.
func bitfield(name, bit15, bits26, meaning string, shifts ...string) entry {
	var also []Alias
	for _, shift := range shifts {
		also = append(also, Alias{Name: shift, Fix: "A=0 Ax=0 At=0 m1=0 m2=0 m3=0"})
	}
	return entry{
		name: name, meaning: meaning,
		bits:     "m3 ? Dx:2 Ax:2 Bx:2 Cx:2 ?? m2:2 Ct:4 C:6 m1:2 Bt:4 B:6 " + bits26 + " At:4 A:6 " + bit15 + " D:6 Dt:2 0101110",
		operands: ops(opD, opA, opB, opC, of(BitMask, "m", "m1 m2 m3")), also: also,
	}
}

// conversions are the names of conversions as instructions.
func conversions() (all []Alias) {
	for mode, name := range conversionWords {
		if name != "" {
			all = append(all, Alias{Name: name, Fix: fmt.Sprintf("mode=%d", mode)})
		}
	}
	return all
}
