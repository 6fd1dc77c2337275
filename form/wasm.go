package form

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// WebAssembly's shuffle has its sixteen lanes in the text, with or without operands behind them:
//
//	i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23
//	(i8x16.shuffle 0 16 … (local.get $x) (local.get $y))

const (
	wasmShuffle = "i8x16.shuffle"
	wasmLanes   = 16
)

func looksWasm(text string) bool { return strings.HasPrefix(strings.TrimLeft(text, "( "), wasmShuffle) }

func readWasm(text string) (Reading, error) {
	c := syntax.Cursor{Text: text}
	c.Accept("(")
	if !c.AcceptWord(wasmShuffle) {
		return Reading{}, c.Wanted(wasmShuffle)
	}
	m := lane.Map{Bits: 8, Src: []int{wasmLanes, wasmLanes}, Lane: make([]lane.Lane, wasmLanes)}
	for i := range m.Lane {
		c.Accept(",")
		c.Space()
		start := c.Off
		t, ok := c.Uint(1 << 10)
		if !ok {
			return Reading{}, c.Wanted(fmt.Sprintf("selector %d of %d", i, wasmLanes))
		}
		if t >= 2*wasmLanes {
			return Reading{}, c.ErrorFrom(start, "a selector is below %d", 2*wasmLanes)
		}
		m.Lane[i] = lane.From(t/wasmLanes, t%wasmLanes)
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
