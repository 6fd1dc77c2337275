package form

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/svp64"
)

// Translate says a map in a dialect: in one form if there is one, otherwise in the shortest sequence of lines that is known. Read back, they are the map. The error says what the
// dialect lacks.
func (d Dialect) Translate(m lane.Map) ([]string, error) {
	text, err := d.say(m)
	if err == nil {
		return []string{text}, nil
	}
	if d.sequence == nil {
		return nil, err
	}
	lines, noSequence := d.sequence(m)
	switch {
	case noSequence != nil && noSequence.Error() == err.Error():
		return nil, err
	case noSequence != nil && errors.Is(err, errTarget): // which is no reason against a sequence
		return nil, noSequence
	case noSequence != nil:
		return nil, fmt.Errorf("%w; and in several: %w", err, noSequence)
	}
	return lines, nil
}

func sequenceLLVM(m lane.Map) ([]string, error) {
	c, err := shufflevector.ChainOf(m)
	if err != nil {
		return nil, err
	}
	return eachOf(c, shufflevector.Shuffle.IR)
}

func sequenceClang(m lane.Map) ([]string, error) {
	return variableChain(m, func(s shufflevector.Shuffle, step lane.Map, a, b string) (string, error) {
		text, err := sayClang(step)
		text = strings.Replace(text, "(a, b", "("+a[1:]+", "+b[1:], 1)
		return named(s.Result, text, 1) + ";", err
	})
}

func sequenceSPIRV(m lane.Map) ([]string, error) {
	return variableChain(m, func(s shufflevector.Shuffle, step lane.Map, a, b string) (string, error) {
		text, err := saySPIRV(step)
		text = strings.Replace(text, " %a %b", " "+a+" "+b, 1)
		_, text, _ = strings.Cut(text, "= ")
		if s.Result == "" {
			s.Result = "%r"
		}
		return named(s.Result, text, 0), err
	})
}

func named(result, text string, sigil int) string {
	if result == "" {
		return text
	}
	return result[sigil:] + " = " + text
}

func eachOf(c shufflevector.Chain, say func(shufflevector.Shuffle) (string, error)) (lines []string, err error) {
	for _, s := range c {
		text, err := say(s)
		if err != nil {
			return nil, err
		}
		lines = append(lines, text)
	}
	return lines, nil
}

// variableChain says a chain in a notation whose operands are variables only.
func variableChain(m lane.Map, say func(s shufflevector.Shuffle, step lane.Map, a, b string) (string, error)) ([]string, error) {
	c, err := shufflevector.ChainOf(m)
	if err != nil {
		return nil, err
	}
	return eachOf(c, func(s shufflevector.Shuffle) (string, error) {
		step, names := s.Map()
		if len(names) == 0 {
			return "", fmt.Errorf("nothing is read: the notation has variables only")
		}
		return say(s, step, names[0], names[len(names)-1])
	})
}

// sequenceSVP64 is one move for each source, of vectors that are whole registers.
func sequenceSVP64(m lane.Map) ([]string, error) {
	if !readInOrder(m) {
		return nil, fmt.Errorf("the moves' sources are read in another order than a, b, …, or not all of them")
	}
	moves, err := svp64.Sequence(m)
	if err != nil {
		return nil, err
	}
	// Each move writes lanes of its own, so that they can be in any order: in that of the sources, a reader names them alike.
	slices.SortStableFunc(moves, func(a, b svp64.Move) int { return int(a.Src - b.Src) })
	var lines []string
	for _, move := range moves {
		if move.Float {
			return nil, fmt.Errorf("the map has the constant 1.0 beside several sources, and floating-point registers are others than integer ones")
		}
		lanes := svp64.Lanes
		if move.Src >= 0 {
			lanes = m.Src[move.Src]
		}
		lines = append(lines, fmt.Sprintf("sv.mv.swiz/vec%d/w=%d *%d,*%d,%v", lanes, m.Bits, sequenceRegister(move.Dst), sequenceRegister(move.Src), move.Swizzle))
	}
	return lines, nil
}

// sequenceRegister is where a sequence's vector is: 32 for the result, 40 for the temporary, 48, 56 … for the sources.
func sequenceRegister(v svp64.Value) int {
	switch v {
	case svp64.Result:
		return 32
	case svp64.Temp:
		return 40
	}
	return 48 + 8*int(v)
}

// readInOrder says whether sources are first read in their order, so that a reader numbers them alike.
func readInOrder(m lane.Map) bool {
	return !slices.Contains(m.Reads(), 0)
}

// sequenceG13 is two shuffles of whole registers.
func sequenceG13(m lane.Map) ([]string, error) {
	wide, err := m.Widen(32)
	if err != nil || len(wide.Lane) != machine.Lanes || len(wide.Src) != 1 || wide.Src[0] != machine.Lanes {
		return nil, fmt.Errorf("two shuffles move 32 lanes of 32 bits of one register")
	}
	var want [machine.Lanes]int8
	for i, l := range wide.Lane {
		switch l.Kind {
		case lane.Source:
			want[i] = int8(l.Index)
		case lane.Undefined:
			want[i] = -1
		default:
			return nil, fmt.Errorf("lane %d comes from no register, and shuffles have no constants", i)
		}
	}
	shuffles := g13Shuffles()
	for _, last := range shuffles {
		needs, ok := behind(want, last.from)
		if !ok {
			continue
		}
		for _, first := range shuffles {
			if agrees(first.from, needs) {
				second := strings.Replace(last.text, "r0, r1", "r0, r2", 1)
				return []string{strings.Replace(first.text, "r0, r1", "r2, r1", 1), second}, nil
			}
		}
	}
	return nil, fmt.Errorf("no two shuffles of the G13 with numbers do this")
}

// A g13Shuffle is one that reads a whole register, and the lane that each lane reads.
type g13Shuffle struct {
	text string
	from [machine.Lanes]int8
}

var g13Shuffles = sync.OnceValue(func() (all []g13Shuffle) {
	for _, text := range g13Sayings() {
		i, err := asm.Parse(text)
		if err != nil || !strings.Contains(text, "shuffle") {
			continue
		}
		m, to, _, err := machine.Movement(i)
		if err != nil || to.Size != 32 || m.Bits != 32 || m.ReadsOld() || len(m.Src) != 1 {
			continue
		}
		s := g13Shuffle{text: text}
		for t, l := range m.Lane {
			s.from[t] = int8(l.Index)
		}
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b g13Shuffle) int { return strings.Compare(a.text, b.text) })
	return all
})

// behind is what a first shuffle has to put into each lane so that a second one makes what is wanted.
func behind(want, second [machine.Lanes]int8) (needs [machine.Lanes]int8, ok bool) {
	for t := range needs {
		needs[t] = -1
	}
	for t, w := range want {
		if w < 0 {
			continue
		}
		if at := &needs[second[t]]; *at >= 0 && *at != w {
			return needs, false
		} else {
			*at = w
		}
	}
	return needs, true
}

func agrees(have, needs [machine.Lanes]int8) bool {
	for t, n := range needs {
		if n >= 0 && have[t] != n {
			return false
		}
	}
	return true
}
