package moves_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/moves"
)

// listed is what a cell says of its lanes: all where there are one or two, otherwise the first and the last.
func listed(lanes []int) string {
	switch len(lanes) {
	case 0:
		return ""
	case 1:
		return fmt.Sprint(lanes[0])
	case 2:
		return fmt.Sprintf("%d,%d", lanes[0], lanes[1])
	}
	return fmt.Sprintf("%d…%d", lanes[0], lanes[len(lanes)-1])
}

// The picture of a region, cell by cell, by the document's two loops: rows of W elements H apart, and V from row to row.
func TestRegionPictures(t *testing.T) {
	for _, size := range []int{1, 2, 4, 8} {
		for _, exec := range []int{1, 2, 8, 32} {
			for r := range visa.LegalRegions(exec) {
				holdRegionPicture(t, visa.Access{Start: 3 * size, Size: size, Exec: exec, Region: r}, 32, 0)
				holdRegionPicture(t, visa.Access{Start: 96 + size, Size: size, Exec: exec, Region: r}, 64, 120)
			}
			for _, h := range []int{1, 2, 4} {
				holdRegionPicture(t, visa.Access{Start: 8, Size: size, Exec: exec, Region: visa.Destination(h)}, 32, 40)
			}
		}
	}
}

func holdRegionPicture(t *testing.T, a visa.Access, grf, size int) {
	t.Helper()
	lanes, row := map[int][]int{}, make([]int, a.Exec)
	words, low, high := "", 1<<20, 0
	for k := range a.Exec {
		e := a.Start/a.Size + k*int(a.Region.H)
		if w := int(a.Region.W); w > 0 {
			e, row[k] = a.Start/a.Size+k/w*int(a.Region.V)+k%w*int(a.Region.H), k/w
		}
		lanes[e] = append(lanes[e], k)
		words += fmt.Sprintf(" %d", e)
		low, high = min(low, e), max(high, e)
	}
	first, last := low*a.Size/grf, (high*a.Size+a.Size-1)/grf
	var notes []string
	if last-first >= 16 {
		notes = []string{fmt.Sprintf("registers %d to %d are left out", first+16, last)}
		last = first + 15
	}
	want := draw.Scene{Title: "here", Notes: notes, Desc: fmt.Sprintf("Region %s with %d lanes of %d bytes. Elements by lane:%s.", a.Region, a.Exec, a.Size, words)}
	for n := first; n <= last; n++ {
		r := draw.Row{Label: fmt.Sprintf("row %d", n), First: n * grf / a.Size, Block: max(1, 16/a.Size)}
		for e := r.First; e < (n+1)*grf/a.Size; e++ {
			c := draw.Cell{Text: listed(lanes[e]), Style: draw.Unread, Title: fmt.Sprintf("element %d, byte %d", e, e*a.Size)}
			if len(lanes[e]) > 0 {
				c.Style, c.Ink = draw.Lane, 1+row[lanes[e][0]]
			}
			if size > 0 && e*a.Size+a.Size > size {
				c.Style, c.Title = draw.Undef, c.Title+": not in the variable"
			}
			r.Cells = append(r.Cells, c)
		}
		want.Rows = append(want.Rows, r)
	}
	if have := moves.RegionScene("here", a, grf, size); fmt.Sprint(have) != fmt.Sprint(want) {
		t.Errorf("%+v in registers of %d bytes, of %d bytes:\n%v\nwant\n%v", a, grf, size, have, want)
	}
}

// The picture of addresses that point anywhere: each lane stands where its place is, once, in a register's row; each address has one wire, from the row of addresses above to the lane that is counted from it.
func TestIndirectPictures(t *testing.T) {
	r := chance.Random(t, 61)
	for range 400 {
		typ, size := visa.UB, 1
		for range r.IntN(4) {
			typ, size = map[visa.Type]visa.Type{visa.UB: visa.UW, visa.UW: visa.UD, visa.UD: visa.UQ}[typ], 2*size
		}
		exec := 1 << r.IntN(5)
		width := 1 << r.IntN(5)
		multi := width <= exec
		if !multi {
			width = exec
		}
		disp, offset, grf := r.IntN(64)-32, r.IntN(4), 32<<r.IntN(2)
		region := visa.Region{V: visa.Null, W: int16(width), H: 1}
		if !multi {
			region = visa.Region{V: 1, W: 1}
		}
		o := visa.Operand{Class: visa.Indirect, Type: typ, Offset: int32(offset), Disp: int32(disp), Region: region}
		reach := []int{2, 4, 40}[r.IntN(3)] * grf / size
		var places []moves.Place
		for range exec {
			at := (r.IntN(reach) - reach/8) * size
			places = append(places, moves.Place{Variable: []string{"V33", "V34"}[r.IntN(2)], Byte: at, Outside: at < 0 || at%7 == 0})
		}
		holdIndirectPicture(t, moves.IndirectScene("here", &o, "A3", places, grf), places, o, size, width, grf)
	}
}

