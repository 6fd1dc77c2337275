package lower_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/lower/network"
	"github.com/lanescope/lanescope/target"
)

// memoryTargets are some of the targets of networks in memory: three, or with -full all.
func memoryTargets(random *rand.Rand) []string {
	all := []string{"sse2", "ssse3", "sse4.1", "avx", "avx2", "avx512", "avx512vbmi", "neon", "wasm"}
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	switch {
	case *full:
		return all
	case testing.Short():
		return []string{"sse2"}
	}
	return all[:3]
}

// mostInMemory is how many bits the results of networks have at most that are not executed.
func mostInMemory() int {
	if *full {
		return 1 << 13
	}
	return 1 << 11
}

// A memoryCell is a network whose sources and results are in memory.
type memoryCell struct {
	name string
	maps []lane.Map
}

// memoryCells are networks of every kind and type that a target loads, of so many sources, and bits of results, at most: one, or with -full all.
func memoryCells(t testing.TB, random *rand.Rand, tg *target.Target, sources, most int) (cells []memoryCell) {
	t.Helper()
	bits := slices.Max(tg.Bits)
	for _, kind := range network.Kinds() {
		for _, width := range []int{8, 16, 32, 64} {
			add := func(n, m, vectors int) {
				maps, err := kind.Maps(n, m, vectors, bits/width, width)
				if err != nil {
					t.Fatal(err)
				}
				if total := len(maps) * (len(maps[0].Lane)*width + bits - 1) / bits * bits; total > most {
					return
				}
				if kind.Whole {
					maps = network.Joined(maps)
				}
				if len(maps[0].Src) > sources {
					return
				}
				cells = append(cells, memoryCell{fmt.Sprintf("%s %d %d of i%d, %d vectors, %s", kind.Name, n, m, width, vectors, tg.Name), maps})
			}
			for n := 2; n <= 16; n++ {
				switch channels := kind.Name == "interleave" || kind.Name == "deinterleave"; {
				case channels && n <= 8:
					add(n, 0, 1)
					add(n, 0, 2)
				case channels:
				case kind.Name == "bitreverse":
					if n&(n-1) == 0 {
						add(n*bits/width, 0, 1)
					}
				default:
					for _, row := range []int{4, 8, bits / width} {
						if row*width >= 32 && row*width <= bits && (row*width)&(row*width-1) == 0 {
							add(n, row, 1)
						}
					}
				}
			}
		}
	}
	random.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	if !*full {
		cells = cells[:1]
	}
	return cells
}

// In memory a network takes no more ops than in registers, nor more instructions in all, and none that reads or writes what it may not: who lowers it follows each byte, and panics.
func TestNetworksInMemory(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 81)
	for _, name := range memoryTargets(random) {
		tg := targetNamed(t, name)
		fewer := 0
		cells := memoryCells(t, random, tg, 64, mostInMemory())
		for _, c := range cells {
			o := lower.Options{Target: tg, Effort: lower.Quick, Cost: lower.Cost(random.IntN(3))}
			plain, err := tables.Network(t.Context(), c.maps, o)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			o.Memory = true
			r, err := tables.Network(t.Context(), c.maps, o)
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			if r.Ops > plain.Ops || r.Ops < r.LowerBound {
				t.Errorf("%s: %d ops in memory, and %d without; at least %d", c.name, r.Ops, plain.Ops, r.LowerBound)
			}
			if r.Ops < plain.Ops {
				fewer++
			}
			loads, stores := 0, 0
			for i := range r.Code {
				switch x := r.Code[i].Row.Access; {
				case x == nil || r.Code[i].Part > 0:
				case x.Store:
					stores++
				default:
					loads++
				}
			}
			if reloads, spills := r.Spills(); r.Loads() != loads+reloads || r.Stores() != stores+spills {
				t.Errorf("%s: %d loads and %d stores, and the code has %d and %d", c.name, r.Loads(), r.Stores(), loads+reloads, stores+spills)
			}
			if most := plain.Ops + len(plain.Inputs) + len(plain.Results); r.Ops+loads+stores > most {
				t.Errorf("%s: %d ops, %d loads, %d stores, and without memory forms %d in all", c.name, r.Ops, loads, stores, most)
			}
		}
		t.Logf("%s: %d of %d networks have fewer ops in memory", name, fewer, len(cells))
		if *full && fewer < len(cells)/8 {
			t.Errorf("%s: hardly any network is any better in memory", name)
		}
	}
}

