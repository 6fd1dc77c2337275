package svp64

import "github.com/lanescope/lanescope/lane"

// A piece is a move of a simple kind, neither loop inside out and nothing zeroed: one live lane or all, and subvectors that rise on both sides.
type piece struct {
	source, gain   int
	src, dst       int // bytes of elements
	sat            Sat
	subVL, n       int
	live           []int
	sel            [Lanes]Selector
	srcSub, dstSub uint64 // which subvectors
}

// best improves a piece by those of one source.
func (p *piecewise) best(source int, best *piece) {
	near := widthNear(p.m.Bits).Bits() / 8
	for _, dst := range []int{near, 8, 4, 2, 1} {
		for _, src := range []int{dst, 8, 4, 2, 1} {
			for _, sat := range []Sat{NoSat, Unsigned, Signed} {
				if !(kind{false, sat}).copies(src, dst) || sat != NoSat && !hasConstants(p.m) {
					continue
				}
				c := piece{source: source, src: src, dst: dst, sat: sat}
				p.single(&c, best)
				p.several(&c, best)
			}
		}
	}
}

// single tries one live lane: every element behind subvector 63 needs more lanes than one.
func (p *piecewise) single(c, best *piece) {
	for _, c.n = range []int{1, Lanes} {
		if c.n > 1 && len(p.mine) <= MaxVL*c.dst {
			break
		}
		for j := range c.n {
			c.live = []int{j}
			for _, x := range candidates {
				c.sel[0] = x
				c.subVL = Lanes
				p.chain(c, best)
				if x == X {
					c.subVL = 1
					p.chain(c, best)
				}
			}
		}
	}
}

// several tries all lanes live, with the selectors that some subvector of the destination asks for.
func (p *piecewise) several(c, best *piece) {
	for c.n = 2; c.n <= Lanes; c.n++ {
		c.live = counted(c.n)
		for c.subVL = 1; c.subVL <= Lanes; c.subVL++ {
			tried := map[[Lanes]Selector]bool{}
			for d := 0; (d+1)*c.n*c.dst <= len(p.mine) && d < MaxVL; d++ {
				for first := range Lanes {
					if sel, ok := p.asked(c, d, first); ok && !tried[sel] {
						tried[sel] = true
						c.sel = sel
						p.chain(c, best)
					}
				}
			}
		}
	}
}

// asked is the selectors with which subvector d gets what it wants, if its first lane is this one of the source's subvector.
func (p *piecewise) asked(c *piece, d, first int) (sel [Lanes]Selector, ok bool) {
	i := -1
	for j := range c.n {
		b := p.want[c.source][(d*c.n+j)*c.dst]
		switch {
		case b.kind == fixed && b.value == 0:
			sel[j] = Zero
		case b.kind == fixed:
			sel[j] = One
		case b.kind != fromSource || b.from%c.src != 0:
			return sel, false
		default:
			q := b.from / c.src
			if i < 0 {
				if i = (q - first) / c.subVL; q < first || (q-first)%c.subVL != 0 {
					return sel, false
				}
			}
			if q -= i * c.subVL; q < 0 || q >= Lanes {
				return sel, false
			}
			sel[j] = X + Selector(q)
		}
	}
	return sel, i >= 0
}

