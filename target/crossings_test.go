package target_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/x86"
	"github.com/lanescope/lanescope/target"
)

// BenchmarkCrossings measures on this CPU what the way between vectors and general registers takes: there and back in a chain, of which a vmovq is the other half,
// and beside others that do not wait for one another. A cycle is an addition in a chain. What is said of Zen 4 in measuredCrossings is from here.
//
//	go test ./target -run '^$' -bench Crossings -benchtime 1x
func BenchmarkCrossings(b *testing.B) {
	if !execmem.Features().Has(execmem.AVX2) {
		b.Skip("this CPU lacks AVX2")
	}
	tg, _ := target.Find("avx2+bmi2")
	cycle := perCopy(b, encoded(b, "MR: REX.W 01 /r", x86.R(0), x86.R(1)))
	for _, r := range tg.Crossings() {
		b.Run(fmt.Sprintf("%s/%s/%d", r.Name, strings.ReplaceAll(r.Operands(), " ", ""), r.Length()), func(b *testing.B) {
			there, back := crossed(b, r, 0), encoded(b, "MR: VEX.128.66.0F.W1 7E /r", x86.R(0), x86.XMM(0))
			if r.FileOf('d') == target.General {
				there, back = encoded(b, "RM: VEX.128.66.0F.W1 6E /r", x86.XMM(0), x86.R(0)), there
			}
			var apart []byte
			registers := []int{x86.RAX, x86.RDX, x86.RBX, x86.RSI, x86.R8, x86.R9, x86.R10, x86.R11}
			for _, n := range registers {
				apart = append(apart, crossed(b, r, n)...)
			}
			b.ReportMetric(perCopy(b, append(there, back...))/cycle, "cycles-there-and-back")
			b.ReportMetric(perCopy(b, apart)/cycle/float64(len(registers)), "cycles-apart")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// crossed is the row with all operands in registers of one number.
func crossed(b *testing.B, r *target.Row, n int) []byte {
	code, err := r.AppendCode(nil, &target.Operands{D: n, Args: []int{n, n}})
	if err != nil {
		b.Fatal(err)
	}
	return code
}

func encoded(b *testing.B, encoding string, operands ...x86.Operand) []byte {
	code, err := x86.MustParse(encoding).Append(nil, operands...)
	if err != nil {
		b.Fatal(err)
	}
	return code
}

// perCopy is the time of one of many copies of the code behind one another, the best of many runs.
func perCopy(b *testing.B, code []byte) float64 {
	const copies = 500
	least := [2]float64{math.Inf(1), math.Inf(1)}
	for i, n := range [...]int{0, copies} {
		body, err := execmem.Load(bytes.Repeat(code, n))
		if err != nil {
			b.Fatal(err)
		}
		var regs execmem.Registers
		for range 500 {
			start := time.Now()
			for range 10 {
				body.Run(&regs)
			}
			least[i] = min(least[i], float64(time.Since(start).Nanoseconds())/10)
		}
		if err := body.Close(); err != nil {
			b.Fatal(err)
		}
	}
	return (least[1] - least[0]) / copies
}
