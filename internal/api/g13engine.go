package api

import "github.com/lanescope/lanescope/g13/machine"

// A G13Engine is what executes a program: the reference, with machine code or without.
type G13Engine string

// The engines. Auto is the reference at first, and machine code when a run takes long, where there can be any.
const (
	G13Reference G13Engine = "reference"
	G13Auto      G13Engine = "auto"
	G13JIT       G13Engine = "jit"
)

// G13Engines are their names.
func G13Engines() []string {
	return []string{string(G13Auto), string(G13JIT), string(G13Reference)}
}

// A g13Compilation is the machine code of one program, as far as an engine wants it.
type g13Compilation struct {
	native machine.Native
	later  func() machine.Native
	code   g13Code
}

// A g13Code is machine code of a program.
type g13Code interface {
	machine.Native
	Close() error
}

// Use gives a dispatch the machine code that the engine has for its program. Close the result when the dispatch is over.
func (e G13Engine) Use(d *machine.Dispatch) (end func() error, err error) {
	c, err := e.compile(d.Program)
	d.Native, d.Later = c.native, c.later
	return c.close, err
}

// compile is for a program. Only who wants machine code and nothing else is told that there can be none.
func (e G13Engine) compile(p *machine.Program) (*g13Compilation, error) {
	c := &g13Compilation{}
	switch e {
	case G13JIT:
		var err error
		if c.code, err = compileG13(p); err != nil {
			return c, err
		}
		c.native = c.code
	case G13Auto:
		c.later = func() machine.Native {
			code, err := compileG13(p)
			if err != nil {
				return nil
			}
			c.code = code
			return code
		}
	}
	return c, nil
}

func (c *g13Compilation) close() error {
	if c.code == nil {
		return nil
	}
	return c.code.Close()
}
