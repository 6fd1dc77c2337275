package svp64_test

import (
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64"
)

// twoSourceMasks calls f for all 9^4 maps of four lanes of two sources, undefined lanes included.
func twoSourceMasks(f func(m lane.Map)) {
	m := lane.Map{Bits: 32, Src: []int{4, 4}, Lane: make([]lane.Lane, 4)}
	for k := range 9 * 9 * 9 * 9 {
		for j := range m.Lane {
			c := k % 9
			k /= 9
			if m.Lane[j] = lane.From(c/4, c%4); c == 8 {
				m.Lane[j] = lane.Lane{}
			}
		}
		f(m)
	}
}

// vectors are the lanes of each value of a sequence.
type vectors map[svp64.Value][]lane.Lane

// do executes a move on symbols.
func (v vectors) do(t *testing.T, m svp64.Move) {
	if m.Dst == m.Src && m.Swizzle.Canonical() != svp64.Select() {
		t.Fatalf("%v is in place", m)
	}
	to := v.lanes(m.Dst)
	from := v.lanes(m.Src)
	for j := range m.Swizzle.Len() {
		switch x := m.Swizzle.At(j); {
		case x.Moves():
			to[j] = from[x.Lane()]
		case x == svp64.Zero:
			to[j] = lane.Zero()
		case x == svp64.One:
			to[j] = lane.Fixed(lane.ConstOf(1))
		}
	}
}

func (v vectors) lanes(x svp64.Value) []lane.Lane {
	if v[x] == nil {
		v[x] = make([]lane.Lane, 4)
	}
	return v[x]
}

// start holds the sources; an undefined lane elsewhere stands for what nobody knows.
func start() vectors {
	v := vectors{}
	for k := range 2 {
		for j := range 4 {
			v[svp64.Value(k)] = append(v[svp64.Value(k)], lane.From(k, j))
		}
	}
	return v
}

// wantLanes wants each defined lane.
func wantLanes(t *testing.T, m lane.Map, got []lane.Lane, steps any) {
	for j, x := range m.Lane {
		if x.Kind != lane.Undefined && got[j] != x {
			t.Fatalf("%v by %v: lane %d is %v", m, steps, j, got[j])
		}
	}
}

