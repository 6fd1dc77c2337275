package svp64_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/svp64"
)

// fill makes every register random.
func fill(f *svp64.File, rng *rand.Rand) {
	for k := range f {
		f[k] = rng.Uint64()
	}
}

// All immediates, scalar and in place, integer and floating point, on random registers: both engines, and the map.
func TestPairEnginesAgree(t *testing.T) {
	rng := chance.Random(t, 0)
	moves := 0
	for s := range svp64.Swizzle(svp64.NumSwizzles) {
		for _, i := range []svp64.Inst{
			{RT: svp64.Reg{No: 4}, RA: svp64.Reg{No: 8}, Swizzle: s},
			{RT: svp64.Reg{No: 8}, RA: svp64.Reg{No: 8}, Swizzle: s},
			{RT: svp64.Reg{No: 4}, RA: svp64.Reg{No: 8}, Swizzle: s, Float: true},
			{RT: svp64.Reg{No: 8}, RA: svp64.Reg{No: 8}, Swizzle: s, Float: true},
		} {
			for range 1 + times(7) {
				before := svp64.NewState(0)
				fill(&before.GPR, rng)
				fill(&before.FPR, rng)
				plain, fast := *before, *before
				if err := plain.RunPlain(i); err != nil {
					t.Fatal(err)
				}
				if err := fast.Run(i); err != nil || fast != plain {
					t.Fatalf("%v: the engines differ: %v", i, err)
				}
				moves++
			}
		}
	}
	t.Logf("%d moves", moves)
}

// agree runs a loop on both engines.
func agree(t *testing.T, l *svp64.Loop, before *svp64.File) {
	plain, fast := *before, *before
	if err := l.Generate(&plain); err != nil {
		t.Fatalf("%+v: %v", *l, err)
	}
	p, err := l.Compile()
	if err != nil {
		t.Fatalf("%+v: %v", *l, err)
	}
	if p.Run(&fast); fast != plain {
		t.Fatalf("%+v: %s", *l, difference(fast, plain))
	}
}

// All of VL 1 to 4, SUBVL 1 to 4, PACK and UNPACK, every canonical immediate, all widths. Without -full each case has one pair of widths, at random.
func TestLoopEnginesAgree(t *testing.T) {
	rng := chance.Random(t, 0)
	widths := []int{8, 16, 32, 64}
	sample := 160 / times(10)
	var before svp64.File
	fill(&before, rng)
	count := 0
	l := svp64.Loop{RT: svp64.Reg{No: 32, Vector: true}, RA: svp64.Reg{No: 64, Vector: true}, SrcMask: ^uint64(0), DstMask: ^uint64(0)}
	for _, l.Swizzle = range canonical() {
		for l.VL = 1; l.VL <= 4; l.VL++ {
			for l.SubVL = 1; l.SubVL <= 4; l.SubVL++ {
				for order := range 4 {
					l.Pack, l.Unpack = order&1 != 0, order&2 != 0
					for _, l.SrcBits = range widths {
						for _, l.DstBits = range widths {
							if !*full && rng.IntN(sample) != 0 {
								continue
							}
							agree(t, &l, &before)
							count++
						}
					}
				}
			}
		}
	}
	t.Logf("%d loops", count)
}

// randomLoop is any loop that stays in its registers: predicates, saturation, zeroing, scalars, both kinds of registers.
func randomLoop(rng *rand.Rand) svp64.Loop {
	widths := []int{64, 32, 16, 8}
	l := svp64.Loop{
		Swizzle: svp64.Swizzle(rng.IntN(svp64.NumSwizzles)), Float: rng.IntN(4) == 0, Sat: svp64.Sat(rng.IntN(3)),
		RT: svp64.Reg{No: uint8(rng.IntN(4)), Vector: rng.IntN(8) != 0}, RA: svp64.Reg{No: uint8(64 + rng.IntN(4)), Vector: rng.IntN(8) != 0},
		VL: rng.IntN(16), SubVL: 1 + rng.IntN(4), Pack: rng.IntN(2) == 0, Unpack: rng.IntN(2) == 0,
		SrcMask: ^uint64(0), DstMask: ^uint64(0), SZ: rng.IntN(3) == 0, DZ: rng.IntN(3) == 0,
	}
	n := 4
	if l.Float {
		n = 3
	}
	l.SrcBits, l.DstBits = widths[rng.IntN(n)], widths[rng.IntN(n)]
	if rng.IntN(8) == 0 { // long vectors of short elements
		l.VL, l.SrcBits, l.DstBits = rng.IntN(58), 16, 16
	}
	if rng.IntN(2) == 0 {
		l.SrcMask, l.DstMask = rng.Uint64(), rng.Uint64()|rng.Uint64()
	}
	if rng.IntN(3) == 0 {
		l.DstMask = l.SrcMask
	}
	return l
}

