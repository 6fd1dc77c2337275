package cli_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// dataLimit is what each command has for each input of the corpus, in kB: what it may write to, as `ulimit -d` counts. Addresses alone, `ulimit -v`, cannot be so few: Go reserves some 800 MB of them before main begins, and touches little of it.
const dataLimit = 256 << 10

// peaks are how many MB a command has resident at most, over the corpus and within dataLimit, also on a machine where the collector gets a processor late. Of what is not here no input of the corpus is read, or a person waits for it.
var peaks = map[string]int64{
	"explain": 220, "prove": 70, "lower": 220, "translate": 170, "draw": 70, "tokens": 70, "network": 150, "table": 150, "scan": 190, "test": 110,
	"g13 asm": 70, "g13 dis": 70, "g13 inspect": 70, "g13 run": 90, "g13 diff": 70, "g13 ref": 70,
	"svp64 asm": 70, "svp64 dis": 70, "svp64 run": 90, "svp64 grid": 70, "svp64 same": 70,
	"visa check": 90, "visa fmt": 90, "visa eval": 90, "visa encode": 70, "visa decode": 70, "visa split": 170, "visa find": 170, "visa run": 90,
	"patterns": 70, "errata": 70, "targets": 70, "discoveries": 150, "man": 70, "completion bash": 70, "version": 70,
}

// A corpusJob is a command with a text of the corpus: - is the text, and @ a file of it.
type corpusJob struct {
	command, args string
	lines         []string
}

// corpusJobs has every command that reads texts read a share of the corpus, 1 of so many.
func corpusJobs(t *testing.T, r *rand.Rand, share int) (all []corpusJob) {
	t.Helper()
	some := func(list []string) []string {
		list = slices.Clone(list)
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		return list[:max(len(list)/share, min(len(list), 4))]
	}
	add := func(command, args string, lines ...string) { all = append(all, corpusJob{command, args, lines}) }
	masks := some(corpusMasks(t))
	for _, targets := range []string{"none", "avx512", "neon", "sve2-128", "lasx"} { // a batch keeps what it looks for with, of each of its targets
		add("explain", "--batch - --forms all --targets "+targets, masks...)
	}
	for _, target := range []string{"sse2", "ssse3", "avx2", "avx512vbmi", "neon", "wasm", "lsx", "rvv128", "vsx", "svp64", "visa", "g13"} {
		add("lower", "--batch - --target "+target, some(masks)...)
	}
	add("lower", "--batch - --target rvv128", "i32x16 -> a15 a9 a13 a12 a12 a10 a9 a8 a0 a4 a13 a7 a10 a4 a2 a0", "i32x16 i32x16 -> a15 a14 a13 b1 a11 b4 a9 a8 a7 a6 a5 a4 a3 a2 a1 a0") // tables for each mode, and for two and three registers
	// two bits that thousands of pairs of rows move, behind tables of three sizes
	add("lower", "--batch - --target avx512vbmi", "<8 x i64> <6,3,6,3>", "<32 x i16> <26,3,4,22,1,18,29,17,21,0,20,19,18,12,11,31>", "<16 x i8> <0,16,1,17,2,18,3,19,4,20,5,21,6,22,7,23>", "<8 x i64> <4,5,6,7,8,8,8,8>", "<2 x i1> <u,u,u,u,0,1,u,u>")
	one := masks[r.IntN(len(masks))]
	add("explain", "-", one)
	for range 4 {
		add("explain", "- --all", masks[r.IntN(len(masks))])
	}
	add("explain", "- --all", "<16 x i32> 9 10 3 12 13 6 15 0 1 2 3 4 17 22 30 31")
	add("lower", "- --target avx2 --alternatives", one)
	for _, d := range []string{"x86", "neon", "wasm", "visa", "spirv", "llvm"} {
		add("translate", "- --to "+d, one)
	}
	for _, command := range []string{"draw", "tokens"} {
		add(command, "-", one)
	}
	add("prove", "- i32x4->a0_a1_a2_a3", one)
	var claims []string
	for _, m := range masks {
		claims = append(claims, m+" == "+m)
	}
	add("test", "@", claims...)
	add("visa find", "--batch -", some(masks)...)
	add("table", "pshufd_xmm0,_xmm1,_* --to neon")
	add("network", "transpose 8x8 --type i16 --target avx2")
	var files []string
	for _, name := range []string{"g13/cases.tsv", "g13/shaders.tsv", "shuffle/llvm_test_masks.tsv", "shuffle/llc22_16xi8_r2_ssse3_sample.tsv", "svp64/enc_prefix.tsv", "visa/verify_PVC.tsv", "visa/cost.tsv"} {
		files = append(files, oracle.Corpus(t, name))
	}
	add("scan", strings.Join(files, " "))

	hex, text := column(t, "g13/cases.tsv", 0), column(t, "g13/cases.tsv", 1)
	add("g13 dis", "--hex-lines -", append(hex, column(t, "g13/synth.tsv", 0)...)...)
	add("g13 asm", "--hex-lines -", text...)
	add("g13 ref", "iadd")
	program := column(t, "g13/shaders.tsv", 3)[:12]
	add("g13 inspect", "@.s", program...)
	add("g13 diff", "@.s @.s --by instructions", program...)
	add("g13 run", "@.s --fuel 100000", program...)

	add("svp64 asm", "--batch -", column(t, "svp64/enc_prefix.tsv", 6)...)
	add("svp64 dis", "--batch -", column(t, "svp64/upstream_sim_identity.tsv", 2)...)
	add("svp64 run", "--batch -", column(t, "svp64/vec_ref.jsonl", 0)...)
	add("svp64 same", "XYZW")
	add("svp64 grid", "sv.mv.swiz/vec3/w=16_*32,*64,ZYX")

	insts := some(column(t, "visa/verify_TGLLP.tsv", 2))
	for _, command := range []string{"check", "split", "eval"} {
		add("visa "+command, "--batch - --decls "+oracle.Corpus(t, "visa/verify.decls"), insts...)
	}
	add("visa check", "- --decls "+oracle.Corpus(t, "visa/verify.decls"), insts[0])
	var operands, bytes []string
	for _, x := range some(column(t, "visa/operands.tsv", 0)) {
		operands = append(operands, "src "+x)
	}
	for _, x := range some(column(t, "visa/bytes_TGLLP.tsv", 1)) {
		bytes = append(bytes, "src "+x)
	}
	add("visa encode", "--batch -", operands...)
	add("visa decode", "--batch -", bytes...)
	add("visa fmt", "@", some(column(t, "visa/bytes_TGLLP.tsv", 2))...)
	add("visa run", "--batch -", some(column(t, "visa/parse_TGLLP.tsv", 1))...)
	for _, command := range []string{"patterns", "errata", "targets", "discoveries", "man", "completion bash", "version"} {
		add(command, "")
	}
	return all
}

