package visa

import (
	"math/big"
)

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
	surfaces    map[uint32][]int // -1 if nobody has written it
	EM          [32]int
	trace       []plainTouch
	tracesTouch bool
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
	n := i.Exec.Size()
	dest := k == 0
	word, _ := p.word(o)
	size := plainTypes[word].bytes
	list := make([]plainElement, n)
	steps := make([]int, n)
	switch {
	case dest:
		steps = seedDestination(n, int(o.Region.H), 0)
	case o.Region.V == Null:
		for lane := range n {
			steps[lane] = lane % int(o.Region.W) * int(o.Region.H)
		}
	default:
		steps = seedSource(n, int(o.Region.W), int(o.Region.V), int(o.Region.H), 0)
	}
	for lane := range list {
		e := &list[lane]
		if o.Class == General {
			e.id = o.ID
			e.byte = int(o.Row)*p.decls.GRF + int(o.Col)*size + steps[lane]*size
		} else {
			a := p.follow(o, lane, n, dest)
			e.id = a.id
			e.byte = (a.value+int(o.Disp))&0xffff + steps[lane]*size
			if !a.written || !a.into {
				e.bad = true
				continue
			}
			root, off := p.base(e.id)
			e.bad = (off+e.byte)%size != 0 || p.alignment(root) < size
		}
		e.bad = e.bad || e.byte < 0 || e.byte+size > p.decls.Variable(GeneralKind, e.id).Size()
	}
	return list
}

