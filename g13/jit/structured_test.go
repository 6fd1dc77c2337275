package jit_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/jit"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// An author writes a structured program: blocks in loops and conditions, functions, barriers where no lane is asleep, and all memories.
//
//	r2 to r9 its numbers    r10 to r12 counters of loops, r13 and r14 those of functions    r15 the thread    r16, r17 where it looks
//	u0_u1 a buffer    u2_u3 another one, for atomics    u4_u5 where r2 to r9 are left
type author struct {
	dice
	b         strings.Builder
	labels    int
	functions int // that can be called
	deepest   int // that loops and conditions may be, one in the other
}

// structuredWords are in each buffer, and structuredLocal in a threadgroup's memory.
const (
	structuredWords = 256
	structuredLocal = 64
	numbers         = 8
)

func (a *author) say(format string, args ...any) { fmt.Fprintf(&a.b, format+"\n", args...) }

func (a *author) register() string { return fmt.Sprintf("r%d", 2+a.IntN(numbers)) }

func (a *author) operand() string {
	if a.IntN(4) == 0 {
		return fmt.Sprint(a.IntN(256))
	}
	return a.register()
}

func (a *author) condition() string {
	return []string{"ult", "slt", "ueq", "ugt", "sgt", "nseq"}[a.IntN(5)]
}

// program is the whole text.
func (a *author) program() string {
	a.functions, a.deepest = a.IntN(3), 2
	a.say("get_sr r15, sr80")
	for k := range numbers {
		a.say("imadd r%d, r15, %d, %d", 2+k, a.IntN(200), a.IntN(200))
	}
	for range 2 + a.IntN(5) {
		a.statement(0)
		if a.IntN(3) == 0 {
			a.say("threadgroup_barrier")
		}
	}
	for k := range numbers {
		a.say("imadd r16, r15, %d, %d", numbers, k)
		a.say("device_store 0, i32, x, r%d, u4_u5, r16, unsigned, 0", 2+k)
	}
	a.say("stop")
	for k := range a.functions {
		a.say("function%d:", k)
		functions := a.functions
		a.functions, a.deepest = 0, 4 // they call none, and have counters of their own
		a.block(3)
		a.functions = functions
		a.say("ret r1")
	}
	return a.b.String()
}

func (a *author) block(depth int) {
	for range 1 + a.IntN(3) {
		a.statement(depth)
	}
}

// statement is one in so many loops and conditions.
func (a *author) statement(depth int) {
	kinds := []func(int){a.compute, a.compute, a.compute, a.move, a.move, a.together, a.call, a.branch, a.loop}
	if depth > a.deepest {
		kinds = kinds[:7]
	}
	kinds[a.IntN(len(kinds))](depth)
}

func (a *author) compute(int) {
	x, y, z := a.register(), a.operand(), a.register()
	all := []string{
		"iadd %s, %s, %s", "isub %s, %s, %s", "xor %s, %s, %s", "and %s, %s, %s", "imadd %[1]s, %[3]s, %[2]s, %[1]s", "fadd32 %[1]s, %[3]s, %[1]s", "fmul32 %[1]s, %[1]s, %[3]s",
		"fmadd32 %[1]s, %[3]s, %[3]s, %[1]s", "icmpsel ult, %[1]s, %[2]s, %[3]s, %[3]s, %[1]s", "bfeil %s, 0, %[3]s, 7", "exp2 %[1]s, %[3]s", "rcp %[1]s, %[3]s", "convert u32_to_f, %[1]s, %[3]s, rte",
		"iadd %[1]sl, %[3]sh, %[1]sl", "popcount %[1]s, %[3]s",
	}
	a.say(all[a.IntN(len(all))], x, y, z)
}

