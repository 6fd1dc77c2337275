package inspect_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/inspect"
	"github.com/lanescope/lanescope/internal/chance"
)

// A seed is a mistake: it writes one into a program, with the label bug at the instruction that is to be found. Registers r48 to r55 are its own.
type seed struct {
	rule   string
	level  bool // it stands where all threads are active
	open   bool // the program has no stop of its own behind it
	mutate func(a *author)
}

var seeds = []seed{
	{rule: inspect.DiscardDivergent, mutate: func(a *author) {
		a.write("if_icmp r0l, %s, 1", "ult, r9, r10")
		a.block(a.IntN(3))
		a.write("bug: iadd r48, %s.discard, r50", []string{"r49", "r49l", "r49h"}[a.IntN(3)])
		a.write("mov_imm r49, 1")
		a.write("pop_exec r0l, 1")
	}},
	{rule: inspect.UseAfterDiscard, level: true, mutate: func(a *author) {
		a.write("iadd r48, r49.discard, %d", a.IntN(256))
		a.block(a.IntN(4))
		a.write("bug: xor r50, r51, %s", []string{"r49", "r49l", "r49h"}[a.IntN(3)])
		a.write("mov_imm r49, 1")
	}},
	{rule: inspect.ReadBeforeWait, mutate: func(a *author) {
		slot := a.IntN(2)
		a.write([]string{"device_load %d, i32, x, r49, u2_u3, 3, signed", "atomic add, %d, r49, u2_u3, 3, signed, r48", "device_load %d, i32, xyzw, r46_r47_r48_r49, u2_u3, 3, signed",
			"stack_load r49, i32, 1, 0, x, 4, 0, %d"}[a.IntN(4)], slot)
		a.between(slot)
		a.write("bug: %s", []string{"iadd r50, r49, r51", "if_icmp r0l, ueq, r49h, 0, 1", "device_store 0, i32, x, r49, u2_u3, 8, signed, 0", "simd_shuffle_xor r50, r49l, 1"}[a.IntN(4)])
		if strings.Contains(a.lines[len(a.lines)-1], "if_icmp") {
			a.write("pop_exec r0l, 1")
		}
		a.write("wait %d", slot)
	}},
	{rule: inspect.WriteBeforeWait, mutate: func(a *author) {
		slot := a.IntN(2)
		a.write("device_load %d, i32, xy, r49_r50, u2_u3, 3, signed", slot)
		a.between(slot)
		a.write("bug: %s", []string{"mov_imm r49, 5", "iadd r50, r51, r52", "mov_imm r50h, 7", "device_load 0, i32, x, r49, u2_u3, 9, signed"}[a.IntN(4)])
		a.write("wait 0")
		a.write("wait 1")
	}},
	{rule: inspect.SlotOverflow, mutate: func(a *author) {
		slot := a.IntN(2)
		if a.IntN(2) == 0 { // nine in a row
			for n := range 9 {
				label := ""
				if n == 8 {
					label = "bug: "
				}
				a.write("%sdevice_load %d, i16, x, r%d%c, u2_u3, %d, signed", label, slot, 48+n/2, "lh"[n%2], n)
				if n < 8 && a.IntN(3) == 0 {
					a.write("iadd r53, r54, %d", n)
				}
			}
		} else { // one that comes round
			a.write("again: iadd r52, r53, 1")
			a.write("bug: device_load %d, i32, x, r49, u2_u3, 3, signed", slot)
			a.between(slot)
			a.write("while_icmp r0l, ult, r52, 20, 1")
			a.write("jmp_exec_any again")
			a.write("pop_exec r0l, 1")
		}
		a.write("wait %d", slot)
	}},
	{rule: inspect.QuadDivergentIndex, mutate: func(a *author) {
		switch a.IntN(4) {
		case 0:
			a.write("get_sr r49, sr%d", []int{52, 51, 80, 48, 58}[a.IntN(5)])
		case 1:
			a.write("get_sr r49, sr52")
			a.write("bfeil r49, 0, r49, 1")
		case 2:
			a.write("device_load 0, i32, x, r49, u2_u3, r48, unsigned")
			a.write("wait 0")
		default:
			a.write("get_sr r49, sr52")
			a.write("imadd r49, r49, 3, 8")
		}
		a.block(a.IntN(3))
		a.write("bug: %s r50, r51, %s", []string{"simd_shuffle", "simd_shuffle_down", "simd_shuffle_up", "simd_shuffle_xor", "quad_shuffle"}[a.IntN(5)], []string{"r49", "r49l"}[a.IntN(2)])
	}},
	{rule: inspect.R0LClobbered, mutate: func(a *author) {
		a.write("bug: %s", []string{"iadd r0l, r48l, 3", "mov_imm r0, 70000", "get_sr r0, sr52", "xor r0, r49, r50", "mov r0l, 1"}[a.IntN(5)])
		for range a.IntN(3) {
			a.compute()
		}
		a.write("if_icmp r0l, ult, r9, r10, 1")
		a.block(1)
		a.write("pop_exec r0l, 1")
	}},
	{rule: inspect.JumpInside, mutate: func(a *author) {
		switch a.IntN(4) {
		case 0:
			a.write("bug: jmp_exec_none pc+%d", 8+2*a.IntN(3))
			a.write("iadd r48, r49, r50")
		case 1:
			a.write("iadd r48, r49, r50")
			a.write("bug: jmp_exec_any pc-%d", 2+2*a.IntN(3))
		case 2:
			a.write("bug: jmp_exec_any pc+%d", 1<<20+2*a.IntN(100))
		default:
			a.write("bug: call pc-%d", 1<<20+2*a.IntN(100))
		}
	}},
	{rule: inspect.WideIntoHalf, mutate: func(a *author) {
		a.write("bug: %s !bits=00", []string{"device_load 0, i32, x, r49l, u2_u3, 3, signed", "device_store 1, i32, xy, r49h_r50l, u2_u3, 3, signed, 0",
			"threadgroup_load i32, x, r49h, 0, 8", "stack_store i32, 1, 0, x, 4, r49l, 8, 0"}[a.IntN(4)])
		a.write("wait 0")
	}},
	{rule: inspect.UnalignedPair, mutate: func(a *author) {
		text, name := []string{"iadd r48, r49, r50", "fmul32 r48, r49, r50", "imadd r48_r49, r50, 3, r52_r53", "device_load 0, i32, x, r49, u2_u3, r51, unsigned"}[a.IntN(4)], ""
		i, err := asm.Parse(text)
		if err != nil {
			panic(err)
		}
		name = "A"
		if i.Form.Name() == "device_load" {
			name = []string{"O", "R", "A"}[a.IntN(3)]
		}
		for n := range i.Args() {
			if i.Operand(n).Name == name {
				value, _, _ := i.Form.ValueBits(n)
				i.Word.Lo |= value.Lo & -value.Lo
			}
		}
		bytes := []string{}
		for _, b := range i.AppendBytes(nil) {
			bytes = append(bytes, fmt.Sprint(b))
		}
		a.write("bug: .byte %s", strings.Join(bytes, ", "))
		a.write("wait 0")
	}},
	{rule: inspect.BaseAboveU127, mutate: func(a *author) {
		a.write("bug: %s", []string{"device_load 0, i32, x, r49, u127_u128, 3, signed", "atomic add, 0, None, u127_u128, 3, signed, r48",
			fmt.Sprintf("threadgroup_load i32, x, r49, u%dl, 3", 128+a.IntN(128)), fmt.Sprintf("threadgroup_store i32, x, r49, u%dh, 3", 128+a.IntN(128))}[a.IntN(4)])
		a.write("wait 0")
	}},
	{rule: inspect.MissingStop, level: true, open: true, mutate: func(a *author) {
		switch a.IntN(5) {
		case 0:
			a.write("bug: iadd r48, r49, r50")
		case 1:
			a.write("bug: trap")
			a.write("stop")
		case 2:
			a.write("bug: .byte 0xff, 0xff")
			a.write("stop")
		case 3:
			a.write("bug: jmp_exec_any end")
			a.write("stop")
			a.write("end:")
		default:
			a.write("bug: .byte 0x0e, 0x05")
		}
	}},
}

