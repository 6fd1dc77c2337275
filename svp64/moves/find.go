package moves

import (
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64"
)

// Find is the swizzle moves that make a map, with what they want to be set up behind them. A move reads one source, so that there are at least as many as sources
// that are read. What a move skips is there already, and lanes that are undefined may become anything.
//
//	i32x4 -> a3 a2 a1 a0            mv.swiz r4,r8,WZYX
//	i32x4 i32x4 -> a0 b0 a1 b1      sv.mv.swiz/vec4/w=32 *32,*48,X.Y.
//	                                sv.mv.swiz/vec4/w=32 *32,*56,.X.Y
func Find(m lane.Map) (dialect.Moves, error) {
	kept, from := m.DropUnused()
	if i, ok := pairSVP64(kept); ok {
		return dialect.Moves{Head: dialect.BindingLine(from, []string{"r8"}[:len(from)], []string{"r8"}), Lines: []string{i.String()}, Lower: 1}, nil
	}
	moves, least, err := svp64.Cover(m)
	if err != nil {
		return dialect.Moves{}, err
	}
	lines, registers, err := svp64.InRegisters(m, moves)
	if err != nil {
		return dialect.Moves{}, err
	}
	found := dialect.Moves{Lower: least}
	for _, l := range lines {
		found.Lines = append(found.Lines, l.String())
	}
	named := make([]string, len(registers))
	for k, register := range registers {
		named[k] = lines[0].RegisterName(register)
	}
	found.Head = dialect.BindingLine(from[:len(registers)], named, readFirst(lines))
	return found, nil
}

// readFirst is the registers that lines read, in the order in which a reader meets them.
func readFirst(lines []svp64.Line) (names []string) {
	for _, l := range lines {
		if name := l.RegisterName(int(l.RA.No)); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
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
