package fuzz

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/visa"
)

// A Compiler is one that is installed. Which program it is, and what it is told, is in the tables here, and in no message.
type Compiler struct {
	Name    string
	Version string

	path    string
	kind    *compilerKind
	lowerer lower.Lowerer // of intrinsics
}

// A compilerKind is how a compiler is asked.
type compilerKind struct {
	name        string
	executables []string                                                   // the first that is there
	say         func(c *Compiler, p *Program, name, machine string) string // in the language that it reads
	machines    map[string][]string
	version     func(ctx context.Context, path string) (string, error)
	judge       func(ctx context.Context, c *Compiler, machine string, all []*Program) ([]Verdict, error)
}

// llvmMachines are targets as llc is told of them.
var llvmMachines = map[string][]string{
	"sse2":        {"-mtriple=x86_64", "-mattr=+sse2"},
	"ssse3":       {"-mtriple=x86_64", "-mattr=+ssse3"},
	"sse4.1":      {"-mtriple=x86_64", "-mattr=+sse4.1"},
	"avx":         {"-mtriple=x86_64", "-mattr=+avx"},
	"avx2":        {"-mtriple=x86_64", "-mattr=+avx2"},
	"avx512":      {"-mtriple=x86_64", "-mattr=+avx512f,+avx512bw,+avx512dq,+avx512vl"},
	"avx512vbmi":  {"-mtriple=x86_64", "-mattr=+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512vbmi,+avx512vbmi2,+gfni"},
	"neon":        {"-mtriple=aarch64"},
	"sve2-128":    {"-mtriple=aarch64", "-mattr=+sve2,+sve2-bitperm", "-aarch64-sve-vector-bits-min=128", "-aarch64-sve-vector-bits-max=128"},
	"vsx":         {"-mtriple=powerpc64le", "-mcpu=pwr9"},
	"vsx10":       {"-mtriple=powerpc64le", "-mcpu=pwr10"},
	"rvv128":      {"-mtriple=riscv64", "-mattr=+v,+zvl128b"},
	"rvv128+zvbb": {"-mtriple=riscv64", "-mattr=+v,+zvl128b,+zvbb"},
	"lsx":         {"-mtriple=loongarch64", "-mattr=+lsx"},
	"lasx":        {"-mtriple=loongarch64", "-mattr=+lasx"},
	"wasm":        {"-mtriple=wasm32", "-mattr=+simd128"},
}

// cMachines are targets as compilers of C are told of them, whose programs are executed here.
var cMachines = map[string][]string{
	"sse2":       {"-msse2"},
	"ssse3":      {"-mssse3"},
	"sse4.1":     {"-msse4.1"},
	"avx":        {"-mavx"},
	"avx2":       {"-mavx2"},
	"avx512":     {"-mavx512f", "-mavx512bw", "-mavx512dq", "-mavx512vl"},
	"avx512vbmi": {"-mavx512f", "-mavx512bw", "-mavx512dq", "-mavx512vl", "-mavx512vbmi", "-mavx512vbmi2", "-mgfni"},
}

// intrinsicMachines are those of one compiler that makes programs for several.
var intrinsicMachines = func() map[string][]string {
	all := maps.Clone(cMachines)
	all["neon"] = []string{"--target=aarch64-linux-gnu"}
	return all
}()

// versioned are the names of one of LLVM's programs, the newest first.
func versioned(name string) (all []string) {
	for n := 24; n > 18; n-- {
		all = append(all, fmt.Sprintf("%s-%d", name, n))
	}
	return append(all, name)
}

// kinds is a function, as the judges in it use the table.
func kinds() []compilerKind {
	return []compilerKind{
		{"llc", versioned("llc"), anywhere((*Program).LLVM), llvmMachines, saidVersion, judgeListing},
		{"opt", versioned("opt"), anywhere((*Program).LLVM), llvmMachines, saidVersion, judgeIR},
		{"clang", versioned("clang"), anywhere((*Program).WholeC), cMachines, saidVersion, judgeExecuted},
		{"gcc", []string{"gcc"}, anywhere((*Program).WholeC), cMachines, saidVersion, judgeExecuted},
		{"clang-intrinsics", versioned("clang"), withIntrinsics, intrinsicMachines, saidVersion, judgeExecuted},
		{"gcc-intrinsics", []string{"gcc"}, withIntrinsics, cMachines, saidVersion, judgeExecuted},
		{"gcc-neon-intrinsics", []string{"aarch64-linux-gnu-gcc"}, withIntrinsics, map[string][]string{"neon": {}}, saidVersion, judgeExecuted},
		{"GenX_IR", []string{"GenX_IR"}, onPlatform, finaliserMachines, checksumVersion, judgeFinalised},
	}
}

// anywhere is a text that is the same for each machine.
func anywhere(say func(p *Program, name string) string) func(c *Compiler, p *Program, name, machine string) string {
	return func(_ *Compiler, p *Program, name, _ string) string { return say(p, name) }
}

// onPlatform is a kernel.
func onPlatform(_ *Compiler, p *Program, name, machine string) string {
	on, _ := visa.PlatformNamed(machine)
	return p.VISA(name, on)
}

// withIntrinsics is C of a machine's intrinsics.
func withIntrinsics(c *Compiler, p *Program, name, machine string) string {
	return p.Intrinsics(&c.lowerer, name, machine)
}

