package g13

// Unsaid is the bits that the instruction's text does not determine: those in which it differs from the canonical one. For most instructions there are none, which can be
// seen without making it.
func (i Inst) Unsaid() Word {
	f := &forms()[i.Form]
	if (i.Word.Lo^f.start.Lo)&f.silent.Lo|(i.Word.Hi^f.start.Hi)&f.silent.Hi == 0 && f.plain(i.Word) {
		return Word{}
	}
	_, differ := i.Canonical()
	return differ
}

// plain says that every operand has the bits that its text would be given. It may be false where it need not.
func (f *form) plain(w Word) bool {
	for k := range f.operands {
		o := &f.operands[k]
		if plain := kinds[o.Kind].plain; plain == nil || !plain(bitsOf{o, f, w}) {
			return false
		}
	}
	return true
}
