package mlir

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// An operation is what one name means: how many operands and types a line with it has, and which lanes of the operands, one behind the other, its results have.
type operation struct {
	name     string
	operands int // -1: as many as there are lanes
	types    int // at least so many; the last one is the result's
	move     func(l *line) (results [][]int, err error)
}

// undefined is a lane that comes from nowhere.
const undefined = -1

// operations are all of them.
var operations = []operation{
	{"vector.shuffle", 2, 2, shuffle},
	{"llvm.shufflevector", 2, 1, shuffle},
	{"vector.interleave", 2, 1, interleave},
	{"vector.deinterleave", 1, 1, deinterleave},
	{"vector.broadcast", 1, 2, broadcast},
	{"vector.splat", 1, 1, splat},
	{"vector.from_elements", -1, 1, fromElements},
	{"vector.transpose", 1, 2, transpose},
	{"vector.extract_strided_slice", 1, 2, extractSlice},
	{"vector.insert_strided_slice", 2, 2, insertSlice},
	{"vector.extract", 1, 1, extract},
	{"vector.insert", 2, 2, insert},
	{"vector.shape_cast", 1, 2, sameLanes},
}

// result is the shape of what the line makes: its last type.
func (l *line) result() shape { return l.types[len(l.types)-1] }

// wrong is an error about the line.
func (l *line) wrong(format string, args ...any) error {
	return syntax.Errorf(l.text, l.off, l.end, format, args...)
}

// count is n numbers, each f of its place.
func count(n int, f func(i int) int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = f(i)
	}
	return all
}

func one(sel []int) ([][]int, error) { return [][]int{sel}, nil }

// shuffle selects rows of two vectors.
func shuffle(l *line) ([][]int, error) {
	a, row := l.types[0], l.types[0].row()
	b := a
	if len(l.types) > 1 {
		b = l.types[1]
	}
	if len(l.list) == 0 {
		return nil, l.wrong("%s has a list of numbers, such as [0, 4, 1, 5]", l.op)
	}
	if b.row() != row {
		return nil, l.wrong("the vectors have rows of %d and of %d lanes", row, b.row())
	}
	var sel []int
	rows := (a.lanes() + b.lanes()) / row
	for _, t := range l.list {
		if t < -1 || t >= rows {
			return nil, syntax.Errorf(l.text, l.listed[0], l.listed[1], "index %d is out of range: the two vectors have 0 to %d, and -1 is undefined", t, rows-1)
		}
		for i := range row {
			if t < 0 {
				sel = append(sel, undefined)
			} else {
				sel = append(sel, t*row+i)
			}
		}
		if len(sel) > lane.MaxLanes {
			return nil, l.wrong("more than %d lanes", lane.MaxLanes)
		}
	}
	return one(sel)
}

// last is the trailing dimension.
func (s shape) last() int {
	if len(s.dims) == 0 {
		return 1
	}
	return s.dims[len(s.dims)-1]
}

// interleave alternates the lanes of two vectors along the trailing dimension.
func interleave(l *line) ([][]int, error) {
	n, total := l.types[0].last(), l.types[0].lanes()
	return one(count(2*total, func(i int) int {
		row, at := i/(2*n), i%(2*n)
		return at%2*total + row*n + at/2
	}))
}

// deinterleave has the even lanes of the trailing dimension, and the odd ones.
func deinterleave(l *line) ([][]int, error) {
	total := l.types[0].lanes()
	if l.types[0].last()%2 != 0 {
		return nil, l.wrong("the trailing dimension of %d cannot be halved", l.types[0].last())
	}
	return [][]int{count(total/2, func(i int) int { return 2 * i }), count(total/2, func(i int) int { return 2*i + 1 })}, nil
}

// strides are how far apart the lanes are that a number of each dimension counts.
func (s shape) strides() []int {
	all := make([]int, len(s.dims))
	step := 1
	for d := len(s.dims) - 1; d >= 0; d-- {
		all[d] = step
		step *= s.dims[d]
	}
	return all
}

// place is the numbers of lane i in each dimension.
func (s shape) place(i int) []int {
	all := make([]int, len(s.dims))
	for d := len(s.dims) - 1; d >= 0; d-- {
		all[d] = i % s.dims[d]
		i /= s.dims[d]
	}
	return all
}

// broadcast repeats a value along dimensions that it lacks, or of which it has one.
func broadcast(l *line) ([][]int, error) {
	from, to := l.types[0], l.result()
	lacks := len(to.dims) - len(from.dims)
	if lacks < 0 {
		return nil, l.wrong("a broadcast gives no fewer dimensions than there are")
	}
	for d, n := range from.dims {
		if n != 1 && n != to.dims[lacks+d] {
			return nil, l.wrong("a dimension of %d does not become one of %d", n, to.dims[lacks+d])
		}
	}
	strides := from.strides()
	return one(count(to.lanes(), func(i int) int {
		at := 0
		for d, k := range to.place(i)[lacks:] {
			if from.dims[d] != 1 {
				at += k * strides[d]
			}
		}
		return at
	}))
}

func splat(l *line) ([][]int, error) {
	return one(make([]int, l.result().lanes()))
}

// fromElements lays scalars one behind the other.
func fromElements(l *line) ([][]int, error) {
	if n := l.result().lanes(); n != len(l.operands) {
		return nil, l.wrong("%d values do not fill %d lanes", len(l.operands), n)
	}
	return one(count(len(l.operands), func(i int) int { return i }))
}

