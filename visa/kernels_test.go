package visa

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// A kernelCase is a kernel of testdata with what it is given, and what plain Go makes of it. Elements are numbers, bits of hf and f among them.
type kernelCase struct {
	given func(r *rand.Rand) map[string][]int64
	want  func(in map[string][]int64) map[string][]int64
}

// someNumbers are n numbers from least on, fewer than span different ones.
func someNumbers(r *rand.Rand, n int, least, span int64) []int64 {
	all := make([]int64, n)
	for k := range all {
		all[k] = least + r.Int64N(span)
	}
	return all
}

// halfBits are the bits of a half-precision number that is a multiple of 2^-8 below 8, and halfOf is the number.
func halfBits(v float64) int64 {
	if v == 0 {
		return 0
	}
	sign := int64(0)
	if v < 0 {
		sign, v = 0x8000, -v
	}
	f, e := math.Frexp(v) // v = f·2^e, f from ½ on
	return sign | int64(e+14)<<10 | int64((2*f-1)*1024)
}

func halfOf(bits int64) float64 {
	if bits&0x7fff == 0 {
		return 0
	}
	v := math.Ldexp(1+float64(bits&1023)/1024, int(bits>>10&31)-15)
	if bits&0x8000 != 0 {
		return -v
	}
	return v
}

