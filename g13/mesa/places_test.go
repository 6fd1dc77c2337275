package mesa

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/syntax"
)

// Every offset is read as it is said: of a register the sign is said, a number has one.
func TestOffsets(t *testing.T) {
	for n := range 300 {
		for _, row := range []struct{ offset, sign, want string }{
			{fmt.Sprintf("r%d", n), "signed", fmt.Sprintf("r%d.sx", n)},
			{fmt.Sprintf("r%d", n), "unsigned", fmt.Sprintf("r%d", n)},
			{fmt.Sprint(n - 150), "signed", fmt.Sprint(n - 150)},
			{fmt.Sprint(n - 150), "unsigned", ""},
		} {
			env := map[string]string{"O": row.offset, "S": row.sign}
			text, ok := sayOffset(env, "O")
			if text != row.want || ok != (row.want != "") {
				t.Fatalf("%v is said as %q, %v; want %q", env, text, ok, row.want)
			}
			back := map[string]string{}
			if ok && (!readOffset(back, "O", text) || back["O"] != row.offset || back["S"] != row.sign) {
				t.Fatalf("%q is read as %v, want %v", text, back, env)
			}
		}
	}
	refused(t, "an offset", func(text string) bool { return readOffset(map[string]string{}, "O", text) }, "7.sx", "-1.sx", "u4.sx", ".sx")
}

// What are no halves of registers, and halves that are no register, are not said as halves.
func TestNoHalves(t *testing.T) {
	refused(t, "halves", func(text string) bool { _, ok := mesaHalves(text); return ok },
		"", "r0", "r0_r1", "u0l", "u0l_u0h", "7", "_", "_r0l", "r00l", "r0h_r1l", "r0h_r1l_r1h_r2l", "r0l_r0h_r1l_r1h_r2l")
}

// What is wrong without an operand that is to blame has the instruction as its place, wherever that stands in the line.
func TestPlaceOfAll(t *testing.T) {
	tr := translation{text: "iadd r0, r1, r2", parts: []part{{5, 7, 9, 12}, {9, 11, 14, 16}}}
	for before := range 4 {
		for behind := range 4 {
			text := strings.Repeat(" ", before) + "iadd    abc, de, f" + strings.Repeat("\t", behind)
			for off := range len(tr.text) {
				want := [2]int{before, len(text) - behind}
				for _, p := range tr.parts {
					if off >= p.from && off < p.to {
						want = [2]int{p.mesaFrom, p.mesaTo}
					}
				}
				var at *syntax.Error
				if err := tr.moved(syntax.Errorf(tr.text, off, off+1, "wrong"), text); !errors.As(err, &at) || at.Off != want[0] || at.End != want[1] || at.Text != text || at.What != "wrong" {
					t.Errorf("%q: an error at %d is %+v, want it at %v", text, off, at, want)
				}
			}
		}
	}
	plain := errors.New("plain")
	if err := tr.moved(plain, "x"); err != plain {
		t.Errorf("an error without a place is %v", err)
	}
}

// An error of the text that was made has the line that this was made from as its place, without what surrounds it; one without a line there, or of another file, stays.
func TestOriginal(t *testing.T) {
	lines := []string{"one", "  two three\t", "", "\tfour "}
	ours, text := strings.Join([]string{"1", "22", "3", "4444", "5"}, "\n"), strings.Join(lines, "\n")
	for line := 1; line <= 5; line++ {
		off := len(strings.Join(strings.SplitAfter(ours, "\n")[:line-1], ""))
		given := syntax.Errorf(ours, off, off+1, "wrong")
		got := Original(given, text)
		if line > len(lines) {
			if got != error(given) {
				t.Errorf("line %d, which is not there: %v", line, got)
			}
			continue
		}
		var at *syntax.Error
		if !errors.As(got, &at) || at.Text != text || at.What != "wrong" || text[at.Off:at.End] != strings.TrimSpace(lines[line-1]) {
			t.Errorf("line %d: %+v", line, at)
		} else if n, _ := at.Pos(); n != line {
			t.Errorf("an error of line %d is one of line %d", line, n)
		}
	}
	plain := errors.New("plain")
	if got := Original(plain, text); got != plain {
		t.Errorf("an error without a place is %v", got)
	}
	_, errs := asm.Source{Text: ".include \"a\"", Include: func(_, path string) (string, string, error) { return path, "dance", nil }}.Assemble()
	var included *asm.IncludedError
	if len(errs) != 1 || !errors.As(errs[0], &included) {
		t.Fatalf("%v is no error of an included file", errs)
	}
	if got := Original(errs[0], text); got != errs[0] {
		t.Errorf("an error of an included file is %v", got)
	}
}
