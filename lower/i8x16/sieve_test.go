package i8x16

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// does says whether an instance has each lane where it is wanted.
func (in *instance) does(want *vector, n int) bool {
	for i, b := range want[:n] {
		if b != free && in.lanes[i] != b {
			return false
		}
	}
	return true
}

// wantedOf is what an instance does, of which nobody cares about some lanes, and now and then another lane.
func wantedOf(r *rand.Rand, in *instance, n int, most uint8) vector {
	v := nobodys()
	copy(v[:n], in.lanes[:n])
	for range r.IntN(3) * r.IntN(n) {
		v[r.IntN(n)] = free
	}
	if r.IntN(4) == 0 {
		v[r.IntN(n)] = uint8(r.IntN(int(most)))
	}
	return v
}

// scalesOf calls a function with each scale of each level.
func scalesOf(t *testing.T, do func(l Level, c *scale)) {
	t.Helper()
	for _, l := range levels() {
		e := New(l)
		for g := range e.scales {
			if c := &e.scales[g]; c.n != 16>>g || c.grain != grain(g) {
				t.Fatalf("%s: scale %d has %d lanes of grain %d", targets[l], g, c.n, c.grain)
			}
			do(l, &e.scales[g])
		}
	}
}

// Lists of bytes have every instance once, none of which is an input as it is, and the coarsest come first: those of a grain, and of finer ones, stand from one page on.
func TestInstancesOnce(t *testing.T) {
	for _, l := range levels() {
		c := &New(l).scales[bytewise]
		for k, s := range []*sieve{&c.unary, &c.binary} {
			seen := map[vector]bool{still(0): true, still(16): true}
			for k, in := range s.list {
				if seen[in.lanes] {
					t.Fatalf("%s: instance %d is there twice, or does nothing: %v", targets[l], k, in.lanes)
				}
				seen[in.lanes] = true
				if k > 0 && s.list[k-1].lanes.grain() < in.lanes.grain() {
					t.Fatalf("%s: instance %d is coarser than what stands before it", targets[l], k)
				}
			}
			for g := range numGrains {
				first := slices.IndexFunc(s.list, func(in instance) bool { return in.lanes.grain() <= g })
				if first < 0 {
					first = len(s.list)
				}
				if s.from[g] != first/64 {
					t.Fatalf("%s: of list %d grain %d stands from page %d on, want %d", targets[l], k, g, s.from[g], first/64)
				}
			}
		}
	}
}

// Each instance of each list does what its row does with its immediate, which the row has.
func TestInstancesDo(t *testing.T) {
	scalesOf(t, func(l Level, c *scale) {
		for name, list := range map[string][]instance{"unary": c.unary.list, "binary": c.binary.list, "beside": c.beside.list, "turned": c.turned, "halves": c.halves} {
			for _, in := range list {
				s := &shapes[in.row]
				v := int(in.imm) >> s.sub
				if s.values > 0 && (v < s.first || v >= s.first+s.values) {
					t.Fatalf("%s: %s has no immediate %d", targets[l], s.name, v)
				}
				x, y := still(0), still(16)
				if name == "unary" || name == "turned" {
					y = x
				}
				if in.turn {
					x, y = y, x
				}
				if does := s.makes(v, &x, &y); does.grain() < c.grain || does.shrunk(c.grain) != in.lanes {
					t.Fatalf("%s: %s %d of %s does %v, and at scale %d %v", targets[l], s.name, in.imm, name, does, c.grain, in.lanes)
				}
			}
		}
	})
}

// Whatever one row of a level does is in the lists, of one vector and of two, at each scale at which it moves wholes.
func TestInstancesAll(t *testing.T) {
	scalesOf(t, func(l Level, c *scale) {
		a, b := still(0), still(16)
		has := [2]map[vector]bool{{a.shrunk(c.grain): true}, {a.shrunk(c.grain): true, b.shrunk(c.grain): true}} // which are nothing to do
		for k, s := range []*sieve{&c.unary, &c.binary} {
			for _, in := range s.list {
				has[k][in.lanes] = true
			}
		}
		for r := range shapes {
			s := &shapes[r]
			if s.from == nil || !l.has(s) {
				continue
			}
			for v := s.first; v < s.first+max(1, s.values); v++ {
				one, two, turned := s.makes(v, &a, &a), s.makes(v, &a, &b), s.makes(v, &b, &a)
				if one.grain() >= c.grain && !has[0][one.shrunk(c.grain)] {
					t.Fatalf("%s: nothing does with one vector what %s %d does", targets[l], s.name, v)
				}
				if s.args == 1 {
					continue
				}
				for _, w := range []vector{two, turned} {
					if w.grain() >= c.grain && !has[1][w.shrunk(c.grain)] {
						t.Fatalf("%s: nothing does with two vectors what %s %d does", targets[l], s.name, v)
					}
				}
			}
		}
	})
}

