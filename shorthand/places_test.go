package shorthand_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// What is refused of each notation, and where.
func TestRefusedWhere(t *testing.T) {
	dialecttest.Refused(t, named(t, "list"), [][2]string{
		{"[0, ‹-3›, 1, 5]", "-3 selects no lane: lanes count from 0, and -1 is undefined"},
		{"[0, ‹-2›, 1, 5]", "-2 selects no lane: lanes count from 0, and -1 is undefined"},
		{"[0, 1, 2, ‹x›]", `expected a number of the list, found "x"`},
		{"[0, 1, 2, ‹_1›]", `expected a number of the list, found "_1"`},
		{"[0, 1‹›", `expected "]", found the end`},
		{"(0, 1‹›", `expected ")", found the end`},
		{"{0, 1‹›", `expected "}", found the end`},
		{"<0, 1‹›", `expected ">", found the end`},
		{"[0, 1] ‹x›", `expected the end of the list, found "x"`},
		{"[0, 1]; ‹2›", `expected the end of the list, found "2"`},
		{"[0, 1, ‹65536›]", `expected a number of the list, found "65536"`},
		{"[0, ‹65535›, 3]", "index 65535 is out of range: two vectors of 512 lanes have 0 to 1023"},
	})
	dialecttest.Refused(t, named(t, "imm"), [][2]string{
		{"‹x›", `expected a number, found "x"`},
		{"0x4E ‹x›", `expected a number, found "x"`},
		{"0x4E; ‹3›", `expected a number, found "3"`},
		{"‹256›", "an immediate alone is pshufd's, and has eight bits; of more, the instruction must be said: prmt, v_perm_b32, pdep"},
		{" ‹imm8 = 0x100›", "an immediate alone is pshufd's, and has eight bits; of more, the instruction must be said: prmt, v_perm_b32, pdep"},
		{"imm8 ‹3›", `expected a number, found "3"`},
	})
	dialecttest.Refused(t, named(t, "array"), [][2]string{
		{"a ‹x›", `expected "[" and a list or a slice, found "x"`},
		{"a[[3, ‹x›]]", `expected a number of the list, found "x"`},
		{"a[[3, 2‹›", "expected a number of the list, found the end"},
		{"a[[3, 2]‹)›", `expected "]", found ")"`},
		{"a([3 2]‹]›", `expected ")", found "]"`},
		{"a[np.array([1, 0]‹)›)", `expected ")]", found ")"`},
		{"a[[‹]]›", "the list is empty: a number for each lane is wanted"},
		{"a[[1, ‹-1›]]", "there is no lane -1: they count from 0, and are at most 512"},
		{"a([1 ‹0›])", "there is no lane 0: they count from 1, and are at most 512"},
		{"a[[1, ‹512›]]", "there is no lane 512: they count from 0, and are at most 512"},
		{"a([1 ‹513›])", "there is no lane 513: they count from 1, and are at most 512"},
		{"a[1:2‹)›", `expected "]", found ")"`},
		{"a(1:2‹]›", `expected ")", found "]"`},
		{"a[::-1] ‹x›", `expected the end, found "x"`},
		{"np.flip‹[›a]", `expected "(", found "["`},
		{"np.flip(‹3›)", `expected the name of an array, found "3"`},
		{"np.flip(a‹,› 1)", `expected ")", found ","`},
		{"np.roll(a‹)›", `expected "," and by how much, found ")"`},
		{"np.roll(a, ‹x›)", `expected a number, found "x"`},
		{"circshift(a, 1‹]›", `expected ")", found "]"`},
	})
}

// MATLAB's ranges are the lanes from the first on, by steps, that do not pass the last, counted from 1; end is the last lane there is.
func TestRangesByTheirDefinition(t *testing.T) {
	const n = 8
	for from := -1; from <= n+1; from++ {
		for to := -1; to <= n+1; to++ {
			for _, step := range []int{-9, -3, -2, -1, 0, 1, 2, 3, 9} {
				var want []int
				for at := from; step != 0 && from >= 1 && from <= n && to <= n && (step > 0 && at <= to || step < 0 && at >= to && at >= 1); at += step {
					want = append(want, at-1)
				}
				texts := []string{fmt.Sprintf("a(%d:%d:%d)", from, step, to)}
				if step == 1 {
					texts = append(texts, fmt.Sprintf("a(%d:%d)", from, to))
				}
				for _, text := range texts {
					all := []string{text}
					if from == n {
						all = append(all, strings.Replace(text, "("+fmt.Sprint(n), "(end", 1))
					}
					if to == n {
						all = append(all, strings.TrimSuffix(text, fmt.Sprint(n)+")")+"end)")
					}
					for _, text := range all {
						if got := lanesRead(t, text); fmt.Sprint(got) != fmt.Sprint(want) {
							t.Errorf("%s is %v, want %v", text, got, want)
						}
					}
				}
			}
		}
	}
}

