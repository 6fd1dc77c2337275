package svp64

import "iter"

// This file is the plain engine: the pair of generators of the document, with what it leaves out for clarity (predicates, widths, saturation) and with its errors mended. Errata 8 to 19 say which.

// A choice is what the source's walk yields: a subvector, and the selector that says which of its lanes or which constant.
type choice struct {
	i int
	x Selector
}

// indexSrc walks over the source. Unless outer, the loop over subvectors is the outer one.
func (l *Loop) indexSrc(outer bool) iter.Seq[choice] {
	return func(yield func(choice) bool) {
		for i, j := range nest(outer, l.VL, l.length()) {
			if l.Swizzle.At(j) == Skip {
				continue
			}
			if l.SrcMask>>i&1 == 0 && !l.SZ {
				continue
			}
			if !yield(choice{i, l.Swizzle.At(j)}) {
				return
			}
		}
	}
}

// indexDst walks over the destination. A scalar destination takes the first subvector that is not masked out, unless each has an issue of its own.
func (l *Loop) indexDst(outer bool) iter.Seq[Place] {
	return func(yield func(Place) bool) {
		first := -1
		for i, j := range nest(outer, l.VL, l.length()) {
			if l.Swizzle.At(j) == Skip {
				continue
			}
			if l.DstMask>>i&1 == 0 && !l.DZ {
				continue
			}
			if first < 0 {
				first = i
			}
			if !l.RT.Vector && !l.Vertical && i != first {
				continue
			}
			if !yield(Place{i, j}) {
				return
			}
		}
	}
}

// nest is the two loops, over subvectors i and lanes j, with one or the other as the outer one.
func nest(outer bool, vl, lanes int) iter.Seq2[int, int] {
	return func(yield func(i, j int) bool) {
		if outer {
			for j := range lanes {
				for i := range vl {
					if !yield(i, j) {
						return
					}
				}
			}
			return
		}
		for i := range vl {
			for j := range lanes {
				if !yield(i, j) {
					return
				}
			}
		}
	}
}

// Generate runs the loop on registers as the document's pseudocode does: both walks in lock-step, one move after the other. It is slow, and what everything else is compared with.
func (l *Loop) Generate(f *File) error {
	if err := l.Check(); err != nil {
		return err
	}
	src, stopSrc := iter.Pull(l.indexSrc(l.Pack))
	defer stopSrc()
	dst, stopDst := iter.Pull(l.indexDst(l.Unpack))
	defer stopDst()
	for {
		from, more := src()
		to, andMore := dst()
		if !more || !andMore {
			return nil
		}
		l.move(f, from, to)
	}
}

// move does one element.
func (l *Loop) move(f *File, from choice, to Place) {
	var v uint64
	switch {
	case from.x == One:
		v = l.one()
	case from.x == Zero:
	case l.SrcMask>>from.i&1 == 0: // and sz, or the walk had left it out
	default:
		v = l.convert(f.element(int(l.RA.No), l.source(from.i, from.x), l.SrcBits))
	}
	if l.DstMask>>to.Step&1 == 0 { // and dz
		v = 0
	}
	f.setElement(int(l.RT.No), l.destination(to.Step, to.Sub), l.DstBits, v)
}
