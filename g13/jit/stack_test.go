package jit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// stackProgram is random accesses to stacks, pushes and pops, while lanes fall asleep and wake; at the end it loads what is around the pointer.
func (r dice) stackProgram() string {
	var s strings.Builder
	move := func(kind string) {
		format := []string{"i8", "i16", "i32", "i32", "i32"}[r.IntN(5)]
		mask := []string{"x", "x", "y", "xy", "xz", "xyzw", "yw"}[r.IntN(7)]
		registers := registersFor[format][r.IntN(len(registersFor[format]))]
		list := strings.Join(registers[:len(mask)], "_")
		offset := fmt.Sprint([]int{r.IntN(100), 4 * r.IntN(16), 0, 16300 + r.IntN(100)}[r.IntN(40)/13])
		if r.IntN(40) == 0 {
			offset = []string{"16380", "r20"}[r.IntN(2)]
		}
		if kind == "load" {
			fmt.Fprintf(&s, "stack_load %s, %s, 1, 0, %s, 4, %s, %d\n", list, format, mask, offset, r.IntN(2))
			if r.IntN(4) > 0 {
				s.WriteString("wait 0\nwait 1\n")
			}
		} else {
			fmt.Fprintf(&s, "stack_store %s, 1, 0, %s, 4, %s, %s, 0\n", format, mask, list, offset)
		}
	}
	s.WriteString("mov r30, 0\nif_icmp r0l, ueq, 0, 0, 1\nagain:\n")
	for range 3 + r.IntN(25) {
		switch r.IntN(12) {
		case 0:
			fmt.Fprintf(&s, "stack_adjust %d\n", r.IntN(64)/4*4*(1-r.IntN(2)*2))
		case 1:
			fmt.Fprintf(&s, "stack_adjust %d\n", r.IntN(6))
		case 2:
			fmt.Fprintf(&s, "stack_get_ptr r%d\n", 1+r.IntN(6))
		case 3:
			fmt.Fprintf(&s, "if_icmp r0l, ult, r6, r7, 1\n")
		case 4:
			fmt.Fprintf(&s, "pop_exec r0l, 1\n")
		case 5:
			fmt.Fprintf(&s, "iadd r%d, r%d, r%d\n", 1+r.IntN(6), 1+r.IntN(6), 1+r.IntN(6))
		case 6, 7, 8:
			move("load")
		default:
			move("store")
		}
	}
	s.WriteString("wait 0\nwait 1\niadd r30, r30, 1\nwhile_icmp r0l, ult, r30, 3, 1\njmp_exec_any again\npop_exec r0l, 3\n")
	for n := range 6 {
		fmt.Fprintf(&s, "stack_load r%d_r%d_r%d_r%d, i32, 1, 0, xyzw, 4, %d, 0\nwait 0\n", 40+4*n, 41+4*n, 42+4*n, 43+4*n, 16*n)
	}
	return s.String() + "stop"
}

// Stacks are the same with machine code and without, also where fuel ends and a run goes on, and where accesses leave the stack.
func TestStacks(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 22)}
	programs := 1500
	switch {
	case *full:
		programs = 100_000
	case testing.Short():
		programs = 200
	}
	native, all, stopped := 0, 0, 0
	for range programs {
		text := r.stackProgram()
		p, c := oneOfMany(t, text)
		for range 2 {
			want := r.group()
			got := twin(want)
			for range 4 {
				fuel := 1 + r.IntN(150)
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
				native, all = native+a.Native, all+a.Executed
				if a.Stop == machine.Stopped {
					stopped++
				}
				if a.Stop != machine.OutOfFuel {
					break
				}
			}
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of %d native, %d runs to their end", native, all, stopped)
	if native < all/3 || stopped < programs/4 {
		t.Errorf("only %d of %d are native, and %d runs came to their end", native, all, stopped)
	}
}
