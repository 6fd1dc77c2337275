package object

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// An Object is a file of kernels in bytes, with the ending .isa:
//
//	"CISA"  version  for each kernel: its name, where it is  0 file-scope variables  for each function: its name, where it is
//	for each kernel and function: strings  variables  inputs  attributes  code
//	for each kernel: its machine code for platforms, if there is any
//
// Everything is little-endian. Names in kernels are numbers of strings. Reading and writing go over the same description, so that what is written reads as the same.
type Object struct {
	Version Format
	Kernels []Kernel // and functions, which lie behind all kernels
}

// An Kernel is a kernel, or a function, as the file has it. A function has no inputs and no machine code, and says how many registers it takes and gives back.
type Kernel struct {
	Name     string // in the file's header
	Binaries []Binary

	Function  bool
	Arguments uint8
	Results   uint8

	Strings    []string
	NameString uint32
	General    []Variable
	Addresses  []Entry
	Predicates []Entry
	Labels     []Entry
	Samplers   []Entry
	Surfaces   []Entry
	Inputs     []Input
	Attrs      []Attr
	Code       []byte

	CodeAt int // where the code begins, in bytes from the beginning of the file it was read from
}

// An Binary is machine code for a platform.
type Binary struct {
	Platform uint8
	Code     []byte
}

// An Variable is the declaration of a general variable.
type Variable struct {
	Name       uint32
	TypeAlign  uint8 // the type in bits 0 to 3, the alignment in bits 4 to 7
	Elems      uint16
	Alias      uint32 // 0: none
	AliasOff   uint16
	AliasScope uint8
	Attrs      []Attr
}

// An Entry is the declaration of any other variable, or a label.
type Entry struct {
	Name  uint32
	Elems uint16
	Kind  uint8 // of labels, which have no elements
	Attrs []Attr
}

// An Input is a variable that has a value before the first instruction.
type Input struct {
	Kind   uint8 // 0 general, 1 sampler, 2 surface in bits 0 to 2; in bits 3 to 7 which implicit one it is, 0 if it is an argument
	ID     uint32
	Offset int16
	Size   uint16
}

// An Attr is a named value of a kernel or a variable.
type Attr struct {
	Name  uint32
	Value []byte
}

// Magic is what a file begins with.
const Magic = "CISA"

const magic = 'C' | 'I'<<8 | 'S'<<16 | 'A'<<24

// Errors of reading an object.
var (
	errMagic      = errors.New(`the file does not begin with "CISA"`)
	errFileScope  = errors.New("there are file-scope variables, whose layout is not known")
	errLinkage    = errors.New("the byte of a function's linkage is not 0")
	errRelocation = errors.New("there are relocations, whose layout is not known")
	errVME        = errors.New("there are VME variables, whose layout is not known")
)

// place is where a part is in a file.
type place struct{ off, size uint32 }

// Read reads a file. Every length is held against what there is; errors begin with the byte offset.
func Read(b []byte) (*Object, error) {
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
	case !k.Function && uint32(c.at+inputsAt) != input:
		return at(c.at+inputsAt, fmt.Errorf("the inputs are here, and the header says byte %d", input))
	case int64(entry) < int64(c.off) || uint64(entry)+uint64(codeSize) > uint64(len(c.b)):
		return at(c.at+c.off, fmt.Errorf("the code of %d bytes from byte %d of the kernel on is not inside its %d bytes behind the tables", codeSize, entry, len(c.b)))
	}
	k.Code, k.CodeAt = slices.Clone(c.b[entry:entry+codeSize]), c.at+int(entry)
	return nil
}

