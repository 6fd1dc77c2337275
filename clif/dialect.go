package clif

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/selectors"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Dialect is Cranelift's.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name: "clif", Meaning: "Cranelift's intermediate language", Example: "v2 = shuffle v0, v1, [0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23]",
		Looks: looks, Read: dialect.WithoutOptions(read), Say: say, Sequence: dialect.WithoutSearch(sequence), Whole: true,
	}
}

// looks says whether a line makes a value vN by an operation that moves lanes, or a function has a block of such.
func looks(text string) bool {
	for at := 0; ; at++ {
		k := strings.Index(text[at:], "= ")
		if k < 0 {
			return false
		}
		at += k
		c := syntax.Cursor{Text: text, Off: at + 1}
		name := wordBefore(text, at)
		if !isValue(name) {
			continue
		}
		op, _, _ := strings.Cut(c.Word(), ".")
		_, others := refused[op]
		if operations()[op] != nil && isValue(c.Word()) || op == "vconst" || others {
			return true
		}
	}
}

// maxName is more than the longest name of a value has.
const maxName = 24

// wordBefore is the word in front of a place, with one blank between or none.
func wordBefore(text string, at int) string {
	if at > 0 && text[at-1] == ' ' {
		at--
	}
	start := at
	for start > 0 && at-start < maxName && text[start-1] > ' ' {
		start--
	}
	return text[start:at]
}

// isValue says whether a name is that of a value: v and a number.
func isValue(name string) bool {
	if len(name) < 2 || name[0] != 'v' {
		return false
	}
	_, err := strconv.ParseUint(name[1:], 10, 32)
	return err == nil
}

// bytes is how many lanes a shuffle has: those of 128 bits, whatever they hold.
const bytes = 16

func say(m lane.Map) (string, error) {
	for i, l := range m.Lane {
		if l.Kind == lane.Undefined {
			return "", fmt.Errorf("lane %d is undefined, which Cranelift's shuffle has not", i)
		}
	}
	return instruction(m, "v2", "v0", "v1")
}

// instruction is the shuffle of two values with the name of its result. A lane that is undefined, since no later shuffle reads it, stays where it is.
func instruction(m lane.Map, result, a, b string) (string, error) {
	m, err := m.Regroup(8)
	if err != nil {
		return "", fmt.Errorf("the shuffle of Cranelift moves bytes: %w", err)
	}
	sel, n, err := selectors.Of(m, "Cranelift's shuffle")
	if err != nil {
		return "", err
	}
	for _, lanes := range []int{n, len(sel)} {
		if lanes != bytes {
			return "", fmt.Errorf("the shuffle of Cranelift is of vectors of 128 bits, and here is one of %d", 8*lanes)
		}
	}
	text := fmt.Sprintf("%s = shuffle %s, %s, [", result, a, b)
	for i, t := range sel {
		if t < 0 {
			t = i
		}
		text += strconv.Itoa(t) + " "
	}
	return strings.TrimSuffix(text, " ") + "]", nil
}

// sequence is several shuffles in a block, whose parameters v0, v1 and so on are the sources, and whose results are numbered behind them.
func sequence(m lane.Map) ([]string, error) {
	if slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind == lane.Undefined }) {
		return nil, errors.New("a lane is undefined, which Cranelift's shuffle has not")
	}
	m, err := m.Regroup(8)
	if err != nil {
		return nil, fmt.Errorf("the shuffle of Cranelift moves bytes: %w", err)
	}
	names := map[string]string{}
	var parameters []string
	for k, n := range m.Src {
		if n != bytes {
			return nil, fmt.Errorf("the shuffle of Cranelift is of vectors of 128 bits, and %s has %d", lane.SourceName(k), 8*n)
		}
		v := "v" + strconv.Itoa(k)
		names["%"+lane.SourceName(k)] = v
		parameters = append(parameters, v+": i8x16")
	}
	name := func(text string) string {
		if names[text] == "" {
			names[text] = "v" + strconv.Itoa(len(names))
		}
		return names[text]
	}
	lines, err := selectors.Chain(m, func(s shufflevector.Shuffle, step lane.Map, a, b string) (string, error) {
		return instruction(step, name(cmp.Or(s.Result, "%result")), name(a), name(b))
	})
	return append([]string{"block0(" + strings.Join(parameters, ", ") + "):"}, lines...), err
}
