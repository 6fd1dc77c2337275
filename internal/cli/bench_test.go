package cli_test

import (
	"io"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/cli"
)

// What a line of a batch costs, from the line to the object: an op is a line.
func BenchmarkBatch(b *testing.B) {
	for _, row := range []struct {
		name, line string
		args       []string
	}{
		{"explain", "<4 x i32> 0 4 1 5", []string{"explain"}},
		{"prove", "<4 x i32> 0 4 1 5\ti32x4 i32x4 -> a0 b0 a1 b1", []string{"prove"}},
		{"translate", "<4 x i32> 0 4 1 5", []string{"translate", "--to", "llvm"}},
		{"visa encode", "src V33(1,4)<8;4,2>", []string{"visa", "encode"}},
		{"visa check", "mov (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1>", []string{"visa", "check"}},
		{"svp64 asm", "mv.swiz r4,r8,W.Y.", []string{"svp64", "asm"}},
	} {
		b.Run(row.name, func(b *testing.B) {
			b.ReportAllocs()
			code := cli.Run(append(row.args, "--batch", "-"), cli.System{Stdin: strings.NewReader(strings.Repeat(row.line+"\n", b.N)), Stdout: io.Discard, Stderr: io.Discard, Getenv: func(string) string { return "" }})
			if code != 0 {
				b.Fatalf("exit code %d", code)
			}
		})
	}
}
