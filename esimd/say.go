package esimd

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A spelling is one of the languages as maps are said in it.
type spelling struct {
	vector    string         // the class template
	types     map[int]string // of elements, by their bits
	head      string         // in front of a function
	element   string         // one element
	reference string         // a parameter that is written to
	repeat    func(r region, n int) string
}

var (
	sycl = spelling{
		vector: "simd", types: map[int]string{8: "uint8_t", 16: "uint16_t", 32: "uint32_t", 64: "uint64_t"}, element: "%s[%d]", reference: "simd<%s, %d> &%s",
		repeat: func(r region, n int) string {
			switch {
			case r.V == 0 && r.H == 1:
				return fmt.Sprintf("replicate_w<%d, %d>(%d)", n/r.W, r.W, r.Offset)
			case r.H == 1:
				return fmt.Sprintf("replicate_vs_w<%d, %d, %d>(%d)", n/r.W, r.V, r.W, r.Offset)
			}
			return fmt.Sprintf("replicate_vs_w_hs<%d, %d, %d, %d>(%d)", n/r.W, r.V, r.W, r.H, r.Offset)
		},
	}
	metal = spelling{
		vector: "vector", types: map[int]string{8: "uchar", 16: "ushort", 32: "uint", 64: "unsigned long long"}, head: "_GENX_ ", element: "%s(%d)", reference: "vector_ref<%s, %d> %s",
		repeat: func(r region, n int) string {
			switch {
			case r.V == 0 && r.H == 1:
				return fmt.Sprintf("replicate<%d, %d>(%d)", n/r.W, r.W, r.Offset)
			case r.H == 1:
				return fmt.Sprintf("replicate<%d, %d, %d>(%d)", n/r.W, r.V, r.W, r.Offset)
			}
			return fmt.Sprintf("replicate<%d, %d, %d, %d>(%d)", n/r.W, r.V, r.W, r.H, r.Offset)
		},
	}
)

// vectorOf is a map in elements that the languages have: of 8 to 64 bits, where its lanes are wider or narrower.
func vectorOf(m lane.Map) (lane.Map, error) {
	err := m.Check()
	if err != nil {
		return m, err
	}
	bits := m.Bits
	if bits > 64 || bits&(bits-1) != 0 {
		bits = lane.GCD(bits, 64)
	}
	if m, err = m.Regroup(max(bits, 8)); err != nil {
		return m, fmt.Errorf("its lanes are no elements of 8, 16, 32 or 64 bits: %w", err)
	}
	for k, n := range append(slices.Clone(m.Src), len(m.Lane)) {
		if n*m.Bits/8 > maxBytes {
			return m, fmt.Errorf("a vector has at most %d bytes", maxBytes)
		}
		if k >= len(dialect.SourceLetters) && k < len(m.Src) {
			return m, fmt.Errorf("more than %d sources have no letters", len(dialect.SourceLetters))
		}
	}
	return m, nil
}

// oneRegion is the source of a map and the region of it that the map is.
func oneRegion(m lane.Map) (source int, r region, err error) {
	source = anywhere
	want := make([]int, len(m.Lane))
	for i, l := range m.Lane {
		switch want[i] = anywhere; {
		case l.Kind == lane.Undefined:
			return 0, r, fmt.Errorf("lane %d is undefined, which no region makes", i)
		case l.Kind != lane.Source || source != anywhere && source != l.Src:
			return 0, r, fmt.Errorf("a region reads one vector, and lane %d is %s", i, l.Text(i, m.Bits))
		}
		source, want[i] = l.Src, l.Index
	}
	r, ok := regionOf(want, m.Src[source])
	if !ok {
		return source, r, fmt.Errorf("no one region does it")
	}
	return source, r, nil
}

// typ is the type of a vector.
func (s spelling) typ(bits, n int) string {
	return s.vector + "<" + s.types[bits] + ", " + strconv.Itoa(n) + ">"
}

// of is a region of a vector with a name.
func (s spelling) of(name string, r region, n, elements int) string {
	switch {
	case r.W == n && r.H == 1 && r.Offset == 0 && n == elements:
		return name
	case n == 1:
		return fmt.Sprintf(s.element, name, r.Offset)
	case r.W == n:
		return fmt.Sprintf("%s.select<%d, %d>(%d)", name, n, r.H, r.Offset)
	}
	return name + "." + s.repeat(r, n)
}

