package target

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// intrinsicsPower is C with <altivec.h> on a little-endian machine. There most of its names count elements from the lowest, as lanes are counted here, and the manual from the highest, so that
// vmrghw d, a, b is vec_mergel(b, a). On a big-endian machine both count from the highest, and the same text would be other instructions: it is not compiled there.
//
//	lanes of a      a3 a2 a1 a0
//	the manual's     0  1  2  3      vmrghw d, a, b is    a3 b3 a2 b2      the manual's elements 0 1 of each
//	C's              3  2  1  0      vec_mergel(b, a)                      C's elements 2 3 of each, b's first
var intrinsicsPower = Language{
	Include:  "#include <altivec.h>\n#ifndef __LITTLE_ENDIAN__\n#error \"what intrinsics do is written for little-endian Power\"\n#endif",
	Function: functionC, Parameter: parameterC, Unused: unusedC, Constant: constantC, Set: setC,
	Switch: switchC, Case: caseC, Label: labelC, Or: orC, Deep: deepC, Expression: expressionC,
	Type: func(File, int) string { return bytesPower }, Resize: same,
	Vector: func(c lane.Const, bits int) string { return fmt.Sprintf("(%s){%s}", bytesPower, byteList(c, bits)) },
	Moved:  permutedPower,
}

const bytesPower = "__vector unsigned char"

// powerTypes are the types of operands that are no bytes.
var powerTypes = []struct{ suffix, of string }{
	{".h", "unsigned short"}, {".w", "unsigned int"}, {".d", "unsigned long long"}, {".q", "unsigned __int128"}, {".f", "float"}, {".g", "double"},
}

// intrinsicPower is an expression of vectors of bytes.
//
//	vec_mergel(b.w, a.w)      (__vector unsigned char)vec_mergel((__vector unsigned int)b, (__vector unsigned int)a)
func intrinsicPower(c string) string {
	if c == "" {
		return ""
	}
	for _, letter := range "abck" {
		for _, x := range powerTypes {
			c = strings.ReplaceAll(c, string(letter)+x.suffix, "(__vector "+x.of+")"+string(letter))
		}
	}
	return "(" + bytesPower + ")" + c
}

// countC is the constant of a shift of a whole register, whose count is in the higher half, as a number of 128 bits.
const countC = "(__vector unsigned __int128)vec_xxpermdi(k.d, k.d, 2)"

// rotateWholeC is the instruction itself: of two shifts, and of vec_rl, LLVM 22 makes one that reads the count from the half of the register where it is not, whatever the expression says.
const rotateWholeC = "__extension__ ({ " + bytesPower + " rotated; __asm__(\"vrlq %0, %1, %2\" : \"=v\"(rotated) : \"v\"(a), \"v\"(k)); rotated; })"

func shiftWholeC(which string) string { return "vec_" + which + "(a.q, " + countC + ")" }

// permuteOrZeroC is xxpermx by what is in every header, as vec_permx counts from one end where GCC's has it and from the other where LLVM's does.
const permuteOrZeroC = "vec_and(vec_perm(b, a, ~k), (" + bytesPower + ")vec_cmplt(k, vec_splats((unsigned char)32)))"

// fromBelow is the number of an element of n that the manual counts from the highest.
func fromBelow(n int) func(v int) int { return func(v int) int { return n - 1 - v } }

// doublewordsFromBelow is xxpermdi's immediate for operands that have changed places: the two bits change places too, and each counts from the other end.
func doublewordsFromBelow(v int) int { return 3 - (v>>1 | v&1<<1) }

// permutedPower is a movement of the bytes of two vectors as a permutation by a constant.
func permutedPower(m lane.Map) (string, bool) {
	m, err := m.Regroup(8)
	if err != nil || len(m.Src) > 2 {
		return "", false
	}
	list, second := make([]string, len(m.Lane)), "b"
	for i, l := range m.Lane {
		number := 0
		switch l.Kind {
		case lane.Source:
			number = 16*l.Src + l.Index
		case lane.Constant:
			if c, _ := l.Const.Uint64(); c > 0 || len(m.Src) > 1 {
				return "", false
			}
			number, second = 16, "("+bytesPower+"){0}"
		}
		list[i] = strconv.Itoa(number)
	}
	if second == "b" && len(m.Src) < 2 {
		second = "a"
	}
	return fmt.Sprintf("vec_perm(a, %s, (%s){%s})", second, bytesPower, strings.Join(list, ", ")), true
}
