package mcp_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lanescope/lanescope/internal/golden"
)

var update = flag.Bool("update", false, "write what agents are told")

// What an agent is told of the server and of each tool, without a root and with one, and what it reads of an answer of each, is what it was.
func TestTold(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "x.s"), []byte(wasted), 0o600); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, root := range []string{"", root} {
		s := here(t, root)
		of := map[bool]string{true: "with a root", false: "without a root"}[root != ""]
		is := s.InitializeResult()
		fmt.Fprintf(&all, "# %s: %s, %s, %s\n%s\n", of, is.ServerInfo.Name, is.ServerInfo.Title, is.ServerInfo.Version, is.Instructions)
		tellTools(t, s, &all)
		asked := calls
		if root != "" {
			asked = asked[:0:0]
			for _, path := range []any{"x.s", "none.s", "../x.s", 7, ".", nil} {
				asked = append(asked, struct {
					tool      string
					arguments map[string]any
					command   []string
					stdin     string
					says      []string
				}{tool: "scan", arguments: map[string]any{"path": path}})
			}
		}
		for _, c := range asked {
			text, _, failed := call(t, s, c.tool, c.arguments)
			b, err := json.Marshal(c.arguments)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&all, "> %s %s\n%s\nfailed: %t\n", c.tool, b, strings.TrimRight(text, "\n"), failed)
		}
	}
	golden.Held(t, "testdata/told.txt", all.String(), *update)
}

// tellTools tells each tool, with what a call of it may say.
func tellTools(t *testing.T, s *sdk.ClientSession, to *strings.Builder) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	list, err := s.ListTools(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		fmt.Fprintf(to, "## %s\n%s\nreads only %t, once is as twice %t, reaches others %t, answers with %v\n", tool.Name, tool.Description, tool.Annotations.ReadOnlyHint, tool.Annotations.IdempotentHint, *tool.Annotations.OpenWorldHint, tool.OutputSchema)
		schema := tool.InputSchema.(map[string]any)
		properties := schema["properties"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			fmt.Fprintf(to, "  %s: %v\n", name, properties[name])
		}
		fmt.Fprintf(to, "wanted: %v\n", schema["required"])
	}
}

// opened is how many files the process has open.
func opened(t *testing.T) int {
	t.Helper()
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip(err)
	}
	return len(all)
}

// Files that were read are closed, and so is the root once the agent is gone.
func TestFilesAreClosed(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a process of Linux says what it has open")
	}
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "x.s"), []byte(wasted), 0o600); err != nil {
		t.Fatal(err)
	}
	before := 0
	for k := range 3 {
		t.Run(fmt.Sprint(k), func(t *testing.T) {
			s := here(t, root)
			for n := range 40 {
				if _, _, failed := call(t, s, "scan", map[string]any{"path": "x.s"}); failed {
					t.Fatal("x.s is not read")
				}
				if n == 0 && k == 1 {
					before = opened(t)
				}
			}
			if after := opened(t); k > 0 && after > before {
				t.Errorf("%d files are open, and %d were", after, before)
			}
		})
	}
}

// A call that is given up has no answer, and the server goes on.
func TestGivenUp(t *testing.T) {
	s := here(t, "")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.CallTool(ctx, &sdk.CallToolParams{Name: "prove", Arguments: map[string]any{"a": zip, "b": unpack}}); err == nil {
		t.Error("who has given up is answered")
	}
	time.Sleep(time.Millisecond)
	if text, _, failed := call(t, s, "prove", map[string]any{"a": zip, "b": unpack}); failed || !strings.Contains(text, "equal") {
		t.Errorf("behind it: %q", text)
	}
}
