package lower_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/lower/network"
	"github.com/lanescope/lanescope/target"
)

// Vectors of the functions of this file lie in the data of a pair one behind the other: mostSources sources, and then the old destination.
const (
	mostSources = 9
	pairBytes   = (mostSources + 1) * roomOfVector
)

// memoryFunctions are functions of several registers of one target, in some language, for maps of all widths, and what they are run on.
type memoryFunctions struct {
	target *target.Target
	list   []*lower.Result
	code   []string
	inputs int
	data   []byte // for each input the vectors of a pair, roomOfVector bytes each
}

// memoryMaps are maps of several registers of each target, lowered once for all languages.
var memoryMaps sync.Map // of a target's name, to func() ([]*lower.Result, error)

// memoryFunctionsOf has functions written for maps of every width that takes several registers, and of one to three sources each; without -full of some of these, chosen by chance, fewer of the long ones.
// One map has nine sources, so that parameters come on the stack.
func memoryFunctionsOf(t *testing.T, tg *target.Target, emit func(r *lower.Result, name string) (string, error)) *memoryFunctions {
	t.Helper()
	random := chance.Random(t, 45)
	once, _ := memoryMaps.LoadOrStore(tg.Name, sync.OnceValues(func() (list []*lower.Result, err error) {
		for _, m := range wideMaps(random, tg) {
			r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Effort: lower.Quick, Cost: lower.Cost(random.IntN(2))})
			if err != nil {
				return nil, fmt.Errorf("%s: %v: %w", tg.Name, m, err)
			}
			if r.Several() {
				list = append(list, r)
			}
		}
		for _, maps := range networksInMemory(t, random, tg) {
			r, err := tables.Network(t.Context(), maps, lower.Options{Target: tg, Effort: lower.Quick, Cost: lower.Cost(random.IntN(2))})
			if err != nil {
				return nil, fmt.Errorf("%s: %v: %w", tg.Name, maps, err)
			}
			list = append(list, r)
		}
		return list, nil
	}))
	list, err := once.(func() ([]*lower.Result, error))()
	if err != nil {
		t.Fatal(err)
	}
	f := &memoryFunctions{target: tg, list: list, inputs: 6}
	if *full {
		f.inputs = 60
	}
	f.data = make([]byte, f.inputs*pairBytes)
	for i := range f.data {
		f.data[i] = byte(random.Uint32())
	}
	for i, r := range list {
		code, err := emit(r, f.name(i))
		if err != nil {
			t.Fatalf("%s: %v: %v", tg.Name, r.Map, err)
		}
		f.code = append(f.code, code)
	}
	return f
}

// severalOf says whether functions of several registers of a target are run: of those with two files one, but with -full; a short run has one target.
func severalOf(t testing.TB, tg *target.Target) bool {
	return functionsOf(t, tg) && (!testing.Short() || tg.Name == "sse4.1") && (*full || !tg.Holds(target.General) || !tg.Holds(target.Vectors) || tg.Name == "avx2+bmi2")
}

// wideMaps are random maps that are wider than a register.
func wideMaps(random *rand.Rand, tg *target.Target) (list []lane.Map) {
	most := tg.Bits[len(tg.Bits)-1]
	for _, total := range []int{128, 256, 512, 1024, lower.MostBits, most + 8*(1+random.IntN(most/8-1)), 2*most + 8*(1+random.IntN(most/8-1))} {
		for sources := 1; sources <= 3; sources++ {
			if total <= most || !*full && (random.IntN(8) > 0 || random.IntN(total) > 512 || testing.Short() && total > 512) {
				continue
			}
			bits := []int{8, 16, 32, 64}[random.IntN(4)]
			for total%bits != 0 {
				bits /= 2
			}
			lanes := total / bits
			if random.IntN(3) == 0 {
				lanes -= random.IntN(lanes)
			}
			m := randomMap(random, bits, lanes, sources, random.IntN(2) == 0)
			if more := (total - len(m.Lane)*bits) / bits; more > 0 { // a shorter destination, or longer sources
				for k := range m.Src {
					m.Src[k] += random.IntN(more + 1)
				}
			}
			list = append(list, m)
		}
	}
	registers := 2
	if tg.Registers(tg.Files[0]) > 2*mostSources { // so that some are in memory
		registers = 4
	}
	return append(list, randomMap(random, 8, registers*most/8, mostSources, false))
}

// networksInMemory are networks whose sources and results have room in these tests' memory: one, or with -full all.
func networksInMemory(t *testing.T, random *rand.Rand, tg *target.Target) (list [][]lane.Map) {
	t.Helper()
	if tg.Files[0] != target.Vectors {
		return nil
	}
	most := tg.Bits[len(tg.Bits)-1]
	for _, kind := range network.Kinds() {
		for _, bits := range []int{8, 16, 32, 64} {
			for n := 2; n <= mostSources; n++ {
				size, second := n, 0
				switch {
				case kind.Name == "bitreverse" && n&(n-1) == 0:
					size = n * most / bits
				case kind.Name == "bitreverse":
					continue
				case kind.Name == "transpose" || kind.Name == "rotate":
					size, second = n, most/bits
				}
				maps, err := kind.Maps(size, second, 1, most/bits, bits)
				if err != nil {
					t.Fatal(err)
				}
				if total := 0; len(maps[0].Src) <= mostSources {
					for _, m := range maps {
						total += (len(m.Lane)*bits + most - 1) / most * most
					}
					if len(maps[0].Lane)*bits == most && total <= lower.MostBits {
						list = append(list, maps)
					}
				}
			}
		}
	}
	if !*full {
		k := random.IntN(len(list))
		list = list[k : k+1]
	}
	return list
}

