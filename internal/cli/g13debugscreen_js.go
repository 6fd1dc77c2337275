package cli

import (
	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/internal/api"
)

// debugScreen is for terminals, of which a page has none.
func (c *command) debugScreen(*debug.Session, api.G13State, string) error {
	return usagef("there is no terminal here; --script FILE does what stands there, and --dap is for editors")
}
