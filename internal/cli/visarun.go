package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/visa"
)

// visaRunFlags are the state before a run.
type visaRunFlags struct {
	*visaFlags
	vars      []string
	buffers   []string
	saves     []string
	functions []string
	threads   int
	zero      bool
	varsFile  string
	mask      string
	fuel      int
	trace     bool
	addresses bool
}

func (c *command) visaRun() *cobra.Command {
	var f visaRunFlags
	cmd := &cobra.Command{
		Use:   "run INSTRUCTION…|FILE|-",
		Short: "Execute instructions on given variables and print those that changed",
		Long: "The program is instructions, an argument each or with semicolons between, or a file or standard input with a line for each, .decl lines too. Variables that are not given are undefined, and so is what is computed of them; " +
			"undefined behaviour stops the run and is named with its operand, lane and byte. A line of a batch is a program, or an object with program, vars, buffers and mask.\n\n" +
			"A value is elements with commas between, 1,-2,0x3,0.5, where one alone is for all of them, or 7*16 for sixteen, and ? is undefined; lane, each element's number; thread, that of the thread; or bytes, hex:… or @FILE. " +
			"Elements of a predicate are 0 and 1, of an address variable places, &V33[8].",
		Example: `  lanescope visa run 'add (M1, 8) V32(0,0)<1> V33(0,0)<4;4,0> 10:d' --var V33=lane
  lanescope visa run 'mov (M1, 4) V32(0,0)<1> r[A0(0),4]<2,1>:d' --var 'V33=lane*8' --var 'A0=&V33[16],&V33' --trace
  echo '{"program":"cmp.gt (M1, 4) P1 V33(0,0)<4;4,1> 1:d","vars":{"V33":"lane"}}' | lanescope visa run --batch -`,
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error { return c.runVISA(args, f) }
	f.visaFlags = c.visaFlags(cmd)
	c.dialectFlag(cmd, f.visaFlags)
	flags := cmd.Flags()
	flags.StringArrayVar(&f.vars, "var", nil, "`NAME=VALUE`: give a variable its value, as V33=lane, P1=1,0,1 or A0=&V33[8]")
	flags.StringVar(&f.varsFile, "vars", "", "read values, a NAME=VALUE a line, from `FILE`")
	flags.StringVar(&f.mask, "exec-mask", "", "the execution mask that the program begins with: `HEX`, a bit for each channel; without, all of the 8, 16 or 32 that it is for")
	flags.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "mask" { // its name when nothing changed it
			name = "exec-mask"
		}
		return pflag.NormalizedName(name)
	})
	flags.IntVar(&f.fuel, "fuel", visa.DefaultFuel, "stop after `N` instructions")
	flags.StringArrayVar(&f.buffers, "buffer", nil, "`NAME=VALUE`: give the surface variable NAME memory: a file, zero:BYTES, empty:BYTES or hex:…; NAME:32 is a picture with rows of 32 bytes, NAME:32:rgba8_unorm a typed surface, 5 what index 5 stands for, and flat memory from address 0 on")
	flags.StringArrayVar(&f.saves, "save", nil, "`NAME=FILE`: write the memory of NAME to FILE when the run has ended")
	flags.BoolVar(&f.zero, "zero-outside", false, "read zeros outside of a surface, and drop what is written there, where it would be undefined behaviour")
	flags.IntVar(&f.threads, "threads", 0, "run `N` threads of a group on the same memory; %thread_x tells them apart, and a variable of thread 1 is printed as NAME@1")
	flags.StringArrayVar(&f.functions, "function", nil, "`FILE`: a function that the program calls and does not have, .global_function or .kernel in a text of its own, or in an object; of an address the first one is 64, the second 128 and so on")
	flags.BoolVar(&f.trace, "trace", false, "print for each lane of each instruction what it reads and writes")
	flags.BoolVar(&f.addresses, "inactive-addresses", false, "demand valid addresses of inactive lanes too, as later versions of the document do")
	c.batchFlags(cmd, "a program, or an object with program, vars, buffers and mask,")
	return cmd
}

