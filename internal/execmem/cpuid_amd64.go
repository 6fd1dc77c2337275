package execmem

// identify asks the CPU for the leaves that wheres names, and the system for the registers that it saves.
func identify() (leaves [numLeaves]uint32, saved state) {
	highest, _, _, _ := cpuid(0, 0)
	_, _, leaves[leaf1ECX], leaves[leaf1EDX] = cpuid(1, 0)
	if highest >= 7 {
		_, leaves[leaf7EBX], leaves[leaf7ECX], _ = cpuid(7, 0)
	}
	const osxsave = 27
	if leaves[leaf1ECX]>>osxsave&1 == 1 {
		saved = state(xgetbv())
	}
	return leaves, saved
}

//go:noescape
func cpuid(leaf, subleaf uint32) (eax, ebx, ecx, edx uint32)

// xgetbv is the low half of XCR0.
//
//go:noescape
func xgetbv() uint32
