package lower_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// This file checks what Lower claims by another search, which goes the other way: it takes random rows of a target, does them one after another bit by bit, and asks for the map that comes out. Whatever
// is claimed of that map must be true of the program that made it. It knows no relations, parts, tables or plans; a constant may stand in a register because it was loaded, or because rows made it.

// A fbit is what one bit of a value is: 0 or 1, fAny, or fSource + 512·source + bit.
type fbit int32

const (
	fAny    fbit = -1
	fSource fbit = 2
)

// A forwardOp is a row done to values.
type forwardOp struct {
	row    *target.Row
	imm    int
	k      lane.Const // a constant that is loaded or in the instruction
	made   int        // the value that is the constant, or -1
	form   lower.Form
	mask   uint64
	args   []int // values; the old destination of a merging form behind them
	result []fbit
}

// A forward is a program as it grows: one to three sources, and what its ops made.
type forward struct {
	tg      *target.Target
	random  *rand.Rand
	width   int
	sources int
	file    target.File
	ops     []forwardOp

	wholeLanes bool // rows that move narrower lanes are left out
}

// value is value v, and whether it is a source.
func (p *forward) value(v int) (bits []fbit, source bool) {
	if v >= p.sources {
		return p.ops[v-p.sources].result, false
	}
	bits = make([]fbit, p.width)
	for i := range bits {
		bits[i] = fSource + fbit(512*v+i)
	}
	return bits, true
}

// read is the lowest n bits of a value: above what an instruction wrote are zeros, above a source is anything.
func (p *forward) read(v, n int) []fbit {
	bits, source := p.value(v)
	bits = slices.Clone(bits[:min(n, len(bits))])
	for len(bits) < n {
		if bits = append(bits, 0); source {
			bits[len(bits)-1] = fAny
		}
	}
	return bits
}

// fileOf is where a value is.
func (p *forward) fileOf(v int) target.File {
	if v < p.sources {
		return p.file
	}
	return p.ops[v-p.sources].row.FileOf('d')
}

// constant is a value as a constant; ok is false if a bit of it is not known.
func (p *forward) constant(v, n int) (c lane.Const, ok bool) {
	b := make([]byte, (n+7)/8)
	for i, x := range p.read(v, n) {
		if x != 0 && x != 1 {
			return c, false
		}
		b[i/8] |= byte(x) << (i % 8)
	}
	return lane.ConstBytes(b).Slice(0, n), true
}

// step adds a random op, one that reads the last value if it can; ok is false if the row that was drawn cannot be done.
func (p *forward) step() (ok bool) {
	o := forwardOp{made: -1}
	values := p.sources + len(p.ops)
	pick := func(f target.File) int {
		for range 8 {
			v := p.random.IntN(values)
			if len(p.ops) > 0 && p.random.IntN(3) > 0 {
				v = values - 1 - p.random.IntN(min(2, len(p.ops)))
			}
			if p.fileOf(v) == f {
				return v
			}
		}
		return -1
	}
	if o.row = p.drawRow(); o.row.Length() > p.width && p.file == target.Vectors {
		return false
	}
	for k, n := range o.row.Src {
		v := pick(o.row.SourceFile(k))
		if v < 0 || v < p.sources && n > p.width {
			return false
		}
		o.args = append(o.args, v)
	}
	if o.row.Consecutive && !p.follows(&o) {
		return false
	}
	if x := o.row.Index; x != nil && !p.drawConstant(&o, x, pick) {
		return false
	}
	if o.row.Imm != nil {
		o.imm = p.random.IntN(o.row.Imm.Values)
	}
	if k := o.row.Mask; k != nil && k.Needs.In(p.tg.Has) && o.made < 0 && p.random.IntN(4) == 0 {
		o.form, o.mask = lower.Zeroed, p.random.Uint64()&(1<<k.Lanes-1)
		if k.Merges || p.random.IntN(2) == 0 {
			if o.form = lower.Merged; !o.row.Destroys {
				v := pick(target.Vectors)
				if v < 0 || v < p.sources && o.row.Bits > p.width {
					return false
				}
				o.args = append(o.args, v)
			}
		}
	}
	return p.do(o)
}

// drawRow draws a row: one that makes a constant now and then, else each name is as likely as another.
func (p *forward) drawRow() *target.Row {
	last := len(p.ops) - 1
	makes := p.random.IntN(5) == 0
	uses := last >= 0 && len(p.ops[last].row.Src) == 0 && p.random.IntN(2) == 0 // what was made last
	for {
		switch row := p.tg.Rows[p.random.IntN(len(p.tg.Rows))]; {
		case p.wholeLanes && row.Elem < 32 && row.Union == nil && len(row.Src) > 0 && row.Index == nil:
		case uses && (row.Index == nil || row.Index.Mask) && row.Union == nil:
		case uses || (len(row.Src) == 0) == makes:
			return row
		}
	}
}

