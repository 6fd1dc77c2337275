package corpus_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// maskOf is what a report has of one movement.
func maskOf(t *testing.T, text string) *corpus.Mask {
	t.Helper()
	m, err := lane.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var r corpus.Report
	r.Add(corpus.Find{Form: form.Form{Dialect: "lane", Map: m}, Moves: true})
	return r.Masks()[0]
}

// A movement has one name and is counted as one, whichever of its sources comes first, also where more are named than it reads.
func TestNameOfEitherOrder(t *testing.T) {
	r := chance.Random(t, 70)
	named := 0
	for range 400 {
		n := 4 << r.IntN(2)
		from := make([]int, n) // lanes of both
		switch r.IntN(5) {
		case 0:
			for i := range from {
				from[i] = i%2*n + i/2 // zip
			}
		case 1:
			for i := range from {
				from[i] = 2 * i // unzip
			}
		case 2:
			for i := range from {
				from[i] = i + 1 + n/4 // one behind the other
			}
		case 3:
			for i := range from {
				from[i] = i%2*n + i&^1 // transpose
			}
		default:
			for i := range from {
				from[i] = r.IntN(2)*n + i // blend
			}
		}
		text := func(names string, high int) string {
			lanes := make([]string, n)
			for i, x := range from {
				lanes[i] = fmt.Sprintf("%c%d", names[(x/n)^high], x%n)
			}
			return fmt.Sprintf("%s -> %s", strings.TrimSpace(strings.Repeat(fmt.Sprintf("i16x%d ", n), len(names))), strings.Join(lanes, " "))
		}
		first, second := maskOf(t, text("ab", 0)), maskOf(t, text("ab", 1))
		third := maskOf(t, text("abc", 0))
		if first.Canonical != second.Canonical || first.Name != second.Name || third.Canonical != first.Canonical || third.Name != first.Name {
			t.Fatalf("%s: %s %q, the other way round %s %q, beside a third source %s %q", text("ab", 0), first.Canonical, first.Name, second.Canonical, second.Name, third.Canonical, third.Name)
		}
		if first.Name != "" {
			named++
		}
	}
	if named < 200 {
		t.Errorf("only %d have a name", named)
	}
}

// A movement is counted in the widest lanes that it moves whole, up to 512 bits.
func TestWidestLanes(t *testing.T) {
	for width := 8; width <= 512; width *= 2 {
		for bits := width; bits <= 1024; bits *= 2 {
			part := bits / width // lanes that move together
			lanes := make([]string, 0, 4*part)
			for _, k := range []int{2, 3, 0, 1} {
				for i := range part {
					lanes = append(lanes, fmt.Sprintf("a%d", k*part+i))
				}
			}
			if len(lanes) > 256 {
				continue
			}
			wide := min(2*bits, 512)
			part = 2 * bits / wide
			want := make([]string, 0, 2*part)
			for _, k := range []int{1, 0} {
				for i := range part {
					want = append(want, fmt.Sprintf("a%d", k*part+i))
				}
			}
			text := fmt.Sprintf("i%dx%d -> %s", width, len(lanes), strings.Join(lanes, " "))
			if got := maskOf(t, text).Canonical; got != fmt.Sprintf("i%dx%d -> %s", wide, len(want), strings.Join(want, " ")) {
				t.Errorf("%s is counted as %s", text, got)
			}
		}
	}
}

// What is loaded in front of a loop is known there however often its own function jumps to it, and not where another one does.
func TestJumpsOfOneFunction(t *testing.T) {
	for own := range 4 {
		for others := range 3 {
			for _, before := range []bool{false, true} {
				loop := "f:\n\tmovdqa .LC0(%rip), %xmm1\n.L3:\n\tpshufb %xmm1, %xmm0\n\tmovups %xmm0, (%rdi)\n" + strings.Repeat("\tjne .L3\n", own) + "\tret\n"
				other := strings.Repeat("g:\n\tjmp .L3\n", others)
				text := loop + other
				if before {
					text = other + loop
				}
				text += ".LC0:\n\t.quad 0x0405060700010203\n\t.quad 0x0c0d0e0f08090a0b\n"
				got := emittedOf(t, text)
				known := slices.ContainsFunc(got, func(e string) bool { return strings.Contains(e, "a3 a2 a1 a0") })
				if known != (others == 0) {
					t.Errorf("%d jumps of its own and %d of others, before it: %t: %q", own, others, before, got)
				}
			}
		}
	}
}

// A copy of what the block itself made is kept for who may read it behind the block's end, as one of what was there before is.
func TestCopiesOfMovements(t *testing.T) {
	for _, end := range []struct {
		line    string
		counted int
	}{{"\tjne .L2", 0}, {"\tjmp .L2", 0}, {".L3:", 0}, {"\tret", 1}, {"g:", 1}, {"", 1}} {
		for movements := 1; movements <= 3; movements++ {
			text := "f:\n" + strings.Repeat("\tpshufd $27, %xmm0, %xmm0\n\tpunpckldq %xmm4, %xmm0\n", movements) + "\tmovdqa %xmm0, %xmm3\n\tpshufd $57, %xmm3, %xmm3\n" + end.line + "\n"
			want := fmt.Sprintf("{%d 0 %d}", 2*movements+1, end.counted)
			if got := emittedOf(t, text); len(got) != 1 || !strings.HasSuffix(got[0], want) {
				t.Errorf("%q: %q, want %s", text, got, want)
			}
		}
	}
}

// What WebAssembly moves is of its target alone, whatever else stands in the function.
func TestTargetOfAStack(t *testing.T) {
	const shuffle = "\ti8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23\n"
	for _, text := range []string{shuffle, "(func $f (param v128)\n" + shuffle, "f:\n\tlocal.get 0\n\tlocal.get 1\n" + shuffle + shuffle} {
		got := emittedOf(t, text)
		if len(got) != strings.Count(text, "shuffle") {
			t.Errorf("%q: %q", text, got)
		}
		for _, e := range got {
			if !strings.HasSuffix(e, " wasm {1 0 0}") {
				t.Errorf("%q: %s", text, e)
			}
		}
	}
}

// What is found on a stack is the map that its numbers say, of one operand or of two, which have no names.
func TestMapsOfAStack(t *testing.T) {
	rng := chance.Random(t, 93)
	for range 100 {
		want := lane.Map{Bits: 8, Src: []int{16, 16}}
		text := "\ti8x16.shuffle"
		for range 16 {
			at := rng.IntN(32)
			want.Lane = append(want.Lane, lane.From(at/16, at%16))
			text += fmt.Sprintf(" %d", at)
		}
		var all []corpus.Emission
		if err := corpus.Scan(strings.NewReader("f:\n\tlocal.get 0\n\tlocal.get 1\n"+text+"\n"), "x.s", corpus.Sink{Emitted: func(e corpus.Emission) { all = append(all, e) }}); err != nil || len(all) != 1 {
			t.Fatalf("%s: %d are found, %v", text, len(all), err)
		}
		e := all[0]
		if v, err := lane.Compare(e.Form.Map, want); err != nil || v.Relation != lane.Equal || len(e.Form.Names) != len(e.Form.Map.Src) || e.Cost != (corpus.Cost{Ops: 1}) || e.Line != 4 || e.First != 4 {
			t.Errorf("%s is %v of %q, lines %d to %d, %+v (%v), want %v", text, e.Form.Map, e.Form.Names, e.First, e.Line, e.Cost, err, want)
		}
	}
}
