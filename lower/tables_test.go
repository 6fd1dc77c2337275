package lower

import (
	"context"
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