// The first of a list that does what is wanted is found, as by a look at one after another; and so are all that have some lanes, and one that has them.
func TestSieves(t *testing.T) {
	r := chance.Random(t, 20)
	found, missed := 0, 0
	scalesOf(t, func(l Level, c *scale) {
		for range 300 {
			s, most := &c.unary, uint8(c.n)
			if r.IntN(2) == 0 {
				s, most = &c.binary, 32
			}
			want := wantedOf(r, &s.list[r.IntN(len(s.list))], c.n, most)
			first := slices.IndexFunc(s.list, func(in instance) bool { return in.does(&want, c.n) })
			if got := s.find(&want); got != first {
				t.Fatalf("%s: %v is done by %d, want %d", targets[l], want, got, first)
			}
			if found++; first < 0 {
				missed++
			}
			for lane := range s.has {
				k := r.IntN(len(s.list))
				if has := slices.Contains(s.list[k].lanes[:c.n], uint8(lane)); s.has[lane][k/64]>>(k%64)&1 == 1 != has {
					t.Fatalf("%s: instance %d has lane %d: %t", targets[l], k, lane, has)
				}
			}
			lanes := want.lanes()
			k := c.gather.find(lanes)
			any := l < VBMI && slices.ContainsFunc(c.binary.list, func(in instance) bool { return in.row != blendWords && lanes&^in.lanes.lanes() == 0 })
			if (k >= 0) != any || k >= 0 && lanes&^c.binary.list[k].lanes.lanes() != 0 {
				t.Fatalf("%s: %032b is had by %d: %t", targets[l], lanes, k, any)
			}
		}
		for i, h := range c.gather.has { // and none has less than another
			for j, o := range c.gather.has {
				if i != j && h&^o == 0 {
					t.Fatalf("%s: %032b is less than %032b", targets[l], h, o)
				}
			}
		}
	})
	if missed < 100 || found-missed < 1000 {
		t.Errorf("%d of %d are not found", missed, found)
	}
}

// Of pages it is said what some instance of theirs has, and nothing else.
func TestPages(t *testing.T) {
	scalesOf(t, func(l Level, c *scale) {
		for k, s := range []*sieve{&c.unary, &c.binary, &c.beside} {
			for page := range s.pages() {
				for i := range c.n {
					for want, some := range s.at(1+page, i) {
						if has := s.at(0, i)[want]>>page&1 == 1; has != (some != 0) {
							t.Fatalf("%s: page %d of list %d has %d in lane %d: %t, by %064b", targets[l], page, k, want, i, has, some)
						}
					}
				}
			}
		}
	})
}

// Rows that may have an input beside them are those that have each lane of it where it is wanted, and any other lane anywhere else.
func TestBesides(t *testing.T) {
	r := chance.Random(t, 21)
	some := 0
	scalesOf(t, func(l Level, c *scale) {
		s := &c.beside
		if len(c.halves) > 0 && !slices.Equal(s.list[len(s.list)-len(c.halves):], c.halves) {
			t.Fatalf("%s: what takes halves does not stand last", targets[l])
		}
		for range 200 {
			in := Value(r.IntN(2))
			v := wantedOf(r, &s.list[r.IntN(len(s.list))], c.n, 32)
			want := v.beside(in)
			for i, b := range v { // by loops
				w := uint8(16)
				switch {
				case b == free:
					w = free
				case Value(b/16) == in:
					w = b % 16
				}
				if want[i] != w {
					t.Fatalf("%v beside %d is %v", v, in, want)
				}
			}
			var pages uint64
			for page := range s.pages() {
				var left uint64
				for k := 64 * page; k < min(64*page+64, len(s.list)); k++ {
					fits := true
					for i, b := range s.list[k].lanes[:c.n] {
						fits = fits && (want[i] == free || b < 16 || want[i] == b-16)
					}
					if fits {
						left |= 1 << (k % 64)
						some++
					}
				}
				if got := s.does(1+page, &want); got != left {
					t.Fatalf("%s: page %d has %064b beside %v, want %064b", targets[l], page, got, want, left)
				}
				if left != 0 {
					pages |= 1 << page
				}
			}
			if got := s.does(0, &want); got&pages != pages {
				t.Fatalf("%s: pages %b, want %b", targets[l], got, pages)
			}
		}
	})
	if some < 10000 {
		t.Errorf("%d", some)
	}
}

