package visa

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// An Object is a file of kernels in bytes, with the ending .isa:
//
//	"CISA"  version  for each kernel: its name, where it is  0 file-scope variables  0 functions
//	for each kernel: strings  variables  inputs  attributes  code
//	for each kernel: its machine code for platforms, if there is any
//
// Everything is little-endian. Names in kernels are numbers of strings. Reading and writing go over the same description, so that what is written reads as the same.
type Object struct {
	Version Format
	Kernels []ObjectKernel
}

// An ObjectKernel is a kernel as the file has it.
type ObjectKernel struct {
	Name     string // in the file's header
	Binaries []ObjectBinary

	Strings    []string
	NameString uint32
	General    []ObjectVariable
	Addresses  []ObjectEntry
	Predicates []ObjectEntry
	Labels     []ObjectEntry
	Samplers   []ObjectEntry
	Surfaces   []ObjectEntry
	Inputs     []ObjectInput
	Attrs      []ObjectAttr
	Code       []byte

	CodeAt int // where the code begins, in bytes from the beginning of the file it was read from
}

// An ObjectBinary is machine code for a platform.
type ObjectBinary struct {
	Platform uint8
	Code     []byte
}

// An ObjectVariable is the declaration of a general variable.
type ObjectVariable struct {
	Name       uint32
	TypeAlign  uint8 // the type in bits 0 to 3, the alignment in bits 4 to 7
	Elems      uint16
	Alias      uint32 // 0: none
	AliasOff   uint16
	AliasScope uint8
	Attrs      []ObjectAttr
}

// An ObjectEntry is the declaration of any other variable, or a label.
type ObjectEntry struct {
	Name  uint32
	Elems uint16
	Kind  uint8 // of labels, which have no elements
	Attrs []ObjectAttr
}

// An ObjectInput is a variable that has a value before the first instruction.
type ObjectInput struct {
	Kind   uint8 // 0 general, 1 sampler, 2 surface
	ID     uint32
	Offset int16
	Size   uint16
}

// An ObjectAttr is a named value of a kernel or a variable.
type ObjectAttr struct {
	Name  uint32
	Value []byte
}

const objectMagic = 0x41534943 // "CISA"

// Errors of reading an object.
var (
	errMagic      = errors.New(`the file does not begin with "CISA"`)
	errFileScope  = errors.New("there are file-scope variables, whose layout is not known")
	errFunctions  = errors.New("there are functions, whose headers are not known")
	errRelocation = errors.New("there are relocations, whose layout is not known")
	errVME        = errors.New("there are VME variables, whose layout is not known")
)

// place is where a part is in a file.
type place struct{ off, size uint32 }

// ReadObject reads a file. Every length is held against what there is; errors begin with the byte offset.
func ReadObject(b []byte) (*Object, error) {
	c := &coder{b: b, reading: true}
	o := new(Object)
	places, inputs := o.header(c, nil, nil)
	if c.err != nil {
		return nil, c.err
	}
	if err := distinct(places, len(b)); err != nil {
		return nil, err
	}
	for k := range o.Kernels {
		if err := o.readKernel(b, k, places, inputs[k]); err != nil {
			return nil, fmt.Errorf("kernel %q: %w", o.Kernels[k].Name, err)
		}
	}
	return o, nil
}

// distinct refuses parts that together are longer than the file: they overlap, and would be read again and again.
func distinct(places [][]place, size int) error {
	total := uint64(0)
	for _, list := range places {
		for _, p := range list {
			total += uint64(p.size)
		}
	}
	if total > uint64(size) {
		return fmt.Errorf("kernels and machine code have %d bytes together, and the file has %d", total, size)
	}
	return nil
}

// readKernel reads a kernel and its machine code from where the header says that they are.
func (o *Object) readKernel(b []byte, n int, places [][]place, input uint32) error {
	k := &o.Kernels[n]
	within := func(what string, p place) error {
		if uint64(p.off)+uint64(p.size) > uint64(len(b)) {
			return at(len(b), fmt.Errorf("%s of %d bytes from byte %d on ends behind the file", what, p.size, p.off))
		}
		return nil
	}
	for j, p := range places[n] {
		what := "the kernel"
		if j > 0 {
			what = "the machine code"
		}
		if err := within(what, p); err != nil {
			return err
		}
		if j > 0 {
			k.Binaries[j-1].Code = slices.Clone(b[p.off : p.off+p.size])
		}
	}
	p := places[n][0]
	c := &coder{b: b[p.off : p.off+p.size], at: int(p.off), reading: true, format: o.Version}
	inputsAt, codeSize, entry := k.tables(c, 0, 0)
	switch {
	case c.err != nil:
		return c.err
	case uint32(c.at+inputsAt) != input:
		return at(c.at+inputsAt, fmt.Errorf("the inputs are here, and the header says byte %d", input))
	case int64(entry) < int64(c.off) || uint64(entry)+uint64(codeSize) > uint64(len(c.b)):
		return at(c.at+c.off, fmt.Errorf("the code of %d bytes from byte %d of the kernel on is not inside its %d bytes behind the tables", codeSize, entry, len(c.b)))
	}
	k.Code, k.CodeAt = slices.Clone(c.b[entry:entry+codeSize]), c.at+int(entry)
	return nil
}

