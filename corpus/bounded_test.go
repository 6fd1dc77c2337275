package corpus_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
)

// shufflesIn are the lines of the shuffles in a text, each with how it is written.
func shufflesIn(t *testing.T, text, file string) (found []string) {
	t.Helper()
	if err := corpus.Scan(strings.NewReader(text), file, corpus.Sink{Shuffle: func(f corpus.Find) { found = append(found, fmt.Sprintf("%d %s", f.Line, f.Form.Dialect)) }}); err != nil {
		t.Fatal(err)
	}
	return found
}

// A shuffle has as many lines behind its first as 512 lanes take, eight on a line, and as many bytes as are read together; one line more, or one byte, and it is none.
func TestWrappedAsFar(t *testing.T) {
	for behind := 1; behind <= corpus.MostWrapped+2; behind++ {
		text := "x = _mm_shuffle_epi32(a," + strings.Repeat("\n  /* later */", behind-1) + "\n27);\n"
		if got := len(shufflesIn(t, text, "a.c")); (got == 1) != (behind <= corpus.MostWrapped) {
			t.Errorf("%d lines behind the first: %d shuffles", behind, got)
		}
	}
	const together = 1 << 14
	for more := -2; more <= 2; more++ {
		first, last := "x = _mm_shuffle_epi32(a,", "27);"
		text := first + "\n" + strings.Repeat(" ", together-len(first)-len(last)+more) + last + "\n"
		if got := len(shufflesIn(t, text, "a.c")); (got == 1) != (more <= 0) {
			t.Errorf("%d bytes together: %d shuffles", together+more, got)
		}
	}
	const longest = 1 << 20 // with its end
	for more := -2; more <= 2; more++ {
		const shuffle = "pshufd xmm0, xmm1, 27"
		text := strings.Repeat(" ", longest-len(shuffle)-1+more) + shuffle + "\n" + shuffle + "\n"
		got := shufflesIn(t, text, "a.s")
		if want := []string{"1 x86", "2 x86"}[max(0, min(more, 1)):]; !slices.Equal(got, want) {
			t.Errorf("a line of %d bytes: %q, want %q", longest+more, got, want)
		}
	}
}

// Whatever ends a line, and whatever stands behind its code, what is wrapped is read the same.
func TestWrappedWithComments(t *testing.T) {
	for _, end := range []string{"", " ", "\t", "\r", " // one", "// one", " /* one", " # one", " \\", "\\", " \\ \t", " ; one"} {
		for _, text := range []string{"x = _mm_shuffle_epi32(a,%s\n27)%s\n", "x = _mm_shuffle_epi32(%s\na,%s\n27%s\n)%s\n"} {
			if got := shufflesIn(t, strings.ReplaceAll(text, "%s", end), "a.c"); len(got) != 1 {
				t.Errorf("%q behind each line: %q", end, got)
			}
		}
	}
}

// A text that is called something else is a kernel if that is said before its first instruction, behind as many directives and comments as are looked at.
func TestKernelBegins(t *testing.T) {
	const rest = ".kernel \"k\"\n.decl m v_type=G type=uw num_elts=32 align=GRF\n.decl t v_type=G type=uw num_elts=16 align=GRF\nmov (M1, 4) t(0,0)<1> m(0,0)<1;4,4>\nret (M1, 1)\n"
	for _, line := range []string{"// a comment", "", "  ", ".version 3.6", "\t.directive"} {
		for n := range corpus.MostWrapped + 3 {
			got := shufflesIn(t, strings.Repeat(line+"\n", n)+rest, "stdin")
			if is := len(got) == 1 && strings.HasSuffix(got[0], " visa"); is != (n < corpus.MostWrapped) {
				t.Errorf("behind %d lines %q: %q", n, line, got)
			}
		}
	}
	for _, line := range []string{"ret", "f:", "; a comment", "# a comment", "/ no comment"} {
		for _, got := range shufflesIn(t, line+"\n"+rest, "stdin") {
			if strings.HasSuffix(got, " visa") {
				t.Errorf("behind %q: %q", line, got)
			}
		}
	}
	for _, name := range []string{"k.visaasm", "k.isaasm", "K.VISAASM", "a.s.IsaAsm"} {
		if got := shufflesIn(t, "ret (M1, 1)\nmov (M1, 2) V32(0,0)<1> V33(0,1)<2;2,1>\n", name); !slices.Equal(got, []string{"2 visa"}) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// Each function of a Sink may be nil: the others are told the same.
func TestSinkMayBeNil(t *testing.T) {
	const listing = "f:\n\tvpshufd\t$27, %xmm1, %xmm0\t# xmm0 = xmm1[0,1,2,3]\n\tpshufb\t%xmm1, %xmm0\n\tpaddd\t%xmm1, %xmm0\n\tmov eax, ecx\n\tbswap eax\n\tld2 { v0.16b, v1.16b }, [x0]\n\tret\n"
	const shuffle, emitted, lost, line, contradiction, all = 1, 2, 4, 8, 16, 32
	for _, file := range []struct{ name, text string }{{"x.s", listing}, {"k.visaasm", kernel}, {"a.c", "x = _mm_shuffle_epi32(a, 27);\n"}} {
		told := func(which int) (parts [5][]string) {
			var to corpus.Sink
			add := func(k int, what any) { parts[k] = append(parts[k], fmt.Sprintf("%v", what)) }
			if which&shuffle != 0 {
				to.Shuffle = func(f corpus.Find) { add(0, f.Place) }
			}
			if which&emitted != 0 {
				to.Emitted = func(e corpus.Emission) { add(1, e.Place) }
			}
			if which&lost != 0 {
				to.Lost = func(s corpus.Skip) { add(2, s) }
			}
			if which&line != 0 {
				to.Line = func() { add(3, "") }
			}
			if which&contradiction != 0 {
				to.Contradiction = func(c corpus.Contradiction) { add(4, c.Place) }
			}
			if err := corpus.Scan(strings.NewReader(file.text), file.name, to); err != nil {
				t.Fatal(err)
			}
			return parts
		}
		full := told(all - 1)
		for which := range all {
			for k, got := range told(which) {
				want := full[k]
				if which>>k&1 == 0 {
					want = nil
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s, functions %05b: %d is told %q, want %q", file.name, which, k, got, want)
				}
			}
		}
	}
}
