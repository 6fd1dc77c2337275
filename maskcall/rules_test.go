package maskcall_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/maskcall"
)

// readsAs wants a text of a language read as a map.
func readsAs(t *testing.T, name, text, want string) {
	t.Helper()
	r, err := language(t, name).Read(text, dialect.Options{})
	if err != nil || r.Map.String() != want {
		t.Errorf("%s: %s is %s, %v, want %s", name, text, r.Map.String(), err, want)
	}
}

// The call of one language is none of another that has no call of that name.
func TestCallsOfOneLanguage(t *testing.T) {
	has := map[string][]string{}
	var names []string
	for _, e := range maskcall.Entries() {
		has[e.Language] = append(has[e.Language], e.Name)
		if name := e.Name; strings.HasPrefix(name, ".") && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, d := range maskcall.Dialects() {
		for _, name := range names {
			text := "a" + name + "()"
			r, err := d.Read(text, dialect.Options{})
			if none := fmt.Sprintf("%q is no call of %s that moves lanes", name[1:], d.Name); !slices.Contains(has[d.Name], name) && (err == nil || !strings.Contains(err.Error(), none)) {
				t.Errorf("%s: %s is %s, %v", d.Name, text, r.Map.String(), err)
			}
		}
	}
}

// Lanes are reinterpreted as wider and narrower ones where these are whole.
func TestReinterpreted(t *testing.T) {
	csharp := map[string]int{"AsByte": 8, "AsSByte": 8, "AsInt16": 16, "AsUInt16": 16, "AsInt32": 32, "AsUInt32": 32, "AsSingle": 32, "AsInt64": 64, "AsUInt64": 64, "AsDouble": 64}
	java := map[string]int{"reinterpretAsBytes": 8, "reinterpretAsShorts": 16, "reinterpretAsInts": 32, "reinterpretAsFloats": 32, "reinterpretAsLongs": 64, "reinterpretAsDoubles": 64}
	for typ, bits := range map[string]int{"byte": 8, "ushort": 16, "int": 32, "float": 32, "ulong": 64, "double": 64} {
		n := 128 / bits
		for name, to := range csharp {
			var want []string
			for i := range 128 / to {
				want = append(want, fmt.Sprint("a", i))
			}
			readsAs(t, "csharp", "Vector128<"+typ+"> a; a."+name+"()", fmt.Sprintf("i%dx%d -> %s", to, 128/to, strings.Join(want, " ")))
			back := fmt.Sprintf("Vector128<%s> a; a.%s().%s()", typ, name, map[int]string{8: "AsByte", 16: "AsInt16", 32: "AsInt32", 64: "AsInt64"}[bits])
			if r, err := language(t, "csharp").Read(back, dialect.Options{}); err != nil || len(r.Map.Lane) != n || r.Map.Bits != bits {
				t.Errorf("%s is %s, %v", back, r.Map.String(), err)
			}
		}
	}
	for name, to := range java {
		readsAs(t, "java", "var a = IntVector.fromArray(IntVector.SPECIES_128, x, 0);\na."+name+"().reinterpretAsInts().slice(1)", "i32x4 -> a1 a2 a3 z")
		for vector, bits := range map[string]int{"ByteVector": 8, "ShortVector": 16, "IntVector": 32} { // three lanes of which make none that is twice as wide
			if to <= bits {
				continue
			}
			text := fmt.Sprintf("%s a; ‹a.rearrange(VectorShuffle.fromValues(%s.SPECIES_128, 0, 1, 2)).%s()›", vector, vector, name)
			dialecttest.Refused(t, language(t, "java"), [][2]string{{text, fmt.Sprintf("as lanes of %d bits it is no map of whole lanes", to)}})
		}
	}
}

// A vector of Java is loaded from an array, of which its species says the lanes; under a mask that is no load of all of them.
func TestLoadedFromArrays(t *testing.T) {
	for vector, bits := range map[string]int{"ByteVector": 8, "ShortVector": 16, "IntVector": 32, "LongVector": 64, "FloatVector": 32, "DoubleVector": 64} {
		for _, total := range []int{64, 128, 256, 512} {
			n := total / bits
			want := make([]string, n)
			for i := range want {
				want[i] = fmt.Sprint("a", i)
			}
			want[0], want[n-1] = want[n-1], want[0]
			mask := make([]string, n)
			for i := range mask {
				mask[i] = want[i][1:]
			}
			for _, text := range []string{
				"%[1]s a = %[1]s.fromArray(%[1]s.SPECIES_%[2]d, x, 0);\na.rearrange(VectorShuffle.fromValues(%[1]s.SPECIES_%[2]d, %[3]s))",
				"var S = %[1]s.SPECIES_%[2]d;\nvar a = %[1]s.fromArray(S, x, i);\na.rearrange(VectorShuffle.fromValues(S, %[3]s));",
				"%[1]s a = jdk.incubator.vector.%[1]s.fromArray(%[1]s.SPECIES_%[2]d, x, i + 4);\nvar r = a.rearrange(S.shuffleFromValues(%[3]s));",
			} {
				readsAs(t, "java", fmt.Sprintf(text, vector, total, strings.Join(mask, ", ")), fmt.Sprintf("i%dx%d -> %s", bits, n, strings.Join(want, " ")))
			}
		}
	}
	dialecttest.Refused(t, language(t, "java"), [][2]string{
		{"var a = ‹IntVector.fromArray(IntVector.SPECIES_128, x, 0, m)›;\na.slice(1)", `"fromArray" is no call of java that moves lanes; those are .rearrange, .slice`},
		{"var a = ‹IntVector.fromArray(x)›;\na.slice(1)", `"fromArray" is no call of java that moves lanes; those are .rearrange, .slice`},
		{"var a = ‹Other.fromArray(IntVector.SPECIES_128, x, 0)›;\na.slice(1)", `"fromArray" is no call of java that moves lanes; those are .rearrange, .slice`},
	})
}

// Expressions stand at most 40 deep in one another, however that comes about.
func TestDepths(t *testing.T) {
	for _, row := range []struct {
		name, text, open, close string
		most                    int
	}{
		{"parentheses", "simd_swizzle!(%s, [1, 0])", "(", ")", 38},
		{"signs", "simd_swizzle!(%s, [1, 0])", "&", "", 38},
		{"brackets", "simd_swizzle!(a, [%s, 0])", "(", ")", 37},
	} {
		for deep := 30; deep < 50; deep++ {
			inner := "a"
			if row.name == "brackets" {
				inner = "1"
			}
			text := strings.Replace(row.text, "%s", strings.Repeat(row.open, deep)+inner+strings.Repeat(row.close, deep), 1)
			_, err := language(t, "rust").Read(text, dialect.Options{})
			if deep <= row.most && err != nil || deep > row.most && (err == nil || !strings.Contains(err.Error(), "an expression has at most 40 others around it")) {
				t.Errorf("%d %s: %v", deep, row.name, err)
			}
		}
	}
	for _, links := range []int{1, 10, 63, 64, 65, 70} { // reversed as often as not
		_, err := language(t, "rust").Read("let a: u8x4; a"+strings.Repeat(".reverse", links), dialect.Options{})
		if err == nil != (links <= 64) || err != nil && !strings.Contains(err.Error(), "at most 64 members and calls stand behind one another") {
			t.Errorf("%d links: %v", links, err)
		}
	}
}

// What computes is told so where it stands, whatever it is and wherever a vector is wanted.
func TestComputesWhere(t *testing.T) {
	for what, said := range map[string]string{
		`"text"`: `the text "text"`, `'t'`: `the text 't'`, "a + b": "the operator +", "a - b": "the operator -", "a * b": "the operator *", "a | b": "the operator |", "a ^ b": "the operator ^", "a & b": "the operator &",
		"a << 2": "the operator <<", "a >> 2": "the operator >>", "a / b": "the operator /", "a % b": "the operator %", "-a": "the operator -", "!a": "the operator !", "~a": "the operator ~", "1.5": "the number 1.5", "4294967296": "the number 4294967296",
		"0x1FFFFFFFF": "the number 0x1FFFFFFFF", "2.5e3f": "the number 2.5e3f", "a + b * c": "the operator +", "1 / 0": "the operator /", "1 << 32": "the operator <<", "3 % 0": "the operator %", "1 << -1": "the operator <<", "0xFFFFFFFF + 1": "the operator +",
	} {
		for _, around := range []string{"simd_swizzle!(‹%s›, [1, 0])", "simd_swizzle!(a, ‹%s›, [1, 0])", "let r: u8x4 = ‹%s›;", "let a: u8x4; let r = a.interleave(‹%s›);", "‹%s›"} {
			if _, known := map[string]bool{"~a": true, "a << 2": true}[what]; known && around == "‹%s›" {
				continue
			}
			dialecttest.Refused(t, language(t, "rust"), [][2]string{{strings.Replace(around, "%s", what, 1), said + " computes, and moves no lanes"}})
		}
	}
}

// Members, calls and indices stand behind each other in any order.
func TestLinks(t *testing.T) {
	const v = "let v: SIMD8<Int16>\nlet r = "
	for text, want := range map[string]string{
		"v[SIMD4(7, 6, 5, 4)].lowHalf": "a7 a6", "v[SIMD4(7, 6, 5, 4)].x": "a7", "v[SIMD4(7, 6, 5, 4)][2]": "a5", "v[SIMD4(7, 6, 5, 4)][SIMD2(3, 2)]": "a4 a5", "v.lowHalf.highHalf": "a2 a3", "v.lowHalf[SIMD2(3, 2)].y": "a2",
		"v.oddHalf[1]": "a3", "v.evenHalf.oddHalf.x": "a2", "(v.lowHalf).highHalf": "a2 a3", "(v[SIMD2(5, 4)]).y": "a4", "SIMD4(lowHalf: v.lowHalf.lowHalf, highHalf: v.highHalf.highHalf).oddHalf": "a1 a7", "SIMD2(v.x, v[7])[SIMD2(1, 0)]": "a7 a0",
	} {
		readsAs(t, "swift", v+text, "i16x8 -> "+want)
	}
}

// A name that tells a language does so with any bracket that it can have, and no name that is nearly it.
func TestMarksOfLanguages(t *testing.T) {
	for name, marks := range map[string][]string{
		"swift": {"SIMD2<Int8>", "SIMD3<Int8>", "SIMD4<Int8>", "SIMD8<Int8>", "SIMD16<Int8>", "SIMD32<Int8>", "SIMD64<Int8>", "SIMD2(1, 0)", "SIMD3(0, 1, 2)", "SIMD4(repeating: 1)", "SIMD8(repeating: 1)", "SIMD16(repeating: 1)", "SIMD32(repeating: 1)", "SIMD64(repeating: 1)"},
		"rust":  {"Swizzle<4>", "Swizzle2<4, 4>", "X::concat_swizzle(a, b)", "X::swizzle2(a, b)", "a.swizzle_dyn(b)", "simd_swizzle!(", "core::simd::simd_swizzle!["},
		"zig":   {"@Vector(4, u8)", "@shuffle(", "std.simd.reverseOrder(", "simd.join("},
	} {
		for _, mark := range marks {
			for _, around := range []string{"%s", "let a: %s = b", "x = (%s)", "\t%s {"} {
				text := strings.Replace(around, "%s", mark, 1)
				for _, d := range maskcall.Dialects() {
					if d.Looks(text) != (d.Name == name) {
						t.Errorf("%s: %s looks like it: %v", d.Name, text, d.Looks(text))
					}
				}
			}
		}
	}
	for _, text := range []string{"SIMD5<Int8>", "SIMD42<Int8>", "SIMD32", "XSIMD32<Int8>", "SIMD32x<Int8>", "@vector(4, u8)", "swizzle_dyn", "shuffle(a, b)", "a.slicer(1)", "shufflevector(a, b)", ""} {
		for _, d := range maskcall.Dialects() {
			if d.Looks(text) {
				t.Errorf("%s: %s looks like it", d.Name, text)
			}
		}
	}
}

// A mask is written where it is made, or is a list, by itself or by its name; of a list of C# the vector's bits say how wide its lanes are.
func TestListsAsMasks(t *testing.T) {
	for _, list := range []string{"{3, 2, 1, 0}", "new int[] {3, 2, 1, 0}", "new int[]{ 3, 2, 1, 0 }"} {
		for _, call := range []string{"a.rearrange(VectorShuffle.fromValues(IntVector.SPECIES_128, %s))", "a.rearrange(IntVector.SPECIES_128.shuffleFromValues(%s))", "a.rearrange(VectorShuffle.fromArray(IntVector.SPECIES_128, %s, 0))"} {
			readsAs(t, "java", "int[] idx = "+list+";\n"+strings.Replace(call, "%s", "idx", 1), "i32x4 -> a3 a2 a1 a0")
			readsAs(t, "java", strings.Replace(call, "%s", list, 1), "i32x4 -> a3 a2 a1 a0")
		}
	}
	for _, total := range []int{64, 128, 256, 512} {
		for _, call := range []string{"Shuffle", "ShuffleNative"} {
			for _, bits := range []int{8, 16, 32, 64} {
				n := total / bits
				var mask, want []string
				for i := range n {
					mask, want = append(mask, fmt.Sprint(n-1-i)), append(want, fmt.Sprint("a", n-1-i))
				}
				list := "[" + strings.Join(mask, ", ") + "]"
				for _, text := range []string{
					fmt.Sprintf("Vector%d.%s(a, %s)", total, call, list), fmt.Sprintf("var m = %s; Vector%d.%s(a, m)", list, total, call), fmt.Sprintf("Vector%d.%s(a, Vector%d.Create(%s))", total, call, total, list),
				} {
					readsAs(t, "csharp", text, fmt.Sprintf("i%dx%d -> %s", bits, n, strings.Join(want, " ")))
				}
			}
		}
	}
}

// Blanks are blanks, wherever they stand between words: between a type and its name too.
func TestBlanks(t *testing.T) {
	for _, row := range [][3]string{
		{"csharp", "Vector128<short>¬a¬;¬Vector128.Shuffle(¬a¬,¬Vector128.Create(¬7,¬6,¬5,¬4,¬3,¬2,¬1,¬0¬)¬)¬;", "i16x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"java", "IntVector¬a¬;¬a¬.rearrange(¬VectorShuffle.fromValues(¬IntVector.SPECIES_128,¬3,¬2,¬1,¬0¬)¬)¬;", "i32x4 -> a3 a2 a1 a0"},
		{"rust", "let¬a¬:¬u8x4¬;¬simd_swizzle!(¬a¬,¬[¬3,¬2,¬1,¬0¬]¬)¬;", "i8x4 -> a3 a2 a1 a0"},
		{"zig", "fn¬f(¬a¬:¬@Vector(¬4,¬u8¬)¬)¬@Vector(¬4,¬u8¬)¬{¬return¬@shuffle(¬u8¬,¬a¬,¬undefined¬,¬[4]i32{¬3,¬2,¬1,¬0¬}¬)¬;¬}", "i8x4 -> a3 a2 a1 a0"},
		{"swift", "let¬a¬:¬SIMD4<Int8>¬;¬let¬r¬=¬a[¬SIMD4(¬3,¬2,¬1,¬0¬)¬]", "i8x4 -> a3 a2 a1 a0"},
	} {
		for _, blank := range []string{" ", "\t", "\r", "  ", " \t ", "\r\t", " /* no */ "} {
			readsAs(t, row[0], strings.ReplaceAll(row[1], "¬", blank), row[2])
		}
	}
}

// A word in front of a statement may stand before nothing: at the end of a text or of a block.
func TestWordsBeforeNothing(t *testing.T) {
	for _, word := range []string{"return", "end", "unsafe", "final", "export", "public", "let", "var", "const"} {
		for _, behind := range []string{"", " ", "\n", "}", " }", "\n}\n", " } }"} {
			readsAs(t, "rust", "fn f(a: u8x4) { a.reverse(); "+word+behind, "i8x4 -> a3 a2 a1 a0")
		}
		readsAs(t, "rust", "let a: u8x4; "+word+" a.reverse()", "i8x4 -> a3 a2 a1 a0")
	}
	readsAs(t, "rust", "pub static mut r: u8x4 = simd_swizzle!(a, [3, 2, 1, 0]);", "i8x4 -> a3 a2 a1 a0")
	for _, head := range []string{"fn f<const N: usize>(a: u8x4) -> u8x4 {", "pub unsafe fn f<T>(a: u8x4) -> u8x4 {", "fn f(a: u8x4)\n{", "fn f(mut a: u8x4,) {", "fn f(a: u8x4) -> Simd<u8, 4> where T: X {"} {
		readsAs(t, "rust", head+" a.reverse() }", "i8x4 -> a3 a2 a1 a0")
	}
	dialecttest.Refused(t, language(t, "rust"), [][2]string{
		{"fn f ‹a›: u8x4) { a.reverse() }", `expected "(" and parameters, found "a"`}, {"fn f(a: u8x4 ‹b›: u8x4) { a.reverse() }", `expected "," or ")", found "b"`}, {"fn f(‹›", "expected a vector, a number or a list, found the end"},
	})
}

// A function of several shuffles has the sources for parameters that it reads, and no others.
func TestParametersOfSequences(t *testing.T) {
	for unread := range 5 {
		m := lane.Map{Bits: 32, Src: []int{4, 4, 4, 4, 4}, Lane: make([]lane.Lane, 4)}
		var reads []int
		for k := range 5 {
			if k != unread {
				reads = append(reads, k)
			}
		}
		for i := range m.Lane {
			m.Lane[i] = lane.From(reads[i], i)
		}
		for _, d := range maskcall.Dialects() {
			if d.Sequence == nil {
				continue
			}
			lines, err := d.Sequence(t.Context(), m)
			if err != nil {
				t.Errorf("%s: %v", d.Name, err)
				continue
			}
			for k := range 5 {
				if strings.Count(lines[0], lane.SourceName(k)+":") != one(k != unread) && d.Name != "java" {
					t.Errorf("%s: %s", d.Name, lines[0])
				}
			}
			back, err := d.Read(strings.Join(lines, "\n"), dialect.Options{})
			if err != nil || len(back.Names) != 4 {
				t.Errorf("%s: %v of %q", d.Name, err, lines)
			}
		}
	}
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
