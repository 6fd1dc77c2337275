package oracle

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Solvers are what decides problems in SMT-LIB 2, by their names in the table.
var Solvers = []string{"z3", "cvc5"}

// Solve has a solver decide problems, all in one run: the answers are sat, unsat and unknown.
func Solve(t testing.TB, solver string, problems []string) (answers []string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "problems.smt2")
	if err := os.WriteFile(file, []byte(strings.Join(problems, "(reset)\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := Usual.CombinedOutput(exec.Command(Need(t, solver), file))
	answers = strings.Fields(string(out))
	if err != nil || len(answers) != len(problems) {
		t.Fatalf("%s: %d answers to %d problems, %v:\n%.500s", solver, len(answers), len(problems), err, out)
	}
	return answers
}
