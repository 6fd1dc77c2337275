package lower_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/tetratelabs/wazero"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// roomOfVector is how many bytes each vector has in these tests' memory: a, b and d follow one another, and then the result.
const roomOfVector = lower.MostBits / 8

// severals are the random maps of several registers of each target, lowered once for all tests.
var severals sync.Map // of a target's name, to func() ([]*lower.Result, error)

// severalMaps are random maps of several registers, lowered.
func severalMaps(t *testing.T, tg *target.Target) []*lower.Result {
	t.Helper()
	n, _ := severalPairs()
	if tg.Holds(target.General) && !*full {
		n = max(1, n/4)
	}
	random := chance.Random(t, 41)
	once, _ := severals.LoadOrStore(tg.Name, sync.OnceValues(func() (list []*lower.Result, err error) {
		for i := random.IntN(40); len(list) < n; i++ { // now and then a map fits in one
			m := severalMap(random, tg, i)
			r, err := tables.Lower(context.Background(), m, lower.Options{Target: tg, Effort: lower.Quick, Cost: lower.Cost(i % 2)})
			if err != nil {
				return nil, fmt.Errorf("%v: %w", m, err)
			}
			if r.Several() {
				list = append(list, r)
			}
		}
		return list, nil
	}))
	list, err := once.(func() ([]*lower.Result, error))()
	if err != nil {
		t.Fatalf("%s: %v", tg.Name, err)
	}
	return list
}

// severalMap is random map i, of more bits than a register of the target has.
func severalMap(random *rand.Rand, tg *target.Target, i int) lane.Map {
	total := min(lower.MostBits, tg.Bits[len(tg.Bits)-1]*[]int{2, 3, 2, 4}[i%4])
	if i%8 == 7 {
		total = lower.MostBits
	}
	return severalCase(random, []int{8, 32, 16, 64, 32}[i%5], total)
}

// severalPairs is how many maps are executed, on how many inputs each.
func severalPairs() (maps, inputs int) {
	if *full {
		return 400, 250
	}
	if testing.Short() {
		return 2, 8
	}
	return 2, 16
}

// severalInputs are that many random bytes for a, b and d.
func severalInputs(random *rand.Rand, n int) []byte {
	data := make([]byte, 3*roomOfVector*n)
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	return data
}

// compareSeveral compares what a sequence made of a, b and d with its map.
func compareSeveral(t *testing.T, tg *target.Target, r *lower.Result, data, got []byte) {
	t.Helper()
	var src [][]byte
	for k, n := range r.Map.Src {
		src = append(src, data[k*roomOfVector:][:r.Map.Bytes(n)])
	}
	n := r.Map.Bytes(len(r.Map.Lane))
	got = got[:n]
	want := bytes.Clone(got)
	if err := r.Map.Apply(want, data[2*roomOfVector:][:n], src...); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("%s: %v of %x gives %x, want %x\n%s", tg.Name, r.Map, data, got, want, strings.Join(r.Listing(tg), "\n"))
	}
}

// needsCPU skips what this CPU cannot execute, before anything is lowered for it.
func needsCPU(t *testing.T, tg *target.Target) {
	t.Helper()
	if need, err := execmem.Named(tg.Features()); err == nil && !execmem.Features().Has(need) {
		t.Skipf("this CPU lacks %v", need&^execmem.Features())
	}
}

// A memoryProgram is a program of C that calls functions of several registers with what it reads, one function after another, and writes what they make.
type memoryProgram struct{ text strings.Builder }

const memoryMain = `
static void (*const f[])(void *, const void *, const void *, const void *) = {%s};
int main(void)
{
	static unsigned char in[3][%d], out[%[2]d];
	__builtin_cpu_init();
	if (!__builtin_cpu_supports("%[3]s")) return 77;
	for (unsigned k = 0; fread(in, sizeof in, 1, stdin) == 1; k++) {
		f[k %% %[4]d](out, in[0], in[1], in[2]);
		fwrite(out, sizeof out, 1, stdout);
	}
	return 0;
}
`