// The counts of all two-source masks, each sequence executed, into a destination of its own and in the place of source a.
func TestSequences(t *testing.T) {
	fresh, into := map[int]int{}, map[string]int{}
	twoSourceMasks(func(m lane.Map) {
		steps, err := svp64.Sequence(m)
		if err != nil {
			t.Fatal(err)
		}
		v := start()
		for _, s := range steps {
			v.do(t, s)
		}
		wantLanes(t, m, v.lanes(svp64.Result), steps)
		fresh[len(steps)]++

		steps, err = svp64.SequenceInto(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		v = start()
		temp := ""
		for _, s := range steps {
			v.do(t, s)
			if s.Dst == svp64.Temp {
				temp = " with a temporary"
			}
		}
		wantLanes(t, m, v.lanes(0), steps)
		into[string(rune('0'+len(steps)))+temp]++
		if least := leastMoves(m); len(steps) != least {
			t.Fatalf("%v by %v: %d moves are enough", m, steps, least)
		}
	})
	for n, want := range []int{1, 1248, 5312} {
		if fresh[n] != want {
			t.Errorf("%d masks take %d moves, want %d", fresh[n], n, want)
		}
	}
	for n, want := range map[string]int{"0": 16, "1": 1280, "2 with a temporary": 609, "3 with a temporary": 4656} {
		if into[n] != want {
			t.Errorf("into a, %d masks take %s moves, want %d (all: %v)", into[n], n, want, into)
		}
	}
}

// leastMoves tries all shapes of up to three moves between a (the destination), b and a temporary. What can be in a lane after a shape does not depend on the other lanes, because a move chooses for each.
func leastMoves(m lane.Map) int {
	for n := range 4 {
		if reachable(m, n, reach{{0: 1 << 0, 1: 1 << 1, 2: 1 << 2, 3: 1 << 3}, {0: 1 << 4, 1: 1 << 5, 2: 1 << 6, 3: 1 << 7}, {}}) {
			return n
		}
	}
	return 99
}

// reach is for a, b and the temporary the set of lanes that each lane may hold: bits 0 to 3 are a's, 4 to 7 b's.
type reach [3][4]uint8

func reachable(m lane.Map, moves int, r reach) bool {
	if moves == 0 {
		for j, x := range m.Lane {
			if x.Kind != lane.Undefined && r[0][j]>>(4*x.Src+x.Index)&1 == 0 {
				return false
			}
		}
		return true
	}
	for _, dst := range []int{0, 2} { // source b stays as it is
		for src := range 3 {
			if dst == src {
				continue
			}
			next := r
			var any uint8
			for _, set := range r[src] {
				any |= set
			}
			for j := range next[dst] {
				next[dst][j] |= any
			}
			if reachable(m, moves-1, next) {
				return true
			}
		}
	}
	return false
}

// All two-source masks in scalar form, executed on registers; the lengths are those that the argument in the comment of PairSequence gives.
func TestPairSequences(t *testing.T) {
	rng := chance.Random(t, 0)
	count := map[int]int{}
	twoSourceMasks(func(m lane.Map) {
		steps, err := svp64.PairSequence(m)
		if err != nil {
			t.Fatal(err)
		}
		count[len(steps)]++
		regs := map[svp64.Value]int{0: 8, 1: 12, svp64.Result: 16, svp64.Temp: 20}
		s := svp64.NewState(0)
		fill(&s.GPR, rng)
		want := [8]uint32{}
		for k := range want {
			want[k] = uint32(s.GPR[8+k/4*4+k%4/2] >> (k % 2 * 32))
		}
		runPairSteps(t, s, steps, regs)
		for j, x := range m.Lane {
			got := uint32(s.GPR[16+j/2] >> (j % 2 * 32))
			if x.Kind == lane.Source && got != want[4*x.Src+x.Index] {
				t.Fatalf("%v by %v: lane %d", m, steps, j)
			}
		}
		if least := leastPairSteps(m); len(steps) != least {
			t.Fatalf("%v by %v: %d steps, want %d", m, steps, len(steps), least)
		}
	})
	t.Logf("steps: %v", count)
	for n, want := range []int{1, 1248, 504, 3784, 1024} {
		if count[n] != want {
			t.Errorf("%d masks take %d steps, want %d", count[n], n, want)
		}
	}
}

func runPairSteps(t *testing.T, s *svp64.State, steps []svp64.PairStep, regs map[svp64.Value]int) {
	at := func(h svp64.Half) *uint64 {
		if h.High {
			return &s.GPR[regs[h.Pair]+1]
		}
		return &s.GPR[regs[h.Pair]]
	}
	for _, p := range steps {
		if p.Or {
			*at(p.To) = *at(p.Left) | *at(p.Right)
			continue
		}
		i := svp64.Inst{RT: svp64.Reg{No: uint8(regs[p.Dst])}, RA: svp64.Reg{No: uint8(regs[p.Src])}, Swizzle: p.Swizzle}
		if err := s.Run(i); err != nil {
			t.Fatal(err)
		}
	}
}

// leastPairSteps is the lower bound: a register with lanes of both sources is an or, and its operands, which need zeros, a move of each source; without such a register two sources need two instructions, and a third where
// neither register can be copied as it stands, because both moves write all of the pair.
func leastPairSteps(m lane.Map) int {
	sources, mixed, straight := map[int]bool{}, 0, false
	for h := range 2 {
		here, asItStands, register := map[int]bool{}, true, -1
		for k, x := range m.Lane[2*h : 2*h+2] {
			if x.Kind == lane.Undefined {
				continue
			}
			sources[x.Src], here[x.Src] = true, true
			asItStands = asItStands && x.Index%2 == k && (register < 0 || register == x.Index/2)
			register = x.Index / 2
		}
		if len(here) == 2 {
			mixed++
		} else if len(here) == 1 && asItStands {
			straight = true
		}
	}
	switch {
	case len(sources) < 2:
		return len(sources)
	case mixed > 0:
		return 2 + mixed
	case straight:
		return 2
	}
	return 3
}

// Constants come with the first move, and what no sequence can do is refused.
func TestSequenceConstants(t *testing.T) {
	for _, row := range []struct{ text, fresh, into, pair string }{
		{"i32x4 i32x4 -> a1 1 b0 z", "[d ← a.Y1.0 d ← b...X.]", "[t ← a.Y... a ← t.X1.0 a ← b...X.]", "[d ← a.Y1.0 t ← b...X. d1 ← d1 | t1]"},
		{"i32x4 i32x4 -> z 1 z 1", "[d ← t.0101]", "[a ← t.0101]", "[d ← t.0101]"},
		{"i32x4 i32x4 -> a0 1", "[d ← a.X1]", "[a ← t..1]", "[d ← a.X1]"},
		{"i32x4 i32x4 -> a0 a1 b2 b3", "[d ← a.XY.. d ← b...ZW]", "[a ← b...ZW]", "[d ← a.XY.. d1 ← b1]"},
		{"i32x4 -> a0 #3f800000", "[d ← a.X1]", "[a ← t..1]", "[d ← a.X1]"},
	} {
		m, err := lane.Parse(row.text)
		if err != nil {
			t.Fatal(err)
		}
		fresh, err1 := svp64.Sequence(m)
		into, err2 := svp64.SequenceInto(m, 0)
		pair, err3 := svp64.PairSequence(m)
		if err1 != nil || err2 != nil || err3 != nil || sprint(fresh) != row.fresh || sprint(into) != row.into || sprint(pair) != row.pair {
			t.Errorf("%s: %v %v %v: %v %v %v", row.text, fresh, into, pair, err1, err2, err3)
		}
	}
	for _, text := range []string{"i32x4 -> #2", "i32x5 -> a4", "i32x4 -> d1 a0", "i32x4 -> a0 a0 a0 a0 a0", "i32x4 -> 1 #3f800000"} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if steps, err := svp64.Sequence(m); err == nil {
			t.Errorf("%s: %v", text, steps)
		}
	}
	if _, err := svp64.PairSequence(lane.Map{Bits: 32, Src: []int{4}, Lane: []lane.Lane{lane.FromOld(0)}}); err == nil {
		t.Error("the scalar form keeps a lane")
	}
}
