package lower

import (
	"context"
	"reflect"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Who decides quickly, or looks at few candidates, does not wait for the tables of three inputs; whoever searches has them.
func TestTablesAreForWhoSearches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		form   string
		o      Options
		tables bool
	}{
		{"i32x4 i32x4 i32x4 -> b2 a3 b0 c1", Options{Effort: Quick}, false},
		{"i32x4 i32x4 i32x4 -> b2 a3 b0 c1", Options{Budget: 1 << 8}, false},
		{"i32x4 i32x4 i32x4 -> b2 a3 b0 c1", Options{}, true},
		{"i32x4 i32x4 -> b2 a3 b0 a1", Options{Effort: Quick}, true},
	} {
		m, err := lane.Parse(c.form)
		if err != nil {
			t.Fatal(err)
		}
		c.o.Target, _ = target.Find("wasm") // the fewest rows
		l := new(Lowerer)
		if _, err := l.Lower(t.Context(), m, c.o); err != nil {
			t.Errorf("%s: %v", c.form, err)
		}
		if made := len(l.solvers) > 0; made != c.tables {
			t.Errorf("%s, %v, budget %d: tables made %v, want %v", c.form, c.o.Effort, c.o.Budget, made, c.tables)
		}
	}
}

// Tables that a context ends are not kept half made: who asks again with time has what who always had it has.
func TestTablesEndWithTheContext(t *testing.T) {
	t.Parallel()
	m, err := lane.Parse("i32x4 i32x4 i32x4 -> b2 a3 b0 c1")
	if err != nil {
		t.Fatal(err)
	}
	late, cancel := context.WithCancel(t.Context())
	cancel()
	sse2, _ := target.Find("sse2")
	l := New(sse2)
	hurried, err := l.Lower(late, m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if hurried.Ended != ByDeadline {
		t.Errorf("without time: ended %v, want by the deadline", hurried.Ended)
	}
	patient, err := l.Lower(t.Context(), m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if patient.Strategy != fourLanes || patient.Ended != Done || patient.Proof != Minimal || patient.Ops != 3 || patient.Ops > hurried.Ops {
		t.Errorf("with time: %s, %d ops, ended %v, %v; without %d ops", patient.Strategy, patient.Ops, patient.Ended, patient.Proof, hurried.Ops)
	}
}

// A countdown is a context that is done when it was asked so often.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// Tables of rows are made no further than there is time, a step for each look at the context. Whoever asks next goes on from there, so that in the end they are as if one had made them.
func TestTablesGrow(t *testing.T) {
	t.Parallel()
	m, err := lane.Parse("i8x32 i8x32 -> a17 a18 b31 a19 b0 _ a11 a21 b7 b16 a29 _ a9 b29 b27 b16 a15 a12 _ b1 b7 _ b29 a28 a30 b24 _ _ b7 b1 b0 _")
	if err != nil {
		t.Fatal(err)
	}
	avx2, _ := target.Find("avx2")
	of := rowsOf{avx2, target.Vectors, 256}
	const looks = 7
	all, l := len(newMoveTable(of).steps), New(avx2)
	for asked := 1; ; asked++ {
		r, err := l.Lower(&countdown{t.Context(), looks}, m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Ended != ByDeadline {
			t.Fatalf("asked %d times with time for %d looks: ended %v", asked, looks, r.Ended)
		}
		left := len(l.tables[of].steps)
		if done := all - left; done > asked*looks {
			t.Fatalf("asked %d times with time for %d looks, %d steps are done", asked, looks, done)
		}
		if asked == 1 && left == 0 {
			t.Fatal("the table is ready at once")
		}
		if made := &l.tables[of].made[2]; left == 0 && made.at != nil && len(made.steps) == 0 {
			break
		}
		if asked > 10_000 {
			t.Fatalf("%d steps are left", left)
		}
	}
	patient, at := New(avx2), &search{l: l, o: Options{Target: avx2}}
	alone := &search{l: patient, o: at.o}
	for _, s := range []*search{at, alone} {
		if p := (&twoRows{s: s}); !p.pose(m, firstArgs(2)) {
			t.Fatal("with time the tables are not ready")
		}
	}
	grown, whole := l.tables[of], patient.tables[of]
	counts := func(t *moveTable) (n [6]int) {
		n = [6]int{len(t.moves), len(t.made[2].values), len(t.made[2].contents)}
		for loads := range t.relations {
			n[3+loads] = len(t.relations[loads].all)
		}
		return n
	}
	if counts(grown) != counts(whole) || !reflect.DeepEqual(grown.made[2].pairs, whole.made[2].pairs) {
		t.Errorf("moves, values, contents and relations by their constants are %d; made at once %d", counts(grown), counts(whole))
	}
}
