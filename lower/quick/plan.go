package quick

import (
	"slices"

	"github.com/lanescope/lanescope/target"
)

// mostSteps is how long a plan may get: two sources of 64 bytes take up to 500 rows where no constant may be loaded and the first way is taken.
const mostSteps = 640

// A node is a value of a plan: the inputs come first, then the results of the steps.
type node = int16

// A step is one op: a row with what its operands are. Its immediate is known; its constant follows from what it is to do.
type step struct {
	id       uint32 // of what it makes, as far as it was made before
	row      *target.Row
	args     [mostOperands]node
	operands int8
	imm      int16
	loads    int8   // constants
	shares   int16  // the step whose constant it is, one more; 0 for its own
	spends   int16  // the step whose constant it overwrites, one more; 0 for its own
	bytes    int8   // of want
	want     vector // of a row with a constant: over its operands
}

// A plan is the steps so far.
type plan struct {
	inputs int
	n      int
	made   uint32 // steps, those that were taken back included
	live   nodes  // what is still to be read when all steps are done
	step   [mostSteps]step
}

// next is room for one more step, which is the last one then; nil if there is none.
func (p *plan) next() *step {
	if p.n == mostSteps {
		return nil
	}
	p.n++
	p.made++
	t := &p.step[p.n-1]
	t.id = uint32(p.inputs) + p.made
	return t
}

// last is the node of the last step.
func (p *plan) last() node { return node(p.inputs + p.n - 1) }

// Weights say what a plan costs. Where an op costs nothing, or less, ops alone are counted: everything that is taken apart has to get cheaper.
type Weights struct{ Op, Constant, Copy int }

// counting are the weights themselves, or those that count ops.
func (w Weights) counting() Weights {
	if w.Op <= 0 {
		return Weights{Op: 1}
	}
	return w
}

// cost is that of the steps from first on. A number in a general register, and each mode but the first, count as a copy does.
func (p *plan) cost(first int, w *Weights) (sum int) {
	var mode target.Mode
	for i := first; i < p.n; i++ {
		row := p.step[i].row
		sum += w.Op*row.Ops() + w.Copy*row.Scalars() + w.Constant*int(p.step[i].loads)
		if row.Mode.Bits == 0 {
			continue
		}
		both, ok := mode.With(row.Mode)
		if mode = both; !ok {
			sum, mode = sum+w.Copy, row.Mode
		}
	}
	return sum + w.Copy*p.copies(first)
}

// copies counts the steps from first on that overwrite a value or a constant which a later one reads, or a value which they read themselves and must have apart.
func (p *plan) copies(first int) (n int) {
	few := p.inputs+p.n <= mostNodes
	later := p.live
	for i := p.n - 1; i >= first; i-- {
		s := &p.step[i]
		args := s.args[:s.operands]
		if s.row.Destroys && len(args) > 0 && (later.has(args[0]) || !few && p.readAfter(args[0], i) || s.row.Apart && slices.Contains(args[1:], args[0])) {
			n++
		}
		if s.spends > 0 && p.loadedAfter(int(s.spends)-1, i) {
			n++
		}
		for _, v := range args {
			later.add(v)
		}
	}
	return n
}

// loadedAfter says whether a step behind i has the constant of another one.
func (p *plan) loadedAfter(other, i int) bool {
	root := p.root(other)
	for j := i + 1; j < p.n; j++ {
		if p.root(j) == root {
			return true
		}
	}
	return false
}

func (p *plan) readAfter(v node, i int) bool {
	for j := i + 1; j < p.n; j++ {
		s := &p.step[j]
		for _, a := range s.args[:s.operands] {
			if a == v {
				return true
			}
		}
	}
	return false
}

// root is the step whose constant a step has.
func (p *plan) root(i int) int {
	if k := int(p.step[i].shares); k > 0 {
		return k - 1
	}
	return i
}

// common is what is wanted by all steps that have a step's constant.
func (p *plan) common(i int) vector {
	root := p.root(i)
	want := p.step[root].want
	for k := root + 1; k < p.n; k++ {
		if int(p.step[k].shares) == root+1 {
			want.add(&p.step[k].want)
		}
	}
	return want
}

// sharing is the step, one more, whose constant does for the last step too, of the same effect; 0 if there is none.
//
//	pshufb a, k      3 _ _ 7        k   3 0 5 7
//	pshufb b, k      _ 0 5 _
func (p *plan) sharing(e *effect) int16 {
	last := &p.step[p.n-1]
	if e.row.Spends {
		return 0
	}
	for i := range p.n - 1 {
		if t := &p.step[i]; t.loads == 0 || t.row != e.row || t.bytes != last.bytes {
			continue
		}
		if want := p.common(i); want.agrees(&last.want) {
			if want.add(&last.want); e.does(&want) {
				return int16(i + 1)
			}
		}
	}
	return 0
}
