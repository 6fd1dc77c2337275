package oracle

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// limits is what Linux says of a process: its limit of time on the processor, in seconds.
func limits(t *testing.T, pid int) string {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if words, ok := strings.CutPrefix(line, "Max cpu time"); ok {
			return strings.Join(strings.Fields(words)[:2], " ")
		}
	}
	return ""
}

// A program has whole seconds of the processor, and a second more in which it may end by itself; it is in a group of its own, and keeps what else is said of how it begins.
func TestLimitsOfAProgram(t *testing.T) {
	for cpu, want := range map[time.Duration]string{time.Second: "1 2", 1500 * time.Millisecond: "2 3", 2 * time.Second: "2 3", time.Second + 1: "2 3"} {
		cmd := shell(t, "echo here; read line; exit 5")
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		in, err1 := cmd.StdinPipe()
		out, err2 := cmd.StdoutPipe()
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		wait, err := Limit{CPU: cpu, Clock: time.Hour}.Start(cmd)
		if err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(out).ReadString('\n'); line != "here\n" || err != nil {
			t.Errorf("%q, %v", line, err)
		}
		if got := limits(t, cmd.Process.Pid); got != want {
			t.Errorf("of %v it has %s, want %s", cpu, got, want)
		}
		if group, err := syscall.Getpgid(cmd.Process.Pid); err != nil || group != cmd.Process.Pid || cmd.SysProcAttr.Pdeathsig != syscall.SIGKILL || cmd.WaitDelay != time.Second {
			t.Errorf("it is %d of the group %d, %+v, %v", cmd.Process.Pid, group, cmd.SysProcAttr, err)
		}
		in.Close()
		exit, ok := wait().(*exec.ExitError)
		if !ok || exit.ExitCode() != 5 || Failed(exit) {
			t.Errorf("it ends with %v", exit)
		}
	}
	if Usual != (Limit{CPU: 4 * time.Minute, Clock: 20 * time.Minute}) {
		t.Errorf("%+v", Usual)
	}
}

// A program that waits for what never comes is ended by the clock, before it goes on by itself; both limits are told by their names.
func TestWaitingProgramIsEnded(t *testing.T) {
	cmd := shell(t, "sleep 30; echo done")
	out, err := Limit{CPU: time.Hour, Clock: 200 * time.Millisecond}.Output(cmd)
	if want := cmd.Path + ": not done within its limit of 200ms: signal: killed"; len(out) > 0 || err == nil || err.Error() != want {
		t.Errorf("%q, %v; want %s", out, err, want)
	}
	cmd = shell(t, "while :; do :; done")
	_, err = Limit{CPU: time.Second, Clock: time.Hour}.Output(cmd)
	if want := cmd.Path + ": not done within its limit of 1s of the processor: signal: CPU time limit exceeded"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}
