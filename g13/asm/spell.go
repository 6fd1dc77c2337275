package asm

import (
	"fmt"
	"sync/atomic"

	"github.com/lanescope/lanescope/g13"
)

// What an operand says depends on a few bits of the instruction, nearly always no more than fourteen. So the text of each of their values is made once, by the
// plain printer, and printing an instruction is looking up its name and its operands:
//
//	word   …0000 Ax:2 … At:4 A:6 0 D:6 Dt:2 0111110
//	             └──────┴────┴─ gathered: entry 0x2c1 of A's texts ─→ ", r1.cache"
//
// A spelling is a form taken apart in this way.
type spelling struct {
	name     gather
	variants []uint8 // by the gathered bits of the name, or nil if these are too many
	said     []said  // by variant: the form's aliases, then the form itself, and these again when they saturate

	silent, usual g13.Word // bits of which no text says anything, and what they should be
	long, lacking g13.Word // the bit of the long length, and those that the short one lacks

	wordMask, word g13.Word // see g13.Form.WordFormat
}

// said is what an instruction says under one of its names.
type said struct {
	name    longName
	phrases []phrase
}

// longName is a name with its length behind it: a copy of a known size costs a quarter.
type longName [32]byte

func nameOf(s string) (n longName) {
	n[len(n)-1] = uint8(copy(n[:], s))
	return n
}

func (n *longName) append(b []byte) []byte {
	size := int(n[len(n)-1])
	if end := len(b) + len(n); end <= cap(b) {
		*(*longName)(b[len(b):end]) = *n
		return b[:len(b)+size]
	}
	return append(b, n[:size]...)
}

// A phrase is an operand, or several that follow one another and depend on few bits in all.
type phrase struct {
	gather
	texts *texts
	n     int         // without texts: the operand, which has too many values for them
	long  *longNumber // the operand if it is a number in one piece; nil if not
}

// longNumber is an operand that is a number of many bits.
type longNumber struct {
	value, typ gather
	kind       g13.Kind
	typed      bool // it is a number only where its type is not 0
}

const (
	mostBits       = 14 // that texts are made for
	mostPhraseBits = 10 // the same for more than one operand
)

// spellings are those of all forms, once they are made. A pointer is looked at more cheaply than a sync.Once.
var spellings atomic.Pointer[[g13.NumForms]spelling]

func spellingOf(f g13.Form) *spelling {
	if all := spellings.Load(); all != nil {
		return &all[f]
	}
	return &makeSpellings()[f]
}

func makeSpellings() *[g13.NumForms]spelling {
	all := new([g13.NumForms]spelling)
	shared := map[textKey]*texts{}
	for f := range g13.NumForms {
		all[f] = spell(f, shared)
	}
	spellings.Store(all)
	return all
}

func spell(f g13.Form, shared map[textKey]*texts) (s spelling) {
	s.silent, s.usual = f.SilentBits()
	s.long, s.lacking = f.LengthBits()
	s.wordMask, s.word = f.WordFormat()
	for _, suffix := range []string{"", ".sat"} {
		for k, a := range f.Aliases() {
			s.said = append(s.said, said{nameOf(a.Name + suffix), phrases(f, f.Hidden(k), shared)})
		}
		s.said = append(s.said, said{nameOf(f.Name() + suffix), phrases(f, nil, shared)})
	}
	var ok bool
	if s.name, ok = gatherOf(f.NameBits()); ok && s.name.bits() <= mostBits {
		s.variants = make([]uint8, 1<<s.name.bits())
		for v := range s.variants {
			i := g13.Inst{Form: f, Word: s.name.put(f.Fixed(), uint64(v))}
			s.variants[v] = uint8(variant(i))
		}
	}
	return s
}

// variant is which of the things that its form says an instruction does.
func variant(i g13.Inst) int {
	aliases := len(i.Form.Aliases())
	v := i.Alias()
	if v < 0 {
		v = aliases
	}
	if i.Saturates() {
		v += aliases + 1
	}
	return v
}

// phrases puts the operands that are not hidden into phrases.
func phrases(f g13.Form, hidden []bool, shared map[textKey]*texts) (all []phrase) {
	var run []int
	var bits g13.Word
	end := func() {
		if len(run) > 0 {
			all = append(all, phraseOf(f, run, bits, shared))
		}
		run, bits = nil, g13.Word{}
	}
	for n := range f.Operands() {
		if hidden != nil && hidden[n] {
			continue
		}
		own := f.Bits(n)
		both := g13.Word{Lo: bits.Lo | own.Lo, Hi: bits.Hi | own.Hi}
		if g, ok := gatherOf(both); !ok || g.bits() > mostPhraseBits {
			end()
			both = own
		}
		run, bits = append(run, n), both
	}
	end()
	return all
}

