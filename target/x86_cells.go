package target

import (
	"math/bits"

	"github.com/lanescope/lanescope/lane"
)

// What several instructions of x86 do.

// unpack interleaves the low or the high halves of the blocks.
func unpack(elem, half int) move {
	return move{elem, 128, 0, func(n, _, i int) lane.Lane { return lane.From(i%2, half*n/2+i/2) }}
}

// blend takes lanes from b where the immediate has a one.
func blend(elem, block, values int) move {
	return move{elem, block, values, func(_, v, i int) lane.Lane { return either(v>>i, b(i), a(i)) }}
}

// alone is lane 0 with zeros above.
func alone(elem int) move {
	return move{elem, 0, 0, func(_, _, i int) lane.Lane { return within(i, 1, a) }}
}

// still leaves all lanes where they are.
type still struct{}

func (still) fill(r *Row) {
	move{min(r.Bits, 64), 0, 0, func(_, _, i int) lane.Lane { return a(i) }}.fill(r)
	r.Imm.Kind = Still
}

// low replaces lane 0.
func low(elem int) move {
	return move{elem, 128, 0, func(_, _, i int) lane.Lane {
		if i == 0 {
			return b(0)
		}
		return a(i)
	}}
}

// halves are two lanes of 128 bits, each one of four or zero.
func halves(_, v, i int) lane.Lane {
	v >>= 4 * i
	if v>>3&1 == 1 {
		return zero()
	}
	return lane.From(v>>1&1, v&1)
}

// shuffle128 takes the lower half of the lanes of 128 bits from a and the upper from b.
var shuffle128 = shuffleWide{}

type shuffleWide struct{}

func (shuffleWide) fill(r *Row) {
	n := r.Bits / 128
	size := n / 2 // bits of a field of the immediate: of 256 bits one, of 512 two
	move{128, 0, 1 << (n * size), func(n, v, i int) lane.Lane { return lane.From(2*i/n, v>>(i*size)&(n-1)) }}.fill(r)
}

// align shifts a and b, of which a is the higher, to the right.
func align(n, v, i int) lane.Lane {
	if i+v < n {
		return b(i + v)
	}
	return a(i + v - n)
}

func left(n, v, i int) lane.Lane        { return within(i-v, n, a) }
func right(n, v, i int) lane.Lane       { return within(i+v, n, a) }
func rotateLeft(n, v, i int) lane.Lane  { return a((i - v + n) % n) }
func rotateRight(n, v, i int) lane.Lane { return a((i + v) % n) }

// doubleLeft shifts bits of b into a, doubleRight likewise.
func doubleLeft(n, v, i int) lane.Lane {
	if i < v {
		return b(i - v + n)
	}
	return a(i - v)
}

func doubleRight(n, v, i int) lane.Lane {
	if i+v >= n {
		return b(i + v - n)
	}
	return a(i + v)
}

// extend puts k-1 lanes of zero behind each lane.
func extend(elem, k int) move {
	return move{elem, 0, 0, func(_, _, i int) lane.Lane {
		if i%k == 0 {
			return a(i / k)
		}
		return zero()
	}}
}

// truncate keeps every k-th lane. What it leaves free of 128 bits is zero.
func truncate(elem, k int) does { return truncation{elem, k} }

type truncation struct{ elem, k int }

// lanes are those that are moved.
func (d truncation) lanes(r *Row) int { return r.Src[0] / d.elem / d.k }

func (d truncation) fill(r *Row) {
	n := d.lanes(r)
	move{d.elem, 0, 0, func(_, _, i int) lane.Lane {
		if i < n {
			return a(i * d.k)
		}
		return zero()
	}}.fill(r)
}

func broadcast(elem int) move { return move{elem, 0, 0, func(_, _, _ int) lane.Lane { return a(0) }} }

// insert replaces one of the parts of so many bits.
func insert(bits int) move {
	return move{bits, 0, some, func(_, v, i int) lane.Lane {
		if i == v {
			return b(0)
		}
		return a(i)
	}}
}

// extract is one of the parts of so many bits, with zeros above it in a general register.
func extract(bits int) does { return extraction{bits} }

type extraction struct{ bits int }

func (d extraction) fill(r *Row) {
	move{d.bits, 0, r.Src[0] / d.bits, func(_, v, i int) lane.Lane { return within(i, 1, func(int) lane.Lane { return a(v) }) }}.fill(r)
}

// signs puts the highest bits of the lanes beside one another, with zeros above them.
type signs struct{ elem int }

func (d signs) fill(r *Row) {
	move{1, 0, 0, func(_, _, i int) lane.Lane {
		return within(i, r.Src[0]/d.elem, func(i int) lane.Lane { return a(i*d.elem + d.elem - 1) })
	}}.fill(r)
	r.Imm.Kind = SignBits
}