// run compiles a program of so many functions g0, g1, …, and compares what they make with the maps.
func (p *memoryProgram) run(t *testing.T, tg *target.Target, random *rand.Rand, list []*lower.Result, inputs int) {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("there is no compiler of C")
	}
	names := ""
	for k := range list {
		names += fmt.Sprintf("g%d, ", k)
	}
	dir := t.TempDir()
	source, program := filepath.Join(dir, "f.c"), filepath.Join(dir, "f")
	text := "#include <stdio.h>\n#include <string.h>\n" + p.text.String() + fmt.Sprintf(memoryMain, names, roomOfVector, cFlags[tg.Name].needs, len(list))
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	args := append(strings.Fields(cFlags[tg.Name].flags), "-O1", "-Wall", "-Werror", "-o", program, source)
	if out, err := oracle.Usual.CombinedOutput(exec.Command(cc, args...)); err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	data := severalInputs(random, len(list)*inputs)
	cmd := exec.Command(program)
	cmd.Stdin = bytes.NewReader(data)
	out, err := oracle.Usual.Output(cmd)
	if cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == 77 {
		t.Skipf("this CPU lacks %s", cFlags[tg.Name].needs)
	}
	if err != nil || len(out) != len(list)*inputs*roomOfVector {
		t.Fatalf("%v, %d bytes", err, len(out))
	}
	for k := range len(list) * inputs {
		compareSeveral(t, tg, list[k%len(list)], data[3*roomOfVector*k:][:3*roomOfVector], out[roomOfVector*k:][:roomOfVector])
	}
	t.Logf("%s: %d functions, %d pairs", tg.Name, len(list), len(list)*inputs)
}

// The C of maps of several registers is compiled by the system's compiler and executed.
func TestCSeveral(t *testing.T) {
	t.Parallel()
	_, inputs := severalPairs()
	for _, tg := range target.Targets() {
		if _, ok := cFlags[tg.Name]; !ok || !*full && tg.Holds(target.General) && tg.Holds(target.Vectors) || testing.Short() && tg.Name != "sse2" {
			continue
		}
		t.Run(tg.Name, func(t *testing.T) {
			needsCPU(t, tg)
			list := severalMaps(t, tg)
			var p memoryProgram
			p.text.WriteString("#include <immintrin.h>\n")
			for k, r := range list {
				code, err := r.C(tg, fmt.Sprintf("f%d", k))
				if err != nil {
					t.Fatal(err)
				}
				old := ""
				if r.Map.ReadsOld() {
					old = ", d"
				}
				p.text.WriteString(strings.ReplaceAll(code, "#include", "//"))
				fmt.Fprintf(&p.text, "static void g%d(void *result, const void *a, const void *b, const void *d)\n{\n\t(void)d;\n\tf%[1]d(result, a, b%[2]s);\n}\n", k, old)
			}
			p.run(t, tg, chance.Random(t, 42), list, inputs)
		})
	}
}

// Listings of several registers are assembled as they are printed, but for the spelling of constants, and executed: registers, copies, and what is kept on the stack are right too.
func TestSeveralListingsOnSilicon(t *testing.T) {
	t.Parallel()
	_, inputs := severalPairs()
	for _, tg := range target.Targets() {
		if _, ok := cFlags[tg.Name]; !ok || tg.Holds(target.General) || testing.Short() && tg.Name != "sse2" {
			continue
		}
		t.Run(tg.Name, func(t *testing.T) {
			needsCPU(t, tg)
			list := severalMaps(t, tg)
			var p memoryProgram
			for k, r := range list {
				p.text.WriteString(memoryAssembly(r, tg, fmt.Sprintf("g%d", k)))
			}
			p.run(t, tg, chance.Random(t, 42), list, inputs)
		})
	}
}

