//go:build !js

package web_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/internal/web"
)

// A reader is somebody before a real browser, who sees what is on the page, and remembers what went wrong behind it.
type reader struct {
	testing.TB
	ctx  context.Context
	home string // the page's address

	mu       sync.Mutex
	troubles []string // errors of the console, and requests to other hosts
}

// newReader opens a browser. All hosts but this one are cut off.
func newReader(t testing.TB, home string) *reader {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(oracle.Need(t, "chromium")), chromedp.NoSandbox, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"))
	ctx, cancel := context.WithTimeout(context.Background(), 10*patience)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	r := &reader{TB: t, ctx: ctx, home: home}
	if err := chromedp.Listen(ctx, r.hears); err != nil {
		t.Fatal(err)
	}
	call(r, log.Enable, cdp.Empty{})
	call(r, network.Enable, network.EnableParams{})
	r.size(1200)
	return r
}

// hears remembers what goes wrong behind the page.
func (r *reader) hears(event any) {
	trouble := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		trouble = fmt.Sprintf("exception: %v", e.ExceptionDetails)
	case *runtime.EventConsoleAPICalled:
		trouble = fmt.Sprintf("console %s: %v", e.Type, e.Args)
	case *log.EventEntryAdded:
		trouble = fmt.Sprintf("log: %s %s", e.Entry.Text, e.Entry.URL)
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; !strings.HasPrefix(u, r.home) && !strings.HasPrefix(u, "data:") && u != "about:blank" {
			trouble = "request to " + u
		}
	}
	if trouble == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.troubles = append(r.troubles, trouble)
}

// call gives the browser a command.
func call[P, R any](r *reader, c cdp.Command[P, R], params P) {
	r.Helper()
	if _, err := chromedp.Call(r.ctx, c, params); err != nil {
		r.Fatal(err)
	}
}

// size makes the page so many pixels wide.
func (r *reader) size(width int64) {
	r.Helper()
	r.sizes(width, 900)
}

func (r *reader) sizes(width, height int64) {
	r.Helper()
	call(r, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: 1})
}

// photograph is a picture of all of the page. The window is made as high for it, since what is out of sight is not drawn.
func (r *reader) photograph(width int64) []byte {
	r.Helper()
	height, err := strconv.ParseInt(r.is(`document.documentElement.scrollHeight`), 10, 64)
	if err != nil {
		r.Fatal(err)
	}
	r.sizes(width, max(height, 900))
	time.Sleep(200 * time.Millisecond) // until it is drawn
	png, err := chromedp.Run(r.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		r.Fatal(err)
	}
	r.size(width)
	return png
}

func (r *reader) do(actions ...chromedp.Action[chromedp.Void]) {
	r.Helper()
	if err := chromedp.Do(r.ctx, actions...); err != nil {
		r.Fatal(err)
	}
}

// open goes to an address of the page.
func (r *reader) open(state url.Values) {
	r.Helper()
	r.openAt(state.Encode())
}

// openAt goes to what stands behind # in an address of the page.
func (r *reader) openAt(hash string) {
	r.Helper()
	r.do(chromedp.Navigate("about:blank"), chromedp.Navigate(r.home+"#"+hash))
}

// glance is how long somebody looks for what must come: more than any answer takes on a machine that has ten other things to do. Only what fails takes so long.
const glance = 2 * patience

// sees waits until an expression in the page is true.
func (r *reader) sees(expression string) {
	r.Helper()
	for end := time.Now().Add(glance); ; time.Sleep(10 * time.Millisecond) {
		is, err := chromedp.Run(r.ctx, chromedp.Evaluate[bool](expression)) // an error too is only for now: the page may be about to be another one
		if err == nil && is {
			return
		}
		if time.Now().After(end) {
			page, _ := chromedp.Run(r.ctx, chromedp.Evaluate[string](`document.body.innerText`))
			r.Fatalf("%s: %v; the page has\n%s", expression, err, page)
		}
	}
}

// says waits until an element has a text in it.
func (r *reader) says(selector, text string) {
	r.Helper()
	r.sees(fmt.Sprintf(`(document.querySelector(%q)?.innerText ?? "").includes(%q)`, selector, text))
}

// is what an expression in the page is.
func (r *reader) is(expression string) string {
	r.Helper()
	text, err := chromedp.Run(r.ctx, chromedp.Evaluate[string](`String(`+expression+`)`))
	if err != nil {
		r.Fatal(err)
	}
	return text
}

