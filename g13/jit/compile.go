package jit

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"unsafe"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/x86"
)

// ErrUnsupported is the error of Compile where such code cannot be run.
var ErrUnsupported = errors.New("machine code for the G13 needs a CPU with AVX-512")

// maxOps bounds the programs that are compiled.
const maxOps = 1 << 16

// maxBlock bounds a block: a run that has less fuel left than a block needs is the reference's.
const maxBlock = 64

// A compiler makes the code of a program. It goes through it twice: first to see what can be compiled, and how often it needs which row; then, with rows pinned, to write the code.
type compiler struct {
	assembler
	program   *machine.Program
	ops       []machine.Op
	transfers []machine.Transfer // of ops
	forms     []*form            // that have been met
	natives   *[g13.NumForms]func(c *compiler)
	args      []g13.Arg // of all ops, one behind the other
	argsAt    []int32   // of each op, where they begin
	able      []bool    // of each op, whether it can be compiled
	leads     []bool    // whether a block begins there
	blocks    []machine.Block

	weights []int32                 // of each op, by how many loops it is in
	uses    numbers                 // of each place, how much it matters
	places  []place                 // those that do; then those that are pinned
	pins    numbers                 // of each that is pinned, to which zmm
	dirty   [machine.Registers]bool // registers that the code writes

	all     machine.RegisterSet // that the program writes
	special [256]bool           // registers that it reads

	at     int // the op that is compiled
	block  int // in which block, and the how manyth it is there
	done   int
	inst   g13.Inst
	form   *form
	unable bool // it cannot be

	loads []begun // that are on their way: the last of those below, or were that
	begun []begun
	known bool // nothing else is

	joins   bool // the mask is made behind the next while
	narrows bool // a comparison is under the masks of those that are awake, and leaves them
	owes    bool // the program has code behind which counts are owed
	owed    bool // they may be, here

	leading int                   // 1 + the row whose offset the leader is; 0 if nobody's
	surely  bool                  // its lanes are in a row
	reached [machine.Windows]bool // in which windows all of that row is
	windows []window              // that the frame keeps

	late lates // registers that may be no numbers of another kind

	full    bool      // code for full SIMD-groups is what is compiled
	follow  following // of that
	implied int       // there, 1 + the register that is not written: it has where the threads are; 0 if there is none

	marks      []mark   // what has been written
	labels     []int    // where in the code they are: first those of each op that begins a block
	out        int      // the label of the epilogue
	asides     []aside  // code that stands apart
	searches   []search // what is called
	loops      []loop
	stubs      []int // the labels of the ways out
	exits      []exit
	lates      []lates   // of exits
	unwrittens []recents // of exits
	onWays     []int     // of exits
}

// A place is what can be pinned: a row, or a number.
type place struct {
	number bool
	index  int
}

// An exit is a way out: to the op at, after so many ops of a block that was not gone through to its end.
type exit struct {
	at, block, done int32
	onWay, onWayEnd int32 // clean loads that are, among those of all exits
	late            int32 // registers that are, among those of all exits
	unwritten       int32 // registers that are, likewise
	implied         int32 // of a full SIMD-group, 1 + the register that is; or 0
}

const (
	noBlock = -1 // the way leads from one block to an op that is in none
	noFuel  = -1 // and this one from the beginning of a block, for which there is too little fuel
)

// Compile makes machine code of those instructions of a program that it can. Close it when nothing runs it any more.
func Compile(p *machine.Program) (*Code, error) {
	if err := supported(); err != nil {
		return nil, err
	}
	c := compilers.Get().(*compiler)
	defer c.release()
	if err := c.prepare(p); err != nil {
		return nil, err
	}
	return c.write()
}

// prepare does all that comes before the code is written.
func (c *compiler) prepare(p *machine.Program) error {
	c.program, c.natives = p, natives()
	c.ops, c.transfers = p.AppendOps(c.ops, c.transfers)
	if len(c.ops) > maxOps {
		return fmt.Errorf("the program has %d instructions; at most %d are compiled", len(c.ops), maxOps)
	}
	c.survey()
	c.weigh()
	c.probe()
	c.divide()
	c.pin()
	return nil
}

