//go:build !unix

package oracle

import (
	"os"
	"os/exec"
)

// Where there are no process groups, the program alone is ended.

func apart(*exec.Cmd) {}

func endGroup(p *os.Process) { _ = p.Kill() }

func spun(*os.ProcessState) bool { return false }
