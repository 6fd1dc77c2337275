// Package asm is the text of G13 instructions, both ways.
//
//	0e05c22218000000   ⇄   iadd r1, r1.discard, u1
//
// The syntax is that of the applegpu disassembler. What it cannot say stands behind the instruction: !long for a long form that could be short, and !bits=…
// for bits that the text does not determine. With these, the text of any bytes that decode assembles to the same bytes.
package asm
