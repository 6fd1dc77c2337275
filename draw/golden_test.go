package draw

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// TestGolden holds the pictures still: whoever changes them looks at the difference.
func TestGolden(t *testing.T) {
	for _, g := range pictures {
		s := Wires(parse(t, g.text), Options{})
		golden(t, g.name+".svg", s.SVG())
		golden(t, g.name+".txt", s.Text(Terminal{}))
		golden(t, g.name+".ascii.txt", s.Text(Terminal{ASCII: true}))
	}
	s := Wires(parse(t, pictures[1].text), Options{Names: []string{"xmm0", "xmm1"}, Title: "punpckldq"})
	golden(t, "named4.svg", s.SVG())
	golden(t, "named4.color.txt", s.Text(Terminal{Color: true, Width: 40}))
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what it was; -update writes it anew. It is now:\n%s", name, got)
	}
}
