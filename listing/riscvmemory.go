package listing

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/internal/rvv"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Vectors of RISC-V are loaded from constants of the text, and from the stack, where compilers put what they have made of numbers.

// A riscvAccess is a line that loads or stores vectors.
type riscvAccess struct {
	stores bool
	bits   int // of a lane; 1 of a mask
	whole  int // registers that it moves as a whole; 0: lanes of the mode
	fields int // of structures, each of which is a vector
	stride bool
}

// accessRISCV is the access of that name.
//
//	vle32.v    vse8.v    vlm.v    vl1re8.v    vs2r.v    vlseg2e16.v    vlse64.v
func accessRISCV(name string) (a riscvAccess, ok bool) {
	rest, ok := strings.CutSuffix(name, ".v")
	if !ok || len(rest) < 3 || rest[0] != 'v' || rest[1] != 'l' && rest[1] != 's' {
		return a, false
	}
	a.stores = rest[1] == 's'
	rest = rest[2:]
	elem := func(digits string) bool {
		n, err := strconv.Atoi(digits)
		a.bits = n
		return err == nil && slices.Contains([]int{8, 16, 32, 64}, n) && digits == strconv.Itoa(n)
	}
	a.fields = 1
	switch {
	case rest == "m":
		a.bits = 1
		return a, true
	case strings.HasPrefix(rest, "seg") && len(rest) > len("seg2e"):
		a.fields = int(rest[3] - '0')
		return a, a.fields >= 2 && a.fields <= 8 && rest[4] == 'e' && elem(rest[5:])
	case strings.HasPrefix(rest, "se"):
		a.stride = true
		return a, elem(rest[2:])
	case strings.HasPrefix(rest, "e"):
		return a, elem(rest[1:])
	case len(rest) > 1 && strings.Contains("1248", rest[:1]) && rest[1] == 'r':
		a.whole, a.bits = int(rest[0]-'0'), 8
		return a, a.stores && rest[2:] == "" || !a.stores && (rest[2:] == "" || strings.HasPrefix(rest[2:], "e") && elem(rest[3:]))
	}
	return a, false
}

// access is a line that loads a vector, or stores one on the stack.
func (f *riscvReader) access(name string, a riscvAccess, operands []string) (to string, err error) {
	wrong := fmt.Errorf("%s has no form with these operands in this mode", name)
	masked := !a.stores && a.whole == 0 && a.bits > 1 && a.fields == 1 && operands[len(operands)-1] == "v0.t"
	if masked {
		operands = operands[:len(operands)-1]
	}
	if len(operands) < 2 || !isRISCVVector(operands[0]) || len(operands) != 2 && !(a.stride && len(operands) == 3) {
		return "", wrong
	}
	at, known := f.place(operands[1])
	if a.whole == 0 && f.mode.elem == 0 {
		return "", fmt.Errorf("%s: how many lanes it has is not in the text: expected vsetivli zero, 4, e32, m1, ta, ma before it", name)
	}
	switch {
	case a.stores && (!known || a.stride || !at.isPointer() && (at.label != stackLabel || a.fields > 1)):
		return "", fmt.Errorf("%s is no instruction that the target knows as a movement of lanes", strconv.Quote(name))
	case !known:
		return "", fmt.Errorf("%s: what %s points to is not in the text: expected lla a0, .LC0 and .LC0 with its numbers", name, operands[1])
	}
	written, room := f.extent(a)
	first, _ := strconv.Atoi(operands[0][1:])
	each := max(room/f.vlen, 1)
	if room == 0 || a.fields*each > mostInGroup || first+a.fields*each > 32 {
		return "", wrong
	}
	if a.stores && at.isPointer() {
		return "", f.stores(first, at, a, written, room)
	}
	if a.stores {
		return "", f.storesVector(operands[0], at, written, room)
	}
	step := 0 // bytes from one lane to the next, where they do not follow one another
	if a.stride {
		h, err := f.scalar(operands[2])
		if err != nil || !h.isNumber {
			return "", fmt.Errorf("%s: what %s holds is not in the text", name, operands[2])
		}
		if h.number < -lane.MaxLanes || h.number > lane.MaxLanes {
			return "", fmt.Errorf("%s: lanes that are %d bytes apart are too far from one another", name, h.number)
		}
		step = h.number
	}
	for k := range a.fields {
		m, err := f.loaded(a, at, k, written, step)
		if err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		field := "v" + strconv.Itoa(first+k*each)
		if masked {
			if m, err = f.merged(field, m, a.bits); err != nil {
				return "", fmt.Errorf("%s: %w", name, err)
			}
		}
		if written < room {
			if m, err = f.filled(field, m, room); err != nil {
				return "", err
			}
		}
		if err := f.write(field, m); err != nil {
			return "", err
		}
	}
	return operands[0], nil
}

