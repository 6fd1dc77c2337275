//go:build amd64 && (darwin || linux)

package execmem

import (
	"bytes"
	"fmt"
	"os"
	"testing"
	"unsafe"
)

// TestNeverBoth asks the kernel, at each step, what may be done with the pages.
func TestNeverBoth(t *testing.T) {
	pages, err := writable(100)
	if err != nil {
		t.Fatal(err)
	}
	if got := rights(t, pages); got != "rw-p" {
		t.Errorf("pages to be written are %s", got)
	}
	if err := executable(pages); err != nil {
		t.Fatal(err)
	}
	if got := rights(t, pages); got != "r-xp" {
		t.Errorf("pages to be executed are %s", got)
	}
	if err := unmapPages(pages); err != nil {
		t.Fatal(err)
	}
	c, err := Map([]byte{ret})
	if err != nil {
		t.Fatal(err)
	}
	if got := rights(t, c.pages); got != "r-xp" {
		t.Errorf("mapped code is %s", got)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// rights looks the pages up in what Linux says of this process.
func rights(t *testing.T, pages []byte) string {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skipf("no list of this process's pages: %v", err)
	}
	first := uintptr(unsafe.Pointer(&pages[0]))
	for line := range bytes.Lines(maps) {
		var from, to uintptr
		var may string
		if _, err := fmt.Sscanf(string(line), "%x-%x %s", &from, &to, &may); err != nil {
			t.Fatal(err)
		}
		if from <= first && first < to {
			return may
		}
	}
	t.Fatalf("no pages at %#x", first)
	return ""
}
