package inspect_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/inspect"
	"github.com/lanescope/lanescope/internal/chance"
)

// told is the parts of a program in one line: { } around an if, ( ) around a scope, [ ] around a loop, | at an else, and the number of instructions between.
func told(r *inspect.Report) string {
	var b strings.Builder
	var tell func(parts []inspect.Part)
	tell = func(parts []inspect.Part) {
		for _, p := range parts {
			switch p.Kind {
			case inspect.Code:
				fmt.Fprint(&b, p.To-p.From)
			case inspect.If:
				b.WriteByte('{')
				tell(p.Body)
				if p.Else >= 0 {
					b.WriteByte('|')
					tell(p.Other)
				}
				b.WriteByte('}')
			case inspect.Scope:
				b.WriteByte('(')
				tell(p.Body)
				b.WriteByte(')')
			default:
				b.WriteByte('[')
				tell(p.Body)
				b.WriteByte(']')
			}
		}
	}
	tell(r.Parts)
	return b.String()
}

// Ifs and loops come back from masks and jumps; where jumps go across them there are none, and why is said.
func TestParts(t *testing.T) {
	const (
		ifs   = "if_icmp r0l, ult, r1, r2, 1\n"
		elses = "else_icmp r0l, ueq, 0, 0, 1\n"
		pop   = "pop_exec r0l, 1\n"
		one   = "iadd r3, r3, r4\n"
	)
	for _, row := range []struct{ text, parts, why string }{
		{one + "stop\n", "2", ""},
		{ifs + one + pop + "stop\n", "{1}1", ""},
		{ifs + "jmp_exec_none e\n" + one + "e: " + pop + "stop\n", "{2}1", ""},
		{ifs + one + elses + one + one + pop + "stop\n", "{1|2}1", ""},
		{ifs + "jmp_exec_none a\n" + one + "a: " + elses + "jmp_exec_none e\n" + one + "e: " + pop + "stop\n", "{2|2}1", ""},
		{"push_exec r0l, 2\nt: " + one + "while_icmp r0l, ult, r1, r2, 2\njmp_exec_any t\npop_exec r0l, 2\nstop\n", "([3])1", ""},
		{"if_icmp r0l, ueq, 0, 0, 1\nt: " + one + ifs + one + pop + "jmp_exec_any t\n" + pop + "stop\n", "([1{1}1])1", ""},
		{"t: " + one + ifs + pop + "jmp_exec_any t\nstop\n", "[1{}1]1", ""},
		{ifs + one + ifs + one + "pop_exec r0l, 2\nstop\n", "{1{1}}1", ""},
		{"push_exec r0l, 2\nt: " + ifs + "mov r0l, 3\n" + pop + one + "jmp_exec_any t\npop_exec r0l, 2\nstop\n", "([{1}2])1", ""},
		{"if_icmp r0l, ueq, 5, 5, 1\n" + one + elses + pop + "stop\n", "{1|}1", ""},
		{one + "call f\nstop\nf: " + ifs + one + pop + "ret r1\n", "3{1}1", ""},
		{ifs + one + "stop\n", "", "if_icmp at 0x0 is never closed"},
		{elses + "stop\n", "", "else_icmp at 0x0 belongs to no if"},
		{ifs + elses + elses + pop + "stop\n", "", "else_icmp at 0xc belongs to no if"},
		{pop + "stop\n", "", "pop_exec at 0x0 leaves other levels than were entered"},
		{"push_exec r0l, 2\n" + pop + "stop\n", "", "pop_exec at 0x6 leaves other levels than were entered"},
		{"jmp_exec_none in\n" + ifs + "in: " + one + pop + "stop\n", "", "jmp_exec_none at 0x0 leads into another part of the program"},
		{"jmp_exec_any e\n" + one + "e: stop\n", "", "jmp_exec_any at 0x0 leads the other way than loops and ifs do"},
		{"if_icmp r0l, ult, r1, r2, 0\nstop\n", "", "if_icmp at 0x0 enters no level"},
		{ifs + "t: " + one + pop + "jmp_exec_any t\nstop\n", "", "pop_exec at 0xe leaves other levels than were entered"},
		{"jmp_exec_any pc+8\n" + one + "stop\n", "", "instructions lie across each other"},
		{strings.Repeat(ifs, 70) + "stop\n", "", "if_icmp at 0x180 is nested too deep"},
	} {
		r, err := inspect.Inspect(assembled(t, row.text).Code)
		if err != nil {
			t.Fatal(err)
		}
		if got := told(r); got != row.parts || r.Unstructured != row.why {
			t.Errorf("%s\nhas parts %q (%s), want %q (%s)", row.text, got, r.Unstructured, row.parts, row.why)
		}
	}
}

// Every instruction of a program that an author wrote is in the parts once, and there are as many of each kind as the author wrote.
func TestPartsOfAuthors(t *testing.T) {
	r := chance.Random(t, 5)
	for range 100 {
		text := (&author{Rand: r}).program(2 + r.IntN(12))
		report, err := inspect.Inspect(assembled(t, text).Code)
		if err != nil {
			t.Fatal(err)
		}
		found := map[inspect.PartKind]int{}
		seen := make([]int, len(report.Instructions))
		var walk func(parts []inspect.Part)
		walk = func(parts []inspect.Part) {
			for _, p := range parts {
				found[p.Kind]++
				switch p.Kind {
				case inspect.Code:
					for k := p.From; k < p.To; k++ {
						seen[k]++
					}
				case inspect.Loop:
				default:
					seen[p.Open]++
					seen[p.Close]++
					if p.Kind == inspect.If && p.Else >= 0 {
						seen[p.Else]++
					}
				}
				walk(p.Body)
				walk(p.Other)
			}
		}
		walk(report.Parts)
		for k, n := range seen {
			if n != 1 {
				t.Fatalf("instruction %d is in %d parts\n%s", k, n, text)
			}
		}
		if loops := strings.Count(text, "jmp_exec_any"); found[inspect.Loop] != loops || found[inspect.If]+found[inspect.Scope] != strings.Count(text, "if_icmp")+strings.Count(text, "push_exec") {
			t.Fatalf("found %v, there are %d loops\n%s", found, loops, text)
		}
	}
}
