package lower_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/lower/network"
	"github.com/lanescope/lanescope/target"
)

// A modelled CPU is one whose pipeline LLVM models.
type modelled struct{ target, cpu, triple, mcpu string }

var modelledCPUs = []modelled{
	{"avx2", "skylake", "x86_64", "skylake"},
	{"avx2", "icelake", "x86_64", "icelake-server"},
	{"avx2", "znver4", "x86_64", "znver4"},
	{"neon", "neoverse-n1", "aarch64", "neoverse-n1"},
}

// besideLLVM are the networks whose cycles are not LLVM's reciprocal throughput of a block to a twentieth, each with the reason. All others are.
var besideLLVM = []struct {
	cpu, networks string // sizes with types, and with a star those that were looked for by throughput; all with nothing
	reason        string
	check         func(ours, block, simulated float64) bool // what is true of them all the same
}{
	{"znver4", "", "unpacks and shuffles of one register are measured at 0.33 cycles, where LLVM has 0.50, and vperm2f128 at 0.50, where it has 1.00", quicker},
	{"icelake", "8x8i32 16x16i16 16x16i32 4x4i32* 4x4i64* 8x8i32* 8x8i64* 16x16i16* 16x16i32* 16x16i64*", "some ops may take p1 and p5 or any, others p5 alone: LLVM's block sees each kind by itself, its simulation all", together},
	{"neoverse-n1", "16x16i32 16x16i32* 16x16i64 16x16i64*", "values that find no register come and go, and three micro-operations begin in a cycle: LLVM is shown the ops alone", crowded},
}

// quicker holds what is measured to what LLVM's simulation takes at most, and to half of its block at least.
func quicker(ours, block, simulated float64) bool { return ours < simulated && ours > 0.49*block }

// together is what no simulation falls short of.
func together(ours, block, simulated float64) bool { return ours > block && ours < simulated+0.02 }

// crowded is more than the ops alone take.
func crowded(ours, block, _ float64) bool { return ours > block }

// TestCyclesBesideLLVM compares the latency and the throughput of transposes with those of llvm-mca, which reads the listings: no table of ours is between.
func TestCyclesBesideLLVM(t *testing.T) {
	if testing.Short() {
		t.Skip("searches take long")
	}
	mca := oracle.Need(t, "llvm-mca")
	version, err := oracle.Usual.Output(exec.Command(mca, "--version"))
	if err != nil || !strings.Contains(string(version), target.CostsVersion) {
		t.Skipf("the figures are those of %s", target.CostsVersion)
	}
	compared, used := 0, map[string]bool{}
	for _, m := range modelledCPUs {
		nets := transposesFor(t, m)
		for k, p := range passages(t, mca, m, nets) {
			n := &nets[k]
			ours, busiest, _ := n.result.Cycles(m.cpu)
			t.Logf("%s %s: ours %.2f %v, block %.1f, simulated %.2f; latency %g", m.cpu, n.name, ours, busiest, p.block, p.simulated, p.path)
			if n.result.Latency != p.path {
				t.Errorf("%s %s: latency %g, and LLVM's longest path is %g", m.cpu, n.name, n.result.Latency, p.path)
			}
			if compared++; math.Abs(ours-p.block) > 0.0501 {
				checkBeside(t, m.cpu, n.name, ours, p, used)
			}
		}
	}
	if compared < 40 {
		t.Errorf("only %d networks were compared", compared)
	}
	for _, x := range besideLLVM {
		for name := range strings.FieldsSeq(x.networks) {
			if at := x.cpu + " " + name; !used[at] && (*full || !strings.HasPrefix(name, "16x")) {
				t.Errorf("%s is LLVM's now: it needs no exception", at)
			}
		}
	}
}

// checkBeside checks what is known of a network whose cycles are not LLVM's.
func checkBeside(t *testing.T, cpu, name string, ours float64, p passage, used map[string]bool) {
	t.Helper()
	for _, x := range besideLLVM {
		if x.cpu == cpu && (x.networks == "" || slices.Contains(strings.Fields(x.networks), name)) {
			if used[cpu+" "+name] = true; !x.check(ours, p.block, p.simulated) {
				t.Errorf("%s %s: ours %.2f, LLVM's block %.2f, simulated %.2f: not as it should be where %s", cpu, name, ours, p.block, p.simulated, x.reason)
			}
			return
		}
	}
	t.Errorf("%s %s: ours %.2f, LLVM's %.2f", cpu, name, ours, p.block)
}

// A namedResult is a network with its name.
type namedResult struct {
	name   string
	result *lower.Result
	target *target.Target
}

// transposesFor are those of 2, 4 and 8 rows of 128 bits and more; with -full of 16 rows too, and of shorter ones. Each is looked for by fewest ops and by throughput.
func transposesFor(t *testing.T, m modelled) (list []namedResult) {
	t.Helper()
	tg, _ := target.Find(m.target)
	l := lower.New(tg)
	sizes := []int{2, 4, 8}
	if *full {
		sizes = append(sizes, 16)
	}
	for _, n := range sizes {
		for _, bits := range []int{8, 16, 32, 64} {
			if n*bits < 128 && !*full {
				continue
			}
			for _, cost := range []lower.Cost{lower.Instructions, lower.Throughput} {
				maps, err := network.Kinds()[0].Maps(n, n, 1, n, bits)
				if err != nil {
					t.Fatal(err)
				}
				r, err := l.Network(context.Background(), maps, lower.Options{CPU: m.cpu, Cost: cost, Effort: lower.Quick, MaxConstants: lower.AtMost(0)})
				if err != nil {
					t.Fatal(err)
				}
				name := fmt.Sprintf("%dx%di%d", n, n, bits)
				if cost == lower.Throughput {
					name += "*"
				}
				list = append(list, namedResult{name, r, tg})
			}
		}
	}
	return list
}

