package lower

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// An Arg is an operand of an Op: the inputs of the sequence come first, then the results of its ops.
type Arg int

// A Form says how a row uses a mask register.
type Form uint8

// The forms of a row.
const (
	Plain  Form = iota
	Zeroed      // lanes whose mask bit is clear become zero
	Merged      // lanes whose mask bit is clear keep the old destination
)

// An Op is one instruction that moves lanes.
type Op struct {
	Row   *target.Row
	Imm   int        // of an immediate row
	Const lane.Const // of an indexed row
	Form  Form
	Mask  uint64 // of a masked form
	Args  []Arg  // what the row reads; behind the row's sources the old destination, if it keeps lanes of it

	Made bool // the constant is not loaded: ops before have made it, and
	By   Arg  // this is their value

	At   Address // of a row between registers and memory: from where on it reads or writes
	Part int     // which of the registers of a structure this is, all of which are loaded by one instruction, that of register 0
}

// InMemory says whether the op is a load or a store. It counts as such, and not as an op.
func (o *Op) InMemory() bool { return o.Row.Access != nil }

// stores says whether the op makes no value.
func (o *Op) stores() bool { return o.Row.Access != nil && o.Row.Access.Store }

// reads are all values that the op reads, the constant that others made behind its arguments.
func (o *Op) reads() []Arg {
	if !o.Made {
		return o.Args
	}
	return append(slices.Clip(o.Args), o.By)
}

// IsLoad says whether the op loads a constant vector that others then read as they read a source. It counts as a constant, and not as an op.
func (o *Op) IsLoad() bool { return o.Row.Index != nil && o.Row.Index.Kind == target.Load }

// destroys is the argument in whose register the result is, or -1.
func (o *Op) destroys() int {
	switch {
	case len(o.Args) > len(o.Row.Src):
		return len(o.Row.Src)
	case o.Row.Destroys:
		return 0
	}
	return -1
}

// An Input is a register that a sequence starts with: a source of the map, or its old destination, or a part of either.
type Input struct {
	Source int  // which source
	Old    bool // it is the old destination
	Part   int  // which of its registers, the lowest being 0, where it takes several
}

// An Output is a register of a result that takes several.
type Output struct {
	Value Arg
	Bits  int  // of the register
	Any   bool // nobody cares what it holds
}

// A Sequence is instructions that do a map.
type Sequence struct {
	Inputs []Input
	File   target.File // of the inputs and the result
	Bits   int         // of the destination's register
	Wide   []int       // bits of each input's register
	Code   []Op
	Result Arg // what holds the result: an op's, or an input where there is nothing to do

	Memory []int // bits of each source in memory, where all of them and the result are there: the code has loads and stores. Then there are no inputs

	Results []Output // of a map wider than the target's registers those of the result, the lowest first; nil where one holds it

	room   [2]int // registers of each file that there are; 0: as many as it takes
	spills bool   // what finds no register is kept in memory
}

// Several says whether a source or the result takes more than one register.
func (s *Sequence) Several() bool { return s.Results != nil }

// Map is what the sequence does, evaluated symbolically from the meaning of its rows: a map of the inputs, all of which count as sources.
func (s *Sequence) Map() (lane.Map, error) {
	values, err := s.values()
	if err != nil {
		return lane.Map{}, err
	}
	return values[s.Result], nil
}

// values are what the inputs and the ops hold, as maps of the inputs.
func (s *Sequence) values() ([]lane.Map, error) {
	values := make([]lane.Map, len(s.Inputs), len(s.Inputs)+len(s.Code))
	src := s.sources()
	for k := range values {
		values[k] = vector(k, src)
	}
	for i := range s.Code {
		m, err := s.Code[i].apply(values, src, len(s.Inputs))
		if err != nil {
			return nil, fmt.Errorf("op %d, %s: %w", i, s.Code[i].Row.Name, err)
		}
		values = append(values, m)
	}
	return values, nil
}

// sources are the bits of what values come from: of the inputs' registers, or of sources in memory as whole lanes of the widest.
func (s *Sequence) sources() []int {
	if s.Memory == nil {
		return slices.Clone(s.Wide[:len(s.Inputs)])
	}
	src := make([]int, len(s.Memory))
	for k, n := range s.Memory {
		src[k] = (n + 63) &^ 63
	}
	return src
}

// bits are those of each value's register.
func (s *Sequence) bits() []int {
	list := slices.Clone(s.Wide)
	for i := range s.Code {
		list = append(list, registerBits(s.Code[i].Row))
	}
	return list
}

// vector is source k as a map of sources of these numbers of bits, in the widest lanes that all have.
func vector(k int, bits []int) lane.Map {
	w := 64
	m := lane.Map{Bits: w, Src: make([]int, len(bits)), Lane: make([]lane.Lane, bits[k]/w)}
	for j, n := range bits {
		m.Src[j] = n / w
	}
	for i := range m.Lane {
		m.Lane[i] = lane.From(k, i)
	}
	return m
}

