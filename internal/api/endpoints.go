package api

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/g13/archive"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// Endpoints are all questions that there are, those about forms first. A new one is one entry.
func Endpoints() []Endpoint {
	return slices.Concat(formEndpoints(), g13Endpoints(), svp64Endpoints(), visaEndpoints())
}

func formEndpoints() []Endpoint {
	return []Endpoint{
		endpoint("explain", ExplainSchema, "what a form is: its map, names, lanes, the cheapest sequence on each target, other dialects", explainFields,
			func(ctx context.Context, d *Desk, r *ExplainRequest) (Result, error) {
				if err := CheckSplit(r.Split); err != nil {
					return nil, err
				}
				return d.explainer.Explain(ctx, *r)
			}),
		endpoint("prove", ProveSchema, "whether two forms are equal, one refines the other, or in which lane they differ", proveFields,
			func(_ context.Context, _ *Desk, r *ProveRequest) (Result, error) {
				r.OptionsB = r.OptionsA
				return Prove(*r)
			}),
		endpoint("lower", LowerSchema, "the cheapest sequence of instructions for a form on a target, and how well that is proved", lowerFields,
			func(ctx context.Context, d *Desk, r *LowerRequest) (Result, error) {
				r.Deadline = within(ctx, r.Deadline)
				return d.explainer.lowerer.Lower(ctx, *r)
			}),
		endpoint("network", NetworkSchema, "the cheapest sequence that makes several results at once, as a transpose has", networkFields,
			func(ctx context.Context, d *Desk, r *NetworkRequest) (Result, error) {
				if (r.Kind == "") == (len(r.Forms) == 0) {
					return nil, errors.New("expected either a kind or forms")
				}
				if r.Kind != "" && (r.Type == "" || r.Size == "") {
					return nil, errors.New("a kind has a size such as 8x8 and a type such as i16")
				}
				r.Deadline = within(ctx, r.Deadline)
				return d.explainer.lowerer.Network(ctx, *r)
			}),
		endpoint("table", TableSchema, "what an instruction is on another machine, for every value of its immediate", tableFields,
			func(ctx context.Context, d *Desk, r *TableRequest) (Result, error) {
				r.Deadline = within(ctx, r.Deadline)
				return d.explainer.lowerer.Table(ctx, *r)
			}),
		endpoint("translate", TranslateSchema, "a form in another dialect, in one line or in several", translateFields,
			func(ctx context.Context, _ *Desk, r *TranslateRequest) (Result, error) { return Translate(ctx, *r) }),
		endpoint("tokens", TokensSchema, "a form in pieces for those who colour it: words, numbers, and which name is which source; and what is wrong with it", tokensFields,
			func(_ context.Context, _ *Desk, r *TokensRequest) (Result, error) { return Tokenize(*r) }),
		endpoint("draw", DrawSchema, "the picture of a form, as SVG or as text", drawFields,
			func(_ context.Context, _ *Desk, r *DrawRequest) (Result, error) { return Draw(*r) }),
		endpoint("patterns", PatternsSchema, "the patterns that have a name, or one, and a mask of each with its parameters", patternsFields,
			func(_ context.Context, _ *Desk, r *PatternsRequest) (Result, error) { return Patterns(*r) }),
		endpoint("scan", ScanSchema, "every shuffle in a text of LLVM IR or of assembly, and what was emitted against the best known", scanFields, scan),
		endpoint("test", TestSchema, "whether what a text claims of shuffles is true: FORM => MAP, FORM == FORM, FORM @ TARGET <= N ops, a line each", testFields,
			func(ctx context.Context, d *Desk, r *TestRequest) (Result, error) {
				r.Deadline = within(ctx, r.Deadline)
				return d.explainer.lowerer.Test(ctx, *r), nil
			}),
	}
}

// within is a deadline that also ends before the context does, with time to write down what was found.
func within(ctx context.Context, deadline time.Duration) time.Duration {
	end, ok := ctx.Deadline()
	if !ok {
		return deadline
	}
	left := max(time.Until(end)*3/4, time.Millisecond)
	if deadline == 0 {
		return left
	}
	return min(deadline, left)
}

// dialectNames are the names of all dialects.
func dialectNames() (names []string) {
	for _, d := range form.Dialects() {
		names = append(names, d.Name)
	}
	return names
}

