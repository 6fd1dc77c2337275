package form_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
)

// A text that no dialect takes is told what it is of by the first word that only another language has, whatever stands around it.
func TestStrangersByTheirWords(t *testing.T) {
	for words, reason := range map[string]string{
		"ptrue whilelo svadd_u32_x svmla_m svld1_f16 svcnt_z":   "is of SVE, of which ",
		"__riscv_orc_b_32 __riscv_clmul_64":                     "is of RISC-V, of which intrinsics of vectors are read that move lanes: __riscv_vslidedown_vx_u8m1(a, 3, 16)",
		"vpgatherdd gather_words scatter_all":                   "goes to addresses that only the run knows, and is no map of lanes",
		"vupkhsb vupklsh vpkshss vpkuhus vpkuwus vpkudus lvsl":  "is of Power, and no movement by itself: a sign, a saturation or an address decides; what moves is what lanescope targets vsx lists: vmrglw v0, v1, v2",
		"vilvl xvperm vpickev vreplvei":                         "is of LoongArch, of which lines of assembler are read: vilvl.w $vr0, $vr1, $vr0",
		"xvshuf0i xvrepl0ve __msa_shf_w __msa_ilvl_b shf":       "is of MIPS, which is no dialect; the mask itself is read: [3, 2, 1, 0]",
		"vpaddd paddb fmul vfmadd sqrtps vmaxps vcmpeqps ssubl": "computes, and moves no lanes",
		"sext fpext fptrunc sitofp uitofp fptosi fptoui":        "computes, and moves no lanes; zext and trunc do",
		"for while if switch printf malloc memcpy def class":    "begins a program: the shuffle in it is wanted alone, such as _mm_shuffle_epi32(a, 0x1B)",
	} {
		for _, word := range strings.Fields(words) {
			asked := false
			for _, text := range []string{"%s", "%s nobody", "nobody %s", "  %s(q, r)", "nobody, nobody: %s\n"} {
				text = fmt.Sprintf(text, word)
				if form.Looks(text) { // to what some dialect takes for its own that one answers
					continue
				}
				_, err := form.Parse(text, form.Options{})
				at := strings.Index(text, word)
				if want := fmt.Sprintf("1:%d: this is no form that Lanescope knows: %q %s", at+1, word, reason); err == nil || !strings.HasPrefix(err.Error(), want) {
					t.Errorf("%q: %v, want %s", text, err, want)
				}
				asked = true
			}
			if !asked {
				t.Errorf("%s is a dialect's own in every text", word)
			}
		}
	}
}
