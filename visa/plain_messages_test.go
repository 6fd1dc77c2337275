package visa

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// messageDecls are the variables of messages: for data, for offsets with numbers that are places, a small one, and surfaces.
const messageDecls = `.decl data v_type=G type=ud num_elts=160 align=GRF
.decl data_d v_type=G type=d num_elts=160 align=GRF alias=<data, 0>
.decl data_f v_type=G type=f num_elts=160 align=GRF alias=<data, 0>
.decl near v_type=G type=ud num_elts=48 align=GRF
.decl short v_type=G type=ud num_elts=10 align=GRF
.decl A0 v_type=A num_elts=16
.decl P1 v_type=P num_elts=32
.decl T6 v_type=T num_elts=2
.decl T7 v_type=T num_elts=1
`

// A messageCase is both executors with the same variables and memory.
type messageCase struct {
	*plainCampaign
	surfaces map[uint32]*Memory
	table    map[uint32]*Memory
}

// newMessageCase makes part of four: registers of 32 or 64 bytes, and what is outside a fault or zero.
func newMessageCase(t *testing.T, rng *rand.Rand, decls string, part int) *messageCase {
	d, err := ParseDecls(decls, 32+32*(part&1))
	if err != nil {
		t.Fatal(err)
	}
	c := &messageCase{plainCampaign: &plainCampaign{Rand: rng, t: t, d: d, grf: d.GRF}}
	c.options = Options{Variables: map[uint32]int{}, ZeroOutside: part>>1 == 1}
	for k := range d.table[GeneralKind] {
		id := kinds[GeneralKind].first + uint32(k)
		c.general, c.options.Variables[id] = append(c.general, id), 0
	}
	return c
}

// messageSurfaces are the surfaces of the cases: shared local memory, a picture, one to which an index was written, and one to which nothing was given.
var messageSurfaces = []uint32{0, 0, 6, 6, 7, 7, 2}

func (c *messageCase) memory(n, pitch int) (*Memory, *plainMemory) {
	b, known := c.values(n)
	return &Memory{Bytes: slices.Clone(b), Known: slices.Clone(known), Pitch: pitch}, &plainMemory{bytes: b, known: known, pitch: pitch}
}

// fresh gives variables and memory new values. Most offsets are small numbers.
func (c *messageCase) fresh() {
	p := &plainState{decls: c.d, zeroOutside: c.options.ZeroOutside, bytes: map[uint32][]byte{}, known: map[uint32][]byte{}, predicates: map[uint32][]int{}, addresses: map[uint32][]plainAddress{},
		surfaces: map[uint32][]int{7: {5}}, memories: map[uint32]*plainMemory{}, table: map[uint32]*plainMemory{}}
	c.plain = p
	for _, id := range c.general {
		if v := c.d.Variable(GeneralKind, id); v.Alias < 0 {
			p.bytes[id], p.known[id] = c.values(v.Size())
		}
	}
	unit := []int{1, 2, 4, 4, 8, 16, 16, 16}[c.IntN(8)]
	for _, name := range []string{"near", "short"} {
		_, id, _ := c.d.Lookup(name)
		for k := range len(p.bytes[id]) / 4 {
			v := unit * c.IntN(260/unit)
			if unit >= 4 && c.IntN(64) > 0 { // of 16 lanes, one that lies anywhere most often meets another
				v = unit * (k % 16)
			}
			setWord(p.bytes[id][4*k:], p.known[id][4*k:], 4, uint64(v), c.IntN(400) > 0)
		}
	}
	for range 32 {
		p.predicates[1] = append(p.predicates[1], c.IntN(2))
	}
	for range 16 {
		_, id, _ := c.d.Lookup("near")
		p.addresses[0] = append(p.addresses[0], plainAddress{true, true, id, 4 * c.IntN(40)})
	}
	c.surfaces, c.table = map[uint32]*Memory{}, map[uint32]*Memory{}
	c.surfaces[0], p.memories[0] = c.memory(300, 0)
	c.surfaces[6], p.memories[6] = c.memory(32*20, 32)
	c.table[5], p.table[5] = c.memory(256, 0)
	for k := range p.EM {
		p.EM[k] = c.IntN(4) % 2
	}
	if c.IntN(3) == 0 {
		for k := range p.EM {
			p.EM[k] = 1
		}
	}
}

