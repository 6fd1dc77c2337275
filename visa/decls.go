package visa

import "strconv"

// A Variable is one declaration.
type Variable struct {
	Name     string
	Kind     Kind
	Type     Type // general variables
	Elems    int  // elements; 0: unknown, because nobody declared it
	Align    Align
	Alias    int // the general variable of whose bytes it is a part; -1: none
	AliasOff int // bytes from that one's beginning
	Attrs    []Attr
	writable bool
}

// Size is the variable's bytes; 0 if that is unknown.
func (v *Variable) Size() int { return v.Elems * v.Type.Size() }

// An Align is what align= can say, by its code.
type Align uint8

var alignNames = [...]string{"byte", "word", "dword", "qword", "oword", "GRF", "2GRF", "hword", "32word", "64word"}

// alignSpellings are other ways to write them.
var alignSpellings = map[string]Align{"wordx32": 8, "wordx64": 9, "GRFx2": 6}

// AlignGRF is align=GRF: the variable begins at a register.
const AlignGRF Align = 5

// String is the word behind align=.
func (a Align) String() string {
	if int(a) < len(alignNames) {
		return alignNames[a]
	}
	return "align?"
}

// predefined are the general variables 0 to 20. They can be written where writable says so; sr0 and tsc are writable in part.
var predefined = [...]Variable{
	{Kind: GeneralKind, Alias: -1, Name: "%null", Type: UD, Elems: 1, writable: true},
	{Kind: GeneralKind, Alias: -1, Name: "%thread_x", Type: UW, Elems: 1},
	{Kind: GeneralKind, Alias: -1, Name: "%thread_y", Type: UW, Elems: 1},
	{Kind: GeneralKind, Alias: -1, Name: "%group_id_x", Type: UD, Elems: 1},
	{Kind: GeneralKind, Alias: -1, Name: "%group_id_y", Type: UD, Elems: 1},
	{Kind: GeneralKind, Alias: -1, Name: "%group_id_z", Type: UD, Elems: 1},
	{Kind: GeneralKind, Alias: -1, Name: "%tsc", Type: UD, Elems: 5},
	{Kind: GeneralKind, Alias: -1, Name: "%r0", Type: UD, Elems: 8},
	{Kind: GeneralKind, Alias: -1, Name: "%arg", Type: UD, Elems: 256, writable: true},
	{Kind: GeneralKind, Alias: -1, Name: "%retval", Type: UD, Elems: 96, writable: true},
	{Kind: GeneralKind, Alias: -1, Name: "%sp", Type: UQ, Elems: 1, writable: true},
	{Kind: GeneralKind, Alias: -1, Name: "%fp", Type: UQ, Elems: 1, writable: true},
	{Kind: GeneralKind, Alias: -1, Name: "%hw_id", Type: UD, Elems: 1},
	{Kind: GeneralKind, Alias: -1, Name: "%sr0", Type: UD, Elems: 4},
	{Kind: GeneralKind, Alias: -1, Name: "%cr0", Type: UD, Elems: 1, writable: true},
	{Kind: GeneralKind, Alias: -1, Name: "%ce0", Type: UD, Elems: 1},
	{Kind: GeneralKind, Alias: -1, Name: "%dbg0", Type: UD, Elems: 2, writable: true},
	{Kind: GeneralKind, Alias: -1, Name: "%color", Type: UW, Elems: 1},
	{Kind: GeneralKind, Alias: -1, Name: "%impl_arg_buf_ptr", Type: UQ, Elems: 1, writable: true},
	{Kind: GeneralKind, Alias: -1, Name: "%local_id_buf_ptr", Type: UQ, Elems: 1, writable: true},
	{Kind: GeneralKind, Alias: -1, Name: "%msg0", Type: UD, Elems: 3},
}

const (
	tscID = 6
	sr0ID = 13
)

// predefinedSurfaces are the surfaces 0 to 5.
var predefinedSurfaces = [...]string{"%slm", "T1", "T2", "TSS", "%bss", "%scratch"}

// Decls are the variables that operands name. Without declarations, as NewDecls leaves them, every name of a letter and a number is a variable:
// V33 is the general variable 33, A0 the address variable 0, and P, S and T go the same way; any other name is a general variable too.
type Decls struct {
	GRF      int      // bytes of a register: 32 or 64
	Platform Platform // AnyPlatform, or one whose registers are of this width
	// Plain makes V0 to V31 variables like any other: a text that is no part of a program has nothing predefined.
	Plain bool

	declared bool // only what is declared exists
	table    [numKinds][]Variable
	byName   map[string]binding
	invented []string // names that say no number, the first of them number inventedFirst
	unknown  Variable // what is known of a variable that nobody declared
	labels   labels
}

type binding struct {
	kind Kind
	id   uint32
}

// NewDecls has no declarations; variables that operands name have the type.
func NewDecls(grf int, t Type) *Decls {
	return &Decls{GRF: grf, unknown: Variable{Kind: GeneralKind, Type: t, Alias: -1, writable: true}}
}

