package listing

import (
	"slices"
	"sync"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// A map of 32 or 64 bits is said as one instruction on general registers, if it is one. A constant that it needs stands in its place:
//
//	pext rax, rcx, 0x5555555555555555

// sayers are the rows of general registers that move without knowing more, those first that need no constant in a register; pext and pdep, which do what others do too, are last.
var sayers = sync.OnceValue(func() (rows []*target.Row) {
	for _, r := range apply.X86Rows() {
		if r.Within(target.General) && r.Union == nil {
			rows = append(rows, r)
		}
	}
	rank := func(r *target.Row) int {
		switch {
		case r.Imm != nil:
			return 0
		case r.Index.Inline:
			return 1
		case r.Index.Kind.Joint():
			return 3
		}
		return 2
	}
	slices.SortStableFunc(rows, func(a, b *target.Row) int { return rank(a) - rank(b) })
	return rows
})

// sayX86 leaves the choice of instructions on vectors to the target that is asked for.
func sayX86(m lane.Map) (string, error) {
	total := m.Bits * len(m.Lane)
	if total != 32 && total != 64 || m.ReadsOld() {
		return "", dialect.ErrTarget
	}
	a, b := target.GeneralRegister(0, total), target.GeneralRegister(1, total)
	if m, err := m.Regroup(total); err == nil {
		switch l := m.Lane[0]; {
		case l.Kind == lane.Constant && len(m.Src) == 0:
			return "mov " + a + ", 0x" + l.Const.Hex(), nil
		case l.Kind == lane.Source && len(m.Src) == 1 && m.Src[0] == 1:
			return "mov " + a + ", " + b, nil
		}
	}
	for _, r := range sayers() {
		if r.Bits != total || !slices.EqualFunc(r.Src, m.Src, func(bits, lanes int) bool { return bits == lanes*m.Bits }) {
			continue
		}
		if value, constant, ok := solved(r, m); ok {
			return generalText(r, value, constant), nil
		}
	}
	return "", dialect.ErrTarget
}

// solved is an immediate or a constant with which a row is the map, neither more nor less.
func solved(r *target.Row, m lane.Map) (value int, constant lane.Const, ok bool) {
	is := func(other lane.Map) bool {
		v, err := lane.Compare(other, m)
		return err == nil && v.Relation == lane.Equal
	}
	if r.Imm == nil {
		constant, ok = r.Index.Solve(m)
		return 0, constant, ok && is(r.Index.Apply(constant))
	}
	for value := range r.Imm.Values {
		if is(r.Imm.Map(value)) {
			return value, constant, true
		}
	}
	return 0, constant, false
}

// generalText is a row with registers: the destination is the first, and the sources follow, one of which it may be.
func generalText(r *target.Row, value int, constant lane.Const) string {
	return r.Text(value, func(letter byte) string {
		k := strings.IndexByte(target.SourceLetters, letter)
		switch {
		case letter == 'd':
			return target.GeneralRegister(0, r.Bits)
		case letter == 'k':
			return "0x" + constant.Hex()
		case r.Destroys:
			return target.GeneralRegister(k, r.Src[k])
		}
		return target.GeneralRegister(k+1, r.Src[k])
	})
}
