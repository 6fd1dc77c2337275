package target

import (
	"slices"
	"sync"
)

// all builds the targets once, on first use.
var all = sync.OnceValue(build)

func build() []*Target {
	var legacy, modern, general, arm, vsx, scalable128, scalable256, short, long []*Row
	var families sync.WaitGroup // as many at a time as there are processors
	families.Go(func() {
		for i := range x86Instructions {
			l, m := x86Instructions[i].rows()
			legacy, modern = append(legacy, l...), append(modern, m...)
		}
	})
	families.Go(func() { general, arm, vsx = generalRows(), neonRows(), powerRows() })
	families.Go(func() { scalable128, scalable256 = sveRows(128), sveRows(256) })
	families.Go(func() { short, long = rvvRows(128), rvvRows(256) })
	families.Wait()
	price(slices.Concat(legacy, modern, general, arm, scalable128, vsx, short, long))
	var targets []*Target
	legacyPairs, modernPairs := pairsOf(legacy), pairsOf(modern)
	legacyMemory, modernMemory := x86AccessRows()
	for _, t := range x86Targets {
		if AVX.In(t.Has) {
			targets = append(targets, t.with(modern, modernPairs, modernMemory))
		} else {
			targets = append(targets, t.with(legacy, legacyPairs, legacyMemory))
		}
	}
	rows, pairs := wasmRows()
	armMemory := neonAccessRows()
	targets = append(targets, neonTarget.with(arm, nil, armMemory), wasmTarget.with(rows, pairs, wasmAccessRows()))
	for _, t := range sveTargets {
		rows := scalable128
		if t.Bits[len(t.Bits)-1] == 256 {
			rows = scalable256
		}
		targets = append(targets, t.with(slices.Concat(arm, rows), nil, armMemory))
	}
	for _, t := range generalTargets {
		targets = append(targets, t.with(slices.Concat(modern, general), modernPairs, modernMemory))
	}
	for _, t := range powerTargets {
		targets = append(targets, t.with(vsx, nil, nil))
	}
	for _, t := range riscvTargets {
		rows := slices.DeleteFunc(slices.Concat(short, long), func(r *Row) bool { return r.Bits != t.Bits[0] })
		whole := t.with(rows, nil, nil)
		for _, elem := range [...]int{64, 32, 16, 8} {
			for lanes := whole.Bits[0] / elem; lanes > 0; lanes-- {
				m := Mode{Elem: elem, Lanes: lanes, Bits: whole.Bits[0]}
				whole.inOneMode = append(whole.inOneMode, OneMode{m, t.with(slices.DeleteFunc(slices.Clone(rows), func(r *Row) bool {
					_, ok := r.Mode.With(m)
					return !ok
				}), nil, nil)})
			}
		}
		targets = append(targets, whole)
	}
	for _, t := range loongTargets {
		targets = append(targets, t.with(loongRows(t.Bits[0]), nil, nil))
	}
	return targets
}

// Names are those of all targets, in their order. No table is built for them.
func Names() (names []string) {
	for _, t := range slices.Concat(x86Targets, []Target{neonTarget, wasmTarget}, sveTargets, generalTargets, powerTargets, riscvTargets, loongTargets) {
		names = append(names, t.Name)
	}
	return names
}

const (
	hasSSSE3  = SSE2 | SSE3 | SSSE3
	hasAVX2   = hasSSSE3 | SSE41 | AVX | AVX2
	hasAVX512 = hasAVX2 | AVX512F | AVX512BW | AVX512DQ | AVX512VL
	hasVBMI   = hasAVX512 | AVX512VBMI | AVX512VBMI2 | GFNI
	hasSVE2   = NEON | SVE | SVE2 | SVE2BitPerm
	hasBMI    = onX86 | BMI1 | BMI2
)

// x86Targets are the targets whose rows come from the table of vectors of x86.
var x86Targets = []Target{
	{Name: "sse2", Says: "x86-64 as it began", Bits: []int{128}, Has: SSE2, Spelling: &sse, CPUs: x86CPUs(haswell, skylake, icelake)},
	{Name: "ssse3", Says: "with pshufb and palignr", Bits: []int{128}, Has: hasSSSE3, Spelling: &sse, CPUs: x86CPUs(haswell, skylake, icelake)},
	{Name: "sse4.1", Says: "with blends, insertps and pmovzx", Bits: []int{128}, Has: hasSSSE3 | SSE41, Spelling: &sse, CPUs: x86CPUs(haswell, skylake, icelake)},
	{Name: "avx", Says: "three operands, and 256 bits of floats", Bits: []int{128, 256}, Has: hasSSSE3 | SSE41 | AVX, Spelling: &vex, CPUs: x86CPUs(haswell, skylake, icelake)},
	{Name: "avx2", Says: "256 bits of integers, and shuffles across their halves", Bits: []int{128, 256}, Has: hasAVX2, Spelling: &vex, CPUs: x86CPUs(haswell, skylake, icelake)},
	{Name: "avx512", Says: "F BW DQ VL: 512 bits, masks, any two-source shuffle from 16 bits up", Bits: []int{128, 256, 512}, Has: hasAVX512, Spelling: &vex, CPUs: x86CPUs(skylake, icelake)},
	{Name: "avx512vbmi", Says: "with VBMI, VBMI2 and GFNI: bytes and bits", Bits: []int{128, 256, 512}, Has: hasVBMI, Spelling: &vex, CPUs: x86CPUs(icelake)},
}

