package cli

import (
	"bufio"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (c *command) version() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of Lanescope and of the Go that built it",
		Example: `  lanescope version
  lanescope version -o version.txt
  lanescope version --quiet`,
		Args: func(_ *cobra.Command, args []string) error { return argCount(0, "no argument")(nil, args) },
		RunE: func(*cobra.Command, []string) error {
			return c.write(func(w *bufio.Writer) error {
				_, err := fmt.Fprintf(w, "lanescope %s %s/%s %s\n", version(), runtime.GOOS, runtime.GOARCH, runtime.Version())
				return err
			})
		},
	}
}

// released is the version of a program that was made for a release, where the linker says it: builds of a checkout record none that is the same everywhere.
var released string

// version is the module's version as the build recorded it: a tag, or the commit.
func version() string {
	if released != "" {
		return released
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return "devel"
}
