package target_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

var full = flag.Bool("full", false, "twenty times as many runs of each row of x86: see docs/targets.md")

// silicon runs one instruction on this CPU.
type silicon struct {
	t      *testing.T
	row    *target.Row
	random *rand.Rand
	runs   int
	failed bool
}

// TestRowsOnSilicon runs every row of x86 on this CPU: each value of its immediate, random constants and constants of one lane, all masks of one lane, on
// random data, and compares with what the row says it does, with the bits above it, and that nothing else changes.
func TestRowsOnSilicon(t *testing.T) {
	byNeeds := map[target.Feature][]*target.Row{}
	for _, r := range append(rowsOfX86(), pairsOfX86()...) {
		byNeeds[r.Needs] = append(byNeeds[r.Needs], r)
	}
	for _, needs := range slices.Sorted(maps.Keys(byNeeds)) {
		rows := byNeeds[needs]
		t.Run(needs.String(), func(t *testing.T) {
			if !has(t, needs) {
				t.Skipf("%d rows are not run: this CPU lacks some of %v", len(rows), needs)
			}
			random, runs := chance.Random(t, 0), 0
			for _, r := range rows {
				s := &silicon{t: t, row: r, random: random}
				for range rounds() {
					s.all()
				}
				runs += s.runs
			}
			t.Logf("%d rows in %d runs", len(rows), runs)
		})
	}
}

// rounds is how often everything is done.
func rounds() int {
	if *full {
		return 20
	}
	return 1
}

// rowsOfX86 are the rows of all targets of x86, each once.
func rowsOfX86() []*target.Row {
	return collectX86(func(tg *target.Target) []*target.Row { return tg.Rows })
}

// pairsOfX86 are the pairs.
func pairsOfX86() []*target.Row {
	return collectX86(func(tg *target.Target) []*target.Row { return tg.Pairs })
}

