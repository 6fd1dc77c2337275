package rvv_test

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/rvv"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
)

// A trial is a call of an instruction, with the lanes that its operands have.
type trial struct {
	rvv.Call
	of   [][]uint64 // the lanes of each argument; of a number that counts, that
	old  []uint64   // what was in the destination
	mask []bool
}

// The second meaning of each instruction, lane by lane as the specification's loops have it: what lane i becomes, of lanes that stand in x, y and z.
var specified = map[string]func(t *trial, i int) uint64{
	"vslideup": func(t *trial, i int) uint64 {
		if uint64(i) < t.of[2][0] {
			return t.of[0][i]
		}
		return t.of[1][i-int(t.of[2][0])]
	},
	"vslidedown":  func(t *trial, i int) uint64 { return at(t.of[0], uint64(i)+t.of[1][0]) },
	"vslide1up":   func(t *trial, i int) uint64 { return ifThen(i == 0, t.of[1][0], at(t.of[0], uint64(i-1))) },
	"vslide1down": func(t *trial, i int) uint64 { return ifThen(i == t.Written-1, t.of[1][0], at(t.of[0], uint64(i+1))) },
	"vrgather":    func(t *trial, i int) uint64 { return at(t.of[0], t.of[1][i]) }, "vrgatherei16": func(t *trial, i int) uint64 { return at(t.of[0], t.of[1][i]) },
	"vmerge": func(t *trial, i int) uint64 { return ifThen(t.of[2][i] == 1, t.of[1][i], t.of[0][i]) },
	"vmv_v":  func(t *trial, i int) uint64 { return t.of[0][i] }, "vmv_s": func(t *trial, _ int) uint64 { return t.of[0][0] },
	"vid":       func(_ *trial, i int) uint64 { return uint64(i) },
	"vzext_vf2": func(t *trial, i int) uint64 { return t.of[0][i] }, "vzext_vf4": func(t *trial, i int) uint64 { return t.of[0][i] }, "vzext_vf8": func(t *trial, i int) uint64 { return t.of[0][i] }, "vwcvtu": func(t *trial, i int) uint64 { return t.of[0][i] },
	"vsext_vf2": func(t *trial, i int) uint64 { return signed(t.of[0][i], t.Bits/2) }, "vsext_vf4": func(t *trial, i int) uint64 { return signed(t.of[0][i], t.Bits/4) }, "vsext_vf8": func(t *trial, i int) uint64 { return signed(t.of[0][i], t.Bits/8) },
	"vwcvt": func(t *trial, i int) uint64 { return signed(t.of[0][i], t.Bits/2) }, "vncvt": func(t *trial, i int) uint64 { return t.of[0][i] },
	"vnsrl": func(t *trial, i int) uint64 { return t.of[0][i] >> (t.of[1][i] % uint64(2*t.Bits)) },
	"vnsra": func(t *trial, i int) uint64 {
		return uint64(int64(signed(t.of[0][i], 2*t.Bits)) >> (t.of[1][i] % uint64(2*t.Bits)))
	},
	"vwsll": func(t *trial, i int) uint64 { return t.of[0][i] << (t.of[1][i] % uint64(t.Bits)) },
	"vsll":  func(t *trial, i int) uint64 { return t.of[0][i] << (t.of[1][i] % uint64(t.Bits)) },
	"vsrl":  func(t *trial, i int) uint64 { return t.of[0][i] >> (t.of[1][i] % uint64(t.Bits)) },
	"vsra": func(t *trial, i int) uint64 {
		return uint64(int64(signed(t.of[0][i], t.Bits)) >> (t.of[1][i] % uint64(t.Bits)))
	},
	"vrol": func(t *trial, i int) uint64 { return rotated(t.of[0][i], t.of[1][i], t.Bits) },
	"vror": func(t *trial, i int) uint64 {
		return rotated(t.of[0][i], uint64(t.Bits)-t.of[1][i]%uint64(t.Bits), t.Bits)
	},
	"vrev8": func(t *trial, i int) uint64 { return bits.ReverseBytes64(t.of[0][i]) >> (64 - t.Bits) },
	"vbrev": func(t *trial, i int) uint64 { return bits.Reverse64(t.of[0][i]) >> (64 - t.Bits) }, "vbrev8": func(t *trial, i int) uint64 { return bits.ReverseBytes64(bits.Reverse64(t.of[0][i])) },
	"vand": func(t *trial, i int) uint64 { return t.of[0][i] & t.of[1][i] }, "vor": func(t *trial, i int) uint64 { return t.of[0][i] | t.of[1][i] }, "vxor": func(t *trial, i int) uint64 { return t.of[0][i] ^ t.of[1][i] }, "vandn": func(t *trial, i int) uint64 { return t.of[0][i] &^ t.of[1][i] },
	"vwaddu_wv": func(t *trial, i int) uint64 { return t.of[0][i] + t.of[1][i] },
	"vadd":      func(t *trial, i int) uint64 { return t.of[0][i] + t.of[1][i] }, "vsub": func(t *trial, i int) uint64 { return t.of[0][i] - t.of[1][i] }, "vrsub": func(t *trial, i int) uint64 { return t.of[1][i] - t.of[0][i] }, "vmul": func(t *trial, i int) uint64 { return t.of[0][i] * t.of[1][i] },
	"vminu": func(t *trial, i int) uint64 { return ifThen(t.of[0][i] < t.of[1][i], t.of[0][i], t.of[1][i]) }, "vmaxu": func(t *trial, i int) uint64 { return ifThen(t.of[0][i] < t.of[1][i], t.of[1][i], t.of[0][i]) },
	"vmin": func(t *trial, i int) uint64 { return ifThen(t.less(i), t.of[0][i], t.of[1][i]) }, "vmax": func(t *trial, i int) uint64 { return ifThen(t.less(i), t.of[1][i], t.of[0][i]) },
	"vdivu": func(t *trial, i int) uint64 {
		return ifThen(t.of[1][i] == 0, ^uint64(0), t.of[0][i]/max(t.of[1][i], 1))
	}, "vremu": func(t *trial, i int) uint64 {
		return ifThen(t.of[1][i] == 0, t.of[0][i], t.of[0][i]%max(t.of[1][i], 1))
	},
	"vnot": func(t *trial, i int) uint64 { return ^t.of[0][i] }, "vneg": func(t *trial, i int) uint64 { return -t.of[0][i] },
	"vmacc": func(t *trial, i int) uint64 { return t.of[0][i] + t.of[1][i]*t.of[2][i] }, "vnmsac": func(t *trial, i int) uint64 { return t.of[0][i] - t.of[1][i]*t.of[2][i] },
	"vmadd": func(t *trial, i int) uint64 { return t.of[0][i]*t.of[1][i] + t.of[2][i] }, "vnmsub": func(t *trial, i int) uint64 { return t.of[2][i] - t.of[0][i]*t.of[1][i] },
	"vmseq": func(t *trial, i int) uint64 { return one(t.of[0][i] == t.of[1][i]) }, "vmsne": func(t *trial, i int) uint64 { return one(t.of[0][i] != t.of[1][i]) },
	"vmsltu": func(t *trial, i int) uint64 { return one(t.of[0][i] < t.of[1][i]) }, "vmsleu": func(t *trial, i int) uint64 { return one(t.of[0][i] <= t.of[1][i]) }, "vmsgtu": func(t *trial, i int) uint64 { return one(t.of[0][i] > t.of[1][i]) }, "vmsgeu": func(t *trial, i int) uint64 { return one(t.of[0][i] >= t.of[1][i]) },
	"vmslt": func(t *trial, i int) uint64 { return one(t.less(i)) }, "vmsge": func(t *trial, i int) uint64 { return one(!t.less(i)) }, "vmsle": func(t *trial, i int) uint64 { return one(t.less(i) || t.of[0][i] == t.of[1][i]) }, "vmsgt": func(t *trial, i int) uint64 { return one(!t.less(i) && t.of[0][i] != t.of[1][i]) },
	"vmand": func(t *trial, i int) uint64 { return t.of[0][i] & t.of[1][i] }, "vmor": func(t *trial, i int) uint64 { return t.of[0][i] | t.of[1][i] }, "vmxor": func(t *trial, i int) uint64 { return t.of[0][i] ^ t.of[1][i] }, "vmnand": func(t *trial, i int) uint64 { return 1 &^ (t.of[0][i] & t.of[1][i]) }, "vmnor": func(t *trial, i int) uint64 { return 1 &^ (t.of[0][i] | t.of[1][i]) },
	"vmxnor": func(t *trial, i int) uint64 { return 1 ^ t.of[0][i] ^ t.of[1][i] }, "vmandn": func(t *trial, i int) uint64 { return t.of[0][i] &^ t.of[1][i] }, "vmorn": func(t *trial, i int) uint64 { return t.of[0][i] | 1&^t.of[1][i] },
	"vmnot": func(t *trial, i int) uint64 { return 1 &^ t.of[0][i] }, "vmmv": func(t *trial, i int) uint64 { return t.of[0][i] }, "vmset": func(*trial, int) uint64 { return 1 }, "vmclr": func(*trial, int) uint64 { return 0 },
}

