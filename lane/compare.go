package lane

import "fmt"

// Relation is how two maps stand to each other.
type Relation uint8

// The relations. One map refines another if it equals it in every lane in which the other is defined; that is the direction in which a
// compiler may replace the other by the one.
const (
	Equal     Relation = iota // the same function
	Refines                   // the first is defined where the second is not
	RefinedBy                 // the second is defined where the first is not
	Differ                    // neither
)

// String is the relation in words.
func (r Relation) String() string {
	return [...]string{"equal", "refines", "refined by", "differ"}[r]
}

// A Verdict is a relation with its witness.
type Verdict struct {
	Relation Relation
	Bits     int  // width at which the maps were compared
	Lane     int  // the witness: a lane, of Bits bits, in which they are not the same; -1 for Equal
	A, B     Lane // what each map puts there
}

// Compare relates two maps with the same number of sources, source by source; only a source that both read must have one size. Maps of different
// widths are compared at the widest width that divides both. The error says why there is nothing to compare: other destinations, other sources.
//
// The witness is the first lane in which they are not the same; but for Differ it is the first lane in which both are defined and disagree, if there is
// one, and otherwise the first lane after which neither can refine the other.
func Compare(a, b Map) (Verdict, error) {
	if err := checkComparable(a, b); err != nil {
		return Verdict{}, err
	}
	if a.Bits != b.Bits {
		both, err := sameWidth([]Map{a, b})
		if err != nil {
			return Verdict{}, err
		}
		a, b = both[0], both[1]
	}
	rel, i := relate(len(a.Lane), func(i int) (Lane, Lane) { return a.Lane[i], b.Lane[i] })
	v := Verdict{Relation: rel, Bits: a.Bits, Lane: i}
	if i >= 0 {
		v.A, v.B = a.Lane[i], b.Lane[i]
	}
	return v, nil
}

// relate compares n pairs of lanes and gives the relation with the index of its witness, -1 for Equal.
func relate(n int, pair func(i int) (a, b Lane)) (rel Relation, witness int) {
	notRefines, notRefinedBy := -1, -1 // first pairs that refute "a refines b" and "b refines a"
	for i := range n {
		a, b := pair(i)
		switch {
		case a == b:
		case a.Kind != Undefined && b.Kind != Undefined:
			return Differ, i
		case a.Kind == Undefined && notRefines < 0:
			notRefines = i
		case b.Kind == Undefined && notRefinedBy < 0:
			notRefinedBy = i
		}
	}
	switch {
	case notRefines < 0 && notRefinedBy < 0:
		return Equal, -1
	case notRefines < 0:
		return Refines, notRefinedBy
	case notRefinedBy < 0:
		return RefinedBy, notRefines
	}
	return Differ, max(notRefines, notRefinedBy)
}

func checkComparable(a, b Map) error {
	if la, lb := len(a.Lane)*a.Bits, len(b.Lane)*b.Bits; la != lb {
		return fmt.Errorf("the destinations have %d and %d bits", la, lb)
	}
	if len(a.Src) != len(b.Src) {
		return fmt.Errorf("%d sources and %d", len(a.Src), len(b.Src))
	}
	if sameSources(a, b) {
		return nil
	}
	readA, readB := a.used(), b.used()
	for k := range a.Src {
		sa, sb := a.Src[k]*a.Bits, b.Src[k]*b.Bits
		if sa != sb && readA[k] && readB[k] {
			return fmt.Errorf("source %s has %d bits and %d", SourceName(k), sa, sb)
		}
	}
	return nil
}
