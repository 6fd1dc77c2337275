package machine

import (
	"testing"
	"time"

	"github.com/lanescope/lanescope/g13/asm"
)

// A pace becomes faster while its steps take little time, up to what it may be, and slower while they take long.
func TestPace(t *testing.T) {
	for _, c := range []struct {
		took           time.Duration
		steps, longest int
		want           int
	}{
		{time.Microsecond, looks, longest, 2 * looks},
		{time.Microsecond, longest, longest, longest},
		{time.Microsecond, looks, looks, looks},
		{50 * time.Microsecond, looks, longest, looks},
		{time.Hour, looks, longest, looks / 2},
		{time.Hour, shortest, longest, shortest},
		{time.Hour, looks, 0, looks},
		{time.Microsecond, looks, 0, looks},
	} {
		p := pace{steps: c.steps, longest: c.longest, looked: time.Second}
		if got := p.goOn(time.Second + c.took); got != c.want || p.looked != time.Second+c.took {
			t.Errorf("%d steps took %v, then come %d, want %d", c.steps, c.took, got, c.want)
		}
	}
}

// The first steps are as many as those of the reference, and nothing is known of how long they took.
func TestFirstPace(t *testing.T) {
	p := pace{steps: looks, longest: longest}
	if got := p.goOn(time.Hour); got != looks || p.looked != time.Hour {
		t.Errorf("%d at first, looked at %v", got, p.looked)
	}
}

// The steps become many where no instruction can take much longer than the others, and never where SIMD-groups take turns.
func TestLongestPace(t *testing.T) {
	for _, c := range []struct {
		text    string
		threads uint32 // of a threadgroup
		want    int
	}{
		{"iadd r1, r1, r2\nstop", 32, longest},
		{"iadd r1, r1, r2\nstop", 33, 0},
		{"get_sr r1, sr80\ndevice_load 0, i32, x, r2, u4_u5, r1, unsigned\nwait 0\nstop", 32, longest},
		{"get_sr r1, sr80\ndevice_load 0, i32, x, r2, u4_u5, 5, unsigned\nwait 0\nstop", 32, longest},
		{"get_sr r1, sr80\niadd r1, r1, 1\ndevice_load 0, i32, x, r2, u4_u5, r1, unsigned\nwait 0\nstop", 32, looks},
		{"get_sr r1, sr80\ndevice_load 0, i32, x, r1, u4_u5, r1, unsigned\nwait 0\nstop", 32, looks},
		{"exp2 r1, r2\nstop", 32, looks},
		{"simd_prefix_iadd r1, r2\nstop", 32, looks},
		{"atomic add, 0, None, u2_u3, 0, signed, r3, 1, 0, 1, 4, 2\nstop", 32, looks},
		{"threadgroup_load i32, x, r1, r2l, 0\nstop", 32, looks},
	} {
		code, errs := asm.Assemble(c.text)
		if errs != nil {
			t.Fatalf("%q: %v", c.text, errs)
		}
		p, err := Compile(code)
		if err != nil {
			t.Fatal(err)
		}
		r, err := (&Dispatch{Program: p, Grid: [3]uint32{100}, Threadgroup: [3]uint32{c.threads}}).prepare()
		if err != nil {
			t.Fatal(err)
		}
		if got := newPace(r); got.longest != c.want || got.steps != looks {
			t.Errorf("%q in threadgroups of %d: %+v, want at most %d", c.text, c.threads, got, c.want)
		}
	}
}
