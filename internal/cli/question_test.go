package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
)

// half is the result of a question that no command asks: the half of an even number.
type half int

func (h half) AppendJSON(b []byte) []byte {
	return fmt.Appendf(b, `{"schema":"half/1","half":%d}`, int(h))
}

// halves asks for halves. Odd numbers have none, of 100 only a part is known, 0 is a finding, a minus sign is wrong usage, and 13 is a bug.
func halves() question[int, half] {
	return question[int, half]{
		schema: "half/1", wants: "one NUMBER", files: []string{"number"},
		read: func(text string) (int, error) {
			if strings.HasPrefix(text, "-") {
				return 0, usagef("there is no half of %s", text)
			}
			n, err := strconv.Atoi(strings.TrimPrefix(text, "n="))
			if err != nil {
				err = syntax.Errorf(text, 0, len(text), "expected a number")
			}
			return n, err
		},
		answer: func(_ context.Context, n int) (half, error) {
			switch {
			case n == 13:
				panic("on purpose")
			case n == 100:
				return 5, errors.New("the rest of it is not known")
			case n%2 != 0:
				return 0, syntax.Errorf(strconv.Itoa(n), 0, 1, "it is odd")
			}
			return half(n / 2), nil
		},
		inLine: func(line string, err error) error {
			return syntax.Errorf(line, strings.IndexByte(line, '=')+1, len(line), "%v", err)
		},
		begun: func(h half) bool { return h != 0 },
		say: func(w *bufio.Writer, h half, l look) error {
			fmt.Fprintf(w, "%d of %s, coloured %v\n", int(h), l.file, l.color)
			return nil
		},
		finds: func(h half) bool { return h == 0 },
	}
}

// asked is how a question ends: what is printed, and the error in a word.
type asked struct{ out, diag, end string }

func (q question[Request, Result]) asked(c *command, stdin string, args ...string) (a asked) {
	var out, diag bytes.Buffer
	c.System = System{Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &diag, Getenv: func(string) string { return "" }, Patience: time.Hour}
	if c.output == "" {
		c.output, c.color = "-", "auto"
	}
	var usage usageError
	switch err := q.run(c, args); {
	case err == nil:
	case err == errFindings:
		a.end = "findings"
	case errors.As(err, &usage):
		a.end = "usage: " + err.Error()
	default:
		a.end = err.Error()
	}
	a.out, a.diag = out.String(), diag.String()
	return a
}

// An argument is answered as text or as an object; what is wrong with it is a diagnostic, and with --json an object too.
func TestQuestion(t *testing.T) {
	for _, row := range []struct {
		c     command
		stdin string
		arg   string
		want  asked
	}{
		{command{}, "", "8", asked{"4 of number, coloured false\n", "", ""}},
		{command{}, "8\r\n", "-", asked{"4 of stdin, coloured false\n", "", ""}},
		{command{color: "always", output: "-"}, "", "8", asked{"4 of number, coloured true\n", "", ""}},
		{command{json: true}, "", "8", asked{`{"schema":"half/1","half":4}` + "\n", "", ""}},
		{command{}, "", "7", asked{"", "number:1:1: error: it is odd\n  7\n  ^\n", "findings"}},
		{command{}, "x", "-", asked{"", "stdin:1:1: error: expected a number\n  x\n  ^\n", "findings"}},
		{command{quiet: true}, "", "7", asked{"", "", "findings"}},
		{command{json: true}, "", "7", asked{`{"schema":"half/1","error":{"message":"it is odd","line":1,"col":1}}` + "\n", "number:1:1: error: it is odd\n  7\n  ^\n", "findings"}},
		{command{json: true, quiet: true}, "", "x", asked{`{"schema":"half/1","error":{"message":"expected a number","line":1,"col":1}}` + "\n", "", "findings"}},
		{command{}, "", "0", asked{"0 of number, coloured false\n", "", "findings"}},
		{command{json: true}, "", "0", asked{`{"schema":"half/1","half":0}` + "\n", "", "findings"}},
		{command{}, "", "100", asked{"5 of number, coloured false\n", "number: error: the rest of it is not known\n", "findings"}},
		{command{json: true, quiet: true}, "", "100", asked{`{"schema":"half/1","error":{"message":"the rest of it is not known"}}` + "\n", "", "findings"}},
		{command{json: true}, "", "-8", asked{"", "", "usage: there is no half of -8"}},
	} {
		if got := halves().asked(&row.c, row.stdin, row.arg); got != row.want {
			t.Errorf("%q, json %v: %+v, want %+v", row.arg, row.c.json, got, row.want)
		}
	}
	if got := halves().asked(&command{}, "", "1", "2"); got.end != "usage: expected one NUMBER, found 2 arguments. A form with spaces in it is one argument in quotation marks" {
		t.Errorf("two arguments: %+v", got)
	}
}

