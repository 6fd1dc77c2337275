package visa

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// seedChannels is the document's EvaluateChEn, line by line. scope is how many of the predicate's elements any and all combine; 0: those of the instruction.
func seedChannels(execSize, offset int, noMask bool, EM, Pred uint32, predicated, any, all, invert bool, scope int) uint32 {
	var ChEn, PMask [32]uint32
	if noMask {
		for n := 0; n < execSize; n++ {
			ChEn[n] = 1
		}
	} else {
		for n := 0; n < execSize; n++ {
			ChEn[n] = EM >> (n + offset) & 1
		}
	}
	if predicated {
		for n := 0; n < execSize; n++ {
			PMask[n] = Pred >> (n + offset) & 1
		}
		some, every := uint32(0), uint32(1)
		for n := 0; n < execSize; n++ {
			some, every = some|PMask[n], every&PMask[n]
		}
		if scope > 0 {
			some, every = 0, 1
			for n := 0; n < scope; n++ {
				some, every = some|Pred>>n&1, every&(Pred>>n&1)
			}
		}
		for n := 0; n < execSize; n++ {
			if any {
				PMask[n] = some
			} else if all {
				PMask[n] = every
			}
			if invert {
				PMask[n] ^= 1
			}
			ChEn[n] &= PMask[n]
		}
	}
	for n := execSize; n < 32; n++ {
		ChEn[n] = 0
	}
	v := uint32(0)
	for n, bit := range ChEn {
		v |= bit << n
	}
	return v
}

// Every execution size up to 8, mask, NoMask, combination and inverse with every execution mask and predicate of its lanes, in both scopes; wider ones at random, and at the
// edges where any and all change.
func TestEnabledChannels(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	cases := 0
	for _, size := range execSizes {
		for mask := 0; mask*4+size <= 32; mask++ {
			for _, noMask := range []bool{false, true} {
				for how := range 7 {
					for _, declared := range []int{0, 8, 16, 32} {
						if declared > 0 && declared < mask*4+size {
							continue
						}
						e, _ := ExecOf(size, mask, noMask)
						guard, _ := ControlOf(1, Combine(how%3), how/3 == 1)
						if how == 6 {
							guard = 0
						}
						check := func(em, pred uint32) {
							cases++
							want := seedChannels(size, mask*4, noMask, em, pred, how < 6, how%3 == 1, how%3 == 2, how/3 == 1, declared)
							if got := Enabled(e, guard, em, Flags{pred, ^uint32(0)}, Scope(declared)); got != want {
								t.Fatalf("%s %s, scope %d, EM %08x, predicate %08x: %08x, want %08x", guard.Text(NewDecls(32, D)), e, declared, em, pred, got, want)
							}
						}
						eachPair(rng, size, mask*4, check)
					}
				}
			}
		}
	}
	t.Logf("%d cases", cases)
}

// eachPair calls check for every execution mask and predicate of up to four lanes among random bits, and for some of more.
func eachPair(rng *rand.Rand, size, offset int, check func(em, pred uint32)) {
	if size <= 4 {
		lanes := low(size) << offset
		noise := [2]uint32{rng.Uint32() &^ lanes, rng.Uint32() &^ lanes}
		for em := range uint32(1) << size {
			for pred := range uint32(1) << size {
				check(noise[0]|em<<offset, noise[1]|pred<<offset)
				check(em<<offset, pred<<offset)
				check(^lanes|em<<offset, ^lanes|pred<<offset)
			}
		}
		return
	}
	for range 24 {
		check(rng.Uint32(), rng.Uint32())
	}
	for k := range 32 {
		check(^uint32(0), 1<<k)
		check(rng.Uint32(), ^uint32(1<<k))
	}
	check(0, 0)
	check(^uint32(0), ^uint32(0))
}

// A combination is known as soon as one element decides it, and a channel of an element that nobody has written is unknown.
func TestUnknownChannels(t *testing.T) {
	e, _ := ExecOf(4, 1, false)
	for bits := range uint32(16) {
		for known := range uint32(16) {
			for how := range 6 {
				guard, _ := ControlOf(1, Combine(how%3), how/3 == 1)
				may, must := uint32(0), uint32(0xf) // over all values of the unknown elements
				for guess := range uint32(16) {
					v := Enabled(e, guard, ^uint32(0), Flags{(bits&known | guess&^known) << 4, ^uint32(0)}, ScopeExec)
					may, must = may|v, must&v
				}
				enabled, unknown := guard.Guarded(e, Flags{bits << 4, known << 4}, ScopeExec)
				if unknown != may&^must || enabled&^unknown != must {
					t.Fatalf("combine %d, inverse %v, bits %04b, known %04b: %04b, unknown %04b; must %04b, may %04b", how%3, how/3 == 1, bits, known, enabled, unknown, must, may)
				}
			}
		}
	}
}

// What instructions do with ChEn: sel writes by the execution mask alone, block accesses are performed in full.
func TestChannelUses(t *testing.T) {
	for _, op := range Ops() {
		want := WritesEnabled
		switch op.String() {
		case "sel":
			want = WritesExecuted
		case "oword_ld", "oword_st", "oword_ld_unaligned", "media_ld", "media_st":
			want = Ignored
		case "gather", "scatter", "gather_scaled", "scatter_scaled", "gather4_scaled", "scatter4_scaled", "dword_atomic", "gather4_typed", "scatter4_typed", "typed_atomic", "qw_gather", "qw_scatter":
			want = Honoured
		}
		if strings.HasPrefix(op.String(), "lsc_") && op.String() != "lsc_fence" {
			want = Honoured
		}
		if strings.HasPrefix(op.String(), "svm_") {
			if want = Honoured; strings.HasPrefix(op.String(), "svm_block") {
				want = Ignored
			}
		}
		if got := op.Channels(); got != want || got.String() == "" {
			t.Errorf("%s: %s, want %s", op, got, want)
		}
	}
	if Honoured.String() == Ignored.String() {
		t.Error("scatter and block accesses differ")
	}
}
