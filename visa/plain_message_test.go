package visa

import "strings"

// Messages in the plain implementation: a byte of memory and a byte of a register at a time, by the loops of the pages.

// A plainMemory is the bytes of a surface.
type plainMemory struct {
	bytes, known []byte
	pitch        int
	slice        int
	pixels       string
}

// A plainCarried is one byte that a lane moves between memory and the data.
type plainCarried struct {
	lane     int
	memory   int64
	register int
	absent   bool
}

// raw is the bytes of a raw operand's variable from its beginning on; nil for %null.
func (p *plainState) raw(o *Operand) (b, known []byte) {
	if o.ID == 0 {
		return nil, nil
	}
	root, off := p.base(o.ID)
	size := p.decls.Variable(GeneralKind, o.ID).Size()
	return p.bytes[root][off : off+size], p.known[root][off : off+size]
}

// number is so many bytes of a raw operand; bad if they are not there, -1 if one of them is undefined.
func (p *plainState) number(o *Operand, at, n int) (v int64, bad bool) {
	b, known := p.raw(o)
	for k := n - 1; k >= 0; k-- {
		at := int(o.Disp) + at + k
		if at >= len(b) {
			return 0, true
		}
		if known[at] == 0 {
			v = -1
		}
		if v >= 0 {
			v = v<<8 | int64(b[at])
		}
	}
	return v, false
}

// scalarOffset is the first element of an operand, as 32 bits.
func (p *plainState) scalarOffset(i *Inst, k int) (int64, *plainFault) {
	one := *i
	one.Exec = 0
	if c := one.Operand[k].Class; c == General || c == Indirect {
		one.Operand[k].Region = Region{0, 1, 0}
	}
	s, f := p.read(&one, k, [32]int{1})
	if f != nil || !s.known[0] {
		return 0, &plainFault{k, 0}
	}
	v := plainModified(plainDecode(s.bits[0], s.word), one.Operand[k].Mod.String(), s.word, 32)
	return int64(plainConvert(v, "ud", false)), nil
}

// surface is the memory that a surface variable stands for.
func (p *plainState) surface(id uint32) *plainMemory {
	if list := p.surfaces[id]; len(list) > 0 && list[0] >= 0 {
		return p.table[uint32(list[0])]
	}
	return p.memories[id]
}

// send carries a message out.
func (p *plainState) send(i *Inst, ChEn [32]int) *plainFault {
	name := i.Op.String()
	mem := p.surface(i.Operand[0].ID)
	if mem == nil {
		return &plainFault{0, NoLane}
	}
	block := strings.HasPrefix(name, "oword") || strings.HasPrefix(name, "media")
	if block {
		ChEn = [32]int{1}
	}
	if ChEn == [32]int{} {
		return nil
	}
	starts, f := p.starts(i, name, mem, ChEn)
	if f != nil {
		return f
	}
	if name == "dword_atomic" {
		for k := range plainAtomicSources(i) {
			for lane := range ChEn {
				if _, bad := p.number(&i.Operand[2+k], 4*lane, 4); ChEn[lane] == 1 && bad {
					return &plainFault{2 + k, lane}
				}
			}
		}
	}
	var moves []plainCarried
	for lane := range ChEn {
		if ChEn[lane] == 1 {
			more, f := p.bytesOf(i, name, mem, lane, starts[lane])
			if f != nil {
				return f
			}
			moves = append(moves, more...)
		}
	}
	switch {
	case name == "dword_atomic":
		p.atomically(i, mem, moves)
	case strings.HasSuffix(name, "_ld") || strings.HasSuffix(name, "_unaligned") || strings.HasPrefix(name, "gather"):
		p.loaded(i, name, mem, moves)
	default:
		return p.stored(i, mem, moves)
	}
	return nil
}

