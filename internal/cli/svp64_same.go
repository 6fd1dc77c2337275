package cli

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/svp64"
)

func (c *command) svp64Same() *cobra.Command {
	var permutes, all bool
	cmd := &cobra.Command{
		Use:   "same SWIZZLE",
		Short: "Say which immediates do the same, and what other permutes can do",
		Long: "In the vector form only what stands behind an end does not count. The pair form sets all lanes: between two pairs skip is the constant 0, in place it is the lane that was there, and an end is as many skips.\n" +
			"With --permutes there is no swizzle: a table says how many functions of four lanes of 32 bits a swizzle move has in common with xxpermdi, vperm and xxperm, of all 10^4 of two sources and two constants.",
		Example: `  lanescope svp64 same XY..
  lanescope svp64 same ZW01
  lanescope svp64 same --permutes`,
		RunE: func(_ *cobra.Command, args []string) error {
			if permutes {
				if err := argCount(0, "no swizzle beside --permutes")(nil, args); err != nil {
					return err
				}
				return c.write(func(w *bufio.Writer) error { return sayPermutes(w) })
			}
			if err := argCount(1, "one swizzle")(nil, args); err != nil {
				return err
			}
			s, err := svp64.ParseSwizzle(args[0])
			if err != nil {
				return c.complain("swizzle", err)
			}
			same := api.NewSVP64Same(s)
			return c.write(func(w *bufio.Writer) error {
				if c.json {
					return object(w, same)
				}
				return saySame(w, same, all)
			})
		},
	}
	cmd.Flags().BoolVar(&permutes, "permutes", false, "compare swizzle moves with the permutes of the Power ISA")
	cmd.Flags().BoolVar(&all, "all", false, "print all immediates, however many there are")
	cmd.Flags().BoolVar(&c.json, "json", false, "print JSON")
	return cmd
}

// saySame writes the classes.
func saySame(w *bufio.Writer, x api.SVP64Same, all bool) error {
	fmt.Fprintf(w, "%v  0x%03x\n", x.Swizzle, uint16(x.Swizzle))
	for _, class := range x.Classes {
		const few = 12
		list := class.Same
		more := ""
		if len(list) > few && !all {
			list, more = list[:few], fmt.Sprintf(" and %d more", len(list)-few)
		}
		var words []string
		for _, s := range list {
			words = append(words, s.String())
		}
		fmt.Fprintf(w, "%-14s %4d  %s%s\n", class.Name, len(class.Same), strings.Join(words, " "), more)
	}
	if x.Older != "" {
		fmt.Fprintf(w, "older drafts   %s\n", x.Older)
	}
	if i := slices.IndexFunc(x.Permutes, func(s string) bool { return s != "" }); i >= 0 {
		fmt.Fprintf(w, "between pairs it is %s\n", strings.Join(x.Permutes, ", "))
	}
	return nil
}

// sayPermutes writes the table.
func sayPermutes(w *bufio.Writer) error {
	fmt.Fprintf(w, "%-10s %7s %7s %7s %7s  %s\n", "", "theirs", "ours", "both", "neither", "it needs")
	list := svp64.Comparisons()
	for _, c := range list {
		fmt.Fprintf(w, "%-10s %7d %7d %7d %7d  %s\n", c.Of, c.Theirs, c.Ours, c.Common, svp64.AllFunctions-c.Theirs-c.Ours+c.Common, c.Needs)
	}
	for _, c := range list {
		fmt.Fprintf(w, "%s: %s\n", c.Of, c.Why)
	}
	return nil
}
