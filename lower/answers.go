package lower

import (
	"encoding/binary"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/quick"
)

// A decidedFor is what package quick is asked for a part of a map of several registers: a map in registers, the sum that is to be small, and how many constants there may be.
type decidedFor struct {
	want  string
	cost  Cost
	limit Limit
}

// An answer is what was decided, and what it costs in that sum.
type answer struct {
	decision
	sum int
	ok  bool
}

// answers are what was decided for the parts of a map, of which several ask the same.
//
//	result 0     punpcklbw x0, x2      result 1     punpckhbw x0, x2
//	result 2     punpcklbw x1, x3      as result 0, of other registers
//
// With few constants nothing is decided that is dearer than what is decided with any number, unless that is asked for.
type answers struct {
	known map[decidedFor]answer
	dear  bool
	found key // by the cost below, of the whole, which is one part: nothing is decided that costs more; 0: anything is
	cost  Cost

	program      quick.Program
	asked, tried int // questions, and rows that these took
}

func newAnswers(o *Options) *answers {
	return &answers{known: map[decidedFor]answer{}, found: o.found, cost: o.Cost}
}

// anyPrice says that from now on also what is dearer is decided.
func (a *answers) anyPrice() {
	a.dear = true
	clear(a.known)
}

// decided is what package quick decides for a map under the options of a search.
func (a *answers) decided(s *search, want lane.Map, d draft) (decision, bool) {
	at := decidedFor{d.key(want), s.o.Cost, s.o.MaxConstants}
	found, known := a.known[at]
	if !known {
		found = a.decide(s, at, want, d)
		a.known[at] = found
	}
	return found.decision, found.ok
}

// decide is decided, where it was not asked before.
func (a *answers) decide(s *search, at decidedFor, want lane.Map, d draft) (found answer) {
	below, budget := a.cost.sumBelow(a.found, s.o.Cost), 0
	if !a.dear && !at.limit.allowsAny() {
		free := *s
		free.o.MaxConstants = Limit{}
		a.decided(&free, want, d)
		least := a.known[decidedFor{at.want, at.cost, Limit{}}]
		if n, _ := at.limit.Number(); !least.ok || n >= enoughConstants {
			return least
		}
		near := least.sum + dearer*s.o.Cost.weights().Op + 1
		if budget = askCandidates; below == 0 || near < below {
			below = near
		}
	}
	if found.decision, found.ok = s.decidedBelow(want, d, &a.program, below, budget); found.ok {
		found.sum = a.program.Cost(s.o.Cost.weights())
	}
	a.asked++
	a.tried += a.program.Tried()
	return found
}

// enoughConstants are plenty to package quick, which then decides as with any number. Dearer is how many ops more than with any number are of use with few, as two registers may share them. AskCandidates are
// what each decision with few constants may look at, 262,144 rows: of 15,300 random maps what few constants made cheaper took 226,546 rows at most. It is the same whatever the budget is, as who may load none
// is told what is dear, too, and all that is cheaper than with any number has to be found by who may load some.
const (
	enoughConstants = 8
	dearer          = 2
	askCandidates   = 32
)

// key names a map over the inputs of a draft.
func (d draft) key(want lane.Map) string {
	var b []byte
	for _, n := range d.bits {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return string(appendMap(b, want))
}
