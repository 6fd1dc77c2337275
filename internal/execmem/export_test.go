package execmem

// As is the same body run with the registers of a CPU that has no more than s.
func (b *Body) As(s Set) *Body { return &Body{b.code, registersOf(s)} }
