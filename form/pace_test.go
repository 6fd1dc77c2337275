package form_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/mesa"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
	"github.com/lanescope/lanescope/visa"
)

// A reader takes a text, and says nothing of it here.
type reader struct {
	name    string
	read    func(text string)
	example string
}

// readers are all that is given a text of any length: those of single forms, and those of whole programs.
func readers() (all []reader) {
	for _, d := range form.Dialects() {
		all = append(all, reader{d.Name, func(text string) { _, _ = form.Parse(text, form.Options{From: d.Name}) }, d.Example})
	}
	return append(all,
		reader{"any dialect", func(text string) { _, _ = form.Parse(text, form.Options{}) }, "vec4(a.xy, b.zw)"},
		reader{"a listing that is mined", func(text string) { var r corpus.Report; _ = corpus.Scan(strings.NewReader(text), "", r.Sink()) }, "pshufd xmm0, xmm1, 27\n"},
		reader{"a program of the G13", func(text string) { _, _ = asm.Assemble(text) }, "iadd r0, r1, r2\n"},
		reader{"a listing of the G13", func(text string) { asm.Disassemble([]byte(text)) }, "\x9e\x05\x46\x8e\x0c\x00\x00\x00"},
		reader{"a program of the G13 in Mesa's words", func(text string) { _, _ = mesa.Program(text) }, "mov_imm r0, 0x1\n"},
		reader{"a program of SVP64", func(text string) { _, _ = program.Assemble(text, svp64.Encoding{}) }, "addi r3,r0,1\n"},
		reader{"a kernel of vISA", func(text string) { _, _ = visa.ParseProgram(text, visa.NewDecls(32, visa.D), visa.Spec) }, "mov (M1, 8) V32(0,0)<1> 0x1:d\n"},
		reader{"declarations of vISA", func(text string) { _, _ = visa.ParseDecls(text, 32) }, ".decl V32 v_type=G type=d num_elts=8\n"},
	)
}

// A clock says how much time has passed since some moment.
type clock func() time.Duration

// paceOf is the time that f takes by the clock, of some calls the mean: one that ticks in milliseconds counts tens of them.
func (now clock) paceOf(f func()) time.Duration {
	const enough = 20 * time.Millisecond
	begun := now()
	for n := 1; ; n++ {
		f()
		if took := now() - begun; took >= enough {
			return took / time.Duration(n)
		}
	}
}

// slower is how many times as long a reader takes for a text that is times as long. What else the machine does can make that more by chance, so that what is more than enough is asked for again.
func (now clock) slower(read func(string), h hostileText, small, times int, enough float64) (ratio float64) {
	few, many := h.long(small), h.long(times*small)
	read(few) // which makes the tables that are made on first use
	for range 5 {
		ratio = float64(now.paceOf(func() { read(many) })) / float64(now.paceOf(func() { read(few) }))
		if ratio <= enough {
			break
		}
	}
	return ratio
}

// What a reader takes grows with the length of its text, by the thread's clock: TestRecognisersAreLinear counts what readers say that they look at, and one that says nothing passes it.
// Ten times the text may take 25 times as long, and would take a hundred times where it grew with the square.
func TestTimeIsLinear(t *testing.T) {
	if threadTime() == 0 || testing.Short() {
		t.Skip("the time of a thread is asked of Linux only, and some seconds without -short")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const small, times, most = 6 << 10, 10, 25
	rng, texts, share := chance.Random(t, 30), hostile(), 1
	if *full {
		share = 100
	}
	for _, r := range readers() {
		own := []hostileText{{"", r.example}, {"", r.example + ";\n"}}
		for range share {
			own = append(own, texts[rng.IntN(len(texts))])
		}
		worst, at := 0.0, ""
		for _, h := range own {
			ratio := clock(threadTime).slower(r.read, h, small, times, most)
			if ratio > worst {
				worst, at = ratio, h.name()
			}
			if ratio > most {
				t.Errorf("%s: %.0f times as long for %d times %s", r.name, ratio, times, h.name())
			}
		}
		t.Logf("%s: at most %.1f times as long, for %s", r.name, worst, at)
	}
}

// A reader whose time grows with the square is found, and one whose time grows with the length is not, by a clock of the test's own that tells what they look at.
func TestSquareIsFound(t *testing.T) {
	looks := 0
	own := clock(func() time.Duration { return time.Duration(looks) * time.Microsecond })
	for _, row := range []struct {
		name  string
		grows func(n int) int
		want  float64
	}{
		{"the length", func(n int) int { return n }, 10},
		{"the square", func(n int) int { return n * n }, 100},
	} {
		read := func(text string) { looks += row.grows(len(text)) }
		if ratio := own.slower(read, hostileText{"", "a"}, 1<<10, 10, 25); ratio != row.want {
			t.Errorf("ten times the text took %.1f times as long where the time grows with %s, want %.0f", ratio, row.name, row.want)
		}
	}
}
