//go:build !js

package web_test

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/internal/web"
	"github.com/lanescope/lanescope/lane"
)

// What is typed has the library's colours, what is wrong is underlined where it is, and wires are drawn anew with the pointer and without.
func TestExplorer(t *testing.T) {
	server := httptest.NewServer(web.New(web.Options{Deadline: patience}))
	defer server.Close()
	newReader(t, server.URL+"/").editsWires()
}

func (r *reader) editsWires() {
	r.open(nil)
	r.paste("#form", "float4 r = float4(a.xy, b.zw);")
	r.sees(`[...document.querySelectorAll(".front .source")].map((s) => s.className + "=" + s.textContent).join() === "source source-0=a,source source-1=b"`)
	r.sees(`document.querySelector(".front").textContent === "float4 r = float4(a.xy, b.zw);\n"`)
	r.paste("#form", "<4 x i32> 0 1 2 9")
	r.sees(`[...document.querySelectorAll(".front .wrong")].map((s) => s.textContent).join() === "9"`)

	// A number in a mask, a swizzle that has none, lane notation with another source, and a program, of which the last line changes as a whole.
	for _, c := range []struct{ form, source, map2, form2 string }{
		{"<4 x i32> 0 4 1 5", "a3", "i32x4 i32x4 -> a0 b0 a3 b1", "<4 x i32> 0 4 3 5"},
		{"<4 x i32> 0 4 1 5", "b2", "i32x4 i32x4 -> a0 b0 b2 b1", "<4 x i32> 0 4 6 5"},
		{"v.wzyx", "a0", "i32x4 -> a3 a2 a0 a0", "v.wzxx"},
		{"i32x4 i32x4 -> a0 b0 a1 b1", "b3", "i32x4 i32x4 -> a0 b0 b3 b1", "b0 b3 b1"},
		{"pshufd $225, %xmm0, %xmm2\nshufps $80, %xmm1, %xmm2", "a2", "", ""},
	} {
		r.open(url.Values{"form": {c.form}})
		r.sees(`document.querySelector("#picture .row[data-result]") !== null`)
		r.drag(fmt.Sprintf(`[...document.querySelectorAll('#picture [data-source="%s"]')].at(-1)`, c.source), `[...document.querySelectorAll("#picture .row[data-result]")].at(-1).querySelectorAll(".cell")[2]`)
		if c.map2 != "" {
			r.says("#map", c.map2)
			r.sees(fmt.Sprintf(`document.querySelector("#form").value.includes(%q)`, c.form2))
		} else {
			r.sees(fmt.Sprintf(`document.querySelector("#map").textContent.split(" ").at(-2) === %q`, c.source))
		}
	}
	r.do(chromedp.NavigateBack())
	r.sees(`document.querySelector("#form").value.startsWith("pshufd $225") && document.querySelector("#map").textContent.endsWith("a1 a1 b1 b1")`)

	// The same with two clicks, and with the keyboard: to the result, its last lane, and what it is to be.
	r.open(url.Values{"form": {"<4 x i32> 0 4 1 5"}})
	r.sees(`document.querySelector("#picture .row[data-result]") !== null`)
	r.click(`document.querySelector('#picture [data-source="a2"]')`)
	r.says("#lane", "a2 is picked")
	r.click(`document.querySelector("#picture .row[data-result] .cell")`)
	r.says("#map", "a2 b0 a1 b1")
	r.do(chromedp.Focus("#picture"), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.End), chromedp.KeyEvent(kb.Enter))
	r.sees(`document.querySelector(".rewire input") === document.activeElement && document.activeElement.value === "b1"`)
	r.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	r.says("#map", "a2 b0 a1 b2")
	r.sees(`document.querySelector("#form").value === "<4 x i32> 2 4 1 6" && document.activeElement.id === "picture"`)
	r.says("#lane", "b2")
	r.do(chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.Enter))
	r.says("#lane", "a3 is picked")
	r.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	r.says("#map", "a2 b0 a1 a3")
	r.do(chromedp.KeyEvent("z"), chromedp.KeyEvent(kb.Enter))
	r.says("#map", "a2 b0 a1 z")
	r.do(chromedp.KeyEvent("q"), chromedp.KeyEvent(kb.Enter))
	r.says("#lane.bad", "q: ")
	r.calm()
}

// What is seen is taken along as files and as text, and the first minute leads through what can be done.
func TestExports(t *testing.T) {
	server := httptest.NewServer(web.New(web.Options{Deadline: patience}))
	defer server.Close()
	newReader(t, server.URL+"/").takesAlong()
}

