package api

import (
	"maps"
	"slices"

	"github.com/lanescope/lanescope/corpus"
)

// ScanSchema is the schema of a report on files.
const ScanSchema = "lanescope.scan/1"

// AppendScan appends the report as one JSON object.
func AppendScan(b []byte, r *corpus.Report) []byte {
	o := newObject(b, ScanSchema)
	masks := r.Masks()
	named, uses := r.Named()
	o.int("files", r.Files)
	o.int("shuffles", r.Shuffles)
	o.int("copies", r.Copies)
	o.int("uses", r.Uses())
	o.int("distinct", len(masks))
	o.int("named", named)
	o.int("namedUses", uses)
	objects(o, "masks", masks, func(e *object, m *corpus.Mask) { e.mask(m, r.IsEmitted(m)) })
	objects(o, "emitted", r.Emitted(), (*object).emitted)
	o.int("followed", r.Followed)
	o.int("lost", r.Lost)
	objects(o, "skipped", slices.Concat(r.Skipped, r.Lines), func(e *object, s corpus.Skip) {
		e.place(s.Place)
		e.string("why", s.Why)
	})
	objects(o, "wrong", r.Wrong, func(e *object, c corpus.Contradiction) {
		e.place(c.Place)
		e.notation("instruction", c.Instruction.Map)
		e.notation("comment", c.Comment.Map)
	})
	return o.end()
}

// emitted is what listings spend on a movement: the dearest of its uses, the best that is known, and each place.
func (o *object) emitted(e *corpus.Emitted) {
	o.string("canonical", e.Canonical)
	o.string("name", e.Name)
	o.string("target", e.Target)
	o.int("uses", e.Uses)
	o.int("ops", e.Worst.Cost.Ops)
	o.int("constants", e.Worst.Cost.Constants)
	o.int("copies", e.Worst.Cost.Copies)
	o.int("cost", e.Worst.Cost.Balanced())
	o.int("total", e.Total)
	cost, found := e.Known()
	o.within("best", func(best *object) {
		best.int("ops", cost.Ops)
		best.int("constants", cost.Constants)
		best.int("copies", cost.Copies)
		best.int("cost", cost.Balanced())
		if found {
			best.string("proof", e.Best.Proof.String())
		} else {
			best.string("proof", "emitted")
		}
	})
	o.int("excess", e.Excess())
	o.place(e.Worst.Place)
	objects(o, "places", e.Places, func(p *object, u corpus.Use) {
		p.place(u.Place)
		p.int("first", u.First)
		p.int("cost", u.Cost.Balanced())
		p.int("excess", u.Cost.Balanced()-cost.Balanced())
	})
}

// mask is a movement, however it was written.
func (o *object) mask(m *corpus.Mask, emitted bool) {
	o.string("canonical", m.Canonical)
	o.int("count", m.Count)
	o.string("name", m.Name)
	o.within("dialects", func(d *object) {
		for _, name := range slices.Sorted(maps.Keys(m.Dialects)) {
			d.int(name, m.Dialects[name])
		}
	})
	if m.Best != nil {
		o.int("ops", m.Best.Ops)
		o.int("constants", m.Best.Constants)
		o.string("proof", m.Best.Proof.String())
	}
	o.bool("emitted", emitted)
	o.place(m.First)
	objects(o, "places", m.Places, (*object).place)
}

// place is a line of a file, and the function that it is in if that is known.
func (o *object) place(p corpus.Place) {
	o.string("file", p.File)
	o.int("line", p.Line)
	if p.Function != "" {
		o.string("function", p.Function)
	}
}
