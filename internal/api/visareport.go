package api

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/visa"
	files "github.com/lanescope/lanescope/visa/object"
)

// VISAReportSchema is the schema of a VISAReport.
const VISAReportSchema = "lanescope.visa.report/1"

// A VISAReport is what is wrong with a file of vISA: all of it.
type VISAReport struct {
	File         string
	Kernel       string // of an object, whose lines are those of its text
	Instructions int
	Findings     []VISALineFinding
}

// A VISALineFinding is one thing that is wrong, and where.
type VISALineFinding struct {
	visa.Finding
	At       *syntax.Error // the place, and a sentence
	From, To [2]int        // line and column of its first character, and behind its last
}

// syntaxRule is the name of what cannot be read.
const syntaxRule = "syntax"

// Report holds a whole text against the rules, and says where it cannot be read.
func (v *VISA) Report(file, text string) VISAReport {
	r := VISAReport{File: file}
	d := visa.NewDecls(v.GRF, v.Type)
	d.Platform = v.Platform
	g, errs := visa.ParseProgram(text, d, v.Dialect)
	r.Instructions = len(g.Lines)
	for _, err := range errs {
		var at *syntax.Error
		if errors.As(err, &at) {
			r.Findings = append(r.Findings, VISALineFinding{Finding: visa.Finding{Rule: syntaxRule, Message: at.What, Operand: -1}, At: at})
		}
	}
	v.reportRules(&r, g, text)
	slices.SortStableFunc(r.Findings, func(a, b VISALineFinding) int { return cmp.Compare(a.At.Off, b.At.Off) })
	r.count(text)
	return r
}

// count finds lines and columns, of all findings in one walk over the text. A finding is in one line.
func (r *VISAReport) count(text string) {
	line, start, at := 1, 0, 0
	for k := range r.Findings {
		f := &r.Findings[k]
		for ; at < f.At.Off; at++ {
			if text[at] == '\n' {
				line, start = line+1, at+1
			}
		}
		column := func(off int) [2]int { return [2]int{line, 1 + utf8.RuneCountInString(text[start:off])} }
		f.From, f.To = column(f.At.Off), column(max(f.At.Off, f.At.End))
	}
}

// reportRules adds the rules that are broken, each at its operand.
func (v *VISA) reportRules(r *VISAReport, g *visa.Program, text string) {
	checker := visa.Checker{Decls: g.Decls, Dialect: v.Dialect}
	parser := visa.Parser{Decls: g.Decls, Dialect: v.Dialect}
	for _, f := range checker.CheckProgram(g) {
		off := g.Lines[f.Line].Off
		line, _, _ := strings.Cut(text[off:], "\n")
		at := visa.Span{Off: len(line) - len(strings.TrimLeft(line, " \t")), End: len(strings.TrimRight(line, " \t\r"))}
		if _, err := parser.ParseInst(strings.TrimRight(line, "\r")); err == nil && f.Operand >= 0 {
			at = parser.Where(f.Operand)
		}
		r.Findings = append(r.Findings, VISALineFinding{Finding: f.Finding, At: &syntax.Error{Text: text, Off: off + at.Off, End: off + at.End, What: f.Rule + ": " + f.Message}})
	}
}

// ReportObject holds the kernels of an object against the rules. Their lines are those of the texts that dis prints, a report a kernel; what cannot be decoded is an error.
func (v *VISA) ReportObject(file string, b []byte) ([]VISAReport, error) {
	x, err := VISADisassemble(b, v.GRF)
	if err != nil {
		return nil, err
	}
	var all []VISAReport
	for _, k := range x.Kernels {
		if k.Err != nil {
			return all, k.Err
		}
		r := v.Report(file, k.Text)
		r.Kernel = k.Name
		all = append(all, r)
	}
	return all, nil
}

// IsVISAObject says whether bytes begin as an object of kernels does.
func IsVISAObject(b []byte) bool {
	return strings.HasPrefix(string(b[:min(len(b), len(files.Magic))]), files.Magic)
}

// Count is how many errors and warnings there are.
func (r VISAReport) Count() (wrong, warnings int) {
	for k := range r.Findings {
		if r.Findings[k].Warning {
			warnings++
		} else {
			wrong++
		}
	}
	return wrong, warnings
}

// Level is "error" or "warning".
func (f *VISALineFinding) Level() string {
	if f.Warning {
		return "warning"
	}
	return "error"
}

// Legal is the nearest legal spelling in words; empty if there is none.
func (f *VISALineFinding) Legal() string {
	switch {
	case f.Rewrite == "":
		return ""
	case f.Elsewhere:
		return f.Rewrite + ", with other elements"
	}
	return f.Rewrite
}

// AppendJSON appends the report as one JSON object.
func (r VISAReport) AppendJSON(b []byte) []byte {
	o := newObject(b, VISAReportSchema)
	wrong, _ := r.Count()
	o.bool("ok", wrong == 0)
	o.string("file", r.File)
	if r.Kernel != "" {
		o.string("kernel", r.Kernel)
	}
	o.int("instructions", r.Instructions)
	objects(o, "findings", r.Findings, func(e *object, f VISALineFinding) {
		e.string("rule", f.Rule)
		e.string("level", f.Level())
		e.string("message", f.Message)
		e.int("line", f.From[0])
		e.int("col", f.From[1])
		e.int("endCol", f.To[1])
		if f.Operand >= 0 {
			e.int("operand", f.Operand)
		}
		e.broken(&f.Finding)
	})
	return o.end()
}

// AppendVISASARIF appends reports as one SARIF log. Version is that of the tool.
func AppendVISASARIF(b []byte, reports []VISAReport, version string) []byte {
	rules := []sarifRule{{syntaxRule, "error", "A text is declarations and instructions, a line each."}}
	for _, r := range append(visa.Rules(), visa.ProgramRules()...) {
		rules = append(rules, sarifRule{r.Name, "error", r.Says})
	}
	var results []sarifResult
	for _, r := range reports {
		for k := range r.Findings {
			f := &r.Findings[k]
			n := slices.IndexFunc(rules, func(s sarifRule) bool { return s.id == f.Rule })
			if n < 0 { // what the tool of the dialect intel says has names of its own
				n = len(rules)
				rules = append(rules, sarifRule{f.Rule, "error", "What the maker's verifier refuses."})
			}
			text := f.Message
			if legal := f.Legal(); legal != "" {
				text = fmt.Sprintf("%s; legal: %s", text, legal)
			}
			results = append(results, sarifResult{rule: n, level: f.Level(), text: text, at: f.place(r)})
		}
	}
	return appendSARIF(b, rules, results, version)
}

// place is where a finding is.
func (f *VISALineFinding) place(r VISAReport) sarifPlace {
	return sarifPlace{file: r.File, function: r.Kernel, first: f.From[0], firstColumn: f.From[1], last: f.To[0], lastColumn: f.To[1]}
}
