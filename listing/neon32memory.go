package listing

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Memory in listings of Arm's 32 bits. What is in braces is loaded or stored together, and may alternate in memory:
//
//	vld1.8   {d0-d3}, [r1]!           32 bytes, and r1 is 32 more
//	vld2.16  {q0, q1}, [r1:128]       every other two bytes
//	vld3.8   {d0, d2, d4}, [r1], r2   every third byte; how much more r1 is, is in r2
//	vld1.32  {d0[1]}, [r1]            one lane
//	vld1.8   {d0[], d1[]}, [r1]       one byte everywhere
//	vldr     d0, .LCPI0_0             a constant
//	vldmia   r1!, {d0-d3}

// neon32Accesses are the instructions on memory by their names without a type.
var neon32Accesses = map[string]func(f *Follower, d *Deed, name, kind string, words []string) error{
	"vld1": elements32, "vld2": elements32, "vld3": elements32, "vld4": elements32, "vst1": elements32, "vst2": elements32, "vst3": elements32, "vst4": elements32,
	"vldr": single32, "vstr": single32,
	"vldm": several32, "vldmia": several32, "vldmdb": several32, "vstm": several32, "vstmia": several32, "vstmdb": several32, "vpush": several32, "vpop": several32,
}

// A neon32List are the registers of an access.
type neon32List struct {
	registers []neon32Register
	lane      int // of one lane, or less than 0
	all       bool
}

// listOf32 is what stands before a place.
func listOf32(word string, elem int) (l neon32List, err error) {
	l.lane = -1
	wrong := fmt.Errorf("expected registers such as {d0, d1}, found %s", syntax.Quote(word))
	inner := strings.TrimSpace(word)
	if open, ok := strings.CutPrefix(inner, "{"); ok {
		if inner, ok = strings.CutSuffix(open, "}"); !ok {
			return l, wrong
		}
	}
	l.registers = neon32Listed(inner)
	if len(l.registers) == 0 {
		return l, wrong
	}
	index, marked := "", 0
	for item := range strings.SplitSeq(inner, ",") {
		_, behind, ok := strings.Cut(strings.TrimSpace(item), "[")
		if !ok {
			continue
		}
		closed := false
		if behind, closed = strings.CutSuffix(behind, "]"); !closed || marked > 0 && behind != index {
			return l, wrong
		}
		index, marked = strings.TrimSpace(behind), marked+1
	}
	switch n, numberErr := strconv.Atoi(index); {
	case marked == 0:
	case marked != len(l.registers):
		return l, wrong
	case index == "":
		l.all = true
	case numberErr != nil || elem == 0 || n < 0 || n >= 64/elem:
		return l, fmt.Errorf("a register of 64 bits has no lane %s of %d bits", syntax.Quote(index), elem)
	default:
		l.lane = n
	}
	return l, nil
}

// A neon32Place is a place, and how the register that points to it is counted on.
type neon32Place struct {
	place
	register string
	counts   bool   // by what is moved
	by       string // by what is in a register
}

// place32 is [r0], [r0:128]!, or [r0], r2; and of vldr [r0, #8], and a label.
func (f *Follower) place32(words []string) (p neon32Place, err error) {
	text := strings.Join(words, ", ")
	wrong := fmt.Errorf("expected a place such as [r0], found %s", syntax.Quote(text))
	inner, ok := strings.CutPrefix(words[0], "[")
	if !ok {
		label, offset := labelOf32(words[0])
		if label == "" || len(words) > 1 {
			return p, wrong
		}
		p.place = place{base: "rip+" + label, offset: offset}
		return p, nil
	}
	inner, behind, ok := strings.Cut(inner, "]")
	if !ok {
		return p, wrong
	}
	parts := strings.Split(inner, ",")
	base, _, _ := strings.Cut(parts[0], ":") // how it is aligned is no part of where it is
	base, _, _ = strings.Cut(base, "@")
	r, general := neon32General(base)
	if !general || len(parts) > 2 {
		return p, wrong
	}
	p.register = r.key
	p.place = f.pointed32(r.key)
	if len(parts) == 2 {
		behind := strings.TrimSpace(parts[1])
		if _, number := strings.CutPrefix(behind, ":"); !number {
			n, ok := listingNumber(strings.TrimPrefix(behind, "#"))
			if !ok {
				return p, wrong
			}
			p.offset += n
		}
	}
	switch behind = strings.TrimSpace(behind); {
	case behind == "!":
		p.counts = true
	case behind != "":
		return p, wrong
	}
	if len(words) == 2 && behind == "" {
		by, ok := neon32General(words[1])
		if !ok {
			return p, fmt.Errorf("expected a register by which %s is counted on, found %s", r.said, syntax.Quote(words[1]))
		}
		p.by = by.key
	} else if len(words) > 1 {
		return p, wrong
	}
	return p, nil
}

