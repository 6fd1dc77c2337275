package mcp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lanescope/lanescope/internal/mcp"
)

// served is how a server ends that reads from somewhere.
func served(ctx context.Context, t *testing.T, in io.Reader, o mcp.Options) error {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- mcp.Serve(ctx, in, io.Discard, o) }()
	select {
	case err := <-ended:
		return err
	case <-time.After(patience):
		t.Error("the server goes on")
		return nil
	}
}

// A server ends well where its input does, and where it is told to; of a line that breaks, a line that is too long, and a root that is none, it says that it is.
func TestEnds(t *testing.T) {
	broken := errors.New("the line is cut")
	told, cancel := context.WithCancel(t.Context())
	cancel()
	forever, _ := io.Pipe()
	request := func(n int) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"x":"%s"}}}`+"\n", strings.Repeat("x", n))
	}
	for what, row := range map[string]struct {
		ctx  context.Context
		in   io.Reader
		root string
		want string
	}{
		"nothing":        {t.Context(), strings.NewReader(""), "", ""},
		"told to end":    {told, forever, "", ""},
		"a broken line":  {t.Context(), iotest.ErrReader(broken), "", "the line is cut"},
		"a line":         {t.Context(), strings.NewReader(request(1_000_000)), "", ""},
		"a longer line":  {t.Context(), strings.NewReader(request(1_100_000)), "", "maximum line length"},
		"no root":        {t.Context(), strings.NewReader(""), filepath.Join(t.TempDir(), "none"), "no such file"},
		"a file as root": {t.Context(), strings.NewReader(""), os.Args[0], "not a directory"},
	} {
		err := served(row.ctx, t, row.in, mcp.Options{Version: "1", Root: row.root})
		if (err == nil) != (row.want == "") || err != nil && !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %q", what, err, row.want)
		}
	}
}

// A call has the time that the server was told, and a file that cannot be read is told to be none.
func TestOptions(t *testing.T) {
	toServer, fromAgent := io.Pipe()
	toAgent, fromServer := io.Pipe()
	go func() {
		if err := mcp.Serve(context.Background(), toServer, fromServer, mcp.Options{Deadline: time.Nanosecond}); err != nil {
			t.Error(err)
		}
		fromServer.Close()
	}()
	s := connected(t, &sdk.IOTransport{Reader: toAgent, Writer: fromAgent})
	if text, _, failed := call(t, s, "prove", map[string]any{"a": zip, "b": unpack}); !failed || text != "error: there is no answer within 1ns" {
		t.Errorf("failed %t: %s", failed, text)
	}
	if runtime.GOOS != "linux" {
		return
	}
	if text, _, failed := call(t, here(t, "/proc/self"), "scan", map[string]any{"path": "mem"}); !failed || !strings.Contains(text, "input/output error") {
		t.Errorf("failed %t: %s", failed, text)
	}
}
