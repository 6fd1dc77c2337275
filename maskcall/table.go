package maskcall

// A call is one way to move lanes in one language.
type call struct {
	language string
	name     string // with a dot in front where it is a method: .reverse; with a type where the type is part of it: Vector128.Shuffle
	args     string // what its arguments are, a letter each:
	//	v w x   vectors, of which a method's receiver is the first      m  the mask
	//	n       a number                                                T  the type of the lanes
	//	S       a species of Java, which is a type too                  N M  a number, the mask, between < and >
	bits   int  // of a lane, where the name says it
	total  int  // bits of the first vector, where the name says them
	second rule // how the mask counts the lanes of the second vector
	beyond rule // what an index is that no vector has

	move func(s sizes) (sel []int, ok bool) // instead of a mask: what the name means; ok is false where it means nothing of such a size
	also func(s sizes) []int                // the second of two results
	pad  bool                               // what move leaves open is the last argument, in every lane
	any  bool                               // it moves bytes or blocks, whatever lanes the text has

	// Of an instruction:
	exact bool                        // its vectors have the lanes and bits that the name says, and others are an error
	sees  int                         // the bits of a lane as it sees them
	pick  func(s sizes, i, t int) int // which lane index t selects for lane i, instead of the rules
}

// sizes are the lanes of the vectors and the number that a call has.
type sizes struct {
	n, w, k int
	bits    int // of a lane; for instructions alone, as what follows
	text    int // of a lane as the text has them, where the instruction sees others
}

type rule uint8

const (
	behind     rule = iota // n + i: the lanes of the second vector follow those of the first
	complement             // ~i
	refused                // an error, as the compiler has it
	zero                   // the lane is zero
	wraps                  // the index is taken modulo the lanes
	partly                 // the index is taken modulo the lanes, and one that was beyond them selects from the second vector if there is one
	free                   // what comes differs from machine to machine
)