// labelOf32 is .LCPI0_0+8 as a label and how far behind it.
func labelOf32(word string) (label string, offset int) {
	word = strings.TrimSpace(strings.TrimPrefix(word, "="))
	label, behind, counted := strings.Cut(word, "+")
	n, ok := listingNumber(strings.TrimSpace(behind))
	label = strings.TrimSpace(label)
	if counted && !ok || !isLabel32(label) {
		return "", 0
	}
	return label, n
}

// isLabel32 says whether a word may be a label, and is no register.
func isLabel32(word string) bool {
	_, general := neon32General(word)
	_, vector := neon32Named(word)
	return !general && !vector && isName(strings.ReplaceAll(strings.TrimPrefix(word, "."), ".", "_"))
}

// countsOn32 is what an access of so many bytes does to the register that points to it.
func (f *Follower) countsOn32(p neon32Place, bytes int) {
	switch {
	case p.by != "":
		f.goes32(p.register)
	case p.counts:
		f.counted(p.register, bytes)
	}
}

// elements32 is vld1 to vld4 and vst1 to vst4.
func elements32(f *Follower, d *Deed, name, kind string, words []string) error {
	elem, err := strconv.Atoi(strings.TrimLeft(kind, "iuspf"))
	together := int(name[3] - '0')
	if err != nil || !slices.Contains(bytesToLongs, elem) || elem == 64 && together > 1 {
		return fmt.Errorf("%s has elements of 8, 16 or 32 bits, as in %s.8", name, name)
	}
	if len(words) < 2 {
		return fmt.Errorf("%s has registers and a place, as in %s.8 {d0}, [r0]", name, name)
	}
	l, err := listOf32(words[0], elem)
	if err != nil {
		return err
	}
	p, err := f.place32(words[1:])
	if err != nil {
		return err
	}
	if strings.Contains(words[1], "#") {
		return fmt.Errorf("%s has no number in a place: expected one such as [r0]! or [r0]", name)
	}
	store := name[1] == 's'
	regs := singles(l.registers)
	if err := l.encodes(name, regs, together, elem, store); err != nil {
		return err
	}
	bytes := len(regs) * 8
	switch {
	case l.lane >= 0:
		bytes = together * elem / 8
		err = f.lanes32(d, l, regs, p.place, elem, store)
	case l.all:
		bytes = together * elem / 8
		err = f.everywhere32(d, regs, together, p.place, elem)
	case together == 1:
		err = f.inTurn32(d, l.registers, p.place, store)
	default:
		err = f.apart32(d, regs, together, p.place, elem, store)
	}
	if err == nil {
		f.countsOn32(p, bytes)
	}
	return err
}

// encodes says why an instruction has no such list.
func (l neon32List) encodes(name string, regs []neon32Register, together, elem int, store bool) error {
	by := 1
	if len(regs) > 1 && together > 1 && !follows32(regs[0], regs[1], 1) {
		by = 2
	}
	for k, r := range regs {
		if r.bits != 64 || k > 0 && !follows32(regs[k-1], r, by) {
			return fmt.Errorf("%s has registers of 64 bits that follow one another, or of several every other one", name)
		}
	}
	counts := []int{together}
	switch {
	case l.lane >= 0 && elem == 64, l.all && (elem == 64 || store):
		return fmt.Errorf("%s has no such lanes of %d bits", name, elem)
	case l.lane >= 0:
	case l.all && together == 1:
		counts = []int{1, 2}
	case l.all:
	case together == 1:
		counts = []int{1, 2, 3, 4}
	case together == 2:
		counts = []int{2, 4}
	}
	if !slices.Contains(counts, len(regs)) || by == 2 && (len(regs) != together || l.lane >= 0 && elem == 8) {
		return fmt.Errorf("%s has %s registers of 64 bits, found %d", name, listedNumbers(counts), len(regs))
	}
	return nil
}

// inTurn32 are registers one behind another in memory.
func (f *Follower) inTurn32(d *Deed, all []neon32Register, p place, store bool) error {
	for _, r := range all {
		if store {
			m, err := f.reads32(d, r)
			if err != nil {
				return err
			}
			one := []lane.Map{m}
			if err := f.l.Level(one); err != nil {
				return err
			}
			f.stores(p, one[0])
		} else {
			m, err := f.at(p, r.bits)
			if err == nil {
				err = f.writes32(d, r, m)
			}
			if err != nil {
				return err
			}
		}
		p.offset += r.bits / 8
	}
	return nil
}

