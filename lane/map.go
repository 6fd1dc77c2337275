package lane

import (
	"fmt"
	"slices"
)

// Limits of a Map. They bound what a text can make the program allocate.
const (
	MaxLanes = 1 << 16 // lanes of one source or of the destination
	MaxBits  = 1 << 20 // bits of one source or of the destination
	MaxSrc   = 1 << 10 // sources
)

// Kind says what a lane is.
type Kind uint8

// The kinds of lanes. The zero value is undefined, so that what nobody has set never passes for a zero.
const (
	Undefined Kind = iota // any value; two reads may differ
	Source                // a lane of a source
	Old                   // a lane of the old destination
	Constant              // a bit pattern
)

// String is the kind in words.
func (k Kind) String() string {
	switch k {
	case Undefined:
		return "an undefined lane"
	case Source:
		return "a source's lane"
	case Old:
		return "a lane of the old destination"
	case Constant:
		return "a constant"
	}
	return "an unknown kind of lane"
}

// A Lane says where one lane of the destination comes from. Fields that its Kind does not use are zero, so that lanes can be
// compared with ==.
type Lane struct {
	Kind  Kind
	Src   int   // Source: which source
	Index int   // Source, Old: which lane of it
	Const Const // Constant: the pattern
}

// From is lane index of source src.
func From(src, index int) Lane { return Lane{Kind: Source, Src: src, Index: index} }

// FromOld is lane index of the old destination.
func FromOld(index int) Lane { return Lane{Kind: Old, Index: index} }

// Fixed is a constant lane.
func Fixed(c Const) Lane { return Lane{Kind: Constant, Const: c} }

// Zero is a lane of zeros.
func Zero() Lane { return Lane{Kind: Constant} }

// A Map says for every lane of a destination where it comes from. All its vectors have lanes of Bits bits; the old destination
// has as many lanes as the destination. Maps are values: no method changes its receiver, but what it returns may share memory with it, so
// that whoever sets a field of a result needs a Clone.
type Map struct {
	Bits int    // bits of a lane
	Src  []int  // lanes of each source
	Lane []Lane // one entry a destination lane, the least significant first
}

// Identity is the map that copies one source of n lanes.
func Identity(bits, n int) Map {
	m := Map{Bits: bits, Src: []int{n}, Lane: make([]Lane, n)}
	for i := range m.Lane {
		m.Lane[i] = From(0, i)
	}
	return m
}

// Check says whether the map is one: sizes within the limits, every lane read inside its vector, every constant
// within the width, no field set that a lane's kind does not use. All other methods expect a map that passes.
func (m Map) Check() error {
	if m.Bits < 1 || m.Bits > MaxBits {
		return fmt.Errorf("lanes of %d bits: a lane has 1 to %d", m.Bits, MaxBits)
	}
	if len(m.Src) > MaxSrc {
		return fmt.Errorf("%d sources: at most %d", len(m.Src), MaxSrc)
	}
	for k, n := range m.Src {
		if err := checkVector(m.Bits, n); err != nil {
			return fmt.Errorf("source %s: %w", SourceName(k), err)
		}
	}
	if err := checkVector(m.Bits, len(m.Lane)); err != nil {
		return fmt.Errorf("destination: %w", err)
	}
	for i, l := range m.Lane {
		if err := m.checkLane(l); err != nil {
			return fmt.Errorf("lane %d: %w", i, err)
		}
	}
	return nil
}

func checkVector(bits, lanes int) error {
	if lanes < 1 || lanes > MaxLanes {
		return fmt.Errorf("%d lanes: a vector has 1 to %d", lanes, MaxLanes)
	}
	if lanes > MaxBits/bits {
		return fmt.Errorf("%d lanes of %d bits: a vector has at most %d bits", lanes, bits, MaxBits)
	}
	return nil
}

func (m Map) checkLane(l Lane) error {
	switch l.Kind {
	case Undefined:
	case Source:
		if l.Src < 0 || l.Src >= len(m.Src) {
			return fmt.Errorf("source number %d of %d", l.Src, len(m.Src))
		}
		if l.Index < 0 || l.Index >= m.Src[l.Src] {
			return fmt.Errorf("lane %d of source %s, which has %d", l.Index, SourceName(l.Src), m.Src[l.Src])
		}
	case Old:
		if l.Index < 0 || l.Index >= len(m.Lane) {
			return fmt.Errorf("lane %d of the old destination, which has %d", l.Index, len(m.Lane))
		}
	case Constant:
		if l.Const.Len() > m.Bits {
			return fmt.Errorf("constant %s does not fit in %d bits", l.Const.Hex(), m.Bits)
		}
	default:
		return fmt.Errorf("unknown kind %d", l.Kind)
	}
	if l != l.plain() {
		return fmt.Errorf("%s with fields set that its kind does not use", l.Kind)
	}
	return nil
}

