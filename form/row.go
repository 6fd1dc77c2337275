package form

import (
	"fmt"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Rows of the targets are read in two notations, as a line of a listing and as a call of an intrinsic. In both, letters of the row stand for what is written there:
//
//	vshufps  d,    a,    b,    i             _mm_shuffle_ps(a, b, i)
//	vshufps  xmm2, xmm0, xmm1, 0x44          _mm_shuffle_ps(x, y, _MM_SHUFFLE(1, 0, 1, 0))

// An operand is what stands for a letter.
type operand struct {
	name     string      // of a vector; empty for a number
	value    *lane.Map   // of a vector that is an expression, over the program's inputs
	bits     int         // of a vector; 0 where the text does not say
	file     target.File // in which it is, a vector or a value in a general register; of what is in memory Vectors
	number   int
	constant lane.Const // of a vector whose lanes are all constants
	known    bool       // constant is one
	mask     string     // of a destination: the register that masks it
	zero     bool       // and clears
	signed   bool       // of an integer of C: it has a sign
	inverted bool       // all bits of it are to be the other ones, which is no movement until an and takes it
}

// isVector says whether the operand is no number.
func (o operand) isVector() bool { return o.name != "" || o.value != nil }

// execute is what a row does with operands by letter, over the inputs of p.
func (p *values) execute(r *target.Row, at map[byte]operand) (lane.Map, error) {
	args, err := p.rowArguments(r, at)
	if err != nil {
		return lane.Map{}, err
	}
	m, err := p.rowMap(r, at, args)
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
func (p *values) rowArguments(r *target.Row, at map[byte]operand) ([]lane.Map, error) {
	args := make([]lane.Map, len(r.Src))
	for k, bits := range r.Src {
		letter := target.SourceLetters[k]
		o, ok := at[letter]
		if !ok && k == 0 && r.Destroys {
			o, ok = at['d']
		}
		switch {
		case !ok || !o.isVector():
			return nil, fmt.Errorf("%s has no operand %c", r.Name, letter)
		case o.value != nil:
			if args[k] = *o.value; args[k].Bits*len(args[k].Lane) != bits {
				return nil, fmt.Errorf("%s reads %d bits, and this has %d", r.Name, bits, args[k].Bits*len(args[k].Lane))
			}
		default:
			if err := p.argument(&args[k], o.name, bits, min(r.Elem, 8)); err != nil {
				return nil, err
			}
		}
	}
	return args, p.level(args)
}

// rowMap is the row's map for the immediate or the constant that is written. Of a Union it is what it makes of the arguments.
func (p *values) rowMap(r *target.Row, at map[byte]operand, args []lane.Map) (lane.Map, error) {
	switch {
	case r.Imm != nil && r.Imm.First > 0 && r.Within(target.General):
		return byCount(r, at['i'].number), nil
	case r.Imm != nil:
		value, err := written(r.Imm, at)
		if err != nil {
			return lane.Map{}, fmt.Errorf("%s: %w", r.Name, err)
		}
		return r.Imm.Map(value), nil
	case r.Index != nil:
		return p.constantMap(r, at)
	}
	return p.unionMap(r, args)
}

// written is the row's value for the immediate that is written.
func written(d *target.Immediate, at map[byte]operand) (int, error) {
	if d.Values == 1 {
		return 0, nil
	}
	v := at['i'].number
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

func (p *values) constantMap(r *target.Row, at map[byte]operand) (lane.Map, error) {
	if r.Index.Mask {
		o, ok := at['m']
		if !ok || o.isVector() {
			return lane.Map{}, fmt.Errorf("what %s does depends on a mask register: it is a map only once that is known", r.Name)
		}
		return r.Index.Apply(lane.ConstOf(uint64(o.number)).Slice(0, r.Index.Bits)), nil
	}
	o, ok := at['k']
	if !ok && r.Spends {
		o = at['d']
	}
	if m, ok := p.named[o.name]; ok && !o.known {
		o = vectorOperand(m)
	}
	if ok && !o.isVector() {
		c, err := o.numberOf(r.Bits)
		if err != nil {
			return lane.Map{}, fmt.Errorf("%s: %w", r.Name, err)
		}
		o.known, o.constant = true, c
	}
	if !o.known {
		return lane.Map{}, fmt.Errorf("what %s does depends on the contents of %s: it is a map only where these are constants", r.Name, p.called(o.name))
	}
	m := r.Index.Apply(o.constant)
	for i, l := range m.Lane {
		if l.Kind == lane.Undefined {
			return lane.Map{}, fmt.Errorf("%s computes lane %d from this constant, which is no movement", r.Name, i)
		}
	}
	return m, nil
}

// x86Rows are the rows of all targets of x86, each once, the poorest target's first.
var x86Rows = sync.OnceValue(func() (all []*target.Row) {
	seen := map[*target.Row]bool{}
	for _, t := range target.Targets() {
		for _, r := range t.Rows {
			if !target.SSE2.In(t.Has) {
				continue
			}
			if !seen[r] {
				seen[r] = true
				all = append(all, r)
			}
		}
	}
	return all
})