// A passage is how a listing passes LLVM's model of a CPU.
type passage struct {
	block     float64 // what llvm-mca calls the reciprocal throughput of a block
	simulated float64 // cycles a turn of a loop
	path      float64 // the longest way from an input to a result
}

var (
	blockLine    = regexp.MustCompile(`Block RThroughput: (\S+)`)
	totalLine    = regexp.MustCompile(`Total Cycles: +(\d+)`)
	latencyLine  = regexp.MustCompile(`(?m)^ (\d+) +(\d+) +(\d+\.\d+) `)
	regionLine   = regexp.MustCompile(`(?m)^\[\d+\] Code Region.*$`)
	registerName = regexp.MustCompile(`\[[^\]]*\]|\b[xyzv]mm\d+\b|\b[vq]\d+\b`)
)

// passages are those of networks on a CPU. Two runs of llvm-mca see them all: one of the ops alone, and one of a loop whose turns begin with loads, so that none waits for the one before.
func passages(t *testing.T, mca string, m modelled, nets []namedResult) (list []passage) {
	t.Helper()
	var ops, loops strings.Builder
	for _, n := range nets {
		alone, loop := opsAndLoop(m, n)
		for b, lines := range map[*strings.Builder][]string{&ops: alone, &loops: loop} {
			fmt.Fprintf(b, "%s LLVM-MCA-BEGIN %s\n%s\n%s LLVM-MCA-END\n", m.comment(), n.name, strings.Join(lines, "\n"), m.comment())
		}
	}
	tables, long, short := m.regions(t, mca, ops.String()), m.regions(t, mca, loops.String(), "-iterations=300"), m.regions(t, mca, loops.String(), "-iterations=100")
	for k, n := range nets {
		figures := latencyLine.FindAllStringSubmatch(tables[k], -1)
		p := passage{block: numberIn(t, blockLine, tables[k]), simulated: (numberIn(t, totalLine, long[k]) - numberIn(t, totalLine, short[k])) / 200}
		p.path = longestPath(n.result.Listing(n.target), func(op int) float64 {
			v, err := strconv.ParseFloat(figures[op][2], 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		})
		list = append(list, p)
	}
	return list
}

// opsAndLoop are a listing without ways of values, and behind loads of the inputs.
func opsAndLoop(m modelled, n namedResult) (ops, loop []string) {
	for _, line := range n.result.Listing(n.target) {
		if !isWay(line) {
			ops = append(ops, line)
		}
	}
	inputs, _ := n.result.Locations()
	for _, at := range inputs {
		switch {
		case at.Register < 0: // waits in memory
		case m.triple == "aarch64":
			loop = append(loop, fmt.Sprintf("ldr q%d, [x0, #%d]", at.Register, 16*at.Register))
		default:
			loop = append(loop, fmt.Sprintf("vmovdqu ymm%d, [rdi + %d]", at.Register, 32*at.Register))
		}
	}
	return ops, append(loop, ops...)
}

// comment is how a comment begins.
func (m modelled) comment() string {
	if m.triple == "aarch64" {
		return "//"
	}
	return "#"
}

// regions are what llvm-mca says of each region of a text.
func (m modelled) regions(t *testing.T, mca, text string, flags ...string) []string {
	t.Helper()
	cmd := exec.Command(mca, append([]string{"-mtriple=" + m.triple, "-mcpu=" + m.mcpu, "-"}, flags...)...)
	if m.triple == "x86_64" {
		text = ".intel_syntax noprefix\n" + text
	}
	cmd.Stdin = strings.NewReader(text)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := oracle.Usual.Output(cmd)
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	return regionLine.Split(string(out), -1)[1:]
}

// isWay says whether a line only brings a register to another, or to memory and back.
func isWay(line string) bool {
	name, operands, _ := strings.Cut(line, " ")
	return slices.Contains([]string{"movdqa", "vmovdqa", "movdqu", "vmovdqu", "vmovdqa64", "ldr", "str"}, name) || name == "mov" && !strings.Contains(operands, "[")
}

func numberIn(t *testing.T, in *regexp.Regexp, text string) float64 {
	t.Helper()
	m := in.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("no %v in %s", in, text)
	}
	v, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// longestPath follows registers and places of memory through a listing, whose first operand is what is written, and of destructive instructions read too.
func longestPath(lines []string, latency func(op int) float64) (most float64) {
	late := map[string]float64{}
	name := func(s string) string { return strings.TrimLeft(s, "xyzvqm") }
	op := 0
	for _, line := range lines {
		operands := registerName.FindAllString(line, -1)
		at := 0.0
		for _, x := range operands[1:] {
			at = max(at, late[name(x)])
		}
		if !isWay(line) {
			at += latency(op)
			op++
		}
		late[name(operands[0])] = at
		most = math.Max(most, at)
	}
	return most
}
