package asm_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
)

// An ending context ends when it was asked so often.
type ending struct {
	context.Context
	asked, most int
}

func (e *ending) Err() error {
	if e.asked++; e.asked >= e.most {
		return context.DeadlineExceeded
	}
	return nil
}

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
		whole := &ending{t.Context(), 0, 1 << 40}
		asm.Source{Text: text, Context: whole}.Assemble()
		if whole.asked < lines/2048 {
			t.Errorf("%.20q…: its context was asked %d times", text, whole.asked)
		}
		e := &ending{t.Context(), 0, 7}
		p, errs := asm.Source{Text: text, Context: e}.Assemble()
		if len(errs) != 1 || !errors.Is(errs[0], context.DeadlineExceeded) || len(p.Code) > 0 {
			t.Errorf("%.20q…: %d bytes, %v", text, len(p.Code), errs)
		}
		if e.asked != e.most {
			t.Errorf("%.20q…: its context was asked %d times, and had ended at %d", text, e.asked, e.most)
		}
	}
}