var kernelCases = map[string]kernelCase{
	"steps": {
		func(r *rand.Rand) map[string][]int64 {
			return map[string][]int64{"n": someNumbers(r, 8, 1, 300)}
		},
		func(in map[string][]int64) map[string][]int64 {
			out := map[string][]int64{}
			for _, n := range in["n"] {
				steps := int64(0)
				for ; n > 1; steps++ {
					if n%2 == 0 {
						n /= 2
					} else {
						n = 3*n + 1
					}
				}
				out["steps"], out["n"] = append(out["steps"], steps), append(out["n"], n)
			}
			return out
		},
	},
	"reduce": {
		func(r *rand.Rand) map[string][]int64 {
			return map[string][]int64{"v": someNumbers(r, 16, []int64{-100, -100, 0, -5}[r.IntN(4)], []int64{100, 101, 100, 100}[r.IntN(4)])}
		},
		func(in map[string][]int64) map[string][]int64 {
			sum, seen := int64(0), int64(0)
			for _, v := range in["v"] {
				sum += v
			}
			negative := func(v int64) bool { return v < 0 }
			if slices.ContainsFunc(in["v"], negative) {
				seen |= 1
			}
			if !slices.ContainsFunc(in["v"], func(v int64) bool { return !negative(v) }) {
				seen |= 2
			}
			return map[string][]int64{"sum": {sum}, "seen": {seen}}
		},
	},
	"prefix": {
		func(r *rand.Rand) map[string][]int64 {
			return map[string][]int64{"v": someNumbers(r, 16, -1000, 2001)}
		},
		func(in map[string][]int64) map[string][]int64 {
			sums, sum := []int64{}, int64(0)
			for _, v := range in["v"] {
				sum += v
				sums = append(sums, sum)
			}
			return map[string][]int64{"v": sums}
		},
	},
	"transpose": {
		func(r *rand.Rand) map[string][]int64 {
			return map[string][]int64{"m": someNumbers(r, 16, -1000, 2001)}
		},
		func(in map[string][]int64) map[string][]int64 {
			t := make([]int64, 16)
			for row := range 4 {
				for column := range 4 {
					t[column*4+row] = in["m"][row*4+column]
				}
			}
			return map[string][]int64{"t": t}
		},
	},
	"shuffle": {
		func(r *rand.Rand) map[string][]int64 {
			return map[string][]int64{"bytes": someNumbers(r, 16, 0, 256), "index": someNumbers(r, 16, 0, 16)}
		},
		func(in map[string][]int64) map[string][]int64 {
			var out []int64
			for _, k := range in["index"] {
				out = append(out, in["bytes"][k])
			}
			return map[string][]int64{"out": out}
		},
	},
	"blend": {
		func(r *rand.Rand) map[string][]int64 {
			halves := func(least, span int64, unit float64) (all []int64) {
				for _, v := range someNumbers(r, 16, least, span) {
					all = append(all, halfBits(float64(v)*unit))
				}
				return all
			}
			return map[string][]int64{"a": halves(-16, 33, 1./8), "b": halves(-16, 33, 1./8), "t": halves(-4, 17, 1./8)}
		},
		func(in map[string][]int64) map[string][]int64 {
			var out []int64
			for k := range 16 {
				a, b, t := halfOf(in["a"][k]), halfOf(in["b"][k]), min(max(halfOf(in["t"][k]), 0), 1)
				out = append(out, halfBits(a+(b-a)*t))
			}
			return map[string][]int64{"out": out}
		},
	},
	"saxpy": {
		func(r *rand.Rand) map[string][]int64 {
			singles := func(n int) (all []int64) {
				for range n {
					all = append(all, int64(math.Float32bits(float32(r.IntN(2000)-1000)/16)))
				}
				return all
			}
			return map[string][]int64{"a": singles(1), "x": singles(16), "y": singles(16)}
		},
		func(in map[string][]int64) map[string][]int64 {
			var y []int64
			single := func(bits int64) float64 { return float64(math.Float32frombits(uint32(bits))) }
			for k := range 16 {
				y = append(y, int64(math.Float32bits(float32(single(in["a"][0])*single(in["x"][k])+single(in["y"][k])))))
			}
			return map[string][]int64{"y": y}
		},
	},
	"sort": {
		func(r *rand.Rand) map[string][]int64 {
			return map[string][]int64{"v": someNumbers(r, 16, -20, []int64{2, 40, 3000}[r.IntN(3)])}
		},
		func(in map[string][]int64) map[string][]int64 {
			return map[string][]int64{"v": slices.Sorted(slices.Values(in["v"]))}
		},
	},
	"histogram": {
		func(r *rand.Rand) map[string][]int64 { return map[string][]int64{"v": someNumbers(r, 16, -1, 10)} },
		func(in map[string][]int64) map[string][]int64 {
			count := make([]int64, 8)
			for _, v := range in["v"] {
				if v >= 0 && v < 8 {
					count[v]++
				}
			}
			return map[string][]int64{"count": count}
		},
	},
	"brief": {
		func(r *rand.Rand) map[string][]int64 {
			return map[string][]int64{"halves": someNumbers(r, 16, 0, 1<<16), "singles": someNumbers(r, 16, 0, 1<<32)}
		},
		func(in map[string][]int64) map[string][]int64 {
			out := map[string][]int64{}
			for k := range 16 {
				brief := plainRecoded(uint64(in["halves"][k]), [2]string{"bf8", "hf"})
				tensor := plainRecoded(uint64(in["singles"][k]), [2]string{"tf32", "f"})
				out["brief"], out["back"] = append(out["brief"], int64(brief)), append(out["back"], int64(brief)*256)
				out["tensor"], out["again"] = append(out["tensor"], int64(tensor)), append(out["again"], int64(tensor))
			}
			return out
		},
	},
	"stochastic": {
		func(r *rand.Rand) map[string][]int64 {
			return map[string][]int64{"singles": someNumbers(r, 16, 0x38000000, 1<<28), "chance": someNumbers(r, 16, 0, 1<<32), "chance_half": someNumbers(r, 16, 0, 1<<16)}
		},
		func(in map[string][]int64) map[string][]int64 {
			out := map[string][]int64{}
			for k := range 16 {
				half := plainRandom(uint64(in["singles"][k]), uint64(in["chance"][k]), [2]string{"hf", "f"})
				brief := plainRandom(half, uint64(in["chance_half"][k]), [2]string{"bf8", "hf"})
				out["halves"], out["brief"] = append(out["halves"], int64(half)), append(out["brief"], int64(brief))
			}
			return out
		},
	},
	"dispatch": {
		func(r *rand.Rand) map[string][]int64 {
			return map[string][]int64{"op": someNumbers(r, 1, 0, 4), "a": someNumbers(r, 8, -1000, 2001), "b": someNumbers(r, 8, -1000, 2001)}
		},
		func(in map[string][]int64) map[string][]int64 {
			var out []int64
			for k, a := range in["a"] {
				out = append(out, []int64{a + in["b"][k], a - in["b"][k], a * in["b"][k], a + in["b"][k]}[in["op"][0]])
			}
			return map[string][]int64{"a": out}
		},
	},
	"layer": {
		func(r *rand.Rand) map[string][]int64 {
			return map[string][]int64{"bias": someNumbers(r, 16, -1<<31, 1<<32), "weights": someNumbers(r, 64, 0, 1<<32), "input": someNumbers(r, 16, 0, 1<<32)}
		},
		func(in map[string][]int64) map[string][]int64 {
			out := map[string][]int64{}
			for row := range 2 {
				for column := range 8 {
					sum, small := in["bias"][8*row+column], int64(0)
					for k := range 64 {
						w, a := in["weights"][k/8*8+column], in["input"][8*row+k/8]
						if b := k % 8; b < 4 {
							sum += int64(int8(w>>(8*b))) * (a >> (8 * b) & 0xff)
						}
						nibble := func(v int64) int64 { return int64(int8(v>>(4*(k%8))<<4) >> 4) }
						small += nibble(w) * nibble(a)
					}
					out["out"], out["small"] = append(out["out"], sum), append(out["small"], small)
				}
			}
			return out
		},
	},
	"gcd": {
		func(r *rand.Rand) map[string][]int64 {
			return map[string][]int64{"a": someNumbers(r, 8, 0, 60), "b": someNumbers(r, 8, 0, 60)}
		},
		func(in map[string][]int64) map[string][]int64 {
			var out []int64
			for k := range 8 {
				a, b := in["a"][k], in["b"][k]
				for b != 0 {
					a, b = b, a%b
				}
				out = append(out, a)
			}
			return map[string][]int64{"a": out}
		},
	},
}

