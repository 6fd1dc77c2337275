package listing

import (
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax/strings"
)

// What people write is full of lines that stand for others, or say which are there: nothing is followed through them.
//
//	.macro twice r           its lines are read, what it stands for elsewhere is not known
//	.if \bits == 8           both cases are, one behind the other
//	transpose_8x8b v0, v1    a macro of another file: no machine has such a name
//	function f, export=1     which of macros is known: f: begins

// Macros reads the lines of a file, one after another, of which some may be written with macros: x86inc's, which are known, and GNU's, which are not.
type Macros struct {
	x       *x86inc
	defined map[string]bool // GNU's of this file
}

// mostMacros bounds them.
const mostMacros = 4096

// decisions begin the lines by which GNU's assembler, C's preprocessor and NASM assemble others or not, or again and again.
var decisions = strings.Fields(".if .else .endif .macro .endm .exitm .rept .irp .endr #if #elif #else #endif %if %elif %else %endif %rep %endrep %exitrep")

// decides says whether a line is such a one, or a macro that the file has defined.
func (m *Macros) decides(line string) bool {
	line = strings.TrimLeft(line, " \t")
	directive, rest := nameAndOperands(line)
	if line == "" || line[0] != '.' && line[0] != '#' && line[0] != '%' {
		return m.defined[directive]
	}
	name, _, _ := strings.Cut(strings.ReplaceAll(strings.TrimSpace(rest), ",", " "), " ")
	if directive == ".macro" && name != "" && len(m.defined) < mostMacros {
		if m.defined == nil {
			m.defined = map[string]bool{}
		}
		m.defined[name] = true
	}
	return begins(line, decisions) && !strings.HasSuffix(directive, ":") && !strings.HasPrefix(rest, "=") // labels, and values of LLVM's
}

// someCase is a label in the place of a line behind which nothing is known of what stood before it.
const someCase = ".case:"

// Line is the next line in x86's own words, as far as it is an instruction. What stands in a macro is none of the file's, and what a macro stands for is not known. A label in front of an instruction is a line by itself: see LabelBefore.
func (m *Macros) Line(line string) string {
	if m.x == nil {
		m.x = newX86inc("")
	}
	if m.x.inside == 0 && m.decides(line) {
		return someCase
	}
	x, l := m.x, dialect.LineOf(line)
	if x.inside == 0 {
		before := l.Text // which is empty for a line of C's preprocessor
		switch l = x.defined.line(l); {
		case l.Text == "" && before != "":
			return ""
		case strings.HasPrefix(l.Text, macroCall):
			return someCase
		case l.Text != before:
			line = "\t" + l.Text
			l = dialect.LineOf(line)
		}
	}
	name, operands := nameAndOperands(l.Text)
	if called, ok := functionBegun(name, operands); ok {
		return called + ":"
	}
	if !x.begun && incSizes[name] == 0 && name != "cglobal" && name != "%macro" && x.inside == 0 {
		return line
	}
	was := x.inside
	list := x.appendStatements(nil, l, 0)
	called, _, _ := strings.Cut(strings.TrimSpace(operands), ",")
	switch {
	case x.inside > 0 || was > 0:
		return ""
	case name == "cglobal":
		return called + ":"
	case len(list) == 0, strings.HasSuffix(l.Text, ":"):
		return line
	}
	one, operands := nameAndOperands(list[0].text)
	switch {
	case isDecision(one):
		return someCase
	case isOnNames(one, operands):
		return ""
	}
	return "\t" + list[0].text
}

// functionBegun is the function that a line begins with one of the macros that many projects have for it, after FFmpeg's.
func functionBegun(name, operands string) (called string, ok bool) {
	called, _, _ = strings.Cut(strings.TrimSpace(operands), ",")
	return called, slices.Contains([]string{"function", "func", "function_x264"}, name) && isName(called)
}

// functionEnded says whether a line is a macro that ends a function.
func functionEnded(name string) bool { return name == "endfunc" || name == "endfunc_x264" }

// isMacro says whether a line is a macro by its name: no machine has an instruction with a line below, but those with a point.
//
//	transpose_8x8b  v0, v1, v2, v3, v4, v5, v6, v7, v24, v25
func isMacro(name string) bool {
	known := incSizes[strings.ToUpper(name)] > 0 || slices.Contains(incDeclarations, strings.ToUpper(name))
	return strings.Contains(name, "_") && !strings.ContainsAny(name, ".=:") && name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z' && !known
}
