package loops

import (
	"cmp"

	"github.com/lanescope/lanescope/syntax"
)

// Statements of Intel's guide, which has one a line.

// intelBlock reads lines up to one that ends a block.
func (p *parser) intelBlock(ends ...string) (many, error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	var list many
	for {
		for p.peek().kind == lineToken || p.peek().text == ";" {
			p.next()
		}
		t := p.peek()
		for _, end := range ends {
			if t.text == end {
				return list, nil
			}
		}
		if t.kind == endToken {
			if len(ends) > 0 {
				return nil, p.wanted(syntax.Quote(ends[len(ends)-1]))
			}
			return list, nil
		}
		if p.isArm(ends) {
			return list, nil
		}
		s, err := p.intelStatement()
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
}

// isArm says whether the next arm of a CASE begins here: 3: or DEFAULT:.
func (p *parser) isArm(ends []string) bool {
	t := p.peek()
	return len(ends) > 0 && ends[0] == "ESAC" && (t.kind == numberToken || t.text == "DEFAULT" || t.text == "OTHERWISE") && (p.ahead(1).text == ":" || p.ahead(1).text == ",")
}

// intelStatement reads a statement.
func (p *parser) intelStatement() (statement, error) {
	start := p.peek()
	switch start.text {
	case "FOR":
		return p.intelFor()
	case "WHILE":
		return p.intelWhile()
	case "IF":
		return p.intelIf()
	case "CASE":
		return p.intelCase()
	case "DEFINE":
		return p.intelFunction()
	case "RETURN":
		s, err := p.returning()
		return s, cmp.Or(err, p.intelEnd())
	}
	s, err := p.assignment()
	if err != nil {
		return nil, err
	}
	if a, ok := s.(*assignment); ok && clearsAbove(a) {
		s = &clearing{a.to[0].(*index)}
	}
	return s, p.intelEnd()
}

// intelEnd takes the end of a line.
func (p *parser) intelEnd() error {
	if t := p.peek(); t.kind == lineToken || t.kind == endToken || t.text == ";" || t.text == "}" || t.text == "FI" || t.text == "ELSE" || t.text == "ESAC" {
		return nil
	}
	return p.wanted("the end of the line")
}

// clearsAbove says whether a statement is dst[MAX:128] := 0, of what is above the result in a longer register.
func clearsAbove(a *assignment) bool {
	e, ok := a.to[0].(*index)
	if !ok {
		return false
	}
	top, ok := e.at[0].(*name)
	return ok && e.lo != nil && (top.text == "MAX" || top.text == "MAXVL" || top.text == "VLMAX")
}

// A clearing is dst[MAX:128] := 0.
type clearing struct{ of *index }

func (s *clearing) run(m *machine) error {
	n, err := m.count(s.of.lo)
	m.cleared = n
	return err
}

// intelFor reads FOR j := 0 to 7 … ENDFOR.
func (p *parser) intelFor() (statement, error) {
	start := p.next()
	word := p.next()
	s := &counting{name: word.text, includes: true}
	if word.kind != wordToken {
		p.i--
		return nil, p.wanted("a name that counts")
	}
	if !p.accept(":=") {
		if err := p.expect("="); err != nil {
			return nil, err
		}
	}
	var err error
	if s.from, err = p.expression(); err != nil {
		return nil, err
	}
	if p.accept("DOWNTO") || p.accept("downto") {
		s.step = &literal{span: p.from(start), n: -1}
	} else if !p.accept("to") {
		if err := p.expect("TO"); err != nil {
			return nil, p.wanted(syntax.Quote("to"))
		}
	}
	if s.to, err = p.expression(); err != nil {
		return nil, err
	}
	p.accept("DO")
	s.span = p.from(start)
	if s.body, err = p.intelBlock("ENDFOR", "OD"); err == nil {
		p.next()
	}
	return s, err
}

// intelWhile reads WHILE … DO … OD.
func (p *parser) intelWhile() (statement, error) {
	start := p.next()
	cond, err := p.expression()
	if err != nil {
		return nil, err
	}
	p.accept("DO")
	s := &looping{span: p.from(start), cond: cond}
	if s.body, err = p.intelBlock("OD", "ENDWHILE"); err == nil {
		p.next()
	}
	return s, err
}

// intelIf reads IF … ELSE … FI.
func (p *parser) intelIf() (statement, error) {
	start := p.next()
	cond, err := p.expression()
	if err != nil {
		return nil, err
	}
	p.accept("THEN")
	s := &decision{span: p.from(start), cond: cond}
	if s.then, err = p.intelBlock("ELSE", "ELSEIF", "ELSIF", "FI"); err != nil {
		return nil, err
	}
	switch t := p.peek(); {
	case t.text == "ELSEIF" || t.text == "ELSIF":
		s.other, err = p.intelIf()
		return s, err
	case p.accept("ELSE"):
		if p.peek().text == "IF" {
			s.other, err = p.intelIf()
			return s, err
		}
		if s.other, err = p.intelBlock("FI"); err != nil {
			return nil, err
		}
	}
	p.next()
	return s, nil
}

// intelCase reads CASE control[1:0] OF … ESAC.
func (p *parser) intelCase() (statement, error) {
	start := p.next()
	of, err := p.expression()
	if err != nil {
		return nil, err
	}
	s := &selection{span: p.from(start), of: of}
	if err := p.expect("OF"); err != nil {
		return nil, err
	}
	for p.lines(); !p.accept("ESAC"); p.lines() {
		var a arm
		if t := p.peek(); t.text == "DEFAULT" || t.text == "OTHERWISE" {
			p.next()
		} else {
			for {
				e, err := p.operation(1)
				if err != nil {
					return nil, err
				}
				if a.is = append(a.is, e); !p.accept(",") {
					break
				}
			}
		}
		if err := p.expect(":"); err != nil {
			return nil, err
		}
		if a.body, err = p.intelBlock("ESAC"); err != nil {
			return nil, err
		}
		s.arms = append(s.arms, a)
	}
	return s, nil
}

// intelFunction reads DEFINE SELECT4(src, control) { … }.
func (p *parser) intelFunction() (statement, error) {
	f, err := p.head()
	if err != nil {
		return nil, err
	}
	p.lines()
	if err := p.expect("{"); err != nil {
		return nil, err
	}
	if f.body, err = p.intelBlock("}"); err == nil {
		p.next()
	}
	return f, err
}

// names reads parameters of which nothing but the name counts, behind the parenthesis. How long one is, Intel's guide may say.
func (p *parser) names() (all []declaration, err error) {
	for !p.accept(")") {
		word := p.next()
		if word.kind != wordToken {
			p.i--
			return nil, p.wanted("a parameter")
		}
		all = append(all, declaration{span: p.from(word), name: word.text, array: !p.lang.bits})
		if p.lang.bits && p.peek().text == "[" {
			if _, err := p.indexed(&name{p.from(word), word.text}, word, 0); err != nil {
				return nil, err
			}
		}
		if p.peek().text != ")" {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}
