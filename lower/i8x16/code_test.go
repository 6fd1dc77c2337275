package i8x16

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/target"
)

// Every row with every immediate is encoded as package target encodes it, in whatever registers.
func TestOpsCode(t *testing.T) {
	r := chance.Random(t, 2)
	ops := 0
	for _, l := range levels() {
		registers := 16
		if l == NEON {
			registers = 32
		}
		for n := range shapes {
			s := &shapes[n]
			if Row(n) == none || !l.has(s) {
				continue
			}
			for v := s.first; v < s.first+max(1, s.values); v++ {
				ops++
				d, x, y, k := uint8(r.IntN(registers)), uint8(r.IntN(registers)), uint8(r.IntN(registers)), uint8(r.IntN(registers))
				if Row(n).Overwrites(l) {
					x = d
				}
				if Row(n) == table2 {
					y = (x + 1) % 32
				}
				o := Op{Row: Row(n), Imm: uint8(v << s.sub), X: A, Y: B, K: -1}
				if o.Row.Constant() {
					o.K = 0
				}
				got := l.AppendOp(nil, &o, d, x, y, k)
				row, imm := theirs(t, l, o.Row, int(o.Imm))
				want, err := row.AppendCode(nil, &target.Operands{D: int(d), Args: []int{int(x), int(y)}[:s.args], K: int(k), Imm: imm})
				if reads := row.Index != nil; reads != o.Row.Constant() || s.args != o.Row.Arguments() {
					t.Fatalf("%s %s reads a constant: %v, and %v here", targets[l], row.Name, reads, !reads)
				}
				if err != nil || !bytes.Equal(got, want) {
					t.Fatalf("%s %s %d, registers %d %d %d %d: % x, want % x (%v)", targets[l], row.Name, v, d, x, y, k, got, want, err)
				}
			}
		}
	}
	if ops < 5000 {
		t.Errorf("%d ops were encoded", ops)
	}
}

// someRegisters are registers by chance: the result may be where an input is, and both inputs in one.
func someRegisters(r *rand.Rand, l Level) (g Registers) {
	n := 16
	if l == NEON {
		n = 30
	}
	at := r.Perm(n)
	g = Registers{A: uint8(at[0]), B: uint8(at[1]), Result: uint8(at[2]), Scratch: [2]uint8{uint8(at[3]), uint8(at[4])}, Constants: [2]uint8{uint8(at[5]), uint8(at[6])}}
	if l == NEON {
		g.Scratch = [2]uint8{30, 31}
	}
	switch r.IntN(4) {
	case 0:
		g.Result = g.A
	case 1:
		g.Result = g.B
	}
	return g
}

// A ran is a program's machine code with what stands in the registers before.
type ran struct {
	selectors [16]uint8
	p         Program
	registers Registers
	code      []byte
	a, b      [16]byte
}

// newRan decides a random shuffle for registers by chance.
func newRan(t *testing.T, r *rand.Rand, e *Engine) *ran {
	t.Helper()
	c := &ran{selectors: random(r), registers: someRegisters(r, e.level)}
	c.p = decided(t, e, &c.selectors, r.IntN(4))
	for i := range c.a {
		c.a[i], c.b[i] = uint8(r.Uint32()), uint8(r.Uint32())
	}
	var err error
	if c.code, err = e.AppendCode(nil, &c.p, &c.registers); err != nil {
		t.Fatalf("%+v: %v", c.registers, err)
	}
	return c
}

// check compares with what the shuffle means, and looks whether inputs are as they were.
func (c *ran) check(t *testing.T, l Level, result, a, b []byte) {
	t.Helper()
	for i, s := range c.selectors {
		if s != Any && result[i] != append(c.a[:], c.b[:]...)[s] {
			t.Fatalf("%s: %v by %+v with %+v, % x: byte %d is %x", targets[l], c.selectors, c.p, c.registers, c.code, i, result[i])
		}
	}
	if c.registers.Result != c.registers.A && !bytes.Equal(a, c.a[:]) || c.registers.Result != c.registers.B && !bytes.Equal(b, c.b[:]) {
		t.Fatalf("%s: %v by %+v with %+v, % x: an input is not what it was", targets[l], c.selectors, c.p, c.registers, c.code)
	}
}

// needs are the features of the levels that this CPU may not have.
var needs = [...]execmem.Set{SSSE3: execmem.SSSE3, SSE41: execmem.SSE41, AVX: execmem.AVX, AVX2: execmem.AVX2, VBMI: execmem.AVX512VBMI | execmem.AVX512VL}

// Machine code of x86 runs on this CPU.
func TestRuns(t *testing.T) {
	r := chance.Random(t, 3)
	if !execmem.Features().Has(execmem.SSSE3) {
		t.Skip("this is no x86 with SSSE3")
	}
	for l := SSSE3; l < NEON; l++ {
		t.Run(targets[l], func(t *testing.T) {
			if !execmem.Features().Has(needs[l]) {
				t.Skip("this CPU has no " + targets[l])
			}
			e := New(l)
			for range 3000 {
				c := newRan(t, r, e)
				body, err := execmem.Load(c.code)
				if err != nil {
					t.Fatal(err)
				}
				var g execmem.Registers
				for k := range g.Vector {
					g.Vector[k][0] = uint8(k)
				}
				copy(g.Vector[c.registers.A][:], c.a[:])
				copy(g.Vector[c.registers.B][:], c.b[:])
				for k, x := range c.p.Constants() {
					copy(g.Vector[c.registers.Constants[k]][:], x[:])
				}
				body.Run(&g)
				body.Close()
				c.check(t, l, g.Vector[c.registers.Result][:16], g.Vector[c.registers.A][:16], g.Vector[c.registers.B][:16])
			}
		})
	}
}

