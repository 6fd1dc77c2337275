package lower_test

import (
	"bytes"
	"debug/elf"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// executes says whether this CPU has all that a target has.
func executes(t testing.TB, tg *target.Target) bool {
	t.Helper()
	want, err := execmem.Named(tg.Has.String())
	if err != nil {
		t.Fatal(err)
	}
	return execmem.Features().Has(want)
}

// Machine code is executed on this CPU with its operands in registers that chance has chosen. Its result is the map's, and what it does not say that it writes is as it was.
func TestMachineCodeOnSilicon(t *testing.T) {
	t.Parallel()
	ran := 0
	for _, tg := range target.Targets() {
		if tg.Spelling.Machine == nil || tg.Name == "neon" || !functionsOf(t, tg) {
			continue
		}
		t.Run(tg.Name, func(t *testing.T) {
			if !executes(t, tg) {
				t.Skipf("this CPU lacks some of %v", tg.Has)
			}
			for _, bits := range tg.Bits {
				e := emitFunctions(t, tg, bits, func(*lower.Result, string) (string, error) { return "", nil })
				m := machineRuns{t: t, e: e, random: chance.Random(t, uint64(bits))}
				for i := range e.list {
					m.run(&e.list[i])
				}
				t.Logf("%s: %d sequences of %d bits, %d runs, %d refused", tg.Name, len(e.list), bits, m.runs, m.refused)
				if m.runs < len(e.list)*e.inputs/2 {
					t.Errorf("only %d runs", m.runs)
				}
				ran += m.runs
			}
		})
	}
	if ran == 0 && execmem.Features().Has(execmem.SSE2) {
		t.Error("nothing was executed")
	}
}

type machineRuns struct {
	t             *testing.T
	e             *emittedFunctions
	random        *rand.Rand
	runs, refused int
}

// keptByBodies are the general registers that a body of execmem leaves as they are, and the one that points to its memory.
var keptByBodies = []int{4, 5, 7, 14, 15}

// registers are random places for a sequence's operands.
func (m *machineRuns) registers(r *lower.Result) lower.Registers {
	by := lower.Registers{Keep: [2][]int{target.General: keptByBodies}}
	free := m.random.Perm(16)
	if r.File == target.General {
		free = slices.DeleteFunc(free, func(n int) bool { return slices.Contains(keptByBodies, n) })
	}
	if m.random.IntN(5) > 0 {
		by.Inputs = slices.Clone(free[:len(r.Inputs)])
		if kept := m.random.IntN(4); kept > 0 { // some inputs, and some that are none
			at := m.random.IntN(len(r.Inputs) + 1)
			by.Keep[r.File] = slices.Concat(by.Keep[r.File], free[at:at+kept])
		}
	}
	if last := free[len(free)-1]; m.random.IntN(2) == 0 && (r.File == target.Vectors || !slices.Contains(keptByBodies, last)) {
		by.Results = []int{last}
	}
	return by
}

func (m *machineRuns) run(f *executed) {
	m.t.Helper()
	by := m.registers(f.r)
	code, at, err := f.r.AppendBytes(nil, m.e.target, by)
	if err != nil {
		m.refused++
		if !strings.Contains(err.Error(), "too few registers") && !strings.Contains(err.Error(), "register 0 is to be kept") {
			m.t.Fatalf("%v in %+v: %v", f.m, by, err)
		}
		return
	}
	code = m.e.target.Spelling.Machine.Return(code)
	if code, err = lower.AppendConstants(code, at.Constants); err != nil {
		m.t.Fatal(err)
	}
	body, err := execmem.Load(code)
	if err != nil {
		m.t.Skip(err)
	}
	defer body.Close()
	for k := range m.e.inputs {
		m.once(f, body, by, at, m.e.data[4*m.e.bits/8*k:][:4*m.e.bits/8], code)
		m.runs++
	}
}

// once runs the code on one set of inputs: a, b, c and d.
func (m *machineRuns) once(f *executed, body *execmem.Body, by lower.Registers, at lower.Placement, data, code []byte) {
	m.t.Helper()
	size := m.e.bits / 8
	var before execmem.Registers
	for n := range before.Vector {
		for k := range before.Vector[n] {
			before.Vector[n][k] = byte(m.random.Uint32())
		}
	}
	for n := range before.General {
		before.General[n] = m.random.Uint64()
	}
	register := func(regs *execmem.Registers, n int) []byte {
		if f.r.File == target.General {
			return unsafe.Slice((*byte)(unsafe.Pointer(&regs.General[n])), 8)
		}
		return regs.Vector[n][:]
	}
	for k, in := range f.r.Inputs {
		from := data[3*size:]
		if !in.Old {
			from = data[in.Source*size:][:size]
		}
		copy(register(&before, at.Inputs[k]), from)
	}
	after := before
	body.Run(&after)
	got := register(&after, at.Results[0])[:size]
	want := bytes.Clone(got)
	sources := [][]byte{data[:size], data[size : 2*size], data[2*size : 3*size]}
	if err := f.m.Apply(want, data[3*size:], sources[:len(f.m.Src)]...); err != nil {
		m.t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		m.t.Fatalf("%s: %v in %+v: %x gives %x, want %x by %x\n%s", m.e.target.Name, f.m, by, data, got, want, code, strings.Join(f.r.Listing(m.e.target), "\n"))
	}
	for n := range 16 {
		if before.Vector[n] != after.Vector[n] && !slices.Contains(at.Written[target.Vectors], n) {
			m.t.Fatalf("%s: %v in %+v writes vector %d, and says %v", m.e.target.Name, f.m, by, n, at.Written)
		}
		if !slices.Contains(keptByBodies, n) && before.General[n] != after.General[n] && !slices.Contains(at.Written[target.General], n) {
			m.t.Fatalf("%s: %v in %+v writes general register %d, and says %v", m.e.target.Name, f.m, by, n, at.Written)
		}
	}
	for n := range before.Mask {
		if before.Mask[n] != after.Mask[n] && !slices.Contains(at.Masks, n) {
			m.t.Fatalf("%s: %v writes mask %d, and says %v", m.e.target.Name, f.m, n, at.Masks)
		}
	}
	for f := range by.Keep {
		for _, n := range by.Keep[f] {
			if slices.Contains(at.Written[f], n) {
				m.t.Fatalf("register %d of file %d is to be kept, and is written", n, f)
			}
		}
	}
}

// Machine code of NEON is called as functions by AAPCS64, under qemu: tables in registers that follow one another are among it.
func TestMachineCodeUnderQemu(t *testing.T) {
	t.Parallel()
	tg := targetNamed(t, "neon")
	tables := 0
	emit := func(r *lower.Result, name string) (string, error) {
		by := lower.Registers{Inputs: []int{}, Results: []int{0}, Keep: [2][]int{target.Vectors: {8, 9, 10, 11, 12, 13, 14, 15}}}
		for _, in := range r.Inputs {
			n := in.Source
			if in.Old {
				n = max(2, len(r.Map.Src))
			}
			by.Inputs = append(by.Inputs, n)
		}
		if slices.ContainsFunc(r.Code, func(o lower.Op) bool { return o.Row.Consecutive }) {
			tables++
		}
		code, at, err := r.AppendBytes(nil, tg, by)
		if err != nil {
			return "", err
		}
		code, err = lower.AppendConstants(tg.Spelling.Machine.Return(code), at.Constants)
		return fmt.Sprintf(".globl %s\n.balign 16\n%s: .byte %s\n", name, name, strings.Join(strings.Fields(strings.Trim(fmt.Sprint(code), "[]")), ",")), err
	}
	e := emitFunctions(t, tg, 128, emit)
	e.runAArch64(t, "f.s", []string{"aarch64-linux-gnu-as", "f.s", "-o", "f.o"})
	e = emitRows(t, tg, 128, func(r *lower.Result, name string) (string, error) {
		if row := r.Code[len(r.Code)-1].Row; row.Consecutive && len(row.Src) > 3 {
			return "", nil // three inputs in turn do not follow one another
		}
		return emit(r, name)
	})
	e.runAArch64(t, "f.s", []string{"aarch64-linux-gnu-as", "f.s", "-o", "f.o"})
	if tables == 0 {
		t.Error("no table of several registers was among the sequences")
	}
}

// What cannot be is refused by name, and leaves the code as it was.
func TestMachineCodeRefusals(t *testing.T) {
	lowered := func(name, form string) (*target.Target, *lower.Result) {
		tg := targetNamed(t, name)
		m, err := lane.Parse(form)
		if err != nil {
			t.Fatal(err)
		}
		r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Cost: lower.Instructions})
		if err != nil {
			t.Fatal(err)
		}
		return tg, r
	}
	all := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	for _, c := range []struct {
		target, form string
		by           lower.Registers
		want         string
	}{
		{"wasm", "i32x4 -> a1 a0 a3 a2", lower.Registers{}, "wasm has no machine code"},
		{"sse2", "i32x4 -> a1 a0 a3 a2", lower.Registers{Inputs: []int{1, 2}}, "there are 1 inputs, and registers for 2"},
		{"sse2", "i32x4 -> a1 a0 a3 a2", lower.Registers{Inputs: []int{16}}, "register 16 is none that sequences of sse2 have"},
		{"bmi2", "i8x8 -> a1 a0 a3 a2 a5 a4 a7 a6", lower.Registers{Inputs: []int{4}}, "register 4 is none that sequences of bmi2 have"},
		{"sse2", "i32x4 i32x4 -> a1 b0 a3 b2", lower.Registers{Inputs: []int{3, 3}}, "two inputs are in register 3"},
		{"sse2", "i32x4 -> a1 a0 a3 a2", lower.Registers{Results: []int{1, 2}}, "there is one result, and registers for 2"},
		{"sse2", "i32x4 -> a1 a0 a3 a2", lower.Registers{Results: []int{2}, Keep: [2][]int{{2}}}, "the result is to be in register 2, which is to be kept"},
		{"sse2", "i32x4 i32x4 -> a1 b0 a3 b2", lower.Registers{Inputs: []int{3, 4}, Keep: [2][]int{all}}, "sse2 has too few registers that need not be kept"},
		{"sse4.1", "i8x16 i8x16 -> a0 b1 b2 a3 b4 a5 a6 a7 b8 b9 b10 a11 a12 b13 b14 a15", lower.Registers{Keep: [2][]int{{0}}}, "register 0 is to be kept, and the constant of a blend has to be there"},
		{"neon", "i8x16 i8x16 -> a0 b3 a1 a7 b9 b2 a3 b11 a15 a14 b4 a2 b1 a9 b6 a4", lower.Registers{Keep: [2][]int{slices.DeleteFunc(slices.Clone(append(all, 16, 18, 20, 22, 24, 26, 28, 30)), func(n int) bool { return n%2 == 1 })}}, "neon has too few registers that follow one another and need not be kept"},
	} {
		tg, r := lowered(c.target, c.form)
		code, _, err := r.AppendBytes([]byte{7}, tg, c.by)
		if err == nil || err.Error() != c.want || !bytes.Equal(code, []byte{7}) {
			t.Errorf("%s: %s: %x, %v; want %q", c.target, c.form, code, err, c.want)
		}
	}
}

