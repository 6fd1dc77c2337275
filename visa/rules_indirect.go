package visa

import "fmt"

// The rule of two registers for indirect operands. It is about what is counted from one address: all elements of r[A0(0),0]<8;8,1>:d, and of r[A0(0),0]<4,1>:d each row, because
// the rows' addresses may point into different variables.

// oneAddress is how many of the lanes have elements that are counted from one address: those of a row where rows have their own, and otherwise all.
func (o *Operand) oneAddress(exec int, role Role) (lanes int) {
	if role == Source && o.Region.IsMultiAddress() {
		return min(int(o.Region.W), exec)
	}
	return exec
}

// counted is which address a lane's element is counted from, and how many elements behind it.
func (r Region) counted(lane int) [2]int {
	if r.W == Null {
		return [2]int{0, lane * int(r.H)}
	}
	if r.IsMultiAddress() {
		return [2]int{lane / int(r.W), lane % int(r.W) * int(r.H)}
	}
	return [2]int{0, r.Index(lane)}
}

// span is the bytes from the first to the last element that are counted from one address.
func (o *Operand) span(exec int, role Role) int {
	r, lanes := o.Region, o.oneAddress(exec, role)
	if r.IsMultiAddress() {
		r = Destination(int(r.H))
	}
	return r.Last(lanes)*o.Type.Size() + o.Type.Size()
}

// spread is the rule for an indirect operand: what is counted from one address is too long for two registers wherever the address points. Where it is not, the address decides,
// and the run says so.
func (c *Checker) spread(k int, o *Operand) {
	role, grf := c.inst.Role(k), c.Decls.GRF
	r := o.Region
	if role == Source && r.IsMultiAddress() {
		r.V = 0
	}
	if !c.soundRegion(k, r) || o.span(c.exec, role) <= 2*grf {
		return
	}
	f := Finding{Rule: "two-registers", Operand: k}
	size, lanes := o.Type.Size(), o.oneAddress(c.exec, role)
	for lane := range c.exec {
		if at := r.Index(lane%lanes) * size; at+size > 2*grf {
			f.Lanes, f.Bytes = append(f.Lanes, lane), append(f.Bytes, at)
		}
	}
	near, ok := c.within(k, o.Region, func(r Region) bool {
		other := *o
		other.Region = r
		return other.span(c.exec, role) <= 2*grf
	})
	f.Message = fmt.Sprintf("%s reaches over %d bytes from one address, and two registers have %d; %s behind the address", c.text(k), o.span(c.exec, role), 2*grf, lanesAndBytes(f.Lanes, f.Bytes))
	if ok {
		f.Message += fmt.Sprintf("; nearest: %s", near)
		f.Rewrite = c.rewritten(k, func(o *Operand) { o.Region = near })
	}
	c.add(f)
}
