package target_test

import (
	"testing"

	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/x86"
	"github.com/lanescope/lanescope/target"
)

// BenchmarkWide measures on this CPU what rows of 512 bits take: in a chain, where each waits for the one before by one of its operands, the slowest, and beside others. A cycle is an addition in a chain. What is said of Zen 4
// in measured, of most of these rows, is from here.
//
//	go test ./target -run '^$' -bench Wide -benchtime 1x
func BenchmarkWide(b *testing.B) {
	if !execmem.Features().Has(execmem.AVX512F | execmem.AVX512BW | execmem.AVX512DQ | execmem.AVX512VL) {
		b.Skip("this CPU lacks AVX-512")
	}
	tg, _ := target.Find("avx512")
	cycle := perCopy(b, encoded(b, "RVM: EVEX.512.66.0F.W0 FE /r", x86.ZMM(0), x86.ZMM(0), x86.ZMM(0)))
	for _, r := range tg.RowsIn(target.Vectors) {
		if r.Length() != 512 || len(r.Src) == 0 || len(r.Src) > 2 {
			continue
		}
		b.Run(r.Name+"/"+r.Asm, func(b *testing.B) {
			var apart []byte
			const beside = 12
			for n := range beside {
				apart = append(apart, wide(b, r, 2+n, 1, 1, 1)...)
			}
			slowest := max(perCopy(b, wide(b, r, 0, 0, 1, 1)), perCopy(b, wide(b, r, 0, 1, 0, 1)), perCopy(b, wide(b, r, 0, 1, 1, 0)))
			b.ReportMetric(slowest/cycle, "cycles-latency")
			b.ReportMetric(perCopy(b, apart)/cycle/beside, "cycles-apart")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// wide is the row with its result and its operands in these registers; a result that is an operand is in that one's.
func wide(b *testing.B, r *target.Row, to, first, second, constant int) []byte {
	o := target.Operands{D: to, Args: []int{first, second}, K: constant, M: 1}
	if r.Imm != nil && r.Imm.Values > 1 {
		o.Imm = 1 // of 0 some are no movement
	}
	if r.Destroys {
		o.Args[0] = to
	}
	if r.Spends {
		o.K = to
	}
	code, err := r.AppendCode(nil, &o)
	if err != nil {
		b.Fatal(err)
	}
	return code
}
