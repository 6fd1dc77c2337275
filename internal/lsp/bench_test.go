package lsp

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// longTexts are texts of 5,000 lines, as they are where this server has most to do: each tenth line of a source moves lanes, and each line of a kernel or a listing is an instruction.
var longTexts = []struct {
	name string
	line func(n int) string
}{
	{"a.c", func(n int) string {
		if n%10 == 0 {
			return fmt.Sprintf("\t__m128i r%d = _mm_shuffle_epi32(_mm_unpacklo_epi32(a, b), %d);", n, n%256)
		}
		return fmt.Sprintf("\tint x%d = f(y[%d]) + %d; // nothing to see", n, n, n)
	}},
	{"a.ll", func(n int) string {
		if n%10 == 0 {
			return fmt.Sprintf("  %%r%d = shufflevector <4 x i32> %%a, <4 x i32> %%b, <4 x i32> <i32 %d, i32 %d, i32 1, i32 5>", n, n%8, n/8%8)
		}
		return fmt.Sprintf("  %%x%d = add <4 x i32> %%x%d, %%b", n, n-1)
	}},
	{"a.s", func(n int) string {
		if n%50 == 0 {
			return fmt.Sprintf("f%d:", n)
		}
		return fmt.Sprintf("\tpshufd $%d, %%xmm%d, %%xmm%d", n%256, n%3, n%8)
	}},
	{"a.visaasm", func(n int) string {
		if n < 100 {
			return fmt.Sprintf(".decl V%d v_type=G type=d num_elts=16 align=GRF", 32+n)
		}
		return fmt.Sprintf("mov (M1, 8) V%d(0,0)<1> V%d(0,0)<8;4,%d>", 32+n%100, 32+n/100, n%2+1)
	}},
	{"g13.s", func(n int) string {
		if n%20 == 0 {
			return fmt.Sprintf("l%d: simd_shuffle r3, r4, %d", n, n%32)
		}
		return fmt.Sprintf("    iadd r%d, r%d, %d", n%50, n%40, n%200)
	}},
	{"svp64.s", func(n int) string {
		if n%20 == 0 {
			return fmt.Sprintf("l%d: sv.mv.swiz/vec3/w=16 *32,*64,ZYX", n)
		}
		return fmt.Sprintf("    sv.add *%d,*5,*9", n%10*4)
	}},
}

const longLines = 5000

func longText(line func(n int) string) string {
	var b strings.Builder
	for n := range longLines {
		b.WriteString(line(n) + "\n")
	}
	return b.String()
}

// screen is how many lines an editor asks hints for.
const screen = 60

// BenchmarkEdit is what an editor waits for after a letter in the middle of 5,000 lines: findings of all of them, and hints on the screen. Each edit makes another line than there ever was.
func BenchmarkEdit(b *testing.B) {
	for _, l := range longTexts {
		b.Run(l.name, func(b *testing.B) {
			d := newDocument(documentItem{l.name, "", 0, longText(l.line)}, new(prices))
			look(b, d, 0)
			at := textRange{position{longLines / 2, 0}, position{longLines/2 + 1, 0}}
			for n := 1; b.Loop(); n++ {
				if err := d.change([]change{{&at, l.line(longLines+n) + "\n"}}, n); err != nil {
					b.Fatal(err)
				}
				look(b, d, longLines/2)
			}
		})
	}
}

// BenchmarkOpen opens a file that nobody has seen in a server that has just begun. An op is what an editor waits for: from when it sends the text until it has what it draws, the hints of the screen
// and a hover on it. It is told what is found when all lines were looked at: findings-ms is that, from when it sent the text.
func BenchmarkOpen(b *testing.B) {
	for _, l := range longTexts {
		text := longText(l.line)
		b.Run(l.name, func(b *testing.B) {
			uri := "file:///" + l.name
			var told time.Duration
			for n := 0; b.Loop(); n++ {
				b.StopTimer()
				c := begin(b, "")
				b.StartTimer()
				start := time.Now()
				c.open(uri, "", text)
				var hints []inlayHint
				c.ask("textDocument/inlayHint", rangeParams{documentName{uri}, textRange{position{}, position{Line: screen}}}, &hints)
				c.hovered(uri, position{screen / 2, 6})
				b.StopTimer()
				c.findings(uri, 1)
				told += time.Since(start)
				c.leave()
				b.StartTimer()
			}
			b.ReportMetric(told.Seconds()*1000/float64(b.N), "findings-ms")
		})
	}
}

// look asks what an editor asks after an edit.
func look(b *testing.B, d *document, line int) {
	b.Helper()
	err := d.whole(context.Background(), func(a *diagnosis, _ int) error {
		a.diagnostics()
		shuffles, err := a.between(context.Background(), line, line+screen)
		for _, s := range shuffles {
			a.hint(s)
		}
		if len(shuffles) == 0 && line > 0 {
			b.Fatalf("%s has no shuffles from line %d on", a.language.name, line)
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
}

// BenchmarkAsk is a question about a line in the middle: a hover, completions, a definition.
func BenchmarkAsk(b *testing.B) {
	for _, l := range longTexts {
		d := newDocument(documentItem{l.name, "", 0, longText(l.line)}, new(prices))
		look(b, d, 0)
		s := &server{}
		v := view{target: usualTarget, markdown: true}
		at := position{longLines / 2, 6}
		for _, q := range []struct {
			name string
			ask  func(a *analysis)
		}{
			{"hover", func(a *analysis) { s.hovered(b.Context(), a, v, at) }},
			{"completion", func(a *analysis) { a.completions(a.offset(at)) }},
			{"definition", func(a *analysis) { a.definition(a.offset(at)) }},
		} {
			b.Run(l.name+"/"+q.name, func(b *testing.B) {
				for b.Loop() {
					_ = d.lines(context.Background(), func(_ context.Context, a *analysis) error { q.ask(a); return nil })
				}
			})
		}
	}
}