// Of two arguments, what is wrong is said of the one in which it is.
func TestQuestionOfTwo(t *testing.T) {
	q := halves()
	q.wants, q.files = "two numbers, A and B", []string{"A", "B"}
	q.both = func(a, b string) int { return len(a) - len(b) }
	q.answer = func(_ context.Context, n int) (half, error) {
		return 1, &api.SideError{Side: "AB"[n : n+1], Err: errors.New("it is too long")}
	}
	for _, row := range []struct{ a, b, want string }{
		{"x", "x", "A: error: it is too long\n"}, {"xx", "x", "B: error: it is too long\n"}, {"x", "-", "A: error: it is too long\n"}, {"xx", "-", "stdin: error: it is too long\n"},
	} {
		if got := q.asked(&command{}, "x\n", row.a, row.b); got != (asked{"", row.want, "findings"}) {
			t.Errorf("%s and %s: %+v", row.a, row.b, got)
		}
	}
	if got := q.asked(&command{}, "x\n", "-", "-"); got.end != "usage: only one of A and B can be standard input" {
		t.Errorf("twice standard input: %+v", got)
	}
}

// A batch goes on behind a bad line, one that is a finding and one that is a bug, and its errors have their places in their lines.
func TestQuestionsOfABatch(t *testing.T) {
	const (
		four = `{"schema":"half/1","half":4}` + "\n"
		odd  = `{"schema":"half/1","error":{"message":"1:1: it is odd","line":2,"col":3}}` + "\n"
	)
	for _, row := range []struct {
		lines, want, end string
		bugs             int
	}{
		{"8\n8", four + four, "", 0},
		{"8\nn=7\n8\n", four + odd + four, "findings", 0},
		{"8\n0\n8\n", four + strings.Replace(four, "4", "0", 1) + four, "findings", 0},
		{"\n8\n", `{"schema":"half/1","error":{"message":"expected a number","line":1,"col":1}}` + "\n" + four, "findings", 0},
		{"8\nn=100\n8\n", four + strings.Replace(odd, "1:1: it is odd", "the rest of it is not known", 1) + four, "findings", 0},
		{"8\n13\n8\n", four + `{"schema":"half/1","error":{"message":"a bug in Lanescope: on purpose","line":2}}` + "\n" + four, "findings", 1},
	} {
		c := command{batch: "-"}
		if got := halves().asked(&c, row.lines); got.out != row.want || got.end != row.end || c.bugs != row.bugs {
			t.Errorf("%q: %+v, %d bugs, want %q", row.lines, got, c.bugs, row.want)
		}
	}
	if got := halves().asked(&command{batch: "-"}, "8\n", "8"); !strings.HasPrefix(got.end, "usage: expected no NUMBER beside --batch, found 1 arguments") {
		t.Errorf("an argument beside --batch: %+v", got)
	}
}

// Once nobody takes the answers, no more of them are looked for.
func TestBatchIsCancelled(t *testing.T) {
	q, answers := halves(), 0
	q.answer = func(_ context.Context, n int) (half, error) {
		answers++
		return half(n), nil
	}
	c := command{System: System{Stdin: strings.NewReader(strings.Repeat("8\n", 1<<17)), Stdout: closedWriter{}, Stderr: &bytes.Buffer{}}, output: "-", batch: "-"}
	if err := q.run(&c, nil); err == nil || err == errFindings || answers > 1<<14 {
		t.Errorf("%v, %d answers", err, answers)
	}
}

type closedWriter struct{}

func (closedWriter) Write([]byte) (int, error) { return 0, errors.New("nobody reads") }

// What takes long says so, in the question's words if it has some.
func TestQuestionSaysItGoesOn(t *testing.T) {
	for long, want := range map[string]string{"": "\rlooking for an answer, 2 s  \n", "halving": "\rhalving, 2 s  \n"} {
		q, f := halves(), fakeClock{at: time.Unix(1e9, 0), ticks: make(chan time.Time)}
		q.long = long
		q.answer = func(_ context.Context, n int) (half, error) { f.pass(2); return half(n), nil }
		var diag bytes.Buffer
		c := command{System: System{Stdout: &bytes.Buffer{}, Stderr: &diag, Getenv: func(string) string { return "" }}, clock: f.clock(), output: "-", color: "auto"}
		if err := q.run(&c, []string{"8"}); err != nil || diag.String() != want {
			t.Errorf("%v, %q, want %q", err, diag.String(), want)
		}
	}
}
