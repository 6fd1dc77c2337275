package inspect_test

import (
	"context"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/g13/inspect"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

var full = flag.Bool("full", false, "try many more cases")

// flagged are what the machine says of a run, and the rule that finds it without one.
var flagged = []struct {
	says *regexp.Regexp
	rule string
}{
	{regexp.MustCompile(`^unverified: offset (0x[0-9a-f]+): \S+ reads r\d+ before it waits`), inspect.ReadBeforeWait},
	{regexp.MustCompile(`^unverified: offset (0x[0-9a-f]+): \S+ writes r\d+ before it waits`), inspect.WriteBeforeWait},
	{regexp.MustCompile(`^unverified: offset (0x[0-9a-f]+): \S+ is one load more`), inspect.SlotOverflow},
	{regexp.MustCompile(`^unverified: offset (0x[0-9a-f]+): \S+ reads r\d+ after its discard`), inspect.UseAfterDiscard},
	{regexp.MustCompile(`^unverified: offset (0x[0-9a-f]+): \S+ discards r\d+ while some lanes`), inspect.DiscardDivergent},
	{regexp.MustCompile(`^unverified: the index of simd_shuffle.* differs within a quad`), inspect.QuadDivergentIndex},
	{regexp.MustCompile(`^unverified: a shuffle's index differs within a quad`), inspect.QuadDivergentIndex},
	{regexp.MustCompile(`^unverified: an operand is encoded as the document calls UNDEFINED`), inspect.UnalignedPair},
}

// started is a group with a buffer, whose registers from r2 on are what value says.
func started(t testing.TB, value func(n, lane int) uint32) (*machine.Group, *machine.Buffer) {
	t.Helper()
	m := machine.NewMemory()
	b, err := m.Map(4096)
	if err != nil {
		t.Fatal(err)
	}
	g := machine.NewGroup()
	g.Attach(m, nil)
	g.SetUniform32(2, uint32(b.Address))
	g.SetUniform32(3, uint32(b.Address>>32))
	for n := 2; n < 64; n++ {
		for lane := range machine.Lanes {
			g.SetLane(n, lane, value(n, lane))
		}
	}
	return g, b
}

// run runs a program on a group.
func run(t testing.TB, code []byte, g *machine.Group) machine.Result {
	t.Helper()
	p, err := machine.Compile(code)
	if err != nil {
		t.Fatal(err)
	}
	result, err := p.Run(context.Background(), g, machine.Options{Fuel: 3000})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// TestAgree: what the machine flags when it runs a program is found in it without running it, by the same rule and at the same instruction.
func TestAgree(t *testing.T) {
	r := chance.Random(t, 1)
	cases := 400
	if *full {
		cases = 40000
	}
	seen, found := map[string]int{}, map[string]int{}
	for range cases {
		a := &author{Rand: r, careless: 0.3 * r.Float64()}
		text := a.program(2 + r.IntN(12))
		code := assembled(t, text).Code
		report, err := inspect.Inspect(code)
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Unknown) > 0 {
			seen["unknown ways"]++
			continue
		}
		for _, f := range report.Findings {
			found[f.Rule]++
		}
		g, _ := started(t, func(int, int) uint32 { return r.Uint32N(8) })
		result := run(t, code, g)
		if result.Stop != machine.Stopped && result.Stop != machine.OutOfFuel {
			t.Fatalf("the run ends with %v %v\n%s", result.Stop, result.Fault, text)
		}
		for _, what := range result.Flags {
			for _, row := range flagged {
				m := row.says.FindStringSubmatch(what)
				if m == nil {
					continue
				}
				seen[row.rule]++
				if !slices.ContainsFunc(report.Findings, func(f inspect.Finding) bool {
					return f.Rule == row.rule && (len(m) == 1 || fmt.Sprintf("%#x", f.Offset) == m[1])
				}) {
					t.Fatalf("%s: is not found; there are %v\n%s", what, report.Findings, listing(code))
				}
			}
		}
	}
	for _, rule := range []string{inspect.ReadBeforeWait, inspect.WriteBeforeWait, inspect.UseAfterDiscard, inspect.DiscardDivergent, inspect.QuadDivergentIndex, inspect.SlotOverflow} {
		if seen[rule] == 0 {
			t.Errorf("%s was never flagged", rule)
		}
	}
	t.Logf("flagged %v, found %v", seen, found)
}

// TestSilent: programs that break no rule are not said to.
func TestSilent(t *testing.T) {
	r := chance.Random(t, 2)
	cases := 300
	if *full {
		cases = 30000
	}
	for range cases {
		text := (&author{Rand: r}).program(2 + r.IntN(16))
		report, err := inspect.Inspect(assembled(t, text).Code)
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Findings)+len(report.Unknown) > 0 || report.Unstructured != "" {
			t.Fatalf("%v %v %s\n%s", report.Findings, report.Unknown, report.Unstructured, text)
		}
	}
}

// TestNeeds: a register that a program is not said to need can hold anything at its start without a change to any other one, but for itself where it is never written.
func TestNeeds(t *testing.T) {
	r := chance.Random(t, 3)
	cases := 150
	if *full {
		cases = 15000
	}
	tried := 0
	for range cases {
		text := (&author{Rand: r}).program(2 + r.IntN(10))
		code := assembled(t, text).Code
		report, err := inspect.Inspect(code)
		if err != nil {
			t.Fatal(err)
		}
		var start [64][machine.Lanes]uint32
		before, memory := started(t, func(n, lane int) uint32 {
			start[n][lane] = r.Uint32N(8)
			return start[n][lane]
		})
		after, same := started(t, func(n, lane int) uint32 {
			v := start[n][lane]
			for half := range 2 {
				if !report.Needs.Has(2*n + half) {
					v ^= r.Uint32N(1<<16) << (16 * half)
					tried++
				}
			}
			return v
		})
		run(t, code, before)
		run(t, code, after)
		for n := 2; n < 64; n++ {
			for lane, v := range before.Register(n) {
				for half := range 2 {
					if report.Needs.Has(2*n+half) && uint16(v>>(16*half)) != uint16(after.Register(n)[lane]>>(16*half)) {
						t.Fatalf("r%d%c in lane %d depends on what %v does not have\n%s", n, "lh"[half], lane, report.Needs, text)
					}
				}
			}
		}
		if !slices.Equal(memory.Bytes, same.Bytes) {
			t.Fatalf("memory depends on what %v does not have\n%s", report.Needs, text)
		}
	}
	if tried == 0 {
		t.Error("every register is needed by every program")
	}
}

func listing(code []byte) (text string) {
	r, _ := inspect.Inspect(code)
	for _, i := range r.Instructions {
		name, _ := i.Inst.Name()
		text += fmt.Sprintf("%x %s\n", i.Offset, name)
	}
	return text
}
