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

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/lower/network"
	"github.com/lanescope/lanescope/target"
)

// A networkCell is a network that compilers are asked for too.
type networkCell struct {
	kind          string
	size, vectors int
	width         int
	maps          []lane.Map
}

func (c networkCell) String() string {
	return fmt.Sprintf("%s %d of i%d, %d vectors", c.kind, c.size, c.width, c.vectors)
}

// networkCells are those of a target: all strides from 2 to 8, of each width, of one vector a channel and more.
func networkCells(t testing.TB, tg *target.Target, vectors ...int) (cells []networkCell) {
	t.Helper()
	bits := tg.Bits[len(tg.Bits)-1]
	for _, kind := range network.Kinds() {
		for _, width := range []int{8, 16, 32, 64} {
			for size := 2; size <= 8; size++ {
				if kind.Name != "interleave" && kind.Name != "deinterleave" {
					continue
				}
				for _, v := range vectors {
					maps, err := kind.Maps(size, 0, v, bits/width, width)
					if err != nil {
						t.Fatal(err)
					}
					cells = append(cells, networkCell{kind.Name, size, v, width, maps})
				}
			}
		}
	}
	return cells
}

// someCells are three cells of one and two vectors a channel, or with -full all.
func someCells(random *rand.Rand, all []networkCell) (some []networkCell) {
	if *full {
		return all
	}
	few := slices.DeleteFunc(all, func(c networkCell) bool { return c.vectors > 2 })
	for _, k := range random.Perm(len(few))[:3] {
		some = append(some, few[k])
	}
	return some
}

// networkFunction is a network as a function of LLVM IR, over vectors in memory one behind another.
func networkFunction(k int, maps []lane.Map) string {
	lanes := 0
	first := []int{}
	for _, n := range maps[0].Src {
		first = append(first, lanes)
		lanes += n
	}
	bits := maps[0].Bits
	var b strings.Builder
	fmt.Fprintf(&b, "define void @f%d(ptr noalias %%in, ptr noalias %%out) {\n%%w = load <%d x i%d>, ptr %%in, align 1\n", k, lanes, bits)
	at := 0
	for r, m := range maps {
		var mask []string
		for _, l := range m.Lane {
			mask = append(mask, fmt.Sprintf("i32 %d", first[l.Src]+l.Index))
		}
		fmt.Fprintf(&b, "%%r%[1]d = shufflevector <%[2]d x i%[3]d> %%w, <%[2]d x i%[3]d> poison, <%[4]d x i32> <%[5]s>\n", r, lanes, bits, len(mask), strings.Join(mask, ", "))
		fmt.Fprintf(&b, "%%p%[1]d = getelementptr i8, ptr %%out, i64 %[2]d\nstore <%[3]d x i%[4]d> %%r%[1]d, ptr %%p%[1]d, align 1\n", r, at, len(mask), bits)
		at += len(mask) * bits / 8
	}
	b.WriteString("ret void\n}\n")
	return b.String()
}

// networkOps counts the instructions of each function but for loads, stores, plain moves and loads of constants.
func networkOps(text string, n int) []int {
	counts := make([]int, n)
	eachInstruction(text, func(k int, line string, fields []string) {
		if isOp(fields[0], line) {
			counts[k]++
		}
	})
	return counts
}

