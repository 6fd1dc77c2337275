package visa

import "github.com/lanescope/lanescope/visa/object"

// A slot is a field of an operand as it lies in bytes.
type slot uint8

const (
	slotEnd slot = iota
	slotID
	slotRow
	slotCol
	slotV
	slotW
	slotH
	slotOffset
	slotBytes // an unsigned number of bytes
	slotDisp  // a signed one
	slotWidth
	slotType
	slotKind
	slotLow
	slotHigh
	slotRest // bits that must be 0; Operand.Rest keeps them, those of the tag lowest
)

type field struct {
	slot  slot
	width uint8
}

// wideID stands for the width of an identifier of the variables table: 16 bits before format 3.4, 32 bits since.
const wideID = 0

// layouts are the bytes of every class, the lowest bits first; all but raw operands begin with the tag. The seed's structs stand above the rows.
var layouts = [numClasses][10]field{
	// gen_opnd { ud id; ub row_offset; ub col_offset; uw region; }
	General: {{slotID, wideID}, {slotRow, 8}, {slotCol, 8}, {slotV, 4}, {slotW, 4}, {slotH, 4}, {slotRest, 4}},
	// addr_opnd { uw id; ub offset; ub width; }
	Address: {{slotID, 16}, {slotOffset, 8}, {slotWidth, 8}},
	// pred_opnd { uw val; }, of which an operand uses the identifier alone
	Predicate: {{slotID, 12}, {slotRest, 4}},
	// indirect_opnd { uw id; ub addr_offset; w indirect_offset; ub bit_properties; uw region; }
	Indirect: {{slotID, 16}, {slotOffset, 8}, {slotDisp, 16}, {slotType, 4}, {slotRest, 4}, {slotV, 4}, {slotW, 4}, {slotH, 4}, {slotRest, 4}},
	// const_opnd { ub type; ud low; ud high; }, high for 64-bit types only
	Immediate: {{slotType, 4}, {slotRest, 4}, {slotLow, 32}, {slotHigh, 32}},
	// state_opnd { ub class; uw id; ub offset; }
	State: {{slotKind, 2}, {slotRest, 6}, {slotID, 16}, {slotOffset, 8}},
	// raw_operand { ud id; uw offset; }
	Raw: {{slotID, wideID}, {slotBytes, 16}},
}

// A Format is a version of the binary format, as far as operands differ by it.
type Format = object.Format

// Current is the format of the seed: identifiers of variables have 32 bits.
var Current = Format{Major: 3, Minor: 6}

// Old is the last format in which identifiers of variables have 16 bits.
var Old = Format{Major: 3, Minor: 3}

// bits is the field's width in the format.
func (s field) bits(f Format) int {
	if s.width == wideID {
		return 8 * f.IDBytes()
	}
	return int(s.width)
}
