package golden_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/golden"
)

// failing counts what a test is told.
type failing struct {
	testing.TB
	errors int
}

func (f *failing) Errorf(string, ...any) { f.errors++ }

// A text that is not what the file has is told: each line that is another one, as long as they are few, and lines more or less.
func TestHeld(t *testing.T) {
	file := filepath.Join(t.TempDir(), "said.txt")
	golden.Held(t, file, strings.Repeat("a\n", 100), true)
	for text, want := range map[string]int{
		strings.Repeat("a\n", 100):                                    0,
		strings.Repeat("a\n", 99):                                     2, // behind the last line there is an empty one
		strings.Repeat("a\n", 50) + "b\n" + strings.Repeat("a\n", 49): 1,
		strings.Repeat("a\n", 101):                                    2,
		strings.Repeat("b\n", 100):                                    20,
		"":                                                            2,
	} {
		f := &failing{TB: t}
		if golden.Held(f, file, text, false); f.errors != want {
			t.Errorf("%d errors of %.10q…, want %d", f.errors, text, want)
		}
	}
}

// told is what a test is told, which ends where it fails for good.
type told struct {
	testing.TB
	errors  []string
	fatal   string
	helpers int
}

func (f *told) Helper()                    { f.helpers++ }
func (f *told) Errorf(s string, of ...any) { f.errors = append(f.errors, fmt.Sprintf(s, of...)) }
func (f *told) Fatal(of ...any) {
	f.fatal = fmt.Sprint(of...)
	runtime.Goexit()
}

// held is what Held tells.
func held(t *testing.T, file, text string, update bool) *told {
	f, done := &told{TB: t}, make(chan bool)
	go func() {
		defer close(done)
		golden.Held(f, file, text, update)
	}()
	<-done
	return f
}

// A line that is another one is told with its number, with what it is and with what it was; more or fewer lines with how many there are and were. Where it is told is the test's own line.
func TestTold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "said.txt")
	if f := held(t, file, "a\nb\nc\n", true); len(f.errors) > 0 || f.fatal != "" {
		t.Fatalf("a new file: %+v", f)
	}
	if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("the file is %v: %v", info.Mode(), err)
	}
	f := held(t, file, "a\nx\nc", false)
	want := []string{"line 2 of " + file + " is\nx, want\nb", "3 lines, want the 4 of " + file}
	if !slices.Equal(f.errors, want) || f.fatal != "" || f.helpers != 1 {
		t.Errorf("%+v, want %q", f, want)
	}
}

// A file that is not there, and a place where none can be, end a test.
func TestNoFile(t *testing.T) {
	dir := t.TempDir()
	for _, update := range []bool{false, true} {
		f := held(t, filepath.Join(dir, "none", "said.txt"), "a", update)
		if f.fatal == "" || len(f.errors) > 0 {
			t.Errorf("update %v: %+v", update, f)
		}
	}
	if f := held(t, dir, "a", true); !strings.HasPrefix(f.fatal, "open ") { // what is read of it fails as well
		t.Errorf("a folder: %+v", f)
	}
}
