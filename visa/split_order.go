package visa

import "math/bits"

// An extent is bytes of a variable that one lane reads or writes.
type extent struct {
	kind     Kind
	id       uint32 // of the variable that is placed by itself
	from, to int
}

func (e extent) overlaps(f extent) bool {
	return e.kind == f.kind && e.id == f.id && e.from < f.to && f.from < e.to
}

func overlap(a, b []extent) bool {
	for _, e := range a {
		for _, f := range b {
			if e.overlaps(f) {
				return true
			}
		}
	}
	return false
}

// addressBytes is the size of an address.
const addressBytes = 2

// extents are what an instruction reads and writes. What indirect operands reach is not among it: their addresses are known at run time only.
func (d *Decls) extents(i *Inst) (read, written []extent) {
	for k := range int(i.N) {
		o := i.At(k)
		list := d.operandExtents(o, i.Exec.Size(), i.Role(k))
		switch {
		case i.Role(k) == Dest && o.Class != Indirect: // the address of a destination is read
			written = append(written, list...)
		case !i.isPlace(k) || o.Class == Address:
			read = append(read, list...)
		}
	}
	return read, written
}

func (d *Decls) operandExtents(o *Operand, exec int, role Role) (list []extent) {
	element := func(k int) extent { return extent{AddressKind, o.ID, k * addressBytes, (k + 1) * addressBytes} }
	switch o.Class {
	case General:
		a, _ := d.Access(o, exec)
		id, off := d.root(o.ID)
		for k := range exec {
			b := off + a.Byte(k)
			list = append(list, extent{GeneralKind, id, b, b + a.Size})
		}
	case Address:
		for k := range exec {
			list = append(list, element(o.AddressElement(k, role)))
		}
	case Indirect:
		for k := range o.addresses(exec) {
			list = append(list, element(int(o.Offset)+k))
		}
	}
	return list
}

// ordered is the pieces in an order in which none overwrites what a later one reads, as early lanes first as it can be; false if there is none.
func (s *splitter) ordered(pieces []Piece) ([]Piece, bool) {
	n := len(pieces)
	read, written := make([][]extent, n), make([][]extent, n)
	for k := range pieces {
		read[k], written[k] = s.decls.extents(&pieces[k].Inst)
	}
	before := make([]uint32, n) // the pieces that have to read before piece k writes
	for k := range pieces {
		for j := range pieces {
			if j != k && overlap(written[k], read[j]) {
				before[k] |= 1 << j
			}
		}
	}
	order := make([]Piece, 0, n)
	for done := uint32(0); len(order) < n; {
		k := 0
		for k < n && (done>>k&1 != 0 || before[k]&^done != 0) {
			k++
		}
		if k == n {
			s.note(pieces, before, done)
			return nil, false
		}
		order, done = append(order, pieces[k]), done|1<<k
	}
	return order, true
}

// note keeps two lanes of pieces that wait for one another.
func (s *splitter) note(pieces []Piece, before []uint32, done uint32) {
	if s.stuck != [2]int{} {
		return
	}
	k := bits.TrailingZeros32(^done)
	for seen := uint32(0); seen>>k&1 == 0; { // following what each waits for comes round
		seen |= 1 << k
		s.stuck[0] = pieces[k].First
		k = bits.TrailingZeros32(before[k] &^ done)
		s.stuck[1] = pieces[k].First
	}
}
