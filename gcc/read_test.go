package gcc_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/gcc"
	"github.com/lanescope/lanescope/syntax"
)

// What is wrong, and where.
func TestRefused(t *testing.T) {
	dialecttest.Refused(t, gcc.Dialect(), [][2]string{
		{"_3 = VEC_PERM_EXPR <a, b, ‹mask_4›>;", `expected "{" and indices: which lanes move must be in the text, found "mask_4"`},
		{"_3 = VEC_PERM_EXPR <a, b, { 0, 4, ‹...› }>;", "how long the vector is only the run knows"},
		{"_3 = ‹a_1 + b_2›;\n_4 = VEC_PERM_EXPR <_3, _3, { 1, 0 }>;", `"a_1 + b_2" moves no lanes, or is not known: VEC_PERM_EXPR, VIEW_CONVERT_EXPR and BIT_FIELD_REF do`},
		{"‹(plus:V4SI› (reg:V4SI 1) (vec_select:V4SI (reg:V4SI 2) (parallel [])))", `"plus" moves no lanes, or is not known: vec_select, vec_concat, vec_merge, vec_duplicate and subreg do`},
		{"(vec_select:V4SI (reg:V4SI 1) ‹(›reg:V4SI 2))", `expected "(parallel [" and numbers, found "("`},
		{"‹(vec_select:V4SI (reg:V4SI 1) (parallel [(const_int 9) (const_int 0) (const_int 0) (const_int 0)]›))", "index 9 is out of range: the vector has lanes 0 to 3"},
		{"(vec_select:‹V4XX› (reg:V4SI 1))", `"V4XX" is no mode of whole lanes, such as V4SI`},
		{"‹(vec_select:V8SI (reg:V4SI 1) (parallel [(const_int 0)]))›", "the mode has 256 bits, and this makes 32"},
		{"(vec_select:V2SI (reg:V4SI 1) (parallel [(const_int 0) ‹(›reg:SI 2)]))", `expected (const_int …): which lanes move must be in the text, found "("`},
		{"‹(vec_duplicate:V2SI (reg:V4SI 1)›)", "128 bits do not fill the mode"},
		{"‹(subreg:V4SI (reg:V2SI 1) 0›)", "the subreg is longer than what it is of"},
		{"‹(subreg:V2SI (reg:V4SI 1) 12›)", "the subreg is longer than what it is of"},
		{"(vec_concat:V4SI (reg:V2SI 1) (const_int ‹0›))", `expected a vector: a number alone has no mode, found "0"`},
		{"(vec_concat:V4SI (reg:V2SI 1) (const_vector:V2SI [(const_int 0) ‹(›reg 1)]))", `expected (const_int …): which lanes move must be in the text, found "("`},
		{"(vec_concat:V4SI (reg:V2SI 1) (const_vector:V2SI [(const_int 0)]‹)›)", `expected as many numbers as the mode has lanes, found ")"`},
		{"(set ‹(›plus:SI (reg:SI 1)) (reg:V4SI 1))", `expected a register, a memory or an operand of a pattern, found "("`},
		{"(set (reg:V4SI 3) ‹(vec_select:V4SI (reg:V4SI 1) (parallel [(const_int 9)]›)))", "index 9 is out of range: the vector has lanes 0 to 3"},
		{"_1 = VIEW_CONVERT_EXPR<‹vector›(16) unsigned char a_2(D);\n_3 = VEC_PERM_EXPR <_1, _1, { 1, 0 }>;", `expected ">" behind the type, found "vector"`},
		{"_1 = VIEW_CONVERT_EXPR<‹whatever>›(a_2(D));\n_3 = VEC_PERM_EXPR <_1, _1, { 1, 0 }>;", "the type does not say its lanes: vector(16) unsigned char does"},
		{"VEC_PERM_EXPR ‹a›, b, { 0 }>", `expected "<" and two vectors, found "a"`},
		{"VEC_PERM_EXPR <‹1›, b, { 0 }>", `expected the name of a vector, found "1"`},
		{"VEC_PERM_EXPR <a ‹b›, { 0 }>", `expected ",", found "b"`},
		{"VEC_PERM_EXPR <a, ‹7›, { 0 }>", `expected the name of a vector, found "7"`},
		{"VEC_PERM_EXPR <a, b ‹{› 0 }>", `expected ",", found "{"`},
		{"VEC_PERM_EXPR <a, b, { 0, ‹x› }>", `expected an index, found "x"`},
		{"VEC_PERM_EXPR <a, b, { 0, ‹-›1 }>", `expected an index, found "-"`},
		{"VEC_PERM_EXPR <a, b, { 0 ‹1› }>", `expected "," or "}", found "1"`},
		{"VEC_PERM_EXPR <a, b, { }‹>›", `expected indices, found ">"`},
		{"VEC_PERM_EXPR <a, b, { 0, 1 ‹]›", `expected "," or "}", found "]"`},
		{"VEC_PERM_EXPR <a, b, { 0, 1 } ‹}›", `expected ">", found "}"`},
		{"VEC_PERM_EXPR <a, b, { 0, 1 }> ‹c›", `expected the end of the statement, found "c"`},
		{"‹vector(2) int _1;›", "expected VEC_PERM_EXPR <a, b, { 0, 4, 1, 5 }>"},
		{"vector(2) short _1;\nvector(2) int _2;\n‹_3 = VEC_PERM_EXPR <_1, _2, { 0, 3 }>›;", "lanes of 16 bits and lanes of 32 do not mix"},
		{"vector(4) short a;\n‹_3 = VEC_PERM_EXPR <a, b, { 0, 4, 1, 5 }>›;", "lanes of 16 bits and lanes of 32 do not mix"},
		{"_3 = VEC_PERM_EXPR <a_1(D), b_2(D), { 0, 4 }>;\n‹_4 = VEC_PERM_EXPR <_3, a_1(D), { 3, 0, 1, 2 }>›;", "a has 128 bits here and 64 before"},
		{"_1 = VIEW_CONVERT_EXPR ‹vector›(4) int>(a);", `expected "<" and a type, found "vector"`},
		{"_1 = VIEW_CONVERT_EXPR<vector(4) int> ‹a›;", `expected "(", found "a"`},
		{"_1 = VIEW_CONVERT_EXPR<vector(4) int>(‹4›);", `expected the name of a vector, found "4"`},
		{"_1 = VIEW_CONVERT_EXPR<vector(4) int>(a‹›;", `expected ")", found the end`},
		{"_1 = VIEW_CONVERT_EXPR<vector(4) int>(a) ‹b›;", `expected the end of the statement, found "b"`},
		{"_1 = VIEW_CONVERT_EXPR<‹vector(0) int>›(a)", "the type does not say its lanes: vector(16) unsigned char does"},
		{"_1 = VIEW_CONVERT_EXPR<‹vector(1025) int>›(a)", "the type does not say its lanes: vector(16) unsigned char does"},
		{"_1 = VIEW_CONVERT_EXPR<‹vector(4 long int>›(a)", "the type does not say its lanes: vector(16) unsigned char does"},
		{"_1 = VIEW_CONVERT_EXPR<‹vector(x) long int>›(a)", "the type does not say its lanes: vector(16) unsigned char does"},
		{"_1 = {‹_2›, _3};", "_2 is not made in the text"},
		{"_1 = {}‹›;", "expected parts of a vector, found the end"},
		{"_1 = BIT_FIELD_REF <a, 32, 0>;\n_2 = BIT_FIELD_REF <a, 64, 64>;\n_3 = {_2, ‹_1›};", "parts of 64 and of 32 bits"},
		{"_1 = BIT_FIELD_REF <a, 32, 0>;\n_2 = BIT_FIELD_REF <a, 64, 64>;\n_3 = {_2, _2} ‹x›;", `expected the end of the statement, found "x"`},
		{"_1 = BIT_FIELD_REF ‹a›, 32, 0>;", `expected "<" and a vector, found "a"`},
		{"_1 = BIT_FIELD_REF <‹0›, 32, 0>;", `expected the name of a vector, found "0"`},
		{"_1 = BIT_FIELD_REF <a ‹32›, 0>;", `expected ",", found "32"`},
		{"_1 = BIT_FIELD_REF <a, ‹x›, 0>;", `expected a number of bits, found "x"`},
		{"_1 = BIT_FIELD_REF <a, 32 ‹0›>;", `expected ",", found "0"`},
		{"_1 = BIT_FIELD_REF <a, 32, ‹x›>;", `expected a number of bits, found "x"`},
		{"_1 = BIT_FIELD_REF <a, 32, 0‹›;", `expected ">", found the end`},
		{"‹_1 = BIT_FIELD_REF <a, 0, 0>›;", "0 bits from 0 on are not among the 128 of a"},
		{"‹_1 = BIT_FIELD_REF <a, 32, 128>›;", "32 bits from 128 on are not among the 128 of a"},
		{"‹_1 = BIT_FIELD_REF <a, 32, 97>›;", "32 bits from 97 on are not among the 128 of a"},
		{"‹_1 = BIT_FIELD_REF <a, 65536, 65536>›;", "65536 bits from 65536 on are not among the 128 of a"},
		{"vector(1024) long a;\n‹_1 = BIT_FIELD_REF <a, 65537, 0>›;", "65537 bits from 0 on are not among the 65536 of a"},
		{"‹(vec_select:V4SI (reg:V4SI 1) (parallel [(const_int 0)]))›) x", "the mode has 128 bits, and this makes 32"},
		{"‹x (vec_select:V4SI (reg:V4SI 1) (parallel [(const_int 0)]))›", "expected VEC_PERM_EXPR <a, b, { 0, 4, 1, 5 }>"},
		{"‹(plus›)", `"plus" moves no lanes, or is not known: vec_select, vec_concat, vec_merge, vec_duplicate and subreg do`},
		{"‹; (vec_select)\n;x›", "expected VEC_PERM_EXPR <a, b, { 0, 4, 1, 5 }>"},
		{"‹; comment (\n(vec_select:V2SI (reg:V4SI 1) (parallel [(const_int 3) (const_int 0)]))\n; behind›", "expected VEC_PERM_EXPR <a, b, { 0, 4, 1, 5 }>"},
		{"‹(note 1 (reg) [x])›", "expected an expression that moves lanes, such as (vec_select:V4SI …)"},
		{"(note 1 (set ‹(›plus:V4SI (reg:V4SI 1)))", `expected a register, a memory or an operand of a pattern, found "("`},
		{"(insn 1 (set (reg:V2SI 5) (subreg:V2SI (reg:V4SI 1) 8)) (nil)‹›", `expected ")" behind the insn, found the end`},
		{"(set (reg:V2SI 5) (subreg:V2SI (reg:V4SI 1) 8) ‹(›nil))", `expected ")" behind the set, found "("`},
		{"(set ‹reg› (subreg:V2SI (reg:V4SI 1) 8))", `expected "(" and an expression, found "reg"`},
		{"(set (reg:‹V2XX› 1) (subreg:V2SI (reg:V4SI 1) 8))", `"V2XX" is no mode of whole lanes, such as V4SI`},
		{"(set ‹(reg 1›) (subreg:V2SI (reg:V4SI 1) 8))", "the mode of r1 is not in the text"},
		{"(subreg:V2SI ‹(reg 1›) 8)", "the mode of r1 is not in the text"},
		{"(subreg:V2SI (mem/c/v:V4SI (plus:DI (reg 1)) 8)‹›", "expected the offset of the subreg in bytes, found the end"},
		{"(subreg:V2SI (reg:V4SI 1) ‹x›)", `expected the offset of the subreg in bytes, found "x"`},
		{"‹(subreg:V2SI (reg:V4SI 1) 9›)", "the subreg is longer than what it is of"},
		{"(subreg (reg:V4SI 1) 8‹)›", `expected the offset of the subreg in bytes, found ")"`},
		{"‹(subreg:V2SI (reg:V1024SI 1) 4089›)", "the subreg is longer than what it is of"},
		{"(subreg:V2SI (reg:V4SI 1) 8‹›", `expected ")", found the end`},
		{"(subreg:V2SI ‹)› 8)", `expected "(" and an expression, found ")"`},
		{"(subreg:‹V0SI› (reg:V4SI 1) 8)", `"V0SI" is no mode of whole lanes, such as V4SI`},
		{"(subreg:‹V1025SI› (reg:V4SI 1) 8)", `"V1025SI" is no mode of whole lanes, such as V4SI`},
		{"(subreg:‹VSI› (reg:V4SI 1) 8)", `"VSI" is no mode of whole lanes, such as V4SI`},
		{"(subreg:‹V› (reg:V4SI 1) 8)", `"V" is no mode of whole lanes, such as V4SI`},
		{"(subreg:‹V4› (reg:V4SI 1) 8)", `"V4" is no mode of whole lanes, such as V4SI`},
		{"(vec_select:V2SI (reg:V4SI 1) (parallel ‹(›const_int 0)))", `expected "[", found "("`},
		{"(vec_select:V2SI (reg:V4SI 1) (parallel [(const_int ‹x›)]))", "expected a number"},
		{"(vec_select:V2SI (reg:V4SI 1) (parallel [(const_int 1 ‹2›)]))", `expected ")", found "2"`},
		{"‹(vec_select:V2SI (reg:V4SI 1) (parallel [(const_int -1)]›))", "index -1 is out of range: the vector has lanes 0 to 3"},
		{"‹(vec_select:V2SI (reg:V4SI 1) (parallel [(const_int 4)]›))", "index 4 is out of range: the vector has lanes 0 to 3"},
		{"‹(vec_select:V2SI (reg:V4SI 1) (parallel []›))", "the selection is empty"},
		{"(vec_select:V2SI (reg:V4SI 1) (parallel [(const_int 0) (const_int 3)])‹›", `expected ")", found the end`},
		{"(vec_select:V2SI (reg:V4SI 1) (parallel [(const_int 0) (const_int 3)]‹›", `expected ")", found the end`},
		{"(vec_select:V2SI ‹(plus:V4SI› 1) (parallel [(const_int 0) (const_int 3)]", `"plus" moves no lanes, or is not known: vec_select, vec_concat, vec_merge, vec_duplicate and subreg do`},
		{"(vec_concat:V8SI (reg:V4SI 1) (vec_merge (reg:V4SI 1) (reg:V4SI 2)‹)›)", `expected (const_int …), found ")"`},
		{"(vec_concat:V8SI (reg:V4SI 1) ‹5›)", `expected "(" and an expression, found "5"`},
		{"(vec_concat:V8SI (reg:V4SI 1) (reg:V4SI 2)‹›", `expected ")", found the end`},
		{"(vec_concat:‹V2048QI› (reg:V1024QI 1) (reg:V1024QI 2))", `"V2048QI" is no mode of whole lanes, such as V4SI`},
		{"‹(vec_merge:V4SI (reg:V4SI 5) (reg:V2SI 7)› (const_int 1))", "vectors of 4 and of 2 lanes do not merge"},
		{"(vec_merge:V4SI (reg:V4SI 5) (reg:V4SI 7) ‹1›)", `expected (const_int …), found "1"`},
		{"(vec_merge:V4SI (reg:V4SI 5) (reg:V4SI 7) (const_int ‹z›))", "expected a number"},
		{"(vec_merge:V4SI (reg:V4SI 5) (reg:V4SI 7) (const_int 1 [0x1]) ‹5›)", `expected ")", found "5"`},
		{"(vec_merge:V4SI (reg:V4SI 5) (reg:V4SI 7) (const_int 1 ‹2›))", `expected ")", found "2"`},
		{"(vec_duplicate:V4SI ‹7›)", `expected "(" and an expression, found "7"`},
		{"‹(vec_duplicate (reg:V4SI 7)›)", "128 bits do not fill the mode"},
		{"(vec_duplicate:V4SI (reg:V2SI 7) ‹5›)", `expected ")", found "5"`},
		{"(subreg:V4SI (const_vector:V2TI [(const_int 7) (const_int 0)]‹)› 0)", `expected as many numbers as the mode has lanes, found ")"`},
		{"(subreg:V2SI (const_vector ‹[›(const_int 7) (const_int 0)]) 0)", `expected a vector: a number alone has no mode, found "["`},
		{"(subreg:V2SI (const_vector:V2SI ‹(›const_int 7)) 0)", `expected "[", found "("`},
		{"(subreg:V2SI (const_int ‹7›) 0)", `expected a vector: a number alone has no mode, found "7"`},
		{"(subreg:V2SI ‹(if_then_else:V2SI› (reg:V2SI 1)) 0)", `"if_then_else" moves no lanes, or is not known: vec_select, vec_concat, vec_merge, vec_duplicate and subreg do`},
		{"(vec_concat:V4SI (match_operand:V2SI 1) ‹(match_dup:V4SI 1)›)", "operand1 has 128 bits here and 64 before"},
		{"VEC_PERM_EXPR <a, b, { ‹99999999999› }>", "expected an index below 2^31"},
		{"VEC_PERM_EXPR <a, b, { ‹2147483648› }>", "expected an index below 2^31"},
		{"_1 = {‹7›};", `expected the name of a vector, found "7"`},
		{"_1 = BIT_FIELD_REF <a, 64, 64>;\nreturn ‹7›;", `expected the name of a vector, found "7"`},
		{"# x = 1\n;; Function f (f, no=0); y = 2\n<bb 2>:\n_3 = VEC_PERM_EXPR <a, b, { 0, ‹y› }>;", `expected an index, found "y"`},
	})
}

