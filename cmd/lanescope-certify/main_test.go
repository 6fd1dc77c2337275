package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const holds = `lanescope certificate 1
map i8x2 -> a1 a0
row swap moves 0 bytes:2 ops:1 loads:0 lost:0 reads:2
does a1 a0
input a0 a1
do 0 v0 = a1 a0
result v1 2
`

func TestCheck(t *testing.T) {
	file := filepath.Join(t.TempDir(), "swap.txt")
	if err := os.WriteFile(file, []byte(holds+"none 1 0 0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ file, in, want, err string }{
		{"-", holds, "holds: 1 op, of 1 row; nothing is said of what is cheaper\n", ""},
		{"-", holds + "none 0 4 0\n", "holds: 1 op, of 1 row; that there is nothing cheaper is shown by trying all of them (1 claim)\n", ""},
		{"-", "", "", "line 0: it has no result"},
		{file, "", "", "line 8: there is something so cheap: swap"},
		{file + "x", "", "", "no such file"},
	} {
		var out bytes.Buffer
		err := check(c.file, strings.NewReader(c.in), &out)
		if out.String() != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: %q, %v; want %q, %q", c.in, out.String(), err, c.want, c.err)
		}
	}
}
