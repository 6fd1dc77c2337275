package apply_test

import (
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/target/apply"
)

// Lanes of SVE under a predicate become zero by mov and by cpy, which are one instruction by two names.
func TestCopiesOfZero(t *testing.T) {
	for _, lanes := range []struct {
		letter string
		bits   int
	}{{"b", 8}, {"h", 16}, {"s", 32}, {"d", 64}} {
		for _, known := range []uint64{0, 1, 0xffff, 0x0f0f, 0x0110, 0x8000} {
			bytes := lanes.bits / 8
			want := lane.Map{Src: []int{128 / lanes.bits}, Bits: lanes.bits, Lane: make([]lane.Lane, 128/lanes.bits)}
			for i := range want.Lane {
				if want.Lane[i] = lane.From(0, i); known>>(i*bytes)&1 != 0 {
					want.Lane[i] = lane.Zero()
				}
			}
			for _, name := range []string{"mov", "cpy", "CPY"} {
				p := program.Values{Named: map[string]lane.Map{}}
				m, to, reads, copied, err := apply.SVE(&p, fmt.Sprintf("%s z3.%s, p2/m, #0", name, lanes.letter), 128, map[string]uint64{"p2": known})
				if err == nil {
					m, err = m.Regroup(lanes.bits)
				}
				if err != nil || to != "v3" || copied || len(reads) != 1 || reads[0] != "v3" || m.String() != want.String() && known != 0xffff || known == 0xffff && fmt.Sprint(m.Lane) != fmt.Sprint(want.Lane) {
					t.Errorf("%s of lanes of %d bits where %#x says it: %s is %s of %s, %v, want %s", name, lanes.bits, known, to, m, reads, err, want)
				}
			}
		}
	}
}

// A general register of LoongArch is read where it is known: zero, by both of its names.
func TestLoongZero(t *testing.T) {
	for _, register := range []string{"$zero", "$r0", "$a0", "$r4", "$vr1", "zero", "r0", "r4", "0"} {
		for letter, bits := range map[string]int{"b": 8, "h": 16, "w": 32, "d": 64} {
			name := "vinsgr2vr." + letter
			p := program.Values{Named: map[string]lane.Map{}}
			_, to, reads, _, err := apply.Loong(&p, fmt.Sprintf("%s $vr3, %s, %d", name, register, 128/bits-1))
			switch is := register == "$zero" || register == "$r0" || register == "zero" || register == "r0"; {
			case is && (err != nil || to != "$vr3" || len(reads) != 1 || reads[0] != "$vr3"):
				t.Errorf("%s of %s: %s of %s, %v", name, register, to, reads, err)
			case !is && (err == nil || err.Error() != fmt.Sprintf("1:1: %s of %q is no movement: only of $zero", name, register)):
				t.Errorf("%s of %s: %v", name, register, err)
			}
		}
	}
}
