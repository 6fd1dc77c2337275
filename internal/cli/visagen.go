package cli

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/gen"
)

// finaliser is Intel's tool (Debian: libigc-tools), and finaliserTime what it may take.
const (
	finaliser     = "GenX_IR"
	finaliserTime = time.Minute
)

// shown is a program for examples.
const shown = `printf '.decl D v_type=G type=q num_elts=4 align=GRF\n.decl S v_type=G type=q num_elts=4 align=GRF\nmov (M1, 4) D(0,0)<1> S(0,0)<4;4,1>\n' | lanescope visa `

// finaliserExamples are three of a command that needs the finaliser.
func finaliserExamples(command string) string {
	return "  " + shown + command + " -\n  " + shown + command + " --platform dg2 -\n  " + shown + command + " --json -"
}

func (c *command) visaGen() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "gen FILE",
		Short: "Show what Intel's finaliser makes of each instruction, and which restrictions of the machine that breaks",
		Long: "The program is a kernel, or declarations and instructions alone. The listing is read from --asm, or made by " + finaliser + " where that is installed, for the --platform. vISA has no restriction that a row of a region stays in one register, or that one row is written in one way: " +
			"the finaliser keeps them, and here each is a rule with a name and its number in Intel's manual. The exit code is 1 if one is broken.",
		Example: finaliserExamples("gen"),
	}
	c.visaListing(cmd, false)
	return cmd
}

func (c *command) visaAudit() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit FILE",
		Short: "Execute each instruction and what Intel's finaliser made of it, on the same bytes, and compare",
		Long: "Each is executed by itself, on random bytes that are the same in each run. Of the machine's instructions, movs of direct regions between integers, and between operands of one type, are executed; what is not is said. " +
			"The exit code is 1 if an instruction does something else than was written, or a restriction of the machine is broken.",
		Example: finaliserExamples("audit"),
	}
	c.visaListing(cmd, true)
	return cmd
}

// visaListing is the flags and the work of both.
func (c *command) visaListing(cmd *cobra.Command, execute bool) {
	var file, platform string
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return usagef("expected one file")
		}
		text, name, err := c.readAll(args)
		if err != nil {
			return err
		}
		listing, from, err := c.listingOf(text, file, platform)
		if err != nil {
			return err
		}
		l, err := gen.Parse(listing)
		if err != nil {
			return c.complain(from, err)
		}
		x, err := api.VISAGenOf(string(text), l, execute)
		if err != nil {
			return c.complain(name, err)
		}
		err = c.write(func(w *bufio.Writer) error {
			if c.json {
				return object(w, x)
			}
			sayGen(w, x)
			return nil
		})
		if err == nil {
			err = found(x.Wrong())
		}
		return err
	}
	cmd.Flags().StringVar(&file, "asm", "", "read the listing from `FILE`, as "+finaliser+" -output writes it")
	cmd.Flags().StringVar(&platform, "platform", "tgl", "the graphics that "+finaliser+" makes code for: `NAME`")
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object")
	c.completeFlag(cmd, "platform", these(api.VISAPlatforms()...))
}

// listingOf reads the finaliser's listing, or has one made.
func (c *command) listingOf(text []byte, file, platform string) (listing, from string, err error) {
	if file != "" {
		b, err := c.readFile(file, maxValues)
		return string(b), file, err
	}
	p, ok := visa.PlatformNamed(platform)
	if !ok {
		return "", "", usagef("--platform %s: expected %s", platform, strings.Join(api.VISAPlatforms(), ", "))
	}
	path, err := exec.LookPath(finaliser)
	if err != nil {
		return "", "", fmt.Errorf("%s is not installed (Debian: libigc-tools): --asm reads a listing that it has made", finaliser)
	}
	dir, err := os.MkdirTemp("", "lanescope")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "k.visaasm"), []byte(api.WholeVISA(string(text))), 0o600); err != nil {
		return "", "", err
	}
	limit, stop := context.WithTimeout(context.Background(), finaliserTime)
	defer stop()
	run := exec.CommandContext(limit, path, "k.visaasm", "-platform", p.Tool(), "-output", "-noschedule", "-nocompaction", "-nocopyprop") // instructions in their order, each by itself
	run.Dir, run.WaitDelay = dir, time.Second
	said, err := run.CombinedOutput()
	b, missing := os.ReadFile(filepath.Join(dir, "k.asm"))
	if missing != nil {
		return "", "", fmt.Errorf("%s makes no code of it: %v: %.300s", finaliser, err, strings.Join(strings.Fields(string(said)), " "))
	}
	return string(b), finaliser, nil
}

// sayGen writes each instruction with what was made of it.
func sayGen(w *bufio.Writer, x api.VISAGen) {
	for _, a := range x.Insts {
		fmt.Fprintln(w, a.Text)
		for _, i := range a.Gen {
			fmt.Fprintf(w, "  %s\n", i.Text)
		}
		for _, b := range a.Broken {
			fmt.Fprintf(w, "  broken: %s: %s\n", b.Rule, b.Message)
		}
		switch {
		case !x.Executed:
		case a.Verdict == gen.Same:
			fmt.Fprintf(w, "  the same on %s\n", x.Platform)
		default:
			fmt.Fprintf(w, "  %s: %s\n", a.Verdict, a.Why)
		}
	}
}
