package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/internal/campaign"
	"github.com/lanescope/lanescope/internal/fuzz"
)

// Campaigns are what the commands about campaigns do with a queue. Package queue does it, which this package does not know.
type Campaigns struct {
	// Run does what a campaign has left to do.
	Run func(ctx context.Context, f *campaign.Folder, o CampaignRun) error
	// Work does shards of others.
	Work func(ctx context.Context, o CampaignWork) error
}

// A CampaignRun says who does a campaign's shards.
type CampaignRun struct {
	URL      string
	Listen   bool
	Workers  int
	Replicas int
	Progress func(done, all int)
	Log      func(format string, args ...any)
}

// A CampaignWork says for whom a worker works.
type CampaignWork struct {
	URL, Dir string
	Version  string
	Workers  int
	Idle     time.Duration
	Log      func(format string, args ...any)
}

// errNoQueue is what a program without campaigns says.
var errNoQueue = errors.New("this program was built without what runs campaigns")

func (c *command) campaign() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "campaign",
		Short: "Ask a question about each of many items, in shards that last: begin, stop, go on, add machines",
		Example: `  lanescope campaign run --dir table --kind table --target sse2 --shape 2xi64
  echo 'pshufd $27 == <4 x i32> 3 2 1 0' >pairs; lanescope campaign run --dir proofs --kind prove pairs
  lanescope campaign run --dir t --kind table --target neon --shape 4xi32 --sample 500 --quiet && lanescope campaign report --dir t`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(c.campaignRun(), c.campaignResume(), c.campaignWorker(), c.campaignStatus(), c.campaignVerify(), c.campaignMerge(), c.campaignReport())
	return cmd
}

// dirFlag is the folder that a campaign is in.
func dirFlag(cmd *cobra.Command) *string {
	return cmd.Flags().String("dir", "", "the campaign is in the folder `DIR`")
}

// folder opens the folder of --dir.
func (c *command) folder(dir string) (*campaign.Folder, error) {
	if dir == "" {
		return nil, usagef("expected --dir DIR")
	}
	return campaign.Open(dir)
}

// runFlags say who does shards.
func (c *command) runFlags(cmd *cobra.Command) *CampaignRun {
	o := new(CampaignRun)
	f := cmd.Flags()
	f.StringVar(&o.URL, "nats", "", "queue shards on the NATS server, or cluster, at `URL` instead of in this process")
	f.BoolVar(&o.Listen, "listen", false, "take workers of this machine: campaign worker --dir")
	f.IntVar(&o.Workers, "workers", runtime.GOMAXPROCS(0), "do `N` shards at a time in this process; 0 leaves all to others")
	f.IntVar(&o.Replicas, "replicas", 1, "keep the queue on `N` servers of the cluster of --nats")
	return o
}

