// Package mesa is the text of G13 instructions as the disassembler of Mesa's Asahi driver spells it, both ways.
//
//	applegpu                                                     Mesa
//	iadd r1, r1.discard, u1                                      iadd r1, ^r1, u1
//	fmadd32.sat r17l, u138.abs, r9h.cache, 0.5                   ffma r17l, u138.abs, $r9h, 0.5, sat
//	if_icmp r0l, ueq, r0h, 0, 1                                  if r0h, 0, 1, ieq
//	device_load 0, i32, xy, r0_r1, u0_u1, r2, unsigned, lsl 1
//	                                                             load r0_r1, du0, r2, lsl 1, i32, xy, a
//
// A Rule is both spellings of an instruction with names for what they have in common; one table serves both ways. What has no rule, such as textures, is spelled as package
// asm spells it. Behind an instruction stands what its text does not say: !long for a long form that could be short, and !bits=… for the bits that differ from what the text
// stands for. So any bytes that decode come back from their text.
//
// The rules follow the public texts of Mesa's test cases. Mesa pads names to nine columns; here is one blank behind them.
package mesa
