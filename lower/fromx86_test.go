package lower_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// shufflesOfX86 are ten instructions of SSE 4.1 that an immediate tells what to do, and how many vectors each reads.
var shufflesOfX86 = map[string]int{"pshufd": 1, "pshuflw": 1, "pshufhw": 1, "pslldq": 1, "psrldq": 1, "shufps": 2, "shufpd": 2, "palignr": 2, "pblendw": 2, "blendps": 2}

// All immediates of ten instructions of x86, as those who emulate it on another machine want them: each is run under qemu, and costs no more than what LLVM makes of the same map.
func TestShufflesOfX86(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target string
		llvm   []string
		run    func(t *testing.T, e *emittedFunctions)
	}{
		{"rvv128", []string{"-mtriple=riscv64", "-mattr=+v,+zvl128b"}, func(t *testing.T, e *emittedFunctions) {
			e.runRISCV(t, oracle.Need(t, "qemu-riscv64"), "rv64,v=true,vlen=128", "f.s", append(assembleRISCV(t), "f.s", "-o", "f.o"))
		}},
		{"vsx", []string{"-mtriple=powerpc64le", "-mcpu=pwr9"}, func(t *testing.T, e *emittedFunctions) { e.runPower(t, "power9", "f.s", powerAssemblers(t)[0]) }},
		{"neon", []string{"-mtriple=aarch64"}, func(t *testing.T, e *emittedFunctions) {
			e.runAArch64(t, "f.s", []string{oracle.Need(t, "aarch64-linux-gnu-as"), "f.s", "-o", "f.o"})
		}},
	} {
		t.Run(c.target, func(t *testing.T) {
			all := mapsOfX86(t)
			theirs := compilation{"LLVM", compiled(t, oracle.Need(t, "llc"), c.llvm, all), 0}
			e := emitMaps(t, c.target, all, theirs)
			c.run(t, e)
			var ours []*lower.Result
			for _, f := range e.list {
				ours = append(ours, f.r)
			}
			gateAgainst(t, e.target, all, ours, theirs)
			t.Logf("%d maps", len(all))
		})
	}
}

// mapsOfX86 are what each immediate of each of them does.
func mapsOfX86(t *testing.T) (all []lane.Map) {
	t.Helper()
	x86 := targetNamed(t, "sse4.1")
	for _, name := range slices.Sorted(maps.Keys(shufflesOfX86)) {
		row, ok := x86.Find(name, 128, shufflesOfX86[name])
		if !ok {
			t.Fatalf("no %s", name)
		}
		for v := range row.Imm.Values {
			all = append(all, row.Imm.Map(v))
		}
	}
	return all
}

// emitMaps has assembly written for each map: what is decided at once, and where that costs more than theirs, what is found as table finds it.
func emitMaps(t *testing.T, name string, all []lane.Map, theirs compilation) *emittedFunctions {
	t.Helper()
	tg, random := targetNamed(t, name), chance.Random(t, 62)
	e := &emittedFunctions{target: tg, bits: 128, inputs: 2, data: make([]byte, 2*4*16)}
	for i := range e.data {
		e.data[i] = byte(random.Uint32())
	}
	for k, m := range all {
		r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Effort: lower.Quick})
		if err == nil && balanced(r.Count) > balanced(theirs.counts[k]) {
			r, err = tables.Lower(t.Context(), m, lower.Options{Target: tg})
		}
		if err != nil {
			t.Fatalf("%v: %v", m, err)
		}
		code, err := r.Assembly(tg, functionName(k))
		if err != nil {
			t.Fatal(err)
		}
		e.list, e.code = append(e.list, executed{m, r}), append(e.code, code)
	}
	return e
}
