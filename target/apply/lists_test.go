package apply_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/target"
)

// Every row that reads registers which follow one another is read with those from any register on, and with none else.
func TestListsFollow(t *testing.T) {
	tried := 0
	for _, name := range []string{"neon", "sve2-128", "sve2-256"} {
		tg, _ := target.Find(name)
		for _, r := range tg.Rows {
			if !r.Consecutive || r.Access != nil || r.Imm != nil {
				continue
			}
			first := 0
			if r.Destroys {
				first = 1
			}
			read, letter := neon, "v"
			if !regexp.MustCompile(`\.\d`).MatchString(r.Text(0, func(byte) string { return "" })) {
				read, letter = sve(tg.Bits[len(tg.Bits)-1]), "z"
			}
			for from := range 32 {
				for step := range 32 {
					line := r.Text(0, func(l byte) string {
						k := strings.IndexByte(target.SourceLetters, l) - first
						if l == 'm' {
							return "p1"
						}
						if k < 0 || l == 'd' {
							return letter + "9"
						}
						return fmt.Sprint(letter, (from+k*step)%32)
					})
					_, _, err := read(&program.Values{}, line)
					refused := err != nil && strings.Contains(err.Error(), "registers of a list follow one another")
					if several := len(r.Src)-first > 1; refused != (several && step != 1) {
						t.Fatalf("%s: %s: %v", name, line, err)
					}
					tried++
				}
			}
		}
	}
	if tried < 3*32*32 {
		t.Errorf("%d lines were tried", tried)
	}
}
