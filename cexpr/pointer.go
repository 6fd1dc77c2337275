package cexpr

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A pointer that a text sets or moves stands for an address: that which it was set to, and what has been added since.
//
//	const uint8_t *x = src + 16;  x += stride;  vld1q_u8(x)        the source src + 16 + stride

// isPointer says whether a name is one of what is no vector by itself.
func (e *expressions) isPointer(name string) bool {
	_, moved := e.moved[name]
	_, declared := e.pointees[name]
	return moved || declared || e.addresses[name] || e.types[name].pointer
}

// pointerSet is a declaration of a pointer with its value, or another value for one; read is false for what is neither.
//
//	const uint8_t *x = src + 16;      x = y;
func (e *expressions) pointerSet(h head) (read bool) {
	words := h.words[:len(h.words)-1]
	declares := len(words) > 0 && strings.Contains(h.whole, "*") && isPointee(words)
	if h.array || h.op != "" || !declares && (len(words) > 0 || !e.isPointer(h.name())) {
		return false
	}
	e.points(h.name(), e.addressText())
	return true
}

// isPointee says whether words are a type of one number, or of nothing, to which pointers go.
func isPointee(words []string) bool {
	if _, ok := integerTypeOf(words); ok {
		return true
	}
	last := words[len(words)-1]
	return last == "void" || laneTypes[last].float
}

// addressText is an address as it is written, as far as the comma or the semicolon behind it.
func (e *expressions) addressText() string {
	text := upToArgument(upTo(e.Rest(), ";"))
	e.Off += len(text)
	return strings.TrimSpace(text)
}

// mostAddress bounds the text of an address.
const mostAddress = 1 << 10

// points makes a name stand for an address. One that is too long to be a name is called after the place in the text.
func (e *expressions) points(name, address string) {
	if address = e.addressOf(address); len(address) > mostAddress {
		address = fmt.Sprintf("%s'%d", name, e.Off)
	}
	e.moved[name] = address
	delete(e.types, name)
	e.to = ""
}

// addressOf is an address in which names of what has been set or moved are what they stand for.
func (e *expressions) addressOf(address string) string {
	switch {
	case len(e.moved) == 0:
		return address
	case len(address) > mostAddress: // too long to be looked through: another one at each place
		return fmt.Sprintf("%s'%d", address, e.Off)
	}
	syntax.Look(len(address))
	out := ""
	for at := 0; at < len(address); {
		if !isWordStart(address[at]) {
			out += address[at : at+1]
			at++
			continue
		}
		end := wordEnd(address, at)
		word := address[at:end]
		if stands, ok := e.moved[word]; ok && (at == 0 || address[at-1] != '.' && address[at-1] != '>') {
			if word = stands; at > 0 && strings.ContainsAny(stands, "+-") {
				word = "(" + stands + ")"
			}
		}
		out += word
		at = end
	}
	return out
}

// moves is x += y, x -= y, x++ and x-- : of a pointer another address, of a number another number, and of an integer that is not known one that is computed.
func (e *expressions) moves(name, sign string, start int) error {
	by := e.addressText()
	if by == "" {
		by = "1"
	}
	old, known := e.numbers[name]
	_, scalar := e.scalars[name]
	integer := scalar || e.integersNamed(name)
	inputs, computed := len(e.Inputs), e.Computations()
	add, err := e.evaluated(by)
	number := err == nil && !add.IsVector()
	if !number && e.Computations() == computed { // it is no source
		e.Inputs, e.Bits = e.Inputs[:inputs], e.Bits[:inputs]
	}
	switch {
	case known && number:
		old.Number += when(sign == "-", -add.Number, add.Number)
		e.numbers[name] = old
	case known || integer:
		if err := e.countedValue(name, sign, start); err != nil {
			return err
		}
	case !e.isPointer(name) && (e.Named[name].Bits > 0 || e.types[name].known() || !number):
		return e.ErrorFrom(start, "%s= computes, and moves no lanes: of pointers and integers it is followed", sign)
	}
	if _, counts := e.numbers[name]; counts {
		e.points(name, fmt.Sprint(old.Number))
	} else {
		e.points(name, name+" "+sign+" "+by)
	}
	return nil
}

// countedValue makes an integer one that is computed, which does no harm where nothing but addresses are made of it.
func (e *expressions) countedValue(name, sign string, start int) error {
	t, ok := e.scalars[name]
	if !ok {
		t = integerType{64, e.integers[name]}
	}
	if m := e.Named[name]; m.Bits > 0 {
		t.bits = m.Bits * len(m.Lane)
	}
	m := lane.Map{Bits: 8, Lane: make([]lane.Lane, t.bits/8)}
	every := make([]int, len(m.Lane))
	for i := range every {
		every[i] = i
	}
	m, err := e.Computed(m, every, e.ErrorFrom(start, "%s= computes %s, and moves nothing", sign, name))
	if err != nil {
		return e.ErrorFrom(start, "%v", err)
	}
	e.forget(name)
	e.Named[name], e.integers[name], e.lanes[name] = m, t.signed, vectorType{}
	return nil
}

// integersNamed says whether a value is an integer.
func (e *expressions) integersNamed(name string) bool {
	_, ok := e.integers[name]
	return ok
}

// countsStatement is x++ or --x as a statement.
func (e *expressions) countsStatement(start int) (read bool, err error) {
	e.Off = start
	sign := ""
	for _, s := range []string{"++", "--"} {
		if e.Accept(s) {
			sign = s[:1]
		}
	}
	name := e.Word()
	for _, s := range []string{"++", "--"} {
		if name != "" && sign == "" && e.Accept(s) {
			sign = s[:1]
		}
	}
	if e.Space(); name == "" || sign == "" || e.Peek() != ';' {
		e.Off = start
		return false, nil
	}
	return true, e.moves(name, sign, start)
}

// errMoved is that of an element behind a pointer that has been moved.
func errMoved(name string) error {
	return fmt.Errorf("%s has been set to another place: single elements behind it are not followed", name)
}

// sumBehindCast is the address that a cast to a pointer is of, where something is added to it: (const int *)(p + 4).
func (e *expressions) sumBehindCast() (o operand, ok bool) {
	if e.Space(); e.Peek() != '(' {
		return o, false
	}
	end := closing(e.Text, e.Off)
	inner := strings.TrimSpace(e.Text[e.Off+1 : max(end-1, e.Off+1)])
	depth, sum := 0, false
	for k := range len(inner) {
		switch inner[k] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '+', '-':
			sum = sum || depth == 0 && k > 0 && !strings.HasPrefix(inner[k:], "->")
		}
	}
	syntax.Look(len(inner))
	if !sum || len(inner) > mostAddress {
		return o, false
	}
	e.Off = end
	return named(e.addressOf(inner)), true
}
