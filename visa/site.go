package visa

import (
	"errors"
	"fmt"
	"slices"
)

// A site is where an operand's elements are, lane by lane, as far as the text says it.
type site struct {
	operand  uint8 // which operand of the instruction
	class    Class
	mod      Modifier
	typ      Type // of the elements: w for a packed immediate of type v
	size     int  // bytes of an element
	kind     Kind // of a state variable
	discards bool // it is %null
	scalar   bool // one element for all lanes, by its text
	multi    bool // each row of the region begins at an address of its own
	shared   bool // all elements are counted from one address
	long     bool // what is counted from one address can lie in more than two registers, which breaks a rule
	raw      bool // its bits are the destination's, but for the sign
	unsigned bool // a number of the execution's precision, without a sign
	variable int32
	outside  uint32 // lanes whose element is not in the variable
	lanes    int
	arranged arrangement
	run      int // lanes of a row, if adjacent
	row      [32]uint8
	at       [32]int32
	bits     vector // an immediate's elements
	known    uint32 // those of them that are defined
	disp     int32
	span     int // bytes from an address to the end of the last element
}

// What at is for each class:
//
//	General             the element's first byte in the machine's data
//	Indirect            bytes from the place that an address says; row is the element of the address variable that says it
//	Address, State      the element, among those of all variables
//	AddressOf           nothing: disp is the place in the variable, for all lanes

// site prepares operand k.
func (p *preparer) site(t *site, k int, o *Operand, role Role) error {
	t.operand, t.class, t.mod, t.kind, t.lanes = uint8(k), o.Class, o.Mod, o.Kind, p.exec
	text := func(why string) error { return fmt.Errorf("%s: %s", o.Text(role, p.decls), why) }
	if o.Mod == Sat {
		t.mod = NoModifier // it is the instruction's
	}
	var err error
	switch o.Class {
	case General:
		err = p.generalSite(t, o, role)
	case Indirect:
		err = p.indirectSite(t, o, role)
	case Immediate:
		err = t.immediate(o, role, p.exec)
	case Address:
		p.elementSite(t, o, role, p.layout.addresses, p.layout.pointers)
	case State:
		p.elementSite(t, o, role, p.layout.states[o.Kind&1], p.layout.handles)
	case Predicate:
		t.variable = p.layout.flags[o.ID]
		t.outside = p.flagsOutside(o.ID)
	case AddressOf:
		t.variable, t.disp = p.placeSlot(o), o.Disp
	default:
		err = fmt.Errorf("%s operand is part of a message", article(o.Class.String()))
	}
	if err != nil {
		return text(err.Error())
	}
	return nil
}

// flagsOutside are the lanes that a predicate has no element for: they begin at the mask's offset.
func (p *preparer) flagsOutside(id uint32) uint32 {
	n := p.decls.Variable(PredicateKind, id).Elems
	if n == 0 {
		n = 32
	}
	return p.step.lanes &^ (low(n) >> p.step.inst.Exec.Offset())
}

// placeSlot is the variable of an address-of, of any kind that has addresses.
func (p *preparer) placeSlot(o *Operand) int32 {
	if o.Kind == GeneralKind {
		return p.layout.general[o.ID]
	}
	return p.layout.states[o.Kind&1][o.ID]
}

var (
	errNotLegal   = errors.New("the behaviour of a region that breaks a rule is undefined: V is 0, 1, 2, 4, 8, 16 or 32, W one of 1 to 16, at most the execution size, and H 0, 1, 2 or 4")
	errDestStride = errors.New("a destination's horizontal stride is 1, 2 or 4")
	errThirdForm  = errors.New("no document says what an indirect region of one parameter reads")
)

// checkRegion refuses what has no element list.
func (p *preparer) checkRegion(r Region, role Role) error {
	switch {
	case role == Dest && (r.H != 1 && r.H != 2 && r.H != 4):
		return errDestStride
	case role == Source && !r.isLegal(p.exec):
		return errNotLegal
	}
	return nil
}

