package visa

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// The cases' variables: one of each type over the same bytes, big enough for the widest region; small ones of their own; one that lies askew.
const plainDecls = `.decl all v_type=G type=ub num_elts=8960 align=GRF
.decl all_b v_type=G type=b num_elts=8960 alias=<all, 0>
.decl all_uw v_type=G type=uw num_elts=4480 alias=<all, 0>
.decl all_w v_type=G type=w num_elts=4480 alias=<all, 0>
.decl all_ud v_type=G type=ud num_elts=2240 alias=<all, 0>
.decl all_d v_type=G type=d num_elts=2240 alias=<all, 0>
.decl all_uq v_type=G type=uq num_elts=1120 alias=<all, 0>
.decl all_q v_type=G type=q num_elts=1120 alias=<all, 0>
.decl all_hf v_type=G type=hf num_elts=4480 alias=<all, 0>
.decl all_bf v_type=G type=bf num_elts=4480 alias=<all, 0>
.decl all_f v_type=G type=f num_elts=2240 alias=<all, 0>
.decl all_df v_type=G type=df num_elts=1120 alias=<all, 0>
.decl small_ub v_type=G type=ub num_elts=40 align=GRF
.decl small_w v_type=G type=w num_elts=36 align=GRF
.decl small_d v_type=G type=d num_elts=64 align=GRF
.decl small_f v_type=G type=f num_elts=64 align=GRF
.decl small_hf v_type=G type=hf num_elts=64 align=GRF
.decl small_q v_type=G type=q num_elts=64 align=GRF
.decl small_df v_type=G type=df num_elts=64 align=GRF
.decl askew v_type=G type=ub num_elts=64 alias=<all, 3>
.decl loose v_type=G type=ub num_elts=30 align=word
.decl A0 v_type=A num_elts=16
.decl A1 v_type=A num_elts=5
.decl P1 v_type=P num_elts=32
.decl P2 v_type=P num_elts=16
.decl P3 v_type=P num_elts=8
.decl P4 v_type=P num_elts=32
.decl X v_type=T num_elts=40
.decl Y v_type=T num_elts=9
`

// A plainCampaign makes random instructions and has both executors run them on the same variables.
type plainCampaign struct {
	*rand.Rand
	t     testing.TB
	d     *Decls
	grf   int
	plain *plainState

	only     []Op // what instructions are drawn from; none: all that compute
	options  Options
	general  []uint32
	byType   map[Type][]uint32
	faults   int
	rejoined int // elements inside a variable, of rows that begin outside, in instructions without a fault
	lanes    int
	executed map[string]int
	covered  map[coverage]bool // by sources in variables
}

// coverage is what a source's elements depend on. The mask is kept apart: mask and region are independent in the executor, and all pairs are many.
type coverage struct {
	exec      uint8
	region    Region
	indirect  bool
	combine   Combine
	predicate bool
	inverse   bool
	typ       Type
}

// cover notes the instruction's sources.
func (c *plainCampaign) cover(i *Inst) {
	for k := 1; k < int(i.N); k++ {
		o := &i.Operand[k]
		if plainWrites(i, k) {
			continue
		}
		if o.Class != General && o.Class != Indirect || i.isPlace(k) {
			continue
		}
		v := coverage{exec: uint8(i.Exec.Size()), region: o.Region, indirect: o.Class == Indirect, predicate: i.Guard != 0, combine: i.Guard.Combine(), inverse: i.Guard.Inverse(), typ: o.Type}
		if o.Class == General {
			v.typ = c.d.Variable(GeneralKind, o.ID).Type
		}
		c.covered[v] = true
		c.covered[coverage{exec: v.exec, region: o.Region, indirect: v.indirect, typ: numTypes}] = true
	}
}

// uncovered is a direct region that no source had, with each predicate control and type if every is set; shapes is how many there are.
func (c *plainCampaign) uncovered(every bool) (missing *coverage, shapes int) {
	for _, exec := range execSizes {
		for r := range LegalRegions(exec) {
			shapes++
			if v := (coverage{exec: uint8(exec), region: r, typ: numTypes}); !c.covered[v] {
				return &v, shapes
			}
			for how := range 7 {
				v := coverage{exec: uint8(exec), region: r, predicate: how < 6, combine: Combine(how % 3), inverse: how/3 == 1}
				for _, v.typ = range append(plainIntegers[:8:8], plainFloats...) {
					if every && !c.covered[v] {
						return &v, shapes
					}
				}
			}
		}
	}
	return nil, shapes
}

