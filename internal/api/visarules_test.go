package api_test

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/visa"
)

// A legal instruction that is offered keeps the rule that it is offered for, and touches other elements only where that is said. Regions, sizes and places are all that sliders make.
func TestVISARulesOffer(t *testing.T) {
	kept, offered := 0, 0
	for _, exec := range []string{"1", "4", "8", "16", "32"} {
		for _, region := range []string{"0;1,0", "1;1,0", "2;4,4", "8;8,1", "16;8,2", "16;16,1", "32;8,4", "3;2,1", "8;3,1", "4;4,3"} {
			for _, at := range []string{"0,0", "0,5", "1,7", "3,9"} {
				text := "mov (M1, " + exec + ") V32(0,0)<1> V33(" + at + ")<" + region + ">"
				v := &api.VISA{GRF: 32, Rules: true, Type: visa.D}
				c, err := v.Check(text)
				if err != nil {
					continue // the parser knows no such number
				}
				if names := ruleNames(c.Rules); !slices.Contains(names, "two-registers") || !slices.Contains(names, "mask") || slices.Contains(names, "address-width") {
					t.Fatalf("%s is looked at by %q", text, names)
				}
				for _, r := range c.Rules {
					if r.Broken == nil {
						kept++
						continue
					}
					if r.Legal == "" {
						continue
					}
					offered++
					offers(t, text, r)
				}
			}
		}
	}
	if kept < 1000 || offered < 50 {
		t.Errorf("%d rules kept and %d legal instructions offered", kept, offered)
	}
}

func ruleNames(all []api.VISARule) (names []string) {
	for _, r := range all {
		names = append(names, r.Name)
	}
	return names
}

func offers(t *testing.T, text string, r api.VISARule) {
	t.Helper()
	v := &api.VISA{GRF: 32, Rules: true, Type: visa.D}
	again, err := v.Check(r.Legal)
	if err != nil {
		t.Fatalf("%s: %s is offered: %v", text, r.Legal, err)
	}
	for _, now := range again.Rules {
		if now.Name == r.Name && now.Broken != nil && !now.Broken.Warning {
			t.Errorf("%s: %s is offered and breaks %s too: %s", text, r.Legal, r.Name, now.Broken.Message)
		}
	}
	if r.Name != "two-registers" || r.Broken.Elsewhere {
		return
	}
	before, err := v.VISAEval("inst", text)
	after, err2 := v.VISAEval("inst", r.Legal)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	for k := range before {
		for lane, e := range before[k].Elements() {
			if got := after[k].Elements()[lane]; got != e {
				t.Errorf("%s: %s is offered for the same elements, and lane %d has %d instead of %d", text, r.Legal, lane, got, e)
			}
		}
	}
}
