package form

import (
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

func looksLane(text string) bool {
	head, _, arrow := strings.Cut(text, "->")
	return arrow && !strings.Contains(head, "shufflevector") || len(text) > 1 && text[0] == 'i' && text[1] >= '0' && text[1] <= '9'
}

func readLane(text string) (dialect.Reading, error) {
	m, err := lane.Parse(text)
	r := dialect.Reading{Map: m, Names: make([]string, len(m.Src))}
	for k := range r.Names {
		r.Names[k] = lane.SourceName(k)
	}
	return r, err
}

func sayLane(m lane.Map) (string, error) { return m.String(), nil }

// dialectLane is lane notation.
func dialectLane() dialect.Dialect {
	return dialect.Dialect{
		Name: "lane", Meaning: "lane notation, which writes every map", Example: "i32x4 i32x4 -> a0 b0 a1 b1",
		Looks: looksLane, Read: dialect.WithoutOptions(readLane), Say: sayLane,
	}
}