// say is a map as one function with one region.
func (s spelling) say(m lane.Map) (string, error) {
	m, err := vectorOf(m)
	if err != nil {
		return "", err
	}
	source, r, err := oneRegion(m)
	if err != nil {
		return "", err
	}
	name, n := lane.SourceName(source), len(m.Lane)
	return fmt.Sprintf("%s%s f(%s %s) { return %s; }", s.head, s.typ(m.Bits, n), s.typ(m.Bits, m.Src[source]), name, s.of(name, r, n, m.Src[source])), nil
}

// result is what sequences call the vector that they make.
const result = "r"

// sequence is a map as assignments to parts of a vector, each of one region.
func (s spelling) sequence(m lane.Map) ([]string, error) {
	m, err := vectorOf(m)
	if err != nil {
		return nil, err
	}
	var parameters []string
	for k, reads := range m.Reads() {
		if reads > 0 {
			parameters = append(parameters, s.typ(m.Bits, m.Src[k])+" "+lane.SourceName(k))
		}
	}
	typ := s.typ(m.Bits, len(m.Lane))
	returns, begin, end := typ, []string{"  " + typ + " " + result + ";"}, []string{"  return " + result + ";", "}"}
	if m.ReadsOld() {
		parameters = append(parameters, fmt.Sprintf(s.reference, s.types[m.Bits], len(m.Lane), result))
		returns, begin, end = "void", nil, []string{"}"}
	}
	lines := append([]string{s.head + returns + " f(" + strings.Join(parameters, ", ") + ") {"}, begin...)
	pieces, err := piecesOf(m)
	if err != nil {
		return nil, err
	}
	for _, p := range pieces {
		from := p.constant()
		if p.source != anywhere {
			from = s.of(lane.SourceName(p.source), p.from, p.n, m.Src[p.source])
		}
		lines = append(lines, "  "+s.of(result, p.to, p.n, len(m.Lane))+" = "+from+";")
	}
	return append(lines, end...), nil
}

// A piece is one assignment: lanes in one row of the result are a region of a source, or a constant.
type piece struct {
	to     region
	n      int
	source int // anywhere: the constant
	from   region
	value  lane.Const
}

// constant is the constant that a piece writes, as a number.
func (p piece) constant() string {
	v, _ := p.value.Uint64()
	if v > 9 {
		return fmt.Sprintf("%#x", v)
	}
	return strconv.FormatUint(v, 10)
}

// piecesOf covers the lanes of a map with assignments: the longest first, and of those of one length the densest.
func piecesOf(m lane.Map) (pieces []piece, err error) {
	open := make([]bool, len(m.Lane)) // lanes that are not yet made
	left := 0
	for i, l := range m.Lane {
		switch open[i] = l.Kind == lane.Source || l.Kind == lane.Constant; {
		case l.Kind == lane.Old && l.Index != i:
			return nil, fmt.Errorf("lane %d is lane %d of the old destination, which is written by then", i, l.Index)
		case open[i]:
			left++
		}
	}
	for left > 0 {
		p := longestPiece(m, open)
		for _, i := range p.to.elements(p.n) {
			if open[i] {
				left--
			}
			open[i] = false
		}
		pieces = append(pieces, p)
	}
	return pieces, nil
}

// mostStrides is how many lanes a map has at most whose pieces have any stride; those of longer ones have powers of two.
const mostStrides = 64

// longestPiece is the assignment that makes the most lanes which are open.
func longestPiece(m lane.Map, open []bool) (best piece) {
	for h := 1; h == 1 || h < len(m.Lane); {
		for at := range m.Lane {
			if !open[at] || (len(m.Lane)-at+h-1)/h <= best.n {
				continue
			}
			if p, ok := pieceAt(m, open, at, h, best.n); ok {
				best = p
			}
		}
		if h++; len(m.Lane) > mostStrides {
			h = 2 * (h - 1)
		}
	}
	return best
}

// joins says whether two lanes can be in one piece.
func joins(a, b lane.Lane) bool {
	return a.Kind == b.Kind && a.Src == b.Src && (a.Kind != lane.Constant || a.Const == b.Const)
}

