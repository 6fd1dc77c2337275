package program_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
)

// operations are the bitwise ones, and what each makes of two numbers.
var operations = map[string]struct {
	lanes   program.Bitwise
	numbers func(x, y uint64) uint64
}{
	"and":    {program.And, func(x, y uint64) uint64 { return x & y }},
	"or":     {program.Or, func(x, y uint64) uint64 { return x | y }},
	"xor":    {program.Xor, func(x, y uint64) uint64 { return x ^ y }},
	"andnot": {program.AndNot, func(x, y uint64) uint64 { return x &^ y }},
}

// someLanes are one of each sort: nothing known, all constants, and lanes that are live.
func someLanes(width int) (all []lane.Lane) {
	all = []lane.Lane{{}, lane.From(0, 0), lane.From(0, 1), lane.From(1, 0)}
	for n := range uint64(1) << width {
		all = append(all, lane.Fixed(lane.ConstOf(n)))
	}
	return all
}

// value is what a lane holds, where the lanes that are live, and what is not known, hold these.
func value(l lane.Lane, live, unknown uint64, width int) uint64 {
	mask := uint64(1)<<width - 1
	switch l.Kind {
	case lane.Undefined:
		return unknown & mask
	case lane.Constant:
		n, _ := l.Const.Uint64()
		return n & mask
	}
	return live >> (width * (2*l.Src + l.Index)) & mask
}

// meaningOf is what an operation on two lanes may be said to be: the lanes that hold it whatever is live. Where it depends on what is not known it is not known either.
func meaningOf(numbers func(x, y uint64) uint64, x, y lane.Lane, width int) (all []lane.Lane) {
	candidates := slices.DeleteFunc(someLanes(width), func(l lane.Lane) bool { return l.Kind == lane.Undefined })
	for _, r := range candidates {
		same := true
		for live := range uint64(1) << (3 * width) {
			for u := range uint64(1) << (2 * width) { // two reads of what is not known may differ
				same = same && numbers(value(x, live, u, width), value(y, live, u>>width, width))&(1<<width-1) == value(r, live, 0, width)
			}
		}
		if same {
			all = append(all, r)
		}
	}
	if len(all) == 0 && (x.Kind == lane.Undefined || y.Kind == lane.Undefined) {
		all = []lane.Lane{{}}
	}
	return all
}

// Operations on lanes are those on all the numbers that the lanes can hold; on single bits nothing that moves is missed.
func TestBitwise(t *testing.T) {
	for name, op := range operations {
		for width := 1; width <= 2; width++ {
			for _, x := range someLanes(width) {
				for _, y := range someLanes(width) {
					want := meaningOf(op.numbers, x, y, width)
					got, ok := op.lanes(x, y, width)
					if ok && !slices.Contains(want, got) || !ok && width == 1 && len(want) > 0 {
						t.Errorf("%v %s %v of %d bits is %v, %v; want one of %v", x, name, y, width, got, ok, want)
					}
				}
			}
		}
	}
}

// Two operands are combined bit by bit, in lanes of any width, or the first bit that is no movement is named.
func TestCombine(t *testing.T) {
	rng := chance.Random(t, 2)
	moved, refused := 0, 0
	for range 2000 {
		bits := 1 << rng.IntN(5)
		operand := func() lane.Map {
			m := lane.Map{Bits: bits, Src: []int{32 / bits, 32 / bits}}
			for i := range 32 / bits {
				all := []lane.Lane{{}, lane.Zero(), lane.Fixed(lane.Ones(bits)), lane.Fixed(lane.ConstOf(rng.Uint64() & (1<<bits - 1))), lane.From(0, i), lane.From(0, i), lane.From(1, rng.IntN(32/bits))}
				m.Lane = append(m.Lane, all[rng.IntN(len(all))])
			}
			return m
		}
		x, y := operand(), operand()
		if rng.IntN(2) == 0 { // each lane is hidden by one of the two
			for i := range x.Lane {
				hides := []lane.Lane{lane.Zero(), lane.Fixed(lane.Ones(bits))}[rng.IntN(2)]
				if rng.IntN(2) == 0 {
					x.Lane[i] = hides
				} else {
					y.Lane[i] = hides
				}
			}
		}
		if rng.IntN(2) == 0 {
			y, _ = y.Regroup(1) // of another width
		}
		for name, op := range operations {
			xs, _ := x.Regroup(1)
			ys, _ := y.Regroup(1)
			want, bad := xs.Clone(), -1
			for i := range want.Lane {
				r, ok := op.lanes(xs.Lane[i], ys.Lane[i], 1)
				if !ok {
					bad = i
					break
				}
				want.Lane[i] = r
			}
			got, err := program.Combine(name, op.lanes, x, y)
			if bad >= 0 {
				refused++
				if err == nil || !strings.HasPrefix(err.Error(), name+" computes bit "+strconv.Itoa(bad)+" ") {
					t.Fatalf("%s %s %s: %s, %v; bit %d is no movement", x, name, y, got, err, bad)
				}
				continue
			}
			moved++
			if err != nil {
				t.Fatalf("%s %s %s: %v", x, name, y, err)
			}
			bitwise, _ := got.Regroup(1)
			for i, l := range bitwise.Lane {
				unknown := l.Kind == lane.Undefined && (xs.Lane[i].Kind == lane.Undefined || ys.Lane[i].Kind == lane.Undefined) // of a wide lane no bit need be known that narrow ones know
				if l != want.Lane[i] && !unknown || got.Bits > 8 {
					t.Fatalf("%s %s %s: %s, want %s", x, name, y, got, want)
				}
			}
			if len(bitwise.Lane) != len(want.Lane) {
				t.Fatalf("%s %s %s: %s, of %d bits", x, name, y, got, len(bitwise.Lane))
			}
		}
	}
	if moved < 500 || refused < 500 {
		t.Errorf("%d moved and %d were refused: hardly anything was tested", moved, refused)
	}
}
