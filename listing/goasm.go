package listing

import (
	"slices"
	"sync"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target/apply"
)

// Go's assembly has its operands in the other order, the destination last, and its own names for some instructions and for all general registers:
//
//	PSHUFD $27, X1, X0                      pshufd xmm0, xmm1, 27
//	MOVOU 16(AX), X2                        movdqu xmm2, [rax+16]
//	VTBL V1.B16, [V2.B16], V3.B16           tbl v3.16b, {v2.16b}, v1.16b
//
// The names are those that the targets write.

// goNames are the instructions of x86 by their names in Go: on vectors, and on general registers.
var goNames = sync.OnceValue(func() (all struct{ vectors, general map[string]string }) {
	all.vectors = map[string]string{"MOVO": "movdqa", "MOVOA": "movdqa", "MOVOU": "movdqu"}
	all.general = map[string]string{"MOVQ": "mov", "MOVL": "mov"}
	for _, r := range apply.X86Rows() {
		name, ok := r.GoName()
		if !ok {
			continue
		}
		names := all.vectors
		if generalRows()[r.Name] {
			names = all.general
		}
		if names[name] == "" {
			names[name] = r.Name
		}
	}
	return all
})

// fromGo is a line of Go's assembly in the words of the table of rows.
func fromGo(text string) (string, bool) {
	name, rest := nameAndOperands(text)
	if name == "" || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.") != "" {
		return "", false
	}
	words := operandWords(rest)
	if !slices.ContainsFunc(words, isGoOperand) && goNames().general[name] == "" && !isGoMaskLoad(name, words) {
		return "", false
	}
	if name == "MOVD" && len(words) == 2 {
		return goAddress(words[0], words[1])
	}
	if slices.ContainsFunc(words, isGoVector64) {
		return goNEON(name, words)
	}
	return goX86(name, words)
}

// isGoOperand knows X0, V1.B16, [V2.B16], mask<>(SB) and x+8(FP).
func isGoOperand(word string) bool {
	return isGoX86Vector(word) || isGoVector64(word) || strings.HasSuffix(word, "(FP)") || strings.HasSuffix(word, "(SB)")
}

// isGoMaskLoad knows KMOVW AX, K1, whose register has no size.
func isGoMaskLoad(name string, words []string) bool {
	if !strings.HasPrefix(name, "KMOV") || len(words) != 2 {
		return false
	}
	_, general := goGeneral(words[0])
	return general && len(words[1]) == 2 && words[1][0] == 'K'
}

// IsGo says whether a text has a line of Go's assembly.
func IsGo(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		if _, ok := fromGo(dialect.LineOf(line).Text); ok {
			return true
		}
	}
	return false
}

// goAddress is what MOVD brings a register of AArch64: a constant's address, or something else.
func goAddress(from, to string) (string, bool) {
	number, ok := strings.CutPrefix(to, "R")
	if !ok {
		return "", false
	}
	if label, ok := strings.CutPrefix(from, "$"); ok && strings.HasSuffix(label, "(SB)") {
		return "adrp x" + number + ", " + strings.TrimSuffix(label, "(SB)"), true
	}
	return "mov x" + number + ", " + from, true
}

func isGoX86Vector(word string) bool {
	return len(word) > 1 && strings.IndexByte("XYZ", word[0]) >= 0 && strings.Trim(word[1:], "0123456789") == ""
}

// isGoVector64 knows a vector of AArch64, or a list of some.
func isGoVector64(word string) bool {
	word = strings.TrimPrefix(word, "[")
	name, shape, ok := strings.Cut(word, ".")
	return ok && len(name) > 1 && name[0] == 'V' && strings.Trim(name[1:], "0123456789") == "" && shape != "" && strings.IndexByte("BHSD", shape[0]) >= 0
}

// goX86 is a line of x86.
func goX86(name string, words []string) (string, bool) {
	name, zero := strings.CutSuffix(name, ".Z")
	vector := slices.ContainsFunc(words, isGoX86Vector)
	names := goNames().general
	if vector {
		names = goNames().vectors
	}
	plain, ok := names[name]
	switch {
	case !ok && strings.HasPrefix(name, "KMOV"), !ok && vector:
		plain = strings.ToLower(name)
	case !ok && strings.HasSuffix(name, "L"), !ok && strings.HasSuffix(name, "Q"):
		plain = strings.ToLower(name[:len(name)-1])
	case !ok:
		plain = strings.ToLower(name)
	}
	bits := 64
	if strings.HasSuffix(name, "L") || strings.HasSuffix(name, "D") || plain == "movd" {
		bits = 32
	}
	words = slices.Clone(words)
	slices.Reverse(words)
	for k, word := range words {
		words[k] = goOperandX86(word, bits)
	}
	if len(words) > 2 && isMask(words[1]) && vector {
		words[0] += "{" + words[1] + "}"
		if words = slices.Delete(words, 1, 2); zero {
			words[0] += "{z}"
		}
	}
	return strings.TrimSpace(plain + " " + strings.Join(words, ", ")), true
}

