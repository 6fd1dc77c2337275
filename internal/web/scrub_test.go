//go:build !js

package web_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/lanescope/lanescope/internal/web"
)

// scrubbing moves a pointer over the timeline, or lets it rest, and gives how long the frames took that the browser painted meanwhile, in milliseconds. What is answered is drawn.
const scrubbing = `((moves) => new Promise((done) => {
	const canvas = document.querySelector(".timeline canvas"), box = canvas.getBoundingClientRect(), took = [];
	const at = (type, x) => canvas.dispatchEvent(new PointerEvent(type, { clientX: box.left + x, clientY: box.top + 9, buttons: 1, pointerId: 1, bubbles: true }));
	canvas.setPointerCapture = () => {};
	let last, x = 0, step = 3;
	const frame = (now) => {
		if (last !== undefined) took.push(now - last);
		last = now;
		if (took.length === 300) return done(JSON.stringify(took));
		if (moves && took.length % 4 === 0) { // a hand goes, and rests for the time of an answer
			x += step;
			if (x < 0 || x > box.width) step = -step;
			at("pointermove", x);
		}
		requestAnimationFrame(frame);
	};
	if (moves) at("pointerdown", 0);
	requestAnimationFrame(frame);
}))(MOVES)`

// frames are how long frames took in milliseconds, of a second or more.
func (r *reader) frames(moves bool) (took []float64) {
	r.Helper()
	text, err := chromedp.Run(r.ctx, chromedp.Evaluate[string](strings.Replace(scrubbing, "MOVES", strconv.FormatBool(moves), 1), chromedp.EvalAwaitPromise))
	if err != nil {
		r.Fatal(err)
	}
	if err := json.Unmarshal([]byte(text), &took); err != nil {
		r.Fatal(err)
	}
	return took
}

// sixtyFour is a program of a thousand steps and more that changes 64 registers.
var sixtyFour = func() string {
	var b strings.Builder
	b.WriteString("get_sr r1, sr80\nmov r64, 3000\n")
	for r := 2; r < 64; r++ {
		fmt.Fprintf(&b, "iadd r%d, r1, %d\n", r, r)
	}
	b.WriteString("loop:\n")
	for r := 2; r < 64; r++ {
		fmt.Fprintf(&b, "iadd r%d, r%d, r1\n", r, r)
	}
	b.WriteString("while_icmp r0l, ult, r2, r64, 1\njmp_exec_any loop\nstop\n")
	return b.String()
}()

// While a hand moves over the timeline the address stays, since a browser takes tens of milliseconds to show another; it follows when the hand rests, and a step is an entry of the history at once.
func TestAddressFollowsAtRest(t *testing.T) {
	server := httptest.NewServer(web.New(web.Options{Deadline: patience}))
	defer server.Close()
	r := newReader(t, server.URL+"/")
	r.view("debugger", url.Values{"text": {sixtyFour}, "at": {"100"}})
	r.says("#debug-where", "position 100;")
	r.sees(`document.querySelector(".timeline input").max >= 300`) // what the program is like is asked by itself, and a slider goes nowhere before
	const moves = `(() => {
		const slider = document.querySelector(".timeline input"), written = [];
		for (const name of ["pushState", "replaceState"]) {
			const real = history[name].bind(history);
			history[name] = (...all) => { written.push(name); real(...all); };
		}
		window.written = written;
		for (let at = 200; at < 300; at++) { slider.value = at; slider.dispatchEvent(new Event("input")); }
		return written.length;
	})()`
	if n := r.is(moves); n != "0" {
		t.Errorf("while the hand moves, the address is written %s times", n)
	}
	r.sees(`written.join() === "replaceState" && location.hash.includes("at=299")`)
	r.says("#debug-where", "position 299;")
	r.do(chromedp.Click(`.steps button[data-do=step]`))
	r.sees(`written.join() === "replaceState,pushState" && location.hash.includes("at=300")`)
	r.calm()
}

// BenchmarkScrub says how many frames a second are painted while somebody scrubs through a program of 64 registers, and how long the slow ones take; and how many are while nothing moves, which is what the
// browser's display offers on this machine: go test ./internal/web -run xxx -bench Scrub -benchtime 3x.
func BenchmarkScrub(b *testing.B) {
	server := httptest.NewServer(web.New(web.Options{Deadline: patience}))
	defer server.Close()
	r := newReader(b, server.URL+"/")
	r.view("debugger", url.Values{"text": {sixtyFour}, "at": {"100"}})
	r.sees(`document.querySelectorAll("#debug-lanes tbody tr").length >= 64`)
	var still, moving []float64
	for b.Loop() {
		still = append(still, r.frames(false)...)
		moving = append(moving, r.frames(true)...)
	}
	r.calm()
	b.ReportMetric(frequency(still), "frames/s-still")
	b.ReportMetric(frequency(moving), "frames/s")
	slices.Sort(moving)
	b.ReportMetric(moving[len(moving)*95/100], "ms-95%")
	b.ReportMetric(moving[len(moving)-1], "ms-most")
}

// frequency is how many frames a second there were.
func frequency(took []float64) float64 {
	all := 0.0
	for _, t := range took {
		all += t
	}
	return 1000 * float64(len(took)) / all
}
