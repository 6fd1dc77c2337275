package fuzz

import (
	"context"
	"errors"
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// Shrink makes a program that goes wrong smaller as long as it goes wrong in the same way.
func (c *Compiler) Shrink(ctx context.Context, machine string, p *Program, kind Kind) (*Program, Verdict, error) {
	verdicts, err := c.Judge(ctx, machine, []*Program{p})
	if err != nil {
		return nil, Verdict{}, err
	}
	last := verdicts[0]
	for {
		next, v, err := c.firstBad(ctx, machine, p.smaller(), kind)
		if err != nil || next == nil {
			return p, last, err
		}
		p, last = next, v
	}
}

// firstBad is the first of programs that goes wrong so, or nil.
func (c *Compiler) firstBad(ctx context.Context, machine string, all []*Program, kind Kind) (*Program, Verdict, error) {
	for len(all) > 0 {
		some := all[:min(atOnce, len(all))]
		verdicts, err := c.kind.judge(ctx, c, machine, some)
		switch {
		case !errors.Is(err, errDied):
		case len(some) == 1:
			verdicts, err = []Verdict{{Kind: Dies, Why: err.Error()}}, nil
		default: // over one of them, or several: that half first which has the smaller ones
			for half := range 2 {
				p, v, err := c.firstBad(ctx, machine, some[half*len(some)/2:(half+1)*len(some)/2], kind)
				if err != nil || p != nil {
					return p, v, err
				}
			}
		}
		if err != nil && !errors.Is(err, errDied) {
			return nil, Verdict{}, err
		}
		if at := slices.IndexFunc(verdicts, func(v Verdict) bool { return v.Kind == kind }); at >= 0 {
			return some[at], verdicts[at], nil
		}
		all = all[len(some):]
	}
	return nil, Verdict{}, nil
}

// atOnce is how many programs a compiler is asked about in one run.
const atOnce = 64

// smaller are programs that are a little smaller, those first that are smallest. None is as large as this one, so that there is an end.
func (p *Program) smaller() []*Program {
	var all []*Program
	for n := range p.Steps {
		all = append(all, p.first(n))
		for _, by := range []int{p.Steps[n].X, p.Steps[n].Y, Zeros} {
			all = append(all, p.without(n, by))
		}
		all = append(all, p.simpler(n)...)
	}
	for s := range p.Sources {
		for other := range s {
			all = append(all, p.merged(s, other))
		}
	}
	for elem := 1; elem <= 8; elem *= 2 {
		all = append(all, p.oneShuffle(elem))
	}
	all = slices.DeleteFunc(all, func(q *Program) bool { return q == nil || compareSizes(q, p) >= 0 })
	slices.SortStableFunc(all, compareSizes)
	return all
}

// compareSizes orders programs: by steps, by what they read, by lanes that are defined, by lanes that move.
func compareSizes(p, q *Program) int {
	a, b := p.size(), q.size()
	return slices.Compare(a[:], b[:])
}

func (p *Program) size() (size [5]int) {
	size[0], size[1] = len(p.Steps), p.Sources
	for k := range p.Steps {
		s := &p.Steps[k]
		for _, v := range []int{s.X, s.Y} {
			if v != Zeros {
				size[2]++
			}
		}
		if s.X != s.Y {
			size[2]++
		}
		n := p.Bytes / s.Elem
		for at, l := range s.Lanes {
			if l >= 0 {
				size[3]++
			}
			if l%n != at%n {
				size[4]++
			}
			if l >= n {
				size[4]++
			}
		}
		size[4] += s.By
	}
	return size
}

// first is the program up to a step, the result of which is what it makes.
func (p *Program) first(n int) *Program {
	q := p.clone()
	q.Steps = q.Steps[:n+1]
	return q.withoutUnused()
}

// without leaves a step out: who reads it reads another value instead.
func (p *Program) without(n, by int) *Program {
	if len(p.Steps) == 1 {
		return nil
	}
	q := p.clone()
	if n == len(q.Steps)-1 { // the result is another value, which has to be a step's
		if by < q.Sources {
			return nil
		}
		q.Steps = q.Steps[:by-q.Sources+1]
		return q.withoutUnused()
	}
	gone := q.Sources + n
	q.Steps = slices.Delete(q.Steps, n, n+1)
	for k := range q.Steps {
		for _, v := range []*int{&q.Steps[k].X, &q.Steps[k].Y} {
			switch {
			case *v == gone:
				*v = by
			case *v > gone:
				*v--
			}
		}
	}
	return q.withoutUnused()
}

// simpler are programs of which one step is simpler.
func (p *Program) simpler(n int) (all []*Program) {
	change := func(f func(s *Step)) {
		q := p.clone()
		f(&q.Steps[n])
		all = append(all, q.withoutUnused())
	}
	s := &p.Steps[n]
	lanes := p.Bytes / s.Elem
	if s.binary() {
		change(func(s *Step) { s.Y = s.X })
		change(func(s *Step) { s.X = s.Y })
		change(func(s *Step) { s.Y = Zeros })
		change(func(s *Step) { s.X, s.Y = 0, 0 })
	}
	if s.By > 1 {
		change(func(s *Step) { s.By = 1 })
	}
	if s.Op != Shuffle {
		for k := range s.Lanes {
			change(func(s *Step) { s.Lanes[k] = 0 })
		}
		return all
	}
	for half := range 2 {
		change(func(s *Step) {
			for k := range lanes / 2 {
				s.Lanes[half*lanes/2+k] = -1
			}
		})
	}
	for k := range s.Lanes {
		change(func(s *Step) { s.Lanes[k] = -1 })
		change(func(s *Step) { s.Lanes[k] = k })
		change(func(s *Step) { s.Lanes[k] = s.Lanes[k] % lanes })
	}
	return all
}

// oneShuffle is a single shuffle that does the same, if one does.
func (p *Program) oneShuffle(elem int) *Program {
	m, err := p.Map().Regroup(8 * elem)
	if err != nil {
		return nil
	}
	s := Step{Op: Shuffle, Elem: elem, X: Zeros, Y: Zeros}
	operands := []*int{&s.X, &s.Y}
	number := map[int]int{}
	for _, l := range m.Lane {
		from := l.Src
		switch {
		case l.Kind == lane.Undefined:
			s.Lanes = append(s.Lanes, -1)
			continue
		case l == lane.Zero():
			from, l.Index = Zeros, 0
		case l.Kind != lane.Source:
			return nil
		}
		n, ok := number[from]
		if !ok {
			if n = len(number); n == len(operands) {
				return nil
			}
			number[from], *operands[n] = n, from
		}
		s.Lanes = append(s.Lanes, n*len(m.Lane)+l.Index)
	}
	if len(number) == 1 {
		s.Y = s.X
	}
	return (&Program{Bytes: p.Bytes, Sources: p.Sources, Steps: []Step{s}}).withoutUnused()
}

// merged has one source instead of two.
func (p *Program) merged(s, other int) *Program {
	q := p.clone()
	for k := range q.Steps {
		for _, v := range []*int{&q.Steps[k].X, &q.Steps[k].Y} {
			if *v == s {
				*v = other
			}
		}
	}
	return q.withoutUnused()
}

// withoutUnused leaves out steps and sources that nothing reads, but for one source.
func (p *Program) withoutUnused() *Program {
	used := make([]bool, p.values())
	used[len(used)-1] = true
	for k := len(p.Steps) - 1; k >= 0; k-- {
		s := &p.Steps[k]
		if !s.binary() {
			s.Y = s.X
		}
		for _, v := range []int{s.X, s.Y} {
			if used[p.Sources+k] && v != Zeros {
				used[v] = true
			}
		}
	}
	if !slices.Contains(used[:p.Sources], true) {
		used[0] = true
	}
	number, next := make([]int, len(used)), 0
	for v, is := range used {
		if number[v] = next; is {
			next++
		}
	}
	q := &Program{Bytes: p.Bytes}
	for v, is := range used {
		switch {
		case is && v < p.Sources:
			q.Sources++
		case is:
			s := p.Steps[v-p.Sources]
			for _, operand := range []*int{&s.X, &s.Y} {
				if *operand != Zeros {
					*operand = number[*operand]
				}
			}
			q.Steps = append(q.Steps, s)
		}
	}
	return q
}
