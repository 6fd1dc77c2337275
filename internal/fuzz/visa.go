package fuzz

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/visa"
)

// VISA is the program as a kernel of vISA. Each value is a variable, whose elements are as large as a step wants them, and a step is a few movs between regions, of the longest that there are:
//
//	.decl v2 v_type=G type=ub num_elts=32 align=GRF
//	.decl v2w v_type=G type=uw num_elts=16 align=GRF alias=<v2, 0>
//	mov (M1, 8) v2w(0,1)<2> v1w(0,0)<4;2,1>        words 0 1 4 5 … of v1 are the odd ones of v2
//
// What is undefined is not written. The last value is stored: what nobody reads the finaliser lays out as it likes, or leaves out.
func (p *Program) VISA(name string, on visa.Platform) string {
	w := &visaWriter{p: p, grf: on.GRF()}
	fmt.Fprintf(w, ".version 3.6\n.kernel \"%s\"\n", name)
	for v := range p.values() {
		fmt.Fprintf(w, ".decl v%d v_type=G type=ub num_elts=%d align=GRF\n", v, p.Bytes)
		for _, elem := range []int{2, 4, 8} {
			fmt.Fprintf(w, ".decl v%d%s v_type=G type=u%[2]s num_elts=%[3]d align=GRF alias=<v%[1]d, 0>\n", v, visaLetters[elem], p.Bytes/elem)
		}
	}
	w.WriteString(".decl where v_type=G type=uq num_elts=1 align=GRF\n")
	each := w.grf * max(1, p.Bytes/w.grf)
	for s := range p.Sources {
		fmt.Fprintf(w, ".input v%d offset=%d size=%d\n", s, w.grf+s*each, p.Bytes)
	}
	fmt.Fprintf(w, ".input where offset=%d size=8\n", w.grf+p.Sources*each)
	for k := range p.Steps {
		w.step(p.Sources+k, &p.Steps[k])
	}
	fmt.Fprintf(w, "svm_block_st (%d) where(0,0)<0;1,0> v%d.0\nret (M1, 1)\n", p.Bytes/16, p.values()-1)
	return w.String()
}

// visaLetters are the letters of the unsigned types, with which variables of these elements end too.
var visaLetters = map[int]string{1: "b", 2: "w", 4: "d", 8: "q"}

// A visaWriter writes one kernel.
type visaWriter struct {
	strings.Builder
	p   *Program
	grf int // bytes of a register
}

// A visaLane is where an element comes from: one of a value, or of zeros, or none.
type visaLane struct{ value, index int }

// nowhere is an element that is not written.
const nowhere = -2

// variable is a value with elements of so many bytes.
func variable(value, elem int) string {
	if elem == 1 {
		return fmt.Sprint("v", value)
	}
	return fmt.Sprint("v", value, visaLetters[elem])
}

func (w *visaWriter) step(to int, s *Step) {
	n := w.p.Bytes / s.Elem
	from := func(k int) visaLane { // of both operands, one behind the other
		v := visaLane{s.X, k % n}
		if k >= n {
			v.value = s.Y
		}
		return v
	}
	var lanes []visaLane
	switch s.Op {
	case Shuffle:
		for _, l := range s.Lanes {
			if l < 0 {
				lanes = append(lanes, visaLane{nowhere, 0})
				continue
			}
			lanes = append(lanes, from(l))
		}
	case Select:
		for k, first := range s.Lanes {
			lanes = append(lanes, from(k+n*(1-first)))
		}
	case Insert:
		for k := range n {
			lanes = append(lanes, from(k))
		}
		lanes[s.Lanes[0]] = from(n + s.Lanes[1])
	case Up, Down:
		w.movs(to, 1, 1, w.shifted(s))
		return
	case Narrow:
		for k := range 2 * n {
			lanes = append(lanes, from(k))
		}
		w.converted(to, s.Elem, s.Elem/2, lanes)
		return
	case Widen:
		for k := range n / 2 {
			lanes = append(lanes, from(k))
		}
		w.converted(to, s.Elem, 2*s.Elem, lanes)
		return
	}
	w.movs(to, s.Elem, s.Elem, lanes)
}

