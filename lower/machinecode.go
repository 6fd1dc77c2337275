package lower

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lanescope/lanescope/target"
)

// Registers say where machine code has what it reads and writes, by the numbers that the machine gives registers: xmm5 and v5 are 5, rdi is 7. The zero value is where Listing has them.
type Registers struct {
	Inputs  []int    // in which each of the sequence's inputs comes; nil: in the first
	Results []int    // in which the result is to be; nil: wherever it comes to be
	Keep    [2][]int // of each target.File, those that are not written: also registers of inputs that somebody reads afterwards
	Above   int      // bytes above the stack pointer where slots begin, which maps of several registers may need; on AArch64 a multiple of 16
}

// A Placement is what whoever calls machine code has to know of it.
type Placement struct {
	Inputs, Results   []int       // -1: in a slot
	InSlots, OutSlots []int       // of a map of several registers, the slot of each input and result that is in one: bytes above the stack pointer; -1: in a register
	Slots             int         // bytes that slots take, from Registers.Above on
	Written           [2][]int    // of each target.File, the registers that are not afterwards what they were
	Masks             []int       // the mask registers among those
	Constants         []Reference // what it loads from memory
}

// A Reference is an instruction that loads a constant from memory that has no place yet.
type Reference struct {
	Data []byte

	at      int
	machine target.Machine
}

// Patch makes the instruction load what lies at offset to of the code, which is the slice that AppendBytes returned or one that begins with it. Any multiple of 4 will do on AArch64, and any
// offset on x86.
func (f Reference) Patch(code []byte, to int) error { return f.machine.Refer(code, f.at, to) }

// AppendConstants puts constants behind code that refers to them, each once and aligned to its size, and patches the references. References of several sequences may come together.
func AppendConstants(code []byte, list []Reference) ([]byte, error) {
	at := map[string]int{}
	for _, f := range list {
		to, there := at[string(f.Data)]
		if !there {
			for len(code)%len(f.Data) != 0 {
				code = append(code, 0)
			}
			to = len(code)
			at[string(f.Data)] = to
			code = append(code, f.Data...)
		}
		if err := f.Patch(code, to); err != nil {
			return code, err
		}
	}
	return code, nil
}

// AppendBytes appends the sequence's machine code, which runs from its first byte to its last and then on into what follows. Its constants are in memory: the code is not complete before
// AppendConstants has put them behind it, or Patch says where else they are.
//
//	movdqu xmm1, [rip + ?]      Constants[0]
//	pshufb xmm0, xmm1           Inputs [0], Results [0], Written xmm0 xmm1
func (r *Result) AppendBytes(dst []byte, t *target.Target, by Registers) ([]byte, Placement, error) {
	if r.Memory != nil {
		return dst, Placement{}, errNoMemory
	}
	c := coding{r: r, t: t, machine: t.Spelling.Machine, out: dst}
	if c.machine == nil {
		return dst, Placement{}, fmt.Errorf("%s has no machine code", t.Name)
	}
	steps := [...]func(Registers) error{c.take, c.schedule, c.inputs, c.body, c.result}
	if r.Several() {
		steps[1], steps[4] = c.scheduleSeveral, c.results
	}
	for _, step := range steps {
		if err := step(by); err != nil {
			return dst, Placement{}, err
		}
	}
	c.note()
	return c.out, c.place, nil
}

// A coding is machine code as it is written. Registers have the numbers of sequences, but in what it says and in what it writes.
type coding struct {
	r       *Result
	t       *target.Target
	machine target.Machine
	from    []int // the register in which each input comes, if that was said
	above   int   // where slots begin
	keep    [2][]int
	code    schedule
	spare   int // a general register through which masks are loaded
	out     []byte
	place   Placement
	written [2]map[int]bool
	masks   map[int]bool
}

// take reads what was said of registers.
func (c *coding) take(by Registers) (err error) {
	c.written, c.masks = [2]map[int]bool{{}, {}}, map[int]bool{}
	for f := range by.Keep {
		for _, n := range by.Keep[f] {
			if k, ok := target.File(f).SequenceNumber(n); ok && k < c.t.Registers(target.File(f)) {
				c.keep[f] = append(c.keep[f], k)
			}
		}
	}
	if c.r.readsImplicit() && slices.Contains(c.keep[target.Vectors], 0) {
		return fmt.Errorf("register 0 is to be kept, and the constant of a blend has to be there")
	}
	if by.Inputs == nil {
		return nil
	}
	if len(by.Inputs) != len(c.r.Inputs) {
		return fmt.Errorf("there are %d inputs, and registers for %d", len(c.r.Inputs), len(by.Inputs))
	}
	for _, n := range by.Inputs {
		k, err := c.register(n)
		if err != nil {
			return err
		}
		if slices.Contains(c.from, k) {
			return fmt.Errorf("two inputs are in register %d", n)
		}
		c.from = append(c.from, k)
	}
	return nil
}

