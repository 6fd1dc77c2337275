package network

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// An Engine decides networks for one target. It remembers what it was asked, and is not safe for use by several goroutines.
type Engine struct {
	target  *target.Target
	options Options

	moves map[shape]*moves
	maps  map[string]*Program // of one result; nil where there is nothing
	nets  map[string]*Program // of problems; nil while one is worked on, and where there is nothing

	byOps  bool           // cycles do not count for now
	offers map[string]*Op // nil where there is none
}

// A shape is registers, and lanes in them.
type shape struct{ bits, elem int }

// Options say what is cheap, and what makes single results.
type Options struct {
	Op, Constant int // what each costs; a constant that several ops load is one

	CPU string // whose latencies settle ties; empty: none do

	// Pipeline is that of the CPU where the cycles of the whole count, and what ops cost only among what takes as many; nil: cycles do not count. They are those in which the whole can begin again,
	// or with Latency those from the inputs to the last result.
	Pipeline *target.Pipeline
	Latency  bool

	// One makes a map of registers by ops that cost less than below together; 0: whatever they cost. Arguments and the result are the map's sources first, then what the ops make. It reports false
	// where it knows nothing.
	One  func(m *lane.Map, below int) (code []Op, result int, ok bool)
	Stop func() bool // is asked now and then: once it says so, what was found is taken, or nothing; nil: never
}

// New decides for a target.
func New(t *target.Target, o Options) *Engine {
	return &Engine{target: t, options: o, moves: map[shape]*moves{}, maps: map[string]*Program{}, nets: map[string]*Program{}}
}

// A strategy makes programs for a problem whose results have inputs in common. It takes the problem apart and asks the engine for the pieces, depth being how often that may go on.
type strategy struct {
	name string
	why  string
	find func(e *Engine, p *Problem, depth int, found func(*Program))
}

// strategies are all of them. A later one has to be cheaper than those before.
func strategies() []strategy {
	return []strategy{
		{"by digits", "lanes whose numbers exchange digits move by pairs of rows, a digit at a time", (*Engine).byDigits},
		{"by blocks", "blocks are brought to where the same is done to all of them, before or behind", (*Engine).byBlocks},
		{"by rotation", "lanes that stay in place are rotated among the registers by blends, before or behind a shuffle of each", (*Engine).byRotation},
		{"by pairs", "a pair of rows first, or last, for all registers alike", (*Engine).byPairs},
		{"by halves", "halves of results that want lanes of two registers find them in one", (*Engine).byHalves},
		{"by windows", "results that are shifts of one another are a transpose of windows", (*Engine).byWindows},
		{"by joining", "registers of which half counts are joined, and joined results taken apart", (*Engine).byJoining},
		{"each", "each result by itself", (*Engine).each},
	}
}

// mostDepth is how often problems are taken apart.
const mostDepth = 3

// Decide is the cheapest program that the strategies know; nil if they know none, or if time is over before they do.
func (e *Engine) Decide(p *Problem) *Program {
	if p.Elem < 8 {
		return nil
	}
	n := e.solve(p, mostDepth)
	if e.options.Pipeline == nil || n == nil || len(p.apart()) < 2 {
		return n
	}
	e.byOps = true // each part may take a port that another needs
	few := e.solve(p, mostDepth)
	e.byOps = false
	if few != nil && !e.options.Latency {
		few = e.eased(p, few)
	}
	if few != nil && e.cheaper(few, n, true) {
		return few
	}
	return n
}

// over says whether the time is over.
func (e *Engine) over() bool { return e.options.Stop != nil && e.options.Stop() }

