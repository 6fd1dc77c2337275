package machine

import "github.com/lanescope/lanescope/g13"

// A Step is one instruction that a SIMD-group has executed. It is good until the function that was given it returns.
type Step struct {
	Place    *Place
	Offset   int
	Inst     g13.Inst
	Exec     uint32 // the lanes that were active before
	Changed  []int  // the registers that have another value now, in any lane
	Accesses []Access
	Group    *Group // afterwards
}

// keep remembers the registers that an instruction is going to write.
func (w *watch) keep(g *Group, o *op) {
	for k := range min(int(o.writes), maxWritten) {
		w.before[k] = g.rows[int(o.d.row)+k]
	}
}

// tell shows an instruction that was executed to whoever traces. An error ends the run.
func (w *watch) tell(g *Group, at int, exec uint32) bool {
	o := &g.program.ops[at]
	s := &w.step
	s.Place, s.Offset, s.Inst, s.Exec, s.Group = &g.Place, g.program.offset[at], g.program.inst[at], exec, g
	s.Accesses, s.Changed = g.accesses, s.Changed[:0]
	for k := range min(int(o.writes), maxWritten) {
		if n := int(o.d.row) + k; w.before[k] != g.rows[n] {
			s.Changed = append(s.Changed, n)
		}
	}
	w.err = w.trace(s)
	return w.err == nil
}
