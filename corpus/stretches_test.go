package corpus

import (
	"strings"
	"testing"
)

// A panic in a stretch is told of by its line in the file; where nobody wants to know, nobody is told.
func TestBugsBehind(t *testing.T) {
	if bugBehind(3, nil) != nil {
		t.Error("somebody is told of a panic")
	}
	for lines := range 5 {
		var told []Bug
		tell := bugBehind(lines, func(b Bug) { told = append(told, b) })
		for n := 1; n < 4; n++ {
			tell(Bug{File: "x.s", Line: n, Text: "ret"})
		}
		for k, b := range told {
			if b.Line != k+1+lines || b.File != "x.s" || b.Text != "ret" {
				t.Errorf("behind %d lines: %+v", lines, b)
			}
		}
		if len(told) != 3 {
			t.Errorf("behind %d lines: %d are told of", lines, len(told))
		}
	}
}

// A file is cut where a label begins a function of another name, and nowhere else.
func TestStretches(t *testing.T) {
	for _, row := range []struct {
		text string
		want []stretch
	}{
		{"", []stretch{{0, 1, ""}}},
		{"f:", []stretch{{0, 1, ""}}},
		{"f:\nret\ng:\nret", []stretch{{0, 2, ""}, {2, 4, "g"}}},
		{"nop\nf:\nret\n.L1:\nret\ng:\nh:\nret", []stretch{{0, 1, ""}, {1, 5, "f"}, {5, 6, "g"}, {6, 8, "h"}}},
		{"f:\nret\nf:\nret", []stretch{{0, 4, ""}}},
		{"f:\nret\ndefine void @g() {\nret", []stretch{{0, 4, ""}}},                 // which is no label
		{"f:\nret\n0000000000000010 <g>:\nret", []stretch{{0, 2, ""}, {2, 4, "g"}}}, // objdump's
		{"f:\nret\ng: # -- Begin function g\nret", []stretch{{0, 2, ""}, {2, 4, "g"}}},
		{"f:\nret\n# g:\nret", []stretch{{0, 4, ""}}},
	} {
		got := stretchesOf(strings.Split(row.text, "\n"))
		if len(got) != len(row.want) {
			t.Errorf("%q: %v, want %v", row.text, got, row.want)
			continue
		}
		for k, s := range got {
			if s != row.want[k] {
				t.Errorf("%q: %v, want %v", row.text, got, row.want)
			}
		}
	}
}