// follows makes the sources of a row that reads registers which follow one another such: the program's sources are.
func (p *forward) follows(o *forwardOp) bool {
	first := 0
	if o.row.Destroys {
		first = 1
	}
	list := o.args[first:len(o.row.Src)]
	if len(list) == 1 {
		return true
	}
	for k := range list {
		list[k] = k
	}
	return len(list) <= p.sources
}

// drawConstant draws what the row has in its constant: made by rows before, or loaded.
func (p *forward) drawConstant(o *forwardOp, x *target.Indexed, pick func(target.File) int) bool {
	if !x.Mask && !x.Inline && p.random.IntN(2) == 0 {
		if v := pick(o.row.FileOf('k')); v >= p.sources {
			if c, ok := p.constant(v, x.Bits); ok {
				o.k, o.made = c, v
				return true
			}
		}
	}
	b := make([]byte, (x.Bits+7)/8)
	elem := max(o.row.Elem/8, 1)
	for i := range b {
		switch {
		case p.wholeLanes && i%4 > 0 && !x.Mask:
			b[i] = b[i-1] & -(b[i-1] >> 7) // 00 00 00 00, ff ff ff ff, 80 80 80 80
		case x.Mask || o.row.Elem == 1 || o.row.Elem == 64 && x.Bits == 64:
			b[i] = [...]byte{0, 0xff, byte(p.random.Uint32())}[p.random.IntN(3)]
		case i%elem == 0:
			b[i] = [...]byte{byte(p.random.IntN(16)), byte(p.random.IntN(64)), byte(p.random.IntN(256))}[p.random.IntN(3)]
		case i%elem == elem-1 && p.random.IntN(2) == 0:
			b[i] = 0x80
		}
	}
	o.k = lane.ConstBytes(b).Slice(0, x.Bits)
	return true
}

// do does the op.
func (p *forward) do(o forwardOp) bool {
	if o.row.Union != nil {
		args := make([]lane.Map, len(o.row.Src))
		for k, n := range o.row.Src {
			args[k] = forwardMap(p.read(o.args[k], n), p.width, p.sources)
		}
		o.result = forwardBits(o.row.Union.Of(args...))
	} else {
		var m lane.Map
		if o.row.Imm != nil {
			m = o.row.Imm.Map(o.imm)
		} else {
			m = o.row.Index.Apply(o.k)
		}
		switch o.form {
		case lower.Zeroed:
			m = o.row.Mask.Cleared(m, o.mask)
		case lower.Merged:
			m = o.row.Mask.Kept(m, o.mask)
		}
		if m.ReadsOld() && len(o.args) == len(o.row.Src) {
			return false
		}
		o.result = p.moved(m, &o)
	}
	p.ops = append(p.ops, o)
	return true
}

// moved is what a map makes of the op's arguments.
func (p *forward) moved(m lane.Map, o *forwardOp) (out []fbit) {
	for _, l := range m.Lane {
		from, at := []fbit(nil), 0
		switch l.Kind {
		case lane.Source:
			from, at = p.read(o.args[l.Src], o.row.Src[l.Src]), l.Index*m.Bits
		case lane.Old:
			from, at = p.read(o.args[len(o.args)-1], o.row.Bits), l.Index*m.Bits
		}
		for j := range m.Bits {
			switch {
			case from != nil:
				out = append(out, from[at+j])
			case l.Kind == lane.Constant:
				v, _ := l.Const.Slice(j, 1).Uint64()
				out = append(out, fbit(v))
			default:
				out = append(out, fAny)
			}
		}
	}
	return out
}

// forwardMap is bits as a map of the sources.
func forwardMap(bits []fbit, width, sources int) lane.Map {
	m := lane.Map{Bits: 1, Src: slices.Repeat([]int{width}, sources), Lane: make([]lane.Lane, len(bits))}
	for i, b := range bits {
		switch {
		case b >= fSource:
			m.Lane[i] = lane.From(int(b-fSource)/512, int(b-fSource)%512)
		case b >= 0:
			m.Lane[i] = lane.Fixed(lane.ConstOf(uint64(b)))
		}
	}
	return m
}

func forwardBits(m lane.Map) (out []fbit) {
	for _, l := range m.Lane {
		for j := range m.Bits {
			switch l.Kind {
			case lane.Source:
				out = append(out, fSource+fbit(512*l.Src+l.Index*m.Bits+j))
			case lane.Constant:
				v, _ := l.Const.Slice(j, 1).Uint64()
				out = append(out, fbit(v))
			default:
				out = append(out, fAny)
			}
		}
	}
	return out
}

