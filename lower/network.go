package lower

import (
	"context"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/network"
	"github.com/lanescope/lanescope/lower/quick"
	"github.com/lanescope/lanescope/target"
)

// MostNetworkBits is how long all results of a network may be together, and all its sources.
const MostNetworkBits = 1 << 16

// Network finds the cheapest sequence that makes several results of the same sources: what two of them need is made once.
// Each result is in registers of its own, and Map is all of them, one behind another, each as long as its registers.
//
//	i32x4 i32x4 -> a0 b0 a1 b1      and      i32x4 i32x4 -> a2 b2 a3 b3        punpckldq, punpckhdq
func (l *Lowerer) Network(ctx context.Context, maps []lane.Map, o Options) (*Result, error) {
	o, err := l.settled(o)
	if err != nil {
		return nil, err
	}
	c, err := cutNetwork(maps, o.Target)
	if err != nil {
		return nil, err
	}
	if o.Registers < 0 {
		return nil, fmt.Errorf("%d registers: expected 1 or more", o.Registers)
	}
	if o.Memory {
		return l.networkInMemory(ctx, c, o)
	}
	r, err := l.cutMap(ctx, c, o)
	if err != nil {
		return nil, err
	}
	if loads, stores := r.Spills(); o.Registers > 0 || loads+stores > 0 {
		if err := r.settle(o); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// cutNetwork puts maps of the same sources into registers.
func cutNetwork(maps []lane.Map, t *target.Target) (*cut, error) {
	if len(maps) == 0 {
		return nil, fmt.Errorf("a network has no result: expected maps")
	}
	bits := 0
	for k, m := range maps {
		if err := m.Check(); err != nil {
			return nil, fmt.Errorf("result %d: %w", k, err)
		}
		if m.ReadsOld() {
			return nil, fmt.Errorf("result %d keeps lanes of an old destination, of which a network has none: name it as a source", k)
		}
		bits = lane.GCD(bits, m.Bits)
	}
	bits = lane.GCD(bits, t.Bits[len(t.Bits)-1]) // so that a register has whole lanes: three of 40 bits fill none
	all := lane.Map{Bits: bits}
	var result []int
	for k, m := range maps {
		m, err := m.Regroup(bits)
		if err != nil {
			return nil, fmt.Errorf("result %d: %w", k, err)
		}
		if k == 0 {
			all.Src = m.Src
		} else if !slices.Equal(m.Src, all.Src) {
			return nil, fmt.Errorf("result %d has other sources than result 0: %v, not %v, in lanes of %d bits", k, m.Src, all.Src, bits)
		}
		registers := registersOf(bits*len(m.Lane), t)
		result = append(result, registers...)
		all.Lane = append(all.Lane, m.Lane...)
		for missing := sum(registers)/bits - len(m.Lane); missing > 0; missing-- {
			all.Lane = append(all.Lane, lane.Lane{})
		}
	}
	for k, lanes := range []int{len(all.Lane), sum(all.Src)} {
		if lanes > MostNetworkBits/bits {
			return nil, fmt.Errorf("the %s have %d bits together, and those of a network at most %d", []string{"results", "sources"}[k], lanes*bits, MostNetworkBits)
		}
	}
	return cutInto(all, result, t)
}

func sum(list []int) (n int) {
	for _, x := range list {
		n += x
	}
	return n
}

// networkProblem is all parts as a problem of package network; ok is false if they are none, or one register of one input.
func (c *cut) networkProblem() (p network.Problem, ok bool) {
	p, ok = c.lanes()
	return p, ok && (len(p.Results) > 1 || len(c.inputs) > 1)
}

// lanes are all parts as a problem of package network; ok is false if they are none: where lanes are constants, or registers of different lengths.
func (c *cut) lanes() (p network.Problem, ok bool) {
	p = network.Problem{Bits: c.result[0], Elem: 64, Inputs: len(c.inputs)}
	for _, bits := range slices.Concat(c.result, c.wide) {
		if bits != p.Bits {
			return p, false
		}
	}
	for _, m := range c.parts {
		p.Elem = min(p.Elem, joined(m).Bits)
	}
	for _, part := range c.parts {
		m, err := part.Regroup(p.Elem)
		if err != nil {
			return p, false
		}
		n, row := p.Lanes(), make([]int, 0, len(m.Lane))
		for _, l := range m.Lane {
			switch l.Kind {
			case lane.Undefined:
				row = append(row, network.Free)
			case lane.Source:
				row = append(row, l.Src*n+l.Index)
			default:
				return p, false
			}
		}
		p.Results = append(p.Results, row)
	}
	return p, true
}

// network looks for the whole as a network: with as many constants as there are first, and then with none and some, for what is no dearer, unless nothing else is allowed. It says whether nothing cheaper is left
// to look for.
func (w *whole) network() (done bool) {
	p, ok := w.c.networkProblem()
	if w.c.least = 0; !ok || w.s.file != target.Vectors {
		return false
	}
	w.c.least = p.Bound(mostRead(w.o.Target))
	if last, done := w.networkWith(&p, Limit{}, nil); last {
		return done
	}
	last, done := w.networks(&p)
	if last || !w.dearly() || w.o.MaxConstants.allowsAny() {
		return done
	}
	w.answers.anyPrice()
	_, done = w.networks(&p)
	w.answers = newAnswers(&w.o)
	return done
}

// networks are those with few constants. It says whether the last was found that is any use, and whether nothing cheaper is left to look for.
func (w *whole) networks(p *network.Problem) (last, done bool) {
	until := &until{ctx: w.ctx}
	for k, limit := range networkRungs(w.o.MaxConstants) {
		if !w.affordable(limit) {
			continue
		}
		if k > 0 && until.ended() {
			w.ended = ByDeadline
			return true, false
		}
		if last, done = w.networkWith(p, limit, until); last {
			break
		}
	}
	return last, done
}

// networkWith looks for the whole as a network with so many constants.
func (w *whole) networkWith(p *network.Problem, limit Limit, until *until) (last, done bool) {
	o := w.o
	o.MaxConstants = limit
	n := network.New(w.o.Target, w.networkOptions(o, until)).Decide(p)
	if n == nil {
		return false, false
	}
	d := w.ofNetwork(n)
	price, loads := w.s.price(d)
	if limit.allowsAny() {
		w.foundFreely(price)
	}
	if w.s.allows(loads) && price.less(w.price) {
		w.take(standing{whole: d, price: price, ok: true})
		w.strategy = n.Strategy
	}
	switch cycles := w.o.Cost.OfCPU(); {
	case w.ok && loads == 0 && opsOf(d.code) <= w.c.least && !cycles:
		return true, true
	case loads == 0 && n.Least && cycles: // constants would come into more ops
		return true, len(w.c.parts) > mostBeside
	}
	return false, false
}

// networkOptions are those of a network under a limit. Single maps are what package quick decides.
func (w *whole) networkOptions(o Options, until *until) network.Options {
	e, ask := w.l.engine(o.Target), quick.Options{Weights: o.Cost.weights(), Constants: o.limit(), Hasty: o.hasty()}
	s := &search{l: w.l, o: o, file: w.s.file, until: until}
	if until != nil {
		ask.Stop = until.over
	}
	one := func(m *lane.Map, below int) (code []network.Op, result int, ok bool) {
		if below == 0 {
			d := draft{inputs: len(m.Src), bits: slices.Repeat([]int{m.Bits * len(m.Lane)}, len(m.Src))}
			q, ok := w.answers.decided(s, joined(*m), d)
			return networkOps(q.code), int(q.result), ok
		}
		ask.Below = below
		var q quick.Program
		if !e.Decide(&q, m, ask) {
			return nil, 0, false
		}
		for _, op := range q.Ops() {
			code = append(code, network.Op(op))
		}
		return code, q.Result(), true
	}
	n := network.Options{Op: ask.Op, Constant: ask.Constant, CPU: o.CPU, One: one, Stop: ask.Stop}
	if p, ok := target.PipelineOf(o.CPU); ok && o.Cost.OfCPU() {
		n.Pipeline, n.Latency = p, o.Cost == Latency
	}
	return n
}

// networkOps are ops as those of package network.
func networkOps(code []Op) (ops []network.Op) {
	for _, o := range code {
		op := network.Op{Row: o.Row, Imm: o.Imm, Const: o.Const, Made: o.Made, By: int(o.By)}
		for _, a := range o.Args {
			op.Args = append(op.Args, int(a))
		}
		ops = append(ops, op)
	}
	return ops
}

// networkRungs are the limits under which networks are looked for: all those that a smaller limit has, so that more freedom never costs more.
func networkRungs(most Limit) (list []Limit) {
	for _, k := range []int{0, 1, 2, 4, 8, 16} {
		if most.Allows(k) {
			list = append(list, AtMost(k))
		}
	}
	if most.allowsAny() {
		list = append(list, most)
	}
	return list
}

// mostRead is how many registers a row of a target reads at most, the old destination of a masked form among them.
func mostRead(t *target.Target) (most int) {
	for _, r := range t.Rows {
		n := len(r.Src)
		if r.Mask != nil && r.Mask.Needs.In(t.Has) && !r.Destroys {
			n++
		}
		most = max(most, n)
	}
	return max(2, most)
}

// ofNetwork is a program of package network as a draft of all parts.
func (w *whole) ofNetwork(n *network.Program) draft {
	d := w.start().own(len(n.Code))
	d.parts = w.c.parts
	for _, op := range n.Code {
		d.push(opOf(quick.Op(op)))
	}
	for _, r := range n.Results {
		d.results = append(d.results, Arg(r)) // network.Free is noResult
	}
	d.result = max(d.results[0], 0)
	return w.s.shared(d)
}

// Depth is how many ops stand on the longest way from an input to a result: the stages of a network.
func (s *Sequence) Depth() int {
	deep := make([]int, len(s.Inputs)+len(s.Code))
	for i := range s.Code {
		at := 0
		for _, v := range s.Code[i].reads() {
			at = max(at, deep[v])
		}
		if !s.Code[i].IsLoad() && !s.Code[i].InMemory() {
			at++
		}
		deep[len(s.Inputs)+i] = at
	}
	if s.Memory != nil {
		return slices.Max(append(deep, 0))
	}
	most := deep[s.Result]
	for _, r := range s.Results {
		most = max(most, deep[r.Value])
	}
	return most
}

// InUse is how many registers of its file the sequence has in use at once, as Listing gives them.
func (s *Sequence) InUse() int {
	c := s.registers()
	return c.most[s.File]
}

// Spills are the ways from memory and to memory that Listing has, where values find no register. They count as copies.
func (s *Sequence) Spills() (loads, stores int) {
	for _, in := range s.registers().code {
		switch in.way {
		case stored:
			stores++
		case reloaded:
			loads++
		}
	}
	return loads, stores
}
