package asm_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/internal/ending"
)

// Reading a program ends with its context, and asks it every thousand lines or so, of those too that others stand for.
func TestAssembleEndsWithItsContext(t *testing.T) {
	const lines = 20_000
	for _, text := range []string{
		strings.Repeat("iadd r0, r1, r2\n", lines),
		strings.Repeat("\n", lines),
		strings.Repeat("what\n", 150) + strings.Repeat("stop\n", lines), // with errors before, which are not all
		".rept 20000\nstop\n.endr\n",
		".macro two\nstop\nstop\n.endm\n" + strings.Repeat("two\n", lines/2),
		".equ k, 1\n" + "b:\n" + strings.Repeat("iadd r0, r1, k\n", lines),
	} {
		whole := ending.After(t.Context(), 1<<40)
		asm.Source{Text: text, Context: whole}.Assemble()
		if whole.Asked() < lines/2048 {
			t.Errorf("%.20q…: its context was asked %d times", text, whole.Asked())
		}
		e := ending.After(t.Context(), 6)
		p, errs := asm.Source{Text: text, Context: e}.Assemble()
		if len(errs) != 1 || !errors.Is(errs[0], context.DeadlineExceeded) || len(p.Code) > 0 {
			t.Errorf("%.20q…: %d bytes, %v", text, len(p.Code), errs)
		}
		if e.Late() != 1 {
			t.Errorf("%.20q…: its context was asked %d times, %d of them behind its end", text, e.Asked(), e.Late())
		}
	}
}
