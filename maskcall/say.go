package maskcall

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A selection is a map as these languages have it: lanes of at most two vectors of n lanes each.
type selection struct {
	names []string // of the vectors that are read
	n     int
	sel   []int // behind: a lane of the second is n more
	bits  int
}

// maxSaid is how many sources have letters of their own.
const maxSaid = 7

// selectionOf is a map as a selection; what it may have besides lanes of vectors is among the kinds.
func selectionOf(m lane.Map, language string, most int, kinds ...lane.Kind) (s selection, err error) {
	s.bits = m.Bits
	if len(m.Lane) > maxLanes || m.Bits > 64 {
		return s, fmt.Errorf("%s has lanes of up to 64 bits, and no %d lanes of %d", language, len(m.Lane), m.Bits)
	}
	place := map[int]int{}
	for k, reads := range m.Reads() {
		if reads == 0 {
			continue
		}
		if place[k] = len(s.names); len(s.names) == most || k >= maxSaid {
			return s, fmt.Errorf("%s's shuffle has at most %d sources", language, most)
		}
		if s.names = append(s.names, lane.SourceName(k)); s.n > 0 && m.Src[k] != s.n {
			return s, fmt.Errorf("%s's shuffle has sources of one length", language)
		}
		s.n = m.Src[k]
	}
	if len(s.names) == 0 || s.n > maxLanes {
		return s, fmt.Errorf("%s's shuffle reads a vector of up to %d lanes", language, maxLanes)
	}
	for i, l := range m.Lane {
		switch {
		case l.Kind == lane.Source:
			s.sel = append(s.sel, place[l.Src]*s.n+l.Index)
		case l.Kind == lane.Undefined && allowed(kinds, l.Kind):
			s.sel = append(s.sel, undefinedLane)
		case l == lane.Zero() && allowed(kinds, l.Kind):
			s.sel = append(s.sel, zeroLane)
		default:
			return s, fmt.Errorf("lane %d is %s, which %s's shuffle has not", i, l.Kind, language)
		}
	}
	return s, nil
}

func allowed(kinds []lane.Kind, k lane.Kind) bool {
	for _, other := range kinds {
		if other == k {
			return true
		}
	}
	return false
}

// list is the selectors, each as f says it.
func (s selection) list(f func(t int) string) string {
	all := make([]string, len(s.sel))
	for i, t := range s.sel {
		all[i] = f(t)
	}
	return strings.Join(all, ", ")
}

// implied says whether a reader takes the vectors to be as they are without being told: lanes of 32 bits, as many as a mask has or needs.
func (s selection) implied() bool {
	return s.bits == assumedBits && s.needed(behind) == s.n
}

// needed is how many lanes the vectors have for a reader who is not told.
func (s selection) needed(second rule) int {
	m := mask{}
	for _, t := range s.sel {
		if second == complement && t >= s.n {
			t = ^(t - s.n)
		}
		m.index = append(m.index, index{value: max(t, -s.n)})
	}
	return m.needed(&call{beyond: refused, second: second}, len(s.names))
}

// element is the name of an unsigned element type; empty if there is none.
func (s selection) element(names string) string {
	all := strings.Fields(names)
	for k, bits := range []int{8, 16, 32, 64} {
		if bits == s.bits {
			return all[k]
		}
	}
	return ""
}

// notPlain is an error for lanes that no type of a language has.
func (s selection) notPlain(language string) error {
	return fmt.Errorf("%s has no vector of %d lanes of %d bits", language, s.n, s.bits)
}

func sayRust(m lane.Map) (string, error) {
	s, err := selectionOf(m, "Rust", 2)
	if err != nil {
		return "", err
	}
	element := s.element("u8 u16 u32 u64")
	text := s.rust()
	if element == "" || text == "" {
		return "", s.notPlain("Rust")
	}
	if s.implied() {
		return text, nil
	}
	typ := func(n int) string { return "Simd<" + element + ", " + strconv.Itoa(n) + ">" }
	return "fn f(" + strings.Join(s.names, ": "+typ(s.n)+", ") + ": " + typ(s.n) + ") -> " + typ(len(s.sel)) + " { " + text + " }", nil
}

// rust is the call alone; empty where Rust has no such vectors.
func (s selection) rust() string {
	if len(s.sel) > 64 || s.n > 64 {
		return ""
	}
	return "simd_swizzle!(" + strings.Join(s.names, ", ") + ", [" + s.list(strconv.Itoa) + "])"
}

