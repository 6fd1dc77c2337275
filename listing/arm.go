package listing

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// Memory in listings of AArch64:
//
//	adrp x8, .LCPI0_0                  where a constant is, in two lines
//	ldr  q1, [x8, :lo12:.LCPI0_0]
//	ldp  q0, q1, [x0]                  places [x0] and [x0+16]
//	ld2  {v0.16b, v1.16b}, [x0]        every other byte of 32
//	ld1  {v0.s}[1], [x0]               one lane
//	str  q0, [x1]
//	ldr  q0, [x0], #16                 [x0], and from then on x0 is 16 more; armplace.go

// armMemory are the instructions that read and write memory here.
var armMemory = strings.Fields("ldr ldur ldp ldnp ld1 ld1r ld2 ld3 ld4 str stur stp stnp st1 st2 st3 st4")

// arm follows a line of AArch64; known is false for what is none. Outside of a text that is read as one map, what is loaded is known only where it is a constant.
func (f *Follower) arm(name, operands, text string) (d Deed, known bool, err error) {
	memory := isArmMemory(name, operands)
	if f.reads {
		if d, known, err = f.armBits(name, operands); known {
			return d, true, err
		}
	}
	switch {
	case looksNEONLine(text), f.reads && isVectorLineNEON(operands) && !memory:
		if err = missingRegister(text, armFiles); err != nil && !memory {
			return Deed{Needs: target.NEON}, true, err
		}
		if d, known, err = f.armConstant(name, operands); known {
			return d, true, err
		}
		d, err = f.neon(text)
		return d, true, err
	case memory, f.reads && isArmAccess(name, operands):
		d, err = f.armLoadOrStore(name, operands, text)
		return d, true, err
	case f.armAddress(name, operands):
		if !f.reads {
			return d, true, fmt.Errorf("an address is no movement")
		}
		return d, true, nil
	}
	return f.armConstant(name, operands)
}

// neon executes a line of AArch64.
func (f *Follower) neon(text string) (Deed, error) {
	l := f.l
	d := Deed{Needs: target.NEON}
	registers := NEONRegisters(text)
	if len(registers) == 0 {
		return d, fmt.Errorf("no vector is written")
	}
	d.To = registers[0]
	m, to, err := apply.NEON(&l.Values, text)
	if err != nil {
		return d, err
	}
	d.To, d.Reads = to, registers[1:]
	c := syntax.Cursor{Text: text}
	name := strings.ToLower(c.Word())
	name, _ = apply.NEONAlias(name, apply.Compact(c.Rest()))
	rows := apply.NEONNamed()[name]
	if first, _, _ := strings.Cut(apply.Compact(c.Rest()), ","); strings.Contains(first, "[") || rows[0].Destroys || rows[0].Spends {
		d.Reads = append(slices.Clone(d.Reads), to)
	}
	if _, _, _, ok := apply.NEONCopy(name, apply.Compact(c.Rest())); ok {
		d.Kind = Copied
	}
	return d, f.holdsVector(to, m)
}

// isArmMemory says whether a line is one of them, on vectors.
func isArmMemory(name, operands string) bool {
	return isArmAccess(name, operands) && strings.Contains(operands, "[")
}

// isArmAccess says the same of a line that may have forgotten the place.
func isArmAccess(name, operands string) bool {
	if !slices.Contains(armMemory, name) {
		return false
	}
	first := strings.TrimLeft(operands, "{ \t")
	return len(first) > 1 && strings.IndexByte("vqdshbVQDSHB", first[0]) >= 0 && first[1] >= '0' && first[1] <= '9'
}

// isArmCopy says whether a line brings vectors from memory, or to it, as they are. Those that part elements, repeat one or put one in its place move lanes.
func isArmCopy(text string) bool {
	name, operands := nameAndOperands(strings.ToLower(text))
	a, _, err := armRegisters(strings.TrimSpace(operands))
	return slices.Contains(strings.Fields("ldr ldur ldp ldnp ld1 str stur stp stnp st1"), name) && err == nil && a.lane < 0
}

