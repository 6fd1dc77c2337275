//go:build !js

package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/lanescope/lanescope/internal/web"
)

// BenchmarkPace says how long a reader waits, in milliseconds of the browser's clock: until the page is first painted, for the picture behind an edit, for a step of the debugger with 64 registers, each in the
// middle and at 95 of 100; and on a site, until its library has answered for the first time: go test ./internal/web -run xxx -bench Pace -benchtime 1x. LANESCOPE_WASM may name the site's library, built before.
// With -short there is one turn of each, and no site.
func BenchmarkPace(b *testing.B) {
	server := httptest.NewServer(web.New(web.Options{Deadline: patience}))
	defer server.Close()
	r := newReader(b, server.URL+"/")
	for b.Loop() {
		report(b, "paint", r.paints())
		report(b, "edit", r.edits())
		report(b, "step", r.steps())
	}
	r.calm()
	if testing.Short() {
		return
	}
	dir := b.TempDir()
	if err := (web.Site{Wasm: os.Getenv("LANESCOPE_WASM")}).Write(context.Background(), dir); err != nil {
		b.Fatal(err)
	}
	site := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer site.Close()
	s := newReader(b, site.URL+"/")
	report(b, "interactive", s.begins())
	s.calm()
}

func report(b *testing.B, what string, took []float64) {
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2], "ms-"+what)
	b.ReportMetric(took[len(took)*95/100], "ms-"+what+"-95%")
}

// number is what an expression in the page is, once it is there.
func (r *reader) number(expression string) float64 {
	r.Helper()
	text, err := chromedp.Run(r.ctx, chromedp.Evaluate[string](`Promise.resolve(`+expression+`).then(String)`, chromedp.EvalAwaitPromise))
	if err != nil {
		r.Fatal(err)
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		r.Fatal(err)
	}
	return n
}

// openings are how often the page is opened.
func openings() int {
	if testing.Short() {
		return 1
	}
	return 20
}

// paints are the first paints of the page, the first time with nothing of it in the browser.
func (r *reader) paints() (took []float64) {
	for range openings() {
		r.open(url.Values{"form": {zip}})
		r.sees(`performance.getEntriesByName("first-contentful-paint").length === 1`)
		took = append(took, r.number(`performance.getEntriesByName("first-contentful-paint")[0].startTime`))
	}
	return took
}

// begins are the times from an address to the first answer, the library's loading and all. A new query keeps the page out of the browser's memory, and no-store the library.
func (r *reader) begins() (took []float64) {
	for range openings() {
		r.open(url.Values{"form": {zip}})
		took = append(took, r.number(untilSeen+`(() => document.querySelector("#map")?.textContent.includes("a0 b0 a1 b1"))`))
	}
	return took
}

// untilSeen is the page's time of the frame in which something is there.
const untilSeen = `((there) => new Promise((done) => { const look = () => there() ? requestAnimationFrame(() => done(performance.now())) : setTimeout(look, 1); look(); }))`

// edits are the times from a letter in the text to the frame that has the new picture.
func (r *reader) edits() (took []float64) {
	r.open(url.Values{"form": {zip}})
	r.says("#map", "a0 b0 a1 b1")
	for k := range 5 * openings() {
		mask := "<8 x i16> 0 8 1 9 2 10 3 " + strconv.Itoa(k%16)
		took = append(took, r.number(`(async () => {
			const field = document.querySelector("#form"), picture = document.querySelector("#picture svg"), begun = performance.now();
			field.value = "`+mask+`";
			field.dispatchEvent(new Event("input", { bubbles: true }));
			const seen = await `+untilSeen+`(() => document.querySelector("#picture svg") !== picture);
			return seen - begun;
		})()`))
	}
	return took
}

// steps are the times from a key to the frame that shows the next step, of 64 registers of 32 lanes, all of which change in a round.
func (r *reader) steps() (took []float64) {
	r.view("debugger", url.Values{"text": {sixtyFour}, "at": {"100"}})
	r.sees(`document.querySelectorAll("#debug-lanes tbody tr").length >= 64`)
	for range 5 * openings() {
		took = append(took, r.number(`(async () => {
			const where = document.querySelector("#debug-where"), before = where.textContent, begun = performance.now();
			document.querySelector(".steps button[data-do=step]").click();
			const seen = await `+untilSeen+`(() => where.textContent !== before);
			return seen - begun;
		})()`))
	}
	return took
}
