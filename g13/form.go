package g13

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// table is every form, in the order in which decoding asks.
var table = slices.Concat(arithmetic, floats, flow, lanes, memory, textures)

// operand is an Operand with its fields found in the row.
type operand struct {
	Operand
	value []span // the lowest first; a span at zeroBits is bits that are not there
	typ   span
	mod   span // abs and neg, or sign extension
	hasSx bool
	count span // List

	doubted bool // see Doubt
}

const zeroBits = 0xff

// Fields that operands ask for besides their own. Looking them up by name would cost more than all the rest.
const (
	fieldDt = iota
	fieldOp
	fieldInterp
	fieldTt
	fieldDim
	fieldDimx
	fieldC16
	fieldShadow
	fieldOffset
	fieldDiscard
	fieldLod
	fieldOu
	numNamed
)

var namedFields = [numNamed]string{"Dt", "op", "interp", "Tt", "dim", "dimx", "C16", "shadow", "offset", "discard", "lod", "Ou"}

// alias is an Alias with its fields found in the row.
type alias struct {
	name   string
	mask   Word
	value  Word
	hidden []bool // operands that are not in the text
}

// form is an entry taken apart.
type form struct {
	*entry
	row
	operands []operand
	aliases  []alias
	also     []alias
	tail     map[span]uint64
	named    [numNamed]span
	length   span // L; width 0 where there is one length only
	sat      span
	start    Word // the fixed bits and the usual values
	silent   Word // bits of which the text never says anything

	wordMask, wordValue Word // see WordFormat
	doubts              bool // some operand can be one that Doubt doubts
	entangled           bool // see Entangled
}

// forms is the table taken apart, which is done when it is first asked for. A pointer is looked at more cheaply than a sync.Once.
func forms() *[NumForms]form {
	if all := compiled.Load(); all != nil {
		return all
	}
	return compileAll()
}

var compiled atomic.Pointer[[NumForms]form]

func compileAll() *[NumForms]form {
	all := new([NumForms]form)
	for f := range NumForms {
		all[f] = compile(&table[f])
	}
	compiled.CompareAndSwap(nil, all)
	return compiled.Load()
}

// compile takes an entry apart. A mistake in the table is a bug, and a test compiles every entry.
func compile(e *entry) form {
	r, err := parseRow(e.bits)
	if err != nil {
		panic(fmt.Sprintf("%s: %v", e.name, err))
	}
	f := form{entry: e, row: r, length: r.fields["L"], sat: r.fields["S"]}
	for n, name := range namedFields {
		f.named[n] = f.fields[name]
	}
	f.start = f.row.value
	for s, v := range f.fix(e.usual) {
		f.start.set(s, v)
	}
	for _, o := range e.operands {
		f.operands = append(f.operands, f.operand(o))
	}
	for _, a := range e.aliases {
		f.aliases = append(f.aliases, f.alias(a))
	}
	for _, a := range e.also {
		f.also = append(f.also, f.alias(a))
	}
	f.tail = f.fix(e.tail)
	f.silent = f.unspoken()
	f.wordMask, f.wordValue = f.wordFormat()
	for _, o := range f.operands {
		f.entangled = f.entangled || kinds[o.Kind].entangled
		f.doubts = f.doubts || o.doubted
	}
	return f
}

// unspoken is the bits that are neither fixed nor in an operand nor told by a name.
func (f *form) unspoken() Word {
	all := Word{^uint64(0), 1<<32 - 1}
	all = all.Xor(all.from(f.row.width))
	said := f.mask
	for _, o := range f.operands {
		for _, s := range append([]span{o.typ, o.mod, o.count}, o.value...) {
			said.fill(s)
		}
	}
	for _, s := range append(f.named[:], f.length, f.sat) {
		said.fill(s)
	}
	for _, a := range f.aliases {
		said = said.or(a.mask)
	}
	return all.Xor(said.and(all))
}

func (f *form) operand(o Operand) operand {
	c := operand{Operand: o, doubted: kinds[o.Kind].doubt != nil, typ: f.fields[o.Name+"t"], mod: f.fields[o.Name+"m"]}
	if sx, ok := f.fields[o.Name+"s"]; ok {
		c.mod, c.hasSx = sx, true
	}
	c.count = f.fields[strings.TrimPrefix(o.Count, "3")]
	if o.Count == "zs" {
		c.count = span{f.fields["z"].pos, 2} // and s above it
	}
	names := strings.Fields(o.Fields)
	if len(names) == 0 {
		names = []string{o.Name}
		if _, ok := f.fields[o.Name+"x"]; ok {
			names = append(names, o.Name+"x")
		}
	}
	for _, name := range names {
		s, ok := f.fields[name]
		switch {
		case ok:
			c.value = append(c.value, s)
		case strings.Trim(name, "0") == "":
			c.value = append(c.value, span{zeroBits, uint8(len(name))})
		case o.Kind != R0L && o.Name != "0":
			panic(fmt.Sprintf("%s: operand %s has no field %s", f.name, o.Name, name))
		}
	}
	return c
}

func (f *form) alias(a Alias) alias {
	c := alias{name: a.Name, hidden: make([]bool, len(f.operands))}
	fixed := f.fix(a.Fix)
	for s, v := range fixed {
		c.mask.set(s, s.mask())
		c.value.set(s, v)
	}
	for i, o := range f.operands {
		c.hidden[i] = !a.Show && len(o.value) > 0 && !slices.ContainsFunc(o.value, func(s span) bool {
			_, is := fixed[s]
			return s.pos != zeroBits && !is
		})
	}
	return c
}

// fix reads "N=1 S=0".
func (f *form) fix(text string) map[span]uint64 {
	fixed := map[span]uint64{}
	for _, fix := range strings.Fields(text) {
		name, number, _ := strings.Cut(fix, "=")
		v, err := strconv.ParseUint(number, 10, 32)
		s, ok := f.fields[name]
		if err != nil || !ok {
			panic(fmt.Sprintf("%s: %s", f.name, fix))
		}
		fixed[s] = v
	}
	return fixed
}

// bytes is the length of a form with or without its last bytes.
func (f *form) bytes(long bool) int {
	if f.length.width == 0 || long {
		return f.row.width / 8
	}
	if f.flags&drops4 != 0 {
		return f.row.width/8 - 4
	}
	return f.row.width/8 - 2
}

// Name is the form's own name, which aliases may replace.
func (f Form) Name() string { return table[f].name }

// Meaning is one sentence on what the form does.
func (f Form) Meaning() string { return table[f].meaning }

// Row is the form's bits as the table has them, the highest left.
func (f Form) Row() string { return table[f].bits }

// Operands are the form's operands in the order of the text.
func (f Form) Operands() []Operand { return table[f].operands }

// Aliases are the form's other names.
func (f Form) Aliases() []Alias { return table[f].aliases }

// Entangled says that what one operand says can undo what another has said: a dimension decides how many coordinates there are.
func (f Form) Entangled() bool { return forms()[f].entangled }

// Also are names under which the form is understood, and which are never printed.
func (f Form) Also() []Alias { return table[f].also }
