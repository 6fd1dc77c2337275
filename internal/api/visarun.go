package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/visa"
)

// The schemas of a run and of a step of its trace.
const (
	VISARunSchema  = "lanescope.visa.run/1"
	VISAStepSchema = "lanescope.visa.step/1"
)

// A VISARun is instructions, and declarations if there are any, and the values that variables begin with.
type VISARun struct {
	Program           string
	Values            [][2]string // name and value
	Mask              *uint32     // the execution mask at the beginning; nil: as many channels as the program is for
	Fuel              int         // how many instructions are executed at most; 0: visa.DefaultFuel
	InactiveAddresses bool
	Buffers           [][2]string     // surface and memory
	ZeroOutside       bool            // of a surface zeros are read, and what is written there is dropped
	Threads           int             // of a group, which are numbered by %thread_x; 0: one, without a number
	Functions         []*visa.Program // that the program calls and does not have
}

// Function reads a function, or a kernel, that programs call. It is held against the rules as they are.
func (v *VISA) Function(text string) (*visa.Program, error) {
	own := VISA{GRF: v.GRF, Platform: v.Platform, Dialect: v.Dialect, Type: v.Type}
	d := own.begin()
	g, errs := visa.ParseProgram(text, d, v.Dialect)
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	_, err := own.legal(g, text)
	return g, err
}

// functions reads the functions of a request.
func (v *VISA) functions(texts []string) (all []*visa.Program, err error) {
	for k, text := range texts {
		g, err := v.Function(text)
		if err != nil {
			return nil, fmt.Errorf("function %d: %w", k+1, err)
		}
		all = append(all, g)
	}
	return all, nil
}

// ParseVISARun reads a line of a batch: an object, or a program alone.
//
//	{"program":["mov (M1, 8) V32(0,0)<1> V33(0,0)<8;4,1>"],"vars":{"V33":"lane"},"buffers":{"T6":"zero:64"},"mask":"ffffffff"}
func ParseVISARun(line string) (VISARun, error) {
	r := VISARun{Program: line}
	if !strings.HasPrefix(strings.TrimSpace(line), "{") {
		return r, nil
	}
	var object struct {
		Program lines             `json:"program"`
		Vars    map[string]string `json:"vars"`
		Buffers map[string]string `json:"buffers"`
		Mask    string            `json:"mask"`
	}
	if err := json.Unmarshal([]byte(line), &object); err != nil {
		return r, fmt.Errorf("expected an object with program, vars, buffers and mask: %w", err)
	}
	r.Program = strings.Join(object.Program, "\n")
	for _, name := range slices.Sorted(maps.Keys(object.Vars)) {
		r.Values = append(r.Values, [2]string{name, object.Vars[name]})
	}
	for _, name := range slices.Sorted(maps.Keys(object.Buffers)) {
		r.Buffers = append(r.Buffers, [2]string{name, object.Buffers[name]})
	}
	var err error
	r.Mask, err = ParseVISAMask(object.Mask)
	return r, err
}

// lines are one text or a list of them.
type lines []string

// UnmarshalJSON reads either.
func (l *lines) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*l = lines{one}
		return nil
	}
	if json.Unmarshal(b, (*[]string)(l)) != nil {
		return errors.New("program is a text or a list of texts")
	}
	return nil
}

// ParseVISAMask reads an execution mask, a bit for each channel; nil for no text.
func ParseVISAMask(digits string) (*uint32, error) {
	if digits == "" {
		return nil, nil
	}
	v, err := strconv.ParseUint(strings.TrimPrefix(digits, "0x"), 16, 32)
	if err != nil {
		return nil, fmt.Errorf("mask: %q is no number of up to eight hexadecimal digits, a bit for each channel", digits)
	}
	mask := uint32(v)
	return &mask, nil
}

// A VISAOutcome is what a run did.
type VISAOutcome struct {
	Executed int            // instructions
	Changed  []VISAVariable // variables with another value than before
	Memory   []VISAVariable // and surfaces
	group    visaGroup      // as it ended
	buffers  []visaMemory
	Warnings []string
	Fault    error           // why it did not end, *syntax.Error with the place of the instruction; nil: it did
	Byte     *visa.Fault     // undefined behaviour
	Spent    *visa.OutOfFuel // or too many instructions
}

