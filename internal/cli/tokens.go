package cli

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

func (c *command) tokens() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tokens FORM",
		Short: "Cut a form into words, numbers and names of sources, as an editor colours it",
		Long: "Behind a name of a source stands which source of the map it is. A form that cannot be read has tokens too; a caret stands behind those that are wrong, the error is on " +
			"standard error, and the exit code is 1.",
		Example: `  lanescope tokens 'float4 r = float4(a.xy, b.zw);'
  lanescope tokens 'pshufd $225, %xmm0, %xmm2; shufps $80, %xmm1, %xmm2'
  lanescope tokens --json '_mm256_alignr_epi8(a, b, 4)'`,
		RunE: func(_ *cobra.Command, args []string) error { return c.runTokens(args) },
	}
	c.formFlags(cmd)
	c.batchFlags(cmd, "one form")
	return cmd
}

func (c *command) runTokens(args []string) error {
	opt, err := c.options()
	if err != nil {
		return err
	}
	return question[api.TokensRequest, api.Tokens]{
		schema: api.TokensSchema, wants: "one FORM", files: formFile, long: "reading it",
		read: func(text string) (api.TokensRequest, error) {
			return api.TokensRequest{Form: text, Options: opt}, nil
		},
		answer: soon(api.Tokenize),
		say: func(w *bufio.Writer, t api.Tokens, l look) error {
			for _, token := range t.Token {
				if token.Kind != form.Space {
					fmt.Fprintln(w, tokenLine(token))
				}
			}
			if t.Err != nil {
				return c.complain(l.file, t.Err)
			}
			return nil
		},
		finds: func(t api.Tokens) bool { return t.Err != nil },
	}.run(c, args)
}

// tokenLine is a token in a line: what it is, its text, and which source of the map it is, or that it is wrong.
func tokenLine(t form.Token) string {
	text := syntax.Visible(t.Text)
	line := fmt.Sprintf("%-7s %s", t.Kind, text)
	if t.Kind == form.SourceName {
		line += "  = " + lane.SourceName(t.Source)
	}
	if t.Wrong {
		line += "  ^"
	}
	return line
}
