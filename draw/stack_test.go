package draw

import (
	"strings"
	"testing"
)

// Scenes below one another keep their rows, wires and words, each in a part of its own.
func TestStack(t *testing.T) {
	first := Wires(parse(t, "i32x4 -> a3 a2 a1 a0"), Options{To: "t"})
	second := Wires(parse(t, "i32x4 i32x4 -> a0 b0 a1 b1"), Options{Names: []string{"t", "b"}})
	s := Stack("two steps", first, second)
	if len(s.Rows) != len(first.Rows)+len(second.Rows) || len(s.Wires) != len(first.Wires)+len(second.Wires) || s.Title != "two steps" {
		t.Fatalf("%d rows, %d wires, %q", len(s.Rows), len(s.Wires), s.Title)
	}
	if s.Rows[0].Apart || !s.Rows[len(first.Rows)].Apart || s.Rows[1].Label != "t" {
		t.Error("the parts are not apart, or the result has no label")
	}
	for k, w := range s.Wires[len(first.Wires):] {
		if want := second.Wires[k]; w.From.Row != want.From.Row+len(first.Rows) || w.To.Row != want.To.Row+len(first.Rows) || w.Text != want.Text {
			t.Errorf("wire %d is %v, want %v below %d rows", k, w, want, len(first.Rows))
		}
	}
	if !strings.Contains(s.Desc, first.Desc) || !strings.Contains(s.Desc, second.Desc) {
		t.Errorf("the words are %q", s.Desc)
	}
	if text := string(s.Text(Terminal{ASCII: true})); strings.Count(text, "\n\n") < 2 {
		t.Errorf("no gap between the parts:\n%s", text)
	}
}
