package api

import "github.com/lanescope/lanescope/visa"

// A VISARule is a rule that looks at an instruction, and whether it is kept.
type VISARule struct {
	visa.Rule
	Broken *visa.Finding // nil: it is kept
	Legal  string        // the whole instruction in the nearest spelling that keeps it; empty if there is none
}

// rules are all that look at an instruction, in the order in which they are checked. A rule that is broken twice stands there for its first finding; the dialect Intel has no list
// of rules, and only what is broken stands there.
func (v *VISA) rules(d *visa.Decls, i *visa.Inst, findings []visa.Finding) []VISARule {
	all := []VISARule{}
	if v.Dialect != visa.Intel {
		for _, r := range visa.RulesOf(i) {
			all = append(all, VISARule{Rule: r})
		}
	}
	for k := range findings {
		f := &findings[k]
		at := 0
		for at < len(all) && all[at].Name != f.Rule {
			at++
		}
		if at == len(all) {
			all = append(all, VISARule{Rule: visa.Rule{Name: f.Rule, Where: visa.Tool}})
		}
		if all[at].Broken == nil {
			all[at].Broken, all[at].Legal = f, v.mended(d, i, f)
		}
	}
	return all
}

// mended is the instruction with what a finding would write in the place of its operand.
func (v *VISA) mended(d *visa.Decls, i *visa.Inst, f *visa.Finding) string {
	if f.Rewrite == "" || f.Operand < 0 {
		return f.Rewrite
	}
	to := *i
	o, err := v.parser.ParseOperand(f.Rewrite, i.Role(f.Operand))
	if err != nil {
		return ""
	}
	to.Set(f.Operand, o)
	return to.Text(d)
}

func (o *object) rule(r VISARule) {
	o.string("rule", r.Name)
	o.string("says", r.Says)
	o.string("where", r.Where)
	o.bool("ok", r.Broken == nil)
	if r.Broken == nil {
		return
	}
	o.bool("warning", r.Broken.Warning)
	o.string("message", r.Broken.Message)
	if r.Legal != "" {
		o.string("legal", r.Legal)
		o.bool("elsewhere", r.Broken.Elsewhere)
	}
	if r.Broken.Splits {
		o.bool("splits", true)
	}
}
