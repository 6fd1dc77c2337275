package lane_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
)

// All small maps. What random maps reach by luck is here reached by counting.

// smallShapes are the sources of all maps with at most two sources of at most two lanes.
var smallShapes = [][]int{{}, {1}, {2}, {1, 1}, {1, 2}, {2, 1}, {2, 2}}

// everyLane is every lane that a map over the given sources with n destination lanes can have.
func everyLane(src []int, n int) []lane.Lane {
	all := []lane.Lane{{}, lane.Zero(), lane.Fixed(lane.ConstOf(1))}
	for k, lanes := range src {
		for i := range lanes {
			all = append(all, lane.From(k, i))
		}
	}
	for i := range n {
		all = append(all, lane.FromOld(i))
	}
	return all
}

// everyMap calls do with every map over the given sources with n destination lanes.
func everyMap(bits int, src []int, n int, do func(m lane.Map)) {
	choice := everyLane(src, n)
	var fill func(lanes []lane.Lane)
	fill = func(lanes []lane.Lane) {
		if len(lanes) == n {
			do(lane.Map{Bits: bits, Src: src, Lane: slices.Clone(lanes)})
			return
		}
		for _, l := range choice {
			fill(append(lanes, l))
		}
	}
	fill(make([]lane.Lane, 0, n))
}

func everySmallMap(t *testing.T, do func(m lane.Map)) {
	t.Helper()
	count := 0
	for _, src := range smallShapes {
		for n := 1; n <= 3; n++ {
			everyMap(1, src, n, func(m lane.Map) { count++; do(m) })
		}
	}
	// With s lanes of sources there are (3+s+n)^n maps of n lanes.
	want := 0
	for _, s := range []int{0, 1, 2, 2, 3, 3, 4} {
		want += 4 + s + (5+s)*(5+s) + (6+s)*(6+s)*(6+s)
	}
	if count != want {
		t.Errorf("%d maps, want %d", count, want)
	}
}

// One bit a lane makes a vector one byte, so that a byte is a value of it.
func bytesOf(values uint, lanes int) []byte { return []byte{byte(values & (1<<lanes - 1))} }

// behaviour is what a map of one-bit lanes does to every value of its sources and its old destination, undefined lanes printed as _.
func behaviour(t *testing.T, m lane.Map) string {
	t.Helper()
	total := len(m.Lane)
	for _, n := range m.Src {
		total += n
	}
	var text strings.Builder
	for values := range uint(1 << total) {
		v, src := values>>len(m.Lane), make([][]byte, len(m.Src))
		for k, n := range m.Src {
			src[k] = bytesOf(v, n)
			v >>= n
		}
		old := bytesOf(values, len(m.Lane))
		zeros, ones := []byte{0}, []byte{0xff}
		if err := m.Apply(zeros, old, src...); err != nil {
			t.Fatal(err)
		}
		if err := m.Apply(ones, old, src...); err != nil {
			t.Fatal(err)
		}
		if zeros[0]>>len(m.Lane) != 0 || ones[0]>>len(m.Lane) != 0xff>>len(m.Lane) {
			t.Fatalf("%v writes behind its last lane", m)
		}
		for i := range m.Lane {
			switch z, o := getBit(zeros, i), getBit(ones, i); {
			case z == o:
				text.WriteByte('0' + z)
			case z == 0 && o == 1:
				text.WriteByte('_')
			default:
				t.Fatalf("lane %d of %v depends on what is overwritten", i, m)
			}
		}
	}
	return text.String()
}

// Equal maps are equal functions: the text of a map, the bits of a map and what it does to every value tell the same maps apart.
func TestEverySmallMapIsAFunctionOfItsOwn(t *testing.T) {
	byText := map[string]bool{}
	seen := map[string]string{}
	everySmallMap(t, func(m lane.Map) {
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		text := m.String()
		if byText[text] {
			t.Fatalf("two maps are %s", text)
		}
		byText[text] = true
		back, err := lane.Parse(text)
		if err != nil || !bitsOf(back).equal(bitsOf(m)) || back.Bits != m.Bits {
			t.Fatalf("%s reads back as %v, %v", text, back, err)
		}
		key := fmt.Sprint(m.Src, len(m.Lane), behaviour(t, m))
		if other, ok := seen[key]; ok {
			t.Fatalf("%s and %s do the same", text, other)
		}
		seen[key] = text
	})
}

