package target_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// What the documents of calling conventions say, with the registers by their names: of vectors and of general registers those that have parameters in their order, those that a function gives back, and
// that of the result; then the pointers of functions over memory, and the instructions of 1, 2, 4 and 8 bytes.
var documented = []struct {
	targets                       string
	parameters, preserved, result [2]string
	pointers, pieces              string
	above, saved                  int
	enter, leave                  string
}{
	{"sse2 sse4.1 avx avx2 avx512 avx512vbmi", // System V Application Binary Interface, AMD64: figure 3.4
		[2]string{"xmm0 xmm1 xmm2 xmm3 xmm4 xmm5 xmm6 xmm7", "rdi rsi rdx rcx r8 r9"}, [2]string{"", "rbx rbp r12 r13 r14 r15"}, [2]string{"xmm0", "rax"},
		"rdi rsi rdx rcx r8 r9", "mov al, M|mov M, al|mov ax, M|mov M, ax|mov eax, M|mov M, eax|mov rax, M|mov M, rax",
		16, 8, "push rbp|mov rbp, rsp|sub rsp, 64|and rsp, -64", "mov rsp, rbp|pop rbp"}, // the return address and rbp are on the stack
	{"neon", // Procedure Call Standard for the Arm 64-bit Architecture: 6.1
		[2]string{"v0 v1 v2 v3 v4 v5 v6 v7"}, [2]string{"v8 v9 v10 v11 v12 v13 v14 v15"}, [2]string{"v0"},
		"x0 x1 x2 x3 x4 x5 x6 x7", "ldrb w9, M|strb w9, M|ldrh w9, M|strh w9, M|ldr w9, M|str w9, M|ldr x9, M|str x9, M",
		16, 16, "stp x29, x30, [sp, #-16]!|mov x29, sp|sub sp, sp, #64", "mov sp, x29|ldp x29, x30, [sp], #16"},
	{"vsx vsx10", // 64-Bit ELF V2 ABI Specification, Power Architecture: 2.2
		[2]string{"v2 v3 v4 v5 v6 v7 v8 v9 v10 v11 v12 v13"}, [2]string{"v20 v21 v22 v23 v24 v25 v26 v27 v28 v29 v30 v31"}, [2]string{"v2"},
		"3 4 5 6 7 8 9 10", "lbz 0, M|stb 0, M|lhz 0, M|sth 0, M|lwz 0, M|stw 0, M|ld 0, M|std 0, M",
		32 + 8*8, 16, "stdu 1, -64-32(1)|addi 12, 1, 32", "ld 1, 0(1)"}, // a head of 32 bytes, and what is kept for eight parameters
	{"rvv128 rvv256 rvv128+zvbb", // RISC-V ABIs Specification: Standard Vector Calling Convention Variant
		[2]string{"v8 v9 v10 v11 v12 v13 v14 v15 v16 v17 v18 v19 v20 v21 v22 v23"}, [2]string{"v24 v25 v26 v27 v28 v29 v30 v31 v1 v2 v3 v4 v5 v6 v7"}, [2]string{"v8"}, "", "", 0, 0, "", ""},
}

// The registers of functions are those that the documents name, and what is saved is restored.
func TestConventionsAreTheDocuments(t *testing.T) {
	for _, row := range documented {
		for _, name := range strings.Fields(row.targets) {
			tg, ok := target.Find(name)
			if !ok {
				t.Errorf("no %s", name)
				continue
			}
			a := tg.Spelling.Assembly
			for k, f := range []target.File{target.Vectors, target.General} {
				named := func(list ...int) string {
					var names []string
					for _, n := range list {
						names = append(names, tg.Register(f, n, 64<<(1-k)))
					}
					return strings.Join(names, " ")
				}
				c := a.Files[f]
				if got := named(c.Parameters...); got != row.parameters[k] {
					t.Errorf("%s: parameters in %s, and the document says %s", name, got, row.parameters[k])
				}
				if got := named(c.Preserved...); got != row.preserved[k] {
					t.Errorf("%s: %s are preserved, and the document says %s", name, got, row.preserved[k])
				}
				if row.result[k] != "" && named(c.Result) != row.result[k] {
					t.Errorf("%s: the result is in %s, and the document says %s", name, named(c.Result), row.result[k])
				}
				if (len(c.Preserved) > 0) != (c.Save != "" && c.Restore != "") {
					t.Errorf("%s: %d are preserved by %q and %q", name, len(c.Preserved), c.Save, c.Restore)
				}
			}
			var pieces []string
			for _, both := range a.Memory.Pieces {
				pieces = append(pieces, both[:]...)
			}
			if got := strings.ReplaceAll(strings.Trim(strings.Join(pieces, "|"), "|"), "{m}", "M"); got != row.pieces {
				t.Errorf("%s: pieces by %s, want %s", name, got, row.pieces)
			}
			m := a.Memory
			lines := func(text string) string {
				return strings.NewReplacer("{k}", "64", "\n", "|").Replace(text)
			}
			if got := strings.Join(m.Pointers, " "); got != row.pointers || m.Above != row.above || m.Saved != row.saved || lines(m.Enter) != row.enter || lines(m.Leave) != row.leave {
				t.Errorf("%s: pointers in %s, %d and %d bytes, %q to %q", name, got, m.Above, m.Saved, lines(m.Enter), lines(m.Leave))
			}
		}
	}
}

