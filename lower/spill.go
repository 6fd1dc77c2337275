package lower

import (
	"slices"

	"github.com/lanescope/lanescope/target"
)

// A map of several registers may have more values than a target has registers. Inputs that find none are in memory from the start, slot by slot; a value that has to make room goes to a
// slot of its own, and comes back when it is read. Each such way is a copy.
//
//	movdqa [rsp + 32], xmm3      the value that is read again last makes room
//	movdqa xmm3, [rsp + 32]      and comes back

// A way says how a value moves between a register and memory.
type way uint8

const (
	within way = iota // it does not
	stored
	reloaded
)

// A Location is where an input or a result of several registers is: in a register, or in memory. What is not meant is -1.
type Location struct{ Register, Slot int }

// Locations are where Listing expects the inputs, and leaves the registers of the result: one, or several.
func (s *Sequence) Locations() (inputs, results []Location) {
	c := s.registers()
	if !s.Several() {
		return c.held, []Location{{c.result, -1}}
	}
	return c.held, c.results
}

// ResultBits are those of register k of the result.
func (s *Sequence) ResultBits(k int) int {
	if !s.Several() {
		return s.Bits
	}
	return s.Results[k].Bits
}

// unspilled is a result whose map takes one register as one of these, if everything finds a register: what is made with ways to memory at hand may need none.
func (r *Result) unspilled(t *target.Target) *Result {
	plain := *r
	plain.Results, plain.spills = nil, false
	if c := plain.registers(); !c.fits(t) {
		return r
	}
	plain.Count, plain.Latency = plain.count(), plain.latency(r.CPU)
	return &plain
}

// enter gives the next input a register, or a slot if all are taken.
func (a *allocation) enter() {
	if f := a.s.File; a.s.spills && a.lowest(f) < 0 && len(a.free[f]) >= a.s.room[f] {
		a.put(-1)
		a.slot[len(a.slot)-1] = a.slots
		a.slots++
		return
	}
	a.put(a.next(a.s.File))
}

// entered notes where the inputs are; the registers of those that nobody reads are free.
func (a *allocation) entered() {
	for k, r := range a.reg {
		a.out.held = append(a.out.held, a.location(Arg(k)))
		if a.s.spills && r >= 0 && a.last[k] < 0 && !a.kept(a.s.File, r) {
			a.free[a.s.File][r] = true
		}
	}
}

// kept says whether a register is one that is never written.
func (a *allocation) kept(f target.File, r int) bool { return slices.Contains(a.layout.keep[f], r) }

func (a *allocation) location(v Arg) Location {
	if r := a.reg[v]; r >= 0 {
		return Location{r, -1}
	}
	return Location{-1, a.slot[v]}
}

// bitsOf are those of a value's register.
func (s *Sequence) bitsOf(v Arg) int {
	if int(v) < len(s.Inputs) {
		return s.Wide[v]
	}
	return registerBits(s.Code[int(v)-len(s.Inputs)].Row)
}

// evicted is the register of the value that is read again last, which is in memory now.
func (a *allocation) evicted(f target.File) int {
	victim, next := Arg(-1), a.now
	for v, r := range a.reg {
		if r < 0 || a.last[v] <= a.now || a.s.fileOf(Arg(v)) != f || a.kept(f, r) {
			continue
		}
		if use := a.nextRead(Arg(v)); use > next {
			victim, next = Arg(v), use
		}
	}
	if victim < 0 {
		return len(a.free[f])
	}
	return a.evict(victim)
}

// evict stores a value, if it is not in memory yet, and gives its register.
func (a *allocation) evict(v Arg) int {
	r := a.reg[v]
	if a.slot[v] < 0 {
		a.slot[v] = a.slots
		a.slots++
		a.out.code = append(a.out.code, instruction{op: -1, from: r, way: stored, slot: a.slot[v], whole: a.s.bitsOf(v), file: a.s.fileOf(v)})
		a.out.copies++
	}
	a.reg[v] = -1
	return r
}

// nextRead is the op that reads a value next, from the one on that is given registers.
func (a *allocation) nextRead(v Arg) int {
	for j := max(a.now, 0); j < len(a.s.Code); j++ {
		if slices.Contains(a.s.Code[j].reads(), v) {
			return j
		}
	}
	return len(a.s.Code)
}

// bring gives what an op reads registers, and such that follow one another where the row wants them so.
func (a *allocation) bring(o *Op) {
	if !a.s.spills {
		return
	}
	if list := o.list(); len(list) > 1 && !a.follow(list) {
		a.window(list)
	}
	for _, v := range o.reads() {
		if a.reg[v] < 0 {
			a.moveTo(v, a.next(a.s.fileOf(v)))
		}
	}
}

// list are the arguments that have to be in registers which follow one another.
func (o *Op) list() []Arg {
	list := o.Args[:len(o.Row.Src)]
	switch {
	case !o.Row.Consecutive:
		return nil
	case o.Row.Destroys && len(list) > 0:
		return list[1:]
	}
	return list
}

// follow says whether the values are in registers that follow one another.
func (a *allocation) follow(list []Arg) bool {
	for k, v := range list {
		if a.reg[v] < 0 || a.reg[v] != a.reg[list[0]]+k {
			return false
		}
	}
	return true
}