// solve is the cheapest program for a problem of any parts.
func (e *Engine) solve(p *Problem, depth int) *Program {
	n := newProgram(p.Inputs)
	n.Results = slices.Repeat([]int{Free}, len(p.Results))
	var left [][]int
	for r, result := range p.Results {
		if n.Results[r] = p.still(result); n.Results[r] == Free && !nothing(result) {
			left = append(left, result)
		}
	}
	q := Problem{Bits: p.Bits, Elem: p.Elem, Inputs: p.Inputs, Results: left}
	for _, list := range q.apart() {
		part, from := q.over(list)
		done := e.connected(&part, depth)
		if done == nil {
			return nil
		}
		at := n.embed(done, from)
		for k, r := range list {
			n.Results[slices.IndexFunc(p.Results, func(row []int) bool { return &row[0] == &left[r][0] })] = at[k]
		}
		if n.Strategy == "" {
			n.Strategy, n.Least = done.Strategy, done.Least
		}
		n.Least = n.Least && done.Least
	}
	return n
}

// connected is the cheapest program for a problem whose results have inputs in common.
func (e *Engine) connected(p *Problem, depth int) *Program {
	for q, ok := p.wider(); ok; q, ok = p.wider() {
		p = &q
	}
	whole := e.options.Pipeline != nil && depth == mostDepth && !e.byOps
	key := fmt.Sprint(depth, whole) + p.key()
	best, known := e.nets[key]
	if known || e.over() {
		return best
	}
	e.nets[key] = nil
	least := e.options.Op * p.Bound(2) // rows of three registers are none that a strategy here asks for
	met := false
	for _, s := range strategies() {
		if met {
			break
		}
		s.find(e, p, depth, func(n *Program) {
			if n == nil {
				return
			}
			met = met || n.cost(&e.options) <= least
			if whole && !e.options.Latency {
				n = e.eased(p, n)
			}
			if best == nil || e.cheaper(n, best, whole) {
				n.Strategy, best = s.name, n
			}
		})
	}
	if best != nil {
		best.Least = met
	}
	e.nets[key] = best
	return best
}

// then is the program that does one problem's program and then another's with its results.
func then(first, second *Program) *Program {
	if first == nil || second == nil {
		return nil
	}
	n := newProgram(first.Inputs)
	n.Results = n.embed(second, n.embed(first, inputs(first.Inputs)))
	return n
}

// inputs are the first so many values.
func inputs(count int) []int {
	list := make([]int, count)
	for k := range list {
		list[k] = k
	}
	return list
}

// each makes each result by itself.
func (e *Engine) each(p *Problem, _ int, found func(*Program)) {
	n := newProgram(p.Inputs)
	for r := range p.Results {
		q, from := p.over([]int{r})
		one := e.one(&q)
		if one == nil {
			return
		}
		n.Results = append(n.Results, n.embed(one, from)...)
	}
	found(n)
}

// one is the program of a problem of one result; nil if there is none.
func (e *Engine) one(p *Problem) *Program { return e.oneBelow(p, 0) }

// mostInputs is of how many registers one result is decided at once: of more that takes long, and is seldom any good.
const mostInputs = 6

// oneBelow is one that costs less than that; 0: whatever it costs.
func (e *Engine) oneBelow(p *Problem, below int) *Program {
	if p.still(p.Results[0]) != Free || nothing(p.Results[0]) {
		return &Program{Inputs: p.Inputs, Results: []int{p.still(p.Results[0])}}
	}
	if p.Inputs > mostInputs {
		return nil
	}
	key := string(rune(below)) + p.key()
	n, known := e.maps[key]
	if known {
		return n
	}
	lanes := p.Lanes()
	m := lane.Map{Bits: p.Elem, Src: slices.Repeat([]int{lanes}, p.Inputs), Lane: make([]lane.Lane, lanes)}
	for i, x := range p.Results[0] {
		if x != Free {
			m.Lane[i] = lane.From(x/lanes, x%lanes)
		}
	}
	if code, result, ok := e.options.One(&m, below); ok {
		n = &Program{Inputs: p.Inputs, Code: code, Results: []int{result}}
	}
	e.maps[key] = n
	return n
}

// all are programs of one result each as one program over the same inputs; nil if there is nothing for one of them.
func (e *Engine) all(p *Problem) *Program {
	var n *Program
	e.each(p, 0, func(found *Program) { n = found })
	return n
}
