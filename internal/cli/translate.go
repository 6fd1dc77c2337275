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
	c.completeFlag(cmd, "to", dialectNames()...)
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
	r := api.TranslateRequest{Options: opt, To: to}
	if c.batch != "" {
		if err := argCount(0, "no FORM beside --batch")(nil, args); err != nil {
			return err
		}
		return c.translateBatch(r)
	}
	if err := argCount(1, "one FORM")(nil, args); err != nil {
		return err
	}
	text, file, err := c.text(args[0], "form")
	if err != nil {
		return err
	}
	r.Form = text
	var t api.Translation
	c.during("looking for a way to say it", func() { t, err = api.Translate(r) })
	if err != nil {
		return c.invalid(file, api.TranslateSchema, err)
	}
	if t.Why != "" && !c.json {
		return c.invalid(file, api.TranslateSchema, fmt.Errorf("%s cannot say it: %s", t.To, t.Why))
	}
	err = c.write(func(w *bufio.Writer) error {
		if c.json {
			_, err := w.Write(append(t.AppendJSON(nil), '\n'))
			return err
		}
		for _, line := range t.Lines {
			fmt.Fprintln(w, line)
		}
		return nil
	})
	if err == nil && t.Why != "" {
		err = errFindings
	}
	return err
}

func (c *command) translateBatch(r api.TranslateRequest) error {
	lacking := false
	err := c.runBatch(api.TranslateSchema, func(b []byte, line string) ([]byte, error) {
		r.Form = line
		t, err := api.Translate(r)
		if err != nil {
			return b, err
		}
		lacking = lacking || t.Why != ""
		return t.AppendJSON(b), nil
	})
	if err == nil && lacking {
		return errFindings
	}
	return err
}
