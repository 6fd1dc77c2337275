//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// script leaves a program of the shell in the folder. Its tests run one after the other, since a program that another process has open for writing cannot be started.
func script(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// The program in C says its name, how many groups there were, the time and the checksum, in that order.
func TestSaysOfC(t *testing.T) {
	l := &limits{program: script(t, t.TempDir(), "limits", `echo "$1 12 3$2.5 cafe"`), kernel: "saxpy"}
	ns, err := l.run(7)
	sum, _ := l.checksum()
	if err != nil || !slices.Equal(ns, []float64{37.5}) || sum != "cafe" {
		t.Errorf("%v, %q, %v", ns, sum, err)
	}
	for says, want := range map[string]string{"echo saxpy 12": ` says "saxpy 12\n": `, "exit 3": ": exit status 3"} {
		l := &limits{program: script(t, t.TempDir(), "limits", says), kernel: "saxpy"}
		if ns, err := l.run(1); ns != nil || err == nil || !strings.Contains(err.Error(), "/limits saxpy"+want) {
			t.Errorf("%s: %v, %v, want %s", says, ns, err, want)
		}
	}
}

// What does not compile is told by the compiler's first line, and what is not there without a compiler.
func TestNotCompiled(t *testing.T) {
	dir := t.TempDir()
	bad, good := script(t, dir, "bad", `echo "first of $#"; echo second; exit 1`), script(t, dir, "good", `for a; do case $a in */limits|*/host) echo "$@" >"$a";; esac; done`)
	source := filepath.Join(dir, "some.c")
	if err := os.WriteFile(source, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ cc, source, want string }{
		{bad, source + "x", source + "x is not there"},
		{"", source, "no C compiler on PATH"},
		{bad, source, source + " does not compile: first of 8"},
	} {
		if program, err := buildLimits(c.cc, c.source, dir); program != "" || err == nil || err.Error() != c.want {
			t.Errorf("%q, %v, want %s", program, err, c.want)
		}
	}
	program, err := buildLimits(good, source, dir)
	said, _ := os.ReadFile(program)
	if want := strings.Join(limitsFlags, " ") + " -o " + program + " " + source + " -lm\n"; err != nil || program != filepath.Join(dir, "limits") || string(said) != want {
		t.Errorf("%s: %q, want %q (%v)", program, said, want, err)
	}
	host := t.TempDir()
	if err := buildHost(good, host); err != nil {
		t.Fatal(err)
	}
	said, _ = os.ReadFile(filepath.Join(host, "host"))
	if want := "-O2 -o " + host + "/host " + host + "/opencl/host.c -lOpenCL\n"; string(said) != want {
		t.Errorf("%q, want %q", said, want)
	}
	if err := buildHost(bad, t.TempDir()); err == nil || !strings.HasSuffix(err.Error(), ": first of 5") {
		t.Error(err)
	}
}

// Compilers are looked for by their names, the system's own first.
func TestWhichCompiler(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	if got := compiler(); got != "" {
		t.Errorf("%s, of none", got)
	}
	for _, name := range []string{"clang", "gcc", "cc"} {
		if want := script(t, dir, name, ""); compiler() != want {
			t.Errorf("%s, want %s", compiler(), want)
		}
	}
}

// A host says its threads and its device, and is told apart from one that has others, or nothing to say.
func TestHostsOfOpenCL(t *testing.T) {
	dir := t.TempDir()
	script(t, dir, "host", `echo "$POCL_MAX_PTHREAD_COUNT threads, device of ${1##*/} in ${POCL_CACHE_DIR##*/}"; cat >"${0}"ed`)
	h, err := startHost(dir, 3)
	if err != nil {
		t.Fatal(err)
	}
	if h.device != "device of kernels.cl in cache" || h.jobs != 0 {
		t.Errorf("%+v", h)
	}
	if err := h.close(); err != nil {
		t.Error(err)
	}
	for says, want := range map[string]string{"exit 0": "OpenCL has no device", "echo 4 threads, x": `OpenCL has "4" threads; asked for 3`, "echo x threads, x": `OpenCL has "x" threads; asked for 3`} {
		script(t, dir, "host", says)
		if h, err := startHost(dir, 3); h != nil || err == nil || err.Error() != want {
			t.Errorf("%s: %v, %v, want %s", says, h, err, want)
		}
	}
	if h, err := startHost(t.TempDir(), 1); h != nil || err == nil {
		t.Errorf("%v, %v of no host", h, err)
	}
}

// sink is the input of a host that keeps what it is told.
type sink struct{ strings.Builder }

func (*sink) Close() error { return nil }

// A host is told a job's sizes, numbers and bytes once, and then by its number.
func TestToldToOpenCL(t *testing.T) {
	in := &sink{}
	host := &openclHost{in: in, out: bufio.NewReader(strings.NewReader("12 3.5 40\nABCDEFGHx\n\n"))}
	w := &workload{name: "w", workgroup: 64, job: func(size int) job {
		return job{grid: [3]uint32{32, uint32(size), 1}, numbers: []uint32{7, 9}, buffers: []buffer{{bytes: []byte("abcd")}, {[]byte("efghijkl"), true}}}
	}}
	if _, err := newThere(w, 1, host); err != nil {
		t.Fatal(err)
	}
	second, err := newThere(w, 5, host)
	if err != nil {
		t.Fatal(err)
	}
	want := "kernel w 32 1 32 1 2 2\n4 0 8 1 7 9\nabcdefghijkl" + "kernel w 32 5 32 1 2 2\n4 0 8 1 7 9\nabcdefghijkl"
	if in.String() != want {
		t.Errorf("it is told %q, want %q", &in.Builder, want)
	}
	in.Reset()
	ns, err := second.run(3)
	if err != nil || !slices.Equal(ns, []float64{12, 3.5, 40}) {
		t.Errorf("%v, %v", ns, err)
	}
	sum, err := second.checksum()
	left, _ := second.sum(func(int) ([]byte, error) { return []byte("ABCDEFGH"), nil })
	if err != nil || sum != left {
		t.Errorf("%s, want %s (%v)", sum, left, err)
	}
	if got := in.String(); got != "run 1 3\nread 1 1\n" {
		t.Errorf("it is told %q", got)
	}
	if ns, err := second.run(1); ns != nil || err == nil || !strings.HasPrefix(err.Error(), "OpenCL's host: strconv.ParseFloat: ") {
		t.Errorf("of no number: %v, %v", ns, err)
	}
	if ns, err := second.run(0); len(ns) != 0 || err != nil {
		t.Errorf("of no times: %v, %v", ns, err)
	}
	if ns, err := second.run(1); ns != nil || err == nil || err.Error() != "OpenCL's host: EOF" {
		t.Errorf("of its end: %v, %v", ns, err)
	}
	if _, err := second.checksum(); err != io.EOF {
		t.Error(err)
	}
	wide := *w
	wide.workgroup = 16
	in.Reset()
	if _, err := newThere(&wide, 1, host); err != nil || !strings.HasPrefix(in.String(), "kernel w 32 1 16 1 2 2\n") {
		t.Errorf("%q, %v", &in.Builder, err)
	}
}

// A command is given its files, uniforms and engine, and what the engines leave is compared with the first.
func TestCommandsAgree(t *testing.T) {
	c := commands(2, 64)[1]
	if c.what != "saxpy, 64 threads" || len(c.job.buffers) != 2 {
		t.Fatalf("%q, %d buffers", c.what, len(c.job.buffers))
	}
	dir := t.TempDir()
	if err := c.write(dir); err != nil {
		t.Fatal(err)
	}
	for k, b := range c.job.buffers {
		if got, err := os.ReadFile(c.file(dir, k)); err != nil || string(got) != string(b.bytes) {
			t.Errorf("buffer %d: %d bytes, %v", k, len(got), err)
		}
	}
	want := "g13 run D/saxpy.s --engine jit --cores 2 --grid 64,1,1 --quiet --uniform u0=0x3f000000 --buffer u4=D/saxpy0 --buffer u6=D/saxpy1"
	if got := strings.ReplaceAll(strings.Join(c.arguments(dir, "jit", 2), " "), dir, "D"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	const save = `for a; do :; done; case $a in u6=*) ;; *) exit 4; esac; `
	for says, want := range map[string]string{
		save + `echo new >"${a#u6=}"`:                       "",
		save + `echo "$5" >"${a#u6=}"`:                      "saxpy: auto does not leave what reference leaves, or nothing",
		save + `cp "` + c.file(dir, 1) + `" "${a#u6=}"`:     "saxpy: reference does not leave what reference leaves, or nothing",
		`echo "it says"; exit 3`:                            "saxpy by reference: exit status 3\nit says\n",
		save + `case $5 in auto) exit 5; esac; >"${a#u6=}"`: "saxpy by auto: exit status 5\n",
	} {
		err := c.agree(script(t, dir, "lanescope", says), dir, []string{"reference", "auto"})
		if got := ""; err != nil {
			if got = err.Error(); got != want {
				t.Errorf("%s: %s, want %s", says, got, want)
			}
		} else if want != "" {
			t.Errorf("%s is no error", says)
		}
		if _, err := os.Stat(filepath.Join(dir, "saved")); want == "" && err == nil {
			t.Error("what was compared was left")
		}
	}
	if c.seen != nil {
		t.Errorf("nothing was measured, and took %v", c.seen)
	}
}

// Each engine has its turns, by turns, and is asked once more what it leaves.
func TestCommandsMeasured(t *testing.T) {
	c := commands(2, 64)[1]
	dir := t.TempDir()
	engines, err := c.engines()
	if err != nil || len(engines) < 2 || engines[0] != "reference" || engines[1] != "auto" {
		t.Fatal(engines, err)
	}
	program := script(t, dir, "lanescope", `for a; do :; done; echo "$5 ${a##*/}" >>"${0}.asked"; case $a in */saved) echo new >"${a#u6=}"; esac`)
	if err := c.measure(program, dir, 2); err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for _, file := range []string{"saxpy1", "saxpy1", "saved"} {
		for _, engine := range engines {
			want.WriteString(engine + " " + file + "\n")
		}
	}
	if asked, _ := os.ReadFile(program + ".asked"); string(asked) != want.String() {
		t.Errorf("asked\n%swant\n%s", asked, &want)
	}
	for _, engine := range engines {
		if c.seen[engine] <= 0 {
			t.Errorf("%s took %v", engine, c.seen[engine])
		}
	}
	if len(c.seen) != len(engines) {
		t.Errorf("%v", c.seen)
	}
	if err := c.measure(program, filepath.Join(dir, "none"), 1); err == nil || !strings.Contains(err.Error(), "saxpy.s") {
		t.Errorf("what it reads cannot be written: %v", err)
	}
	if err := c.measure(script(t, dir, "lanescope", "echo no; exit 2"), dir, 1); err == nil || err.Error() != "saxpy by reference: exit status 2\nno\n" {
		t.Error(err)
	}
}

// The picture is of the plane's part that everyone knows: from -2 to 1, and from -1.25 to 1.25.
func TestPicture(t *testing.T) {
	c := commands(4, 64)[0]
	j := c.job
	if c.what != "mandelbrot, 4 × 4 points, 1,000 iterations" || j.grid != [3]uint32{16, 1, 1} || !slices.Equal(j.numbers, []uint32{1000}) || !j.buffers[2].output || len(j.buffers[2].bytes) != 64 {
		t.Errorf("%s: %v %v", c.what, j.grid, j.numbers)
	}
	for i := range 16 {
		if x, y := float(j.buffers[0], i), float(j.buffers[1], i); x != -2+0.75*float32(i%4) || y != -1.25+0.625*float32(i/4) {
			t.Errorf("%d is at %v, %v", i, x, y)
		}
	}
}

// Whoever cannot contend ends the run, be it beside the C or of the larger sizes.
func TestCannotContend(t *testing.T) {
	f := &field{limits: script(t, t.TempDir(), "limits", "exit 3")}
	if _, err := (&options{only: "saxpy", turns: 1}).measure(f); err == nil || !strings.HasPrefix(err.Error(), "saxpy: C: ") {
		t.Error(err)
	}
	gone := &openclHost{in: &sink{}, out: bufio.NewReader(strings.NewReader(""))}
	if _, err := (&options{only: "sort", turns: 1, small: true}).measure(&field{hosts: map[int]*openclHost{1: gone}}); err == nil || err.Error() != "sort: PoCL: OpenCL's host: EOF" {
		t.Error(err)
	}
}

// Whoever can be compiled enters, a host for each number of threads; who cannot is told of, and the others contend. In the end nothing is left of it.
func TestEnter(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("FAKE", dir)
	script(t, dir, "cc", `before=; for a; do [ "$before" = -o ] && cp "$FAKE/made-${a##*/}" "$a"; before=$a; done; [ -e "$a" ] || [ "$a" = -lm ] || [ "$a" = -lOpenCL ]`)
	script(t, dir, "made-limits", "echo limits")
	script(t, dir, "made-host", `[ "$POCL_MAX_PTHREAD_COUNT" = 3 ] && exit; echo "$POCL_MAX_PTHREAD_COUNT threads, a device"; cat >"$FAKE/told"; echo over >"$FAKE/over-$POCL_MAX_PTHREAD_COUNT"`)
	source := filepath.Join(dir, "limits.c")
	if err := os.WriteFile(source, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := enter(source, []int{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	if f.hosts[1] == nil || f.hosts[2] == nil || f.hosts[1] == f.hosts[2] || len(f.hosts) != 2 || f.device != "a device" || f.limits != filepath.Join(f.dir, "limits") {
		t.Errorf("%+v", f)
	}
	if len(f.absent) != 1 || f.absent[0].Error() != "PoCL with 3 threads: OpenCL has no device" {
		t.Errorf("%v are absent", f.absent)
	}
	if err := f.close(); err != nil {
		t.Error(err)
	}
	for _, path := range []string{filepath.Join(dir, "over-1"), filepath.Join(dir, "over-2")} {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("a host was not waited for: %v", err)
		}
	}
	if _, err := os.Stat(f.dir); !os.IsNotExist(err) {
		t.Errorf("%s stays: %v", f.dir, err)
	}
}
