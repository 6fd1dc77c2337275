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
)

// reads is the halves of registers that an instruction reads, by its operands.
func (i *plainInst) reads() (halves []int) {
	add := func(a g13.Arg) {
		for n := range a.Size / 16 {
			if a.Class == g13.Register && !a.None {
				halves = append(halves, a.Index+n)
			}
		}
	}
	for _, a := range []g13.Arg{i.a, i.b, i.c, i.x, i.y, i.o, i.s, i.v} {
		add(a)
	}
	if i.named(maskForms) {
		halves = append(halves, 0)
	}
	if i.named("device_store threadgroup_store stack_store") {
		for r, last := i.r, i.lastOfList(); i.listed() > 0 && r.Index <= last.Index; r.Index += r.Size / 16 {
			add(r)
		}
	}
	return halves
}

// loads is those that an instruction loads and that have to be waited for.
func (i *plainInst) loads() (halves []int) {
	r, n := i.r, i.listed()
	switch {
	case i.name == "atomic" && !r.None:
		n = 1
	case !i.named("device_load stack_load"):
		n = 0
	}
	for ; n > 0; n-- {
		for k := range r.Size / 16 {
			halves = append(halves, r.Index+k)
		}
		r.Index += r.Size / 16
	}
	return halves
}

// listed is how many registers the instruction reads or writes in a row.
func (i *plainInst) listed() int {
	if !i.named(transferForms) {
		return 0
	}
	if f := plainFormats[transferOf(i).format]; f.count > 0 {
		return f.count
	}
	return i.r.Count
}

// A plainSlot is what is on its way to registers.
type plainSlot struct {
	halves []int
	loads  int
}

// hazards is the first instruction that reads what is on its way, and of which slot it is, and the first that is one load too many for a slot; "" for none.
func hazards(program []plainInst) (early, crowded string) {
	var slots [2]plainSlot
	at := 0
	for k := range program {
		i := &program[k]
		lowest := 256
		for n, s := range slots {
			for _, half := range i.reads() {
				if slices.Contains(s.halves, half) && (early == "" || lowest < 256) && half < lowest {
					lowest = half
					early = fmt.Sprintf("offset %#x: %s reads r%d before it waits for slot %d,", at, nameOf(i), half/2, n)
				}
			}
		}
		if i.name == "wait" {
			slots[i.field(8, 8)] = plainSlot{}
		}
		if loaded := i.loads(); len(loaded) > 0 {
			s := &slots[i.field(30, 30)]
			s.halves = append(s.halves, loaded...)
			if s.loads++; s.loads > 8 && crowded == "" {
				crowded = fmt.Sprintf("offset %#x: %s is one load more than the 8 ", at, nameOf(i))
			}
		}
		at += int(i.Len)
	}
	return early, crowded
}

func nameOf(i *plainInst) string {
	name, _ := i.Name()
	return name
}

// TestAgreeWaits is programs of loads, waits and what reads registers: both machines leave the same, and say of the same programs that they wait too little.
func TestAgreeWaits(t *testing.T) {
	forms := formsNamed(strings.Fields(transferForms + " " + atomicForms + " wait iadd imadd fmadd16 icmpsel simd_op fcmp_ballot pop_exec convert")...)
	loads := formsNamed("device_load")
	campaign(t, cases(1_000_000), func(r dice, enough func(int) bool) error {
		m, err := newMemoryTwins(r)
		if err != nil {
			return err
		}
		for {
			var program []plainInst
			for n := 1 + r.IntN(30); len(program) < n; {
				f := forms[r.IntN(len(forms))]
				if r.oneIn(4) {
					f = loads[0]
				}
				if i := plainly(r.instruction(f)); i.hasModel() && i.reaches() || i.named(transferForms+" "+atomicForms) {
					usual(&i.Inst)
					if i = plainly(r.lowRegisters(i.Inst)); i.hasModel() && i.reaches() {
						program = append(program, i)
					}
				}
			}
			m.fill(r)
			m.plain.active = r.exec()
			if err := m.compareWaits(program); err != nil {
				return err
			}
			if enough(len(program)) {
				return nil
			}
		}
	})
}

// lowRegisters makes registers few, so that they meet, and lets addresses be those of the beginnings of memories.
func (r dice) lowRegisters(i g13.Inst) g13.Inst {
	for n := range i.Args() {
		a := i.Arg(n)
		switch k := i.Kind(n); {
		case k == g13.Base:
			a = g13.Arg{Class: g13.Uniform, Size: 64}
		case k == g13.Offset, k == g13.HalfOr, k == g13.TgBase:
			a = g13.Arg{Class: g13.Number, Value: int64(r.IntN(3))}
		case k != g13.R0L && a.Class == g13.Register && a.Size > 0 && !a.None:
			a.Index = (2 + r.IntN(16)) &^ (a.Size/16 - 1)
		default:
			continue
		}
		if err := i.SetArg(n, a); err != nil {
			panic(fmt.Sprint(asm.Text(i), err))
		}
	}
	i.Fit(true)
	return i
}

func (m *memoryTwins) compareWaits(program []plainInst) error {
	var code []byte
	for k := range program {
		code = program[k].AppendBytes(code)
	}
	for n := range 4 { // the base that they all have
		m.plain.uniform[n] = uint16(m.device[0].Address >> (16 * n))
	}
	m.plain.pc, m.plain.memory.fault = 0, nil
	m.load()
	for k := range program {
		m.plain.step(&program[k])
	}
	p, err := machine.Compile(code)
	if err != nil {
		return err
	}
	result, err := p.Run(context.Background(), m.fast, machine.Options{})
	if err == nil && result.Stop != machine.Ended {
		err = fmt.Errorf("%w\n%s", result.Fault, asm.Disassemble(code))
	}
	if err != nil {
		return err
	}
	if _, d := m.difference(); d+m.memoryDifference() != "" {
		return fmt.Errorf("%s%s\n%s", d, m.memoryDifference(), asm.Disassemble(code))
	}
	early, crowded := hazards(program)
	var gotEarly, gotCrowded string
	for _, flag := range result.Flags {
		what := strings.TrimPrefix(flag, "unverified: ")
		switch {
		case strings.Contains(flag, " before it waits for slot "):
			gotEarly = what
		case strings.Contains(flag, " is one load more than "):
			gotCrowded = what
		}
	}
	if !sameBeginning(gotEarly, early) || !sameBeginning(gotCrowded, crowded) {
		return fmt.Errorf("%q, %q, plainly %q, %q\n%s", gotEarly, gotCrowded, early, crowded, asm.Disassemble(code))
	}
	return nil
}

// sameBeginning is whether a text begins with another, which is empty only if both are.
func sameBeginning(text, with string) bool {
	return strings.HasPrefix(text, with) && (text == "") == (with == "")
}
