package debug

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
)

// A Source is what is known of where a program's code is from; the zero value is nothing.
type Source struct {
	File   string // of which lines are counted unless another one is named
	Labels []asm.Label
	Lines  []asm.SourceLine
}

// Code is a program as it is looked at: its instructions in the order of their offsets, labels and lines.
type Code struct {
	Source
	ops     []machine.Op
	order   []int  // ops that are instructions, by their offsets
	leads   []bool // of each op: a block begins with it
	changes []effect
	float   []floatResult
}

// An effect is what an op may change.
type effect struct {
	registers    machine.RegisterSet
	memory, exec bool
}

func newCode(p *machine.Program, source Source) *Code {
	c := &Code{Source: source, ops: p.Ops()}
	c.leads, c.changes, c.float = make([]bool, len(c.ops)), make([]effect, len(c.ops)), make([]floatResult, len(c.ops))
	for k, o := range c.ops {
		if o.Inst.Len == 0 && !o.Faults {
			continue
		}
		c.order = append(c.order, k)
		c.changes[k] = effect{registers: p.Writes(k), memory: o.Transfer != nil && o.Transfer.Kind != machine.LoadAccess, exec: p.Writes(k).Has(0)}
		c.float[k] = floatResultOf(o.Inst)
		c.leads[k] = c.leads[k] || o.Offset == 0
		if o.To >= 0 && o.Inst.Len > 0 {
			c.leads[o.To] = true
		}
		if k+1 < len(c.ops) && c.leaves(k) {
			c.leads[k+1] = true
		}
	}
	slices.SortStableFunc(c.order, func(a, b int) int { return cmp.Compare(c.ops[a].Offset, c.ops[b].Offset) })
	return c
}

// leaves says that an op goes elsewhere than to the next one, at least sometimes.
func (c *Code) leaves(op int) bool {
	if c.ops[op].Inst.Len == 0 {
		return false
	}
	switch c.ops[op].Inst.Form {
	case g13.JMP_EXEC_ANY, g13.JMP_EXEC_NONE, g13.CALL, g13.CALL_REG, g13.RET, g13.STOP:
		return true
	}
	return false
}

// callOf is 1 for a call, -1 for a return, and 0 for everything else.
func (c *Code) callOf(op int) int {
	if op < 0 || c.ops[op].Inst.Len == 0 {
		return 0
	}
	switch c.ops[op].Inst.Form {
	case g13.CALL, g13.CALL_REG:
		return 1
	case g13.RET:
		return -1
	}
	return 0
}

// Offset is where an op is in the code.
func (c *Code) Offset(op int) int { return c.ops[op].Offset }

// Text is an op as it is written, a jump to a label with that.
func (c *Code) Text(op int) string {
	if c.ops[op].Inst.Len == 0 {
		if c.ops[op].Faults {
			return "no instruction"
		}
		return "end of the code"
	}
	text := asm.Text(c.ops[op].Inst)
	if to := c.ops[op].To; to >= 0 {
		if label := c.LabelAt(c.ops[to].Offset); label != "" && !strings.Contains(label, "+") {
			before, _, _ := strings.Cut(text, " pc")
			return before + " " + label
		}
	}
	return text
}

// Ops are the instructions, in the order of their offsets. Where a jump leads into the middle of one, those from there on stand between.
func (c *Code) Ops() []int { return c.order }

// Inst are the bytes of an op; none if it is no instruction.
func (c *Code) Inst(op int) []byte {
	if c.ops[op].Inst.Len == 0 {
		return nil
	}
	return c.ops[op].Inst.AppendBytes(nil)
}

// OpAt is the op at an offset.
func (c *Code) OpAt(offset int) (op int, ok bool) {
	at, ok := slices.BinarySearchFunc(c.order, offset, func(op, offset int) int { return cmp.Compare(c.ops[op].Offset, offset) })
	if !ok {
		return 0, false
	}
	return c.order[at], true
}

// Label is the offset of a label.
func (s *Source) Label(name string) (offset int, ok bool) {
	for _, l := range s.Labels {
		if l.Name == name {
			return l.Offset, true
		}
	}
	return 0, false
}

// LabelAt is the name of an offset: the last label at or before it, and the distance to it. Without one it is nothing.
func (s *Source) LabelAt(offset int) string {
	k := sort.Search(len(s.Labels), func(k int) bool { return s.Labels[k].Offset > offset })
	if k == 0 {
		return ""
	}
	l := s.Labels[k-1]
	if l.Offset == offset {
		return l.Name
	}
	return fmt.Sprintf("%s+%#x", l.Name, offset-l.Offset)
}

// Line is the line that an offset is from; ok is false where that is not known.
func (s *Source) Line(offset int) (line asm.SourceLine, ok bool) {
	k := sort.Search(len(s.Lines), func(k int) bool { return s.Lines[k].Offset > offset })
	if k == 0 {
		return line, false
	}
	return s.Lines[k-1], true
}

// LineOffsets are where the code of a line begins; of the next line that has code if this one has none, which is what found says.
func (s *Source) LineOffsets(file string, line int) (offsets []int, found int) {
	for _, l := range s.Lines {
		if l.File == file && l.Line >= line && (found == 0 || l.Line < found) {
			found = l.Line
		}
	}
	for _, l := range s.Lines {
		if l.File == file && l.Line == found && found > 0 {
			offsets = append(offsets, l.Offset)
		}
	}
	return offsets, found
}

// beginsLine says that an op is the first of its line. Where lines are not known, each one is.
func (c *Code) beginsLine(op int) bool {
	l, ok := c.Line(c.Offset(op))
	return !ok || l.Offset == c.Offset(op)
}

// Writes is the registers that an op writes.
func (c *Code) Writes(op int) machine.RegisterSet { return c.changes[op].registers }

// Registers are those that the program reads or writes, as far as its instructions name them.
func (c *Code) Registers() (s machine.RegisterSet) {
	var all []machine.Instruction
	for _, op := range c.order {
		s = s.Union(c.Writes(op))
		if c.ops[op].Inst.Len > 0 {
			all = append(all, machine.Instruction{Inst: c.ops[op].Inst})
		}
	}
	used := machine.Used(all)
	for half := range 2 * machine.Registers {
		if used.Has(half) {
			s.Add(half / 2)
		}
	}
	return s
}