// calls are all of them. Where a language has several of one name, that with such arguments is meant.
var calls = append([]call{
	{language: "rust", name: "simd_swizzle!", args: "vm", beyond: refused},
	{language: "rust", name: "simd_swizzle!", args: "vwm", beyond: refused},
	{language: "rust", name: "concat_swizzle!", args: "vwm", beyond: refused},
	{language: "rust", name: "shuffle!", args: "vm", beyond: refused}, // of packed_simd
	{language: "rust", name: "shuffle!", args: "vwm", beyond: refused},
	{language: "rust", name: "simd_shuffle!", args: "vwm", beyond: refused},
	{language: "rust", name: "simd_shuffle", args: "vwm", beyond: refused},
	{language: "rust", name: "simd_shuffle2", args: "vwm", beyond: refused},
	{language: "rust", name: "simd_shuffle4", args: "vwm", beyond: refused},
	{language: "rust", name: "simd_shuffle8", args: "vwm", beyond: refused},
	{language: "rust", name: "simd_shuffle16", args: "vwm", beyond: refused},
	{language: "rust", name: "u8x16_shuffle", args: "Mvw", bits: 8, beyond: refused},
	{language: "rust", name: "i8x16_shuffle", args: "Mvw", bits: 8, beyond: refused},
	{language: "rust", name: "u16x8_shuffle", args: "Mvw", bits: 16, beyond: refused},
	{language: "rust", name: "i16x8_shuffle", args: "Mvw", bits: 16, beyond: refused},
	{language: "rust", name: "u32x4_shuffle", args: "Mvw", bits: 32, beyond: refused},
	{language: "rust", name: "i32x4_shuffle", args: "Mvw", bits: 32, beyond: refused},
	{language: "rust", name: "u64x2_shuffle", args: "Mvw", bits: 64, beyond: refused},
	{language: "rust", name: "i64x2_shuffle", args: "Mvw", bits: 64, beyond: refused},
	{language: "rust", name: ".reverse", args: "v", move: reverse},
	{language: "rust", name: ".rotate_elements_left", args: "Nv", move: rotateDown},
	{language: "rust", name: ".rotate_elements_right", args: "Nv", move: rotateUp},
	{language: "rust", name: ".shift_elements_left", args: "Nvx", move: shiftDown, pad: true},
	{language: "rust", name: ".shift_elements_right", args: "Nvx", move: shiftUp, pad: true},
	{language: "rust", name: ".resize", args: "Nvx", move: resized, pad: true},
	{language: "rust", name: ".interleave", args: "vw", move: zipLow, also: zipHigh},
	{language: "rust", name: ".deinterleave", args: "vw", move: unzipEven, also: unzipOdd},

	{language: "zig", name: "@shuffle", args: "Tvwm", second: complement, beyond: refused},
	{language: "zig", name: "simd.reverseOrder", args: "v", move: reverse},
	{language: "zig", name: "simd.rotateElementsLeft", args: "vn", move: rotateDown},
	{language: "zig", name: "simd.rotateElementsRight", args: "vn", move: rotateUp},
	{language: "zig", name: "simd.shiftElementsLeft", args: "vnx", move: shiftDown, pad: true},
	{language: "zig", name: "simd.shiftElementsRight", args: "vnx", move: shiftUp, pad: true},
	{language: "zig", name: "simd.mergeShift", args: "vwn", move: splice},
	{language: "zig", name: "simd.join", args: "vw", move: join},

	{language: "csharp", name: "Vector64.Shuffle", args: "vm", total: 64, beyond: zero},
	{language: "csharp", name: "Vector128.Shuffle", args: "vm", total: 128, beyond: zero},
	{language: "csharp", name: "Vector256.Shuffle", args: "vm", total: 256, beyond: zero},
	{language: "csharp", name: "Vector512.Shuffle", args: "vm", total: 512, beyond: zero},
	{language: "csharp", name: "Vector64.ShuffleNative", args: "vm", total: 64, beyond: free},
	{language: "csharp", name: "Vector128.ShuffleNative", args: "vm", total: 128, beyond: free},
	{language: "csharp", name: "Vector256.ShuffleNative", args: "vm", total: 256, beyond: free},
	{language: "csharp", name: "Vector512.ShuffleNative", args: "vm", total: 512, beyond: free},
	{language: "csharp", name: ".GetLower", args: "v", any: true, move: lowHalf},
	{language: "csharp", name: ".GetUpper", args: "v", any: true, move: highHalf},
	{language: "csharp", name: "Vector128.Create", args: "vw", move: join},
	{language: "csharp", name: "Vector256.Create", args: "vw", move: join},
	{language: "csharp", name: "Vector512.Create", args: "vw", move: join},

	{language: "java", name: ".rearrange", args: "vm", beyond: partly},
	{language: "java", name: ".rearrange", args: "vmw", beyond: partly},
	{language: "java", name: ".slice", args: "vn", move: slice},
	{language: "java", name: ".slice", args: "vnw", move: splice},

	{language: "julia", name: "shufflevector", args: "vm", beyond: refused},
	{language: "julia", name: "shufflevector", args: "vwm", beyond: refused},

	{language: "swift", name: "[]", args: "vm", beyond: wraps},
	{language: "swift", name: ".lowHalf", args: "v", move: lowHalf},
	{language: "swift", name: ".highHalf", args: "v", move: highHalf},
	{language: "swift", name: ".evenHalf", args: "v", move: evenHalf},
	{language: "swift", name: ".oddHalf", args: "v", move: oddHalf},
	{language: "swift", name: "lowHalf:highHalf:", args: "vw", move: join},
	{language: "swift", name: "evenHalf:oddHalf:", args: "vw", move: zipAll},
}, instructions("csharp", hardware)...)

// Lanes that a move leaves open.
const (
	undefinedLane = -1
	zeroLane      = -2
	padLane       = -3
)

// lanes is f of each of n lanes.
func lanes(n int, f func(i int) int) ([]int, bool) {
	sel := make([]int, n)
	for i := range sel {
		sel[i] = f(i)
	}
	return sel, n > 0
}

func reverse(s sizes) ([]int, bool) { return lanes(s.n, func(i int) int { return s.n - 1 - i }) }

func rotateDown(s sizes) ([]int, bool) {
	return lanes(s.n, func(i int) int { return ((i+s.k)%s.n + s.n) % s.n })
}

func rotateUp(s sizes) ([]int, bool) { return rotateDown(sizes{n: s.n, w: s.w, k: -s.k}) }

func shiftDown(s sizes) ([]int, bool) {
	return lanes(s.n, func(i int) int {
		if j := i + s.k; j >= 0 && j < s.n {
			return j
		}
		return padLane
	})
}

func shiftUp(s sizes) ([]int, bool) { return shiftDown(sizes{n: s.n, w: s.w, k: -s.k}) }

