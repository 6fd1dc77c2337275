package disassembly

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// A program in spans is the program: each instruction stands in one of them, at its address.
func TestSpans(t *testing.T) {
	gcc := oracle.Need(t, "gcc")
	objdump := oracle.Need(t, "objdump")
	dir := t.TempDir()
	var text strings.Builder
	for k := range 40 {
		fmt.Fprintf(&text, "int f%d(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] * a[i ^ %d]; return s; }\n", k, k)
	}
	text.WriteString("__asm__(\".text\\n.rept 500\\n paddd %xmm0, %xmm1\\n pshufd $27, %xmm1, %xmm2\\n ret\\n .p2align 4\\n.endr\\n\");\n") // without frames
	source, lib := filepath.Join(dir, "a.c"), filepath.Join(dir, "a.so")
	if err := os.WriteFile(source, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := oracle.Usual.Run(exec.Command(gcc, "-O3", "-shared", "-fPIC", "-s", "-o", lib, source)); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(lib)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	instructions := func(spans ...Span) (lines []string) {
		for _, s := range spans {
			v := Visitor{Span: s, Skip: func(name string, why error) { t.Error(name, why) }, Text: func(_ string, text io.Reader) {
				b, err := io.ReadAll(text)
				if err != nil {
					t.Error(err)
				}
				for _, line := range strings.Split(string(b), "\n") {
					if strings.HasPrefix(line, " ") && strings.Contains(line, ":\t") {
						line, _, _ = strings.Cut(line, "<") // names of places depend on what is shown
						lines = append(lines, line)
					}
				}
			}}
			in, err := os.Open(lib)
			if err != nil {
				t.Fatal(err)
			}
			v.Visit(lib, in, in)
			in.Close()
		}
		return lines
	}
	spans := Spans(f, 1000)
	if len(spans) < 4 {
		t.Fatalf("%d spans, by %s", len(spans), objdump)
	}
	whole, parts := instructions(Span{}), instructions(spans...)
	if len(whole) < 1000 || strings.Join(whole, "\n") != strings.Join(parts, "\n") {
		t.Errorf("%d instructions, and in spans %d", len(whole), len(parts))
	}
	for _, s := range spans {
		if s.From >= s.To || s.To-s.From > 3000 {
			t.Errorf("a span from %#x to %#x", s.From, s.To)
		}
	}
	if all := Spans(f, 1<<30); len(all) != 1 || all[0] != (Span{}) {
		t.Errorf("a short program is in %v", all)
	}
	if all := Spans(bytes.NewReader([]byte("no program")), 10); len(all) != 1 {
		t.Errorf("a text is in %v", all)
	}
}

// Whatever a file says of its functions, spans are in order and none is empty.
func FuzzSpans(f *testing.F) {
	self, err := os.Executable()
	if err == nil {
		if b, err := os.ReadFile(self); err == nil {
			f.Add(b[:min(len(b), 1<<12)], uint16(64))
		}
	}
	f.Add([]byte("\x7fELF\x02\x01\x01"), uint16(1))
	chance.Fuzz(f, func(t *testing.T, b []byte, size uint16) {
		at := uint64(0)
		for k, s := range Spans(bytes.NewReader(b), uint64(size)) {
			if s != (Span{}) && (s.From >= s.To || k > 0 && s.From < at) {
				t.Errorf("span %d is from %#x to %#x, and the one before ends at %#x", k, s.From, s.To, at)
			}
			at = s.To
		}
	})
}

// Neighbours that are short together, and spans that overlap, are one: all that there was is in one span each, and none of them would fit with the next.
func TestJoined(t *testing.T) {
	r := chance.Random(t, 1)
	for range 2000 {
		size := uint64(1 + r.IntN(30))
		spans := make([]Span, 1+r.IntN(8))
		covered := map[uint64]bool{}
		for k := range spans {
			from := uint64(r.IntN(150))
			spans[k] = Span{from, from + 1 + uint64(r.IntN(20))}
			for at := from; at < spans[k].To; at++ {
				covered[at] = true
			}
		}
		all := joined(slices.Clone(spans), size)
		if len(all) == 1 && all[0] == (Span{}) {
			continue
		}
		for k, s := range all {
			for at := s.From; at < s.To; at++ {
				delete(covered, at)
			}
			if s.From >= s.To || k > 0 && (s.From < all[k-1].To || s.To-all[k-1].From <= size) {
				t.Fatalf("%v of %d bytes are joined to %v", spans, size, all)
			}
		}
		if len(covered) > 0 {
			t.Fatalf("%v of %d bytes are joined to %v, without %d", spans, size, all, len(covered))
		}
	}
}
