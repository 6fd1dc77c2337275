package shufflevector_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
)

func mustMask(t testing.TB, n int, sel ...int) shufflevector.Mask {
	t.Helper()
	m, err := shufflevector.NewMask(n, sel...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const (
	u = shufflevector.UndefLane
	z = shufflevector.ZeroLane
)

func TestLanes(t *testing.T) {
	variable, zero, undef := shufflevector.Variable, shufflevector.ZeroSplat, shufflevector.UndefVector
	for _, row := range []struct {
		why   string
		n     int
		sel   []int
		v2    shufflevector.Kind
		count int
		lane  []int
	}{
		{"the seed: rotate within each of 2 lanes", 8, []int{1, 2, 3, 0, 5, 6, 7, 4}, undef, 2, []int{1, 2, 3, 0}},
		{"111: the seed's rule takes a shift for 8 lanes", 8, []int{1, 2, 3, 4, 5, 6, 7, 8}, zero, 1, []int{1, 2, 3, 4, 5, 6, 7, 8}},
		{"111: and a splice for 2", 8, []int{4, 5, 6, 7, 8, 9, 10, 11}, variable, 1, []int{4, 5, 6, 7, 8, 9, 10, 11}},
		{"112: the second operand is renumbered", 8, []int{0, 9, 2, 11, 4, 13, 6, 15}, variable, 4, []int{0, 3}},
		{"112: and so is a splat", 8, []int{0, 8, 2, 8, 4, 8, 6, 8}, zero, 4, []int{0, 2}},
		{"113: an undefined lane takes its partner", 4, []int{u, 0, 3, u}, undef, 2, []int{1, 0}},
		{"113: two defined partners still differ", 4, []int{1, 0, 2, u}, undef, 1, []int{1, 0, 2, u}},
		{"114: three lanes count as four", 3, []int{0, 1, 2}, undef, 4, []int{0}},
		{"114: a result of another length is not divided", 4, []int{0, 1}, undef, 1, []int{0, 1}},
		{"identity", 4, []int{0, 1, 2, 3}, undef, 4, []int{0}},
		{"blend", 4, []int{0, 5, 2, 7}, variable, 2, []int{0, 3}},
		{"zero lanes beside two variables", 4, []int{0, z, 6, z}, variable, 1, []int{0, z, 6, z}},
		{"zero lanes that agree", 8, []int{0, 9, z, u, 4, 13, u, z}, variable, 2, []int{0, 5, z, z}},
		{"zero lanes with an operand to say them", 4, []int{1, z, 3, z}, variable, 2, []int{1, 2}},
	} {
		f := mustMask(t, row.n, row.sel...).Canonical(variable, row.v2)
		count, lane := f.Lanes()
		want := mustMask(t, max(len(row.lane), 1), row.lane...).Sel()
		if count == 1 {
			want = f.Mask.Sel()
		}
		if f.Swapped && count > 1 {
			want = mustMask(t, len(row.lane), row.lane...).Commute().Sel()
		}
		if count != row.count || !slices.Equal(lane.Mask.Sel(), want) {
			t.Errorf("%s: %v has %d lanes of %v, want %d of %v", row.why, row.sel, count, lane.Mask.Sel(), row.count, want)
		}
	}
}

// isLaned is the definition: is there a shuffle of n/count lanes that, done in each of count lanes of both operands, is the mask? Its selectors
// are looked for one at a time, by trial of every one.
func isLaned(f shufflevector.Form, count int) bool {
	n := f.Mask.N()
	w := n / count
	sel := f.Mask.Sel()
	for len(sel) < n {
		sel = append(sel, u)
	}
	same := func(t, want int) bool { // does selector t read what want reads?
		return t == u || t == want || t >= 0 && want >= 0 && t/n == want/n && f.Op[t/n] >= shufflevector.Splat
	}
	for j := range w {
		found := false
		for try := z; try < 2*w && !found; try++ {
			found = true
			for k := range count {
				want := try
				if try >= 0 {
					want = try/w*n + k*w + try%w
				}
				if try == u && sel[k*w+j] != u || try != u && !same(sel[k*w+j], want) {
					found = false
				}
			}
		}
		if !found {
			return false
		}
	}
	return true
}

func checkLanes(t *testing.T, f shufflevector.Form) {
	t.Helper()
	count, _ := f.Lanes()
	want := 1
	for c := 2; c <= f.Mask.N(); c *= 2 {
		if isLaned(f, c) {
			want = c
		}
	}
	if count != want {
		t.Fatalf("%v over %v: %d lanes, by the definition %d", f.Mask, f.Op, count, want)
	}
}

// Detection against the definition: every mask of 4 lanes and of 8 lanes of one operand with a splat beside it; random ones up to 64 lanes.
func TestLanesExhaustive(t *testing.T) {
	for _, v2 := range []shufflevector.Kind{shufflevector.Variable, shufflevector.ZeroSplat} {
		for _, n := range []int{1, 2, 4} {
			eachMask(n, n, z, func(sel []int) {
				checkLanes(t, mustMask(t, n, sel...).Canonical(shufflevector.Variable, v2))
			})
		}
	}
	rng := chance.Random(t, 2)
	for range 50000 {
		checkLanes(t, randomLaned(rng))
	}
}

// randomLaned is a mask that is often laned: a random small one repeated, with some lanes made undefined or changed.
func randomLaned(rng *rand.Rand) shufflevector.Form {
	count, w := 1<<rng.IntN(4), 1<<rng.IntN(4)
	n := count * w
	sel := make([]int, n)
	for j := range w {
		t := rng.IntN(2*w+1) - 1
		for k := range count {
			if sel[k*w+j] = u; t >= 0 && rng.IntN(8) > 0 {
				sel[k*w+j] = t/w*n + k*w + t%w
			}
		}
	}
	if rng.IntN(3) == 0 {
		sel[rng.IntN(n)] = rng.IntN(2 * n)
	}
	m, _ := shufflevector.NewMask(n, sel...)
	return m.Canonical(shufflevector.Variable, shufflevector.Kind(3*rng.IntN(2)))
}

// Erratum 111: of the 4-lane masks over a variable and a splat that the seed's printed rule accepts, the sound rule refuses 24 of 49.
func TestSeedLaneRuleIsNotSufficient(t *testing.T) {
	accepted, unsound := 0, 0
	for code := range 8 * 8 * 8 * 8 {
		var sel [4]int // selectors 0 to 3 of the variable, 4 to 7 of the splat
		for i, c := 0, code; i < 4; i, c = i+1, c/8 {
			sel[i] = c % 8
		}
		seeds := true
		for i := range 2 {
			if low, high := sel[i], sel[i+2]; high-low != 2 && (low != 4 || high != 4) {
				seeds = false
			}
		}
		if !seeds {
			continue
		}
		accepted++
		f := mustMask(t, 4, sel[:]...).Canonical(shufflevector.Variable, shufflevector.ZeroSplat)
		if count, _ := f.Lanes(); count == 1 {
			unsound++
		}
	}
	if accepted != 49 || unsound != 24 {
		t.Errorf("the seed's rule accepts %d masks, of which %d are not lane-local", accepted, unsound)
	}
}

// The seed's own examples of pattern_diff and pattern_signature; those that errata 115 and 116 correct stand with what the seed's text means.
func TestSeedPatternExamples(t *testing.T) {
	for _, row := range []struct {
		sel  []int
		m, k int
		want []int
	}{
		{[]int{1, 2, 3, 4, 5, 6, 7, 0}, 8, 1, []int{1, 1, 1, 1, 1, 1, -7}},
		{[]int{2, 3, 4, 5, 6, 7, 0, 1}, 8, 1, []int{1, 1, 1, 1, 1, -7, 1}},
		{[]int{3, 4, 5, 6, 7, 0, 1, 2}, 8, 1, []int{1, 1, 1, 1, -7, 1, 1}},
		{[]int{1, 2, 3, 0, 5, 6, 7, 4}, 8, 4, []int{4, 4, 4, 4}},
		{[]int{1, 2, 3, 0, 5, 6, 7, 4}, 4, 1, []int{1, 1, -3}},
		{[]int{1, 2}, 9, 1, []int{1}},
		{[]int{1, 2}, 2, 2, nil},
		{[]int{1, 2}, 2, -1, nil},
	} {
		if got := shufflevector.PatternDiff(row.sel, row.m, row.k); !slices.Equal(got, row.want) {
			t.Errorf("pattern_diff(%v, %d, %d) = %v, want %v", row.sel, row.m, row.k, got, row.want)
		}
	}
	for _, row := range []struct {
		what  string
		sel   []int
		first int
		diff  []int
	}{
		{"shift left, as printed", []int{8, 8, 1, 2, 3, 4, 5, 6}, 8, []int{0, -7, 1, 1, 1, 1, 1}},
		{"shift left, as printed", []int{8, 8, 8, 1, 2, 3, 4, 5}, 8, []int{0, 0, -7, 1, 1, 1, 1}},
		{"shift left by 2 (115)", []int{8, 8, 0, 1, 2, 3, 4, 5}, 8, []int{0, -8, 1, 1, 1, 1, 1}},
		{"shift left by 3 (115)", []int{8, 8, 8, 0, 1, 2, 3, 4}, 8, []int{0, 0, -8, 1, 1, 1, 1}},
		{"shift right by 2, whose input is lost (116)", []int{2, 3, 4, 5, 6, 7, 8, 8}, 2, []int{1, 1, 1, 1, 1, 1, 0}},
		{"shift right by 1", []int{1, 2, 3, 4, 5, 6, 7, 8}, 1, []int{1, 1, 1, 1, 1, 1, 1}},
		{"shift right by 0", []int{0, 1, 2, 3, 4, 5, 6, 7}, 0, []int{1, 1, 1, 1, 1, 1, 1}},
		{"shift right by 5", []int{5, 6, 7, 8, 8, 8, 8, 8}, 5, []int{1, 1, 1, 0, 0, 0, 0}},
		{"merge", []int{0, 8, 1, 9, 2, 10, 3, 11}, 0, []int{8, -7, 8, -7, 8, -7, 8}},
		{"pack even", []int{0, 2, 4, 6, 8, 10, 12, 14}, 0, []int{2, 2, 2, 2, 2, 2, 2}},
		{"pack odd", []int{1, 3, 5, 7, 9, 11, 13, 15}, 1, []int{2, 2, 2, 2, 2, 2, 2}},
		{"no selectors", nil, u, nil},
	} {
		if first, diff := shufflevector.PatternSignature(row.sel); first != row.first || !slices.Equal(diff, row.diff) {
			t.Errorf("%s: pattern_signature(%v) = (%d, %v), want (%d, %v)", row.what, row.sel, first, diff, row.first, row.diff)
		}
	}
}

// Erratum 115: as printed, the shift-left examples lose x0. By the meaning of a shift, lane i+k of the result is lane i of the operand.
func TestSeedShiftLeftExamplesAreOffByOne(t *testing.T) {
	for _, row := range []struct {
		sel   []int
		shift bool
	}{
		{[]int{8, 8, 1, 2, 3, 4, 5, 6}, false},
		{[]int{8, 8, 8, 1, 2, 3, 4, 5}, false},
		{[]int{8, 8, 0, 1, 2, 3, 4, 5}, true},
		{[]int{8, 8, 8, 0, 1, 2, 3, 4}, true},
	} {
		k := 0
		for row.sel[k] == 8 {
			k++
		}
		is := true
		for i := k; i < 8; i++ {
			is = is && row.sel[i] == i-k
		}
		if is != row.shift {
			t.Errorf("%v: shift left by %d is %v, want %v", row.sel, k, is, row.shift)
		}
	}
}

// The seed's blend example, executed on its own constants.
func TestSeedBlendExample(t *testing.T) {
	s := mustParse(t, "%x = shufflevector <4 x i32> <i32 20, i32 21, i32 22, i32 23>, <4 x i32> <i32 90, i32 91, i32 92, i32 93>, <4 x i32> <i32 0, i32 5, i32 6, i32 3>")
	var got []uint64
	for _, v := range s.Eval(nil, nil) {
		bits, _ := v.Bits.Uint64()
		got = append(got, bits)
	}
	if want := []uint64{20, 91, 92, 23}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// LanesOf counts what Form.Lanes counts, on every mask of up to four lanes and on random ones, and goes on where masks end.
func TestLanesOfMaps(t *testing.T) {
	check := func(f shufflevector.Form) {
		want, _ := f.Lanes()
		if f.Op[0] != shufflevector.Variable {
			return // a map without sources has no length but the result's
		}
		if got := shufflevector.LanesOf(f.Map(8)); got != want {
			t.Fatalf("%v over %v: %d lanes, as a map %d", f.Mask, f.Op, want, got)
		}
	}
	for _, v2 := range []shufflevector.Kind{shufflevector.Variable, shufflevector.ZeroSplat} {
		for n := 1; n <= 4; n++ {
			for m := 1; m <= 4; m++ {
				eachMask(n, m, z, func(sel []int) { check(mustMask(t, n, sel...).Canonical(shufflevector.Variable, v2)) })
			}
		}
	}
	rng := chance.Random(t, 12)
	divided := 0
	for range 20000 {
		f := randomLaned(rng)
		if count, _ := f.Lanes(); count > 1 {
			divided++
		}
		check(f)
	}
	if divided < 1000 {
		t.Errorf("only %d masks divide", divided)
	}
	long := lane.Map{Bits: 8, Src: []int{256}, Lane: make([]lane.Lane, 256)}
	for i := range long.Lane {
		long.Lane[i] = lane.From(0, i^3)
	}
	if got := shufflevector.LanesOf(long); got != 64 {
		t.Errorf("256 lanes reversed by fours: %d lanes, want 64", got)
	}
	old := lane.Map{Bits: 8, Src: []int{2}, Lane: []lane.Lane{lane.FromOld(0), lane.FromOld(1)}}
	if got := shufflevector.LanesOf(old); got != 2 {
		t.Errorf("two lanes kept: %d lanes, want 2", got)
	}
}

// Selection is what lanes read of the operands.
func TestSelection(t *testing.T) {
	for _, row := range []struct {
		text string
		mask string
		kind [2]shufflevector.Kind
	}{
		{"shufflevector <2 x i8> %x, <2 x i8> <i8 5, i8 6>, <2 x i32> <i32 0, i32 3>", "<2> 0 3", [2]shufflevector.Kind{shufflevector.Variable, shufflevector.Splat}},
		{"shufflevector <2 x i8> %x, <2 x i8> <i8 5, i8 6>, <2 x i32> <i32 2, i32 3>", "<2> 2 3", [2]shufflevector.Kind{shufflevector.Variable, shufflevector.NonSplat}},
		{"shufflevector <2 x i8> <i8 0, i8 6>, <2 x i8> %x, <2 x i32> <i32 0, i32 3>", "<2> 0 3", [2]shufflevector.Kind{shufflevector.ZeroSplat, shufflevector.Variable}},
		{"shufflevector <2 x i8> <i8 undef, i8 6>, <2 x i8> %x, <2 x i32> <i32 0, i32 1>", "<2> u 1", [2]shufflevector.Kind{shufflevector.Splat, shufflevector.Variable}},
		{"shufflevector <2 x i8> poison, <2 x i8> <i8 1, i8 1>, <2 x i32> <i32 0, i32 1>", "<2> u u", [2]shufflevector.Kind{shufflevector.UndefVector, shufflevector.UndefVector}},
		{"shufflevector <2 x i8> %x, <2 x i8> %x, <3 x i32> <i32 3, i32 poison, i32 0>", "<2> 1 u 0", [2]shufflevector.Kind{shufflevector.Variable, shufflevector.UndefVector}},
	} {
		m, kind, err := mustParse(t, row.text).Selection()
		if err != nil || m.String() != row.mask || kind != row.kind {
			t.Errorf("%s: %v over %v, %v; want %s over %v", row.text, m, kind, err, row.mask, row.kind)
		}
	}
}
