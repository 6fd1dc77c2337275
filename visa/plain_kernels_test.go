package visa

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// Random kernels: what a compiler makes of ifs, loops, early exits and calls, and jumps from anywhere to anywhere.

// A plainKernel is a kernel that is being made.
type plainKernel struct {
	*plainCampaign
	insts   []Inst
	labels  uint16
	subs    uint16
	depth   int
	breaks  []uint16 // labels behind the loops around, the innermost last
	inSub   bool
	strange bool // jumps from anywhere to anywhere
	places  []uint16
}

func (k *plainKernel) label() uint16 { k.labels++; return k.labels }

func (k *plainKernel) mark(l uint16) {
	k.insts = append(k.insts, Inst{Op: opLabel, Label: l})
	k.places = append(k.places, l)
}

// jump is an instruction of control flow. Most are as wide as a program of 16 or 32 channels.
func (k *plainKernel) jump(op Op, to uint16, guarded bool) {
	i := Inst{Op: op, Label: to}
	size, mask := []int{16, 32, 32, 32, 8, 1, 4, 1}[k.IntN(8)], 0
	if op == opJmp {
		size = 1
	}
	if size < 32 && k.IntN(3) == 0 {
		mask = k.IntN((32-size)/4 + 1)
	}
	i.Exec, _ = ExecOf(size, mask, k.IntN(4) == 0)
	if guarded {
		i.Guard, _ = ControlOf([]int{1, 4}[k.IntN(2)], Combine([]int{0, 0, 0, 1, 2}[k.IntN(5)]), k.IntN(2) == 0)
	}
	k.insts = append(k.insts, i)
}

// straight is an instruction that seldom is undefined.
func (k *plainKernel) straight() {
	for {
		i := k.inst()
		fine := i.Op != opAddrAdd && i.Op != opMovs && (i.Op != opShl || !i.Sat) && (i.Guard == 0 || i.Guard.ID() == 1 || i.Guard.ID() == 4)
		for n := range int(i.N) {
			o := &i.Operand[n]
			fine = fine && o.Class != Indirect && (o.Class != Predicate || o.ID == 1 || o.ID == 4) && (o.Class != General || o.ID < kinds[GeneralKind].first+12)
		}
		if fine {
			k.insts = append(k.insts, i)
			return
		}
	}
}

// test writes a predicate, so that loops and branches see other channels each time.
func (k *plainKernel) test() {
	i := Inst{Op: opCmp, Relation: Relation(k.IntN(6)), N: 3}
	i.Exec, _ = ExecOf(32, 0, k.IntN(4) == 0)
	i.Operand[0] = Operand{Class: Predicate, ID: []uint32{1, 4}[k.IntN(2)]}
	t := []Type{B, UB}[k.IntN(2)]
	i.Operand[1], i.Operand[2] = k.place(t), k.place(t)
	i.Operand[1].ID, i.Operand[2].ID = k.byType[t][0], k.byType[t][0]
	i.Operand[1].Region, i.Operand[2].Region = Region{V: 1, W: 1, H: 0}, Region{V: 1, W: 1, H: 0}
	stir := Inst{Op: opAdd, Exec: Exec(0x80 | i.Exec&15), N: 3, Operand: [NearOperands]Operand{i.Operand[1], i.Operand[1], i.Operand[2]}}
	stir.Operand[0].Region = Destination(1)
	k.insts = append(k.insts, stir, i)
}

func (k *plainKernel) block(n int) {
	for range n {
		k.piece()
	}
}

