package inspect_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
)

// An author writes programs by chance. Registers r2 to r7 are 64 bits' worth of nothing in particular, r8 to r31 are what it computes with, r32 to r47 count loops; r48 and up are left to
// whoever adds a mistake. Its programs break no rule, unless it is careless.
type author struct {
	*rand.Rand
	careless float64 // how often it breaks a rule where it could
	lines    []string
	depth    int // of ifs and loops
	labels   int
	loops    int
	base     int      // of the registers that its loops count in
	later    []string // functions
}

func (a *author) write(format string, args ...any) {
	a.lines = append(a.lines, fmt.Sprintf(format, args...))
}

func (a *author) reg() int { return 8 + a.IntN(24) }

func (a *author) slip() bool { return a.Float64() < a.careless }

// source is a register, one of its halves, a uniform or a number.
func (a *author) source() string {
	switch a.IntN(6) {
	case 0:
		return fmt.Sprint(a.IntN(256))
	case 1:
		return fmt.Sprintf("u%d", 4+a.IntN(8))
	case 2:
		return fmt.Sprintf("r%d%c", a.reg(), "lh"[a.IntN(2)])
	}
	return fmt.Sprintf("r%d", a.reg())
}

// program is some statements and a stop.
func (a *author) program(n int) string {
	a.block(n)
	a.write("stop")
	a.lines = append(a.lines, a.later...)
	return strings.Join(a.lines, "\n") + "\n"
}

func (a *author) block(n int) {
	for range n {
		a.statement()
	}
}

func (a *author) statement() {
	switch k := a.IntN(20); {
	case k < 8:
		a.compute()
	case k < 11:
		a.load()
	case k < 13 && a.depth < 3:
		a.choice()
	case k < 15 && a.depth < 2:
		a.loop()
	case k < 16:
		a.shuffle()
	case k < 17:
		a.discard()
	case k < 18 && a.later == nil && (a.depth == 0 || a.slip()):
		a.call()
	default:
		a.compute()
	}
}

func (a *author) compute() {
	d := a.reg()
	switch a.IntN(9) {
	case 0:
		a.write("mov_imm r%d, %d", d, a.Uint32())
	case 1:
		a.write("imadd r%d, %s, %s, %s", d, a.source(), a.source(), a.source())
	case 2:
		a.write("xor r%d, %s, %s", d, a.source(), a.source())
	case 3:
		a.write("bfeil r%d, %s, %s, %d", d, a.source(), a.source(), a.IntN(32))
	case 4:
		a.write("icmpsel ult, r%d, %s, %s, %d, r%d", d, a.source(), a.source(), a.IntN(256), a.reg())
	case 5:
		a.write("get_sr r%d, sr%d", d, []int{52, 51, 80, 48, 58}[a.IntN(5)])
	case 6:
		a.write("simd_iadd r%d, r%d", d, a.reg())
	case 7:
		a.write("device_store %d, i32, x, r%d, u2_u3, %d, signed, 0", a.IntN(2), a.reg(), a.IntN(64))
	default:
		a.write("iadd r%d, %s, %s", d, a.source(), a.source())
	}
}

// load is some loads, something in between, and the wait for them.
func (a *author) load() {
	slot := a.IntN(2)
	n := 1 + a.IntN(3)
	for k := range n {
		first := 56 + 2*k
		if a.slip() {
			first = a.reg()
		}
		switch a.IntN(4) {
		case 0:
			a.write("device_load %d, i16, xy, r%dl_r%dh, u2_u3, %d, signed", slot, first, first, a.IntN(64))
		case 1:
			a.write("device_load %d, i32, xy, r%d_r%d, u2_u3, %d, signed", slot, first, first+1, a.IntN(32))
		case 2:
			a.write("atomic add, %d, r%d, u2_u3, %d, signed, r%d", slot, first, a.IntN(64), a.reg())
		default:
			a.write("device_load %d, i32, x, r%d, u2_u3, %d, signed", slot, first, a.IntN(64))
		}
	}
	for range a.IntN(3) {
		a.compute()
	}
	if !a.slip() {
		a.write("wait %d", slot)
		a.write("iadd r%d, r56, r%d", a.reg(), a.reg())
	} else if a.IntN(3) == 0 {
		a.write("wait %d", 1-slot)
	}
}

func (a *author) label() string {
	a.labels++
	return fmt.Sprintf("l%d", a.labels)
}

