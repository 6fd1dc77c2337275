package loops_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/golden"
	"github.com/lanescope/lanescope/loops"
)

// Statements that are begun in texts beside those that are spoilt, a line each.
var begun = []string{
	"WHILE 0\n\tx := 1\nENDWHILE\nIF 1 THEN\n\tdst[7:0] := a[7:0]\nELSEIF 1\n\tdst[7:0] := b[7:0]\nELSE IF 0\n\tx := 3\nFI\nFOR j = 1 TO 2 DO\n\tdst.byte[j] := a.byte[j-1]\nOD\nCASE(1) OF\n\t0, 1: dst[31:24] := MEM[p+7:p]\nESAC",
	"def f(i, j): return [i, j]\nx, y = f(1, 0)\nfor i in range(2):\n    r[i] = a[x] if i == y else a[y]\nif not x: pass\nelif y: r[2] = a[2]",
	"fn f(i: usize) -> usize {\nlet n: usize = 1;\n i ^ n }\nfor i in (0..2).rev() {\nr[i] = a[f(i)];\n}",
}

// What is said of texts of which a line ends behind one of its pieces is what the file has. What was missed must not be what stands at its end in the next line.
func TestCutShort(t *testing.T) {
	var b strings.Builder
	for _, text := range append(append([]string{}, spoilt...), begun...) {
		lines := strings.SplitAfter(text, "\n")
		fmt.Fprintf(&b, "%s\n", strings.ReplaceAll(strings.ReplaceAll(text, "\n", "⏎"), "\t", " "))
		for n, line := range lines {
			all := pieces(strings.TrimSpace(line))
			for k := 1; k < len(all); k++ {
				cut := strings.TrimRight(strings.Join(all[:k], ""), " ")
				indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
				rest := strings.Join(lines[:n], "") + indent + cut + "\n" + strings.Join(lines[n+1:], "")
				said := ""
				if r, err := loops.Dialect().Read(rest, dialect.Options{Type: "u8"}); err != nil {
					said = err.Error()
				} else {
					said = reading(r)
				}
				fmt.Fprintf(&b, "  %d: … %-14s %s\n", n+1, tail(cut, 14), said)
			}
		}
	}
	golden.Held(t, "testdata/cut.txt", b.String(), *update)
}

// tail are the last letters of a text, at most so many.
func tail(text string, n int) string { return text[max(0, len(text)-n):] }
