package visa

import (
	"errors"
	"fmt"
	"math/bits"
)

// Options are what a Code can be compiled with.
type Options struct {
	Dialect Dialect
	// InactiveAddresses demands of multi-address operands that the addresses of inactive lanes are valid too, as later versions of the document do.
	InactiveAddresses bool
	// ZeroOutside makes of accesses outside of a surface what the pages of messages say: zeros are read, and what is written is dropped. Otherwise they are faults.
	ZeroOutside bool
	// Variables are general variables that exist beside those that the instructions name. Their sizes, in bytes, are for those that nobody declared.
	Variables map[uint32]int
	// Functions are what calls name that are in no subroutine: functions, and kernels for fccall. Their addresses are numbers in this order.
	Functions []*Program
}

// A Code is instructions that are ready to run: where the lanes' elements are is computed once. It does not change, and can run on many machines.
type Code struct {
	decls   *Decls
	options Options
	steps   []step
	layout  layout
	doubts  []string
	linked  *linkage

	name     string    // of a function
	declares [2]int    // the registers that a function takes and gives back; -1: it does not say
	routines []routine // the kernel, and its subroutines
}

// A Refusal is why an instruction cannot be executed.
type Refusal struct {
	Step int    // which instruction, from 0 on
	Text string // it
	Why  string
}

// Error is the instruction and why.
func (r *Refusal) Error() string { return fmt.Sprintf("%s: %s", r.Text, r.Why) }

// A step is an instruction, prepared.
type step struct {
	inst      *Inst
	meaning   *meaning
	run       func(m *Machine, s *step) *Fault
	size      int    // lanes
	lanes     uint32 // a bit for each
	src       [maxSources]site
	sources   int
	dst       site
	second    site      // the other destination of addc and subb
	guards    bool      // there is a guard
	guard     int32     // the slot of the guard's predicate
	scope     Scope     // of .any and .all
	precision precision // of integers
	unsigned  bool      // integers of that precision have no sign
	float     Type      // the type of execution, if floating is set
	floating  bool
	sat       bool
	huge      bool                                           // numbers of 64 bits that it computes have no sign
	exact     bool                                           // integers of 64 bits are not enough
	counts    uint64                                         // the bits of a shift's count
	compute   func(s *step, m *Machine, known uint32) *Fault // of form computes
	truth     [8]uint64
	within33  bool // a result of more bits is undefined: shl.sat
	divides   bool // a second source of zero is undefined: div and mod of integers
	uniform   bool // control flow for all lanes at once
	message   *message
	matrix    *matrixStep
	recoding  recoding // of fcvt and srnd
	overflow  int32    // the slot of the predicate that add3.o writes
	tooFew    uint32   // lanes for which that has no element
	target    int32
	targets   []int32 // of all labels
	routine   int32
}

// Compile prepares instructions. An error is a *Refusal, or says that the variables have too many bytes.
func Compile(insts []Inst, d *Decls, options Options) (*Code, error) {
	l := &linkage{}
	if err := l.link(options); err != nil {
		return nil, err
	}
	return compile(insts, d, options, l)
}

func compile(insts []Inst, d *Decls, options Options, l *linkage) (*Code, error) {
	c := &Code{decls: d, options: options, steps: make([]step, len(insts)), linked: l}
	if err := c.layout.plan(insts, d, options); err != nil {
		return nil, err
	}
	for n := range insts {
		i := insts[n]
		if lacks := d.Lacks(&i); lacks != "" {
			return nil, &Refusal{n, i.Text(d), lacks}
		}
		p := preparer{Code: c, step: &c.steps[n]}
		p.step.inst = &i
		if err := p.prepare(); err != nil {
			return nil, &Refusal{n, i.Text(d), err.Error()}
		}
		p.doubt()
	}
	if err := c.routes(); err != nil {
		return nil, err
	}
	return c, nil
}

// maxSources is the most sources that an instruction has.
const maxSources = 4

// site is operand k, and its place in a frame.
func (s *step) site(k int) (t *site, place int) {
	switch d := s.inst.Op.dests(); {
	case k == 0:
		return &s.dst, dstSite
	case k < d:
		return &s.second, secondSite
	default:
		return &s.src[k-d], k - d
	}
}

// A preparer fills a step in.
type preparer struct {
	*Code
	step *step
	exec int
}

func (p *preparer) prepare() error {
	s, i := p.step, p.step.inst
	s.meaning = &meanings[i.Op]
	if s.meaning.form == notExecuted {
		return fmt.Errorf("%s is not executed: %s", i.Op, s.meaning.why)
	}
	switch s.meaning.form {
	case marks:
		s.run = func(*Machine, *step) *Fault { return nil }
		return nil
	case flows:
		return p.flow()
	case sends:
		return p.message()
	case interpolates:
		return p.plane()
	case multiplies:
		return p.matrix()
	case meets:
		return p.meets()
	case linksTo:
		return p.links()
	}
	if err := p.channels(); err != nil {
		return err
	}
	for k := range int(i.N) {
		o := *i.At(k)
		t, _ := s.site(k)
		if i.isPlace(k) {
			o = o.Named(p.decls)
		}
		if err := p.site(t, k, &o, i.Role(k)); err != nil {
			return err
		}
	}
	s.sources = int(i.N) - i.Op.dests()
	s.sat = i.Sat && opcodes[i.Op].sat != satDropped && opcodes[i.Op].sat != satModifier
	s.within33, s.divides = s.sat && i.Op == opShl, i.Op == opDiv || i.Op == opMod
	return p.choose()
}

// channels finds the lanes, and what guards them.
func (p *preparer) channels() error {
	i := p.step.inst
	if p.exec = i.Exec.Size(); p.exec == 0 || i.Exec.Offset()+p.exec > 32 {
		return fmt.Errorf("%s begins at lane %d of the mask: the mask ends at 31", i.Exec, i.Exec.Offset())
	}
	p.step.size, p.step.lanes = p.exec, low(p.exec)
	return p.guard()
}

// guard finds the predicate, for instructions that take one.
func (p *preparer) guard() error {
	s, i := p.step, p.step.inst
	if i.Guard == 0 || i.Op == opAdd3o {
		return nil
	}
	if opcodes[i.Op].plain || opcodes[i.Op].family == logic && i.Operand[0].Class == Predicate {
		return fmt.Errorf("%s takes no guard here", i.Op)
	}
	if err := i.Guard.Check(); err != nil {
		return err
	}
	if i.Guard.ID() == 0 {
		return errors.New("P0 is reserved, and guards nothing")
	}
	s.guards = true
	s.guard = p.layout.flags[uint32(i.Guard.ID())]
	s.scope = p.options.Dialect.scope(p.decls.Variable(PredicateKind, uint32(i.Guard.ID())).Elems)
	return nil
}

// each is the lanes of a set, the lowest first.
func each(set uint32) func(yield func(lane int) bool) {
	return func(yield func(lane int) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(bits.TrailingZeros32(set)) {
				return
			}
		}
	}
}
