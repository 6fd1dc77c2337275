// Package gocommand asks the go command, for programs that work on packages.
//
//	go list -json ./lane ──▶ what it says
//	                     └─▶ or an error with what it complained about
package gocommand

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
)

// Output is what the go command writes. Its error has what it complained about.
func Output(ctx context.Context, args ...string) ([]byte, error) {
	out, err := exec.CommandContext(ctx, "go", args...).Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) && len(exit.Stderr) > 0 {
		return out, fmt.Errorf("%w\n%s", err, exit.Stderr)
	}
	return out, err
}
