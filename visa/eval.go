package visa

// An Access is the elements that an operand reads or writes with an execution size: the beginnings of their bytes, counted from the beginning of
// the variable, and their size. An operand whose address is known at run time only has none.
type Access struct {
	Start  int // byte of the region's origin
	Size   int // bytes of an element
	Exec   int // lanes
	Region Region
}

// Access is the access of a general or raw operand, with the variable's type.
func (d *Decls) Access(o *Operand, exec int) (a Access, ok bool) {
	if o.Class != General {
		return Access{}, false
	}
	size := d.Variable(GeneralKind, o.ID).Type.Size()
	return Access{Start: int(o.Row)*d.GRF + int(o.Col)*size, Size: size, Exec: exec, Region: o.Region}, true
}

// Byte is the first byte of lane k.
func (a Access) Byte(k int) int { return a.Start + a.Region.Index(k)*a.Size }

// End is the byte behind the last one of all lanes.
func (a Access) End() int { return a.Start + a.Region.Last(a.Exec)*a.Size + a.Size }

// AppendBytes appends the first byte of every lane.
func (a Access) AppendBytes(b []int) []int {
	for k := range a.Exec {
		b = append(b, a.Byte(k))
	}
	return b
}

// Registers is the first register that the access touches and how many lie from it to the last, for a variable that begins at a register's first byte.
func (a Access) Registers(grf int) (first, n int) {
	first = a.Start / grf
	return first, (a.End()-1)/grf - first + 1
}

// AddressElement is the element of the address variable that lane k of a source uses: Width elements from Offset on, again and again. A
// destination's width is ignored: there it is the k-th behind Offset.
func (o *Operand) AddressElement(k int, role Role) int {
	if role == Dest || o.Width <= 0 {
		return int(o.Offset) + k
	}
	return int(o.Offset) + k%int(o.Width)
}
