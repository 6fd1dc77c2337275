package maskcall_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// Calls that move by a number or by their name, of vectors of 2 to 16 lanes and of every number as far as twice that, are what their documents say of lane i.
func TestMovesByTheirDefinitions(t *testing.T) {
	at := func(n, t int) string { // counted through two vectors
		if t < n {
			return fmt.Sprint("a", t)
		}
		return fmt.Sprint("b", t-n)
	}
	within := func(n, t int, other string) string {
		if t < 0 || t >= n {
			return other
		}
		return at(n, t)
	}
	turned := func(n, i int) string { return at(n, (i%n+n)%n) }
	for _, row := range []struct {
		language, text string // with the lanes for N, the number for K
		lanes          func(n, k int) int
		lane           func(n, k, i int) string
		numbered       bool
		most           func(n int) int // the last number that is one; nil: any
	}{
		{"rust", "let a: u8xN; a.reverse()", nil, func(n, _, i int) string { return at(n, n-1-i) }, false, nil},
		{"rust", "let a: u8xN; a.rotate_elements_left::<K>()", nil, func(n, k, i int) string { return turned(n, i+k) }, true, nil},
		{"rust", "let a: u8xN; a.rotate_elements_right::<K>()", nil, func(n, k, i int) string { return turned(n, i-k) }, true, nil},
		{"rust", "let a: u8xN; a.shift_elements_left::<K>(0)", nil, func(n, k, i int) string { return within(n, i+k, "z") }, true, nil},
		{"rust", "let a: u8xN; a.shift_elements_right::<K>(5)", nil, func(n, k, i int) string { return within(n, i-k, "#5") }, true, nil},
		{"rust", "let a: u8xN; a.interleave(b).0", nil, func(n, _, i int) string { return at(n, i/2+i%2*n) }, false, nil},
		{"rust", "let a: u8xN; a.interleave(b).1", nil, func(n, _, i int) string { return at(n, n/2+i/2+i%2*n) }, false, nil},
		{"rust", "let a: u8xN; a.deinterleave(b).0", nil, func(n, _, i int) string { return at(n, 2*i) }, false, nil},
		{"rust", "let a: u8xN; a.deinterleave(b).1", nil, func(n, _, i int) string { return at(n, 2*i+1) }, false, nil},
		{"zig", "fn f(a: @Vector(N, u8)) void { return std.simd.reverseOrder(a); }", nil, func(n, _, i int) string { return at(n, n-1-i) }, false, nil},
		{"zig", "fn f(a: @Vector(N, u8)) void { return std.simd.rotateElementsLeft(a, K); }", nil, func(n, k, i int) string { return turned(n, i+k) }, true, nil},
		{"zig", "fn f(a: @Vector(N, u8)) void { return std.simd.rotateElementsRight(a, K); }", nil, func(n, k, i int) string { return turned(n, i-k) }, true, nil},
		{"zig", "fn f(a: @Vector(N, u8)) void { return std.simd.shiftElementsLeft(a, K, 0); }", nil, func(n, k, i int) string { return within(n, i+k, "z") }, true, nil},
		{"zig", "fn f(a: @Vector(N, u8)) void { return std.simd.shiftElementsRight(a, K, 0); }", nil, func(n, k, i int) string { return within(n, i-k, "z") }, true, nil},
		{"zig", "fn f(a: @Vector(N, u8), b: @Vector(N, u8)) void { return std.simd.mergeShift(a, b, K); }", nil, func(n, k, i int) string { return at(n, i+k) }, true, func(n int) int { return n }},
		{"zig", "fn f(a: @Vector(N, u8), b: @Vector(N, u8)) void { return std.simd.join(a, b); }", func(n, _ int) int { return 2 * n }, func(n, _, i int) string { return at(n, i) }, false, nil},
		{"swift", "let a: SIMDN<Int8>\nlet r = a.lowHalf", func(n, _ int) int { return n / 2 }, func(n, _, i int) string { return at(n, i) }, false, nil},
		{"swift", "let a: SIMDN<Int8>\nlet r = a.highHalf", func(n, _ int) int { return n / 2 }, func(n, _, i int) string { return at(n, n/2+i) }, false, nil},
		{"swift", "let a: SIMDN<Int8>\nlet r = a.evenHalf", func(n, _ int) int { return n / 2 }, func(n, _, i int) string { return at(n, 2*i) }, false, nil},
		{"swift", "let a: SIMDN<Int8>\nlet r = a.oddHalf", func(n, _ int) int { return n / 2 }, func(n, _, i int) string { return at(n, 2*i+1) }, false, nil},
	} {
		for _, n := range []int{2, 4, 8, 16} {
			numbers := 1
			if row.numbered {
				numbers = 2*n + 1
			}
			for k := range numbers {
				text := strings.NewReplacer("N", fmt.Sprint(n), "K", fmt.Sprint(k)).Replace(row.text)
				r, err := language(t, row.language).Read(text, dialect.Options{})
				if row.most != nil && k > row.most(n) {
					if err == nil {
						t.Errorf("%s is read as %s", text, r.Map.String())
					}
					continue
				}
				lanes := n
				if row.lanes != nil {
					lanes = row.lanes(n, k)
				}
				var want []string
				for i := range lanes {
					want = append(want, row.lane(n, k, i))
				}
				_, got, _ := strings.Cut(r.Map.String(), "-> ")
				if strings.HasPrefix(r.Map.String(), "-> ") { // of constants alone
					_, got, _ = strings.Cut(r.Map.String(), ": ")
				}
				if err != nil || got != strings.Join(want, " ") || r.Map.Bits != 8 {
					t.Errorf("%s is %s, %v, want %v", text, r.Map.String(), err, want)
				}
			}
		}
	}
}

