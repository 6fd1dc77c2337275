package asm

import "github.com/lanescope/lanescope/g13"

// near suggests a name.
func near(name string) string {
	best, distance := "", min(3, len(name)/2+1)
	for f := range g13.NumForms() {
		form := g13.Form(f)
		all := []string{form.Name()}
		for _, a := range form.Aliases() {
			all = append(all, a.Name)
		}
		for _, other := range all {
			if d := edits(name, other, distance); d < distance {
				best, distance = other, d
			}
		}
	}
	if best == "" {
		return ""
	}
	return "; is " + best + " meant?"
}

// edits is how many letters have to be changed, added or left out, up to a limit.
func edits(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit || len(a) > 40 {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := before
			if a[i] != b[j] {
				d = 1 + min(before, row[j], row[j+1])
			}
			before, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}
