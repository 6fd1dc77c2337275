package visa

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// Messages of LSC in the plain implementation: the loops of their page, with addresses of any size and a byte at a time.

// plainShape is what the page says of an element: bytes in memory and in registers, and whether it is the upper half of these.
func plainShape(i *Inst) (memory, register int, upper bool) {
	switch datums[i.LSC.Datum].name {
	case "d8":
		return 1, 1, false
	case "d16":
		return 2, 2, false
	case "d64":
		return 8, 8, false
	case "d8c32":
		return 1, 4, false
	case "d16c32":
		return 2, 4, false
	case "d16c32h":
		return 2, 4, true
	}
	return 4, 4, false
}

// A plainPart is an element: where its first byte is in memory, and where it lies in the data.
type plainPart struct {
	lane   int
	memory *big.Int
	at     int
	absent bool
}

// lsc carries a message out.
func (p *plainState) lsc(i *Inst, ChEn [32]int) *plainFault {
	name := strings.TrimPrefix(i.Op.String(), "lsc_")
	store, atomic := strings.HasPrefix(name, "store"), strings.HasPrefix(name, "atomic")
	data := 1
	if store {
		data = 3
	}
	if name == "store_strided" {
		data = 4
	}
	mem, f := p.lscSurface(i)
	if f != nil {
		return f
	}
	if ChEn == [32]int{} {
		return nil
	}
	starts, f := p.lscStarts(i, name, ChEn)
	if f != nil {
		return f
	}
	if atomic {
		if f := p.lscSources(i, name, ChEn); f != nil {
			return f
		}
	}
	parts, f := p.lscParts(i, name, data, mem, starts, ChEn)
	if f != nil {
		return f
	}
	switch {
	case atomic:
		p.lscOperate(i, strings.TrimPrefix(name, "atomic_"), mem, parts)
	case store:
		return p.lscStore(i, data, mem, parts)
	default:
		p.lscLoad(i, data, mem, parts)
	}
	return nil
}

// lscSurface is the memory: by the unit, or by a number that an element or the text has.
func (p *plainState) lscSurface(i *Inst) (*plainMemory, *plainFault) {
	id := uint32(5)
	if units[i.LSC.Unit] == "slm" {
		id = 0
	}
	if m := models[i.LSC.Model]; m == "flat" {
		if p.memories[id] == nil {
			return nil, &plainFault{NoOperand, NoLane}
		}
		return p.memories[id], nil
	}
	n, f := p.lscNumber(i, 0)
	if f != nil {
		return nil, f
	}
	if p.table[uint32(n)] == nil {
		return nil, &plainFault{0, NoLane}
	}
	return p.table[uint32(n)], nil
}

func (p *plainState) lscNumber(i *Inst, k int) (int64, *plainFault) {
	if o := &i.Operand[k]; o.Class == Immediate {
		return int64(uint32(o.Imm)), nil
	}
	one := *i
	one.Exec = 0
	s, f := p.read(&one, k, [32]int{1})
	if f != nil || !s.known[0] {
		return 0, &plainFault{k, NoLane}
	}
	return int64(s.bits[0]), nil
}

// lscStarts are AddrScale*Src0Addrs[n] + AddrImmOffset, and of strided messages n*Src0AddrPitch more than that of the first address.
func (p *plainState) lscStarts(i *Inst, name string, ChEn [32]int) (at [32]*big.Int, f *plainFault) {
	strided := strings.HasSuffix(name, "strided")
	pitch := int64(0)
	if strided {
		if pitch, f = p.lscNumber(i, 3); f != nil {
			return at, f
		}
	}
	size := map[uint8]int{1: 2, 2: 4, 3: 8}[i.LSC.Addresses]
	for lane := range 32 {
		if ChEn[lane] == 0 {
			continue
		}
		from, who := lane, lane
		if strided {
			from, who = 0, NoLane
		}
		v := new(big.Int)
		b, known := p.raw(&i.Operand[2])
		for k := size - 1; k >= 0; k-- {
			n := int(i.Operand[2].Disp) + from*size + k
			if n >= len(b) || known[n] == 0 {
				return at, &plainFault{2, who}
			}
			v.Add(v.Lsh(v, 8), big.NewInt(int64(b[n])))
		}
		v.Mul(v, big.NewInt(int64(i.LSC.Scale)))
		v.Add(v, big.NewInt(int64(i.LSC.Offset)))
		at[lane] = v.Add(v, big.NewInt(int64(lane)*pitch))
	}
	return at, nil
}

