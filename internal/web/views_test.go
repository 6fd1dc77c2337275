//go:build !js

package web_test

import (
	"encoding/binary"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/lanescope/lanescope/g13/archive"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/internal/web"
)

// What people do with the views beside the explorer.
func TestViews(t *testing.T) {
	server := httptest.NewServer(web.New(web.Options{Deadline: patience}))
	defer server.Close()
	newReader(t, server.URL+"/").usesViews()
}

func (r *reader) usesViews() {
	r.Helper()
	for _, use := range []func(){r.usesRegions, r.slidesWithKeys, r.usesSwizzles, r.usesPatterns, r.usesDebugger, r.opensFiles, r.usesStepper, r.stepsWithKeys} {
		use()
	}
	r.calm()
}

// view goes to a view.
func (r *reader) view(route string, state url.Values) {
	r.Helper()
	to := r.home + "#" + route
	if len(state) > 0 {
		to += "?" + state.Encode()
	}
	r.do(chromedp.Navigate("about:blank"), chromedp.Navigate(to))
}

// slide puts a slider at one of its values, as the keyboard does.
func (r *reader) slide(key string, at int) {
	r.Helper()
	r.sees(fmt.Sprintf(`document.querySelector("input[data-key=%s]")?.disabled === false`, key))
	r.is(fmt.Sprintf(`(() => { const s = document.querySelector("input[data-key=%s]"); s.value = %d; s.dispatchEvent(new Event("input")); })()`, key, at))
}

