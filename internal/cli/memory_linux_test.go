package cli_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
)

// addressSpace is what the inputs below are read in, in kB, as `ulimit -v` counts. Go
// reserves some 600 MB of it before main begins.
const addressSpace = 1_000_000

// What once took hundreds of megabytes, or never came to an end, is answered by a program
// that the system lets have a gigabyte of addresses, and is refused there in a line if it
// has to be.
func TestWorstInputsInAGigabyte(t *testing.T) {
	program := withoutC(t)
	dir := filepath.Dir(program)

	size := 1 << 18
	if *full {
		size = 1 << 21
	}
	worst := map[string]string{
		"rotates":   strings.Repeat("rol rax, 3\n", size/11),
		"dots":      strings.Repeat("a.", 80_000) + "a",
		"swizzle":   "v." + strings.Repeat("xyzw", 250_000),
		"zeros":     string(make([]byte, 8*size)),
		"blends":    blends(100),
		"bytes":     randomBytes(8 * size),
		"selectors": strings.Repeat("shufflevector <16 x i8> %a, <16 x i8> %b, <16 x i32> <i32 3, i32 17, i32 5, i32 30, i32 0, i32 9, i32 22, i32 14, i32 7, i32 28, i32 1, i32 19, i32 11, i32 2, i32 31, i32 6>\n", size/100),
	}
	for name, text := range worst {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}

	const mov = "mov (M1, 1) V32(0,0)<1> 1:d"
	type run struct {
		code int
		args []string
	}
	runs := []run{
		{0, []string{"scan", "rotates"}},
		{0, []string{"scan", "dots"}},
		{0, []string{"scan", "swizzle"}},
		{0, []string{"scan", "blends"}},
		{0, []string{"scan", "selectors"}},
		{1, []string{"explain", "@dots"}},
		{1, []string{"explain", "@swizzle"}},
		{0, []string{"g13", "dis", "zeros"}},
		{0, []string{"g13", "dis", "bytes"}},
		{1, []string{"g13", "run", "zeros"}},
		{1, []string{"visa", "dis", "bytes"}},
		{1, []string{"visa", "check", mov, "--decls", "/dev/zero"}},
		{1, []string{"visa", "run", mov, "--vars", "/dev/zero"}},
		{1, []string{"visa", "run", mov, "--var", "V33=@/dev/zero"}},
		{1, []string{"g13", "run", "zeros", "--buffer", "u0=@/dev/zero"}},
	}
	if *full {
		runs = append(runs,
			run{0, []string{"explain", "i4x16 -> a15 a7 a9 a2 a14 a15 m a0 a0 a6 a15 a13 a2 a2 a13 a12"}},
			run{0, []string{"lower", "--target", "avx512", "i32x4 i32x4 i32x4 -> b2 a3 b0 c1"}})
	}
	for _, c := range runs {
		limited := append([]string{"-c", fmt.Sprintf(`ulimit -v %d && exec ./lanescope "$@"`, addressSpace), "sh"}, c.args...)
		cmd := exec.Command("sh", limited...)
		cmd.Dir = dir
		var diag bytes.Buffer
		cmd.Stderr = &diag
		_, err := oracle.Usual.Output(cmd)
		if code := cmd.ProcessState.ExitCode(); code != c.code || code < 0 {
			t.Errorf("%q: exit code %d, want %d: %v\n%.400s", c.args, code, c.code, err, diag.String())
		}
		t.Logf("%v %.60s", cmd.ProcessState.UserTime(), strings.Join(c.args, " "))
	}
}

// blends are n lines of a disassembler, each with its map in a comment.
func blends(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "vpblendd ymm%d, ymm1, ymm2, 170 # ymm%[1]d = ymm1[0],ymm2[1],ymm1[2],ymm2[3],ymm1[4],ymm2[5],ymm1[6],ymm2[7]\n", i%16)
	}
	return b.String()
}

// randomBytes are always the same n bytes.
func randomBytes(n int) string {
	b := make([]byte, n)
	rng := rand.NewChaCha8([32]byte{})
	_, _ = rng.Read(b)
	return string(b)
}
