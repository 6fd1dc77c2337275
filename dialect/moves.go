package dialect

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Moves are instructions that make a map on a machine of one of the dialects.
type Moves struct {
	Head  []string // lines before them without which they would be read otherwise: declarations, or a comment that says which register is which source
	Lines []string // an instruction each
	Lower int      // no sequence of such instructions is shorter
}

// IsMinimal says whether no sequence is shorter.
func (m Moves) IsMinimal() bool { return len(m.Lines) <= m.Lower }

// BindingLine is the comment that says in which register each of these sources is; none where a reader, for whom the text has these names, would take them for these anyway.
func BindingLine(sources []int, registers, names []string) []string {
	natural := true
	said := make([]string, len(sources))
	for k, source := range sources {
		said[k] = lane.SourceName(source) + " = " + registers[k]
		natural = natural && source == k && k < len(names) && names[k] == registers[k]
	}
	if natural {
		return nil
	}
	slices.Sort(said)
	return []string{"// " + strings.Join(said, ", ")}
}
