package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// claimed is what becomes of one claim.
func claimed(t *testing.T, text string) api.ClaimFinding {
	t.Helper()
	r := new(api.Lowerer).Test(t.Context(), api.TestRequest{Text: text, Name: "claims.txt"})
	if len(r.Findings) != 1 {
		t.Fatalf("%s: %d claims", text, len(r.Findings))
	}
	return r.Findings[0]
}

// Each kind of claim, true.
func TestClaimsThatHold(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"_mm_unpacklo_ps(a, b) => i32x4 i32x4 -> a0 b0 a1 b1",
		"\t<4 x i32> 0 4 1 5=>i32x4 i32x4 -> a0 b0 a1 b1 \r",
		"<4 x i32> 0 u 1 5 => i32x4 i32x4 -> a0 _ a1 b1",
		"\v<4 x i32> 0 4 1 5 => i32x4 i32x4 -> a0 b0 a1 b1\v",
		"_mm_shuffle_epi32(a, 27) == <4 x i32> 3 2 1 0",
		"pshufd xmm1, xmm0, 27; pshufd xmm0, xmm1, 27 == i32x4 -> a0 a1 a2 a3",
		"<4 x i32> 3 2 1 0 @ sse2 <= 1 op",
		"<4 x i32> 3 2 1 0 @ sse2 <= 7 ops, 0 constants",
		"<4 x i32> 3 2 1 0 @ svp64 <= 1 op",
		"<16 x i8> 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0 @ ssse3 <= 1 op , 1 constant",
	} {
		if f := claimed(t, "\n# a claim\n\n"+text); !f.Holds || f.Unread || f.At != nil || f.Message != "" || f.Line != 4 {
			t.Errorf("%s: line %d, %v: %s", text, f.Line, f.Holds, f.Message)
		}
	}
}

// Each way in which a claim does not hold, or cannot be read: the words, and the part of the line that they are about.
func TestClaimsThatDoNotHold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, what, of string
		unread         bool
	}{
		{"<4 x i32> 0 4 1 5 => i32x4 i32x4 -> a0 b0 a1 b0", "lane 3 is b1 and not b0: the form is i32x4 i32x4 -> a0 b0 a1 b1", "i32x4 i32x4 -> a0 b0 a1 b0", false},
		{"<4 x i32> 0 u 1 5 => i32x4 i32x4 -> a0 a0 a1 b1", "B refines A, where A is the form and B the map: the form is i32x4 i32x4 -> a0 _ a1 b1", "i32x4 i32x4 -> a0 a0 a1 b1", false},
		{"<4 x i32> 0 1 2 3 => i32x2 -> a0 a1", "differ: the destinations have 128 and 64 bits, where A is the form and B the map: the form is i32x4 -> a0 a1 a2 a3", "i32x2 -> a0 a1", false},
		{"<4 x i32> 3 2 1 0 == <4 x i32> 3 2 1 1", "differ at lane 3: A gives a0, B gives a1", "<4 x i32> 3 2 1 1", false},
		{"<4 x i32> 3 2 1 0 == <4 x i32> 3 2 1 u", "A refines B", "<4 x i32> 3 2 1 u", false},
		{"<4 x i32> 3 2 1 0 @ sse2 <= 0 ops", "sse2 takes 1 op and 0 constants: minimal", "0 ops", false},
		{"<16 x i8> 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0 @ ssse3 <= 1 op, 0 constants", "ssse3 takes ", "1 op, 0 constants", false},

		{"<4 x i32> 0 1 2 3", "expected => and a map, == and a form, or @ TARGET <= N ops behind a form", "", true},
		{"=> i32x4 -> a0", "expected a form before =>", "", true},
		{"<4 x i32> 0 1 2 3 ==", "expected a form behind ==", "", true},
		{"<4 x i32> 0 1 2 3 =>", "expected a map in lane notation behind =>", "", true},
		{"<4 x i32> 0 1 2 3 <= 2 ops", "expected @ and a target before <=: sse2, ", "", true},
		{"<4 x i32> 0 1 2 3 @ z80 <= 2 ops", `there is no target "z80": expected sse2, `, "z80", true},
		{"<4 x i32> 0 1 2 3 @ sse2 <=", "expected a number of ops behind <=", "", true},
		{"<4 x i32> 0 1 2 3 @ sse2 <= two ops", "expected N ops, or N ops, M constants", "two ops", true},
		{"<4 x i32> 0 1 2 3 @ sse2 <= 2 ops, 9", "expected N ops, or N ops, M constants", "2 ops, 9", true},
		{"@ sse2 <= 2 ops", "expected a form before <=", "@ sse2 ", true},
		{"<4 x i32> 0 9 2 3 == <4 x i32> 0 1 2 3", "selector 9 is out of range", "9", true},
		{"<4 x i32> 0 1 2 3 == <4 x i32> 0 9 2 3", "selector 9 is out of range", "9", true},
		{"<4 x i32> 0 1 2 3 => i32x4 -> a0 a1 a2 b3", `"b3" reads source b, but only a is declared`, "b3", true},
		{"<4 x i32> 0 9 2 3 @ sse2 <= 1 op", "selector 9 is out of range", "9", true},
	} {
		f := claimed(t, "\n# a claim\n\n"+c.text)
		if f.Holds || f.At == nil || f.Unread != c.unread || !strings.HasPrefix(f.Message, c.what) {
			t.Errorf("%s: holds %v, unread %v, %q, want %q", c.text, f.Holds, f.Unread, f.Message, c.what)
			continue
		}
		line, _ := f.At.Pos()
		if of := f.At.Text[f.At.Off:max(f.At.Off, f.At.End)]; line != 4 || f.Line != 4 || !strings.HasPrefix(of, c.of) {
			t.Errorf("%s: said of %q in line %d, want %q", c.text, of, line, c.of)
		}
	}
}

