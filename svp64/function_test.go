package svp64_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64"
)

// 1296 functions of the pair form come out of 4096 immediates, between two pairs and in place, and they are closed under composition.
func TestPairFunctions(t *testing.T) {
	for _, inPlace := range []bool{false, true} {
		functions := map[svp64.Function]int{}
		for s := range svp64.Swizzle(svp64.NumSwizzles) {
			functions[s.Function(inPlace)]++
		}
		if len(functions) != 1296 {
			t.Errorf("in place %v: %d functions, want 1296", inPlace, len(functions))
		}
		rng := chance.Random(t, 0)
		list := make([]svp64.Function, 0, len(functions))
		for f := range functions {
			list = append(list, f)
		}
		for range times(100_000) {
			f, g := list[rng.IntN(len(list))], list[rng.IntN(len(list))]
			if functions[f.After(g)] == 0 || f.Swizzle().Function(inPlace) != f {
				t.Fatalf("%v after %v is %v", f, g, f.After(g))
			}
		}
	}
}

// Composition is execution one after the other, on both engines' registers.
func TestAfterIsExecution(t *testing.T) {
	rng := chance.Random(t, 0)
	for range times(20_000) {
		a, b := svp64.Swizzle(rng.IntN(svp64.NumSwizzles)), svp64.Swizzle(rng.IntN(svp64.NumSwizzles))
		one, two := svp64.NewState(0), svp64.NewState(0)
		one.GPR[8], one.GPR[9] = rng.Uint64(), rng.Uint64()
		two.GPR = one.GPR
		run := func(s *svp64.State, rt, ra uint8, x svp64.Swizzle) {
			if err := s.Run(svp64.Inst{RT: svp64.Reg{No: rt}, RA: svp64.Reg{No: ra}, Swizzle: x}); err != nil {
				t.Fatal(err)
			}
		}
		run(one, 6, 8, a)
		run(one, 4, 6, b)
		run(two, 4, 8, b.Function(false).After(a.Function(false)).Swizzle())
		if one.GPR[4] != two.GPR[4] || one.GPR[5] != two.GPR[5] {
			t.Fatalf("%v after %v", b, a)
		}
	}
}

// Classes: how many immediates do the same, and an example of each kind.
func TestEquivalent(t *testing.T) {
	parse := func(text string) svp64.Swizzle {
		s, err := svp64.ParseSwizzle(text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, row := range []struct {
		text string
		same func(a, b svp64.Swizzle) bool
		want int
	}{
		{"XYZW", svp64.SamePair, 1},
		{"XYZ0", svp64.SamePair, 3}, // 0, skip, end
		{"XYZW", svp64.SameInPlace, inPlaceIdentities()},
		{"X", svp64.SameVector, 64}, // two lanes behind the end
		{"XY", svp64.SameVector, 8}, // one
		{"XYZ", svp64.SameVector, 1},
		{"W.Y.", svp64.SameVector, 1},
	} {
		list := parse(row.text).Equivalent(row.same)
		if len(list) != row.want || !slices.Contains(list, parse(row.text)) {
			t.Errorf("%s: %d immediates do the same: %v, want %d", row.text, len(list), list, row.want)
		}
	}
	classes := map[svp64.Swizzle]int{}
	for s := range svp64.Swizzle(svp64.NumSwizzles) {
		classes[s.Canonical()]++
	}
	if len(classes) != 2801 {
		t.Errorf("%d classes of the vector form, want 2801", len(classes))
	}
}

// inPlaceIdentities counts the immediates that do nothing in place: before the end each lane is skipped or itself, and behind it nothing counts.
func inPlaceIdentities() int {
	n := 0
	for end := range svp64.Lanes + 1 {
		ways := 1 << end
		if end < svp64.Lanes {
			ways *= 1 << (3 * (svp64.Lanes - 1 - end))
		}
		n += ways
	}
	return n
}

// Two swizzles of the vector form fuse exactly where the second reads only what the first writes, and then run as one.
func TestFuse(t *testing.T) {
	rng := chance.Random(t, 0)
	fused, refused := 0, 0
	all := lettered()
	n := times(20_000)
	for range n {
		first, second := all[rng.IntN(len(all))], all[rng.IntN(len(all))]
		one, err := second.Fuse(first)
		if err != nil {
			refused++
			continue
		}
		fused++
		var a svp64.File
		fill(&a, rng)
		b := a
		loop := func(s svp64.Swizzle, rt, ra uint8, subvl int) *svp64.Loop {
			return &svp64.Loop{
				Swizzle: s, RT: svp64.Reg{No: rt, Vector: true}, RA: svp64.Reg{No: ra, Vector: true}, VL: 3, SubVL: subvl,
				SrcBits: 64, DstBits: 64, SrcMask: ^uint64(0), DstMask: ^uint64(0),
			}
		}
		for _, err := range []error{
			loop(first, 32, 64, 4).Generate(&a), loop(second, 96, 32, first.Len()).Generate(&a), loop(one, 96, 64, 4).Generate(&b),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		for k := 96; k < svp64.NumRegs; k++ {
			if a[k] != b[k] {
				t.Fatalf("%v and then %v is not %v", first, second, one)
			}
		}
	}
	if fused < n/40 || refused < n/40 {
		t.Errorf("%d fused, %d refused", fused, refused)
	}
}

// What mv.swiz does that xxpermdi does not, and the other way round. With one source xxpermdi has four functions, and mv.swiz all of them and 1292 others; with two sources it merges, which mv.swiz never does.
func TestXXPermdi(t *testing.T) {
	shared := map[svp64.Function]bool{}
	for dm := range 4 {
		m := svp64.XXPermdi(dm)
		// As the Power ISA has it: XT.dword[0] <- DM.bit[0] = 0 ? XA.dword[0] : XA.dword[1], XT.dword[1] <- DM.bit[1] = 0 ? XB.dword[0] : XB.dword[1]; bit 0 is the upper one.
		if want := []string{"a0 a1 b0 b1", "a0 a1 b2 b3", "a2 a3 b0 b1", "a2 a3 b2 b3"}[dm]; m.String() != "i32x4 i32x4 -> "+want {
			t.Errorf("DM %d is %v, want %s", dm, m, want)
		}
		if _, err := svp64.FromMap(m); err == nil {
			t.Errorf("DM %d with two sources is a swizzle move", dm)
		}
		for j, x := range m.Lane { // both sources the same register
			m.Lane[j] = lane.From(0, x.Index)
		}
		i, err := svp64.FromMap(m)
		if err != nil {
			t.Errorf("DM %d with one source: %v", dm, err)
			continue
		}
		shared[i.Swizzle.Function(false)] = true
	}
	if n := 1296 - len(shared); n != 1292 {
		t.Errorf("%d functions of mv.swiz are none of xxpermdi, want 1292", n)
	}
}

func sprint(v any) string { return fmt.Sprint(v) }
