package api

import (
	"errors"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/visa"
)

// VISASplitSchema is the schema of an instruction's pieces.
const VISASplitSchema = "lanescope.visa.split/1"

// A VISASplit is an instruction as pieces that are legal each.
type VISASplit struct {
	Pieces   []string
	Warnings []string
}

// Split cuts an instruction into the fewest pieces that keep the rules.
func (v *VISA) Split(text string) (VISASplit, error) {
	d := v.begin()
	i, err := v.parser.ParseInst(text)
	if err != nil {
		return VISASplit{}, err
	}
	s, err := visa.SplitInst(i, d, v.Dialect)
	var u *visa.Unsplittable
	if errors.As(err, &u) {
		at := v.parser.Where(u.Operand)
		return VISASplit{}, syntax.Errorf(text, at.Off, at.End, "%s", u.Why)
	}
	x := VISASplit{Warnings: s.Warnings}
	for k := range s.Pieces {
		x.Pieces = append(x.Pieces, s.Pieces[k].Inst.Text(d))
	}
	return x, err
}

// AppendJSON appends the pieces as one JSON object.
func (x VISASplit) AppendJSON(b []byte) []byte {
	o := newObject(b, VISASplitSchema)
	o.int("count", len(x.Pieces))
	o.strings("pieces", x.Pieces)
	o.strings("warnings", x.Warnings)
	return o.end()
}