// A text in which nothing is claimed is not a text in which all holds.
func TestNoClaims(t *testing.T) {
	for _, text := range []string{"", "\n\n", "# nothing\n"} {
		if r := new(api.Lowerer).Test(t.Context(), api.TestRequest{Text: text}); r.OK() || r.Failed() > 0 {
			t.Errorf("%q: %+v", text, r)
		}
	}
}

// Claims that are not looked at for want of time do not hold.
func TestClaimsLate(t *testing.T) {
	late, cancel := context.WithCancel(t.Context())
	cancel()
	r := new(api.Lowerer).Test(late, api.TestRequest{Text: "<4 x i32> 0 4 1 5 => i32x4 i32x4 -> a0 b0 a1 b1"})
	if r.OK() || !strings.Contains(r.Findings[0].Message, "the time was over") {
		t.Errorf("%+v", r)
	}
}

// randomForm is a mask of LLVM and its map, of which every lane is defined.
func randomForm(r *rand.Rand) (form string, m lane.Map) {
	n := 2 << r.IntN(3)
	m = lane.Map{Bits: 128 / n, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
	form = fmt.Sprintf("<%d x i%d>", n, m.Bits)
	for i := range m.Lane {
		k := r.IntN(2 * n)
		m.Lane[i] = lane.From(k/n, k%n)
		form += fmt.Sprintf(" %d", k)
	}
	m.Lane[0], m.Lane[1] = lane.From(0, 1), lane.From(1, 0)
	parts := strings.SplitN(form, " ", 6)
	return strings.Join(append(parts[:3], append([]string{"1", fmt.Sprint(n)}, parts[5:]...)...), " "), m
}

// Random masks do what they do, and with another lane they do not, which is said of that lane; they take as many ops as lower says, and no fewer.
func TestRandomClaims(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 95)
	l := new(api.Lowerer)
	for range 100 {
		form, m := randomForm(random)
		at := random.IntN(len(m.Lane))
		other := lane.Map{Bits: m.Bits, Src: m.Src, Lane: append([]lane.Lane(nil), m.Lane...)}
		was := other.Lane[at]
		other.Lane[at] = lane.From(1-was.Src, was.Index)
		w, err := l.Lower(t.Context(), api.LowerRequest{Form: form, Target: "ssse3", Cost: lower.Instructions.String(), Effort: "best"})
		if err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("%[1]s => %[2]s\n%[1]s => %[3]s\n%[1]s == %[3]s\n%[1]s @ ssse3 <= %[4]d ops\n%[1]s @ ssse3 <= %[5]d ops", form, m, other, w.Ops, w.Ops-1)
		r := l.Test(t.Context(), api.TestRequest{Text: text})
		for k, want := range [...]bool{true, false, false, true, false} {
			f := r.Findings[k]
			if w.Ops == 0 && k == 4 {
				continue // "-1 ops" is no number
			}
			if f.Holds != want || f.Unread {
				t.Errorf("%s: %v: %s", f.Text, f.Holds, f.Message)
			}
			if said := fmt.Sprintf("lane %d ", at); (k == 1 || k == 2) && !strings.Contains(f.Message, said) && !strings.Contains(f.Message, fmt.Sprintf("lane %d:", at)) {
				t.Errorf("%s: %s, want lane %d", f.Text, f.Message, at)
			}
		}
	}
}

// Any text has claims whose places lie in their lines, and its report is JSON.
func FuzzClaims(f *testing.F) {
	for _, text := range []string{"# x\n<4 x i32> 0 4 1 5 => i32x4 i32x4 -> a0 b0 a1 b1\n", "pshufd $27 == W.Y.\n", "<2 x i8> 1 0 @ neon <= 1 op, 0 constants", "@@<=", "==>", "\xff => \n\r\t<= 1 op"} {
		f.Add(text)
	}
	l := new(api.Lowerer)
	chance.Fuzz(f, func(t *testing.T, text string) {
		lines := strings.Split(text, "\n")
		r := l.Test(t.Context(), api.TestRequest{Text: text, Name: "x", Deadline: 1e6})
		for _, c := range r.Findings {
			if c.Holds == (c.At != nil) || c.Holds == (c.Message != "") || !strings.Contains(lines[c.Line-1], c.Text) {
				t.Fatalf("%q: %+v", text, c)
			}
			if c.At == nil {
				continue
			}
			if line, _ := c.At.Pos(); line != c.Line || c.At.Off > len(text) || c.At.End > len(text) {
				t.Fatalf("%q: line %d, %d to %d: %s", text, line, c.At.Off, c.At.End, c.Message)
			}
		}
		if b := r.AppendJSON(nil); !json.Valid(b) {
			t.Fatalf("%s", b)
		}
	})
}