func holdIndirectPicture(t *testing.T, s draw.Scene, places []moves.Place, o visa.Operand, size, width, grf int) {
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("%s at %v in registers of %d bytes: %s\n%+v", o.Region, places, grf, fmt.Sprintf(format, args...), s)
	}
	texts := make([]string, len(places))
	for k, p := range places {
		texts[k] = fmt.Sprintf("&%s[%d]", p.Variable, p.Byte)
	}
	if want := fmt.Sprintf("Indirect region %s with %d lanes of %d bytes, %d bytes behind the addresses. Places by lane: %s.", o.Region, len(places), size, o.Disp, strings.Join(texts, " ")); s.Title != "here" || s.Desc != want {
		fail("it is said as %q under %q, want %q", s.Desc, s.Title, want)
	}
	below := func(a, b int) int { // the division that rounds down
		for n := -1000; ; n++ {
			if n*b > a {
				return n - 1
			}
		}
	}
	var order []string // of the registers: variables as lanes reach them, in each by number
	for _, name := range []string{places[0].Variable, map[string]string{"V33": "V34", "V34": "V33"}[places[0].Variable]} {
		var in []int
		for _, p := range places {
			if p.Variable == name {
				in = append(in, below(p.Byte, grf))
			}
		}
		slices.Sort(in)
		for _, n := range slices.Compact(in) {
			order = append(order, fmt.Sprintf("%s(%d)", name, n))
		}
	}
	var notes []string
	if len(order) > 16 {
		notes, order = []string{fmt.Sprintf("%d registers are left out", len(order)-16)}, order[:16]
	}
	if !slices.Equal(s.Notes, notes) {
		fail("notes %q, want %q", s.Notes, notes)
	}
	wires := map[int]draw.Wire{} // by the lane
	wired := map[draw.Port]bool{}
	for _, w := range s.Wires {
		lane := w.From.Cell * width
		text := fmt.Sprintf("&%s[%d] -> lane %d", places[lane].Variable, places[lane].Byte-int(o.Disp), lane)
		if _, twice := wires[lane]; twice || w.To.Row != w.From.Row+1 || s.Rows[w.From.Row].Label != "A3" || w.Text != text {
			fail("a wire %+v, want one that says %q, from the row above", w, text)
		}
		wires[lane], wired[w.From] = w, true
	}
	var rows []string
	per := grf / size
	for n, row := range s.Rows {
		if row.Label == "A3" {
			if again := n > 0; row.Again != again || row.Apart != again || len(row.Cells) != (len(places)+width-1)/width {
				fail("row %d repeats the addresses as %+v", n, row)
			}
			for k, c := range row.Cells {
				want := draw.Cell{Text: fmt.Sprintf("&%s[%d]", places[k*width].Variable, places[k*width].Byte-int(o.Disp)), Style: draw.Elsewhere, Ink: k + 1, Span: max(1, per*width/len(places)), Title: fmt.Sprintf("element %d of A3", int(o.Offset)+k)}
				if wired[draw.Port{Row: n, Cell: k}] {
					want.Style = draw.Lane
				}
				if c != want {
					fail("address %d in row %d is %+v, want %+v", k, n, c, want)
				}
			}
			continue
		}
		name, rest, _ := strings.Cut(row.Label, "(")
		number := 0
		if _, err := fmt.Sscanf(rest, "%d)", &number); err != nil || row.First != number*per || row.Block != max(1, 16/size) || len(row.Cells) != per {
			fail("row %d is %+v", n, row)
		}
		rows = append(rows, row.Label)
		for k, c := range row.Cells {
			at := (number*per + k) * size
			var lanes []int
			outside := at < 0
			for l, p := range places {
				if p.Variable == name && p.Byte == at {
					lanes, outside = append(lanes, l), outside || p.Outside
				}
			}
			want := draw.Cell{Text: listed(lanes), Style: draw.Unread, Title: fmt.Sprintf("element %d, byte %d of %s", number*per+k, at, name)}
			if len(lanes) > 0 {
				want.Style, want.Ink = draw.Lane, 1+lanes[0]/width
			}
			if outside {
				want.Style, want.Title = draw.Undef, want.Title+": not in the variable"
			}
			if c != want {
				fail("the cell %d of %s is %+v, want %+v", k, row.Label, c, want)
			}
			for _, l := range lanes {
				if w, ok := wires[l]; l%width == 0 && (!ok || w.To != draw.Port{Row: n, Cell: k}) {
					fail("lane %d in row %d has the wire %+v", l, n, w)
				}
			}
		}
	}
	if !slices.Equal(rows, order) {
		fail("registers %q, want %q", rows, order)
	}
}

