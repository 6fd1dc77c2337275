package dap_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	protocol "github.com/google/go-dap"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/dap"
	"github.com/lanescope/lanescope/internal/golden"
)

var update = flag.Bool("update", false, "write what editors are told")

// A conversation is what an editor asks about a program, a command and its arguments a line. Behind "launch" there is the configuration.
type conversation struct {
	name, program   string
	grid, group     uint32 // threads of all, and of a threadgroup
	asked           string
	included        string // a file beside it
	withoutThePlace bool   // the editor's program has no lines
}

// goingOn are commands behind which the session stands somewhere, which is told.
var goingOn = map[string]bool{"configurationDone": true, "continue": true, "reverseContinue": true, "next": true, "stepIn": true, "stepOut": true, "stepBack": true, "pause": true}

// conversations are about a loop on two SIMD-groups of which the second one is cut, on what ends badly, on loads that are on their way, and on several threadgroups.
var conversations = []conversation{
	{name: "before and behind", program: loop, grid: 40, group: 40, asked: `
threads {}
evaluate {"expression":"r2"}
dance {"to":"music"}
initialize {"adapterID":"lanescope"}
launch {"program":"none.s"}
launch {"program":"loop.s","args":["--grid","40"],"cwd":"/src"}
launch {}
attach {}
setBreakpoints {"source":{"path":"/src/loop.s"},"breakpoints":[{"line":1},{"line":3,"condition":"r5[3] == 1"},{"line":12},{"line":13},{"line":14},{"line":5,"condition":"r5 +"}]}
setBreakpoints {"source":{"path":"/src/other.s"},"breakpoints":[{"line":1}]}
setBreakpoints {"source":{"path":"/src/loop.s"},"breakpoints":[{"line":6,"condition":"r5[3] == 2"}]}
setFunctionBreakpoints {"breakpoints":[{"name":"sum","condition":"r2[0] == 0"},{"name":"none"},{"name":"top","condition":"r["}]}
setInstructionBreakpoints {"breakpoints":[{"instructionReference":"0"},{"instructionReference":"0x0","offset":10},{"instructionReference":"0x1"},{"instructionReference":"here"},{"instructionReference":"9999999999"},{"instructionReference":"0xa","condition":"("}]}
setInstructionBreakpoints {"breakpoints":[]}
setExceptionBreakpoints {"filters":["nan","luck"],"filterOptions":[{"filterId":"early"},{"filterId":"divergence","condition":"r5[3] == 3"},{"filterId":"divergence","condition":"r5["}]}
dataBreakpointInfo {"name":"r5"}
dataBreakpointInfo {"name":"r5 +"}
dataBreakpointInfo {"variablesReference":99,"name":"r6[2]"}
setDataBreakpoints {"breakpoints":[{"dataId":"r4[3]","accessType":"write"},{"dataId":"r4[3"},{"dataId":"r3[0]","condition":"1 +"}]}
configurationDone {}
threads {}
continue {}
continue {}
continue {}
continue {}
continue {}
stackTrace {"threadId":1}
continue {}
reverseContinue {}
setDataBreakpoints {"breakpoints":[]}
setExceptionBreakpoints {"filters":[]}
setFunctionBreakpoints {"breakpoints":[]}
reverseContinue {}
reverseContinue {}
terminate {}
disconnect {}`},
	{name: "strides", program: loop, grid: 40, group: 40, asked: `
initialize {}
attach {}
threads {}
evaluate {"expression":"r2"}
evaluate {"expression":"1 + 1","frameId":1}
stackTrace {"threadId":1}
scopes {"frameId":1}
configurationDone {}
next {"granularity":"instruction"}
next {"granularity":"line"}
next {}
stackTrace {"threadId":4}
stackTrace {"threadId":4,"startFrame":1}
stackTrace {"threadId":41}
stackTrace {"threadId":0}
stepIn {"granularity":"instruction"}
stepIn {"granularity":"statement"}
stepIn {}
stepOut {}
stepBack {"granularity":"instruction"}
stepBack {"granularity":"line"}
stepBack {}
pause {}
threads {}
next {}
next {}
next {}
next {}
next {}
stepIn {}
stackTrace {"threadId":1}
stepOut {}
disconnect {}`},
	{name: "variables", program: loop, grid: 40, group: 40, asked: `
initialize {}
launch {}
setBreakpoints {"source":{"path":"/src/loop.s"},"breakpoints":[{"line":4,"condition":"r5[3] == 1"}]}
configurationDone {}
continue {}
scopes {"frameId":4}
variables {"variablesReference":1}
variables {"variablesReference":2}
variables {"variablesReference":3}
variables {"variablesReference":4}
variables {"variablesReference":5}
variables {"variablesReference":6}
variables {"variablesReference":7}
variables {"variablesReference":8}
variables {"variablesReference":11}
variables {"variablesReference":11,"filter":"indexed","start":2,"count":3}
variables {"variablesReference":11,"filter":"named"}
variables {"variablesReference":11,"start":30}
variables {"variablesReference":11,"start":33,"count":1}
variables {"variablesReference":7,"filter":"named","count":2}
variables {"variablesReference":0}
variables {"variablesReference":-1}
variables {"variablesReference":999}
scopes {"frameId":40}
variables {"variablesReference":14}
scopes {"frameId":41}
scopes {"frameId":0}
dataBreakpointInfo {"variablesReference":1,"name":"r5"}
dataBreakpointInfo {"variablesReference":2,"name":"standing"}
dataBreakpointInfo {"variablesReference":2,"name":"pc"}
evaluate {"expression":"r5","frameId":3}
evaluate {"expression":"r5"}
evaluate {"expression":"r3.f / 3","frameId":3}
evaluate {"expression":"r3[3].f"}
evaluate {"expression":"1.0 / 3"}
evaluate {"expression":"r5","frameId":99}
evaluate {"expression":"r5[all] == 1","frameId":33}
evaluate {"expression":"7","frameId":3}
evaluate {"expression":"7 +","frameId":3}
evaluate {"expression":"1 / 0","frameId":3}
stepIn {}
variables {"variablesReference":1}
disconnect {}`},
	{name: "code and memory", program: loop, grid: 32, group: 32, asked: `
initialize {}
launch {"stopOnEntry":true}
disassemble {"memoryReference":"0","instructionCount":3}
configurationDone {}
disassemble {"memoryReference":"0xa","instructionOffset":-3,"instructionCount":4}
disassemble {"memoryReference":"0x0","instructionOffset":11,"instructionCount":6}
disassemble {"memoryReference":"0x0","offset":11,"instructionCount":1}
disassemble {"memoryReference":"0x1000","instructionOffset":-1,"instructionCount":3}
disassemble {"memoryReference":"0x0","instructionCount":0}
disassemble {"memoryReference":"0x0","instructionCount":-1}
disassemble {"memoryReference":"0x0","instructionCount":65537}
disassemble {"memoryReference":"0x0","instructionOffset":65537,"instructionCount":1}
disassemble {"memoryReference":"0x0","instructionOffset":-65537,"instructionCount":1}
disassemble {"memoryReference":"0x0","instructionOffset":65536,"instructionCount":1}
disassemble {"memoryReference":"0x0","instructionOffset":-65536,"instructionCount":1}
disassemble {"memoryReference":"top","instructionCount":1}
readMemory {"memoryReference":"0x2000000000","count":8}
readMemory {"memoryReference":"0x2000000000","offset":60,"count":8}
readMemory {"memoryReference":"0x2000000004","offset":-4,"count":5}
readMemory {"memoryReference":"0x2000000000","count":0}
readMemory {"memoryReference":"0x1","count":4}
readMemory {"memoryReference":"0x2000000000","count":-1}
readMemory {"memoryReference":"0x2000000000","count":1048576}
readMemory {"memoryReference":"0x2000000000","count":1048577}
readMemory {"memoryReference":"u2","count":1}
modules {}
disconnect {}`},
	{name: "without a stop", program: loop, grid: 32, group: 32, asked: `
initialize {}
launch {"stopOnEntry":false}
setFunctionBreakpoints {"breakpoints":[{"name":"sum"}]}
configurationDone {}
setFunctionBreakpoints {"breakpoints":[]}
continue {}
stepBack {}
continue {}
continue {}
disconnect {}`},
	{name: "without debugging", program: loop, grid: 32, group: 32, asked: `
initialize {}
launch {"noDebug":true,"stopOnEntry":true}
configurationDone {}
disconnect {}`},
	{name: "a fault, and what is not verified", grid: 1, group: 1, program: `	mov r2, 7
	device_load 0, i32, x, r3, u2_u3, 0, signed
	mov r4, r3
	wait 0
	mov r5, r3
	rcp r6, r9
	device_load 0, i32, x, r3, u6_u7, 0, signed
	wait 0
	stop
`, asked: `
initialize {}
launch {}
setExceptionBreakpoints {"filters":["early","nan"]}
configurationDone {}
threads {}
next {}
next {}
scopes {"frameId":1}
variables {"variablesReference":1}
variables {"variablesReference":2}
continue {}
continue {}
reverseContinue {}
reverseContinue {}
disconnect {}`},
	{name: "threadgroups", grid: 96, group: 40, program: `	mov r2, 1
	iadd r2, r2, 1
	stop
`, asked: `
initialize {}
launch {}
configurationDone {}
evaluate {"expression":"threadgroup.x"}
next {}
next {}
next {}
next {}
next {}
next {}
next {}
next {}
evaluate {"expression":"threadgroup.x"}
threads {}
next {}
next {}
stepBack {}
continue {}
reverseContinue {}
disconnect {}`},
	{name: "a program without lines", grid: 32, group: 32, withoutThePlace: true, program: loop, asked: `
initialize {}
launch {}
setBreakpoints {"source":{"path":"/src/loop.s"},"breakpoints":[{"line":1}]}
setFunctionBreakpoints {"breakpoints":[{"name":"sum"}]}
configurationDone {}
stackTrace {"threadId":1}
disassemble {"memoryReference":"0x0","instructionCount":2}
continue {}
stackTrace {"threadId":1}
disconnect {}`},
	{name: "no program", grid: 32, group: 32, asked: `
initialize {}
launch {}
configurationDone {}
disassemble {"memoryReference":"0x0","instructionOffset":-1,"instructionCount":4}
stackTrace {"threadId":1}
next {}
disconnect {}`},
	{name: "a file beside", grid: 32, group: 32, included: "double: iadd r2, r2, r2\n\tret r1\n", program: "\tmov r2, 3\n\tcall double\n\tstop\n.include \"inc/twice.s\"\n", asked: `
initialize {}
launch {}
setBreakpoints {"source":{"path":"/src/twice.s"},"breakpoints":[{"line":1}]}
configurationDone {}
continue {}
stackTrace {"threadId":1}
disassemble {"memoryReference":"0x0","instructionCount":5}
disconnect {}`},
}

