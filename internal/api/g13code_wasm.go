package api

import (
	"errors"

	"github.com/lanescope/lanescope/g13/machine"
)

// errNoCode is why there is no machine code here: a page does without the compiler, which is a twentieth of the library.
var errNoCode = errors.New("machine code for the G13 needs a CPU with AVX-512, and WebAssembly is none")

func compileG13(*machine.Program) (g13Code, error) { return nil, errNoCode }

// AppendG13Code says that there is none.
func AppendG13Code(b []byte, _ *machine.Program) ([]byte, error) { return b, errNoCode }
