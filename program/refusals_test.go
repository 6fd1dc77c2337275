package program_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
)

// A name that is read with another width than it has is refused, by what it is called.
func TestWidthsOfNames(t *testing.T) {
	whole, _ := lane.Parse("i32x4 -> a3 a2 a1 a0")
	half, _ := lane.Parse("i32x2 -> a1 a0")
	for _, row := range []struct {
		of     string // what the second line reads half of
		parts  bool
		result string // or why there is none
	}{
		{"r", false, "the result has 64 bits here and 128 where it was made"},
		{"x", false, "x has 64 bits here and 128 before"},
		{"r", true, "i32x4 -> a2 a3"},
		{"x", true, "i32x4 -> a1 a0"},
		{"s", false, "s has 64 bits here and 128 where it was made"},
	} {
		v := program.Values{Named: map[string]lane.Map{}, Parts: row.parts, Display: map[string]string{"r": "the result"}}
		if err := v.Line(whole, []string{"x"}, "r", nil); err != nil {
			t.Fatal(err)
		}
		v.Named["s"] = v.Named["r"]
		err := v.Line(half, []string{row.of}, "t", nil)
		if got := v.Result.String(); (err == nil || err.Error() != row.result) && (err != nil || got != row.result) {
			t.Errorf("half of %s is %s, %v; want %s", row.of, got, err, row.result)
		}
	}
}

// A part that is narrower than the lanes of a value is a part of its first lane; a line without a name makes none.
func TestPartOfALane(t *testing.T) {
	v := program.Values{Named: map[string]lane.Map{}, Parts: true}
	whole, _ := lane.Parse("i64x2 -> a1 a0")
	part, _ := lane.Parse("i16x2 -> a1 a0")
	if err := v.Line(whole, []string{"x"}, "r", nil); err != nil {
		t.Fatal(err)
	}
	if err := v.Line(part, []string{"r"}, "", nil); err != nil || v.Result.String() != "i16x8 -> a5 a4" || len(v.Named) != 1 {
		t.Errorf("%s of %d names, %v", v.Result, len(v.Named), err)
	}
	var input lane.Map
	if err := v.Argument(&input, "y", 32, 16); err != nil || input.Check() != nil || input.String() != "i16x8 i16x2 -> b0 b1" {
		t.Errorf("an input is %s, %v, %v", input, err, input.Check())
	}
}

// A name that stands for one input after another is the input that it is called.
func TestRenamed(t *testing.T) {
	v := program.Values{Named: map[string]lane.Map{}, Renamed: map[string]string{"x": "x before"}}
	m, _ := lane.Parse("i32x2 i32x2 -> a0 b1")
	if err := v.Line(m, []string{"x", "y"}, "r", nil); err != nil || !slices.Equal(v.Inputs, []string{"x before", "y"}) {
		t.Errorf("%q, %v", v.Inputs, err)
	}
}

// What would have more lanes than there can be is refused, wherever its lanes have to be split.
func TestTooManyLanes(t *testing.T) {
	full := func() program.Values {
		v := program.Values{Named: map[string]lane.Map{}, Parts: true}
		m := lane.Map{Bits: 8, Src: []int{lane.MaxLanes}}
		for i := range lane.MaxLanes {
			m.Lane = append(m.Lane, lane.From(0, i))
		}
		if err := v.Line(m, []string{"x"}, "r", nil); err != nil {
			t.Fatal(err)
		}
		return v
	}
	one := full()
	if m, err := one.Overwritten(one.Result, lane.Map{Bits: 8, Src: []int{lane.MaxLanes}, Lane: []lane.Lane{lane.Zero()}}, 4); err == nil {
		t.Errorf("a byte at bit 4 is overwritten in %d lanes", len(m.Lane))
	}
	one.Inputs, one.Bits = append(one.Inputs, "y"), append(one.Bits, 4)
	if m, err := one.Overwritten(one.Result, one.Result, 0); err == nil {
		t.Errorf("beside an input of 4 bits all is overwritten in %d lanes", len(m.Lane))
	}
	if m, err := one.Computed(one.Result, []int{0}, errors.New("a sum")); err == nil || one.Computations() != 0 {
		t.Errorf("beside an input of 4 bits one of %d lanes is computed", len(m.Lane))
	}
	bit, _ := lane.Parse("i4x1 -> a0")
	for _, from := range []string{"r", "y"} { // a part of the value, and an input that splits it
		v := full()
		var part lane.Map
		err := v.Argument(&part, from, 4, 4)
		if err == nil {
			err = v.Level([]lane.Map{v.Named["r"]})
		}
		if err == nil {
			t.Errorf("4 bits of %s beside %d bytes are no error", from, lane.MaxLanes)
		}
		v = full()
		if err := v.Line(bit, []string{from}, "s", nil); (err == nil) != (from == "y") { // where the value is not asked for, nothing is split
			t.Errorf("a line of 4 bits of %s: %v", from, err)
		}
	}
}