func (c *messageCase) variable(names ...string) uint32 {
	_, id, _ := c.d.Lookup(names[c.IntN(len(names))])
	return id
}

func (c *messageCase) raw(names ...string) Operand {
	return Operand{Class: Raw, ID: c.variable(names...), Disp: int32([]int{0, 0, 0, c.grf, c.IntN(40)}[c.IntN(5)])}
}

// scalar is an offset: a number, most often a small one, or an element.
func (c *messageCase) scalar() Operand {
	switch c.IntN(6) {
	case 0:
		return Operand{Class: General, ID: c.variable("near"), Col: int32(c.IntN(10)), Region: Region{int16([]int{0, 1, 8}[c.IntN(3)]), int16(1 << c.IntN(3)), 1}, Mod: Modifier(c.IntN(3) / 2)}
	case 1:
		return Operand{Class: Indirect, ID: 0, Offset: int32(c.IntN(16)), Disp: int32(4 * (c.IntN(4) - 1)), Type: UD, Region: Scalar}
	}
	return Operand{Class: Immediate, Type: UD, Imm: uint64([]int{0, 0, c.IntN(8), 4 * c.IntN(20), c.IntN(300)}[c.IntN(5)])}
}

// message is a random one.
func (c *messageCase) message(op Op) Inst {
	i := Inst{Op: op}
	size := []int{8, 16}[c.IntN(2)]
	if op.isScattered() || op == opDwordAtomic {
		size = []int{1, 8, 16, 8, 16, 32}[c.IntN(6)]
		if opcodes[op].plain {
			size = min(size, 16)
		}
	}
	mask := 0
	if c.IntN(3) == 0 {
		mask = c.IntN((32-size)/4 + 1)
	}
	if !op.isBlock() {
		i.Exec, _ = ExecOf(size, mask, c.IntN(5) == 0)
	}
	if !opcodes[op].plain && c.IntN(3) == 0 {
		i.Guard, _ = ControlOf(1, Combine(c.IntN(3)), c.IntN(2) == 0)
	}
	i.Func = uint8(1 << c.IntN(3))
	switch {
	case op.isOword():
		i.Func = 1 << c.IntN(5)
	case op.isFourfold():
		i.Func = uint8(1 + c.IntN(15))
	case op.isMedia():
		i.Func = 0
		i.Sizes[0] = uint8([]int{1 + c.IntN(16), 4, 8, 16}[c.IntN(4)])
		i.Sizes[1] = uint8(1 + c.IntN(min(mostRows(int(i.Sizes[0])), []int{6, 6, 6, 24}[c.IntN(4)])))
	case op == opDwordAtomic:
		for i.Func = uint8(c.IntN(int(numAtomics))); atomics[i.Func] == ""; {
			i.Func = uint8(c.IntN(int(numAtomics)))
		}
		if c.IntN(3) == 0 {
			i.Func |= halfAtomic
		}
	}
	for k := range len(opcodes[op].operands) {
		var o Operand
		switch opcodes[op].operands[k] {
		case 'S':
			o = Operand{Class: State, Kind: SurfaceKind, ID: messageSurfaces[c.IntN(len(messageSurfaces))], Offset: bareSurface}
			if op.isMedia() && c.IntN(8) > 0 {
				o.ID = 6
			}
		case 's':
			if o = c.scalar(); op.isMedia() && c.IntN(8) > 0 {
				o = Operand{Class: Immediate, Type: UD, Imm: uint64(4 * c.IntN(4))}
			}
		case 'r':
			o = c.raw("data", "data", "data_d", "data_f", "short")
			if offsets := len(opcodes[op].operands) - 2; op == opDwordAtomic && k == 1 || !op.isBlock() && op != opDwordAtomic && k == offsets {
				o = c.raw("near", "near", "near", "near", "short", "data")
				o.Disp = int32([]int{0, 0, 0, 4 * c.IntN(8)}[c.IntN(4)])
			}
			needed := op == opDwordAtomic && k >= 2 && k < 2+plainAtomicSources(&i)
			if last := k == len(opcodes[op].operands)-1; !needed && (last || op == opDwordAtomic && k >= 2) && (k == 3 && op == opDwordAtomic && !last || c.IntN(8) == 0) {
				o = Operand{Class: Raw}
			}
		}
		i.Operand[k], i.N = o, uint8(k+1)
	}
	return i
}