// visaState is the run that the flags describe, without its program.
func (c *command) visaState(f visaRunFlags) (r api.VISARun, err error) {
	r.InactiveAddresses = f.addresses
	if r.Mask, err = api.ParseVISAMask(f.mask); err != nil {
		return r, usagef("--exec-%v", err)
	}
	if r.Fuel = f.fuel; f.fuel < 1 {
		return r, usagef("--fuel %d: expected 1 or more", f.fuel)
	}
	r.ZeroOutside, r.Threads = f.zero, f.threads
	if r.Buffers, err = c.namedMemory(f.buffers); err != nil {
		return r, err
	}
	all := f.vars
	if f.varsFile != "" {
		text, err := c.readFile(f.varsFile, maxValues)
		if err != nil {
			return r, err
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				all = append(all, line)
			}
		}
	}
	r.Values, err = c.namedValues(all, "var")
	return r, err
}

// namedValues splits NAME=VALUE; a value @FILE is the file's bytes.
func (c *command) namedValues(all []string, flag string) (list [][2]string, err error) {
	for _, text := range all {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, usagef("--%s %s: expected NAME=VALUE", flag, text)
		}
		if file, ok := strings.CutPrefix(value, "@"); ok {
			if value, err = c.fileDigits(file, maxValues); err != nil {
				return nil, err
			}
		}
		list = append(list, [2]string{strings.TrimSpace(name), value})
	}
	return list, nil
}

// fileDigits is a file's content as a value of bytes.
func (c *command) fileDigits(file string, most int) (string, error) {
	b, err := c.readFile(file, most)
	return fmt.Sprintf("hex:%x", b), err
}

