package draw

import "strings"

// Stack puts scenes below one another as parts of one picture: the steps of a program, each with the vectors that it reads and the one that it writes. Titles
// become the labels of the results they head; a boundary is said once if all have the same.
func Stack(title string, scenes ...Scene) Scene {
	all := Scene{Title: title}
	var words []string
	for k, s := range scenes {
		at := len(all.Rows)
		for n, r := range s.Rows {
			r.Apart = r.Apart || n == 0 && k > 0
			all.Rows = append(all.Rows, r)
		}
		for _, w := range s.Wires {
			w.From.Row += at
			w.To.Row += at
			all.Wires = append(all.Wires, w)
		}
		if k == 0 {
			all.Boundary = s.Boundary
		} else if all.Boundary != s.Boundary && s.Boundary != "" {
			all.Boundary = "a boundary"
		}
		all.Notes = append(all.Notes, s.Notes...)
		if s.Desc != "" {
			words = append(words, s.Desc)
		}
	}
	all.Desc = strings.Join(words, " ")
	return all
}
