//go:build !linux

package main

// limited says whether the system lets this process have little memory, which only Linux tells.
func limited() bool { return false }
