package loops_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A tongue is a language in which random programs are written.
type tongue struct {
	name     string
	function string // of its number and its statements
	loop     string // of a name, from, to and the body
	if_      string // of a condition, and both ways
	choice   string // of a condition and two expressions
	set      string // of two expressions
	table    string // of the numbers of a table
	quotient string // the sign of a quotient of what has no sign
	shift    string // of a value and how far it goes to the right
	byte     string // of a value that is one of eight bits again
}

var tongues = []tongue{
	{"C", "void program%d(uint8_t *r, const uint8_t *a, const uint8_t *b) {\n%s}\n", "for (int %[1]s = %[2]d; %[1]s < %[3]d; %[1]s++) {\n%[4]s}\n", "if (%s) {\n%s} else {\n%s}\n", "(%s ? %s : %s)", "%s = %s;\n", "static const int t[16] = {%s};\n", "/", "(%s >> %d)", "%s"},
	{"Go", "func program%d(r, a, b []uint8) {\n%s}\n", "for %[1]s := %[2]d; %[1]s < %[3]d; %[1]s++ {\n%[4]s}\n", "if %s {\n%s} else {\n%s}\n", "", "%s = %s\n", "var t = [16]int{%s}\n_ = t\n", "/", "(%s >> %d)", "%s"},
	{"Rust", "fn program%d(r: &mut [u8; 16], a: &[u8; 16], b: &[u8; 16]) {\n%s}\n", "for %[1]s in %[2]d..%[3]d {\n%[4]s}\n", "if %s {\n%s} else {\n%s}\n", "", "%s = %s;\n", "let t = [%s];\n", "/", "(%s >> %d)", "%s"},
	{"Python", "def program%d(r, a, b):\n%s", "for %[1]s in range(%[2]d, %[3]d):\n%[4]s", "if %s:\n%selse:\n%s", "(%[2]s if %[1]s else %[3]s)", "%s = %s\n", "t = [%s]\n", "//", "(%s >> %d)", "%s"},
}

// A writer writes one program in all tongues: its choices are drawn once, as a tree.
type writer struct{ *rand.Rand }

// A tree is a statement or an expression: what it says in a tongue.
type tree func(l tongue) string

// index is an expression of numbers below zero and above, as deep; masked says that what is divided has no sign.
func (w writer) index(depth int, names []string) tree {
	if depth == 0 || w.IntN(5) == 0 {
		if w.IntN(4) == 0 {
			n := w.IntN(16)
			return func(tongue) string { return fmt.Sprint(n) }
		}
		name := names[w.IntN(len(names))]
		return func(tongue) string { return name }
	}
	x, y := w.index(depth-1, names), w.index(depth-1, names)
	n := 1 + w.IntN(7)
	switch k := w.IntN(12); k {
	case 0, 1, 2, 3, 4, 5:
		sign := []string{"+", "-", "*", "^", "&", "|"}[k]
		return func(l tongue) string { return "(" + x(l) + " " + sign + " " + y(l) + ")" }
	case 6:
		return func(l tongue) string { return fmt.Sprintf("((%s & 31) %s %d)", x(l), l.quotient, n) }
	case 7:
		return func(l tongue) string { return fmt.Sprintf("((%s & 31) %% %d)", x(l), n) }
	case 8:
		return func(l tongue) string { return fmt.Sprintf(l.shift, x(l), n%4) }
	case 9:
		return func(l tongue) string { return fmt.Sprintf("(%s << %d)", x(l), n%3) }
	case 10:
		return func(l tongue) string { return "t[" + x(l) + " & 15]" }
	}
	return func(l tongue) string { return "(-" + x(l) + " - 1)" }
}

// place is an index that is one of an array.
func (w writer) place(names []string) tree {
	x := w.index(w.IntN(4), names)
	return func(l tongue) string { return "(" + x(l) + ") & 15" }
}

// condition compares two indices.
func (w writer) condition(names []string) tree {
	x, y := w.index(2, names), w.index(1, names)
	sign := []string{"<", "<=", ">", ">=", "==", "!="}[w.IntN(6)]
	return func(l tongue) string { return x(l) + " " + sign + " " + y(l) }
}

// element is one of the sources or of the result.
func (w writer) element(names []string) tree {
	at, of := w.place(names), []string{"a", "a", "b", "b", "r"}[w.IntN(5)]
	return func(l tongue) string { return of + "[" + at(l) + "]" }
}

