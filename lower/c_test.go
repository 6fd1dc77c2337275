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

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// cFlags are the options with which a compiler of C has what a target has, and what the CPU must have to run it.
var cFlags = map[string]struct{ flags, needs string }{
	"sse2": {"", "sse2"}, "ssse3": {"-mssse3", "ssse3"}, "sse4.1": {"-msse4.1", "sse4.1"}, "avx": {"-mavx", "avx"}, "avx2": {"-mavx2", "avx2"},
	"avx512":     {"-mavx512f -mavx512bw -mavx512dq -mavx512vl", "avx512vl"},
	"avx512vbmi": {"-mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512vbmi -mavx512vbmi2 -mgfni", "avx512vbmi2"},

	"bmi2": {"-mbmi -mbmi2", "bmi2"}, "avx2+bmi2": {"-mavx2 -mbmi -mbmi2", "avx2"},
	"avx512+bmi2":     {"-mavx512f -mavx512bw -mavx512dq -mavx512vl -mbmi -mbmi2", "avx512vl"},
	"avx512vbmi+bmi2": {"-mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512vbmi -mavx512vbmi2 -mgfni -mbmi -mbmi2", "avx512vbmi2"},
}

// A cProgram is a program of C that runs functions made by the emitter on random data and compares with their maps, bit by bit.
type cProgram struct {
	functions, table strings.Builder
	n                int
	listings         bool // run listings, and not C
}

// preserved are the registers that a function gives back as it found them.
var preserved = []string{"rbx", "rbp", "r12", "r13", "r14", "r15"}

// assembly is a listing as a function, whose operands come in vectors 0 and 1 and whose result leaves in 0, or in rdi, rsi and rax.
func assembly(r *lower.Result, tg *target.Target, name string) string {
	var text, data strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&text, "\""+format+"\\n\"\n", args...) }
	move, prefix := "movdqa", "xmm"
	if tg.Has&target.AVX != 0 {
		move = "vmovdqa"
	}
	switch r.Bits {
	case 256:
		prefix = "ymm"
	case 512:
		move, prefix = "vmovdqa64", "zmm"
	}
	line(".text")
	line(".globl %s", name)
	line("%s:", name)
	inputs, result := r.Registers()
	for _, name := range preserved {
		line("push %s", name)
	}
	for k, in := range r.Inputs {
		if r.File == target.General {
			line("mov %s, %s", target.GeneralRegister(inputs[k], 64), [...]string{"rdi", "rsi"}[in.Source])
			continue
		}
		line("%s %s%d, %s%d", move, prefix, 14+k, prefix, in.Source)
	}
	for k := range r.Inputs {
		if r.File == target.Vectors {
			line("%s %s%d, %s%d", move, prefix, inputs[k], prefix, 14+k)
		}
	}
	for i, instruction := range r.Listing(tg) {
		constantsApart(line, &data, name, i, instruction)
	}
	if r.File == target.General {
		line("mov rax, %s", target.GeneralRegister(result, 64))
	} else {
		line("%s %s0, %s%d", move, prefix, prefix, result)
	}
	for _, name := range slices.Backward(preserved) {
		line("pop %s", name)
	}
	line("ret")
	return fmt.Sprintf("V %s(V, V);\n__asm__(\".intel_syntax noprefix\\n\"\n%s\".data\\n\"\n%s\".text\\n.att_syntax\\n\");\n", name, text.String(), data.String())
}

// add adds a function for a map of two sources of as many bits as the destination.
func (p *cProgram) add(t *testing.T, l *lower.Lowerer, m lane.Map, o lower.Options) {
	t.Helper()
	r, err := l.Lower(t.Context(), m, o)
	if err != nil {
		t.Fatalf("%s: %v: %v", o.Target.Name, m, err)
	}
	name := fmt.Sprintf("f%d", p.n)
	if p.listings {
		p.functions.WriteString(assembly(r, o.Target, name))
	} else {
		code, err := r.C(o.Target, name)
		if err != nil {
			t.Fatalf("%v: %v", m, err)
		}
		p.functions.WriteString(strings.TrimPrefix(code, "#include <immintrin.h>\n"))
	}
	bits, err := m.Regroup(1)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&p.table, "\t{%s, {", name)
	for _, b := range bits.Lane {
		switch b.Kind {
		case lane.Source:
			fmt.Fprintf(&p.table, "%d,", b.Src*len(bits.Lane)+b.Index)
		case lane.Constant:
			v, _ := b.Const.Uint64()
			fmt.Fprintf(&p.table, "%d,", 2*len(bits.Lane)+int(v))
		default:
			p.table.WriteString("-1,")
		}
	}
	fmt.Fprintf(&p.table, "}},\n")
	p.n++
}

