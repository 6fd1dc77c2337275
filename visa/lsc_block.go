package visa

import (
	"math"
	"strings"
)

// Blocks of LSC are rectangles of a surface that registers describe: its base, width, height and pitch, and the corner.
//
//	lsc_load_block2d.ugm (M1, 1)  V32:d8.2x16x4nt  flat[V30, V31, V31(0,1), V31(0,2), 0x0, V31(0,4)]
//	                                  size, blocks, columns, rows; transposed? VNNI?
//
// In registers a row begins at a power of two elements, and a block at a register; what is between is 0. Transposed blocks have their columns as rows. With VNNI, as many rows as a dword
// has elements are one, element by element:
//
//	d16.1x4x2nn    a b c d        nt    a e b f c g d h
//	               e f g h

// setBlocks takes .2x16x4nt.
func (a *LSC) setBlocks(s string, dialect Dialect) bool {
	rest, ok := strings.CutPrefix(s, ".")
	if !ok {
		return false
	}
	digits := strings.TrimRight(rest, "nt")
	order := rest[len(digits):]
	if len(order) > 2 {
		return false
	}
	a.Transposed, a.VNNI = strings.HasPrefix(order, "t"), strings.HasPrefix(order, "nt") || order == "tt"
	numbers := strings.Split(digits, "x")
	if len(numbers) == 2 {
		numbers = append([]string{"1"}, numbers...)
	}
	if len(numbers) != 3 {
		return false
	}
	most := [3]int{math.MaxUint8, math.MaxUint16, math.MaxUint16}
	var n [3]int
	for k, digits := range numbers {
		if digits == "" || digits[0] == '0' {
			return false
		}
		for _, c := range []byte(digits) {
			if c < '0' || c > '9' {
				return false
			}
			if n[k] = n[k]*10 + int(c) - '0'; n[k] > most[k] {
				if dialect == Spec {
					return false
				}
				n[k] &= most[k]
			}
		}
	}
	a.Blocks, a.Width, a.Height = uint8(n[0]), uint16(n[1]), uint16(n[2])
	return true
}

// appendBlock appends the shape behind the size.
func (a *LSC) appendBlock(b []byte) []byte {
	if b = append(b, '.'); a.Blocks != 1 {
		b = append(appendInt(b, int64(a.Blocks)), 'x')
	}
	b = appendInt(append(appendInt(b, int64(a.Width)), 'x'), int64(a.Height))
	for _, is := range [...]bool{a.Transposed, a.VNNI} {
		if is {
			b = append(b, 't')
		} else {
			b = append(b, 'n')
		}
	}
	return b
}

// block2d reads what is behind the lanes.
func (p *Parser) block2d(i *Inst) bool {
	if i.Op.isLSCStore() {
		return p.corner(i) && p.lscDatum(i)
	}
	return p.lscDatum(i) && p.corner(i)
}

// corner reads the surface and the place in it.
func (p *Parser) corner(i *Inst) bool {
	start := p.peekOff()
	if w := p.word(); w != models[FlatModel] {
		p.off = start
		return p.wanted("flat, and the surface and the place in it in brackets")
	}
	what := [...]string{"the base", "the width less 1", "the height less 1", "the pitch less 1", "the column", "the row"}
	for k := range what {
		at, before, wanted := blockBase+k, byte(','), `"," and `+what[k]
		if k == 0 {
			before, wanted = '[', `"[" and `+what[k]
		}
		if !p.expect(before, wanted) || !p.scalarOrNumber(i, at, what[k]) {
			return false
		}
		if k == 0 && i.Operand[at].Class != General {
			return p.fail(p.where[at].Off, p.where[at].End, "the base is an element of a variable, and no number")
		}
	}
	return p.expect(']', `"]"`)
}

// appendCorner appends the surface and the place in it.
func (i *Inst) appendCorner(b []byte, d *Decls) []byte {
	b = append(b, '[')
	for k := blockBase; k < blockStored; k++ {
		if k > blockBase {
			b = append(b, ", "...)
		}
		b = i.appendScalar(b, k, d)
	}
	return append(b, ']')
}

// rows are how many rows a block has in registers, how many elements they have, and from which element to which the next one is.
func (a *LSC) rows() (n, width, pitch int) {
	n, width = int(a.Height), int(a.Width)
	if a.Transposed {
		n, width = width, n
	}
	pitch = 1
	for pitch < width {
		pitch *= 2
	}
	return n, width, pitch
}

// blockBytes is how many bytes of registers the blocks take.
func (a *LSC) blockBytes(grf int) int {
	n, _, pitch := a.rows()
	size := n * pitch * datums[a.Datum].general
	return int(a.Blocks) * ((size + grf - 1) / grf * grf)
}
