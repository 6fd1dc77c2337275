package cli

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// programFlags are what a program begins with, beside what an instruction does.
type programFlags struct{ api.SVP64Beginning }

// programOnly are the flags that only a program has.
var programOnly = []string{"big-endian", "mem", "dump", "ctr", "svstate", "limit"}

func (f *programFlags) flags(flags *pflag.FlagSet) {
	flags.BoolVar(&f.Big, "big-endian", false, "of a program: words and memory have their highest byte first, unless the file is ELF, which says it")
	flags.StringArrayVar(&f.Memory, "mem", nil, "of a program: what memory holds, as `ADDRESS=HEX`")
	flags.StringArrayVar(&f.Dumps, "dump", nil, "of a program: show memory afterwards, as `ADDRESS:BYTES`")
	flags.Uint64Var(&f.CTR, "ctr", 0, "of a program: the count register")
	flags.StringVar(&f.SVState, "svstate", "", "of a program: SVSTATE whole, as `HEX`, instead of --vl and what is beside it")
	flags.IntVar(&f.Limit, "limit", api.UsualSVP64Limit, "of a program: end after `N` instructions")
}

// mostProgramFile bounds a program's file.
const mostProgramFile = 4*program.MaxWords + 1<<16

// svp64Program is the program that an argument is: a file, or a text of instructions that are not all swizzle moves. ok says whether it is one.
func (c *command) svp64Program(arg string, order binary.ByteOrder, e svp64.Encoding) (p program.Program, name string, ok bool, err error) {
	const longest = 1 << 12
	if len(arg) <= longest && !strings.ContainsAny(arg, "\n\x00") {
		if info, err := os.Stat(arg); err == nil && info.Mode().IsRegular() {
			data, err := c.readFile(arg, mostProgramFile)
			if err != nil {
				return p, arg, true, err
			}
			p, err = program.Load(data, order, e)
			return p, arg, true, err
		}
	}
	if !program.IsProgram(arg) {
		return p, "program", false, nil
	}
	p, err = program.Assemble(arg, e)
	p.Order = order
	return p, "program", true, err
}

// machine is the program with what it begins with.
func (f *programFlags) machine(p program.Program, start api.SVP64Start) (*program.Machine, error) {
	s, data, err := f.State(&start)
	if err != nil {
		return nil, usageError{err}
	}
	return f.Machine(p, s, data, start.Plain)
}

// runProgram executes a program and says what it changed.
func (c *command) runProgram(p program.Program, name string, f *programFlags, start api.SVP64Start) error {
	if start.Trace {
		return usagef("--trace of a program: svp64 debug has that, with --steps")
	}
	m, err := f.machine(p, start)
	if err != nil {
		return c.invalidProgram(name, err)
	}
	var e api.SVP64Ended
	c.during("running the program", func() { e, err = api.RunSVP64Program(c.context(), m, f.Limit) })
	if err != nil {
		return c.invalidProgram(name, err)
	}
	if e.Dumps, err = f.Dumped(m); err != nil {
		return usageError{err}
	}
	return c.write(func(w *bufio.Writer) error {
		if c.json {
			return object(w, e)
		}
		if !e.Done {
			fmt.Fprintf(w, "stopped after %d instructions, at %#x\n", e.Instructions, m.PC)
		}
		for _, change := range api.SVP64Changes(&e.Before, &m.State) {
			if change.Name == "svstate" {
				change.After = m.SV.String()
			}
			fmt.Fprintf(w, "%s = %s\n", change.Name, change.After)
		}
		for _, d := range e.Dumps {
			fmt.Fprintf(w, "%#x: %x\n", d.At, d.Bytes)
		}
		return nil
	})
}

func (c *command) invalidProgram(name string, err error) error {
	if _, usage := err.(usageError); usage {
		return err
	}
	return c.invalid(name, api.SVP64ProgramSchema, err)
}

// asmProgram writes a program's words, or a file of them.
func (c *command) asmProgram(p program.Program, elf bool) error {
	return c.write(func(w *bufio.Writer) error {
		switch {
		case elf:
			_, err := w.Write(p.Executable())
			return err
		case c.json:
			words := make([]string, len(p.Words))
			for k, word := range p.Words {
				words[k] = fmt.Sprintf("%08x", word)
			}
			return object(w, api.SVP64ProgramWords(words))
		}
		for _, l := range p.Lines() {
			fmt.Fprintln(w, strings.Trim(fmt.Sprintf("%08x", l.Words), "[]"))
		}
		return nil
	})
}

// disProgram writes a program's text.
func (c *command) disProgram(p program.Program, binutils bool) error {
	text := p.Text()
	if binutils {
		text = p.Binutils()
	}
	return c.write(func(w *bufio.Writer) error {
		if c.json {
			return object(w, api.SVP64Text(strings.Split(strings.TrimSuffix(text, "\n"), "\n")))
		}
		_, err := w.WriteString(text)
		return err
	})
}
