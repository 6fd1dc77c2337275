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
		switch r.IntN(60) {
		case 0:
			offset = []string{"16380", "r20"}[r.IntN(2)]
		case 1, 2, 3, 4, 5, 6:
			offset = []string{"r21", "r22", "r23"}[r.IntN(3)]
		}
		slot, unsigned, shift := r.IntN(2), []string{"", ", unsigned"}[r.IntN(2)], []string{"", "", ", lsl 1", ", lsl 2"}[r.IntN(4)]
		if kind == "load" {
			fmt.Fprintf(&s, "stack_load %s, %s, 1, 0, %s, 4, %s, %d%s%s\n", list, format, mask, offset, slot, unsigned, shift)
			if r.IntN(4) > 0 {
				s.WriteString("wait 0\nwait 1\n")
			}
		} else {
			fmt.Fprintf(&s, "stack_store %s, 1, 0, %s, 4, %s, %s, 0%s%s\n", format, mask, list, offset, unsigned, shift)
		}
	}
	fmt.Fprintf(&s, "mov r21, %d\nand r22, r5, 127\nand r23, r4, 3\niadd r22, r22, r21\nand r22, r22, r20\n", r.IntN(64))
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

// Offsets in registers: the same in all lanes, or others in each, around both ends of the rows that there are, far away on either side, and in lanes that sleep; the pointer too may be far away. Only what leaves the rows is the reference's.
func TestStacksByRegister(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 23)}
	rounds := 40
	if *full {
		rounds = 2000
	}
	inside, native := 0, 0
	for _, format := range []string{"i8", "i16", "i32"} {
		for _, mask := range []string{"x", "xy", "xyzw"} {
			for _, shift := range []string{"", ", lsl 1", ", lsl 2"} {
				for n := range 4 {
					unsigned, pointer := []string{"", ", unsigned"}[n%2], []string{"", "mov r7, 4294967295\nstack_adjust r7, unsigned\nstack_adjust 1\n"}[n/2]
					list := strings.Join([]string{"r8", "r9", "r10", "r11"}[:len(mask)], "_")
					p, c := assembled(t, fmt.Sprintf("stack_adjust 16\nstack_store i32, 1, 0, xyzw, 4, r1_r2_r3_r4, 0, 0\n"+pointer+"stack_store %s, 1, 0, %s, 4, %s, r5, 0%s%s\nstack_load %[3]s, %[1]s, 1, 0, %[2]s, 4, r6, 0%[4]s%[5]s\nwait 0\nwait 1\nstop", format, mask, list, unsigned, shift))
					for range rounds {
						g := r.group()
						far := r.IntN(3) == 0
						for _, offsets := range []int{5, 6} {
							same := uint32(r.IntN(26))
							for lane := range machine.Lanes {
								v := same
								if far || offsets == 6 || same%2 == 0 {
									v = uint32(r.IntN(26))
								}
								g.SetLane(offsets, lane, v)
							}
							if far {
								g.SetLane(offsets, r.IntN(machine.Lanes), []uint32{1 << 31, 1<<31 - 1, 1<<32 - 1, 1 << 30, 3 << 30, 1 << 14, 1<<32 - 16, 200, 1 << 21, 1<<32 - 1<<21}[r.IntN(10)])
							}
						}
						result := agree(t, p, c, g, nil)
						if !far && n < 2 && (format == "i32" || mask == "x") {
							inside, native = inside+7, native+result.Native
						}
					}
					if err := c.Close(); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
	t.Logf("%d of %d native", native, inside)
	if native < inside*2/3 {
		t.Errorf("of what stays in rows only %d of %d are native", native, inside)
	}
}
