package jit_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/jit"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// A dice makes random programs, of instructions that are compiled and some that are not.
type dice struct{ *rand.Rand }

func newDice(seed uint64) dice { return dice{rand.New(rand.NewPCG(seed, 9))} }

// forms are those of which programs are made. More of those that are compiled are needed than of others.
var forms = func() (all []g13.Form) {
	compiled := jit.Forms()
	others := []string{"rcp", "exp2", "get_sr", "simd_shuf_op", "simd_op"}
	for n := range g13.NumForms {
		f := g13.Form(n)
		switch {
		case slices.Contains(formsOnMemory, f): // they have programs of their own
		case slices.Contains(compiled, f):
			all = append(all, f, f, f, f)
		case slices.Contains(others, f.Name()):
			all = append(all, f)
		}
	}
	return all
}()

// instruction is a form with random bits in its operands and in its name.
func (r dice) instruction(f g13.Form) g13.Inst {
	mask := f.NameBits()
	for n := range f.Operands() {
		bits := f.Bits(n)
		mask.Lo, mask.Hi = mask.Lo|bits.Lo, mask.Hi|bits.Hi
	}
	for {
		i := g13.New(f)
		sparse := ^uint64(0)
		if r.IntN(2) == 0 {
			sparse = r.Uint64() & r.Uint64()
		}
		i.Word = i.Word.Xor(g13.Word{Lo: r.Uint64() & mask.Lo & sparse, Hi: r.Uint64() & mask.Hi & sparse})
		if r.IntN(4) == 0 {
			i.SetSaturates(true)
		}
		i.Fit(true)
		r.nearRegisters(&i)
		if again, err := g13.Decode(i.AppendBytes(nil)); err == nil && again == i {
			return i
		}
	}
}

// isComputed says whether operands of a kind are what an instruction computes, or computes with, whatever else they are.
func isComputed(k g13.Kind) bool {
	switch k {
	case g13.Dst, g13.Dst64, g13.DstOf16, g13.DstOf32, g13.Src, g13.Src64, g13.FloatSrc, g13.FloatSrc16, g13.CmpselSrc:
		return true
	}
	return false
}

// nearRegisters makes the registers of an instruction a few, so that instructions have to do with one another. Some of them are r0.
func (r dice) nearRegisters(i *g13.Inst) {
	for n := range i.Args() {
		a := i.Arg(n)
		if a.Class != g13.Register || !isComputed(i.Kind(n)) {
			continue
		}
		from := 2
		if r.IntN(12) == 0 {
			from = 0
		}
		a.Index, a.Undefined = from+a.Index%18, false
		if r.IntN(3) > 0 {
			a.Hint = g13.NoHint
		}
		if a.Size > 16 {
			a.Index &^= 1
		}
		_ = i.SetArg(n, a) // what cannot be is as it was
	}
}

// program is a random one.
func (r dice) program() []byte {
	list := make([]g13.Inst, 1+r.IntN(40))
	for k := range list {
		list[k] = r.instruction(forms[r.IntN(len(forms))])
	}
	return r.linked(list)
}

// linked is the code of instructions, whose jumps lead to one another.
func (r dice) linked(list []g13.Inst) (code []byte) {
	at := make([]int, len(list)+1)
	for k, i := range list {
		at[k+1] = at[k] + int(i.Len)
	}
	for k, i := range list {
		for n := range i.Args() {
			if i.Kind(n) == g13.PCRel && r.IntN(20) > 0 {
				if err := i.SetArg(n, g13.Arg{Class: g13.Number, Value: int64(at[r.IntN(len(at))] - at[k])}); err != nil {
					panic(err)
				}
			}
		}
		code = i.AppendBytes(code)
	}
	return code
}

// word is a number at which instructions are interesting: a float of some kind, or a small one.
func (r dice) word() uint32 {
	w := r.Uint32()
	switch r.IntN(8) {
	case 0:
		return w & 0x807fffff // a denormal
	case 1:
		return w&0x807fffff | 0x3f800000 // near one
	case 2:
		return w&0x80000000 | []uint32{0, 0x7f800000, 0x00800000, 0x7fc00001, 0x7f800001, 0x3f800000, 0x34000000}[r.IntN(7)]
	case 3:
		return w % 40
	case 4:
		return w&0x80ffffff | 0x20000000 // whose product with itself is tiny
	case 5:
		return w&0x83ff83ff | uint32(r.IntN(32))<<10 | uint32(r.IntN(32))<<26 // two halves
	}
	return w
}