func (a *author) condition() string {
	return []string{"ueq", "ult", "ugt", "slt", "nueq", "sgte"}[a.IntN(6)] + ", " + a.source() + ", " + a.source()
}

func (a *author) choice() {
	n := 1
	a.write("if_icmp r0l, %s, %d", a.condition(), n)
	a.depth++
	other, end := a.label(), a.label()
	hasElse := a.IntN(2) == 0
	if a.IntN(2) == 0 {
		if hasElse {
			a.write("jmp_exec_none %s", other)
		} else {
			a.write("jmp_exec_none %s", end)
		}
	}
	a.block(1 + a.IntN(3))
	a.write("%s:", other)
	if hasElse {
		a.write("else_icmp r0l, ueq, 0, 0, %d", n)
		if a.IntN(2) == 0 {
			a.write("jmp_exec_none %s", end)
		}
		a.block(1 + a.IntN(3))
	}
	a.write("%s: pop_exec r0l, %d", end, n)
	a.depth--
}

// loop counts in a register of its own, and may be broken out of.
func (a *author) loop() {
	counter, top := 32+a.loops%8+a.base, a.label()
	a.loops++
	a.write("mov_imm r%d, 0", counter)
	a.write("push_exec r0l, 2")
	a.depth++
	a.write("%s:", top)
	a.block(1 + a.IntN(3))
	if a.IntN(3) == 0 {
		a.write("if_icmp r0l, %s, 1", a.condition())
		a.write("mov r0l, 3")
		a.write("pop_exec r0l, 1")
	}
	if a.IntN(4) == 0 {
		a.write("icmpsel ult, r0l, %s, %s, 2, r0l", a.source(), a.source())
		a.write("pop_exec r0l, 0")
	}
	a.write("iadd r%d, r%d, 1", counter, counter)
	a.write("while_icmp r0l, ult, r%d, %d, 2", counter, 1+a.IntN(4))
	a.write("jmp_exec_any %s", top)
	a.write("pop_exec r0l, 2")
	a.depth--
}

func (a *author) shuffle() {
	switch index := a.reg(); {
	case a.slip():
		a.write("simd_shuffle r%d, r%d, r%d", a.reg(), a.reg(), index)
	case a.depth > 0 || a.IntN(2) == 0:
		a.write("simd_shuffle_xor r%d, r%d, %d", a.reg(), a.reg(), a.IntN(32))
	default:
		a.write("get_sr r%d, sr52", index)
		a.write([]string{"bfeil r%d, 0, r%d, 2", "and r%d, r%d, 252", "simd_iadd r%d, r%d", "quad_shuffle r%d, r%d, 3"}[a.IntN(4)], index, index)
		if a.IntN(2) == 0 {
			a.write("iadd r%d, r%d, %d", index, index, a.IntN(32))
		}
		a.write("simd_shuffle r%d, r%d, r%d", a.reg(), a.reg(), index)
	}
}

func (a *author) discard() {
	if a.depth > 0 && !a.slip() {
		return
	}
	d, lost := a.reg(), a.reg()
	a.write("iadd r%d, r%d.discard, %s", d, lost, a.source())
	if d != lost && !a.slip() {
		a.write("mov_imm r%d, %d", lost, a.Uint32())
	}
}

// call is one of a function behind the stop, which is called from here only or from a second place.
func (a *author) call() {
	name := a.label()
	a.write("call %s", name)
	a.compute()
	if a.IntN(2) == 0 {
		a.write("call %s", name)
	}
	a.later = []string{} // there is one only, and none in it
	inner := &author{Rand: a.Rand, careless: a.careless, later: []string{}, labels: 1000, base: 8}
	inner.depth = a.depth
	inner.block(2)
	a.later = append(append([]string{name + ":"}, inner.lines...), "ret r1")
}

// assembled is a program's bytes and labels.
func assembled(t testing.TB, text string) asm.Program {
	t.Helper()
	p, errs := asm.Source{Text: text}.Assemble()
	if errs != nil {
		t.Fatalf("%v\n%s", errs[0], text)
	}
	return p
}

func joinLines(lines []string) string { return strings.Join(lines, "\n") + "\n" }

// tryAssemble is a program's bytes, if it is one.
func tryAssemble(text string) (code []byte, ok bool) {
	p, errs := asm.Source{Text: text}.Assemble()
	return p.Code, errs == nil
}
