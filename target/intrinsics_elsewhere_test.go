package target_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/target"
)

// The C of every row of Arm and of Power, compiled and executed under qemu with random data, does what the row says. It is as TestIntrinsics, which has x86.
func TestIntrinsicsUnderQemu(t *testing.T) {
	t.Parallel()
	for _, m := range []struct {
		target, triple, cpu, ld string
		qemu                    []string
	}{
		{"neon", "aarch64-linux-gnu", "-march=armv8.2-a", "aarch64-linux-gnu-ld", []string{"qemu-aarch64"}},
		{"vsx", "powerpc64le-linux-gnu", "-mcpu=power9", "powerpc64le-linux-gnu-ld", []string{"qemu-ppc64le", "-cpu", "power9"}},
		{"vsx10", "powerpc64le-linux-gnu", "-mcpu=power10", "powerpc64le-linux-gnu-ld", []string{"qemu-ppc64le", "-cpu", "power10"}},
	} {
		t.Run(m.target, func(t *testing.T) {
			tg, _ := target.Find(m.target)
			clang, ld, qemu := oracle.Need(t, "clang"), oracle.Need(t, m.ld), oracle.Need(t, m.qemu[0])
			calls := callsOf(tg, chance.Random(t, 71))
			if len(calls) < 100 {
				t.Fatalf("%d calls", len(calls))
			}
			dir := t.TempDir()
			var data bytes.Buffer
			for _, c := range calls {
				for j := range c.data {
					data.Write(c.data[j][:])
				}
			}
			for name, text := range map[string][]byte{"rows.c": programOf(tg.Spelling.C, calls), "data.bin": data.Bytes()} {
				if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			run(t, dir, clang, "--target="+m.triple, m.cpu, "-O1", "-ffreestanding", "-fno-pic", "-Wall", "-Werror", "-c", "rows.c", "-o", "rows.o")
			run(t, dir, ld, "-o", "rows", "rows.o")
			out := run(t, dir, qemu, append(m.qemu[1:], filepath.Join(dir, "rows"))...)
			if len(out) != 64*len(calls) {
				t.Fatalf("the program printed %d bytes, want %d", len(out), 64*len(calls))
			}
			for i, c := range calls {
				c.compare(t, out[64*i:][:64])
			}
			t.Logf("%d calls", len(calls))
		})
	}
}

// callsOf are three calls of each row that has an expression.
func callsOf(tg *target.Target, random *rand.Rand) (calls []*call) {
	for _, r := range tg.Rows {
		for range 3 {
			c := newCall(random, r, unmasked, "")
			if c.expression = tg.Spelling.C.ExpressionOf(r, c.value); c.expression != "" {
				calls = append(calls, c)
			}
		}
	}
	return calls
}

// programOf reads the data and has a function a call, in which operands are variables of the language's types.
func programOf(l *target.Language, calls []*call) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n%s\n__asm__(\".data\\n.balign 64\\ndata: .incbin \\\"data.bin\\\"\\n.text\\n\");\nextern const unsigned char data[];\nstatic unsigned char out[%d];\n", l.Include, freestanding, 64*len(calls))
	for i, c := range calls {
		r := c.row
		var statements []string
		declared := map[byte]bool{}
		text := r.Call(c.expression, c.value, func(letter byte) string {
			at, bits := 4, r.Bits
			switch k := strings.IndexByte(target.SourceLetters, letter); {
			case letter == 'k' && r.Index != nil:
				if at, bits = 3, r.Index.Bits; r.Index.Inline {
					return l.Inline(target.Vectors, c.constant, bits)
				}
			case k >= 0 && k < len(r.Src):
				at, bits = k, r.Src[k]
			}
			if !declared[letter] {
				declared[letter] = true
				if at == 3 && letter == 'k' { // as functions have it
					return declare(&statements, l, c, bits)
				}
				statements = append(statements, l.LoadOf(target.Vectors, string(letter), fmt.Sprintf("data + %d", 64*(5*i+at)), bits, bits/8)...)
			}
			return string(letter)
		})
		fmt.Fprintf(&b, "static void f%d(void) { %s %s }\n", i, strings.Join(statements, " "), fmt.Sprintf("%s r = %s; %s", l.Type(target.Vectors, r.Bits), text, l.StoreOf("r", fmt.Sprintf("out + %d", 64*i), r.Bits/8)))
	}
	b.WriteString("void all(void) {\n")
	for i := range calls {
		fmt.Fprintf(&b, "f%d();\n", i)
	}
	b.WriteString("put(out, sizeof out); }\n")
	return b.Bytes()
}

// declare makes the constant of a call one.
func declare(statements *[]string, l *target.Language, c *call, bits int) string {
	constant := strings.NewReplacer("{type}", l.Type(target.Vectors, bits), "{name}", "k", "{value}", l.Vector(c.constant, bits))
	*statements = append(*statements, constant.Replace(l.Constant))
	return "k"
}

// freestanding is what a program wants of a machine whose library is not installed: it begins with all, and put writes so many bytes and ends.
const freestanding = `#define memcpy __builtin_memcpy
#ifdef __aarch64__
__asm__(".text\n.globl _start\n_start: bl all\n");
static void put(const void *from, unsigned long n)
{
	register unsigned long call __asm__("x8") = 64, a __asm__("x0") = 1, b __asm__("x1") = (unsigned long)from, c __asm__("x2") = n;
	__asm__ volatile("svc 0\nmov x0, 0\nmov x8, 93\nsvc 0" : "+r"(a), "+r"(call) : "r"(b), "r"(c) : "memory");
}
#else
__asm__(".text\n.globl _start\n_start: lis 2, .TOC.@ha\naddi 2, 2, .TOC.@l\nstdu 1, -256(1)\nbl all\nnop\n");
static void put(const void *from, unsigned long n)
{
	register unsigned long call __asm__("r0") = 4, a __asm__("r3") = 1, b __asm__("r4") = (unsigned long)from, c __asm__("r5") = n;
	__asm__ volatile("sc\nli 3, 0\nli 0, 1\nsc" : "+r"(a), "+r"(call) : "r"(b), "r"(c) : "memory");
}
#endif
`
