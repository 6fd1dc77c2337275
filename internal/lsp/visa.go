package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/visa"
)

// visaAssembly is the text of Intel's virtual instruction set.
type visaAssembly struct{}

// visaRegister is how many bytes a register has.
const visaRegister = 32

func (visaAssembly) check(ctx context.Context, d *diagnosis) error {
	v := api.VISA{GRF: visaRegister, Format: visa.Current, Type: visa.D}
	for _, f := range v.Report("", d.asLines()).Findings {
		found := finding{span: d.visible(span{f.At.Off, f.At.End}), severity: severityError, rule: f.Rule, message: f.Message}
		if f.Warning {
			found.severity = severityWarning
		}
		if f.Rewrite != "" {
			found.fixes = []fix{{span: found.span, title: "Write " + f.Legal(), kind: "quickfix", text: f.Rewrite, sure: !f.Elsewhere}}
		}
		d.add(found)
	}
	return ctx.Err()
}

func (visaAssembly) shuffle(a *analysis, line int) (s shuffle, ok bool) {
	return a.formOf(line, "visa", a.declared(line), "//")
}

// declared are the declarations of the variables that a line names.
func (a *analysis) declared(line int) string {
	var b strings.Builder
	said := map[int]bool{}
	for _, name := range strings.FieldsFunc(a.line[line], func(r rune) bool { return r > 127 || !isWord(byte(r)) }) {
		at, ok := a.defined()[name]
		if d := strings.TrimSpace(a.lineOf(at)); ok && !said[at] && strings.HasPrefix(d, ".decl") {
			said[at] = true
			b.WriteString(d + "\n")
		}
	}
	return b.String()
}

// lineOf is a line, or nothing.
func (a *analysis) lineOf(n int) string {
	if n < 0 || n >= len(a.line) {
		return ""
	}
	return a.line[n]
}

func (visaAssembly) page(a *analysis, line int) string {
	name := visaMnemonic(statementOf(a.line[line], "//"))
	op, ok := visa.OpNamed(name)
	if !ok {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**", name)
	if runs, why := op.Executes(); !runs {
		fmt.Fprintf(&b, ", which is not executed here: %s", why)
	}
	p := visa.Parser{Decls: visa.NewDecls(visaRegister, visa.D)}
	i, err := p.ParseInst(strings.TrimSpace(a.line[line]))
	if err != nil {
		return b.String()
	}
	rules := visa.RulesOf(&i)
	for k, r := range rules {
		if k == mostRules {
			fmt.Fprintf(&b, "\n\nand %d rules more", len(rules)-k)
			break
		}
		fmt.Fprintf(&b, "\n- `%s`: %s", r.Name, r.Says)
	}
	return b.String()
}

// mostRules is how many rules a hover says.
const mostRules = 6

// visaMnemonic is the instruction of a statement, behind its guard.
func visaMnemonic(s string) string {
	if strings.HasPrefix(s, "(") {
		_, s, _ = strings.Cut(s, ")")
	}
	s = strings.TrimSpace(s)
	end := strings.IndexAny(s, " \t(")
	if end >= 0 {
		s = s[:end]
	}
	if _, ok := visa.OpNamed(s); ok {
		return s
	}
	name, _, _ := strings.Cut(s, ".") // add.sat, cmp.lt
	return name
}

// visaDirectives are the lines that are no instructions.
var visaDirectives = []string{".decl", ".input", ".kernel", ".kernel_attr", ".version", ".function"}

func (visaAssembly) complete(a *analysis, c cursor) (all []offer) {
	if c.operand < 0 {
		for _, op := range visa.Ops() {
			all = append(all, offer{label: op.String(), kind: completesFunction})
		}
		for _, name := range visaDirectives {
			all = append(all, offer{label: name, kind: completesKeyword})
		}
		return all
	}
	if strings.HasPrefix(c.statement, ".") {
		return nil
	}
	op, _ := visa.OpNamed(visaMnemonic(c.statement))
	lanes, operands := 0, ""
	if at := strings.Index(c.statement, "(M"); at >= 0 {
		exec, rest, _ := strings.Cut(c.statement[at:], ")")
		_, size, _ := strings.Cut(exec, ",")
		_, _ = fmt.Sscan(strings.TrimSpace(size), &lanes)
		operands = strings.TrimSpace(rest)
	}
	if lanes == 0 {
		for _, size := range []int{1, 2, 4, 8, 16, 32} {
			all = append(all, offer{label: fmt.Sprintf("(M1, %d)", size), kind: completesValue, detail: "the execution size, and the part of the mask"})
		}
		return all
	}
	if op.IsFlow() {
		return a.labels()
	}
	region := "<0;1,0>"
	switch {
	case !strings.ContainsAny(operands, " \t") && !strings.HasSuffix(c.statement, operands+" ") || operands == "": // the destination
		region = "<1>"
	case lanes > 1:
		region = fmt.Sprintf("<%d;%[1]d,1>", lanes)
	}
	return append(all, a.variables(region)...)
}

// variables are those that are declared, as operands.
func (a *analysis) variables(region string) (all []offer) {
	for name, line := range a.defined() {
		d := strings.TrimSpace(a.lineOf(line))
		switch {
		case !strings.HasPrefix(d, ".decl"):
			continue
		case strings.Contains(d, "v_type=G"):
			all = append(all, offer{label: name + "(0,0)" + region, kind: completesVariable, detail: d})
		default:
			all = append(all, offer{label: name, kind: completesVariable, detail: d})
		}
	}
	sortOffers(all)
	return all
}

// labels are the lines of a file that have names, as operands.
func (a *analysis) labels() (all []offer) {
	for name, line := range a.defined() {
		if strings.HasPrefix(strings.TrimSpace(a.lineOf(line)), name+":") {
			all = append(all, offer{label: name, kind: completesReference, detail: fmt.Sprintf("line %d", line+1)})
		}
	}
	sortOffers(all)
	return all
}

func sortOffers(all []offer) {
	slices.SortFunc(all, func(x, y offer) int { return strings.Compare(x.label, y.label) })
}
