package form_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// bitMap is a map of lanes narrower than a byte, of one source or two: a gather, a scatter, what moves together, or constants between.
func bitMap(rng *rand.Rand, total int) lane.Map {
	width := 1 << rng.IntN(4)
	n := total / width
	m := lane.Map{Bits: width, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
	kind, by, next := rng.IntN(4), rng.IntN(n), 0
	for i := range m.Lane {
		m.Lane[i] = lane.Zero()
		switch kind {
		case 0:
			if next += 1 + rng.IntN(3); next < n {
				m.Lane[i] = lane.From(0, next)
			}
		case 1:
			if rng.IntN(3) == 0 {
				m.Lane[i] = lane.From(0, next)
				next++
			}
		case 2:
			m.Lane[i] = lane.From(rng.IntN(2), (i+by)%n)
		default:
			m.Lane[i] = lane.From(0, i^1)
		}
		if rng.IntN(20) == 0 {
			m.Lane[i] = []lane.Lane{{}, lane.Fixed(lane.Ones(width))}[rng.IntN(2)]
		}
	}
	return m
}

// What lower lists for targets with general registers is read as the map that it was asked for, and so is its C.
func TestLoweredGeneralIsRead(t *testing.T) {
	if testing.Short() {
		t.Skip("searches paths of bits through general registers")
	}
	rng := chance.Random(t, 19)
	var l lower.Lowerer
	all := slices.DeleteFunc(slices.Clone(target.Targets()), func(tg *target.Target) bool { return !tg.Holds(target.General) })
	var both []*target.Target
	for _, tg := range all {
		if tg.Holds(target.Vectors) {
			both = append(both, tg)
		}
	}
	wide := both[rng.IntN(len(both))] // of its vectors' greatest size: that takes seconds
	for _, tg := range all {
		n, crossed, read := 40, 0, 0
		if tg.Holds(target.Vectors) {
			n = 4
		}
		for k := range n {
			total := tg.Bits[0]
			if k == 0 && (tg == wide || !slices.Contains(both, tg) || *full) {
				total = tg.Bits[len(tg.Bits)-1]
			}
			m := bitMap(rng, total)
			o := lower.Options{Target: tg, Budget: 1 << 10}
			if k%8 == 7 {
				o.MaxConstants = lower.AtMost(0)
			}
			r, err := l.Lower(t.Context(), m, o)
			if err != nil {
				continue
			}
			read++
			listing := strings.Join(r.Listing(tg), "\n")
			if strings.Contains(listing, "mm") && strings.Contains(listing, "r") {
				crossed++
			}
			if listing == "" { // the result is an input
				continue
			}
			code, err := r.C(tg, "F")
			if err != nil {
				t.Fatalf("%s: %s: %v", tg.Name, m, err)
			}
			_, body, _ := strings.Cut(code, "{\n")
			body, _, _ = strings.Cut(strings.NewReplacer("\t(void)a;\n", "", "\t(void)b;\n", "").Replace(body), "}")
			readsBack(t, m, listing, registersOf(r))
			readsBack(t, m, body, []string{"a", "b"})
		}
		if read < n/4 || tg.Holds(target.Vectors) && crossed == 0 {
			t.Errorf("%s: of %d maps %d have a sequence, %d through general registers", tg.Name, n, read, crossed)
		}
	}
}

// registersOf are the registers in which a listing wants its sources.
func registersOf(r *lower.Result) []string {
	inputs, _ := r.Registers()
	names := make([]string, len(r.Map.Src))
	for k, in := range r.Inputs {
		if names[in.Source] = "xmm" + strconv.Itoa(inputs[k]); r.File == target.General {
			names[in.Source] = target.GeneralRegister(inputs[k], 64)
		}
	}
	return names
}

// readsBack reads a text as what is at least as defined as a map.
func readsBack(t *testing.T, m lane.Map, text string, sources []string) {
	t.Helper()
	f, err := form.Parse(text, form.Options{From: "x86", Sources: sources})
	if err != nil && strings.Contains(err.Error(), "both live") && slices.Contains(m.Lane, lane.Lane{}) {
		return // it computes where nobody cares
	}
	if err != nil {
		t.Errorf("%s\n%s\n%v", m, text, err)
		return
	}
	back := fitted(f.Map, m)
	back.Lane = back.Lane[:m.Bits*len(m.Lane)/back.Bits]
	for len(back.Src) < len(m.Src) {
		back.Src = append(slices.Clone(back.Src), 1)
	}
	if v, err := lane.Compare(back, m); err != nil || v.Relation != lane.Equal && v.Relation != lane.Refines {
		t.Errorf("%s\n%s\nis %s: %v at lane %d, %v", m, text, f.Map, v.Relation, v.Lane, err)
	}
}