// One more than there may be is refused, and as many as there may be are not.
func TestBounds(t *testing.T) {
	for _, row := range []struct {
		text string
		most int
		what string
	}{
		{"VEC_PERM_EXPR <a, b, {|0, |}>", 1024, "more than 1024 lanes"},
		{"_1 = BIT_FIELD_REF <a, 8, 0>;\n_2 = {|_1, |};", 1024, "more than 1024 parts"},
		{"VEC_PERM_EXPR <a, b, { 1, 0 }>;\n|_1 = a;\n|", 255, "more than 256 lines"},
		{"(subreg:V1024SI (vec_select:V1024SI (reg:V4SI 1) (parallel [|(const_int 3)|])) 0)", 1024, "more than 1024 lanes"},
		{"|(subreg:V2SI |(reg:V2SI 1)| 0)|", 39, "an expression has at most 40 others around it"},
		{"(vec_concat:V2SI (vec_select:V1SI |(subreg:V2SI |(reg:V2SI 1)| 0)| (parallel [(const_int 0)])) (vec_select:V1SI (subreg:V2SI (subreg:V2SI (reg:V2SI 1) 0) 0) (parallel [(const_int 0)])))", 37, "an expression has at most 40 others around it"},
	} {
		for _, n := range []int{row.most, row.most + 1} {
			p := strings.Split(row.text, "|")
			for k := 1; k < len(p); k += 2 {
				p[k] = strings.Repeat(p[k], n)
			}
			_, err := gcc.Dialect().Read(strings.Join(p, ""), dialect.Options{})
			var e *syntax.Error
			if n == row.most && err != nil || n > row.most && (!errors.As(err, &e) || e.What != row.what) {
				t.Errorf("%s with %d: %v", row.text, n, err)
			}
		}
	}
}

