package inspect_test

import (
	"context"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/inspect"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// TestEffectsHold: the machine executes random instructions of every form. They change no register that they are not said to write, and what they write depends on none that they are not said to
// read: with other values in all others the results are the same.
func TestEffectsHold(t *testing.T) {
	r := chance.Random(t, 7)
	tries := 8
	if *full {
		tries = 400
	}
	memory := map[string]bool{"device_load": true, "device_store": true, "stack_load": true, "stack_store": true, "atomic": true, "threadgroup_atomic": true, "threadgroup_load": true, "threadgroup_store": true, "uniform_store": true}
	executed := map[string]int{}
	for f := range g13.NumForms {
		for range tries {
			i := g13.New(f)
			if all := g13.Named(i.Form.Name()); memory[i.Form.Name()] {
				i = all[0].Inst
			}
			for n := range i.Args() {
				if i.Kind(n) == g13.Uint && memory[i.Form.Name()] {
					continue // what is usual at the end of a memory instruction: any other number is a fault
				}
				bits := i.Form.Bits(n)
				i.Word.Lo = i.Word.Lo&^bits.Lo | r.Uint64()&bits.Lo
				i.Word.Hi = i.Word.Hi&^bits.Hi | r.Uint64()&bits.Hi
				switch k := i.Kind(n); {
				case k == g13.Base: // of the one buffer that there is
					_ = i.SetArg(n, g13.Arg{Class: g13.Uniform, Index: 4 * r.IntN(60), Size: 64})
				case (k == g13.Offset || k == g13.HalfOr || k == g13.TgBase) && r.IntN(2) == 0:
					_ = i.SetArg(n, g13.Arg{Class: g13.Number, Value: r.Int64N(64)})
				}
			}
			i.Fit(false)
			code := i.AppendBytes(nil)
			i, err := g13.Decode(code)
			if err != nil {
				continue
			}
			e := inspect.EffectsOf(i)
			if name := i.Form.Name(); name != "ret" && name != "call" && i.Form == f {
				if keptPromise(t, e, append(code, 0x88, 0), func() uint32 { return r.Uint32N(32) }) {
					executed[name]++
				}
			}
		}
	}
	t.Logf("%v", executed)
	if len(executed) < 50 {
		t.Errorf("only %d forms were executed", len(executed))
	}
}

// keptPromise runs code twice from registers that differ in what it does not read; done is false if it cannot be executed.
func keptPromise(t *testing.T, e inspect.Effects, code []byte, random func() uint32) (done bool) {
	t.Helper()
	p, err := machine.Compile(code)
	if err != nil {
		t.Fatal(err)
	}
	var groups, before [2]*machine.Group
	for k := range groups {
		memory := machine.NewMemory() // of its own: an atomic changes it
		b, err := memory.Map(1 << 12)
		if err != nil {
			t.Fatal(err)
		}
		groups[k], before[k] = machine.NewGroup(), machine.NewGroup()
		groups[k].Attach(memory, machine.NewLocal(1<<12))
		for u := range 128 {
			groups[k].SetUniform32(2*u, uint32(b.Address))
			groups[k].SetUniform32(2*u+1, uint32(b.Address>>32))
		}
	}
	for n := range machine.Registers {
		for lane := range machine.Lanes {
			v := random()
			w := v
			for half := range 2 {
				if at := 2*n + half; !e.Reads.Has(at) && !e.Writes.Has(at) {
					w ^= random() << (16 * half)
				}
			}
			for k, value := range []uint32{v, w} {
				groups[k].SetLane(n, lane, value)
				before[k].SetLane(n, lane, value)
			}
		}
	}
	for k, g := range groups {
		result, err := p.Run(context.Background(), g, machine.Options{Fuel: 10})
		if err != nil {
			t.Fatal(err)
		}
		if result.Stop == machine.Faulted {
			return false
		}
		for n := range machine.Registers {
			for lane, v := range g.Register(n) {
				for half := range 2 {
					if changed := uint16(v>>(16*half)) != uint16(before[k].Register(n)[lane]>>(16*half)); changed && !e.Writes.Has(2*n+half) {
						t.Fatalf("%x changes r%d%c, and is said to write %v", code, n, "lh"[half], e.Writes)
					}
				}
			}
		}
	}
	for half := range e.Writes.All() {
		for lane, v := range groups[0].Register(half / 2) {
			if w := groups[1].Register(half / 2)[lane]; uint16(v>>(half&1*16)) != uint16(w>>(half&1*16)) {
				t.Fatalf("%x: r%d%c depends on more than %v", code, half/2, "lh"[half&1], e.Reads)
			}
		}
	}
	return true
}
