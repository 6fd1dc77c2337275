package listing

import (
	"context"
	"errors"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// What the machines have in common whose lines a Follower follows: a sequence for a map as it is said, a row that is executed, and a whole register from memory or to it.

// sayOnTarget leaves the choice of instructions to the target that is asked for.
func sayOnTarget(lane.Map) (string, error) { return "", dialect.ErrTarget }

// sequenceOn is a listing for a target, with a comment before it where its registers would be taken for other sources. Still is one that moves nothing, and head are lines that the reader wants first.
func sequenceOn(ctx context.Context, m lane.Map, name, still string, head []string, read func(text string) (dialect.Reading, error)) ([]string, error) {
	r, t, err := lower.Usual(ctx, m, name)
	if err != nil {
		return nil, err
	}
	bits := t.Bits[len(t.Bits)-1]
	all := r.Listing(t)
	if len(all) == 0 { // the result is where the input is
		all = []string{still}
	}
	all = append(head, all...)
	back, err := dialect.ReadBack(m, strings.Join(all, "\n"), read)
	if err != nil {
		return nil, err
	}
	registers := make([]string, len(r.Inputs))
	for k := range registers {
		registers[k] = calledBy(t, k, bits, back.Names)
	}
	return append(dialect.BindingLine(r.Sources(), registers, back.Names), all...), nil
}

// calledBy is register n as one of the names calls it: of AArch64 v0 or z0.
func calledBy(t *target.Target, n, bits int, names []string) string {
	register := t.Register(target.Vectors, n, bits)
	for _, name := range names {
		if strings.TrimLeft(name, "vz") == strings.TrimLeft(register, "vz") {
			return name
		}
	}
	return register
}

var (
	errStore = errors.New("a store is no movement")
	errLoad  = errors.New("what is loaded is not known")
)

// anyLine says whether a statement of a text is such a line.
func anyLine(text string, is func(line string) bool) bool {
	for _, s := range statements(text) {
		if is(s.text) {
			return true
		}
	}
	return false
}

// executed is a line that a row, or what is read as one, has made of a register.
func (f *Follower) executed(d Deed, m lane.Map, to string, reads []string, copied bool) Deed {
	if d.To, d.Reads = to, reads; copied {
		d.Kind = Copied
	}
	f.l.Named[to], f.l.Result = m, m
	return d
}

// accesses reads a whole register of so many bits from a place, or writes it there.
func (f *Follower) accesses(register string, bits int, p place, stores bool) error {
	label, offset, constant := p.label()
	switch {
	case stores && !f.reads:
		return errStore
	case stores:
		value := make([]lane.Map, 1)
		if err := f.l.Argument(&value[0], register, bits, 8); err != nil {
			return err
		}
		if err := f.l.Level(value); err != nil {
			return err
		}
		f.stores(p, value[0])
		return nil
	case !f.reads:
		if b, known := f.constant(label, offset); !constant || !known || 8*len(b) < bits {
			return errLoad
		}
	}
	m, err := f.at(p, bits)
	if err == nil {
		f.writes(register, m)
	}
	return err
}
