package amdgpu

import (
	"fmt"
	"math/bits"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/wave"
)

// The 16 bits of ds_swizzle_b32's offset, which moves lanes inside each group of 32:
//
//	0 xxxxx ooooo aaaaa      bitmask: lane i reads ((i & a) | o) ^ x
//	1 0 - - - - - ssssssss   quad: two bits for each lane of four
//	1 1 0 - - d rrrrr mmmmm  rotate: r lanes to the left (d=0) or right; lane bits of m stay        GFX9 and later
//	1 1 1 - - - ----- mmmmm  FFT: lane bits reversed, but those of m                                GFX9 and later
const (
	quadMode   = 0x8000
	rotateMode = 0xc000
	fftMode    = 0xe000
	group      = 32
)

// swizzled is the lane of its group that lane i of it reads.
func swizzled(offset uint64, i int) int {
	low, middle, high := int(offset&31), int(offset>>5&31), int(offset>>10&31)
	switch {
	case offset >= fftMode:
		reversed := int(bits.Reverse8(uint8(i)) >> 3)
		return reversed>>bits.OnesCount8(uint8(low)) | i&low
	case offset >= rotateMode:
		if high&1 == 1 {
			middle = -middle
		}
		return i&low | (i+middle)&31&^low
	case offset >= quadMode:
		return i&^3 | int(offset>>(2*(i&3))&3)
	}
	return (i&low | middle) ^ high
}

// swizzleMap is ds_swizzle_b32 as a map of the wave.
func swizzleMap(offset uint64, lanes int) lane.Map {
	m := lane.Map{Bits: 32, Src: []int{lanes}, Lane: make([]lane.Lane, lanes)}
	for at := range m.Lane {
		m.Lane[at] = lane.From(0, at&^(group-1)|swizzled(offset, at%group))
	}
	return m
}

// A pattern is a swizzle by its name in LLVM's assembler: swizzle(SWAP,16).
type pattern struct {
	name  string
	above []uint64 // what each number is below
	size  bool     // the first number is a power of two from 2 to 32, or to 16 for SWAP
	value func(n []uint64) uint64
}

var patterns = []pattern{
	{"QUAD_PERM", []uint64{4, 4, 4, 4}, false, func(n []uint64) uint64 { return quadMode | n[0] | n[1]<<2 | n[2]<<4 | n[3]<<6 }},
	{"BROADCAST", []uint64{33, 32}, true, func(n []uint64) uint64 { return 32 - n[0] | n[1]<<5 }},
	{"SWAP", []uint64{17}, true, func(n []uint64) uint64 { return n[0]<<10 | 31 }},
	{"REVERSE", []uint64{33}, true, func(n []uint64) uint64 { return (n[0]-1)<<10 | 31 }},
	{"ROTATE", []uint64{2, 32}, false, func(n []uint64) uint64 { return rotateMode | n[0]<<10 | n[1]<<5 }},
	{"FFT", []uint64{32}, false, func(n []uint64) uint64 { return fftMode | n[0] }},
}

// swizzleOffset is the number that an offset states.
func swizzleOffset(text string, o wave.Operand) (uint64, error) {
	if o.Kind == wave.Number && o.Value <= 0xffff {
		return o.Value, nil
	}
	if o.Kind != wave.Call || o.Text != "swizzle" || len(o.Args) == 0 {
		return 0, o.Errorf(text, "expected 16 bits, or swizzle(SWAP,16) or another pattern")
	}
	if o.Args[0].Is("BITMASK_PERM") {
		return bitmask(text, o)
	}
	for _, p := range patterns {
		if o.Args[0].Is(p.name) {
			return p.offset(text, o)
		}
	}
	return 0, o.Args[0].Errorf(text, "expected BITMASK_PERM, QUAD_PERM, SWAP or another pattern")
}

func (p pattern) offset(text string, o wave.Operand) (uint64, error) {
	numbers := make([]uint64, 0, len(p.above))
	for _, a := range o.Args[1:] {
		if k := len(numbers); a.Kind != wave.Number || k == len(p.above) || a.Value >= p.above[k] {
			return 0, a.Errorf(text, "%s has %d numbers, each below %s", p.name, len(p.above), below(p.above))
		}
		numbers = append(numbers, a.Value)
	}
	if len(numbers) != len(p.above) {
		return 0, o.Errorf(text, "%s has %d numbers", p.name, len(p.above))
	}
	if n := numbers[0]; p.size && (bits.OnesCount64(n) != 1 || n == 1 && p.name != "SWAP") {
		return 0, o.Args[1].Errorf(text, "the lanes of a group are a power of two, and %d is none here", n)
	}
	if p.name == "BROADCAST" && numbers[1] >= numbers[0] {
		return 0, o.Args[2].Errorf(text, "expected a lane of the group, which has %d", numbers[0])
	}
	return p.value(numbers), nil
}

func below(limits []uint64) string {
	words := make([]string, len(limits))
	for k, n := range limits {
		words[k] = fmt.Sprint(n)
	}
	return strings.Join(words, ", ")
}

// bitmaskLetters say of each bit of a lane's number, the highest first, what the lane that is read has there.
const bitmaskLetters = "01pi" // zero, one, the same, the other

func bitmask(text string, o wave.Operand) (offset uint64, err error) {
	if len(o.Args) != 2 || o.Args[1].Kind != wave.Quoted || len(o.Args[1].Text) != 5 || strings.Trim(o.Args[1].Text, bitmaskLetters) != "" {
		return 0, o.Errorf(text, `expected five letters of 0, 1, p, i, such as "01pip"`)
	}
	for k, letter := range []byte(o.Args[1].Text) {
		bit := uint64(16 >> k)
		switch letter {
		case 'p':
			offset |= bit
		case '1':
			offset |= bit << 5
		case 'i':
			offset |= bit | bit<<10
		}
	}
	return offset, nil
}
