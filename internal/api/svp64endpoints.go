package api

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

func svp64Endpoints() []Endpoint {
	return []Endpoint{
		endpoint("svp64/asm", SVP64AsmSchema, "an instruction of SVP64 as words",
			func(r *svp64Coded) []Field {
				return append([]Field{textField(&r.text, "text", "the instruction").required()}, r.fields()...)
			},
			func(_ context.Context, _ *Desk, r *svp64Coded) (Result, error) {
				e, err := r.encoding()
				if err != nil {
					return nil, err
				}
				return SVP64Assemble(r.text, e)
			}),
		endpoint("svp64/dis", SVP64DisSchema, "words as instructions of SVP64",
			func(r *svp64Coded) []Field {
				return append([]Field{linesField(&r.text, "words", "words of eight hexadecimal digits, in a text or a list").required()}, r.fields()...)
			},
			func(_ context.Context, _ *Desk, r *svp64Coded) (Result, error) {
				e, err := r.encoding()
				if err != nil {
					return nil, err
				}
				code, err := ParseHex(r.text)
				if err != nil {
					return nil, err
				}
				words, err := ParseWords(code)
				if err != nil {
					return nil, err
				}
				return SVP64Disassemble(words, e)
			}),
		endpoint("svp64/run", SVP64RunSchema, "instructions of SVP64 executed, or a program: the registers that changed", svp64RunFields,
			func(ctx context.Context, _ *Desk, r *svp64Asked) (Result, error) { return r.run(ctx) }).or(SVP64ProgramSchema),
		endpoint("svp64/debug", SVP64DebugSchema, "where a program of SVP64 stands at a position, or behind a command that begins there: SVSTATE, registers as elements, what moves next", svp64DebugFields,
			func(ctx context.Context, d *Desk, r *SVP64Debugging) (Result, error) { return d.Step(ctx, r) }),
		endpoint("svp64/grid", SVP64GridSchema, "what arrives in each lane of a loop of SVP64, for the orders of PACK and UNPACK, as SVG or as text", svp64GridFields,
			func(_ context.Context, _ *Desk, r *svp64Gridded) (Result, error) { return r.grid() }),
	}
}

func svp64GridFields(r *svp64Gridded) []Field {
	r.VL, r.CRBase = 2, svp64.DefaultCRBase
	vl := numberField(&r.VL, "vl", "the vector length", 1, svp64.MaxVL)
	read := vl.read
	vl.read = func(v jsonValue) error {
		r.given = "vl"
		return read(v)
	}
	return []Field{
		linesField(&r.text, "text", "the instruction, or several on lines of their own").required(), vl,
		numberField(&r.CRBase, "cr-base", "the condition register field that subvector 0's predicate is in", 0, svp64.NumRegs-1),
		textsField(&r.Regs, "reg", "values of registers: r64=HEX, f64=HEX or cr32=eq, several with commas between"),
		booleanField(&r.svg, "svg", "as SVG, which it is anyhow"),
		booleanField(&r.Text, "ascii", "as text of plain characters, and no SVG"),
	}
}

// An svp64Coded is a text, and what the documents leave open about words.
type svp64Coded struct {
	text, prefix string
	po           int
}

func (r *svp64Coded) fields() []Field {
	r.prefix, r.po = "po1", svp64.DefaultPO
	return []Field{
		textField(&r.prefix, "prefix", "the encoding of prefixes: po1, the implemented one, or po9, the later one").among("po1", "po9"),
		numberField(&r.po, "po", "the primary opcode of mv.swiz and fmv.swiz", 0, 63),
	}
}

func (r *svp64Coded) encoding() (svp64.Encoding, error) { return SVP64Encoding(r.prefix, r.po) }

// An svp64Asked is instructions and the state before them.
type svp64Asked struct {
	text      string
	start     SVP64Start
	given     string // a field that says what SVSTATE holds
	beginning SVP64Beginning
	ofProgram string // a field that only a program has
}

// run executes a program, or moves alone.
func (r *svp64Asked) run(ctx context.Context) (Result, error) {
	if program.IsProgram(r.text) || program.IsDigits(r.text) {
		return r.runProgram(ctx)
	}
	if r.ofProgram != "" {
		return nil, fmt.Errorf("%s is of a program: a text with other instructions than swizzle moves, or words", r.ofProgram)
	}
	lines, err := svp64.ParseLines(r.text)
	if err != nil {
		return nil, err
	}
	s, set, err := r.start.State()
	if err == nil {
		err = SVP64SaidTwice(lines, r.given, set)
	}
	if err != nil {
		return nil, err
	}
	return r.start.Run(lines, s)
}

func (r *svp64Asked) runProgram(ctx context.Context) (Result, error) {
	if r.start.Trace {
		return nil, errors.New("trace of a program: svp64/debug has that")
	}
	m, _, err := r.beginning.load(r.text, &r.start)
	if err != nil {
		return nil, err
	}
	ctx, cancel := endsIn(ctx, within(ctx, 0))
	defer cancel()
	e, err := RunSVP64Program(ctx, m, r.beginning.Limit)
	if err == nil {
		e.Dumps, err = r.beginning.Dumped(m)
	}
	return e, err
}

