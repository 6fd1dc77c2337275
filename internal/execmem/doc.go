// Package execmem runs machine code that was made at run time: on amd64, under Linux and macOS. Elsewhere everything compiles, and Map and Load return
// ErrUnsupported.
//
//	Map(code)                    ┌ pages RX ┐      Call(arg)        Close
//	      ── write to a file ──► │ 66 0f 70 │ ──── rdi = arg ────► for the next code
//	                             └──────────┘      rax = result
//
// No page is ever writable and executable at once: under Linux none of them ever is writable, since code is written to a file in memory whose pages they are; elsewhere they are executable once
// code is in them. Pages are kept for the next code, 64 that nobody has at most; others go back to the system.
//
// # Code
//
// Code is called on the goroutine's stack by a few lines of assembly, and returns with RET. Between, the rules are those of an assembly
// function under Go's ABI0, which are few:
//
//	rsp, rbp          as they were found, at RET
//	below rsp         at most 256 bytes, the return address counted
//	rdi               the argument
//	rax               the result
//	other general     free
//	xmm, ymm, zmm, k  free; what Go wants of them (X15 zero, upper halves clean) is restored behind the call
//	MXCSR, x87, DF    as they were found
//
// The Go scheduler cannot stop such code: a garbage collection, and with it every goroutine, waits until it returns. Keep a run below a
// millisecond or so and return to Go between runs. Code must not call Go, and a fault in it ends the program.
//
// # Bodies
//
// A Body is a sequence of instructions without RET. Run loads all registers from a Registers, runs it and stores them back:
//
//	Registers          before and after the body
//	Vector [32][64]    zmm0 … zmm31; without AVX-512 ymm0 … ymm15, without AVX xmm0 … xmm15; the other bytes are not touched
//	Mask   [8]         k0 … k7, 64 bits with AVX512BW, 16 without; none without AVX-512
//	General [16]       rax rcx rdx rbx … r15 by number; rsp, rbp, rdi, r14 and r15 are neither loaded nor stored
//	Memory [4096]      rdi points to it: constants, what a body loads and stores
//
// A body must leave rsp, rbp, r14 and r15 as they are.
package execmem
