package target_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// What a row says of itself is what it does: of all kinds, the one that it names is the only one that agrees with what samples of constants make of it.
func TestKindsOfConstants(t *testing.T) {
	random := chance.Random(t, 0)
	for _, r := range indexedRows() {
		var agree []target.IndexKind
		for kind := target.KeepBits; kind <= target.Matrix; kind++ {
			if agreesWith(t, random, r, kind) {
				agree = append(agree, kind)
			}
		}
		if want := []target.IndexKind{r.Index.Kind}; r.Index.Kind == target.Lookup && agree != nil || r.Index.Kind != target.Lookup && !slices.Equal(agree, want) {
			t.Errorf("%s %s says kind %d, and does what %v do", r.Name, r.Asm, r.Index.Kind, agree)
		}
		if block := r.Index.Block; block > 0 && !staysWithin(t, random, r, block) {
			t.Errorf("%s %s: lanes cross blocks of %d bits", r.Name, r.Asm, block)
		}
		named := false
		r.Text(0, func(letter byte) string {
			named = named || letter == 'k'
			return ""
		})
		if implicit := !named && !r.Index.Mask && !r.Spends; implicit != r.Index.Implicit {
			t.Errorf("%s %s: implicit %t", r.Name, r.Asm, r.Index.Implicit)
		}
	}
}

// staysWithin says whether some constants leave all bits in their blocks.
func staysWithin(t *testing.T, random *rand.Rand, r *target.Row, block int) bool {
	for range 10 {
		if !narrow(t, r.Index.Apply(someConstant(random, r)), 1).InLane(block) {
			return false
		}
	}
	return true
}

// agreesWith says whether some constants make of the row what the kind says.
func agreesWith(t *testing.T, random *rand.Rand, r *target.Row, kind target.IndexKind) bool {
	for n := range 40 {
		k := someConstant(random, r)
		if bits := r.Index.Bits; bits <= 4 {
			if k = lane.ConstOf(uint64(n)).Slice(0, bits); n >= 1<<bits {
				break
			}
		}
		got := narrow(t, r.Index.Apply(k), 1)
		bits := 1
		if kind.Joint() {
			if bits = r.Bits / r.Index.Bits; bits*r.Index.Bits != r.Bits {
				return false
			}
		}
		if want := narrow(t, kindMap(r, kind, bits, k), 1); !slices.Equal(got.Lane, want.Lane) {
			return false
		}
	}
	return true
}

// kindMap is what a row of that kind makes of a constant, whose bits stand for lanes of that width.
func kindMap(r *target.Row, kind target.IndexKind, width int, k lane.Const) lane.Map {
	m := openMap(r, width)
	if kind == target.Splice {
		splicedLanes(m, k)
		return m
	}
	block := len(m.Lane)
	if kind.Joint() && r.Index.Block > 0 {
		block = r.Index.Block / width
	}
	for start := 0; start < len(m.Lane); start += block {
		kindBlock(r, kind, m, start, block, k)
	}
	return m
}

// splicedLanes walks along the bits: lanes of the first source are taken from the first that is set on, as long as one is set above, and then those of the second.
func splicedLanes(m lane.Map, k lane.Const) {
	next := 0
	for i := 0; i < len(m.Lane) && len(m.Src) == 2; i++ {
		below, above := k.Slice(0, i+1), k.Slice(i, len(m.Lane)-i)
		if below != (lane.Const{}) && above != (lane.Const{}) {
			m.Lane[next] = lane.From(0, i)
			next++
		}
	}
	for i := 0; next < len(m.Lane) && len(m.Src) == 2; i++ {
		m.Lane[next] = lane.From(1, i)
		next++
	}
}

// kindBlock is the same of a block of lanes.
func kindBlock(r *target.Row, kind target.IndexKind, m lane.Map, start, block int, k lane.Const) {
	next, last := start, len(r.Src)-1 // the vector whose lanes move is the last one, and the other is what is kept
	rest := func(i int) lane.Lane {
		if last > 0 {
			return lane.From(0, i)
		}
		return lane.Zero()
	}
	for i := start; i < start+block; i++ {
		at := i
		if r.Index.Inline {
			at = min(i, 31)
		}
		set, _ := k.Slice(at, 1).Uint64()
		switch {
		case (kind == target.KeepBits) == (set == 1) && (kind == target.KeepBits || kind == target.ClearBits), kind == target.SetBits && set == 0:
			m.Lane[i] = lane.From(0, i)
		case kind == target.KeepBits, kind == target.ClearBits:
			m.Lane[i] = lane.Zero()
		case kind == target.SetBits:
			m.Lane[i] = lane.Fixed(lane.ConstOf(1))
		case (kind == target.Compress || kind == target.Group) && set == 1:
			m.Lane[next] = lane.From(last, i)
			next++
		case kind == target.Expand && set == 1:
			m.Lane[i] = lane.From(last, next)
			next++
		case kind == target.Expand:
			m.Lane[i] = rest(i)
		case kind == target.Windows:
			v, _ := k.Slice(i&^7, 6).Uint64()
			m.Lane[i] = lane.From(0, i&^63+(int(v)+i%8)%64)
		case kind == target.Matrix:
			row, _ := k.Slice(i&^63+56-i%8*8, 8).Uint64()
			if m.Lane[i] = (lane.Lane{}); row == 0 {
				m.Lane[i] = lane.Zero()
			} else if row&(row-1) == 0 {
				m.Lane[i] = lane.From(0, i&^7+bits.TrailingZeros64(row))
			}
		}
	}
	for ; kind == target.Compress && next < start+block; next++ {
		m.Lane[next] = rest(next)
	}
	for i := start; kind == target.Group && i < start+block && next < start+block; i++ {
		if set, _ := k.Slice(i, 1).Uint64(); set == 0 {
			m.Lane[next] = lane.From(last, i)
			next++
		}
	}
}

