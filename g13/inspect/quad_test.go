package inspect_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/inspect"
	"github.com/lanescope/lanescope/internal/chance"
)

func foundQuad(t *testing.T, text string) bool {
	t.Helper()
	r, err := inspect.Inspect(assembled(t, text).Code)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Findings {
		if f.Rule == inspect.QuadDivergentIndex {
			return true
		}
	}
	return false
}

// What an index is made of decides whether it may differ within a quad.
func TestQuadIndexes(t *testing.T) {
	for _, row := range []struct {
		index string // into r2
		found bool
	}{
		{"mov r2, 5", false}, {"mov_imm r2, 70000", false}, {"iadd r2, u4, 3", false}, {"", true}, {"iadd r2, r3, 1", true},
		{"get_sr r2, sr52", true}, {"get_sr r2, sr51", true}, {"get_sr r2, sr80", true}, {"get_sr r2, sr0", false}, {"get_sr r2, sr53", false}, {"get_sr r2, sr48", true}, {"get_sr r2, sr58", true}, {"get_sr r2, sr59", false}, {"get_sr r2, sr57", false},
		{"get_sr r3, sr52\nbfeil r2, 0, r3, 2", false}, {"get_sr r3, sr52\nbfeil r2, 0, r3, 1", true}, {"get_sr r3, sr52\nbfeil r2, 7, r3, 2", false}, {"get_sr r3, sr52\nbfeil r2, r3, 4, 2", true},
		{"get_sr r3, sr52\nbfi r2, 0, r3, 2", false}, {"get_sr r3, sr52\nbfi r2, 0, r3, 1", true}, {"get_sr r3, sr52\nbfi r2, 0, r3, u4", true}, {"bfi r2, 0, 5, u4", false}, {"get_sr r3, sr52\nbfeil r2, 0, 5, r3", true},
		{"get_sr r3, sr52\nand r2, r3, 252", false}, {"get_sr r3, sr52\nand r2, 252, r3", false}, {"get_sr r3, sr52\nand r2, r3, 254", true}, {"get_sr r3, sr52\nor r2, r3, 3", false}, {"get_sr r3, sr52\nor r2, r3, 1", true},
		{"get_sr r3, sr52\nxor r2, r3, 3", true}, {"get_sr r3, sr52\nand r2, r3, u4", true}, {"get_sr r3, sr52\nnand r2, r3, 4", false}, {"get_sr r3, sr52\nnor r2, r3, 255", false},
		{"get_sr r3, sr52\nimadd r2, r3, 4, 1", false}, {"get_sr r3, sr52\nimadd r2, 4, r3, 1", false}, {"get_sr r3, sr52\nimadd r2, r3, 2, 1", true}, {"get_sr r3, sr52\nimadd r2, r3, 0, 1", false}, {"get_sr r3, sr52\nimadd r2, r3, u4, 1", true},
		{"get_sr r3, sr52\nimadd r2, r3, r3, 1", true}, {"get_sr r3, sr52\nimadd r2, 2, 3, r3, lsl 2", false}, {"get_sr r3, sr52\nimadd r2, 2, 3, r3, lsl 1", true},
		{"get_sr r3, sr52\niadd r2, 1, r3, lsl 2", false}, {"get_sr r3, sr52\niadd r2, 1, r3, lsl 1", true}, {"get_sr r3, sr52\niadd r2, r3, 1, lsl 2", true},
		{"get_sr r3, sr52\nbfi r3, 0, r3, 4\niadd r3, r3, r3\nbfeil r2, 0, r3, 3", true}, {"get_sr r3, sr52\nbfi r3, 0, r3, 2\niadd r3, r3, 12\nbfeil r2, 0, r3, 1", true},
		{"icmpsel ult, r2, u4, 3, 5, 6", false}, {"icmpsel ult, r2, r3, 3, 5, 6", true}, {"icmpsel ult, r2, u4, 3, r3, 6", true}, {"icmpsel ult, r2, u4, 3, 6, r3", true},
		{"icmp_ballot r2, ult, r3, 5", false}, {"fcmp_ballot r2, lt, r3, r4", false}, {"icmp_quad_ballot r2, ult, r3, 5", false}, {"simd_iadd r2, r3", false}, {"quad_iadd r2, r3", false}, {"simd_prefix_iadd r2, r3", true},
		{"simd_shuffle r2, r3, 7", false}, {"simd_shuffle r2, r3, 40", true}, {"quad_shuffle r2, r3, 1", false}, {"simd_shuffle_xor r2, r3, 4", true}, {"simd_shuffle r2, r3, u4", true}, {"mov r2, 1\nsimd_shuffle r2, r3, u4", false}, {"simd_shuffle_xor r2, 5, 1", false}, {"simd_shuffle r2, 5, 32", true}, {"mov r2, 1\nsimd_shuffle r2, 5, 32", false},
		{"popcount r2, u4", false}, {"popcount r2, r3", true}, {"fadd32 r2, u4, 1.0", false}, {"fadd32 r2, r3, 1.0", true}, {"convert f_to_u32, r2, u4, rtz", false},
		{"device_load 0, i32, x, r2, u2_u3, 4, signed\nwait 0", false}, {"device_load 0, i32, x, r2, u2_u3, r3, signed\nwait 0", true}, {"stack_load r2, i32, 1, 0, x, 4, 8, 0\nwait 0", true},
		{"atomic add, 0, r2, u2_u3, 0, signed, r5, 1, 0, 1, 4, 2\nwait 0", true}, {"threadgroup_load i32, x, r2, 0, 8", false}, {"threadgroup_load i32, x, r2, r3l, 8", true},
		{"mov r2, 5\nif_icmp r0l, ult, r3, 5, 1\nmov r2, 6\npop_exec r0l, 1", true}, {"mov r2, 5\nif_icmp r0l, ult, r3, 5, 1\nmov r4, 6\npop_exec r0l, 1", false},
		{"mov r2, 5\ncall f\nstop\nf: iadd r2, r2, 1\nret r1\nstop", false},
		{"mov r2l, 5\nmov_imm r2h, 6", false}, {"mov_imm r2, 5\nget_sr r2l, sr52", true}, {"mov_imm r2, 5\nget_sr r2h, sr52", false}, {"iadd r2_r3, u4, u5", false}, {"get_sr r4, sr52\niadd r2_r3, u4, r4", true},
		{"get_sr r3l, sr52\nbfi r3l, 0, r3l, 15\niadd r4, 0, r3l.sx\nbfeil r2, 0, r4, 20", true}, {"get_sr r3l, sr52\nbfi r3l, 0, r3l, 13\niadd r4, r3l.sx, 0\nbfeil r2, 0, r4, 20", true},
		{"get_sr r2, sr52\njmp_exec_none on\nmov r2, 5\non:", true}, {"mov r2, 5\njmp_exec_none on\nget_sr r2, sr52\non:", true}, {"mov r2, 5\njmp_exec_none on\nmov r2, 6\non:", false},
		{"mov r2, 5\nmov r3, 5\nget_sr r4, sr52\nt: mov r2, r3\nmov r3, r4\njmp_exec_any t", true}, {"mov r2, 1\nmov r3, 2\nt: iadd r2, r2, r3\njmp_exec_any t", false},
		{"dfdx r2, r3", true}, {"mov r3, 1\ndfdx r2, r3", false}, {"stack_get_ptr r2", false},
	} {
		if got := foundQuad(t, row.index+"\nsimd_shuffle r9, r10, r2\nstop\n"); got != row.found {
			t.Errorf("%q: found %v, want %v", row.index, got, row.found)
		}
	}
	for _, shuffle := range []string{"simd_shuffle r9, r10, 5", "simd_shuffle r9, r10, u4", "simd_shuffle_xor r9, r10, 31"} {
		if foundQuad(t, shuffle+"\nstop\n") {
			t.Errorf("%s is found", shuffle)
		}
	}
}

