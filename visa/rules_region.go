package visa

import (
	"fmt"
	"strconv"
	"strings"
)

// The seed's rules for regions, one function each.

// badStride reports an illegal parameter with the nearest legal region.
func (c *Checker) badStride(rule, what string, v int16, legal []int16, k int) {
	o := c.inst.At(k)
	near := c.nearestRegion(k)
	c.add(Finding{
		Rule: rule, Operand: k,
		Message: fmt.Sprintf("%s: %s %d is not %s; nearest: %s, which reads elements %s", o.Region, what, v, listOf(legal), near, indices(near, c.exec)),
		Rewrite: c.rewritten(k, func(o *Operand) { o.Region = near }),
	})
}

// nearestRegion is the legal region for operand k that is most like the one it has.
func (c *Checker) nearestRegion(k int) Region {
	r := c.inst.At(k).Region
	switch {
	case r.W == Null:
		best := int16(1)
		for _, h := range legalH[1:] {
			if distance(h, r.H) < distance(best, r.H) {
				best = h
			}
		}
		return Region{Null, Null, best}
	case r.V == Null:
		near := Region{0, r.W, r.H}.nearest(c.exec)
		return Region{Null, near.W, near.H}
	}
	return r.nearest(c.exec)
}

func listOf(legal []int16) string {
	words := make([]string, len(legal))
	for i, v := range legal {
		words[i] = strconv.Itoa(int(v))
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// indices are the elements of a region in words; rows of a multi-address region count from their own beginnings.
func indices(r Region, exec int) string {
	if r.V == Null && r.W != Null {
		r.V, exec = 0, min(exec, int(r.W))
	}
	words := make([]string, exec)
	for i := range words {
		words[i] = strconv.Itoa(r.Index(i))
	}
	return strings.Join(words, " ")
}

func ruleVertStride(c *Checker, k int, o *Operand) {
	if v := o.Region.V; v != Null && !contains(legalV, v) {
		c.badStride("region-vertical-stride", "vertical stride", v, legalV, k)
	}
}

func ruleWidth(c *Checker, k int, o *Operand) {
	if w := o.Region.W; w != Null && !contains(legalW, w) {
		c.badStride("region-width", "width", w, legalW, k)
	}
}

func ruleHorzStride(c *Checker, k int, o *Operand) {
	if h := o.Region.H; h != Null && !contains(legalH, h) {
		c.badStride("region-horizontal-stride", "horizontal stride", h, legalH, k)
	}
}

// ruleNull: direct sources have all three parameters, and indirect ones may lack the vertical stride only.
func ruleNull(c *Checker, k int, o *Operand) {
	r := o.Region
	if c.inst.Role(k) == Dest || r.W != Null && (r.V != Null || o.Class == Indirect) && r.H != Null {
		return
	}
	f := Finding{Rule: "region-null", Operand: k}
	if o.Class == Indirect {
		near := Region{Null, 1, 0}
		f.Message = fmt.Sprintf("%s has no width: a multi-address region is <W,H>; nearest: %s, an address for every lane", r, near)
		f.Rewrite = c.rewritten(k, func(o *Operand) { o.Region = near })
	} else {
		near := Region{max(r.V, 0), max(r.W, 1), max(r.H, 0)}.nearest(c.exec)
		f.Message = fmt.Sprintf("%s: a direct source has three parameters, none of them null; nearest: %s", r, near)
		f.Rewrite = c.rewritten(k, func(o *Operand) { o.Region = near })
	}
	c.add(f)
}

func ruleExecSize(c *Checker, k int, o *Operand) {
	w := int(o.Region.W)
	if o.Region.W == Null || w <= c.exec || !contains(legalW, o.Region.W) {
		return
	}
	near := o.Region
	near.W = int16(c.exec)
	c.add(Finding{
		Rule: "execution-size", Operand: k,
		Message: fmt.Sprintf("%s: width %d is greater than the execution size %d; nearest: %s, which reads elements %s", o.Region, w, c.exec, near, indices(near, c.exec)),
		Rewrite: c.rewritten(k, func(o *Operand) { o.Region = near }),
	})
}

func ruleDestStride(c *Checker, k int, o *Operand) {
	if c.inst.Role(k) != Dest || o.Region.H != 0 {
		return
	}
	f := Finding{
		Rule: "destination-stride", Operand: k,
		Message: fmt.Sprintf("%s: a destination's horizontal stride is 1, 2 or 4, not 0: all lanes would write one element; nearest: <1>", o.Region),
		Rewrite: c.rewritten(k, func(o *Operand) { o.Region.H = 1 }),
	}
	for lane := range c.exec {
		f.Lanes = append(f.Lanes, lane)
	}
	c.add(f)
}

func ruleMultiDest(c *Checker, k int, o *Operand) {
	if c.inst.Role(k) == Dest && o.Region.W != Null {
		near := Destination(int(max(o.Region.H, 1)))
		c.add(Finding{
			Rule: "multi-address-destination", Operand: k,
			Message: fmt.Sprintf("%s: a destination has one address; nearest: %s from the first", o.Region, near),
			Rewrite: c.rewritten(k, func(o *Operand) { o.Region = near }),
		})
	}
}

// MaxAddresses is how many addresses a multi-address operand can have.
const MaxAddresses = 16

// addresses is how many elements of its address variable an indirect operand reads.
func (o *Operand) addresses(exec int) int {
	switch {
	case o.Region.V != Null:
		return 1
	case o.Region.W == Null:
		return 1 // the tool's third form, of which nothing is known
	}
	return exec / min(max(int(o.Region.W), 1), exec)
}

func ruleAddressCount(c *Checker, k int, o *Operand) {
	if c.inst.Role(k) == Dest || o.Region.W <= 0 {
		return
	}
	if n := o.addresses(c.exec); n > MaxAddresses {
		near := o.Region
		near.W = int16(c.exec / MaxAddresses)
		c.add(Finding{
			Rule: "multi-address-count", Operand: k,
			Message: fmt.Sprintf("%s with %d lanes uses %d addresses, and there are at most %d; nearest: %s", o.Region, c.exec, n, MaxAddresses, near),
			Rewrite: c.rewritten(k, func(o *Operand) { o.Region = near }),
		})
	}
}

// soundRegion says whether the region's parameters pass the rules that make its element list one.
func (c *Checker) soundRegion(k int, r Region) bool {
	if c.inst.Role(k) == Dest {
		return contains(legalH, r.H) && r.H != 0
	}
	return r.isLegal(c.exec)
}

// ruleTwoRegisters counts registers from the place where the variable lies: one of a register or more begins at a register, an alias inside its base.
// A smaller variable lies inside one register, so that what stays within it keeps the rule.
func ruleTwoRegisters(c *Checker, k int, o *Operand) {
	if o.Class == Indirect {
		c.spread(k, o)
		return
	}
	if !c.soundRegion(k, o.Region) {
		return
	}
	a, _ := c.Decls.Access(o, c.exec)
	v := c.Decls.Variable(GeneralKind, o.ID)
	if v.Alias >= 0 {
		base, off := c.Decls.root(o.ID)
		root := c.Decls.Variable(GeneralKind, base)
		if root.Elems > 0 && root.Size() < c.Decls.GRF {
			return
		}
		a.Start += off
	} else if v.Elems > 0 && v.Size() < c.Decls.GRF {
		return
	}
	first, n := a.Registers(c.Decls.GRF)
	if n <= 2 {
		return
	}
	f := Finding{Rule: "two-registers", Operand: k}
	for lane := range c.exec {
		if (a.Byte(lane)+a.Size-1)/c.Decls.GRF > first+1 {
			f.Lanes, f.Bytes = append(f.Lanes, lane), append(f.Bytes, a.Byte(lane))
		}
	}
	near, ok := c.within(k, a.Region, func(r Region) bool {
		b := a
		b.Region = r
		_, n := b.Registers(c.Decls.GRF)
		return n <= 2
	})
	f.Message = fmt.Sprintf("%s reaches over %d registers of %d bytes, %d to %d; %s lie behind the second", c.text(k), n, c.Decls.GRF, first, first+n-1, lanesAndBytes(f.Lanes, f.Bytes))
	if ok {
		f.Message += fmt.Sprintf("; nearest: %s", near)
		f.Rewrite = c.rewritten(k, func(o *Operand) { o.Region = near })
	}
	c.add(f)
}

// within is the legal region most like one that keeps the rule of two registers.
func (c *Checker) within(k int, like Region, keeps func(r Region) bool) (best Region, ok bool) {
	score := -1 << 30
	try := func(r Region) {
		if !keeps(r) {
			return
		}
		same := -distance(r.V, like.V) - distance(r.W, like.W) - distance(r.H, like.H)
		for lane := range c.exec {
			if r.counted(lane) == like.counted(lane) {
				same += 1 << 16
			}
		}
		if same > score {
			best, score, ok = r, same, true
		}
	}
	if c.inst.Role(k) == Dest {
		for _, h := range legalH[1:] {
			try(Destination(int(h)))
		}
		return best, ok
	}
	for r := range LegalRegions(c.exec) {
		switch {
		case like.V != Null:
			try(r)
		case r.V == 0 && c.exec/int(r.W) <= MaxAddresses:
			try(Region{Null, r.W, r.H})
		}
	}
	return best, ok
}

// lanesAndBytes is "lanes 4 to 7 (bytes 64 to 76)", or a list where they do not follow one another.
func lanesAndBytes(lanes, bytes []int) string {
	if len(lanes) == 1 {
		return fmt.Sprintf("lane %d (byte %d)", lanes[0], bytes[0])
	}
	var b strings.Builder
	b.WriteString("lanes ")
	for i, lane := range lanes {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%d (byte %d)", lane, bytes[i])
	}
	return b.String()
}
