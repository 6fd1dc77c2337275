package gen

import (
	"fmt"

	"github.com/lanescope/lanescope/visa"
)

// registers is how many a file has.
const registers = 256

// Run executes the instruction on a file of registers, with all lanes enabled. The error says why one is not executed: movs are, of direct regions and of numbers, and shifts that leave the sign.
func (i *Inst) Run(file []byte, grf int) error {
	shift := i.Op == "asr" && len(i.Src) == 2 && i.Src[1].Number
	if i.Op != "mov" && !shift || i.Masked || len(i.Src) == 0 || !shift && len(i.Src) != 1 || !i.Dst.Direct || !i.Src[0].Direct && !i.Src[0].Number {
		return fmt.Errorf("%s is not executed: it is no mov of direct regions for all lanes", i.Text)
	}
	to, from := &i.Dst, &i.Src[0]
	values, err := from.read(file, i.Exec, grf)
	if err != nil {
		return fmt.Errorf("%s %w", i.Text, err)
	}
	switch {
	case shift:
		for k, v := range values {
			values[k] = uint64(signed(v, from.Type.Size()) >> min(i.Src[1].Value, 63))
		}
	case from.Mod != visa.NoModifier || to.Mod != visa.NoModifier || to.Type != from.Type && (from.Type.IsFloat() || to.Type.IsFloat()):
		if values, err = converted(values, to, from); err != nil {
			return fmt.Errorf("%s is not executed: %w", i.Text, err)
		}
	case from.Type == visa.B || from.Type == visa.W || from.Type == visa.D:
		for k, v := range values {
			values[k] = uint64(signed(v, from.Type.Size()))
		}
	}
	return to.write(file, values, grf, i)
}

// signed is a number of some bytes with its sign.
func signed(v uint64, size int) int64 {
	unused := 64 - 8*size
	return int64(v<<unused) >> unused
}

// read is the bits of each lane's element.
func (o *Operand) read(file []byte, n, grf int) ([]uint64, error) {
	values := make([]uint64, n)
	for k := range values {
		if o.Number {
			values[k] = o.Value
			continue
		}
		at := o.byte(k, grf, false)
		if at+o.Type.Size() > len(file) {
			return nil, fmt.Errorf("reads behind the last register")
		}
		for b := range o.Type.Size() {
			values[k] |= uint64(file[at+b]) << (8 * b)
		}
	}
	return values, nil
}

// write leaves the lowest bytes of each value.
func (o *Operand) write(file []byte, values []uint64, grf int, i *Inst) error {
	for k, v := range values {
		at := o.byte(k, grf, true)
		if at+o.Type.Size() > len(file) {
			return fmt.Errorf("%s writes behind the last register", i.Text)
		}
		for b := range o.Type.Size() {
			file[at+b] = byte(v >> (8 * b))
		}
	}
	return nil
}

// converted is what values become as vISA has it, whose numbers and modifiers the machine's are.
func converted(values []uint64, to, from *Operand) ([]uint64, error) {
	mod := map[visa.Modifier]string{visa.Neg: "(-)", visa.Abs: "(abs)", visa.NegAbs: "(-abs)"}[from.Mod]
	sat := map[visa.Modifier]string{visa.Sat: ".sat"}[to.Mod]
	text := fmt.Sprintf(".decl D v_type=G type=%s num_elts=32 align=GRF\n.decl S v_type=G type=%s num_elts=32 align=GRF\nmov%s (M1_NM, 32) D(0,0)<1> %sS(0,0)<1;1,0>\n", to.Type, from.Type, sat, mod)
	d := visa.NewDecls(64, visa.D)
	g, errs := visa.ParseProgram(text, d, visa.Spec)
	if errs != nil {
		return nil, errs[0]
	}
	insts := []visa.Inst{g.Lines[0].Inst}
	code, err := visa.Compile(insts, d, visa.Options{Variables: variables(&insts[0])})
	if err != nil {
		return nil, err
	}
	m := code.NewMachine()
	b := make([]byte, 32*8)
	for k, v := range values {
		for j := range from.Type.Size() {
			b[k*from.Type.Size()+j] = byte(v >> (8 * j))
		}
	}
	m.SetBytes(insts[0].Operand[1].ID, b)
	if err := code.Run(m, nil); err != nil {
		return nil, err
	}
	made, _ := m.Bytes(insts[0].Operand[0].ID)
	for k := range values {
		values[k] = 0
		for j := range to.Type.Size() {
			values[k] |= uint64(made[k*to.Type.Size()+j]) << (8 * j)
		}
	}
	return values, nil
}