// armAddress notes where a register points: adrp x8, .LC0 and add x8, x8, :lo12:.LC0.
func (f *Follower) armAddress(name, operands string) bool {
	words := separateOperands(operands)
	if len(words) < 2 || !isArmAddress(words[0]) || f.reads && missingAddress(name+" "+operands) != nil {
		return false
	}
	label := armLabel(words[len(words)-1])
	switch {
	case name == "add" && len(words) == 3 && words[0] != words[1] && f.countedOff(words):
		return true
	case name == "adrp", name == "adr":
	case name == "add" && len(words) == 3 && isArmSymbol(words[2]):
	default:
		return false
	}
	f.address[addressRegister(words[0])] = place{base: "rip+" + label}
	return true
}

// countedOff is add x9, x8, #288, where x8 points to a constant.
func (f *Follower) countedOff(words []string) bool {
	at, pointed := f.address[addressRegister(words[1])]
	number, ok := listingNumber(strings.TrimPrefix(words[2], "#"))
	if pointed && ok {
		at.offset += number
		f.address[addressRegister(words[0])] = at
	}
	return pointed && ok
}

// isArmSymbol says whether a sum's last operand is the low part of a constant's address, and no number.
func isArmSymbol(word string) bool {
	label := armLabel(word)
	_, number := listingNumber(label)
	return !number && (label != strings.TrimPrefix(word, "#") || strings.HasPrefix(word, "."))
}

// armLabel is a constant's name without what says which part of its address is meant.
func armLabel(word string) string {
	word = strings.TrimPrefix(word, "#")
	word = strings.TrimPrefix(word, ":lo12:")
	word, _, _ = strings.Cut(word, "@")
	return word
}

// An armList are the registers of a load or a store: how many bits of each, and of which elements if they are interleaved.
type armList struct {
	registers []string
	shape     string // of each: 16b
	bits      int
	elem      int
	lane      int // of one lane, or less than 0
}

// bytes is how many of memory an instruction reads or writes.
func (a armList) bytes() int {
	if a.lane >= 0 {
		return len(a.registers) * a.elem / 8
	}
	return len(a.registers) * a.bits / 8
}

// loadedVectors are all vectors that a load of AArch64 writes, and none of another line.
func loadedVectors(name, operands string) []string {
	if !strings.HasPrefix(name, "ld") || strings.Contains(operands, "mm") {
		return nil
	}
	return NEONRegisters(name + " " + operands)
}

// isVectorLineNEON says whether the first operand is a vector, whatever the instruction is.
func isVectorLineNEON(operands string) bool {
	register, shape, ok := strings.Cut(operands, ".")
	return ok && len(register) > 1 && register[0]|0x20 == 'v' && strings.Trim(register[1:], "0123456789") == "" && shape != "" && strings.IndexByte("1248bhsdBHSD", shape[0]) >= 0
}

// armRegisters takes the registers in front of a place.
func armRegisters(operands string) (a armList, rest []string, err error) {
	words := separateOperands(operands)
	at := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "[") })
	if at < 1 {
		return a, nil, fmt.Errorf("expected registers and a place such as [x0]")
	}
	a.lane = -1
	names := words[:at]
	if list, ok := strings.CutPrefix(names[0], "{"); ok {
		list, index, _ := strings.Cut(list, "}")
		if index = strings.TrimSpace(index); index != "" {
			if a.lane, err = strconv.Atoi(strings.Trim(index, "[]")); err != nil || a.lane < 0 {
				return a, nil, fmt.Errorf("expected a lane such as [1] behind the registers, found %s", syntax.Quote(index))
			}
		}
		if first, last, ok := strings.Cut(list, "-"); ok { // v0.16b-v3.16b
			list = armRange(strings.TrimSpace(first), strings.TrimSpace(last))
		}
		names = strings.Split(list, ",")
	}
	for _, n := range names {
		if err := a.add(strings.ToLower(strings.TrimSpace(n))); err != nil {
			return a, nil, err
		}
	}
	if strings.HasPrefix(words[0], "{") {
		err = apply.InList(a.registers)
	}
	return a, words[at:], err
}

