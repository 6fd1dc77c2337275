package visa

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// givens are the elements of a variable that a kernel is given: from least on, fewer than span different ones. Floating-point ones are quarters.
type givens struct {
	name        string
	least, span int64
	float       bool
}

func bytesOf(name string) givens   { return givens{name, 0, 256, false} }
func dwordsOf(name string) givens  { return givens{name, 0, 1 << 32, false} }
func signedOf(name string) givens  { return givens{name, -1 << 31, 1 << 32, false} }
func singlesOf(name string) givens { return givens{name, -40, 81, true} }

// given are fresh elements of the variables.
func given(r *rand.Rand, n int, in []givens) map[string][]int64 {
	all := map[string][]int64{}
	for _, v := range in {
		list := someNumbers(r, n, v.least, v.span)
		for k := range list {
			if v.float {
				list[k] = singleBits(float64(list[k]) / 4)
			}
		}
		all[v.name] = list
	}
	return all
}

func singleBits(v float64) int64 { return int64(math.Float32bits(float32(v))) }

func singleOf(bits int64) float64 { return float64(math.Float32frombits(uint32(bits))) }

// singles is a function of givens of single precision as one of their bits.
func singles(f func(v []float64) float64) func([]int64) int64 {
	return func(in []int64) int64 {
		v := make([]float64, len(in))
		for k := range in {
			v[k] = singleOf(in[k])
		}
		return singleBits(f(v))
	}
}

// lanewise is a kernel whose n lanes know nothing of each other: what plain Go makes of a lane's inputs, in the order in which they are given.
func lanewise(n int, in []givens, out map[string]func(v []int64) int64) kernelCase {
	return whole(n, in, func(all map[string][]int64) map[string][]int64 {
		want := map[string][]int64{}
		for name, f := range out {
			for k := range n {
				v := make([]int64, len(in))
				for i := range in {
					v[i] = all[in[i].name][k]
				}
				want[name] = append(want[name], f(v))
			}
		}
		return want
	})
}

// whole is a kernel that is given n elements of each variable.
func whole(n int, in []givens, want func(map[string][]int64) map[string][]int64) kernelCase {
	return kernelCase{func(r *rand.Rand) map[string][]int64 { return given(r, n, in) }, want}
}

type laneFuncs = map[string]func(v []int64) int64

// number is 1 for what is true.
func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