func collectX86(of func(*target.Target) []*target.Row) (rows []*target.Row) {
	seen := map[*target.Row]bool{}
	for _, tg := range target.Targets() {
		if !target.SSE2.In(tg.Has) {
			continue
		}
		for _, r := range of(tg) {
			if !seen[r] {
				seen[r] = true
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// has says whether this CPU has all of the features.
func has(t *testing.T, f target.Feature) bool {
	want, err := execmem.Named(f.String())
	if err != nil {
		t.Fatal(err)
	}
	return execmem.Features().Has(want)
}

// form is how the row is encoded: as it is, zero-masked or merging.
type form int

const (
	unmasked form = iota
	zeroing
	merging
)

func (s *silicon) all() {
	r := s.row
	switch {
	case r.Imm != nil:
		for v := range r.Imm.Values {
			if thinned(s.random) {
				continue
			}
			s.run(v, unmasked, lane.Const{}, make([]lane.Const, max(2, 20/r.Imm.Values)), func(lane.Const, uint64) lane.Map { return r.Imm.Map(v) })
			if r.Mask != nil && (v == 0 || s.random.IntN(8) == 0) {
				s.masked(v, lane.Const{}, func(lane.Const) lane.Map { return r.Imm.Map(v) })
			}
		}
	case r.Index != nil:
		s.run(0, unmasked, lane.Const{}, constantsOf(r, s.random), func(k lane.Const, _ uint64) lane.Map { return r.Index.Apply(k) })
		if r.Mask != nil {
			for range 4 {
				s.masked(0, randomConst(s.random, r.Index.Bits), r.Index.Apply)
			}
		}
	default:
		s.union()
	}
}

// thinned leaves out most cases of a short run.
func thinned(random *rand.Rand) bool { return testing.Short() && random.IntN(4) != 0 }

// masked runs the masked forms under all masks of one lane and random ones.
func (s *silicon) masked(v int, k lane.Const, does func(lane.Const) lane.Map) {
	if !has(s.t, s.row.Mask.Needs) {
		return
	}
	n := s.row.Mask.Lanes
	var constants []lane.Const
	for j := range n {
		constants = append(constants, lane.ConstOf(1<<j))
	}
	for range 4 {
		constants = append(constants, lane.ConstOf(s.random.Uint64()))
	}
	s.run(v, zeroing, k, constants, func(k lane.Const, mask uint64) lane.Map { return s.row.Mask.Cleared(does(k), mask) })
	s.run(v, merging, k, constants, func(k lane.Const, mask uint64) lane.Map { return s.row.Mask.Kept(does(k), mask) })
}

// run executes the row with one immediate and every constant, and compares. Of a masked form the constants are masks, and k is its constant vector.
func (s *silicon) run(v int, f form, k lane.Const, constants []lane.Const, does func(k lane.Const, mask uint64) lane.Map) {
	for _, constants := range s.batches(constants) {
		at := s.choose()
		body, err := execmem.Load(s.encode(at, v, constants[0], f))
		if err != nil {
			s.t.Fatal(err)
		}
		for _, constant := range constants {
			before := s.registers()
			mask, _ := constant.Slice(0, 64).Uint64()
			if f == unmasked {
				k = constant
			}
			if x := s.row.Index; x != nil && !x.Mask && !x.Inline {
				putConst(s.valueOf(before, at, 'k')[:x.Bits/8], k)
			}
			before.Mask[maskM] = mask
			s.check(fmt.Sprintf("i=%d form %d k=%s m=%#x", v, f, k.Hex(), mask), body, at, before, does(k, mask), s.sources(before, at))
		}
		body.Close()
	}
}

// batches are constants for which the code is one. Of a row with general registers it never is: they are others each time, and the constant may be in the code.
func (s *silicon) batches(constants []lane.Const) [][]lane.Const {
	if s.row.General == "" {
		return [][]lane.Const{constants}
	}
	return slices.Collect(slices.Chunk(constants, 1))
}

// check runs the body and compares all registers with what they were, and the destination with what the map makes of sources.
func (s *silicon) check(what string, body *execmem.Body, at places, before *execmem.Registers, m lane.Map, src [][]byte) {
	s.t.Helper()
	r := s.row
	s.runs++
	after, want := *before, *before
	body.Run(&after)
	d := s.valueOf(&want, at, 'd')
	size := r.Bits / 8
	copy(d[:size], s.valueOf(&after, at, 'd')) // undefined lanes are what they are
	if err := m.Apply(d[:size], s.valueOf(before, at, 'd')[:size], src...); err != nil {
		s.t.Fatalf("%s %d: %v: %v", r.Name, r.Bits, m, err)
	}
	if r.Clears {
		clear(d[size:vectorBytes(at['d'], d)])
	}
	if strings.Contains(r.Asm, "; ") {
		want.General[scratch] = after.General[scratch]
	}
	if after != want && !s.failed {
		s.failed = true // one report a row is enough
		s.t.Errorf("%s %s, %d bits (%s), operands in %v, %s: %s\nby %v", r.Name, r.Asm, r.Bits, r.Encoding, at, what, difference(&after, &want), m)
	}
}

// difference is the first register that is not as wanted.
func difference(got, want *execmem.Registers) string {
	for j := range want.Vector {
		if got.Vector[j] != want.Vector[j] {
			return fmt.Sprintf("vector %d is\n%x, want\n%x", j, got.Vector[j], want.Vector[j])
		}
	}
	for j := range want.General {
		if got.General[j] != want.General[j] {
			return fmt.Sprintf("general register %d is\n%#016x, want\n%#016x", j, got.General[j], want.General[j])
		}
	}
	return fmt.Sprintf("mask registers are\n%#x, want\n%#x, or memory has changed", got.Mask, want.Mask)
}

// vectorBytes is how much of a destination is loaded and stored here.
func vectorBytes(register int, d []byte) int {
	switch f := execmem.Features(); {
	case len(d) == 8: // a general register
		return 8
	case f.Has(execmem.AVX512F):
		return 64
	case register >= 16:
		return 0
	case f.Has(execmem.AVX):
		return 32
	}
	return 16
}

// union runs the row on operands of which some lanes are known.
func (s *silicon) union() {
	r := s.row
	moved := 0
	for _, none := range s.batches(make([]lane.Const, 300)) {
		at := s.choose()
		body, err := execmem.Load(s.encode(at, 0, lane.Const{}, unmasked))
		if err != nil {
			s.t.Fatal(err)
		}
		for range none {
			if !thinned(s.random) {
				moved += s.known(body, at)
			}
		}
		body.Close()
	}
	if moved == 0 {
		s.t.Errorf("%s: none of the operands tried made it move", r.Name)
	}
}

// known runs a union once, and says how many lanes it moved. Its map reads what the operands were made of, and so the wanted result is made of that too.
func (s *silicon) known(body *execmem.Body, at places) (moved int) {
	r := s.row
	before := s.registers()
	made := *before
	args, m := knownOperands(s.random, r)
	from := s.sources(&made, at)
	for j, to := range s.sources(before, at) {
		if err := args[j].Apply(to, nil, from...); err != nil {
			s.t.Fatal(err)
		}
	}
	s.check(fmt.Sprintf("of %v", args), body, at, before, m, from)
	for _, l := range m.Lane {
		if l.Kind == lane.Source {
			moved++
		}
	}
	return moved
}

// registers are random.
func (s *silicon) registers() *execmem.Registers {
	r := new(execmem.Registers)
	for i := range r.Vector {
		fillRandom(s.random, r.Vector[i][:])
	}
	for i := range r.Mask {
		r.Mask[i] = s.random.Uint64()
	}
	for i := range r.General {
		r.General[i] = s.random.Uint64()
	}
	return r
}
