package wave_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/wave"
)

// A toy is a language of registers of four bytes:
//
//	r = turn(v)      each byte goes to the lane below
//	k = fix(0x1234)  a number of 32 bits
//	w = wide(1)      a number of 64 bits
//	r = by(v, k)     byte k of v in all lanes, where k is known
//	s = pair(a, b)   two registers, s and "s'", of which the first is b
//	load v           an input
//	n = bits()       how many bits the value has, by what is written around it
//	as(…)            another type, of 32 bits
type toy struct {
	wave.Reader
}

func readToy(text string) (made wave.Result, warnings []string, err error) {
	r := toy{wave.Reader{Text: text}}
	r.Read(text, wave.Language{
		Trimmed: func(text string, start, end int) (int, int) {
			piece := strings.TrimSpace(text[start:end])
			start += strings.Index(text[start:end], piece)
			return start, start + len(piece)
		},
		Passes:    func(line string) bool { return line == "# nothing" || line == "# x" },
		Written:   func(line string) []string { to, _, _ := strings.Cut(line, " "); return []string{to} },
		Statement: r.statement,
	})
	made, several, err := r.Result(text)
	if several != "" {
		r.Warnings = append(r.Warnings, several)
	}
	return made, r.Warnings, err
}

func (r *toy) statement(start, end int) error {
	if l, err := wave.ReadLine(r.Text, start, end); err == nil && l.Op == "load" {
		return r.Load([]string{l.Args[0].Text}, l)
	}
	a, err := wave.ReadAssignment(r.Text, start, end)
	if err != nil {
		return err
	}
	_, err = r.Value(a.Value, a.To, a.Bits, &wave.Calls{Example: "turn(v)", Casts: map[string]bool{"as": true}, Find: r.find})
	return err
}

func (r *toy) find(call wave.Operand) (func(args []wave.Operand, bits int) error, error) {
	bytes := map[string]func(k int) []lane.Lane{
		"turn": func(int) []lane.Lane {
			return []lane.Lane{lane.From(0, 1), lane.From(0, 2), lane.From(0, 3), lane.From(0, 0)}
		},
		"by": func(k int) []lane.Lane {
			return []lane.Lane{lane.From(0, k), lane.From(0, k), lane.From(0, k), lane.From(0, k)}
		},
	}
	step := func(args []wave.Operand, maps []lane.Map, from ...string) error {
		s := wave.Step{To: []string{args[0].Text}, Map: maps, From: from, Start: call.Start, End: call.End}
		if len(maps) == 2 {
			s.To = append(s.To, args[0].Text+"'")
		}
		r.Done(s, 32, []string{"warned of " + call.Text})
		return nil
	}
	number := func(bits int, v uint64) lane.Map {
		return lane.Map{Bits: bits / 2, Lane: []lane.Lane{lane.Fixed(lane.ConstOf(v & (1<<(bits/2) - 1))), lane.Fixed(lane.ConstOf(v >> (bits / 2)))}}
	}
	switch call.Text {
	case "fix":
		return func(args []wave.Operand, bits int) error { return step(args, []lane.Map{number(32, args[1].Value)}) }, nil
	case "bits":
		return func(args []wave.Operand, bits int) error { return step(args, []lane.Map{number(32, uint64(bits))}) }, nil
	case "wide":
		return func(args []wave.Operand, bits int) error { return step(args, []lane.Map{number(64, args[1].Value)}) }, nil
	case "pair":
		return func(args []wave.Operand, bits int) error {
			return step(args, []lane.Map{{Bits: 32, Src: []int{1, 1}, Lane: []lane.Lane{lane.From(1, 0)}}, {Bits: 32, Src: []int{1, 1}, Lane: []lane.Lane{lane.From(0, 0)}}}, args[1].Text, args[2].Text)
		}, nil
	case "turn", "by":
		return func(args []wave.Operand, bits int) error {
			k := 0
			if call.Text == "by" {
				v, known := r.Known[args[2].Text]
				if !known {
					return fmt.Errorf("%s is not known", args[2].Text)
				}
				k = int(v)
			}
			return step(args, []lane.Map{{Bits: 8, Src: []int{4}, Lane: bytes[call.Text](k)}}, args[1].Text)
		}, nil
	}
	return nil, call.Errorf(r.Text, "%s is no function", call.Text)
}

