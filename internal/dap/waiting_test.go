package dap_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	protocol "github.com/google/go-dap"
)

// endless is a program that a stride out of it never leaves.
const endless = "top: iadd r1, r1, 1\n jmp_exec_any top\n"

// answers reads until so many requests are answered, and says which in what order; and how often it was told that the session stands.
func (c *client) answers(n int) (order []int, stops int) {
	c.Helper()
	for len(order) < n {
		switch m := c.read().(type) {
		case protocol.ResponseMessage:
			order = append(order, m.GetResponse().RequestSeq)
		case *protocol.StoppedEvent:
			stops++
		}
	}
	return order, stops
}

// threads asks so many times for threads, while answers are read.
func (c *client) threads(first, n int) (told chan bool) {
	told = make(chan bool)
	go func() {
		defer close(told)
		for k := range n {
			r := &protocol.ThreadsRequest{Request: protocol.Request{ProtocolMessage: protocol.ProtocolMessage{Seq: first + k, Type: "request"}, Command: "threads"}}
			if err := protocol.WriteProtocolMessage(c.out, r); err != nil {
				c.Error(err)
				return
			}
		}
	}()
	return told
}

// Requests that come during a stride are answered behind it, each once and in their order, whether it ends or is ended.
func TestWaiting(t *testing.T) {
	for _, ended := range []string{"pause", "terminate"} {
		c := connect(t, session(t, endless, 32))
		c.begin()
		c.configured()
		c.ask(&protocol.StepOutRequest{Request: c.request("stepOut")})
		first := c.seq + 1
		for range 3 {
			c.tell(&protocol.ThreadsRequest{Request: c.request("threads")})
			c.tell(&protocol.EvaluateRequest{Request: c.request("evaluate"), Arguments: protocol.EvaluateArguments{Expression: "r1[0] > 0"}})
		}
		if ended == "pause" {
			c.tell(&protocol.PauseRequest{Request: c.request(ended)})
		} else {
			c.tell(&protocol.TerminateRequest{Request: c.request(ended)})
		}
		order, stops := c.answers(7)
		if order[0] != first+6 || stops != map[string]int{"pause": 1, "terminate": 0}[ended] {
			t.Errorf("%s: %d is answered first, and %d stops are told", ended, order[0], stops)
		}
		for k, seq := range order[1:] {
			if seq != first+k {
				t.Errorf("%s: they are answered in the order %v from %d on", ended, order, first)
				break
			}
		}
		c.want(c.evaluate("r1[0] > 0", 0), "1")
		c.ask(&protocol.DisconnectRequest{Request: c.request("disconnect")})
		if ended == "pause" {
			c.read() // that it is terminated
		}
		c.left()
	}
	c := connect(t, session(t, "mov_imm r3, 60000\n call long\n stop\nlong: if_icmp r0l, ult, r2, r3, 1\ntop: iadd r2, r2, 1\n while_icmp r0l, ult, r2, r3, 1\n jmp_exec_any top\n pop_exec r0l, 1\n ret r1\n", 32))
	c.begin()
	c.configured()
	c.want(c.step("next", ""), "step thread 1 line 2")
	c.ask(&protocol.NextRequest{Request: c.request("next")})
	first := c.seq + 1
	told := c.threads(first, 20)
	order, stops := c.answers(20)
	<-told
	c.seq += 20
	for k, seq := range order {
		if seq != first+k {
			t.Errorf("they are answered in the order %v from %d on", order, first)
			break
		}
	}
	if stops != 1 {
		t.Errorf("%d stops are told", stops)
	}
	c.leave()
}

// More requests than wait end a stride.
func TestMostWaiting(t *testing.T) {
	c := connect(t, session(t, endless, 32))
	c.begin()
	c.configured()
	c.ask(&protocol.StepOutRequest{Request: c.request("stepOut")})
	const most = 1024
	first := c.seq + 1
	told := c.threads(first, most+1)
	order, stops := c.answers(most + 1)
	<-told
	if order[0] != first+most || order[1] != first || order[most] != first+most-1 || stops != 1 {
		t.Errorf("%d, %d … %d are answered, from %d on, and %d stops told", order[0], order[1], order[most], first, stops)
	}
	c.seq += most + 1
	c.leave()
}

// An editor that is gone while a program runs leaves nothing that runs on.
func TestGoneWhileItRuns(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 3 {
		c := connect(t, session(t, endless, 32))
		c.begin()
		c.configured()
		c.ask(&protocol.ContinueRequest{Request: c.request("continue")})
		if closer, ok := c.out.(interface{ Close() error }); !ok || closer.Close() != nil {
			t.Fatal("the line is not cut")
		}
		if err := <-c.served; err != nil && !strings.Contains(err.Error(), "closed") {
			t.Error(err)
		}
	}
	for end := time.Now().Add(patience); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d goroutines, and there were %d", runtime.NumGoroutine(), before)
		}
	}
}
