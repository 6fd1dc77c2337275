package inspect

import (
	"maps"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/g13"
)

// The forms that are told by their names are forms, and no form that matters is forgotten: what has a target is a jump or a call, and what has a list of registers fills it or is one of those that
// read it.
func TestTables(t *testing.T) {
	forms := map[string]bool{}
	for f := range g13.NumForms() {
		forms[g13.Form(f).Name()] = true
	}
	for what, names := range map[string][]string{
		"flows": slices.Collect(maps.Keys(flows)), "maskOps": slices.Collect(maps.Keys(maskOps)), "fillsList": slices.Collect(maps.Keys(fillsList)), "loadsLater": slices.Collect(maps.Keys(loadsLater)),
		"packsList": slices.Collect(maps.Keys(packsList)), "timings": slices.Collect(maps.Keys(timings)), "looksAround": slices.Collect(maps.Keys(looksAround)),
	} {
		for _, name := range names {
			if !forms[name] {
				t.Errorf("%s: there is no form %s", what, name)
			}
		}
	}
	readers := []string{"device_store", "stack_store", "threadgroup_store", "uniform_store", "st_tile", "image_write", "zs_emit", "async_load", "async_store"}
	for f := range g13.NumForms() {
		form := g13.Form(f)
		for _, o := range form.Operands() {
			name := form.Name()
			switch o.Kind {
			case g13.List:
				if fillsList[name] == slices.Contains(readers, name) {
					t.Errorf("%s either fills its list of registers or reads it", name)
				}
			case g13.PCRel:
				if flows[name] != jumps && name != "call" {
					t.Errorf("%s has a target and is no jump", name)
				}
			case g13.R0L:
				if maskOps[name] == noMask {
					t.Errorf("%s changes the mask, and nobody knows how", name)
				}
			}
		}
	}
	for name, slot := range loadsLater {
		n := g13.Named(name)
		if len(n) == 0 {
			t.Errorf("%s has no name", name)
		} else if _, ok := n[0].Inst.Field(slot); !ok {
			t.Errorf("%s has no field %s", name, slot)
		}
	}
	for _, format := range slices.Collect(maps.Keys(perPixel)) {
		if !slices.Contains(g13.Format.Words(), format) {
			t.Errorf("there is no format %s", format)
		}
	}
}
