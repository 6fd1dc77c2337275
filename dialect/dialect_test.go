package dialect_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/lane"
)

// What a dialect has decides what is said: one form, else several lines, else why not.
func TestTranslate(t *testing.T) {
	one := func(lane.Map) (string, error) { return "one", nil }
	cannot := func(lane.Map) (string, error) { return "", errors.New("no form") }
	asks := func(lane.Map) (string, error) { return "", dialect.ErrTarget }
	asksWhy := func(lane.Map) (string, error) { return "", fmt.Errorf("i32x4: %w", dialect.ErrTarget) }
	several := func(lane.Map) ([]string, error) { return []string{"a", "b"}, nil }
	neither := func(lane.Map) ([]string, error) { return nil, errors.New("no lines") }
	same := func(lane.Map) ([]string, error) { return nil, errors.New("no form") }
	for _, row := range []struct {
		name    string
		d       dialect.Dialect
		want    string
		why     string
		written bool
	}{
		{"a form", dialect.Dialect{Say: one, Sequence: dialect.WithoutSearch(several)}, "one", "", true},
		{"lines for want of a form", dialect.Dialect{Say: cannot, Sequence: dialect.WithoutSearch(several)}, "a|b", "", true},
		{"lines alone", dialect.Dialect{Sequence: dialect.WithoutSearch(several)}, "a|b", "", true},
		{"a target's lines, said at length", dialect.Dialect{Say: asksWhy, Sequence: dialect.WithoutSearch(neither)}, "", "no lines", true},
		{"a target's lines", dialect.Dialect{Say: asks, Sequence: dialect.WithoutSearch(several)}, "a|b", "", true},
		{"no lines at all", dialect.Dialect{Say: cannot, Sequence: dialect.WithoutSearch(nil)}, "", "no form", true},
		{"no form and no lines", dialect.Dialect{Say: cannot, Sequence: dialect.WithoutSearch(neither)}, "", "no form; and in several: no lines", true},
		{"one reason for both", dialect.Dialect{Say: cannot, Sequence: dialect.WithoutSearch(same)}, "", "no form", true},
		{"the target's reason", dialect.Dialect{Say: asks, Sequence: dialect.WithoutSearch(neither)}, "", "no lines", true},
		{"the lines' reason", dialect.Dialect{Sequence: dialect.WithoutSearch(neither)}, "", "no lines", true},
		{"a form's reason", dialect.Dialect{Say: cannot}, "", "no form", true},
		{"nothing", dialect.Dialect{Name: "ptx"}, "", "ptx is read, not written", false},
	} {
		lines, err := row.d.Translate(t.Context(), lane.Map{})
		why := ""
		if err != nil {
			why = err.Error()
		}
		if got := strings.Join(lines, "|"); got != row.want || why != row.why || row.d.IsWritten() != row.written {
			t.Errorf("%s: %q, %q, written %v; want %q, %q, %v", row.name, got, why, row.d.IsWritten(), row.want, row.why, row.written)
		}
	}
}

// A guard says and draws what becomes of a lane whose bit is 0.
func TestGuard(t *testing.T) {
	for _, row := range []struct {
		g     dialect.Guard
		text  string
		cells string
	}{
		{dialect.Guard{By: "k1", Bit: []int{0, lane.Always, 2}}, "under k1: a lane whose bit of it is 0 keeps the old destination", "0||2"},
		{dialect.Guard{By: "p0", Bit: []int{7}, Else: lane.ElseZero}, "under p0: a lane whose bit of it is 0 is zero", "7"},
	} {
		var cells []string
		s := row.g.Scene()
		for i, c := range s.Rows[0].Cells {
			cells = append(cells, c.Text)
			style, title := draw.Blank, ""
			if bit := row.g.Bit[i]; bit != lane.Always {
				style, title = draw.Index, fmt.Sprintf("lane %d is written where bit %d of %s is 1", i, bit, row.g.By)
			}
			if c.Style != style || c.Title != title {
				t.Errorf("%s: cell %d is %+v, want %q", &row.g, i, c, title)
			}
		}
		if want := "The lanes are guarded by bits of " + row.g.By + "."; s.Desc != want {
			t.Errorf("it is described as %q, want %q", s.Desc, want)
		}
		if row.g.String() != row.text || s.Notes[0] != row.text || s.Rows[0].Label != row.g.By || strings.Join(cells, "|") != row.cells {
			t.Errorf("%s: cells %q of %s, want %s with %s", &row.g, cells, s.Rows[0].Label, row.text, row.cells)
		}
	}
}