// follow is the address that a lane of an indirect operand uses.
func (p *plainState) follow(o *Operand, lane, n int, dest bool) plainAddress {
	k := int(o.Offset)
	if !dest && o.Region.V == Null {
		k += lane / int(o.Region.W)
	}
	if all := p.addresses[o.ID]; k < len(all) {
		return all[k]
	}
	return plainAddress{}
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

// write writes the lanes of the destination.
func (p *plainState) write(i *Inst, bits [32]uint64, known [32]bool, lanes [32]int, list []plainElement) {
	word, _ := p.word(&i.Operand[0])
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
		p.touch(plainTouch{lane, 0, true, e.id, e.byte, size})
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
	scope := PMask[:size]
	if p.intel {
		scope = Pred
	}
	if c := i.Guard.Combine(); c != Each {
		any, all, missing := 0, 1, false
		for _, bit := range scope {
			switch bit {
			case 1:
				any = 1
			case 0:
				all = 0
			default:
				missing = true
			}
		}
		v := any
		if c == All {
			v = all
		}
		if missing && (c == Any && any == 0 || c == All && all == 1) {
			v = -1
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

// run carries one instruction out. Nothing is written if behaviour is undefined.
func (p *plainState) run(i *Inst) *plainFault {
	ChEn, executed, unsure := p.evaluateChEn(i)
	for n := range unsure {
		if unsure[n] == 1 && executed[n] == 1 {
			return &plainFault{-1, n}
		}
	}
	switch i.Op.String() {
	case "sel":
		return p.sel(i, ChEn, executed)
	case "setp":
		return p.setp(i, ChEn)
	case "addr_add":
		return p.addrAdd(i, ChEn)
	case "movs":
		return p.movs(i, ChEn)
	case "and", "or", "xor", "not":
		if i.Operand[0].Class == Predicate {
			return p.predicateLogic(i, ChEn)
		}
	}
	return p.vector(i, ChEn)
}

// plainExecution is what an instruction computes with: bits of integers and whether they have no sign, or the floating-point type.
func plainExecution(words []string, dst string) (precision int, unsigned bool, float string) {
	precision = 16
	for _, w := range words {
		if t := plainTypes[w]; t.integer {
			precision = max(precision, 8*t.bytes)
		}
	}
	unsigned = true
	all := words
	if !plainTypes[words[0]].integer && !plainTypes[dst].integer {
		all = append([]string{dst}, words...)
	}
	for _, w := range all {
		t := plainTypes[w]
		switch {
		case t.integer && max(8*t.bytes, 16) == precision:
			unsigned = unsigned && !t.negative && 8*t.bytes == precision
		case t.integer:
		case float == "" || t.bytes > plainTypes[float].bytes:
			float = w
		case t.bytes == plainTypes[float].bytes && w != float:
			float = "f"
		}
	}
	return precision, unsigned, float
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
		var ok bool
		if bits[lane], ok = plainLane(i, v, sources, lane, words, dst, precision, unsigned, float); !ok {
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

// plainLane is one lane of a vector instruction; false if it is undefined.
func plainLane(i *Inst, v []plainNumber, sources []plainSource, lane int, words []string, dst string, precision int, unsigned bool, float string) (uint64, bool) {
	mod := i.Operand[1].Mod.String()
	sat := i.Sat
	if i.Op == opMov {
		if words[0] == dst && !plainTypes[dst].integer && !sat { // bits, NaNs too
			return plainSign(sources[0].bits[lane], mod, dst), true
		}
		return plainConvert(v[0], dst, sat), true
	}
	if i.Op == opCmp {
		if plainHolds(i.Relation, v[0], v[1]) {
			return ^uint64(0), true
		}
		return 0, true
	}
	if v[0].integer != nil {
		r, ok := plainInteger(i, v, words, dst, precision, unsigned, sat)
		if !ok {
			return 0, false
		}
		switch i.Op.String() {
		case "and", "or", "xor", "not", "bfn", "rol", "ror":
			sat = false
		}
		return plainConvert(plainNumber{integer: r}, dst, sat), true
	}
	var r plainNumber
	switch i.Op.String() {
	case "add":
		r = plainSum(v[0], v[1])
	case "mul":
		r = plainProduct(v[0], v[1])
	case "mad":
		r = plainSum(plainProduct(v[0], v[1]), v[2])
	case "min":
		c, _ := plainCompare(v[0], v[1])
		if r = v[1]; !v[0].nan && (v[1].nan || c < 0) {
			r = v[0]
		}
	case "max":
		c, _ := plainCompare(v[0], v[1])
		if r = v[1]; !v[0].nan && (v[1].nan || c >= 0) {
			r = v[0]
		}
	}
	return plainConvert(plainNearest(r, float), dst, sat), true
}

// plainSign is the bits of a number whose sign a modifier changes.
func plainSign(bits uint64, modifier, word string) uint64 {
	top := uint64(1) << (8*plainTypes[word].bytes - 1)
	if modifier == "(abs)" || modifier == "(-abs)" {
		bits &= top - 1
	}
	if modifier == "(-)" || modifier == "(-abs)" {
		bits ^= top
	}
	return bits
}

func plainHolds(r Relation, x, y plainNumber) bool {
	c, unordered := plainCompare(x, y)
	switch relations[r] {
	case "eq":
		return c == 0 && !unordered
	case "ne":
		return c != 0 || unordered
	case "gt":
		return c > 0 && !unordered
	case "ge":
		return c >= 0 && !unordered
	case "lt":
		return c < 0 && !unordered
	}
	return c <= 0 && !unordered
}

// plainInteger is what integer instructions compute, exactly.
func plainInteger(i *Inst, v []plainNumber, words []string, dst string, precision int, unsigned, sat bool) (*big.Int, bool) {
	x, r := v[0].integer, new(big.Int)
	var y *big.Int
	if len(v) > 1 {
		y = v[1].integer
	}
	count := func() uint {
		if plainTypes[dst].bytes == 8 {
			return uint(new(big.Int).Mod(y, big.NewInt(64)).Uint64())
		}
		return uint(new(big.Int).Mod(y, big.NewInt(32)).Uint64())
	}
	switch i.Op.String() {
	case "add":
		return r.Add(x, y), true
	case "mul":
		return r.Mul(x, y), true
	case "mad":
		return r.Add(r.Mul(x, y), v[2].integer), true
	case "add3":
		return r.Add(r.Add(x, y), v[2].integer), true
	case "avg":
		return r.Rsh(r.Add(r.Add(x, y), big.NewInt(1)), 1), true
	case "min":
		if x.Cmp(y) < 0 {
			return x, true
		}
		return y, true
	case "max":
		if x.Cmp(y) > 0 {
			return x, true
		}
		return y, true
	case "and":
		r.And(x, y)
	case "or":
		r.Or(x, y)
	case "xor":
		r.Xor(x, y)
	case "not":
		r.Not(x)
	case "bfn":
		for bit := range 64 {
			index := x.Bit(bit)
			if x.Sign() < 0 {
				index = plainWrap(x, 64, true).Bit(bit)
			}
			index += plainWrap(y, 64, true).Bit(bit)<<1 + plainWrap(v[2].integer, 64, true).Bit(bit)<<2
			r.SetBit(r, bit, uint(i.Func>>index&1))
		}
	case "shl":
		r.Lsh(x, count())
		bits := uint(33)
		if plainTypes[words[0]].negative {
			bits = 32
		}
		top := new(big.Int).Rsh(r, bits)
		if sat && top.Sign() != 0 && (bits == 33 || top.Cmp(big.NewInt(-1)) != 0) {
			return nil, false
		}
		return r, true
	case "shr":
		return r.Rsh(plainWrap(x, precision, true), count()), true
	case "asr":
		return r.Rsh(x, count()), true
	case "rol", "ror":
		n := 8 * plainTypes[words[0]].bytes
		by := uint(new(big.Int).Mod(y, big.NewInt(int64(n))).Uint64())
		if i.Op == opRor {
			by = (uint(n) - by) % uint(n)
		}
		v := plainWrap(x, n, true)
		r.Or(new(big.Int).Lsh(v, by), new(big.Int).Rsh(v, uint(n)-by))
		return plainWrap(r, n, true), true
	}
	return plainWrap(r, precision, unsigned), true
}

// sel: the guard chooses, and the execution mask decides what is written.
func (p *plainState) sel(i *Inst, ChEn, executed [32]int) *plainFault {
	var second [32]int
	for n := range second {
		second[n] = executed[n] &^ ChEn[n]
	}
	a, f := p.read(i, 1, ChEn)
	if f != nil {
		return f
	}
	b, f := p.read(i, 2, second)
	if f != nil {
		return f
	}
	list := p.elements(i, 0)
	for lane, e := range list {
		if executed[lane] == 1 && e.bad {
			return &plainFault{0, lane}
		}
	}
	dst, _ := p.word(&i.Operand[0])
	precision, _, _ := plainExecution([]string{a.word, b.word}, dst)
	var bits [32]uint64
	var known [32]bool
	for lane := range i.Exec.Size() {
		s, k := a, 1
		if ChEn[lane] == 0 {
			s, k = b, 2
		}
		mod := i.Operand[k].Mod.String()
		if known[lane] = s.known[lane]; !known[lane] {
			continue
		}
		if s.word == dst && !plainTypes[dst].integer && !i.Sat {
			bits[lane] = plainSign(s.bits[lane], mod, dst)
			continue
		}
		bits[lane] = plainConvert(plainModified(plainDecode(s.bits[lane], s.word), mod, s.word, precision), dst, i.Sat)
	}
	p.write(i, bits, known, executed, list)
	return nil
}

func (p *plainState) predicateBounds(i *Inst, lanes [32]int) *plainFault {
	for lane := range i.Exec.Size() {
		if lanes[lane] == 1 && lane+i.Exec.Offset() >= len(p.predicates[i.Operand[0].ID]) {
			return &plainFault{0, lane}
		}
	}
	return nil
}

func (p *plainState) writePredicate(i *Inst, bits [32]uint64, known [32]bool, lanes [32]int) {
	P := p.predicates[i.Operand[0].ID]
	for lane := range i.Exec.Size() {
		if lanes[lane] == 0 {
			continue
		}
		P[lane+i.Exec.Offset()] = int(bits[lane] & 1)
		if !known[lane] {
			P[lane+i.Exec.Offset()] = -1
		}
	}
}

// setp: bit k of a scalar whatever lanes are enabled; else the lowest bit of enabled lanes.
func (p *plainState) setp(i *Inst, ChEn [32]int) *plainFault {
	o := &i.Operand[1]
	_, packed := p.word(o)
	scalar := o.Class == Immediate && !packed || o.Class != Immediate && o.Region == Region{0, 1, 0}
	lanes := ChEn
	if scalar {
		lanes = [32]int{1}
	}
	s, f := p.read(i, 1, lanes)
	if f != nil {
		return f
	}
	if scalar {
		for lane := range i.Exec.Size() {
			lanes[lane] = 1
		}
	}
	if f := p.predicateBounds(i, lanes); f != nil {
		return f
	}
	precision, _, _ := plainExecution([]string{s.word}, "ud")
	var bits [32]uint64
	var known [32]bool
	for lane := range i.Exec.Size() {
		from, bit := lane, 0
		if scalar {
			from, bit = 0, lane
		}
		v := plainModified(plainDecode(s.bits[from], s.word), o.Mod.String(), s.word, precision)
		known[lane] = s.known[from]
		bits[lane] = uint64(plainWrap(v.integer, 64, true).Bit(bit))
	}
	p.writePredicate(i, bits, known, lanes)
	return nil
}

// predicateLogic is and, or, xor and not of predicates, from the mask's offset on.
func (p *plainState) predicateLogic(i *Inst, ChEn [32]int) *plainFault {
	var v [3][32]int
	for k := 1; k < int(i.N); k++ {
		P := p.predicates[i.Operand[k].ID]
		for lane := range i.Exec.Size() {
			at := lane + i.Exec.Offset()
			if ChEn[lane] == 1 && at >= len(P) {
				return &plainFault{k, lane}
			}
			if ChEn[lane] == 1 {
				v[k][lane] = P[at]
			}
		}
	}
	if f := p.predicateBounds(i, ChEn); f != nil {
		return f
	}
	var bits [32]uint64
	var known [32]bool
	for lane := range i.Exec.Size() {
		x, y := v[1][lane], v[2][lane]
		known[lane] = x >= 0 && y >= 0
		bits[lane] = uint64(map[string]int{"and": x & y, "or": x | y, "xor": x ^ y, "not": 1 - x}[i.Op.String()])
	}
	p.writePredicate(i, bits, known, ChEn)
	return nil
}

// addrAdd adds numbers modulo 65536; the sum points into what the first source points into.
func (p *plainState) addrAdd(i *Inst, ChEn [32]int) *plainFault {
	o := i.Operand[1].Named(p.decls)
	var from [32]plainAddress
	for lane := range i.Exec.Size() {
		from[lane] = plainAddress{true, true, o.ID, int(o.Disp)}
		if o.Class != Address {
			continue
		}
		k := int(o.Offset) + lane%int(o.Width)
		if p.intel && o.Width > 1 {
			k = int(o.Offset) + lane
		}
		if from[lane] = (plainAddress{}); k < len(p.addresses[o.ID]) {
			from[lane] = p.addresses[o.ID][k]
		} else if ChEn[lane] == 1 {
			return &plainFault{1, lane}
		}
	}
	s, f := p.read(i, 2, ChEn)
	if f != nil {
		return f
	}
	A := p.addresses[i.Operand[0].ID]
	for lane := range i.Exec.Size() {
		if ChEn[lane] == 1 && int(i.Operand[0].Offset)+lane >= len(A) {
			return &plainFault{0, lane}
		}
	}
	precision, _, _ := plainExecution([]string{s.word}, "uw")
	for lane := range i.Exec.Size() {
		if ChEn[lane] == 0 {
			continue
		}
		a := from[lane]
		by := plainModified(plainDecode(s.bits[lane], s.word), i.Operand[2].Mod.String(), s.word, precision)
		a.value = (a.value + int(by.integer.Int64())) & 0xffff
		if !s.known[lane] || !a.written {
			a = plainAddress{}
		}
		A[int(i.Operand[0].Offset)+lane] = a
	}
	return nil
}

// movs copies indices between contiguous elements of surfaces, or between these and a variable.
func (p *plainState) movs(i *Inst, ChEn [32]int) *plainFault {
	from, to := &i.Operand[1], &i.Operand[0]
	var bits [32]uint64
	var known [32]bool
	if from.Class != State {
		s, f := p.read(i, 1, ChEn)
		if f != nil {
			return f
		}
		for lane := range bits {
			bits[lane], known[lane] = plainBits(plainDecode(s.bits[lane], s.word), "ud"), s.known[lane]
		}
	} else {
		for lane := range i.Exec.Size() {
			if k := int(from.Offset) + lane; ChEn[lane] == 0 {
				continue
			} else if k >= len(p.surfaces[from.ID]) {
				return &plainFault{1, lane}
			} else if index := p.surfaces[from.ID][k]; index >= 0 {
				bits[lane], known[lane] = uint64(index), true
			}
		}
	}
	if to.Class != State {
		list := p.elements(i, 0)
		for lane, e := range list {
			if ChEn[lane] == 1 && e.bad {
				return &plainFault{0, lane}
			}
		}
		p.write(i, bits, known, ChEn, list)
		return nil
	}
	for lane := range i.Exec.Size() {
		if ChEn[lane] == 1 && int(to.Offset)+lane >= len(p.surfaces[to.ID]) {
			return &plainFault{0, lane}
		}
	}
	for lane := range i.Exec.Size() {
		if ChEn[lane] == 1 {
			p.surfaces[to.ID][int(to.Offset)+lane] = -1
			if known[lane] {
				p.surfaces[to.ID][int(to.Offset)+lane] = int(uint32(bits[lane]))
			}
		}
	}
	return nil
}