// paste puts a text into a field, over what is there.
func (r *reader) paste(selector, text string) {
	r.Helper()
	r.do(chromedp.Focus(selector))
	r.is(`document.activeElement.select()`)
	call(r, input.InsertText, input.InsertTextParams{Text: text})
}

// Whatever dialect is pasted is read, and its map is seen, as words and as a picture.
func TestPageReadsEveryDialect(t *testing.T) {
	server := httptest.NewServer(web.New(web.Options{Deadline: patience}))
	defer server.Close()
	newReader(t, server.URL+"/").readsEveryDialect()
}

func (r *reader) readsEveryDialect() {
	r.open(nil)
	const lanes = `[...document.querySelectorAll("#picture .cell title")].filter((t) => /^lane \d+ =/.test(t.textContent)).length`
	for _, d := range form.Dialects() {
		f, err := form.Parse(d.Example, form.Options{})
		if err != nil || f.Dialect != d.Name {
			r.Errorf("%s: the example %q is %s: %v", d.Name, d.Example, f.Dialect, err)
			continue
		}
		r.paste("#form", d.Example)
		r.says("#read.good", "read as "+d.Name)
		r.says("#map", f.Map.String())
		if r.is(lanes) == "0" {
			r.Errorf("%s: no lane of a result in the picture of %s", d.Name, d.Example)
		}
	}
	r.calm()
}

// calm says what went wrong behind the page.
func (r *reader) calm() {
	r.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, trouble := range r.troubles {
		r.Error(trouble)
	}
}

const zip, wrong = "<8 x i16> 0 8 1 9 2 10 3 11", "<8 x i16> 0 8 1 9 2 11 3 11"

// What people do with the page: prove, follow a lane, go back, send a link, use the keyboard alone.
func TestPage(t *testing.T) {
	server := httptest.NewServer(web.New(web.Options{Deadline: patience}))
	defer server.Close()
	newReader(t, server.URL+"/").usesPage()
}

func (r *reader) usesPage() {
	r.open(nil)
	r.sees(`document.activeElement.id === "form"`)
	r.paste("#form", "<4 x i32> 0 1 2 9")
	r.says("#read", "selector 9 is out of range")
	r.says("#read .caret", "                ▲")

	r.open(url.Values{"form": {zip}, "tab": {"prove"}}) // a link
	r.says("#map", "i16x8 i16x8 -> a0 b0 a1 b1 a2 b2 a3 b3")
	r.paste("#other", wrong)
	r.says("#verdict", "differ at lane 5: A gives b2, B gives b3")
	for _, id := range []string{"picture", "other-picture"} {
		r.sees(fmt.Sprintf(`document.querySelector("#%s .differs title").textContent.startsWith("lane 5 =")`, id))
	}
	r.sees(`location.hash.includes("b=")`)
	r.paste("#other", zip)
	r.says("#verdict", "equal")
	r.sees(`document.querySelector(".differs") === null`)

	for _, tab := range []struct{ name, panel, text string }{
		{"names", "#panel-names", "zip"}, {"dialects", "#panel-dialects", "OpVectorShuffle"}, {"machines", "#panel-machines", "nothing cheaper exists"}, {"code", "#panel-code", "punpcklwd"},
	} {
		r.do(chromedp.Click("#tab-" + tab.name))
		r.says(tab.panel, tab.text)
	}
	r.do(chromedp.NavigateBack())
	r.sees(`!document.querySelector("#panel-machines").hidden && location.hash.includes("tab=machines")`)
	r.do(chromedp.NavigateForward())
	r.sees(`!document.querySelector("#panel-code").hidden`)

	// A whole path through a program: lane 0 of the result is lane 1 of what the first step reads.
	r.open(url.Values{"form": {"xmm2 = xmm0[1,0,3,2]; xmm0 = xmm2[0,0],xmm1[1,1]"}})
	r.says("#map", "a1 a1 b1 b1")
	r.do(chromedp.Focus("#picture"), chromedp.KeyEvent(kb.ArrowDown))
	r.says("#lane", "xmm0:0 → lane 1")
	r.do(chromedp.KeyEvent(kb.ArrowRight))
	r.says("#lane", "xmm0:1 → lane 0")
	if lit := r.is(`[...document.querySelectorAll("#picture .cell.lit")].map((c) => c.dataset.at).join(" ")`); !strings.Contains(lit, "0.1 1.0 2.0 3.0 3.1") {
		r.Errorf("lit: %s", lit)
	}
	if lit := r.is(`[...document.querySelectorAll("#picture .wire.lit")].map((w) => w.dataset.from + ">" + w.dataset.to).join(" ")`); lit != "0.1>1.0 2.0>3.0 2.0>3.1 5.1>6.0 5.1>6.1" {
		r.Errorf("wires lit: %s", lit)
	}
	r.do(chromedp.KeyEvent(kb.Escape))
	r.sees(`document.querySelector("#picture .lit") === null`)

	// Everything with the keyboard alone, from the top.
	r.open(nil)
	r.sees(`document.querySelectorAll("#examples button").length === 5 && document.querySelector("#from").options.length > 5`)
	r.do(chromedp.Focus("#from"), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter))
	r.says("#verdict", "differ at lane 12: A gives a0, B gives b16")
	r.do(chromedp.Focus("#tab-prove"), chromedp.KeyEvent(kb.End))
	r.sees(`document.activeElement.id === "tab-network"`)
	r.do(chromedp.KeyEvent(kb.Home))
	r.sees(`document.activeElement.id === "tab-names" && !document.querySelector("#panel-names").hidden`)

	r.open(url.Values{"form": {"<4 x i32> 0 4 1 5"}, "tab": {"network"}, "kind": {"transpose"}, "target": {"sse2"}})
	r.says("#panel-network", "8 ops")
	r.sees(`document.querySelector("#network svg title")?.textContent.startsWith("transpose 4x4 of i32 on sse2: 8 ops, 2 stages")`)
	r.calm()
}

