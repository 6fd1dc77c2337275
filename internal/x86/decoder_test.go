package x86_test

import (
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/arch/x86/x86asm"

	"github.com/lanescope/lanescope/internal/oracle"
)

// TestLLVM reads every instruction back with LLVM's disassembler, which must find in it what was asked for.
func TestLLVM(t *testing.T) {
	mc := oracle.Need(t, "llvm-mc")
	all := samples(t)
	var input strings.Builder
	for _, s := range all {
		for i, b := range s.code {
			if i > 0 {
				input.WriteByte(',')
			}
			fmt.Fprintf(&input, "0x%02x", b)
		}
		input.WriteByte('\n')
	}
	cmd := exec.Command(mc, "--disassemble", "--triple=x86_64", "--mcpu=icelake-server", "--output-asm-variant=1")
	cmd.Stdin = strings.NewReader(input.String())
	out, err := oracle.Usual.Output(cmd)
	if err != nil {
		t.Fatalf("llvm-mc: %v", err)
	}
	var lines []string
	for line := range strings.Lines(string(out)) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" && line[0] != '.' {
			lines = append(lines, line)
		}
	}
	if len(lines) != len(all) {
		t.Errorf("%d instructions are %d to LLVM", len(all), len(lines))
	}
	wrong := 0
	for i, s := range all[:min(len(all), len(lines))] {
		if got, want := normal(lines[i]), normal(s.intel()); got != want && wrong < 30 {
			wrong++
			t.Errorf("%v\n\t% x\n\t%s wanted\n\t%s by LLVM", s.encoding, s.code, want, got)
		}
	}
	t.Logf("%d instructions compared", len(all))
}

// TestXArch reads the instructions without VEX and EVEX back with the decoder of golang.org/x/arch.
func TestXArch(t *testing.T) {
	all := slices.DeleteFunc(samples(t), func(s sample) bool { return strings.Contains(s.encoding.String(), "VEX") || unknownToXArch[s.mnemonic] })
	for _, s := range all {
		got, err := x86asm.Decode(s.code, 64)
		if err != nil {
			t.Errorf("%s, % x: %v", s.intel(), s.code, err)
			continue
		}
		text := normal(x86asm.IntelSyntax(got, 0, nil))
		if want := s.xArch(); text != want || got.Len != len(s.code) {
			t.Errorf("%v\n\t% x\n\t%s wanted\n\t%s, %d bytes, by x/arch", s.encoding, s.code, want, text, got.Len)
		}
	}
	t.Logf("%d instructions compared", len(all))
}

// unknownToXArch are the instructions that the decoder does not have.
var unknownToXArch = map[string]bool{"gf2p8affineqb": true}

// xArch is the sample as x/arch prints it, which differs in three things: it leaves out the mask of the blends, which is always xmm0,
// calls every move mov, and gives every immediate a sign.
func (s sample) xArch() string {
	text := s.intel()
	if before, number, ok := strings.Cut(text, ", "); ok && s.instruction.operands[1] == "uimm32" {
		n, _ := strconv.ParseInt(number, 10, 64)
		text = fmt.Sprintf("%s, %d", before, int32(n))
	}
	if slices.Contains(s.instruction.operands, "xmm0") {
		text = strings.TrimSuffix(text, ", xmm0")
	}
	return normal(strings.Replace(text, "movabs", "mov", 1))
}

var (
	pointerSize  = regexp.MustCompile(`(\b\w+ )?\bptr `)
	scaledFirst  = regexp.MustCompile(`\b([1248])\*(r\w+)`)
	scaledOnce   = regexp.MustCompile(`\*1\b`)
	spaceInPlace = regexp.MustCompile(`\s*([-+,{])\s*`)
	number       = regexp.MustCompile(`([^\w])(-?(?:0x[0-9a-f]+|\d+))`)
	offset       = regexp.MustCompile(`([+-]\d+)\]`)
)

// normal is an instruction in Intel's syntax with what the tools spell differently taken out: the size of memory, blanks, the order in
// an address, hexadecimal numbers, the sign of an immediate byte, a comma before a rounding, and the sign of a displacement, which x/arch does not extend.
func normal(text string) string {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	text = pointerSize.ReplaceAllString(text, "")
	text = spaceInPlace.ReplaceAllString(text, "$1")
	text = scaledFirst.ReplaceAllString(text, "$2*$1")
	text = scaledOnce.ReplaceAllString(text, "")
	text = number.ReplaceAllStringFunc(text, func(m string) string {
		n, err := strconv.ParseInt(m[1:], 0, 64)
		if err != nil {
			u, _ := strconv.ParseUint(m[1:], 0, 64)
			n = int64(u)
		}
		if n < 0 && n >= -128 && m[0] == ',' {
			n &= 255
		}
		return m[:1] + strconv.FormatInt(n, 10)
	})
	text = strings.ReplaceAll(text, ",{r", "{r")
	return offset.ReplaceAllStringFunc(text, func(m string) string {
		n, err := strconv.ParseInt(m[:len(m)-1], 10, 64)
		if err != nil || int32(n) == 0 {
			return "]"
		}
		return fmt.Sprintf("%+d]", int32(n))
	})
}
