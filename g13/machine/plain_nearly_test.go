package machine_test

import (
	"fmt"
	"math"
	"math/big"
	"sync"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
)

// Functions of which nobody knows the bits: the machine's results are within the bounds that it states of the exact ones, and exactly what is known where it is known.

// A nearly is one of them.
type nearly struct {
	name  string
	exact func(float64) float64
	ulps  float64 // how far a result of 32 bits may be from the exact one, in units of its last place
	from  float64 // where it is defined
	to    float64
	known map[uint32]uint32 // results without an error
}

const (
	plusZero, minusZero         = 0, 1 << 31
	plusInfinity, minusInfinity = 0x7f800000, 0xff800000
	notANumber                  = 0x7fc00000
	one                         = 0x3f800000
	smallest                    = 0x00800000 // of the normal ones
)

var nearlies = []nearly{
	{
		name: "rcp", exact: func(x float64) float64 { return 1 / x }, ulps: 0.5, from: -math.MaxFloat32, to: math.MaxFloat32,
		known: map[uint32]uint32{
			plusInfinity: plusZero, minusInfinity: minusZero, plusZero: plusInfinity, minusZero: minusInfinity, 0x7f800001: notANumber, 0xffc00000: notANumber,
			1: plusInfinity, 0x80000001: minusInfinity, one: one, smallest: 0x7e800000, 0x7f000000: plusZero, 0x7e800000: smallest,
		},
	}, {
		name: "rsqrt", exact: func(x float64) float64 { return 1 / math.Sqrt(x) }, ulps: 0.51, from: 0x1p-126, to: math.MaxFloat32,
		known: map[uint32]uint32{plusInfinity: plusZero, plusZero: plusInfinity, 0xbf800000: notANumber, minusInfinity: notANumber, 0x7f800001: notANumber, one: one},
	}, {
		name: "rsqrt_special", exact: func(x float64) float64 { return 1 / math.Sqrt(x) }, ulps: 0.51, from: 0x1p-126, to: math.MaxFloat32,
		known: map[uint32]uint32{0xbf800000: notANumber, minusInfinity: notANumber, 0x7f800001: notANumber, one: one},
	}, {
		name: "log2", exact: binaryLogarithm, ulps: 0.51, from: 0x1p-126, to: math.MaxFloat32,
		known: map[uint32]uint32{plusInfinity: plusInfinity, plusZero: minusInfinity, minusZero: minusInfinity, 0xbf800000: notANumber, 0x7f800001: notANumber, one: plusZero, smallest: 0xc2fc0000},
	}, {
		name: "exp2", exact: math.Exp2, ulps: 0.51, from: -125, to: 127.9,
		known: map[uint32]uint32{plusInfinity: plusInfinity, minusInfinity: plusZero, plusZero: one, minusZero: one, 1: one, 0x7f800001: notANumber, 0x43000000: plusInfinity, 0xc3160000: plusZero},
	}, {
		name: "sin_pt_1", from: 0, to: math.Nextafter(4, 0), exact: func(x float64) float64 {
			switch {
			case x <= 1:
				return x
			case x <= 3:
				return 2 - x
			}
			return x - 4
		},
	}, {
		name: "sin_pt_2", ulps: 0.51, from: -1, to: 1, exact: func(y float64) float64 {
			if y == 0 {
				return math.Pi / 2
			}
			return math.Sin(math.Pi*y/2) / y
		},
	},
}

// TestNearly compares them with the exact functions, on random floats and on those about which something is known.
func TestNearly(t *testing.T) {
	for _, n := range nearlies {
		t.Run(n.name, func(t *testing.T) {
			g := machine.NewGroup()
			p := everyRegister(n.name + " r%, r%")
			for v, want := range n.known {
				g.SetRegister(1, machine.Row{7: v})
				if err := runAll(p, g); err != nil {
					t.Fatal(err)
				}
				if got := g.Register(1)[7]; got != want {
					t.Errorf("%s of %08x is %08x, and not %08x", n.name, v, want, got)
				}
			}
			campaign(t, cases(20_000_000), n.compare)
		})
	}
}

