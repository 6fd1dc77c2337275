package api

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/g13/machine"
)

// SetText sets a register such as r0, in all lanes, to what a person writes: 7, -7, 0x7, 0.5, lane, or one of them for each lane with commas between.
func (s *G13State) SetText(name, value string) error {
	n, err := Numbered(name, 'r', machine.Registers)
	if err != nil {
		return err
	}
	row, err := laneValues(value)
	if err == nil {
		s.Set(n, row)
	}
	return err
}

// SetUniformText sets a uniform such as u0 to what a person writes.
func (s *G13State) SetUniformText(name, value string) error {
	n, err := Numbered(name, 'u', machine.Uniforms/2)
	if err != nil {
		return err
	}
	v, err := laneValue(value, 0)
	if err != nil {
		return err
	}
	return s.SetUniform(n, v)
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