// statement is one, in loops that count names.
func (w writer) statement(depth int, names []string) tree {
	if depth > 0 && w.IntN(2) == 0 {
		name := string(rune('i' + len(names)))
		from, n, body := w.IntN(3), 1+w.IntN(8), w.block(depth-1, append(names[:len(names):len(names)], name))
		return func(l tongue) string { return fmt.Sprintf(l.loop, name, from, from+n, indented(body(l))) }
	}
	if depth > 0 && w.IntN(3) == 0 {
		cond, then, other := w.condition(names), w.block(depth-1, names), w.block(depth-1, names)
		return func(l tongue) string {
			return fmt.Sprintf(l.if_, cond(l), indented(then(l)), indented(other(l)))
		}
	}
	at, x := w.place(names), w.element(names)
	if w.IntN(4) == 0 {
		cond, y := w.condition(names), w.element(names)
		return func(l tongue) string {
			if l.choice == "" { // a statement in the place of an expression
				return fmt.Sprintf(l.if_, cond(l), indented(fmt.Sprintf(l.set, "r["+at(l)+"]", x(l))), indented(fmt.Sprintf(l.set, "r["+at(l)+"]", y(l))))
			}
			return fmt.Sprintf(l.set, "r["+at(l)+"]", fmt.Sprintf(l.choice, cond(l), x(l), y(l)))
		}
	}
	return func(l tongue) string { return fmt.Sprintf(l.set, "r["+at(l)+"]", x(l)) }
}

// block is some statements.
func (w writer) block(depth int, names []string) tree {
	var all []tree
	for range 1 + w.IntN(2) {
		all = append(all, w.statement(depth, names))
	}
	return func(l tongue) (text string) {
		for _, s := range all {
			text += s(l)
		}
		return text
	}
}

// program is a function with a loop.
func (w writer) program(number int) tree {
	var table []string
	for range 16 {
		table = append(table, fmt.Sprint(w.IntN(16)))
	}
	from, n, body := w.IntN(3), 1+w.IntN(16), w.block(2, []string{"i"})
	return func(l tongue) string {
		text := fmt.Sprintf(l.table, strings.Join(table, ", ")) + fmt.Sprintf(l.loop, "i", from, from+n, indented(body(l)))
		return fmt.Sprintf(l.function, number, indented(text))
	}
}

func indented(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}

// bits is a function of an integer without a sign, statement by statement: shifts, masks, and ors of which most meet no bits.
func (w writer) bits(number int) string {
	width := 8 << w.IntN(4)
	wide := max(width, 8<<w.IntN(4))
	text := fmt.Sprintf("uint%d_t r = 0;\n", wide)
	step := func() string {
		from, n := w.IntN(width), 1+w.IntN(width)
		mask := uint64(1)<<n - 1
		cast := ""
		if wide > 32 {
			cast = "(uint64_t)"
		}
		return fmt.Sprintf("%s(x >> %d & 0x%xull) << %d", cast, from, mask, w.IntN(wide/2))
	}
	switch w.IntN(4) {
	case 0: // bit by bit, one way or another
		text += fmt.Sprintf("for (int i = 0; i < %d; i++) r |= (uint%d_t)((x >> i & 1) %s (i * %d + %d) %% %d);\n", width, wide, "* ((uint64_t)1 <<", 1+2*w.IntN(4), w.IntN(8), width)
		text = strings.Replace(text, fmt.Sprintf(") %% %d);", width), fmt.Sprintf(") %% %d));", width), 1)
	case 1:
		k := 1 << w.IntN(4)
		text += fmt.Sprintf("for (int i = 0; i < %d; i += %d) { r = r << %d | (x & %d); x >>= %d; }\n", width, k, min(k, wide-1), 1<<k-1, min(k, width-1))
	case 2:
		text += "r = x;\nfor (int i = 0; i < 3; i++) {\n"
		k := 1 + w.IntN(width-1)
		text += fmt.Sprintf("uint%d_t y = x;\nx = y >> %d | y << %d;\n}\nr = x;\n", width, k, width-k)
	default:
		text += "r = " + step() + ";\n"
		for range w.IntN(3) {
			text += []string{"r |= ", "r ^= ", "r += ", "r = r >> 1 | "}[w.IntN(4)] + step() + ";\n"
		}
		text += "for (int i = 0; i < 1; i++) r &= ~3;\n"
	}
	return fmt.Sprintf("uint%d_t g%d(uint%d_t x) {\n%sreturn r;\n}\n", wide, number, width, indented(text))
}
