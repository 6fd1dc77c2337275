package jit

import (
	"strings"

	"github.com/lanescope/lanescope/g13"
)

// A form is what the compiler has to know of a form of the G13: looked up by its names once, when it is first met.
type form struct {
	native  func(c *compiler) // nil if it is not compiled
	does    trait
	letters [32]int8 // operands whose names are a letter, by its lowest bits: 1 + their number
	has     uint32   // which of the fields
	fields  [numFields]g13.Field
}

// formOf is what is to be known of a form. A compiler keeps it for the programs to come.
func (c *compiler) formOf(f g13.Form) *form {
	if p := c.forms[f]; p != nil {
		return p
	}
	p := &form{native: c.natives[f.Name()], does: traitsOf(f.Name())}
	for k, o := range f.Operands() {
		if len(o.Name) == 1 {
			p.letters[o.Name[0]&31] = int8(1 + k)
		}
	}
	for k, name := range fieldNames {
		if field, ok := f.Field(name); ok {
			p.fields[k], p.has = field, p.has|1<<k
		}
	}
	c.forms[f] = p
	return p
}

// A fieldName is a field that some forms have.
type fieldName uint8

const (
	fieldAs fieldName = iota
	fieldBs
	fieldCs
	fieldNegates
	fieldCondition
	fieldTurned
	fieldSlot
	fieldImmediate
	fieldMask1
	fieldMask2
	fieldMask3
	fieldMode
	fieldLevels
	fieldOperation
	fieldOperation0
	fieldOperation1
	fieldOperation4
	fieldScans
	fieldRegister
	fieldRotates
	fieldRound
	fieldShift1
	fieldShift2
	fieldGroup
	fieldTruth0
	fieldTruth1
	fieldTruth2
	fieldTruth3
	numFields
)

// fieldNames are their names in the rows.
var fieldNames = [numFields]string{
	fieldAs: "As", fieldBs: "Bs", fieldCs: "Cs", fieldNegates: "N", fieldCondition: "cc", fieldTurned: "ccn", fieldSlot: "i", fieldImmediate: "imm", fieldMask1: "m1", fieldMask2: "m2", fieldMask3: "m3", fieldMode: "mode", fieldLevels: "n", fieldOperation: "op", fieldOperation0: "op0", fieldOperation1: "op1", fieldOperation4: "op4", fieldScans: "prefix", fieldRegister: "reg", fieldRotates: "rotate", fieldRound: "round", fieldShift1: "s1", fieldShift2: "s2", fieldGroup: "simd", fieldTruth0: "tt0", fieldTruth1: "tt1", fieldTruth2: "tt2", fieldTruth3: "tt3",
}

// A trait is what instructions of a form do, besides what they compute.
type trait uint16

const (
	changesMask trait = 1 << iota
	endsFull          // leaves a group that is not full any more, or counts in registers that count groups
	leaves            // what follows is never executed behind it
	stops
	waits
	calls
	repeatsByInt // while_icmp
	getsSpecial
	tellsOfLate // its result tells of late registers
	skipsLate   // it does not look at late registers, but as its operands
)

func traitsOf(name string) (t trait) {
	if name == "pop_exec" || strings.HasPrefix(name, "if_") || strings.HasPrefix(name, "else_") || strings.HasPrefix(name, "while_") {
		t = changesMask | endsFull
	}
	switch name {
	case "stop":
		t |= leaves | stops
	case "ret":
		t |= leaves | endsFull
	case "atomic", "threadgroup_atomic":
		t |= endsFull
	case "wait":
		t |= waits
	case "call":
		t |= calls
	case "while_icmp":
		t |= repeatsByInt
	case "get_sr":
		t |= getsSpecial
	case "fadd32", "fmul32", "fmadd32":
		t |= tellsOfLate
	case "iadd", "imadd", "bitop", "bfi", "bfeil", "mov_imm":
		t |= skipsLate
	}
	return t
}

// does says whether an op is an instruction whose form does something.
func (c *compiler) does(op int, t trait) bool {
	i := &c.ops[op].Inst
	return i.Len > 0 && c.formOf(i.Form).does&t != 0
}
