package visa

import "fmt"

// A layout is where the variables of a code lie in the memory of its machines. A variable's bytes are a room; an alias has one inside its base's.
//
//	data    [ V32 .............. ][ V33 .... ]        V34 alias=<V32, 8>
//	             [ V34 .. ]
type layout struct {
	rooms      []room
	general    map[uint32]int32
	bytes      int
	addresses  map[uint32]int32 // first element of each address variable, among those of all
	pointers   []elements       // address variables, in their order
	flags      map[uint32]int32
	predicates []uint32            // in their order
	states     [2]map[uint32]int32 // SurfaceKind and SamplerKind: first element
	handles    []elements
}

// A room is the bytes of a general variable. The address of its first byte is not known before registers are given to variables, but of it a multiple of align is known
// to be residue bytes before.
type room struct {
	id             uint32
	base, size     int
	align, residue int
}

// elements are those of an address, surface or sampler variable.
type elements struct {
	kind     Kind
	id       uint32
	first, n int32
}

// Limits of what a code can name, so that no text makes a state that does not fit in memory.
const (
	maxBytes           = 1 << 24
	maxReach           = 1 << 22 // of operands on variables that nobody declared
	undeclaredElements = 256     // elements of a surface or sampler variable that nobody declared
)

// plan finds all variables that instructions name, and places them.
func (l *layout) plan(insts []Inst, d *Decls, options Options) error {
	*l = layout{general: map[uint32]int32{}, addresses: map[uint32]int32{}, flags: map[uint32]int32{}}
	l.states = [2]map[uint32]int32{{}, {}}
	reach := map[uint32]int{}
	for id, size := range options.Variables {
		reach[id] = max(reach[id], size)
	}
	var order []uint32
	for n := range insts {
		i := &insts[n]
		if i.Guard != 0 {
			l.addFlags(uint32(i.Guard.ID()))
		}
		for k := range int(i.N) {
			o := i.At(k)
			if end, ok := l.mention(k, i, d); ok {
				order = append(order, o.ID)
				reach[o.ID] = max(reach[o.ID], end)
			}
		}
	}
	for id := range options.Variables {
		order = append(order, id)
	}
	for _, id := range order {
		if _, err := l.place(id, d, reach, 0); err != nil {
			return err
		}
	}
	return nil
}

// mention places the variable of operand k if it is no general one. Of a general one it says where the operand ends, for a variable of unknown size.
func (l *layout) mention(k int, i *Inst, d *Decls) (end int, general bool) {
	o := i.At(k)
	switch o.Class {
	case Address, Indirect:
		l.addElements(l.addresses, &l.pointers, AddressKind, o.ID, d)
	case Predicate:
		l.addFlags(o.ID)
	case State:
		l.addElements(l.states[o.Kind], &l.handles, o.Kind, o.ID, d)
	case AddressOf:
		if o.Kind == GeneralKind {
			return 0, true
		}
		l.addElements(l.states[o.Kind], &l.handles, o.Kind, o.ID, d)
	case Raw:
		return int(o.Disp) + max(i.rawBytes(k, d.GRF), 0), true
	case General:
		direct := *o
		direct.Region = i.heeded(k)
		if a, ok := d.Access(&direct, i.elementsOf(k)); ok && a.Exec > 0 {
			end = a.End() + i.furtherBytes(k, d.GRF)
		}
		return end, true
	}
	return 0, false
}

func (l *layout) addFlags(id uint32) {
	if _, ok := l.flags[id]; !ok {
		l.flags[id] = int32(len(l.predicates))
		l.predicates = append(l.predicates, id)
	}
}

// addElements gives a variable its elements, behind those of its kind that there are.
func (l *layout) addElements(at map[uint32]int32, list *[]elements, k Kind, id uint32, d *Decls) {
	if _, ok := at[id]; ok {
		return
	}
	n := int32(d.Variable(k, id).Elems)
	switch {
	case n > 0:
	case k == AddressKind:
		n = int32(maxAddress * d.GRF / 32)
	default:
		n = undeclaredElements
	}
	e := elements{kind: k, id: id, n: n}
	if last := len(*list) - 1; last >= 0 {
		e.first = (*list)[last].first + (*list)[last].n
	}
	at[id] = int32(len(*list))
	*list = append(*list, e)
}

// place gives a general variable its room, that of its base first if it is an alias.
func (l *layout) place(id uint32, d *Decls, reach map[uint32]int, depth int) (int32, error) {
	if slot, ok := l.general[id]; ok {
		return slot, nil
	}
	v := d.Variable(GeneralKind, id)
	r := room{id: id, size: v.Size(), align: max(v.Type.Size(), alignBytes(v.Align, d.GRF))}
	if v.Elems == 0 || d.isPredefined(id) {
		r.size, r.align = max(r.size, reach[id]), 2*d.GRF
		if r.size > maxReach {
			return 0, fmt.Errorf("%s would have %d bytes: without a declaration it has at most %d", d.Name(GeneralKind, id), r.size, maxReach)
		}
	}
	if r.size >= d.GRF {
		r.align = max(r.align, d.GRF)
	}
	if v.Alias < 0 {
		r.base = (l.bytes + 7) &^ 7
		if l.bytes = r.base + r.size; l.bytes > maxBytes {
			return 0, fmt.Errorf("the variables have more than %d bytes together", maxBytes)
		}
	} else if err := l.alias(&r, v, d, reach, depth); err != nil {
		return 0, err
	}
	slot := int32(len(l.rooms))
	l.rooms = append(l.rooms, r)
	l.general[id] = slot
	return slot, nil
}

// alias puts the room of an alias into its base's.
func (l *layout) alias(r *room, v *Variable, d *Decls, reach map[uint32]int, depth int) error {
	name := d.Name(GeneralKind, r.id)
	if depth == maxVariable {
		return fmt.Errorf("%s is an alias of itself", name)
	}
	base, err := l.place(uint32(v.Alias), d, reach, depth+1)
	if err != nil {
		return err
	}
	b := &l.rooms[base]
	if v.AliasOff+r.size > b.size {
		return fmt.Errorf("%s, an alias, ends %d bytes behind %s", name, v.AliasOff+r.size-b.size, d.Name(GeneralKind, b.id))
	}
	r.base, r.align, r.residue = b.base+v.AliasOff, b.align, b.residue+v.AliasOff
	return nil
}

// alignBytes is the alignment that a declaration asks for.
func alignBytes(a Align, grf int) int {
	switch a {
	case AlignGRF:
		return grf
	case AlignGRF + 1:
		return 2 * grf
	}
	if int(a) < len(alignedBytes) {
		return alignedBytes[a]
	}
	return 1
}

// alignedBytes are the bytes of the alignments that are not registers.
var alignedBytes = [...]int{1, 2, 4, 8, 16, 0, 0, 32, 64, 128}
