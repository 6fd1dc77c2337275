package lower

import (
	"context"
	"strings"
)

// An Alternative is another sequence for the same map.
type Alternative struct {
	By string // the cost that chooses it, or "no constants" for the cheapest that loads none
	*Result
}

// alternatives are the different sequences that other costs choose, and that is best without constants.
func (l *Lowerer) alternatives(ctx context.Context, chosen *Result, o Options) (list []Alternative) {
	seen := map[string]bool{}
	isNew := func(r *Result) bool {
		text := strings.Join(r.Listing(o.Target), "\n")
		defer func() { seen[text] = true }()
		return !seen[text]
	}
	isNew(chosen)
	try := func(by string, o Options) {
		if r, err := l.one(ctx, chosen.Map, o); err == nil && isNew(r) {
			list = append(list, Alternative{by, r})
		}
	}
	for _, cost := range [...]Cost{Balanced, Instructions, Loop, Latency} {
		other := o
		other.Cost = cost
		try(cost.String(), other)
	}
	if !o.MaxConstants.allowsNone() {
		o.MaxConstants = AtMost(0)
		try("no constants", o)
	}
	return list
}
