package lower

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// DefaultBudget is how many candidates are looked at where Options does not say.
const DefaultBudget = 1 << 14

// wide lowers a map that is not four lanes. What one row does is found exactly; what two rows do of which the last has an immediate, and the first is any, is looked
// through as far as the budget goes; everything longer is composed by the plans of this package, of which the cheapest wins.
func (l *Lowerer) wide(p *problem, o Options) (*Result, error) {
	budget := o.Budget
	if budget == 0 {
		budget = DefaultBudget
	}
	s := &search{l: l, o: o, budget: budget}
	d := draft{inputs: len(p.inputs), bits: p.wide}
	want := p.want
	args := make([]Arg, len(p.inputs))
	for k := range args {
		args[k] = Arg(k)
	}
	if r := direct(want, args); r >= 0 {
		d.result = r
		return s.result(p, d, Minimal, 0), nil
	}
	least := 1
	best, ok := s.cheapest(s.oneRow(d, want, args))
	if ok && s.proof(best, least) == Minimal {
		return s.result(p, best, Minimal, least), nil
	}
	if !ok {
		least = 2
	}
	candidates := s.plans(d, want, args, planDepth)
	if ok {
		candidates = append(candidates, best)
	}
	if best, ok = s.cheapest(candidates); !ok {
		return nil, fmt.Errorf("no sequence was found on %s%s: its rows of %d bits do not move lanes of %d bits so", o.Target.Name, s.limits(), p.bits, want.Bits)
	}
	return s.result(p, best, s.proof(best, least), min(least, len(best.code))), nil
}

// proof is what is known of a draft, given that all sequences of one op are known: it is minimal if nothing of two ops can be cheaper.
func (s *search) proof(d draft, least int) Proof {
	c := s.count(d)
	switch {
	case !s.o.Cost.OfCPU() && s.o.Cost.keyOf(c.Ops, c.Constants, c.Copies, 0) <= s.o.Cost.keyOf(2, 0, 0, 0):
		return Minimal
	case c.Ops <= least:
		return Bounded
	}
	return BestKnown
}

func (s *search) limits() string {
	if s.o.MaxConstants >= 0 {
		return fmt.Sprintf(" with at most %d constants", s.o.MaxConstants)
	}
	return ""
}

// result checks a draft and makes it a result.
func (s *search) result(p *problem, d draft, proof Proof, least int) *Result {
	r := &Result{Map: p.asked, CPU: s.o.CPU, Proof: proof, LowerBound: least}
	r.Inputs, r.Bits, r.Wide, r.Code, r.Result = p.inputs, p.result, p.wide, d.code, d.result
	r.check(p.want)
	r.Count = r.count()
	r.Latency = r.latency(s.o.CPU)
	return r
}

// A search composes drafts for one map.
type search struct {
	l      *Lowerer
	o      Options
	budget int
}

// spend takes n candidates off the budget, and says whether there was any left.
func (s *search) spend(n int) bool {
	s.budget -= n
	return s.budget > 0
}

// A draft is a sequence as it grows. The bits are those of each value's register.
type draft struct {
	inputs int
	bits   []int
	code   []Op
	result Arg
}

// add is the draft with one more op, whose result is its result.
func (d draft) add(o Op) draft {
	d.code = append(slices.Clip(d.code), o)
	d.bits = append(slices.Clip(d.bits), max(o.Row.Bits, 128))
	d.result = Arg(d.inputs + len(d.code) - 1)
	return d
}

// count counts a draft's instructions.
func (s *search) count(d draft) Count {
	seq := Sequence{Inputs: make([]Input, d.inputs), Code: d.code, Result: d.result}
	return seq.count()
}

// cheapest is the cheapest of the drafts that load no more constants than allowed.
func (s *search) cheapest(drafts []draft) (best draft, ok bool) {
	type price struct {
		first float64
		rest  key
	}
	var lowest price
	for _, d := range drafts {
		seq := Sequence{Inputs: make([]Input, d.inputs), Code: d.code, Result: d.result}
		c := seq.count()
		if s.o.MaxConstants >= 0 && c.Constants > s.o.MaxConstants {
			continue
		}
		p := price{rest: s.o.Cost.keyOf(c.Ops, c.Constants, c.Copies, s.throughput(d))}
		if s.o.Cost == Latency {
			p.first = seq.latency(s.o.CPU)
		}
		if !ok || cmp.Or(cmp.Compare(p.first, lowest.first), cmp.Compare(p.rest, lowest.rest)) < 0 {
			best, lowest, ok = d, p, true
		}
	}
	return best, ok
}

func (s *search) throughput(d draft) (sum int) {
	for i := range d.code {
		_, t := figures(d.code[i].Row, s.o.CPU)
		sum += t
	}
	return min(sum, 0xffff)
}

// direct is the argument that already is what is wanted, or -1.
func direct(want lane.Map, args []Arg) Arg {
next:
	for k, n := range want.Src {
		if n != len(want.Lane) {
			continue
		}
		for i, l := range want.Lane {
			if l.Kind != lane.Undefined && l != lane.From(k, i) {
				continue next
			}
		}
		return args[k]
	}
	return -1
}

// rows are the target's rows whose result has that many bits.
func (s *search) rows(bits int) []*target.Row {
	s.l.mu.Lock()
	defer s.l.mu.Unlock()
	if s.l.rows == nil {
		s.l.rows = map[rowsOf][]*target.Row{}
	}
	of := rowsOf{s.o.Target, bits}
	rows, ok := s.l.rows[of]
	if !ok {
		for _, r := range of.target.Rows {
			if r.Bits == bits {
				rows = append(rows, r)
			}
		}
		s.l.rows[of] = rows
	}
	return rows
}

type rowsOf struct {
	target *target.Target
	bits   int
}
