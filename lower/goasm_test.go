package lower_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// A goModule is a program of Go with functions of several targets and widths, a package each.
type goModule struct {
	t        *testing.T
	dir      string
	packages []*emittedFunctions
	called   []bool // whether the program calls the functions; those of others are only assembled
}

func newGoModule(t *testing.T) *goModule {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command on PATH, and so no assembler")
	}
	m := &goModule{t: t, dir: t.TempDir()}
	writeFiles(t, m.dir, map[string][]byte{"go.mod": []byte("module lanes\n\ngo 1.26\n")})
	return m
}

// emitGo writes a function for the test of a target.
func emitGo(tg *target.Target) func(r *lower.Result, name string) (string, error) {
	return func(r *lower.Result, name string) (string, error) {
		if n := len(r.Code) - 1; n >= 0 && r.Code[n].Form != lower.Plain && !r.Code[n].Row.Mask.Needs.In(tg.Has) {
			return "", nil // a row of several targets, of which others have masks
		}
		return r.GoAssembly(tg, name)
	}
}

var goDeclaration = regexp.MustCompile(`(?m)^//\t(//go:noescape|func .*)$`)

// add puts functions into a package of their own.
func (m *goModule) add(e *emittedFunctions, called bool) {
	m.t.Helper()
	name := fmt.Sprintf("p%d", len(m.packages))
	dir := filepath.Join(m.dir, name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		m.t.Fatal(err)
	}
	var declared strings.Builder
	declared.WriteString("package " + name + "\n\n")
	for i, code := range e.code {
		lines := goDeclaration.FindAllStringSubmatch(code, -1)
		if len(lines) != 2 {
			m.t.Fatalf("no declaration in\n%s", code)
		}
		declared.WriteString(lines[0][1] + "\n" + lines[1][1] + "\n\n")
		if i > 0 {
			e.code[i] = strings.TrimPrefix(code, "#include \"textflag.h\"\n")
		}
	}
	writeFiles(m.t, dir, map[string][]byte{
		"f.go": []byte(declared.String()),
		"f_" + e.target.Spelling.Go.Architecture + ".s": []byte(strings.Join(e.code, "\n")),
		"data": e.data,
	})
	m.packages, m.called = append(m.packages, e), append(m.called, called)
}

// main is the program: it calls all functions on the data, and prints the results. Each is called from a function of its own, since a compiler needs more than twice as long for one that is twice as long.
func (m *goModule) main() []byte {
	var imports, calls, called strings.Builder
	for n, e := range m.packages {
		if !m.called[n] {
			fmt.Fprintf(&imports, "\t_ \"lanes/p%d\"\n", n)
			continue
		}
		fmt.Fprintf(&imports, "\t\"lanes/p%d\"\n", n)
		size := e.bits / 8
		fmt.Fprintf(&calls, "\nfunc of%d(data []byte) {\n", n)
		for i := range e.list {
			fmt.Fprintf(&calls, "\teach(%d, %d, func(r []byte, k int) { %s })\n", e.inputs, size, e.callGo(i, fmt.Sprintf("p%d", n)))
		}
		calls.WriteString("}\n")
		fmt.Fprintf(&called, "\tof%d(read(\"p%d/data\"))\n", n, n)
	}
	return []byte("package main\n\nimport (\n\t\"os\"\n\t\"unsafe\"\n\n" + imports.String() + ")\n" + `
var _ unsafe.Pointer

func read(name string) []byte {
	b, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return b
}

//go:noinline
func each(inputs, size int, call func(r []byte, k int)) {
	r := make([]byte, inputs*size)
	for k := range inputs {
		call(r[k*size:][:size], k)
	}
	os.Stdout.Write(r)
}
` + calls.String() + "\nfunc main() {\n" + called.String() + "}\n")
}

