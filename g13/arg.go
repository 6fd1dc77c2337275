package g13

// Class says what an Arg is.
type Class uint8

// The classes of arguments.
const (
	Register Class = iota
	Uniform
	Immediate // an integer; for a float operand the eight bits of FloatImmediate
	Number    // whatever is no register, uniform or immediate
)

// Hint is a hint to the register cache.
type Hint uint8

// The hints.
const (
	NoHint  Hint = iota
	Cache        // the register will be used again
	Discard      // its value is not needed any more
)

// An Arg is the value of an operand.
type Arg struct {
	Class Class
	Index int  // Register, Uniform: the number of its first half
	Size  int  // Register, Uniform: 16, 32 or 64 bits
	Hint  Hint // Register
	Abs   bool // float operands
	Neg   bool // float operands
	Sx    bool // sign extension
	Value int64
	Count int  // List: how many registers
	None  bool // Result: there is none

	// Undefined says that the document has UNDEFINED() for these bits. The argument is what follows it there.
	Undefined bool
}

// Args is how many operands the instruction's form has.
func (i Inst) Args() int { return len(forms()[i.Form].operands) }

// Operand is operand n as the table has it.
func (i Inst) Operand(n int) Operand { return forms()[i.Form].operands[n].Operand }

// Kind is what operand n is.
func (i Inst) Kind(n int) Kind { return forms()[i.Form].operands[n].Kind }

// Digits is the number of bits of operand n.
func (i Inst) Digits(n int) int { return i.in(n).digits() }

// Arg is the value of operand n.
func (i Inst) Arg(n int) Arg {
	b := i.in(n)
	return kinds[b.Kind].decode(b)
}

// SetArg gives operand n a value. The error says why the form cannot have it there; the instruction is then as it was.
func (i *Inst) SetArg(n int, a Arg) error {
	b := i.in(n)
	var err error
	if b.word, err = kinds[b.Kind].encode(b, a); err != nil {
		return err
	}
	if err := b.setModifier(a); err != nil {
		return err
	}
	i.Word = b.word
	return nil
}

// Canonical is the instruction with nothing but what its name and its arguments say, and the bits in which the two differ. The length is not compared.
func (i Inst) Canonical() (c Inst, differ Word) {
	f := &forms()[i.Form]
	c = New(i.Form)
	if k := i.Alias(); k >= 0 {
		a := &f.aliases[k]
		c.Word = c.Word.Xor(c.Word.and(a.mask)).or(a.value)
	}
	c.SetSaturates(i.Saturates())
	for n := range f.operands {
		a := i.Arg(n)
		if f.operands[n].Kind == List && a.Count == 0 {
			continue // no text says where an empty list begins
		}
		_ = c.SetArg(n, a) // what decoding gives can be encoded
	}
	if half := f.named[fieldC16]; half.width > 0 { // which the coordinates' text leaves to their number
		c.Word.set(half, i.Word.get(half))
	}
	differ = i.Word.Xor(c.Word)
	if f.length.width > 0 {
		differ.set(f.length, 0)
	}
	c.Fit(false)
	return c, differ
}
