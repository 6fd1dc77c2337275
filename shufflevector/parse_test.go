package shufflevector_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/syntax"
)

// What stands around and inside an instruction in real IR, old and new, and what it reads as.
func TestParse(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{"<4 x i32> 0 4 1 5", "shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>"},
		{"<4 x i32> <0,4,1,5>", "shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>"},
		{" < 4 x i32 >  < 3 , u, -1, poison > ", "shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> <i32 3, i32 poison, i32 poison, i32 poison>"},
		{"<2xi8> 0 z", "shufflevector <2 x i8> %a, <2 x i8> zeroinitializer, <2 x i32> <i32 0, i32 2>"},
		{"<2 x i8> 0 3 z", "<2 x i8> 0 3 z"},
		{"%r = shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> zeroinitializer", "%r = shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> <i32 0, i32 0>"},
		{`%"a b" = shufflevector <1 x i8> %0, <1 x i8> undef, <3 x i32> undef`, `%"a b" = shufflevector <1 x i8> %0, <1 x i8> undef, <3 x i32> <i32 poison, i32 poison, i32 poison>`},
		{"shufflevector <2 x i8> %a, <2 x i8> poison, <2 x i32> splat (i32 1)", "shufflevector <2 x i8> %a, <2 x i8> poison, <2 x i32> <i32 1, i32 1>"},
		{"  %1 = shufflevector <2 x float> %.s.0-1, <2 x float> zeroinitializer, <2 x i32> <i32 0, i32 undef>, !dbg !12, !tbaa !3 ; <label>:4", "%1 = shufflevector <2 x float> %.s.0-1, <2 x float> zeroinitializer, <2 x i32> <i32 0, i32 poison>"},
		{"shufflevector (<2 x i16> @g, <2 x i16> splat (i16 -1), <1 x i32> <i32 2>)", "shufflevector <2 x i16> @g, <2 x i16> splat (i16 -1), <1 x i32> <i32 2>"},
		{"shufflevector <2 x ptr addrspace(3)> %p, <2 x ptr addrspace(3)> zeroinitializer, <2 x i32> <i32 3, i32 0>", "shufflevector <2 x ptr addrspace(3)> %p, <2 x ptr addrspace(3)> zeroinitializer, <2 x i32> <i32 3, i32 0>"},
		{"shufflevector <2 x %struct.s*> %p, <2 x %struct.s*> undef, <2 x i32> <i32 1, i32 0>", "shufflevector <2 x %struct.s*> %p, <2 x %struct.s*> undef, <2 x i32> <i32 1, i32 0>"},
		{`shufflevector <4 x i8> c"a\00\FFz", <4 x i8> undef, <1 x i32> <i32 1>`, "shufflevector <4 x i8> <i8 97, i8 0, i8 -1, i8 122>, <4 x i8> undef, <1 x i32> <i32 1>"},
		{"shufflevector <2 x i1> <i1 true, i1 false>, <2 x i1> undef, <1 x i32> <i32 1>", "shufflevector <2 x i1> <i1 true, i1 false>, <2 x i1> undef, <1 x i32> <i32 1>"},
		{"shufflevector <2 x i64> <i64 undef, i64 poison>, <2 x i64> undef, <1 x i32> <i32 1>", "shufflevector <2 x i64> <i64 undef, i64 poison>, <2 x i64> undef, <1 x i32> <i32 1>"},
	} {
		s, err := shufflevector.Parse(row.in)
		if err != nil {
			t.Errorf("%s: %v", row.in, err)
			continue
		}
		if got := s.String(); got != row.want {
			t.Errorf("%s\n got %s\nwant %s", row.in, got, row.want)
		}
		if again := mustParse(t, s.String()); again.String() != s.String() {
			t.Errorf("%s reads back as %s", s, again)
		}
	}
}