var laneCases = map[string]kernelCase{
	"alpha": lanewise(16, []givens{bytesOf("s"), bytesOf("d"), bytesOf("a")}, laneFuncs{
		"out": func(v []int64) int64 { return int64(math.Round(float64(v[0]*v[2]+v[1]*(255-v[2])) / 255)) },
	}),
	"saturate": lanewise(16, []givens{bytesOf("a"), bytesOf("b"), {"c", -1 << 15, 1 << 16, false}, {"d", -1 << 15, 1 << 16, false}}, laneFuncs{
		"sum":   func(v []int64) int64 { return min(v[0]+v[1], 255) },
		"less":  func(v []int64) int64 { return max(v[0]-v[1], 0) },
		"total": func(v []int64) int64 { return max(min(v[2]+v[3], math.MaxInt16), math.MinInt16) },
	}),
	"bits": lanewise(8, []givens{{"v", 1, 1<<32 - 1, false}}, laneFuncs{
		"count": func(v []int64) int64 { return int64(bits.OnesCount32(uint32(v[0]))) },
		"low":   func(v []int64) int64 { return int64(bits.TrailingZeros32(uint32(v[0]))) },
		"high":  func(v []int64) int64 { return int64(bits.LeadingZeros32(uint32(v[0]))) },
		"zeros": func(v []int64) int64 { return int64(bits.LeadingZeros32(uint32(v[0]))) },
	}),
	"product": lanewise(8, []givens{signedOf("a"), dwordsOf("b"), {"sum", -1000, 2001, false}}, laneFuncs{
		"sum": func(v []int64) int64 {
			sum := v[2]
			for k := range 4 {
				sum += int64(int8(v[0]>>(8*k))) * int64(uint8(v[1]>>(8*k)))
			}
			return sum
		},
	}),
	"swap": lanewise(8, []givens{dwordsOf("v")}, laneFuncs{
		"swapped":  func(v []int64) int64 { return int64(bits.ReverseBytes32(uint32(v[0]))) },
		"mirrored": func(v []int64) int64 { return int64(bits.Reverse32(bits.ReverseBytes32(uint32(v[0])))) },
	}),
	"fields": lanewise(8, []givens{{"p", 0, 1 << 16, false}}, laneFuncs{
		"out": func(v []int64) int64 {
			r, g, b := v[0]>>11, v[0]>>5&63, v[0]&31
			return (r<<3|r>>2)<<16 | (g<<2|g>>4)<<8 | b<<3 | b>>2
		},
	}),
	"long_add": lanewise(8, []givens{dwordsOf("al"), dwordsOf("ah"), dwordsOf("bl"), dwordsOf("bh")}, laneFuncs{
		"low":  func(v []int64) int64 { return int64(uint64(v[0]|v[1]<<32) + uint64(v[2]|v[3]<<32)) },
		"high": func(v []int64) int64 { return int64((uint64(v[0]|v[1]<<32) + uint64(v[2]|v[3]<<32)) >> 32) },
		"less": func(v []int64) int64 { return int64(uint64(v[0]|v[1]<<32) - uint64(v[2]|v[3]<<32)) },
		"top":  func(v []int64) int64 { return int64((uint64(v[0]|v[1]<<32) - uint64(v[2]|v[3]<<32)) >> 32) },
	}),
	"long_multiply": whole(8, []givens{dwordsOf("a"), dwordsOf("b"), dwordsOf("c")}, func(in map[string][]int64) map[string][]int64 {
		out := map[string][]int64{"wide": make([]int64, 16)}
		for k := range 8 {
			high, low := bits.Mul64(uint64(in["a"][k]), uint64(in["b"][k])<<32)
			out["high"], out["low"] = append(out["high"], int64(high)), append(out["low"], int64(low>>32))
			sum := uint64(in["a"][k])*uint64(in["b"][k]) + uint64(in["c"][k])
			out["wide"][k], out["wide"][8+k] = int64(sum), int64(sum>>32)
		}
		return out
	}),
	"digits": lanewise(8, []givens{{"n", 0, 1000, false}}, laneFuncs{
		"out": func(v []int64) int64 { return v[0]/100<<8 | v[0]/10%10<<4 | v[0]%10 },
	}),
	"smooth": whole(17, []givens{bytesOf("v")}, func(in map[string][]int64) map[string][]int64 {
		var out []int64
		for k := range 16 {
			out = append(out, (in["v"][k]+in["v"][k+1]+1)/2)
		}
		return map[string][]int64{"out": out}
	}),
	"three_sums": lanewise(8, []givens{{"a", -1000, 2001, false}, {"b", -1000, 2001, false}, {"c", -1000, 2001, false}, {"x", -100, 201, false}}, laneFuncs{
		"sum":   func(v []int64) int64 { return v[0] + v[1] + v[2] },
		"value": func(v []int64) int64 { return v[0]*v[3]*v[3] + v[1]*v[3] + v[2] },
	}),
	"rounding": lanewise(8, []givens{singlesOf("v")}, laneFuncs{
		"down": singles(func(v []float64) float64 { return math.Floor(v[0]) }),
		"up":   singles(func(v []float64) float64 { return math.Ceil(v[0]) }),
		"near": singles(func(v []float64) float64 { return math.RoundToEven(v[0]) }),
		"zero": singles(func(v []float64) float64 { return math.Trunc(v[0]) }),
		"rest": singles(func(v []float64) float64 { return v[0] - math.Floor(v[0]) }),
	}),
	"length": {
		func(r *rand.Rand) map[string][]int64 {
			in := map[string][]int64{}
			for range 8 { // sides of a right-angled triangle, 0 and a power of two, since inverses of these are exact
				side := singleBits(math.Ldexp(1, r.IntN(9)-4))
				in["x"], in["y"] = append(in["x"], side), append(in["y"], 0)
			}
			return in
		},
		func(in map[string][]int64) map[string][]int64 {
			out := map[string][]int64{"long": in["x"]}
			for _, x := range in["x"] {
				out["unit"], out["again"] = append(out["unit"], singleBits(1)), append(out["again"], singleBits(1/singleOf(x)))
			}
			return out
		},
	},
	"powers": {
		func(r *rand.Rand) map[string][]int64 {
			var n []int64
			for _, v := range someNumbers(r, 8, -20, 41) {
				n = append(n, singleBits(float64(v)))
			}
			return map[string][]int64{"n": n}
		},
		func(in map[string][]int64) map[string][]int64 {
			var out []int64
			for _, n := range in["n"] {
				out = append(out, singleBits(math.Ldexp(1, int(singleOf(n)))))
			}
			return map[string][]int64{"out": out, "third": out, "back": in["n"]}
		},
	},
	"phase": lanewise(8, []givens{{"a", 1, 40, true}, {"b", 1, 40, true}}, laneFuncs{
		"out": singles(func(v []float64) float64 { return v[1] }),
	}),
	"planes": whole(16, []givens{singlesOf("p"), singlesOf("u")}, func(in map[string][]int64) map[string][]int64 {
		out := map[string][]int64{}
		p := func(k int) float64 { return singleOf(in["p"][k]) }
		for k := range 8 {
			u, v := singleOf(in["u"][k]), singleOf(in["u"][8+k])
			out["on_line"] = append(out["on_line"], singleBits(p(0)*u+p(3)))
			out["on_plane"] = append(out["on_plane"], singleBits(p(0)*u+p(1)*v+p(3)))
		}
		return out
	}),
	"between": lanewise(8, []givens{{"v", -100, 201, false}, {"low", -100, 80, false}, {"high", 10, 80, false}}, laneFuncs{
		"kept": func(v []int64) int64 { return min(max(v[0], v[1]), v[2]) },
		"middle": func(v []int64) int64 {
			sorted := slices.Sorted(slices.Values(v))
			return sorted[1]
		},
	}),
	"adder": lanewise(8, []givens{dwordsOf("a"), dwordsOf("b"), dwordsOf("c")}, laneFuncs{
		"sum":   func(v []int64) int64 { return v[0] ^ v[1] ^ v[2] },
		"carry": func(v []int64) int64 { return v[0]&v[1] | v[0]&v[2] | v[1]&v[2] },
	}),
	"gray": lanewise(16, []givens{{"n", 0, 1 << 16, false}}, laneFuncs{
		"code": func(v []int64) int64 { return v[0] ^ v[0]>>1 },
		"back": func(v []int64) int64 { return v[0] },
	}),
	"chance": lanewise(8, []givens{dwordsOf("x")}, laneFuncs{
		"x": func(v []int64) int64 {
			x := uint32(v[0])
			x ^= x << 13
			x ^= x >> 17
			return int64(x ^ x<<5)
		},
	}),
	"signs": lanewise(8, []givens{{"v", -30, 61, false}}, laneFuncs{
		"sign": func(v []int64) int64 { return number(v[0] > 0) - number(v[0] < 0) },
		"by8":  func(v []int64) int64 { return v[0] / 8 },
	}),
	"masks": lanewise(16, []givens{{"a", -5, 10, false}, {"b", -5, 10, false}}, laneFuncs{
		"both":    func(v []int64) int64 { return number(v[0] < 0 && v[1] < 0) },
		"one":     func(v []int64) int64 { return number((v[0] < 0) != (v[1] < 0)) },
		"some":    func(v []int64) int64 { return number(min(v[0], v[1]) < 0) },
		"neither": func(v []int64) int64 { return number(min(v[0], v[1]) >= 0) },
	}),
	"choose": whole(16, []givens{{"bits", 0, 1 << 16, false}, {"a", 0, 1000, false}, {"b", 0, 1000, false}}, func(in map[string][]int64) map[string][]int64 {
		var out []int64
		for k := range 16 {
			out = append(out, in[string("ba"[in["bits"][0]>>k&1])][k])
		}
		return map[string][]int64{"out": out}
	}),
	"reverse": whole(16, []givens{{"v", -1000, 2001, false}}, func(in map[string][]int64) map[string][]int64 {
		out := slices.Clone(in["v"])
		slices.Reverse(out)
		return map[string][]int64{"out": out}
	}),
	"matrix": whole(16, []givens{singlesOf("m"), singlesOf("v")}, func(in map[string][]int64) map[string][]int64 {
		var out []int64
		for row := range 4 {
			sum := 0.0
			for column := range 4 {
				sum += singleOf(in["m"][4*column+row]) * singleOf(in["v"][column])
			}
			out = append(out, singleBits(sum))
		}
		return map[string][]int64{"out": out}
	}),
	"halves": lanewise(8, []givens{{"v", -80000, 160001, true}}, laneFuncs{
		"out": func(v []int64) int64 { return halvesOut(singleOf(v[0])) },
	}),
	"factorial": lanewise(8, []givens{{"n", 0, 13, false}}, laneFuncs{
		"out": func(v []int64) int64 {
			product := int64(1)
			for k := range v[0] {
				product *= k + 1
			}
			return product
		},
	}),
	"roots": lanewise(8, []givens{{"n", 0, 1 << 16, false}}, laneFuncs{
		"r": func(v []int64) int64 { return int64(math.Sqrt(float64(v[0]))) },
	}),
	"cases": whole(8, []givens{{"which", 0, 5, false}, {"a", -100, 201, false}, {"b", -100, 201, false}}, func(in map[string][]int64) map[string][]int64 {
		var out []int64
		for k, a := range in["a"] {
			b := in["b"][k]
			out = append(out, [...]int64{a + b, a - b, a * b, 0, 0}[in["which"][0]])
		}
		return map[string][]int64{"out": out}
	}),
	"complex": whole(16, []givens{singlesOf("a"), singlesOf("b")}, func(in map[string][]int64) map[string][]int64 {
		var out []int64
		for k := 0; k < 16; k += 2 {
			of := func(name string) complex128 { return complex(singleOf(in[name][k]), singleOf(in[name][k+1])) }
			p := of("a") * of("b")
			out = append(out, singleBits(real(p)), singleBits(imag(p)))
		}
		return map[string][]int64{"out": out}
	}),
	"distance": whole(16, []givens{bytesOf("a"), bytesOf("b")}, func(in map[string][]int64) map[string][]int64 {
		sum, greatest := int64(0), int64(0)
		for k, a := range in["a"] {
			d := max(a-in["b"][k], in["b"][k]-a)
			sum, greatest = sum+d, max(greatest, d)
		}
		return map[string][]int64{"sum": {sum}, "greatest": {greatest}}
	}),
	"planar": whole(32, []givens{bytesOf("p")}, func(in map[string][]int64) map[string][]int64 {
		out := map[string][]int64{}
		for k, p := range in["p"] {
			channel := string("rgba"[k%4])
			out[channel] = append(out[channel], p)
		}
		return out
	}),
	"luma": lanewise(16, []givens{bytesOf("r"), bytesOf("g"), bytesOf("b")}, laneFuncs{
		"out": func(v []int64) int64 { return int64(math.Floor(float64(77*v[0]+150*v[1]+29*v[2])/256 + 0.5)) },
	}),
	"checksum": whole(16, []givens{bytesOf("v")}, func(in map[string][]int64) map[string][]int64 {
		s, t := int64(1), int64(0)
		for _, v := range in["v"] {
			s = (s + v) % 251
			t = (t + s) % 251
		}
		return map[string][]int64{"s": {s}, "t": {t}}
	}),
	"kernighan": lanewise(8, []givens{dwordsOf("v")}, laneFuncs{
		"count": func(v []int64) int64 { return int64(bits.OnesCount32(uint32(v[0]))) },
	}),
	"quads": lanewise(4, []givens{{"v", 0, 1 << 62, false}}, laneFuncs{
		"out": func(v []int64) int64 { return (v[0] + 128) >> 8 },
	}),
	"quotient": {
		func(r *rand.Rand) map[string][]int64 {
			in := map[string][]int64{}
			for range 8 {
				in["a"] = append(in["a"], singleBits(math.Ldexp(float64(r.IntN(200)-100), r.IntN(5))))
				in["b"] = append(in["b"], singleBits(math.Ldexp(1, r.IntN(9)-4)))
			}
			return in
		},
		func(in map[string][]int64) map[string][]int64 {
			out := map[string][]int64{"rest": make([]int64, 8)}
			for k, a := range in["a"] {
				out["q"] = append(out["q"], singleBits(singleOf(a)/singleOf(in["b"][k])))
			}
			return out
		},
	},
	"ramp": whole(0, nil, func(map[string][]int64) map[string][]int64 {
		return map[string][]int64{"out": {100, 101, 102, 103, 104, 105, 106, 107}}
	}),
}

// halvesOut is twice a number that was rounded to half precision, which has eleven bits, as a word: what is greater than all halves is infinite.
func halvesOut(v float64) int64 {
	if v == 0 {
		return 0
	}
	_, e := math.Frexp(v)
	unit := math.Ldexp(1, e-11)
	v = 2 * math.RoundToEven(v/unit) * unit
	return int64(max(min(math.Trunc(v), math.MaxInt16), math.MinInt16))
}
