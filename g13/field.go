package g13

// Field is the value of a field by its name in the row, for what no operand says: fields such as N, S or simd. ok is false if the form has no such field.
func (i Inst) Field(name string) (v uint64, ok bool) {
	f, ok := i.Form.Field(name)
	return f.Of(i), ok
}

// A Field is where a field of a form stands: for who reads the same one of many instructions.
type Field struct{ s span }

// Field is one by its name in the row; ok is false if the form has no such field.
func (f Form) Field(name string) (_ Field, ok bool) {
	s, ok := forms()[f].fields[name]
	return Field{s}, ok
}

// Of is its value in an instruction of its form. The zero Field is always 0.
func (f Field) Of(i Inst) uint64 { return i.Word.get(f.s) }
