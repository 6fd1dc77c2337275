package gcc_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/gcc"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

func Example() {
	for _, text := range []string{
		"_3 = VEC_PERM_EXPR <a_1(D), b_2(D), { 0, 4, 1, 5 }>;",
		"(vec_merge:V4SF (reg:V4SF 100) (reg:V4SF 101) (const_int 5))",
	} {
		r, err := gcc.Dialect().Read(text, dialect.Options{})
		fmt.Println(r.Map, r.Names, err)
	}
	// Output:
	// i32x4 i32x4 -> a0 b0 a1 b1 [a b] <nil>
	// i32x4 i32x4 -> a0 b1 a2 b3 [r100 r101] <nil>
}

func FuzzRead(f *testing.F) {
	dialecttest.Fuzz(f, gcc.Dialect(), "vector(16) unsigned char _1;\n_1 = VIEW_CONVERT_EXPR<vector(16) unsigned char>(a_2(D));\n_3 = VEC_PERM_EXPR <_1, _1, { 3, 2, 1, 0 }>;\n_4 = BIT_FIELD_REF <_3, 16, 8>;\nreturn _4;",
		"(set (reg:V4SI 20 xmm0 [orig:98 a ] [98]) (vec_select:V4SI (vec_concat:V8SI (reg:V4SI 21 xmm1) (mem:V4SI (plus (reg 1) (const_int 4)))) (parallel [ (const_int 0 [0]) (const_int 4 [0x4]) (const_int 1) (const_int 5) ])))",
		"(insn 7 6 8 2 (set (reg:V16QI 0) (subreg:V16QI (vec_duplicate:V2DI (reg:DI 3)) 0)) (nil))", "(vec_merge:V2DI (vec_duplicate:V2DI (reg:DI 1)) (const_vector:V2DI [(const_int -1) (const_int 0)]) (const_int 2))")
}

