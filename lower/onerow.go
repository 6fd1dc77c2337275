package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// This file finds what one row can do, exactly: every immediate of every row is compared, and every row with a constant is asked to solve for it.

// oneRow are the drafts of one more op that do what is wanted of the arguments, one for each row and form that can.
func (s *search) oneRow(d draft, want lane.Map, args []Arg) []draft {
	if s.file == target.General {
		return s.generalRow(d, want, args)
	}
	var found []draft
	if p := (&twoRows{s: s, d: d, scans: s.o.hasty()}); p.pose(want, args) {
		p.oneRow(p.want, 0, s.most(maxLoads), func(op Op) { found = append(found, d.add(op)) })
		return found
	}
	total := want.Bits * len(want.Lane)
	for bits := total; bits >= 32; bits /= 2 {
		low, ok := lowest(want, bits)
		if !ok {
			break
		}
		found = append(found, s.oneRowOf(d, low, args, bits < total)...)
	}
	return found
}

// lowest is what is wanted of the lowest bits, if nothing or zero is wanted above.
func lowest(want lane.Map, bits int) (lane.Map, bool) {
	if bits%want.Bits != 0 {
		narrow, err := want.Regroup(lane.GCD(bits, want.Bits))
		if err != nil {
			return want, false
		}
		want = narrow
	}
	n := bits / want.Bits
	for _, l := range want.Lane[n:] {
		if l.Kind != lane.Undefined && l != lane.Zero() {
			return want, false
		}
	}
	want.Lane = want.Lane[:n]
	return want, true
}

// oneRowOf is oneRow with rows whose result has as many bits as the wanted map, of which they clear what is above if that is wanted.
func (s *search) oneRowOf(d draft, want lane.Map, args []Arg, clears bool) []draft {
	var found []draft
	reads := want.Reads()
	sources := 0
	for _, n := range reads {
		sources += min(n, 1)
	}
	for _, row := range s.rows(want.Bits * len(want.Lane)) {
		s.spend(1)
		if clears && !row.Clears || row.Union != nil || row.Index != nil && !row.Index.Inline && s.o.MaxConstants.allowsNone() {
			continue
		}
		if sources > len(row.Src)+1 { // a mask brings one more; of many sources there are more assignments than anyone waits for
			continue
		}
		eachAssignment(len(row.Src), len(args), func(from []int) {
			if !row.Consecutive || !d.loose && follow(row, from, args, d.inputs) {
				found = append(found, s.inForms(d, row, want, reads, from, args)...)
			}
		})
		if want.Bits < 8 && len(row.Src) == 2 && row.Src[0] == row.Src[1] {
			for _, t := range twins(want) {
				found = append(found, s.inForms(d, row, t.want, t.want.Reads(), []int{t.source, len(args)}, append(args[:len(args):len(args)], args[t.source]))...)
			}
		}
	}
	return found
}

// inForms are the drafts with the row, plain or under a mask, of sources from. Reads are those of what is wanted.
func (s *search) inForms(d draft, row *target.Row, want lane.Map, reads, from []int, args []Arg) (found []draft) {
	masks := row.Mask != nil && !s.o.MaxConstants.allowsNone() && row.Mask.Needs.In(s.o.Target.Has)
	if covers(from, reads) {
		if op, ok := s.solveRow(row, want, from, args, d.bits); ok {
			found = append(found, d.add(op))
		} else if masks {
			found = append(found, s.zeroMaskedRow(d, row, want, from, args)...)
		}
	}
	if masks {
		found = append(found, s.mergeMaskedRow(d, row, want, from, args)...)
	}
	return found
}

// A twin is a map of which one source stands twice: once for what it brings up, and once for the rest. A rotation is a shift of two sources that are one.
//
//	vpshldw a, a, 3      a13 a14 a15 | a0 a1 …      the second brings down what the first does not bring up
type twin struct {
	want   lane.Map
	source int
}

// twins are the twins of all sources that are read, both ways round.
func twins(want lane.Map) (list []twin) {
	for s, n := range want.Reads() {
		for _, up := range [...]bool{true, false} {
			t := twin{want.Clone(), s}
			t.want.Src = append(t.want.Src, want.Src[s])
			for i, l := range want.Lane {
				if l.Kind == lane.Source && l.Src == s && (up && l.Index > i || !up && l.Index < i) {
					t.want.Lane[i].Src = len(want.Src)
				}
			}
			if n > 0 && t.want.Reads()[len(want.Src)] > 0 {
				list = append(list, t)
			}
		}
	}
	return list
}

// follow says whether the arguments are inputs in registers that follow one another, but for one that the row destroys.
func follow(row *target.Row, from []int, args []Arg, inputs int) bool {
	first := 0
	if row.Destroys {
		first = 1
	}
	for k := first + 1; k < len(from); k++ {
		if a := args[from[k]]; a != args[from[k-1]]+1 || int(a) >= inputs {
			return false
		}
	}
	return true
}

// staying are the sources of which a lane stays in its place.
func staying(want lane.Map) []int {
	var list []int
	for i, l := range want.Lane {
		if l.Kind == lane.Source && l.Index == i && !slices.Contains(list, l.Src) {
			list = append(list, l.Src)
		}
	}
	return list
}

