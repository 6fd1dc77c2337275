//go:build !js

package web_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/internal/web"
)

// A pageState is a view as an address, and what is there once it is shown.
type pageState struct{ hash, there string }

// pageStates are the views: the explorer empty, with what is wrong, and with a tab, with -full with each; and the other views with something to see in them.
func pageStates() (all []pageState) {
	all = append(all, pageState{"", "#first"})
	tabs := []string{"prove"}
	if *full {
		tabs = []string{"names", "dialects", "machines", "prove", "code", "network"}
	}
	for _, tab := range tabs {
		state := url.Values{"form": {"pshufd $225, %xmm0, %xmm2\nshufps $80, %xmm1, %xmm2"}, "tab": {tab}, "b": {"<4 x i32> 1 1 5 4"}, "kind": {"transpose"}}
		all = append(all, pageState{state.Encode(), "#picture svg"})
	}
	all = append(all, pageState{url.Values{"form": {"<4 x i32> 0 1 2 9"}}.Encode(), "#read.bad"})
	for _, v := range shownViews {
		hash := v.route
		if len(v.state) > 0 {
			hash += "?" + v.state.Encode()
		}
		all = append(all, pageState{hash, v.there})
	}
	return all
}

// prefers chooses what the system prefers.
func (r *reader) prefers(theme string) {
	r.Helper()
	call(r, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}})
}

// settles waits until nothing is under way in the view, and what is to be there is.
func (r *reader) settles(there string) {
	r.Helper()
	r.sees(fmt.Sprintf(`document.querySelector(%q) !== null`, "#main "+there) + ` && document.querySelector("[aria-busy]") === null && (!document.querySelector("#form")?.value || document.querySelector("#read").textContent !== "")`)
}

// A finding is what axe-core found, and where.
type finding struct{ Rule, Impact, Help, Where string }

// Nobody is kept out: axe-core finds no serious fault in any view, on light paper or dark: with -full on both, else on one by chance.
func TestAxe(t *testing.T) {
	axe, err := os.ReadFile(oracle.NeedNode(t, "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(web.New(web.Options{Deadline: patience}))
	defer server.Close()
	r := newReader(t, server.URL+"/")
	r.finds(string(axe))
}

func (r *reader) finds(axe string) {
	states, checked := pageStates(), 0
	dark := chance.Random(r.TB, 3).Uint64() // bit k: state k is looked at on dark paper
	for paper, theme := range []string{"light", "dark"} {
		r.prefers(theme)
		for k, state := range states {
			if !*full && dark>>k&1 != uint64(paper) {
				continue
			}
			r.openAt(state.hash)
			r.settles(state.there)
			if _, err := chromedp.Run(r.ctx, chromedp.Evaluate[bool](axe+"; true")); err != nil {
				r.Fatal(err)
			}
			r.is(`void axe.run(document, { resultTypes: ["violations"] }).then((r) => { window.axeSays = JSON.stringify({ passes: r.passes.length,
				found: r.violations.flatMap((v) => v.nodes.map((n) => ({ Rule: v.id, Impact: v.impact, Help: v.help, Where: n.html + " " + n.failureSummary }))) }) }, (e) => { window.axeSays = String(e) })`)
			r.sees(`window.axeSays !== undefined`)
			var says struct {
				Passes int
				Found  []finding
			}
			if err := json.Unmarshal([]byte(r.is(`axeSays`)), &says); err != nil || says.Passes < 10 {
				r.Fatalf("axe says %s: %v", r.is(`axeSays`), err)
			}
			for _, f := range says.Found {
				if f.Impact == "serious" || f.Impact == "critical" || f.Impact == "moderate" {
					r.Errorf("%s, #%s: %s, %s: %s\n%s", theme, state.hash, f.Impact, f.Rule, f.Help, f.Where)
				}
			}
			checked++
		}
	}
	r.Log(strconv.Itoa(checked) + " pages looked at")
	want := len(states)
	if *full {
		want *= 2
	}
	if checked != want || want < 7 {
		r.Errorf("%d pages looked at, of %d", checked, want)
	}
	r.calm()
}