// name is that of function i, which no other target has.
func (f *memoryFunctions) name(i int) string {
	return fmt.Sprintf("F%d_%s", i, strings.NewReplacer(".", "_", "+", "_").Replace(f.target.Name))
}

// pointers are the parameters of function i behind the result: which vector of a pair each is, and its bytes.
func (f *memoryFunctions) pointers(i int) (list [][2]int) {
	m := f.list[i].Map
	result := m.Bytes(len(m.Lane))
	for k := range max(2, len(m.Src)) {
		bytes := result
		if k < len(m.Src) {
			bytes = m.Bytes(m.Src[k])
		}
		list = append(list, [2]int{k, bytes})
	}
	if m.ReadsOld() {
		list = append(list, [2]int{mostSources, result})
	}
	return list
}

// compare compares what functions have made, in roomOfVector bytes each, of which those behind the result are 0.
func (f *memoryFunctions) compare(t *testing.T, out []byte) {
	t.Helper()
	if len(out) != len(f.list)*f.inputs*roomOfVector || len(f.list) == 0 {
		t.Fatalf("%s: %d bytes, want %d", f.target.Name, len(out), len(f.list)*f.inputs*roomOfVector)
	}
	for i := range f.list {
		for k := range f.inputs {
			f.compareOne(t, i, f.data[k*pairBytes:][:pairBytes], out[(i*f.inputs+k)*roomOfVector:][:roomOfVector])
		}
	}
	t.Logf("%s: %d functions, %d pairs", f.target.Name, len(f.list), len(f.list)*f.inputs)
}

func (f *memoryFunctions) compareOne(t *testing.T, i int, data, out []byte) {
	t.Helper()
	m := f.list[i].Map
	var sources [][]byte
	for k, n := range m.Src {
		sources = append(sources, data[k*roomOfVector:][:m.Bytes(n)])
	}
	n := m.Bytes(len(m.Lane))
	got, want := out[:n], bytes.Clone(out[:n])
	if err := m.Apply(want, data[mostSources*roomOfVector:][:n], sources...); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("%s: %v gives\n%x, want\n%x by\n%s", f.target.Name, m, got, want, f.code[i])
	}
	if len(bytes.Trim(out[n:], "\x00")) > 0 {
		t.Fatalf("%s: %v writes behind its %d bytes: %x\n%s", f.target.Name, m, n, out[n:], f.code[i])
	}
}

