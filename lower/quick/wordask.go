package quick

// A wordAsk is which words are wanted of two inputs, and the best plan so far.
type wordAsk struct {
	words   [8]int8
	spare   bool    // it is looked at which inputs rows overwrite
	packing bool    // the words are a half of a pack, of which the other half may read what rows overwrite
	live    [2]bool // and which of them are read later too
	known   *known
	weights Weights
	cost    int // of the best, or what it has to be below
	best    wordPlan
}

// below is how many ops are too many for a plan with so many copies. Of two plans that cost the same, one of fewer ops is better, since an order of steps may save its copies. Where inputs are spared one of fewer
// copies is better too: that order is known then.
func (x *wordAsk) below(copies int) int {
	left := x.cost - copies*x.weights.Copy
	n := (left + x.weights.Op - 1) / x.weights.Op
	if more := copies - x.best.copies; x.best.ops > 0 && left%x.weights.Op == 0 && (more > 0 || more < 0 && x.spare) {
		n++
	}
	return n
}

// take makes a plan the best.
func (x *wordAsk) take(plan *wordPlan) {
	x.best = *plan
	x.cost = plan.ops*x.weights.Op + plan.copies*x.weights.Copy
}

// values are those that are asked.
func (x *wordAsk) values(w *width) []wordValue {
	if x.spare {
		return w.values
	}
	return w.values[:w.unsparing]
}

// sparing is the value or its twin, and how many copies it takes, if some inputs are read later too.
func (x *wordAsk) sparing(v *wordValue, live [2]bool) (which *wordValue, copies int) {
	switch {
	case !x.spare || v.spares(live):
		return v, 0
	case v.twin != nil && v.twin.spares(live):
		return v.twin, 0
	}
	return v, 1
}

// nothingOver stands for the input that a row overwrites which overwrites none.
const nothingOver = -1

// spares says whether no input is overwritten that is read later too.
func (v *wordValue) spares(live [2]bool) bool {
	k := v.overwrites()
	return k == nothingOver || !live[k]
}

// overwrites is the input that the row overwrites.
func (v *wordValue) overwrites() int {
	if v.from == nil || !v.from.row.Destroys {
		return nothingOver
	}
	return v.input + int(v.from.use.of[0]) ^ v.swap
}
