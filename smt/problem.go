package smt

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// A Problem is a text that grows: names and what they are, and at last a claim, of which it asserts the opposite.
type Problem struct {
	text  strings.Builder
	free  int      // how many vectors there are of which nothing is known
	wrong []string // each true only if the claim is false
}

// New is a problem about bit vectors, which begins with these lines as comments.
func New(about ...string) *Problem {
	p := &Problem{}
	for _, line := range about {
		p.Say(line)
	}
	p.text.WriteString("(set-logic QF_BV)\n")
	return p
}

// Say writes a comment.
func (p *Problem) Say(line string) { fmt.Fprintf(&p.text, "; %s\n", line) }

// A Vector is a term of so many bits: a name, mostly.
type Vector struct {
	Term string
	Bits int
}

// Source declares a vector of which nothing is known but its name.
func (p *Problem) Source(name string, bits int) Vector {
	fmt.Fprintf(&p.text, "(declare-const %s (_ BitVec %d))\n", name, bits)
	return Vector{name, bits}
}

// Any is a vector of which nothing is known, and whose name nobody asked for.
func (p *Problem) Any(bits int) Vector {
	p.free++
	return p.Source(fmt.Sprintf("any%d", p.free-1), bits)
}

// Define gives a vector a name.
func (p *Problem) Define(name string, v Vector) Vector {
	fmt.Fprintf(&p.text, "(define-fun %s () (_ BitVec %d)\n  %s)\n", name, v.Bits, v.Term)
	return Vector{name, v.Bits}
}

// Constant is a vector of known bits.
func Constant(c lane.Const, bits int) Vector {
	if bits%4 == 0 {
		return Vector{fmt.Sprintf("#x%0*s", bits/4, strings.TrimPrefix(c.Hex(), "0x")), bits}
	}
	var b strings.Builder
	b.WriteString("#b")
	for i := bits - 1; i >= 0; i-- {
		bit, _ := c.Slice(i, 1).Uint64()
		b.WriteByte('0' + byte(bit))
	}
	return Vector{b.String(), bits}
}

// Part is the bits of a vector from low on.
func (v Vector) Part(low, bits int) Vector {
	if low == 0 && bits == v.Bits {
		return v
	}
	return Vector{fmt.Sprintf("((_ extract %d %d) %s)", low+bits-1, low, v.Term), bits}
}

// Join is the vectors behind one another, the lowest first.
func Join(parts ...Vector) Vector {
	if len(parts) == 1 {
		return parts[0]
	}
	var b strings.Builder
	b.WriteString("(concat")
	bits := 0
	for k := len(parts) - 1; k >= 0; k-- {
		b.WriteByte(' ')
		b.WriteString(parts[k].Term)
		bits += parts[k].Bits
	}
	return Vector{b.String() + ")", bits}
}

// Apply is what a map makes of its sources, and of the old destination if it reads that. Lanes that stand beside one another in a source are one part.
func (p *Problem) Apply(m lane.Map, old Vector, sources ...Vector) Vector {
	var parts []Vector
	for i := 0; i < len(m.Lane); {
		l, n := m.Lane[i], 1
		for i+n < len(m.Lane) && m.Lane[i+n] == after(l, n) {
			n++
		}
		switch l.Kind {
		case lane.Source:
			parts = append(parts, sources[l.Src].Part(l.Index*m.Bits, n*m.Bits))
		case lane.Old:
			parts = append(parts, old.Part(l.Index*m.Bits, n*m.Bits))
		case lane.Constant:
			parts = append(parts, Constant(l.Const, m.Bits))
		default:
			parts = append(parts, p.Any(n*m.Bits))
		}
		i += n
	}
	return Join(parts...)
}

// after is the lane that follows n lanes behind another where both are one part; constants are parts of their own.
func after(l lane.Lane, n int) lane.Lane {
	switch l.Kind {
	case lane.Source, lane.Old:
		l.Index += n
	case lane.Constant:
		return lane.Lane{Kind: lane.Constant + 1}
	}
	return l
}

// Claim claims that two vectors are equal in the lanes that a map defines.
func (p *Problem) Claim(m lane.Map, got, want Vector) {
	for i, l := range m.Lane {
		if l.Kind != lane.Undefined {
			p.ClaimEqual(got.Part(i*m.Bits, m.Bits), want.Part(i*m.Bits, m.Bits))
		}
	}
}

// ClaimEqual claims that two vectors are equal.
func (p *Problem) ClaimEqual(a, b Vector) { p.wrong = append(p.wrong, distinct(a, b)) }

// distinct is true if two vectors are not equal.
func distinct(a, b Vector) string { return fmt.Sprintf("(distinct %s %s)", a.Term, b.Term) }

// String is the whole problem: unsat if all that was claimed is true.
func (p *Problem) String() string {
	return p.text.String() + "(assert (or false\n  " + strings.Join(append(p.wrong, "false"), "\n  ") + "))\n(check-sat)\n"
}
