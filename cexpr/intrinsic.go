package cexpr

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// Intel's intrinsics, as expressions and as statements:
//
//	__m128i t = _mm_unpacklo_epi8(a, b);
//	_mm_shuffle_epi32(t, _MM_SHUFFLE(0, 1, 2, 3))
//
// An intrinsic is a row by the call that is in the row's own C, without the casts around it.

func looksIntrinsic(text string) bool {
	return strings.Contains(text, "_mm") || strings.Contains(text, "_MM_SHUFFLE(") || strings.Contains(text, transposeMacro+"(") || looksInteger(text)
}

// A callee is a row as a call, with the letters of its arguments.
type callee struct {
	row     *target.Row
	letters []string
	masked  byte // 'z' and 'm': the row's zero-masked or merging form
	spelled bool // a number is what a listing has for the immediate, which may not be the row's own
}

var callees = sync.OnceValue(func() map[string][]callee {
	all := map[string][]callee{}
	add := func(r *target.Row, c string, masked byte) {
		name, letters := coreCall(c)
		if name != "" {
			all[name] = append(all[name], callee{row: r, letters: letters, masked: masked})
		}
	}
	for _, r := range rowsOf("lsx", "lasx", "wasm") { // each name is of these alone
		name, letters := coreCall(r.C)
		all[name] = append(all[name], callee{row: r, letters: letters, spelled: true})
	}
	for _, r := range apply.X86Rows() {
		add(r, r.C, 0)
		if r.Mask != nil {
			add(r, r.Mask.Zero, 'z')
			add(r, r.Mask.Merge, 'm')
		}
	}
	return all
})

// coreCall is the call in a row's C, without casts: _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), …, i)) is _mm_shuffle_ps of a … i.
func coreCall(c string) (name string, letters []string) {
	for {
		c = withoutTypes(c)
		open := strings.IndexByte(c, '(')
		if open < 0 || !strings.HasSuffix(c, ")") {
			return "", nil
		}
		name = c[:open]
		inner := c[open+1 : len(c)-1]
		if !strings.Contains(name, "_cast") {
			for inner != "" {
				end := apply.OperandEnd(inner)
				argument := withoutTypes(strings.TrimSpace(inner[:end]))
				if at := strings.LastIndexByte(argument, '('); at >= 0 {
					argument = strings.Trim(argument[at:], "()")
				}
				letters = append(letters, argument)
				inner = inner[min(end+1, len(inner)):]
			}
			return name, letters
		}
		c = inner
	}
}

// withoutTypes is an expression without casts to types of C in front, and without parentheses around it.
func withoutTypes(c string) string {
	for strings.HasPrefix(c, "(") {
		end := strings.IndexByte(c, ')')
		switch {
		case end > 0 && (&expressions{}).isCast(c[1:end]):
			c = c[end+1:]
		case strings.HasSuffix(c, ")"):
			c = c[1 : len(c)-1]
		default:
			return c
		}
	}
	return c
}

func (e *expressions) callRow(c callee, args []operand) (lane.Map, error) {
	if len(args) != len(c.letters) {
		return lane.Map{}, fmt.Errorf("%s has %d arguments here, and takes %d", c.row.Name, len(args), len(c.letters))
	}
	at := map[byte]apply.Operand{}
	for n, letter := range c.letters {
		if number, err := strconv.Atoi(letter); err == nil {
			if args[n].IsVector() || args[n].Number != number {
				return lane.Map{}, fmt.Errorf("%s is a movement only with %d as argument %d", c.row.Name, number, n+1)
			}
			continue
		}
		if len(letter) != 1 {
			return lane.Map{}, fmt.Errorf("%s is not understood as a call", c.row.Name)
		}
		if c.row.FileOf(letter[0]) == target.General {
			o, err := e.generalArgument(c.row, letter[0], args[n])
			if err != nil {
				return lane.Map{}, err
			}
			at[letter[0]] = o.Operand
			continue
		}
		if number := strings.IndexByte("ijm", letter[0]) >= 0; number == args[n].IsVector() && (letter != "m" || c.masked == 0 || args[n].Value != nil) {
			return lane.Map{}, fmt.Errorf("%s takes %s as argument %d: what it does is known only where numbers are written%s", c.row.Name, []string{"a vector", "a number"}[when(number, 1, 0)], n+1, when(number && args[n].Name != "", ", and "+args[n].Name+" is none", ""))
		}
		if err := c.fits(letter[0], args[n]); err != nil {
			return lane.Map{}, err
		}
		at[letter[0]] = args[n].Operand
	}
	if i, ok := at['i']; ok && c.spelled {
		v, known := apply.ValueWritten(c.row, i.Number)
		if !known {
			return lane.Map{}, fmt.Errorf("%s has no immediate %d", c.row.Name, i.Number)
		}
		at['i'] = apply.Operand{Number: v}
	}
	m, err := apply.Row(&e.Values, c.row, at)
	if err != nil {
		return m, err
	}
	e.warnings = append(e.warnings, apply.Warnings(c.row, at)...)
	if c.masked != 0 {
		return e.masked(c, m, at)
	}
	return m, nil
}

