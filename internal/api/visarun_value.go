package api

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/visa"
)

// The spelling of values, for reading and for printing:
//
//	general     hex:00000001__000003     bytes, the first first; __ is undefined
//	            1,-2,0x3,0.5,?           elements; one alone is for all, or with *16 behind it for so many
//	            lane                     each element's own number, as lane*16 of so many
//	            thread                   the number of the thread in its group
//	predicate   1,0,?                    elements
//	address     &V33[8],16,?             elements
//	state       5,?                      elements

// undefinedByte stands for a byte that nobody has written.
const undefinedByte = "__"

// A visaValue is a value that is to be set.
type visaValue struct {
	kind visa.Kind
	id   uint32
	name string
	list []string // the elements' texts
	n    int      // how many elements one alone is for; 0: all
	hex  string   // the digits of bytes, and no list
}

// newVISAValue splits a value into its elements.
func newVISAValue(name, text string) (x visaValue, err error) {
	x.name = name
	var isHex bool
	if x.hex, isHex = strings.CutPrefix(strings.TrimSpace(text), "hex:"); isHex {
		return x, nil
	}
	x.hex = ""
	one, times, several := strings.Cut(text, "*")
	if x.list = strings.Split(one, ","); several {
		if x.n, err = strconv.Atoi(strings.TrimSpace(times)); err != nil || x.n < 1 || x.n > 1<<20 || len(x.list) > 1 {
			return x, fmt.Errorf("%s: expected one value before * and a number of elements behind it, found %q", name, text)
		}
	}
	for k := range x.list {
		x.list[k] = strings.TrimSpace(x.list[k])
	}
	return x, nil
}

// values finds the variables of the values, and makes room for those that nobody declared and that addresses may point into.
func (v *VISA) values(d *visa.Decls, list [][2]string, options *visa.Options) (all []visaValue, err error) {
	options.Variables = map[uint32]int{}
	for _, pair := range list {
		x, err := newVISAValue(pair[0], pair[1])
		if err != nil {
			return nil, err
		}
		var ok bool
		if x.kind, x.id, ok = d.Lookup(x.name); !ok {
			return nil, fmt.Errorf("%s is not declared", x.name)
		}
		switch x.kind {
		case visa.GeneralKind:
			options.Variables[x.id] = max(options.Variables[x.id], x.bytes(d))
		case visa.AddressKind:
			for _, place := range x.list {
				if o, err := v.parser.ParseOperand(place, visa.Source); err == nil && o.Class == visa.AddressOf && o.Kind == visa.GeneralKind {
					options.Variables[o.ID] = max(options.Variables[o.ID], 0)
				}
			}
		}
		all = append(all, x)
	}
	return all, nil
}

// bytes is how many a general variable's value has; 0 if it has as many as the variable.
func (x visaValue) bytes(d *visa.Decls) int {
	switch size := d.Variable(visa.GeneralKind, x.id).Type.Size(); {
	case x.hex != "":
		return len(byteDigits(x.hex)) / 2
	case len(x.list) > 1:
		return len(x.list) * size
	default:
		return x.n * size
	}
}

