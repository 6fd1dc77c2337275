package machine_test

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

var (
	full = flag.Bool("full", false, "10^7 cases a family, and everything that can be exhausted: see docs/g13-machine.md")
)

// cases is how many there are to be, of a campaign that has so many in full.
func cases(all int) int {
	switch {
	case *full:
		return all
	case testing.Short():
		return all / 1000
	}
	return all / 200
}

// families is which instructions are compared together.
var families = []struct{ name, forms string }{
	{"moves", "mov_imm get_sr"},
	{"iadd", "iadd"},
	{"imadd", "imadd"},
	{"convert", "convert"},
	{"bitfields", "bfi bfeil extr shlhi shrhi"},
	{"shifts", "asr asrh"},
	{"bitop", "bitop"},
	{"bits", "bitrev popcount ffs intl"},
	{"fmadd32", "fmadd32"},
	{"fmadd16", "fmadd16"},
	{"fadd", "fadd32 fadd16"},
	{"fmul", "fmul32 fmul16"},
	{"integral", "floor ceil trunc rint"},
	{"nearly", "rcp rsqrt rsqrt_special sin_pt_1 sin_pt_2 log2 exp2"},
	{"icmpsel", "icmpsel"},
	{"fcmpsel", "fcmpsel"},
	{"masks", maskForms},
	{"ballots", "icmp_ballot fcmp_ballot"},
	{"shuffles", "simd_shuf_op"},
	{"reductions", "simd_op"},
	{"derivatives", "dfdx dfdy"},
	{"uniforms", "uniform_store"},
}

// maskForms is the instructions on the mask stack.
const maskForms = "pop_exec if_icmp else_icmp while_icmp if_fcmp else_fcmp while_fcmp"

// TestAgree compares the machine with the plain one, an instruction at a time, on random operands. A case is a thread in which the instruction is executed.
func TestAgree(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			campaign(t, cases(10_000_000), func(r dice, enough func(int) bool) error {
				return agree(r, formsNamed(strings.Fields(f.forms)...), enough)
			})
		})
	}
}

// campaign lets every core work until there have been enough cases, and says what seed they had.
func campaign(t *testing.T, want int, work func(r dice, enough func(cases int) bool) error) {
	from := chance.Seed(t)
	var done atomic.Int64
	var wait sync.WaitGroup
	for core := range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			if err := work(newDice(from+uint64(core)), func(n int) bool { return done.Add(int64(n)) >= int64(want) || t.Failed() }); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	t.Logf("%d cases", done.Load())
}

// agree executes random instructions of some forms on both machines.
func agree(r dice, forms []g13.Form, enough func(int) bool) error {
	m := newTwins(r)
	for {
		i := plainly(r.instruction(forms[r.IntN(len(forms))]))
		if !i.reaches() || !i.hasModel() {
			continue
		}
		if r.oneIn(16) {
			m.place(r)
		}
		m.plain.active = r.exec()
		r.operands(m.plain, &i)
		r.nesting(m.plain, &i)
		n, err := m.compare(i)
		if err != nil {
			return err
		}
		if enough(n) {
			return nil
		}
	}
}

// nesting puts small numbers into r0l for the instructions that count there.
func (r dice) nesting(g *plainGroup, i *plainInst) {
	if !i.named(maskForms) {
		return
	}
	for t := range g.thread {
		g.thread[t].half[0] = uint16(r.IntN(5))
		if r.oneIn(50) {
			g.thread[t].half[0] = -uint16(r.IntN(4))
		}
	}
}

// twins are the two machines in the same state.
type twins struct {
	plain, before *plainGroup
	fast          *machine.Group
}

func newTwins(r dice) *twins {
	m := &twins{plain: new(plainGroup), before: new(plainGroup), fast: machine.NewGroup()}
	for t := range m.plain.thread {
		for n := range m.plain.thread[t].half {
			m.plain.thread[t].half[n] = uint16(r.Uint32())
		}
	}
	for n := range m.plain.uniform {
		m.plain.uniform[n] = uint16(r.Uint32())
	}
	m.place(r)
	return m
}

