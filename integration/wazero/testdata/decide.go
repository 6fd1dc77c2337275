// Package lanescope asks Lanescope for shuffles. It is copied into a copy of wazero.
package lanescope

import (
	"sync"

	"github.com/lanescope/lanescope/lower/i8x16"
)

// Off says that shuffles are lowered as wazero does.
var Off bool

// What was done since somebody last set them to zero. Modules are compiled one after the other where they are counted.
var (
	Decided, Left int // shuffles that are ours, and that are lowered as before
	Instructions  int // of machine code
)

// The engines of wazero's backends, each made when a shuffle is first met. A constant costs two instructions: on amd64 it is loaded from memory; on arm64 it stands among the code, and a jump leads around it.
var (
	AMD64 = sync.OnceValue(func() *i8x16.Engine { return i8x16.New(i8x16.SSE41) })
	ARM64 = sync.OnceValue(func() *i8x16.Engine { return i8x16.New(i8x16.NEON) })
)

const constant = 2

// Decide is what picks the bytes of two vectors, the second's being numbered from 16 on. It reports false where that is what wazero does: on amd64 two shuffles and an or, on arm64 a table of two registers.
func Decide(engine func() *i8x16.Engine, p *i8x16.Program, lo, hi uint64, same bool) bool {
	if Off {
		return false
	}
	var selectors [16]uint8
	for i := range 8 {
		selectors[i], selectors[i+8] = uint8(lo>>(8*i))&31, uint8(hi>>(8*i))&31
	}
	if same {
		for i := range selectors {
			selectors[i] &= 15
		}
	}
	if !engine().Decide(p, &selectors, constant) || theirs(p) {
		Left++
		return false
	}
	Decided++
	return true
}

// theirs says whether a program is wazero's own way.
func theirs(p *i8x16.Program) bool {
	k := len(p.Constants())
	return k == 2 || k == 1 && p.Ops()[0].Row.Arguments() == 2 && p.Ops()[0].Row.Constant()
}

// Words are the halves of a constant.
func Words(c [16]byte) (lo, hi uint64) {
	for i := range 8 {
		lo, hi = lo|uint64(c[i])<<(8*i), hi|uint64(c[i+8])<<(8*i)
	}
	return lo, hi
}