func sayZig(m lane.Map) (string, error) {
	s, err := selectionOf(m, "Zig", 2, lane.Undefined)
	if err != nil {
		return "", err
	}
	element := "u" + strconv.Itoa(s.bits)
	if scalars[element] == 0 {
		return "", s.notPlain("the table for Zig")
	}
	call := s.zig()
	if s.needed(complement) == s.n {
		return call, nil
	}
	typ := func(n int) string { return "@Vector(" + strconv.Itoa(n) + ", " + element + ")" }
	return "fn f(" + strings.Join(s.names, ": "+typ(s.n)+", ") + ": " + typ(s.n) + ") " + typ(len(s.sel)) + " { return " + call + "; }", nil
}

// zig is the call alone.
func (s selection) zig() string {
	text := func(t int) string {
		switch {
		case t == undefinedLane:
			return "undefined"
		case t >= s.n:
			return strconv.Itoa(s.n - 1 - t)
		}
		return strconv.Itoa(t)
	}
	names := append(slices.Clone(s.names), "undefined")
	return "@shuffle(u" + strconv.Itoa(s.bits) + ", " + names[0] + ", " + names[1] + ", [" + strconv.Itoa(len(s.sel)) + "]i32{ " + s.list(text) + " })"
}

func sayCSharp(m lane.Map) (string, error) {
	s, err := selectionOf(m, "C#", 1, lane.Constant)
	if err != nil {
		return "", err
	}
	total := s.n * s.bits
	cast := s.element("(byte) (short) (int) (long)")
	if cast == "" || len(s.sel) != s.n || s.n < 2 || totals["Vector"+strconv.Itoa(total)] == 0 {
		return "", fmt.Errorf("a vector of C# has 64 to 512 bits, the result as many as the source, and two lanes at least")
	}
	text := func(t int) string {
		if t == zeroLane {
			return strconv.Itoa(s.n)
		}
		return strconv.Itoa(t)
	}
	typ := "Vector" + strconv.Itoa(total)
	if cast == "(int)" {
		cast = ""
	}
	return typ + ".Shuffle(" + s.names[0] + ", " + typ + ".Create(" + cast + s.list(text) + "))", nil
}

func sayJava(m lane.Map) (string, error) {
	s, err := selectionOf(m, "Java", 2)
	if err != nil {
		return "", err
	}
	text := s.java()
	if text == "" {
		return "", fmt.Errorf("a vector of Java has 64 to 512 bits, the result as many as the sources")
	}
	return text, nil
}

// java is the call alone; empty where Java has no such vectors.
func (s selection) java() string {
	total := strconv.Itoa(s.n * s.bits)
	vector := s.element("ByteVector ShortVector IntVector LongVector")
	if vector == "" || len(s.sel) != s.n || totals["Vector"+total] == 0 {
		return ""
	}
	text := s.names[0] + ".rearrange(VectorShuffle.fromValues(" + vector + ".SPECIES_" + total + ", " + s.list(strconv.Itoa) + ")"
	if len(s.names) == 2 {
		text += ", " + s.names[1]
	}
	return text + ")"
}

func sayJulia(m lane.Map) (string, error) {
	s, err := selectionOf(m, "SIMD.jl", 2, lane.Undefined)
	if err != nil {
		return "", err
	}
	element := s.element("UInt8 UInt16 UInt32 UInt64")
	if element == "" {
		return "", s.notPlain("the table for Julia")
	}
	call := s.julia()
	if s.implied() {
		return call, nil
	}
	typ := "::Vec{" + strconv.Itoa(s.n) + "," + element + "}"
	return "f(" + strings.Join(s.names, typ+", ") + typ + ") = " + call, nil
}

// julia is the call alone.
func (s selection) julia() string {
	tuple := s.list(func(t int) string {
		if t == undefinedLane {
			return ":undef"
		}
		return strconv.Itoa(t)
	})
	if len(s.sel) == 1 {
		tuple += ","
	}
	return "shufflevector(" + strings.Join(s.names, ", ") + ", Val((" + tuple + ")))"
}

func saySwift(m lane.Map) (string, error) {
	s, err := selectionOf(m, "Swift", 1)
	if err != nil {
		return "", err
	}
	element := s.element("UInt8 UInt16 UInt32 UInt64")
	typ := func(n int) string { return "SIMD" + strconv.Itoa(n) }
	for _, n := range []int{s.n, len(s.sel)} {
		if n < 2 || n > 64 || n != 3 && n&(n-1) != 0 {
			return "", s.notPlain("Swift")
		}
	}
	if element == "" {
		return "", s.notPlain("Swift")
	}
	call := s.names[0] + "[" + typ(len(s.sel)) + "(" + s.list(strconv.Itoa) + ")]"
	if s.bits == assumedBits && s.n == len(s.sel) { // an index wraps, so that none says that the vector is longer than the mask
		return call, nil
	}
	return "func f(_ " + s.names[0] + ": " + typ(s.n) + "<" + element + ">) -> " + typ(len(s.sel)) + "<" + element + "> { " + call + " }", nil
}
