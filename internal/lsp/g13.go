package lsp

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/internal/api"
)

// g13Assembly is the text of programs for the Apple G13.
type g13Assembly struct{}

func (g13Assembly) check(ctx context.Context, d *diagnosis) error {
	asm.Text(asm.Example(0)) // which makes tables that the first completion would wait for
	whole := d.asLines()
	p, errs := asm.Source{Text: whole, Lines: true}.Assemble()
	for _, err := range errs {
		d.add(d.refused("syntax", err))
	}
	if len(errs) > 0 || len(p.Code) == 0 || ctx.Err() != nil {
		return ctx.Err()
	}
	i, err := api.InspectG13("", p)
	if err != nil {
		d.add(finding{severity: severityError, rule: "program", message: err.Error()})
		return nil
	}
	for _, f := range i.Findings {
		line := min(max(i.Line(f.Offset)-1, 0), len(d.line)-1)
		d.add(finding{span: d.code(line), severity: severityWarning, rule: f.Rule, message: f.Message})
	}
	return ctx.Err()
}

func (g13Assembly) shuffle(a *analysis, line int) (s shuffle, ok bool) {
	return a.formOf(line, "g13", "", "#", ";", "//")
}

// longestPage is how much of a reference page a hover has.
const longestPage = 4 << 10

func (g13Assembly) page(a *analysis, line int) string {
	name := mnemonicOf(statementOf(a.line[line], "#", ";", "//"))
	page := asm.Reference(name)
	if len(page) == 0 {
		name, _, _ = strings.Cut(name, ".")
		page = asm.Reference(name)
	}
	page = bytes.TrimSpace(page)
	if len(page) <= longestPage {
		return string(page)
	}
	cut := page[:longestPage]
	if at := bytes.LastIndex(cut, []byte("\n\n")); at > 0 {
		cut = cut[:at]
	}
	if bytes.Count(cut, []byte("```"))%2 == 1 {
		cut = append(bytes.Clone(cut), "\n```"...)
	}
	return string(cut) + "\n\n`lanescope g13 ref " + name + "` has the rest."
}

// mnemonicOf is the first word of a statement.
func mnemonicOf(s string) string {
	if at := strings.IndexAny(s, " \t"); at >= 0 {
		s = s[:at]
	}
	return s
}

// g13Directives are the lines that are no instructions.
var g13Directives = []string{".equ", ".byte", ".rept", ".endr", ".macro", ".endm"}

func (g13Assembly) complete(a *analysis, c cursor) (all []offer) {
	if c.operand < 0 {
		all = g13Mnemonics()
		for _, name := range g13Directives {
			all = append(all, offer{label: name, kind: completesKeyword})
		}
		return all
	}
	name := mnemonicOf(c.statement)
	bare, _, _ := strings.Cut(name, ".")
	offered := map[string]bool{}
	add := func(label, detail string, kind int) {
		if label != "" && !offered[label] {
			offered[label] = true
			all = append(all, offer{label: label, kind: kind, detail: detail})
		}
	}
	jumps := false
	for f := range g13.NumForms {
		operands := f.Operands()
		if f.Name() != name && f.Name() != bare || c.operand >= len(operands) {
			continue
		}
		o := operands[c.operand]
		jumps = jumps || o.Kind == g13.PCRel
		_, example, _ := strings.Cut(asm.Text(asm.Example(f)), " ")
		if parts := strings.Split(example, ","); c.operand < len(parts) {
			add(strings.TrimSpace(parts[c.operand]), o.Name+": "+asm.Wanted(o.Kind), completesValue)
		}
	}
	if jumps {
		return append(all, a.labels()...)
	}
	for _, r := range a.registers(g13Registers) {
		add(r, "a register of this program", completesVariable)
	}
	return all
}

// g13Mnemonics are the names of all forms, and those that their fields and habit give them.
func g13Mnemonics() (all []offer) {
	offered := map[string]bool{}
	for f := range g13.NumForms {
		names := []string{f.Name()}
		for _, other := range append(f.Also(), f.Aliases()...) {
			names = append(names, other.Name)
		}
		for _, name := range names {
			if !offered[name] {
				offered[name] = true
				all = append(all, offer{label: name, kind: completesFunction, detail: f.Meaning(), page: func() string { return "```\n" + asm.Text(asm.Example(f)) + "\n```" }})
			}
		}
	}
	return all
}

var g13Registers = regexp.MustCompile(`\b[ru][0-9]{1,3}[lh]?\b`)

// mostSearched is how much of a text is searched for the registers that it uses, and mostOffered how many are offered.
const (
	mostSearched = 1 << 20
	mostOffered  = 256
)

// registers are the registers that a text uses, by their letters and numbers.
func (a *analysis) registers(of *regexp.Regexp) []string {
	seen := map[string]bool{}
	for _, line := range a.line {
		if len(line) > mostSearched {
			continue
		}
		for _, r := range of.FindAllString(line, -1) {
			seen[r] = true
		}
		if len(seen) > mostOffered {
			break
		}
	}
	var all []string
	for r := range seen {
		all = append(all, r)
	}
	slices.SortFunc(all, func(x, y string) int {
		if len(x) != len(y) {
			return len(x) - len(y)
		}
		return strings.Compare(x, y)
	})
	return all
}
