package target_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// indexedRows are the rows of all targets that take a constant.
func indexedRows() (rows []*target.Row) {
	seen := map[*target.Row]bool{}
	for _, tg := range target.Targets() {
		for _, r := range tg.Rows {
			if r.Index != nil && !seen[r] {
				seen[r] = true
				rows = append(rows, r)
			}
		}
	}
	return rows
}

func refines(t *testing.T, m, want lane.Map) bool {
	t.Helper()
	v, err := lane.Compare(m, want)
	if err != nil {
		t.Fatal(err)
	}
	return v.Relation == lane.Equal || v.Relation == lane.Refines
}

// What a constant does, another or the same is found for: whole, with lanes left open, and seen as narrower lanes.
func TestSolveFindsWhatApplyDoes(t *testing.T) {
	random := chance.Random(t, 0)
	for _, r := range indexedRows() {
		constants := constantsOf(r, random)
		for range 12 {
			if thinned(random) || len(constants) == 0 {
				continue
			}
			want := r.Index.Apply(constants[random.IntN(len(constants))])
			if err := want.Check(); err != nil {
				t.Fatalf("%s: %v", r.Name, err)
			}
			want = loosened(random, want)
			k, ok := r.Index.Solve(want)
			if !ok {
				t.Errorf("%s %s: no constant for %v", r.Name, r.Asm, want)
				break
			}
			if k.Len() > r.Index.Bits {
				t.Errorf("%s: a constant of %d bits, want %d", r.Name, k.Len(), r.Index.Bits)
			}
			if m := r.Index.Apply(k); !refines(t, m, want) {
				t.Errorf("%s %s: constant %s gives %v, want %v", r.Name, r.Asm, k.Hex(), m, want)
				break
			}
		}
	}
}

// loosened is a map with some lanes undefined, perhaps in narrower lanes.
func loosened(random *rand.Rand, m lane.Map) lane.Map {
	m = m.Clone()
	open := random.IntN(3)
	for i := range m.Lane {
		if random.IntN(4) < open {
			m.Lane[i] = lane.Lane{}
		}
	}
	if m.Bits > 1 && random.IntN(2) == 0 {
		m, _ = m.Regroup(m.Bits / 2)
	}
	return m
}

// What no constant does, none is found for: a map with one lane defined is solved if and only if some value of some field makes that lane.
func TestSolveRefusesWhatApplyCannotDo(t *testing.T) {
	random := chance.Random(t, 0)
	for _, r := range indexedRows() {
		if r.Index.Mask || movesAlong(r) || r.Bits > 128 || thinned(random) {
			continue
		}
		can := singleLanes(r)
		for range 300 {
			want := r.Index.Apply(lane.Const{})
			clear(want.Lane)
			i := random.IntN(len(want.Lane))
			want.Lane[i] = anyLane(random, want)
			_, ok := r.Index.Solve(want)
			if possible := can[want.Lane[i]][i]; ok != possible {
				t.Errorf("%s %s: solved is %v for %v, want %v", r.Name, r.Asm, ok, want, possible)
				break
			}
		}
	}
}

// singleLanes are the destination lanes in which a row can put a lane, by trying all values of every field of up to 8 bits, and of wider ones the lowest and the
// highest bits, and each bit alone; of those of a whole register all values of each byte.
func singleLanes(r *target.Row) map[lane.Lane]map[int]bool {
	can := map[lane.Lane]map[int]bool{}
	step := max(r.Elem/8, 1)
	if strings.Contains(r.Name, "ei16") {
		step = 2
	}
	tried := 512 + 8*step
	if step > 8 {
		tried += 256 * step
	}
	for v := range tried {
		b := make([]byte, r.Index.Bits/8)
		for i := 0; i < len(b); i += step {
			if v >= 512+8*step {
				b[i+(v-512-8*step)/256] = byte(v - 512 - 8*step)
				continue
			}
			if v >= 512 {
				putBit(b[i:], v-512)
				continue
			}
			b[i] = byte(v)
			b[i+step-1] |= byte(v) & (byte(v>>8&1) * 0x80)
		}
		for i, l := range r.Index.Apply(lane.ConstBytes(b)).Lane {
			if can[l] == nil {
				can[l] = map[int]bool{}
			}
			can[l][i] = true
		}
	}
	return can
}

