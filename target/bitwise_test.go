package target_test

import (
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// someLanes are lanes of so many bits of each sort: of both sources, what is not defined, no bits, all, and some.
func someLanes(w int) []lane.Lane {
	return []lane.Lane{
		{}, lane.Zero(), lane.Fixed(lane.Ones(w)), lane.Fixed(lane.ConstOf(0x5a5a5a5a5a5a5a5a).Slice(0, w)), lane.Fixed(lane.ConstOf(0x0f0f0f0f0f0f0f0f).Slice(0, w)), lane.From(0, 0), lane.From(0, 1), lane.From(1, 0), lane.From(1, 1),
	}
}

// bitOf is one bit of a lane: 0, 1, what it is read from, or ? for what is not defined.
func bitOf(l lane.Lane, bit int) string {
	switch l.Kind {
	case lane.Source:
		return fmt.Sprint(l.Src, ".", l.Index, ".", bit)
	case lane.Constant:
		v, _ := l.Const.Slice(bit, 1).Uint64()
		return fmt.Sprint(v)
	}
	return "?"
}

// turnedBit is one bit turned; that of a source is none that any lane has.
func turnedBit(b string) string {
	switch {
	case b == "?":
		return b
	case b == "0":
		return "1"
	case b == "1":
		return "0"
	case b[0] == '~':
		return b[1:]
	}
	return "~" + b
}

// both is x & y of two bits, or ? where that is computed.
func both(x, y string) string {
	switch {
	case x == "0" || y == "0" || x == turnedBit(y) && x != "?":
		return "0"
	case x == "1" || x == y:
		return y
	case y == "1":
		return x
	}
	return "?"
}

// bitwiseOf is what a row makes of two lanes of so many bits, bit by bit: a constant where all bits are known, one of the lanes where they are its, and else nothing that is known.
func bitwiseOf(u *target.Union, w int, x, y lane.Lane) lane.Lane {
	known, isX, isY := true, true, true
	var parts []lane.Const
	for bit := range w {
		a, b := bitOf(x, bit), bitOf(y, bit)
		made := both(a, b)
		switch {
		case u.Kind == target.Or:
			made = turnedBit(both(turnedBit(a), turnedBit(b)))
		case u.Kind == target.AndNot && u.Inverted == 1:
			made = both(a, turnedBit(b))
		case u.Kind == target.AndNot:
			made = both(turnedBit(a), b)
		}
		if known = known && (made == "0" || made == "1"); known {
			parts = append(parts, lane.ConstOf(uint64(made[0]-'0')))
		}
		isX, isY = isX && made == a, isY && made == b
	}
	switch {
	case known:
		return lane.Fixed(lane.Join(1, parts...))
	case isX:
		return x
	case isY:
		return y
	}
	return lane.Lane{}
}

// What an instruction makes of two lanes bit by bit is what it is said to make of them, for lanes of all sorts.
func TestBitwiseUnions(t *testing.T) {
	looked := map[target.UnionKind]int{}
	for _, tg := range target.Targets() {
		for _, r := range tg.Rows {
			if r.Union == nil || r.Union.Kind == target.Pack || len(r.Src) != 2 {
				continue
			}
			looked[r.Union.Kind]++
			for _, w := range []int{1, 8, 32} {
				for _, x := range someLanes(w) {
					for _, y := range someLanes(w) {
						args := make([]lane.Map, 2)
						for k, l := range []lane.Lane{x, y} {
							args[k] = lane.Map{Bits: w, Src: []int{r.Bits / w, r.Bits / w}, Lane: make([]lane.Lane, r.Bits/w)}
							args[k].Lane[0] = l
						}
						if got, want := r.Union.Of(args...).Lane[0], bitwiseOf(r.Union, w, x, y); got != want {
							t.Fatalf("%s: %s of %v and %v in lanes of %d bits is %v, want %v", tg.Name, r.Name, x, y, w, got, want)
						}
					}
				}
			}
		}
	}
	for _, kind := range []target.UnionKind{target.Or, target.And, target.AndNot} {
		if looked[kind] < 20 {
			t.Errorf("only %d rows of kind %d were looked at", looked[kind], kind)
		}
	}
}
