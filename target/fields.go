package target

import "github.com/lanescope/lanescope/lane"

// Fields are the fields of a row's constant for the first block of its lanes; those of the other blocks do the same there.
//
//	pand            a block is the vector: 128 fields, each of which rules a lane of one bit      a0 · z
//	vpsrlq by k     a block is a lane of 64 bits, ruled by one field                              a0 a1 … a63 · a1 a2 … z · …
//	gf2p8affineqb   a block is 64 bits; field 7 rules bit 0 of each of the eight bytes            a0 a8 … a56 · a1 a9 … a57 · … · z z … z
type Fields struct {
	Bits, Block int // of a lane, and of a block
	Field       []Field
}

// A Field is what one field of a row's constant rules.
type Field struct {
	Lanes []int         // of its block
	Can   [][]lane.Lane // all that it can make of them: for each value a lane for each of Lanes, undefined where the row computes
}

// allFields takes the constant apart.
func (s *looker) allFields() Fields {
	f := Fields{Bits: s.lane, Block: s.lane * s.n, Field: make([]Field, len(s.ruled))}
	for k := range f.Field {
		field := &f.Field[k]
		field.Lanes = s.ruled[k]
		for j := range s.values(s.n) {
			can := make([]lane.Lane, len(field.Lanes))
			for i, l := range field.Lanes {
				can[i] = s.cell(s.n, s.value(j), l)
			}
			field.Can = append(field.Can, can)
		}
	}
	return f
}
