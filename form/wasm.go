package form

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// WebAssembly's shuffle has its sixteen lanes in the text, with or without operands behind them:
//
//	i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23
//	(i8x16.shuffle 0 16 … (local.get $x) (local.get $y))

const (
	wasmShuffle = "i8x16.shuffle"
	wasmLanes   = 16
)

func looksWasm(text string) bool {
	if strings.HasPrefix(strings.TrimLeft(text, "( "), wasmShuffle) || strings.Contains(text, "wasm_") && wasmCall(text) != "" {
		return true
	}
	name, operands, _ := strings.Cut(text, " ")
	return (len(wasmByName()[name]) > 0 || name == "mov") && strings.HasPrefix(strings.TrimSpace(operands), "$") && !startsGeneral(name, operands)
}

func readWasm(text string) (Reading, error) {
	trimmed := strings.TrimSpace(text)
	switch call := wasmCall(text); {
	case call != "":
		return readWasmCall(text, call)
	case strings.Contains(trimmed, "$") && !strings.HasPrefix(trimmed, "("):
		return readWasmLines(text)
	}
	c := syntax.Cursor{Text: text}
	c.Accept("(")
	if !c.AcceptWord(wasmShuffle) {
		return Reading{}, c.Wanted(wasmShuffle)
	}
	m := lane.Map{Bits: 8, Src: []int{wasmLanes, wasmLanes}, Lane: make([]lane.Lane, wasmLanes)}
	for i := range m.Lane {
		c.Accept(",")
		var err error
		if m.Lane[i], err = wasmSelector(&c, i, wasmLanes); err != nil {
			return Reading{}, err
		}
	}
	names, err := wasmOperands(&c)
	if err != nil {
		return Reading{}, err
	}
	if names[0] == names[1] {
		return Reading{Map: oneSource(m), Names: names[:1]}, nil
	}
	return Reading{Map: m, Names: names}, nil
}

// wasmOperands are the two operands of the folded form, or a and b.
func wasmOperands(c *syntax.Cursor) ([]string, error) {
	var names []string
	for c.Accept("(") {
		if !c.AcceptWord("local.get") {
			return nil, c.Wanted("local.get")
		}
		c.Space()
		start := c.Off
		if c.Word() == "" {
			return nil, c.Wanted("a local")
		}
		names = append(names, c.Text[start:c.Off])
		if err := c.Expect(")", `")"`); err != nil {
			return nil, err
		}
	}
	c.Accept(")")
	if !c.Done() {
		return nil, c.Wanted("the end, or two operands in parentheses")
	}
	switch len(names) {
	case 0:
		return []string{"a", "b"}, nil
	case 2:
		return names, nil
	}
	return nil, c.Wanted("two operands")
}

// wasmCall is the shuffle of C's header in a text: wasm_i32x4_shuffle.
func wasmCall(text string) string {
	for _, shape := range []string{"i8x16", "i16x8", "i32x4", "i64x2"} {
		if name := "wasm_" + shape + "_shuffle"; strings.Contains(text, name+"(") {
			return name
		}
	}
	return ""
}

// wasmSelector reads selector i of a shuffle of two vectors of that many lanes.
func wasmSelector(c *syntax.Cursor, i, lanes int) (lane.Lane, error) {
	c.Space()
	start := c.Off
	t, ok := c.Uint(1 << 10)
	if !ok {
		return lane.Lane{}, c.Wanted(fmt.Sprintf("selector %d of %d", i, lanes))
	}
	if t >= 2*lanes {
		return lane.Lane{}, c.ErrorFrom(start, "a selector is below %d", 2*lanes)
	}
	return lane.From(t/lanes, t%lanes), nil
}

// readWasmCall reads wasm_i32x4_shuffle(a, b, 0, 4, 1, 5), whose name says how many lanes there are.
func readWasmCall(text, name string) (Reading, error) {
	at := strings.Index(text, name)
	c := syntax.Cursor{Text: text, Off: at + len(name) + 1}
	a, err := operandName(&c, ",")
	if err != nil {
		return Reading{}, err
	}
	b, err := operandName(&c, ",")
	if err != nil {
		return Reading{}, err
	}
	var bits, lanes int
	if _, err := fmt.Sscanf(name, "wasm_i%dx%d_shuffle", &bits, &lanes); err != nil {
		return Reading{}, err
	}
	m := lane.Map{Bits: bits, Src: []int{lanes, lanes}, Lane: make([]lane.Lane, lanes)}
	for i := range m.Lane {
		if m.Lane[i], err = wasmSelector(&c, i, lanes); err != nil {
			return Reading{}, err
		}
		if end := when(i == lanes-1, ")", ","); !c.Accept(end) {
			return Reading{}, c.Wanted(syntax.Quote(end))
		}
	}
	if c.Accept(";"); !c.Done() {
		return Reading{}, c.Wanted("the end")
	}
	if a == b {
		return Reading{Map: oneSource(m), Names: []string{a}, To: resultName(text[:at])}, nil
	}
	return Reading{Map: m, Names: []string{a, b}, To: resultName(text[:at])}, nil
}

// Instructions with registers instead of a stack, as lower prints them:
//
//	i64x2.shl $1, $1, 32
//	i8x16.shuffle $0, $0, $1, 0 1 2 3 20 21 22 23 4 5 6 7 16 17 18 19

var wasmByName = sync.OnceValue(func() map[string][]*target.Row {
	all := map[string][]*target.Row{}
	if t, ok := target.Find("wasm"); ok {
		for _, r := range t.Rows {
			all[r.Name] = append(all[r.Name], r)
		}
	}
	return all
})

