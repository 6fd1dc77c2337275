package visa

import "strings"

// The plain implementation's executor: the document's pseudocode, lane by lane, with every element fetched byte by byte.

// A plainState is variables by their numbers. Aliases are looked up in their bases each time.
type plainState struct {
	decls       *Decls
	intel       bool
	later       bool // inactive channels need valid addresses too
	bytes       map[uint32][]byte
	known       map[uint32][]byte // 0xff: somebody has written it; 0: nobody has
	predicates  map[uint32][]int  // 0, 1, or -1 if nobody has written it
	addresses   map[uint32][]plainAddress
	surfaces    map[uint32][]int        // -1 if nobody has written it
	memories    map[uint32]*plainMemory // of surfaces
	table       map[uint32]*plainMemory // of indices
	zeroOutside bool
	EM          [32]int
	trace       []plainTouch
	rejoined    int // elements inside a variable, of rows that begin outside
	tracesTouch bool
	between     int // values of functions of which two numbers are as good
}

type plainAddress struct {
	written bool
	into    bool
	id      uint32
	value   int // modulo 65536
}

// A plainFault is where behaviour is undefined.
type plainFault struct{ operand, lane int }

// A plainTouch is a byte range that a lane read or wrote.
type plainTouch struct {
	lane, operand int
	write         bool
	id            uint32
	first, n      int
}

// base is where a variable's bytes are.
func (p *plainState) base(id uint32) (root uint32, off int) {
	v := p.decls.Variable(GeneralKind, id)
	if v.Alias < 0 {
		return id, 0
	}
	root, off = p.base(uint32(v.Alias))
	return root, off + v.AliasOff
}

// alignment is what the address of a variable's first byte is known to be a multiple of: its type's size, what it asks for, and a register if it is as large as one.
func (p *plainState) alignment(root uint32) int {
	v := p.decls.Variable(GeneralKind, root)
	n := max(v.Type.Size(), map[string]int{"byte": 1, "word": 2, "dword": 4, "qword": 8, "oword": 16, "GRF": p.decls.GRF}[v.Align.String()])
	if v.Size() >= p.decls.GRF {
		n = max(n, p.decls.GRF)
	}
	return n
}

// A plainElement is one lane's place: variable and byte.
type plainElement struct {
	id   uint32
	byte int
	bad  bool
}

// elements are the places of all lanes of a general or indirect operand, by the document's loops.
func (p *plainState) elements(i *Inst, k int) []plainElement {
	o := &i.Operand[k]
	if o.Class == Indirect {
		return p.walk(i, k)
	}
	n := i.Exec.Size()
	dest := plainWrites(i, k)
	word, _ := p.word(o)
	size := plainTypes[word].bytes
	list := make([]plainElement, n)
	var steps []int
	if dest {
		steps = seedDestination(n, int(o.Region.H), 0)
	} else {
		steps = seedSource(n, int(o.Region.W), int(o.Region.V), int(o.Region.H), 0)
	}
	for lane := range list {
		e := &list[lane]
		e.id = o.ID
		e.byte = int(o.Row)*p.decls.GRF + int(o.Col)*size + steps[lane]*size
		e.bad = e.byte < 0 || e.byte+size > p.decls.Variable(GeneralKind, e.id).Size()
	}
	return list
}

// walk goes over an indirect operand with a cursor of 16 bits, as the hardware's sums of addresses have: from column to column, and from row to row. Where every row has an
// address, the cursor is set to it and the byte offset added.
func (p *plainState) walk(i *Inst, k int) (list []plainElement) {
	o := &i.Operand[k]
	lanes := i.Exec.Size()
	size := uint16(plainTypes[o.Type.String()].bytes)
	width, across, down := lanes, uint16(o.Region.H)*size, uint16(0)
	addresses := p.addresses[o.ID]
	if !plainWrites(i, k) {
		width = int(o.Region.W)
	}
	if o.Region.V != Null {
		down = uint16(o.Region.V) * size
	}
	var row uint16
	var from plainAddress
	for first := 0; first < lanes; first += width {
		if each := !plainWrites(i, k) && o.Region.V == Null; each || first == 0 {
			n := int(o.Offset)
			if each {
				n += first / width
			}
			from = plainAddress{}
			if n < len(addresses) {
				from = addresses[n]
			}
			row = uint16(from.value) + uint16(o.Disp)
		}
		cursor := row
		for range width {
			list = append(list, p.at(from, cursor, size))
			if !list[len(list)-1].bad && p.at(from, row, 1).bad {
				p.rejoined++
			}
			cursor += across
		}
		row += down
	}
	return list
}

