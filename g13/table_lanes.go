package g13

import "fmt"

// lanes is the instructions that look at other threads of the SIMD-group or the quad, and those on bits that share their opcode.
var lanes = []entry{
	bits1("bitrev", "01", "The bits of A in the opposite order."),
	bits1("popcount", "10", "The number of bits that are set in A."),
	bits1("ffs", "11", "The number of the highest bit that is set in A."),
	{
		name: "intl", meaning: "The bits of A and B in turn.",
		bits:     "?? Dx:2 Ax:2 Bx:2 00 Bt:4 B:6 00 At:4 A:6 0 D:6 Dt:2 0111110",
		operands: ops(opD, opA, opB),
	},
	ballot(comparison{"icmp", "0110010", "00", "00", ICond, opA, opB}, Alias{Name: "quad_ballot", Fix: "simd=0 " + notZero}, Alias{Name: "ballot", Fix: "simd=1 " + notZero}),
	ballot(comparison{"fcmp", "0100010", "Bm:2", "Am:2", FCond, opAf, opBf}),
	{
		name: "simd_shuf_op", meaning: "The value of another thread.",
		bits:     "rotate ? Dx:2 Ax:2 Bx:2 mode:2 Bt:4 B:6 0 simd At:4 A:6 0 D:6 Dt:2 1101111",
		operands: ops(of(Binary, "rotate", "rotate"), op(Binary, "mode"), of(Binary, "simd", "simd 0"), opD, opA, opB),
		aliases:  shuffles(),
		also:     []Alias{{Name: "quad_broadcast", Fix: "simd=0 mode=0 rotate=0"}, {Name: "simd_broadcast", Fix: "simd=1 mode=0 rotate=0"}},
	}, {
		name: "simd_op", meaning: "A reduction or an exclusive scan over the active threads.",
		bits:     "op4 ? Dx:2 Ax:2 0 op1:3 0000000 prefix simd op0 00 At:4 A:6 1 D:6 Dt:2 1101111",
		operands: ops(of(Binary, "op4", "op4"), of(Binary, "op", "00 op0 simd prefix 0000000 op1 0"), opD, opA),
		aliases:  reductions(),
	},
	matrix("simd_matrix_fmadd16", "0"),
	matrix("simd_matrix_fmadd32", "1"),
}

// matrix is a product of matrices that lie across the SIMD-group. Nothing public confirms its operands.
func matrix(name, bit26 string) entry {
	return entry{
		name: name, meaning: "A times B plus C, for matrices of 8 by 8, of which each thread has two elements.",
		bits:     "1 ? Dx:2 Ax:2 Bx:2 Cx:2 Am:2 Cm:2 Ct:4 C:6 Bm:2 Bt:4 B:6 1 " + bit26 + " At:4 A:6 0 D:6 Dt:2 1101111",
		operands: ops(opD, opAf, opBf, opCf),
	}
}

// bits1 is an instruction on the bits of A.
func bits1(name, bits26, meaning string) entry {
	return entry{
		name: name, meaning: meaning,
		bits:     "?? Dx:2 Ax:2 ?? 00000000 0000 " + bits26 + " At:4 A:6 0 D:6 Dt:2 0111110",
		operands: ops(opD, opA),
	}
}

// notZero is a condition that asks whether A is anything but 0.
const notZero = "cc=0 ccn=1 B=0 Bx=0 Bt=0"

// A comparison is what instructions that compare differ in.
type comparison struct {
	name, opcode string
	bitsB, bitsA string // what stands before the operands' types
	cond         Kind
	a, b         Operand
}

// ballot is a comparison whose results of all threads become one number.
func ballot(c comparison, also ...Alias) entry {
	return entry{
		name: c.name + "_ballot", meaning: "One bit for each thread: whether it is active and the condition holds.",
		bits:     "cc:3 000000000000 simd ccn ? Dx:2 Ax:2 Bx:2 " + c.bitsB + " Bt:4 B:6 " + c.bitsA + " At:4 A:6 ? D:6 Dt:2 " + c.opcode,
		operands: ops(opD, of(c.cond, "cc", "cc ccn"), c.a, c.b),
		aliases:  []Alias{{Name: c.name + "_quad_ballot", Fix: "simd=0"}, {Name: c.name + "_ballot", Fix: "simd=1"}},
		also:     also,
	}
}

// shuffles are the names of shuffles: which group, and where the value comes from.
func shuffles() (all []Alias) {
	for simd, group := range []string{"quad", "simd"} {
		for mode, name := range []string{"", "_xor", "_up", "_down"} {
			all = append(all, Alias{Name: group + "_shuffle" + name, Fix: fmt.Sprintf("simd=%d mode=%d rotate=0", simd, mode)})
		}
		all = append(all, Alias{Name: group + "_shuffle_rotate_up", Fix: fmt.Sprintf("simd=%d mode=2 rotate=1", simd)})
	}
	return all
}

// reductionNames are the operations of reductions by their number.
var reductionNames = map[int]string{
	0: "and", 1: "fadd", 2: "or", 3: "fmul", 4: "xor", 5: "min.f", 7: "max.f",
	16: "iadd", 20: "min.s", 22: "max.s", 28: "min.u", 30: "max.u",
}

// reductions are the names of reductions and scans. Not every combination that the bits allow has one.
func reductions() (all []Alias) {
	for simd, group := range []string{"quad", "simd"} {
		for prefix, kind := range []string{"_", "_prefix_"} {
			for n := range 32 {
				name, ok := reductionNames[n]
				if prefix == 1 {
					ok = ok && (simd == 1 && n != 5 && n != 7 || simd == 0 && n == 16)
				}
				if ok {
					all = append(all, Alias{Name: group + kind + name, Fix: fmt.Sprintf("simd=%d prefix=%d op0=%d op1=%d op4=%d", simd, prefix, n&1, n>>1&7, n>>4)})
				}
			}
		}
	}
	return all
}
