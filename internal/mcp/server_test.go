package mcp_test

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lanescope/lanescope/internal/mcp"
	"github.com/lanescope/lanescope/internal/oracle"
)

// build makes the program, which an agent starts.
func build(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lanescope")
	if out, err := oracle.Usual.CombinedOutput(exec.Command("go", "build", "-o", path, "../../cmd/lanescope")); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// patience is how long an answer is waited for, which takes a second at most: a server that says nothing fails its tests.
const patience = 30 * time.Second

// A connector gives an agent a server, which reads files below a root if there is one.
type connector func(t *testing.T, root string) *sdk.ClientSession

// connected is an agent, by the protocol's own client.
func connected(t *testing.T, over sdk.Transport) *sdk.ClientSession {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 4*patience)
	t.Cleanup(cancel)
	s, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, over, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// toProgram starts a program as agents do.
func toProgram(program string) connector {
	return func(t *testing.T, root string) *sdk.ClientSession {
		flags := []string{"mcp"}
		if root != "" {
			flags = append(flags, "--root", root)
		}
		return connected(t, &sdk.CommandTransport{Command: exec.Command(program, flags...)})
	}
}

// here is a server in this process, which ends once its agent is gone.
func here(t *testing.T, root string) *sdk.ClientSession {
	toServer, fromAgent := io.Pipe()
	toAgent, fromServer := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- mcp.Serve(context.Background(), toServer, fromServer, mcp.Options{Version: "7", Root: root})
		fromServer.Close()
	}()
	t.Cleanup(func() {
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("it ends with %v", err)
			}
		case <-time.After(patience):
			t.Error("its agent is gone, and it goes on")
		}
	})
	return connected(t, &sdk.IOTransport{Reader: toAgent, Writer: fromAgent})
}