// between is something that does not wait for a slot.
func (a *author) between(slot int) {
	for range a.IntN(4) {
		switch a.IntN(4) {
		case 0:
			a.write("wait %d", 1-slot)
		case 1:
			a.write("if_icmp r0l, ult, r9, r10, 1")
			a.compute()
			a.write("pop_exec r0l, 1")
		default:
			a.compute()
		}
	}
}

// around puts ifs and loops around what write writes.
func (a *author) around(write func()) {
	switch a.IntN(4) {
	case 0:
		a.write("if_icmp r0l, ult, r9, r10, 1")
		a.depth++
		a.block(a.IntN(2))
		write()
		a.block(a.IntN(2))
		a.write("pop_exec r0l, 1")
		a.depth--
	case 1:
		top := a.label()
		a.write("push_exec r0l, 2")
		a.depth++
		a.write("%s:", top)
		write()
		a.block(a.IntN(2))
		a.write("while_icmp r0l, ult, r9, r10, 2")
		a.write("jmp_exec_any %s", top)
		a.write("pop_exec r0l, 2")
		a.depth--
	default:
		write()
	}
}

// TestSeeded: each mistake is found in every variation, whatever is around it, by its rule and at its instruction; the way to it begins at the start, ends in its block, or for r0l
// goes through it, and each block follows the one before. What is around it alone breaks no rule.
func TestSeeded(t *testing.T) {
	variations := 100
	if *full {
		variations = 10000
	}
	for k, s := range seeds {
		t.Run(s.rule, func(t *testing.T) {
			r := chance.Random(t, 100+uint64(k))
			for range variations {
				a := &author{Rand: r}
				if s.open {
					a.later = []string{} // nothing stands behind it
				}
				a.block(r.IntN(8))
				write := func() { s.mutate(a) }
				if s.level {
					write()
				} else {
					a.around(func() { a.around(write) })
				}
				if !s.open {
					a.block(r.IntN(8))
					a.write("stop")
				}
				a.lines = append(a.lines, a.later...)
				text := strings.Join(a.lines, "\n") + "\n"
				p := assembled(t, text)
				report, err := inspect.Inspect(p.Code)
				if err != nil {
					t.Fatal(err)
				}
				bug := p.Labels[slices.IndexFunc(p.Labels, func(l asm.Label) bool { return l.Name == "bug" })].Offset
				n := slices.IndexFunc(report.Findings, func(f inspect.Finding) bool { return f.Rule == s.rule && f.Offset == bug })
				if n < 0 {
					t.Fatalf("not found at %#x; there are %v\n%s", bug, report.Findings, text)
				}
				checkPath(t, report, report.Findings[n])
			}
			t.Logf("found in %d of %d", variations, variations)
		})
	}
	if len(seeds) != len(inspect.Rules) {
		t.Errorf("%d mistakes for %d rules", len(seeds), len(inspect.Rules))
	}
}

