package cli

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/campaign"
	"github.com/lanescope/lanescope/syntax"
)

func (c *command) campaignStatus() *cobra.Command {
	var dir *string
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Say how far a campaign is, how fast it goes, and how long it will take",
		Example: `  lanescope campaign run --dir t --kind table --target sse2 --shape 2xi64 --quiet; lanescope campaign status --dir t
  lanescope campaign run --dir t --kind table --target sse2 --shape 2xi64 --quiet; lanescope campaign status --dir t --json
  lanescope campaign run --dir t --kind table --target neon --shape 4xi32 --sample 900 & sleep 1; lanescope campaign status --dir t; wait`,
		Args: func(_ *cobra.Command, args []string) error { return argCount(0, "no argument")(nil, args) },
		RunE: func(*cobra.Command, []string) error {
			f, err := c.folder(*dir)
			if err != nil {
				return err
			}
			s, err := f.Status()
			if err != nil {
				return err
			}
			return c.sayStatus(s)
		},
	}
	dir = dirFlag(cmd)
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object")
	return cmd
}

// sayStatus writes how far a campaign is.
func (c *command) sayStatus(s campaign.Status) error {
	return c.write(func(w *bufio.Writer) error {
		if c.json {
			return object(w, api.CampaignStatus(s))
		}
		fmt.Fprintf(w, "%s: %d of %s, %d of %s\n", s.Kind, s.Done, plural(s.Shards, "shard"), s.Answered, plural(s.Items, "item"))
		switch {
		case s.Done == s.Shards:
			fmt.Fprintln(w, "done")
		case s.Rate > 0 && s.Running:
			fmt.Fprintf(w, "running, %.1f items/s, %v left\n", s.Rate, time.Duration(s.SecondsLeft)*time.Second)
		case s.Running:
			fmt.Fprintln(w, "running")
		default:
			fmt.Fprintf(w, "not running: lanescope campaign resume --dir %s\n", syntax.Visible(s.Dir))
		}
		return nil
	})
}

// results joins the folder and the results that a command names.
func (c *command) results(dir string, paths []string) (*campaign.Union, error) {
	if dir != "" {
		paths = append([]string{dir}, paths...)
	}
	if len(paths) == 0 {
		return nil, usagef("expected --dir DIR, or a RESULT")
	}
	return campaign.Join(paths...)
}

