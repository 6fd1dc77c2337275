package lower

import (
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/target"
)

// pointers are the parameters of a function of several registers: the result, at least a and b, and the old destination if it is read, each as long as its vector.
func (f *goFunction) pointers(add func(name string, bits, input int)) {
	result := 8 * f.r.resultBytes()
	add("result", result, -1)
	for k := range max(2, len(f.r.Map.Src)) {
		bits := result
		if k < len(f.r.Map.Src) {
			bits = 8 * f.r.sourceBytes(k)
		}
		add(goSourceName(k), bits, -1)
	}
	if f.r.Map.ReadsOld() {
		add("d", result, -1)
	}
}

// unsplit is how large a frame may be of which nobody asks whether the stack has room for it.
const unsplit = 256

// flag is that of the function: one with a large frame has the assembler look at the stack.
func (f *goFunction) flag() string {
	if f.local > unsplit {
		return "0"
	}
	return "NOSPLIT"
}

// severalBody is the body of a function of pointers. What finds no register is in the frame.
//
//	MOVQ a+8(FP), R11
//	MOVOU 16(R11), X1
func (f *goFunction) severalBody() error {
	by := f.r.passageOf(&f.code, f.t, f.g.Memory.Through, f.carry)
	f.most = by.most
	if slots := by.frame(); slots > 0 {
		f.local = f.g.Memory.Below + slots*by.most
	}
	f.holds = -1
	by.enter()
	if err := f.ops(); err != nil {
		return err
	}
	f.holds = -1
	by.leave()
	f.end()
	return nil
}

func (f *goFunction) slot(n, within int) string {
	return strconv.Itoa(f.g.Memory.Below+n*f.most+within) + "(" + f.g.Memory.Stack + ")"
}

// memory is what is so many bytes behind a parameter's pointer.
func (f *goFunction) memory(parameter, offset int) string {
	if p := f.of[parameter]; f.holds != parameter {
		f.holds = parameter
		f.lines = append(f.lines, strings.NewReplacer("{p}", p.name, "{o}", strconv.Itoa(p.offset)).Replace(f.g.Memory.Parameter))
	}
	return strconv.Itoa(offset) + "(" + f.g.Memory.Pointer + ")"
}

// carry writes one way of a passage.
func (f *goFunction) carry(c carry) {
	m := &f.g.Memory
	slot := f.slot(c.slot, c.within)
	if n, ok := c.piece(); ok {
		from, to := slot, slot
		if c.from == inMemory {
			from = f.memory(c.parameter, c.offset)
		} else {
			to = f.memory(c.parameter, c.offset)
		}
		f.lines = append(f.lines, strings.ReplaceAll(m.Pieces[n][0], "{m}", from), strings.ReplaceAll(m.Pieces[n][1], "{m}", to))
		return
	}
	other, way := slot, 0
	if c.from == inMemory || c.to == inMemory {
		other = f.memory(c.parameter, c.offset)
	}
	if c.from == inRegister {
		way = 1
	}
	f.moved(f.r.File, way, c.register, c.bits, other)
}

// moved writes a register's way from memory, 0, or to it, 1.
func (f *goFunction) moved(file target.File, way, register, bits int, memory string) {
	text := f.g.Memory.Vector
	if file == target.General {
		text = f.g.Memory.General
	}
	f.write(text[way], file, register, register, bits, "{m}", memory, "{n}", strconv.Itoa(register))
}

// spilled writes the way of a value to a slot of the code, or back.
func (f *goFunction) spilled(in *instruction) {
	if in.way == stored {
		f.moved(in.file, 1, in.from, in.whole, f.slot(in.slot, 0))
		return
	}
	f.moved(in.file, 0, in.to, in.whole, f.slot(in.slot, 0))
}
