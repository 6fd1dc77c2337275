//go:build !js

package web_test

import (
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/internal/web"
)

// pageStates are the views, as addresses: the explorer empty, with what is wrong, and with a tab, with -full with each.
func (r *reader) pageStates() (all []string) {
	all = append(all, "")
	tabs := []string{"prove"}
	if *full {
		tabs = []string{"names", "dialects", "machines", "prove", "code", "network"}
	}
	for _, tab := range tabs {
		state := url.Values{"form": {"pshufd $225, %xmm0, %xmm2\nshufps $80, %xmm1, %xmm2"}, "tab": {tab}, "b": {"<4 x i32> 1 1 5 4"}, "kind": {"transpose"}}
		all = append(all, state.Encode())
	}
	all = append(all, url.Values{"form": {"<4 x i32> 0 1 2 9"}}.Encode())
	r.open(nil)
	r.is(`void import("./views.js").then(({ views }) => { window.routes = views.map((v) => v.route).filter(Boolean) })`)
	r.sees(`window.routes !== undefined`)
	if routes := r.is(`routes.join(" ")`); routes != "" {
		all = append(all, strings.Fields(routes)...)
	}
	return all
}

// prefers chooses what the system prefers.
func (r *reader) prefers(theme string) {
	r.Helper()
	call(r, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}})
}

// settles waits until nothing is under way in the view.
func (r *reader) settles() {
	r.Helper()
	r.sees(`document.querySelector("#main > *") !== null && document.querySelector("[aria-busy]") === null && (!document.querySelector("#form")?.value || document.querySelector("#read").textContent !== "")`)
}

// A finding is what axe-core found, and where.
type finding struct{ Rule, Impact, Help, Where string }

// Nobody is kept out: axe-core finds no serious fault in any view, on light paper or dark.
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
	states, checked := r.pageStates(), 0
	for _, theme := range []string{"light", "dark"} {
		r.prefers(theme)
		for _, state := range states {
			r.openAt(state)
			r.settles()
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
					r.Errorf("%s, #%s: %s, %s: %s\n%s", theme, state, f.Impact, f.Rule, f.Help, f.Where)
				}
			}
			checked++
		}
	}
	r.Log(strconv.Itoa(checked) + " pages looked at")
	if checked < 6 {
		r.Errorf("%d pages looked at", checked)
	}
	r.calm()
}