// compilers are those that are not at work. What one has had room for serves the next program.
var compilers = sync.Pool{New: func() any { return &compiler{forms: make([]*form, g13.NumForms)} }}

// mostKept bounds the code whose compiler is kept.
const mostKept = 1 << 20

// release forgets the program, and keeps the room.
func (c *compiler) release() {
	if cap(c.code) > mostKept {
		return
	}
	clear(c.asides)
	clear(c.transfers)
	kept := compiler{
		assembler: assembler{code: c.code[:0], constants: c.constants, jumps: c.jumps[:0]},
		forms:     c.forms, ops: c.ops[:0], transfers: c.transfers[:0],
		able: c.able[:0], blocks: c.blocks[:0], leads: c.leads[:0], weights: c.weights[:0], uses: c.uses, pins: c.pins, places: c.places[:0], args: c.args[:0], argsAt: c.argsAt[:0],
		begun: c.begun[:0], follow: following{first: c.follow.first[:0], ways: c.follow.ways[:0]}, windows: c.windows[:0], marks: c.marks[:0], labels: c.labels[:0], asides: c.asides[:0], searches: c.searches[:0], loops: c.loops[:0],
		stubs: c.stubs[:0], exits: c.exits[:0], lates: c.lates[:0], unwrittens: c.unwrittens[:0], onWays: c.onWays[:0],
	}
	kept.constants.reset()
	kept.uses.reset()
	kept.pins.reset()
	*c = kept
	compilers.Put(c)
}

// survey finds out what is to be known of all ops together.
func (c *compiler) survey() {
	for k := range c.ops {
		c.argsAt = append(c.argsAt, int32(len(c.args)))
		c.all = c.all.Union(c.program.Writes(k))
		i := &c.ops[k].Inst
		if i.Len == 0 {
			continue
		}
		for n := range i.Args() {
			a := i.Arg(n)
			c.args = append(c.args, a)
			if i.Kind(n) == g13.SReg {
				c.special[uint8(a.Value)] = true
			}
		}
	}
	c.argsAt = append(c.argsAt, int32(len(c.args)))
}

// sized is a slice with so many zeros, in the room of another one.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// Variable is the name of the environment's variable that turns all of this off, with the value off: to see whether something is its fault.
const Variable = "LANESCOPE_JIT"

// supported says why there can be no machine code.
func supported() error {
	missing := needs &^ execmem.Features()
	switch {
	case !built:
		return fmt.Errorf("%w, and a build without the tag lanescope_nojit", ErrUnsupported)
	case os.Getenv(Variable) == "off":
		return fmt.Errorf("%w, and %s is off", ErrUnsupported, Variable)
	case missing != 0:
		return fmt.Errorf("%w: this one lacks %v", ErrUnsupported, missing)
	}
	return nil
}

// weigh says of each op how much it matters: eight times as much for each loop that it is in.
func (c *compiler) weigh() {
	c.weights = sized(c.weights, len(c.ops)+1) // how many loops begin there, less those that end before
	for k := range c.ops {
		if to := c.ops[k].To; to >= 0 && to <= k {
			c.weights[to]++
			c.weights[k+1]--
		}
	}
	sum := int32(0)
	for k := range c.ops {
		sum += c.weights[k]
		c.weights[k] = 1 << (3 * min(sum, 6))
	}
}

// probe finds what can be compiled.
func (c *compiler) probe() {
	c.able, c.quiet, c.labels = sized(c.able, len(c.ops)), true, sized(c.labels, 1)
	for k := range c.ops {
		c.begins()
		c.able[k] = c.compile(k)
	}
	c.quiet = false
}

// compile writes the code of an op, and says whether it could.
func (c *compiler) compile(k int) bool {
	o := &c.ops[k]
	c.at, c.inst, c.form, c.unable = k, o.Inst, c.formOf(o.Inst.Form), false
	if o.Inst.Len == 0 || o.Faults || o.Looks || c.form.native == nil {
		return false
	}
	if c.late.n > 0 && !c.passes() {
		c.noneLate()
	}
	if o.Meets {
		c.meets()
	}
	if o.Discards && !c.full {
		for h, k := range [...]int{free, feeble} {
			c.do(kload, x86.K(k), x86.Mem(frame, presentAt+2*int32(h)))
			c.do(kxorw, x86.K(k), x86.K(k), x86.K(active[h]))
		}
		c.do(kortestw, x86.K(free), x86.K(feeble))
		c.giveUp(jnz)
	}
	if c.implied > 0 && c.touches(k, c.implied-1) {
		c.writeImplied()
	}
	if c.owed && c.looksAtCounts(k) {
		c.pay()
	}
	c.form.native(c)
	c.leaderBehind(k)
	if c.full && c.readsThreads() {
		c.inRowFull(c.target())
	}
	return !c.unable
}

