package cli

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/disassembly"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/target"
)

func (c *command) scan() *cobra.Command {
	var q scanRequest
	cmd := &cobra.Command{
		Use:   "scan PATH...",
		Short: "Find every shuffle in files, and count them by what they do",
		Long: "A PATH is a file, or a folder, of which files ending in " + strings.Join(corpus.Endings(), ", ") + " are read; - is standard input. Objects and programs of ELF for x86-64 and AArch64 are read through objdump, or llvm-objdump, objects of vISA as their kernels, and of archives (ar, tar, zip, gzip) the members that are objects or have those endings. A shuffle is a shufflevector, an instruction of x86, AArch64 or " +
			"WebAssembly whose operands say all, the comment of a listing that says it, a call of an intrinsic in C, C++ or Rust, or a region in a kernel of vISA. Shuffles that do the same, over sources in the order in which they are read, are one. " +
			"Listings are also followed from instruction to instruction: what several make together is a movement that was emitted, and is compared with the cheapest known on the poorest target that " +
			"has the function's instructions, or on that of --target.",
		Example: `  lanescope scan .
  echo 'pshufd xmm0, xmm1, 27' | lanescope scan -
  lanescope scan --fail-on wrong --format sarif -o scan.sarif .`,
		RunE: func(_ *cobra.Command, args []string) error { return c.runScan(args, q) },
	}
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object, with all masks: --format json")
	cmd.Flags().StringVar(&q.format, "format", "text", "print the report as `FORMAT`: text, json or sarif")
	cmd.Flags().StringArrayVar(&q.failOn, "fail-on", nil, "exit with 1 on `WHAT`: wasted=N, if movements cost N or more above the best known in all, or wrong, if a comment contradicts its instruction")
	c.choiceFlag(cmd.Flags(), cmd, "format", "text", "json", "sarif")
	c.completeFlag(cmd, "fail-on", these("wasted=1", "wrong"))
	cmd.Flags().StringVar(&q.target, "target", "", "say what each movement takes at best on a `TARGET`: "+strings.Join(api.TargetNames(), ", "))
	c.completeFlag(cmd, "target", api.TargetNames)
	cmd.Flags().IntVar(&q.most, "most", 20, "print the `N` most frequent; 0 prints all")
	return cmd
}

// A scanRequest is what scan was asked for beside its paths.
type scanRequest struct {
	most           int
	target, format string
	failOn         []string
}

func (c *command) runScan(args []string, q scanRequest) error {
	if len(args) == 0 {
		return usagef("expected a PATH")
	}
	t, known := target.Find(q.target)
	if q.target != "" && !known {
		return usagef("there is no target %q: expected %s", q.target, strings.Join(api.TargetNames(), ", "))
	}
	if !known {
		t = nil // each listing's own
	}
	fails, err := failing(q.failOn)
	if err != nil {
		return err
	}
	if c.json {
		q.format = "json"
	}
	r := c.scanPaths(args)
	if r.Files == 0 && len(r.Skipped) > 0 {
		return errFindings // which were said: there is nothing to report on
	}
	c.priceScan(r, t)
	err = c.write(func(w *bufio.Writer) (err error) {
		switch q.format {
		case "json":
			_, err = w.Write(append(api.AppendScan(nil, r), '\n'))
		case "sarif":
			_, err = w.Write(append(api.AppendSARIF(nil, r, version()), '\n'))
		default:
			scanReport(w, r, q.most)
		}
		return err
	})
	if err == nil && (len(r.Skipped) > 0 || fails(r)) {
		return errFindings
	}
	return err
}

// failing is what --fail-on asks of a report.
func failing(list []string) (func(r *corpus.Report) bool, error) {
	var all []func(r *corpus.Report) bool
	for _, what := range list {
		number, wasted := strings.CutPrefix(what, "wasted=")
		n, err := strconv.Atoi(number)
		switch {
		case what == "wrong":
			all = append(all, func(r *corpus.Report) bool { return len(r.Wrong) > 0 })
		case wasted && err == nil && n > 0:
			all = append(all, func(r *corpus.Report) bool { return r.Excess() >= n })
		default:
			return nil, usagef("--fail-on %s: expected wrong, or wasted=N with a number from 1 on", what)
		}
	}
	return func(r *corpus.Report) bool {
		return slices.ContainsFunc(all, func(fails func(r *corpus.Report) bool) bool { return fails(r) })
	}, nil
}

// scanPaths reads what can be read. What cannot be costs that file, or that line.
func (c *command) scanPaths(paths []string) *corpus.Report {
	r := new(corpus.Report)
	skip := func(path string, why error) {
		c.say("%s: %v", path, why)
		r.Skipped = append(r.Skipped, corpus.Skip{Place: corpus.Place{File: path}, Why: why.Error()})
	}
	progress := c.newProgress(0)
	progress.unit = "bytes"
	defer progress.done()
	v := disassembly.Visitor{Extensions: corpus.Endings(), Skip: skip, Text: func(name string, text io.Reader) { c.scanOne(r, text, name, skip) }}
	for _, path := range paths {
		if path == "-" {
			v.Visit("stdin", progress.reader(c.stdin()), nil)
			continue
		}
		files, others := corpus.Files(path, skip)
		if len(files) == 0 && others > 0 {
			c.say("%s: of %d files none ends in %s; one that is named is read whatever it ends in", path, others, strings.Join(corpus.Endings(), ", "))
		}
		for _, file := range files {
			if c.interrupted() {
				break
			}
			f, err := c.open(file)
			if err != nil {
				skip(file, err)
				continue
			}
			v.Visit(file, progress.reader(f), f)
			f.Close()
		}
	}
	return r
}