// lscSources are all there, whatever the size of what is read of them.
func (p *plainState) lscSources(i *Inst, name string, ChEn [32]int) *plainFault {
	_, size, _ := plainShape(i)
	order := []int{3, 4}
	if name == "atomic_icas" {
		order = []int{4, 3}
	}
	for _, k := range order[:plainLSCSources(name)] {
		for lane := range 32 {
			b, _ := p.raw(&i.Operand[k])
			if ChEn[lane] == 1 && int(i.Operand[k].Disp)+(lane+1)*size > len(b) {
				return &plainFault{k, lane}
			}
		}
	}
	return nil
}

func plainLSCSources(name string) int {
	switch name {
	case "atomic_iinc", "atomic_idec", "atomic_load":
		return 0
	case "atomic_icas", "atomic_fcas":
		return 2
	}
	return 1
}

// lscParts are the elements of all lanes: DstData[v].elems[n], where DstData[v] is as many registers as the lanes fill, or DstData[n].elems[v].
func (p *plainState) lscParts(i *Inst, name string, data int, mem *plainMemory, starts [32]*big.Int, ChEn [32]int) (parts []plainPart, f *plainFault) {
	memory, register, _ := plainShape(i)
	wanted := []int{}
	if strings.HasSuffix(name, "quad") {
		for k, letter := range "xyzw" {
			if strings.ContainsRune(plainQuad(i), letter) {
				wanted = append(wanted, k)
			}
		}
	} else {
		for k := range []int{0, 1, 2, 3, 4, 8, 16, 32, 64}[i.LSC.Elements] {
			wanted = append(wanted, k)
		}
	}
	filled := 0
	for filled < i.Exec.Size()*register {
		filled += p.decls.GRF
	}
	b, _ := p.raw(&i.Operand[data])
	for lane := range 32 {
		if ChEn[lane] == 0 {
			continue
		}
		if m := new(big.Int).Mod(starts[lane], big.NewInt(int64(memory))); strings.HasPrefix(name, "atomic") && m.Sign() != 0 {
			return nil, &plainFault{2, lane}
		}
		for n, v := range wanted {
			part := plainPart{lane: lane, memory: new(big.Int).Add(starts[lane], big.NewInt(int64(v*memory))), at: int(i.Operand[data].Disp)}
			if i.LSC.Transposed {
				part.at += n * register
			} else {
				part.at += n*filled + lane*register
			}
			last := new(big.Int).Add(part.memory, big.NewInt(int64(memory)))
			part.absent = part.memory.Sign() < 0 || last.Cmp(big.NewInt(int64(len(mem.bytes)))) > 0
			if part.absent && !p.zeroOutside {
				return nil, &plainFault{0, lane}
			}
			if b != nil && part.at+register > len(b) {
				return nil, &plainFault{data, lane}
			}
			parts = append(parts, part)
		}
	}
	return parts, nil
}

// plainQuad is the channels of a quad by their letters.
func plainQuad(i *Inst) (s string) {
	for k, letter := range []string{"x", "y", "z", "w"} {
		if i.LSC.Channels&(1<<k) != 0 {
			s += letter
		}
	}
	return s
}

// lscElement is the bytes that an element has in memory or in registers; undefined is nil.
func (x *plainPart) of(mem *plainMemory, n int) (v []byte, known []byte) {
	if x.absent {
		return make([]byte, n), bytes.Repeat([]byte{0xff}, n)
	}
	at := x.memory.Int64()
	return mem.bytes[at : at+int64(n)], mem.known[at : at+int64(n)]
}

func (p *plainState) lscLoad(i *Inst, data int, mem *plainMemory, parts []plainPart) {
	memory, register, upper := plainShape(i)
	b, known := p.raw(&i.Operand[data])
	if b == nil {
		return
	}
	for k := range parts {
		from, has := parts[k].of(mem, memory)
		p.fill(b, known, parts[k].at, from, has, register, upper)
	}
}

