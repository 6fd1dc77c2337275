package jit_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/jit"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// assembled is a program by its text, and its machine code.
func assembled(t testing.TB, text string) (*machine.Program, *jit.Code) {
	t.Helper()
	code, errs := asm.Assemble(text)
	if errs != nil {
		t.Fatal(errs)
	}
	p, c := compile(t, code)
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return p, c
}

// agree runs a program on two groups in the same state, and fails where they differ.
func agree(t *testing.T, p *machine.Program, c *jit.Code, want *machine.Group, memory func() *machine.Memory) machine.Result {
	t.Helper()
	got := twin(want)
	if memory != nil {
		got.Attach(memory(), nil)
		want.Attach(memory(), nil)
	}
	a, err := p.Run(t.Context(), got, machine.Options{Fuel: 10000, Native: c})
	if err != nil {
		t.Fatal(err)
	}
	start := twin(want)
	b, err := p.Run(t.Context(), want, machine.Options{Fuel: 10000})
	if err != nil {
		t.Fatal(err)
	}
	if d := differs(got, want, a, b); d != "" {
		t.Fatalf("%s\nfrom %08x %08x %08x", d, start.Register(1), start.Register(2), start.Register(3))
	}
	return a
}

// Results at the end of the normal numbers are flushed before they are rounded, and products that are -0 become 0.
func TestSmallest(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 2)}
	for _, text := range []string{"fmul32 r4, r1, r2", "fmul32 r4, r1.abs, r2.neg", "fmadd32 r4, r1, r2, r3", "fadd32 r4, r1, r3", "fmul32.sat r4l, r2, r1.neg", "fadd32 r4, r3, r3"} {
		p, c := assembled(t, text+"\nstop")
		flushed, native := 0, 0
		for range 1000 {
			g := r.group()
			for lane := range machine.Lanes {
				r.nearlySmallest(g, lane)
			}
			g.Exec = r.Uint32() & r.Uint32() & r.Uint32() & r.Uint32()
			native += agree(t, p, c, g, nil).Native
			for lane := range machine.Lanes {
				if g.Exec>>lane&1 == 1 && g.Register(4)[lane]<<1 == 0 {
					flushed++
				}
			}
		}
		t.Logf("%s: %d flushed, %d native", text, flushed, native)
		if strings.HasPrefix(text, "fm") && flushed < 100 || native < 200 {
			t.Errorf("%s: only %d results were flushed, and %d instructions native", text, flushed, native)
		}
	}
}

// nearlySmallest gives a lane two numbers whose product is nearly the smallest normal one, and nothing, or next to nothing, that is added. Perhaps one of them is a denormal.
func (r dice) nearlySmallest(g *machine.Group, lane int) {
	x := math.Float32frombits(r.Uint32()&0x007fffff | uint32(64+r.IntN(60))<<23)
	y := math.Float32bits(float32(0x1p-126/float64(x))) + uint32(r.IntN(5)) - 2
	if r.IntN(8) == 0 {
		y = r.word() & 0x80ffffff
	}
	g.SetLane(1, lane, math.Float32bits(x)^r.Uint32()&(1<<31))
	g.SetLane(2, lane, y)
	g.SetLane(3, lane, []uint32{0, 1 << 31, r.Uint32() & 0x807fffff, r.word()}[r.IntN(4)])
}

// All conversions, of numbers at their ends.
func TestConversions(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 3)}
	native, all := 0, 0
	for mode := range 12 {
		for round := range 2 {
			for _, operands := range []string{"r2, r1", "r2l, r1", "r2, r1l", "r2h, r1h"} {
				name := fmt.Sprintf("convert %s, %s, %s", conversions[mode], operands, []string{"rtz", "rte"}[round])
				if conversions[mode] == "" {
					continue
				}
				p, c := assembled(t, name+"\nstop")
				for range 20 {
					g := r.group()
					ends := []uint32{0x4f800000, 0x4f7fffff, 0x4f000000, 0xcf000000, 0xcf000001, 0x47800000, 0x477fff00, 0x47000000, 0xc7000000, 0xbf000000, 0xbf800000, 0x3f000000, 0x3fc00000}
					for lane := range machine.Lanes {
						if r.IntN(2) == 0 {
							g.SetLane(1, lane, ends[r.IntN(len(ends))])
						}
					}
					g.Exec &= r.Uint32() & r.Uint32()
					result := agree(t, p, c, g, nil)
					native, all = native+result.Native, all+result.Executed-1
				}
			}
		}
	}
	t.Logf("%d of %d native", native, all)
	if native < all/3 {
		t.Errorf("only %d of %d conversions were native", native, all)
	}
}

// conversions are the names of the modes.
var conversions = [12]string{0: "u8_to_f", 1: "s8_to_f", 4: "f_to_u16", 5: "f_to_s16", 6: "u16_to_f", 7: "s16_to_f", 8: "f_to_u32", 9: "f_to_s32", 10: "u32_to_f", 11: "s32_to_f"}

