package lane

import "fmt"

// Of is the composition "m of args": source k of m is the destination of args[k]. All args have the same sources, which are
// the sources of the result.
//
// The widths may differ: the composition is made at the widest width that divides all of them, and regrouped to m's width if that loses nothing.
// An old destination that the result reads through args is the same vector as m's, which is only possible if it has the same size; otherwise bind or open it first.
func (m Map) Of(args ...Map) (Map, error) {
	if len(args) != len(m.Src) {
		return Map{}, fmt.Errorf("%d arguments for %d sources", len(args), len(m.Src))
	}
	all, err := sameWidth(append([]Map{m}, args...))
	if err != nil {
		return Map{}, err
	}
	outer, inner := all[0], all[1:]
	for k, in := range inner {
		if len(in.Lane) != outer.Src[k] {
			return Map{}, fmt.Errorf("argument %d has %d bits, source %s has %d", k, len(in.Lane)*in.Bits, SourceName(k), outer.Src[k]*outer.Bits)
		}
		if !sameSources(in, inner[0]) {
			return Map{}, fmt.Errorf("arguments 0 and %d do not have the same sources", k)
		}
	}
	for i, l := range outer.Lane {
		if l.Kind != Source {
			continue
		}
		if in := inner[l.Src]; in.Lane[l.Index].Kind == Old && len(in.Lane) != len(outer.Lane) {
			return Map{}, fmt.Errorf("lane %d would be of the old destination of argument %d, which has %d bits and is not that of the result (%d bits)", i, l.Src, len(in.Lane)*in.Bits, len(outer.Lane)*outer.Bits)
		}
	}
	var src []int
	if len(inner) > 0 {
		src = inner[0].Src
	}
	r := outer.replace(src, func(l Lane) Lane {
		if l.Kind == Source {
			return inner[l.Src].Lane[l.Index]
		}
		return l
	})
	return r.atWidth(m.Bits), nil
}

// Bind puts the destination of old in the place of m's old destination. Both have the same sources and the same destination size.
func (m Map) Bind(old Map) (Map, error) {
	all, err := sameWidth([]Map{m, old})
	if err != nil {
		return Map{}, err
	}
	a, b := all[0], all[1]
	if len(a.Lane) != len(b.Lane) {
		return Map{}, fmt.Errorf("the old destination has %d bits, what is bound to it %d", len(a.Lane)*a.Bits, len(b.Lane)*b.Bits)
	}
	if !sameSources(a, b) {
		return Map{}, fmt.Errorf("the map and what is bound to its old destination do not have the same sources")
	}
	r := a.replace(a.Src, func(l Lane) Lane {
		if l.Kind == Old {
			return b.Lane[l.Index]
		}
		return l
	})
	return r.atWidth(m.Bits), nil
}

// OpenOld makes the old destination an ordinary source, the last one. (A map of MaxSrc sources has no room for it: the result does not pass Check.)
func (m Map) OpenOld() Map {
	src := append(append([]int{}, m.Src...), len(m.Lane))
	return m.replace(src, func(l Lane) Lane {
		if l.Kind == Old {
			return From(len(m.Src), l.Index)
		}
		return l
	})
}

// Inverse is the map that gives source src back from the destination: source src, if it was read whole, equals Inverse(src) of m. A lane of the
// source that several destination lanes read is taken from the lowest of them. The error names the first lane that was not read and is lost.
func (m Map) Inverse(src int) (Map, error) {
	if src < 0 || src >= len(m.Src) {
		return Map{}, fmt.Errorf("source %d of %d", src, len(m.Src))
	}
	r := Map{Bits: m.Bits, Src: []int{len(m.Lane)}, Lane: make([]Lane, m.Src[src])}
	for i := len(m.Lane) - 1; i >= 0; i-- {
		if l := m.Lane[i]; l.Kind == Source && l.Src == src {
			r.Lane[l.Index] = From(0, i)
		}
	}
	for j, l := range r.Lane {
		if l.Kind == Undefined {
			return Map{}, fmt.Errorf("no inverse: lane %s%d is read by no lane of the destination", SourceName(src), j)
		}
	}
	return r, nil
}

func sameSources(a, b Map) bool {
	if len(a.Src) != len(b.Src) {
		return false
	}
	for k := range a.Src {
		if a.Src[k]*a.Bits != b.Src[k]*b.Bits {
			return false
		}
	}
	return true
}
