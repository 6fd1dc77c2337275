package clif_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/clif"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
)

func Example() {
	r, err := clif.Dialect().Read("v2 = shuffle v0, v1, [0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23]", dialect.Options{})
	fmt.Println(r.To, r.Map, r.Names, err)
	// Output: v2 i8x16 i8x16 -> a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7 [v0 v1] <nil>
}

// FuzzRead: any text is read as CLIF or refused with a place.
func FuzzRead(f *testing.F) {
	dialecttest.Fuzz(f, clif.Dialect(), "v2 = shuffle v0, v1, 0x17071606150514041303120211011000",
		"function %f(i32x4, i32) -> i8x16 {\nconst0 = 0x0f\nblock0(v0: i32x4, v1: i32):\n@0f v2 = insertlane v0, v1, 2 ; lane\nv3 = bitcast.i8x16 little v2\nv4 -> v3\njump block1(v4)\nblock1(v5: i8x16):\nv6 = vconst.i16x8 [1 2 3 4 5 6 7 8]\nv7 = uwiden_low v5\nreturn v7\n}",
		"v1 = splat.i32x4 v0\nv2 = band v1, v1\nv3 = extractlane v2, 3",
		"block0(v0: i32x4):\nv1 = bitcast.i128 little v0\nv2, v3 = isplit v1\nv4 = iconcat v3, v2")
}