// lanes32 is one lane of each register.
func (f *Follower) lanes32(d *Deed, l neon32List, regs []neon32Register, p place, elem int, store bool) error {
	parts := make([]neon32Register, len(regs))
	for k, r := range regs {
		parts[k] = r
		parts[k].at, parts[k].bits = r.at+l.lane*elem, elem
	}
	return f.inTurn32(d, parts, p, store)
}

// everywhere32 is one element in all lanes of each register; of one element all registers have the same.
func (f *Follower) everywhere32(d *Deed, regs []neon32Register, together int, p place, elem int) error {
	for k, r := range regs {
		m, err := f.at(place{p.base, p.offset + k%together*elem/8, p.repeat}, elem)
		if err != nil {
			return err
		}
		m = m.Clone()
		m.Lane = slices.Repeat(m.Lane, r.bits/elem)
		if err := f.writes32(d, r, m); err != nil {
			return err
		}
	}
	return nil
}

// apart32 are elements that alternate. Of twice as many registers as alternate each two are one.
//
//	vld2.8 {d0-d3}, [r0]      d0, d1 have the even bytes, and d2, d3 the odd ones
func (f *Follower) apart32(d *Deed, regs []neon32Register, together int, p place, elem int, store bool) error {
	each := len(regs) / together // registers of one stream
	n := len(regs) * 64 / elem
	if store {
		sources, err := f.readsAll32(d, regs)
		if err != nil {
			return err
		}
		m, err := f.placedBits(sources, n*elem, func(i int) (register, bit int) {
			stream, at := i/elem%together, i/elem/together*elem
			return stream*each + at/64, at%64 + i%elem
		})
		if err == nil {
			f.stores(p, m)
		}
		return err
	}
	whole, err := f.at(p, n*elem)
	if err != nil {
		return err
	}
	for k, r := range regs {
		m, err := f.placedBits([]lane.Map{whole}, 64, func(i int) (int, int) {
			stream, element := k/each, k%each*64/elem+i/elem
			return 0, (element*together+stream)*elem + i%elem
		})
		if err == nil {
			err = f.writes32(d, r, m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// single32 is vldr and vstr.
func single32(f *Follower, d *Deed, name, _ string, words []string) error {
	if len(words) < 2 {
		return fmt.Errorf("%s has a register and a place, as in %s d0, [r0, #8]", name, name)
	}
	r, ok := neon32Named(words[0])
	if !ok || r.bits == 128 {
		return fmt.Errorf("%s has a register of 64 or 32 bits, found %s", name, syntax.Quote(words[0]))
	}
	p, err := f.place32(words[1:])
	switch {
	case err != nil:
		return err
	case p.counts || p.by != "":
		return fmt.Errorf("%s counts no register on: expected a place such as [r0, #8]", name)
	case p.offset%4 != 0:
		return fmt.Errorf("%s has places that are multiples of 4 away, found %s", name, syntax.Quote(words[1]))
	}
	return f.inTurn32(d, []neon32Register{r}, p.place, name == "vstr")
}

// several32 is vldm and vstm, upwards, and downwards where a db is behind them.
//
//	vldmia r0!, {d0-d3}      vstmdb sp!, {d8-d15}      vpush {d8-d15}
func several32(f *Follower, d *Deed, name, _ string, words []string) error {
	how := name[4:]
	if name == "vpush" || name == "vpop" {
		words = append([]string{"sp!"}, words...)
		how = map[string]string{"vpush": "db", "vpop": "ia"}[name]
	}
	if len(words) != 2 {
		return fmt.Errorf("%s has a register and a list, as in %s r0!, {d0-d3}", name, name)
	}
	base, counts := strings.CutSuffix(words[0], "!")
	r, general := neon32General(base)
	l, err := listOf32(words[1], 0)
	if err != nil {
		return err
	}
	bytes := 0
	for k, one := range l.registers {
		if general = general && !l.all && l.lane < 0 && (k == 0 || follows32(l.registers[k-1], one, 1)); !general {
			break
		}
		bytes += one.bits / 8
	}
	if !general || how == "db" && !counts {
		return fmt.Errorf("%s has a register and a list of registers that follow one another, as in %s r0!, {d0-d3}", name, name)
	}
	p := f.pointed32(r.key)
	if how == "db" {
		p.offset -= bytes
		bytes = -bytes
	}
	store := strings.HasPrefix(name, "vst") || name == "vpush"
	switch {
	case r.key != "sp" || !counts:
		if err := f.inTurn32(d, l.registers, p, store); err != nil {
			return err
		}
	case !store: // what callers had there
		for _, r := range l.registers {
			f.Forget(r.key)
		}
	}
	if counts && r.key != "sp" { // whose places are as the text has them
		f.counted(r.key, bytes)
	}
	return nil
}
