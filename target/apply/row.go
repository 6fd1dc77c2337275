package apply

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/target"
)

// Rows of the targets are read in two notations, as a line of a listing and as a call of an intrinsic. In both, letters of the row stand for what is written there:
//
//	vshufps  d,    a,    b,    i             _mm_shuffle_ps(a, b, i)
//	vshufps  xmm2, xmm0, xmm1, 0x44          _mm_shuffle_ps(x, y, _MM_SHUFFLE(1, 0, 1, 0))

// Row is what a row does with operands by letter, over the inputs of p.
func Row(p *program.Values, r *target.Row, at map[byte]Operand) (lane.Map, error) {
	args, err := rowArguments(p, r, at)
	if err != nil {
		return lane.Map{}, err
	}
	m, err := rowMap(p, r, at, args)
	if err != nil || r.Union != nil {
		return m, err
	}
	if len(args) == 0 {
		m.Src = nil
		return m, nil
	}
	return m.Of(args...)
}

// rowArguments are the row's sources.
func rowArguments(p *program.Values, r *target.Row, at map[byte]Operand) ([]lane.Map, error) {
	args := make([]lane.Map, len(r.Src))
	for k, bits := range r.Src {
		letter := target.SourceLetters[k]
		o, ok := at[letter]
		if !ok && k == 0 && r.Destroys {
			o, ok = at['d']
		}
		switch {
		case !ok || !o.IsVector():
			return nil, fmt.Errorf("%s has no operand %c", r.Name, letter)
		case o.Value != nil:
			if args[k] = *o.Value; args[k].Bits*len(args[k].Lane) != bits {
				return nil, fmt.Errorf("%s reads %d bits, and this has %d", r.Name, bits, args[k].Bits*len(args[k].Lane))
			}
		default:
			if err := p.Argument(&args[k], o.Name, bits, min(r.Elem, 8)); err != nil {
				return nil, err
			}
		}
	}
	return args, p.Level(args)
}

// inList says whether registers of a list, called by a letter and their numbers, follow one another.
func inList(r *target.Row, at map[byte]Operand, called string) error {
	if !r.Consecutive {
		return nil
	}
	first := 0
	if r.Destroys {
		first = 1
	}
	var list []string
	for k := first; k < len(r.Src); k++ {
		list = append(list, called+at[target.SourceLetters[k]].Name[1:])
	}
	return InList(list)
}

// InList says whether registers, such as v30, v31 and v0, follow one another, as an instruction with a list of them has only the first.
func InList(registers []string) error {
	for k := 1; k < len(registers); k++ {
		before, this := registers[k-1], registers[k]
		n, _ := strconv.Atoi(before[1:])
		if next := before[:1] + strconv.Itoa((n+1)%32); this != next {
			return fmt.Errorf("registers of a list follow one another: behind %s comes %s, and not %s", before, next, this)
		}
	}
	return nil
}

// rowMap is the row's map for the immediate or the constant that is written. Of a Union it is what it makes of the arguments.
func rowMap(p *program.Values, r *target.Row, at map[byte]Operand, args []lane.Map) (lane.Map, error) {
	switch {
	case r.Imm != nil && r.Imm.First > 0 && r.Within(target.General):
		return byCount(r, at['i'].Number), nil
	case r.Imm != nil:
		value, err := written(r.Imm, at)
		if err != nil {
			return lane.Map{}, fmt.Errorf("%s: %w", r.Name, err)
		}
		return r.Imm.Map(value), nil
	case r.Index != nil:
		return constantMap(p, r, at)
	}
	return Union(p, r, args)
}

// written is the row's value for the immediate that is written.
func written(d *target.Immediate, at map[byte]Operand) (int, error) {
	if d.Values == 1 {
		return 0, nil
	}
	v := at['i'].Number
	switch {
	case v < 0 || v > 255:
		return 0, fmt.Errorf("an immediate is 0 to 255, and this is %d", v)
	case v >= d.Values && d.Values&(d.Values-1) == 0: // further bits do not count
		return v & (d.Values - 1), nil
	}
	return min(v, d.Values-1), nil // a shift by more leaves no more
}

// byCount is a shift of a general register by a count, of which the lowest bits count. By none of them it moves nothing.
func byCount(r *target.Row, count int) lane.Map {
	if count &= r.Bits - 1; count > 0 {
		return r.Imm.Map(count - r.Imm.First)
	}
	m := r.Imm.Map(0).Clone()
	for i := range m.Lane {
		m.Lane[i] = lane.From(0, i)
	}
	return m
}

func constantMap(p *program.Values, r *target.Row, at map[byte]Operand) (lane.Map, error) {
	if r.Index.Mask {
		o, ok := at['m']
		if !ok || o.IsVector() {
			return lane.Map{}, fmt.Errorf("what %s does depends on a mask register: it is a map only once that is known", r.Name)
		}
		return r.Index.Apply(lane.ConstOf(uint64(o.Number)).Slice(0, r.Index.Bits)), nil
	}
	o, ok := at['k']
	if !ok && r.Spends {
		o = at['d']
	}
	name := o.Name
	if m, ok := p.Named[name]; ok && !o.Known {
		o = Vector(m)
	}
	if ok && !o.IsVector() {
		c, err := o.NumberOf(r.Bits)
		if err != nil {
			return lane.Map{}, fmt.Errorf("%s: %w", r.Name, err)
		}
		o.Known, o.Constant = true, c
	}
	if !o.Known {
		return lane.Map{}, fmt.Errorf("what %s does depends on the contents of %s: it is a map only where these are constants", r.Name, cmp.Or(p.Called(name), "a vector that is not in the text"))
	}
	m := r.Index.Apply(o.Constant)
	for i, l := range m.Lane {
		if l.Kind == lane.Undefined {
			return lane.Map{}, fmt.Errorf("%s computes lane %d from this constant, which is no movement", r.Name, i*m.Bits/r.Elem)
		}
	}
	return m, nil
}

// Union is what a row makes of operands that are known so far.
func Union(p *program.Values, r *target.Row, args []lane.Map) (lane.Map, error) {
	width := 8
	for _, a := range args {
		width = min(width, a.Bits)
	}
	defined := make([]lane.Map, len(args))
	for k, a := range args {
		var err error
		if defined[k], err = a.Regroup(width); err != nil {
			return lane.Map{}, err
		}
	}
	m := r.Union.Of(defined...)
	var computes []int // lanes
	for i, l := range m.Lane {
		if l.Kind == lane.Undefined && !someUndefined(defined, i) {
			computes = append(computes, i)
		}
	}
	if len(computes) == 0 {
		return m, nil
	}
	err := fmt.Errorf("%s computes lane %d from lanes that are both live, which is no movement", r.Name, computes[0])
	if !p.Patient {
		return lane.Map{}, err
	}
	return p.Computed(m, computes, err)
}

func someUndefined(args []lane.Map, i int) bool {
	return slices.ContainsFunc(args, func(m lane.Map) bool { return i < len(m.Lane) && m.Lane[i].Kind == lane.Undefined })
}

// ReadableIn is a map whose result is in a register of a file, in the lanes in which it is written.
func ReadableIn(f target.File, m lane.Map) lane.Map {
	if f == target.General {
		return program.Widest(m)
	}
	return program.Readable(m)
}