// Halide's transpose of 16×16 words on AVX2 has 134 instructions with 32 loads and 16 stores: halide/Halide#8925.
func TestHalidesTranspose(t *testing.T) {
	if testing.Short() {
		t.Skip("searches take long")
	}
	t.Parallel()
	o := lower.Options{Target: targetNamed(t, "avx2"), Effort: lower.Quick}
	maps := networkMaps(t, "transpose", 16, 0, 1, 16, 16)
	r, err := tables.Network(t.Context(), maps, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Ops != 64 || r.Copies > 5 {
		t.Errorf("in registers %+v, want 64 ops and no more than 5 copies", r.Count)
	}
	o.Memory = true
	r, err = tables.Network(t.Context(), maps, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Count != (lower.Count{Ops: 48}) || r.Loads() != 32 || r.Stores() != 16 || r.InUse() > 9 {
		t.Errorf("in memory %+v, %d loads, %d stores, %d registers", r.Count, r.Loads(), r.Stores(), r.InUse())
	}
}

// NEON has structures of two to four channels: one load or store of each, and no op.
func TestStructures(t *testing.T) {
	t.Parallel()
	tg := targetNamed(t, "neon")
	for n := 2; n <= 4; n++ {
		for _, bits := range []int{8, 16, 32, 64} {
			if testing.Short() && bits != 16 {
				continue
			}
			for _, vectors := range []int{1, 2} {
				o := lower.Options{Target: tg, Effort: lower.Quick, Memory: true}
				r, err := tables.Network(t.Context(), network.Joined(networkMaps(t, "deinterleave", n, 0, vectors, 128/bits, bits)), o)
				if err != nil {
					t.Fatal(err)
				}
				if r.Count != (lower.Count{}) || r.Loads()+r.Stores() > vectors*(1+n) || vectors == 1 && r.Loads() != 1 || r.Proof != lower.Minimal {
					t.Errorf("%d channels of i%d apart, %d vectors: %+v, %d loads, %v", n, bits, vectors, r.Count, r.Loads(), r.Proof)
				}
				r, err = tables.Network(t.Context(), networkMaps(t, "interleave", n, 0, vectors, 128/bits, bits), o)
				if err != nil {
					t.Fatal(err)
				}
				if r.Count != (lower.Count{}) || r.Loads()+r.Stores() > vectors*(1+n) || vectors == 1 && r.Stores() != 1 || r.Proof != lower.Minimal {
					t.Errorf("%d channels of i%d together, %d vectors: %+v, %d stores, %v\n%s", n, bits, vectors, r.Count, r.Stores(), r.Proof, strings.Join(r.Listing(tg), "\n"))
				}
			}
		}
	}
}

// What a structure stores is made where it is to be, so that nothing is copied.
func TestStructuresOfWhatIsMade(t *testing.T) {
	t.Parallel()
	o := lower.Options{Target: targetNamed(t, "neon"), Effort: lower.Quick, Memory: true}
	r, err := tables.Network(t.Context(), networkMaps(t, "interleave", 8, 0, 1, 8, 16), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Count != (lower.Count{Ops: 8}) || r.Stores() != 2 {
		t.Errorf("%+v, %d stores\n%s", r.Count, r.Stores(), strings.Join(r.Listing(o.Target), "\n"))
	}
}

// No more registers are in use than there may be, and more never cost more.
func TestNetworkRegisters(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 82)
	rounds := 1
	if *full {
		rounds = 40
	}
	for range rounds {
		tg := targetNamed(t, []string{"sse2", "avx2", "neon", "wasm"}[random.IntN(4)])
		cells := memoryCells(t, random, tg, 16, 1<<11)
		c := cells[random.IntN(len(cells))]
		o := lower.Options{Target: tg, Effort: lower.Quick, Memory: random.IntN(2) == 0}
		spilled, last := 0, -1
		for o.Registers = 1; o.Registers <= 16; o.Registers++ {
			r, err := tables.Network(t.Context(), c.maps, o)
			if err != nil {
				if last >= 0 || !strings.Contains(err.Error(), "registers are too few for what an op reads and writes at once: expected ") {
					t.Fatalf("%s in %d registers: %v", c.name, o.Registers, err)
				}
				continue
			}
			if r.InUse() > o.Registers {
				t.Errorf("%s: %d registers are in use, and %d may be", c.name, r.InUse(), o.Registers)
			}
			loads, stores := r.Spills()
			spilled += loads + stores
			if cost := balanced(r.Count); last >= 0 && cost > last {
				t.Errorf("%s: %+v in %d registers, and %d in one less", c.name, r.Count, o.Registers, last)
			} else {
				last = cost
			}
		}
		if last < 0 {
			t.Errorf("%s: there is none in 16 registers", c.name)
		}
		t.Logf("%s, in memory %t: %d ways to memory", c.name, o.Memory, spilled)
	}
}

// memoryResults are networks in memory that fit in the data of memoryFunctions, some of them in few registers.
func memoryResults(t *testing.T, random *rand.Rand, tg *target.Target) (list []*lower.Result) {
	t.Helper()
	for _, c := range memoryCells(t, random, tg, mostSources, lower.MostBits) {
		o := lower.Options{Target: tg, Effort: lower.Quick, Cost: lower.Cost(random.IntN(2)), Memory: true}
		if random.IntN(2) == 0 {
			o.Registers = 3 + random.IntN(6)
		}
		r, err := tables.Network(t.Context(), c.maps, o)
		if err != nil && o.Registers > 0 {
			o.Registers = 0
			r, err = tables.Network(t.Context(), c.maps, o)
		}
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		list = append(list, r)
	}
	return list
}

// inMemory are functions of networks in memory, of some target.
func inMemory(t *testing.T, random *rand.Rand, tg *target.Target) *memoryFunctions {
	t.Helper()
	f := &memoryFunctions{target: tg, list: memoryResults(t, random, tg), inputs: 6}
	f.data = make([]byte, f.inputs*pairBytes)
	for i := range f.data {
		f.data[i] = byte(random.Uint32())
	}
	return f
}

// emitted are the functions in a language.
func (f *memoryFunctions) emitted(t *testing.T, emit func(r *lower.Result, name string) (string, error)) {
	t.Helper()
	f.code = nil
	for i, r := range f.list {
		code, err := emit(r, f.name(i))
		if err != nil {
			t.Fatal(err)
		}
		f.code = append(f.code, code)
	}
}

// Functions whose loads and stores are among the ops do what their maps do, in C and as assembly, on this CPU. They read nothing behind a source, and write nothing beside the result.
func TestMemoryOnSilicon(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 83)
	cc, as := oracle.Need(t, "cc"), oracle.Need(t, "as")
	ran := 0
	most := 2
	if *full {
		most = len(cFlags)
	}
	for _, name := range append(memoryTargets(random), "sse2") {
		tg := targetNamed(t, name)
		flags, ok := cFlags[name]
		if !ok || !executes(t, tg) || ran == most {
			continue
		}
		ran++
		f := inMemory(t, random, tg)
		dir := t.TempDir()
		apart := strings.ReplaceAll(string(f.driver()), "n & 1", "0") // the result is not where a source is
		f.emitted(t, func(r *lower.Result, name string) (string, error) { return r.C(tg, name) })
		writeFiles(t, dir, map[string][]byte{"f.c": []byte(strings.Join(f.code, "")), "main.c": []byte(apart), "data": f.data})
		command(t, dir, cc, "-O1", "-c", "main.c", "-o", "main.o")
		command(t, dir, cc, append(strings.Fields(flags.flags), "-O2", "-Wall", "-Werror", "-c", "f.c", "-o", "f.o")...)
		command(t, dir, cc, "main.o", "f.o", "-o", "main")
		f.compare(t, command(t, dir, "./main"))
		f.emitted(t, func(r *lower.Result, name string) (string, error) { return r.Assembly(tg, name) })
		writeFiles(t, dir, map[string][]byte{"f.s": []byte(strings.Join(f.code, ""))})
		command(t, dir, as, "f.s", "-o", "f.o")
		command(t, dir, cc, "main.o", "f.o", "-o", "main")
		f.compare(t, command(t, dir, "./main"))
	}
	if ran == 0 {
		t.Error("nothing ran")
	}
}

// The same on NEON, under qemu.
func TestMemoryUnderQemu(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 84)
	tg := targetNamed(t, "neon")
	f := inMemory(t, random, tg)
	for n := 2; n <= 4; n++ { // structures apart, and the other way round together
		bits := []int{8, 16, 32, 64}[random.IntN(4)]
		for _, maps := range [][]lane.Map{network.Joined(networkMaps(t, "deinterleave", n, 0, 2, 128/bits, bits)), networkMaps(t, "interleave", n, 0, 2, 128/bits, bits)} {
			r, err := tables.Network(t.Context(), maps, lower.Options{Target: tg, Effort: lower.Quick, Memory: true})
			if err != nil {
				t.Fatal(err)
			}
			f.list = append(f.list, r)
		}
	}
	f.emitted(t, func(r *lower.Result, name string) (string, error) { return r.Assembly(tg, name) })
	f.runAArch64(t, []string{oracle.Need(t, "aarch64-linux-gnu-as"), "f.s", "-o", "f.o"})
	f.emitted(t, func(r *lower.Result, name string) (string, error) { return r.C(tg, name) })
	files := map[string][]byte{"f.c": []byte(strings.Join(f.code, "")), "main.s": f.driverAArch64(), "data": f.data}
	f.compare(t, underQemu(t, files, []string{oracle.Need(t, "clang"), "--target=aarch64-linux-gnu", "-O1", "-ffreestanding", "-Wall", "-Werror", "-c", "f.c", "-o", "f.o"}, len(f.list)*f.inputs*roomOfVector))
}

