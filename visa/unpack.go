package visa

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lanescope/lanescope/visa/object"
)

// The kernels of an object as programs of text, and programs as kernels.

// targets are the values of the attribute Target, which has one byte.
var targets = [...]string{"cm", "3d"}

// textAttrs are the attributes whose bytes are a text, however many they are.
var textAttrs = map[string]bool{"OutputAsmPath": true, "AsmName": true, "SurfaceUsage": true}

// Unpack is kernel n of an object as a text has it, on registers of grf bytes. lost is what the text does not say. Where the code cannot be read, the program ends there, and the error says
// where and why.
func Unpack(o *object.Object, n, grf int) (g *Program, lost []string, err error) {
	k := &o.Kernels[n]
	r := unpacker{kernel: k, g: &Program{Version: o.Version, Kernel: k.Name, Function: k.Function, Decls: NewDecls(grf, D)}}
	r.g.Decls.declared = true
	if !sayable(k.Name) {
		r.lose("the kernel's name, %q, which has letters that no name has", k.Name)
		r.g.Kernel = ""
	}
	if name, err := r.text(k.NameString, "the kernel"); err != nil || name != k.Name {
		r.lose("the kernel's name among its strings, of which it has number %d", k.NameString)
	}
	for j, b := range k.Binaries {
		r.lose("machine code %d, %d bytes for platform %d", j, len(b.Code), b.Platform)
	}
	if err := r.declare(); err != nil {
		return r.g, r.lost, err
	}
	return r.g, r.lost, r.code(o.Version)
}

// An unpacker makes a program of a kernel.
type unpacker struct {
	kernel *object.Kernel
	g      *Program
	lost   []string
}

func (r *unpacker) lose(format string, args ...any) {
	r.lost = append(r.lost, fmt.Sprintf(format, args...))
}

// text is a string by its number.
func (r *unpacker) text(n uint32, what string) (string, error) {
	if n >= uint32(len(r.kernel.Strings)) {
		return "", fmt.Errorf("%s has the name number %d, and there are %d strings", what, n, len(r.kernel.Strings))
	}
	return r.kernel.Strings[n], nil
}

// declare makes the variables, inputs and attributes.
func (r *unpacker) declare() error {
	var all []Variable
	for n := range r.kernel.General {
		v, err := r.general(n)
		if err != nil {
			return err
		}
		all = append(all, v)
	}
	for _, t := range [...]struct {
		kind Kind
		list []object.Entry
	}{{AddressKind, r.kernel.Addresses}, {PredicateKind, r.kernel.Predicates}, {SamplerKind, r.kernel.Samplers}, {SurfaceKind, r.kernel.Surfaces}} {
		for n, e := range t.list {
			v, err := r.entry(t.kind, n, e)
			if err != nil {
				return err
			}
			all = append(all, v)
		}
	}
	r.name(all)
	if err := r.labels(); err != nil {
		return err
	}
	for n, i := range r.kernel.Inputs {
		kinds := [...]Kind{GeneralKind, SamplerKind, SurfaceKind}
		kind := int(i.Kind & (1<<implicitShift - 1))
		if kind >= len(kinds) {
			return fmt.Errorf("input %d is of kind %d: 0 is a general variable, 1 a sampler, 2 a surface", n, kind)
		}
		if i.Offset < 0 {
			return fmt.Errorf("input %d begins at byte %d", n, i.Offset)
		}
		if k := kinds[kind]; !r.g.Decls.has(k, i.ID) {
			return fmt.Errorf("input %d is %s variable %d, which is not declared", n, article(k.String()), i.ID)
		}
		r.g.Inputs = append(r.g.Inputs, Input{Kind: kinds[kind], ID: i.ID, Offset: int(i.Offset), Size: int(i.Size), Implicit: Implicit(i.Kind >> implicitShift)})
	}
	var err error
	if r.g.Attrs, err = r.attrs(r.kernel.Attrs, "the kernel"); err != nil {
		return err
	}
	said := packer{}
	if err := said.function(&Program{Function: r.g.Function, Attrs: r.g.Attrs}); err != nil || said.k.Arguments != r.kernel.Arguments || said.k.Results != r.kernel.Results {
		r.lose("the registers of the function, %d and %d, which its attributes do not say", r.kernel.Arguments, r.kernel.Results)
	}
	return nil
}

