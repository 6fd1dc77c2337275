// Measure compares what wazero does with its own lowering of shuffles and with Lanescope's, in one process. It is copied into a copy of wazero.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/internal/lanescope"
)

func main() {
	ctx := context.Background()
	number := func(k int) int {
		n, err := strconv.Atoi(os.Args[k])
		if err != nil {
			log.Fatal(err)
		}
		return n
	}
	switch os.Args[1] {
	case "check":
		check(ctx, number(2), uint64(number(3)))
	case "count", "times":
		for _, file := range os.Args[3:] {
			code, err := os.ReadFile(file)
			if err != nil {
				log.Fatal(err)
			}
			kernel(ctx, code, number(2), os.Args[1] == "times")
		}
	}
}

// compile compiles code in a runtime of its own, and says how many instructions that made.
func compile(ctx context.Context, code []byte, off bool) (api.Module, int) {
	lanescope.Off, lanescope.Instructions = off, 0
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigCompiler())
	before := lanescope.Instructions // of what every runtime needs
	m, err := r.Instantiate(ctx, code)
	if err != nil {
		log.Fatal(err)
	}
	return m, lanescope.Instructions - before
}

// kernel runs both codes of a kernel, which have to return the same, and prints a line:
// shuffles decided and left, instructions before and after, and nanoseconds of a run before and after, the middle ones of pairs.
func kernel(ctx context.Context, code []byte, runs int, timed bool) {
	lanescope.Decided, lanescope.Left = 0, 0
	var modules [2]api.Module
	var counts [2]int
	modules[0], counts[0] = compile(ctx, code, true)
	modules[1], counts[1] = compile(ctx, code, false)
	fmt.Print(lanescope.Decided, " ", lanescope.Left, " ", counts[0], " ", counts[1])
	pairs := 1
	if timed {
		pairs = 41
	}
	var took [2][]float64
	var ratio []float64
	for p := range pairs {
		var now [2]float64
		var sums [2]uint64
		for k := range modules {
			k = (k + p) % 2
			start := time.Now()
			result, err := modules[k].ExportedFunction("run").Call(ctx, uint64(runs))
			if err != nil {
				log.Fatal(err)
			}
			now[k], sums[k] = float64(time.Since(start).Nanoseconds())/float64(runs), result[0]
			took[k] = append(took[k], now[k])
		}
		if sums[0] != sums[1] {
			log.Fatalf("run returns %x, and %x before", sums[1], sums[0])
		}
		ratio = append(ratio, now[0]/now[1])
	}
	if timed {
		fmt.Printf(" %.1f %.1f %.3f", middle(took[0]), middle(took[1]), middle(ratio))
		fmt.Printf(" %.3f", compiling(ctx, code))
	}
	fmt.Println()
}

// compilings is how often a module is compiled in pairs.
const compilings = 2000

// compiling is how many times longer a module takes to compile than before, in the middle of pairs, by the clock of the thread: others' work is none of it, and the collector waits for a pair to end.
// Each has a runtime of its own, which is made beforehand: one knows what it has compiled.
func compiling(ctx context.Context, code []byte) float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var ratio []float64
	for p := range compilings {
		if p%50 == 0 {
			runtime.GC()
		}
		var took [2]float64
		for k := range took {
			k = (k + p) % 2
			lanescope.Off = k == 0
			r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigCompiler())
			start := threadTime()
			m, err := r.CompileModule(ctx, code)
			took[k] = float64(threadTime() - start)
			if err != nil {
				log.Fatal(err)
			}
			m.Close(ctx)
			r.Close(ctx)
		}
		ratio = append(ratio, took[1]/took[0])
	}
	return middle(ratio)
}

// threadTime is how long this thread has run, in nanoseconds.
func threadTime() int64 {
	var t syscall.Timespec
	const threadClock = 3 // CLOCK_THREAD_CPUTIME_ID
	if _, _, err := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, threadClock, uintptr(unsafe.Pointer(&t)), 0); err != 0 {
		log.Fatal(err)
	}
	return t.Nano()
}

func middle(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}

// A program is shuffles of vectors in locals: each replaces its first.
type program struct {
	vectors  int
	shuffles []shuffle
}

type shuffle struct {
	a, b int
	mask [16]byte
}