// call calls a tool, and gives the short answer, and the object as it was sent.
func call(t *testing.T, s *sdk.ClientSession, name string, arguments any) (text string, whole map[string]any, failed bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	r, err := s.CallTool(ctx, &sdk.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(r.Content) != 1 {
		t.Fatalf("%s: %d contents", name, len(r.Content))
	}
	whole, _ = r.StructuredContent.(map[string]any)
	return r.Content[0].(*sdk.TextContent).Text, whole, r.IsError
}

const (
	zip    = "<4 x i32> 0 4 1 5"
	unpack = "_mm_unpacklo_epi32(a, b)"
	wasted = "pshufd $225, %xmm0, %xmm2\nshufps $80, %xmm1, %xmm2\n"
)

// calls are a call of each tool, the command that asks the same, and what the short answer has.
var calls = []struct {
	tool      string
	arguments map[string]any
	command   []string
	stdin     string
	says      []string
}{
	{"explain", map[string]any{"form": "_mm256_alignr_epi8(a, b, 4)"}, []string{"explain", "_mm256_alignr_epi8(a, b, 4)", "--targets", "none", "--forms", "none"}, "", []string{"map: i8x32 i8x32 -> b4 b5", "operands: b a", "no lane crosses into another"}},
	{"explain", map[string]any{"form": zip, "targets": []string{"neon"}, "forms": "shader"}, []string{"explain", zip, "--targets", "neon", "--forms", "shader"}, "", []string{"zip1"}},
	{"prove", map[string]any{"a": zip, "b": unpack}, []string{"prove", zip, unpack}, "", []string{"equal"}},
	{"prove", map[string]any{"a": zip, "b": "<4 x i32> 0 4 1 6"}, []string{"prove", zip, "<4 x i32> 0 4 1 6"}, "", []string{"text: differ at lane 3: A gives b1, B gives b2"}},
	{"lower", map[string]any{"form": "<8 x i16> 2 7 1 4 6 3 0 5", "target": "sse2"}, []string{"lower", "<8 x i16> 2 7 1 4 6 3 0 5", "--target", "sse2"}, "", []string{"sequence:\n  pshufd xmm0", "proof: "}},
	{"network", map[string]any{"kind": "transpose", "size": "4x4", "type": "i32", "target": "sse2"}, []string{"network", "transpose", "4x4", "--type", "i32", "--target", "sse2"}, "", []string{"ops: 8", "punpckldq"}},
	{"translate", map[string]any{"form": zip, "to": "neon"}, []string{"translate", zip, "--to", "neon"}, "", []string{"zip1 v0.4s, v0.4s, v1.4s"}},
	{"scan", map[string]any{"text": wasted, "name": "stdin"}, []string{"scan", "-"}, wasted, []string{"emitted:", `"excess":1`, "shuffles: 2"}},
	{"g13_run", map[string]any{"text": "iadd r1, u1, 5\nstop", "uniforms": map[string]string{"u1": "00000007"}}, nil, "", []string{"r1: 0000000c"}},
	{"svp64_run", map[string]any{"text": "mv.swiz r4,r8,W.Y.", "reg": []string{"r8=22222222_11111111,44444444_33333333"}}, []string{"svp64", "run", "mv.swiz r4,r8,W.Y.", "--reg", "r8=22222222_11111111,44444444_33333333"}, "", []string{"4: 0000000044444444"}},
	{"visa_run", map[string]any{"program": "add (M1, 4) V32(0,0)<1> V33(0,0)<4;4,1> 10:d", "var": []string{"V33=lane"}}, []string{"visa", "run", "add (M1, 4) V32(0,0)<1> V33(0,0)<4;4,1> 10:d", "--var", "V33=lane"}, "", []string{"V32: hex:0a0000000b0000000c000000"}},
}

// What an agent sees of the program, which is built once.
func TestAgent(t *testing.T) {
	program := build(t)
	seen(t, toProgram(program), program)
}

// What an agent sees of a server in this process.
func TestServed(t *testing.T) { seen(t, here, "") }

// seen is what an agent sees, beside a program if there is one.
func seen(t *testing.T, connect connector, program string) {
	for name, test := range map[string]func(t *testing.T, connect connector){
		"tools": func(t *testing.T, connect connector) { toolsAnswer(t, connect, program) }, "wrong calls": wrongCalls, "root": readsBelowRoot,
	} {
		t.Run(name, func(t *testing.T) { test(t, connect) })
	}
}

// Each tool's answer is the command's, to the last key, and its text has the answer. What a call may say is described, and each tool is called.
func toolsAnswer(t *testing.T, connect connector, program string) {
	s := connect(t, "")
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	list, err := s.ListTools(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	described, uncalled := map[string]map[string]any{}, map[string]bool{}
	for _, tool := range list.Tools {
		properties, _ := tool.InputSchema.(map[string]any)["properties"].(map[string]any)
		if len(properties) == 0 || tool.Description == "" || !tool.Annotations.ReadOnlyHint {
			t.Errorf("%s: %v, %q", tool.Name, tool.InputSchema, tool.Description)
		}
		described[tool.Name], uncalled[tool.Name] = properties, true
	}
	for _, c := range calls {
		text, whole, failed := call(t, s, c.tool, c.arguments)
		delete(uncalled, c.tool)
		if failed {
			t.Errorf("%s %v: %s", c.tool, c.arguments, text)
			continue
		}
		for name := range c.arguments {
			if described[c.tool][name] == nil {
				t.Errorf("%s: nothing is said of %s", c.tool, name)
			}
		}
		for _, want := range c.says {
			if !strings.Contains(text, want) {
				t.Errorf("%s %v: want %q in\n%s", c.tool, c.arguments, want, text)
			}
		}
		if schema, _ := whole["schema"].(string); !strings.HasPrefix(schema, "lanescope.") {
			t.Errorf("%s %v: an answer of the schema %q", c.tool, c.arguments, schema)
		}
		if c.command == nil || program == "" {
			continue // a command is given files
		}
		cmd := exec.Command(program, append(slices.Clone(c.command), "--json")...)
		cmd.Stdin = strings.NewReader(c.stdin)
		out, err := oracle.Usual.Output(cmd)
		var want map[string]any
		if json.Unmarshal(out, &want) != nil {
			t.Fatalf("%q: %v\n%s", c.command, err, out)
		}
		got, _ := json.Marshal(whole)
		if same, _ := json.Marshal(want); string(got) != string(same) {
			t.Errorf("%s %v: the tool answers\n%s\nand the command\n%s", c.tool, c.arguments, got, same)
		}
	}
	for name := range uncalled {
		t.Errorf("%s is not called", name)
	}
}

// What is wrong with a call is an answer that says where.
func wrongCalls(t *testing.T, connect connector) {
	s := connect(t, "")
	for _, c := range []struct {
		tool      string
		arguments any
		want      string
	}{
		{"prove", map[string]any{"a": "<4 x i32> 0 4 1 9", "b": zip}, "a:1:17: error: selector 9 is out of range"},
		{"prove", map[string]any{"a": zip}, "b is missing"},
		{"lower", map[string]any{"form": zip, "target": "z80"}, `there is no "z80": expected sse2`},
		{"explain", map[string]any{"from": 7}, "from: "},
		{"explain", map[string]any{"form": zip, "colour": "red"}, "there is no key"},
		{"scan", map[string]any{"path": "x.s"}, "there is no key"}, // without a root there are no paths
		{"visa_run", map[string]any{"program": "mov (M1, 1) V32(0,0)<1> V33(0,0)<0;1,0>", "var": []string{"V33=@/etc/passwd"}}, "error: "},
		{"lower", []int{1}, "error: "},
		{"explain", []int{1}, "error: the arguments are no object"},
		{"explain", "a form", "error: the arguments are no object"},
	} {
		text, _, failed := call(t, s, c.tool, c.arguments)
		if !failed || !strings.Contains(text, c.want) {
			t.Errorf("%s %v: failed %t, %q; want %q", c.tool, c.arguments, failed, text, c.want)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if _, err := s.CallTool(ctx, &sdk.CallToolParams{Name: "guess"}); err == nil {
		t.Error("there is a tool that guesses")
	}
}

// With a root, scan reads files below it, and nothing leads out.
func readsBelowRoot(t *testing.T, connect connector) {
	home := t.TempDir()
	dir := filepath.Join(home, "root")
	for path, text := range map[string]string{"root/sub/x.s": wasted, "secret.s": wasted, "root/long.s": strings.Repeat("\n", 2<<20)} {
		path = filepath.Join(home, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(home, "secret.s"), filepath.Join(dir, "link.s")); err != nil {
		t.Fatal(err)
	}
	s := connect(t, dir)
	text, whole, failed := call(t, s, "scan", map[string]any{"path": "sub/x.s"})
	if failed || !strings.Contains(text, `"file":"sub/x.s"`) || whole["shuffles"] != 2.0 {
		t.Errorf("failed %t: %s", failed, text)
	}
	if text, whole, failed := call(t, s, "scan", map[string]any{"text": wasted, "name": "given.s"}); failed || !strings.Contains(text, `"file":"given.s"`) || whole["shuffles"] != 2.0 {
		t.Errorf("a text, where files are read too: failed %t: %s", failed, text)
	}
	for path, want := range map[string]string{"../secret.s": "escapes", "link.s": "escapes", filepath.Join(home, "secret.s"): "escapes", "sub": "no file", "none.s": "no such file", "long.s": "longer than"} {
		if text, _, failed := call(t, s, "scan", map[string]any{"path": path}); !failed || !strings.Contains(text, want) {
			t.Errorf("%s: failed %t, %q; want %q", path, failed, text, want)
		}
	}
	if text, _, failed := call(t, s, "scan", map[string]any{"path": "sub/x.s", "text": wasted}); !failed || !strings.Contains(text, "expected one of them") {
		t.Errorf("failed %t, %q", failed, text)
	}
}
