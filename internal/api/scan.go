package api

import (
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
	o.key("masks")
	o.b = append(o.b, '[')
	for k, m := range masks {
		if k > 0 {
			o.b = append(o.b, ',')
		}
		o.b = appendMask(o.b, m, r.IsEmitted(m))
	}
	o.b = append(o.b, ']')
	o.key("emitted")
	o.b = append(o.b, '[')
	for k, e := range r.Emitted() {
		if k > 0 {
			o.b = append(o.b, ',')
		}
		o.b = appendEmitted(o.b, e)
	}
	o.b = append(o.b, ']')
	o.key("skipped")
	o.b = append(o.b, '[')
	for k, skip := range r.Skipped {
		if k > 0 {
			o.b = append(o.b, ',')
		}
		e := &object{b: append(o.b, '{')}
		e.string("file", skip.File)
		e.int("line", skip.Line)
		e.string("why", skip.Why)
		o.b = e.end()
	}
	o.b = append(o.b, ']')
	return o.end()
}

// appendEmitted appends what listings spend on a movement: the dearest of its uses, and the best that is known.
func appendEmitted(b []byte, e *corpus.Emitted) []byte {
	o := &object{b: append(b, '{')}
	o.string("canonical", e.Canonical)
	o.string("name", e.Name)
	o.string("target", e.Target)
	o.int("uses", e.Uses)
	o.int("ops", e.Worst.Cost.Ops)
	o.int("constants", e.Worst.Cost.Constants)
	o.int("copies", e.Worst.Cost.Copies)
	o.int("cost", e.Worst.Cost.Balanced())
	o.int("total", e.Total)
	o.key("best")
	cost, found := e.Known()
	best := &object{b: append(o.b, '{')}
	best.int("ops", cost.Ops)
	best.int("constants", cost.Constants)
	best.int("copies", cost.Copies)
	best.int("cost", cost.Balanced())
	if found {
		best.string("proof", e.Best.Proof.String())
	} else {
		best.string("proof", "emitted")
	}
	o.b = best.end()
	o.int("excess", e.Excess())
	o.string("file", e.Worst.File)
	o.int("line", e.Worst.Last)
	return o.end()
}

func appendMask(b []byte, m *corpus.Mask, emitted bool) []byte {
	e := &object{b: append(b, '{')}
	e.string("canonical", m.Canonical)
	e.int("count", m.Count)
	e.string("name", m.Name)
	e.key("dialects")
	d := &object{b: append(e.b, '{')}
	var names []string
	for name := range m.Dialects {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		d.int(name, m.Dialects[name])
	}
	e.b = d.end()
	if m.Best != nil {
		e.int("ops", m.Best.Ops)
		e.int("constants", m.Best.Constants)
		e.string("proof", m.Best.Proof.String())
	}
	e.bool("emitted", emitted)
	e.string("file", m.First.File)
	e.int("line", m.First.Line)
	return e.end()
}
