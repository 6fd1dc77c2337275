package api_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// What the documents' own machines make of random maps reads back as the maps, instruction for instruction counted.
func TestOwnTargetsReadBack(t *testing.T) {
	rng := chance.Random(t, 3)
	n := 400
	if testing.Short() {
		n = 120
	}
	for target, random := range map[string]func(*rand.Rand) lane.Map{"svp64": swizzleMap, "visa": regionMap, "g13": shuffleMap} {
		var l api.Lowerer
		made, best := map[int]int{}, 0
		for range n {
			m := random(rng)
			w, err := l.Lower(t.Context(), api.LowerRequest{Form: m.String(), Target: target, MaxConstants: lower.AtMost(0), Budget: 1 << 10})
			if err != nil {
				made[-1]++
				continue
			}
			n := len(w.Lines)
			if made[n]++; n != w.Ops+w.Constants+w.Copies || w.LowerBound > n || (w.Proof == lower.Minimal) != (w.LowerBound == n) || w.CPU != "" || w.Latency != 0 {
				t.Fatalf("%s: %+v", m, w)
			}
			if w.Proof == lower.Minimal {
				best++
			}
			checkSequence(t, m, w.Sequence)
		}
		t.Logf("%s: maps by the number of instructions, -1 for none: %v; %d minimal", target, made, best)
		if made[1] < n/30 || made[2] < n/30 || best < n/10 {
			t.Errorf("%s makes too little of random maps: %v, %d minimal", target, made, best)
		}
	}
}

// checkSequence reads the lines with what they need before them. Without lines, the map is one that moves nothing.
func checkSequence(t *testing.T, m lane.Map, s api.Sequence) {
	t.Helper()
	if len(s.Lines) == 0 {
		for i, l := range m.Lane {
			if l.Kind == lane.Constant || l.Kind != lane.Undefined && l.Index != i {
				t.Fatalf("%s moves lane %d, and there are no instructions", m, i)
			}
		}
		return
	}
	text := strings.Join(slices.Concat(s.Head, s.Lines), "\n")
	back, err := form.Parse(text, form.Options{})
	if err != nil || back.Dialect != s.Target {
		t.Fatalf("%s:\n%s\nreads as %s: %v", m, text, back.Dialect, err)
	}
	v, err := form.Compare(form.Form{Map: m}, back)
	if err != nil || v.Relation != lane.Equal && v.Relation != lane.RefinedBy {
		t.Fatalf("%s:\n%s\nis %s: %v %v", m, text, back.Map, v, err)
	}
}

// sprinkle puts lanes that are no moves among those of a map, but not at its end: a text of moves ends with the last lane that it writes.
func sprinkle(rng *rand.Rand, m lane.Map, others ...lane.Lane) lane.Map {
	for i := range len(m.Lane) - 1 {
		switch k := rng.IntN(12 * len(others)); {
		case k >= len(others):
		case others[k].Kind == lane.Old:
			m.Lane[i] = lane.FromOld(i)
		default:
			m.Lane[i] = others[k]
		}
	}
	return m
}

// swizzleMap is one to four lanes of up to three sources, or several subvectors that are moved alike.
func swizzleMap(rng *rand.Rand) lane.Map {
	n := 1 + rng.IntN(4)
	m := lane.Map{Bits: 8 << rng.IntN(4), Src: []int{n, n, n}[:1+rng.IntN(3)], Lane: make([]lane.Lane, n)}
	times := 1
	if rng.IntN(3) == 0 {
		times = 1 + rng.IntN(5)
	}
	for i := range m.Lane {
		m.Lane[i] = lane.From(rng.IntN(len(m.Src)), rng.IntN(n))
	}
	m = sprinkle(rng, m, lane.Zero(), lane.Fixed(lane.ConstOf(1)), lane.FromOld(0), lane.Lane{})
	one := slices.Clone(m.Lane)
	for k := 1; k < times; k++ {
		for _, l := range one {
			if l.Kind == lane.Source || l.Kind == lane.Old {
				l.Index += k * n
			}
			m.Lane = append(m.Lane, l)
		}
	}
	for k := range m.Src {
		m.Src[k] = n * times
	}
	return m
}

// regionMap is a few rows of elements, in which some lanes differ.
func regionMap(rng *rand.Rand) lane.Map {
	m := lane.Map{Bits: 8 << rng.IntN(4), Src: []int{8, 16}[:1+rng.IntN(2)]}
	start, step := rng.IntN(4), rng.IntN(3)
	for i := range 2 + rng.IntN(12) {
		s := 0
		if rng.IntN(8) == 0 {
			s = rng.IntN(len(m.Src))
		}
		m.Lane = append(m.Lane, lane.From(s, (start+i*step)%8))
	}
	return sprinkle(rng, m, lane.Zero(), lane.Fixed(lane.ConstOf(5)), lane.FromOld(0), lane.Lane{})
}

