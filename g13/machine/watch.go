package machine

import "math/bits"

// A watch is who looks at every instruction of a core's SIMD-groups. Without one they run on the short path.
type watch struct {
	lanes []uint64 // active ones, added up for each instruction
	races *raceDetector
	trace func(*Step) error
	err   error // of the trace

	step   Step
	before [maxWritten]Row
}

// maxWritten is how many registers an instruction writes at most.
const maxWritten = 4

// watchedSteps are steps, each of them shown to the watch.
func (g *Group) watchedSteps(ops []op) {
	w := g.watch
	for g.left > 0 {
		at, exec := g.at, g.Exec
		o := &ops[at]
		g.left--
		g.counts[at]++
		g.at++
		if o.free {
			o.run(g, o)
			continue
		}
		g.accesses = g.accesses[:0]
		if w.trace != nil {
			w.keep(g, o)
		}
		o.run(g, o)
		if g.end.over && g.end.stop == Faulted {
			return
		}
		w.lanes[at] += uint64(bits.OnesCount32(exec))
		if w.races != nil && len(g.accesses) > 0 {
			w.races.note(g, at)
		}
		if w.trace != nil && !w.tell(g, at, exec) {
			return
		}
	}
}