// add is one register of the list: q0, v0.16b, or of one lane v0.b.
func (a *armList) add(name string) error {
	register, shape, _ := strings.Cut(name, ".")
	bits := a.bits
	a.bits = map[byte]int{'q': 128, 'v': 128, 'd': 64, 's': 32, 'h': 16, 'b': 8}[(register + " ")[0]]
	if shape != "" {
		a.elem = 8 << max(0, strings.IndexByte("bhsd", shape[len(shape)-1]))
		count, elem, known := target.NEONArrangement(shape)
		switch {
		case a.lane >= 0 && len(shape) == 1 && strings.Contains("bhsd", shape):
			if a.lane >= 128/a.elem {
				return fmt.Errorf("a vector has %d lanes of %d bits, so it has no lane %d", 128/a.elem, a.elem, a.lane)
			}
		case a.lane >= 0 || !known:
			return fmt.Errorf("expected a vector such as v0.16b, found %s", syntax.Quote(name))
		default:
			a.bits = count * elem
		}
	}
	if number, err := strconv.Atoi(register[min(1, len(register)):]); a.bits == 0 || err != nil || number < 0 || number > 31 || a.lane >= 0 && shape == "" {
		return fmt.Errorf("expected a vector such as q0 or v0.16b, found %s", syntax.Quote(name))
	}
	if len(a.registers) > 0 && (a.bits != bits || shape != a.shape) {
		return fmt.Errorf("expected a vector that is cut as the one before it, found %s", syntax.Quote(name))
	}
	a.registers, a.shape = append(a.registers, "v"+register[1:]), shape
	return nil
}

// armRange is v0.16b to v2.16b as a list.
func armRange(first, last string) string {
	if first == last {
		return first
	}
	from, shape, _ := strings.Cut(first, ".")
	to, _, _ := strings.Cut(last, ".")
	low, err := strconv.Atoi(strings.TrimLeft(from, "v"))
	high, errHigh := strconv.Atoi(strings.TrimLeft(to, "v"))
	if err != nil || errHigh != nil || low > high || high > low+3 {
		return first + "," + last
	}
	var all []string
	for n := low; n <= high; n++ {
		all = append(all, "v"+strconv.Itoa(n)+"."+shape)
	}
	return strings.Join(all, ",")
}

// armLoadOrStore follows a line that reads or writes memory.
func (f *Follower) armLoadOrStore(name, operands, text string) (Deed, error) {
	d := Deed{Kind: Loaded, Needs: target.NEON}
	a, rest, err := armRegisters(operands)
	if err == nil {
		err = missingRegister(text, armFiles)
	}
	if err != nil {
		return d, err
	}
	p, err := f.armPlace(rest)
	if err != nil {
		return d, err
	}
	together := 1 // registers whose elements alternate
	if n := name[len(name)-1]; n >= '2' && n <= '4' {
		if together = int(n - '0'); together != len(a.registers) || a.elem == 0 {
			return d, fmt.Errorf("%s has %d vectors", name, together)
		}
	}
	if err := p.encodes(name, a); err != nil {
		return d, err
	}
	d.To = a.registers[0]
	if label, offset, ok := p.label(); !f.reads {
		if b, known := f.constant(label, offset); !ok || !known || len(b) < 16 || !strings.HasPrefix(name, "ldr") {
			return d, fmt.Errorf("what is loaded is not known")
		}
	}
	err = f.armAccess(name, a, p.place, together)
	if err == nil {
		f.countsOn(p)
	}
	return d, err
}

// armAccess reads or writes.
func (f *Follower) armAccess(name string, a armList, p place, together int) error {
	switch {
	case a.lane >= 0:
		return f.armLane(a, p, strings.HasPrefix(name, "st"))
	case strings.HasPrefix(name, "st"):
		return f.armStore(a, p, together)
	case name == "ld1r":
		return f.armRepeat(a, p)
	case together > 1:
		return f.armApart(a, p)
	}
	for _, register := range a.registers {
		m, err := f.at(p, a.bits)
		if err != nil {
			return err
		}
		f.writes(register, m)
		p.offset += a.bits / 8
	}
	return nil
}