// Swift's vectors are made of single lanes, which have letters as far as the fourth, and numbers, and of zeros.
func TestLanesOfSwift(t *testing.T) {
	const letters = "xyzw"
	for _, n := range []int{2, 3, 4, 8} {
		for i := range n + 1 {
			for _, lane := range []string{fmt.Sprintf("v[%d]", i), "v." + letters[min(i, 3):min(i, 3)+1]} {
				if lane[1] == '.' && i > 3 {
					continue
				}
				text := fmt.Sprintf("let v: SIMD%d<Int16>\nlet r = SIMD4(%s, 0, v[0], %s)", n, lane, lane)
				r, err := language(t, "swift").Read(text, dialect.Options{})
				if i == n {
					if err == nil {
						t.Errorf("%s is read as %s", text, r.Map.String())
					}
					continue
				}
				if want := fmt.Sprintf("i16x%d -> a%d z a0 a%d", n, i, i); err != nil || r.Map.String() != want {
					t.Errorf("%s is %s, %v, want %s", text, r.Map.String(), err, want)
				}
			}
		}
	}
}

// What is refused of each language, where, and with what words.
func TestRefusedWhere(t *testing.T) {
	for name, rows := range map[string][][2]string{
		"rust": {
			{"let a: u8x4; let b: u16x4; ‹simd_swizzle!(a, b, [0, 4, 1, 5])›", "lanes of 8 bits and lanes of 16 bits do not mix: reinterpret one of them"},
			{"let a: u8x4; ‹a.reverse().1›", "it has one result, and so no part .1"},
			{"let a: u8x4; ‹a.resize::<0>(0)›", ".resize is not for vectors of 4 and 4 lanes"},
			{"let a: u8x4; ‹a.reverse(3)›", ".reverse has a vector for arguments"},
			{"let a: u8x4; ‹a.rotate_elements_left()›", ".rotate_elements_left has a number between < and > behind its name"},
			{"let a: u8x4; a.rotate_elements_left::<‹k›>()", `expected a number, found "k": which lanes move must be in the text`},
			{"let a: u8x4; simd_swizzle!(‹3›, [0, 1])", `expected a vector or a call that moves lanes, found "3"`},
			{"let a: u8x4; simd_swizzle!(‹a[0]›, [0, 1])", "expected a vector or a call that moves lanes, found an index"},
		},
		"swift": {
			{"let v: SIMD2<Float>\nlet r = ‹v.z›", "a vector of 2 lanes has no .z"},
			{"let v: SIMD2<Float>\nlet r = ‹v[2]›", "a vector of 2 lanes has no lane 2"},
			{"let v: SIMD4<Float>\nlet r = ‹SIMD4(v.x, v.y)›", "SIMD4 has 4 lanes, and these are 2"},
			{"let v: SIMD4<Float>\nlet w: SIMD4<Double>\nlet r = ‹SIMD2(v.x, w.y)›", "lanes of 32 bits and lanes of 64 bits do not mix: reinterpret one of them"},
		},
		"csharp": {
			{"Vector128<int> a; Vector128.Shuffle(a, ‹Vector128.Create(1L, 0)›)", "the mask has lanes of 64 bits, and the vector of 32: Vector128.Shuffle wants them alike"},
			{"Vector128<int> a; ‹Vector128.Shuffle(a)›", "Vector128.Shuffle has a vector, a mask for arguments"},
		},
		"zig": {
			{"var a: @Vector(4, u8) = undefined; const r = @shuffle(u8, a, undefined, [1]i32{ ‹4› });", "index 4 is out of range: the first vector has 0 to 3, the second -1 to -4"},
			{"var a: @Vector(4, u8) = undefined; const r = @shuffle(u8, a, undefined, [2]i32{ 0, ‹-5› });", "index -5 is out of range: the first vector has 0 to 3, the second -1 to -4"},
			{"var b: @Vector(2, u8) = undefined; const r = @shuffle(u8, undefined, b, [2]i32{ -2, ‹2› });", "index 2 is out of range: the first vector has 0 to 1, the second -1 to -2"},
		},
	} {
		dialecttest.Refused(t, language(t, name), rows)
	}
}
