package api

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/g13/inspect"
	"github.com/lanescope/lanescope/syntax"
)

// textWidth is how wide a report is.
const textWidth = 80

// AppendText appends the report as text: what the program takes, its listing by blocks and parts, and what is wrong with it.
//
//	L18:                                              from start L18, 8 cycles
//	    18    loop {
//	    18      fmul32 r7, r5, r5
func (i *G13Inspection) AppendText(b []byte) []byte {
	t := &reportText{G13Inspection: i, b: b, marks: i.marks()}
	t.head()
	for n := range i.Blocks {
		t.block(n)
	}
	t.findings()
	return t.b
}

// A reportText is a report that is being written.
type reportText struct {
	*G13Inspection
	b     []byte
	marks map[int]*mark
	depth int
}

// A mark is what parts begin and end at an instruction.
type mark struct {
	loops   int  // that begin with it
	leaves  int  // parts that it closes
	opens   bool // an if or a scope
	turns   bool // an else
	returns bool // to the beginning of a loop, which it closes
}

// marks are those of all instructions that have one.
func (i *G13Inspection) marks() map[int]*mark {
	all := map[int]*mark{}
	at := func(k int) *mark {
		if all[k] == nil {
			all[k] = new(mark)
		}
		return all[k]
	}
	for _, p := range i.nested() {
		at(p.Close).leaves++
		if p.Kind == inspect.Loop {
			at(p.Open).loops++
			at(p.Close).returns = true
			continue
		}
		at(p.Open).opens = true
		if p.Kind == inspect.If && p.Else >= 0 {
			at(p.Else).turns = true
		}
	}
	return all
}

// head is what the program takes.
func (t *reportText) head() {
	t.b = fmt.Appendf(t.b, "%s: %s, %s, %s\n", syntax.Visible(t.Name), several(len(t.Code), "byte"), several(len(t.Instructions), "instruction"), several(len(t.Blocks), "block"))
	t.row("registers", t.registers())
	occupancy := fmt.Sprintf("%d threads a core, with up to %s", t.Occupancy.Threads, several(t.Occupancy.Halves, "half"))
	for n, s := range inspect.Steps {
		if s == t.Occupancy && n > 0 {
			occupancy += fmt.Sprintf("; %d with up to %d", inspect.Steps[n-1].Threads, inspect.Steps[n-1].Halves)
		} else if s == t.Occupancy && n+1 < len(inspect.Steps) {
			occupancy += fmt.Sprintf("; %d beyond", inspect.Steps[n+1].Threads)
		}
	}
	t.row("occupancy", occupancy)
	cycles := fmt.Sprintf("%d, with each instruction once, by Mesa's model of the G13G", t.Cycles)
	if t.Unmodelled > 0 {
		cycles += fmt.Sprintf(", which leaves %d of them out", t.Unmodelled)
	}
	t.row("cycles", cycles)
	if !t.Needs.Empty() {
		t.row("needs", t.Needs.String())
	}
	if t.Unstructured != "" {
		t.row("no parts", t.Unstructured)
	}
	for _, what := range t.Unknown {
		t.row("unknown", what)
	}
}

func (t *reportText) registers() string {
	if t.Halves == 0 {
		return "none"
	}
	return fmt.Sprintf("%d, r0 to r%d (%s); at most %s live, at %x", t.Registers, t.Registers-1, several(t.Halves, "half"), several(t.Live, "half"), t.LiveAt)
}

// row is a word and what it says, on as many lines as that needs.
func (t *reportText) row(word, says string) {
	const column = 12
	for _, line := range wrapped(says, textWidth-column) {
		t.b = fmt.Appendf(t.b, "%-*s%s\n", column, word, line)
		word = ""
	}
}

// block is a block with its instructions.
func (t *reportText) block(n int) {
	b := &t.Blocks[n]
	label := t.LabelOf(b.Offset) + ":"
	note := several(b.Cycles, "cycle")
	if from := t.from(n); from != "" {
		note = from + ", " + note
	}
	t.b = fmt.Appendf(t.b, "\n%-*s%s\n", max(textWidth-len(note), len(label)+1), label, note)
	for k := b.First; k < b.Last; k++ {
		t.instruction(k)
	}
	if k := b.Last - 1; k >= 0 && b.End < len(t.Code) && n+1 < len(t.Blocks) && t.Blocks[n+1].Offset > b.End {
		t.b = fmt.Appendf(t.b, "      … %s that no run comes to\n", several(t.Blocks[n+1].Offset-b.End, "byte"))
	}
}

