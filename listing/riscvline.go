package listing

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/internal/rvv"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A riscvReader follows lines.
type riscvReader struct {
	riscvGeneral
	p        *program.Values
	vlen     int
	mode     riscvMode
	machine  rvv.Machine
	result   lane.Map // of the last line that made a vector
	sums     map[string]lane.Map
	constant func(label string) ([]byte, bool)
	memory   *riscvStore // at a pointer
}

// newRISCV knows the values that there are, in registers of so many bits, and no mode.
func newRISCV(p *program.Values, vlen int) riscvReader {
	return riscvReader{riscvGeneral: newRISCVGeneral(), p: p, vlen: vlen, machine: rvv.Machine{Values: p, VLEN: vlen}, sums: map[string]lane.Map{}}
}

// mostInGroup is how many registers a vector has at most, and all fields of a structure have together.
const mostInGroup = 8

// instructionRISCV is the instruction of a line: vmv.v.x is vmv_v, vzext.vf2 vzext_vf2, and what others say behind the point is seen in their operands.
func instructionRISCV(name string) (i rvv.Instruction, ok bool) {
	return rvv.Find(bareRISCV(name))
}

func bareRISCV(name string) string {
	base, kind, _ := strings.Cut(name, ".")
	switch {
	case base == "vmv":
		kind, _, _ = strings.Cut(kind, ".")
		return base + "_" + kind
	case strings.HasPrefix(kind, "vf") && len(kind) == len("vf2"):
		return base + "_" + kind
	case base == "vwaddu" && strings.HasPrefix(kind, "w"):
		return base + "_wv"
	}
	return base
}

// wholeRegisters is how many registers a line copies as a whole; 0 of other lines.
func wholeRegisters(name string) int {
	switch name {
	case "vmv1r.v", "vmv2r.v", "vmv4r.v", "vmv8r.v":
		return int(name[3] - '0')
	}
	return 0
}

// line executes one; to is the vector that it wrote, or the first register of it, if it wrote one.
func (f *riscvReader) line(name string, operands []string) (to string, err error) {
	access, memory := accessRISCV(name)
	switch {
	case strings.HasPrefix(name, "vset"):
		return "", f.set(name, operands)
	case memory:
		return f.access(name, access, operands)
	case name == "vmv.x.s" && len(operands) == 2 && isRISCVVector(operands[1]):
		return "", f.lowest(operands)
	case storedRISCV[name] > 0 && len(operands) == 2:
		return "", f.stored(operands[0], operands[1], storedRISCV[name])
	case generalRISCV[name] && len(operands) > 1:
		return "", f.general(name, operands)
	case len(operands) == 0 || !isRISCVVector(operands[0]):
		return "", fmt.Errorf("%s is no instruction that the target knows as a movement of lanes", syntax.Quote(name))
	}
	m, err := f.made(name, operands)
	if err != nil {
		return "", err
	}
	return operands[0], f.write(operands[0], m)
}

