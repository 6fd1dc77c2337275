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
		Short: "Show what the machine executes for each instruction, and which of its restrictions that breaks or keeps",
		Long: "The program is a kernel, or declarations and instructions alone. The listing is read from --asm, or made by " + finaliser + " where that is installed, for the --platform. vISA has no restriction that a row of a region stays in one register, or that one row is written in one way: " +
			"the finaliser keeps them, and here each is a rule with a name and its number in Intel's manual. The exit code is 1 if one is broken. With --own, and where " + finaliser + " is not installed, movs of direct regions become instructions here, " +
			"which keep every rule, and the rules are named that the mov itself would break.",
		Example: finaliserExamples("gen"),
	}
	c.visaListing(cmd, false)
	return cmd
}

func (c *command) visaAudit() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit FILE",
		Short: "Execute each instruction and what was made of it for the machine, on the same bytes, and compare",
		Long: "Each is executed by itself, on random bytes that are the same in each run. Of the machine's instructions, movs of direct regions and shifts that leave the sign are executed; what is not is said. " +
			"The exit code is 1 if an instruction does something else than was written, or a restriction of the machine is broken.",
		Example: finaliserExamples("audit"),
	}
	c.visaListing(cmd, true)
	return cmd
}

// visaListing is the flags and the work of both.
func (c *command) visaListing(cmd *cobra.Command, execute bool) {
	var file, platform string
	var own bool
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return usagef("expected one file")
		}
		text, name, err := c.readVISA(args)
		if err != nil {
			return err
		}
		x, err := c.made(string(text), name, maker{file, platform, own}, execute)
		if err != nil {
			return err
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
	cmd.Flags().StringVar(&platform, "platform", "tgl", "the graphics that code is made for: `NAME`")
	cmd.Flags().BoolVar(&own, "own", false, "make instructions of movs here, as happens where "+finaliser+" is not installed")
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object")
	c.completeFlag(cmd, "platform", these(api.VISAPlatforms()...))
}

// A maker is who makes the machine's instructions: a listing has them, or the finaliser is run, or they are made here.
type maker struct {
	file, platform string
	own            bool
}

// made is what became of a program.
func (c *command) made(text, name string, by maker, execute bool) (api.VISAGen, error) {
	p, ok := visa.PlatformNamed(by.platform)
	path, missing := exec.LookPath(finaliser)
	switch {
	case !ok:
		return api.VISAGen{}, usagef("--platform %s: expected %s", by.platform, strings.Join(api.VISAPlatforms(), ", "))
	case by.own && by.file != "":
		return api.VISAGen{}, usagef("--own makes what --asm reads: expected one of them")
	case by.own || by.file == "" && missing != nil:
		x, err := api.VISALegalOf(text, p, execute)
		if err != nil {
			return x, c.complain(name, err)
		}
		return x, nil
	}
	listing, from, err := c.listingOf(text, path, by.file, p)
	if err != nil {
		return api.VISAGen{}, err
	}
	l, err := gen.Parse(listing)
	if err != nil {
		return api.VISAGen{}, c.complain(from, err)
	}
	x, err := api.VISAGenOf(text, l, execute)
	if err != nil {
		return x, c.complain(name, err)
	}
	return x, nil
}

// listingOf reads the finaliser's listing, or has one made.
func (c *command) listingOf(text, path, file string, p visa.Platform) (listing, from string, err error) {
	if file != "" {
		b, err := c.readFile(file, maxValues)
		return string(b), file, err
	}
	dir, err := os.MkdirTemp("", "lanescope")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "k.visaasm"), []byte(api.WholeVISA(text)), 0o600); err != nil {
		return "", "", err
	}
	limit, stop := context.WithTimeout(c.context(), finaliserTime)
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
		if x.By == api.ByLanescope && len(a.Gen) == 0 && !x.Executed {
			fmt.Fprintf(w, "  nothing is made of it here: %s\n", a.Why)
		}
		if len(a.Mended) > 0 {
			fmt.Fprintf(w, "  as one: %s\n", a.Directly)
		}
		for _, b := range a.Mended {
			fmt.Fprintf(w, "  mended: %s: %s\n", b.Rule, b.Message)
		}
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
