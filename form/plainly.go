package form

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// Some movements have a name among people that has nothing to do with the family that they belong to:
//
//	i32x4 -> a2 a3 a0 a1             swap the halves of a                  a reversal of two wide lanes
//	i32x4 i32x4 -> a2 a3 b0 b1       the high half of a and the low half of b
//	i32x4 i32x4 -> a0 b3 a2 a3       insert lane 3 of b into a at lane 1
//	i32x4 -> a0 z a2 a3              zero lane 1 of a

// plainly is what people say of such a form; empty for others.
func plainly(f Form) string {
	for _, say := range []func(Form) string{ofHalves, wholeAgain, zeroedInTurn, edited, ofEach} {
		if text := say(f); text != "" {
			return text
		}
	}
	return ""
}

// half is one half of a source that fills a half of the result.
type half struct {
	src  int
	high bool
}

func (h half) String() string {
	if h.high {
		return "high"
	}
	return "low"
}

// ofHalves is a form whose result is halves of its sources: one, or two.
func ofHalves(f Form) string {
	all, zero, ok := halves(f.Map)
	switch {
	case !ok:
		return ""
	case zero && isZeros(f.Map.Lane[:1]) && all[0].high:
		return "zero the low half of " + f.source(all[0].src)
	case zero && isZeros(f.Map.Lane[:1]):
		return fmt.Sprintf("shift %s left by %d bits, shifting in zeros", f.source(all[0].src), len(f.Map.Lane)/2*f.Map.Bits)
	case zero:
		return fmt.Sprintf("the %v half of %s, zero-extended", all[0], f.source(all[0].src))
	case len(all) == 1:
		return fmt.Sprintf("the %v half of %s", all[0], f.source(all[0].src))
	}
	first, second := all[0], all[1]
	two := len(f.Map.Lane) == 2
	switch {
	case first.src != second.src && first.high == second.high:
		return fmt.Sprintf("concatenate the %v halves of %s and %s", first, f.source(first.src), f.source(second.src))
	case first.src != second.src:
		return fmt.Sprintf("the %v half of %s and the %v half of %s", first, f.source(first.src), second, f.source(second.src))
	case first.high && !second.high && two:
		return "swap the two lanes of " + f.source(first.src)
	case first.high && !second.high:
		return "swap the halves of " + f.source(first.src)
	case first.high && two:
		return "broadcast lane 1 of " + f.source(first.src)
	case !second.high && two:
		return "broadcast lane 0 of " + f.source(first.src)
	case first.high == second.high:
		return fmt.Sprintf("duplicate the %v half of %s", first, f.source(first.src))
	}
	return ""
}

// halves are the halves of sources that a result is; zero says that one is zeros instead. It is not ok where the result is something else, or where a source has one lane alone.
func halves(m lane.Map) (all []half, zero, ok bool) {
	n := 0
	for _, l := range m.Lane {
		if l.Kind == lane.Source {
			n = m.Src[l.Src] / 2
			break
		}
	}
	if n == 0 || len(m.Lane) != n && len(m.Lane) != 2*n {
		return nil, false, false
	}
	for at := 0; at < len(m.Lane); at += n {
		part := m.Lane[at : at+n]
		h := half{src: part[0].Src, high: part[0].Index > 0}
		if isZeros(part) {
			zero = true
			continue
		}
		for i, l := range part {
			if l.Kind != lane.Source || l.Src != h.src || m.Src[l.Src] != 2*n || l.Index != i && !h.high || l.Index != n+i && h.high {
				return nil, false, false
			}
		}
		all = append(all, h)
	}
	return all, zero, len(all) > 0
}

func isZeros(lanes []lane.Lane) bool {
	for _, l := range lanes {
		if l.Kind != lane.Constant || !l.Const.IsZero() {
			return false
		}
	}
	return true
}

// wholeAgain is a form that repeats a source as a whole, which is shorter than the result.
func wholeAgain(f Form) string {
	m := f.Map
	if len(m.Src) == 0 || m.Src[0] == 0 || len(m.Lane) <= m.Src[0] || len(m.Lane)%m.Src[0] != 0 {
		return ""
	}
	for i, l := range m.Lane {
		if l != lane.From(0, i%m.Src[0]) {
			return ""
		}
	}
	return "broadcast " + f.source(0)
}

