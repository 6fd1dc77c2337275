package listing

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// moved32 is vmov between general registers and vectors, and of lanes; done is false for one of two vectors, or of a number.
//
//	vmov d0, r0, r1      vmov.32 d0[1], r0      vmov s0, r0
//	vmov r0, r1, d0      vmov.u8 r0, d0[3]      vmov r0, s0
func (f *Follower) moved32(d *Deed, a *neon32Ask) (done bool, err error) {
	operand := func(word string) (r neon32Register, general, ok bool) {
		if r, ok = neon32General(word); ok {
			return r, true, true
		}
		if strings.Contains(word, "[") {
			r, ok = neon32Part(word, cmp.Or(a.elem, 32))
			return r, false, ok
		}
		r, ok = neon32Named(word)
		return r, false, ok
	}
	all := make([]neon32Register, len(a.words))
	crosses := false
	for k, word := range a.words {
		r, general, ok := operand(word)
		if !ok {
			return false, nil
		}
		all[k], crosses = r, crosses || general
	}
	if !crosses {
		return false, nil
	}
	d.Reads = nil
	switch sizes := sizes32(all); {
	case len(all) == 2 && all[0].key[0] == 'q' && all[0].bits <= 32:
		return true, f.copied32(d, all[0], []neon32Register{all[1]}, false)
	case len(all) == 2 && all[0].key[0] != 'q' && all[1].bits <= 32:
		return true, f.copied32(d, all[0], []neon32Register{all[1]}, a.signed)
	case slices.Equal(sizes, []int{64, 32, 32}) && all[1].key[0] != 'q' && all[2].key[0] != 'q':
		return true, f.copied32(d, all[0], all[1:], false)
	case slices.Equal(sizes, []int{32, 32, 64}) && all[0].key != all[1].key:
		low, high := all[2], all[2]
		low.bits, high.bits, high.at = 32, 32, high.at+32
		if err := f.copied32(d, all[0], []neon32Register{low}, false); err != nil {
			return true, err
		}
		return true, f.copied32(d, all[1], []neon32Register{high}, false)
	}
	return true, fmt.Errorf("vmov has a general register and a lane or a word, or two and a register of 64 bits: found %s", syntax.Quote(strings.Join(a.words, ", ")))
}

// sizes32 are the bits of registers.
func sizes32(all []neon32Register) (bits []int) {
	for _, r := range all {
		bits = append(bits, r.bits)
	}
	return bits
}

// copied32 writes registers, one behind another, into one; what is longer has zeros above, or copies of the highest bit.
func (f *Follower) copied32(d *Deed, to neon32Register, from []neon32Register, signed bool) error {
	if named, ok := neon32Named(to.said); ok && named.bits != to.bits { // a lane, beside which the register stays
		if _, err := f.reads32(d, named); err != nil {
			return err
		}
	}
	sources, err := f.readsAll32(d, from)
	if err != nil {
		return err
	}
	m, err := f.placedBits(sources, to.bits, func(i int) (int, int) {
		source, bit := i/from[0].bits, i%from[0].bits
		switch {
		case source < len(from):
			return source, bit
		case signed:
			return 0, from[0].bits - 1
		}
		return noBit, 0
	})
	if err != nil {
		return err
	}
	return f.writes32(d, to, m)
}

// repeated32 is vdup.8 q0, r0.
func (f *Follower) repeated32(d *Deed, a *neon32Ask, general neon32Register) error {
	to, ok := neon32Named(a.words[0])
	if !ok || to.bits < 64 {
		return fmt.Errorf("vdup writes a register such as q0, found %s", syntax.Quote(a.words[0]))
	}
	source, err := f.reads32(d, general)
	if err != nil {
		return err
	}
	m, err := f.placedBits([]lane.Map{source}, to.bits, func(i int) (int, int) { return 0, i % a.elem })
	if err != nil {
		return err
	}
	return f.writes32(d, to, m)
}

// neon32Neither are lines on general registers that write none of them, and neon32Both those that write two.
var (
	neon32Neither = strings.Fields("cmp cmn tst teq pld pldw pli dmb dsb isb it itt ite ittt itte itee itet")
	neon32Both    = strings.Fields("umull smull umlal smlal ldrd")
)

