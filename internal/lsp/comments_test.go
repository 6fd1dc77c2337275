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

// A comment that says another movement than its instruction is an error, and where it can be mended the mended one is none: instructions of all kinds, and comments of lanes in another order. Some move what no comment can say, or between registers of other sizes, and are found without a mend.
func TestCommentsAreMended(t *testing.T) {
	m := memory{prices: new(prices)}
	wrong := func(text string) (found []finding) {
		d, err := m.diagnose(t.Context(), newAnalysis(newText(text), languageNamed("listing"), new(facts)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range d.findings {
			if f.rule == "wrong-comment" {
				found = append(found, f)
			}
		}
		return found
	}
	mended, left := 0, 0
	for _, row := range []string{
		"pshufd $27, %xmm1, %xmm0", "pshuflw $27, %xmm1, %xmm0", "punpckldq %xmm1, %xmm0", "punpckhbw %xmm1, %xmm0", "palignr $3, %xmm1, %xmm0", "psrldq $5, %xmm0", "pslldq $5, %xmm0", "shufps $27, %xmm1, %xmm0", "blendps $5, %xmm1, %xmm0", "insertps $16, %xmm1, %xmm0", "movq %xmm1, %xmm0", "movss %xmm1, %xmm0",
		"psllw $8, %xmm0", "psrlq $4, %xmm0", "psrld $1, %xmm0", "vprold $3, %xmm1, %xmm0", "vprord $8, %xmm1, %xmm0", "vpermq $27, %ymm1, %ymm0", "vperm2f128 $1, %ymm1, %ymm2, %ymm0", "vpshufd $27, (%rdi), %xmm0", "vpalignr $7, 16(%rsp), %xmm1, %xmm0", "vpunpcklqdq %zmm1, %zmm2, %zmm0", "pmovzxbw %xmm1, %xmm0", "vpbroadcastd %xmm1, %ymm0",
		"vpshufd xmm0, xmm1, 27", "vpslldq ymm0, ymm1, 3", "vpslld xmm0, xmm1, 7", "vinsertps xmm0, xmm1, dword ptr [rdi], 16",
	} {
		for _, comment := range []string{"xmm0 = xmm1[0,1,2,3]", "xmm0 = xmm1[3,3,3,3]", "xmm0 = xmm1[0],zero,xmm1[2],zero", "xmm0 = xmm0[1,0]", "xmm0 = xmm1[15,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14]", "xmm0 = mem[1,0,1,0]", "ymm0 = ymm1[1,0,1,0]", "ymm0 = ymm1[7,7,7,7,0,0,0,0]", "zmm0 = zmm1[1,0,1,0,1,0,1,0]", "xmm0 = xmm0[1,1,1,1,1,1,1,1]"} {
			for _, gap := range []string{"", "\t"} {
				text := "f:\n\t" + row + gap + "\t# " + comment + "\n\tretq\n"
				for _, f := range wrong(text) {
					if text[strings.LastIndex(text[:f.from+1], "\n")+1:f.from] != "\t" || f.severity != severityError || f.message == "" {
						t.Errorf("%q: %+v", text, f)
					}
					if left++; len(f.fixes) == 0 {
						continue
					}
					x := f.fixes[0]
					if text[x.from:x.to] != comment || len(f.fixes) > 1 || !strings.HasPrefix(x.text, comment[:len("xmm0 = ")]) || x.kind != "quickfix" || !x.sure {
						t.Errorf("%q: %+v of %q", text, x, text[x.from:x.to])
					}
					after := text[:x.from] + x.text + text[x.to:]
					if again := wrong(after); len(again) > 0 {
						t.Errorf("%q is mended to %q, which is wrong too: %+v", text, after, again)
					}
					mended++
				}
			}
		}
	}
	if left -= mended; mended < 40 || left < 10 {
		t.Errorf("%d were mended, and %d could not be", mended, left)
	}
}

// Each action has a title, an edit and the kind that editors choose it by: what mends a finding has that of its mend and the finding beside it, and what only writes otherwise is a rewrite of none.
func TestKindsOfActions(t *testing.T) {
	const text = "f:\n\tpshufd $27, %xmm1, %xmm0\t# xmm0 = xmm1[0,1,2,3]\n\tpshufd $27, %xmm0, %xmm0\n\tpunpckldq %xmm0, %xmm0\n\tretq\n"
	m := memory{prices: new(prices)}
	a := newAnalysis(newText(text), languageNamed("listing"), new(facts))
	d, err := m.diagnose(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, f := range d.findings {
		for _, x := range f.fixes {
			kinds[x.title+" "+x.kind]++
		}
	}
	if len(kinds) < 2 {
		t.Fatalf("%v is too little to mean much", kinds)
	}
	for _, x := range d.actions("file:///x.s", span{0, len(text)}, nil) {
		if len(x.Diagnostics) != 1 || len(x.Edit.Changes["file:///x.s"]) != 1 || kinds[x.Title+" "+x.Kind] == 0 {
			t.Errorf("%+v is none of %v", x, kinds)
		}
		kinds[x.Title+" "+x.Kind]--
	}
	for of, n := range kinds {
		if n != 0 {
			t.Errorf("%q is no action", of)
		}
	}
}
