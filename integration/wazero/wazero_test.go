package wazero

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

var full = flag.Bool("full", false, "wazero's tests of SIMD, random programs, kernels counted: see docs/jit-authors.md")

var times = flag.Bool("times", false, "time the kernels, too, in pairs of runs: not on a busy machine")

// The module that is copied, and the only one that it needs.
const (
	modulePath = "github.com/tetratelabs/wazero"
	systemPath = "golang.org/x/sys"
)

// isas is where wazero's backends are.
const isas = "internal/engine/wazevo/backend/isa"

// renamed are the functions of each backend whose places ours take, by the file that they are in.
var renamed = map[string]string{
	isas + "/amd64/machine.go":        "lowerShuffle",
	isas + "/amd64/instr_encoding.go": "encode",
	isas + "/arm64/lower_instr.go":    "lowerShuffle",
	isas + "/arm64/instr_encoding.go": "encode",
}

// added are our files, and where they go.
var added = map[string]string{
	"amd64.go":   isas + "/amd64/lanescope.go",
	"arm64.go":   isas + "/arm64/lanescope.go",
	"decide.go":  "internal/lanescope/lanescope.go",
	"measure.go": "internal/lanescope/measure/main.go",
}

// architectures are those of wazero's backends.
var architectures = []string{"amd64", "arm64"}

// runner is what runs an architecture's programs here, which are Linux's: nothing, or qemu.
func runner(t *testing.T, arch string) []string {
	t.Helper()
	switch {
	case runtime.GOOS != "linux":
		t.Skip("needs Linux")
	case runtime.GOARCH == arch:
		return nil
	case arch == "arm64":
		return []string{oracle.Need(t, "qemu-aarch64")}
	}
	t.Skip("needs " + arch)
	return nil
}

// kernels are in testdata/kernels.c.
var kernels = []string{"transpose4", "transpose16", "base64", "planar", "matmul", "chacha20", "haar", "utf8"}

// limit is for building wazero on a machine that has much else to do, and for its tests under qemu.
var limit = oracle.Limit{CPU: 20 * time.Minute, Clock: time.Hour}

// command runs a program in a folder and returns what it writes.
func command(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod -trimpath", "GOWORK=off", "GOPROXY=off")
	cmd.Env = append(cmd.Env, env...)
	out, err := limit.CombinedOutput(cmd)
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// ours is the root of this module.
func ours(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// versions are the folder of wazero in the module cache, its version, and that of the module that it needs: ours, which is newer and in the cache.
func versions(t *testing.T) (cached, version, system string) {
	t.Helper()
	cmd := exec.Command("go", "list", "-m", "-f", "{{.Dir}} {{.Path}}@{{.Version}}", modulePath, systemPath)
	cmd.Dir = ours(t)
	list, err := limit.Output(cmd)
	if err != nil {
		t.Fatal(err)
	}
	var folder string
	if _, err := fmt.Sscan(string(list), &cached, &version, &folder, &system); err != nil {
		t.Fatalf("go list says %q: %v", list, err)
	}
	return cached, version, system
}

// edited is a folder with a copy of wazero whose backends ask quick.
func edited(t *testing.T) string {
	t.Helper()
	root := ours(t)
	cached, version, system := versions(t)
	t.Log("a copy of " + version)
	dir := t.TempDir()
	duplicate(t, cached, dir)
	for file, name := range renamed {
		rename(t, filepath.Join(dir, file), name)
	}
	for from, to := range added {
		text, err := os.ReadFile(filepath.Join("testdata", from))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, to), text)
	}
	const us = "github.com/lanescope/lanescope"
	command(t, dir, nil, "go", "mod", "edit", "-go=1.26.0", "-require="+us+"@v0.0.0", "-replace="+us+"="+root, "-require="+system)
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.sum"), sums)
	return dir
}

// needless are folders that nothing here needs.
var needless = map[string]bool{"site": true, "examples": true, "imports": true, "cmd": true}

