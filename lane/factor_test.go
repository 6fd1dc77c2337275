package lane_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"pgregory.net/rapid"
)

// drawBlocks draws a map whose vectors divide into blocks of the given bits.
func drawBlocks(t *rapid.T) (m lane.Map, block int) {
	w := rapid.SampledFrom(widths).Draw(t, "width")
	block = w * rapid.IntRange(1, 4).Draw(t, "lanes of a block")
	s := space{dst: block * rapid.IntRange(1, 4).Draw(t, "blocks")}
	for range rapid.IntRange(0, 4).Draw(t, "sources") {
		s.src = append(s.src, block*rapid.IntRange(1, 4).Draw(t, "blocks of a source"))
	}
	m = drawMapIn(t, s, w)
	if rapid.Bool().Draw(t, "kept in its blocks") {
		for i, l := range m.Lane {
			k := block / w
			if inside := i/k*k + l.Index%k; l.Kind == lane.Old || l.Kind == lane.Source && inside < m.Src[l.Src] {
				m.Lane[i].Index = inside
			}
		}
	}
	return m, block
}

func TestFactorComposesToTheMap(t *testing.T) {
	inLane := 0
	rapid.Check(t, func(t *rapid.T) {
		m, block := drawBlocks(t)
		model := bitsOf(m)
		f, err := m.Factor(block)
		if err != nil {
			t.Fatal(err)
		}
		checked(t, f.In, nil)
		if want := model.blocksRead(block); len(f.Cross) != want {
			t.Fatalf("%v\n%d crossing maps, want %d", m, len(f.Cross), want)
		}
		for _, c := range f.Cross {
			if checked(t, c, nil); c.Bits != block {
				t.Fatalf("%v moves blocks of %d bits, want %d", c, c.Bits, block)
			}
		}
		if !f.In.InLane(block) || !bitsOf(f.In).inLane(block) || f.In.Bits != m.Bits || f.In.ReadsOld() {
			t.Fatalf("%v is not in-lane", f.In)
		}
		if f.Whole() != model.inLane(block) || m.InLane(block) != model.inLane(block) {
			t.Fatalf("%v\nWhole %v, InLane %v, want %v", m, f.Whole(), m.InLane(block), model.inLane(block))
		}
		if model.inLane(block) {
			inLane++
		}
		if len(f.Cross) == 0 {
			if !bitsOf(f.In).equal(bitMap{src: []int{}, dst: model.dst}) {
				t.Fatalf("%v\nreads nothing and gives %v", m, f.In)
			}
			return
		}
		recomposed, err := f.In.Of(f.Cross...)
		if recomposed = checked(t, recomposed, err); recomposed.Bits != m.Bits {
			t.Fatalf("%v recomposes to %v", m, recomposed)
		}
		wantBits(t, recomposed, model)
		wantSettled(t, f, model, block)
	})
	if inLane == 0 {
		t.Log("no map was in-lane")
	}
}

// wantSettled says that what Cross k could leave in its place it did: wherever block b reads block b of source k, that is what Cross k has there.
func wantSettled(t *rapid.T, f lane.Factors, model bitMap, block int) {
	t.Helper()
	for i, b := range model.dst {
		if at := i / block; b.kind == bitSource && b.at/block == at && b.src < len(f.Cross) && f.Cross[b.src].Lane[at] != lane.From(b.src, at) {
			t.Fatalf("block %d of source %d stays, but Cross[%d] is %v", at, b.src, b.src, f.Cross[b.src])
		}
	}
}

func TestInLaneAgreesWithTheBits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		block := rapid.SampledFrom(widths).Draw(t, "block")
		want := block%m.Bits == 0 && bitsOf(m).inLane(block)
		if got := m.InLane(block); got != want {
			t.Fatalf("%v in blocks of %d bits: %v", m, block, got)
		}
	})
}

func TestInLaneOfNoBlock(t *testing.T) {
	for _, block := range []int{0, -8, 4, 12} {
		if lane.Identity(8, 1).InLane(block) {
			t.Errorf("in-lane in blocks of %d bits", block)
		}
	}
}

