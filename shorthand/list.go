package shorthand

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A list is numbers apart by commas or blanks, with a bracket around them or none:
//
//	[0, 4, 1, 5]   (3, 2, 1, 0)   {1, 0, 3, 2}   3,2,1,0   7 6 5 4 3 2 1 0
//	mask = [0, -1, 1, u]          what selects nothing: -1, u, undef, poison, _
//	{0x80, 3, 0x80, 2, …}         of 8 or 16 numbers, one with the upper bit set is zero, as pshufb has it

// looksList says whether a text is a list and nothing else.
func looksList(text string) bool {
	if strings.Count(text, "\n") > 64 {
		return false
	}
	numbers, some := 0, false
	c := syntax.Cursor{Text: text}
	named(&c)
	open := bracket(&c)
	for !c.Done() && (open == "" || !strings.HasPrefix(c.Rest(), open)) {
		t, ok := entry(&c)
		if !ok {
			return false
		}
		numbers, some = numbers+1, some || t >= 0
		comma := c.Accept(",")
		if !comma && numbers == 1 && open == "" && c.Done() {
			return false
		}
	}
	if open != "" && !c.Accept(open) {
		return false
	}
	c.Accept(";")
	return c.Done() && some && (numbers > 1 || numbers == 1 && open == "]")
}

// named passes a name and an equals sign in front of a list.
func named(c *syntax.Cursor) (name string) {
	start := c.Off
	for name = c.Word(); name != ""; name = c.Word() {
		if strings.HasPrefix(c.Rest(), "[]") {
			c.Off += 2
		}
		if c.Accept("=") || c.Accept(":") {
			return name
		}
	}
	c.Off = start
	return ""
}

// bracket passes an opening bracket and gives the closing one.
func bracket(c *syntax.Cursor) string {
	for k, open := range []string{"[", "(", "{", "<"} {
		if c.Accept(open) {
			return []string{"]", ")", "}", ">"}[k]
		}
	}
	return ""
}

// undefinedWords are entries that select nothing.
var undefinedWords = []string{"u", "undef", "poison", "_", "undefined", "None"}

// entry reads one number of a list.
func entry(c *syntax.Cursor) (int, bool) {
	c.Space()
	minus := c.Accept("-")
	word := c.Word()
	if slices.Contains(undefinedWords, word) && !minus {
		return undefinedLane, true
	}
	v, err := strconv.ParseUint(strings.TrimRight(word, "uULl"), 0, 16)
	switch {
	case err != nil || word == "" || word[0] == '_':
		return 0, false
	case minus && v == 1:
		return undefinedLane, true
	case minus:
		return -int(v), true
	}
	return int(v), true
}

func readList(text string, opt dialect.Options) (dialect.Reading, error) {
	c := syntax.Cursor{Text: text}
	to := named(&c)
	open := bracket(&c)
	var sel []int
	var places [][2]int
	for !c.Done() && (open == "" || !strings.HasPrefix(c.Rest(), open)) {
		at := c.Off
		t, ok := entry(&c)
		if !ok {
			c.Off = at
			return dialect.Reading{}, c.Wanted("a number of the list")
		}
		if places = append(places, [2]int{at, c.Off}); len(sel) == maxLanes {
			return dialect.Reading{}, c.ErrorFrom(at, "a list has at most %d numbers", maxLanes)
		}
		sel = append(sel, t)
		c.Accept(",")
	}
	if open != "" {
		if err := c.Expect(open, syntax.Quote(open)); err != nil {
			return dialect.Reading{}, err
		}
	}
	if c.Accept(";"); !c.Done() || len(sel) == 0 {
		return dialect.Reading{}, c.Wanted("the end of the list")
	}
	r, err := listed(text, sel, places, opt)
	r.To = to
	return r, err
}

// listed is the numbers of a list as a map.
func listed(text string, sel []int, places [][2]int, opt dialect.Options) (dialect.Reading, error) {
	s, zeros := stated(opt), zeroes(sel)
	n := max(s.lanes, 1)
	for i, t := range sel {
		if t < zeroLane || t == zeroLane && !zeros {
			return dialect.Reading{}, syntax.Errorf(text, places[i][0], places[i][1], "%d selects no lane: lanes count from 0, and -1 is undefined", t)
		}
	}
	if s.lanes == 0 {
		n = lanesFor(sel)
	}
	if top := slices.Max(sel); n > maxLanes || top >= 2*n {
		i := slices.Index(sel, top)
		return dialect.Reading{}, syntax.Errorf(text, places[i][0], places[i][1], "index %d is out of range: two vectors of %d lanes have 0 to %d", top, min(n, maxLanes), 2*min(n, maxLanes)-1)
	}
	names := []string{"a", "b"}
	if slices.Max(sel) < n {
		names = names[:1]
	}
	r := over(sel, n, names...)
	if s.lanes == 0 {
		r.Warnings = append(r.Warnings, "how many lanes the sources have is not in the text: "+itoa(n)+" each are assumed")
	}
	if zeros {
		r.Warnings = append(r.Warnings, "numbers with the upper bit set are zero, as pshufb has it")
	}
	assumed(&r, s, n)
	return checked(text, r)
}

// zeroes makes lanes zero whose numbers have the upper bit of a byte set, where there are as many as pshufb has.
func zeroes(sel []int) (some bool) {
	if len(sel) != 8 && len(sel) != 16 {
		return false
	}
	for i, t := range sel {
		if t >= 128 && t < 256 {
			sel[i], some = zeroLane, true
		}
	}
	return some
}

// lanesFor is how many lanes each source has: as many as the list, or more where a number of it is beyond two of them.
func lanesFor(sel []int) int {
	n := len(sel)
	if n == 1 {
		n = defaultLanes
	}
	for slices.Max(sel) >= 2*n && n <= maxLanes {
		n *= 2
	}
	return n
}

// sayList is a map as a list that reads back.
func sayList(m lane.Map) (string, error) {
	if len(m.Src) == 0 || len(m.Src) > 2 || len(m.Src) == 2 && m.Src[0] != m.Src[1] {
		return "", fmt.Errorf("a list selects lanes of one vector, or of two of one length")
	}
	n := m.Src[0]
	sel := make([]int, len(m.Lane))
	for i, l := range m.Lane {
		switch l.Kind {
		case lane.Source:
			sel[i] = l.Src*n + l.Index
		case lane.Undefined:
			sel[i] = undefinedLane
		default:
			return "", fmt.Errorf("lane %d is %s, which a list has not", i, l.Kind)
		}
	}
	if len(sel) < 2 || len(sel) > maxLanes || lanesFor(sel) != n || width(n) != m.Bits || slices.Max(sel) < 0 || (len(sel) == 8 || len(sel) == 16) && slices.Max(sel) >= 128 {
		return "", fmt.Errorf("a list does not say that there are %d lanes of %d bits", n, m.Bits)
	}
	all := make([]string, len(sel))
	for i, t := range sel {
		all[i] = itoa(t)
	}
	return "[" + strings.Join(all, ", ") + "]", nil
}
