package form

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// Words that compute are those of instructions that make new values, with letters for vectors and types around them, and not those that only begin so.
func TestWordsThatCompute(t *testing.T) {
	for _, verb := range []string{"add", "sub", "mul", "div", "madd", "max", "min", "sqrt", "cmp", "avg", "abs", "cvt", "hadd", "dot"} {
		for _, before := range []string{"", "v", "p", "vp", "f", "s", "vf", "pv", "vpf"} {
			for _, behind := range []string{"", "b", "w", "d", "q", "ps", "pd", "ss", "sd", "lbw", "usb", "eq", "hi"} {
				if w := before + verb + behind; !computes(w) {
					t.Errorf("%s computes", w)
				}
			}
			for _, behind := range []string{"x", "ress", "wbdqh", "1", "_"} {
				if w := before + verb + behind; computes(w) {
					t.Errorf("%s is no word of an instruction", w)
				}
			}
		}
	}
	for _, w := range []string{"pppmax", "vvvmul", "pvppvadd", "ffadd", "ssmul"} { // of letters for vectors there are two, of others one
		if computes(w) {
			t.Errorf("%s is no word of an instruction", w)
		}
	}
	for _, w := range []string{"", "v", "pshufd", "shuffle", "vector", "move", "zip1", "addressof", "domain", "minimum", "subject", "maximal"} {
		if computes(w) {
			t.Errorf("%s moves, or is no instruction", w)
		}
	}
}

// What is no form is refused at the word that says why, or as a whole without what stands around it, and the word is quoted as it is written.
func TestRefusedWhere(t *testing.T) {
	const what = "this is no form that Lanescope knows"
	for _, row := range [][2]string{
		{"‹›", "expected a form, found nothing: lane notation writes every map, as i32x4 -> a3 a2 a1 a0"},
		{"‹how do I reverse it›", what + ": a shuffle by itself is wanted, in any dialect; lane notation writes every map, as i32x4 -> a3 a2 a1 a0"},
		{"‹vpaddd› xmm0, xmm1", what + `: "vpaddd" computes, and moves no lanes`},
		{"x = ‹svzip1_u32›(a, b)", what + `: "svzip1_u32" is of SVE, of which intrinsics are read that move lanes, as for vectors of 128 bits: svzip1_u32(a, b)`},
		{"x = ‹SVZIP1_u32›(a, b)", what + `: "SVZIP1_u32" is of SVE, of which intrinsics are read that move lanes, as for vectors of 128 bits: svzip1_u32(a, b)`},
		{"‹vilvl›(a, b)", what + `: "vilvl" is of LoongArch, of which lines of assembler are read: vilvl.w $vr0, $vr1, $vr0`},
		{"a ‹gather› of it", what + `: "gather" goes to addresses that only the run knows, and is no map of lanes`},
		{"%r = ‹sext› <4 x i8> %a to <4 x i32>", what + `: "sext" computes, and moves no lanes; zext and trunc do`},
		{"‹printf› of vpaddd", what + `: "vpaddd" computes, and moves no lanes`},
	} {
		for _, around := range []string{"", " ", "\n\t "} {
			before, rest, _ := strings.Cut(row[0], "‹")
			wrong, behind, _ := strings.Cut(rest, "›")
			text := around + before + wrong + behind + around
			off := len(around) + len(before)
			if wrong == "printf" { // the first reason counts, and not the first word
				off, wrong = strings.Index(text, "vpaddd"), "vpaddd"
			}
			if wrong == "" {
				off = strings.Index(text, strings.TrimSpace(text))
			}
			e := refusal(text)
			if e.Off != off || max(e.Off, e.End) != off+len(wrong) || e.What != row[1] || e.Text != text {
				t.Errorf("%q: bytes %d to %d, want %d to %d\n\t%s\n\twant %s", text, e.Off, e.End, off, off+len(wrong), e.What, row[1])
			}
		}
	}
}

