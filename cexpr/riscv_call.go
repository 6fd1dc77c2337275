package cexpr

import (
	"errors"
	"fmt"

	"github.com/lanescope/lanescope/internal/rvv"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A riscvCall is a call of one of RISC-V's intrinsics.
//
//	__riscv_vrgather_vv_u8m1_mu(m,     d,    a, i,   16)
//	                            mask   old   args    lanes
type riscvCall struct {
	*expressions
	riscvName
	riscvDoes
	t     vectorType // of the result, or of what is compared or stored
	mask  *operand
	old   *operand
	args  []operand
	lanes int    // that are written
	most  int    // that there are
	where string // the address
}

// A riscvDoes is what an intrinsic does, in the table.
type riscvDoes struct {
	args string // a letter for each: see riscvLetters
	does func(c *riscvCall) (operand, error)
	wide int  // where an argument says the type: how many times wider lanes of the result are; -2: half as wide
	all  bool // it says nothing of how many lanes there are

	writes bool // what it makes is memory
	masks  bool // its type may be that of a mask
}

// riscvLetters are the kinds of arguments.
var riscvLetters = map[byte]string{
	'v': "a vector", 'd': "a vector", // d is what is kept, too
	'y': "a vector or a number", 'x': "a number or a lane",
	'n': "a number", 'm': "a mask", 'p': "an address", 'a': "vectors", // all that follow
}

// riscvCall is a call whose opening parenthesis has been read.
func (e *expressions) riscvCall(name string, n riscvName, start int) (operand, error) {
	if strings.HasPrefix(n.op, "vsetvl") || n.op == "vlenb" {
		return e.lengthOf(name, n.op, start)
	}
	does, ok := riscvIntrinsic(n.op)
	if !ok {
		return operand{}, syntax.Errorf(e.Text, start, start+len(name), "%s is no intrinsic that is known as a movement of lanes", name)
	}
	e.warnLength()
	c := &riscvCall{expressions: e, riscvName: n, riscvDoes: does}
	before := e.Computations()
	all, err := c.said(start)
	if err != nil {
		return operand{}, err
	}
	o, err := c.called(all)
	if err != nil {
		return o, e.ErrorFrom(start, "%s: %v", name, err)
	}
	e.Locate(before, func(err error) error { return e.ErrorFrom(start, "%s: %v", name, err) })
	return o, nil
}

// warnLength says how long vectors are taken to be, once; what was said when they were shorter is gone with that reading.
func (e *expressions) warnLength() {
	e.warn(fmt.Sprintf("vectors of RISC-V are as long as the machine has them: %d bits are assumed", e.vectorBits()))
}

// said are the arguments in the text. An address is what it is written as.
func (c *riscvCall) said(start int) ([]operand, error) {
	address := -1
	if c.args0() == 'p' {
		address = 0
		if c.rules {
			address++
		}
		if c.keeps.some() {
			address++
		}
	}
	var all []operand
	inputs, computed := len(c.Inputs), c.Computations()
	for k := 0; !c.Accept(")"); k++ {
		if k > 0 {
			if err := c.Expect(",", `"," or ")"`); err != nil {
				return nil, err
			}
		}
		if k == maxArguments {
			return nil, c.ErrorFrom(start, "more than %d arguments", maxArguments)
		}
		if k == address {
			c.where = c.untilArgumentEnds()
			continue
		}
		c.Space()
		at := c.Off
		inputs, computed = len(c.Inputs), c.Computations()
		o, err := c.expression()
		if err == nil && o.Inverted {
			err = c.ErrorFrom(at, "%v", errInverted)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	if !c.riscvDoes.all && c.Computations() == computed { // how many lanes are written is no source
		c.Inputs, c.Bits = c.Inputs[:inputs], c.Bits[:inputs]
	}
	return all, nil
}

// args0 is the letter of the first argument; 0 where there is none.
func (c *riscvCall) args0() byte {
	if c.riscvDoes.args == "" {
		return 0
	}
	return c.riscvDoes.args[0]
}

// called is what the call makes.
func (c *riscvCall) called(all []operand) (o operand, err error) {
	if err := c.sorted(all); err != nil {
		return o, err
	}
	if c.args0() == 'p' && c.where == "" {
		return o, errors.New("expected an address")
	}
	if o, err = c.does(c); err != nil || c.args0() != 'p' || c.writes || c.mask == nil && !c.keeps.some() {
		return o, err
	}
	if o.parts != nil { // loaded
		return o, errors.New("of several vectors it is known only where all lanes are written")
	}
	return c.loadedOver(o)
}

// take takes the first of the arguments that are left.
func take(all *[]operand, what string) (operand, error) {
	if len(*all) == 0 {
		return operand{}, fmt.Errorf("%s is missing among the arguments", what)
	}
	o := (*all)[0]
	*all = (*all)[1:]
	return o, nil
}

// sorted puts arguments where they belong.
func (c *riscvCall) sorted(all []operand) error {
	letters, said := c.riscvDoes.args, len(all)
	if len(c.shapes) == 0 && len(all) > 0 && isMask(all[0]) && !isMaskLetter(letters) { // the short form
		c.rules = true
	}
	if c.rules {
		o, err := take(&all, "the mask")
		if err != nil {
			return err
		}
		c.mask = &o
	}
	if c.keeps.some() && c.args0() != 'd' {
		o, err := take(&all, "the vector of which lanes stay")
		if err != nil {
			return err
		}
		c.old = &o
	}
	var vl *operand
	if !c.riscvDoes.all {
		if len(all) == 0 {
			return errors.New("how many lanes are written is missing behind the arguments")
		}
		vl, all = &all[len(all)-1], all[:len(all)-1]
	}
	c.args = all
	if err := c.letters(letters, said-len(all)); err != nil {
		return err
	}
	if c.args0() == 'd' {
		c.old = &c.args[0]
	}
	if err := c.typed(); err != nil {
		return err
	}
	c.lanes = c.most
	if vl != nil {
		return c.written(*vl)
	}
	return nil
}

// isMaskLetter says whether the first argument of an intrinsic is a mask by itself.
func isMaskLetter(letters string) bool { return letters != "" && letters[0] == 'm' }

// letters checks that arguments are of the kinds that are expected, beside so many that are of all intrinsics.
func (c *riscvCall) letters(letters string, beside int) error {
	want := len(letters)
	if c.args0() == 'p' {
		letters, want = letters[1:], want-1
	}
	if want > 0 && letters[want-1] == 'a' {
		for want < len(c.args) {
			letters += "a"
			want++
		}
	}
	if len(c.args) != want {
		if c.args0() == 'p' {
			beside++
		}
		return fmt.Errorf("expected %d arguments, found %d", want+beside, len(c.args)+beside)
	}
	for k := range want {
		o, letter := c.args[k], letters[k]
		switch vector := o.IsVector(); {
		case vector && letter == 'n':
			return fmt.Errorf("it takes a number as argument %d: what it does is known only where that is written", k+1)
		case !vector && (letter == 'v' || letter == 'd' || letter == 'm' || letter == 'a'), o.parts != nil && letter != 'a':
			return fmt.Errorf("it takes %s as argument %d", riscvLetters[letter], k+1)
		}
	}
	return nil
}

// typed is the type of the result: in the name, or that of the first vector.
func (c *riscvCall) typed() error {
	for k := len(c.shapes) - 1; k >= 0; k-- {
		s := c.shapes[k]
		if s.mask && k > 0 || s.scalar {
			continue
		}
		t, ok := s.of(c.vectorBits())
		if c.t, c.most = t, t.lanes; s.mask {
			c.most = t.lanes / s.part
		}
		switch {
		case !ok:
			return fmt.Errorf("there are no such vectors where a register has %d bits", c.vectorBits())
		case s.mask && !c.masks, s.vectors > 0 && !strings.ContainsAny(c.riscvDoes.args, "ap"):
			return errors.New("it is of no such type")
		}
		return nil
	}
	if c.old != nil && c.old.typ.known() {
		c.t, c.most = c.old.typ, c.old.typ.lanes
		return nil
	}
	for _, o := range c.args {
		if o.typ.known() && (!isMask(o) || isMaskLetter(c.riscvDoes.args)) {
			c.t, c.most = o.typ, o.typ.lanes
			switch w := c.wide; {
			case w > 0:
				c.t.bits *= w
			case w < 0:
				c.t.bits /= -w
			}
			return nil
		}
	}
	if c.riscvDoes.all {
		return nil
	}
	return errScalable
}

// written is how many lanes are: a number of the text, or all.
func (c *riscvCall) written(vl operand) error {
	switch {
	case vl.IsVector():
		name := "how many lanes are written"
		if vl.Name != "" {
			name = vl.Name
		}
		c.warn(name + " is not in the text: it is taken for all lanes that a vector has")
	case vl.Number < 0:
		return fmt.Errorf("%d lanes are written", vl.Number)
	case vl.Number > c.most:
		return c.longerVectors(c.most, vl.Number)
	default:
		c.lanes = vl.Number
	}
	return nil
}

// vector is an argument as a vector of a type.
func (c *riscvCall) vector(o operand, t vectorType) (lane.Map, error) { return c.typedArgument(o, t) }

// pickOf are lanes of vectors of a type, counted through them.
func (c *riscvCall) pickOf(t vectorType, sel []int, vectors ...operand) (operand, error) {
	maps := make([]lane.Map, len(vectors))
	for k, o := range vectors {
		m, err := c.vector(o, t)
		if err != nil {
			return o, err
		}
		maps[k] = m
	}
	return c.picked(maps, sel, t)
}

// loadedOver is what has been loaded, in a vector of which some lanes stay.
func (c *riscvCall) loadedOver(o operand) (operand, error) {
	i, _ := rvv.Find("vmv_v")
	c.args = []operand{o}
	return c.executed("vmv_v", i)
}

// lengthOf is how many lanes are written behind vsetvl, as many as are asked for if a vector has them, or how many bytes a register has.
func (e *expressions) lengthOf(name, op string, start int) (operand, error) {
	inputs, computed := len(e.Inputs), e.Computations()
	args, err := e.arguments(start)
	if err != nil {
		return operand{}, err
	}
	if e.Computations() == computed {
		e.Inputs, e.Bits = e.Inputs[:inputs], e.Bits[:inputs]
	}
	e.warnLength()
	if op == "vlenb" {
		return number(e.vectorBits() / 8), nil
	}
	_, typ, _ := cutLast(op, "_")
	elem, ok := strings.CutPrefix(typ, "e")
	s, known := riscvShaped("u" + elem)
	t, fits := vectorType{}, false
	if ok && known {
		t, fits = s.of(e.vectorBits())
	}
	if !fits {
		return operand{}, e.ErrorFrom(start, "%s is not known: expected a type behind vsetvl, as in __riscv_vsetvl_e8m1", name)
	}
	switch {
	case len(args) > 0 && !args[0].IsVector() && args[0].Number >= 0:
		return number(min(args[0].Number, t.lanes)), nil
	case len(args) > 0:
		e.warn("of " + name + " all lanes are assumed, as in all passes of a loop but the last")
	}
	return number(t.lanes), nil
}
