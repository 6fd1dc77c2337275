package target_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// What a machine encodes that is no row is, to LLVM's disassembler, the instruction that is meant: copies, loads of constants at some distance, slots of the stack and numbers, for all registers.
func TestMachinesSayWhatTheyEncode(t *testing.T) {
	mc := oracle.Need(t, "llvm-mc")
	for _, row := range []struct {
		target  string
		bits, n int
		name    string // of a register of vectors
		copy    string
		load    string // of what is 40 bytes behind the instruction, or behind its end on x86
		store   string
		reload  string
		args    []string
		x86     bool
	}{
		{"sse2", 128, 16, "xmm%d", "movdqa D, A", "movdqu D, [rip + 40]", "movdqu [rsp + K], A", "movdqu D, [rsp + K]", llvmX86, true},
		{"avx2", 128, 16, "xmm%d", "vmovdqa D, A", "vmovdqu D, [rip + 40]", "vmovdqu [rsp + K], A", "vmovdqu D, [rsp + K]", llvmX86, true},
		{"avx2", 256, 16, "ymm%d", "vmovdqa D, A", "vmovdqu D, [rip + 40]", "vmovdqu [rsp + K], A", "vmovdqu D, [rsp + K]", llvmX86, true},
		{"avx512", 512, 32, "zmm%d", "vmovdqa64 D, A", "vmovdqu64 D, [rip + 40]", "vmovdqu64 [rsp + K], A", "vmovdqu64 D, [rsp + K]", llvmX86, true},
		{"neon", 128, 32, "%d", "mov vD.16b, vA.16b", "ldr qD, #40", "str qA, [sp, #K]", "ldr qD, [sp, #K]", []string{"-triple=aarch64"}, false},
	} {
		tg, _ := target.Find(row.target)
		m := tg.Spelling.Machine
		var text, hex bytes.Buffer
		if row.x86 {
			text.WriteString(".intel_syntax noprefix\n")
		}
		says := func(code []byte, err error, line string, to, from, k int) {
			t.Helper()
			if err != nil {
				t.Errorf("%s: %s: %v", row.target, line, err)
				return
			}
			name := func(n int) string { return fmt.Sprintf(row.name, n) }
			text.WriteString(strings.NewReplacer("D", name(to), "A", name(from), "K", fmt.Sprint(k)).Replace(line) + "\n")
			hex.WriteString(strings.ReplaceAll(fmt.Sprintf("% #x\n", code), ",", ""))
		}
		for to := range row.n {
			from, k := (7*to+3)%row.n, 16*(to*to+1)
			code, err := m.Copy(nil, target.Vectors, to, from, row.bits)
			says(code, err, row.copy, to, from, 0)
			code, at, err := m.Load([]byte{}, to, row.bits)
			if err == nil {
				err = m.Refer(code, at, at+40)
			}
			says(code, err, row.load, to, 0, 0)
			code, err = m.Store(nil, target.Vectors, from, row.bits, k)
			says(code, err, row.store, 0, from, k)
			code, err = m.Reload(nil, target.Vectors, to, row.bits, k)
			says(code, err, row.reload, to, 0, k)
		}
		says(m.Return(nil), nil, "ret", 0, 0, 0)
		if row.x86 {
			generalMachine(m, says)
		}
		got, want := canonical(t, mc, append(row.args[:len(row.args):len(row.args)], "-disassemble"), hex.String()), canonical(t, mc, row.args, text.String())
		if len(got) != len(want) {
			t.Fatalf("%s: LLVM reads %d instructions of %d", row.target, len(got), len(want))
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: LLVM reads %q, want %q", row.target, got[i], want[i])
			}
		}
	}
}

// generalMachine encodes what general registers and masks want.
func generalMachine(m target.Machine, says func(code []byte, err error, line string, to, from, k int)) {
	for n := range 15 {
		to, from := n, (n+4)%15
		number, wide := target.General.MachineNumber, func(n int) string { return target.GeneralRegister(n, 64) }
		code, err := m.Copy(nil, target.General, number(to), number(from), 64)
		says(code, err, "mov "+wide(to)+", "+wide(from), 0, 0, 0)
		code, err = m.Store(nil, target.General, number(from), 64, 8*n)
		says(code, err, "mov [rsp + K], "+wide(from), 0, 0, 8*n)
		code, err = m.Reload(nil, target.General, number(to), 64, 8*n)
		says(code, err, "mov "+wide(to)+", [rsp + K]", 0, 0, 8*n)
		for _, value := range []uint64{uint64(n), 1<<31 - 1, 1 << 32, 1<<63 - uint64(n)} {
			line := fmt.Sprintf("mov %s, %d", target.GeneralRegister(to, 32), value)
			if value >= 1<<32 {
				line = fmt.Sprintf("movabs %s, %d", wide(to), value)
			}
			code, err = m.Set(nil, number(to), value)
			says(code, err, line, 0, 0, 0)
		}
		for bits, kmov := range map[int]string{8: "kmovd", 32: "kmovd", 33: "kmovq", 64: "kmovq"} {
			set, _ := m.Set(nil, number(to), 9)
			code, err = m.Mask(nil, 1+n%7, number(to), bits, 9)
			register := target.GeneralRegister(to, 32)
			if bits > 32 {
				register = wide(to)
			}
			if err == nil && bytes.HasPrefix(code, set) {
				code = code[len(set):]
			}
			says(code, err, fmt.Sprintf("%s k%d, %s", kmov, 1+n%7, register), 0, 0, 0)
		}
	}
}

