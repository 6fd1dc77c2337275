package find

import (
	"math/bits"
	"sort"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
)

// A move is a mov and what it does to the lanes of a window, a bit each. Lanes that it writes and that are wanted otherwise have to be written over by a later one.
type move struct {
	inst         visa.Inst
	right, wrong uint64
}

// A mover makes all movs that are of use for a window of a map.
type mover struct {
	frame Frame
	m     lane.Map
	lo, n int

	keep   uint64 // lanes that nothing may write
	single uint64 // lanes that a mov of one lane writes
	seen   map[[2]uint64]bool
	moves  []move
}

// A pattern is what one canonical region reads with an execution size, in elements from its first.
type pattern struct {
	region visa.Region
	index  []int
	last   int
}

// patternsOf are the patterns of an execution size: 1, 7, 31, 55, 79 and 104 for the sizes 1 to 32.
var patternsOf = sync.OnceValue(func() (all [visa.MaxExec + 1][]pattern) {
	for exec := 1; exec <= visa.MaxExec; exec *= 2 {
		for r := range visa.LegalRegions(exec) {
			if r.Canonical(exec) != r {
				continue
			}
			p := pattern{region: r, last: r.Last(exec)}
			for k := range exec {
				p.index = append(p.index, r.Index(k))
			}
			all[exec] = append(all[exec], p)
		}
	}
	return all
})

// at is what lane i of the window wants.
func (w *mover) at(i int) lane.Lane { return w.m.Lane[w.lo+i] }

// wanted are the lanes that some mov must write. Those of the old destination are not to be written.
func (w *mover) wanted() (need uint64) {
	w.seen = map[[2]uint64]bool{}
	for i := range w.n {
		switch w.at(i).Kind {
		case lane.Old:
			w.keep |= 1 << i
		case lane.Source, lane.Constant:
			need |= 1 << i
		}
	}
	return need
}

// prepare makes the moves. Those that are in no respect better than another are left out.
func (w *mover) prepare() {
	w.eachPlace(w.from)
	w.prune()
}

// eachPlace calls f for all lanes i, i+stride, … that a mov can write, those of few lanes first.
func (w *mover) eachPlace(f func(exec, stride, i int)) {
	for exec := 1; exec <= visa.MaxExec; exec *= 2 {
		for _, stride := range [...]int{1, 2, 4} {
			for i := 0; i+(exec-1)*stride < w.n && (exec > 1 || stride == 1); i++ {
				f(exec, stride, i)
			}
		}
	}
}

// lanesAt is the lanes i, i+stride, … as bits.
func lanesAt(exec, stride, i int) (all uint64) {
	for k := range exec {
		all |= 1 << (i + k*stride)
	}
	return all
}

// reached are the lanes that some move writes rightly.
func (w *mover) reached() (all uint64) {
	for k := range w.moves {
		all |= w.moves[k].right
	}
	return all
}

// from makes the moves that write lanes i, i+stride, …
func (w *mover) from(exec, stride, i int) {
	if w.keep&lanesAt(exec, stride, i) != 0 {
		return
	}
	to, ok := w.frame.operand(w.frame.Result, w.lo+i, exec, visa.Destination(stride))
	if !ok {
		return
	}
	e, _ := visa.ExecOf(exec, 0, false)
	inst := visa.Inst{Op: ops().mov, Exec: e, N: 2}
	inst.Operand[0] = to
	w.eachRegion(exec, stride, i, func(o origin, r visa.Region, right, wrong uint64) {
		if !w.useful(exec, right, wrong) {
			return
		}
		if inst.Operand[1], ok = w.frame.operand(w.frame.Sources[o.src], o.base, exec, r); ok {
			w.add(inst, right, wrong)
		}
	})
	w.eachConstant(exec, stride, i, func(o visa.Operand, right, wrong uint64) {
		if w.useful(exec, right, wrong) {
			inst.Operand[1] = o
			w.add(inst, right, wrong)
		}
	})
}

// useful says whether a move is new, and more than one of a single lane.
func (w *mover) useful(exec int, right, wrong uint64) bool {
	if right == 0 || exec > 1 && right&(right-1) == 0 && right&w.single != 0 {
		return false
	}
	return !w.seen[[2]uint64{right, wrong}]
}

func (w *mover) add(inst visa.Inst, right, wrong uint64) {
	w.seen[[2]uint64{right, wrong}] = true
	w.moves = append(w.moves, move{inst, right, wrong})
	if inst.Exec.Size() == 1 {
		w.single |= right
	}
}

// An origin is the source and element where a region begins.
type origin struct{ src, base int }

