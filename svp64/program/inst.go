package program

import (
	"fmt"

	"github.com/lanescope/lanescope/svp64"
)

// An Inst is one instruction of a program.
type Inst struct {
	Op      Op
	value   [numOperands]int64 // of the fields; a register under a prefix is 0 to 127, and a bit of the condition register 0 to 511
	vectors uint32             // which of them are vectors, a bit each

	// Prefix is what stands in front, of the form svp64.Vector, or svp64.Pair for nothing. Of a swizzle move it is the whole instruction.
	Prefix svp64.Inst
	els    bool   // of a load or store: a stride from element to element
	all    bool   // of a branch: every test must hold
	snz    bool   // where a predicate is false the bit counts as one
	vl     vlMode // what becomes of VL

	Word uint32 // of .long
}

// A vlMode is what a branch that decides does to VL.
type vlMode uint8

const (
	vlKept      vlMode = iota
	vlOnFail           // vs: cut before the first element that fails
	vlOnFailIn         // vsi: cut behind it
	vlOnMatch          // vsb: cut before the first element that holds
	vlOnMatchIn        // vsbi
)

var vlNames = [...]string{"", "vs", "vsi", "vsb", "vsbi"}

// prefixed says whether a prefix stands in front of an instruction that is no swizzle move.
func (i *Inst) prefixed() bool { return i.Op != Move && i.Prefix.Form == svp64.Vector }

// isVector says whether an operand is one.
func (i *Inst) isVector(op operand) bool { return i.vectors>>op&1 != 0 }

// hasVector says whether any operand is one.
func (i *Inst) hasVector() bool { return i.vectors != 0 }

// Size is how many bytes the instruction has.
func (i *Inst) Size() int {
	if i.Prefix.Form != svp64.Pair {
		return 8
	}
	return 4
}

// Name is the mnemonic, with its full stop where a comparison with zero goes along.
func (i *Inst) Name() string {
	name := table[i.Op].name
	if i.Op == Move {
		name = i.Prefix.Name()
	}
	if i.value[opRc] != 0 {
		name += "."
	}
	switch i.Prefix.Form {
	case svp64.Vector:
		name = "sv." + name
	case svp64.Single:
		name = "svs." + name
	}
	return name
}

// Does is what the instruction does, in a line.
func (i *Inst) Does() string { return table[i.Op].does }

// check says whether an instruction under a prefix is one that is executed here.
func (i *Inst) check() error {
	p, r := &i.Prefix, &table[i.Op]
	switch {
	case !i.prefixed():
		return nil
	case r.class == unprefixed:
		return fmt.Errorf("%s stands without a prefix", r.name)
	case i.value[opRc] != 0:
		return fmt.Errorf("sv.%s. would set a vector of condition fields; sv.cmpi does", r.name)
	case p.Sat != svp64.NoSat:
		return fmt.Errorf("saturation is of swizzle moves")
	case (r.class == comparison || r.class == branch) && (p.SubVL > 1 || p.DstWidth|p.SrcWidth != svp64.W64):
		return fmt.Errorf("sv.%s has elements of one lane and no widths", r.name)
	case (r.class == load || r.class == store) && (p.DstWidth != p.SrcWidth || p.SZ != p.DZ):
		return fmt.Errorf("sv.%s has one width, w=, which is that of the data, and zeroing on both sides, zz", r.name)
	case r.class == branch && (p.DZ || p.SrcMask != p.DstMask):
		return fmt.Errorf("sv.bc has a source alone: m=, sz and snz")
	case len(r.extra) == 3 && p.SrcMask != p.DstMask:
		return fmt.Errorf("sv.%s has one predicate, m=: the third register has the bits of the other one", r.name)
	}
	return nil
}
