// Package debug steps through a dispatch of G13 code, forward and back. It is one model for every view of it: what shows a program asks here where it stands.
//
//	position   0        1        2      …   k         k+1         k+2   …   end
//	           │        │get_sr  │iadd      │stop     │           │get_sr   │
//	           │nothing │threadgroup 0      │         │threadgroup 1
//	           │yet     │has begun          │         │has begun
//
//	           ◆────────────────────◆───────────────────◆─────────         moments that are kept
//	                                ╰ pages as they were here,
//	                                  of those that are written up to the next one
//
// A position is how many steps have been made: an instruction of one SIMD-group, or the beginning of a threadgroup. The machine does the same each time, so that a position says
// everything: to go back is to restore the last moment before it and to make the few steps from there again. A Breakpoint is a set of positions, and running goes to the next
// one of them, or to the one before.
package debug
