package debug_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
)

// twice are two lines of a file that is included twice, so that a line is in two places.
const twice = `	mov r3, 1
again:
	iadd r3, r3, 1

	jmp_exec_any again
	stop
`

// A place is read as breakpoints, which are said as they were asked for, with offsets as numbers.
func TestPlaces(t *testing.T) {
	c := session(t, twice).Code
	again, ok := c.Label("again")
	if !ok || c.LabelAt(again) != "again" || c.LabelAt(again+2) != "again+0x2" || c.LabelAt(again-1) != "" {
		t.Fatalf("again is at %#x, %v, and called %q", again, ok, c.LabelAt(again))
	}
	at := fmt.Sprintf("break %#x", again)
	for text, want := range map[string]string{
		"again": at, fmt.Sprint(again): at, fmt.Sprintf("%#x", again): at, "0": "break 0x0",
		"nan": "nan", "divergence": "divergence", "early": "early",
		"watch r3": "watch r3", "when r3 > 4": "when r3 > 4", "when r3[active].f > 1": "when r3[active].f > 1",
		"nan if lane == 5": "nan if lane == 5", "again  if r3 > 2": at + " if r3 > 2", "watch r3 if r3 > 2": "watch r3 if r3 > 2",
		"line 1": "break 0x0", "line 3": at, "line 4": fmt.Sprintf("break %#x", again+lengthAt(t, c, again)), "line  3": at, "line 3 if r3": at + " if r3",
	} {
		all, err := c.ParseBreakpoints(text)
		if err != nil || len(all) != 1 || all[0].String() != want {
			t.Errorf("%q is read as %v, %v; want %s", text, all, err, want)
		}
	}
	for text, want := range map[string]string{
		"nowhere":         `"nowhere" is no label, and no offset such as 0x1c, line N, nan, divergence, early or when EXPRESSION`,
		"":                `"" is no label`,
		"1":               "no instruction begins at offset 0x1",
		"0x7fffffff":      "no instruction begins at offset 0x7fffffff",
		"0x80000000":      `"0x80000000" is no label`,
		"line 7":          "no code is from line 7 or from behind it",
		"line 0":          `"0" is no line: expected line 12, or line file.s:12`,
		"line -1":         `"-1" is no line`,
		"line x":          `"x" is no line`,
		"line":            `"" is no line`,
		"line other.s:1":  "no code is from line 1 or from behind it",
		"line other.s:":   `"other.s:" is no line`,
		"when":            "1:5: expected a number, a register",
		"when r3 >":       "1:10: expected a number, a register",
		"watch r3.x":      "1:9: a register can be looked at as",
		"again if r3 >":   "1:14: expected a number, a register",
		"nowhere if r128": `1:12: there is no value "r128"`,
	} {
		all, err := c.ParseBreakpoints(text)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q is read as %v, %v; want %s", text, all, err, want)
		}
		var at *syntax.Error
		if errors.As(err, &at) != strings.HasPrefix(want, "1:") || at != nil && at.Text != text {
			t.Errorf("%q: the place of %v is in another text", text, err)
		}
	}
}

// lengthAt is how long the instruction at an offset is.
func lengthAt(t *testing.T, c *debug.Code, offset int) int {
	t.Helper()
	op, ok := c.OpAt(offset)
	if !ok {
		t.Fatalf("no instruction begins at %#x", offset)
	}
	return len(c.Inst(op))
}

// Lines of a file are where their code begins, in however many pieces; a line without code is the next one that has some.
func TestLines(t *testing.T) {
	source := debug.Source{File: "a.s"}
	for k, l := range []struct {
		file string
		line int
	}{{"a.s", 2}, {"b.s", 1}, {"a.s", 5}, {"a.s", 2}, {"b.s", 9}} {
		source.Lines = append(source.Lines, asm.SourceLine{Offset: 10 * (k + 1), File: l.file, Line: l.line})
	}
	for _, row := range []struct {
		file    string
		line    int
		offsets []int
		found   int
	}{
		{"a.s", 1, []int{10, 40}, 2}, {"a.s", 2, []int{10, 40}, 2}, {"a.s", 3, []int{30}, 5}, {"a.s", 5, []int{30}, 5}, {"a.s", 6, nil, 0},
		{"b.s", 1, []int{20}, 1}, {"b.s", 2, []int{50}, 9}, {"c.s", 1, nil, 0},
	} {
		if offsets, found := source.LineOffsets(row.file, row.line); !slices.Equal(offsets, row.offsets) || found != row.found {
			t.Errorf("line %d of %s is at %v, line %d; want %v, %d", row.line, row.file, offsets, found, row.offsets, row.found)
		}
	}
	for offset, want := range map[int]string{0: "", 9: "", 10: "a.s:2", 19: "a.s:2", 20: "b.s:1", 35: "a.s:5", 49: "a.s:2", 1000: "b.s:9"} {
		l, ok := source.Line(offset)
		if got := fmt.Sprintf("%s:%d", l.File, l.Line); ok != (want != "") || ok && got != want {
			t.Errorf("offset %d is from %s, %v; want %s", offset, got, ok, want)
		}
	}
}

