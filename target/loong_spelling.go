package target

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// loongArch is the spelling of registers $vr0 to $vr31, or $xr0 to $xr31, whose instructions begin with v or xv.
//
// There is no assembly of functions: a value of 128 bits comes in two general registers there, and one of 256 in memory. Functions are C, whose compiler sees to that.
func loongArch(register, prefix string) *Spelling {
	return &Spelling{
		vector: func(int) string { return "$" + register }, registers: wordRegisters, Constant: hexConstant, address: "{p}, {k}", pointed: "{p}, 0",
		slot: "$sp, {k}", store: prefix + "st {a}, {slot}", reload: prefix + "ld {d}, {slot}",
		Mover: func(int) string { return prefix + "ld" }, copied: prefix + "ori.b {d}, {a}, 0", Anywhere: func(int) string { return "" }, C: intrinsicsLoong(register == "xr"),
	}
}

// intrinsicsLoong is C with the headers of LSX and LASX. The second has 256 bits.
func intrinsicsLoong(long bool) *Language {
	header, of := "lsxintrin.h", "__m128i"
	if long {
		header, of = "lasxintrin.h", "__m256i"
	}
	return &Language{
		Include: "#include <" + header + ">", Function: functionC, Parameter: parameterC, Unused: unusedC, Constant: constantC, Set: setC,
		Switch: switchC, Case: caseC, Label: labelC, Or: orC, Deep: deepC, Expression: expressionC,
		Type: func(File, int) string { return of }, Resize: same,
		Vector: func(c lane.Const, bits int) string {
			var words []string
			for at := 0; at < bits; at += 64 {
				words = append(words, fmt.Sprintf("(long long)0x%sull", c.Slice(at, 64).Hex()))
			}
			return fmt.Sprintf("(%s){%s}", of, strings.Join(words, ", "))
		},
	}
}