// goOperandX86 is an operand; what is in a general register has so many bits.
func goOperandX86(word string, bits int) string {
	switch {
	case strings.HasPrefix(word, "$"):
		return word[1:]
	case isGoX86Vector(word):
		return strings.ToLower(word[:1]) + "mm" + word[1:]
	case strings.HasSuffix(word, "(SB)"):
		return "[rip+" + strings.TrimSuffix(word, "(SB)") + "]"
	case strings.HasSuffix(word, "(FP)"): // a parameter is called by its name
		name, offset, _ := strings.Cut(strings.TrimSuffix(word, "(FP)"), "+")
		return "[" + name + ".FP+" + offset + "]"
	case strings.Contains(word, "("):
		return goPlaceX86(word)
	case len(word) == 2 && word[0] == 'K':
		return strings.ToLower(word)
	}
	if g, ok := goGeneral(word); ok {
		for name, known := range generalNames() {
			if known.register == g && known.bits == bits && !known.high {
				return name
			}
		}
	}
	return word
}

// goGeneral is a general register by its name of 64 bits: rax of AX, r8 of R8.
func goGeneral(word string) (string, bool) {
	name := strings.ToLower(word)
	if !strings.HasPrefix(name, "r") {
		name = "r" + name
	}
	g, ok := generalRegister(name)
	return g.register, ok && g.bits == 64 && strings.ToUpper(word) == word
}

// goPlaceX86 is 16(AX)(CX*8) as [rax+rcx*8+16].
func goPlaceX86(word string) string {
	offset, rest, _ := strings.Cut(word, "(")
	base, index, _ := strings.Cut(rest, ")")
	if g, ok := goGeneral(base); ok {
		base = g
	}
	inner := base
	if index = strings.Trim(index, "()"); index != "" {
		register, scale, _ := strings.Cut(index, "*")
		if g, ok := goGeneral(register); ok {
			register = g
		}
		if inner += "+" + register; scale != "" && scale != "1" {
			inner += "*" + scale
		}
	}
	if offset != "" {
		inner += "+" + offset
	}
	return "[" + strings.ReplaceAll(inner, "+-", "-") + "]"
}

// goNEON is a line of AArch64.
func goNEON(name string, words []string) (string, bool) {
	plain, found := strings.CutPrefix(name, "V")
	if !found {
		return "", false
	}
	plain, post := strings.CutSuffix(plain, ".P")
	words = slices.Clone(words)
	if !strings.HasPrefix(plain, "ST") {
		slices.Reverse(words)
	}
	for k, word := range words {
		words[k] = goOperandNEON(word)
		if offset, place, ok := strings.Cut(words[k], "["); ok && post && offset != "" && !strings.HasPrefix(offset, "{") && !strings.Contains(offset, ".") { // 16[x0] counts the register on
			words[k] = "[" + place + ", #" + offset
		}
	}
	return strings.ToLower(plain) + " " + strings.Join(words, ", "), true
}

// goOperandNEON is V1.B16 as v1.16b, V1.S[3] as v1.s[3], [V1.B16, V2.B16] in braces, $8 as #8 and (R0) as [x0].
func goOperandNEON(word string) string {
	if list, ok := strings.CutPrefix(word, "["); ok {
		parts := strings.Split(strings.TrimSuffix(list, "]"), ",")
		for k := range parts {
			if parts[k] = strings.TrimSpace(parts[k]); !strings.HasPrefix(parts[k], "[") { // no list is in a list
				parts[k] = goOperandNEON(parts[k])
			}
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	if isGoVector64(word) {
		register, shape, _ := strings.Cut(word, ".")
		if strings.Contains(shape, "[") {
			return strings.ToLower(register + "." + shape)
		}
		return strings.ToLower(register + "." + shape[1:] + shape[:1])
	}
	if number, ok := strings.CutPrefix(word, "$"); ok {
		return "#" + number
	}
	if offset, inner, ok := strings.Cut(word, "("); ok && strings.HasSuffix(inner, ")") { // 16(R0), (R0)(R1) and (RSP)
		registers := strings.Split(strings.TrimSuffix(inner, ")"), ")(")
		for k, register := range registers {
			if number, general := strings.CutPrefix(register, "R"); register == "RSP" {
				registers[k] = "sp"
			} else if general {
				registers[k] = "x" + number
			}
		}
		return offset + "[" + strings.Join(registers, ", ") + "]"
	}
	return word
}
