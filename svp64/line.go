package svp64

import (
	"errors"
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// A Line is an instruction with what has to be set up for it to be one certain movement, as text has it behind the instruction:
//
//	sv.mv.swiz/dm=r3/vec2/w=16 *32,*64,XY vl=4 pack r3=0x5 ra=i16x16
//	                                      └ SVSTATE ┘ └ Set ┘ └ Src ┘
type Line struct {
	Inst
	SV     SVState
	Stated bool      // the text says something of SVSTATE
	Set    []Setting // values of predicates
	Src    Extent    // the vector that begins at RA
	Dst    Extent    // the vector that begins at RT
	Doubts []string  // what of the text can be read in two ways
}

// A Setting is the value of a register that predicates are read from: of an integer register, or of a condition register field.
type Setting struct {
	CR    bool
	No    int
	Value uint64
}

// An Extent is how long a vector is, where the loop does not say so by itself: so many lanes of so many bits. None stands for as far as the loop reaches.
type Extent struct{ Bits, Lanes int }

// maxVectorBits bounds a vector that a text names: a loop's own is at most 64 subvectors of four elements of 64 bits.
const maxVectorBits = MaxVL * Lanes * 64

func (v Extent) size() int { return v.Bits * v.Lanes }

// NewLine is an instruction as it stands, with VL 1 and predicates of which nothing is known.
func NewLine(i Inst) Line { return Line{Inst: i, SV: NewSVState(1, 1)} }

// String is the instruction and behind it all that it needs.
func (l Line) String() string {
	words := []string{l.Inst.String()}
	if note := l.SV.Note(); note != "" {
		words = append(words, note)
	}
	words = append(words, l.settings()...)
	for _, v := range []struct {
		name string
		Extent
	}{{"ra", l.Src}, {"rt", l.Dst}} {
		if v.Lanes != 0 {
			words = append(words, fmt.Sprintf("%s=i%dx%d", v.name, v.Bits, v.Lanes))
		}
	}
	return strings.Join(words, " ")
}

// settings are the values in text: r3=0x5, and fields that follow one another as cr32=eq,,lt+so.
func (l Line) settings() (words []string) {
	for k, s := range l.Set {
		switch {
		case !s.CR:
			words = append(words, fmt.Sprintf("r%d=0x%x", s.No, s.Value))
		case k > 0 && l.Set[k-1].CR && l.Set[k-1].No == s.No-1:
			words[len(words)-1] += "," + CRField(s.Value).String()
		default:
			words = append(words, fmt.Sprintf("cr%d=%v", s.No, CRField(s.Value)))
		}
	}
	return words
}

// Warnings are those of the instruction and the doubts of its text.
func (l Line) Warnings() []string {
	return append(append([]string(nil), l.Doubts...), l.Inst.Warnings()...)
}

// State is a state of zeros in which all is as the line says.
func (l Line) State() *State {
	s := &State{CRBase: DefaultCRBase}
	l.SetUp(s)
	return s
}

// SetUp makes a state what the line says.
func (l Line) SetUp(s *State) {
	s.SV = l.SV
	l.SetPredicates(s)
}

// SetPredicates writes the values of the predicates alone.
func (l Line) SetPredicates(s *State) {
	for _, v := range l.Set {
		if v.CR {
			s.CR[v.No&(NumRegs-1)] = CRField(v.Value)
		} else {
			s.GPR[v.No&(NumRegs-1)] = v.Value
		}
	}
}

// DependsOnPredicates says whether a predicate is tested.
func (i Inst) DependsOnPredicates() bool { return i.predicated() }

// known says whether the values of all predicates are given; it is an error if only some are.
func (l Line) known() (bool, error) {
	if !l.predicated() || len(l.Set) == 0 {
		return !l.predicated(), nil
	}
	given := map[Setting]bool{}
	for _, s := range l.Set {
		given[Setting{CR: s.CR, No: s.No}] = true
	}
	need := func(s Setting, name string) error {
		if !given[s] {
			return fmt.Errorf("the values of some predicates are given, and that of %s%d is not", name, s.No)
		}
		return nil
	}
	if !l.CR {
		for _, p := range []Predicate{l.DstMask, l.SrcMask} {
			if p != 0 {
				if err := need(Setting{No: predicateRegs[p]}, "r"); err != nil {
					return false, err
				}
			}
		}
		return true, nil
	}
	fields := l.SV.VL()
	if l.IsPair() {
		fields = 1
	}
	for k := range fields {
		if err := need(Setting{CR: true, No: DefaultCRBase + k}, "cr"); err != nil {
			return false, err
		}
	}
	return true, nil
}

// Map is the line as a movement of bits: source a is the vector in RA, the old destination that in RT. Under a predicate of which no value is given the error is ErrRunTime, and Guarded may have it.
func (l Line) Map() (lane.Map, error) {
	known, err := l.known()
	if err != nil {
		return lane.Map{}, err
	}
	if !known {
		return lane.Map{}, ErrRunTime
	}
	if err := l.Check(); err != nil {
		return lane.Map{}, err
	}
	s := l.State()
	if l.IsPair() {
		if err := l.SV.check(); err != nil {
			return lane.Map{}, err
		}
		return l.sized(s.pairMap(l.Inst))
	}
	loop, err := s.Loop(l.Inst)
	if err != nil {
		return lane.Map{}, err
	}
	m, err := loop.Map()
	if err != nil {
		return lane.Map{}, err
	}
	return l.sized(m)
}

// Guarded is Inst.Guarded of vectors as long as the line says.
func (l Line) Guarded() (lane.Guarded, error) {
	if l.Src.Lanes != 0 || l.Dst.Lanes != 0 {
		return lane.Guarded{}, errors.New("not a map under a predicate: ra= and rt= stand with predicates whose values are given")
	}
	return l.Inst.Guarded(l.SV)
}

// sized gives the vectors of a map their lengths. What the loop touches must lie inside.
func (l Line) sized(m lane.Map) (lane.Map, error) {
	width := m.Bits
	for _, v := range []Extent{l.Src, l.Dst} {
		if v.Lanes != 0 {
			width = lane.GCD(width, v.size())
		}
	}
	m, err := m.Regroup(width)
	if err != nil {
		return m, err
	}
	m = m.Clone()
	if l.Src.Lanes != 0 {
		m.Src[0] = l.Src.size() / width
		for _, x := range m.Lane {
			if x.Kind == lane.Source && x.Index >= m.Src[0] {
				return m, fmt.Errorf("ra=i%dx%d: the instruction reads bit %d of that vector, behind its end", l.Src.Bits, l.Src.Lanes, x.Index*width)
			}
		}
	}
	if l.Dst.Lanes != 0 {
		n := l.Dst.size() / width
		for k := n; k < len(m.Lane); k++ {
			if m.Lane[k] != lane.FromOld(k) {
				return m, fmt.Errorf("rt=i%dx%d: the instruction writes bit %d of that vector, behind its end", l.Dst.Bits, l.Dst.Lanes, k*width)
			}
		}
		m.Lane = m.Lane[:min(n, len(m.Lane))]
		for k := len(m.Lane); k < n; k++ {
			m.Lane = append(m.Lane, lane.FromOld(k))
		}
	}
	return m, m.Check()
}

// String is the bits that are set, as lt+so; nothing where none is.
func (f CRField) String() string {
	var names []string
	for k, name := range []string{"lt", "gt", "eq", "so"} {
		if f&(LT>>k) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, "+")
}

// Note says what SVSTATE has to hold for an instruction to be what it is, as text behind it: "vl=4 pack". Nothing is said of one subvector.
func (v SVState) Note() string {
	var words []string
	if v.VL() != 1 {
		words = append(words, fmt.Sprintf("vl=%d", v.VL()))
	}
	if v.Pack() {
		words = append(words, "pack")
	}
	if v.Unpack() {
		words = append(words, "unpack")
	}
	return strings.Join(words, " ")
}