// Constants of several sequences stand behind the code once each, aligned; and one that is out of reach of AArch64 is refused.
func TestAppendConstants(t *testing.T) {
	for _, name := range []string{"ssse3", "avx2", "neon"} {
		tg := targetNamed(t, name)
		m, err := lane.Parse("i8x16 -> a15 a2 a9 a1 a0 a3 a14 a5 a7 a6 a8 a4 a10 a11 a13 a12")
		if err != nil {
			t.Fatal(err)
		}
		r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Cost: lower.Instructions})
		if err != nil || r.Constants != 1 {
			t.Fatal(err, r)
		}
		code, first, err := r.AppendBytes(nil, tg, lower.Registers{})
		if err != nil {
			t.Fatal(err)
		}
		code, second, err := r.AppendBytes(code, tg, lower.Registers{Inputs: []int{5}})
		if err != nil {
			t.Fatal(err)
		}
		n := len(code)
		list := append(first.Constants, second.Constants...)
		if code, err = lower.AppendConstants(code, list); err != nil {
			t.Fatal(err)
		}
		if want := (n+15)/16*16 + 16; len(list) != 2 || len(code) != want || !bytes.Equal(code[want-16:], list[1].Data) {
			t.Errorf("%s: %d references, %d bytes, want %d", name, len(list), len(code), want)
		}
		if err := list[0].Patch(code, 1<<20+8); (err != nil) != (name == "neon") {
			t.Errorf("%s: a constant a mebibyte away: %v", name, err)
		}
		if err := list[0].Patch(code[:2], 0); err == nil {
			t.Errorf("%s: patched what is not there", name)
		}
	}
}