// whole are instructions that are not lane by lane: vcompress, and the sum of two.
var whole = map[string]bool{"vcompress": true, "vwaddu": true, "vwmaccu": true}

func at(x []uint64, i uint64) uint64 {
	if i >= uint64(len(x)) {
		return 0
	}
	return x[i]
}

func ifThen(is bool, x, y uint64) uint64 {
	if is {
		return x
	}
	return y
}

func one(is bool) uint64 { return ifThen(is, 1, 0) }

func signed(v uint64, n int) uint64 { return uint64(int64(v<<(64-n)) >> (64 - n)) }

func rotated(v, by uint64, n int) uint64 {
	by %= uint64(n)
	return v<<by | v>>(uint64(n)-by)
}

func (t *trial) less(i int) bool {
	return int64(signed(t.of[0][i], t.Bits)) < int64(signed(t.of[1][i], t.Bits))
}

// Each instruction does, for vectors of all lengths, lanes that are written, masks and what stays, what its loop says: of operands that are not known where it moves, and of constants.
func TestInstructions(t *testing.T) {
	rng := chance.Random(t, 66)
	moved, computed := map[string]int{}, map[string]int{}
	for _, name := range rvv.Names() {
		if whole[name] {
			continue
		}
		if specified[name] == nil {
			t.Errorf("nobody says what %s does", name)
			continue
		}
		for tries, left := 0, 120; left > 0 && tries < 2000; tries++ { // of some there is one width of lanes alone
			c := newTrial(rng, name)
			if c == nil {
				continue
			}
			left--
			switch c.tried(t, rng, rng.IntN(2) == 0) {
			case 1:
				moved[name]++
			case 2:
				computed[name]++
			}
		}
		if moved[name]+computed[name] < 20 {
			t.Errorf("%s was seen only %d times to move and %d times of constants", name, moved[name], computed[name])
		}
	}
	for _, name := range strings.Fields("vslideup vslidedown vslide1up vslide1down vrgather vrgatherei16 vmerge vmv_v vmv_s vzext_vf2 vzext_vf4 vzext_vf8 vwcvtu vncvt vnsrl vwsll vsll vsrl vrol vror vrev8 vbrev vbrev8 vand vor vxor vandn") {
		if moved[name] < 10 {
			t.Errorf("%s was seen only %d times to move", name, moved[name])
		}
	}
}