// fits says what is wrong with a variable whose type is not as long as the row's operand. No vector of a call is shorter than 128 bits, though the row may read fewer.
func (c callee) fits(letter byte, o operand) error {
	bits := c.row.Bits
	if k := strings.IndexByte(target.SourceLetters, letter); k >= 0 && k < len(c.row.Src) {
		bits = c.row.Src[k]
	} else if letter != 'd' {
		return nil
	}
	if have := o.typ.total(); o.typ.known() && o.Value == nil && o.Name != "" && have != max(bits, blockBits) {
		return fmt.Errorf("%s reads %d bits, and %s has %d", c.row.Name, bits, syntax.Quote(o.Name), have)
	}
	return nil
}

// masked is the result of a row under a mask that is a number.
func (e *expressions) masked(c callee, m lane.Map, at map[byte]apply.Operand) (lane.Map, error) {
	o := at['m']
	if o.IsVector() {
		return e.guarded(c, m, o.Name)
	}
	if c.masked == 'z' {
		return c.row.Mask.Cleared(m, uint64(o.Number)), nil
	}
	m = c.row.Mask.Kept(m, uint64(o.Number))
	old, ok := at['d']
	if !ok {
		old = at['a'] // which the row destroys
	}
	args := []lane.Map{m, {}}
	if old.Value != nil {
		args[1] = *old.Value
	} else if err := e.Argument(&args[1], old.Name, m.Bits*len(m.Lane), m.Bits); err != nil {
		return m, err
	}
	if err := e.Level(args); err != nil {
		return m, err
	}
	return args[0].Bind(args[1])
}

// guarded is the result of a row under a mask that is a variable: it has to be all of the text. What a merging form keeps is the old destination.
func (e *expressions) guarded(c callee, m lane.Map, by string) (lane.Map, error) {
	return e.underVariable(c.row.Name, by, m, c.row.Mask.Elem, c.row.Mask.Lanes, c.masked == 'z')
}

// underVariable is a map under a mask that is a variable, in lanes of so many bits.
func (e *expressions) underVariable(what, by string, m lane.Map, elem, lanes int, zeroes bool) (lane.Map, error) {
	if e.depth > 1 {
		return m, fmt.Errorf("what %s does depends on %s: inside of an expression it is a map only where that is a number", what, by)
	}
	off := lane.ElseKeep
	if zeroes {
		off = lane.ElseZero
	}
	m, e.guard = dialect.UnderMask(by, m, elem, lanes, off)
	return m, nil
}

// mmShuffle is _MM_SHUFFLE(z, y, x, w): the last argument is lane 0's.
func (e *expressions) mmShuffle(args []operand, start int) (operand, error) {
	v := 0
	for _, o := range args {
		if o.IsVector() || o.Number < 0 || o.Number > 3 {
			return operand{}, e.ErrorFrom(start, "_MM_SHUFFLE takes numbers from 0 to 3")
		}
		v = v<<2 | o.Number
	}
	if len(args) != 4 {
		return operand{}, e.ErrorFrom(start, "_MM_SHUFFLE takes four numbers, and there are %d", len(args))
	}
	if v == 0b00_01_10_11 {
		e.warnings = append(e.warnings, "_MM_SHUFFLE(0, 1, 2, 3) reverses: its last argument is for lane 0, and the identity is _MM_SHUFFLE(3, 2, 1, 0)")
	}
	return operand{Operand: apply.Operand{Number: v}}, nil
}

// set is a constant vector.
func (e *expressions) set(name string, args []operand, start int) (operand, error) {
	name, args = fours(name, args)
	numbers := make([]int, len(args))
	for i, o := range args {
		if o.IsVector() || floatElements(name) {
			o, err := e.setLanes(name, args)
			if err != nil {
				err = e.ErrorFrom(start, "%s: %v", name, err)
			}
			return o, err
		}
		numbers[i] = o.Number
	}
	m, err := apply.SetConstant(name, numbers)
	if err != nil {
		return operand{}, e.ErrorFrom(start, "%v", err)
	}
	return vector(m), nil
}

