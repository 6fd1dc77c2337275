package lower

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Whatever two rows do to bits, with any constants, two rows are found for, or nothing is claimed.
func TestBitPairsOfTwo(t *testing.T) {
	if testing.Short() {
		t.Skip("searches of bits take long")
	}
	t.Parallel()
	random := chance.Random(t, 26)
	var l Lowerer
	n := 16
	if *Full {
		n = 160
	}
	for _, tg := range Some(random, vectorTargets(), 3) {
		tried, found, claimed := 0, 0, 0
		for tried < n {
			seq := Sequence{Inputs: []Input{{Source: 0}, {Source: 1}}, Bits: 128, Wide: []int{128, 128}, Result: 3}
			first, ok1 := randomOp(random, tg, 128, []Arg{0, 1}, tried%2 == 0)
			last, ok2 := randomOp(random, tg, 128, []Arg{0, 1, 2, 2, 2}, tried%2 == 0)
			if seq.Code = []Op{first, last}; !ok1 || !ok2 {
				continue
			}
			want, ok := tornMap(random, &seq)
			if !ok {
				continue
			}
			tried++
			s := &search{l: &l, o: Options{Target: tg, Cost: Instructions}, budget: 1 << 24}
			d, args := draft{inputs: 2, bits: []int{128, 128}}, []Arg{0, 1}
			f := finding{s: s, price: unaffordable}
			for _, one := range s.oneRow(d, want, args) {
				f.take(one)
			}
			exact := f.bitPairs(d, want, args, 0)
			exact = f.bitPairs(d, want, args, 1) && exact
			switch {
			case f.ok:
				found++
				check := Sequence{Inputs: seq.Inputs, Bits: 128, Wide: seq.Wide, Code: f.best.code, Result: f.best.result}
				check.check(want)
			case exact:
				t.Errorf("%s: nothing does %v, but %s, %d, %v, %s of %v, and %s, %d, %v, %s of %v", tg.Name, want,
					first.Row.Name, first.Imm, first.Form, first.Const.Hex(), first.Args, last.Row.Name, last.Imm, last.Form, last.Const.Hex(), last.Args)
			}
			if exact {
				claimed++
			}
		}
		t.Logf("%s: %d of %d found, %d exactly", tg.Name, found, tried, claimed)
	}
}

// Of one input, a row with a constant that takes two vectors has it twice: nothing else of LSX does this by two rows, and once nothing was claimed to.
func TestBitPairsOfOneInput(t *testing.T) {
	tg, ok := target.Find("lsx")
	if !ok {
		t.Fatal("there is no lsx")
	}
	want, err := lane.Parse("i4x32 i4x32 -> _ _ _ z z z z z _ _ _ _ b24 b25 _ _ _ _ _ b24 b25 b18 b19 z _ _ _ _ _ _ z z")
	if err != nil {
		t.Fatal(err)
	}
	s := &search{l: new(Lowerer), o: Options{Target: tg, Cost: Instructions}, budget: 1 << 24}
	d, args := draft{inputs: 2, bits: []int{128, 128}}, []Arg{0, 1}
	f := finding{s: s, price: unaffordable}
	if f.bitPairs(d, want, args, 1); !f.ok || len(f.best.code) != 2 {
		t.Fatalf("two rows are not found: %v", f.best.code)
	}
	found := Sequence{Inputs: []Input{{Source: 0}, {Source: 1}}, Bits: 128, Wide: []int{128, 128}, Code: f.best.code, Result: f.best.result}
	found.check(want)
}

// vectorTargets are the targets of vectors alone that have such of 128 bits.
func vectorTargets() []*target.Target {
	return slices.DeleteFunc(slices.Clone(target.Targets()), func(tg *target.Target) bool { return tg.Holds(target.General) || !slices.Contains(tg.Bits, 128) })
}

// tornMap is what a sequence does if it tears bytes apart, with some lanes that nobody cares about.
func tornMap(random *rand.Rand, seq *Sequence) (want lane.Map, ok bool) {
	got, err := seq.Map()
	if err != nil {
		return want, false
	}
	if want, err = lowBits(got, 128, lane.Zero()).Regroup(1); err != nil {
		return want, false
	}
	for i := range want.Lane {
		if l := want.Lane[i]; i/8%4 == 0 && random.IntN(4) == 0 || l.Kind == lane.Constant && !l.Const.IsZero() {
			want.Lane[i] = lane.Lane{}
		}
	}
	want = widest(want)
	reads := want.Reads()
	return want, want.Bits < 8 && direct(want, []Arg{0, 1}) < 0 && reads[0]+reads[1] > 0
}
