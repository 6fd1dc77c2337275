package inspect

import "slices"

// A trail is what is followed on the way to a finding: a value that instructions change. It is what tells the ways on which the rule is broken from the others.
type trail struct {
	begin func() value
	step  func(v value, i *Instruction) value
	wrong func(v value) bool
}

// A value is one or two numbers.
type value [2]uint64

func noValue() value { return value{} }

// onItsWay follows whether one of these halves is on its way in a slot.
func onItsWay(slot int, wanted Halves) *trail {
	return oneHalf(wanted, func(on bool, half int, i *Instruction) bool {
		if n, waits := i.waitsFor(); waits && n == slot {
			on = false
		}
		return on || i.Effects.Slot == slot && i.Effects.Loads.Has(half)
	})
}

// lost follows whether one of these halves has been discarded and not written since.
func lost(wanted Halves) *trail {
	return oneHalf(wanted, func(on bool, half int, i *Instruction) bool {
		return (on || i.Effects.Discards.Has(half)) && !i.Effects.Writes.Has(half)
	})
}

// oneHalf follows something that is so or not, of the lowest half of a set.
func oneHalf(wanted Halves, step func(on bool, half int, i *Instruction) bool) *trail {
	half := 0
	for half = range wanted.All() {
		break
	}
	return &trail{
		noValue,
		func(v value, i *Instruction) value {
			if step(v != value{}, half, i) {
				return value{1}
			}
			return value{}
		},
		func(v value) bool { return v != value{} },
	}
}

// crowding follows how many loads a slot has.
func crowding(slot int) *trail {
	return &trail{
		noValue,
		func(v value, i *Instruction) value {
			if n, waits := i.waitsFor(); waits && n == slot {
				v[0] = 0
			}
			if !i.Effects.Loads.Empty() && i.Effects.Slot == slot {
				v[0] = min(v[0]+1, perSlot+1)
			}
			return v
		},
		func(v value) bool { return v[0] >= perSlot },
	}
}

// sleeping follows the counts in r0l.
var sleeping = &trail{
	func() value { return value{uint64(atStart.awake), uint64(atStart.asleep)} },
	func(v value, i *Instruction) value {
		m := masked{counts(v[0]), counts(v[1])}.after(i)
		return value{uint64(m.awake), uint64(m.asleep)}
	},
	func(v value) bool { return v[1] != 0 },
}

// A place on a way: a block, and what the trail has at its beginning.
type place struct {
	block int
	value value
}

// pathWork is how many instructions are gone through at most to find all ways that are shown, and so how long they are together.
const pathWork = 1 << 23

// anyWay is the trail of a finding that is so on every way.
var anyWay = &trail{
	noValue,
	func(v value, _ *Instruction) value { return v },
	func(value) bool { return true },
}

// path is the blocks on a shortest way from the start to an instruction before which the trail is wrong.
func (r *Report) path(k int, t *trail) []int {
	if g := r.graph; g.entry >= 0 {
		from := place{g.entry, t.begin()}
		if all, _ := r.way(from, g.blocks[g.entry].First, t, func(n int) bool { return n == k }); all != nil {
			return all
		}
	}
	return []int{r.graph.blocks[r.graph.in[k]].Offset}
}

// way is the blocks on a shortest way from an instruction of a block to one that is a goal where the trail is wrong, and which that is; nil if there is none, or if it takes too long to find.
func (r *Report) way(from place, first int, t *trail, goal func(k int) bool) (all []int, k int) {
	g := r.graph
	came := map[place]place{}
	queue := []place{from}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		b, v := &g.blocks[p.block], p.value
		if r.pathWork += b.Last - b.First + 1; r.pathWork > pathWork {
			return nil, -1
		}
		for n := max(b.First, first); n < b.Last; n++ {
			if goal(n) && t.wrong(v) {
				return g.backwards(came, p, from), n
			}
			v = t.step(v, &g.inst[n])
		}
		first = 0
		for _, e := range b.Successors {
			q := place{e.To, v}
			if _, seen := came[q]; !seen {
				came[q] = p
				queue = append(queue, q)
			}
		}
	}
	return nil, -1
}

// backwards is the way that was come by, from its beginning. That may have been come to again.
func (g *graph) backwards(came map[place]place, p, from place) (all []int) {
	for p != from {
		all = append(all, g.blocks[p.block].Offset)
		p = came[p]
	}
	all = append(all, g.blocks[from.block].Offset)
	slices.Reverse(all)
	return all
}