// use notes that the op needs a row or a number.
func (c *compiler) use(p place) {
	if !c.unable {
		*c.uses.of(p) += int(c.weights[c.at])
	}
}

// written notes that it writes a register.
func (c *compiler) written(n int) {
	c.dirty[n] = true
	c.forget(n)
}

// pinned is the zmm of a place, or -1.
func (c *compiler) pinned(p place) int {
	if r := *c.pins.of(p); r > 0 {
		return r
	}
	return -1
}

// divide makes blocks of what can be compiled.
func (c *compiler) divide() {
	c.leads = sized(c.leads, len(c.ops))
	for k := range c.ops {
		if to := c.ops[k].To; to >= 0 {
			c.leads[to] = true
		}
	}
	for k := 0; k < len(c.ops); k++ {
		if !c.able[k] {
			continue
		}
		b := machine.Block{First: k}
		for b.Len < maxBlock && k < len(c.ops) && c.able[k] && (b.Len == 0 || !c.leads[k]) {
			b.Len++
			k++
			if c.ops[k-1].To >= 0 || c.does(k-1, leaves) {
				break
			}
		}
		k--
		c.blocks = append(c.blocks, b)
	}
	clear(c.leads)
	for _, b := range c.blocks {
		c.leads[b.First] = true
	}
}

// pin gives zmm to what is used most: two to a register, one to what is the same in all lanes.
func (c *compiler) pin() {
	all := c.places
	c.uses.each(func(p place, _ int) { all = append(all, p) })
	c.places = all
	slices.SortStableFunc(all, func(a, b place) int { return cmp.Compare(*c.uses.of(b)*a.size(), *c.uses.of(a)*b.size()) })
	next, n := temps, 0
	for _, p := range all {
		if next+p.size() <= vectors {
			*c.pins.of(p) = next
			next += p.size()
			all[n], n = p, n+1
		}
	}
	c.places = all[:n]
}

// size is how many zmm it needs.
func (p place) size() int {
	if p.number || p.index >= machine.Registers {
		return 1
	}
	return 2
}

// numbers are a number for each place: 0 for most.
type numbers struct{ rows, pool []int }

func (n *numbers) of(p place) *int {
	list := &n.rows
	if p.number {
		list = &n.pool
	}
	if more := p.index + 1 - len(*list); more > 0 {
		*list = append(*list, make([]int, more)...)
	}
	return &(*list)[p.index]
}

// reset makes them all 0.
func (n *numbers) reset() {
	clear(n.rows)
	clear(n.pool)
}

// each goes through those that are not 0, in the order of the places.
func (n *numbers) each(do func(p place, v int)) {
	for k, v := range n.rows {
		if v != 0 {
			do(place{index: k}, v)
		}
	}
	for k, v := range n.pool {
		if v != 0 {
			do(place{number: true, index: k}, v)
		}
	}
}

// The offsets of what a frame holds.
const (
	rowsAt    = int32(unsafe.Offsetof(machine.Frame{}.Rows))
	enteredAt = int32(unsafe.Offsetof(machine.Frame{}.Entered))
	leftAt    = int32(unsafe.Offsetof(machine.Frame{}.Left))
	execAt    = int32(unsafe.Offsetof(machine.Frame{}.Exec))
	presentAt = int32(unsafe.Offsetof(machine.Frame{}.Present))
	seenAt    = int32(unsafe.Offsetof(machine.Frame{}.Seen))
	ownAt     = int32(unsafe.Offsetof(machine.Frame{}.Own))

	poolAt  = ownAt      // the numbers
	entryAt = ownAt + 8  // where to begin, from the beginning of the code
	outerAt = ownAt + 16 // MXCSR as it was
	innerAt = ownAt + 24 // and as it is while code runs
)

