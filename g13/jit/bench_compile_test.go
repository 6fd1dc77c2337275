package jit_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/jit"
	"github.com/lanescope/lanescope/g13/machine"
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
				took = append(took, float64(time.Since(begin))/float64(len(p.Ops())))
			}
			b.ReportMetric(slices.Min(took), "least-ns/instruction")
			b.ReportMetric(median(took), "median-ns/instruction")
			b.ReportMetric(0, "ns/op")
		})
	}
}
