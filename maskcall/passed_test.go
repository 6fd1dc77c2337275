package maskcall_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
)

// What a file begins with, and what looks at a result, is passed over up to the end of its line, whatever it says; what only begins with such a word is not.
func TestPassedLines(t *testing.T) {
	const text = "let a: u8x4;\nlet r = simd_swizzle!(a, [3, 2, 1, 0]);\n"
	for _, word := range []string{"use", "import", "using", "package", "namespace", "assert_eq!", "assert!", "println!", "print", "dbg!", "assert_eq", "println", "#"} {
		for _, rest := range []string{"", " x;", " simd_swizzle!(a, [0, 0]);", " a.reverse()", " ((", " )", " \"{:?}\", r", " 7 8 9", " let r = a;"} {
			readsAs(t, "rust", word+rest+"\n"+text, "i8x4 -> a3 a2 a1 a0")
			readsAs(t, "rust", text+word+rest, "i8x4 -> a3 a2 a1 a0")
			readsAs(t, "rust", text+word+rest+"\nr.reverse()", "i8x4 -> a0 a1 a2 a3")
		}
	}
	for _, word := range []string{"used", "imports", "printed", "packages"} {
		dialecttest.Refused(t, language(t, "rust"), [][2]string{{"‹" + word + "(a)›\n" + text, fmt.Sprintf("%q is no call of rust that moves lanes; those are simd_swizzle!, concat_swizzle!, shuffle!, simd_shuffle!, simd_shuffle", word)}})
	}
}

// What is warned of is said once, however often it is so.
func TestWarnedOnce(t *testing.T) {
	for _, row := range [][2]string{
		{"java", "a.rearrange(VectorShuffle.fromValues(IntVector.SPECIES_128, 9, 9, 9, 9))"}, {"csharp", "Vector128.ShuffleNative(a, Vector128.Create(9, 9, 9, 9))"}, {"rust", "a.reverse(); a.reverse(); b.interleave(a); b.interleave(a)"}, {"swift", "let r = a[SIMD2(1, 0)]\nlet s = a[SIMD2(1, 0)]"},
	} {
		r, err := language(t, row[0]).Read(row[1], dialect.Options{})
		if n := len(slices.Compact(slices.Sorted(slices.Values(r.Warnings)))); err != nil || n == 0 || n != len(r.Warnings) {
			t.Errorf("%s: %q, %v", row[1], r.Warnings, err)
		}
	}
}

// A vector has at least one lane, whatever it is resized to; other sizes are refused at the call.
func TestResized(t *testing.T) {
	for n := -3; n <= 12; n++ {
		text := fmt.Sprintf("let a: u8x4; ‹a.resize::<%d>(9)›", n)
		if n < 1 {
			dialecttest.Refused(t, language(t, "rust"), [][2]string{{text, ".resize is not for vectors of 4 and 4 lanes"}})
			continue
		}
		var want []string
		for i := range n {
			want = append(want, map[bool]string{true: fmt.Sprint("a", i), false: "#9"}[i < 4])
		}
		readsAs(t, "rust", strings.NewReplacer("‹", "", "›", "").Replace(text), "i8x4 -> "+strings.Join(want, " "))
	}
}

// There are as many vectors as a map has sources; the first that is more is told of where it stands.
func TestMostVectors(t *testing.T) {
	for _, n := range []int{lane.MaxSrc - 1, lane.MaxSrc, lane.MaxSrc + 1} {
		var b strings.Builder
		for first := 0; first < n; first += 64 {
			fmt.Fprintf(&b, "let r%d = SIMD64(", first)
			for k := first; k < first+64; k++ {
				name := fmt.Sprint("v", min(k, n-1))
				if k == lane.MaxSrc {
					name = "‹" + name + "›"
				}
				b.WriteString(name + ".x, ")
			}
			b.WriteString(")\n")
		}
		if n > lane.MaxSrc {
			dialecttest.Refused(t, language(t, "swift"), [][2]string{{b.String(), fmt.Sprintf("more than %d vectors", lane.MaxSrc)}})
		} else if r, err := language(t, "swift").Read(b.String(), dialect.Options{}); err != nil || len(r.Names) != n {
			t.Errorf("%d vectors: %d, %v", n, len(r.Names), err)
		}
	}
}

// A cast belongs to its number: what is wrong with it is told of both.
func TestCastsInMasks(t *testing.T) {
	for _, typ := range []string{"byte", "sbyte", "short", "int", "long", "float"} {
		for _, space := range []string{"", " "} {
			readsAs(t, "csharp", fmt.Sprintf("Vector128<int> a; Vector128.Shuffle(a, Vector128.Create((%s)%s3, (%[1]s)2, 1, (%[1]s)%[2]s(0)))", typ, space), "i32x4 -> a3 a2 a1 a0")
			readsAs(t, "csharp", fmt.Sprintf("Vector128<int> a; Vector128.Shuffle(a, Vector128.Create((%s)%s-1, 2, 1, 0))", typ, space), "i32x4 -> z a2 a1 a0")
			what := fmt.Sprintf("(%s)%sb", typ, space)
			dialecttest.Refused(t, language(t, "csharp"), [][2]string{{"Vector128<int> a; Vector128.Shuffle(a, Vector128.Create(3, ‹" + what + "›, 1, 0))", fmt.Sprintf("expected a number, found %q: which lanes move must be in the text", what)}})
		}
	}
}
