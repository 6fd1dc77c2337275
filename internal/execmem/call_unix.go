//go:build amd64 && (darwin || linux)

package execmem

import "unsafe"

//go:noescape
func callSSE(entry uintptr, arg unsafe.Pointer) uint64

//go:noescape
func callAVX(entry uintptr, arg unsafe.Pointer) uint64

//go:noescape
func runSSE(entry uintptr, r *Registers)

//go:noescape
func runAVX(entry uintptr, r *Registers)

//go:noescape
func runAVX512F(entry uintptr, r *Registers)

//go:noescape
func runAVX512BW(entry uintptr, r *Registers)