func svp64RunFields(r *svp64Asked) []Field {
	x := &r.start
	x.VL, x.CRBase = 1, svp64.DefaultCRBase
	return slices.Concat([]Field{linesField(&r.text, "text", "the instruction, or several on lines of their own; or a program, as assembly or as words of eight hexadecimal digits").required()},
		noted(&r.given, x.vectorFields()),
		x.stateFields(),
		[]Field{
			booleanField(&x.Trace, "trace", "tell every move; of a program svp64/debug does"),
			booleanField(&x.Plain, "plain", "use the plain engine, which is the document's pseudocode"),
		},
		noted(&r.ofProgram, r.beginning.fields(mostSVP64Run, "end after so many instructions")))
}

// noted are fields that leave their name where one is given.
func noted(given *string, fields []Field) []Field {
	for k := range fields {
		name, read := fields[k].Name, fields[k].read
		fields[k].read = func(v jsonValue) error {
			*given = name
			return read(v)
		}
	}
	return fields
}

// vectorFields are those that a text may say behind its instruction.
func (x *SVP64Start) vectorFields() []Field {
	return []Field{
		numberField(&x.VL, "vl", "the vector length", 0, svp64.MaxVL),
		numberField(&x.MaxVL, "maxvl", "its limit; 0 is the same as vl", 0, svp64.MaxVL),
		booleanField(&x.Pack, "pack", "walk over the source lane by lane"),
		booleanField(&x.Unpack, "unpack", "walk over the destination lane by lane"),
	}
}

// stateFields are the rest of a state.
func (x *SVP64Start) stateFields() []Field {
	return []Field{
		booleanField(&x.Vertical, "vertical", "Vertical-First: one group of moves an issue, svstep between issues"),
		numberField(&x.CRBase, "cr-base", "the condition register field that subvector 0's predicate is in", 0, svp64.NumRegs-1),
		textsField(&x.Regs, "reg", "values of registers: r64=HEX, f64=HEX or cr32=eq, several with commas between"),
	}
}

// mostSVP64Run is how many instructions of a program may be asked for, and mostSVP64Steps how many steps.
const (
	mostSVP64Run   = 1 << 24
	mostSVP64Steps = 1 << 22
	mostCTR        = 1 << 53
)

// fields are what a program begins with.
func (b *SVP64Beginning) fields(most int, limit string) []Field {
	b.Limit = UsualSVP64Limit
	ctr := new(int)
	count := numberField(ctr, "ctr", "of a program: the count register", 0, mostCTR)
	read := count.read
	count.read = func(v jsonValue) error {
		err := read(v)
		b.CTR = uint64(*ctr)
		return err
	}
	return []Field{
		booleanField(&b.Big, "big-endian", "of a program: memory has its highest byte first"),
		textsField(&b.Memory, "mem", "of a program: what memory holds, as 0x1000=00ff"),
		textsField(&b.Dumps, "dump", "of a program: tell what memory holds then, as 0x1000:64"),
		count,
		textField(&b.SVState, "svstate", "of a program: SVSTATE whole, in hexadecimal digits, instead of vl and what is beside it").most(32),
		numberField(&b.Limit, "limit", "of a program: "+limit, 1, most),
	}
}

func svp64DebugFields(r *SVP64Debugging) []Field {
	r.Start.VL, r.Start.CRBase, r.Width = 1, svp64.DefaultCRBase, 64
	return slices.Concat([]Field{linesField(&r.Text, "text", "the program, as assembly or as words of eight hexadecimal digits").required()},
		r.Start.vectorFields(), r.Start.stateFields(), r.Beginning.fields(mostSVP64Steps, "make no more steps than this, from the beginning or for a command"),
		[]Field{
			numberField(&r.Position, "position", "how many steps have been made, each of an element", 0, mostSVP64Steps),
			textField(&r.Do, "do", "a command that goes on from there: step or back, with how many and element, group or instruction behind it, or run").most(256),
			numberField(&r.Width, "width", "how many bits an element of a register has that is told: 8, 16, 32 or 64", 8, 64),
			booleanField(&r.Program, "program", "also the program's listing, and how many steps it has"),
			booleanField(&r.SVG, "svg", "also a picture of the loop and what moves next"),
		})
}

// SVP64Encoding is the encoding with prefixes of a name and a primary opcode.
func SVP64Encoding(prefix string, po int) (svp64.Encoding, error) {
	e := svp64.Encoding{PO: uint8(po)}
	if prefix == "po9" {
		e.Prefix = svp64.PO9
	}
	if po < 0 || po > 63 || po == 1 || po == 9 {
		return e, fmt.Errorf("po %d: expected 0 to 63, but not 1 or 9, which are those of prefixes", po)
	}
	return e, nil
}
