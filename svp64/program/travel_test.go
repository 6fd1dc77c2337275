package program_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// Commands that go somewhere are read with how many and which unit in either order, and what is none is said.
func TestParseTravel(t *testing.T) {
	for text, want := range map[string]program.Travel{
		"step":             {Count: 1},
		"s 3":              {Count: 3},
		"step 2 group":     {Count: 2, Unit: program.ByGroup},
		" step group 2 ":   {Count: 2, Unit: program.ByGroup},
		"back":             {Count: 1, Back: true},
		"b 10 instruction": {Count: 10, Unit: program.ByInstruction, Back: true},
		"back element":     {Count: 1, Back: true},
		"run":              {Count: 1, ToEnd: true},
		"step 10":          {Count: 10},
	} {
		if got, err := program.ParseTravel(text, 10); err != nil || got != want {
			t.Errorf("%q is %+v: %v; want %+v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"": "expected step, back or run", "jump": "jump", "step 0": "expected how many", "step 11": "expected how many", "step -1": "expected how many", "back groups": "or element, group or instruction", "run 3": "nothing stands behind it",
	} {
		if _, err := program.ParseTravel(text, 10); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %q", text, err, want)
		}
	}
	for _, u := range []program.Unit{program.ByElement, program.ByGroup, program.ByInstruction} {
		if back, ok := program.ParseUnit(u.String()); !ok || back != u {
			t.Errorf("%v reads as %v", u, back)
		}
	}
}

// vecs is two instructions on two vec3s, of six elements each, and one without a loop.
const vecs = "sv.mv.swiz/vec3 *32,*64,ZYX\nsv.addi/vec3 *48,*32,1\naddi 3,3,1"

func vecSession(t *testing.T) *program.Session {
	t.Helper()
	p, err := program.Assemble(vecs, svp64.DefaultEncoding)
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.NewMachine()
	if err != nil {
		t.Fatal(err)
	}
	m.SV = svp64.NewSVState(2, 2)
	return program.NewSession(m)
}

// Going ends where the units are counted, at both ends of the program, and at the limit.
func TestGo(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		from int
		way  string
		most int
		to   int
		err  error
	}{
		{0, "step", 99, 1, nil}, {0, "step 4", 99, 4, nil}, {0, "step group", 99, 3, nil}, {1, "step group", 99, 3, nil}, {0, "step 3 group", 99, 9, nil}, {2, "step instruction", 99, 6, nil}, {0, "step 2 instruction", 99, 12, nil},
		{0, "run", 99, 13, nil}, {5, "run", 8, 13, nil}, {5, "run", 7, 12, program.ErrLimit}, {0, "step 99", 99, 13, nil}, {0, "step instruction", 4, 4, program.ErrLimit}, {0, "step instruction", 6, 6, nil}, {13, "step", 99, 13, nil}, {13, "run", 0, 13, nil},
		{5, "back", 99, 4, nil}, {5, "back 2 group", 99, 0, nil}, {8, "back group", 99, 6, nil}, {12, "back instruction", 99, 6, nil}, {5, "back 99", 99, 0, nil}, {0, "back", 99, 0, nil}, {13, "back instruction", 0, 12, nil},
	} {
		s := vecSession(t)
		if err := s.GoTo(ctx, c.from); err != nil || s.Position() != c.from {
			t.Fatalf("at %d, want %d: %v", s.Position(), c.from, err)
		}
		way, err := program.ParseTravel(c.way, 99)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Go(ctx, way, c.most); s.Position() != c.to || !errors.Is(err, c.err) || c.err == nil && err != nil {
			t.Errorf("%s from %d, at most %d: at %d: %v; want %d: %v", c.way, c.from, c.most, s.Position(), err, c.to, c.err)
		}
	}
}

// A position beyond the end is the end, one before is gone back to, and whoever has no more time stays.
func TestGoTo(t *testing.T) {
	s := vecSession(t)
	for _, to := range []int{7, 3, 99, 0, 13} {
		if err := s.GoTo(context.Background(), to); err != nil || s.Position() != min(to, 13) {
			t.Errorf("to %d: at %d: %v", to, s.Position(), err)
		}
	}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	if err := vecSession(t).GoTo(over, 5); !errors.Is(err, context.Canceled) {
		t.Errorf("without time: %v", err)
	}
}

// Where a program cannot go on nothing is done of the step that fails, also to memory: the answer does not depend on how often it was tried.
func TestFaultDoesNothing(t *testing.T) {
	p, err := program.Assemble("li 3,4092\nli 4,-1\nstd 4,0(3)\nli 3,0", svp64.DefaultEncoding)
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.NewMachine()
	if err != nil {
		t.Fatal(err)
	}
	m.Memory.Bound(2) // the program's page and the first one: the store's second half is on a third
	s := program.NewSession(m)
	for try := range 3 {
		way := program.Travel{ToEnd: true}
		fault := (*program.Fault)(nil)
		if err := s.Go(context.Background(), way, 99); !errors.As(err, &fault) || fault.At != program.DefaultBase+8 || !strings.Contains(err.Error(), "more than 8 KiB of memory") {
			t.Fatalf("%v", err)
		}
		if s.Position() != 2 || s.Machine.PC != fault.At || s.Machine.Memory.Load(4092, 4) != 0 {
			t.Errorf("try %d: at %d, pc %x, memory %x", try, s.Position(), s.Machine.PC, s.Machine.Memory.Load(4092, 4))
		}
	}
}