// starts are the addresses of the lanes.
func (p *plainState) starts(i *Inst, name string, mem *plainMemory, ChEn [32]int) (at [32]int64, f *plainFault) {
	if strings.HasPrefix(name, "media") {
		x, f := p.scalarOffset(i, 1)
		switch {
		case f != nil:
			return at, f
		case mem.pitch == 0:
			return at, &plainFault{0, NoLane}
		case name == "media_st" && x%4 > 0:
			return at, &plainFault{1, 0}
		case x+int64(i.Sizes[0]) > int64(mem.pitch):
			return at, &plainFault{0, 0}
		}
		y, f := p.scalarOffset(i, 2)
		at[0] = y*int64(mem.pitch) + x
		return at, f
	}
	var global int64
	offsets := 1
	if name != "dword_atomic" {
		if global, f = p.scalarOffset(i, 1); f != nil {
			return at, f
		}
		offsets = 2
	}
	for lane := range ChEn {
		if ChEn[lane] == 0 {
			continue
		}
		switch name {
		case "oword_ld", "oword_st":
			at[lane] = global * 16
			continue
		case "oword_ld_unaligned":
			at[lane] = global
			continue
		}
		v, bad := p.number(&i.Operand[offsets], 4*lane, 4)
		if bad || v < 0 {
			return at, &plainFault{offsets, lane}
		}
		if at[lane] = global + v; name == "gather" || name == "scatter" {
			at[lane] *= int64(i.Func)
		}
	}
	return at, nil
}

// bytesOf are the bytes that a lane moves, element by element.
func (p *plainState) bytesOf(i *Inst, name string, mem *plainMemory, lane int, start int64) (moves []plainCarried, f *plainFault) {
	data := int(i.N) - 1
	element := func(memory int64, register, n int) *plainFault {
		absent := memory < 0 || memory+int64(n) > int64(len(mem.bytes))
		if absent && (!p.zeroOutside || strings.HasPrefix(name, "media")) {
			return &plainFault{0, lane}
		}
		b, _ := p.raw(&i.Operand[data])
		for k := range n {
			at := int(i.Operand[data].Disp) + register + k
			if b != nil && at >= len(b) {
				return &plainFault{data, lane}
			}
			moves = append(moves, plainCarried{lane, memory + int64(k), at, absent})
		}
		return nil
	}
	switch {
	case strings.HasPrefix(name, "oword"):
		if name == "oword_ld_unaligned" && start%4 != 0 {
			return nil, &plainFault{1, lane}
		}
		for n := 0; n < int(i.Func); n++ {
			if f := element(start+int64(16*n), 16*n, 16); f != nil {
				return nil, f
			}
		}
	case strings.HasPrefix(name, "media"):
		width, pitch := int(i.Sizes[0]), 4
		for pitch < width {
			pitch += pitch
		}
		for row := 0; row < int(i.Sizes[1]); row++ {
			if f := element(start+int64(row*mem.pitch), row*pitch, width); f != nil {
				return nil, f
			}
		}
	case strings.Contains(name, "4_"):
		if start&3 != 0 {
			return nil, &plainFault{2, lane}
		}
		ch := 0
		for c := 0; c < 4; c++ {
			if i.Func>>c&1 == 1 {
				if f := element(start+int64(4*c), ch*max(4*i.Exec.Size(), p.decls.GRF)+4*lane, 4); f != nil {
					return nil, f
				}
				ch++
			}
		}
	case name == "dword_atomic":
		n := int64(4)
		if i.Func&32 != 0 {
			n = 2
		}
		if start%n != 0 {
			return nil, &plainFault{1, lane}
		}
		return moves, element(start, 4*lane, int(n))
	default:
		return moves, element(start, 4*lane, int(i.Func))
	}
	return moves, nil
}

// loaded writes the data of a load.
func (p *plainState) loaded(i *Inst, name string, mem *plainMemory, moves []plainCarried) {
	b, known := p.raw(&i.Operand[int(i.N)-1])
	if b == nil {
		return
	}
	forget := func(at int) {
		if at < len(b) {
			known[at] = 0
		}
	}
	begin := int(i.Operand[int(i.N)-1].Disp)
	if strings.Contains(name, "4_") && 4*i.Exec.Size() < p.decls.GRF {
		for ch := range i.channelsOf() {
			for n := 4 * i.Exec.Size(); n < p.decls.GRF; n++ {
				forget(begin + ch*p.decls.GRF + n)
			}
		}
	}
	for _, m := range moves {
		if name == "gather" || name == "gather_scaled" {
			for n := int(i.Func); n < 4; n++ {
				forget(begin + 4*m.lane + n)
			}
		}
		if m.absent {
			b[m.register], known[m.register] = 0, 0xff
		} else {
			b[m.register], known[m.register] = mem.bytes[m.memory], mem.known[m.memory]
		}
	}
}

