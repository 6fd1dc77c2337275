package api

import (
	"slices"

	"github.com/lanescope/lanescope/amdgpu"
	"github.com/lanescope/lanescope/errata"
	"github.com/lanescope/lanescope/esimd"
	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/ptx"
	"github.com/lanescope/lanescope/shader"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/visa"
)

// ErrataSchema is the schema of an erratum.
const ErrataSchema = "lanescope.errata/1"

// Errata are all numbered departures, by number.
func Errata() []errata.Entry {
	all := slices.Concat(svp64.Errata, shufflevector.Errata, visa.Errata, g13.Errata, shader.Errata, ptx.Errata, amdgpu.Errata, esimd.Errata)
	slices.SortFunc(all, func(a, b errata.Entry) int { return a.No - b.No })
	return all
}

// AppendErratum appends an entry as one JSON object.
func AppendErratum(b []byte, e errata.Entry) []byte {
	o := newObject(b, ErrataSchema)
	o.int("no", e.No)
	o.string("seed", e.Seed)
	o.string("title", e.Title)
	o.string("says", e.Says)
	o.string("does", e.Does)
	o.string("ground", string(e.Ground))
	o.string("evidence", e.Evidence)
	o.string("test", e.Test)
	return o.end()
}
