package api

import (
	"fmt"
	"path/filepath"

	"github.com/lanescope/lanescope/corpus"
)

// A report in SARIF 2.1.0 is what code hosts show beside the lines that it is about:
//
//	runs[0].tool.driver.rules    what can be found: wasted, wrong, lost
//	runs[0].results              a rule, a level, a sentence, and the place: file, lines, function

// A sarifRule is what a scan can find.
type sarifRule struct{ id, level, says string }

var sarifRules = []sarifRule{
	{"wasted", "warning", "A movement of lanes costs more than the cheapest sequence that is known for its target."},
	{"wrong", "error", "The comment behind an instruction says another movement than the instruction makes."},
	{"lost", "note", "An instruction that may move lanes could not be followed."},
}

// A sarifResult is one thing that was found, from its first line to that of its place.
type sarifResult struct {
	rule  int
	text  string
	at    corpus.Place
	first int
}

// AppendSARIF appends the report as one SARIF log. Version is that of the tool.
func AppendSARIF(b []byte, r *corpus.Report, version string) []byte {
	o := begin(b)
	o.string("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
	o.string("version", "2.1.0")
	objects(o, "runs", []*corpus.Report{r}, func(run *object, r *corpus.Report) {
		run.within("tool", func(tool *object) {
			tool.within("driver", func(driver *object) {
				driver.string("name", "lanescope")
				driver.string("version", version)
				objects(driver, "rules", sarifRules, func(e *object, rule sarifRule) {
					e.string("id", rule.id)
					e.text("shortDescription", rule.says)
				})
			})
		})
		objects(run, "results", sarifResults(r), (*object).result)
	})
	return o.end()
}

// sarifResults are what was found, rule by rule.
func sarifResults(r *corpus.Report) (list []sarifResult) {
	for _, e := range r.Emitted() {
		best, _ := e.Known()
		for _, u := range e.Places {
			if u.Cost.Balanced() > best.Balanced() {
				text := fmt.Sprintf("%s: %s on %s, where %s do", e.Canonical, spent(u.Cost), e.Target, spent(best))
				list = append(list, sarifResult{0, text, u.Place, u.First})
			}
		}
	}
	for _, c := range r.Wrong {
		list = append(list, sarifResult{1, c.String(), c.Place, c.Line})
	}
	for _, s := range r.Lines {
		list = append(list, sarifResult{2, s.Why, s.Place, s.Line})
	}
	return list
}

// spent is a cost in words.
func spent(c corpus.Cost) string {
	return fmt.Sprintf("%d ops, %d constants and %d copies", c.Ops, c.Constants, c.Copies)
}

// result is one thing that was found.
func (o *object) result(x sarifResult) {
	rule := sarifRules[x.rule]
	o.string("ruleId", rule.id)
	o.int("ruleIndex", x.rule)
	o.string("level", rule.level)
	o.text("message", x.text)
	objects(o, "locations", []corpus.Place{x.at}, func(l *object, at corpus.Place) {
		l.within("physicalLocation", func(p *object) {
			p.within("artifactLocation", func(file *object) { file.string("uri", filepath.ToSlash(at.File)) })
			p.within("region", func(region *object) {
				region.int("startLine", x.first)
				region.int("endLine", at.Line)
			})
		})
		if at.Function != "" {
			objects(l, "logicalLocations", []string{at.Function}, func(f *object, name string) {
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
