package jit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// rewriting is a program that writes a few registers again and again, with little between that looks at them in another way.
func (r dice) rewriting(registers int) string {
	var b strings.Builder
	whole := func() string { return fmt.Sprintf("r%d", 1+r.IntN(registers)) }
	operand := func() string {
		switch r.IntN(24) {
		case 0:
			return whole() + "l"
		case 1:
			return whole() + ".abs"
		case 2, 3:
			return whole() + ".neg"
		case 4:
			return "2.0"
		case 5:
			return "u3"
		}
		return whole()
	}
	for range 5 + r.IntN(30) {
		target := whole()
		if r.IntN(30) == 0 {
			target += "h"
		}
		switch r.IntN(12) {
		case 0, 1, 2:
			fmt.Fprintf(&b, "fadd32 %s, %s, %s\n", target, operand(), operand())
		case 3, 4, 5:
			fmt.Fprintf(&b, "fmadd32 %s, %s, %s, %s\n", target, operand(), operand(), operand())
		case 6:
			added := []string{"1", "u2", whole(), whole(), whole() + "l", whole() + ", lsl 1"}[r.IntN(6)]
			fmt.Fprintf(&b, "iadd %s, %s, %s\n", whole(), []string{"3", "u4", whole(), whole(), whole(), whole() + "h"}[r.IntN(6)], added)
		case 7:
			if r.IntN(3) == 0 {
				fmt.Fprintf(&b, "%s\n", []string{"mov r1, 7", "simd_shuffle_xor r2, r1, 1", "while_icmp r0l, ult, r1, r2, 1", "xor r1, r2, r1", "fadd16 r1l, r2l, r1h", "wait 0"}[r.IntN(6)])
				continue
			}
			fallthrough
		default:
			fmt.Fprintf(&b, "fmul32 %s, %s, %s\n", target, operand(), operand())
		}
	}
	return b.String() + "stop\n"
}

// Registers that are written again before anybody looks stand in temporaries alone: what a way out leaves of them is what the reference has.
func TestRewritten(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 34)}
	programs := 800
	switch {
	case *full:
		programs = 200_000
	case testing.Short():
		programs = 200
	}
	native, executed := 0, 0
	for range programs {
		text := r.rewriting([]int{2, 3, 4, 6, 10, 16}[r.IntN(6)])
		code, errs := asm.Assemble(text)
		if errs != nil {
			t.Fatalf("%v\n%s", errs, text)
		}
		p, c := compile(t, code)
		for range 4 {
			want := r.group()
			got := twin(want)
			fuel := []int{1 + r.IntN(20), 100}[r.IntN(2)]
			a, err := p.Run(t.Context(), got, machine.Options{Fuel: fuel, Native: c})
			if err != nil {
				t.Fatal(err)
			}
			b, err := p.Run(t.Context(), want, machine.Options{Fuel: fuel})
			if err != nil {
				t.Fatal(err)
			}
			if d := differs(got, want, a, b); d != "" {
				t.Fatalf("%s\n%s", d, text)
			}
			native, executed = native+a.Native, executed+a.Executed
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if native < executed/4 {
		t.Errorf("only %d of %d instructions were native", native, executed)
	}
	t.Logf("%d instructions, %d of them native", executed, native)
}
