package machine

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/lanescope/lanescope/g13"
)

// unknownBits is the bits of an instruction that no operand and no name accounts for, and that are not as in all code that is known. It runs as if they were, and is flagged.
func unknownBits(i g13.Inst, o *op) g13.Word {
	silent, usual := i.Form.SilentBits()
	w := i.Word.Xor(usual)
	w.Lo, w.Hi = w.Lo&silent.Lo, w.Hi&silent.Hi
	if n := 8 * uint(i.Len); n < 64 { // bits that are not there are not another value
		w.Lo, w.Hi = w.Lo&(1<<n-1), 0
	} else {
		w.Hi &= 1<<(n-64) - 1
	}
	if o.flags&killBit != 0 {
		w.Lo &^= 1 << 46 // which is flagged for what it is
	}
	return w
}

// watchUnknown remembers which instructions have such bits.
func (c *compiler) watchUnknown() {
	for k := range c.ops {
		if o := &c.ops[k]; !o.free && o.reason == "" && c.Program.inst[k].Len > 0 && !unknownBits(c.Program.inst[k], o).IsZero() {
			c.unknown = append(c.unknown, k)
		}
	}
}

// unknownTexts is what is to be said of such instructions that were executed: the first one, and how many others there are.
func (p *Program) unknownTexts(counts []uint64) []string {
	at, more := -1, 0
	for _, k := range p.unknown {
		switch {
		case counts[k] == 0:
		case at < 0:
			at = k
		default:
			more++
		}
	}
	if at < 0 {
		return nil
	}
	name, _ := p.inst[at].Name()
	others := ""
	if more > 0 {
		others = fmt.Sprintf("; so do %d more instructions", more)
	}
	return []string{fmt.Sprintf("unverified: offset %#x: %s runs without its %s, of which nothing is known%s", p.offset[at], name, bitNames(unknownBits(p.inst[at], &p.ops[at])), others)}
}

// bitNames is the numbers of bits, in words: bit 3, or bits 3, 4 and 9.
func bitNames(w g13.Word) string {
	var names []string
	for ; w.Lo != 0; w.Lo &= w.Lo - 1 {
		names = append(names, fmt.Sprint(bits.TrailingZeros64(w.Lo)))
	}
	for ; w.Hi != 0; w.Hi &= w.Hi - 1 {
		names = append(names, fmt.Sprint(64+bits.TrailingZeros64(w.Hi)))
	}
	if len(names) == 1 {
		return "bit " + names[0]
	}
	last := len(names) - 1
	return "bits " + strings.Join(names[:last], ", ") + " and " + names[last]
}