// Up to four lanes are said one by one, and of more that there are some.
func TestFewLanes(t *testing.T) {
	var n Naturalist
	phrase := func(m lane.Map) string {
		f := Form{Map: m}
		nature := n.Nature(f)
		return nature.Phrase(f)
	}
	for zeros := 1; zeros <= 6; zeros++ {
		m := lane.Map{Bits: 16, Src: []int{16}, Lane: make([]lane.Lane, 16)}
		var numbers []string
		for i := range m.Lane {
			if m.Lane[i] = lane.From(0, i); i%2 == 1 && len(numbers) < zeros {
				m.Lane[i] = lane.Zero()
				numbers = append(numbers, fmt.Sprint(i))
			}
		}
		want := "zero " + lanesOf(numbers, "a")
		if got := phrase(m); (got == want) != (zeros <= few) {
			t.Errorf("%s: %q, and %d are one by one", m, got, few)
		}
	}
	for picks := 2; picks <= 6; picks++ {
		m := lane.Map{Bits: 16, Src: []int{16}}
		var numbers []string
		for _, i := range []int{9, 2, 15, 0, 6, 1}[:picks] {
			m.Lane = append(m.Lane, lane.From(0, i))
			numbers = append(numbers, fmt.Sprint(i))
		}
		want := lanesOf(numbers, "a")
		if got := phrase(m); (got == want) != (picks <= few) {
			t.Errorf("%s: %q, and %d are one by one", m, got, few)
		}
	}
	for _, row := range [][2]string{{"1", "lane 1 of v"}, {"1 2", "lanes 1 and 2 of v"}, {"1 2 5", "lanes 1, 2 and 5 of v"}, {"3 2 1 0", "lanes 3, 2, 1 and 0 of v"}} {
		if got := lanesOf(strings.Fields(row[0]), "v"); got != row[1] {
			t.Errorf("%s: %q, want %q", row[0], got, row[1])
		}
	}
}

// A source is kept where more of its lanes stay than do not, and two at least, and where it is as long as the result.
func TestKept(t *testing.T) {
	for text, want := range map[string]string{
		"i8x4 -> a0 a1 a2 z": "0 [3]", "i8x4 -> a0 a1 a2 a3": "0 []", "i8x4 -> a0 a1 z z": "-1 []", "i8x3 -> a0 z a2": "0 [1]", "i8x2 -> a0 z": "-1 []", "i8x1 -> a0": "-1 []", "i8x2 -> a0 a1": "0 []", "i8x5 -> a0 z a2 z a4": "0 [1 3]",
		"i8x4 i8x4 -> a0 b1 b2 b3": "1 [0]", "i8x4 i8x4 -> a0 a1 b2 b3": "-1 []", "i8x5 -> a0 a1 a2 z": "-1 []", "i8x4 -> a1 a1 a2 a3": "0 [0]", "i8x4 -> z z z z": "-1 []",
	} {
		base, others := kept(mapOf(t, text))
		if got := fmt.Sprint(base, others); got != want {
			t.Errorf("%s keeps %s, want %s", text, got, want)
		}
	}
}

// Two forms are compared in the order in which they stand, also where one has sources that the other has not: of what one leaves open the other may make something.
func TestComparedInOrder(t *testing.T) {
	for _, row := range []struct{ a, b, want string }{
		{"i8x4 -> a3 a2 a1 a0", "i8x4 -> a3 a2 a1 a0", "equal"}, {"i8x4 -> a3 a2 a1 a0", "i8x4 i8x4 -> a3 a2 a1 a0", "equal"}, {"i8x4 i8x4 i8x4 -> a3 a2 a1 a0", "i8x4 -> a3 a2 a1 a0", "equal"},
		{"i8x4 -> a3 a2 a1 a0", "i8x4 i8x4 -> a3 a2 a1 _", "refines"}, {"i8x4 i8x4 -> a3 a2 a1 b0", "i8x4 -> a3 a2 a1 _", "refines"}, {"i8x4 -> a3 a2 a1 _", "i8x4 i8x4 -> a3 a2 a1 b0", "else"}, {"i8x4 i8x4 -> a3 a2 _ a0", "i8x4 -> a3 a2 a1 a0", "else"},
		{"i8x4 -> a3 a2 a1 a0", "i8x4 i8x4 -> a3 a2 a1 b0", "else"}, {"i8x4 i8x4 -> b3 a2 a1 a0", "i8x4 -> a3 a2 a1 a0", "else"},
	} {
		v, err := Compare(Form{Map: mapOf(t, row.a)}, Form{Map: mapOf(t, row.b)})
		got := map[lane.Relation]string{lane.Equal: "equal", lane.Refines: "refines"}[v.Relation]
		if got == "" {
			got = "else"
		}
		if err != nil || got != row.want {
			t.Errorf("%s and %s: %v, %v, want %s", row.a, row.b, v, err, row.want)
		}
	}
}