// Machine code of AArch64 runs under qemu: what stands in the result and in both inputs is printed.
func TestRunsUnderQemu(t *testing.T) {
	as, ld, qemu := oracle.Need(t, "aarch64-linux-gnu-as"), oracle.Need(t, "aarch64-linux-gnu-ld"), oracle.Need(t, "qemu-aarch64")
	r, e := chance.Random(t, 4), New(NEON)
	var program, data strings.Builder
	var list []*ran
	program.WriteString(".globl _start\n_start:\nldr x2, =results\nldr x1, =data\n")
	for range 1500 {
		c := newRan(t, r, e)
		list = append(list, c)
		load := func(register uint8, bytes [16]byte) {
			fmt.Fprintf(&program, "ldr q%d, [x1], #16\n", register)
			for _, b := range bytes {
				fmt.Fprintf(&data, ".byte %d\n", b)
			}
		}
		load(c.registers.A, c.a)
		load(c.registers.B, c.b)
		for k, x := range c.p.Constants() {
			load(c.registers.Constants[k], x)
		}
		for ; len(c.code) > 0; c.code = c.code[4:] {
			fmt.Fprintf(&program, ".inst 0x%02x%02x%02x%02x\n", c.code[3], c.code[2], c.code[1], c.code[0])
		}
		fmt.Fprintf(&program, "str q%d, [x2], #16\nstr q%d, [x2], #16\nstr q%d, [x2], #16\n", c.registers.Result, c.registers.A, c.registers.B)
	}
	total := 48 * len(list)
	fmt.Fprintf(&program, "mov x0, #1\nldr x1, =results\nldr x2, =%d\nmov x8, #64\nsvc #0\nmov x0, #0\nmov x8, #93\nsvc #0\n.ltorg\n", total)
	fmt.Fprintf(&program, ".data\n.balign 16\ndata:\n%s.bss\n.balign 16\nresults: .skip %d\n", data.String(), total)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "program.s"), []byte(program.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var out []byte
	for _, args := range [][]string{{as, "program.s", "-o", "program.o"}, {ld, "program.o", "-o", "program"}, {qemu, "./program"}} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		var err error
		if out, err = oracle.Usual.Output(cmd); err != nil {
			t.Fatalf("%v: %v", args, err)
		}
	}
	if len(out) != total {
		t.Fatalf("the program printed %d bytes, want %d", len(out), total)
	}
	for k, c := range list {
		at := out[48*k:]
		c.check(t, NEON, at[:16], at[16:32], at[32:48])
	}
}

// Registers that cannot be had are refused.
func TestRefuses(t *testing.T) {
	e := New(SSE41)
	var p Program
	s := [16]uint8{31, 1, 3, 16, 8, 9, 2, 30, 14, 13, 17, 5, 6, 20, 21, 0}
	if !e.Decide(&p, &s, 2) || len(p.Ops()) != 3 {
		t.Fatalf("%+v", p)
	}
	good := Registers{A: 0, B: 1, Result: 2, Scratch: [2]uint8{3, 4}, Constants: [2]uint8{5, 6}}
	if _, err := e.AppendCode(nil, &p, &good); err != nil {
		t.Error(err)
	}
	for _, change := range []func(r *Registers){
		func(r *Registers) { r.A = 16 }, func(r *Registers) { r.Result = 99 }, func(r *Registers) { r.Constants[1] = 16 },
		func(r *Registers) { r.Scratch[0] = 0 }, func(r *Registers) { r.Scratch[1] = 3 }, func(r *Registers) { r.Constants[0] = 1 }, func(r *Registers) { r.Constants[1] = 2 },
	} {
		bad := good
		change(&bad)
		if code, err := e.AppendCode(nil, &p, &bad); err == nil || len(code) > 0 {
			t.Errorf("%+v: % x", bad, code)
		}
	}
	arm := New(NEON)
	if !arm.Decide(&p, &s, 2) || len(p.Ops()) != 1 {
		t.Fatalf("%+v", p)
	}
	if _, err := arm.AppendCode(nil, &p, &Registers{A: 0, B: 2, Result: 4, Scratch: [2]uint8{6, 8}, Constants: [2]uint8{10, 11}}); err != errConsecutive {
		t.Errorf("a table of registers that do not follow one another: %v", err)
	}
	for _, n := range [...]int{-1, 0, 3, 32} {
		if s, ok := Selectors(n, func(int) int { return 0 }); ok {
			t.Errorf("%d lanes are %v", n, s)
		}
	}
	if s, ok := Selectors(2, func(i int) int { return 3 + i }); ok {
		t.Errorf("lane 4 of 2 and 2 is %v", s)
	}
	for _, s := range [][16]uint8{{32}, {0, 254}} {
		if e.Decide(&p, &s, 2) {
			t.Errorf("%v is decided", s)
		}
	}
}
