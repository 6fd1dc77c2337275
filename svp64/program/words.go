package program

import (
	"fmt"

	"github.com/lanescope/lanescope/svp64"
)

// The 24 bits of a prefix as this package needs them, by their first bit from the right.
//
//	23       22   20 19     18 17         16 15   14 13   11 10    8 7      5 4     0
//	│ MASKMODE│ MASK │ ELWIDTH│ ELWIDTH_SRC │ SUBVL │ EXTRA3 │ EXTRA3 │ EXTRA3 │ MODE  │
//	                 │ALL│ SNZ│     │ VSb   │                         │MASK_SRC│CTR VLS VLi LRu sz   of a branch
const (
	rmExtra0, rmExtra1, rmExtra2 = 11, 8, 5
	rmAll, rmSNZ, rmVSb          = 1 << 19, 1 << 18, 1 << 16
	rmVLS, rmVLi                 = 1 << 3, 1 << 2
	rmEls, rmZZ                  = 1 << 4, 1 << 1
	rmWidths                     = 0xf << 16
	rmMode                       = 0x1f
)

// Encode is the instruction as words.
func Encode(i Inst, e svp64.Encoding) (svp64.Words, error) {
	switch {
	case i.Op == Long:
		return svp64.Words{Word: [2]uint32{i.Word}, N: 1}, nil
	case i.Op == Move:
		return e.Encode(i.Prefix)
	}
	if err := i.check(); err != nil {
		return svp64.Words{}, err
	}
	l := &layouts()[i.Op]
	word, rm := l.value, uint32(0)
	value := i.value
	if i.prefixed() {
		var err error
		if rm, err = i.rm(&value); err != nil {
			return svp64.Words{}, err
		}
	}
	for _, op := range l.has {
		v, err := l.put(op, value[op])
		if err != nil {
			return svp64.Words{}, err
		}
		word |= v
	}
	if !i.prefixed() {
		return svp64.Words{Word: [2]uint32{word}, N: 1}, nil
	}
	prefix, err := e.PrefixWord(svp64.Vector, rm)
	return svp64.Words{Word: [2]uint32{prefix, word}, N: 2}, err
}

// rm is the 24 bits of the prefix; values become what the instruction's own word has of registers.
func (i *Inst) rm(value *[numOperands]int64) (uint32, error) {
	r := &table[i.Op]
	p := i.Prefix
	p.RT, p.RA = svp64.Reg{}, svp64.Reg{}
	rm := p.RM()
	for k, op := range r.extra {
		field, spec, err := i.extra3(op)
		if err != nil {
			return 0, err
		}
		value[op] = int64(field)
		at := [...]int{rmExtra0, rmExtra1, rmExtra2}[k]
		rm = rm&^(7<<at) | uint32(spec)<<at
	}
	switch r.class {
	case load, store:
		rm &^= rmMode
		set(&rm, rmEls, i.els)
		set(&rm, rmZZ, p.SZ)
	case branch:
		rm &^= 7<<rmExtra2 | rmMode&^1 // there is no MASK_SRC, and of MODE sz alone
		set(&rm, 1, p.SZ || i.snz)
		set(&rm, rmAll, i.all)
		set(&rm, rmSNZ, i.snz)
		set(&rm, rmVLS, i.vl != vlKept)
		set(&rm, rmVSb, i.vl == vlOnMatch || i.vl == vlOnMatchIn)
		set(&rm, rmVLi, i.vl == vlOnFailIn || i.vl == vlOnMatchIn)
	}
	return rm, nil
}

func set(rm *uint32, bit uint32, on bool) {
	if on {
		*rm |= bit
	}
}

// extra3 is what an operand leaves in the instruction's word and what goes into the prefix. Fields of the condition register have three bits there, and vectors of them begin at every fourth one:
//
//	scalar   field = spec[1:2] BF[0:2]          0 to 31
//	vector   field = BF[0:2] spec[1:2] 00       0 to 124
func (i *Inst) extra3(op operand) (field, spec uint64, err error) {
	v := uint64(i.value[op])
	if op != opBF && op != opBI {
		if v >= svp64.NumRegs {
			return 0, 0, svp64.ErrRegister
		}
		field, spec = svp64.Reg{No: uint8(v), Vector: i.isVector(op)}.Extra3()
		return field, spec, nil
	}
	low := uint64(0) // the bit in the field
	if op == opBI {
		low, v = v&3, v>>2
	}
	switch {
	case i.isVector(op) && (v >= svp64.NumRegs || v&3 != 0):
		return 0, 0, fmt.Errorf("%s is *cr%d; vectors of fields begin at 0, 4, 8 to 124", operands[op].name, v)
	case i.isVector(op):
		field, spec = v>>4, 4|v>>2&3
	case v >= 32:
		return 0, 0, fmt.Errorf("%s is cr%d; a single field is 0 to 31", operands[op].name, v)
	default:
		field, spec = v&7, v>>3
	}
	if op == opBI {
		field = field<<2 | low
	}
	return field, spec, nil
}