// at is the element of so many bytes from the cursor on, each of which has to be one of the variable's.
func (p *plainState) at(from plainAddress, cursor, size uint16) plainElement {
	e := plainElement{from.id, int(cursor), !from.written || !from.into}
	if e.bad {
		return e
	}
	for b := range size {
		e.bad = e.bad || int(cursor+b) >= p.decls.Variable(GeneralKind, e.id).Size()
	}
	root, off := p.base(e.id)
	e.bad = e.bad || (uint16(off)+cursor)%size != 0 || p.alignment(root) < int(size)
	return e
}

// twoRegisters is rule 6 for indirect operands: of the lanes that one address serves, all bytes are in a register and the next one. A variable smaller than a register is in one.
func (p *plainState) twoRegisters(i *Inst, k int, list []plainElement, lanes [32]int) *plainFault {
	o := &i.Operand[k]
	if o.Class != Indirect || p.intel {
		return nil
	}
	size := plainTypes[o.Type.String()].bytes
	group := func(lane int) int {
		if plainWrites(i, k) || o.Region.V != Null {
			return 0
		}
		return lane / int(o.Region.W)
	}
	used := map[int]map[int]bool{} // registers, by group
	registers := func(lane int, add bool) (behind bool) {
		root, off := p.base(list[lane].id)
		if p.alignment(root) < p.decls.GRF {
			return false
		}
		for b := range size {
			g, r := group(lane), (off+list[lane].byte+b)/p.decls.GRF
			if add && used[g] == nil {
				used[g] = map[int]bool{}
			}
			if add {
				used[g][r] = true
			}
			for other := range used[g] {
				behind = behind || r-other > 1
			}
		}
		return behind
	}
	for lane := range list {
		if lanes[lane] == 1 {
			registers(lane, true)
		}
	}
	for lane := range list {
		if lanes[lane] == 1 && registers(lane, false) {
			return &plainFault{k, lane}
		}
	}
	return nil
}

// word is the type of an operand's elements, and whether it is a packed vector.
func (p *plainState) word(o *Operand) (string, bool) {
	switch o.Class {
	case General:
		return p.decls.Variable(GeneralKind, o.ID).Type.String(), false
	case Immediate:
		switch o.Type.String() {
		case "v":
			return "w", true
		case "uv":
			return "uw", true
		case "vf":
			return "f", true
		}
	}
	return o.Type.String(), false
}

// A plainSource is the values of a source in all lanes that were asked for.
type plainSource struct {
	word  string
	bits  [32]uint64
	known [32]bool
}

// read reads the lanes of operand k.
func (p *plainState) read(i *Inst, k int, lanes [32]int) (s plainSource, f *plainFault) {
	o := &i.Operand[k]
	var packed bool
	s.word, packed = p.word(o)
	size := plainTypes[s.word].bytes
	if o.Class == Immediate {
		for lane := range i.Exec.Size() {
			s.known[lane] = true
			s.bits[lane] = o.Imm & (1<<(8*size) - 1)
			if packed {
				s.bits[lane], s.known[lane] = plainPacked(o, lane)
			}
		}
		return s, nil
	}
	list := p.elements(i, k)
	for lane, e := range list {
		later := p.later && o.Class == Indirect && o.Region.V == Null
		if (lanes[lane] == 1 || later) && e.bad {
			return s, &plainFault{k, lane}
		}
	}
	asked := lanes
	if p.later && o.Class == Indirect && o.Region.V == Null {
		for lane := range list {
			asked[lane] = 1
		}
	}
	if f := p.twoRegisters(i, k, list, asked); f != nil {
		return s, f
	}
	for lane, e := range list {
		if lanes[lane] == 0 {
			continue
		}
		root, off := p.base(e.id)
		s.known[lane] = true
		for b := range size {
			s.bits[lane] |= uint64(p.bytes[root][off+e.byte+b]) << (8 * b)
			s.known[lane] = s.known[lane] && p.known[root][off+e.byte+b] != 0
		}
		p.touch(plainTouch{lane, k, false, e.id, e.byte, size})
	}
	return s, nil
}

