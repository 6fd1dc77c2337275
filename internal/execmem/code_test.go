package execmem_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"unsafe"

	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/x86"
)

// An assembly is code that grows; its first error stays.
type assembly struct {
	code []byte
	err  error
}

func (a *assembly) add(encoding string, operands ...x86.Operand) {
	if a.err == nil {
		a.code, a.err = x86.MustParse(encoding).Append(a.code, operands...)
	}
}

// Encodings that several tests use.
const (
	load64   = "RM: REX.W 8B /r"
	store64  = "MR: REX.W 89 /r"
	constant = "OI: REX.W B8+rd io"
	add64    = "MR: REX.W 01 /r"
	addImm   = "MI: REX.W 81 /0 id"
	dec64    = "M: REX.W FF /1"
	test64   = "MR: REX.W 85 /r"
	jne      = "D: 0F 85 cd"
	je       = "D: 0F 84 cd"
	ret      = "ZO: C3"
	pxor     = "RM: 66 0F EF /r"
	loadX    = "RM: F3 0F 6F /r"
	storeX   = "MR: F3 0F 7F /r"
	allOnesY = "RVM: VEX.256.66.0F.WIG 76 /r"
	moveZ    = "RM FVM: EVEX.512.F3.0F.W1 6F /r"
	allOnesZ = "RVMI FV: EVEX.512.66.0F3A.W0 25 /r ib"
	kmovq    = "RM: VEX.L0.0F.W1 90 /r"
)

