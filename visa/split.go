package visa

import (
	"fmt"
	"strings"
)

// A Split is an instruction cut into pieces, each a run of its lanes and legal by itself:
//
//	mov (M1, 16) V32(0,0)<2> V33(0,0)<8;8,1>     writes four registers of 32 bytes
//	  mov (M1, 8) V32(0,0)<2> V33(0,0)<8;8,1>    lanes 0 to 7
//	  mov (M3, 8) V32(2,0)<2> V33(1,0)<8;8,1>    lanes 8 to 15
type Split struct {
	Pieces []Piece
	// Warnings are about pieces that mean the same under conditions only.
	Warnings []string
}

// A Piece is what a run of an instruction's lanes does.
type Piece struct {
	Inst     Inst
	First, N int  // the lanes
	Unmasked bool // no mask names these lanes, so that the piece has none, where the instruction has one
}

// Unsplittable says why an instruction has no pieces.
type Unsplittable struct {
	Operand int // the operand at fault; -1: the instruction
	Why     string
}

// Error is the reason.
func (u *Unsplittable) Error() string { return u.Why }

func unsplittable(operand int, format string, args ...any) error {
	return &Unsplittable{operand, fmt.Sprintf(format, args...)}
}

// SplitInst cuts an instruction into the fewest pieces of 1, 2, 4, 8, 16 or 32 lanes in a row that are legal each and together do what it does; a legal one is its own piece.
// Where masks name them, pieces have the mask of their lanes; and if no cut has such pieces only, those that no mask names are unmasked, which is a warning. What no order of
// pieces does, because one would overwrite what another has yet to read, is refused, as is what breaks other rules. The scope of any and all is the dialect's.
func SplitInst(i Inst, d *Decls, dialect Dialect) (Split, error) {
	s := splitter{inst: i, decls: d, check: Checker{Decls: d}, exec: i.Exec.Size()}
	if Legal(s.check.Check(&i)) {
		pieces := []Piece{{Inst: i, N: s.exec}}
		return Split{Pieces: pieces, Warnings: s.placed(pieces)}, nil
	}
	if err := s.refuse(dialect); err != nil {
		return Split{}, err
	}
	s.cut()
	for _, masked := range [...]bool{true, false} {
		if pieces, ok := s.fewest(masked); ok {
			return Split{Pieces: pieces, Warnings: s.warnings(pieces)}, nil
		}
	}
	return Split{}, s.why()
}

// A splitter is the work on one instruction.
type splitter struct {
	inst  Inst
	decls *Decls
	check Checker
	exec  int
	lanes [numExecSizes][]run // by the code of their number, and by the first lane
	stuck [2]int              // two pieces of which each overwrites what the other has yet to read, as lanes; both 0: none were met
	tried int
}

// A run is a piece, if it is legal.
type run struct {
	Piece
	legal bool
}

// mends are the rules that pieces can keep where the instruction breaks them.
var mends = map[string]bool{"two-registers": true, "column": true, "multi-address-count": true}

// refuse names what pieces cannot mend, or do not do.
func (s *splitter) refuse(dialect Dialect) error {
	for _, f := range s.check.Check(&s.inst) {
		if !f.Warning && !mends[f.Rule] {
			return unsplittable(f.Operand, "pieces would break the rule %s too: %s", f.Rule, f.Message)
		}
	}
	if err := s.inst.whole(); err != nil {
		return err
	}
	switch c := s.inst.Guard.Combine(); {
	case c != Each && dialect == Spec:
		return unsplittable(-1, "the guard combines the predicate's bits of all %d lanes, and a piece has fewer", s.exec)
	}
	return nil
}

// whole is why an instruction has no pieces whatever its operands; nil if it may have some.
func (i *Inst) whole() error {
	switch {
	case i.Op == opLine || i.Op == opPlane:
		return unsplittable(-1, "%s has no pieces: its first source is not read lane by lane", i.Op)
	case i.Op == opMadw:
		return unsplittable(0, "madw has no pieces: where its high halves are depends on how many lanes it has")
	case opcodes[i.Op].family == memory || opcodes[i.Op].family == flow || opcodes[i.Op].family == devices || i.Op == opMovs:
		return unsplittable(-1, "%s has no pieces: it does not work lane by lane", i.Op)
	}
	return nil
}

// cut makes every piece.
func (s *splitter) cut() {
	for code := range s.lanes {
		n := int(execSize(uint8(code)))
		for first := 0; first+n <= s.exec; first++ {
			p, ok := s.inst.part(first, n, s.decls)
			s.lanes[code] = append(s.lanes[code], run{p, ok && Legal(s.check.Check(&p.Inst))})
		}
	}
}

// usable says whether a run may be a piece.
func (r *run) usable(masked bool) bool { return r.legal && !(masked && r.Unmasked) }

// fewest is a cut into as few pieces as there are, in an order in which none overwrites what another has yet to read.
func (s *splitter) fewest(masked bool) ([]Piece, bool) {
	rest := s.fewestFrom(masked)
	for n := rest[0]; n <= s.exec; n++ {
		if pieces, ok := s.search(nil, 0, n, rest, masked); ok {
			return pieces, true
		}
	}
	return nil, false
}

