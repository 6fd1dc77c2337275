package listing

import (
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A neon32Register is a part of a register of 128 bits, or a general register, by the name that holds it.
type neon32Register struct {
	key      string
	at, bits int
	said     string
}

// neon32Sizes are the bits of registers by the letter before their number.
var neon32Sizes = map[byte]int{'q': 128, 'd': 64, 's': 32}

// neon32Named is q1, d2 or s4.
func neon32Named(word string) (r neon32Register, ok bool) {
	word = strings.ToLower(strings.TrimSpace(word))
	if len(word) < 2 || len(word) > 3 {
		return r, false
	}
	bits := neon32Sizes[word[0]]
	n, err := strconv.Atoi(word[1:])
	if bits == 0 || err != nil || n < 0 || n >= min(32, 16*128/bits) || word[1:] != strconv.Itoa(n) {
		return r, false
	}
	at := n * bits
	return neon32Register{"q" + strconv.Itoa(at/128), at % 128, bits, word}, true
}

// neon32Part is lane 3 of d0[3], of so many bits each.
func neon32Part(word string, elem int) (r neon32Register, ok bool) {
	name, index, ok := strings.Cut(strings.TrimSuffix(strings.TrimSpace(word), "]"), "[")
	r, named := neon32Named(name)
	if !ok || !named || r.bits != 64 || elem == 0 || !strings.HasSuffix(word, "]") {
		return r, false
	}
	n, err := strconv.Atoi(strings.TrimSpace(index))
	if err != nil || n < 0 || n >= r.bits/elem {
		return r, false
	}
	r.at, r.bits = r.at+n*elem, elem
	return r, true
}

// neon32Aliases are general registers by other names than their number.
var neon32Aliases = map[string]string{"sb": "r9", "sl": "r10", "fp": "r11", "ip": "r12", "sp": "sp", "r13": "sp", "lr": "lr", "r14": "lr", "pc": "pc", "r15": "pc"}

// neon32General is a general register as it is called here.
func neon32General(word string) (r neon32Register, ok bool) {
	word = strings.ToLower(strings.TrimSpace(word))
	if alias, is := neon32Aliases[word]; is {
		return neon32Register{alias, 0, 32, word}, true
	}
	n, err := strconv.Atoi(strings.TrimPrefix(word, "r"))
	ok = err == nil && word == "r"+strconv.Itoa(n) && n >= 0 && n < 13
	return neon32Register{word, 0, 32, word}, ok
}

// neon32Files are the registers by what they are called.
var neon32Files = []registerFile{{"NEON of 32-bit Arm", "q", 16, ""}, {"NEON of 32-bit Arm", "d", 32, ""}, {"NEON of 32-bit Arm", "s", 32, ""}, {"32-bit Arm", "r", 16, ""}}

// neon32Listed are the registers of an operand: of a list all, and of d0[1] the one that the lane is of.
func neon32Listed(word string) (all []neon32Register) {
	for item := range strings.SplitSeq(strings.Trim(word, "{} \t"), ",") {
		if len(all) > 32 { // no list is so long
			break
		}
		item, _, _ = strings.Cut(item, "[")
		first, last, ranged := strings.Cut(item, "-")
		from, ok := neon32Named(first)
		if to, also := neon32Named(last); ranged && also && ok && to.bits == from.bits {
			low, _ := strconv.Atoi(from.said[1:])
			high, _ := strconv.Atoi(to.said[1:])
			for n := low; n <= high; n++ {
				r, _ := neon32Named(from.said[:1] + strconv.Itoa(n))
				all = append(all, r)
			}
		} else if ok && !ranged {
			all = append(all, from)
		}
	}
	return all
}

// singles are the registers of a list as those of 64 bits.
func singles(all []neon32Register) (d []neon32Register) {
	for _, r := range all {
		if r.bits != 128 {
			d = append(d, r)
			continue
		}
		n, _ := strconv.Atoi(r.said[1:])
		for k := range 2 {
			half, _ := neon32Named("d" + strconv.Itoa(2*n+k))
			d = append(d, half)
		}
	}
	return d
}

// follows32 says whether a register is so many behind another one of its size.
func follows32(before, r neon32Register, by int) bool {
	x, _ := strconv.Atoi(before.said[1:])
	y, _ := strconv.Atoi(r.said[1:])
	return before.bits == r.bits && y == x+by
}

// reads32 is what a register holds.
func (f *Follower) reads32(d *Deed, r neon32Register) (lane.Map, error) {
	whole := make([]lane.Map, 1)
	bits := 128
	if r.key[0] != 'q' {
		bits = 32
	}
	if w, words := f.a32.wrote[r.key], words32(r.at, max(r.bits, 32)); !w.whole && w.words&words != words { // there is something of before in it
		f.a32.read[r.said] = true
	}
	if d.Reads = append(d.Reads, r.key); f.l.Display[r.key] == "" {
		f.l.Display[r.key] = r.key
	}
	if err := f.l.Argument(&whole[0], r.key, bits, 8); err != nil {
		return lane.Map{}, err
	}
	return part32(whole[0], r.at, r.bits)
}

// readsAll32 is what registers hold.
func (f *Follower) readsAll32(d *Deed, all []neon32Register) (values []lane.Map, err error) {
	values = make([]lane.Map, len(all))
	for k, r := range all {
		if values[k], err = f.reads32(d, r); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// part32 are so many bits of a value from a place on.
func part32(whole lane.Map, at, bits int) (lane.Map, error) {
	m, err := whole.Regroup(lane.GCD(lane.GCD(whole.Bits, bits), at))
	if err != nil {
		return m, err
	}
	m.Lane = slices.Clone(m.Lane[at/m.Bits : (at+bits)/m.Bits])
	return m, nil
}

// writes32 puts a value into a register; what is beside it there stays. A lane that is written is one of a register that is read.
func (f *Follower) writes32(d *Deed, r neon32Register, m lane.Map) (err error) {
	if named, _ := neon32Named(r.said); r.key[0] == 'q' && named.bits != r.bits {
		old, err := f.reads32(d, named)
		if err == nil {
			m, err = f.l.Overwritten(old, m, r.at-named.at)
		}
		if err != nil {
			return err
		}
		r = named
	}
	f.l.Result = m
	f.more = append(f.more, made{m: m, key: r.key, to: r.said})
	if r.key[0] != 'q' {
		f.l.Named[r.key] = m
		return nil
	}
	w := f.a32.wrote[r.key]
	if w.words |= words32(r.at, r.bits); r.bits == 128 {
		w = neon32Written{whole: true}
	} else {
		whole := make([]lane.Map, 1)
		if err = f.l.Argument(&whole[0], r.key, 128, 8); err == nil {
			m, err = f.l.Overwritten(whole[0], m, r.at)
		}
	}
	f.a32.wrote[r.key], f.l.Named[r.key] = w, m
	return err
}

// words32 are the words of a register of 128 bits that so many bits from a place on are, a bit each.
func words32(at, bits int) byte { return byte(1<<((at+bits)/32) - 1<<(at/32)) }

// whole32 is what a line made with what the lines before it had made of the register around it: d1 behind d0 is q0.
//
//	vtbl.8 d0, {d2, d3}, d4
//	vtbl.8 d1, {d2, d3}, d5      q0
func (f *Follower) whole32(w made) made {
	r, ok := neon32Named(w.to)
	if !f.a32.is || !ok {
		return w
	}
	written := f.a32.wrote[r.key]
	words := written.words
	if written.whole && words&0b0011 == 0 { // the upper half is new, or nothing
		words = 0b1111
	}
	for _, bits := range [...]int{128, 64, r.bits} {
		at := r.at / bits * bits
		all := words32(at, bits)
		if words&all != all && bits > r.bits {
			continue
		}
		if m, err := part32(f.l.Named[r.key], at, bits); err == nil {
			letter := map[int]string{128: "q", 64: "d", 32: "s"}[bits]
			n, _ := strconv.Atoi(r.key[1:])
			w.m, w.to = m, letter+strconv.Itoa((128*n+at)/bits)
		}
		break
	}
	return w
}