// needed drops the ops that nobody reads, and counts what is left: ops, constants that are loaded, and copies in this order, which may be more than are necessary.
func (p *forward) needed() (n lower.Count) {
	last := len(p.ops) - 1
	reads := func(o *forwardOp, v int) bool { return slices.Contains(o.args, v) || o.made == v }
	live := make([]bool, len(p.ops))
	live[last] = true
	for i := last; i >= 0; i-- {
		for j := i + 1; j <= last && !live[i]; j++ {
			live[i] = live[j] && reads(&p.ops[j], p.sources+i)
		}
	}
	loaded := map[string]bool{}
	var mode target.Mode
	for i := range p.ops {
		o := &p.ops[i]
		if !live[i] {
			continue
		}
		n.Ops += o.row.Ops()
		n.Sets += o.row.Scalars()
		both, ok := mode.With(o.row.ModeOf(o.form != lower.Plain))
		if !ok || mode.Bits == 0 && both.Bits > 0 {
			n.Sets++
		}
		if mode = both; !ok {
			mode = o.row.ModeOf(o.form != lower.Plain)
		}
		if x := o.row.Index; x != nil && !x.Inline && o.made < 0 {
			loaded[fmt.Sprint(x.Mask, x.Bits, o.k.Hex())] = true
		}
		if o.form != lower.Plain {
			loaded[fmt.Sprint(true, o.row.Bits/o.row.Mask.Elem, o.mask)] = true
		}
		lost := -1
		switch {
		case len(o.args) > len(o.row.Src):
			lost = o.args[len(o.args)-1]
		case o.row.Destroys:
			lost = o.args[0]
		case o.row.Spends:
			lost = o.made
		}
		if o.row.Apart && lost >= 0 && slices.Index(o.args, lost) != len(o.args)-1-slices.Index(reversed(o.args), lost) {
			n.Copies++
			lost = -1
		}
		for j := i + 1; j <= last && lost >= 0; j++ {
			if live[j] && reads(&p.ops[j], lost) {
				n.Copies++
				break
			}
		}
		if o.row.Spends && o.made < 0 && i < last {
			n.Copies++ // another may read that constant
		}
	}
	n.Constants = len(loaded)
	return n
}

func reversed(list []int) []int {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

// String is the program, for those who want to know what Lower did not see.
func (p *forward) String() string {
	var b strings.Builder
	for i := range p.ops {
		o := &p.ops[i]
		fmt.Fprintf(&b, "t%d = %s %v", i+p.sources, o.row.Name, o.args)
		switch {
		case o.made >= 0:
			fmt.Fprintf(&b, " by t%d", o.made)
		case o.row.Index != nil:
			fmt.Fprintf(&b, " by 0x%s", o.k.Hex())
		case o.row.Imm != nil && o.row.Imm.Values > 1:
			fmt.Fprintf(&b, " %d", o.imm)
		}
		if o.form != lower.Plain {
			fmt.Fprintf(&b, " mask %x form %d", o.mask, o.form)
		}
		b.WriteString("; ")
	}
	return b.String()
}

// randomForward is a program of n ops on a target, and the map that it does; ok is false if nothing is left to ask.
func randomForward(random *rand.Rand, tg *target.Target, n int) (p *forward, m lane.Map, ok bool) {
	p = &forward{tg: tg, random: random, width: tg.Bits[random.IntN(len(tg.Bits))], sources: [...]int{1, 2, 2, 3}[random.IntN(4)], file: tg.Files[0], wholeLanes: random.IntN(3) == 0 && tg.Files[0] == target.Vectors}
	for tries := 0; len(p.ops) < n; tries++ {
		if tries == 200 {
			return p, m, false
		}
		p.step()
	}
	last := &p.ops[n-1]
	if last.row.FileOf('d') != p.file {
		return p, m, false
	}
	bits := slices.Clone(last.result)
	for p.file == target.Vectors && len(bits) < 128 || p.file == target.General && len(bits) < 64 {
		bits = append(bits, 0)
	}
	if len(bits) > p.width {
		return p, m, false
	}
	p.forget(bits)
	m = forwardMap(bits, p.width, p.sources)
	for m.Bits < 64 {
		wider, err := m.Regroup(2 * m.Bits) // which joins no undefined lane to a neighbour
		if err != nil {
			break
		}
		m = wider
	}
	return p, m, slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind == lane.Source })
}

// forget lets nobody care about some bytes, now and then.
func (p *forward) forget(bits []fbit) {
	if p.random.IntN(2) == 0 {
		return
	}
	unit := 8 << p.random.IntN(3)
	for at := 0; at+unit <= len(bits); at += unit {
		if p.random.IntN(4) == 0 {
			for i := range unit {
				bits[at+i] = fAny
			}
		}
	}
}

