package machine

import "fmt"

// hazards are where a run does not do with registers as it should: the first instruction in the order in which they were decoded, so that it is the same on any number of
// cores. Each is a number from 1 on, 0 if there is none.
type hazards struct {
	early   int // reads too early: the instruction, the half that it reads, the slot, and the reading
	beside  int // reads what other lanes load: the instruction, the half and the slot
	over    int // writes too early: the instruction, the half and the slot
	crowded int // begins one load too many
	late    int // reads what has been discarded: the instruction and the half
	asleep  int // discards while lanes are asleep: the instruction and the half
}

// first is the lower one of two numbers, of which 0 is none.
func first(a, b int) int {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

func (h *hazards) merge(other hazards) {
	h.early, h.beside, h.over = first(h.early, other.early), first(h.beside, other.beside), first(h.over, other.over)
	h.crowded = first(h.crowded, other.crowded)
	h.late, h.asleep = first(h.late, other.late), first(h.asleep, other.asleep)
}

// texts are the hazards in words.
func (h hazards) texts(p *Program) (all []string) {
	say := func(at int, format string, args ...any) {
		name, _ := p.inst[at].Name()
		all = append(all, fmt.Sprintf("unverified: offset %#x: %s ", p.offset[at], name)+fmt.Sprintf(format, args...))
	}
	if n := h.early; n != 0 {
		place, has := n/int(readings), n%int(readings)
		at, half, slot := place/slots/halfCount-1, place/slots%halfCount, place%slots
		say(at, "reads r%d before it waits for slot %d, %s", half/2, slot, readingTexts[has])
	}
	if n := h.beside; n != 0 {
		say(n/slots/halfCount-1, "reads r%d before it waits for slot %d, which loads it in other lanes only; those that read it have what was there", n/slots%halfCount/2, n%slots)
	}
	if n := h.over; n != 0 {
		at, half, slot := n/slots/halfCount-1, n/slots%halfCount, n%slots
		say(at, "writes r%d before it waits for slot %d, and what is loaded there may come later than that; here it came before", half/2, slot)
	}
	if h.crowded != 0 {
		say(h.crowded-1, "is one load more than the %d that a slot is known to hold", perSlot)
	}
	if n := h.late; n != 0 {
		say(n/halfCount-1, "reads r%d after its discard, and has what was there", n%halfCount/2)
	}
	if n := h.asleep; n != 0 {
		say(n/halfCount-1, "discards r%d while some lanes are not active, and nobody knows whether theirs is lost too; here it is not", n%halfCount/2)
	}
	return all
}
