package moves_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/moves"
)

// cells are the rows of a picture as text: its label, its cells, an old lane in round and a constant in square brackets, with a bar above a row that stands apart.
func cells(s draw.Scene) (rows []string) {
	for _, r := range s.Rows {
		text := strings.Repeat("―", map[bool]int{true: 1}[r.Apart]) + r.Label + ":"
		for _, c := range r.Cells {
			switch c.Style {
			case draw.Old:
				text += " (" + c.Text + ")"
			case draw.Const:
				text += " [" + c.Text + "]"
			default:
				text += fmt.Sprintf(" %s/%d", c.Text, c.Ink)
			}
		}
		rows = append(rows, text)
	}
	return rows
}

// Pictures of the orders: each order there is, or the one that is said, what arrives where, constants of either kind of registers, what predicates leave, and values.
func TestOrders(t *testing.T) {
	for _, row := range []struct {
		text  string
		rows  []string
		notes []string
	}{
		{"sv.mv.swiz/vec2 *32,*64,Y.1 vl=2", []string{
			"none 0: 0.Y/1 (.) [1]", "none 1: 1.Y/2 (.) [1]", "―pack 0: 0.Y/1 (.) 1.Y/2", "pack 1: [1] (.) [1]",
			"―unpack 0: 0.Y/1 (.) 1.Y/2", "unpack 1: [1] (.) [1]", "―both 0: 0.Y/1 (.) [1]", "both 1: 1.Y/2 (.) [1]"}, []string{
			"none: SVSTATE 0408000000000000: maxvl 2, vl 2", "pack: SVSTATE 0408000000000400: maxvl 2, vl 2, pack",
			"unpack: SVSTATE 0408000000000200: maxvl 2, vl 2, unpack", "both: SVSTATE 0408000000000600: maxvl 2, vl 2, pack, unpack"}},
		{"sv.fmv.swiz *32,*64,X10 vl=2 unpack", []string{"unpack 0: 0.X/1 [0] [1.0]", "unpack 1: [1.0] 1.X/2 [0]"}, []string{"unpack: SVSTATE 0408000000000200: maxvl 2, vl 2, unpack"}},
		{"sv.mv.swiz/m=r3/sats/dw=8 *32,*64,X1 vl=2 pack unpack r3=2", []string{"both 0: (.) (.)", "both 1: 1.X/2 [7f]"}, []string{"both: SVSTATE 0408000000000600: maxvl 2, vl 2, pack, unpack"}},
		{"sv.mv.swiz/m=r3 *32,*64,X vl=2 pack unpack", []string{"both 0: 0.X/1", "both 1: 1.X/2"}, []string{"all predicates are taken as true: their values are not given", "both: SVSTATE 0408000000000600: maxvl 2, vl 2, pack, unpack"}},
	} {
		l, err := svp64.ParseLine(row.text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := moves.Orders(l, nil)
		if err != nil || s.Title != fmt.Sprintf("%v, VL 2", l.Inst) {
			t.Errorf("%s is %q: %v", row.text, s.Title, err)
		}
		if got := cells(s); !slices.Equal(got, row.rows) || !slices.Equal(s.Notes, row.notes) {
			t.Errorf("%s is %q under %q, want %q under %q", row.text, got, s.Notes, row.rows, row.notes)
		}
	}
	for _, text := range []string{"sv.mv.swiz 32,64,X", "sv.mv.swiz *120,*64,X vl=9", "sv.mv.swiz/m=r3 *2,*64,X vl=9 r3=1"} {
		l, err := svp64.ParseLine(text)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := moves.Orders(l, nil); err == nil {
			t.Errorf("%s has a picture: %v", text, cells(s))
		}
	}
	l, err := svp64.ParseLine("sv.mv.swiz/w=16/m=r3 *32,*64,X vl=2 pack r3=3")
	if err != nil {
		t.Fatal(err)
	}
	at := l.State()
	at.GPR[64], at.GPR[3] = 0xbbbb_aaaa, 1
	if s, err := moves.Orders(l, at); err != nil || !slices.Equal(cells(s), []string{"pack 0: 0.X = aaaa/1", "pack 1: 1.X = bbbb/2"}) {
		t.Errorf("with values it is %q: %v", cells(s), err)
	}
}

// A picture of a loop on its way, at each of its moves and at its end.
func TestNext(t *testing.T) {
	l, err := svp64.ParseLine("sv.mv.swiz/vec2 *32,*64,Y0X vl=2")
	if err != nil {
		t.Fatal(err)
	}
	at := l.State()
	loop, err := at.Loop(l.Inst)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []string{
		"0: >0.Y/1 [0] 0.X/1|1: 1.Y/2 [0] 1.X/2", "0: +0.Y/1 [>0] 0.X/1|1: 1.Y/2 [0] 1.X/2", "0: +0.Y/1 [+0] >0.X/1|1: 1.Y/2 [0] 1.X/2",
		"0: +0.Y/1 [+0] +0.X/1|1: >1.Y/2 [0] 1.X/2", "0: +0.Y/1 [+0] +0.X/1|1: +1.Y/2 [>0] 1.X/2", "0: +0.Y/1 [+0] +0.X/1|1: +1.Y/2 [+0] >1.X/2",
	} {
		s := moves.Next("here", &loop, at.SV)
		notes := []string{fmt.Sprintf("%d of 6 moves are done (+), > is next", k), "SVSTATE " + at.SV.String()}
		if got := strings.Join(cells(s), "|"); got != want || s.Title != "here" || !slices.Equal(s.Notes, notes) {
			t.Errorf("%s: %s under %q, want %s", s.Title, got, s.Notes, want)
		}
		if k == 4 {
			var titles []string
			for _, r := range s.Rows {
				for _, c := range r.Cells {
					titles = append(titles, c.Title)
				}
			}
			if got := strings.Join(titles, "; "); got != "to 0.X comes 0.Y, which is done; to 0.Y comes 0, which is done; to 0.Z comes 0.X, which is done; to 1.X comes 1.Y, which is done; to 1.Y comes 0 next; to 1.Z comes 1.X" {
				t.Errorf("who points is told %s", got)
			}
		}
		if _, err := at.Step(l.Inst); err != nil {
			t.Fatal(err)
		}
	}
	loop.DstMask = 0
	if s := moves.Next("", &loop, at.SV); len(s.Rows) != 0 || s.Notes[0] != "0 of 0 moves are done (+), > is next" {
		t.Errorf("a loop without a move: %q", s.Notes)
	}
}
