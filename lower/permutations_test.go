package lower_test

import (
	"encoding/binary"
	"fmt"
	"math"
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

// The permutations of four lanes of one vector, numbered as pshufd numbers them, without constants on AArch64. PPSSPP's own search for them says that it takes 2.46 instructions in the mean.
const (
	permutations  = 256
	theirMean     = 2.46
	ourMean       = 1.98828125 // 509 of 256, of which the search proved each
	mostOfOneLook = 3
)

// permutation is one of them.
func permutation(imm int) lane.Map {
	m := lane.Map{Bits: 32, Src: []int{4}}
	for i := range 4 {
		m.Lane = append(m.Lane, lane.From(0, imm>>(2*i)&3))
	}
	return m
}

// All permutations of four lanes for AArch64: what they take in the mean and at most, that each is minimal, and that the table does them, as C with a switch that is compiled and run under qemu.
func TestPermutationsOfFourLanes(t *testing.T) {
	t.Parallel()
	clang, qemu := oracle.Need(t, "clang"), oracle.Need(t, "qemu-aarch64")
	oracle.Need(t, "ld.lld")
	tg := targetNamed(t, "neon")
	var cases []lower.Case
	ops, most := 0, 0
	for imm := range permutations {
		r, err := tables.Lower(t.Context(), permutation(imm), lower.Options{Target: tg, Cost: lower.Instructions, MaxConstants: lower.AtMost(0)})
		if err != nil || r.Proof != lower.Minimal {
			t.Fatalf("%v: %+v %v", permutation(imm), r, err)
		}
		ops, most = ops+r.Ops, max(most, r.Ops)
		cases = append(cases, lower.Case{Values: []int{imm}, Result: r})
	}
	mean := float64(ops) / permutations
	t.Logf("%.3f ops in the mean, at most %d; PPSSPP %.2f", mean, most, theirMean)
	if math.Abs(mean-ourMean) > 1e-9 || most != mostOfOneLook || mean >= theirMean {
		t.Errorf("the mean is %v and the most %d, and not %v and %d", mean, most, ourMean, mostOfOneLook)
	}
	text, err := lower.SwitchC(tg, "permute", cases)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	of := tg.Spelling.C.Type(target.Vectors, 128)
	writeFiles(t, dir, map[string][]byte{"permute.c": []byte(text + fmt.Sprintf(permutationsMain, of))})
	command(t, dir, clang, "--target=aarch64-linux-gnu", "-O1", "-ffreestanding", "-nostdlib", "-static", "-fuse-ld=lld", "-Wall", "-Werror", "permute.c", "-o", "permute")
	out := command(t, dir, qemu, "./permute")
	if len(out) != 16*permutations {
		t.Fatalf("the program printed %d bytes", len(out))
	}
	for imm := range permutations {
		for i := range 4 {
			if got, want := binary.LittleEndian.Uint32(out[16*imm+4*i:]), uint32(100+imm>>(2*i)&3); got != want {
				t.Fatalf("permutation %d: lane %d is %d, want %d", imm, i, got, want)
			}
		}
	}
}

// permutationsMain permutes 100 101 102 103 in all ways, and prints what comes out.
const permutationsMain = `
static unsigned results[256][4];

static long call(long number, long a, long b, long c)
{
	register long x8 __asm__("x8") = number, x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
	__asm__ volatile("svc #0" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x8) : "memory");
	return x0;
}

void _start(void)
{
	static const unsigned lanes[4] = {100, 101, 102, 103};
	%s v;
	__builtin_memcpy(&v, lanes, 16);
	for (int i = 0; i < 256; i++) {
		__typeof__(v) r = permute(v, v, i);
		__builtin_memcpy(results[i], &r, 16);
	}
	call(64, 1, (long)results, sizeof results);
	call(93, 0, 0, 0);
}
`

// The six pairs of which LLVM's table of perfect shuffles knows three instructions take two.
func TestSixPairs(t *testing.T) {
	t.Parallel()
	llc := oracle.Need(t, "llc")
	var b strings.Builder
	for k, m := range beatable() {
		var s []string
		for _, l := range m.Lane {
			s = append(s, fmt.Sprintf("i32 %d", 4*l.Src+l.Index))
		}
		fmt.Fprintf(&b, "define <4 x i32> @f%d(<4 x i32> %%a, <4 x i32> %%b) {\n%%r = shufflevector <4 x i32> %%a, <4 x i32> %%b, <4 x i32> <%s>\nret <4 x i32> %%r\n}\n", k, strings.Join(s, ", "))
	}
	dir := t.TempDir()
	writeFiles(t, dir, map[string][]byte{"six.ll": []byte(b.String())})
	out, err := oracle.Usual.Output(exec.Command(llc, "-mtriple=aarch64", "-O2", "-o", "-", filepath.Join(dir, "six.ll")))
	if err != nil {
		t.Skipf("llc: %v", err) // an old one
	}
	counts := countCompiled(string(out), len(beatable()))
	var theirs []int
	for k, m := range beatable() {
		r, err := tables.Lower(t.Context(), m, lower.Options{Target: targetNamed(t, "neon"), Cost: lower.Instructions, MaxConstants: lower.AtMost(0)})
		if err != nil || r.Ops != 2 {
			t.Errorf("%v: %+v %v", m, r, err)
		}
		theirs = append(theirs, counts[k].Ops)
	}
	if t.Logf("LLVM takes %v", theirs); slices.Min(theirs) < 3 {
		t.Errorf("LLVM takes %v ops, which docs/lowering.md says otherwise", theirs)
	}
}
