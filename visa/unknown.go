package visa

import "encoding/hex"

// Code that nobody can read is kept: from an opcode on that is not in the table, the rest of a kernel's bytes is one line of hexadecimal digits. It may name labels that no line
// names, and those keep their numbers by declarations:
//
//	.label again
//	.label "sub" subroutine
//	.code 58030000aabb

// known says whether all code is instructions.
func (g *Program) known() bool {
	for n := range g.Lines {
		if g.Lines[n].Inst.Op == opUnknown {
			return false
		}
	}
	return true
}

// unknown reads the digits of .code.
func (g *Program) unknown(p *Parser) bool {
	start := p.peekOff()
	for p.off < len(p.text) && isNameByte(p.text[p.off]) {
		p.off++
	}
	b, err := hex.DecodeString(p.text[start:p.off])
	if err != nil || len(b) == 0 {
		return p.fail(start, p.off, "expected bytes, two hexadecimal digits each")
	}
	if op, known := opStarting(b, g.Version); known {
		return p.fail(start, p.off, "%02x begins %s, which is known: expected the instruction itself", b[0], op)
	}
	g.Lines = append(g.Lines, Line{Inst: Inst{Op: opUnknown}, Code: b, label: span32{uint32(start), uint32(p.off)}})
	return true
}

// labelDecl reads a label that has the next number wherever it is.
func (g *Program) labelDecl(p *Parser) bool {
	start := p.peekOff()
	name, ok := p.quotedText("the name of a label")
	if !ok {
		return false
	}
	l := Label{Name: name}
	at := p.peekOff()
	if w := p.word(); w == "subroutine" {
		l.Subroutine = true
	} else if w == "kernel" {
		l.Kernel = true
	} else if w != "" {
		return p.fail(at, p.off, "expected subroutine, kernel, or the end of the line")
	}
	_, taken := OpNamed(name)
	_, twice := p.Decls.labels.byName[l.key()]
	switch {
	case taken || !isWord(name):
		return p.fail(start, p.off, "%s is no name of a label", quoted(name))
	case twice:
		return p.fail(start, p.off, "%s has a number already: it is declared before it is used, and once", quoted(name))
	case len(p.Decls.labels.all) == maxLabels:
		return p.fail(start, p.off, "more than %d labels", maxLabels)
	}
	p.Decls.addLabel(l)
	return true
}

// appendText appends the declaration.
func (l *Label) appendText(b []byte) []byte {
	b = append(append(append(b, `.label "`...), l.Name...), '"')
	return append(b, [numPlaceKinds]string{"", " subroutine", " kernel"}[l.kind()]...)
}

// appendLabels appends declarations of labels, if lines do not name all of them in the order of their numbers.
func (g *Program) appendLabels(b []byte) []byte {
	all := g.Decls.labels.all
	next, seen := 0, make([]bool, len(all))
	ordered := true
	mention := func(label uint16) {
		if int(label) < len(all) && !seen[label] {
			ordered = ordered && int(label) == next
			seen[label] = true
			next++
		}
	}
	for n := range g.Lines {
		i := &g.Lines[n].Inst
		if i.Op.marksPlace() {
			mention(i.Label)
		}
		for _, label := range i.places() {
			mention(label)
		}
	}
	if ordered && next == len(all) {
		return b
	}
	for n := range all {
		b = append(all[n].appendText(b), '\n')
	}
	return b
}

// appendCode appends a line of bytes.
func (l *Line) appendCode(b []byte) []byte { return hex.AppendEncode(append(b, ".code "...), l.Code) }