// fill writes an element into a register: what is not of it is zero.
func (p *plainState) fill(b, known []byte, at int, from, has []byte, register int, upper bool) {
	value, defined := make([]byte, register), bytes.Repeat([]byte{0xff}, register)
	shift := 0
	if upper {
		shift = 2
	}
	copy(value[shift:], from)
	copy(defined[shift:], has)
	copy(b[at:], value)
	copy(known[at:], defined)
}

func (p *plainState) lscStore(i *Inst, data int, mem *plainMemory, parts []plainPart) *plainFault {
	memory, _, upper := plainShape(i)
	writer := map[string]int{}
	for _, x := range parts {
		for k := range memory {
			if x.absent {
				break
			}
			place := new(big.Int).Add(x.memory, big.NewInt(int64(k))).String()
			if other, ok := writer[place]; ok && other != x.lane {
				return &plainFault{0, x.lane}
			}
			writer[place] = x.lane
		}
	}
	b, known := p.raw(&i.Operand[data])
	for _, x := range parts {
		at := x.at
		if upper {
			at += 2
		}
		if !x.absent {
			copy(mem.bytes[x.memory.Int64():], b[at:at+memory])
			copy(mem.known[x.memory.Int64():], known[at:at+memory])
		}
	}
	return nil
}

// lscOperate carries the operations out, lane by lane, on numbers of any size; nil is undefined. All sources are read before anything is written.
func (p *plainState) lscOperate(i *Inst, name string, mem *plainMemory, parts []plainPart) {
	memory, register, _ := plainShape(i)
	var sources [2][32]*big.Int
	for k := range plainLSCSources("atomic_" + name) {
		b, known := p.raw(&i.Operand[3+k])
		for _, x := range parts {
			at := int(i.Operand[3+k].Disp) + x.lane*register
			sources[k][x.lane] = plainBytes(b[at:at+memory], known[at:at+memory])
		}
	}
	b, known := p.raw(&i.Operand[1])
	for k := range parts {
		x := &parts[k]
		cell, has := x.of(mem, memory)
		old := plainBytes(cell, has)
		before, wasKnown := bytes.Clone(cell), bytes.Clone(has)
		next := plainLSCOperation(name, 8*memory, old, sources[0][x.lane], sources[1][x.lane])
		for k := range cell {
			if name == "load" {
				break
			}
			if has[k] = 0; next != nil {
				has[k] = 0xff
				cell[k] = byte(new(big.Int).Rsh(next, uint(8*k)).Uint64())
			}
		}
		if b != nil {
			if old == nil {
				wasKnown = make([]byte, memory)
			}
			p.fill(b, known, x.at, before, wasKnown, register, false)
		}
	}
}

func plainBytes(b, known []byte) *big.Int {
	v := new(big.Int)
	for k := len(b) - 1; k >= 0; k-- {
		if known[k] == 0 {
			return nil
		}
		v.Add(v.Lsh(v, 8), big.NewInt(int64(b[k])))
	}
	return v
}