func (p *plainState) touch(t plainTouch) {
	if p.tracesTouch {
		p.trace = append(p.trace, t)
	}
}

// plainPacked is an element of a packed vector: half bytes, or bytes that are floating-point numbers with three bits of exponent.
func plainPacked(o *Operand, lane int) (uint64, bool) {
	if o.Type == VF {
		if lane >= 4 {
			return 0, false
		}
		c := o.Imm >> (8 * lane) & 0xff
		v := plainNumber{minus: c>>7 == 1, float: plainFloat()}
		if c&0x7f != 0 {
			v.float.SetMantExp(plainFloat().SetInt64(int64(16|c&15)), int(c>>4&7)-3-4)
		}
		return plainBits(v, "f"), true
	}
	if lane >= 8 {
		return 0, false
	}
	n := int64(o.Imm >> (4 * lane) & 15)
	if o.Type == V && n > 7 {
		n -= 16
	}
	return uint64(n) & 0xffff, true
}

// plainWrites says whether operand k is a destination: the first is, and of addc and subb the second too.
func plainWrites(i *Inst, k int) bool {
	two := i.Op.String() == "addc" || i.Op.String() == "subb"
	return k == 0 || k == 1 && two
}

// write writes the lanes of the destination.
func (p *plainState) write(i *Inst, bits [32]uint64, known [32]bool, lanes [32]int, list []plainElement) {
	p.writeTo(i, 0, bits, known, lanes, list)
}

// writeTo writes the lanes of a destination.
func (p *plainState) writeTo(i *Inst, k int, bits [32]uint64, known [32]bool, lanes [32]int, list []plainElement) {
	word, _ := p.word(&i.Operand[k])
	size := plainTypes[word].bytes
	for lane, e := range list {
		if lanes[lane] == 0 {
			continue
		}
		root, off := p.base(e.id)
		for b := range size {
			p.bytes[root][off+e.byte+b] = byte(bits[lane] >> (8 * b))
			p.known[root][off+e.byte+b] = 0
			if known[lane] {
				p.known[root][off+e.byte+b] = 0xff
			}
		}
		p.touch(plainTouch{lane, k, true, e.id, e.byte, size})
	}
}

// evaluateChEn is the document's pseudocode. unsure are channels whose predicate nobody has written.
func (p *plainState) evaluateChEn(i *Inst) (ChEn, executed, unsure [32]int) {
	size, offset := i.Exec.Size(), i.Exec.Offset()
	if i.Exec.NoMask() {
		for n := 0; n < size; n++ {
			ChEn[n] = 1
		}
	} else {
		for n := 0; n < size; n++ {
			ChEn[n] = p.EM[n+offset]
		}
	}
	executed = ChEn
	if i.Guard == 0 {
		return ChEn, executed, unsure
	}
	Pred := p.predicates[uint32(i.Guard.ID())]
	at := func(n int) int {
		if n >= len(Pred) {
			return -1
		}
		return Pred[n]
	}
	var PMask [32]int
	for n := 0; n < size; n++ {
		PMask[n] = at(n + offset)
	}
	if c := i.Guard.Combine(); c != Each {
		v := plainCombined(c, PMask[:size])
		if p.intel {
			v = plainCombined(c, Pred)
		}
		for n := 0; n < size; n++ {
			PMask[n] = v
		}
	}
	for n := 0; n < size; n++ {
		if PMask[n] < 0 {
			unsure[n] = 1
			continue
		}
		if i.Guard.Inverse() {
			PMask[n] = 1 - PMask[n]
		}
		ChEn[n] &= PMask[n]
	}
	return ChEn, executed, unsure
}

// plainCombined is any or all of the bits; -1 if one that nobody has written decides.
func plainCombined(c Combine, bits []int) int {
	missing := false
	for _, bit := range bits {
		switch {
		case bit < 0:
			missing = true
		case c == Any && bit == 1:
			return 1
		case c == All && bit == 0:
			return 0
		}
	}
	switch {
	case missing:
		return -1
	case c == All:
		return 1
	}
	return 0
}