func anyLane(random *rand.Rand, m lane.Map) lane.Lane {
	switch random.IntN(8) {
	case 0:
		return lane.Zero()
	case 1:
		return lane.Fixed(lane.Ones(m.Bits))
	case 2:
		return lane.FromOld(random.IntN(len(m.Lane)))
	}
	k := random.IntN(len(m.Src))
	return lane.From(k, random.IntN(m.Src[k]))
}

// A wanted map of other sources or sizes has no solution, and is no reason to panic.
func TestSolveRefusesOtherSizes(t *testing.T) {
	for _, r := range indexedRows() {
		for _, want := range []lane.Map{
			lane.Identity(8, 7), lane.Identity(8, 1), lane.Identity(3, 11), lane.Identity(24, 16),
			{Bits: 8, Src: []int{r.Bits / 8, 3, 3, 3, 3, 3, 3}, Lane: make([]lane.Lane, r.Bits/8)},
			{Bits: 64, Lane: make([]lane.Lane, r.Bits/64)},
		} {
			if k, ok := r.Index.Solve(want); ok {
				t.Errorf("%s %s: constant %s for %v", r.Name, r.Asm, k.Hex(), want)
			}
		}
	}
}

// Of rows with few lanes in a mask, all masks are tried for random maps that want lanes in their order, rests, and undefined lanes.
func TestMaskRowsAgainstAllMasks(t *testing.T) {
	random := chance.Random(t, 0)
	solved, refused := 0, 0
	for _, r := range indexedRows() {
		if !r.Index.Mask || r.Index.Bits > 8 {
			continue
		}
		rounds := 200
		if r.Index.Apply(lane.Const{}).Bits == 1 { // which are many to compare
			rounds = 20
		}
		for range rounds {
			if thinned(random) {
				continue
			}
			want := r.Index.Apply(lane.ConstOf(random.Uint64()).Slice(0, r.Index.Bits)).Clone()
			for i := range want.Lane {
				switch random.IntN(6) {
				case 0, 1:
					want.Lane[i] = lane.Lane{}
				case 2:
					want.Lane[i] = anyLane(random, want)
				}
			}
			possible := false
			for mask := range 1 << r.Index.Bits {
				possible = possible || refines(t, r.Index.Apply(lane.ConstOf(uint64(mask))), want)
			}
			k, ok := r.Index.Solve(want)
			if ok != possible || ok && !refines(t, r.Index.Apply(k), want) {
				t.Errorf("%s %s: solved is %v by %s for %v, want %v", r.Name, r.Asm, ok, k.Hex(), want, possible)
				break
			}
			if ok {
				solved++
			} else {
				refused++
			}
		}
	}
	if solved < 500 || refused < 500 {
		t.Errorf("%d solved, %d refused: too few of one to mean much", solved, refused)
	}
}

// movesAlong says whether a row closes gaps between lanes or opens them, so that where a lane goes depends on the others.
func movesAlong(r *target.Row) bool { return closesGaps(r) || opensGaps(r) || sortsLanes(r) }

func closesGaps(r *target.Row) bool {
	return strings.Contains(r.Name, "compress") || r.Name == "compact" || r.Name == "pext" || r.Name == "bext"
}
func opensGaps(r *target.Row) bool {
	return strings.Contains(r.Name, "expand") || r.Name == "pdep" || r.Name == "bdep"
}
func sortsLanes(r *target.Row) bool { return r.Name == "bgrp" }

