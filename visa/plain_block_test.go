package visa

import (
	"bytes"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// Blocks of LSC in the plain implementation: the four loops of their page, each of which gives elements of registers to elements of memory, or zeros.

// A plainBlock is the loops' result: the column and row that each element of registers comes from; -1 is zero.
type plainBlock struct {
	from   map[int][2]int
	filled int // elements
}

// loops are those of the page.
func (p *plainState) loops(i *Inst) plainBlock {
	size, _, _ := plainShape(i)
	B, H, W := int(i.LSC.Blocks), int(i.LSC.Height), int(i.LSC.Width)
	transpose, transform := i.LSC.Transposed, i.LSC.VNNI
	dword, reg := 4/size, p.decls.GRF/size
	out := plainBlock{from: map[int][2]int{}}
	load := func(at, b, y, x int) { out.from[at] = [2]int{b*W + x, y} }
	zeros := func(at, n int) {
		for k := range n {
			out.from[at+k] = [2]int{-1, -1}
		}
	}
	power := func(n int) int {
		p := 1
		for p < n {
			p += p
		}
		return p
	}
	row, down := W, H
	if transpose {
		row, down = H, W
	}
	pitch := power(row)
	block := pitch * down
	apart := (block + reg - 1) / reg * reg
	for b := range B {
		switch {
		case !transpose && !transform:
			for y := range H {
				for x := range W {
					load(b*apart+y*pitch+x, b, y, x)
				}
				zeros(b*apart+y*pitch+W, pitch-W)
			}
		case !transpose:
			for y := 0; y < H; y += dword {
				for x := range W {
					for k := range dword {
						load(b*apart+y*pitch+x*dword+k, b, y+k, x)
					}
				}
				zeros(b*apart+y*pitch+W*dword, dword*(pitch-W))
			}
		case !transform:
			for x := range W {
				for y := range H {
					load(b*apart+x*pitch+y, b, y, x)
				}
				zeros(b*apart+x*pitch+H, pitch-H)
			}
		default:
			for x := 0; x < W; x += dword {
				for y := range H {
					for k := range dword {
						load(b*apart+x*pitch+y*dword+k, b, y, x+k)
					}
				}
				zeros(b*apart+x*pitch+H*dword, dword*(pitch-H))
			}
		}
		zeros(b*apart+block, apart-block)
	}
	out.filled = B * apart
	return out
}

// block carries a message of blocks out.
func (p *plainState) block(i *Inst, ChEn [32]int) *plainFault {
	store := i.Op.String() == "lsc_store_block2d"
	size, _, _ := plainShape(i)
	data := 0
	if store {
		data = 7
	}
	id := uint32(5)
	if units[i.LSC.Unit] == "slm" {
		id = 0
	}
	mem := p.memories[id]
	if mem == nil {
		return &plainFault{NoOperand, NoLane}
	}
	if ChEn[0] == 0 {
		return nil
	}
	var v [8]int64
	for k := 1; k < 7; k++ {
		n, f := p.lscNumber(i, k)
		if f != nil {
			return f
		}
		if word, _ := p.word(&i.Operand[k]); k >= 5 && word == "w" {
			n = int64(int16(n))
		}
		if v[k] = n; k >= 5 {
			v[k] = int64(int32(n))
		}
	}
	base, width, height, pitch := v[1], v[2]+1, v[3]+1, v[4]+1
	loops := p.loops(i)
	b, known := p.raw(&i.Operand[data])
	begin := int(i.Operand[data].Disp)
	if b != nil && begin+loops.filled*size > len(b) {
		return &plainFault{data, 0}
	}
	places := make([]int, 0, len(loops.from))
	for at := range loops.from {
		places = append(places, at)
	}
	slices.Sort(places)
	from := map[int]int64{} // where in memory; -1 is outside
	for _, at := range places {
		e := loops.from[at]
		if e[0] < 0 {
			continue
		}
		column, row := (v[5]+int64(e[0]))*int64(size), v[6]+int64(e[1])
		address := base + row*pitch + column
		from[at] = address
		outside := column < 0 || column+int64(size) > width || row < 0 || row >= height
		if outside || base < 0 || address < 0 || address+int64(size) > int64(len(mem.bytes)) {
			if !p.zeroOutside {
				return &plainFault{1, 0}
			}
			from[at] = -1
		}
	}
	for _, at := range places {
		address, moved := from[at]
		for k := range size {
			r := begin + at*size + k
			switch {
			case store && moved && address >= 0:
				mem.bytes[address+int64(k)], mem.known[address+int64(k)] = b[r], known[r]
			case store || b == nil:
			case moved && address >= 0:
				b[r], known[r] = mem.bytes[address+int64(k)], mem.known[address+int64(k)]
			default:
				b[r], known[r] = 0, 0xff
			}
		}
	}
	return nil
}

// blockMessage is a random message of blocks that both executors take.
func (c *messageCase) blockMessage(op Op) Inst {
	i := Inst{Op: op, N: 8, LSC: LSC{Model: FlatModel, Scale: 1, Datum: uint8(1 + c.IntN(4)), Blocks: uint8(1 << c.IntN(3)), Transposed: c.IntN(3) == 0, VNNI: c.IntN(3) == 0}}
	a := &i.LSC
	size := datums[a.Datum].memory
	a.Width, a.Height = uint16(1+c.IntN(16/size)), uint16(1+c.IntN(6))
	if op.isLSCStore() {
		a.Blocks, a.VNNI = 1, false
	}
	if a.VNNI && size > 4 {
		a.VNNI = false
	}
	if n := uint16(max(1, 4/size)); a.VNNI {
		if a.Transposed {
			a.Width = (a.Width + n - 1) / n * n
		} else {
			a.Height = (a.Height + n - 1) / n * n
		}
	}
	if c.IntN(8) == 0 {
		a.Unit = SharedUnit
	}
	i.Exec, _ = ExecOf(1, 4*c.IntN(3)/4, c.IntN(3) == 0)
	if c.IntN(3) == 0 {
		i.Guard, _ = ControlOf(1, Combine(c.IntN(3)), c.IntN(2) == 0)
	}
	for k := range i.Operand {
		i.Operand[k] = Operand{Class: Raw}
	}
	i.Operand[op.lscData()] = c.raw("data", "data", "data", "data_d", "short")
	if c.IntN(10) == 0 && !op.isLSCStore() {
		i.Operand[blockLoaded] = Operand{Class: Raw}
	}
	i.Operand[blockBase] = Operand{Class: General, ID: c.variable("apart"), Col: int32(c.IntN(4)), Region: Scalar}
	width := size * (int(a.Blocks)*int(a.Width) + 4)
	for k, v := range map[int]int{blockWidth: width - 1 - c.IntN(8)/7*c.IntN(8), blockHeight: int(a.Height) + c.IntN(3) - c.IntN(2), blockPitchAt: width - 1 + c.IntN(9), blockX: c.IntN(5) - c.IntN(6)/5, blockY: c.IntN(3) - c.IntN(6)/5} {
		if i.Operand[k] = (Operand{Class: Immediate, Type: UD, Imm: uint64(uint32(v))}); c.IntN(8) == 0 {
			i.Operand[k] = Operand{Class: General, ID: c.variable("corner", "corner_w"), Col: int32(c.IntN(8)), Region: Scalar}
		}
	}
	return i
}

// Random blocks do the same in both executors: variables, memory, and the operand of undefined behaviour.
func TestPlainBlocks(t *testing.T) {
	n := 10_000
	if *full {
		n = 400_000
	}
	rng := chance.Random(t, 244)
	ran, faults, changed := map[Op]int{}, map[Op]int{}, map[Op]int{}
	kinds := map[[2]bool]int{}
	for part := range 4 {
		c := newMessageCase(t, rng, lscDecls+".decl corner v_type=G type=d num_elts=8 align=GRF\n.decl corner_w v_type=G type=w num_elts=16 align=GRF alias=<corner, 0>\n", part)
		for range n / 4 {
			c.fresh()
			c.freshLSC()
			id := c.variable("corner")
			for k := range 8 {
				setWord(c.plain.bytes[id][4*k:], c.plain.known[id][4*k:], 4, uint64(uint32(c.IntN(20)-2)), c.IntN(40) > 0)
			}
			op := []Op{opLscLoadBlock2d, opLscStoreBlock2d}[c.IntN(2)]
			i := c.blockMessage(op)
			var before []byte
			if c.surfaces[5] != nil {
				before = slices.Clone(c.surfaces[5].Bytes)
			}
			if ran[op]++; c.run(&i) {
				faults[op]++
				continue
			}
			kinds[[2]bool{i.LSC.Transposed, i.LSC.VNNI}]++
			if c.surfaces[5] != nil && !bytes.Equal(before, c.surfaces[5].Bytes) {
				changed[op]++
			}
		}
	}
	t.Logf("%v, faults %v, wrote %v, transposed and with VNNI %v", ran, faults, changed, kinds)
	for op, n := range ran {
		if faults[op]*5 > 4*n || faults[op]*20 < n {
			t.Errorf("%s: %d runs, %d faults", op, n, faults[op])
		}
	}
	if changed[opLscLoadBlock2d] > 0 || changed[opLscStoreBlock2d] < n/20 || len(kinds) != 4 {
		t.Errorf("wrote %v, kinds %v", changed, kinds)
	}
}
