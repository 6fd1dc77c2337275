package listing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/listing"
)

// What LLVM makes for RISC-V of shuffles of vectors in memory is read as these shuffles: what is loaded in whole or in part, at an offset or in strides, and stored in one place.
func TestRISCVPointersOfLLVM(t *testing.T) {
	llc, random := oracle.Need(t, "llc"), chance.Random(t, 313)
	for _, bits := range []int{128, 256} {
		read, maps := 0, likelyShuffles(random, bits)
		for k, text := range compiledShuffles(t, llc, maps, pointerFunction, "# -- End function", "-mtriple=riscv64", fmt.Sprintf("-mattr=+v,+zvl%db", bits)) {
			got, err := listing.RISCV().Read(text, dialect.Options{})
			if err != nil {
				t.Errorf("%v: %v\n%s", maps[k], err, text)
				continue
			}
			if at, err := ofPointers(got, maps[k]); err != nil || got.To != "(a0)" {
				t.Errorf("%v is read as %v of %q to %s, at bit %d: %v\n%s", maps[k], got.Map, got.Names, got.To, at, err, text)
			}
			read++
		}
		if t.Logf("%d bits: %d functions are read", bits, read); read < 200 {
			t.Errorf("%d bits: only %d of %d functions", bits, read, len(maps))
		}
	}
}

// ofPointers compares a reading of what a1 and a2 point to with a map of two sources, bit by bit: a source 8(a1) begins 64 bits behind (a1).
func ofPointers(got dialect.Reading, want lane.Map) (at int, err error) {
	size := want.Bits * len(want.Lane)
	if n := got.Map.Bits * len(got.Map.Lane); n != size {
		return 0, fmt.Errorf("it has %d bits, want %d", n, size)
	}
	for i := range size {
		from, wanted := got.Map.Lane[i/got.Map.Bits], want.Lane[i/want.Bits]
		by, register := 0, ""
		if from.Kind != lane.Source {
			return i, fmt.Errorf("it is %v, want %v", from, wanted)
		}
		said := got.Names[from.Src]
		if strings.HasPrefix(said, "(") {
			said = "0" + said
		}
		if _, err := fmt.Sscanf(strings.NewReplacer("(", " ", ")", "").Replace(said), "%d %s", &by, &register); err != nil {
			return i, fmt.Errorf("%q: %w", said, err)
		}
		bit := 8*by + from.Index*got.Map.Bits + i%got.Map.Bits
		if source := slices.Index([]string{"a1", "a2"}, register); source != wanted.Src || bit != wanted.Index*want.Bits+i%want.Bits {
			return i, fmt.Errorf("it is bit %d of %s", bit, register)
		}
	}
	return 0, nil
}

// Pointers go where numbers take them, each place is a source of its own, and structures are taken apart and put together.
func TestRISCVPointers(t *testing.T) {
	const four = "vsetivli zero, 4, e32, m1, ta, ma\n"
	dialecttest.Meanings(t, listing.RISCV(), [][2]string{
		{four + "vle32.v v8, (a0)\nvslidedown.vi v8, v8, 1", "v8 of (a0): i32x4 -> a1 a2 a3 z"},
		{four + "addi a1, a1, 32\nvle32.v v8, 0(a0)\nvle32.v v9, -16(a1)\nvslidedown.vi v8, v8, 1\nvslideup.vi v8, v9, 3\nvse32.v v8, 8(a2)", "8(a2) of (a0) 16(a1): i32x4 i32x4 -> a1 a2 a3 b0"},
		{four + "mv a5, a0\nli a6, 16\nadd a5, a5, a6\nvle32.v v8, (a5)\nvse32.v v8, (a5)", "16(a0) of 16(a0): i32x4 -> a0 a1 a2 a3"},
		{four + "vlseg2e32.v v8, (a0)\nvse32.v v8, (a2)\naddi a2, a2, 16\nvse32.v v9, (a2)", "(a2) of (a0): i32x8 -> a0 a2 a4 a6 a1 a3 a5 a7"},
		{"vsetivli zero, 4, e16, mf2, ta, ma\nvle16.v v8, (a1)\nvle16.v v9, (a2)\nvsseg2e16.v v8, (a0)", "(a0) of (a1) (a2): i16x4 i16x4 -> a0 b0 a1 b1 a2 b2 a3 b3"},
		{four + "vlse32.v v8, 4(a0), zero\nvse32.v v8, (a2)", "(a2) of 4(a0): i32x1 -> a0 a0 a0 a0"},
		{four + "li a3, -4\nvlse32.v v8, (a0), a3\nvse32.v v8, (a2)", "(a2) of -12(a0): i32x4 -> a3 a2 a1 a0"},
		{four + "lw a1, 8(a1)\nvmv.v.x v8, a1\nvse32.v v8, (a2)", "(a2) of 8(a1): i32x1 -> a0 a0 a0 a0"},
		{four + "vmv.v.i v0, 5\nvle32.v v8, (a1), v0.t\nvse32.v v8, (a2)", "(a2) of (a1): i32x4 -> a0 _ a2 _"},
		{"vsetivli zero, 4, e32, m1, ta, mu\nvmv.v.i v0, 5\nvle32.v v8, (a0)\nvle32.v v8, (a1), v0.t\nvse32.v v8, (a2)", "(a2) of (a0) (a1): i32x4 i32x4 -> b0 a1 b2 a3"},
	})
}
