package machine_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"os"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
)

// A worked is a program of testdata/programs with what it is given, and the same work in Go.
type worked struct {
	name              string
	grid, threadgroup [3]uint32
	uniforms          map[int]uint32 // by their numbers
	buffers           map[int][]byte // by the first of the two uniforms that have the address
	check             func(want map[int][]byte)
}

// worked programs, each once at a size that fills its threadgroups and once at one that does not.
func workedPrograms() []worked {
	return []worked{
		saxpy(1 << 12), saxpy(1000), mandelbrot(64, 24), mandelbrot(70, 9), murmur(512), murmur(77), reduction(1 << 12), reduction(1001), transpose(128), transpose(32), histogram(1 << 14), histogram(1 << 10),
	}
}

// TestWorked runs each on one core and on two: all buffers are to the byte what Go makes of them.
func TestWorked(t *testing.T) {
	for _, w := range workedPrograms() {
		for _, cores := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s %v on %d", w.name, w.grid, cores), func(t *testing.T) { w.test(t, cores) })
		}
	}
}

func (w worked) test(t *testing.T, cores int) {
	memory := machine.NewMemory()
	mapped, want := map[int]*machine.Buffer{}, map[int][]byte{}
	for u, b := range w.buffers {
		mapped[u] = mapBytes(t, memory, b)
		want[u] = bytes.Clone(b)
	}
	w.check(want)
	w.run(t, memory, mapped, cores)
	for u, b := range mapped {
		if !bytes.Equal(b.Bytes, want[u]) {
			t.Errorf("buffer of u%d: %s", u, firstDifference(b.Bytes, want[u]))
		}
	}
}

// run dispatches the program, and is content with nothing but its end. On one core it looks for races.
func (w worked) run(tb testing.TB, memory *machine.Memory, mapped map[int]*machine.Buffer, cores int) {
	tb.Helper()
	d := machine.Dispatch{
		Program: workedProgram(tb, w.name), Grid: w.grid, Threadgroup: w.threadgroup, Start: machine.NewGroup(), Memory: memory, Cores: cores, Alone: -1, Fuel: 1 << 26, CheckRaces: cores == 1,
	}
	for u, v := range w.uniforms {
		d.Start.SetUniform32(u, v)
	}
	for u, b := range mapped {
		d.Start.SetUniform32(u, uint32(b.Address))
		d.Start.SetUniform32(u+1, uint32(b.Address>>32))
	}
	r, err := d.Run(context.Background())
	if err != nil || r.Stop != machine.Stopped || len(r.Races) > 0 {
		tb.Fatalf("%v, %v, %v, %v", r.Stop, r.Fault, r.Races, err)
	}
	for _, flag := range r.Flags {
		if strings.HasPrefix(flag, "unverified: offset ") { // it is the program's fault
			tb.Error(flag)
		}
	}
}

