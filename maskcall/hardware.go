package maskcall

import "slices"

// hardware are .NET's classes of instructions, a method an instruction. Several instructions share a name, and the types of the vectors tell them apart, as C#'s compiler does by them:
//
//	Sse2.UnpackLow(a.AsByte(), b.AsByte())       punpcklbw       Sse2.UnpackLow(a.AsDouble(), b.AsDouble())    unpcklpd
//	Avx2.Shuffle(a.AsInt32(), 0x1B)              vpshufd         Avx2.Shuffle(a, Vector256.Create(…))          vpshufb
//
// Of a name with more than one class in front, such as AdvSimd.Arm64.ZipLow, the last one stands here.
var hardware = slices.Concat([]call{
	{name: "Sse.Shuffle", args: "vwn", bits: 32, total: 128, move: shuffleTwo},
	{name: "Sse.MoveHighToLow", args: "vw", bits: 32, total: 128, move: fixed(6, 7, 2, 3)},
	{name: "Sse.MoveLowToHigh", args: "vw", bits: 32, total: 128, move: fixed(0, 1, 4, 5)},
	{name: "Sse.MoveScalar", args: "vw", bits: 32, total: 128, move: fixed(4, 1, 2, 3)},
	{name: "Sse2.Shuffle", args: "vn", bits: 32, total: 128, move: shuffleOne},
	{name: "Sse2.Shuffle", args: "vwn", bits: 64, total: 128, move: shuffleTwo},
	{name: "Sse2.MoveScalar", args: "v", bits: 64, total: 128, move: fixed(0, zeroLane)},
	{name: "Sse2.MoveScalar", args: "vw", bits: 64, total: 128, move: fixed(2, 1)},
	{name: "Sse3.MoveAndDuplicate", args: "v", bits: 64, total: 128, move: evenTwice},
	{name: "Sse3.MoveLowAndDuplicate", args: "v", bits: 32, total: 128, move: evenTwice},
	{name: "Sse3.MoveHighAndDuplicate", args: "v", bits: 32, total: 128, move: oddTwice},
	{name: "Ssse3.AlignRight", args: "vwn", total: 128, sees: 8, any: true, move: alignBlocks},
	{name: "Ssse3.Shuffle", args: "vm", bits: 8, total: 128, pick: byteOfBlock},
	{name: "Sse41.Blend", args: "vwn", total: 128, move: blend},

	{name: "Avx.Permute", args: "vn", move: permuteBlocks},
	{name: "Avx.PermuteVar", args: "vm", pick: laneOfBlock},
	{name: "Avx.Permute2x128", args: "vwn", total: 256, any: true, move: twoBlocks},
	{name: "Avx.Shuffle", args: "vwn", total: 256, move: shuffleTwo},
	{name: "Avx.Blend", args: "vwn", total: 256, move: blend},
	{name: "Avx.DuplicateEvenIndexed", args: "v", total: 256, move: evenTwice},
	{name: "Avx.DuplicateOddIndexed", args: "v", bits: 32, total: 256, move: oddTwice},
	{name: "Avx.ExtractVector128", args: "vn", total: 256, any: true, move: part(128)},
	{name: "Avx2.ExtractVector128", args: "vn", total: 256, any: true, move: part(128)},
	{name: "Avx2.AlignRight", args: "vwn", total: 256, sees: 8, any: true, move: alignBlocks},
	{name: "Avx2.Shuffle", args: "vn", bits: 32, total: 256, move: shuffleOne},
	{name: "Avx2.Shuffle", args: "vm", bits: 8, total: 256, pick: byteOfBlock},
	{name: "Avx2.Blend", args: "vwn", move: blend},
	{name: "Avx2.Permute2x128", args: "vwn", total: 256, any: true, move: twoBlocks},
	{name: "Avx2.Permute4x64", args: "vn", bits: 64, total: 256, move: permuteFours},
	{name: "Avx2.PermuteVar8x32", args: "vm", bits: 32, total: 256, pick: anyLane},
	{name: "Avx2.BroadcastScalarToVector128", args: "v", total: 128, move: firstFor(128)},
	{name: "Avx2.BroadcastScalarToVector256", args: "v", total: 128, move: firstFor(256)},

	{name: "Avx512F.Shuffle", args: "vn", bits: 32, total: 512, move: shuffleOne},
	{name: "Avx512F.Shuffle", args: "vwn", total: 512, move: shuffleTwo},
	{name: "Avx512F.Shuffle4x128", args: "vwn", total: 512, any: true, move: fourBlocks},
	{name: "Avx512F.Permute2x64", args: "vn", bits: 64, total: 512, move: permuteBlocks},
	{name: "Avx512F.Permute4x32", args: "vn", bits: 32, total: 512, move: permuteBlocks},
	{name: "Avx512F.Permute4x64", args: "vn", bits: 64, total: 512, move: permuteFours},
	{name: "Avx512F.DuplicateEvenIndexed", args: "v", total: 512, move: evenTwice},
	{name: "Avx512F.DuplicateOddIndexed", args: "v", bits: 32, total: 512, move: oddTwice},
	{name: "Avx512F.ExtractVector128", args: "vn", total: 512, any: true, move: part(128)},
	{name: "Avx512F.ExtractVector256", args: "vn", total: 512, any: true, move: part(256)},
	{name: "Avx512F.BroadcastScalarToVector512", args: "v", total: 128, move: firstFor(512)},
	{name: "Avx512BW.BroadcastScalarToVector512", args: "v", total: 128, move: firstFor(512)},
	{name: "Avx512BW.AlignRight", args: "vwn", total: 512, sees: 8, any: true, move: alignBlocks},
	{name: "Avx512BW.Shuffle", args: "vm", bits: 8, total: 512, pick: byteOfBlock},

	{name: "AdvSimd.ExtractVector64", args: "vwn", total: 64, move: extracted},
	{name: "AdvSimd.ExtractVector128", args: "vwn", total: 128, move: extracted},
	{name: "AdvSimd.ReverseElement8", args: "v", sees: 8, move: reverseWithin},
	{name: "AdvSimd.ReverseElement16", args: "v", sees: 16, move: reverseWithin},
	{name: "AdvSimd.ReverseElement32", args: "v", sees: 32, move: reverseWithin},
	{name: "AdvSimd.DuplicateSelectedScalarToVector64", args: "vn", move: laneFor(64)},
	{name: "AdvSimd.DuplicateSelectedScalarToVector128", args: "vn", move: laneFor(128)},
	{name: "Arm64.DuplicateSelectedScalarToVector128", args: "vn", move: laneFor(128)},
	{name: "AdvSimd.VectorTableLookup", args: "vm", bits: 8, total: 128, beyond: zero},
	{name: "Arm64.VectorTableLookup", args: "vm", bits: 8, total: 128, beyond: zero},
	{name: "Arm64.ZipLow", args: "vw", move: zipLow},
	{name: "Arm64.ZipHigh", args: "vw", move: only(zipHigh)},
	{name: "Arm64.UnzipEven", args: "vw", move: unzipEven},
	{name: "Arm64.UnzipOdd", args: "vw", move: only(unzipOdd)},
	{name: "Arm64.TransposeEven", args: "vw", move: transposed(0)},
	{name: "Arm64.TransposeOdd", args: "vw", move: transposed(1)},

	{name: "PackedSimd.Swizzle", args: "vm", bits: 8, total: 128, beyond: zero},
	{name: "PackedSimd.Shuffle", args: "vwm", bits: 8, total: 128, beyond: refused},
},
	ofClasses([]class{{"Sse", 128, 32}, {"Sse2", 128, 0}, {"Avx", 256, 0}, {"Avx2", 256, 0}, {"Avx512F", 512, 0}, {"Avx512BW", 512, 0}},
		call{name: "UnpackLow", args: "vw", move: unpack(0)}, call{name: "UnpackHigh", args: "vw", move: unpack(1)}),
	ofClasses([]class{{"Sse2", 128, 0}, {"Avx2", 256, 0}, {"Avx512BW", 512, 0}},
		call{name: "ShuffleLow", args: "vn", bits: 16, move: shuffleHalf(0)}, call{name: "ShuffleHigh", args: "vn", bits: 16, move: shuffleHalf(4)},
		call{name: "ShiftLeftLogical128BitLane", args: "vn", sees: 8, any: true, move: shiftBlocks(-1)}, call{name: "ShiftRightLogical128BitLane", args: "vn", sees: 8, any: true, move: shiftBlocks(1)}),
	ofClasses([]class{{"Avx512F", 512, 0}, {"VL", 0, 0}},
		call{name: "AlignRight32", args: "vwn", bits: 32, move: alignLanes}, call{name: "AlignRight64", args: "vwn", bits: 64, move: alignLanes}),
	permutations(),
)

