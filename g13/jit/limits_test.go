package jit_test

import (
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/g13/jit"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/oracle"
)

// A kernel is one of the shared programs, beside which the same work stands in C with vectors of 512 bits, written by hand.
type kernel struct {
	name    string
	groups  int
	start   func(g *machine.Group, n int) // lane n of all
	outputs []int
}

var kernels = []kernel{
	{"mandel", 128, func(g *machine.Group, n int) {
		g.SetLane(2, n%machine.Lanes, floatBits(float32(n%64)/64*3-2))
		g.SetLane(3, n%machine.Lanes, floatBits(float32(n/64)/64*2.5-1.25))
		g.SetUniform32(0, 256)
	}, []int{6}},
	{"murmur", 32, func(g *machine.Group, n int) {
		g.SetLane(4, n%machine.Lanes, xorshift(uint32(n+1)))
		g.SetUniform32(0, 200)
		g.SetUniform32(1, 0x85ebca6b)
		g.SetUniform32(2, 0xc2b2ae35)
	}, []int{4, 5, 8}},
	{"reduce", 32, func(g *machine.Group, n int) {
		g.SetLane(4, n%machine.Lanes, xorshift(uint32(n+1)))
		g.SetLane(2, n%machine.Lanes, xorshift(uint32(n+77)))
		g.SetUniform32(0, 200)
	}, []int{4, 5}},
}

func xorshift(x uint32) uint32 {
	x ^= x << 13
	x ^= x >> 17
	return x ^ x<<5
}

// program is the bytes in the comment at the kernel's head, compiled.
func (k *kernel) program(tb testing.TB) *machine.Program {
	tb.Helper()
	text, err := os.ReadFile(oracle.Corpus(tb, "../bench/g13/"+k.name+".s"))
	if err != nil {
		tb.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "; bytes: ")
	digits, _, _ := strings.Cut(rest, "\n")
	code, err := hex.DecodeString(digits)
	if err != nil {
		tb.Fatal(err)
	}
	p, err := machine.Compile(code)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// A measured is what a run of all SIMD-groups of a kernel, one behind the other, took and left.
type measured struct {
	time             time.Duration // without what it takes to make them ready
	executed, native int
	checksum         string // of the outputs, as the C has it
}

func (k *kernel) run(tb testing.TB, p *machine.Program, o machine.Options) (m measured) {
	tb.Helper()
	outputs := make([][]machine.Row, len(k.outputs))
	g := machine.NewGroup()
	for group := range k.groups {
		for n := range machine.Registers {
			g.SetRegister(n, machine.Row{})
		}
		g.Exec, g.PC = 1<<machine.Lanes-1, 0
		for lane := range machine.Lanes {
			k.start(g, machine.Lanes*group+lane)
		}
		begin := time.Now()
		r, err := p.Run(tb.Context(), g, o)
		m.time += time.Since(begin)
		if err != nil || r.Stop != machine.Stopped {
			tb.Fatalf("%s: %v %+v", k.name, err, r)
		}
		m.executed, m.native = m.executed+r.Executed, m.native+r.Native
		for n, register := range k.outputs {
			outputs[n] = append(outputs[n], g.Register(register))
		}
	}
	h := fnv.New64a()
	for _, rows := range outputs {
		for _, row := range rows {
			for _, v := range row {
				h.Write([]byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)})
			}
		}
	}
	m.checksum = fmt.Sprintf("%016x", h.Sum64())
	return m
}

// runs is one of so many, as the C does them, of which it has the median of what they took.
func (k *kernel) runs(tb testing.TB, p *machine.Program, o machine.Options, times int) (m measured) {
	var all []float64
	for n := range 1 + times {
		if m = k.run(tb, p, o); n > 0 {
			all = append(all, float64(m.time))
		}
	}
	m.time = time.Duration(median(all))
	return m
}

// BenchmarkBesideC runs the kernels here, on the reference and as C, by turns, and reports how much longer than the C this takes, and how much less than the reference: medians of the
// ratios of each turn, which is a median of 31 runs here and there.
func BenchmarkBesideC(b *testing.B) {
	compiled(b, kernels[0].program(b)) // where this has no machine code, C with AVX-512 has none either, and does not even compile
	cc := oracle.IfThere(b, "cc", "the C beside which this is measured is compiled by it")
	limits := filepath.Join(b.TempDir(), "limits")
	if out, err := oracle.Usual.CombinedOutput(exec.Command(cc, "-O3", "-march=native", "-mprefer-vector-width=512", "-ffp-contract=off", "-o", limits, oracle.Corpus(b, "../bench/g13/limits.c"), "-lm")); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	b.Run("saxpy", func(b *testing.B) { saxpyBesideC(b, limits) })
	for _, k := range kernels {
		b.Run(k.name, func(b *testing.B) {
			p := k.program(b)
			c := compiled(b, p)
			var beside, over, each []float64
			for b.Loop() {
				ours, reference := k.runs(b, p, machine.Options{Native: c}, 31), k.runs(b, p, machine.Options{}, 3)
				theirs, want := besideC(b, limits, k.name)
				if ours.checksum != want || reference.checksum != want {
					b.Fatalf("the checksums are %s and %s, want %s", ours.checksum, reference.checksum, want)
				}
				beside, over = append(beside, float64(ours.time)/theirs), append(over, float64(reference.time)/float64(ours.time))
				each = append(each, float64(ours.time)/float64(ours.executed))
			}
			b.ReportMetric(median(each), "ns/instruction")
			b.ReportMetric(median(beside), "×C")
			b.ReportMetric(median(over), "reference/this")
		})
	}
}

// besideC is what the C takes for a kernel, in nanoseconds, and the checksum of its outputs.
func besideC(b *testing.B, limits, name string) (ns float64, checksum string) {
	out, err := oracle.Usual.Output(exec.Command(limits, name, "31"))
	if err != nil {
		b.Fatal(err)
	}
	var groups int
	if _, err := fmt.Sscan(string(out), &name, &groups, &ns, &checksum); err != nil {
		b.Fatalf("%q: %v", out, err)
	}
	return ns, checksum
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

// compiled is the machine code of a program.
func compiled(tb testing.TB, p *machine.Program) *jit.Code {
	tb.Helper()
	c, err := jit.Compile(p)
	if err != nil {
		skipUnsupported(tb, err)
	}
	tb.Cleanup(func() { c.Close() })
	return c
}

// The kernels leave what the C leaves.
func TestKernels(t *testing.T) {
	t.Parallel()
	want := map[string]string{"mandel": "60c5a8a0e206a278", "murmur": "7ca28c761495b99f", "reduce": "6f0f313b86420d09"}
	for _, k := range kernels {
		p := k.program(t)
		m := k.run(t, p, machine.Options{Native: compiled(t, p)})
		if m.checksum != want[k.name] || m.native < m.executed-k.groups {
			t.Errorf("%s: the checksum is %s, want %s, and %d of %d instructions were native", k.name, m.checksum, want[k.name], m.native, m.executed)
		}
	}
}
