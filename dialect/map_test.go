package dialect_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// randomMap is a map of one source, with so many lanes.
func randomMap(r *rand.Rand, bits, lanes int) lane.Map {
	m := lane.Map{Bits: bits, Src: []int{lanes}, Lane: make([]lane.Lane, lanes)}
	for i := range m.Lane {
		m.Lane[i] = lane.From(0, r.IntN(lanes))
	}
	return m
}

// A mask's bit j decides over the bits from j*elem on, whatever lanes the map has, and over nothing above those that count: bit by bit of the destination.
func TestUnderMask(t *testing.T) {
	r := chance.Random(t, 1)
	for _, bits := range []int{4, 8, 16, 32, 64} {
		for _, elem := range []int{8, 16, 32, 64} {
			for count := 1; count <= 256/elem; count++ {
				m := randomMap(r, bits, 256/bits)
				off := lane.Else(r.IntN(2))
				got, g := dialect.UnderMask("k1", m, elem, count, off)
				if g.By != "k1" || g.Else != off || len(g.Bit) != len(got.Lane) {
					t.Fatalf("i%d under lanes of %d: %+v for %d lanes", bits, elem, g, len(got.Lane))
				}
				if v, err := lane.Compare(m, got); err != nil || v.Relation != lane.Equal {
					t.Fatalf("i%d under lanes of %d is another map: %v", bits, elem, err)
				}
				if got.Bits != elem && got.Bits != bits {
					t.Fatalf("i%d under lanes of %d has lanes of %d", bits, elem, got.Bits)
				}
				for at := range 256 {
					bit := at / elem
					if bit >= count {
						bit = lane.Always
					}
					// Where one lane is longer than an element, its first bit says which.
					if lanesBit := g.Bit[at/got.Bits]; at%got.Bits == 0 && lanesBit != bit || got.Bits <= elem && lanesBit != bit {
						t.Fatalf("i%d under lanes of %d, %d of which count: bit %d is under %d, want %d", bits, elem, count, at, lanesBit, bit)
					}
				}
				over := g.Over(got)
				if over.Else != off || !slices.Equal(over.Bit, g.Bit) || over.Check() != nil {
					t.Fatalf("over the map it is %+v: %v", over, over.Check())
				}
			}
		}
	}
}

// Moves are minimal where no more lines are there than there have to be.
func TestIsMinimal(t *testing.T) {
	for lines := range 5 {
		for lower := range 5 {
			m := dialect.Moves{Lines: make([]string, lines), Lower: lower}
			if m.IsMinimal() != (lines <= lower) {
				t.Errorf("%d lines, at least %d: minimal %v", lines, lower, m.IsMinimal())
			}
		}
	}
}

// Sources are said where a reader would take another register for one of them.
func TestBindingLine(t *testing.T) {
	for _, row := range []struct {
		sources          []int
		registers, names []string
		want             string
	}{
		{nil, nil, nil, ""},
		{[]int{0, 1}, []string{"r0", "r1"}, []string{"r0", "r1"}, ""},
		{[]int{0}, []string{"r0"}, []string{"r0", "r1"}, ""},
		{[]int{0, 1}, []string{"r1", "r0"}, []string{"r0", "r1"}, "// a = r1, b = r0"},
		{[]int{0, 1}, []string{"r0", "r1"}, []string{"r0"}, "// a = r0, b = r1"},
		{[]int{1, 0}, []string{"r0", "r1"}, []string{"r0", "r1"}, "// a = r1, b = r0"},
		{[]int{1}, []string{"r1"}, []string{"r1"}, "// b = r1"},
		{[]int{0, 1}, []string{"r0", "r2"}, []string{"r0", "r1"}, "// a = r0, b = r2"},
		{[]int{2, 0}, []string{"r5", "r4"}, nil, "// a = r4, c = r5"},
	} {
		if got := strings.Join(dialect.BindingLine(row.sources, row.registers, row.names), "\n"); got != row.want {
			t.Errorf("%v in %v, named %v: %q, want %q", row.sources, row.registers, row.names, got, row.want)
		}
	}
}

// A reading ends with its context, and without one never.
func TestEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	for _, o := range []dialect.Options{{}, {Context: ctx}} {
		if err := o.Ended(); err != nil {
			t.Errorf("it ends before anybody says so: %v", err)
		}
	}
	cancel()
	if err := (dialect.Options{Context: ctx}).Ended(); !errors.Is(err, context.Canceled) {
		t.Errorf("it goes on: %v", err)
	}
	if err := (dialect.Options{}).Ended(); err != nil {
		t.Error(err)
	}
}

// What is no map is refused with the whole text as the place, and by the map's own reason.
func TestChecked(t *testing.T) {
	m := lane.Map{Bits: 8, Src: []int{4}, Lane: []lane.Lane{lane.From(0, 3)}}
	if err := dialect.Checked("text", m); err != nil {
		t.Error(err)
	}
	m.Lane[0] = lane.From(0, 4)
	err := dialect.Checked("text", m)
	var wrong *syntax.Error
	if !errors.As(err, &wrong) || wrong.Text != "text" || wrong.Off != 0 || wrong.End != 4 || wrong.What != m.Check().Error() {
		t.Errorf("%+v", err)
	}
}

// A sequence that is read back makes as many bits as the map, in lanes of whatever width.
func TestReadBack(t *testing.T) {
	m := randomMap(chance.Random(t, 2), 8, 16)
	for _, row := range []struct {
		bits, lanes int
		why         string
	}{
		{8, 16, ""}, {32, 4, ""}, {8, 8, "a register has 64 bits, and this is 128"}, {32, 8, "a register has 256 bits, and this is 128"}, {0, 0, "the sequence is not read as a form: no form"},
	} {
		back, err := dialect.ReadBack(m, "text", func(text string) (dialect.Reading, error) {
			if text != "text" {
				t.Errorf("it reads %q", text)
			}
			if row.lanes == 0 {
				return dialect.Reading{To: "r"}, errors.New("no form")
			}
			return dialect.Reading{Map: lane.Map{Bits: row.bits, Lane: make([]lane.Lane, row.lanes)}, To: "r"}, nil
		})
		if why := fmt.Sprint(err); row.why != "" && why != row.why || row.why == "" && err != nil || back.To != "r" {
			t.Errorf("%d lanes of %d: %q, %+v; want %q", row.lanes, row.bits, why, back, row.why)
		}
	}
}

// The letters that name sources are those that maps have.
func TestSourceLetters(t *testing.T) {
	for k, letter := range dialect.SourceLetters {
		if name := lane.SourceName(k); name != string(letter) {
			t.Errorf("source %d is %s, and its letter %c", k, name, letter)
		}
	}
}
