package visa

import (
	"context"
	"errors"
	"testing"
)

// A run ends with its context, within everySteps instructions: alone and in a group. What was computed by then stays.
func TestRunEndsWithItsContext(t *testing.T) {
	d := NewDecls(32, D)
	p, errs := ParseProgram("L:\nadd (M1, 1) V32(0,0)<1> V32(0,0)<0;1,0> 1:d\njmp (M1, 1) L\n", d, Spec)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	code, err := Compile(p.Insts(), d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range []func(m *Machine, watch func(s *Step)) error{
		code.Run,
		func(m *Machine, watch func(s *Step)) error {
			_, err := code.RunGroup([]*Machine{m, m.Clone()}, func(_ int, s *Step) { watch(s) })
			return err
		},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		m := code.NewMachine()
		m.SetBytes(32, make([]byte, 32))
		m.Fuel, m.Context = 1<<40, ctx
		const enough = 3*everySteps + 7
		steps := 0
		err := run(m, func(*Step) {
			if steps++; steps == enough {
				cancel()
			}
		})
		var late *OutOfTime
		if !errors.As(err, &late) || !errors.Is(err, context.Canceled) || late.Text == "" || steps >= enough+everySteps {
			t.Errorf("after %d steps, %d behind the end: %v", steps, steps-enough, err)
		}
		if b, _ := m.Bytes(32); b[0] == 0 && b[1] == 0 {
			t.Error("what was computed is gone")
		}
		m.Context = nil
		m.Fuel = 100
		var spent *OutOfFuel
		if err := code.Run(m, nil); !errors.As(err, &spent) {
			t.Errorf("without a context: %v", err)
		}
	}
}