// run carries one instruction out. Nothing is written if behaviour is undefined.
func (p *plainState) run(i *Inst) *plainFault {
	switch i.Op { // what marks a place does nothing, whatever its guard
	case opLabel, opLifetime, opFile, opLoc, opFenceGlobal, opFenceLocal, opFenceSW, opLscFence:
		return nil
	}
	if i.Op.String() == "add3.o" { // whose guard is written
		return p.overflowing(i)
	}
	ChEn, executed, unsure := p.evaluateChEn(i)
	for n := range unsure {
		if unsure[n] == 1 && executed[n] == 1 {
			return &plainFault{-1, n}
		}
	}
	if name := i.Op.String(); strings.HasSuffix(name, ".tgm") || strings.HasSuffix(name, "_typed") || name == "typed_atomic" {
		return p.pixels(i, ChEn)
	}
	if strings.HasSuffix(i.Op.String(), "block2d") {
		return p.block(i, ChEn)
	}
	if strings.HasPrefix(i.Op.String(), "lsc_") {
		return p.lsc(i, ChEn)
	}
	if strings.HasPrefix(i.Op.String(), "svm_") {
		return p.svm(i, ChEn)
	}
	switch i.Op.String() {
	case "fcvt", "srnd":
		return p.recoded(i, ChEn)
	case "dpas":
		return p.matrices(i, ChEn)
	case "sel":
		return p.sel(i, ChEn, executed)
	case "setp":
		return p.setp(i, ChEn)
	case "addr_add":
		return p.addrAdd(i, ChEn)
	case "movs":
		return p.movs(i, ChEn)
	case "addc", "subb":
		return p.carried(i, ChEn)
	case "madw":
		return p.multiplied(i, ChEn)
	case "line", "plane":
		return p.interpolated(i, ChEn)
	case "oword_ld", "oword_st", "oword_ld_unaligned", "media_ld", "media_st", "gather", "scatter", "gather_scaled", "scatter_scaled", "gather4_scaled", "scatter4_scaled", "dword_atomic":
		return p.send(i, ChEn)
	case "and", "or", "xor", "not":
		if i.Operand[0].Class == Predicate {
			return p.predicateLogic(i, ChEn)
		}
	}
	return p.vector(i, ChEn)
}

// vector is an instruction that computes an element of each lane.
func (p *plainState) vector(i *Inst, ChEn [32]int) *plainFault {
	var sources []plainSource
	var words []string
	for k := 1; k < int(i.N); k++ {
		s, f := p.read(i, k, ChEn)
		if f != nil {
			return f
		}
		sources, words = append(sources, s), append(words, s.word)
	}
	toPredicate := i.Operand[0].Class == Predicate
	dst, list := "ud", []plainElement(nil)
	if toPredicate {
		if f := p.predicateBounds(i, ChEn); f != nil {
			return f
		}
	} else {
		dst, _ = p.word(&i.Operand[0])
		list = p.elements(i, 0)
		for lane, e := range list {
			if ChEn[lane] == 1 && e.bad {
				return &plainFault{0, lane}
			}
		}
		if f := p.twoRegisters(i, 0, list, ChEn); f != nil {
			return f
		}
	}
	precision, unsigned, float := plainExecution(words, dst)
	var bits [32]uint64
	var known [32]bool
	for lane := range i.Exec.Size() {
		known[lane] = ChEn[lane] == 1
		var v []plainNumber
		for k, s := range sources {
			known[lane] = known[lane] && s.known[lane]
			v = append(v, plainModified(plainDecode(s.bits[lane], s.word), i.Operand[k+1].Mod.String(), s.word, precision))
		}
		if !known[lane] {
			continue
		}
		if isFunction(i.Op.String()) && plainBetween(i.Op.String(), v, float) {
			p.between++
		}
		var ok bool
		if bits[lane], ok = plainLane(i, v, sources, lane, words, dst, precision, unsigned, float); !ok {
			if i.Op == opDiv || i.Op == opMod {
				return &plainFault{2, lane}
			}
			return &plainFault{0, lane}
		}
	}
	if toPredicate {
		p.writePredicate(i, bits, known, ChEn)
		return nil
	}
	p.write(i, bits, known, ChEn, list)
	return nil
}
