package fuzz

import (
	"encoding/binary"
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// A Program is steps over vectors of the same size. Values are numbered: first the sources, then what each step makes; the last is the result.
type Program struct {
	Bytes   int // of each vector
	Sources int
	Steps   []Step
}

// Zeros is the value of which all bytes are zero.
const Zeros = -1

// An Op is what a step does.
type Op uint8

// The ops. Elem is how many bytes a lane has.
const (
	Shuffle Op = iota // lanes of X, then of Y, by Lanes; -1 is undefined
	Select            // a lane of X where Lanes has 1, else of Y
	Up                // each lane shifted to the left by By bytes
	Down              // each lane shifted to the right by By bytes, with zeros above
	Narrow            // the lower halves of X's lanes, then of Y's
	Widen             // the lower half of X's lanes, each with zeros above to twice its size
	Insert            // X with lane Lanes[1] of Y in its lane Lanes[0]
	numOps
)

// A Step makes a value of earlier ones.
type Step struct {
	Op    Op
	Elem  int
	X, Y  int
	Lanes []int
	By    int
}

// binary says whether a step reads Y.
func (s *Step) binary() bool { return s.Op != Up && s.Op != Down && s.Op != Widen }

// values is how many there are: sources and steps.
func (p *Program) values() int { return p.Sources + len(p.Steps) }

// clone is a copy that shares nothing.
func (p *Program) clone() *Program {
	c := *p
	c.Steps = slices.Clone(p.Steps)
	for k := range c.Steps {
		c.Steps[k].Lanes = slices.Clone(c.Steps[k].Lanes)
	}
	return &c
}

// Map is what the program does, in bytes: each step moves where bytes come from.
func (p *Program) Map() lane.Map {
	var all [][]lane.Lane
	for s := range p.Sources {
		bytes := make([]lane.Lane, p.Bytes)
		for k := range bytes {
			bytes[k] = lane.From(s, k)
		}
		all = append(all, bytes)
	}
	zeros := slices.Repeat([]lane.Lane{lane.Zero()}, p.Bytes)
	value := func(n, elem int) []lane.Lane {
		if n == Zeros {
			return zeros
		}
		return whole(all[n], elem)
	}
	for k := range p.Steps {
		s := &p.Steps[k]
		y := zeros
		if s.binary() {
			y = value(s.Y, s.Elem)
		}
		all = append(all, s.move(value(s.X, s.Elem), y))
	}
	m := lane.Map{Bits: 8, Lane: all[len(all)-1]}
	for range p.Sources {
		m.Src = append(m.Src, p.Bytes)
	}
	return m
}

// whole is a vector as lanes of so many bytes: a lane of which a byte is undefined is so altogether.
func whole(bytes []lane.Lane, elem int) []lane.Lane {
	bytes = slices.Clone(bytes)
	undefined := func(l lane.Lane) bool { return l.Kind == lane.Undefined }
	for l := range slices.Chunk(bytes, elem) {
		if slices.ContainsFunc(l, undefined) {
			clear(l)
			for k := range l {
				l[k] = lane.Lane{Kind: lane.Undefined}
			}
		}
	}
	return bytes
}

// move is the step over where bytes come from.
func (s *Step) move(x, y []lane.Lane) []lane.Lane {
	out := make([]lane.Lane, 0, len(x))
	both := slices.Concat(x, y)
	at := func(n int) []lane.Lane { return both[n*s.Elem:][:s.Elem] }
	zeros := slices.Repeat([]lane.Lane{lane.Zero()}, s.Elem)
	n := len(x) / s.Elem
	switch s.Op {
	case Shuffle:
		for _, from := range s.Lanes {
			if from < 0 {
				out = append(out, slices.Repeat([]lane.Lane{{Kind: lane.Undefined}}, s.Elem)...)
				continue
			}
			out = append(out, at(from)...)
		}
	case Select:
		for k, first := range s.Lanes {
			out = append(out, at(k+n*(1-first))...)
		}
	case Up:
		for k := range n {
			out = append(out, s.shifted(at(k), zeros[:s.By], at(k)[:s.Elem-s.By])...)
		}
	case Down:
		for k := range n {
			out = append(out, s.shifted(at(k), at(k)[s.By:], zeros[:s.By])...)
		}
	case Narrow:
		for k := range 2 * n {
			out = append(out, at(k)[:s.Elem/2]...)
		}
	case Widen:
		for k := range n / 2 {
			if at(k)[0].Kind == lane.Undefined {
				zeros = slices.Repeat([]lane.Lane{{Kind: lane.Undefined}}, s.Elem)
			}
			out = append(append(out, at(k)...), zeros...)
			zeros = slices.Repeat([]lane.Lane{lane.Zero()}, s.Elem)
		}
	case Insert:
		out = append(out, x...)
		copy(out[s.Lanes[0]*s.Elem:], at(n+s.Lanes[1]))
	}
	return out
}

// shifted is two parts of a lane, or nothing of it where it is undefined.
func (s *Step) shifted(whole, low, high []lane.Lane) []lane.Lane {
	if whole[0].Kind == lane.Undefined {
		return whole
	}
	return slices.Concat(low, high)
}

// Run is what the program does with numbers: lanes are integers that are shifted, cut off and put together. A byte that is undefined is 0 and not among the defined.
func (p *Program) Run(sources [][]byte) (result []byte, defined []bool) {
	values := make([]numbers, 0, p.values())
	for _, s := range sources {
		values = append(values, numbers{s, slices.Repeat([]bool{true}, p.Bytes)})
	}
	values = append(values, make([]numbers, len(p.Steps))...)
	zeros := numbers{make([]byte, p.Bytes), slices.Repeat([]bool{true}, p.Bytes)}
	value := func(n int) numbers {
		if n == Zeros {
			return zeros
		}
		return values[n]
	}
	for k := range p.Steps {
		s := &p.Steps[k]
		y := zeros
		if s.binary() {
			y = value(s.Y)
		}
		values[p.Sources+k] = s.compute(value(s.X), y)
	}
	last := values[p.values()-1]
	return last.bytes, last.defined
}

// numbers are bytes, and which of them are defined.
type numbers struct {
	bytes   []byte
	defined []bool
}

// lane is an integer of so many bytes.
func (v numbers) lane(k, elem int) (n uint64, defined bool) {
	var b [8]byte
	copy(b[:], v.bytes[k*elem:][:elem])
	return binary.LittleEndian.Uint64(b[:]), !slices.Contains(v.defined[k*elem:][:elem], false)
}

// put appends an integer.
func (v *numbers) put(n uint64, defined bool, elem int) {
	b := binary.LittleEndian.AppendUint64(nil, n)
	if !defined {
		clear(b)
	}
	v.bytes = append(v.bytes, b[:elem]...)
	v.defined = append(v.defined, slices.Repeat([]bool{defined}, elem)...)
}

// compute is the step over integers.
func (s *Step) compute(x, y numbers) (out numbers) {
	n := len(x.bytes) / s.Elem
	for k := range n {
		a, ok := x.lane(k, s.Elem)
		switch s.Op {
		case Shuffle:
			switch from := s.Lanes[k]; {
			case from < 0:
				a, ok = 0, false
			case from < n:
				a, ok = x.lane(from, s.Elem)
			default:
				a, ok = y.lane(from-n, s.Elem)
			}
			out.put(a, ok, s.Elem)
		case Select:
			if s.Lanes[k] == 0 {
				a, ok = y.lane(k, s.Elem)
			}
			out.put(a, ok, s.Elem)
		case Up:
			out.put(a<<(8*s.By), ok, s.Elem)
		case Down:
			out.put(a>>(8*s.By), ok, s.Elem)
		case Narrow:
			out.put(a, ok, s.Elem/2)
		case Widen:
			if k < n/2 {
				out.put(a, ok, 2*s.Elem)
			}
		case Insert:
			if k == s.Lanes[0] {
				a, ok = y.lane(s.Lanes[1], s.Elem)
			}
			out.put(a, ok, s.Elem)
		}
	}
	if s.Op == Narrow {
		for k := range n {
			a, ok := y.lane(k, s.Elem)
			out.put(a, ok, s.Elem/2)
		}
	}
	return out
}