// Functions of arrays move every lane as their documents say: a flip turns them around, and a roll by k has lane i in lane i + k.
func TestArrayFunctions(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 8, 16} {
		read := func(text string) []int {
			r, err := named(t, "array").Read(text, dialect.Options{Type: fmt.Sprintf("i8x%d", n)})
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if len(r.Map.Src) != 1 || r.Map.Src[0] != n || r.Map.Bits != 8 || len(r.Names) != 1 || r.Names[0] != "v" {
				t.Errorf("%s is %s of %v", text, r.Map.String(), r.Names)
			}
			all := []int{}
			for _, l := range r.Map.Lane {
				all = append(all, l.Index)
			}
			return all
		}
		for _, f := range []string{"np.flip", "numpy.flip", "np.flipud", "fliplr", "flip"} {
			for i, from := range read(f + "(v)") {
				if from != n-1-i {
					t.Errorf("%s of %d lanes has %d in lane %d", f, n, from, i)
				}
			}
		}
		for _, f := range []string{"np.roll", "numpy.roll", "circshift"} {
			for k := -2*n - 1; k <= 2*n+1; k++ {
				for i, from := range read(fmt.Sprintf("x = %s(v, %d);", f, k)) {
					if ((from+k)%n+n)%n != i {
						t.Errorf("%s by %d of %d lanes has %d in lane %d", f, k, n, from, i)
					}
				}
			}
		}
	}
}

// How many lanes there are, and how wide, is what a text or its type says, or what is assumed, and then a warning says so.
func TestWhatIsAssumed(t *testing.T) {
	for _, row := range []struct {
		dialect, text, typ string
		bits, lanes        int
		warnings           string
	}{
		{"list", "[1, 0]", "", 64, 2, "how many lanes the sources have is not in the text: 2 each are assumed · how wide the lanes are is not in the text: 64 bits are assumed; --type i32 says it"},
		{"list", "[1, 0, 2]", "", 32, 3, "how many lanes the sources have is not in the text: 3 each are assumed · how wide the lanes are is not in the text: 32 bits are assumed; --type i64 says it"},
		{"list", "[3]", "", 32, 4, "how many lanes the sources have is not in the text: 4 each are assumed · how wide the lanes are is not in the text: 32 bits are assumed; --type i64 says it"},
		{"list", "[7]", "", 32, 4, "how many lanes the sources have is not in the text: 4 each are assumed · how wide the lanes are is not in the text: 32 bits are assumed; --type i64 says it"},
		{"list", "[8]", "", 16, 8, "how many lanes the sources have is not in the text: 8 each are assumed · how wide the lanes are is not in the text: 16 bits are assumed; --type i32 says it"},
		{"list", "[1, 0]", "i8", 8, 2, "how many lanes the sources have is not in the text: 2 each are assumed"},
		{"list", "[1, 0]", "16 x i8", 8, 16, ""},
		{"list", "[1, 0]", "<4 x f32>", 32, 4, ""},
		{"list", "[1, 0]", "s16x4", 16, 4, ""},
		{"array", "v[::-1]", "", 32, 4, "how many lanes v has is not in the text: 4 are assumed; --type i32x8 says it · how wide the lanes are is not in the text: 32 bits are assumed; --type i64 says it"},
		{"array", "v[4:5]", "", 16, 8, "how many lanes v has is not in the text: 8 are assumed; --type i32x8 says it · how wide the lanes are is not in the text: 16 bits are assumed; --type i32 says it"},
		{"array", "v[-9:]", "", 8, 16, "how many lanes v has is not in the text: 16 are assumed; --type i32x8 says it · how wide the lanes are is not in the text: 8 bits are assumed; --type i32 says it"},
		{"array", "v(1:2:9)", "", 8, 16, "how many lanes v has is not in the text: 16 are assumed; --type i32x8 says it · how wide the lanes are is not in the text: 8 bits are assumed; --type i32 says it"},
		{"array", "v[[1, 0, 4]]", "", 32, 6, "how many lanes v has is not in the text: 6 are assumed; --type i32x8 says it · how wide the lanes are is not in the text: 32 bits are assumed; --type i64 says it"},
		{"array", "v[[1, 0]]", "u16x8", 16, 8, ""},
		{"name", "reverse", "i8", 8, 16, `how many lanes a vector has is not in the text: 16 are assumed; "reverse 8 x i16" says it`},
		{"name", "reverse", "i64", 64, 2, `how many lanes a vector has is not in the text: 2 are assumed; "reverse 8 x i16" says it`},
		{"name", "reverse", "i128", 128, 4, `how many lanes a vector has is not in the text: 4 are assumed; "reverse 8 x i16" says it`},
		{"name", "reverse", "", 32, 4, `how many lanes a vector has is not in the text: 4 are assumed; "reverse 8 x i16" says it · how wide the lanes are is not in the text: 32 bits are assumed; --type i64 says it`},
		{"name", "bswap", "", 8, 16, `how many lanes a vector has is not in the text: 16 are assumed; "bswap 8 x i16" says it`},
		{"name", "reverse 64 x i8", "", 8, 64, ""},
		{"name", "reverse 8 bytes", "", 8, 8, ""},
	} {
		r, err := named(t, row.dialect).Read(row.text, dialect.Options{Type: row.typ})
		if err != nil {
			t.Errorf("%s as %q: %v", row.text, row.typ, err)
			continue
		}
		if got := strings.Join(r.Warnings, " · "); r.Map.Bits != row.bits || r.Map.Src[0] != row.lanes || got != row.warnings {
			t.Errorf("%s as %q is of %d lanes of %d bits, want %d of %d\n got %s\nwant %s", row.text, row.typ, r.Map.Src[0], r.Map.Bits, row.lanes, row.bits, got, row.warnings)
		}
	}
}
