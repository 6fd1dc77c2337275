package draw

import (
	"cmp"
	"slices"
)

// A channel is the space between two neighbouring rows, in which the wires of one direction run. Seen from the side of their
// sources, and drawn upside down where they run upwards:
//
//	┬      ┬        the wires leave
//	│   ┌──┘        track 0
//	└─┐ │           track 1
//	  ▼ ▼           they arrive
//
// All wires from one cell are one net: a trunk along one track, and drops from it. No two nets share a column, so any
// order of the tracks is right, and nets that do not overlap share a track.
type channel struct {
	up     bool
	nets   []net
	tracks int
}

type net struct {
	x, ink int
	drops  []drop
	lo, hi int // the ends of the trunk
	track  int // -1 for a wire that runs straight
}

type drop struct {
	x        int
	crossing bool
}

// dash is the index of dashed signs for crossing wires.
func dash(crossing bool) int {
	if crossing {
		return 1
	}
	return 0
}

// add adds the wire between two columns; it fails if another wire already arrives there.
func (c *channel) add(from, to int, crossing bool, ink int) bool {
	at := -1
	for i := range c.nets {
		if c.nets[i].x == from {
			at = i
		}
		for _, d := range c.nets[i].drops {
			if d.x == to {
				return false
			}
		}
	}
	if at < 0 {
		at = len(c.nets)
		c.nets = append(c.nets, net{x: from, ink: ink})
	}
	c.nets[at].drops = append(c.nets[at].drops, drop{to, crossing})
	return true
}

// route moves the ends of the wires to their columns and gives every net a track; it fails if there are too many tracks.
func (c *channel) route(out, in int) bool {
	for i := range c.nets {
		c.nets[i].settle(out, in)
	}
	c.assign()
	c.untangle()
	return c.tracks <= tracksMost
}

// settle finds the ports and the trunk of a net. A wire that ends where it began needs no trunk if it is the only one of its cell.
func (n *net) settle(out, in int) {
	straight := len(n.drops) == 1 && n.drops[0].x == n.x
	n.x += out
	n.lo, n.hi = n.x, n.x
	for k := range n.drops {
		d := &n.drops[k]
		if straight {
			d.x, n.track = n.x, -1
			continue
		}
		d.x += in
		n.lo, n.hi = min(n.lo, d.x), max(n.hi, d.x)
	}
}

// assign gives tracks from left to right, each net the first one that is free there. That takes as few tracks as the most nets
// that lie above one another.
func (c *channel) assign() {
	slices.SortFunc(c.nets, func(a, b net) int { return cmp.Compare(a.lo, b.lo) })
	var end []int // of each track
	for i := range c.nets {
		n := &c.nets[i]
		if n.track < 0 {
			continue
		}
		n.track = slices.IndexFunc(end, func(hi int) bool { return hi+1 < n.lo })
		if n.track < 0 {
			n.track = len(end)
			end = append(end, 0)
		}
		end[n.track] = n.hi
	}
	c.tracks = len(end)
}

// untangle swaps tracks as long as that lessens crossings.
func (c *channel) untangle() {
	if c.tracks > tracksMost {
		return
	}
	cost := c.costs()
	for better := true; better; {
		better = false
		for s := range c.tracks {
			for t := s + 1; t < c.tracks; t++ {
				before := c.crossings(cost)
				c.swap(s, t)
				if c.crossings(cost) < before {
					better = true
				} else {
					c.swap(s, t)
				}
			}
		}
	}
}

func (c *channel) swap(s, t int) {
	for i := range c.nets {
		switch n := &c.nets[i]; n.track {
		case s:
			n.track = t
		case t:
			n.track = s
		}
	}
}

// costs says for each pair of nets how often they cross if the first one's track is the nearer to the sources: the second one comes down
// through the first one's trunk, and the first one's drops go through the second one's.
func (c *channel) costs() []int {
	cost := make([]int, len(c.nets)*len(c.nets))
	for i := range c.nets {
		for k := range c.nets {
			a, b := &c.nets[i], &c.nets[k]
			if i == k || a.track < 0 || b.track < 0 {
				continue // a straight wire crosses the same trunks wherever they lie
			}
			n := &cost[i*len(c.nets)+k]
			if a.lo < b.x && b.x < a.hi {
				*n++
			}
			for _, d := range a.drops {
				if b.lo < d.x && d.x < b.hi {
					*n++
				}
			}
		}
	}
	return cost
}

// crossings is the number of crossings of all nets on their present tracks.
func (c *channel) crossings(cost []int) int {
	count := 0
	for i := range c.nets {
		row := cost[i*len(c.nets):]
		for k := range c.nets {
			if c.nets[i].track < c.nets[k].track {
				count += row[k]
			}
		}
	}
	return count
}

// draw puts the channel on new lines of the page.
func (c *channel) draw(p *page) {
	top := len(p.lines)
	for range max(c.tracks, 1) {
		p.blank()
	}
	for i := range c.nets {
		if c.nets[i].track >= 0 {
			c.trunk(p, top, &c.nets[i])
		}
	}
	for i := range c.nets {
		c.uprights(p, top, &c.nets[i])
	}
}

// line is the line of a track.
func (c *channel) line(top, track int) int {
	if c.up {
		return top + max(c.tracks, 1) - 1 - track
	}
	return top + track
}

// trunk draws a net's trunk: solid as far as a solid wire runs along it, dashed beyond.
func (c *channel) trunk(p *page, top int, n *net) {
	lo, hi := n.x, n.x
	for _, d := range n.drops {
		if !d.crossing {
			lo, hi = min(lo, d.x), max(hi, d.x)
		}
	}
	for x := n.lo; x <= n.hi; x++ {
		p.set(x, c.line(top, n.track), p.signs.across[dash(x < lo || x > hi)], n.ink)
	}
}

// uprights draws what runs up and down: from the source to the trunk, and from the trunk to each result.
func (c *channel) uprights(p *page, top int, n *net) {
	last := max(c.tracks, 1) - 1
	if n.track < 0 {
		c.upright(p, top, n, upright{n.x, 0, last, n.drops[0].crossing})
		return
	}
	crossing := !slices.ContainsFunc(n.drops, func(d drop) bool { return !d.crossing })
	c.upright(p, top, n, upright{n.x, 0, n.track - 1, crossing})
	c.bend(p, top, n, n.x, armUp)
	for _, d := range n.drops {
		c.upright(p, top, n, upright{d.x, n.track + 1, last, d.crossing})
		c.bend(p, top, n, d.x, armDown)
	}
}

// An upright is what runs up and down in one column, from one track to another.
type upright struct {
	x, from, to int
	crossing    bool
}

func (c *channel) upright(p *page, top int, n *net, u upright) {
	for track := u.from; track <= u.to; track++ {
		y := c.line(top, track)
		sign := p.signs.down[dash(u.crossing)]
		if u.x < len(p.lines[y]) && p.lines[y][u.x].r != ' ' {
			sign = p.signs.cross
		}
		p.set(u.x, y, sign, n.ink)
	}
}

// bend joins an upright to the trunk. arm is where it goes, seen from the sources.
func (c *channel) bend(p *page, top int, n *net, x, arm int) {
	if c.up {
		arm ^= armUp | armDown
	}
	if x > n.lo {
		arm |= armLeft
	}
	if x < n.hi {
		arm |= armRight
	}
	p.set(x, c.line(top, n.track), p.signs.bend[arm], n.ink)
}
