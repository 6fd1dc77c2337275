//go:build !(amd64 && (darwin || linux))

package execmem

import "unsafe"

const writable, executable = 0, 0

func reserve(int) ([]byte, error) { return nil, ErrUnsupported }

func protect([]byte, int) error { return ErrUnsupported }

func release([]byte) error { return nil }

// None of these is ever reached: there is no Code without pages.

func callSSE(uintptr, unsafe.Pointer) uint64 { return 0 }
func callAVX(uintptr, unsafe.Pointer) uint64 { return 0 }
func runSSE(uintptr, *Registers)             {}
func runAVX(uintptr, *Registers)             {}
func runAVX512F(uintptr, *Registers)         {}
func runAVX512BW(uintptr, *Registers)        {}