// piece is one statement.
func (k *plainKernel) piece() {
	if k.depth++; k.depth > 5 {
		k.depth--
		k.straight()
		return
	}
	defer func() { k.depth-- }()
	switch k.IntN(14) {
	case 0, 1: // if, perhaps with an else
		k.test()
		other := k.label()
		k.jump(opGoto, other, true)
		k.block(1 + k.IntN(3))
		if k.IntN(2) == 0 {
			end := k.label()
			k.jump(opGoto, end, false)
			k.mark(other)
			k.block(1 + k.IntN(3))
			other = end
		}
		k.mark(other)
	case 2, 3: // a loop, with exits
		top, end := k.label(), k.label()
		k.mark(top)
		k.breaks = append(k.breaks, end)
		k.block(1 + k.IntN(3))
		k.test()
		k.jump(opGoto, top, true)
		k.breaks = k.breaks[:len(k.breaks)-1]
		k.mark(end)
	case 4:
		if len(k.breaks) > 0 {
			k.test()
			op := opGoto
			if k.strange && k.IntN(2) == 0 {
				op = opJmp
			}
			k.jump(op, k.breaks[k.IntN(len(k.breaks))], true)
		}
	case 5: // a uniform if or loop
		l := k.label()
		if k.IntN(2) == 0 {
			k.jump(opJmp, l, true)
			k.block(k.IntN(3))
			k.mark(l)
			return
		}
		k.mark(l)
		k.block(k.IntN(3))
		k.test()
		k.jump(opJmp, l, true)
	case 6:
		if k.subs > 0 {
			k.jump(opCall, uint16(k.IntN(int(k.subs))), k.IntN(3) > 0)
		}
	case 7:
		if k.IntN(3) == 0 || k.inSub {
			k.test()
			k.jump(opRet, 0, true)
		}
	case 8:
		if k.strange && len(k.places) > 0 {
			k.jump([]Op{opGoto, opGoto, opJmp}[k.IntN(3)], k.places[k.IntN(len(k.places))], true)
		}
		if k.strange {
			l := k.label()
			k.jump(opGoto, l, true)
			k.breaks = append(k.breaks[:len(k.breaks):len(k.breaks)], l)
			k.block(k.IntN(3))
			k.mark(l)
			k.breaks = k.breaks[:len(k.breaks)-1]
		}
	case 9:
		if k.strange {
			k.forsake()
			return
		}
		k.insts = append(k.insts, Inst{Op: opLifetime, N: 1, Operand: [NearOperands]Operand{{Class: Predicate, ID: 1}}}, Inst{Op: opYield})
	default:
		k.straight()
	}
}

// forsake makes lanes wait and goes past them, or returns before.
func (k *plainKernel) forsake() {
	wait, past := k.label(), k.label()
	k.test()
	k.jump(opGoto, wait, true)
	k.jump([]Op{opJmp, opRet}[k.IntN(2)], past, k.IntN(3) == 0)
	k.mark(wait)
	k.straight()
	k.mark(past)
}

// kernel is a whole one.
func (c *plainCampaign) kernel() []Inst {
	k := &plainKernel{plainCampaign: c, subs: uint16(c.IntN(4)), strange: c.IntN(3) == 0}
	if k.IntN(4) == 0 { // a name of the kernel's own, or of a subroutine that may be called
		k.insts = append(k.insts, Inst{Op: opSubroutine, Label: 2 + uint16(c.IntN(3))})
		k.subs = min(k.subs, 2)
	}
	k.test()
	k.block(1 + c.IntN(6))
	if k.subs > 0 || k.IntN(2) == 0 {
		k.jump(opRet, 0, k.IntN(12) == 0)
	}
	for n := range k.subs {
		k.insts = append(k.insts, Inst{Op: opSubroutine, Label: n})
		k.inSub, k.places = true, nil
		k.block(1 + c.IntN(4))
		if c.IntN(12) > 0 {
			k.jump(opRet, 0, k.IntN(8) == 0)
		}
	}
	return k.insts
}

// text is the instructions, a line each.
func (c *plainCampaign) text(insts []Inst) string {
	var b strings.Builder
	for n := range insts {
		b.WriteString(insts[n].Text(c.d) + "\n")
	}
	return b.String()
}

// A plainMoment is where a program is, and with which channels.
type plainMoment struct {
	at int
	em uint32
}

