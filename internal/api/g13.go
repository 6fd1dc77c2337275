package api

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/g13/machine"
)

// G13RunSchema is the schema of a run of G13 code.
const G13RunSchema = "lanescope.g13.run/1"

// A G13State is where a run begins.
type G13State struct {
	Group   *machine.Group
	Named   machine.RegisterSet // registers that are to be shown
	Memory  *machine.Memory     // nil if there are no buffers
	Buffers []G13Buffer

	uniforms [machine.Uniforms / 2]bool // those that were given a value
}

// ParseHex reads hexadecimal digits, two a byte, with 0x, spaces, commas and underscores between them.
func ParseHex(s string) ([]byte, error) {
	b, err := hex.DecodeString(betweenDigits.Replace(s))
	if err != nil {
		return nil, fmt.Errorf("expected hexadecimal digits, two a byte: %w", err)
	}
	return b, nil
}

var betweenDigits = strings.NewReplacer("0x", "", "0X", "", " ", "", ",", "", "_", "", "\t", "", "\n", "", "\r", "")

// Set sets a register, and names it.
func (s *G13State) Set(n int, r machine.Row) {
	s.Group.SetRegister(n, r)
	s.Named.Add(n)
}

// SetUniform sets a uniform, unless the address of a buffer stands there.
func (s *G13State) SetUniform(n int, v uint32) error {
	for _, b := range s.Buffers {
		if n == b.Uniform || n == b.Uniform+1 {
			return fmt.Errorf("u%d_u%d is the address of a buffer", b.Uniform, b.Uniform+1)
		}
	}
	s.Group.SetUniform32(n, v)
	s.uniforms[n] = true
	return nil
}

// Numbered is the number in a name such as r12.
func Numbered(name string, letter byte, limit int) (int, error) {
	if len(name) > 1 && name[0] == letter {
		if n, err := strconv.Atoi(name[1:]); err == nil && n >= 0 && n < limit && strconv.Itoa(n) == name[1:] {
			return n, nil
		}
	}
	return 0, fmt.Errorf("there is no %q; expected %c0 to %c%d", name, letter, letter, limit-1)
}

func parseWord(digits string) (uint32, error) {
	v, err := strconv.ParseUint(strings.TrimPrefix(digits, "0x"), 16, 32)
	if err != nil {
		return 0, fmt.Errorf("%q is no number of eight hexadecimal digits", digits)
	}
	return uint32(v), nil
}

// A G13Outcome is a run's result and the state that it left.
type G13Outcome struct {
	machine.Result
	G13State
}

// Registers are the numbers of the registers that were named or written, from the lowest.
func (o G13Outcome) Registers() []int {
	return slices.Collect(o.Named.Union(o.Written).All())
}

// object begins the outcome's object.
func (o G13Outcome) object(b []byte) *object {
	j := newObject(b, G13RunSchema)
	j.string("exec", word8(o.Group.Exec))
	j.registers(o.Registers(), o.Group)
	j.string("stop", o.Stop.String())
	j.strings("flags", o.Flags)
	j.int("native", o.Native)
	j.int("fallback", o.Executed-o.Native)
	if o.Fault != nil {
		j.string("fault", o.Fault.Error())
	}
	return j
}

func word8(v uint32) string { return string(appendWord(nil, v)) }

func appendWord(b []byte, v uint32) []byte {
	return hex.AppendEncode(b, []byte{byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v)})
}

// registers writes the lanes of each register.
func (o *object) registers(numbers []int, g *machine.Group) {
	o.within("regs", func(regs *object) {
		for _, n := range numbers {
			row := g.Register(n)
			list(regs, "r"+strconv.Itoa(n), row[:], func(b []byte, v uint32) []byte { return append(appendWord(append(b, '"'), v), '"') })
		}
	})
}
