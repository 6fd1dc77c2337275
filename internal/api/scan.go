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
		o.b = appendMask(o.b, m)
	}
	o.b = append(o.b, ']')
	return o.end()
}

func appendMask(b []byte, m *corpus.Mask) []byte {
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
	e.string("file", m.First.File)
	e.int("line", m.First.Line)
	return e.end()
}
