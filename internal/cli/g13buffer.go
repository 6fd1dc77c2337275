package cli

import (
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/api"
)

// A bufferSave is a buffer and the file that it is written to.
type bufferSave struct {
	api.G13Buffer
	file string
}

// openBuffers maps the buffers, and finds those that are to be saved.
func (f g13RunFlags) openBuffers(s *api.G13State) (saves []bufferSave, err error) {
	for _, text := range f.buffers {
		if err := openBuffer(s, text); err != nil {
			return nil, err
		}
	}
	for _, text := range f.saves {
		name, file, ok := strings.Cut(text, "=")
		n, err := api.Numbered(name, 'u', machine.Uniforms/2)
		switch {
		case err != nil:
			return nil, usagef("--save %s: %v", text, err)
		case !ok || file == "" || file == "-":
			return nil, usagef("--save %s: expected a file, as in u2=FILE", text)
		}
		b, err := s.Buffer(n)
		if err != nil {
			return nil, usagef("--save %s: %v", text, err)
		}
		saves = append(saves, bufferSave{b, file})
	}
	return saves, nil
}

func openBuffer(s *api.G13State, text string) error {
	name, from, ok := strings.Cut(text, "=")
	n, err := api.Numbered(name, 'u', machine.Uniforms/2)
	if err != nil {
		return usagef("--buffer %s: %v", text, err)
	}
	if !ok || from == "" || from == "-" {
		return usagef("--buffer %s: expected a file or a size, as in u2=FILE or u2=zero:4096", text)
	}
	digits, zero := strings.CutPrefix(from, "zero:")
	size := int64(0)
	if zero {
		v, err := strconv.ParseUint(digits, 0, 63)
		if err != nil {
			return usagef("--buffer %s: %q is no number of bytes", text, digits)
		}
		size = int64(min(v, math.MaxInt32))
	} else {
		info, err := os.Stat(from)
		if err != nil {
			return err
		}
		size = min(info.Size(), math.MaxInt32)
	}
	b, err := s.AddBuffer(n, int(size))
	if err != nil {
		return usagef("--buffer %s: %v", text, err)
	}
	if zero {
		return nil
	}
	content, err := os.ReadFile(from)
	copy(b.Bytes, content)
	return err
}
