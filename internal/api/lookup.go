package api

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/tablebase"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// fromTable is the strategy of answers that a table had.
const fromTable = "looked up"

// CheckKnown says whether a table can answer what the request asks: it is of one target, and has listings of the default cost alone.
func CheckKnown(t *tablebase.Table, r LowerRequest) error {
	o, err := r.settle()
	switch {
	case err != nil:
		return err
	case t.Target != r.Target:
		return fmt.Errorf("the table is of %s, and the target is %s", t.Target, r.Target)
	case r.Emit != "" || r.Alternatives || r.CPU != "" || o.Cost != lower.Balanced || r.MaxConstants != (lower.Limit{}):
		return fmt.Errorf("a table has listings for the balanced cost: expected neither emitted code, alternatives, a CPU, another cost nor a limit of constants")
	}
	return nil
}

// lookedUp is the answer of a table, with the names of sources that the form has.
func lookedUp(t *tablebase.Table, f form.Form) (s Sequence, found bool, err error) {
	if f.Guard != nil {
		return s, false, nil
	}
	k, ok := tablebase.KeyOf(f.Map)
	if !ok {
		return s, false, nil
	}
	e, found, err := t.Find(&k)
	if !found || err != nil {
		return s, false, err
	}
	places, listing, _ := strings.Cut(string(e.Text), "\t")
	s = Sequence{
		Target: t.Target, Map: f.Map, Count: lower.Count{Ops: e.Ops, Constants: e.Constants, Copies: e.Copies}, LowerBound: e.LowerBound, Strategy: fromTable,
		Proof: [...]lower.Proof{lower.BestKnown, lower.Bounded, lower.Minimal}[min(e.Proof, 2)],
	}
	if listing != "" {
		s.Lines = strings.Split(listing, "; ")
	}
	s.Operands = operandsOf(&k, places)
	return s, true, nil
}

// operandsOf are the operands of an entry, in the order in which the map has its sources, and the result last.
func operandsOf(k *tablebase.Key, places string) []Operand {
	var all []Operand
	at := func(o Operand) int {
		if n, ok := lane.SourceIndex(o.Name); ok {
			return n
		}
		return math.MaxInt
	}
	for _, place := range strings.Fields(places) {
		name, register, _ := strings.Cut(place, "=")
		if n, ok := lane.SourceIndex(name); ok && n < k.Sources() {
			name = lane.SourceName(k.Source(n))
		}
		all = append(all, Operand{name, []string{register}})
	}
	slices.SortStableFunc(all, func(x, y Operand) int { return cmp.Compare(at(x), at(y)) })
	return all
}