// newTrial is an instruction in a mode by chance; nil where there are no such lanes.
func newTrial(rng *rand.Rand, name string) *trial {
	i, _ := rvv.Find(name)
	c := &trial{}
	c.Name, c.Bits, c.Lanes = name, 8<<rng.IntN(4), 1<<rng.IntN(6)
	c.Written = rng.IntN(c.Lanes + 1)
	if rng.IntN(2) == 0 {
		c.Written = c.Lanes
	}
	if !i.MakesMask() {
		c.Tail, c.Off = rng.IntN(2) == 0, rng.IntN(2) == 0
	}
	c.old = lanes(rng, c.Lanes, c.Bits)
	for _, a := range i.Args {
		w := a.Width(c.Bits)
		if w < 8 || w > 64 {
			return nil
		}
		var of []uint64
		switch a.Kind {
		case rvv.Count:
			of = []uint64{rng.Uint64N(uint64(c.Lanes + 2))}
		case rvv.Mask:
			of = lanes(rng, c.Lanes, 1)
		case rvv.Scalar:
			of = repeated(lanes(rng, 1, w)[0], c.Lanes)
		case rvv.Indices:
			for range c.Lanes {
				of = append(of, rng.Uint64N(uint64(c.Lanes+2)))
			}
		default:
			of = lanes(rng, c.Lanes, w)
			if below := rng.IntN(3) * 4; below < 8 { // what shifts little, or divides by zero, and zeros alone
				for k := range of {
					of[k] = uint64(rng.IntN(max(below, 1)))
				}
			}
		}
		c.of = append(c.of, of)
	}
	if i.Into {
		c.old = c.of[0]
	}
	if !i.MakesMask() && rng.IntN(2) == 0 {
		for _, b := range lanes(rng, c.Lanes, 1) {
			c.mask = append(c.mask, b == 1)
		}
	}
	return c
}

