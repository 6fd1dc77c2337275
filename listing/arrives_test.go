package listing_test

import (
	"testing"

	"github.com/lanescope/lanescope/listing"
)

// What computes on general registers is told by the registers that a line names, whatever the machine; what arrives in vectors by where it was.
func TestComputesOrArrives(t *testing.T) {
	for _, row := range []struct {
		line              string
		computes, arrives bool
	}{
		{"mov eax, ebx", true, false}, {"movl $3, %eax", true, false}, {"mov eax, arg(0)", true, false}, {"orq %rax, %rbx", true, false}, {"mov r2, r3", true, false}, {"LSL r4, r5, #2", true, false}, {"ror w0, w1, #3", true, false}, {"sra $t0, $t1, 4", true, false},
		{"and x0, x1, x2", true, false}, {"and v0.16b, v1.16b, v2.16b", false, false}, {"mov v0.16b, v1.16b", false, false}, {"mov z0.d, z1.d", false, false}, {"ext v0.16b, v1.16b, v2.16b, #1", false, false},
		{"pshufd xmm0, xmm1, 3", false, false}, {"pext rax, rbx, rcx", false, false}, {"bswap eax", false, false}, {"paddd xmm0, xmm1", false, false}, {"", false, false},
		{"movq mm1, [rsi]", false, true}, {"movq %mm1, (%rsi)", false, true}, {"pshufw mm0, mm1, 3", false, true}, {"movd mm9, eax", false, false},
		{"dup v28.8b, w6", false, true}, {"dup v0.2d, xzr", false, true}, {"dup v0.4s, v1.s[0]", false, false}, {"fmov d0, x1", false, true}, {"ins v0.s[1], wzr", false, true}, {"zip1 v0.4s, v1.4s, v2.4s", false, false},
		{"vpbroadcastd zmm0, ecx", false, true}, {"vpbroadcastd %ecx, %zmm0", false, true}, {"vpbroadcastd zmm0, xmm1", false, false}, {"vpbroadcastb xmm0, [rdi]", false, false}, {"vpbroadcastw m3, prim", false, true}, {"vpbroadcastw xmm3, m1", false, false},
		{"movd xmm0, r6d", false, true}, {"vmovq xmm0, dstq", false, true}, {"movd xmm0, eax", false, false}, {"movd xmm0, [rdi]", false, false}, {"pmovmskb r3d, xmm0", false, true}, {"vpinsrb xmm1, xmm1, tmp, 3", false, true}, {"vpinsrb xmm1, xmm1, eax, 3", false, false},
	} {
		if got := listing.ComputesGeneral(row.line); got != row.computes {
			t.Errorf("%q computes: %v, want %v", row.line, got, row.computes)
		}
		if got := listing.Arrives(row.line); got != row.arrives {
			t.Errorf("%q arrives: %v, want %v", row.line, got, row.arrives)
		}
	}
}

// What stands behind a semicolon is a remark, or an instruction, behind which nothing is known.
func TestWithoutRemark(t *testing.T) {
	for line, want := range map[string]string{
		"\tpshufd xmm0, xmm1, 27 ; so": "\tpshufd xmm0, xmm1, 27", "\tret;": "\tret", "; so": "; so", "  ; pshufd": "  ; pshufd", ".ascii \"a;ret\"": ".ascii \"a;ret\"", "\tdb 1, 2; ret": "\tdb 1, 2",
		"\tpshufd xmm0, xmm1, 27; ret": ".case:", "\tmov eax, 1;\tpshufd xmm0, xmm1, 27": ".case:", "\trep; ret": "\trep ret", "\tlock; incl (%rdi)": "\tlock incl (%rdi)", "f:": "f:", "": "",
	} {
		if got := listing.WithoutRemark(line); got != want {
			t.Errorf("%q is %q, want %q", line, got, want)
		}
	}
}