// shifted are the bytes of a shift: regions have bytes that are as far apart as lanes, which a shift has not.
func (w *visaWriter) shifted(s *Step) (lanes []visaLane) {
	for k := range w.p.Bytes {
		at := k%s.Elem + s.By
		if s.Op == Up {
			at = k%s.Elem - s.By
		}
		if at < 0 || at >= s.Elem {
			lanes = append(lanes, visaLane{Zeros, 0})
			continue
		}
		lanes = append(lanes, visaLane{s.X, k - k%s.Elem + at})
	}
	return lanes
}

// converted are movs between elements of two sizes. Those of 64 bits are written as halves, since not every platform converts them.
func (w *visaWriter) converted(to, elem, toElem int, lanes []visaLane) {
	if max(elem, toElem) < 8 {
		w.movs(to, elem, toElem, lanes)
		return
	}
	var halves []visaLane
	for _, l := range lanes {
		if toElem < elem {
			halves = append(halves, visaLane{l.value, 2 * l.index})
		} else {
			halves = append(halves, l, visaLane{Zeros, 0})
		}
	}
	w.movs(to, 4, 4, halves)
}

// movs write lanes: from the first that is not yet written on as many as one mov can.
func (w *visaWriter) movs(to, elem, toElem int, lanes []visaLane) {
	written := make([]bool, len(lanes))
	for first := range lanes {
		if written[first] || lanes[first].value == nowhere {
			continue
		}
		m := w.longest(lanes, written, first, elem, toElem)
		source := fmt.Sprintf("0x0:u%s", visaLetters[elem])
		if l := lanes[first]; l.value != Zeros {
			source = fmt.Sprintf("%s(%s)<%d;%d,%d>", variable(l.value, elem), w.at(l.index, elem), m.v, m.w, m.h)
		}
		fmt.Fprintf(w, "mov (M1, %d) %s(%s)<%d> %s\n", m.n, variable(to, toElem), w.at(first, toElem), m.stride, source)
		for k := range m.n {
			written[first+k*m.stride] = true
		}
	}
}

// at is an element's register, and its number there.
func (w *visaWriter) at(index, elem int) string {
	each := w.grf / elem
	return fmt.Sprintf("%d,%d", index/each, index%each)
}

// A visaMov is a shape of a mov: so many lanes, how far apart they are written, and the region that is read.
type visaMov struct{ n, stride, v, w, h int }

// longest is the mov that writes most lanes, the first of which is given.
func (w *visaWriter) longest(lanes []visaLane, written []bool, first, elem, toElem int) visaMov {
	for n := 16; n > 1; n /= 2 {
		for _, stride := range []int{1, 2, 4} {
			end := first + (n-1)*stride
			if end >= len(lanes) || !w.near(first, end, toElem) {
				continue
			}
			for _, m := range regions(n) {
				if m.stride = stride; w.fits(m, lanes, written, first, elem) {
					return m
				}
			}
		}
	}
	return visaMov{1, 1, 0, 1, 0}
}

// near says whether elements are in two registers that follow one another, as those of an operand have to be.
func (w *visaWriter) near(a, b, elem int) bool { return b*elem/w.grf-a*elem/w.grf <= 1 }

// regions are those of n lanes: in one row, or in rows of two, four or eight.
func regions(n int) (all []visaMov) {
	for _, h := range []int{1, 0, 2, 4} {
		all = append(all, visaMov{n: n, v: h, w: 1})
	}
	for width := 2; width < n && width <= 8; width *= 2 {
		for _, v := range []int{0, 1, 2, 4, 8, 16, 32} {
			for _, h := range []int{0, 1, 2, 4} {
				all = append(all, visaMov{n: n, v: v, w: width, h: h})
			}
		}
	}
	return all
}

// fits says whether a mov of that shape brings each lane what it wants.
func (w *visaWriter) fits(m visaMov, lanes []visaLane, written []bool, first, elem int) bool {
	base := lanes[first]
	low, high := base.index, base.index
	for k := range m.n {
		at := first + k*m.stride
		index := base.index + k/m.w*m.v + k%m.w*m.h
		switch l := lanes[at]; {
		case written[at] || l.value != base.value:
			return false
		case l.value != Zeros && l.index != index:
			return false
		}
		low, high = min(low, index), max(high, index)
	}
	return base.value == Zeros || w.near(low, high, elem)
}