// A class is one of .NET's, with the bits of its vectors and of their lanes where it has but one kind.
type class struct {
	name        string
	total, bits int
}

// ofClasses are calls that several classes have.
func ofClasses(classes []class, of ...call) (all []call) {
	for _, in := range classes {
		for _, c := range of {
			c.name, c.total, c.bits = in.name+"."+c.name, in.total, max(in.bits, c.bits)
			all = append(all, c)
		}
	}
	return all
}

// permutations are AVX-512's of one vector and of two, each by a vector of numbers: PermuteVar16x32(a, indices), PermuteVar16x32x2(a, indices, b).
func permutations() (all []call) {
	for _, p := range []struct {
		class, lanes string
		bits, total  int
	}{
		{"Avx512F", "16x32", 32, 512}, {"Avx512F", "8x64", 64, 512}, {"Avx512BW", "32x16", 16, 512}, {"Avx512Vbmi", "64x8", 8, 512},
		{"VL", "4x64", 64, 256}, {"VL", "16x16", 16, 256}, {"VL", "32x8", 8, 256}, {"VL", "8x16", 16, 128}, {"VL", "16x8", 8, 128},
	} {
		all = append(all, call{name: p.class + ".PermuteVar" + p.lanes, args: "vm", bits: p.bits, total: p.total, pick: anyLane})
	}
	for _, p := range []struct {
		class, lanes string
		bits, total  int
	}{
		{"Avx512F", "16x32x2", 32, 512}, {"Avx512F", "8x64x2", 64, 512}, {"Avx512BW", "32x16x2", 16, 512}, {"Avx512Vbmi", "64x8x2", 8, 512},
		{"VL", "8x32x2", 32, 256}, {"VL", "4x64x2", 64, 256}, {"VL", "16x16x2", 16, 256}, {"VL", "32x8x2", 8, 256},
		{"VL", "4x32x2", 32, 128}, {"VL", "2x64x2", 64, 128}, {"VL", "8x16x2", 16, 128}, {"VL", "16x8x2", 8, 128},
	} {
		all = append(all, call{name: p.class + ".PermuteVar" + p.lanes, args: "vmw", bits: p.bits, total: p.total, pick: anyLane})
	}
	return all
}