func (r *unpacker) general(n int) (v Variable, err error) {
	o := &r.kernel.General[n]
	what := fmt.Sprintf("general variable %d", uint32(n)+kinds[GeneralKind].first)
	v = Variable{Kind: GeneralKind, Type: Type(o.TypeAlign & 15), Align: Align(o.TypeAlign >> 4), Elems: int(o.Elems), Alias: -1, writable: true}
	if v.Name, err = r.text(o.Name, what); err != nil {
		return v, err
	}
	switch {
	case v.Type.IsPacked():
		return v, fmt.Errorf("%s is of type %s, which is one of immediates", what, v.Type)
	case int(v.Align) >= len(alignNames):
		return v, fmt.Errorf("%s has alignment %d, which means nothing: 0 to %d do", what, v.Align, len(alignNames)-1)
	case v.Elems == 0:
		return v, fmt.Errorf("%s has no elements", what)
	case o.Alias >= uint32(n)+kinds[GeneralKind].first, o.Alias >= uint32(len(predefined)) && o.Alias < kinds[GeneralKind].first:
		return v, fmt.Errorf("%s is an alias of variable %d, which is not declared before it", what, o.Alias)
	case o.Alias != 0:
		v.Alias, v.AliasOff = int(o.Alias), int(o.AliasOff)
	case o.AliasOff != 0:
		r.lose("%s is no alias, and has the offset %d of one", what, o.AliasOff)
	}
	if o.AliasScope != 0 {
		r.lose("%s has the alias scope %d", what, o.AliasScope)
	}
	v.Attrs, err = r.attrs(o.Attrs, what)
	return v, err
}

func (r *unpacker) entry(k Kind, n int, e object.Entry) (v Variable, err error) {
	what := fmt.Sprintf("%s variable %d", k, uint32(n)+kinds[k].first)
	v = Variable{Kind: k, Type: UD, Elems: int(e.Elems), Alias: -1, writable: true}
	if v.Name, err = r.text(e.Name, what); err != nil {
		return v, err
	}
	switch {
	case v.Elems == 0:
		return v, fmt.Errorf("%s has no elements", what)
	case k == PredicateKind && v.Elems > 32:
		return v, fmt.Errorf("%s has %d elements: predicates have at most 32", what, v.Elems)
	case k == AddressKind && v.Elems > maxAddress*r.g.Decls.GRF/32:
		return v, fmt.Errorf("%s has %d elements: address variables have at most %d", what, v.Elems, maxAddress*r.g.Decls.GRF/32)
	}
	v.Attrs, err = r.attrs(e.Attrs, what)
	return v, err
}

// name declares the variables, by their own names if all of these are words that stand for nothing else, and otherwise by their numbers.
func (r *unpacker) name(all []Variable) {
	seen := map[string]bool{}
	for _, v := range all {
		p := Parser{Decls: NewDecls(r.g.Decls.GRF, D)}
		p.start(v.Name)
		if p.word() != v.Name || v.Name == "" || v.Name[0] == '%' || seen[v.Name] || !r.g.fresh(&p, v.Name, 0) {
			r.lose("the variables' names, of which %s is no word of its own", quoted(v.Name))
			for n := range all {
				all[n].Name = ""
			}
			break
		}
		seen[v.Name] = true
	}
	for _, v := range all {
		r.g.Decls.Add(v)
	}
}

