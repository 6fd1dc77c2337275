package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/syntax"
)

// G13DebugSchema is the schema of where a dispatch stands.
const G13DebugSchema = "lanescope.g13.debug/1"

// A G13Debugging asks where a dispatch stands at a position, or behind a command that begins there. It says everything: an answer depends on no question before.
//
//	program, grid, buffers … ──▶ the dispatch        ──┐
//	position 12, do "run"    ──▶ the place             ├──▶ masks, registers, memory there
//	stops, group, print …    ──▶ what is looked at   ──┘
//
// A desk keeps the dispatch that it was asked about last, with moments to go back to, so that the next step of the same one begins there and not at the first.
type G13Debugging struct {
	Text, Code                   string // assembly, or hexadecimal digits
	Registers, Uniforms, Buffers [][2]string
	Fuel                         int // so many steps at most, from the beginning and for a command

	Position int
	Do       string   // a command that goes somewhere; empty: stay
	Stops    []string // breakpoints
	Group    int      // which SIMD-group is looked at; -1: the one in focus
	Print    []string // expressions
	Program  bool     // also what is known of the program by itself, and how long the dispatch is
	Timeline [2]int   // also the masks between two positions,
	Columns  int      // behind so many steps; 0: none
	Memory   string   // also a piece of a buffer such as u2, or local
	From     int      // from this byte on
	Bytes    int      // and so many

	sizes G13Run // the grid's and the threadgroup's
}

// What a debugging may take of whoever answers.
const (
	mostDebugFuel   = 1 << 22
	usualDebugFuel  = 1 << 21
	mostDebugCode   = 256 << 10
	mostDebugKept   = 16 << 20 // bytes of moments
	mostDebugBuffer = 4 << 20
	mostColumns     = 512
	mostWindow      = 64 << 10
	mostPrinted     = 32
	lengthTime      = 2 * time.Second // to find how long a dispatch is
)

// A g13Debugger is a dispatch that a desk keeps.
type g13Debugger struct {
	key     string
	session *debug.Session
	state   G13State
	program asm.Program
	length  int // how many steps there are; -1 until it is known
}

// debugger is the dispatch that is asked about, at whatever position it was left.
func (d *Desk) debugger(ctx context.Context, r *G13Debugging) (*g13Debugger, error) {
	key := fmt.Sprintf("%q %q %q %q %q %v", r.Text, r.Code, r.Registers, r.Uniforms, r.Buffers, r.sizes.sizes)
	if d.debugging != nil && d.debugging.key == key {
		return d.debugging, nil
	}
	d.debugging = nil
	g, err := r.begin(ctx)
	if err != nil {
		return nil, err
	}
	g.key, d.debugging = key, g
	return g, nil
}

// begin is the dispatch at its beginning.
func (r *G13Debugging) begin(ctx context.Context) (*g13Debugger, error) {
	g := &g13Debugger{length: -1}
	var err error
	if g.program, err = r.assemble(); err != nil {
		return nil, err
	}
	if g.state, err = r.state(); err != nil {
		return nil, err
	}
	p, err := machine.Compile(g.program.Code)
	if err != nil {
		return nil, err
	}
	grid, threadgroup := r.sizes.sizes[0], r.sizes.sizes[1]
	if grid == [3]uint32{} {
		grid = threadgroup
	}
	if grid == [3]uint32{} {
		grid = [3]uint32{machine.Lanes, 1, 1}
	}
	d := &machine.Dispatch{Program: p, Grid: grid, Threadgroup: threadgroup, Start: g.state.Group, Memory: g.state.Memory}
	if g.session, err = debug.New(ctx, d, debug.Source{Labels: g.program.Labels, Lines: g.program.Lines}); err != nil {
		return nil, err
	}
	g.session.Keep(mostDebugKept)
	return g, nil
}

func (r *G13Debugging) assemble() (asm.Program, error) {
	if (r.Text == "") == (r.Code == "") {
		return asm.Program{}, errors.New("expected either text or code")
	}
	if r.Code != "" {
		code, err := ParseHex(r.Code)
		return asm.Program{Code: code}, err
	}
	p, errs := asm.Source{Text: r.Text, Lines: true}.Assemble()
	if len(errs) > 0 {
		return p, severalErrors(errs)
	}
	return p, nil
}

func (r *G13Debugging) state() (G13State, error) {
	s := G13State{Group: machine.NewGroup()}
	for _, v := range r.Registers {
		if err := s.SetText(v[0], v[1]); err != nil {
			return s, fmt.Errorf("reg %s: %w", v[0], err)
		}
	}
	for _, v := range r.Uniforms {
		if err := s.SetUniformText(v[0], v[1]); err != nil {
			return s, fmt.Errorf("uniform %s: %w", v[0], err)
		}
	}
	left := uint64(mostDebugBuffer)
	for _, v := range r.Buffers {
		if err := s.addMemory(v[0], v[1], &left); err != nil {
			return s, fmt.Errorf("buffer %s: %w", v[0], err)
		}
	}
	return s, nil
}

// addMemory maps a buffer whose bytes are digits, or zeros. left is how many bytes all may still have.
func (s *G13State) addMemory(name, value string, left *uint64) error {
	n, err := Numbered(name, 'u', machine.Uniforms/2)
	if err != nil {
		return err
	}
	bytes, err := parseMemory(value, *left)
	if err != nil {
		return err
	}
	*left -= uint64(len(bytes))
	b, err := s.AddBuffer(n, len(bytes))
	copy(b.content(), bytes)
	return err
}