// Texts as dumps have them, and what they mean.
func TestRead(t *testing.T) {
	for _, row := range []struct{ text, want, names string }{
		{"_3 = VEC_PERM_EXPR <a_1(D), b_2(D), { 0, 4, 1, 5 }>;", "i32x4 i32x4 -> a0 b0 a1 b1", "a b"},
		{"VEC_PERM_EXPR <a, b, {0, 4, 1, 5}>", "i32x4 i32x4 -> a0 b0 a1 b1", "a b"},
		{"_2 = VEC_PERM_EXPR <a_1(D), a_1(D), { 3, 2, 1, 0 }>;\nreturn _2;", "i32x4 -> a3 a2 a1 a0", "a"},
		{"vector(8) short int _2;\n_2 = VEC_PERM_EXPR <a_1(D), a_1(D), { 7, 6, 5, 4, 3, 2, 1, 0 }>;", "i16x8 -> a7 a6 a5 a4 a3 a2 a1 a0", "a"},
		{"v4si f (v4si a, v4si b)\n{\n  v4si _3;\n\n  <bb 2> [local count: 1073741824]:\n  _3 = VEC_PERM_EXPR <a_1(D), b_2(D), { 0, 9, 2, 11 }>;\n  return _3;\n\n}", "i32x4 i32x4 -> a0 a1 a2 a3", "a b"},
		{"vector(8) short int _1;\n_1 = VIEW_CONVERT_EXPR<vector(8) short int>(a_5(D));\n_3 = VEC_PERM_EXPR <_1, _1, { 1, 0, 3, 2, 5, 4, 7, 6 }>;", "i16x8 -> a1 a0 a3 a2 a5 a4 a7 a6", "a"},
		{"vector(4) int a;\n_2 = BIT_FIELD_REF <a_1(D), 64, 64>;", "i64x2 -> a1", "a"},
		{"(vec_select:V4SI (vec_concat:V8SI (reg:V4SI 100) (reg:V4SI 101)) (parallel [(const_int 0) (const_int 4) (const_int 1) (const_int 5)]))", "i32x4 i32x4 -> a0 b0 a1 b1", "r100 r101"},
		{"(set (reg:V4SI 82 [ _3 ])\n    (vec_select:V4SI (reg/v:V4SI 84 [ a ])\n        (parallel [\n                (const_int 3 [0x3])\n                (const_int 2 [0x2])\n                (const_int 1 [0x1])\n                (const_int 0 [0])\n            ])))", "i32x4 -> a3 a2 a1 a0", "a"},
		{"(insn 7 4 12 2 (set (reg:V8HI 20 xmm0 [85])\n (vec_merge:V8HI (reg:V8HI 20 xmm0) (reg:V8HI 21 xmm1) (const_int 170 [0xaa]))) \"x.c\":3 -1\n (nil))", "i16x8 i16x8 -> b0 a1 b2 a3 b4 a5 b6 a7", "xmm0 xmm1"},
		{"(vec_duplicate:V4SF (vec_select:SF (match_operand:V4SF 1 \"register_operand\" \"x\") (parallel [(const_int 2)])))", "i32x4 -> a2 a2 a2 a2", "operand1"},
		{"(subreg:V16QI (vec_select:V2DI (subreg:V2DI (reg:V16QI 90) 0) (parallel [(const_int 1) (const_int 0)])) 0)", "i64x2 -> a1 a0", "r90"},
		{"(vec_select:V2SI (match_dup:V4SI 3) (parallel [(const_int 1) (const_int 0)]))", "i32x4 -> a1 a0", "operand3"},
		{"_1 = VIEW_CONVERT_EXPR<v16qi>(a_2(D));\n_3 = VEC_PERM_EXPR <_1, _1, { 1, 0 }>;", "i8x16 -> a1 a0", "a"},
		{"(vec_concat:V4SI (vec_select:V2SI (reg:V4SI 1) (parallel [(const_int 0) (const_int 1)])) (const_vector:V2SI [(const_int 0) (const_int 0)]))", "i32x4 -> a0 a1 z z", "r1"},
	} {
		d := gcc.Dialect()
		r, err := d.Read(row.text, dialect.Options{})
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		want, _ := lane.Parse(row.want)
		if v, err := lane.Compare(r.Map, want); err != nil || v.Relation != lane.Equal || strings.Join(r.Names, " ") != row.names {
			t.Errorf("%s is %s of %q, want %s of %s", row.text, r.Map, r.Names, row.want, row.names)
		}
		if !d.Looks(row.text) && !strings.Contains(row.text, "BIT_FIELD") {
			t.Errorf("%s does not look like it", row.text)
		}
	}
}

// What the statement cannot say it does not say, and why; nor do several where none can.
func TestNotSaid(t *testing.T) {
	d := gcc.Dialect()
	for _, row := range []struct{ m, form, sequence string }{
		{"i16x8 -> a7 a6 a5 a4 a3 a2 a1 a0", "its text has no type, and is read as lanes of 32 bits; these have 16", ""},
		{"i32x4 i32x4 i32x4 -> a0 b0 c0 a1", "VEC_PERM_EXPR has lanes of one vector or two, and here are 3", ""},
		{"i32x4 i32x2 -> a0 a1 a2 a3", "VEC_PERM_EXPR has vectors that are as long as its result", ""},
		{"i32x4 -> a0 a1 _ a2", "VEC_PERM_EXPR has lanes of vectors that are as long as its result, and lane 2 is none", "lane 2 is undefined, which VEC_PERM_EXPR has not"},
		{"i32x4 -> a0 a1 z a2", "VEC_PERM_EXPR has lanes of vectors that are as long as its result, and lane 2 is none", "lane 2 is a constant, which VEC_PERM_EXPR cannot make by itself"},
		{"i24x4 -> a1 a0 a2 a3", "its text has no type, and is read as lanes of 32 bits; these have 24", "GCC has no vector of 4 lanes of 24 bits"},
		{"i32x8 -> a0 a1 a2 a3", "VEC_PERM_EXPR has lanes of vectors that are as long as its result, and lane 0 is none", "VEC_PERM_EXPR has vectors that are as long as its result"},
	} {
		m, err := lane.Parse(row.m)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := d.Say(m); text != "" || err == nil || err.Error() != row.form {
			t.Errorf("%s in one form: %q, %v, want %s", row.m, text, err, row.form)
		}
		lines, err := d.Sequence(t.Context(), m)
		if row.sequence == "" {
			r, wrong := d.Read(strings.Join(lines, "\n"), dialect.Options{})
			if v, differ := lane.Compare(r.Map, m); err != nil || wrong != nil || len(m.Src) == len(r.Map.Src) && (differ != nil || v.Relation != lane.Equal) {
				t.Errorf("%s in several: %q is %s: %v, %v", row.m, lines, r.Map, err, wrong)
			}
		} else if err == nil || err.Error() != row.sequence {
			t.Errorf("%s in several: %q, %v, want %s", row.m, lines, err, row.sequence)
		}
	}
}

