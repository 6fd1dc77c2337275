package jit_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// formsOnMemory are those of memory, and those that have to do with what is on its way.
var formsOnMemory = func() (all []g13.Form) {
	for n := range g13.NumForms {
		switch f := g13.Form(n); f.Name() {
		case "device_load":
			all = append(all, f, f, f)
		case "device_store", "wait", "threadgroup_load", "threadgroup_store":
			all = append(all, f, f)
		}
	}
	return all
}()

// bufferSizes are those of device memory: some end in the middle of a word.
var bufferSizes = []int{5000, 1 << 16, 61, 4, 0, 1}

// Where programs on memory have what leads there. No instruction writes the registers, but for a few loads.
const (
	firstBase   = 40 // the half of the first of the uniforms
	bases       = 16
	firstOffset = 12 // the first register of offsets
	offsets     = 5
)

// setBits gives some bits of an instruction a value.
func setBits(i *g13.Inst, high, low int, v uint64) {
	w := &i.Word.Lo
	if low >= 64 {
		w, high, low = &i.Word.Hi, high-64, low-64
	}
	mask := uint64(1)<<(high-low+1) - 1
	*w = *w&^(mask<<low) | v&mask<<low
}

// onMemory is an instruction that can be executed, mostly.
func (r dice) onMemory(f g13.Form) g13.Inst {
	for {
		i := r.instruction(f)
		if f.Name() == "wait" {
			return i
		}
		if strings.HasPrefix(f.Name(), "threadgroup_") {
			if r.onThreadgroup(&i) {
				return i
			}
			continue
		}
		setBits(&i, 26, 26, 1)
		setBits(&i, 29, 28, 0)
		setBits(&i, 46, 46, 1)
		setBits(&i, 51, 50, 0)
		if r.IntN(3) > 0 { // elements one behind the other
			setBits(&i, 55, 52, 1<<r.IntN(4))
			setBits(&i, 43, 42, 0)
		}
		if r.IntN(40) > 0 { // as they are
			setBits(&i, 48, 48, 0)
			format := uint64([]int{0, 1, 2, 2, 2, 3}[r.IntN(6)])
			setBits(&i, 9, 7, format)
			if format == 2 {
				setBits(&i, 49, 49, 1)
			}
		}
		i.Fit(true)
		r.aim(&i)
		if again, err := g13.Decode(i.AppendBytes(nil)); err == nil && again == i {
			return i
		}
	}
}

// onThreadgroup makes an instruction on a threadgroup's memory one that can be executed, mostly, and says whether it is one.
func (r dice) onThreadgroup(i *g13.Inst) bool {
	setBits(i, 35, 35, 0)
	if r.IntN(20) > 0 {
		format := uint64([]int{0, 1, 2, 2, 2, 3}[r.IntN(6)])
		setBits(i, 27, 24, format)
		if format == 2 {
			setBits(i, 8, 8, 1)
		}
	}
	i.Fit(true)
	for n := range i.Args() {
		a := i.Arg(n)
		switch name := i.Operand(n).Name; {
		case name == "A" && r.IntN(3) > 0, name == "O" && r.IntN(2) > 0:
			a = g13.Arg{Class: g13.Register, Index: 2*(firstOffset+r.IntN(offsets)) + r.IntN(12)/11, Size: 16}
		case name == "O" && a.Class == g13.Number:
			a.Value = int64(r.IntN(64))
		case name == "R":
			a.Index = 2 + r.IntN(16)&^(a.Size/32)
		default:
			continue
		}
		_ = i.SetArg(n, a)
	}
	again, err := g13.Decode(i.AppendBytes(nil))
	return err == nil && again == *i
}

// aim gives an instruction a base, an offset and registers.
func (r dice) aim(i *g13.Inst) {
	for n := range i.Args() {
		a := i.Arg(n)
		switch name := i.Operand(n).Name; {
		case name == "A" && r.IntN(40) > 0:
			a = g13.Arg{Class: g13.Uniform, Index: firstBase + 4*r.IntN(bases), Size: 64}
		case name == "O" && (r.IntN(8) > 0 || a.Class == g13.Register):
			a = g13.Arg{Class: g13.Register, Index: 2 * (firstOffset + r.IntN(offsets)), Size: 32}
		case name == "O" && a.Class == g13.Number:
			a.Value = int64(r.IntN(40) - 8)
		case name == "R":
			a.Index = 2 + r.IntN(16)
			if r.IntN(20) == 0 {
				a.Index = r.IntN(40)
			}
			if a.Size == 32 {
				a.Index &^= 1
			}
		default:
			continue
		}
		_ = i.SetArg(n, a)
	}
}

// memoryProgram is a random one, of which about every second instruction has to do with memory.
func (r dice) memoryProgram() []byte {
	list := make([]g13.Inst, 1+r.IntN(40))
	for k := range list {
		if r.IntN(2) == 0 {
			list[k] = r.onMemory(formsOnMemory[r.IntN(len(formsOnMemory))])
		} else {
			list[k] = r.instruction(forms[r.IntN(len(forms))])
		}
	}
	return r.linked(list)
}