// fromExtra3 is the operand of both.
func (i *Inst) fromExtra3(op operand, spec uint64) {
	field := uint64(i.value[op])
	if spec&4 != 0 {
		i.vectors |= 1 << op
	}
	if op != opBF && op != opBI {
		i.value[op] = int64(svp64.FromExtra3(field, spec).No)
		return
	}
	low := uint64(0)
	if op == opBI {
		low, field = field&3, field>>2
	}
	if spec&4 != 0 {
		field = field<<4 | spec&3<<2
	} else {
		field |= spec << 3
	}
	if op == opBI {
		field = field<<2 | low
	}
	i.value[op] = int64(field)
}

// Decode is the instruction that begins some words, and how many it has. A word that is none of the table's is .long, and so is a prefix in front of one.
func Decode(w []uint32, e svp64.Encoding) (i Inst, n int, prefix svp64.Prefixing) {
	if m, n, prefix, err := e.Decode(w); err == nil {
		return Inst{Op: Move, Prefix: m}, n, prefix
	}
	long := Inst{Op: Long, Word: w[0]}
	form, rm, prefix, _ := svp64.SplitPrefix(w[0]) // a word of a prefix's opcode that is none is Pair, and in no row of the table
	switch {
	case form == svp64.Single:
		return long, 1, prefix
	case form == svp64.Pair:
		if i, ok := decodeWord(w[0]); ok {
			return i, 1, prefix
		}
		return long, 1, prefix
	case len(w) < 2:
		return long, 1, prefix
	}
	i, ok := decodeWord(w[1])
	if !ok || !i.readRM(rm, w[0]) {
		return long, 1, prefix
	}
	return i, 2, prefix
}

// decodeWord looks a word up in the table.
func decodeWord(word uint32) (i Inst, ok bool) {
	all := layouts()
	for op := Addi; op < numOps; op++ {
		l := &all[op]
		if word&l.mask != l.value {
			continue
		}
		i.Op = op
		for _, field := range l.has {
			i.value[field] = l.get(word, field)
		}
		return i, true
	}
	return i, false
}

// readRM is what a prefix makes of the instruction, if it is one that may stand in front of it and has no other encoding.
func (i *Inst) readRM(rm, word uint32) bool {
	r := &table[i.Op]
	if r.class == unprefixed {
		return false
	}
	plain := rm &^ (7<<rmExtra0 | 7<<rmExtra1)
	switch r.class {
	case load, store:
		i.els = rm&rmEls != 0
		plain = plain &^ rmMode
		if rm&rmZZ != 0 {
			plain |= 3
		}
	case branch:
		i.all, i.snz = rm&rmAll != 0, rm&rmSNZ != 0
		if rm&rmVLS != 0 {
			i.vl = vlOnFail
			if rm&rmVSb != 0 {
				i.vl = vlOnMatch
			}
			if rm&rmVLi != 0 {
				i.vl++
			}
		}
		plain &^= rmWidths | rmMode&^1 | 7<<rmExtra2
	}
	if len(r.extra) == 3 {
		plain &^= 7 << rmExtra2
	}
	p, err := svp64.FromRM(svp64.Vector, plain, word)
	if err != nil {
		return false
	}
	if len(r.extra) != 2 { // one predicate
		p.SrcMask = p.DstMask
	}
	p.RT, p.RA = svp64.Reg{}, svp64.Reg{}
	i.Prefix = p
	for k, op := range r.extra {
		i.fromExtra3(op, uint64(rm>>[...]int{rmExtra0, rmExtra1, rmExtra2}[k]&7))
	}
	if i.snz {
		i.Prefix.SZ = false
	}
	return i.reencodes(rm)
}

// reencodes says whether the instruction has exactly this prefix, so that nothing in it is lost.
func (i *Inst) reencodes(rm uint32) bool {
	if i.check() != nil {
		return false
	}
	value := i.value
	again, err := i.rm(&value)
	return err == nil && again == rm
}
