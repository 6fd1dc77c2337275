package listing

import (
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/syntax/strings"
)

// looksNEON says whether a text has a movement of AArch64 among its lines.
func looksNEON(text string) bool {
	for _, s := range statements(text) {
		if looksNEONLine(s.text) {
			return true
		}
		if startsInstruction(s.text) {
			return false
		}
		name, operands := nameAndOperands(strings.ToLower(s.text))
		if isArmMemory(name, operands) {
			return true
		}
	}
	return false
}

func readNEON(text string) (dialect.Reading, error) {
	return readText(text, "zip1 v0.4s, v1.4s, v2.4s")
}

// sayNEON leaves the choice of instructions to the target that is asked for.
func sayNEON(lane.Map) (string, error) { return "", dialect.ErrTarget }

// numbered are so many registers, from 0 on.
func numbered(letter string, n int) []string {
	all := make([]string, n)
	for k := range all {
		all[k] = letter + strconv.Itoa(k)
	}
	return all
}

// sequenceNEON is a listing, with a comment before it where its registers would be taken for other sources.
func sequenceNEON(m lane.Map) ([]string, error) {
	r, t, err := lower.Usual(m, "neon")
	if err != nil {
		return nil, err
	}
	all := r.Listing(t)
	if len(all) == 0 { // the result is where the input is
		all = []string{"mov v0.16b, v0.16b"}
	}
	back, err := dialect.ReadBack(m, strings.Join(all, "\n"), readNEON)
	if err != nil {
		return nil, err
	}
	return append(dialect.BindingLine(r.Sources(), numbered("v", len(r.Inputs)), back.Names), all...), nil
}
