package lower

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/network"
	"github.com/lanescope/lanescope/target"
)

// A memoryNetwork is the work on a network whose sources and results are in memory: each layout of registers that are loaded and stored leaves another network to the ops between, and the one with the
// fewest ops is taken, if it has no more instructions in all than loads and stores of whole registers.
//
//	16×16 of words, AVX2       whole registers    16 loads, 64 ops, 16 stores
//	                           halves loaded      32 loads, 48 ops, 16 stores
type memoryNetwork struct {
	l   *Lowerer
	ctx context.Context
	o   Options
	c   *cut
	m   memory

	layouts []network.Layout
}

// networkInMemory lowers a network with its loads and stores.
func (l *Lowerer) networkInMemory(ctx context.Context, c *cut, o Options) (*Result, error) {
	w := &memoryNetwork{l: l, ctx: ctx, o: o, c: c, m: memory{target: o.Target}}
	if len(o.Target.Memory) == 0 {
		return nil, fmt.Errorf("%s has no vectors that are loaded: expected another target for sources in memory", o.Target.Name)
	}
	for _, n := range c.asked.Src {
		if n*c.asked.Bits%8 != 0 {
			return nil, fmt.Errorf("a source of %d bits ends within a byte, and has no place in memory", n*c.asked.Bits)
		}
		w.m.sources = append(w.m.sources, n*c.asked.Bits/8)
	}
	w.m.result = wantedBytes(c)
	core, err := l.cutMap(ctx, c, o)
	if err != nil {
		return nil, err
	}
	plain := w.plain()
	best, err := w.built(core, plain)
	if err != nil {
		return nil, err
	}
	if p, ok := c.lanes(); ok && p.Elem >= 8 {
		best = w.better(best, &p)
	}
	return best, nil
}

// wantedBytes are the bytes of the result of which something is wanted.
func wantedBytes(c *cut) (wanted []bool) {
	for i, part := range c.parts {
		at := len(wanted)
		wanted = append(wanted, make([]bool, c.result[i]/8)...)
		for k, l := range part.Lane {
			if l.Kind != lane.Undefined {
				for b := k * part.Bits / 8; b <= ((k+1)*part.Bits-1)/8; b++ {
					wanted[at+b] = true
				}
			}
		}
	}
	return wanted
}

// A placement is where the bytes of each register that is loaded come from, and where those of each that is stored go.
type placement struct {
	loaded, stored [][]byteAt
}

// plain has the inputs in whole registers, and the results.
func (w *memoryNetwork) plain() (p placement) {
	most := slices.Max(w.o.Target.Bits) / 8
	for k, in := range w.c.inputs {
		row := make([]byteAt, w.c.wide[k]/8)
		for i := range row {
			if row[i] = w.sourceByte(in, in.Part*most+i); row[i].offset() >= w.m.sources[in.Source] {
				row[i] = freeByte
			}
		}
		p.loaded = append(p.loaded, row)
	}
	at := 0
	for _, bits := range w.c.result {
		row := make([]byteAt, bits/8)
		for i := range row {
			if row[i] = byteAt(at + i); !w.m.result[at+i] {
				row[i] = freeByte
			}
		}
		at += len(row)
		p.stored = append(p.stored, row)
	}
	return p
}

func (w *memoryNetwork) sourceByte(in Input, offset int) byteAt {
	return byteAt(in.Source<<sourceShift + offset)
}

// placed is a layout in bytes. Of what is loaded only what is read counts.
func (w *memoryNetwork) placed(p *network.Problem, l *network.Layout) (at placement) {
	plain := w.plain()
	n, e := p.Lanes(), p.Elem/8
	bytes := func(of [][]byteAt, row []int, counts func(i int) bool) []byteAt {
		list := slices.Repeat([]byteAt{freeByte}, n*e)
		for i, x := range row {
			if x != network.Free && counts(i) {
				copy(list[i*e:], of[x/n][x%n*e:][:e])
			}
		}
		return list
	}
	read := make([]bool, len(l.Loaded)*n)
	for _, r := range l.Rest.Results {
		for _, x := range r {
			if x != network.Free {
				read[x] = true
			}
		}
	}
	for k, row := range l.Loaded {
		at.loaded = append(at.loaded, bytes(plain.loaded, row, func(i int) bool { return read[k*n+i] }))
	}
	for k, row := range l.Stored {
		at.stored = append(at.stored, bytes(plain.stored, row, func(i int) bool { return l.Rest.Results[k][i] != network.Free }))
	}
	return at
}