// Of rows that close or open gaps, of any number of lanes, another algorithm says whether there is a mask: one that walks the mask's bits and keeps for each how many may be set below.
func TestGapsAgainstEveryWalk(t *testing.T) {
	random := chance.Random(t, 0)
	solved, refused := 0, 0
	for _, r := range indexedRows() {
		if !movesAlong(r) {
			continue
		}
		for range 150 {
			if thinned(random) {
				continue
			}
			want := disturbed(random, r.Index.Apply(lane.Join(64, sparse(random), sparse(random), sparse(random), sparse(random)).Slice(0, r.Index.Bits)))
			k, ok := r.Index.Solve(want)
			if possible := walkAll(r, want); ok != possible || ok && !refines(t, r.Index.Apply(k), want) {
				t.Errorf("%s %s, %d bits: solved is %v by %s for %v, want %v", r.Name, r.Asm, r.Bits, ok, k.Hex(), want, possible)
				break
			}
			if ok {
				solved++
			} else {
				refused++
			}
		}
	}
	if solved < 500 || refused < 500 {
		t.Errorf("%d solved, %d refused: too few of one to mean much", solved, refused)
	}
}

// sparse are 64 bits of which a fourth are set.
func sparse(random *rand.Rand) lane.Const {
	return lane.ConstOf(random.Uint64()&random.Uint64() | random.Uint64()&1)
}

// walkAll walks along each block of a row, or along the whole mask.
func walkAll(r *target.Row, want lane.Map) bool {
	if r.Index.Block == 0 {
		return walk(r, want.Lane)
	}
	for start := 0; start < r.Bits; start += r.Index.Block {
		here := slices.Clone(narrowTo(want, 1).Lane[start:][:r.Index.Block])
		for i := range here {
			if l := &here[i]; l.Kind == lane.Source {
				l.Index -= start
			}
		}
		possible := false
		if sortsLanes(r) {
			for count := range len(here) + 1 {
				possible = possible || walkSorted(here, count)
			}
		} else {
			possible = walk(r, here)
		}
		if !possible {
			return false
		}
	}
	return true
}

func narrowTo(m lane.Map, bits int) lane.Map {
	if m, err := m.Widen(bits); err == nil {
		return m
	}
	m, _ = m.Regroup(bits)
	return m
}

// walkSorted says whether some mask of so many bits makes the wanted lanes: bit i goes to where as many are set below it as there are, or behind all that are set.
func walkSorted(want []lane.Lane, count int) bool {
	fits := func(i, from int) bool {
		return i < len(want) && (want[i].Kind == lane.Undefined || want[i] == lane.From(0, from))
	}
	set := make([]bool, len(want)+2)
	set[0] = true
	for i := range want {
		next := make([]bool, len(want)+2)
		for c := range i + 1 {
			next[c+1] = next[c+1] || set[c] && c < count && fits(c, i)
			next[c] = next[c] || set[c] && fits(count+i-c, i)
		}
		set = next
	}
	return set[count]
}

// disturbed is a map with some lanes open, and perhaps one or two that are others.
func disturbed(random *rand.Rand, m lane.Map) lane.Map {
	m = m.Clone()
	open := random.IntN(10)
	for i := range m.Lane {
		if random.IntN(10) < open {
			m.Lane[i] = lane.Lane{}
		}
	}
	for range random.IntN(3) {
		i := random.IntN(len(m.Lane))
		switch l := &m.Lane[i]; {
		case random.IntN(2) == 0:
			*l = anyLane(random, m)
		case l.Kind == lane.Source && l.Index > 0:
			l.Index--
		default:
			*l = m.Lane[random.IntN(len(m.Lane))]
		}
	}
	return m
}

