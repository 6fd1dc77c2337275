package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/lower"
)

func (c *command) network() *cobra.Command {
	var r api.NetworkRequest
	var constants int
	var svg string
	cmd := &cobra.Command{
		Use:   "network KIND SIZE | FORM... --target T",
		Short: "Find the cheapest sequence of instructions for several results at once, as a transpose has",
		Long: "Kinds: transpose RxC takes R rows of C lanes and makes C of R; rotate RxC turns them clockwise; interleave K makes structures of K channels, deinterleave K channels of structures, " +
			"each of --vectors registers; bitreverse N moves lane i to the lane whose number has i's bits backwards.\n\n" +
			"Without a kind each FORM is a result, and a name is the same source in all forms. Lane notation has several results in one: 'i32x4 x y -> lo: x0 y0 x1 y1; hi: x2 y2 x3 y3'.\n\n" +
			"The lower bound is of ops that read as many registers as any of the target does. Copies, loads and stores of values that find no register are no ops.\n\n" +
			"With --memory sources are in memory, each behind a pointer, and results go there, one behind another: loads that insert a half or repeat what they read, and stores of halves and structures do a part of the work, and are no ops either.\n\n" +
			"With --cost throughput ops on ports that are always busy give way to more ops on others; --cpu says whose ports.\n\n" +
			"--draw and --ascii make a picture, stage by stage: a ribbon is what an instruction reads, and each line in it lanes of one source.",
		Example: `  lanescope network transpose 4x4 --type i32 --target sse2
  lanescope network deinterleave 3 --type i16 --target sse4.1 --json
  lanescope network deinterleave 3 --type i8 --target neon --memory --emit c
  lanescope network transpose 8x8 --type i32 --target avx2 --cpu skylake --cost throughput
  lanescope network transpose 8x8 --type i16 --target avx2 --draw 8x8.svg
  lanescope network '_mm_unpacklo_epi8(x, y)' '_mm_unpackhi_epi8(x, y)' --target neon`,
		RunE: func(_ *cobra.Command, args []string) error {
			if constants < anyConstants {
				return usagef("--max-constants %d is no number of constants: expected 0 or more, or -1 for any", constants)
			}
			r.MaxConstants = lower.AtMost(constants)
			return c.runNetwork(args, r, svg)
		},
	}
	c.readingFlags(cmd)
	c.batchFlags(cmd, `{"kind":"transpose","size":"8x8","type":"i16"} or {"forms":["…"]}`)
	flags := cmd.Flags()
	flags.StringVar(&r.Target, "target", "", "for which `TARGET`: "+strings.Join(api.TargetNames(), ", "))
	flags.StringVar(&r.Type, "type", "", "the `TYPE` of lanes, as i16; i16x8 is vectors of so many, where the target's are longer")
	flags.IntVar(&r.Vectors, "vectors", 1, "how many registers `N` each channel has, of interleave and deinterleave")
	flags.BoolVar(&r.Memory, "memory", false, "sources and results are in memory: loads and stores may do a part of the work")
	flags.IntVar(&r.Registers, "registers", 0, "how many registers `N` of vectors may be in use at once (0: all of the target)")
	flags.StringVar(&r.Effort, "effort", "best", "how much is done to find something cheaper: `EFFORT` is "+strings.Join(lower.Efforts(), ", "))
	flags.DurationVar(&r.Deadline, "deadline", 0, "answer after `TIME` with the best that was found, as 1s (0: search to the end)")
	flags.StringVar(&svg, "draw", "", "draw the network stage by stage into `FILE`, as SVG; - is the output, in place of the listing")
	flags.BoolVar(&r.Text, "ascii", false, "print the picture with plain characters, in place of the listing; in JSON beside it")
	flags.IntVar(&r.Width, "width", 0, "the picture is `WIDTH` pixels wide, or with --ascii columns; 0 is 1200 pixels, and the terminal's columns or 80")
	c.completeFlag(cmd, "target", api.TargetNames)
	c.sequenceFlags(cmd, sequenceFlags{&r.CPU, &r.Cost, &r.Emit, &r.Name, &constants})
	return cmd
}

