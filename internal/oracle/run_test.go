//go:build unix

package oracle

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func shell(t *testing.T, script string) *exec.Cmd {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	return exec.Command(sh, "-c", script)
}

// gone fails if the process is there and runs. A dead one that its new parent
// has not yet asked after has the state Z.
func gone(t *testing.T, pid string) {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimSpace(pid))
	if err != nil {
		t.Fatal(err)
	}
	for range 500 { // the signal is sent; it arrives soon
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(n) + "/stat")
		if err == nil && strings.Contains(string(stat), ") Z ") || errors.Is(syscall.Kill(n, 0), syscall.ESRCH) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d is still there", n)
	_ = syscall.Kill(n, syscall.SIGKILL)
}

// A program that spins and the child that it started to spin too are ended by
// the clock and by the processor's time.
func TestSpinningChildIsEnded(t *testing.T) {
	limits := []Limit{{CPU: time.Hour, Clock: time.Second}} // until which a shell has begun
	if runtime.GOOS == "linux" {
		limits = append(limits, Limit{CPU: time.Second, Clock: time.Hour})
	}
	for _, l := range limits {
		out, err := l.Output(shell(t, "(while :; do :; done) & echo $!; while :; do :; done"))
		if !errors.Is(err, ErrSilent) || !Failed(err) {
			t.Errorf("%+v: the error is %v", l, err)
		}
		gone(t, string(out))
	}
}

// A child that holds the output of a program that is done is ended too.
func TestChildLeftBehindIsEnded(t *testing.T) {
	out, err := Usual.Output(shell(t, "(while :; do :; done) & echo $!"))
	if !errors.Is(err, exec.ErrWaitDelay) {
		t.Errorf("the error is %v", err)
	}
	gone(t, string(out))
}

func TestRunTellsDeathFromAnswers(t *testing.T) {
	for _, c := range []struct {
		script, out string
		failed      bool
	}{{"echo yes; echo no >&2", "yes\n", false}, {"echo yes; exit 3", "yes\n", false}, {"echo yes; kill -SEGV $$", "yes\n", true}} {
		out, err := Usual.Output(shell(t, c.script))
		if string(out) != c.out || Failed(err) != c.failed {
			t.Errorf("%q: %q, %v", c.script, out, err)
		}
	}
	_, err := Usual.Output(shell(t, "echo why >&2; exit 1"))
	if exit := new(exec.ExitError); !errors.As(err, &exit) || string(exit.Stderr) != "why\n" {
		t.Errorf("the complaint is lost: %v", err)
	}
	if out, err := Usual.CombinedOutput(shell(t, "echo a; echo b >&2")); string(out) != "a\nb\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
	if err := Usual.Run(exec.Command("/no/such/program")); err == nil || Failed(err) {
		t.Errorf("a program that is not there: %v", err)
	}
}

// unlimited is a program that is run without a limit.
var unlimited = regexp.MustCompile(`exec\.Command(Context)?\(.*\)\.(Run|Start|Output|CombinedOutput)\(|\b(cmd|build|command)\.(Run|Start|Output|CombinedOutput)\(`)

// Every test of the module runs programs within a limit.
func TestProgramsHaveLimits(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	limited := 0
	err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, "_test.go") || filepath.Base(filepath.Dir(path)) == "oracle" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), `"os/exec"`) {
			return err
		}
		if bad := unlimited.Find(text); bad != nil {
			t.Errorf("%s: %s…: oracle.Usual runs it within a limit", path, bad)
		}
		limited += strings.Count(string(text), "oracle.Usual.")
		return nil
	})
	if err != nil || limited == 0 {
		t.Errorf("%d programs run within a limit: %v", limited, err)
	}
	for _, bad := range []string{`out, err := exec.Command("go", "env").Output()`, "out, err := cmd.CombinedOutput()"} {
		if !unlimited.MatchString(bad) {
			t.Errorf("%s passes", bad)
		}
	}
}
