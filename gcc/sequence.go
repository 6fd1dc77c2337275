package gcc

import (
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/dialect/selectors"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/syntax/strings"
)

// What one statement cannot say, since it reads three vectors or its lanes are not of 32 bits, several do, with declarations in front:
//
//	vector(8) unsigned short a;
//	vector(8) unsigned short b;
//	vector(8) unsigned short c;
//	_1 = VEC_PERM_EXPR <a, b, { 0, 8, 1, 9, 2, 10, 3, 11 }>;
//	_2 = VEC_PERM_EXPR <_1, c, { 8, 1, 2, 3, 4, 5, 6, 7 }>;

// sequence is a map as several statements. All vectors are as long as the result, since the statement has no others.
func sequence(m lane.Map) ([]string, error) {
	element := map[int]string{8: "unsigned char", 16: "unsigned short", 32: "unsigned int", 64: "unsigned long"}[m.Bits]
	if element == "" || len(m.Lane) > maxLanes {
		return nil, fmt.Errorf("GCC has no vector of %d lanes of %d bits", len(m.Lane), m.Bits)
	}
	var lines []string
	for k, n := range m.Src {
		lines = append(lines, fmt.Sprintf("vector(%d) %s %s;", n, element, lane.SourceName(k)))
	}
	made := map[string]string{}
	name := func(text string) string {
		if made[text] != "" {
			return made[text]
		}
		return strings.TrimPrefix(text, "%")
	}
	steps, err := selectors.Chain(m, func(s shufflevector.Shuffle, step lane.Map, a, b string) (string, error) {
		list, err := numbered(step, s.Result == "")
		if err != nil {
			return "", err
		}
		a, b = name(a), name(b)
		to := "_" + strconv.Itoa(len(made)+1)
		made[s.Result] = to
		return to + " = " + permute + " <" + a + ", " + b + ", { " + list + " }>;", nil
	})
	return append(lines, steps...), err
}

// numbered are the numbers of a permutation. A lane that is undefined, since no later one reads it, stays where it is; of the last one it is an error.
func numbered(m lane.Map, last bool) (string, error) {
	n := len(m.Lane)
	sel, length, err := selectors.Of(m, permute)
	if err != nil {
		return "", err
	}
	if length != n {
		return "", fmt.Errorf("%s has vectors that are as long as its result", permute)
	}
	all := make([]string, n)
	for i, t := range sel {
		if t < 0 && last {
			return "", fmt.Errorf("lane %d is undefined, which %s has not", i, permute)
		}
		if t < 0 {
			t = i
		}
		all[i] = strconv.Itoa(t)
	}
	return strings.Join(all, ", "), nil
}