// The bytes of code that there usually are around all instructions, and of each; if there are more, that does not matter.
const surrounding, usual = 1 << 10, 128

// write writes the code.
//
//	prologue     loads what is pinned, and jumps to the block that was asked for
//	blocks       in the order of the program
//	stubs        ways out: back to the reference, which is told by a number where it stands
//	epilogue     stores what is pinned
func (c *compiler) write() (*Code, error) {
	c.ready()
	c.prologue()
	c.enter()
	c.piece(ofPrologue)
	for b, block := range c.blocks {
		c.labels[block.First] = len(c.code)
		c.block, c.at = b, block.First
		c.begins()
		c.do(subImm, x86.R(left), x86.Imm(int64(block.Len)))
		c.to(jl, c.stub(exit{at: int32(block.First), block: int32(b), done: noFuel}))
		c.do(inc64, x86.Mem(entered, int32(8*b)))
		c.piece(ofFuel)
		for c.done = range block.Len {
			c.compile(block.First + c.done)
			c.piece(block.First + c.done)
		}
		c.noneLate()
		if next := block.First + block.Len; b+1 == len(c.blocks) || c.blocks[b+1].First != next {
			c.goTo(jump, next)
			c.piece(ofGoOn)
		}
	}
	c.writeAsides()
	c.writeEnd()
	return c.finish()
}

// ready makes ready to write.
func (c *compiler) ready() {
	c.code = slices.Grow(c.code, surrounding+usual*len(c.ops))
	c.labels = sized(c.labels, len(c.ops))
	c.dirty = [machine.Registers]bool{}
	c.lates, c.unwrittens = append(c.lates, lates{}), append(c.unwrittens, recents{})
	c.out = c.newLabel()
}

// writeEnd ends the asides, and writes what is behind them.
func (c *compiler) writeEnd() {
	c.piece(ofAsides)
	c.labels[c.out] = len(c.code)
	c.epilogue()
	c.piece(ofEpilogue)
	c.link(c.labels)
}

// writeAsides writes what stands apart, and the ways out.
func (c *compiler) writeAsides() {
	for k := range c.asides {
		c.writeAside(&c.asides[k])
	}
	c.writeLoops()
	c.writeSearches()
	for k := range c.stubs {
		c.leave(k)
	}
}

// noOp is the op of a piece that is none's.
const noOp = -1

// piece ends a piece of code.
func (c *compiler) piece(op int) {
	c.marks = append(c.marks, mark{int32(len(c.code)), int32(op)})
}

// newLabel is one; of code that is not written, one for all.
func (c *compiler) newLabel() int {
	if c.quiet {
		return 0
	}
	c.labels = append(c.labels, 0)
	return len(c.labels) - 1
}

// stub is the label of a way out.
func (c *compiler) stub(e exit) (label int) {
	label = c.newLabel()
	c.stubs = append(c.stubs, label)
	c.exits = append(c.exits, e)
	return label
}

// giveUp leaves the op that is compiled to the reference, if the condition of a jump holds. Nothing of it must have been written.
func (c *compiler) giveUp(e x86.Encoding) {
	if c.quiet {
		return
	}
	x := exit{at: int32(c.at), block: int32(c.block), done: int32(c.done), implied: int32(c.implied)}
	x.onWay, x.onWayEnd = c.onWay()
	if c.late.n > 0 {
		if c.lates[len(c.lates)-1] != c.late {
			c.lates = append(c.lates, c.late)
		}
		x.late = int32(len(c.lates) - 1)
	}
	if some := c.recent.unwritten(); some.n > 0 {
		if c.unwrittens[len(c.unwrittens)-1] != some {
			c.unwrittens = append(c.unwrittens, some)
		}
		x.unwritten = int32(len(c.unwrittens) - 1)
	}
	c.to(e, c.stub(x))
}

// goTo goes on with an op, in the code or out of it.
func (c *compiler) goTo(e x86.Encoding, op int) {
	if o := &c.ops[op]; o.Inst.Len == 0 && o.To >= 0 {
		op = o.To // no instruction
	}
	switch {
	case c.quiet: // nobody will jump
	case c.leads[op]:
		c.to(e, op)
	default:
		c.to(e, c.stub(exit{at: int32(op), block: noBlock}))
	}
}