const cMain = `
#define BITS (8 * sizeof(V))
typedef struct { V (*f)(V, V); short want[BITS]; } row;
static const row rows[] = {
%s};
int main(void)
{
	unsigned char in[2 * sizeof(V)], out[sizeof(V)];
	unsigned long long x = 88172645463325252ull, pairs = 0, wrong = 0;
	__builtin_cpu_init();
	if (!__builtin_cpu_supports("%s")) { puts("lacks"); return 0; }
	for (unsigned r = 0; r < sizeof rows / sizeof *rows; r++)
		for (int n = 0; n < %d; n++, pairs++) {
			V a, b, c;
			for (unsigned i = 0; i < sizeof in; i++) {
				x ^= x << 13; x ^= x >> 7; x ^= x << 17;
				in[i] = x >> 32;
			}
			memcpy(&a, in, sizeof a);
			memcpy(&b, in + sizeof a, sizeof b);
			c = rows[r].f(a, b);
			memcpy(out, &c, sizeof c);
			for (unsigned i = 0; i < BITS; i++) {
				int w = rows[r].want[i];
				if (w >= 0 && (out[i / 8] >> i %% 8 & 1) != (w >= (int)(2 * BITS) ? w - (int)(2 * BITS) : in[w / 8] >> w %% 8 & 1)) {
					printf("row %%u bit %%u\n", r, i);
					wrong++;
					break;
				}
			}
		}
	printf("%%llu pairs, %%llu wrong\n", pairs, wrong);
	return wrong != 0;
}
`

// run compiles the program and runs it on as many random inputs a function.
func (p *cProgram) run(t *testing.T, tg *target.Target, bits, inputs int) {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("there is no compiler of C")
	}
	dir := t.TempDir()
	source, binary := filepath.Join(dir, "f.c"), filepath.Join(dir, "f")
	head := bareVectorC(bits)
	if !p.listings {
		head = "#include <immintrin.h>\ntypedef " + vectorC(bits) + " V;\n"
	}
	text := "#include <stdio.h>\n#include <string.h>\n" + head +
		p.functions.String() + fmt.Sprintf(cMain, p.table.String(), cFlags[tg.Name].needs, inputs)
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	args := append(strings.Fields(cFlags[tg.Name].flags), "-Wall", "-Werror", "-o", binary, source)
	if out, err := oracle.Usual.CombinedOutput(exec.Command(cc, args...)); err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	out, err := oracle.Usual.CombinedOutput(exec.Command(binary))
	if err != nil {
		t.Fatalf("%v\n%.1000s", err, out)
	}
	if strings.HasPrefix(string(out), "lacks") {
		t.Skipf("this CPU lacks %s", cFlags[tg.Name].needs)
	}
	t.Logf("%s: %d functions, %s", tg.Name, p.n, strings.TrimSpace(string(out)))
}

// The C that is emitted is compiled by the system's compiler and executed.
func TestCFourLanes(t *testing.T) {
	t.Parallel()
	maps, inputs := 60, 20
	if *full {
		maps, inputs = 2000, 600
	}
	tokens := append(twoSources(), lane.Zero())
	for _, tg := range target.Targets() {
		if _, ok := cFlags[tg.Name]; !ok || tg.Holds(target.General) || testing.Short() && tg.Name != "sse2" {
			continue
		}
		t.Run(tg.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(8, 1))
			l := &tables
			var p cProgram
			for range maps {
				m := lane.Map{Bits: 32, Src: []int{4, 4}}
				for range 4 {
					m.Lane = append(m.Lane, tokens[random.IntN(len(tokens))])
				}
				o := lower.Options{Target: tg, Cost: lower.Cost(p.n % 2)}
				p.add(t, l, m, o)
			}
			p.run(t, tg, 128, inputs)
		})
	}
}

// Listings are assembled as they are printed, but for the spelling of constants, and executed: registers and copies are right too.
func TestListingsOnSilicon(t *testing.T) {
	t.Parallel()
	maps, inputs := 40, 20
	if *full {
		maps, inputs = 2000, 600
	}
	for _, tg := range target.Targets() {
		if _, ok := cFlags[tg.Name]; !ok || tg.Holds(target.General) || testing.Short() && tg.Name != "sse2" {
			continue
		}
		t.Run(tg.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(8, 6))
			for _, bits := range tg.Bits {
				if bits < 128 {
					continue
				}
				p := cProgram{listings: true}
				n := maps
				if bits > 128 {
					n = maps / 20
				}
				for i := range n {
					elem := []int{32, 64, 32, 16, 32, 8}[i%6]
					m := randomMap(random, elem, bits/elem, 2, false)
					if i%4 == 0 {
						m.Lane[random.IntN(len(m.Lane))] = lane.Zero()
					}
					p.add(t, &tables, m, lower.Options{Target: tg, Cost: someCost(i)})
				}
				p.run(t, tg, bits, inputs)
			}
		})
	}
}

// A function has the parameters that its map needs, and at least two.
func TestCSignature(t *testing.T) {
	avx2 := targetNamed(t, "avx2")
	l := &tables
	for text, want := range map[string]string{
		"i32x4 -> a3 a2 a1 a0":       "__m128i F(__m128i a, __m128i b)",
		"i32x4 -> a0 d1 a2 d3":       "__m128i F(__m128i a, __m128i b, __m128i d)",
		"i64x2 i64x2 i64x2 -> c1 a0": "__m128i F(__m128i a, __m128i b, __m128i c)",
		"-> i32x4: z z _ z":          "__m128i F(__m128i a, __m128i b)",
		"i32x4 i32x4 -> _ _ _ _":     "__m128i F(__m128i a, __m128i b)",
	} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := l.Lower(t.Context(), m, lower.Options{Target: avx2, MaxConstants: lower.AtMost(0)})
		if err != nil {
			t.Fatal(err)
		}
		code, err := r.C(avx2, "F")
		if err != nil || !slices.Contains(strings.Split(code, "\n"), want) {
			t.Errorf("%s: %v\n%s", text, err, code)
		}
	}
}
