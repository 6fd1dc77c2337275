package wave

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// A Step is what one instruction does.
type Step struct {
	To    []string   // the registers that it writes
	Map   []lane.Map // what becomes of each of them; source k is From[k], and the old destination is its own register
	From  []string   // the registers that it reads
	Lanes int        // lanes of the wave that Map is of; 0: Map is of one lane, and all lanes do it
	Err   error      // instead of Map: why nobody may read what it writes
	Start int        // its place in the text
	End   int
}

// A Result is what the last of several steps makes, over the registers as they were before the first.
type Result struct {
	Map   lane.Map
	Names []string // of the map's sources
	To    string
}

// MaxSteps bounds the time that a program takes.
const MaxSteps = 512

// Follow composes steps, and is what the last one writes, the first register of it.
func Follow(text string, steps []Step) (Result, error) {
	if len(steps) == 0 {
		return Result{}, syntax.Errorf(text, 0, len(text), "expected an instruction that moves lanes")
	}
	last := steps[len(steps)-1]
	if len(steps) > MaxSteps {
		return Result{}, syntax.Errorf(text, last.Start, last.End, "more than %d instructions", MaxSteps)
	}
	if last.Err != nil {
		return Result{}, last.Err
	}
	if len(steps) == 1 {
		return Result{Map: last.Map[0], Names: last.From, To: first(last.To)}, nil
	}
	p, err := prepared(text, steps)
	if err != nil {
		return Result{}, err
	}
	var m lane.Map
	for _, s := range p.steps {
		if m, err = p.do(s); err != nil {
			return Result{}, Placed(text, s.Start, s.End, err)
		}
	}
	return p.result(m, last), nil
}

func first(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return names[0]
}

// A program is steps at one width and of one number of lanes, and what registers hold behind those that were done.
type program struct {
	steps  []Step
	value  map[string]lane.Map // over all inputs
	wrong  map[string]error    // registers that nobody may read
	inputs []string
	lanes  []int           // of the inputs
	opened map[string]bool // inputs that are read as an old destination only
}

// prepared brings steps to one width and one number of lanes, and finds what they read before they write it.
func prepared(text string, steps []Step) (*program, error) {
	p := &program{value: map[string]lane.Map{}, wrong: map[string]error{}, opened: map[string]bool{}}
	width, lanes := 0, 0
	for _, s := range steps {
		if s.Err == nil {
			lanes = max(lanes, s.Lanes)
			for _, m := range s.Map {
				width = lane.GCD(m.Bits, width)
			}
		}
	}
	written := map[string]bool{}
	for _, s := range steps {
		s.Map = slices.Clone(s.Map)
		for k, m := range s.Map {
			if s.Lanes == 0 && lanes > 0 {
				m = everyLane(m, lanes)
			}
			var err error
			if s.Map[k], err = m.Regroup(width); err != nil {
				return nil, Placed(text, s.Start, s.End, err)
			}
		}
		p.steps = append(p.steps, s)
		if err := p.collect(s, written); err != nil {
			return nil, Placed(text, s.Start, s.End, err)
		}
	}
	return p, nil
}

// everyLane is what one lane does, done by each of so many.
func everyLane(m lane.Map, lanes int) lane.Map {
	r := lane.Map{Bits: m.Bits, Src: make([]int, len(m.Src))}
	for k, n := range m.Src {
		r.Src[k] = n * lanes
	}
	for t := range lanes {
		for _, l := range m.Lane {
			switch l.Kind {
			case lane.Source:
				l.Index += t * m.Src[l.Src]
			case lane.Old:
				l.Index += t * len(m.Lane)
			}
			r.Lane = append(r.Lane, l)
		}
	}
	return r
}

// collect enters what a step reads that no step has written.
func (p *program) collect(s Step, written map[string]bool) error {
	for k, name := range s.From {
		if len(s.Map) > 0 && !written[name] {
			if err := p.input(name, s.Map[0].Src[k]); err != nil {
				return err
			}
			p.opened[name] = false
		}
	}
	for k, m := range s.Map {
		if name := s.To[k]; m.ReadsOld() && !written[name] {
			_, known := p.opened[name]
			if err := p.input(name, len(m.Lane)); err != nil {
				return err
			}
			p.opened[name] = p.opened[name] || !known
		}
	}
	for _, name := range s.To {
		written[name] = true
	}
	return nil
}

func (p *program) input(name string, lanes int) error {
	k := slices.Index(p.inputs, name)
	switch {
	case k < 0:
		p.inputs, p.lanes = append(p.inputs, name), append(p.lanes, lanes)
	case p.lanes[k] != lanes:
		return fmt.Errorf("%s has another size here than before", name)
	}
	return nil
}

// do is the first result of a step, and enters all of them.
func (p *program) do(s Step) (m lane.Map, err error) {
	if s.Err != nil {
		for _, name := range s.To {
			p.wrong[name] = s.Err
			delete(p.value, name)
		}
		return m, nil
	}
	made := make([]lane.Map, len(s.Map))
	for k, m := range s.Map {
		names := s.From
		if m.ReadsOld() {
			m, names = m.OpenOld(), append(slices.Clone(names), s.To[k])
		}
		if made[k], err = p.compose(m, names); err != nil {
			return m, err
		}
	}
	for k, name := range s.To {
		p.value[name] = made[k]
		delete(p.wrong, name)
	}
	return made[0], nil
}

func (p *program) compose(m lane.Map, names []string) (lane.Map, error) {
	args := make([]lane.Map, len(names))
	for k, name := range names {
		if err := p.wrong[name]; err != nil {
			return m, err
		}
		args[k] = p.read(name, m.Bits)
		if have := len(args[k].Lane); have != m.Src[k] {
			return m, fmt.Errorf("%s has %d bits here and %d where it was written", name, m.Src[k]*m.Bits, have*m.Bits)
		}
	}
	if len(args) == 0 {
		m.Src = p.lanes
		return m, nil
	}
	return m.Of(args...)
}

// read is what a register holds.
func (p *program) read(name string, bits int) lane.Map {
	if m, ok := p.value[name]; ok {
		return m
	}
	k := slices.Index(p.inputs, name)
	m := lane.Map{Bits: bits, Src: p.lanes, Lane: make([]lane.Lane, p.lanes[k])}
	for i := range m.Lane {
		m.Lane[i] = lane.From(k, i)
	}
	return m
}

// result is the last step's map over the inputs that it reads, at the width of its instruction if no lane is torn then.
func (p *program) result(m lane.Map, last Step) Result {
	r := Result{To: first(last.To)}
	if k := slices.Index(p.inputs, r.To); k >= 0 && p.opened[r.To] && p.lanes[k] == len(m.Lane) { // it keeps what the result's own register was
		for i, l := range m.Lane {
			if l.Kind == lane.Source && l.Src == k {
				m.Lane[i] = lane.FromOld(l.Index)
			}
		}
	}
	kept, from := m.DropUnused()
	for _, k := range from {
		r.Names = append(r.Names, p.inputs[k])
	}
	r.Map = kept
	for width := last.Map[0].Bits; width > kept.Bits; width /= 2 {
		if wide, err := kept.Regroup(width); err == nil {
			r.Map = wide
			break
		}
	}
	return r
}
