package machine_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
)

// Where everything can be tried, it is. The plain side is float64, in which the sum and the product of two halves are exact; TestHalves compares it with the real numbers of the
// other campaigns.

// halfNumber is what the bits of a half are.
func halfNumber(v uint16) float64 {
	fraction, exponent := float64(v&0x3ff), int(v>>10&31)
	x := math.Ldexp(1024+fraction, exponent-25)
	switch {
	case exponent == 31 && fraction != 0:
		return math.NaN()
	case exponent == 31:
		x = math.Inf(1)
	case exponent == 0:
		x = math.Ldexp(fraction, -24)
	}
	if v>>15 != 0 {
		return -x
	}
	return x
}

// halfBits is a number rounded to a half, ties to even.
func halfBits(x float64) uint16 {
	if x != x {
		return 0x7e00
	}
	sign := uint16(math.Float64bits(x) >> 48 & 0x8000)
	x = math.Abs(x)
	switch {
	case x >= 65520: // half way from the largest one to 2^16
		return sign | 0x7c00
	case x < 0x1p-14: // multiples of 2^-24; 1024 of them is the smallest normal one
		return sign | uint16(math.RoundToEven(x*0x1p24))
	}
	exponent := int(math.Float64bits(x)>>52) - 1023
	scale := math.Float64frombits(uint64(1023+10-exponent) << 52)
	return sign | uint16((exponent+14)<<10+int(math.RoundToEven(x*scale))) // the 1 in front is 1024 more
}

// TestHalves compares the two ways to read and round a half.
func TestHalves(t *testing.T) {
	for v := range 1 << 16 {
		x := half.real(uint64(v))
		want := half.bits(x, toEven)
		if got := halfBits(halfNumber(uint16(v))); uint64(got) != want {
			t.Fatalf("%04x comes back as %04x, by real numbers %04x", v, got, want)
		}
	}
	campaign(t, cases(10_000_000), func(r dice, enough func(int) bool) error {
		for {
			x := math.Ldexp(float64(r.Uint64()>>r.IntN(64)), -r.IntN(64)-r.IntN(64))
			if got, want := halfBits(x), half.bits(realOf(x), toEven); uint64(got) != want {
				return fmt.Errorf("%x rounds to %04x, by real numbers %04x", x, got, want)
			}
			if enough(1) {
				return nil
			}
		}
	})
}

// everyRegister is a program of an instruction for each register, % standing for its number.
func everyRegister(instruction string) *machine.Program {
	var text strings.Builder
	for n := range machine.Registers {
		text.WriteString(strings.ReplaceAll(instruction, "%", fmt.Sprint(n)) + "\n")
	}
	return assembled(text.String())
}

func assembled(text string) *machine.Program {
	code, errs := asm.Assemble(text)
	if len(errs) > 0 {
		panic(errs[0])
	}
	p, err := machine.Compile(code)
	if err != nil {
		panic(err)
	}
	return p
}

// runAll runs a program to its end.
func runAll(p *machine.Program, g *machine.Group) error {
	g.PC = 0
	result, err := p.Run(context.Background(), g, machine.Options{})
	if err == nil && result.Stop != machine.Ended {
		err = fmt.Errorf("%v: %v", result.Stop, result.Fault)
	}
	return err
}

// block is how many numbers stand in the registers at a time.
const block = machine.Registers * machine.Lanes

// fill gives every lane of every register a number.
func fill(g *machine.Group, number func(k int) uint32) {
	for n := range machine.Registers {
		var row machine.Row
		for lane := range row {
			row[lane] = number(n*machine.Lanes + lane)
		}
		g.SetRegister(n, row)
	}
}

// TestEveryPair is fadd16 and fmul16 of all pairs of halves. A case is a pair.
func TestEveryPair(t *testing.T) {
	number := make([]float64, 1<<16)
	for v := range number {
		number[v] = halfNumber(uint16(v))
	}
	for name, f := range map[string]func(a, b float64) float64{
		"fadd16": func(a, b float64) float64 { return a + b },
		"fmul16": func(a, b float64) float64 { return a*b + 0 },
	} {
		t.Run(name, func(t *testing.T) {
			everyBlock(t, 1<<32, func(g *machine.Group) func(first uint32) error {
				p := everyRegister(name + " r%l, u0l, r%h")
				at := -1
				return func(first uint32) error {
					if b := int(first >> 16 & (1<<16/block - 1)); b != at {
						at = b
						fill(g, func(k int) uint32 { return uint32(at*block+k) << 16 })
					}
					a := uint16(first)
					g.SetUniform(0, a)
					if err := runAll(p, g); err != nil {
						return err
					}
					for n := range machine.Registers {
						for lane, v := range g.Register(n) {
							if want := halfBits(f(number[a], number[v>>16])); uint16(v) != want {
								return fmt.Errorf("%s of %04x and %04x is %04x, and not %04x (register %d, lane %d)", name, a, v>>16, want, uint16(v), n, lane)
							}
						}
					}
					return nil
				}
			})
		})
	}
}

// everyBlock is a campaign of all numbers below a bound in blocks. In full, the cores take them in turn; else they take random ones. What work is given is the number of a block.
func everyBlock(t *testing.T, all int, work func(*machine.Group) func(number uint32) error) {
	blocks := all / block
	want := cases(blocks) / 40
	if *full {
		want = blocks
	}
	var next atomic.Int64
	campaign(t, want*block, func(r dice, enough func(int) bool) error {
		f := work(machine.NewGroup())
		for {
			k := int64(r.IntN(blocks))
			if *full {
				if k = next.Add(1) - 1; k >= int64(blocks) {
					return nil
				}
			}
			if err := f(uint32(k)); err != nil {
				return err
			}
			if enough(block) {
				return nil
			}
		}
	})
}

// TestEveryFloat is the roundings to an integer of all floats. A case is a float.
func TestEveryFloat(t *testing.T) {
	for name, f := range map[string]func(float64) float64{
		"floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc, "rint": math.RoundToEven,
	} {
		t.Run(name, func(t *testing.T) {
			everyBlock(t, 1<<32, func(g *machine.Group) func(first uint32) error {
				p := everyRegister(name + " r%, r%")
				return func(first uint32) error {
					fill(g, func(k int) uint32 { return first*block + uint32(k) })
					if err := runAll(p, g); err != nil {
						return err
					}
					for n := range machine.Registers {
						for lane, got := range g.Register(n) {
							v := first*block + uint32(n*machine.Lanes+lane)
							if want := integralBits(v, f); got != want {
								return fmt.Errorf("%s of %08x is %08x, and not %08x", name, v, want, got)
							}
						}
					}
					return nil
				}
			})
		})
	}
}

// integralBits is a function to integers of a float that is flushed to zero.
func integralBits(v uint32, f func(float64) float64) uint32 {
	if v&0x7f800000 == 0 {
		v &= 0x80000000
	}
	x := f(float64(math.Float32frombits(v)))
	if x != x {
		return 0x7fc00000
	}
	return math.Float32bits(float32(x))
}
