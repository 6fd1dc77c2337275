package jit

import (
	"errors"
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
	any     routine     // for any SIMD-group
	full    *fullCode   // for those that are full; nil if there can be none
}

// A routine is machine code that is called, and what is known of the ways out of it.
type routine struct {
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
	Full     = "full"     // the prologue of code for groups that are, where the block follows once more
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

// Pieces is the code in its order, which is all of it: also what no run has needed yet. They are the mapped code itself, and nothing behind Close.
func (c *Code) Pieces() []Piece {
	all := c.any.appendPieces(nil)
	if len(all) > 0 && c.full != nil {
		if full := c.full.of(c.program); full != nil {
			all = full.appendPieces(all)
		}
	}
	return all
}

func (r *routine) appendPieces(all []Piece) []Piece {
	code := r.mapped.Bytes()
	if code == nil {
		return all
	}
	from := int32(0)
	for _, m := range r.marks {
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
	r := &c.any
	if c.full != nil && isFull(f) {
		if full := c.full.of(c.program); full != nil {
			r = full
		}
	}
	f.Own[0] = uint64(uintptr(unsafe.Pointer(unsafe.SliceData(r.pool))))
	f.Own[1] = uint64(c.begins[f.At].at)
	f.Forget(r.windows)
	e := &r.exits[r.mapped.Call(unsafe.Pointer(f))]
	runtime.KeepAlive(c)
	f.At = int(e.at)
	if e.block == noBlock {
		return
	}
	f.OnWay = append(f.OnWay, r.onWay[e.onWay:e.onWayEnd]...)
	r.late[e.late].correct(f)
	c.leave(f, e, r != &c.any)
}

// leave counts what was done of the block that has been left in its midst: its fuel was paid, and it counts as gone through. If most of it has been, what has not is taken off; otherwise what
// has been done is counted by itself.
func (c *Code) leave(f *machine.Frame, e *exit, full bool) {
	block := c.blocks[e.block]
	first, done := block.First, int(e.done)
	entered := &unsafe.Slice(f.Entered, len(c.blocks))[e.block]
	if done == noFuel {
		f.Left += block.Len
		if full {
			*entered--
		}
		return
	}
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
func (c *Code) Close() error {
	err := c.any.mapped.Close()
	if c.full != nil {
		err = errors.Join(err, c.full.close())
	}
	return err
}
