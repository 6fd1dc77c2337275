package debug_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

func code(tb testing.TB, text string) *debug.Code {
	tb.Helper()
	program, errs := asm.Source{Text: text}.Assemble()
	if errs != nil {
		tb.Fatal(errs)
	}
	p, err := machine.Compile(program.Code)
	if err != nil {
		tb.Fatal(err)
	}
	return debug.NewCode(p, debug.Source{})
}

// plainCommon is how many instructions two programs have in common, in their order: the table of all prefixes.
func plainCommon(x, y []string) int {
	row := make([]int, len(y)+1)
	for _, a := range x {
		corner := 0
		for k, b := range y {
			above := row[k+1]
			switch {
			case a == b:
				row[k+1] = corner + 1
			default:
				row[k+1] = max(above, row[k])
			}
			corner = above
		}
	}
	return row[len(y)]
}

// TestAlign: random programs are aligned in their order, pairs are the same, and there are as many as can be.
func TestAlign(t *testing.T) {
	r := chance.Random(t, 4)
	n := 500
	if *full {
		n *= 100
	}
	for range n {
		var lines [2][]string
		for range r.IntN(20) {
			lines[0] = append(lines[0], fmt.Sprintf("iadd r1, r1, %d", r.IntN(4)))
		}
		for _, line := range lines[0] {
			for r.IntN(3) == 0 {
				lines[1] = append(lines[1], fmt.Sprintf("iadd r1, r1, %d", r.IntN(4)))
			}
			if r.IntN(4) > 0 {
				lines[1] = append(lines[1], line)
			}
		}
		a, b := code(t, strings.Join(lines[0], "\n")), code(t, strings.Join(lines[1], "\n"))
		common, nextA, nextB := 0, 0, 0
		for _, p := range debug.Align(a, b) {
			if p.A >= 0 && p.B >= 0 {
				if common++; a.Text(p.A) != b.Text(p.B) {
					t.Fatalf("%s is no %s", a.Text(p.A), b.Text(p.B))
				}
			}
			if p.A >= 0 {
				if a.Ops()[nextA] != p.A {
					t.Fatal("the first program is out of order")
				}
				nextA++
			}
			if p.B >= 0 {
				if b.Ops()[nextB] != p.B {
					t.Fatal("the second program is out of order")
				}
				nextB++
			}
		}
		if want := plainCommon(lines[0], lines[1]); common != want || nextA != len(lines[0]) || nextB != len(lines[1]) {
			t.Fatalf("%q\n%q\n%d in common, want %d", lines[0], lines[1], common, want)
		}
	}
}

// TestAlignJumps: a jump is the same if it leads to the same.
func TestAlignJumps(t *testing.T) {
	const loop = "top: iadd r1, r1, 1\n%s jmp_exec_any %s\n jmp_exec_none end\n mov r2, 1\nend: stop\n"
	for _, row := range []struct {
		between, to string
		common      int
	}{{"", "top", 5}, {"mov r9, 9\n", "top", 5}, {"mov r9, 9\n", "end", 4}} {
		common := 0
		for _, p := range debug.Align(code(t, fmt.Sprintf(loop, "", "top")), code(t, fmt.Sprintf(loop, row.between, row.to))) {
			if p.A >= 0 && p.B >= 0 {
				common++
			}
		}
		if common != row.common {
			t.Errorf("%q to %s: %d in common, want %d", row.between, row.to, common, row.common)
		}
	}
}

// TestAlignApart: what has nothing in common is not compared for ever.
func TestAlignApart(t *testing.T) {
	a, b := code(t, ".rept 20000\n mov r1, 1\n.endr"), code(t, ".rept 20000\n mov r1, 2\n.endr")
	if n := len(debug.Align(a, b)); n != 40000 {
		t.Errorf("%d differences, want 40000", n)
	}
}