func TestEverySmallMapAlone(t *testing.T) {
	everySmallMap(t, func(m lane.Map) {
		model := bitsOf(m)
		for _, w := range []int{1, 2, 3} {
			for _, c := range []struct {
				regroup func(int) (lane.Map, error)
				fill    bool
			}{{m.Regroup, false}, {m.Widen, w > 1}} {
				got, err := c.regroup(w)
				want, ok := model.regrouped(w, c.fill)
				if (err == nil) != ok || ok && !bitsOf(got).equal(want) {
					t.Fatalf("%v to %d bits: %v, %v; want %v, %v", m, w, got, err, want, ok)
				}
			}
			f, err := m.Factor(w)
			divides := len(m.Lane)%w == 0 && !slices.ContainsFunc(m.Src, func(n int) bool { return n%w != 0 })
			if (err == nil) != divides {
				t.Fatalf("%v in blocks of %d bits: %v", m, w, err)
			}
			if m.InLane(w) != model.inLane(w) || divides && f.Whole() != model.inLane(w) {
				t.Fatalf("%v in blocks of %d bits: InLane %v, Whole %v", m, w, m.InLane(w), f.Whole())
			}
			if !divides || len(f.Cross) == 0 {
				continue
			}
			back, err := f.In.Of(f.Cross...)
			if err != nil || !bitsOf(back).equal(model) || len(f.Cross) != model.blocksRead(w) {
				t.Fatalf("%v = %v of %v gives %v, %v", m, f.In, f.Cross, back, err)
			}
		}
		for k, n := range m.Src {
			back, err := m.Inverse(k)
			lost := false
			for j := range n {
				lost = lost || !slices.Contains(model.dst, bit{bitSource, k, j})
			}
			if (err != nil) != lost {
				t.Fatalf("%v inverts to %v, %v", m, back, err)
			}
			if lost {
				continue
			}
			whole, err := back.Of(m)
			if err != nil || !slices.Equal(whole.Lane, everyLaneOf(k, n)) {
				t.Fatalf("%v of %v is %v, %v", back, m, whole, err)
			}
		}
	})
}

// everyLaneOf is source k whole.
func everyLaneOf(k, n int) []lane.Lane {
	lanes := make([]lane.Lane, n)
	for i := range lanes {
		lanes[i] = lane.From(k, i)
	}
	return lanes
}

func TestEveryPairOfSmallMapsCompared(t *testing.T) {
	for _, src := range smallShapes {
		for n := 1; n <= 3; n++ {
			var maps []lane.Map
			var models []bitMap
			everyMap(1, src, n, func(m lane.Map) {
				maps, models = append(maps, m), append(models, bitsOf(m))
			})
			for i, a := range maps {
				for j, b := range maps {
					v, err := lane.Compare(a, b)
					if err != nil || v.Relation != models[i].relation(models[j]) || v.Lane != witness(models[i], models[j], 1) {
						t.Fatalf("%v\n%v\n%+v, %v", a, b, v, err)
					}
				}
			}
		}
	}
}

