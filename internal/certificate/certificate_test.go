package certificate

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// sound is a certificate in which each kind of line is.
const sound = `lanescope certificate 1
map i16x4 i16x4 -> a1 b0 z _
row zip moves 0 bytes:8 ops:1 loads:0 lost:1 reads:8 reads:8
does a0 a1 b0 b1 a2 a3 b2 b3
row shift moves 0 bytes:8 ops:1 loads:0 lost:1 reads:8
does a2 a3 a4 a5 a6 a7 0x00 0x00
does a4 a5 a6 a7 0x00 0x00 0x00 0x00
row shuffle moves 0 bytes:8 ops:1 loads:1 lost:1 reads:8
part 0 : a0 a1 a2 a3 a4 a5 a6 a7 0x00
part 1 2 : a1 a2 a3 a4
part 3 : a3
row zipped zero 2 bytes:8 ops:1 loads:1 lost:0 reads:8 reads:8
as 0
row kept keep 2 bytes:8 ops:1 loads:1 lost:3 reads:8 reads:8 reads:8
as 0
row or or 0 bytes:8 ops:1 loads:0 lost:1 reads:8 reads:8
row and and 0 bytes:8 ops:1 loads:0 lost:1 reads:8 reads:8
row bic andnot 1 bytes:8 ops:1 loads:0 lost:1 reads:8 reads:8
row narrow pack 4 bytes:8 ops:1 loads:0 lost:0 reads:8 reads:8
row zeros moves 0 bytes:8 ops:1 loads:0 lost:0
does 0x00 0x00 0x00 0x00 0x00 0x00 0x00 0x00
row first moves 0 bytes:8 ops:1 loads:0 lost:0 reads:8 reads:8
does a1 a0 a1 a0 a1 a0 a1 a0
with 0x00 0x00 0x00 0x00 0x00 0x00 0x00 0x00
input a0 a1 a2 a3 a4 a5 a6 a7
input b0 b1 b2 b3 b4 b5 b6 b7
do 1 v0 = a2 a3 a4 a5 a6 a7 0x00 0x00
do 3 v2 v1 = a2 a3 b0 b1 0x00 0x00 0x00 0x00
result v3 8
none 1 1 0
none 2 0 2
`

// Of a sound certificate each line counts: without it, or with another word in it, something is found to be untrue, unless the line stands in the list of those that only the author needs.
func TestEachLineCounts(t *testing.T) {
	if v, err := Check(strings.NewReader(sound)); err != nil || v != (Verdict{11, 2, 2}) {
		t.Fatalf("%+v, %v", v, err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"certificate 1", "certificate 2", "line 1: expected lanescope certificate 1"},
		{"-> a1 b0", "-> a2 b0", "line 29: byte 0 of the result"},
		{"-> a1 b0 z _", "-> a1 b0 z 1", "line 29: byte 0 of the result"},
		{"i16x4 i16x4 -> a1", "i4x4 -> a1", "whole bytes"},
		{"-> a1 b0 z _", "->", "no lane is wanted"},
		{"-> a1 b0 z _", "-> a1 b0 z ?", `"?" is no number`},
		{"does a2 a3 a4", "does a2 a2 a4", "line 27: shift does not make that"},
		{"does a2 a3 a4 a5 a6 a7 0x00 0x00\n", "", "shift does not make that"},
		{"as 0\nrow kept", "row kept", "zipped does not make that"},
		{"reads:8\nas 0", "reads:4\nas 0", "not of the same size"},
		{"as 0", "as 9", "no number up to"},
		{"zipped zero 2", "zipped zero 8", "zipped does not make that"},
		{"zipped zero 2", "zipped zero 0", "a mask without lanes"},
		{"zipped zero", "zipped odd", "is not whole"},
		{"narrow pack 4", "narrow pack 3", "packs something else"},
		{"do 1 v0 = a2 a3", "do 1 v0 = a2 a4", "shift does not make that"},
		{"do 1 v0 =", "do 1 v1 =", "shift does not make that"},
		{"do 1 v0 =", "do 1 v2 =", "no number up to 1"},
		{"do 1 v0 =", "do 1 v0 v1 =", "it reads 1 values"},
		{"result v3", "result v2", "of the result"},
		{"result v3 8", "result v3 4", "line 29: a word is missing"},
		{"result v3 8\n", "", "behind the result"},
		{"none 2 0 2", "none 2 1 2", "only one op, or two without a constant"},
		{"none 1 1 0", "none 1 2 0", ""},
		{"none 2 0 2\n", "none 2 0 2\nmore", `"more" is no line`},
		{"part 3 : a3", "part 2 : a3", "two parts"},
		{"part 3 : a3", "part 3 : a9", "shuffle does not read that"},
		{"row zip", "map i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7\nrow zip", "line 3: a second map"},
		{"result v3 8", "result v3 0 v3 8", "of the result"},
		{"part 3 : a3", "part : a3", `":" is no number`},
		{"input a0", "row copied zero 2 bytes:8 ops:1 loads:1 lost:0 reads:8\ndoes a0 a1 a2 a3 a4 a5 a6 a7\ninput a0", ""},
		{"input a0", "row copied zero 2 bytes:8 ops:1 loads:1 lost:0\ninput a0", "copied is not whole"},
		{"do 1 v0", "row late moves 0 bytes:8 ops:1 loads:0 lost:0\ndo 1 v0", "line 27: rows stand before inputs"},
		{"-> a1 b0 z _", "-> a1 b0 #x _", `"#x" is no constant of up to 64 bits`},
		{"row zip", "#" + strings.Repeat(" ", 1<<17) + "\nrow zip", ""},
		{"row zip", "#" + strings.Repeat(" ", 1<<20) + "\nrow zip", "longer than 1048576 bytes"},
		{"row zip", "as 0\nrow zip", "line 3: there is no row before"},
		{"do 1 v0", "as 0\ndo 1 v0", "line 27: there is no row before"},
		{"lost:3", "lost:4", "is not whole"},
		{"row or or 0", "row or or", "no number up to 16"},
		{"with 0x00 0x00", "with 0x00", "a word is missing"},
		{"with 0x00", "with 0x100", "no number up to 255"},
	} {
		text := strings.Replace(sound, c.old, c.new, 1)
		if text == sound {
			t.Fatalf("%q is not there", c.old)
		}
		_, err := Check(strings.NewReader(text))
		if said := fmt.Sprint(err); c.want == "" && err != nil || c.want != "" && !strings.Contains(said, c.want) {
			t.Errorf("%q for %q: %v; want %s", c.new, c.old, err, c.want)
		}
	}
}

