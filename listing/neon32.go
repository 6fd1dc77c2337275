package listing

import (
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// Listings of Arm's 32 bits, A32 and T32, whose NEON has registers within registers, and instructions that write two of them:
//
//	        q1                       vld1.8  {d0-d3}, [r1]       places [r1] to [r1+24]
//	 d3            d2                vzip.8  q0, q1              both hold bytes of both
//	s7    s6    s5    s4             vrev64.8 d0, d0             half of q0
//	                                 vst1.8  {d0-d3}, [r0]!      and r0 is 32 more
//	                                 bx      lr
//
// What is known is held of the sixteen registers of 128 bits. A source is what the text reads of one: q1, or d2, or s4.

// neon32State is what a Follower knows of such a text beside that.
type neon32State struct {
	is    bool                     // the text is one
	read  map[string]bool          // registers by their names here, whole or in part
	wrote map[string]neon32Written // by the name of 128 bits
}

// neon32Written says how a register was written: as a whole, and behind that which words of it.
type neon32Written struct {
	whole bool
	words byte
}

func newNEON32(is bool) neon32State {
	return neon32State{is: is, read: map[string]bool{}, wrote: map[string]neon32Written{}}
}

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
	if r, ok = neon32Named(name); !ok || r.bits != 64 || elem == 0 || !strings.HasSuffix(word, "]") {
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

// isNEON32Vector says whether a word is called as such a register is, or is a list of these.
func isNEON32Vector(word string) bool {
	word = strings.TrimLeft(word, "{ \t")
	if end := strings.IndexAny(word, "-,[}"); end >= 0 {
		word = word[:end]
	}
	return isCalled(word, neon32Files, "q", "d", "s")
}

// neon32Untyped are instructions that need no type behind a point, beside those that move lanes.
var neon32Untyped = strings.Fields("vmrs vmsr")

// isNEON32Name says whether an instruction is called as those of 32-bit Arm's vectors are: with a type behind a point, or one of those that are known without.
//
//	vzip.8    vmovn.i16    vcvt.f32.s32    vswp        RISC-V: vadd.vv    LoongArch: vadd.b
func isNEON32Name(name string) bool {
	bare, types, typed := strings.Cut(name, ".")
	if !typed {
		return slices.Contains(neon32Untyped, bare) || neon32Rows[bare] != nil || neon32Accesses[bare] != nil
	}
	for kind := range strings.SplitSeq(types, ".") {
		if kind != "" && strings.IndexByte("iuspf", kind[0]) >= 0 {
			kind = kind[1:]
		}
		if !slices.Contains([]string{"8", "16", "32", "64"}, kind) {
			return false
		}
	}
	return len(bare) > 1 && bare[0] == 'v'
}

// isNEON32Line says whether a line is one of 32-bit Arm's vectors, whatever it does.
func isNEON32Line(name, operands string) bool {
	if !isNEON32Name(name) || strings.Contains(operands, "%") {
		return false
	}
	words := separateOperands(strings.ToLower(operands))
	return slices.ContainsFunc(words[:min(3, len(words))], isNEON32Vector)
}

// looksNEON32Line says whether a line is such and moves lanes.
func looksNEON32Line(text string) bool {
	name, operands := nameAndOperands(strings.ToLower(text))
	bare, _, _ := strings.Cut(name, ".")
	_, row := neon32Rows[bare]
	return (row || neon32Accesses[bare] != nil) && isNEON32Line(name, operands)
}

// isNEON32 says whether a text has such a line, whatever that does.
func isNEON32(all []statement) bool {
	return slices.ContainsFunc(all, func(s statement) bool { return isNEON32Line(nameAndOperands(strings.ToLower(s.text))) })
}

func looksNEON32(text string) bool { return isNEON32(statements(text)) }

func readNEON32(text string) (dialect.Reading, error) {
	return readText(text, "vext.8 q0, q1, q2, #3")
}

// neon32InLine is an instruction that makes a vector of others.
func neon32InLine(l dialect.Line) (string, bool) {
	name, operands := nameAndOperands(strings.ToLower(l.Text))
	bare, kind, _ := strings.Cut(name, ".")
	row := neon32Rows[bare]
	return l.Text, row != nil && !row.computes && bare != "vmov" && !strings.HasPrefix(kind, "s") && isNEON32Line(name, operands)
}

// neon32 follows a line of a text of 32-bit Arm; known is false for what is none, and in other texts.
func (f *Follower) neon32(name, operands, text string) (d Deed, known bool, err error) {
	if !f.a32.is {
		return d, false, nil
	}
	words := separateOperands(operands)
	bare, kind, _ := strings.Cut(name, ".")
	d.Needs = arm32
	vectors := isNEON32Line(name, operands)
	access, row := neon32Accesses[bare], neon32Rows[bare]
	if vectors {
		err = missingRegister(text, neon32Files)
	}
	switch {
	case err != nil:
		return d, true, err
	case access != nil && (vectors || bare == "vpush" || bare == "vpop"):
		if d.Kind = Loaded; !f.reads && !f.knows32(words) {
			err = fmt.Errorf("what is loaded is not known, and what is stored is no movement")
		} else {
			err = access(f, &d, bare, kind, words)
		}
	case vectors && row != nil:
		err = f.neon32Row(&d, row, bare, kind, separateOperands(strings.ToLower(operands)))
		bits := err == nil && !f.reads && f.movesBits32()
		if bits {
			err = fmt.Errorf("%s moves bits here, and no lanes", bare)
		}
		if err != nil && (bits || row.computes) {
			d.Kind = Computed
		}
	case vectors:
		d.Kind, err = Computed, fmt.Errorf("%s is no movement of lanes", syntax.Quote(name))
	case f.neon32Computes(withoutWidth(name), words):
		if !f.reads {
			d.Kind, err = Computed, fmt.Errorf("%s is no movement of lanes", syntax.Quote(name))
		}
	default:
		d.Kind, err = Computed, fmt.Errorf("%s is not followed on 32-bit Arm", syntax.Quote(name))
	}
	if len(f.more) > 0 {
		d.To = f.more[0].key
	}
	return d, true, err
}

// arm32 is what a CPU has that no target is of.
const arm32 target.Feature = 1 << 31

// movesBits32 says whether the last line moved bits within bytes, or to a general register: programs compute with that. Else what it made is that with what the lines before it had made of the same register.
func (f *Follower) movesBits32() bool {
	for _, w := range f.more {
		if w.m.Bits < 8 && len(w.m.Src) > 0 || w.key[0] != 'q' {
			return true
		}
	}
	if len(f.more) > 0 {
		f.l.Result = f.whole32(f.more[0]).m
	}
	return false
}

// Arm32 says whether the lines that follow are of 32-bit Arm.
func (f *Follower) Arm32(is bool) { f.a32.is = is }

// IsArm32 says whether lines are of 32-bit Arm: one of them is on its vectors.
func IsArm32(lines iter.Seq[string]) bool {
	for line := range lines {
		text := dialect.LineOf(line).Text
		if text != "" && text[0] == 'v' && isNEON32Line(nameAndOperands(strings.ToLower(text))) {
			return true
		}
	}
	return false
}

// MovesArm32 says whether a line is one of 32-bit Arm's that may move lanes.
func MovesArm32(text string) bool {
	name, _ := nameAndOperands(strings.ToLower(text))
	bare, _, _ := strings.Cut(name, ".")
	return neon32Rows[bare] != nil && looksNEON32Line(text)
}

// Beside is what the last line made in another register than the deed's, if it did: vzip.8 q0, q1 makes q1 too.
func (f *Follower) Beside() (to string, r dialect.Reading, ok bool) {
	if !f.a32.is || len(f.more) < 2 {
		return "", r, false
	}
	last := f.more[len(f.more)-1]
	if last.key == f.more[0].key {
		return "", r, false
	}
	f.l.Result = f.whole32(last).m
	r, ok = f.Reading()
	return last.key, r, ok
}

// knows32 says whether a load is of a constant that is known.
func (f *Follower) knows32(words []string) bool {
	if len(words) < 2 {
		return false
	}
	p, err := f.place32(words[1:])
	label, offset, is := p.label()
	_, known := f.constant(label, offset)
	return err == nil && is && known
}

// reads32 is what a register holds.
func (f *Follower) reads32(d *Deed, r neon32Register) (lane.Map, error) {
	whole := make([]lane.Map, 1)
	bits := 128
	if r.key[0] != 'q' {
		bits = 32
	}
	if w := f.a32.wrote[r.key]; !w.whole && w.words&words32(r.at, max(r.bits, 32)) != words32(r.at, max(r.bits, 32)) { // there is something of before in it
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

// sources32 are the sources of a map as the text reads them: of a register of which it names halves or words alone, these.
func (f *Follower) sources32(m lane.Map, names []string) (lane.Map, []string) {
	type piece struct{ source, first int } // of the new sources, and of its lanes
	out := m.Clone()
	out.Src = nil
	var called []string
	pieces := make([][]piece, len(m.Src)) // by lane
	reads := m.Reads()
	for k, name := range names[:len(m.Src)] {
		bare, news, _ := strings.Cut(name, "'")
		r, ok := neon32Named(bare)
		size := f.size32(r)
		if !ok || m.Bits > size {
			size = m.Src[k] * m.Bits
		}
		pieces[k] = make([]piece, m.Src[k])
		per := max(1, size/m.Bits)
		for first := 0; first < m.Src[k]; first += per {
			last := min(first+per, m.Src[k])
			said := name
			if ok && size < 128 {
				if said = f.said32(r.key, first*m.Bits, size); news != "" {
					said += "'" + news
				}
				if !f.a32.read[withoutNews(said)] && !readsAny(m, k, first, last) {
					continue
				}
			} else if ok && reads[k] == 0 && !f.a32.read[bare] {
				continue
			}
			for at := first; at < last; at++ {
				pieces[k][at] = piece{len(out.Src), first}
			}
			out.Src, called = append(out.Src, last-first), append(called, said)
		}
	}
	for i, l := range m.Lane {
		if l.Kind == lane.Source {
			p := pieces[l.Src][l.Index]
			out.Lane[i].Src, out.Lane[i].Index = p.source, l.Index-p.first
		}
	}
	return out, called
}

// readsAny says whether a map reads one of these lanes of a source.
func readsAny(m lane.Map, source, first, end int) bool {
	return slices.ContainsFunc(m.Lane, func(l lane.Lane) bool {
		return l.Kind == lane.Source && l.Src == source && l.Index >= first && l.Index < end
	})
}

// size32 is how many bits of a register of 128 the text reads at once: the most that it does.
func (f *Follower) size32(r neon32Register) int {
	for _, bits := range [...]int{128, 64, 32} {
		for at := 0; at < 128; at += bits {
			if f.a32.read[f.said32(r.key, at, bits)] {
				return bits
			}
		}
	}
	return 128
}

// said32 is the name of a part of a register of 128 bits.
func (f *Follower) said32(key string, at, bits int) string {
	n, err := strconv.Atoi(strings.TrimPrefix(key, "q"))
	if err != nil || bits < 32 {
		return key
	}
	return map[int]string{128: "q", 64: "d", 32: "s"}[bits] + strconv.Itoa((128*n+at)/bits)
}

// parameter32 is the place of a register among parameters, if it is one of 32-bit Arm's: vectors by where they stand, then general registers.
func parameter32(name string) (key [3]int, ok bool) {
	if r, ok := neon32Named(name); ok {
		n, _ := strconv.Atoi(r.key[1:])
		return [3]int{0, 128*n + r.at}, true
	}
	n := slices.Index(generalParameters32, name)
	return [3]int{1, n}, n >= 0
}

// generalParameters32 are the general registers in which functions have their parameters, and, where these are not in vectors, their results.
var generalParameters32 = []string{"r0", "r1", "r2", "r3"}

// result32 is what a function returns in general registers, if that was written behind what may be in a vector. Who writes the upper half of a vector alone returns what was below it too.
//
//	vmov r0, r1, d16
//	vmov r2, r3, d17      128 bits
func (r *reader) result32(best made) (made, error) {
	if upper, ok := neon32Named(best.to); ok && upper.at > 0 {
		best.m, best.to = r.follow.l.Named[upper.key], upper.key
	}
	count, behind := 0, false
	for k, register := range generalParameters32 {
		w, ok := r.holds[register]
		ok = ok && w.line > best.line
		behind = behind || ok
		if m, written := r.follow.l.Named[register]; ok || written && !isConstant(m) { // or it counts
			count = k + 1
		}
	}
	if !behind || count == 0 {
		if w := r.follow.a32.wrote[best.key]; best.to == "d0" && w.whole {
			r.warnings = append(r.warnings, "d0 is written behind all of q0: this is d0, and a function that returns q0 has more above it")
		}
		return best, nil
	}
	if count == 3 { // of four words
		count = 4
	}
	all, names := make([]made, count), generalParameters32[:count]
	for k, register := range names {
		if err := r.follow.l.Argument(&all[k].m, register, 32, 8); err != nil {
			return best, err
		}
	}
	whole, err := r.join(all)
	whole.key, whole.to, whole.line = "q0", strings.Join(names, ", "), r.lines
	return whole, err
}

// neon32Vectors are the registers of 128 bits that a line reads and writes, of what is no movement.
func neon32Vectors(name string, words []string) (v namedVectors) {
	if !isNEON32Name(name) {
		return v
	}
	for k, word := range words {
		for _, r := range neon32Listed(word) {
			if v.reads = append(v.reads, r.key); k == 0 && !isStore(name) {
				v.writes = append(v.writes, r.key)
			}
		}
	}
	return v
}

// mayWriteAny says whether a line of such a text is no instruction of its vectors and names some: a macro.
func (n *neon32State) mayWriteAny(text string) bool {
	name, operands := nameAndOperands(strings.ToLower(text))
	return n.is && !isNEON32Name(name) && slices.ContainsFunc(separateOperands(operands), isNEON32Vector)
}

// neon32Listed are the registers of an operand: of a list all, and of d0[1] the one that the lane is of.
func neon32Listed(word string) (all []neon32Register) {
	for item := range strings.SplitSeq(strings.Trim(word, "{} \t"), ",") {
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
