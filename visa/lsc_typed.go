package visa

import "strings"

// Messages of LSC to typed surfaces, .tgm, have coordinates where others have addresses. Those that a surface has none of are %null:
//
//	lsc_load_quad.tgm (M1, 8)  V32:d32.xy  bti(0x4)[V40, V41]:a32         U V R LOD
//	lsc_atomic_iadd.tgm (M1, 8)  %null:d32  ss(V42)[V40]:a32  V50  %null

// typedSuffix stands in the names of messages to typed surfaces.
const typedSuffix = ".tgm"

// typed is the message to typed surfaces that does what this one does, if there is one.
func (o Op) typed() (Op, bool) {
	if o.isTyped() {
		return o, true
	}
	return OpNamed(opcodes[o].name + typedSuffix)
}

// untypedName is the name without .tgm.
func (o Op) untypedName() string { return strings.TrimSuffix(opcodes[o].name, typedSuffix) }

// coordinates reads [V40, V41].
func (p *Parser) coordinates(i *Inst) bool {
	if !p.expect('[', `"[" and the coordinates`) {
		return false
	}
	for k := range coordinates {
		if k > 0 && !p.accept(',') {
			break
		}
		if !p.lscRaw(i, lscAddresses+k, k > 0 && p.Dialect == Spec) {
			return false
		}
	}
	return p.expect(']', `"]"`)
}

// appendCoordinates appends those that there are, and the size of each. The tool prints all four, and no places in their variables.
func (i *Inst) appendCoordinates(b []byte, d *Decls) []byte {
	last := 0
	for k := range coordinates {
		if o := &i.Operand[lscAddresses+k]; o.ID != 0 || !d.isPredefined(0) || o.Disp != 0 {
			last = k
		}
	}
	for k := range last + 1 {
		if k > 0 {
			b = append(b, ", "...)
		}
		b = appendBareRaw(b, &i.Operand[lscAddresses+k], d)
	}
	return appendInt(append(b, "]:a"...), int64(8*i.LSC.addressBytes()))
}

// stateInfo reads what stands behind lsc_read_state_info.tgm, whose bytes have the shape of one dword of one lane.
func (p *Parser) stateInfo(i *Inst) bool {
	i.Exec = 0x80 // (M1_NM, 1), which its text does not have
	i.LSC.Addresses, i.LSC.Datum, i.LSC.Elements, i.LSC.Channels = 2, datum32, 1, 1
	return p.lscRaw(i, lscLoaded, true) && p.model(i)
}