// moveTo brings a value into a register, from memory or from the one where it is.
func (a *allocation) moveTo(v Arg, r int) {
	in := instruction{op: -1, to: r, whole: a.s.bitsOf(v), file: a.s.fileOf(v)}
	if from := a.reg[v]; from >= 0 {
		in.from = from
		a.free[in.file][from] = !a.kept(in.file, from)
	} else {
		in.way, in.slot = reloaded, a.slot[v]
	}
	a.take(in.file, r)
	a.reg[v] = r
	a.out.code = append(a.out.code, in)
	a.out.copies++
}

// window brings values into registers that follow one another: those where the fewest others have to make room.
func (a *allocation) window(list []Arg) {
	best, least := -1, 0
	for r := range a.s.room[target.Vectors] - len(list) + 1 {
		if cost, ok := a.windowCost(list, r); ok && (best < 0 || cost < least) {
			best, least = r, cost
		}
	}
	if best < 0 {
		a.out.unordered = true
		return
	}
	for k, v := range list {
		r := best + k
		if a.reg[v] == r {
			continue
		}
		if other, ok := a.occupant(r); ok {
			a.evict(other)
		}
		for c, at := range a.loaded {
			if !c.mask && c.file == target.Vectors && at == r {
				delete(a.loaded, c)
			}
		}
		a.moveTo(v, r)
	}
}

// windowCost is how many ways it takes to bring the values into the registers from r on; ok is false where one of them is needed now.
func (a *allocation) windowCost(list []Arg, r int) (cost int, ok bool) {
	for k, v := range list {
		if a.reg[v] == r+k {
			continue
		}
		if cost++; a.kept(target.Vectors, r+k) {
			return 0, false
		}
		if other, taken := a.occupant(r + k); taken {
			if a.nextRead(other) == a.now {
				return 0, false
			}
			cost += 2
		}
		for c, at := range a.loaded {
			if !c.mask && c.file == target.Vectors && at == r+k {
				if a.nextUse(c) == a.now {
					return 0, false
				}
				cost++
			}
		}
	}
	return cost, true
}

// occupant is the value in a register of vectors that is read from now on.
func (a *allocation) occupant(r int) (Arg, bool) {
	for v, at := range a.reg {
		if at == r && a.last[v] >= a.now && a.s.fileOf(Arg(v)) == target.Vectors {
			return Arg(v), true
		}
	}
	return 0, false
}

// leave notes where the registers of a result of several are. One that would hold the same as another has a copy of its own, as whoever reads them may overwrite either.
func (a *allocation) leave() {
	a.now = len(a.s.Code) - 1 // -1 where the result is nothing but inputs
	for i, x := range a.s.Results {
		if a.repeats(i) {
			a.out.results = append(a.out.results, a.again(x.Value, a.repeatsMemory(i+1)))
		} else {
			a.out.results = append(a.out.results, Location{})
		}
	}
	for i, x := range a.s.Results {
		if a.out.results[i] == (Location{}) {
			a.out.results[i] = a.location(x.Value)
		}
	}
}

// repeatsMemory says whether a register of the result, from one on, holds the same as one before it, and it is in memory.
func (a *allocation) repeatsMemory(from int) bool {
	for i := from; i < len(a.s.Results); i++ {
		if a.reg[a.s.Results[i].Value] < 0 && a.repeats(i) {
			return true
		}
	}
	return false
}

// repeats says whether register i of the result holds the same as one before it.
func (a *allocation) repeats(i int) bool {
	x := a.s.Results[i]
	return !x.Any && slices.ContainsFunc(a.s.Results[:i], func(y Output) bool { return !y.Any && y.Value == x.Value })
}

// again copies a value that is in the result to where nothing is. If others come from memory behind it, a register stays for them.
func (a *allocation) again(v Arg, others bool) Location {
	f := a.s.fileOf(v)
	in := instruction{op: -1, from: a.reg[v], whole: a.s.bitsOf(v), file: f}
	a.out.copies++
	if in.from >= 0 && !a.vacant(f) {
		in.way, in.slot = stored, a.slots
		a.slots++
		a.out.code = append(a.out.code, in)
		return Location{-1, in.slot}
	}
	in.to = a.next(f)
	if in.from < 0 {
		in.way, in.slot = reloaded, a.slot[v]
	}
	a.out.code = append(a.out.code, in)
	if !others || a.vacant(f) || a.evictable(f) {
		return Location{in.to, -1}
	}
	a.out.code = append(a.out.code, instruction{op: -1, from: in.to, way: stored, slot: a.slots, whole: in.whole, file: f})
	a.out.copies++
	a.slots++
	a.free[f][in.to] = true
	return Location{-1, a.slots - 1}
}

// vacant says whether a register holds nothing.
func (a *allocation) vacant(f target.File) bool {
	return a.lowest(f) >= 0 || a.s.room[f] == 0 || len(a.free[f]) < a.s.room[f]
}

// evictable says whether a value can still make room.
func (a *allocation) evictable(f target.File) bool {
	for v, r := range a.reg {
		if r >= 0 && a.last[v] > a.now && a.s.fileOf(Arg(v)) == f && !a.kept(f, r) {
			return true
		}
	}
	return false
}