// TestQuadsAgree: indices that are made by chance: where the machine says that one differs, it is found.
func TestQuadsAgree(t *testing.T) {
	r := chance.Random(t, 8)
	cases := 1500
	if *full {
		cases = 20000
	}
	flagged, silent := 0, 0
	for range cases {
		source := func() string {
			return []string{fmt.Sprintf("r%d", 2+r.IntN(4)), fmt.Sprintf("r%d%c", 2+r.IntN(4), "lh"[r.IntN(2)]), fmt.Sprint(r.IntN(256)), fmt.Sprintf("u%d", 4+r.IntN(2)), fmt.Sprintf("r%d", 2+r.IntN(4))}[r.IntN(5)]
		}
		extended := func() string {
			if s := source(); s[0] == 'r' {
				return s + []string{"", ".sx"}[r.IntN(2)]
			}
			return fmt.Sprint(r.IntN(16))
		}
		lines := []string{"mov r2, 1", "mov r3, 2", "mov r4, 3", "get_sr r5, sr52"}
		for range 2 + r.IntN(6) {
			d := fmt.Sprintf("r%d%s", 2+r.IntN(4), []string{"", "", "l", "h"}[r.IntN(4)])
			lines = append(lines, []string{
				fmt.Sprintf("iadd %s, %s, %s, lsl %d", d, extended(), extended(), r.IntN(5)),
				fmt.Sprintf("isub %s, %s, %s", d, extended(), extended()),
				fmt.Sprintf("imadd %s, %s, %s, %s, lsl %d", d, extended(), extended(), extended(), r.IntN(5)),
				fmt.Sprintf("bfeil %s, %s, %s, %d", d, source(), source(), r.IntN(34)),
				fmt.Sprintf("bfi %s, %s, %s, %d, mask 0x%X", d, source(), source(), r.IntN(34), 1<<(1+r.IntN(8))-1),
				fmt.Sprintf("bfi %s, %s, %s, %d", d, source(), source(), r.IntN(34)),
				fmt.Sprintf("%s %s, %s, %s", []string{"and", "or", "xor", "nand", "nor", "xnor", "bitop 0010,", "bitop 1011,"}[r.IntN(8)], d, source(), source()),
				fmt.Sprintf("icmpsel ult, r%d, %s, %s, r%d, %d", 2+r.IntN(4), source(), source(), 2+r.IntN(4), r.IntN(256)),
				fmt.Sprintf("%s %s, %s", []string{"popcount", "bitrev", "ffs", "simd_iadd", "quad_max.u", "simd_prefix_xor"}[r.IntN(6)], d, fmt.Sprintf("r%d", 2+r.IntN(4))),
				fmt.Sprintf("%s %s, %s, %d", []string{"simd_shuffle", "quad_shuffle", "simd_shuffle_xor", "simd_shuffle_up"}[r.IntN(4)], d, source(), r.IntN(40)),
			}[r.IntN(10)])
		}
		lines = append(lines, fmt.Sprintf("simd_shuffle r9, r10, r%d%s", 2+r.IntN(4), []string{"", "l", "h"}[r.IntN(3)]), "stop")
		text := joinLines(lines)
		code := assembled(t, text).Code
		g, _ := started(t, func(int, int) uint32 { return r.Uint32() })
		g.SetUniform32(4, r.Uint32())
		g.SetUniform32(5, 3)
		mixed := false
		for _, what := range run(t, code, g).Flags {
			mixed = mixed || strings.Contains(what, "differs within a quad")
		}
		found := foundQuad(t, text)
		if mixed && !found {
			t.Fatalf("the machine says that an index differs, and it is not found\n%s", text)
		}
		if mixed {
			flagged++
		}
		if !found {
			silent++
		}
	}
	t.Logf("%d of %d differ, %d are said not to", flagged, cases, silent)
	if flagged < cases/20 || silent < cases/20 {
		t.Errorf("%d of %d differ, and %d are said not to", flagged, cases, silent)
	}
}