// register is the register of inputs and results that the machine gives a number.
func (c *coding) register(machine int) (int, error) {
	n, ok := c.r.File.SequenceNumber(machine)
	if !ok || n >= c.t.Registers(c.r.File) {
		return 0, fmt.Errorf("register %d is none that sequences of %s have", machine, c.t.Name)
	}
	return n, nil
}

// schedule gives values registers. Where rows want theirs to follow one another, or the constant in register 0, inputs go where that is so.
func (c *coding) schedule(Registers) error {
	consecutive := slices.ContainsFunc(c.r.Code, func(o Op) bool { return o.Row.Consecutive })
	if c.from != nil && !consecutive && !c.r.readsImplicit() {
		if c.code = c.r.registersBy(layout{inputs: c.from, keep: c.keep}); c.code.fits(c.t) {
			return nil
		}
		return fmt.Errorf("%s has too few registers that need not be kept", c.t.Name)
	}
	for first := range c.t.Registers(c.r.File) {
		by := layout{keep: c.keep}
		for n := range first {
			by.keep[c.r.File] = append(slices.Clip(by.keep[c.r.File]), n)
		}
		if c.code = c.r.registersBy(by); c.code.inOrder(c.r.Code) && c.code.fits(c.t) {
			return nil
		}
	}
	if consecutive {
		return fmt.Errorf("%s has too few registers that follow one another and need not be kept", c.t.Name)
	}
	return fmt.Errorf("%s has too few registers that need not be kept", c.t.Name)
}

// inOrder says whether rows that read registers that follow one another have such.
func (c *schedule) inOrder(ops []Op) bool {
	for i := range c.code {
		in := &c.code[i]
		if in.op < 0 || !ops[in.op].Row.Consecutive {
			continue
		}
		row := ops[in.op].Row
		tables := in.args[:len(row.Src)]
		if row.Destroys {
			tables = tables[1:]
		}
		for k, n := range tables {
			if n != tables[0]+k {
				return false
			}
		}
	}
	return true
}

// inputs moves inputs from where they come to where the code has them.
func (c *coding) inputs(Registers) error {
	if c.from == nil {
		c.from = c.code.inputs
	}
	for _, from := range c.from {
		register := -1
		if from >= 0 {
			register = c.r.File.MachineNumber(from)
		}
		c.place.Inputs = append(c.place.Inputs, register)
	}
	var from, to []int
	for k, n := range c.code.inputs {
		switch {
		case n >= 0:
			from, to = append(from, c.from[k]), append(to, n)
		case c.from[k] >= 0: // the code wants it in memory
			if err := c.store(c.r.File, c.from[k], c.r.Wide[k], c.code.held[k].Slot); err != nil {
				return err
			}
		}
	}
	return c.moves(from, to, c.r.widest())
}

// moves copies registers of vectors of so many bits, where one may stand in the way of the other.
func (c *coding) moves(from, to []int, bits int) error {
	var free []int
	for n := range c.t.Registers(c.r.File) {
		if !slices.Contains(c.keep[c.r.File], n) {
			free = append(free, n)
		}
	}
	moves, err := inTurn(from, to, free)
	if err != nil {
		return err
	}
	for _, m := range moves {
		if err := c.copy(c.r.File, m.to, m.from, bits); err != nil {
			return err
		}
	}
	return nil
}

// widest are the bits of the widest input, or 0.
func (s *Sequence) widest() int { return slices.Max(append([]int{0}, s.Wide...)) }

// A transfer is a copy of one register into another, for the sake of an input.
type transfer struct{ to, from, input int }

// inTurn are moves that together put what is in each of from into each of to, where one may stand in the way of the other. Of a ring of them one goes by a register that is free.
func inTurn(from, to, free []int) (moves []transfer, err error) {
	var left []transfer
	for k := range from {
		if from[k] != to[k] {
			left = append(left, transfer{to[k], from[k], k})
		}
	}
	for len(left) > 0 {
		i := slices.IndexFunc(left, func(m transfer) bool {
			return !slices.ContainsFunc(left, func(other transfer) bool { return other != m && other.from == m.to })
		})
		if i >= 0 {
			moves, left = append(moves, left[i]), slices.Delete(left, i, i+1)
			continue
		}
		by := slices.IndexFunc(free, func(n int) bool { return !slices.Contains(from, n) && !slices.Contains(to, n) })
		if by < 0 {
			return nil, fmt.Errorf("inputs are in each other's registers, and none is free to exchange them by")
		}
		moves = append(moves, transfer{free[by], left[0].from, left[0].input})
		left[0].from = free[by]
	}
	return moves, nil
}

