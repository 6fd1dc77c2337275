package gocommand_test

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/gocommand"
)

// What the command says is the answer, and what it complains about is in the error.
func TestOutput(t *testing.T) {
	out, err := gocommand.Output(t.Context(), "list", "-f", "{{.Name}}", ".")
	if err != nil || string(out) != "gocommand\n" {
		t.Errorf("%q, %v", out, err)
	}
	_, err = gocommand.Output(t.Context(), "list", "./nowhere")
	if exit := new(exec.ExitError); !errors.As(err, &exit) || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("the error is %v", err)
	}
}

// What ends before it could complain has its own error.
func TestEndedOutput(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if out, err := gocommand.Output(gone, "version"); len(out) > 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%q, %v", out, err)
	}
}
