package fuzz

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/lanescope/lanescope/lane"
)

// Does holds the program against a map by another route than Map has: it computes with bytes by chance, which the map moves.
func (p *Program) Does(m lane.Map, rng *rand.Rand) error {
	if len(m.Src) != p.Sources || len(m.Lane) != p.Bytes || m.Bits != 8 {
		return errors.New("the map is that of no such program")
	}
	var sources [][]byte
	for range p.Sources {
		b := make([]byte, p.Bytes)
		for k := range b {
			b[k] = byte(rng.Uint32())
		}
		sources = append(sources, b)
	}
	got, defined := p.Run(sources)
	moved := make([]byte, p.Bytes)
	if err := m.Apply(moved, make([]byte, p.Bytes), sources...); err != nil {
		return err
	}
	for k, l := range m.Lane {
		switch isDefined := l.Kind != lane.Undefined; {
		case defined[k] != isDefined:
			return fmt.Errorf("byte %d is defined in one of the two", k)
		case isDefined && got[k] != moved[k]:
			return fmt.Errorf("byte %d is %d, and the map moves %d there", k, got[k], moved[k])
		}
	}
	return nil
}