// walk says whether some mask makes the wanted lanes. A merging row keeps its first source where the others have zeros.
func walk(r *target.Row, want []lane.Lane) bool {
	merges := len(r.Src) == 2
	fits := func(i int, l lane.Lane) bool { return want[i].Kind == lane.Undefined || want[i] == l }
	rests := func(i int) bool { return merges && fits(i, lane.From(0, i)) || !merges && fits(i, lane.Zero()) }
	moves := func(i, from int) bool { return fits(i, lane.From(len(r.Src)-1, from)) }
	n := len(want)
	set := make([]bool, n+1) // so many bits may be set below
	set[0] = true
	for i := range n {
		next := make([]bool, n+1)
		for c := range n {
			switch {
			case !set[c]:
			case closesGaps(r): // bit i may be clear, and if it is set, lane i goes to lane c
				next[c] = true
				next[c+1] = next[c+1] || moves(c, i)
			default: // lane i is the rest, or lane c comes there
				next[c] = next[c] || rests(i)
				next[c+1] = next[c+1] || moves(i, c)
			}
		}
		set = next
	}
	for c := n; c >= 0; c-- {
		if set[c] {
			return true
		}
		if c > 0 && closesGaps(r) && !rests(c-1) {
			return false // with fewer lanes moved, one that must be would not be
		}
	}
	return false
}

// Of constants that the instruction has in 32 bits, those of 64 are that many bits and copies of the highest: each of both is tried.
func TestSignExtendedAgainstBothSigns(t *testing.T) {
	random := chance.Random(t, 0)
	solved, refused := 0, 0
	for _, r := range indexedRows() {
		if !r.Index.Inline || r.FileOf('d') != target.General {
			continue
		}
		set := map[string]lane.Lane{"and": lane.Zero(), "or": lane.Fixed(lane.ConstOf(1))}[r.Name]
		for range 2000 {
			want := disturbed(random, r.Index.Apply(inlined(r, randomConst(random, r.Bits))))
			possible := false
			for sign := range 2 {
				all := true
				for i, l := range want.Lane {
					keeps := l.Kind == lane.Undefined || l == lane.From(0, i)
					sets := l.Kind == lane.Undefined || l == set
					switch changes := sign == 1 == (r.Name == "or"); {
					case i < 31 || r.Bits == 32:
						all = all && (keeps || sets)
					case changes:
						all = all && sets
					default:
						all = all && keeps
					}
				}
				possible = possible || all
			}
			k, ok := r.Index.Solve(want)
			if ok != possible || ok && (!refines(t, r.Index.Apply(k), want) || k != inlined(r, k)) {
				t.Fatalf("%s, %d bits: solved is %v by %s for %v, want %v", r.Name, r.Bits, ok, k.Hex(), want, possible)
			}
			if ok {
				solved++
			} else {
				refused++
			}
		}
	}
	if solved < 500 || refused < 500 {
		t.Errorf("%d solved, %d refused: too few of one to mean much", solved, refused)
	}
}

// What a masked form does is found again: the mask, and what is left for the row to do.
func TestMaskingSplits(t *testing.T) {
	random := chance.Random(t, 0)
	for _, r := range rowsOfX86() {
		if r.Mask == nil {
			continue
		}
		m := anyMapOf(random, r)
		mask := random.Uint64() & random.Uint64()
		for _, c := range []struct {
			name string
			want lane.Map
			back func(want lane.Map) (uint64, lane.Map)
			does func(m lane.Map, mask uint64) lane.Map
		}{
			{"zero-masked", r.Mask.Cleared(m, mask), r.Mask.Clear, r.Mask.Cleared},
			{"merging", r.Mask.Kept(m, mask), func(want lane.Map) (uint64, lane.Map) { return r.Mask.Keep(want, -1) }, r.Mask.Kept},
		} {
			want := loosened(random, c.want)
			found, rest := c.back(want)
			if !refines(t, m, rest) {
				t.Errorf("%s %s: what is left of %v is %v, which %v does not do", c.name, r.Name, want, rest, m)
			} else if got := c.does(m, found); !refines(t, got, want) {
				t.Errorf("%s %s: mask %#x gives %v, want %v", c.name, r.Name, found, got, want)
			}
		}
	}
}

