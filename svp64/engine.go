package svp64

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/lanescope/lanescope/lane"
)

// Movement is the loop as one map, of which the lanes of source a are the elements of RA after their conversion to DstBits. So the loop is a conversion of each
// element by itself, and then a movement. A lane of the destination that is not written is the old one.
func (l *Loop) Movement() (lane.Map, error) {
	if err := l.Check(); err != nil {
		return lane.Map{}, err
	}
	if l.VL == 0 || l.length() == 0 {
		return lane.Map{}, l.movesNothing()
	}
	return l.movement(), nil
}

func (l *Loop) movesNothing() error {
	return fmt.Errorf("the loop moves nothing: VL is %d, and the destination's subvectors have %d lanes", l.VL, l.length())
}

func (l *Loop) movement() lane.Map {
	m := lane.Map{Bits: l.DstBits, Src: []int{l.sourceLanes()}, Lane: make([]lane.Lane, l.destination(l.VL-1, l.length()-1)+1)}
	for k := range m.Lane {
		m.Lane[k] = lane.FromOld(k)
	}
	one := lane.Fixed(lane.ConstOf(l.one()))
	l.pairs(func(from choice, i, j int) {
		k := l.destination(i, j)
		switch {
		case l.DstMask>>i&1 == 0 || from.x == Zero:
			m.Lane[k] = lane.Zero()
		case from.x == One:
			m.Lane[k] = one
		case l.SrcMask>>from.i&1 == 0:
			m.Lane[k] = lane.Zero()
		default:
			m.Lane[k] = lane.From(0, l.source(from.i, from.x))
		}
	})
	return m
}

// sourceLanes is how many elements of RA there are: those of VL subvectors, and what selectors beyond SUBVL read behind them.
func (l *Loop) sourceLanes() int {
	last := 0
	for j := range l.length() {
		if x := l.Swizzle.At(j); x.Moves() {
			last = max(last, l.source(l.VL-1, x))
		}
	}
	n := l.SubVL
	if l.RA.Vector {
		n *= l.VL
	}
	return max(n, last+1)
}

// pairs calls f for every move.
func (l *Loop) pairs(f func(from choice, i, j int)) {
	l.numbered(func(_ int, from choice, i, j int) { f(from, i, j) })
}

// numbered is pairs with the number of the source's lane. Move p is number p of each walk, and where that is follows from p by a division: no walk is made.
func (l *Loop) numbered(f func(sj int, from choice, i, j int)) {
	var live [Lanes]int
	n := 0
	for j := range l.length() {
		if l.Swizzle.At(j) != Skip {
			live[n] = j
			n++
		}
	}
	src, dst := l.subvectors(l.SrcMask, l.SZ, false), l.subvectors(l.DstMask, l.DZ, l.firstOnly())
	for p := range n * min(len(src), len(dst)) {
		si, sj := p/n, p%n
		if l.Pack {
			si, sj = p%len(src), p/len(src)
		}
		di, dj := p/n, p%n
		if l.Unpack {
			di, dj = p%len(dst), p/len(dst)
		}
		f(live[sj], choice{src[si], l.Swizzle.At(live[sj])}, dst[di], live[dj])
	}
}

// subvectors are those that take part on one side, in order, or only the first.
func (l *Loop) subvectors(mask uint64, zeroing, first bool) []int {
	on := uint64(1)<<l.VL - 1
	if !zeroing {
		on &= mask
	}
	if first {
		on &= -on
	}
	list := make([]int, 0, MaxVL)
	for ; on != 0; on &= on - 1 {
		list = append(list, bits.TrailingZeros64(on))
	}
	return list
}

// A Plan is a loop made ready to run: for each register that is written what stays in it, which constants come in, and which elements.
type Plan struct {
	Moves   int // elements that are written
	src     int // bits of an element
	dst     int
	convert func(uint64) uint64 // nil where it is enough to cut
	writes  []write
	reads   []read
}

// A write is one register: the next so many reads go into it.
type write struct {
	reg   uint8
	reads uint16
	keep  uint64
	fixed uint64
}

// A read is an element of the source and the bit to which it goes.
type read struct{ reg, at, to uint8 }

// Compile makes the loop's plan. The plan may run many times, on any registers.
func (l *Loop) Compile() (*Plan, error) {
	if err := l.Check(); err != nil {
		return nil, err
	}
	return l.plan(), nil
}

func (l *Loop) plan() *Plan {
	p := &Plan{src: l.SrcBits, dst: l.DstBits, convert: l.conversion()}
	if l.VL > 0 && l.length() > 0 {
		p.take(l, l.movement())
	}
	return p
}

