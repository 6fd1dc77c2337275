package visa

import (
	"bytes"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// Messages of SVM in the plain implementation: addresses of any size, a byte at a time, by the loops of their pages.

// svmOperations are the names that the operations of SVM have in messages of LSC; that which compares has its sources the other way round there.
var svmOperations = map[string]string{
	"add": "iadd", "sub": "isub", "inc": "iinc", "dec": "idec", "min": "umin", "max": "umax", "xchg": "store", "cmpxchg": "icas", "and": "and", "or": "or", "xor": "xor",
	"minsint": "smin", "maxsint": "smax", "predec": "idec", "fmax": "fmax", "fmin": "fmin", "fcmpwr": "fcas", "fadd": "fadd", "fsub": "fsub",
}

// A svmByte is a byte that a lane moves.
type svmByte struct {
	lane     int
	memory   *big.Int
	register int
	absent   bool
}

// svm carries a message out.
func (p *plainState) svm(i *Inst, ChEn [32]int) *plainFault {
	name := strings.TrimPrefix(i.Op.String(), "svm_")
	mem := p.memories[5]
	if mem == nil {
		return &plainFault{NoOperand, NoLane}
	}
	if strings.HasPrefix(name, "block") {
		ChEn = [32]int{1}
	}
	var starts [32]*big.Int
	for lane := range 32 {
		if ChEn[lane] == 1 {
			var f *plainFault
			if starts[lane], f = p.svmStart(i, name, lane); f != nil {
				return f
			}
		}
	}
	if name == "atomic" {
		for k := range plainAtomicSources(i) {
			for lane := range 32 {
				b, _ := p.raw(&i.Operand[1+k])
				if ChEn[lane] == 1 && int(i.Operand[1+k].Disp)+(lane+1)*svmElement(i) > len(b) {
					return &plainFault{1 + k, lane}
				}
			}
		}
	}
	var moves []svmByte
	for lane := range 32 {
		if ChEn[lane] == 1 {
			more, f := p.svmBytes(i, name, mem, lane, starts[lane])
			if f != nil {
				return f
			}
			moves = append(moves, more...)
		}
	}
	switch name {
	case "atomic":
		p.svmOperate(i, mem, moves)
	case "block_ld", "gather", "gather4scaled":
		p.svmLoad(i, name, mem, moves)
	default:
		return p.svmStore(i, name, mem, moves)
	}
	return nil
}

// svmElement is what a lane has of the registers of an atomic operation: words are unpacked.
func svmElement(i *Inst) int { return map[uint8]int{0: 4, 1: 4, 2: 8}[i.Func>>5] }

// svmStart is *(address + element_offset[i]), of which some messages have one alone.
func (p *plainState) svmStart(i *Inst, name string, lane int) (*big.Int, *plainFault) {
	sum := new(big.Int)
	vector := 0
	if strings.HasPrefix(name, "block") || strings.Contains(name, "4scaled") {
		one := *i
		one.Exec = 0
		if c := one.Operand[0].Class; c == General || c == Indirect {
			one.Operand[0].Region = Region{0, 1, 0}
		}
		s, f := p.read(&one, 0, [32]int{1})
		if f != nil || !s.known[0] {
			return nil, &plainFault{0, 0}
		}
		v := plainModified(plainDecode(s.bits[0], s.word), one.Operand[0].Mod.String(), s.word, 64)
		sum.SetUint64(plainConvert(v, "uq", false))
		if vector = 1; strings.HasPrefix(name, "block") {
			return sum, nil
		}
	}
	b, known := p.raw(&i.Operand[vector])
	at := int(i.Operand[vector].Disp) + 8*lane
	if at+8 > len(b) {
		return nil, &plainFault{vector, lane}
	}
	v := plainBytes(b[at:at+8], known[at:at+8])
	if v == nil {
		return nil, &plainFault{vector, lane}
	}
	return sum.Add(sum, v), nil
}

// svmBytes are the bytes that a lane moves, block by block.
func (p *plainState) svmBytes(i *Inst, name string, mem *plainMemory, lane int, start *big.Int) (moves []svmByte, f *plainFault) {
	leads := 0 // the operand that says where
	if strings.Contains(name, "4scaled") {
		leads = 1
	}
	multiple := int64(1)
	var blocks [][2]int // where in memory and in registers
	size := 4
	switch name {
	case "block_ld", "block_st":
		if size, multiple = 16, 16; i.Number == 1 {
			multiple = 4
		}
		for n := range int(i.Func) {
			blocks = append(blocks, [2]int{16 * n, 16 * n})
		}
	case "gather", "scatter":
		num := int(i.Sizes[0])
		size, multiple = int(i.Func), int64(i.Func)
		for j := range num {
			if size == 1 {
				least := num
				if num < 4 {
					least = 4
				}
				blocks = append(blocks, [2]int{j, lane*least + j})
			} else {
				blocks = append(blocks, [2]int{j * size, (j*i.Exec.Size() + lane) * size})
			}
		}
	case "atomic":
		size = []int{4, 2, 8}[i.Func>>5]
		multiple = int64(size)
		blocks = [][2]int{{0, lane * svmElement(i)}}
	default:
		multiple = 4
		for c, pos := 0, 0; c < 4; c++ {
			if i.Func>>c&1 == 1 {
				blocks = append(blocks, [2]int{c * 4, pos*max(i.Exec.Size()*4, p.decls.GRF) + 4*lane})
				pos++
			}
		}
	}
	if new(big.Int).Mod(start, big.NewInt(multiple)).Sign() != 0 {
		return nil, &plainFault{leads, lane}
	}
	data := &i.Operand[int(i.N)-1]
	b, _ := p.raw(data)
	for _, at := range blocks {
		first := new(big.Int).Add(start, big.NewInt(int64(at[0])))
		end := new(big.Int).Add(first, big.NewInt(int64(size)))
		absent := end.Cmp(big.NewInt(int64(len(mem.bytes)))) > 0
		if absent && !p.zeroOutside {
			return nil, &plainFault{leads, lane}
		}
		if b != nil && int(data.Disp)+at[1]+size > len(b) {
			return nil, &plainFault{int(i.N) - 1, lane}
		}
		for k := range size {
			moves = append(moves, svmByte{lane, new(big.Int).Add(first, big.NewInt(int64(k))), int(data.Disp) + at[1] + k, absent})
		}
	}
	return moves, nil
}

// svmLoad writes the data. What belongs to a lane or a channel and is not loaded is undefined.
func (p *plainState) svmLoad(i *Inst, name string, mem *plainMemory, moves []svmByte) {
	data := &i.Operand[int(i.N)-1]
	b, known := p.raw(data)
	if b == nil {
		return
	}
	for _, m := range moves {
		if num := int(i.Sizes[0]); name == "gather" && i.Func == 1 && num < 4 {
			for n := num; n < 4; n++ {
				if at := int(data.Disp) + 4*m.lane + n; at < len(b) {
					known[at] = 0
				}
			}
		}
	}
	if lanes := 4 * i.Exec.Size(); name == "gather4scaled" && len(moves) > 0 {
		for n := lanes; n < p.decls.GRF; n++ {
			for ch := range i.channelsOf() {
				if at := int(data.Disp) + ch*p.decls.GRF + n; at < len(b) {
					known[at] = 0
				}
			}
		}
	}
	for _, m := range moves {
		if b[m.register], known[m.register] = 0, 0xff; !m.absent {
			b[m.register], known[m.register] = mem.bytes[m.memory.Int64()], mem.known[m.memory.Int64()]
		}
	}
}

// svmStore writes memory, unless two lanes write one byte of it.
func (p *plainState) svmStore(i *Inst, name string, mem *plainMemory, moves []svmByte) *plainFault {
	leads := 0
	if strings.Contains(name, "4scaled") {
		leads = 1
	}
	writer := map[int64]int{}
	for _, m := range moves {
		if m.absent {
			continue
		}
		if other, ok := writer[m.memory.Int64()]; ok && other != m.lane {
			return &plainFault{leads, m.lane}
		}
		writer[m.memory.Int64()] = m.lane
	}
	b, known := p.raw(&i.Operand[int(i.N)-1])
	for _, m := range moves {
		switch {
		case m.absent:
		case b == nil:
			mem.known[m.memory.Int64()] = 0
		default:
			mem.bytes[m.memory.Int64()], mem.known[m.memory.Int64()] = b[m.register], known[m.register]
		}
	}
	return nil
}

// svmOperate carries the operations out, lane by lane. All sources are read before anything is written.
func (p *plainState) svmOperate(i *Inst, mem *plainMemory, moves []svmByte) {
	size, element := []int{4, 2, 8}[i.Func>>5], svmElement(i)
	name := atomics[i.Func&31]
	var sources [2][32]*big.Int
	for k := range plainAtomicSources(i) {
		b, known := p.raw(&i.Operand[1+k])
		for _, m := range moves {
			at := int(i.Operand[1+k].Disp) + m.lane*element
			sources[k][m.lane] = plainBytes(b[at:at+size], known[at:at+size])
		}
	}
	if name == "cmpxchg" {
		sources[0], sources[1] = sources[1], sources[0]
	}
	b, known := p.raw(&i.Operand[3])
	for ; len(moves) > 0; moves = moves[size:] {
		m := moves[0]
		cell, has := make([]byte, size), bytes.Repeat([]byte{0xff}, size)
		if !m.absent {
			at := m.memory.Int64()
			cell, has = mem.bytes[at:at+int64(size)], mem.known[at:at+int64(size)]
		}
		old := plainBytes(cell, has)
		next := plainLSCOperation(svmOperations[name], 8*size, old, sources[0][m.lane], sources[1][m.lane])
		result := old
		if name == "predec" {
			result = next
		}
		write := func(b, known []byte, v *big.Int) {
			for k := range b {
				if known[k] = 0; v != nil {
					b[k], known[k] = byte(new(big.Int).Rsh(v, uint(8*k)).Uint64()), 0xff
				}
			}
		}
		if !m.absent {
			write(cell, has, next)
		}
		if b != nil {
			write(b[m.register:m.register+size], known[m.register:m.register+size], result)
			for at := m.register + size; at < m.register+element && at < len(b); at++ {
				known[at] = 0
			}
		}
	}
}

// svmMessage is a random message that both executors take.
func (c *messageCase) svmMessage(op Op) Inst {
	i := Inst{Op: op}
	size, mask := []int{1, 2, 4, 8, 8, 16}[c.IntN(6)], 0
	if c.IntN(3) == 0 {
		mask = c.IntN((32-size)/4 + 1)
	}
	if !op.isBlock() {
		i.Exec, _ = ExecOf(size, mask, c.IntN(5) == 0)
		if c.IntN(3) == 0 {
			i.Guard, _ = ControlOf(1, Combine(c.IntN(3)), c.IntN(2) == 0)
		}
	}
	switch {
	case op.isBlock():
		i.Func = 1 << c.IntN(5)
		i.Number = uint32(c.IntN(2))
		if op == opSvmBlockSt {
			i.Number = 0
		}
	case op.isFourfold():
		i.Func = uint8(1 + c.IntN(15))
	case op.isAtomic():
		for i.Func = uint8(c.IntN(int(numAtomics))); atomics[i.Func] == ""; {
			i.Func = uint8(c.IntN(int(numAtomics)))
		}
		i.Func |= []uint8{0, halfAtomic, quadAtomic}[c.IntN(3)]
	default:
		i.Func, i.Sizes[0] = svmBlocks[c.IntN(3)], uint8(1<<c.IntN(4))
	}
	letters := opcodes[op].operands
	i.N = uint8(len(letters))
	for k := range letters {
		needed := op.isAtomic() && k >= 1 && k < 1+plainAtomicSources(&i)
		switch {
		case letters[k] == 's':
			i.Operand[k] = c.svmScalar(op.isBlock())
		case op.isAtomic() && k >= 1 && k < 3 && !needed:
			i.Operand[k] = Operand{Class: Raw}
		case k == len(letters)-1 && c.IntN(8) == 0:
			i.Operand[k] = Operand{Class: Raw}
		case k == len(letters)-1 || needed:
			i.Operand[k] = c.raw("data", "data", "data_d", "short")
		default:
			i.Operand[k] = c.raw("apart", "apart", "apart", "apart", "apart", "apart", "apart", "short")
			i.Operand[k].Disp = int32(8 * (c.IntN(6) / 4 * c.IntN(4)))
		}
	}
	return i
}

// svmScalar is an address: a number, most often a small one, or an element.
func (c *messageCase) svmScalar(row bool) Operand {
	unit := []int{1, 4, 16, 16}[c.IntN(4)]
	if c.IntN(4) == 0 {
		return Operand{Class: General, ID: c.variable("apart"), Col: int32(c.IntN(4)), Region: Region{int16([]int{0, 1, 8}[c.IntN(3)]), 1, 0}, Mod: Modifier(c.IntN(5) / 4)}
	}
	v := uint64([]int{0, unit * c.IntN(4), unit * c.IntN(600/unit)}[c.IntN(3)])
	switch {
	case c.IntN(20) == 0:
		v = -uint64(unit)
	case !row && c.IntN(2) == 0:
		v = 0
	}
	return Operand{Class: Immediate, Type: UQ, Imm: v}
}

// Random messages of SVM do the same in both executors: variables, memory, and the lane and operand of undefined behaviour.
func TestPlainSVM(t *testing.T) {
	n := 20_000
	if *full {
		n = 1_000_000
	}
	rng := chance.Random(t, 242)
	ran, faults, changed := map[Op]int{}, map[Op]int{}, map[Op]int{}
	for part := range 4 {
		c := newMessageCase(t, rng, lscDecls, part)
		for range n / 4 {
			c.fresh()
			c.freshLSC()
			op := opSvmBlockLd + Op(c.IntN(int(opSvmScatter4Scaled-opSvmBlockLd)+1))
			i := c.svmMessage(op)
			var before []byte
			if c.surfaces[5] != nil {
				before = slices.Clone(c.surfaces[5].Bytes)
			}
			if ran[op]++; c.run(&i) {
				faults[op]++
			} else if !bytes.Equal(before, c.surfaces[5].Bytes) {
				changed[op]++
			}
		}
	}
	t.Logf("%v, faults %v, wrote %v", ran, faults, changed)
	for op := opSvmBlockLd; op <= opSvmScatter4Scaled; op++ {
		if ran[op]*20 < n || faults[op]*5 > 4*ran[op] || faults[op]*50 < ran[op] {
			t.Errorf("%s: %d runs, %d faults", op, ran[op], faults[op])
		}
		if wrote := changed[op] > 0; wrote == (op.loads() && op != opSvmAtomic) {
			t.Errorf("%s wrote %d times", op, changed[op])
		}
	}
}
