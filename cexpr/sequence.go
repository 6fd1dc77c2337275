package cexpr

import (
	"context"
	"errors"
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/syntax/strings"
)

// ErrInPlace is that of a map that moves nothing from its place, for which C has no statement.
var ErrInPlace = errors.New("nothing moves from its place")

// sequenceX86 is statements of C, whose operands are called a and b: registers would be taken for sources in the order in which they happen to be read. A map of 64 bits is one of integers.
func sequenceX86(ctx context.Context, m lane.Map) ([]string, error) {
	name := "avx2"
	switch {
	case isGeneralMap(m):
		name = "bmi2"
	case m.Bits*len(m.Lane) > 256:
		name = "avx512"
	}
	r, t, err := lower.Usual(ctx, m, name)
	if err != nil {
		return nil, err
	}
	if len(r.Code) == 0 {
		return nil, ErrInPlace
	}
	all, err := r.Statements(t)
	if err == nil {
		_, err = dialect.ReadBack(m, strings.Join(all, "\n"), readExpressions)
	}
	return all, err
}

// isGeneralMap says whether a map is one of registers of 64 bits.
func isGeneralMap(m lane.Map) bool {
	return m.Bits*len(m.Lane) == 64 && !slices.ContainsFunc(m.Src, func(n int) bool { return n*m.Bits != 64 })
}