func phraseOf(f g13.Form, operands []int, bits g13.Word, shared map[textKey]*texts) phrase {
	g, ok := gatherOf(bits)
	if !ok || g.bits() > mostBits {
		return phrase{n: operands[0], long: longOf(f, operands[0])}
	}
	key := textKey{form: f, operands: fmt.Sprint(operands), gather: g}
	if o := f.Operands()[operands[0]]; len(operands) == 1 && o.Alone() { // other operands have no part in it
		o.Fields = ""
		key = textKey{operand: o, gather: g}
	}
	if shared[key] == nil {
		shared[key] = &texts{form: f, operands: operands, gather: g}
	}
	return phrase{gather: g, texts: shared[key]}
}

// longOf is the operand as a number in one piece.
func longOf(f g13.Form, n int) *longNumber {
	l := longNumber{kind: f.Operands()[n].Kind, typed: f.Operands()[n].Kind == g13.Offset}
	value, typ, inOrder := f.ValueBits(n)
	var ok, ok2 bool
	l.value, ok = gatherOf(value)
	l.typ, ok2 = gatherOf(typ)
	if !inOrder || !ok || !ok2 || l.kind != g13.PCRel && l.kind != g13.Uint && l.kind != g13.Offset {
		return nil
	}
	return &l
}

// number is the operand's number, where it is one.
func (l *longNumber) number(halves *[2]uint64) (v int64, ok bool) {
	if l.typed && l.typ.get(halves) == 0 {
		return 0, false
	}
	v = int64(l.value.get(halves))
	if l.kind != g13.Uint { // it has a sign
		free := 64 - l.value.bits()
		v = v << free >> free
	}
	return v, true
}

// textKey is what phrases with the same texts have in common: a form and operands of it, or for the simple ones the operand whatever the form.
type textKey struct {
	form     g13.Form
	operands string
	operand  g13.Operand
	gather   gather
}

// Append appends the instruction as text.
func Append(b []byte, i g13.Inst) []byte {
	s := spellingOf(i.Form)
	halves := [2]uint64{i.Word.Lo, i.Word.Hi}
	var v int
	if s.variants != nil {
		v = int(s.variants[s.name.get(&halves)])
	} else {
		v = variant(i)
	}
	said := &s.said[v]
	b = said.name.append(b)
	first := true
	// What the text does not determine is looked for only where something may be.
	settled := (i.Word.Lo^s.usual.Lo)&s.silent.Lo|(i.Word.Hi^s.usual.Hi)&s.silent.Hi == 0
	if !s.wordMask.IsZero() && (i.Word.Lo^s.word.Lo)&s.wordMask.Lo|(i.Word.Hi^s.word.Hi)&s.wordMask.Hi == 0 {
		settled = false // words in halves
	}
	for k := range said.phrases {
		p := &said.phrases[k]
		if p.texts == nil {
			if p.long != nil {
				if v, ok := p.long.number(&halves); ok {
					settled = settled && (v&1 == 0 || p.long.kind != g13.PCRel)
					b, first = appendNumber(appendSeparator(b, first), p.long.kind, v), false
					continue
				}
			}
			var long bool
			b, first, long = appendLong(b, i, p.n, first)
			settled = settled && long
			continue
		}
		table := p.texts.table()
		e := table.entries[p.get(&halves)]
		settled = settled && e&unsettled == 0
		off, n := e&textOffMask, e>>textLenAt&textLenMask
		if n > 0 && first { // without the comma
			off, n, first = off+1, n-1, false
		}
		b = table.appendText(b, off, n)
	}
	if !settled {
		return appendRest(b, i)
	}
	if i.Word.Lo&s.long.Lo|i.Word.Hi&s.long.Hi != 0 && i.Word.Lo&s.lacking.Lo|i.Word.Hi&s.lacking.Hi == 0 {
		b = append(b, long...)
	}
	return b
}

// appendLong is appendNext for an operand that has too many values for texts. It is settled where it is a number of its
// own bits alone, or a register that the document has no UNDEFINED() for.
func appendLong(b []byte, i g13.Inst, n int, first bool) (_ []byte, stillFirst, settled bool) {
	if v, file, size, ok := i.Scalar(n); ok {
		b = appendSeparator(b, first)
		if size == 0 {
			return appendNumber(b, i.Kind(n), v), false, v&1 == 0 || i.Kind(n) != g13.PCRel
		}
		return appendRegister(b, "ru"[file], g13.Arg{Index: int(v), Size: size}), false, true
	}
	a := i.Arg(n)
	settled = a.Class != g13.Number && !a.Undefined && i.Doubt(n) == ""
	b, first = appendNext(b, i, n, first)
	return b, first, settled
}
