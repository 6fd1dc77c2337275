package mlir_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/mlir"
)

func Example() {
	r, err := mlir.Dialect().Read("%0 = vector.shuffle %lo, %hi [0, 4, 1, 5] : vector<4xi32>, vector<4xi32>", dialect.Options{})
	fmt.Println(r.To, r.Map, r.Names, err)
	// Output: %0 i32x4 i32x4 -> a0 b0 a1 b1 [%lo %hi] <nil>
}

func FuzzRead(f *testing.F) {
	dialecttest.Fuzz(f, mlir.Dialect(), "%0:2 = vector.deinterleave %a : vector<4xi8> -> vector<2xi8>\nreturn %0#1 : vector<2xi8>",
		"%c = arith.constant dense<0.0> : vector<4xf32>\n%r = vector.insert_strided_slice %a, %c {offsets = [1], strides = [2]} : vector<2xf32> into vector<4xf32>",
		"%t = vector.transpose %a, [1, 0, 2] : vector<2x3x4xi8> to vector<3x2x4xi8>\n%b = vector.bitcast %t : vector<3x2x4xi8> to vector<3x2x1xi32>",
		"%b = vector.broadcast %a : vector<1x4xi32> to vector<3x4xi32>", "%e = vector.extract %v[1, 2] : i8 from vector<2x4xi8>", "%x = vector.shuffle %a, %a [-1] : vector<65536xi1>, vector<1xi1>")
}

// Texts as people write them, and what they mean.
func TestRead(t *testing.T) {
	for _, row := range []struct{ text, want, names string }{
		{"%0 = vector.shuffle %a, %b [0, 4, 1, 5] : vector<4xi32>, vector<4xi32>", "i32x4 i32x4 -> a0 b0 a1 b1", "%a %b"},
		{"%0 = vector.shuffle %a, %b[0, -1, 2] : vector<2xf32>, vector<4xf32>", "i32x2 i32x4 -> a0 _ b0", "%a %b"},
		{"vector.shuffle %v, %v [3, 2, 1, 0] : vector<4xi8>, vector<4xi8>", "i8x4 -> a3 a2 a1 a0", "%v"},
		{"%0 = vector.shuffle %a, %b [1, 2] : vector<2x2xi16>, vector<2x2xi16>", "i16x4 i16x4 -> a2 a3 b0 b1", "%a %b"},
		{"%2 = llvm.shufflevector %0, %1 [0, 2, 1, 3] : vector<2xf64>", "i64x2 i64x2 -> a0 b0 a1 b1", "%0 %1"},
		{"%0 = vector.interleave %a, %b : vector<4xi32> -> vector<8xi32>", "i32x4 i32x4 -> a0 b0 a1 b1 a2 b2 a3 b3", "%a %b"},
		{"%0 = vector.interleave %a, %b : vector<2x2xi8> -> vector<2x4xi8>", "i8x4 i8x4 -> a0 b0 a1 b1 a2 b2 a3 b3", "%a %b"},
		{"%0, %1 = vector.deinterleave %a : vector<8xi8> -> vector<4xi8>", "i8x8 -> a0 a2 a4 a6", "%a"},
		{"%0, %1 = vector.deinterleave %a : vector<8xi8> -> vector<4xi8>\nreturn %1 : vector<4xi8>", "i8x8 -> a1 a3 a5 a7", "%a"},
		{"%0:2 = vector.deinterleave %a : vector<4xi8> -> vector<2xi8>\nreturn %0#1 : vector<2xi8>", "i8x4 -> a1 a3", "%a"},
		{"%0 = vector.broadcast %s : i32 to vector<4xi32>", "i32x1 -> a0 a0 a0 a0", "%s"},
		{"%0 = vector.broadcast %v : vector<2xf32> to vector<2x2xf32>", "i32x2 -> a0 a1 a0 a1", "%v"},
		{"%0 = vector.broadcast %v : vector<2x1xf32> to vector<2x2xf32>", "i32x2 -> a0 a0 a1 a1", "%v"},
		{"%0 = vector.transpose %m, [1, 0] : vector<2x3xf32> to vector<3x2xf32>", "i32x6 -> a0 a3 a1 a4 a2 a5", "%m"},
		{"%1 = vector.extract_strided_slice %0 {offsets = [1], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>", "i32x4 -> a1 a2", "%0"},
		{"%1 = vector.extract_strided_slice %0 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xi8> to vector<2x2xi8>", "i8x8 -> a2 a3 a6 a7", "%0"},
		{"%1 = vector.insert_strided_slice %s, %v {offsets = [2], strides = [1]} : vector<2xi32> into vector<4xi32>", "i32x2 i32x4 -> b0 b1 a0 a1", "%s %v"},
		{"%1 = vector.insert_strided_slice %s, %v {offsets = [1, 0], strides = [1]} : vector<2xi32> into vector<2x2xi32>", "i32x2 i32x4 -> b0 b1 a0 a1", "%s %v"},
		{"%1 = vector.extract %v[1] : vector<2xf32> from vector<2x2xf32>", "i32x4 -> a2 a3", "%v"},
		{"%1 = vector.insert %s, %v[3] : f32 into vector<4xf32>", "i32x1 i32x4 -> b0 b1 b2 a0", "%s %v"},
		{"%0 = vector.from_elements %x, %y, %x : vector<3xi64>", "i64x1 i64x1 -> a0 b0 a0", "%x %y"},
		{"%0 = vector.shuffle %a, %b [0:i32, 1:i32] : vector<2xi32>, vector<2xi32>", "i32x2 i32x2 -> a0 a1", "%a %b"},
		{"%c = arith.constant dense<[1, 2, 4, 8]> : vector<4xi32>\n%0 = vector.shuffle %a, %c [0, 4, 5, 6, 7] : vector<4xi32>, vector<4xi32>", "i32x4 -> a0 1 #2 #4 #8", "%a"},
		{"%0:2 = vector.deinterleave %a : vector<8xi16> -> vector<4xi16>\n%1 = vector.shuffle %0#0, %0#1 [4, 0] : vector<4xi16>, vector<4xi16>", "i16x8 -> a1 a0", "%a"},
		{"%z = arith.constant dense<0> : vector<2xi32>\n%r = vector.shuffle %a, %z [0, 2, 1, 3] : vector<2xi32>, vector<2xi32>", "i32x2 -> a0 z a1 z", "%a"},
		{"%b = vector.bitcast %a : vector<2xi32> to vector<4xi16>\n%r = vector.shuffle %b, %b [1, 0, 3, 2] : vector<4xi16>, vector<4xi16>", "i16x4 -> a1 a0 a3 a2", "%a"},
		{"func.func @f(%a: vector<4xi32>) -> vector<4xi32> {\n  // turned\n  %p = ub.poison : vector<4xi32>\n  %0 = vector.shuffle %a, %p [3, 2, 1, 0] : vector<4xi32>, vector<4xi32>\n  return %0 : vector<4xi32>\n}", "i32x4 -> a3 a2 a1 a0", "%a"},
	} {
		d := mlir.Dialect()
		r, err := d.Read(row.text, dialect.Options{})
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		if got := r.Map.String(); got != row.want || strings.Join(r.Names, " ") != row.names {
			t.Errorf("%s is %s of %q, want %s of %s", row.text, got, r.Names, row.want, row.names)
		}
		if !d.Looks(row.text) {
			t.Errorf("%s does not look like it", row.text)
		}
	}
}

