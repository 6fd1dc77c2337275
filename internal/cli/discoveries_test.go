package cli_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/discoveries"
	"github.com/lanescope/lanescope/internal/fuzz"
	"github.com/lanescope/lanescope/internal/oracle"
)

// Each discovery has a number and a cause of its own, and of a movement the search knows as few instructions as it says.
func TestDiscoveries(t *testing.T) {
	causes := map[string]int{}
	for k, d := range discoveries.All {
		if d.No != k+1 || d.Title == "" {
			t.Errorf("discovery %d is the %dth, %q", d.No, k+1, d.Title)
		}
		if n := causes[d.Cause]; n > 0 || d.Cause == "" {
			t.Errorf("discoveries %d and %d have one cause: %q", n, d.No, d.Cause)
		}
		causes[d.Cause] = d.No
		code, text, diag := run("", "discoveries", fmt.Sprint(d.No))
		if code != 0 {
			t.Fatal(diag)
		}
		if d.IsRead() {
			read(t, &d)
			continue
		}
		if !d.IsWaste() {
			if d.Shell == "" || d.Says == "" {
				t.Errorf("discovery %d is neither a movement nor what a command says", d.No)
			}
			continue
		}
		_, listing, _ := strings.Cut(text, ":\n\n  ")
		listing, _, _ = strings.Cut(listing, "\n\n(")
		if n := len(strings.Split(listing, "\n")); n != d.Ours || d.Theirs <= d.Ours {
			t.Errorf("discovery %d: %d instructions are known, and it says %d for %d:\n%s", d.No, n, d.Theirs, d.Ours, listing)
		}
	}
}

// read looks at what was read in the source of a tool: both listings have as many instructions as it says, and the search knows nothing better. Whether the tool emits the one is for whoever has it.
func read(t *testing.T, d *discoveries.Discovery) {
	t.Helper()
	for _, c := range []struct {
		code string
		n    int
	}{{d.Emitted, d.Theirs}, {d.Instead, d.Ours}} {
		n := strings.Count(c.code, "; ") + 1
		if strings.HasPrefix(c.code, "_mm") {
			n = strings.Count(c.code, "_mm_") - strings.Count(c.code, "_mm_set")
		}
		if n != c.n {
			t.Errorf("discovery %d: %s has %d instructions, and it says %d", d.No, c.code, n, c.n)
		}
	}
	code, text, diag := run("", "lower", d.Instead, "--target", d.Target, "--cost", "instructions", "--json")
	if code != 0 {
		t.Fatal(diag)
	}
	var known struct {
		Ops        int
		LowerBound int `json:"lower_bound"`
	}
	if err := json.Unmarshal([]byte(text), &known); err != nil {
		t.Fatal(err)
	}
	if d.Theirs <= d.Ours || known.LowerBound > d.Ours {
		t.Errorf("discovery %d: %d for %d, and no fewer than %d are possible", d.No, d.Theirs, d.Ours, known.LowerBound)
	}
	if d.Where == "" || d.Form != "" || d.Shell != "" {
		t.Errorf("discovery %d does not say where it was read, or is something else too", d.No)
	}
}

// Each discovery holds: the tool that is installed emits as many instructions, or the command says what it says. A compiler that emits fewer has mended it, which is to be said in the table.
func TestDiscoveriesHold(t *testing.T) {
	var tools []discoveries.Tool
	for _, d := range discoveries.All {
		if !slices.Contains(tools, d.By) {
			tools = append(tools, d.By)
		}
	}
	for _, tool := range tools {
		t.Run(strings.ReplaceAll(tool.String()+" "+tool.Program(), " ", "_"), func(t *testing.T) { discoveriesHold(t, tool) })
	}
}

func discoveriesHold(t *testing.T, tool discoveries.Tool) {
	program, same := "", true
	if tool.Program() != "" {
		program = oracle.Need(t, tool.Program())
	}
	if tool.Version() != "" {
		same = strings.Contains(versionOf(t, tool, program), tool.Version())
	}
	if tool.ThisMachine() && runtime.GOARCH != "amd64" {
		t.Skip("what it emits here is not for x86-64")
	}
	for k := range discoveries.All {
		switch d := &discoveries.All[k]; {
		case d.By != tool:
		case d.IsWaste():
			emits(t, d, program, same)
		case says(t, d):
		case same:
			t.Errorf("discovery %d: no line of what %s says is\n%s", d.No, d.Command(), d.Says)
		default:
			t.Logf("discovery %d is mended, or looks otherwise", d.No)
		}
	}
	if !same {
		t.Skipf("this is not %s", tool)
	}
}

