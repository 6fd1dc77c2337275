package api

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/shufflevector"
)

// PatternsSchema is the schema of a pattern.
const PatternsSchema = "lanescope.patterns/1"

// PatternFields is what there is to say of a pattern, as names and texts.
func PatternFields(p *shufflevector.Pattern) [][2]string {
	fields := [][2]string{{"name", p.Name}, {"meaning", p.Meaning}}
	if list := parameters(p); len(list) > 0 {
		fields = append(fields, [2]string{"params", strings.Join(list, ", ")})
	}
	m, bits := PatternExample(p)
	f := m.Order(shufflevector.Variable, shufflevector.Variable)
	example := maskForm(m, bits)
	for _, match := range f.AppendPatterns(nil, bits) {
		if match.Pattern == p {
			example += "   " + match.Text(bits)
		}
	}
	return append(fields,
		[2]string{"example", example},
		[2]string{"not", p.Near},
		[2]string{"also", strings.Join(p.Aliases, ", ")})
}

func parameters(p *shufflevector.Pattern) []string {
	var list []string
	for _, q := range p.Params {
		list = append(list, q.Name)
	}
	return list
}

// PatternExample is a mask of the pattern that shows what it does, and the width of its lanes.
func PatternExample(p *shufflevector.Pattern) (shufflevector.Mask, int) { return p.Example() }

// AppendPattern appends a pattern as one JSON object.
func AppendPattern(b []byte, p *shufflevector.Pattern) []byte {
	return Pattern{Pattern: p}.AppendJSON(b)
}

// A Pattern is one, and the mask of it that was asked for.
type Pattern struct {
	*shufflevector.Pattern
	Member *PatternMember // nil: none was asked for, or there is none
}

// AppendJSON appends the pattern as one JSON object.
func (p Pattern) AppendJSON(b []byte) []byte {
	o := newObject(b, PatternsSchema)
	p.fields(o)
	return o.end()
}

func (p Pattern) fields(o *object) {
	o.string("name", p.Name)
	o.strings("aliases", p.Aliases)
	o.strings("params", parameters(p.Pattern))
	o.string("meaning", p.Meaning)
	m, bits := PatternExample(p.Pattern)
	o.notation("example", m.Map(bits))
	o.string("not", p.Near)
	if p.Member != nil {
		o.within("member", p.Member.fields)
	}
}

// PatternsPage is the library as a page of Markdown.
func PatternsPage() []byte {
	var b strings.Builder
	b.WriteString(patternsIntroduction)
	for _, p := range shufflevector.Library() {
		fmt.Fprintf(&b, "\n## %s\n\n", p.Name)
		fmt.Fprintf(&b, "%s\n\n", p.Meaning)
		for _, f := range PatternFields(p)[2:] {
			text := strings.NewReplacer("<", "\\<", "*", "\\*").Replace(f[1])
			if f[0] == "example" {
				text = "`" + f[1] + "`"
			}
			fmt.Fprintf(&b, "- **%s:** %s\n", f[0], text)
		}
		m, bits := PatternExample(p)
		scene := draw.Wires(m.Map(bits), draw.Options{})
		scene.Title, scene.Notes = "", nil
		fmt.Fprintf(&b, "\n```text\n%s```\n", scene.Text(draw.Terminal{}))
	}
	return []byte(b.String())
}

// patternsIntroduction stands above the table.
const patternsIntroduction = `# Patterns

A shuffle with a name is easier to think about than its mask, and often one instruction. This is the library, from the table in ` + "`shufflevector/library.go`" + `; ` + "`lanescope patterns`" + `
prints it, ` + "`lanescope patterns zip --lanes 8 --set half=high`" + ` makes one of its masks, and ` + "`lanescope explain`" + ` names a mask.

A pattern is a family of masks, one for each value of its parameters. A mask *is* a pattern if every lane of it that is defined is the lane of one mask of the family. So a mask can be several:
all are reported, the most specific first, which is the order of this page: at sixteen lanes no pattern has more masks than one that follows.

- **Undefined lanes** agree with everything, and the smallest parameters that they allow are reported.
- **Order**: operands are looked at as they are given and exchanged, and the order given comes first. An answer says when a pattern's first operand is another one than ` + "`a`" + `: ` + "`zip half=low group=1, operands exchanged: b, a`" + `.
- **Zeros** are lanes of a zero operand and lanes known to be zero; of an operand whose lanes are all the same, any lane is any other.
- **Constants** other than zero are an operand too, which comes behind sources. Where only their places in the result are known, each stands in its own place, or in every one if they are the same.
- **Wider lanes** are looked at too: a mask of bytes that moves pairs of bytes is what it is for 16-bit lanes. The width is then among the parameters. Maps of more than 64 lanes have names only so; a warning says where none were looked for.
- **Lanes**: if a shuffle is the same smaller shuffle in each of several lanes, that one's names are reported with the number of lanes.

Most families are small, and an index over all their masks recognises them: for each lane and selector it knows which masks of which patterns have that selector there, and intersects. Large families, which have a
parameter for every lane, have a recogniser each, behind a condition that is cheap to test. Both are compared with the definition above on every mask of up to four lanes of two operands and up to seven of one, in each test run;
up to eight with

    go test ./shufflevector -run PatternsExhaustive -full

which last took 77 s for 45 million masks in both orders and found no difference.
`
