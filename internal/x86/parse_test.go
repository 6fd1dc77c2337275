package x86_test

import (
	"bufio"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/x86"
	"github.com/lanescope/lanescope/syntax"
)

// TestParsePrints: what is printed reads back as the same encoding, and is what the table says but for two words that say nothing.
func TestParsePrints(t *testing.T) {
	f, err := os.Open("testdata/instructions.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Split(lines.Text(), "|")
		if len(fields) < 2 || lines.Text()[0] == '#' {
			continue
		}
		for _, l := range lengthsOf(fields[1]) {
			text := strings.TrimSpace(strings.NewReplacer(".L.", l.bits, ".LL.", l.bits, "NP ", "").Replace(fields[1]))
			e, err := x86.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if e.String() != text {
				t.Errorf("%q prints as %q", text, e)
			}
			if back, err := x86.Parse(e.String()); err != nil || back != e {
				t.Errorf("%q reads back as %v: %v", e, back, err)
			}
			n++
		}
	}
	if n < 500 {
		t.Errorf("%d encodings: the table is not where this test looks", n)
	}
}

func TestParseForgives(t *testing.T) {
	for _, texts := range [][2]string{
		{"MR: REX.W + 89 /r", "MR: REX.W 89 /r"},
		{" RM :NP  0F\t28 /r ", "RM: 0F 28 /r"},
		{"O: 50+ro", "O: 50+rd"},
	} {
		if e, err := x86.Parse(texts[0]); err != nil || e.String() != texts[1] {
			t.Errorf("%q is %v, %v; want %q", texts[0], e, err, texts[1])
		}
	}
}

// TestParseErrors: the place stands between ‸ marks.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ marked, what string }{
		{"‸‸", "expected where the operands go, one of ZO M O"},
		{"‸RVX‸: 66 0F 70 /r", `found "RVX"`},
		{"RM ‸XV‸: 66 0F 70 /r", "expected a colon or a tuple type"},
		{"ZO ‸FV‸: EVEX.512.0F.W0 77", "no memory operand"},
		{"RM: 66 0F ‸7‸ /r", "two digits"},
		{"RM: 66 0F ‸ab‸ /r", "two digits"},
		{"RM: 66 0F 70 ‸/3‸", "expected /r"},
		{"MI: 66 0F 73 ‸/8‸ ib", "expected /0 to /7"},
		{"MI: 66 0F 73 ‸/r‸ ib", "no register in ModRM.reg"},
		{"RMI: 66 0F 70 /r ‸‸", "ends with ib or iw or id"},
		{"RMI: 66 0F 70 /r ‸io‸", "found \"io\""},
		{"RVMR: VEX.128.66.0F3A.W0 4C /r ‸ib‸", "ends with /is4"},
		{"RM: 66 0F 70 /r ‸ib‸", "expected the end"},
		{"D: 0F 85 ‸cb‸", "ends with cd"},
		{"RVM: ‸VEX.‸", "expected a vector length"},
		{"RVM: VEX.512.66.0F.WIG 60 /r", "expected a vector length"},
		{"RVM: VEX.NDS.128.66.0F.WIG 60 /r", `found "NDS"`},
		{"RVM: VEX.128.67.0F.WIG 60 /r", "an opcode map"},
		{"RVM: VEX.128.66.MAP5.WIG 60 /r", "an opcode map"},
		{"RVM: VEX.128.66.0F 60 /r", "W0, W1 or WIG"},
		{"RVM: VEX.128.66.0F.WIG.W0 60 /r", "as the last part"},
		{"RVM FV: VEX.128.66.0F.WIG 60 /r", "EVEX alone"},
		{"RVM: 66 0F 60 /r", "which only VEX and EVEX have"},
		{"OI: REX.W ‸B8‸ io", "+rd behind the opcode"},
		{"OI: REX.W ‸B9+rd‸ io", "no room for +rd"},
		{"OI: REX.W ‸B8+rx‸ io", "expected +rw, +rd or +ro"},
		{"RM: 0F ‸10+rd‸ /r", "belongs to O and OI"},
	} {
		text := strings.ReplaceAll(c.marked, "‸", "")
		_, err := x86.Parse(text)
		var at *syntax.Error
		switch {
		case !errors.As(err, &at):
			t.Errorf("%q: %v has no place", text, err)
		case !strings.Contains(at.What, c.what):
			t.Errorf("%q: %q, want %q", text, at.What, c.what)
		case strings.Contains(c.marked, "‸") && text[:at.Off]+"‸"+text[at.Off:max(at.Off, at.End)]+"‸"+text[max(at.Off, at.End):] != c.marked:
			t.Errorf("%q: bytes %d to %d are at fault, want %s", text, at.Off, at.End, c.marked)
		}
	}
}

func TestMustParsePanics(t *testing.T) {
	defer func() {
		if p := recover(); p == nil || !strings.Contains(p.(string), "RVX") {
			t.Errorf("panic %v", p)
		}
	}()
	x86.MustParse("RVX")
}