// latency is the longest way from a source to the result: what reads nothing is there before.
func (p *forward) latency(cpu string) float64 {
	late := make([]float64, p.sources+len(p.ops))
	for i := range p.ops {
		o := &p.ops[i]
		at, reads := 0.0, o.made >= 0 || len(o.args) > 0
		for _, v := range o.args {
			at = max(at, late[v])
		}
		if o.made >= 0 {
			at = max(at, late[o.made])
		}
		if cost, ok := o.row.On(cpu); reads && ok {
			at += cost.Latency
		} else if reads {
			at++
		}
		late[p.sources+i] = at
	}
	return late[len(late)-1]
}

// forwardCompare compares a program with a result by the measure of a cost and its ties: less than 0 where the program is cheaper.
func forwardCompare(cost lower.Cost, a, b lower.Count) int {
	first := func(c lower.Count) (int, int) {
		switch cost {
		case lower.Balanced:
			return c.Ops + c.Copies + c.Sets + 2*c.Constants, 0
		case lower.Loop:
			return c.Ops + c.Copies + c.Sets, c.Constants
		}
		return 0, 0
	}
	a1, a2 := first(a)
	b1, b2 := first(b)
	return cmp.Or(cmp.Compare(a1, b1), cmp.Compare(a2, b2), cmp.Compare(a.Ops, b.Ops), cmp.Compare(a.Constants, b.Constants), cmp.Compare(a.Copies+a.Sets, b.Copies+b.Sets))
}

// wrongClaim is what a result says that a program shows to be false, or nothing.
func wrongClaim(r *lower.Result, o lower.Options, n lower.Count) string {
	if !o.MaxConstants.Allows(n.Constants) {
		return ""
	}
	cheaper := forwardCompare(o.Cost, n, r.Count)
	switch {
	case cheaper < 0 && r.Proof == lower.Minimal:
		return "minimal"
	case cheaper < 0 && r.LowerBound > n.Ops:
		return fmt.Sprintf("a lower bound of %d", r.LowerBound)
	case cheaper <= 0 && r.Proof == lower.Bounded && n.Ops < r.Ops:
		return "bounded"
	}
	return ""
}

// askedOf asks for what a random program does, and says what is wrong with the answer; ok is false if there was nothing to ask.
func askedOf(t *testing.T, random *rand.Rand, tg *target.Target, ops int) (r *lower.Result, ok bool) {
	t.Helper()
	p, m, ok := randomForward(random, tg, ops)
	if !ok || m.Bits < 8 && tg.Files[0] == target.Vectors && random.IntN(8) > 0 {
		return nil, false
	}
	o := lower.Options{Target: tg, Cost: lower.Cost(random.IntN(4)), Budget: 1 << 10}
	n := p.needed()
	if random.IntN(2) == 0 {
		o.MaxConstants = lower.AtMost(n.Constants)
	}
	r, err := tables.Lower(t.Context(), m, o)
	if err != nil && o.MaxConstants == (lower.Limit{}) {
		t.Errorf("%v at most %v: %v, but %v", m, o.MaxConstants, err, p)
	}
	if err != nil {
		return nil, false
	}
	if o.Cost == lower.Latency {
		if at := p.latency(r.CPU); at < r.Latency && r.Proof == lower.Minimal && o.MaxConstants.Allows(n.Constants) {
			t.Errorf("%v at most %v: %v\n  claimed minimal: %+v, %g cycles %q\n  but %+v, %g cycles: %v", o.Cost, o.MaxConstants, m, r.Count, r.Latency, r.Listing(tg), n, at, p)
		}
		return r, true
	}
	if claim := wrongClaim(r, o, n); claim != "" {
		t.Errorf("%v at most %v: %v\n  claimed %s: %+v %q\n  but %+v: %v", o.Cost, o.MaxConstants, m, claim, r.Count, r.Listing(tg), n, p)
	}
	return r, true
}

// No claim is refuted by a program that does the map.
func TestClaimsAgainstPrograms(t *testing.T) {
	t.Parallel()
	each := 30
	switch {
	case *full:
		each = 2000
	case testing.Short():
		each = 15
	}
	for _, tg := range lower.Some(chance.Random(t, 19), target.Targets(), 3) {
		t.Run(tg.Name, func(t *testing.T) {
			t.Parallel()
			random := chance.Random(t, 18)
			asked, bounds := 0, 0
			for tries := 0; (asked < each || bounds == 0 && !testing.Short()) && tries < 100*each; tries++ { // short programs have few such bounds
				if r, ok := askedOf(t, random, tg, 1+random.IntN(3)); ok {
					if asked++; r.LowerBound > 1 {
						bounds++
					}
				}
			}
			if asked < each || bounds == 0 && !testing.Short() {
				t.Errorf("%d programs asked for, %d of them with a bound above one op", asked, bounds)
			}
		})
	}
}