// eachRegion calls f for every region of every source that reads at least one of the lanes i, i+stride, … as it is wanted, and nothing outside the source.
func (w *mover) eachRegion(exec, stride, i int, f func(o origin, r visa.Region, right, wrong uint64)) {
	patterns := patternsOf()[exec]
	_, defined := w.compare(exec, stride, i, func(int, lane.Lane) bool { return false })
	var origins [visa.MaxExec]origin
	for n := range patterns {
		p := &patterns[n]
		for k := range exec { // where the region begins if it reads lane k right
			origins[k] = origin{-1, 0}
			if l := w.at(i + k*stride); l.Kind == lane.Source && l.Index >= p.index[k] && l.Index-p.index[k]+p.last < w.m.Src[l.Src] {
				origins[k] = origin{l.Src, l.Index - p.index[k]}
			}
		}
		for k, o := range origins[:exec] {
			if o.src < 0 {
				continue
			}
			right := uint64(0)
			for j := k; j < exec; j++ {
				if origins[j] == o {
					right |= 1 << (i + j*stride)
					origins[j].src = -1
				}
			}
			f(o, p.region, right, defined&^right)
		}
	}
}

// compare says which of the lanes i, i+stride, … are as they are wanted. Those that are undefined are neither right nor wrong.
func (w *mover) compare(exec, stride, i int, same func(k int, l lane.Lane) bool) (right, wrong uint64) {
	for k := range exec {
		switch l := w.at(i + k*stride); {
		case l.Kind == lane.Undefined:
		case same(k, l):
			right |= 1 << (i + k*stride)
		default:
			wrong |= 1 << (i + k*stride)
		}
	}
	return right, wrong
}

// eachConstant calls f for the immediates that make at least one of the lanes: each constant that is wanted, and the packed ones.
func (w *mover) eachConstant(exec, stride, i int, f func(o visa.Operand, right, wrong uint64)) {
	var tried []uint64
lanes:
	for k := range exec {
		l := w.at(i + k*stride)
		v, fits := l.Const.Uint64()
		if l.Kind != lane.Constant || !fits {
			continue
		}
		for _, have := range tried {
			if have == v {
				continue lanes
			}
		}
		tried = append(tried, v)
		right, wrong := w.compare(exec, stride, i, func(_ int, have lane.Lane) bool { return have == l })
		f(visa.Operand{Class: visa.Immediate, Type: w.frame.Type, Imm: v}, right, wrong)
	}
	if len(tried) < 2 {
		return
	}
	for _, t := range [...]visa.Type{visa.UV, visa.V, visa.VF} {
		if o, ok := w.packed(t, exec, stride, i); ok {
			right, wrong := w.compare(exec, stride, i, func(k int, l lane.Lane) bool { return w.makes(&o, k, l) })
			f(o, right, wrong)
		}
	}
}

// packed is the packed immediate of a type that makes as many lanes as such a one can.
func (w *mover) packed(t visa.Type, exec, stride, i int) (visa.Operand, bool) {
	o := visa.Operand{Class: visa.Immediate, Type: t}
	lanes, codes := 8, 16
	if t == visa.VF {
		lanes, codes = 4, 256
	}
	if _, err := o.Constant(0, w.frame.Type); err != nil || exec > lanes {
		return o, false
	}
	for k := range exec {
		for code := range codes {
			try := o
			try.Imm |= uint64(code) << (k * bits.Len(uint(codes-1)))
			if w.makes(&try, k, w.at(i+k*stride)) {
				o = try
				break
			}
		}
	}
	return o, true
}

// makes says whether lane k of the immediate becomes l, a constant, in a variable of the frame's type.
func (w *mover) makes(o *visa.Operand, k int, l lane.Lane) bool {
	made, err := o.Constant(k, w.frame.Type)
	return err == nil && l.Kind == lane.Constant && made == l
}

// prune leaves out moves of which another has all that is right, and nothing wrong that they do not have. Moves with more right lanes, and then of fewer lanes, come first.
func (w *mover) prune() {
	sort.SliceStable(w.moves, func(a, b int) bool {
		x, y := &w.moves[a], &w.moves[b]
		if n := bits.OnesCount64(x.right) - bits.OnesCount64(y.right); n != 0 {
			return n > 0
		}
		return bits.OnesCount64(x.wrong) < bits.OnesCount64(y.wrong)
	})
	kept := w.moves[:0]
next:
	for _, m := range w.moves {
		for k := range kept {
			if m.right&^kept[k].right == 0 && kept[k].wrong&^m.wrong == 0 {
				continue next
			}
		}
		kept = append(kept, m)
	}
	w.moves = kept
}