// With the registers of listings machine code is what GNU's assembler makes of the listing: also of AVX-512, with its masks, where this CPU has none. A constant is loaded from an address that is open.
func TestMachineCodeIsTheListing(t *testing.T) {
	t.Parallel()
	as := oracle.Need(t, "as")
	for _, name := range []string{"sse2", "avx512", "avx512vbmi"} {
		tg := targetNamed(t, name)
		masks := 0
		for _, bits := range tg.Bits {
			e := emitRows(t, tg, bits, func(*lower.Result, string) (string, error) { return name, nil })
			var text strings.Builder
			var code []byte
			text.WriteString(".intel_syntax noprefix\n")
			for _, f := range e.list {
				for _, line := range f.r.Listing(tg) {
					text.WriteString(loadedLine(line) + "\n")
				}
				var at lower.Placement
				var err error
				if code, at, err = f.r.AppendBytes(code, tg, lower.Registers{}); err != nil {
					t.Fatal(err)
				}
				masks += len(at.Masks)
			}
			if want := assembledText(t, as, text.String()); !bytes.Equal(code, want) {
				t.Errorf("%s, %d bits: %d bytes are not the assembler's %d", name, bits, len(code), len(want))
			}
		}
		if (masks == 0) != (name == "sse2") {
			t.Errorf("%s: %d masks were loaded", name, masks)
		}
	}
}