// saidVersion is what a program says of its version.
func saidVersion(ctx context.Context, path string) (string, error) {
	out, _, err := command(ctx, "", path, "--version")
	return versionIn(string(out)), err
}

// Executable is the program that a compiler is, by the first of its names, and "" where there is no such compiler.
func Executable(name string) string {
	for _, k := range kinds() {
		if k.name == name {
			return k.executables[len(k.executables)-1]
		}
	}
	return ""
}

// Compilers are the names of all that can be asked.
func Compilers() (names []string) {
	for _, k := range kinds() {
		names = append(names, k.name)
	}
	return names
}

// Find finds a compiler that is installed.
func Find(ctx context.Context, name string) (*Compiler, error) {
	all := kinds()
	k := slices.IndexFunc(all, func(k compilerKind) bool { return k.name == name })
	if k < 0 {
		return nil, fmt.Errorf("there is no compiler %q: expected %s", name, strings.Join(Compilers(), ", "))
	}
	c := &Compiler{Name: name, kind: &all[k]}
	for _, executable := range c.kind.executables {
		var err error
		if c.path, err = exec.LookPath(executable); err == nil {
			c.Version, err = c.kind.version(ctx, c.path)
			return c, err
		}
	}
	return nil, fmt.Errorf("%s is not installed: none of %s is on the path", name, strings.Join(c.kind.executables, ", "))
}

// versionIn is the line that says a version, without blanks around it.
func versionIn(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	for line := range strings.Lines(text) {
		if strings.Contains(line, "version") {
			first = line
			break
		}
	}
	return strings.TrimSpace(first)
}

// Machines are the targets that a compiler is asked about.
func (c *Compiler) Machines() []string { return slices.Sorted(maps.Keys(c.kind.machines)) }

// patience is how long one run of a compiler may take: it is a batch, which takes a second. What takes longer never ends.
const patience = 2 * time.Minute

// mostOutput bounds what is kept of what a program says.
const mostOutput = 64 << 20

// errDied is that a program was killed, or ended otherwise than well.
var errDied = errors.New("it died")

// command runs a program in a folder. An error is errDied with what it said, or that the context ended, or that there is no such program.
func command(ctx context.Context, dir, program string, args ...string) (out, complaints []byte, err error) {
	timed, over := context.WithTimeout(ctx, patience)
	defer over()
	cmd := exec.CommandContext(timed, program, args...)
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	stdout, stderr := bounded{most: mostOutput}, bounded{most: 1 << 16}
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	exit := (*exec.ExitError)(nil)
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case timed.Err() != nil:
		return nil, nil, fmt.Errorf("%w: no end after %v", errDied, patience)
	case errors.As(err, &exit):
		return stdout.Bytes(), stderr.Bytes(), fmt.Errorf("%w: %s: %s", errDied, exit, firstComplaint(stderr.String()))
	}
	return stdout.Bytes(), stderr.Bytes(), err
}

// bounded keeps the first bytes that are written to it.
type bounded struct {
	bytes.Buffer
	most int
}

func (b *bounded) Write(p []byte) (int, error) {
	b.Buffer.Write(p[:min(len(p), max(b.most-b.Len(), 0))])
	return len(p), nil
}

// firstComplaint is the line that says what is wrong, without where files are.
func firstComplaint(text string) string {
	best := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if best == "" {
			best = line
		}
		if at := strings.Index(line, "error: "); at >= 0 {
			return line[at:]
		}
		if at := strings.Index(line, "Assertion"); at >= 0 {
			return line[at:]
		}
	}
	return best
}

// files writes files into a new folder, which over removes.
func files(texts map[string]string) (dir string, over func(), err error) {
	if dir, err = os.MkdirTemp("", "lanescope-fuzz-*"); err != nil {
		return "", nil, err
	}
	over = func() { os.RemoveAll(dir) }
	for name, text := range texts {
		if err = os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			over()
			return "", nil, err
		}
	}
	return dir, over, nil
}

// joined is the text of several functions.
func joined(all []*Program, say func(p *Program, name string) string) string {
	var b strings.Builder
	for n, p := range all {
		io.WriteString(&b, say(p, functionName(n))+"\n")
	}
	return b.String()
}

func functionName(n int) string { return fmt.Sprint("f", n) }

// Text is a program as the compiler is given it, ready to be sent to its makers.
func (c *Compiler) Text(p *Program, machine string) string { return c.kind.say(c, p, "f", machine) }

// Usual is the machine that a compiler is asked about where nobody says which.
func (c *Compiler) Usual() string {
	for _, machine := range []string{"avx2", "tgl"} {
		if c.kind.machines[machine] != nil {
			return machine
		}
	}
	return c.Machines()[0]
}

// Sizes are how many bytes vectors of a machine have that programs are made of.
func Sizes(machine string) (sizes []int, err error) {
	if finaliserMachines[machine] != nil {
		return []int{16, 32, 64}, nil // of variables
	}
	t, ok := target.Find(machine)
	if !ok {
		return nil, fmt.Errorf("there is no target %q", machine)
	}
	for _, bits := range t.Bits {
		if bits >= 128 && bits <= 512 {
			sizes = append(sizes, bits/8)
		}
	}
	if len(sizes) == 0 {
		return nil, fmt.Errorf("%s has no vectors of 128 bits or more", t.Name)
	}
	return sizes, nil
}
