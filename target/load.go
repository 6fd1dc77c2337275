package target

import "github.com/lanescope/lanescope/lane"

// LoadOf is the row that puts a constant of so many bits into a register of a file. No target lists it: it counts as a constant, and not as an op.
func LoadOf(f File, bits int) *Row {
	if f == General {
		return &generalLoad
	}
	return &Row{Name: "v128.const", Asm: "d, k", Bits: bits, Elem: 8, Encoding: "FD 0C K", Index: loaded(bits, 8)}
}

var generalLoad = Row{Name: "mov", Asm: "d, k", Bits: 64, Elem: 1, General: "dk", Encoding: "OI: REX.W B8+rd io", C: "k", Index: loaded(64, 1)}

// loaded is a constant in lanes of elem bits.
func loaded(bits, elem int) *Indexed {
	return &Indexed{Kind: Load, Bits: bits, Apply: func(c lane.Const) lane.Map {
		m := lane.Map{Bits: elem, Lane: make([]lane.Lane, bits/elem)}
		for i := range m.Lane {
			m.Lane[i] = lane.Fixed(c.Slice(elem*i, elem))
		}
		return m
	}}
}