func (n *nearly) compare(r dice, enough func(int) bool) error {
	g := machine.NewGroup()
	p := everyRegister(n.name + " r%, r%")
	var in [block]float64
	for {
		for k := range in {
			for {
				in[k] = float64(math.Float32frombits(uint32(r.floatBits(32))))
				if r.oneIn(2) {
					in[k] = float64(float32(n.from + (n.to-n.from)*r.Float64()))
				}
				if in[k] >= n.from && in[k] <= n.to && math.Abs(in[k]) >= 0x1p-126 {
					break
				}
			}
		}
		fill(g, func(k int) uint32 { return math.Float32bits(float32(in[k])) })
		if err := runAll(p, g); err != nil {
			return err
		}
		for k, x := range in {
			exact, row := n.exact(x), g.Register(k/32)
			if got := float64(math.Float32frombits(row[k%32])); !n.allows(got, exact) {
				return fmt.Errorf("%s of %x is %x, and exactly %x", n.name, x, got, exact)
			}
		}
		if enough(block) {
			return nil
		}
	}
}

// allows says whether a result is near enough.
func (n *nearly) allows(got, exact float64) bool {
	if math.Abs(exact) < 0x1p-126 {
		return math.Abs(got) <= 0x1p-126
	}
	_, e := math.Frexp(exact)
	return math.Abs(got-exact) <= math.Ldexp(n.ulps+0x1p-20, e-24) // and what the exact one itself lacks
}

// binaryLogarithm is the logarithm to base 2. Around 1, where math.Log2 subtracts, it is the series of atanh.
//
//	ln x = 2 (z + z³/3 + z⁵/5 + …)     z = (x-1)/(x+1)
func binaryLogarithm(x float64) float64 {
	if x < 0.75 || x > 1.5 {
		return math.Log2(x)
	}
	z := (x - 1) / (x + 1)
	sum := 0.0
	for n := 41; n > 0; n -= 2 {
		sum = sum*z*z + 1/float64(n)
	}
	return 2 * z * sum / math.Ln2
}

// nearly is one of the functions with any operands: what the machine makes of the same number in 32 bits, which TestNearly has looked at.
func (g *plainGroup) nearly(i *plainInst, t int) *big.Int {
	p, ok := alone.Load(i.name)
	if !ok {
		p, _ = alone.LoadOrStore(i.name, assembled(i.name+" r1, r1"))
	}
	fast := groups.Get().(*machine.Group)
	defer groups.Put(fast)
	fast.SetRegister(1, machine.Row{uint32(single.bits(g.float(t, i.a), toEven))})
	if err := runAll(p.(*machine.Program), fast); err != nil {
		panic(err)
	}
	return i.rounded(single.real(uint64(fast.Register(1)[0])))
}

var (
	alone  sync.Map // programs of one instruction by its name
	groups = sync.Pool{New: func() any { return machine.NewGroup() }}
)

// TestSquareRoot is what rsqrt_special is for: x times it is the root, of zero and infinity too.
func TestSquareRoot(t *testing.T) {
	p := everyRegister("rsqrt_special r%, r%")
	for _, v := range []uint32{plusZero, minusZero, plusInfinity, 1, one, 0x40800000} {
		g := machine.NewGroup()
		g.SetRegister(3, machine.Row{v})
		if err := runAll(p, g); err != nil {
			t.Fatal(err)
		}
		x := float64(math.Float32frombits(v))
		if math.Abs(x) < 0x1p-126 {
			x = 0
		}
		if got := x * float64(math.Float32frombits(g.Register(3)[0])); got != math.Sqrt(x) {
			t.Errorf("rsqrt_special of %v gives the root %v", x, got)
		}
	}
}