// labels names the places, by their own names if all of these are words, and otherwise by their numbers.
func (r *unpacker) labels() error {
	d := r.g.Decls
	d.labels.whole = true
	seen := map[labelKey]bool{}
	var all []Label
	for n, e := range r.kernel.Labels {
		what := fmt.Sprintf("label %d", n)
		l := labelOf("", placeKind(e.Kind))
		var err error
		if l.Name, err = r.text(e.Name, what); err != nil {
			return err
		}
		if placeKind(e.Kind) >= numPlaceKinds {
			r.lose("%s is of kind %d", what, e.Kind)
		}
		if len(e.Attrs) > 0 {
			r.lose("the attributes of %s", what)
		}
		all = append(all, l)
	}
	for n := range all {
		if _, taken := OpNamed(all[n].Name); taken || !isWord(all[n].Name) || seen[all[n].key()] {
			r.lose("the labels' names, of which %s is no word of its own", quoted(all[n].Name))
			for k := range all {
				all[k].Name = fmt.Sprintf("%s%d", all[k].letter(), k)
			}
			break
		}
		seen[all[n].key()] = true
	}
	for _, l := range all {
		d.addLabel(l)
	}
	return nil
}

// named gives an instruction the number of a name that it has among the kernel's strings, and refuses labels that there are not.
func (r *unpacker) named(i *Inst) error {
	switch all := r.g.Decls.labels.all; {
	case i.Op.namesOutside():
		name, err := r.text(i.Number, i.Op.String())
		if err != nil {
			return err
		}
		if i.Op != opFile && !isWord(name) || i.Op == opFile && !sayable(name) {
			r.lose("the name %s of %s", quoted(name), i.Op)
			name = fmt.Sprintf("N%d", i.Number)
		}
		i.Number = r.g.Decls.outside(name)
	case i.Op == opCall && int(i.Label) < len(all) && all[i.Label].Kernel:
		i.Op = opFccall
	case i.Op.marksPlace():
		return r.labelled(i, i.Label)
	}
	for _, label := range i.places() {
		if err := r.labelled(i, label); err != nil {
			return err
		}
	}
	return nil
}

// labelled refuses a label that there is not, or that is of another kind.
func (r *unpacker) labelled(i *Inst, label uint16) error {
	switch all := r.g.Decls.labels.all; {
	case int(label) >= len(all):
		return fmt.Errorf("%s has label %d, and there are %d labels", i.Op, label, len(all))
	case all[label].kind() != i.Op.placeKind():
		return fmt.Errorf("%s has label %d, which is of the other kind: blocks are for label, jmp, goto and switchjmp, subroutines for subroutine and call", i.Op, label)
	}
	return nil
}

func (r *unpacker) attrs(list []object.Attr, what string) (all []Attr, err error) {
	for _, a := range list {
		name, err := r.text(a.Name, "an attribute of "+what)
		if err != nil {
			return nil, err
		}
		switch attr, ok := attrOf(name, a.Value); {
		case ok:
			all = append(all, attr)
		default:
			r.lose("attribute %s of %s, %x", quoted(name), what, a.Value)
		}
	}
	return all, nil
}

// attrOf is the attribute of a value's bytes; ok is false where the text has no word for it.
func attrOf(name string, value []byte) (a Attr, ok bool) {
	a.Name = name
	p := Parser{}
	p.start(name)
	switch {
	case p.word() != name || name == "":
		return a, false
	case name == "Target":
		if len(value) != 1 || int(value[0]) >= len(targets) {
			return a, false
		}
		a.Kind, a.Text = TextAttr, targets[value[0]]
	case len(value) == 0 && !textAttrs[name]:
	case len(value) == 4 && !textAttrs[name]:
		a.Kind, a.Number = NumberAttr, int64(binary.LittleEndian.Uint32(value))
	case sayable(string(value)):
		a.Kind, a.Text = TextAttr, string(value)
	default:
		return a, false
	}
	return a, true
}

// sayable says whether a text can stand in quotation marks: what no terminal shows cannot, since it could make one do something.
func sayable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return r == '"' || !unicode.IsPrint(r) })
}

