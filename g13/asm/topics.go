package asm

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/g13"
)

// A FormatFact is what is known of a format of elements in memory.
type FormatFact struct {
	Size     int // bytes, 0 if it is not known
	Register int // how many registers an element fills, or is made of
	Is       string
}

// formatFacts are by the number of the format.
var formatFacts = [16]FormatFact{
	0:  {1, 1, "an integer of 8 bits, without a sign"},
	1:  {2, 1, "16 bits"},
	2:  {4, 1, "32 bits; its registers have as many"},
	3:  {2, 1, "16 bits, as they are"},
	4:  {1, 1, "v / 255"},
	5:  {1, 1, "max(v, -127) / 127, with a sign"},
	6:  {2, 1, "v / 65535"},
	7:  {2, 1, "max(v, -32767) / 32767, with a sign"},
	8:  {4, 4, "three times 10 bits, each v / 1023, and 2 bits, v / 3; red is lowest"},
	9:  {0, 0, "unknown"},
	10: {1, 1, "as u8norm, and but for alpha through the sRGB curve"},
	11: {0, 0, "unknown"},
	12: {4, 3, "two floats of 11 bits and one of 10, without a sign"},
	13: {4, 3, "three times 9 bits with a common exponent of 5: v * 2 ** (e - 24)"},
	14: {4, 3, "as rg11b10f, rounded towards zero; for stores"},
	15: {4, 3, "as rgb9e5, rounded towards zero; for stores"},
}

// FormatFacts are what is known of the formats, by their numbers.
func FormatFacts() [16]FormatFact { return formatFacts }

func formatsPage() []byte {
	var b strings.Builder
	b.WriteString("# formats\n\nHow elements stand in memory, in loads, stores, tiles and blocks of images. The first four move bits as they are, and the others become floats of the size of the registers.\n\n" +
		"| number | format | bytes | registers | an element is |\n|--|--|--|--|--|\n")
	for n, fact := range formatFacts {
		name := g13.Format.Words()[n]
		if name != "" {
			name = "`" + name + "`"
		}
		size, registers := fmt.Sprint(fact.Size), fmt.Sprint(fact.Register)
		if fact.Size == 0 {
			size, registers = "", ""
		}
		fmt.Fprintf(&b, "| %d | %s | %s | %s | %s |\n", n, name, size, registers, fact.Is)
	}
	b.WriteString("\nAn instruction with two bits for it has the first four. The packed formats, of which an element fills several registers, are words at aligned addresses, whatever the mask and the shift say.\n" +
		"\nExample: `device_load 0, u8norm, xyzw, r0..r3, u2_u3, r4, unsigned, lsl 2` is a pixel of four bytes as floats.\n")
	return []byte(b.String())
}

// specialFacts are what special registers hold, by their numbers.
var specialFacts = map[int]string{
	0: "which threadgroup this is, of the grid", 1: "the same, in y", 2: "the same, in z",
	4: "how many threads a threadgroup has", 5: "the same, in y", 6: "the same, in z",
	8: "how many threads a threadgroup was asked to have", 9: "the same, in y", 10: "the same, in z",
	12: "the width of a threadgroup", 13: "its height", 14: "the logarithm of how many samples a pixel has",
	20: "the number of the core", 21: "the number of the address space",
	48: "which thread of its threadgroup this is", 49: "the same, in y", 50: "the same, in z",
	51: "the same as one number", 52: "which thread of its SIMD-group this is", 53: "which SIMD-group of its threadgroup this is",
	56: "how many threads of the quad before this one are active", 57: "how many threads of the quad are active",
	58: "how many threads of the SIMD-group before this one are active", 59: "how many threads of the SIMD-group are active",
	60: "which samples are covered", 62: "whether the triangle is seen from behind", 63: "0 in helper threads, which are there for derivatives only",
	80: "which thread of the grid this is", 81: "the same, in y", 82: "the same, in z",
	124: "which samples were covered at first", 144: "the firmware's command", 146: "its argument, the lower half", 147: "the upper half",
}

// SpecialFact is what a special register holds, or nothing.
func SpecialFact(n int) string { return specialFacts[n] }

func specialPage() []byte {
	var b strings.Builder
	b.WriteString("# special_registers\n\nWhat `get_sr` reads. The name may stand for the number: `get_sr r1, thread_position_in_grid.x`, `mov r1, thread_position_in_grid.x` and `get_sr r1, sr80` are the same.\n\n" +
		"| register | name | holds |\n|--|--|--|\n")
	for n := range 256 {
		name := g13.SpecialRegisterName(n)
		if specialFacts[n] == "" && name == "" {
			continue
		}
		if name != "" {
			name = "`" + name + "`"
		}
		fmt.Fprintf(&b, "| sr%d | %s | %s |\n", n, name, specialFacts[n])
	}
	b.WriteString("\nOf the others nothing is known.\n")
	return []byte(b.String())
}