// check compares random programs with their meaning: some have more vectors than there are registers.
func check(ctx context.Context, n int, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 26))
	lanescope.Off = false
	for done := 0; done < n; {
		var programs []program
		for range min(50, n-done) {
			p := program{vectors: []int{2, 3, 12, 40}[r.IntN(4)]}
			for range p.vectors {
				p.shuffles = append(p.shuffles, shuffle{a: r.IntN(p.vectors), b: r.IntN(p.vectors), mask: mask(r)})
			}
			programs = append(programs, p)
		}
		done += len(programs)
		m, _ := compile(ctx, module(programs), false)
		for k, p := range programs {
			one(ctx, m, fmt.Sprint("f", k), &p)
		}
		m.Close(ctx)
	}
	fmt.Println(lanescope.Decided, lanescope.Left)
}

// one runs a program on vectors of different bytes.
func one(ctx context.Context, m api.Module, name string, p *program) {
	memory := make([]byte, 16*p.vectors)
	for i := range memory {
		memory[i] = byte(i + i/256)
	}
	m.Memory().Write(0, memory)
	if _, err := m.ExportedFunction(name).Call(ctx); err != nil {
		log.Fatal(err)
	}
	for _, s := range p.shuffles {
		var both, result [32]byte
		copy(both[:16], memory[16*s.a:])
		copy(both[16:], memory[16*s.b:])
		for i, from := range s.mask {
			result[i] = both[from]
		}
		copy(memory[16*s.a:16*s.a+16], result[:])
	}
	if got, _ := m.Memory().Read(0, uint32(len(memory))); !bytes.Equal(got, memory) {
		log.Fatalf("%+v leaves\n%x, want\n%x", p, got, memory)
	}
}

// mask is a random one: of units of 1 to 8 bytes, of one vector or two, some of them nearly in order.
func mask(r *rand.Rand) (m [16]byte) {
	unit, vectors, step := 1<<r.IntN(4), 1+r.IntN(2), r.IntN(4)
	if r.IntN(4) == 0 {
		unit = 1
	}
	first := r.IntN(32 / unit)
	for i := range 16 / unit {
		from := r.IntN(16 / unit * vectors)
		if step > 0 && r.IntN(8) > 0 {
			from = (first + step*i) % (16 / unit * vectors)
		}
		for j := range unit {
			m[i*unit+j] = byte(from*unit + j)
		}
	}
	return m
}

// module is a WebAssembly module with a function for each program.
func module(programs []program) []byte {
	vector := func(items [][]byte) []byte { return append(leb(len(items)), bytes.Join(items, nil)...) }
	var types, exports, bodies [][]byte
	for k, p := range programs {
		types = append(types, []byte{0})
		name := fmt.Sprint("f", k)
		exports = append(exports, slices.Concat(leb(len(name)), []byte(name), []byte{0}, leb(k)))
		body := slices.Concat([]byte{1}, leb(p.vectors), []byte{0x7b})
		for v := range p.vectors {
			body = slices.Concat(body, []byte{0x41, 0, 0xfd, 0, 0}, leb(16*v), []byte{0x21}, leb(v)) // i32.const 0, v128.load, local.set
		}
		for _, s := range p.shuffles {
			body = slices.Concat(body, []byte{0x20}, leb(s.a), []byte{0x20}, leb(s.b), []byte{0xfd, 0x0d}, s.mask[:], []byte{0x21}, leb(s.a))
		}
		for v := range p.vectors {
			body = slices.Concat(body, []byte{0x41, 0, 0x20}, leb(v), []byte{0xfd, 0x0b, 0}, leb(16*v))
		}
		body = append(body, 0x0b)
		bodies = append(bodies, append(leb(len(body)), body...))
	}
	section := func(id byte, b []byte) []byte { return slices.Concat([]byte{id}, leb(len(b)), b) }
	return slices.Concat([]byte("\x00asm\x01\x00\x00\x00"),
		section(1, []byte{1, 0x60, 0, 0}), section(3, vector(types)), section(5, []byte{1, 0, 1}),
		section(7, vector(append(exports, []byte("\x06memory\x02\x00")))), section(10, vector(bodies)))
}

// leb is a number in LEB128.
func leb(n int) (b []byte) {
	for ; n >= 128; n >>= 7 {
		b = append(b, byte(n)|128)
	}
	return append(b, byte(n))
}