func (p *preparer) generalSite(t *site, o *Operand, role Role) error {
	if err := p.checkRegion(o.Region, role); err != nil {
		return err
	}
	v := p.decls.Variable(GeneralKind, o.ID)
	t.variable = p.layout.general[o.ID]
	t.typ, t.size = v.Type, v.Type.Size()
	t.discards = o.ID == 0 && p.decls.isPredefined(o.ID)
	t.scalar = role == Source && o.Region == Scalar
	switch {
	case v.Type == Bool || v.Type.IsPacked():
		return fmt.Errorf("a variable of type %s has no elements to compute with", v.Type)
	case role == Dest && p.decls.readOnly(o):
		return errors.New("it is predefined and not written")
	}
	a, _ := p.decls.Access(o, p.exec)
	if role == Dest {
		a.Region = Destination(int(o.Region.H))
	}
	r := &p.layout.rooms[t.variable]
	for k := range p.exec {
		b := a.Byte(k)
		if b < 0 || b+a.Size > r.size {
			t.outside |= 1 << k
		}
		t.at[k] = int32(min(r.base+b, maxBytes))
	}
	t.arranged = t.arrange()
	return nil
}

func (p *preparer) indirectSite(t *site, o *Operand, role Role) error {
	multi := role == Source && o.Region.IsMultiAddress()
	r := o.Region
	switch {
	case role == Dest && r.W != Null:
		return errors.New("a multi-address operand is no destination")
	case multi && r.W == Null:
		return errThirdForm
	case multi:
		r.V = 0 // each row begins at an address of its own
	}
	if err := p.checkRegion(r, role); err != nil {
		return err
	}
	if o.Type.IsPacked() || o.Type == Bool || o.Type >= numTypes {
		return fmt.Errorf("memory holds no elements of type %s", o.Type)
	}
	if o.addresses(p.exec) > MaxAddresses && multi {
		return fmt.Errorf("it uses %d addresses, and there are at most %d", o.addresses(p.exec), MaxAddresses)
	}
	t.variable = p.layout.addresses[o.ID]
	t.typ, t.size, t.disp = o.Type, o.Type.Size(), o.Disp
	t.scalar, t.multi = role == Source && o.Region == Scalar, multi
	t.long = p.options.Dialect == Spec && o.span(p.exec, role) > p.decls.GRF+t.size
	for k := range p.exec {
		t.at[k] = int32(r.Index(k) * t.size)
		t.span = max(t.span, int(t.at[k])+t.size)
		if multi {
			t.row[k] = uint8(k / int(r.W))
		}
	}
	p.addressElements(t, o)
	t.arranged = t.arrange()
	return nil
}

// addressElements makes row the elements of the address variable, and outside the lanes for which there is none.
func (p *preparer) addressElements(t *site, o *Operand) {
	v := &p.layout.pointers[t.variable]
	t.shared = slices.Max(t.row[:p.exec]) == 0
	for k := range p.exec {
		e := int32(t.row[k]) + o.Offset
		if e < 0 || e >= v.n {
			t.outside |= 1 << k
			e = 0
		}
		t.row[k] = uint8(e)
	}
}

// elementSite is for address and state operands.
func (p *preparer) elementSite(t *site, o *Operand, role Role, slots map[uint32]int32, list []elements) {
	t.variable = slots[o.ID]
	v := &list[t.variable]
	for k := range p.exec {
		e := int(o.Offset) + k
		switch {
		case o.Class == State || role == Dest:
		case p.options.Dialect == Intel && o.Width != 1: // the tool's finaliser knows one element or successive ones
		default:
			e = o.AddressElement(k, role)
		}
		if e < 0 || e >= int(v.n) {
			t.outside |= 1 << k
			e = 0
		}
		t.at[k] = v.first + int32(e)
	}
}

func (t *site) immediate(o *Operand, role Role, exec int) error {
	switch {
	case role == Dest:
		return errors.New("a constant is not written")
	case o.Type == Bool || o.Type >= numTypes:
		return fmt.Errorf("there is no constant of type %s", o.Type)
	}
	t.typ = o.elementType()
	t.size = t.typ.Size()
	t.scalar = !o.Type.IsPacked()
	for k := range exec {
		bits, ok := o.Element(k)
		if t.bits[k] = bits; ok {
			t.known |= 1 << k
		}
	}
	t.typ.extend(t.bits[:])
	return nil
}