// All shuffles by a number, in place and out of it.
func TestShuffles(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 4)}
	native := 0
	for _, group := range []string{"simd", "quad"} {
		for _, way := range []string{"", "_xor", "_up", "_down", "_rotate_up"} {
			for n := range 44 {
				name := group + "_shuffle" + way
				p, c := assembled(t, fmt.Sprintf("iadd r9, r9, 1\n%s r2, r1, %d\n%s r3h, r3l, %d\n%[1]s r4, r4, %[2]d\n%[1]s r5l, r6l, %[2]d\n%[1]s r7, u3, %[2]d\nstop", name, n, name, n))
				native += agree(t, p, c, r.group(), nil).Native
			}
		}
	}
	if native < 1400 {
		t.Errorf("only %d instructions were native", native)
	}
}

// An instruction that is given up is the reference's, with those behind it in its block; what was done before it counts once.
func TestGivesUp(t *testing.T) {
	t.Parallel()
	p, c := assembled(t, "iadd r3, r3, 1\niadd r4, r4, r3\nfmul32 r5, r1, r2\niadd r6, r6, 1\nstop")
	g := machine.NewGroup()
	if r := agree(t, p, c, g, nil); r.Native != 4 || r.Executed != 5 {
		t.Errorf("%d of %d are native, want 4 of 5", r.Native, r.Executed)
	}
	g = machine.NewGroup()
	g.SetLane(1, 7, 0x217ffffe)
	g.SetLane(2, 7, 0x1e800001)
	if r := agree(t, p, c, g, nil); r.Native != 2 || r.Executed != 5 {
		t.Errorf("%d of %d are native, want 2 of 5", r.Native, r.Executed)
	}
	if v := g.Register(5)[7]; v != 0 {
		t.Errorf("the product is %08x, want it flushed", v)
	}
}

// What is on its way is looked at by the reference.
func TestLoadsOnTheirWay(t *testing.T) {
	t.Parallel()
	p, c := assembled(t, `
		iadd r5, r5, 1
		device_load 0, i32, x, r5, u2_u3, r1, unsigned
		iadd r6, r5, r5
		iadd r7, r5, r5
		wait 0
		iadd r8, r5, r5
		iadd r9, r5, r5
		stop`)
	memory := func() *machine.Memory {
		m := machine.NewMemory()
		b, err := m.Map(256)
		if err != nil {
			t.Fatal(err)
		}
		for k := range b.Bytes {
			b.Bytes[k] = byte(k)
		}
		return m
	}
	g := machine.NewGroup()
	for lane := range machine.Lanes {
		g.SetLane(1, lane, uint32(lane))
	}
	b, err := machine.NewMemory().Map(256)
	if err != nil {
		t.Fatal(err)
	}
	g.SetUniform32(2, uint32(b.Address))
	g.SetUniform32(3, uint32(b.Address>>32))
	r := agree(t, p, c, g, memory)
	if r.Native != 2 || !strings.Contains(strings.Join(r.Flags, "\n"), "iadd reads r5 before it waits for slot 0") {
		t.Errorf("%d of %d are native, and the flags are %q: %v %v", r.Native, r.Executed, r.Flags, r.Stop, r.Fault)
	}
}

// A slot is known to hold eight loads. More are in machine code, too, and flagged if any lane is active: also where code is left among them.
func TestCrowdedSlot(t *testing.T) {
	t.Parallel()
	for n := 7; n < 12; n++ {
		text := "device_load 1, i32, x, r40, u2_u3, r1, unsigned\n"
		for k := range n {
			text += fmt.Sprintf("device_load 0, i32, x, r%d, u2_u3, r1, unsigned\niadd r30, r30, r2\n", 10+k)
		}
		p, c := assembled(t, text+"wait 1\nwait 0\niadd r31, r10, r18\nstop")
		m := machine.NewMemory()
		b, err := m.Map(256)
		if err != nil {
			t.Fatal(err)
		}
		for _, exec := range []uint32{1<<machine.Lanes - 1, 1 << 20, 0} {
			for fuel := 1; fuel < 2*n+10; fuel++ {
				got := machine.NewGroup()
				for lane := range machine.Lanes {
					got.SetLane(1, lane, uint32(lane*fuel%50)) // in a row, or beyond the end, or neither
				}
				got.SetUniform32(2, uint32(b.Address))
				got.SetUniform32(3, uint32(b.Address>>32))
				got.Exec = exec
				want := twin(got)
				got.Attach(m, nil)
				want.Attach(m, nil)
				for { // what is left of the program, the fuel at a time
					x, err := p.Run(t.Context(), got, machine.Options{Fuel: fuel, Native: c})
					if err != nil {
						t.Fatal(err)
					}
					y, err := p.Run(t.Context(), want, machine.Options{Fuel: fuel})
					if err != nil {
						t.Fatal(err)
					}
					if d := differs(got, want, x, y); d != "" {
						t.Fatalf("%d loads, lanes %08x, fuel %d: %s", n, exec, fuel, d)
					}
					if x.Stop != machine.OutOfFuel {
						break
					}
				}
			}
			g := machine.NewGroup()
			for lane := range machine.Lanes {
				g.SetLane(1, lane, uint32(lane))
			}
			g.SetUniform32(2, uint32(b.Address))
			g.SetUniform32(3, uint32(b.Address>>32))
			g.Exec = exec
			r := agree(t, p, c, g, func() *machine.Memory { return m })
			if flagged := strings.Contains(strings.Join(r.Flags, "\n"), "one load more"); flagged != (n > 8 && exec != 0) || r.Native < r.Executed-1 {
				t.Errorf("%d loads, lanes %08x: %d of %d are native, and the flags are %q", n, exec, r.Native, r.Executed, r.Flags)
			}
		}
	}
}

