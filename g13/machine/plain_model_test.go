package machine_test

import "github.com/lanescope/lanescope/g13"

// hasModel is false for instructions of which no document says what they do.
func (i *plainInst) hasModel() bool {
	switch i.name {
	case "get_sr":
		return plainSpecials[int(i.field(27, 26)<<6|i.field(21, 16))] != nil
	case "convert":
		mode := i.field(21, 16)
		return mode < 12 && mode != 2 && mode != 3 && i.field(27, 26) < 2
	case "simd_shuf_op":
		return !i.set(47) || i.field(39, 38) == 2
	case "uniform_store": // of 16-bit elements, to a place that is given and exists
		place := i.field(63, 56)<<8 | i.field(35, 32)<<4 | i.field(23, 20)
		return i.field(8, 7) == 1 && i.field(30, 24) == 0b0111101 && i.field(46, 42) == 0 && place < 509 && i.r.Index+i.r.Count*i.r.Size/16 <= 256
	case "simd_op":
		switch i.op() {
		case opAnd, opFadd, opOr, opFmul, opXor, opFmin, opFmax, opIadd, opSmin, opSmax, opUmin, opUmax:
			return true
		}
		return false
	}
	for n := range i.Args() {
		switch o := i.Operand(n); {
		case o.Kind == g13.ICond && i.cc&3 == 3, o.Kind == g13.FCond && i.cc&7 == 4:
			return false
		}
	}
	return true
}
