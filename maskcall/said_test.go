package maskcall_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/maskcall"
)

// A language says a map or why it does not: that it has no such lanes, or no such vectors.
func TestSaidOrWhyNot(t *testing.T) {
	for _, d := range maskcall.Dialects() {
		for _, bits := range []int{1, 2, 4, 5, 8, 12, 16, 24, 32, 64, 128} {
			for _, n := range []int{1, 2, 3, 4, 6, 8, 16, 32, 64, 128} {
				m := lane.Map{Bits: bits, Src: []int{n}}
				for i := range n {
					m.Lane = append(m.Lane, lane.From(0, n-1-i))
				}
				text, err := d.Say(m)
				has := bits == 8 || bits == 16 || bits == 32 || bits == 64
				switch d.Name {
				case "rust":
					has = has && n <= 64
				case "csharp", "java":
					has = has && (n > 1 || d.Name == "java") && (n*bits == 64 || n*bits == 128 || n*bits == 256 || n*bits == 512)
				case "swift":
					has = has && n >= 2 && n <= 64 && (n == 3 || n&(n-1) == 0)
				}
				if has != (err == nil) || has != (text != "") {
					t.Errorf("%s says of %d lanes of %d bits: %q, %v", d.Name, n, bits, text, err)
				}
				if err != nil && (!strings.Contains(err.Error(), fmt.Sprintf(" has no vector of %d lanes of %d bits", n, bits)) && !strings.Contains(err.Error(), " has 64 to 512 bits") && (bits <= 64 || !strings.HasSuffix(err.Error(), fmt.Sprintf(" has lanes of up to 64 bits, and no %d lanes of %d", n, bits)))) {
					t.Errorf("%s says of %d lanes of %d bits: %v", d.Name, n, bits, err)
				}
			}
		}
	}
}

// A call with other arguments than its own is told which it takes.
func TestArgumentsByTheirWords(t *testing.T) {
	words := map[byte]string{'v': "a vector", 'w': "a second vector", 'x': "a vector or number to fill with", 'm': "a mask", 'n': "a number", 'T': "a type", 'N': "a number in <>", 'M': "a mask in <>"}
	takes := map[string][]string{}
	for _, e := range maskcall.Entries() {
		var all []string
		for k := range len(e.Args) {
			all = append(all, words[e.Args[k]])
		}
		takes[e.Language+e.Name] = append(takes[e.Language+e.Name], e.Name+" has "+strings.Join(all, ", ")+" for arguments")
	}
	asked := 0
	for _, e := range maskcall.Entries() {
		if strings.ContainsAny(e.Args, "Silo") || strings.ContainsAny(e.Name, "[:") || e.Name == "VectorShuffle.makeZip" || e.Name == "VectorShuffle.makeUnzip" {
			continue
		}
		for _, args := range []string{"", "(a, b, c, e, f)"} {
			text := strings.TrimPrefix(e.Name, ".")
			if e.Name[0] == '.' {
				text = "a" + e.Name
			}
			if args == "" {
				args = "()"
				if e.Args == "v" || e.Args == "Nv" && e.Name[0] == '.' { // the one in front of it
					continue
				}
			}
			text += args
			_, err := language(t, e.Language).Read(text, dialect.Options{})
			found := false
			for _, said := range takes[e.Language+e.Name] {
				found = found || err != nil && strings.HasSuffix(err.Error(), ": "+said)
			}
			if asked++; !found {
				t.Errorf("%s: %s: %v, want %q", e.Language, text, err, takes[e.Language+e.Name])
			}
		}
	}
	if asked < 60 {
		t.Errorf("%d calls were asked alone", asked)
	}
}