// versionOf is what a program says of its version; the finaliser says nothing, and has a checksum, and wazero is a module of ours.
func versionOf(t *testing.T, tool discoveries.Tool, program string) string {
	t.Helper()
	if tool == discoveries.Wazero {
		b, err := os.ReadFile("../../go.mod")
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if tool == discoveries.Intel {
		c, err := fuzz.Find(t.Context(), "GenX_IR")
		if err != nil {
			t.Fatal(err)
		}
		return c.Version
	}
	out, err := oracle.Usual.Output(exec.Command(program, "--version"))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// emits asks a compiler.
func emits(t *testing.T, d *discoveries.Discovery, program string, same bool) {
	t.Helper()
	source := []string{"lower", d.Form, "--target", d.Target, "--emit", "llvm"}
	if d.By != discoveries.LLVM {
		source = []string{"discoveries", fmt.Sprint(d.No), "--source"}
	}
	code, text, diag := run("", source...)
	if code != 0 {
		t.Fatal(diag)
	}
	cmd := exec.Command(program, d.Arguments()...)
	cmd.Stdin = strings.NewReader(text)
	out, err := oracle.Usual.Output(cmd)
	if err != nil {
		t.Fatalf("discovery %d: %v", d.No, err)
	}
	count := instructions
	if d.By == discoveries.V8 {
		count = instructionsOfV8
	}
	switch n := count(string(out)); {
	case n == d.Theirs:
	case n < d.Theirs && n > 0 && !same:
		t.Logf("discovery %d is mended, or better: %d instructions, and %d before", d.No, n, d.Theirs)
	case same:
		t.Errorf("discovery %d: %s emits %d instructions, and it says %d:\n%s", d.No, d.By, n, d.Theirs, out)
	}
}

// says runs a discovery's command in a shell that has lanescope, and says whether a line of what that prints is the one that is to come.
func says(t *testing.T, d *discoveries.Discovery) bool {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(self, filepath.Join(dir, "lanescope")); err != nil {
		t.Fatal(err)
	}
	shell := d.Command()
	if d.By == discoveries.Wazero { // the version that is here, without a network
		shell = strings.ReplaceAll(shell, "@v1.12.0", "")
		for _, name := range []string{"go.mod", "go.sum"} {
			b, err := os.ReadFile("../../" + name)
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, name), b, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	cmd := exec.Command("sh", "-c", shell)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	out, _ := oracle.Usual.CombinedOutput(cmd) // an error is what some of them show
	found := slices.ContainsFunc(strings.Split(string(out), "\n"), func(line string) bool { return strings.TrimSpace(line) == d.Says })
	if !found {
		t.Logf("discovery %d: %s", d.No, out)
	}
	return found
}

// instructions counts those of a function F, without its return: ret, retq, and blr of PowerPC.
func instructions(assembly string) (n int) {
	_, body, _ := strings.Cut(assembly, "\nF:")
	for _, end := range []string{".Lfunc_end", "\t.size"} {
		body, _, _ = strings.Cut(body, end)
	}
	for _, line := range strings.Split(body, "\n")[1:] {
		word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if word, _, _ = strings.Cut(word, " "); word != "" && !strings.ContainsAny(word[:1], ".#/") && !strings.HasSuffix(word, ":") && !strings.HasPrefix(word, "ret") && word != "blr" && word != "vzeroupper" {
			n++
		}
	}
	return n
}

// lineOfV8 is an instruction as V8 prints it: address, offset, bytes, name.
var lineOfV8 = regexp.MustCompile(`(?m)^0x[0-9a-f]+ +[0-9a-f]+  [0-9a-f]+ +(?:REX\.W )?(\w+) ?(.*)$`)

// instructionsOfV8 counts those of function 0, without what each function has at both ends.
func instructionsOfV8(text string) (n int) {
	_, body, ok := strings.Cut(text, "\nindex: 0\n")
	if !ok {
		return 0
	}
	for _, m := range lineOfV8.FindAllStringSubmatch(body, -1) {
		switch {
		case strings.HasPrefix(m[1], "ret"):
			return n
		case m[1] == "push" || m[1] == "pop" || strings.Contains(m[2], "rbp"):
		default:
			n++
		}
	}
	return n
}
