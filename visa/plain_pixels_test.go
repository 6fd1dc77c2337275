package visa

import (
	"bytes"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// Messages to typed surfaces in the plain implementation: pixels by divided numbers, a channel at a time.

// pixelShape is what a name says: rg16_snorm has 2 channels of 2 bytes.
func pixelShape(name string) (channels, size int, kind string) {
	head, kind, _ := strings.Cut(name, "_")
	for head[0] > '9' {
		channels, head = channels+1, head[1:]
	}
	return channels, map[string]int{"8": 1, "16": 2, "32": 4}[head], kind
}

// greatest is 2^n - 1, or of numbers with a sign 2^(n-1) - 1.
func greatest(size int, sign bool) *big.Int {
	n := uint(8 * size)
	if sign {
		n--
	}
	v := new(big.Int).Lsh(big.NewInt(1), n)
	return v.Sub(v, big.NewInt(1))
}

// pixelLoaded is a channel's bits as a dword.
func pixelLoaded(v *big.Int, size int, kind string) uint32 {
	signed := plainWrap(v, 8*size, false)
	switch kind {
	case "uint":
		return uint32(v.Uint64())
	case "sint":
		return uint32(signed.Int64())
	case "float":
		if size == 4 {
			return uint32(v.Uint64())
		}
		return uint32(plainConvert(plainDecode(v.Uint64(), "hf"), "f", false))
	case "unorm":
		f, _ := new(big.Rat).SetFrac(v, greatest(size, false)).Float32()
		return math.Float32bits(f)
	}
	r := new(big.Rat).SetFrac(signed, greatest(size, true))
	if r.Cmp(big.NewRat(-1, 1)) < 0 {
		r.SetInt64(-1)
	}
	f, _ := r.Float32()
	return math.Float32bits(f)
}

// pixelStored is a dword as a channel's bits.
func pixelStored(v uint32, size int, kind string) uint64 {
	clamped := func(x, least, most *big.Int) uint64 {
		if x.Cmp(least) < 0 {
			x = least
		}
		if x.Cmp(most) > 0 {
			x = most
		}
		return plainWrap(x, 8*size, true).Uint64()
	}
	switch kind {
	case "uint":
		return clamped(big.NewInt(int64(v)), new(big.Int), greatest(size, false))
	case "sint":
		most := greatest(size, true)
		return clamped(big.NewInt(int64(int32(v))), new(big.Int).Not(most), most)
	case "float":
		if size == 4 {
			return uint64(v)
		}
		return plainConvert(plainDecode(uint64(v), "f"), "hf", false)
	}
	most := greatest(size, kind == "snorm")
	least := new(big.Int)
	if kind == "snorm" {
		least.Neg(most)
	}
	f := float64(math.Float32frombits(v))
	switch {
	case math.IsNaN(f):
		return 0
	case math.IsInf(f, 1):
		return clamped(most, least, most)
	case math.IsInf(f, -1):
		return clamped(least, least, most)
	}
	r := new(big.Rat).SetFloat64(f)
	r.Mul(r, new(big.Rat).SetInt(most))
	twice := new(big.Rat).Add(r, r)
	floor := new(big.Int).Div(r.Num(), r.Denom()) // rounds to the less, since a denominator is positive
	middle := new(big.Rat).SetInt(new(big.Int).Add(new(big.Int).Add(floor, floor), big.NewInt(1)))
	if order := twice.Cmp(middle); order > 0 || order == 0 && floor.Bit(0) == 1 {
		floor.Add(floor, big.NewInt(1))
	}
	return clamped(floor, least, most)
}

// A pixelPart is a channel of a lane's pixel.
type pixelPart struct {
	lane, channel int
	memory        int64 // -1: it is not there
	at            int   // in the data's variable
}

// pixels carries a message out. Operands of messages of LSC begin with what is loaded.
func (p *plainState) pixels(i *Inst, ChEn [32]int) *plainFault {
	name, lsc := i.Op.String(), strings.HasPrefix(i.Op.String(), "lsc_")
	mem, first, size := p.surface(i.Operand[0].ID), 1, 4
	atomic := strings.Contains(name, "atomic")
	store := !atomic && (strings.Contains(name, "store") || strings.Contains(name, "scatter"))
	data, sources := int(i.N)-1, 5
	if lsc {
		first, sources, data = 2, 6, 1
		size = []int{0, 2, 4, 8}[i.LSC.Addresses]
		if store {
			data = 6
		}
		n, f := p.lscNumber(i, 0)
		if f != nil {
			return f
		}
		mem = p.table[uint32(n)]
	}
	if mem == nil || mem.pixels == "" {
		return &plainFault{0, NoLane}
	}
	channels, channel, kind := pixelShape(mem.pixels)
	operation, element, word := pixelOperation(i, atomic, lsc)
	if float := strings.HasPrefix(operation, "f"); atomic && (channels != 1 || channel != word || float != (kind == "float") || strings.HasSuffix(kind, "norm")) {
		return &plainFault{0, NoLane}
	}
	starts, f := p.pixelStarts(i, mem, first, size, channels*channel, ChEn)
	if f != nil {
		return f
	}
	if atomic {
		order := []int{sources, sources + 1}
		if lsc && operation == "icas" {
			order = []int{sources + 1, sources}
		}
		for _, k := range order[:plainLSCSources("atomic_"+operation)] {
			b, _ := p.raw(&i.Operand[k])
			for lane := range 32 {
				if ChEn[lane] == 1 && int(i.Operand[k].Disp)+(lane+1)*element > len(b) {
					return &plainFault{k, lane}
				}
			}
		}
	}
	parts, f := p.pixelParts(i, starts, data, channels, channel, element, atomic, ChEn)
	if f != nil {
		return f
	}
	switch {
	case atomic:
		p.pixelOperate(i, operation, mem, parts, sources, data, element, word)
		return nil
	case store:
		return p.pixelStore(i, mem, parts, data)
	}
	return p.pixelLoad(i, mem, parts, data)
}

// pixelOperation is an operation by its name of LSC, how many bytes of registers an element has, and of memory.
func pixelOperation(i *Inst, atomic, lsc bool) (name string, element, word int) {
	switch {
	case !atomic:
		return "", 4, 0
	case lsc:
		word, element, _ = plainShape(i)
		return strings.TrimSuffix(strings.TrimPrefix(i.Op.String(), "lsc_atomic_"), ".tgm"), element, word
	case i.Func&32 != 0:
		return svmOperations[atomics[i.Func&31]], 4, 2
	}
	return svmOperations[atomics[i.Func&31]], 4, 4
}

// pixelStarts are the places of the pixels; -1 is one outside.
func (p *plainState) pixelStarts(i *Inst, mem *plainMemory, first, size, pixel int, ChEn [32]int) (at [32]int64, f *plainFault) {
	slice := int64(len(mem.bytes))
	if mem.slice > 0 {
		slice = int64(mem.slice)
	}
	row := slice
	if mem.pitch > 0 {
		row = int64(mem.pitch)
	}
	for lane := range 32 {
		if ChEn[lane] == 0 {
			continue
		}
		var c [4]*big.Int
		for k := range c {
			c[k] = new(big.Int)
			b, known := p.raw(&i.Operand[first+k])
			if b == nil {
				continue
			}
			from := int(i.Operand[first+k].Disp) + size*lane
			if from+size > len(b) {
				return at, &plainFault{first + k, lane}
			}
			if c[k] = plainBytes(b[from:from+size], known[from:from+size]); c[k] == nil {
				return at, &plainFault{first + k, lane}
			}
		}
		if c[3].Sign() != 0 {
			return at, &plainFault{first + 3, lane}
		}
		less := func(x *big.Int, n int64) bool { return x.Cmp(big.NewInt(n)) < 0 }
		if at[lane] = -1; less(c[0], row/int64(pixel)) && less(c[1], slice/row) && less(c[2], int64(len(mem.bytes))/slice) {
			at[lane] = c[2].Int64()*slice + c[1].Int64()*row + c[0].Int64()*int64(pixel)
		} else if !p.zeroOutside {
			return at, &plainFault{0, lane}
		}
	}
	return at, nil
}

func (p *plainState) pixelParts(i *Inst, starts [32]int64, data, channels, channel, element int, atomic bool, ChEn [32]int) (parts []pixelPart, f *plainFault) {
	wanted := []int{0}
	switch name := i.Op.String(); {
	case atomic:
	case strings.Contains(name, "quad"):
		wanted = nil
		for k, letter := range "xyzw" {
			if strings.ContainsRune(plainQuad(i), letter) {
				wanted = append(wanted, k)
			}
		}
	case strings.HasPrefix(name, "lsc_"):
		for k := 1; k < []int{0, 1, 2, 3, 4, 8, 16, 32, 64}[i.LSC.Elements]; k++ {
			wanted = append(wanted, k)
		}
	default:
		wanted = nil
		for k := range 4 {
			if i.Func>>k&1 == 1 {
				wanted = append(wanted, k)
			}
		}
	}
	b, _ := p.raw(&i.Operand[data])
	for lane := range 32 {
		for n, c := range wanted {
			if ChEn[lane] == 0 {
				continue
			}
			x := pixelPart{lane, c, -1, int(i.Operand[data].Disp) + n*max(i.Exec.Size()*element, p.decls.GRF) + lane*element}
			if starts[lane] >= 0 && c < channels {
				x.memory = starts[lane] + int64(c*channel)
			}
			if b != nil && x.at+element > len(b) {
				return nil, &plainFault{data, lane}
			}
			parts = append(parts, x)
		}
	}
	return parts, nil
}

// pixelTyped complains of data that have another type than the pixels.
func (p *plainState) pixelTyped(i *Inst, mem *plainMemory, data int) *plainFault {
	_, _, kind := pixelShape(mem.pixels)
	want := map[string]string{"uint": "ud", "sint": "d"}[kind]
	if want == "" {
		want = "f"
	}
	if word := p.decls.Variable(GeneralKind, i.Operand[data].ID).Type.String(); !strings.HasPrefix(i.Op.String(), "lsc_") && i.Operand[data].ID != 0 && word != want {
		return &plainFault{data, NoLane}
	}
	return nil
}

func (p *plainState) pixelLoad(i *Inst, mem *plainMemory, parts []pixelPart, data int) *plainFault {
	if len(parts) == 0 {
		return nil
	}
	if f := p.pixelTyped(i, mem, data); f != nil {
		return f
	}
	_, size, kind := pixelShape(mem.pixels)
	b, known := p.raw(&i.Operand[data])
	if b == nil {
		return nil
	}
	for _, x := range parts {
		v, is := uint32(0), byte(0xff)
		switch {
		case x.memory >= 0:
			word := plainBytes(mem.bytes[x.memory:x.memory+int64(size)], mem.known[x.memory:x.memory+int64(size)])
			if word == nil {
				is = 0
			} else {
				v = pixelLoaded(word, size, kind)
			}
		case x.channel == 3 && (kind == "uint" || kind == "sint"):
			v = 1
		case x.channel == 3:
			v = math.Float32bits(1)
		}
		for k := range 4 {
			b[x.at+k], known[x.at+k] = byte(v>>(8*k)), is
		}
	}
	if !strings.HasPrefix(i.Op.String(), "lsc_") {
		for ch := range i.channelsOf() {
			for n := 4 * i.Exec.Size(); n < p.decls.GRF; n++ {
				if at := int(i.Operand[data].Disp) + ch*p.decls.GRF + n; at < len(b) {
					known[at] = 0
				}
			}
		}
	}
	return nil
}

func (p *plainState) pixelStore(i *Inst, mem *plainMemory, parts []pixelPart, data int) *plainFault {
	if len(parts) == 0 {
		return nil
	}
	if f := p.pixelTyped(i, mem, data); f != nil {
		return f
	}
	_, size, kind := pixelShape(mem.pixels)
	writer := map[int64]int{}
	for _, x := range parts {
		if other, ok := writer[x.memory]; x.memory >= 0 && ok && other != x.lane {
			return &plainFault{0, x.lane}
		}
		writer[x.memory] = x.lane
	}
	b, known := p.raw(&i.Operand[data])
	for _, x := range parts {
		for k := int64(0); x.memory >= 0 && k < int64(size); k++ {
			if mem.known[x.memory+k] = 0; b == nil {
				continue
			}
			if v := plainBytes(b[x.at:x.at+4], known[x.at:x.at+4]); v != nil {
				mem.bytes[x.memory+k], mem.known[x.memory+k] = byte(pixelStored(uint32(v.Uint64()), size, kind)>>(8*k)), 0xff
			}
		}
	}
	return nil
}

// pixelOperate carries the operations out, lane by lane. All sources are read before anything is written.
func (p *plainState) pixelOperate(i *Inst, name string, mem *plainMemory, parts []pixelPart, first, data, element, word int) {
	lsc := strings.HasPrefix(i.Op.String(), "lsc_")
	var sources [2][32]*big.Int
	for k := range plainLSCSources("atomic_" + name) {
		b, known := p.raw(&i.Operand[first+k])
		for _, x := range parts {
			at := int(i.Operand[first+k].Disp) + x.lane*element
			sources[k][x.lane] = plainBytes(b[at:at+word], known[at:at+word])
		}
	}
	if !lsc && name == "icas" {
		sources[0], sources[1] = sources[1], sources[0]
	}
	b, known := p.raw(&i.Operand[data])
	for _, x := range parts {
		cell, has := make([]byte, word), bytes.Repeat([]byte{0xff}, word)
		if x.memory >= 0 {
			cell, has = mem.bytes[x.memory:x.memory+int64(word)], mem.known[x.memory:x.memory+int64(word)]
		}
		old := plainBytes(cell, has)
		before, wasKnown := slices.Clone(cell), slices.Clone(has)
		next := plainLSCOperation(name, 8*word, old, sources[0][x.lane], sources[1][x.lane])
		for k := range cell {
			if name == "load" || x.memory < 0 {
				break
			}
			if has[k] = 0; next != nil {
				cell[k], has[k] = byte(new(big.Int).Rsh(next, uint(8*k)).Uint64()), 0xff
			}
		}
		if !lsc && atomics[i.Func&31] == "predec" {
			old = next
			for k := range before {
				if next != nil {
					before[k], wasKnown[k] = byte(new(big.Int).Rsh(next, uint(8*k)).Uint64()), 0xff
				}
			}
		}
		if b == nil {
			continue
		}
		if old == nil {
			wasKnown = make([]byte, word)
		}
		for k := range element {
			switch {
			case k < word:
				b[x.at+k], known[x.at+k] = before[k], wasKnown[k]
			case lsc:
				b[x.at+k], known[x.at+k] = 0, 0xff
			default:
				known[x.at+k] = 0
			}
		}
	}
}

// pixelNames are formats of all kinds.
var pixelNames = []string{"r8_uint", "rg8_sint", "rgba8_unorm", "rgba8_snorm", "r16_uint", "r16_sint", "r16_float", "rg16_float", "rgba16_unorm", "rg16_snorm", "r32_uint", "r32_uint", "r32_sint", "r32_float", "r32_float", "rg32_float", "rgba32_uint", "rgba32_sint", "rgba32_float"}

// freshPixels makes surfaces of pixels, T6 and what 5 stands for, most often some that suit the message.
func (c *messageCase) freshPixels(op Op) (name string) {
	name = pixelNames[c.IntN(len(pixelNames))]
	if atomic := op == opTypedAtomic || op.isLSCAtomic(); atomic && c.IntN(8) > 0 { // one channel of the operation's numbers
		kinds := []string{"uint", "sint"}
		if n := op.String(); strings.Contains(n, "_f") || op == opTypedAtomic && c.IntN(4) == 0 {
			kinds = []string{"float"}
		}
		name = []string{"r16_", "r32_"}[c.IntN(2)] + kinds[c.IntN(len(kinds))]
	}
	pixels, _ := PixelsNamed(name)
	if c.IntN(60) == 0 {
		name, pixels = "", Pixels{}
	}
	row := []int{0, 64, 80}[c.IntN(3)]
	slice := []int{0, 0, 160}[c.IntN(3)]
	if row == 64 && slice > 0 {
		slice = 192
	}
	if slice > 0 && row == 0 {
		row = slice
	}
	give := func() (*Memory, *plainMemory) {
		m, p := c.memory(480+c.IntN(2)*48, row)
		for k := range m.Known { // most pixels have values
			if c.IntN(3) > 0 {
				m.Known[k], p.known[k] = 0xff, 0xff
			}
		}
		m.Slice, p.slice, m.Pixels, p.pixels = slice, slice, pixels, name
		return m, p
	}
	c.surfaces[6], c.plain.memories[6] = give()
	c.table[5], c.plain.table[5] = give()
	for _, name := range []string{"apart_d", "apart_w", "near"} {
		id := c.variable(name)
		size := map[string]int{"apart_d": 4, "apart_w": 2, "near": 4}[name]
		for k := range len(c.plain.bytes[id]) / size {
			v := uint64([]int{k % 8, c.IntN(6), 0}[c.IntN(3)])
			if c.IntN(250) == 0 {
				v = uint64(c.IntN(70))
			}
			setWord(c.plain.bytes[id][size*k:], c.plain.known[id][size*k:], size, v, c.IntN(900) > 0)
		}
	}
	id := c.variable("zero")
	for k := range 40 {
		setWord(c.plain.bytes[id][4*k:], c.plain.known[id][4*k:], 4, uint64(c.IntN(500)/499), true)
	}
	return name
}

// pixelMessage is a random message to pixels that both executors take.
func (c *messageCase) pixelMessage(op Op, name string) Inst {
	i := Inst{Op: op, N: uint8(len(opcodes[op].operands))}
	first, data := 1, int(i.N)-1
	i.Operand[0] = Operand{Class: State, Kind: SurfaceKind, ID: []uint32{6, 6, 6, 6, 7}[c.IntN(5)], Offset: bareSurface}
	i.Func = uint8(1 + c.IntN(15))
	if op == opTypedAtomic {
		for i.Func = uint8(c.IntN(int(numAtomics))); atomics[i.Func] == ""; {
			i.Func = uint8(c.IntN(int(numAtomics)))
		}
		if strings.HasPrefix(name, "r16") || c.IntN(10) == 0 {
			i.Func |= halfAtomic
		}
	}
	vector, size := "near", 8
	if op.isTyped() {
		i.LSC = LSC{Unit: TypedUnit, Model: []Model{BindlessModel, SurfaceModel, TableModel}[c.IntN(3)], Scale: 1, Datum: datum32, Addresses: uint8(1 + c.IntN(2)), Elements: uint8(1 + c.IntN(4)), Channels: uint8(1 + c.IntN(15))}
		i.Func = 0
		if op.isLSCAtomic() {
			if i.LSC.Elements = 1; strings.HasPrefix(name, "r16") || c.IntN(10) == 0 {
				i.LSC.Datum = datum16Dword
			}
		}
		i.Operand[0] = Operand{Class: Immediate, Type: UD, Imm: 5}
		if c.IntN(6) == 0 {
			i.Operand[0] = Operand{Class: General, ID: c.variable("which"), Col: int32(c.IntN(9)), Region: Scalar}
		}
		first, data, size = lscAddresses, op.lscData(), []int{1, 8, 8, 16}[c.IntN(4)]
		vector = []string{"", "apart_w", "apart_d"}[i.LSC.Addresses]
	}
	mask := 0
	if c.IntN(3) == 0 {
		mask = c.IntN((32-size)/4 + 1)
	}
	i.Exec, _ = ExecOf(size, mask, c.IntN(5) == 0)
	if c.IntN(3) == 0 {
		i.Guard, _ = ControlOf(1, Combine(c.IntN(3)), c.IntN(2) == 0)
	}
	for k := range int(i.N) {
		if k > 0 {
			i.Operand[k] = Operand{Class: Raw}
		}
	}
	for k := range coordinates {
		o := &i.Operand[first+k]
		switch {
		case k == 3 && c.IntN(2) == 0:
			*o = Operand{Class: Raw, ID: c.variable("zero")}
			if vector == "apart_w" { // two lanes of it are a word each
				o.ID = 0
			}
		case k == 3:
		case k == 0 || k == 1 && c.IntN(3) > 0 || k == 2 && c.IntN(4) == 0:
			*o = c.raw(vector)
			o.Disp = int32(4 * c.IntN(10))
		}
	}
	kind := "data_f"
	switch {
	case strings.HasSuffix(name, "uint"):
		kind = "data"
	case strings.HasSuffix(name, "sint"):
		kind = "data_d"
	}
	if i.Operand[data] = c.raw(kind, kind, kind, kind, "data"); op.loads() && c.IntN(10) == 0 {
		i.Operand[data] = Operand{Class: Raw}
	}
	sources := 0
	switch {
	case op == opTypedAtomic:
		sources = plainAtomicSources(&i)
	case op.isLSCAtomic():
		sources = lscAtomics[op.untyped()].a.sources()
	}
	for k := range sources {
		at := i.firstSource() + k
		if op.isTyped() {
			at = typedFirst + k
		}
		i.Operand[at] = c.raw("data", "data", "data_d", "short")
	}
	return i
}

// Random messages to typed surfaces do the same in both executors: variables, memory, and the lane and operand of undefined behaviour.
func TestPlainPixels(t *testing.T) {
	n := 20_000
	if *full {
		n = 1_000_000
	}
	ops := []Op{opGather4Typed, opScatter4Typed, opTypedAtomic}
	for op := opTgmLoadQuad; op <= opTgmStoreUncompressed; op++ {
		if ok, _ := op.Executes(); ok {
			ops = append(ops, op)
		}
	}
	rng := chance.Random(t, 243)
	ran, faults, changed := map[Op]int{}, map[Op]int{}, map[Op]int{}
	for part := range 4 {
		c := newMessageCase(t, rng, lscDecls+".decl zero v_type=G type=ud num_elts=40 align=GRF\n", part)
		for range n / 4 {
			c.fresh()
			c.freshLSC()
			op := ops[c.IntN(len(ops))]
			name := c.freshPixels(op)
			i := c.pixelMessage(op, name)
			before := append(slices.Clone(c.surfaces[6].Bytes), c.table[5].Bytes...)
			if ran[op]++; c.run(&i) {
				faults[op]++
			} else if !bytes.Equal(before, append(slices.Clone(c.surfaces[6].Bytes), c.table[5].Bytes...)) {
				changed[op]++
			}
		}
	}
	t.Logf("%v, faults %v, wrote %v", ran, faults, changed)
	for _, op := range ops {
		if ran[op]*60 < n || faults[op]*20 > 19*ran[op] || faults[op]*50 < ran[op] {
			t.Errorf("%s: %d runs, %d faults", op, ran[op], faults[op])
		}
		writes := !op.loads() || op == opTypedAtomic || op.isLSCAtomic() && op.untyped() != opLscAtomicLoad
		compares := op.untyped() == opLscAtomicIcas || op.untyped() == opLscAtomicFcas // which seldom finds what it looks for
		if wrote := changed[op] > 0; wrote != writes && !compares {
			t.Errorf("%s wrote %d times", op, changed[op])
		}
	}
}
