package corpus

import (
	"sync"

	"github.com/lanescope/lanescope/listing"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// A line is lost if it may move lanes, and what it does was not to be found out:
//
//	pshufb  %xmm1, %xmm0           of an xmm1 that is not known
//	mov     %eax, arg(0)           is not lost: programs compute with those
//	movq    %mm1, (%rsi)           nor is this: no target has MMX's registers
//	dup     v28.8b, w6             nor this: what it brings was in no vector

// isMovement says whether a line may move lanes: a target has an instruction of that name, of vectors or of general registers.
func isMovement(text string) bool {
	if listing.IsArmGeneral(text) || listing.IsFrame(text) || listing.ComputesGeneral(text) || listing.Arrives(text) {
		return false
	}
	if listing.MovesArm32(text) {
		return true
	}
	name, operands := nameAndOperands(text)
	of := movements()[strings.ToLower(name)]
	return of.vectors || of.general && listing.NamesX86(operands)
}

func nameAndOperands(text string) (name, operands string) {
	name, operands, _ = strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
	return name, operands
}

// movementOf says in which files the rows of a name are. On general registers other machines have instructions of the same names.
type movementOf struct{ vectors, general bool }

// movements are the names of all targets' rows.
var movements = sync.OnceValue(func() map[string]movementOf {
	names := map[string]movementOf{}
	for _, t := range target.Targets() {
		for _, r := range t.Rows {
			of := names[r.Name]
			of.general = of.general || r.Within(target.General)
			of.vectors = of.vectors || !r.Within(target.General)
			names[r.Name] = of
		}
	}
	return names
})
