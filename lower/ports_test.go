package lower_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/lower/network"
	"github.com/lanescope/lanescope/target"
)

// kindOf is a network by its name.
func kindOf(t *testing.T, name string) *network.Kind {
	t.Helper()
	i := slices.IndexFunc(network.Kinds(), func(k network.Kind) bool { return k.Name == name })
	if i < 0 {
		t.Fatalf("no network %s", name)
	}
	return &network.Kinds()[i]
}

// costed is a network by one cost.
func costed(t *testing.T, l *lower.Lowerer, k *network.Kind, size [2]int, bits int, o lower.Options) (r *lower.Result, cycles float64) {
	t.Helper()
	maps, err := k.Maps(size[0], size[1], 1, slices.Max(o.Target.Bits)/bits, bits)
	if err != nil {
		t.Fatal(err)
	}
	o.Effort = lower.Quick
	if r, err = l.Network(context.Background(), maps, o); err != nil {
		t.Fatal(err)
	}
	cycles, _, ok := r.Cycles(o.CPU)
	if !ok {
		t.Fatalf("%s has no ports", o.CPU)
	}
	return r, cycles
}

// Who asks for cycles has no more of them than who asks for few ops.
func TestCyclesOfCosts(t *testing.T) {
	asked, eased := 0, 0
	for _, x := range []struct {
		target, cpu, kind string
		size              [2]int
		bits              int
	}{
		{"avx2", "skylake", "transpose", [2]int{8, 8}, 32},
		{"avx2", "icelake", "transpose", [2]int{8, 8}, 32},
		{"avx2", "znver4", "transpose", [2]int{4, 4}, 64},
		{"sse4.1", "haswell", "transpose", [2]int{8, 8}, 16},
		{"sse2", "haswell", "transpose", [2]int{4, 4}, 32},
		{"avx512", "skylake", "transpose", [2]int{8, 8}, 64},
		{"neon", "neoverse-n1", "transpose", [2]int{4, 4}, 32},
		{"sse4.1", "skylake", "deinterleave", [2]int{3, 0}, 32},
		{"avx2", "skylake", "interleave", [2]int{2, 0}, 64},
		{"avx2", "skylake", "rotate", [2]int{4, 4}, 64},
	} {
		tg, _ := target.Find(x.target)
		l, k := lower.New(tg), kindOf(t, x.kind)
		o := lower.Options{Target: tg, CPU: x.cpu, MaxConstants: lower.AtMost(0), Cost: lower.Instructions}
		few, fewCycles := costed(t, l, k, x.size, x.bits, o)
		o.Cost = lower.Throughput
		_, cycles := costed(t, l, k, x.size, x.bits, o)
		o.Cost = lower.Latency
		quick, _ := costed(t, l, k, x.size, x.bits, o)
		if asked++; cycles > fewCycles {
			t.Errorf("%v: %g cycles for throughput, %g for few ops", x, cycles, fewCycles)
		} else if cycles < fewCycles {
			eased++
		}
		if quick.Latency > few.Latency {
			t.Errorf("%v: latency %g for latency, %g for few ops", x, quick.Latency, few.Latency)
		}
	}
	if t.Logf("%d of %d take fewer cycles", eased, asked); eased < asked/2 {
		t.Error("hardly any network was eased")
	}
}

// A shuffle-bound network takes blends: on Skylake every shuffle is of port 5, and a blend of any of three.
func TestShufflesGiveWayToBlends(t *testing.T) {
	tg, _ := target.Find("avx2")
	l, k := lower.New(tg), kindOf(t, "transpose")
	o := lower.Options{Target: tg, CPU: "skylake", MaxConstants: lower.AtMost(0)}
	before, cycles := costed(t, l, k, [2]int{8, 8}, 32, o)
	if cycles != 24 || before.Ops != 24 {
		t.Fatalf("%d ops in %g cycles, want 24 shuffles", before.Ops, cycles)
	}
	o.Cost = lower.Throughput
	r, cycles := costed(t, l, k, [2]int{8, 8}, 32, o)
	blends := 0
	for _, line := range r.Listing(tg) {
		if strings.HasPrefix(line, "vblend") || strings.HasPrefix(line, "vpblend") {
			blends++
		}
	}
	if cycles > 12 || blends < 16 {
		t.Errorf("%d ops, of which %d are blends, in %g cycles", r.Ops, blends, cycles)
	}
}
