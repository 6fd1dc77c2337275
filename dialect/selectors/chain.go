package selectors

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
)

// EachOf says the shuffles of a chain, each in a line.
func EachOf(c shufflevector.Chain, say func(shufflevector.Shuffle) (string, error)) (lines []string, err error) {
	for _, s := range c {
		text, err := say(s)
		if err != nil {
			return nil, err
		}
		lines = append(lines, text)
	}
	return lines, nil
}

// Chain says a chain in a notation whose operands are variables only.
func Chain(m lane.Map, say func(s shufflevector.Shuffle, step lane.Map, a, b string) (string, error)) ([]string, error) {
	c, err := shufflevector.ChainOf(m)
	if err != nil {
		return nil, err
	}
	return EachOf(c, func(s shufflevector.Shuffle) (string, error) {
		step, names := s.Map()
		if len(names) == 0 {
			return "", fmt.Errorf("nothing is read: the notation has variables only")
		}
		return say(s, step, names[0], names[len(names)-1])
	})
}

// A Step is a shuffle of a chain as a map, with what it reads and makes.
type Step struct {
	Map   lane.Map
	Names []string // of the map's sources
	To    string
}

// Steps are a map as a chain of shuffles of two sources each, of which each reads what those before it made. The last one makes the map.
func Steps(m lane.Map) ([]Step, error) {
	c, err := shufflevector.ChainOf(m)
	if err != nil {
		return nil, err
	}
	all := make([]Step, len(c))
	for k, s := range c {
		all[k].Map, all[k].Names = s.Map()
		all[k].To = s.Result
	}
	return all, nil
}
