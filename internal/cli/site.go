package cli

import (
	"github.com/spf13/cobra"
)

// SiteOptions are the flags of site.
type SiteOptions struct {
	Dir     string
	Wasm    string
	Version string
}

func (c *command) site() *cobra.Command {
	o := SiteOptions{Version: version()}
	cmd := &cobra.Command{
		Use:   "site -o DIR",
		Short: "Write the page as files, with the library as WebAssembly: it needs no server that answers",
		Long: "The files are the page that serve opens, the library, lanescope.packed, and api/openapi.json. Any server of files can send them. " +
			"The library is built by the Go tool, in a checkout of Lanescope, which takes a minute; --wasm takes one that was built before, as each release has it.",
		Example: `  lanescope site -o site
  lanescope site -o site --wasm lanescope.wasm
  lanescope site -o site --wasm lanescope.wasm --quiet`,
		Args: func(_ *cobra.Command, args []string) error { return argCount(0, "no argument")(nil, args) },
		RunE: func(*cobra.Command, []string) error {
			if c.output == "-" {
				return usagef("-o is missing: expected a folder for the files")
			}
			if c.Pages.Site == nil {
				return errNoPages
			}
			o.Dir = c.output
			var err error
			c.during("building the library", func() { err = c.Pages.Site(c.context(), o) })
			return err
		},
	}
	cmd.Flags().StringVar(&o.Wasm, "wasm", "", "the library's `FILE`, built before")
	return cmd
}
