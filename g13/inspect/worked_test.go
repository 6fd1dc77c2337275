package inspect_test

import (
	"bufio"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/inspect"
)

// silent: the program breaks no rule, and all its ways are known.
func silent(t *testing.T, name string, code []byte) *inspect.Report {
	t.Helper()
	r, err := inspect.Inspect(code)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Findings {
		t.Errorf("%s: %#x %s: %s", name, f.Offset, f.Rule, f.Message)
	}
	for _, what := range r.Unknown {
		t.Errorf("%s: %s", name, what)
	}
	return r
}

// TestWorked: the worked programs of the machine and those of the tutorial break no rule.
func TestWorked(t *testing.T) {
	worked, err := filepath.Glob("../machine/testdata/programs/*.s")
	tutorial, _ := filepath.Glob("../../docs/testdata/g13/*.s")
	if err != nil || len(worked) < 5 || len(tutorial) < 4 {
		t.Fatalf("%d programs and %d, %v", len(worked), len(tutorial), err)
	}
	for _, file := range append(worked, tutorial...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if r := silent(t, file, assembled(t, string(text)).Code); r.Unstructured != "" {
			t.Errorf("%s: no parts: %s", file, r.Unstructured)
		}
	}
}

// printed are programs in the documents: printf '…' into a file of assembly, or into the assembler or the machine.
var printed = regexp.MustCompile(`(?m)^\$ printf '([^']*)' (?:> \S+\.s|\| lanescope g13 (?:asm|run|inspect))`)

// broken are what programs of the documents show that break a rule, by how they begin.
var shown = map[string][]string{
	"device_load 1, u8norm, xyzw":                                       {inspect.ReadBeforeWait},
	"device_load 0, i32, x, r4, u2_u3, 0, signed\nmov r4, 5":            {inspect.WriteBeforeWait, inspect.ReadBeforeWait},
	"get_sr r1, sr52\nif_icmp r0l, ult, r1, 16, 1\niadd r2, r1.discard": {inspect.DiscardDivergent},
}

// TestDocuments: the programs of the documents break no rule but those that they are there to show. Many are a few lines of a program, and have no stop.
func TestDocuments(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	tried, seen := 0, map[string]bool{}
	for _, page := range append(pages, "../../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range printed.FindAllStringSubmatch(string(text), -1) {
			program := strings.NewReplacer(`\n`, "\n", `\\`, `\`, `\t`, "\t", "%%", "%").Replace(m[1])
			code, ok := tryAssemble(program)
			if !ok || strings.HasSuffix(page, "g13-inspect.md") {
				continue // it shows how mistakes are told
			}
			tried++
			var want []string
			for begins, rules := range shown {
				if strings.HasPrefix(program, begins) {
					want, seen[begins] = rules, true
				}
			}
			if !strings.Contains(program, "stop") {
				want = append([]string{inspect.MissingStop}, want...)
			}
			checkRules(t, page+": "+program, code, want)
		}
	}
	t.Logf("%d programs", tried)
	if tried < 12 || len(seen) != len(shown) {
		t.Errorf("only %d programs were found in the documents, and of those that break a rule %v", tried, seen)
	}
}

// checkRules: a program breaks these rules and no other ones.
func checkRules(t *testing.T, name string, code []byte, want []string) {
	t.Helper()
	r, err := inspect.Inspect(code)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range r.Findings {
		if !slices.Contains(got, f.Rule) {
			got = append(got, f.Rule)
		}
	}
	slices.Sort(got)
	want = slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		t.Errorf("%s\nbreaks %v, want %v", name, got, want)
	}
}

const shared = "../../../shared/"

// TestShared: the shared shaders and the programs of the benchmark break no rule. Two shaders are pieces of one that go on elsewhere, and have no stop.
func TestShared(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skip(err)
	}
	pieces := map[string]bool{"applegpu_readme_prolog": true, "applegpu_hwtest_prologue": true}
	for name, code := range shaders(t) {
		if pieces[name] {
			code = append(code, 0x88, 0)
		}
		silent(t, name, code)
	}
	files, _ := filepath.Glob(shared + "bench/g13/*.s")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m := regexp.MustCompile(`; bytes: ([0-9a-f]+)`).FindSubmatch(text)
		if m == nil {
			t.Fatalf("%s has no bytes", file)
		}
		code, err := hex.DecodeString(string(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		silent(t, file, code)
	}
	if len(files) < 3 {
		t.Errorf("%d programs", len(files))
	}
}

// shaders are the shared ones by their names.
func shaders(t *testing.T) map[string][]byte {
	f, err := os.Open(shared + "corpus/g13/shaders.tsv")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	all := map[string][]byte{}
	for in := bufio.NewScanner(f); in.Scan(); {
		if row := strings.Split(in.Text(), "\t"); len(row) > 2 && row[0][0] != '#' {
			b, err := hex.DecodeString(row[2])
			if err != nil {
				t.Fatal(err)
			}
			all[row[0]] = append(all[row[0]], b...)
		}
	}
	if len(all) < 10 {
		t.Fatalf("%d shaders", len(all))
	}
	return all
}
