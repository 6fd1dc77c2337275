package gcc_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/gcc"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
)

// What GCC writes of shuffles in C is read as those shuffles, whatever it has made of them.
func TestDumps(t *testing.T) {
	compiler := oracle.IfThere(t, "gcc", "TestExpressions and TestRead hold the document")
	rng := chance.Random(t, 63)
	source := "typedef int v4si __attribute__((vector_size(16)));\ntypedef unsigned char v16qi __attribute__((vector_size(16)));\n"
	var want []lane.Map
	for k := range 60 {
		n, bits, typ := 4, 32, "v4si"
		if k%3 == 0 {
			n, bits, typ = 16, 8, "v16qi"
		}
		m := lane.Map{Bits: bits, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
		var mask []string
		for still := true; still; { // of a whole argument gcc makes no permutation
			mask = nil
			for i := range m.Lane {
				t := rng.IntN(2 * n)
				m.Lane[i], mask = lane.From(t/n, t%n), append(mask, fmt.Sprint(t))
				still = (i == 0 || still) && m.Lane[i] == lane.From(m.Lane[0].Src, i)
			}
		}
		want = append(want, m)
		source += fmt.Sprintf("%s f%d(%s a, %s b) { return __builtin_shuffle(a, b, (%s){%s}); }\n", typ, k, typ, typ, typ, strings.Join(mask, ", "))
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.c"), []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	compile := exec.Command(compiler, "-O2", "-c", "x.c", "-fdump-tree-optimized=optimized", "-fdump-rtl-expand=expand")
	compile.Dir = dir
	limit := oracle.Limit{CPU: time.Minute, Clock: 5 * time.Minute}
	if out, err := limit.CombinedOutput(compile); err != nil {
		t.Skipf("this gcc compiles no vectors of GNU C: %v\n%.300s", err, out)
	}
	read := map[string]int{}
	for _, dump := range []string{"optimized", "expand"} {
		text, err := os.ReadFile(filepath.Join(dir, dump))
		if err != nil {
			t.Fatal(err)
		}
		functions := strings.Split(string(text), ";; Function f")[1:]
		if len(functions) != len(want) {
			t.Fatalf("%d functions in %s", len(functions), dump)
		}
		for k, function := range functions {
			body := ";; Function f" + function
			if _, insns, ok := strings.Cut(body, ";; Full RTL generated for this function:\n;;\n"); ok {
				body = insns
			}
			r, err := gcc.Dialect().Read(body, dialect.Options{})
			if err != nil {
				if dump == "optimized" {
					t.Errorf("%s: %v", body, err)
				}
				continue // RTL loads masks of bytes from memory
			}
			read[dump]++
			got := named(r)
			if v, err := lane.Compare(want[k], got); err != nil || v.Relation != lane.Equal {
				t.Errorf("%s is %s, want %s", body, got, want[k])
			}
		}
	}
	t.Logf("read %v", read)
	if read["expand"] < 4 {
		t.Errorf("only %d functions of RTL were read", read["expand"])
	}
}

// named is a reading whose sources a and b are the first and the second.
func named(r dialect.Reading) lane.Map {
	m := r.Map.Clone()
	total := r.Map.Src[0]
	m.Src = []int{total, total}
	for i, l := range m.Lane {
		if l.Kind == lane.Source {
			k, _ := lane.SourceIndex(r.Names[l.Src])
			m.Lane[i] = lane.From(k, l.Index)
		}
	}
	return m
}
