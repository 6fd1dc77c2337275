package execmem_test

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"unsafe"

	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/x86"
)

// random fills everything.
func random(r *rand.Rand) *execmem.Registers {
	regs := new(execmem.Registers)
	source := rand.NewChaCha8([32]byte{byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32())})
	source.Read(unsafe.Slice((*byte)(unsafe.Pointer(regs)), unsafe.Sizeof(*regs)))
	return regs
}

// TestEmptyBody: what is loaded is stored back, each register to its place, and no byte of anything else changes.
func TestEmptyBody(t *testing.T) {
	b := load(t, 0, func(*assembly) {})
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		regs := random(r)
		want := *regs
		if b.Run(regs); *regs != want {
			t.Fatal("an empty body changed something")
		}
	}
}

// TestRotate moves each register to the next and reads memory: a register that is loaded from or stored to a wrong place would be seen.
func TestRotate(t *testing.T) {
	general := []int{x86.RAX, x86.RCX, x86.RDX, x86.RBX, x86.RSI, x86.R8, x86.R9, x86.R10, x86.R11, x86.R12, x86.R13}
	b := load(t, execmem.AVX512F|execmem.AVX512BW, func(a *assembly) {
		a.add(moveZ, x86.ZMM(0), x86.ZMM(1))
		for i := 1; i < 31; i++ {
			a.add(moveZ, x86.ZMM(i), x86.ZMM(i+1))
		}
		a.add(moveZ, x86.ZMM(31), x86.Mem(x86.RDI, 64*3+5))
		for i := range 7 {
			a.add(kmovq, x86.K(i), x86.K(i+1))
		}
		a.add(kmovq, x86.K(7), x86.Mem(x86.RDI, 1000))
		for i, g := range general[1:] {
			a.add(store64, x86.R(general[i]), x86.R(g))
		}
		a.add(load64, x86.R(x86.R13), x86.Mem(x86.RDI, 2040))
		a.add(store64, x86.Mem(x86.RDI, 0), x86.R(x86.R13))
	})
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		regs := random(r)
		want := *regs
		copy(want.Vector[:], regs.Vector[1:])
		copy(want.Vector[31][:], regs.Memory[64*3+5:])
		copy(want.Mask[:], regs.Mask[1:])
		copy(unsafe.Slice((*byte)(unsafe.Pointer(&want.Mask[7])), 8), regs.Memory[1000:])
		for i, g := range general[1:] {
			want.General[general[i]] = regs.General[g]
		}
		copy(unsafe.Slice((*byte)(unsafe.Pointer(&want.General[x86.R13])), 8), regs.Memory[2040:])
		copy(want.Memory[:8], regs.Memory[2040:])
		if b.Run(regs); *regs != want {
			t.Fatal("some register was not where it belongs")
		}
	}
}

// TestEveryWidth runs a body through each of the functions that this CPU can run, not only the widest.
func TestEveryWidth(t *testing.T) {
	b := load(t, 0, func(a *assembly) {
		for i := range 16 {
			a.add(loadX, x86.XMM(i), x86.Mem(x86.RDI, int32(16*(15-i))))
		}
		a.add(store64, x86.Mem(x86.RDI, 512), x86.R(x86.RBX))
	})
	for _, has := range []execmem.Set{0, execmem.AVX, execmem.AVX512F, execmem.AVX512F | execmem.AVX512BW} {
		if !execmem.Features().Has(has) {
			continue
		}
		narrow := b.As(has)
		regs := random(rand.New(rand.NewPCG(5, uint64(has))))
		want := *regs
		for i := range 16 {
			copy(want.Vector[i][:16], regs.Memory[16*(15-i):][:16])
		}
		copy(want.Memory[512:], unsafe.Slice((*byte)(unsafe.Pointer(&regs.General[x86.RBX])), 8))
		if narrow.Run(regs); *regs != want {
			t.Errorf("with %v: some register was not where it belongs", has)
		}
	}
}

func TestRun(t *testing.T) {
	code, err := x86.MustParse("RMI: 66 0F 70 /r ib").Append(nil, x86.XMM(1), x86.XMM(2), x86.Imm(0x1b))
	if err != nil {
		t.Fatal(err)
	}
	var vectors [32][64]byte
	var masks [8]uint64
	copy(vectors[2][:], "aaaabbbbccccdddd")
	switch err := execmem.Run(code, &vectors, &masks); {
	case errors.Is(err, execmem.ErrUnsupported):
		t.Skip(err)
	case err != nil:
		t.Fatal(err)
	}
	if got := string(vectors[1][:16]); got != "ddddccccbbbbaaaa" {
		t.Errorf("pshufd $27 of abcd is %s", got)
	}
}

// TestRunsAtOnce: one body, many goroutines, garbage collections between.
func TestRunsAtOnce(t *testing.T) {
	b := load(t, 0, func(a *assembly) { a.add(add64, x86.R(x86.RAX), x86.R(x86.RCX)); a.add(pxor, x86.XMM(1), x86.XMM(2)) })
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			r := rand.New(rand.NewPCG(7, uint64(n)))
			for range 500 {
				regs := random(r)
				want := *regs
				want.General[x86.RAX] += want.General[x86.RCX]
				for i := range 16 {
					want.Vector[1][i] ^= want.Vector[2][i]
				}
				if b.Run(regs); *regs != want {
					t.Error("a run saw what belongs to another")
					return
				}
			}
		})
	}
	for range 10 {
		runtime.GC()
	}
	all.Wait()
}