// Breakpoints have numbers that are never given again, and those that are deleted do not stop.
func TestNumbersOfBreakpoints(t *testing.T) {
	s := session(t, twice)
	a, b := s.Add(debug.Breakpoint{Cause: debug.AtNaN}), s.Add(debug.Breakpoint{Cause: debug.AtDivergence})
	if a.ID != 1 || b.ID != 2 || len(s.Breakpoints()) != 2 || s.Breakpoints()[0] != a {
		t.Errorf("they are %v and %v", a, b)
	}
	if !s.Delete(1) || s.Delete(1) || s.Delete(7) {
		t.Error("what is deleted is said wrongly")
	}
	if c := s.Add(debug.Breakpoint{Cause: debug.AtEarly}); c.ID != 3 || !slices.Equal(s.Breakpoints(), []*debug.Breakpoint{b, c}) {
		t.Errorf("the third is %v of %v", c, s.Breakpoints())
	}
}

// A command goes where stepping, and the strides by themselves, would go.
func TestTravel(t *testing.T) {
	r := chance.Random(t, 5)
	for range 25 {
		make, _, text := random(t, r)
		s, twin := make(), make()
		s.Add(debug.Breakpoint{Cause: debug.AtDivergence})
		twin.Add(debug.Breakpoint{Cause: debug.AtDivergence})
		for range 60 {
			n := r.IntN(40)
			strides := map[string]debug.Stride{"next": debug.Over, "out": debug.Out, "line": debug.Line, "block": debug.Block}
			word := []string{"next", "out", "line", "block"}[r.IntN(4)]
			early := []*debug.Breakpoint{twin.Breakpoints()[0], {Cause: debug.AtEarly}}
			command, goes := "", func() (debug.Arrival, error) { return debug.Arrival{}, nil }
			switch r.IntN(10) {
			case 0:
				command, goes = word, func() (debug.Arrival, error) { return twin.Go(background, strides[word]) }
			case 1:
				command, goes = "back "+word, func() (debug.Arrival, error) { return twin.GoBack(background, strides[word]) }
			case 2:
				command, goes = "step", func() (debug.Arrival, error) { return debug.Arrival{Over: !twin.Step()}, nil }
			case 3:
				command, goes = fmt.Sprintf("step %d", n), func() (a debug.Arrival, _ error) {
					for k := 0; k < n && !a.Over; k++ {
						a.Over = !twin.Step()
					}
					return a, nil
				}
			case 4:
				command, goes = []string{"back", "back step", " back  step  1"}[r.IntN(3)], func() (debug.Arrival, error) { return debug.Arrival{Over: !twin.Back()}, nil }
			case 5:
				command, goes = fmt.Sprintf("back %s%d", []string{"", "step "}[r.IntN(2)], n), func() (a debug.Arrival, _ error) {
					for k := 0; k < n && !a.Over; k++ {
						a.Over = !twin.Back()
					}
					return a, nil
				}
			case 6:
				command, goes = "run", func() (debug.Arrival, error) { return twin.Run(background) }
			case 7:
				command, goes = "back run", func() (debug.Arrival, error) { return twin.RunBack(background) }
			case 8:
				to := r.IntN(300)
				command, goes = fmt.Sprintf("goto %d", to), func() (debug.Arrival, error) {
					twin.Seek(to)
					return debug.Arrival{Over: twin.Position() < to}, nil
				}
			case 9:
				command, goes = "run early", func() (debug.Arrival, error) { return twin.RunTo(background, early) }
				if r.IntN(2) == 0 {
					command, goes = "back run early", func() (debug.Arrival, error) { return twin.RunBackTo(background, early) }
				}
			}
			before := s.Position()
			first, rest, _ := strings.Cut(strings.TrimSpace(command), " ")
			travel, err := s.Travel(first, rest)
			if err != nil {
				t.Fatalf("%s: %v", command, err)
			}
			if s.Position() != before {
				t.Fatalf("%s goes before it is told to", command)
			}
			got, err := travel(background)
			want, wantErr := goes()
			if (err == nil) != (wantErr == nil) || s.Position() != twin.Position() || everything(s) != everything(twin) || got.Over != want.Over || said(got.Breakpoint) != said(want.Breakpoint) {
				t.Fatalf("%s\n%s from %d goes to %d, %s, over %v (%v); want %d, %s, over %v (%v)", text, command, before, s.Position(), said(got.Breakpoint), got.Over, err, twin.Position(), said(want.Breakpoint), want.Over, wantErr)
			}
		}
	}
}

