package form

import (
	"errors"
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/syntax/strings"
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
	moves, err := FindSVP64(m)
	return append(moves.Head, moves.Lines...), err
}
