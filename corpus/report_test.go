package corpus_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// A report counts what it is told of: it is compared with what is counted of the list, for many lists.
func TestReportCounts(t *testing.T) {
	r := chance.Random(t, 3)
	canonical := map[string]string{ // what a movement counts as
		"i32x4 -> a3 a2 a1 a0":            "i32x4 -> a3 a2 a1 a0",
		"i32x4 i32x4 -> a0 b0 a1 b1":      "i32x4 i32x4 -> a0 b0 a1 b1",
		"i32x4 i32x4 -> b0 a0 b1 a1":      "i32x4 i32x4 -> a0 b0 a1 b1",
		"i8x4 -> a2 a3 a0 a1":             "i16x2 -> a1 a0",
		"i16x2 -> a1 a0":                  "i16x2 -> a1 a0",
		"i32x4 i32x4 -> a3 b1 a0 b2":      "i32x4 i32x4 -> a3 b1 a0 b2",
		"i32x4 i32x4 -> a3 b1 a0 z":       "i32x4 i32x4 -> a3 b1 a0 z",
		"i64x8 -> a7 a7 a0 a3 a1 a2 a1 z": "i64x8 -> a7 a7 a0 a3 a1 a2 a1 z",
	}
	named := map[string]bool{"i32x4 -> a3 a2 a1 a0": true, "i32x4 i32x4 -> a0 b0 a1 b1": true, "i32x4 i32x4 -> a3 b1 a0 b2": true, "i16x2 -> a1 a0": true}
	texts := make([]string, 0, len(canonical))
	for text := range canonical {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	for range 60 {
		var report corpus.Report
		to := report.Sink()
		places, uses, dialects := map[string][]corpus.Place{}, map[string][]corpus.Use{}, map[string]map[string]int{}
		type key struct{ canonical, target string }
		emitted := map[key][]corpus.Use{}
		copies, moving := 0, 0
		for line := range r.IntN(40) {
			text := texts[r.IntN(len(texts))]
			m, err := lane.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			at, what := corpus.Place{File: "x", Line: line + 1, Function: "f"}, canonical[text]
			switch r.IntN(4) {
			case 0:
				copies++
				to.Shuffle(corpus.Find{Place: at, Form: form.Form{Dialect: "x86", Map: m}})
			case 1:
				dialect := []string{"llvm", "llvm", "x86", "comment"}[r.IntN(4)]
				moving++
				to.Shuffle(corpus.Find{Place: at, Form: form.Form{Dialect: dialect, Map: m}, Moves: true})
				places[what] = append(places[what], at)
				if dialects[what] == nil {
					dialects[what] = map[string]int{}
				}
				dialects[what][dialect]++
			default:
				cost := corpus.Cost{Ops: 1 + r.IntN(4), Constants: r.IntN(3), Copies: r.IntN(3)}
				on := []string{"sse2", "avx2", "neon"}[r.IntN(3)]
				use := corpus.Use{Place: at, First: max(1, line-2), Cost: cost}
				to.Emitted(corpus.Emission{Place: at, First: use.First, Form: form.Form{Map: m}, Cost: cost, Target: on})
				emitted[key{what, on}] = append(emitted[key{what, on}], use)
				uses[what] = append(uses[what], use)
			}
		}
		if report.Shuffles != copies+moving || report.Copies != copies || report.Uses() != moving {
			t.Fatalf("%d shuffles, %d copies, %d uses, want %d, %d, %d", report.Shuffles, report.Copies, report.Uses(), copies+moving, copies, moving)
		}

		masks := report.Masks()
		if len(masks) != len(places) || !slices.IsSortedFunc(masks, func(a, b *corpus.Mask) int {
			return cmp.Or(b.Count-a.Count, strings.Compare(a.Canonical, b.Canonical))
		}) {
			t.Fatalf("%d masks, want %d, the most frequent first", len(masks), len(places))
		}
		namedMasks, namedUses := 0, 0
		for _, m := range masks {
			want := places[m.Canonical]
			if m.Count != len(want) || !slices.Equal(m.Places, want) || m.First != want[0] || fmt.Sprint(m.Dialects) != fmt.Sprint(dialects[m.Canonical]) || (m.Name != "") != named[m.Canonical] || m.Best != nil {
				t.Errorf("%+v, want places %v and dialects %v", m, want, dialects[m.Canonical])
			}
			if m.Name != "" {
				namedMasks, namedUses = namedMasks+1, namedUses+m.Count
			}
			if got := report.IsEmitted(m); got != (dialects[m.Canonical]["llvm"] < m.Count || len(uses[m.Canonical]) > 0) {
				t.Errorf("%s is emitted: %v; dialects %v, %d uses", m.Canonical, got, m.Dialects, len(uses[m.Canonical]))
			}
		}
		if n, uses := report.Named(); n != namedMasks || uses != namedUses {
			t.Errorf("%d named with %d uses, want %d with %d", n, uses, namedMasks, namedUses)
		}

		all := report.Emitted()
		if len(all) != len(emitted) || !slices.IsSortedFunc(all, func(a, b *corpus.Emitted) int {
			return cmp.Or(b.Excess()-a.Excess(), b.Uses-a.Uses, strings.Compare(a.Canonical, b.Canonical), strings.Compare(a.Target, b.Target))
		}) {
			t.Fatalf("%d emitted, want %d, those first of which most too much was emitted", len(all), len(emitted))
		}
		excess := 0
		for _, e := range all {
			want := emitted[key{e.Canonical, e.Target}]
			total, worst, least := 0, want[0], want[0]
			for _, use := range want {
				total += use.Cost.Balanced()
				if use.Cost.Balanced() > worst.Cost.Balanced() {
					worst = use
				}
				if use.Cost.Balanced() < least.Cost.Balanced() {
					least = use
				}
			}
			got := corpus.Use{Place: e.Worst.Place, First: e.Worst.First, Cost: e.Worst.Cost}
			if e.Uses != len(want) || e.Total != total || !slices.Equal(e.Places, want) || got != worst || e.Least != least.Cost || (e.Name != "") != named[e.Canonical] || len(e.Worst.Form.Map.Lane) > 0 {
				t.Errorf("%+v, want %v", e, want)
			}
			if e.Excess() != total-len(want)*least.Cost.Balanced() {
				t.Errorf("an excess of %d, of %v", e.Excess(), want)
			}
			excess += e.Excess()
		}
		if report.Excess() != excess {
			t.Errorf("an excess of %d, want %d", report.Excess(), excess)
		}
	}
}

// What is known to do is what package lower found, unless a listing has something cheaper: of all small costs of both.
func TestKnownIsTheCheaper(t *testing.T) {
	costs := make([]corpus.Cost, 0, 27)
	for k := range 27 {
		costs = append(costs, corpus.Cost{Ops: k % 3, Constants: k / 3 % 3, Copies: k / 9})
	}
	for _, least := range costs {
		if want := least.Ops + 2*least.Constants + least.Copies; least.Balanced() != want {
			t.Errorf("%+v is %d balanced, want %d", least, least.Balanced(), want)
		}
		e := corpus.Emitted{Uses: 3, Total: 100, Least: least}
		if cost, found := e.Known(); found || cost != least || e.Excess() != 100-3*least.Balanced() {
			t.Errorf("%+v alone: known is %+v, %v, an excess of %d", least, cost, found, e.Excess())
		}
		for _, best := range costs {
			e.Best = &lower.Result{Count: lower.Count{Ops: best.Ops, Constants: best.Constants, Copies: best.Copies}}
			want := best.Balanced() <= least.Balanced()
			cheaper := map[bool]corpus.Cost{true: best, false: least}[want]
			if cost, found := e.Known(); found != want || cost != cheaper || e.Excess() != 100-3*cheaper.Balanced() {
				t.Errorf("%+v beside %+v: known is %+v, %v, an excess of %d", best, least, cost, found, e.Excess())
			}
		}
	}
}

// What has no end is counted to its end, and kept as far as the bounds are.
func TestReportIsBounded(t *testing.T) {
	const kept = 1 << 17
	var r corpus.Report
	to := r.Sink()
	for n := range kept + 3 {
		to.Lost(corpus.Skip{Place: corpus.Place{Line: n + 1}})
		to.Line()
	}
	if r.Lost != kept+3 || r.Followed != kept+3 || len(r.Lines) != kept || r.Lines[kept-1].Line != kept {
		t.Errorf("%d lost, %d followed, %d kept", r.Lost, r.Followed, len(r.Lines))
	}
	const wrong = 1 << 10
	for n := range wrong + 3 {
		to.Contradiction(corpus.Contradiction{Place: corpus.Place{Line: n + 1}})
	}
	if len(r.Wrong) != wrong || r.Wrong[wrong-1].Line != wrong {
		t.Errorf("%d contradictions are kept", len(r.Wrong))
	}
}

// Places of shuffles and of movements of listings are kept, as many as there is room for both, and counted beyond that.
func TestPlacesAreBounded(t *testing.T) {
	const kept = 1 << 17
	m, err := lane.Parse("i32x2 -> a1 a0")
	if err != nil {
		t.Fatal(err)
	}
	var r corpus.Report
	f := form.Form{Dialect: "x86", Map: m}
	for n := range kept/2 + 2 {
		r.Add(corpus.Find{Place: corpus.Place{Line: n}, Form: f, Moves: true})
		r.AddEmitted(corpus.Emission{Place: corpus.Place{Line: n}, Form: f, Target: "sse2"})
	}
	mask, emitted := r.Masks()[0], r.Emitted()[0]
	if mask.Count != kept/2+2 || emitted.Uses != kept/2+2 || len(mask.Places) != kept/2 || len(emitted.Places) != kept/2 {
		t.Errorf("%d and %d are counted, %d and %d kept", mask.Count, emitted.Uses, len(mask.Places), len(emitted.Places))
	}
}

// A price is asked of each movement of a listing, on its own target, and of masks where one target is given for all; whoever wants to know is told how far it is, and what is behind the end of the context has no price.
func TestPriceGoesOn(t *testing.T) {
	const text = "punpckldq %xmm1, %xmm0\nret\nf:\nvpermq $78, %ymm0, %ymm1\nret\n%r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 3, i32 5, i32 0, i32 6>\n"
	scan := func() *corpus.Report {
		var r corpus.Report
		if err := corpus.Scan(strings.NewReader(text), "x.s", r.Sink()); err != nil {
			t.Fatal(err)
		}
		if len(r.Masks()) != 3 || len(r.Emitted()) != 2 {
			t.Fatalf("%d masks, %d emitted", len(r.Masks()), len(r.Emitted()))
		}
		return &r
	}
	sse2, _ := target.Find("sse2")
	for _, on := range []*target.Target{nil, sse2} {
		all := map[bool]int{true: 2, false: 5}[on == nil]
		for stop := range all + 1 {
			r := scan()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if stop == 0 {
				cancel()
			}
			next := 0
			r.Price(on, corpus.Pricing{Context: ctx, Progress: func(done, of int) {
				if done != next || of != all {
					t.Errorf("%d of %d are done, want %d of %d", done, of, next, all)
				}
				if next++; next == stop+1 {
					cancel() // while this one is looked for
				}
			}})
			priced := 0
			for _, m := range r.Masks() {
				if m.Best != nil {
					priced++
				}
				if m.Best != nil && on == nil {
					t.Errorf("%s has a price, and no target was given", m.Canonical)
				}
			}
			for _, e := range r.Emitted() {
				if e.Best != nil {
					priced++
				}
			}
			if next != min(all, stop+1) && stop > 0 || stop == 0 && next != 0 || priced < stop || priced > stop+1 {
				t.Errorf("ended in the %d. of %d: %d have a price, told %d times", stop+1, all, priced, next)
			}
		}
	}
	r := scan()
	r.Price(nil, corpus.Pricing{})
	for _, e := range r.Emitted() {
		if e.Best == nil || e.Best.Ops != 1 || e.Best.CPU == "" || e.Best.LowerBound != 1 || e.Excess() != 0 {
			t.Errorf("%s on %s: %+v", e.Canonical, e.Target, e.Best)
		}
	}
}