// plainLSCOperation is what a word becomes.
func plainLSCOperation(name string, bits int, old, x, y *big.Int) *big.Int {
	word := map[int]string{16: "hf", 32: "f", 64: "df"}[bits]
	number := func(v *big.Int) plainNumber { return plainDecode(v.Uint64(), word) }
	switch {
	case name == "store":
		return x
	case name == "icas" && old != nil && x != nil && old.Cmp(x) != 0:
		return old
	case name == "icas" && old != nil && x != nil:
		return y
	case name == "fcas" && old != nil && x != nil:
		if order, unordered := plainCompare(number(old), number(x)); order == 0 && !unordered {
			return y
		}
		return old
	case old == nil, name != "iinc" && name != "idec" && name != "load" && x == nil:
		return nil
	}
	signed := func(v *big.Int) *big.Int { return plainWrap(v, bits, false) }
	r := new(big.Int)
	least := func(first bool) *big.Int {
		if first {
			return old
		}
		return x
	}
	switch name {
	case "load":
		return old
	case "iinc":
		return plainWrap(r.Add(old, big.NewInt(1)), bits, true)
	case "idec":
		return plainWrap(r.Sub(old, big.NewInt(1)), bits, true)
	case "iadd":
		return plainWrap(r.Add(old, x), bits, true)
	case "isub":
		return plainWrap(r.Sub(old, x), bits, true)
	case "smin":
		return least(signed(old).Cmp(signed(x)) < 0)
	case "smax":
		return least(signed(old).Cmp(signed(x)) > 0)
	case "umin":
		return least(old.Cmp(x) < 0)
	case "umax":
		return least(old.Cmp(x) > 0)
	case "and":
		return r.And(old, x)
	case "or":
		return r.Or(old, x)
	case "xor":
		return r.Xor(old, x)
	}
	m, n := number(old), number(x)
	order, _ := plainCompare(m, n)
	switch name {
	case "fmax":
		return least(n.nan || !m.nan && order > 0)
	case "fmin":
		return least(n.nan || !m.nan && order < 0)
	case "fsub":
		n.minus = !n.minus
	}
	return new(big.Int).SetUint64(plainConvert(plainSum(m, n), word, false))
}

// lscMessage is a random message that both executors take.
func (c *messageCase) lscMessage(op Op) Inst {
	i := Inst{Op: op, N: 5, LSC: LSC{Model: FlatModel, Scale: 1, Datum: uint8(1 + c.IntN(7)), Addresses: uint8(1 + c.IntN(3)), Elements: 1}}
	a := &i.LSC
	size := []int{1, 2, 4, 8, 16, 32}[c.IntN(6)]
	mask := 0
	if c.IntN(3) == 0 {
		mask = c.IntN((32-size)/4 + 1)
	}
	switch {
	case op.isLSCAtomic():
		a.Datum = []uint8{6, 3, 4, 3, 4}[c.IntN(5)]
	case op.isQuad():
		a.Channels = uint8(1 + c.IntN(15))
	case c.IntN(5) == 0:
		size, a.Transposed, a.Elements = 1, true, uint8(1+c.IntN(7))
	case c.IntN(2) == 0 && size < 32:
		a.Elements = uint8(1 + c.IntN(4))
	}
	i.Exec, _ = ExecOf(size, mask, c.IntN(5) == 0)
	if c.IntN(3) == 0 {
		i.Guard, _ = ControlOf(1, Combine(c.IntN(3)), c.IntN(2) == 0)
	}
	i.Operand[0] = Operand{Class: Immediate, Type: UD}
	switch c.IntN(6) {
	case 0:
		a.Unit = SharedUnit
	case 1, 2:
		a.Model = []Model{BindlessModel, SurfaceModel, TableModel}[c.IntN(3)]
		if i.Operand[0].Imm = 5; c.IntN(3) == 0 {
			i.Operand[0] = Operand{Class: General, ID: c.variable("which"), Col: int32(c.IntN(9)), Region: Scalar}
		}
	}
	switch c.IntN(5) {
	case 0:
		a.Scale = []uint16{2, 4, 3}[c.IntN(3)]
	case 1:
		a.Offset = int32(c.IntN(40) - 20)
	case 2:
		a.Offset = int32(8 * (c.IntN(10) - 3))
	}
	for k := 1; k < 5; k++ {
		i.Operand[k] = Operand{Class: Raw}
	}
	i.Operand[2] = c.raw("apart", "apart", "apart", "apart", "apart", "near", "short")
	i.Operand[2].Disp = int32(8 * (c.IntN(6) / 4 * c.IntN(4)))
	if a.Addresses != 3 && i.Operand[2].ID == c.variable("apart") {
		i.Operand[2].ID = c.variable([]string{"apart_w", "apart_d"}[a.Addresses-1])
	}
	if op.isStrided() {
		i.Operand[3] = Operand{Class: Immediate, Type: UD, Imm: uint64([]int{0, 1, 2, 4, 8, 8, 16, 40}[c.IntN(8)])}
		if c.IntN(3) == 0 {
			i.Operand[3] = Operand{Class: General, ID: c.variable("near", "short"), Col: int32(c.IntN(11)), Region: Scalar}
		}
	}
	data := c.raw("data", "data", "data", "data_d", "short")
	if c.IntN(10) == 0 && !op.isLSCStore() {
		data = Operand{Class: Raw}
	}
	i.Operand[op.lscData()] = data
	for k := range lscAtomics[op].a.sources() {
		if op.isLSCAtomic() {
			i.Operand[3+k] = c.raw("data", "data", "short")
		}
	}
	return i
}

