package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/internal/api"
)

// A question is what a command asks, as far as that is its own. What all commands have in common around it is here, once:
//
//	argument, or -  ──┐                                ┌── say         for a person
//	                  ├── read ── Request ── answer ── Result
//	line of --batch ──┘      └──── error ────┴──┐      └── AppendJSON  with --json, and in a batch
//	                                            └── file:line:col: error: what, and a caret; in JSON an object too
type question[Request any, Result api.Result] struct {
	schema string   // of the object that says why there is no result
	wants  string   // the arguments in words, such as "one FORM"
	files  []string // what errors call each of them, where it is no file

	read   func(text string) (Request, error) // the one argument, or a line of a batch
	both   func(a, b string) Request          // two arguments
	answer func(ctx context.Context, r Request) (Result, error)
	inLine func(line string, err error) error // moves an error about a part of a line to its place in the line; nil: a line has no parts

	long  string // what it does, in words, for whoever waits
	say   func(w *bufio.Writer, r Result, l look) error
	begun func(r Result) bool // whether there is a part of a result, beside an error; nil: never
	finds func(r Result) bool // whether the result is a finding; nil: none is
}

// A look is how a result is to look, and what it is about.
type look struct {
	color bool
	file  string
}

// soon is an answer for which nobody waits, so that nobody wants it to end.
func soon[Request, Result any](answer func(r Request) (Result, error)) func(context.Context, Request) (Result, error) {
	return func(_ context.Context, r Request) (Result, error) { return answer(r) }
}

// run answers the arguments, or with --batch each line of the batch.
func (q question[Request, Result]) run(c *command, args []string) error {
	if c.batch == "" {
		return q.one(c, args)
	}
	argument := strings.TrimSuffix(strings.Fields(q.wants)[1], ",") // FORM of "one FORM"
	if err := argCount(0, "no "+argument+" beside --batch")(nil, args); err != nil {
		return err
	}
	return q.lines(c)
}

// one answers the arguments.
func (q question[Request, Result]) one(c *command, args []string) error {
	if err := argCount(len(q.files), q.wants)(nil, args); err != nil {
		return err
	}
	texts, files, err := c.texts(args, q.files)
	if err != nil {
		return err
	}
	result, err := q.result(c, texts)
	var side *api.SideError
	var usage usageError
	switch {
	case errors.As(err, &usage):
		return usage
	case err != nil && c.interrupted():
		return errInterrupted
	case errors.As(err, &side):
		return c.invalid(files[slices.Index(q.files, side.Side)], q.schema, side.Err)
	case err != nil && (c.json || q.begun == nil || !q.begun(result)):
		return c.invalid(files[0], q.schema, err)
	}
	written := c.write(func(w *bufio.Writer) error {
		if c.json {
			return object(w, result)
		}
		return q.say(w, result, look{c.colored(), files[0]})
	})
	switch {
	case written != nil:
		return written
	case err != nil: // it stands behind what could be answered
		return c.complain(files[0], err)
	}
	return found(q.isFinding(result))
}

// result is what the texts are answered with.
func (q question[Request, Result]) result(c *command, texts []string) (result Result, err error) {
	var r Request
	if len(texts) == 2 {
		r = q.both(texts[0], texts[1])
	} else if r, err = q.read(texts[0]); err != nil {
		return result, err
	}
	c.during(cmp.Or(q.long, "looking for an answer"), func() { result, err = q.answer(c.context(), r) })
	return result, err
}

// lines answers a batch.
func (q question[Request, Result]) lines(c *command) error {
	some := false
	err := c.runBatch(q.schema, func(b []byte, line string) ([]byte, error) {
		r, err := q.read(line)
		if err != nil {
			return b, err
		}
		result, err := q.answer(c.context(), r)
		if err != nil {
			if q.inLine != nil {
				err = q.inLine(line, err)
			}
			return b, err
		}
		some = some || q.isFinding(result)
		return result.AppendJSON(b), nil
	})
	if err == nil {
		err = found(some)
	}
	return err
}

func (q question[Request, Result]) isFinding(r Result) bool { return q.finds != nil && q.finds(r) }

// found is what a command ends with that says, or does not, what it found.
func found(some bool) error {
	if some {
		return errFindings
	}
	return nil
}

// list writes values, each of which is a line, or with --json an object.
func list[T any](c *command, all []T, appendJSON func(b []byte, v T) []byte, say func(w *bufio.Writer, v T)) error {
	return c.write(func(w *bufio.Writer) error {
		for _, v := range all {
			if c.json {
				_, _ = w.Write(append(appendJSON(nil, v), '\n')) // w remembers what fails
			} else {
				say(w, v)
			}
		}
		return nil
	})
}

// object writes a result as a line of JSON.
func object(w *bufio.Writer, r api.Result) error {
	_, err := w.Write(append(r.AppendJSON(nil), '\n'))
	return err
}
