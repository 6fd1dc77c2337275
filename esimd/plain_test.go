package esimd_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/esimd"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// The second meaning has no regions: vectors are arrays of numbers, and each function of the documents is a loop as they describe it. An element that is not there is outside.

const outside = -1

// reads compares what a text is read as with the elements of one vector that its result has.
func reads(t *testing.T, name, text string, bits int, want []int) dialect.Reading {
	t.Helper()
	r, err := language(t, name).Read(text, dialect.Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if r.Map.Bits != bits || len(r.Map.Lane) != len(want) {
		t.Fatalf("%s is %s, want %d lanes of %d bits", text, r.Map, len(want), bits)
	}
	for i, l := range r.Map.Lane {
		is := lane.From(0, want[i])
		if want[i] == outside {
			is = lane.Lane{}
		}
		if l != is {
			t.Fatalf("%s: lane %d is %v, want %v", text, i, l, is)
		}
	}
	return r
}

func language(t *testing.T, name string) dialect.Dialect {
	t.Helper()
	for _, d := range esimd.Dialects() {
		if d.Name == name {
			return d
		}
	}
	t.Fatalf("there is no %s", name)
	return dialect.Dialect{}
}

// element is the number of an element if there is one.
func element(at, n int) int {
	if at < 0 || at >= n {
		return outside
	}
	return at
}

// Every select of up to nine elements: size elements, each stride behind the one before.
func TestSelectExhaustive(t *testing.T) {
	count := 0
	for n := 1; n <= 9; n++ {
		for size := 1; size <= n; size++ {
			for stride := 1; stride <= 4 && (size > 1 || stride == 1); stride++ {
				for offset := range n {
					var want []int
					for at := offset; len(want) < size; at += stride {
						want = append(want, element(at, n))
					}
					defined := false
					for _, e := range want {
						defined = defined || e >= 0
					}
					count++
					reads(t, "esimd", fmt.Sprintf("simd<short, %d> v; simd<short, %d> r = v.select<%d, %d>(%d);", n, size, size, stride, offset), 16, want)
					reads(t, "cm", fmt.Sprintf("vector<short, %d> v; v.select<%d, %d>(%d);", n, size, stride, offset), 16, want)
				}
			}
		}
	}
	if count < 500 {
		t.Errorf("%d selects: hardly any was tested", count)
	}
}

// Every select of rows and columns in matrices of up to four by four.
func TestMatrixSelectExhaustive(t *testing.T) {
	count := 0
	for shape := range 16 {
		rows, cols := 1+shape/4, 1+shape%4
		m := make([][]int, 8+rows)
		for i := range m {
			m[i] = make([]int, 8+cols)
			for j := range m[i] {
				if m[i][j] = outside; i < rows && j < cols {
					m[i][j] = i*cols + j
				}
			}
		}
		for k := range 4 * 4 * 4 * 4 * 4 * 4 {
			vs, vd, hs, hd, i, j := 1+k%4, 1+k/4%4, 1+k/16%4, 1+k/64%4, k/256%4, k/1024%4
			if vs > rows || hs > cols || i >= rows || j >= cols || vs == 1 && vd > 1 || hs == 1 && hd > 1 || vd > 2 || hd > 2 {
				continue
			}
			var want []int
			for r := range vs {
				for c := range hs {
					want = append(want, m[i+r*vd][j+c*hd])
				}
			}
			count++
			reads(t, "cm", fmt.Sprintf("matrix<float, %d, %d> m; m.select<%d, %d, %d, %d>(%d, %d);", rows, cols, vs, vd, hs, hd, i, j), 32, want)
			reads(t, "esimd", fmt.Sprintf("simd<float, %d> m; m.bit_cast_view<float, %d, %d>().select<%d, %d, %d, %d>(%d, %d);", rows*cols, rows, cols, vs, vd, hs, hd, i, j), 32, want)
		}
		for i := range rows {
			reads(t, "cm", fmt.Sprintf("matrix<float, %d, %d> m; m.row(%d);", rows, cols, i), 32, m[i][:cols])
		}
		for j := range cols {
			var want []int
			for i := range rows {
				want = append(want, m[i][j])
			}
			reads(t, "cm", fmt.Sprintf("matrix<float, %d, %d> m; m.column(%d);", rows, cols, j), 32, want)
		}
	}
	if count < 1000 {
		t.Errorf("%d selects: hardly any was tested", count)
	}
}

// Every way to replicate small blocks: rep blocks of w elements, hs apart, that begin vs apart.
func TestReplicate(t *testing.T) {
	const n = 7
	for k := range 3 * 3 * 3 * 3 * n {
		rep, w, vs, hs, offset := 1+k%3, 1+k/3%3, k/9%3, k/27%3, k/81
		blocks := func(vs, hs int) (want []int) {
			for block := range rep {
				for e := range w {
					want = append(want, element(offset+block*vs+e*hs, n))
				}
			}
			return want
		}
		for name, declared := range map[string]string{"esimd": "simd<int, 7> v; v.", "cm": "vector<int, 7> v; v."} {
			r := reads(t, name, fmt.Sprintf(declared+"replicate<%d, %d>(%d)", rep, w, offset), 32, blocks(0, 1))
			if warned := strings.Contains(strings.Join(r.Warnings, " "), "June 2021"); warned != (name == "esimd") {
				t.Fatalf("%s: warnings %q", name, r.Warnings)
			}
			reads(t, name, fmt.Sprintf(declared+"replicate<%d, %d, %d>(%d)", rep, vs, w, offset), 32, blocks(vs, 1))
			reads(t, name, fmt.Sprintf(declared+"replicate<%d, %d, %d, %d>(%d)", rep, vs, w, hs, offset), 32, blocks(vs, hs))
			var whole []int
			for range rep {
				whole = append(whole, 0, 1, 2, 3, 4, 5, 6)
			}
			reads(t, name, fmt.Sprintf(declared+"replicate<%d>()", rep), 32, whole)
		}
		reads(t, "esimd", fmt.Sprintf("simd<int, 7> v; v.replicate_w<%d, %d>(%d)", rep, w, offset), 32, blocks(0, 1))
		reads(t, "esimd", fmt.Sprintf("simd<int, 7> v; v.replicate_vs_w<%d, %d, %d>(%d)", rep, vs, w, offset), 32, blocks(vs, 1))
		reads(t, "esimd", fmt.Sprintf("simd<int, 7> v; v.replicate_vs_w_hs<%d, %d, %d, %d>(%d)", rep, vs, w, hs, offset), 32, blocks(vs, hs))
	}
	// of a matrix, a row and a column say where
	reads(t, "cm", "matrix<int, 3, 4> m; m.replicate<2, 4, 2, 2>(1, 1)", 32, []int{5, 7, 9, 11})
}

// Every small region of the intrinsics, read and written, in LLVM's text and in ESIMD's own calls, as the pseudocode of ESIMD's header goes.
func TestIntrinsicsExhaustive(t *testing.T) {
	const n, size = 6, 4
	count := 0
	for k := range 4 * 4 * 4 * 4 * n {
		m, w, vs, hs, offset := 1+k%4, 1+k/4%4, k/16%4, k/64%4, k/256
		if m%w != 0 {
			continue
		}
		var picked []int
		written := []int{0, 1, 2, 3, 4, 5} // of the old vector; 10 and more are of the new one
		for i := range m / w {
			for j := range w {
				at := i*vs + j*hs + offset
				if picked = append(picked, element(at, n)); at < n && written != nil {
					written[at] = 10 + len(picked) - 1
				} else {
					written = nil
				}
			}
		}
		count++
		text := fmt.Sprintf("%%r = call <%d x i32> @llvm.genx.rdregioni.v%di32.v6i32.i16(<6 x i32> %%v, i32 %d, i32 %d, i32 %d, i16 %d, i32 undef)", m, m, vs, w, hs, offset*size)
		reads(t, "genx", text, 32, picked)
		reads(t, "esimd", fmt.Sprintf("__esimd_rdregion<float, 6, %d, %d, %d, %d>(v, %d)", m, vs, w, hs, offset*size), 32, picked)

		rows := make([]string, m/w) // the same by an offset for each row, where V means nothing
		for i := range rows {
			rows[i] = fmt.Sprintf("i16 %d", (offset+i*vs)*size)
		}
		reads(t, "genx", fmt.Sprintf("%%r = call <%d x float> @llvm.genx.rdregionf(<6 x float> %%v, i32 77, i32 %d, i32 %d, <%d x i16> <%s>, i32 undef)", m, w, hs, len(rows), strings.Join(rows, ", ")), 32, picked)

		for name, text := range map[string]string{
			"genx":  fmt.Sprintf("%%r = call <6 x i32> @llvm.genx.wrregioni(<6 x i32> %%v, <%d x i32> %%w, i32 %d, i32 %d, i32 %d, i16 %d, i32 undef, i1 true)", m, vs, w, hs, offset*size),
			"esimd": fmt.Sprintf("__esimd_wrregion<int, 6, %d, %d, %d, %d>(v, w, %d)", m, vs, w, hs, offset*size),
		} {
			r, err := language(t, name).Read(text, dialect.Options{})
			if (err == nil) != (written != nil) {
				t.Fatalf("%s: %v", text, err)
			}
			for i, l := range r.Map.Lane {
				want := lane.From(written[i]/10, written[i]%10)
				if k := l.Src; k < len(r.Names) {
					l.Src = map[string]int{"v": 0, "w": 1}[r.Names[k]]
				}
				if l != want {
					t.Fatalf("%s: lane %d is %v, want %v", text, i, l, want)
				}
			}
		}
	}
	if count != 768 {
		t.Errorf("%d regions: hardly any was tested", count)
	}
}

// Bytes behind one another are other elements after a cast, the lowest byte first: memory is read as C does.
func TestCasts(t *testing.T) {
	types := map[string]int{"char": 1, "unsigned short": 2, "half": 2, "int": 4, "float": 4, "double": 8, "uint64_t": 8}
	for from, size := range types {
		for to, other := range types {
			for offset := range 16 / other {
				memory := make([]int, 16)
				for i := range memory {
					memory[i] = i
				}
				want := memory[offset*other : (offset+1)*other]
				text := fmt.Sprintf("simd<%s, %d> v; v.bit_cast_view<%s>().select<1, 1>(%d)", from, 16/size, to, offset)
				r, err := language(t, "esimd").Read(text, dialect.Options{})
				if err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				bytes, err := r.Map.Regroup(8)
				if err != nil || len(bytes.Lane) != len(want) {
					t.Fatalf("%s is %s: %v", text, r.Map, err)
				}
				for i, l := range bytes.Lane {
					if l != lane.From(0, want[i]) {
						t.Fatalf("%s: byte %d is %v, want byte %d", text, i, l, want[i])
					}
				}
			}
		}
	}
}

// A number goes into elements as C converts it, which Go does too.
func TestConstants(t *testing.T) {
	for text, want := range map[string]string{
		"simd<int, 2> v = 5;":                                 "-> i32x2: #5 #5",
		"simd<short, 2> v = -1;":                              "-> i16x2: m m",
		"simd<uint8_t, 4> v(250, 3);":                         "-> i8x4: #fa #fd z #3",
		"simd<float, 2> v = 1;":                               "-> i32x2: #3f800000 #3f800000",
		"simd<float, 2> v(0.5f, 0.25f);":                      "-> i32x2: #3f000000 #3f400000",
		"simd<double, 1> v = -2.0;":                           "-> i64x1: #c000000000000000",
		"simd<half, 2> v({65504.0, 6e-8});":                   "-> i16x2: #7bff 1",
		"simd<half, 2> v({1e9, -0.333251953125});":            "-> i16x2: #7c00 #b555",
		"simd<bfloat16, 2> v({3.140625, 1.00390625});":        "-> i16x2: #4049 #3f80",
		"vector<int, 4> v = 0; v(2) = 0x7; v(3) = 3 * 4 - 2;": "-> i32x4: z z #7 #a",
		"simd<int, 4> v{1, 2};":                               "-> i32x4: 1 #2 z z",
		"constexpr int N = 2; simd<int, N> v = (1 << N) | 1;": "-> i32x2: #5 #5",
	} {
		r, err := language(t, "esimd").Read(text, dialect.Options{})
		if err != nil || r.Map.String() != want {
			t.Errorf("%s is %s, %v; want %s", text, r.Map, err, want)
		}
	}
}

// A merge under a mask that is known goes element by element; C for Metal looks at the lowest bit of the mask, ESIMD at all.
func TestMerge(t *testing.T) {
	rng := chance.Random(t, 51)
	for range 300 {
		var mask [8]int
		var words []string
		bits := 0
		for i := range mask {
			mask[i] = rng.IntN(4)
			words = append(words, fmt.Sprint(mask[i]))
			bits |= mask[i] & 1 << i
		}
		for name, set := range map[string]func(x int) bool{"esimd": func(x int) bool { return x != 0 }, "cm": func(x int) bool { return x%2 != 0 }} {
			vector := map[string]string{"esimd": "simd", "cm": "vector"}[name]
			head := fmt.Sprintf("%s<int, 8> f(%s<int, 8> a, %s<int, 8> b) { %s<ushort, 8> m({%s}); ", vector, vector, vector, vector, strings.Join(words, ", "))
			one, err := language(t, name).Read(head+"a.merge(b, m); }", dialect.Options{})
			if err != nil {
				t.Fatal(err)
			}
			two, err := language(t, name).Read(head+vector+"<int, 8> r; r.merge(b, a, m); return r; }", dialect.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, x := range mask {
				is, wanted := one.Map.Lane[i], lane.FromOld(i)
				if set(x) {
					wanted = lane.From(0, i)
				}
				other, from := two.Map.Lane[i], "a"
				if set(x) {
					from = "b"
				}
				if is != wanted || two.Names[other.Src] != from || other.Index != i {
					t.Fatalf("%s: mask %v: lane %d is %v and %v", name, mask, i, is, other)
				}
			}
		}
		r, err := language(t, "cm").Read(fmt.Sprintf("vector<int, 8> f(vector<int, 8> &a, vector<int, 8> b) { a.merge(b, %#x); }", bits), dialect.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range r.Map.Lane {
			if (l.Kind == lane.Source) != (mask[i]%2 != 0) || l.Index != i {
				t.Fatalf("mask %#x: lane %d is %v", bits, i, l)
			}
		}
	}
	r, err := language(t, "esimd").Read("simd<int, 4> v, w; simd_mask<2> k; v.select<2, 2>(1).merge(w.select<2, 1>(0), k);", dialect.Options{})
	if err != nil || r.Guard == nil || r.Guard.By != "k" || fmt.Sprint(r.Guard.Bit) != fmt.Sprint([]int{lane.Always, 0, lane.Always, 1}) || r.Map.String() != "i32x4 -> . a0 . a1" {
		t.Errorf("under a mask that is not known: %s, %v, %v", r.Map, r.Guard, err)
	}
}
