package listing_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/listing"
	"github.com/lanescope/lanescope/target"
)

// A sampled row is a line of a target with registers, and the same in Go's assembly.
type sampledRow struct {
	line, golang string
	row          *target.Row
}

// samples are rows of a target that say by themselves what they do, each with a few immediates.
func samples(t *testing.T, name string) (all []sampledRow) {
	t.Helper()
	machine, ok := target.Find(name)
	if !ok {
		t.Fatalf("there is no target %s", name)
	}
	for _, r := range machine.Rows {
		if r.Index != nil || r.Union != nil || strings.Contains(r.Name, "+") || !r.Within(target.Vectors) {
			continue
		}
		values := 1
		if r.Imm != nil {
			values = r.Imm.Values
		}
		for value := 0; value < values; value += 1 + values/5 {
			o := target.Operands{D: 3, Imm: value}
			for k := range r.Src {
				o.Args = append(o.Args, k)
			}
			if r.Destroys {
				o.D = 0
			}
			line := r.Text(value, func(letter byte) string {
				if letter == 'd' {
					return machine.Register(target.Vectors, o.D, r.Bits)
				}
				k := strings.IndexByte(target.SourceLetters, letter)
				return machine.Register(target.Vectors, o.Args[k], r.Src[k])
			})
			golang, err := machine.Spelling.Go.Text(r, &o, line)
			if err != nil {
				golang = ""
			}
			all = append(all, sampledRow{line, golang, r})
		}
	}
	if len(all) < 50 {
		t.Fatalf("%s has %d samples", name, len(all))
	}
	return all
}

// same says whether two texts of a dialect are the same map of the same registers.
func same(t *testing.T, d dialect.Dialect, a, b string) bool {
	t.Helper()
	x, errA := d.Read(a, dialect.Options{})
	y, errB := d.Read(b, dialect.Options{})
	if errA != nil || errB != nil {
		t.Errorf("%q: %v; %q: %v", a, errA, b, errB)
		return true
	}
	v, err := lane.Compare(x.Map, y.Map)
	return err == nil && v.Relation == lane.Equal && slices.Equal(x.Names, y.Names)
}

// What the targets write in Go's assembly is read as the line that it stands for.
func TestGoReadsBack(t *testing.T) {
	for name, d := range map[string]dialect.Dialect{"sse2": listing.X86(), "ssse3": listing.X86(), "avx2": listing.X86(), "neon": listing.NEON()} {
		count := 0
		for _, s := range samples(t, name) {
			if strings.HasPrefix(s.golang, "BYTE") || strings.HasPrefix(s.golang, "WORD") || s.golang == "" {
				continue
			}
			count++
			if !same(t, d, s.line, s.golang) {
				t.Errorf("%s: %q is not read as %q", name, s.golang, s.line)
			}
		}
		t.Logf("%s: %d lines of Go's assembly", name, count)
		if count < 30 {
			t.Errorf("%s: %d lines only", name, count)
		}
	}
}

// What GNU's assembler and disassembler make of a row is read as the row, in both orders of operands.
func TestObjdumpReadsBack(t *testing.T) {
	for _, row := range []struct {
		target, as, objdump, head string
		d                         dialect.Dialect
		options                   []string
	}{
		{"avx2", "as", "objdump", ".intel_syntax noprefix\n", listing.X86(), []string{"-d", "-M", "intel"}},
		{"ssse3", "as", "objdump", ".intel_syntax noprefix\n", listing.X86(), []string{"-d"}},
		{"neon", "aarch64-linux-gnu-as", "aarch64-linux-gnu-objdump", "", listing.NEON(), []string{"-d"}},
	} {
		t.Run(row.target, func(t *testing.T) {
			as, objdump := oracle.Need(t, row.as), oracle.Need(t, row.objdump)
			all := samples(t, row.target)
			lines := make([]string, len(all))
			for k, s := range all {
				lines[k] = s.line
			}
			object := filepath.Join(t.TempDir(), "a.o")
			assemble := exec.Command(as, "-o", object, "-")
			assemble.Stdin = strings.NewReader(row.head + strings.Join(lines, "\n") + "\n")
			if out, err := oracle.Usual.CombinedOutput(assemble); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if _, err := os.Stat(object); err != nil {
				t.Fatal(err)
			}
			out, err := oracle.Usual.Output(exec.Command(objdump, append(row.options, object)...))
			if err != nil {
				t.Fatal(err)
			}
			k := 0
			for line := range strings.SplitSeq(string(out), "\n") {
				l := dialect.LineOf(line)
				if l.Text == "" || strings.HasSuffix(l.Text, ":") || !strings.Contains(line, ":\t") {
					continue
				}
				if k == len(lines) {
					t.Fatalf("%q is a line too many", line)
				}
				if !same(t, row.d, lines[k], line) {
					t.Errorf("%q is not read as %q", line, lines[k])
				}
				k++
			}
			t.Logf("%d lines", k)
			if k != len(lines) {
				t.Errorf("%d lines of %d came back", k, len(lines))
			}
		})
	}
}
