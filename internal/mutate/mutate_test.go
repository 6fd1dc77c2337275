package main

import (
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/chance"
)

// changes are all mutants of a text by one operator, as the line and what it becomes.
func changes(t testing.TB, operator, text string) (all []string) {
	t.Helper()
	s, err := readSource("x/x.go", "x.go", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range s.mutants() {
		if operator == "" || m.operator == operator {
			all = append(all, m.after())
		}
	}
	return all
}

// Each operator, and what it makes of a line: no more and no less.
func TestOperators(t *testing.T) {
	done := map[string]bool{}
	for _, row := range []struct {
		operator, body string
		want           []string
	}{
		{"boundary", "_ = a < b", []string{"_ = a <= b"}},
		{"boundary", "_ = a >= b == c", []string{"_ = a > b == c"}},
		{"comparison", "_ = a == b", []string{"_ = a != b"}},
		{"comparison", "_ = a < b", []string{"_ = a >= b"}},
		{"arithmetic", "a += b &^ c", []string{"a -= b &^ c", "a += b & c"}},
		{"arithmetic", "a++", []string{"a--"}},
		{"arithmetic", "_ = a+-b", []string{"_ = a- -b"}},
		{"arithmetic", "_ = a- *b", []string{"_ = a+ *b"}},
		{"arithmetic", "_ = a**b", []string{"_ = a/ *b"}},
		{"arithmetic", "_ = a|^b", []string{"_ = a& ^b"}},
		{"boundary", "_ = a<=-b", []string{"_ = a< -b"}},
		{"arithmetic", "_ = a && b", []string{"_ = a || b"}},
		{"negation", "_ = !a || ^b == -c", []string{"_ = a || ^b == -c", "_ = !a || b == -c", "_ = !a || ^b == c"}},
		{"negation", "if!a { return!b }", []string{"if a { return!b }", "if!a { return b }"}},
		{"negation", "_ = a-^-b", []string{"_ = a- -b", "_ = a-^b"}},
		{"number", "_ = a[4]", []string{"_ = a[5]", "_ = a[3]"}},
		{"number", "_ = a == 0", []string{"_ = a == 1"}},
		{"number", "_ = 0xff + 'a'", []string{"_ = 0x100 + 'a'", "_ = 0xfe + 'a'", "_ = 0xff + ('a'+1)"}},
		{"number", "_ = make([]int, 3, 4)", []string{"_ = make([]int, 4, 4)", "_ = make([]int, 2, 4)"}},
		{"number", "b.Grow(64)", nil},
		{"number", `panic("a" + string(7))`, nil},
		{"constant", "_ = f(one, true)", []string{"_ = f(two, true)", "_ = f(one, false)"}},
		{"constant", "_ = f(x.one, three)", []string{"_ = f(x.one, one)"}},
		{"text", `_ = f("?? 01 A:6", "add", "")`, []string{`_ = f("?? 11 A:6", "add", "")`, `_ = f("?? 01 A:6", "bdd", "")`}},
		{"text", `_ = "a sentence is prose"`, nil},
		{"bound", "_ = a[i : n-1]", []string{"_ = a[(i)+1 : n-1]", "_ = a[i : (n-1)-1]"}},
		{"bound", "_ = a[:4]", nil},
		{"dropped check", "if a := f(); a > b { g() }", []string{"if a := f(); false && (a > b) { g() }", "if a := f(); true || (a > b) { g() }"}},
		{"dropped check", "for a() { g() }", []string{"for false && (a()) { g() }"}},
		{"dropped check", "switch { case a, b: g(); default: h() }", []string{"switch { case false && (a), b: g(); default: h() }", "switch { case a, false && (b): g(); default: h() }"}},
		{"dropped check", "switch a { case b: g() }", nil},
		{"dropped statement", "f()", []string{""}},
		{"dropped statement", "a, b = f()", []string{"_, _ = f()"}},
		{"dropped statement", "a += b", []string{"_ = b"}},
		{"dropped statement", "a := b", nil},
		{"dropped case", "switch a { case b, c: g() }", []string{"switch a { case c: g() }", "switch a { case b: g() }"}},
		{"dropped case", "switch a { case b: g() }", []string{"switch a { case b: }"}},
		{"dropped case", "switch { case b, c: g() }", nil},
		{"dropped entry", "_ = T{A: 1, B: 2}", []string{"_ = T{B: 2}", "_ = T{A: 1}"}},
		{"dropped entry", "_ = []T{{1, 2}}", []string{"_ = []T{}"}},
		{"dropped entry", `_ = T{Says: "this is for people", B: 2}`, []string{`_ = T{Says: "this is for people"}`}},
		{"swapped operands", "_ = a - b - c", []string{"_ = (c) - (a - b)", "_ = (b) - (a) - c"}},
		{"swapped operands", "_ = a + b", nil},
		{"swapped operands", "f(a, b, c)", []string{"f(b, a, c)", "f(a, c, b)"}},
		{"swapped operands", "_ = min(a, b)", nil},
		{"result", "return a, b, nil", []string{"return (a) + 1, b, nil", "return a, !(b), nil"}},
		{"result", "return 0, b, err", []string{"return (0) + 1, b, err", "return 0, !(b), err", "return 0, b, nil"}},
		{"result", "return f()", nil},
		{"result", "return 1, b, g(1)", []string{"return 1, b, nil"}},
		{"result", "if n, err := g(); err != nil { return n, b, err }", []string{"if n, err := g(); err != nil { return n, b, nil }"}},
		{"result", "switch { case err != nil: return 1, b, err }", []string{"switch { case err != nil: return 1, b, nil }"}},
		{"result", "if b { return n, b, err }", []string{"if b { return (n) + 1, b, err }", "if b { return n, !(b), err }", "if b { return n, b, nil }"}},
	} {
		done[row.operator] = true
		got := changes(t, row.operator, "package x\nconst (\none = iota\ntwo\nthree\n)\nfunc f() (n int, ok bool, _ error) {\n"+row.body+"\n}\n")
		if row.operator == "number" || row.operator == "constant" {
			got = slices.DeleteFunc(got, func(s string) bool { return !strings.ContainsAny(s, "(=") }) // the constants' own
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s of %s\n got %q\nwant %q", row.operator, row.body, got, row.want)
		}
	}
	for _, o := range operators {
		if !done[o.name] {
			t.Errorf("%s is not tested", o.name)
		}
	}
}

// Files that were generated have no mutants, and imports and tags none either.
func TestLeftOut(t *testing.T) {
	if s, err := readSource("x.go", "x.go", []byte("// Code generated by x. DO NOT EDIT.\n\npackage x\n\nvar a = 1\n")); s != nil || err != nil {
		t.Errorf("a generated file: %v, %v", s, err)
	}
	if got := changes(t, "", "package x\n\nimport \"a1\"\n\ntype T struct {\n\tA int `json:\"a1\"`\n}\n"); len(got) > 0 {
		t.Errorf("%q", got)
	}
}

// Every mutant of any file is Go, differs from it, and only where it says.
func FuzzMutants(f *testing.F) {
	f.Add("package x\n\nfunc f(a, b int) int {\n\tif a < b {\n\t\treturn a - 1\n\t}\n\treturn b\n}\n")
	chance.Fuzz(f, func(t *testing.T, text string) {
		s, err := readSource("x.go", "x.go", []byte(text))
		if err != nil || s == nil || strings.Contains(text, "//line") || strings.Contains(text, "/*line") {
			return
		}
		for _, m := range s.mutants() {
			got := string(m.text())
			if got == text || got[:m.start] != text[:m.start] || !strings.HasSuffix(got, text[m.end:]) {
				t.Fatalf("%s: %q of %q", m.operator, got, text)
			}
			if _, err := parser.ParseFile(token.NewFileSet(), "x.go", got, parser.SkipObjectResolution); err != nil {
				t.Fatalf("%s: %q of %q: %v", m.operator, got, text, err)
			}
		}
	})
}

// A sample is the same for the same seed, and has each line once with all its mutants.
func TestSample(t *testing.T) {
	text := "package x\n\nvar a = []int{1, 2, 3}\nvar b = 1\nvar c = 2 + 3\nvar d = 4\n"
	s, err := readSource("x.go", "x.go", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	all := s.mutants()
	order := func(seed uint64) string {
		var b strings.Builder
		n, lines := 0, map[int]bool{}
		for _, p := range sample(all, seed) {
			for _, m := range p {
				if m.line != p[0].line {
					t.Fatalf("lines %d and %d are picked as one", m.line, p[0].line)
				}
				fmt.Fprintf(&b, "%d:%s ", m.line, m.after())
			}
			if lines[p[0].line] {
				t.Fatalf("line %d twice", p[0].line)
			}
			lines[p[0].line] = true
			n += len(p)
		}
		if n != len(all) || len(lines) != 4 {
			t.Fatalf("%d mutants of %d lines, want %d of 4", n, len(lines), len(all))
		}
		return b.String()
	}
	one := order(1)
	if one != order(1) {
		t.Error("a seed gives another sample each time")
	}
	others := 0
	for seed := range uint64(8) {
		if order(seed) != one {
			others++
		}
	}
	if others < 4 {
		t.Error("all seeds give the same sample")
	}
	if got := only(all, "x.go:4"); len(got) != 2 || len(got[0]) != 1 {
		t.Errorf("line 4 alone: %v", got)
	}
	if got := only(all, "x.go"); len(got) != len(all) {
		t.Errorf("the file alone: %d of %d", len(got), len(all))
	}
	for files, want := range map[string]int{"": len(all), "x.go": len(all), "w.go,x.go": len(all), "w.go": 0, "x.go:4": 0} {
		if got := within(all, files); len(got) != want {
			t.Errorf("within %q are %d of %d mutants, want %d", files, len(got), len(all), want)
		}
	}
}

// A module whose tests notice one line, are deaf to the next, never end with a third, and hold a fourth only if it compiles.
var arena = map[string]string{
	"go.mod": "module example.org/arena\n\ngo 1.26\n",
	"a.go": `package arena

func noticed(a, b int) bool { return a < b }
func ignored(a, b int) bool { return a < b }
func count(n int) (all int) {
	for i := 0; i < n; i++ {
		all++
	}
	return all
}
func notGo(s string) string { return s + s }
`,
	"a_test.go": `package arena

import "testing"

func TestNoticed(t *testing.T) {
	if noticed(1, 1) || !noticed(1, 2) || count(3) != 3 {
		t.Fatal()
	}
	ignored(2, 2)
	notGo("")
}
`,
}

func makeArena(t *testing.T) *target {
	t.Helper()
	dir := t.TempDir()
	a := &target{ImportPath: "example.org/arena", Dir: dir, GoFiles: []string{"a.go"}}
	a.Module.Dir = dir
	for name, text := range arena {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.read(); err != nil {
		t.Fatal(err)
	}
	return a
}

// The four verdicts, by the go command itself; the files stay as they were.
func TestVerdicts(t *testing.T) {
	if testing.Short() {
		t.Skip("builds five test binaries")
	}
	a := makeArena(t)
	if err := a.rehearse(t.Context(), t.TempDir(), 1); err != nil {
		t.Fatal(err)
	}
	a.took = -850 * time.Millisecond // so that a loop that never ends has a second and a half, not ten
	for _, row := range []struct {
		line  int
		after string
		want  verdict
	}{
		{3, "a <= b", noticed}, {4, "a <= b", survived}, {6, "i--", timedOut}, {11, "s - s", notCompiled},
	} {
		k := slices.IndexFunc(a.mutants, func(m mutant) bool { return m.line == row.line && strings.Contains(m.after(), row.after) })
		if k < 0 {
			t.Fatalf("no mutant of line %d has %s", row.line, row.after)
		}
		if got, err := a.try(t.Context(), a.mutants[k], t.TempDir()); got != row.want || err != nil {
			t.Errorf("%s: %v, %v, want %v", a.mutants[k].after(), got, err, row.want)
		}
	}
	for name, text := range arena {
		if got, err := os.ReadFile(filepath.Join(a.Dir, name)); err != nil || string(got) != text {
			t.Errorf("%s is now %q, %v", name, got, err)
		}
	}
}

// Where some tests are named no other is run, and one of them there has to be.
func TestSomeTests(t *testing.T) {
	if testing.Short() {
		t.Skip("builds test binaries")
	}
	a := makeArena(t)
	other := "package arena\n\nimport \"testing\"\n\nfunc TestOther(t *testing.T) {\n\tif !ignored(1, 2) {\n\t\tt.Fatal()\n\t}\n}\n"
	if err := os.WriteFile(filepath.Join(a.Dir, "b_test.go"), []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	k := slices.IndexFunc(a.mutants, func(m mutant) bool { return m.line == 3 && strings.Contains(m.after(), "a <= b") })
	for tests, want := range map[string]verdict{"": noticed, "Noticed": noticed, "Other": survived} {
		a.tests = tests
		if err := a.rehearse(t.Context(), t.TempDir(), 1); err != nil {
			t.Fatal(err)
		}
		for _, a.slow = range []string{"", "^TestNonesuch$"} {
			if got, err := a.try(t.Context(), a.mutants[k], t.TempDir()); got != want || err != nil {
				t.Errorf("%q, of which %q are slow: %v, %v, want %v", tests, a.slow, got, err, want)
			}
		}
	}
	a.tests = "Nonesuch"
	if err := a.rehearse(t.Context(), t.TempDir(), 1); err == nil {
		t.Error("no test is run, and nobody says so")
	}
}

// The tests have to pass with the seed of the trials: where that one fails them, all mutants would be noticed.
func TestRehearsedWithTheSeed(t *testing.T) {
	if testing.Short() {
		t.Skip("builds test binaries")
	}
	a := makeArena(t)
	other := "package arena\n\nimport (\n\t\"flag\"\n\t\"testing\"\n)\n\nvar seed = flag.Int(\"seed\", 0, \"\")\n\nfunc TestSeed(t *testing.T) {\n\tif *seed == 7 {\n\t\tt.Fatal()\n\t}\n}\n"
	if err := os.WriteFile(filepath.Join(a.Dir, "b_test.go"), []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	for seed, want := range map[uint64]bool{6: true, 7: false} {
		if err := a.rehearse(t.Context(), t.TempDir(), seed); (err == nil) != want {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// What a mutant's tests found is not kept: it would be tried on the mutants that follow, and lie in the checkout.
func TestNothingIsKept(t *testing.T) {
	for _, l := range []limits{{}, {time.Second, 1 << 30}} {
		cmd := (&target{Dir: t.TempDir()}).command(t.Context(), "x.test", l)
		if !slices.Contains(cmd.Environ(), "RAPID_NOFAILFILE=1") || !slices.Contains(cmd.Environ(), "PATH="+os.Getenv("PATH")) {
			t.Errorf("%+v: %q", l, cmd.Environ())
		}
	}
}

// As many lines are tried as have a mutant that compiles, the first in their order, and no more are told of than were asked for.
func TestQueue(t *testing.T) {
	verdicts := []verdict{noticed, notCompiled, survived, notCompiled, noticed, noticed}
	for enough, want := range map[int]int{1: 1, 2: 3, 3: 5, 4: 6, 9: 6} {
		q := &queue{picks: make([]pick, len(verdicts)), enough: enough, trials: make([]trial, len(verdicts)), tell: func(int, trial) {}}
		for {
			i, ok := q.take()
			if !ok {
				break
			}
			q.put(i, trial{verdict: verdicts[i]})
			if j, ok := q.take(); ok { // a second worker
				q.put(j, trial{verdict: verdicts[j]})
			}
		}
		if got, err := q.all(); len(got) != want || err != nil {
			t.Errorf("%d of them: %d were tried, %v, want %d", enough, len(got), err, want)
		}
	}
	q := &queue{picks: make([]pick, 1), enough: 1, trials: make([]trial, 1), tell: func(int, trial) {}}
	q.take()
	q.put(0, trial{verdict: notCompiled})
	if _, err := q.all(); err == nil {
		t.Error("nothing compiles, and nobody says so")
	}
	q.fail(context.Canceled)
	if _, err := q.all(); err != context.Canceled {
		t.Errorf("after a failure: %v", err)
	}
}

// Tests are slow that take more than their share by far.
func TestSlowTests(t *testing.T) {
	log := "=== RUN   TestA\n--- PASS: TestA (0.00s)\n--- PASS: TestB (2.50s)\n    --- PASS: TestB/part (2.40s)\n--- PASS: ExampleC (0.01s)\n--- PASS: TestD (1.10s)\nPASS\n"
	if got := slowTests(log); got != "^(TestB|TestD)$" {
		t.Errorf("%s", got)
	}
	if got := slowTests("--- PASS: TestA (0.00s)\n"); got != "" {
		t.Errorf("of one: %s", got)
	}
}

// Every equivalent mutant still is one of the tree, and has a reason.
func TestEquivalents(t *testing.T) {
	all, err := parseEquivalents(equivalentsText)
	if err != nil {
		t.Fatal(err)
	}
	there := map[equivalent]bool{}
	read := map[string]bool{}
	for e, why := range all {
		if strings.Count(why, " ") < 3 {
			t.Errorf("%+v: %q is no reason", e, why)
		}
		if read[e.place] {
			continue
		}
		read[e.place] = true
		for _, m := range mutantsOf(t, e.place) {
			there[m.key()] = true
		}
	}
	for e := range all {
		if !there[e] {
			t.Errorf("%s %s: no mutant makes\n\t- %s\n\t+ %s", e.place, e.in, e.before, e.after)
		}
	}
}

// mutantsOf reads a file below the module's root as run does: with the constants of its whole package.
func mutantsOf(t *testing.T, place string) []mutant {
	t.Helper()
	path := filepath.Join("..", "..", filepath.FromSlash(place))
	names, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	d := &target{Dir: filepath.Dir(path)}
	d.Module.Dir = filepath.Join("..", "..")
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			d.GoFiles = append(d.GoFiles, filepath.Base(name))
		}
	}
	if err := d.read(); err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(d.mutants, func(m mutant) bool { return m.of.place != place })
}

func TestParseEquivalents(t *testing.T) {
	got, err := parseEquivalents("# a note\n\na/b.go T.f\n\t- x < y\n\t+ x <= y\n\tThey are never equal,\n\tas above.\n\t- f()\n\t+\n\tIt does nothing.\n\nc.go g\n\t- a\n\t+ b\n\tThe same.\n")
	want := map[equivalent]string{
		{"a/b.go", "T.f", "x < y", "x <= y"}: "They are never equal, as above.", {"a/b.go", "T.f", "f()", ""}: "It does nothing.", {"c.go", "g", "a", "b"}: "The same.",
	}
	if err != nil || len(got) != len(want) {
		t.Fatalf("%v, %v", got, err)
	}
	for e, why := range want {
		if got[e] != why {
			t.Errorf("%+v: %q, want %q", e, got[e], why)
		}
	}
	for text, want := range map[string]string{"x.go\n": "equivalents.txt:1: expected a file", "x.go f\n\tno reason\n": "equivalents.txt:2: a reason for nothing"} {
		if _, err := parseEquivalents(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// The figures of a run, and the page they go to: other packages' rows stay, and all are in order.
func TestReport(t *testing.T) {
	s, err := readSource("a/b/x.go", "x.go", []byte("package x\n\nvar a = f(1 < 2)\n"))
	if err != nil {
		t.Fatal(err)
	}
	m := s.mutants()
	r := &report{commit: "c0ffee", seed: "7", same: map[equivalent]string{m[1].key(): "it is"}}
	for _, v := range []verdict{noticed, noticed, noticed, timedOut, survived, notCompiled} {
		r.trials = append(r.trials, trial{m[0], v, 0})
	}
	r.trials = append(r.trials, trial{m[1], survived, 0})
	want := "| `a/b` | 6 | 3 | 1 | 1 | 1 | 66.7 % | 80.0 % | 1 | c0ffee | 7 |"
	if got := r.rows(); len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %s", got, want)
	}
	var b strings.Builder
	r.write(&b)
	for _, part := range []string{"a/b/x.go:3: ", "a/b/x.go a\n\t- var a = f(1 < 2)\n\t+ " + m[0].after(), "equivalent: it is", "commit c0ffee, seed 7", want} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("%s\nhas no %q", b.String(), part)
		}
	}
}

// What is asked for is refused where it cannot be had.
func TestRunRefuses(t *testing.T) {
	for want, o := range map[string]struct {
		options
		patterns []string
	}{
		"there is nothing to change": {options{n: 1, only: "nonesuch.go:1"}, []string{"."}},
		"nothing to change":          {options{n: 1, of: "nonesuch.go"}, []string{"."}},
		"exit status 1":              {options{n: 1}, []string{"./nonesuch"}},
	} {
		var b strings.Builder
		if err := o.run(t.Context(), o.patterns, &b, &b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", o.patterns, err, want)
		}
	}
	var b strings.Builder
	if err := (&options{n: 1, list: true}).run(t.Context(), []string{"."}, &b, &b); err != nil || !strings.Contains(b.String(), "internal/mutate/sample.go") {
		t.Errorf("%v: %s", err, b.String())
	}
}

// One line, and all that is made of it.
func Example() {
	s, err := readSource("x/x.go", "x.go", []byte("package x\n\nfunc f(a, b int) bool { return a < b-1 }\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range s.mutants() {
		fmt.Printf("%s: %s\n", m.operator, m.after())
	}
	// Output:
	// result: func f(a, b int) bool { return !(a < b-1) }
	// boundary: func f(a, b int) bool { return a <= b-1 }
	// comparison: func f(a, b int) bool { return a >= b-1 }
	// swapped operands: func f(a, b int) bool { return a < (1) - (b) }
	// arithmetic: func f(a, b int) bool { return a < b+1 }
	// number: func f(a, b int) bool { return a < b-2 }
	// number: func f(a, b int) bool { return a < b-0 }
}
