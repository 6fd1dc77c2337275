package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// figured is a contest that took so long, with nobody in it.
func figured(w *workload, took map[string][]float64) *contest {
	return &contest{workload: w, executed: 200, native: 199, checksum: "0123456789abcdef", took: took}
}

// The tables have in each column the ratio that the head of the column names, and not its inverse. All figures differ, so that no two can stand in for each other, and are large: what they are divided by is held to the last digit.
func TestTables(t *testing.T) {
	took := map[string][]float64{
		reference: {2e12, 2e12, 9e12}, jitOne: {1e11, 1e11, 1e11}, jitTwo: {4e10, 4e10, 4e10},
		inC: {8e10, 8e10, 8e10}, openclOne: {3e11, 3e11, 3e11}, openclTwo: {2e11, 2e11, 2e11},
	}
	r := &report{
		turns: 3, device: "a device", absent: nil,
		beside: []*contest{figured(&workloads[0], took)}, alone: []*contest{figured(&workloads[4], took)},
		worth:     &contest{took: map[string][]float64{jitOne: {5e10}, jitTwo: {4e10}}},
		compiling: 123456, hereWait: &wait{stops: 4, median: 1, nearly: 2, most: 3}, codeWait: &wait{stops: 6, median: 4, nearly: 5, most: 6},
		held:     &held{all: []time.Duration{2e9}, own: []time.Duration{1e9}},
		commands: []*command{{what: "a job", seen: map[string]float64{"reference": 1.5, "jit": 0}}},
	}
	_, got, _ := strings.Cut(r.text(), "\n")
	want := `
OpenCL: a device.

| one core, sizes of the C | instructions | ns an instruction | of the C's time | of the reference's speed | of PoCL's speed | checksum |
|--|--|--|--|--|--|--|
| mandelbrot | 200 | 500000000.00 | 1.25 × | 20 × | 3.00 × | ` + "`0123456789abcdef`" + ` |

| larger sizes | ms | of the reference's speed | of PoCL's speed | on two cores | of PoCL's speed with two threads | by machine code |
|--|--|--|--|--|--|--|
| sort | 100000.00 | 20 × | 3.00 × | 2.50 × | 5.00 × | 99.5 % |
| nothing but turns | 50000.00 | – | – | 1.25 × | – | – |

To compile takes 123.46 µs an instruction, the median of the eight programs.

Collections while every core runs a loop of the G13 without end: 6 stops, half of them within 4000000 µs, 99 of 100 within 5000000 µs, all within 6000000 µs. With the reference: 4 stops, half of them within 1000000 µs, 99 of 100 within 2000000 µs, all within 3000000 µs.

Machine code meanwhile: 1 calls, of the thread's own time 99 of 100 within 1000000 µs, 9,999 of 10,000 within 1000000 µs, all within 1000000 µs; with what the system gave to others, 99 of 100 within 2000000 µs, 9,999 of 10,000 within 2000000 µs, all within 2000000 µs.

| ` + "`lanescope g13 run`" + `, one core | ` + "`--engine reference`" + ` | ` + "`auto`" + ` | ` + "`jit`" + ` |
|--|--|--|--|
| a job | 1.50 s | – | 0.00 s |
`
	if got != want {
		t.Errorf("the page has\n%s\nwant\n%s", got, want)
	}
	// Ten is the first that has no digits behind the point, and who executed nothing is divided by one.
	ten := &contest{workload: &workloads[0], took: map[string][]float64{jitOne: {20}, inC: {2}}}
	if got := ten.ratioText(jitOne, inC); got != "10 ×" {
		t.Error(got)
	}
	var b strings.Builder
	(&report{beside: []*contest{ten}}).besideC(&b)
	(&report{alone: []*contest{ten}}).all(&b)
	for _, row := range []string{"| mandelbrot | 0 | 20.00 | 10 × | – | – | `` |", "| mandelbrot | 0.00 | – | – | – | – | 0.0 % |"} {
		if !strings.Contains(b.String(), "\n"+row+"\n") {
			t.Errorf("%s is missing from\n%s", row, &b)
		}
	}
}