// together is an instruction that looks at other lanes.
func (a *author) together(int) {
	x, y := a.register(), a.register()
	switch a.IntN(5) {
	case 0:
		a.say("simd_shuffle_xor %s, %s, %d", x, y, a.IntN(32))
	case 1:
		a.say("and r16, %s, 31\nsimd_shuffle %s, %s, r16l", a.register(), x, y)
	case 2:
		a.say("icmp_ballot %s, %s, %s, %s", x, a.condition(), y, a.register())
	case 3:
		a.say("simd_iadd %s, %s", x, y)
	default:
		a.say("simd_max.u %s, %s", x, y)
	}
}

// place is where a transfer goes: words of a buffer, in a row or anywhere.
func (a *author) place(most int) string {
	if a.IntN(3) == 0 {
		a.say("and r16, r15, %d", most-1)
	} else {
		a.say("and r16, %s, %d", a.register(), most-1)
	}
	return "r16"
}

// move is between registers and a memory.
func (a *author) move(int) {
	x := a.register()
	switch a.IntN(8) {
	case 0:
		a.say("device_load 0, i32, x, %s, u0_u1, %s, unsigned\nwait 0", x, a.place(structuredWords))
	case 1:
		a.say("device_store 0, i32, x, %s, u0_u1, %s, unsigned, 0", x, a.place(structuredWords))
	case 2:
		a.say("atomic add, 0, %s, u2_u3, %s, unsigned, %s, 1, 0, 1, 4, 2\nwait 0", a.register(), a.place(structuredWords), x)
	case 3:
		a.say("atomic umax, 0, None, u2_u3, %s, unsigned, %s, 1, 0, 1, 4, 2", a.place(structuredWords), x)
	case 4:
		a.say("stack_store i32, 1, 0, x, 4, %s, %d, 0", x, 4*a.IntN(8))
	case 5:
		a.say("stack_load %s, i32, 1, 0, x, 4, %d, 0\nwait 0", x, 4*a.IntN(8))
	default:
		a.inThreadgroup(x)
	}
}

func (a *author) inThreadgroup(x string) {
	a.say("iadd r17l, 0, %sl, lsl 2", a.place(structuredLocal))
	switch a.IntN(3) {
	case 0:
		a.say("threadgroup_load i32, x, %s, r17l, 0", x)
	case 1:
		a.say("threadgroup_store i32, x, %s, r17l, 0", x)
	default:
		a.say("threadgroup_atomic add, None, 0, r16l, %s, 0, 2, 128, 0", x)
	}
}

func (a *author) call(depth int) {
	if a.functions == 0 {
		a.compute(depth)
		return
	}
	a.say("call function%d", a.IntN(a.functions))
}

// branch jumps over what no lane is active for: a call without a lane would leave no way back.
func (a *author) branch(depth int) {
	label := a.label()
	a.say("if_icmp r0l, %s, %s, %s, 1\njmp_exec_none otherwise%d", a.condition(), a.register(), a.operand(), label)
	a.block(depth + 1)
	a.say("otherwise%d:", label)
	if a.IntN(2) == 0 {
		a.say("else_icmp r0l, ueq, 0, 0, 1\njmp_exec_none behind%d", label)
		a.block(depth + 1)
		a.say("behind%d:", label)
	}
	a.say("pop_exec r0l, 1")
}

// label is a number that no other label has.
func (a *author) label() int {
	a.labels++
	return a.labels
}

// loop goes on while a counter is less than a number, or than what a lane has.
func (a *author) loop(depth int) {
	counter := 10 + depth
	label := a.label()
	a.say("mov r%d, 0\nif_icmp r0l, ueq, 0, 0, 1\nloop%d:", counter, label)
	a.block(depth + 1)
	a.say("iadd r%d, r%[1]d, 1", counter)
	limit := fmt.Sprint(1 + a.IntN(5))
	if a.IntN(2) == 0 {
		limit = "r17"
		a.say("and r17, r15, 3")
	}
	a.say("while_icmp r0l, ult, r%d, %s, 1\njmp_exec_any loop%d\npop_exec r0l, 1", counter, limit, label)
}

