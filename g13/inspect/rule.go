package inspect

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/lanescope/lanescope/g13"
)

// A Rule is what a program should not do.
type Rule struct {
	Name string
	Says string // what it finds
}

// Rules are all of them, in the order in which they are explained.
var Rules = []Rule{
	{DiscardDivergent, "An operand is discarded while threads may be asleep, whose values may be lost with it."},
	{UseAfterDiscard, "A register is read that was discarded and not written since."},
	{ReadBeforeWait, "A register is read that a load is still on its way to."},
	{WriteBeforeWait, "A register is written that a load is still on its way to, and may overwrite."},
	{SlotOverflow, "More loads are on their way in one slot than the 8 that it is known to hold."},
	{QuadDivergentIndex, "The index of a shuffle may differ within a quad in its lowest two bits, which are or-ed over the quad."},
	{R0LClobbered, "r0l is written as any register, and then taken for the counts by which threads sleep."},
	{JumpInside, "A jump leads into the middle of an instruction, or to where no instruction can be."},
	{WideIntoHalf, "Elements of 32 bits are moved from or to registers of 16."},
	{UnalignedPair, "A register or uniform of 32 bits or more begins at an upper half."},
	{BaseAboveU127, "The base of an address is a uniform above u127, which memory cannot be given."},
	{MissingStop, "A way through the program leaves its code without a stop."},
}

// The names of the rules.
const (
	DiscardDivergent   = "discard-divergent"
	UseAfterDiscard    = "use-after-discard"
	ReadBeforeWait     = "read-before-wait"
	WriteBeforeWait    = "write-before-wait"
	SlotOverflow       = "slot-overflow"
	QuadDivergentIndex = "quad-divergent-index"
	R0LClobbered       = "r0l-clobbered"
	JumpInside         = "jump-inside"
	WideIntoHalf       = "wide-into-half"
	UnalignedPair      = "unaligned-pair"
	BaseAboveU127      = "base-above-u127"
	MissingStop        = "missing-stop"
)

// A Finding is where a program breaks a rule, on some way through it.
type Finding struct {
	Rule    string
	Offset  int
	Message string
	// Path is the offsets of the blocks on a shortest way from the program's start on which it is so; of r0l-clobbered the way goes on to where r0l is taken for counts.
	Path []int
}

// maxFindings is how many findings are worth reading.
const maxFindings = 1000

// find notes a finding, and the way to it.
func (r *Report) find(rule string, i *Instruction, path []int, format string, args ...any) {
	if len(r.Findings) >= maxFindings {
		r.More++
		return
	}
	name := "the bytes"
	if i.Inst.Len > 0 {
		name, _ = i.Inst.Name()
	}
	r.Findings = append(r.Findings, Finding{rule, i.Offset, name + " " + fmt.Sprintf(format, args...), path})
}

// doubt notes what is not known of the ways through the program.
func (r *Report) doubt(what string) {
	const enough = 16
	switch n := len(r.Unknown); {
	case n < enough:
		r.Unknown = append(r.Unknown, what)
	case n == enough:
		r.Unknown = append(r.Unknown, "and more")
	}
}

// follow looks at every instruction with what may be so before it.
func (r *Report) follow(at []state) {
	g := r.graph
	for n := range g.blocks {
		s, b := at[n], &g.blocks[n]
		if !s.reached {
			continue
		}
		for k := b.First; k < b.Last; k++ {
			i := &g.inst[k]
			i.awake, i.asleep = s.awake != 0, s.asleep != 0
			r.hazards(&s, k)
			r.encoding(k)
			if i.goes == returns {
				if why := g.unknownReturn(i, s.stray); why != "" {
					r.doubt(why)
				}
			}
			s.step(i)
		}
	}
}

// hazards are the rules on what comes before what.
func (r *Report) hazards(s *state, k int) {
	i := &r.graph.inst[k]
	e := &i.Effects
	for slot := range slots {
		if h := e.Reads.both(s.pending[slot]); !h.Empty() {
			r.find(ReadBeforeWait, i, r.path(k, onItsWay(slot, h)), "reads %v before a wait for slot %d, which is loading it", h, slot)
			break
		}
	}
	for slot := range slots {
		if h := e.Writes.without(e.Reads).both(s.pending[slot]); !h.Empty() {
			r.find(WriteBeforeWait, i, r.path(k, onItsWay(slot, h)), "writes %v before a wait for slot %d, which is loading it, and may do so later", h, slot)
			break
		}
	}
	if !e.Loads.Empty() && s.loads[e.Slot] >= perSlot {
		r.find(SlotOverflow, i, r.path(k, crowding(e.Slot)), "is one load more than the %d that slot %d is known to hold", perSlot, e.Slot)
	}
	if h := e.Reads.both(s.discarded); !h.Empty() {
		r.find(UseAfterDiscard, i, r.path(k, lost(h)), "reads %v, which was discarded and not written since", h)
	}
	if !e.Discards.Empty() && s.asleep != 0 {
		r.find(DiscardDivergent, i, r.path(k, sleeping), "discards %v where threads may be asleep, and theirs may be lost too", e.Discards)
	}
}