const lscDecls = messageDecls + `.decl apart v_type=G type=uq num_elts=40 align=GRF
.decl apart_d v_type=G type=ud num_elts=40 align=GRF
.decl apart_w v_type=G type=uw num_elts=40 align=GRF
.decl which v_type=G type=ud num_elts=8 align=GRF
`

// freshLSC gives addresses that are apart from each other, most often, and numbers of surfaces.
func (c *messageCase) freshLSC() {
	unit := []int{1, 4, 8, 8, 16, 24}[c.IntN(6)]
	for n, name := range []string{"apart", "apart_d", "apart_w"} {
		id, size := c.variable(name), 8>>n
		for k := range 40 {
			v := uint64(unit * k)
			switch c.IntN(60) {
			case 0:
				v = c.Uint64()
			case 1:
				v = uint64(c.IntN(700))
			}
			setWord(c.plain.bytes[id][size*k:], c.plain.known[id][size*k:], size, v, c.IntN(600) > 0)
		}
	}
	id := c.variable("which")
	for k := range 8 {
		setWord(c.plain.bytes[id][4*k:], c.plain.known[id][4*k:], 4, uint64([]int{5, 5, 5, 7}[c.IntN(4)]), c.IntN(20) > 0)
	}
	c.surfaces[5], c.plain.memories[5] = c.memory(900, 0)
	c.surfaces[0], c.plain.memories[0] = c.memory(600, 0)
	c.table[5], c.plain.table[5] = c.memory(700, 0)
	if c.IntN(30) == 0 {
		delete(c.surfaces, 5)
		delete(c.plain.memories, 5)
	}
}

// Random messages of LSC do the same in both executors: variables, memory, and the lane and operand of undefined behaviour.
func TestPlainLSC(t *testing.T) {
	n := 20_000
	if *full {
		n = 1_000_000
	}
	rng := chance.Random(t, 241)
	ran, faults, changed := map[Op]int{}, map[Op]int{}, map[Op]int{}
	for part := range 4 {
		c := newMessageCase(t, rng, lscDecls, part)
		for range n / 4 {
			c.fresh()
			c.freshLSC()
			op := opLscLoadStatus
			for op == opLscLoadStatus {
				op = opLscLoad + Op(c.IntN(int(opLscStoreUncompressed-opLscLoad)+1))
			}
			i := c.lscMessage(op)
			before := append(bytes.Clone(c.surfaces[0].Bytes), c.table[5].Bytes...)
			if c.surfaces[5] != nil {
				before = append(before, c.surfaces[5].Bytes...)
			}
			if ran[op]++; c.run(&i) {
				faults[op]++
				continue
			}
			after := append(bytes.Clone(c.surfaces[0].Bytes), c.table[5].Bytes...)
			if c.surfaces[5] != nil {
				after = append(after, c.surfaces[5].Bytes...)
			}
			if !bytes.Equal(before, after) {
				changed[op]++
			}
		}
	}
	t.Logf("%v, faults %v, wrote %v", ran, faults, changed)
	for op := opLscLoad; op <= opLscStoreUncompressed; op++ {
		if ok, _ := op.Executes(); !ok {
			continue
		}
		if ran[op]*60 < n || faults[op]*5 > 4*ran[op] || faults[op]*50 < ran[op] {
			t.Errorf("%s: %d runs, %d faults", op, ran[op], faults[op])
		}
		if wrote := changed[op] > 0; wrote != (op.isLSCStore() || op.isLSCAtomic() && op != opLscAtomicLoad) {
			t.Errorf("%s wrote %d times", op, changed[op])
		}
	}
}
