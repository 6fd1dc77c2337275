// Package disassembly makes text of files that are none: of objects and programs what objdump says of them, of objects of vISA their kernels, and of archives their members.
//
//	kernels.tar.gz ── gzip ── tar ──┬── a.ll                     text as it is
//	                                └── lib.a ── ar ── b.o ──┐
//	k.isa ──────────────────────────────────── vISA ── visa dis ──▶ text of each kernel
//	swap.o, a.out ──────────────────────────── ELF ──────────┴── objdump -d -r ──▶ text, with the constants that its lines read
//
// The program is waited for a bounded time, and what is unpacked is bounded. What no text is made of is refused by its name, with what would be right.
package disassembly