// reads is a text read, or the test's end.
func reads(t *testing.T, text string) dialect.Reading {
	t.Helper()
	r, err := clif.Dialect().Read(text, dialect.Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

// Texts as Cranelift's tests and dumps have them, and what they mean.
func TestRead(t *testing.T) {
	const low = "a0 a1 a2 a3 a4 a5 a6 a7"
	for _, row := range []struct{ text, want, names string }{
		{"v2 = shuffle v0, v1, [3 0 31 26 4 6 12 11 23 13 24 4 2 15 17 5]", "i8x16 i8x16 -> a3 a0 b15 b10 a4 a6 a12 a11 b7 a13 b8 a4 a2 a15 b1 a5", "v0 v1"},
		{"v2 = shuffle v0, v1, 0x1f1e1d1c1b1a1918_0706050403020100", "i64x2 i64x2 -> a0 b1", "v0 v1"},
		{"const0 = 0x07060504030201000f0e0d0c0b0a0908\nblock0(v0: i8x16):\n    v1 = shuffle v0, v0, const0\n    return v1", "i64x2 -> a1 a0", "v0"},
		{"block0(v0: i8x16):\nv1 = vconst.i8x16 [1 0 16 255 4 5 6 7 8 9 10 11 12 13 14 15]\nv2 = swizzle v0, v1", "i8x16 -> a1 a0 z z a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15", "v0"},
		{"block0(v0: i8x16):\nv1 = vconst.i8x16 [1 0 16 255 4 5 6 7 8 9 10 11 12 13 14 15]\nv2 = x86_pshufb v0, v1", "i8x16 -> a1 a0 a0 z a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15", "v0"},
		{"block0(v0: i32x4):\n v1 = extractlane v0, 3\n v2 = splat.i32x4 v1", "i32x4 -> a3 a3 a3 a3", "v0"},
		{"v1 = scalar_to_vector.f32x4 v0", "i32x1 -> a0 z z z", "v0"},
		{"v0: i32x4\nv1 = extractlane v0, 2", "i32x4 -> a2", "v0"},
		{"block0(v0: i32x4, v1: i32):\n v2 = insertlane v0, v1, 2", "i32x4 i32x1 -> a0 a1 b0 a3", "v0 v1"},
		{"block0(v0: i8x16):\n v1 = uwiden_high v0", "i8x16 -> a8 z a9 z a10 z a11 z a12 z a13 z a14 z a15 z", "v0"},
		{"block0(v0: i8x16):\n v1 = uwiden_low v0", "i8x16 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z", "v0"},
		{"block0(v0: i8x16):\n v1 = bitcast.i64x2 little v0\n v2 = extractlane v1, 0", "i8x16 -> " + low, "v0"},
		{"block0(v0: i64x2):\n v1 = vconst.i64x2 [0xffffffffffffffff 0]\n v2 = band v0, v1", "i64x2 -> a0 z", "v0"},
		{"block0(v0: i64x2):\n v1 = vconst.i64x2 [0xffffffffffffffff 0]\n v2 = band_not v0, v1", "i64x2 -> z a1", "v0"},
		{"function %f(i64, i8x16) -> i8x16 fast {\n    gv0 = vmctx\n    const0 = 0x0706050403020100_0f0e0d0c0b0a0908\n\nblock0(v0: i64 vmctx, v1: i8x16):\n@0029  v2 = shuffle v1, v1, const0  ; const0 = 0x07\n@003f  jump block1(v2)\n\nblock1(v3: i8x16):\n       return v3\n}", "i64x2 -> a1 a0", "v1"},
		{"block0(v0: i8x16):\n v1 = bitcast.i128 little v0\n v2, v3 = isplit v1\n v4 = iconcat v3, v2\n v5 = bitcast.i8x16 little v4\n return v5", "i64x2 -> a1 a0", "v0"},
		{"block0(v0: i16x8):\n v1 = bitcast.i128 little v0\n v2, v3 = isplit v1\n v4, v5 = isplit v3\n v6 = splat.i32x4 v4", "i32x4 -> a2 a2 a2 a2", "v0"},
		{"v2 = iconcat v0, v1\nv3 = bitcast.i64x2 little v2", "i64x1 i64x1 -> a0 b0", "v0 v1"},
		{"block0(v0: i8x16, v1: i8x16):\njump block1(v1, v0)\nblock1(v2: i8x16, v3: i8x16):\nv4 = shuffle v2, v3, 0x1f1e1d1c1b1a1918_0706050403020100", "i64x2 i64x2 -> b0 a1", "v0 v1"},
		{"block0(v0: i8x16, v1: i8x16):\nv2 = shuffle v1, v0, 0x1f1e1d1c1b1a1918_0706050403020100", "i64x2 i64x2 -> b0 a1", "v0 v1"},
		{"v1 = load.i8x16 notrap aligned v0+16\nv2 -> v1\nv3 = shuffle v2, v2, [8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7]\nv4 = shuffle v3, v3, [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]\nstore notrap aligned v3, v0", "i64x2 -> a1 a0", "v1"},
	} {
		r := reads(t, row.text)
		want, err := lane.Parse(row.want)
		if err != nil {
			t.Fatal(err)
		}
		if got := program.Widest(r.Map); got.String() != program.Widest(want).String() || strings.Join(r.Names, " ") != row.names {
			t.Errorf("%s is %s of %q, want %s of %s", row.text, r.Map, r.Names, row.want, row.names)
		}
		if !clif.Dialect().Looks(row.text) {
			t.Errorf("%s does not look like it", row.text)
		}
	}
}

// What is refused, where, and with what words.
func TestRefused(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"v2 = shuffle v0, v1, const0", "1:22: const0 is not in the text"},
		{"v2 = shuffle v0, v1, [0 1 2 32 4 5 6 7 8 9 10 11 12 13 14 15]", "1:22: index 32 of lane 3 is out of range"},
		{"v2 = shuffle v0, v1, [0 1]", "1:22: a shuffle has 16 indices, and these are 2"},
		{"v2 = shuffle v0, v1, 0x100112233445566778899aabbccddeeff", "1:22: 0x100112233445566778899aabbccddeeff has more than 128 bits"},
		{"v2 = swizzle v0, v1", "1:14: where the lanes come from is known only when it runs"},
		{"block0(v0: i8x16, v1: i32x4):\nv2 = shuffle v0, v1, [0]", "2:14: the two values have 16 lanes of 8 bits and 4 of 32"},
		{"v1 = swiden_low v0", "1:6: swiden_low copies the sign of each lane"},
		{"v2 = iadd v0, v1", "1:6: iadd computes"},
		{"block0(v0: i8x16):\nv1, v2 = isplit v0", "2:17: isplit takes a scalar"},
		{"block0(v0: i8x16):\nv1 = iconcat v0, v0", "2:14: iconcat takes two scalars"},
		{"v1, v2 = umul_overflow v0", "1:10: umul_overflow makes no two values"},
		{"v1, x = isplit v0", "1:5: expected a value"},
		{"v1, v2 = isplit v0", "1:1: expected a line that moves lanes"},
		{"v2 = extractlane v0, 3", "1:18: the type of v0 is not in the text"},
		{"block0(v0: i32x4):\nv2 = extractlane v0, 4", "2:22: expected a lane from 0 to 3"},
		{"block0(v0: i8x16):\nbrif v0, block1, block2", "2:1: brif decides at run time"},
		{"block0(v0: i8x16):\njump block2\nblock1:\nreturn v0", "3:1: the lines before do not go on here"},
		{"v1 = bitcast.i32x4 big v0", "1:20: lanes of big endian"},
		{"v1 = splat.i33x4 v0", "1:6: expected a type behind splat"},
		{"block0(v0: vector):", "1:12: expected a type, such as i8x16"},
		{"return v0", "1:1: expected a line that moves lanes"},
		{"block0(v0: i32):\nv1 = splat.i64x2   v0", "2:20: a vector with lanes of 64 bits is not filled by a value of 32"},
		{"block0(v0: i32x4):\n v1 = scalar_to_vector.f32x4 v0", "2:30: a vector with lanes of 32 bits is not filled by a value of 128"},
		{"v1 = splat.i32 v0", "1:16: expected the type of a vector behind the operation"},
		{"v1 = splat.i32x4 x", "1:18: expected a value, such as v0, found \"x\""},
		{"block0(v0: i32x4, v1: i64):\nv2 = insertlane v0, v1, 2", "2:17: a lane of 32 bits is not a value of 64"},
		{"block0(v0: i32x4, v1: i32):\nv2 = insertlane v0, v1, 9", "2:25: expected a lane from 0 to 3"},
		{"block0(v0: i32x4, v1: i32):\nv2 = insertlane v0 v1", "2:20: expected \",\", found \"v1\""},
		{"block0(v0: i32x4, v1: i32):\nv2 = insertlane v0, 7, 1", "2:21: expected a value, such as v0, found \"7\""},
		{"block0(v0: i32x4):\nv2 = extractlane   v0 7", "2:23: expected \",\", found \"7\""},
		{"v2 ->   v9", "1:9: \"v9\" is not made or declared before"},
		{"  hello = 3", "1:3: expected a value, such as v2 = shuffle"},
		{"block0(v0: i8x16, v1):\n", "1:21: expected \":\" and a type"},
		{"block0(v0: i8x16):\n v1 = shuffle v0, v0,   [1 x]", "2:28: expected the bytes of a vector"},
	} {
		_, err := clif.Dialect().Read(row.text, dialect.Options{})
		var e *syntax.Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
}

// What GCC's dumps and LLVM have is not Cranelift's.
func TestLooks(t *testing.T) {
	for _, text := range []string{"(set (reg:V4SI 1) (vec_select:V4SI (reg:V4SI 2) (parallel [(const_int 0)])))", "%v2 = shufflevector <4 x i32> %v0, <4 x i32> %v1, <4 x i32> zeroinitializer", "v = shuffle(v0, v1)", "v2 = a + b", "= ", "v1 =", "v2 shuffle v0 = 1", "x = shuffle v0, v1", "v1 = hello", "v2 = shuffle x", "v4294967296 = copy v0"} {
		if clif.Dialect().Looks(text) {
			t.Errorf("%q looks like CLIF", text)
		}
	}
}

// What stands before a line of Cranelift's does not hide it.
func TestLooksBehindOthers(t *testing.T) {
	for _, before := range []string{"", "= ", " = ", "a = b\n", "v1= v2= ", "== "} {
		for _, line := range []string{"v2 = shuffle v0, v1", "v2= splat.i8x16 v0", "v4294967295 = copy v0", "v1 = vconst.i8x16 0x00", "v2 = snarrow v0, v1", "v2 = select v0, v1, v2"} {
			if !clif.Dialect().Looks(before + line) {
				t.Errorf("%q does not look like CLIF", before+line)
			}
		}
	}
}

// What it is called, and that its texts have several lines.
func TestDialect(t *testing.T) {
	if d := clif.Dialect(); d.Name != "clif" || !d.Whole {
		t.Errorf("%q, of several lines: %t", d.Name, d.Whole)
	}
}

// Random functions of shuffles, swizzles, splats and widening are followed a byte at a time, by a machine that knows nothing of maps.
func TestFollowsBytes(t *testing.T) {
	rng := chance.Random(t, 1)
	for range 300 {
		text, want := randomFunction(rng)
		r := reads(t, text)
		m, err := r.Map.Regroup(8)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range m.Lane {
			if l == lane.Zero() {
				got = append(got, "0")
				continue
			}
			got = append(got, fmt.Sprintf("%s.%d", r.Names[l.Src], l.Index))
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Fatalf("%s\nis  %s\nnot %s", text, got, want)
		}
	}
}

// randomFunction is a function over v0 and v1, and what each byte of its result is: v0.3, or 0.
func randomFunction(rng *rand.Rand) (text string, result []string) {
	values := make([][]string, 2)
	for k := range values {
		for i := range 16 {
			values[k] = append(values[k], fmt.Sprintf("v%d.%d", k, i))
		}
	}
	var b strings.Builder
	b.WriteString("function %f(i8x16, i8x16) -> i8x16 {\nblock0(v0: i8x16, v1: i8x16):\n")
	line := func(value []string, format string, args ...any) {
		fmt.Fprintf(&b, "    v%d = %s\n", len(values), fmt.Sprintf(format, args...))
		values = append(values, value)
	}
	for range 1 + rng.IntN(5) {
		x, y := rng.IntN(len(values)), rng.IntN(len(values))
		for len(values[x]) != 16 || len(values[y]) != 16 {
			x, y = rng.IntN(len(values)), rng.IntN(len(values))
		}
		made, numbers := make([]string, 16), make([]string, 16)
		switch rng.IntN(3) {
		case 0:
			both := append(append([]string{}, values[x]...), values[y]...)
			hex := ""
			for i := range made {
				k := rng.IntN(32)
				made[i], numbers[i], hex = both[k], fmt.Sprint(k), fmt.Sprintf("%02x", k)+hex
			}
			mask := "[" + strings.Join(numbers, " ") + "]"
			if rng.IntN(2) == 0 {
				mask = "0x" + hex
			}
			line(made, "shuffle v%d, v%d, %s", x, y, mask)
		case 1:
			for i := range made {
				k := rng.IntN(20)
				made[i], numbers[i] = "0", fmt.Sprint(k)
				if k < 16 {
					made[i] = values[x][k]
				}
			}
			line([]string{"constant"}, "vconst.i8x16 [%s]", strings.Join(numbers, " "))
			line(made, "swizzle v%d, v%d", x, len(values)-1)
		default:
			half := rng.IntN(2)
			for i := range made {
				made[i] = "0"
				if i%2 == 0 {
					made[i] = values[x][8*half+i/2]
				}
			}
			line(made, "uwiden_%s v%d", []string{"low", "high"}[half], x)
			line(made, "bitcast.i8x16 little v%d", len(values)-1)
			values[len(values)-2] = []string{"of another type"}
		}
	}
	fmt.Fprintf(&b, "    return v%d\n}\n", len(values)-1)
	return b.String(), values[len(values)-1]
}