// fewestFrom is, for every lane, the fewest pieces from it to the last lane; more than there are lanes if there are none.
func (s *splitter) fewestFrom(masked bool) []int {
	rest := make([]int, s.exec+1)
	for first := s.exec - 1; first >= 0; first-- {
		rest[first] = s.exec + 1
		for code := range s.lanes {
			if n := 1 << code; first+n <= s.exec && s.lanes[code][first].usable(masked) {
				rest[first] = min(rest[first], 1+rest[first+n])
			}
		}
	}
	return rest
}

// mostTried bounds the cuts that are held against the order in which they read and write. Without overlap the first is taken.
const mostTried = 1 << 14

// search continues a cut at lane first with n more pieces, long ones before short ones.
func (s *splitter) search(pieces []Piece, first, n int, rest []int, masked bool) ([]Piece, bool) {
	switch {
	case first == s.exec:
		s.tried++
		return s.ordered(pieces)
	case rest[first] > n || s.tried > mostTried:
		return nil, false
	}
	for code := len(s.lanes) - 1; code >= 0; code-- {
		size := 1 << code
		if first+size > s.exec || !s.lanes[code][first].usable(masked) {
			continue
		}
		next := append(pieces[:len(pieces):len(pieces)], s.lanes[code][first].Piece)
		if done, ok := s.search(next, first+size, n-1, rest, masked); ok {
			return done, true
		}
	}
	return nil, false
}

// why is the reason where there is no cut.
func (s *splitter) why() error {
	if s.stuck != [2]int{} {
		return unsplittable(-1, "every cut has pieces of which each overwrites what another has yet to read, as the pieces of lanes %d and %d do: the destination overlaps a source, and a copy of the source comes first",
			s.stuck[0], s.stuck[1])
	}
	for lane := range s.exec {
		if p, ok := s.inst.part(lane, 1, s.decls); !ok {
			return unsplittable(-1, "a piece of lane %d alone cannot be written: %s", lane, s.unsaid(lane))
		} else if found := s.check.Check(&p.Inst); !Legal(found) {
			return unsplittable(found[0].Operand, "lane %d alone breaks the rule %s: %s", lane, found[0].Rule, found[0].Message)
		}
	}
	return unsplittable(-1, "there is no cut into legal pieces")
}

// unsaid is why a piece of one lane has no spelling.
func (s *splitter) unsaid(lane int) string {
	if off := s.inst.Exec.Offset() + lane; s.inst.usesBits() && off%4 != 0 {
		return fmt.Sprintf("its predicate's bit is %d, and masks begin at multiples of 4", off)
	}
	return "an operand's offset does not fit in its field"
}

// warnings are what the pieces take for granted.
func (s *splitter) warnings(pieces []Piece) (list []string) {
	var unmasked []string
	for _, p := range pieces {
		if p.Unmasked {
			unmasked = append(unmasked, laneRange(p.First, p.N))
		}
	}
	if len(unmasked) > 0 {
		list = append(list, fmt.Sprintf("masks begin at multiples of 4 and of the piece's lanes, so that none names lanes %s: these pieces are unmasked, and the same only while those lanes are active", strings.Join(unmasked, ", ")))
	}
	for k := range int(s.inst.N) {
		if o := s.inst.At(k); o.Class == Indirect && s.writesElements() {
			list = append(list, fmt.Sprintf("the pieces are the same if what %s reaches at run time does not overlap what the others read and write", o.Text(s.inst.Role(k), s.decls)))
			break
		}
	}
	return append(list, s.placed(pieces)...)
}

// placed says of indirect operands where their addresses have to be for the rule of two registers: what spans little more than one keeps it anywhere.
func (s *splitter) placed(pieces []Piece) (list []string) {
	grf := s.decls.GRF
	for k := range int(s.inst.N) {
		longest := 0
		for _, p := range pieces {
			if o := p.Inst.At(k); o.Class == Indirect && o.span(p.N, p.Inst.Role(k)) > grf+o.Type.Size() {
				longest = max(longest, o.span(p.N, p.Inst.Role(k)))
			}
		}
		if o := s.inst.At(k); longest > 0 {
			list = append(list, fmt.Sprintf("the elements of %s span up to %d bytes from one address: they are in two registers where the first is at most %d bytes behind a register's beginning",
				o.Text(s.inst.Role(k), s.decls), longest, 2*grf-longest))
		}
	}
	return list
}

// writesElements says whether a destination is elements of variables, which an address may reach.
func (s *splitter) writesElements() bool {
	for k := range int(s.inst.N) {
		if c := s.inst.At(k).Class; s.inst.Role(k) == Dest && (c == General || c == Indirect) {
			return true
		}
	}
	return false
}

// laneRange is lanes in words: 3, or 4-7.
func laneRange(first, n int) string {
	if n == 1 {
		return fmt.Sprint(first)
	}
	return fmt.Sprintf("%d-%d", first, first+n-1)
}
