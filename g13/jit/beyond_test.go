//go:build amd64 && (darwin || linux)

package jit_test

import (
	"syscall"
	"testing"
	"unsafe"

	"github.com/lanescope/lanescope/g13/machine"
)

// No access touches what is behind a threadgroup's memory, not even where it would make no difference: of lanes that are not active. Here nobody may read that.
//
//	│ … x0 y0 … x7 y7 │ a page that cannot be read
//	    lanes 0 to 7    the others
func TestNothingBeyond(t *testing.T) {
	t.Parallel()
	page := syscall.Getpagesize()
	pages, err := syscall.Mmap(-1, 0, 2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Munmap(pages)
	if err := syscall.Mprotect(pages[page:], syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	for k, text := range []string{"threadgroup_load i32, xy, r2_r3, r20l, 0", "threadgroup_load i32, xyzw, r2_r3_r4_r5, r20l, 0", "threadgroup_load i32, x, r2, r20l, 0"} {
		bytes := []int{8, 16, 4}[k]
		for _, lanes := range []int{1, 7, 8, 20, 31, 32} {
			p, c := assembled(t, text+"\nstop")
			g := machine.NewGroup()
			rows := make([]machine.Row, machine.Registers+16)
			for lane := range machine.Lanes {
				rows[20][lane] = uint32(bytes * lane)
			}
			entered, counts := make([]uint64, len(c.Blocks())), make([]uint64, len(p.Ops()))
			f := machine.Frame{
				Rows: &rows[0], Entered: &entered[0], Counts: counts, Left: 10, Exec: g.Exec >> (machine.Lanes - lanes), Present: g.Exec,
				FrameMemory: machine.FrameMemory{Local: unsafe.Pointer(&pages[page-bytes*lanes]), LocalSize: int64(bytes * lanes)},
			}
			for at := range bytes * lanes {
				pages[page-1-at] = byte(at)
			}
			c.Run(&f)
			if f.At != 1 || rows[2][lanes-1] != *(*uint32)(unsafe.Pointer(&pages[page-bytes])) {
				t.Errorf("%s, %d lanes: code is left at %d, and the last lane has %08x", text, lanes, f.At, rows[2][lanes-1])
			}
		}
	}
}
