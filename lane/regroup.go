package lane

import "fmt"

// Regroup is the same movement of the same bits seen as lanes of another width.
//
//	i32x2 -> a1 z   =   i16x4 -> a2 a3 z z
//
// To narrower lanes it succeeds whenever the new width divides the old one. To wider lanes every aligned group must be one wider lane: consecutive lanes of one
// vector that start at a multiple of the group, or constants, or all undefined. The error names the first group that is not. A group in which
// only some lanes are undefined is refused, because the wider map would define more than m does; see Widen.
func (m Map) Regroup(bits int) (Map, error) { return m.regroup(bits, false) }

// Widen is Regroup to wider lanes, except that an undefined lane may join whatever completes its group: the result
// refines m, and equals it where m has no undefined lanes.
func (m Map) Widen(bits int) (Map, error) { return m.regroup(bits, true) }

func (m Map) regroup(bits int, fill bool) (Map, error) {
	switch {
	case bits == m.Bits:
		return m, nil
	case bits < 1 || bits > MaxBits:
		return Map{}, fmt.Errorf("lanes of %d bits: a lane has 1 to %d", bits, MaxBits)
	case m.Bits%bits == 0:
		return m.split(m.Bits / bits)
	case bits%m.Bits == 0:
		return m.join(bits/m.Bits, fill)
	}
	return Map{}, fmt.Errorf("neither of %d and %d bits divides the other", m.Bits, bits)
}

func (m Map) split(k int) (Map, error) {
	w := m.Bits / k
	r := Map{Bits: w, Src: make([]int, len(m.Src)), Lane: make([]Lane, 0, min(k*len(m.Lane), MaxLanes))}
	for s, n := range m.Src {
		if r.Src[s] = n * k; r.Src[s] > MaxLanes {
			return Map{}, fmt.Errorf("source %s would have %d lanes: a vector has 1 to %d", SourceName(s), r.Src[s], MaxLanes)
		}
	}
	if len(m.Lane)*k > MaxLanes {
		return Map{}, fmt.Errorf("the destination would have %d lanes: a vector has 1 to %d", len(m.Lane)*k, MaxLanes)
	}
	for _, l := range m.Lane {
		for j := range k {
			part := l
			switch l.Kind {
			case Source, Old:
				part.Index = l.Index*k + j
			case Constant:
				part.Const = l.Const.Slice(j*w, w)
			}
			r.Lane = append(r.Lane, part)
		}
	}
	return r, nil
}

func (m Map) join(k int, fill bool) (Map, error) {
	r := Map{Bits: m.Bits * k, Src: make([]int, len(m.Src)), Lane: make([]Lane, len(m.Lane)/k)}
	for s, n := range m.Src {
		if n%k != 0 {
			return Map{}, fmt.Errorf("source %s of %d bits does not divide into lanes of %d", SourceName(s), n*m.Bits, r.Bits)
		}
		r.Src[s] = n / k
	}
	if len(m.Lane)%k != 0 {
		return Map{}, fmt.Errorf("the destination of %d bits does not divide into lanes of %d", len(m.Lane)*m.Bits, r.Bits)
	}
	for i := range r.Lane {
		l, ok := m.joinGroup(m.Lane[i*k:(i+1)*k], fill)
		if !ok {
			return Map{}, fmt.Errorf("lanes %d to %d do not make one lane of %d bits", i*k, i*k+k-1, r.Bits)
		}
		r.Lane[i] = l
	}
	return r, nil
}

// joinGroup is the one wide lane that a group of narrow ones is, if it is one.
func (m Map) joinGroup(group []Lane, fill bool) (Lane, bool) {
	k := len(group)
	first, undefined := -1, 0
	for j, l := range group {
		if l.Kind == Undefined {
			undefined++
		} else if first < 0 {
			first = j
		}
	}
	if first < 0 {
		return Lane{}, true
	}
	if undefined > 0 && !fill {
		return Lane{}, false
	}
	wide := group[first]
	if wide.Kind == Constant {
		return m.joinConstants(group)
	}
	start := wide.Index - first // above -k: no multiple of k if the group would begin before its vector
	if start%k != 0 {
		return Lane{}, false
	}
	for j, l := range group {
		want := wide
		want.Index = start + j
		if l.Kind != Undefined && l != want {
			return Lane{}, false
		}
	}
	wide.Index = start / k
	return wide, true
}

// joinConstants joins a group of constants and undefined lanes; the latter become zeros.
func (m Map) joinConstants(group []Lane) (Lane, bool) {
	parts := make([]Const, len(group))
	for j, l := range group {
		if l.Kind != Constant && l.Kind != Undefined {
			return Lane{}, false
		}
		parts[j] = l.Const
	}
	return Fixed(Join(m.Bits, parts...)), true
}

// atWidth is m at the given width if that loses nothing, and m itself otherwise.
func (m Map) atWidth(bits int) Map {
	if r, err := m.Regroup(bits); err == nil {
		return r
	}
	return m
}

// sameWidth regroups maps to the widest width that divides all of theirs.
func sameWidth(maps []Map) ([]Map, error) {
	w := 0
	for _, m := range maps {
		w = GCD(w, m.Bits)
	}
	out := make([]Map, len(maps))
	for i, m := range maps {
		r, err := m.Regroup(w)
		if err != nil {
			return nil, err
		}
		out[i] = r
	}
	return out, nil
}

// GCD is the greatest common divisor, which is the widest lane that two widths have in common.
func GCD(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
