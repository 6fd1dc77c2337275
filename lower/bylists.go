package lower

import (
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// byLists makes a part of several registers by rows that read registers which follow one another: the first has zeros where its list has nothing, and each further one keeps what is there.
//
//	tbl v9.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v8.16b
//	tbx v9.16b, {v4.16b, v5.16b}, v8.16b
func (w *whole) byLists(part lane.Map, bits int) (found []draft) {
	if part.Bits < 8 || makesConstants(part) {
		return nil
	}
	read := reading(part)
	if len(read) < 2 {
		return nil // a row of one register is decided as any other
	}
	d := w.start()
	for first := true; len(read) > 0; first = false {
		row := w.list(len(w.c.inputs), &read, first, bits)
		if row == nil {
			return nil
		}
		op, ok := row.op(part, first)
		if !ok {
			return nil
		}
		if !first {
			op.Args = append([]Arg{d.result}, op.Args...)
		}
		d = d.add(op)
	}
	return w.add(nil, d)
}

// A listRow is a row that reads a list of inputs, and the first of them.
type listRow struct {
	row   *target.Row
	n     int
	first Arg
}

// list is the row that reads the first of the inputs that are left, and as many of the others as it can; those are left no more.
func (w *whole) list(inputs int, read *[]Arg, first bool, bits int) *listRow {
	var best *listRow
	covered := 0
	for _, r := range w.s.rows(bits) {
		if !r.Consecutive || r.Destroys == first || r.Index == nil {
			continue
		}
		x := &listRow{row: r, n: len((&Op{Row: r, Args: make([]Arg, len(r.Src))}).list())}
		x.first = min((*read)[0], Arg(inputs-x.n))
		n := 0
		for n < len(*read) && (*read)[n] < x.first+Arg(x.n) {
			n++
		}
		if x.first >= 0 && (n > covered || n == covered && x.n < best.n) {
			best, covered = x, n
		}
	}
	if best != nil {
		*read = (*read)[covered:]
	}
	return best
}

// op is the row with the constant that brings the part's lanes from the list; one that is not the first keeps all others.
func (x *listRow) op(part lane.Map, first bool) (Op, bool) {
	m := lane.Map{Bits: part.Bits, Lane: make([]lane.Lane, len(part.Lane))}
	for _, n := range x.row.Src {
		m.Src = append(m.Src, n/part.Bits)
	}
	op := Op{Row: x.row}
	for k := range x.n {
		op.Args = append(op.Args, x.first+Arg(k))
	}
	for i, l := range part.Lane {
		switch in := l.Src - int(x.first); {
		case l.Kind == lane.Source && in >= 0 && in < x.n:
			m.Lane[i] = lane.From(in+len(x.row.Src)-x.n, l.Index)
		case first && l.Kind == lane.Constant:
			m.Lane[i] = l
		case !first && l.Kind != lane.Undefined:
			m.Lane[i] = lane.From(0, i)
		}
	}
	var ok bool
	op.Const, ok = x.row.Index.Solve(m)
	return op, ok
}
