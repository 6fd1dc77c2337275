package lane_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"pgregory.net/rapid"
)

func TestParseReadsWhatStringPrints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		text := m.String()
		back, err := lane.Parse(text)
		if back = checked(t, back, err); back.Bits != m.Bits || back.String() != text {
			t.Fatalf("%s reads back as %v", text, back)
		}
		wantBits(t, back, bitsOf(m))
		if got := string(m.AppendTo([]byte("map "))); got != "map "+text {
			t.Fatalf("appended: %s", got)
		}
	})
}

// A map in JSON is its text.
func TestMapMarshalsAsText(t *testing.T) {
	m := lane.Identity(32, 2)
	b, err := json.Marshal(map[string]lane.Map{"map": m})
	if err != nil || string(b) != `{"map":"i32x2 -\u003e a0 a1"}` {
		t.Fatalf("%s, %v", b, err)
	}
	var back map[string]lane.Map
	if err := json.Unmarshal(b, &back); err != nil || back["map"].String() != m.String() {
		t.Errorf("%v, %v", back, err)
	}
	kept := m
	if err := kept.UnmarshalText([]byte("i32x2 -> a9")); err == nil || kept.String() != m.String() {
		t.Errorf("a bad text gave %v, %v", kept, err)
	}
}

func TestStringIsCanonical(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"i32x4 i32x4 -> a0 b0 a1 b1", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{" \t\r\n\v\fi032x0004   i32x4->a0\n b0\ta1 b1 \n", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"i32x4 -> i32x2: a0 a1", "i32x4 -> a0 a1"},
		{"i32x4 -> i32x2 :a0 a1", "i32x4 -> a0 a1"},
		{"i32x4 -> i32x2\n:\na0 a1", "i32x4 -> a0 a1"},
		{"i32x2 -> i16x2: a0 a2", "i16x4 -> a0 a2"},
		{"i16x4 i8x8 -> i32x2: a1 b1", "i32x2 i32x2 -> a1 b1"},
		{"-> i8x4: z 1 m #a0", "-> i8x4: z 1 m #a0"},
		{"->i8x4:#0 #01 #fF #0A0", "-> i8x4: z 1 m #a0"},
		{"-> i1x2: m #1", "-> i1x2: 1 1"},
		{"-> i79x1: #7fffffffffffffffffff", "-> i79x1: m"},
		{"i8x4 -> . d1 d0 d3", "i8x4 -> . . d0 ."},
		{"i8x4 -> _ z", "i8x4 -> _ z"},
		{"i8x1 i8x1 i8x1 i8x1 i8x1 i8x1 i8x1 i8x1 -> i0 g0", "i8x1 i8x1 i8x1 i8x1 i8x1 i8x1 i8x1 i8x1 -> i0 g0"},
		{"i1048576x1 -> a0", "i1048576x1 -> a0"},
		{"i16x65536 -> a65535", "i16x65536 -> a65535"},
	} {
		m, err := lane.Parse(c.in)
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
		} else if got := m.String(); got != c.want {
			t.Errorf("%q is %s, want %s", c.in, got, c.want)
		}
	}
}

func TestSourceNames(t *testing.T) {
	seen := map[string]bool{}
	for k := range lane.MaxSrc {
		name := lane.SourceName(k)
		if seen[name] || strings.ContainsAny(name, "dmzu0123456789") {
			t.Errorf("source %d is called %s", k, name)
		}
		seen[name] = true
		if back, ok := lane.SourceIndex(name); !ok || back != k {
			t.Errorf("%s is source %d, %v; want %d", name, back, ok, k)
		}
	}
	for k, want := range map[int]string{0: "a", 2: "c", 3: "e", 21: "y", 22: "aa", 23: "ab", 22 + 21: "ay", 44: "ba", 22 + 22*22 - 1: "yy", 22 + 22*22: "aaa"} {
		if got := lane.SourceName(k); got != want {
			t.Errorf("source %d is %s, want %s", k, got, want)
		}
	}
	for _, name := range []string{"", "d", "m", "z", "u", "A", "ad", "a0", "é", "_", lane.SourceName(lane.MaxSrc), strings.Repeat("y", 1000), strings.Repeat("a", 64)} {
		if k, ok := lane.SourceIndex(name); ok {
			t.Errorf("%q is source %d", name, k)
		}
	}
}

func TestLaneText(t *testing.T) {
	for _, c := range []struct {
		l    lane.Lane
		at   int
		want string
	}{
		{lane.From(1, 10), 0, "b10"}, {lane.FromOld(2), 2, "."}, {lane.FromOld(2), 1, "d2"}, {lane.Lane{}, 0, "_"}, {lane.Zero(), 0, "z"},
		{lane.Fixed(lane.ConstOf(0x1f)), 0, "#1f"}, {lane.Fixed(lane.Ones(8)), 0, "m"},
	} {
		if got := c.l.Text(c.at, 8); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
