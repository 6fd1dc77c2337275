//go:build amd64 && (darwin || linux)

package execmem

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
	"testing"
	"unsafe"
)

// TestNeverBoth asks the kernel what may be done with pages: of a file, and those of nobody else, when they are new and when they are used again.
func TestNeverBoth(t *testing.T) {
	for _, without := range []bool{false, true} {
		a := arena{without: without}
		for range 2 {
			for _, size := range []int{1, chunkPages*pageBytes + 1} {
				p, err := a.mapCode(bytes.Repeat([]byte{ret}, size))
				if err != nil {
					t.Fatal(err)
				}
				if got := rights(t, p.bytes); got != "r-xp" && (a.without || got != "r-xs") {
					t.Errorf("mapped code of %d bytes is %s", size, got)
				}
				if err := a.give(p); err != nil {
					t.Error(err)
				}
			}
		}
		p, err := a.take(1)
		if err != nil {
			t.Fatal(err)
		}
		if p.chunk.filed == without {
			t.Errorf("pages are of a file: %v", p.chunk.filed)
		}
		if without { // what write does, one after the other
			for _, step := range []struct {
				may  int
				want string
			}{{writable, "rw-p"}, {executable, "r-xp"}} {
				if err := protect(p.bytes, step.may); err != nil {
					t.Fatal(err)
				}
				if got := rights(t, p.bytes); got != step.want {
					t.Errorf("pages are %s, not %s", got, step.want)
				}
			}
		}
		if err := release(p.chunk.bytes); err != nil {
			t.Error(err)
		}
		if a.file > 0 {
			if err := syscall.Close(a.file - 1); err != nil {
				t.Error(err)
			}
		}
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
