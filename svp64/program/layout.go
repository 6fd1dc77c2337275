package program

import (
	"fmt"
	"strconv"
	"strings"
)

// A layout is a row's bits: which are fixed, and where the fields are.
//
//	14:6 RT:5 RA:5 SI:16
//
//	0    5 6   10 11  15 16              31
//	│001110│  RT  │  RA  │       SI        │     mask fc000000, value 38000000
type layout struct {
	mask, value uint32
	shift, bits [numOperands]uint8 // of a field; no bits: the instruction has it not
	has         []operand
}

// layoutOf reads a row's bits. They are 32, or the table is wrong, which a test would say first.
func layoutOf(text string) (l layout) {
	left := 32
	for _, part := range strings.Fields(text) {
		name, width, _ := strings.Cut(part, ":")
		n, err := strconv.Atoi(width)
		if err != nil {
			panic("svp64/program: " + text)
		}
		left -= n
		if v, err := strconv.ParseUint(name, 10, 32); err == nil {
			l.mask |= (1<<n - 1) << left
			l.value |= uint32(v) << left
			continue
		}
		op := operandNamed(name)
		l.shift[op], l.bits[op] = uint8(left), uint8(n)
		l.has = append(l.has, op)
	}
	if left != 0 {
		panic(fmt.Sprintf("svp64/program: %s is %d bits short", text, left))
	}
	return l
}

// operandNamed is the field of that name.
func operandNamed(name string) operand {
	for op := range operands {
		if operands[op].name == name {
			return operand(op)
		}
	}
	panic("svp64/program: no field is called " + name)
}

// get is a field as its value: with its sign, its zeros and what it lacks.
func (l *layout) get(word uint32, op operand) int64 {
	k, n := &operands[op], l.bits[op]
	v := int64(word>>l.shift[op]) & (1<<n - 1)
	switch {
	case k.signed:
		v = v << (64 - n) >> (64 - n) << k.shift
	case k.halves:
		v = v>>5 | v&31<<5
	}
	return v + int64(k.plus)
}

// put is the value in its place, or what values there are.
func (l *layout) put(op operand, v int64) (uint32, error) {
	k, n := &operands[op], l.bits[op]
	low, high := int64(0), int64(1)<<n-1
	if k.signed {
		low, high = -(1 << (n - 1) << k.shift), (1<<(n-1)-1)<<k.shift
	}
	low, high = low+int64(k.plus), high+int64(k.plus)
	if v < low || v > high {
		return 0, fmt.Errorf("%s is %d; it is %d to %d", k.name, v, low, high)
	}
	if v&(1<<k.shift-1) != 0 {
		return 0, fmt.Errorf("%s is %d; it is a multiple of %d", k.name, v, 1<<k.shift)
	}
	v = (v - int64(k.plus)) >> k.shift
	if k.halves {
		v = v>>5 | v&31<<5
	}
	return uint32(v) & (1<<n - 1) << l.shift[op], nil
}