// How a target writes what is no row, of register 3 and 5, slot 2 and a constant of all bytes from 1 on. Each line is the manual's.
func TestSpellings(t *testing.T) {
	for _, row := range []struct{ target, stored, reloaded, copied, address, pointed string }{
		{"sse2", "movdqa [rsp + 32], xmm3", "movdqa xmm3, [rsp + 32]", "movdqa xmm5, xmm3", "[r + 48]", "[r]"},
		{"avx2", "vmovdqa [rsp + 64], ymm3", "vmovdqa ymm3, [rsp + 64]", "vmovdqa ymm5, ymm3", "[r + 48]", "[r]"},
		{"avx512", "vmovdqa64 [rsp + 128], zmm3", "vmovdqa64 zmm3, [rsp + 128]", "vmovdqa64 zmm5, zmm3", "[r + 48]", "[r]"},
		{"neon", "str q3, [sp, #32]", "ldr q3, [sp, #32]", "mov v5, v3", "[r, #48]", "[r]"},
		{"sve2-128", "str q3, [sp, #32]", "ldr q3, [sp, #32]", "mov z5, z3", "[r, #48]", "[r]"},
		{"sve2-256", "str z3, [sp, #2, mul vl]", "ldr z3, [sp, #2, mul vl]", "mov z5, z3", "[r, #48]", "[r]"},
		{"vsx", "stxv vs35, 32(12)", "lxv vs35, 32(12)", "vmr v5, v3", "48(r)", "0(r)"},
		{"rvv128", "vs1r.v v11, 32(sp)", "vl1re8.v v11, 32(sp)", "vmv1r.v v13, v11", "48(r)", "(r)"},
		{"rvv256", "vs1r.v v11, 64(sp)", "vl1re8.v v11, 64(sp)", "vmv1r.v v13, v11", "48(r)", "(r)"},
		{"lsx", "vst $vr3, $sp, 32", "vld $vr3, $sp, 32", "vori.b $vr5, $vr3, 0", "r, 48", "r, 0"},
		{"lasx", "xvst $xr3, $sp, 64", "xvld $xr3, $sp, 64", "xvori.b $xr5, $xr3, 0", "r, 48", "r, 0"},
		{"wasm", "", "", "mov $5, $3", "r offset=48", "r"},
	} {
		tg, ok := target.Find(row.target)
		if !ok {
			t.Errorf("no %s of %v", row.target, target.Names())
			continue
		}
		bits := tg.Bits[len(tg.Bits)-1]
		for _, line := range [][2]string{
			{tg.Stored(target.Vectors, 3, bits, 2), row.stored}, {tg.Reloaded(target.Vectors, 3, bits, 2), row.reloaded}, {tg.Copied(5, 3, bits), row.copied},
			{tg.Address("r", 48), row.address}, {tg.Address("r", 0), row.pointed},
		} {
			if line[0] != line[1] {
				t.Errorf("%s: %q, want %q", row.target, line[0], line[1])
			}
		}
	}
	tg, _ := target.Find("avx512")
	if got := tg.Stored(target.General, 5, 64, 2) + "; " + tg.Reloaded(target.General, 5, 64, 2); got != "mov [rsp + 128], rdi; mov rdi, [rsp + 128]" {
		t.Errorf("%q", got)
	}
}

// Languages write a constant so that its bytes are read from it in their order, whatever its parts are.
func TestConstantsOfLanguages(t *testing.T) {
	var bytes []byte
	for i := range 64 {
		bytes = append(bytes, byte(0x11+3*i))
	}
	for _, tg := range target.Targets() {
		for k, l := range []*target.Language{tg.Spelling.C, tg.Spelling.Rust} {
			if l == nil || !tg.Holds(target.Vectors) {
				continue
			}
			for _, bits := range tg.Bits {
				text := l.Vector(lane.ConstBytes(bytes[:bits/8]), bits)
				if got := bytesIn(text, bits/8); !slices.Equal(got, bytes[:bits/8]) {
					t.Errorf("%s, language %d: %s has the bytes %x", tg.Name, k, text, got)
				}
				if l.Type(target.Vectors, bits) == "" || l.Include == "" {
					t.Errorf("%s, language %d, has no type of %d bits", tg.Name, k, bits)
				}
			}
		}
	}
}

// bytesIn are the bytes of the numbers in a text's lists, which have as many as there are to be: those with 0x are of eight, others of as many as it comes to.
func bytesIn(text string, n int) (all []byte) {
	at := max(strings.LastIndexByte(text, '{'), 0)
	if at == 0 {
		at = strings.IndexByte(text, '(')
	}
	list := strings.FieldsFunc(text[at:], func(r rune) bool { return strings.ContainsRune("{}(), ", r) })
	list = slices.DeleteFunc(list, func(word string) bool { return !strings.ContainsAny(word[:1], "-0123456789") })
	if strings.HasPrefix(text, "__riscv") {
		list = list[:len(list)-1] // how many there are
	}
	for _, word := range list {
		var v int64
		var u uint64
		if hex, ok := strings.CutPrefix(word, "0x"); ok {
			fmt.Sscanf(strings.TrimRight(hex, "ul"), "%x", &u)
		} else {
			fmt.Sscanf(word, "%d", &v)
			u = uint64(v)
		}
		for range n / max(len(list), 1) {
			all = append(all, byte(u))
			u >>= 8
		}
	}
	return all
}
