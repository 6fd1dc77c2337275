package svp64

import "github.com/lanescope/lanescope/lane"

// This file counts what the Power ISA's own permutes and one swizzle move have in common. Lanes have 32 bits, four of them a source.
//
//	xxpermdi  XT,XA,XB,DM    4 functions: a doubleword of each source
//	vperm     VT,VA,VB,VC    any 16 bytes of 32, chosen by a third register
//	xxperm    XT,XA,XB       the same, but one source is the target
//	mv.swiz   RT,RA,XYZW     6^4 functions of one source and two constants

// A Comparison counts functions of lanes.
type Comparison struct {
	Of     string // the other instruction
	Needs  string // what it needs beside its sources
	Theirs int    // functions of whole lanes of 32 bits that it is
	Ours   int    // functions that a swizzle move of a pair is
	Common int    // functions that are both
	Why    string // what the others are that neither has
}

// Comparisons counts all functions of four lanes, each lane being one of two sources' eight, 0 or 1: 10^4. In an instruction that permutes bytes a function of one source may have both operands the same.
func Comparisons() []Comparison {
	list := []Comparison{
		{Of: "xxpermdi", Needs: "nothing: DM is in the word", Why: "theirs alone has two sources; ours alone moves halves of doublewords, and constants"},
		{Of: "vperm", Needs: "a register with the 16 byte numbers", Why: "theirs alone has two sources; ours alone has constants, for which vperm needs a source that holds them"},
		{Of: "xxperm", Needs: "a register with the 16 byte numbers; the target is a source, and is lost", Why: "as vperm"},
	}
	for k := range list {
		c := &list[k]
		allFunctions(func(f [Lanes]int) {
			theirs, ours := c.has(f), swizzles(f)
			c.Theirs += count(theirs)
			c.Ours += count(ours)
			c.Common += count(theirs && ours)
		})
	}
	return list
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// The numbers of lanes in a function: 0 to 3 of source a, 4 to 7 of source b, and two constants.
const (
	laneZero = 2 * Lanes
	laneOne  = laneZero + 1
	numLanes = laneOne + 1
)

// allFunctions calls f for each.
func allFunctions(f func([Lanes]int)) {
	var at [Lanes]int
	for {
		f(at)
		k := 0
		for at[k]++; at[k] == numLanes; at[k]++ {
			at[k] = 0
			if k++; k == Lanes {
				return
			}
		}
	}
}

// swizzles says whether a swizzle move of a pair is the function: it has one source, and it may be either.
func swizzles(f [Lanes]int) bool {
	a, b := false, false
	for _, x := range f {
		a, b = a || x < Lanes, b || x >= Lanes && x < laneZero
	}
	return !a || !b
}

// has says whether the other instruction is the function. Permutes of bytes have all lanes of both sources and no constant.
func (c *Comparison) has(f [Lanes]int) bool {
	if c.Of != "xxpermdi" {
		return f[0] < laneZero && f[1] < laneZero && f[2] < laneZero && f[3] < laneZero
	}
	for dm := range 4 {
		for _, sources := range [][2]int{{0, Lanes}, {Lanes, 0}, {0, 0}, {Lanes, Lanes}} {
			if f == functionOf(XXPermdi(dm), sources) {
				return true
			}
		}
	}
	return false
}

// functionOf is a map of two sources as a function, where the operands are these.
func functionOf(m lane.Map, sources [2]int) (f [Lanes]int) {
	for j, x := range m.Lane {
		f[j] = sources[x.Src] + x.Index
	}
	return f
}

// AllFunctions is how many functions are counted.
const AllFunctions = numLanes * numLanes * numLanes * numLanes

// XXPermdiOf is the xxpermdi that does between two pairs what the swizzle does in the pair form, if there is one: both operands are the source. The doublewords of the pair are counted as registers are, the first is 0.
func (s Swizzle) XXPermdiOf() (dm int, ok bool) {
	f := s.Function(false)
	for dm := range 4 {
		same := true
		for j, x := range XXPermdi(dm).Lane {
			same = same && f[j] == X+Selector(x.Index)
		}
		if same {
			return dm, true
		}
	}
	return 0, false
}
