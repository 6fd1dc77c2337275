package cli

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

func (c *command) svp64() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "svp64",
		Short: "Assemble, disassemble, run and step through swizzle moves of SVP64 and programs with them",
		Example: `  lanescope svp64 asm 'mv.swiz r4,r8,W.Y.'
  lanescope svp64 dis 05406400 59109773
  lanescope svp64 run 'sv.mv.swiz/vec3/w=16 *32,*64,ZYX' --vl 2 --reg r64=3333_2222_1111,0000_6666_5555
  printf 'setvl 1,0,4,0,1,1; add 2,2,1; sv.bc/all 16,*0,-0x8' > loop.s; lanescope svp64 run loop.s --ctr 15`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(c.svp64Asm(), c.svp64Dis(), c.svp64Run(), c.svp64Grid(), c.svp64Debug(), c.svp64Same(), c.svp64Older())
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
	c.choiceFlag(cmd.Flags(), cmd, "prefix", "po1", "po9")
	return f
}

func (f *encodingFlags) encoding() (svp64.Encoding, error) {
	e, err := api.SVP64Encoding(f.prefix, f.po)
	if err != nil {
		return e, usagef("--%v", err)
	}
	return e, nil
}

func (c *command) svp64Asm() *cobra.Command {
	var enc *encodingFlags
	var elf bool
	cmd := &cobra.Command{
		Use:   "asm TEXT|FILE",
		Short: "Assemble an instruction or a program to words",
		Long: "Words are eight digits each, the prefix first. Both spellings are read: *32 and w=16, 32.v and ew=16.\n" +
			"A file is a program: instructions on lines of their own, labels with a colon, .long, and comments behind # or //. So is a text with other instructions than swizzle moves, which are " + otherInstructions() + ", all but a few also with sv. in front.",
		Example: `  lanescope svp64 asm 'mv.swiz r4,r8,W.Y.'
  lanescope svp64 asm 'sv.mv.swiz/sats/vec2/w=8 *32,*64,Y1' --prefix po9
  echo 'fmv.swiz f4,f8,XYZ1' | lanescope svp64 asm --batch -`,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := enc.encoding()
			if err != nil {
				return err
			}
			if len(args) == 1 && c.batch == "" {
				if p, name, ok, err := c.svp64Program(args[0], binary.LittleEndian, e); ok && err != nil {
					return c.invalid(name, api.SVP64AsmSchema, err)
				} else if ok {
					return c.asmProgram(p, elf)
				}
			}
			if elf {
				return usagef("--elf is of a program: a file, or a text with other instructions than swizzle moves")
			}
			return question[string, api.SVP64Words]{
				schema: api.SVP64AsmSchema, wants: "one argument, the instruction", files: []string{"instruction"},
				read:   c.textOf("text"),
				answer: func(_ context.Context, text string) (api.SVP64Words, error) { return api.SVP64Assemble(text, e) },
				say: func(w *bufio.Writer, x api.SVP64Words, _ look) error {
					for _, warning := range x.Warnings {
						if !c.quiet {
							fmt.Fprintln(c.Stderr, "warning:", warning)
						}
					}
					fmt.Fprintln(w, x)
					return nil
				},
			}.run(c, args)
		},
	}
	enc = c.encodingFlags(cmd)
	cmd.Flags().BoolVar(&elf, "elf", false, "of a program: write an ELF file that begins at its first word")
	c.batchFlags(cmd, "one instruction")
	return cmd
}

// otherInstructions are the names of the table.
func otherInstructions() string {
	var names []string
	for _, i := range program.Instructions()[1:] {
		names = append(names, i.Name)
	}
	return strings.Join(names, " ")
}

func (c *command) svp64Dis() *cobra.Command {
	var enc *encodingFlags
	var binutils, big bool
	cmd := &cobra.Command{
		Use:   "dis WORDS|FILE",
		Short: "Disassemble words or a program",
		Long: "Prefixes of both encodings are understood, whichever --prefix says.\n" +
			"A file is a program: ELF for 64-bit Power, words as they lie in memory, or hexadecimal digits. What is no instruction here is written as .long, so that the text is the same words again; with --binutils everything is that the assembler of binutils has no name for.",
		Example: `  lanescope svp64 dis 58889773
  lanescope svp64 dis '054fee10 59109773'
  echo 26100002 5888aca3 | lanescope svp64 dis --batch -`,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := enc.encoding()
			if err != nil {
				return err
			}
			if len(args) > 1 && c.batch == "" {
				args = []string{strings.Join(args, " ")}
			}
			if len(args) == 1 && c.batch == "" {
				order := (&programFlags{SVP64Beginning: api.SVP64Beginning{Big: big}}).Order()
				if p, name, ok, err := c.svp64Program(args[0], order, e); ok && err != nil {
					return c.invalid(name, api.SVP64DisSchema, err)
				} else if ok {
					return c.disProgram(p, binutils)
				}
			}
			if binutils || big {
				return usagef("--binutils and --big-endian are of a program in a file")
			}
			return question[string, api.SVP64Text]{
				schema: api.SVP64DisSchema, wants: "one argument, the words", files: []string{"words"},
				read: c.textOf("words"),
				answer: func(_ context.Context, text string) (api.SVP64Text, error) {
					code, err := parseHex(text)
					if err != nil {
						return nil, err
					}
					words, err := api.ParseWords(code)
					if err != nil {
						return nil, err
					}
					return api.SVP64Disassemble(words, e)
				},
				say:   func(w *bufio.Writer, t api.SVP64Text, _ look) error { fmt.Fprintln(w, t); return nil },
				begun: func(t api.SVP64Text) bool { return t != nil },
			}.run(c, args)
		},
	}
	enc = c.encodingFlags(cmd)
	cmd.Flags().BoolVar(&binutils, "binutils", false, "of a program: write .long for all that binutils has no name for, with the instruction as a comment")
	cmd.Flags().BoolVar(&big, "big-endian", false, "of a file that is not ELF: words have their highest byte first")
	c.batchFlags(cmd, "one instruction's words")
	return cmd
}

// textOf reads a line of a batch that may be a JSON object, of which it takes the field of that name: what asm says dis reads, and the other way round.
func (c *command) textOf(field string) func(line string) (string, error) {
	return func(line string) (string, error) {
		if c.batch == "" || !strings.HasPrefix(strings.TrimSpace(line), "{") {
			return line, nil
		}
		var object map[string]any
		if json.Unmarshal([]byte(line), &object) != nil {
			return line, nil
		}
		switch v := object[field].(type) {
		case string:
			return v, nil
		case []any:
			return strings.Trim(fmt.Sprint(v), "[]"), nil
		}
		return line, nil
	}
}
