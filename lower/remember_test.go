package lower

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// What is remembered for a map serves another one that is posed alike, under its own names; and no more is kept than may be.
func TestRemembered(t *testing.T) {
	avx2, _ := target.Find("avx2")
	o := Options{Target: avx2, Budget: 1}
	var l Lowerer
	ask := func(text string) *Result {
		t.Helper()
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := l.Lower(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Map.String() != m.String() {
			t.Errorf("asked %s, answered %s", m, r.Map)
		}
		return r
	}
	first := ask("i32x8 -> a1 a0 a3 a2 a5 a4 a7 a6")
	again := ask("i32x8 i32x8 -> b1 b0 b3 b2 b5 b4 b7 b6")
	if len(l.wides) != 1 || !slices.Equal(first.Listing(avx2), again.Listing(avx2)) {
		t.Errorf("%d remembered; %v and %v", len(l.wides), first.Listing(avx2), again.Listing(avx2))
	}
	if got := again.Inputs; len(got) != 1 || got[0].Source != 1 {
		t.Errorf("the inputs are %+v, want source 1", got)
	}
	for i := range mostRemembered {
		l.wides[wideAsk{posed: string(rune(i))}] = first
	}
	ask("i32x8 -> a0 a0 a3 a2 a5 a4 a7 a6")
	if len(l.wides) != 1 {
		t.Errorf("%d remembered after too many", len(l.wides))
	}
}

// However many different maps a Lowerer is asked for, what it keeps stays as it is. With -full they are a million.
func TestMemoryIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("lowers thousands of maps")
	}
	avx2, _ := target.Find("avx2")
	rng := chance.Random(t, 31)
	l := New(avx2)
	maps := 7_000
	if *Full {
		maps = 1_000_000
	}
	kept := func() (entries int) {
		v := reflect.ValueOf(l).Elem()
		for i := range v.NumField() {
			if f := v.Field(i); f.Kind() == reflect.Map {
				entries += f.Len()
			}
		}
		return entries
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	most, early := 0, uint64(0)
	for i := range maps {
		if _, err := l.Lower(t.Context(), blendOf(rng, i), Options{Effort: Quick}); err != nil {
			t.Fatal(err)
		}
		if most = max(most, kept()); i == 5_000 {
			early = heap()
		}
	}
	late := heap()
	t.Logf("%d maps: at most %d entries; %d KiB after 5,000 and %d in the end", maps, most, early>>10, late>>10)
	if bound := 2*mostRemembered + 100; most < mostRemembered || most > bound {
		t.Errorf("at most %d entries were kept, want from %d to %d", most, mostRemembered, bound)
	}
	if late > early+early/2+16<<20 {
		t.Errorf("the heap grew from %d to %d bytes", early, late)
	}
}

// blendOf is another map for each i, of bytes that stay in their places; every fourth is one of four lanes.
func blendOf(rng *rand.Rand, i int) lane.Map {
	m := lane.Map{Bits: 8, Src: []int{32, 32}, Lane: make([]lane.Lane, 32)}
	if i%4 == 0 {
		m = lane.Map{Bits: 32, Src: []int{4, 4}, Lane: make([]lane.Lane, 4)}
	}
	for k := range m.Lane {
		m.Lane[k] = lane.From(i>>k&1, k)
		if m.Bits == 32 {
			m.Lane[k] = lane.From(rng.IntN(2), rng.IntN(4))
		}
	}
	return m
}

// New has a target, which the options may replace; and where neither has one, that is said.
func TestNew(t *testing.T) {
	sse2, _ := target.Find("sse2")
	neon, _ := target.Find("neon")
	m, err := lane.Parse("i32x4 -> a1 a0 a3 a2")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		l    *Lowerer
		o    Options
		want string
	}{
		{New(sse2), Options{}, "[pshufd xmm0, xmm0, 177]"},
		{New(sse2), Options{Target: neon}, "[rev64 v0.4s, v0.4s]"},
		{new(Lowerer), Options{Target: neon}, "[rev64 v0.4s, v0.4s]"},
		{new(Lowerer), Options{}, "neither the lowerer nor the options have a target"},
	} {
		r, err := c.l.Lower(t.Context(), m, c.o)
		got := fmt.Sprint(err)
		if err == nil {
			on := c.o.Target
			if on == nil {
				on = sse2
			}
			got = fmt.Sprint(r.Listing(on))
		}
		if got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// Alternatives are there where they are asked for, each once, and each is the cheapest by what chose it.
func TestAlternatives(t *testing.T) {
	if testing.Short() {
		t.Skip("searches take long")
	}
	ssse3, _ := target.Find("ssse3")
	l := New(ssse3)
	m, err := lane.Parse("i32x4 i32x4 -> a3 b1 a0 z")
	if err != nil {
		t.Fatal(err)
	}
	alone, err := l.Lower(t.Context(), m, Options{})
	if err != nil || alone.Alternatives != nil {
		t.Fatal(err, alone)
	}
	r, err := l.Lower(t.Context(), m, Options{Alternatives: true})
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(r.Listing(ssse3))
	for _, a := range r.Alternatives {
		got += fmt.Sprint(" ", a.By, a.Count)
	}
	if want := fmt.Sprint(alone.Listing(ssse3), " instructions", Count{Ops: 2, Constants: 1}, " latency", Count{Ops: 3}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The zero Limit allows any number, and so does one that is made of a negative number.
func TestLimit(t *testing.T) {
	for _, c := range []struct {
		l        Limit
		allows   int // the greatest of 0 to 9
		none     bool
		spelling string
	}{{Limit{}, 9, false, "any"}, {AtMost(-1), 9, false, "any"}, {AtMost(0), 0, true, "0"}, {AtMost(1), 1, false, "1"}, {AtMost(5), 5, false, "5"}} {
		most := 0
		for n := range 10 {
			if c.l.Allows(n) {
				most = n
			}
		}
		if most != c.allows || c.l.allowsNone() != c.none || c.l.String() != c.spelling || c.l.allowsAny() != (c.spelling == "any") {
			t.Errorf("%v allows up to %d, none %v, any %v; want %+v", c.l, most, c.l.allowsNone(), c.l.allowsAny(), c)
		}
	}
}