func lanes(rng *rand.Rand, n, bits int) (all []uint64) {
	for range n {
		all = append(all, rng.Uint64()>>(64-bits))
	}
	return all
}

func repeated(v uint64, n int) (all []uint64) {
	for range n {
		all = append(all, v)
	}
	return all
}

// constants are lanes as a value of which all is known.
func constants(x []uint64, bits int) lane.Map {
	m := lane.Map{Bits: bits}
	for _, v := range x {
		m.Lane = append(m.Lane, lane.Fixed(lane.ConstOf(v).Slice(0, bits)))
	}
	return m
}

// packed are lanes of so many bits one behind another, in whole bytes.
func packed(x []uint64, bits int) []byte {
	b := make([]byte, (len(x)*bits+7)/8)
	for i, v := range x {
		if bits < 8 {
			b[i*bits/8] |= byte(v << (i * bits % 8))
			continue
		}
		var le [8]byte
		binary.LittleEndian.PutUint64(le[:], v)
		copy(b[i*bits/8:], le[:bits/8])
	}
	return b
}

// tried executes it, with vectors that are inputs or constants, and compares: 0 is no movement, 1 one of inputs, 2 one of constants.
func (c *trial) tried(t *testing.T, rng *rand.Rand, inputs bool) int {
	t.Helper()
	p := &program.Values{Named: map[string]lane.Map{}}
	m := rvv.Machine{Values: p, VLEN: 2048}
	i, _ := rvv.Find(c.Name)
	var data [][]byte
	input := func(x []uint64, bits int) lane.Map {
		one := make([]lane.Map, 1)
		if err := p.Argument(&one[0], string(rune('a'+len(data))), len(x)*bits, 8); err != nil {
			t.Fatal(err)
		}
		data = append(data, packed(x, bits))
		return one[0]
	}
	for k, a := range i.Args {
		w := a.Width(c.Bits)
		switch {
		case a.Kind == rvv.Count:
			c.Args = append(c.Args, rvv.Operand{Number: int(c.of[k][0])})
		case a.Kind == rvv.Mask:
			c.Args = append(c.Args, rvv.Operand{Map: constants(c.of[k], 1)})
		case inputs && (a.Kind == rvv.Vector || a.Kind == rvv.Either && (k == 0 || c.Name == "vmerge")):
			c.Args = append(c.Args, rvv.Operand{Map: input(c.of[k], w)})
		default:
			c.Args = append(c.Args, rvv.Operand{Map: constants(c.of[k], w)})
		}
	}
	if c.mask != nil {
		var list []uint64
		for _, b := range c.mask {
			list = append(list, one(b))
		}
		mask := constants(list, 1)
		c.Mask = &mask
	}
	c.Old = func() (lane.Map, error) { return input(c.old, c.Bits), nil }
	got, err := m.Do(c.Call)
	if err != nil {
		if !inputs {
			t.Errorf("%s of constants: %v, of %+v", c.Name, err, c.Call)
		}
		return 0
	}
	level := []lane.Map{got}
	if err := p.Level(level); err != nil {
		t.Fatal(err)
	}
	if err := level[0].Check(); err != nil {
		t.Fatalf("%s is %v: %v", c.Name, got, err)
	}
	c.compare(t, level[0], p.Inputs, data, i.MakesMask())
	if inputs {
		return 1
	}
	return 2
}

