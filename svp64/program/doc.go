// Package program is programs of SVP64: the few instructions of the Power ISA that a demonstration needs beside swizzle moves, alone and under a prefix, with their text, their words and their execution.
//
//	text ──Assemble──▶ Program ──Disassemble──▶ text            what is no instruction stays .long
//	ELF, words ──Open──┘   │
//	                       ▼
//	State   GPR FPR CR CTR LR SVSTATE · PC · memory             Step: one element    Run: one instruction after the other
//
//	        setvl 0,0,2,1,1,1        VL and MAXVL are 2, Vertical-First
//	   ┌──▶ sv.add *1,*5,*9          element 0        element 1
//	   │    svstep. 0,1,0            ──▶ 1            ──▶ the end: CR0.SO
//	   └─── bc 6,3,-0xc              back             on
//
// One table has all of an instruction: its bits, its text, what a prefix adds, and what it does to an element. Two engines execute it, a plain one, which takes moves from the document's generators and looks at every word anew,
// and a fast one. A Session steps through a program and back.
package program
