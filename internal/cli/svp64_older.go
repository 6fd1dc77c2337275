package cli

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/svp64"
)

func (c *command) svp64Older() *cobra.Command {
	var lanes int
	var back bool
	cmd := &cobra.Command{
		Use:   "older IMMEDIATE|SWIZZLE",
		Short: "Translate an immediate of the drafts up to March 2022, with the words of today",
		Long:  "Those drafts had 0NN for lanes, 100 and 101 for the constants 0 and 1, 110 for skip, and lane X in the lowest bits; the destination was as long as SUBVL said.",
		Example: `  lanescope svp64 older 0x400
  lanescope svp64 older fac --lanes 3
  lanescope svp64 older 688
  lanescope svp64 older --back W.Y.`,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := argCount(1, "one immediate of three hexadecimal digits")(nil, args); err != nil {
				return err
			}
			if back {
				return c.backToOlder(args[0])
			}
			v, err := strconv.ParseUint(strings.TrimPrefix(args[0], "0x"), 16, 12)
			if err != nil {
				return usagef("%q is no immediate; expected up to three hexadecimal digits", args[0])
			}
			s, err := svp64.Older(v).Swizzle(lanes)
			if err != nil {
				return usageError{err}
			}
			return c.write(func(w *bufio.Writer) error {
				_, err := fmt.Fprintf(w, "%v  0x%03x\n", s, uint16(s))
				return err
			})
		},
	}
	cmd.Flags().BoolVar(&back, "back", false, "the other way: from a swizzle of today to an immediate of those drafts, and the length that SUBVL must have")
	cmd.Flags().IntVar(&lanes, "lanes", svp64.Lanes, "the length of the destination's subvectors, 1 to 4")
	return cmd
}

// backToOlder is a swizzle as those drafts wrote it.
func (c *command) backToOlder(text string) error {
	s, err := svp64.ParseSwizzle(text)
	if err != nil {
		return c.complain("swizzle", err)
	}
	o, n := s.Older()
	if n == 0 {
		return usagef("%v has no lane, and those drafts had one at least", s)
	}
	return c.write(func(w *bufio.Writer) error {
		_, err := fmt.Fprintf(w, "0x%03x  %d lanes\n", uint16(o), n)
		return err
	})
}
