package wave_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/wave"
)

func TestNumbers(t *testing.T) {
	for text, want := range map[string]uint64{
		"7": 7, "0x3210U": 0x3210, "-1": math.MaxUint64, "~0u": math.MaxUint64, "010": 8, "1 << 4 | 3": 19, "1 | 2 << 4": 33, "(1|2)<<4": 48, "7 & 3 ^ 1": 2,
		"(long)~0": math.MaxUint64, "(const uint64_t)5": 5, "(float)1.0": 0x3f800000, "(9)": 9, "9": 9, "0": 0, "2 ^ 3": 1,
		"32 - 8 >> 3": 3, "2 + 3 * 4": 14, "0f3F800000": 0x3f800000, "0.5": 0x3f000000, "1.000000059604644775390626": 0x3f800001, "-(3)": math.MaxUint64 - 2, "(unsigned int)5": 5, "5ull": 5, "1 >> 70": 0,
	} {
		c := syntax.Cursor{Text: text}
		o, err := wave.ReadOperand(&c)
		if err != nil || o.Kind != wave.Number || o.Value != want || !c.Done() {
			t.Errorf("%s: %+v, %v, want %d", text, o, err, want)
		}
	}
}

func TestAssignments(t *testing.T) {
	for _, row := range []struct {
		text, to, call string
		bits, args     int
	}{
		{"const unsigned int r = f(x, y, 3)", "r", "f", 32, 3},
		{"return f((int)x)", "", "f", 0, 1},
		{"%r = tail call noundef i32 @f(i32 %a, float noundef %b) #4", "%r", "@f", 32, 2},
		{"double *p = f(g(x), {1, 2})", "p", "f", 64, 2},
		{"f(i0 , i1)", "", "f", 0, 2},
		{"uint = f(x)", "uint", "f", 0, 1},
	} {
		a, err := wave.ReadAssignment(row.text, 0, len(row.text))
		if err != nil || a.To != row.to || a.Bits != row.bits || a.Value.Text != row.call || len(a.Value.Args) != row.args {
			t.Errorf("%s: %+v, %v", row.text, a, err)
		}
	}
}

// Each word that LLVM may have in front of a called function, and several.
func TestCallWords(t *testing.T) {
	words := []string{"", "tail", "musttail", "notail", "noundef", "contract", "fast", "nnan", "ninf", "nsz", "nnan ninf nsz"}
	for _, word := range words {
		text := "%r = " + word + " call " + word + " i64 @f(i32 %a)"
		a, err := wave.ReadAssignment(text, 0, len(text))
		if err != nil || a.To != "%r" || a.Value.Text != "@f" || len(a.Value.Args) != 1 || a.Value.Args[0].Text != "%a" {
			t.Errorf("%s: %+v, %v", text, a, err)
		}
	}
}

