package dap_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"net"
	"strings"
	"testing"
	"time"

	protocol "github.com/google/go-dap"

	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/internal/dap"
)

// say sends a request in the words that an editor uses, and gives the response.
func (c *client) say(command, arguments string) protocol.Message {
	c.Helper()
	c.seq++
	if err := protocol.WriteBaseMessage(c.out, fmt.Appendf(nil, `{"seq":%d,"type":"request","command":%q,"arguments":%s}`, c.seq, command, arguments)); err != nil {
		c.Fatal(err)
	}
	for {
		got := c.read()
		r, ok := got.(protocol.ResponseMessage)
		if !ok {
			c.events = append(c.events, got)
			continue
		}
		if r.GetResponse().RequestSeq != c.seq || r.GetResponse().Command != command {
			c.Fatalf("%s %d is answered by %+v", command, c.seq, r.GetResponse())
		}
		return got
	}
}

// said is a response's body as JSON, or the message of a refusal.
func (c *client) said(command, arguments string) string {
	c.Helper()
	got := c.say(command, arguments)
	if r := got.(protocol.ResponseMessage).GetResponse(); !r.Success {
		return "refused: " + r.Message
	}
	text, err := json.Marshal(got)
	if err != nil {
		c.Fatal(err)
	}
	var m struct{ Body json.RawMessage }
	if err := json.Unmarshal(text, &m); err != nil {
		c.Fatal(err)
	}
	return string(m.Body)
}

