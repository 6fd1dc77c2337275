package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// How often a target ran is in the last line that says so.
func TestExecuted(t *testing.T) {
	log := "fuzz: elapsed: 0s, gathering baseline coverage: 0/5 completed\n" +
		"fuzz: elapsed: 0s, gathering baseline coverage: 5/5 completed, now fuzzing with 2 workers\n" +
		"fuzz: elapsed: 3s, execs: 102745 (34246/sec), new interesting: 12 (total: 147)\n" +
		"fuzz: elapsed: 6s, execs: 302745 (34246/sec), new interesting: 13 (total: 148)\nPASS\n"
	if n, fresh, err := executed(log); n != 302745 || fresh != 13 || err != nil {
		t.Errorf("%d executions, %d new, %v", n, fresh, err)
	}
	few := "fuzz: elapsed: 0s, gathering baseline coverage: 0/40 completed\nfuzz: elapsed: 1s, gathering baseline coverage: 15/40 completed\nPASS\n"
	if n, fresh, err := executed(few); n != 15 || fresh != 0 || err != nil {
		t.Errorf("whose time was over at first: %d executions, %d new, %v", n, fresh, err)
	}
	for _, none := range []string{"", "PASS\n", "fuzz: elapsed: 1s\n"} {
		if _, _, err := executed(none); err == nil {
			t.Errorf("%q: no error", none)
		}
	}
}

// The end of the time is no failure, whatever else is one.
func TestDeadlineAlone(t *testing.T) {
	for log, want := range map[string]bool{
		"--- FAIL: FuzzX (1.00s)\n    context deadline exceeded\nFAIL\n":                                       true,
		"--- FAIL: FuzzX (1.00s)\n    --- FAIL: FuzzX (0.00s)\n        x_test.go:9: bad\n    Failing input …":  false,
		"--- FAIL: FuzzX (1.00s)\n    context deadline exceeded\n    Failing input written to testdata/fuzz\n": false,
		"panic: context deadline exceeded\n":                                                                   false,
		"":                                                                                                     false,
	} {
		if deadlineAlone(log) != want {
			t.Errorf("%q: %v", log, !want)
		}
	}
}

// The largest inputs go until the others are few enough bytes.
func TestTrim(t *testing.T) {
	dir := t.TempDir()
	for name, n := range map[string]int{"a": 10, "b": 30, "c": 20, "d": 5} {
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, n), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		keep int64
		want string
	}{{65, "a b c d"}, {64, "a c d"}, {35, "a c d"}, {34, "a d"}, {0, ""}} {
		o := options{keep: c.keep}
		kept, err := o.trim(dir)
		left, _ := filepath.Glob(filepath.Join(dir, "*"))
		for k := range left {
			left[k] = filepath.Base(left[k])
		}
		if got := strings.Join(left, " "); got != c.want || kept != len(left) || err != nil {
			t.Errorf("%d bytes: %q is kept, %d, %v: want %q", c.keep, got, kept, err, c.want)
		}
	}
	if kept, err := (&options{}).trim(filepath.Join(dir, "none")); kept != 0 || err != nil {
		t.Errorf("no folder: %d, %v", kept, err)
	}
}

// Executions are added up over runs, and over packages. Those on spoilt inputs have a column of their own.
func TestFillTotals(t *testing.T) {
	page := "<!-- figures of go run ./internal/fuzzing -->\n<!-- end of the figures -->\n"
	day := time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)
	for run, want := range []string{
		"| *all* | | 1,234,574 | 5 | 1,234,579 | | 2026-11-26 |\n| `g13` | 1 | 1,234,567 | 0 | 1,234,567 | 3 | 2026-11-26 |\n| `lane` | 2 | 7 | 5 | 12 | 9 | 2026-11-26 |\n",
		"| *all* | | 2,469,148 | 10 | 2,469,158 | | 2026-11-26 |\n| `g13` | 1 | 2,469,134 | 0 | 2,469,134 | 3 | 2026-11-26 |\n| `lane` | 2 | 14 | 10 | 24 | 9 | 2026-11-26 |\n",
	} {
		var c tally
		c.add("lane", trial{executions: 7, kept: 4})
		c.add("g13", trial{executions: 1234567, kept: 3})
		c.add("lane", trial{executions: 5, kept: 5, spoilt: true})
		filled, err := c.fill(page, day)
		if err != nil || !strings.Contains(filled, want) {
			t.Fatalf("run %d: %v\n%s\nwant\n%s", run, err, filled, want)
		}
		page = filled
	}
	for _, row := range []string{"2,469,134 | 0", "14 | 10"} {
		for _, broken := range []string{"many | 1", "1 | many", ""} {
			if _, err := new(tally).fill(strings.Replace(page, row, broken, 1), day); err == nil {
				t.Errorf("a row that has %q for %q is added up", broken, row)
			}
		}
	}
}