// What is typed stays text, whatever it looks like.
func TestPageShowsTextAsText(t *testing.T) {
	server := httptest.NewServer(web.New(web.Options{Deadline: patience}))
	defer server.Close()
	r := newReader(t, server.URL+"/")
	const evil = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`
	r.open(url.Values{"form": {evil}})
	r.says("#read.bad", "expected the number of lanes")
	r.open(url.Values{"form": {`shufflevector <4 x i32> %"</title><script>document.title='owned'</script>", <4 x i32> %b, <4 x i32> <i32 3, i32 2, i32 1, i32 0>`}, "tab": {"prove"}, "b": {evil}})
	r.says("#verdict.bad", "expected the number of lanes")
	if title := r.is(`document.title + document.querySelectorAll("main img, main script").length`); title != "Lanescope0" {
		t.Errorf("the title is %q", title)
	}
	r.calm()
}

// Pictures of the page are left in the folder that LANESCOPE_SCREENSHOTS names: at three widths, light and dark.
func TestScreenshots(t *testing.T) {
	dir := os.Getenv("LANESCOPE_SCREENSHOTS")
	if dir == "" {
		t.Skip("LANESCOPE_SCREENSHOTS names no folder for them")
	}
	server := httptest.NewServer(web.New(web.Options{Deadline: patience}))
	defer server.Close()
	r := newReader(t, server.URL+"/")
	for _, width := range []int64{400, 1200, 2000} {
		for _, theme := range []string{"light", "dark"} {
			for _, state := range []url.Values{
				{}, {"form": {"_mm256_alignr_epi8(a, b, 4)"}, "tab": {"prove"}, "b": {"<8 x i32> 9 10 11 12 13 14 15 0"}}, {"form": {"float4 r = float4(a.xy, b.zw);"}, "tab": {"machines"}},
				{"form": {"float4 r = float4(a.xy, b.zw);"}, "tab": {"dialects"}}, {"form": {"float4 r = float4(a.xy, b.zw);"}, "tab": {"code"}, "emit": {"c"}}, {"form": {"<4 x i32> 0 4 1 5"}, "tab": {"network"}, "kind": {"transpose"}},
			} {
				r.size(width)
				call(r, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}})
				r.open(state)
				r.sees(`document.querySelector("#where").textContent !== "" && document.querySelector("[aria-busy]") === null`)
				if state.Get("form") != "" {
					r.sees(`document.querySelector("#picture svg") !== null && document.querySelector("[aria-busy]") === null`)
				}
				time.Sleep(500 * time.Millisecond) // for answers that come after others
				png := r.photograph(width)
				name := fmt.Sprintf("%s-%s-%d.png", strings.Trim(state.Get("tab")+"-page", "-"), theme, width)
				if err := os.WriteFile(filepath.Join(dir, name), png, 0o644); err != nil {
					t.Fatal(err)
				}
				if scroll := r.is(`document.documentElement.scrollWidth > document.documentElement.clientWidth`); scroll == "true" {
					t.Errorf("%s: the page is wider than %d pixels", name, width)
				}
			}
		}
	}
	r.calm()
}