// Statements are read one after another, calls inside calls as steps of their own, and what is not understood stands in the way of those only who read it.
func TestReader(t *testing.T) {
	for _, row := range []struct{ text, want, names, to, warnings string }{
		{"r = turn(a)", "i8x4 -> a1 a2 a3 a0", "a", "r", "warned of turn"},
		{"turn(a)", "i8x4 -> a1 a2 a3 a0", "a", "", "warned of turn"},
		{"\n # nothing\n r = turn(a) \n\n", "i8x4 -> a1 a2 a3 a0", "a", "r", "warned of turn"},
		{"r = turn(turn(a))", "i8x4 -> a2 a3 a0 a1", "a", "r", "warned of turn|warned of turn"},
		{"turn(turn(turn(a)))", "i8x4 -> a3 a0 a1 a2", "a", "", "warned of turn|warned of turn|warned of turn"},
		{"r = as(turn(as(turn(a))))", "i8x4 -> a2 a3 a0 a1", "a", "r", "warned of turn|warned of turn"},
		{"long n = bits()", "-> i16x2: #40 z", "", "n", "warned of bits"},
		{"long n = as(bits())", "-> i16x2: #20 z", "", "n", "warned of bits"},
		{"k = fix(2)\nr = by(a, k)", "i8x4 -> a2 a2 a2 a2", "a", "r", "warned of fix|warned of by"},
		{"r = by(a, fix(3))", "i8x4 -> a3 a3 a3 a3", "a", "r", "warned of fix|warned of by"},
		{"k = fix(0x30002)\nk = turn(k)\nr = turn(k)", "-> i8x4: #3 z #2 z", "", "r", "warned of fix|warned of turn|warned of turn"},
		{"k = fix(1)\nk = turn(b)\nr = by(a, k)", "3:1: k is not known", "", "", "warned of fix|warned of turn"},
		{"k = fix(1)\nk = what(b)\nr = by(a, k)", "3:1: k is not known", "", "", "warned of fix"},
		{"k = wide(1)\nr = by(a, k)", "2:1: k is not known", "", "", "warned of wide"},
		{"k = what(b)\nr = turn(k)", "1:5: what is no function", "", "", "warned of turn"},
		{"k = what(b)\nr = turn(a)", "i8x4 -> a1 a2 a3 a0", "a", "r", "warned of turn"},
		{"k = what(b)\nk = turn(a)\nr = turn(k)", "i8x4 -> a2 a3 a0 a1", "a", "r", "warned of turn|warned of turn"},
		{"load a\nr = turn(a)", "i8x4 -> a1 a2 a3 a0", "a", "r", "warned of turn"},
		{"r = turn(a)\nload a", "2:1: a is loaded after it was used", "", "", "warned of turn"},
		{"a = turn(b)\nload a", "2:1: a is loaded after it was used", "", "", "warned of turn"},
		{"a = turn(b)\nload c\nr = turn(a)", "i8x4 -> a2 a3 a0 a1", "b", "r", "warned of turn|warned of turn"},
		{"r = pair(a, b)", "i32x1 i32x1 -> b0", "a b", "r", "warned of pair|there are 2 results: shown is the first, r"},
		{"r = turn(a)\nr2 = by(r, as(fix(1)))\n# x", "i8x4 -> a2 a2 a2 a2", "a", "r2", "warned of turn|warned of fix|warned of by"},
		{"r = pair(turn(a), turn(b))", "i8x4 -> a1 a2 a3 a0", "b", "r", "warned of turn|warned of turn|warned of pair|there are 2 results: shown is the first, r"},
		{"r = a", "1:5: expected a call such as turn(v)", "", "", ""},
		{"r = turn({a, b})", "1:10: expected a call such as turn(v)", "", "", ""},
		{"", "1:1: expected an instruction that moves lanes", "", "", ""},
		{strings.Repeat("r = turn(r)\n", wave.MaxSteps), "i8x4 -> a0 a1 a2 a3", "r", "r", strings.TrimSuffix(strings.Repeat("warned of turn|", wave.MaxSteps), "|")},
		{strings.Repeat("r = turn(r)\n", wave.MaxSteps+9), "513:5: more than 512 instructions", "", "", strings.TrimSuffix(strings.Repeat("warned of turn|", wave.MaxSteps+1), "|")},
	} {
		made, warnings, err := readToy(row.text)
		got := made.Map.String()
		if err != nil {
			got = err.Error()
			made = wave.Result{}
			if e, placed := err.(*syntax.Error); !placed || e.Text != row.text {
				t.Errorf("%s: %v has no place in it", row.text, err)
			}
		}
		if !strings.HasPrefix(got, row.want) || strings.Join(made.Names, " ") != row.names || made.To != row.to || strings.Join(warnings, "|") != row.warnings {
			t.Errorf("%.60q is %s of %q, called %q, with %q\nwant %s of %s, called %q, with %s", row.text, got, made.Names, made.To, warnings, row.want, row.names, row.to, row.warnings)
		}
	}
}