// fours is _mm512_set4_epi32(d, c, b, a), which sets four elements again and again, and setr4 likewise, as what sets each of them.
func fours(name string, args []operand) (string, []operand) {
	bits, rest := apply.VectorPrefix(name)
	kind, element, _ := strings.Cut(rest, "4_")
	if kind != "set" && kind != "setr" || len(args) != 4 || bits != 512 {
		return name, args
	}
	width := 32
	if element == "epi64" || element == "pd" {
		width = 64
	}
	return strings.TrimSuffix(name, "4_"+element) + "_" + element, slices.Repeat(args, bits/width/4)
}

// floatElements says whether the lanes that an intrinsic sets are floats.
func floatElements(name string) bool {
	_, element, _ := cutLast(name, "_")
	return !strings.Contains(name, "_setzero") && strings.Contains(" ps pd ph ss sd ps1 pd1 ", " "+element+" ")
}

// setLanes is a vector of numbers and of integers that are not known: _mm_set1_epi32(x), _mm_set_epi32(w, 0, y, x), whose last argument is lane 0.
func (e *expressions) setLanes(name string, args []operand) (operand, error) {
	bits, rest := apply.VectorPrefix(name)
	kind, element, _ := strings.Cut(rest, "_")
	if element == "ps1" || element == "pd1" { // the older names of set1
		kind, element = "set1", element[:2]
	}
	t := vectorType{bits: map[string]int{"epi8": 8, "epi16": 16, "ph": 16, "epi32": 32, "ps": 32, "ss": 32, "epi64": 64, "epi64x": 64, "pd": 64, "sd": 64}[element]}
	if bits == 0 || t.bits == 0 {
		return operand{}, fmt.Errorf("it is a constant only if all its arguments are numbers")
	}
	t.lanes, t.float = bits/t.bits, floatElements(name)
	all := slices.Clone(args)
	switch {
	case kind == "set" && (element == "ss" || element == "sd") && len(args) == 1: // the lanes above are zero
	case kind == "set1" && len(args) == 1:
		all = repeatedOperand(args[0], t.lanes)
	case kind == "set" && len(args) == t.lanes:
		slices.Reverse(all)
	case kind != "setr" || len(args) != t.lanes:
		return operand{}, fmt.Errorf("expected %d arguments, found %d", when(kind == "set1" || element[0] == 's', 1, t.lanes), len(args))
	}
	o, err := e.elements(t, all)
	if err != nil {
		return o, err
	}
	return vector(widened(*o.Value, t.bits)), nil
}

// widened is a map with lanes of so many bits, if lanes are that wide.
func widened(m lane.Map, bits int) lane.Map {
	if wide, err := m.Regroup(bits); err == nil {
		return wide
	}
	return m
}

// cast is a vector as another type: shorter, it is the lower part; longer, what lies above is undefined, or zero behind zext.
func (e *expressions) cast(name string, args []operand, start int) (operand, error) {
	usual, rest := apply.VectorPrefix(name)
	from, to, ok := strings.Cut(rest[min(len(rest), len("cast")):], "_")
	size := func(typ string) int {
		switch strings.TrimLeft(typ, "psdibh") {
		case "":
			return usual
		case "128":
			return 128
		case "256":
			return 256
		case "512":
			return 512
		}
		return 0
	}
	have, bits := size(from), size(to)
	if len(args) != 1 || !ok || usual == 0 {
		return operand{}, e.ErrorFrom(start, "%s takes one vector", name)
	}
	if have == 0 || bits == 0 {
		return operand{}, e.ErrorFrom(start, "%s: a vector has 128, 256 or 512 bits", name)
	}
	own, err := e.vectorArgument(args[0], have)
	if err != nil {
		return operand{}, e.ErrorFrom(start, "%s: %v", name, err)
	}
	args[0].Value = &own
	m := args[0].Value.Clone()
	for m.Bits*len(m.Lane) > bits {
		m.Lane = m.Lane[:len(m.Lane)-1]
	}
	for m.Bits*len(m.Lane) < bits {
		l := lane.Lane{}
		if strings.Contains(name, "_zext") {
			l = lane.Zero()
		}
		m.Lane = append(m.Lane, l)
	}
	return vector(m), nil
}
