package cli

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/archive"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
)

func (c *command) g13Dis() *cobra.Command {
	var isHex, lines, raw bool
	var program, spelling string
	cmd := &cobra.Command{
		Use:   "dis [FILE]",
		Short: "Disassemble bytes; standard input without a file",
		Long: "The listing can be assembled again. What the text of an instruction cannot say follows it: !long for a long form that could be short, !bits=… for bits that the text does not determine. " +
			"Of an archive, a Metal fat file or a Mach-O file, each program is listed. A file that is no code, such as a Metal library, is named and refused.",
		Example: `  echo 0e05c2221800000088 00 | lanescope g13 dis --hex
  echo 0e05c22218000000 | lanescope g13 dis --hex-lines
  echo 7a0584662c20 | lanescope g13 dis --hex --syntax mesa`,
		RunE: func(_ *cobra.Command, args []string) error {
			if lines {
				return c.g13EachLine(args, g13Lines{api.G13DisSchema, api.G13Instruction, func(b []byte, i g13.Inst) []byte { return append(b, api.G13Spelling(spelling).Text(i)...) }, "; invalid: ", api.G13Spelling(spelling)})
			}
			return c.disassemble(args, rawCode{isHex, raw, program, api.G13Spelling(spelling)})
		},
	}
	cmd.Flags().BoolVar(&isHex, "hex", false, "the input is hexadecimal text")
	cmd.Flags().BoolVar(&lines, "hex-lines", false, "one instruction's hexadecimal text a line in, its text a line out")
	c.spellingFlag(cmd, &spelling)
	cmd.Flags().BoolVar(&raw, "raw", false, "the input is code, whatever it looks like")
	programFlag(cmd.Flags(), &program)
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object, with --hex-lines one a line")
	return cmd
}

// A rawCode is how a file is to be taken, and written.
type rawCode struct {
	isHex, raw bool
	program    string // of an archive
	spelling   api.G13Spelling
}

// disassemble writes the listing of the file argument, or of standard input. Only hexadecimal text and archives are read whole.
func (c *command) disassemble(args []string, as rawCode) error {
	var code io.Reader
	var name string
	if as.isHex {
		text, from, err := c.readAll(args)
		if err != nil {
			return err
		}
		b, err := parseHex(string(text))
		if err != nil {
			return c.invalid(from, api.G13DisSchema, err)
		}
		code, name = bytes.NewReader(b), from
	} else {
		in, from, err := c.input(args)
		if err != nil {
			return err
		}
		defer in.Close()
		code, name = in, from
	}
	buffered := bufio.NewReaderSize(code, 64<<10)
	head, err := buffered.Peek(g13.ContainerBytes)
	if err != nil && err != io.EOF {
		return err
	}
	switch err := api.G13Code(head); {
	case as.raw:
	case archive.Is(head):
		return c.disassembleArchive(buffered, name, as)
	case err != nil:
		return c.invalid(name, api.G13DisSchema, err)
	case as.program != "":
		return usagef("--program %s: %s is no archive", as.program, name)
	}
	return c.write(func(w *bufio.Writer) error {
		if c.json {
			return api.G13Listing(w, buffered, as.spelling)
		}
		return as.spelling.WriteListing(w, buffered)
	})
}

// disassembleArchive writes the listings of an archive's programs, or of one of them.
func (c *command) disassembleArchive(in io.Reader, name string, as rawCode) error {
	file, err := bounded(in, name, maxProgram)
	if err != nil {
		return err
	}
	a, err := archive.Read(file)
	if err == nil && as.program != "" {
		var p archive.Program
		if p, err = a.Find(as.program); err != nil {
			return c.invalid(name, api.G13DisSchema, err)
		}
		a.Programs = []archive.Program{p}
	}
	if err != nil {
		return c.invalid(name, api.G13DisSchema, fmt.Errorf("%w; --raw takes all of the file as code", err))
	}
	return c.write(func(w *bufio.Writer) error {
		switch {
		case c.json:
			return api.G13ArchiveListing(w, a, as.spelling)
		case as.program != "":
			return as.spelling.WriteListing(w, bytes.NewReader(a.Programs[0].Code))
		}
		return api.WriteG13Archive(w, a, as.spelling)
	})
}

