package target_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/target"
)

// A memoryForm is a row of x86 whose last source or constant is in memory.
type memoryForm struct {
	line string
	bits int
}

// memoryForms are those of all rows. Whether there is such an instruction, the assembler says.
func memoryForms() (all []memoryForm) {
	seen := map[string]bool{}
	for _, t := range target.Targets() {
		if !t.Holds(target.General) && t.Name != "neon" && t.Name != "wasm" || t.Holds(target.General) && t.Holds(target.Vectors) {
			for _, r := range t.Rows {
				line, letter := inMemory(t, r)
				if key := fmt.Sprint(line, r.Encoding); letter != 0 && !seen[key] {
					seen[key] = true
					all = append(all, memoryForm{line, r.MemoryBits(letter)})
				}
			}
		}
	}
	return all
}

// inMemory is a row with what it reads last from memory, and the letter of that.
func inMemory(t *target.Target, r *target.Row) (line string, letter byte) {
	words := strings.Split(r.Asm, ", ")
	for _, word := range words[1:] {
		if strings.Contains("abck", word[:1]) {
			letter = word[0]
		}
	}
	if letter == 0 || strings.Contains(r.Asm, "{") || r.Index != nil && letter == 'k' && (r.Index.Mask || r.Index.Inline) {
		return "", 0
	}
	imm := 0
	if r.Imm != nil {
		imm = r.Imm.Values - 1
	}
	return r.Text(imm, func(l byte) string {
		k := strings.IndexByte(target.SourceLetters, l)
		switch {
		case l == letter:
			return "[rdi]"
		case l == 'd':
			return t.Register(r.FileOf('d'), 0, r.Bits)
		case k >= 0 && k < len(r.Src):
			return t.Register(r.FileOf(l), k, r.Src[k])
		}
		return t.Register(r.FileOf(l), 0, r.Bits)
	}), letter
}

// memorySizes are the words that a disassembler has for what is read of memory.
var memorySizes = map[string]int{"BYTE": 8, "WORD": 16, "DWORD": 32, "QWORD": 64, "XMMWORD": 128, "YMMWORD": 256, "ZMMWORD": 512}

// How much of memory a row reads is what a disassembler says of it.
func TestMemoryBits(t *testing.T) {
	as, objdump := oracle.Need(t, "as"), oracle.Need(t, "objdump")
	all := memoryForms()
	object := filepath.Join(t.TempDir(), "a.o")
	all = encodable(t, as, object, all)
	out, err := oracle.Usual.Output(exec.Command(objdump, "-d", "-M", "intel", "--no-show-raw-insn", object))
	if err != nil {
		t.Fatal(err)
	}
	size := regexp.MustCompile(`(\w+) (PTR|BCST) \[rdi\]`)
	n, narrow := 0, 0
	for line := range strings.SplitSeq(string(out), "\n") {
		if !strings.Contains(line, ":\t") {
			continue
		}
		f := all[n]
		n++
		if found := size.FindStringSubmatch(line); found == nil || memorySizes[found[1]] != f.bits {
			t.Errorf("%q reads %d bits, and objdump has %q", f.line, f.bits, line)
		}
		if f.bits < 128 {
			narrow++
		}
	}
	t.Logf("%d rows, %d of them less than 128 bits", n, narrow)
	if n != len(all) || n < 200 || narrow < 30 {
		t.Errorf("%d rows of %d, %d of them less than 128 bits: too few to tell", n, len(all), narrow)
	}
}

// encodable are the forms that the assembler knows, assembled into an object.
func encodable(t *testing.T, as, object string, all []memoryForm) []memoryForm {
	t.Helper()
	complaint := regexp.MustCompile(`(?m)^[^:\n]*:(\d+): Error`)
	for range 2 {
		var text strings.Builder
		text.WriteString(".intel_syntax noprefix\n")
		for _, f := range all {
			text.WriteString(f.line + "\n")
		}
		cmd := exec.Command(as, "-o", object, "-")
		cmd.Stdin = strings.NewReader(text.String())
		out, err := oracle.Usual.CombinedOutput(cmd)
		if err == nil {
			return all
		}
		bad := map[int]bool{}
		for _, m := range complaint.FindAllSubmatch(bytes.ReplaceAll(out, []byte("{standard input}"), []byte("stdin")), -1) {
			line, _ := strconv.Atoi(string(m[1]))
			bad[line-2] = true
		}
		var good []memoryForm
		for k, f := range all {
			if !bad[k] {
				good = append(good, f)
			}
		}
		all = good
	}
	_, err := os.Stat(object)
	t.Fatalf("the assembler refuses lines that it did not complain of: %v", err)
	return nil
}
