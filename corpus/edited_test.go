package corpus_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/internal/chance"
)

// editedLines are what random listings are made of: functions, constants, jumps, and what is no listing.
var editedLines = strings.Split(`f:
g:
h:
.L3:
.L4:
L5:
.LC0:
.LC1:
	.long 0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c
	.long 0x00010203, 0x04050607, 0x08090a0b, 0x0c0d0e0f
	movdqa .LC0(%rip), %xmm1
	movdqa .LC1(%rip), %xmm1
	pshufb %xmm1, %xmm0
	pshufd $27, %xmm0, %xmm0
	pshufd $225, %xmm0, %xmm2
	punpckldq %xmm1, %xmm2
	movdqa %xmm0, %xmm2
	movdqa %xmm2, %xmm3
	shufps $80, %xmm1, %xmm2
	vpermq $78, %ymm0, %ymm1
	vpshufb %xmm9, %xmm0, %xmm3
	paddd %xmm2, %xmm0
	jne .L3
	jmp .L4
	jmp g
	call h
	ret
TEXT ·k(SB), NOSPLIT, $0
define <4 x i32> @m(<4 x i32> %a) {
# a comment

 4011b6:	66 0f 70 c1 1b	pshufd $27,%xmm1,%xmm0
 4011bb:	75 f9	jne 4011b6
	pshufb .LC_2000(%rip), %xmm0
.LC_2000:
%define my xmm3
#define my xmm7
my .req v3
%undef my
	pshufb xmm0, my
	movdqa my, [rel .LC0]
	vpshufb xmm0, my ; so
1:
2: pshufd $57, %xmm0, %xmm0
k: pshufb %xmm1, %xmm0
	jne 1b
	jmp 2f
.l:
	jne .l
	pshufd $27, %xmm0, %xmm0; ret
.if X
INIT_XMM sse2
	SWAP 0, 1
	punpckldq m0, m2`, "\n")

// edit changes some lines: one, several, or where a block stands.
func edit(r *rand.Rand, lines []string) []string {
	at := r.IntN(len(lines) + 1)
	end := min(len(lines), at+r.IntN(3))
	var put []string
	for range r.IntN(4) {
		put = append(put, editedLines[r.IntN(len(editedLines))])
	}
	return slices.Replace(slices.Clone(lines), at, end, put...)
}

// scanned is what Scan finds.
func scanned(t *testing.T, lines []string) (f corpus.Followed) {
	t.Helper()
	if err := corpus.Scan(strings.NewReader(strings.Join(lines, "\n")), "x.s", corpus.Sink{
		Emitted: func(e corpus.Emission) { f.Emitted = append(f.Emitted, e) },
		Lost:    func(s corpus.Skip) { f.Lost = append(f.Lost, s) },
	}); err != nil {
		t.Fatal(err)
	}
	return f
}

// A listing that is edited has, after each edit, what Scan finds in it as it then is.
func TestEdited(t *testing.T) {
	r := chance.Random(t, 1)
	emitted := 0
	for range 40 {
		var e corpus.Edited
		var lines []string
		for range 60 {
			lines = edit(r, lines)
			got, err := e.Follow(context.Background(), "x.s", lines, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := scanned(t, lines)
			emitted += len(want.Emitted)
			bare(got)
			bare(want)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s\nfollowed\n%s\nscanned\n%s", strings.Join(lines, "\n"), said(got), said(want))
			}
		}
	}
	if emitted < 1000 {
		t.Errorf("%d movements in all: this looks at nothing", emitted)
	}
}

// bare takes from the names of values how often their register was written before, which is counted from another line on.
func bare(f corpus.Followed) {
	for k := range f.Emitted {
		names := slices.Clone(f.Emitted[k].Form.Names)
		for n, name := range names {
			names[n], _, _ = strings.Cut(name, "'")
		}
		f.Emitted[k].Form.Names = names
	}
}

func said(f corpus.Followed) string {
	var b bytes.Buffer
	for _, e := range f.Emitted {
		fmt.Fprintf(&b, "%v-%d %s %v %s\n", e.Place, e.First, e.Form.Map, e.Cost, e.Target)
	}
	fmt.Fprintf(&b, "lost %v\n", f.Lost)
	return b.String()
}

// What is not followed to its end is followed from there on.
func TestEditedStops(t *testing.T) {
	var e corpus.Edited
	lines := []string{"f:", "\tpshufd $27, %xmm0, %xmm1", "\tret", "g:", "\tpshufd $225, %xmm0, %xmm1", "\tret"}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	if f, err := e.Follow(over, "x.s", lines, nil); err == nil || len(f.Emitted) > 0 {
		t.Errorf("%v, %s", err, said(f))
	}
	if f, err := e.Follow(context.Background(), "x.s", lines, nil); err != nil || len(f.Emitted) != 2 || f.Emitted[1].Line != 5 {
		t.Errorf("%v, %s", err, said(f))
	}
}

// Places of a linked program are found by how far they are apart, so that a line depends on bytes behind names that it does not have.
func TestEditedAddresses(t *testing.T) {
	var e corpus.Edited
	for k, bytes := range []string{"0x00010203, 0x04050607, 0x08090a0b, 0x0c0d0e0f", "0x03020100, 0x07060504, 0x0b0a0908, 0x0c0d0e0f"} {
		lines := []string{".LC_2000:", "\t.long 0, 0, 0, 0, " + bytes, "f:", "\tpshufb .LC_2010(%rip), %xmm0", "\tret"}
		got, err := e.Follow(context.Background(), "x.s", lines, nil)
		want := scanned(t, lines)
		if err != nil || len(want.Emitted) != 1 || said(got) != said(want) {
			t.Errorf("bytes %d: %v, followed\n%sscanned\n%s", k, err, said(got), said(want))
		}
	}
}