// What is read of texts: what is made, of what, with a star where lanes of 32 bits are assumed.
func TestMeanings(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"_1 = VIEW_CONVERT_EXPR<vector(4) long int>(a)\n_2 = VEC_PERM_EXPR <_1, _1, { 3, 1, 2, 0 }>;", "_2 of a: i64x4 -> a3 a1 a2 a0"},
		{"vector(8) short b;\nb = VIEW_CONVERT_EXPR<what>(a);", "b of a: i16x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{"vector(2) short b;\nvector(2) short c;\nb_1 = VIEW_CONVERT_EXPR<what>(a);\n_3 = VEC_PERM_EXPR <b_1, c, { 1, 2 }>;", "_3 of a c: i16x2 i16x2 -> a1 b0"},
		{"vector(2) long b;\nb = VIEW_CONVERT_EXPR<vector(4) int>(a);\n_3 = VEC_PERM_EXPR <b, b, { 1, 0 }>;", "_3 of a: i64x2 -> a1 a0"},
		{"_1 = VIEW_CONVERT_EXPR<vector(2) long>(a);\n_3 = VEC_PERM_EXPR <c, _1, { 0, 3 }>;\n", "2:1: lanes of 32 bits and lanes of 64 do not mix"},
		{"_1 = BIT_FIELD_REF <a, 32, 0>;\n_2 = BIT_FIELD_REF <a, 32, 96>;\n_3 = {_2, _1};", "_3 of a: i32x4 -> a3 a0 *"},
		{"_1 = BIT_FIELD_REF <a, 64, 64>;", "_1 of a: i32x4 -> a2 a3 *"},
		{"_1 = BIT_FIELD_REF <a, 8, 24>;", "_1 of a: i8x16 -> a3 *"},
		{"_1 = BIT_FIELD_REF <a, 96, 32>;", "_1 of a: i32x4 -> a1 a2 a3 *"},
		{"_1 = BIT_FIELD_REF <a, 128, 0>;", "_1 of a: i32x4 -> a0 a1 a2 a3 *"},
		{"vector(2) int b;\n_1 = BIT_FIELD_REF <b, 32, 32>;", "_1 of b: i32x2 -> a1"},
		{"return;\n_1 = BIT_FIELD_REF <a, 64, 64>;", "_1 of a: i32x4 -> a2 a3 *"},
		{"_1 = BIT_FIELD_REF <a, 64, 64>;\n_2 = BIT_FIELD_REF <a, 64, 0>;\nreturn _1;", "_1 of a: i32x4 -> a2 a3 *"},
		{"vector(4) int b;\n_1 = b_2(D);\n_4 = VEC_PERM_EXPR <_1, _1, { 1, 0 }>;", "_4 of b: i32x4 -> a1 a0"},
		{"vector(2) int b;\n_1 = b_2(D);", "_1 of b: i32x2 -> a0 a1"},
		{"n_1 = m_2;\n_4 = VEC_PERM_EXPR <a, a, { 1, 0 }>;", "_4 of a: i32x2 -> a1 a0 *"},
		{"_2 = BIT_FIELD_REF <a, 64, 64>;\n_1 = _2;", "_1 of a: i32x4 -> a2 a3 *"},
		{"vector(4) short _3 = VEC_PERM_EXPR <a, b, { 0, 4, 1, 5 }>;", "_3 of a b: i16x4 i16x4 -> a0 b0 a1 b1"},
		{"v8hi _3 = VEC_PERM_EXPR <a, b, { 0, 4, 1, 15 }>;", "_3 of a b: i16x4 i16x4 -> a0 b0 a1 b3"},
		{"vector(4) int a;\n_3 = VEC_PERM_EXPR <a, a, { 9, 4, 1, 5 }>;", "_3 of a: i32x4 -> a1 a0 a1 a1"},
		{"vector(4) int a;\nvector(2) int b;\n_3 = VEC_PERM_EXPR <a, b, { 5, 4, 1, 7 }>;", "_3 of a b: i32x4 i32x2 -> b1 b0 a1 a1"},
		{"f (v2si a, v2si b)\n{\n_3 = VEC_PERM_EXPR <a_1(D), b_2(D), { 0, 3 }>;\n_4 = VEC_PERM_EXPR <_3, a_1(D), { 3, 0 }>;\n}", "_4 of a b: i32x2 i32x2 -> a1 a0"},
		{"f (vector(2) short a, vector(2) short b) {\n_3 = VEC_PERM_EXPR <a_1(D), b_2(D), { 0, 3 }>;", "_3 of a b: i16x2 i16x2 -> a0 b1"},
		{"# x = 1\n;; Function f (f, no=0); y = 2\n<bb 2>:\n_3 = VEC_PERM_EXPR <_4(D), b, { 0, 3 }>;", "_3 of _4 b: i32x2 i32x2 -> a0 b1 *"},
		{"VEC_PERM_EXPR <a, b, { 2147483647, 2147483646 }>", " of a b: i32x2 i32x2 -> b1 b0 *"},

		{"; a (\n(subreg:V2SI (reg:V4SI 1) 8)", "1:1: expected VEC_PERM_EXPR <a, b, { 0, 4, 1, 5 }>"},
		{";; a (\n ;; b (\n(subreg:V2SI (reg:V4SI 1) 8) ; c (", " of r1: i32x4 -> a2 a3"},
		{"(insn 1 (set (reg:V2SI 5) (subreg:V2SI (reg:V4SI 1) 8)) (nil))(insn 2 (set (reg:V2SI 6) (vec_select:V2SI (reg:V2SI 5) (parallel [(const_int 1) (const_int 0)]))))", "r6 of r1: i32x4 -> a3 a2"},
		{"(insn 1 (set (reg:V2SI 5) (subreg:V2SI (reg:V4SI 1) 8)) (nil))(note 3)", "r5 of r1: i32x4 -> a2 a3"},
		{"(set (reg:V2SI 5 [x]) (subreg:V2SI (reg/v/f:V4SI 1 [ _7 ]) 8))", "r5 of _7: i32x4 -> a2 a3"},
		{"(set (reg:V2SI 5 [x]) (subreg:V2SI (reg:V4SI 1 [ 7 ]) 8))", "r5 of r1: i32x4 -> a2 a3"},
		{"(set (reg:V2SI 5 [x]) (subreg:V2SI (reg:V4SI 1 zmm0 [ 7 ]) 8))", "r5 of zmm0: i32x4 -> a2 a3"},
		{"(subreg:V2SI (mem/c:V4SI (plus:DI (reg 1))) 8)", " of mem: i32x4 -> a2 a3"},
		{"(subreg:V2SI (reg:V4SI 1) 7)", " of r1: i8x16 -> a7 a8 a9 a10 a11 a12 a13 a14"},
		{"(subreg:V2SI (reg:V1024SI 1) 4088)", " of r1: i32x1024 -> a1022 a1023"},
		{"(subreg:V1TI (reg:V1024TI 1) 16368)", " of r1: i128x1024 -> a1023"},
		{"(subreg:SI (reg:V4SI 1) 4)", " of r1: i32x4 -> a1"},
		{"(vec_select (reg:V4SI 1) (parallel [(const_int 0) (const_int 0x3 [0x3])]))", " of r1: i32x4 -> a0 a3"},
		{"(vec_concat:V8SI (vec_select (reg:V4SI 1) (parallel [(const_int 0) (const_int 3) (const_int 2) (const_int 1)])) (reg:V4SI 2))", " of r1 r2: i32x4 i32x4 -> a0 a3 a2 a1 b0 b1 b2 b3"},
		{"(vec_select:V1SI (vec_select (reg:V4SI 1) (parallel [(const_int 0) (const_int 3)])) (parallel [(const_int 1)]))", " of r1: i32x4 -> a3"},
		{"(vec_concat:V4SI (const_vector:V2SI [(const_int 0) (const_int -1)]) (reg:V2SI 7))", " of r7: i32x2 -> z m a0 a1"},
		{"(vec_concat:V4SI (reg:V1DI 5) (reg:V2SI 7))", " of r5 r7: i32x2 i32x2 -> a0 a1 b0 b1"},
		{"(vec_merge:V4SI (reg:V4SI 5) (reg:V4SI 7) (const_int -2))", " of r5 r7: i32x4 i32x4 -> b0 a1 a2 a3"},
		{"(vec_merge:V2DI (reg:V2DI 5) (vec_concat:V2DI (reg:V2SI 7) (reg:V2SI 8)) (const_int 1))", " of r5 r7 r8: i32x4 i32x2 i32x2 -> a0 a1 c0 c1"},
		{"(vec_merge:V2DI (vec_concat:V2DI (reg:V2SI 7) (reg:V2SI 8)) (reg:V2DI 5) (const_int 1))", " of r7 r8 r5: i32x2 i32x2 i32x4 -> a0 a1 c2 c3"},
		{"(vec_concat:V4SI (reg:V2SI 5) (vec_concat:V2SI (reg:SI 6) (reg:SI 7)))", " of r5 r6 r7: i32x2 i32x1 i32x1 -> a0 a1 b0 c0"},
		{"(vec_concat:V4SI (vec_concat:V2SI (reg:SI 6) (reg:SI 7)) (reg:V2SI 5))", " of r6 r7 r5: i32x1 i32x1 i32x2 -> a0 b0 c0 c1"},
		{"(vec_duplicate:V4SI (reg:V2SI 7))", " of r7: i32x2 -> a0 a1 a0 a1"},
		{"(vec_concat:V4HI (subreg:V2HI (const_vector:V1SI [(const_int 0x50007)]) 0) (const_vector:V2HI [(const_int 0) (const_int -1)]))", " of : -> i16x4: #7 #5 z m"},
	} {
		r, err := gcc.Dialect().Read(row.text, dialect.Options{})
		got := fmt.Sprintf("%s of %s: %s", r.To, strings.Join(r.Names, " "), r.Map)
		if len(r.Warnings) == 1 && r.Warnings[0] == "the type of the lanes is not in the text: 32 bits are assumed" {
			got += " *"
		} else if len(r.Warnings) > 0 {
			t.Errorf("%s: warned of %q", row.text, r.Warnings)
		}
		if err != nil {
			got = err.Error()
		}
		if got != row.want {
			t.Errorf("%s is\n\t%s, want\n\t%s", row.text, got, row.want)
		}
	}
}
