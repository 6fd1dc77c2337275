package machine_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// memoryForms is the instructions that need more than a group by itself.
const memoryForms = transferForms + " " + atomicForms + " stack_adjust stack_get_ptr wait memory_barrier"

// hasModel is false for instructions of which no document says what they do.
func (i *plainInst) hasModel() bool {
	switch i.name {
	case "get_sr":
		return plainSpecials[int(i.field(27, 26)<<6|i.field(21, 16))] != nil
	case "convert":
		mode := i.field(21, 16)
		return mode < 12 && mode != 2 && mode != 3 && i.field(27, 26) < 2
	case "simd_shuf_op":
		return !i.set(47) || i.field(39, 38) == 2
	case "uniform_store": // of 16-bit elements, to a place that is given and exists
		place := i.field(63, 56)<<8 | i.field(35, 32)<<4 | i.field(23, 20)
		return i.field(8, 7) == 1 && i.field(30, 24) == 0b0111101 && i.field(46, 42) == 0 && place < 509 && i.r.Index+i.r.Count*i.r.Size/16 <= 256
	case "device_load", "device_store", "threadgroup_load", "threadgroup_store", "stack_load", "stack_store", "atomic", "threadgroup_atomic", "stack_adjust", "stack_get_ptr":
		return i.hasMemoryModel()
	case "simd_op":
		switch i.op() {
		case opAnd, opFadd, opOr, opFmul, opXor, opFmin, opFmax, opIadd, opSmin, opSmax, opUmin, opUmax:
			return true
		}
		return false
	}
	for n := range i.Args() {
		switch o := i.Operand(n); {
		case o.Kind == g13.ICond && i.cc&3 == 3, o.Kind == g13.FCond && i.cc&7 == 4:
			return false
		}
	}
	return true
}

// reaches is false where a register of 64 bits begins so far up that it has no upper half.
func (i *plainInst) reaches() bool {
	for _, a := range []g13.Arg{i.d, i.a, i.b, i.c, i.o, i.s, i.v, i.lastOfList()} {
		if a.Class == g13.Register && a.Index+a.Size/16 > 256 {
			return false
		}
	}
	return true
}

// TestRefused looks at everything that has no meaning here: the machine says so, and nothing has changed.
func TestRefused(t *testing.T) {
	known := []string{"stop", "call", "ret", "jmp_exec_any", "jmp_exec_none", "uniform_store", "threadgroup_barrier", "memory_barrier"}
	r := newDice(chance.Seed(t))
	m := newTwins(r)
	m.plain.active = r.exec()
	refused := map[string]int{}
	for f := range g13.NumForms {
		for range cases(10_000) {
			i := plainly(r.instruction(f))
			if slices.Contains(known, i.name) || i.knows() && i.hasModel() && i.reaches() {
				continue
			}
			if err := m.refuse(&i); err != nil {
				t.Fatal(err)
			}
			refused[i.name]++
		}
	}
	t.Logf("%d names of instructions that are refused, or some of whose operands are", len(refused))
}

// TestRefusedPairs is registers of 64 bits of which one half would be r128.
func TestRefusedPairs(t *testing.T) {
	m := newTwins(newDice(chance.Seed(t)))
	for form, operands := range map[string][]int{"iadd": {0, 1, 2}, "imadd": {0, 3}} {
		for _, n := range operands {
			i := g13.New(formsNamed(form)[0])
			if err := i.SetArg(n, g13.Arg{Class: g13.Register, Index: 254, Size: 64}); err != nil {
				t.Fatal(err)
			}
			p := plainly(i)
			if err := m.refuse(&p); err != nil {
				t.Error(err)
			}
		}
	}
}

// knows is whether the plain machine has a function for the form.
func (i *plainInst) knows() bool {
	return oneThread[i.name] != nil || manyThreads[i.name] != nil || i.named(maskForms)
}

// named is whether the form is one of those with the given names.
func (i *plainInst) named(names string) bool { return slices.Contains(strings.Fields(names), i.name) }

func (m *twins) refuse(i *plainInst) error {
	text := fmt.Sprintf("%s (%x)", asm.Text(i.Inst), i.AppendBytes(nil))
	m.plain.pc = 0
	m.load()
	p, err := machine.Compile(i.AppendBytes(nil))
	if err != nil {
		return err
	}
	result, err := p.Run(context.Background(), m.fast, machine.Options{Fuel: 1})
	switch {
	case err != nil:
		return err
	case result.Stop != machine.Faulted || result.Fault.Inst != i.Inst || result.Executed != 0:
		return fmt.Errorf("%s is executed: %v", text, result.Stop)
	}
	if _, d := m.difference(); d != "" {
		return fmt.Errorf("%s is refused, and has changed something: %s", text, d)
	}
	return nil
}
