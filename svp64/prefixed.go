package svp64

import (
	"slices"
	"strings"

	"github.com/lanescope/lanescope/syntax"
)

// This file gives what is the same for every instruction under a prefix to svp64/program, which has others than swizzle moves: the first word, registers, and specifiers.

// PrefixWord is the first word of an instruction whose prefix has the 24 bits rm. Single is SVP64Single.
func (e Encoding) PrefixWord(form Form, rm uint32) (uint32, error) { return e.prefix(form, rm) }

// SplitPrefix is the 24 bits of a prefix, and what kind it is of. Pair means that the word is none.
func SplitPrefix(word uint32) (form Form, rm uint32, prefix Prefixing, err error) {
	return splitPrefix(word)
}

// Extra3 is a register's five bits in an instruction and its three bits in the prefix.
func (r Reg) Extra3() (field5, spec uint64) { return extra3(r) }

// FromExtra3 is the register of both.
func FromExtra3(field5, spec uint64) Reg { return fromSpec(spec).withField(field5) }

// Mode is the five bits MODE of the prefix, and RM all of it. RT and RA give the first two EXTRA3.
func (i Inst) Mode() uint64 { return i.mode() }

// RM is the 24 bits of the prefix.
func (i Inst) RM() uint32 { return i.rm() }

// FromRM is what the 24 bits of a prefix say; word is for errors. Operands have only the bits that are in the prefix.
func FromRM(form Form, rm, word uint32) (Inst, error) { return fromRM(form, rm, word) }

// Specifiers are those of the prefix as text, each with its slash.
func (i Inst) Specifiers() string { return string(i.appendSpecifiers(nil)) }

// ReadSpecifiers reads what stands behind a mnemonic with slashes. Words that are no specifier of a prefix may be of the instruction: other says whether one is.
func (i *Inst) ReadSpecifiers(c *syntax.Cursor, other func(word string) bool) error {
	p := newParser(c.Text)
	p.Cursor = *c
	defer func() { c.Off = p.Off }()
	for p.Peek() == '/' {
		end := p.Off + 1
		for end < len(p.Text) && !strings.ContainsRune("/ \t\n\r\v\f", rune(p.Text[end])) {
			end++
		}
		if word := p.Text[p.Off+1 : end]; other(word) {
			if slices.Contains(p.seen, word) {
				return p.Wanted("each specifier once")
			}
			p.seen, p.Off = append(p.seen, word), end
			continue
		}
		if err := p.specifier(i); err != nil {
			return err
		}
	}
	return p.predicates(*i)
}

// Predicate is the value of a predicate of the instruction, bit i for subvector i.
func (s *State) Predicate(i Inst, p Predicate) uint64 { return s.predicate(i, p) }

// PredicateRegister is the integer register that a predicate is read from, if it is one of those.
func (i Inst) PredicateRegister(p Predicate) (reg int, ok bool) {
	return predicateRegs[p&7], !i.CR && p != 0
}

// Check says whether loops can run on SVSTATE.
func (v SVState) Check() error { return v.check() }

// Element is element k of a vector of elements of so many bits that begins at register r. Element 0 is in the lowest bits.
func (f *File) Element(r, k, bits int) uint64 { return f.element(r, k, bits) }

// SetElement writes an element and leaves the other bits of its register as they are.
func (f *File) SetElement(r, k, bits int, v uint64) { f.setElement(r, k, bits, v) }

// Elements are the elements that a move reads and writes, counted in the vectors that begin at RA and at RT. A constant is read nowhere, whatever from says.
func (l *Loop) Elements(a Arrival) (from, to int) {
	if a.Selector.Moves() {
		from = l.source(a.From, a.Selector)
	}
	return from, l.destination(a.To.Step, a.To.Sub)
}

// PairPredicate says what the predicates make of a pair: whether anything is written, whether its source counts as zero, and whether zero is written whatever the swizzle says.
func (s *State) PairPredicate(i Inst) (written, sourceZero, zero bool) { return s.pairPredicate(i) }
