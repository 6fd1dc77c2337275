package cli

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A process that lives long keeps nothing of a command that is through. Cobra keeps what it is told of a flag's completion for ever, by the flag, which leads to all commands: it is told only for a shell that asks.
func TestNoFlagIsKept(t *testing.T) {
	for _, completing := range []bool{false, true} {
		c := &command{completing: completing}
		flags, kept := 0, 0
		var walk func(cmd *cobra.Command)
		walk = func(cmd *cobra.Command) {
			for _, set := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
				set.VisitAll(func(f *pflag.Flag) {
					flags++
					if _, known := cmd.GetFlagCompletionFunc(f.Name); known {
						kept++
					}
				})
			}
			for _, below := range cmd.Commands() {
				walk(below)
			}
		}
		walk(c.tree())
		if flags < 100 || (kept > 0) != completing {
			t.Errorf("completing %v: %d of %d flags are kept", completing, kept, flags)
		}
	}
}
