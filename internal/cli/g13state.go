package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/api"
)

// state is what the flags set.
func (f g13RunFlags) state() (api.G13State, error) {
	s := api.G13State{Group: machine.NewGroup()}
	for _, text := range f.registers {
		name, value, _ := strings.Cut(text, "=")
		n, err := api.Numbered(name, 'r', machine.Registers)
		if err != nil {
			return s, fmt.Errorf("--reg %s: %w", text, err)
		}
		row, err := laneValues(value)
		if err != nil {
			return s, fmt.Errorf("--reg %s: %w", text, err)
		}
		s.Set(n, row)
	}
	for _, text := range f.uniforms {
		name, value, _ := strings.Cut(text, "=")
		n, err := api.Numbered(name, 'u', machine.Uniforms/2)
		if err != nil {
			return s, fmt.Errorf("--uniform %s: %w", text, err)
		}
		v, err := laneValue(value, 0)
		if err != nil {
			return s, fmt.Errorf("--uniform %s: %w", text, err)
		}
		if err := s.SetUniform(n, v); err != nil {
			return s, fmt.Errorf("--uniform %s: %w", text, err)
		}
	}
	return s, nil
}

// laneValues is a value for all lanes, or one for each.
func laneValues(text string) (row machine.Row, err error) {
	values := strings.Split(text, ",")
	if len(values) != 1 && len(values) != machine.Lanes {
		return row, fmt.Errorf("expected one value, or %d with commas between, found %d", machine.Lanes, len(values))
	}
	for lane := range row {
		if row[lane], err = laneValue(values[lane%len(values)], lane); err != nil {
			return row, err
		}
	}
	return row, nil
}

func laneValue(text string, lane int) (uint32, error) {
	if text == "lane" {
		return uint32(lane), nil
	}
	if v, err := strconv.ParseInt(text, 0, 64); err == nil && v >= math.MinInt32 && v <= math.MaxUint32 {
		return uint32(v), nil
	}
	if x, err := strconv.ParseFloat(text, 32); err == nil && strings.ContainsAny(text, ".en") {
		return math.Float32bits(float32(x)), nil
	}
	return 0, fmt.Errorf("%q is no number of 32 bits, such as 7, -7, 0x7 or 0.5, and not lane", text)
}