// made is what a line makes of its destination.
func (f *riscvReader) made(name string, operands []string) (m lane.Map, err error) {
	if n := wholeRegisters(name); n > 0 && len(operands) == 2 {
		if strings.HasPrefix(operands[1], "0x") && n == 1 {
			return f.written(operands[1])
		}
		if isRISCVVector(operands[1]) {
			return f.vector(operands[1], n*f.vlen)
		}
	}
	i, ok := instructionRISCV(name)
	if !ok {
		return m, fmt.Errorf("%s is no instruction that the target knows as a movement of lanes", syntax.Quote(name))
	}
	if f.mode.elem == 0 {
		return m, fmt.Errorf("what %s does depends on the mode, which no line before has set: vsetivli zero, 4, e32, m1, ta, ma", name)
	}
	c := rvv.Call{Name: bareRISCV(name), Bits: f.mode.elem, Lanes: f.mode.all(f.vlen), Written: f.mode.lanes, Tail: f.mode.tail, Off: f.mode.off}
	switch {
	case strings.HasPrefix(name, "vw"):
		c.Bits *= 2
	case name == "vmv.s.x": // of one register, whatever the mode says
		c.Lanes, c.Written = f.vlen/f.mode.elem, 1
	}
	c.Old = func() (lane.Map, error) { return f.vector(operands[0], c.Bits*c.Lanes) }
	words := operands[1:]
	if last := len(words) - 1; last >= 0 && words[last] == "v0.t" {
		mask, err := f.vector("v0", f.vlen)
		if err != nil {
			return m, err
		}
		c.Mask, words = &mask, words[:last]
	}
	if err := immediateFits(name, words); err != nil {
		return m, err
	}
	if i.Into {
		words = append([]string{operands[0]}, words...)
	}
	if c.Bits > 64 || c.Bits*c.Lanes > mostInGroup*f.vlen || len(words) != len(i.Args) {
		return m, fmt.Errorf("%s has no form with these operands in this mode", name)
	}
	for k, word := range words {
		o, err := f.operand(name, word, i.Args[k], &c)
		if err != nil {
			return m, err
		}
		c.Args = append(c.Args, o)
	}
	f.machine.VLEN = f.vlen
	if m, err = f.machine.Do(c); err != nil {
		return m, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// operand is what stands in one place of a line.
func (f *riscvReader) operand(name, word string, a rvv.Argument, c *rvv.Call) (o rvv.Operand, err error) {
	bits := a.Width(c.Bits)
	register := isRISCVVector(word)
	switch {
	case bits == 0 || bits > 64 || bits*c.Lanes > mostInGroup*f.vlen, register && (a.Kind == rvv.Count || a.Kind == rvv.Scalar), !register && (a.Kind == rvv.Vector || a.Kind == rvv.Mask):
		return o, fmt.Errorf("%s has no form with these operands in this mode", name)
	case a.Kind == rvv.Mask:
		o.Map, err = f.vector(word, f.vlen)
		return o, err
	case register:
		o.Map, err = f.vector(word, bits*c.Lanes)
		return o, err
	}
	held, err := f.scalar(word)
	switch {
	case err != nil:
		return o, fmt.Errorf("%s: %w", name, err)
	case a.Kind == rvv.Count && !held.isNumber:
		return o, fmt.Errorf("%s: what %s holds is not in the text", name, word)
	case a.Kind == rvv.Count:
		o.Number = held.number
		return o, nil
	}
	o.Map, err = f.repeated(held, bits, c.Lanes)
	return o, err
}

// repeated is what a general register holds in all lanes of so many bits.
func (f *riscvReader) repeated(h riscvHeld, bits, lanes int) (lane.Map, error) {
	if h.isNumber {
		m := lane.Map{Bits: bits, Lane: make([]lane.Lane, lanes)}
		for i := range m.Lane {
			m.Lane[i] = lane.Fixed(lane.ConstOf(uint64(h.number)).Slice(0, bits))
		}
		return m, nil
	}
	have := h.value.Bits * len(h.value.Lane)
	if have < bits {
		return lane.Map{}, errors.New("a lane as a wider number has copies of its sign above, which is no movement")
	}
	return f.p.Pick([]lane.Map{h.value}, have/bits, bits, make([]int, lanes))
}

// write puts a value into registers. What is behind a part of one stays, or may be anything, as what is behind the lanes that are written.
func (f *riscvReader) write(to string, m lane.Map) error {
	total := m.Bits * len(m.Lane)
	f.result = m
	if total < f.vlen {
		whole, err := f.filled(to, m, f.vlen)
		if err != nil {
			return err
		}
		if lanes, err := whole.Regroup(max(m.Bits, f.mode.elem)); err == nil {
			whole = lanes
		}
		f.result, m, total = whole, whole, f.vlen
	}
	first, _ := strconv.Atoi(to[1:])
	n := total / f.vlen
	if first%n != 0 || first+n > 32 {
		return fmt.Errorf("a vector of %d registers begins at a multiple of as many, and not at %s", n, to)
	}
	if n == 1 {
		f.p.Named[to] = m
		return nil
	}
	for k := range n {
		part, err := m.Regroup(lane.GCD(m.Bits, f.vlen))
		if err != nil {
			return err
		}
		per := f.vlen / part.Bits
		part.Lane = part.Lane[k*per : (k+1)*per : (k+1)*per]
		f.p.Named["v"+strconv.Itoa(first+k)] = part
	}
	return nil
}

// filled is a value in so many bits of registers. What is behind it stays, or may be anything, as the mode says.
func (f *riscvReader) filled(to string, m lane.Map, bits int) (lane.Map, error) {
	have := m.Bits * len(m.Lane)
	width := lane.GCD(have, 8)
	rest := lane.Map{Bits: width, Lane: make([]lane.Lane, (bits-have)/width)}
	if f.mode.tail {
		old, err := f.vector(to, bits)
		if err == nil {
			old, err = old.Regroup(lane.GCD(old.Bits, width))
		}
		if err != nil {
			return m, err
		}
		old.Lane = old.Lane[have/old.Bits:]
		rest = old
	}
	return f.p.Joined([]lane.Map{m, rest})
}

// vector is what so many bits of registers hold, from one on.
func (f *riscvReader) vector(name string, bits int) (lane.Map, error) {
	first, _ := strconv.Atoi(name[1:])
	n := max(bits/f.vlen, 1)
	if first%n != 0 || first+n > 32 {
		return lane.Map{}, fmt.Errorf("a vector of %d registers begins at a multiple of as many, and not at %s", n, name)
	}
	parts := make([]lane.Map, n)
	for k := range parts {
		if err := f.p.Argument(&parts[k], "v"+strconv.Itoa(first+k), f.vlen, 8); err != nil {
			return lane.Map{}, err
		}
	}
	m, err := f.p.Joined(parts)
	if err != nil || bits >= f.vlen {
		return m, err
	}
	if m, err = m.Regroup(lane.GCD(m.Bits, bits)); err == nil {
		m.Lane = m.Lane[: bits/m.Bits : bits/m.Bits]
	}
	return m, err
}

// written is a number as a vector.
func (f *riscvReader) written(word string) (m lane.Map, err error) {
	c, err := lane.ConstHex(strings.TrimPrefix(word, "0x"))
	if err != nil || c.Len() > f.vlen {
		return m, fmt.Errorf("%s is no number of %d bits", syntax.Quote(word), f.vlen)
	}
	m = lane.Map{Bits: 8, Lane: make([]lane.Lane, f.vlen/8)}
	for i := range m.Lane {
		m.Lane[i] = lane.Fixed(c.Slice(8*i, 8))
	}
	return m, nil
}

// general is a line of general registers, also one that loads a number, or how many bytes a register has.
func (f *riscvReader) general(name string, words []string) error {
	if name == "csrr" && len(words) == 2 && words[1] == "vlenb" {
		f.holds(words[0], riscvHeld{number: f.vlen / 8, isNumber: true})
		return nil
	}
	l, loads := loadedNumber[name]
	if !loads || len(words) != 2 {
		return f.riscvGeneral.general(name, words)
	}
	at, known := f.place(words[1])
	f.forgets(words[0])
	if known && at.isPointer() {
		if h, ok := f.number(at, l.bytes); ok {
			f.holds(words[0], h)
		}
		return nil
	}
	if known && at.label != stackLabel {
		if b, ok := f.constant(at.label); ok && at.number >= 0 && at.number+l.bytes <= len(b) {
			v, _ := lane.ConstBytes(b[at.number:][:l.bytes]).Uint64()
			if shift := 64 - 8*l.bytes; l.signed {
				v = uint64(int64(v<<shift) >> shift)
			}
			f.holds(words[0], riscvHeld{number: int(v), isNumber: true})
		}
	}
	return nil
}

// lowest is vmv.x.s: the lowest lane in a general register.
func (f *riscvReader) lowest(operands []string) error {
	if f.mode.elem == 0 {
		return fmt.Errorf("what vmv.x.s does depends on the mode, which no line before has set: vsetivli zero, 4, e32, m1, ta, ma")
	}
	m, err := f.vector(operands[1], f.mode.elem)
	if err == nil {
		f.holds(operands[0], riscvHeld{value: m})
	}
	return err
}
