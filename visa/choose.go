package visa

import (
	"errors"
	"fmt"
)

// choose finds how the step goes through its lanes, and the types that it computes with.
func (p *preparer) choose() error {
	s, i := p.step, p.step.inst
	switch dst, src := s.dst.class, s.src[0].class; {
	case i.Op == opMov && dst == Address:
		return p.chooseAddressMove()
	case i.Op == opMov && src == Predicate:
		return p.chooseFlagsMove()
	case s.meaning.form == addsAddress:
		return p.chooseAddressSum()
	case s.meaning.form == movesStates:
		return p.chooseStateMove()
	case s.meaning.form == setsBits:
		if err := p.writesOnly(Predicate); err != nil {
			return err
		}
		s.run = (*Machine).setFlags
		return p.integers("takes", 0)
	case opcodes[i.Op].family == logic && dst == Predicate:
		s.run = (*Machine).combineFlags
		return p.allOf(Predicate)
	}
	return p.chooseElements()
}

// chooseElements is for instructions on elements of variables.
func (p *preparer) chooseElements() error {
	s, i := p.step, p.step.inst
	toFlags := s.meaning.form == compares && s.dst.class == Predicate
	if c := s.dst.class; c != General && c != Indirect && !toFlags {
		return fmt.Errorf("%s operand is not written by %s", article(c.String()), i.Op)
	}
	for k := range s.sources {
		if c := s.src[k].class; c != General && c != Indirect && c != Immediate {
			return fmt.Errorf("%s does not read %s operand", i.Op, article(c.String()))
		}
	}
	if s.meaning.form == recodes {
		return p.recode()
	}
	s.setExecution()
	for k := range s.sources {
		src := &s.src[k]
		src.raw = src.typ == s.dst.typ && (src.mod == NoModifier || src.typ.IsFloat()) && !(s.sat && src.typ.IsFloat())
	}
	switch s.meaning.form {
	case copies:
		s.run = (*Machine).move
	case chooses:
		s.run = (*Machine).choose
	case compares:
		s.run, s.exact = (*Machine).compare, s.precision == 64
		if i.Relation >= NoRelation {
			return errors.New("cmp has no relation: expected .eq, .ne, .gt, .ge, .lt or .le")
		}
		return p.oneKind()
	default:
		s.run = (*Machine).compute
		if s.meaning.two != nil {
			s.run = (*Machine).computeTwo
			return p.two()
		}
		s.chooseIntegers()
		switch {
		case s.floating:
			s.compute = (*step).computeFloats
		case s.exact:
			s.compute = (*step).computeExactly
		default:
			s.compute = (*step).computeInts
		}
		if i.Op == opAdd3o && i.Guard != 0 {
			if s.run = (*Machine).computeOverflow; i.Guard.Inverse() || i.Guard.Combine() != Each {
				return errors.New("add3.o writes its predicate, a bit a lane: expected neither an inverse nor .any or .all")
			}
			id := uint32(i.Guard.ID())
			s.overflow, s.tooFew = p.layout.flags[id], p.flagsOutside(id)
		}
		return p.computable()
	}
	return nil
}

// chooseIntegers finds what integers are computed with: 64 bits, or exactly where they are not enough.
func (s *step) chooseIntegers() {
	x := s.meaning
	allBits := s.sat || s.dst.typ.IsFloat() || x.whole
	s.exact = s.within33 || x.exact != nil && allBits && (s.precision == 64 || x.double && s.precision == 32 || x.product && s.precision == 32 && !s.fits())
	s.huge = x.product && s.signless()
	s.truth = truths(s.inst.Func)
	if s.counts = 31; s.dst.typ.Size() == 8 { // five bits of the second source, or six where the destination has 64
		s.counts = 63
	}
}

// signless says whether both factors of a product are without a sign, and the product then.
func (s *step) signless() bool { return s.precision == 32 && s.src[0].unsigned && s.src[1].unsigned }

// fits says whether products of numbers of 32 bits fit in 64, another one added: with a sign, unless neither factor has one, and then without.
//
//	ud·ud + ud  <=  2^64 - 2^32          d·ud + d  >=  -2^63
func (s *step) fits() bool { return !s.signless() || s.sources == 2 || s.src[2].unsigned }

// setExecution finds the precision of integers, and the widest floating-point type.
func (s *step) setExecution() {
	s.precision, s.unsigned = 16, true
	for k := range s.sources {
		if t := s.src[k].typ; t.IsFloat() {
			s.widen(t)
		} else if n := precision(8 * max(s.src[k].size, 2)); n > s.precision {
			s.precision = n
		}
	}
	for k := range s.sources {
		src := &s.src[k]
		src.unsigned = !src.typ.isSigned() && precision(8*src.size) == s.precision
		if !src.typ.IsFloat() && !src.unsigned && precision(8*max(src.size, 2)) == s.precision {
			s.unsigned = false
		}
	}
	if s.floating && s.dst.class != Predicate && s.dst.typ.IsFloat() {
		s.widen(s.dst.typ)
	}
}

// widen makes the type of execution one that holds t too: two different ones of 16 bits become f.
func (s *step) widen(t Type) {
	switch {
	case !s.floating || t.Size() > s.float.Size():
		s.float = t
	case t.Size() == s.float.Size() && t != s.float:
		s.float = F
	}
	s.floating = true
}

