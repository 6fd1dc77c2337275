package moves_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/moves"
)

// A predicate that a state has counts as one that the line has: the same lanes arrive, each with its value. Where both say it, it is the line's.
func TestOrdersUnderStates(t *testing.T) {
	value := regexp.MustCompile(` = [0-9a-f]+`)
	for _, head := range []string{"sv.mv.swiz/m=r3", "sv.mv.swiz/m=~r3/w=16", "sv.mv.swiz/sm=r3/dm=r10/w=32", "sv.mv.swiz/m=1<<r3/w=8/sats"} {
		for mask := range uint64(8) {
			for _, walk := range []string{"", " pack", " unpack", " pack unpack"} {
				text := head + " *32,*64,Y1X vl=3" + walk
				open, err := svp64.ParseLine(text)
				if err != nil {
					t.Fatal(err)
				}
				stated, err := svp64.ParseLine(fmt.Sprintf("%s r3=%d r10=%d", text, mask, mask^5))
				if err != nil {
					t.Fatal(err)
				}
				want, err := moves.Orders(stated, nil)
				if err != nil {
					t.Fatal(err)
				}
				at := open.State()
				at.GPR[3], at.GPR[10] = mask, mask^5
				have, err := moves.Orders(open, at)
				if err != nil {
					t.Fatal(err)
				}
				bare := func(rows []string) []string {
					for k := range rows {
						rows[k] = value.ReplaceAllString(rows[k], "")
					}
					return rows
				}
				if got := bare(cells(have)); !slices.Equal(got, cells(want)) {
					t.Errorf("%s with r3 %d in the state is %q, and with it in the line %q", text, mask, got, cells(want))
				}
				at.GPR[3], at.GPR[10] = ^mask, ^mask
				both, err := moves.Orders(stated, at)
				if err != nil {
					t.Fatal(err)
				}
				if got := bare(cells(both)); !slices.Equal(got, cells(want)) {
					t.Errorf("%s with another r3 in the state than in the line, %d, is %q, want %q", text, mask, got, cells(want))
				}
			}
		}
	}
}

// The four orders that a line without one is drawn in are those of the lines that name one, under predicates too.
func TestOrdersApart(t *testing.T) {
	for _, line := range []string{"sv.mv.swiz/vec2 *32,*64,Y1X vl=3", "sv.mv.swiz/m=r3/vec2 *32,*64,Y1X vl=3 r3=5", "sv.fmv.swiz/sm=r3/dm=r10/w=32 *32,*64,X.1 vl=4 r3=11 r10=7"} {
		draw := func(text string) []string {
			l, err := svp64.ParseLine(text)
			if err != nil {
				t.Fatal(err)
			}
			s, err := moves.Orders(l, nil)
			if err != nil {
				t.Fatal(err)
			}
			rows := cells(s)
			for k := range rows {
				rows[k] = strings.TrimPrefix(rows[k], "―")
			}
			return rows
		}
		all := draw(line)
		for walk, name := range map[string]string{" pack": "pack ", " unpack": "unpack ", " pack unpack": "both "} {
			var of []string
			for _, row := range all {
				if strings.HasPrefix(row, name) {
					of = append(of, row)
				}
			}
			if want := draw(line + walk); !slices.Equal(of, want) {
				t.Errorf("%s has of%s %q, and where it is named %q", line, walk, of, want)
			}
		}
	}
}

// Values are those of the registers that the instruction reads: fmv.swiz has floating-point ones.
func TestOrdersHaveValues(t *testing.T) {
	for _, name := range []string{"mv", "fmv"} {
		for _, width := range []string{"", "/w=32"} {
			l, err := svp64.ParseLine("sv." + name + ".swiz/vec2" + width + " *32,*64,YX vl=4 pack")
			if err != nil {
				t.Fatal(err)
			}
			at := l.State()
			for k := range at.GPR {
				at.GPR[k], at.FPR[k] = 0x1000_0000_1000+uint64(k), 0x4010_0000_4010_0000+uint64(k)
			}
			loop, err := at.Loop(l.Inst)
			if err != nil {
				t.Fatal(err)
			}
			file := &at.GPR
			if name == "fmv" {
				file = &at.FPR
			}
			s, err := moves.Orders(l, at)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range loop.Arrivals() {
				if have, want := s.Rows[a.To.Step].Cells[a.To.Sub].Text, fmt.Sprintf("%d.%v = %s", a.From, a.Selector, loop.Value(a, file)); have != want {
					t.Errorf("%v: %s, want %s", l.Inst, have, want)
				}
			}
		}
	}
}

// What can be nothing else than the dialect's: a constructor is vec with a number, of integers with one letter before it, and a parenthesis.
func TestLooks(t *testing.T) {
	looks := moves.Dialect().Looks
	for _, before := range []string{"", "i", "u", "iu", "j", "b", "v", "I"} {
		for _, name := range []string{"vec", "ve", "vecs", "Vec"} {
			for _, number := range []string{"2", "3", "4", "", "x", "44"} {
				for _, behind := range []string{"(a.xy, b.zw)", "[0]", ""} {
					for _, assigned := range []string{"", "v = ", "v.xy = ", "v[0] = "} {
						want := (before == "" || before == "i" || before == "u") && name == "vec" && len(number) == 1 && number != "x" && strings.HasPrefix(behind, "(") && assigned != "v[0] = "
						if text := assigned + before + name + number + behind; looks(text) != want {
							t.Errorf("%s looks so: %v", text, !want)
						}
					}
				}
			}
		}
	}
	for _, name := range []string{"mv.swiz", "fmv.swiz", "mv.swi", "mr.swiz", "ffmv.swiz"} {
		for _, before := range []string{"", "sv.", "svs.", "sv.sv.", "svx."} {
			want := (name == "mv.swiz" || name == "fmv.swiz") && (before == "" || before == "sv." || before == "svs.")
			if text := before + name + " 4,8,XY"; looks(text) != want || looks(strings.ToUpper(text)) != want {
				t.Errorf("%s looks so: %v", text, !want)
			}
		}
	}
	for _, letter := range "xyzwrgbastpqXYZWRGBASTPQ01.uU2e-" {
		sw, sh := strings.ContainsRune("xyzwrgbaXYZWRGBA01.", letter), strings.ContainsRune("xyzwrgbastpqXYZWRGBASTPQ01", letter)
		for n := 1; n < 8; n++ {
			lanes := strings.Repeat(string(letter), n)
			for text, want := range map[string]bool{lanes: sw && n <= 4, "v." + lanes: sh && n <= 5, "v." + lanes + ";": sh && n <= 5, "d = v." + lanes + " ;": sh && n <= 5, "d." + lanes + " = v.x": sh && n <= 5, "1v." + lanes: false} {
				if looks(text) != want {
					t.Errorf("%s looks so: %v", text, !want)
				}
			}
		}
	}
}