// duplicate copies a folder. What is copied may be written; the module cache may not.
func duplicate(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(from, path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && needless[name]:
			return filepath.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil {
			write(t, filepath.Join(to, name), text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// rename gives a file's method of that name another one, in the syntax tree. Who calls it calls ours then.
func rename(t *testing.T, path, name string) {
	t.Helper()
	d, f := method(t, path, name)
	d.Name.Name += "Before"
	var b bytes.Buffer
	if err := format.Node(&b, f.files, f.tree); err != nil {
		t.Fatal(err)
	}
	write(t, path, b.Bytes())
}

// A parsed is a file whose methods may get other names.
type parsed struct {
	files *token.FileSet
	tree  *ast.File
}

// method is a file's method of that name, of the type that has it; there is one.
func method(t *testing.T, path, name string) (*ast.FuncDecl, parsed) {
	t.Helper()
	p := parsed{files: token.NewFileSet()}
	var err error
	if p.tree, err = parser.ParseFile(p.files, path, nil, parser.ParseComments); err != nil {
		t.Fatal(err)
	}
	var found []*ast.FuncDecl
	for _, d := range p.tree.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Recv != nil && d.Name.Name == name && types.ExprString(d.Recv.List[0].Type) == receivers[name] {
			found = append(found, d)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%s has %d methods %s of %s, want one: wazero is another version?", path, len(found), name, receivers[name])
	}
	return found[0], p
}

// receivers are the types of the methods that are renamed.
var receivers = map[string]string{"lowerShuffle": "*machine", "encode": "*instruction"}

// built is our program in the copy, for an architecture.
func built(t *testing.T, dir, arch string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "measure-"+arch)
	command(t, dir, []string{"GOARCH=" + arch, "GOOS=linux", "CGO_ENABLED=0"}, "go", "build", "-o", path, "./internal/lanescope/measure")
	return path
}

// The methods that are renamed are there, once each, and ours have their signatures. That ours compile is what the other tests find out.
func TestMethods(t *testing.T) {
	cached, _, _ := versions(t)
	for file, name := range renamed {
		backend := filepath.Base(filepath.Dir(file))
		theirs, _ := method(t, filepath.Join(cached, file), name)
		own, _ := method(t, filepath.Join("testdata", backend+".go"), name)
		if got, want := signature(own), signature(theirs); got != want {
			t.Errorf("%s: %s is %s, and wazero has %s", backend, name, got, want)
		}
	}
}

// signature is a method's types: of its receiver, its parameters and its results.
func signature(d *ast.FuncDecl) string {
	var b strings.Builder
	for _, list := range []*ast.FieldList{d.Recv, d.Type.Params, d.Type.Results} {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			for range max(1, len(f.Names)) {
				fmt.Fprint(&b, types.ExprString(f.Type), " ")
			}
		}
		b.WriteString("| ")
	}
	return b.String()
}

// Random shuffles do what they mean, in functions with few vectors and with more than there are registers.
func TestRandomShuffles(t *testing.T) {
	if !*full {
		t.Skip("builds wazero: -full")
	}
	dir := edited(t)
	programs := map[string]int{"amd64": 20000, "arm64": 2000}
	seed := chance.Seed(t)
	for _, arch := range architectures {
		t.Run(arch, func(t *testing.T) {
			run := append(runner(t, arch), built(t, dir, arch), "check", fmt.Sprint(programs[arch]), fmt.Sprint(int64(seed>>2)))
			var decided, left int
			out := command(t, dir, nil, run...)
			if _, err := fmt.Sscan(out, &decided, &left); err != nil || decided < programs[arch] {
				t.Fatalf("decided %d shuffles of %d programs (%v)\n%s", decided, programs[arch], err, out)
			}
			t.Logf("%d shuffles are ours, %d wazero's", decided, left)
		})
	}
}

// wazero's own tests of SIMD pass.
func TestSpecification(t *testing.T) {
	if !*full {
		t.Skip("takes a minute and more: -full")
	}
	dir := edited(t)
	for _, arch := range architectures {
		t.Run(arch, func(t *testing.T) {
			by := runner(t, arch)
			path := filepath.Join(t.TempDir(), "spec.test")
			in := filepath.Join(dir, "internal/integration_test/spectest/v2")
			run := append(by, path, "-test.v", "-test.run", "TestCompiler/simd_")
			command(t, in, []string{"GOARCH=" + arch, "GOOS=linux", "CGO_ENABLED=0"}, "go", "test", "-vet=off", "-c", "-o", path, ".")
			out := command(t, in, nil, run...)
			passed := strings.Count(out, "--- PASS: TestCompiler/simd_")
			if passed < 50 || !strings.HasSuffix(strings.TrimSpace(out), "PASS") {
				t.Fatalf("%d files of tests passed\n%s", passed, out)
			}
			t.Logf("%d tests of SIMD pass", passed)
		})
	}
}

// Kernels do the same before and after, in no more instructions.
func TestKernels(t *testing.T) {
	if !*full {
		t.Skip("builds wazero: -full")
	}
	clang, linker := oracle.Need(t, "clang"), oracle.Need(t, "wasm-ld")
	dir := edited(t)
	source, err := filepath.Abs("testdata/kernels.c")
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, k := range kernels {
		files = append(files, filepath.Join(dir, k+".wasm"))
		command(t, dir, nil, clang, "--target=wasm32", "-msimd128", "-O2", "-w", "-ffreestanding", "-nostdlib", "-Wl,--no-entry", "-fuse-ld="+linker,
			"-DKERNEL_"+k, "-o", files[len(files)-1], source)
	}
	for _, arch := range architectures {
		t.Run(arch, func(t *testing.T) {
			by, timing := runner(t, arch), *times && runtime.GOARCH == arch
			mode, runs := "count", "3"
			if timing {
				mode, runs = "times", "2000"
			}
			run := append(by, built(t, dir, arch), mode, runs)
			lines := strings.Split(strings.TrimSpace(command(t, dir, nil, append(run, files...)...)), "\n")
			if len(lines) != len(kernels) {
				t.Fatalf("%d lines for %d kernels", len(lines), len(kernels))
			}
			t.Log("kernel, shuffles that are ours and wazero's, instructions before and after" + timed[timing])
			for i, line := range lines {
				var decided, left, before, after int
				if _, err := fmt.Sscan(line, &decided, &left, &before, &after); err != nil || decided+left == 0 || after > before {
					t.Errorf("%s: %s (%v)", kernels[i], line, err)
				}
				t.Logf("%-12s %s", kernels[i], line)
			}
		})
	}
}

var timed = map[bool]string{true: ", nanoseconds before and after, how many times faster in pairs, how many times longer compiled"}