// better looks for a layout with which the network costs less than with the plain one, in no more ops, nor more instructions in all.
func (w *memoryNetwork) better(plain *Result, p *network.Problem) *Result {
	quick := w.o
	quick.Effort = Quick
	all := func(r *Result) int { return opsOf(r.Code) + r.accesses(false) + r.accesses(true) }
	best, least, chosen := plain, plain.Ops, -1
	try := func(k int, o Options) {
		r := w.of(p, &w.layouts[k], o)
		if r == nil || r.Ops > plain.Ops || all(r) > all(plain) {
			return
		}
		if least = min(least, r.Ops); w.cheaper(r, best) {
			best, chosen = r, k
		}
	}
	loadable := func(row []int) bool {
		_, ok := w.m.loadedOnce(w.bytesOf(p, row))
		return ok
	}
	w.layouts = p.Layouts(groupings(w.o.Target.Loads(), p.Bits), groupings(w.o.Target.Stores(), p.Bits), loadable, w.follow)
	for k := range w.layouts {
		rest := &w.layouts[k].Rest
		if k == 0 && rest.Inputs == p.Inputs || rest.Bound(2) >= least && !rest.Done() { // rows of three registers are few
			continue
		}
		if w.ctx.Err() != nil {
			best.Ended = ByDeadline
			return best
		}
		try(k, quick)
	}
	if chosen >= 0 && w.o.Effort == Best && best.Proof == BestKnown {
		try(chosen, w.o)
	}
	return best
}

// bytesOf are lanes of inputs in memory.
func (w *memoryNetwork) bytesOf(p *network.Problem, row []int) []byteAt {
	plain, n, e := w.plain(), p.Lanes(), p.Elem/8
	list := slices.Repeat([]byteAt{freeByte}, n*e)
	for i, x := range row {
		if x != network.Free {
			copy(list[i*e:], plain.loaded[x/n][x%n*e:][:e])
		}
	}
	return list
}

// follow says whether inputs from one on lie one behind another, in whole registers.
func (w *memoryNetwork) follow(k, n int) bool {
	first, last := w.c.inputs[k], w.c.inputs[k+n-1]
	most := slices.Max(w.o.Target.Bits) / 8
	return first.Source == last.Source && last.Part == first.Part+n-1 && (last.Part+1)*most <= w.m.sources[first.Source]
}

// of is the network with a layout; nil if there is none.
func (w *memoryNetwork) of(p *network.Problem, l *network.Layout, o Options) *Result {
	c := cutOf(&l.Rest)
	c.network = o.Effort == Quick
	core, err := w.l.cutMap(w.ctx, c, o)
	if err != nil {
		return nil
	}
	r, err := w.built(core, w.placed(p, l))
	if err != nil {
		return nil
	}
	return r
}

// cutOf is a problem as what is looked for.
func cutOf(p *network.Problem) *cut {
	c := &cut{asked: lane.Map{Bits: p.Elem}}
	n := p.Lanes()
	for k := range p.Inputs {
		c.inputs, c.wide, c.asked.Src = append(c.inputs, Input{Source: k}), append(c.wide, p.Bits), append(c.asked.Src, n)
	}
	for _, r := range p.Results {
		m := lane.Map{Bits: p.Elem, Src: c.asked.Src, Lane: make([]lane.Lane, n)}
		for i, x := range r {
			if x != network.Free {
				m.Lane[i] = lane.From(x/n, x%n)
			}
		}
		c.parts, c.result = append(c.parts, m), append(c.result, p.Bits)
		c.asked.Lane = append(c.asked.Lane, m.Lane...)
	}
	return c
}

// cheaper says whether a result costs less than another, or as much with fewer accesses.
func (w *memoryNetwork) cheaper(r, than *Result) bool {
	if a, b := w.costOf(r), w.costOf(than); a != b {
		return a.less(b)
	}
	return r.Loads()+r.Stores() < than.Loads()+than.Stores()
}