// What a machine cannot encode it refuses: vectors and registers that it has not, and distances that its instructions have no room for.
func TestMachinesRefuse(t *testing.T) {
	machine := func(name string) target.Machine {
		tg, _ := target.Find(name)
		return tg.Spelling.Machine
	}
	for name, bits := range map[string]int{"sse2": 256, "avx2": 1024} {
		m := machine(name)
		errs := map[string]error{}
		_, errs["copy"] = m.Copy(nil, target.Vectors, 1, 2, bits)
		_, _, errs["load"] = m.Load(nil, 1, bits)
		_, errs["store"] = m.Store(nil, target.Vectors, 1, bits, 0)
		_, errs["reload"] = m.Reload(nil, target.Vectors, 1, bits, 0)
		for what, err := range errs {
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("no vectors of %d bits", bits)) {
				t.Errorf("%s: %s of %d bits: %v", name, what, bits, err)
			}
		}
	}
	arm := machine("neon")
	for n, ok := range map[int]bool{-1: false, 0: true, 31: true, 32: false} {
		for _, f := range []target.File{target.Vectors, target.General} {
			_, a := arm.Copy(nil, f, n, 0, 128)
			_, b := arm.Copy(nil, f, 0, n, 128)
			_, c := arm.Store(nil, f, n, 128, 0)
			_, d := arm.Reload(nil, f, n, 128, 0)
			for k, err := range []error{a, b, c, d} {
				if (err == nil) != (ok && f == target.Vectors) {
					t.Errorf("register %d of file %d, %d: %v", n, f, k, err)
				}
			}
		}
	}
	for above, ok := range map[int]bool{-16: false, 0: true, 8: false, 16: true, 65520: true, 65536: false} {
		if _, err := arm.Store(nil, target.Vectors, 1, 128, above); (err == nil) != ok {
			t.Errorf("a slot at %d: %v", above, err)
		}
	}
	for _, row := range []struct {
		name    string
		at, to  int
		refused bool
	}{
		{"neon", 0, 1<<20 - 4, false}, {"neon", 0, 1 << 20, true}, {"neon", 4, 4 - 1<<20, false}, {"neon", 0, -4 - 1<<20, true}, {"neon", 0, 6, true}, {"neon", -4, 0, true}, {"neon", 8, 40, true},
		{"sse2", 8, 8 + 1<<31 - 1, false}, {"sse2", 8, 8 + 1<<31, true}, {"sse2", 4, 4 - 1<<31, false}, {"sse2", 4, 3 - 1<<31, true}, {"sse2", 3, 40, true}, {"sse2", 9, 40, true},
	} {
		if err := machine(row.name).Refer(make([]byte, 8), row.at, row.to); (err != nil) != row.refused {
			t.Errorf("%s: from %d to %d: %v", row.name, row.at, row.to, err)
		}
	}
	if _, err := arm.Set(nil, 1, 2); err == nil {
		t.Error("AArch64 sets a general register")
	}
	if _, err := arm.Mask(nil, 1, 2, 3, 4); err == nil {
		t.Error("AArch64 sets a mask")
	}
}

// A mask in memory is a bit for each lane from the lowest on; a predicate of SVE is one for each byte, of which that of a lane's lowest counts.
func TestMasksInMemory(t *testing.T) {
	tested := 0
	for _, tg := range target.Targets() {
		a := tg.Spelling.Assembly
		if a == nil || a.MaskData == nil {
			continue
		}
		bits := tg.Bits[len(tg.Bits)-1]
		for lanes := bits / 64; lanes <= bits/8; lanes *= 2 {
			for n := range 64 {
				set := uint64(n) * 0x9e3779b97f4a7c15 >> 7 & (1<<lanes - 1)
				step := 1
				if strings.HasPrefix(tg.Name, "sve") {
					step = bits / 8 / lanes
				}
				data := a.MaskData(lane.ConstOf(set), lanes, bits)
				for at := range 8 * len(data) {
					want := at%step == 0 && at/step < lanes && set>>(at/step)&1 != 0
					if got := data[at/8]>>(at%8)&1 != 0; got != want {
						t.Fatalf("%s: bit %d of %x, for %b of %d lanes", tg.Name, at, data, set, lanes)
					}
				}
				if len(data)*8 < lanes*step {
					t.Fatalf("%s: %d lanes have %d bytes", tg.Name, lanes, len(data))
				}
				tested++
			}
		}
	}
	if tested < 300 {
		t.Errorf("%d masks", tested)
	}
}
