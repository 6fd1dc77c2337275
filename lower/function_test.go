package lower_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tetratelabs/wazero"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// emittedFunctions are functions of some language for random maps of one width, and what they are run on.
type emittedFunctions struct {
	target *target.Target
	bits   int
	list   []executed
	code   []string
	inputs int
	data   []byte // for each pair four vectors: a, b, c, d
}

// functionName is the name of function i.
func functionName(i int) string { return fmt.Sprintf("F%d", i) }

// parameters are the letters of those that function i has.
func (e *emittedFunctions) parameters(i int) string {
	letters := "ab"
	if len(e.list[i].m.Src) > 2 {
		letters = "abc"
	}
	for _, in := range e.list[i].r.Inputs {
		if in.Old {
			return letters + "d"
		}
	}
	return letters
}

// lowered are the random maps of a target and width, lowered once for the languages of all tests.
var lowered sync.Map // of loweredKey, to func() ([]executed, error)

type loweredKey struct {
	target string
	bits   int
}

// emitFunctions has code written for random maps of up to three sources, with zeros, other constants, the old destination and lanes that nobody cares about among them.
func emitFunctions(t *testing.T, tg *target.Target, bits int, emit func(r *lower.Result, name string) (string, error)) *emittedFunctions {
	t.Helper()
	maps, inputs := functionCounts(bits)
	seed := functionsSeed(t)
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, uint64(bits)))
	once, _ := lowered.LoadOrStore(loweredKey{tg.Name, bits}, sync.OnceValues(func() (list []executed, err error) {
		for i := range maps {
			m := someFunction(random, i, bits)
			effort := lower.Quick // a language does not ask how a sequence was found
			if i%10 == 0 || *lower.Full {
				effort = lower.Best
			}
			r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Cost: someCost(i), Effort: effort, Budget: 1 << 7})
			if err != nil {
				return nil, fmt.Errorf("%s, seed %d: %v: %w", tg.Name, seed, m, err)
			}
			list = append(list, executed{m, r})
		}
		return list, nil
	}))
	list, err := once.(func() ([]executed, error))()
	if err != nil {
		t.Fatal(err)
	}
	e := &emittedFunctions{target: tg, bits: bits, list: list, inputs: inputs, data: make([]byte, inputs*4*bits/8)}
	for i := range e.data {
		e.data[i] = byte(random.Uint32())
	}
	for i, f := range list {
		code, err := emit(f.r, functionName(i))
		if err != nil {
			t.Fatalf("%s: %v: %v", tg.Name, f.m, err)
		}
		e.code = append(e.code, code)
	}
	return e
}

// someFunction is map i of random ones.
func someFunction(random *rand.Rand, i, bits int) lane.Map {
	elem := []int{32, 8, 64, 16, 32, 8, 16}[i%7]
	if bits == 64 && i%2 == 0 {
		elem = []int{8, 4, 1}[i/2%3]
	}
	m := randomMap(random, elem, bits/elem, 1+random.IntN(3), i%3 == 0)
	if i%9 == 0 {
		m.Lane[random.IntN(len(m.Lane))] = lane.Fixed(lane.ConstOf(random.Uint64()).Slice(0, elem))
	}
	if i%4 == 0 {
		m.Lane[random.IntN(len(m.Lane))] = lane.Zero()
	}
	return m
}

// compare compares what the functions have made of all pairs, one function after another.
func (e *emittedFunctions) compare(t *testing.T, out []byte) {
	t.Helper()
	size := e.bits / 8
	if len(out) != len(e.list)*e.inputs*size || len(out) == 0 {
		t.Fatalf("the program printed %d bytes, want %d", len(out), len(e.list)*e.inputs*size)
	}
	for i, f := range e.list {
		for k := range e.inputs {
			data := e.data[4*size*k:][:4*size]
			got := out[(i*e.inputs+k)*size:][:size]
			want := bytes.Clone(got)
			sources := [][]byte{data[:size], data[size : 2*size], data[2*size : 3*size]}
			if err := f.m.Apply(want, data[3*size:], sources[:len(f.m.Src)]...); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Fatalf("%s: %v: %x gives %x, want %x by\n%s", e.target.Name, f.m, data, got, want, e.code[i])
			}
		}
	}
	t.Logf("%s: %d functions of %d bits, %d pairs", e.target.Name, len(e.list), e.bits, len(e.list)*e.inputs)
}

