package lower

import (
	"cmp"
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// maxTidied is how many of the codes that plans compose are tidied: those of as many constants that cost least before.
const maxTidied = 3

// generalPlans adds to a front what the ways of composing give for general registers.
//
//	by covers      pieces that move equally far, by a reversal of bytes, or in their order, joined by or
//	by sorting     passes of a radix sort: sheep and goats
//	by index       passes that exchange, turn and complement the digits of the number of a bit
//	by copies      what is wanted twice is made once, and joined with itself moved
//	by source      what comes from each source by itself, joined by or
//	end to end     an upper and a lower part, joined by a double shift
//	constants      ones are set last
func (s *search) generalPlans(f front, d draft, want lane.Map, args []Arg, depth int) front {
	g, ok := s.general(d, want, args)
	if !ok {
		return f
	}
	g.depth = depth
	for _, c := range g.plans() {
		f = s.add(f, g.draft(c))
	}
	return f
}

// planWork is how many candidates' time the plans of general registers take; those that ask others stop when the budget is spent.
const planWork = 1 << 6

// plans are the best codes that plans compose.
func (g *general) plans() (codes []generalCode) {
	if (g.want.some&^g.want.zeros)&g.want.one != 0 {
		return g.withOnes()
	}
	codes = slices.Concat(g.byCovers(), g.bySorting(), g.byIndex())
	if g.s.spend(planWork) && g.depth > 1 {
		codes = slices.Concat(codes, g.byCopies(), g.bySource(), g.endToEnd())
	}
	if !g.s.o.MaxConstants.allowsAny() || len(codes) == 0 {
		codes = append(codes, *g.byRuns(g.want.least(), wordBits))
	}
	codes = g.promising(codes)
	for i := range codes {
		codes[i] = g.tidied(codes[i])
	}
	return codes
}

// promising are the codes that cost least before they are tidied, a few for each number of constants.
func (g *general) promising(codes []generalCode) (best []generalCode) {
	type weighed struct {
		generalCode
		weight key
		loads  int
	}
	var list []weighed
	for _, c := range codes {
		list = append(list, weighed{c, g.weight(c), len(c.constants())})
	}
	slices.SortStableFunc(list, func(a, b weighed) int { return cmp.Compare(a.weight, b.weight) })
	count := map[int]int{}
	for _, c := range list {
		if count[c.loads]++; count[c.loads] > maxTidied || len(best) > 0 && len(c.ops) > 2*len(best[0].ops) && g.s.o.MaxConstants.allowsAny() {
			continue
		}
		best = append(best, c.generalCode)
	}
	return best
}
