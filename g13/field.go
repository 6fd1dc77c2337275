package g13

// Field is the value of a field by its name in the row, for what no operand says: fields such as N, S or simd. ok is false if the form has no such field.
func (i Inst) Field(name string) (v uint64, ok bool) {
	s, ok := forms()[i.Form].fields[name]
	return i.Word.get(s), ok
}