// opened is the session of a conversation, which its own program alone opens.
func (c *conversation) opened(t *testing.T) dap.Opener {
	t.Helper()
	program, errs := asm.Source{Name: "loop.s", Text: c.program, Lines: true, Include: func(_, path string) (string, string, error) { return path, c.included, nil }}.Assemble()
	if errs != nil {
		t.Fatal(errs)
	}
	code, err := machine.Compile(program.Code)
	if err != nil {
		t.Fatal(err)
	}
	d := &machine.Dispatch{Program: code, Grid: [3]uint32{c.grid}, Threadgroup: [3]uint32{c.group}, Memory: machine.NewMemory(), Start: machine.NewGroup()}
	b, err := d.Memory.Map(64)
	if err != nil {
		t.Fatal(err)
	}
	copy(b.Bytes, "lanes that move, and those that do not, in sixty-four bytes here")
	d.Start.SetUniform32(2, uint32(b.Address))
	d.Start.SetUniform32(3, uint32(b.Address>>32))
	d.Start.SetUniform32(9, 0xc0490fdb)
	from := debug.Source{File: "loop.s", Labels: program.Labels, Lines: program.Lines}
	if c.withoutThePlace {
		from = debug.Source{Labels: program.Labels}
	}
	s, err := debug.New(context.Background(), d, from)
	if err != nil {
		t.Fatal(err)
	}
	return func(program string, args []string, directory string) (*debug.Session, string, error) {
		if program == "none.s" {
			return nil, "", errors.New("there is no program none.s")
		}
		if program != "" && (strings.Join(args, " ") != "--grid 40" || directory != "/src") {
			t.Errorf("%s is opened with %q in %s", program, args, directory)
		}
		return s, path, nil
	}
}