// run runs the message on both, and says whether it was a fault.
func (c *messageCase) run(i *Inst) (fault bool) {
	code, err := Compile([]Inst{*i}, c.d, c.options)
	if err != nil {
		c.t.Fatalf("%s: %v", i.Text(c.d), err)
	}
	m := code.NewMachine()
	c.load(code, m)
	m.Surfaces, m.Table = c.surfaces, c.table
	want := c.plain.run(i)
	got := code.Run(m, func(s *Step) { s.Touches() })
	f, _ := got.(*Fault)
	if (f == nil) != (want == nil) || f != nil && (f.Operand != want.operand || f.Lane != want.lane) {
		c.t.Fatalf("%s\n%v, plainly %+v", i.Text(c.d), got, want)
	}
	c.compare(code, m, i)
	c.sameMemory(i, c.surfaces, c.plain.memories)
	c.sameMemory(i, c.table, c.plain.table)
	return f != nil
}

func (c *messageCase) sameMemory(i *Inst, got map[uint32]*Memory, want map[uint32]*plainMemory) {
	for id, mem := range got {
		p := want[id]
		for k := range p.bytes {
			if mem.Known[k] != p.known[k] || mem.Known[k] != 0 && mem.Bytes[k] != p.bytes[k] {
				c.t.Fatalf("%s\nbyte %d of memory %d is %#02x, defined %#02x; plainly %#02x, %#02x", i.Text(c.d), k, id, mem.Bytes[k], mem.Known[k], p.bytes[k], p.known[k])
			}
			p.bytes[k] = mem.Bytes[k]
		}
	}
}

// Random messages do the same in both executors: variables, memory, and the lane and operand of undefined behaviour.
func TestPlainMessages(t *testing.T) {
	n := 20_000
	if *full {
		n = 2_000_000
	}
	rng := chance.Random(t, 24)
	ran, faults, changed := map[string]int{}, map[string]int{}, map[string]int{}
	for part := range 4 {
		c := newMessageCase(t, rng, messageDecls, part)
		for range n / 4 {
			c.fresh()
			i := c.message(opOwordLd + Op(c.IntN(int(opDwordAtomic-opOwordLd)+1)))
			before := slices.Clone(c.surfaces[0].Bytes)
			name := i.Op.String()
			if ran[name]++; c.run(&i) {
				faults[name]++
			} else if !bytes.Equal(before, c.surfaces[0].Bytes) {
				changed[name]++
			}
		}
	}
	t.Logf("%v, faults %v, wrote %v", ran, faults, changed)
	for op := opOwordLd; op <= opDwordAtomic; op++ {
		name := op.String()
		if ran[name]*20 < n || faults[name]*5 > 4*ran[name] || faults[name]*50 < ran[name] {
			t.Errorf("%s: %d runs, %d faults", name, ran[name], faults[name])
		}
		if wrote := changed[name] > 0; wrote == (op.loads() && op != opDwordAtomic) && !op.isMedia() {
			t.Errorf("%s wrote %d times", name, changed[name])
		}
	}
}