func (c *command) campaignRun() *cobra.Command {
	var o campaign.Options
	var kind string
	var seed uint64
	var shards int
	var run *CampaignRun
	var dir *string
	cmd := &cobra.Command{
		Use:   "run [PATH...]",
		Short: "Begin a campaign in a new folder, and go on until it is done or interrupted",
		Long: "The kind table asks for the cheapest sequence of every mask of a shape on a target, or of a sample of them; prove asks how the two forms of each line FORM == FORM of files stand to each other; mine asks which movements files make, and what they could cost at least; fuzz asks whether a compiler that is installed makes of programs of shuffles by chance what these do, and of those that it gets wrong it has the smallest. A PATH of mine is a file that scan reads, or a folder with objects, programs, listings and sources. " +
			"Items are cut into shards, and the answers of a shard are one file that stays. An interrupt keeps what is done and exits with 130; a process that is killed loses some twenty seconds of the shards that it was at. Then resume goes on.",
		Example: `  lanescope campaign run --dir table --kind table --target sse2 --shape 2xi64
  echo 'W.Y. == i32x4 -> a3 . a1 .' >pairs; lanescope campaign run --dir proofs --kind prove pairs
  lanescope campaign run --dir t --kind table --target avx2 --shape 8xi32 --sample 100 --seed 7 --effort quick --shards 10`,
		RunE: func(_ *cobra.Command, args []string) error {
			if *dir == "" {
				return usagef("expected --dir DIR, a folder for the campaign")
			}
			if o.Paths = args; (kind == "table" || kind == "fuzz") && len(args) > 0 {
				return usagef("the kind %s has no PATH", kind)
			}
			if kind != campaign.FuzzKind {
				o.Compiler = ""
			}
			p, err := campaign.NewPlan(version(), kind, o, seed, shards)
			if unread := (*fs.PathError)(nil); errors.As(err, &unread) {
				return err
			}
			if err != nil {
				return usageError{err}
			}
			f, err := campaign.Create(*dir, p)
			if err != nil {
				return err
			}
			return c.runCampaign(f, run)
		},
	}
	dir, run = dirFlag(cmd), c.runFlags(cmd)
	f := cmd.Flags()
	f.StringVar(&kind, "kind", "table", "ask a question of the `KIND`: "+strings.Join(campaign.Kinds(), ", "))
	c.choiceFlag(f, cmd, "kind", campaign.Kinds()...)
	f.StringVar(&o.Target, "target", "", "of a table, and of fuzz: the `TARGET`; of GenX_IR a platform of vISA")
	c.completeFlag(cmd, "target", api.TargetNames)
	f.StringVar(&o.Shape, "shape", "", "of a table: lanes and their type, such as 4xi32, which is the `SHAPE` of all sources and of the result")
	f.IntVar(&o.Sources, "sources", 0, "of a table: masks of `N` sources, 1 or 2; 0 is 2")
	f.IntVar(&o.Sample, "sample", 0, "of a table: `N` masks by chance, 0 is every mask; of fuzz: `N` programs")
	f.StringVar(&o.Compiler, "compiler", "llc", "of fuzz: the `COMPILER`, "+strings.Join(fuzz.Compilers(), ", "))
	c.choiceFlag(f, cmd, "compiler", fuzz.Compilers()...)
	f.StringVar(&o.Effort, "effort", "", "of a table and of mine: `EFFORT` of lower, best or quick")
	f.IntVar(&o.Budget, "budget", 0, "of a table and of mine: `NODES` that lower may look at; 0 is a default")
	f.Uint64Var(&seed, "seed", 1, "`SEED` of what is by chance")
	f.IntVar(&shards, "shards", 0, "cut items into `N` shards; 0 is some seconds of work each")
	return cmd
}

func (c *command) campaignResume() *cobra.Command {
	var run *CampaignRun
	var dir *string
	cmd := &cobra.Command{
		Use:   "resume",
		Short: "Go on with a campaign that was interrupted or killed",
		Long:  "What is done stays as it is; a shard whose file is broken, as a machine without power may leave one, is done again.",
		Example: `  lanescope campaign run --dir t --kind table --target sse2 --shape 2xi64 --quiet; lanescope campaign resume --dir t
  lanescope campaign run --dir t --kind table --target neon --shape 4xi32 --sample 900 & sleep 1; kill -9 $!; wait; lanescope campaign resume --dir t
  lanescope campaign run --dir t --kind table --target sse2 --shape 2xi64 --workers 1 --listen & sleep 1; lanescope campaign worker --dir t; wait`,
		Args: func(_ *cobra.Command, args []string) error { return argCount(0, "no argument")(nil, args) },
		RunE: func(*cobra.Command, []string) error {
			f, err := c.folder(*dir)
			if err != nil {
				return err
			}
			if f.Plan.Tool != version() {
				return fmt.Errorf("the campaign in %s is of version %s, and this is %s: answers of two versions are two campaigns", f.Dir, f.Plan.Tool, version())
			}
			return c.runCampaign(f, run)
		},
	}
	dir, run = dirFlag(cmd), c.runFlags(cmd)
	return cmd
}

