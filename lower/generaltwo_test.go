package lower_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// generalSequence is a random sequence of general registers of which each op but the first reads the result before it.
func generalSequence(t testing.TB, random *rand.Rand, ops, inputs int) lower.Sequence {
	tg := targetNamed(t, "bmi2")
	s := lower.Sequence{Wide: slices.Repeat([]int{64}, inputs), Bits: 64}
	for k := range inputs {
		s.Inputs = append(s.Inputs, lower.Input{Source: k})
	}
	for i := range ops {
		n := inputs + i
		o := randomGeneralOp(random, tg, n)
		for i > 0 && !slices.Contains(o.Args, lower.Arg(n-1)) {
			o = randomGeneralOp(random, tg, n)
		}
		s.Code = append(s.Code, o)
	}
	s.Result = lower.Arg(inputs + ops - 1)
	return s
}

// loadsOf are the different constants that a sequence loads.
func loadsOf(s *lower.Sequence) int {
	var list []lane.Const
	for i := range s.Code {
		if o := &s.Code[i]; o.Row.Index != nil && !o.Row.Index.Inline && !slices.Contains(list, o.Const) {
			list = append(list, o.Const)
		}
	}
	return len(list)
}

// What two rows do of general registers is found, with as few constants: of random pairs of rows, with some bits that nobody cares about.
func TestTwoGeneralRows(t *testing.T) {
	if testing.Short() {
		t.Skip("searches of bits take long")
	}
	t.Parallel()
	n := 250
	if *full {
		n = 300000
	}
	random := chance.Random(t, 64)
	tg, l := targetNamed(t, "bmi2"), new(lower.Lowerer)
	for i := range n {
		s := generalSequence(t, random, 1+i%2, 1+random.IntN(2))
		got, err := plainMap(&s)
		if err != nil {
			t.Fatal(err)
		}
		m := got.laneMap(len(s.Inputs))
		if dense := random.IntN(4); dense > 0 {
			for k := range m.Lane {
				if random.IntN(1<<(2*dense)) == 0 {
					m.Lane[k] = lane.Lane{}
				}
			}
		}
		if len(m.Reads()) == 0 || !slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind == lane.Source }) {
			continue // a constant is made of nothing
		}
		r, err := l.Lower(t.Context(), m, lower.Options{Target: tg, Cost: lower.Instructions, MaxConstants: lower.AtMost(loadsOf(&s))})
		if err != nil {
			t.Fatalf("%v: %v", m, err)
		}
		if r.Ops > len(s.Code) {
			t.Errorf("%v: %d ops, but %d do it, with %d constants: %v %v", m, r.Ops, len(s.Code), loadsOf(&s), s.Code[0].Row.Text(s.Code[0].Imm, func(l byte) string { return s.Code[0].Const.Hex() }), s.Code[len(s.Code)-1].Row.Text(s.Code[len(s.Code)-1].Imm, func(l byte) string { return s.Code[len(s.Code)-1].Const.Hex() }))
			t.Log(s.Code[0].Args, s.Code[len(s.Code)-1].Args)
		}
		done, err := plainMap(&r.Sequence)
		if err != nil {
			t.Fatal(err)
		}
		if at := done.differs(m); at >= 0 {
			t.Errorf("%v: bit %d is %d", m, at, done[at])
		}
	}
}
