package loops

import (
	"cmp"

	"github.com/lanescope/lanescope/syntax/strings"
)

// Statements of Python, whose blocks stand further in.

// column is how far in a token stands.
func (p *parser) column(t token) int {
	return t.at - 1 - strings.LastIndex(p.text[:t.at], "\n")
}

// pythonBlock reads the lines that stand further in than a column, as far as the first of them.
func (p *parser) pythonBlock(outer int) (many, error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	var list many
	own := -1
	for p.lines(); p.peek().kind != endToken; p.lines() {
		t := p.peek()
		at := p.column(t)
		if at <= outer {
			break
		}
		if own < 0 {
			own = at
		}
		if at != own {
			return nil, p.from(t).errorf("this line does not stand as far in as those before it")
		}
		for more := true; more; more = p.peek().kind != lineToken && p.peek().kind != endToken {
			s, err := p.pythonStatement(own)
			if err != nil {
				return nil, err
			}
			if list = append(list, s); p.all[p.i-1].text != ";" {
				break
			}
		}
	}
	if own < 0 && outer >= 0 {
		return nil, p.wanted("a line that stands further in")
	}
	return list, nil
}

// pythonStatement reads a statement, and what stands below it.
func (p *parser) pythonStatement(column int) (statement, error) {
	start := p.peek()
	switch start.text {
	case "for":
		s, err := p.counted()
		if err != nil {
			return nil, err
		}
		body, err := p.suite(column)
		return s.with(body), err
	case "while", "if", "elif":
		return p.pythonDecision(column)
	case "def":
		return p.pythonFunction(column)
	case "return":
		s, err := p.returning()
		return s, cmp.Or(err, p.lineEnd())
	case "pass":
		p.next()
		return many{}, p.lineEnd()
	}
	s, err := p.assignment()
	return s, cmp.Or(err, p.lineEnd())
}

// lineEnd takes the end of a statement.
func (p *parser) lineEnd() error {
	if t := p.peek(); t.kind == lineToken || t.kind == endToken || p.accept(";") {
		return nil
	}
	return p.wanted("the end of the line")
}

// suite reads what stands behind a colon: the rest of the line, or lines that stand further in.
func (p *parser) suite(column int) (statement, error) {
	if err := p.expect(":"); err != nil {
		return nil, err
	}
	if p.peek().kind == lineToken {
		list, err := p.pythonBlock(column)
		return list, err
	}
	var list many
	for {
		s, err := p.pythonStatement(column)
		if err != nil {
			return nil, err
		}
		if list = append(list, s); p.peek().kind == lineToken || p.peek().kind == endToken {
			return list, nil
		}
	}
}

// pythonDecision reads while and if.
func (p *parser) pythonDecision(column int) (statement, error) {
	start := p.next()
	cond, err := p.expression()
	if err != nil {
		return nil, err
	}
	where := p.from(start)
	body, err := p.suite(column)
	if err != nil || start.text == "while" {
		return &looping{span: where, cond: cond, body: body}, err
	}
	s := &decision{span: where, cond: cond, then: body}
	before := p.i
	p.lines()
	switch t := p.peek(); {
	case t.text == "else" && p.column(t) == column:
		p.next()
		s.other, err = p.suite(column)
	case t.text == "elif" && p.column(t) == column:
		s.other, err = p.pythonDecision(column)
	default:
		p.i = before
	}
	return s, err
}

// pythonFunction reads def f(a, b):
func (p *parser) pythonFunction(column int) (statement, error) {
	f, err := p.head()
	if err != nil {
		return nil, err
	}
	f.body, err = p.suite(column)
	return f, err
}