// said is a breakpoint in words, or none.
func said(b *debug.Breakpoint) string {
	if b == nil {
		return "none"
	}
	return fmt.Sprint(b, " ", b.ID)
}

// What is no command, or has something behind it that it does not take, is refused.
func TestTravelRefused(t *testing.T) {
	s := session(t, twice)
	for command, want := range map[string]string{
		"fly":           `"fly" goes nowhere: expected step, next, out, line, block, run, back or goto`,
		"next 2":        `nothing follows this command, found "2"`,
		"back out x":    `nothing follows this command, found "x"`,
		"step x":        `expected a number, found "x"`,
		"step -1":       `expected a number, found "-1"`,
		"back x":        `expected a number, step, next, out, line, block or run, found "x"`,
		"back step x":   `expected a number, step, next, out, line, block or run, found "step"`,
		"goto":          "expected a position, a number of steps",
		"goto x":        "expected a position, a number of steps",
		"goto -1":       "expected a position, a number of steps",
		"run nowhere":   `"nowhere" is no label`,
		"back run 1":    "no instruction begins at offset 0x1",
		"run when r3 >": "1:10: expected a number, a register",
	} {
		first, rest, _ := strings.Cut(command, " ")
		if _, err := s.Travel(first, rest); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", command, err, want)
		}
	}
	for rest, want := range map[string]int{"": -3, "  ": -3, "7": 7, " 12 ": 12, "0": 0} {
		if n, err := debug.Count(rest, -3); n != want || err != nil {
			t.Errorf("%q counts %d, %v", rest, n, err)
		}
	}
	if err := debug.Nothing(" \t "); err != nil {
		t.Error(err)
	}
}

// Who may go only so many steps at once is told when they are made; whoever is told to end stays where going led.
func TestTravelEnds(t *testing.T) {
	s := session(t, "mov r3, 0\nagain:\niadd r3, r3, 1\njmp_exec_any again\nstop\n")
	s.Fuel = 100
	go100, err := s.Travel("run", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := go100(background); !errors.Is(err, debug.ErrFuel) || s.Position() != 100 {
		t.Errorf("at %d: %v", s.Position(), err)
	}
	if all, err := s.Timeline(background, 300, 400, 10); !errors.Is(err, debug.ErrFuel) || all != nil || s.Position() != 100 {
		t.Errorf("from behind what may be gone to: %v, %v, at %d", all, err, s.Position())
	}
	s.Fuel = 0
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err := go100(ctx); !errors.Is(err, context.Canceled) || s.Position() != 100+1<<12 {
		t.Errorf("at %d: %v", s.Position(), err)
	}
}

// The registers of a program are those that an instruction of it reads or writes; each op writes what it writes.
func TestRegistersOfCode(t *testing.T) {
	c := session(t, "mov r3, 1\niadd r5l, r7, r9h\nmov r0l, 0\nstop\n").Code
	var want machine.RegisterSet
	for _, n := range []int{0, 3, 5, 7, 9} {
		want.Add(n)
	}
	if got := c.Registers(); got != want {
		t.Errorf("the program has %v, want %v", got, want)
	}
	for k, n := range []int{3, 5, 0} {
		var one machine.RegisterSet
		one.Add(n)
		if got := c.Writes(c.Ops()[k]); got != one {
			t.Errorf("%s writes %v", c.Text(c.Ops()[k]), got)
		}
	}
}

// Code is said as it is written, jumps with their labels; what is none says so.
func TestText(t *testing.T) {
	c := session(t, "start:\nmov r3, 1\nagain:\njmp_exec_any again\njmp_exec_none behind\ncall start\nbehind:\nstop\n").Code
	var all []string
	for _, op := range c.Ops() {
		all = append(all, c.Text(op))
	}
	if got, want := strings.Join(all, "; "), "mov r3, 1; jmp_exec_any again; jmp_exec_none behind; call start; stop"; got != want {
		t.Errorf("it is said as %s, want %s", got, want)
	}
}
