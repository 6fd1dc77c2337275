package svp64_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64"
)

// randomMap is any map of bytes: of up to three sources, with constants that integers have, lanes that stay and undefined ones.
func randomMap(rng *rand.Rand) lane.Map {
	bits := 8 << rng.IntN(4)
	n := 1 + rng.IntN(12)
	m := lane.Map{Bits: bits, Lane: make([]lane.Lane, n)}
	for range rng.IntN(4) {
		m.Src = append(m.Src, 1+rng.IntN(12))
	}
	kinds := []int{0, 0, 0, 0, rng.IntN(4), rng.IntN(4)}
	for k := range m.Lane {
		switch kind := kinds[rng.IntN(len(kinds))]; {
		case kind == 1:
			m.Lane[k] = lane.FromOld(k)
		case kind == 2:
			m.Lane[k] = []lane.Lane{lane.Zero(), lane.Fixed(lane.ConstOf(1)), lane.Fixed(lane.Ones(bits)), lane.Fixed(lane.Ones(bits - 1))}[rng.IntN(4)]
		case kind == 3:
		case len(m.Src) > 0:
			src := rng.IntN(len(m.Src))
			m.Lane[k] = lane.From(src, rng.IntN(m.Src[src]))
		}
	}
	return m
}

// Every map of bytes has a sequence of moves, and the sequence does it: run on registers with the document's generators, each move with what its text says set up. Nothing beside the destination and the
// predicates changes.
func TestCover(t *testing.T) {
	rng := chance.Random(t, 0)
	lengths, shortest := map[int]int{}, 0
	for range max(times(200), 60) {
		m := randomMap(rng)
		moves, least, err := svp64.Cover(m)
		if err != nil {
			t.Fatalf("%v: %v", m, err)
		}
		lines, registers, err := svp64.InRegisters(m, moves)
		if err != nil {
			t.Fatalf("%v: %v", m, err)
		}
		if lengths[len(lines)]++; len(lines) < least {
			t.Fatalf("%v: %d moves, and there are %d at least", m, len(lines), least)
		} else if len(lines) == least {
			shortest++
		}
		runLines(t, rng, m, lines, registers)
	}
	t.Logf("moves: %v; %d as few as possible", lengths, shortest)
	if lengths[1] == 0 || len(lengths) < 3 {
		t.Error("no sequence is longer than two moves")
	}
}

func runLines(t *testing.T, rng *rand.Rand, m lane.Map, lines []svp64.Line, registers []int) {
	t.Helper()
	s := svp64.NewState(1)
	fill(&s.GPR, rng)
	fill(&s.FPR, rng)
	file := func(l svp64.Line) *svp64.File {
		if l.Float {
			return &s.FPR
		}
		return &s.GPR
	}
	rt := int(lines[0].RT.No)
	before := *file(lines[0])
	used, _ := m.DropUnused()
	var src [][]byte
	for k, r := range registers {
		src = append(src, bytesOf(&before, r, used.Bits*used.Src[k]))
	}
	old := bytesOf(&before, rt, m.Bits*len(m.Lane))
	want := make([]byte, len(old))
	if err := used.Apply(want, old, src...); err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		read, err := svp64.ParseLine(l.String())
		if err != nil || read.String() != l.String() {
			t.Fatalf("%v reads back as %v: %v", l, read, err)
		}
		read.SetUp(s)
		if err := s.RunPlain(read.Inst); err != nil {
			t.Fatalf("%v: %v: %v", m, l, err)
		}
	}
	got := bytesOf(file(lines[0]), rt, m.Bits*len(m.Lane))
	for k := range m.Lane {
		w := m.Bits / 8
		if m.Lane[k].Kind != lane.Undefined && string(got[k*w:(k+1)*w]) != string(want[k*w:(k+1)*w]) {
			t.Fatalf("%v by %v: lane %d is %x, want %x", m, lines, k, got[k*w:(k+1)*w], want[k*w:(k+1)*w])
		}
	}
	after := *file(lines[0])
	for k := range after {
		inside := k >= rt && k < rt+(len(got)+7)/8
		if !inside && after[k] != before[k] && k != 3 && k != 10 && k != 30 {
			t.Fatalf("%v by %v: r%d changed", m, lines, k)
		}
	}
	if rest := len(got) % 8; rest != 0 {
		if k := rt + len(got)/8; after[k]>>(8*rest) != before[k]>>(8*rest) {
			t.Fatalf("%v by %v: r%d changed behind the vector", m, lines, k)
		}
	}
}

