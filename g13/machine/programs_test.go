package machine_test

import (
	"context"
	"encoding/hex"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/oracle"
)

// A sharedProgram is one of the G13 programs that stand beside the corpus with the same work in C, whose output has this checksum.
type sharedProgram struct {
	name     string
	groups   int
	start    func(g *machine.Group, group int)
	outputs  []int // registers
	checksum uint64
	executed int // in all groups
}

var sharedPrograms = []sharedProgram{
	{"mandel", 128, startMandel, []int{6}, 0x60c5a8a0e206a278, 206424},
	{"murmur", 32, startMurmur, []int{4, 5, 8}, 0x7ca28c761495b99f, 83296},
	{"reduce", 32, startReduce, []int{4, 5}, 0x6f0f313b86420d09, 108896},
}

func startMandel(g *machine.Group, group int) {
	for lane := range machine.Lanes {
		i := group*machine.Lanes + lane
		setFloat(g, 2, lane, float32(i%64)/64*3-2)
		setFloat(g, 3, lane, float32(i/64)/64*2.5-1.25)
	}
	g.SetUniform32(0, 256)
}

func setFloat(g *machine.Group, n, lane int, x float32) { g.SetLane(n, lane, math.Float32bits(x)) }

func startMurmur(g *machine.Group, group int) {
	for lane := range machine.Lanes {
		g.SetLane(4, lane, xorshift(uint32(group*machine.Lanes+lane+1)))
	}
	for _, n := range []int{5, 6, 8} {
		g.SetRegister(n, machine.Row{})
	}
	g.SetUniform32(0, 200)
	g.SetUniform32(1, 0x85ebca6b)
	g.SetUniform32(2, 0xc2b2ae35)
}

func startReduce(g *machine.Group, group int) {
	for lane := range machine.Lanes {
		i := uint32(group*machine.Lanes + lane)
		g.SetLane(4, lane, xorshift(i+1))
		g.SetLane(2, lane, xorshift(i+77))
	}
	g.SetRegister(5, machine.Row{})
	g.SetRegister(6, machine.Row{})
	g.SetUniform32(0, 200)
}

func xorshift(x uint32) uint32 {
	x ^= x << 13
	x ^= x >> 17
	return x ^ x<<5
}

// readShared is the bytes in the comment at the program's head.
func readShared(tb testing.TB, name string) []byte {
	tb.Helper()
	text, err := os.ReadFile(oracle.Corpus(tb, "../bench/g13/"+name+".s"))
	if err != nil {
		tb.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "; bytes: ")
	digits, _, _ := strings.Cut(rest, "\n")
	code, err := hex.DecodeString(digits)
	if err != nil {
		tb.Fatal(err)
	}
	return code
}

func compileShared(tb testing.TB, name string) *machine.Program {
	tb.Helper()
	p, err := machine.Compile(readShared(tb, name))
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// begin makes a group ready for one more run.
func begin(g *machine.Group) {
	g.Exec, g.PC = 1<<machine.Lanes-1, 0
	g.SetRegister(0, machine.Row{})
}

// runShared runs all groups and gives the checksum of their outputs, register by register.
func runShared(tb testing.TB, p *machine.Program, s sharedProgram) (checksum uint64, executed int) {
	outputs := make([][]machine.Row, len(s.outputs))
	g := machine.NewGroup()
	for group := range s.groups {
		begin(g)
		s.start(g, group)
		r, err := p.Run(context.Background(), g, machine.Options{})
		if err != nil || r.Stop != machine.Stopped {
			tb.Fatalf("group %d: %v %+v", group, err, r)
		}
		executed += r.Executed
		for k, n := range s.outputs {
			outputs[k] = append(outputs[k], g.Register(n))
		}
	}
	h := uint64(14695981039346656037)
	for _, rows := range outputs {
		for _, r := range rows {
			for _, v := range r {
				for k := range 4 {
					h = (h ^ uint64(v>>(8*k)&255)) * 1099511628211
				}
			}
		}
	}
	return h, executed
}

// The outputs have the checksums that the same work written in C gives.
func TestSharedPrograms(t *testing.T) {
	for _, s := range sharedPrograms {
		checksum, executed := runShared(t, compileShared(t, s.name), s)
		if checksum != s.checksum || executed != s.executed {
			t.Errorf("%s: checksum %016x after %d instructions, want %016x after %d", s.name, checksum, executed, s.checksum, s.executed)
		}
	}
}

// ns/inst is the time of an instruction in all 32 lanes.
func BenchmarkPrograms(b *testing.B) {
	for _, s := range sharedPrograms {
		b.Run(s.name, func(b *testing.B) {
			p := compileShared(b, s.name)
			g, executed := machine.NewGroup(), 0
			b.ReportAllocs()
			for b.Loop() {
				for k := range s.groups {
					begin(g)
					s.start(g, k)
					r, err := p.Run(context.Background(), g, machine.Options{})
					if err != nil || r.Stop != machine.Stopped {
						b.Fatal(err, r)
					}
					executed += r.Executed
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(executed), "ns/inst")
		})
	}
}

// A program is decoded and compiled once.
func BenchmarkCompile(b *testing.B) {
	code := readShared(b, "murmur")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := machine.Compile(code); err != nil {
			b.Fatal(err)
		}
	}
}

// What it costs to begin and to end.
func BenchmarkStopAlone(b *testing.B) {
	p, err := machine.Compile([]byte{0x88, 0})
	if err != nil {
		b.Fatal(err)
	}
	g := machine.NewGroup()
	b.ReportAllocs()
	for b.Loop() {
		if r, err := p.Run(context.Background(), g, machine.Options{}); err != nil || r.Executed != 1 {
			b.Fatal(r, err)
		}
	}
}
