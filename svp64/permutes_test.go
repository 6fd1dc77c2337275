package svp64_test

import (
	"testing"

	"github.com/lanescope/lanescope/svp64"
)

// What a swizzle move and other permutes have in common is counted here by executing them on registers, with all values different: the Power ISA's own words, byte by byte, and the pair form on a state.
func TestComparisons(t *testing.T) {
	value := func(k int) uint32 { // of a lane of either source, and the two constants
		switch k {
		case 8:
			return 0
		case 9:
			return 1
		}
		return 0x1000 + uint32(k)
	}
	type vector [4]uint32
	ours := map[vector]bool{}
	for s := range svp64.Swizzle(svp64.NumSwizzles) {
		for _, source := range []int{0, 4} {
			m := svp64.NewState(1)
			for j := range 2 {
				m.GPR[8+j] = uint64(value(source+2*j)) | uint64(value(source+2*j+1))<<32
			}
			if err := m.RunPlain(svp64.Inst{RT: svp64.Reg{No: 4}, RA: svp64.Reg{No: 8}, Swizzle: s}); err != nil {
				t.Fatal(err)
			}
			ours[vector{uint32(m.GPR[4]), uint32(m.GPR[4] >> 32), uint32(m.GPR[5]), uint32(m.GPR[5] >> 32)}] = true
		}
	}
	permdi, vperm := map[vector]bool{}, map[vector]bool{}
	for k := range 8 * 8 * 8 * 8 {
		vperm[vector{value(k & 7), value(k >> 3 & 7), value(k >> 6 & 7), value(k >> 9)}] = true
	}
	for dm := range 4 {
		for operands := range 4 {
			a, b := operands>>1*4, operands&1*4
			a, b = a+dm>>1*2, b+dm&1*2
			permdi[vector{value(a), value(a + 1), value(b), value(b + 1)}] = true
		}
	}
	for k, c := range svp64.Comparisons() {
		theirs := []map[vector]bool{permdi, vperm, vperm}[k]
		common := 0
		for v := range theirs {
			if ours[v] {
				common++
			}
		}
		if c.Theirs != len(theirs) || c.Ours != len(ours) || c.Common != common {
			t.Errorf("%+v: executed there are %d of theirs, %d of ours, %d of both", c, len(theirs), len(ours), common)
		}
	}
	dms := map[int]bool{}
	for s := range svp64.Swizzle(svp64.NumSwizzles) {
		if dm, ok := s.XXPermdiOf(); ok {
			dms[dm] = true
			for j, x := range svp64.XXPermdi(dm).Lane {
				if s.Function(false)[j] != svp64.X+svp64.Selector(x.Index) {
					t.Errorf("%v is not xxpermdi %d", s, dm)
				}
			}
		}
	}
	if len(dms) != 4 {
		t.Errorf("xxpermdi with %v", dms)
	}
}

// Every swizzle with a lane goes to the older drafts and back, as what it selects.
func TestOlderBothWays(t *testing.T) {
	for s := range svp64.Swizzle(svp64.NumSwizzles) {
		o, n := s.Older()
		if n == 0 {
			continue
		}
		if back, err := o.Swizzle(n); err != nil || back != s.Canonical() {
			t.Fatalf("%v is %#x of %d lanes, which is %v: %v", s, uint16(o), n, back, err)
		}
	}
}
