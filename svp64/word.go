package svp64

import (
	"errors"
	"fmt"
)

// The extended opcodes, of which bit 28 alone tells the register file.
const (
	xoMv  = 0b0011
	xoFmv = 0b1011
)

// DefaultPO is the primary opcode that is used where none is given. The document leaves it open; see erratum 1.
const DefaultPO = 22

// Prefixing is one of the two published ways to encode a prefix.
type Prefixing uint8

// The prefix encodings.
const (
	PO1 Prefixing = iota // the implemented one, inside the Power ISA's own prefix space
	PO9                  // the later one, with a primary opcode of its own, which also has SVP64Single
)

// An Encoding is what the documents leave open about words.
type Encoding struct {
	PO     uint8 // the primary opcode of mv.swiz and fmv.swiz, 0 to 63
	Prefix Prefixing
}

// DefaultEncoding has the opcode 22 and the implemented prefix.
var DefaultEncoding = Encoding{PO: DefaultPO, Prefix: PO1}

// Words are the one or two words of an instruction, the prefix first.
type Words struct {
	Word [2]uint32
	N    int
}

// String is the words as eight digits each, with a space between.
func (w Words) String() string {
	if w.N == 2 {
		return fmt.Sprintf("%08x %08x", w.Word[0], w.Word[1])
	}
	return fmt.Sprintf("%08x", w.Word[0])
}

// Encode is the instruction as words.
func (e Encoding) Encode(i Inst) (Words, error) { return e.encode(&i) }

// encode does not copy the instruction, whose small fields a processor is slow to read as one large one.
func (e Encoding) encode(i *Inst) (Words, error) {
	if !i.plain() {
		if err := i.complaint(); err != nil {
			return Words{}, err
		}
	}
	if i.Form == Pair {
		return Words{[2]uint32{e.suffix(i, uint64(i.RT.No), uint64(i.RA.No))}, 1}, nil
	}
	prefix, err := e.prefix(i.Form, i.rm())
	if err != nil {
		return Words{}, err
	}
	rt, _ := extra3(i.RT)
	ra, _ := extra3(i.RA)
	return Words{[2]uint32{prefix, e.suffix(i, rt, ra)}, 2}, nil
}

func (e Encoding) suffix(i *Inst, rt, ra uint64) uint32 {
	xo := uint64(xoMv)
	if i.Float {
		xo = xoFmv
	}
	return uint32(wordPO.put(uint64(e.PO)) | wordRT.put(rt) | wordRA.put(ra) | wordImm.put(uint64(i.Swizzle)) | wordXO.put(xo))
}

// Decode is the instruction that begins w, and how many words it has. Both encodings of prefixes are understood, whichever e has, and prefix says which one it was.
func (e Encoding) Decode(w []uint32) (i Inst, n int, prefix Prefixing, err error) {
	if n, prefix, err = e.decode(&i, w); err != nil {
		i = Inst{}
	}
	return i, n, prefix, err
}

func (e Encoding) decode(i *Inst, w []uint32) (n int, prefix Prefixing, err error) {
	if len(w) == 0 {
		return 0, PO1, ErrTruncated
	}
	form, rm, prefix, err := splitPrefix(w[0])
	if err != nil {
		return 0, PO1, err
	}
	if form != Pair {
		if len(w) < 2 {
			return 0, prefix, wordError(w[0], wordPO, ErrTruncated)
		}
		if *i, err = fromRM(form, rm, w[0]); err != nil {
			return 0, prefix, err
		}
		n++
	}
	word := w[n]
	if err := e.readSuffix(i, word); err != nil {
		return 0, prefix, err
	}
	if !i.plain() {
		if err := i.complaint(); err != nil {
			return 0, prefix, misplaced(w, n, err)
		}
	}
	return n + 1, prefix, nil
}

// misplaced says in which bits a complaint about the whole instruction is: its widths are in the prefix, w[0], its registers in word n.
func misplaced(w []uint32, n int, err error) error {
	if errors.Is(err, ErrReservedWidth) {
		return &WordError{w[0], 12, 15, err}
	}
	return &WordError{w[n], 6, 15, err}
}

// readSuffix reads the word of the instruction itself. Behind a prefix the operands hold their EXTRA3, which the fields here complete.
func (e Encoding) readSuffix(i *Inst, word uint32) error {
	w := uint64(word)
	if po := wordPO.get(w); po != uint64(e.PO) {
		return wordError(word, wordPO, fmt.Errorf("%w: the primary opcode is %d, and theirs here is %d%s", ErrNotSwizzle, po, e.PO, olderHint(po)))
	}
	switch wordXO.get(w) {
	case xoMv:
	case xoFmv:
		i.Float = true
	default:
		return wordError(word, wordXO, fmt.Errorf("%w: the extended opcode is %04b, and theirs are %04b and %04b", ErrNotSwizzle, wordXO.get(w), xoMv, xoFmv))
	}
	i.Swizzle = Swizzle(wordImm.get(w))
	i.RT = i.RT.withField(wordRT.get(w))
	i.RA = i.RA.withField(wordRA.get(w))
	return nil
}
