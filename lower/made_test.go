package lower

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// tablesOf are two rows posed for a map of so many sources of a target, in its widest registers that tables know.
func tablesOf(t *testing.T, tg *target.Target, want lane.Map) *twoRows {
	t.Helper()
	s := &search{l: New(tg), o: Options{Target: tg}, file: target.Vectors, budget: DefaultBudget}
	p := &twoRows{s: s, d: draft{inputs: len(want.Src), bits: slices.Repeat([]int{want.Bits * len(want.Lane)}, len(want.Src))}, unmasked: true, holders: map[mustHold]*holders{}}
	if !p.pose(want, firstArgs(len(want.Src))) {
		t.Fatalf("%s: there are no tables for %v", tg.Name, want)
	}
	return p
}

// everyByte is a map that reads every source and wants bytes by chance.
func everyByte(r interface{ IntN(int) int }, n, sources int) lane.Map {
	want := lane.Map{Bits: 8, Src: slices.Repeat([]int{n}, sources), Lane: make([]lane.Lane, n)}
	for i := range want.Lane {
		want.Lane[i] = lane.From(i%sources, r.IntN(n))
	}
	return want
}

// What some value has may stand in one, and where it may not, no value has it: of what values have, with other bytes in some places, and nothing in others.
func TestMayStand(t *testing.T) {
	r := chance.Random(t, 53)
	stands, none := 0, 0
	for _, tg := range Some(r, target.Targets(), 6) {
		bits := slices.Max(tg.Bits)
		if tg.Files[0] != target.Vectors || bits > 8*maxCells {
			continue
		}
		sources := 1 + r.IntN(2)
		p := tablesOf(t, tg, everyByte(r, bits/8, sources))
		for range 400 {
			if len(p.made.values) == 0 {
				break
			}
			ask := slices.Clone(p.made.values[r.IntN(len(p.made.values))].cells)
			changes := r.IntN(3)
			for u := range ask {
				if r.IntN(4) == 0 {
					ask[u] = freeCell
				}
			}
			for range changes {
				ask[r.IntN(len(ask))] = []cell{zeroCell, zeroCell - 255, cell(r.IntN(sources)*maxCells + r.IntN(len(ask)))}[r.IntN(3)]
			}
			has := slices.ContainsFunc(p.made.values, func(v madeValue) bool { return v.has(ask) })
			may := p.made.mayStand(ask)
			if has && !may || !has && changes == 0 {
				t.Fatalf("%s: %v stands in a value: %v, and it may: %v", tg.Name, ask, has, may)
			}
			if has {
				stands++
			}
			if !may {
				none++
			}
			seen := false
			if p.made.each(ask, func(v *madeValue) bool { seen = true; return false }); seen != (has && slices.ContainsFunc(ask, func(c cell) bool { return c != freeCell })) {
				t.Fatalf("%s: of %v a value is visited: %v, and there is one: %v", tg.Name, ask, seen, has)
			}
		}
	}
	if stands == 0 || none == 0 {
		t.Errorf("%d stand in a value, and %d in none", stands, none)
	}
}

// Whether any first row holds some bytes is what a look at each says.
func TestContents(t *testing.T) {
	r := chance.Random(t, 59)
	holds, none := 0, 0
	for _, tg := range Some(r, target.Targets(), 2) {
		bits := slices.Max(tg.Bits)
		if tg.Files[0] != target.Vectors || bits > 8*maxCells {
			continue
		}
		sources := 2
		p := tablesOf(t, tg, everyByte(r, bits/8, sources))
		for range 60 {
			var must content
			for range 1 + r.IntN(sources*bits/8) {
				must.add(cell(r.IntN(sources)*maxCells + r.IntN(bits/8)))
			}
			for loads := range 2 {
				want := !p.allHolders(loads).of(must).none()
				if got := p.anyHolds(must, loads); got != want {
					t.Errorf("%s: with %d constants a row holds %x: %v, and of all rows: %v", tg.Name, loads, must, got, want)
				}
				if want {
					holds++
				} else {
					none++
				}
			}
		}
	}
	if holds == 0 || none == 0 {
		t.Errorf("%d are held, and %d are not", holds, none)
	}
}

