package inspect

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/g13"
)

// No form that matters is forgotten: what has a target is a jump or a call, what has a list of registers fills it or is one of those that read it, and what changes the mask does so in a way that
// is known.
func TestTables(t *testing.T) {
	readers := []g13.Form{g13.DEVICE_STORE, g13.STACK_STORE, g13.THREADGROUP_STORE, g13.UNIFORM_STORE, g13.ST_TILE, g13.IMAGE_WRITE, g13.ZS_EMIT, g13.ASYNC_LOAD, g13.ASYNC_STORE}
	for f := range g13.NumForms {
		for _, o := range f.Operands() {
			switch o.Kind {
			case g13.List:
				if fillsList[f] == slices.Contains(readers, f) {
					t.Errorf("%s either fills its list of registers or reads it", f.Name())
				}
			case g13.PCRel:
				if flows[f] != jumps && flows[f] != calls {
					t.Errorf("%s has a target and is no jump", f.Name())
				}
			case g13.R0L:
				if maskOps[f] == noMask {
					t.Errorf("%s changes the mask, and nobody knows how", f.Name())
				}
			}
		}
		if slot := loadsLater[f]; slot != "" {
			if _, ok := g13.New(f).Field(slot); !ok {
				t.Errorf("%s has no field %s", f.Name(), slot)
			}
		}
	}
	for format := range perPixel {
		if !slices.Contains(g13.Format.Words(), format) {
			t.Errorf("there is no format %s", format)
		}
	}
}
