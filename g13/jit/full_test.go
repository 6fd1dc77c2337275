package jit_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/jit"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// Code for full SIMD-groups is compiled when the first one comes that others may follow, and once, however many come at the same time.
func TestFullGroupsLater(t *testing.T) {
	t.Parallel()
	for range 20 {
		p, c := assembled(t, followers[0])
		for _, size := range [][2]uint32{{32, 32}, {64, 32}, {640, 20}, {640, 64}} {
			if name := fullCodeBehind(t, p, c, size); name != "" {
				t.Fatalf("%d threads, %d in a threadgroup: code for full groups has been compiled, which nobody needs", size[0], size[1])
			}
		}
		names, begin := make([]string, 8), make(chan bool)
		var all sync.WaitGroup
		for k := range names {
			all.Go(func() {
				<-begin
				names[k] = fullCodeBehind(t, p, c, [2]uint32{3200, 32})
			})
		}
		close(begin)
		all.Wait()
		for _, name := range names {
			if name != names[0] || name == "" {
				t.Fatalf("code for full groups, as eight have it: %q", names)
			}
		}
	}
}

// fullCodeBehind is the name of a saxpy's code for full groups behind a dispatch of so many threads, in threadgroups of so many; "" if there is none.
func fullCodeBehind(t *testing.T, p *machine.Program, c *jit.Code, size [2]uint32) string {
	t.Helper()
	d := machine.Dispatch{Program: p, Native: c, Grid: [3]uint32{size[0]}, Threadgroup: [3]uint32{size[1]}, Memory: machine.NewMemory(), Start: machine.NewGroup()}
	for k := range 2 {
		b, err := d.Memory.Map(4 * int(size[0]))
		if err != nil {
			t.Error(err)
			return ""
		}
		d.Start.SetUniform32(2+2*k, uint32(b.Address))
		d.Start.SetUniform32(3+2*k, uint32(b.Address>>32))
	}
	if r, err := d.Run(t.Context()); err != nil || r.Stop != machine.Stopped {
		t.Errorf("%v: %v", r.Stop, err)
	}
	name, err := c.FullCode()
	if err != nil {
		t.Error(err)
	}
	return name
}

// straight are forms that leave a SIMD-group full.
func straight() (all []g13.Form) {
	for _, f := range forms {
		name := f.Name()
		if slices.Contains([]string{"call", "ret", "pop_exec", "stop", "uniform_store"}, name) {
			continue
		}
		if !slices.ContainsFunc([]string{"if_", "else_", "while_", "jmp_"}, func(p string) bool { return strings.HasPrefix(name, p) }) {
			all = append(all, f)
		}
	}
	return all
}

// straightProgram is a program that does something in each thread of a grid, on few registers: where they are, loads and stores by that or by something else, and anything in between.
func (r dice) straightProgram(tb testing.TB, from []g13.Form) (code []byte) {
	tb.Helper()
	text := func(format string, a ...any) {
		more, errs := asm.Assemble(fmt.Sprintf(format, a...))
		if errs != nil {
			tb.Fatal(errs)
		}
		code = append(code, more...)
	}
	for k := range 3 + r.IntN(9) {
		reg, at := 1+r.IntN(5), 1+r.IntN(2)
		switch n := r.IntN(9); {
		case k == 0 || n == 0:
			text("get_sr r%d, sr%d", at, []int{80, 80, 80, 0, 48}[min(k, 1)*r.IntN(5)])
		case n <= 2:
			text("device_load %d, %s, r%d, %s, r%d, %s", r.IntN(2), []string{"i32, x", "i32, x", "i8, x"}[r.IntN(3)], reg, []string{"u2_u3", "u4_u5"}[r.IntN(2)], at, []string{"signed", "unsigned"}[r.IntN(2)])
			if r.IntN(3) > 0 {
				text("wait %d", r.IntN(2))
			}
		case n == 3:
			text("device_store 0, i32, x, r%d, u4_u5, r%d, %s", reg, at, []string{"signed", "unsigned"}[r.IntN(2)])
		case n == 4:
			text("iadd r%d, r%d, %d", at, at, r.IntN(3))
		default:
			i := r.onFew(r.instruction(from[r.IntN(len(from))]))
			for n := range i.Args() {
				if a := i.Arg(n); a.Class == g13.Register && a.Index < 2 && i.Operand(n).Name == "D" {
					a.Index = 4
					_ = i.SetArg(n, a)
				}
			}
			code = i.AppendBytes(code)
		}
	}
	text("stop")
	return code
}

// SIMD-groups that are full, with code of their own, leave what any others leave: whatever their program reads first or does not write, and by whichever way they are left.
func TestFullGroups(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 31)}
	from := straight()
	programs := 1200
	switch {
	case *full:
		programs = 100_000
	case testing.Short():
		programs = 200
	}
	have, native, all := 0, 0, 0
	for range programs {
		code := r.straightProgram(t, from)
		p, c := compile(t, code)
		if slices.ContainsFunc(c.Pieces(), func(p jit.Piece) bool { return p.Name == jit.Full }) {
			have++
		}
		for range 3 {
			d := machine.Dispatch{
				Program: p, Fuel: []int{0, 1 + r.IntN(2000)}[r.IntN(2)],
				Grid:        [][3]uint32{{32 * (1 + r.Uint32N(40))}, {1 + r.Uint32N(1500)}, {96, 3}, {66, 2, 2}}[r.IntN(4)],
				Threadgroup: [][3]uint32{{32}, {32}, {32}, {16, 2}, {20}}[r.IntN(5)],
			}
			got, diff := r.follow(t, d, c, []int{2000, 2000, 300}[r.IntN(3)])
			if diff != "" {
				t.Fatalf("%s\n%s", diff, asm.Disassemble(code))
			}
			if _, err := c.FullCode(); err != nil {
				t.Fatalf("%v\n%s", err, asm.Disassemble(code))
			}
			if native, all = native+got.Native, all+got.Executed; got.Native > got.Executed {
				t.Fatalf("%d of %d instructions are native\n%s", got.Native, got.Executed, asm.Disassemble(code))
			}
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of %d programs have such code; %d of %d instructions native", have, programs, native, all)
	if have < programs/2 || native < all/2 {
		t.Errorf("only %d of %d programs have such code, and %d of %d instructions are native", have, programs, native, all)
	}
}
