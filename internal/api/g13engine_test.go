package api_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/jit"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/api"
)

// Each engine runs a loop that takes long, and they leave the same.
func TestG13Engines(t *testing.T) {
	code, errs := asm.Assemble("mov r2, 20000\nif_icmp r0l, ueq, 0, 0, 1\nagain: iadd r1, r1, 1\nwhile_icmp r0l, ult, r1, r2, 1\njmp_exec_any again\npop_exec r0l, 1\nstop")
	if errs != nil {
		t.Fatal(errs)
	}
	for _, name := range api.G13Engines() {
		p, err := machine.Compile(code)
		if err != nil {
			t.Fatal(err)
		}
		d := &machine.Dispatch{Program: p, Grid: [3]uint32{96}}
		end, err := api.G13Engine(name).Use(d)
		supported := !errors.Is(err, jit.ErrUnsupported)
		if err != nil {
			if supported {
				t.Fatal(err)
			}
			continue
		}
		r, err := d.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Group.Register(1)[31]; r.Executed != 3*60004 || got != 20000 {
			t.Errorf("%s: %d after %d instructions", name, got, r.Executed)
		}
		if _, err := jit.Compile(p); err == nil && (r.Native > 0) != (name != "reference") {
			t.Errorf("%s: %d of %d instructions are native", name, r.Native, r.Executed)
		}
		if err := end(); err != nil {
			t.Error(err)
		}
	}
}

// The machine code of a program is shown instruction by instruction, all of it.
func TestG13Code(t *testing.T) {
	code, errs := asm.Assemble("again: iadd r1, r1, 1\nuniform_store 1, i16, x, 1, r1, 1, lsl 1\njmp_exec_any again\nstop")
	if errs != nil {
		t.Fatal(errs)
	}
	p, err := machine.Compile(code)
	if err != nil {
		t.Fatal(err)
	}
	text, err := api.AppendG13Code(nil, p)
	if errors.Is(err, jit.ErrUnsupported) {
		t.Skip(err)
	}
	var lines []string
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "            ") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	want := []string{"prologue", "fuel", "0  iadd r1, r1, 1", "go on", "fuel", "10  jmp_exec_any pc-16", "fuel", "16  stop", "go on", "asides", "epilogue"}
	if !slices.Equal(lines, want) || err != nil {
		t.Errorf("%q, %v, want %q", lines, err, want)
	}
	if digits := strings.Count(string(text), " 62 "); digits < 8 {
		t.Errorf("only %d bytes 62, with which instructions on zmm begin, in\n%s", digits, text)
	}
}