func newPlainCampaign(t testing.TB, rng *rand.Rand, grf int, dialect Dialect) *plainCampaign {
	d, err := ParseDecls(plainDecls, grf)
	if err != nil {
		t.Fatal(err)
	}
	c := &plainCampaign{Rand: rng, t: t, d: d, grf: grf, byType: map[Type][]uint32{}, executed: map[string]int{}, covered: map[coverage]bool{}}
	c.options = Options{Dialect: dialect, Variables: map[uint32]int{}}
	for k := range d.table[GeneralKind] {
		id := kinds[GeneralKind].first + uint32(k)
		v := d.Variable(GeneralKind, id)
		c.general = append(c.general, id)
		c.byType[v.Type] = append(c.byType[v.Type], id)
		c.options.Variables[id] = 0
	}
	c.refresh()
	return c
}

// refresh gives all variables new values.
func (c *plainCampaign) refresh() {
	p := &plainState{decls: c.d, intel: c.options.Dialect == Intel, bytes: map[uint32][]byte{}, known: map[uint32][]byte{}, predicates: map[uint32][]int{},
		addresses: map[uint32][]plainAddress{}, surfaces: map[uint32][]int{}}
	c.plain = p
	for _, id := range c.general {
		if v := c.d.Variable(GeneralKind, id); v.Alias < 0 {
			p.bytes[id], p.known[id] = c.values(v.Size())
		}
	}
	for k, n := range map[uint32]int{1: 32, 2: 16, 3: 8, 4: 32} {
		for range n {
			p.predicates[k] = append(p.predicates[k], max(-1, c.IntN(40)%2-c.IntN(200)/199*3))
		}
	}
	for id, n := range []int{16, 5} {
		for range n {
			p.addresses[uint32(id)] = append(p.addresses[uint32(id)], c.address())
		}
	}
	for id, n := range []int{40, 9} {
		for range n {
			p.surfaces[6+uint32(id)] = append(p.surfaces[6+uint32(id)], c.IntN(300)-1)
		}
	}
}

// values are n bytes: random ones, small numbers, and what is special in each type. Few are undefined.
func (c *plainCampaign) values(n int) (b, known []byte) {
	b, known = make([]byte, n), bytes.Repeat([]byte{0xff}, n)
	for k := range b {
		if b[k] = byte(c.Uint32()); c.IntN(400) == 0 {
			known[k] = 0
		}
	}
	for k := 0; k+8 <= n; k += 8 {
		var v uint64
		switch c.IntN(8) {
		case 0, 1:
			continue
		case 2:
			v = uint64(c.IntN(9) - 4)
		case 3:
			v = uint64(math.Float32bits(float32(c.NormFloat64()*10)))<<32 | uint64(math.Float32bits(float32(c.IntN(300)-100)/4))
		case 4:
			v = math.Float64bits(c.NormFloat64() * math.Ldexp(1, c.IntN(80)-40))
		case 5:
			v = specialBits[c.IntN(len(specialBits))]
		case 6:
			v = 0x3c00_0000_0000_0000 | uint64(c.IntN(1<<12))<<48 | uint64(c.IntN(1<<16))<<16 | uint64(0x3c00+c.IntN(5)-2)
		default:
			v = uint64(math.Float32bits(float32(c.IntN(5)-2)))<<32 | uint64(c.IntN(3)) - 1
		}
		for j := range 8 {
			b[k+j] = byte(v >> (8 * j))
		}
	}
	return b, known
}

// specialBits are infinities, NaNs, zeros, the smallest and greatest numbers, and ties of rounding.
var specialBits = []uint64{
	0, 1 << 63, 1<<63 - 1, ^uint64(0), 0x7ff0_0000_0000_0000, 0xfff0_0000_0000_0000, 0x7ff8_0000_0000_0001, 0x7ff0_0000_0000_0001, 1, 0x000f_ffff_ffff_ffff,
	0x7f80_0000_ff80_0000, 0x7fc0_0001_7f80_0001, 0x0000_0001_807f_ffff, 0x7f7f_ffff_0080_0000, 0x3f80_0000_bf80_0000, 0x4f00_0000_cf00_0000, 0x5f80_0000_4f80_0000,
	0x7c00_fc00_7e01_7c01, 0x0001_83ff_0400_7bff, 0x3c00_bc00_8000_0000, 0x7fff_8000_7fff_ffff, 0x80_7f_ff_80_00_01_80_7f, 0x3800_3801_3bff_3fff, 0x477f_e000_477f_f000,
	0x3380_0000_3300_0000, 0x3300_0001_3340_0000, 0x40ef_fc00_0000_0000, 0x3e60_0000_0000_0000, 0x3e70_0000_0000_0000, 0x3690_0000_0000_0000, 0x47ef_ffff_f000_0000,
}