// expression makes a random expression of n lanes of 16 bits over registers 0 and 1 of eight, with its lanes as the document of GCC says them.
func expression(rng *rand.Rand, n, depth int) (text string, lanes []string) {
	if depth == 0 || rng.IntN(5) == 0 && n == 8 {
		if n != 8 {
			t, l := expression(rng, 8, 0)
			return selected(rng, t, l, n)
		}
		r := rng.IntN(2)
		for i := range 8 {
			lanes = append(lanes, fmt.Sprint("ab"[r:r+1], i))
		}
		return fmt.Sprintf("(reg:V8HI %d)", r), lanes
	}
	switch rng.IntN(4) {
	case 0:
		if n%2 == 0 {
			a, x := expression(rng, n/2, depth-1)
			b, y := expression(rng, n/2, depth-1)
			return fmt.Sprintf("(vec_concat:V%dHI %s %s)", n, a, b), append(append(lanes, x...), y...)
		}
	case 1:
		a, x := expression(rng, n, depth-1)
		b, y := expression(rng, n, depth-1)
		items := rng.IntN(1 << n)
		for i := range n {
			lanes = append(lanes, []string{y[i], x[i]}[items>>i&1])
		}
		return fmt.Sprintf("(vec_merge:V%dHI %s %s (const_int %d [%#x]))", n, a, b, items, items), lanes
	case 2:
		if n%2 == 0 {
			a, x := expression(rng, n/2, depth-1)
			return fmt.Sprintf("(vec_duplicate:V%dHI %s)", n, a), append(append(lanes, x...), x...)
		}
	}
	a, x := expression(rng, 8, depth-1)
	return selected(rng, a, x, n)
}

// selected is n lanes of an expression at random.
func selected(rng *rand.Rand, text string, from []string, n int) (string, []string) {
	var numbers, lanes []string
	for range n {
		k := rng.IntN(len(from))
		numbers, lanes = append(numbers, fmt.Sprintf("(const_int %d)", k)), append(lanes, from[k])
	}
	return fmt.Sprintf("(vec_select:V%dHI %s (parallel [%s]))", n, text, strings.Join(numbers, " ")), lanes
}

// Random expressions are what GCC's document says of their parts.
func TestExpressions(t *testing.T) {
	rng := chance.Random(t, 61)
	for range 500 {
		text, want := expression(rng, 8, 4)
		r, err := gcc.Dialect().Read(text, dialect.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		m := r.Map
		if m.Bits != 16 {
			t.Fatalf("%s has lanes of %d bits", text, m.Bits)
		}
		for i, l := range m.Lane {
			letter := map[string]string{"r0": "a", "r1": "b"}[r.Names[l.Src]]
			if got := fmt.Sprint(letter, l.Index); got != want[i] {
				t.Fatalf("%s: lane %d is %s, want %s", text, i, got, want[i])
			}
		}
	}
}
