package api

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/lanescope/lanescope/draw"
	svp64moves "github.com/lanescope/lanescope/svp64/moves"
	"github.com/lanescope/lanescope/svp64/program"
)

// SVP64DebugSchema is the schema of where a program stands.
const SVP64DebugSchema = "lanescope.svp64.debug/1"

// An SVP64Debugging asks where a program of SVP64 stands at a position, or behind a command that begins there. It says everything: an answer depends on no question before.
//
//	program, registers, memory …  ──▶ the beginning   ──┐
//	position 12, do "back group"  ──▶ the place         ├──▶ SVSTATE, registers, what moves next
//	width, dump …                 ──▶ what is told    ──┘
//
// A desk keeps the program that it was asked about last, with moments to go back to, so that the next step of the same one begins there and not at the first.
type SVP64Debugging struct {
	Text      string // assembly, or words in hexadecimal digits
	Start     SVP64Start
	Beginning SVP64Beginning // of which the limit is one of steps

	Position int
	Do       string // a command that goes somewhere; empty: stay
	Width    int    // of the elements as which registers are told
	Program  bool   // also the listing, and how long it is
	SVG      bool   // also a picture of the loop
}

// What a program may take of a desk. It has 64 moments at most, and a page has 4 KiB.
const (
	mostSVP64Pages  = 64
	svp64LengthTime = 2 * time.Second
)

// An svp64Stepper is a program that a desk keeps, at whatever position it was left.
type svp64Stepper struct {
	key     string
	session *program.Session
	program program.Program
	begin   program.State
	length  int // how many steps there are; -1 until it is known
}

// stepper is the program that is asked about.
func (d *Desk) stepper(r *SVP64Debugging) (*svp64Stepper, error) {
	b := r.Beginning
	key := fmt.Sprintf("%q %+v %q %v %d %q", r.Text, r.Start, b.Memory, b.Big, b.CTR, b.SVState)
	if d.stepping != nil && d.stepping.key == key {
		return d.stepping, nil
	}
	d.stepping = nil
	m, p, err := b.load(r.Text, &r.Start)
	if err != nil {
		return nil, err
	}
	m.Memory.Bound(mostSVP64Pages)
	d.stepping = &svp64Stepper{key: key, session: program.NewSession(m), program: p, begin: m.State, length: -1}
	return d.stepping, nil
}

// An SVP64Standing is where a program stands.
type SVP64Standing struct {
	*SVP64Debugging
	*svp64Stepper

	total         int // how many steps there are; -1 where that is not known, or was not asked
	gaveUp        string
	fault         error
	last, next    *SVP64Step // the step that led here, and the one that leads on
	reads, writes []program.Touch
	picture       *draw.Scene
	dumps         []program.Data
}

// Step answers an SVP64Debugging.
func (d *Desk) Step(ctx context.Context, r *SVP64Debugging) (*SVP64Standing, error) {
	if r.Width&(r.Width-1) != 0 {
		return nil, fmt.Errorf("width: %d: expected 8, 16, 32 or 64", r.Width)
	}
	ctx, cancel := endsIn(ctx, within(ctx, 0))
	defer cancel()
	g, err := d.stepper(r)
	if err != nil {
		return nil, err
	}
	o := &SVP64Standing{SVP64Debugging: r, svp64Stepper: g, total: -1}
	if r.Program {
		g.findLength(ctx)
		if g.length >= 0 && g.length <= r.Beginning.Limit {
			o.total = g.length
		}
	}
	if err := o.travel(ctx); err != nil {
		return nil, err
	}
	if err := o.look(); err != nil {
		return nil, err
	}
	o.dumps, err = r.Beginning.Dumped(g.session.Machine)
	return o, err
}

// findLength runs once to the end, or to where it cannot go on, as far as time and steps allow.
func (g *svp64Stepper) findLength(ctx context.Context) {
	if g.length >= 0 {
		return
	}
	ctx, cancel := endsIn(ctx, within(ctx, svp64LengthTime))
	defer cancel()
	err := g.session.GoTo(ctx, mostSVP64Steps)
	if fault := (*program.Fault)(nil); errors.As(err, &fault) || g.session.Machine.Done() {
		g.length = g.session.Position()
	}
}

// travel goes to the position, and does what is to be done from there.
func (o *SVP64Standing) travel(ctx context.Context) error {
	s, limit := o.session, o.Beginning.Limit
	var way program.Travel
	if o.Do != "" {
		var err error
		if way, err = program.ParseTravel(o.Do, mostSVP64Steps); err != nil {
			return fmt.Errorf("do: %w", placedIn(o.Do, err))
		}
	}
	err := s.GoTo(ctx, min(o.Position, limit))
	if err == nil && s.Position() == limit && limit < o.Position && !s.Machine.Done() {
		err = program.ErrLimit
	}
	if err == nil && o.Do != "" {
		err = s.Go(ctx, way, limit)
	}
	var fault *program.Fault
	switch {
	case errors.As(err, &fault): // which the next step tells too
	case errors.Is(err, program.ErrLimit):
		o.gaveUp = fmt.Sprintf("no end within %d steps", limit)
	case err != nil:
		o.gaveUp = "no end within the time of an answer"
	}
	return nil
}

// look finds the step that led here and the one that leads on.
func (o *SVP64Standing) look() error {
	s := o.session
	if p := s.Position(); p > 0 {
		if err := s.Seek(p - 1); err != nil {
			return err
		}
		before := s.Machine.State
		moves, err := s.Forward(program.ByElement)
		if err != nil {
			return err
		}
		last := NewSVP64Step(p-1, moves[0], before, s.Machine.State)
		o.last = &last
	}
	m := s.Machine
	if m.Done() {
		return nil
	}
	if o.reads, o.writes, o.fault = m.Touched(); o.fault != nil {
		return nil
	}
	on := m.Clone()
	moved, err := on.Step()
	if err != nil {
		return err
	}
	next := NewSVP64Step(s.Position(), moved, m.State, on.State)
	o.next = &next
	if o.SVG && moved.Loop != nil && !moved.Empty {
		scene := svp64moves.Next(moved.Inst.String(), moved.Loop, m.SV)
		o.picture = &scene
	}
	return nil
}