// transpose gives the dimensions another order: dimension d of the result is dimension list[d] of the vector.
func transpose(l *line) ([][]int, error) {
	from := l.types[0]
	order := slices.Sorted(slices.Values(l.list))
	if !slices.Equal(order, count(len(from.dims), func(i int) int { return i })) {
		return nil, l.wrong("a transpose of %d dimensions has each of 0 to %d once", len(from.dims), len(from.dims)-1)
	}
	to, strides := shape{bits: from.bits}, from.strides()
	for _, d := range l.list {
		to.dims = append(to.dims, from.dims[d])
	}
	return one(count(to.lanes(), func(i int) int {
		at := 0
		for d, k := range to.place(i) {
			at += k * strides[l.list[d]]
		}
		return at
	}))
}

// extractSlice takes sizes lanes from the offsets on, strides apart; dimensions behind those of the lists are whole.
func extractSlice(l *line) ([][]int, error) {
	from := l.types[0]
	offsets, sizes, strides := l.attribute["offsets"], l.attribute["sizes"], l.attribute["strides"]
	if len(offsets) == 0 || len(offsets) != len(sizes) || len(offsets) != len(strides) || len(offsets) > len(from.dims) {
		return nil, l.wrong("%s has offsets, sizes and strides, as many of each, and at most %d", l.op, len(from.dims))
	}
	to := shape{dims: slices.Clone(from.dims)}
	copy(to.dims, sizes)
	for d := range offsets {
		if last := offsets[d] + (sizes[d]-1)*strides[d]; offsets[d] < 0 || sizes[d] < 1 || strides[d] < 1 || last >= from.dims[d] {
			return nil, l.wrong("the slice of dimension %d is outside of its %d", d, from.dims[d])
		}
	}
	step := from.strides()
	return one(count(to.lanes(), func(i int) int {
		at := 0
		for d, k := range to.place(i) {
			if d < len(offsets) {
				k = offsets[d] + k*strides[d]
			}
			at += k * step[d]
		}
		return at
	}))
}

// insertSlice is the second vector with the first in the place that the offsets say.
func insertSlice(l *line) ([][]int, error) {
	part, into := l.types[0], l.types[1]
	offsets, strides := l.attribute["offsets"], l.attribute["strides"]
	lacks := len(into.dims) - len(part.dims)
	if len(offsets) != len(into.dims) || len(strides) != len(part.dims) || lacks < 0 {
		return nil, l.wrong("%s has %d offsets and %d strides here", l.op, len(into.dims), len(part.dims))
	}
	for d, n := range into.dims {
		size, stride := 1, 1
		if d >= lacks {
			size, stride = part.dims[d-lacks], strides[d-lacks]
		}
		if offsets[d] < 0 || stride < 1 || offsets[d]+(size-1)*stride >= n {
			return nil, l.wrong("the slice of dimension %d is outside of its %d", d, n)
		}
	}
	sel := count(into.lanes(), func(i int) int { return part.lanes() + i })
	step := into.strides()
	for i := range part.lanes() {
		at := 0
		for d := range into.dims {
			k := offsets[d]
			if d >= lacks {
				k += part.place(i)[d-lacks] * strides[d-lacks]
			}
			at += k * step[d]
		}
		sel[at] = i
	}
	return one(sel)
}

// position is where the lanes begin that the numbers of the list select, and how many they are.
func (l *line) position(s shape) (at, n int, err error) {
	if len(l.list) > len(s.dims) {
		return 0, 0, l.wrong("%d numbers for %d dimensions", len(l.list), len(s.dims))
	}
	n = s.lanes()
	for d, k := range l.list {
		if k < 0 || k >= s.dims[d] {
			return 0, 0, syntax.Errorf(l.text, l.listed[0], l.listed[1], "index %d is out of range: dimension %d has 0 to %d", k, d, s.dims[d]-1)
		}
		n /= s.dims[d]
		at += k * n
	}
	return at, n, nil
}

// extract takes a row, or one lane. The vector's type stands alone, or behind the result's and "from".
func extract(l *line) ([][]int, error) {
	at, n, err := l.position(l.result())
	if err != nil {
		return nil, err
	}
	if to := l.types[0].lanes(); len(l.types) > 1 && to != n {
		return nil, l.wrong("%d lanes stand at the place, and the result has %d", n, to)
	}
	return one(count(n, func(i int) int { return at + i }))
}

// insert is the second vector with the first, a row or one lane, in the place that the numbers say.
func insert(l *line) ([][]int, error) {
	part, into := l.types[0].lanes(), l.types[1]
	at, n, err := l.position(into)
	if err != nil {
		return nil, err
	}
	if n != part {
		return nil, l.wrong("%d lanes do not fit in the place of %d", part, n)
	}
	return one(count(into.lanes(), func(i int) int {
		if i >= at && i < at+n {
			return i - at
		}
		return part + i
	}))
}

func sameLanes(l *line) ([][]int, error) {
	if l.types[0].lanes() != l.types[1].lanes() {
		return nil, l.wrong("%d lanes do not become %d", l.types[0].lanes(), l.types[1].lanes())
	}
	return one(count(l.types[0].lanes(), func(i int) int { return i }))
}
