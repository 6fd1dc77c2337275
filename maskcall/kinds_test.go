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

// Lanes that nothing defines are said where a language has a word for them, zeros where an index beyond is one, and no others; what is said is read as the map that it was.
func TestKindsOfLanes(t *testing.T) {
	kinds := map[string]lane.Lane{"undefined": {}, "zero": lane.Zero(), "one": lane.Fixed(lane.ConstOf(1)), "old": lane.FromOld(0)}
	has := map[string]string{"zig": "undefined", "julia": "undefined", "csharp": "zero"}
	for _, d := range maskcall.Dialects() {
		for name, l := range kinds {
			for _, bits := range []int{8, 16, 32, 64} {
				n := 128 / bits
				for set := 1; set < 1<<n-1; set += 1 + set/5 {
					m := lane.Map{Bits: bits, Src: []int{n}}
					for i := range n {
						if set>>i&1 == 1 {
							m.Lane = append(m.Lane, l)
						} else {
							m.Lane = append(m.Lane, lane.From(0, n-1-i))
						}
					}
					text, err := d.Say(m)
					if has[d.Name] != name {
						if first := slices.Index(m.Lane, l); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("lane %d is %s, which ", first, l.Kind)) {
							t.Fatalf("%s says %s: %q, %v", d.Name, m, text, err)
						}
						continue
					}
					if err != nil {
						t.Fatalf("%s: %s: %v", d.Name, m, err)
					}
					if r, err := d.Read(text, dialect.Options{Type: map[int]string{8: "u8", 16: "u16", 32: "u32", 64: "u64"}[bits]}); err != nil || r.Map.String() != m.String() {
						t.Fatalf("%s says %s: %s, which is %s, %v", d.Name, m, text, r.Map, err)
					}
				}
			}
		}
	}
}

// Behind a macro's brackets, of any sort, stands what stands behind each call.
func TestBehindMacros(t *testing.T) {
	for _, open := range []string{"()", "[]"} {
		for _, name := range []string{"simd_swizzle!", "shuffle!"} {
			call := name + open[:1] + "a, [0, 1, 3, 2]" + open[1:]
			for behind, want := range map[string]string{"": "a0 a1 a3 a2", ".reverse()": "a2 a3 a1 a0", ".reverse().reverse()": "a0 a1 a3 a2", ".rotate_elements_left::<1>()": "a1 a3 a2 a0", ".interleave(a).0": "a0 a0 a1 a1", ".interleave(a).1.reverse()": "a3 a2 a2 a3"} {
				readsAs(t, "rust", "let a: u8x4; "+call+behind, "i8x4 -> "+want)
				readsAs(t, "rust", "let a: u8x4; let r = "+call+behind+";", "i8x4 -> "+want)
			}
		}
	}
}

// What Zig imports is named, and moves nothing.
func TestImportsOfZig(t *testing.T) {
	const text = "var a: @Vector(4, u8) = undefined;\nconst r = @shuffle(u8, a, undefined, [4]i32{ 3, 2, 1, 0 });"
	for _, line := range []string{`const std = @import("std");`, `const simd = @import("simd.zig");`, `pub const x = @import("a/b.zig");`} {
		readsAs(t, "zig", line+"\n"+text, "i8x4 -> a3 a2 a1 a0")
		readsAs(t, "zig", text+"\n"+line, "i8x4 -> a3 a2 a1 a0")
		if _, err := language(t, "zig").Read(line, dialect.Options{}); err == nil || !strings.Contains(err.Error(), "nothing in it moves lanes") {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// A parameter with a colon has a type behind it; what is none is told of where it stands.
func TestTypesOfParameters(t *testing.T) {
	for name, head := range map[string]string{"rust": "fn f(a: %s", "zig": "fn f(a: %s", "swift": "func f(_ a: %s"} {
		for _, row := range [][2]string{{"‹)› {", `found ")"`}, {"‹,› b: u8x4) {", `found ","`}, {"‹›", "found the end"}, {"‹=› 3) {", `found "="`}} {
			dialecttest.Refused(t, language(t, name), [][2]string{{fmt.Sprintf(head, row[0]), "expected a vector, a number or a list, " + row[1]}})
		}
	}
}

// The names of one call are for a vector, and for two where there are two: the first comes first, and how many lanes they have is said by the indices where the compiler refuses those beyond.
func TestVectorsOfCalls(t *testing.T) {
	for _, e := range maskcall.Entries() {
		if v, w := strings.Index(e.Args, "v"), strings.Index(e.Args, "w"); strings.Count(e.Args, "v") > 1 || strings.Count(e.Args, "w") > 1 || w >= 0 && (v < 0 || w < v) {
			t.Errorf("%s of %s has the arguments %q", e.Name, e.Language, e.Args)
		}
	}
	for _, name := range []string{"simd_swizzle!", "concat_swizzle!", "shuffle!", "simd_shuffle!", "simd_shuffle"} {
		for k := range 40 {
			n := 2
			for k/2 >= n {
				n *= 2
			}
			want := fmt.Sprint("a", k)
			if k >= n {
				want = fmt.Sprint("b", k-n)
			}
			readsAs(t, "rust", fmt.Sprintf("%s(a, b, [%d, 0])", name, k), fmt.Sprintf("i32x%d i32x%d -> %s a0", n, n, want))
		}
	}
	dialecttest.Refused(t, language(t, "java"), [][2]string{{"‹a.rearrange(b, c, e)›", ".rearrange has a vector, a mask, a second vector for arguments"}})
}
