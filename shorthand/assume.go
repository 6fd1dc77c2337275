package shorthand

import (
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// maxLanes is how many lanes a list or a name has at most.
const maxLanes = 512

// registerBits is the length of the vectors that are assumed: most of these texts mean a register of 128 bits.
const registerBits = 128

// A shape is how many lanes there are and how wide they are; a zero is what nothing says.
type shape struct{ bits, lanes int }

// shapeNamed reads a type: i8, u32x4, 16 x i8, <4 x i32>, v4si is not one.
func shapeNamed(text string) (s shape, ok bool) {
	c := syntax.Cursor{Text: strings.Trim(text, "<> ")}
	if n, counted := c.Uint(maxLanes); counted && n > 0 && c.Accept("x") {
		s.lanes = n
	} else {
		c.Off = 0
	}
	c.Space()
	start := c.Off
	for c.Peek() >= 'a' && c.Peek() <= 'z' && c.Peek() != 'x' {
		c.Off++
	}
	if letter := c.Text[start:c.Off]; letter != "i" && letter != "u" && letter != "f" && letter != "s" {
		return shape{}, false
	}
	s.bits, ok = c.Uint(512)
	if s.lanes == 0 && c.Accept("x") {
		s.lanes, ok = c.Uint(maxLanes)
		ok = ok && s.lanes > 0
	}
	return s, ok && s.bits > 0 && s.bits <= 512 && s.lanes <= maxLanes && c.Done()
}

// widths are the widths that lanes of a register have when there are so many; nothing says which register it is.
func width(lanes int) int {
	switch {
	case lanes >= registerBits/8:
		return 8
	case registerBits%lanes == 0 && lanes > 1:
		return registerBits / lanes
	}
	return 32
}

// assumed gives a map its width, which is the options' or what is assumed for so many lanes; whose are the lanes that are counted.
func assumed(r *dialect.Reading, stated shape, lanes int) {
	if r.Map.Bits = stated.bits; stated.bits > 0 {
		return
	}
	r.Map.Bits = width(lanes)
	r.Warnings = append(r.Warnings, fmt.Sprintf("how wide the lanes are is not in the text: %d bits are assumed; --type i%d says it", r.Map.Bits, other(r.Map.Bits)))
}

// other is a width that someone may have meant instead.
func other(bits int) int {
	if bits == 32 {
		return 64
	}
	return 32
}

// stated is what the options say of the lanes.
func stated(opt dialect.Options) shape {
	s, _ := shapeNamed(opt.Type)
	return s
}

// checked says of a reading whether its map is one.
func checked(text string, r dialect.Reading) (dialect.Reading, error) {
	if err := r.Map.Check(); err != nil {
		return r, syntax.Errorf(text, 0, len(text), "%v", err)
	}
	return r, nil
}

// over is a selection of lanes of one vector, or of two that follow one another; below zero is undefined, and zeroLane zero.
func over(sel []int, n int, names ...string) dialect.Reading {
	r := dialect.Reading{Names: names, Map: lane.Map{Lane: make([]lane.Lane, len(sel))}}
	for range names {
		r.Map.Src = append(r.Map.Src, n)
	}
	for i, t := range sel {
		switch {
		case t == zeroLane:
			r.Map.Lane[i] = lane.Zero()
		case t >= 0:
			r.Map.Lane[i] = lane.From(t/n, t%n)
		}
	}
	return r
}

// Lanes that no source has.
const (
	undefinedLane = -1
	zeroLane      = -2
)

func itoa(n int) string { return strconv.Itoa(n) }