// The same of rows that compute: what they make of numbers is what their kind says, and packs make nothing of numbers that the narrower lane does not hold.
func TestKindsOfUnions(t *testing.T) {
	random := chance.Random(t, 0)
	seen := map[*target.Row]bool{}
	for _, tg := range target.Targets() {
		for _, r := range tg.Rows {
			if r.Union == nil || seen[r] {
				continue
			}
			seen[r] = true
			for range 6 {
				if u := r.Union; u.Kind == target.Pack {
					packs(t, random, r)
				} else if x, got, want := combined(random, r); !slices.Equal(got, want) {
					t.Errorf("%s %s, kind %d, inverted %d, makes %v of %v, not %v", r.Name, r.Asm, u.Kind, u.Inverted, got, x, want)
				}
			}
		}
	}
	if len(seen) < 20 {
		t.Errorf("only %d rows compute", len(seen))
	}
}

// combined are bytes, what the row makes of them, and what its kind says.
func combined(random *rand.Rand, r *target.Row) (of [][]byte, got, want []byte) {
	n := r.Bits / 8
	args := make([]lane.Map, len(r.Src))
	of, want = make([][]byte, len(r.Src)), make([]byte, n)
	for k := range args {
		of[k] = make([]byte, n)
		fillRandom(random, of[k])
		args[k] = lane.Map{Bits: 8, Lane: make([]lane.Lane, n)}
		for i, b := range of[k] {
			args[k].Lane[i] = lane.Fixed(lane.ConstOf(uint64(b)))
		}
	}
	for i := range want {
		for k := range of {
			x := of[k][i]
			switch {
			case r.Union.Kind == target.AndNot && k == r.Union.Inverted:
				x = ^x
			case r.Union.Kind == target.Or:
				want[i] |= x
				continue
			}
			if k == 0 {
				want[i] = 0xff
			}
			want[i] &= x
		}
	}
	for _, l := range r.Union.Of(args...).Lane {
		v, _ := l.Const.Uint64()
		got = append(got, byte(v))
	}
	return of, got, want
}

// packs compares what a pack makes of lanes that hold a small number, one whose highest bit is set, and one too great, with what it says.
func packs(t *testing.T, random *rand.Rand, r *target.Row) {
	w := 2 * r.Elem
	n := r.Bits / w
	var args []lane.Map
	for range 2 {
		m := lane.Map{Bits: w, Lane: make([]lane.Lane, n)}
		for i := range m.Lane {
			v := uint64(random.IntN(1 << (r.Elem - 1)))
			switch random.IntN(3) {
			case 1:
				v |= 1 << (r.Elem - 1)
			case 2:
				v |= 1 << r.Elem
			}
			m.Lane[i] = lane.Fixed(lane.ConstOf(v))
		}
		args = append(args, m)
	}
	got := r.Union.Of(args...)
	block := min(n, 128/w)
	for k, m := range args {
		for i, l := range m.Lane {
			v, _ := l.Const.Uint64()
			fits := v>>r.Elem == 0 && !(r.Union.Signed && v>>(r.Elem-1) != 0)
			made := got.Lane[i/block*2*block+k*block+i%block]
			if moved := made.Kind == lane.Constant; moved != fits || moved && made.Const != lane.ConstOf(v) {
				t.Errorf("%s %s, signed %t, makes %v of %#x", r.Name, r.Asm, r.Union.Signed, made, v)
			}
		}
	}
}

// A move is still if it leaves all where it is, and one of signs takes the highest bit of each lane: those that say so are all that do.
func TestKindsOfMoves(t *testing.T) {
	counts := map[target.MoveKind]int{}
	for _, tg := range target.Targets() {
		for _, r := range tg.Rows {
			if r.Imm == nil {
				continue
			}
			kind := target.AnyMove
			switch m := narrow(t, r.Imm.Map(0), 1); {
			case r.Imm.Values > 1 || len(r.Src) != 1:
			case isStill(r, m):
				kind = target.Still
			case takesSigns(r, m):
				kind = target.SignBits
			}
			if counts[kind]++; kind != r.Imm.Kind {
				t.Errorf("%s %s says kind %d, and does %d", r.Name, r.Asm, r.Imm.Kind, kind)
			}
		}
	}
	if counts[target.Still] == 0 || counts[target.SignBits] == 0 {
		t.Errorf("moves of each kind: %v", counts)
	}
}

func isStill(r *target.Row, m lane.Map) bool {
	for i, l := range m.Lane {
		if l != lane.From(0, i) {
			return false
		}
	}
	return r.Src[0] == r.Bits
}

// takesSigns says whether the bits are every w-th of the source for some w from a byte on, the last being its highest, with zeros above.
func takesSigns(r *target.Row, m lane.Map) bool {
	w := m.Lane[0].Index + 1
	if m.Lane[0].Kind != lane.Source || w < 8 || r.Src[0]%w != 0 {
		return false
	}
	for i, l := range m.Lane {
		want := lane.Zero()
		if i < r.Src[0]/w {
			want = lane.From(0, (i+1)*w-1)
		}
		if l != want {
			return false
		}
	}
	return true
}