// What pictures an instruction has: one of each operand that is a region of one address, with the operand beside its first register, and numbers beside the others.
func TestScenesOfTexts(t *testing.T) {
	for _, row := range []struct {
		text, typ string
		exec      int
		labels    []string
		lanes     []string // of the first row
	}{
		{"<4;4,1>", "", 0, []string{"a<4;4,1>"}, []string{"01234567"}},
		{"<4;4,1>", "w", 4, []string{"a<4;4,1>"}, []string{"0123"}},
		{"<16;1,0>", "uq", 2, []string{"a<16;1,0> 1 2 3 4"}, []string{"0"}},
		{"<8;4,", "", 0, nil, nil},
		{"<8;4,1> x", "", 0, nil, nil},
		{"<8;4,1>:", "", 0, nil, nil},
		{"<8;4,1><8;4,1>", "", 0, nil, nil},
		{"mov (M1, 8) V32(0,0)<1> V33(0,0)<8;4,2>", "", 0, []string{"V32<1>", "V33<8;4,2> 1"}, []string{"01234567", "0123"}},
		{"mov (M1, 8) V32(0,0)<1> V33(0,0)<8;4,2>", "uw", 0, []string{"V32<1>", "V33<8;4,2>"}, []string{"01234567", "01234567"}},
		{"add (M1, 2) V32(1,0)<2> V33(0,2)<0;1,0> V34(2,0)<1;1,0>", "", 0, []string{"V32(1,0)<2>", "V33(0,2)<0;1,0>", "V34(2,0)<1;1,0>"}, []string{"01", "0,1", "01"}},
		{"mov (M1, 2) V32(0,0)<1> r[A0(0),0]<2;2,1>:d", "", 0, []string{"V32<1>"}, []string{"01"}},
		{"mov (M1, 2) V32(0,0)<1> 0x1:d", "", 0, []string{"V32<1>"}, []string{"01"}},
		{"mov (M1, 2) V32(0,0)<1> V33(0,0)<2;2,1>\nmov (M1, 2) V32(0,0)<1> V33(0,0)<2;2,1>", "", 0, nil, nil},
		{".decl V40 v_type=G type=d num_elts=8 align=GRF", "", 0, nil, nil},
	} {
		var labels, lanes []string
		for _, s := range moves.Dialect().Scenes(row.text, dialect.Options{Type: row.typ, Exec: row.exec}) {
			var words, first []string
			for _, r := range s.Rows {
				words = append(words, r.Label)
			}
			for _, c := range s.Rows[0].Cells {
				first = append(first, c.Text)
			}
			labels, lanes = append(labels, strings.Join(words, " ")), append(lanes, strings.Join(first, ""))
		}
		if !slices.Equal(labels, row.labels) || !slices.Equal(lanes, row.lanes) {
			t.Errorf("%s as %q with %d lanes has pictures %q of %q, want %q of %q", row.text, row.typ, row.exec, labels, lanes, row.labels, row.lanes)
		}
	}
}

// The figures are those that the documentation shows.
func TestFigures(t *testing.T) {
	for name, made := range map[string]func() []byte{"visa-fig3.svg": moves.RegionFigure, "visa-fig4.svg": moves.IndirectFigure} {
		shown, err := os.ReadFile("../../docs/images/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(made(), shown) {
			t.Errorf("docs/images/%s is another figure: go test . -run GeneratedFresh -update", name)
		}
	}
}