// header is the description of the file's beginning, for both directions.
func (o *Object) header(c *coder, places [][]place, inputs []uint32) ([][]place, []uint32) {
	magic := uint32(objectMagic)
	if c.u32(&magic); c.err == nil && magic != objectMagic {
		c.fail(errMagic)
	}
	c.u8(&o.Version.Major)
	c.u8(&o.Version.Minor)
	if v := o.Version; v.Major != 3 && v.Major != 4 || v.Minor > 9 {
		c.fail(fmt.Errorf("format %d.%d is not known: 3.0 to 4.9 are", v.Major, v.Minor))
	}
	c.format = o.Version
	list(c, 2, 18, &o.Kernels, func(n int, k *ObjectKernel) {
		if c.reading {
			places, inputs = append(places, make([]place, 1)), append(inputs, 0)
		}
		c.prefixed(&k.Name)
		c.u32(&places[n][0].off)
		c.u32(&places[n][0].size)
		c.u32(&inputs[n])
		c.none(2, errRelocation)
		c.none(2, errRelocation)
		list(c, 1, 9, &k.Binaries, func(j int, b *ObjectBinary) {
			if c.reading {
				places[n] = append(places[n], place{})
			}
			c.u8(&b.Platform)
			c.u32(&places[n][j+1].off)
			c.u32(&places[n][j+1].size)
		})
	})
	c.none(2, errFileScope)
	c.none(2, errFunctions)
	return places, inputs
}

// tables is the description of a kernel up to its code.
func (k *ObjectKernel) tables(c *coder, codeSize, entry uint32) (inputsAt int, size, begin uint32) {
	attrs := func(list *[]ObjectAttr) { k.attrs(c, 1, list) }
	entries := func(width int, to *[]ObjectEntry) {
		list(c, width, 5+c.wideBytes(), to, func(_ int, e *ObjectEntry) {
			c.wide(&e.Name)
			c.u16(&e.Elems)
			attrs(&e.Attrs)
		})
	}
	list(c, c.wideBytes(), 1, &k.Strings, func(_ int, s *string) { c.terminated(s) })
	c.wide(&k.NameString)
	list(c, c.wideBytes(), 7+2*c.wideBytes(), &k.General, func(_ int, v *ObjectVariable) {
		c.wide(&v.Name)
		c.u8(&v.TypeAlign)
		c.u16(&v.Elems)
		c.wide(&v.Alias)
		c.u16(&v.AliasOff)
		c.u8(&v.AliasScope)
		attrs(&v.Attrs)
	})
	entries(2, &k.Addresses)
	entries(2, &k.Predicates)
	list(c, 2, 2+c.wideBytes(), &k.Labels, func(_ int, e *ObjectEntry) {
		c.wide(&e.Name)
		c.u8(&e.Kind)
		attrs(&e.Attrs)
	})
	entries(1, &k.Samplers)
	entries(1, &k.Surfaces)
	c.none(1, errVME)
	inputsAt = c.off
	width := 4
	if before(c.format, 3, 5) {
		width = 1
	}
	list(c, width, 5+c.wideBytes(), &k.Inputs, func(_ int, i *ObjectInput) {
		c.u8(&i.Kind)
		c.wide(&i.ID)
		c.i16(&i.Offset)
		c.u16(&i.Size)
	})
	c.u32(&codeSize)
	c.u32(&entry)
	k.attrs(c, 2, &k.Attrs)
	return inputsAt, codeSize, entry
}

func (k *ObjectKernel) attrs(c *coder, width int, to *[]ObjectAttr) {
	list(c, width, 1+c.wideBytes(), to, func(_ int, a *ObjectAttr) {
		c.wide(&a.Name)
		c.sized(&a.Value)
	})
}

func before(f Format, major, minor uint8) bool {
	return f.Major < major || f.Major == major && f.Minor < minor
}

// Append appends the file. What does not fit in its field is an error.
func (o *Object) Append(b []byte) ([]byte, error) {
	places, inputs := make([][]place, len(o.Kernels)), make([]uint32, len(o.Kernels))
	for k := range o.Kernels {
		places[k] = make([]place, 1+len(o.Kernels[k].Binaries))
	}
	head := &coder{}
	o.header(head, places, inputs)
	next := len(head.b)
	var body []byte
	for n := range o.Kernels {
		k := &o.Kernels[n]
		size := &coder{format: o.Version}
		inputsAt, _, _ := k.tables(size, 0, 0)
		c := &coder{format: o.Version}
		k.tables(c, uint32(len(k.Code)), uint32(len(size.b)))
		if c.err != nil {
			return b, fmt.Errorf("kernel %q: %w", k.Name, c.err)
		}
		places[n][0] = place{uint32(next + len(body)), uint32(len(c.b) + len(k.Code))}
		inputs[n] = uint32(next + len(body) + inputsAt)
		body = append(append(body, c.b...), k.Code...)
	}
	for n := range o.Kernels {
		for j, binary := range o.Kernels[n].Binaries {
			places[n][j+1] = place{uint32(next + len(body)), uint32(len(binary.Code))}
			body = append(body, binary.Code...)
		}
	}
	head = &coder{}
	if o.header(head, places, inputs); head.err != nil {
		return b, head.err
	}
	if next+len(body) > math.MaxInt32 {
		return b, errors.New("the file has more than 2^31 bytes")
	}
	return append(append(b, head.b...), body...), nil
}

