//go:build !linux

package visa

import "time"

// threadTime is nothing: the time of a thread is asked of Linux only.
func threadTime() time.Duration { return 0 }
