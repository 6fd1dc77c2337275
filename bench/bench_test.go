package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/jit"
	"github.com/lanescope/lanescope/g13/machine"
)

// small is a workload of its small size, with its program.
func small(t *testing.T, w *workload) (*here, *machine.Program) {
	t.Helper()
	p, err := w.program()
	if err != nil {
		t.Fatal(err)
	}
	h, err := newHere(w, w.small, p, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	return h, p
}

// run is a workload of its small size, once in each way that there is in this process, which have to leave the same.
func run(t *testing.T, w *workload) *here {
	t.Helper()
	h, p := small(t, w)
	c, err := jit.Compile(p)
	if errors.Is(err, jit.ErrUnsupported) {
		c = nil
	} else if err != nil {
		t.Fatal(err)
	} else {
		defer c.Close()
	}
	want := ""
	for _, cores := range []int{1, 2} {
		for _, native := range []bool{false, c != nil} {
			h.dispatch.Cores, h.dispatch.Native = cores, nil
			if native {
				h.dispatch.Native = c
			}
			if _, err := h.run(2); err != nil {
				t.Fatalf("%s: %v", w.name, err)
			}
			sum, err := h.checksum()
			if want == "" {
				want = sum
			}
			if err != nil || sum != want {
				t.Errorf("%s: on %d cores, machine code %v: %s, want %s (%v)", w.name, cores, native, sum, want, err)
			}
			if native && h.result.Native == 0 {
				t.Errorf("%s: nothing was executed by machine code", w.name)
			}
		}
	}
	return h
}

// The programs leave what limits.c leaves, of which these are the checksums.
func TestPrograms(t *testing.T) {
	t.Parallel()
	known := map[string]string{"mandelbrot": "60c5a8a0e206a278", "murmur": "7ca28c761495b99f", "reduce": "6f0f313b86420d09", "saxpy": "26a4c05f2aa2ed11"}
	plain := map[string]func(*job) []byte{"sort": plainSort, "filter": plainFilter, "product": plainProduct, "life": plainLife}
	for k := range workloads {
		w := &workloads[k]
		h := run(t, w)
		sum, _ := h.checksum()
		switch {
		case known[w.name] != "":
			if sum != known[w.name] {
				t.Errorf("%s leaves %s, want %s", w.name, sum, known[w.name])
			}
		case !bytes.Equal(h.mapped[len(h.mapped)-1].Bytes, plain[w.name](&h.job)):
			t.Errorf("%s leaves something else than the same in Go", w.name)
		}
	}
}

func word(b buffer, i int) uint32 { return binary.LittleEndian.Uint32(b.bytes[4*i:]) }

func float(b buffer, i int) float32 { return math.Float32frombits(word(b, i)) }

func plainSort(j *job) []byte {
	all := make([]uint32, j.grid[0])
	for i := range all {
		all[i] = word(j.buffers[0], i)
	}
	for part := range slices.Chunk(all, 256) {
		slices.Sort(part)
	}
	return words(len(all), func(i int) uint32 { return all[i] }).bytes
}

func plainFilter(j *job) []byte {
	return floats(int(j.grid[0]), func(i int) (sum float32) {
		for tap := 31; tap >= 0; tap-- { // the other way round: everything is exact
			sum += float(j.buffers[0], i+tap) * float(j.buffers[1], tap)
		}
		return sum
	}).bytes
}

func plainProduct(j *job) []byte {
	side := int(j.grid[0])
	return floats(side*side, func(i int) (sum float32) {
		for k := range side {
			sum += float(j.buffers[0], i/side*side+k) * float(j.buffers[1], k*side+i%side)
		}
		return sum
	}).bytes
}

func plainLife(j *job) (next []byte) {
	side := int(j.grid[0])
	for i, alive := range j.buffers[0].bytes {
		around := -int(alive)
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				around += int(j.buffers[0].bytes[(i/side+dy+side)%side*side+(i+dx+side)%side])
			}
		}
		next = append(next, 0)
		if around == 3 || around == 2 && alive == 1 {
			next[i] = 1
		}
	}
	return next
}

