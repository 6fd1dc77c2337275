package api

import (
	"fmt"

	"github.com/lanescope/lanescope/svp64"
)

// SVP64SameSchema is that of classes of immediates.
const SVP64SameSchema = "lanescope.svp64.same/1"

// An SVP64Same is what other immediates do the same.
type SVP64Same struct {
	Swizzle  svp64.Swizzle
	Classes  []SVP64Class
	Older    string   // the immediate of the older drafts
	Permutes []string // other instructions that are the same between two pairs
}

// An SVP64Class is the immediates that do the same in one form.
type SVP64Class struct {
	Name string
	Same []svp64.Swizzle
}

// NewSVP64Same looks through all immediates.
func NewSVP64Same(s svp64.Swizzle) SVP64Same {
	x := SVP64Same{Swizzle: s, Classes: []SVP64Class{
		{"vector form", s.Equivalent(svp64.SameVector)},
		{"between pairs", s.Equivalent(svp64.SamePair)},
		{"in place", s.Equivalent(svp64.SameInPlace)},
	}}
	if s.Len() > 0 {
		o, n := s.Older()
		x.Older = fmt.Sprintf("0x%03x, of %d lanes", uint16(o), n)
	}
	if dm, ok := s.XXPermdiOf(); ok {
		x.Permutes = append(x.Permutes, fmt.Sprintf("xxpermdi with DM %d and one source", dm))
	}
	return x
}

// AppendJSON appends the classes as one JSON object.
func (x SVP64Same) AppendJSON(b []byte) []byte {
	o := newObject(b, SVP64SameSchema)
	o.string("swizzle", x.Swizzle.String())
	o.string("immediate", fmt.Sprintf("%03x", uint16(x.Swizzle)))
	for k, name := range []string{"vector", "pairs", "in_place"} {
		list(o, name, x.Classes[k].Same, func(b []byte, s svp64.Swizzle) []byte {
			return appendString(b, fmt.Sprintf("%03x", uint16(s)))
		})
	}
	if x.Older != "" {
		o.string("older", x.Older)
	}
	if len(x.Permutes) > 0 {
		o.strings("permutes", x.Permutes)
	}
	return o.end()
}
