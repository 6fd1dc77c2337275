package machine_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// toldStep is a step in words, with what its registers hold afterwards.
func toldStep(s *machine.Step) string {
	var b strings.Builder
	fmt.Fprint(&b, *s.Place, s.Offset, s.Inst.Len, s.Exec, s.Group.Exec, s.Changed, s.Accesses)
	for _, n := range s.Changed {
		fmt.Fprint(&b, s.Group.Register(n))
	}
	return b.String()
}

// buffersOf are copies of the bytes of a memory.
func buffersOf(m *machine.Memory) (all [][]byte) {
	for _, b := range m.Buffers() {
		all = append(all, bytes.Clone(b.Bytes))
	}
	return all
}

func putBack(m *machine.Memory, all [][]byte) {
	for k, b := range m.Buffers() {
		copy(b.Bytes, all[k])
	}
}

// sameAsTrace steps through a dispatch and compares each step with what a trace of the reference tells of it. At random places it saves where it is, and goes back there.
func sameAsTrace(d machine.Dispatch, r dice) (steps int, why string, err error) {
	begin := buffersOf(d.Memory)
	var want []string
	d.Trace = func(s *machine.Step) error {
		want = append(want, toldStep(s))
		return nil
	}
	res, err := d.Run(context.Background())
	if err != nil {
		return 0, "", err
	}
	end := buffersOf(d.Memory)
	putBack(d.Memory, begin)
	s, err := d.Stepper(context.Background())
	if err != nil {
		return 0, "", err
	}
	var saved *machine.Moment
	var memory [][]byte
	at, savedAt, back := 0, 0, 3
	for at < len(want) || res.Stop != machine.OutOfFuel {
		if !s.Step() {
			break
		}
		if s.Last() == nil {
			continue
		}
		if at >= len(want) {
			return at, "", fmt.Errorf("step %d is more than the reference has: %s", at, toldStep(s.Last()))
		}
		if got := toldStep(s.Last()); got != want[at] {
			return at, "", fmt.Errorf("step %d:\n%s\nthe reference has\n%s", at, got, want[at])
		}
		at++
		if back > 0 && saved != nil && r.oneIn(20) {
			s.Restore(saved)
			putBack(d.Memory, memory)
			at, back, saved = savedAt, back-1, nil
		} else if back > 0 && r.oneIn(20) {
			saved, savedAt, memory = s.Save(), at, buffersOf(d.Memory)
		}
	}
	if res.Stop == machine.OutOfFuel {
		return at, "fuel", nil
	}
	stop, fault, over := s.Over()
	if !over || stop != res.Stop && res.Stop == machine.Faulted || at != len(want) || fmt.Sprint(fault) != fmt.Sprint(res.Fault) {
		return at, "", fmt.Errorf("%v %v %v after %d steps; the reference %v %v after %d", over, stop, fault, at, res.Stop, res.Fault, len(want))
	}
	for k, b := range d.Memory.Buffers() {
		if !bytes.Equal(b.Bytes, end[k]) {
			return at, "", fmt.Errorf("buffer %d: %s", k, firstDifference(b.Bytes, end[k]))
		}
	}
	return at, stop.String(), nil
}

// TestStepper steps through random programs on memory, with barriers and stacks, and through the worked ones.
func TestStepper(t *testing.T) {
	r := dice{chance.Random(t, 31)}
	var forms [][]g13.Form
	for _, name := range strings.Fields(hostileForms) {
		forms = append(forms, formsNamed(name))
	}
	stops, steps := map[string]int{}, 0
	n := 2000
	if *full {
		n *= 100
	}
	for range n {
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
			t.Fatal(err)
		}
		h := r.prepare(p)
		got, stop, err := sameAsTrace(h.Dispatch, r)
		if err != nil {
			t.Fatalf("%x: %v", code, err)
		}
		stops[stop]++
		steps += got
	}
	t.Log(stops, steps, "steps")
	if stops["fault"] < n/50 || stops["stop"] < n/50 || stops["end"] < n/50 || stops["fuel"] == 0 {
		t.Error("some ends were hardly met")
	}
}

func TestStepperWorked(t *testing.T) {
	r := dice{chance.Random(t, 32)}
	for _, w := range []worked{saxpy(300), mandelbrot(20, 9), murmur(77), reduction(1001), transpose(32), histogram(1 << 10)} {
		memory := machine.NewMemory()
		d := machine.Dispatch{Program: workedProgram(t, w.name), Grid: w.grid, Threadgroup: w.threadgroup, Start: machine.NewGroup(), Memory: memory}
		for u, v := range w.uniforms {
			d.Start.SetUniform32(u, v)
		}
		for u, content := range w.buffers {
			b := mapBytes(t, memory, content)
			d.Start.SetUniform32(u, uint32(b.Address))
			d.Start.SetUniform32(u+1, uint32(b.Address>>32))
		}
		steps, stop, err := sameAsTrace(d, r)
		if err != nil || stop != "stop" || steps < 100 {
			t.Errorf("%s: %d steps, %s, %v", w.name, steps, stop, err)
		}
	}
}

// TestStepperTurns has SIMD-groups that never come to a barrier: their turns are as long as a core's.
func TestStepperTurns(t *testing.T) {
	p := assemble(t, "top: iadd r1, r1, 1\njmp_exec_any top")
	d := machine.Dispatch{Program: p, Grid: [3]uint32{96}, Threadgroup: [3]uint32{96}, Memory: machine.NewMemory(), Fuel: 100_000}
	if steps, stop, err := sameAsTrace(d, dice{chance.Random(t, 33)}); err != nil || stop != "fuel" || steps != d.Fuel {
		t.Error(steps, stop, err)
	}
}