// namedMemory are the values of --buffer, with the content of files that some of them name: what says no size and no bytes is one, as for g13 run.
func (c *command) namedMemory(all []string) (list [][2]string, err error) {
	if list, err = c.namedValues(all, "buffer"); err != nil {
		return nil, err
	}
	for k, m := range list {
		if m[1] == "" || m[1] == "-" {
			return nil, usagef("--buffer %s: expected a file or bytes, as in T6=FILE or T6=zero:4096", all[k])
		}
		if how, _, _ := strings.Cut(m[1], ":"); how != "zero" && how != "empty" && how != "hex" {
			if list[k][1], err = c.fileDigits(m[1], maxBuffer); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

func (c *command) runVISA(args []string, f visaRunFlags) error {
	v, err := c.visaRequest(f.visaFlags)
	if err != nil {
		return err
	}
	r, err := c.visaState(f)
	if err != nil {
		return err
	}
	if r.Functions, err = c.visaFunctions(f.functions, v); err != nil {
		return err
	}
	if c.batch != "" {
		return c.runVISABatch(args, v, r)
	}
	program, file, err := c.visaProgram(args, v.GRF)
	if err != nil {
		return err
	}
	r.Program = program
	saves, err := visaSaves(f.saves, file)
	if err != nil {
		return err
	}
	var faulted error
	var outcome api.VISAOutcome
	err = c.write(func(w *bufio.Writer) error {
		o, err := v.Run(c.context(), r, c.visaTrace(w, f.trace))
		if err != nil {
			if c.json {
				_ = refusal(w, api.VISARunSchema, err) // w remembers what fails
			}
			return c.complain(file, err)
		}
		c.showVISA(w, o)
		faulted, outcome = o.Fault, o
		return nil
	})
	if err == nil && faulted != nil {
		return c.complain(file, faulted)
	}
	if err == nil {
		err = c.saveVISA(saves, outcome)
	}
	return err
}

// visaFunctions reads the files of functions, which are texts or objects.
func (c *command) visaFunctions(files []string, v *api.VISA) (all []*visa.Program, err error) {
	for _, file := range files {
		b, name, err := c.readVISA([]string{file})
		if err != nil {
			return nil, err
		}
		texts := []string{string(b)}
		if api.IsVISAObject(b) {
			x, err := api.VISADisassemble(b, v.GRF)
			if err != nil {
				return nil, c.complain(name, err)
			}
			texts = nil
			for _, k := range x.Kernels {
				if k.Err != nil {
					return nil, c.complain(name, k.Err)
				}
				texts = append(texts, k.Text)
			}
		}
		for _, text := range texts {
			g, err := v.Function(text)
			if err != nil {
				return nil, c.complain(name, err)
			}
			all = append(all, g)
		}
	}
	return all, nil
}

// visaSaves are the surfaces that are to be saved, and where.
func visaSaves(texts []string, program string) (saves [][2]string, err error) {
	for _, text := range texts {
		name, file, ok := strings.Cut(text, "=")
		if !ok || file == "" || file == "-" {
			return nil, usagef("--save %s: expected a file, as in T6=FILE", text)
		}
		if sameFile(file, program) {
			return nil, usagef("--save %s: the program is there", text)
		}
		saves = append(saves, [2]string{name, file})
	}
	return saves, nil
}

// saveVISA writes memory to files. Bytes that nobody has written are zeros there.
func (c *command) saveVISA(saves [][2]string, o api.VISAOutcome) error {
	for _, s := range saves {
		b, ok := o.Bytes(s[0])
		if !ok {
			return usagef("--save %s=%s: no --buffer gives %s memory", s[0], s[1], s[0])
		}
		if err := c.replace(s[1], func(w io.Writer) error {
			_, err := w.Write(b)
			return err
		}); err != nil {
			return fmt.Errorf("--save %s=%s: %w", s[0], s[1], err)
		}
	}
	return nil
}

// visaTrace writes each step, as text or as an object.
func (c *command) visaTrace(w *bufio.Writer, on bool) func(s *visa.Step, d *visa.Decls) {
	if !on {
		return nil
	}
	return func(s *visa.Step, d *visa.Decls) {
		if c.json {
			_, _ = w.Write(append(api.AppendVISAStep(nil, s, d), '\n'))
		} else {
			_, _ = w.WriteString(api.VISAStepText(s, d))
		}
	}
}

// visaProgram is what the arguments say: instructions, which have an execution size in parentheses, or a file of text or of one kernel.
func (c *command) visaProgram(args []string, grf int) (text, file string, err error) {
	if len(args) == 0 {
		return "", "", usageError{errors.New("expected instructions, a file, or - for standard input")}
	}
	if len(args) > 1 || args[0] == "-" || strings.Contains(args[0], "(") {
		if len(args) == 1 {
			return c.text(args[0], "program")
		}
		return strings.Join(args, "\n"), "program", nil
	}
	b, name, err := c.readVISA(args)
	if err != nil || !api.IsVISAObject(b) {
		return string(b), name, err
	}
	x, err := api.VISADisassemble(b, grf)
	if err == nil && len(x.Kernels) != 1 {
		err = fmt.Errorf("%d kernels: expected one; visa dis --kernel prints one as text", len(x.Kernels))
	}
	if err == nil {
		text, err = x.Kernels[0].Text, x.Kernels[0].Err
	}
	if err != nil {
		return "", name, c.complain(name, err)
	}
	return text, name, nil
}

// showVISA writes the variables that changed.
func (c *command) showVISA(w *bufio.Writer, o api.VISAOutcome) {
	if c.json {
		_, _ = w.Write(append(o.AppendJSON(nil), '\n'))
		return
	}
	for _, warning := range o.Warnings {
		fmt.Fprintln(w, warning)
	}
	for _, v := range append(o.Changed[:len(o.Changed):len(o.Changed)], o.Memory...) {
		for _, row := range v.Rows {
			fmt.Fprintf(w, "%-8s %s\n", row[0], row[1])
		}
	}
}

// runVISABatch runs a program a line. The values of the flags come before a line's own.
func (c *command) runVISABatch(args []string, v *api.VISA, flags api.VISARun) error {
	return question[api.VISARun, api.VISAOutcome]{
		schema: api.VISARunSchema, wants: "one argument, the program",
		read: func(line string) (api.VISARun, error) {
			r, err := api.ParseVISARun(line)
			r.Values = append(flags.Values[:len(flags.Values):len(flags.Values)], r.Values...)
			r.Mask = both(r.Mask, flags.Mask)
			r.Buffers = append(flags.Buffers[:len(flags.Buffers):len(flags.Buffers)], r.Buffers...)
			r.Fuel, r.InactiveAddresses, r.ZeroOutside, r.Threads, r.Functions = flags.Fuel, flags.InactiveAddresses, flags.ZeroOutside, flags.Threads, flags.Functions
			return r, err
		},
		answer: func(ctx context.Context, r api.VISARun) (api.VISAOutcome, error) { return v.Run(ctx, r, nil) },
		finds:  func(o api.VISAOutcome) bool { return o.Fault != nil },
	}.run(c, args)
}

// both are the channels of two masks, each of which may not be given.
func both(a, b *uint32) *uint32 {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	mask := *a & *b
	return &mask
}
