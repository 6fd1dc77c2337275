// Command lanescope explains, proves and draws how lanes move.
//
//	lanescope explain '<4 x i32> 0 4 1 5'
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"golang.org/x/term"

	"github.com/lanescope/lanescope/internal/campaign"
	"github.com/lanescope/lanescope/internal/campaign/queue"
	"github.com/lanescope/lanescope/internal/cli"
	"github.com/lanescope/lanescope/internal/dap"
	"github.com/lanescope/lanescope/internal/lsp"
	"github.com/lanescope/lanescope/internal/mcp"
	"github.com/lanescope/lanescope/internal/web"
)

// headroom is memory that nobody touches. The collector counts it as in use and first looks for garbage when as much has been made, which short commands never do: a third of their work.
// What is collected behind that is at most twice as much more.
const headroom = 64 << 20

func main() {
	var idle []byte
	if !limited() {
		idle = make([]byte, headroom)
	}
	told, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	context.AfterFunc(told, stop) // who says it again does not want to wait
	code := cli.Run(os.Args[1:], cli.System{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv,
		Terminal: term.IsTerminal(int(os.Stdout.Fd())), Host: cli.Host, DebugAdapter: dap.Serve,
		Columns: func() int {
			n, _, _ := term.GetSize(int(os.Stdout.Fd()))
			return n
		},
		Pages: cli.Pages{Serve: serve, Site: site}, Agent: agent, Editor: editor, Campaigns: cli.Campaigns{Run: run, Work: work}, Context: told,
	})
	runtime.KeepAlive(idle)
	os.Exit(code)
}

// agent answers a coding agent.
func agent(ctx context.Context, in io.Reader, out io.Writer, o cli.AgentOptions) error {
	return mcp.Serve(ctx, in, out, mcp.Options{Version: o.Version, Root: o.Root, Deadline: o.Deadline, Log: o.Log})
}

// editor answers an editor.
func editor(ctx context.Context, in io.Reader, out io.Writer, o cli.EditorOptions) error {
	return lsp.Serve(ctx, in, out, lsp.Options{Version: o.Version, Target: o.Target, Log: o.Log})
}

// run does what a campaign has left to do.
func run(ctx context.Context, f *campaign.Folder, o cli.CampaignRun) error {
	return queue.Run(ctx, f, queue.Options{URL: o.URL, Listen: o.Listen, Workers: o.Workers, Replicas: o.Replicas, Progress: o.Progress, Log: o.Log})
}

// work does shards of others.
func work(ctx context.Context, o cli.CampaignWork) error {
	return queue.Work(ctx, queue.WorkOptions{URL: o.URL, Dir: o.Dir, Tool: o.Version, Workers: o.Workers, Idle: o.Idle, Log: o.Log})
}

// serve answers requests. Commands and pages do not know each other, and meet here.
func serve(ctx context.Context, o cli.ServeOptions, ready func(url string)) error {
	return web.New(web.Options{Version: o.Version, Log: o.Log, AtOnce: o.AtOnce, Deadline: o.Deadline}).Serve(ctx, o.Addr, ready)
}

// site writes the page as files.
func site(ctx context.Context, o cli.SiteOptions) error {
	return web.Site{Version: o.Version, Wasm: o.Wasm}.Write(ctx, o.Dir)
}
