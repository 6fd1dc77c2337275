package oracle

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A told test is one that is told what becomes of it, and by whom: each function that it asks says that it only helps.
type told struct {
	recorder
	helpers int
}

func (r *told) Helper() { r.helpers++ }

// askTold runs f as the body of a test.
func askTold(t *testing.T, f func(testing.TB)) (r *told) {
	t.Helper()
	r = &told{recorder: recorder{TB: t}}
	defer func() {
		if p := recover(); p != nil && p != (stopped{}) {
			panic(p)
		}
	}()
	f(r)
	return r
}

func (r *told) Fatal(args ...any) { r.Fatalf("%s", fmt.Sprint(args...)) }

// Each program is found by the names that its makers give it, the newest first, and Debian's package is the one that has it.
func TestPrograms(t *testing.T) {
	others := map[string]string{ // a package, and other names
		"rsvg-convert": "librsvg2-bin", "objdump": "binutils", "objcopy": "binutils", "nasm": "nasm", "as": "binutils", "ld": "binutils", "bochs": "bochs", "cc": "gcc gcc clang", "gcc": "gcc", "g++": "g++", "glslangValidator": "glslang-tools glslang", "spirv-opt": "spirv-tools", "spirv-dis": "spirv-tools",
		"GenX_IR": "libigc-tools", "iga64": "libigc-tools", "node": "nodejs", "nvim": "neovim", "dpkg": "dpkg", "z3": "z3", "cvc5": "cvc5", "chromium": "chromium chromium-browser google-chrome",
	}
	oldest := map[string]int{"mlir-opt": 21, "mlir-translate": 21}
	for name, debianPackage := range map[string]string{"opt": "llvm-22", "llc": "llvm-22", "llvm-mc": "llvm-22", "llvm-mca": "llvm-22", "clang": "clang-22", "wasm-ld": "lld-22", "ld.lld": "lld-22", "mlir-opt": "mlir-22-tools", "mlir-translate": "mlir-22-tools"} {
		for n := 22; n >= max(19, oldest[name]); n-- {
			debianPackage += fmt.Sprintf(" %s-%d", name, n)
		}
		others[name] = debianPackage + " " + name
	}
	for _, machine := range []string{"aarch64", "powerpc64le", "powerpc64", "riscv64"} {
		triplet := machine + "-linux-gnu"
		for _, tool := range []string{"as", "ld", "objdump", "objcopy", "gcc"} {
			if tool == "gcc" {
				others[triplet+"-gcc"] = "gcc-" + triplet
			} else {
				others[triplet+"-"+tool] = "binutils-" + triplet
			}
		}
	}
	for _, machine := range []string{"aarch64", "arm", "ppc64le", "ppc64", "riscv64", "s390x"} {
		name := "qemu-" + machine
		others[name] = "qemu-user " + name + "-static"
	}
	for _, p := range programs {
		want := strings.Fields(others[p.name])
		if len(want) == 0 {
			t.Errorf("%s is a name of nothing", p.name)
			continue
		}
		executables := want[1:]
		if !slices.Contains(executables, p.name) {
			executables = append([]string{p.name}, executables...)
		}
		if p.debianPackage != want[0] || !slices.Equal(p.executables, executables) {
			t.Errorf("%s is %q of %s, want %q of %s", p.name, p.executables, p.debianPackage, executables, want[0])
		}
	}
}

// asking is a call that names an oracle, or a text of a list of them.
var asking = regexp.MustCompile(`(?:oracle\.)?Need\([a-z]+, "([^"]+)"`)