// Of two results it is said that the first is shown, unless another one is: the second, which is returned, or what is made of both.
func TestSecondResult(t *testing.T) {
	for text, want := range map[string]string{
		"%0, %1 = vector.deinterleave %a : vector<8xi8> -> vector<4xi8>":                                                                   "of two results this is the first: return %1 asks for the other",
		"%0:2 = vector.deinterleave %a : vector<8xi8> -> vector<4xi8>":                                                                     "of two results this is the first: return %0#1 asks for the other",
		"%0:2 = vector.deinterleave %a : vector<8xi8> -> vector<4xi8>\nreturn %0#0 : vector<4xi8>":                                         "",
		"%0:2 = vector.deinterleave %a : vector<8xi8> -> vector<4xi8>\n%1 = vector.shuffle %0#0, %0#1 [4, 0] : vector<4xi8>, vector<4xi8>": "",
		"%0:2 = vector.deinterleave %a : vector<8xi8> -> vector<4xi8>\n%1 = vector.bitcast %0#1 : vector<4xi8> to vector<2xi16>":           "",
		"%1 = vector.bitcast %a : vector<4xi16> to vector<8xi8>\n%0:2 = vector.deinterleave %1 : vector<8xi8> -> vector<4xi8>":             "of two results this is the first: return %0#1 asks for the other",
	} {
		r, err := mlir.Dialect().Read(text, dialect.Options{})
		if said := strings.Join(r.Warnings, "; "); err != nil || said != want {
			t.Errorf("%s: %q, %v, want %q", text, said, err, want)
		}
	}
}

// An array is a value with its dimensions, and the documents' operations on arrays are a second way to say what each moves.
type array struct {
	at   map[string]string // by the place, such as "1 2"
	dims []int
}

// places calls f with each place of an array, the last dimension first.
func places(dims []int, f func(place []int)) {
	place := make([]int, len(dims))
	for {
		f(place)
		d := len(dims) - 1
		for ; d >= 0; d-- {
			if place[d]++; place[d] < dims[d] {
				break
			}
			place[d] = 0
		}
		if d < 0 {
			return
		}
	}
}

