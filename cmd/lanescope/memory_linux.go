package main

import (
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
)

// Go takes twice what it needs before it looks for garbage. Whoever says ulimit wants less: then it looks sooner, and there is no headroom.

// limited says whether the system lets this process have little memory, and has the collector keep to it.
func limited() bool {
	left := uint64(1) << 62
	for _, limit := range [...]int{syscall.RLIMIT_DATA, syscall.RLIMIT_AS} {
		var r syscall.Rlimit
		if syscall.Getrlimit(limit, &r) != nil || r.Cur >= left {
			continue
		}
		if left = r.Cur; limit == syscall.RLIMIT_AS { // of which some is reserved before main, and never touched
			left -= min(left, addresses())
		}
	}
	const plenty = 4 << 30
	if left >= plenty {
		return false
	}
	debug.SetMemoryLimit(int64(max(left/2, 16<<20))) // arenas are of 64 MB, and what the collector keeps of them comes on top
	return true
}

// addresses is how many bytes of addresses this process has.
func addresses() uint64 {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, _, _ := strings.Cut(string(b), " ")
	n, _ := strconv.ParseUint(pages, 10, 64)
	return n * uint64(os.Getpagesize())
}