// A function has a parameter for each source, and no other.
func TestMemorySignatures(t *testing.T) {
	t.Parallel()
	sse2 := targetNamed(t, "sse2")
	for kind, want := range map[string]string{"deinterleave": "void F(void *restrict result, const void *restrict a)\n", "interleave": "void F(void *restrict result, const void *restrict a, const void *restrict b)\n"} {
		maps := networkMaps(t, kind, 2, 0, 1, 4, 32)
		if kind == "deinterleave" {
			maps = network.Joined(maps)
		}
		r, err := tables.Network(t.Context(), maps, lower.Options{Target: sse2, Memory: true, Effort: lower.Quick})
		if err != nil {
			t.Fatal(err)
		}
		if code, err := r.C(sse2, "F"); err != nil || !strings.Contains(code, want) {
			t.Errorf("%v, %s, want %s", err, code, want)
		}
	}
}

// C of WebAssembly is what clang takes.
func TestMemoryInCOfWasm(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 85)
	tg := targetNamed(t, "wasm")
	f := inMemory(t, random, tg)
	f.emitted(t, func(r *lower.Result, name string) (string, error) { return r.C(tg, name) })
	path := filepath.Join(t.TempDir(), "f.c")
	if err := os.WriteFile(path, []byte(strings.Join(f.code, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := oracle.Usual.CombinedOutput(exec.Command(oracle.Need(t, "clang"), "--target=wasm32", "-msimd128", "-ffreestanding", "-Wall", "-Werror", "-O1", "-S", "-o", os.DevNull, path)); err != nil {
		t.Fatalf("%v\n%.2000s", err, out)
	}
}

// Lanes of bits, and constants, are followed through memory too.
func TestBitsInMemory(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"i4x32 -> a1 a0 a3 a2 a5 a4 a7 a6 a9 a8 a11 a10 a13 a12 a15 a14; a31 a30 a29 a28 a27 a26 a25 a24", "i32x4 i32x4 -> z a1 z b3; a0 _ _ _"} {
		maps, err := lane.ParseResults(text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := tables.Network(t.Context(), maps, lower.Options{Target: targetNamed(t, "sse2"), Effort: lower.Quick, Memory: true})
		if err != nil || r.Ops == 0 || r.Stores() != 2 {
			t.Errorf("%s: %+v, %v", text, r, err)
		}
	}
}

// Who cannot say loads and stores says so, and so does who cannot load.
func TestMemoryErrors(t *testing.T) {
	t.Parallel()
	sse2 := targetNamed(t, "sse2")
	r, err := tables.Network(t.Context(), networkMaps(t, "transpose", 4, 0, 1, 4, 32), lower.Options{Target: sse2, Memory: true, Effort: lower.Quick})
	if err != nil {
		t.Fatal(err)
	}
	for name, emit := range map[string]func() error{
		"Rust": func() error { _, err := r.Rust(sse2, "F"); return err },
		"Go":   func() error { _, err := r.GoAssembly(sse2, "F"); return err },
		"code": func() error { _, _, err := r.AppendBytes(nil, sse2, lower.Registers{}); return err },
	} {
		if err := emit(); err == nil || !strings.Contains(err.Error(), "no loads and stores that do a part of the work") {
			t.Errorf("%s: %v", name, err)
		}
	}
	short := lane.Map{Bits: 8, Src: []int{12}, Lane: []lane.Lane{lane.From(0, 11)}}
	for _, c := range []struct {
		m    lane.Map
		o    lower.Options
		want string
	}{
		{short, lower.Options{Target: sse2, Memory: true}, "source a has 12 bytes, of which no loads of sse2 make registers without reading beyond: it loads 16, 8, 4"},
		{short, lower.Options{Target: targetNamed(t, "bmi2"), Memory: true}, "bmi2 has no vectors that are loaded"},
		{lane.Map{Bits: 1, Src: []int{3}, Lane: []lane.Lane{lane.From(0, 2)}}, lower.Options{Target: sse2, Memory: true}, "a source of 3 bits ends within a byte"},
		{short, lower.Options{Target: sse2, Registers: -1}, "-1 registers: expected 1 or more"},
	} {
		if _, err := tables.Network(t.Context(), []lane.Map{c.m}, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.m, err, c.want)
		}
	}
}