// compare holds a map against the loops.
func (c *trial) compare(t *testing.T, got lane.Map, names []string, data [][]byte, makesMask bool) {
	t.Helper()
	width := c.Bits
	if makesMask {
		width = 1
	}
	written := c.Written
	if c.Name == "vmv_s" {
		written = min(written, 1)
	}
	narrow, err := got.Regroup(1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Lanes {
		want, known := uint64(0), true
		active := c.mask == nil || c.mask[i]
		switch {
		case i < written && active:
			want = specified[c.Name](c, i)
		case i < written && c.Off, i >= written && c.Tail:
			want = c.old[i]
		default:
			known = false
		}
		for b := range width {
			l, bit := narrow.Lane[i*width+b], want>>b&1
			have := uint64(0)
			switch l.Kind {
			case lane.Undefined:
				if known {
					t.Fatalf("%s: bit %d of lane %d is undefined, want %d of %+v", c.Name, b, i, bit, c)
				}
				continue
			case lane.Constant:
				have = one(!l.Const.IsZero())
			case lane.Source:
				k := int(names[l.Src][0]) - 'a'
				if k < 0 { // a copy of a sign, which is computed
					continue
				}
				have = uint64(data[k][l.Index/8] >> (l.Index % 8) & 1)
			}
			if !known {
				t.Fatalf("%s: bit %d of lane %d is %v, and may be anything: %+v", c.Name, b, i, l, c)
			}
			if have != bit {
				t.Fatalf("%s: bit %d of lane %d is %d, want %d: %v of %+v", c.Name, b, i, have, bit, got, c)
			}
		}
	}
}

// Lanes that a mask chooses come together at the lower end, and those behind them are as behind the last.
func TestCompress(t *testing.T) {
	rng := chance.Random(t, 67)
	for range 300 {
		n := 1 << rng.IntN(6)
		mask, written, tail := lanes(rng, n, 1), rng.IntN(n+1), rng.IntN(2) == 0
		p := &program.Values{Named: map[string]lane.Map{}}
		args, err := p.Arguments([]string{"x", "old"}, []int{16 * n, 16 * n}, 16)
		if err != nil {
			t.Fatal(err)
		}
		m := rvv.Machine{Values: p, VLEN: 2048}
		got, err := m.Do(rvv.Call{Name: "vcompress", Bits: 16, Lanes: n, Written: written, Tail: tail, Args: []rvv.Operand{{Map: args[0]}, {Map: constants(mask, 1)}}, Old: func() (lane.Map, error) { return args[1], nil }})
		if err != nil {
			t.Fatal(err)
		}
		want := lane.Map{Bits: 16, Src: got.Src}
		for i, b := range mask[:written] {
			if b == 1 {
				want.Lane = append(want.Lane, lane.From(0, i))
			}
		}
		for i := len(want.Lane); i < n; i++ {
			l := lane.Lane{}
			if tail {
				l = lane.From(1, i)
			}
			want.Lane = append(want.Lane, l)
		}
		if v, err := lane.Compare(got, want); err != nil || v.Relation != lane.Equal {
			t.Errorf("%v of %v is %v, want %v (%v)", mask, written, got, want, err)
		}
	}
}