// load gives the fast machine the plain one's state.
func (m *twins) load() {
	for n := range machine.Registers {
		m.fast.SetRegister(n, m.plain.row(n))
	}
	for n, v := range m.plain.uniform {
		if m.fast.Uniform(n) != v {
			m.fast.SetUniform(n, v)
		}
	}
	m.fast.Exec, m.fast.PC = m.plain.mask(), m.plain.pc
}

// row is a 32-bit register in all threads.
func (g *plainGroup) row(n int) (row machine.Row) {
	for t := range row {
		row[t] = uint32(g.thread[t].half[2*n]) | uint32(g.thread[t].half[2*n+1])<<16
	}
	return row
}

// mask is the active threads as bits.
func (g *plainGroup) mask() (mask uint32) {
	for t, active := range g.active {
		if active {
			mask |= 1 << t
		}
	}
	return mask
}

// compare executes one instruction on both.
func (m *twins) compare(i plainInst) (cases int, err error) {
	m.plain.pc, m.plain.stopped = 0, false
	m.load()
	*m.before = *m.plain
	m.plain.eachActive(func(int) { cases++ })
	if !m.plain.step(&i) {
		return 0, fmt.Errorf("%s: the plain machine does not know it", asm.Text(i.Inst))
	}
	p, err := machine.Compile(i.AppendBytes(nil))
	if err != nil {
		return 0, err
	}
	result, err := p.Run(context.Background(), m.fast, machine.Options{Fuel: 1})
	if err != nil {
		return 0, err
	}
	if result.Stop == machine.Faulted {
		return 0, fmt.Errorf("%s (%x): %v", asm.Text(i.Inst), i.AppendBytes(nil), result.Fault)
	}
	if where, d := m.difference(); d != "" {
		return 0, fmt.Errorf("%s (%x)\nundefined %v\n%s%s", asm.Text(i.Inst), i.AppendBytes(nil), i.undefined(), d, m.inputs(&i, where))
	}
	return cases, nil
}

// undefined says of which operands the manual has UNDEFINED().
func (i *plainInst) undefined() (names []string) {
	for n := range i.Args() {
		if i.Arg(n).Undefined {
			names = append(names, i.Operand(n).Name)
		}
	}
	return names
}

// difference is where the two machines are not the same, or nothing; and in which thread that is, or -1.
func (m *twins) difference() (thread int, text string) {
	if m.fast.Exec != m.plain.mask() {
		return -1, fmt.Sprintf("exec %08x, plainly %08x\n", m.fast.Exec, m.plain.mask())
	}
	for n := range machine.Registers {
		got, want := m.fast.Register(n), m.plain.row(n)
		for t := range got {
			if got[t] != want[t] {
				return t, fmt.Sprintf("thread %d: r%d = %08x, plainly %08x\n", t, n, got[t], want[t])
			}
		}
	}
	for n, want := range m.plain.uniform {
		if got := m.fast.Uniform(n); got != want {
			return -1, fmt.Sprintf("uniform half %d = %04x, plainly %04x\n", n, got, want)
		}
	}
	return -1, ""
}

// inputs is what the operands were, thread by thread, or in the one that matters.
func (m *twins) inputs(i *plainInst, where int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "exec %08x\n", m.before.mask())
	for t := range 32 {
		if where >= 0 && where != t && oneThread[i.name] != nil {
			continue
		}
		fmt.Fprintf(&b, "thread %2d: r0l %04x", t, m.before.thread[t].half[0])
		for k, a := range []g13.Arg{i.a, i.b, i.c, i.x, i.y} {
			if a.Size > 0 || a.Class == g13.Immediate {
				fmt.Fprintf(&b, "  %c %0*x", "abcxy"[k], a.Size/4, m.before.raw(t, a))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
