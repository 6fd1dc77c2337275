package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/svp64"
)

func (c *command) svp64() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "svp64",
		Short: "Assemble, disassemble and run swizzle moves of SVP64",
		Example: `  lanescope svp64 asm 'mv.swiz r4,r8,W.Y.'
  lanescope svp64 dis 05406400 59109773
  lanescope svp64 run 'sv.mv.swiz/vec3/w=16 *32,*64,ZYX' --vl 2 --reg r64=3333_2222_1111,0000_6666_5555`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(c.svp64Asm(), c.svp64Dis(), c.svp64Run(), c.svp64Grid(), c.svp64Older())
	return cmd
}

// encodingFlags are what the documents leave open about words.
type encodingFlags struct {
	prefix string
	po     int
}

func (c *command) encodingFlags(cmd *cobra.Command) *encodingFlags {
	f := new(encodingFlags)
	cmd.Flags().StringVar(&f.prefix, "prefix", "po1", "the `ENCODING` of prefixes: po1, the implemented one, or po9, the later one")
	cmd.Flags().IntVar(&f.po, "po", svp64.DefaultPO, "the primary `OPCODE` of mv.swiz and fmv.swiz")
	c.completeFlag(cmd, "prefix", "po1", "po9")
	return f
}

func (f *encodingFlags) encoding() (svp64.Encoding, error) {
	e := svp64.Encoding{PO: uint8(f.po)}
	switch f.prefix {
	case "po1":
	case "po9":
		e.Prefix = svp64.PO9
	default:
		return e, usagef("--prefix %s: expected po1 or po9", f.prefix)
	}
	if f.po < 0 || f.po > 63 || f.po == 1 || f.po == 9 {
		return e, usagef("--po %d: expected 0 to 63, but not 1 or 9, which are those of prefixes", f.po)
	}
	return e, nil
}

func (c *command) svp64Asm() *cobra.Command {
	var enc *encodingFlags
	cmd := &cobra.Command{
		Use:   "asm TEXT",
		Short: "Assemble an instruction to words",
		Long:  "Words are eight digits each, the prefix first. Both spellings are read: *32 and w=16, 32.v and ew=16.",
		Example: `  lanescope svp64 asm 'mv.swiz r4,r8,W.Y.'
  lanescope svp64 asm 'sv.mv.swiz/sats/vec2/w=8 *32,*64,Y1' --prefix po9
  echo 'fmv.swiz f4,f8,XYZ1' | lanescope svp64 asm --batch -`,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := enc.encoding()
			if err != nil {
				return err
			}
			if c.batch != "" {
				return c.batchAlone(args, api.SVP64AsmSchema, func(b []byte, line string) ([]byte, error) {
					words, warnings, err := api.SVP64Assemble(textOf(line, "text"), e)
					return api.AppendSVP64Words(b, words, warnings), err
				})
			}
			return c.svp64One(args, "instruction", api.SVP64AsmSchema, func(line string) (text string, object []byte, err error) {
				words, warnings, err := api.SVP64Assemble(line, e)
				if err != nil {
					return "", nil, err
				}
				if !c.json && !c.quiet {
					for _, w := range warnings {
						fmt.Fprintln(c.Stderr, "warning:", w)
					}
				}
				return words.String(), api.AppendSVP64Words(nil, words, warnings), err
			})
		},
	}
	enc = c.encodingFlags(cmd)
	c.batchFlags(cmd, "one instruction")
	return cmd
}

func (c *command) svp64Dis() *cobra.Command {
	var enc *encodingFlags
	cmd := &cobra.Command{
		Use:   "dis WORDS",
		Short: "Disassemble words",
		Long:  "Prefixes of both encodings are understood, whichever --prefix says.",
		Example: `  lanescope svp64 dis 58889773
  lanescope svp64 dis '054fee10 59109773'
  echo 26100002 5888aca3 | lanescope svp64 dis --batch -`,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := enc.encoding()
			if err != nil {
				return err
			}
			disassemble := func(line string) ([]string, error) {
				code, err := parseHex(line)
				if err != nil {
					return nil, err
				}
				words, err := api.ParseWords(code)
				if err != nil {
					return nil, err
				}
				return api.SVP64Disassemble(words, e)
			}
			if c.batch != "" {
				return c.batchAlone(args, api.SVP64DisSchema, func(b []byte, line string) ([]byte, error) {
					texts, err := disassemble(textOf(line, "words"))
					return api.AppendSVP64Text(b, texts), err
				})
			}
			if len(args) > 1 {
				args = []string{strings.Join(args, " ")}
			}
			return c.svp64One(args, "words", api.SVP64DisSchema, func(line string) (text string, object []byte, err error) {
				texts, err := disassemble(line)
				return strings.Join(texts, "\n"), api.AppendSVP64Text(nil, texts), err
			})
		},
	}
	enc = c.encodingFlags(cmd)
	c.batchFlags(cmd, "one instruction's words")
	return cmd
}

// textOf is the line itself, or if it is a JSON object the field of that name: what asm says dis reads, and the other way round.
func textOf(line, field string) string {
	if !strings.HasPrefix(strings.TrimSpace(line), "{") {
		return line
	}
	var object map[string]any
	if json.Unmarshal([]byte(line), &object) != nil {
		return line
	}
	switch v := object[field].(type) {
	case string:
		return v
	case []any:
		return strings.Trim(fmt.Sprint(v), "[]")
	}
	return line
}

// batchAlone is a batch, beside which there is no argument.
func (c *command) batchAlone(args []string, schema string, answer func(b []byte, line string) ([]byte, error)) error {
	if err := argCount(0, "no argument beside --batch")(nil, args); err != nil {
		return err
	}
	return c.runBatch(schema, answer)
}

// svp64One answers the one argument, as text or as an object.
func (c *command) svp64One(args []string, what, schema string, answer func(line string) (text string, object []byte, err error)) error {
	if err := argCount(1, "one argument, the "+what)(nil, args); err != nil {
		return err
	}
	in, file, err := c.text(args[0], what)
	if err != nil {
		return err
	}
	text, object, err := answer(in)
	if err != nil && (text == "" || c.json) {
		return c.invalid(file, schema, err)
	}
	if written := c.write(func(w *bufio.Writer) error {
		if c.json {
			text = string(object)
		}
		_, err := w.WriteString(text + "\n")
		return err
	}); written != nil || err == nil {
		return written
	}
	if !c.quiet { // what came before the fault is printed
		diagnose(c.Stderr, file, err)
	}
	return errFindings
}
