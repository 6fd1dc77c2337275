package form

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// Results are the maps of several forms over the same sources, and what these are called: a name is the same source in every form, with a percent sign before it or without. A source that its
// form does not name is called as lane notation calls it.
//
//	_mm_unpacklo_epi32(x, y)      x y      i32x4 i32x4 -> a0 b0 a1 b1
//	_mm_unpackhi_epi32(x, y)               i32x4 i32x4 -> a2 b2 a3 b3
func Results(forms []Form) (maps []lane.Map, names []string, err error) {
	bits := 0
	for _, f := range forms {
		bits = lane.GCD(bits, f.Map.Bits)
	}
	var src []int
	for k, f := range forms {
		m, err := f.Map.Regroup(bits)
		if err != nil {
			return nil, nil, fmt.Errorf("result %d: %w", k, err)
		}
		place := make([]int, len(m.Src))
		for s, n := range m.Src {
			name := lane.SourceName(s)
			if s < len(f.Names) && f.Names[s] != "" {
				name = strings.TrimPrefix(f.Names[s], "%")
			}
			at := slices.Index(names, name)
			if at < 0 {
				at = len(names)
				names, src = append(names, name), append(src, n)
			}
			if src[at] != n {
				return nil, nil, fmt.Errorf("result %d reads %s as %d bits, and a result before it as %d", k, name, n*bits, src[at]*bits)
			}
			place[s] = at
		}
		for i, l := range m.Lane {
			if l.Kind == lane.Source {
				m.Lane[i].Src = place[l.Src]
			}
		}
		maps = append(maps, m)
	}
	for k := range maps {
		maps[k].Src = src
		if err := maps[k].Check(); err != nil {
			return nil, nil, fmt.Errorf("result %d: %w", k, err)
		}
	}
	return maps, names, nil
}