func (c *command) runNetwork(args []string, r api.NetworkRequest, svg string) error {
	if err := c.checkPicture(&r, svg); err != nil {
		return err
	}
	var err error
	if r.Options, err = c.options(); err != nil {
		return err
	}
	if r.Target == "" {
		return usagef("--target is missing: expected %s", strings.Join(api.TargetNames(), ", "))
	}
	if err := api.CheckNetwork(r); err != nil {
		return usageError{err}
	}
	tables := new(api.Lowerer)
	if c.batch != "" {
		return question[api.NetworkRequest, api.Network]{
			schema: api.NetworkSchema, wants: "one KIND", answer: tables.Network,
			read: func(line string) (api.NetworkRequest, error) { return api.ParseNetworkLine(line, r) },
		}.run(c, args)
	}
	asked, err := api.ParseNetwork(args)
	if err != nil {
		return usageError{err}
	}
	r.Kind, r.Size, r.Forms = asked.Kind, asked.Size, asked.Forms
	if r.Kind != "" && r.Type == "" {
		return usagef("--type is missing: expected one such as i16")
	}
	var n api.Network
	c.during("looking for networks", func() { n, err = tables.Network(c.context(), r) })
	if err != nil {
		file := "network"
		var one *api.FormError
		if errors.As(err, &one) {
			file, err = fmt.Sprintf("form %d", one.Form+1), one.Err
		}
		return c.invalid(file, api.NetworkSchema, err)
	}
	if svg != "" && svg != "-" {
		if err := c.replace(svg, func(w io.Writer) error { return wrote(w, n.Picture().SVG()) }); err != nil {
			return err
		}
	}
	return c.write(func(w *bufio.Writer) error {
		switch {
		case c.json:
			return object(w, n)
		case svg == "-":
			return wrote(w, n.Picture().SVG())
		case r.Text:
			return wrote(w, n.Picture().Text(draw.Terminal{ASCII: true, Color: c.colored(), Width: r.Width}))
		case r.Emit != "":
			fmt.Fprintln(w, strings.TrimSuffix(n.Code, "\n"))
		default:
			sayNetwork(w, n)
			if cost, _ := lower.ParseCost(r.Cost); r.CPU != "" || cost.OfCPU() {
				sayCycles(w, n)
			}
		}
		return nil
	})
}

// sayCycles writes what the CPU has to do in a loop.
func sayCycles(w *bufio.Writer, n api.Network) {
	cycles, busiest, ok := n.Cycles()
	switch {
	case !ok:
	case busiest == nil:
		fmt.Fprintf(w, "in a loop %.4g cycles on %s, as no more micro-operations can begin\n", cycles, n.CPU)
	default:
		fmt.Fprintf(w, "in a loop %.4g cycles on %s, with %s always busy\n", cycles, n.CPU, strings.Join(busiest, ", "))
	}
}

// checkPicture says whether a picture can be where it is wanted.
func (c *command) checkPicture(r *api.NetworkRequest, svg string) error {
	switch {
	case r.Width < 0:
		return usagef("--width %d: expected a number of pixels or columns", r.Width)
	case svg != "" && c.batch != "":
		return usagef("--draw is one file, and a batch has many networks: expected one KIND")
	case svg == "-" && (c.json || r.Text || r.Emit != ""):
		return usagef("--draw - is all of the output: expected it without --json, --ascii and --emit, or a file for the picture")
	case r.Text && r.Emit != "":
		return usagef("--ascii and --emit are each all of the output: expected one of them")
	case r.Width == 0 && r.Text && svg == "":
		r.Width = c.screen()
	}
	return nil
}

func wrote(w io.Writer, b []byte) error {
	_, err := w.Write(b)
	return err
}

// sayNetwork writes what a person reads.
func sayNetwork(w *bufio.Writer, n api.Network) {
	for _, line := range slices.Concat(n.Head, n.Lines) {
		fmt.Fprintln(w, line)
	}
	how := ""
	if by := strings.TrimPrefix(n.Strategy, "by "); by != "" {
		how = ", by " + by
	}
	fmt.Fprintf(w, "%s; %s; %s%s\n", counted(n.Sequence), proved(n.Proof, n.LowerBound), plural(n.Stages(), "stage"), how)
	if n.Memory {
		fmt.Fprintf(w, "%s and %s, %s in use; what is proved is proved of the ops between these\n", plural(n.Loads(), "load"), plural(n.Stores(), "store"), plural(n.Registers(), "register"))
	}
	if loads, stores := n.Spills(); loads+stores > 0 {
		fmt.Fprintf(w, "of the copies %s and %s of values that find no register\n", plural(loads, "load"), plural(stores, "store"))
	}
	if n.Memory {
		return // the listing names what it reads and writes
	}
	for _, x := range n.Operands {
		fmt.Fprintf(w, "%s = %s\n", x.Name, strings.Join(x.Registers, " "))
	}
}