// costOf is what a result costs but for its accesses. In a loop a store beyond one for each register is as dear as two ops: of stores a CPU does one at a time.
func (w *memoryNetwork) costOf(r *Result) (p price) {
	beyond := 0
	if w.o.Cost == Loop {
		beyond = 2 * max(0, r.accesses(true)-len(w.c.result))
	}
	throughput := 0
	for i := range r.Code {
		if o := &r.Code[i]; !o.IsLoad() && !o.InMemory() {
			_, t := figures(o.Row, w.o.CPU)
			throughput += t
		}
	}
	if w.o.Cost == Latency {
		p.first = r.Latency
	}
	p.rest = w.o.Cost.keyOf(r.Ops, r.Constants, r.Copies+max(r.Sets-1, 0)+beyond, min(throughput, 0xffff))
	return p
}

// built is what was found for registers with its loads and stores, in an order that takes few registers, followed from memory to memory.
func (w *memoryNetwork) built(core *Result, at placement) (*Result, error) {
	r := &Result{Map: w.c.asked, CPU: w.o.CPU, Cost: w.o.Cost, Ended: core.Ended, Strategy: core.Strategy, Proof: core.Proof, LowerBound: core.LowerBound}
	r.File, r.Bits, r.Result, r.Memory = target.Vectors, core.Bits, noResult, []int{}
	for _, n := range w.m.sources {
		r.Memory = append(r.Memory, 8*n)
	}
	r.room, r.spills = core.room, true
	b := builder{w: w, r: r, core: core, at: at, value: map[Arg]Arg{}}
	if err := b.loads(); err != nil {
		return nil, err
	}
	b.ops()
	if err := b.stores(); err != nil {
		return nil, err
	}
	if err := r.settle(w.o); err != nil {
		return nil, err
	}
	r.checkMemory()
	return r, nil
}

// A builder puts loads and stores around ops.
type builder struct {
	w     *memoryNetwork
	r     *Result
	core  *Result
	at    placement
	value map[Arg]Arg // of each of the core's that there is
}

// add adds an op, and gives its value.
func (b *builder) add(o Op) Arg {
	b.r.Code = append(b.r.Code, o)
	return Arg(len(b.r.Code) - 1)
}

// loads loads what is read: structures first, and else each register for itself.
func (b *builder) loads() error {
	needed := make([]bool, len(b.core.Inputs))
	note := func(v Arg) {
		if int(v) < len(needed) {
			needed[v] = true
		}
	}
	for i := range b.core.Code {
		for _, v := range b.core.Code[i].reads() {
			note(v)
		}
	}
	for _, x := range b.core.Results {
		if !x.Any {
			note(x.Value)
		}
	}
	for k := 0; k < len(needed); k++ {
		if a, n, ok := b.w.m.structure(b.at.loaded[k:]); ok && !slices.Contains(needed[k:k+n], false) {
			for j := range n {
				b.value[Arg(k+j)] = b.add(Op{Row: a.row, At: a.at.address(), Part: j})
			}
			k += n - 1
			continue
		}
		if !needed[k] {
			continue
		}
		list, ok := b.w.m.load(b.at.loaded[k])
		if !ok {
			return b.w.short(k)
		}
		v := noResult
		for _, a := range list {
			o := Op{Row: a.row, At: a.at.address()}
			if len(a.row.Src) > 0 {
				o.Args = []Arg{v}
			}
			v = b.add(o)
		}
		b.value[Arg(k)] = v
	}
	return nil
}

// short says why an input is not loaded.
func (w *memoryNetwork) short(k int) error {
	source := 0
	if k < len(w.c.inputs) {
		source = w.c.inputs[k].Source
	}
	var bytes []string
	for _, r := range w.o.Target.Loads() {
		if text := strconv.Itoa(r.Access.Bits / 8); r.Access.Kind == target.Low && !slices.Contains(bytes, text) {
			bytes = append(bytes, text)
		}
	}
	return fmt.Errorf("source %s has %d bytes, of which no loads of %s make registers without reading beyond: it loads %s", lane.SourceName(source), w.m.sources[source], w.o.Target.Name, strings.Join(bytes, ", "))
}

// ops are the core's.
func (b *builder) ops() {
	for i, o := range b.core.Code {
		o.Args = slices.Clone(o.Args)
		for k, v := range o.Args {
			o.Args[k] = b.value[v]
		}
		if o.Made {
			o.By = b.value[o.By]
		}
		b.value[Arg(len(b.core.Inputs)+i)] = b.add(o)
	}
}

