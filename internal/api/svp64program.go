package api

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// The schemas of programs.
const (
	SVP64ProgramSchema = "lanescope.svp64.program/1"
	SVP64StepSchema    = "lanescope.svp64.step/1"
)

// An SVP64Change is a register that changed.
type SVP64Change struct{ Name, Before, After string }

// SVP64Changes are the registers that differ between two states, in the order of a listing.
func SVP64Changes(before, after *program.State) (list []SVP64Change) {
	add := func(name string, changed bool, a, b any) {
		if changed {
			list = append(list, SVP64Change{name, fmt.Sprint(a), fmt.Sprint(b)})
		}
	}
	word := func(name string, a, b uint64) { add(name, a != b, fmt.Sprintf("%016x", a), fmt.Sprintf("%016x", b)) }
	for k := range before.GPR {
		word("r"+strconv.Itoa(k), before.GPR[k], after.GPR[k])
	}
	for k := range before.FPR {
		word("f"+strconv.Itoa(k), before.FPR[k], after.FPR[k])
	}
	for k := range before.CR {
		add("cr"+strconv.Itoa(k), before.CR[k] != after.CR[k], before.CR[k], after.CR[k])
	}
	word("ctr", before.CTR, after.CTR)
	word("lr", before.LR, after.LR)
	word("svstate", uint64(before.SV), uint64(after.SV))
	return list
}

// An SVP64Ended is what became of a program.
type SVP64Ended struct {
	Before       program.State
	Machine      *program.Machine
	Done         bool // its end was reached
	Instructions int
	Dumps        []program.Data // what memory holds, where that was asked for
}

// RunSVP64Program executes a program from where the machine stands, at most so many instructions. A context that ends is an error.
func RunSVP64Program(ctx context.Context, m *program.Machine, most int) (e SVP64Ended, err error) {
	e = SVP64Ended{Before: m.State, Machine: m}
	for e.Instructions < most && !m.Done() {
		if ctx.Err() != nil {
			return e, fmt.Errorf("no end within the time of an answer: after %d instructions it is at %#x", e.Instructions, m.PC)
		}
		if err := m.Instruction(); err != nil {
			return e, err
		}
		e.Instructions++
	}
	e.Done = m.Done()
	return e, nil
}

// AppendJSON appends what became of it as one JSON object.
func (e SVP64Ended) AppendJSON(b []byte) []byte {
	o := newObject(b, SVP64ProgramSchema)
	o.bool("done", e.Done)
	o.int("instructions", e.Instructions)
	o.string("pc", fmt.Sprintf("%x", e.Machine.PC))
	o.changes(SVP64Changes(&e.Before, &e.Machine.State))
	if len(e.Dumps) > 0 {
		o.dumps(e.Dumps)
	}
	return o.end()
}

func (o *object) changes(list []SVP64Change) {
	o.within("after", func(after *object) {
		for _, c := range list {
			after.string(c.Name, c.After)
		}
	})
}

// An SVP64Step is one step of a program: an element's move, or an instruction that is no loop.
type SVP64Step struct {
	program.Moved
	Position      int
	Move          string // 1.Z → 0.X, or nothing
	Value         string // of a swizzle move: what is written, and what it was made of where that is something else
	Before, After program.State
}

// NewSVP64Step says what a step did.
func NewSVP64Step(position int, moved program.Moved, before, after program.State) SVP64Step {
	s := SVP64Step{Moved: moved, Position: position, Before: before, After: after}
	if moved.Loop != nil && !moved.Empty {
		from := moved.Arrival.Selector.String()
		if moved.Arrival.Selector.Moves() {
			from = fmt.Sprintf("%d.%s", moved.Arrival.From, from)
		}
		s.Move = fmt.Sprintf("%s → %d.%c", from, moved.Arrival.To.Step, "XYZW"[moved.Arrival.To.Sub])
	}
	if s.Move != "" && moved.Inst.Op == program.Move {
		f := &s.Before.GPR
		if moved.Loop.Float {
			f = &s.Before.FPR
		}
		s.Value = moved.Loop.Value(moved.Arrival, f)
	}
	return s
}

// AppendJSON appends the step as one JSON object.
func (s SVP64Step) AppendJSON(b []byte) []byte {
	o := newObject(b, SVP64StepSchema)
	o.int("position", s.Position)
	s.fields(o)
	o.string("pc", fmt.Sprintf("%x", s.After.PC))
	src, dst := s.After.SV.Places()
	o.ints("srcstep", []int{src.Step, src.Sub})
	o.ints("dststep", []int{dst.Step, dst.Sub})
	o.changes(SVP64Changes(&s.Before, &s.After))
	return o.end()
}

// String is the step as a line: where, what, and what it changed.
func (s SVP64Step) String() string {
	line := fmt.Sprintf("%-4d %#x  %v", s.Position, s.At, s.Inst)
	if s.Move != "" {
		line += "   " + s.Move
	}
	if s.Value != "" {
		line += " = " + s.Value
	}
	var changes []string
	for _, c := range SVP64Changes(&s.Before, &s.After) {
		switch {
		case c.Name == "svstate":
			continue
		case strings.HasPrefix(c.Name, "cr"):
			changes = append(changes, c.Name+" = "+cmp.Or(c.After, "no bit"))
		default:
			changes = append(changes, c.Name+" = "+strings.TrimLeft(c.After[:15], "0")+c.After[15:])
		}
	}
	if len(changes) > 0 {
		line += "   " + strings.Join(changes, ", ")
	}
	return line
}

// SVP64Elements is registers as elements of so many bits, the first one first.
func SVP64Elements(f *svp64.File, first, count, bits int) string {
	digits := (bits + 3) / 4
	var words []string
	for k := range count * 64 / bits {
		words = append(words, fmt.Sprintf("%0*x", digits, f.Element(first, k, bits)))
	}
	return strings.Join(words, " ")
}

// SVP64ProgramWords are the words of a program, eight hexadecimal digits each.
type SVP64ProgramWords []string

// AppendJSON appends the words as one JSON object.
func (w SVP64ProgramWords) AppendJSON(b []byte) []byte {
	o := newObject(b, SVP64AsmSchema)
	o.strings("words", w)
	return o.end()
}