// runCampaign does what there is left to do.
func (c *command) runCampaign(f *campaign.Folder, o *CampaignRun) error {
	switch {
	case c.Campaigns.Run == nil:
		return errNoQueue
	case o.Workers < 0 || o.Workers > maxWorkers:
		return usagef("--workers %d: expected 0 to %d", o.Workers, maxWorkers)
	case o.URL != "" && o.Listen:
		return usagef("--listen is of the server in this process, and --nats of another one")
	case o.Workers == 0 && o.URL == "" && !o.Listen:
		return usagef("--workers 0 without --nats or --listen: nobody would do anything")
	}
	ctx := c.lasting()
	progress := c.newProgress(0)
	progress.unit = "shards"
	o.Progress, o.Log = progress.at, c.say
	err := c.Campaigns.Run(ctx, f, *o)
	progress.done()
	if err != nil && ctx.Err() == nil {
		return err
	}
	s, bad := f.Status()
	if bad != nil {
		return bad
	}
	if err != nil {
		return fmt.Errorf("%w: %d of %d shards are done and stay; go on with: lanescope campaign resume --dir %s", errInterrupted, s.Done, s.Shards, f.Dir)
	}
	return c.sayStatus(s)
}

// maxWorkers is how many shards a process does at a time, at most.
const maxWorkers = 1024

func (c *command) campaignWorker() *cobra.Command {
	o := CampaignWork{Version: version()}
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Do shards of campaigns that others run, here or on other machines",
		Long: "A worker needs no folder and keeps nothing: it takes a shard, gives back its answers, and takes the next. It may be killed at any time. With --dir it works for the campaign in a folder of this machine, " +
			"which has to --listen, and ends with it; with --nats for all campaigns of its own version on a server, until it is interrupted or had nothing to do for as long as --idle says.",
		Example: `  lanescope campaign run --dir t --kind table --target sse2 --shape 2xi64 --quiet; lanescope campaign worker --dir t
  lanescope campaign run --dir t --kind table --target sse2 --shape 2xi64 --workers 1 --listen & sleep 1; lanescope campaign worker --dir t --workers 2; wait
  lanescope campaign run --dir t --kind table --target neon --shape 2xi64 --workers 1 --listen & sleep 1; lanescope campaign worker --dir t --idle 1s; wait`,
		Args: func(_ *cobra.Command, args []string) error { return argCount(0, "no argument")(nil, args) },
		RunE: func(*cobra.Command, []string) error { return c.runWorker(o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.Dir, "dir", "", "work for the campaign in the folder `DIR`")
	f.StringVar(&o.URL, "nats", "", "work for all campaigns of the server, or cluster, at `URL`")
	f.IntVar(&o.Workers, "workers", runtime.GOMAXPROCS(0), "do `N` shards at a time")
	f.DurationVar(&o.Idle, "idle", 0, "end after `TIME` without anything to do; 0 is never")
	return cmd
}

func (c *command) runWorker(o CampaignWork) error {
	switch {
	case (o.Dir == "") == (o.URL == ""):
		return usagef("expected --dir DIR or --nats URL")
	case o.Workers < 1 || o.Workers > maxWorkers:
		return usagef("--workers %d: expected 1 to %d", o.Workers, maxWorkers)
	case o.Idle < 0:
		return usagef("--idle %v: expected more than 0, or 0 for never", o.Idle)
	case c.Campaigns.Work == nil:
		return errNoQueue
	}
	if o.Dir != "" {
		if _, err := campaign.Open(o.Dir); err != nil {
			return err
		}
	}
	ctx := c.lasting()
	o.Log = func(string, ...any) {} // that nothing is to be done yet is nothing to say
	if err := c.Campaigns.Work(ctx, o); err != nil && ctx.Err() == nil {
		return err
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%w: what this worker was at others do", errInterrupted)
	}
	return nil
}