// Random loops with everything: engines agree.
func TestRandomLoopsAgree(t *testing.T) {
	rng := chance.Random(t, 0)
	n := times(60_000)
	if *full {
		n = 10_000_000
	}
	var before svp64.File
	for k := range n {
		if k%100 == 0 {
			fill(&before, rng)
			for j := range before { // values at the limits of narrower widths
				if rng.IntN(2) == 0 {
					before[j] = uint64(int64(before[j]) >> (8 * rng.IntN(8)))
				}
			}
		}
		l := randomLoop(rng)
		agree(t, &l, &before)
	}
	t.Logf("%d loops", n)
}

// The map of a loop, applied to bytes, is what the plain engine does; loops that are no maps say why.
func TestLoopMaps(t *testing.T) {
	rng := chance.Random(t, 0)
	maps, refused := 0, 0
	n := times(20_000)
	for range n {
		l := randomLoop(rng)
		m, err := l.Map()
		if err != nil {
			refused++
			continue
		}
		maps++
		if err := m.Check(); err != nil {
			t.Fatalf("%+v: %v", l, err)
		}
		var f svp64.File
		fill(&f, rng)
		src, old := bytesOf(&f, int(l.RA.No), m.Bits*m.Src[0]), bytesOf(&f, int(l.RT.No), m.Bits*len(m.Lane))
		dst := make([]byte, len(old))
		if err := m.Apply(dst, old, src); err != nil {
			t.Fatal(err)
		}
		if err := l.Generate(&f); err != nil {
			t.Fatal(err)
		}
		if want := bytesOf(&f, int(l.RT.No), m.Bits*len(m.Lane)); string(dst) != string(want) {
			t.Fatalf("%+v: the map %v gives %x, the engine %x", l, m, dst, want)
		}
	}
	if maps < n/4 || refused < n/20 {
		t.Errorf("%d maps, %d refused", maps, refused)
	}
}

// bytesOf is so many bits of registers from r on, little-endian.
func bytesOf(f *svp64.File, r, bits int) []byte {
	b := make([]byte, (bits+7)/8)
	for k := range b[:min(len(b), 8*(svp64.NumRegs-r))] { // lanes that nobody reads may be past the last register
		b[k] = byte(f[r+k/8] >> (k % 8 * 8))
	}
	return b
}

// The conversions of floating-point formats against arbitrary precision: all of f16, and f32 and f64 where it is hard.
func TestRound(t *testing.T) {
	rng := chance.Random(t, 0)
	check := func(v uint64, from, to int) {
		if got, want := svp64.Round(v, from, to), roundBig(v, from, to); got != want {
			t.Fatalf("%#x from %d to %d bits: %#x, want %#x", v, from, to, got, want)
		}
	}
	for v := uint64(0); v < 1<<16; v += uint64(100 / times(100)) {
		check(v, 16, 32)
		check(v, 16, 64)
		for _, low := range []uint64{0, 1, 1<<12 - 1, 1 << 12, 1<<12 + 1, 1<<13 - 1} {
			half := svp64.Round(v, 16, 32)
			check(half|low, 32, 16)
			check(svp64.Round(v, 16, 64)|low<<29, 64, 16)
		}
	}
	for range times(200_000) {
		v := rng.Uint64()
		check(v>>32, 32, 16)
		check(v>>32, 32, 64)
		check(v, 64, 32)
		near := v&^(0x7ff<<52) | (1023-160+rng.Uint64N(300))<<52
		check(near, 64, 32)
		check(near, 64, 16)
		check(svp64.Round(near, 64, 32)<<32>>32, 32, 16)
	}
}

