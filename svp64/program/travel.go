package program

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/syntax"
)

// A Travel is a way through a program: so many units on or back, or on to the end.
//
//	step 2 group    on by two groups
//	back            back by one element
//	run             to the end
type Travel struct {
	Count int
	Unit  Unit
	Back  bool
	ToEnd bool
}

var unitNames = [...]string{ByElement: "element", ByGroup: "group", ByInstruction: "instruction"}

// String is the unit's name.
func (u Unit) String() string { return unitNames[u] }

// ParseUnit is the unit of a name.
func ParseUnit(name string) (Unit, bool) {
	k := slices.Index(unitNames[:], name)
	return Unit(max(k, 0)), k >= 0
}

// ParseTravel reads a command: step or back, with how many and which unit behind it in either order, or run. A count is at most most.
func ParseTravel(text string, most int) (Travel, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return Travel{}, errors.New("expected step, back or run")
	}
	t := Travel{Count: 1}
	switch words[0] {
	case "step", "s":
	case "back", "b":
		t.Back = true
	case "run":
		t.ToEnd = true
		if len(words) > 1 {
			return t, fmt.Errorf("%s: run goes to the end, and nothing stands behind it", syntax.Quote(words[1]))
		}
	default:
		return t, fmt.Errorf("%s goes nowhere: expected step, back or run", syntax.Quote(words[0]))
	}
	for _, word := range words[1:] {
		unit, ok := ParseUnit(word)
		n, err := strconv.Atoi(word)
		switch {
		case ok:
			t.Unit = unit
		case err == nil && n > 0 && n <= most:
			t.Count = n
		default:
			return t, fmt.Errorf("%s: expected how many, or element, group or instruction", syntax.Quote(word))
		}
	}
	return t, nil
}

// ErrLimit is why going ends before it is there.
var ErrLimit = errors.New("the limit is reached")

// Go goes that way. It makes at most so many steps forward, of elements, and ends with ErrLimit where they are not enough; the beginning and the end of the program are places like others.
func (s *Session) Go(ctx context.Context, t Travel, most int) error {
	unit, end := t.Unit, s.position+most
	if t.ToEnd {
		unit = ByElement
	}
	for n := 0; t.ToEnd || n < t.Count; n++ {
		var err error
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case t.Back:
			err = s.Back(unit)
		default:
			err = s.forwardTo(unit, end)
		}
		if errors.Is(err, ErrBegin) || errors.Is(err, ErrEnd) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// forwardTo goes one unit on, but not over a position.
func (s *Session) forwardTo(u Unit, end int) error {
	for {
		if s.Machine.Done() {
			return ErrEnd
		}
		if s.position >= end {
			return ErrLimit
		}
		moved, err := s.element()
		if err != nil || u.ends(moved) {
			return err
		}
	}
}

// GoTo goes to a position, or as near as the program has it.
func (s *Session) GoTo(ctx context.Context, position int) error {
	if position <= s.position {
		return s.Seek(position)
	}
	if err := s.Go(ctx, Travel{ToEnd: true}, position-s.position); !errors.Is(err, ErrLimit) {
		return err
	}
	return nil
}
