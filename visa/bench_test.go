package visa

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/visa/object"
)

// benchInsts are legal instructions of every length, as kernels have them.
var benchInsts = []string{
	"mov (M1, 8) V_d(0,0)<1> V_d(1,0)<8;8,1>",
	"(P1) add (M1, 16) V_f(4,0)<1> (-)V_f(0,0)<8;8,1> V_f(2,0)<1;1,0>",
	"mad.sat (M5, 16) V_f(4,0)<1> V_f(0,0)<8;8,1> V_f(6,0)<0;1,0> 0x3f800000:f",
	"cmp.lt (M1_NM, 16) P1 V_w(0,0)<16;16,1> 0x20:w",
	"addr_add (M1, 8) A1(0)<8> &V_d[40] V_uw(0,0)<8;8,1>",
	"mov (M1, 16) V_d(0,0)<1> r[A1(0),-4]<1,0>:d",
	"and (M1, 32) V_ub(0,0)<1> (~)V_ub(1,0)<8;8,1> 0x7f:ub",
	"(!P2.any) sel (M1, 8) V_d(3,1)<2> V_d(0,0)<4;4,1> -5:d",
}

// Text to checked instruction, in either dialect.
func BenchmarkParseCheck(b *testing.B) {
	for _, dialect := range []Dialect{Spec, Intel} {
		b.Run(fmt.Sprint([]string{"spec", "intel"}[dialect]), func(b *testing.B) {
			d, err := ParseDecls(genxDecls, 32)
			if err != nil {
				b.Fatal(err)
			}
			p, c := Parser{Decls: d, Dialect: dialect}, Checker{Decls: d, Dialect: dialect}
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				i, err := p.ParseInst(benchInsts[n&7])
				if err != nil {
					b.Fatal(err)
				}
				if f := c.Check(&i); !Legal(f) {
					b.Fatal(benchInsts[n&7], f)
				}
				n++
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "M/s")
		})
	}
}

// One operand's bytes.
func BenchmarkDecode(b *testing.B) {
	for _, row := range []struct {
		name string
		b    []byte
	}{
		{"general", []byte{0x10, 0x21, 0, 0, 0, 1, 4, 0x45, 3}},
		{"indirect", []byte{0x1b, 0, 0, 1, 0, 0, 0, 0x62, 2}},
		{"immediate", []byte{5, 1, 5, 0, 0, 0}},
		{"address", []byte{1, 2, 0, 3, 3}},
	} {
		b.Run(row.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := Decode(row.b, Source, Current); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "M/s")
		})
	}
}

func BenchmarkPrint(b *testing.B) {
	d, _ := ParseDecls(genxDecls, 32)
	p := Parser{Decls: d}
	i, err := p.ParseInst(benchInsts[1])
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	var out []byte
	for b.Loop() {
		out = i.AppendText(out[:0], d)
	}
}

// BenchmarkGenX is GenX_IR and this package on the same 60,000 lines: it parses, builds its representation and verifies; start-up is in it.
func BenchmarkGenX(b *testing.B) {
	path := oracle.Need(b, "GenX_IR")
	const lines = 60000
	rng := rand.New(rand.NewPCG(1, 2))
	insts := make([]string, lines)
	for k := range insts {
		insts[k] = fmt.Sprintf("mov (M1, 8) V_d(%d,0)<1> V_d(%d,0)<8;8,1>", rng.IntN(16), rng.IntN(16))
	}
	insts[0] = "mov (M1, 4) V_d(0,0)<1> V_d(1,0)<8;8,1>" // an error, so that the tool stops before it generates code
	g := &genx{path: path, platform: "TGLLP", dir: b.TempDir(), decls: genxDecls}
	d, err := ParseDecls(genxDecls, 32)
	if err != nil {
		b.Fatal(err)
	}
	text := strings.Join(insts, "\n")
	for b.Loop() {
		start := time.Now()
		if _, err := g.ask(insts); err != nil {
			b.Fatal(err)
		}
		theirs := time.Since(start)
		start = time.Now()
		p, c := Parser{Decls: d, Dialect: Intel}, Checker{Decls: d, Dialect: Intel}
		for line := range strings.SplitSeq(text, "\n") {
			i, err := p.ParseInst(line)
			if err != nil {
				b.Fatal(err)
			}
			c.Check(&i)
		}
		ours := time.Since(start)
		b.ReportMetric(lines/theirs.Seconds()/1e3, "GenX_IR-k/s")
		b.ReportMetric(lines/ours.Seconds()/1e3, "ours-k/s")
	}
}

// BenchmarkSplit cuts a mov of 32 lanes into eight pieces.
func BenchmarkSplit(b *testing.B) {
	d := NewDecls(32, D)
	p := Parser{Decls: d}
	i, err := p.ParseInst("mov (M1, 32) V32(0,0)<4> V33(0,0)<8;4,2>")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := SplitInst(i, d, Spec); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUnpack reads a file with one kernel, and makes its program.
func BenchmarkUnpack(b *testing.B) {
	file := smallFile(b, Current)
	for b.Loop() {
		o, err := object.Read(file)
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := Unpack(o, 0, 32); err != nil {
			b.Fatal(err)
		}
	}
}
