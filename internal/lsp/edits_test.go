package lsp

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/lanescope/lanescope/internal/chance"
)

var full = flag.Bool("full", false, "10^6 edits instead of 3,000: see docs/editors.md")

// plainText is a text as units of UTF-16, which is edited as the protocol's words say: the second way to do it.
type plainText []uint16

func (p plainText) at(where position) int {
	line, at := 0, 0
	for ; line < where.Line; line++ {
		for at < len(p) && p[at] != '\n' && p[at] != '\r' {
			at++
		}
		if at == len(p) {
			return at
		}
		if p[at] == '\r' && at+1 < len(p) && p[at+1] == '\n' {
			at++
		}
		at++
	}
	for n := 0; n < where.Character && at < len(p) && p[at] != '\n' && p[at] != '\r'; n++ {
		at++
	}
	if at > 0 && at < len(p) && utf16.IsSurrogate(rune(p[at])) && p[at] >= 0xdc00 { // in the middle of a character is before it
		at--
	}
	return at
}

func (p plainText) edited(c change) plainText {
	units := utf16.Encode([]rune(c.Text))
	if c.Range == nil {
		return units
	}
	from, to := p.at(c.Range.Start), p.at(c.Range.End)
	return slices.Replace(slices.Clone(p), from, max(from, to), units...)
}

// pieces are what random edits put in: lines and parts of lines of all languages, and what is hard for positions.
var pieces = strings.Split(`__m128i r = _mm_shuffle_epi32(a, _MM_SHUFFLE(0, 1, 2, 3));
	return _mm_shuffle_epi8(v,
		_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4,
		11, 10, 9, 8, 15, 14, 13, 12));
  %r = shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %r = shufflevector <8 x i8> %0, <8 x i8> poison, <8 x i32>
     <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
define <4 x i32> @f(<4 x i32> %a) {
	pshufd	$225, %xmm0, %xmm2
	shufps	$80, %xmm1, %xmm2 # xmm2 = xmm2[0,0],xmm1[1,1]
	vpshufd	$27, %xmm1, %xmm0 # xmm0 = xmm1[0,1,2,3]
	pshufb .LC0(%rip), %xmm0
.LC0: .byte 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12
swap:
	retq
.decl V32 v_type=G type=d num_elts=16 align=GRF
.decl V33 v_type=G type=w num_elts=16 align=GRF
mov (M1, 8) V32(0,0)<1> V33(0,0)<2;1,0>
mov (M1, 8) V32(0,0)<3> V33(0,0)<8;8,1>
done:
(P1) goto (M1, 8) done
    simd_shuffle r0, r1, 5
    iadd r1, r1, 1
    jmp_exec_any loop
loop:
setvl 0,0,2,1,1,1
sv.mv.swiz/vec3/w=16 *32,*64,ZYX
bc 6,3,loop
	let r: vec4<f32> = v.wzyx;
	r := a.InterleaveLo(b)
    simd_swizzle!(a, b, [0, 4, 1, 5])
_mm_unpacklo_epi32(a, b) => i32x4 i32x4 -> a0 b0 a1 b2
😀
é
ü😀ß
,
(
 0
1
;
#
//
$
	`+"\r\n\r\n\n\n", "\n")

// anEdit is a random change of a text: of a few characters, of lines, and sometimes of all.
func anEdit(r *rand.Rand, t *text) change {
	where := func() position {
		n := r.IntN(len(t.starts) + 1)
		return position{n, r.IntN(40) - 1}
	}
	var b strings.Builder
	for range r.IntN(4) {
		b.WriteString(pieces[r.IntN(len(pieces))])
		b.WriteString([]string{"", "\n", "\r\n", "\r"}[r.IntN(4)])
	}
	if r.IntN(200) == 0 || len(t.all) > 2000 {
		return change{nil, b.String()}
	}
	from := where()
	to := from
	switch r.IntN(4) {
	case 0:
		to.Character += r.IntN(10)
	case 1:
		to.Line += r.IntN(4)
	case 2:
		to = where() // may be before
	}
	return change{&textRange{from, to}, b.String()}
}