// readingFields are how forms are read, whatever a type is.
func readingFields(o *form.Options) []Field {
	return []Field{
		textField(&o.From, "from", "the dialect of the form, where it could be several").among(dialectNames()...),
		namesField(&o.Sources, "sources", "the names of sources a, b, … in order"),
		numberField(&o.Exec, "exec", "how many lanes a bare region of vISA has, or a wave of AMD; 0 is the default", 0, 64),
	}
}

// optionFields are what settles what a form leaves open.
func optionFields(o *form.Options) []Field {
	return append(readingFields(o), textField(&o.Type, "type", "the type of vISA variables that the form does not declare"))
}

func formField(into *string) Field {
	return textField(into, "form", "a movement of lanes in any dialect").required()
}

func explainFields(r *ExplainRequest) []Field {
	r.Targets, r.Forms = []string{"all"}, []string{"all"}
	return append([]Field{
		formField(&r.Form),
		namesField(&r.Targets, "targets", "cheapest sequences on these; all are those with rows (default all)").among(append(LowerTargets(), "all", "none")...),
		namesField(&r.Forms, "forms", "say it in these dialects (default all)").among(append(dialectNames(), "all", "none")...),
		namesField(&r.Split, "split", "two patterns: the shuffle as one of the first after one of the second"),
		textField(&r.First, "target", "the target that stands first and is searched, while the others are decided").among(TargetNames()...),
	}, optionFields(&r.Options)...)
}

func proveFields(r *ProveRequest) []Field {
	return append([]Field{
		textField(&r.A, "a", "a form").required(),
		textField(&r.B, "b", "the form that it is compared with").required(),
	}, optionFields(&r.OptionsA)...)
}

// A sequenceRequest is what all requests have in common that find sequences.
type sequenceRequest struct {
	cpu, cost, effort, emit, name *string
	constants                     *lower.Limit
	deadline                      *time.Duration
}

func sequenceFields(r sequenceRequest) []Field {
	most := -1
	constants := numberField(&most, "max-constants", "load at most so many constants; -1 is any number", -1, 1<<16)
	constants.into = r.constants
	read := constants.read
	constants.read = func(v jsonValue) error {
		err := read(v)
		*r.constants = lower.AtMost(most)
		return err
	}
	return []Field{
		textField(r.cpu, "cpu", "the CPU whose figures count (default the target's first)"),
		textField(r.cost, "cost", "what is to be cheap (default balanced)").among(lower.Costs()...),
		constants,
		textField(r.effort, "effort", "how much is done to find something cheaper (default best)").among(lower.Efforts()...),
		durationField(r.deadline, "deadline", "answer after a time such as 1s with the best that was found"),
		textField(r.emit, "emit", "print code as this").among(Emitters()...),
		textField(r.name, "name", "the name of the function that code has (default F)").most(256),
	}
}

func lowerFields(r *LowerRequest) []Field {
	return slices.Concat([]Field{
		formField(&r.Form),
		textField(&r.Target, "target", "for which target").among(LowerTargets()...).required(),
		numberField(&r.Budget, "budget", "look at no more than so many candidates for maps that are not four lanes; 0 is the default", 0, 1<<24),
		booleanField(&r.Alternatives, "alternatives", "also what the other costs choose"),
	}, sequenceFields(sequenceRequest{&r.CPU, &r.Cost, &r.Effort, &r.Emit, &r.Name, &r.MaxConstants, &r.Deadline}), optionFields(&r.Options))
}

func tableFields(r *TableRequest) []Field {
	fields := slices.Concat([]Field{
		textField(&r.Form, "pattern", "a form of any dialect with one * in the place of an immediate").required(),
		textField(&r.Target, "to", "for which target").among(LowerTargets()...).required(),
	}, sequenceFields(sequenceRequest{&r.CPU, &r.Cost, &r.Effort, &r.Emit, &r.Name, &r.MaxConstants, &r.Deadline}), optionFields(&r.Options))
	for i := range fields {
		if fields[i].Name == "emit" {
			fields[i] = textField(&r.Emit, "emit", "print a function over the immediate in this language").among(TableEmitters()...)
		}
	}
	return fields
}