// offset is where an input is in memory.
func offset(in lower.Input, most int) int {
	if in.Old {
		in.Source = 2
	}
	return in.Source*roomOfVector + in.Part*most/8
}

// memoryAssembly is a listing as a function of pointers to a result, a, b and d. Slots are on the stack.
func memoryAssembly(r *lower.Result, tg *target.Target, name string) string {
	var text, data strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&text, "\""+format+"\\n\"\n", args...) }
	mover := func(bits int) string {
		switch {
		case tg.Has&target.AVX == 0:
			return "movdqu"
		case bits == 512:
			return "vmovdqu64"
		}
		return "vmovdqu"
	}
	most := tg.Bits[len(tg.Bits)-1]
	for _, s := range []string{".text", name + ":", "push rbp", "mov rbp, rsp", "and rsp, -64", "sub rsp, 32768"} {
		line("%s", s)
	}
	move := func(to, from string, bits int) { line("%s %s, %s", mover(bits), to, from) }
	inputs, results := r.Locations()
	for _, inMemory := range []bool{true, false} { // register 0 is on the way to slots
		for k, in := range r.Inputs {
			from := fmt.Sprintf("[%s + %d]", map[bool]string{false: [...]string{"rsi", "rdx"}[in.Source%2], true: "rcx"}[in.Old], in.Part*most/8)
			if at := inputs[k]; at.Register >= 0 && !inMemory {
				move(tg.Register(target.Vectors, at.Register, r.Wide[k]), from, r.Wide[k])
			} else if at.Register < 0 && inMemory {
				move(tg.Register(target.Vectors, 0, r.Wide[k]), from, r.Wide[k])
				move(tg.Slot(at.Slot), tg.Register(target.Vectors, 0, r.Wide[k]), r.Wide[k])
			}
		}
	}
	for i, instruction := range r.Listing(tg) {
		constantsApart(line, &data, name, i, instruction)
	}
	for _, inMemory := range []bool{false, true} {
		for k, at := range results {
			bits, to := r.ResultBits(k), fmt.Sprintf("[rdi + %d]", k*most/8)
			if at.Register >= 0 && !inMemory {
				move(to, tg.Register(target.Vectors, at.Register, bits), bits)
			} else if at.Register < 0 && inMemory {
				move(tg.Register(target.Vectors, 0, bits), tg.Slot(at.Slot), bits)
				move(to, tg.Register(target.Vectors, 0, bits), bits)
			}
		}
	}
	line("mov rsp, rbp")
	line("pop rbp")
	line("ret")
	return fmt.Sprintf("void %s(void *, const void *, const void *, const void *);\n__asm__(\".intel_syntax noprefix\\n\"\n%s\".data\\n\"\n%s\".text\\n.att_syntax\\n\");\n", name, text.String(), data.String())
}

// constantsApart writes instruction i of a listing for the assembler, which wants constants in memory.
func constantsApart(line func(format string, args ...any), data *strings.Builder, name string, i int, instruction string) {
	mnemonic, operands, _ := strings.Cut(instruction, " ")
	to, value, _ := strings.Cut(operands, ", ")
	switch call, numbers, constant := strings.Cut(value, "("); {
	case constant:
		line("%s %s, [rip + %s_k%d]", mnemonic, to, name, i)
		directive := ".byte"
		if strings.HasSuffix(call, "32") {
			directive = ".long"
		}
		fmt.Fprintf(data, "\".balign 64\\n%s_k%d: %s %s\\n\"\n", name, i, directive, strings.TrimSuffix(numbers, ")"))
	case strings.HasPrefix(mnemonic, "kmov"):
		line("kmovq %s, [rip + %s_k%d]", to, name, i)
		fmt.Fprintf(data, "\"%s_k%d: .quad %s\\n\"\n", name, i, value)
	default:
		line("%s", instruction)
	}
}