func (c *command) g13Asm() *cobra.Command {
	var lines bool
	var packed packing
	var spelling string
	cmd := &cobra.Command{
		Use:   "asm [FILE]",
		Short: "Assemble a program to bytes; standard input without a file",
		Long: "A line is an instruction, a label (\"loop:\"), a constant (\".equ name, 4*16\"), bytes (\".byte 0x88, 0\"), or what stands for other lines: .rept, .macro and .include. " +
			"Comments begin with #, ; or //. The target of a jump is a label or pc+8. An included file is looked for beside the file that asks for it; standard input includes what has a / in its name.",
		Example: `  echo 'iadd r1, r1.discard, u1' | lanescope g13 asm --hex-lines
  printf 'top: mov_imm r0l, 7\njmp_exec_any top\nstop\n' | lanescope g13 asm -o program.bin
  echo 'ffma r1, $r2.abs, ^r3, 0.5, sat' | lanescope g13 asm --syntax mesa --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			if lines {
				return c.g13EachLine(args, g13Lines{api.G13AsmSchema, api.G13Spelling(spelling).Parse, func(b []byte, i g13.Inst) []byte { return hex.AppendEncode(b, i.AppendBytes(nil)) }, "; error: ", api.G13Spelling(spelling)})
			}
			return c.assemble(args, packed, api.G13Spelling(spelling))
		},
	}
	c.spellingFlag(cmd, &spelling)
	cmd.Flags().BoolVar(&lines, "hex-lines", false, "one instruction a line in, its bytes as hexadecimal text a line out")
	cmd.Flags().StringVar(&packed.stage, "archive", "", "write an archive in which the program is that of a `STAGE`: compute, vertex or fragment")
	cmd.Flags().StringVar(&packed.constant, "constant", "", "with --archive: the constant program is assembled from `FILE`")
	c.choiceFlag(cmd.Flags(), cmd, "archive", "", "compute", "vertex", "fragment")
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object, with --hex-lines one a line")
	return cmd
}

// A packing is the archive that a program is put into.
type packing struct{ stage, constant string }

// pack is an archive with a program: a Metal fat file, as a driver writes it.
func (c *command) pack(code []byte, as packing) ([]byte, error) {
	var constant []byte
	if as.constant != "" {
		f, err := c.g13Code(as.constant, g13Wish{})
		if err != nil {
			return nil, err
		}
		constant = f.code
	}
	shader := archive.Section{Name: "__" + as.stage, Bytes: archive.MakeShader(constant, code)}
	image := archive.Image{CPU: archive.AppleGPU, Bytes: archive.MakeMachO(binary.LittleEndian, []archive.Section{shader}, nil)}
	return archive.MakeFat(binary.LittleEndian, image), nil
}

// assemble writes the code of the file argument, or of standard input.
func (c *command) assemble(args []string, as packing, spelling api.G13Spelling) error {
	if as.stage == "" && as.constant != "" || as.stage != "" && c.json {
		return usagef("--archive writes bytes, and --constant is a part of them")
	}
	in, name, err := c.input(args)
	if err != nil {
		return err
	}
	defer in.Close()
	text, err := boundedText(in, name, maxProgram)
	if err != nil {
		return err
	}
	p, errs := spelling.Assemble(c.g13Source(name, text))
	if c.stopped() {
		return errInterrupted
	}
	if len(errs) > 0 {
		c.complain(name, errors.Join(errs...))
		if !c.json {
			return errFindings
		}
	}
	if as.stage != "" {
		if p.Code, err = c.pack(p.Code, as); err != nil {
			return err
		}
	}
	return c.write(func(w *bufio.Writer) error {
		switch {
		case len(errs) > 0:
			if _, err := w.Write(append(api.AppendErrors(nil, api.G13AsmSchema, errs), '\n')); err != nil {
				return err
			}
			return errFindings
		case c.json:
			_, err = w.Write(append(api.AppendG13Program(nil, p), '\n'))
		default:
			_, err = w.Write(p.Code)
		}
		return err
	})
}

// g13Source is a program with the files beside it.
func (c *command) g13Source(name, text string) asm.Source {
	if name == stdinName {
		name = ""
	}
	return asm.Source{Name: name, Text: text, Context: c.context(), Include: func(from, path string) (string, string, error) {
		switch {
		case filepath.IsAbs(path):
		case from != "":
			path = filepath.Join(filepath.Dir(from), path)
		case !strings.Contains(path, "/"):
			return "", "", fmt.Errorf("standard input has no folder; ./%s is looked for in the current one", path)
		}
		file, err := c.open(path)
		if err != nil {
			return "", "", err
		}
		defer file.Close()
		if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
			return "", "", fmt.Errorf("%s is no file", path)
		}
		text, err := boundedText(file, path, maxProgram)
		return path, text, err
	}}
}

// g13Lines is how a line is read, and what is said of it.
type g13Lines struct {
	schema string
	read   func(string) (g13.Inst, error)
	say    func(b []byte, i g13.Inst) []byte
	mark   string // before the reason why a line is none

	spelling api.G13Spelling
}

// spellingFlag is how instructions are written.
func (c *command) spellingFlag(cmd *cobra.Command, spelling *string) {
	cmd.Flags().StringVar(spelling, "syntax", string(api.G13Applegpu), "write instructions as `applegpu` does, or as mesa")
	c.choiceFlag(cmd.Flags(), cmd, "syntax", api.G13Spellings()...)
}

// g13EachLine turns each line of the input into one of the output; where that fails, it is the mark and the reason.
func (c *command) g13EachLine(args []string, as g13Lines) error {
	in, name, err := c.input(args)
	if err != nil {
		return err
	}
	defer in.Close()
	answer := func(b []byte, line string) ([]byte, error) {
		i, err := as.read(line)
		switch {
		case err != nil:
			return b, err
		case c.json:
			return api.AppendG13Line(b, as.schema, i, as.spelling), nil
		}
		return as.say(b, i), nil
	}
	return c.eachLine(lineReader{r: bufio.NewReaderSize(in, lineBuffer), name: name}, answer, func(b []byte, err error, n int) []byte {
		if c.json {
			return api.AppendError(b, as.schema, err, n)
		}
		return append(append(b, as.mark...), reason(err)...)
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