// covers says whether the sources in from are all that are read; a row that reads more than that reads one of them twice.
func covers(from []int, reads []int) bool {
	for k, n := range reads {
		if n > 0 && !slices.Contains(from, k) {
			return false
		}
	}
	for i, k := range from {
		if reads[k] == 0 && (i > 0 || slices.ContainsFunc(reads, func(n int) bool { return n > 0 })) {
			return false
		}
	}
	return true
}

// eachAssignment calls visit with every choice of n sources for the row's arguments.
func eachAssignment(args, n int, visit func(from []int)) {
	assignments(make([]int, args), n, visit)
}

// assignments is eachAssignment in a buffer of as many zeros as there are arguments, which are zeros again behind it.
func assignments(from []int, n int, visit func(from []int)) {
	if n == 0 && len(from) > 0 {
		return
	}
	for k := 0; k >= 0; {
		visit(from)
		for k = len(from) - 1; k >= 0; k-- {
			if from[k]++; from[k] < n {
				break
			}
			from[k] = 0
		}
	}
}

// solveRow is the row with the immediate or constant with which it does what is wanted of sources from.
func (s *search) solveRow(row *target.Row, want lane.Map, from []int, args []Arg, bits []int) (Op, bool) {
	m, ok := relabel(want, row, from, args, bits)
	if !ok {
		return Op{}, false
	}
	op := Op{Row: row}
	if !s.solves(&op, m) {
		return Op{}, false
	}
	for _, k := range from {
		op.Args = append(op.Args, args[k])
	}
	return op, true
}

// relabel is the wanted map over the row's own sources; ok is false if it reads what the row does not.
func relabel(want lane.Map, row *target.Row, from []int, args []Arg, bits []int) (lane.Map, bool) {
	m := lane.Map{Bits: want.Bits, Src: make([]int, len(row.Src)), Lane: make([]lane.Lane, len(want.Lane))}
	for i, n := range row.Src {
		if n > bits[args[from[i]]] || n%want.Bits != 0 {
			return m, false
		}
		m.Src[i] = n / want.Bits
	}
	for i, l := range want.Lane {
		if l.Kind == lane.Source {
			k := slices.Index(from, l.Src)
			if k < 0 || l.Index >= m.Src[k] {
				return m, false
			}
			l.Src = k
		}
		m.Lane[i] = l
	}
	return m, true
}

// solves finds the op's immediate or constant with which its row does what is wanted. It is Op.solve over what is kept of rows.
func (s *search) solves(o *Op, want lane.Map) (ok bool) {
	if o.Row.Index != nil {
		o.Const, ok = o.Row.Index.Solve(want)
		return ok
	}
	if want.Bits%8 == 0 && want.Bits*len(want.Lane) == o.Row.Bits {
		if cells, ok := cellsOf(want); ok {
			return o.setImm(doing(o.Row, cells))
		}
	}
	list, ok := bitsOf(want, o.Row.Bits)
	return ok && o.setImm(movingBits(o.Row, list))
}

// setImm takes an immediate, if there is one.
func (o *Op) setImm(imm int) bool {
	o.Imm = max(imm, 0)
	return imm >= 0
}

// zeroMaskedRow are the drafts with the row's zero-masked form.
func (s *search) zeroMaskedRow(d draft, row *target.Row, want lane.Map, from []int, args []Arg) []draft {
	m, ok := relabel(want, row, from, args, d.bits)
	if !ok || row.Mask.Merges || m.Bits > row.Mask.Elem || !slices.Contains(m.Lane, lane.Zero()) {
		return nil
	}
	mask, rest := row.Mask.Clear(m)
	op := Op{Row: row, Form: Zeroed, Mask: mask}
	if !s.solves(&op, rest) {
		return nil
	}
	for _, k := range from {
		op.Args = append(op.Args, args[k])
	}
	return []draft{d.add(op)}
}

// mergeMaskedRow are the drafts with the row's merging form: lanes that stay in their place are those of one more argument, or of the one that the row destroys.
func (s *search) mergeMaskedRow(d draft, row *target.Row, want lane.Map, from []int, args []Arg) []draft {
	var found []draft
	for _, old := range staying(want) {
		if row.Destroys && old != from[0] || d.bits[args[old]] < row.Bits || want.Bits > row.Mask.Elem {
			continue
		}
		rest, mask, ok := merged(row.Mask, want, old)
		if !ok || !covers(from, rest.Reads()) {
			continue
		}
		m, ok := relabel(rest, row, from, args, d.bits)
		op := Op{Row: row, Form: Merged, Mask: mask}
		if !ok || !s.solves(&op, m) {
			continue
		}
		for _, k := range from {
			op.Args = append(op.Args, args[k])
		}
		if !row.Destroys {
			op.Args = append(op.Args, args[old])
		}
		found = append(found, d.add(op))
	}
	return found
}

// merged is the mask that keeps what it can of source old, and what is left to do; ok is false if nothing is kept.
func merged(k *target.Masking, want lane.Map, old int) (rest lane.Map, mask uint64, ok bool) {
	mask, rest = k.Keep(want, old)
	return rest, mask, len(rest.Reads()) > 0 && !slices.Equal(rest.Lane, want.Lane)
}
