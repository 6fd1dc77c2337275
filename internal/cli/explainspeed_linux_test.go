package cli_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// How much of a processor the first screen of explain takes, tables and all: of random forms of one source to three, and of bits of integers, the median and the most.
func BenchmarkExplain(b *testing.B) {
	program := withoutC(b)
	for _, c := range []struct {
		name string
		form func(r *rand.Rand) string
	}{
		{"128", func(r *rand.Rand) string { return randomForm(r, 128) }},
		{"256", func(r *rand.Rand) string { return randomForm(r, 256) }},
		{"512", func(r *rand.Rand) string { return randomForm(r, 512) }},
		{"integers", randomInteger},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := chance.Random(b, 18)
			var took []time.Duration
			for b.Loop() {
				form := c.form(r)
				cmd := exec.Command(program, "explain", form)
				if out, err := oracle.Usual.CombinedOutput(cmd); err != nil {
					b.Fatalf("%s: %v\n%s", form, err, out)
				}
				took = append(took, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Milliseconds()), "cpu-ms/form")
			b.ReportMetric(float64(took[len(took)-1].Milliseconds()), "cpu-ms/most")
		})
	}
}

// randomForm is a map of lanes of one source to three, of so many bits.
func randomForm(r *rand.Rand, total int) string {
	bits, sources, gap := 8<<r.IntN(4), 1+r.IntN(3), [...]string{"", "_", "z"}[r.IntN(3)]
	n := total / bits
	form := strings.Repeat(fmt.Sprintf("i%dx%d ", bits, n), sources) + "->"
	for range n {
		if at := fmt.Sprintf(" %c%d", "abc"[r.IntN(sources)], r.IntN(n)); gap == "" || r.IntN(10) > 2 {
			form += at
		} else {
			form += " " + gap
		}
	}
	return form
}

// randomInteger is an expression of C that moves bits of an integer: a function with a mask by chance, a reversal, fields exchanged, or a delta swap.
func randomInteger(r *rand.Rand) string {
	switch far := 1 << r.IntN(5); r.IntN(5) {
	case 0:
		return fmt.Sprintf("_pext_u64(x, %#x)", r.Uint64())
	case 1:
		return fmt.Sprintf("_pdep_u32(x, %#x)", r.Uint32())
	case 2:
		return [...]string{"__builtin_bitreverse32(x)", "__builtin_bitreverse64(x)", "__builtin_bswap64(x)"}[r.IntN(3)]
	case 3:
		mask := r.Uint32() &^ (1<<far - 1)
		mask &^= mask >> far // which stand below
		return fmt.Sprintf("(x & %#x) >> %d | (x & %#x) << %[2]d", mask, far, mask>>far)
	default:
		return fmt.Sprintf("x << %d | y >> %d", far, 32-far)
	}
}
