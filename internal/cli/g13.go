package cli

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
)

func (c *command) g13() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "g13",
		Short: "Read, write and run code of the Apple G13 GPU",
		Example: `  echo 0e05c22218000000 | lanescope g13 dis --hex-lines
  echo 'iadd r1, r1.discard, u1' | lanescope g13 asm --hex-lines
  echo 'iadd r1, r1, 5' | lanescope g13 asm | lanescope g13 run - --reg r1=37`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(c.g13Dis(), c.g13Asm(), c.g13Run(), c.g13Ref())
	return cmd
}

func (c *command) g13Dis() *cobra.Command {
	var isHex, lines bool
	cmd := &cobra.Command{
		Use:   "dis [FILE]",
		Short: "Disassemble bytes; standard input without a file",
		Long:  "The listing can be assembled again. What the text of an instruction cannot say follows it: !long for a long form that could be short, !bits=… for bits that the text does not determine.",
		Example: `  echo 0e05c2221800000088 00 | lanescope g13 dis --hex
  echo 0e05c22218000000 | lanescope g13 dis --hex-lines
  printf '\210\000' | lanescope g13 dis`,
		RunE: func(_ *cobra.Command, args []string) error {
			if lines {
				return c.eachLine(args, disassembleLine, "; invalid: ")
			}
			return c.whole(args, func(in []byte) ([]byte, error) {
				if !isHex {
					return asm.Disassemble(in), nil
				}
				code, err := parseHex(string(in))
				return asm.Disassemble(code), err
			})
		},
	}
	cmd.Flags().BoolVar(&isHex, "hex", false, "the input is hexadecimal text")
	cmd.Flags().BoolVar(&lines, "hex-lines", false, "one instruction's hexadecimal text a line in, its text a line out")
	return cmd
}

func (c *command) g13Asm() *cobra.Command {
	var lines bool
	cmd := &cobra.Command{
		Use:   "asm [FILE]",
		Short: "Assemble a program to bytes; standard input without a file",
		Long:  "A line is an instruction, a label (\"loop:\"), a constant (\".equ name, 7\") or bytes (\".byte 0x88, 0\"); comments begin with #, ; or //. The target of a jump is a label or pc+8.",
		Example: `  echo 'iadd r1, r1.discard, u1' | lanescope g13 asm --hex-lines
  printf 'top: mov_imm r0l, 7\njmp_exec_any top\nstop\n' | lanescope g13 asm -o program.bin
  echo 'fadd32 r0, r1, 0.5' | lanescope g13 asm --hex-lines`,
		RunE: func(_ *cobra.Command, args []string) error {
			if lines {
				return c.eachLine(args, assembleLine, "; error: ")
			}
			return c.whole(args, func(in []byte) ([]byte, error) {
				code, errs := asm.Assemble(string(in))
				return code, errors.Join(errs...)
			})
		},
	}
	cmd.Flags().BoolVar(&lines, "hex-lines", false, "one instruction a line in, its bytes as hexadecimal text a line out")
	return cmd
}

func (c *command) g13Ref() *cobra.Command {
	return &cobra.Command{
		Use:   "ref [FORM]",
		Short: "Print the reference page of an instruction, or list all",
		Example: `  lanescope g13 ref iadd
  lanescope g13 ref and
  lanescope g13 ref`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("expected at most one name, found %d arguments", len(args))
			}
			return c.write(func(w *bufio.Writer) error {
				if len(args) == 0 {
					_, err := fmt.Fprintln(w, strings.Join(asm.Names(), "\n"))
					return err
				}
				page := asm.Reference(args[0])
				if len(page) == 0 {
					return usagef("there is no instruction %q; 'lanescope g13 ref' lists them", args[0])
				}
				_, err := w.Write(page)
				return err
			})
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return asm.Names(), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// disassembleLine is one instruction's text.
func disassembleLine(line string) (string, error) {
	b, err := parseHex(line)
	if err != nil {
		return "", err
	}
	i, err := g13.Decode(b)
	if err == nil && int(i.Len) != len(b) {
		err = fmt.Errorf("the instruction has %d bytes, and there are %d", i.Len, len(b))
	}
	if err != nil {
		return "", err
	}
	return asm.Text(i), nil
}

func assembleLine(line string) (string, error) {
	i, err := asm.Parse(line)
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(i.AppendBytes(nil)), nil
}

// parseHex reads hexadecimal digits with 0x, spaces, commas and underscores between them.
func parseHex(s string) ([]byte, error) { return api.ParseHex(s) }

// input opens the file argument, or standard input.
func (c *command) input(args []string) (io.ReadCloser, string, error) {
	switch {
	case len(args) > 1:
		return nil, "", usagef("expected at most one file, found %d arguments", len(args))
	case len(args) == 0 || args[0] == "-":
		return io.NopCloser(c.Stdin), "stdin", nil
	}
	f, err := os.Open(args[0])
	return f, args[0], err
}

// maxProgram bounds a program that is read whole.
const maxProgram = 64 << 20

// whole turns all of the input into the output. Errors with a place are said one by one.
func (c *command) whole(args []string, turn func([]byte) ([]byte, error)) error {
	text, name, err := c.readAll(args)
	if err != nil {
		return err
	}
	out, err := turn(text)
	if err != nil {
		c.complain(name, err)
		return errFindings
	}
	return c.write(func(w *bufio.Writer) error {
		_, err := w.Write(out)
		return err
	})
}

// readAll is the content of the file argument, or of standard input, and its name.
func (c *command) readAll(args []string) (content []byte, name string, err error) {
	in, name, err := c.input(args)
	if err != nil {
		return nil, "", err
	}
	defer in.Close()
	content, err = io.ReadAll(io.LimitReader(in, maxProgram+1))
	if err == nil && len(content) > maxProgram {
		err = fmt.Errorf("%s is longer than %d bytes", name, maxProgram)
	}
	return content, name, err
}

// complain says one error, or each of several.
func (c *command) complain(file string, err error) {
	if c.quiet {
		return
	}
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range several.Unwrap() {
			diagnose(c.Stderr, file, e)
		}
		return
	}
	diagnose(c.Stderr, file, err)
}

// eachLine turns each line of the input into one of the output; where that fails, it is the mark and the reason.
func (c *command) eachLine(args []string, turn func(string) (string, error), mark string) error {
	in, _, err := c.input(args)
	if err != nil {
		return err
	}
	defer in.Close()
	return c.write(func(w *bufio.Writer) error {
		lines := lineReader{r: bufio.NewReaderSize(in, 256<<10)}
		bad := false
		for {
			line, err := lines.next()
			if err == io.EOF {
				break
			} else if err != nil && err != errLineTooLong {
				return err
			}
			text := ""
			if err == nil {
				text, err = turn(string(line))
			}
			if err != nil {
				bad, text = true, mark+reason(err)
			}
			if _, err := w.WriteString(text + "\n"); err != nil {
				return err
			}
		}
		if bad {
			return errFindings
		}
		return nil
	})
}

// reason is an error in one line, without the line number that is always 1.
func reason(err error) string {
	var at *syntax.Error
	if errors.As(err, &at) {
		_, col := at.Pos()
		return fmt.Sprintf("%d: %s", col, at.What)
	}
	return strings.ReplaceAll(err.Error(), "\n", " ")
}
