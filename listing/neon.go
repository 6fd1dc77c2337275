package listing

import (
	"context"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// looksNEON says whether a text has a movement of AArch64 among its lines.
func looksNEON(text string) bool {
	for _, s := range statements(text) {
		if looksNEONLine(s.text) || isArmBits(s.text) {
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

// numbered are so many registers, from 0 on.
func numbered(letter string, n int) []string {
	all := make([]string, n)
	for k := range all {
		all[k] = letter + strconv.Itoa(k)
	}
	return all
}

func sequenceNEON(ctx context.Context, m lane.Map) ([]string, error) {
	return sequenceOn(ctx, m, "neon", "mov v0.16b, v0.16b", nil, readNEON)
}
