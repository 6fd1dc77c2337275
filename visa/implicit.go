package visa

import (
	"strconv"
	"strings"
)

// An Implicit is what an input is given that no argument of the kernel is. Its lines name it:
//
//	.implicit_LOCAL_ID V33 offset=96 size=96
type Implicit uint8

// The implicit inputs that have a name. Explicit ones are arguments.
const (
	Explicit    Implicit = 0
	LocalSize   Implicit = 1
	GroupCount  Implicit = 2
	LocalID     Implicit = 3
	PseudoInput Implicit = 16
)

// implicits is how many there can be: an object has five bits for them, above the three of the variable's kind.
const (
	implicits     = 32
	implicitShift = 3
)

var implicitNames = [implicits]string{LocalSize: "LOCAL_SIZE", GroupCount: "GROUP_COUNT", LocalID: "LOCAL_ID", PseudoInput: "PSEUDO_INPUT"}

const (
	implicitPrefix = "implicit_"
	undefinedNamed = "UNDEFINED_" // and a number, as the tool prints those without a name
)

// String is the name behind implicit_; empty of explicit ones.
func (i Implicit) String() string {
	if i < implicits && (i == Explicit || implicitNames[i] != "") {
		return implicitNames[i]
	}
	return undefinedNamed + strconv.Itoa(int(i))
}

// implicitNamed finds an implicit input by its name.
func implicitNamed(name string) (Implicit, bool) {
	for i := Explicit + 1; i < implicits; i++ {
		if i.String() == name {
			return i, true
		}
	}
	return 0, false
}

// toolsImplicit is what the tool takes an implicit input for, whatever its text says.
const toolsImplicit Implicit = 5

// implicit reads a line .implicit_NAME, whose word has been read.
func (g *Program) implicit(p *Parser) bool {
	start := strings.LastIndex(p.text[:p.off], implicitPrefix) + len(implicitPrefix)
	name, end := p.text[start:p.off], p.off
	what, known := implicitNamed(name)
	if p.Dialect == Intel {
		what, known = toolsImplicit, true
	}
	if !known {
		return p.fail(start, end, "there is no implicit input %s: expected LOCAL_SIZE, GROUP_COUNT, LOCAL_ID, PSEUDO_INPUT or UNDEFINED_ and a number up to %d", quoted(name), implicits-1)
	}
	if !g.input(p) {
		return false
	}
	g.Inputs[len(g.Inputs)-1].Implicit = what
	return true
}