// Sequences of several registers for wasm run in wazero.
func TestSeveralInWazero(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	random := chance.Random(t, 43)
	tg := targetNamed(t, "wasm")
	_, inputs := severalPairs()
	list := severalMaps(t, tg)
	var bodies [][]byte
	for _, r := range list {
		bodies = append(bodies, severalBody(t, &r.Sequence))
	}
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	module, err := runtime.Instantiate(ctx, oracle.WasmModule(bodies))
	if err != nil {
		t.Fatal(err)
	}
	memory := module.Memory()
	for i, r := range list {
		f := module.ExportedFunction("f" + strconv.Itoa(i))
		for range inputs {
			data := severalInputs(random, 1)
			memory.Write(0, data)
			if _, err := f.Call(ctx); err != nil {
				t.Fatal(err)
			}
			got, _ := memory.Read(3*roomOfVector, roomOfVector)
			compareSeveral(t, tg, r, data, got)
		}
	}
	t.Logf("%d sequences, %d pairs", len(list), len(list)*inputs)
}

// severalBody is a function of a module that loads a, b and d from memory and stores the result behind them.
func severalBody(t *testing.T, s *lower.Sequence) []byte {
	at := func(n int) []byte { // i32.const, of a number below 2^13
		return []byte{0x41, byte(n&0x7f | 0x80), byte(n >> 7)}
	}
	body := append(binary.AppendUvarint([]byte{1}, uint64(len(s.Inputs)+len(s.Code))), 0x7b)
	for k, in := range s.Inputs {
		body = append(append(body, at(offset(in, 128))...), 0xfd, 0x00, 0x04, 0x00, 0x21) // v128.load; local.set
		body = binary.AppendUvarint(body, uint64(k))
	}
	for i := range s.Code {
		for part := range strings.FieldsSeq(s.Code[i].Row.Encoding) {
			body = append(body, wasmPart(t, &s.Code[i], part)...)
		}
		body = binary.AppendUvarint(append(body, 0x21), uint64(len(s.Inputs)+i))
	}
	for k, x := range s.Results {
		body = append(append(body, at(3*roomOfVector+16*k)...), 0x20)
		body = append(binary.AppendUvarint(body, uint64(x.Value)), 0xfd, 0x0b, 0x04, 0x00) // local.get; v128.store
	}
	return append(body, 0x0b)
}

// Listings of several registers for NEON run under qemu.
func TestSeveralListingsUnderQemu(t *testing.T) {
	t.Parallel()
	as, ld, qemu := oracle.Need(t, "aarch64-linux-gnu-as"), oracle.Need(t, "aarch64-linux-gnu-ld"), oracle.Need(t, "qemu-aarch64")
	random := chance.Random(t, 44)
	tg := targetNamed(t, "neon")
	_, inputs := severalPairs()
	list := severalMaps(t, tg)
	var program, constants strings.Builder
	program.WriteString(".globl _start\n_start:\nadrp x2, results\nadd x2, x2, :lo12:results\nsub sp, sp, #8192\n")
	for n, r := range list {
		fmt.Fprintf(&program, "adrp x1, data\nadd x1, x1, :lo12:data\nmov x3, #%d\nloop%d:\n", inputs, n)
		program.WriteString(neonListing(r, tg, &constants))
		fmt.Fprintf(&program, "add x1, x1, #%d\nadd x2, x2, #%d\nsubs x3, x3, #1\nb.eq end%d\nb loop%[3]d\nend%[3]d:\n", 3*roomOfVector, roomOfVector, n)
	}
	total := roomOfVector * inputs * len(list)
	fmt.Fprintf(&program, "mov x0, #1\nadrp x1, results\nadd x1, x1, :lo12:results\nldr x2, =%d\nmov x8, #64\nsvc #0\nmov x0, #0\nmov x8, #93\nsvc #0\n.ltorg\n", total)
	fmt.Fprintf(&program, ".data\n.balign 16\ndata: .incbin \"data.bin\"\n.balign 16\n%s.bss\n.balign 16\nresults: .skip %d\n", constants.String(), total)
	data := severalInputs(random, inputs)
	dir := t.TempDir()
	for name, text := range map[string][]byte{"program.s": []byte(program.String()), "data.bin": data} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out []byte
	for _, command := range [][]string{{as, "program.s", "-o", "program.o"}, {ld, "program.o", "-o", "program"}, {qemu, "./program"}} {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = dir
		var err error
		if out, err = oracle.Usual.Output(cmd); err != nil {
			t.Fatalf("%v: %v", command, err)
		}
	}
	if len(out) != total {
		t.Fatalf("the program printed %d bytes, want %d", len(out), total)
	}
	for n, r := range list {
		for i := range inputs {
			compareSeveral(t, tg, r, data[3*roomOfVector*i:][:3*roomOfVector], out[roomOfVector*(n*inputs+i):][:roomOfVector])
		}
	}
	t.Logf("%d listings, %d pairs", len(list), len(list)*inputs)
}