// filled is an array whose lanes are called by a letter and a number.
func filled(letter string, dims ...int) array {
	a, n := array{map[string]string{}, dims}, 0
	places(dims, func(p []int) {
		a.at[fmt.Sprint(p)] = letter + fmt.Sprint(n)
		n++
	})
	return a
}

// flat is the lanes of an array.
func (a array) flat() (all []string) {
	places(a.dims, func(p []int) { all = append(all, a.at[fmt.Sprint(p)]) })
	return all
}

// build is an array of which each place is f of it.
func build(dims []int, f func(p []int) string) array {
	a := array{map[string]string{}, dims}
	places(dims, func(p []int) { a.at[fmt.Sprint(p)] = f(p) })
	return a
}

func typed(dims []int) string { return typeOf(dims, "i8") }

// typeOf is a vector's type.
func typeOf(dims []int, element string) string {
	return "vector<" + strings.Trim(strings.ReplaceAll(fmt.Sprint(dims), " ", "x"), "[]") + "x" + element + ">"
}

func list(n []int) string { return strings.ReplaceAll(fmt.Sprint(n), " ", ", ") }

// Operations on arrays of several dimensions move what the documents say.
func TestArrays(t *testing.T) {
	rng := chance.Random(t, 51)
	get := func(a array, p []int) string { return a.at[fmt.Sprint(p)] }
	for range 600 {
		dims := make([]int, 1+rng.IntN(3))
		for d := range dims {
			dims[d] = 1 + rng.IntN(4)
		}
		a, b := filled("a", dims...), filled("b", dims...)
		var text string
		var want array
		switch rng.IntN(5) {
		case 0:
			order := rng.Perm(len(dims))
			to := make([]int, len(dims))
			for d, k := range order {
				to[d] = dims[k]
			}
			want = build(to, func(p []int) string {
				from := make([]int, len(p))
				for d, k := range order {
					from[k] = p[d]
				}
				return get(a, from)
			})
			text = fmt.Sprintf("%%r = vector.transpose %%a, %s : %s to %s", list(order), typed(dims), typed(to))
		case 1:
			sel := make([]int, 1+rng.IntN(5))
			for i := range sel {
				sel[i] = rng.IntN(2 * dims[0])
			}
			to := append([]int{len(sel)}, dims[1:]...)
			want = build(to, func(p []int) string {
				from := slices.Clone(p)
				if from[0] = sel[p[0]]; from[0] < dims[0] {
					return get(a, from)
				}
				from[0] -= dims[0]
				return get(b, from)
			})
			text = fmt.Sprintf("%%r = vector.shuffle %%a, %%b %s : %s, %s", list(sel), typed(dims), typed(dims))
		case 2:
			to := slices.Clone(dims)
			to[len(to)-1] *= 2
			want = build(to, func(p []int) string {
				from := slices.Clone(p)
				from[len(from)-1] /= 2
				return get([]array{a, b}[p[len(p)-1]%2], from)
			})
			text = fmt.Sprintf("%%r = vector.interleave %%a, %%b : %s -> %s", typed(dims), typed(to))
		case 3:
			to := append([]int{1 + rng.IntN(3)}, dims...)
			want = build(to, func(p []int) string { return get(a, p[1:]) })
			text = fmt.Sprintf("%%r = vector.broadcast %%a : %s to %s", typed(dims), typed(to))
		case 4:
			offsets, sizes, strides := make([]int, len(dims)), make([]int, len(dims)), make([]int, len(dims))
			for d, n := range dims {
				offsets[d], strides[d] = rng.IntN(n), 1+rng.IntN(2)
				sizes[d] = 1 + rng.IntN((n-1-offsets[d])/strides[d]+1)
			}
			want = build(sizes, func(p []int) string {
				from := make([]int, len(p))
				for d := range p {
					from[d] = offsets[d] + strides[d]*p[d]
				}
				return get(a, from)
			})
			text = fmt.Sprintf("%%r = vector.extract_strided_slice %%a {offsets = %s, sizes = %s, strides = %s} : %s to %s", list(offsets), list(sizes), list(strides), typed(dims), typed(sizes))
			// Put back where it was taken from, the slice changes nothing.
			text += fmt.Sprintf("\n%%back = vector.insert_strided_slice %%r, %%a {offsets = %s, strides = %s} : %s into %s", list(offsets), list(strides), typed(sizes), typed(dims))
			r, err := mlir.Dialect().Read(text, dialect.Options{})
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if v, err := lane.Compare(r.Map, lane.Identity(8, len(a.flat()))); err != nil || v.Relation != lane.Equal {
				t.Fatalf("%s changes lanes: %s", text, r.Map)
			}
			text, _, _ = strings.Cut(text, "\n")
		}
		r, err := mlir.Dialect().Read(text, dialect.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if _, got, _ := strings.Cut(r.Map.String(), "-> "); got != strings.Join(want.flat(), " ") {
			t.Fatalf("%s is %s, want %s", text, got, want.flat())
		}
	}
}
