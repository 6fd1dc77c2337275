// Package lanescope asks Lanescope's quick for shuffles. It is copied into a copy of wazero.
package lanescope

import (
	"slices"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/quick"
	"github.com/lanescope/lanescope/target"
)

// Off says that shuffles are lowered as wazero does.
var Off bool

// What was done since somebody last set them to zero. Modules are compiled one after the other where they are counted.
var (
	Decided, Left int // shuffles that are ours, and that are lowered as before
	Instructions  int // of machine code
)

// A Backend is one for which quick decides.
type Backend struct {
	target  string
	options quick.Options
	most    int // instructions, loads of constants among them

	get func() *ready
}

// A ready backend has its rows compiled.
type ready struct {
	engine *quick.Engine
	rows   []*target.Row
	number map[*target.Row]int // of those that a backend can write
}

// AMD64 is what wazero needs of amd64. Its own way is two constants and three ops.
var AMD64 = newBackend("sse4.1", 5)

func newBackend(name string, most int) *Backend {
	b := &Backend{target: name, most: most, options: quick.Options{Weights: quick.Weights{Op: 1, Constant: 2, Copy: 1}, Constants: 2}}
	b.get = sync.OnceValue(func() *ready {
		t, _ := target.Find(name)
		r := &ready{engine: quick.New(t), number: map[*target.Row]int{}}
		for _, row := range t.RowsIn(target.Vectors) {
			operands := len(row.Src)
			if row.Index != nil {
				operands++
			}
			plain := row.Index == nil || !row.Index.Inline && !row.Index.Mask
			if plain && !row.Implicit() && !row.Consecutive && operands <= 3 {
				r.number[row] = len(r.rows)
				r.rows = append(r.rows, row)
			}
		}
		return r
	})
	return b
}

// Decide is the ops that pick the bytes of two vectors, the second's being numbered from 16 on, and which value is the result. It reports false where wazero's own way is as good.
func (b *Backend) Decide(lo, hi uint64, same bool) (ops []quick.Op, result int, ok bool) {
	if Off {
		return nil, 0, false
	}
	r := b.get()
	m := lane.Map{Bits: 8, Src: []int{16, 16}, Lane: make([]lane.Lane, 16)}
	for i := range 16 {
		s := int(lo>>(8*i)) & 31
		if i >= 8 {
			s = int(hi>>(8*(i-8))) & 31
		}
		if same {
			s &= 15
		}
		m.Lane[i] = lane.From(s/16, s%16)
	}
	q := programs.Get().(*quick.Program)
	defer programs.Put(q)
	if !r.engine.Decide(q, &m, b.options) || !r.writes(q.Ops(), b.most) {
		Left++
		return nil, 0, false
	}
	Decided++
	return q.Ops(), q.Result(), true
}

var programs = sync.Pool{New: func() any { return new(quick.Program) }}

// writes says whether a backend can write all ops, in not many instructions.
func (r *ready) writes(ops []quick.Op, most int) bool {
	n := len(ops)
	var constants []lane.Const
	for _, o := range ops {
		if _, ok := r.number[o.Row]; !ok {
			return false
		}
		if o.Row.Index != nil && !o.Made && !slices.Contains(constants, o.Const) {
			constants = append(constants, o.Const)
			n++
		}
	}
	return n <= most && len(constants) <= 2
}

// Number is a row's, for Code.
func (b *Backend) Number(r *target.Row) int { return b.get().number[r] }

// Words are the halves of a constant.
func Words(c lane.Const) (lo, hi uint64) {
	lo, _ = c.Slice(0, 64).Uint64()
	hi, _ = c.Slice(64, 64).Uint64()
	return lo, hi
}

// Code is the machine code of a row. The registers are its destination and the others that it reads, in their order.
func (b *Backend) Code(number, imm, d int, others ...int) []byte {
	r := b.get().rows[number]
	o := target.Operands{D: d, K: d, Imm: imm}
	if r.Destroys {
		o.Args = append(o.Args, d)
	}
	for _, x := range others {
		if len(o.Args) < len(r.Src) {
			o.Args = append(o.Args, x)
		} else if !r.Spends {
			o.K = x
		}
	}
	code, err := r.AppendCode(nil, &o)
	if err != nil {
		panic(err)
	}
	return code
}