func (c *command) campaignVerify() *cobra.Command {
	var dir *string
	var most int
	var seed uint64
	cmd := &cobra.Command{
		Use:   "verify [RESULT...]",
		Short: "Hold answers by chance against code that did not give them",
		Long: "All checksums are checked. Then a sample of the answers is given again by another route: the sequence of a table is read as anybody's listing is, and what it does compared with the mask lane by lane; " +
			"of pairs, bytes by chance are moved by both maps; a program of fuzz is made again and computes with numbers. It exits with 1 if one does not hold.",
		Example: `  lanescope campaign run --dir t --kind table --target sse2 --shape 2xi64 --quiet; lanescope campaign verify --dir t
  lanescope campaign run --dir t --kind table --target neon --shape 4xi32 --sample 500 --quiet; lanescope campaign verify --dir t --sample 50 --seed 3
  echo 'W.Y. == W.Y.' >pairs; lanescope campaign run --dir t --kind prove pairs --quiet; lanescope campaign merge --dir t -o all; lanescope campaign verify all --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			if most < 1 {
				return usagef("--sample %d: expected 1 or more", most)
			}
			u, err := c.results(*dir, args)
			if err != nil {
				return err
			}
			return c.verifyCampaign(u, most, seed)
		},
	}
	dir = dirFlag(cmd)
	cmd.Flags().IntVar(&most, "sample", 1000, "verify `N` answers by chance, or all there are")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "`SEED` of the choice")
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object")
	return cmd
}

func (c *command) verifyCampaign(u *campaign.Union, most int, seed uint64) error {
	var checked int
	var faults []campaign.Fault
	var err error
	c.during("verifying answers", func() { checked, faults, err = u.Verify(c.context(), most, seed) })
	switch {
	case c.stopped():
		return fmt.Errorf("%w: of %s that were checked by then %d do not hold", errInterrupted, plural(checked, "answer"), len(faults))
	case err != nil:
		return err
	}
	check := api.CampaignCheck{Checked: checked}
	for _, f := range faults {
		check.Faults = append(check.Faults, api.CampaignFault(f))
	}
	err = c.write(func(w *bufio.Writer) error {
		if c.json {
			return object(w, check)
		}
		for _, f := range faults {
			fmt.Fprintf(w, "shard %d: %s\n  %s\n", f.Shard, syntax.Visible(f.Why), syntax.Visible(f.Line))
		}
		fmt.Fprintf(w, "%s: %d hold, %d do not\n", plural(checked, "answer"), checked-len(faults), len(faults))
		return nil
	})
	if err != nil {
		return err
	}
	return found(len(faults) > 0)
}

func (c *command) campaignMerge() *cobra.Command {
	var dir *string
	var lookup bool
	cmd := &cobra.Command{
		Use:   "merge [RESULT...]",
		Short: "Put the shards of folders and of merged results into one result",
		Long: "A RESULT is the folder of a campaign, or a file that was merged. The order in which they stand and a shard that is in several make no difference: the same shards are the same bytes. " +
			"Two answers to one shard that are not alike are an error, and so are results of two plans. With --lookup it is a file for lower --table: each canonical map of a table once, found without a search.",
		Example: `  lanescope campaign run --dir t --kind table --target sse2 --shape 2xi64 --quiet; lanescope campaign merge --dir t -o table.txt
  lanescope campaign run --dir t --kind table --target sse2 --shape 2xi64 --quiet; lanescope campaign merge t t
  lanescope campaign run --dir t --kind table --target sse2 --shape 2xi64 --quiet; lanescope campaign merge t -o one; lanescope campaign merge one t -o two; cmp one two`,
		RunE: func(_ *cobra.Command, args []string) error {
			u, err := c.results(*dir, args)
			if err != nil {
				return err
			}
			return c.write(func(w *bufio.Writer) error {
				if lookup {
					_, err := u.WriteLookup(w)
					return err
				}
				return u.Write(io.Writer(w))
			})
		},
	}
	dir = dirFlag(cmd)
	cmd.Flags().BoolVar(&lookup, "lookup", false, "write a file in which lower --table looks maps up")
	return cmd
}

func (c *command) campaignReport() *cobra.Command {
	var dir *string
	var most int
	cmd := &cobra.Command{
		Use:   "report [RESULT...]",
		Short: "Count what a campaign's answers say",
		Long: "Of a table, of pairs and of programs, it is how often answers say what, and the smallest programs that a compiler got wrong. Of files that were mined, it is what all of them have together: how many shuffles, and the movements that listings make, those first of which most instructions could be saved. " +
			"Instructions are ops + copies + 2 × constants. Maps and sequences that are longer than a line are cut off; --json has them whole.",
		Example: `  lanescope campaign run --dir t --kind table --target sse2 --shape 2xi64 --quiet; lanescope campaign report --dir t
  lanescope campaign run --dir t --kind table --target sse2 --shape 4xi32 --sources 1 --quiet; lanescope campaign report --dir t --json
  echo 'W.Y. == W.Y.' >pairs; lanescope campaign run --dir t --kind prove pairs --quiet; lanescope campaign report t`,
		RunE: func(_ *cobra.Command, args []string) error {
			u, err := c.results(*dir, args)
			if err != nil {
				return err
			}
			if u.Plan.OpensFiles() {
				return c.reportHarvest(u, most)
			}
			classes, err := u.Report()
			if err != nil {
				return err
			}
			r := api.CampaignReport{Kind: u.Plan.Kind}
			for _, k := range classes {
				r.Answers += k.Count
				r.Classes = append(r.Classes, api.CampaignClass(k))
			}
			if r.Programs, err = reproducers(u, most); err != nil {
				return err
			}
			return c.write(func(w *bufio.Writer) error { return c.sayReport(w, r) })
		},
	}
	dir = dirFlag(cmd)
	cmd.Flags().IntVar(&most, "most", 20, "print the `N` first movements that were mined, or programs that went wrong; 0 prints all")
	cmd.Flags().BoolVar(&c.json, "json", false, "print one JSON object")
	return cmd
}

// reproducers are the smallest programs that a compiler got wrong; of other kinds there are none.
func reproducers(u *campaign.Union, most int) (all []api.CampaignProgram, err error) {
	if u.Plan.Kind != campaign.FuzzKind {
		return nil, nil
	}
	found, err := u.Reproducers()
	if most > 0 && most < len(found) {
		found = found[:most]
	}
	for _, r := range found {
		all = append(all, api.CampaignProgram(r))
	}
	return all, err
}

// sayReport writes how often answers say what.
func (c *command) sayReport(w *bufio.Writer, r api.CampaignReport) error {
	if c.json {
		return object(w, r)
	}
	fmt.Fprintf(w, "%s: %s\n", r.Kind, plural(r.Answers, "answer"))
	for _, k := range r.Classes {
		fmt.Fprintf(w, "%8d  %5.1f %%  %s\n", k.Count, 100*float64(k.Count)/float64(max(r.Answers, 1)), syntax.Visible(k.Name))
	}
	for _, p := range r.Programs {
		fmt.Fprintf(w, "\n%s in %s, first in %s:\n", p.Verdict, plural(p.Count, "program"), p.First)
		for line := range strings.Lines(p.Text) {
			fmt.Fprintln(w, "  "+syntax.Visible(strings.TrimRight(line, "\n")))
		}
		fmt.Fprintf(w, "  it does   %s\n  it became %s\n", syntax.Visible(p.Does), syntax.Visible(p.Came))
	}
	return nil
}

// reportHarvest says what was mined.
func (c *command) reportHarvest(u *campaign.Union, most int) error {
	h, err := u.Harvest()
	if err != nil {
		return err
	}
	if most > 0 && most < len(h.Movements) {
		h.Movements = h.Movements[:most]
	}
	r := api.CampaignHarvest{
		Files: h.Files, Shuffles: h.Shuffles, Copies: h.Copies, Masks: h.Masks, Followed: h.Followed, Lost: h.Lost, Skipped: h.Skipped,
		Uses: h.Uses, Emitted: h.Emitted, Saved: h.Saved,
	}
	for _, m := range h.Movements {
		r.Movements = append(r.Movements, api.CampaignMovement{
			Map: m.Canonical, Target: m.Target, Name: m.Name, Uses: m.Uses, Emitted: m.Emitted, Known: m.Known, Saved: m.Saved(), Sequence: m.Sequence, Proof: m.Proof, Place: m.Place,
		})
	}
	return c.write(func(w *bufio.Writer) error {
		if c.json {
			return object(w, r)
		}
		sayHarvest(w, r)
		return nil
	})
}

// screenWidth is how long a line is at most of which the rest says little: bits of a map go on as they began.
const screenWidth = 80

// sayHarvest writes what was mined, for a person.
func sayHarvest(w *bufio.Writer, r api.CampaignHarvest) {
	fmt.Fprintf(w, "mine: %s, %s: %d copy; %d distinct masks\n", plural(r.Files, "file"), plural(r.Shuffles, "shuffle"), r.Copies, r.Masks)
	if r.Skipped > 0 {
		fmt.Fprintf(w, "not read to the end: %s\n", plural(r.Skipped, "piece"))
	}
	fmt.Fprintf(w, "followed: %d instructions, and %d not\n", r.Followed, r.Lost)
	fmt.Fprintf(w, "emitted: %s that cost %d, %d of it more than the least that is known\n", plural(r.Uses, "movement"), r.Emitted, r.Saved)
	for _, m := range r.Movements {
		what := fmt.Sprintf("%8d saved  %s  %s", m.Saved, m.Target, m.Map)
		if m.Name != "" {
			what += "  " + syntax.Visible(m.Name)
		}
		cost := fmt.Sprintf("  %s cost %d, known %d", plural(m.Uses, "use"), m.Emitted, m.Known)
		if m.Sequence != "" {
			cost += fmt.Sprintf(" (%s): %s", m.Proof, m.Sequence)
		}
		fmt.Fprintf(w, "\n%s\n%s\n  as at %s\n", clipped(what, screenWidth), clipped(cost, screenWidth), syntax.Visible(m.Place))
	}
}

// clipped is a line that is no wider than a screen.
func clipped(line string, width int) string {
	if utf8.RuneCountInString(line) <= width {
		return line
	}
	return string([]rune(line)[:max(0, width-1)]) + "…"
}
