package ptx_test

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/ptx"
)

// A prmt takes four bytes of two registers, of which one may be a number. Several take them of as many as there are.
func TestSaid(t *testing.T) {
	registers := func(m lane.Map) (n int, ok bool) {
		var read []int
		for _, l := range m.Lane {
			switch {
			case l.Kind == lane.Undefined, l.Kind == lane.Source && m.Src[l.Src]*m.Bits != 32:
				return 0, false
			case l.Kind == lane.Constant:
				l.Src = -1
			}
			if !slices.Contains(read, l.Src) {
				read = append(read, l.Src)
			}
		}
		return len(read), len(m.Lane)*m.Bits == 32
	}
	dialecttest.Said(t, ptx.Dialect(), chance.Random(t, 1), dialecttest.Saying{
		Operand: func(k int) string { return "%" + lane.SourceName(k) },
		One:     func(m lane.Map) bool { n, ok := registers(m); return ok && n <= 2 },
		Several: func(m lane.Map) bool { _, ok := registers(m); return ok },
		Shape:   dialecttest.Shape{Bits: []int{8, 16, 32}, Lanes: []int{4, 2, 1}, Sources: 4, Constants: true},
	})
}

// What is made of what, and what is warned of; and what is refused, and where.
func TestStatements(t *testing.T) {
	dialecttest.Meanings(t, ptx.Dialect(), [][2]string{
		{"mov.b64 {%a, %b}, %c;", "%a of %c: i32x2 -> a0; there are 2 results: shown is the first, %a"},
		{"mov.b32 {%h0, %h1}, %r;", "%h0 of %r: i16x2 -> a0; there are 2 results: shown is the first, %h0"},
		{"mov.b64 %d, {%a, %b};", "%d of %a %b: i32x1 i32x1 -> a0 b0"},
		{"mov.b32 %d, {%a, %b, %c, %e};", "%d of %a %b %c %e: i8x1 i8x1 i8x1 i8x1 -> a0 b0 c0 e0"},
		{"shf.l.wrap.b32 %d, %a, %b, 8;", "%d of %a %b: i8x4 i8x4 -> a3 b0 b1 b2"},
		{"shf.r.clamp.b32 %d, %a, %b, 40;", "%d of %a %b: i32x1 i32x1 -> b0"},
		{"PRMT R0, R1, 0x5410, R2", "R0 of R1 R2: i8x4 i8x4 -> a0 a1 b0 b1"},
		{"what PT, R1, R2\nPRMT R0, R2, 0x5410, R2", "R0 of R2: i8x4 -> a0 a1 a0 a1"},
	})
	dialecttest.Refused(t, ptx.Dialect(), [][2]string{
		{"‹shf.l.b32› %d, %a, %b, 8;", "expected shf.l.wrap.b32, shf.r.wrap.b32, or clamp"},
		{"‹shf.x.wrap.b32› %d, %a, %b, 8;", "expected shf.l.wrap.b32, shf.r.wrap.b32, or clamp"},
		{"‹prmt.b32 %d, %a, %b›;", "prmt.b32 has 4 operands, and these are 3"},
		{"‹what› PT, R1, R2\nPRMT R0, R1, 0x5410, R2", `"what" is no movement: PTX has prmt, shfl, shf and mov`},
		{"‹mov.b32 %d, {%a, %b, %c}›;", "expected one register and several of equal size"},
	})
}