// Vectors that take all registers together have a place. With two lanes more they have none, which is said before moves are looked for: a search for them took a minute.
func TestAllRegisters(t *testing.T) {
	for _, lanes := range []int{64, 66} {
		m := lane.Map{Bits: 64, Src: []int{lanes}}
		for k := range lanes {
			m.Lane = append(m.Lane, lane.From(0, k^1))
		}
		moves, _, err := svp64.Cover(m)
		if lanes > 64 {
			if err == nil || err.Error() != "the vectors take more than the 128 registers" {
				t.Errorf("%d lanes: %v, %v", lanes, moves, err)
			}
			if _, err := svp64.FromMap(m); err == nil || err.Error() != "the vectors take more than the 128 registers" {
				t.Errorf("%d lanes: %v", lanes, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		lines, _, err := svp64.InRegisters(m, moves)
		if err != nil || len(lines) != 1 || lines[0].String() != "sv.mv.swiz/vec4 *0,*64,YXWZ vl=16" {
			t.Errorf("%d lanes: %v, %v", lanes, lines, err)
		}
	}
}

// The sequences that were refused once.
func TestCoverByExample(t *testing.T) {
	for _, row := range []struct {
		m, want string
		least   int
	}{
		{"i32x8 i32x8 -> a0 b0 a1 b1 a2 b2 a3 b3", "sv.mv.swiz/vec2/w=32 *32,*48,X.Y. vl=2 ra=i32x8; sv.mv.swiz/vec2/w=32 *32,*56,.X.Y vl=2 ra=i32x8", 2},
		{"i8x2 -> a0 z z z z z z z a1 z z z z z z z", "sv.mv.swiz/sw=8/vec2 *32,*64,XY", 1},
		{"i8x16 -> a0 z z z a1 z z z a2 z z z a3 z z z", "sv.mv.swiz/w=8 *32,*64,X000 vl=4 ra=i8x16", 1},
		{"i64x3 -> a2 a0 a1", "sv.mv.swiz/vec3 *32,*64,ZXY", 1},
		{"i64x6 -> a4 . . . a0 .", "sv.mv.swiz/m=r3", 2},
	} {
		m, err := lane.Parse(row.m)
		if err != nil {
			t.Fatal(err)
		}
		moves, least, err := svp64.Cover(m)
		if err != nil {
			t.Fatal(err)
		}
		lines, _, err := svp64.InRegisters(m, moves)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, l := range lines {
			texts = append(texts, l.String())
		}
		if text := strings.Join(texts, "; "); text != row.want && !strings.Contains(row.want, "m=r3") || least != row.least {
			t.Errorf("%s: %s, at least %d; want %s, %d", row.m, text, least, row.want, row.least)
		}
	}
	// Vectors of 40 registers: a destination and two sources take 120 of 128.
	m := lane.Map{Bits: 64, Src: []int{40, 40}, Lane: make([]lane.Lane, 40)}
	for k := range m.Lane {
		m.Lane[k] = lane.From(k%2, k)
	}
	moves, _, err := svp64.Cover(m)
	if err != nil || len(moves) != 2 {
		t.Fatalf("%d moves: %v", len(moves), err)
	}
	lines, registers, err := svp64.InRegisters(m, moves)
	if err != nil {
		t.Fatal(err)
	}
	runLines(t, chance.Random(t, 0), m, lines, registers)
}

// What no sequence has is said: constants that no move makes, lanes below a byte, vectors that no register file holds.
func TestCoverRefuses(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"i8x2 -> a0 #2", "no sequence is known that makes its constants"},
		{"i4x2 -> a1 a0", "elements have 8 bits at least"},
		{"i1x8 -> a7 a6 a5 a4 a3 a2 a1 a0", "elements have 8 bits at least"},
		{"i64x1 -> a0 a0", ""},
		{"i32x4 -> d1 a0 a0 a0", "no swizzle move reads its destination"},
	} {
		m, err := lane.Parse(row.text)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := svp64.Cover(m); row.want == "" != (err == nil) || err != nil && !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
}

// One move is the least there is, and it names the source that it reads, by its number in the map; where nothing is read there is none.
func TestCoverOfOne(t *testing.T) {
	for text, source := range map[string]int{"i32x4 -> a3 a2 a1 a0": 0, "i32x4 i32x4 -> b3 b2 b1 b0": 1, "i32x4 i32x4 i32x4 -> c0 z . 1": 2, "i32x4 -> z z z 1": -1} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		moves, least, err := svp64.Cover(m)
		if err != nil || len(moves) != 1 || least != 1 || moves[0].Source != source {
			t.Errorf("%s: %v of at least %d: %v; want source %d", text, moves, least, err, source)
		}
	}
}

// Sixty maps take no more moves than this, nor have they a smaller bound. A line of the search that is lost costs one of them a move.
func TestCoverIsAsShort(t *testing.T) {
	const (
		moves = "731232115143211533513333142343111211522151113251312531124211"
		least = "231222113133211322312332132223111211222121112231312221123211"
	)
	rng := rand.New(rand.NewPCG(60, 1))
	var gotMoves, gotLeast []byte
	for range 60 {
		m := randomMap(rng)
		found, lower, err := svp64.Cover(m)
		if err != nil {
			t.Fatalf("%v: %v", m, err)
		}
		gotMoves, gotLeast = append(gotMoves, '0'+byte(len(found))), append(gotLeast, '0'+byte(lower))
	}
	if string(gotMoves) != moves || string(gotLeast) != least {
		t.Errorf("moves %s, want %s; bounds %s, want %s", gotMoves, moves, gotLeast, least)
	}
}

// Vectors that take nearly all registers still find a place: the destination behind its sources where a move reaches past it, since behind it nothing is read, and vectors up to the last register.
func TestTightPlaces(t *testing.T) {
	scattered, full := lane.Map{Bits: 64, Src: []int{44, 12, 20}}, lane.Map{Bits: 64, Src: []int{64}}
	for k, first, second := 0, 0, 0; k < 33; k++ {
		switch {
		case k == 16:
			scattered.Lane = append(scattered.Lane, lane.From(2, 19))
		case k == 31 || k*k%37 < 12 && second < 11:
			scattered.Lane = append(scattered.Lane, lane.From(1, second))
			second++
		case k == 32:
			scattered.Lane = append(scattered.Lane, lane.From(0, 43))
		default:
			scattered.Lane = append(scattered.Lane, lane.From(0, first))
			first += 1 + k%5/4
		}
	}
	for k := range 64 {
		full.Lane = append(full.Lane, lane.From(0, k^(1-k/32)))
	}
	rng := chance.Random(t, 0)
	for _, row := range []struct {
		m         lane.Map
		rt, moves int
		sources   string
	}{{scattered, 80, 3, "[4 48 60]"}, {full, 0, 2, "[64]"}} {
		moves, _, err := svp64.Cover(row.m)
		if err != nil {
			t.Fatal(err)
		}
		lines, sources, err := svp64.InRegisters(row.m, moves)
		if err != nil || len(lines) != row.moves || int(lines[0].RT.No) != row.rt || fmt.Sprint(sources) != row.sources {
			t.Fatalf("%v: %v from %v, want %d moves to %d from %s: %v", row.m, lines, sources, row.moves, row.rt, row.sources, err)
		}
		runLines(t, rng, row.m, lines, sources)
	}
	found, err := svp64.Find(lane.Identity(64, 4))
	if err != nil {
		t.Fatal(err)
	}
	if l, err := found.At(32, svp64.NumRegs); err == nil {
		t.Errorf("there is no register %d: %v", svp64.NumRegs, l)
	}
}
