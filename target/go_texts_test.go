package target_test

import (
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/target"
)

// How the text of an operand of AArch64's manual is written for Go's assembler.
var (
	armLane  = regexp.MustCompile(`v(\d+)\.([bhsd])\[(\d+)\]`)
	armLanes = regexp.MustCompile(`v(\d+)\.(\d+)([bhsd])`)
)

// goOfArm is a line of AArch64's assembly for Go's assembler: the operands from right to left.
func goOfArm(line string) string {
	name, rest, _ := strings.Cut(line, " ")
	rest = armLane.ReplaceAllStringFunc(rest, func(s string) string { return strings.ToUpper(s) })
	rest = armLanes.ReplaceAllStringFunc(rest, func(s string) string {
		of := armLanes.FindStringSubmatch(s)
		return "V" + of[1] + "." + strings.ToUpper(of[3]) + of[2]
	})
	rest = strings.NewReplacer("{", "[", "}", "]", "#", "$").Replace(rest)
	rest = regexp.MustCompile(`\[([^\]]*), ([^\]]*)\]`).ReplaceAllStringFunc(rest, func(s string) string { return strings.ReplaceAll(s, ", ", "·") })
	operands := strings.Split(rest, ", ")
	slices.Reverse(operands)
	return "V" + strings.ToUpper(name) + " " + strings.ReplaceAll(strings.Join(operands, ", "), "·", ", ")
}

// Of each row of NEON, with each immediate, Go's text is the listing's from right to left where the assembler knows the instruction, and otherwise its word, with the listing behind it.
func TestGoTextsOfArm(t *testing.T) {
	neon, _ := target.Find("neon")
	named, words := map[string]bool{}, map[string]bool{}
	for _, x := range codedRows(t, chance.Random(t, 30), neon.Rows) {
		got, err := neon.Spelling.Go.Text(x.row, &x.at, x.text)
		want := goOfArm(x.text)
		if strings.HasPrefix(got, "WORD") {
			words[x.row.Name] = true
			want = fmt.Sprintf("WORD $0x%08x // %s", binary.LittleEndian.Uint32(x.code), x.text)
		} else {
			named[x.row.Name] = true
		}
		if err != nil || got != want {
			t.Errorf("%s is %q, %v, want %q", x.text, got, err, want)
		}
	}
	for name := range named {
		if words[name] && name != "mov" { // of which only that of any lane to any place is known
			t.Errorf("%s has a name at times", name)
		}
	}
	if len(named) < 20 || len(words) < 5 {
		t.Errorf("%d names of instructions are known, %d are not", len(named), len(words))
	}
}

var (
	intelVector  = regexp.MustCompile(`^([xyz])mm(\d+)$`)
	intelMask    = regexp.MustCompile(`^(.*)\{k(\d)\}(\{z\})?$`)
	intelGeneral = regexp.MustCompile(`^[re]?([abcd]x|[sd]i|[sb]p|[abcd]l|[sd]il|bpl|spl)$|^(r\d+)[dwb]?$`)
)

// goOfIntel is an operand of Intel's assembly for Go's assembler, and the register of its mask.
func goOfIntel(operand string) (text, mask string, zeroed bool) {
	if of := intelMask.FindStringSubmatch(operand); of != nil {
		operand, mask, zeroed = of[1], "K"+of[2], of[3] != ""
	}
	switch of, general := intelVector.FindStringSubmatch(operand), intelGeneral.FindStringSubmatch(operand); {
	case of != nil:
		text = strings.ToUpper(of[1]) + of[2]
	case general != nil && general[2] != "":
		text = strings.ToUpper(general[2])
	case general != nil:
		text = strings.ToUpper(strings.TrimSuffix(general[1], "l")) + map[bool]string{true: "X"}[len(strings.TrimSuffix(general[1], "l")) == 1]
	default:
		v, _ := strconv.ParseInt(operand, 0, 64)
		text = fmt.Sprintf("$%d", int32(v)) // with a sign, whatever its bits are
	}
	return text, mask, zeroed
}

// Of each row of x86, with each immediate and each form, Go's operands are Intel's from right to left, the mask before the last; and what has a V before its name is called alike.
func TestGoTextsOfIntel(t *testing.T) {
	sse, _ := target.Find("sse4.1")
	vex, _ := target.Find("avx512vbmi+bmi2")
	for _, x := range codedRows(t, chance.Random(t, 31), rowsOfX86()) {
		for _, g := range []*target.GoAssembly{sse.Spelling.Go, vex.Spelling.Go} {
			got, err := g.Text(x.row, &x.at, x.text)
			if err != nil {
				t.Fatal(err)
			}
			intel, rest, _ := strings.Cut(x.text, " ")
			var operands []string
			form := ""
			for k, operand := range strings.Split(rest, ", ") {
				text, mask, zeroed := goOfIntel(operand)
				if k == 0 && zeroed {
					form = ".Z"
				}
				if mask != "" {
					operands = append(operands, text, mask)
				} else {
					operands = append(operands, text)
				}
			}
			slices.Reverse(operands)
			name, of, _ := strings.Cut(got, " ")
			if want := strings.Join(operands, ", "); of != want {
				t.Errorf("%s is %q, want the operands %q", x.text, got, want)
			}
			if known, ok := x.row.GoName(); !ok || name != known+form || intel[0] == 'v' && known != strings.ToUpper(intel) {
				t.Errorf("%s is %q, and its name is %q, %v", x.text, got, known, ok)
			}
		}
	}
}

// Of what a row cannot have Go's text is the error of its code, and nothing is written: registers of a table that do not follow one another, and numbers that are no value of the immediate.
func TestGoTextsAreRefused(t *testing.T) {
	refused := 0
	for _, name := range []string{"neon", "avx512vbmi+bmi2"} {
		tg, _ := target.Find(name)
		for _, r := range tg.Rows {
			for _, imm := range []int{0, 256} {
				o := target.Operands{D: 1, K: 2, M: 3, Scratch: 4, Imm: imm}
				for k := range r.Src {
					o.Args = append(o.Args, 5+2*k)
				}
				_, wrong := r.AppendCode(nil, &o)
				text, err := tg.Spelling.Go.Text(r, &o, "listing")
				if strings.Contains(text, "// listing") && wrong != nil || wrong != nil && err != nil && (err.Error() != wrong.Error() || text != "") {
					t.Errorf("%s %s of immediate %d: %q, %v, and its code %v", r.Name, r.Asm, imm, text, err, wrong)
				}
				if err != nil {
					refused++
				}
			}
		}
	}
	if refused < 20 {
		t.Errorf("only %d were refused", refused)
	}
}
