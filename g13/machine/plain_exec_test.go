package machine_test

import (
	"math/big"

	"github.com/lanescope/lanescope/g13"
)

// maskStack is pop_exec and the six that compare: what becomes of r0l. All threads, active or not, have it done to them.
func (g *plainGroup) maskStack(i *plainInst) {
	n := int(i.field(12, 11))
	for t := range 32 {
		compare := func() bool {
			if i.name[len(i.name)-4] == 'f' { // …_fcmp
				return g.fcompare(i.cc, i, t)
			}
			return g.icompare(i.cc, i, t)
		}
		v := int(g.thread[t].half[0])
		switch i.name {
		case "pop_exec":
			v = max(v-n, 0)
		case "if_icmp", "if_fcmp":
			if v != 0 {
				v += n
			} else if !compare() {
				v = 1
			}
		case "while_icmp", "while_fcmp":
			if v < n {
				if compare() {
					v = 0
				} else {
					v = n
				}
			}
		case "else_icmp", "else_fcmp":
			if v == 0 {
				v = n
			} else if v == 1 {
				if compare() {
					v = 0
				} else {
					v = 1
				}
			}
		}
		g.thread[t].half[0] = uint16(v)
		g.active[t] = v == 0
	}
}

// link is r1 as a destination.
var link = g13.Arg{Class: g13.Register, Index: 2, Size: 32}

// jump is the jumps whose meaning is known, with an offset from their own beginning, or to where a register points.
func (g *plainGroup) jump(i *plainInst) {
	if i.name == "ret" || i.name == "call" && i.Len == 2 {
		target := g.target(i)
		if i.name == "call" {
			g.eachActive(func(t int) { g.write(t, link, integer(int64(g.pc+2))) })
		}
		g.next = target
		return
	}
	any := false
	g.eachActive(func(int) { any = true })
	switch i.name {
	case "jmp_exec_any":
		if !any {
			return
		}
	case "jmp_exec_none":
		if any {
			return
		}
	case "call":
		g.eachActive(func(t int) { g.write(t, link, integer(int64(g.pc+6))) })
	}
	g.next = g.pc + int(int32(i.field(47, 16)))
}

// target is the address in a register, of the first active thread, or of the first one if none is. The campaigns see to it that the others have the same.
func (g *plainGroup) target(i *plainInst) int {
	reg := g13.Arg{Class: g13.Register, Index: 2 * int(i.field(15, 9)), Size: 32}
	target := -1
	g.eachActive(func(t int) {
		if target < 0 {
			target = int(g.raw(t, reg))
		}
	})
	if target < 0 {
		target = int(g.raw(0, reg))
	}
	return target
}

// step executes an instruction. It is false for one that this machine does not know.
func (g *plainGroup) step(i *plainInst) bool {
	g.next = g.pc + int(i.Len)
	one, many := oneThread[i.name], manyThreads[i.name]
	switch {
	case one != nil:
		g.eachActive(func(t int) { g.write(t, i.d, one(g, i, t)) })
	case many != nil:
		many(g, i)
	case i.named(maskForms):
		g.maskStack(i)
	case i.named("jmp_exec_any jmp_exec_none call ret"):
		g.jump(i)
	case i.name == "stop":
		g.stopped = true
	default:
		return false
	}
	g.pc = g.next
	return true
}

// oneThread is the instructions in which no thread knows of another.
var oneThread = map[string]func(*plainGroup, *plainInst, int) *big.Int{
	"mov_imm": (*plainGroup).movImm, "get_sr": (*plainGroup).getSR,
	"iadd": (*plainGroup).iadd, "imadd": (*plainGroup).imadd, "convert": (*plainGroup).convert,
	"bfi": (*plainGroup).bitfield, "bfeil": (*plainGroup).bitfield, "extr": (*plainGroup).bitfield,
	"shlhi": (*plainGroup).bitfield, "shrhi": (*plainGroup).bitfield, "asr": (*plainGroup).asr, "asrh": (*plainGroup).asr,
	"bitop": (*plainGroup).bitop, "bitrev": (*plainGroup).bitrev, "popcount": (*plainGroup).popcount, "ffs": (*plainGroup).ffs,
	"intl":    (*plainGroup).interleave,
	"fmadd32": (*plainGroup).fmadd, "fmadd16": (*plainGroup).fmadd, "fadd32": (*plainGroup).fadd, "fadd16": (*plainGroup).fadd,
	"fmul32": (*plainGroup).fmul, "fmul16": (*plainGroup).fmul,
	"floor": (*plainGroup).integral, "ceil": (*plainGroup).integral, "trunc": (*plainGroup).integral, "rint": (*plainGroup).integral,
	"rcp": (*plainGroup).nearly, "rsqrt": (*plainGroup).nearly, "rsqrt_special": (*plainGroup).nearly, "log2": (*plainGroup).nearly, "exp2": (*plainGroup).nearly,
	"sin_pt_1": (*plainGroup).nearly, "sin_pt_2": (*plainGroup).nearly,
	"icmpsel": (*plainGroup).icmpsel, "fcmpsel": (*plainGroup).fcmpsel,
}

// manyThreads is the instructions in which threads know of one another.
var manyThreads = map[string]func(*plainGroup, *plainInst){
	"icmp_ballot": (*plainGroup).ballot, "fcmp_ballot": (*plainGroup).ballot,
	"simd_shuf_op": (*plainGroup).shuffle, "simd_op": (*plainGroup).reduce,
	"dfdx": (*plainGroup).derivative, "dfdy": (*plainGroup).derivative,
	"uniform_store": (*plainGroup).uniformStore,
	"device_load":   (*plainGroup).transfer, "device_store": (*plainGroup).transfer, "threadgroup_load": (*plainGroup).transfer, "threadgroup_store": (*plainGroup).transfer,
	"stack_load": (*plainGroup).transfer, "stack_store": (*plainGroup).transfer, "stack_adjust": (*plainGroup).stackPointer, "stack_get_ptr": (*plainGroup).stackPointer,
	"atomic": (*plainGroup).atomic, "threadgroup_atomic": (*plainGroup).atomic, "wait": (*plainGroup).wait,
}
