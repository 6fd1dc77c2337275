package maskcall

import (
	"fmt"
	"slices"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// instructions are the entries of a language whose names are instructions.
func instructions(language string, all []call) []call {
	for i := range all {
		all[i].language, all[i].exact = language, true
	}
	return all
}

// methods are those of each class of instructions.
var methods = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for _, c := range hardware {
		if class, method, _ := strings.Cut(c.name, "."); !slices.Contains(all[class], method) {
			all[class] = append(all[class], method)
		}
	}
	return all
})

// instructed is what an instruction makes of its vectors. Its lanes may be several of what is known of a vector's bits:
//
//	t        a0 b0 a1 b1                    Sse2.UnpackLow of 32 bits
//	t u      a0 b0 c0 d0                    Sse2.UnpackLow of 64 bits, of t and one like it
func (p *program) instructed(c *call, e *expr, a arguments, vectors []value) ([]value, error) {
	text, err := p.lanesFor(c, e, a, vectors)
	if err != nil {
		return nil, err
	}
	s := sizes{k: a.k, text: text, bits: text}
	if c.sees > 0 {
		s.bits = c.sees
	}
	grain := s.bits
	for _, v := range vectors {
		grain = min(grain, v.bits)
	}
	for i, v := range vectors {
		if vectors[i], err = p.reinterpreted(e, v, grain); err != nil {
			return nil, err
		}
	}
	parts := s.bits / grain
	s.n = len(vectors[0].lane) / parts
	if len(vectors) == 2 {
		s.w = len(vectors[1].lane) / parts
	}
	if c.pick == nil && a.mask != nil && parts == 1 {
		return p.shuffled(c, a, vectors)
	}
	sel, err := p.selected(c, e, a, s)
	if err != nil {
		return nil, err
	}
	v, err := p.reinterpreted(e, picked(inParts(sel, parts), vectors, lane.Lane{}), text)
	return []value{v}, err
}

// lanesFor is how wide the lanes are that the text gives an instruction; or it says what is wrong with the vectors or the number.
func (p *program) lanesFor(c *call, e *expr, a arguments, vectors []value) (bits int, err error) {
	bits = c.bits
	for _, v := range vectors {
		switch w := max(v.text, p.width(v)); {
		case bits == 0:
			bits = w
		case w == 0 || w == bits:
		case c.bits > 0:
			return 0, syntax.Errorf(p.text, e.off, e.end, "%s is for lanes of %d bits, and these have %d", c.name, bits, w)
		default:
			return 0, p.noMix(e, bits, w)
		}
	}
	if bits == 0 {
		if bits = assumedBits; !c.any {
			of := a.vectors[0]
			p.warn(fmt.Sprintf("how wide the lanes of %s are is not in the text: %d bits are assumed", syntax.Quote(p.text[of.off:of.end]), assumedBits))
		}
	}
	for i := range vectors {
		p.reshape(a, a.vectors[i], &vectors[i], bits)
		p.widen(&vectors[i], bits)
	}
	switch total := vectors[0].bits * len(vectors[0].lane); {
	case c.total > 0 && total != c.total:
		return 0, syntax.Errorf(p.text, e.off, e.end, "%s is for vectors of %d bits, and this has %d", c.name, c.total, total)
	case total < 64 || total > 512 || total&(total-1) != 0:
		return 0, syntax.Errorf(p.text, e.off, e.end, "no instruction has vectors of %d bits", total)
	case a.k < 0 || a.k > 255:
		return 0, syntax.Errorf(p.text, e.off, e.end, "the number of %s is a byte, 0 to 255", c.name)
	}
	return bits, nil
}

// reshape gives a vector that the call is the first to name as many lanes of its bits as were assumed of it in others.
func (p *program) reshape(a arguments, e *expr, v *value, bits int) {
	for k := a.inputs; k < len(p.inputs); k++ {
		if in := &p.inputs[k]; e.kind == nameExpr && in.name == e.name {
			if in.shape.bits == 0 {
				in.shape = in.shape.as(bits)
			}
			*v = p.whole(k)
		}
	}
}

// selected is which lanes an instruction takes.
func (p *program) selected(c *call, e *expr, a arguments, s sizes) (sel []int, err error) {
	ok := true
	switch {
	case c.pick != nil:
		if sel, ok = a.mask.picks(c, s); !ok {
			return nil, syntax.Errorf(p.text, a.mask.off, a.mask.end, "%s has an index for each of %d lanes, and these are %d", c.name, s.n, len(a.mask.index))
		}
	case c.move != nil:
		sel, ok = c.move(s)
	default:
		ok = false
	}
	if !ok || len(sel) > 0 && slices.Max(sel) >= s.n+s.w {
		return nil, syntax.Errorf(p.text, e.off, e.end, "%s does nothing with %d lanes of %d bits and %d", c.name, s.n, s.text, s.k)
	}
	return sel, nil
}

// inParts is a selection of lanes as one of their parts.
func inParts(sel []int, parts int) (all []int) {
	for _, t := range sel {
		for j := range parts {
			if t < 0 {
				all = append(all, t)
			} else {
				all = append(all, t*parts+j)
			}
		}
	}
	return all
}

// picks is which lanes the indices select; ok is false where they are not one for each lane.
func (m *mask) picks(c *call, s sizes) (sel []int, ok bool) {
	if !m.splat && len(m.index) != s.n {
		return nil, false
	}
	for i := range s.n {
		t := m.index[min(i, len(m.index)-1)]
		if t.open {
			sel = append(sel, undefinedLane)
			continue
		}
		sel = append(sel, c.pick(s, i, t.value))
	}
	return sel, true
}
