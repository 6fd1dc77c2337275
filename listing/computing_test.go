package listing

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
)

// What a line computes of whole registers is nothing to a function's movements: where it is read, with a logical operation they are what they are with a sum, which no table knows.
func TestLogicComputesAsSums(t *testing.T) {
	x86 := []string{"vpxor", "vxorps", "vpand", "vpor", "vandps", "vorps", "vpandn", "vpcmpeqd"}
	arm := []string{"eor", "and", "orr", "bic", "orn"}
	for _, row := range []struct {
		sum   string
		ops   []string
		texts []string
	}{
		{"vpaddd", x86, []string{
			"OP xmm0, xmm0, xmm1\nvpshufd xmm0, xmm0, 27\nret",
			"vpshufd xmm0, xmm0, 27\nOP xmm0, xmm0, xmm1\nret",
			"f:\n OP ymm2, ymm0, ymm1\n vpermq ymm0, ymm2, 27\n vmovdqu [rdi], ymm0\n ret",
			".L3:\n vpshufd xmm1, xmm0, 78\n OP xmm0, xmm0, xmm1\n jne .L3\n",
			".L3:\n OP xmm2, xmm3, [rsi]\n vpshufd xmm1, xmm2, 78\n vmovdqu [rdi], xmm1\n jne .L3\n",
		}},
		{"add", arm, []string{
			"OP v0.16b, v0.16b, v1.16b\nrev64 v0.4s, v0.4s\nret",
			"rev64 v0.4s, v0.4s\nOP v0.16b, v0.16b, v1.16b\nret",
			".L3:\n zip1 v2.4s, v0.4s, v1.4s\n OP v3.16b, v2.16b, v1.16b\n str q3, [x0]\n b.ne .L3\n",
		}},
	} {
		for _, text := range row.texts {
			want, err := readText(strings.ReplaceAll(text, "OP", row.sum), "")
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			for _, op := range row.ops {
				got, err := readText(strings.ReplaceAll(text, "OP", op), "")
				if err != nil {
					t.Errorf("%s of %s: %v", op, text, err)
				} else if wholly(got) != wholly(want) {
					t.Errorf("%s of %s is read as %s, want %s", op, text, wholly(got), wholly(want))
				}
			}
		}
	}
}

func wholly(r dialect.Reading) string { return fmt.Sprint(r.Map, r.Names, r.Part) }

// What makes a constant of a register with itself computes with two, in every size that it has; with other operands it is no instruction at all.
func TestMadeOfTwo(t *testing.T) {
	for _, name := range []string{"pxor", "xorps", "pcmpeqd", "vpxor", "vxorps", "vpcmpeqd", "vpxord"} {
		for _, register := range []string{"xmm", "ymm", "zmm"} {
			r := func(n int) string { return fmt.Sprint(register, n) }
			alone := strings.Join([]string{r(1), r(1), r(1)}[:2+len(name)-len(strings.TrimPrefix(name, "v"))], ", ")
			f := NewFollower(nil)
			if _, err := f.Line(name+" "+alone, ""); err != nil {
				continue // it has no such size
			}
			for _, operands := range []string{r(2), "[rax]", "[rax + 8*rcx]"} {
				line := name + " " + strings.TrimSuffix(alone, r(1)) + operands
				d, err := f.Line(line, "")
				if err == nil || d.Kind != Computed || operands[0] != '[' && !strings.HasSuffix(err.Error(), "of two registers computes, and moves no lanes: of one with itself it makes a constant") {
					t.Errorf("%s: %v, %v", line, d.Kind, err)
				}
			}
			for _, rest := range []string{", 4", ", rax", ", k1"} {
				if d, err := f.Line(name+" "+alone+rest, ""); err == nil || d.Kind == Computed {
					t.Errorf("%s %s%s: %v, %v", name, alone, rest, d.Kind, err)
				}
			}
		}
	}
}
