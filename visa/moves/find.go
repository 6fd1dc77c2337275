package moves

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/find"
)

// A Found is what makes a map in vISA.
type Found struct {
	Type visa.Type
	// Region is the one operand that reads all lanes, wherever its registers are; empty if there is none.
	Region string
	Decls  []string // the result and the sources
	Moves  []string // movs of regions
	Lower  int      // no sequence of movs from the sources to the result is shorter
	Gather []string // instructions that make addresses first; none where they reach none of it
	Needs  []string // the declarations that these need besides
}

// IsMinimal says whether no sequence of movs is shorter.
func (v Found) IsMinimal() bool { return len(v.Moves) <= v.Lower }

// Find is the shortest sequence of movs known for a map on registers of grf bytes, over the widths of elements of which its lanes are made, or of the one type. Undefined
// lanes are free, and lanes of the old destination are left alone. When the context ends, it is the best that was found, or that there was no time.
func Find(ctx context.Context, m lane.Map, grf, budget int, types ...visa.Type) (best Found, err error) {
	if len(types) == 0 {
		types = []visa.Type{visa.D, visa.UQ, visa.UW, visa.UB}
	}
	if len(m.Src) > len(dialect.SourceLetters) {
		return best, fmt.Errorf("more than %d sources have no letters", len(dialect.SourceLetters))
	}
	var failed, noWidth error
	done := false
	for _, t := range types {
		var wide lane.Map
		if wide, err = m.Regroup(8 * t.Size()); err != nil {
			noWidth = fmt.Errorf("its lanes are no elements of %s: %w", t, err)
			continue
		}
		var v Found
		if v, err = findVISA(ctx, wide, grf, budget, t); err != nil {
			failed = cmp.Or(failed, err)
		} else if !done || len(v.Moves) < len(best.Moves) || len(v.Moves) == len(best.Moves) && v.Region != "" && best.Region == "" {
			best, done = v, true
		}
	}
	if done {
		return best, nil
	}
	return best, cmp.Or(failed, noWidth)
}

func findVISA(ctx context.Context, m lane.Map, grf, budget int, t visa.Type) (v Found, err error) {
	d := visa.NewDecls(grf, t)
	declare := func(name string, kind visa.Kind, t visa.Type, n int) uint32 {
		return d.Add(visa.Variable{Name: name, Kind: kind, Type: t, Elems: n, Align: visa.AlignGRF, Alias: -1})
	}
	f := find.Frame{GRF: grf, Type: t, Result: declare(visaResult, visa.GeneralKind, t, len(m.Lane))}
	for k, n := range m.Src {
		f.Sources = append(f.Sources, declare(lane.SourceName(k), visa.GeneralKind, t, n))
	}
	v = Found{Type: t, Decls: []string{d.Text(visa.GeneralKind, f.Result)}}
	for _, id := range f.Sources {
		v.Decls = append(v.Decls, d.Text(visa.GeneralKind, id))
	}
	if o, ok := f.Region(m); ok {
		v.Region = o.Text(visa.Source, d)
	}
	found, err := f.Find(ctx, m, budget)
	if err != nil {
		return v, err
	}
	v.Moves, v.Lower = texts(found.Insts, d), found.Lower
	g := find.Gather{Frame: f, Addresses: declare("A0", visa.AddressKind, visa.UW, 16)}
	g.Offsets, g.High = declare("O", visa.GeneralKind, visa.UW, 16), declare("H", visa.GeneralKind, visa.UW, 16)
	if insts, err := g.Find(m); err == nil && len(insts) > 0 {
		v.Gather = texts(insts, d)
		v.Needs = []string{d.Text(visa.AddressKind, g.Addresses), d.Text(visa.GeneralKind, g.Offsets)}
		if slices.ContainsFunc(insts, func(i visa.Inst) bool { return i.Operand[0].Class == visa.General && i.Operand[0].ID == g.High }) {
			v.Needs = append(v.Needs, d.Text(visa.GeneralKind, g.High))
		}
	}
	return v, nil
}

func texts(insts []visa.Inst, d *visa.Decls) (lines []string) {
	for i := range insts {
		lines = append(lines, insts[i].Text(d))
	}
	return lines
}