func readWasmLines(text string) (Reading, error) {
	pieces := lines(text)
	if len(pieces) > maxLines {
		return Reading{}, syntax.Errorf(text, pieces[maxLines][0], pieces[maxLines][1], "more than %d lines", maxLines)
	}
	p := values{named: map[string]lane.Map{}}
	r := Reading{}
	for _, at := range pieces {
		m, to, err := p.wasmLine(strings.TrimSpace(text[at[0]:at[1]]))
		if err != nil {
			return Reading{}, syntax.Errorf(text, at[0], at[1], "%v", err)
		}
		p.named[to], p.result, r.To = m, m, to
	}
	one := []lane.Map{p.result}
	if err := p.level(one); err != nil {
		return Reading{}, syntax.Errorf(text, 0, len(text), "%v", err)
	}
	r.Map, r.Names = readable(one[0]), p.inputs
	return r, checked(text, r.Map)
}

// wasmLine executes the first row whose operands these are.
func (p *values) wasmLine(line string) (m lane.Map, to string, err error) {
	name, rest, _ := strings.Cut(line, " ")
	operands := strings.Split(rest, ",")
	for k := range operands {
		operands[k] = strings.TrimSpace(operands[k])
	}
	to = operands[0]
	if c, ok := wasmConstant(name, operands); ok {
		return c, to, nil
	}
	err = fmt.Errorf("%s is no instruction that the target knows as a movement of lanes", syntax.Quote(name))
	for _, r := range wasmByName()[name] {
		at, ok := wasmLetters(r, operands)
		if !ok {
			err = fmt.Errorf("%s has no form with these operands: it is %s", name, strings.Join(shapes(wasmByName()[name]), " or "))
			continue
		}
		if m, err = p.execute(r, at); err == nil {
			return m, to, nil
		}
	}
	return m, "", err
}

// wasmLetters gives the letters of a row their operands.
func wasmLetters(r *target.Row, operands []string) (map[byte]operand, bool) {
	letters := strings.Split(r.Asm, ", ")
	if len(letters) != len(operands) {
		return nil, false
	}
	at := map[byte]operand{}
	for n, letter := range letters {
		o := operands[n]
		isRegister := strings.HasPrefix(o, "$")
		number, err := strconv.Atoi(o)
		switch {
		case letter == "0":
			if o != "0" {
				return nil, false
			}
		case letter == "i":
			if err != nil {
				return nil, false
			}
			at['i'] = operand{number: number}
		case letter == "k" && !isRegister: // the lanes of a shuffle
			fields := strings.Fields(o)
			parts := make([]lane.Const, len(fields))
			for i, f := range fields {
				v, err := strconv.ParseUint(f, 10, 8)
				if err != nil {
					return nil, false
				}
				parts[i] = lane.ConstOf(v)
			}
			if len(parts) != wasmLanes {
				return nil, false
			}
			at['k'] = operand{name: o, known: true, constant: lane.Join(8, parts...)}
		case !isRegister:
			return nil, false
		default:
			at[letter[0]] = operand{name: o, bits: r.Bits}
		}
	}
	return at, true
}

// wasmConstant is v128.const, or mov as listings of sequences say it, with a register before its bits.
func wasmConstant(name string, operands []string) (lane.Map, bool) {
	if name != "v128.const" && name != "mov" || len(operands) != 2 {
		return lane.Map{}, false
	}
	hex, isHex := strings.CutPrefix(operands[1], "0x")
	if operands[1] == "0" {
		hex, isHex = "0", true
	}
	c, err := lane.ConstHex(hex)
	if !isHex || err != nil || c.Len() > 8*wasmLanes {
		return lane.Map{}, false
	}
	m := lane.Map{Bits: 8, Lane: make([]lane.Lane, wasmLanes)}
	for i := range m.Lane {
		m.Lane[i] = lane.Fixed(c.Slice(8*i, 8))
	}
	return m, true
}

// sequenceWasm is instructions with registers, with a comment before them where these would be taken for other sources.
func sequenceWasm(m lane.Map) ([]string, error) {
	r, t, err := lowered(m, "wasm")
	if err != nil {
		return nil, err
	}
	all := r.Listing(t)
	back, err := readBack(m, strings.Join(all, "\n"), readWasm)
	if err != nil {
		return nil, err
	}
	return append(bindingLine(r.Inputs, func(k int) string { return fmt.Sprintf("$%d", k) }, back.Names), all...), nil
}

func sayWasm(m lane.Map) (string, error) {
	bytes, err := m.Regroup(8)
	if err != nil || len(bytes.Lane) != wasmLanes {
		return "", fmt.Errorf("%s makes sixteen bytes", wasmShuffle)
	}
	if len(bytes.Src) > 2 {
		return "", fmt.Errorf("%s reads two vectors, and this reads %d", wasmShuffle, len(bytes.Src))
	}
	var b strings.Builder
	b.WriteString(wasmShuffle)
	for i, l := range bytes.Lane {
		switch {
		case l.Kind != lane.Source:
			return "", fmt.Errorf("lane %d is no lane of a source, and %s has nothing else", i*8/m.Bits, wasmShuffle)
		case bytes.Src[l.Src] != wasmLanes:
			return "", fmt.Errorf("source %s has %d bytes, and vectors of WebAssembly 16", lane.SourceName(l.Src), bytes.Src[l.Src])
		}
		fmt.Fprintf(&b, " %d", l.Src*wasmLanes+l.Index)
	}
	return b.String(), nil
}
