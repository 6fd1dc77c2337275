package form

import (
	"github.com/lanescope/lanescope/lower"
)

// Moves are instructions that make a map on a machine of one of the dialects.
type Moves struct {
	Head  []string // lines before them without which they would be read otherwise: declarations, or a comment that says which register is which source
	Lines []string // an instruction each
	Lower int      // no sequence of such instructions is shorter
}

// IsMinimal says whether no sequence is shorter.
func (m Moves) IsMinimal() bool { return len(m.Lines) <= m.Lower }

// registersAre is the comment that says in which registers the sources of these numbers are; none where a reader would take them for these anyway.
func registersAre(sources []int, registers []string) []string {
	inputs := make([]lower.Input, len(registers))
	for k := range inputs {
		inputs[k].Source = sources[k]
	}
	return bindingLine(inputs, func(k int) string { return registers[k] }, registers)
}