// mapCode maps what f assembles, or skips where machine code cannot run.
func mapCode(t testing.TB, f func(a *assembly)) *execmem.Code {
	t.Helper()
	var a assembly
	f(&a)
	if a.err != nil {
		t.Fatal(a.err)
	}
	c, err := execmem.Map(a.code)
	if errors.Is(err, execmem.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// load is mapCode for a body that needs features.
func load(t testing.TB, needs execmem.Set, f func(a *assembly)) *execmem.Body {
	t.Helper()
	if !execmem.Features().Has(needs) {
		t.Skipf("this CPU lacks %v", needs&^execmem.Features())
	}
	var a assembly
	f(&a)
	if a.err != nil {
		t.Fatal(a.err)
	}
	b, err := execmem.Load(a.code)
	if errors.Is(err, execmem.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// sum adds the numbers of an array: what rdi points to is where it begins and how many there are.
func sum(a *assembly) {
	a.add(load64, x86.R(x86.RSI), x86.Mem(x86.RDI, 0))
	a.add(load64, x86.R(x86.RCX), x86.Mem(x86.RDI, 8))
	a.add("MR: 31 /r", x86.R(x86.RAX), x86.R(x86.RAX))
	a.add(test64, x86.R(x86.RCX), x86.R(x86.RCX))
	a.add(je, x86.Rel(0))
	forward := len(a.code)
	again := len(a.code)
	a.add("RM: REX.W 03 /r", x86.R(x86.RAX), x86.Mem(x86.RSI, 0))
	a.add(addImm, x86.R(x86.RSI), x86.Imm(8))
	a.add(dec64, x86.R(x86.RCX))
	a.add(jne, x86.Rel(0))
	for _, jump := range [][2]int{{len(a.code), again}, {forward, len(a.code)}} {
		if err := x86.Patch(a.code, jump[0], jump[1]); err != nil {
			a.err = err
		}
	}
	a.add(ret)
}

func TestCall(t *testing.T) {
	c := mapCode(t, sum)
	numbers := make([]uint64, 100)
	var want uint64
	for n := range len(numbers) + 1 {
		arg := struct {
			first *uint64
			n     int
		}{unsafe.SliceData(numbers), n}
		if got := c.Call(unsafe.Pointer(&arg)); got != want {
			t.Fatalf("the sum of %d numbers is %d, want %d", n, got, want)
		}
		if n < len(numbers) {
			numbers[n] = rand.Uint64()
			want += numbers[n]
		}
	}
}

// ruin is code that writes to every register that it may.
func ruin(a *assembly) {
	for i := range 16 {
		if i != x86.RSP && i != x86.RBP {
			a.add(constant, x86.R(i), x86.Imm(0x0123456789abcdef+int64(i)))
		}
	}
	switch has := execmem.Features(); {
	case has.Has(execmem.AVX512F | execmem.AVX512BW):
		for i := range 32 {
			a.add(allOnesZ, x86.ZMM(i), x86.ZMM(i), x86.ZMM(i), x86.Imm(255))
		}
		for i := range 8 {
			a.add("RVM: VEX.L1.0F.W1 46 /r", x86.K(i), x86.K(i), x86.K(i))
		}
	case has.Has(execmem.AVX2):
		for i := range 16 {
			a.add(allOnesY, x86.YMM(i), x86.YMM(i), x86.YMM(i))
		}
	default:
		for i := range 16 {
			a.add("RM: 66 0F 76 /r", x86.XMM(i), x86.XMM(i))
		}
	}
	a.add(ret)
}

// TestGoSurvives calls code that leaves nothing as it was, and then does in Go what relies on the registers: zeroing (X15), the current
// goroutine (R14), growing and moving stacks, collecting garbage.
func TestGoSurvives(t *testing.T) {
	c := mapCode(t, ruin)
	for range 100 {
		if got := c.Call(nil); got != 0x0123456789abcdef {
			t.Fatalf("rax is %#x", got)
		}
		if big := zeroes(); *big != [1000]byte{} {
			t.Fatal("X15 is not zero")
		}
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for depth := range 200 {
				if c.Call(nil); grow(depth) != depth {
					t.Error("the stack was not what it was")
				}
			}
		})
	}
	for range 20 {
		runtime.GC()
	}
	all.Wait()
}

// TestUpperHalves: behind a call and a run the upper halves of the vector registers are zero, as Go and every SSE instruction want them.
func TestUpperHalves(t *testing.T) {
	c := mapCode(t, ruin)
	b := load(t, execmem.AVX2, func(a *assembly) { a.add(allOnesY, x86.YMM(15), x86.YMM(15), x86.YMM(15)) })
	look := mapCode(t, func(a *assembly) {
		for i := range 16 {
			a.add("MR: VEX.256.F3.0F.WIG 7F /r", x86.Mem(x86.RDI, int32(32*i)), x86.YMM(i))
		}
		a.add(ret)
	})
	regs := new(execmem.Registers)
	for name, f := range map[string]func(){"Call": func() { c.Call(nil) }, "Run": func() { b.Run(regs) }} {
		var seen [16][32]byte
		f()
		look.Call(unsafe.Pointer(&seen))
		for i := range seen {
			if [16]byte(seen[i][16:]) != [16]byte{} {
				t.Errorf("%s leaves % x in the upper half of ymm%d", name, seen[i][16:], i)
				break
			}
		}
	}
}

//go:noinline
func zeroes() *[1000]byte { return new([1000]byte) }

//go:noinline
func grow(depth int) int {
	var room [512]byte
	if depth == 0 {
		return int(room[0])
	}
	return 1 + grow(depth-1) + int(room[depth%512])
}

func TestClose(t *testing.T) {
	if _, err := execmem.Map(nil); err == nil {
		t.Error("no code was mapped")
	}
	c := mapCode(t, func(a *assembly) { a.add(ret) })
	b := load(t, 0, func(*assembly) {})
	for range 2 {
		if err := errors.Join(c.Close(), b.Close()); err != nil {
			t.Fatal(err)
		}
	}
	for name, f := range map[string]func(){"Call": func() { c.Call(nil) }, "Run": func() { b.Run(new(execmem.Registers)) }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s after Close did not panic", name)
				}
			}()
			f()
		}()
	}
}

func TestDoesNotAllocate(t *testing.T) {
	c := mapCode(t, func(a *assembly) { a.add(ret) })
	b := load(t, 0, func(*assembly) {})
	if n := testing.AllocsPerRun(100, func() {
		var arg [8]uint64
		c.Call(unsafe.Pointer(&arg))
		var regs execmem.Registers
		b.Run(&regs)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkCall(b *testing.B) {
	c := mapCode(b, func(a *assembly) { a.add(ret) })
	b.ReportAllocs()
	for b.Loop() {
		c.Call(nil)
	}
}

func BenchmarkRun(b *testing.B) {
	body := load(b, 0, func(*assembly) {})
	regs := new(execmem.Registers)
	b.ReportAllocs()
	for b.Loop() {
		body.Run(regs)
	}
}

func BenchmarkLoad(b *testing.B) {
	code := bytes.Repeat([]byte{0x90}, 64)
	b.ReportAllocs()
	for b.Loop() {
		body, err := execmem.Load(code)
		if err != nil {
			b.Skip(err)
		}
		if err := body.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
