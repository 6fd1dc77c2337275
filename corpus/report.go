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
	naturalist form.Naturalist
}

// A Mask is one movement, however it was written.
type Mask struct {
	Canonical string // lane notation
	Count     int
	Dialects  map[string]int // how often in which notation
	Name      string         // its most specific pattern, or nothing
	First     Find
	Best      *lower.Result // the cheapest sequence known, after Price; nil where there is none

	form form.Form // with the canonical map
}

// Add counts a shuffle.
func (r *Report) Add(f Find) {
	r.Shuffles++
	if !f.Moves {
		r.Copies++
		return
	}
	nature := r.naturalist.Nature(f.Form)
	canonical := widest(nature.Canonical)
	key := canonical.String()
	m := r.masks[key]
	if m == nil {
		m = &Mask{Canonical: key, Dialects: map[string]int{}, First: f, Name: nameOf(nature.Patterns, nature.Canonical.Bits), form: form.Form{Dialect: "lane", Map: canonical}}
		if r.masks == nil {
			r.masks = map[string]*Mask{}
		}
		r.masks[key] = m
	}
	m.Count++
	m.Dialects[f.Form.Dialect]++
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

// Price finds the cheapest sequence known for each movement on a target. Those that have none there, because their vectors are no registers of it, keep none.
func (r *Report) Price(t *target.Target) {
	var l lower.Lowerer
	for _, m := range r.masks {
		m.Best, _ = l.Lower(m.form.Map, lower.Options{Target: t, MaxConstants: lower.Unlimited})
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