// shuffleMap is one or two shuffles of 32 lanes, a few of which are undefined, or two registers put together.
func shuffleMap(rng *rand.Rand) lane.Map {
	m := lane.Map{Bits: 32, Src: []int{32, 32}[:1+rng.IntN(2)], Lane: make([]lane.Lane, 32)}
	if rng.IntN(4) == 0 {
		m.Bits = 16
	}
	from, xor, by := rng.IntN(len(m.Src)), rng.IntN(32), 0
	if rng.IntN(2) == 0 {
		by = rng.IntN(32)
	}
	if rng.IntN(8) == 0 {
		m = lane.Map{Bits: 8, Src: []int{128, 128}, Lane: make([]lane.Lane, 128)}
		by = 1 + rng.IntN(3)
		for t := range m.Lane { // the bytes of a behind those of b
			m.Lane[t] = lane.From(from, t+by)
			if t%4+by >= 4 {
				m.Lane[t] = lane.From(1-from, t+by-4)
			}
		}
		return m
	}
	for t := range m.Lane {
		m.Lane[t] = lane.From(from, (t^xor+by)%32)
	}
	return sprinkle(rng, m, lane.Lane{})
}

// What the machines cannot say is refused with the reason, and what stays where it is takes nothing.
func TestOwnTargets(t *testing.T) {
	for _, row := range []struct{ target, form, want string }{
		{"svp64", "<4 x i32> 3 2 1 0", "mv.swiz r4,r8,WZYX"},
		{"svp64", "i32x4 i32x4 -> b0 a1 b2 a3", "sv.mv.swiz/vec4/w=32 *32,*48,.Y.W; sv.mv.swiz/vec4/w=32 *32,*56,X.Z."},
		{"svp64", "i32x4 i32x4 -> b0 b1 b2 b3", ""},
		{"svp64", "i32x4 -> . . . .", ""},
		{"svp64", "i32x4 -> a0 . a2 a3", "sv.mv.swiz/vec4/w=32 *32,*64,X.ZW"},
		{"svp64", "i32x4 -> a0 #2 a2 a3", "error: no swizzle move is this"},
		{"svp64", "i32x4 i32x4 -> a0 #2 a2 b3", "error: no swizzle move is this"},
		{"svp64", "f32x4 -> a0", "error: "},
		{"visa", "<8 x i32> 0 0 2 2 4 4 6 6", "mov (M1, 8) V32(0,0)<1> a(0,0)<2;2,0>"},
		{"visa", "<4 x i32> 0 1 2 3", ""},
		{"visa", "i4x2 -> a1 a0", "error: "},
		{"g13", "i32x4 -> a1 a0 a3 a2", "error: a register of the G13 has 32 lanes of 32 or 16 bits, and this is 128 bits"},
	} {
		w, err := new(api.Lowerer).Lower(t.Context(), api.LowerRequest{Form: row.form, Target: row.target, MaxConstants: lower.AtMost(0)})
		got := strings.Join(w.Lines, "; ")
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != row.want && !(err != nil && strings.HasPrefix(row.want, "error: ") && strings.HasPrefix(got, row.want)) {
			t.Errorf("%s on %s: %q, want %q", row.form, row.target, got, row.want)
		}
	}
	e, err := new(api.Explainer).Explain(t.Context(), api.ExplainRequest{Form: "<4 x i32> 3 2 1 0", Targets: []string{"g13", "svp64"}})
	if err != nil || len(e.Targets) != 2 || e.Targets[0].Ops != 1 || e.Targets[1].Why == "" {
		t.Errorf("%+v, %v", e.Targets, err)
	}
	keys(t, e.AppendJSON(nil), "schema dialect map canonical lanes patterns targets forms warnings")
	for _, x := range api.Targets() {
		keys(t, api.AppendTarget(nil, x), "schema target says bits rows cpus")
	}
}

// A form under a predicate is lowered where a target has an instruction that is it under one too, and is refused elsewhere.
func TestLowerGuarded(t *testing.T) {
	for _, row := range []struct{ form, target, want string }{
		{"sv.mv.swiz/m=~r10/vec3/w=16/zz *32,*64,ZYX vl=4", "svp64", "// bit i of r3 is that of ~r10; sv.mv.swiz/m=r3/vec3/w=16/zz *32,*64,ZYX vl=4"},
		{"vmovdqu8 xmm0{k1}, xmm1", "svp64", "// bit i of r3 is that of k1; sv.mv.swiz/m=r3/w=8 *32,*64,X vl=16"},
		{"vpshufd xmm0{k1}, xmm1, 27", "svp64", "error: no swizzle move under one predicate is this"},
		{"vmovdqu8 xmm0{k1}, xmm1", "g13", "error: its map alone is"},
	} {
		x, err := new(api.Lowerer).Lower(t.Context(), api.LowerRequest{Form: row.form, Target: row.target})
		got := strings.Join(append(x.Head, x.Lines...), "; ")
		if wrong, ok := strings.CutPrefix(row.want, "error: "); ok && (err == nil || !strings.Contains(err.Error(), wrong)) || !ok && (err != nil || got != row.want) {
			t.Errorf("%s on %s: %q, want %q: %v", row.form, row.target, got, row.want, err)
		}
	}
}
