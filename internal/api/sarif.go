package api

import (
	"cmp"
	"fmt"
	"path/filepath"

	"github.com/lanescope/lanescope/corpus"
)

// A report in SARIF 2.1.0 is what code hosts show beside the lines that it is about:
//
//	runs[0].tool.driver.rules    what can be found: of a scan wasted, wrong and lost; of vISA the rules
//	runs[0].results              a rule, a level, a sentence, and the place: file, lines, function

// A sarifRule is what can be found, and how bad it is.
type sarifRule struct{ id, level, says string }

// A sarifPlace is lines of a file, and perhaps columns: those from 1 on, the last behind what is meant.
type sarifPlace struct {
	file, function          string
	first, last             int
	firstColumn, lastColumn int // 0: the whole lines
}

// A sarifResult is one thing that was found. Its level is the rule's unless it says another.
type sarifResult struct {
	rule        int
	level, text string
	at          sarifPlace
}

var sarifRules = []sarifRule{
	{"wasted", "warning", "A movement of lanes costs more than the cheapest sequence that is known for its target."},
	{"wrong", "error", "The comment behind an instruction says another movement than the instruction makes."},
	{"lost", "note", "An instruction that may move lanes could not be followed."},
}

// AppendSARIF appends the report of a scan as one SARIF log. Version is that of the tool.
func AppendSARIF(b []byte, r *corpus.Report, version string) []byte {
	return appendSARIF(b, sarifRules, sarifResults(r), version)
}

// appendSARIF appends a log of one run.
func appendSARIF(b []byte, rules []sarifRule, results []sarifResult, version string) []byte {
	o := begin(b)
	o.string("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
	o.string("version", "2.1.0")
	objects(o, "runs", []int{0}, func(run *object, _ int) {
		run.within("tool", func(tool *object) {
			tool.within("driver", func(driver *object) {
				driver.string("name", "lanescope")
				driver.string("version", version)
				objects(driver, "rules", rules, func(e *object, rule sarifRule) {
					e.string("id", rule.id)
					e.text("shortDescription", rule.says)
				})
			})
		})
		objects(run, "results", results, func(e *object, x sarifResult) { e.result(x, rules[x.rule]) })
	})
	return o.end()
}

// sarifResults are what was found, rule by rule.
func sarifResults(r *corpus.Report) (list []sarifResult) {
	add := func(rule int, text string, at corpus.Place, first int) {
		list = append(list, sarifResult{rule: rule, text: text, at: sarifPlace{file: at.File, function: at.Function, first: first, last: at.Line}})
	}
	for _, e := range r.Emitted() {
		best, _ := e.Known()
		for _, u := range e.Places {
			if u.Cost.Balanced() > best.Balanced() {
				add(0, fmt.Sprintf("%s: %s on %s, where %s do", e.Canonical, spent(u.Cost), e.Target, spent(best)), u.Place, u.First)
			}
		}
	}
	for _, c := range r.Wrong {
		add(1, c.String(), c.Place, c.Line)
	}
	for _, s := range r.Lines {
		add(2, s.Why, s.Place, s.Line)
	}
	return list
}

// spent is a cost in words.
func spent(c corpus.Cost) string {
	return fmt.Sprintf("%d ops, %d constants and %d copies", c.Ops, c.Constants, c.Copies)
}

// result is one thing that was found.
func (o *object) result(x sarifResult, rule sarifRule) {
	o.string("ruleId", rule.id)
	o.int("ruleIndex", x.rule)
	o.string("level", cmp.Or(x.level, rule.level))
	o.text("message", x.text)
	objects(o, "locations", []sarifPlace{x.at}, func(l *object, at sarifPlace) {
		l.within("physicalLocation", func(p *object) {
			p.within("artifactLocation", func(file *object) { file.string("uri", filepath.ToSlash(at.file)) })
			p.within("region", func(region *object) {
				region.int("startLine", at.first)
				if at.firstColumn > 0 {
					region.int("startColumn", at.firstColumn)
				}
				region.int("endLine", at.last)
				if at.lastColumn > 0 {
					region.int("endColumn", at.lastColumn)
				}
			})
		})
		if at.function != "" {
			objects(l, "logicalLocations", []string{at.function}, func(f *object, name string) {
				f.string("name", name)
				f.string("kind", "function")
			})
		}
	})
}

// text is a text as SARIF has it.
func (o *object) text(k, text string) {
	o.within(k, func(e *object) { e.string("text", text) })
}