func networkFields(r *NetworkRequest) []Field {
	size := textField(&r.Size, "size", "of a kind: 4, or 8x8")
	size.read = func(v jsonValue) (err error) {
		if n := 0; v.into(&n, "") == nil {
			r.Size = v.raw
			return nil
		}
		r.Size, err = v.text()
		return err
	}
	return slices.Concat([]Field{
		textField(&r.Kind, "kind", "a network that has a name").among(NetworkKinds()...),
		size.most(64),
		textField(&r.Type, "type", "of a kind: the type of lanes, as i16; i16x8 is vectors of so many").most(64),
		numberField(&r.Vectors, "vectors", "of interleave and deinterleave: how many registers each channel has", 1, 64),
		textsField(&r.Forms, "forms", "without a kind: forms, each of which is a result"),
		textField(&r.Target, "target", "for which target").among(TargetNames()...).required(),
		booleanField(&r.Memory, "memory", "sources and results are in memory: loads and stores may do a part of the work"),
		numberField(&r.Registers, "registers", "how many registers of vectors may be in use at once; 0: all of the target", 0, 256),
		booleanField(&r.Text, "ascii", "also the picture of the stages, as text of plain characters"),
		booleanField(&r.SVG, "svg", "also that picture as SVG"),
		numberField(&r.Width, "width", "of the picture: columns of the text, pixels of the SVG; 0 is 80 and 1200", 0, mostWidth),
	}, sequenceFields(sequenceRequest{&r.CPU, &r.Cost, &r.Effort, &r.Emit, &r.Name, &r.MaxConstants, &r.Deadline}), readingFields(&r.Options))
}

func tokensFields(r *TokensRequest) []Field {
	return append([]Field{formField(&r.Form)}, optionFields(&r.Options)...)
}

func translateFields(r *TranslateRequest) []Field {
	return append([]Field{
		formField(&r.Form),
		textField(&r.To, "to", "the dialect to say it in").among(dialectNames()...).required(),
	}, optionFields(&r.Options)...)
}

// mostWidth is how wide a page may be.
const mostWidth = 16384

func drawFields(r *DrawRequest) []Field {
	return append([]Field{
		formField(&r.Form),
		booleanField(&r.Text, "ascii", "as text of plain characters, and no SVG"),
		numberField(&r.Block, "block", "mark wires across boundaries of so many bits; 0 chooses 64 or 128, -1 marks none", -1, 1<<16),
		numberField(&r.Width, "width", "of the page: pixels, or columns of a text; 0 is 1200 and 80", 0, mostWidth),
	}, optionFields(&r.Options)...)
}

func patternsFields(r *PatternsRequest) []Field {
	r.Bits = 16
	return []Field{
		textField(&r.Name, "name", "a pattern, by whatever name; without, all of them").most(256),
		numberField(&r.Lanes, "lanes", "of an operand: also a mask of each pattern with so many", 0, mostPatternLanes),
		numberField(&r.Result, "result", "lanes of that mask's result; 0 is as many as are usual", 0, mostPatternResult),
		numberField(&r.Bits, "bits", "of a lane", 1, 64),
		valuesField(&r.Set, "set", "parameters of that mask, as {\"half\":\"high\"}"),
		booleanField(&r.SVG, "svg", "also the mask's picture"),
	}
}

// A scanText is a text to look through. There is no path in it: what is not in the request is not read.
type scanText struct {
	text, name, target string
}

// mostScanned is how long a text may be that is looked through.
const mostScanned = 1 << 20

func scanFields(r *scanText) []Field {
	r.name = "text"
	return []Field{
		textField(&r.text, "text", "LLVM IR or assembly").most(mostScanned).required(),
		textField(&r.name, "name", "what places call the text (default text)").most(256),
		textField(&r.target, "target", "say what each movement takes at best on this target").among(TargetNames()...),
	}
}

func testFields(r *TestRequest) []Field {
	r.Name = "text"
	return append([]Field{
		linesField(&r.Text, "text", "claims, a line each").required(),
		textField(&r.Name, "name", "what places call the text (default text)").most(256),
		durationField(&r.Deadline, "deadline", "look for a sequence no longer than a time such as 1s; without, as long as a budget lasts that is the same everywhere"),
	}, optionFields(&r.Options)...)
}

// scan looks through a text, and prices what it finds as long as there is time.
func scan(ctx context.Context, _ *Desk, r *scanText) (Result, error) {
	report := &corpus.Report{Files: 1}
	if err := corpus.Scan(strings.NewReader(r.text), r.name, report.Sink()); err != nil {
		return nil, err
	}
	t, known := target.Find(r.target)
	if r.target == "" || !known {
		t = nil // each listing's own
	}
	pricing, cancel := endsIn(ctx, within(ctx, 0))
	defer cancel()
	report.Price(t, corpus.Pricing{Context: pricing})
	return scanned{report}, nil
}

type scanned struct{ *corpus.Report }

