package program

import (
	"testing"

	"github.com/lanescope/lanescope/svp64"
)

// What going back costs is bounded: moments are kept from the beginning on, in order, at most as many as there may be, and nowhere is it further from one to the next, or from the last to where the session is, than one part in
// sixteen of the way or the first stride. It holds wherever the session goes back to, and going on from there.
func TestMomentsThatAreKept(t *testing.T) {
	p, err := Assemble("loop: addi 3,3,1\nb loop", svp64.DefaultEncoding)
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.NewMachine()
	if err != nil {
		t.Fatal(err)
	}
	s := NewSession(m)
	furthest := 0
	check := func() {
		t.Helper()
		furthest = max(furthest, s.position)
		if s.kept[0].position != 0 || len(s.kept) > mostMoments {
			t.Fatalf("at %d: %d moments, the first at %d", s.position, len(s.kept), s.kept[0].position)
		}
		for k, at := range s.kept {
			next := s.position
			if k+1 < len(s.kept) {
				next = s.kept[k+1].position
			}
			if next-at.position > max(firstStride, furthest/16) || next < at.position || k > 0 && at.position == s.kept[k-1].position {
				t.Fatalf("at %d: from %d to %d", s.position, at.position, next)
			}
			if at.machine.GPR[3] != uint64(at.position+1)/2 {
				t.Fatalf("what is kept at %d is of position %d", at.position, 2*at.machine.GPR[3])
			}
		}
	}
	for n := range 3 * firstStride * mostMoments {
		if _, err := s.Forward(ByElement); err != nil {
			t.Fatal(err)
		}
		if n%7 == 0 {
			check()
		}
	}
	for _, to := range []int{9000, 8999, 4096, 1000, 64, 63, 0} {
		if err := s.Seek(to); err != nil || s.position != to {
			t.Fatalf("to %d: at %d: %v", to, s.position, err)
		}
		check()
		for range 100 {
			if _, err := s.Forward(ByElement); err != nil {
				t.Fatal(err)
			}
			check()
		}
	}
}
