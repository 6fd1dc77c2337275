package machine

import (
	"context"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
)

// Every form either has a meaning or is refused for a reason, and nothing else is listed.
func TestForms(t *testing.T) {
	names := map[string]bool{}
	for f, m := range meanings() {
		name := g13.Form(f).Name()
		names[name] = true
		if (m.build == nil) == (m.refusal == "") {
			t.Errorf("%s: has a meaning: %v, is refused for %q", name, m.build != nil, m.refusal)
		}
	}
	for name := range executed {
		if !names[name] {
			t.Errorf("there is no form %s", name)
		}
	}
	for name := range refused {
		if !names[name] {
			t.Errorf("there is no form %s", name)
		}
	}
}

// What is refused stops with a fault that names it.
func TestRefusedByName(t *testing.T) {
	for f, m := range meanings() {
		i := g13.New(g13.Form(f))
		name, _ := i.Name()
		p, err := Compile(i.AppendBytes(nil))
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Run(context.Background(), NewGroup(), Options{Fuel: 1})
		switch {
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case m.build == nil && (r.Stop != Faulted || !strings.HasPrefix(r.Fault.Error(), "offset 0x0: "+name+": ") || r.Executed != 0):
			t.Errorf("%s: %+v %v", name, r, r.Fault)
		case m.build != nil && r.Stop == Faulted && name != "uniform_store" && !strings.Contains(r.Fault.Reason, "usually"): // the first is of bytes unless it says otherwise
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
