package quick

import (
	"testing"

	"github.com/lanescope/lanescope/target"
)

// Steps that stand elsewhere read what they have read, and share and overwrite the same constants; they stay away where one of these is no longer there.
func TestRuns(t *testing.T) {
	tg, _ := target.Find("sse2")
	row, ok := tg.Find("pand", 128, 1)
	if !ok {
		t.Fatal("no pand")
	}
	s := &state{}
	s.inputs, s.loads = 2, 3
	add := func(args ...node) *step {
		v, _ := s.plain(row, 0, [mostOperands]node(append(args, make([]node, mostOperands-len(args))...)), len(args))
		return &s.step[int(v)-s.inputs]
	}
	add(0, 1).loads = 1 // step 0 is node 2
	add(2, 1)           // node 3, and behind it the run
	add(2, 0).shares = 1
	add(4, 1).spends = 3 // of the step before it
	s.loads--
	var r run
	if r.cut(s, 2, 3, 5); r.n != 2 || r.loads != 1 {
		t.Fatalf("%d steps with %d constants, want 2 with 1", r.n, r.loads)
	}
	s.n, s.loads = 1, 3
	add(0, 0)
	add(1, 1)
	v, ok := r.paste(s, 1)
	if !ok || v != 6 || s.n != 5 || s.loads != 2 {
		t.Fatalf("%t: node %d of %d steps, %d constants left", ok, v, s.n, s.loads)
	}
	if x, y := &s.step[3], &s.step[4]; x.args[0] != 2 || x.args[1] != 0 || x.shares != 1 || y.args[0] != 5 || y.args[1] != 1 || y.spends != 4 {
		t.Errorf("%v sharing %d, and %v overwriting %d", x.args[:2], x.shares, y.args[:2], y.spends)
	}
	s.n = 2
	if _, ok := r.paste(s, 0); ok || s.n != 2 {
		t.Errorf("steps stand where what they read is another step")
	}
}
