package jit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// rowProgram is accesses by a few bases and offsets, one behind the other, between which offsets change: they stay a row, or become none.
func (r dice) rowProgram() string {
	var s strings.Builder
	s.WriteString("mov r30, 0\nif_icmp r0l, ueq, 0, 0, 1\nagain:\n")
	for range 4 + r.IntN(16) {
		offset := firstOffset + r.IntN(2)
		if r.IntN(5) == 0 {
			fmt.Fprintf(&s, "iadd r%d, r%d, %s\n", offset, offset, []string{"1", "3", "r31"}[r.IntN(3)])
		}
		kind, format, sign, first := r.IntN(2), r.IntN(3), r.IntN(2), firstBase/2+2*r.IntN(3)
		n := 2 + r.IntN(5)
		elements := []string{
			fmt.Sprintf("%s, x, r%d", []string{"i8", "i16", "i32"}[format], n), fmt.Sprintf("%s, y, r%d", []string{"i8", "i16", "i32"}[format], n),
			fmt.Sprintf("i32, xy, r%d_r%d", n, n+1), fmt.Sprintf("i32, xyzw, r%d_r%d_r%d_r%d", n, n+1, n+2, n+3), fmt.Sprintf("i16, xy, r%dl_r%dh", n, n),
		}[r.IntN(5)]
		fmt.Fprintf(&s, "device_%s 0, %s, u%d_u%d, r%d, %s%s\n", []string{"load", "store"}[kind], elements, first, first+1, offset, []string{"signed", "unsigned"}[sign], []string{"", ", lsl 1", ", lsl 2"}[r.IntN(3)])
		if kind == 0 {
			s.WriteString("wait 0\n")
		}
	}
	s.WriteString("iadd r30, r30, 1\nwhile_icmp r0l, ult, r30, 2, 1\njmp_exec_any again\npop_exec r0l, 1\nstop\n")
	return s.String()
}

// rowGroup is a SIMD-group for it.
func (r dice) rowGroup(buffers []*machine.Buffer) *machine.Group {
	g := r.group()
	for lane := range machine.Lanes {
		g.SetLane(0, lane, 0)
		g.SetLane(31, lane, uint32(lane&r.IntN(2)))
	}
	if r.IntN(2) == 0 {
		g.Exec = 1<<machine.Lanes - 1
	}
	for n := range 2 {
		first, random := uint32(r.IntN(120)), uint32(1)
		if r.IntN(4) == 0 {
			first -= 120
		}
		if r.IntN(6) == 0 {
			random = 2
		}
		step := uint32(1)
		if r.IntN(3) == 0 {
			step = 0 // all lanes alike, perhaps but one
		}
		for lane := range machine.Lanes {
			g.SetLane(firstOffset+n, lane, first+step*uint32(lane)+r.Uint32N(random))
		}
	}
	r.rebase(buffers, g)
	return g
}

// rebase gives groups other bases: in the midst of a buffer, or so near to an end that some accesses are not in it.
func (r dice) rebase(buffers []*machine.Buffer, groups ...*machine.Group) {
	for n := range 3 {
		b := buffers[r.IntN(2)]
		a := b.Address + 1024 + uint64(r.IntN(3000))
		switch r.IntN(12) {
		case 0:
			a = b.Address + uint64(r.IntN(600))
		case 1:
			a = b.Address + uint64(len(b.Bytes)-r.IntN(900))
		}
		for _, g := range groups {
			g.SetUniform32(firstBase/2+2*n, uint32(a))
			g.SetUniform32(firstBase/2+2*n+1, uint32(a>>32))
		}
	}
}

// What is kept of buffers and of rows is what each access would find by itself: by other bases, sizes and signs, behind instructions that change an offset, and when a group runs once more
// with other bases.
func TestKeepsWindows(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 14)}
	programs := 1500
	if testing.Short() {
		programs = 500
	}
	p := &memoryPair{}
	p.memory, p.buffers = r.buffersOf(t)
	native, all := 0, 0
	for range programs {
		text := r.rowProgram()
		p.program, p.code = assembled(t, text)
		want := r.rowGroup(p.buffers[0])
		got := twin(want)
		for again := range 3 {
			if again > 0 {
				r.rebase(p.buffers[0], got, want)
			}
			result := p.both(t, text, got, want)
			native, all = native+result.Native, all+result.Executed
		}
	}
	if native < all/2 {
		t.Errorf("only %d of %d instructions were native", native, all)
	}
}

// both runs the program on two groups from its beginning, and fails where they or their memories differ.
func (p *memoryPair) both(t *testing.T, text string, got, want *machine.Group) machine.Result {
	t.Helper()
	groups, exec := [2]*machine.Group{got, want}, got.Exec
	var results [2]machine.Result
	for k, g := range groups {
		o := machine.Options{Fuel: 1000}
		if k == 0 {
			o.Native = p.code
		}
		g.PC, g.Exec = 0, exec
		for lane := range machine.Lanes {
			g.SetLane(0, lane, 0)
		}
		g.Attach(p.memory[k], nil)
		var err error
		if results[k], err = p.program.Run(t.Context(), g, o); err != nil {
			t.Fatal(err)
		}
	}
	d := differs(got, want, results[0], results[1])
	if d == "" {
		d = differ(p.buffers)
	}
	if d != "" {
		t.Fatalf("%s\n%s\n%s", d, offsetsOf(want), text)
	}
	return results[0]
}
