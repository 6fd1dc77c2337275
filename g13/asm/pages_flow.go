package asm

import "github.com/lanescope/lanescope/g13"

// compareText is how conditions compare.
const compareText = `
integers: the operands are extended by their signs from their own sizes if the condition begins with s, else by zeros
floats: eq lt gt lte gte, ltn and gtn where NaN loses; with n in front the opposite, which holds for NaN
`

func execPage(does string, examples ...example) page {
	return page{"for each thread, active or not:\n" + does + "  the thread is active if r0l == 0\n" + compareText, examples}
}

const (
	entersText    = "  if r0l != 0: r0l += n\n  elif not A cc B: r0l = 1\n"
	exchangesText = "  if r0l == 0: r0l = n\n  elif r0l == 1: r0l = 0 if A cc B else 1\n"
	callText      = "r1 = the address of the next instruction, in every active thread\ngo on at the target\n"
	repeatsText   = "  if r0l < n: r0l = 0 if A cc B else n\n"
)

var flowPages = [g13.NumForms]page{
	g13.RET: {"go on at the address in reg, which all active threads have alike\n", []example{
		worked("ret r5\nmov_imm r1, 1\nmov_imm r2, 2", "r5 = 8, r1 = 0, r2 = 0", "r1 = 0, r2 = 2"),
	}},
	g13.CALL: {callText, []example{worked("call f\nstop\nf: mov r2, r1\nret", "", "r1 = 6, r2 = 6")}},
	g13.CALL_REG: {callText, []example{
		worked("call r5\nstop\nmov r2, r1\nret", "r5 = 4", "r1 = 2, r2 = 2"),
	}},
	g13.STOP:                     {"end the program\n", []example{worked("stop\nmov_imm r1, 1", "r1 = 0", "r1 = 0")}},
	g13.TRAP:                     {"illegal: programs are filled up with it\n", refused("trap", "a program that comes here has gone wrong")},
	g13.JMP_INCOMPLETE:           {"unknown; zero bytes are this\n", refused("jmp_incomplete pc+0", unknown)},
	g13.JMP_IF_SKIPPING_DOORBELL: {"unknown\n", refused("jmp_if_skipping_doorbell pc+4", unknown)},
	g13.JMP_EXEC_ANY: {"if any thread is active: go on at the target\n", []example{
		worked("jmp_exec_any over\nmov_imm r1, 1\nover: mov_imm r2, 2", "r1 = 0", "r1 = 0, r2 = 2"),
	}},
	g13.JMP_EXEC_NONE: {"if no thread is active: go on at the target\n", []example{
		worked("jmp_exec_none over\nmov_imm r1, 1\nover: mov_imm r2, 2", "r1 = 0", "r1 = 1, r2 = 2"),
	}},
	g13.POP_EXEC: {"for each thread, active or not:\n  r0l = max(r0l - n, 0)\n  the thread is active if r0l == 0\n", []example{
		worked("pop_exec r0l, 1", "exec = 0x11111111, r0l = 0 1 2 2", "exec = 0x33333333, r0l = 0 0 1 1"),
	}},
	g13.IF_ICMP:    execPage(entersText, worked("if_icmp r0l, ult, r2, 2, 1", "r0l = 0, r2 = 0 1 2 3", "exec = 0x33333333, r0l = 0 0 1 1")),
	g13.ELSE_ICMP:  execPage(exchangesText, worked("else_icmp r0l, ult, r2, 3, 1", "exec = 0x33333333, r0l = 0 0 1 1, r2 = 0 1 2 3", "exec = 0x44444444, r0l = 1 1 0 1")),
	g13.WHILE_ICMP: execPage(repeatsText, worked("while_icmp r0l, ult, r2, 2, 2", "r0l = 0 0 0 2, r2 = 0 1 2 0", "exec = 0x33333333, r0l = 0 0 2 2")),
	g13.IF_FCMP: execPage(entersText, worked("if_fcmp r0l, lt, r2, 1.0, 1", "r0l = 0, r2 = 0.5 1.5", "exec = 0x55555555, r0l = 0 1"),
		worked("push_exec r0l, 1", "exec = 0x55555555, r0l = 0 1", "exec = 0x55555555, r0l = 0 2")),
	g13.ELSE_FCMP:  execPage(exchangesText, worked("else_fcmp r0l, eq, 0.0, 0.0, 1", "exec = 0x55555555, r0l = 0 1", "exec = 0xaaaaaaaa, r0l = 1 0")),
	g13.WHILE_FCMP: execPage(repeatsText, worked("while_fcmp r0l, gt, r2, 1.0, 2", "r0l = 0, r2 = 0.5 1.5", "exec = 0xaaaaaaaa, r0l = 2 0")),
	g13.ICMPSEL: {"D = X if A cc B else Y            X and Y have D's size\n" + compareText, []example{
		worked("icmpsel slt, r1, r2, r3, r2, r3", "r2 = 0xffffffff, r3 = 1", "r1 = 0xffffffff"),
		worked("icmpsel ult, r1, r2, r3, r2, r3", "r2 = 0xffffffff, r3 = 1", "r1 = 1"),
	}},
	g13.FCMPSEL: {"D = X if A cc B else Y            X and Y are copied as they are\n" + compareText, []example{
		worked("fcmpsel gt, r1, r2, 1.0, 7, 9", "r2 = 0.5 1.5", "r1 = 9 7"),
	}},
	g13.WAIT:                {"wait until everything that was loaded with slot i has arrived\n", []example{worked("wait 0", "", "exec = 0xffffffff")}},
	g13.THREADGROUP_BARRIER: {"wait until every SIMD-group of the threadgroup is here\n", []example{worked("threadgroup_barrier", "", "exec = 0xffffffff")}},
	g13.MEMORY_BARRIER:      {"order the accesses to memory before and after; what a, b and c mean is not known\n", []example{worked("memory_barrier 1, 2, 9", "", "exec = 0xffffffff")}},
	g13.DOORBELL:            {"signal imm to the firmware\n", refused("doorbell 1", noKernel)},
	g13.WAIT_PIX:            {"wait for earlier pixels at the same place\n", refused("wait_pix 12, 0", noPixels)},
	g13.SIGNAL_PIX:          {"let later pixels at the same place go on\n", refused("signal_pix 12, 0", noPixels)},
	g13.UNKNOWN_C030:        {"unknown\n", refused("unknown_c030 1", unknown)},
	g13.UNKNOWN_C040:        {"unknown\n", refused("unknown_c040 1", unknown)},
	g13.UNKNOWN_00C0:        {"unknown\n", refused("unknown_00c0", unknown)},
	g13.UNKNOWN_00E8:        {"unknown\n", refused("unknown_00e8", unknown)},
	g13.UNKNOWN_000C:        {"unknown\n", refused("unknown_000c", unknown)},
	g13.UNKNOWN_101C:        {"unknown\n", refused("unknown_101c", unknown)},
	g13.UNKNOWN_62CC:        {"unknown\n", refused("unknown_62cc", unknown)},
}
