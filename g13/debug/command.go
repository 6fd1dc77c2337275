package debug

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/syntax"
)

// A Travel goes somewhere.
type Travel func(ctx context.Context) (Arrival, error)

// strides are those that have a word.
var strides = map[string]Stride{"next": Over, "out": Out, "line": Line, "block": Block}

// Travel reads a command that goes somewhere, without going yet:
//
//	step   step 7   next   out   line   block     forward
//	run   run loop   run when r3.f > 1            to a breakpoint, or to a place
//	back   back 7   back next   back run nan      each of them the other way
//	goto 12                                       to a position
//
// An error is a *syntax.Error in what follows the word where it has a place.
func (s *Session) Travel(word, rest string) (Travel, error) {
	by, isStride := strides[word]
	switch {
	case isStride:
		return func(ctx context.Context) (Arrival, error) { return s.Go(ctx, by) }, Nothing(rest)
	case word == "step":
		n, err := Count(rest, 1)
		return func(ctx context.Context) (Arrival, error) { return s.Forward(ctx, n) }, err
	case word == "run":
		all, err := s.breakpointsTo(strings.TrimSpace(rest))
		return func(ctx context.Context) (Arrival, error) { return s.RunTo(ctx, all) }, err
	case word == "back":
		return s.travelBack(rest)
	case word == "goto":
		n, err := Count(rest, -1)
		if err != nil || n < 0 {
			return nil, errors.New("expected a position, a number of steps")
		}
		return func(ctx context.Context) (Arrival, error) {
			if n <= s.position {
				s.Seek(n)
			}
			return s.Forward(ctx, n-s.position)
		}, nil
	}
	return nil, fmt.Errorf("%s goes nowhere: expected step, next, out, line, block, run, back or goto", syntax.Quote(word))
}

// travelBack reads what follows the word back.
func (s *Session) travelBack(rest string) (Travel, error) {
	word, more, _ := strings.Cut(strings.TrimSpace(rest), " ")
	by, isStride := strides[word]
	switch {
	case word == "run":
		all, err := s.breakpointsTo(strings.TrimSpace(more))
		return func(ctx context.Context) (Arrival, error) { return s.RunBackTo(ctx, all) }, err
	case isStride:
		return func(ctx context.Context) (Arrival, error) { return s.GoBack(ctx, by) }, Nothing(more)
	case word == "step":
		rest = more
	}
	n, err := Count(rest, 1)
	if err != nil {
		return nil, fmt.Errorf("expected a number, step, next, out, line, block or run, found %s", syntax.Quote(word))
	}
	return func(context.Context) (Arrival, error) {
		at := s.position
		s.Seek(at - n)
		return Arrival{Over: n > at}, nil
	}, nil
}

// breakpointsTo are the breakpoints, and those of a place if one is named.
func (s *Session) breakpointsTo(place string) ([]*Breakpoint, error) {
	all := slices.Clone(s.breakpoints)
	if place == "" {
		return all, nil
	}
	more, err := s.Code.ParseBreakpoints(place)
	for k := range more {
		all = append(all, &more[k])
	}
	return all, err
}

// Count is the number that follows a command, or what it is without one.
func Count(rest string, without int) (int, error) {
	rest = strings.TrimSpace(rest)
	if rest == "" {
		return without, nil
	}
	n, err := strconv.Atoi(rest)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("expected a number, found %s", syntax.Quote(rest))
	}
	return n, nil
}

// Nothing says that nothing is to follow a command.
func Nothing(rest string) error {
	if strings.TrimSpace(rest) != "" {
		return fmt.Errorf("nothing follows this command, found %s", syntax.Quote(strings.TrimSpace(rest)))
	}
	return nil
}
