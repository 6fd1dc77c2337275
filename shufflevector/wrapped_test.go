package shufflevector_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/shufflevector"
)

// An instruction goes on where a bracket is open and where a line begins as no instruction does, once there was one. Then the end of the line before, and its
// comment, are blanks; nothing else changes, and every byte keeps its place. All texts of up to four lines of these pieces.
func TestInstructionsAreOneLine(t *testing.T) {
	pieces := []struct {
		code, comment string
		opens         int
		goesOn        bool
	}{
		{"", "", 0, false}, {"  ", "; c <", 0, false}, {"x <(", "", 2, false}, {"x ", ";]", 0, false}, {"y>", "", -1, false}, {" ]", "", -1, false},
		{"<i>", "", 0, true}, {"\t,x[", "; , (", 1, true}, {"poison", "", 0, true}, {" undef)", "", -1, false}, {"undef )", "", -1, true}, {"splat (", "", 1, true}, {"zeroinitializer ", ";", 0, true},
	}
	for _, p := range pieces {
		if got := shufflevector.GoesOn(p.code); got != p.goesOn {
			t.Errorf("%q goes on: %v", p.code, got)
		}
	}
	check := func(which []int, end string) {
		var text, want strings.Builder
		open, begun := 0, false
		held := "" // what stands behind the code of the line before
		for _, k := range which {
			p := pieces[k]
			if begun && (open > 0 || p.goesOn) {
				held = strings.Repeat(" ", len(held))
			}
			want.WriteString(held + p.code)
			text.WriteString(p.code + p.comment + "\n")
			held = p.comment + "\n"
			open = max(0, open+p.opens)
			begun = begun || strings.TrimSpace(p.code) != ""
		}
		want.WriteString(held)
		all := strings.TrimSuffix(text.String(), "\n") + end
		if got := shufflevector.Together(all); got != strings.TrimSuffix(want.String(), "\n")+end {
			t.Fatalf("%q\nis  %q\nnot %q", all, got, want.String())
		}
	}
	var each func(which []int)
	each = func(which []int) {
		if len(which) > 0 {
			if last := pieces[which[len(which)-1]]; last.code+last.comment != "" { // otherwise the end of the line before is the text's
				check(which, "")
			}
			check(which, "\n")
		}
		for k := range pieces {
			if len(which) < 4 {
				each(append(which[:len(which):len(which)], k))
			}
		}
	}
	each(nil)
}