// A G13Standing is where a dispatch stands, and what was asked of it there.
type G13Standing struct {
	*G13Debugging
	debugger *g13Debugger

	arrival  debug.Arrival
	gaveUp   string // why going ended before it was there
	timeline []debug.Moment
	values   []debug.Value
	window   *g13Window
	report   *G13Inspection // of the program; nil if there can be none
}

// Debug answers a G13Debugging.
func (d *Desk) Debug(ctx context.Context, r *G13Debugging) (*G13Standing, error) {
	ctx, cancel := endsIn(ctx, within(ctx, 0))
	defer cancel()
	g, err := d.debugger(ctx, r)
	if err != nil {
		return nil, err
	}
	o := &G13Standing{G13Debugging: r, debugger: g}
	if r.Program {
		g.findLength(ctx, r.Fuel)
		o.report, _ = InspectG13("", g.program) // a program that has no report can run
	}
	if err := o.travel(ctx); err != nil {
		return nil, err
	}
	if err := o.look(); err != nil {
		return nil, err
	}
	if r.Columns > 0 {
		g.session.Fuel = 0
		o.timeline, err = g.session.Timeline(ctx, min(r.Timeline[0], r.Fuel), min(r.Timeline[1], r.Fuel), r.Columns)
		o.giveUp(err)
	}
	return o, nil
}

// findLength runs to the end once, as far as time and steps allow.
func (g *g13Debugger) findLength(ctx context.Context, fuel int) {
	if g.length >= 0 {
		return
	}
	ctx, cancel := endsIn(ctx, within(ctx, lengthTime))
	defer cancel()
	g.session.Seek(0)
	g.session.Fuel = fuel
	if a, err := g.session.RunTo(ctx, nil); err == nil && a.Over {
		g.length = g.session.Position()
	}
}

// travel goes to the position, and does what is to be done from there.
func (o *G13Standing) travel(ctx context.Context) error {
	s := o.debugger.session
	for _, b := range slices.Clone(s.Breakpoints()) {
		s.Delete(b.ID)
	}
	for k, text := range o.Stops {
		all, err := s.Code.ParseBreakpoints(strings.TrimSpace(text))
		if err != nil {
			return fmt.Errorf("stop %d: %w", k+1, placedIn(text, err))
		}
		for _, b := range all {
			s.Add(b)
		}
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(o.Do), " ")
	var command debug.Travel
	if word != "" {
		var err error
		if command, err = s.Travel(word, rest); err != nil {
			return fmt.Errorf("do: %w", placedIn(o.Do, syntax.Moved(err, o.Do, len(o.Do)-len(rest))))
		}
	}
	if !o.goTo(ctx) || command == nil {
		return nil
	}
	var err error
	s.Fuel = o.Fuel
	o.arrival, err = command(ctx)
	o.giveUp(err)
	return nil
}

// goTo goes to the position, and says whether the dispatch has it.
func (o *G13Standing) goTo(ctx context.Context) bool {
	s := o.debugger.session
	to := min(o.Position, o.Fuel)
	if to <= s.Position() {
		s.Seek(to)
	}
	s.Fuel = 0
	a, err := s.Forward(ctx, to-s.Position())
	if err == nil && !a.Over && to < o.Position {
		err = debug.ErrFuel
	}
	o.giveUp(err)
	return err == nil
}

// placedIn is an error that may have no place as one about a text.
func placedIn(text string, err error) error {
	var at *syntax.Error
	if errors.As(err, &at) {
		return err
	}
	return syntax.Errorf(text, 0, len(text), "%v", err)
}

// giveUp notes why going ended.
func (o *G13Standing) giveUp(err error) {
	switch {
	case errors.Is(err, debug.ErrFuel):
		o.gaveUp = fmt.Sprintf("no end within %d steps", o.Fuel)
	case err != nil:
		o.gaveUp = "no end within the time of an answer"
	}
}

// look evaluates what is printed, and finds the memory that is shown.
func (o *G13Standing) look() error {
	s := o.debugger.session
	for _, text := range o.Print {
		e, err := debug.ParseExpression(text)
		if err != nil {
			return fmt.Errorf("print: %w", err)
		}
		v, _ := s.Evaluate(e, o.looked())
		o.values = append(o.values, v)
	}
	if o.Memory == "" {
		return nil
	}
	bytes, address := s.Local(), uint64(0)
	if o.Memory != "local" {
		n, err := Numbered(o.Memory, 'u', machine.Uniforms/2)
		if err != nil {
			return fmt.Errorf("memory: %w", err)
		}
		b, err := o.debugger.state.Buffer(n)
		if err != nil {
			return fmt.Errorf("memory: %w", err)
		}
		bytes, address = b.Bytes, b.Address
	}
	from := min(o.From, len(bytes))
	o.window = &g13Window{name: o.Memory, address: address, size: len(bytes), from: from, bytes: bytes[from:min(from+cmp.Or(o.Bytes, mostWindow), len(bytes))]}
	return nil
}

// looked is the SIMD-group that is looked at.
func (o *G13Standing) looked() int {
	s := o.debugger.session
	if o.Group >= 0 && o.Group < len(s.Groups()) {
		return o.Group
	}
	return s.Focus()
}

// A g13Window is a piece of a memory.
type g13Window struct {
	name    string
	address uint64 // of the whole
	size    int    // of the whole
	from    int
	bytes   []byte
}
