package g13

import (
	"encoding/binary"
	"errors"
	"sync/atomic"
)

// Errors of Decode.
var (
	ErrTruncated = errors.New("the instruction goes on behind the last byte")
	ErrUnknown   = errors.New("no known instruction begins with these bits")
)

// An Inst is an instruction with all its bits, known or not.
type Inst struct {
	Form Form
	Len  uint8 // bytes
	Word Word
}

// A candidate is what decoding needs of a form, and nothing more.
type candidate struct {
	mask, value Word
	length      span // L, of width 0 where there is one length only
	form        Form
	short, long uint8 // bytes
}

// decoding is, for every first halfword, which list of candidates can begin with it, in the order of the table. Most halfwords have the same few lists.
type decoding struct {
	list  [1 << 16]uint16
	lists [][]candidate
}

// decoder is made when the first instruction is decoded. A pointer is looked at more cheaply than a sync.Once.
var decoder atomic.Pointer[decoding]

func makeDecoder() *decoding {
	d := new(decoding)
	shared := map[string]uint16{}
	for h := range d.list {
		var list []candidate
		var key []byte
		for n := range forms() {
			f := &forms()[n]
			if (uint64(h)^f.value.Lo)&f.mask.Lo&0xffff == 0 {
				list = append(list, candidate{f.mask, f.value, f.length, Form(n), uint8(f.bytes(false)), uint8(f.bytes(true))})
				key = append(key, byte(n))
			}
		}
		at, ok := shared[string(key)]
		if !ok {
			at = uint16(len(d.lists))
			shared[string(key)] = at
			d.lists = append(d.lists, list)
		}
		d.list[h] = at
	}
	decoder.Store(d)
	return d
}

// Decode reads the instruction at the beginning of b. It is the first form of the table whose known bits agree. With ErrTruncated, the form and the length are
// those of the instruction that begins here.
func Decode(b []byte) (Inst, error) {
	if len(b) < 2 {
		return Inst{}, ErrTruncated
	}
	w := load(b)
	d := decoder.Load()
	if d == nil {
		d = makeDecoder()
	}
	var cut Inst
	list := d.lists[d.list[uint16(w.Lo)]]
	for k := range list {
		c := &list[k]
		n := c.long
		if c.length.width != 0 && w.Lo>>(c.length.pos&63)&1 == 0 {
			n = c.short
		}
		inst := w.first(n)
		if (inst.Lo^c.value.Lo)&c.mask.Lo|(inst.Hi^c.value.Hi)&c.mask.Hi != 0 {
			continue
		}
		if int(n) <= len(b) {
			return Inst{c.form, n, inst}, nil
		}
		if cut.Len == 0 {
			cut = Inst{Form: c.form, Len: n}
		}
	}
	if cut.Len > 0 {
		return cut, ErrTruncated
	}
	return Inst{}, ErrUnknown
}

// load is the first twelve bytes, with zeros behind the end.
func load(b []byte) Word {
	if len(b) >= 16 {
		return Word{binary.LittleEndian.Uint64(b), uint64(binary.LittleEndian.Uint32(b[8:]))}
	}
	var buf [16]byte
	copy(buf[:12], b)
	return Word{binary.LittleEndian.Uint64(buf[:]), binary.LittleEndian.Uint64(buf[8:])}
}

// first is the first n bytes, 2 to 12.
func (w Word) first(n uint8) Word {
	if n > 8 {
		return Word{w.Lo, w.Hi & (1<<(8*n-64) - 1)}
	}
	return Word{w.Lo & (^uint64(0) >> (64 - 8*n)), 0}
}

// AppendBytes appends the instruction's bytes: those that it was decoded from.
func (i Inst) AppendBytes(b []byte) []byte {
	var buf [16]byte
	binary.LittleEndian.PutUint64(buf[:], i.Word.Lo)
	binary.LittleEndian.PutUint64(buf[8:], i.Word.Hi)
	return append(b, buf[:i.Len]...)
}

// New is the form with all its fields 0 but those that usually are something else, in its short length if that will do.
func New(f Form) Inst {
	i := Inst{Form: f, Word: forms()[f].start}
	i.Fit(false)
	return i
}

// Fit sets the length: the short one if the form has one and the bytes that it lacks are 0, unless long is wanted.
func (i *Inst) Fit(long bool) {
	f := &forms()[i.Form]
	if f.length.width == 0 {
		i.Len = uint8(f.bytes(true))
		return
	}
	long = long || !i.Word.from(8*f.bytes(false)).IsZero()
	i.Len = uint8(f.bytes(long))
	i.Word.set(f.length, 0)
	if long {
		i.Word.set(f.length, 1)
	}
}

// Long says whether the instruction has its long length although the short one would do.
func (i Inst) Long() bool {
	long, lacking := i.Form.LengthBits()
	return !i.Word.and(long).IsZero() && i.Word.and(lacking).IsZero()
}

// Saturates says whether the instruction's result is saturated.
func (i Inst) Saturates() bool {
	f := &forms()[i.Form]
	return f.flags&saturates != 0 && i.Word.get(f.sat) != 0
}

// SetSaturates makes the result saturated or not; ok is false for a form that cannot be.
func (i *Inst) SetSaturates(on bool) (ok bool) {
	f := &forms()[i.Form]
	if f.flags&saturates == 0 {
		return !on
	}
	i.Word.set(f.sat, 0)
	if on {
		i.Word.set(f.sat, 1)
	}
	return true
}

// Name is the instruction's name, by its fields, and which operands are not in its text.
func (i Inst) Name() (name string, hidden []bool) {
	f := &forms()[i.Form]
	if k := i.Alias(); k >= 0 {
		return f.aliases[k].name, f.aliases[k].hidden
	}
	return f.name, nil
}

// Alias is which of the form's aliases the instruction's fields are, the first if there are several, and -1 if there is none.
func (i Inst) Alias() int {
	f := &forms()[i.Form]
	for k := range f.aliases {
		if a := &f.aliases[k]; i.Word.Xor(a.value).and(a.mask).IsZero() {
			return k
		}
	}
	return -1
}
