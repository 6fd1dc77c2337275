package jit_test

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// named are the forms of some names.
func named(names ...string) (all []g13.Form) {
	for n := range g13.NumForms {
		if f := g13.Form(n); slices.Contains(names, f.Name()) {
			all = append(all, f)
		}
	}
	return all
}

// onFew makes the registers of an instruction a very few, whole ones mostly, which are pinned: so that each instruction takes up what the last ones have computed.
func (r dice) onFew(i g13.Inst) g13.Inst {
	for n := range i.Args() {
		a := i.Arg(n)
		if a.Class != g13.Register || !isComputed(i.Kind(n)) {
			continue
		}
		a.Index, a.Hint = 2*(1+r.IntN(4)), g13.NoHint
		if r.IntN(20) == 0 {
			a.Index = 0
		}
		if a.Size < 64 && r.IntN(8) > 0 {
			a.Size = 32
		}
		_ = i.SetArg(n, a)
	}
	if i.Form.Name() == "while_icmp" || i.Form.Name() == "while_fcmp" {
		for n := range i.Args() {
			if i.Operand(n).Name == "n" && r.IntN(4) > 0 {
				_ = i.SetArg(n, g13.Arg{Class: g13.Number, Value: 1})
			}
		}
	}
	return i
}

// Floats that go from one instruction to the next, while lanes fall asleep and wake, and others look at lanes that sleep, or write what is known; loops that have two conditions, joined or not.
func TestChains(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 20)}
	floats := named("fadd32", "fmul32", "fmadd32")
	others := named("while_icmp", "while_icmp", "while_fcmp", "if_icmp", "pop_exec", "fcmpsel", "iadd", "mov_imm", "simd_shuf_op", "dfdx", "exp2", "fadd16", "icmp_ballot", "rcp")
	whiles := named("while_icmp", "while_fcmp")
	programs := 3000
	switch {
	case *full:
		programs = 300_000
	case testing.Short():
		programs = 300
	}
	native, all := 0, 0
	for range programs {
		var list []g13.Inst
		for range 4 + r.IntN(20) {
			from := floats
			switch r.IntN(8) {
			case 0, 1:
				from = others
			case 2:
				for range 1 + r.IntN(3) {
					list = append(list, r.onFew(r.instruction(whiles[r.IntN(len(whiles))])))
				}
			}
			list = append(list, r.onFew(r.instruction(from[r.IntN(len(from))])))
		}
		code := r.linked(list)
		p, c := compile(t, code)
		for range 3 {
			want := r.group()
			got, start := twin(want), twin(want)
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
				t.Fatalf("%s\n%s\n%s", d, explain(t, p, c, start, fuel, code), asm.Disassemble(code))
			}
			native, all = native+a.Native, all+a.Executed
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of %d native", native, all)
	if native < all/3 {
		t.Errorf("only %d of %d are native", native, all)
	}
}
