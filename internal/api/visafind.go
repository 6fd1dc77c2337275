package api

import (
	"context"
	"fmt"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/visa"
	visamoves "github.com/lanescope/lanescope/visa/moves"
)

// VISAFindSchema is the schema of a VISAFound.
const VISAFindSchema = "lanescope.visa.find/1"

// VISAFindBudget is the default bound of a search.
const VISAFindBudget = 1 << 18

// A VISAFindRequest asks for a form as a region or as movs.
type VISAFindRequest struct {
	Form    string
	Options form.Options // its type is that of the form's own variables and of those that are found
	GRF     int
	Budget  int // 0: the default
}

// A VISAFound is what makes a form's map.
type VISAFound struct {
	Form form.Form
	GRF  int
	visamoves.Found
}

// VISAFind answers a VISAFindRequest. The error is one of the form, or says what no mov does. The search ends with the context, too.
func VISAFind(ctx context.Context, r VISAFindRequest) (VISAFound, error) {
	r.Options.Context = ctx
	f, err := form.Parse(r.Form, r.Options)
	if err != nil {
		return VISAFound{}, err
	}
	if f.Guard != nil {
		return VISAFound{}, fmt.Errorf("the form is %s", f.Guard)
	}
	if r.Budget == 0 {
		r.Budget = VISAFindBudget
	}
	var types []visa.Type
	if t, ok := visa.TypeNamed(r.Options.Type); ok {
		types = append(types, t)
	}
	x := VISAFound{Form: f, GRF: r.GRF}
	x.Found, err = visamoves.Find(ctx, f.Map, r.GRF, r.Budget, types...)
	return x, err
}

// Proof is how much is known of the movs beside that they are right.
func (x VISAFound) Proof() lower.Proof {
	if x.IsMinimal() {
		return lower.Minimal
	}
	return lower.BestKnown
}

// AppendJSON appends the result as one JSON object.
func (x VISAFound) AppendJSON(b []byte) []byte {
	o := newObject(b, VISAFindSchema)
	o.notation("map", x.Form.Map)
	o.int("grf", x.GRF)
	o.string("type", x.Type.String())
	if x.Region != "" {
		o.string("region", x.Region)
	}
	o.int("count", len(x.Moves))
	o.strings("sequence", x.Moves)
	o.string("proof", x.Proof().String())
	o.int("lower_bound", x.Lower)
	o.strings("decls", x.Decls)
	if x.Gather != nil {
		o.within("gather", func(g *object) {
			g.int("count", len(x.Gather))
			g.strings("sequence", x.Gather)
			g.strings("decls", x.Needs)
		})
	}
	return o.end()
}
