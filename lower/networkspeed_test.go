package lower_test

import (
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/lower/network"
)

// timedNetworks are networks that people write by hand, and the loop that says the same: element x of the output is element y of the input, N being how many a channel has.
var timedNetworks = []struct {
	name, target, kind string
	n, bits            int
}{
	{"RGB apart", "avx2", "deinterleave", 3, 8},
	{"RGB together", "avx2", "interleave", 3, 8},
	{"RGBA apart", "avx2", "deinterleave", 4, 8},
	{"RGBA together", "avx2", "interleave", 4, 8},
	{"stereo apart", "avx2", "deinterleave", 2, 16},
	{"RGB of words apart", "avx2", "deinterleave", 3, 16},
	{"six channels apart", "avx2", "deinterleave", 6, 16},
	{"six channels together", "avx2", "interleave", 6, 16},
	{"points apart", "avx2", "deinterleave", 3, 32},
	{"eight channels together", "avx2", "interleave", 8, 16},
	{"8×8 of dwords", "avx2", "transpose", 8, 32},
	{"16×16 of words", "avx2", "transpose", 16, 16},
	{"8×8 of words", "sse4.1", "transpose", 8, 16},
	{"RGB apart", "sse4.1", "deinterleave", 3, 8},
}

const speedMain = `
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#define N 1920 // of each channel: what functions of several channels have between them, too
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1e9 + t.tv_nsec; }
static double timed(void (*f)(void))
{
	double t = now();
	for (int i = 0; i < 200; i++) f();
	return now() - t;
}
static _Alignas(64) unsigned char in[1 << 17], out[1 << 17], want[1 << 17];
static int below(const void *a, const void *b) { double x = *(const double *)a, y = *(const double *)b; return (x > y) - (x < y); }
static int compared(const char *name, void (*plain)(void), void (*ours)(void))
{
	double ratio[41];
	for (unsigned i = 0; i < sizeof in; i++) in[i] = i * 2654435761u >> 13;
	memset(out, 0, sizeof out); plain(); memcpy(want, out, sizeof out);
	memset(out, 0, sizeof out); ours();
	if (memcmp(out, want, sizeof out)) { printf("%s differs\n", name); return 1; }
	for (int i = 0; i < 41; i++) { double p = timed(plain); ratio[i] = p / timed(ours); }
	qsort(ratio, 41, sizeof *ratio, below);
	printf("%s %.3f\n", name, ratio[20]);
	return 0;
}
`

// value is a statement that makes a vector.
var value = regexp.MustCompile(`__m\d+i (t\d+) = .*;`)

// resultAt is where a function of C writes.
var resultAt = regexp.MustCompile(`\(char \*\)result \+ (\d+)`)