// TestVisualStudioCode is what that editor sends from the launch to the end, with its own arguments.
func TestVisualStudioCode(t *testing.T) {
	c := connect(t, session(t, loop, 40))
	able := c.said("initialize", `{"clientID":"vscode","clientName":"Visual Studio Code","adapterID":"g13","pathFormat":"path","linesStartAt1":true,"columnsStartAt1":true,"supportsVariableType":true,
		"supportsVariablePaging":true,"supportsRunInTerminalRequest":true,"locale":"en","supportsProgressReporting":true,"supportsInvalidatedEvent":true,"supportsMemoryReferences":true,
		"supportsArgsCanBeInterpretedByShell":true,"supportsMemoryEvent":true,"supportsStartDebuggingRequest":true,"supportsANSIStyling":true}`)
	for _, has := range []string{"ConfigurationDoneRequest", "StepBack", "EvaluateForHovers", "ReadMemoryRequest", "DisassembleRequest", "TerminateRequest", "SteppingGranularity", "InstructionBreakpoints"} {
		if !strings.Contains(able, `"supports`+has+`":true`) {
			t.Errorf("%s is missing in %s", has, able)
		}
	}
	for _, step := range []struct{ command, arguments, want string }{
		{"launch", `{"name":"unit.s","type":"g13","request":"launch","program":"/src/loop.s","__configurationTarget":6,"__sessionId":"4e36b1c0"}`, ""},
		{"setBreakpoints", `{"source":{"name":"loop.s","path":"/src/loop.s"},"lines":[4],"breakpoints":[{"line":4}],"sourceModified":false}`,
			`{"breakpoints":[{"id":1,"verified":true,"source":{"name":"loop.s","path":"/src/loop.s"},"line":4,"instructionReference":"0x10"}]}`},
		{"setFunctionBreakpoints", `{"breakpoints":[]}`, `{"breakpoints":[]}`},
		{"setInstructionBreakpoints", `{"breakpoints":[]}`, `{"breakpoints":[]}`},
		{"setDataBreakpoints", `{"breakpoints":[]}`, `{"breakpoints":[]}`},
		{"setExceptionBreakpoints", `{"filters":[],"filterOptions":[{"filterId":"nan","condition":"r6[0] != r6[0]"},{"filterId":"cough"}]}`, `{"breakpoints":[{"id":2,"verified":true},{"verified":false,"message":"there is no filter \"cough\""}]}`},
	} {
		got := c.said(step.command, step.arguments)
		if step.command == "launch" {
			if _, ok := c.read().(*protocol.InitializedEvent); !ok {
				t.Error("it is not initialized")
			}
		}
		if step.want != "" && got != step.want || strings.HasPrefix(got, "refused") {
			t.Errorf("%s: %s, want %s", step.command, got, step.want)
		}
	}
	c.configured()
	c.say("continue", `{"threadId":1}`)
	c.want(c.stop(), "breakpoint thread 1 line 4")
	for _, step := range []struct{ command, arguments, has string }{
		{"threads", `null`, `{"id":2,"name":"SIMD-group 0 lane 1, thread 1,0,0"}`},
		{"stackTrace", `{"threadId":2,"startFrame":0,"levels":1}`, `"totalFrames":1`},
		{"stackTrace", `{"threadId":2,"startFrame":1,"levels":19}`, `{"stackFrames":[],"totalFrames":1}`},
		{"scopes", `{"frameId":2}`, `"name":"Registers of lane 1"`},
		{"evaluate", `{"expression":"r3.f","frameId":2,"context":"hover"}`, `"result":"0.5"`},
		{"evaluate", `{"expression":"fadd32","frameId":2,"context":"hover"}`, "refused: "},
		{"evaluate", `{"expression":"count(active)","frameId":2,"context":"repl"}`, `"result":"4"`},
		{"evaluate", `{"expression":"r3.f","context":"watch"}`, `"indexedVariables":32`},
		{"dataBreakpointInfo", `{"variablesReference":1,"name":"r5"}`, `"dataId":"r5[1]"`},
		{"readMemory", `{"memoryReference":"0x2000000000","offset":0,"count":131072}`, `"unreadableBytes":131008`},
		{"readMemory", `{"memoryReference":"0x2000000000","offset":-4,"count":8}`, `"unreadableBytes":8`},
		{"readMemory", `{"memoryReference":"u2","count":8}`, "refused: "},
		{"disassemble", `{"memoryReference":"0x0","offset":0,"instructionOffset":-2,"instructionCount":3,"resolveSymbols":true}`, `{"instructions":[{"address":"-2","instruction":"no code"},{"address":"-1","instruction":"no code"},{"address":"0x0",`},
		{"exceptionInfo", `{"threadId":2}`, "refused: "},
		{"completions", `{"frameId":2,"text":"r","column":2}`, "refused: "},
		{"setVariable", `{"variablesReference":1,"name":"r5","value":"1"}`, "refused: "},
		{"restart", `{}`, "refused: "},
	} {
		if got := c.said(step.command, step.arguments); !strings.Contains(got, step.has) {
			t.Errorf("%s %s: %s, want %s", step.command, step.arguments, got, step.has)
		}
	}
	c.say("stepBack", `{"threadId":2,"granularity":"instruction"}`)
	c.want(c.stop(), "step thread 1 line 3")
	c.say("reverseContinue", `{"threadId":2}`)
	c.want(c.stop(), "entry thread 1 line 1")
	c.say("terminate", `{"restart":false}`)
	if _, ok := c.read().(*protocol.TerminatedEvent); !ok {
		t.Error("terminate does not end the session")
	}
	if got := c.said("disconnect", `{"restart":false,"terminateDebuggee":true}`); strings.HasPrefix(got, "refused") {
		t.Error(got)
	}
	c.left()
}

// TestPages: variables come in pages, of all or of those that have numbers for names, and no page is behind the end.
func TestPages(t *testing.T) {
	c := connect(t, session(t, loop, 32))
	c.begin()
	c.configured()
	e, ok := c.say("evaluate", `{"expression":"lane","context":"watch"}`).(*protocol.EvaluateResponse)
	if !ok || e.Body.IndexedVariables != 32 {
		t.Fatalf("%+v", e)
	}
	for _, test := range []struct {
		rest  string
		n     int
		first string
	}{
		{``, 32, "0"}, {`,"filter":"indexed","start":0,"count":32`, 32, "0"}, {`,"filter":"indexed","start":30,"count":100`, 2, "30"}, {`,"filter":"named"`, 0, ""}, {`,"start":32,"count":1`, 0, ""},
		{fmt.Sprintf(`,"start":1,"count":%d`, math.MaxInt), 31, "1"}, {fmt.Sprintf(`,"start":%d,"count":%d`, math.MaxInt, math.MaxInt), 0, ""}, {`,"start":-5,"count":-5`, 32, "0"},
	} {
		r, ok := c.say("variables", fmt.Sprintf(`{"variablesReference":%d%s}`, e.Body.VariablesReference, test.rest)).(*protocol.VariablesResponse)
		if !ok || len(r.Body.Variables) != test.n || test.n > 0 && r.Body.Variables[0].Value != test.first {
			t.Errorf("%s: %+v", test.rest, r)
		}
	}
	c.leave()
}

