package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/visa"
)

// A comment is right that says where each lane comes from, of all that could be said of four lanes; one that cannot be read, or of other sizes, is not.
func TestRight(t *testing.T) {
	for imm := range 256 {
		instruction, err := form.Parse(fmt.Sprintf("pshufd $%d, %%xmm1, %%xmm0", imm), form.Options{})
		if err != nil {
			t.Fatal(err)
		}
		rights := 0
		for said := range 256 {
			line := fmt.Sprintf("\tx\t# xmm0 = xmm1[%d,%d,%d,%d]", said&3, said>>2&3, said>>4&3, said>>6)
			if right(line, instruction) {
				if rights++; said != imm {
					t.Fatalf("%s is right of pshufd $%d", line, imm)
				}
			}
		}
		if rights != 1 {
			t.Errorf("of pshufd $%d %d comments are right", imm, rights)
		}
		for _, line := range []string{"", "\tx", "\tx\t#", "\tx\t# nonsense", "\tx\t# xmm0 = xmm1[", "\tx\t# xmm0 = xmm1[0,1,2,9]", "\tx\t# xmm0 = xmm1[0,1,2]"} {
			if right(line, instruction) {
				t.Errorf("%q is right of pshufd $%d", line, imm)
			}
		}
	}
}

// So is one of two sources: they are those of its names, whichever it names first.
func TestRightOfTwo(t *testing.T) {
	for text, want := range map[string]string{
		"punpckldq %xmm1, %xmm0": "xmm0[0],xmm1[0],xmm0[1],xmm1[1]", "punpckhdq %xmm0, %xmm1": "xmm1[2],xmm0[2],xmm1[3],xmm0[3]", "vpunpckldq %xmm0, %xmm1, %xmm2": "xmm1[0],xmm0[0],xmm1[1],xmm0[1]",
		"blendps $1, %xmm1, %xmm0": "xmm1[0],xmm0[1],xmm0[2],xmm0[3]", "blendps $7, %xmm1, %xmm0": "xmm1[0],xmm1[1],xmm1[2],xmm0[3]",
	} {
		instruction, err := form.Parse(text, form.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for said := range 1 << 12 {
			var lanes []string
			for k := range 4 {
				lanes = append(lanes, fmt.Sprintf("xmm%d[%d]", said>>(3*k+2)&1, said>>(3*k)&3))
			}
			comment := strings.Join(lanes, ",")
			if got := right("\tx\t# xmm9 = "+comment, instruction); got != (comment == want) {
				t.Fatalf("that %s is %s is right: %v", text, comment, got)
			}
			found = found || comment == want
		}
		if !found {
			t.Errorf("%s was never said", want)
		}
	}
}

// Each instruction of vISA is known by its name, also one that has a full stop itself, behind a guard and before what changes it.
func TestVisaMnemonics(t *testing.T) {
	dotted := 0
	for _, op := range visa.Ops() {
		name := op.String()
		dotted += strings.Count(name, ".")
		for _, guard := range []string{"", "(P1) ", "(!P2.any)", "(P1)\t"} {
			for _, behind := range []string{"", " (M1, 8) V1", "\tV1", "(M1, 8)"} {
				if got := visaMnemonic(guard + name + behind); got != name {
					t.Errorf("%q is %q, want %q", guard+name+behind, got, name)
				}
			}
			if bare, _, _ := strings.Cut(name, "."); visaMnemonic(guard+name+".x V1") != bare {
				t.Errorf("%s.x is %q, want %q", name, visaMnemonic(guard+name+".x V1"), bare)
			}
		}
	}
	if dotted == 0 {
		t.Error("there is no name with a full stop")
	}
}