// Places of errors, and what they say.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"op a, ":                              "1:7: expected an operand, found the end",
		"op a b:":                             "1:8: expected an operand, found the end",
		"op 0x":                               `1:4: expected a number, found "0x"`,
		"op f(a b":                            `1:8: expected "," or ")", found "b"`,
		"op -a":                               "1:4: - computes",
		"op \"abc":                            "1:5: expected a closing quotation mark",
		"op 1 + a":                            "1:8: expected a number behind +",
		"op " + strings.Repeat("(", 40):       "less deep in brackets",
		"op " + strings.Repeat("f(", 40):      "less deep in brackets",
		"op v[0":                              `1:5: expected "]" behind the range`,
		", ":                                  "1:1: expected an instruction",
		"op a, b, %":                          "1:10: expected an operand",
		"op (a":                               `1:6: expected ")", found the end`,
		"op a :":                              `1:6: expected a modifier such as row_mask:0xf, or the end, found ":"`,
		"op (unsigned char)a":                 "1:4: a cast to unsigned char computes: a lane is moved as it is",
		"op (unsigned short)3":                "1:4: a cast to unsigned short computes: a lane is moved as it is",
		"op (float)1":                         "1:4: a cast to float computes: a lane is moved as it is",
		"op (int)1.5":                         "1:4: a cast to int computes: a lane is moved as it is",
		"op (double)(1)":                      "1:4: a cast to double computes: a lane is moved as it is",
		"op 1 + (int)":                        "1:13: expected an operand, found the end",
		"op a, b c:d e:":                      "1:15: expected an operand, found the end",
		"op 0x1.8p1":                          `1:4: expected a number, found "0x1.8p1"`,
		"op 1.x":                              `1:4: expected a number, found "1.x"`,
		"op " + strings.Repeat("-", 40) + "1": "less deep in brackets",
		"op " + strings.Repeat("(int)", 40) + "1": "less deep in brackets",
	} {
		_, err := wave.ReadLine(text, 0, len(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// PTX has two results with a bar between them, and an assignment of nothing is none.
func TestBars(t *testing.T) {
	const text = "shfl.sync.up.b32 r1|p, a, 1"
	l, err := wave.ReadLine(text, 0, len(text))
	if err != nil || len(l.Args) != 4 || l.Args[0].Text != "r1" || l.Args[1].Text != "p" || l.Args[2].Text != "a" {
		t.Errorf("%s: %+v, %v", text, l, err)
	}
	for text, want := range map[string]string{"r =": "1:4: expected an operand, found the end", "r=": "1:3: expected an operand, found the end", "f(a = 3)": `1:5: expected "," or ")", found "="`, "f(\"a=b\" = 3)": `1:9: expected "," or ")", found "="`} {
		if a, err := wave.ReadAssignment(text, 0, len(text)); err == nil || err.Error() != want {
			t.Errorf("%s: %+v, %v, want %s", text, a, err, want)
		}
	}
}

// What steps read is followed through renamed, rewritten and unreadable registers.
func TestFollow(t *testing.T) {
	rotate := lane.Map{Bits: 8, Src: []int{4}, Lane: []lane.Lane{lane.From(0, 1), lane.From(0, 2), lane.From(0, 3), lane.From(0, 0)}}
	insert := lane.Map{Bits: 8, Src: []int{4}, Lane: []lane.Lane{lane.From(0, 0), lane.FromOld(1), lane.FromOld(2), lane.FromOld(3)}}
	one := func(m lane.Map, to string, from ...string) wave.Step {
		return wave.Step{To: []string{to}, Map: []lane.Map{m}, From: from}
	}
	swap := wave.Step{To: []string{"a", "b"}, Map: []lane.Map{lane.Identity(32, 1), lane.Identity(32, 1)}, From: []string{"b"}}
	computes := wave.Step{To: []string{"x"}, Err: errors.New("it computes")}
	one16 := wave.Step{Map: []lane.Map{lane.Identity(16, 1)}, From: []string{"v"}}
	for _, row := range []struct {
		steps []wave.Step
		want  string
		names string
	}{
		{[]wave.Step{one16}, "i16x1 -> a0", "v"},
		{[]wave.Step{one(rotate, "r", "r"), one(rotate, "r", "r")}, "i8x4 -> a2 a3 a0 a1", "r"},
		{[]wave.Step{one(rotate, "t", "v"), one(insert, "r", "t")}, "i8x4 -> a1 . . .", "v"},
		{[]wave.Step{one(rotate, "r", "v"), one(insert, "r", "w")}, "i8x4 i8x4 -> b0 a2 a3 a0", "v w"},
		{[]wave.Step{one(insert, "r", "v"), one(rotate, "s", "r")}, "i8x4 i8x4 -> b1 b2 b3 a0", "v r"},
		{[]wave.Step{swap, one(lane.Identity(32, 1), "c", "a")}, "i32x1 -> a0", "b"},
		{[]wave.Step{computes, one(rotate, "r", "v"), one(rotate, "r", "r")}, "i8x4 -> a2 a3 a0 a1", "v"},
		{[]wave.Step{computes, one(rotate, "x", "v"), one(rotate, "r", "x")}, "i8x4 -> a2 a3 a0 a1", "v"},
		{[]wave.Step{computes, one(rotate, "r", "x")}, "1:10: it computes", ""},
		{[]wave.Step{one(rotate, "r", "v"), computes}, "it computes", ""},
		{[]wave.Step{one(lane.Identity(16, 1), "r", "v"), one(rotate, "s", "r")}, "1:10: r has 32 bits here and 16 where it was written", ""},
		{[]wave.Step{one(lane.Identity(16, 1), "r", "v"), one(rotate, "s", "v")}, "1:10: v has another size here than before", ""},
		{[]wave.Step{one(lane.Identity(16, 1), "s", "r"), one(insert, "r", "v")}, "1:10: r has another size here than before", ""},
		{[]wave.Step{one(lane.Identity(8, 4), "r", "v"), one(lane.Identity(32, 1), "s", "r")}, "i32x1 -> a0", "v"},
		{[]wave.Step{one(lane.Identity(8, 4), "r", "v"), one(rotate, "r", "r"), one(lane.Identity(32, 1), "s", "r")}, "i8x4 -> a1 a2 a3 a0", "v"},
		{[]wave.Step{one(lane.Identity(32, 1), "r", "v"), one(lane.Identity(32, 1), "s", "r"), one(lane.Identity(16, 1), "r", "w"), one(lane.Identity(16, 1), "t", "r")}, "i16x1 -> a0", "w"},
		{nil, "1:1: expected an instruction that moves lanes", ""},
		{make([]wave.Step, wave.MaxSteps+1), "1:4609: more than 512 instructions", ""},
	} {
		text := strings.Repeat(".", 9*len(row.steps))
		for k := range row.steps {
			row.steps[k].Start, row.steps[k].End = 9*k, 9*k+4
		}
		r, err := wave.Follow(text, row.steps)
		got := r.Map.String()
		if err != nil {
			got = err.Error()
		}
		var e *syntax.Error
		if last := len(row.steps) - 1; errors.As(err, &e) && last >= 0 && (e.Off != 9*last || e.End != 9*last+4) {
			t.Errorf("%s is said of bytes %d to %d, and the last step stands at %d to %d", got, e.Off, e.End, 9*last, 9*last+4)
		}
		if to := row.steps; err == nil && (len(to[len(to)-1].To) == 0) != (r.To == "") {
			t.Errorf("%s is called %q", got, r.To)
		}
		if got != row.want || strings.Join(r.Names, " ") != row.names {
			t.Errorf("%s of %q, want %s of %q", got, r.Names, row.want, row.names)
		}
	}
}

// A number instead of a register is the same in every lane.
func TestBind(t *testing.T) {
	m := lane.Map{Bits: 8, Src: []int{8, 8}, Lane: []lane.Lane{lane.From(0, 5), lane.From(1, 5), lane.From(1, 7), lane.From(0, 0)}}
	register := wave.Operand{Text: "v"}
	r, names := wave.Bind(m, 32, []wave.Operand{register, {Kind: wave.Number, Value: 0x44332211}})
	if r.String() != "i8x8 -> a5 #22 #44 a0" || len(names) != 1 {
		t.Errorf("%s of %q", r, names)
	}
	if r, names = wave.Bind(m, 32, []wave.Operand{register, register}); r.String() != "i8x8 -> a5 a5 a7 a0" || len(names) != 1 {
		t.Errorf("%s of %q", r, names)
	}
}

// Masks and shifts on values, and that lanes are as wide as they can be.
func TestScalar(t *testing.T) {
	for _, row := range []struct {
		m    lane.Map
		want string
	}{
		{wave.Masked(32, 0xff00ff), "i8x4 -> a0 z a2 z"}, {wave.Masked(32, 0xffff0000), "i16x2 -> z a1"}, {wave.Masked(8, 0xfe), "i1x8 -> z a1 a2 a3 a4 a5 a6 a7"}, {wave.Masked(32, 0), "i32x1 -> z"},
		{wave.Shifted(32, true, 8), "i8x4 -> z a0 a1 a2"}, {wave.Shifted(32, false, 16), "i16x2 -> a1 z"}, {wave.Shifted(32, true, 99), "i32x1 -> z"}, {wave.Reversed(8), "i1x8 -> a7 a6 a5 a4 a3 a2 a1 a0"}, {wave.Reversed(1), "i1x1 -> a0"}, {wave.Shifted(8, false, 7), "i1x8 -> a7 z z z z z z z"},
	} {
		if row.m.String() != row.want {
			t.Errorf("%s, want %s", row.m, row.want)
		}
	}
	if wave.SuffixBits("st.v2.b16") != 16 || wave.SuffixBits("ld.f64") != 64 || wave.SuffixBits("LDG.E") != 32 {
		t.Error("the sizes of stores")
	}
}

func TestBlank(t *testing.T) {
	for text, want := range map[string]string{"a // b\nc": "a     \nc", "/*1*/ a /*": "      a   ", "a/b": "a/b", "/* \n */b": "   \n   b", "//\nc": "  \nc", "a//": "a  ", "/**/b": "    b", "a /": "a /"} {
		if got := wave.Blank(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// FuzzRead: any text is a line and an assignment, or refused with a place in it.
func FuzzRead(f *testing.F) {
	f.Add("v_mov_b32_dpp v0, v1 quad_perm:[1,0,3,2] row_mask:0xf bound_ctrl:0")
	f.Add("%r = tail call i32 @f(i32 %a, i32 -1) #2")
	f.Add("ds_swizzle_b32 v0, v1 offset:swizzle(BITMASK_PERM, \"01pip\")")
	chance.Fuzz(f, func(t *testing.T, text string) {
		_, lineErr := wave.ReadLine(text, 0, len(text))
		_, callErr := wave.ReadAssignment(text, 0, len(text))
		for _, err := range []error{lineErr, callErr} {
			var e *syntax.Error
			if err != nil && (!errors.As(err, &e) || e.Text != text) {
				t.Fatalf("%q: %v has no place", text, err)
			}
		}
		if b := wave.Blank(text); len(b) != len(text) || wave.Blank(b) != b {
			t.Fatalf("%q without comments is %q", text, b)
		}
	})
}

// What an operand is, with its place.
func TestOperands(t *testing.T) {
	for text, want := range map[string]wave.Operand{
		`"abc" `:       {Kind: wave.Quoted, Text: "abc", End: 5},
		`""`:           {Kind: wave.Quoted, Text: "", End: 2},
		"[R2.64+0x8] ": {Kind: wave.Quoted, Text: "R2.64+0x8", End: 11},
		"s[4:5] ":      {Kind: wave.Name, Text: "s[4:5]", End: 6},
		"s[]":          {Kind: wave.Name, Text: "s[]", End: 3},
		"%r1 ":         {Kind: wave.Name, Text: "%r1", End: 3},
		"@f ":          {Kind: wave.Name, Text: "@f", End: 2},
		"(int)x":       {Kind: wave.Name, Text: "x", End: 6},
		"(x)":          {Kind: wave.Name, Text: "x", End: 3},
		"(float)x":     {Kind: wave.Name, Text: "x", End: 8}, // a float already, or nobody knows
	} {
		c := syntax.Cursor{Text: text}
		o, err := wave.ReadOperand(&c)
		if err != nil || o.Kind != want.Kind || o.Text != want.Text || o.Start != want.Start || o.End != want.End {
			t.Errorf("%s is %+v, %v; want %+v", text, o, err, want)
		}
	}
}

// Modifiers stand behind operands, with a comma before them or without.
func TestModifiers(t *testing.T) {
	for _, text := range []string{"op v0, v1 quad_perm:[1,0] row_mask:0xf bound", "op v0, v1 quad_perm:[1,0], row_mask:0xf, bound"} {
		l, err := wave.ReadLine(text, 0, len(text))
		if err != nil || len(l.Args) != 2 || len(l.Mods) != 3 {
			t.Errorf("%s: %+v, %v", text, l, err)
			continue
		}
		for k, want := range []string{"quad_perm:[1,0]", "row_mask:0xf", "bound"} {
			m := l.Mods[k]
			if name, _, _ := strings.Cut(want, ":"); text[m.Start:m.End] != want || m.Name != name || m.Bare != (k == 2) {
				t.Errorf("%s: modifier %d is %q, %+v", text, k, text[m.Start:m.End], m)
			}
		}
	}
}

// Words of types, and how many bits a value of them has.
func TestBitsOf(t *testing.T) {
	for bits, all := range map[int]string{
		32: "unsigned|signed|int|uint|float|uint32_t|int32_t|u32|i32|f32|const unsigned int|unsigned char",
		64: "long|double|uint64_t|int64_t|size_t|ulong|u64|i64|f64|unsigned long|long int|unsigned long long|int long",
		0:  "|const|void|x|char|Int",
	} {
		for words := range strings.SplitSeq(all, "|") {
			if got := wave.BitsOf(words); got != bits {
				t.Errorf("%q has %d bits, want %d", words, got, bits)
			}
		}
	}
}