// leave is the way out to an exit. What it means is what Run knows of the exit by its number.
func (c *compiler) leave(k int) {
	c.labels[c.stubs[k]] = len(c.code)
	out := c.out
	if c.full {
		c.implied = int(c.exits[k].implied)
		c.writeImplied()
		out = c.outFull(&c.exits[k])
	}
	for _, v := range c.unwrittens[c.exits[k].unwritten].list() {
		c.storeOne(v)
	}
	stub := [...]byte{0x41, 0xb9, 2: 0, 6: 0xe9, 10: 0} // mov r9d, k; jmp out
	binary.LittleEndian.PutUint32(stub[2:], uint32(k))
	c.code = append(c.code, stub[:]...)
	c.jumps = append(c.jumps, jumping{len(c.code), out})
}

func (c *compiler) prologue() {
	for _, r := range []struct {
		to int
		at int32
	}{{rows, rowsAt}, {entered, enteredAt}, {left, leftAt}, {pooled, poolAt}} {
		c.do(load64, x86.R(r.to), x86.Mem(frame, r.at))
	}
	for h, k := range active {
		c.do(kload, x86.K(k), x86.Mem(frame, execAt+2*int32(h)))
	}
	c.do(stmxcsr, x86.Mem(frame, outerAt))
	c.do(move32, x86.Mem(frame, innerAt), x86.Imm(mxcsr))
	c.do(ldmxcsr, x86.Mem(frame, innerAt))
	for _, p := range c.places {
		r := c.pinned(p)
		for h := range p.size() {
			from := x86.Mem(rows, int32(rowBytes*p.index+vectorBytes*h))
			if p.number {
				from = x86.Mem(pooled, int32(vectorBytes*p.index))
			}
			c.load(zmm(r+h), from)
		}
	}
	for h := range 2 {
		c.wake(h, c.inRegister(c.quietRow(0, h), 0))
	}
}

// enter jumps to the block that was asked for.
func (c *compiler) enter() {
	c.do(lea, x86.R(scratch), x86.MemRIP(0))
	if c.err == nil {
		c.err = x86.Patch(c.code, len(c.code), 0)
	}
	c.do(add64, x86.R(scratch), x86.Mem(frame, entryAt))
	c.do(jumpTo, x86.R(scratch))
}

func (c *compiler) epilogue() {
	c.owed = c.owes && !c.full
	c.pay()
	for _, p := range c.places {
		if p.number || p.index >= machine.Registers || !c.dirty[p.index] {
			continue
		}
		for h := range 2 {
			c.do(vmovdqu32m, x86.Mem(rows, int32(rowBytes*p.index+vectorBytes*h)), zmm(c.pinned(p)+h))
		}
	}
	for h, k := range active {
		c.do(kstore, x86.Mem(frame, execAt+2*int32(h)), x86.K(k))
	}
	c.do(store64, x86.Mem(frame, leftAt), x86.R(left))
	c.do(ldmxcsr, x86.Mem(frame, outerAt))
	c.do(load32, x86.R(scratch), x86.R(leaving))
	c.do(ret)
}

// finish makes code of what has been written.
func (c *compiler) finish() (*Code, error) {
	code := &Code{program: c.program, blocks: slices.Clone(c.blocks), begins: make([]beginning, len(c.ops))}
	for _, b := range c.blocks {
		code.begins[b.First] = beginning{uint32(c.labels[b.First]), uint8(b.Len)}
	}
	if c.mayBeFull() {
		code.full = new(fullCode)
	}
	var err error
	if code.any, err = c.routine(); err != nil {
		return nil, err
	}
	return code, nil
}

// routine maps the code.
func (c *compiler) routine() (r routine, err error) {
	if c.err != nil {
		return r, c.err
	}
	r = routine{
		windows: len(c.windows), pool: make([]constant, len(c.pool)+1),
		exits: slices.Clone(c.exits), late: slices.Clone(c.lates), onWay: slices.Clone(c.onWays), marks: slices.Clone(c.marks),
	}
	copy(r.pool, c.pool)
	r.mapped, err = execmem.Map(c.code)
	return r, err
}