// Every composition of small maps, the outer and the arguments at every pair of widths: one of the outer's lanes is as wide as two of the
// arguments', or as one, or half as wide.
func TestEveryCompositionOfSmallMaps(t *testing.T) {
	count := 0
	compose := func(m lane.Map, args ...lane.Map) {
		count++
		models := make([]bitMap, len(args))
		for k, arg := range args {
			models[k] = bitsOf(arg)
		}
		got, err := m.Of(args...)
		// An argument's old destination is the result's only if it has the result's size.
		foreign := slices.ContainsFunc(bitsOf(m).dst, func(b bit) bool {
			return b.kind == bitSource && len(models[b.src].dst) != len(m.Lane)*m.Bits && models[b.src].dst[b.at].kind == bitOld
		})
		if (err != nil) != foreign {
			t.Fatalf("%v of %v: %v, %v", m, args, got, err)
		}
		if want := bitsOf(m).of(models[0].src, models...); err == nil && !bitsOf(got).equal(want) {
			t.Fatalf("%v of %v is %v", m, args, got)
		}
	}
	for _, n := range []int{1, 2} {
		for _, src := range [][]int{{}, {1}, {2}} {
			everyMap(1, []int{2}, n, func(m lane.Map) {
				everyMap(1, src, 2, func(arg lane.Map) { compose(m, arg) })
			})
			everyMap(1, []int{1, 2}, n, func(m lane.Map) {
				everyMap(1, src, 1, func(a lane.Map) {
					everyMap(1, src, 2, func(b lane.Map) { compose(m, a, b) })
				})
			})
		}
		everyMap(2, []int{1}, n, func(m lane.Map) {
			everyMap(1, []int{2}, 2, func(arg lane.Map) { compose(m, arg) })
		})
		everyMap(1, []int{4}, n, func(m lane.Map) {
			everyMap(2, []int{2}, 2, func(arg lane.Map) { compose(m, arg) })
		})
	}
	everyMap(1, []int{2}, 2, func(m lane.Map) {
		everyMap(1, []int{2}, 2, func(old lane.Map) {
			count++
			got, err := m.Bind(old)
			if err != nil || !bitsOf(got).equal(bitsOf(m).bind(bitsOf(old))) {
				t.Fatalf("%v bound to %v is %v, %v", m, old, got, err)
			}
		})
	})
	if count < 50000 {
		t.Errorf("%d compositions", count)
	}
}

// Every guarded map of two lanes and two predicate bits against every other.
func TestEveryPairOfSmallGuardedMapsCompared(t *testing.T) {
	type small struct {
		lane.Guarded
		under [4][2]bit // by predicate and lane
	}
	var all []small
	everyMap(1, []int{2}, 2, func(m lane.Map) {
		for p := lane.Always; p < 2; p++ {
			for q := lane.Always; q < 2; q++ {
				for _, e := range []lane.Else{lane.ElseKeep, lane.ElseZero} {
					g := small{Guarded: lane.Guarded{Map: m, Bit: []int{p, q}, Else: e}}
					for value := range g.under {
						g.under[value] = [2]bit(under(g.Guarded, uint(value)).dst)
						if at := bitsOf(g.At(predicate(uint(value)))); !slices.Equal(at.dst, g.under[value][:]) {
							t.Fatalf("%v under %02b is %v", g.Guarded, value, at)
						}
					}
					all = append(all, g)
				}
			}
		}
	})
	refines := func(a, b *small) bool {
		for p := range a.under {
			for i := range a.under[p] {
				if y := b.under[p][i]; y.kind != bitUndefined && a.under[p][i] != y {
					return false
				}
			}
		}
		return true
	}
	relation := [2][2]lane.Relation{{lane.Differ, lane.RefinedBy}, {lane.Refines, lane.Equal}}
	index := map[bool]int{true: 1}
	for i := range all {
		for j := range all {
			a, b := &all[i], &all[j]
			v, err := lane.CompareGuarded(a.Guarded, b.Guarded)
			if want := relation[index[refines(a, b)]][index[refines(b, a)]]; err != nil || v.Relation != want {
				t.Fatalf("%v\n%v\n%+v, %v; want %v", a.Guarded, b.Guarded, v, err, want)
			}
			if (i+j)%64 == 0 { // the whole witness of some, for time
				if err := checkGuardedWitness(a.Guarded, b.Guarded, v); err != nil {
					t.Fatalf("%v\n%v\n%v", a.Guarded, b.Guarded, err)
				}
			}
		}
	}
}