// seen is all that an editor can ask of a document, as one value.
func seen(t testing.TB, d *document) (all []any) {
	t.Helper()
	err := d.whole(context.Background(), func(a *diagnosis, version int) error {
		shuffles, err := a.between(context.Background(), 0, len(a.line))
		if err != nil {
			return err
		}
		all = append(all, a.all, a.language.name, a.findings, a.defined(), len(shuffles))
		for _, s := range shuffles {
			all = append(all, s.span, s.line, s.form.Map.String(), s.form.Names, s.form.Warnings, a.hint(s))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// editing is one document, edited as long as it says: after each edit it is what a fresh one of that text is, and the text is what the plain way makes.
func editing(t testing.TB, r *rand.Rand, edits int) (shuffles, findings int) {
	t.Helper()
	var known prices
	names := []string{"a.c", "a.ll", "a.s", "a.visaasm", "a.lanes", "a.go", "a.wgsl", "a.rs"}
	item := documentItem{names[r.IntN(len(names))], "", 1, ""}
	d := newDocument(item, &known)
	plain := plainText{}
	for n := range edits {
		var changes []change
		next := d.analysis.text
		for range 1 + r.IntN(2) {
			c := anEdit(r, next)
			changes = append(changes, c)
			plain = plain.edited(c)
			var err error
			if next, err = next.edited([]change{c}); err != nil {
				t.Fatal(err)
			}
		}
		if err := d.change(changes, n+2); err != nil {
			t.Fatal(err)
		}
		if whole := string(utf16.Decode(plain)); d.analysis.all != whole {
			t.Fatalf("%+v make\n%q, the plain way\n%q", changes, d.analysis.all, whole)
		}
		if r.IntN(3) == 0 {
			continue // several edits before somebody looks
		}
		item.Text = d.analysis.all
		got, want := seen(t, d), seen(t, newDocument(item, &known))
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%s, after %+v:\n%s\nedited:\n%v\nfresh:\n%v", item.URI, changes, d.analysis.all, got, want)
		}
		first := r.IntN(len(d.analysis.starts))
		linesAlone(t, item, first, first+r.IntN(4))
		shuffles += want[4].(int)
		findings += len(want[2].([]finding))
	}
	return shuffles, findings
}

// linesAlone asks for some lines of a text that nobody has looked at: what they have is what all lines have, looked at from the first.
func linesAlone(t testing.TB, item documentItem, first, last int) {
	t.Helper()
	some, all := newDocument(item, nil).analysis, newDocument(item, nil).analysis
	got, err := some.between(context.Background(), first, last)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := all.between(context.Background(), 0, len(all.line)-1)
	if err != nil {
		t.Fatal(err)
	}
	var want []shuffle
	for _, s := range whole {
		if s.line <= last && all.lineAt(s.to) >= first {
			want = append(want, s)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s, lines %d to %d of\n%s\nhave\n%+v\nwant\n%+v", item.URI, first, last, item.Text, got, want)
	}
	for _, s := range want {
		if one, ok := newDocument(item, nil).analysis.at(s.to); !ok || !reflect.DeepEqual(one, s) {
			t.Fatalf("%s, at %d of\n%s\nis\n%+v\nwant\n%+v", item.URI, s.to, item.Text, one, s)
		}
	}
}

// Lines that are parts of a shuffle, and would begin one if those above were others.
func TestLinesAlone(t *testing.T) {
	parts := strings.Split(`r = _mm_unpacklo_epi32(
_mm_unpackhi_epi32(a,
_mm_shuffle_epi32(a, 27),
b)
b), c)
b);
%r = shufflevector <4 x i32> %a, <4 x i32> poison,
<4 x i32> <i32 3, i32 2, i32 1, i32 0>
_mm_shuffle_epi8(v, _mm_setr_epi8(3, 2, 1, 0,
7, 6, 5, 4, 11, 10, 9, 8,
15, 14, 13, 12))
x = 1;
`, "\n")
	r := chance.Random(t, 2)
	wrapped := 0
	for range 200 {
		var b strings.Builder
		for next := range 2 + r.IntN(12) {
			if r.IntN(4) == 0 {
				next = r.IntN(len(parts))
			}
			b.WriteString(parts[next%len(parts)] + "\n")
		}
		item := documentItem{"a.c", "", 1, b.String()}
		a := newDocument(item, nil).analysis
		for n := range a.line {
			linesAlone(t, item, n, n+r.IntN(3))
			if a.head(n) < n {
				wrapped++
			}
		}
	}
	t.Logf("%d lines are parts of what others begin", wrapped)
	if wrapped < 100 {
		t.Error("that is too little to say anything")
	}
}

// What the last line of a text begins is looked at again when others come behind it.
func TestLastLineGoesOn(t *testing.T) {
	s := &server{documents: map[string]*document{}}
	d := newDocument(documentItem{"a.c", "", 1, "x = 1;\n\tr = _mm_shuffle_epi32(a,"}, &s.prices)
	_ = seen(t, d)
	end := position{1, 40}
	if err := d.change([]change{{&textRange{end, end}, "\n\t27);\n"}}, 2); err != nil {
		t.Fatal(err)
	}
	fresh := newDocument(documentItem{"a.c", "", 2, d.analysis.all}, &s.prices)
	if got, want := seen(t, d), seen(t, fresh); !reflect.DeepEqual(got, want) || len(fresh.analysis.line) < 3 {
		t.Errorf("edited:\n%+v\nfresh:\n%+v", got, want)
	}
	if all, err := d.analysis.between(t.Context(), 0, 3); err != nil || len(all) != 1 {
		t.Errorf("%v, %v: want the shuffle of lines 1 and 2", all, err)
	}
}

// However a text came about, an editor sees of it what it sees of the text freshly opened.
func TestEdits(t *testing.T) {
	edits := 3000
	if *full {
		edits = 1_000_000
	}
	const together = 100
	r := chance.Random(t, 1)
	shuffles, findings := 0, 0
	for n := 0; n < edits; n += together {
		s, f := editing(t, r, together)
		shuffles, findings = shuffles+s, findings+f
	}
	t.Logf("%d edits: %d shuffles and %d findings were compared", edits, shuffles, findings)
	if shuffles < edits/10 || findings < edits/10 {
		t.Error("that is too little to say anything")
	}
}

func FuzzEdits(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	chance.Fuzz(f, func(t *testing.T, a, b uint64) { editing(t, rand.New(rand.NewPCG(a, b)), 20) })
}

// Whatever text is in a file of whatever language, it can be looked at: nothing panics, and what is said lies in the text.
func FuzzTexts(f *testing.F) {
	for n, file := range files {
		b, err := os.ReadFile("testdata/files/" + file.name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(n), string(b))
	}
	chance.Fuzz(f, func(t *testing.T, which uint8, text string) {
		if len(text) > 1<<12 {
			return
		}
		file := files[int(which)%len(files)]
		s := &server{documents: map[string]*document{}}
		d := newDocument(documentItem{file.name, file.id, 1, strings.ToValidUTF8(text, "?")}, &s.prices)
		_ = seen(t, d)
		err := d.whole(context.Background(), func(a *diagnosis, _ int) error {
			for _, x := range a.findings {
				if x.from < 0 || x.to < x.from || x.to > len(a.all) {
					return fmt.Errorf("%+v lies outside", x)
				}
			}
			for off := 0; off <= len(a.all); off += 1 + len(a.all)/5 {
				a.completions(off)
				a.definition(off)
				if a.language.assembly != nil {
					a.language.assembly.page(a.analysis, a.lineAt(off))
				}
				a.actions("x", span{off, len(a.all)}, nil)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// Whatever an editor sends, the server ends when its input does, and no answer is a bug.
func FuzzMessages(f *testing.F) {
	f.Add(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}` + "\n" + `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"a.c","text":"_mm_shuffle_epi32(a, 27)"}}}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"a.c"},"position":{"line":0,"character":3}}}`)
	f.Add(`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover"}` + "\n[]\nnull")
	chance.Fuzz(f, func(t *testing.T, messages string) {
		var in, out strings.Builder
		for m := range strings.SplitSeq(messages, "\n") {
			fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(m), m)
		}
		_ = Serve(context.Background(), strings.NewReader(in.String()), &out, Options{})
		if strings.Contains(out.String(), "a bug in Lanescope") {
			t.Error(out.String())
		}
	})
}
