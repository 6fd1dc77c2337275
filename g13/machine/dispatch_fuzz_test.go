package machine_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// guardWords is how many words are around a buffer in which nothing may change.
const guardWords = 64

// A guarded is a buffer in the middle of words that are looked at afterwards.
type guarded struct {
	*machine.Buffer
	all, before []uint32
}

// guard maps a buffer of that many bytes; what is in and around it is random.
func (r dice) guard(m *machine.Memory, size int) guarded {
	all := make([]uint32, 2*guardWords+(size+3)/4)
	for k := range all {
		all[k] = r.Uint32()
	}
	return guarded{m.MapWithin(all[guardWords:], size), all, slices.Clone(all)}
}

// check finds words around the buffer that have changed, or bytes behind its last one in the same word.
func (g guarded) check() error {
	size := len(g.Bytes)
	for k, v := range g.all {
		now, before := binary.NativeEndian.AppendUint32(nil, v), binary.NativeEndian.AppendUint32(nil, g.before[k])
		own := 0 // bytes of the buffer
		if at := 4 * (k - guardWords); at >= 0 && at < size {
			own = min(size-at, 4)
		}
		if !bytes.Equal(now[own:], before[own:]) {
			return fmt.Errorf("%d bytes: at %d there was %08x, and now is %08x", size, 4*(k-guardWords), g.before[k], v)
		}
	}
	return nil
}

// A hostile is a program with buffers, and a grid to run it on.
type hostile struct {
	machine.Dispatch
	buffers []guarded
}

// prepare makes buffers, registers with addresses into them and small numbers, and sizes.
func (r dice) prepare(p *machine.Program) *hostile {
	h := &hostile{Dispatch: machine.Dispatch{
		Program: p, Memory: machine.NewMemory(), Start: machine.NewGroup(), Fuel: 300,
		Grid: [3]uint32{uint32(1 + r.IntN(80)), 1}, Threadgroup: [3]uint32{uint32(1 + r.IntN(64>>r.IntN(3)))},
	}}
	if *full { // not under the race detector: the program's races are Go's
		h.Cores, h.Alone = 1+r.IntN(5)/4, r.IntN(3)-1
	}
	for k := range 3 {
		b := r.guard(h.Memory, 64+r.IntN(300)>>r.IntN(5))
		h.buffers = append(h.buffers, b)
		h.Start.SetUniform32(2*k+2, uint32(b.Address))
		h.Start.SetUniform32(2*k+3, uint32(b.Address>>32))
	}
	for n := range 16 {
		var row machine.Row
		b := h.buffers[r.IntN(3)]
		for k := range row {
			switch n % 4 {
			case 0:
				row[k] = uint32(r.IntN(16))
			case 1:
				row[k] = uint32(k)
			case 2:
				row[k] = uint32(b.Address) + uint32(r.IntN(64)) - uint32(r.IntN(99)/98)
			default:
				row[k] = uint32(b.Address >> 32)
			}
		}
		h.Start.SetRegister(n, row)
	}
	h.Start.SetRegister(0, machine.Row{})
	return h
}

// run runs it and looks at everything that may not be.
func (h *hostile) run(ctx context.Context) (machine.DispatchResult, error) {
	r, err := h.Dispatch.Run(ctx)
	if err != nil {
		return r, err
	}
	for _, b := range h.buffers {
		if err := b.check(); err != nil {
			return r, err
		}
	}
	if r.Executed > h.Fuel || (r.Fault != nil) != (r.Stop == machine.Faulted) || r.Group == nil {
		return r, fmt.Errorf("%v after %d instructions with %d allowed, %v", r.Stop, r.Executed, h.Fuel, r.Fault)
	}
	return r, nil
}

// FuzzDispatch takes bytes for a program, and a seed for buffers and sizes. Nothing panics, limits hold, and nothing outside the buffers changes; on one core the same again gives the same.
func FuzzDispatch(f *testing.F) {
	f.Add([]byte{0x88, 0}, uint64(1))
	chance.Fuzz(f, func(t *testing.T, code []byte, seed uint64) {
		if len(code) > 1<<10 {
			return
		}
		p, err := machine.Compile(code)
		if err != nil {
			t.Fatal(err)
		}
		var got [2]string
		for k := range got {
			r := newDice(seed)
			h := r.prepare(p)
			h.CheckRaces = r.oneIn(2)
			h.Count = r.oneIn(2)
			res, err := h.run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			got[k] = fmt.Sprint(res.Stop, res.Executed, res.Flags, res.Written, res.Fault, res.Groups, res.Races, *res.Group)
			for _, b := range h.buffers {
				got[k] += fmt.Sprint(b.Bytes)
			}
		}
		if got[0] != got[1] {
			t.Fatalf("%s\n%s", got[0], got[1])
		}
	})
}

// hostileForms are mostly those on memory.
const hostileForms = transferForms + " " + atomicForms + " " + transferForms + " device_store device_load device_store threadgroup_store wait memory_barrier threadgroup_barrier stack_adjust stack_get_ptr " +
	"iadd imadd bfi bitop if_icmp while_icmp else_icmp pop_exec get_sr simd_shuf_op uniform_store mov_imm jmp_exec_any jmp_exec_none stop"

// aim makes an instruction one that finds a buffer, most of the time.
func (r dice) aim(i *g13.Inst) {
	for n := range i.Args() {
		a := g13.Arg{Class: g13.Register, Index: 8 * r.IntN(4), Size: 32}
		switch o := i.Operand(n); {
		case r.oneIn(12):
			continue
		case o.Kind == g13.Base && r.oneIn(2):
			a.Index, a.Size = 8*r.IntN(4)+4, 64
		case o.Kind == g13.Base:
			a.Class, a.Index, a.Size = g13.Uniform, 4+4*r.IntN(3), 64
		case o.Kind == g13.Offset && r.oneIn(2), o.Kind == g13.HalfOr && r.oneIn(2):
			a = g13.Arg{Class: g13.Number, Value: int64(r.IntN(20)) - int64(r.IntN(20)/19)}
		case o.Kind == g13.Offset:
		case o.Kind == g13.HalfOr, o.Kind == g13.TgBase:
			a.Size = 16
		default:
			continue
		}
		if err := i.SetArg(n, a); err != nil {
			panic(err)
		}
	}
	i.Fit(true)
}

// TestHostile runs random programs that are mostly on memory.
func TestHostile(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(2000)) // what a program leaves behind is small and dead at once
	var forms [][]g13.Form
	for _, name := range strings.Fields(hostileForms) {
		forms = append(forms, formsNamed(name))
	}
	n := cases(10_000_000)
	if !*full {
		n /= 10
	}
	campaign(t, n, func(r dice, enough func(int) bool) error {
		stops, executed := map[string]int{}, 0
		for {
			var code []byte
			for len(code) < 60 {
				all := forms[r.IntN(len(forms))]
				i := r.instruction(all[r.IntN(len(all))])
				if p := plainly(i); p.named(transferForms+" "+atomicForms) && !r.oneIn(12) {
					i = r.onMemory(i.Form).Inst
				}
				r.aim(&i)
				code = i.AppendBytes(code)
			}
			p, err := machine.Compile(code)
			if err != nil {
				return err
			}
			res, err := r.prepare(p).run(context.Background())
			if err != nil {
				return fmt.Errorf("%x: %w", code, err)
			}
			stops[res.Stop.String()]++
			executed += res.Executed
			if enough(1) {
				t.Log(stops, executed, "instructions")
				return nil
			}
		}
	})
}