// A rule is broken with a slider and kept again with one click, and the link to it shows it again.
func (r *reader) usesRegions() {
	r.Helper()
	r.view("regions", nil)
	r.says("#verdict.good", "legal")
	r.sees(`document.querySelectorAll(".pictures svg").length === 2`)
	r.size(400)
	r.view("regions", nil)
	r.sees(`document.querySelectorAll(".pictures .picture svg.fits").length === 2 && [...document.querySelectorAll(".pictures .picture")].every((p) => p.scrollWidth <= p.clientWidth)`) // all of a register is in sight on a telephone
	r.size(1200)
	r.slide("h", 3) // H is 4
	r.says("#verdict.bad", "two-registers")
	r.says(".rules .broken", "lie behind the second")
	r.says(".rules .broken .offer", "use mov (M1, 8) V32(0,0)<1> V33(0,0)<2;4,4>")
	r.sees(`decodeURIComponent(location.hash).replaceAll("+", " ").includes("<8;8,4>")`)
	link := r.is(`location.href`)
	r.do(chromedp.Click(".rules .broken .offer button"))
	r.says("#verdict.good", "legal")
	if focus := r.is(`document.activeElement.id`); focus != "verdict" {
		r.Errorf("the focus is at %q", focus)
	}
	r.do(chromedp.NavigateBack())
	r.says("#verdict.bad", "two-registers")
	r.do(chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	r.says("#verdict.bad", "two-registers")
	r.sees(`document.querySelector("input[data-key=h]").getAttribute("aria-valuetext") === "4"`)
	r.do(chromedp.SetValue("select[data-key=by]", "indirect"))
	r.is(`document.querySelector("select[data-key=by]").dispatchEvent(new Event("change"))`)
	r.says(".pictures", "r[A0(0),0]<8;8,4>:d")
}

// The same with the keyboard alone: Tab goes from slider to slider, arrows move them, and Enter takes the legal instruction.
func (r *reader) slidesWithKeys() {
	r.Helper()
	r.view("regions", nil)
	r.says("#verdict.good", "legal")
	r.do(chromedp.Focus("#skip"), chromedp.KeyEvent(kb.Enter))
	for _, key := range []string{"inst", "exec", "v", "w", "h"} {
		r.sees(fmt.Sprintf(`document.activeElement.dataset.key === %q`, key))
		if key != "h" {
			r.do(chromedp.KeyEvent(kb.Tab))
		}
	}
	for _, press := range []struct{ key, h, verdict string }{{kb.ArrowRight, "2", "good"}, {kb.ArrowRight, "4", "bad"}, {kb.Home, "0", "good"}, {kb.End, "4", "bad"}} {
		r.do(chromedp.KeyEvent(press.key))
		r.sees(fmt.Sprintf(`document.activeElement.getAttribute("aria-valuetext") === %q && location.hash.includes("%%3B8%%2C%s%%3E")`, press.h, press.h))
		r.sees(fmt.Sprintf(`document.querySelector("#verdict.%s") !== null`, press.verdict))
	}
	for tabs := 0; r.is(`document.activeElement.closest(".offer") !== null`) != "true"; tabs++ {
		if tabs == 20 {
			r.Fatal("Tab does not come to the legal instruction")
		}
		r.do(chromedp.KeyEvent(kb.Tab))
	}
	r.do(chromedp.KeyEvent(kb.Enter))
	r.says("#verdict.good", "legal")
	r.sees(`document.activeElement.id === "verdict"`)
}

// A swizzle is typed letter by letter, and its bits, both pictures and the loop's values are seen.
func (r *reader) usesSwizzles() {
	r.Helper()
	r.view("swizzles", nil)
	r.says("#swizzle-bits", "101") // Y
	r.sees(`document.querySelectorAll("#apart svg, #in-place svg, #grid svg").length === 3`)
	r.do(chromedp.Focus("[data-swizzle=s] .slot"))
	for _, key := range []string{"w", "0", "1", "x"} {
		r.do(chromedp.KeyEvent(key))
	}
	r.says("#swizzle-read", "words 58")
	r.sees(`[...document.querySelectorAll("#swizzle-bits code")].map((c) => c.textContent).join(" ") === "111 010 011 100"`)
	r.sees(`location.hash.includes("s=W01X")`)
	r.do(chromedp.KeyEvent(kb.Backspace))
	r.sees(`[...document.querySelectorAll("#swizzle-bits code")].map((c) => c.textContent).join(" ") === "111 010 011 001"`)
	r.says("#swizzle-after", "r32")

	r.view("swizzles", url.Values{"loop": {"YX"}, "subvl": {"2"}, "sw": {"16"}, "dw": {"8"}, "sat": {"sats"}, "mask": {"5"}, "vl": {"3"}, "pack": {"1"}, "regs": {"4444_3333_2222_1111,6666_0055"}})
	r.says("#swizzle-loop-read", "sv.mv.swiz/sats/vec2/sw=16/dw=8/m=r3 *32,*64,YX")
	r.says("#swizzle-after", "0000557f00007f7f") // as svp64 run says: 2222 is 7f, and subvector 1 is masked
	r.is(`document.querySelector("#swizzle-moves details").open = true`)
	r.says("#swizzle-moves", "2.X → 2.Y = 55")
	r.sees(`document.querySelector("#grid svg").textContent.includes("0.Y = 7f of 2222")`)
}

// A pattern's slider makes another mask of it, which opens in the explorer under the same name.
func (r *reader) usesPatterns() {
	r.Helper()
	r.view("patterns", url.Values{"lanes": {"4"}})
	r.says("[data-pattern=zip]", "<4 x i16> 0 4 1 5")
	r.is(`(() => { const s = document.querySelector("[data-pattern=zip] input[data-key=half]"); s.value = 1; s.dispatchEvent(new Event("input")); })()`)
	r.says("[data-pattern=zip]", "<4 x i16> 2 6 3 7")
	r.sees(`decodeURIComponent(location.hash).includes("set=zip.half=high")`)
	r.slide("lanes", 7)
	r.says("[data-pattern=zip]", "<8 x i16> 4 12 5 13 6 14 7 15")
	r.paste("input[data-key=find]", "InterleaveLower")
	r.says("#patterns-read", "1 pattern")
	r.do(chromedp.Click("[data-pattern=zip] a"))
	r.says("#seen-title", "zip half=high")
	r.do(chromedp.NavigateBack())
	r.says("[data-pattern=zip]", "<8 x i16> 4 12 5 13 6 14 7 15")
	r.sees(`document.querySelector("input[data-key=find]").value === "InterleaveLower"`)
	r.is(`(() => { const s = document.querySelector("input[data-key=lanes]"); s.value = 3; s.dispatchEvent(new Event("input")); document.querySelector("[data-pattern=zip] a").click(); })()`) // sooner than the address follows
	r.says("#seen-title", "zip half=high")
	r.do(chromedp.NavigateBack())
	r.says("[data-pattern=zip]", "<4 x i16> 2 6 3 7")
}

// The Mandelbrot set appears in a buffer; steps lead there and back to the same state; conditions stop; a link shows where it stood.
func (r *reader) usesDebugger() {
	r.Helper()
	r.view("debugger", nil)
	r.do(chromedp.Click(".debugger .examples button"))
	r.says("#debug-read", "26 instructions,")
	r.says("#debug-where", "nothing has begun")
	r.do(chromedp.Focus(".debugger .steps button"))
	state := func() string {
		return r.is(`["where", "notes", "lanes", "memory"].map((n) => document.getElementById("debug-" + n).innerText).join()`)
	}
	r.do(chromedp.KeyEvent("r")) // to where a lane has made more than 20 rounds
	r.says("#debug-notes", "stopped: when r8 > 20")
	before, at := state(), r.position()
	r.do(chromedp.KeyEvent("s"))
	r.says("#debug-where", fmt.Sprintf("position %d of", at+1))
	r.sees(fmt.Sprintf(`!["where", "notes", "lanes", "memory"].map((n) => document.getElementById("debug-" + n).innerText).join().startsWith(%q)`, before[:20]))
	r.do(chromedp.KeyEvent("b"))
	r.says("#debug-where", before[:strings.Index(before, ";")])
	if after := state(); strings.ReplaceAll(after, "stopped: when r8 > 20\n", "") != strings.ReplaceAll(before, "stopped: when r8 > 20\n", "") {
		r.Errorf("there and back it is\n%s\nand was\n%s", after, before)
	}
	link := r.is("location.href")
	r.is(`(() => { const s = document.querySelector(".timeline input"); s.value = s.max; s.dispatchEvent(new Event("input")); })()`)
	r.says("#debug-where", "over: stop")
	const shades = `new Set(document.querySelector("#debug-memory canvas").getContext("2d").getImageData(0, 0, 64, 64).data).size`
	r.sees(shades + ` > 12`)
	r.sees(`(() => { const d = document.querySelector("#debug-memory canvas").getContext("2d").getImageData(0, 0, 64, 64).data, at = (x, y) => d[4 * (64 * y + x)]; return at(40, 32) === 248 && at(0, 0) < 32; })()`) // the set itself takes all steps, the corner few
	r.do(chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	r.says("#debug-where", before[:strings.Index(before, ";")])
	r.view("debugger", url.Values{"text": {"get_sr r1, sr80\nif_icmp r0l, ult, r1, 5, 1"}, "at": {"3"}})
	r.says("#debug-listing .lint", "missing-stop")
	r.sees(`document.querySelectorAll("#debug-lanes td.off").length === 27 * document.querySelectorAll("#debug-lanes tbody tr").length`)
}

// A program comes in a file: an archive's is chosen among those that are there, and text is assembly.
func (r *reader) opensFiles() {
	r.Helper()
	code := func(text string) []byte {
		p, errs := asm.Source{Text: text}.Assemble()
		if len(errs) > 0 {
			r.Fatal(errs)
		}
		return p.Code
	}
	file := func(name string, b []byte) []string {
		path := filepath.Join(r.TempDir(), name)
		if err := os.WriteFile(path, b, 0o644); err != nil {
			r.Fatal(err)
		}
		return []string{path}
	}
	stages := archive.MakeMachO(binary.LittleEndian, []archive.Section{
		{Name: "__vertex", Bytes: archive.MakeShader(nil, code("mov r1, 5\nstop"))}, {Name: "__fragment", Bytes: archive.MakeShader(nil, code("mov r2, 7\niadd r3, r2, 1\nstop"))},
	}, nil)
	r.view("debugger", nil)
	r.sees(`document.querySelector(".debugger input[type=file]") !== null`)
	r.do(chromedp.SetUploadFiles(".debugger input[type=file]", file("stages.bin", stages)))
	r.sees(`document.querySelectorAll("#debug-programs button").length === 2`)
	r.do(chromedp.Click("#debug-programs button:nth-of-type(2)"))
	r.says("#debug-read", "3 instructions, ")
	r.says("#debug-listing", "iadd r3, r2, 1")
	r.do(chromedp.SetUploadFiles(".debugger input[type=file]", file("own.s", []byte("mov r4, 9\nstop\n"))))
	r.says("#debug-read", "2 instructions, ")
	r.says("#debug-listing", "mov r4, 9")
}

// The loops of docs/svp64.md go forward and back by element, group and instruction; what is next is read and written where the registers say it; a link shows where it stood.
func (r *reader) usesStepper() {
	r.Helper()
	r.view("stepper", nil)
	r.do(chromedp.Click(".stepper .examples button"))
	r.says("#step-read", "4 instructions, 23 steps")
	r.says("#step-where", "position 8 of 23; next: 0x1000c sv.mv.swiz/vec3/w=32 *32,*64,ZYX1: 0.Y → 0.Y = 2")
	r.sees(`document.querySelector("#step-listing tr[aria-current]").dataset.at === "1000c"`)
	r.says("#step-moves", "It reads r64 bits 63 to 32 and writes r32 bits 63 to 32.")
	r.sees(`document.querySelector("#step-picture svg").textContent.includes(">0.Y")`)
	r.sees(`document.querySelector("[data-register=r64] .reads").dataset.element === "1" && document.querySelector("[data-register=r32] .writes").dataset.element === "1" && document.querySelector("[data-register=r32] .changed").innerText.endsWith("00000003")`)
	for _, c := range []struct{ button, position, svstate string }{{"s", "9", "0.Z"}, {"g", "11", "1.X"}, {"S", "10", "0.W"}, {"G", "7", "0.X"}, {"i", "15", "0.X"}, {"I", "7", "0.X"}, {"r", "23", "0.X"}} {
		r.do(chromedp.Click(fmt.Sprintf(".steps button[data-key=%s]", c.button)))
		r.says("#step-where", "position "+c.position+" of 23; ")
		r.sees(fmt.Sprintf(`document.querySelector("#step-svstate").innerText.replaceAll("\n", " ").includes("destination at %s")`, c.svstate))
	}
	r.says("#step-where", "the end")
	r.says("#step-moves", "Nothing moves.")
	r.says("#step-memory", "002000  03 00 00 00 02 00 00 00 01 00 00 00 01 00 00 00\n002010  06 00 00 00")
}

// The same with the keyboard alone; a choice shows other elements, going back undoes it, a link shows the same, and what is wrong is said.
func (r *reader) stepsWithKeys() {
	r.Helper()
	state := url.Values{"text": {"sv.mv.swiz/vec2/w=16 *32,*64,YX\nsv.mv.swiz *32,*32,X"}, "vl": {"2"}, "reg": {"r64=4444_3333_2222_1111"}, "width": {"16"}}
	r.view("stepper", state)
	r.says("#step-where", "position 0 of 4; next: 0x10000")
	r.do(chromedp.Focus(".stepper .steps button"))
	elements := func(of, want string) {
		r.Helper()
		r.sees(fmt.Sprintf(`[...document.querySelectorAll("[data-register=%s] td")].map((td) => td.lastChild.textContent).join(" ") === %q`, of, want))
	}
	for _, press := range []struct{ key, position, r32 string }{
		{"s", "1", "2222 0000 0000 0000"}, {"g", "2", "2222 1111 0000 0000"}, {"i", "4", "2222 1111 4444 3333"}, {"S", "3", "2222 1111 4444 0000"}, {"G", "2", "2222 1111 0000 0000"}, {"r", "4", "2222 1111 4444 3333"}, {"I", "0", ""}, {"r", "4", "2222 1111 4444 3333"}, {"R", "0", ""}, {"s", "1", "2222 0000 0000 0000"},
	} {
		r.do(chromedp.KeyEvent(press.key))
		r.says("#step-where", "position "+press.position+" of 4; ")
		if press.r32 != "" {
			elements("r32", press.r32)
		}
	}
	r.do(chromedp.SetValue("select[data-key=width]", "32"))
	r.is(`document.querySelector("select[data-key=width]").dispatchEvent(new Event("change"))`)
	elements("r64", "22221111 44443333")
	link := r.is("location.href")
	r.do(chromedp.NavigateBack())
	elements("r64", "1111 2222 3333 4444")
	r.do(chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	elements("r64", "22221111 44443333")
	r.says("#step-where", "position 1 of 4; ")
	r.do(chromedp.Focus("#step-scrub"), chromedp.KeyEvent(kb.End))
	r.says("#step-where", "it cannot go on: 0x10008: sv.mv.swiz *32,*32,X: UNDEFINED: sources and destinations overlap")
	r.do(chromedp.KeyEvent(kb.ArrowLeft))
	r.says("#step-where", "position 3 of 4; ")
	r.do(chromedp.Focus("#step-picture"), chromedp.KeyEvent(kb.ArrowRight))
	r.says(".next-title .lane", "to 0.X comes 0.Y, which is done")
	r.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowRight))
	r.says(".next-title .lane", "to 1.Y comes 1.X next")
	r.view("stepper", url.Values{"text": {"lu 3,5"}})
	r.says("#step-read.bad", "lu")
}

// position is the one that the address has.
func (r *reader) position() int {
	n, _ := strconv.Atoi(r.is(`new URLSearchParams(location.hash.split("?")[1]).get("at")`))
	return n
}

// With LANESCOPE_SCREENSHOTS pictures of the views are left in that folder, at three widths.
func TestViewScreenshots(t *testing.T) {
	dir := os.Getenv("LANESCOPE_SCREENSHOTS")
	if dir == "" {
		t.Skip("LANESCOPE_SCREENSHOTS names no folder for them")
	}
	server := httptest.NewServer(web.New(web.Options{Deadline: patience}))
	defer server.Close()
	r := newReader(t, server.URL+"/")
	only := os.Getenv("LANESCOPE_SCREENSHOT_VIEW")
	for _, view := range shownViews {
		if only != "" && only != view.route {
			continue
		}
		for _, width := range []int64{400, 1200, 2000} {
			for _, theme := range []string{"light", "dark"} {
				r.size(width)
				r.prefers(theme)
				r.view(view.route, view.state)
				r.sees(fmt.Sprintf(`document.querySelector(%q) !== null`, view.there))
				time.Sleep(500 * time.Millisecond) // for answers that come after others
				png := r.photograph(width)
				name := fmt.Sprintf("%s%d-%s-%d.png", view.route, len(view.state), theme, width)
				if err := os.WriteFile(filepath.Join(dir, name), png, 0o644); err != nil {
					t.Fatal(err)
				}
				if scroll := r.is(`document.documentElement.scrollWidth > document.documentElement.clientWidth`); scroll == "true" {
					t.Errorf("%s: the page is wider than %d pixels: %s", name, width, r.is(`[...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > innerWidth && !e.closest(".scroll, .picture, pre")).slice(0, 5).map((e) => e.outerHTML.slice(0, 80)).join("; ")`))
				}
			}
		}
	}
	if text := strings.Join(r.troubles, "\n"); text != "" {
		t.Error(text)
	}
}

// shownViews are the views beside the explorer as they are when something is seen in them, and what is there then.
var shownViews = []struct {
	route string
	state url.Values
	there string
}{
	{"regions", url.Values{"inst": {"mov (M1, 16) V32(0,0)<1> V33(0,3)<16;8,2>"}}, ".rules .broken"},
	{"swizzles", nil, "#grid svg"},
	{"patterns", nil, ".gallery svg"},
	{"debugger", nil, ".debugger"},
	{"debugger", mandelbrotState, "#debug-memory canvas"},
	{"stepper", nil, ".stepper"},
	{"stepper", url.Values{"text": {verticalText}, "reg": {"r64=1,2,3,4,5,6"}, "width": {"32"}, "dump": {"0x1000:64"}, "at": {"5"}}, "#step-picture svg"},
}

// verticalText is a Vertical-First loop over points.
const verticalText = "setvl 0,0,2,1,1,1\nloop: sv.mv.swiz/vec3 *32,*64,ZYX\nsv.addi/vec3 *48,*32,1\nsvstep. 0,1,0\nbc 4,3,loop"

// mandelbrotState is the debugger in the middle of a picture.
var mandelbrotState = url.Values{
	"text": {mandelbrotText}, "grid": {"64,64"}, "tg": {"8,4"}, "uniform": {"u0=-2.125\nu1=-1.25\nu2=0.046875\nu3=0.0390625\nu4=31\nu5=64"}, "buffer": {"u6=zero:4096"}, "mem": {"u6"}, "as": {"gray"}, "stops": {"loop\nnan"}, "show": {"f"}, "print": {"r8\ncount(active)"}, "at": {"14321"},
}

// mandelbrotText is the debugger's own example, as the page has it.
var mandelbrotText = func() string {
	page, err := os.ReadFile("page/programs.js")
	if err != nil {
		panic(err)
	}
	_, text, _ := strings.Cut(string(page), "const mandelbrot = `")
	text, _, ok := strings.Cut(text, "`")
	if !ok {
		panic("programs.js has no mandelbrot")
	}
	return text
}()
