package x86_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
)

// TestGoAssembler compares every byte with what Go's assembler makes of the same instructions.
func TestGoAssembler(t *testing.T) {
	all := slices.DeleteFunc(samples(t), func(s sample) bool { return s.goName == "-" || s.notInGo })
	var source strings.Builder
	source.WriteString("TEXT ·f(SB), 4, $0\n")
	for _, s := range all {
		source.WriteString("\t" + s.plan9() + "\n")
	}
	got := goAssemble(t, source.String())
	wrong := 0
	for i, s := range all {
		if want := got[2+i]; !bytes.Equal(s.code, want) && wrong < 30 {
			wrong++
			t.Errorf("%s\n\t%v\n\t% x\n\t% x by Go's assembler, of %s", s.intel(), s.encoding, s.code, want, s.plan9())
		}
	}
	t.Logf("%d instructions compared", len(all))
}

var (
	listingLine = regexp.MustCompile(`^\t0x[0-9a-f]+ (\d+) \([^)]*:(\d+)\)\t(\S+)`)
	listingDump = regexp.MustCompile(`^\t0x[0-9a-f]{4,} ((?:[0-9a-f]{2} )+)`)
)

// goAssemble returns the bytes of each line of a source, by its number.
func goAssemble(t *testing.T, source string) map[int][]byte {
	t.Helper()
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command on PATH, and so no assembler to compare with")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "f.s")
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(goTool, "tool", "asm", "-p", "f", "-S", "-o", filepath.Join(dir, "f.o"), file)
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64")
	out, err := oracle.Usual.CombinedOutput(cmd)
	if err != nil {
		t.Fatalf("go tool asm: %v\n%.3000s", err, out)
	}
	var code []byte
	type start struct{ line, pc int }
	var starts []start
	for line := range strings.Lines(string(out)) {
		if m := listingLine.FindStringSubmatch(line); m != nil && m[3] != "TEXT" && m[3] != "FUNCDATA" && m[3] != "PCDATA" {
			pc, _ := strconv.Atoi(m[1])
			number, _ := strconv.Atoi(m[2])
			starts = append(starts, start{number, pc})
		} else if m := listingDump.FindStringSubmatch(line); m != nil {
			b, err := hex.DecodeString(strings.ReplaceAll(m[1], " ", ""))
			if err != nil {
				t.Fatal(err)
			}
			code = append(code, b...)
		}
	}
	lines := map[int][]byte{}
	for i, s := range starts {
		end := len(code)
		if i+1 < len(starts) {
			end = starts[i+1].pc
		}
		lines[s.line] = code[s.pc:end]
	}
	return lines
}

// plan9 is the sample for Go's assembler: the operands backwards, an opmask before the last.
func (s sample) plan9() string {
	name := s.goName
	var texts []string
	n := 0
	for i, o := range s.instruction.operands {
		text := "xmm0"
		if o != "xmm0" {
			text = s.operands[n].String()
			n++
		}
		bare, mask, masked := strings.Cut(text, " {")
		text = plan9Operand(bare)
		if op, _, _ := strings.Cut(s.encoding.String(), " "); op == "MI:" && o == "imm8" {
			imm, _ := strconv.Atoi(bare)
			text = fmt.Sprintf("$%d", int8(imm)) // the shifts of SSE2 take a signed byte
		}
		texts = append(texts, text)
		if masked && i == 0 {
			mask, zeroed := strings.CutSuffix(mask, "}{z}")
			if zeroed {
				name += ".Z"
			}
			texts = append(texts, strings.ToUpper(strings.TrimSuffix(mask, "}")))
		}
		if rounding, ok := strings.CutSuffix(mask, "-sae}"); ok && i > 0 {
			bare, zeroed := strings.CutSuffix(name, ".Z")
			name = bare + "." + strings.ToUpper(rounding) + "_SAE"
			if zeroed {
				name += ".Z"
			}
		}
	}
	slices.Reverse(texts)
	return name + " " + strings.Join(texts, ", ")
}

var address = regexp.MustCompile(`^\[(\w+?)(?:\+(\w+)\*(\d))?([+-]\d+)\]$`)

func plan9Operand(o string) string {
	register := func(name string) string {
		name = strings.ToUpper(name)
		if name[0] == 'R' && (name[1] < '0' || name[1] > '9') {
			return name[1:]
		}
		return name
	}
	if m := address.FindStringSubmatch(o); m != nil {
		text := fmt.Sprintf("%s(%s)", strings.TrimPrefix(m[4], "+"), register(m[1]))
		if m[2] != "" {
			text += fmt.Sprintf("(%s*%s)", register(m[2]), m[3])
		}
		return text
	}
	switch {
	case o[0] >= 'x':
		return strings.ToUpper(o[:1]) + o[3:]
	case o[0] == 'k' || o[0] == 'r':
		return register(o)
	case len(o) == 3 && o[2] == 'l': // spl bpl sil dil
		return strings.ToUpper(o[:2]) + "B"
	case o[len(o)-1] == 'l':
		return strings.ToUpper(o)
	}
	return "$" + o
}
