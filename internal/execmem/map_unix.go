//go:build amd64 && (darwin || linux)

package execmem

import (
	"errors"
	"syscall"
)

// mapPages writes the code while the pages are writable, and only then makes them executable, and read-only with it.
func mapPages(code []byte) ([]byte, error) {
	pages, err := writable(len(code))
	if err != nil {
		return nil, err
	}
	copy(pages, code)
	if err := executable(pages); err != nil {
		return nil, errors.Join(err, syscall.Munmap(pages))
	}
	return pages, nil
}

func writable(size int) ([]byte, error) {
	return syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
}

func executable(pages []byte) error {
	return syscall.Mprotect(pages, syscall.PROT_READ|syscall.PROT_EXEC)
}

func unmapPages(pages []byte) error { return syscall.Munmap(pages) }
