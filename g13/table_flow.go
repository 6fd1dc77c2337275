package g13

import (
	"fmt"
	"strings"
)

// flow is jumps, the execution mask stack, waiting, and comparing.
var flow = []entry{
	{name: "ret", meaning: "Jumps to the address in a register.", bits: "reg:7 ?? 0010100", operands: ops(op(Reg, "reg")), tail: "reg=1"},
	{name: "call", apart: "_REG", meaning: "Jumps to the address in a register, and leaves the next one in r1.", bits: "reg:7 ?? 0000100", operands: ops(op(Reg, "reg"))},
	{name: "stop", meaning: "Ends the program.", bits: "0000000010001000"},
	{name: "trap", meaning: "Illegal; fills the space behind programs.", bits: "0000000000001000"},
	{name: "jmp_incomplete", meaning: "Unknown; zero bytes are this.", bits: "00000000 off:8 0000000000000000", operands: ops(opOff)},
	{name: "jmp_if_skipping_doorbell", meaning: "Unknown.", bits: "00000000 off:8 0000000000100000", operands: ops(opOff)},
	{name: "jmp_exec_any", meaning: "Jumps if any thread is active.", bits: "off:32 1100000000000000", operands: ops(opOff), also: also("jmp_any")},
	{name: "jmp_exec_none", meaning: "Jumps if no thread is active.", bits: "off:32 1100000000100000", operands: ops(opOff), also: also("jmp_none")},
	{name: "call", meaning: "Jumps, and leaves the next address in r1.", bits: "off:32 1100000000010000", operands: ops(opOff)},

	{
		name: "pop_exec", meaning: "Leaves n levels of conditional execution.",
		bits: "0000000000000000 0000000000000000 000 n:2 11 ? Dt 1010010", operands: ops(opR0L, opN),
	},
	icmpExec("if_icmp", "00", "Enters n levels: threads for which the condition is false become inactive."),
	icmpExec("else_icmp", "01", "Exchanges the active threads with those whose condition was false, if another one is true."),
	icmpExec("while_icmp", "10", "Goes on for threads for which the condition is true."),
	fcmpExec("if_fcmp", "00", "Enters n levels: threads for which the condition is false become inactive.",
		Alias{Name: "update_exec", Fix: always + " n=0"}, Alias{Name: "push_exec", Fix: always}),
	fcmpExec("else_fcmp", "01", "Exchanges the active threads with those whose condition was false, if another one is true."),
	fcmpExec("while_fcmp", "10", "Goes on for threads for which the condition is true."),

	{
		name: "icmpsel", meaning: "X where the condition holds for A and B, else Y.",
		bits:     "?? Dx:2 Ax:2 Bx:2 Xx:2 Yx:2 ???? cc:3 Yt:3 Y:6 ??? Xt:3 X:6 ?? Bt:4 B:6 ?? At:4 A:6 L D:6 Dt:2 0010010",
		operands: ops(op(ICond, "cc"), opD, opA, opB, op(CmpselSrc, "X"), op(CmpselSrc, "Y")), also: also("csel"),
	}, {
		name: "fcmpsel", meaning: "X where the condition holds for the numbers A and B, else Y.",
		bits:     "?? Dx:2 Ax:2 Bx:2 Xx:2 Yx:2 ???? cc:3 Yt:3 Y:6 ??? Xt:3 X:6 Bm:2 Bt:4 B:6 Am:2 At:4 A:6 L D:6 Dt:2 0000010",
		operands: ops(op(FCond, "cc"), opD, opAf, opBf, op(CmpselSrc, "X"), op(CmpselSrc, "Y")), also: also("csel"),
	},

	{name: "wait", meaning: "Waits for what was loaded with the slot.", bits: "??????? i 00111000", operands: ops(op(Uint, "i"))},
	{name: "threadgroup_barrier", meaning: "Waits until all SIMD-groups of the threadgroup are here.", bits: "???????? 01101000", also: also("barrier")},
	{
		name: "memory_barrier", meaning: "Orders accesses to memory.",
		bits: "c:4 a:2 b:2 11110101", operands: ops(op(Uint, "a"), op(Uint, "b"), op(Uint, "c")), tail: "a=1 b=2 c=9",
		also: barriers(),
	},
	{name: "doorbell", meaning: "Signals the firmware.", bits: "imm:8 00101000", operands: ops(op(Uint, "imm"))},
	{name: "wait_pix", meaning: "Waits for overlapping pixels.", bits: "???????? j:2 ???? i:10 01001000", operands: ops(op(Uint, "i"), op(Uint, "j")), also: also("pixwait")},
	{name: "unknown_c030", meaning: "Unknown; seen with a 32-bit value.", bits: "imm:32 1100000000110000", operands: ops(op(Uint, "imm"))},
	{name: "unknown_c040", meaning: "Unknown; seen with six bytes.", bits: "imm:32 1100000001000000", operands: ops(op(Uint, "imm"))},
	{name: "unknown_00c0", meaning: "Unknown; seen with four bytes.", bits: "0000000000000000 0000000011000000"},
	{name: "unknown_00e8", meaning: "Unknown.", bits: "0000000011101000"},
	{name: "unknown_000c", meaning: "Unknown.", bits: "0000000000001100"},
	{name: "unknown_101c", meaning: "Unknown.", bits: "0001000000011100"},
	{name: "unknown_62cc", meaning: "Unknown.", bits: "0110001011001100"},
	{name: "signal_pix", meaning: "Lets overlapping pixels go on.", bits: "???????? j:2 ???? i:10 01011000", operands: ops(op(Uint, "i"), op(Uint, "j")), also: also("pixrel")},
}