// The sizes of instructions whose vectors are not all of one.

func fromLow(k int) func(length int) (int, []int) {
	return func(length int) (int, []int) { return length, []int{max(128, length/k)} }
}

func toLow(k int) func(length int) (int, []int) {
	return func(length int) (int, []int) { return max(128, length/k), []int{length} }
}

func fromXMM(length int) (int, []int) { return length, []int{128} }

func fromBits(bits int) func(length int) (int, []int) {
	return func(length int) (int, []int) { return length, []int{bits} }
}

func insertOf(bits int) func(length int) (int, []int) {
	return func(length int) (int, []int) { return length, []int{length, bits} }
}

func extractOf(bits int) func(length int) (int, []int) {
	return func(length int) (int, []int) { return bits, []int{length} }
}

// blendBy takes lanes from b where the highest bit of the constant's lane is set.
func blendBy(elem int) look {
	return look{lane: elem, field: elem, pos: elem - 1, len: 1, values: upTo(2), cell: func(_, v, i int) lane.Lane { return either(v, b(i), a(i)) }}
}

// keepBits is a where the constant has the given bit, and zero elsewhere.
func keepBits(bit int) look {
	kind := KeepBits
	if bit == 0 {
		kind = ClearBits
	}
	return look{kind: kind, lane: 1, field: 1, values: upTo(2), cell: func(_, v, i int) lane.Lane {
		if v == bit {
			return a(i)
		}
		return zero()
	}}
}

// setBits is one where the constant is.
var setBits = look{kind: SetBits, lane: 1, field: 1, values: upTo(2), cell: func(_, v, i int) lane.Lane { return either(v, lane.Fixed(lane.ConstOf(1)), a(i)) }}

// upTo are the values of a field that has as many at every size.
func upTo(n int) func(int) int { return func(int) int { return n } }

// permute is any lane for each lane, permute2 any lane of two vectors.
func permute(elem int) look {
	return look{lane: elem, field: elem, values: func(n int) int { return n }, cell: func(n, v, _ int) lane.Lane { return a(v & (n - 1)) }}
}

func permute2(elem int) look {
	return look{lane: elem, field: elem, values: func(n int) int { return 2 * n }, cell: func(n, v, _ int) lane.Lane { return lane.From(v/n&1, v&(n-1)) }}
}

// shiftBy and rotateBy do in each lane what its count in the constant says. A shift looks at the whole count, and a rotation at as many bits as matter.
func shiftBy(elem int, cell func(n, v, i int) lane.Lane) look {
	return look{lane: 1, block: elem, field: elem, values: upTo(elem + 1), cell: func(n, v, i int) lane.Lane { return cell(n, min(v, n), i) }}
}

func rotateBy(elem int, cell func(n, v, i int) lane.Lane) look {
	return look{lane: 1, block: elem, field: elem, values: upTo(elem), cell: func(n, v, i int) lane.Lane { return cell(n, v&(n-1), i) }}
}

// product multiplies lanes of 16 bits. Where the constant is a power of two, 1<<v, that is a shift.
func product(shifted func(n, v, i int) lane.Lane) look {
	return look{lane: 1, block: 16, field: 16, values: upTo(17), value: func(j int) int { return 1 << j >> 1 }, cell: func(n, v, i int) lane.Lane {
		switch bits.OnesCount(uint(v)) {
		case 0:
			return zero()
		case 1:
			return shifted(n, bits.TrailingZeros(uint(v)), i)
		}
		return computed()
	}}
}

// affine multiplies each byte by a matrix of bits, one for each lane of 64. Bit i of the product is the parity of the byte and byte 7-i of
// the matrix, and moves a bit if only one is set there.
var affine = look{kind: Matrix, lane: 1, block: 64, field: 8,
	fieldOf: func(i int) int { return 7 - i%8 },
	values:  upTo(9),
	value:   func(j int) int { return 1 << j >> 1 },
	cell: func(_, v, i int) lane.Lane {
		switch bits.OnesCount8(uint8(v)) {
		case 0:
			return zero()
		case 1:
			return a(i&^7 + bits.TrailingZeros8(uint8(v)))
		}
		return computed()
	}}

// keepLanes and blendLanes are what a mask register makes of a move and a blend.
func keepLanes(elem int) look {
	return look{lane: elem, field: 1, mask: true, values: upTo(2), cell: func(_, v, i int) lane.Lane { return either(v, a(i), zero()) }}
}

func blendLanes(elem int) look {
	return look{lane: elem, field: 1, mask: true, values: upTo(2), cell: func(_, v, i int) lane.Lane { return either(v, b(i), a(i)) }}
}