// Add declares a variable and gives its number in its table.
func (d *Decls) Add(v Variable) uint32 {
	k := v.Kind
	id := kinds[k].first + uint32(len(d.table[k]))
	if v.Name == "" {
		v.Name = string(k.nameLetter()) + strconv.Itoa(int(id))
	}
	d.table[k] = append(d.table[k], v)
	if d.byName == nil {
		d.byName = map[string]binding{}
	}
	d.byName[v.Name] = binding{k, id}
	d.declared = true
	return id
}

// Variable is what is known of number id of a kind.
func (d *Decls) Variable(k Kind, id uint32) *Variable {
	if t := d.table[k]; id >= kinds[k].first && id-kinds[k].first < uint32(len(t)) {
		return &t[id-kinds[k].first]
	}
	if k == GeneralKind && id < uint32(len(predefined)) && !d.Plain {
		return &predefined[id]
	}
	return &d.unknown
}

// isPredefined says whether a general variable is one of 0 to 31.
func (d *Decls) isPredefined(id uint32) bool { return id < kinds[GeneralKind].first && !d.Plain }

// appendName appends the name of number id of a kind.
func (d *Decls) appendName(b []byte, k Kind, id uint32) []byte {
	if t := d.table[k]; id >= kinds[k].first && id-kinds[k].first < uint32(len(t)) {
		return append(b, t[id-kinds[k].first].Name...)
	}
	switch {
	case k == GeneralKind && id < uint32(len(predefined)) && !d.Plain:
		return append(b, predefined[id].Name...)
	case k == GeneralKind && id >= inventedFirst && id-inventedFirst < uint32(len(d.invented)):
		return append(b, d.invented[id-inventedFirst]...)
	case k == SurfaceKind && id < uint32(len(predefinedSurfaces)):
		return append(b, predefinedSurfaces[id]...)
	}
	return strconv.AppendUint(append(b, k.nameLetter()), uint64(id), 10)
}

// Name is the name of number id of a kind.
func (d *Decls) Name(k Kind, id uint32) string { return string(d.appendName(nil, k, id)) }

// lookup finds the variable of a name.
func (d *Decls) lookup(name string) (binding, bool) {
	if b, ok := d.byName[name]; ok {
		return b, true
	}
	if b, ok := predefinedNamed(name); ok || name[0] == '%' {
		return b, ok
	}
	k, id, numbered := numbered(name)
	switch {
	case numbered && !d.declared:
		return binding{k, id}, true
	case numbered && id < kinds[k].first && k == GeneralKind && id < uint32(len(predefined)):
		return binding{k, id}, true
	case d.declared:
		return binding{}, false
	}
	return d.invent(name), true
}

// inventedFirst is the first number of variables whose names say no number. It is far from those that do.
const inventedFirst = 1 << 31

// invent makes a general variable of a name that nothing is known of.
func (d *Decls) invent(name string) binding {
	if d.byName == nil {
		d.byName = map[string]binding{}
	}
	b := binding{GeneralKind, inventedFirst + uint32(len(d.invented))}
	d.byName[name] = b
	d.invented = append(d.invented, name)
	return b
}

// numbered reads a name such as V33.
func numbered(name string) (k Kind, id uint32, ok bool) {
	if len(name) < 2 || len(name) > 11 {
		return 0, 0, false
	}
	switch name[0] {
	case 'V':
		k = GeneralKind
	case 'A':
		k = AddressKind
	case 'P':
		k = PredicateKind
	case 'S':
		k = SamplerKind
	case 'T':
		k = SurfaceKind
	default:
		return 0, 0, false
	}
	n := uint64(0)
	for i := 1; i < len(name); i++ {
		c := name[i]
		if c < '0' || c > '9' {
			return 0, 0, false
		}
		n = n*10 + uint64(c-'0')
	}
	return k, uint32(n), n < inventedFirst
}

func predefinedNamed(name string) (binding, bool) {
	if c := name[0]; c != '%' && c != 'T' {
		return binding{}, false
	}
	for i := range predefined {
		if predefined[i].Name == name {
			return binding{GeneralKind, uint32(i)}, true
		}
	}
	for i, s := range predefinedSurfaces {
		if s == name {
			return binding{SurfaceKind, uint32(i)}, true
		}
	}
	return binding{}, false
}

// maxAliases bounds a chain of aliases. They go backwards, so that it has an end; the bound is for tables that were not parsed.
const maxAliases = 64

// root follows aliases from a general variable to the one that is placed by itself, and gives the offset in it.
func (d *Decls) root(id uint32) (root uint32, off int) {
	for range maxAliases {
		v := d.Variable(GeneralKind, id)
		if v.Alias < 0 {
			break
		}
		id, off = uint32(v.Alias), off+v.AliasOff
	}
	return id, off
}