// from is where a run comes from to a block, as long as that is little.
func (t *reportText) from(n int) string {
	const enough = 4
	var names []string
	for _, p := range t.Blocks[n].From() {
		names = append(names, t.LabelOf(t.Blocks[p].Offset))
	}
	if more := len(names) - enough; more > 0 {
		names = append(names[:enough], fmt.Sprintf("%d more", more))
	}
	if len(names) == 0 {
		return ""
	}
	return "from " + strings.Join(names, " ")
}

// instruction is an instruction, with a brace for each part that begins or ends there.
func (t *reportText) instruction(k int) {
	i, m := &t.Instructions[k], t.marks[k]
	if m == nil {
		t.line(i.Offset, t.text(i))
		return
	}
	for range m.loops {
		t.line(i.Offset, "loop {")
		t.depth++
	}
	text := t.text(i)
	switch {
	case m.turns:
		t.depth--
		t.line(i.Offset, "} "+text+" {")
		t.depth++
	case m.opens:
		t.line(i.Offset, text+" {")
		t.depth++
	case m.leaves > 0:
		t.depth -= m.leaves
		t.line(i.Offset, strings.Repeat("}", m.leaves)+" "+text)
	default:
		t.line(i.Offset, text)
	}
}

// line is a line of the listing, with more below it if it is too long.
func (t *reportText) line(offset int, text string) {
	indent := 8 + 2*min(max(t.depth, 0), 16)
	for n, part := range wrapped(text, textWidth-indent) {
		if n == 0 {
			t.b = fmt.Appendf(t.b, "%6x%*s%s\n", offset, indent-6, "", part)
		} else {
			t.b = fmt.Appendf(t.b, "%*s%s\n", indent+2, "", part)
		}
	}
}

// findings are what is wrong.
func (t *reportText) findings() {
	if !t.Found() {
		t.b = append(t.b, "\nno findings\n"...)
		return
	}
	t.b = fmt.Appendf(t.b, "\n%s\n", several(len(t.Findings)+t.More, "finding"))
	for _, f := range t.Findings {
		t.b = fmt.Appendf(t.b, "%6x  %s, line %d", f.Offset, f.Rule, t.Line(f.Offset))
		if file := t.Included(f.Offset); file != "" {
			t.b = fmt.Appendf(t.b, " of %s", syntax.Visible(file))
		}
		t.b = append(t.b, '\n')
		for _, line := range wrapped(f.Message, textWidth-8) {
			t.b = fmt.Appendf(t.b, "        %s\n", line)
		}
		if len(f.Path) > 1 {
			for _, line := range wrapped("way: "+t.way(f.Path), textWidth-8) {
				t.b = fmt.Appendf(t.b, "        %s\n", line)
			}
		}
	}
	if t.More > 0 {
		t.b = fmt.Appendf(t.b, "        and %d more\n", t.More)
	}
}

// way is the blocks of a way, the middle of a long one left out.
func (t *reportText) way(path []int) string {
	const ends = 8
	names := t.labels(path)
	if left := len(names) - 2*ends; left > 0 {
		names = append(append(append([]string{}, names[:ends]...), fmt.Sprintf("(%d more)", left)), names[len(names)-ends:]...)
	}
	return strings.Join(names, " > ")
}

// wrapped is a text on lines of so many characters, cut at spaces where there are any.
func wrapped(text string, width int) (lines []string) {
	for len(text) > width {
		at := strings.LastIndexByte(text[:width+1], ' ')
		if at <= 0 {
			if at = strings.IndexByte(text, ' '); at < 0 {
				break
			}
		}
		lines, text = append(lines, text[:at]), text[at+1:]
	}
	return append(lines, text)
}

// several is a number of things.
func several(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case what == "half":
		return fmt.Sprintf("%d halves", n)
	}
	return fmt.Sprintf("%d %ss", n, what)
}
