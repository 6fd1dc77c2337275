package listing

import (
	"context"
	"fmt"
	"strconv"
	"sync"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// WebAssembly's shuffle has its sixteen lanes in the text. What stands around it in a function, wasmtext.go follows.
//
//	i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23

const (
	wasmShuffle = "i8x16.shuffle"
	wasmLanes   = 16
)

func looksWasm(text string) bool {
	return isWasmRegisters(text) || looksWasmText(text)
}

// isWasmRegisters says whether a text is instructions with registers, which stand behind the first name.
func isWasmRegisters(text string) bool {
	name, operands, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n"), " ")
	return (len(wasmByName()[name]) > 0 || name == "mov") && strings.HasPrefix(strings.TrimSpace(operands), "$") && !isSurelyGeneral(name, operands)
}

func readWasm(text string) (dialect.Reading, error) {
	if isWasmRegisters(text) {
		return readWasmLines(text)
	}
	return readWasmText(text)
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

func readWasmLines(text string) (dialect.Reading, error) {
	pieces := strings.Statements(text)
	if len(pieces) > program.MaxLines {
		return dialect.Reading{}, syntax.Errorf(text, pieces[program.MaxLines][0], pieces[program.MaxLines][1], "more than %d lines", program.MaxLines)
	}
	p := program.Values{Named: map[string]lane.Map{}}
	r := dialect.Reading{}
	for _, at := range pieces {
		m, to, err := wasmLine(&p, strings.TrimSpace(text[at[0]:at[1]]))
		if err != nil {
			return dialect.Reading{}, syntax.Errorf(text, at[0], at[1], "%v", err)
		}
		p.Named[to], p.Result, r.To = m, m, to
	}
	one := []lane.Map{p.Result}
	if err := p.Level(one); err != nil {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "%v", err)
	}
	r.Map, r.Names = program.Readable(one[0]), p.Inputs
	return r, dialect.Checked(text, r.Map)
}

// wasmLine executes the first row whose operands these are.
func wasmLine(p *program.Values, line string) (m lane.Map, to string, err error) {
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
			err = fmt.Errorf("%s has no form with these operands: it is %s", name, strings.Join(apply.Shapes(wasmByName()[name]), " or "))
			continue
		}
		if m, err = apply.Row(p, r, at); err == nil {
			return m, to, nil
		}
	}
	return m, "", err
}

// wasmLetters gives the letters of a row their operands.
func wasmLetters(r *target.Row, operands []string) (map[byte]apply.Operand, bool) {
	letters := strings.Split(r.Asm, ", ")
	if len(letters) != len(operands) {
		return nil, false
	}
	at := map[byte]apply.Operand{}
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
			at['i'] = apply.Operand{Number: number}
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
			at['k'] = apply.Operand{Name: o, Known: true, Constant: lane.Join(8, parts...)}
		case !isRegister:
			return nil, false
		default:
			at[letter[0]] = apply.Operand{Name: o, Bits: r.Bits}
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

// wasmStill moves nothing.
const wasmStill = wasmShuffle + " $0, $0, $0, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"

// sequenceWasm is instructions with registers, with a comment before them where these would be taken for other sources.
func sequenceWasm(ctx context.Context, m lane.Map) ([]string, error) {
	r, t, err := lower.Usual(ctx, m, "wasm")
	if err != nil {
		return nil, err
	}
	all := r.Listing(t)
	if len(all) == 0 { // the result is where the input is
		all = []string{wasmStill}
	}
	back, err := dialect.ReadBack(m, strings.Join(all, "\n"), readWasm)
	if err != nil {
		return nil, err
	}
	return append(dialect.BindingLine(r.Sources(), numbered("$", len(r.Inputs)), back.Names), all...), nil
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
