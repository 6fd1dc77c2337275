package lower

import (
	"fmt"
	"strings"
)

// A Cost says what is to be cheap.
type Cost uint8

// The costs. Ties are settled by fewer ops, then fewer constants, then fewer copies.
const (
	Balanced     Cost = iota // ops + copies + 2·constants
	Instructions             // ops
	Loop                     // ops + copies, then constants, which a loop loads once
	Latency                  // cycles from the first source to the result, by the CPU's figures
	Throughput               // of one register the sum of the CPU's reciprocal throughputs; of several the cycles in which the CPU can begin all of it again: see Sequence.Cycles
	numCosts
)

var costNames = [numCosts]string{"balanced", "instructions", "loop", "latency", "throughput"}

// String is the name of the cost.
func (c Cost) String() string { return costNames[c] }

// Costs are the names of all costs.
func Costs() []string { return costNames[:] }

// ParseCost is the cost with that name; the empty name is Balanced.
func ParseCost(name string) (Cost, error) {
	for i, n := range costNames {
		if n == name || name == "" {
			return Cost(i), nil
		}
	}
	return 0, fmt.Errorf("there is no cost %q: there are %s", name, strings.Join(costNames[:], ", "))
}

// OfCPU says whether the cost depends on the CPU.
func (c Cost) OfCPU() bool { return c == Latency || c == Throughput }

// A key is a cost as one number, such that less is cheaper and the key of a whole is the sum of its parts' keys. The first field is the cost itself, behind it stand what
// settles ties.
//
//	63      48 47    36 35    24 23       12 11     0
//	 cost       second   ops      constants   copies
//
// The latency of a sequence is not the sum of its parts', so that it stands beside the key.
type key uint64

const noKey = ^key(0)

// keyOf is the key of a part: ops, constants, copies, and reciprocal throughput in hundredths of a cycle.
func (c Cost) keyOf(ops, constants, copies, throughput int) key {
	first, second := 0, 0
	switch c {
	case Balanced:
		first = ops + copies + 2*constants
	case Loop:
		first, second = ops+copies, constants
	case Throughput:
		first = throughput
	}
	return key(first)<<48 | key(second)<<36 | key(ops)<<24 | key(constants)<<12 | key(copies)
}

// keyOfCount is the key of a sequence whose throughput does not count. Each set beyond the first counts as a copy does.
func (c Cost) keyOfCount(n Count) key {
	return c.keyOf(n.Ops, n.Constants, n.Copies+max(n.Sets-1, 0), 0)
}