// A name ends a word, or stands in front of a point, of digits behind one letter, or of a version's number; a mark before it belongs to it.
func TestNamesInWords(t *testing.T) {
	for _, row := range []struct {
		word, name string
		want       int
	}{
		{"a", "a", 1}, {"a", "b", 0}, {"a", "", 0}, {"a0", "a", 1}, {"a12", "a", 1}, {"ab0", "ab", 0}, {"ab", "a", 0}, {"a0b", "a", 0}, {"v1.4s", "v1", 2}, {"v1.x", "v1", 2}, {"a_1", "a", 1}, {"ab_12", "ab", 2}, {"ab_x", "ab", 0}, {"ab_1x", "ab", 0},
		{"%a", "a", 2}, {"%ab", "ab", 3}, {"%b", "a", 0}, {"%xmm0", "xmm0", 5}, {"$0", "0", 2}, {"v10", "v1", 0}, {"lo", "l", 0}, {"x.y", "x", 1},
	} {
		if got := nameIn(row.word, row.name); got != row.want {
			t.Errorf("of %s %d letters are %q, want %d", row.word, got, row.name, row.want)
		}
	}
}

// Tokens end where what they are ends: comments with their mark or their line, texts with their quotation mark, blanks with what is none.
func TestCutTokens(t *testing.T) {
	for _, row := range []struct {
		text, dialect string
		want          string
		kind          TokenKind
	}{
		{"/* a */ b", "", "/* a */", Comment}, {"/**/b", "", "/**/", Comment}, {"/*/ a */b", "", "/*/ a */", Comment}, {"/* a", "", "/* a", Comment}, {"/* a * / */", "", "/* a * / */", Comment}, {"// a\nb", "", "// a", Comment}, {"// a", "", "// a", Comment},
		{"; a\nb", "llvm", "; a", Comment}, {"; a", "x86", ";", Mark}, {"/ a", "", "/", Mark}, {`"a b" c`, "", `"a b"`, Quoted}, {`""`, "", `""`, Quoted}, {`"a`, "", `"`, Mark}, {"\"a\n\"", "", `"`, Mark},
		{"  a", "", "  ", Space}, {" \t\n\ra", "", " \t\n\r", Space}, {"   ", "", "   ", Space}, {"12 a", "", "12", Number}, {"0x1b)", "", "0x1b", Number}, {"é", "", "é", Mark}, {"%a b", "", "%a", Word}, {"$1", "", "$", Mark}, {"$a", "", "$a", Word}, {"% a", "", "%", Mark}, {"a+b", "", "a", Word},
	} {
		n, kind := cutToken(row.text, row.dialect)
		if n > len(row.text) || row.text[:n] != row.want || kind != row.kind {
			t.Errorf("%q begins with %q, which is %v, want %q and %v", row.text, row.text[:min(n, len(row.text))], kind, row.want, row.kind)
		}
	}
}

// What is nearest to a dialect is refused where that dialect does, in its words, or said to be read by it.
func TestRefusedAsNearest(t *testing.T) {
	placed := 0
	for _, text := range []string{"shuffle of fromValues(IntVector.SPECIES_128, 1, 0)", "  shuffle of fromValues(IntVector.SPECIES_128, 1, 0)  ", "of select simd int r", "x vec_mergeh vector unsigned", "the xsimd swizzle batch_constant of", "say vector shuffle vector<4xi32>", "a rearrange of IntVector fromValues"} {
		near, ok := nearest(words(text))
		e := refusal(text)
		if !ok || !strings.HasPrefix(e.What, "this is no form that Lanescope knows; ") {
			continue
		}
		_, err := near.Read(text, Options{})
		at, located := err.(*syntax.Error)
		switch {
		case err == nil && !strings.HasSuffix(e.What, "it reads as "+near.Name+" if that is said: --from "+near.Name):
			t.Errorf("%q: %s", text, e.What)
		case located:
			placed++
			if e.Off != at.Off || e.End != at.End || !strings.Contains(e.What, "; nearest is "+near.Name+": "+at.What[:min(20, len(at.What))]) {
				t.Errorf("%q: bytes %d to %d, %s, want %d to %d and %s", text, e.Off, e.End, e.What, at.Off, at.End, at.What)
			}
		}
	}
	if placed < 2 {
		t.Errorf("%d texts are nearly forms", placed)
	}
}