// neon32Computes follows a line on general registers: what it writes holds something new, but for addresses of constants and counts. Ok is false for what is none, or stores to memory.
func (f *Follower) neon32Computes(name string, words []string) (ok bool) {
	if len(words) == 0 || words[0] == "" {
		return strings.HasPrefix(name, "it") || name == "nop" || name == "dmb"
	}
	base, counts := strings.CutSuffix(words[0], "!")
	first, general := neon32General(base)
	switch {
	case slices.Contains(neon32Neither, name), name == "push", name == "pop", name == "stmfd" || name == "stmdb" || name == "ldmfd" || name == "ldmia" && first.key == "sp":
		return true // of the function's own frame, which is not read
	case !general, strings.HasPrefix(name, "st"), strings.HasPrefix(name, "ldm"), counts:
		return false
	case f.address32(name, first.key, words):
		return true
	case f.general32(name, first.key, words):
		return true
	}
	written := 1
	if slices.Contains(neon32Both, name) {
		written = 2
	}
	for _, word := range words[:min(written, len(words))] {
		if r, ok := neon32General(word); ok {
			f.goes32(r.key)
		}
	}
	if at := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "[") }); at > 0 {
		inner, _, _ := strings.Cut(strings.Trim(words[at], "[]!"), ",")
		if r, ok := neon32General(inner); ok && (strings.HasSuffix(words[at], "!") || at+1 < len(words)) {
			f.goes32(r.key)
		}
	}
	return true
}

// general32 follows a copy of a general register, and a number that is put into one.
func (f *Follower) general32(name, register string, words []string) bool {
	if !slices.Contains([]string{"mov", "movs", "movw", "mvn", "mvns"}, name) || len(words) != 2 {
		return false
	}
	if from, ok := neon32General(words[1]); ok && name[1] == 'o' {
		m := make([]lane.Map, 1)
		if err := f.l.Argument(&m[0], from.key, 32, 8); err != nil {
			return false
		}
		at, pointed := f.address[from.key]
		if f.goes32(register); pointed {
			f.address[register] = at
		}
		f.l.Named[register] = m[0]
		return true
	}
	n, ok := listingNumber(strings.TrimPrefix(words[1], "#"))
	if !ok {
		return false
	}
	if name[1] == 'v' {
		n = ^n
	}
	f.goes32(register)
	f.l.Named[register] = numberOf(n, 32)
	return true
}

// address32 notes where a register points: adr r0, .LC0, and ldr r0, =table; movw and movt with both halves of an address; and what counts it on.
func (f *Follower) address32(name, register string, words []string) bool {
	last := words[len(words)-1]
	switch {
	case len(words) < 2:
		return false
	case name == "mov" && words[1] == "sp":
		f.leads32(register, place{base: "sp"})
		return true
	case name == "add" && len(words) == 3 && words[1] == "sp":
		n, ok := listingNumber(strings.TrimPrefix(last, "#"))
		if !ok {
			return false
		}
		f.leads32(register, place{base: "sp", offset: n})
		return true
	case name == "adr", name == "ldr" && strings.HasPrefix(last, "="):
		label, offset := labelOf32(last)
		if label == "" {
			return false
		}
		f.leads32(register, place{base: "rip+" + label, offset: offset})
		return true
	case name == "movw" || name == "movt":
		label, ok := strings.CutPrefix(last, "#:lower16:")
		if high, is := strings.CutPrefix(last, "#:upper16:"); is {
			label, ok = high, true
		}
		label, offset := labelOf32(label)
		if !ok || label == "" {
			return false
		}
		f.leads32(register, place{base: "rip+" + label, offset: offset})
		return true
	case name == "add" || name == "sub" || name == "adds" || name == "subs":
		n, ok := listingNumber(strings.TrimPrefix(last, "#"))
		if from, general := neon32General(words[len(words)-2]); !ok || !general || from.key != register || len(words) > 3 || n < -mostCounted || n > mostCounted {
			return false
		}
		if name[0] == 's' {
			n = -n
		}
		f.counted(register, n)
		f.forgetBits(register)
		return true
	}
	return false
}

// leads32 says that a general register points to a place that is known.
func (f *Follower) leads32(register string, to place) {
	f.goes32(register)
	f.address[register] = to
}

// pointed32 is the place that a general register points to.
func (f *Follower) pointed32(register string) place {
	if at, pointed := f.address[register]; pointed {
		return at
	}
	return place{base: register}
}

// goes32 says that a general register holds something else, and points somewhere else.
func (f *Follower) goes32(register string) {
	delete(f.address, register)
	f.moves(register)
	f.forgetBits(register)
}
