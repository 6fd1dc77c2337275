package listing_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
)

// likelyShuffles are 200 shuffles of vectors of so many bits, of lanes of each size in turn.
func likelyShuffles(random *rand.Rand, bits int) (maps []lane.Map) {
	for k := range 200 {
		elem := 8 << (k % 4)
		maps = append(maps, likelyShuffle(random, elem, bits/elem))
	}
	return maps
}

// likelyShuffle is a shuffle as compilers meet them: often one that an instruction has.
func likelyShuffle(random *rand.Rand, elem, n int) lane.Map {
	m := lane.Map{Bits: elem, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
	kind, by, half := random.IntN(8), random.IntN(n), 128/elem
	four := random.Perm(4)
	for i := range m.Lane {
		at := i &^ (half - 1)
		switch kind {
		case 0:
			m.Lane[i] = lane.From(i%2, at+i%half/2)
		case 1:
			m.Lane[i] = lane.From(i%2, at+half/2+i%half/2)
		case 2:
			m.Lane[i] = lane.From(i%half/(half/2), at+2*i%half+by%2)
		case 3:
			m.Lane[i] = lane.From(i%2, i&^1+by%2)
		case 4:
			m.Lane[i] = lane.From(0, (i&^3+four[i%4])%n)
		case 5:
			m.Lane[i] = lane.From(0, at+by%half)
		case 6:
			m.Lane[i] = lane.From((i%half+by%half)/half, at+(i+by)%half)
		default:
			m.Lane[i] = lane.From(random.IntN(2), random.IntN(n))
		}
	}
	return m
}

// compiledShuffles is what LLVM's compiler makes of each map, as a function that says so at its end.
func compiledShuffles(t *testing.T, llc string, maps []lane.Map, function func(k int, m lane.Map) string, end string, options ...string) []string {
	t.Helper()
	var ir strings.Builder
	for k, m := range maps {
		ir.WriteString(function(k, m))
	}
	file := filepath.Join(t.TempDir(), "f.ll")
	if err := os.WriteFile(file, []byte(ir.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := oracle.Usual.Output(exec.Command(llc, append(options, "-O2", "-o", "-", file)...))
	if err != nil {
		t.Skipf("llc: %v", err) // an old one cannot read poison, or lacks the vectors
	}
	texts := strings.Split(string(out), end)
	if len(texts) <= len(maps) {
		t.Fatalf("%d functions end with %q, want %d", len(texts)-1, end, len(maps))
	}
	return texts[:len(maps)]
}

// shuffleFunction is a map of two sources as a function of LLVM's IR.
func shuffleFunction(k int, m lane.Map) string {
	v := vectorOf(m)
	return fmt.Sprintf("define %[1]s @f%[2]d(%[1]s %%a, %[1]s %%b) {\n%[3]s\nret %[1]s %%c\n}\n", v, k, shuffleLine(m))
}

// pointerFunction is the same over memory, as vectors that are longer than NEON's are passed.
func pointerFunction(k int, m lane.Map) string {
	v := vectorOf(m)
	return fmt.Sprintf("define void @f%[2]d(ptr %%r, ptr %%p, ptr %%q) {\n%%a = load %[1]s, ptr %%p\n%%b = load %[1]s, ptr %%q\n%[3]s\nstore %[1]s %%c, ptr %%r\nret void\n}\n", v, k, shuffleLine(m))
}

// vectorOf is the type of a map's result.
func vectorOf(m lane.Map) string { return fmt.Sprintf("<%d x i%d>", len(m.Lane), m.Bits) }

// shuffleLine is the instruction that makes %c of %a and %b.
func shuffleLine(m lane.Map) string {
	var mask []string
	for _, l := range m.Lane {
		mask = append(mask, fmt.Sprintf("i32 %d", l.Src*len(m.Lane)+l.Index))
	}
	return fmt.Sprintf("%%c = shufflevector %[1]s %%a, %[1]s %%b, <%[2]d x i32> <%[3]s>", vectorOf(m), len(mask), strings.Join(mask, ", "))
}
