package svp64

import "fmt"

// MaxVL is the greatest vector length: a predicate in a register has 64 bits.
const MaxVL = 64

// An SVState is the register SVSTATE: the vector length, the order of loops, and how far a loop has come.
type SVState uint64

// NewSVState is a state at the beginning of a loop.
func NewSVState(maxVL, vl int) SVState {
	return SVState(svMaxVL.put(uint64(maxVL)) | svVL.put(uint64(vl)))
}

// MaxVL is the greatest length that VL may have.
func (v SVState) MaxVL() int { return int(svMaxVL.get(uint64(v))) }

// VL is the length of vectors, in subvectors.
func (v SVState) VL() int { return int(svVL.get(uint64(v))) }

// Pack says that the source is walked lane by lane and not subvector by subvector.
func (v SVState) Pack() bool { return svPack.get(uint64(v)) == 1 }

// Unpack says the same of the destination.
func (v SVState) Unpack() bool { return svUnpack.get(uint64(v)) == 1 }

// Vertical says that an instruction does one group of moves, and svstep goes on to the next.
func (v SVState) Vertical() bool { return svVertical.get(uint64(v)) == 1 }

// WithPack sets the order of both loops.
func (v SVState) WithPack(pack, unpack bool) SVState {
	return SVState(svUnpack.set(svPack.set(uint64(v), bit(pack)), bit(unpack)))
}

// WithVertical sets or clears Vertical-First mode.
func (v SVState) WithVertical(on bool) SVState { return SVState(svVertical.set(uint64(v), bit(on))) }

// WithMaxVL sets MAXVL.
func (v SVState) WithMaxVL(n int) SVState { return SVState(svMaxVL.set(uint64(v), uint64(n))) }

// WithVL sets VL.
func (v SVState) WithVL(n int) SVState { return SVState(svVL.set(uint64(v), uint64(n))) }

// WithPersist sets or clears the bit that keeps a REMAP for more than one instruction.
func (v SVState) WithPersist(on bool) SVState { return SVState(svPersist.set(uint64(v), bit(on))) }

// WithStepImmediate is what svstep with the immediate SVi, 1 to 128, does to the order of loops. The encoding has SVi-1, which begins with 11 for this.
//
//	13 neither   14 UNPACK   15 PACK   16 both
func (v SVState) WithStepImmediate(svi int) (SVState, bool) {
	if n := svi - 1; n>>2 == 0b11 {
		return v.WithPack(n&2 != 0, n&1 != 0), true
	}
	return v, false
}

func bit(on bool) uint64 {
	if on {
		return 1
	}
	return 0
}

// A Place is where a walk over a vector stands: a subvector and a lane of the swizzle.
type Place struct{ Step, Sub int }

// Places are the next source and the next destination. At the beginning of a loop all is zero.
func (v SVState) Places() (src, dst Place) {
	w := uint64(v)
	return Place{int(svSrcStep.get(w)), int(svSrcSub.get(w))}, Place{int(svDstStep.get(w)), int(svDstSub.get(w))}
}

// WithPlaces sets them.
func (v SVState) WithPlaces(src, dst Place) SVState {
	w := svSrcStep.set(uint64(v), uint64(src.Step))
	w = svSrcSub.set(w, uint64(src.Sub))
	w = svDstStep.set(w, uint64(dst.Step))
	return SVState(svDstSub.set(w, uint64(dst.Sub)))
}

// check says whether loops can run on the state.
func (v SVState) check() error {
	if v.VL() > v.MaxVL() || v.MaxVL() > MaxVL {
		return fmt.Errorf("VL is %d and MAXVL %d: %w", v.VL(), v.MaxVL(), ErrVL)
	}
	src, dst := v.Places()
	if n := max(v.VL(), 1); src.Step >= n || dst.Step >= n {
		return fmt.Errorf("%w: srcstep %d, dststep %d with VL %d", ErrStep, src.Step, dst.Step, v.VL())
	}
	return nil
}

// A File is the registers of one kind.
type File [NumRegs]uint64

// element is element k of a vector of elements of so many bits that begins at register r. Element 0 is in the lowest bits.
func (f *File) element(r, k, bits int) uint64 {
	per := 64 / bits
	return f[r+k/per] >> (k % per * bits) & ones(bits)
}

// setElement writes an element and leaves the other bits of its register as they are.
func (f *File) setElement(r, k, bits int, v uint64) {
	per := 64 / bits
	at := k % per * bits
	f[r+k/per] = f[r+k/per]&^(ones(bits)<<at) | v&ones(bits)<<at
}

// ones is so many ones.
func ones(bits int) uint64 { return ^uint64(0) >> (64 - bits) }

// DefaultCRBase is the condition register field that the predicate of element 0 is in. The specification says 32; the upstream simulator, which has 8 fields, uses 4.
const DefaultCRBase = 32

// A State is what these instructions read and write.
type State struct {
	GPR, FPR File
	CR       [NumRegs]CRField
	SV       SVState
	CRBase   int // the field that the predicate of element 0 is in
}

// NewState is a state of zeros with this vector length, which is also MAXVL.
func NewState(vl int) *State {
	return &State{SV: NewSVState(vl, vl), CRBase: DefaultCRBase}
}

// file is the registers that the instruction moves.
func (s *State) file(i Inst) *File {
	if i.Float {
		return &s.FPR
	}
	return &s.GPR
}

// A CRField is one field of the condition register.
type CRField uint8

// The bits of a field, as a comparison sets them.
const (
	SO CRField = 1 << iota // summary overflow
	EQ                     // equal
	GT                     // greater
	LT                     // less
)

// holds says whether a condition, by its code in a prefix, is true of the field.
func (f CRField) holds(p Predicate) bool {
	want := [8]CRField{LT, LT, GT, GT, EQ, EQ, SO, SO}[p&7]
	return f&want != 0 == (p&1 == 0)
}

// CompareImmediate is the Power ISA's cmpi: it compares a register with a number, as signed integers of 64 bits or, unless wide, of the lower 32, and sets a field. In its word there is room for
// fields 0 to 7; a prefix reaches the others. Under a predicate on that field a swizzle move becomes a compare-and-swap.
func (s *State) CompareImmediate(field int, wide bool, ra int, si int16) {
	a := int64(s.GPR[ra&(NumRegs-1)])
	if !wide {
		a = int64(int32(a))
	}
	f := CRField(0) // SO is a copy of XER's, which nothing here sets
	switch b := int64(si); {
	case a < b:
		f = LT
	case a > b:
		f = GT
	default:
		f = EQ
	}
	s.CR[field&(NumRegs-1)] = f
}