// assembledText is what an assembler makes of a text.
func assembledText(t *testing.T, as, text string) []byte {
	t.Helper()
	dir := t.TempDir()
	writeFiles(t, dir, map[string][]byte{"f.s": []byte(text)})
	command(t, dir, as, "f.s", "-o", "f.o")
	f, err := elf.Open(filepath.Join(dir, "f.o"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	code, err := f.Section(".text").Data()
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// loadedLine is a line of a listing with its constant in memory, or of a mask in a general register.
func loadedLine(line string) string {
	var k int
	var value uint64
	if _, err := fmt.Sscanf(line, "kmovq k%d, 0x%x", &k, &value); err == nil {
		return maskLines(k, "kmovq", "rax", value)
	}
	for _, name := range []string{"kmovw", "kmovd"} {
		if _, err := fmt.Sscanf(line, name+" k%d, 0x%x", &k, &value); err == nil {
			return maskLines(k, "kmovd", "eax", value)
		}
	}
	if register, _, ok := strings.Cut(line, ", _mm"); ok {
		return strings.NewReplacer("dqa64", "dqu64", "dqa", "dqu").Replace(register) + ", [rip + 0]"
	}
	return "{load} " + line
}

func maskLines(k int, name, from string, value uint64) string {
	set := fmt.Sprintf("mov eax, %d", value)
	if value>>32 != 0 {
		set = fmt.Sprintf("movabs rax, %d", value)
	}
	return fmt.Sprintf("%s\n%s k%d, %s", set, name, k, from)
}
