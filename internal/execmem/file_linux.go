//go:build amd64

package execmem

import (
	"syscall"
	"unsafe"
)

// memfdCreate is the number of the system call, and these are its flags: closed in other programs, and to be executed, which old kernels do not ask for.
const (
	memfdCreate = 319
	closed      = 1
	executed    = 16
)

// openFile makes a file in memory, without a name in any directory. It is -1 if there can be none.
func openFile() int {
	name := [...]byte{'c', 'o', 'd', 'e', 0}
	for _, flags := range []uintptr{closed | executed, closed} {
		fd, _, err := syscall.Syscall(memfdCreate, uintptr(unsafe.Pointer(&name)), flags, 0)
		if err == 0 {
			return int(fd)
		}
	}
	return -1
}

// mapFile maps a part of the file, which ends there or goes on behind it: to be executed, and never written.
func mapFile(fd int, at int64, size int) ([]byte, error) {
	var s syscall.Stat_t
	if err := syscall.Fstat(fd, &s); err != nil {
		return nil, err
	}
	if end := at + int64(size); s.Size < end {
		if err := syscall.Ftruncate(fd, end); err != nil {
			return nil, err
		}
	}
	return syscall.Mmap(fd, at, size, executable, syscall.MAP_SHARED)
}

func writeFile(fd int, code []byte, at int64) error {
	for len(code) > 0 {
		n, err := syscall.Pwrite(fd, code, at)
		if err != nil && err != syscall.EINTR {
			return err
		}
		code, at = code[max(n, 0):], at+int64(max(n, 0))
	}
	return nil
}

// emptyFile gives the memory of a part of the file back: it has a hole there.
func emptyFile(fd int, at, size int64) error {
	const hole, keepSize = 2, 1
	return syscall.Fallocate(fd, hole|keepSize, at, size)
}
