package cli

import (
	"fmt"
	"runtime/debug"

	"github.com/lanescope/lanescope/syntax"
)

// A run over many inputs goes on behind one over which Lanescope panics: that costs one answer, is reported with its input, and is in the exit code.

// maxStacks is how many bugs are reported whole; those behind them are a line each.
const maxStacks = 3

// guarded answers one input of many, and makes a panic an error.
func (c *command) guarded(file string, line int, text string, answer func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			c.bug(file, line, text, r, debug.Stack())
			err = fmt.Errorf("a bug in Lanescope: %v", r)
		}
	}()
	return answer()
}

// bug reports a panic over an input.
func (c *command) bug(file string, line int, text string, value any, stack []byte) {
	c.bugs++
	fmt.Fprintf(c.Stderr, "%s:%d: a bug in Lanescope, please report it with this line: %s\n  %s\n", syntax.Visible(file), line, syntax.Visible(fmt.Sprint(value)), syntax.Visible(text))
	if c.bugs <= maxStacks {
		fmt.Fprintf(c.Stderr, "version: %s\n\n%s\n", version(), stack)
	}
}