// address is a place in a variable, most often an aligned one; or a number, or nothing.
func (c *plainCampaign) address() plainAddress {
	switch c.IntN(40) {
	case 0:
		return plainAddress{}
	case 1:
		return plainAddress{written: true, value: c.IntN(1 << 16)}
	case 2:
		return plainAddress{true, true, c.anyVariable(), c.IntN(1 << 16)}
	case 3:
		return plainAddress{true, true, c.anyVariable(), c.IntN(64)}
	case 4, 5, 6, 7: // negative offsets begin before the variable
		return plainAddress{true, true, c.anyVariable(), 8 * c.IntN(16)}
	}
	if c.IntN(12) == 0 {
		return plainAddress{true, true, c.general[len(c.general)-1-c.IntN(2)], c.IntN(30)} // askew or loose
	}
	id := c.general[c.IntN(12)]
	return plainAddress{true, true, id, 8 * (64 + c.IntN(16))}
}

func (c *plainCampaign) anyVariable() uint32 { return c.general[c.IntN(len(c.general))] }

// load makes the machine's variables the plain ones.
func (c *plainCampaign) load(code *Code, m *Machine) {
	p := c.plain
	for id, b := range p.bytes {
		data, known := m.Bytes(id)
		copy(data, b)
		copy(known, p.known[id])
	}
	for id, bits := range p.predicates {
		m.SetFlags(id, flagsOf(bits))
	}
	for id, list := range p.addresses {
		for k, a := range list {
			if code.Has(AddressKind, id) {
				if err := m.SetPointer(id, k, Pointer{Known: a.written, Into: a.into, Kind: GeneralKind, ID: a.id, Offset: uint16(a.value)}); err != nil {
					c.t.Fatal(err)
				}
			}
		}
	}
	for id, list := range p.surfaces {
		for k, v := range list {
			if v >= 0 {
				m.SetHandle(SurfaceKind, id, k, uint32(v))
			}
		}
	}
	m.Mask = 0
	for k, bit := range p.EM {
		m.Mask |= uint32(bit) << k
	}
}

func flagsOf(bits []int) (f Flags) {
	for k, bit := range bits {
		if bit >= 0 {
			f.Bits |= uint32(bit) << k
			f.Known |= 1 << k
		}
	}
	return f
}

// compare holds the machine's variables against the plain ones, all of them: what the instruction does not write must be as it was.
func (c *plainCampaign) compare(code *Code, m *Machine, i *Inst) {
	p := c.plain
	for id, b := range p.bytes {
		data, known := m.Bytes(id)
		if bytes.Equal(data, b) && bytes.Equal(known, p.known[id]) {
			continue
		}
		for k := range b {
			if known[k] != p.known[id][k] || known[k] != 0 && data[k] != b[k] {
				c.t.Fatalf("%s\nbyte %d of %s is %#02x, defined %#02x; plainly %#02x, %#02x", i.Text(c.d), k, c.d.Name(GeneralKind, id), data[k], known[k], b[k], p.known[id][k])
			}
			b[k] = data[k] // undefined bytes may differ
		}
	}
	for id, bits := range p.predicates {
		if got, want := m.Flags(id), flagsOf(bits); code.Has(PredicateKind, id) && (got.Known != want.Known || (got.Bits^want.Bits)&want.Known != 0) {
			c.t.Fatalf("%s\nP%d is %+v, plainly %+v", i.Text(c.d), id, got, want)
		}
	}
	for id, list := range p.addresses {
		for k, a := range list {
			got := m.Pointer(id, k)
			want := Pointer{Known: a.written, Into: a.into, Offset: uint16(a.value)}
			if a.into {
				want.Kind, want.ID = GeneralKind, a.id
			}
			if got.Kind = want.Kind; code.Has(AddressKind, id) && got != want {
				c.t.Fatalf("%s\nA%d(%d) is %+v, plainly %+v", i.Text(c.d), id, k, got, want)
			}
		}
	}
	for id, list := range p.surfaces {
		for k, v := range list {
			if got, ok := m.Handle(SurfaceKind, id, k); code.Has(SurfaceKind, id) && (ok != (v >= 0) || ok && int(got) != v) {
				c.t.Fatalf("%s\nelement %d of surface %d is %d, %v, plainly %d", i.Text(c.d), k, id, got, ok, v)
			}
		}
	}
}