// TestMalformed: what is JSON and no request of the protocol is refused, and the session goes on; what is no JSON ends it with an error.
func TestMalformed(t *testing.T) {
	c := connect(t, session(t, loop, 32))
	c.begin()
	c.configured()
	for _, arguments := range []string{`{"threadId":"one"}`, `{"threadId":1e400}`, `[]`, `7`} {
		if got := c.said("stackTrace", arguments); !strings.HasPrefix(got, "refused: ") {
			t.Errorf("%s: %s", arguments, got)
		}
	}
	for _, rest := range []string{`{"instructionCount":9223372036854775807}`, `{"memoryReference":"0","instructionOffset":9223372036854775807,"instructionCount":4}`, `{"memoryReference":"0","instructionOffset":-9223372036854775808,"instructionCount":4}`} {
		if got := c.said("disassemble", rest); !strings.HasPrefix(got, "refused: ") {
			t.Errorf("%s: %s", rest, got)
		}
	}
	for _, content := range []string{`{}`, `[1]`, `null`, `{"seq":"x","type":"request","command":"threads"}`, `{"seq":7,"type":"dance"}`} {
		if err := protocol.WriteBaseMessage(c.out, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if r, ok := c.read().(*protocol.ErrorResponse); !ok || r.Success {
			t.Errorf("%s is not refused: %+v", content, r)
		}
	}
	if err := protocol.WriteBaseMessage(c.out, []byte("{")); err != nil {
		t.Fatal(err)
	}
	if err := <-c.served; err == nil || !strings.Contains(err.Error(), "a message is no JSON") {
		t.Error(err)
	}
}

// TestRunsAtOnce: without a stop on entry, and without debugging, the program runs to its first breakpoint or its end.
func TestRunsAtOnce(t *testing.T) {
	for _, configuration := range []string{`{"stopOnEntry":false}`, `{"noDebug":true}`} {
		c := connect(t, session(t, loop, 32))
		c.say("initialize", `{"adapterID":"g13"}`)
		c.say("launch", configuration)
		c.say("configurationDone", `{}`)
		c.want(c.stop(), "pause thread 1 line 11")
		c.leave()
	}
}

// TestLaunch: what the configuration says is opened, and before that nothing is there to be asked for.
func TestLaunch(t *testing.T) {
	s := session(t, loop, 32)
	here, there := net.Pipe()
	if err := here.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	c := &client{TB: t, in: bufio.NewReader(here), out: here, served: make(chan error, 1)}
	go func() {
		c.served <- dap.Serve(there, there, func(program string, args []string, directory string) (*debug.Session, string, error) {
			if program != "unit.s" {
				return nil, "", fmt.Errorf("there is no %s %q in %s", program, args, directory)
			}
			return s, path, nil
		})
		there.Close()
	}()
	t.Cleanup(func() { here.Close() })
	for _, step := range []struct{ command, arguments, want string }{
		{"threads", `{}`, "refused: no program has been launched"},
		{"configurationDone", `{}`, "refused: no program has been launched"},
		{"initialize", `{"adapterID":"g13"}`, "{"},
		{"setBreakpoints", `{"source":{"path":"unit.s"}}`, "refused: no program has been launched"},
		{"launch", `{"stopOnEntry":"perhaps"}`, "refused: the configuration of the launch: "},
		{"launch", `{"program":"other.s","args":["--grid","3"],"cwd":"/src"}`, `refused: there is no other.s ["--grid" "3"] in /src`},
		{"launch", `{"program":"unit.s"}`, ""},
		{"launch", `{"program":"unit.s"}`, "refused: a program has been launched already"},
		{"configurationDone", `{}`, ""},
	} {
		if got := c.said(step.command, step.arguments); !strings.HasPrefix(got, step.want) {
			t.Errorf("%s %s: %s, want %s", step.command, step.arguments, got, step.want)
		}
	}
	c.want(c.stop(), "entry thread 1 line 1")
	c.leave()
}
