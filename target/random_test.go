package target_test

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

func fillRandom(random *rand.Rand, b []byte) {
	for ; len(b) >= 8; b = b[8:] {
		binary.LittleEndian.PutUint64(b, random.Uint64())
	}
	for i := range b {
		b[i] = byte(random.Uint32())
	}
}

func putConst(b []byte, k lane.Const) {
	clear(b)
	for i := range b {
		v, _ := k.Slice(8*i, 8).Uint64()
		b[i] = byte(v)
	}
}

func randomConst(random *rand.Rand, bits int) lane.Const {
	b := make([]byte, (bits+7)/8)
	fillRandom(random, b)
	return lane.ConstBytes(b).Slice(0, bits)
}

// constantsOf are constants for an indexed row: random ones, of small random fields, and for every lane some in which its field alone is set.
func constantsOf(r *target.Row, random *rand.Rand) []lane.Const {
	bits := r.Index.Bits
	var list []lane.Const
	for range 40 {
		list = append(list, randomConst(random, bits))
	}
	if r.Index.Mask {
		for j := range bits {
			list = append(list, lane.ConstBytes(oneBit(bits, j)))
		}
		return list
	}
	for range 20 { // every field an index that means something, whatever its width
		b := make([]byte, bits/8)
		for i := 0; i < len(b); i += max(r.Elem/8, 1) {
			b[i] = byte(random.Uint32N(129))
		}
		list = append(list, lane.ConstBytes(b))
	}
	for j := range bits / r.Elem { // one lane: an index, and a single bit
		b := make([]byte, bits/8)
		putBit(b, j*r.Elem+random.IntN(r.Elem))
		list = append(list, lane.ConstBytes(b))
		if r.Elem >= 8 {
			b := make([]byte, bits/8)
			b[j*r.Elem/8] = byte(random.Uint32N(129))
			list = append(list, lane.ConstBytes(b))
		}
	}
	return slices.DeleteFunc(list, func(lane.Const) bool { return thinned(random) })
}

func oneBit(bits, j int) []byte {
	b := make([]byte, (bits+7)/8)
	putBit(b, j)
	return b
}

func putBit(b []byte, j int) { b[j/8] |= 1 << (j % 8) }

// knownOperands are operands for a union, as maps over its sources, in which lanes are known to be zero, ones, or something else, and what the row
// makes of them.
func knownOperands(random *rand.Rand, r *target.Row) (args []lane.Map, m lane.Map) {
	w := []int{1, 8, 16, 32}[random.IntN(4)]
	zeros := random.IntN(8) // how often
	for k, bits := range r.Src {
		arg := lane.Map{Bits: w, Lane: make([]lane.Lane, bits/w)}
		for _, n := range r.Src {
			arg.Src = append(arg.Src, n/w)
		}
		for i := range arg.Lane {
			switch {
			case random.IntN(8) < zeros:
				arg.Lane[i] = lane.Zero()
			case random.IntN(8) == 0:
				arg.Lane[i] = lane.Fixed(lane.Ones(w))
			case random.IntN(8) == 0:
				arg.Lane[i] = lane.Fixed(lane.ConstOf(random.Uint64() & (1<<w - 1)))
			default:
				arg.Lane[i] = lane.From(min(k, random.IntN(4)), i)
			}
		}
		args = append(args, halfKnown(random, arg))
	}
	return args, r.Union.Of(args...)
}

// halfKnown makes the upper halves of lanes zero, or copies of the highest bit, as what packs pack.
func halfKnown(random *rand.Rand, m lane.Map) lane.Map {
	elem := []int{16, 32}[random.IntN(2)]
	if m.Bits > elem/2 || random.IntN(2) == 0 {
		return m
	}
	per := elem / m.Bits
	signed := m.Bits == 1 && random.IntN(2) == 0
	for i := range m.Lane {
		if i%per < per/2 {
			continue
		}
		m.Lane[i] = lane.Zero()
		if signed {
			m.Lane[i] = m.Lane[i/per*per+per/2-1]
		}
	}
	return m
}