// one runs one random instruction on both.
func (c *plainCampaign) one() {
	i := c.inst()
	code, err := Compile([]Inst{i}, c.d, c.options)
	if err != nil {
		c.t.Fatal(err)
	}
	for k := range c.plain.EM {
		c.plain.EM[k] = 1
	}
	if c.IntN(2) == 0 {
		for k := range c.plain.EM {
			c.plain.EM[k] = c.IntN(4) % 2
		}
	}
	m := code.NewMachine()
	c.load(code, m)
	c.plain.later = c.options.InactiveAddresses
	c.plain.trace, c.plain.tracesTouch, c.plain.rejoined = c.plain.trace[:0], true, 0
	want := c.plain.run(&i)
	var touches []Touch
	got := code.Run(m, func(s *Step) { touches = s.Touches() })
	f, _ := got.(*Fault)
	if (f == nil) != (want == nil) || f != nil && (f.Operand != want.operand || f.Lane != want.lane) {
		c.t.Fatalf("%s\n%v, plainly %+v", i.Text(c.d), got, want)
	}
	if f == nil {
		c.sameTrace(touches, &i)
		c.rejoined += c.plain.rejoined
	} else {
		c.faults++
	}
	c.compare(code, m, &i)
	c.cover(&i)
	c.lanes += i.Exec.Size()
	c.executed[i.Op.String()]++
}

// sameTrace compares the bytes that lanes read and wrote.
func (c *plainCampaign) sameTrace(touches []Touch, i *Inst) {
	got, want := map[plainTouch]bool{}, map[plainTouch]bool{}
	for _, x := range touches {
		if x.Kind == GeneralKind {
			got[plainTouch{x.Lane, x.Operand, x.Write, x.ID, x.First, x.Len}] = true
		}
	}
	for _, x := range c.plain.trace {
		want[x] = true
	}
	for x := range want {
		if !got[x] {
			c.t.Fatalf("%s\nthe trace lacks %+v; it has %+v", i.Text(c.d), x, touches)
		}
	}
	if len(got) != len(want) {
		c.t.Fatalf("%s\nthe trace has %d touches, plainly %d", i.Text(c.d), len(got), len(want))
	}
}

// Random instructions of every opcode, region shape, predicate control, mask and type, by both executors; on registers of 32 and of 64 bytes, in both dialects. With -full every
// region comes with every predicate control and every type.
func TestPlain(t *testing.T) {
	if testing.Short() {
		t.Skip("executes 40,000 instructions twice")
	}
	n := 40_000
	if *full {
		n = 10_000_000
	}
	rng := chance.Random(t, 2)
	executed, covered, faults, rejoined, lanes := map[string]int{}, map[coverage]bool{}, 0, 0, 0
	for part := range 4 {
		c := newPlainCampaign(t, rng, 32+32*(part&1), Dialect(part>>1))
		c.options.InactiveAddresses = rng.IntN(2) == 0
		c.executed, c.covered = executed, covered
		for k := range n / 4 {
			if k%64 == 63 {
				c.refresh()
			}
			c.one()
		}
		faults, rejoined, lanes = faults+c.faults, rejoined+c.rejoined, lanes+c.lanes
	}
	c := plainCampaign{covered: covered}
	if missing, shapes := c.uncovered(*full); missing != nil {
		t.Errorf("no source was %+v; there are %d shapes", *missing, shapes)
	}
	t.Logf("%d instructions with %d lanes, of which %d came upon undefined behaviour: %v", n, lanes, faults, executed)
	for op := range opOwordLd {
		if ok, _ := op.Executes(); ok && executed[op.String()] == 0 {
			t.Errorf("%s was never executed", op)
		}
	}
	if rejoined < n/1000 {
		t.Errorf("only %d elements were inside their variable in rows that begin outside", rejoined)
	}
	if faults*4 > n*3 || faults*100 < n {
		t.Errorf("%d of %d instructions came upon undefined behaviour: the cases are too wild or too tame", faults, n)
	}
}
