package api

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/g13/machine"
)

// G13RunSchema is the schema of a run of G13 code.
const G13RunSchema = "lanescope.g13.run/1"

// A G13Run is a program and the state that it begins with, as a line of a batch has them.
type G13Run struct {
	Code     string              `json:"code"`     // hexadecimal digits
	Exec     string              `json:"exec"`     // eight of them; all lanes if left out
	Regs     map[string][]string `json:"regs"`     // r0 to r127, 32 lanes of eight digits
	Uniforms map[string]string   `json:"uniforms"` // u0 to u255
}

// ParseG13Run reads a line of a batch.
func ParseG13Run(line string) (G13Run, error) {
	var r G13Run
	err := json.Unmarshal([]byte(line), &r)
	if err != nil {
		err = fmt.Errorf("expected an object with code, exec, regs and uniforms: %w", err)
	}
	return r, err
}

// A G13State is where a run begins.
type G13State struct {
	Group   *machine.Group
	Named   machine.RegisterSet // registers that are to be shown
	Memory  *machine.Memory     // nil if there are no buffers
	Buffers []G13Buffer
}

// Program is the run's code, compiled.
func (r G13Run) Program() (*machine.Program, error) {
	code, err := ParseHex(r.Code)
	if err != nil {
		return nil, fmt.Errorf("code: %w", err)
	}
	return machine.Compile(code)
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

// State is the state that a run begins with.
func (r G13Run) State() (G13State, error) {
	s := G13State{Group: machine.NewGroup()}
	if r.Exec != "" {
		exec, err := parseWord(r.Exec)
		if err != nil {
			return s, fmt.Errorf("exec: %w", err)
		}
		s.Group.Exec = exec
	}
	for name, lanes := range r.Regs {
		n, err := Numbered(name, 'r', machine.Registers)
		if err != nil {
			return s, err
		}
		row, err := parseRow(lanes)
		if err != nil {
			return s, fmt.Errorf("%s: %w", name, err)
		}
		s.Set(n, row)
	}
	for name, digits := range r.Uniforms {
		n, err := Numbered(name, 'u', machine.Uniforms/2)
		if err != nil {
			return s, err
		}
		v, err := parseWord(digits)
		if err != nil {
			return s, fmt.Errorf("%s: %w", name, err)
		}
		s.Group.SetUniform32(n, v)
	}
	return s, nil
}

// Set sets a register, and names it.
func (s *G13State) Set(n int, r machine.Row) {
	s.Group.SetRegister(n, r)
	s.Named.Add(n)
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

func parseRow(lanes []string) (row machine.Row, err error) {
	if len(lanes) != machine.Lanes {
		return row, fmt.Errorf("%d lanes; expected %d", len(lanes), machine.Lanes)
	}
	for lane, digits := range lanes {
		if row[lane], err = parseWord(digits); err != nil {
			return row, fmt.Errorf("lane %d: %w", lane, err)
		}
	}
	return row, nil
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

// Run executes the program from the state on, which becomes the outcome's.
func (s G13State) Run(ctx context.Context, p *machine.Program, fuel int) (G13Outcome, error) {
	r, err := p.Run(ctx, s.Group, machine.Options{Fuel: fuel})
	return G13Outcome{r, s}, err
}

// Registers are the numbers of the registers that were named or written, from the lowest.
func (o G13Outcome) Registers() []int {
	return slices.Collect(o.Named.Union(o.Written).All())
}

// AppendG13Outcome appends an outcome as one JSON object. The reference machine executes all instructions, and none natively.
func AppendG13Outcome(b []byte, o G13Outcome) []byte { return o.object(b).end() }

func (o G13Outcome) object(b []byte) *object {
	j := newObject(b, G13RunSchema)
	j.string("exec", word8(o.Group.Exec))
	j.key("regs")
	regs := &object{b: append(j.b, '{')}
	for _, n := range o.Registers() {
		regs.key("r" + strconv.Itoa(n))
		regs.b = appendRow(regs.b, o.Group.Register(n))
	}
	j.b = regs.end()
	j.string("stop", o.Stop.String())
	j.strings("flags", o.Flags)
	j.int("native", 0)
	j.int("fallback", o.Executed)
	if o.Fault != nil {
		j.string("fault", o.Fault.Error())
	}
	return j
}

func word8(v uint32) string { return string(appendWord(nil, v)) }

func appendWord(b []byte, v uint32) []byte {
	return hex.AppendEncode(b, []byte{byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v)})
}

func appendRow(b []byte, row machine.Row) []byte {
	b = append(b, '[')
	for lane, v := range row {
		if lane > 0 {
			b = append(b, ',')
		}
		b = append(appendWord(append(b, '"'), v), '"')
	}
	return append(b, ']')
}