// Erratum 123: constants without a number are variables named by their text.
func TestOpaqueConstants(t *testing.T) {
	for _, text := range []string{
		"<ptr @f, ptr getelementptr (i8, ptr @g, i64 4)>",
		"bitcast (<4 x i32> <i32 1, i32 2, i32 3, i32 4> to <2 x ptr>)",
		"splat (ptr inttoptr (i64 7 to ptr))",
		`<ptr @"a,>b", ptr null>`,
	} {
		s, err := shufflevector.Parse("shufflevector <2 x ptr> " + text + ", <2 x ptr> %v, <2 x i32> <i32 0, i32 3>")
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if !s.Op[0].IsVar() || s.Op[0].Name != text || s.Op[1].Name != "%v" {
			t.Errorf("operands %q and %q, want %q and %%v", s.Op[0].Name, s.Op[1].Name, text)
		}
	}
}

// Every error: the input with a mark at the column where it must point, and the sentence.
func TestParseErrors(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{"§", "expected shufflevector, or a vector type such as <4 x i32>, found the end"},
		{"§add <4 x i32> %a", `expected shufflevector, or a vector type such as <4 x i32>, found "add"`},
		{"§% = shufflevector", `expected a name after '%'`},
		{`§%"x = shufflevector`, "the quoted name does not end"},
		{"%x §shufflevector", `expected "=" after the result's name, found "shufflevector"`},
		{"<§x i32> 0", `expected the number of lanes, found "x"`},
		{"<§0 x i32> 0", "a vector has 1 to 65536 lanes"},
		{"<§65537 x i32> 0", "a vector has 1 to 65536 lanes"},
		{"<4§, i32> 0", `expected "x" between the lanes and their type, found ","`},
		{"<4 x §int> 0", `expected an element type such as i32, float or ptr, found "int"`},
		{"<4 x §i0> 0", "a lane has 1 to 1048576 bits"},
		{"<4 x §%struct.s> 0", "a named type cannot be a vector's element, a pointer to it can"},
		{"<4 x ptr addrspace§> 0", `expected addrspace(n), found ">"`},
		{"<4 x i32§ 0", `expected ">" after the element type, found "0"`},
		{"<§65536 x i32> 0", "a vector has at most 1048576 bits"},
		{"<§vscale x 4 x i32> 0", "scalable vectors have no fixed lanes: their number is known at run time only, so that a mask can be no more than a splat of lane 0"},
		{"<4 x i32> 0 4 §9 5", "selector 9 is out of range: two operands of 4 lanes have selectors 0 to 7"},
		{"<4 x i32> 0 §99999999999999999999 5", "selector 99999999999999999999 is out of range: two operands of 4 lanes have selectors 0 to 7"},
		{"<4 x i32>§", "expected a selector such as 4, u (undefined) or z (zero), found the end"},
		{"<4 x i32> <§>", `expected a selector such as 4, u (undefined) or z (zero), found ">"`},
		{"<4 x i32> 0 §q", `expected a selector such as 4, u (undefined) or z (zero), found "q"`},
		{"<4 x i32> <0, 1> §2", `expected the end, found "2"`},
		{"<2 x i524288> 0 1 §0", `expected no more selectors: a vector of this type is full, found "0"`},
		{"shufflevector §i32 %a", `expected a vector type such as <4 x i32>, found "i32"`},
		{"shufflevector <2 x i8> §x, <2 x i8> %b", `expected a vector: %name, zeroinitializer, undef, poison, splat (…) or <i32 1, …>, found "x"`},
		{"shufflevector <2 x i8> %a§ <2 x i8> %b", `expected "," after an operand, found "<"`},
		{"shufflevector <2 x i8> %a, §<4 x i8> %b", "both operands have one type, and the first one's is <2 x i8>"},
		{"shufflevector <2 x i8> <i8 1, i8 §300>, ", `"300" is no constant of type i8`},
		{"shufflevector <2 x i8> <i8 1, §i16 3>, ", "an element of type i16 in a vector of i8"},
		{"shufflevector <2 x i8> §<i8 1>, ", "the constant has 1 lanes, its type <2 x i8> has 2"},
		{"shufflevector <2 x i8> §<i8 1, i8 2, i8 3>, ", "the constant has more than the 2 lanes of its type <2 x i8>"},
		{"shufflevector <2 x i8> <i8 1 §i8 2>, ", `expected "," or ">" after an element, found "i8"`},
		{"shufflevector <2 x i8> splat (i8 §256), ", `"256" is no constant of type i8`},
		{"shufflevector <2 x ptr> §<ptr @a, ptr bitcast (i8, ", "the brackets of the operand do not close"},
		{"shufflevector <2 x i8> %a, <2 x i8> %b, §<2 x i64> <i32 0, i32 1>", "a mask has elements of i32"},
		{"shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> §%m", "expected a mask: <i32 0, …>, zeroinitializer, poison, undef or splat (i32 …). A shufflevector's mask is a constant, found \"%\""},
		{"shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> <§0, 1>", `expected a selector such as i32 4, found "0"`},
		{"shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> <i32 0, i32 §4>", "selector 4 is out of range: two operands of 2 lanes have selectors 0 to 3"},
		{"shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> <i32 0, i32 §-1>", `expected a selector: a number, poison or undef, found "-"`},
		{"shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> §<i32 0>", "the mask has 1 selectors, its type has 2 lanes"},
		{"shufflevector <2 x i8> %a, <2 x i8> %b, <1 x i32> <i32 0, §i32 1>", "the mask's type has 1 lanes, and this selector is one too many"},
		{"shufflevector <2 x i8> %a, <2 x i8> %b, <1 x i32> <i32 0§ i32 1>", `expected "," or ">" after a selector, found "i32"`},
		{"shufflevector <2 x i8> %a, <2 x i8> %b, <1 x i32> splat§ i32 1", `expected "(" after splat, found "i32"`},
		{"shufflevector <2 x i8> %a, <2 x i8> %b, <1 x i32> splat (i8 1)", `expected a selector such as i32 4, found "1"`},
		{"shufflevector <2 x i8> %a, <2 x i8> %b, <1 x i32> zeroinitializer, §foo", `expected metadata such as !dbg !7, found "foo"`},
		{"shufflevector <2 x i8> %a, <2 x i8> %b, <1 x i32> zeroinitializer §foo", `expected the end of the instruction, found "foo"`},
		{"shufflevector (<2 x i8> %a, <2 x i8> %b, <1 x i32> zeroinitializer§", `expected ")" after the mask, found the end`},
		{"shufflevector <2 x i524288> %a, <2 x i524288> %b, §<3 x i32> zeroinitializer", "a result of 3 lanes of 524288 bits: a vector has at most 1048576 bits"},
		{"shufflevector <2 x half> splat (half §0.1), <2 x half> %b, <1 x i32> zeroinitializer", `"0.1" is no constant of type half`},
	} {
		text := strings.Replace(row.in, "§", "", 1)
		_, err := shufflevector.Parse(text)
		var e *syntax.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v is not an error with a place", text, err)
			continue
		}
		if at := strings.Index(row.in, "§"); at >= 0 && strings.TrimLeft(text[at:], " ") != strings.TrimLeft(text[e.Off:], " ") || e.What != row.want {
			t.Errorf("%s\n got %v\n%s\nwant %s", row.in, err, e.Caret(), row.want)
		}
	}
}