// callGo is the statement that writes into r what function i of a package makes of input k.
func (e *emittedFunctions) callGo(i int, from string) string {
	size := e.bits / 8
	var arguments []string
	for _, letter := range []byte(e.parameters(i)) {
		arguments = append(arguments, fmt.Sprintf("(*[%d]byte)(data[(4*k+%d)*%d:])", size, letter-'a', size))
	}
	if e.bits > 64 {
		return fmt.Sprintf("%s.%s((*[%d]byte)(r), %s)", from, functionName(i), size, strings.Join(arguments, ", "))
	}
	for k := range arguments {
		arguments[k] = "*(*uint64)(unsafe.Pointer(" + arguments[k] + "))"
	}
	return fmt.Sprintf("*(*uint64)(unsafe.Pointer(&r[0])) = %s.%s(%s)", from, functionName(i), strings.Join(arguments, ", "))
}

// run has the module vetted and built, and compares what it prints.
func (m *goModule) run(architecture string, by ...string) {
	m.t.Helper()
	writeFiles(m.t, m.dir, map[string][]byte{"main.go": m.main()})
	m.build(architecture)
	program := append(by, "./main")
	out := command(m.t, m.dir, program[0], program[1:]...)
	for n, e := range m.packages {
		if size := len(e.list) * e.inputs * e.bits / 8; m.called[n] {
			e.compare(m.t, out[:size])
			out = out[size:]
		}
	}
	if len(out) != 0 {
		m.t.Errorf("%d bytes more than there are results", len(out))
	}
}

// build has the module vetted, and the program made.
func (m *goModule) build(architecture string) {
	m.t.Helper()
	for _, args := range [][]string{{"vet", "./..."}, {"build", "-gcflags=-N -l", "-o", "main", "."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = m.dir, append(os.Environ(), "GOOS=linux", "GOARCH="+architecture, "GOFLAGS=", "GOWORK=off", "CGO_ENABLED=0")
		if out, err := oracle.Usual.CombinedOutput(cmd); err != nil {
			m.t.Fatalf("go %v: %v\n%.3000s", args, err, out)
		}
	}
}

// Go's assembler and its vet take the files for x86, and what they make is executed on this CPU; of AVX-512, where there is none, each row is at least assembled.
func TestGoAssemblyOnSilicon(t *testing.T) {
	t.Parallel()
	m := newGoModule(t)
	for _, tg := range target.Targets() {
		if tg.Spelling.Go == nil || tg.Spelling.Go.Architecture != "amd64" || !functionsOf(t, tg) {
			continue
		}
		here := executes(t, tg)
		for _, bits := range tg.Bits {
			if here {
				m.add(emitFunctions(t, tg, bits, emitGo(tg)), true)
			}
			if bits > 64 && (tg.Name == "sse4.1" || tg.Name == "avx2" || tg.Name == "avx512vbmi") {
				m.add(emitRows(t, tg, bits, emitGo(tg)), here)
			}
		}
	}
	if len(m.packages) == 0 {
		t.Fatal("there are no functions")
	}
	m.run("amd64")
}

// The same for NEON, under qemu.
func TestGoAssemblyUnderQemu(t *testing.T) {
	t.Parallel()
	qemu := oracle.Need(t, "qemu-aarch64")
	m := newGoModule(t)
	tg := targetNamed(t, "neon")
	m.add(emitFunctions(t, tg, 128, emitGo(tg)), true)
	m.add(emitRows(t, tg, 128, func(r *lower.Result, name string) (string, error) {
		if row := r.Code[len(r.Code)-1].Row; row.Consecutive && len(row.Src) > 3 {
			return "", nil // three inputs in turn do not follow one another
		}
		return r.GoAssembly(tg, name)
	}), true)
	for _, want := range []string{"VZIP1 ", "VTBL ", " // bic v", "VMOV V"} {
		if !bytes.Contains([]byte(strings.Join(m.packages[1].code, "")), []byte(want)) {
			t.Errorf("no row is written as %q", want)
		}
	}
	m.run("arm64", qemu)
}
