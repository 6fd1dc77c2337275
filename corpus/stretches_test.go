package corpus

import (
	"context"
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
		got := stretchesOf(editedLines(strings.Split(row.text, "\n")))
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

// A stretch whose lines are as they were is not followed again, wherever it stands now; one with another line is, and so is one that was never followed.
func TestRemembered(t *testing.T) {
	const f, g = "f:\n\tpshufd $27, %xmm0, %xmm1\n\tret", "g:\n\tpshufd $225, %xmm0, %xmm1\n\tret"
	var e Edited
	found := func(text string) (lines []int) {
		all, err := e.Follow(context.Background(), "x.s", strings.Split(text, "\n"), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range all.Emitted {
			lines = append(lines, x.Line)
		}
		return lines
	}
	if got := found(f + "\n" + g); len(got) != 2 || got[0] != 2 || got[1] != 5 {
		t.Fatalf("movements in lines %v", got)
	}
	for _, s := range e.functions {
		for k := range s.found.Emitted {
			s.found.Emitted[k].Line += 100 // which nobody would find
		}
	}
	for _, row := range []struct {
		text string
		want [2]int
	}{{f + "\n" + g, [2]int{102, 105}}, {f + "\n\n" + g, [2]int{2, 106}}, {"\n" + f + "\n" + strings.ReplaceAll(g, "225", "57"), [2]int{3, 6}}} {
		if got := found(row.text); len(got) != 2 || got[0] != row.want[0] || got[1] != row.want[1] {
			t.Errorf("%q: movements in lines %v, want %v", row.text, got, row.want)
		}
	}
}