// take takes the map apart by registers of the destination.
func (p *Plan) take(l *Loop, m lane.Map) {
	perSrc, perDst := 64/l.SrcBits, 64/l.DstBits
	p.reads = make([]read, 0, len(m.Lane))
	p.writes = make([]write, 0, len(m.Lane)/perDst+1)
	for k := 0; k < len(m.Lane); k += perDst {
		w := write{reg: l.RT.No + uint8(k/perDst), keep: math.MaxUint64}
		for e, x := range m.Lane[k:min(k+perDst, len(m.Lane))] {
			at := e * l.DstBits
			switch x.Kind {
			case lane.Old:
				continue
			case lane.Constant:
				v, _ := x.Const.Uint64()
				w.fixed |= v << at
			default:
				w.reads++
				p.reads = append(p.reads, read{l.RA.No + uint8(x.Index/perSrc), uint8(x.Index % perSrc * l.SrcBits), uint8(at)})
			}
			p.Moves++
			w.keep &^= ones(l.DstBits) << at
		}
		if w.keep != math.MaxUint64 {
			p.writes = append(p.writes, w)
		}
	}
}

// Run executes the plan on registers.
func (p *Plan) Run(f *File) { p.Move(f, f) }

// Move executes the plan from the registers of one file to those of another.
func (p *Plan) Move(dst, src *File) {
	if p.convert != nil {
		p.moveConverted(dst, src)
		return
	}
	mask := ones(min(p.src, p.dst))
	reads := p.reads
	for i := range p.writes {
		w := &p.writes[i]
		n := int(w.reads)
		v := dst[w.reg&(NumRegs-1)]&w.keep | w.fixed
		for _, r := range reads[:n] {
			v |= src[r.reg&(NumRegs-1)] >> (r.at & 63) & mask << (r.to & 63)
		}
		reads = reads[n:]
		dst[w.reg&(NumRegs-1)] = v
	}
}

func (p *Plan) moveConverted(dst, src *File) {
	mask, convert := ones(p.src), p.convert
	reads := p.reads
	for i := range p.writes {
		w := &p.writes[i]
		n := int(w.reads)
		v := dst[w.reg&(NumRegs-1)]&w.keep | w.fixed
		for _, r := range reads[:n] {
			v |= convert(src[r.reg&(NumRegs-1)]>>(r.at&63)&mask) << (r.to & 63)
		}
		reads = reads[n:]
		dst[w.reg&(NumRegs-1)] = v
	}
}

// run is the fast engine: a plan, run once.
func (l *Loop) run(f *File) error {
	p, err := l.Compile()
	if err != nil {
		return err
	}
	p.Run(f)
	return nil
}

// conversion is what Loop.convert does, made for these widths; nil where zero extension and cutting do it. Branches on the widths are taken here, once.
func (l *Loop) conversion() func(uint64) uint64 {
	sw, dw := uint(l.SrcBits), uint(l.DstBits)
	switch {
	case l.Float:
		return l.floatConversion()
	case l.Sat == Signed && sw <= dw:
		if sw == dw {
			return nil
		}
		return func(v uint64) uint64 { return uint64(int64(v<<(64-sw))>>(64-sw)) << (64 - dw) >> (64 - dw) }
	case l.Sat == Signed:
		return func(v uint64) uint64 {
			s := int64(v<<(64-sw)) >> (64 - sw)
			// The value fits if its upper bits, sign bit included, are all alike; if not, the sign alone says which limit it is.
			if s>>(dw-1) != s>>63 {
				s = s>>63 ^ (1<<(dw-1) - 1)
			}
			return uint64(s) << (64 - dw) >> (64 - dw)
		}
	case l.Sat == Unsigned && sw > dw:
		return func(v uint64) uint64 {
			if v>>dw != 0 {
				return 1<<dw - 1
			}
			return v
		}
	}
	return nil
}

// floatConversion has the processor convert between 32 and 64 bits.
func (l *Loop) floatConversion() func(uint64) uint64 {
	sw, dw := l.SrcBits, l.DstBits
	from, to := formatOf(sw), formatOf(dw)
	var convert func(uint64) uint64
	switch {
	case sw == dw:
	case sw == 64 && dw == 32:
		convert = func(v uint64) uint64 {
			if v&from.magnitude() > from.infinity() {
				return round(v, from, to) // what becomes of a NaN's payload differs between processors
			}
			return uint64(math.Float32bits(float32(math.Float64frombits(v))))
		}
	case sw == 32 && dw == 64:
		convert = func(v uint64) uint64 {
			if v&from.magnitude() > from.infinity() {
				return round(v, from, to)
			}
			return math.Float64bits(float64(math.Float32frombits(uint32(v))))
		}
	default:
		convert = func(v uint64) uint64 { return round(v, from, to) }
	}
	if l.Sat == NoSat {
		return convert
	}
	return func(v uint64) uint64 {
		if convert != nil {
			v = convert(v)
		}
		if v&to.magnitude() == to.infinity() {
			v--
		}
		return v
	}
}
