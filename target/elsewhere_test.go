package target_test

import (
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/target"
)

// TestNeedsElsewhere has assemblers, which are told what a CPU has, accept the rows of other machines than x86 with what they need, and with less of it refuse those that need more.
func TestNeedsElsewhere(t *testing.T) {
	for _, c := range []struct {
		target, as string
		head, less []string
		more       target.Feature // which less does not have
	}{
		{"sve2-128", "llvm-mc", []string{"-triple=aarch64", "-o", "/dev/null", "-mattr=+sve2,+sve2-bitperm"}, []string{"-triple=aarch64", "-o", "/dev/null", "-mattr=+sve"}, target.SVE2 | target.SVE2BitPerm},
		{"sve2-256+f64mm", "llvm-mc", []string{"-triple=aarch64", "-o", "/dev/null", "-mattr=+sve2,+sve2-bitperm,+f64mm"}, []string{"-triple=aarch64", "-o", "/dev/null", "-mattr=+sve2,+sve2-bitperm"}, target.F64MM},
		{"vsx10", "powerpc64le-linux-gnu-as", []string{"-o", "/dev/null", "-mpower10"}, []string{"-o", "/dev/null", "-mpower9"}, target.POWER10},
	} {
		as := oracle.Need(t, c.as)
		tg, ok := target.Find(c.target)
		if !ok {
			t.Fatalf("there is no %s", c.target)
		}
		program, rows := elsewhere(tg)
		for _, arguments := range [][]string{c.head, c.less} {
			cmd := exec.Command(as, arguments...)
			cmd.Stdin = strings.NewReader(program)
			out, _ := oracle.Usual.CombinedOutput(cmd) // it fails, where lines are refused
			refused := map[*target.Row]bool{}
			for _, m := range regexp.MustCompile(`(?m)^(?:<stdin>|{standard input}):(\d+):.*(?i:error)`).FindAllSubmatch(out, -1) {
				line, _ := strconv.Atoi(string(m[1]))
				refused[rows[line-1]] = true
			}
			for _, r := range rows {
				if want := &arguments[0] == &c.less[0] && r.Needs&c.more != 0; refused[r] != want {
					t.Errorf("%s %s needs %v: with %v it is refused: %v", r.Name, r.Asm, r.Needs, arguments, refused[r])
				}
			}
			t.Logf("%s, %v: %d of %d rows refused", c.target, arguments, len(refused), len(rows))
		}
	}
}

// elsewhere are rows as an assembler reads them, but for those of NEON alone, and the row of each line.
func elsewhere(tg *target.Target) (program string, rows []*target.Row) {
	for _, r := range tg.Rows {
		if r.Needs == target.NEON {
			continue
		}
		text := r.Text(0, func(letter byte) string {
			if letter == 'm' {
				return "p1"
			}
			register := tg.Register(r.FileOf(letter), 1+strings.IndexByte("dabk", letter), r.Bits)
			return registerOfPower.ReplaceAllString(register, "%$0")
		})
		for line := range strings.SplitSeq(text, "; ") {
			program += fmt.Sprintln(line)
			rows = append(rows, r)
		}
	}
	return program, rows
}
