package cli

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
)

func (c *command) translate() *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use:   "translate FORM --to DIALECT",
		Short: "Say a form in another dialect, in one line or in the shortest sequence known",
		Long: "Where no single form of the dialect does what FORM does, the answer is several lines that follow one another. Where several do not either, " +
			"it is the reason, and the exit code is 1.",
		Example: `  lanescope translate 'vec4(a.xy, b.zw)' --to llvm
  lanescope translate 'simd_shuffle_xor r0, r1, 1' --to lane
  lanescope translate 'i32x4 i32x4 i32x4 -> a0 b0 c0 c1' --to spirv`,
		RunE: func(_ *cobra.Command, args []string) error { return c.runTranslate(args, to) },
	}
	c.formFlags(cmd)
	c.batchFlags(cmd, "one form")
	cmd.Flags().StringVar(&to, "to", "", "the `DIALECT` to say it in")
	c.completeFlag(cmd, "to", dialectNames)
	return cmd
}

func (c *command) runTranslate(args []string, to string) error {
	opt, err := c.options()
	if err != nil {
		return err
	}
	if !slices.Contains(dialectNames(), to) {
		return usagef("expected --to and a dialect (%s), found %s", strings.Join(dialectNames(), ", "), syntax.Quote(to))
	}
	return question[api.TranslateRequest, api.Translation]{
		schema: api.TranslateSchema, wants: "one FORM", files: formFile, long: "looking for a way to say it",
		read: func(text string) (api.TranslateRequest, error) {
			return api.TranslateRequest{Form: text, Options: opt, To: to}, nil
		},
		answer: api.Translate,
		say: func(w *bufio.Writer, t api.Translation, l look) error {
			if t.Why != "" {
				return c.complain(l.file, fmt.Errorf("%s cannot say it: %s", t.To, t.Why))
			}
			for _, line := range t.Lines {
				fmt.Fprintln(w, line)
			}
			return nil
		},
		finds: func(t api.Translation) bool { return t.Why != "" },
	}.run(c, args)
}