// Moves that are no candidates cannot be the last row: what they ask for contradicts itself, or what they take of a source is not wanted.
func TestTwice(t *testing.T) {
	r := chance.Random(t, 61)
	left, out := 0, 0
	for _, tg := range Some(r, target.Targets(), 6) {
		bits := slices.Max(tg.Bits)
		if tg.Files[0] != target.Vectors || bits > 8*maxCells {
			continue
		}
		p := tablesOf(t, tg, everyByte(r, bits/8, 2))
		for i := range p.want { // some bytes of one vector, so that moves of one are candidates
			if at := r.IntN(bits / 8); r.IntN(3) == 0 {
				p.want[i] = freeCell
			} else if i > 0 && r.IntN(2) == 0 {
				p.want[i] = p.want[i-1]
			} else {
				p.want[i] = cell(at)
			}
		}
		for _, from := range [][]int{{p.dual}, {p.dual, p.dual}, {p.dual, 0}, {1, p.dual}} {
			set := p.t.direct.candidates(p.want, from, p.dual, nil)
			for k := range p.t.moves {
				m := &p.t.moves[k]
				if len(m.row.Src) != len(from) {
					continue
				}
				if len(set) > 0 && set[k/64]>>(k%64)&1 == 1 {
					left++
					continue
				}
				if out++; p.lastAsks(m, from) {
					t.Errorf("%s: %s with %d is no candidate for %v of %v", tg.Name, m.row.Asm, m.imm, p.want, from)
				}
			}
		}
	}
	if left == 0 || out == 0 {
		t.Errorf("%d are candidates, and %d are not", left, out)
	}
}

// lastAsks says whether what a move asks for as the last row, byte by byte, contradicts nothing.
func (p *twoRows) lastAsks(m *move, from []int) bool {
	asked := map[cell]cell{}
	for u, w := range p.want {
		if w == freeCell {
			continue
		}
		c := m.cells[u]
		switch {
		case c < 0:
			if c != w {
				return false
			}
		case from[c/maxCells] != p.dual:
			if cell(from[c/maxCells])*maxCells+c%maxCells != w {
				return false
			}
		default:
			if before, ok := asked[c%maxCells]; ok && before != w {
				return false
			}
			asked[c%maxCells] = w
		}
	}
	return true
}

// One row that is looked for among the moves themselves is as cheap as one that an index has, under masks and with constants too: of lanes that moves make, and of others.
func TestScans(t *testing.T) {
	r := chance.Random(t, 67)
	found, none := 0, 0
	for _, tg := range Some(r, target.Targets(), 3) {
		bits := slices.Max(tg.Bits)
		if tg.Files[0] != target.Vectors || bits > 8*maxCells {
			continue
		}
		p := tablesOf(t, tg, everyByte(r, bits/8, 2))
		l := p.s.l
		for range 60 {
			want := everyByte(r, bits/8, 2)
			v := &p.made.values[r.IntN(len(p.made.values))]
			for i, c := range v.cells[:bits/8] {
				if want.Lane[i] = laneOf(c); r.IntN(8) == 0 {
					want.Lane[i] = []lane.Lane{{}, lane.Zero(), lane.From(0, i), lane.From(r.IntN(2), r.IntN(bits/8))}[r.IntN(4)]
				}
			}
			o := Options{Target: tg, Cost: []Cost{Balanced, Instructions}[r.IntN(2)]}
			if cpu, ok := tg.CPU(""); ok && r.IntN(3) == 0 {
				o.Cost, o.CPU = Latency, cpu.Name
			}
			one := func(o Options) price {
				s := &search{l: l, o: o, file: target.Vectors, budget: DefaultBudget}
				best, ok := s.cheapest(s.oneRow(p.d, want, firstArgs(2)))
				if !ok {
					return unaffordable
				}
				q, _ := s.price(best)
				return q
			}
			hasty := o
			hasty.Effort, hasty.Budget = Quick, DefaultBudget
			if a, b := one(o), one(hasty); a != b {
				t.Errorf("%s, %v: one row costs %v for %v, and %v where the moves are looked at", tg.Name, o.Cost, a, want, b)
			} else if a == unaffordable {
				none++
			} else {
				found++
			}
		}
	}
	if found == 0 || none == 0 {
		t.Errorf("one row does %d maps, and none %d", found, none)
	}
}
