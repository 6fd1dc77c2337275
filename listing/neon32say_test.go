package listing

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
)

// Whatever one instruction of 32-bit Arm does is said as one that does the same, and LLVM's assembler takes it.
func TestNEON32Said(t *testing.T) {
	var lines []neon32Line
	for _, all := range neon32Lines() {
		lines = append(lines, all...)
	}
	said := map[string]bool{}
	for _, l := range lines {
		itself, err := readNEON32(l.text)
		if v, unequal := lane.Compare(itself.Map, l.Map); err != nil || unequal != nil || v.Relation != lane.Equal {
			t.Errorf("%s is read as %v, and its row says %v: %v, %v", l.text, itself.Map, l.Map, err, unequal)
		}
		text, err := sayNEON32(l.Map)
		if err != nil {
			t.Errorf("%s: %v", l.text, err)
			continue
		}
		back, err := readNEON32(text)
		if v, unequal := lane.Compare(back.Map, l.Map); err != nil || unequal != nil || v.Relation != lane.Equal {
			t.Errorf("%s is said as %s, which is %v: %v, %v", l.text, text, back.Map, err, unequal)
		}
		said[text] = true
	}
	t.Logf("%d lines, said in %d", len(lines), len(said))
	if len(said) < 500 {
		t.Errorf("only %d lines are said", len(said))
	}
	file := filepath.Join(t.TempDir(), "said.s")
	var text strings.Builder
	for line := range said {
		text.WriteString(line + "\n")
	}
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	mc := oracle.Need(t, "llvm-mc")
	if out, err := oracle.Usual.CombinedOutput(exec.Command(mc, "-triple=armv7-linux-gnueabihf", "-mattr=+neon", "-filetype=obj", "-o", file+".o", file)); err != nil {
		t.Errorf("%v: %.3000s", err, out)
	}
}