// edited is a form that keeps all lanes of a source but one, or but some that are zero.
func edited(f Form) string {
	m, said := f.Map, ""
	for {
		wide, err := m.Widen(2 * m.Bits)
		if err != nil || len(wide.Lane) < 3 {
			break
		}
		m = wide
		said = ", as " + strconv.Itoa(m.Bits) + "-bit lanes"
	}
	base, others := kept(m)
	if base < 0 || len(others) == 0 {
		return ""
	}
	var zeros []string
	for _, i := range others {
		if isZeros(m.Lane[i : i+1]) {
			zeros = append(zeros, strconv.Itoa(i))
		}
	}
	switch l := m.Lane[others[0]]; {
	case len(zeros) == len(others) && len(zeros) <= few:
		return "zero " + lanesOf(zeros, f.source(base)) + said
	case len(others) > 1:
	case l.Kind == lane.Constant:
		return "insert a constant into " + f.source(base) + " at lane " + strconv.Itoa(others[0]) + said
	case l.Kind == lane.Source && l.Src == base:
		return fmt.Sprintf("copy lane %d of %s to lane %d%s", l.Index, f.source(base), others[0], said)
	case l.Kind == lane.Source && m.Src[l.Src] == 1:
		return fmt.Sprintf("insert %s into %s at lane %d%s", f.source(l.Src), f.source(base), others[0], said)
	case l.Kind == lane.Source:
		return fmt.Sprintf("insert lane %d of %s into %s at lane %d%s", l.Index, f.source(l.Src), f.source(base), others[0], said)
	}
	return ""
}

// zeroedInTurn is a form that keeps every other lane of a source in place, between zeros.
func zeroedInTurn(f Form) string {
	m := f.Map
	if len(m.Lane) < 4 || len(m.Src) == 0 || m.Src[0] != len(m.Lane) {
		return ""
	}
	for odd, name := range []string{"even", "odd"} {
		ok := true
		for i, l := range m.Lane {
			if i%2 == odd {
				ok = ok && isZeros(m.Lane[i:i+1])
			} else {
				ok = ok && l == lane.From(0, i)
			}
		}
		if ok {
			return "zero the " + name + " lanes of " + f.source(0)
		}
	}
	return ""
}

// ofEach is a form that takes lanes of three sources or more in turn: one of each, or all.
func ofEach(f Form) string {
	m := coarse(f.Map)
	k := len(m.Src)
	if k < 3 || len(m.Lane)%k != 0 || m.Lane[0].Kind != lane.Source {
		return ""
	}
	first, names := m.Lane[0].Index, make([]string, k)
	for i, l := range m.Lane {
		if l != lane.From(i%k, first+i/k) {
			return ""
		}
		names[i%k] = f.source(i % k)
	}
	all, said := strings.Join(names[:k-1], ", ")+" and "+names[k-1], ""
	if m.Bits != f.Map.Bits {
		said = ", as " + strconv.Itoa(m.Bits) + "-bit lanes"
	}
	switch n := len(m.Lane) / k; {
	case n == 1:
		return fmt.Sprintf("lane %d of each of %s%s", first, all, said)
	case n == m.Src[0]:
		return "interleave " + all + said
	}
	return fmt.Sprintf("interleave lanes %d to %d of %s%s", first, first+len(m.Lane)/k-1, all, said)
}

// coarse is the map with the widest lanes that it has.
func coarse(m lane.Map) lane.Map {
	for {
		wide, err := m.Widen(2 * m.Bits)
		if err != nil {
			return m
		}
		m = wide
	}
}

// picked is a form of a few lanes of one source that is longer; empty for others.
func picked(f Form) string {
	m, said := coarse(f.Map), ""
	if len(m.Lane) < 2 || len(m.Lane) > few {
		return ""
	}
	if m.Bits != f.Map.Bits {
		said = ", as " + strconv.Itoa(m.Bits) + "-bit lanes"
	}
	var numbers []string
	for _, l := range m.Lane {
		if l.Kind != lane.Source || l.Src != m.Lane[0].Src || m.Src[l.Src] <= len(m.Lane) {
			return ""
		}
		numbers = append(numbers, strconv.Itoa(l.Index))
	}
	return lanesOf(numbers, f.source(m.Lane[0].Src)) + said
}

// few is how many lanes are said one by one.
const few = 4

// lanesOf is "lane 1 of v", or "lanes 1, 2 and 5 of v".
func lanesOf(numbers []string, name string) string {
	if len(numbers) == 1 {
		return "lane " + numbers[0] + " of " + name
	}
	last := len(numbers) - 1
	return "lanes " + strings.Join(numbers[:last], ", ") + " and " + numbers[last] + " of " + name
}

// kept is the source of which all lanes but some stay in place, more than a half of them at least and two, and those others. The base is less than 0 where there is none, and where
// the others are the end, which is cut off or shifted.
func kept(m lane.Map) (base int, others []int) {
	for base = range m.Src {
		if others = nil; m.Src[base] != len(m.Lane) {
			continue
		}
		for i, l := range m.Lane {
			if l != lane.From(base, i) {
				others = append(others, i)
			}
		}
		if stay := len(m.Lane) - len(others); stay > len(others) && stay >= 2 {
			return base, others
		}
	}
	return -1, nil
}
