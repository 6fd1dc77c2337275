package x86

// Refusal is what the slow rules say of operands, nil if nothing.
func Refusal(e Encoding, operands []Operand) error {
	p := e.parts()
	return p.refusal(operands)
}
