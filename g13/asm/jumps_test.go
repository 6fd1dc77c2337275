package asm

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/syntax"
)

// jumpNames are all names of instructions with a target, each with what stands before it.
func jumpNames() (all []string) {
	for f := range g13.NumForms {
		i := Example(f)
		text, operands := standings(i)
		for _, s := range operands {
			if i.Kind(s.n) != g13.PCRel {
				continue
			}
			name, between, _ := strings.Cut(text[:s.start], " ")
			all = append(all, name+" "+between)
			for _, a := range f.Also() {
				all = append(all, a.Name+" "+between)
			}
		}
	}
	return all
}

// A jump to a label is the jump by as many bytes, and is refused with the same words where the label stands: behind the label and before it, under every name, as far as there are bits.
func TestJumpsToLabels(t *testing.T) {
	names := jumpNames()
	for _, name := range names {
		jumps, refused := 0, 0
		for _, d := range []int64{0, 2, 6, 7, -2, -3, 126, 127, 128, 130, -126, -128, -130, 32766, 32768, -32768, -32770, 1<<31 - 2, 1 << 31, -1 << 31, -1<<31 - 2, 1 << 40, -1 << 40} {
			i, err := Parse(fmt.Sprintf("%spc%+d", name, d))
			ahead := d - int64(g13.New(i.Form).Len) // from the end of the jump
			for _, text := range []string{
				fmt.Sprintf("here: %s§here %+d", name, d),
				fmt.Sprintf("here: .byte 1, 2\n%s§here %+d", name, d+2),
				fmt.Sprintf("%s§here %+d\nhere:", name, ahead),
			} {
				err := err
				if strings.HasSuffix(text, ":") && ahead != int64(int32(ahead)) && err == nil {
					err = syntax.Errorf("", 0, 0, "the offset does not fit in 32 bits")
				}
				if err == nil {
					jumps++
				} else {
					refused++
				}
				jumpsAs(t, text, i, err)
			}
		}
		if jumps == 0 || refused == 0 {
			t.Errorf("%s: %d jumps, %d refused", name, jumps, refused)
		}
	}
	if len(names) < 4 {
		t.Errorf("there are more jumps than %q", names)
	}
}

// jumpsAs holds that a program with a jump to a label, which stands behind §, has the same instruction as one that says how far, or is refused as that is.
func jumpsAs(t *testing.T, text string, i g13.Inst, err error) {
	t.Helper()
	off := strings.Index(text, "§")
	code, errs := Assemble(strings.Replace(text, "§", "", 1))
	if err == nil {
		if len(errs) > 0 || !bytes.HasSuffix(code, i.AppendBytes(nil)) {
			t.Errorf("%q: %x %v, want %x", text, code, errs, i.AppendBytes(nil))
		}
		return
	}
	var want, at *syntax.Error
	if !errors.As(err, &want) || len(errs) != 1 || !errors.As(errs[0], &at) || at.Off != off || !strings.HasPrefix(want.What, at.What) && !strings.HasSuffix(at.What, "in 32 bits") {
		t.Errorf("%q: %x %v, want %v", text, code, errs, err)
	}
}