// oneKernel runs a kernel on both, and compares where they were, with which channels, how they ended, and all variables.
func (c *plainCampaign) oneKernel(insts []Inst, all *plainSights, ends map[string]int) {
	code, err := Compile(insts, c.d, c.options)
	if err != nil {
		c.t.Fatalf("%v\n%s", err, c.text(insts))
	}
	m := code.NewMachine()
	m.Fuel = 1 + c.IntN(400)
	for k := range c.plain.EM {
		c.plain.EM[k] = max(c.IntN(2), c.IntN(2))
	}
	c.load(code, m)
	var want []plainMoment
	p := &plainThread{plainState: c.plain, insts: insts, fuel: m.Fuel, seen: *all}
	p.start(c.plain.EM)
	p.watch = func(at int) {
		em := uint32(0)
		for k := range p.EM {
			em |= uint32(p.EM[k]) << k
		}
		want = append(want, plainMoment{at, em})
	}
	end := p.all()
	*all = p.seen
	n := 0
	ran := code.Run(m, func(s *Step) {
		if n >= len(want) || s.Index != want[n].at || !c.sees(s, want[n].em) {
			c.t.Fatalf("moment %d is at %d with %x, plainly %+v\n%s", n, s.Index, s.Executed(), want[min(n, len(want)-1)], c.text(insts))
		}
		n++
	})
	c.sameEnd(ran, end, insts, ends)
	if end.fault != nil && p.here < len(insts) {
		n++ // the instruction at fault, of which nobody hears
	}
	if n != len(want) {
		c.t.Fatalf("%d moments, plainly %d\n%s", n, len(want), c.text(insts))
	}
	c.compare(code, m, &insts[0])
}

// sees says whether the lanes that a step executed are those of the mask.
func (c *plainCampaign) sees(s *Step, em uint32) bool {
	e := s.Inst.Exec
	return opcodes[s.Inst.Op].bare || e.NoMask() || s.Inst.Op.IsFlow() && e.Size() == 1 || s.Executed() == em>>e.Offset()&low(e.Size())
}

// sameEnd compares how a program ended.
func (c *plainCampaign) sameEnd(ran error, end plainEnd, insts []Inst, ends map[string]int) {
	switch e := ran.(type) {
	case *Fault:
		if end.fault == nil || end.step != e.Step || end.fault.lane != e.Lane || end.fault.operand != e.Operand {
			c.t.Fatalf("%v at %d, plainly %+v %+v\n%s", e, e.Step, end, end.fault, c.text(insts))
		}
		if ends["fault"]++; e.Operand == NoOperand {
			_, why, _ := strings.Cut(e.What, " ")
			ends[why[:min(len(why), 22)]]++
		}
	case *OutOfFuel:
		if !end.spent || end.step != e.Step {
			c.t.Fatalf("out of fuel at %d, plainly %+v\n%s", e.Step, end, c.text(insts))
		}
		ends["spent"]++
	default:
		if end.fault != nil || end.spent {
			c.t.Fatalf("it ended, plainly %+v %+v\n%s", end, end.fault, c.text(insts))
		}
		ends["ended"]++
	}
}

// Structured kernels and strange ones do the same in both executors.
func TestPlainKernels(t *testing.T) {
	n := 1200
	if *full {
		n = 100_000
	}
	rng := chance.Random(t, 5)
	var all plainSights
	ends := map[string]int{}
	for part := range 4 {
		c := newPlainCampaign(t, rng, 32+32*(part&1), Dialect(part>>1))
		for range n / 4 {
			c.refresh()
			c.oneKernel(c.kernel(), &all, ends)
		}
	}
	t.Logf("%d kernels: %+v, %v", n, all, ends)
	for _, what := range []string{"ended", "spent", "jumps over a place whe", "returns before a place", "calls a subroutine tha", "is reached without a c", "is the last instructio", "leaves no lane active,"} {
		if ends[what] == 0 {
			t.Errorf("no kernel %s", what)
		}
	}
	if s := all; min(s.partial, s.rejoined, s.turned, s.carried, s.inner)*8 < n || ends["ended"]*8 < n {
		t.Errorf("the kernels are too tame: %+v, %v", s, ends)
	}
}