// armLane is ld1 {v0.s}[1], [x0], which keeps the register's other lanes, or st1 of one lane.
func (f *Follower) armLane(a armList, p place, store bool) error {
	for _, register := range a.registers {
		whole := make([]lane.Map, 1)
		if err := f.l.Argument(&whole[0], register, 128, 8); err != nil {
			return err
		}
		if store {
			m, err := whole[0].Regroup(min(whole[0].Bits, a.elem))
			if err != nil {
				return err
			}
			n := a.elem / m.Bits
			m.Lane = m.Lane[a.lane*n : (a.lane+1)*n : (a.lane+1)*n]
			f.stores(p, m)
		} else {
			m, err := f.at(p, a.elem)
			if err != nil {
				return err
			}
			if m, err = f.l.Overwritten(whole[0], m, a.lane*a.elem); err != nil {
				return err
			}
			f.writes(register, m)
		}
		p.offset += a.elem / 8
	}
	return nil
}

// at is what stands at a place.
func (f *Follower) at(p place, bits int) (lane.Map, error) {
	key := f.l.placed(p, p.String())
	if label, offset, ok := p.label(); !ok {
		if err := f.l.overlapped(key, bits); err != nil {
			return lane.Map{}, err
		}
	} else if b, known := f.constant(label, offset); known && 8*len(b) >= bits {
		f.l.Named[key] = bytesMap(b)
	} else {
		f.missing = label
	}
	one := make([]lane.Map, 1)
	if err := f.l.Argument(&one[0], key, bits, 8); err != nil {
		return lane.Map{}, err
	}
	return one[0], f.l.Level(one)
}

// writes puts a value into a vector register, of which the rest becomes zero.
func (f *Follower) writes(register string, m lane.Map) {
	if f.vectors > 128 {
		m = padded(m, f.vectors, lane.Zero())
	}
	f.l.Result = m
	f.more = append(f.more, made{m: m, key: register, to: register})
	f.l.Named[register] = padded(m, 128, lane.Zero())
}

// padded is a value of so many bits, with the same lanes above.
func padded(m lane.Map, bits int, above lane.Lane) lane.Map {
	m = m.Clone()
	for m.Bits > 0 && m.Bits*len(m.Lane) < bits {
		m.Lane = append(m.Lane, above)
	}
	return m
}

// armRepeat is ld1r {v0.4s}, [x0].
func (f *Follower) armRepeat(a armList, p place) error {
	if a.elem == 0 {
		return fmt.Errorf("ld1r has elements, as in v0.4s")
	}
	m, err := f.at(p, a.elem)
	if err == nil {
		m = m.Clone()
		m.Lane = slices.Repeat(m.Lane, a.bits/a.elem)
		f.writes(a.registers[0], m)
	}
	return err
}

// armApart is ld2, ld3 and ld4: register k has the elements k, n+k, 2n+k, ….
func (f *Follower) armApart(a armList, p place) error {
	n := len(a.registers)
	whole, err := f.at(p, n*a.bits)
	if err != nil {
		return err
	}
	if whole, err = whole.Regroup(min(whole.Bits, a.elem)); err != nil {
		return err
	}
	parts := a.elem / whole.Bits
	for k, register := range a.registers {
		m := whole.Clone()
		m.Lane = make([]lane.Lane, a.bits/whole.Bits)
		for i := range m.Lane {
			m.Lane[i] = whole.Lane[(i/parts*n+k)*parts+i%parts]
		}
		f.writes(register, m)
	}
	return nil
}