// stored writes memory, unless two lanes write one byte of it.
func (p *plainState) stored(i *Inst, mem *plainMemory, moves []plainCarried) *plainFault {
	writer := map[int64]int{}
	for _, m := range moves {
		if m.absent {
			continue // nothing is written
		}
		if other, ok := writer[m.memory]; ok && other != m.lane {
			return &plainFault{0, m.lane}
		}
		writer[m.memory] = m.lane
	}
	b, known := p.raw(&i.Operand[int(i.N)-1])
	for _, m := range moves {
		switch {
		case m.absent:
		case b == nil:
			mem.known[m.memory] = 0
		default:
			mem.bytes[m.memory], mem.known[m.memory] = b[m.register], known[m.register]
		}
	}
	return nil
}

// plainAtomicSources is how many sources the operation's line in the table has.
func plainAtomicSources(i *Inst) int {
	switch atomics[i.Func&31] {
	case "inc", "dec", "predec":
		return 0
	case "cmpxchg", "fcmpwr":
		return 2
	}
	return 1
}

// atomically carries the operations out, lane by lane, on big numbers. All sources are read before anything is written.
func (p *plainState) atomically(i *Inst, mem *plainMemory, moves []plainCarried) {
	half := i.Func&32 != 0
	size := 4
	if half {
		size = 2
	}
	var sources [2][32]int64
	for k := range plainAtomicSources(i) {
		for lane := range 32 {
			sources[k][lane], _ = p.number(&i.Operand[2+k], 4*lane, size)
		}
	}
	b, known := p.raw(&i.Operand[4])
	begin := int(i.Operand[4].Disp)
	for ; len(moves) > 0; moves = moves[size:] {
		m := moves[0]
		old := int64(0)
		for k := size - 1; k >= 0 && !m.absent; k-- {
			if mem.known[m.memory+int64(k)] == 0 {
				old = -1
			}
			if old >= 0 {
				old = old<<8 | int64(mem.bytes[m.memory+int64(k)])
			}
		}
		next := plainOperation(atomics[i.Func&31], 8*size, old, sources[0][m.lane], sources[1][m.lane])
		result := old
		if atomics[i.Func&31] == "predec" {
			result = next
		}
		for k := range 4 {
			if k < size && !m.absent {
				mem.bytes[m.memory+int64(k)], mem.known[m.memory+int64(k)] = byte(next>>(8*k)), 0
				if next >= 0 {
					mem.known[m.memory+int64(k)] = 0xff
				}
			}
			at := begin + 4*m.lane + k
			if b == nil || at >= len(b) {
				continue
			}
			if known[at] = 0; k < size {
				b[at] = byte(result >> (8 * k))
				if result >= 0 {
					known[at] = 0xff
				}
			}
		}
	}
}

// plainOperation is what a word becomes; -1 is undefined, and so is what is computed of it.
func plainOperation(name string, bits int, old, x, y int64) int64 {
	word := map[int]string{16: "hf", 32: "f"}[bits]
	number := func(v int64) plainNumber { return plainDecode(uint64(v), word) }
	same := func(a, b int64) bool {
		order, unordered := plainCompare(number(a), number(b))
		return order == 0 && !unordered
	}
	switch {
	case name == "xchg":
		return x
	case name == "cmpxchg" && old >= 0 && y >= 0:
		if old == y {
			return x
		}
		return old
	case name == "fcmpwr" && old >= 0 && x >= 0:
		if same(old, x) {
			return y
		}
		return old
	case old < 0 || x < 0 || name == "cmpxchg" || name == "fcmpwr":
		return -1
	}
	signed := func(v int64) int64 { return v << (64 - bits) >> (64 - bits) }
	wrap := func(v int64) int64 { return v & (1<<bits - 1) }
	either := func(first bool) int64 {
		if first {
			return old
		}
		return x
	}
	switch name {
	case "add":
		return wrap(old + x)
	case "sub":
		return wrap(old - x)
	case "inc":
		return wrap(old + 1)
	case "dec", "predec":
		return wrap(old - 1)
	case "min":
		return either(old <= x)
	case "max":
		return either(old >= x)
	case "minsint":
		return either(signed(old) <= signed(x))
	case "maxsint":
		return either(signed(old) >= signed(x))
	case "and":
		return old & x
	case "or":
		return old | x
	case "xor":
		return old ^ x
	}
	m, n := number(old), number(x)
	order, _ := plainCompare(m, n)
	switch name {
	case "fmax":
		return either(n.nan || !m.nan && order > 0)
	case "fmin":
		return either(n.nan || !m.nan && order < 0)
	case "fsub":
		n.minus = !n.minus
	}
	return int64(plainConvert(plainSum(m, n), word, false))
}
