package shorthand_test

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
)

// slices are random slices of an array of eight, and what the text would be in Python.
func randomSlices(t *testing.T) (texts []string) {
	rng := chance.Random(t, 41)
	part := func() string {
		if rng.IntN(3) == 0 {
			return ""
		}
		return fmt.Sprint(rng.IntN(21) - 10)
	}
	for range 500 {
		step := ""
		if rng.IntN(2) == 0 {
			step = ":" + fmt.Sprint([]int{-3, -2, -1, 1, 2, 3}[rng.IntN(6)])
		}
		texts = append(texts, "a["+part()+":"+part()+step+"]")
	}
	return texts
}

// lanesRead are the lanes that a text reads, or nothing where it is refused.
func lanesRead(t *testing.T, text string) []int {
	t.Helper()
	r, err := named(t, "array").Read(text, dialect.Options{Type: "i16x8"})
	if err != nil {
		return nil
	}
	all := []int{}
	for _, l := range r.Map.Lane {
		all = append(all, l.Index)
	}
	return all
}

// Python's own slices are what numpy's are.
func TestPythonAgrees(t *testing.T) {
	python := oracle.IfThere(t, "python3", "TestSlicesByTheirDefinition holds them by Python's document")
	texts := randomSlices(t)
	program := "a = list(range(8))\n"
	for _, text := range texts {
		program += "print(*" + text + ")\n"
	}
	limit := oracle.Limit{CPU: time.Minute, Clock: 5 * time.Minute}
	out, err := limit.Output(exec.Command(python, "-c", program))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != len(texts) {
		t.Fatalf("%d lines for %d slices", len(lines), len(texts))
	}
	for i, text := range texts {
		if got := strings.Trim(fmt.Sprint(lanesRead(t, text)), "[]"); got != lines[i] {
			t.Errorf("%s is read as %s, and gives %s", text, got, lines[i])
		}
	}
}

// The document of Python says which lanes a slice has: those i that are from + k·step for a k from 0 on, before the end.
func TestSlicesByTheirDefinition(t *testing.T) {
	const n = 8
	some := 0
	for from := -n; from < n; from++ {
		for to := -n; to < n; to++ {
			for _, step := range []int{-3, -2, -1, 1, 2, 3} {
				var want []int
				f, e := (from+n)%n, (to+n)%n
				for i := f; step > 0 && i < e || step < 0 && i > e; i += step {
					want = append(want, i)
				}
				text := fmt.Sprintf("a[%d:%d:%d]", from, to, step)
				if got := lanesRead(t, text); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s is %v, want %v", text, got, want)
				}
				some += len(want)
			}
		}
	}
	if some < 1000 {
		t.Errorf("only %d lanes were read", some)
	}
}

// The bytes of an immediate are all read as four fields.
func TestEveryImmediate(t *testing.T) {
	for v := range 256 {
		want := fmt.Sprintf("i32x4 -> a%d a%d a%d a%d", v%4, v/4%4, v/16%4, v/64)
		for _, text := range []string{fmt.Sprintf("0x%02X", v), fmt.Sprint(v), fmt.Sprintf("$0x%x", v), fmt.Sprintf("0b%08b", v)} {
			if r, err := named(t, "imm").Read(text, dialect.Options{}); err != nil || r.Map.String() != want {
				t.Errorf("%s is %s, %v; want %s", text, r.Map, err, want)
			}
		}
	}
}

// Every name that the recogniser gives a mask is that mask again.
func TestNamesReadBack(t *testing.T) {
	rng := chance.Random(t, 43)
	d := named(t, "name")
	names := map[string]bool{}
	for range 4000 {
		n := 2 << rng.IntN(4)
		m := lane.Map{Bits: 8 << rng.IntN(4), Src: []int{n, n}, Lane: make([]lane.Lane, n)}
		a, b, c := rng.IntN(n), rng.IntN(n), 1+rng.IntN(2)
		for i := range m.Lane {
			t := (c*i + a) ^ b
			m.Lane[i] = lane.From(t/n%2, t%n)
		}
		mask, err := shufflevector.MaskOf(m)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range mask.Patterns(shufflevector.Variable, shufflevector.Variable, m.Bits) {
			text := match.Text(m.Bits) + fmt.Sprintf(" of %d x i%d", n, m.Bits)
			if match.Exchanged || match.Group > 1 || match.Lanes > 1 || !d.Looks(text) {
				continue
			}
			r, err := d.Read(text, dialect.Options{})
			if err != nil {
				t.Fatalf("%s of %s: %v", text, m, err)
			}
			r.Map.Src = append(r.Map.Src, n)[:2]
			if v, err := lane.Compare(r.Map, m); err != nil || v.Relation != lane.Equal {
				t.Fatalf("%s is %s, want %s", text, r.Map, m)
			}
			names[match.Pattern.Name] = true
		}
	}
	if len(names) < 12 {
		t.Errorf("only the names %v were read", names)
	}
}
