package spirv

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/selectors"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A usualType is what a name of an element type usually means.
type usualType struct {
	name  string
	bits  int
	float bool
}

// spirvTypes are the usual names of element types.
var spirvTypes = []usualType{
	{"float", 32, true}, {"half", 16, true}, {"double", 64, true},
	{"uint", 32, false}, {"int", 32, false}, {"ushort", 16, false}, {"short", 16, false}, {"uchar", 8, false}, {"char", 8, false}, {"ulong", 64, false}, {"long", 64, false},
}

const spirvOp = "OpVectorShuffle"

func looksSPIRV(text string) bool {
	return strings.Contains(text, spirvOp) || strings.Contains(text, "OpCompositeConstruct ") || strings.Contains(text, "OpCompositeExtract ") || strings.Contains(text, "OpCompositeInsert ")
}

func readSPIRV(text string) (dialect.Reading, error) {
	c := syntax.Cursor{Text: text, Off: max(strings.Index(text, spirvOp), 0)}
	if !c.AcceptWord(spirvOp) {
		return dialect.Reading{}, c.Wanted(spirvOp)
	}
	c.Space()
	at := c.Off
	typ, err := selectors.Name(&c, "")
	if err != nil {
		return dialect.Reading{}, err
	}
	lanes, bits, known := spirvType(strings.TrimPrefix(typ, "%"))
	typeEnd := c.Off
	a, err := selectors.Name(&c, "")
	if err != nil {
		return dialect.Reading{}, err
	}
	b, err := selectors.Name(&c, "")
	if err != nil {
		return dialect.Reading{}, err
	}
	var sel []int
	for !c.Done() {
		t, err := selectors.Selector(&c)
		if err != nil {
			return dialect.Reading{}, err
		}
		sel = append(sel, t)
	}
	switch {
	case len(sel) == 0:
		return dialect.Reading{}, c.Wanted("selectors")
	case lanes > mostLanes:
		return dialect.Reading{}, syntax.Errorf(text, at, typeEnd, "%s has more than %d lanes, which no vector of SPIR-V has", typ, mostLanes)
	case known && lanes != len(sel):
		return dialect.Reading{}, syntax.Errorf(text, at, typeEnd, "%s has %d lanes, and there are %d selectors", typ, lanes, len(sel))
	}
	r, err := selectors.Reading(text, bits, sel, a, b)
	r.To = selectors.ResultName(text[:strings.Index(text, spirvOp)])
	if !known {
		r.Warnings = append(r.Warnings, "the type "+syntax.Quote(typ)+" is defined elsewhere: lanes of 32 bits are assumed")
	}
	return r, err
}

// mostLanes is what SPIR-V's vectors have at most.
const mostLanes = 16

// spirvType reads a name such as v4float; of more lanes than there may be it says one more.
func spirvType(name string) (lanes, bits int, ok bool) {
	c := syntax.Cursor{Text: strings.TrimPrefix(name, "v")}
	lanes, ok = c.Uint(mostLanes)
	for _, t := range spirvTypes {
		if ok && len(c.Text) < len(name) && c.Rest() == t.name {
			return lanes, t.bits, true
		}
	}
	return 0, 32, false
}

func saySPIRV(m lane.Map) (string, error) { return shuffleOf(m, "%r", "%a", "%b") }

// shuffleOf is the shuffle of two vectors with the name of its result.
func shuffleOf(m lane.Map, result, a, b string) (string, error) {
	sel, n, err := selectors.Of(m, spirvOp)
	if err == nil {
		err = selectors.LengthsAgree(sel, n)
	}
	if err != nil {
		return "", err
	}
	element := map[int]string{8: "uchar", 16: "ushort", 32: "uint", 64: "ulong"}[m.Bits]
	if element == "" || len(sel) < 2 || len(sel) > mostLanes {
		return "", fmt.Errorf("SPIR-V has vectors of 2 to %d lanes of 8, 16, 32 or 64 bits, and this has %d of %d", mostLanes, len(sel), m.Bits)
	}
	text := fmt.Sprintf("%s = %s %%v%d%s %s %s", result, spirvOp, len(sel), element, a, b)
	for _, t := range sel {
		if t < 0 {
			text += " 0xFFFFFFFF"
		} else {
			text += " " + strconv.Itoa(t)
		}
	}
	return text, nil
}

func sequenceSPIRV(m lane.Map) ([]string, error) {
	return selectors.Chain(m, func(s shufflevector.Shuffle, step lane.Map, a, b string) (string, error) {
		return shuffleOf(step, cmp.Or(s.Result, "%r"), a, b)
	})
}