// A left is what a dispatch of a structured program leaves.
type left struct {
	result  machine.DispatchResult
	buffers [3][]byte
}

// runStructured dispatches a program: the same each time.
func runStructured(t *testing.T, p *machine.Program, native machine.Native, seed uint64, threads, threadgroup uint32, fuel int) (l left) {
	t.Helper()
	d := machine.Dispatch{
		Program: p, Native: native, Grid: [3]uint32{threads}, Threadgroup: [3]uint32{threadgroup}, Memory: machine.NewMemory(), Start: machine.NewGroup(),
		Local: make([]byte, 4*structuredLocal), Fuel: fuel,
	}
	var mapped [3]*machine.Buffer
	for k, words := range []int{structuredWords, structuredWords, numbers * int(threads)} {
		b, err := d.Memory.Map(4 * words)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(b.Bytes) && k < 2; i += 4 {
			seed = seed*6364136223846793005 + 1442695040888963407
			binary.LittleEndian.PutUint32(b.Bytes[i:], uint32(seed>>33))
		}
		mapped[k] = b
		d.Start.SetUniform32(2*k, uint32(b.Address))
		d.Start.SetUniform32(2*k+1, uint32(b.Address>>32))
	}
	var err error
	if l.result, err = d.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for k, b := range mapped {
		l.buffers[k] = slices.Clone(b.Bytes)
	}
	return l
}

// differs says in what two of them differ, or nothing.
func (l *left) differs(other *left) string {
	a, b := &l.result, &other.result
	for k := range l.buffers {
		if !bytes.Equal(l.buffers[k], other.buffers[k]) {
			return fmt.Sprintf("buffer %d", k)
		}
	}
	switch {
	case a.Groups != b.Groups || !bytes.Equal(a.Local, b.Local):
		return "the groups, or the threadgroup's memory"
	case a.Fault != nil && b.Fault != nil && a.Fault.Where != b.Fault.Where:
		return "where the fault is"
	case (a.Group == nil) != (b.Group == nil):
		return "whether a group is left"
	case a.Group == nil:
		return ""
	}
	return differs(a.Group, b.Group, a.Result, b.Result)
}

// oneOfMany is assembled for a test of many programs, which gives each back before the next one.
func oneOfMany(t *testing.T, text string) (*machine.Program, *jit.Code) {
	t.Helper()
	code, errs := asm.Assemble(text)
	if errs != nil {
		t.Fatalf("%v\n%s", errs, text)
	}
	return compile(t, code)
}

// Structured programs with divergence, calls, barriers, atomics and all memories leave the same, on grids of threadgroups with several SIMD-groups and edges, to their end or to that of the fuel.
func TestStructured(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 41)}
	programs := 1500
	switch {
	case *full:
		programs = 200_000
	case testing.Short():
		programs = 200
	}
	native, all, ended := 0, 0, 0
	for range programs {
		a := author{dice: r}
		text := a.program()
		p, c := oneOfMany(t, text)
		threadgroup := []uint32{32, 32, 64, 96, 70, 128}[r.IntN(6)]
		threads, seed, fuel := 1+uint32(r.IntN(3*int(threadgroup))), r.Uint64(), 1_000_000
		if r.IntN(4) == 0 {
			fuel = 1 + r.IntN(1000)
		}
		got := runStructured(t, p, c, seed, threads, threadgroup, fuel)
		want := runStructured(t, p, nil, seed, threads, threadgroup, fuel)
		if d := got.differs(&want); d != "" {
			t.Fatalf("%d threads in threadgroups of %d, fuel %d: %s\n%s", threads, threadgroup, fuel, d, text)
		}
		native, all = native+got.result.Native, all+got.result.Executed
		if got.result.Stop == machine.Stopped {
			ended++
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d programs, %d to their end, %d instructions, %d of them native", programs, ended, all, native)
	if native < all/2 || ended < programs/2 {
		t.Errorf("of %d programs %d came to their end, and of %d instructions %d were native", programs, ended, all, native)
	}
}