// A coder reads or writes fields one after another. After the first error it does nothing.
type coder struct {
	b       []byte
	off, at int // in b; of b in the file
	reading bool
	format  Format
	err     error
}

func (c *coder) fail(err error) {
	if c.err == nil {
		c.err = at(c.at+c.off, err)
	}
}

// field reads n bytes, or writes the lowest n of v.
func (c *coder) field(v uint64, n int) uint64 {
	var word [8]byte
	switch {
	case c.err != nil:
		return v
	case !c.reading:
		binary.LittleEndian.PutUint64(word[:], v)
		c.b = append(c.b, word[:n]...)
		c.off = len(c.b)
		return v
	case c.off+n > len(c.b):
		c.fail(fmt.Errorf("the end, %d bytes of a field missing", c.off+n-len(c.b)))
		return 0
	}
	copy(word[:n], c.b[c.off:])
	c.off += n
	return binary.LittleEndian.Uint64(word[:])
}

func (c *coder) u8(v *uint8)   { *v = uint8(c.field(uint64(*v), 1)) }
func (c *coder) u16(v *uint16) { *v = uint16(c.field(uint64(*v), 2)) }
func (c *coder) i16(v *int16)  { *v = int16(c.field(uint64(uint16(*v)), 2)) }
func (c *coder) u32(v *uint32) { *v = uint32(c.field(uint64(*v), 4)) }

// wideBytes is the size of an identifier or of the number of a string in the format.
func (c *coder) wideBytes() int { return int(c.format.idBits()) / 8 }

func (c *coder) wide(v *uint32) {
	if !c.reading && uint64(*v)>>(8*c.wideBytes()) != 0 {
		c.fail(fmt.Errorf("%d does not fit in the %d bytes that numbers have in format %d.%d", *v, c.wideBytes(), c.format.Major, c.format.Minor))
	}
	*v = uint32(c.field(uint64(*v), c.wideBytes()))
}

// none is a number of things that must be 0.
func (c *coder) none(width int, err error) {
	if c.field(0, width) != 0 {
		c.off -= width
		c.fail(err)
	}
}

// count is the number of a list's elements, of at least least bytes each.
func (c *coder) count(n, width, least int) int {
	if !c.reading && uint64(n)>>(8*width) != 0 {
		c.fail(fmt.Errorf("%d things, where a field of %d bytes counts them", n, width))
	}
	v := c.field(uint64(n), width)
	if c.reading && v*uint64(least) > uint64(len(c.b)-c.off) {
		c.off -= width
		c.fail(fmt.Errorf("%d things of %d bytes or more are announced, and %d bytes are left", v, least, len(c.b)-c.off-width))
		return 0
	}
	return int(v)
}

// list is a list behind its length.
func list[T any](c *coder, width, least int, items *[]T, each func(n int, item *T)) {
	n := c.count(len(*items), width, least)
	if c.err != nil {
		return
	}
	if c.reading && n > 0 {
		*items = make([]T, n)
	}
	for k := range *items {
		if each(k, &(*items)[k]); c.err != nil {
			return
		}
	}
}

// bytes is n bytes.
func (c *coder) bytes(v *[]byte, n int) {
	switch {
	case c.err != nil:
	case !c.reading:
		c.b = append(c.b, *v...)
		c.off = len(c.b)
	case n > len(c.b)-c.off:
		c.fail(fmt.Errorf("%d bytes are announced, and %d are left", n, len(c.b)-c.off))
	case n > 0:
		*v = slices.Clone(c.b[c.off : c.off+n])
		c.off += n
	}
}

// sized is bytes behind their number, which has one.
func (c *coder) sized(v *[]byte) {
	n := c.count(len(*v), 1, 1)
	c.bytes(v, n)
}

// prefixed is a text behind its length, which has two bytes since format 4.0.
func (c *coder) prefixed(s *string) {
	v, width := []byte(*s), 2
	if before(c.format, 4, 0) {
		width = 1
	}
	n := c.count(len(v), width, 1)
	c.bytes(&v, n)
	*s = string(v)
}

// terminated is a text that ends with a byte 0.
func (c *coder) terminated(s *string) {
	if !c.reading {
		if slices.Contains([]byte(*s), 0) {
			c.fail(fmt.Errorf("the string %q has a byte 0, which ends it", *s))
		}
		v := append([]byte(*s), 0)
		c.bytes(&v, len(v))
		return
	}
	end := slices.Index(c.b[c.off:], 0)
	if end < 0 {
		c.fail(errors.New("a string without its end, a byte 0"))
		return
	}
	*s = string(c.b[c.off : c.off+end])
	c.off += end + 1
}