// decisionOn is a decision's state for what an instance behind another makes of inputs.
func decisionOn(t *testing.T, e *Engine, s *[16]uint8) (d *decision, ok bool) {
	t.Helper()
	d = &decision{level: e.level, best: new(Program), price: dear}
	if !d.bytes.read(s) {
		t.Fatal(s)
	}
	if _, ok := d.bytes.nothing(); ok || d.bytes == nobodys() {
		return d, false
	}
	d.moves = d.bytes.grain()
	d.scale = &e.scales[d.bytes.scale(d.moves)]
	d.want = d.bytes.shrunk(d.grain)
	d.used, d.rows = d.want.lanes(), true
	d.two = d.used&0xffff != 0 && d.used>>16 != 0
	return d, true
}

// Which rows have all that is wanted, what stands behind them, and what instances need of their arguments, is so by a look at each.
func TestGathers(t *testing.T) {
	r := chance.Random(t, 22)
	gathered, ordered := 0, 0
	for _, l := range levels() {
		e := New(l)
		for range 400 {
			selectors := random(r)
			d, ok := decisionOn(t, e, &selectors)
			if !ok {
				continue
			}
			s := &d.unary
			want := d.want.low()
			if d.two {
				s, want = &d.binary, d.want
			}
			lanes := want.lanes()
			all := map[int]bool{}
			for k := range s.list {
				if lanes&^s.list[k].lanes.lanes() == 0 {
					all[k] = true
				}
			}
			if got := d.gathers(); got != (len(all) > 0) {
				t.Fatalf("%s: something has all of %v: %t, want %t", targets[l], want, got, !got)
			}
			for k := range s.list {
				if len(all) > 0 && d.having[k/64]>>(k%64)&1 == 1 != all[k] {
					t.Fatalf("%s: instance %d has all of %v: %t", targets[l], k, want, all[k])
				}
			}
			gathered += min(1, len(all))
			x := &s.list[r.IntN(len(s.list))]
			first := slices.IndexFunc(d.unary.list, func(last instance) bool {
				for i, b := range want[:d.n] {
					if b != free && x.lanes[last.lanes[i]] != b {
						return false
					}
				}
				return true
			})
			if got := d.order(x); got != first {
				t.Fatalf("%s: behind %v stands %d for %v, want %d", targets[l], x.lanes, got, want, first)
			}
			if first >= 0 {
				ordered++
			}
			d.needsByHand(t, &s.list[r.IntN(len(s.list))])
		}
	}
	if t.Logf("%d gathered, %d ordered", gathered, ordered); gathered < 800 || ordered < 50 {
		t.Errorf("%d gathered, %d ordered", gathered, ordered)
	}
}

// needsByHand compares what an instance needs with what a look at each lane says.
func (d *decision) needsByHand(t *testing.T, in *instance) {
	t.Helper()
	var want arguments
	*want.first(), *want.second() = nobodys(), nobodys()
	can := true
	for i, b := range d.want[:d.n] {
		switch at := &want[in.lanes[i]]; {
		case b == free:
		case *at != free && *at != b:
			can = false
		default:
			*at = b
		}
	}
	var need arguments
	if ok := d.needs(in, &d.want, &need); ok != can || ok && need != want {
		t.Fatalf("%v needs for %v %v, %t, want %v, %t", in.lanes, d.want, need, ok, want, can)
	}
}

// A turn is whole where it leaves no lane out, and then what it does is taken back.
func TestTurns(t *testing.T) {
	whole, others := 0, 0
	scalesOf(t, func(l Level, c *scale) {
		if len(c.turns) != len(c.turned) {
			t.Fatalf("%s: %d turns of %d", targets[l], len(c.turns), len(c.turned))
		}
		for k, x := range c.turns {
			if x.instance != c.turned[k] {
				t.Fatalf("%s: turn %d is another", targets[l], k)
			}
			if all := bits.OnesCount32(x.lanes.lanes()) == c.n; x.whole != all {
				t.Fatalf("%s: %v is whole: %t", targets[l], x.lanes, x.whole)
			}
			if !x.whole {
				others++
				continue
			}
			whole++
			for i := range c.n {
				if int(x.back[x.lanes[i]]) != i || int(x.lanes[x.back[i]]) != i {
					t.Fatalf("%s: %v is taken back by %v", targets[l], x.lanes, x.back)
				}
			}
		}
	})
	if whole < 50 || others < 50 {
		t.Errorf("%d are whole, %d are not", whole, others)
	}
}
