package machine

import (
	"context"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
)

// Every form either has a meaning or is refused for a reason.
func TestForms(t *testing.T) {
	for f := range g13.NumForms {
		if (executed[f] == nil) == (refused[f] == "") {
			t.Errorf("%s: has a meaning: %v, is refused for %q", f.Name(), executed[f] != nil, refused[f])
		}
	}
}

// What is refused stops with a fault that names it.
func TestRefusedByName(t *testing.T) {
	for f := range g13.NumForms {
		i := g13.New(f)
		name, _ := i.Name()
		p, err := Compile(i.AppendBytes(nil))
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Run(context.Background(), NewGroup(), Options{Fuel: 1})
		switch {
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case executed[f] == nil && (r.Stop != Faulted || !strings.HasPrefix(r.Fault.Error(), "offset 0x0: "+name+": ") || r.Executed != 0):
			t.Errorf("%s: %+v %v", name, r, r.Fault)
		case executed[f] != nil && r.Stop == Faulted && name != "uniform_store" && !strings.Contains(r.Fault.Reason, "usually"): // the first is of bytes unless it says otherwise
			t.Errorf("%s as it usually is: %v", name, r.Fault)
		}
	}
}

// Each flag has a bit and a text.
func TestFlagTexts(t *testing.T) {
	if noFlag != 1<<len(flagTexts) {
		t.Errorf("%d texts, and the last flag is %#x", len(flagTexts), uint64(noFlag>>1))
	}
	for k := range flagTexts {
		if texts := flags(1 << k).texts(); len(texts) != 1 || !strings.HasPrefix(texts[0], "unverified: ") || len(texts[0]) < 20 {
			t.Errorf("flag %d: %q", k, texts)
		}
	}
}
