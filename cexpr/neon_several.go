package cexpr

import (
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Arm's intrinsics that make two vectors, or look bytes up in up to four:
//
//	vzipq_u8(a, b).val[0]                                          as vzip1q_u8(a, b), and .val[1] as vzip2q_u8
//	vqtbl2q_u8((uint8x16x2_t){{a, b}}, (uint8x16_t){0, 16, 40})    an index beyond the table gives zero
//	vqtbx1q_u8(old, a, (uint8x16_t){3, 200})                       and here the lane of old

// neonSeveral is such an intrinsic.
func (e *expressions) neonSeveral(n neonName, name string, args []operand) (o operand, ok bool, err error) {
	if (n.op == "zip" || n.op == "uzp" || n.op == "trn") && n.rest == "" {
		for k := range 2 {
			one := n
			one.op = n.op + strconv.Itoa(k+1)
			part, err := e.neonRow(one, name, args)
			if err != nil {
				return o, true, err
			}
			o.parts = append(o.parts, part.as(vectorType{lanes: n.vector / n.elem, bits: n.elem, signed: n.signed}))
		}
		return o, true, nil
	}
	table, q := strings.CutPrefix(n.op, "q")
	if len(table) != 4 || table[:3] != "tbl" && table[:3] != "tbx" || table[3] < '1' || table[3] > '4' || n.rest != "" {
		return o, false, nil
	}
	o, err = e.lookup(n, table, when(q, 128, 64), args)
	return o, true, err
}

// eachVector are arguments, of several vectors in one each.
func eachVector(args []operand) (flat []operand) {
	for _, o := range args {
		if o.parts != nil {
			flat = append(flat, o.parts...)
		} else {
			flat = append(flat, o)
		}
	}
	return flat
}

// lookup is bytes of so many vectors by a constant. The first argument of tbx has the bytes for indices beyond them.
func (e *expressions) lookup(n neonName, table string, bits int, args []operand) (operand, error) {
	if bits < n.vector {
		return operand{}, fmt.Errorf("there is no such intrinsic: indices of %d bits are for tables of as many, as in vq%sq_u8", n.vector, table)
	}
	all := eachVector(args)
	count, keeps := int(table[3]-'0'), table[:3] == "tbx"
	if len(all) != count+when(keeps, 2, 1) {
		return operand{}, fmt.Errorf("it takes a table of %d vectors, such as uint8x16x%d_t, and indices%s", count, max(count, 2), when(keeps, ", behind what stays", ""))
	}
	index := all[len(all)-1]
	sel, ok := index.known(8)
	switch {
	case !ok && index.Name != "":
		return operand{}, fmt.Errorf("what it does depends on the contents of %s: it is a map only where they are constants", index.Name)
	case !ok:
		return operand{}, fmt.Errorf("the indices are computed: it is a map only where they are constants")
	case len(sel)*8 != n.vector:
		return operand{}, fmt.Errorf("expected %d indices, found %d", n.vector/8, len(sel))
	}
	tables := all[:count]
	if keeps {
		tables = all[1 : count+1]
	}
	vectors := make([]lane.Map, count)
	var err error
	for k, o := range tables {
		if vectors[k], err = e.vectorArgument(o, bits); err != nil {
			return operand{}, err
		}
	}
	per := bits / 8
	if keeps {
		old, err := e.vectorArgument(all[0], n.vector)
		if err != nil {
			return operand{}, err
		}
		both := []lane.Map{old}
		if n.vector < bits { // of as many bits as the table's vectors, behind which it stands
			o, err := e.joined(n.vector, vector(old), vector(old))
			if err != nil {
				return o, err
			}
			both[0] = *o.Value
		}
		vectors = append(vectors, both[0])
	}
	for i, s := range sel {
		switch {
		case s >= count*per && keeps:
			sel[i] = count*per + i
		case s >= count*per:
			sel[i] = zeroLane
		}
	}
	return e.picked(vectors, sel, vectorType{lanes: per, bits: 8})
}