// group is a SIMD-group in a random state. The counts in r0l mostly say the same as the mask.
func (r dice) group() *machine.Group {
	g := machine.NewGroup()
	g.Exec = r.Uint32() | r.Uint32()
	for n := range 24 {
		same := r.word()
		for lane := range machine.Lanes {
			if r.IntN(3) > 0 {
				same = r.word()
			}
			g.SetLane(n, lane, same)
		}
	}
	if r.IntN(4) > 0 {
		for lane := range machine.Lanes {
			v := g.Register(0)[lane]&^0xffff | uint32(1+r.IntN(3))
			if g.Exec>>lane&1 == 1 {
				v &^= 0xffff
			}
			if r.IntN(50) == 0 {
				v |= 0xffff
			}
			g.SetLane(0, lane, v)
		}
	}
	for n := range machine.Uniforms {
		g.SetUniform(n, uint16(r.word()))
	}
	if r.IntN(2) == 0 {
		for n, most := range []uint32{40, 6, 3} {
			g.Place.Threads[n], g.Place.Dispatch[n], g.Place.Threadgroup[n] = 1+r.Uint32N(most), 1+r.Uint32N(most), r.Uint32N(50)
		}
		g.Place.SIMDGroup, g.Place.Core = r.Uint32N(8), r.Uint32N(4)
	}
	return g
}

// twin is a group in the same state.
func twin(g *machine.Group) *machine.Group {
	t := machine.NewGroup()
	t.Exec, t.PC, t.Place = g.Exec, g.PC, g.Place
	for n := range machine.Registers {
		t.SetRegister(n, g.Register(n))
	}
	for n := range machine.Uniforms {
		t.SetUniform(n, g.Uniform(n))
	}
	return t
}

// differs says where two runs differ, or nothing.
func differs(got, want *machine.Group, a, b machine.Result) string {
	switch {
	case a.Stop != b.Stop, a.Executed != b.Executed, a.Written != b.Written, !slices.Equal(a.Flags, b.Flags), fmt.Sprint(a.Fault) != fmt.Sprint(b.Fault):
		a.Native = 0
		return fmt.Sprintf("%+v, want %+v", a, b)
	case got.PC != want.PC, got.Exec != want.Exec:
		return fmt.Sprintf("it stands at %#x with %08x, want %#x with %08x", got.PC, got.Exec, want.PC, want.Exec)
	}
	for n := range machine.Registers {
		if got.Register(n) != want.Register(n) {
			return fmt.Sprintf("r%d is %08x, want %08x", n, got.Register(n), want.Register(n))
		}
	}
	for n := range machine.Uniforms {
		if got.Uniform(n) != want.Uniform(n) {
			return fmt.Sprintf("uniform half %d is %04x, want %04x", n, got.Uniform(n), want.Uniform(n))
		}
	}
	return ""
}

// compile compiles code twice over, or skips where no machine code can be run.
func compile(t testing.TB, code []byte) (*machine.Program, *jit.Code) {
	t.Helper()
	p, err := machine.Compile(code)
	if err != nil {
		t.Fatal(err)
	}
	native, err := jit.Compile(p)
	if err != nil {
		skipUnsupported(t, err)
	}
	return p, native
}

// Random programs in random states leave the same behind, with machine code and without.
func TestAgrees(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 1)}
	programs := 4000
	switch {
	case *full:
		programs = 1_000_000
	case testing.Short():
		programs = 500
	}
	native, all := 0, 0
	for range programs {
		code := r.program()
		p, c := compile(t, code)
		for range 3 {
			want := r.group()
			got := twin(want)
			fuel := 1 + r.IntN(300)
			a, err := p.Run(t.Context(), got, machine.Options{Fuel: fuel, Native: c})
			if err != nil {
				t.Fatal(err)
			}
			start := twin(want)
			b, err := p.Run(t.Context(), want, machine.Options{Fuel: fuel})
			if err != nil {
				t.Fatal(err)
			}
			if d := differs(got, want, a, b); d != "" {
				t.Fatalf("%s\n%s", d, explain(t, p, c, start, fuel, code))
			}
			native, all = native+a.Native, all+a.Executed
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d programs, %d instructions, %d of them native", programs, all, native)
	if native < all/4 {
		t.Errorf("only %d of %d instructions were native", native, all)
	}
}

// explain names the first instruction behind which the two differ.
func explain(t *testing.T, p *machine.Program, c *jit.Code, start *machine.Group, fuel int, code []byte) string {
	for n := 1; n <= fuel; n++ {
		got, want := twin(start), twin(start)
		a, _ := p.Run(t.Context(), got, machine.Options{Fuel: n, Native: c})
		b, _ := p.Run(t.Context(), want, machine.Options{Fuel: n})
		if d := differs(got, want, a, b); d != "" {
			text := asm.Disassemble(code)
			return fmt.Sprintf("after %d instructions, at %#x: %s\n%s", n, want.PC, d, text)
		}
	}
	return "the same with any fuel less"
}