// body writes the instructions.
func (c *coding) body(Registers) (err error) {
	if c.spare, err = c.code.spareGeneral(c.t.Registers(target.General)); err != nil {
		return err
	}
	for i := range c.code.code {
		if err := c.instruction(&c.code.code[i]); err != nil {
			return err
		}
	}
	return nil
}

func (c *coding) instruction(in *instruction) (err error) {
	switch {
	case in.load != nil:
		return c.load(in)
	case in.way == stored:
		return c.store(in.file, in.from, in.whole, in.slot)
	case in.way == reloaded:
		return c.reload(in.file, in.to, in.whole, in.slot)
	case in.op < 0:
		return c.copy(in.file, in.to, in.from, in.whole)
	}
	op := &c.r.Code[in.op]
	at := op.operands(in)
	c.out, err = op.Row.AppendCode(c.out, &at)
	c.written[op.Row.FileOf('d')][in.to] = true
	return err
}

// operands are those of the op's row, by the numbers that the machine gives registers.
func (o *Op) operands(in *instruction) target.Operands {
	number := func(letter byte, n int) int { return o.Row.FileOf(letter).MachineNumber(n) }
	at := target.Operands{D: number('d', in.to), K: number('k', max(in.k, 0)), M: in.m, Imm: o.Imm, Const: o.Const, Masked: o.Form == Merged, Zeroed: o.Form == Zeroed}
	for k := range o.Row.Src {
		at.Args = append(at.Args, number(target.SourceLetters[k], in.args[k]))
	}
	return at
}

// loadsMasks says whether the code loads constants into mask registers.
func (c *schedule) loadsMasks() bool {
	return slices.ContainsFunc(c.code, func(in instruction) bool { return in.load != nil && in.load.mask })
}

// spareGeneral is the first of so many general registers that the code does not use, if it loads masks through one.
func (c *schedule) spareGeneral(most int) (n int, err error) {
	if !c.loadsMasks() {
		return 0, nil
	}
	for ; n < most; n++ {
		if !c.used[target.General][n] {
			return n, nil
		}
	}
	return 0, fmt.Errorf("no general register is free to load a mask through")
}

func (c *coding) load(in *instruction) (err error) {
	v := in.load
	switch {
	case v.mask:
		low, _ := v.value.Slice(0, min(v.value.Len(), 64)).Uint64()
		c.out, err = c.machine.Mask(c.out, in.to, target.General.MachineNumber(c.spare), v.bits, low)
		c.masks[in.to], c.written[target.General][c.spare] = true, true
		return err
	case in.file == target.General:
		value, _ := v.value.Uint64()
		c.out, err = c.machine.Set(c.out, in.file.MachineNumber(in.to), value)
	default:
		var at int
		c.out, at, err = c.machine.Load(c.out, in.to, max(in.whole, 128))
		c.place.Constants = append(c.place.Constants, Reference{constantBytes(v.value, v.bits), at, c.machine})
	}
	c.written[in.file][in.to] = true
	return err
}

func (c *coding) copy(f target.File, to, from, bits int) (err error) {
	c.out, err = c.machine.Copy(c.out, f, f.MachineNumber(to), f.MachineNumber(from), max(bits, 128))
	c.written[f][to] = true
	return err
}

// result moves the result to where it is to be.
func (c *coding) result(by Registers) error {
	n := c.code.result
	if by.Results != nil {
		if len(by.Results) != 1 {
			return fmt.Errorf("there is one result, and registers for %d", len(by.Results))
		}
		to, err := c.register(by.Results[0])
		switch {
		case err != nil:
			return err
		case to != n && slices.Contains(c.keep[c.r.File], to):
			return fmt.Errorf("the result is to be in register %d, which is to be kept", by.Results[0])
		case to != n:
			if err := c.copy(c.r.File, to, n, c.r.Bits); err != nil {
				return err
			}
			n = to
		}
	}
	c.place.Results = []int{c.r.File.MachineNumber(n)}
	return nil
}

// note says what is written.
func (c *coding) note() {
	for f := range c.written {
		for n := range c.written[f] {
			c.place.Written[f] = append(c.place.Written[f], target.File(f).MachineNumber(n))
		}
		slices.Sort(c.place.Written[f])
	}
	c.place.Masks = slices.Sorted(maps.Keys(c.masks))
}
