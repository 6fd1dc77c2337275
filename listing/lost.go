package listing

import (
	"slices"

	"github.com/lanescope/lanescope/syntax/strings"
)

// alsoGeneral are instructions of vectors that machines have on general registers too, to compute with.
var alsoGeneral = append(strings.Fields("lsl lsr asr ror orr eor bic mvn neg rev rev16 rev32 ext sub add sra srl ld st"), computing...)

// ComputesGeneral says whether a line computes on general registers alone, as far as it names any, also on those of machines that are not followed: mov r2, r3 of ARMv7.
func ComputesGeneral(text string) bool {
	name, operands := nameAndOperands(strings.ToLower(text))
	s, _ := generalSpelling(name)
	return (slices.Contains(alsoGeneral, name) || slices.Contains(alsoGeneral, s.row)) && !isVectorLine(name, operands) && !isVectorLineNEON(operands) && len(vectorsNamed(name, operands).writes) == 0
}

// arriving are instructions of x86 between vectors and general registers.
var arriving = strings.Fields("movd movq pinsrb pinsrw pinsrd pinsrq pextrb pextrw pextrd pextrq pmovmskb movmskps movmskpd pbroadcastb pbroadcastw pbroadcastd pbroadcastq")

// Arrives says whether what a line brings to vectors, or takes from them, was in none that targets have: dup v28.8b, w6, vpbroadcastd zmm0, ecx, movd xmm0, x of a name for a general register, and movq mm1, [rsi].
func Arrives(text string) bool {
	name, operands := nameAndOperands(strings.ToLower(text))
	words := separateOperands(operands)
	general := func(w string) bool {
		_, register := GeneralRegister(strings.TrimPrefix(w, "%"))
		return register || isArmAddress(w) || w == "wzr" || w == "xzr"
	}
	named := func(w string) bool { return isName(w) && !isX86Register(w) }
	switch {
	case slices.ContainsFunc(words, func(w string) bool { return isMMX(strings.TrimPrefix(w, "%")) }):
		return true
	case strings.HasPrefix(name, "vpbroadcast"), looksNEONLine(text) && len(words) == 2:
		return slices.ContainsFunc(words, general) || strings.HasPrefix(name, "vpbroadcast") && slices.ContainsFunc(words, named)
	case slices.Contains(arriving, strings.TrimPrefix(name, "v")):
		return slices.ContainsFunc(words, named)
	}
	return false
}