// memoryDriver calls functions with sources that end where the memory does, and every second time with the result where the first source is; the bytes around it have to stay.
const memoryDriver = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#define ROOM %d
#define SOURCES %d
typedef void V(void);
struct f { V *f; int result, n, pointer[SOURCES + 1], bytes[SOURCES + 1]; };
static unsigned char data[SOURCES + 1][ROOM], guarded[ROOM + 64], out[ROOM], *end[SOURCES + 1];
%s
static struct f list[] = {
%s};
static void call(const struct f *f, void *r, void **p)
{
	switch (f->n) {
	case 2: ((void (*)(void *, void *, void *))f->f)(r, p[0], p[1]); return;
	case 3: ((void (*)(void *, void *, void *, void *))f->f)(r, p[0], p[1], p[2]); return;
	case 4: ((void (*)(void *, void *, void *, void *, void *))f->f)(r, p[0], p[1], p[2], p[3]); return;
	case 5: ((void (*)(void *, void *, void *, void *, void *, void *))f->f)(r, p[0], p[1], p[2], p[3], p[4]); return;
	case 6: ((void (*)(void *, void *, void *, void *, void *, void *, void *))f->f)(r, p[0], p[1], p[2], p[3], p[4], p[5]); return;
	case 7: ((void (*)(void *, void *, void *, void *, void *, void *, void *, void *))f->f)(r, p[0], p[1], p[2], p[3], p[4], p[5], p[6]); return;
	case 8: ((void (*)(void *, void *, void *, void *, void *, void *, void *, void *, void *))f->f)(r, p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]); return;
	case 9: ((void (*)(void *, void *, void *, void *, void *, void *, void *, void *, void *, void *))f->f)(r, p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8]); return;
	}
	abort();
}
int main(void)
{
	for (int k = 0; k <= SOURCES; k++) {
		unsigned char *m = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (m == MAP_FAILED || mprotect(m + 4096, 4096, PROT_NONE)) return 1;
		end[k] = m + 4096;
	}
	for (unsigned i = 0; i < sizeof list / sizeof list[0]; i++) {
		FILE *file = fopen("data", "rb");
		for (int n = 0; fread(data, sizeof data, 1, file) == 1; n++) {
			const struct f *f = &list[i];
			void *p[SOURCES + 1], *r = guarded + 32 + n %% 3;
			for (int k = 0; k < f->n; k++) {
				p[k] = end[k] - f->bytes[k];
				if (k == 0 && n & 1 && f->result > f->bytes[0]) p[k] = end[k] - f->result;
				memcpy(p[k], data[f->pointer[k]], f->bytes[k]);
			}
			memset(guarded, 0xa5, sizeof guarded);
			if (n & 1) r = p[0];
			call(f, r, p);
			memset(out, 0, sizeof out);
			memcpy(out, r, f->result);
			if (!(n & 1))
				for (unsigned char *b = guarded; b < guarded + sizeof guarded; b++)
					if (*b != 0xa5 && (b < (unsigned char *)r || b >= (unsigned char *)r + f->result)) { fprintf(stderr, "function %%u writes at %%d\n", i, (int)(b - (unsigned char *)r)); return 2; }
			fwrite(out, sizeof out, 1, stdout);
		}
		fclose(file);
	}
	return 0;
}
`

// driver is the program of C for functions that have these prototypes elsewhere.
func (f *memoryFunctions) driver() []byte {
	var declared, table strings.Builder
	for i, r := range f.list {
		fmt.Fprintf(&declared, "V %s;\n", f.name(i))
		var pointers, sizes []string
		for _, p := range f.pointers(i) {
			pointers, sizes = append(pointers, fmt.Sprint(p[0])), append(sizes, fmt.Sprint(p[1]))
		}
		fmt.Fprintf(&table, "\t{%s, %d, %d, {%s}, {%s}},\n", f.name(i), r.Map.Bytes(len(r.Map.Lane)), len(pointers), strings.Join(pointers, ", "), strings.Join(sizes, ", "))
	}
	return fmt.Appendf(nil, memoryDriver, roomOfVector, mostSources, declared.String(), table.String())
}

// Files of assembly of several registers are read by both assemblers, and a compiler's code calls them. They read and write no byte that is not theirs.
func TestSeveralAssemblyOnSilicon(t *testing.T) {
	t.Parallel()
	as, cc, mc := oracle.Need(t, "as"), oracle.Need(t, "cc"), oracle.Need(t, "llvm-mc")
	for _, tg := range target.Targets() {
		if _, ok := cFlags[tg.Name]; !ok || !severalOf(t, tg) {
			continue
		}
		t.Run(tg.Name, func(t *testing.T) {
			if !executes(t, tg) {
				t.Skipf("this CPU lacks some of %v", tg.Has)
			}
			f := memoryFunctionsOf(t, tg, func(r *lower.Result, name string) (string, error) { return r.Assembly(tg, name) })
			dir := t.TempDir()
			writeFiles(t, dir, map[string][]byte{"f.s": []byte(strings.Join(f.code, "")), "main.c": f.driver(), "data": f.data})
			command(t, dir, cc, "-O1", "-c", "main.c", "-o", "main.o")
			for _, assemble := range [][]string{{as}, {mc, "-triple=x86_64-linux-gnu", "-mattr=+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512vbmi,+avx512vbmi2,+gfni,+bmi,+bmi2", "-filetype=obj"}} {
				command(t, dir, assemble[0], append(assemble[1:], "f.s", "-o", "f.o")...)
				command(t, dir, cc, "main.o", "f.o", "-o", "main")
				f.compare(t, command(t, dir, "./main"))
			}
		})
	}
}

// The same for NEON, under qemu, where what a function has to preserve is printed behind the results.
func TestSeveralAssemblyUnderQemu(t *testing.T) {
	if testing.Short() {
		t.Skip("runs programs of their own")
	}
	t.Parallel()
	as, mc := oracle.Need(t, "aarch64-linux-gnu-as"), oracle.Need(t, "llvm-mc")
	tg := targetNamed(t, "neon")
	f := memoryFunctionsOf(t, tg, func(r *lower.Result, name string) (string, error) { return r.Assembly(tg, name) })
	for _, assemble := range [][]string{{as}, {mc, "-triple=aarch64-linux-gnu", "-filetype=obj"}} {
		f.runAArch64(t, append(assemble, "f.s", "-o", "f.o"))
	}
}

// runAArch64 has the functions assembled, and calls them under qemu.
func (f *memoryFunctions) runAArch64(t *testing.T, assemble []string) {
	t.Helper()
	total := len(f.list) * f.inputs * roomOfVector
	f.compare(t, underQemu(t, map[string][]byte{"f.s": []byte(strings.Join(f.code, "")), "main.s": f.driverAArch64(), "data": f.data}, assemble, total))
}

// driverAArch64 is a program that calls all functions on the data, with the parameters behind the eighth on the stack, and prints the results and the lower halves of v8 to v15.
func (f *memoryFunctions) driverAArch64() []byte {
	var b strings.Builder
	b.WriteString(".globl _start\n_start:\nadrp x20, results\nadd x20, x20, :lo12:results\n")
	for n := 8; n < 16; n++ {
		fmt.Fprintf(&b, "movi v%d.16b, #%d\n", n, n)
	}
	for i := range f.list {
		fmt.Fprintf(&b, "adrp x21, data\nadd x21, x21, :lo12:data\nmov x22, #%d\nloop%d:\nmov x0, x20\nsub sp, sp, #32\n", f.inputs, i)
		for n, p := range f.pointers(i) {
			if n+1 < 8 {
				fmt.Fprintf(&b, "add x%d, x21, #%d\n", n+1, p[0]*roomOfVector)
			} else {
				fmt.Fprintf(&b, "add x9, x21, #%d\nstr x9, [sp, #%d]\n", p[0]*roomOfVector, 8*(n-7))
			}
		}
		fmt.Fprintf(&b, "bl %s\nadd sp, sp, #32\nadd x20, x20, #%d\nadd x21, x21, #%d\nsubs x22, x22, #1\nb.ne loop%d\n", f.name(i), roomOfVector, pairBytes, i)
	}
	total := roomOfVector*f.inputs*len(f.list) + 64
	b.WriteString("stp d8, d9, [x20]\nstp d10, d11, [x20, #16]\nstp d12, d13, [x20, #32]\nstp d14, d15, [x20, #48]\n")
	fmt.Fprintf(&b, "mov x0, #1\nadrp x1, results\nadd x1, x1, :lo12:results\nldr x2, =%d\nmov x8, #64\nsvc #0\nmov x0, #0\nmov x8, #93\nsvc #0\n.ltorg\n", total)
	fmt.Fprintf(&b, ".data\n.balign 16\ndata: .incbin \"data\"\n.bss\n.balign 16\nresults: .skip %d\n", total)
	return []byte(b.String())
}

// Go's assembler and its vet take files of several registers for x86, and what they make is executed on this CPU.
func TestSeveralGoAssemblyOnSilicon(t *testing.T) {
	if testing.Short() {
		t.Skip("runs programs of their own")
	}
	t.Parallel()
	var list []*memoryFunctions
	for _, tg := range target.Targets() {
		if tg.Spelling.Go != nil && tg.Spelling.Go.Architecture == "amd64" && severalOf(t, tg) && executes(t, tg) {
			list = append(list, memoryFunctionsOf(t, tg, emitGo(tg)))
		}
	}
	runSeveralGo(t, list, "amd64")
}

// The same for NEON, under qemu.
func TestSeveralGoAssemblyUnderQemu(t *testing.T) {
	if testing.Short() {
		t.Skip("runs programs of their own")
	}
	t.Parallel()
	qemu := oracle.Need(t, "qemu-aarch64")
	tg := targetNamed(t, "neon")
	runSeveralGo(t, []*memoryFunctions{memoryFunctionsOf(t, tg, emitGo(tg))}, "arm64", qemu)
}

const severalGoMain = `package main