// neonListing is a listing between loads from x1 and stores to x2.
func neonListing(r *lower.Result, tg *target.Target, constants *strings.Builder) string {
	var b strings.Builder
	inputs, results := r.Locations()
	for k, in := range r.Inputs {
		if at := inputs[k]; at.Register < 0 {
			fmt.Fprintf(&b, "ldr q0, [x1, #%d]\nstr q0, %s\n", offset(in, 128), tg.Slot(at.Slot))
		}
	}
	for k, in := range r.Inputs {
		if at := inputs[k]; at.Register >= 0 {
			fmt.Fprintf(&b, "ldr q%d, [x1, #%d]\n", at.Register, offset(in, 128))
		}
	}
	for _, line := range r.Listing(tg) {
		b.WriteString(armLine(line, constants) + "\n")
	}
	for _, inMemory := range []bool{false, true} {
		for k, at := range results {
			if at.Register >= 0 && !inMemory {
				fmt.Fprintf(&b, "str q%d, [x2, #%d]\n", at.Register, 16*k)
			} else if at.Register < 0 && inMemory {
				fmt.Fprintf(&b, "ldr q0, %s\nstr q0, [x2, #%d]\n", tg.Slot(at.Slot), 16*k)
			}
		}
	}
	return b.String()
}

// The functions of each language have the parameters that the map needs, and at least two.
func TestSeveralSignatures(t *testing.T) {
	m, err := lane.Parse("i32x8 -> a7 a6 a5 a4 a3 a2 d1 a0")
	if err != nil {
		t.Fatal(err)
	}
	sse2 := targetNamed(t, "sse2")
	r, err := tables.Lower(t.Context(), m, lower.Options{Target: sse2})
	if err != nil {
		t.Fatal(err)
	}
	code, err := r.C(sse2, "F")
	if err != nil || !slices.Contains(strings.Split(code, "\n"), "void F(void *result, const void *a, const void *b, const void *d)") {
		t.Errorf("%v\n%s", err, code)
	}
	if code, err = r.Assembly(sse2, "F"); err != nil || !strings.Contains(code, "movdqu xmm0, [rsi + 0]\n") || !strings.Contains(code, ", [rcx + 0]\n") {
		t.Errorf("%v\n%s", err, code)
	}
	if code, err = r.GoAssembly(sse2, "F"); err != nil || !strings.Contains(code, "func F(result, a, b, d *[32]byte)\n") {
		t.Errorf("%v\n%s", err, code)
	}
	if code, err = r.Rust(sse2, "F"); err != nil || !strings.Contains(code, "pub fn F(a: [__m128i; 2], b: [__m128i; 2], d: [__m128i; 2]) -> [__m128i; 2] {\n") {
		t.Errorf("%v\n%s", err, code)
	}
}