// What was not measured is not in the page: not as nothing, and not as a table without rows.
func TestNothingMeasured(t *testing.T) {
	r := &report{}
	if err := r.collect(0); err != nil || r.codeWait != nil || r.hereWait != nil || r.held != nil {
		t.Errorf("no collections: %+v, %v", r, err)
	}
	if err := r.command("no folder", &options{}); err != nil || r.commands != nil {
		t.Errorf("no commands: %+v, %v", r, err)
	}
	var b strings.Builder
	if r.rest(&b); b.Len() != 0 {
		t.Errorf("the page has %q", &b)
	}
	if (&report{compiling: 1}).rest(&b); b.String() != "\nTo compile takes 0.00 µs an instruction, the median of the eight programs.\n" {
		t.Errorf("a nanosecond is %q", &b)
	}
	if r.all(&b); strings.Contains(b.String(), "nothing but turns") {
		t.Errorf("nobody turned, and the page has %q", &b)
	}
	if got := r.text(); strings.Contains(got, "OpenCL:") || !strings.HasPrefix(got, "Machine: ") || !strings.Contains(got, "Medians of 0 turns.") {
		t.Errorf("the page is %q", got)
	}
}

// The figures stand between their two lines, with an empty line before and behind them.
func TestFilled(t *testing.T) {
	got, err := fill("a\n"+figuresBegin+"\nold\n"+figuresEnd+"\nb\n", "new\n")
	if want := "a\n" + figuresBegin + "\n\nnew\n\n" + figuresEnd + "\nb\n"; got != want || err != nil {
		t.Errorf("%q, want %q (%v)", got, want, err)
	}
}

func TestWants(t *testing.T) {
	for only, want := range map[string]string{"": "sort life saxpy", "life": "life", "saxpy,sort": "sort saxpy", "sor": ""} {
		var got []string
		for _, name := range []string{"sort", "life", "saxpy"} {
			if (&options{only: only}).wants(name) {
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("of %q: %v, want %s", only, got, want)
		}
	}
}

// A processor has its name, and its family and model where they are known; without a name it is known by its architecture.
func TestProcessorName(t *testing.T) {
	for cpuinfo, want := range map[string]string{
		"": runtime.GOARCH, "model name\t: A CPU @ 2: 3\n": "A CPU @ 2: 3", "model\t: 7\nmodel name : B\ncpu family\t: 6": "B (family 6, model 7)", "flags\ncpu family: 6\nmodel: 8\n": runtime.GOARCH + " (family 6, model 8)",
	} {
		if got := processorName(cpuinfo); got != want {
			t.Errorf("%q is %q, want %q", cpuinfo, got, want)
		}
	}
}

// The page is written where all was measured, and stays as it is where some was. One that cannot be filled in is named.
func TestPageWritten(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	page := filepath.Join(dir, "page.md")
	empty := "a\n" + figuresBegin + "\n" + figuresEnd + "\nb\n"
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(only string) (shown, written string, err error) {
		var out strings.Builder
		err = (&options{limits: "no/limits.c", page: page, only: only, turns: 1, small: true}).run(&out)
		b, _ := os.ReadFile(page)
		return out.String(), string(b), err
	}
	write(empty)
	if shown, written, err := run("sort"); err != nil || written != empty || strings.Count(shown, "\n| sort |") != 1 || strings.Contains(shown, "\n| life |") {
		t.Errorf("of one: %v, the page is %q, and there are\n%s", err, written, shown)
	}
	if shown, written, err := run(""); err != nil || written != "a\n"+figuresBegin+"\n\n"+shown+"\n"+figuresEnd+"\nb\n" || strings.Count(shown, "\n| sort |") != 1 || strings.Count(shown, "\n| saxpy |") != 2 {
		t.Errorf("of all: %v, the page is %q", err, written)
	}
	write("nothing")
	if _, written, err := run(""); err == nil || !strings.HasPrefix(err.Error(), page+": figures belong between the lines ") || written != "nothing" {
		t.Errorf("%v, and %q is left", err, written)
	}
	if err := os.Remove(page); err != nil {
		t.Fatal(err)
	}
	if _, _, err := run(""); !os.IsNotExist(err) {
		t.Errorf("no page: %v", err)
	}
}
