package jit

import "github.com/lanescope/lanescope/g13"

// A form is what the compiler has to know of a form of the G13: its names are looked up once, when it is first met.
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
	p := &form{native: c.natives[f], does: traits[f]}
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

// traits are those of the forms that have some.
var traits = [g13.NumForms]trait{
	g13.IF_ICMP: changesMask | endsFull, g13.ELSE_ICMP: changesMask | endsFull, g13.WHILE_ICMP: changesMask | endsFull | repeatsByInt,
	g13.IF_FCMP: changesMask | endsFull, g13.ELSE_FCMP: changesMask | endsFull, g13.WHILE_FCMP: changesMask | endsFull,
	g13.POP_EXEC: changesMask | endsFull,

	g13.STOP: leaves | stops, g13.RET: leaves | endsFull, g13.CALL: calls, g13.CALL_REG: calls,
	g13.ATOMIC: endsFull, g13.THREADGROUP_ATOMIC: endsFull, g13.WAIT: waits,
	g13.GET_SR: getsSpecial,

	g13.FADD32: tellsOfLate, g13.FMUL32: tellsOfLate, g13.FMADD32: tellsOfLate,
	g13.IADD: skipsLate, g13.IMADD: skipsLate, g13.BITOP: skipsLate, g13.BFI: skipsLate, g13.BFEIL: skipsLate, g13.MOV_IMM16: skipsLate, g13.MOV_IMM32: skipsLate,
}

// does says whether an op is an instruction whose form does something.
func (c *compiler) does(op int, t trait) bool {
	i := &c.ops[op].Inst
	return i.Len > 0 && c.formOf(i.Form).does&t != 0
}
