package lower

import "fmt"

func (l *Lowerer) wide(p *problem, o Options) (*Result, error) {
	return nil, fmt.Errorf("%v: not four lanes of 32 bits", p.asked)
}

// DefaultBudget is how many candidates are looked at where Options does not say.
const DefaultBudget = 1 << 20