// corpusMasks are the masks of LLVM's own tests, of vectors of up to 512 bits.
func corpusMasks(t *testing.T) (all []string) {
	lanes, of, indices := column(t, "shuffle/llvm_test_masks.tsv", 0), column(t, "shuffle/llvm_test_masks.tsv", 2), column(t, "shuffle/llvm_test_masks.tsv", 5)
	for k, n := range lanes {
		var count, bits int
		if c, _ := fmt.Sscanf(n+" "+of[k], "%d i%d", &count, &bits); c == 2 && count*bits <= 512 && (1+strings.Count(indices[k], ","))*bits <= 512 {
			all = append(all, fmt.Sprintf("<%d x i%d> <%s>", count, bits, indices[k]))
		}
	}
	return all
}

// column is a column of a table of the corpus.
func column(t *testing.T, name string, k int) (all []string) {
	t.Helper()
	b, err := os.ReadFile(oracle.Corpus(t, name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if fields := strings.Split(strings.TrimRight(line, "\n"), "\t"); !strings.HasPrefix(line, "#") && len(fields) > k && fields[k] != "" {
			all = append(all, fields[k])
		}
	}
	return all
}

// Each command has 256 MB for whatever it is asked of the corpus, and has no more of them resident than is said of it. With -full it is asked all of it, and else a tenth.
// campaign, serve and what goes on until it is told to stop, and vectors of more than 512 bits, are not among it; nor is a batch of explain on several targets, which keeps up to 100 MB for each, or on one of RISC-V, whose modes are targets too.
func TestCorpusInMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("without -short")
	}
	r := chance.Random(t, 31)
	share := 20
	if *full {
		share = 1
	}
	jobs := corpusJobs(t, r, share)
	program := withoutC(t)
	most, asked := map[string]int64{}, map[string]bool{} // a command that has ended before it is looked at has been asked too
	for _, job := range jobs {
		asked[job.command] = true
		dir := t.TempDir()
		text := strings.Join(job.lines, "\n") + "\n"
		args := strings.Fields(job.command + " " + job.args)
		for k := range args {
			args[k] = strings.NewReplacer("@.s", "text.s", "@", "text", "_", " ").Replace(args[k])
			if strings.Contains(job.args, "/shared/") {
				args[k] = strings.NewReplacer("@", "text").Replace(strings.Fields(job.command + " " + job.args)[k])
			}
		}
		if err := os.WriteFile(filepath.Join(dir, named(job.args)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -d %d && exec "$@"`, dataLimit), "sh", program}, args...)...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(text)
		var out, diag bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &diag
		resident, err := residentOf(cmd)
		if code := cmd.ProcessState.ExitCode(); code < 0 || code > 1 || code == 0 && out.Len() == 0 {
			t.Errorf("%s %s: exit code %d, %v, %d bytes\n%.500s", job.command, job.args, code, err, out.Len(), diag.String())
		}
		if most[job.command] = max(most[job.command], resident); resident > peaks[job.command] {
			t.Errorf("%s %s: %d MB, and %d are said of it", job.command, job.args, resident, peaks[job.command])
		}
	}
	if len(most) == 0 || slices.Max(slices.Collect(maps.Values(most))) == 0 {
		t.Error("nothing is known of any command")
	}
	for command, said := range peaks {
		if !asked[command] {
			t.Errorf("%s was asked nothing", command)
		}
		t.Logf("%-16s %4d MB, of %d", command, most[command], said)
	}
}

// residentOf runs a program, and is how many megabytes of it were resident at once. Its own account of that is read as long as it lives: what the system says of one that has ended counts what
// its parent had when it began.
func residentOf(cmd *exec.Cmd) (most int64, err error) {
	wait, err := oracle.Usual.Start(cmd)
	if err != nil {
		return 0, err
	}
	ended := make(chan error, 1)
	go func() { ended <- wait() }()
	status := fmt.Sprintf("/proc/%d/status", cmd.Process.Pid)
	for {
		if b, err := os.ReadFile(status); err == nil {
			if _, line, ok := strings.Cut(string(b), "VmHWM:"); ok {
				var kilobytes int64
				fmt.Sscan(line, &kilobytes)
				most = max(most, kilobytes>>10)
			}
		}
		select {
		case err := <-ended:
			return most, err
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// withoutC is the program, built without cgo: with it the C library reserves 72 MB for each thread.
func withoutC(t testing.TB) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "lanescope")
	build := exec.Command("go", "build", "-buildvcs=false", "-o", program, "../../cmd/lanescope")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := oracle.Usual.CombinedOutput(build); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}
