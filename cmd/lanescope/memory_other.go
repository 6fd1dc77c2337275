//go:build !linux

package main

// limited says whether the system lets this process have little memory, which only Linux tells.
func limited() bool { return false }

// inLargePages asks for pages of 2 MB, for which only Linux waits to be asked.
func inLargePages() {}