// What is thrown away leaves the map alone from which it is taken; one that reads nothing is left as it is.
func TestWithoutComputed(t *testing.T) {
	v := program.Values{Named: map[string]lane.Map{}, Patient: true}
	constant, err := lane.Parse("-> i8x2: 1 #2")
	if err != nil {
		t.Fatal(err)
	}
	if m, names, err := v.WithoutComputed(constant); err != nil || m.String() != constant.String() || len(names) != 0 {
		t.Errorf("%s of %q, %v", m, names, err)
	}
	if _, err := v.Computed(lane.Map{}, nil, errors.New("a sum")); err == nil || !strings.Contains(err.Error(), "nobody says how wide") || v.Computations() != 0 {
		t.Errorf("lanes of nothing are computed: %v, %d", err, v.Computations())
	}
	one, _ := lane.Parse("i8x2 -> a0 a1")
	if _, err := v.Computed(one, []int{0}, errors.New("a sum")); err != nil {
		t.Fatal(err)
	}
	if m, _, err := v.WithoutComputed(constant); err != nil || m.String() != constant.String() {
		t.Errorf("%s, %v", m, err)
	}
	behind := lane.Map{Bits: 8, Src: []int{2, 2}, Lane: []lane.Lane{lane.From(1, 1), lane.From(1, 0)}} // the computation is a, and what is read is b
	v.Inputs, v.Bits = append(v.Inputs, "y"), append(v.Bits, 16)
	for _, why := range []string{"a product", "a quotient"} {
		if _, err := v.Computed(one, []int{0}, errors.New(why)); err != nil {
			t.Fatal(err)
		}
	}
	told := ""
	v.Locate(1, func(err error) error { told += err.Error() + ", "; return err })
	if told != "a product, a quotient, " {
		t.Errorf("behind the first one are %s", told)
	}
	behind.Src = []int{2, 2, 2, 2}
	before := behind.String()
	if m, names, err := v.WithoutComputed(behind); err != nil || m.String() != "i8x2 -> a1 a0" || !slices.Equal(names, []string{"y"}) {
		t.Errorf("%s of %q, %v", m, names, err)
	}
	if behind.String() != before {
		t.Errorf("%s was changed to %s", before, behind)
	}
}

// A map in wider lanes is the same map, and in the widest no wider lanes are; the bits above a result are zero.
func TestLaneWidths(t *testing.T) {
	rng := chance.Random(t, 3)
	for range 500 {
		m := lane.Map{Bits: 4, Src: []int{32}}
		for i := 0; i < 32; {
			run := 1 << rng.IntN(5)
			from := rng.IntN(32/run) * run
			for k := 0; k < run && i < 32; k, i = k+1, i+1 {
				m.Lane = append(m.Lane, lane.From(0, min(from+k, 31)))
			}
		}
		wide, readable := program.Widest(m), program.Readable(m)
		for _, r := range []lane.Map{wide, readable} {
			if same, err := r.Regroup(4); err != nil || same.String() != m.String() {
				t.Fatalf("%s is %s, %v", m, r, err)
			}
		}
		if wider, err := wide.Regroup(2 * wide.Bits); err == nil {
			t.Fatalf("the widest lanes of %s are those of %s, and those of %s are wider", m, wide, wider)
		}
		if bytes, err := m.Regroup(8); (err == nil) != (readable.Bits == 8) || err == nil && bytes.String() != readable.String() {
			t.Fatalf("%s is readable as %s, and in bytes %s, %v", m, readable, bytes, err)
		}
	}
	words, _ := lane.Parse("i32x2 -> a1 a0")
	if got := program.Readable(words).String(); got != "i32x2 -> a1 a0" {
		t.Errorf("readable lanes are joined: %s", got)
	}
	for bits, want := range map[int]string{32: "i32x2 -> a1 a0", 64: "i32x2 -> a1 a0", 128: "i32x2 -> a1 a0 z z"} {
		if got := program.Cleared(words, bits).String(); got != want {
			t.Errorf("in %d bits: %s, want %s", bits, got, want)
		}
	}
	if got := program.Widest(lane.Map{}); len(got.Lane) != 0 || program.Readable(lane.Map{}).Bits != 0 {
		t.Errorf("nothing is %s", got)
	}
}

// A destination that is kept is the old one again where it is the first input, too, and inputs behind it are one less.
func TestKeepTheFirst(t *testing.T) {
	v := program.Values{Named: map[string]lane.Map{}}
	for _, row := range []struct{ m, from string }{{"i32x4 -> . z . a0", "r"}, {"i32x4 -> . a1 . .", "x"}} {
		m, err := lane.Parse(row.m)
		if err == nil {
			err = v.Line(m, []string{row.from}, "r", nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	v.Named = nil
	first := lane.Map{Bits: 32, Src: []int{4, 4}, Lane: []lane.Lane{lane.From(0, 0), lane.From(1, 1), lane.From(0, 2), lane.From(1, 3)}}
	if m, names := v.Keep(first, []string{"r", "x"}, "r"); m.String() != "i32x4 -> . a1 . a3" || !slices.Equal(names, []string{"x"}) {
		t.Errorf("%s of %q", m, names)
	}
}

// Who says what overlaps is told how many bits are read of a name, and how many are written.
func TestOverlapIsToldWidths(t *testing.T) {
	v := program.Values{Named: map[string]lane.Map{"made": {Bits: 16, Lane: make([]lane.Lane, 3)}}}
	m, _ := lane.Parse("i8x4 i8x2 -> a0 b1 a3")
	told := map[string]int{}
	if err := v.Line(m, []string{"x", "y"}, "r", func(a, b string, bitsA, bitsB int) bool {
		if told[a] = bitsA; b != "made" || bitsB != 48 {
			t.Errorf("%s of %d bits", b, bitsB)
		}
		return false
	}); err != nil || told["x"] != 32 || told["y"] != 16 || told["r"] != 24 {
		t.Errorf("%v, %v", told, err)
	}
}

// A single bit is as good as any width.
func TestSingleBits(t *testing.T) {
	v := program.Values{Named: map[string]lane.Map{}}
	var bit lane.Map
	if err := v.Argument(&bit, "x", 1, 1); err != nil || bit.String() != "i1x1 -> a0" {
		t.Errorf("%s, %v", bit, err)
	}
	bits, _ := lane.Parse("i1x8 -> a0 a1 a2 a3 a4 a5 a6 a7")
	if got := program.Readable(bits).String(); got != "i8x1 -> a0" {
		t.Errorf("eight bits are %s", got)
	}
}
