package cexpr

import "sort"

// A Call is an entry of the tables of calls, for tests that make one of each.
type Call struct {
	Name, Args string
	Bits       int  // of a lane; 0: any
	Least      int  // lanes
	Blocks     bool // of 128 bits, each apart
	Limit      func(n int) int
}

// HighwayCalls is the table, by names.
func HighwayCalls() (all []Call) {
	for name, m := range highwayMovers {
		all = append(all, Call{name, m.args, m.bits, m.least, m.blocks, m.limit})
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}

// Calls are all calls that a table has, with the letters of their arguments.
func Calls() (all []Call) {
	for name, m := range movers() {
		all = append(all, Call{Name: name, Args: m.args})
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}
