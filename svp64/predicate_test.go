package svp64_test

import (
	"math"
	"testing"

	"github.com/lanescope/lanescope/svp64"
)

// All predicates of integer registers and of the condition register.
func TestPredicates(t *testing.T) {
	for _, row := range []struct {
		name string
		want uint64 // which of four subvectors are moved
	}{
		{"r3", 0b0101}, {"~r3", 0b1010}, {"1<<r3", 1 << (0b0101 & 63) & 15}, {"r10", 0b0011}, {"~r10", 0b1100}, {"r30", 0b1000}, {"~r30", 0b0111},
		{"lt", 0b0001}, {"ge", 0b1110}, {"gt", 0b0010}, {"le", 0b1101}, {"eq", 0b0100}, {"ne", 0b1011}, {"so", 0b1000}, {"ns", 0b0111},
	} {
		i, err := svp64.Parse("sv.mv.swiz/m=" + row.name + " *32,*64,X")
		if err != nil {
			t.Fatal(err)
		}
		for name, run := range engines {
			for _, base := range []int{4, 32} {
				s := svp64.NewState(4)
				s.CRBase = base
				s.GPR[3], s.GPR[10], s.GPR[30] = 0b0101, 0b0011, 0b1000
				for k, f := range []svp64.CRField{svp64.LT, svp64.GT, svp64.EQ, svp64.SO} {
					s.CR[base+k] = f
					s.GPR[64+k] = 1
				}
				if err := run(s, i); err != nil {
					t.Fatal(err)
				}
				var got uint64
				for k := range 4 {
					got |= s.GPR[32+k] << k
				}
				if got != row.want {
					t.Errorf("%s, %s with fields from %d: %04b, want %04b", name, row.name, base, got, row.want)
				}
			}
		}
	}
}

// 1<<r3 takes the lower six bits of r3, all 64 values, at the longest VL: subvector 63 too.
func TestOneHotPredicate(t *testing.T) {
	i, err := svp64.Parse("sv.mv.swiz/m=1<<r3/w=8 *32,*64,X")
	if err != nil {
		t.Fatal(err)
	}
	for shift := range uint64(128) {
		for name, run := range engines {
			s := svp64.NewState(64)
			s.GPR[3] = shift
			for k := range 8 {
				s.GPR[64+k] = math.MaxUint64
			}
			if err := run(s, i); err != nil {
				t.Fatal(err)
			}
			var want svp64.File
			want[32+shift%64/8] = 0xff << (shift % 8 * 8)
			for k := 32; k < 40; k++ {
				if s.GPR[k] != want[k] {
					t.Errorf("%s, r3 is %d: r%d is %x, want %x", name, shift, k, s.GPR[k], want[k])
				}
			}
		}
	}
}

// Fields of the condition register are counted modulo 128, and not modulo fewer: whichever field is set, only its subvector is moved, wherever the predicate begins.
func TestConditionFieldsWrapAt128(t *testing.T) {
	i, err := svp64.Parse("sv.mv.swiz/m=eq/w=8 *32,*64,X")
	if err != nil {
		t.Fatal(err)
	}
	for _, base := range []int{0, 4, 32, 63, 64, 96, 100, 127} {
		for field := range svp64.NumRegs {
			for name, run := range engines {
				s := svp64.NewState(64)
				s.CRBase = base
				s.CR[field] = svp64.EQ
				for k := range 8 {
					s.GPR[64+k] = math.MaxUint64
				}
				if err := run(s, i); err != nil {
					t.Fatal(err)
				}
				var want [8]uint64
				if k := (field - base + svp64.NumRegs) % svp64.NumRegs; k < 64 {
					want[k/8] = 0xff << (k % 8 * 8)
				}
				if got := [8]uint64(s.GPR[32:40]); got != want {
					t.Errorf("%s, fields from %d, field %d set: %x, want %x", name, base, field, got, want)
				}
			}
		}
	}
	pair, err := svp64.Parse("sv.mv.swiz/m=eq 4,8,X")
	if err != nil {
		t.Fatal(err)
	}
	for field := range svp64.NumRegs {
		s := svp64.NewState(1)
		s.CRBase, s.GPR[8] = 100, 7
		s.CR[field] = svp64.EQ
		if err := s.Run(pair); err != nil || (s.GPR[4] == 7) != (field == 100) {
			t.Errorf("a pair, field %d: r4 is %d: %v", field, s.GPR[4], err)
		}
	}
}

// A lane that the swizzle skips stays also where dz clears the rest of its subvector: it is in no walk.
func TestSkippedLanesUnderZeroing(t *testing.T) {
	i, err := svp64.Parse("sv.mv.swiz/dm=r3/dz/vec3 *32,*64,X.Z")
	if err != nil {
		t.Fatal(err)
	}
	for name, run := range engines {
		s := svp64.NewState(2)
		s.GPR[3] = 0b01
		for k := range 6 {
			s.GPR[32+k], s.GPR[64+k] = uint64(20+k), uint64(10+k)
		}
		if err := run(s, i); err != nil || [6]uint64(s.GPR[32:38]) != [6]uint64{10, 21, 12, 0, 24, 0} {
			t.Errorf("%s: %d: %v", name, s.GPR[32:38], err)
		}
	}
}