// oneKind refuses sources of which some are integers and others are not.
func (p *preparer) oneKind() error {
	s := p.step
	for k := range s.sources {
		if s.src[k].typ.IsFloat() != s.floating {
			return fmt.Errorf("%s of %s and %s: sources are integers, or floating-point numbers, not both", s.inst.Op, s.src[0].typ, s.src[k].typ)
		}
	}
	return nil
}

// computable holds the types of an arithmetic, logic or shift instruction against what it computes with.
func (p *preparer) computable() error {
	s := p.step
	if err := p.oneKind(); err != nil {
		return err
	}
	switch {
	case s.floating && !s.meaning.takesFloats():
		return fmt.Errorf("%s takes integers, not %s", s.inst.Op, s.float)
	case !s.floating && !s.meaning.takesInts():
		return fmt.Errorf("%s takes floating-point numbers, not %s", s.inst.Op, s.src[0].typ)
	}
	for k := range s.sources {
		if s.meaning.upTo32 && !s.floating && (s.src[k].size > 4 || s.dst.size > 4) {
			return fmt.Errorf("%s takes integers of up to 32 bits", s.inst.Op)
		}
		if s.inst.Op != opMin && s.inst.Op != opMax && !mixes(s.dst.typ, s.src[k].typ) {
			return fmt.Errorf("%s writes %s and reads %s: one floating-point type, or integers; f and hf mix", s.inst.Op, s.dst.typ, s.src[k].typ)
		}
	}
	return nil
}

// two finds the second destination's type.
func (p *preparer) two() error {
	if p.step.inst.Op == opMadw {
		if err := p.computable(); err != nil {
			return err
		}
		return p.halves()
	}
	return p.carries()
}

// carries holds the types of addc and subb: a carry is out of 32 bits.
func (p *preparer) carries() error {
	s := p.step
	if c := s.second.class; c != General && c != Indirect {
		return fmt.Errorf("%s operand is not written by %s", article(c.String()), s.inst.Op)
	}
	for k := range int(s.inst.N) {
		if t, _ := s.site(k); t.typ != UD && s.inst.At(k).Type != UV {
			return fmt.Errorf("%s is of numbers of type ud, not %s", s.inst.Op, t.typ)
		}
	}
	return nil
}

// integers refuses a source that is no integer.
func (p *preparer) integers(verb string, k int) error {
	s := p.step
	s.setExecution()
	src := &s.src[k]
	if c := src.class; c != General && c != Indirect && c != Immediate || !src.typ.IsInteger() {
		return fmt.Errorf("%s %s integers, not %s", s.inst.Op, verb, s.inst.Operand[k+1].Text(Source, p.decls))
	}
	return nil
}

func (p *preparer) allOf(class Class) error {
	s := p.step
	for k := range s.sources {
		if s.src[k].class != class {
			return fmt.Errorf("the operands of %s are all predicates or none", s.inst.Op)
		}
	}
	return nil
}

// chooseAddressMove is for mov to an address variable, which the maker's tool has and the document has not.
func (p *preparer) chooseAddressMove() error {
	s := p.step
	s.run = (*Machine).moveAddress
	if c := s.src[0].class; c == Address || c == AddressOf {
		return nil
	}
	return p.integers("to an address takes", 0)
}

// chooseAddressSum is for addr_add: pointers are kept in address variables alone.
func (p *preparer) chooseAddressSum() error {
	if err := p.writesOnly(Address); err != nil {
		return err
	}
	p.step.run = (*Machine).addAddress
	return p.integers("adds", 1)
}

// writesOnly refuses a destination of another class: rules say so too, but what they refuse may be prepared, to be looked at.
func (p *preparer) writesOnly(c Class) error {
	if s := p.step; s.dst.class != c {
		return fmt.Errorf("%s operand is not written by %s", article(s.dst.class.String()), s.inst.Op)
	}
	return nil
}

// chooseFlagsMove is for mov of a predicate, which the tool has too.
func (p *preparer) chooseFlagsMove() error {
	s := p.step
	s.run = (*Machine).moveFlags
	n := p.Size(PredicateKind, s.inst.Operand[1].ID)
	if t := s.dst.typ; p.exec != 1 || s.dst.class != General && s.dst.class != Indirect || !t.IsInteger() || t.is64() || n > 8*t.Size() {
		return fmt.Errorf("mov of a predicate has one lane, and its destination is an integer of up to 32 bits and at least the %d of the predicate", n)
	}
	return nil
}

func (p *preparer) chooseStateMove() error {
	s := p.step
	s.run = (*Machine).moveStates
	dst, src := &s.dst, &s.src[0]
	switch {
	case dst.class == State && src.class == State:
		if dst.kind != src.kind {
			return errors.New("movs between a surface and a sampler: both are of one kind")
		}
		return nil
	case dst.class == State:
		return p.integers("takes", 0)
	case src.class != State:
		return errors.New("movs has a surface or a sampler on one side at least")
	case !dst.typ.IsInteger():
		return fmt.Errorf("movs writes integers, not %s", dst.typ)
	}
	return nil
}
