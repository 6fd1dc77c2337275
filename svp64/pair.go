package svp64

// The pair form moves four lanes of 32 bits.
//
//	lane   X          Y          Z          W
//	RA     low half   high half  of RA+1:   high half
//	                             low half
//
// Both registers of the source are read before one is written. A lane that the swizzle does not set keeps its value if RT is RA, and becomes zero if it is not.

// pairOne is the constant of selector One in the pair form.
func (i Inst) pairOne() uint32 {
	if i.Float {
		return uint32(formatOf(32).one())
	}
	return 1
}

// generatePair does a pair as the document's table says it.
func (i Inst) generatePair(f *File) {
	rt, ra := int(i.RT.No), int(i.RA.No)
	src := [Lanes]uint32{
		uint32(f[ra]),       // X RA   lo-half
		uint32(f[ra] >> 32), // Y RA   hi-half
		uint32(f[ra+1]),     // Z RA+1 lo-half
		uint32(f[ra+1] >> 32),
	}
	var dst [Lanes]uint32
	if rt == ra {
		dst = src
	}
	for j := range i.Swizzle.Len() {
		switch x := i.Swizzle.At(j); x {
		case Skip:
		case Zero:
			dst[j] = 0
		case One:
			dst[j] = i.pairOne()
		default:
			dst[j] = src[x.Lane()]
		}
	}
	f[rt] = uint64(dst[0]) | uint64(dst[1])<<32
	f[rt+1] = uint64(dst[2]) | uint64(dst[3])<<32
}

// movePair does the same by one look into a table for each lane.
func (i Inst) movePair(f *File) {
	rt, ra := int(i.RT.No)&(NumRegs-2), int(i.RA.No)&(NumRegs-2)
	lo, hi := f[ra], f[ra+1]
	value := [8]uint64{Zero: 0, One: uint64(i.pairOne()), X: lo & ones(32), Y: lo >> 32, Z: hi & ones(32), W: hi >> 32}
	var keep [Lanes]uint64
	if rt == ra {
		keep = [Lanes]uint64{value[X], value[Y], value[Z], value[W]}
	}
	s, n := i.Swizzle, i.Swizzle.Len()
	lane := func(j int) uint64 {
		if x := s.At(j); j < n && x != Skip {
			return value[x]
		}
		return keep[j]
	}
	f[rt] = lane(0) | lane(1)<<32
	f[rt+1] = lane(2) | lane(3)<<32
}

// pairPredicate says what the predicates make of a pair: whether it is moved, zeroed, or left alone, and whether its source counts as zero.
func (s *State) pairPredicate(i Inst) (move, sourceZero, zero bool) {
	if i.Form == Vector && s.SV.VL() == 0 {
		return false, false, false
	}
	if i.Form == Pair {
		return true, false, false
	}
	if !s.pairBit(i, i.DstMask) {
		return i.DZ, false, true
	}
	on := s.pairBit(i, i.SrcMask)
	return on || i.SZ, !on, false
}

// pairBit is bit 0 of a predicate.
func (s *State) pairBit(i Inst, p Predicate) bool {
	if i.CR {
		return s.CR[s.CRBase&(NumRegs-1)].holds(p)
	}
	return s.predicate(i, p)&1 != 0
}

// runPair does a pair under its predicates, with one of the engines.
func (s *State) runPair(i Inst, engine func(Inst, *File)) {
	move, sourceZero, zero := s.pairPredicate(i)
	if !move {
		return
	}
	f := s.file(i)
	rt, ra := int(i.RT.No), int(i.RA.No)
	if zero {
		f[rt], f[rt+1] = 0, 0
		return
	}
	if !sourceZero {
		engine(i, f)
		return
	}
	lo, hi := f[ra], f[ra+1]
	keepLo, keepHi := f[rt], f[rt+1]
	f[ra], f[ra+1] = 0, 0
	engine(i, f)
	if rt != ra {
		f[ra], f[ra+1] = lo, hi
		return
	}
	// In place, lanes that are not set keep what they held, which is not the source's zero.
	mask := i.Swizzle.unset()
	f[rt] |= keepLo & mask[0]
	f[rt+1] |= keepHi & mask[1]
}

// unset is ones in the lanes of a pair that the swizzle does not set.
func (s Swizzle) unset() (mask [2]uint64) {
	for j := range Lanes {
		if x := s.At(j); j >= s.Len() || x == Skip {
			mask[j/2] |= ones(32) << (j % 2 * 32)
		}
	}
	return mask
}
