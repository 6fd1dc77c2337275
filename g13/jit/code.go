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
	begins  []beginning // of each op
	exits   []exit
	late    []lates    // registers that are late at exits; the first are none
	onWay   []int      // clean loads that are on their way at exits, in their order
	pool    []constant // that the code reads; never empty
	windows int        // how many it keeps in the frame
	mapped  *execmem.Code
	marks   []mark
}

// A beginning is where in the code a block begins, and how many ops it has; 0 if none begins there.
type beginning struct {
	at     uint32
	length uint8
}

// A mark is the end of a piece of code, and of which op it is; or of none, whose name is then that of its complement.
type mark struct{ end, op int32 }

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

// What a mark has instead of an op.
const (
	ofPrologue = ^iota
	ofFuel
	ofGoOn
	ofFull
	ofAsides
	ofEpilogue
)

var pieceNames = [...]string{^ofPrologue: Prologue, ^ofFuel: Fuel, ^ofGoOn: GoOn, ^ofFull: Full, ^ofAsides: Asides, ^ofEpilogue: Epilogue}

// Pieces is the code in its order, which is all of it. They are the mapped code itself, and nothing behind Close.
func (c *Code) Pieces() []Piece {
	code := c.mapped.Bytes()
	if code == nil {
		return nil
	}
	all, from := make([]Piece, 0, len(c.marks)), int32(0)
	for _, m := range c.marks {
		p := Piece{Op: int(m.op), Code: code[from:m.end:m.end]}
		if p.Op < 0 {
			p.Op, p.Name = noOp, pieceNames[^m.op]
		}
		all = append(all, p)
		from = m.end
	}
	return all
}

// Program is whose code it is.
func (c *Code) Program() *machine.Program { return c.program }

// Blocks are what was compiled.
func (c *Code) Blocks() []machine.Block { return c.blocks }

// Block is how many ops the block has that begins at an op, or 0.
func (c *Code) Block(op int) int { return int(c.begins[op].length) }

// Run runs the code from the block on that begins at f.At, until it comes to an op that is not compiled, or gives one up, or has too little fuel for a block.
func (c *Code) Run(f *machine.Frame) {
	f.Own[0] = uint64(uintptr(unsafe.Pointer(unsafe.SliceData(c.pool))))
	f.Own[1] = uint64(c.begins[f.At].at)
	f.Forget(c.windows)
	e := &c.exits[c.mapped.Call(unsafe.Pointer(f))]
	runtime.KeepAlive(c)
	f.At = int(e.at)
	if e.block == noBlock {
		return
	}
	c.leave(f, e)
}

// leave counts what was done of the block that has been left in its midst: its fuel was paid, and it counts as gone through. If most of it has been, what has not is taken off; otherwise what
// has been done is counted by itself.
func (c *Code) leave(f *machine.Frame, e *exit) {
	block := c.blocks[e.block]
	first, done := block.First, int(e.done)
	entered := &unsafe.Slice(f.Entered, len(c.blocks))[e.block]
	if done == noFuel {
		f.Left += block.Len
		if e.full {
			*entered--
		}
		return
	}
	f.OnWay = append(f.OnWay, c.onWay[e.onWay:e.onWayEnd]...)
	c.late[e.late].correct(f)
	f.Left += block.Len - done
	if 2*done > block.Len {
		for k := done; k < block.Len; k++ {
			f.Counts[first+k]--
		}
		f.Besides -= block.Len - done
		return
	}
	*entered--
	for k := range done {
		f.Counts[first+k]++
	}
	f.Besides += done
}

// Close gives the memory back. No run may be under way or follow.
func (c *Code) Close() error { return c.mapped.Close() }
