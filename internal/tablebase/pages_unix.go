//go:build unix && !solaris && !aix

package tablebase

import (
	"os"
	"syscall"
)

// A mapping is a file in memory.
type mapping []byte

func openPages(f *os.File, size int64) (pages, error) {
	if int64(int(size)) != size {
		return nil, ErrBroken
	}
	b, err := syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	return mapping(b), err
}

func (m mapping) at(offset, n int64) ([]byte, error) { return m[offset : offset+n : offset+n], nil }
func (m mapping) close() error                       { return syscall.Munmap(m) }
