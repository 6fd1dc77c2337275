package gen

import "fmt"

// registers is how many a file has.
const registers = 256

// Run executes the instruction on a file of registers, with all lanes enabled. The error says why one is not executed: only movs of direct regions are, between integers of any size and between
// operands of one type.
func (i *Inst) Run(file []byte, grf int) error {
	if i.Op != "mov" || i.Masked || len(i.Src) != 1 || !i.Dst.Direct || !i.Src[0].Direct {
		return fmt.Errorf("%s is not executed: it is no mov of direct regions for all lanes", i.Text)
	}
	to, from := &i.Dst, &i.Src[0]
	if to.Type != from.Type && (isFloat(to.Type) || isFloat(from.Type)) {
		return fmt.Errorf("%s is not executed: it converts %s to %s", i.Text, from.Type, to.Type)
	}
	values := make([]uint64, i.Exec)
	for k := range values {
		at := from.byte(k, grf, false)
		if at+sizes[from.Type] > len(file) {
			return fmt.Errorf("%s reads behind the last register", i.Text)
		}
		for b := range sizes[from.Type] {
			values[k] |= uint64(file[at+b]) << (8 * b)
		}
		if from.Type[0] != 'u' && from.Type != to.Type { // its sign
			unused := 64 - 8*sizes[from.Type]
			values[k] = uint64(int64(values[k]<<unused) >> unused)
		}
	}
	for k, v := range values {
		at := to.byte(k, grf, true)
		if at+sizes[to.Type] > len(file) {
			return fmt.Errorf("%s writes behind the last register", i.Text)
		}
		for b := range sizes[to.Type] {
			file[at+b] = byte(v >> (8 * b))
		}
	}
	return nil
}

func isFloat(t string) bool { return t == "f" || t == "df" || t == "hf" || t == "bf" }
