package shorthand

import (
	"math"
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Two languages for arrays select lanes by a list or a slice behind a name:
//
//	numpy    a[[3, 2, 1, 0]]   a[::-1]   a[1::2]      from 0, the end is not taken in
//	MATLAB   a([4 3 2 1])      a(end:-1:1)            from 1, the end is
//
// A slice does not say how many lanes the array has: four are assumed, or as many as its numbers need.

// defaultLanes is how many lanes an array has of which nothing is said.
const defaultLanes = 4

// arrayFunctions are functions of one array, for arrays of numpy and of MATLAB.
var arrayFunctions = map[string]func(n, i, k int) int{
	"np.flip": func(n, i, _ int) int { return n - 1 - i }, "numpy.flip": func(n, i, _ int) int { return n - 1 - i },
	"np.flipud": func(n, i, _ int) int { return n - 1 - i }, "fliplr": func(n, i, _ int) int { return n - 1 - i }, "flip": func(n, i, _ int) int { return n - 1 - i },
	"np.roll": func(n, i, k int) int { return ((i-k)%n + n) % n }, "numpy.roll": func(n, i, k int) int { return ((i-k)%n + n) % n },
	"circshift": func(n, i, k int) int { return ((i-k)%n + n) % n },
}

// shifted says whether a function has a number behind its array.
func shifted(name string) bool { return strings.HasSuffix(name, "roll") || name == "circshift" }

func looksSlice(text string) bool {
	c := syntax.Cursor{Text: text}
	named(&c)
	word := c.Word()
	if _, ok := arrayFunctions[word]; ok {
		return c.Accept("(")
	}
	if !isName(word) {
		return false
	}
	rest := strings.TrimSpace(c.Rest())
	switch {
	case strings.HasPrefix(rest, "[[") || strings.HasPrefix(rest, "[np.array(["):
		return true
	case strings.HasPrefix(rest, "["):
		return strings.HasSuffix(strings.TrimRight(rest, "; \n"), "]") && strings.Contains(rest, ":") && !strings.ContainsAny(rest[1:len(rest)-1], "[],;(")
	}
	inner, call := strings.CutPrefix(strings.TrimRight(rest, "; \n"), "(")
	inner, closed := strings.CutSuffix(inner, ")")
	return strings.HasPrefix(rest, "([") || call && closed && strings.Contains(inner, ":") && strings.Trim(inner, "0123456789:- end") == ""
}

// isName says whether a word is that of a variable.
func isName(word string) bool {
	return word != "" && (word[0] == '_' || word[0] >= 'a' && word[0] <= 'z' || word[0] >= 'A' && word[0] <= 'Z')
}

func readSlice(text string, opt dialect.Options) (dialect.Reading, error) {
	c := syntax.Cursor{Text: text}
	to := named(&c)
	c.Space()
	word := c.Word()
	if word == "" {
		return dialect.Reading{}, c.Wanted("the name of an array")
	}
	var r dialect.Reading
	var err error
	switch {
	case arrayFunctions[word] != nil:
		r, err = arrayFunction(&c, word, opt)
	case c.Accept("(["):
		r, err = selectedFrom(&c, word, 1, ")", opt)
	case c.Accept("[["):
		r, err = selectedFrom(&c, word, 0, "]", opt)
	case c.Accept("[np.array(["):
		r, err = selectedFrom(&c, word, 0, ")]", opt)
	case c.Accept("("):
		r, err = ranged(&c, word, opt, 1)
	default:
		if err := c.Expect("[", `"[" and a list or a slice`); err != nil {
			return r, err
		}
		r, err = ranged(&c, word, opt, 0)
	}
	if err != nil {
		return r, err
	}
	if c.Accept(";"); !c.Done() {
		return r, c.Wanted("the end")
	}
	r.To = to
	return checked(text, r)
}

// arrayFunction reads what stands behind the name of a function.
func arrayFunction(c *syntax.Cursor, function string, opt dialect.Options) (dialect.Reading, error) {
	if err := c.Expect("(", `"("`); err != nil {
		return dialect.Reading{}, err
	}
	c.Space()
	at := c.Off
	name := c.Word()
	if !isName(name) {
		c.Off = at
		return dialect.Reading{}, c.Wanted("the name of an array")
	}
	k := 0
	if shifted(function) {
		if err := c.Expect(",", `"," and by how much`); err != nil {
			return dialect.Reading{}, err
		}
		var ok bool
		if k, ok = integer(c); !ok {
			return dialect.Reading{}, c.Wanted("a number")
		}
	}
	if err := c.Expect(")", `")"`); err != nil {
		return dialect.Reading{}, err
	}
	n, sel := lanesOf(opt), []int(nil)
	for i := range n {
		sel = append(sel, arrayFunctions[function](n, i, k%n))
	}
	return sliced(sel, n, name, opt), nil
}

// lanesOf is how many lanes an array has: as many as the options say, or those that are assumed.
func lanesOf(opt dialect.Options) int {
	if s := stated(opt); s.lanes > 0 {
		return s.lanes
	}
	return defaultLanes
}

// selectedFrom reads the numbers of a list behind a name, which count from first.
func selectedFrom(c *syntax.Cursor, name string, first int, close string, opt dialect.Options) (dialect.Reading, error) {
	var sel []int
	n := stated(opt).lanes
	start := c.Off
	for !c.Accept("]") {
		c.Space()
		at := c.Off
		v, ok := integer(c)
		if !ok {
			return dialect.Reading{}, c.Wanted("a number of the list")
		}
		most := maxLanes
		if n > 0 {
			most = n
		}
		if v < first || v-first >= most || len(sel) == maxLanes {
			return dialect.Reading{}, c.ErrorFrom(at, "there is no lane %d: they count from %d, and are at most %d", v, first, most)
		}
		sel = append(sel, v-first)
		c.Accept(",")
	}
	if err := c.Expect(close, syntax.Quote(close)); err != nil {
		return dialect.Reading{}, err
	}
	if len(sel) == 0 {
		return dialect.Reading{}, c.ErrorFrom(start, "the list is empty: a number for each lane is wanted")
	}
	if n == 0 {
		for n = len(sel); slices.Max(sel) >= n; {
			n *= 2
		}
	}
	return sliced(sel, n, name, opt), nil
}

// integer reads a number with a sign.
func integer(c *syntax.Cursor) (int, bool) {
	minus := c.Accept("-")
	v, ok := c.Uint(math.MaxInt16)
	if minus {
		v = -v
	}
	return v, ok
}

// sliced is a selection of lanes of one array, with what was assumed of it.
func sliced(sel []int, n int, name string, opt dialect.Options) dialect.Reading {
	r := over(sel, n, name)
	s := stated(opt)
	if s.lanes == 0 {
		r.Warnings = append(r.Warnings, "how many lanes "+name+" has is not in the text: "+itoa(n)+" are assumed; --type i32x8 says it")
	}
	assumed(&r, s, n)
	return r
}

// ranged reads a slice: three numbers with colons between them, of which any may be missing. MATLAB's step stands in the middle, its lanes count from 1, and the end is taken in.
func ranged(c *syntax.Cursor, name string, opt dialect.Options, first int) (dialect.Reading, error) {
	start := c.Off
	var part [3]int
	var given, last [3]bool // a number is there; it is the end
	k := 0
	for ; k < 3; k++ {
		if first == 1 && c.AcceptWord("end") {
			given[k], last[k] = true, true
		} else if v, ok := integer(c); ok {
			part[k], given[k] = v, true
		}
		if !c.Accept(":") {
			k++
			break
		}
	}
	close := map[int]string{0: "]", 1: ")"}[first]
	if err := c.Expect(close, syntax.Quote(close)); err != nil {
		return dialect.Reading{}, err
	}
	n := lanesOf(opt)
	if stated(opt).lanes == 0 {
		for need := max(part[0], part[1], -part[0], -part[1], part[2]*first); n < need && n < maxLanes; {
			n *= 2
		}
	}
	for i := range part {
		if last[i] {
			part[i] = n
		}
	}
	var sel []int
	if first == 1 {
		sel = inclusive(part, given, n, k)
	} else {
		sel = exclusive(part, given, n)
	}
	if len(sel) == 0 {
		return dialect.Reading{}, c.ErrorFrom(start, "the slice selects no lane of %d", n)
	}
	return sliced(sel, n, name, opt), nil
}

// exclusive is the lanes of numpy's start:stop:step, as Python's slices have them.
func exclusive(part [3]int, given [3]bool, n int) (sel []int) {
	step := 1
	if given[2] {
		step = part[2]
	}
	if step == 0 {
		return nil
	}
	low, high := 0, n
	if step < 0 {
		low, high = -1, n-1
	}
	bound := func(k, missing int) int {
		if !given[k] {
			return missing
		}
		v := part[k]
		if v < 0 {
			v += n
		}
		return max(low, min(v, high))
	}
	from, to := bound(0, low), bound(1, high)
	if step < 0 {
		from, to = bound(0, high), bound(1, low)
	}
	for i := from; step > 0 && i < to || step < 0 && i > to; i += step {
		sel = append(sel, i)
	}
	return sel
}

// inclusive is the lanes of MATLAB's start:stop or start:step:stop.
func inclusive(part [3]int, given [3]bool, n, parts int) (sel []int) {
	from, step, to := part[0], 1, part[1]
	if parts == 3 {
		step, to = part[1], part[2]
	}
	if step == 0 || !given[0] || !given[parts-1] || from < 1 || from > n || to > n {
		return nil
	}
	for i := from; step > 0 && i <= to || step < 0 && i >= max(to, 1); i += step {
		sel = append(sel, i-1)
	}
	return sel
}