import (
	"os"
	"unsafe"
)

var data [][%d][%d]byte

func run(call func(r unsafe.Pointer, p *[%[1]d][%[2]d]byte)) {
	for k := range data {
		var r [%[2]d]byte
		call(unsafe.Pointer(&r), &data[k])
		os.Stdout.Write(r[:])
	}
}

func main() {
	b, err := os.ReadFile("data")
	if err != nil {
		panic(err)
	}
	data = make([][%[1]d][%[2]d]byte, len(b)/%[3]d)
	for k := range data {
		for j := range data[k] {
			copy(data[k][j][:], b[k*%[3]d+j*%[2]d:])
		}
	}
`

// runSeveralGo has a program made of all functions, and compares what it prints.
func runSeveralGo(t *testing.T, list []*memoryFunctions, architecture string, by ...string) {
	t.Helper()
	m := newGoModule(t)
	if len(list) == 0 {
		t.Fatal("there are no functions")
	}
	var declared, assembly, calls strings.Builder
	declared.WriteString("package main\n\n")
	assembly.WriteString("#include \"textflag.h\"\n")
	fmt.Fprintf(&calls, severalGoMain, mostSources+1, roomOfVector, pairBytes)
	for _, f := range list {
		for i, code := range f.code {
			lines := goDeclaration.FindAllStringSubmatch(code, -1)
			if len(lines) != 2 {
				t.Fatalf("no declaration in\n%s", code)
			}
			declared.WriteString(lines[0][1] + "\n" + lines[1][1] + "\n\n")
			assembly.WriteString(strings.TrimPrefix(code, "#include \"textflag.h\"\n"))
			r := f.list[i].Map
			arguments := []string{fmt.Sprintf("(*[%d]byte)(r)", r.Bytes(len(r.Lane)))}
			for _, p := range f.pointers(i) {
				arguments = append(arguments, fmt.Sprintf("(*[%d]byte)(p[%d][:])", p[1], p[0]))
			}
			fmt.Fprintf(&calls, "\trun(func(r unsafe.Pointer, p *[%d][%d]byte) { %s(%s) })\n", mostSources+1, roomOfVector, f.name(i), strings.Join(arguments, ", "))
		}
		f.data = list[0].data // one for all
	}
	calls.WriteString("}\n")
	writeFiles(t, m.dir, map[string][]byte{"main.go": []byte(calls.String()), "f.go": []byte(declared.String()), "f_" + architecture + ".s": []byte(assembly.String()), "data": list[0].data})
	m.build(architecture)
	program := append(by, "./main")
	out := command(t, m.dir, program[0], program[1:]...)
	for _, f := range list {
		size := min(len(out), len(f.list)*f.inputs*roomOfVector)
		f.compare(t, out[:size])
		out = out[size:]
	}
}

// unwoundMain calls a function whose result is nowhere: the store at the end of it faults, and the caller recovers if the stack can be unwound from there.
const unwoundMain = `package main

import "fmt"

func call(p *[%d]byte) (what any) {
	defer func() { what = recover() }()
	%s(%s)
	return "no fault"
}

func main() {
	var p [%[1]d]byte
	for i := range p {
		p[i] = 0xa5 // what overwrites an address is none
	}
	fmt.Print(call(&p))
}
`

// Values in the frame leave alone what Go finds its callers by: the link register of AArch64 is at the frame's lower end, where a leaf never reads it again, and so no result tells.
func TestGoFramesUnwind(t *testing.T) {
	if testing.Short() {
		t.Skip("runs programs of their own")
	}
	t.Parallel()
	for _, by := range []struct {
		target  string
		program []string
	}{{"ssse3", nil}, {"neon", []string{"qemu-aarch64"}}} {
		t.Run(by.target, func(t *testing.T) {
			if tg := targetNamed(t, by.target); by.program != nil {
				unwinds(t, tg, oracle.Need(t, by.program[0]), "./main")
			} else if executes(t, tg) {
				unwinds(t, tg, "./main")
			}
		})
	}
}

// withFrame is a random map whose function has values in its frame, which most of the widest have.
func withFrame(t *testing.T, tg *target.Target) (*lower.Result, string) {
	t.Helper()
	random := chance.Random(t, 46)
	for range 8 {
		m := wideMaps(random, tg)
		r, err := tables.Lower(t.Context(), m[len(m)-1], lower.Options{Target: tg, Effort: lower.Quick})
		if err != nil {
			t.Fatal(err)
		}
		code, err := r.GoAssembly(tg, "F")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(code, ", $0-") {
			return r, code
		}
	}
	t.Fatal("no value of eight maps is in a frame")
	return nil, ""
}

// unwinds has a function written that has values in its frame, and calls it for a result that is nowhere.
func unwinds(t *testing.T, tg *target.Target, program ...string) {
	t.Helper()
	r, code := withFrame(t, tg)
	lines := goDeclaration.FindAllStringSubmatch(code, -1)
	arguments := []string{"nil"}
	for k := range r.Map.Src {
		bytes := r.Map.Bytes(r.Map.Src[k])
		arguments = append(arguments, fmt.Sprintf("(*[%d]byte)(p[:])", bytes))
	}
	module, architecture := newGoModule(t), tg.Spelling.Go.Architecture
	writeFiles(t, module.dir, map[string][]byte{
		"main.go":                  fmt.Appendf(nil, unwoundMain, roomOfVector, "F", strings.Join(arguments, ", ")),
		"f.go":                     []byte("package main\n\n" + lines[0][1] + "\n" + lines[1][1] + "\n"),
		"f_" + architecture + ".s": []byte(code),
	})
	module.build(architecture)
	if out := string(command(t, module.dir, program[0], program[1:]...)); !strings.Contains(out, "nil pointer dereference") {
		t.Errorf("%s: %q, want that a nil pointer is recovered from", tg.Name, out)
	}
}

// Rust of several registers is compiled and executed on this CPU, all targets in one program.
func TestSeveralRustOnSilicon(t *testing.T) {
	if testing.Short() {
		t.Skip("runs programs of their own")
	}
	t.Parallel()
	rustc := oracle.IfThere(t, "rustc", "Debian's is older than the intrinsics of AVX-512, which are in Rust since 1.89")
	var minor int
	if _, err := fmt.Sscanf(string(command(t, t.TempDir(), rustc, "--version")), "rustc 1.%d", &minor); err != nil || minor < 89 {
		t.Skipf("rustc is 1.%d, and the intrinsics of AVX-512 are in Rust since 1.89 (%v)", minor, err)
	}
	var list []*memoryFunctions
	var code, calls strings.Builder
	code.WriteString("use std::io::Write;\nunsafe fn at<T>(data: &[u8], offset: usize) -> T { std::ptr::read_unaligned(data.as_ptr().add(offset) as *const T) }\n" +
		"fn put<T>(out: &mut Vec<u8>, value: &T) { out.extend_from_slice(unsafe { std::slice::from_raw_parts(value as *const T as *const u8, std::mem::size_of::<T>()) }) }\n")
	for _, tg := range target.Targets() {
		if tg.Spelling.Go == nil || tg.Spelling.Go.Architecture != "amd64" || !severalOf(t, tg) || !executes(t, tg) {
			continue
		}
		f := memoryFunctionsOf(t, tg, func(r *lower.Result, name string) (string, error) { return r.Rust(tg, name) })
		list = append(list, f)
		f.data = list[0].data
		for i, text := range f.code {
			fmt.Fprintf(&code, "mod m%s {\n%s}\n", f.name(i), text)
			fmt.Fprintf(&code, "unsafe fn call%s(data: &[u8], out: &mut Vec<u8>) { %s }\n", f.name(i), f.callRust(i))
			fmt.Fprintf(&calls, "call%s, ", f.name(i))
		}
	}
	fmt.Fprintf(&code, "fn main() {\n\tlet data = std::fs::read(\"data\").unwrap();\n\tlet mut out = Vec::<u8>::new();\n\tfor call in [%s] as [unsafe fn(&[u8], &mut Vec<u8>); %d] {\n", calls.String(), strings.Count(calls.String(), "call"))
	fmt.Fprintf(&code, "\t\tfor pair in data.chunks(%d) {\n\t\t\tlet n = out.len();\n\t\t\tunsafe { call(pair, &mut out) };\n\t\t\tout.resize(n + %d, 0);\n\t\t}\n\t}\n\tstd::io::stdout().write_all(&out).unwrap();\n}\n", pairBytes, roomOfVector)
	dir := t.TempDir()
	writeFiles(t, dir, map[string][]byte{"main.rs": []byte(code.String()), "data": list[0].data})
	command(t, dir, rustc, "--edition", "2021", "-C", "opt-level=0", "-D", "warnings", "-A", "non_snake_case", "main.rs", "-o", "main")
	out := command(t, dir, "./main")
	for _, f := range list {
		size := min(len(out), len(f.list)*f.inputs*roomOfVector)
		f.compareRust(t, out[:size])
		out = out[size:]
	}
}

// compareRust compares without what is behind results: registers are whole there.
func (f *memoryFunctions) compareRust(t *testing.T, out []byte) {
	t.Helper()
	for i, r := range f.list {
		for k := range f.inputs {
			if at := (i*f.inputs + k) * roomOfVector; at+roomOfVector <= len(out) {
				clear(out[at:][r.Map.Bytes(len(r.Map.Lane)):roomOfVector])
			}
		}
	}
	f.compare(t, out)
}

// callRust is what calls function i: what takes registers of one width is an array of them, else a tuple.
func (f *memoryFunctions) callRust(i int) string {
	r := f.list[i]
	most := f.target.Bits[len(f.target.Bits)-1]
	group := func(bits int, one func(k, register int) string) string {
		var of []string
		mixed := false
		for k := 0; k*most < bits; k++ {
			register := most
			for _, n := range f.target.Bits {
				if n >= bits-k*most && register > n {
					register, mixed = n, true
				}
			}
			of = append(of, one(k, register))
		}
		switch {
		case len(of) == 1:
			return of[0]
		case mixed:
			return "(" + strings.Join(of, ", ") + ")"
		}
		return "[" + strings.Join(of, ", ") + "]"
	}
	var arguments []string
	for _, p := range f.pointers(i) {
		bits := 8 * p[1]
		if p[0] < mostSources && p[0] < len(r.Map.Src) && r.Map.Reads()[p[0]] == 0 {
			bits = 8 * f.list[i].Map.Bytes(len(r.Map.Lane))
		}
		arguments = append(arguments, group(bits, func(k, _ int) string { return fmt.Sprintf("at(data, %d)", p[0]*roomOfVector+k*most/8) }))
	}
	names := 0
	pattern := group(len(r.Map.Lane)*r.Map.Bits, func(k, _ int) string { names++; return fmt.Sprintf("r%d", k) })
	puts := ""
	for k := range names {
		puts += fmt.Sprintf(" put(out, &r%d);", k)
	}
	return fmt.Sprintf("let %s = m%s::%s(%s);%s", pattern, f.name(i), f.name(i), strings.Join(arguments, ", "), puts)
}

// Machine code of several registers is executed on this CPU, with its inputs and results in registers that chance has chosen, or where it has them, and then also in slots.
func TestSeveralMachineCodeOnSilicon(t *testing.T) {
	if testing.Short() {
		t.Skip("runs programs of their own")
	}
	t.Parallel()
	for _, tg := range target.Targets() {
		if tg.Spelling.Machine == nil || tg.Name == "neon" || !severalOf(t, tg) {
			continue
		}
		t.Run(tg.Name, func(t *testing.T) {
			if !executes(t, tg) {
				t.Skipf("this CPU lacks some of %v", tg.Has)
			}
			f := memoryFunctionsOf(t, tg, func(*lower.Result, string) (string, error) { return "", nil })
			m := severalRuns{memoryFunctions: f, random: chance.Random(t, 46)}
			for i := range f.list {
				for tries, before := 0, m.runs; tries < 30 && m.runs < before+3*f.inputs; tries++ { // what chance wants kept may leave too few registers
					m.run(t, i)
				}
			}
			t.Logf("%s: %d sequences, %d runs, %d of them with slots, %d refused", tg.Name, len(f.list), m.runs, m.slotted, m.refused)
			if m.runs < len(f.list)*f.inputs/2 {
				t.Errorf("only %d runs", m.runs)
			}
		})
	}
}

type severalRuns struct {
	*memoryFunctions
	random                 *rand.Rand
	runs, slotted, refused int
}

// where the test's stack is in the memory of a body, and how long it is; slots begin above its end.
const (
	bodyStack = 64
	bodySlots = 4096 - 128
	slotsFrom = 32
)

func (m *severalRuns) run(t *testing.T, i int) {
	t.Helper()
	r := m.list[i]
	by := lower.Registers{Keep: [2][]int{target.General: keptByBodies}, Above: slotsFrom}
	free := m.random.Perm(16)
	if r.File == target.General {
		free = free[:0]
		for _, n := range m.random.Perm(16) {
			if n != 4 && n != 5 && n != 7 && n < 14 {
				free = append(free, n)
			}
		}
	}
	if m.random.IntN(3) > 0 && len(r.Inputs) <= len(free) {
		by.Inputs = append(by.Inputs, free[:len(r.Inputs)]...)
		if m.random.IntN(2) == 0 { // inputs, and others, so that values find no room
			by.Keep[r.File] = slices.Concat(by.Keep[r.File], by.Inputs[:1+m.random.IntN(len(by.Inputs))], free[len(by.Inputs):len(free)-m.random.IntN(len(free)-len(by.Inputs)+1)])
		}
	}
	if m.random.IntN(2) == 0 && len(r.Results) <= len(free)-len(by.Keep[target.Vectors]) {
		for _, n := range m.random.Perm(len(free)) {
			if len(by.Results) < len(r.Results) && !slices.Contains(by.Keep[r.File], free[n]) {
				by.Results = append(by.Results, free[n])
			}
		}
		if len(by.Results) < len(r.Results) {
			by.Results = nil
		}
	}
	code, at, err := r.AppendBytes([]byte{0x48, 0x89, 0x27, 0x48, 0x8d, 0x67, bodyStack - slotsFrom}, m.target, by)
	if err != nil || at.Slots > bodySlots {
		m.refused++
		if err != nil && !strings.Contains(err.Error(), "too few registers") && !strings.Contains(err.Error(), "register 0 is to be kept") && !strings.Contains(err.Error(), "none is free to exchange") {
			t.Fatalf("%v in %+v: %v", r.Map, by, err)
		}
		return
	}
	// mov [rdi], rsp; lea rsp, [rdi + 64 - slotsFrom]; …; mov rsp, [rdi]; ret
	code = m.target.Spelling.Machine.Return(append(code, 0x48, 0x8b, 0x27))
	if code, err = lower.AppendConstants(code, at.Constants); err != nil {
		t.Fatal(err)
	}
	body, err := execmem.Load(code)
	if err != nil {
		t.Skip(err)
	}
	defer body.Close()
	for k := range m.inputs {
		m.once(t, i, body, by, at, m.data[k*pairBytes:][:pairBytes])
		m.runs++
		if at.Slots > 0 {
			m.slotted++
		}
	}
}

func (m *severalRuns) once(t *testing.T, i int, body *execmem.Body, by lower.Registers, at lower.Placement, data []byte) {
	t.Helper()
	r := m.list[i]
	most := m.target.Bits[len(m.target.Bits)-1] / 8
	before := new(execmem.Registers)
	for n := range before.Vector {
		for k := range before.Vector[n] {
			before.Vector[n][k] = byte(m.random.Uint32())
		}
	}
	for n := range before.General {
		before.General[n] = m.random.Uint64()
	}
	place := func(regs *execmem.Registers, register, above int) []byte {
		switch {
		case register < 0:
			return regs.Memory[bodyStack-slotsFrom+above:]
		case r.File == target.General:
			return unsafe.Slice((*byte)(unsafe.Pointer(&regs.General[register])), 8)
		}
		return regs.Vector[register][:]
	}
	for k, in := range r.Inputs {
		source := in.Source
		if in.Old {
			source = mostSources
		}
		copy(place(before, at.Inputs[k], at.InSlots[k])[:r.Wide[k]/8], data[source*roomOfVector+in.Part*most:])
	}
	after := *before
	body.Run(&after)
	out := make([]byte, roomOfVector)
	for k := range r.Results {
		copy(out[k*most:], place(&after, at.Results[k], at.OutSlots[k])[:r.ResultBits(k)/8])
	}
	clear(out[r.Map.Bytes(len(r.Map.Lane)):])
	if m.code[i] == "" {
		m.code[i] = strings.Join(r.Listing(m.target), "\n")
	}
	m.compareOne(t, i, data, out)
	for n := range 16 {
		if before.Vector[n] != after.Vector[n] && !slices.Contains(at.Written[target.Vectors], n) {
			t.Fatalf("%s: %v in %+v writes vector %d, and says %v", m.target.Name, r.Map, by, n, at.Written)
		}
		if !slices.Contains(keptByBodies, n) && before.General[n] != after.General[n] && !slices.Contains(at.Written[target.General], n) {
			t.Fatalf("%s: %v in %+v writes general register %d, and says %v", m.target.Name, r.Map, by, n, at.Written)
		}
	}
	for f := range by.Keep {
		for _, n := range by.Keep[f] {
			if slices.Contains(at.Written[f], n) {
				t.Fatalf("register %d of file %d is to be kept, and is written", n, f)
			}
		}
	}
	for k := bodyStack + at.Slots; k < len(before.Memory); k++ {
		if before.Memory[k] != after.Memory[k] {
			t.Fatalf("%s: %v writes %d bytes above its %d bytes of slots", m.target.Name, r.Map, k-bodyStack, at.Slots)
		}
	}
}

// Machine code of NEON runs under qemu, between loads and stores of what is in registers and in slots.
func TestSeveralMachineCodeUnderQemu(t *testing.T) {
	if testing.Short() {
		t.Skip("runs programs of their own")
	}
	t.Parallel()
	tg := targetNamed(t, "neon")
	random := chance.Random(t, 47)
	slotted := 0
	f := memoryFunctionsOf(t, tg, func(r *lower.Result, name string) (string, error) {
		by := lower.Registers{Keep: [2][]int{target.Vectors: {8, 9, 10, 11, 12, 13, 14, 15}}, Above: 16 * random.IntN(3)}
		free := slices.DeleteFunc(random.Perm(32), func(n int) bool { return n >= 8 && n < 16 })
		if random.IntN(2) == 0 && len(r.Inputs) <= len(free) {
			by.Inputs = free[:len(r.Inputs)]
		}
		if random.IntN(2) == 0 && len(r.Results) <= len(free) {
			by.Results = free[len(free)-len(r.Results):]
		}
		code, at, err := r.AppendBytes(nil, tg, by)
		if err != nil && by.Inputs != nil { // lists of registers find none in a row, or no way leads there
			by.Inputs, by.Results = nil, nil
			code, at, err = r.AppendBytes(nil, tg, by)
		}
		if err != nil {
			return "", err
		}
		if at.Slots > 0 {
			slotted++
		}
		if code, err = lower.AppendConstants(tg.Spelling.Machine.Return(code), at.Constants); err != nil {
			return "", err
		}
		return wrappedAArch64(r, name, code, at, by.Above), nil
	})
	f.runAArch64(t, []string{oracle.Need(t, "aarch64-linux-gnu-as"), "f.s", "-o", "f.o"})
	if slotted == 0 {
		t.Error("nothing was in slots")
	}
}

// wrappedAArch64 is machine code as a function of pointers: the result's is in x0, and the others follow.
func wrappedAArch64(r *lower.Result, name string, code []byte, at lower.Placement, above int) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".globl %s\n%s:\nmov x9, sp\nmov x12, x30\nsub sp, sp, #%d\n", name, name, above+at.Slots)
	const most = 16
	for _, slotted := range []bool{true, false} { // register 0 is on the way to slots
		for k, in := range r.Inputs {
			n := in.Source + 1
			if in.Old {
				n = max(2, len(r.Map.Src)) + 1
			}
			if (at.Inputs[k] < 0) != slotted {
				continue
			}
			pointer := fmt.Sprintf("x%d", n)
			if n >= 8 {
				fmt.Fprintf(&b, "ldr x10, [x9, #%d]\n", 8*(n-8))
				pointer = "x10"
			}
			if slotted {
				fmt.Fprintf(&b, "ldr q0, [%s, #%d]\nstr q0, [sp, #%d]\n", pointer, in.Part*most, at.InSlots[k])
			} else {
				fmt.Fprintf(&b, "ldr q%d, [%s, #%d]\n", at.Inputs[k], pointer, in.Part*most)
			}
		}
	}
	fmt.Fprintf(&b, "bl %s_code\n", name)
	left := r.Map.Bytes(len(r.Map.Lane))
	for _, slotted := range []bool{false, true} {
		for k := range r.Results {
			if (at.Results[k] < 0) != slotted {
				continue
			}
			register := at.Results[k]
			if slotted {
				register = 0
				fmt.Fprintf(&b, "ldr q0, [sp, #%d]\n", at.OutSlots[k])
			}
			bytes := min(most, left-k*most)
			for n := range bytes {
				fmt.Fprintf(&b, "umov w11, v%d.b[%d]\nstrb w11, [x0, #%d]\n", register, n, k*most+n)
			}
		}
	}
	fmt.Fprintf(&b, "mov sp, x9\nret x12\n.balign 16\n%s_code: .byte %s\n", name, strings.Join(strings.Fields(strings.Trim(fmt.Sprint(code), "[]")), ","))
	return b.String()
}