// set gives the variable its value. A variable that no instruction names has none.
func (x visaValue) set(c *visa.Code, m *visa.Machine, d *visa.Decls, thread int) error {
	size := c.Size(x.kind, x.id)
	switch {
	case !c.Has(x.kind, x.id):
		return fmt.Errorf("%s: no instruction names it", x.name)
	case size == 0:
		return fmt.Errorf("%s: nothing says how large it is: declare it, or say it with the value, as in %s=lane*16", x.name, x.name)
	}
	var err error
	switch x.kind {
	case visa.GeneralKind:
		err = x.setBytes(m, d, thread)
	case visa.PredicateKind:
		err = x.setFlags(m, size)
	case visa.AddressKind:
		err = x.setPointers(c, m, d)
	default:
		err = x.elements(size, func(k int, text string) error {
			index, err := visa.UD.ParseElement(text)
			m.SetHandle(x.kind, x.id, k, uint32(index))
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("%s: %w", x.name, err)
	}
	return nil
}

// elements calls set for each of at most n elements that has a value.
func (x visaValue) elements(n int, set func(k int, text string) error) error {
	want := max(x.n, len(x.list))
	if want > n {
		return fmt.Errorf("%d values, and it has %d elements", want, n)
	}
	if want > 1 || x.n > 0 {
		n = want
	}
	for k := range n {
		if text := x.list[k%len(x.list)]; text != "?" {
			if err := set(k, text); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x visaValue) setBytes(m *visa.Machine, d *visa.Decls, thread int) error {
	data, known := m.Bytes(x.id)
	if x.list == nil {
		return setHex(data, known, x.hex)
	}
	t := d.Variable(visa.GeneralKind, x.id).Type
	return x.elements(len(data)/t.Size(), func(k int, text string) error {
		switch text {
		case "lane":
			text = fmt.Sprint(k & (1<<min(8*t.Size()-1, 30) - 1))
		case "thread":
			text = fmt.Sprint(thread)
		}
		bits, err := t.ParseElement(text)
		if err != nil {
			return err
		}
		for b := range t.Size() {
			data[k*t.Size()+b], known[k*t.Size()+b] = byte(bits>>(8*b)), 0xff
		}
		return nil
	})
}

// byteDigits is two characters a byte: hexadecimal digits without what may stand between them, or ?? for one that is undefined.
func byteDigits(text string) string {
	return betweenDigits.Replace(strings.ReplaceAll(text, undefinedByte, "??"))
}

// setHex sets bytes from the first on.
func setHex(data, known []byte, digits string) error {
	if digits = byteDigits(digits); len(digits)%2 != 0 {
		return fmt.Errorf("%d hexadecimal digits: a byte has two", len(digits))
	}
	if len(digits)/2 > len(data) {
		return fmt.Errorf("%d bytes, and it has %d", len(digits)/2, len(data))
	}
	for k := range len(digits) / 2 {
		two := digits[2*k : 2*k+2]
		if two == "??" {
			continue
		}
		if _, err := hex.Decode(data[k:k+1], []byte(two)); err != nil {
			return fmt.Errorf("byte %d: expected two hexadecimal digits or %s, found %q", k, undefinedByte, two)
		}
		known[k] = 0xff
	}
	return nil
}

func (x visaValue) setFlags(m *visa.Machine, size int) error {
	f := m.Flags(x.id)
	err := x.elements(size, func(k int, text string) error {
		if text != "0" && text != "1" {
			return fmt.Errorf("expected 0, 1 or ? for element %d, found %q", k, text)
		}
		f.Known |= 1 << k
		if text == "1" {
			f.Bits |= 1 << k
		}
		return nil
	})
	m.SetFlags(x.id, f)
	return err
}

func (x visaValue) setPointers(c *visa.Code, m *visa.Machine, d *visa.Decls) error {
	p := visa.Parser{Decls: d}
	return x.elements(c.Size(x.kind, x.id), func(k int, text string) error {
		if !strings.HasPrefix(text, "&") {
			n, err := visa.UW.ParseElement(text)
			if err != nil {
				return fmt.Errorf("expected a place, such as &V33[8], or a number of 16 bits: %w", err)
			}
			return m.SetPointer(x.id, k, visa.Pointer{Known: true, Offset: uint16(n)})
		}
		o, err := p.ParseOperand(text, visa.Source)
		if err != nil {
			return err
		}
		if c.Has(o.Kind, o.ID) && c.Size(o.Kind, o.ID) == 0 {
			return fmt.Errorf("nothing says how large %s is: declare it, or give it a value", d.Name(o.Kind, o.ID))
		}
		return m.SetPointer(x.id, k, visa.Pointer{Known: true, Into: true, Kind: o.Kind, ID: o.ID, Offset: uint16(o.Disp)})
	})
}

// A VISAVariable is a variable that a run changed.
type VISAVariable struct {
	Name  string
	Value string      // spelled as it is read
	Rows  [][2]string // for reading: of a general variable the registers that changed, with their elements
}

// A visaContent is all elements of a variable, as --var reads each; ? is one that is undefined.
type visaContent struct {
	name     string
	elements []string
}

// elementsOf are the elements of each variable that the code names, changed or not.
func elementsOf(c *visa.Code, d *visa.Decls, m *visa.Machine) (all []visaContent) {
	for k, id := range c.Variables() {
		x := visaContent{name: d.Name(k, id)}
		if k == visa.GeneralKind {
			data, known := m.Bytes(id)
			x.elements = strings.Fields(elementRow(data, known, d.Variable(k, id).Type))
		} else {
			x.elements = elementTexts(c, d, m, k, id)
			for len(x.elements) < c.Size(k, id) {
				x.elements = append(x.elements, "?")
			}
		}
		all = append(all, x)
	}
	return all
}

// changes are the variables that differ.
func changes(c *visa.Code, d *visa.Decls, before, after *visa.Machine) (all []VISAVariable) {
	for k, id := range c.Variables() {
		x := VISAVariable{Name: d.Name(k, id)}
		if k == visa.GeneralKind {
			x.Value, x.Rows = changedBytes(d, id, before, after)
		} else {
			now := elementTexts(c, d, after, k, id)
			if x.Value = strings.Join(now, ","); x.Value == strings.Join(elementTexts(c, d, before, k, id), ",") {
				x.Value = ""
			}
			x.Rows = [][2]string{{x.Name, strings.Join(now, " ")}}
		}
		if x.Value != "" {
			all = append(all, x)
		}
	}
	return all
}

// elementTexts are the elements of a variable that is no general one, without the undefined ones at its end.
func elementTexts(c *visa.Code, d *visa.Decls, m *visa.Machine, k visa.Kind, id uint32) (list []string) {
	last := 0
	for e := range c.Size(k, id) {
		text := "?"
		switch k {
		case visa.PredicateKind:
			if f := m.Flags(id); f.Known>>e&1 != 0 {
				text = fmt.Sprint(f.Bits >> e & 1)
			}
		case visa.AddressKind:
			text = m.Pointer(id, e).Text(d)
		default:
			if index, ok := m.Handle(k, id, e); ok {
				text = fmt.Sprint(index)
			}
		}
		if list = append(list, text); text != "?" {
			last = len(list)
		}
	}
	return list[:last]
}

// changedBytes is a general variable's value, and the registers in which it differs; nothing if it does not.
func changedBytes(d *visa.Decls, id uint32, before, after *visa.Machine) (value string, rows [][2]string) {
	was, wasKnown := before.Bytes(id)
	data, known := after.Bytes(id)
	v := d.Variable(visa.GeneralKind, id)
	for at := 0; at < len(data); at += d.GRF {
		end := min(at+d.GRF, len(data))
		same := true
		for b := at; b < end; b++ {
			same = same && known[b] == wasKnown[b] && (known[b] == 0 || data[b] == was[b])
		}
		if !same {
			rows = append(rows, [2]string{fmt.Sprintf("%s(%d)", d.Name(visa.GeneralKind, id), at/d.GRF), elementRow(data[at:end], known[at:end], v.Type)})
		}
	}
	if rows == nil {
		return "", nil
	}
	return hexOfBytes(data, known), rows
}

// elementRow is the elements of some bytes; ? is one of which not all are defined.
func elementRow(data, known []byte, t visa.Type) string {
	var b []byte
	for at := 0; at+t.Size() <= len(data); at += t.Size() {
		if at > 0 {
			b = append(b, ' ')
		}
		bits, all := uint64(0), true
		for k := range t.Size() {
			bits |= uint64(data[at+k]) << (8 * k)
			all = all && known[at+k] != 0
		}
		if !all {
			b = append(b, '?')
			continue
		}
		b = t.AppendElement(b, bits)
	}
	return string(b)
}
