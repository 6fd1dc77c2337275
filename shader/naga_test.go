package shader_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shader"
)

// What naga writes of a WGSL text in other languages is the map of the WGSL text: a translator that nobody here wrote, and real text of three languages.
func TestNagaKeepsTheMap(t *testing.T) {
	naga := oracle.IfThere(t, "naga", "it translates WGSL to GLSL, HLSL and MSL")
	n := 40
	if testing.Short() {
		n = 8
	}
	m := maker{Rand: chance.Random(t, 4), tongue: tongueNamed(t, "WGSL")}
	for range n {
		text, parameters, _, _ := m.program()
		p, err := shader.Parse(text)
		if err != nil {
			t.Fatalf("%s%v", text, err)
		}
		whole := text
		for _, name := range parameters {
			whole += "var<private> g_" + name + ": " + m.tongue.typ(4, m.types[name][1]) + ";\n"
		}
		whole += "@compute @workgroup_size(1) fn main() { _ = f(g_" + strings.Join(parameters, ", g_") + "); }\n"
		dir := t.TempDir()
		file := func(name string) string { return filepath.Join(dir, name) }
		if err := os.WriteFile(file("a.wgsl"), []byte(whole), 0o600); err != nil {
			t.Fatal(err)
		}
		c := exec.Command(naga, "--shader-stage", "compute", "--entry-point", "main", file("a.wgsl"), file("a.metal"), file("a.hlsl"), file("a.comp"))
		if out, err := oracle.Usual.CombinedOutput(c); err != nil {
			t.Fatalf("%v\n%s\n%s", err, whole, out)
		}
		for _, name := range []string{"a.metal", "a.hlsl", "a.comp"} {
			written, err := os.ReadFile(file(name))
			if err != nil {
				t.Fatal(err)
			}
			sameAsWGSL(t, name, string(written), p)
		}
	}
}

// sameAsWGSL compares what was translated with the map of what it was translated from.
func sameAsWGSL(t *testing.T, name, written string, p shader.Program) {
	t.Helper()
	q, err := shader.Parse(written)
	if err != nil {
		t.Fatalf("%s\n%s%v", name, written, err)
	}
	for k := range q.Names { // naga puts _ behind a name that ends in a digit, or that is a word of the language
		q.Names[k] = strings.TrimSuffix(q.Names[k], "_")
	}
	if v, err := lane.Compare(byLetters(t, q, lettered(p)), lettered(p)); err != nil || v.Relation != lane.Equal {
		t.Fatalf("%s\n%s%v of %q, and the WGSL text is %v of %q: %v", name, written, q.Map, q.Names, p.Map, p.Names, err)
	}
}

// lettered is the map over as many sources as the letters of its names need.
func lettered(p shader.Program) lane.Map {
	m := lane.Map{Bits: p.Map.Bits, Lane: append([]lane.Lane(nil), p.Map.Lane...)}
	for s, name := range p.Names {
		k, _ := lane.SourceIndex(name)
		for len(m.Src) <= k {
			m.Src = append(m.Src, 1)
		}
		m.Src[k] = p.Map.Src[s]
	}
	for i, l := range m.Lane {
		if l.Kind == lane.Source {
			m.Lane[i].Src, _ = lane.SourceIndex(p.Names[l.Src])
		}
	}
	return m
}