// Run checks the program by the dialect's rules and runs it, until the context ends at the latest. watch, if it is not nil, is called after each instruction.
func (v *VISA) Run(ctx context.Context, r VISARun, watch func(s *visa.Step, d *visa.Decls)) (o VISAOutcome, err error) {
	d := v.begin()
	text := separated(r.Program)
	program, errs := visa.ParseProgram(text, d, v.Dialect)
	if len(errs) > 0 {
		return o, errors.Join(errs...)
	}
	if o.Warnings, err = v.legal(program, text); err != nil {
		return o, err
	}
	options := visa.Options{Dialect: v.Dialect, InactiveAddresses: r.InactiveAddresses, ZeroOutside: r.ZeroOutside, Functions: r.Functions}
	values, err := v.values(d, r.Values, &options)
	if err != nil {
		return o, err
	}
	memory, err := v.memories(d, r.Buffers)
	if err != nil {
		return o, err
	}
	code, err := visa.Compile(program.Insts(), d, options)
	if err != nil {
		return o, placed(text, program, err)
	}
	g := visaGroup{code: code, decls: d, numbered: r.Threads > 0}
	if err := g.begin(ctx, program, r, values); err != nil {
		return o, err
	}
	give(g.threads, memory, program)
	o.buffers = memory
	ran := g.run(&o, memory, watch)
	o.group = g
	if ran != nil {
		errors.As(ran, &o.Byte)
		errors.As(ran, &o.Spent)
		o.Fault = placed(text, program, ran)
	}
	return o, nil
}

// separated is a program with a line for each instruction: a semicolon that is not inside a region begins a new one.
func separated(text string) string {
	b := []byte(text)
	inside, comment := false, false
	for i, c := range b {
		switch {
		case c == '\n':
			inside, comment = false, false
		case comment:
		case c == '/' && i+1 < len(b) && b[i+1] == '/':
			comment = true
		case c == '<' || c == '>':
			inside = c == '<'
		case c == ';' && !inside:
			b[i] = '\n'
		}
	}
	return string(b)
}

// legal holds all instructions against the rules of the dialect. What is undefined there is not run.
func (v *VISA) legal(p *visa.Program, text string) (warnings []string, err error) {
	var errs []error
	for k := range p.Lines {
		for _, f := range v.checker.Check(&p.Lines[k].Inst) {
			says := f.Rule + ": " + f.Message
			if f.Rewrite != "" {
				says += "; legal: " + f.Rewrite
			}
			if f.Elsewhere {
				says += ", with other elements"
			}
			if f.Splits {
				says += "; visa split cuts it into pieces"
			}
			if f.Warning {
				warnings = append(warnings, "warning: "+p.Lines[k].Inst.Text(p.Decls)+": "+says)
			} else {
				errs = append(errs, lineError(text, p.Lines[k].Off, "%s", says))
			}
		}
	}
	return warnings, errors.Join(errs...)
}

// lineError is an error about the instruction that begins there.
func lineError(text string, off int, format string, args ...any) error {
	line, _, _ := strings.Cut(text[off:], "\n")
	from := len(line) - len(strings.TrimLeft(line, " \t"))
	return syntax.Errorf(text, off+from, off+len(strings.TrimRight(line, " \t\r")), format, args...)
}

// placed gives an error about an instruction its place.
func placed(text string, p *visa.Program, err error) error {
	var refusal *visa.Refusal
	var fault *visa.Fault
	var spent *visa.OutOfFuel
	var late *visa.OutOfTime
	switch {
	case errors.As(err, &refusal):
		return lineError(text, p.Lines[refusal.Step].Off, "%s", refusal.Why)
	case errors.As(err, &spent):
		return lineError(text, p.Lines[spent.Step].Off, "no end after %d instructions; --fuel allows more", spent.Fuel)
	case errors.As(err, &late):
		return lineError(text, p.Lines[late.Step].Off, "no end within the time of an answer")
	case errors.As(err, &fault) && fault.Lane == visa.NoLane:
		return lineError(text, p.Lines[fault.Step].Off, "undefined behaviour: %s", fault.What)
	case errors.As(err, &fault):
		return lineError(text, p.Lines[fault.Step].Off, "undefined behaviour in lane %d: %s", fault.Lane, fault.What)
	}
	return err
}

