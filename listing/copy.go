package listing

import (
	"context"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/syntax/strings"
)

// vectorCopy is a map that moves nothing from its place as a copy.
func vectorCopy(ctx context.Context, m lane.Map) ([]string, error) {
	name := "avx2"
	if m.Bits*len(m.Lane) > 256 {
		name = "avx512"
	}
	r, _, err := lower.Usual(ctx, m, name)
	if err != nil {
		return nil, err
	}
	if len(r.Code) > 0 {
		return nil, dialect.ErrTarget
	}
	file := map[int]string{128: "vmovdqa xmm", 256: "vmovdqa ymm", 512: "vmovdqa64 zmm"}[m.Bits*len(m.Lane)]
	if file == "" {
		return nil, fmt.Errorf("no register has %d bits", m.Bits*len(m.Lane))
	}
	_, register, _ := strings.Cut(file, " ")
	line := file + "0, " + register + "1"
	back, err := dialect.ReadBack(m, line, readListing)
	return append(dialect.BindingLine(r.Sources(), slices.Repeat([]string{register + "1"}, len(r.Inputs)), back.Names), line), err
}