// apply is what the op makes of the values so far.
func (o *Op) apply(values []lane.Map, src []int, inputs int) (lane.Map, error) {
	if o.InMemory() {
		return o.access(values, src)
	}
	if o.Made {
		made, ok := constantOf(lowBits(values[o.By], o.Row.Index.Bits, above(o.By, inputs)))
		if !ok {
			return lane.Map{}, fmt.Errorf("its constant is none")
		}
		o = &Op{Row: o.Row, Const: made, Args: o.Args}
	}
	args := make([]lane.Map, len(o.Row.Src))
	for k, n := range o.Row.Src {
		args[k] = lowBits(values[o.Args[k]], n, above(o.Args[k], inputs))
	}
	var r lane.Map
	var err error
	if o.Row.Union != nil {
		r = o.Row.Union.Of(sameLanes(args)...)
	} else if r, err = o.move().Of(args...); err != nil {
		return r, err
	}
	if len(args) == 0 {
		r.Src = make([]int, len(src))
		for k, n := range src {
			r.Src[k] = max(n/r.Bits, 1)
		}
	}
	if r.ReadsOld() {
		if r, err = o.keep(r, values, inputs); err != nil {
			return r, err
		}
	}
	return r, nil
}

// move is the row's map, with its mask.
func (o *Op) move() lane.Map {
	var m lane.Map
	if o.Row.Imm != nil {
		m = o.Row.Imm.Map(o.Imm)
	} else {
		m = o.Row.Index.Apply(o.Const)
	}
	switch o.Form {
	case Zeroed:
		m = o.Row.Mask.Cleared(m, o.Mask)
	case Merged:
		m = o.Row.Mask.Kept(m, o.Mask)
	}
	return m
}

// constantOf is a value as a constant; ok is false if it is none.
func constantOf(m lane.Map) (k lane.Const, ok bool) {
	parts := make([]lane.Const, len(m.Lane))
	for i, l := range m.Lane {
		if l.Kind != lane.Constant {
			return k, false
		}
		parts[i] = l.Const
	}
	return lane.Join(m.Bits, parts...), true
}

// keep puts the argument that is the old destination in its place.
func (o *Op) keep(r lane.Map, values []lane.Map, inputs int) (lane.Map, error) {
	a := o.Args[o.destroys()]
	old := lowBits(values[a], o.Row.Bits, above(a, inputs))
	return r.Bind(old)
}

// above is what stands in a register above a value: zeros, where an instruction has written it, and nobody knows what, where it is an input.
func above(a Arg, inputs int) lane.Lane {
	if int(a) < inputs {
		return lane.Lane{}
	}
	return lane.Zero()
}

// lowBits are the lowest n bits of a value, and above them where it has fewer the given lane.
func lowBits(m lane.Map, n int, above lane.Lane) lane.Map {
	have := len(m.Lane) * m.Bits
	switch {
	case n == have:
		return m
	case n%m.Bits != 0:
		narrow, err := m.Regroup(lane.GCD(n, m.Bits))
		if err != nil {
			panic(err) // a divisor of the width
		}
		m = narrow
	}
	r := lane.Map{Bits: m.Bits, Src: m.Src, Lane: slices.Clone(m.Lane[:min(n/m.Bits, len(m.Lane))])}
	for len(r.Lane) < n/m.Bits {
		r.Lane = append(r.Lane, above)
	}
	return r
}

// sameLanes are the maps at the widest width that divides those of all.
func sameLanes(maps []lane.Map) []lane.Map {
	w := 0
	for _, m := range maps {
		w = lane.GCD(w, m.Bits)
	}
	out := make([]lane.Map, len(maps))
	for i, m := range maps {
		r, err := m.Regroup(w)
		if err != nil {
			panic(err) // a divisor of the width
		}
		out[i] = r
	}
	return out
}

// follows says whether rows whose sources are in registers that follow one another read such: inputs, and constants loaded before all else.
func (s *Sequence) follows() bool {
	inputs := draft{inputs: len(s.Inputs), code: s.Code}
	for i := range s.Code {
		o := &s.Code[i]
		args := o.Args[:len(o.Row.Src)]
		if o.Row.Destroys && len(args) > 0 {
			args = args[1:]
		}
		for k, v := range args {
			if o.Row.Consecutive && (v != args[0]+Arg(k) || len(args) > 1 && !inputs.inPlace(v)) {
				return false
			}
		}
	}
	return true
}

// check panics if the sequence does not do the map, or cannot be written, which would be a bug of this package: want has the inputs as its sources.
func (s *Sequence) check(want lane.Map) {
	if !s.follows() {
		panic(fmt.Sprintf("lower: %v: registers that do not follow one another", want))
	}
	got, err := s.Map()
	if err != nil {
		panic(fmt.Sprintf("lower: %v: %v", want, err))
	}
	s.compare(got, s.Result, want)
}

// compare panics if the value does not do the map.
func (s *Sequence) compare(got lane.Map, value Arg, want lane.Map) {
	got = lowBits(got, want.Bits*len(want.Lane), above(value, len(s.Inputs)))
	v, err := lane.Compare(got, want)
	if err != nil || v.Relation != lane.Equal && v.Relation != lane.Refines {
		panic(fmt.Sprintf("lower: the sequence for %v does %v: %v %v", want, got, v, err))
	}
}
