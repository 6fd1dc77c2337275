package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// asked are questions to commands, of which searches, maps of Go's and goroutines could each bring about another answer. They are asked in testdata's neighbours, so that paths are the same everywhere.
var asked = [][]string{
	{"explain", "--json", "--all", "--target", "avx2", "<8 x i16> 3 1 15 9 0 6 12 2"},
	{"explain", "--target", "neon", "--targets", "avx2,wasm", "_mm256_alignr_epi8(a, b, 4)"},
	{"explain", "--json", "--target", "sse2", "pshufd $225, %xmm0, %xmm2; shufps $80, %xmm1, %xmm2"},
	{"lower", "--json", "<16 x i8> 3 25 0 17 9 30 12 4 22 1 7 28 14 11 19 6", "--target", "sse2"},
	{"lower", "--json", "<16 x i8> 3 25 0 17 9 30 12 4 22 1 7 28 14 11 19 6", "--target", "neon"},
	{"lower", "--json", "<8 x i32> 9 10 3 12 13 6 15 0", "--target", "avx2", "--effort", "quick"},
	{"lower", "<8 x i16> 2 7 1 4 6 3 0 5", "--target", "vsx", "--emit", "asm"},
	{"network", "--json", "transpose", "4x4", "--type", "i32", "--target", "sse2"},
	{"network", "--json", "deinterleave", "3", "--type", "i8", "--target", "neon"},
	{"table", "--json", "pshufd xmm0, xmm1, *", "--to", "neon"},
	{"translate", "<4 x i32> 0 4 1 5", "--to", "x86"},
	{"prove", "--json", "vec4(a.xy, b.zw)", "_mm_blend_ps(a, b, 12)"},
	{"tokens", "--json", "float4 r = float4(a.xy, b.zw);"},
	{"draw", "<8 x i16> 3 1 15 9 0 6 12 2"},
	{"scan", "--json", "../lsp/testdata/files"},
	{"test", "--json", "../lsp/testdata/files/library.lanes"},
	{"g13", "asm", "../lsp/testdata/files/lanes_g13.s"},
	{"g13", "inspect", "--json", "../lsp/testdata/files/lanes_g13.s"},
	{"g13", "run", worked + "histogram.s", "--grid", "64", "--threadgroup", "64", "--buffer", "u2=" + worked + "scan.s", "--buffer", "u4=zero:1024", "--dump", "memory"},
	{"g13", "run", worked + "scan.s", "--grid", "128", "--threadgroup", "64", "--uniform", "u0=100", "--buffer", "u2=" + worked + "scan.s", "--buffer", "u4=zero:512", "--buffer", "u6=zero:8", "--dump", "json"},
	{"svp64", "same", "--json", "XY.."},
	{"svp64", "asm", "--json", "sv.mv.swiz/vec3/w=16 *32,*64,ZYX"},
	{"visa", "check", "--json", "../lsp/testdata/files/regions.visaasm"},
	{"visa", "run", "--json", "add (M1, 8) V32(0,0)<1> V33(0,0)<4;4,0> 10:d", "--var", "V33=lane"},
	{"visa", "find", "--json", "i16x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
	{"patterns", "--json"}, {"targets", "--json"}, {"errata", "--json"}, {"man", "explain"}, {"completion", "fish"},
}

// worked is where programs with memory are.
const worked = "../../g13/machine/testdata/programs/"

// An answer is what a command says, and how it ends.
type answer struct {
	code        int
	out, errors string
}

// by asks a program, or another that runs it.
func by(t *testing.T, environment string, program ...string) func(args []string) answer {
	folder := t.TempDir()
	return func(args []string) answer {
		t.Helper()
		cmd := exec.Command(program[0], append(program[1:len(program):len(program)], args...)...)
		cmd.Env = []string{environment, "GOCOVERDIR=" + folder} // which a program that counts what it covers asks for
		var diag bytes.Buffer
		cmd.Stderr = &diag
		out, _ := oracle.Usual.Output(cmd)
		return answer{cmd.ProcessState.ExitCode(), string(out), diag.String()}
	}
}

// The same question has the same answer, to the byte: from a process that was asked nothing before and has one processor, and from one that was asked all the others in an order by chance. With -full several times, and also from programs for other platforms.
func TestSameAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("without -short")
	}
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cold := filepath.Join(t.TempDir(), "lanescope") // by this name the test is the program
	if err := os.Symlink(own, cold); err != nil {
		t.Skip(err)
	}
	answers := make([]answer, len(asked))
	ask := by(t, "GOMAXPROCS=1", cold)
	for k, args := range asked {
		if answers[k] = ask(args); answers[k].code > 1 || answers[k].out == "" {
			t.Fatalf("%q: %+v", args, answers[k])
		}
	}
	compare := func(who string, k int, got answer) {
		t.Helper()
		if got != answers[k] {
			t.Errorf("%q, asked of %s:\n%+v\nof one that was asked nothing before:\n%+v", asked[k], who, got, answers[k])
		}
	}
	r := chance.Random(t, 1)
	turns := 1
	if *full {
		turns = 3
	}
	for range turns {
		for _, k := range r.Perm(len(asked)) {
			code, out, diag := run("", asked[k]...)
			compare("one that was asked others", k, answer{code, out, diag})
		}
	}
	if !*full {
		return
	}
	for _, p := range elsewhere(t) {
		ask := by(t, "LANG=C", built(t, p)...)
		for k, args := range asked {
			got := ask(args)
			got.errors = answers[k].errors // where it says how it goes on, if that takes long
			compare("a program for "+p.name, k, got)
		}
	}
}

// A platform is another one that a program can be built for, and what executes it here.
type platform struct {
	name, os, arch string
	by             []string
}

// elsewhere lists platforms: with another order of memory accesses, with one thread, and with the highest byte of a number first.
func elsewhere(t *testing.T) []platform {
	t.Helper()
	root, err := oracle.Usual.Output(exec.Command("go", "env", "GOROOT"))
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	return []platform{
		{"AArch64", "linux", "arm64", []string{oracle.Need(t, "qemu-aarch64")}},
		{"WebAssembly", "js", "wasm", []string{oracle.Need(t, "node"), "--stack-size=8192", script}},
		{"s390x", "linux", "s390x", []string{oracle.Need(t, "qemu-s390x")}},
	}
}

// built builds the program for a platform, and gives the words that start it.
func built(t *testing.T, p platform) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "lanescope")
	build := exec.Command("go", "build", "-o", file, "../../cmd/lanescope")
	build.Env = append(os.Environ(), "GOOS="+p.os, "GOARCH="+p.arch, "CGO_ENABLED=0")
	if out, err := oracle.Usual.CombinedOutput(build); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return append(slices.Clone(p.by), file)
}