// encoding is the rules on an instruction by itself, and on where it leads.
func (r *Report) encoding(k int) {
	i := &r.graph.inst[k]
	if i.Inst.Len > 0 {
		if words := i.wordsInHalves(); words != "" {
			r.find(WideIntoHalf, i, r.path(k, anyWay), "moves elements of 32 bits %s, which have 16", words)
		}
		if names := unaligned(i.Inst); names != "" {
			r.find(UnalignedPair, i, r.path(k, anyWay), "has %s at an upper half, which is undefined", names)
		}
		if base := farBase(i.Inst); base != "" {
			r.find(BaseAboveU127, i, r.path(k, anyWay), "has its base in %s; addresses can be in u0 to u127 only", base)
		}
	}
	r.leads(k)
}

// leads is the rules on where an instruction goes on.
func (r *Report) leads(k int) {
	g, i := r.graph, &r.graph.inst[k]
	switch i.goes {
	case fails:
		if i.Err != nil {
			r.find(MissingStop, i, r.path(k, anyWay), "are no instruction: %v; a run comes here without a stop", i.Err)
		} else {
			r.find(MissingStop, i, r.path(k, anyWay), "is come to: there is no stop before it")
		}
	case next, jumps, callsAnybody:
		if i.end() >= g.size {
			r.find(MissingStop, i, r.path(k, anyWay), "is the last instruction, and a run goes on behind it")
		}
	}
	if i.goes != jumps && i.goes != calls {
		return
	}
	switch to := i.Target; {
	case to == g.size:
		r.find(MissingStop, i, r.path(k, anyWay), "leads to the end of the code, where there is no stop")
	case to < 0 || to > g.size:
		r.find(JumpInside, i, r.path(k, anyWay), "leads to %s, outside of the code", signedHex(to))
	case to&1 != 0:
		r.find(JumpInside, i, r.path(k, anyWay), "leads to %#x, and instructions are at even offsets", to)
	default:
		if b, ok := g.begin[to]; ok && g.inst[g.blocks[b].First].over && !i.over {
			r.find(JumpInside, i, r.path(k, anyWay), "leads to %#x, inside of the instruction at %#x", to, r.within(to))
		}
	}
}

func signedHex(v int) string {
	if v < 0 {
		return fmt.Sprintf("-%#x", -v)
	}
	return fmt.Sprintf("%#x", v)
}

// within is the offset of the instruction that was found first of those around an offset.
func (r *Report) within(offset int) int {
	for k := range r.graph.inst {
		if i := &r.graph.inst[k]; i.Offset < offset && offset < i.end() && !i.over {
			return i.Offset
		}
	}
	return offset
}

// wordsInHalves says which way an instruction moves elements of 32 bits between memory and registers of 16, or nothing. uniform_store moves halves, whatever it says.
func (i *Instruction) wordsInHalves() string {
	if formatOf(i.Inst) != "i32" || i.Inst.Form == g13.UNIFORM_STORE {
		return ""
	}
	for n := range i.Inst.Args() {
		if a := i.Inst.Arg(n); i.Inst.Kind(n) == g13.List && a.Size == 16 {
			if fillsList[i.Inst.Form] {
				return "to registers"
			}
			return "from registers"
		}
	}
	return ""
}

// unaligned is the operands of 32 bits or more whose number is one of an upper half.
func unaligned(i g13.Inst) string {
	var names []string
	for n := range i.Args() {
		a := i.Arg(n)
		if !a.Undefined || a.Size == 16 || a.Class != g13.Register && a.Class != g13.Uniform {
			continue
		}
		if value, _, _ := i.Form.ValueBits(n); lowestSet(value, i.Word) {
			names = append(names, "operand "+i.Operand(n).Name)
		}
	}
	slices.Sort(names)
	if len(names) == 0 {
		return ""
	}
	return joined(names)
}

// lowestSet says whether the lowest bit of a field is set in a word.
func lowestSet(field, word g13.Word) bool {
	if field.Lo != 0 {
		return word.Lo>>bits.TrailingZeros64(field.Lo)&1 != 0
	}
	return field.Hi != 0 && word.Hi>>bits.TrailingZeros64(field.Hi)&1 != 0
}

func joined(names []string) string {
	text := names[0]
	for k, name := range names[1:] {
		if k == len(names)-2 {
			text += " and " + name
		} else {
			text += ", " + name
		}
	}
	return text
}

// farBase is a base in uniforms of which not all are below u128, or nothing.
func farBase(i g13.Inst) string {
	const reach = 256 // halves
	for n := range i.Args() {
		switch i.Kind(n) {
		case g13.Base, g13.UBase, g13.OptUBase, g13.TgBase:
			a := i.Arg(n)
			if a.Class != g13.Uniform || a.None || a.Index+a.Size/16 <= reach {
				continue
			}
			if a.Size == 64 {
				return fmt.Sprintf("u%d_u%d", a.Index/2, a.Index/2+1)
			}
			return fmt.Sprintf("u%d%c", a.Index/2, "lh"[a.Index&1])
		}
	}
	return ""
}