// workedProgram is a program of testdata/programs.
func workedProgram(tb testing.TB, name string) *machine.Program {
	tb.Helper()
	text, err := os.ReadFile("testdata/programs/" + name + ".s")
	if err != nil {
		tb.Fatal(err)
	}
	code, errs := asm.Assemble(string(text))
	if len(errs) > 0 {
		tb.Fatalf("%s.s: %v", name, errs[0])
	}
	p, err := machine.Compile(code)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func mapBytes(tb testing.TB, memory *machine.Memory, from []byte) *machine.Buffer {
	tb.Helper()
	b, err := memory.Map(len(from))
	if err != nil {
		tb.Fatal(err)
	}
	copy(b.Bytes, from)
	return b
}

// firstDifference is where two buffers of words part.
func firstDifference(got, want []byte) string {
	for at := 0; at < len(want); at++ {
		if got[at] != want[at] {
			return fmt.Sprintf("byte %#x is %#x, in Go %#x", at, got[at], want[at])
		}
	}
	return "no difference"
}

// Words as bytes, and words there.

func words(n int, f func(i int) uint32) []byte {
	b := make([]byte, 4*n)
	for i := range n {
		setWord(b, i, f(i))
	}
	return b
}

func word(b []byte, i int) uint32 { return binary.LittleEndian.Uint32(b[4*i:]) }

func setWord(b []byte, i int, v uint32) { binary.LittleEndian.PutUint32(b[4*i:], v) }

func float(b []byte, i int) float32 { return math.Float32frombits(word(b, i)) }

func random(i int) uint32 { return xorshift(xorshift(uint32(i) + 1)) }

// saxpy leaves the last few elements as they are.
func saxpy(n int) worked {
	const a = 1.5
	inside := n - 5
	return worked{
		name: "saxpy", grid: [3]uint32{uint32(n)}, threadgroup: [3]uint32{64},
		uniforms: map[int]uint32{0: math.Float32bits(a), 1: uint32(inside)},
		buffers: map[int][]byte{
			2: words(n, func(i int) uint32 { return math.Float32bits(float32(i) / 7) }),
			4: words(n, func(i int) uint32 { return math.Float32bits(float32(i%100) - 50) }),
		},
		check: func(want map[int][]byte) {
			for i := range inside { // the product is exact, and so is the sum until it is rounded
				setWord(want[4], i, math.Float32bits(float32(math.FMA(a, float64(float(want[2], i)), float64(float(want[4], i))))))
			}
		},
	}
}

const palette = " .,:;-=+*oxOX#%@&$MWHBNQ0123456 "

func mandelbrot(width, height int) worked {
	const x0, y0, dx, dy = -2.125, -1.25, 3.0 / 64, 2.5 / 24
	pitch, most := width+1, uint32(len(palette)-1)
	return worked{
		name: "mandelbrot", grid: [3]uint32{uint32(width), uint32(height)}, threadgroup: [3]uint32{16, 4},
		uniforms: map[int]uint32{0: math.Float32bits(x0), 1: math.Float32bits(y0), 2: math.Float32bits(dx), 3: math.Float32bits(dy), 4: most, 5: uint32(pitch)},
		buffers:  map[int][]byte{6: []byte(palette), 8: make([]byte, pitch*height)},
		check: func(want map[int][]byte) {
			for at := range width * height {
				x, y := at%width, at/width
				n := iterations(fma32(float32(x), dx, x0), fma32(float32(y), dy, y0), most)
				want[8][y*pitch+x], want[8][y*pitch+width] = palette[n], '\n'
			}
		},
	}
}

// fma32 is rounded twice. That it is once in the machine makes no difference for these points; TestAgree has those for which it does.
func fma32(a, b, c float32) float32 { return float32(math.FMA(float64(a), float64(b), float64(c))) }

func iterations(cx, cy float32, most uint32) (n uint32) {
	for x, y := float32(0), float32(0); ; {
		x, y = float32(fma32(x, x, -float32(y*y))+cx), fma32(float32(x*y), 2, cy)
		if n++; !(fma32(y, y, float32(x*x)) < 4) || n >= most {
			return n
		}
	}
}

// murmur has keys of 0 to 12 words.
func murmur(keys int) worked {
	starts := make([]int, keys+1)
	for i := range keys {
		starts[i+1] = starts[i] + int(random(i)%13)
	}
	const seed = 0x9747b28c
	return worked{
		name: "murmur", grid: [3]uint32{uint32(keys)}, threadgroup: [3]uint32{128},
		uniforms: map[int]uint32{0: seed},
		buffers: map[int][]byte{
			2: words(keys+1, func(i int) uint32 { return uint32(starts[i]) }),
			4: words(starts[keys], random),
			6: make([]byte, 4*keys),
		},
		check: func(want map[int][]byte) {
			for i := range keys {
				setWord(want[6], i, murmurHash(want[4][4*starts[i]:4*starts[i+1]], seed))
			}
		},
	}
}

func murmurHash(key []byte, h uint32) uint32 {
	for i := range len(key) / 4 {
		k := bits.RotateLeft32(word(key, i)*0xcc9e2d51, 15) * 0x1b873593
		h = bits.RotateLeft32(h^k, 13)*5 + 0xe6546b64
	}
	h ^= uint32(len(key))
	h = (h ^ h>>16) * 0x85ebca6b
	h = (h ^ h>>13) * 0xc2b2ae35
	return h ^ h>>16
}

// reduction has threads without a number at the end.
func reduction(n int) worked {
	const bound = 1 << 31
	return worked{
		name: "reduce", grid: [3]uint32{uint32(n+31) &^ 31}, threadgroup: [3]uint32{96},
		uniforms: map[int]uint32{0: bound, 1: uint32(n)},
		buffers:  map[int][]byte{2: words(n, random), 4: make([]byte, 8)},
		check: func(want map[int][]byte) {
			for i := range n {
				v := word(want[2], i)
				setWord(want[4], 0, word(want[4], 0)+v)
				if v > bound {
					setWord(want[4], 1, word(want[4], 1)+1)
				}
			}
		},
	}
}

func transpose(side int) worked {
	return worked{
		name: "transpose", grid: [3]uint32{uint32(side), uint32(side / 4)}, threadgroup: [3]uint32{32, 8},
		uniforms: map[int]uint32{0: uint32(side)},
		buffers:  map[int][]byte{2: words(side*side, random), 4: make([]byte, 4*side*side)},
		check: func(want map[int][]byte) {
			for at := range side * side {
				setWord(want[4], at%side*side+at/side, word(want[2], at))
			}
		},
	}
}

func histogram(n int) worked {
	return worked{
		name: "histogram", grid: [3]uint32{uint32(n / 4)}, threadgroup: [3]uint32{256},
		buffers: map[int][]byte{2: words(n/4, func(i int) uint32 { return random(i) & random(i+n) }), 4: make([]byte, 4*256)},
		check: func(want map[int][]byte) {
			for _, b := range want[2] {
				setWord(want[4], int(b), word(want[4], int(b))+1)
			}
		},
	}
}

// TestWorkedScan is three dispatches: each threadgroup scans its numbers, one scans the sums of all, and each adds what those before it have.
func TestWorkedScan(t *testing.T) {
	for _, n := range []int{1 << 15, 40_000, 300, 31} {
		for _, cores := range []int{1, 2} {
			t.Run(fmt.Sprintf("%d on %d", n, cores), func(t *testing.T) { testScan(t, n, cores) })
		}
	}
}

func testScan(t *testing.T, n, cores int) {
	const size = 256
	threadgroups := (n + size - 1) / size
	memory := machine.NewMemory()
	numbers := mapBytes(t, memory, words(n, random))
	sums, totals, all := mapBytes(t, memory, make([]byte, 4*n)), mapBytes(t, memory, make([]byte, 4*threadgroups)), mapBytes(t, memory, make([]byte, 4))
	each := worked{name: "scan", grid: [3]uint32{uint32(threadgroups * size)}, threadgroup: [3]uint32{size}, uniforms: map[int]uint32{0: uint32(n)}}
	each.run(t, memory, map[int]*machine.Buffer{2: numbers, 4: sums, 6: totals}, cores)
	one := worked{name: "scan", grid: [3]uint32{1024}, threadgroup: [3]uint32{1024}, uniforms: map[int]uint32{0: uint32(threadgroups)}}
	one.run(t, memory, map[int]*machine.Buffer{2: totals, 4: totals, 6: all}, cores)
	each.name = "scan_add"
	each.run(t, memory, map[int]*machine.Buffer{4: sums, 6: totals}, cores)
	sum := uint32(0)
	for i := range n {
		if sum += word(numbers.Bytes, i); word(sums.Bytes, i) != sum {
			t.Fatalf("the sum of %d numbers is %#x, in Go %#x", i+1, word(sums.Bytes, i), sum)
		}
	}
	if got := word(all.Bytes, 0); got != sum {
		t.Errorf("the sum of all is %#x, in Go %#x", got, sum)
	}
}
