package chance

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/oracle"
)

// failing says what FuzzInput does wrong where it is run to fail.
const failing = "CHANCE_FAILS"

// What is written of an input is read as the same input, and what is read is written.
func FuzzInput(f *testing.F) {
	fails := os.Getenv(failing)
	if fails == "seed" {
		f.Fatal("it does not begin")
	}
	f.Add("string(\"a\\x00\")\n[]byte(\"b\")\nbyte('\\x01')\nint(-7)\nbool(true)\n", uint64(1))
	f.Add("string(`a`)\n[]byte(\"\")\nuint8(200)\nint(0x10)\nbool(false)\n", uint64(2))
	target := reflect.TypeFor[func(*testing.T, string, []byte, byte, int, bool)]()
	Fuzz(f, func(t *testing.T, text string, seed uint64) {
		switch {
		case fails == "error" && seed > 2:
			t.Errorf("seed %d", seed)
		case fails == "panic" && seed > 2:
			panic("a seed")
		case fails == "skip" && seed > 2:
			t.Skip()
		case fails == "hang" && seed > 2:
			time.Sleep(time.Hour)
		}
		in, ok := parseInput(inputHead+text, target)
		if !ok {
			return
		}
		again, ok := parseInput(in.String(), target)
		if !ok || !reflect.DeepEqual(again, in) {
			t.Errorf("%q is written as\n%s", text, in)
		}
	})
}

// FuzzInput is run on spoilt inputs until its time is over, or until it fails: then the input is kept, and go test fails on it.
func TestFuzz(t *testing.T) {
	bin, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	run := func(dir, fails string, arguments ...string) (string, bool) {
		cmd := exec.Command(bin, append([]string{"-test.run=^FuzzInput$", "-seed=7"}, arguments...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), failing+"="+fails)
		out, err := oracle.Usual.CombinedOutput(cmd)
		return string(out), err == nil
	}
	for _, c := range []struct {
		fails string
		ok    bool
		part  string
	}{
		{"", true, executed},
		{"skip", true, executed},
		{"error", false, "seed "},
		{"panic", false, "panic: a seed"},
		{"hang", false, "one input takes longer than "},
	} {
		dir := t.TempDir()
		arguments := []string{"-spoil=300ms"}
		if c.fails == "hang" {
			arguments = []string{"-spoil=1m", "-hangs=400ms"}
		}
		out, ok := run(dir, c.fails, arguments...)
		if ok != c.ok || !strings.Contains(out, c.part) {
			t.Errorf("%q: passed %v\n%s\nwant %q", c.fails, ok, out, c.part)
		}
		if n := executions(t, out); c.ok && n < 100 {
			t.Errorf("%q: %d executions", c.fails, n)
		}
		kept, _ := filepath.Glob(filepath.Join(dir, "testdata", "fuzz", "FuzzInput", "*"))
		if c.ok != (len(kept) == 0) || len(kept) > 1 {
			t.Errorf("%q keeps %q", c.fails, kept)
		}
		if c.ok || c.fails == "hang" {
			continue
		}
		if out, ok := run(dir, c.fails); ok || !strings.Contains(out, c.part) {
			t.Errorf("%q: the input that was kept does not fail:\n%s", c.fails, out)
		}
	}
}

// executions is what a run on spoilt inputs says in the end, or 0.
func executions(t *testing.T, out string) (n int) {
	for line := range strings.Lines(out) {
		if text, ok := strings.CutPrefix(line, executed); ok {
			var err error
			if n, err = strconv.Atoi(strings.TrimSpace(text)); err != nil {
				t.Error(err)
			}
		}
	}
	return n
}

// Inputs of another signature, and what is none, are left out.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	target := reflect.TypeFor[func(*testing.T, string, int8)]()
	want := input{"a\n", int8(-5)}
	for name, text := range map[string]string{
		"good":       want.String(),
		"other type": inputHead + "string(\"a\")\nstring(\"b\")\n",
		"too few":    inputHead + "string(\"a\")\n",
		"too many":   inputHead + "string(\"a\")\nint8(1)\nint8(1)\n",
		"too large":  inputHead + "string(\"a\")\nint8(128)\n",
		"no number":  inputHead + "string(\"a\")\nint8(-\"1\")\n",
		"a sum":      inputHead + "string(\"a\")\nint8(1+1)\n",
		"no call":    inputHead + "\"a\"\n1\n",
		"no head":    "string(\"a\")\nint8(1)\n",
		"empty":      "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := keptInputs(dir, target)
	if err != nil || len(got) != 1 || !reflect.DeepEqual(got[0], want) {
		t.Errorf("got %v, %v", got, err)
	}
	if none, err := keptInputs(filepath.Join(dir, "none"), target); none != nil || err != nil {
		t.Errorf("no folder: %v, %v", none, err)
	}
	if _, err := keptInputs(filepath.Join(dir, "good"), target); err == nil {
		t.Error("a file is a folder")
	}
}

// Every mistake is made, of any length, and none changes the inputs.
func TestSpoiler(t *testing.T) {
	whole := func() []input {
		return []input{{"movq $8, %rax", []byte("abcdefgh"), true, int16(7), uint8(3)}, {"", []byte{}, false, int16(0), uint8(0)}, {"c", []byte("wxyz"), false, int16(1), uint8(1)}, {"b", bytes.Repeat([]byte("wxyz"), 8), false, int16(-1), uint8(255)}}
	}
	inputs := whole()
	s := newSpoiler(Random(t, 3), inputs)
	missing := map[string]bool{}
	for _, want := range []string{
		"text movq $4294967296, %rax", // a number at which something ends
		"text b $8, %rax",             // another's word
		"bytes abcdefghabcdefgh",      // doubled
		"bytes abcd", "bytes abgh",    // missing
		"bytes abcxyzdefgh", "bytes abwxyzgh", // another's, between and over
		"bytes abcwxyz",  // another's rest
		"bytes cbcdefgh", // a bit
		"bool true", "bool false", "int 8", "int 6", "int -32768", "int 255", "uint 2", "uint 4", "uint 254", "uint 100",
	} {
		missing[want] = true
	}
	for n := 0; n < 5_000_000 && len(missing) > 0; n++ {
		in := s.next()
		delete(missing, "text "+in[0].(string))
		delete(missing, "bytes "+string(in[1].([]byte)))
		delete(missing, fmt.Sprintf("bool %v", in[2]))
		delete(missing, fmt.Sprintf("int %d", in[3]))
		delete(missing, fmt.Sprintf("uint %d", in[4]))
	}
	if len(missing) > 0 {
		t.Errorf("it never makes %q", slices.Sorted(maps.Keys(missing)))
	}
	if !reflect.DeepEqual(inputs, whole()) {
		t.Error("the inputs are changed")
	}
	if in := newSpoiler(Random(t, 4), []input{{}}).next(); len(in) != 0 {
		t.Errorf("of no values: %v", in)
	}
}

// What is as long as a value may be grows no more, by whatever mistake.
func TestSpoilerEnds(t *testing.T) {
	s := newSpoiler(Random(t, 5), []input{{strings.Repeat("b ", mostBytes/2), bytes.Repeat([]byte("wxyz"), mostBytes/4)}})
	for range 200 {
		if in := s.next(); len(in[0].(string)) > mostBytes || len(in[1].([]byte)) > mostBytes {
			t.Fatalf("%d and %d bytes", len(in[0].(string)), len(in[1].([]byte)))
		}
	}
}
