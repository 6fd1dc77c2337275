package program_test

import (
	"errors"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// Stepping back comes to where stepping forward was, by every unit, from random places, and far behind the moments that are kept.
func TestSession(t *testing.T) {
	rng := chance.Random(t, 0)
	units := []program.Unit{program.ByElement, program.ByGroup, program.ByInstruction}
	inside, back := 0, 0
	for range times(120) {
		_, p := randomMachine(t, rng)
		m, err := p.NewMachine()
		if err != nil {
			t.Fatal(err)
		}
		fill(m, rng)
		s := program.NewSession(m)
		begins := [3][]int{{0}, {0}, {0}}
		states := []program.State{s.Machine.State}
		for len(states) < 400 {
			moves, err := s.Forward(program.ByElement)
			if err != nil {
				break
			}
			states = append(states, s.Machine.State)
			if len(moves) != 1 || s.Position() != len(states)-1 {
				t.Fatalf("%d moves to position %d", len(moves), s.Position())
			}
			begins[0] = append(begins[0], s.Position())
			if moves[0].Group || moves[0].Last {
				begins[1] = append(begins[1], s.Position())
			}
			if moves[0].Last {
				begins[2] = append(begins[2], s.Position())
			} else {
				inside++
			}
		}
		for range 30 {
			at := rng.IntN(len(states))
			if err := s.Seek(at); err != nil || s.Machine.State != states[at] {
				t.Fatalf("at %d: %v", at, err)
			}
			u := rng.IntN(3)
			err := s.Back(units[u])
			if at == 0 {
				if !errors.Is(err, program.ErrBegin) {
					t.Fatalf("before the beginning: %v", err)
				}
				continue
			}
			want := 0
			for _, b := range begins[u] {
				if b < at {
					want = b
				}
			}
			if back++; err != nil || s.Position() != want || s.Machine.State != states[want] {
				t.Fatalf("back from %d by %d: at %d, want %d: %v", at, u, s.Position(), want, err)
			}
			if _, err := s.Forward(units[u]); err != nil || s.Machine.State != states[s.Position()] {
				t.Fatalf("forward from %d: at %d: %v", want, s.Position(), err)
			}
		}
	}
	if inside < 100 || back < times(2000) {
		t.Errorf("%d steps end inside an instruction, %d went back", inside, back)
	}
}

// A long way back: the moments that are kept get fewer, and all positions are come to again.
func TestLongSession(t *testing.T) {
	p, err := program.Assemble("loop: addi 3,3,1\nb loop", svp64.DefaultEncoding)
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.NewMachine()
	if err != nil {
		t.Fatal(err)
	}
	s := program.NewSession(m)
	const long = 60_000
	for range long {
		if _, err := s.Forward(program.ByInstruction); err != nil {
			t.Fatal(err)
		}
	}
	for _, at := range []int{long, long - 1, 40_001, 40_000, 333, 50_000, 7, 0} {
		if err := s.Seek(at); err != nil || s.Position() != at || s.Machine.GPR[3] != uint64(at+1)/2 {
			t.Errorf("at %d: %d, r3 is %d: %v", at, s.Position(), s.Machine.GPR[3], err)
		}
	}
}
