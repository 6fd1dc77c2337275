package api

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/internal/chance"
)

// inspected are programs to report on: the worked ones, random bytes, and long texts.
func inspected(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("../../g13/machine/testdata/programs/*.s")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	all := map[string][]byte{"empty": nil, "<&\"\n\x1b>": {0x0e, 0x05}}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		code, errs := asm.Assemble(string(text))
		if errs != nil {
			t.Fatal(errs)
		}
		all[file] = code
	}
	r := chance.Random(t, 1)
	for _, name := range []string{"random", "more", "most"} {
		b := make([]byte, 2000)
		for k := range b {
			b[k] = byte(r.Uint32())
			if k%2 == 0 && r.IntN(3) > 0 { // more of what is a jump or an if
				b[k] = []byte{0x00, 0x20, 0x10, 0x52, 0x0e, 0x05, 0x38}[r.IntN(7)]
			}
		}
		all[name] = b
	}
	return all
}

// A report is valid JSON and XML, and its text is no wider than 80 columns but where a single word is.
func TestInspectForms(t *testing.T) {
	for name, code := range inspected(t) {
		i, err := InspectG13(name, asm.Program{Code: code})
		if err != nil {
			t.Fatal(err)
		}
		if b := i.AppendJSON(nil); !json.Valid(b) {
			t.Errorf("%q: %s", name, b)
		}
		for d := xml.NewDecoder(bytes.NewReader(i.AppendSVG(nil))); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%q: %v\n%s", name, err, i.AppendSVG(nil))
			}
		}
		dot := string(i.AppendDOT(nil))
		if edges := strings.Count(dot, " -> "); !strings.HasPrefix(dot, "digraph ") || !strings.HasSuffix(dot, "}\n") || edges < len(i.Blocks)/2-1 {
			t.Errorf("%q: %s", name, dot)
		}
		for _, line := range strings.Split(string(i.AppendText(nil)), "\n") {
			if utf8.RuneCountInString(line) > textWidth && strings.Contains(strings.TrimSpace(line[8:]), " ") && !strings.HasPrefix(line, name) {
				t.Errorf("%q: %d columns: %s", name, utf8.RuneCountInString(line), line)
			}
		}
		if n := strings.Count(string(i.AppendText(nil)), "{"); n != strings.Count(string(i.AppendText(nil)), "}") {
			t.Errorf("%q: %d braces are opened, and others closed", name, n)
		}
	}
}

// A line is that of the text, or of the listing that is made of bytes.
func TestInspectLines(t *testing.T) {
	code, _ := asm.Assemble("iadd r1, r2, r3\nmov r4, 5\nstop\n")
	i, err := InspectG13("x", asm.Program{Code: code})
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[int]int{0: 1, 8: 2, 10: 2, 14: 3, 99: 3} {
		if got := i.Line(at); got != want {
			t.Errorf("%#x is in line %d, want %d", at, got, want)
		}
	}
	if i, _ = InspectG13("x", asm.Program{Code: code, Lines: []asm.SourceLine{{Offset: 8, File: "y", Line: 7}}, Labels: []asm.Label{{Name: "top", Offset: 0}}}); i.Line(8) != 7 || i.Line(0) != 1 || i.Included(8) != "y" || i.Included(0) != "" || i.LabelOf(0) != "top" || i.LabelOf(8) != "0x8" {
		t.Errorf("line %d, labels %s and %s", i.Line(8), i.LabelOf(0), i.LabelOf(8))
	}
}