// Whole kernels do what plain Go does, in both executors, and break no rule.
func TestKernels(t *testing.T) {
	files, err := filepath.Glob("testdata/kernels/*.visaasm")
	if err != nil || len(files) != len(kernelCases)+len(laneCases) {
		t.Fatalf("%d kernels, %v", len(files), err)
	}
	rng := chance.Random(t, 6)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".visaasm")
		c, ok := kernelCases[name]
		if !ok {
			c, ok = laneCases[name]
		}
		if !ok {
			t.Errorf("%s: plain Go does not know it", name)
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		g, errs := ParseProgram(string(text), NewDecls(32, D), Spec)
		if errs != nil {
			t.Errorf("%s: %v", name, errs)
			continue
		}
		checker := Checker{Decls: g.Decls}
		for _, f := range checker.CheckProgram(g) {
			t.Errorf("%s: %s: %s: %s", name, g.Lines[f.Line].Inst.Text(g.Decls), f.Rule, f.Message)
		}
		for range 50 {
			in := c.given(rng)
			want := c.want(in)
			if !holdKernel(t, name, g, in, want) {
				break
			}
		}
	}
}

// holdKernel runs the kernel on both executors, and holds the variables against those that are wanted. It says whether they are.
func holdKernel(t *testing.T, name string, g *Program, in, want map[string][]int64) bool {
	t.Helper()
	options := Options{Variables: map[uint32]int{}}
	for _, list := range []map[string][]int64{in, want} {
		for variable := range list {
			_, id, _ := g.Decls.Lookup(variable)
			options.Variables[id] = 0
		}
	}
	code, err := Compile(g.Insts(), g.Decls, options)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return false
	}
	m := code.NewMachine()
	m.Mask, m.Fuel = g.DispatchMask(), 1<<14
	p := &plainThread{plainState: plainOf(g.Decls), insts: g.Insts(), fuel: 1 << 14}
	for variable, list := range in {
		b := elementBytes(g.Decls, variable, list)
		_, id, _ := g.Decls.Lookup(variable)
		b = b[:min(len(b), g.Decls.Variable(GeneralKind, id).Size())]
		m.SetBytes(id, b)
		root, off := p.base(id)
		for k := range b {
			p.bytes[root][off+k], p.known[root][off+k] = b[k], 0xff
		}
	}
	if err := code.Run(m, nil); err != nil {
		t.Errorf("%s: %v", name, err)
		return false
	}
	var all [32]int
	for k := range all {
		all[k] = int(g.DispatchMask() >> k & 1)
	}
	p.start(all)
	if end := p.all(); end.fault != nil || end.spent {
		t.Errorf("%s: plainly %+v", name, end)
		return false
	}
	for variable, list := range want {
		b := elementBytes(g.Decls, variable, list)
		_, id, _ := g.Decls.Lookup(variable)
		data, known := m.Bytes(id)
		root, off := p.base(id)
		for k := range b {
			if known[k] == 0 || data[k] != b[k] || p.known[root][off+k] == 0 || p.bytes[root][off+k] != b[k] {
				t.Errorf("%s: of %v %s is %x, plainly %x, want %x", name, in, variable, data[:len(b)], p.bytes[root][off:off+len(b)], b)
				return false
			}
		}
	}
	return true
}

// elementBytes are the bytes of a variable's first elements.
func elementBytes(d *Decls, variable string, list []int64) (b []byte) {
	_, id, _ := d.Lookup(variable)
	size := d.Variable(GeneralKind, id).Type.Size()
	for _, v := range list {
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], uint64(v))
		b = append(b, word[:size]...)
	}
	return b
}

// plainOf is a plain state of the declarations' variables, none of which has been written.
func plainOf(d *Decls) *plainState {
	p := &plainState{decls: d, bytes: map[uint32][]byte{}, known: map[uint32][]byte{}, predicates: map[uint32][]int{}, addresses: map[uint32][]plainAddress{}, surfaces: map[uint32][]int{}}
	for _, k := range []Kind{GeneralKind, PredicateKind, AddressKind, SurfaceKind} {
		for n := range d.table[k] {
			id := kinds[k].first + uint32(n)
			v := d.Variable(k, id)
			switch {
			case k == PredicateKind:
				p.predicates[id] = slices.Repeat([]int{-1}, v.Elems)
			case k == AddressKind:
				p.addresses[id] = make([]plainAddress, v.Elems)
			case k == SurfaceKind:
				p.surfaces[id] = slices.Repeat([]int{-1}, v.Elems)
			case v.Alias < 0:
				p.bytes[id], p.known[id] = make([]byte, v.Size()), make([]byte, v.Size())
			}
		}
	}
	return p
}