// The old destination may be a source, as lower has it.
func TestKeepOfASource(t *testing.T) {
	k := &target.Masking{Elem: 32, Lanes: 4}
	want, err := lane.Parse("i32x4 i32x4 -> a0 b1 b3 _")
	if err != nil {
		t.Fatal(err)
	}
	mask, rest := k.Keep(want, 1)
	if mask != 0b0101 || rest.String() != "i32x4 i32x4 -> a0 _ b3 _" {
		t.Errorf("mask %04b, %v", mask, rest)
	}
}

// Of two lanes of which nothing is known, nothing is known: they may differ even where they look alike.
func TestUnionOfUndefined(t *testing.T) {
	for _, tg := range target.Targets() {
		for _, r := range tg.Rows {
			if r.Union == nil {
				continue
			}
			var args []lane.Map
			for _, bits := range r.Src {
				args = append(args, lane.Map{Bits: 8, Lane: make([]lane.Lane, bits/8)})
			}
			for _, l := range r.Union.Of(args...).Lane {
				if l.Kind != lane.Undefined {
					t.Fatalf("%s %s of undefined lanes gives %v", tg.Name, r.Name, l)
				}
			}
		}
	}
}

func anyMapOf(random *rand.Rand, r *target.Row) lane.Map {
	if r.Imm != nil {
		return r.Imm.Map(random.IntN(r.Imm.Values))
	}
	if r.Index != nil {
		return r.Index.Apply(randomConst(random, r.Index.Bits))
	}
	_, m := knownOperands(random, r)
	return m
}

// A truncation has fewer bits in its mask than lanes: what is above is zero in every form, and cannot be kept.
func TestKeepAboveATruncation(t *testing.T) {
	tg, _ := target.Find("avx512")
	r, _ := tg.Find("vpmovdw", 128, 1)
	if r.Src[0] != 128 || r.Mask.Lanes != 4 {
		t.Fatalf("%v, mask of %d lanes", r.Src, r.Mask.Lanes)
	}
	want, err := lane.Parse("i16x8 -> . a2 . a6 . z z z")
	if err != nil {
		t.Fatal(err)
	}
	mask, rest := r.Mask.Keep(want, -1)
	if mask != 0b1010 || rest.String() != "i16x8 -> _ a2 _ a6 . z z z" {
		t.Errorf("mask %04b, %v", mask, rest)
	}
	if got := r.Mask.Cleared(r.Imm.Map(0), 0b1010).String(); got != "i16x8 -> z a2 z a6 z z z z" {
		t.Error(got)
	}
}

// The index for "no byte" is the same in tables of every length: compilers that join two tables into a longer one have taken 32 for a byte of the second.
func TestIndexOfNoByte(t *testing.T) {
	t.Parallel()
	tables := map[string]int{}
	for _, r := range indexedRows() {
		switch r.Name {
		case "pshufb", "vpshufb", "tbl", "i8x16.swizzle":
		default:
			continue
		}
		want := lane.Map{Bits: 8, Lane: slices.Repeat([]lane.Lane{lane.Zero()}, r.Bits/8)}
		for _, bits := range r.Src {
			want.Src = append(want.Src, bits/8)
		}
		if r.Elem > 8 { // whose lanes are looked up whole
			continue
		}
		tables[r.Name]++
		constant, ok := r.Index.Solve(want)
		if low, _ := constant.Slice(0, 64).Uint64(); !ok || low != 0x8080808080808080 {
			t.Errorf("%s %s makes zeros of %#x, %v", r.Name, r.Asm, low, ok)
		}
	}
	if tables["pshufb"] == 0 || tables["vpshufb"] == 0 || tables["tbl"] < 8 || tables["i8x16.swizzle"] == 0 {
		t.Errorf("tables are %v", tables)
	}
}