// AppendJSON appends the report as one JSON object.
func (x scanned) AppendJSON(b []byte) []byte { return AppendScan(b, x.Report) }

func g13Endpoints() []Endpoint {
	return []Endpoint{
		endpoint("g13/asm", G13AsmSchema, "a program of the Apple G13 assembled: its bytes and labels",
			func(r *g13Written) []Field {
				return []Field{linesField(&r.text, "text", "the program, or a list of its lines").required(), r.syntax()}
			},
			func(ctx context.Context, _ *Desk, r *g13Written) (Result, error) {
				p, errs := G13Spelling(r.spelling).Assemble(asm.Source{Text: r.text, Context: ctx})
				if len(errs) > 0 {
					return nil, severalErrors(errs)
				}
				return g13Assembled(p), nil
			}),
		endpoint("g13/dis", G13DisSchema, "bytes of the Apple G13 as instructions",
			func(r *g13Written) []Field {
				return []Field{textField(&r.text, "hex", "the bytes, two digits each: code, or an archive with programs").most(2 * mostG13Code).required(), booleanField(&r.raw, "raw", "all of the bytes are code, whatever they look like"), r.syntax()}
			},
			func(_ context.Context, _ *Desk, r *g13Written) (Result, error) {
				return g13Listed(r)
			}),
		endpoint("g13/inspect", G13InspectSchema, "a program of the Apple G13 looked at without running it: where it goes, what it takes, what is wrong with it",
			func(r *string) []Field {
				return []Field{linesField(r, "text", "the program, or a list of its lines").required()}
			},
			func(ctx context.Context, _ *Desk, r *string) (Result, error) {
				p, errs := asm.Source{Text: *r, Lines: true, Context: ctx}.Assemble()
				if len(errs) > 0 {
					return nil, severalErrors(errs)
				}
				return InspectG13("", p)
			}),
		endpoint("g13/run", G13RunSchema, "a program of the Apple G13 run on registers, uniforms and buffers, for one SIMD-group or a grid", g13RunFields,
			func(ctx context.Context, _ *Desk, r *g13Asked) (Result, error) {
				if err := r.run.check(); err != nil {
					return nil, err
				}
				run, cancel := endsIn(ctx, within(ctx, r.timeout))
				defer cancel()
				return r.run.Run(run, r.fuel, G13Reference)
			}),
		endpoint("g13/debug", G13DebugSchema, "where a dispatch of the Apple G13 stands at a position, or behind a command that begins there: masks, registers, memory", g13DebugFields,
			func(ctx context.Context, d *Desk, r *G13Debugging) (Result, error) { return d.Debug(ctx, r) }),
	}
}

type g13Assembled asm.Program

// AppendJSON appends the program as one JSON object.
func (p g13Assembled) AppendJSON(b []byte) []byte { return AppendG13Program(b, asm.Program(p)) }

// A g13Written is a program or code as text, in one of the spellings.
type g13Written struct {
	text, spelling string
	raw            bool
}

// mostG13Code is how many bytes of code or of an archive may be asked about.
const mostG13Code = 512 << 10

// g13Listed is the listing of code, or those of an archive's programs.
func g13Listed(r *g13Written) (Result, error) {
	code, err := ParseHex(r.text)
	if err != nil {
		return nil, err
	}
	if r.raw || !archive.Is(code) {
		return g13Bytes{code, G13Spelling(r.spelling)}, nil
	}
	a, err := archive.Read(code)
	if err != nil {
		return nil, err
	}
	return g13Archived{a, G13Spelling(r.spelling)}, nil
}

type g13Archived struct {
	*archive.Archive
	spelling G13Spelling
}

// AppendJSON appends the listings as one JSON object.
func (x g13Archived) AppendJSON(b []byte) []byte {
	w := byteWriter(b)
	if err := G13ArchiveListing(&w, x.Archive, x.spelling); err != nil {
		panic(err) // the writer does not fail
	}
	return []byte(w[:len(w)-1])
}

func (r *g13Written) syntax() Field {
	r.spelling = string(G13Applegpu)
	return textField(&r.spelling, "syntax", "how instructions are written (default applegpu)").among(G13Spellings()...)
}

type g13Bytes struct {
	code     []byte
	spelling G13Spelling
}

// AppendJSON appends the listing as one JSON object.
func (x g13Bytes) AppendJSON(b []byte) []byte {
	w := byteWriter(b)
	if err := G13Listing(&w, bytes.NewReader(x.code), x.spelling); err != nil {
		panic(err) // neither the reader nor the writer fails
	}
	return []byte(w[:len(w)-1]) // without the end of the line
}