// speedFunctions are a network as a plain loop and as what is emitted.
func speedFunctions(t testing.TB, k int) string {
	t.Helper()
	c := timedNetworks[k]
	tg := targetNamed(t, c.target)
	lanes := tg.Bits[len(tg.Bits)-1] / c.bits
	maps := networkMaps(t, c.kind, c.n, 0, 1, lanes, c.bits)
	if c.kind == "deinterleave" {
		maps = network.Joined(maps)
	}
	r, err := tables.Network(t.Context(), maps, lower.Options{Target: tg, Cost: lower.Loop, Memory: true})
	if err != nil {
		t.Fatal(err)
	}
	name := "F" + strconv.Itoa(k)
	code, err := r.C(tg, name)
	if err != nil {
		t.Fatal(err)
	}
	code = value.ReplaceAllString(code, `$0 __asm__("" : "+x"($1));`) // else a compiler makes other shuffles of them
	code = strings.Replace(code, "void "+name+"(", "static inline __attribute__((always_inline)) void "+name+"(", 1)
	loop, step, from, store := "", lanes, "in + c * N + i", ""
	switch c.kind {
	case "deinterleave":
		loop = fmt.Sprintf("for (int i = 0; i < N; i++) for (int c = 0; c < %d; c++) o[c * N + i] = in[i * %[1]d + c];", c.n)
		from = fmt.Sprintf("in + i * %d", c.n)
		store = "T *r = o + i; %s"
		code = resultAt.ReplaceAllStringFunc(code, func(text string) string { // each result goes to a channel of its own
			at, err := strconv.Atoi(resultAt.FindStringSubmatch(text)[1])
			if err != nil {
				t.Fatal(err)
			}
			register := lanes * c.bits / 8
			return fmt.Sprintf("(char *)result + %d", at/register*1920*c.bits/8+at%register)
		})
	case "interleave":
		loop = fmt.Sprintf("for (int i = 0; i < N; i++) for (int c = 0; c < %d; c++) o[i * %[1]d + c] = in[c * N + i];", c.n)
		store = fmt.Sprintf("T *r = o + i * %d; %%s", c.n)
	default:
		step = c.n
		loop = fmt.Sprintf("for (int b = 0; b < N; b += %d) for (int i = 0; i < %[1]d; i++) for (int j = 0; j < %[1]d; j++) o[(b + j) * %[1]d + i] = in[(b + i) * %[1]d + j];", c.n)
		from, store = fmt.Sprintf("in + (i + c) * %d", c.n), fmt.Sprintf("T *r = o + i * %d; %%s", c.n)
	}
	var args []string
	for s := range maps[0].Src {
		args = append(args, strings.ReplaceAll(from, "c *", fmt.Sprintf("%d *", s)))
		if c.kind == "transpose" {
			args[s] = fmt.Sprintf("in + (i + %d) * %d", s, c.n)
		}
	}
	call := fmt.Sprintf("%s(r, %s);", name, strings.Join(args, ", "))
	both := fmt.Sprintf("%s#define T uint%d_t\nstatic void plain%d_(T *restrict o, const T *restrict in) { %s }\n", code, c.bits, k, loop)
	both += fmt.Sprintf("static void ours%d_(T *restrict o, const T *restrict in) { for (int i = 0; i < N; i += %d) { %s } }\n#undef T\n", k, step, fmt.Sprintf(store, call))
	for _, f := range []string{"plain", "ours"} {
		both += fmt.Sprintf("__attribute__((noinline)) static void %s%d(void) { %[1]s%[2]d_((void *)out, (const void *)in); }\n", f, k)
	}
	return both
}

// Networks as functions of C beside the plain loop that says the same, as clang and gcc compile both: how many times as long the loop takes, the median of 41 pairs by turns.
func BenchmarkNetworksBesideLoops(b *testing.B) {
	for name, compiler := range map[string]string{"clang": oracle.Need(b, "clang"), "gcc": oracle.Need(b, "gcc")} {
		for _, target := range []string{"avx2", "sse4.1"} {
			if testing.Short() && (name == "gcc") == (target == "avx2") {
				continue // a run that only tries has each once
			}
			b.Run(name+"/"+target, func(b *testing.B) {
				tg := targetNamed(b, target)
				if !executes(b, tg) {
					b.Skipf("this CPU lacks some of %v", tg.Has)
				}
				var functions, calls strings.Builder
				for k, c := range timedNetworks {
					if c.target == target {
						functions.WriteString(speedFunctions(b, k))
						fmt.Fprintf(&calls, "if (compared(%q, plain%d, ours%[2]d)) return 1;\n", strings.ReplaceAll(c.name, " ", "-"), k)
					}
				}
				dir := b.TempDir()
				writeFiles(b, dir, map[string][]byte{"main.c": []byte("#include <stdlib.h>\n#include <string.h>\n" + speedMain + functions.String() + "int main(void)\n{\n" + calls.String() + "return 0;\n}\n")})
				command(b, dir, compiler, append(strings.Fields(cFlags[target].flags), "-O3", "main.c", "-o", "main")...)
				for b.Loop() {
					out, err := oracle.Usual.Output(exec.Command(dir + "/main"))
					if err != nil {
						b.Fatalf("%v\n%s", err, out)
					}
					for line := range strings.Lines(string(out)) {
						at := strings.LastIndexByte(line, ' ')
						ratio, err := strconv.ParseFloat(strings.TrimSpace(line[at+1:]), 64)
						if err != nil {
							b.Fatal(err)
						}
						b.ReportMetric(ratio, line[:at])
					}
				}
			})
		}
	}
}
