package oracle

import (
	"slices"
	"strings"
)

// KeptByQemu are instructions of NEON that clear what is above 128 bits of a register of SVE, as all of them do, and that some releases of qemu let keep it: 7.2 is one.
var KeptByQemu = []string{"rev32", "rev64", "ushll", "ushll2"}

// ClearedForQemu is a text for an assembler in which those instructions do under qemu what the architecture says: behind each of them its register is copied to itself, which clears what is above and is
// nothing where that is done.
//
//	ushll2 v0.8h, v1.16b, #0
//	mov v0.16b, v0.16b
func ClearedForQemu(assembly string) string {
	var b strings.Builder
	for line := range strings.Lines(assembly) {
		b.WriteString(line)
		words := strings.Fields(line)
		if len(words) < 2 || !slices.Contains(KeptByQemu, words[0]) {
			continue
		}
		register, _, vector := strings.Cut(words[1], ".")
		if !vector || !strings.HasPrefix(register, "v") {
			continue
		}
		if !strings.HasSuffix(line, "\n") {
			b.WriteByte('\n')
		}
		b.WriteString("mov " + register + ".16b, " + register + ".16b\n")
	}
	return b.String()
}
