package debug_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

var background = context.Background()

func expression(tb testing.TB, text string) *debug.Expression {
	tb.Helper()
	e, err := debug.ParseExpression(text)
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

// hits are the positions that breakpoints have, by their definition: found by looking at every position.
func hits(t *testing.T, s *debug.Session, b debug.Breakpoint) (all []int) {
	t.Helper()
	var before [8]debug.Value // of the expression in each SIMD-group
	for {
		group, _, isInst := s.Next()
		if b.Watched != nil && isInst {
			before[group], _ = s.Evaluate(b.Watched, group)
		}
		if !s.Step() {
			return all
		}
		next, op, ok := s.Next()
		last, hit, in := s.Last(), false, group
		switch b.Cause {
		case debug.AtOffset:
			hit, in = ok && s.Code.Offset(op) == b.Offset, next
		case debug.AtDivergence:
			hit = last != nil && last.Exec != last.Group.Exec
		case debug.AtNaN:
			hit = last != nil && writesNaN(last)
		case debug.AtEarly:
			hit = last != nil && s.Early()
		case debug.AtChange:
			after, _ := s.Evaluate(b.Watched, group)
			hit = isInst && fmt.Sprint(numbers(before[group], before[group].Lanes&after.Lanes)) != fmt.Sprint(numbers(after, before[group].Lanes&after.Lanes))
		case debug.AtTruth:
			after, _ := s.Evaluate(b.Watched, group)
			hit = isInst && !before[group].True() && after.True()
		}
		if hit && b.If != nil {
			v, _ := s.Evaluate(b.If, in)
			hit = v.True()
		}
		if hit {
			all = append(all, s.Position())
		}
	}
}

func numbers(v debug.Value, lanes uint32) (all []float64) {
	for lane := range machine.Lanes {
		if lanes>>lane&1 != 0 {
			all = append(all, v.Number(lane))
		}
	}
	return all
}

// writesNaN looks at the instruction's text and at all that it changed.
func writesNaN(s *machine.Step) bool {
	name, _ := s.Inst.Name()
	if name != "fmadd32" && name != "fadd16" {
		return false
	}
	a := s.Inst.Arg(0)
	for lane := range machine.Lanes {
		v := s.Group.Lane(a.Index/2, lane)
		switch {
		case s.Exec>>lane&1 == 0:
		case a.Size == 32 && math.IsNaN(float64(math.Float32frombits(v))):
			return true
		case a.Size == 16 && math.IsNaN(float64(debug.HalfNumber(uint16(v>>(16*(a.Index&1)))))):
			return true
		}
	}
	return false
}

// TestBreakpoints: running forward stops at the positions that a breakpoint has, each in its turn, and running back at the same ones.
func TestBreakpoints(t *testing.T) {
	r := chance.Random(t, 3)
	n := 150
	if *full {
		n *= 100
	}
	met := map[debug.Cause]int{}
	for k := 0; k < n || len(met) < 6 && k < 20*n; k++ { // some causes are rare
		make, _, text := random(t, r)
		s := make()
		b := debug.Breakpoint{Cause: debug.Cause(k % 6)}
		switch b.Cause {
		case debug.AtOffset:
			ops := s.Code.Ops()
			b.Offset = s.Code.Offset(ops[r.IntN(len(ops))])
		case debug.AtChange:
			b.Watched = expression(t, []string{"r3", "r4[5].f", "r5[all].s", "r6l", "device[u2_u3 + 4]", "count(r0l[all])", "local[0].u16", "stack[4]", "exec"}[r.IntN(9)])
		case debug.AtTruth:
			b.Watched = expression(t, []string{"r3 > 1000", "r4 < r5", "exec == 1", "all(r6 & 1)", "count(active) < 9", "device[u2_u3 + 8].s32 < 0", "step % 7 == 0"}[r.IntN(7)])
		}
		if r.IntN(3) == 0 {
			b.If = expression(t, []string{"r3[0] & 1", "group == 1", "threadgroup.x == 1", "r5 > r6"}[r.IntN(4)])
		}
		want := hits(t, s, b)
		if len(want) > 0 {
			met[b.Cause] += len(want)
		}
		s = make()
		s.SetBounds(1+r.IntN(30), 1<<20)
		added := s.Add(b)
		var got []int
		for {
			a, err := s.Run(background)
			if err != nil {
				t.Fatal(err)
			}
			if a.Breakpoint == nil {
				break
			}
			got = append(got, s.Position())
		}
		if !slices.Equal(got, want) || added.Hits != len(got) {
			t.Fatalf("%s\n%v: stopped %d times at %v, want %v", text, &b, added.Hits, got, want)
		}
		var back []int
		for {
			a, err := s.RunBack(background)
			if err != nil {
				t.Fatal(err)
			}
			if a.Breakpoint == nil {
				break
			}
			back = append(back, s.Position())
		}
		slices.Reverse(back)
		if len(want) > 0 && want[len(want)-1] == len(want)-1 || s.Position() != 0 {
			t.Fatalf("at %d", s.Position())
		}
		if end := len(want) - 1; end >= 0 && len(back) == end {
			back = append(back, want[end]) // it is where the end is
		}
		if !slices.Equal(back, want) {
			t.Fatalf("%s\n%v: back at %v, want %v", text, &b, back, want)
		}
	}
	t.Log(met)
	for cause := debug.AtOffset; cause <= debug.AtTruth; cause++ {
		if met[cause] == 0 {
			t.Errorf("nothing stopped at %v", cause)
		}
	}
}

// TestConditionOfWhom: at an instruction, a condition is that of the SIMD-group that executes it next, whoever made the step before.
func TestConditionOfWhom(t *testing.T) {
	program, errs := asm.Assemble("mov r1, 1\nstop")
	if errs != nil {
		t.Fatal(errs)
	}
	p, err := machine.Compile(program)
	if err != nil {
		t.Fatal(err)
	}
	s, err := debug.New(background, &machine.Dispatch{Program: p, Grid: [3]uint32{96}, Threadgroup: [3]uint32{96}}, debug.Source{})
	if err != nil {
		t.Fatal(err)
	}
	s.Add(debug.Breakpoint{Cause: debug.AtOffset, If: expression(t, "group == 1")})
	if a, err := s.Run(background); err != nil || a.Breakpoint == nil || s.Position() != 3 || s.Focus() != 1 {
		t.Errorf("%+v at %d, %v", a, s.Position(), err)
	}
}

const calling = `	mov r2, 3
	call twice
	iadd r3, r3, 100
	stop
.macro double a
	iadd \a, \a, \a
	iadd \a, \a, 0
.endm
twice:
	mov r4, r1
	call once
	call once
	ret r4
once:
	double r2
	iadd r3, r3, 1
	ret r1
`

func session(tb testing.TB, text string) *debug.Session {
	tb.Helper()
	program, errs := asm.Source{Text: text, Lines: true}.Assemble()
	if errs != nil {
		tb.Fatal(errs)
	}
	code, err := machine.Compile(program.Code)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := debug.New(background, &machine.Dispatch{Program: code, Grid: [3]uint32{machine.Lanes}}, debug.Source{Labels: program.Labels, Lines: program.Lines})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// TestStrides goes through calls in calls and through lines of several instructions, and back.
func TestStrides(t *testing.T) {
	s := session(t, calling)
	s.Step()
	line := func() int {
		_, op, ok := s.Next()
		if !ok {
			return 0
		}
		l, _ := s.Code.Line(s.Code.Offset(op))
		return l.Line
	}
	for k, step := range []struct {
		back bool
		by   debug.Stride
		line int
	}{
		{false, debug.Over, 2}, {false, debug.Over, 3}, {true, debug.Over, 2}, // over twice and back
		{false, debug.Instruction, 10}, {false, debug.Over, 11}, {false, debug.Instruction, 15}, {false, debug.Line, 16}, {true, debug.Line, 15}, {false, debug.Line, 16},
		{false, debug.Out, 12}, {false, debug.Over, 13}, {true, debug.Over, 12}, {true, debug.Over, 11}, {true, debug.Out, 2},
		{false, debug.Over, 3}, {true, debug.Instruction, 13}, {true, debug.Instruction, 17}, {true, debug.Out, 12},
		{false, debug.Block, 15}, {false, debug.Block, 13}, {true, debug.Block, 15}, {true, debug.Block, 12}, {true, debug.Block, 15},
		{false, debug.Out, 12}, {false, debug.Out, 3},
		{true, debug.LineOver, 2}, {false, debug.LineOver, 3}, {true, debug.LineOver, 2}, {false, debug.Line, 10}, {false, debug.LineOver, 11}, {false, debug.LineOver, 12}, {true, debug.LineOver, 11},
		{true, debug.LineOver, 10}, {true, debug.LineOver, 2}, {false, debug.LineOver, 3}, {false, debug.Out, 0},
	} {
		var err error
		if step.back {
			_, err = s.GoBack(background, step.by)
		} else {
			_, err = s.Go(background, step.by)
		}
		if err != nil || line() != step.line {
			t.Fatalf("%d: back %v by %d: line %d, want %d (%v)", k, step.back, step.by, line(), step.line, err)
		}
	}
}

// TestMasks: the stack over time is what each step left.
func TestMasks(t *testing.T) {
	s := mandelbrot(t, 16, 4)
	var execs []uint32
	for range 60 {
		s.Step()
		if l := s.Last(); l != nil && l.Place.SIMDGroup == 0 {
			execs = append(execs, l.Group.Exec)
		}
	}
	at := s.Position()
	for n := range len(execs) + 3 {
		all := s.Masks(0, n, 1000)
		if s.Position() != at || len(all) != min(n, len(execs)) {
			t.Fatalf("%d masks of %d, and at %d instead of %d", len(all), n, s.Position(), at)
		}
		for k, m := range all {
			if want := execs[len(execs)-len(all)+k]; m.Exec != want {
				t.Errorf("mask %d of %d is %08x, want %08x", k, n, m.Exec, want)
			}
		}
	}
	all := s.Masks(0, 20, 1000)
	for k, m := range all {
		for lane, n := range m.Counts {
			if (n == 0) != (m.Exec>>lane&1 != 0) {
				t.Errorf("mask %d: lane %d has %d in its r0l", k, lane, n)
			}
		}
	}
}

// TestCancelled: a context that is over ends a run soon, and back it leaves the session where it was.
func TestCancelled(t *testing.T) {
	s := session(t, "top: iadd r1, r1, 1\njmp_exec_any top")
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err := s.Run(ctx); err == nil || s.Position() == 0 || s.Position() > 1<<13 {
		t.Errorf("%v at %d", err, s.Position())
	}
	at := s.Position()
	s.Add(debug.Breakpoint{Cause: debug.AtNaN})
	if _, err := s.RunBack(ctx); err == nil || s.Position() != at {
		t.Errorf("%v at %d instead of %d", err, s.Position(), at)
	}
}

// BenchmarkBack steps back from the end of a million steps.
func BenchmarkBack(b *testing.B) {
	s := session(b, "top: iadd r1, r1, 1\nfmadd32 r2, r2, r2, r3\njmp_exec_any top")
	for range 1_000_000 {
		s.Step()
	}
	b.ResetTimer()
	for range b.N {
		s.Back()
		if s.Position() < 900_000 {
			s.Seek(1_000_000)
		}
	}
	moments, bytes := s.Kept()
	b.ReportMetric(float64(moments), "moments")
	b.ReportMetric(float64(bytes), "bytes")
}

func BenchmarkForward(b *testing.B) {
	s := session(b, "top: iadd r1, r1, 1\nfmadd32 r2, r2, r2, r3\njmp_exec_any top")
	for range b.N {
		s.Step()
	}
}