// held is all that is said, by an editor behind > and to it behind <.
func (c *conversation) held(t *testing.T) string {
	here, there := net.Pipe()
	served := make(chan error, 1)
	open := c.opened(t)
	go func() {
		served <- dap.Serve(there, there, open)
		there.Close()
	}()
	defer here.Close()
	in := bufio.NewReader(here)
	if err := here.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", c.name)
	for n, line := range strings.Split(strings.TrimSpace(c.asked), "\n") {
		command, arguments, _ := strings.Cut(line, " ")
		fmt.Fprintf(&b, "> %s\n", line)
		if err := protocol.WriteBaseMessage(here, fmt.Appendf(nil, `{"seq":%d,"type":"request","command":%q,"arguments":%s}`, n+1, command, arguments)); err != nil {
			t.Fatal(err)
		}
		for answered, stands := false, !goingOn[command]; !answered || !stands; {
			content, err := protocol.ReadBaseMessage(in)
			if err != nil {
				t.Fatalf("%s%v", b.String(), err)
			}
			fmt.Fprintf(&b, "< %s\n", content)
			var m struct {
				Type, Event string
				Success     bool
				RequestSeq  int `json:"request_seq"`
			}
			if err := json.Unmarshal(content, &m); err != nil {
				t.Fatal(err)
			}
			if m.Type == "response" {
				if m.RequestSeq != n+1 {
					t.Errorf("%s: an answer to %d, and this is %d", line, m.RequestSeq, n+1)
				}
				answered, stands = true, stands || !m.Success
			}
			stands = stands || m.Event == "stopped" || m.Event == "terminated"
		}
	}
	for { // what it says before it leaves
		content, err := protocol.ReadBaseMessage(in)
		if err != nil {
			break
		}
		fmt.Fprintf(&b, "< %s\n", content)
	}
	select {
	case err := <-served:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patience):
		t.Error("the editor has left, and the server has not")
	}
	return b.String()
}

// What an editor is told of each program, to the byte, is what it was: requests of all kinds, right ones and wrong ones.
func TestConversations(t *testing.T) {
	var all strings.Builder
	for k := range conversations {
		all.WriteString(conversations[k].held(t))
	}
	golden.Held(t, "testdata/conversations.txt", all.String(), *update)
}