// AppendJSON appends the outcome as one JSON object. Values are spelled as they are read.
func (o VISAOutcome) AppendJSON(b []byte) []byte {
	j := newObject(b, VISARunSchema)
	j.int("executed", o.Executed)
	j.within("vars", func(vars *object) {
		for _, v := range o.Changed {
			vars.string(v.Name, v.Value)
		}
	})
	j.within("elements", func(vars *object) {
		for _, v := range o.group.elements() {
			list(vars, v.name, v.elements, appendElement)
		}
	})
	if len(o.Memory) > 0 {
		j.within("buffers", func(vars *object) {
			for _, v := range o.Memory {
				vars.string(v.Name, v.Value)
			}
		})
	}
	j.strings("warnings", o.Warnings)
	if o.Byte != nil {
		j.within("fault", func(f *object) {
			f.string("message", o.Byte.What)
			f.string("text", o.Byte.Text)
			f.int("step", o.Byte.Step)
			f.int("operand", o.Byte.Operand)
			f.int("lane", o.Byte.Lane)
			f.int("byte", o.Byte.Byte)
		})
	}
	if o.Spent != nil {
		j.within("spent", func(f *object) {
			f.string("text", o.Spent.Text)
			f.int("step", o.Spent.Step)
		})
	}
	return j.end()
}

// appendElement writes an element: a number if JSON has it, null if it is undefined, and a text otherwise, such as nan or &V33[8].
func appendElement(b []byte, text string) []byte {
	switch {
	case text == "?":
		return append(b, "null"...)
	case json.Valid([]byte(text)):
		return append(b, text...)
	}
	return appendString(b, text)
}

// AppendVISAStep appends a step of a trace as one JSON object: what each lane read and wrote, bytes of general variables and elements of others.
func AppendVISAStep(b []byte, s *visa.Step, d *visa.Decls) []byte {
	o := newObject(b, VISAStepSchema)
	o.int("step", s.Index)
	o.string("text", s.Inst.Text(d))
	o.string("executed", word8(s.Executed()))
	o.string("enabled", word8(s.Enabled()))
	objects(o, "touches", s.Touches(), func(e *object, x visa.Touch) {
		e.int("lane", x.Lane)
		e.int("operand", x.Operand)
		e.bool("write", x.Write)
		e.string("variable", touchedName(d, x))
		if x.Kind == visa.GeneralKind {
			e.int("byte", x.First)
			e.int("bytes", x.Len)
		} else {
			e.int("element", x.First)
		}
		e.string("value", x.Value)
	})
	return o.end()
}

// VISAStepText is a step of a trace as lines: the instruction with its enabled channels, then a line for each lane that touched something.
//
//	add (M1, 4) V32(0,0)<1> V33(0,0)<4;4,1> 0x5:d    channels 1111
//	  lane 0   V33[0..3] 00000001  ->  V32[0..3] 00000006
func VISAStepText(s *visa.Step, d *visa.Decls) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s    channels ", s.Inst.Text(d))
	for lane := range s.Inst.Exec.Size() {
		b.WriteByte('0' + byte(s.Enabled()>>lane&1))
	}
	last, wrote := -1, false
	for _, x := range s.Touches() {
		if x.Lane != last {
			fmt.Fprintf(&b, "\n  lane %-2d", x.Lane)
			last, wrote = x.Lane, false
		}
		if x.Write && !wrote {
			b.WriteString("  ->")
			wrote = true
		}
		fmt.Fprintf(&b, "  %s%s %s", touchedName(d, x), touched(x, s.Inst.IsMessage()), x.Value)
	}
	b.WriteByte('\n')
	return b.String()
}

// touched is where in its variable something was touched, or in the memory that a surface stands for.
func touched(x visa.Touch, ofMemory bool) string {
	switch {
	case x.Kind != visa.GeneralKind && x.Len == 1 && !ofMemory:
		return fmt.Sprintf("(%d)", x.First)
	case x.Len == 1:
		return fmt.Sprintf("[%d]", x.First)
	}
	return fmt.Sprintf("[%d..%d]", x.First, x.First+x.Len-1)
}

// touchedName is the variable's name, or what a message calls its memory.
func touchedName(d *visa.Decls, x visa.Touch) string {
	if x.Memory != "" {
		return x.Memory
	}
	return d.Name(x.Kind, x.ID)
}