// checkPath: a way begins at the start and goes from block to block, and the finding is in one of them.
func checkPath(t *testing.T, r *inspect.Report, f inspect.Finding) {
	t.Helper()
	block := func(at int) *inspect.Block {
		n := slices.IndexFunc(r.Blocks, func(b inspect.Block) bool { return b.Offset == at })
		if n < 0 {
			t.Fatalf("%v: no block begins at %#x", f, at)
		}
		return &r.Blocks[n]
	}
	if len(f.Path) == 0 || f.Path[0] != 0 {
		t.Fatalf("%v: the way does not begin at the start", f)
	}
	in := false
	for k, at := range f.Path {
		b := block(at)
		in = in || b.Offset <= f.Offset && f.Offset < b.End
		if k+1 < len(f.Path) && !slices.ContainsFunc(b.Successors, func(e inspect.Edge) bool { return r.Blocks[e.To].Offset == f.Path[k+1] }) {
			t.Fatalf("%v: nothing leads from %#x to %#x", f, at, f.Path[k+1])
		}
	}
	if !in {
		t.Fatalf("%v: the way does not come to it", f)
	}
	if slices.Contains([]string{inspect.DiscardDivergent, inspect.UseAfterDiscard, inspect.ReadBeforeWait, inspect.WriteBeforeWait, inspect.SlotOverflow}, f.Rule) && !brokenOn(r, f) {
		t.Fatalf("%v: no walker on the way breaks the rule", f)
	}
}

// brokenOn says whether some walker that goes the way of a finding breaks its rule at its end.
func brokenOn(r *inspect.Report, f inspect.Finding) bool {
	w := &walk{inst: map[int]*inspect.Instruction{}, seen: map[walker]bool{}, breaks: map[broken]bool{}}
	here := map[walker]bool{{active: true, writer: -1}: true}
	for step, at := range f.Path {
		for k := range r.Instructions {
			i := &r.Instructions[k]
			b := r.Blocks[slices.IndexFunc(r.Blocks, func(b inspect.Block) bool { return b.Offset == at })]
			if k < b.First || k >= b.Last {
				continue
			}
			w.inst[i.Offset] = i
			behind := map[walker]bool{}
			for t := range here {
				t.at = i.Offset
				if w.look(t, i); step == len(f.Path)-1 && i.Offset == f.Offset && w.breaks[broken{f.Rule, f.Offset}] {
					return true
				}
				for _, next := range w.masked(w.registers(t, i), i) {
					behind[next] = true
				}
			}
			clear(w.breaks)
			here = behind
		}
	}
	return false
}

// Every rule has a name, a sentence, and no other one's name.
func TestRules(t *testing.T) {
	names := map[string]bool{}
	for _, r := range inspect.Rules {
		if r.Says == "" || names[r.Name] || strings.Trim(r.Name, "abcdefghijklmnopqrstuvwxyz0127-") != "" {
			t.Errorf("%+v", r)
		}
		names[r.Name] = true
	}
	if len(names) != 12 {
		t.Errorf("%d rules", len(names))
	}
}