// always is 0.0 = 0.0, by which the mask is changed for all threads alike.
const always = "cc=0 ccn=0 A=0 Ax=0 At=0 Am=0 B=0 Bx=0 Bt=0 Bm=0"

func icmpExec(name, bits9, meaning string) entry {
	return entry{
		name: name, meaning: meaning, also: also(strings.TrimSuffix(name, "_icmp")),
		bits:     "?? 00 Ax:2 Bx:2 00 Bt:4 B:6 00 At:4 A:6 cc:3 n:2 " + bits9 + " ccn Dt 1010010",
		operands: ops(opR0L, of(ICond, "cc", "cc ccn"), opA, opB, opN),
	}
}

func fcmpExec(name, bits9, meaning string, aliases ...Alias) entry {
	return entry{
		name: name, meaning: meaning, aliases: aliases, also: also(strings.TrimSuffix(name, "_fcmp")),
		bits:     "?? 00 Ax:2 Bx:2 Bm:2 Bt:4 B:6 Am:2 At:4 A:6 cc:3 n:2 " + bits9 + " ccn Dt 1000010",
		operands: ops(opR0L, of(FCond, "cc", "cc ccn"), opAf, opBf, opN),
	}
}

// barriers are the names that a compiler has for barriers of memory: what they are for is known, what their three numbers mean is not.
func barriers() (all []Alias) {
	for _, b := range []struct {
		name    string
		a, b, c int
	}{
		{"memory_barrier_2", 2, 2, 9}, {"memory_barrier_3", 2, 1, 9}, {"device_barrier_1", 3, 1, 9}, {"device_barrier_2", 3, 2, 9},
		{"image_barrier_1", 2, 2, 10}, {"image_barrier_2", 3, 2, 10}, {"image_barrier_3", 2, 1, 10}, {"image_barrier_4", 3, 1, 10},
		{"flush_memory_to_texture", 0, 0, 4}, {"unknown_barrier_1", 0, 3, 3}, {"unknown_barrier_2", 0, 3, 0},
	} {
		all = append(all, Alias{Name: b.name, Fix: fmt.Sprintf("a=%d b=%d c=%d", b.a, b.b, b.c)})
	}
	return all
}