// roundBig does it with math/big: the exact value, then the nearest multiple of the last place.
func roundBig(v uint64, from, to int) uint64 {
	fraction := map[int]int{16: 10, 32: 23, 64: 52}
	decode := func(v uint64, w int) (sign uint64, exp int, frac uint64) {
		f := fraction[w]
		return v >> (w - 1), int(v >> f & (1<<(w-1-f) - 1)), v & (1<<f - 1)
	}
	sign, exp, frac := decode(v, from)
	fFrom, fTo := fraction[from], fraction[to]
	maxFrom, maxTo := 1<<(from-1-fFrom)-1, 1<<(to-1-fTo)-1
	signed := sign << (to - 1)
	switch {
	case exp == maxFrom && frac != 0:
		if fTo >= fFrom {
			return signed | uint64(maxTo)<<fTo | 1<<(fTo-1) | frac<<(fTo-fFrom)
		}
		return signed | uint64(maxTo)<<fTo | 1<<(fTo-1) | frac>>(fFrom-fTo)
	case exp == maxFrom:
		return signed | uint64(maxTo)<<fTo
	}
	x := new(big.Float).SetPrec(2000).SetInt(new(big.Int).SetUint64(frac))
	e := exp
	if exp == 0 {
		e = 1
	} else {
		x.Add(x, big.NewFloat(0).SetMantExp(big.NewFloat(1), fFrom))
	}
	x.SetMantExp(x, e-maxFrom/2-fFrom)
	if x.Sign() == 0 {
		return signed
	}
	place := max(x.MantExp(nil)-1, 1-maxTo/2) - fTo // exponent of the last place of the result
	units, rest := new(big.Float).SetMantExp(x, -place), new(big.Float).SetPrec(2000)
	q, _ := units.Int(nil)
	rest.Sub(units, new(big.Float).SetInt(q))
	if c := rest.Cmp(big.NewFloat(0.5)); c > 0 || c == 0 && q.Bit(0) == 1 {
		q.Add(q, big.NewInt(1))
	}
	// q units of the last place: the fraction, and one step of the exponent for each 2^fTo.
	bits := q.Uint64() + uint64(place+fTo+maxTo/2-1)<<fTo
	return signed | min(bits, uint64(maxTo)<<fTo)
}

// bench is the loop of the speed that is promised: VL 64, vec4, 32 bits. Source and destination fill a file of registers each.
func bench() svp64.Loop {
	return svp64.Loop{
		Swizzle: 0xfae, RT: svp64.Reg{Vector: true}, RA: svp64.Reg{Vector: true},
		VL: 64, SubVL: 4, SrcBits: 32, DstBits: 32, SrcMask: ^uint64(0), DstMask: ^uint64(0),
	}
}

// On one file there is room for VL 32: r0 to r63 from r64 to r127.
func benchOneFile() svp64.Loop {
	l := bench()
	l.VL, l.RA.No = 32, 64
	return l
}

func perMove(b *testing.B, moves int) {
	b.ReportMetric(float64(b.N)*float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
}

func BenchmarkFastVL64(b *testing.B) {
	l := bench()
	p := l.PlanApart()
	var src, dst svp64.File
	b.ReportAllocs()
	for b.Loop() {
		p.Move(&dst, &src)
	}
	perMove(b, p.Moves)
}

func BenchmarkFast(b *testing.B) {
	l := benchOneFile()
	p, err := l.Compile()
	if err != nil {
		b.Fatal(err)
	}
	var f svp64.File
	b.ReportAllocs()
	for b.Loop() {
		p.Run(&f)
	}
	perMove(b, p.Moves)
}

func BenchmarkFastSaturating(b *testing.B) {
	l := benchOneFile()
	l.Sat, l.DstBits = svp64.Signed, 16
	p, err := l.Compile()
	if err != nil {
		b.Fatal(err)
	}
	var f svp64.File
	b.ReportAllocs()
	for b.Loop() {
		p.Run(&f)
	}
	perMove(b, p.Moves)
}

func BenchmarkCompile(b *testing.B) {
	l := benchOneFile()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := l.Compile(); err != nil {
			b.Fatal(err)
		}
	}
	perMove(b, 128)
}

func BenchmarkPlain(b *testing.B) {
	l := benchOneFile()
	var f svp64.File
	b.ReportAllocs()
	for b.Loop() {
		if err := l.Generate(&f); err != nil {
			b.Fatal(err)
		}
	}
	perMove(b, 128)
}

func BenchmarkPair(b *testing.B) {
	s := svp64.NewState(0)
	i := svp64.Inst{RT: svp64.Reg{No: 4}, RA: svp64.Reg{No: 8}, Swizzle: 0xe28}
	b.ReportAllocs()
	for b.Loop() {
		if err := s.Run(i); err != nil {
			b.Fatal(err)
		}
	}
	perMove(b, 4)
}