// spiral is a program whose lanes leave their loops at different times, and which calls for all of the mask.
const spiral = `
	get_sr r1, sr80
	get_sr r2, sr81
	mov r3, 0
	if_icmp r0l, ugt, r1, 2, 1
	outer: iadd r3, r3, r1
	else_icmp r0l, ult, r2, 3, 1
	iadd r3, r3, 100
	pop_exec r0l, 1
	if_icmp r0l, ueq, 0, 0, 2
	inner: iadd r4, r4, 1
	bitop 0110, r3, r3, r4
	while_icmp r0l, ult, r4, r1, 2
	jmp_exec_any inner
	pop_exec r0l, 2
	icmp_ballot r5, ult, r4, 5
	stop`

// A dispatch with lanes and SIMD-groups that are not full, on one core and on more.
func TestDispatch(t *testing.T) {
	t.Parallel()
	p, c := assembled(t, spiral)
	for _, grid := range [][3]uint32{{1}, {33, 3}, {70, 5}, {64, 64}} {
		for _, cores := range []int{1, 3} {
			d := machine.Dispatch{Program: p, Grid: grid, Threadgroup: [3]uint32{10, 7, 1}, Cores: cores, Alone: -1, Local: []byte{}}
			want, err := d.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for name, set := range map[string]func(){"native": func() { d.Native = c }, "later": func() { d.Native, d.Later = nil, func() machine.Native { return c } }} {
				set()
				got, err := d.Run(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				native := got.Native
				if diff := differs(got.Group, want.Group, got.Result, want.Result); diff != "" || got.Groups != want.Groups || !reflect.DeepEqual(got.Local, want.Local) {
					t.Errorf("%s, grid %v, %d cores: %s", name, grid, cores, diff)
				}
				if name == "native" && native < got.Executed/2 || name == "later" && got.Executed > 1<<17 && native < got.Executed/4 {
					t.Errorf("%s, grid %v, %d cores: only %d of %d are native", name, grid, cores, native, got.Executed)
				}
				d.Native, d.Later = nil, nil
			}
		}
	}
}

// The environment turns machine code off, and says so.
func TestOff(t *testing.T) {
	p, _ := assembled(t, "stop")
	t.Setenv(jit.Variable, "off")
	if _, err := jit.Compile(p); !errors.Is(err, jit.ErrUnsupported) || !strings.Contains(err.Error(), "LANESCOPE_JIT is off") {
		t.Errorf("the error is %v", err)
	}
}

// Code that was closed leaves nothing mapped, however often that is done.
func TestManyTimes(t *testing.T) {
	t.Parallel()
	code, errs := asm.Assemble(spiral)
	if errs != nil {
		t.Fatal(errs)
	}
	times := 1000
	if *full {
		times = 100_000
	}
	before := mapped(t)
	for range times {
		_, c := compile(t, code)
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if after := mapped(t); after > before+times/10 {
		t.Errorf("%d mappings, and %d before", after, before)
	}
}

// mapped is how many mappings the process has, where the system says so.
func mapped(t *testing.T) int {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip(err)
	}
	return strings.Count(string(maps), "\n")
}

// Code of another program is refused.
func TestOtherProgram(t *testing.T) {
	t.Parallel()
	_, c := assembled(t, "stop")
	p, _ := assembled(t, "stop")
	if _, err := p.Run(t.Context(), machine.NewGroup(), machine.Options{Native: c}); err == nil {
		t.Error("a run takes code of another program")
	}
	if _, err := (&machine.Dispatch{Program: p, Native: c}).Run(t.Context()); err == nil {
		t.Error("a dispatch takes code of another program")
	}
}

// One code, many goroutines.
func TestRunsAtOnce(t *testing.T) {
	t.Parallel()
	p, c := assembled(t, spiral)
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for k := range 50 {
				got, want := machine.NewGroup(), machine.NewGroup()
				for _, g := range []*machine.Group{got, want} {
					g.Place.Threadgroup[0], g.Exec = uint32(n), uint32(k*n)|1
				}
				a, err := p.Run(t.Context(), got, machine.Options{Native: c})
				b, wrong := p.Run(t.Context(), want, machine.Options{})
				if d := differs(got, want, a, b); d != "" || err != nil || wrong != nil {
					t.Errorf("%s, %v, %v", d, err, wrong)
					return
				}
			}
		})
	}
	all.Wait()
}