// generalTargets are the general registers of x86: alone, and beside vectors. What is asked of the latter is a map of vectors, and they cross where that is cheaper.
var generalTargets = []Target{
	{Name: "bmi2", Says: "general registers of 64 bits, with pext and pdep", Bits: []int{64}, Files: []File{General}, Has: hasBMI, Spelling: &vex, CPUs: x86CPUs(haswell, skylake, icelake)},
	{Name: "avx2+bmi2", Says: "x86-64-v3: vectors, and bits through general registers", Bits: []int{128, 256}, Files: []File{Vectors, General}, Has: hasAVX2 | hasBMI, Spelling: &vex, CPUs: x86CPUs(haswell, skylake, icelake)},
	{Name: "avx512+bmi2", Says: "x86-64-v4: vectors, and bits through general registers", Bits: []int{128, 256, 512}, Files: []File{Vectors, General}, Has: hasAVX512 | hasBMI, Spelling: &vex, CPUs: x86CPUs(skylake, icelake)},
	{Name: "avx512vbmi+bmi2", Says: "both, with VBMI, VBMI2 and GFNI", Bits: []int{128, 256, 512}, Files: []File{Vectors, General}, Has: hasVBMI | hasBMI, Spelling: &vex, CPUs: x86CPUs(icelake)},
}

var neonTarget = Target{Name: "neon", Says: "AArch64's vectors of 128 bits", Bits: []int{128}, Has: NEON, Spelling: &aarch64, CPUs: []CPU{cpus[neoverseN1]}}

// sveTargets are SVE2 with vectors of one length: NEON's instructions are there too, on the lower 128 bits. None of LLVM's models is of a CPU that has SVE2 and 256 bits.
var sveTargets = []Target{
	{Name: "sve2-128", Says: "SVE2 with vectors of 128 bits, and NEON: Neoverse V2 and N2", Bits: []int{128}, Has: hasSVE2, Spelling: &sve128, CPUs: []CPU{cpus[neoverseV2], cpus[neoverseN2]}},
	{Name: "sve2-256", Says: "SVE2 with vectors of 256 bits, and NEON in their lower halves", Bits: []int{128, 256}, Has: hasSVE2, Spelling: &sve256},
	{Name: "sve2-256+f64mm", Says: "with F64MM: zips and transposes of halves", Bits: []int{128, 256}, Has: hasSVE2 | F64MM, Spelling: &sve256},
}

// riscvTargets have registers of one size: what V leaves to the machine is a number of the target.
var riscvTargets = []Target{
	{Name: "rvv128", Says: "RISC-V's V 1.0 with VLEN 128", Bits: []int{128}, Has: RVV, Spelling: riscV(128), CPUs: []CPU{cpus[sifiveP670], cpus[spacemitX60]}},
	{Name: "rvv128+zvbb", Says: "with Zvbb: rotations, reversals and a widening shift", Bits: []int{128}, Has: RVV | ZVBB, Spelling: riscV(128), CPUs: []CPU{cpus[sifiveP670]}},
	{Name: "rvv256", Says: "RISC-V's V 1.0 with VLEN 256", Bits: []int{256}, Has: RVV, Spelling: riscV(256), CPUs: []CPU{cpus[sifiveP670], cpus[spacemitX60]}},
}

var wasmTarget = Target{Name: "wasm", Says: "WebAssembly's 128 bits", Bits: []int{128}, Has: SIMD128, Spelling: &webAssembly}

// powerTargets are the 32 registers of vectors that Altivec and VSX have in common. What stands first in memory is lane 0 on little-endian Power; on big-endian it is the last lane.
var powerTargets = []Target{
	{Name: "vsx", Says: "Power9's vectors of 128 bits: Altivec and VSX", Bits: []int{128}, Has: POWER9, Spelling: &powerpc, Torn: true, CPUs: []CPU{cpus[pwr9]}},
	{Name: "vsx10", Says: "Power10's, with zeros in permutations and blends by a constant", Bits: []int{128}, Has: POWER9 | POWER10, Spelling: &powerpc, Torn: true, CPUs: []CPU{cpus[pwr10]}},
}

// loongTargets are LoongArch's vectors, each with registers of its own size. No model of LLVM's knows what their instructions take.
var loongTargets = []Target{
	{Name: "lsx", Says: "LoongArch's vectors of 128 bits", Bits: []int{128}, Has: LSX, Spelling: loongArch("vr", "v")},
	{Name: "lasx", Says: "LoongArch's vectors of 256 bits", Bits: []int{256}, Has: LASX, Spelling: loongArch("xr", "xv")},
}

// x86CPUs are Zen 4, whose figures are measured, and others.
func x86CPUs(others ...cpu) []CPU {
	list := []CPU{cpus[znver4]}
	for _, c := range others {
		list = append(list, cpus[c])
	}
	return list
}

// with is the target with those of the rows, pairs and accesses that it can execute.
func (t Target) with(rows, pairs, memory []*Row) *Target {
	if t.Files == nil {
		t.Files = []File{Vectors}
	}
	for _, r := range rows {
		if t.executes(r) {
			t.Rows = append(t.Rows, r)
			t.sort(r)
		}
	}
	for _, r := range pairs {
		if t.executes(r) {
			t.Pairs = append(t.Pairs, r)
		}
	}
	t.addAccesses(memory)
	return &t
}
