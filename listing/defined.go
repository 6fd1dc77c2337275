package listing

import (
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax/strings"
)

// People call registers, instructions and constants by names of their own:
//
//	%define  shuf    xmm11         NASM's preprocessor, with %xdefine and %undef
//	#define  v_src   v1            C's, in front of GNU's assembler, with #undef
//	v_mask   .req    v0            Arm's, with .unreq
//	.set     rounds,  3            GNU's, with .equ and .equiv
//	rounds   equ      3            NASM's and Microsoft's
//
//	pshufb   xmm0, shuf            is pshufb xmm0, xmm11
//
// Of a name that is defined again, the last definition before a line holds, as it does for an assembler that reads both. What stands for lines, or is given operands, is a macro, and what it does is not known:
//
//	#define  TWICE(x)  paddd x, x; paddd x, x
//	#define  SHUFFLE \
//	         pshufb xmm0, xmm1
type definitions struct {
	value  map[string]string
	macros map[string]bool
	goesOn bool // the next line is of a macro too
}

// Bounds of them.
const (
	mostDefinitions   = 4096
	longestDefinition = 128 // bytes of what a name stands for
	longestDefined    = 256 // bytes of a line with all names replaced
	deepestDefinition = 8   // names that stand for names
)

// line is a line in whose instruction each name is what it stands for, and which says so where a macro stands for it. Of one that defines a name, or takes a definition back, nothing is left.
func (d *definitions) line(l dialect.Line) dialect.Line {
	whole := strings.TrimSpace(l.Whole)
	switch of, goesOn := d.goesOn, strings.HasSuffix(whole, "\\"); {
	case of, d.defines(whole):
		d.goesOn = goesOn
		l.Text = ""
	case len(d.value)+len(d.macros) > 0 && !strings.HasSuffix(l.Text, ":"):
		rest := l.Text
		if _, behind, ok := labelBefore(l); ok {
			rest = behind
		}
		label := l.Text[:len(l.Text)-len(rest)]
		if d.macros[rest[:nameAt(rest)]] {
			rest = macroCall + rest
		} else {
			rest = d.replaced(rest)
		}
		l.Text = label + rest
	}
	return l
}

// nameAt is where the name ends with which a text begins.
func nameAt(text string) int { return len(text) - len(strings.TrimLeft(text, nameBytes)) }

// defines follows a line that defines a name or takes it back, and says whether it is one.
func (d *definitions) defines(line string) bool {
	word, rest := nameAndOperands(line)
	rest = strings.TrimSpace(rest)
	if bare, is := strings.CutPrefix(rest, "define"); word == "#" && is && len(strings.Fields(bare)) == 2 { // with more words it may be a comment
		word, rest = "#define", strings.TrimSpace(bare)
	}
	switch strings.ToLower(word) {
	case "%define", "#define":
		d.defineText(rest, word[0] == '%')
	case "%xdefine":
		name, value := nameAndOperands(rest)
		d.defineText(name+" "+d.replaced(value), true)
	case ".set", ".equ", ".equiv":
		name, value, _ := strings.Cut(rest, ",")
		if value = d.replaced(withoutComment(value, true)); !isNumberOrRegister(value) {
			return false // an address, which is of what stands in memory
		}
		d.define(strings.TrimSpace(name), value)
	case "%undef", "#undef", ".unreq":
		delete(d.value, withoutComment(rest, true))
		delete(d.macros, withoutComment(rest, true))
	default:
		second, value := nameAndOperands(rest)
		if second = strings.ToLower(second); second != ".req" && second != "equ" {
			return false
		}
		d.define(word, d.replaced(withoutComment(value, true)))
	}
	return true
}

// defineText is a definition of a preprocessor's: a name and what it stands for, which may be lines.
func (d *definitions) defineText(text string, nasm bool) {
	name, value := nameAndOperands(text)
	value = withoutComment(value, nasm)
	if bare, _, parameters := strings.Cut(name, "("); parameters || strings.ContainsAny(value, ";\\") {
		delete(d.value, bare)
		if d.macros == nil {
			d.macros = map[string]bool{}
		}
		if isName(bare) && len(d.macros) < mostDefinitions {
			d.macros[bare] = true
		}
		return
	}
	delete(d.macros, name)
	d.define(name, value)
}

// withoutComment is what is defined without what is said of it, also behind a semicolon, if there is none in what C's preprocessor defines.
func withoutComment(value string, semicolon bool) string {
	if semicolon {
		value, _, _ = strings.Cut(value, ";")
	}
	for _, begin := range []string{"//", "/*"} {
		value, _, _ = strings.Cut(value, begin)
	}
	return strings.TrimSpace(value)
}

// isNumberOrRegister says whether a name of GNU's assembler stands for what an operand is.
func isNumberOrRegister(value string) bool {
	_, number := dataNumber(value)
	return number || isX86Register(strings.TrimPrefix(value, "%")) || isArmAddress(value)
}

// isX86Register says whether a word is a register of x86, or of x86inc's.
func isX86Register(word string) bool {
	word = strings.ToLower(word)
	_, general := GeneralRegister(word)
	_, _, inc := incRegister(word)
	return general || inc || registerBits(word) > 0 || isMMX(word)
}

// define says what a name stands for. Registers keep their own: a text may have names for machines with fewer.
func (d *definitions) define(name, value string) {
	if bare := strings.TrimSuffix(strings.TrimPrefix(value, "("), ")"); len(bare) == len(value)-2 && isName(bare[:min(1, len(bare))]) && !strings.ContainsAny(bare, "()") {
		value = bare // (mask + 16), an address
	}
	if !isName(strings.ReplaceAll(name, ".", "_")) || isX86Register(name) || len(value) > longestDefinition || name == value {
		return
	}
	if d.value == nil {
		d.value = map[string]string{}
	}
	if _, again := d.value[name]; again || len(d.value) < mostDefinitions {
		d.value[name] = value
	}
}

// replaced is a text with each name replaced by what it stands for, which may be names again.
func (d *definitions) replaced(text string) string {
	for range deepestDefinition {
		next, found := d.once(text)
		if !found || len(next) > longestDefined {
			break
		}
		text = next
	}
	return text
}

// once replaces the names that stand in a text. Some have points: tmp.w. What is behind another point or an at is a name of the assembler's own: .Lmask, mask@GOTPCREL; a register's lanes are behind it: v_mask.16b.
func (d *definitions) once(text string) (next string, found bool) {
	var b strings.Builder
	for at := 0; at < len(text); {
		end := at + nameAt(text[at:])
		if end == at {
			b.WriteByte(text[at])
			at++
			continue
		}
		if dotted := end + pointed(text[end:]); dotted > end && d.value[text[at:dotted]] != "" {
			end = dotted
		}
		word := text[at:end]
		if value, ok := d.value[word]; ok && (at == 0 || text[at-1] != '.' && text[at-1] != '@') && value != word {
			word, found = value, true
		}
		b.WriteString(word)
		at = end
	}
	return b.String(), found
}

// pointed is how long what stands behind a name is, with points in it.
func pointed(text string) int {
	return len(text) - len(strings.TrimLeft(text, "."+nameBytes))
}
