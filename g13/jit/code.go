package jit

import (
	"runtime"
	"unsafe"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/execmem"
)

// Code is machine code of a program. Any number of SIMD-groups may run it at the same time.
type Code struct {
	program *machine.Program
	blocks  []machine.Block
	entry   []uint32 // of each op that begins a block, where in the code
	length  []uint8  // and how many ops the block has
	exits   []exit
	pool    []constant // that the code reads; never empty
	windows int        // how many it keeps in the frame
	mapped  *execmem.Code
	pieces  []Piece
}

// A Piece is code of one instruction, or of what surrounds them all.
type Piece struct {
	Op   int // of the program; -1 for what is none's
	Name string
	Code []byte
}

// The names of pieces of no instruction.
const (
	Prologue = "prologue" // loads what is pinned
	Fuel     = "fuel"     // of a block
	GoOn     = "go on"    // behind a block that ends without a jump
	Full     = "full"     // groups, whose block follows once more
	Asides   = "asides"   // what is rare, and the ways out
	Epilogue = "epilogue" // stores what is pinned
)

// Pieces is the code in its order, which is all of it: what it shows is the code as it was written, before it was mapped.
func (c *Code) Pieces() []Piece { return c.pieces }

// Program is whose code it is.
func (c *Code) Program() *machine.Program { return c.program }

// Blocks are what was compiled.
func (c *Code) Blocks() []machine.Block { return c.blocks }

// Block is how many ops the block has that begins at an op, or 0.
func (c *Code) Block(op int) int { return int(c.length[op]) }

// Run runs the code from the block on that begins at f.At, until it comes to an op that is not compiled, or gives one up, or has too little fuel for a block.
func (c *Code) Run(f *machine.Frame) {
	f.Own[0] = uint64(uintptr(unsafe.Pointer(unsafe.SliceData(c.pool))))
	f.Own[1] = uint64(c.entry[f.At])
	f.Forget(c.windows)
	e := &c.exits[c.mapped.Call(unsafe.Pointer(f))]
	runtime.KeepAlive(c)
	f.At = e.at
	f.OnWay = append(f.OnWay, e.onWay...)
	e.late.correct(f)
	if e.block == noBlock || e.done <= 0 {
		return
	}
	block := c.blocks[e.block]
	if e.stays {
		for k := e.done; k < block.Len; k++ {
			f.Counts[block.First+k]--
		}
		f.Besides -= block.Len - e.done
		return
	}
	for k := range e.done {
		f.Counts[block.First+k]++
	}
	f.Besides += e.done
}

// Close gives the memory back. No run may be under way or follow.
func (c *Code) Close() error { return c.mapped.Close() }
