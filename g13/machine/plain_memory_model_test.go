package machine_test

import "github.com/lanescope/lanescope/g13"

// hasMemoryModel is false where bits are not as they have been seen, where no document says what a format or an operation is, and where a register of 32 bits is half of
// one and half of the next.
func (i *plainInst) hasMemoryModel() bool {
	if i.named(atomicForms+" stack_get_ptr") && (i.r.Undefined && !i.r.None || i.s.Undefined) {
		return false
	}
	switch i.name {
	case "stack_get_ptr":
		return true
	case "device_load", "device_store":
		return i.set(26) && i.field(29, 28) == 0 && i.set(46) && i.field(51, 50) == 0 && i.moves()
	case "stack_load", "stack_store":
		return i.set(26) && i.field(38, 36) == 0 && i.field(46, 44) == 4 && i.moves()
	case "threadgroup_load", "threadgroup_store":
		return i.moves()
	case "stack_adjust":
		return i.set(26) && i.field(38, 36) == 2
	case "atomic":
		return i.set(26) && i.field(29, 28) == 0 && i.set(31) && i.field(43, 42) == 0 && i.set(46) && i.atomicOp() < len(plainAtomics)
	}
	return i.field(7, 6) == 0 && i.field(37, 35) == 2 && i.field(47, 40) == 128 && !i.set(39) && i.atomicOp() < len(plainAtomics)
}

// moves is whether the format is one that has a meaning in this direction, and in registers of this size.
func (i *plainInst) moves() bool {
	x := transferOf(i)
	f := plainFormats[x.format]
	onlyStored := f.bits != nil && f.number == nil
	return f.size > 0 && !(onlyStored && !x.stores) && !(f.bits == nil && f.size == 4 && i.r.Size == 16) && !(i.r.Size == 32 && i.r.Undefined)
}

// lastOfList is the last register that the instruction reads or writes in a row.
func (i *plainInst) lastOfList() g13.Arg {
	last := i.r
	if !i.named(transferForms) {
		return last
	}
	n := last.Count
	if f := plainFormats[transferOf(i).format]; f.count > 0 {
		n = f.count
	}
	last.Index += max(n-1, 0) * last.Size / 16
	return last
}
