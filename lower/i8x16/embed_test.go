package i8x16

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
)

// Neither a decision nor its machine code allocates, the first ones included.
func TestNoAllocation(t *testing.T) {
	list := corpus(t)
	for _, l := range levels() {
		e, code := New(l), make([]byte, 0, 100)
		g := Registers{A: 0, B: 1, Result: 2, Scratch: [2]uint8{3, 4}, Constants: [2]uint8{5, 6}}
		k := 0
		if n := testing.AllocsPerRun(len(list)-1, func() {
			var p Program
			if !e.Decide(&p, &list[k], 2) {
				t.Fatal(list[k])
			}
			var err error
			if code, err = e.AppendCode(code[:0], &p, &g); err != nil {
				t.Fatal(err)
			}
			k++
		}); n != 0 {
			t.Errorf("%s: %v allocations a decision", targets[l], n)
		}
	}
}

// goCommand runs the go command on this module.
func goCommand(t *testing.T, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := oracle.Usual.Output(cmd)
	if err != nil {
		t.Fatalf("go %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}

// The package needs math/bits alone: nothing that a small compiler of Go lacks, and nothing that has to be made before main.
func TestNeedsNothing(t *testing.T) {
	if got := strings.TrimSpace(goCommand(t, nil, "list", "-f", "{{join .Imports \" \"}}", ".")); got != "math/bits" {
		t.Errorf("it imports %s", got)
	}
	path := filepath.Join(t.TempDir(), "i8x16.a")
	goCommand(t, []string{"GOARCH=amd64"}, "build", "-o", path, ".")
	const nothing = "1 T github.com/lanescope/lanescope/lower/i8x16.init\n" // which returns
	for line := range strings.Lines(goCommand(t, nil, "tool", "nm", "-size", path)) {
		if strings.HasSuffix(line, "i8x16.init\n") && !strings.HasSuffix(line, " "+nothing) {
			t.Errorf("something is made before main: %s", line)
		}
	}
}

// mostBytes is how much larger a program may become.
const mostBytes = 80 << 10

// How much larger a program becomes that decides shuffles and writes their machine code.
func TestSize(t *testing.T) {
	program := func(text string) (size int64) {
		if err := os.MkdirAll("testdata", 0o755); err != nil { // inside the module, and no package of it
			t.Fatal(err)
		}
		dir, err := os.MkdirTemp("testdata", "size")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "program")
		goCommand(t, []string{"CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64"}, "build", "-trimpath", "-ldflags=-s -w", "-o", path, "./"+dir)
		f, err := elf.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for _, s := range f.Sections { // the file is rounded up
			if s.Flags&elf.SHF_ALLOC != 0 {
				size += int64(s.Size)
			}
		}
		return size
	}
	without := program("package main\n\nfunc main() { println(0) }\n")
	with := program(sized)
	t.Logf("%d bytes without, %d with: %d more", without, with, with-without)
	if more := with - without; more <= 0 || more > mostBytes {
		t.Errorf("%d bytes more, and not at most %d", more, mostBytes)
	}
}

const sized = `package main

import "github.com/lanescope/lanescope/lower/i8x16"

func main() {
	e := i8x16.New(i8x16.SSE41)
	var p i8x16.Program
	e.Decide(&p, &[16]uint8{31, 1, 3, 16, 8, 9, 2, 30, 14, 13, 17, 5, 6, 20, 21, 0}, 2)
	code, err := e.AppendCode(nil, &p, &i8x16.Registers{B: 1, Result: 2, Scratch: [2]uint8{3, 4}, Constants: [2]uint8{5, 6}})
	println(len(code), err == nil)
}
`