// A module of four packages: the first has a target that holds, the third one that does not, and one behind it that does; the tests of the last are no Go.
var module = map[string]string{
	"go.mod":         "module example.com/m\n\ngo 1.24\n",
	"a/a.go":         "package a\n\nfunc Big(b []byte) bool { \n\tif len(b) > 1 {\n\t\treturn b[0] > 7\n\t}\n\treturn len(b) == 1\n}\n",
	"a/a_test.go":    "package a\n\nimport \"testing\"\n\nfunc FuzzBig(f *testing.F) {\n\tf.Fuzz(func(t *testing.T, b []byte) { Big(b) })\n}\n",
	"b/b.go":         "package b\n",
	"c/c.go":         "package c\n",
	"c/c_test.go":    "package c\n\nimport \"testing\"\n\nfunc FuzzNone(f *testing.F) {\n\tf.Fuzz(func(t *testing.T, b []byte) {\n\t\tif len(b) >= 0 {\n\t\t\tt.Fatal(\"none holds\")\n\t\t}\n\t})\n}\n\nfunc FuzzSome(f *testing.F) {\n\tf.Fuzz(func(t *testing.T, b []byte) {})\n}\n",
	"d/d.go":         "package d\n",
	"d/d_test.go":    "package d\n\nimport \"testing\"\n\nfunc FuzzNever(f *testing.F) { f.Never() }\n",
	"docs/figure.md": "# Figures\n\n<!-- figures of go run ./internal/fuzzing -->\n<!-- end of the figures -->\n",
}

// All targets run and are counted in the page, and those that fail are told behind all others.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds tests that say what they reach")
	}
	dir := t.TempDir()
	for name, text := range module {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("GOFLAGS", "")
	o := options{each: time.Second, corpus: "kept", keep: 1 << 20, page: "docs/figure.md"}
	var out strings.Builder
	err := o.run(t.Context(), []string{"./..."}, &out)
	for _, part := range []string{"c FuzzNone: ", "none holds", "f.Never undefined"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%v: want the failures of FuzzNone and of what is no Go: %q", err, part)
		}
	}
	for _, part := range []string{"4 targets, 1s each\n", "a FuzzBig: ", "c FuzzNone: failed\n", "c FuzzSome: ", "executions of 2 targets\n"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("%s\nhas no %q", out.String(), part)
		}
	}
	page, _ := os.ReadFile(o.page)
	if text := string(page); !strings.Contains(text, "| `a` | 1 | ") || !strings.Contains(text, "| `c` | 1 | ") || strings.Contains(text, "| `a` | 1 | 0 |") {
		t.Errorf("the page has\n%s", text)
	}
	if kept, _ := filepath.Glob("kept/example.com/m/a/FuzzBig/*"); len(kept) == 0 {
		t.Error("no input is kept")
	}
	if failing, _ := filepath.Glob("c/testdata/fuzz/FuzzNone/*"); len(failing) != 1 {
		t.Errorf("failing inputs: %q", failing)
	}

	o.only = "^FuzzBig$"
	out.Reset()
	if err := o.run(t.Context(), []string{"./..."}, &out); err != nil || !strings.HasPrefix(out.String(), "1 targets") {
		t.Errorf("%v\n%s", err, out.String())
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for why, c := range map[string]struct {
		only     string
		patterns []string
		ctx      context.Context
	}{
		"nothing fits":         {"^FuzzOther$", []string{"./..."}, t.Context()},
		"no such package":      {"", []string{"./none"}, t.Context()},
		"no pattern":           {"(", []string{"./..."}, t.Context()},
		"told to end at first": {"", []string{"./..."}, ended},
	} {
		if err := (&options{each: time.Second, only: c.only}).run(c.ctx, c.patterns, &out); err == nil {
			t.Errorf("%s: no error", why)
		}
	}
}

// A target runs on spoilt inputs too, and one that cannot says so.
func TestSpoilt(t *testing.T) {
	var out strings.Builder
	o := options{each: time.Second, spoil: true, only: "^FuzzInput$", corpus: t.TempDir(), keep: 1 << 20}
	if err := o.run(t.Context(), []string{"../chance"}, &out); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, "internal/chance FuzzInput: ") || strings.Contains(text, "kept") || strings.Contains(text, "\n0 executions") || !strings.HasSuffix(text, " executions of 1 targets\n") {
		t.Errorf("it says\n%s", text)
	}
	t.Setenv("CHANCE_FAILS", "seed")
	err := o.run(t.Context(), []string{"../chance"}, &out)
	if err == nil {
		t.Error("a target that does not begin is counted")
	}
}