// A byteWriter appends.
type byteWriter []byte

func (w *byteWriter) Write(b []byte) (int, error) {
	*w = append(*w, b...)
	return len(b), nil
}

// A g13Asked is a run, and how long it may take.
type g13Asked struct {
	run     G13Run
	fuel    int
	timeout time.Duration
}

// The most instructions of a run that is asked for in JSON, and how many where nothing is said.
const (
	mostFuel  = 1 << 28
	usualFuel = 1 << 24
)

func g13RunFields(r *g13Asked) []Field {
	r.run.State.Group = machine.NewGroup()
	r.fuel = usualFuel
	says := map[string]struct {
		says string
		of   FieldType
	}{
		"code": {"the program in hexadecimal digits", Text}, "text": {"or as assembly", Text}, "exec": {"the execution mask, eight hexadecimal digits", Text},
		"regs": {"registers: r0 and so on, 32 numbers of eight hexadecimal digits each", Object}, "uniforms": {"uniforms: u0 and so on, eight hexadecimal digits", Object},
		"buffers":            {"buffers whose addresses are put into two uniforms: u2 and so on, hexadecimal digits, or zero:BYTES", Object},
		"threadgroup_memory": {"what it begins with, as a buffer", Text},
		"grid":               {"how many threads in each direction", Sizes}, "threadgroup": {"how many of them in each threadgroup", Sizes},
	}
	var fields []Field
	for _, k := range r.run.keys() {
		fields = append(fields, keyField(k, says[k.name].of, says[k.name].says, &r.run))
	}
	return append(fields,
		numberField(&r.fuel, "fuel", "stop after so many instructions", 1, mostFuel),
		durationField(&r.timeout, "timeout", "stop after a time such as 1s, and show the state then"))
}

func g13DebugFields(r *G13Debugging) []Field {
	r.Fuel, r.Group = usualDebugFuel, -1
	sizes := map[string]string{"grid": "how many threads in each direction", "threadgroup": "how many of them in each threadgroup"}
	var fields []Field
	for _, k := range r.sizes.keys() {
		if says, ok := sizes[k.name]; ok {
			fields = append(fields, keyField(k, Sizes, says, &r.sizes))
		}
	}
	return append(fields,
		linesField(&r.Text, "text", "the program as assembly, or a list of its lines"),
		textField(&r.Code, "code", "or in hexadecimal digits").most(2*mostDebugCode),
		valuesField(&r.Registers, "reg", "registers: r0 and so on, to a number in all lanes, or to 32 with commas between"),
		valuesField(&r.Uniforms, "uniform", "uniforms: u0 and so on, to a number"),
		valuesField(&r.Buffers, "buffer", "buffers whose addresses are put into two uniforms: u2 and so on, hexadecimal digits, or zero:BYTES").most(2*mostDebugBuffer),
		numberField(&r.Fuel, "fuel", "make no more steps than this, from the beginning or for a command", 1, mostDebugFuel),
		numberField(&r.Position, "position", "how many steps have been made", 0, mostDebugFuel),
		textField(&r.Do, "do", "a command that goes on from there: step, next, out, line, block, run, back or goto, as the debugger has them").most(4096),
		textsField(&r.Stops, "stops", "breakpoints, as behind the debugger's break; watch EXPRESSION is one too").most(16<<10),
		numberField(&r.Group, "group", "the SIMD-group that is looked at; -1 is the one that is in focus", -1, machine.MaxThreadgroup/machine.Lanes-1),
		textsField(&r.Print, "print", "expressions to be evaluated there").most(8<<10),
		booleanField(&r.Program, "program", "also the program's listing, what is wrong with it, and how many steps the dispatch has"),
		numberField(&r.Timeline[0], "from", "of the timeline: the position where it begins", 0, mostDebugFuel),
		numberField(&r.Timeline[1], "to", "and where it ends", 0, mostDebugFuel),
		numberField(&r.Columns, "columns", "also the masks behind so many steps of the timeline", 0, mostColumns),
		textField(&r.Memory, "memory", "also a piece of a buffer such as u2, or of local, the threadgroup's memory").most(16),
		numberField(&r.From, "offset", "of that piece: where it begins", 0, mostDebugBuffer),
		numberField(&r.Bytes, "bytes", "and how many bytes it has; 0 is as many as there are, up to 65536", 0, mostWindow),
	)
}
