package cli

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// programFlags are what a program begins with, beside what an instruction does.
type programFlags struct {
	big     bool
	memory  []string
	dumps   []string
	ctr     uint64
	svstate string
	limit   int
}

// programOnly are the flags that only a program has.
var programOnly = []string{"big-endian", "mem", "dump", "ctr", "svstate", "limit"}

func (f *programFlags) flags(flags *pflag.FlagSet) {
	flags.BoolVar(&f.big, "big-endian", false, "of a program: words and memory have their highest byte first, unless the file is ELF, which says it")
	flags.StringArrayVar(&f.memory, "mem", nil, "of a program: what memory holds, as `ADDRESS=HEX`")
	flags.StringArrayVar(&f.dumps, "dump", nil, "of a program: show memory afterwards, as `ADDRESS:BYTES`")
	flags.Uint64Var(&f.ctr, "ctr", 0, "of a program: the count register")
	flags.StringVar(&f.svstate, "svstate", "", "of a program: SVSTATE whole, as `HEX`, instead of --vl and what is beside it")
	flags.IntVar(&f.limit, "limit", 1_000_000, "of a program: end after `N` instructions")
}

func (f *programFlags) order() binary.ByteOrder {
	if f.big {
		return binary.BigEndian
	}
	return binary.LittleEndian
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
	s, _, err := start.State()
	if err != nil {
		return nil, usageError{err}
	}
	if f.svstate != "" {
		v, err := strconv.ParseUint(strings.TrimPrefix(f.svstate, "0x"), 16, 64)
		if err != nil {
			return nil, usagef("--svstate %q: expected up to 16 hexadecimal digits", f.svstate)
		}
		s.SV = svp64.SVState(v)
	}
	for _, text := range f.memory {
		at, digits, ok := strings.Cut(text, "=")
		address, err := strconv.ParseUint(at, 0, 64)
		bytes, errDigits := hex.DecodeString(strings.ReplaceAll(digits, "_", ""))
		if !ok || err != nil || errDigits != nil {
			return nil, usagef("--mem %s: expected an address and bytes, as 0x1000=00ff", text)
		}
		p.Data = append(p.Data, program.Data{At: address, Bytes: bytes})
	}
	newMachine := p.NewMachine
	if start.Plain {
		newMachine = p.NewPlainMachine
	}
	m, err := newMachine()
	if err == nil {
		m.State.State, m.CTR = *s, f.ctr
	}
	return m, err
}

// dumped is what memory holds where that is asked for.
func (f *programFlags) dumped(m *program.Machine) (list []program.Data, err error) {
	const most = 1 << 16
	for _, text := range f.dumps {
		at, count, _ := strings.Cut(text, ":")
		address, err := strconv.ParseUint(at, 0, 64)
		n, errCount := strconv.Atoi(count)
		if err != nil || errCount != nil || n < 1 || n > most {
			return nil, usagef("--dump %s: expected an address and how many bytes, as 0x1000:64; at most %d", text, most)
		}
		d := program.Data{At: address, Bytes: make([]byte, n)}
		m.Memory.Read(address, d.Bytes)
		list = append(list, d)
	}
	return list, nil
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
	c.during("running the program", func() { e, err = api.RunSVP64Program(m, f.limit) })
	if err != nil {
		return c.invalidProgram(name, err)
	}
	if e.Dumps, err = f.dumped(m); err != nil {
		return err
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
