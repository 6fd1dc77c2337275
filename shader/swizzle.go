package shader

import (
	"slices"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// componentSets are the letters of lanes. One swizzle uses one set.
var componentSets = [...]string{"xyzw", "rgba", "stpq"}

// halves are OpenCL's names of one half of the lanes: lane first, and then every step-th. A vector of three counts as one of four whose last lane is undefined.
var halves = map[string]struct{ first, step int }{"lo": {0, 1}, "hi": {-1, 1}, "even": {0, 2}, "odd": {1, 2}}

// undefinedLane stands for a lane that no vector has.
const undefinedLane = -1

// isSwizzle says whether a word behind a full stop is made as lanes are; members of structures have other names.
func isSwizzle(name string) bool {
	if _, half := halves[name]; half || isNumbered(name) {
		return true
	}
	if len(name) > 4 {
		return false
	}
	for _, set := range componentSets {
		if strings.Trim(name, set) == "" {
			return true
		}
	}
	return false
}

// isNumbered says whether a word is OpenCL's s and hexadecimal digits.
func isNumbered(name string) bool {
	return len(name) > 1 && len(name) <= 17 && name[0]|0x20 == 's' && strings.Trim(name[1:], "0123456789abcdefABCDEF") == ""
}

// lanesNamed are the lanes that a word behind a full stop asks for, of a vector of n.
func (r *reader) lanesNamed(t token, n int) ([]int, error) {
	name := t.text
	if h, ok := halves[name]; ok {
		return r.halfOf(t, h.first, h.step, n)
	}
	if isNumbered(name) {
		return r.numbered(t, n)
	}
	if strings.HasPrefix(name, "_") {
		return nil, r.errorAt(t.off, t.end, "%s is an element of a matrix: lanes are those of vectors", syntax.Quote(name))
	}
	var lanes []int
	first := -1
	for i := range len(name) {
		k, set := component(name[i])
		at := t.off + i
		letter := syntax.Quote(name[i : i+1])
		switch {
		case k < 0:
			return nil, r.errorAt(at, at+1, "%s is no lane: there are xyzw, rgba, stpq, and OpenCL's s0 and lo", letter)
		case first >= 0 && set != first:
			return nil, r.errorAt(at, at+1, "%s is of %s, and what stands before it of %s: use one set", letter, componentSets[set], componentSets[first])
		case i == 4:
			return nil, r.errorAt(at, t.end, "a swizzle of letters has at most four lanes")
		case k >= n:
			return nil, r.errorAt(at, at+1, "%s is lane %d, and the vector has %s", letter, k, count(n, "lane"))
		}
		first = set
		lanes = append(lanes, k)
	}
	return lanes, nil
}

// component is the lane of a letter, and its set.
func component(b byte) (lane, set int) {
	for set, letters := range componentSets {
		if k := strings.IndexByte(letters, b); k >= 0 {
			return k, set
		}
	}
	return -1, -1
}

func (r *reader) halfOf(t token, first, step, n int) ([]int, error) {
	if n < 2 {
		return nil, r.errorAt(t.off, t.end, "a scalar has no half %s", t.text)
	}
	even := n + n%2
	if first < 0 {
		first = even / 2
	}
	var lanes []int
	for i := range even / 2 {
		if k := first + i*step; k < n {
			lanes = append(lanes, k)
		} else {
			lanes = append(lanes, undefinedLane)
			r.warn("lane " + itoa(k) + " of three is undefined, and ." + t.text + " reads it")
		}
	}
	return lanes, nil
}

func (r *reader) numbered(t token, n int) ([]int, error) {
	var lanes []int
	for i := 1; i < len(t.text); i++ {
		b := t.text[i]
		k := int(b - '0')
		if !digit(b) {
			k = int(b|0x20-'a') + 10
		}
		if k >= n {
			return nil, r.errorAt(t.off+i, t.off+i+1, "%s is lane %d, and the vector has %s", syntax.Quote(t.text[i:i+1]), k, count(n, "lane"))
		}
		lanes = append(lanes, k)
	}
	if !slices.Contains(vectorLanes, len(lanes)) && len(lanes) != 1 {
		return nil, r.errorAt(t.off, t.end, "%d lanes: a vector has 2, 3, 4, 8 or 16", len(lanes))
	}
	return lanes, nil
}

// count is so many of a thing in words.
func count(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return itoa(n) + " " + what + "s"
}
