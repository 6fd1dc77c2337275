package visa

import (
	"fmt"

	"github.com/lanescope/lanescope/visa/object"
)

// Pack makes a kernel of the program, behind the object's other ones. What has no bytes, or does not fit in its field, is an error that names it.
func (g *Program) Pack(o *object.Object) error {
	p := packer{numbers: map[string]uint32{}, d: g.Decls}
	p.k.Name = g.Kernel
	p.k.NameString = p.text(g.Kernel)
	if err := p.variables(); err != nil {
		return err
	}
	for _, in := range g.Inputs {
		if err := p.input(in); err != nil {
			return err
		}
	}
	var err error
	if p.k.Attrs, err = p.attrs(g.Attrs); err != nil {
		return err
	}
	if err = p.labels(); err != nil {
		return err
	}
	if err = p.function(g); err != nil {
		return err
	}
	for n := range g.Lines {
		if g.Lines[n].Inst.Op == opUnknown {
			p.k.Code = append(p.k.Code, g.Lines[n].Code...)
			continue
		}
		i := p.stringed(g.Lines[n].Inst)
		if o.Version.Before(3, 1) && i.Exec.NoMask() && i.Exec.Offset() > 0 {
			err = fmt.Errorf("format 3.0 has no mask of %s", i.Exec)
		} else if err = g.Decls.declares(i); err == nil {
			p.k.Code, err = i.AppendInst(p.k.Code, g.Decls, o.Version)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", g.Lines[n].Inst.Text(g.Decls), err)
		}
	}
	o.Kernels = append(o.Kernels, p.k)
	return nil
}

// registerAttrs are the attributes that say how many registers a function takes, and how many it gives back.
var registerAttrs = [...]string{"ArgSize", "RetValSize"}

// function says of a function how many registers it takes and gives back.
func (p *packer) function(g *Program) error {
	p.k.Function = g.Function
	if g.Function && len(g.Inputs) > 0 {
		return fmt.Errorf("%s is a function, and an object has inputs of kernels only", g.Kernel)
	}
	for n, to := range []*uint8{&p.k.Arguments, &p.k.Results} {
		for _, a := range g.Attrs {
			if !g.Function || a.Name != registerAttrs[n] {
				continue
			}
			if *to = uint8(a.Number); int64(*to) != a.Number {
				return fmt.Errorf("the attribute %s: a function has 0 to 255 registers", a)
			}
		}
	}
	return nil
}

// A packer makes a kernel of a program.
type packer struct {
	k       object.Kernel
	d       *Decls
	numbers map[string]uint32 // of strings
}

// text is the number of a string.
func (p *packer) text(s string) uint32 {
	n, have := p.numbers[s]
	if !have {
		n = uint32(len(p.k.Strings))
		p.numbers[s], p.k.Strings = n, append(p.k.Strings, s)
	}
	return n
}

// variables packs the declarations.
func (p *packer) variables() error {
	for n := range p.d.table[GeneralKind] {
		v := &p.d.table[GeneralKind][n]
		if v.Elems > 1<<16-1 || v.AliasOff > 1<<16-1 {
			return fmt.Errorf("%s has %d elements from byte %d on, and an object counts both with 16 bits", v.Name, v.Elems, v.AliasOff)
		}
		o := object.Variable{Name: p.text(v.Name), TypeAlign: uint8(v.Type) | uint8(v.Align)<<4, Elems: uint16(v.Elems)}
		if v.Alias >= 0 {
			o.Alias, o.AliasOff = uint32(v.Alias), uint16(v.AliasOff)
		}
		var err error
		if o.Attrs, err = p.attrs(v.Attrs); err != nil {
			return fmt.Errorf("%s: %w", v.Name, err)
		}
		p.k.General = append(p.k.General, o)
	}
	for _, t := range [...]struct {
		kind Kind
		list *[]object.Entry
	}{{AddressKind, &p.k.Addresses}, {PredicateKind, &p.k.Predicates}, {SamplerKind, &p.k.Samplers}, {SurfaceKind, &p.k.Surfaces}} {
		for n := range p.d.table[t.kind] {
			v := &p.d.table[t.kind][n]
			if v.Elems > 1<<16-1 {
				return fmt.Errorf("%s has %d elements, and an object counts them with 16 bits", v.Name, v.Elems)
			}
			attrs, err := p.attrs(v.Attrs)
			if err != nil {
				return fmt.Errorf("%s: %w", v.Name, err)
			}
			*t.list = append(*t.list, object.Entry{Name: p.text(v.Name), Elems: uint16(v.Elems), Attrs: attrs})
		}
	}
	return nil
}

// labels packs the names of places.
func (p *packer) labels() error {
	for n := range p.d.labels.all {
		l := &p.d.labels.all[n]
		attrs, err := p.attrs(l.Attrs)
		if err != nil {
			return fmt.Errorf("%s: %w", l.Name, err)
		}
		p.k.Labels = append(p.k.Labels, object.Entry{Name: p.text(l.Name), Kind: uint8(l.kind()), Attrs: attrs})
	}
	return nil
}

// stringed is the instruction with the number that a name has among the kernel's strings.
func (p *packer) stringed(i Inst) *Inst {
	if i.Op.namesOutside() {
		i.Number = p.text(p.d.outsideName(i.Number))
	}
	return &i
}

func (p *packer) attrs(list []Attr) (all []object.Attr, err error) {
	for _, a := range list {
		value, err := a.bytes()
		if err != nil {
			return nil, err
		}
		all = append(all, object.Attr{Name: p.text(a.Name), Value: value})
	}
	return all, nil
}

func (p *packer) input(in Input) error {
	kind, ok := map[Kind]uint8{GeneralKind: 0, SamplerKind: 1, SurfaceKind: 2}[in.Kind]
	name := p.d.Name(in.Kind, in.ID)
	switch {
	case !ok:
		return fmt.Errorf("%s is %s variable, and inputs are general variables, samplers and surfaces", name, article(in.Kind.String()))
	case in.Offset < 0 || in.Offset != int(int16(in.Offset)) || in.Size != int(uint16(in.Size)):
		return fmt.Errorf("the input %s has %d bytes from byte %d on, and an object counts both with 16 bits", name, in.Size, in.Offset)
	}
	p.k.Inputs = append(p.k.Inputs, object.Input{Kind: kind | uint8(in.Implicit)<<implicitShift, ID: in.ID, Offset: int16(in.Offset), Size: uint16(in.Size)})
	return nil
}
