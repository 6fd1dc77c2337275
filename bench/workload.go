package main

import (
	"embed"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
)

//go:embed programs/*.s
var programs embed.FS

// A workload is one of the eight programs: the G13's code is in programs, the same work as a kernel of this name in opencl.
type workload struct {
	name   string
	limits string // the same in limits.c; "" if it has none
	small  int    // a size, in units of its own: that of limits.c, if it has one
	large  int    // a size that takes long enough for several threads

	threadgroup [3]uint32
	workgroup   int // of OpenCL: as many work-items as are the fastest there
	job         func(size int) job
}

// A job is a workload of a size, with what it is given.
type job struct {
	grid    [3]uint32
	numbers []uint32 // u0 and on, at most four
	buffers []buffer // whose addresses are u4_u5 and on
}

// A buffer is what is in memory at first.
type buffer struct {
	bytes  []byte
	output bool
}

// firstBuffer is the uniform behind the numbers.
const firstBuffer = 4

// simd is a threadgroup of one SIMD-group.
var simd = [3]uint32{machine.Lanes, 1, 1}

// workloads are the eight, those of limits.c first.
var workloads = []workload{
	{name: "mandelbrot", limits: "mandel", small: 128, large: 8192, threadgroup: simd, workgroup: 64, job: mandelbrot},
	{name: "murmur", limits: "murmur", small: 32, large: 4096, threadgroup: simd, workgroup: 64, job: murmur},
	{name: "reduce", limits: "reduce", small: 32, large: 2048, threadgroup: simd, workgroup: 32, job: reduce},
	{name: "saxpy", limits: "saxpy", small: 2048, large: 32768, threadgroup: simd, workgroup: 1024, job: saxpy},
	{name: "sort", small: 8, large: 512, threadgroup: [3]uint32{256, 1, 1}, workgroup: 256, job: sorting},
	{name: "filter", small: 8, large: 512, threadgroup: [3]uint32{256, 1, 1}, workgroup: 256, job: filter},
	{name: "product", small: 64, large: 256, threadgroup: simd, workgroup: 128, job: product},
	{name: "life", small: 64, large: 1024, threadgroup: simd, workgroup: 1024, job: life},
}

// program is the workload's code.
func (w *workload) program() (*machine.Program, error) {
	text, err := programs.ReadFile("programs/" + w.name + ".s")
	if err != nil {
		return nil, err
	}
	code, errs := asm.Assemble(string(text))
	if errs != nil {
		return nil, fmt.Errorf("programs/%s.s: %w", w.name, errs[0])
	}
	return machine.Compile(code)
}

// words is a buffer of n words.
func words(n int, at func(i int) uint32) buffer {
	b := make([]byte, 0, 4*n)
	for i := range n {
		b = binary.LittleEndian.AppendUint32(b, at(i))
	}
	return buffer{bytes: b}
}

func floats(n int, at func(i int) float32) buffer {
	return words(n, func(i int) uint32 { return math.Float32bits(at(i)) })
}

// written is a buffer that is looked at in the end.
func written(b buffer) buffer { return buffer{b.bytes, true} }

func zero(int) uint32 { return 0 }

// xorshift is the random numbers of limits.c.
func xorshift(x uint32) uint32 {
	x ^= x << 13
	x ^= x >> 17
	return x ^ x<<5
}

// line is a grid of so many threads in one row.
func line(threads int) [3]uint32 { return [3]uint32{uint32(threads), 1, 1} }

// mandelbrot is for so many SIMD-groups, a square of the plane for every 128 of them.
func mandelbrot(groups int) job {
	n := groups * machine.Lanes
	re := floats(n, func(i int) float32 { return float32(i%64)/64*3 - 2 })
	im := floats(n, func(i int) float32 { return float32(i/64%64)/64*2.5 - 1.25 })
	return job{line(n), []uint32{256}, []buffer{re, im, written(words(n, zero))}}
}

func murmur(groups int) job {
	n := groups * machine.Lanes
	first := words(n, func(i int) uint32 { return xorshift(uint32(i + 1)) })
	return job{line(n), []uint32{200, 0x85ebca6b, 0xc2b2ae35}, []buffer{written(first), written(words(n, zero)), written(words(n, zero))}}
}

func reduce(groups int) job {
	n := groups * machine.Lanes
	first := words(n, func(i int) uint32 { return xorshift(uint32(i + 1)) })
	salt := words(n, func(i int) uint32 { return xorshift(uint32(i + 77)) })
	return job{line(n), []uint32{200}, []buffer{written(first), written(words(n, zero)), salt}}
}

func saxpy(groups int) job {
	n := groups * machine.Lanes
	x := floats(n, func(i int) float32 { return float32(i%1000) / 16 })
	y := floats(n, func(i int) float32 { return float32((i+n)%1000) / 16 })
	return job{line(n), []uint32{math.Float32bits(0.5)}, []buffer{x, written(y)}}
}

func sorting(groups int) job {
	n := groups * 256
	return job{line(n), nil, []buffer{written(words(n, func(i int) uint32 { return xorshift(uint32(i + 1)) }))}}
}

// filter has numbers of which all sums are exact, in any order.
func filter(groups int) job {
	n := groups * 256
	input := floats(n+256, func(i int) float32 { return float32(xorshift(uint32(i+1))%1024) - 512 })
	weights := floats(32, func(i int) float32 { return float32(i*i%23)/8 - 1 })
	return job{line(n), nil, []buffer{input, weights, written(words(n, zero))}}
}

// product has numbers of which all sums are exact, in any order.
func product(side int) job {
	n := side * side
	matrix := func(seed int) buffer {
		return floats(n, func(i int) float32 { return float32(xorshift(uint32(i+seed))%64) - 32 })
	}
	return job{[3]uint32{uint32(side), uint32(side), 1}, []uint32{uint32(side)}, []buffer{matrix(1), matrix(77), written(words(n, zero))}}
}

// life is on a torus whose side is a power of two.
func life(side int) job {
	now := make([]byte, side*side)
	for i := range now {
		now[i] = byte(xorshift(uint32(i+1)) >> 9 & 1)
	}
	last := uint32(side - 1)
	return job{[3]uint32{uint32(side), uint32(side), 1}, []uint32{last, last, uint32(side)}, []buffer{{bytes: now}, {make([]byte, side*side), true}}}
}
