package oracle

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"time"
)

// A Limit is how long a program may run that nobody here wrote. Time of the
// processor ends one that spins, however busy the machine is; time on the
// clock, which is long, one that waits for what never comes.
type Limit struct {
	CPU   time.Duration // whole seconds, of each of its processes; where the system cannot count it, Clock alone ends it
	Clock time.Duration
}

// Usual is the limit of programs that need none of their own.
var Usual = Limit{CPU: 4 * time.Minute, Clock: 20 * time.Minute}

// ErrSilent is wrapped by the error of a program that was ended because it was
// not done within its limit.
var ErrSilent = errors.New("not done within its limit")

// childTime is how long children of a program that has ended may hold its
// output.
const childTime = time.Second

// Run is cmd.Run within the limit. When it returns, the program and all
// processes that it started are ended.
func (l Limit) Run(cmd *exec.Cmd) error {
	wait, err := l.Start(cmd)
	if err != nil {
		return err
	}
	return wait()
}

// Start is cmd.Start within the limit, and wait is cmd.Wait: for programs that
// are killed meanwhile.
func (l Limit) Start(cmd *exec.Cmd) (wait func() error, err error) {
	apart(cmd)
	cmd.WaitDelay = childTime
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	limitCPU(cmd.Process.Pid, l.CPU)
	overdue := time.AfterFunc(l.Clock, func() { endGroup(cmd.Process) })
	return func() error {
		defer endGroup(cmd.Process)
		err := cmd.Wait()
		switch inTime := overdue.Stop(); {
		case !inTime:
			return fmt.Errorf("%s: %w of %v: %w", cmd.Path, ErrSilent, l.Clock, err)
		case spun(cmd.ProcessState):
			return fmt.Errorf("%s: %w of %v of the processor: %w", cmd.Path, ErrSilent, l.CPU, err)
		}
		return err
	}, nil
}

// Output is cmd.Output within the limit.
func (l Limit) Output(cmd *exec.Cmd) ([]byte, error) {
	var out, complaints bytes.Buffer
	cmd.Stdout = &out
	if cmd.Stderr == nil {
		cmd.Stderr = &complaints
	}
	err := l.Run(cmd)
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		exit.Stderr = complaints.Bytes()
	}
	return out.Bytes(), err
}

// CombinedOutput is cmd.CombinedOutput within the limit.
func (l Limit) CombinedOutput(cmd *exec.Cmd) ([]byte, error) {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := l.Run(cmd)
	return out.Bytes(), err
}

// Failed says whether a program died or was silent: its exit tells nothing of
// what it was asked. A program that ends by itself with any exit code has
// answered.
func Failed(err error) bool {
	exit := new(exec.ExitError)
	return errors.Is(err, ErrSilent) || errors.As(err, &exit) && exit.ExitCode() < 0
}