// memoryGroup is a SIMD-group in a random state whose offsets and bases lead into buffers, mostly.
func (r dice) memoryGroup(buffers []*machine.Buffer) *machine.Group {
	g := r.group()
	if r.IntN(2) == 0 {
		g.Exec = math.MaxUint32
		for lane := range machine.Lanes {
			g.SetLane(0, lane, 0)
		}
	}
	for n := range offsets {
		first, step, random := uint32(r.IntN(64)), uint32(1), uint32(1)
		switch r.IntN(16) {
		case 0, 4, 5:
			step = uint32(r.IntN(4))
		case 1, 2:
			random = uint32(1 + r.IntN(100))
		case 3:
			first -= uint32(r.IntN(128))
		case 6:
			first = r.Uint32() >> r.IntN(32)
		}
		for lane := range machine.Lanes {
			v := first + step*uint32(lane) + uint32(r.IntN(int(random)))
			if r.IntN(4000) == 0 {
				v = r.Uint32()
			}
			g.SetLane(firstOffset+n, lane, v)
		}
	}
	for n := range bases {
		a := r.base(buffers)
		for k := range 4 {
			g.SetUniform(firstBase+4*n+k, uint16(a>>(16*k)))
		}
	}
	return g
}

// base is an address: mostly one in a large buffer, but also next to the ends of some buffer, where addresses wrap, and anywhere.
func (r dice) base(buffers []*machine.Buffer) uint64 {
	b := buffers[r.IntN(len(buffers))]
	switch r.IntN(32) {
	case 0:
		if r.IntN(2) == 0 {
			return b.Address + uint64(len(b.Bytes)) - uint64(r.IntN(200))
		}
		return b.Address + uint64(r.IntN(16)) - 8
	case 1:
		return []uint64{0, math.MaxUint64, math.MaxUint64 - 3, 1<<37 - 4, b.Address + 1<<36, r.Uint64(), b.Address - 1<<33, b.Address + 1<<31}[r.IntN(8)]
	}
	b = buffers[r.IntN(2)]
	return b.Address + 1024 + uint64(r.IntN(len(b.Bytes)-4096))
}

// buffersOf are buffers with the same random bytes, in two memories.
func (r dice) buffersOf(t *testing.T) (memory [2]*machine.Memory, buffers [2][]*machine.Buffer) {
	for k := range memory {
		memory[k] = machine.NewMemory()
		for n, size := range bufferSizes {
			b, err := memory[k].Map(size)
			if err != nil {
				t.Fatal(err)
			}
			buffers[k] = append(buffers[k], b)
			for at := range b.Bytes {
				if k == 0 {
					b.Bytes[at] = byte(r.Uint32())
				} else {
					b.Bytes[at] = buffers[0][n].Bytes[at]
				}
			}
		}
	}
	return memory, buffers
}

// Random programs on memory leave the same behind, with machine code and without, also where their fuel ends and they go on with some more.
func TestAgreesOnMemory(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 11)}
	programs := 2000
	switch {
	case *full:
		programs = 300_000
	case testing.Short():
		programs = 300
	}
	memory, buffers := r.buffersOf(t)
	native, all, moved := 0, 0, 0
	var local [2]*machine.Local
	size := []int{301, 1024, 32 << 10}[r.IntN(3)]
	for k := range local {
		local[k] = machine.NewLocal(size)
	}
	for range programs {
		code := r.memoryProgram()
		p, c := compile(t, code)
		for range 3 {
			want := r.memoryGroup(buffers[0])
			start, got := twin(want), twin(want)
			got.Attach(memory[0], local[0])
			want.Attach(memory[1], local[1])
			for range 3 {
				fuel := 1 + r.IntN(200)
				a, err := p.Run(t.Context(), got, machine.Options{Fuel: fuel, Native: c})
				if err != nil {
					t.Fatal(err)
				}
				b, err := p.Run(t.Context(), want, machine.Options{Fuel: fuel})
				if err != nil {
					t.Fatal(err)
				}
				d := differs(got, want, a, b)
				if d == "" {
					d = differ(buffers)
				}
				if d == "" && !bytes.Equal(local[0].Bytes, local[1].Bytes) {
					d = "the threadgroup's memory is another one"
				}
				if d != "" {
					t.Fatalf("%s\nfuel %d, from\n%s\n%s", d, fuel, offsetsOf(start), asm.Disassemble(code))
				}
				native, all = native+a.Native, all+a.Executed
				if a.Stop != machine.OutOfFuel {
					break
				}
			}
		}
		for _, o := range p.Ops() {
			if o.Transfer != nil {
				moved++
			}
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d programs with %d accesses, %d instructions, %d of them native", programs, moved, all, native)
	if native < all/5 {
		t.Errorf("only %d of %d instructions were native", native, all)
	}
}

// differ says where two memories do, or nothing.
func differ(buffers [2][]*machine.Buffer) string {
	for n, b := range buffers[0] {
		if want := buffers[1][n]; !bytes.Equal(b.Bytes, want.Bytes) {
			for at := range b.Bytes {
				if b.Bytes[at] != want.Bytes[at] {
					return fmt.Sprintf("byte %d of buffer %d is %02x, want %02x", at, n, b.Bytes[at], want.Bytes[at])
				}
			}
		}
	}
	return ""
}

// offsetsOf is what a group begins with, for a person.
func offsetsOf(g *machine.Group) string {
	var s strings.Builder
	fmt.Fprintf(&s, "exec %08x\n", g.Exec)
	for n := range offsets {
		fmt.Fprintf(&s, "r%d %08x\n", firstOffset+n, g.Register(firstOffset+n))
	}
	for n := range bases {
		k := firstBase + 4*n
		fmt.Fprintf(&s, "u%d %04x%04x%04x%04x\n", k/2, g.Uniform(k+3), g.Uniform(k+2), g.Uniform(k+1), g.Uniform(k))
	}
	return s.String()
}
