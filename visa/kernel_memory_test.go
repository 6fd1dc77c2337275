package visa

import (
	"math"
	"math/rand/v2"
	"slices"
)

// inMemory is a kernel whose threads change one surface of n dwords, below span: what plain Go makes of it.
func inMemory(threads int, surface string, n int, span uint32, change func(words []uint32) []uint32) groupCase {
	return groupCase{threads: threads,
		given: func(r *rand.Rand) (map[string][]uint32, func(int) map[string]uint32) {
			return map[string][]uint32{surface: someWords(r, n, span)}, noVars
		},
		want: func(in map[string][]uint32, _ func(int) map[string]uint32) map[string][]uint32 {
			return map[string][]uint32{surface: change(slices.Clone(in[surface]))}
		}}
}

// onPixels is the same with a surface that is a picture, of eight pixels a row.
func onPixels(format string, c groupCase) groupCase {
	c.pitch, c.pixels = 32, format
	return c
}

// atomicRows are what atomic operations make of rows of eight words: row 0 is the first operand, row 1 the second, each operation has one from row 2 on, and the last one is what the last operation found.
func atomicRows(operations []func(old, x, y uint32) uint32) func([]uint32) []uint32 {
	return func(w []uint32) []uint32 {
		for k, f := range operations {
			row := w[16+8*k:]
			for lane := range 8 {
				w[len(w)-8+lane] = row[lane]
				row[lane] = f(row[lane], w[lane], w[8+lane])
			}
		}
		return w
	}
}

var integerAtomics = []func(old, x, y uint32) uint32{
	func(old, _, _ uint32) uint32 { return old + 1 },
	func(old, _, _ uint32) uint32 { return old - 1 },
	func(old, _, _ uint32) uint32 { return old },
	func(_, x, _ uint32) uint32 { return x },
	func(old, x, _ uint32) uint32 { return old + x },
	func(old, x, _ uint32) uint32 { return old - x },
	func(old, x, _ uint32) uint32 { return uint32(min(int32(old), int32(x))) },
	func(old, x, _ uint32) uint32 { return uint32(max(int32(old), int32(x))) },
	func(old, x, _ uint32) uint32 { return min(old, x) },
	func(old, x, _ uint32) uint32 { return max(old, x) },
	func(old, x, _ uint32) uint32 { return old & x },
	func(old, x, _ uint32) uint32 { return old | x },
	func(old, x, _ uint32) uint32 { return old ^ x },
	func(old, x, y uint32) uint32 {
		if old == x {
			return y
		}
		return old
	},
}

// onFloats is an operation on the numbers that words are.
func onFloats(f func(old, x, y float32) float32) func(old, x, y uint32) uint32 {
	return func(old, x, y uint32) uint32 {
		return math.Float32bits(f(math.Float32frombits(old), math.Float32frombits(x), math.Float32frombits(y)))
	}
}

var floatAtomics = []func(old, x, y uint32) uint32{
	onFloats(func(old, x, _ float32) float32 { return old + x }),
	onFloats(func(old, x, _ float32) float32 { return old - x }),
	onFloats(func(old, x, _ float32) float32 { return min(old, x) }),
	onFloats(func(old, x, _ float32) float32 { return max(old, x) }),
	onFloats(func(old, x, y float32) float32 {
		if old == x {
			return y
		}
		return old
	}),
}

// withSome is the case with other words for what it is given.
func (c groupCase) withSome(word func(r *rand.Rand) uint32) groupCase {
	before := c.given
	c.given = func(r *rand.Rand) (map[string][]uint32, func(int) map[string]uint32) {
		in, vars := before(r)
		for _, list := range in {
			for k := range list {
				list[k] = word(r)
			}
		}
		return in, vars
	}
	return c
}

// often is a word that others are often equal to, of either sign; halvesOf is a number of which the same is true.
func often(r *rand.Rand) uint32 { return r.Uint32N(7) - 3 }

func halfNumber(r *rand.Rand) uint32 { return math.Float32bits(float32(r.IntN(9)-4)/2 + 0.25) }

var memoryCases = map[string]groupCase{
	"permute": {threads: 2,
		given: func(r *rand.Rand) (map[string][]uint32, func(int) map[string]uint32) {
			order := make([]uint32, 16)
			for k, n := range r.Perm(16) {
				order[k] = uint32(n)
			}
			return map[string][]uint32{"from": someWords(r, 16, 1<<31), "to": make([]uint32, 16), "order": order}, noVars
		},
		want: func(in map[string][]uint32, _ func(int) map[string]uint32) map[string][]uint32 {
			var to []uint32
			for _, n := range in["order"] {
				to = append(to, in["from"][n])
			}
			return map[string][]uint32{"to": to}
		}},
	"channels": inMemory(2, "in", 64, 1<<31, func(w []uint32) []uint32 {
		for k := 0; k < len(w); k += 4 {
			w[k], w[k+3] = w[k+3], w[k]
		}
		return w
	}),
	"virtual": inMemory(1, "flat", 25, 1<<30, func(w []uint32) []uint32 {
		for k := range 8 {
			w[8+k], w[16+k] = w[k], 2*w[k]
		}
		w[24] += 8
		return w
	}),
	"structures": inMemory(1, "flat", 16, 1<<31, func(w []uint32) []uint32 {
		for k := 0; k < len(w); k += 2 {
			w[k], w[k+1] = w[k+1], w[k]
		}
		return w
	}),
	"neighbours":           inMemory(4, "in", 32, 1<<31, func(w []uint32) []uint32 { return append(w[8:], w[:8]...) }),
	"counters":             inMemory(1, "flat", 8*17, 1, atomicRows(integerAtomics)).withSome(often),
	"float_counters":       inMemory(1, "flat", 8*8, 1, atomicRows(floatAtomics)).withSome(halfNumber),
	"typed_counters":       onPixels("r32_uint", inMemory(1, "1", 8*17, 1, atomicRows(integerAtomics)).withSome(often)),
	"typed_float_counters": onPixels("r32_float", inMemory(1, "1", 8*6, 1, atomicRows(floatAtomics[2:])).withSome(halfNumber)),
	"pixels": onPixels("r32_uint", inMemory(1, "picture", 32, 1<<31, func(w []uint32) []uint32 {
		copy(w[8:], w[:8])
		for k := range 8 {
			w[k]++
		}
		return w
	})),
	"quad_copy": inMemory(1, "flat", 32, 1<<31, func(w []uint32) []uint32 {
		for k := 0; k < len(w); k += 4 {
			w[k], w[k+1] = w[k+1], w[k+3]
		}
		return w
	}),
	"corner": inMemory(1, "flat", 8*8, 1<<31, func(w []uint32) []uint32 {
		b := wordBytes(w)
		for row := range 4 {
			for column := range 4 {
				b[32*(2+row)+8+column] = b[32*column+row]
			}
		}
		return bytesWords(b)
	}),
}
