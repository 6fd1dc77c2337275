package lower_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// A plainWord is what each bit of a general register is: 64·source + bit, or one of the following. It is written without the rows' maps.
type plainWord [64]int

const (
	plainZeroBit    = -1
	plainOneBit     = -2
	plainUnknownBit = -3
)

func plainSource(k int) (w plainWord) {
	for i := range w {
		w[i] = 64*k + i
	}
	return w
}

func plainConstant(v uint64) (w plainWord) {
	for i := range w {
		w[i] = plainZeroBit - int(v>>i&1)
	}
	return w
}

// plainOp is what an instruction does, by its name, as the manuals have it: in loops over bits.
func plainOp(name string, bits, n int, k plainWord, x ...plainWord) (plainWord, error) {
	r := plainConstant(0)
	set := func(i int) bool { return k[i] == plainOneBit }
	next := 0
	for i := range bits {
		var c int
		switch name {
		case "shl":
			if c = plainZeroBit; i >= n {
				c = x[0][i-n]
			}
		case "shr":
			if c = plainZeroBit; i+n < bits {
				c = x[0][i+n]
			}
		case "rol":
			c = x[0][(i-n+bits)%bits]
		case "rorx":
			c = x[0][(i+n)%bits]
		case "shld":
			if c = x[0][(i-n+bits)%bits]; i < n {
				c = x[1][bits-n+i]
			}
		case "shrd":
			if c = x[0][(i+n)%bits]; i+n >= bits {
				c = x[1][i+n-bits]
			}
		case "btr", "bts":
			if c = x[0][i]; i == n {
				c = map[string]int{"btr": plainZeroBit, "bts": plainOneBit}[name]
			}
		case "bswap":
			c = x[0][(bits/8-1-i/8)*8+i%8]
		case "mov":
			c = x[0][i]
		case "movzx":
			if c = plainZeroBit; i < n {
				c = x[0][i]
			}
		case "xor":
			c = plainZeroBit
		case "pext":
			if set(i) {
				r[next] = x[0][i]
				next++
			}
			continue
		case "pdep":
			if c = plainZeroBit; set(i) {
				c = x[0][next]
				next++
			}
		case "and":
			c = plainAnd(x[0][i], k[i])
		case "andn":
			if c = plainAnd(plainNot(k[i]), x[0][i]); k[i] == x[0][i] && k[i] >= 0 {
				c = plainZeroBit
			}
		case "or":
			c = plainNot(plainAnd(plainNot(x[0][i]), plainNot(k[i])))
			if x[0][i] == plainZeroBit {
				c = k[i]
			} else if k[i] == plainZeroBit || x[0][i] == k[i] {
				c = x[0][i]
			}
		default:
			return r, fmt.Errorf("there is no instruction %s", name)
		}
		r[i] = c
	}
	return r, nil
}

func plainNot(x int) int {
	switch x {
	case plainZeroBit:
		return plainOneBit
	case plainOneBit:
		return plainZeroBit
	}
	return plainUnknownBit
}

func plainAnd(x, y int) int {
	switch {
	case x == plainZeroBit || y == plainZeroBit:
		return plainZeroBit
	case x == plainOneBit || x == y:
		return y
	case y == plainOneBit:
		return x
	}
	return plainUnknownBit
}

// plainCount is the number that the text of an instruction has for its immediate, or the bits that it reads if it reads fewer than it writes.
func plainCount(o *lower.Op) int {
	if len(o.Row.Src) > 0 && o.Row.Src[0] < o.Row.Bits {
		return o.Row.Src[0]
	}
	if o.Row.Imm != nil {
		return o.Imm + o.Row.Imm.First
	}
	return 0
}

// plainMap is what a sequence makes of its inputs.
func plainMap(s *lower.Sequence) (plainWord, error) {
	var values []plainWord
	for _, in := range s.Inputs {
		values = append(values, plainSource(in.Source))
	}
	for i := range s.Code {
		o := &s.Code[i]
		v, err := plainResult(o, values)
		if err != nil {
			return v, err
		}
		values = append(values, v)
	}
	return values[s.Result], nil
}

// plainResult is what an op makes of the values so far.
func plainResult(o *lower.Op, values []plainWord) (plainWord, error) {
	var x []plainWord
	for _, a := range o.Args {
		x = append(x, values[a])
	}
	var k plainWord
	switch {
	case o.Row.Index != nil:
		v, _ := o.Const.Uint64()
		k = plainConstant(v)
	case len(x) == 2 && (o.Row.Name == "and" || o.Row.Name == "or"):
		k = x[1]
	case o.Row.Name == "andn":
		k, x = x[0], x[1:]
	}
	if len(x) == 0 && o.Row.Index != nil {
		return k, nil // it is loaded
	}
	return plainOp(o.Row.Name, o.Row.Bits, plainCount(o), k, x...)
}

// laneMap is the word as a map of one-bit lanes of so many sources.
func (w *plainWord) laneMap(sources int) lane.Map {
	m := lane.Map{Bits: 1, Src: make([]int, sources), Lane: make([]lane.Lane, 64)}
	for k := range m.Src {
		m.Src[k] = 64
	}
	for i, c := range w {
		switch c {
		case plainUnknownBit:
		case plainZeroBit:
			m.Lane[i] = lane.Zero()
		case plainOneBit:
			m.Lane[i] = lane.Fixed(lane.ConstOf(1))
		default:
			m.Lane[i] = lane.From(c/64, c%64)
		}
	}
	return m
}

// plainDiffers is the first bit that a map of one-bit lanes wants otherwise, or -1.
func (w *plainWord) differs(m lane.Map) int {
	for i, l := range m.Lane {
		switch {
		case l.Kind == lane.Undefined:
		case l.Kind == lane.Source && w[i] == 64*l.Src+l.Index:
		case l == lane.Zero() && w[i] == plainZeroBit:
		case l == lane.Fixed(lane.ConstOf(1)) && w[i] == plainOneBit:
		default:
			return i
		}
	}
	return -1
}

// randomConstant is a constant as masks are: anything, few bits, most, a run, one of every field.
func randomConstant(random *rand.Rand) uint64 {
	switch v := random.Uint64(); random.IntN(8) {
	case 0:
		return v
	case 1:
		return v & random.Uint64() & random.Uint64()
	case 2:
		return v | random.Uint64()
	case 3:
		return (uint64(1)<<random.IntN(64) - 1) << random.IntN(64)
	case 4:
		return ^uint64(0) / (1<<(2<<random.IntN(5)) - 1) * (v & 0xf)
	case 5:
		return v >> 34
	case 6:
		return v >> 34 << 4
	default:
		return v | 0xffffffff80000000
	}
}

// randomGeneralOp is any row of general registers of any of the values.
func randomGeneralOp(random *rand.Rand, t *target.Target, values int) lower.Op {
	rows := t.RowsIn(target.General)
	o := lower.Op{Row: rows[random.IntN(len(rows))]}
	switch {
	case o.Row.Imm != nil:
		o.Imm = random.IntN(o.Row.Imm.Values)
	case o.Row.Index != nil && o.Row.Index.Inline && o.Row.Bits == 64:
		o.Const = lane.ConstOf(uint64(int64(int32(randomConstant(random)))))
	case o.Row.Index != nil && o.Row.Bits == 32:
		o.Const = lane.ConstOf(randomConstant(random) & 0xffffffff)
	case o.Row.Index != nil:
		o.Const = lane.ConstOf(randomConstant(random))
	}
	for range o.Row.Src {
		o.Args = append(o.Args, lower.Arg(random.IntN(values)))
	}
	return o
}
