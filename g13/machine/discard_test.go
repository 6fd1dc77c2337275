package machine_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/machine"
)

// What is read after its discard is told of, and nothing else.
func TestDiscard(t *testing.T) {
	for text, want := range map[string]string{
		"iadd r2, r1.discard, r3\niadd r4, r1, r3":                                                                           "offset 0x8: iadd reads r1 after its discard",
		"iadd r2, r1.discard, r1.discard":                                                                                    "",
		"iadd r1, r1.discard, r3\niadd r4, r1, r3":                                                                           "",
		"iadd r2, r1.discard, r3\nmov r1, 5\niadd r4, r1, r3":                                                                "",
		"iadd r2, r1.discard, r3\nmov_imm r1l, 5\niadd r4, r1l, r3":                                                          "",
		"iadd r2, r1.discard, r3\nmov_imm r1l, 5\niadd r4, r1h, r3":                                                          "reads r1 after its discard",
		"iadd r2, r1l.discard, r3\niadd r4, r1h, r3":                                                                         "",
		"top: iadd r2, r1.discard, r3\nwhile_icmp r0l, ueq, r2, 0, 1\njmp_exec_any top":                                      "offset 0x0: iadd reads r1 after its discard",
		"top: mov r1, r2\niadd r2, r1.discard, r3\nwhile_icmp r0l, ueq, r2, 0, 1\njmp_exec_any top":                          "",
		"iadd r2, r1.discard, r3\njmp_exec_any end\niadd r4, r1, r3\nend: stop":                                              "",
		"iadd r2, r3.discard, r1\ncall sub\nstop\nsub: mov r5, r7\niadd r4, r7, r3\nstop":                                    "reads r3 after its discard",
		"if_icmp r0l, ueq, r7, 1, 1\niadd r2, r1.discard, r3\nelse_icmp r0l, ueq, 0, 0, 1\niadd r2, r1, r3\npop_exec r0l, 1": "reads r1 after its discard",
		"jmp_exec_any main\nsub: iadd r4, r3, r7\nstop\nmain: iadd r2, r3.discard, r7\nmov_imm r5, 6, 0b0\ncall r5":          "reads r3 after its discard",
		"iadd r2, r1.discard, r3\ncall next\nnext: iadd r4, r1, r3":                                                          "",
	} {
		r := execute(t, machine.NewGroup(), 50, text)
		if got := strings.Join(r.Flags, "\n"); want == "" && strings.Contains(got, "discard") || !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A plainDiscard is what of the registers is discarded, half by half, as a program goes.
type plainDiscard map[int]bool

// step gives the register that an instruction reads after its discard, or -1.
func (d plainDiscard) step(i g13.Inst) int {
	found := -1
	each := func(a g13.Arg, f func(half int)) {
		for k := range a.Size / 16 {
			f(a.Index + k)
		}
	}
	for n := range i.Args() {
		if a := i.Arg(n); a.Class == g13.Register && (i.Operand(n).Name != "D" || i.Kind(n) == g13.R0L) {
			each(a, func(half int) {
				if d[half] && (found < 0 || half/2 < found) {
					found = half / 2
				}
			})
		}
	}
	for n := range i.Args() {
		if a := i.Arg(n); a.Hint == g13.Discard {
			each(a, func(half int) { d[half] = true })
		}
	}
	for n := range i.Args() {
		if i.Operand(n).Name == "D" {
			each(i.Arg(n), func(half int) { delete(d, half) })
		}
	}
	return found
}

// TestDiscardAgree looks at random programs with jumps, of few registers: exactly those that read what they have discarded say so, and where.
func TestDiscardAgree(t *testing.T) {
	forms := formsNamed("iadd", "bitop", "fmadd32", "fadd16", "icmpsel", "mov_imm")
	jumps := formsNamed("jmp_exec_any", "jmp_exec_none")
	campaign(t, cases(1_000_000), func(r dice, enough func(int) bool) error {
		for {
			var code []byte
			for len(code) < 60 {
				i := r.bits(forms[r.IntN(len(forms))])
				if r.oneIn(6) {
					i = g13.New(jumps[r.IntN(2)])
					set(&i, 47, 16, uint64(uint32(r.IntN(4)*8-8)))
				}
				r.few(&i)
				code = i.AppendBytes(code)
			}
			p, err := machine.Compile(code)
			if err != nil {
				return err
			}
			plain, late, other := plainDiscard{}, map[string]bool{}, false
			d := machine.Dispatch{Program: p, Fuel: 60, Trace: func(s *machine.Step) error {
				other = other || !slices.Contains(forms, s.Inst.Form) && !slices.Contains(jumps, s.Inst.Form) // in the middle of one
				if n := plain.step(s.Inst); n >= 0 {
					name, _ := s.Inst.Name()
					late[fmt.Sprintf("unverified: offset %#x: %s reads r%d after its discard, and has what was there", s.Offset, name, n)] = true
				}
				return nil
			}}
			res, err := d.Run(context.Background())
			if err != nil {
				return err
			}
			found := len(late) == 0
			for _, f := range res.Flags {
				if strings.Contains(f, "discard") {
					found = late[f]
				}
			}
			if !found && !other {
				return fmt.Errorf("%x: %q, want one of %v", code, res.Flags, late)
			}
			if enough(1) {
				return nil
			}
		}
	})
}

// few makes registers r1 to r4, with a discard now and then.
func (r dice) few(i *g13.Inst) {
	for n := range i.Args() {
		a := i.Arg(n)
		if a.Class != g13.Register || !isComputed(i.Kind(n)) && i.Kind(n) != g13.CmpselSrc {
			continue
		}
		a.Index, a.Hint = 2+a.Index%8, g13.NoHint
		if a.Size > 16 {
			a.Index &^= 1
		}
		if i.Operand(n).Name != "D" && r.oneIn(4) {
			a.Hint = g13.Discard
		}
		if err := i.SetArg(n, a); err != nil {
			a.Hint = g13.Cache
			_ = i.SetArg(n, a)
		}
	}
	i.Fit(true)
}

// Who discards a register while others sleep is told so; lanes without a thread do not sleep.
func TestDiscardAsleep(t *testing.T) {
	const (
		some = "get_sr r7, sr52\nif_icmp r0l, ult, r7, 16, 1\n"
		none = "if_icmp r0l, nueq, 0, 0, 1\n"
		text = "iadd r2, r1.discard, r3"
	)
	for text, want := range map[string]string{
		text:                                      "",
		some + text:                               "unverified: offset 0xa: iadd discards r1 while some lanes are not active, and nobody knows whether theirs is lost too; here it is not",
		none + text:                               "offset 0x6: iadd discards r1",
		some + "iadd r2, r1, r3":                  "",
		some + "iadd r2, r1, r3.discard":          "offset 0xa: iadd discards r3",
		some + "iadd r1.cache, r1.cache, r3":      "",
		some + "pop_exec r0l, 1\n" + text:         "",
		some + "fmadd16 r1l, r2l, r3h.discard, 0": "offset 0xa: fmadd16 discards r3",
		some + text + "\npop_exec r0l, 1\niadd r1, r2.discard, r3": "offset 0xa: iadd discards r1",
		some + "jmp_exec_any end\n" + text + "\nend: stop":         "",
		some + text + "\ntrap":                                     "offset 0xa: iadd discards r1",
	} {
		for _, threads := range []uint32{32, 20, 50} {
			r := dispatch(t, &machine.Dispatch{Program: assemble(t, text), Grid: [3]uint32{threads}, Fuel: 100})
			var got []string
			for _, f := range r.Flags {
				if strings.Contains(f, " discards r") {
					got = append(got, f)
				}
			}
			if len(got) > 1 || want == "" && len(got) > 0 || want != "" && (len(got) == 0 || !strings.Contains(got[0], want)) {
				t.Errorf("%q, %d threads: %q, want %q", text, threads, r.Flags, want)
			}
		}
	}
}