// merged is what a load leaves in a vector where only lanes of the mask are loaded.
func (f *riscvReader) merged(to string, m lane.Map, bits int) (lane.Map, error) {
	lanes := f.mode.lanes
	old := lane.Map{Bits: bits, Lane: make([]lane.Lane, lanes)} // which may be anything
	if f.mode.off {
		whole, err := f.vector(to, f.mode.all(f.vlen)*bits)
		if err == nil {
			old, err = whole.Regroup(lane.GCD(whole.Bits, bits))
		}
		if err != nil {
			return m, err
		}
		old.Lane = old.Lane[:lanes*bits/old.Bits]
	}
	mask, err := f.vector("v0", f.vlen)
	if err != nil {
		return m, err
	}
	return f.machine.Do(rvv.Call{Name: "vmerge", Bits: bits, Lanes: lanes, Written: lanes, Args: []rvv.Operand{{Map: old}, {Map: m}, {Map: mask}}})
}

// extent is how many bits of a vector an access moves, and how many it has.
func (f *riscvReader) extent(a riscvAccess) (written, room int) {
	switch {
	case a.whole > 0:
		return a.whole * f.vlen, a.whole * f.vlen
	case a.bits == 1:
		return (f.mode.lanes + 7) / 8 * 8, f.vlen
	}
	return f.mode.lanes * a.bits, f.mode.all(f.vlen) * a.bits
}

// loaded is so many bits of one field from an address on.
func (f *riscvReader) loaded(a riscvAccess, at riscvHeld, field, written, step int) (m lane.Map, err error) {
	m = lane.Map{Bits: 8, Lane: make([]lane.Lane, written/8)}
	per := max(a.bits/8, 1)
	if at.isPointer() {
		behind := make([]int, len(m.Lane))
		for i := range behind {
			if behind[i] = (i/per*a.fields+field)*per + i%per; a.stride {
				behind[i] = i/per*step + i%per
			}
		}
		first, last := 0, written/8*a.fields-1
		if a.stride {
			first, last = slices.Min(behind), slices.Max(behind)
		}
		return f.source(at, behind, first, last)
	}
	var data []byte
	if at.label != stackLabel {
		b, known := f.constant(at.label)
		if !known {
			return m, fmt.Errorf("what %s points to is not in the text: expected lla a0, .LC0 and .LC0 with its numbers", at.label)
		}
		data = b
	}
	for i := range m.Lane {
		from := at.number + (i/per*a.fields+field)*per + i%per
		if a.stride {
			from = at.number + i/per*step + i%per
		}
		switch {
		case at.label == stackLabel:
			l, known := f.stack[from]
			if !known {
				return m, fmt.Errorf("what the stack has there is not in the text")
			}
			m.Lane[i] = l
		case from < 0 || from >= len(data):
			return m, fmt.Errorf("%s has %d bytes, and this wants %d", at.label, len(data), written/8*a.fields+at.number)
		default:
			m.Lane[i] = lane.Fixed(lane.ConstOf(uint64(data[from])))
		}
	}
	one := []lane.Map{m}
	err = f.p.Level(one)
	return one[0], err
}

// storesVector puts lanes on the stack.
func (f *riscvReader) storesVector(name string, at riscvHeld, written, room int) error {
	m, err := f.vector(name, room)
	if err == nil {
		m, err = m.Regroup(lane.GCD(m.Bits, 8))
	}
	if err == nil && m.Bits < 8 {
		m, err = m.Widen(8)
	}
	if err != nil {
		return fmt.Errorf("bits that move within bytes are not followed on the stack")
	}
	for i := range written / 8 {
		f.stack[at.number+i] = m.Lane[i]
	}
	return nil
}

// stored puts a number on the stack, of which so many bytes.
func (f *riscvReader) stored(register, address string, n int) error {
	at, known := f.place(address)
	if !known || at.label != stackLabel {
		return fmt.Errorf("what is stored at %s is not followed: expected a place on the stack, such as 15(sp)", address)
	}
	h, ok := f.held[register]
	for i := range n {
		delete(f.stack, at.number+i)
		if ok && h.isNumber {
			f.stack[at.number+i] = lane.Fixed(lane.ConstOf(uint64(h.number)).Slice(8*i, 8))
		}
	}
	return nil
}
