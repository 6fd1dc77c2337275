//go:build !linux

package main

import "time"

// threadTime is the time that goes by for everyone, where no thread is asked for its own.
func threadTime() time.Duration { return time.Since(began) }

var began = time.Now()
