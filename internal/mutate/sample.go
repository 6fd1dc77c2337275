package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A pick is one line of the sample: its mutants by chance, of which the first that compiles is tried.
type pick []mutant

// sample puts all lines that have mutants in an order by chance, which the seed and the files decide alone.
func sample(all []mutant, seed uint64) []pick {
	type line struct {
		of *source
		n  int
	}
	at := map[line]int{}
	var lines []pick
	for _, m := range all {
		l := line{m.of, m.line}
		k, known := at[l]
		if !known {
			k = len(lines)
			at[l] = k
			lines = append(lines, nil)
		}
		lines[k] = append(lines[k], m)
	}
	rng := rand.New(rand.NewPCG(seed, 22))
	for _, l := range lines {
		rng.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
	}
	rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	return lines
}

// within are the mutants of some files, whose places stand in a list with commas.
func within(all []mutant, files string) (some []mutant) {
	if files == "" {
		return all
	}
	list := strings.Split(files, ",")
	for _, m := range all {
		if slices.Contains(list, m.of.place) {
			some = append(some, m)
		}
	}
	return some
}

// only is each mutant of a line for itself, such as g13/row.go:45, or of a file.
func only(all []mutant, where string) (picks []pick) {
	for _, m := range all {
		if where == m.of.place || where == fmt.Sprintf("%s:%d", m.of.place, m.line) {
			picks = append(picks, pick{m})
		}
	}
	return picks
}
