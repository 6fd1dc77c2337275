package cli

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
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
	if !zero {
		return readBuffer(s, n, text, from)
	}
	v, err := strconv.ParseUint(digits, 0, 63)
	if err != nil {
		return usagef("--buffer %s: %q is no number of bytes", text, digits)
	}
	if _, err = s.AddBuffer(n, int(min(v, math.MaxInt32))); err != nil {
		return usagef("--buffer %s: %v", text, err)
	}
	return nil
}

// maxStream bounds what is read for a buffer from where nothing says how much there is, such as a pipe.
const maxStream = 64 << 20

// readBuffer maps a buffer with what is in a file.
func readBuffer(s *api.G13State, n int, text, from string) error {
	file, err := os.Open(from)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	var in io.Reader = file
	size := info.Size()
	if !info.Mode().IsRegular() || size == 0 {
		content, err := io.ReadAll(io.LimitReader(file, maxStream+1))
		if err != nil {
			return err
		}
		if size = int64(len(content)); size > maxStream {
			return fmt.Errorf("--buffer %s: it is no file with a size, and there are more than %d bytes", text, maxStream)
		}
		in = bytes.NewReader(content)
	}
	b, err := s.AddBuffer(n, int(min(size, math.MaxInt32)))
	if err != nil {
		return fmt.Errorf("--buffer %s: %w", text, err)
	}
	if _, err = io.ReadFull(in, b.Bytes); err != nil {
		return fmt.Errorf("--buffer %s: %w", text, err)
	}
	return nil
}

// checkFiles refuses to write to a file that is the program, or twice to the same. A buffer may be saved to where it is from.
func (f g13RunFlags) checkFiles(program string) error {
	type written struct{ flag, file string }
	var all []written
	for _, text := range f.saves {
		_, file, _ := strings.Cut(text, "=")
		all = append(all, written{"--save " + text, file})
	}
	if f.trace != "" {
		all = append(all, written{"--trace " + f.trace, f.trace})
	}
	for k, w := range all {
		for _, in := range []string{program, f.preamble} {
			if in != "-" && in != "" && sameFile(w.file, in) {
				return usagef("%s: the program is there", w.flag)
			}
		}
		for _, other := range all[:k] {
			if sameFile(w.file, other.file) && !isDevice(w.file) {
				return usagef("%s: %s goes there too", w.flag, other.flag)
			}
		}
	}
	if program == "-" && f.preamble == "-" {
		return usagef("--preamble -: standard input is the program")
	}
	return nil
}

// sameFile says whether two names lead to one file.
func sameFile(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// isDevice says whether something is there that is no file.
func isDevice(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.Mode().IsRegular()
}

// saveBuffers writes the buffers that are to be saved.
func (c *command) saveBuffers(saves []bufferSave) error {
	for _, s := range saves {
		if err := c.replace(s.file, func(w io.Writer) error {
			_, err := w.Write(s.Bytes)
			return err
		}); err != nil {
			return fmt.Errorf("--save %s=%s: %w", s.Name(), s.file, err)
		}
	}
	return nil
}