// Whatever tests of the module ask for is in the table, and what is in the table some test names.
func TestProgramsAreAskedFor(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		here, _ := filepath.Rel(root, filepath.Dir(path))
		if err != nil || e.IsDir() || !strings.HasSuffix(path, "_test.go") && filepath.ToSlash(here) != "internal/oracle" || strings.HasSuffix(path, "oracle.go") || filepath.Base(path) == "asked_test.go" {
			return err
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		for _, m := range asking.FindAllSubmatch(text, -1) {
			if _, ok := find(string(m[1])); !ok && !bytes.Contains(text, []byte("crystal-ball")) {
				t.Errorf("%s asks for %s, which is in no row", path, m[1])
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range programs {
		machine, _, _ := strings.Cut(strings.TrimPrefix(p.name, "qemu-"), "-linux-gnu-") // some put the name together
		if !strings.Contains(all.String(), `"`+p.name+`"`) && !strings.Contains(all.String(), `"`+machine) {
			t.Errorf("nobody names %s", p.name)
		}
	}
	for _, want := range []string{"opt", "llc", "clang", "gcc", "as", "node"} {
		if !strings.Contains(all.String(), `Need(t, "`+want+`")`) {
			t.Errorf("nobody asks for %s: the search for calls finds nothing", want)
		}
	}
}

// Who asks for what is not there is told what it is, and what brings it; and is told where it asked.
func TestWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	t.Setenv("NODE_PATH", dir+string(filepath.ListSeparator)+filepath.Join(dir, "none"))
	t.Setenv("CPLUS_INCLUDE_PATH", "")
	module := filepath.Join(dir, "module")
	writeFile(t, filepath.Join(module, "go.mod"), 0o644)
	writeFile(t, filepath.Join(dir, "shared", "README.md"), 0o644)
	t.Chdir(module)
	const forbids = "; LANESCOPE_REQUIRE_ORACLES=1 forbids skipping"
	for _, row := range []struct {
		f              func(t testing.TB)
		skipped        string
		always, strict bool // skips always, or fails always
	}{
		{f: func(t testing.TB) { Need(t, "opt") }, skipped: "oracle opt is not installed: none of opt-22, opt-21, opt-20, opt-19, opt on PATH (Debian: apt-get install llvm-22)"},
		{f: func(t testing.TB) { Need(t, "as") }, skipped: "oracle as is not installed: none of as on PATH (Debian: apt-get install binutils)"},
		{f: func(t testing.TB) { Need(t, "x") }, skipped: `oracle "x" is unknown: add a row to internal/oracle's table`, strict: true},
		{f: func(t testing.TB) { IfThere(t, "x", "it is far") }, skipped: "x is not on PATH, and nothing installs it: it is far", always: true},
		{f: func(t testing.TB) { NeedNode(t, "axe-core", "axe.js") }, skipped: "axe.js of the package axe-core is in no folder of NODE_PATH (npm install --prefix DIR axe-core, and NODE_PATH=DIR/node_modules)"},
		{f: func(t testing.TB) { NeedNode(t, "x", "axe.js") }, skipped: `the package "x" is unknown: add a row to internal/oracle's table`, strict: true},
		{f: func(t testing.TB) { NeedHeader(t, "x") }, skipped: `the header "x" is unknown: add a row to internal/oracle's table`, strict: true},
		{f: func(t testing.TB) { Corpus(t, "a/b.tsv") }, skipped: "reference cases a/b.tsv are absent: no file ../shared/corpus/a/b.tsv beside the module"},
		{f: func(t testing.TB) { Solve(t, "z3", nil) }, skipped: "oracle z3 is not installed: none of z3 on PATH (Debian: apt-get install z3)"},
		{f: func(t testing.TB) { OnAArch64(t, "", nil, "", 0) }, skipped: "oracle aarch64-linux-gnu-as is not installed: none of aarch64-linux-gnu-as on PATH (Debian: apt-get install binutils-aarch64-linux-gnu)"},
	} {
		for _, required := range []string{"", "0", "1"} {
			t.Setenv(RequireVariable, required)
			r := askTold(t, row.f)
			skipped, failed := row.skipped, ""
			switch {
			case row.strict:
				skipped, failed = "", row.skipped
			case required == "1" && !row.always:
				skipped, failed = "", row.skipped+forbids
			}
			if r.skipped != skipped || r.failed != failed {
				t.Errorf("required %q: skipped %q, failed %q; want %q, %q", required, r.skipped, r.failed, skipped, failed)
			}
			if want := 2; r.helpers < want && !row.strict && !row.always || r.helpers < 1 {
				t.Errorf("%q: %d of those that helped say so", row.skipped, r.helpers)
			}
		}
	}
	if !exists("/usr/include/hwy/highway.h") && !exists("/usr/local/include/hwy/highway.h") && !exists("/opt/homebrew/include/hwy/highway.h") {
		t.Setenv(RequireVariable, "")
		if r := askTold(t, func(t testing.TB) { NeedHeader(t, "hwy/highway.h") }); r.skipped != "the header hwy/highway.h is not installed (Debian: apt-get install libhwy-dev)" || r.helpers < 2 {
			t.Errorf("%+v", r)
		}
	}
	// A call of missing by another function than these is told too.
	if r := askTold(t, func(t testing.TB) { missing(t, false, "%d is %s", 7, "missing") }); r.skipped != "7 is missing" || r.helpers != 1 {
		t.Errorf("%+v", r)
	}
}

// What is not there, and does not stop a test that goes on all the same, is nowhere.
func TestNowhere(t *testing.T) {
	t.Setenv(RequireVariable, "")
	t.Setenv("PATH", t.TempDir())
	t.Setenv("NODE_PATH", "")
	t.Setenv("CPLUS_INCLUDE_PATH", "")
	t.Chdir(t.TempDir())
	if err := os.WriteFile("go.mod", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"Need": Need(goingOn{t}, "opt"), "NeedNode": NeedNode(goingOn{t}, "axe-core", "axe.js"), "Corpus": Corpus(goingOn{t}, "x"), "IfThere": IfThere(goingOn{t}, "x", "why"), "NeedHeader": strings.TrimSuffix(NeedHeader(goingOn{t}, "hwy/highway.h"), "/usr/include"),
	} {
		if path != "" && path != "/usr/local/include" && path != "/opt/homebrew/include" {
			t.Errorf("%s finds %q", name, path)
		}
	}
}

// goingOn is a test that goes on when it is to skip.
type goingOn struct{ testing.TB }

func (goingOn) Helper()              {}
func (goingOn) Skipf(string, ...any) {}

// A file of a package of npm's is found in the first folder that has it, and packages are told by their names.
func TestNodePackages(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	t.Setenv("NODE_PATH", strings.Join([]string{filepath.Join(one, "none"), one, two}, string(filepath.ListSeparator)))
	need := func(tb testing.TB) string { return NeedNode(tb, "axe-core", "axe.js") }
	for _, folder := range []string{two, one} { // each better than the last
		want := filepath.Join(folder, "axe-core", "axe.js")
		writeFile(t, want, 0o644)
		if got, r := ask(t, need); got != want {
			t.Errorf("%q, want %q: %+v", got, want, r)
		}
	}
	names := NodePackages()
	if !slices.Equal(names, []string{"axe-core"}) || !slices.Equal(HeaderPackages(), []string{"libhwy-dev"}) {
		t.Errorf("%q, %q", names, HeaderPackages())
	}
	names[0] = "changed"
	if NodePackages()[0] != "axe-core" {
		t.Error("who asks for names may change them")
	}
}

// fake puts a shell script in the place of a program.
func fake(t *testing.T, dir, name, script string) {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!"+sh+"\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
}

// A solver gets all problems in one file, each from the beginning, and has an answer to each.
func TestSolve(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no scripts")
	}
	dir := t.TempDir()
	fake(t, dir, "z3", `case "$(cat "$1")" in "A
(reset)
B
(reset)
C") echo sat unknown; echo unsat;; X) echo sat; exit 3;; *) echo none;; esac`)
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	if got := Solve(t, "z3", []string{"A\n", "B\n", "C\n"}); !slices.Equal(got, []string{"sat", "unknown", "unsat"}) {
		t.Errorf("%q", got)
	}
	for problem, want := range map[string]string{"X\n": "z3: 1 answers to 1 problems, exit status 3:\nsat\n", "A\n,B\n": "z3: 1 answers to 2 problems, <nil>:\nnone\n", "": ""} {
		r := askTold(t, func(t testing.TB) { Solve(t, "z3", strings.Split(problem, ",")) })
		if r.failed != want || r.helpers != 2 {
			t.Errorf("%q: %q, %d helped; want %q", problem, r.failed, r.helpers, want)
		}
	}
}

// The solvers decide what a person does at once.
func TestSolvers(t *testing.T) {
	const problem = "(set-logic QF_BV)\n(declare-const a (_ BitVec 8))\n(assert (= (bvmul a #x03) #x%s))\n(assert (bvult a #x%s))\n(check-sat)\n"
	for _, solver := range Solvers {
		t.Run(solver, func(t *testing.T) {
			if got := Solve(t, solver, []string{fmt.Sprintf(problem, "09", "04"), fmt.Sprintf(problem, "09", "03"), fmt.Sprintf(problem, "0a", "ff")}); !slices.Equal(got, []string{"sat", "unsat", "sat"}) {
				t.Errorf("%q", got)
			}
		})
	}
	if !slices.Equal(Solvers, []string{"z3", "cvc5"}) {
		t.Errorf("%q", Solvers)
	}
}

// A program of AArch64 reads what it is given and leaves what it finds; of data more may be said, and its own labels are where the others are.
func TestOnAArch64(t *testing.T) {
	data := make([]byte, 48)
	for k := range data {
		data[k] = byte(3*k + 1)
	}
	const program = `adrp x0, data
add x0, x0, :lo12:data
adrp x1, results
add x1, x1, :lo12:results
ld1 {v0.16b, v1.16b, v2.16b}, [x0]
rev64 v1.16b, v1.16b
st1 {v0.16b, v1.16b, v2.16b}, [x1], #48
adrp x2, more
add x2, x2, :lo12:more
ldr q3, [x2]
str q3, [x1]
`
	const results = 48 + 16
	got := OnAArch64(t, program, data, "more: .skip 16, 9\n", results)
	want := append(slices.Clone(data), bytes.Repeat([]byte{9}, 16)...)
	slices.Reverse(want[16:24])
	slices.Reverse(want[24:32])
	if !bytes.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
	if got := OnAArch64(t, "", nil, "", 5); !bytes.Equal(got, make([]byte, 5)) {
		t.Errorf("%x", got)
	}
	r := askTold(t, func(t testing.TB) { OnAArch64(t, "none of its instructions\n", nil, "", 5) })
	if !strings.HasPrefix(r.failed, "["+Need(t, "aarch64-linux-gnu-as")+" program.s -o program.o]: exit status 1") || strings.Contains(r.failed, "%!") || r.helpers != 4 {
		t.Errorf("%q, %d helped", r.failed, r.helpers)
	}
	r = askTold(t, func(t testing.TB) {
		OnAArch64(t, "mov x0, #1\nadrp x1, results\nadd x1, x1, :lo12:results\nmov x2, #3\nmov x8, #64\nsvc #0\nmov x0, #0\nmov x8, #93\nsvc #0\n", nil, "", 5)
	})
	if r.failed != "the program printed 3 bytes, want 5" {
		t.Errorf("%q", r.failed)
	}
}
