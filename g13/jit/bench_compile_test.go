package jit_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/jit"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/oracle"
)

// label is one at the beginning of a line.
var label = regexp.MustCompile(`(?m)^([a-z]+):`)

// benchPrograms are the eight of bench, by name, and all of them one behind the other, over and over, until there are 1,000 instructions.
func benchPrograms(tb testing.TB) map[string]*machine.Program {
	tb.Helper()
	paths, err := filepath.Glob("../../bench/programs/*.s")
	if err != nil || len(paths) == 0 {
		tb.Fatal(err, paths)
	}
	all := map[string]*machine.Program{}
	var long strings.Builder
	for n := 0; len(all) <= len(paths); n++ {
		path := paths[n%len(paths)]
		text, err := os.ReadFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".s")
		if n < len(paths) {
			all[name] = compiledText(tb, string(text))
		}
		own := string(text)
		for _, l := range label.FindAllStringSubmatch(own, -1) {
			own = regexp.MustCompile(`\b`+l[1]+`\b`).ReplaceAllString(own, fmt.Sprintf("l%d_%s", n, l[1]))
		}
		long.WriteString(own)
		if n >= len(paths) {
			if p := compiledText(tb, long.String()); len(p.Ops()) >= 1000 {
				all["1000"] = p
			}
		}
	}
	return all
}

func compiledText(tb testing.TB, text string) *machine.Program {
	tb.Helper()
	code, errs := asm.Assemble(text)
	if errs != nil {
		tb.Fatal(errs)
	}
	p, err := machine.Compile(code)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// BenchmarkCompile makes machine code of each of these, and gives it back: what that takes at least, and the median.
func BenchmarkCompile(b *testing.B) {
	programs := benchPrograms(b)
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range programs {
			if !yield(name) {
				return
			}
		}
	}) {
		b.Run(name, func(b *testing.B) {
			p := programs[name]
			ops := float64(len(p.Ops()))
			var took []float64
			b.ReportAllocs()
			for b.Loop() {
				begin := time.Now()
				c, err := jit.Compile(p)
				if err != nil {
					skipUnsupported(b, err)
				}
				if err := c.Close(); err != nil {
					b.Fatal(err)
				}
				took = append(took, float64(time.Since(begin))/ops)
			}
			b.ReportMetric(slices.Min(took), "least-ns/instruction")
			b.ReportMetric(median(took), "median-ns/instruction")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// inChild is the name of the environment's variable by which BenchmarkFirst tells a process that it is to compile once.
const inChild = "LANESCOPE_TEST_FIRST"

// BenchmarkFirst is what the first compilation of a process takes, and the second one: in processes of its own.
func BenchmarkFirst(b *testing.B) {
	if os.Getenv(inChild) != "" {
		compileTwice(b)
		return
	}
	compiled(b, compiledText(b, mandelbrot)) // a process that cannot has no figures to print
	var first, second []float64
	for b.Loop() {
		cmd := exec.Command(os.Args[0], "-test.run", "NONE", "-test.bench", "BenchmarkFirst", "-test.benchtime", "1x")
		cmd.Env = append(os.Environ(), inChild+"=1")
		out, err := oracle.Usual.Output(cmd)
		if err != nil {
			b.Fatal(err)
		}
		_, figures, found := strings.Cut(string(out), "compiled in")
		var one, two float64
		if _, err := fmt.Sscan(figures, &one, &two); err != nil || !found {
			b.Fatalf("%q: %v", out, err)
		}
		first, second = append(first, one), append(second, two)
	}
	b.ReportMetric(median(first)/1e3, "first-µs")
	b.ReportMetric(median(second)/1e3, "second-µs")
	b.ReportMetric(0, "ns/op")
}

// compileTwice compiles once, and once more.
func compileTwice(b *testing.B) {
	p := compiledText(b, mandelbrot)
	var took [2]time.Duration
	for k := range took {
		begin := time.Now()
		c, err := jit.Compile(p)
		if took[k] = time.Since(begin); err != nil {
			skipUnsupported(b, err)
		}
		if err := c.Close(); err != nil {
			b.Fatal(err)
		}
	}
	fmt.Printf("compiled in %d %d\n", took[0].Nanoseconds(), took[1].Nanoseconds())
}