// The command measures everything, by small sizes, beside what is there, and fills the page in.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it builds a program")
	}
	t.Parallel()
	page := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(page, []byte("before\n"+figuresBegin+"\nold\n"+figuresEnd+"\nbehind\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	o := options{limits: "../../shared/bench/g13/limits.c", page: page, turns: 1, small: true, side: 64, threads: 1 << 12, commandTurns: 1, collections: 2, compilations: 8}
	var out strings.Builder
	if err := o.run(&out); err != nil {
		t.Fatal(err)
	}
	filled, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if s := string(filled); !strings.HasPrefix(s, "before\n") || !strings.HasSuffix(s, "behind\n") || strings.Contains(s, "old") || !strings.Contains(s, out.String()) {
		t.Errorf("the page is\n%s", s)
	}
	for _, w := range workloads {
		want := 1
		if w.limits != "" {
			want = 2
		}
		if n := strings.Count(out.String(), "\n| "+w.name+" |"); n != want {
			t.Errorf("%s has %d rows, want %d", w.name, n, want)
		}
	}
	if _, err := os.Stat(o.limits); err == nil && strings.Contains(out.String(), "limits.c is not there") {
		t.Error("limits.c is there, and was not found")
	}
}

// What is not there is left out, and the page says so.
func TestAbsent(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	o := options{limits: "no/limits.c", turns: 1, small: true, only: "saxpy"}
	var out strings.Builder
	if err := o.run(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Not measured, C: no/limits.c is not there.", "Not measured, PoCL: no C compiler on PATH."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing from\n%s", want, &out)
		}
	}
}

// A contender that leaves something else ends the run.
func TestAgree(t *testing.T) {
	f := &field{}
	c, err := f.openContest(&workloads[3], 1, false)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	c.contenders[inC] = &limits{sum: "0"}
	if err := c.agree(); err == nil || !strings.Contains(err.Error(), "saxpy: C leaves 0, and the reference ") {
		t.Errorf("the error is %v", err)
	}
}

// A ratio is the median of the ratios, not the ratio of the medians.
func TestRatio(t *testing.T) {
	c := &contest{took: map[string][]float64{jitOne: {1, 2, 30}, inC: {1, 4, 10}}}
	if r, ok := c.ratio(jitOne, inC); r != 1 || !ok {
		t.Errorf("%v %v, want 1", r, ok)
	}
	if _, ok := c.ratio(jitOne, openclOne); ok {
		t.Error("a ratio with somebody who did not run")
	}
	if got := c.ratioText(jitOne, inC) + c.ratioText(jitOne, openclOne); got != "1.00 ×–" {
		t.Error(got)
	}
}

func TestFill(t *testing.T) {
	for _, page := range []string{"", figuresBegin + "\n", figuresEnd + "\n" + figuresBegin + "\n"} {
		if got, err := fill(page, "x"); err == nil {
			t.Errorf("%q became %q", page, got)
		}
	}
}

// The page is one that can be filled in, and has a row for each program.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fill(string(page), "x"); err != nil {
		t.Error(err)
	}
	_, figures, _ := strings.Cut(string(page), figuresBegin)
	for _, w := range workloads {
		if !strings.Contains(figures, "\n| "+w.name+" |") {
			t.Errorf("docs/performance.md says nothing of %s: go run ./bench", w.name)
		}
	}
}

// Of classes, those that were met count by their upper ends.
func TestWaited(t *testing.T) {
	h := func(counts ...uint64) *metrics.Float64Histogram {
		return &metrics.Float64Histogram{Counts: counts, Buckets: []float64{0, 1, 2, 3, 4}}
	}
	if got := waited(h(5, 1, 0, 9), h(7, 2, 1, 9)); got != (wait{stops: 4, median: 1, nearly: 3, most: 3}) {
		t.Errorf("%+v", got)
	}
	if got := waited(h(0, 0, 0, 0), h(0, 1, 0, 2)); got != (wait{stops: 3, median: 4, nearly: 4, most: 4}) {
		t.Errorf("%+v", got)
	}
	if got := waited(h(0, 0, 0, 0), h(60, 138, 1, 1)); got != (wait{stops: 200, median: 2, nearly: 2, most: 4}) {
		t.Errorf("%+v", got)
	}
}
