package listing

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/internal/rvv"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A riscvMode is what vsetvli and its likes set.
//
//	vsetivli zero, 3, e16, mf2, tu, ma      3 lanes of 16 bits of half a register; what is behind them stays
type riscvMode struct {
	elem            int // bits of a lane; 0: no mode is set
	registers, part int // m4 is 4 and 1, mf2 1 and 2
	lanes           int // that are written
	tail, off       bool
}

// all is how many lanes a vector has in registers of so many bits.
func (m riscvMode) all(vlen int) int { return vlen * m.registers / m.part / m.elem }

// riscvModeOf reads the types of a mode.
func riscvModeOf(words []string) (m riscvMode, ok bool) {
	m = riscvMode{registers: 1, part: 1, tail: true, off: true}
	if len(words) == 0 {
		return m, false
	}
	elem, ok := strings.CutPrefix(words[0], "e")
	var err error
	if m.elem, err = strconv.Atoi(elem); !ok || err != nil || !slices.Contains([]int{8, 16, 32, 64}, m.elem) || elem != strconv.Itoa(m.elem) {
		return m, false
	}
	for _, word := range words[1:] {
		switch word {
		case "ta", "tu":
			m.tail = word == "tu"
		case "ma", "mu":
			m.off = word == "mu"
		case "m1", "m2", "m4", "m8":
			m.registers = int(word[1] - '0')
		case "mf2", "mf4", "mf8":
			m.part = int(word[2] - '0')
		default:
			return m, false
		}
	}
	return m, true
}

// A setLanes is a mode in which a number of lanes is set that is written: how many bits they have in all, and in how many registers and parts of one they are.
type setLanes struct{ bits, registers, part int }

// setBy is the lanes that a line sets, by a number that is written or that a register holds, or the constant that it has; ok is false for other lines.
func setBy(name string, operands []string, held map[string]riscvHeld) (l setLanes, ok bool) {
	if wholeRegisters(name) == 1 && len(operands) == 2 && strings.HasPrefix(operands[1], "0x") {
		return setLanes{4 * len(operands[1][2:]), 1, 1}, true
	}
	if len(operands) < 3 {
		return l, false
	}
	m, ok := riscvModeOf(operands[2:])
	n, err := strconv.Atoi(operands[1])
	known := name == "vsetivli" && err == nil && n < 32
	if h := held[operands[1]]; name == "vsetvli" && h.isNumber {
		n, known = h.number, h.number <= rvv.MostVLEN
	}
	return setLanes{n * m.elem, m.registers, m.part}, ok && known && n > 0
}

// vlen is how many bits a register has that has room for the lanes.
func (l setLanes) vlen() int { return powerOfVLEN(l.bits * l.part / l.registers) }

// neededVLEN is how many bits a register has where a line sets so many lanes, or has such a constant; 0 of other lines.
func neededVLEN(name string, operands []string, held map[string]riscvHeld) int {
	l, ok := setBy(name, operands, held)
	if !ok {
		return 0
	}
	return l.vlen()
}

// A neededVLENs is what the lines of a text need. Where as many bits are set in several registers too, these are what has room for them, as compilers set all lanes of a group also for its first register.
//
//	vsetivli zero, 16, e16, m1, ta, ma; vmv.v.i v12, 4            8 lanes are written,
//	vsetivli zero, 16, e16, m2, ta, ma; vrgather.vv v12, v8, v14  as two registers have 16
type neededVLENs map[int]setLanes

func (n neededVLENs) add(name string, operands []string, held map[string]riscvHeld) {
	l, ok := setBy(name, operands, held)
	if was, known := n[l.bits]; ok && (!known || l.registers*was.part > was.registers*l.part) {
		n[l.bits] = l
	}
}

func (n neededVLENs) most() (vlen int) {
	for _, l := range n {
		vlen = max(vlen, l.vlen())
	}
	return vlen
}

// powerOfVLEN is the length that registers may have with room for so many bits; 0 for none, and for more than they may have.
func powerOfVLEN(need int) int {
	if need <= 0 || need > rvv.MostVLEN {
		return 0
	}
	vlen := rvv.UsualVLEN
	for vlen < need {
		vlen *= 2
	}
	return vlen
}

// wholeVLEN is how long a register is where so many are loaded as a whole, of the longest constant.
func wholeVLEN(data map[string][]byte, registers int) int {
	longest := 0
	for _, b := range data {
		longest = max(longest, len(b))
	}
	return powerOfVLEN(8 * longest / registers)
}

// set is a line that sets a mode. How many lanes are asked for is a number, in the line or in a register; without one it is all, or as many as before.
func (f *riscvReader) set(name string, o []string) error {
	wrong := fmt.Errorf("a mode is set as in vsetivli zero, 4, e32, m1, ta, ma; numbers of lanes that are not in the text are not read")
	if len(o) < 3 {
		return wrong
	}
	m, ok := riscvModeOf(o[2:])
	if !ok {
		return wrong
	}
	all := m.all(f.vlen)
	if m.elem*m.part > rvv.WidestLane {
		return fmt.Errorf("so small a part of a register has no lanes of %d bits", m.elem)
	}
	asked, err := strconv.Atoi(o[1])
	held := f.held[o[1]]
	none := o[1] == "zero" || o[1] == "x0"
	switch {
	case name == "vsetivli" && err == nil && asked > 0 && asked < 32:
	case name == "vsetvli" && none && (o[0] == "zero" || o[0] == "x0") && f.mode.elem > 0:
		asked = f.mode.lanes
	case name == "vsetvli" && none:
		asked = all
	case name == "vsetvli" && held.isNumber && held.number > 0:
		asked = held.number
	default:
		return wrong
	}
	m.lanes = min(asked, all)
	f.mode = m
	f.holds(o[0], riscvHeld{number: m.lanes, isNumber: true})
	return nil
}
