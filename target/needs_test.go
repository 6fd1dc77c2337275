package target_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/target"
)

// lesser is all that a CPU may have without a feature, where the feature alone is what a row needs.
var lesser = map[target.Feature]target.Feature{
	target.SSE3: target.SSE2, target.SSSE3: target.SSE3, target.SSE41: target.SSSE3, target.AVX: target.SSE41, target.AVX2: target.AVX, target.AVX512F: target.AVX2,
	target.BMI1: target.AVX512F | target.BMI2, target.BMI2: target.AVX512F | target.BMI1,
}

// extensions are the features of AVX-512 that none of the others brings with it.
var extensions = []target.Feature{target.AVX512BW, target.AVX512DQ, target.AVX512VL, target.AVX512VBMI, target.AVX512VBMI2, target.GFNI}

// TestNeeds has GNU's assembler, which is told what a CPU has, accept every row and masked form with what it needs. Where that is one feature, it refuses the row without, and of a masked form without any one of AVX-512's.
func TestNeeds(t *testing.T) {
	as := oracle.Need(t, "as")
	if version, err := oracle.Usual.Output(exec.Command(as, "--version")); err != nil || !strings.Contains(string(version), "GNU") {
		t.Skip("as is not GNU's, which alone knows what a CPU has")
	}
	var program strings.Builder
	program.WriteString(".intel_syntax noprefix\n")
	wants := []allowance{{}} // of each line
	add := func(r *target.Row, text string, has target.Feature, accepted bool) {
		fmt.Fprintln(&program, architecture(has)+strings.ReplaceAll(text, "; ", "\n"))
		for range strings.Count(text, "; ") + 1 {
			wants = append(wants, allowance{r, has, accepted})
		}
	}
	for _, r := range append(rowsOfX86(), pairsOfX86()...) {
		operand := func(letter byte) string { return shortOperand(r, letter) }
		text := r.Text(middle(r), operand)
		add(r, text, r.Needs, true)
		if less, ok := lesser[r.Needs]; ok {
			add(r, text, less, false)
		}
		if r.Mask != nil {
			needs := r.Needs | r.Mask.Needs
			if r.Mask.Lanes > 16 && !target.AVX512BW.In(needs) {
				t.Errorf("%s %s has a mask of %d lanes with %v", r.Name, r.Encoding, r.Mask.Lanes, needs)
			}
			add(r, r.MaskedText(middle(r), true, operand), needs, true)
			for _, one := range extensions {
				if one.In(needs) && (one != target.AVX512BW || r.Mask.Lanes <= 16) { // no more bits are put into a mask register without that
					add(r, r.MaskedText(middle(r), true, operand), needs&^one, false)
				}
			}
		}
	}
	refused := refusedLines(t, as, program.String())
	for i, want := range wants[1:] {
		if line := i + 2; refused[line] == want.accepted {
			t.Errorf("%s %s (%s), with %v: accepted is %v", want.row.Name, want.row.Asm, want.row.Encoding, want.has, !want.accepted)
		}
	}
	t.Logf("%d instructions, %d refused", len(wants)-1, len(refused))
}

// allowance is whether an assembler accepts a row for a CPU.
type allowance struct {
	row      *target.Row
	has      target.Feature
	accepted bool
}

// architecture is what the assembler is told in front of an instruction. Two features have other names there.
func architecture(has target.Feature) string {
	text := ".arch generic64;"
	for name := range strings.FieldsSeq(has.String()) {
		switch name {
		case "BMI1":
			name = "BMI"
		case "AVX512_VBMI":
			name = "AVX512VBMI"
		}
		text += " .arch ." + strings.ToLower(name) + ";"
	}
	return text + " "
}

var errorLine = regexp.MustCompile(`(?m)^[^:\n]*:(\d+): Error`)

// refusedLines are the numbers of the lines that the assembler does not accept.
func refusedLines(t *testing.T, as, program string) map[int]bool {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "rows.s"), []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(as, "-o", os.DevNull, "rows.s")
	cmd.Dir = dir
	out, _ := oracle.Usual.CombinedOutput(cmd) // it fails, because lines are refused
	refused := map[int]bool{}
	for _, m := range errorLine.FindAllSubmatch(out, -1) {
		line, _ := strconv.Atoi(string(m[1]))
		refused[line] = true
	}
	return refused
}