// What is wrong within a call is told of there, and not of the call around it.
func TestWrongWithin(t *testing.T) {
	calls := map[string]string{
		"rust": "simd_swizzle!, concat_swizzle!, shuffle!, simd_shuffle!, simd_shuffle", "zig": "@shuffle, simd.reverseOrder, simd.rotateElementsLeft, simd.rotateElementsRight, simd.shiftElementsLeft",
		"csharp": "Vector64.Shuffle, Vector128.Shuffle, Vector256.Shuffle, Vector512.Shuffle, Vector64.ShuffleNative", "java": ".rearrange, .slice", "julia": "shufflevector", "swift": "[], .lowHalf, .highHalf, .evenHalf, .oddHalf",
	}
	for name, rows := range map[string][]string{
		"swift":  {"SIMD2(v.x, %s)", "SIMD2(%s, 0)", "%s.lowHalf", "SIMD4(lowHalf: v, highHalf: %s)", "SIMD4(lowHalf: %s, highHalf: v)", "%s[SIMD2(1, 0)]", "%s.x", "%s[1]"},
		"rust":   {"simd_swizzle!(%s, [0, 1])", "simd_swizzle!(a, %s, [0, 1])", "%s.reverse()", "a.interleave(%s)", "a.interleave(%s).1", "%s.interleave(a).0", "let r: u8x4 = %s;", "let (a, b) = %s;", "a.shift_elements_left::<1>(%s)"},
		"csharp": {"Vector128.Shuffle(%s, Vector128.Create(0, 1, 2, 3))", "%s.AsByte()", "%s.GetLower()", "Vector128.Create(a, %s)", "Vector128.Create(%s, a)"},
		"java":   {"%s.rearrange(VectorShuffle.fromValues(IntVector.SPECIES_128, 3, 2, 1, 0))", "a.rearrange(VectorShuffle.fromValues(IntVector.SPECIES_128, 3, 2, 1, 0), %s)", "a.slice(1, %s)", "%s.slice(1)", "%s.reinterpretAsBytes()"},
		"zig":    {"@shuffle(u8, %s, b, [2]i32{ 0, -1 })", "@shuffle(u8, a, %s, [2]i32{ 0, -1 })", "std.simd.reverseOrder(%s)", "std.simd.join(a, %s)", "std.simd.mergeShift(%s, a, 1)"},
		"julia":  {"shufflevector(%s, Val((0, 1)))", "shufflevector(a, %s, Val((0, 1)))"},
	} {
		for _, row := range rows {
			why := fmt.Sprintf(`"nothing" is no call of %s that moves lanes; those are %s`, name, calls[name])
			dialecttest.Refused(t, language(t, name), [][2]string{{strings.Replace(row, "%s", "‹nothing(q)›", 1), why}})
		}
	}
}

// Numbers have underscores where the languages let them, and a maker of masks its type between angles, which says how wide the lanes are.
func TestNumbersAndTypesOfMasks(t *testing.T) {
	for i := range 16 {
		for _, form := range []string{"%d", "0_%d", "0x0_%x", "0b0_%04b", "0o0_%o", "%d_", "0_%du8", "%d_usize"} {
			text := "let a: u8x16; simd_swizzle!(a, [" + fmt.Sprintf(form, i) + ", 0])"
			readsAs(t, "rust", text, fmt.Sprintf("i8x16 -> a%d a0", i))
		}
	}
	for typ, bits := range map[string]int{"byte": 8, "sbyte": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "float": 32, "long": 64, "double": 64} {
		n := 128 / bits
		var mask, want []string
		for i := range n {
			mask, want = append(mask, fmt.Sprint(n-1-i)), append(want, fmt.Sprint("a", n-1-i))
		}
		for _, text := range []string{"Vector128.Shuffle(a, Vector128.Create<%s>(%s))", "var m = Vector128.Create<%s>(%s); Vector128.Shuffle(a, m)", "Vector128<%s> a; Vector128.Shuffle(a, Vector128.Create(%s))"} {
			readsAs(t, "csharp", fmt.Sprintf(text, typ, strings.Join(mask, ", ")), fmt.Sprintf("i%dx%d -> %s", bits, n, strings.Join(want, " ")))
		}
	}
	for name, row := range map[string]string{"AsByte": "i8x16", "AsInt16": "i16x8", "AsInt32": "i32x4", "AsInt64": "i64x2"} { // of lanes of 32 bits, which are assumed
		r, err := language(t, "csharp").Read("Vector128.Create(a.GetUpper(), b.GetLower())."+name+"()", dialect.Options{})
		if err != nil || !strings.HasPrefix(r.Map.String(), row+" "+row+" -> ") || len(r.Map.Lane)*r.Map.Bits != 128 {
			t.Errorf("%s is %s, %v", name, r.Map.String(), err)
		}
	}
}