// resized is so many lanes from the first on.
func resized(s sizes) ([]int, bool) {
	if s.k < 1 {
		return nil, false
	}
	return lanes(s.k, func(i int) int {
		if i < s.n {
			return i
		}
		return padLane
	})
}

func slice(s sizes) ([]int, bool) {
	sel, _ := shiftDown(s)
	for i, t := range sel {
		if t == padLane {
			sel[i] = zeroLane
		}
	}
	return sel, s.k >= 0 && s.k < s.n
}

func splice(s sizes) ([]int, bool) {
	sel, _ := lanes(s.n, func(i int) int { return i + s.k })
	return sel, s.k >= 0 && s.k <= s.n && s.n == s.w
}

func join(s sizes) ([]int, bool) { return lanes(s.n+s.w, func(i int) int { return i }) }

func zipAll(s sizes) ([]int, bool) {
	sel, _ := lanes(2*s.n, func(i int) int { return i/2 + i%2*s.n })
	return sel, s.n == s.w
}

func zipLow(s sizes) ([]int, bool) {
	sel, ok := zipAll(s)
	return sel[:s.n], ok
}

func zipHigh(s sizes) []int {
	sel, _ := zipAll(s)
	return sel[s.n:]
}

func unzipEven(s sizes) ([]int, bool) {
	sel, _ := lanes(s.n, func(i int) int { return 2 * i })
	return sel, s.n == s.w
}

func unzipOdd(s sizes) []int {
	sel, _ := lanes(s.n, func(i int) int { return 2*i + 1 })
	return sel
}

func lowHalf(s sizes) ([]int, bool)  { return lanes(s.n/2, func(i int) int { return i }) }
func highHalf(s sizes) ([]int, bool) { return lanes(s.n/2, func(i int) int { return s.n/2 + i }) }
func evenHalf(s sizes) ([]int, bool) { return lanes(s.n/2, func(i int) int { return 2 * i }) }
func oddHalf(s sizes) ([]int, bool)  { return lanes(s.n/2, func(i int) int { return 2*i + 1 }) }

// masks are what makes a mask in a language, beside a list.
var masks = []struct {
	language, name string
	args           string // S: a species; i: all others are indices; l: a list of them; o: at which of them it begins; n: a number
	total          int
	lanes          int                                // where the name says them; of one number behind repeating: all have it
	move           func(s sizes) (sel []int, ok bool) // over the lanes of the species
}{
	{language: "csharp", name: "Vector64.Create", args: "i", total: 64},
	{language: "csharp", name: "Vector128.Create", args: "i", total: 128},
	{language: "csharp", name: "Vector256.Create", args: "i", total: 256},
	{language: "csharp", name: "Vector512.Create", args: "i", total: 512},
	{language: "java", name: "VectorShuffle.fromValues", args: "Si"},
	{language: "java", name: ".shuffleFromValues", args: "Si"},
	{language: "java", name: "VectorShuffle.fromArray", args: "Slo"},
	{language: "java", name: ".shuffleFromArray", args: "Slo"},
	{language: "java", name: "VectorShuffle.makeZip", args: "Sn", move: makeZip},
	{language: "java", name: "VectorShuffle.makeUnzip", args: "Sn", move: makeUnzip},
	{language: "julia", name: "Val", args: "l"},
	{language: "swift", name: "SIMD2", args: "i", lanes: 2},
	{language: "swift", name: "SIMD3", args: "i", lanes: 3},
	{language: "swift", name: "SIMD4", args: "i", lanes: 4},
	{language: "swift", name: "SIMD8", args: "i", lanes: 8},
	{language: "swift", name: "SIMD16", args: "i", lanes: 16},
	{language: "swift", name: "SIMD32", args: "i", lanes: 32},
	{language: "swift", name: "SIMD64", args: "i", lanes: 64},
}

func makeZip(s sizes) ([]int, bool) {
	sel, _ := lanes(s.n, func(i int) int { return i/2 + i%2*s.n + s.k*s.n/2 })
	return sel, s.n%2 == 0 && (s.k == 0 || s.k == 1)
}

func makeUnzip(s sizes) ([]int, bool) {
	sel, _ := lanes(s.n, func(i int) int { return 2*i + s.k })
	return sel, s.n > 0 && (s.k == 0 || s.k == 1)
}