// pieceAt is the longest assignment of lanes h apart, from one on, that has more than least of them.
func pieceAt(m lane.Map, open []bool, at, h, least int) (p piece, ok bool) {
	first := m.Lane[at]
	var want []int
	for i := at; i < len(m.Lane) && (open[i] || m.Lane[i].Kind == lane.Undefined) && (m.Lane[i].Kind == lane.Undefined || joins(first, m.Lane[i])); i += h {
		if want = append(want, m.Lane[i].Index); m.Lane[i].Kind == lane.Undefined {
			want[len(want)-1] = anywhere
		}
	}
	for want[len(want)-1] == anywhere {
		want = want[:len(want)-1]
	}
	for n := len(want); n > least; n = powerBelow(n) {
		stride := h
		if n == 1 {
			stride = 1
		}
		p = piece{to: row(at, n, stride), n: n, source: anywhere, value: first.Const}
		if first.Kind == lane.Constant {
			return p, true
		}
		p.source = first.Src
		if p.from, ok = regionOf(want[:n], m.Src[first.Src]); ok {
			return p, true
		}
	}
	return p, false
}

// powerBelow is the largest power of two below a number, or 0.
func powerBelow(n int) int {
	p := 1
	for 2*p < n {
		p *= 2
	}
	if p == n {
		return 0
	}
	return p
}

// sayGenX is a map as one call of the intrinsic that reads a region.
func sayGenX(m lane.Map) (string, error) {
	m, err := vectorOf(m)
	if err != nil {
		return "", err
	}
	source, r, err := oneRegion(m)
	if err != nil {
		return "", err
	}
	return "%r = " + genxRead("%"+lane.SourceName(source), m.Bits, m.Src[source], r, len(m.Lane)), nil
}

// genxType is a vector's type in LLVM.
func genxType(bits, n int) string { return fmt.Sprintf("<%d x i%d>", n, bits) }

// genxRead is a call that reads a region.
func genxRead(name string, bits, elements int, r region, n int) string {
	return fmt.Sprintf("call %s @llvm.genx.rdregioni.v%di%d.v%di%d.i16(%s %s, i32 %d, i32 %d, i32 %d, i16 %d, i32 undef)",
		genxType(bits, n), n, bits, elements, bits, genxType(bits, elements), name, r.V, r.W, r.H, r.Offset*bits/8)
}

// genxWrite is a call that writes one.
func genxWrite(old, value string, bits, elements int, r region, n int) string {
	return fmt.Sprintf("call %s @llvm.genx.wrregioni.v%di%d.v%di%d.i16.i1(%s %s, %s %s, i32 %d, i32 %d, i32 %d, i16 %d, i32 undef, i1 true)",
		genxType(bits, elements), elements, bits, n, bits, genxType(bits, elements), old, genxType(bits, n), value, r.V, r.W, r.H, r.Offset*bits/8)
}

// sequenceGenX is a map as reads and writes of regions.
func sequenceGenX(m lane.Map) (lines []string, err error) {
	if m, err = vectorOf(m); err != nil {
		return nil, err
	}
	if m.ReadsOld() {
		return nil, fmt.Errorf("a value of LLVM has no old destination")
	}
	pieces, err := piecesOf(m)
	if err != nil {
		return nil, err
	}
	old := "undef"
	for k, p := range pieces {
		value := ""
		switch {
		case p.source == anywhere:
			v, _ := p.value.Uint64()
			value = fmt.Sprintf("splat (i%d %d)", m.Bits, v)
		case p.from == row(0, p.n, 1) && m.Src[p.source] == p.n:
			value = "%" + lane.SourceName(p.source)
		default:
			value = "%t" + strconv.Itoa(k)
			lines = append(lines, value+" = "+genxRead("%"+lane.SourceName(p.source), m.Bits, m.Src[p.source], p.from, p.n))
		}
		to := "%r" + strconv.Itoa(k)
		if k == len(pieces)-1 {
			to = "%" + result
		}
		lines = append(lines, to+" = "+genxWrite(old, value, m.Bits, len(m.Lane), p.to, p.n))
		old = to
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("no lane is defined, and no call makes nothing")
	}
	return lines, nil
}
