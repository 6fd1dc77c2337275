package lane_test

import (
	"math/big"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"pgregory.net/rapid"
)

// Random maps. They are made of runs of consecutive lanes with holes, because single random lanes would almost never regroup,
// factor or agree with one another.

var widths = []int{1, 2, 3, 4, 7, 8, 12, 16, 32, 64, 79, 128}

// A space is what maps must share to be compared and composed: sizes in bits.
type space struct {
	src []int
	dst int
}

func drawConst(t *rapid.T, w int) lane.Const {
	v := big.NewInt(rapid.Int64Range(0, 1).Draw(t, "constant"))
	switch rapid.IntRange(0, 3).Draw(t, "pattern") {
	case 0: // all ones
		v.Sub(v.Lsh(big.NewInt(1), uint(w)), big.NewInt(1))
	case 1:
		v.SetBytes(rapid.SliceOfN(rapid.Byte(), (w+7)/8, (w+7)/8).Draw(t, "bytes"))
		v.Mod(v, new(big.Int).Lsh(big.NewInt(1), uint(w)))
	}
	return constOf(v)
}

// constOf is a pattern from the bytes of an integer.
func constOf(v *big.Int) lane.Const {
	le := v.Bytes()
	slices.Reverse(le)
	return lane.ConstBytes(le)
}

// drawRun draws at most most lanes that follow one another somewhere, or as many constants or undefined lanes.
func drawRun(t *rapid.T, m lane.Map, most int) []lane.Lane {
	n := rapid.IntRange(1, most).Draw(t, "run")
	run := make([]lane.Lane, 0, n)
	vector := rapid.IntRange(-3, len(m.Src)-1).Draw(t, "vector")
	switch vector {
	case -3:
		return append(run, make([]lane.Lane, n)...)
	case -2:
		for range n {
			run = append(run, lane.Fixed(drawConst(t, m.Bits)))
		}
		return run
	}
	size := cap(m.Lane)
	if vector >= 0 {
		size = m.Src[vector]
	}
	start := rapid.IntRange(0, size-1).Draw(t, "start")
	if rapid.Bool().Draw(t, "aligned") {
		start &^= 3
	}
	for i := start; i < min(start+n, size); i++ {
		if vector >= 0 {
			run = append(run, lane.From(vector, i))
		} else {
			run = append(run, lane.FromOld(i))
		}
	}
	return run
}

// drawMapIn draws a map of lanes of w bits in a space.
func drawMapIn(t *rapid.T, s space, w int) lane.Map {
	m := lane.Map{Bits: w, Src: make([]int, len(s.src)), Lane: make([]lane.Lane, 0, s.dst/w)}
	for k, bits := range s.src {
		m.Src[k] = bits / w
	}
	for len(m.Lane) < cap(m.Lane) {
		m.Lane = append(m.Lane, drawRun(t, m, cap(m.Lane)-len(m.Lane))...)
	}
	for range rapid.IntRange(-2, 2).Draw(t, "holes") {
		m.Lane[rapid.IntRange(0, len(m.Lane)-1).Draw(t, "hole")] = lane.Lane{}
	}
	return m
}

// drawMap draws any map.
func drawMap(t *rapid.T) lane.Map {
	w := rapid.SampledFrom(widths).Draw(t, "width")
	s := space{dst: w * rapid.IntRange(1, 12).Draw(t, "lanes")}
	for range rapid.IntRange(0, 3).Draw(t, "sources") {
		s.src = append(s.src, w*rapid.IntRange(1, 12).Draw(t, "source lanes"))
	}
	return drawMapIn(t, s, w)
}

// drawWidth draws one of three widths for which every space of the same unit has room: maps of one space then differ in width.
func drawWidth(t *rapid.T, unit int) int {
	return unit * rapid.SampledFrom([]int{1, 2, 4, 6, 12}).Draw(t, "width in units")
}

func drawUnit(t *rapid.T) int { return rapid.SampledFrom([]int{1, 2, 3, 7, 8}).Draw(t, "unit") }

func drawSize(t *rapid.T, unit int, what string) int {
	return 12 * unit * rapid.IntRange(1, 3).Draw(t, what)
}

func drawSizes(t *rapid.T, unit, least int, what string) []int {
	sizes := make([]int, rapid.IntRange(least, 3).Draw(t, what+" count"))
	for k := range sizes {
		sizes[k] = drawSize(t, unit, what)
	}
	return sizes
}

func drawSpace(t *rapid.T, unit, leastSources int) space {
	return space{src: drawSizes(t, unit, leastSources, "source"), dst: drawSize(t, unit, "destination")}
}

// narrowed is m as lanes of w bits, made from its bits: sources and old destination lane by lane, constants by their bytes.
func narrowed(m lane.Map, w int) lane.Map {
	k := m.Bits / w
	r := lane.Map{Bits: w}
	for _, n := range m.Src {
		r.Src = append(r.Src, n*k)
	}
	for _, l := range m.Lane {
		for j := range k {
			part := l
			switch l.Kind {
			case lane.Source, lane.Old:
				part.Index = l.Index*k + j
			case lane.Constant:
				v := new(big.Int)
				for b := range w {
					if bitOf(l, j*w+b, m.Bits).kind == bitOne {
						v.SetBit(v, b, 1)
					}
				}
				part.Const = constOf(v)
			}
			r.Lane = append(r.Lane, part)
		}
	}
	return r
}

// drawVariant draws a map that is close to m: seen at a narrower width, with some lanes undefined or replaced.
func drawVariant(t *rapid.T, m lane.Map, unit int) lane.Map {
	r := m.Clone()
	if m.Bits%unit == 0 && rapid.Bool().Draw(t, "narrower") {
		r = narrowed(m, unit)
	}
	for range rapid.IntRange(0, 2).Draw(t, "changes") {
		at := rapid.IntRange(0, len(r.Lane)-1).Draw(t, "changed lane")
		other := lane.Lane{}
		if rapid.Bool().Draw(t, "replaced") {
			other = r.Lane[rapid.IntRange(0, len(r.Lane)-1).Draw(t, "by lane")]
		}
		r.Lane[at] = other
	}
	return r
}

func drawBytes(t *rapid.T, bits int, what string) []byte {
	n := (bits + 7) / 8
	return rapid.SliceOfN(rapid.Byte(), n, n).Draw(t, what)
}

// A vectors is a value for everything that a map reads.
type vectors struct {
	dst, old []byte
	src      [][]byte
}

func drawVectors(t *rapid.T, m bitMap) vectors {
	v := vectors{dst: drawBytes(t, len(m.dst), "destination"), old: drawBytes(t, len(m.dst), "old")}
	for _, n := range m.src {
		v.src = append(v.src, drawBytes(t, n, "source"))
	}
	return v
}