// block is how many lanes 128 bits have; all of them where a vector has fewer bits.
func (s sizes) block() int { return max(1, min(s.n, 128/s.bits)) }

// inBlocks is f of each lane's place in its block of 128 bits; lanes of the second vector count from s.n on, with the block's place added to either.
func (s sizes) inBlocks(f func(i int) int) ([]int, bool) {
	block := s.block()
	return lanes(s.n, func(i int) int {
		if t := f(i % block); t >= 0 {
			return i - i%block + t
		}
		return zeroLane
	})
}

// fixed is always the same lanes.
func fixed(sel ...int) func(sizes) ([]int, bool) {
	return func(s sizes) ([]int, bool) { return sel, s.n == len(sel) }
}

// only is the second of two results by itself.
func only(f func(sizes) []int) func(sizes) ([]int, bool) {
	return func(s sizes) ([]int, bool) { return f(s), s.n == s.w }
}

func evenTwice(s sizes) ([]int, bool) { return lanes(s.n, func(i int) int { return i &^ 1 }) }
func oddTwice(s sizes) ([]int, bool)  { return lanes(s.n, func(i int) int { return i | 1 }) }

// unpack zips the low halves of blocks, or the high ones.
func unpack(half int) func(sizes) ([]int, bool) {
	return func(s sizes) ([]int, bool) {
		sel, _ := s.inBlocks(func(i int) int { return half*s.block()/2 + i/2 + i%2*s.n })
		return sel, s.n == s.w && s.block() > 1
	}
}

// shuffleOne is four lanes of a block by two bits each.
func shuffleOne(s sizes) ([]int, bool) {
	return s.inBlocks(func(i int) int { return s.k >> (2 * i) & 3 })
}

// shuffleHalf is shuffleOne of four of eight lanes, from first on.
func shuffleHalf(first int) func(sizes) ([]int, bool) {
	return func(s sizes) ([]int, bool) {
		return s.inBlocks(func(i int) int {
			if i&^3 == first {
				return first + s.k>>(2*(i-first))&3
			}
			return i
		})
	}
}

// permuteBlocks is each lane of a block by the number: two bits for each of four lanes, alike in all blocks, or one bit for each lane of 64 bits of the vector.
func permuteBlocks(s sizes) ([]int, bool) {
	switch s.bits {
	case 32:
		return shuffleOne(s)
	case 64:
		return lanes(s.n, func(i int) int { return i&^1 + s.k>>i&1 })
	}
	return nil, false
}

// shuffleTwo is permuteBlocks whose lower half of a block comes from the first vector and whose upper half from the second.
func shuffleTwo(s sizes) ([]int, bool) {
	sel, ok := permuteBlocks(s)
	for i := range sel {
		if half := s.block() / 2; i%s.block() >= half {
			sel[i] += s.n
		}
	}
	return sel, ok && s.n == s.w
}