// write writes files of a program into a directory.
func writeFiles(t testing.TB, dir string, files map[string][]byte) {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// command runs a program in a directory.
func command(t testing.TB, dir, program string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := oracle.Usual.Output(cmd)
	if err != nil {
		t.Fatalf("%s %v: %v\n%.3000s", program, args, err, complaints.String())
	}
	return out
}

// vectorC is the type of C of a vector.
func vectorC(bits int) string {
	if bits == 64 {
		return "unsigned long long"
	}
	return fmt.Sprintf("__m%di", bits)
}

// bareVectorC declares the vector of so many bits for C that uses no intrinsics: their header takes a compiler longer than all the rest.
func bareVectorC(bits int) string {
	if bits == 64 {
		return "typedef unsigned long long V;\n"
	}
	return fmt.Sprintf("typedef long long V __attribute__((vector_size(%d)));\n", bits/8)
}

// driverC is a program of C that calls all functions on the data in a file and prints the results.
func (e *emittedFunctions) driverC() []byte {
	var declared, calls strings.Builder
	for i := range e.list {
		letters := strings.Split(e.parameters(i), "")
		fmt.Fprintf(&declared, "V %s(V%s);\n", functionName(i), strings.Repeat(", V", len(letters)-1))
		fmt.Fprintf(&calls, "\tfor (k = 0; k < N; k++) { a = in[k][0]; b = in[k][1]; c = in[k][2]; d = in[k][3]; r = %s(%s); fwrite(&r, sizeof r, 1, stdout); }\n", functionName(i), strings.Join(letters, ", "))
	}
	return fmt.Appendf(nil, "#include <stdio.h>\n%s#define N %d\nstatic V in[N][4];\n%s"+
		"int main(void)\n{\n\tV a, b, c, d, r;\n\tint k;\n\tFILE *f = fopen(\"data\", \"rb\");\n\tif (!f || fread(in, sizeof in, 1, f) != 1) return 1;\n%s\treturn 0;\n}\n",
		bareVectorC(e.bits), e.inputs, declared.String(), calls.String())
}

// runsHere skips the test where this CPU cannot execute the target, by what the compiler knows of it.
func runsHere(t *testing.T, tg *target.Target) {
	t.Helper()
	dir := t.TempDir()
	writeFiles(t, dir, map[string][]byte{"cpu.c": fmt.Appendf(nil, "int main(void) { __builtin_cpu_init(); return !__builtin_cpu_supports(\"%s\"); }\n", cFlags[tg.Name].needs)})
	command(t, dir, oracle.Need(t, "cc"), "cpu.c", "-o", "cpu")
	if oracle.Usual.Run(exec.Command(filepath.Join(dir, "cpu"))) != nil {
		t.Skipf("this CPU lacks %s", cFlags[tg.Name].needs)
	}
}

// functionsOf says whether functions of a target are written and run: of those whose rows others have too a run has every other one, as its seed says, and a short one none.
func functionsOf(t testing.TB, tg *target.Target) bool {
	switch {
	case *full, slices.Contains([]string{"sse4.1", "bmi2", "neon", "wasm"}, tg.Name):
		return true
	case testing.Short():
		return false
	}
	return (uint64(slices.Index(target.Targets(), tg))+functionsSeed(t))%2 == 0
}

// functionsSeed is the seed of functions, and of which targets have some: one for all tests, which share what is lowered, so that who gives it again has the same.
func functionsSeed(t testing.TB) uint64 {
	functionsDrawn.Do(func() { functionsDrawn.seed = chance.Seed(t) })
	return functionsDrawn.seed
}

var functionsDrawn struct {
	sync.Once
	seed uint64
}

// functionCounts is how many random maps there are of so many bits, and on how many inputs each is run.
func functionCounts(bits int) (maps, inputs int) {
	switch {
	case *full:
		return 600, 64
	case testing.Short():
		return 12, 8
	case bits > 128:
		return 10, 16
	}
	return 20, 16
}

// The C of NEON is compiled and run under qemu.
func TestCUnderQemu(t *testing.T) {
	t.Parallel()
	clang := oracle.Need(t, "clang")
	tg := targetNamed(t, "neon")
	e := emitFunctions(t, tg, 128, func(r *lower.Result, name string) (string, error) { return r.C(tg, name) })
	for _, level := range []string{"-O0", "-O2"} {
		e.runAArch64(t, "f.c", []string{clang, "--target=aarch64-linux-gnu", level, "-ffreestanding", "-Wall", "-Werror", "-c", "f.c", "-o", "f.o"})
	}
}

// The C of wasm is compiled into a module and run in wazero.
func TestCInWazero(t *testing.T) {
	t.Parallel()
	clang := oracle.Need(t, "clang")
	tg := targetNamed(t, "wasm")
	e := emitFunctions(t, tg, 128, func(r *lower.Result, name string) (string, error) { return r.C(tg, name) })
	e.compare(t, e.runWasm(t, clang))
}

// runWasm is what the functions, compiled into a module, make of all pairs.
func (e *emittedFunctions) runWasm(t *testing.T, clang string) (out []byte) {
	t.Helper()
	oracle.Need(t, "wasm-ld")
	var calls strings.Builder
	for i := range e.list {
		var arguments []string
		for _, letter := range []byte(e.parameters(i)) {
			arguments = append(arguments, fmt.Sprintf("memory[%d]", letter-'a'))
		}
		fmt.Fprintf(&calls, "__attribute__((export_name(\"run%d\"))) void run%d(void) { memory[4] = %s(%s); }\n", i, i, functionName(i), strings.Join(arguments, ", "))
	}
	dir := t.TempDir()
	writeFiles(t, dir, map[string][]byte{"f.c": []byte(strings.Join(e.code, "") +
		"static v128_t memory[5];\n__attribute__((export_name(\"at\"))) v128_t *at(void) { return memory; }\n" + calls.String())})
	command(t, dir, clang, "--target=wasm32", "-msimd128", "-O1", "-ffreestanding", "-nostdlib", "-Wall", "-Werror", "-Wl,--no-entry", "-Wl,--export-memory", "f.c", "-o", "f.wasm")
	code, err := os.ReadFile(filepath.Join(dir, "f.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	module, err := runtime.Instantiate(ctx, code)
	if err != nil {
		t.Fatal(err)
	}
	at, err := module.ExportedFunction("at").Call(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for i := range e.list {
		for k := range e.inputs {
			module.Memory().Write(uint32(at[0]), e.data[64*k:][:64])
			if _, err := module.ExportedFunction(fmt.Sprintf("run%d", i)).Call(ctx); err != nil {
				t.Fatal(err)
			}
			got, _ := module.Memory().Read(uint32(at[0])+64, 16)
			out = append(out, got...)
		}
	}
	return out
}

// Rust is compiled and executed on this CPU.
func TestRustOnSilicon(t *testing.T) {
	t.Parallel()
	rustc := oracle.IfThere(t, "rustc", "Debian's is older than the intrinsics of AVX-512, which are in Rust since 1.89")
	var minor int
	if _, err := fmt.Sscanf(string(command(t, t.TempDir(), rustc, "--version")), "rustc 1.%d", &minor); err != nil || minor < 89 {
		t.Skipf("rustc is 1.%d, and the intrinsics of AVX-512 are in Rust since 1.89 (%v)", minor, err)
	}
	run := func(t *testing.T, e *emittedFunctions) {
		dir := t.TempDir()
		writeFiles(t, dir, map[string][]byte{"main.rs": e.driverRust(), "data": e.data})
		command(t, dir, rustc, "--edition", "2021", "-C", "opt-level=0", "-D", "warnings", "-A", "non_snake_case", "main.rs", "-o", "main")
		e.compare(t, command(t, dir, "./main"))
	}
	random := chance.Random(t, 324)
	beside, rows := []string{"sse2", "avx2+bmi2"}[random.IntN(2)], random.IntN(3)
	for _, tg := range target.Targets() {
		if tg.Spelling.Go == nil || tg.Spelling.Go.Architecture != "amd64" || !*full && tg.Name != "avx512vbmi" && (testing.Short() || tg.Name != beside) {
			continue // one compiler writes them all, and the rows of all are in one target
		}
		t.Run(tg.Name, func(t *testing.T) {
			runsHere(t, tg)
			rust := func(r *lower.Result, name string) (string, error) { return r.Rust(tg, name) }
			for k, bits := range tg.Bits {
				run(t, emitFunctions(t, tg, bits, rust))
				if tg.Name == "avx512vbmi" && (*full || k == rows%len(tg.Bits)) {
					run(t, emitRows(t, tg, bits, rust))
				}
			}
		})
	}
}

// driverRust is a program of Rust that calls all functions on the data in a file and prints the results. Each function is in a module of its own, since each file names what it uses.
func (e *emittedFunctions) driverRust() []byte {
	var b strings.Builder
	b.WriteString("use std::io::Write;\n")
	for i, code := range e.code {
		fmt.Fprintf(&b, "mod m%d {\n%s}\n", i, code)
	}
	of := "core::arch::x86_64::" + vectorC(e.bits)
	if e.bits == 64 {
		of = "u64"
	}
	fmt.Fprintf(&b, "type V = %s;\nunsafe fn at(data: &[u8], k: usize, n: usize) -> V { std::ptr::read_unaligned((data.as_ptr() as *const V).add(4 * k + n)) }\n", of)
	var calls strings.Builder
	for i := range e.list {
		var arguments []string
		for _, letter := range []byte(e.parameters(i)) {
			arguments = append(arguments, fmt.Sprintf("at(data, k, %d)", letter-'a'))
		}
		fmt.Fprintf(&b, "unsafe fn call%d(data: &[u8], k: usize) -> V { m%[1]d::%s(%s) }\n", i, functionName(i), strings.Join(arguments, ", "))
		fmt.Fprintf(&calls, "call%d, ", i)
	}
	fmt.Fprintf(&b, "fn main() {\n\tlet data = std::fs::read(\"data\").unwrap();\n\tlet mut out = Vec::<u8>::new();\n\tlet calls: [unsafe fn(&[u8], usize) -> V; %d] = [%s];\n", len(e.list), calls.String())
	fmt.Fprintf(&b, "\tfor call in calls {\n\t\tfor k in 0..%d {\n\t\t\tlet r = unsafe { call(&data, k) };\n\t\t\tout.extend_from_slice(unsafe { std::slice::from_raw_parts(&r as *const V as *const u8, %d) });\n\t\t}\n\t}\n", e.inputs, e.bits/8)
	b.WriteString("\tstd::io::stdout().write_all(&out).unwrap();\n}\n")
	return []byte(b.String())
}