// stores stores the results.
func (b *builder) stores() error {
	for k := 0; k < len(b.core.Results); k++ {
		if a, n, ok := b.w.m.storedTogether(b.at.stored[k:]); ok {
			o := Op{Row: a.row, At: Address{Result: true, Offset: a.at.offset()}}
			for j := range n {
				o.Args = append(o.Args, b.value[b.core.Results[k+j].Value])
			}
			b.add(o)
			k += n - 1
			continue
		}
		list, ok := b.w.m.store(b.at.stored[k])
		if !ok {
			return fmt.Errorf("no stores of %s write result %d", b.w.o.Target.Name, k)
		}
		for _, a := range list {
			b.add(Op{Row: a.row, At: Address{Result: true, Offset: a.at.offset()}, Args: []Arg{b.value[b.core.Results[k].Value]}})
		}
	}
	return nil
}

// settle puts the code in order, and counts it.
func (r *Result) settle(o Options) error {
	most := o.Target.Registers(target.Vectors)
	if o.Registers > 0 {
		most = min(most, o.Registers)
	}
	s, ok := r.inRegisters(most)
	if !ok {
		least := most + 1
		for ; least < o.Target.Registers(target.Vectors); least++ {
			if _, ok := r.inRegisters(least); ok {
				break
			}
		}
		return fmt.Errorf("%d registers are too few for what an op reads and writes at once: expected %d or more", most, least)
	}
	r.Sequence = s
	r.Count = r.count()
	r.Latency = r.latency(r.CPU)
	return nil
}

// Loads are how many instructions read memory, reloads of what found no register among them.
func (s *Sequence) Loads() int {
	reloads, _ := s.Spills()
	return s.accesses(false) + reloads
}

// Stores are how many write it.
func (s *Sequence) Stores() int {
	_, spills := s.Spills()
	return s.accesses(true) + spills
}

// accesses are the loads or the stores of sources and results.
func (s *Sequence) accesses(stores bool) (n int) {
	for i := range s.Code {
		if o := &s.Code[i]; o.InMemory() && o.Part == 0 && o.stores() == stores {
			n++
		}
	}
	return n
}

// name is how a listing names what the address is in.
func (a Address) name() string {
	if a.Result {
		return "result"
	}
	return lane.SourceName(a.Source)
}

// checkMemory panics if the code does not do the map from memory to memory, which would be a bug of this package.
func (r *Result) checkMemory() {
	got, err := r.stored()
	if err != nil {
		panic(fmt.Sprintf("lower: %v: %v", r.Map, err))
	}
	v, err := lane.Compare(got, r.Map)
	if err != nil || v.Relation != lane.Equal && v.Relation != lane.Refines {
		panic(fmt.Sprintf("lower: the code for %v does %v: %v %v", r.Map, got, v, err))
	}
}

// stored is what the code leaves in the memory of the result, byte by byte, or bit by bit where ops take bytes apart. No byte is read beyond a source's end, nor written twice, nor behind the result.
func (r *Result) stored() (m lane.Map, err error) {
	values, err := r.values()
	if err != nil {
		return m, err
	}
	width := 8
	for _, v := range values {
		width = lane.GCD(width, v.Bits)
	}
	m = lane.Map{Bits: width, Src: make([]int, len(r.Memory)), Lane: make([]lane.Lane, len(r.Map.Lane)*r.Map.Bits/width)}
	for k, bits := range r.Memory {
		m.Src[k] = bits / width
	}
	written := make([]bool, len(m.Lane))
	for i := range r.Code {
		o := &r.Code[i]
		switch x := o.Row.Access; {
		case x == nil:
		case !x.Store && 8*o.At.Offset+x.Bits > r.Memory[o.At.Source]:
			return m, fmt.Errorf("op %d reads beyond source %d", i, o.At.Source)
		case !x.Store:
		case 8*o.At.Offset+x.Bits > len(m.Lane)*width:
			return m, fmt.Errorf("op %d writes behind the result", i)
		default:
			value, err := values[i].Regroup(width)
			if err != nil {
				return m, err
			}
			for k, l := range value.Lane {
				at := 8*o.At.Offset/width + k
				if written[at] {
					return m, fmt.Errorf("op %d writes byte %d again", i, at*width/8)
				}
				m.Lane[at], written[at] = l, true
			}
		}
	}
	return m, nil
}