// A claim that nothing is cheaper is refuted by each kind of row: of one op, and of two.
func TestClaimsAreTried(t *testing.T) {
	rows := sound[strings.Index(sound, "row zip"):strings.Index(sound, "input")]
	for _, c := range []struct{ want, none, found string }{
		{"a0 a1 a2 a3 a4 a5 a6 a7", "1 0 0", "what is there"},
		{"a0 a1 b0 b1 a2 a3 b2 b3", "1 0 0", "zip"},
		{"a4 a5 a6 a7 z z z z", "1 0 0", "shift"},
		{"a3 a3 a4 a3 _ _ _ _", "1 1 0", "shuffle"},
		{"a3 a3 a3 a3 _ _ _ _", "1 1 0", ""},
		{"z z b0 b1 z z b2 b3", "1 1 0", "a constant, zip"},
		{"z z a0 a1 z z z z", "1 1 0", "zipped"},
		{"z b1 b0 b1 z z b2 b3", "1 1 0", ""},
		{"a0 a1 b2 b3 a2 a3 b6 b7", "1 1 0", "kept"},
		{"b0 b1 b0 b1 b2 b3 b6 b7", "1 1 0", "kept"},
		{"a0 a1 a2 a3 a4 a5 a6 a7", "0 0 0", "what is there"},
		{"z z z z z z z z", "1 0 0", "bic"},
		{"a1 a0 a1 a0 a1 a0 a1 a0", "1 0 0", ""},
		{"a1 a0 a1 a0 a1 a0 a1 a0", "1 1 0", "a constant, first"},
		{"a1 a0 a1 a0 a1 a0 a1 a0", "2 0 0", "bic, first"},
		{"a0 a1 z z a2 a3 z z", "2 0 0", "bic, zip"},
		{"a0 a1 a4 a5 a2 a3 a6 a7", "2 0 0", ""},
		{"a0 a1 a4 a5 a2 a3 a6 a7", "2 0 1", "shift, zip"},
		{"a4 a5 a0 a1 a6 a7 a2 a3", "2 0 0", ""},
		{"a4 a5 a0 a1 a6 a7 a2 a3", "2 0 1", "shift, zip"},
		{"a6 a7 z z z z z z", "2 0 0", "shift, shift"},
		{"b0 b1 b2 b3 b0 b1 b2 b3", "2 0 0", ""},
	} {
		map8 := "lanescope certificate 1\nmap i8x8 i8x8 -> " + c.want + "\n" + rows +
			"row any moves 0 bytes:8 ops:8 loads:8 lost:0 reads:8 reads:8\n"
		for i := range 8 {
			map8 += fmt.Sprintf("part %d : 0x00 a0 a1 a2 a3 a4 a5 a6 a7 b0 b1 b2 b3 b4 b5 b6 b7\n", i)
		}
		made := strings.ReplaceAll(c.want, "z", "0x00")
		map8 += "input a0 a1 a2 a3 a4 a5 a6 a7\ninput b0 b1 b2 b3 b4 b5 b6 b7\ndo 11 v0 v1 = " + made + "\nresult v2 8\nnone " + c.none + "\n"
		_, err := Check(strings.NewReader(map8))
		if said := fmt.Sprint(err); c.found == "" && err != nil || c.found != "" && !strings.HasSuffix(said, "so cheap: "+c.found) {
			t.Errorf("%s with %s: %v; want %q", c.want, c.none, err, c.found)
		}
	}
}

// The checker is short enough to be read, and imports nothing of this project.
func TestShort(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		text, err := os.ReadFile(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), `"github.com/`) {
			t.Errorf("%s imports something", e.Name())
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				lines++
			}
		}
	}
	if lines == 0 || lines >= 500 {
		t.Errorf("%d lines of code", lines)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add(sound)
	chance.Fuzz(f, func(t *testing.T, text string) {
		v, err := Check(strings.NewReader(text))
		if err != nil && v != (Verdict{}) {
			t.Error("a verdict beside an error")
		}
	})
}