// isOp says whether an instruction of x86, AArch64 or LoongArch computes on vectors.
func isOp(name, line string) bool {
	bare := strings.TrimPrefix(name, "v")
	memory := strings.Contains(line, "[r") || strings.Contains(line, "[e")
	switch {
	case strings.HasPrefix(name, "kmov"), name == "ldr", name == "str", name == "ldp", name == "stp", name == "vzeroupper":
		return false
	case name == "mov" && strings.Count(line, ".16b") == 2, strings.HasSuffix(name, "vori.b") && strings.HasSuffix(strings.TrimSpace(line), ", 0"):
		return false
	case name == "vld", name == "vst", name == "xvld", name == "xvst":
		return false
	case strings.Contains(line, "LCPI") && (strings.HasPrefix(bare, "mov") || strings.HasPrefix(bare, "pbroadcast") || strings.HasPrefix(bare, "broadcast") || strings.HasPrefix(bare, "pmovsx") || strings.HasPrefix(bare, "pmovzx")):
		return false
	case strings.HasPrefix(bare, "movdq") || strings.HasPrefix(bare, "mova") || strings.HasPrefix(bare, "movu"):
		return strings.Contains(line, "{")
	case memory && (bare == "movq" || bare == "movd" || bare == "movsd" || bare == "movss" || strings.HasPrefix(bare, "movh") && strings.Contains(line, "], ")):
		return false
	}
	return strings.Contains(line, "mm") || strings.Contains(line, "\tv") || strings.Contains(line, "\txv") || strings.Contains(line, " v") || strings.Contains(line, "{v") || strings.Contains(line, "%k") || strings.Contains(line, " q")
}

// Networks never take more ops than what LLVM's compiler makes of the same maps. Of all cells of three targets some are tried, others each time; with -full all, of one, two and four vectors a channel, and then
// they take two fifths fewer on every target, on lsx a third.
func TestGateNetworks(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles hundreds of functions")
	}
	t.Parallel()
	llc, random, asked := oracle.Need(t, "llc"), chance.Random(t, 74), 0
	for _, k := range random.Perm(len(gateTargets)) {
		g := gateTargets[k]
		if g.name == "avx" {
			continue // it has no integers of 256 bits: whoever moves bytes takes 128
		}
		if strings.HasPrefix(g.name, "vsx") || g.name == "sve2-256" {
			continue // LLVM moves words and doublewords of Power through general registers and memory, and what it loads, there and of scalable vectors, is not told from its constants: nothing is counted
		}
		if strings.HasPrefix(g.name, "rvv") {
			continue // LLVM's instructions of several registers at once are no rows, and count as one: by them 2 of 168 networks of rvv128 take fewer, and all together four times as many
		}
		if asked++; asked > 3 && !*full {
			break
		}
		t.Run(g.name, func(t *testing.T) {
			tg := targetNamed(t, g.name)
			cells := someCells(random, networkCells(t, tg, 1, 2, 4))
			var b strings.Builder
			for k, c := range cells {
				b.WriteString(networkFunction(k, c.maps))
			}
			path := filepath.Join(t.TempDir(), "networks.ll")
			if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
				t.Fatal(err)
			}
			out, err := oracle.Usual.Output(exec.Command(llc, append([]string{"-O3", "--x86-asm-syntax=intel", "-lower-interleaved-accesses=false", "-o", "-", path}, g.llvm...)...))
			if err != nil {
				t.Fatal(err)
			}
			counts := networkOps(string(out), len(cells))
			l := new(lower.Lowerer)
			ours, theirs := 0, 0
			for k, c := range cells {
				r, err := l.Network(t.Context(), c.maps, lower.Options{Target: tg, Cost: lower.Instructions, Effort: lower.Quick})
				if err != nil {
					t.Fatal(err)
				}
				ours, theirs = ours+r.Ops, theirs+counts[k]
				if r.Ops > counts[k] {
					t.Errorf("%v: %d ops by %q, LLVM %d\n%s%s", c, r.Ops, r.Strategy, counts[k], strings.Join(r.Listing(tg), "\n"), (&listing{text: string(out)}).body(k))
				}
				t.Logf("| %v | %d | %d | %d | %s |", c, r.Ops, r.LowerBound, counts[k], r.Strategy)
			}
			t.Logf("%s: %d networks, %d ops, LLVM %d, %.1f %% fewer", g.name, len(cells), ours, theirs, 100-100*float64(ours)/float64(theirs))
			most := 3 * theirs
			if g.name == "lsx" { // 38.1 % fewer
				most = 5 * theirs * 2 / 3
			}
			if *full && 5*ours > most {
				t.Errorf("%s: %d ops, and LLVM's are %d", g.name, ours, theirs)
			}
		})
	}
}
