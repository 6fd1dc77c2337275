package lanescope_test

import (
	"fmt"
	"go/ast"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
)

// TestOraclesAreInstalled compares the oracles that tests ask for with what
// .ci/run installs: there a missing one is a failure, and on a machine that
// happens to have it the gap would go unseen.
func TestOraclesAreInstalled(t *testing.T) {
	script, err := os.ReadFile(".ci/run")
	if err != nil {
		t.Fatal(err)
	}
	packages, err := readPackages(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	for _, complaint := range notInstalled(packages, installedPackages(string(script))) {
		t.Error(complaint)
	}
	for _, of := range oracle.HeaderPackages() {
		if !slices.Contains(installedPackages(string(script)), of) {
			t.Errorf(".ci/run does not install %s, whose headers tests include", of)
		}
	}
	if of := installed(nodeList, string(script)); !slices.Equal(of, oracle.NodePackages()) {
		t.Errorf(".ci/run installs %q of npm, and tests ask for %q", of, oracle.NodePackages())
	}
}

var (
	nodeList       = regexp.MustCompile(`(?ms)^node_packages=\($(.*?)^\)$`)
	packageList    = regexp.MustCompile(`(?ms)^packages=\($(.*?)^\)$`)
	trailingRemark = regexp.MustCompile(`#.*`)
)

// installedPackages reads the array of Debian packages in .ci/run.
func installedPackages(script string) []string { return installed(packageList, script) }

// installed reads an array.
func installed(list *regexp.Regexp, script string) []string {
	m := list.FindStringSubmatch(script)
	if m == nil {
		return nil
	}
	return strings.Fields(trailingRemark.ReplaceAllString(m[1], ""))
}

// notInstalled finds the calls of oracle.Need and looks up what they need.
func notInstalled(packages []*goPackage, installed []string) (wrong []string) {
	for _, p := range packages {
		for _, f := range p.tests {
			ast.Inspect(f.tree, func(n ast.Node) bool {
				name, ok := neededOracle(n)
				if !ok {
					return true
				}
				debian, known := oracle.DebianPackage(name)
				if !known {
					wrong = append(wrong, fmt.Sprintf("%s: oracle %q is not in internal/oracle's table", f.where(n), name))
				} else if !slices.Contains(installed, debian) {
					wrong = append(wrong, fmt.Sprintf("%s: needs %s; add %s to the packages of .ci/run", f.where(n), name, debian))
				}
				return true
			})
		}
	}
	return wrong
}

// neededOracle recognises oracle.Need(t, "name").
func neededOracle(n ast.Node) (name string, ok bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 2 {
		return "", false
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || f.Sel.Name != "Need" {
		return "", false
	}
	of, isName := f.X.(*ast.Ident)
	argument, isLiteral := call.Args[1].(*ast.BasicLit)
	if !isName || of.Name != "oracle" || !isLiteral {
		return "", false
	}
	name, err := strconv.Unquote(argument.Value)
	return name, err == nil
}

func TestNotInstalled(t *testing.T) {
	const script = "x=1\npackages=(\n\tllvm-22 # librsvg2-bin\n\tgcc g++\n)\nplatforms=(qemu-user)\n"
	if got := installedPackages(script); !slices.Equal(got, []string{"llvm-22", "gcc", "g++"}) {
		t.Errorf("installed packages %q", got)
	}
	packages, err := readPackages(module("ink/a_test.go", `package ink
func TestA() {
	oracle.Need(t, "opt")
	oracle.Need(t, "rsvg-convert")
	oracle.Need(t, "crystal-ball")
	other.Need(t, "iga64")
}`))
	if err != nil {
		t.Fatal(err)
	}
	got := notInstalled(packages, installedPackages(script))
	if len(got) != 2 || !strings.Contains(got[0], "ink/a_test.go:4: needs rsvg-convert; add librsvg2-bin") || !strings.Contains(got[1], `:5: oracle "crystal-ball" is not in`) {
		t.Errorf("complaints %q", got)
	}
}

// What .ci/run calls by a name with an underscore is a function of its own: a call of one
// that is gone is no fault of syntax, and is found out half an hour into the run.
func TestCalledFunctionsAreThere(t *testing.T) {
	script, err := os.ReadFile(".ci/run")
	if err != nil {
		t.Fatal(err)
	}
	called, missing := calledFunctions(string(script))
	if len(missing) > 0 || len(called) < 7 {
		t.Errorf("called in .ci/run: %q; not there: %q", called, missing)
	}
	for _, name := range [...]string{"install_oracles", "readme_tests", "left_behind"} {
		gone := strings.Replace(string(script), "\n"+name+"() {", "\nother() {", 1)
		if _, missing := calledFunctions(gone); !slices.Equal(missing, []string{name}) {
			t.Errorf("without %s: missing %q", name, missing)
		}
	}
	// The check itself notices a step, a condition and a call whose function is gone.
	small := "is_there() {\n\tif ! was_asked \"$1\"; then\n\t\tgo_on\n\tfi\n}\nstep 'one' is_there\nstep 'another' not_there\n"
	if called, missing := calledFunctions(small); len(called) != 4 || !slices.Equal(missing, []string{"go_on", "not_there", "was_asked"}) {
		t.Errorf("called %q, missing %q", called, missing)
	}
}

var (
	shellFunction = regexp.MustCompile(`(?m)^(\w+)\(\) \{$`)
	shellCall     = regexp.MustCompile(`(?m)^(?:step '[^']*'|\t+(?:if )?(?:! )?) ?([a-z]+(?:_[a-z]+)+)(?:[ ;]|$)`)
)

// calledFunctions lists the functions that a shell script calls, and those of them that
// it has not. The house names them with an underscore, as no program is named.
func calledFunctions(script string) (called, missing []string) {
	var own []string
	for _, m := range shellFunction.FindAllStringSubmatch(script, -1) {
		own = append(own, m[1])
	}
	for _, m := range shellCall.FindAllStringSubmatch(script, -1) {
		called = append(called, m[1])
	}
	slices.Sort(called)
	called = slices.Compact(called)
	for _, name := range called {
		if !slices.Contains(own, name) {
			missing = append(missing, name)
		}
	}
	return called, missing
}

// What action.yml runs finds what is wrong in somebody's checkout, and writes it down; every input of the action reaches it.
func TestAction(t *testing.T) {
	description, err := os.ReadFile("action.yml")
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile(".ci/action")
	if err != nil {
		t.Fatal(err)
	}
	inputs, _, _ := strings.Cut(string(description), "\nruns:")
	_, inputs, _ = strings.Cut(inputs, "\ninputs:")
	names := regexp.MustCompile(`(?m)^  ([a-z-]+):$`).FindAllStringSubmatch(inputs, -1)
	if len(names) != 4 {
		t.Errorf("%d inputs", len(names))
	}
	for _, m := range names {
		variable := strings.ToUpper(strings.ReplaceAll(m[1], "-", "_"))
		if !strings.Contains(string(description), fmt.Sprintf("%s: ${{ inputs.%s }}", variable, m[1])) || !strings.Contains(string(script), "${"+variable+":-}") {
			t.Errorf("the input %s does not reach .ci/action as %s", m[1], variable)
		}
	}

	home, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	built := "LANESCOPE=" + filepath.Join(buildLanescope(t), "lanescope")
	checkout := t.TempDir()
	for name, text := range map[string]string{
		"true.lanes":  "_mm_unpacklo_epi32(a, b) => i32x4 i32x4 -> a0 b0 a1 b1\n",
		"wrong.lanes": "_mm_unpackhi_epi32(a, b) => i32x4 i32x4 -> a0 b0 a1 b1\n",
		"wrong.s":     "\tvpshufd $27, %xmm1, %xmm0 # xmm0 = xmm1[0,1,2,3]\n",
	} {
		if err := os.WriteFile(filepath.Join(checkout, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		inputs []string
		code   int
		said   string
	}{
		{[]string{"CLAIMS=true.lanes", "SCAN=."}, 0, "1 claim: 1 hold, 0 do not"},
		{[]string{"CLAIMS=true.lanes wrong.lanes", "SARIF=found", built}, 1, "wrong.lanes:1:29: error: lane 0 is a2 and not a0"},
		{[]string{"CLAIMS=true.lanes", "SCAN=.", "FAIL_ON=wasted=99 wrong", "SARIF=found", built}, 1, "1 comment says another movement"},
		{nil, 2, "inputs claims and scan"},
	} {
		cmd := exec.Command("bash", filepath.Join(home, ".ci/action"))
		cmd.Dir, cmd.Env = checkout, append(append(os.Environ(), "GITHUB_ACTION_PATH="+home), c.inputs...)
		out, _ := oracle.Usual.CombinedOutput(cmd)
		if cmd.ProcessState.ExitCode() != c.code || !strings.Contains(string(out), c.said) {
			t.Errorf("%q: exit code %d, want %d and %q:\n%s", c.inputs, cmd.ProcessState.ExitCode(), c.code, c.said, out)
		}
	}
	for _, name := range [...]string{"claims.sarif", "scan.sarif"} {
		if b, err := os.ReadFile(filepath.Join(checkout, "found", name)); err != nil || !strings.Contains(string(b), `"version":"2.1.0"`) {
			t.Errorf("%s: %v: %.100s", name, err, b)
		}
	}
}

// The last step of .ci/run sees a process that was left behind, and none where there is none.
func TestNothingIsLeftBehind(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("no /proc: on such a system .ci/run sees no process")
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	script, err := os.ReadFile(".ci/run")
	if err != nil {
		t.Fatal(err)
	}
	functions := regexp.MustCompile(`(?ms)^(left_behind|nothing_left)\(\) \{$.*?^\}$`).FindAllString(string(script), -1)
	if len(functions) != 2 {
		t.Fatalf("%d functions found in .ci/run, want 2", len(functions))
	}
	for _, left := range [...]bool{false, true} {
		// The child has spoken when it is looked for, so that it is certainly there: before
		// exec is done, a process shows no environment. It ends with the shell.
		start := "true"
		if left {
			start = "coproc sh -c 'echo started; read -r forever'; read -r started <&\"${COPROC[0]}\""
		}
		text := "set -euo pipefail\nwork=$1\nexport LANESCOPE_CI_RUN=$work\n" + strings.Join(functions, "\n") + "\n" + start + "\nnothing_left\n"
		out, err := oracle.Usual.CombinedOutput(exec.Command(bash, "-c", text, "bash", t.TempDir()))
		if found := err != nil; found != left || found && !strings.Contains(string(out), "read -r forever") {
			t.Errorf("with a process left %v: %v\n%s", left, err, out)
		}
	}
}