// armStore is str, stp, st1, or st2 to st4, which put elements in turn.
func (f *Follower) armStore(a armList, p place, together int) error {
	values := make([]lane.Map, len(a.registers))
	for k, register := range a.registers {
		if err := f.l.Argument(&values[k], register, a.bits, 8); err != nil {
			return err
		}
	}
	if err := f.l.Level(values); err != nil {
		return err
	}
	if together > 1 {
		m, err := interleaved(values, a.elem)
		values = []lane.Map{m}
		if err != nil {
			return err
		}
	}
	for _, m := range values {
		f.stores(p, m)
		p.offset += m.Bits * len(m.Lane) / 8
	}
	return nil
}

// stores puts a value into memory.
func (f *Follower) stores(p place, m lane.Map) {
	key := f.l.placed(p, p.String())
	f.l.Named[key], f.l.Result = m, m
	f.more = append(f.more, made{m: m, key: key, to: key})
}

// interleaved takes an element of each value in turn.
func interleaved(values []lane.Map, elem int) (lane.Map, error) {
	width := elem
	for _, v := range values {
		width = min(width, v.Bits)
	}
	for k := range values {
		var err error
		if values[k], err = values[k].Regroup(width); err != nil {
			return lane.Map{}, err
		}
	}
	n, parts := len(values), elem/width
	m := values[0].Clone()
	m.Lane = make([]lane.Lane, n*len(values[0].Lane))
	for i := range m.Lane {
		e := i / parts
		m.Lane[i] = values[e%n].Lane[e/n*parts+i%parts]
	}
	return m, nil
}

// armConstant is movi v1.2d, #0 and its like, which fill a vector with a number.
func (f *Follower) armConstant(name, operands string) (d Deed, ok bool, err error) {
	said := apply.Compact(operands)
	words := separateOperands(said)
	if name != "movi" && name != "mvni" || len(words) < 2 {
		return d, false, nil
	}
	register, shape, _ := strings.Cut(words[0], ".")
	value, err := strconv.ParseUint(strings.TrimPrefix(words[1], "#"), 0, 64)
	if err != nil || !isArm(register) && !strings.HasPrefix(register, "d") {
		return d, false, nil
	}
	if shape == "" {
		shape = "1d"
	}
	size := strings.IndexByte("bhsd", shape[len(shape)-1])
	count, _, known := target.NEONArrangement(shape)
	if !known || count == 1 && register[0] == 'v' { // which is d0
		return d, false, nil
	}
	if len(words) == 3 {
		shift, err := strconv.Atoi(strings.TrimPrefix(words[2], "lsl#"))
		if err != nil || shift < 0 || shift > 24 {
			return d, false, nil
		}
		if size == 0 || size == 3 || shift%8 != 0 || shift >= 8<<size {
			return d, true, fmt.Errorf("%s shifts numbers of 16 bits by 8, and of 32 by 8, 16 or 24: found %s", name, syntax.Quote(words[2]))
		}
		if err := armNumber(name, value, size); err != nil {
			return d, true, err
		}
		value <<= shift
	} else if err := armNumber(name, value, size); err != nil {
		return d, true, err
	}
	if name == "mvni" && size != 1 && size != 2 {
		return d, true, fmt.Errorf("mvni has lanes of 16 or 32 bits, found %s", syntax.Quote(words[0]))
	}
	if name == "mvni" {
		value = ^value
	}
	m := lane.Map{Bits: 8 << size, Lane: slices.Repeat([]lane.Lane{lane.Fixed(lane.ConstOf(value).Slice(0, 8<<size))}, count)}
	d = Deed{To: "v" + register[1:], Kind: Loaded, Needs: target.NEON}
	f.writes(d.To, m)
	return d, true, nil
}

// armNumber says why movi or mvni has no such number for lanes of 8, 16, 32 or 64 bits by their place among these: it has eight bits, or of 64 a bit for each byte.
func armNumber(name string, value uint64, size int) error {
	for k := range 8 {
		if b := value >> (8 * k) & 255; size == 3 && b != 0 && b != 255 {
			return fmt.Errorf("%s fills 64 bits with bytes of 0 and 255, and %#x has others", name, value)
		}
	}
	if size < 3 && value > 255 {
		return fmt.Errorf("%s has numbers from 0 to 255, and this is %d", name, value)
	}
	return nil
}
