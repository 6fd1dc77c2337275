package listing

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// Mask registers of x86, which are known where a number was loaded into them:
//
//	kmovw k1, 0x5                    as lanescope lower writes it
//	mov eax, 5; kmovw k1, eax        as listings have it

// A knownMask is what a mask register holds, as far as that is known.
type knownMask struct {
	value uint64
	bits  int // how many of its bits, from the lowest on
}

// isMaskLoad knows kmovw and its like, which may load a number.
func isMaskLoad(name string) bool { return len(name) == 5 && strings.HasPrefix(name, "kmov") }

func isMask(name string) bool {
	return len(name) == 2 && name[0] == 'k' && name[1] >= '1' && name[1] <= '7'
}

// maskLoad notes what a mask register is loaded with, and says which one that is.
func (l *listing) maskLoad(text string, from int, name string) (to string, err error) {
	parts := strings.Split(strings.ToLower(strings.TrimSpace(text[from:])), ",")
	for k := range parts {
		parts[k] = strings.Trim(strings.TrimSpace(parts[k]), "%$")
	}
	if strings.Contains(text, "%") {
		slices.Reverse(parts)
	}
	if len(parts) != 2 || !isMask(parts[0]) {
		return "", syntax.Errorf(text, from, len(text), "expected k1 to k7 and a number: what else a mask register is loaded with is not known here")
	}
	mask := knownMask{bits: 64}
	if mask.value, err = strconv.ParseUint(parts[1], 0, 64); err != nil {
		mask = l.lowBits(parts[1], map[byte]int{'b': 8, 'w': 16, 'd': 32, 'q': 64}[name[4]])
	}
	if mask.bits == 0 {
		delete(l.masks, parts[0])
		return parts[0], syntax.Errorf(text, from, len(text), "expected k1 to k7 and a number: what else a mask register is loaded with is not known here")
	}
	l.masks[parts[0]] = mask
	return parts[0], nil
}

// lowBits are the lowest bits of a general register as far as they are constants; if all of so many are, there are zeros above them.
func (l *listing) lowBits(name string, bits int) (mask knownMask) {
	g, ok := generalRegister(name)
	m, made := l.Named[g.register]
	if !ok || !made {
		return mask
	}
	for _, part := range m.Lane {
		if part.Kind != lane.Constant || mask.bits >= bits {
			break
		}
		v, _ := part.Const.Uint64()
		mask.value |= v << mask.bits
		mask.bits += m.Bits
	}
	if mask.bits >= bits && bits > 0 {
		mask = knownMask{mask.value & (1<<bits - 1), 64}
	}
	return mask
}

// blends says that a mask register is an operand of the row itself: it decides between two sources.
func blends(r *target.Row) bool { return strings.Contains(r.Asm, "{m}") }

// masked is the map of a masked instruction: what it does of the mask if that is known, and otherwise the map with a guard, a bit of the mask for each lane.
// The mask has no bits for what a truncation leaves free: above the eight bytes of vpmovwb xmm1{k1}, xmm0 there are zeros in every form.
func (l *listing) masked(m lane.Map, name string, rows []*target.Row, d apply.Operand) (lane.Map, error) {
	bits, lanes := 0, 0
	if isCopy(name) {
		bits, _ = strconv.Atoi(strings.TrimLeft(name, "vmodqau"))
		lanes = d.Bits / max(bits, 1)
	}
	for _, r := range rows {
		if r.Mask != nil && r.Bits == d.Bits {
			bits, lanes = r.Mask.Elem, r.Mask.Lanes
		}
	}
	if bits == 0 {
		return m, fmt.Errorf("%s has no form with a mask register", name)
	}
	off := lane.ElseKeep
	if d.Zero {
		off = lane.ElseZero
	}
	m, guard := dialect.UnderMask(d.Mask, m, bits, lanes, off)
	mask, known := l.masks[d.Mask]
	if !known || mask.bits < lanes {
		l.guard = guard
		return m, nil
	}
	m = guard.Over(m).At(func(bit int) bool { return bit < 64 && mask.value>>bit&1 != 0 })
	if !m.ReadsOld() {
		return m, nil
	}
	old := []lane.Map{m, {}}
	if err := l.Argument(&old[1], d.Name, d.Bits, m.Bits); err != nil {
		return m, err
	}
	if err := l.Level(old); err != nil {
		return m, err
	}
	return old[0].Bind(old[1])
}

// maskOf takes {k1} and {z} off a destination.
func maskOf(word *string) (mask string, zero bool, err error) {
	bare, rest, masked := strings.Cut(*word, "{")
	*word = strings.TrimSpace(bare)
	for masked {
		var part string
		if part, rest, masked = strings.Cut(rest, "}"); !masked {
			return "", false, fmt.Errorf("a mask is {k1} to {k7}, and may be followed by {z}")
		}
		switch part = strings.TrimPrefix(strings.TrimSpace(part), "%"); {
		case part == "z" && mask != "":
			zero = true
		case len(part) == 2 && part[0] == 'k' && part[1] >= '1' && part[1] <= '7' && mask == "":
			mask = part
		default:
			return "", false, fmt.Errorf("a mask is {k1} to {k7}, and may be followed by {z}")
		}
		_, rest, masked = strings.Cut(rest, "{")
	}
	return mask, zero, nil
}
