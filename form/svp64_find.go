package form

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64"
)

// FindSVP64 is the swizzle moves that make a map, with the vector length that they want behind them. A move reads one source, so that there are at least as many as sources
// that are read. What a move skips is there already, and lanes that are undefined may become anything.
//
//	i32x4 -> a3 a2 a1 a0            mv.swiz r4,r8,WZYX
//	i32x4 i32x4 -> a0 b0 a1 b1      sv.mv.swiz/vec4/w=32 *32,*48,X.Y.
//	                                sv.mv.swiz/vec4/w=32 *32,*56,.X.Y
func FindSVP64(m lane.Map) (Moves, error) {
	kept, from := m.DropUnused()
	if i, ok := pairSVP64(kept); ok {
		return Moves{Head: registersAre(from, []string{"r8"}[:len(from)]), Lines: []string{i.String()}, Lower: 1}, nil
	}
	if len(from) > 1 {
		return movesSVP64(kept, from)
	}
	i, v, err := svp64.FromMap(kept)
	if err != nil {
		return Moves{}, err
	}
	return Moves{Head: registersAre(from, []string{registerSVP64(i)}[:len(from)]), Lines: []string{withState(i, v)}, Lower: 1}, nil
}

// pairSVP64 is the map as the move of four lanes in a pair of registers, which needs no prefix. It writes all of them.
func pairSVP64(m lane.Map) (i svp64.Inst, ok bool) {
	wide, err := m.Regroup(32)
	if err != nil || len(wide.Lane) != svp64.Lanes || len(wide.Src) > 1 || wide.ReadsOld() {
		return i, false
	}
	var sel [svp64.Lanes]svp64.Selector
	for j, l := range wide.Lane {
		switch {
		case l.Kind == lane.Source && l.Index < svp64.Lanes:
			sel[j] = svp64.X + svp64.Selector(l.Index)
		case l.Kind == lane.Undefined:
			sel[j] = svp64.X + svp64.Selector(j)
		case l == lane.Zero():
			sel[j] = svp64.Zero
		case l == lane.Fixed(lane.ConstOf(1)):
			sel[j] = svp64.One
		default:
			return i, false
		}
	}
	i = svp64.Inst{RT: svp64.Reg{No: 4}, RA: svp64.Reg{No: 8}, Swizzle: svp64.Select(sel[:]...)}
	return i, i.Check() == nil && (len(wide.Src) == 0 || wide.Src[0] == svp64.Lanes)
}

// movesSVP64 is one move for each of several sources, whose numbers are given. Constants are the first one's.
func movesSVP64(m lane.Map, from []int) (Moves, error) {
	moves := Moves{Lower: len(from)}
	var registers []string
	var state svp64.SVState
	for k := range from {
		i, v, err := svp64.FromMap(ofSource(m, k))
		switch {
		case err != nil:
			return Moves{}, fmt.Errorf("what comes from source %s: %w", lane.SourceName(from[k]), err)
		case i.Float:
			return Moves{}, errors.New("the map has the constant 1.0 beside several sources, and floating-point registers are others than integer ones")
		case state != 0 && state != v:
			return Moves{}, errors.New("what comes from each source is a move, but of vectors of different lengths or orders")
		}
		state = v
		if i.RT.No, i.RA.No, err = placesSVP64(m, k); err != nil {
			return Moves{}, err
		}
		registers = append(registers, registerSVP64(i))
		moves.Lines = append(moves.Lines, withState(i, v))
	}
	moves.Head = registersAre(from, registers)
	return moves, nil
}

// ofSource is what a map has of source k alone, and of constants if k is 0; other lanes stay as they are.
func ofSource(m lane.Map, k int) lane.Map {
	m.Lane = slices.Clone(m.Lane)
	for j, l := range m.Lane {
		if l.Kind == lane.Source && l.Src != k || l.Kind == lane.Constant && k > 0 {
			m.Lane[j] = lane.FromOld(j)
		}
	}
	return m
}

// placesSVP64 is where the result and source k are: 32 and 48, 56 … if none takes more than eight registers.
func placesSVP64(m lane.Map, k int) (result, source uint8, err error) {
	lanes := max(len(m.Lane), slices.Max(m.Src))
	size := max(8, (lanes*m.Bits+63)/64)
	at := 32 + max(16, size) + k*size
	if at+size > svp64.NumRegs {
		return 0, 0, fmt.Errorf("the vectors take more than the %d registers", svp64.NumRegs)
	}
	return 32, uint8(at), nil
}

// registerSVP64 is what a reader calls the source.
func registerSVP64(i svp64.Inst) string {
	return map[bool]string{false: "r", true: "f"}[i.Float] + itoa(int(i.RA.No))
}

func withState(i svp64.Inst, v svp64.SVState) string {
	return strings.TrimSpace(i.String() + " " + v.Note())
}