// plain is the lane without the fields that its kind does not use.
func (l Lane) plain() Lane {
	switch l.Kind {
	case Source:
		return From(l.Src, l.Index)
	case Old:
		return FromOld(l.Index)
	case Constant:
		return Fixed(l.Const)
	}
	return Lane{}
}

// Clone is a copy that shares no memory with m.
func (m Map) Clone() Map {
	return Map{Bits: m.Bits, Src: slices.Clone(m.Src), Lane: slices.Clone(m.Lane)}
}

// replace is the map with the same width whose lanes are f of m's.
func (m Map) replace(src []int, f func(Lane) Lane) Map {
	r := Map{Bits: m.Bits, Src: src, Lane: make([]Lane, len(m.Lane))}
	for i, l := range m.Lane {
		r.Lane[i] = f(l)
	}
	return r
}

// ReadsOld says whether any lane comes from the old destination.
func (m Map) ReadsOld() bool {
	return slices.ContainsFunc(m.Lane, func(l Lane) bool { return l.Kind == Old })
}

// Reads says for every source how many of its lanes are read.
func (m Map) Reads() []int {
	count, first, all := make([]int, len(m.Src)), make([]int, len(m.Src)), 0
	for _, l := range m.Lane {
		if l.Kind == Source {
			count[l.Src] = max(count[l.Src], l.Index+1)
		}
	}
	for k, n := range count { // for now: up to where it is read, which may be far in a short text, and beyond what it declares in a map that nobody has checked
		first[k], count[k] = all, 0
		all += min(n, 1<<40)
	}
	seen := seenIn(all, len(m.Lane))
	for _, l := range m.Lane {
		if l.Kind == Source && !seen(first[l.Src]+l.Index) {
			count[l.Src]++
		}
	}
	return count
}

// seenIn notes numbers below all, of which so many come, and says whether one was noted before.
func seenIn(all, come int) func(at int) bool {
	if all > 8*come {
		seen := make(map[int]bool, come)
		return func(at int) bool {
			was := seen[at]
			seen[at] = true
			return was
		}
	}
	seen := make([]bool, all)
	return func(at int) bool {
		if at < 0 {
			return false
		}
		was := seen[at]
		seen[at] = true
		return was
	}
}

// used says for every source whether any lane reads it.
func (m Map) used() []bool {
	used := make([]bool, len(m.Src))
	for _, l := range m.Lane {
		if l.Kind == Source {
			used[l.Src] = true
		}
	}
	return used
}

// Reorder makes source order[k] of m the new source k. The order names every source once.
func (m Map) Reorder(order ...int) (Map, error) {
	to := make([]int, len(m.Src))
	for i := range to {
		to[i] = -1
	}
	src := make([]int, len(order))
	for k, old := range order {
		if old < 0 || old >= len(m.Src) || to[old] >= 0 {
			return Map{}, fmt.Errorf("%v is not an order of %d sources", order, len(m.Src))
		}
		to[old], src[k] = k, m.Src[old]
	}
	if len(order) != len(m.Src) {
		return Map{}, fmt.Errorf("%v is not an order of %d sources", order, len(m.Src))
	}
	return m.renumber(src, to), nil
}

// renumber makes source k the source to[k].
func (m Map) renumber(src []int, to []int) Map {
	return m.replace(src, func(l Lane) Lane {
		if l.Kind == Source {
			l.Src = to[l.Src]
		}
		return l
	})
}

// DropUnused leaves out the sources that no lane reads. Source k of the result is source kept[k] of m.
func (m Map) DropUnused() (r Map, kept []int) {
	return m.keepSources(func(used []bool) []int {
		var kept []int
		for k, u := range used {
			if u {
				kept = append(kept, k)
			}
		}
		return kept
	})
}

// Canonical leaves out the sources that no lane reads and numbers the others in the order in which the lanes, from lane 0 on, first
// read them. Two maps that differ only in the order of their sources and in unread ones have the same canonical form.
// Source k of the result is source kept[k] of m.
func (m Map) Canonical() (r Map, kept []int) {
	return m.keepSources(func(used []bool) []int {
		var kept []int
		for _, l := range m.Lane {
			if l.Kind == Source && used[l.Src] {
				used[l.Src] = false
				kept = append(kept, l.Src)
			}
		}
		return kept
	})
}

func (m Map) keepSources(choose func(used []bool) []int) (r Map, kept []int) {
	kept = choose(m.used())
	src, to := make([]int, len(kept)), make([]int, len(m.Src))
	for k, old := range kept {
		src[k], to[old] = m.Src[old], k
	}
	return m.renumber(src, to), kept
}
