package cli

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/target"
)

// What explain says first fits a screen: what the form is, its picture, the sequence for one machine, and a line for each group of others that agree.
//
//	interleave the low halves of %a and %b
//	i32x4 i32x4 -> a0 b0 a1 b1
//	…
//	avx2                  1 op; minimal
//	                      vpunpckldq xmm0, xmm0, xmm1
//	                      a = xmm0, b = xmm1, result = xmm0
//	sse2 … avx512vbmi     the same instructions
//	neon                  zip1 v0.4s, v0.4s, v1.4s

// columns of the first screen, and of the names in it.
const (
	columns     = 80
	nameColumns = 22
)

// answer writes the first screen.
func answer(w *bufio.Writer, e api.Explanation, color bool) {
	wrapped(w, "", e.Nature.Phrase(e.Form))
	wrapped(w, "", e.Form.Map.String())
	for _, warning := range e.Form.Warnings {
		wrapped(w, "note: ", syntax.Visible(warning))
	}
	fmt.Fprintln(w)
	scene := draw.Wires(e.Form.Map, draw.Options{Names: e.Form.Names})
	scene.Title = "" // it is the map, which stands above
	_, _ = w.Write(scene.Text(draw.Terminal{Color: color}))
	fmt.Fprintln(w)
	list := agreeing(e.Targets)
	for k, g := range list {
		g.write(w, list[0].names[0], k == 0)
	}
	fmt.Fprintln(w, "\n--all: its patterns, every target with its proof, other dialects")
}

// wrapped writes words on lines that fit the screen. A word that is longer than one stands alone.
func wrapped(w *bufio.Writer, head, text string) { hung(w, head, text, 2) }

// hung does so with lines that go on that far from the left.
func hung(w *bufio.Writer, head, text string, indent int) {
	used := utf8.RuneCountInString(head)
	w.WriteString(head)
	for k, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case k > 0 && used+1+n > columns:
			fmt.Fprintf(w, "\n%*s", indent, "")
			used = indent
		case k > 0:
			w.WriteByte(' ')
			used++
		}
		w.WriteString(word)
		used += n
	}
	w.WriteByte('\n')
}

// A group is targets whose sequences are the same instructions.
type group struct {
	names []string
	first api.Lowered
	same  []string // of the first group: those that agree with the machine that stands first
}

// agreeing puts targets together whose instructions are the same, as they follow one another. The first one, which is the machine that was asked for, stands alone, with those that agree behind it.
func agreeing(targets []api.Lowered) (list []group) {
	for k, l := range targets {
		switch last := len(list) - 1; {
		case k > 0 && agree(&list[0].first, &l):
			list[0].same = append(list[0].same, l.Target)
		case last > 0 && agree(&list[last].first, &l):
			list[last].names = append(list[last].names, l.Target)
		default:
			list = append(list, group{names: []string{l.Target}, first: l})
		}
	}
	return list
}

// agree says whether two targets have the same instructions, or what the first has serves the second as well as its own. Those of AVX have a v in front, and registers of their own for the result.
func agree(a, b *api.Lowered) bool {
	if a.Why != b.Why || a.Ops != b.Ops || a.Constants != b.Constants {
		return false
	}
	return slices.Equal(instructionsOf(a), instructionsOf(b)) || a.Proof == lower.Minimal && serves(a, b.Target)
}

// serves says whether a target has all instructions of a sequence.
func serves(l *api.Lowered, name string) bool {
	t, ok := target.Find(name)
	for _, want := range instructionsOf(l) {
		ok = ok && slices.ContainsFunc(t.Rows, func(r *target.Row) bool { return withoutV(t, r.Name) == want })
	}
	return ok && l.Why == ""
}

// instructionsOf are the names of a sequence's instructions, without the v of AVX.
func instructionsOf(l *api.Lowered) (names []string) {
	t, ok := target.Find(l.Target)
	for _, name := range l.Instructions() {
		if ok {
			name = withoutV(t, name)
		}
		names = append(names, name)
	}
	return names
}

// withoutV is the name of an instruction without the v of AVX: vpshufb is pshufb, but v128.const of wasm has a v of its own.
func withoutV(t *target.Target, name string) string {
	if target.AVX.In(t.Has) {
		return strings.TrimPrefix(name, "v")
	}
	return name
}

// inTurn is names as they follow one another, those of a run with their number.
func inTurn(names []string) string {
	var all []string
	for i := 0; i < len(names); {
		n := 1
		for i+n < len(names) && names[i+n] == names[i] {
			n++
		}
		if all = append(all, names[i]); n > 1 {
			all[len(all)-1] = fmt.Sprintf("%d × %s", n, names[i])
		}
		i += n
	}
	return strings.Join(all, ", ")
}

// write writes a group: the first with its sequence, where its operands are and how well it is proved, the others on a line each.
func (g *group) write(w *bufio.Writer, leader string, first bool) {
	line := func(name, text string) {
		if room := columns - nameColumns; utf8.RuneCountInString(text) > room {
			text = string([]rune(text)[:room-1]) + "…"
		}
		if utf8.RuneCountInString(name) >= nameColumns {
			fmt.Fprintln(w, name)
			name = ""
		}
		fmt.Fprintf(w, "%-*s%s\n", nameColumns, name, text)
	}
	l := &g.first
	name := severalNames(g.names, leader)
	switch {
	case l.Why != "":
		line(name, l.Why)
	case !first && len(l.Lines) == 1:
		line(name, l.Lines[0])
	case !first:
		line(name, most(l)+counts(l.Ops, l.Constants, l.Copies)+": "+inTurn(instructionsOf(l)))
	default:
		line(name, short(l.Count, l.Proof, l.LowerBound))
		if len(l.Lines) > maxFirst {
			line("", fmt.Sprintf("%s; all of them: lanescope lower --target %s", l.Lines[0], l.Target))
			break
		}
		for _, text := range l.Lines {
			line("", text)
		}
		line("", l.Places())
	}
	if len(g.same) > 0 {
		line(severalNames(g.same, leader), "the same instructions")
	}
}

// most says that fewer instructions might do, as not all was tried: lower tries it.
func most(l *api.Lowered) string {
	if l.Ended == lower.Done {
		return ""
	}
	return "at most "
}

// maxFirst bounds how long a sequence may be that the first screen shows; lower prints all.
const maxFirst = 12

// severalNames are names of targets, those that follow one another by the first and the last. The one that stands first by itself is no gap.
func severalNames(names []string, first string) string {
	var order []string
	for _, t := range target.Targets() {
		if t.Name != first || slices.Contains(names, first) {
			order = append(order, t.Name)
		}
	}
	var all []string
	for i := 0; i < len(names); {
		n, at := 1, slices.Index(order, names[i])
		for i+n < len(names) && at >= 0 && at+n < len(order) && order[at+n] == names[i+n] {
			n++
		}
		if n > 2 {
			all = append(all, names[i]+" … "+names[i+n-1])
		} else {
			all = append(all, names[i:i+n]...)
		}
		i += n
	}
	return strings.Join(all, ", ")
}
