package draw

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A length on paper is an integer, in tenths of a pixel, so that pictures have the same bytes on every machine.
const px = 10

// A pen appends SVG. It escapes every text, and writes every length in one way.
type pen struct {
	b    []byte
	from int // where the picture begins
	base int // rows of the pictures before this one, which count its ports on
}

// end ends the picture.
func (p *pen) end() {
	p.raw("</g>")
	p.b = AppendDark(p.b, p.from)
	p.raw("</svg>\n")
}

func (p *pen) raw(s string) { p.b = append(p.b, s...) }

// int appends an integer; most are lengths of up to four digits.
func (p *pen) int(n int) {
	switch {
	case n < 0 || n > 9999:
		p.b = strconv.AppendInt(p.b, int64(n), 10)
		return
	case n > 999:
		p.b = append(p.b, byte('0'+n/1000), byte('0'+n/100%10), byte('0'+n/10%10))
	case n > 99:
		p.b = append(p.b, byte('0'+n/100), byte('0'+n/10%10))
	case n > 9:
		p.b = append(p.b, byte('0'+n/10))
	}
	p.b = append(p.b, byte('0'+n%10))
}

// length appends tenths as a decimal fraction without a needless zero.
func (p *pen) length(n int) {
	if n < 0 {
		p.b, n = append(p.b, '-'), -n
	}
	whole := n / px
	p.int(whole)
	if n -= whole * px; n != 0 {
		p.b = append(p.b, '.', byte('0'+n))
	}
}

// attr appends an attribute that is a length; open is all of it that stands before the number.
func (p *pen) attr(open string, n int) {
	p.raw(open)
	p.length(n)
	p.b = append(p.b, '"')
}

// at appends a path command and its coordinates.
func (p *pen) at(command byte, n ...int) {
	p.b = append(p.b, command)
	for i, v := range n {
		if i > 0 {
			p.b = append(p.b, ' ')
		}
		p.length(v)
	}
}

// text appends a clean text.
func (p *pen) text(s string) {
	done := 0
	for i := range len(s) {
		escape := ""
		switch s[i] {
		case '<':
			escape = "&lt;"
		case '>':
			escape = "&gt;"
		case '&':
			escape = "&amp;"
		case '"':
			escape = "&quot;"
		default:
			continue
		}
		p.raw(s[done:i])
		p.raw(escape)
		done = i + 1
	}
	p.raw(s[done:])
}

// element appends an element that holds nothing but text.
func (p *pen) element(name, s string) {
	p.b = append(p.b, '<')
	p.raw(name)
	p.b = append(p.b, '>')
	p.text(clean(s))
	p.raw("</")
	p.raw(name)
	p.b = append(p.b, '>')
}

// port is attr for the place of a cell, row.cell: pages use it to light a path.
func (p *pen) port(open string, at Port) {
	p.raw(open)
	p.int(p.base + at.Row)
	p.b = append(p.b, '.')
	p.int(at.Cell)
	p.b = append(p.b, '"')
}

// advance is the width of one column in hundredths of the font size: the monospaced fonts of the stack have 0.55 to 0.602.
const advance = 61

// textWidth is the width of so many columns.
func textWidth(columns, size int) int { return columns * size * advance / 100 }

// fits is how many columns of a size fit into a width.
func fits(width, size int) int { return max(width*100/(size*advance), 0) }

// natural is where a label such as a15, xmm1:5, #7f or d3 breaks if it must: between its name and its number, the colon with the number. 0 if there is no such place.
func natural(s string) int {
	if at := strings.IndexByte(s, ':'); at > 0 && at <= nameMost {
		return at
	}
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || i > nameMost {
			return 0
		} else if c >= '0' && c <= '9' || i > 0 && s[i-1] == '#' {
			return i
		}
	}
	return 0
}