// Bit patterns of the element types, and their spelling; erratum 122 for the pointer.
func TestElements(t *testing.T) {
	for _, row := range []struct{ elem, text, hex, prints string }{
		{"i8", "-128", "80", "-128"}, {"i8", "255", "ff", "-1"}, {"i8", "127", "7f", "127"}, {"i1", "-1", "1", "true"}, {"i1", "0", "0", "false"},
		{"i16", "u0xFFFE", "fffe", "-2"}, {"i16", "s0xFE", "fffe", "-2"}, {"i16", "s0x7E", "7e", "126"},
		{"i128", "170141183460469231731687303715884105727", "7fffffffffffffffffffffffffffffff", "170141183460469231731687303715884105727"},
		{"i79", "-1", "7fffffffffffffffffff", "-1"},
		{"half", "1.0", "3c00", "0xH3C00"}, {"half", "-0.0", "8000", "0xH8000"}, {"half", "65504.0", "7bff", "0xH7BFF"},
		{"half", "5.960464477539063e-08", "1", "0xH0001"}, {"half", "0xH7E00", "7e00", "0xH7E00"},
		{"bfloat", "1.5", "3fc0", "0xR3FC0"}, {"float", "1.0", "3f800000", "0x3FF0000000000000"}, {"float", "-2.5", "c0200000", "0xC004000000000000"},
		{"float", "0x7FF0000000000000", "7f800000", "0x7FF0000000000000"}, {"float", "0x7FF8000000000000", "7fc00000", "0x7FF8000000000000"},
		{"float", "0x7FF0000020000000", "7f800001", "0x7FF0000020000000"}, {"float", "0x36A0000000000000", "1", "0x36A0000000000000"},
		{"double", "1.0e+01", "4024000000000000", "0x4024000000000000"}, {"double", "0x8000000000000000", "8000000000000000", "0x8000000000000000"},
		{"double", "4.940656458412465e-324", "1", "0x0000000000000001"},
		{"x86_fp80", "0xK3FFF8000000000000000", "3fff8000000000000000", "0xK3FFF8000000000000000"}, {"x86_fp80", "1.0", "3fff8000000000000000", "0xK3FFF8000000000000000"},
		{"fp128", "1.0", "3fff0000000000000000000000000000", "0xL00000000000000003FFF000000000000"},
		{"ppc_fp128", "1.0", "3ff0000000000000", "0xM3FF00000000000000000000000000000"},
		{"ptr", "null", "0", "null"},
	} {
		s, err := shufflevector.Parse("shufflevector <1 x " + row.elem + "> <" + row.elem + " " + row.text + ">, <1 x " + row.elem + "> %x, <2 x i32> <i32 0, i32 1>")
		if err != nil {
			t.Errorf("%s %s: %v", row.elem, row.text, err)
			continue
		}
		if got := s.Op[0].Const[0].Bits.Hex(); got != row.hex {
			t.Errorf("%s %s is %s, want %s", row.elem, row.text, got, row.hex)
		}
		if text := s.String(); !strings.Contains(text, "splat ("+row.elem+" "+row.prints+")") && !strings.Contains(text, "zeroinitializer") {
			t.Errorf("%s %s prints as %s, want %s", row.elem, row.text, text, row.prints)
		}
		if again := mustParse(t, s.String()); again.Op[0].Const[0] != s.Op[0].Const[0] {
			t.Errorf("%s %s reads back as another value from %s", row.elem, row.text, s)
		}
	}
	for elem, bits := range map[string]int{"ptr": 64, "i8*": 64, "ptr addrspace(5)": 64, "x86_fp80": 80, "bfloat": 16} {
		if s := mustParse(t, "<2 x "+elem+"> 0 1"); s.Elem.Bits != bits || s.Elem.Name != elem {
			t.Errorf("%s has %d bits, want %d", elem, s.Elem.Bits, bits)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"<4 x i32> 0 4 u z",
		"%x = shufflevector <2 x half> <half 1.0, half 0xH7E00>, <2 x half> splat (half 2.0), <3 x i32> <i32 0, i32 poison, i32 3>, !dbg !1",
		`shufflevector (<4 x i8> c"a\00bc", <4 x i8> bitcast (i32 7 to <4 x i8>), <2 x i32> splat (i32 5)) ; c`,
	} {
		f.Add(text)
	}
	chance.Fuzz(f, func(t *testing.T, text string) {
		s, err := shufflevector.Parse(text)
		if err != nil {
			var e *syntax.Error
			if !errors.As(err, &e) {
				t.Fatalf("%v is not an error with a place", err)
			}
			_ = e.Caret()
			return
		}
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		again, err := shufflevector.Parse(s.String())
		if err != nil || again.String() != s.String() {
			t.Fatalf("%q prints as %q and reads back as %v, %v", text, s, again, err)
		}
		m, _ := s.Map()
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		c := s.Canonical()
		if c.Check() == nil && key(c.Canonical()) != key(c) {
			t.Fatalf("the canonical form of %q is not its own", text)
		}
	})
}
