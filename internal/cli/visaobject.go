package cli

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
	files "github.com/lanescope/lanescope/visa/object"
)

func (c *command) visaDis() *cobra.Command {
	f := &visaFlags{typ: "d"}
	var kernel string
	cmd := &cobra.Command{
		Use:   "dis [FILE]",
		Short: "Print the kernels of an .isa file as text; standard input without a file",
		Long: "What the text does not say of the file is warned of. Where code cannot be read, the text ends there and the exit code is 1. " +
			"Files that the compiler of release 12504 writes have whole tables and code that is cut short.",
		Example: `  printf '.kernel "k"\n.decl V32 v_type=G type=d num_elts=8 align=GRF\nmov (M1, 8) V32(0,0)<1> 0x1:d\n' | lanescope visa asm | lanescope visa dis
  printf '.kernel "k"\n.kernel_attr Target="cm"\n' | lanescope visa asm --format 3.3 | lanescope visa dis --json
  printf '.kernel "k"\n' | lanescope visa asm | lanescope visa dis --kernel k --grf 64`,
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		v, err := f.request()
		if err != nil {
			return err
		}
		b, name, err := c.readVISA(args)
		if err != nil {
			return err
		}
		x, err := api.VISADisassemble(b, v.GRF)
		if err != nil {
			return c.invalid(name, api.VISADisSchema, err)
		}
		if x.Kernels, err = oneKernel(x.Kernels, kernel); err != nil {
			return err
		}
		return c.sayObject(name, x)
	}
	c.grfFlag(cmd, &f.grf)
	cmd.Flags().StringVar(&kernel, "kernel", "", "print the kernel `NAME` only")
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object")
	return cmd
}

// oneKernel is the kernels of a name, or all of them without one.
func oneKernel(all []api.VISAKernel, name string) (some []api.VISAKernel, err error) {
	if name == "" {
		return all, nil
	}
	for _, k := range all {
		if k.Name == name {
			some = append(some, k)
		}
	}
	if some == nil {
		return nil, usagef("--kernel %s: the file has no such kernel", name)
	}
	return some, nil
}

// sayObject writes the texts, and says what is missing of them.
func (c *command) sayObject(name string, x api.VISAObject) error {
	bad := false
	err := c.write(func(w *bufio.Writer) error {
		if c.json {
			_, err := w.Write(append(x.AppendJSON(nil), '\n'))
			return err
		}
		for n, k := range x.Kernels {
			if n > 0 {
				fmt.Fprintln(w)
			}
			if _, err := w.WriteString(c.looked(k.Text)); err != nil {
				return err
			}
		}
		return nil
	})
	for _, k := range x.Kernels {
		for _, lost := range k.Lost {
			if !c.quiet {
				fmt.Fprintf(c.Stderr, "%s: warning: kernel \"%s\": the text does not have %s\n", syntax.Visible(name), syntax.Visible(k.Name), syntax.Visible(lost))
			}
		}
		if k.Err != nil {
			bad = true
			c.complain(name, k.Err)
		}
	}
	if err == nil && bad {
		return errFindings
	}
	return err
}

func (c *command) visaAsm() *cobra.Command {
	f := &visaFlags{typ: "d"}
	cmd := &cobra.Command{
		Use:   "asm [FILE]…",
		Short: "Write an .isa file of the kernels of texts, one in each; standard input without a file",
		Example: `  printf '.kernel "k"\n.decl V32 v_type=G type=d num_elts=8 align=GRF\nmov (M1, 8) V32(0,0)<1> 0x1:d\n' | lanescope visa asm -o k.isa
  printf '.kernel "k"\n.kernel_attr Target="cm"\n' | lanescope visa asm --format 3.6 | lanescope visa dis
  printf '.kernel "k"\n.kernel_attr SLMSize=4\n' > k.visaasm && lanescope visa asm k.visaasm -o k.isa`,
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		v, err := f.request()
		if err != nil {
			return err
		}
		o := &files.Object{Version: v.Format}
		if len(args) == 0 {
			args = []string{"-"}
		}
		for _, file := range args {
			text, name, err := c.readVISA([]string{file})
			if err != nil {
				return err
			}
			if errs := api.VISAAssemble(o, string(text), v); errs != nil {
				return c.complain(name, errors.Join(errs...))
			}
		}
		b, err := o.Append(nil)
		if err != nil {
			return c.complain("kernels", err)
		}
		return c.write(func(w *bufio.Writer) error {
			_, err := w.Write(b)
			return err
		})
	}
	c.platformFlags(cmd, f)
	cmd.Flags().StringVar(&f.version, "format", "4.1", "the `VERSION` of the file's format: 3.0 to 4.1")
	c.dialectFlag(cmd, f)
	return cmd
}
