//go:build unix

package oracle

import (
	"os"
	"os/exec"
	"syscall"
)

// apart puts the program and its children into a process group of their own.
func apart(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = new(syscall.SysProcAttr)
	}
	cmd.SysProcAttr.Setpgid = true
}

// endGroup ends the program and its children.
func endGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

// spun says whether the system ended the program because its time on the
// processor was used up.
func spun(s *os.ProcessState) bool {
	w, ok := s.Sys().(syscall.WaitStatus)
	return ok && w.Signaled() && w.Signal() == syscall.SIGXCPU
}
