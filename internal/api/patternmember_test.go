package api_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/chance"
)

// Each mask that sliders make is what it is called: explain finds the pattern in it, and every value that is offered can be set.
func TestPatternMembers(t *testing.T) {
	random := chance.Random(t, 24)
	var x api.Explainer
	members := 0
	for range 12 {
		r := api.PatternsRequest{Lanes: 1 + random.IntN(16), Result: random.IntN(20), Bits: []int{8, 16, 32}[random.IntN(3)]}
		all, err := api.Patterns(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all.Patterns {
			if p.Member == nil {
				continue
			}
			one := r
			one.Name = p.Name
			for _, v := range p.Member.Values {
				value := v.Value
				if v.Choices != nil {
					value = v.Choices[random.IntN(len(v.Choices))]
				}
				one.Set = append(one.Set, [2]string{v.Name, value})
				now := member(t, one)
				if k := slices.IndexFunc(now.Values, func(w api.PatternValue) bool { return w.Name == v.Name }); now.Values[k].Value != value {
					t.Errorf("%+v: %s is %s", one, v.Name, now.Values[k].Value)
				}
				if v.Choices != nil { // what follows may be chosen among other values now
					break
				}
			}
			m := member(t, one)
			e, err := x.Explain(t.Context(), api.ExplainRequest{Form: m.Form()})
			if err != nil {
				t.Fatalf("%s: %v", m.Form(), err)
			}
			members++
			if text := string(e.AppendJSON(nil)); !strings.Contains(text, `"name":"`+p.Name+`"`) && m.Mask.N() > 1 {
				t.Errorf("%+v: %s has not the name %s", one, m.Form(), p.Name)
			}
		}
	}
	if members < 100 {
		t.Errorf("%d masks only", members)
	}
}

func member(t *testing.T, r api.PatternsRequest) *api.PatternMember {
	t.Helper()
	l, err := api.Patterns(r)
	if err != nil || l.Patterns[0].Member == nil {
		t.Fatalf("%+v: %v", r, err)
	}
	return l.Patterns[0].Member
}
