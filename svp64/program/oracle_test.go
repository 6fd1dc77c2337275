package program_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// scalarText is an instruction that the Power ISA has, with random operands. Branches are left to the caller.
func scalarText(rng *rand.Rand) string {
	r := func() int { return rng.IntN(32) }
	si := func() int { return rng.IntN(1<<16) - 1<<15 }
	switch rng.IntN(19) {
	case 0:
		return fmt.Sprintf("addi %d,%d,%d", r(), r(), si())
	case 1:
		return fmt.Sprintf("addis %d,%d,%d", r(), r(), si())
	case 2:
		return fmt.Sprintf("add%s %d,%d,%d", [...]string{"", "."}[rng.IntN(2)], r(), r(), r())
	case 3:
		return fmt.Sprintf("subf%s %d,%d,%d", [...]string{"", "."}[rng.IntN(2)], r(), r(), r())
	case 4:
		return fmt.Sprintf("or%s %d,%d,%d", [...]string{"", "."}[rng.IntN(2)], r(), r(), r())
	case 5:
		return fmt.Sprintf("ori %d,%d,%d", r(), r(), rng.IntN(1<<16))
	case 6:
		return fmt.Sprintf("cmpi %d,%d,%d,%d", rng.IntN(8), rng.IntN(2), r(), si())
	case 7:
		return fmt.Sprintf("cmp %d,%d,%d,%d", rng.IntN(8), rng.IntN(2), r(), r())
	case 8:
		return fmt.Sprintf("%s %d,%d(%d)", [...]string{"lbz", "lhz", "lwz", "stb", "sth", "stw"}[rng.IntN(6)], r(), si(), r())
	case 9:
		return fmt.Sprintf("%s %d,%d(%d)", [...]string{"ld", "std"}[rng.IntN(2)], r(), si()&^3, r())
	case 10:
		return fmt.Sprintf("mtspr %d,%d", [...]int{8, 9, 704}[rng.IntN(3)], r())
	case 11:
		return fmt.Sprintf("mfspr %d,%d", r(), [...]int{8, 9, 704}[rng.IntN(3)])
	case 12:
		return fmt.Sprintf("b %d", (rng.IntN(1<<24)-1<<23)<<2)
	case 13:
		return fmt.Sprintf("bc %d,%d,%d", [...]int{0, 2, 4, 8, 10, 12, 16, 18, 20}[rng.IntN(9)], r(), (rng.IntN(1<<14)-1<<13)<<2)
	case 14:
		return fmt.Sprintf("li %d,%d", r(), si())
	case 15:
		return fmt.Sprintf("mr %d,%d", r(), r())
	case 16:
		return "nop"
	case 17:
		return fmt.Sprintf("setvl%s %d,%d,%d,%d,%d,%d", [...]string{"", "."}[rng.IntN(2)], r(), r(), 1+rng.IntN(64), rng.IntN(2), rng.IntN(2), rng.IntN(2))
	}
	return fmt.Sprintf("svstep%s %d,%d,%d", [...]string{"", "."}[rng.IntN(2)], r(), 1+rng.IntN(64), rng.IntN(2)) // binutils has six bits of SVi
}

// Words are those of binutils, which has all instructions without a prefix but swizzle moves: for its assembler and for ours, from random text, and what its disassembler writes reads back here as the same words.
func TestWordsAreThoseOfBinutils(t *testing.T) {
	as, objdump := oracle.Need(t, "powerpc64le-linux-gnu-as"), oracle.Need(t, "powerpc64le-linux-gnu-objdump")
	rng := chance.Random(t, 0)
	var text strings.Builder
	n := times(4000)
	for range n {
		text.WriteString(scalarText(rng) + "\n")
	}
	ours, err := program.Assemble(text.String(), svp64.DefaultEncoding)
	if err != nil {
		t.Fatal(err)
	}
	object := assembled(t, as, text.String())
	dump := output(t, exec.Command(objdump, "-d", "-M", "raw,libresoc", "--no-show-raw-insn", object))
	words := textSection(t, object)
	if len(words) != 4*len(ours.Words) || len(ours.Words) != n {
		t.Fatalf("%d bytes of theirs, %d words of ours", len(words), len(ours.Words))
	}
	lines := strings.Split(text.String(), "\n")
	for k, word := range ours.Words {
		if their := binary.LittleEndian.Uint32(words[4*k:]); their != word {
			t.Fatalf("%s: %08x, and binutils has %08x", lines[k], word, their)
		}
	}
	again := 0
	for k, m := range regexp.MustCompile(`(?m)^ +[0-9a-f]+:\t(\S+)[ \t]*(.*)$`).FindAllStringSubmatch(dump, -1) {
		if m[1] == "b" || m[1] == "bc" { // whose targets are addresses there
			continue
		}
		i, err := program.Parse(m[1] + " " + strings.ReplaceAll(m[2], "cr", ""))
		if err != nil {
			t.Fatalf("%q: %v", m[0], err)
		}
		if w, err := program.Encode(i, svp64.DefaultEncoding); err != nil || w.N != 1 || w.Word[0] != ours.Words[k] {
			t.Fatalf("%q: %v, want %08x: %v", m[0], w, ours.Words[k], err)
		}
		again++
	}
	if again < n/2 {
		t.Fatalf("only %d lines of objdump were read", again)
	}
	// And what our disassembler writes for its assembler, swizzle moves and prefixes included, is the same words.
	ours.Words = append(ours.Words, 0x58889773, 0x054fee10, 0x59109773, 0x12345678)
	if got := textSection(t, assembled(t, as, ours.Binutils())); !bytes.Equal(got, littleEndian(ours.Words)) {
		t.Errorf("binutils makes other words of what was written for it")
	}
}

func littleEndian(words []uint32) (b []byte) {
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// assembled is an object file of binutils.
func assembled(t *testing.T, as, text string) string {
	t.Helper()
	dir := t.TempDir()
	source, object := filepath.Join(dir, "a.s"), filepath.Join(dir, "a.o")
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	output(t, exec.Command(as, "-mpower10", "-mlibresoc", "-o", object, source))
	return object
}

func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	out, err := oracle.Usual.CombinedOutput(cmd)
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	return string(out)
}

// textSection is the code of an object file, by our own reader.
func textSection(t *testing.T, object string) []byte {
	t.Helper()
	data, err := os.ReadFile(object)
	if err != nil {
		t.Fatal(err)
	}
	p, err := program.Open(data, svp64.DefaultEncoding)
	if err != nil {
		t.Fatal(err)
	}
	return littleEndian(p.Words)
}
