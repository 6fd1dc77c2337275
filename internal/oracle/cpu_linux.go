package oracle

import (
	"syscall"
	"time"
	"unsafe"
)

// limitCPU has the system end the process after so much time on the processor,
// even where the test that started it is there no longer. What it starts later
// has the same limit.
func limitCPU(pid int, d time.Duration) {
	seconds := uint64((d + time.Second - 1) / time.Second)
	limit := syscall.Rlimit{Cur: seconds, Max: seconds + 1}
	_, _, _ = syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), syscall.RLIMIT_CPU, uintptr(unsafe.Pointer(&limit)), 0, 0, 0)
}