// chain finds the subvectors of both sides, rising, that gain most: the longest chain by weight.
func (p *piecewise) chain(c, best *piece) {
	type link struct{ gain, i, d, before int }
	var links []link
	ending := [MaxVL]int{} // the best link whose source's subvector is this one, plus 1
	top := 0
	for d := 0; d*c.n*c.dst < len(p.mine) && d < MaxVL; d++ {
		var here [Lanes + 1]link
		n := 0
		for _, i := range p.partners(c, d) {
			gain, ok := p.gain(c, d, i)
			if !ok || gain == 0 {
				continue
			}
			before := 0
			for k := range i {
				if at := ending[k]; at != 0 && (before == 0 || links[at-1].gain > links[before-1].gain) {
					before = at
				}
			}
			if before != 0 {
				gain += links[before-1].gain
			}
			here[n] = link{gain, i, d, before}
			n++
		}
		for _, x := range here[:n] {
			links = append(links, x)
			if at := ending[x.i]; at == 0 || links[at-1].gain < x.gain {
				ending[x.i] = len(links)
			}
			if top == 0 || links[top-1].gain < x.gain {
				top = len(links)
			}
		}
	}
	if top == 0 || links[top-1].gain <= best.gain {
		return
	}
	better := *c
	better.live, better.gain, better.srcSub, better.dstSub = append([]int(nil), c.live...), links[top-1].gain, 0, 0
	for at := top; at != 0; at = links[at-1].before {
		better.srcSub |= 1 << links[at-1].i
		better.dstSub |= 1 << links[at-1].d
	}
	if f := better.found(p); f.placeable() {
		*best = better
	}
}

// partners are the source's subvectors of which subvector d can get something, each once, rising.
func (p *piecewise) partners(c *piece, d int) (list []int) {
	reads := false
	for k, j := range c.live {
		if !c.sel[k].Moves() {
			continue
		}
		reads = true
		at := (d*c.n + j) * c.dst
		if at >= len(p.mine) {
			continue
		}
		b := p.want[c.source][at]
		q := b.from/c.src - c.sel[k].Lane()
		if i := q / c.subVL; b.kind == fromSource && q >= 0 && q%c.subVL == 0 && i < MaxVL && (len(list) == 0 || list[len(list)-1] < i) {
			list = append(list, i)
		}
	}
	if !reads {
		return []int{d}
	}
	return list
}

// gain is how many bytes are made that were not, if subvector d gets what subvector i has; it fails where that harms.
func (p *piecewise) gain(c *piece, d, i int) (gain int, ok bool) {
	one := (&Loop{Sat: c.sat, DstBits: 8 * c.dst}).one()
	for k, j := range c.live {
		at := (d*c.n + j) * c.dst
		if at+c.dst > len(p.mine) {
			return 0, false
		}
		from := (i*c.subVL + c.sel[k].Lane()) * c.src
		if x := c.sel[k]; x.Moves() && from+c.src > p.m.Src[c.source]*p.m.Bits/8 {
			return 0, false
		}
		for t := range c.dst {
			b, v, source := p.want[c.source][at+t], byte(0), false
			switch x := c.sel[k]; {
			case x == One:
				v = byte(one >> (8 * t))
			case x.Moves():
				source = t < c.src
			}
			right := b.kind == fixed && !source && b.accepts(v) || b.kind == fromSource && source && b.from == from+t
			switch {
			case right && !p.done[at+t]:
				gain++
			case !right && (b.kind == kept || p.done[at+t]):
				return 0, false
			}
		}
	}
	return gain, true
}

// found is the piece as a move.
func (c *piece) found(p *piecewise) Found {
	var sel [Lanes]Selector
	for k, j := range c.live {
		sel[j] = c.sel[k]
	}
	vl := max(lengthOf(c.srcSub), lengthOf(c.dstSub))
	f := Found{
		Inst: Inst{
			Form: Vector, Sat: c.sat, RT: Reg{Vector: true}, RA: Reg{Vector: true}, Swizzle: Select(sel[:c.n]...),
			SubVL: uint8(c.subVL), DstWidth: widthOfBytes(c.dst), SrcWidth: widthOfBytes(c.src),
		},
		SV: NewSVState(vl, vl), Masked: true, SrcMask: c.srcSub, DstMask: c.dstSub,
	}
	m := lane.Map{Bits: p.m.Bits, Lane: p.m.Lane}
	if len(p.m.Src) > 0 {
		m.Src = []int{p.m.Src[c.source]}
	}
	f.vectors(m)
	return f
}
