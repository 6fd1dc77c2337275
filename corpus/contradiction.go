package corpus

import (
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A listing that says each shuffle twice can contradict itself:
//
//	vpshufd $27, %xmm1, %xmm0    # xmm0 = xmm1[0,1,2,3]
//
// The instruction reverses the lanes, and the comment says that they stay: one of the two was changed without the other, or whoever wrote one is wrong.

// A Contradiction is a line whose comment is another movement than its instruction.
type Contradiction struct {
	Place
	Instruction, Comment form.Form // the second with the sources of the first
	Verdict              lane.Verdict
}

// Contradicts finds whether a line's comment is another movement than its instruction. What either does not say for sure is none.
func Contradicts(at Place, whole string) (c Contradiction, found bool) {
	l := dialect.LineOf(whole)
	if !strings.Contains(l.Comment, " = ") || !strings.Contains(l.Comment, "[") {
		return c, false
	}
	comment, err := form.Parse(l.Comment, form.Options{From: "comment"})
	if err != nil {
		return c, false
	}
	instruction, err := form.Parse(l.Text, form.Options{})
	if err != nil || instruction.Guard != nil || comment.Guard != nil || instruction.Dialect == "comment" {
		return c, false
	}
	comment, bound := form.Bind(instruction, comment)
	if !bound.ByName {
		return c, false // a memory operand, which each calls otherwise
	}
	v, err := form.Compare(instruction, comment)
	if err != nil || v.Relation != lane.Differ {
		return c, false
	}
	return Contradiction{at, instruction, comment, v}, true
}

// String is what is said of it.
func (c Contradiction) String() string {
	return "the instruction is " + c.Instruction.Map.String() + ", its comment " + c.Comment.Map.String()
}
