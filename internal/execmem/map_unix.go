//go:build amd64 && (darwin || linux)

package execmem

import "syscall"

// What may be done with pages: never both.
const (
	writable   = syscall.PROT_READ | syscall.PROT_WRITE
	executable = syscall.PROT_READ | syscall.PROT_EXEC
)

// reserve gets pages with which nothing may be done yet.
func reserve(size int) ([]byte, error) {
	return syscall.Mmap(-1, 0, size, syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
}

func protect(pages []byte, may int) error { return syscall.Mprotect(pages, may) }

func release(pages []byte) error { return syscall.Munmap(pages) }