func (r *reader) takesAlong() {
	r.open(nil)
	r.says("#guide", "First minute, 1 of 5")
	r.is(`(window.taken = {}, navigator.clipboard.writeText = async (text) => { taken.text = text },
		URL.createObjectURL = (blob) => { taken.blob = blob; return "#" }, HTMLAnchorElement.prototype.click = function () { taken.name = this.download })`)
	r.click(`document.querySelectorAll("#examples button")[1]`)
	r.says("#guide", "2 of 5")
	r.says("#panel-code", "2 ops; minimal")
	r.do(chromedp.Focus("#picture"), chromedp.KeyEvent(kb.ArrowDown))
	r.says("#guide", "3 of 5")
	for k, c := range []struct{ name, begins string }{{"lanes.svg", "<svg "}, {"lanes.png", "\ufffdPNG"}, {"lanes.json", "{\n  \"schema\": \"lanescope.explain/1\""}} {
		r.click(fmt.Sprintf(`document.querySelectorAll("#takes button")[%d]`, k))
		r.sees(fmt.Sprintf(`taken.name === %q`, c.name))
		r.is(`void taken.blob.text().then((text) => { taken.begins = text.slice(0, 40) })`)
		r.sees(fmt.Sprintf(`(taken.begins ?? "").startsWith(%s)`, strconv.Quote(c.begins)))
	}
	r.click(`document.querySelectorAll("#takes button")[3]`)
	r.sees(`(taken.text ?? "").startsWith("` + "```" + `\n<4 x i32> 7 4 7 4\n` + "```" + `\n")`)
	if text := r.is(`taken.text`); !strings.Contains(text, "i32x4 i32x4 -> b3 b0 b3 b0`") || !strings.Contains(text, "| neon | 2 | minimal | ``") || !strings.Contains(text, "](http://127.0.0.1:") || !strings.Contains(text, "+----") {
		r.Errorf("the Markdown is\n%s", text)
	}
	r.click(`document.querySelector("#guide button")`)
	r.open(nil)
	r.sees(`document.activeElement.id === "form" && document.querySelector("#guide").hidden`)
	r.calm()
}

// place is the middle of an element that an expression finds.
func (r *reader) place(element string) (x, y float64) {
	r.Helper()
	r.is(element + `.scrollIntoView({ block: "center" })`)
	at := r.is(fmt.Sprintf(`(() => { const b = %s.getBoundingClientRect(); return (b.x + b.width / 2) + " " + (b.y + b.height / 2) })()`, element))
	if _, err := fmt.Sscan(at, &x, &y); err != nil {
		r.Fatalf("%s is at %q: %v", element, at, err)
	}
	return x, y
}

func (r *reader) mouse(kind input.DispatchMouseEventType, x, y float64) {
	r.Helper()
	call(r, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, ClickCount: 1})
}

func (r *reader) click(element string) {
	r.Helper()
	x, y := r.place(element)
	r.mouse(input.DispatchMouseEventTypeMousePressed, x, y)
	r.mouse(input.DispatchMouseEventTypeMouseReleased, x, y)
}

// drag pulls from the middle of an element to that of another.
func (r *reader) drag(from, to string) {
	r.Helper()
	x, y := r.place(from)
	r.mouse(input.DispatchMouseEventTypeMousePressed, x, y)
	u, v := r.place(to)
	r.mouse(input.DispatchMouseEventTypeMouseMoved, (x+u)/2, (y+v)/2)
	r.mouse(input.DispatchMouseEventTypeMouseMoved, u, v)
	r.sees(`document.querySelector("#picture .target") !== null`)
	r.mouse(input.DispatchMouseEventTypeMouseReleased, u, v)
}

// Names in the text have the colours of their wires, on light paper and on dark.
func TestSourcesHaveTheColoursOfWires(t *testing.T) {
	css, err := web.PageFile("style.css")
	if err != nil {
		t.Fatal(err)
	}
	m := lane.Map{Bits: 8}
	for k := range 12 {
		m.Src = append(m.Src, 1)
		m.Lane = append(m.Lane, lane.From(k, 0))
	}
	svg := string(draw.Wires(m, draw.Options{}).SVG())
	for k := range 12 {
		wire := regexp.MustCompile(fmt.Sprintf(`stroke="(#\w+)"[^>]*><title>%s0 -&gt; lane %d`, lane.SourceName(k), k)).FindStringSubmatch(svg)
		if wire == nil {
			t.Fatalf("no wire of source %d", k)
		}
		light := wire[1]
		_, rest, ok := strings.Cut(svg, `[stroke="`+light+`"]{stroke:`)
		dark, _, _ := strings.Cut(rest, `}`)
		want := map[string]int{fmt.Sprintf("--source-%d: %s;", k, light): 1, fmt.Sprintf("--source-%d: %s;", k, dark): 2}
		for rule, n := range want {
			if got := strings.Count(string(css), rule); got != n || !ok {
				t.Errorf("%q stands %d times in style.css, want %d", rule, got, n)
			}
		}
	}
}
