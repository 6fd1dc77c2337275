package lower

import (
	"context"
	"fmt"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// usual is one Lowerer for all who ask for the usual: it remembers what it was asked.
var usual = sync.OnceValue(func() *Lowerer { return new(Lowerer) })

// Usual is the cheapest sequence that is known for a map on the target of a name, by the usual cost. A map that keeps its old destination has none: there that would be a source like any
// other. When the context ends, it is the best that was found.
func Usual(ctx context.Context, m lane.Map, name string) (*Result, *target.Target, error) {
	t, ok := target.Find(name)
	switch {
	case !ok:
		return nil, nil, fmt.Errorf("there is no target %q", name)
	case m.ReadsOld():
		return nil, t, fmt.Errorf("lanes keep the old destination, which here would be a source like any other")
	}
	r, err := usual().Lower(ctx, m, Options{Target: t})
	return r, t, err
}

// Sources are the sources of the map that the inputs are, in their order.
func (r *Result) Sources() []int {
	all := make([]int, len(r.Inputs))
	for k, in := range r.Inputs {
		all[k] = in.Source
	}
	return all
}