// bytes is the attribute's value in an object.
func (a Attr) bytes() ([]byte, error) {
	switch {
	case a.Name == "Target":
		for code, name := range targets {
			if a.Text == name {
				return []byte{byte(code)}, nil
			}
		}
		return nil, fmt.Errorf("the attribute Target is %q: expected \"cm\" or \"3d\"", a.Text)
	case a.Kind == NumberAttr && uint64(a.Number) > 1<<32-1:
		return nil, fmt.Errorf("the attribute %s does not fit in 32 bits", a)
	case a.Kind == NumberAttr:
		return binary.LittleEndian.AppendUint32(nil, uint32(a.Number)), nil
	case len(a.Text) > 255:
		return nil, fmt.Errorf("the attribute %s has more than 255 bytes", a.Name)
	}
	return []byte(a.Text), nil
}

// code reads the instructions.
func (r *unpacker) code(f Format) error {
	code := r.kernel.Code
	p := Parser{Decls: r.g.Decls}
	for off := 0; off < len(code); {
		if _, known := opStarting(code[off:], f); !known {
			r.unknown(code[off:])
			return nil
		}
		i, n, err := DecodeInst(code[off:], f)
		if err == nil {
			err = r.g.Decls.declares(&i)
		}
		if err == nil {
			err = r.named(&i)
		}
		if err != nil {
			return at(r.kernel.CodeAt+off, fmt.Errorf("instruction %d: %w", len(r.g.Lines), err))
		}
		if !i.Op.namesOutside() && !p.says(&i, code[off:off+n], f) { // these have numbers of strings
			r.lose("all bits of instruction %d, %x", len(r.g.Lines), code[off:off+n])
		}
		r.g.Lines = append(r.g.Lines, Line{Inst: i})
		off += n
	}
	return nil
}

// unknown keeps the rest of the code. It may name strings, whose numbers a text does not have.
func (r *unpacker) unknown(rest []byte) {
	r.g.Lines = append(r.g.Lines, Line{Inst: Inst{Op: opUnknown}, Code: slices.Clone(rest)})
	again := &object.Object{Version: r.g.Version}
	if err := r.g.Pack(again); err != nil || !slices.Equal(again.Kernels[0].Strings, r.kernel.Strings) {
		r.lose("the order of the strings, which unknown code may name by their numbers")
	}
}

// says whether the instruction's text has all bits of its bytes.
func (p *Parser) says(i *Inst, code []byte, f Format) bool {
	back, err := p.ParseInst(i.Text(p.Decls))
	if err != nil {
		return false
	}
	said, err := back.AppendInst(nil, p.Decls, f)
	return err == nil && string(said) == string(code)
}

// declares refuses an instruction whose variables do not exist.
func (d *Decls) declares(i *Inst) error {
	if i.Guard != 0 && !d.has(PredicateKind, uint32(i.Guard.ID())) {
		return fmt.Errorf("the guard is predicate variable %s, which is not declared", d.Name(PredicateKind, uint32(i.Guard.ID())))
	}
	for k := range int(i.N) {
		o := i.At(k)
		kind := GeneralKind
		switch o.Class {
		case Immediate:
			continue
		case Address, Indirect:
			kind = AddressKind
		case Predicate:
			kind = PredicateKind
		case State, AddressOf:
			kind = o.Kind
		}
		if !d.has(kind, o.ID) {
			return fmt.Errorf("operand %d is %s variable %s, which is not declared", k, kind, d.Name(kind, o.ID))
		}
	}
	return nil
}

// has says whether number id of a kind is declared or predefined.
func (d *Decls) has(k Kind, id uint32) bool {
	switch first := kinds[k].first; {
	case id >= first:
		return id-first < uint32(len(d.table[k]))
	case k == GeneralKind:
		return id < uint32(len(predefined))
	case k == SurfaceKind:
		return id < uint32(len(predefinedSurfaces))
	}
	return false
}
