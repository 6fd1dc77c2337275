package machine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
)

// unknownFlags runs one instruction, which nobody executes, and gives the flags on bits of which nothing is known; ok is false if it is a fault.
func unknownFlags(t *testing.T, i g13.Inst) (flags []string, ok bool) {
	t.Helper()
	p, err := machine.Compile(i.AppendBytes(nil))
	if err != nil {
		t.Fatal(err)
	}
	g := machine.NewGroup()
	g.Exec = 0
	r, err := p.Run(context.Background(), g, machine.Options{Fuel: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Flags {
		if strings.Contains(f, "of which nothing is known") {
			flags = append(flags, f)
		}
	}
	return flags, r.Fault == nil
}

// Every bit that no operand and no name accounts for, in every form that has a meaning, is flagged where it is not as usual, or refused; and nothing else is.
func TestUnknownBits(t *testing.T) {
	r := newDice(1)
	forms, flagged, refused := 0, 0, 0
	for f := range g13.NumForms {
		i, ok := r.withMeaning(t, f)
		if !ok {
			continue
		}
		forms++
		silent, _ := f.SilentBits()
		for bit := range 8 * int(i.Len) {
			odd := i
			one := g13.Word{Lo: 1 << bit}
			if bit >= 64 {
				one = g13.Word{Hi: 1 << (bit - 64)}
			}
			odd.Word = odd.Word.Xor(one)
			if again, err := g13.Decode(odd.AppendBytes(nil)); err != nil || again.Form != f || again.Len != i.Len {
				continue // the bit makes it another instruction
			}
			unknown := one.Lo&silent.Lo|one.Hi&silent.Hi != 0 && !(bit == 46 && strings.HasPrefix(f.Name(), "dfd"))
			flags, ok := unknownFlags(t, odd)
			name, _ := odd.Name()
			want := fmt.Sprintf("unverified: offset 0x0: %s runs without its bit %d, of which nothing is known", name, bit)
			switch {
			case !ok:
				if unknown {
					refused++
				}
			case unknown && (len(flags) != 1 || flags[0] != want):
				t.Errorf("%s: %q, want %q", asm.Text(odd), flags, want)
			case !unknown && len(flags) > 0:
				t.Errorf("%s: %q", asm.Text(odd), flags)
			case unknown:
				flagged++
			}
		}
	}
	t.Logf("%d forms, %d bits are flagged, and %d faults", forms, flagged, refused)
	if forms < 65 || flagged < 300 || refused < 4 {
		t.Error("too few of them")
	}
}

// withMeaning is an instruction of a form that can be executed, in its long form and with all unknown bits as usual.
func (r dice) withMeaning(t *testing.T, f g13.Form) (i g13.Inst, ok bool) {
	silent, usual := f.SilentBits()
	for range 300 {
		i = r.instruction(f)
		i.Word.Lo, i.Word.Hi = i.Word.Lo&^silent.Lo|usual.Lo, i.Word.Hi&^silent.Hi|usual.Hi
		i.Fit(true)
		if flags, ok := unknownFlags(t, i); ok {
			if len(flags) > 0 {
				t.Errorf("%s: %q", asm.Text(i), flags)
			}
			return i, true
		}
	}
	return i, false
}

// Several bits are named, the first instruction that is executed is told of, and the others are counted.
func TestUnknownBitsOfProgram(t *testing.T) {
	for text, want := range map[string]string{
		"iadd r1, r2, r3":                                 "",
		"iadd r1, r2, r3 !bits=0000000000c04200":          "unverified: offset 0x0: iadd runs without its bits 46, 47, 49 and 54, of which nothing is known",
		"iadd r1, r2, r3 !bits=00000000004000":            "unverified: offset 0x0: iadd runs without its bit 46, of which nothing is known",
		"mov r1, 5\nwait 0 !bits=0080\nwait 1 !bits=0006": "unverified: offset 0x6: wait runs without its bit 15, of which nothing is known; so do 1 more instructions",
		"jmp_exec_any end\nwait 0 !bits=0080\nend: stop":  "",
	} {
		r := execute(t, machine.NewGroup(), 100, text)
		if got := strings.Join(r.Flags, "\n"); got != want {
			t.Errorf("%q: %q, want %q; %v", text, got, want, r.Fault)
		}
	}
}
