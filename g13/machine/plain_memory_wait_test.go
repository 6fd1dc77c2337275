package machine_test

import (
	"context"
	"fmt"
	"maps"
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

// writes is those that it writes.
func (i *plainInst) writes() (halves []int) {
	for n := range i.d.Size / 16 {
		halves = append(halves, i.d.Index+n)
	}
	if i.name == "threadgroup_load" || i.name == "threadgroup_atomic" && !i.r.None {
		for n := range i.listedOrOne() * i.r.Size / 16 {
			halves = append(halves, i.r.Index+n)
		}
	}
	return append(halves, i.loads()...)
}

// listedOrOne is listed, or the one register of an atomic.
func (i *plainInst) listedOrOne() int {
	if i.named(atomicForms) {
		return 1
	}
	return i.listed()
}

// A plainWay is a half of a thread's register that is on its way, for those who wait for a slot.
type plainWay struct{ slot, thread, half int }

// plainWaits is what is on its way, thread by thread, and whether it is still what was loaded; and what was wrong with that so far, the first of each kind.
type plainWaits struct {
	onWay map[plainWay]bool
	loads [2]int
	wrong map[string]string
}

// step looks at an instruction at an offset, before those threads execute it.
func (w *plainWaits) step(i *plainInst, at int, active [32]bool) {
	readers, writers := active, active
	all := [32]bool{}
	for t := range all {
		all[t] = true
	}
	if i.named(maskForms) {
		writers = all
	}
	if i.named(maskForms + " simd_shuf_op dfdx dfdy") {
		readers = all
	}
	found := map[string]string{}
	say := func(kind, format string, args ...any) {
		if found[kind] == "" {
			found[kind] = fmt.Sprintf("unverified: offset %#x: %s ", at, nameOf(i)) + fmt.Sprintf(format, args...)
		}
	}
	w.look(i.reads(), readers, func(half, slot int, intact, spoilt, elsewhere int) {
		switch {
		case intact > 0 && spoilt > 0:
			say("early", "reads r%d before it waits for slot %d, and has what was loaded already in some lanes, and what was written there since in others", half/2, slot)
		case intact > 0:
			say("early", "reads r%d before it waits for slot %d, and has what was loaded already", half/2, slot)
		case spoilt > 0:
			say("early", "reads r%d before it waits for slot %d, and has what was written there since", half/2, slot)
		case elsewhere > 0 && slices.Contains(readers[:], true):
			say("beside", "reads r%d before it waits for slot %d, which loads it in other lanes only; those that read it have what was there", half/2, slot)
		}
	})
	w.look(i.writes(), writers, func(half, slot int, intact, spoilt, _ int) {
		if intact+spoilt > 0 && !slices.Contains(i.reads(), half) {
			say("over", "writes r%d before it waits for slot %d, and what is loaded there may come later than that; here it came before", half/2, slot)
		}
	})
	for _, half := range i.writes() {
		for way := range w.onWay {
			if way.half == half && writers[way.thread] {
				w.onWay[way] = false
			}
		}
	}
	w.goOn(i, active, say)
	for kind, text := range found {
		if w.wrong[kind] == "" {
			w.wrong[kind] = text
		}
	}
}

// look counts, for halves from the lowest and slots, the threads of some that have one on its way, unchanged or not, and the other threads that have.
func (w *plainWaits) look(halves []int, threads [32]bool, count func(half, slot, intact, spoilt, elsewhere int)) {
	slices.Sort(halves)
	for _, half := range slices.Compact(halves) {
		for slot := range 2 {
			var n [3]int
			for t := range threads {
				switch intact, ok := w.onWay[plainWay{slot, t, half}]; {
				case !ok:
				case !threads[t]:
					n[2]++
				case intact:
					n[0]++
				default:
					n[1]++
				}
			}
			count(half, slot, n[0], n[1], n[2])
		}
	}
}

// goOn is what is on its way behind the instruction.
func (w *plainWaits) goOn(i *plainInst, active [32]bool, say func(kind, format string, args ...any)) {
	if i.name == "wait" {
		slot := int(i.field(8, 8))
		w.loads[slot] = 0
		for way := range w.onWay {
			if way.slot == slot {
				delete(w.onWay, way)
			}
		}
	}
	loaded := i.loads()
	if len(loaded) == 0 || !slices.Contains(active[:], true) {
		return
	}
	slot := int(i.field(30, 30))
	for t, is := range active {
		for _, half := range loaded {
			if is {
				w.onWay[plainWay{slot, t, half}] = true
			}
		}
	}
	if w.loads[slot]++; w.loads[slot] > 8 {
		say("crowded", "is one load more than the 8 that a slot is known to hold")
	}
}

func nameOf(i *plainInst) string {
	name, _ := i.Name()
	return name
}

// TestAgreeWaits is programs of loads, waits and what reads registers: both machines leave the same, and say of the same programs that they wait too little.
func TestAgreeWaits(t *testing.T) {
	forms := formsNamed(strings.Fields(transferForms + " " + atomicForms + " wait iadd imadd fmadd16 icmpsel simd_op fcmp_ballot pop_exec convert simd_shuf_op dfdy if_icmp while_fcmp bfi")...)
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
	waits, at := plainWaits{onWay: map[plainWay]bool{}, wrong: map[string]string{}}, 0
	for k := range program {
		waits.step(&program[k], at, m.plain.active)
		m.plain.step(&program[k])
		at += int(program[k].Len)
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
	want := slices.Sorted(maps.Values(waits.wrong))
	var got []string
	for _, flag := range result.Flags {
		if strings.Contains(flag, " before it waits for slot ") || strings.Contains(flag, " is one load more than ") {
			got = append(got, flag)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		return fmt.Errorf("%q, plainly %q\n%s", got, want, asm.Disassemble(code))
	}
	return nil
}
