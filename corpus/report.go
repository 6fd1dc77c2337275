package corpus

import (
	"cmp"
	"slices"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/target"
)

// A Report counts shuffles by what they do. The zero value is an empty one.
type Report struct {
	Files    int
	Shuffles int
	Copies   int // lines that move nothing from its place; they are not among the masks

	masks      map[string]*Mask
	emitted    map[emission]*Emitted
	naturalist form.Naturalist
}

// emission is what tells movements in listings apart: what they do, on what.
type emission struct{ canonical, target string }

// An Emitted is one movement that listings make on a target, however they make it.
type Emitted struct {
	Canonical string // lane notation
	Name      string // its most specific pattern, or nothing
	Target    string
	Uses      int
	Total     int           // the cost of all uses together, balanced
	Worst     Emission      // the dearest one
	Least     Cost          // of the cheapest one
	Best      *lower.Result // the cheapest sequence that package lower knows, after Price; nil where there is none

	form form.Form
}

// Known is the cheapest that is known to do: what package lower found, or a listing where that is cheaper.
func (e *Emitted) Known() (cost Cost, found bool) {
	if e.Best != nil {
		cost = Cost{e.Best.Ops, e.Best.Constants, e.Best.Copies}
		found = cost.Balanced() <= e.Least.Balanced()
	}
	if !found {
		cost = e.Least
	}
	return cost, found
}

// Excess is how much more all uses cost than the cheapest that is known would.
func (e *Emitted) Excess() int {
	cost, _ := e.Known()
	return e.Total - e.Uses*cost.Balanced()
}

// A Mask is one movement, however it was written.
type Mask struct {
	Canonical string // lane notation
	Count     int
	Dialects  map[string]int // how often in which notation
	Name      string         // its most specific pattern, or nothing
	First     Find
	Best      *lower.Result // the cheapest sequence known on the target that Price was given; nil where there is none

	form form.Form // with the canonical map
}

// Add counts a shuffle.
func (r *Report) Add(f Find) {
	r.Shuffles++
	if !f.Moves {
		r.Copies++
		return
	}
	canonical, name := r.canonical(f.Form)
	key := canonical.Map.String()
	m := r.masks[key]
	if m == nil {
		m = &Mask{Canonical: key, Dialects: map[string]int{}, First: f, Name: name, form: canonical}
		if r.masks == nil {
			r.masks = map[string]*Mask{}
		}
		r.masks[key] = m
	}
	m.Count++
	m.Dialects[f.Form.Dialect]++
}

// canonical is what a form is counted as, and its name.
func (r *Report) canonical(f form.Form) (form.Form, string) {
	nature := r.naturalist.Nature(f)
	return form.Form{Dialect: "lane", Map: widest(nature.Canonical)}, nameOf(nature.Patterns, nature.Canonical.Bits)
}

// AddEmitted counts a movement of a listing.
func (r *Report) AddEmitted(e Emission) {
	canonical, name := r.canonical(e.Form)
	key := emission{canonical.Map.String(), e.Target}
	all := r.emitted[key]
	if all == nil {
		all = &Emitted{Canonical: key.canonical, Name: name, Target: e.Target, Worst: e, Least: e.Cost, form: canonical}
		if r.emitted == nil {
			r.emitted = map[emission]*Emitted{}
		}
		r.emitted[key] = all
	}
	all.Uses++
	all.Total += e.Cost.Balanced()
	if e.Cost.Balanced() > all.Worst.Cost.Balanced() {
		all.Worst = e
	}
	if e.Cost.Balanced() < all.Least.Balanced() {
		all.Least = e.Cost
	}
}

// Sink is one that counts all in the report.
func (r *Report) Sink() Sink { return Sink{r.Add, r.AddEmitted} }

// Emitted are the movements that listings make, those first for which most too much was emitted.
func (r *Report) Emitted() []*Emitted {
	all := make([]*Emitted, 0, len(r.emitted))
	for _, e := range r.emitted {
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b *Emitted) int {
		return cmp.Or(cmp.Compare(b.Excess(), a.Excess()), cmp.Compare(b.Uses, a.Uses), cmp.Compare(a.Canonical, b.Canonical), cmp.Compare(a.Target, b.Target))
	})
	return all
}

// IsEmitted says whether a listing has the movement: as a line, or as what several lines make.
func (r *Report) IsEmitted(m *Mask) bool {
	if m.Dialects["llvm"] < m.Count {
		return true
	}
	for key := range r.emitted {
		if key.canonical == m.Canonical {
			return true
		}
	}
	return false
}

// widest is the map in the widest lanes that it moves whole: the same movement is then one, whether it was written as bytes or as words.
func widest(m lane.Map) lane.Map {
	for m.Bits < 512 {
		wide, err := m.Regroup(2 * m.Bits)
		if err != nil {
			break
		}
		m = wide
	}
	return m
}

func nameOf(matches []shufflevector.Match, bits int) string {
	if len(matches) == 0 {
		return ""
	}
	return matches[0].Text(bits)
}

// Masks are the distinct movements, the most frequent first.
func (r *Report) Masks() []*Mask {
	all := make([]*Mask, 0, len(r.masks))
	for _, m := range r.masks {
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b *Mask) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Canonical, b.Canonical))
	})
	return all
}

// priceBudget is how much is searched for each movement: whoever wants to know more of one asks package lower.
const priceBudget = 1 << 14

// Price finds the cheapest sequence known for each movement that listings make, on the listing's target or on the one given, and where one is given also for each mask. Those that have none
// there, because their vectors are no registers of it, keep none.
func (r *Report) Price(t *target.Target) {
	var l lower.Lowerer
	price := func(f form.Form, t *target.Target) *lower.Result {
		best, err := l.Lower(f.Map, lower.Options{Target: t, MaxConstants: lower.Unlimited, Budget: priceBudget})
		if err != nil {
			return nil
		}
		return best
	}
	for _, m := range r.masks {
		if t != nil {
			m.Best = price(m.form, t)
		}
	}
	for _, e := range r.emitted {
		on, known := target.Find(e.Target)
		if t != nil {
			on, known = t, true
		}
		if known {
			e.Best = price(e.form, on)
		}
	}
}

// Form is the mask as a form.
func (m *Mask) Form() form.Form { return m.form }

// Named is how many of the distinct movements have a name, and how many uses these have.
func (r *Report) Named() (masks, uses int) {
	for _, m := range r.masks {
		if m.Name != "" {
			masks++
			uses += m.Count
		}
	}
	return masks, uses
}

// Uses is how many shuffles move something.
func (r *Report) Uses() int { return r.Shuffles - r.Copies }
