package visa

import (
	"math/big"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// fcvt, srnd, add3.o and dpas in the plain implementation: numbers of any size, and matrices as the document's mathematics has them.

// plainFormats are the formats that types stand for in fcvt and srnd: destination and source.
var plainFormats = map[string]map[[2]string][2]string{
	"fcvt": {{"ub", "hf"}: {"bf8", "hf"}, {"hf", "ub"}: {"hf", "bf8"}, {"ud", "f"}: {"tf32", "f"}, {"f", "ud"}: {"f", "f"}},
	"srnd": {{"ub", "hf"}: {"bf8", "hf"}, {"hf", "f"}: {"hf", "f"}},
}

// recoded is fcvt and srnd.
func (p *plainState) recoded(i *Inst, ChEn [32]int) *plainFault {
	var sources [2]plainSource
	for k := 1; k < int(i.N); k++ {
		s, f := p.read(i, k, ChEn)
		if f != nil {
			return f
		}
		sources[k-1] = s
	}
	list := p.elements(i, 0)
	for lane, e := range list {
		if ChEn[lane] == 1 && e.bad {
			return &plainFault{0, lane}
		}
	}
	dst, _ := p.word(&i.Operand[0])
	formats := plainFormats[i.Op.String()][[2]string{dst, sources[0].word}]
	var bits [32]uint64
	var known [32]bool
	for lane := range i.Exec.Size() {
		known[lane] = sources[0].known[lane]
		if i.N == 3 {
			known[lane] = known[lane] && sources[1].known[lane]
			bits[lane] = plainRandom(sources[0].bits[lane], sources[1].bits[lane], formats)
		} else {
			bits[lane] = plainRecoded(sources[0].bits[lane], formats)
		}
	}
	p.write(i, bits, known, ChEn, list)
	return nil
}

// plainRecoded is a number in another format, rounded to the nearest.
func plainRecoded(bits uint64, formats [2]string) uint64 {
	if formats[0] == formats[1] {
		return bits
	}
	n := plainDecode(bits, formats[1])
	switch {
	case n.nan: // the bits of its fraction stay, as far as there are some, and it is a quiet one
		return plainQuiet(bits, formats)
	case formats[0] != "tf32":
		return plainBits(plainNearest(n, formats[0]), formats[0])
	case !n.inf && (n.float.Sign() == 0 || n.float.MantExp(nil)-1 < -126):
		return bits >> 31 << 31
	}
	if !n.inf { // ten bits of fraction, by dividing
		unit := n.float.MantExp(nil) - 1 - 10
		units := plainFloat().SetMantExp(n.float, -unit)
		whole, _ := units.Int(nil)
		rest := plainFloat().Sub(units, plainFloat().SetInt(whole))
		if c := rest.Cmp(big.NewFloat(0.5)); c > 0 || c == 0 && whole.Bit(0) == 1 {
			whole.Add(whole, big.NewInt(1))
		}
		n.float.SetMantExp(plainFloat().SetInt(whole), unit)
	}
	return plainBits(plainNearest(n, "f"), "f")
}

// plainQuiet is what is no number in another format.
func plainQuiet(bits uint64, formats [2]string) uint64 {
	from, to := plainTypes[formats[1]], plainTypes["f"]
	if formats[0] != "tf32" {
		to = plainTypes[formats[0]]
	}
	sign := bits >> (8*from.bytes - 1)
	fraction := bits & (1<<from.fraction - 1)
	kept := to.fraction
	if formats[0] == "tf32" {
		kept = 10
	}
	if from.fraction > kept {
		fraction >>= from.fraction - kept
	} else {
		return bits << (8 * (to.bytes - from.bytes)) // more room: nothing is changed
	}
	fraction |= 1 << (kept - 1)
	return sign<<(8*to.bytes-1) | (1<<to.exponent-1)<<to.fraction | fraction<<(to.fraction-kept)
}

// plainRandom is srnd: so many units of the source's last bit more, and what does not fit is cut.
func plainRandom(bits, random uint64, formats [2]string) uint64 {
	n := plainDecode(bits, formats[1])
	from, to := plainTypes[formats[1]], plainTypes[formats[0]]
	switch {
	case n.nan:
		return plainQuiet(bits, formats)
	case n.inf:
		return plainBits(n, formats[0])
	}
	unit := 1 - (1<<(from.exponent-1) - 1) - from.fraction // of the source's denormal numbers
	if n.float.Sign() != 0 {
		unit = max(unit, n.float.MantExp(nil)-1-from.fraction)
	}
	extra := int64(random & 0xff)
	if formats[1] == "f" {
		extra = int64(random & 0x1fff)
	}
	more := plainFloat().SetMantExp(plainFloat().SetInt64(extra), unit)
	n.float.Add(n.float, more)
	if n.float.Sign() == 0 {
		return plainBits(n, formats[0])
	}
	bias := 1<<(to.exponent-1) - 1
	last := max(n.float.MantExp(nil)-1, 1-bias) - to.fraction
	whole, _ := plainFloat().SetMantExp(n.float, -last).Int(nil)
	n.float.SetMantExp(plainFloat().SetInt(whole), last)
	if n.float.Sign() != 0 && n.float.MantExp(nil)-1 > bias {
		n.inf = true
	}
	return plainBits(n, formats[0])
}

// matrices is dpas: D = C + A·B, of matrices that are read from registers first.
func (p *plainState) matrices(i *Inst, ChEn [32]int) *plainFault {
	word := i.Number
	precision := func(code uint32) (bits int, negative bool) { // u1 s1 u2 s2 u4 s4 u8 s8
		return 1 << ((code - 1) / 2), code%2 == 0
	}
	wBits, wNegative := precision(word & 0xff)
	aBits, aNegative := precision(word >> 8 & 0xff)
	rows, columns, K := int(word>>24), p.decls.GRF/4, 8*8
	if wBits == 8 || aBits == 8 {
		K = 8 * 4
	}
	stream := func(k, at, step int) func(n, bits int) (v *big.Int, known bool) { // dwords, step bytes apart
		o := &i.Operand[k]
		root, off := p.base(o.ID)
		if o.Class == General {
			off += int(o.Row)*p.decls.GRF + 4*int(o.Col)
		} else {
			off += int(o.Disp)
		}
		return func(n, bits int) (*big.Int, bool) {
			v, known := new(big.Int), true
			for b := range bits {
				bit := n*bits + b
				byteAt := off + at + bit/32*step + bit%32/8
				v.SetBit(v, b, uint(p.bytes[root][byteAt]>>(bit%8)&1))
				known = known && p.known[root][byteAt] != 0
			}
			return v, known
		}
	}
	signed := func(v *big.Int, bits int, negative bool) *big.Int {
		if negative && v.Bit(bits-1) == 1 {
			v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
		}
		return v
	}
	results := make([]plainCell, columns)
	a := stream(3, 0, 4)
	for m := range rows {
		for n := range columns {
			sum := plainCell{new(big.Int), true}
			if o := &i.Operand[1]; o.ID != 0 {
				sum.v, sum.known = stream(1, m*p.decls.GRF+4*n, 4)(0, 32)
			}
			b := stream(2, 4*n, p.decls.GRF)
			for k := range K {
				x, xKnown := a(m*K+k, aBits)
				y, yKnown := b(k, wBits)
				sum.v.Add(sum.v, new(big.Int).Mul(signed(x, aBits, aNegative), signed(y, wBits, wNegative)))
				sum.known = sum.known && xKnown && yKnown
			}
			results[n] = sum
		}
		p.putRow(i, m, ChEn, results)
	}
	return nil
}

// A plainCell is an element of a matrix.
type plainCell struct {
	v     *big.Int
	known bool
}

// putRow writes row m, before the next one is read.
func (p *plainState) putRow(i *Inst, m int, ChEn [32]int, row []plainCell) {
	root, off := p.base(i.Operand[0].ID)
	for n, cell := range row {
		if ChEn[n] == 0 || i.Operand[0].ID == 0 {
			continue
		}
		v := plainWrap(cell.v, 32, true).Uint64()
		for b := range 4 {
			at := off + int(i.Operand[0].Disp) + m*p.decls.GRF + 4*n + b
			p.bytes[root][at], p.known[root][at] = byte(v>>(8*b)), 0
			if cell.known {
				p.known[root][at] = 0xff
			}
		}
	}
}

// overflowing is add3.o: a sum without end, and whether it is another one in the destination.
func (p *plainState) overflowing(i *Inst) *plainFault {
	sum := *i
	sum.Op, sum.Guard = opAdd3, 0
	executed, _, _ := p.evaluateChEn(&sum)
	var sources [3]plainSource
	for k := range sources {
		s, f := p.read(&sum, k+1, executed)
		if f != nil {
			return f
		}
		sources[k] = s
	}
	if f := p.run(&sum); f != nil {
		return f
	}
	dst, _ := p.word(&i.Operand[0])
	precision, _, _ := plainExecution([]string{sources[0].word, sources[1].word, sources[2].word}, dst)
	flags := p.predicates[uint32(i.Guard.ID())]
	for lane := range i.Exec.Size() {
		if executed[lane] == 0 || i.Guard == 0 {
			continue
		}
		if lane+i.Exec.Offset() >= len(flags) {
			return &plainFault{-1, lane}
		}
		all, known := new(big.Int), true
		for k, s := range sources {
			all.Add(all, plainModified(plainDecode(s.bits[lane], s.word), i.Operand[k+1].Mod.String(), s.word, precision).integer)
			known = known && s.known[lane]
		}
		flags[lane+i.Exec.Offset()] = -1
		if fits := plainClamp(all, dst).Cmp(all) == 0; known && fits {
			flags[lane+i.Exec.Offset()] = 0
		} else if known {
			flags[lane+i.Exec.Offset()] = 1
		}
	}
	return nil
}

// Every half and every 8-bit float, and random singles, are recoded as numbers of any size are.
func TestRecodings(t *testing.T) {
	rng := chance.Random(t, 7)
	check := func(op Op, dst, src Type, x, random uint64) {
		t.Helper()
		got := recodings[op][[2]Type{dst, src}](x, random)
		formats := plainFormats[op.String()][[2]string{dst.String(), src.String()}]
		want := plainRecoded(x, formats)
		if op == opSrnd {
			want = plainRandom(x, random, formats)
		}
		if got != want {
			t.Fatalf("%s: %s of %s %#x, random %#x: %#x, want %#x", op, dst, src, x, random, got, want)
		}
	}
	for x := range uint64(1 << 16) {
		check(opFcvt, UB, HF, x, 0)
		check(opSrnd, UB, HF, x, rng.Uint64())
		for _, random := range []uint64{0, 1, 0x7f, 0x80, 0xff} {
			check(opSrnd, UB, HF, x, random)
		}
	}
	for x := range uint64(1 << 8) {
		check(opFcvt, HF, UB, x, 0)
	}
	for range 100_000 {
		x := uint64(rng.Uint32())
		switch rng.IntN(4) {
		case 0: // about the size of halves, or smaller
			x = x&0x807fffff | uint64(127+rng.IntN(44)-27)<<23
		case 1: // between two, or near it
			x = x&0xffffe000 | uint64(0x0fff+rng.IntN(3))
		case 2:
			x = x&0x807fffff | uint64([]int{0, 1, 254, 255}[rng.IntN(4)])<<23
		}
		check(opFcvt, UD, F, x, 0)
		check(opFcvt, F, UD, x, 0)
		check(opSrnd, HF, F, x, rng.Uint64())
		check(opSrnd, HF, F, x, []uint64{0, 1, 0xfff, 0x1000, 0x1fff, 0x2000}[rng.IntN(6)])
	}
}