// permuteFours is four lanes of 256 bits by two bits each.
func permuteFours(s sizes) ([]int, bool) {
	return lanes(s.n, func(i int) int { return i&^3 + s.k>>(2*(i%4))&3 })
}

// blend is each lane from the vector that its bit says, of eight bits that begin again.
func blend(s sizes) ([]int, bool) {
	sel, _ := lanes(s.n, func(i int) int { return i + s.k>>(i%8)&1*s.n })
	return sel, s.n == s.w && s.bits >= 16
}

// alignBlocks is each block of the first vector above that of the second, moved down by so many bytes.
func alignBlocks(s sizes) ([]int, bool) {
	sel, _ := s.inBlocks(func(i int) int {
		switch at := i + s.k; {
		case at < 16:
			return s.n + at
		case at < 32:
			return at - 16
		}
		return zeroLane
	})
	return sel, s.n == s.w && s.k >= 0
}

// alignLanes is the first vector above the second, moved down by so many lanes, as many as the number's lowest bits say.
func alignLanes(s sizes) ([]int, bool) {
	sel, _ := lanes(s.n, func(i int) int { return (i + s.k&(s.n-1) + s.n) % (2 * s.n) })
	return sel, s.n == s.w && s.n*s.bits >= 128
}

// shiftBlocks moves the bytes of each block down or up; zeros come in.
func shiftBlocks(down int) func(sizes) ([]int, bool) {
	return func(s sizes) ([]int, bool) {
		return s.inBlocks(func(i int) int {
			if at := i + down*min(s.k, 16); at >= 0 && at < 16 {
				return at
			}
			return zeroLane
		})
	}
}

// twoBlocks is two of four halves, four bits each, of which the highest is for zeros.
func twoBlocks(s sizes) ([]int, bool) {
	block := s.block()
	sel, _ := lanes(s.n, func(i int) int {
		by := s.k >> (4 * (i / block))
		if by&8 != 0 {
			return zeroLane
		}
		return by&3*block + i%block
	})
	return sel, s.n == s.w
}

// fourBlocks is two blocks of the first vector and two of the second, by two bits each.
func fourBlocks(s sizes) ([]int, bool) {
	block := s.block()
	sel, _ := lanes(s.n, func(i int) int { return i/(2*block)*s.n + s.k>>(2*(i/block))&3*block + i%block })
	return sel, s.n == s.w
}

// part is so many bits from where the number says, of which there are as many as fit.
func part(bits int) func(sizes) ([]int, bool) {
	return func(s sizes) ([]int, bool) {
		n := bits / s.bits
		return lanes(n, func(i int) int { return s.k%(s.n/n)*n + i })
	}
}

// laneFor is one lane in each of so many bits.
func laneFor(total int) func(sizes) ([]int, bool) {
	return func(s sizes) ([]int, bool) {
		sel, ok := lanes(total/s.bits, func(int) int { return s.k })
		return sel, ok && s.k >= 0 && s.k < s.n
	}
}

// firstFor is laneFor of the first lane.
func firstFor(total int) func(sizes) ([]int, bool) {
	return func(s sizes) ([]int, bool) { return lanes(total/s.bits, func(int) int { return 0 }) }
}

// extracted is the lanes from one on, of both vectors behind one another.
func extracted(s sizes) ([]int, bool) {
	sel, ok := splice(s)
	return sel, ok && s.k < s.n
}

// reverseWithin turns around what each of the text's lanes has of those that the call sees.
func reverseWithin(s sizes) ([]int, bool) {
	n := s.text / s.bits
	sel, _ := lanes(s.n, func(i int) int { return i - i%max(n, 1) + n - 1 - i%max(n, 1) })
	return sel, n > 1
}

// transposed is every second lane of both vectors, one of each in turn.
func transposed(from int) func(sizes) ([]int, bool) {
	return func(s sizes) ([]int, bool) {
		sel, _ := lanes(s.n, func(i int) int { return i&^1 + from + i%2*s.n })
		return sel, s.n == s.w && s.n > 1
	}
}

// What an index selects for lane i.

// anyLane is a lane of all vectors, by as many bits of the index as that takes.
func anyLane(s sizes, _, t int) int { return t & (s.n + s.w - 1) }

// byteOfBlock is a byte of the lane's own block; an index whose highest bit is set is a zero.
func byteOfBlock(_ sizes, i, t int) int {
	if t&0x80 != 0 {
		return zeroLane
	}
	return i&^15 + t&15
}

// laneOfBlock is a lane of the lane's own block, by two bits, or of 64 bits by the second one.
func laneOfBlock(s sizes, i, t int) int {
	if s.bits == 64 {
		return i&^1 + t>>1&1
	}
	return i&^3 + t&3
}
