package cli

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/api"
)

// state is what the flags set.
func (f g13RunFlags) state() (api.G13State, error) {
	s := api.G13State{Group: machine.NewGroup()}
	for _, text := range f.registers {
		name, value, _ := strings.Cut(text, "=")
		if err := s.SetText(name, value); err != nil {
			return s, fmt.Errorf("--reg %s: %w", text, err)
		}
	}
	for _, text := range f.uniforms {
		name, value, _ := strings.Cut(text, "=")
		if err := s.SetUniformText(name, value); err != nil {
			return s, fmt.Errorf("--uniform %s: %w", text, err)
		}
	}
	return s, nil
}
