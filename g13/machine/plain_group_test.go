package machine_test

import (
	"math/big"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/machine"
)

// The machine once more, as the manual prints it: a thread by itself, integers without bounds, numbers without rounding until they are written. It shares the decoder with
// the machine that it is compared with, and nothing else. Where the manual has "for each active thread", so does this.

// A plainThread is what one thread has: r0l, r0h, r1l and so on.
type plainThread struct {
	half [256]uint16
}

// A plainGroup is a SIMD-group.
type plainGroup struct {
	thread  [32]plainThread
	uniform [512]uint16
	active  [32]bool
	pc      int // of the instruction that is being executed
	next    int // of the one behind it, or where it jumps to
	stopped bool
	place   machine.Place
	memory  plainMemory
}

// A plainInst is an instruction whose operands have been looked at.
type plainInst struct {
	g13.Inst
	name       string // of the form
	d, a, b, c g13.Arg
	x, y, r    g13.Arg
	o, s, v    g13.Arg
	cc         int64
}

func plainly(i g13.Inst) plainInst {
	p := plainInst{Inst: i, name: i.Form.Name()}
	for n := range i.Args() {
		switch i.Operand(n).Name {
		case "D":
			p.d = i.Arg(n)
		case "A":
			p.a = i.Arg(n)
		case "B":
			p.b = i.Arg(n)
		case "C":
			p.c = i.Arg(n)
		case "X":
			p.x = i.Arg(n)
		case "Y":
			p.y = i.Arg(n)
		case "R":
			p.r = i.Arg(n)
		case "O":
			p.o = i.Arg(n)
		case "S":
			p.s = i.Arg(n)
		case "v":
			p.v = i.Arg(n)
		case "cc":
			p.cc = i.Arg(n).Value
		}
	}
	return p
}

// field is some bits of the instruction, by the numbers that the manual has above its rows.
func (i *plainInst) field(high, low int) uint64 {
	v := i.Word.Lo >> low
	if low >= 64 {
		v = i.Word.Hi >> (low - 64)
	}
	return v & (1<<(high-low+1) - 1)
}

// set is whether a bit of the instruction is 1.
func (i *plainInst) set(bit int) bool { return i.field(bit, bit) == 1 }

// threadBits is thread_bit_size. An immediate has been extended to 16 bits.
func threadBits(a g13.Arg) int {
	if a.Class == g13.Immediate {
		return 16
	}
	return a.Size
}

// raw is the bits of an operand in a thread.
func (g *plainGroup) raw(t int, a g13.Arg) uint64 {
	halves := g.thread[t].half[:]
	switch a.Class {
	case g13.Immediate:
		return uint64(a.Value)
	case g13.Uniform:
		halves = g.uniform[:]
	}
	v := uint64(0)
	for n := range a.Size / 16 {
		v |= uint64(halves[a.Index+n]) << (16 * n)
	}
	return v
}

// unsigned is an operand as an integer from 0 on.
func (g *plainGroup) unsigned(t int, a g13.Arg) *big.Int { return new(big.Int).SetUint64(g.raw(t, a)) }

// signed is sign_extend(a, A.thread_bit_size).
func (g *plainGroup) signed(t int, a g13.Arg) *big.Int {
	return signExtend(g.unsigned(t, a), threadBits(a))
}

// extended is an operand that says itself whether it has a sign.
func (g *plainGroup) extended(t int, a g13.Arg) *big.Int {
	if a.Sx {
		return g.signed(t, a)
	}
	return g.unsigned(t, a)
}

// write is D[thread] = v: as many bits as D has.
func (g *plainGroup) write(t int, d g13.Arg, v *big.Int) {
	low := new(big.Int).And(v, allOnes(d.Size)).Uint64()
	for n := range d.Size / 16 {
		g.thread[t].half[d.Index+n] = uint16(low >> (16 * n))
	}
}

// eachActive is "for each active thread".
func (g *plainGroup) eachActive(f func(t int)) {
	for t := range 32 {
		if g.active[t] {
			f(t)
		}
	}
}

func signExtend(v *big.Int, bits int) *big.Int {
	if v.Bit(bits-1) == 1 {
		v = new(big.Int).Sub(v, power(bits))
	}
	return v
}

func integer(v int64) *big.Int { return big.NewInt(v) }

func power(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

func allOnes(n int) *big.Int { return new(big.Int).Sub(power(n), big.NewInt(1)) }