// header is the description of the file's beginning, for both directions.
func (o *Object) header(c *coder, places [][]place, inputs []uint32) ([][]place, []uint32) {
	m := uint32(magic)
	if c.u32(&m); c.err == nil && m != magic {
		c.fail(errMagic)
	}
	c.u8(&o.Version.Major)
	c.u8(&o.Version.Minor)
	if v := o.Version; v.Major != 3 && v.Major != 4 || v.Minor > 9 {
		c.fail(fmt.Errorf("format %d.%d is not known: 3.0 to 4.9 are", v.Major, v.Minor))
	}
	c.format = o.Version
	of, numbers := o.apart()
	list(c, 2, 18, &of[0], func(n int, k *Kernel) {
		if c.reading {
			places, inputs = append(places, make([]place, 1)), append(inputs, 0)
		} else {
			n = numbers[0][n]
		}
		c.prefixed(&k.Name)
		c.u32(&places[n][0].off)
		c.u32(&places[n][0].size)
		c.u32(&inputs[n])
		c.none(2, errRelocation)
		c.none(2, errRelocation)
		list(c, 1, 9, &k.Binaries, func(j int, b *Binary) {
			if c.reading {
				places[n] = append(places[n], place{})
			}
			c.u8(&b.Platform)
			c.u32(&places[n][j+1].off)
			c.u32(&places[n][j+1].size)
		})
	})
	c.none(2, errFileScope)
	list(c, 2, 14, &of[1], func(n int, k *Kernel) {
		if k.Function = true; c.reading {
			n, places, inputs = len(places), append(places, make([]place, 1)), append(inputs, 0)
		} else {
			n = numbers[1][n]
		}
		c.none(1, errLinkage)
		c.prefixed(&k.Name)
		c.u32(&places[n][0].off)
		c.u32(&places[n][0].size)
		c.none(2, errRelocation)
		c.none(2, errRelocation)
	})
	if c.reading {
		o.Kernels = append(of[0], of[1]...)
	}
	return places, inputs
}

// apart are the kernels, and then the functions, with their numbers among all.
func (o *Object) apart() (of [2][]Kernel, numbers [2][]int) {
	for n := range o.Kernels {
		k := 0
		if o.Kernels[n].Function {
			k = 1
		}
		of[k], numbers[k] = append(of[k], o.Kernels[n]), append(numbers[k], n)
	}
	return of, numbers
}

// tables is the description of a kernel up to its code.
func (k *Kernel) tables(c *coder, codeSize, entry uint32) (inputsAt int, size, begin uint32) {
	attrs := func(list *[]Attr) { k.attrs(c, 1, list) }
	entries := func(width int, to *[]Entry) {
		list(c, width, 3+c.wideBytes(), to, func(_ int, e *Entry) {
			c.wide(&e.Name)
			c.u16(&e.Elems)
			attrs(&e.Attrs)
		})
	}
	list(c, c.wideBytes(), 1, &k.Strings, func(_ int, s *string) { c.terminated(s) })
	c.wide(&k.NameString)
	list(c, c.wideBytes(), 7+2*c.wideBytes(), &k.General, func(_ int, v *Variable) {
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
	list(c, 2, 2+c.wideBytes(), &k.Labels, func(_ int, e *Entry) {
		c.wide(&e.Name)
		c.u8(&e.Kind)
		attrs(&e.Attrs)
	})
	entries(1, &k.Samplers)
	entries(1, &k.Surfaces)
	c.none(1, errVME)
	inputsAt = c.off
	width := 4
	if c.format.Before(3, 5) {
		width = 1
	}
	if !k.Function {
		list(c, width, 5+c.wideBytes(), &k.Inputs, func(_ int, i *Input) {
			c.u8(&i.Kind)
			c.wide(&i.ID)
			c.i16(&i.Offset)
			c.u16(&i.Size)
		})
	}
	c.u32(&codeSize)
	c.u32(&entry)
	if k.Function {
		c.u8(&k.Arguments)
		c.u8(&k.Results)
	}
	k.attrs(c, 2, &k.Attrs)
	return inputsAt, codeSize, entry
}

func (k *Kernel) attrs(c *coder, width int, to *[]Attr) {
	list(c, width, 1+c.wideBytes(), to, func(_ int, a *Attr) {
		c.wide(&a.Name)
		c.sized(&a.Value)
	})
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
		if k.Function && len(k.Inputs)+len(k.Binaries) > 0 {
			return b, fmt.Errorf("function %q: a function has neither inputs nor machine code", k.Name)
		}
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
