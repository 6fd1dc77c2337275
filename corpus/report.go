package corpus

import (
	"cmp"
	"context"
	"slices"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// A Report counts shuffles by what they do. The zero value is an empty one.
type Report struct {
	Files    int
	Shuffles int
	Copies   int    // lines that move nothing from its place; they are not among the masks
	Skipped  []Skip // files, and lines over which there was a bug
	Followed int    // instructions of listings
	Lost     int    // those that may move lanes and could not be followed
	Lines    []Skip // of them, as many as are kept

	Wrong []Contradiction // as many as are kept

	places int // that are kept

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
	Worst     Emission      // the dearest one, without its form
	Least     Cost          // of the cheapest one
	Best      *lower.Result // the cheapest sequence that package lower knows, after Price, without its instructions; nil where there is none
	Places    []Use         // of as many uses as are kept, in the order in which they were read
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
	First     Place
	Places    []Place       // of as many as are kept
	Best      *lower.Result // the cheapest sequence known on the target that Price was given, without its instructions; nil where there is none
}

// A Place is a line of a file.
type Place struct {
	File     string
	Line     int    // from 1
	Function string // that it is in, if that is known
}

// A Use is one place of a movement that a listing makes.
type Use struct {
	Place
	First int // the line that it begins with
	Cost  Cost
}

// mostPlaces is how many places of uses, and how many lines that could not be followed, are kept: what there is of them in a file without end has one, too.
const mostPlaces = 1 << 17

// mostWrong is how many lines that contradict themselves are kept, with what both say.
const mostWrong = 1 << 10

// A Skip is what was not read: a line, or of line 0 the file.
type Skip struct {
	Place
	Why string
}

// Add counts a shuffle.
func (r *Report) Add(f Find) {
	if !f.Moves {
		r.Shuffles++
		r.Copies++
		return
	}
	canonical, name := r.canonical(f.Form)
	r.Shuffles++
	key := canonical.Map.String()
	m := r.masks[key]
	if m == nil {
		m = &Mask{Canonical: key, Dialects: map[string]int{}, First: f.Place, Name: name}
		if r.masks == nil {
			r.masks = map[string]*Mask{}
		}
		r.masks[key] = m
	}
	if r.places < mostPlaces {
		m.Places = append(m.Places, f.Place)
		r.places++
	}
	m.Count++
	m.Dialects[f.Form.Dialect]++
}

// canonical is what a form is counted as, and its name.
func (r *Report) canonical(f form.Form) (form.Form, string) {
	f.Map, _ = f.Map.Canonical() // so that the name is that of the canonical form, which many forms have
	nature := r.naturalist.Nature(form.Form{Map: f.Map})
	return form.Form{Dialect: "lane", Map: widest(nature.Canonical)}, nameOf(nature.Names, nature.Canonical.Bits)
}

// AddEmitted counts a movement of a listing.
func (r *Report) AddEmitted(e Emission) {
	canonical, name := r.canonical(e.Form)
	e.Form = form.Form{} // which is larger than all the rest
	key := emission{canonical.Map.String(), e.Target}
	all := r.emitted[key]
	if all == nil {
		all = &Emitted{Canonical: key.canonical, Name: name, Target: e.Target, Worst: e, Least: e.Cost}
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
	if r.places < mostPlaces {
		all.Places = append(all.Places, Use{e.Place, e.First, e.Cost})
		r.places++
	}
}

// wrong notes a line that contradicts itself.
func (r *Report) wrong(c Contradiction) {
	if len(r.Wrong) < mostWrong {
		r.Wrong = append(r.Wrong, c)
	}
}

// lost notes a line that could not be followed.
func (r *Report) lost(s Skip) {
	r.Lost++
	if len(r.Lines) < mostPlaces {
		r.Lines = append(r.Lines, s)
	}
}

// Sink is one that counts all in the report.
func (r *Report) Sink() Sink {
	return Sink{Shuffle: r.Add, Emitted: r.AddEmitted, Lost: r.lost, Line: func() { r.Followed++ }, Contradiction: r.wrong}
}

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

// Excess is how much more all movements of listings cost than the cheapest that are known would.
func (r *Report) Excess() (n int) {
	for _, e := range r.emitted {
		n += e.Excess()
	}
	return n
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

func nameOf(names []form.Name, bits int) string {
	if len(names) == 0 {
		return ""
	}
	return names[0].Text(bits)
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

// How much is searched: for one movement at most and at least, and in between an equal share of what all may take together. Whoever wants to know more of one asks package lower.
const (
	priceBudget = 1 << 14
	leastBudget = 1 << 8
	sharedPrice = 1 << 18
)

// Pricing is who wants to know how Price goes on. The zero value is nobody.
type Pricing struct {
	Progress func(done, all int)
	Bug      func(Bug)       // a movement over which Lanescope panics, as a line of lane notation; nil lets it
	Context  context.Context // when it is over, what is not priced yet keeps no price; nil: never
}

// Price finds the cheapest sequence known for each movement that listings make, on the listing's target or on the one given, and where one is given also for each mask. Those that have none
// there, because their vectors are no registers of it, keep none.
func (r *Report) Price(t *target.Target, p Pricing) {
	type question struct {
		canonical string
		on        *target.Target
		at        Place
		best      **lower.Result
	}
	var all []question
	for _, m := range r.Masks() {
		if t != nil {
			all = append(all, question{m.Canonical, t, m.First, &m.Best})
		}
	}
	for _, e := range r.Emitted() {
		on, known := target.Find(e.Target)
		if t != nil {
			on, known = t, true
		}
		if known {
			all = append(all, question{e.Canonical, on, e.Worst.Place, &e.Best})
		}
	}
	var l lower.Lowerer
	budget := min(max(sharedPrice/max(len(all), 1), leastBudget), priceBudget)
	sink := Sink{Bug: p.Bug}
	ctx := p.Context
	if ctx == nil {
		ctx = context.Background()
	}
	for k, q := range all {
		if ctx.Err() != nil {
			return
		}
		if p.Progress != nil {
			p.Progress(k, len(all))
		}
		sink.guarded(q.at.File, q.at.Line, q.canonical, func() {
			best, err := l.Lower(ctx, written(q.canonical), lower.Options{Target: q.on, Budget: budget})
			if err == nil {
				*q.best = &lower.Result{CPU: best.CPU, Count: best.Count, Latency: best.Latency, Proof: best.Proof, LowerBound: best.LowerBound}
			}
		})
	}
}

// Form is the mask as a form.
func (m *Mask) Form() form.Form { return form.Form{Dialect: "lane", Map: written(m.Canonical)} }

// written is the map that lane notation was written of.
func written(canonical string) lane.Map {
	m, err := lane.Parse(canonical)
	if err != nil {
		panic(err) // it writes every map, and reads what it wrote
	}
	return m
}

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