func (c *command) scanOne(r *corpus.Report, in io.Reader, file string, skip func(string, error)) {
	r.Files++
	sink := r.Sink()
	sink.Bug, sink.Context = c.scanBug(r), c.context()
	if err := corpus.Scan(in, file, sink); err != nil && !c.interrupted() {
		skip(file, err)
	}
}

// scanBug reports a panic over a line.
func (c *command) scanBug(r *corpus.Report) func(corpus.Bug) {
	return func(b corpus.Bug) {
		c.bug(b.File, b.Line, b.Text, b.Value, b.Stack)
		r.Skipped = append(r.Skipped, corpus.Skip{Place: corpus.Place{File: b.File, Line: b.Line}, Why: fmt.Sprintf("a bug in Lanescope: %v", b.Value)})
	}
}

// priceScan looks for the cheapest sequences.
func (c *command) priceScan(r *corpus.Report, t *target.Target) {
	progress := c.newProgress(0)
	progress.unit = "movements priced"
	defer progress.done()
	r.Price(t, corpus.Pricing{Bug: c.scanBug(r), Context: c.context(), Progress: func(done, all int) { progress.at(done, all) }})
}

// scanReport is what a person reads.
func scanReport(w *bufio.Writer, r *corpus.Report, most int) {
	masks := r.Masks()
	named, uses := r.Named()
	fmt.Fprintf(w, "%d files, %d shuffles: %d copy, %d move, %d of these distinct\n", r.Files, r.Shuffles, r.Copies, r.Uses(), len(masks))
	fmt.Fprintf(w, "with a name: %d of %d distinct, %d of %d uses\n\n", named, len(masks), uses, r.Uses())
	for k, m := range masks {
		if k == most && most > 0 {
			fmt.Fprintf(w, "… and %d more\n", len(masks)-most)
			break
		}
		best := ""
		if m.Best != nil {
			best = "  " + short(m.Best.Count, m.Best.Proof, m.Best.LowerBound)
		}
		if !r.IsEmitted(m) {
			best += "  not emitted"
		}
		fmt.Fprintf(w, "%6d  %s  %s%s  %s:%d\n", m.Count, m.Canonical, cmp.Or(m.Name, "-"), best, syntax.Visible(m.First.File), m.First.Line)
	}
	emittedReport(w, r.Emitted(), most)
	troubles(w, r, most)
}

// troubles are the lines that contradict themselves, and those that could not be followed.
func troubles(w *bufio.Writer, r *corpus.Report, most int) {
	place := func(p corpus.Place) string {
		text := fmt.Sprintf("%s:%d", syntax.Visible(p.File), p.Line)
		if p.Function != "" {
			text += " in " + syntax.Visible(p.Function)
		}
		return text
	}
	if len(r.Wrong) > 0 {
		fmt.Fprintf(w, "\n%s another movement than the instruction:\n\n", plural2(len(r.Wrong), "comment says", "comments say"))
	}
	for k, x := range r.Wrong {
		if k == most && most > 0 {
			fmt.Fprintf(w, "… and %d more\n", len(r.Wrong)-most)
			break
		}
		fmt.Fprintf(w, "%s: %s\n", place(x.Place), x)
	}
	if r.Lost > 0 {
		fmt.Fprintf(w, "\nnot followed: %d of %d instructions\n\n", r.Lost, r.Lost+r.Followed)
	}
	for k, x := range r.Lines {
		if k == most && most > 0 {
			fmt.Fprintf(w, "… and %d more\n", r.Lost-most)
			break
		}
		fmt.Fprintf(w, "%s: %s\n", place(x.Place), syntax.Visible(x.Why))
	}
}

// emittedReport is what listings spend on their movements, and what is known to do.
func emittedReport(w *bufio.Writer, all []*corpus.Emitted, most int) {
	if len(all) == 0 {
		return
	}
	uses, total, excess := 0, 0, 0
	for _, e := range all {
		uses, total, excess = uses+e.Uses, total+e.Total, excess+e.Excess()
	}
	fmt.Fprintf(w, "\nemitted: %s that cost %d, %d more than the best known (ops + copies + 2 × constants)\n\n", plural(uses, "movement"), total, excess)
	for k, e := range all {
		if k == most && most > 0 {
			fmt.Fprintf(w, "… and %d more\n", len(all)-most)
			return
		}
		c := e.Worst.Cost
		best := "none cheaper"
		if cost, found := e.Known(); found {
			best = short(e.Best.Count, e.Best.Proof, e.Best.LowerBound)
		} else if cost != c {
			best = counts(cost.Ops, cost.Constants, cost.Copies) + ", emitted elsewhere"
		}
		fmt.Fprintf(w, "%6d  %s  %s  %s: %s  best: %s  %s:%d\n", e.Uses, e.Canonical, cmp.Or(e.Name, "-"), cmp.Or(e.Target, "no target"), counts(c.Ops, c.Constants, c.Copies), best, syntax.Visible(e.Worst.File), e.Worst.Line)
	}
}
