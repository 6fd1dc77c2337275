package svp64_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64"
)

// Every random instruction under a predicate that is a guarded map has a way back: of all widths and SUBVL, in every order, in the pair form too. None is left out.
func TestWayBackOfPredicated(t *testing.T) {
	rng := chance.Random(t, 0)
	want := times(400)
	if *full {
		want = 100_000
	}
	maps, seen := 0, map[string]int{}
	for maps < want {
		text, _, _ := strings.Cut(randomText(rng), " r3=")
		text, _, _ = strings.Cut(text, " r30=")
		text, _, _ = strings.Cut(text, " r10=")
		text, _, _ = strings.Cut(text, " cr32=")
		l, err := svp64.ParseLine(text)
		if err != nil {
			continue
		}
		g, err := l.Guarded()
		if err != nil || !under(g) || !l.DependsOnPredicates() {
			continue
		}
		maps++
		seen[l.Name()]++
		seen[strings.Split("w64 w32 w16 w8", " ")[l.DstWidth]]++
		if l.SubVL > 1 {
			seen["vec"]++
		}
		found, err := svp64.FromGuarded(g)
		if err != nil {
			t.Fatalf("%s is %v under bits %v: %v", text, g.Map, g.Bit, err)
		}
		read, err := svp64.ParseLine(found.String())
		if err != nil || read.String() != found.String() {
			t.Fatalf("%s: %v reads as %v: %v", text, found, read, err)
		}
		back, err := read.Guarded()
		if err != nil {
			t.Fatalf("%s: found was %v: %v", text, found, err)
		}
		back.Map, _ = back.Map.DropUnused()
		g.Map, _ = g.Map.DropUnused()
		if v, err := lane.CompareGuarded(back, g); err != nil || v.Relation != lane.Equal && v.Relation != lane.Refines {
			t.Fatalf("%s is %v under %v; found was %v, %v under %v: %v %v", text, g.Map, g.Bit, found, back.Map, back.Bit, v.Relation, err)
		}
	}
	t.Logf("%d guarded maps: %v", maps, seen)
	for _, kind := range []string{"mv.swiz", "fmv.swiz", "w64", "w32", "w16", "w8", "vec"} {
		if seen[kind] < maps/40 {
			t.Errorf("only %d of %d are %s", seen[kind], maps, kind)
		}
	}
}

// under says whether any lane is under a predicate.
func under(g lane.Guarded) bool {
	for _, b := range g.Bit {
		if b != lane.Always {
			return true
		}
	}
	return false
}

// Guarded maps that no instruction is are refused.
func TestNotGuarded(t *testing.T) {
	m, err := lane.Parse("i32x4 -> a0 a1 a2 a3")
	if err != nil {
		t.Fatal(err)
	}
	for _, bits := range [][]int{{0, 0, 1, lane.Always}, {1, 1, 0, 0}, {0, 64, 0, 0}, {0, 1, 1, 1}, {lane.Always, lane.Always, lane.Always, lane.Always}} {
		if l, err := svp64.FromGuarded(lane.Guarded{Map: m, Bit: bits}); err == nil {
			t.Errorf("%v: %v", bits, l)
		}
	}
	for text, bits := range map[string][]int{"sv.mv.swiz/m=r3 *32,*64,X vl=2": {0, 0, 1, 1}, "sv.mv.swiz/m=r3/w=32 *32,*64,X vl=4": {0, 1, 2, 3}, "sv.mv.swiz/m=r3 *32,*64,XY": {0, 0, 0, 0}} {
		if l, err := svp64.FromGuarded(lane.Guarded{Map: m, Bit: bits}); err != nil || l.String() != text {
			t.Errorf("%v: %v, want %s: %v", bits, l, text, err)
		}
	}
}

// Two vectors that leave room for r3 have it as their predicate; where they take all registers, a bit of the condition register decides.
func TestPredicateHasRoom(t *testing.T) {
	for lanes, want := range map[int]string{62: "sv.mv.swiz/m=r3 *4,*66,X vl=62", 63: "sv.mv.swiz/m=eq *0,*63,X vl=63", 64: "sv.mv.swiz/m=eq *0,*64,X vl=64"} {
		g := lane.Guarded{Map: lane.Identity(64, lanes)}
		for k := range lanes {
			g.Bit = append(g.Bit, k)
		}
		if l, err := svp64.FromGuarded(g); err != nil || l.String() != want {
			t.Errorf("%d lanes: %v, want %s: %v", lanes, l, want, err)
		}
	}
}