func TestFactorByExample(t *testing.T) {
	for _, c := range []struct {
		in    string
		block int
		want  string
	}{
		// One 128-bit block crosses, and pshufd follows.
		{"i32x8 -> a5 a4 a7 a6 a1 a0 a3 a2", 128, "whole false; i128x2 -> a1 a0; i32x8 -> a1 a0 a3 a2 a5 a4 a7 a6"},
		{"i32x8 -> a1 a0 a3 a2 a5 a4 a7 a6", 128, "whole true; i128x2 -> a0 a1; i32x8 -> a1 a0 a3 a2 a5 a4 a7 a6"},
		// An unpack of two sources needs both in place.
		{"i64x4 i64x4 -> a0 b0 a2 b2", 128, "whole true; i128x2 i128x2 -> a0 a1; i128x2 i128x2 -> b0 b1; i64x4 i64x4 -> a0 b0 a2 b2"},
		// Source b keeps its slot, whatever is read first.
		{"i64x4 i64x4 -> b0 a2 b2 a0", 128, "whole false; i128x2 i128x2 -> a1 a0; i128x2 i128x2 -> b0 b1; i64x4 i64x4 -> b0 a0 b2 a2"},
		// A blend of blocks moves none of them.
		{"i64x4 i64x4 -> a0 a1 b2 b3", 128, "whole true; i128x2 i128x2 -> a0 b1; i64x4 -> a0 a1 a2 a3"},
		{"i64x4 -> . a1 z d0", 128, "whole false; i128x2 -> a0 d0; i128x2 -> . _; i64x4 i64x4 -> b0 a1 z a2"},
		{"i64x4 -> z 1 _ m", 128, "whole true; -> i64x4: z 1 _ m"},
		{"i64x2 -> a1 a0", 64, "whole false; i64x2 -> a1 a0; i64x2 -> a0 a1"},
	} {
		m, err := lane.Parse(c.in)
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Factor(c.block)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("whole %v", f.Whole())
		for _, part := range append(slices.Clone(f.Cross), f.In) {
			got += "; " + part.String()
		}
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}

func TestFactorRefuses(t *testing.T) {
	for _, c := range []struct {
		m     lane.Map
		block int
		want  string
	}{
		{lane.Identity(8, 4), 0, "blocks of 0 bits do not consist of lanes of 8"},
		{lane.Identity(8, 4), 4, "blocks of 4 bits do not consist of lanes of 8"},
		{lane.Identity(8, 4), 12, "blocks of 12 bits do not consist of lanes of 8"},
		{lane.Identity(8, 3), 16, "source a of 24 bits does not divide into blocks of 16"},
		{lane.Map{Bits: 8, Lane: make([]lane.Lane, 3)}, 16, "the destination of 24 bits does not divide into blocks of 16"},
	} {
		if f, err := c.m.Factor(c.block); fmt.Sprint(err) != c.want {
			t.Errorf("%v, %v; want %s", f, err, c.want)
		}
	}
}

// One block may read as many blocks as there can be sources, and no more.
func TestFactorIntoTooManyBlocks(t *testing.T) {
	const block, blocksOfSource = 2048, 32
	reading := func(blocks int) lane.Map {
		m := lane.Map{Bits: 1, Src: slices.Repeat([]int{block * blocksOfSource}, 33), Lane: make([]lane.Lane, block)}
		for i := range m.Lane {
			b := i % blocks
			m.Lane[i] = lane.From(b/blocksOfSource, b%blocksOfSource*block)
		}
		return m
	}
	f, err := reading(lane.MaxSrc).Factor(block)
	if err != nil || len(f.Cross) != lane.MaxSrc || f.In.Check() != nil {
		t.Errorf("%d crossing maps, %v, %v", len(f.Cross), err, f.In.Check())
	}
	if _, err := reading(lane.MaxSrc + 1).Factor(block); fmt.Sprint(err) != "block 0 of the destination reads more than 1024 blocks" {
		t.Error(err)
	}
}
