// Package g13 is the dialect of the Apple G13 GPU (M1): its instructions, from bytes and back.
//
//	0e 05 c2 22 18 00 00 00          iadd r1, r1.discard, u1
//
//	 s2       Dx Ax Bx  s1 Bs Bt   B      N As At   A       D      Dt S
//	 00 …     00 00 00  0  0  0110 000010 0  0  1011 000010 000010 10 0 001110      bits, the highest left
//
// There is one table. An entry of it is a form: its bits as the manual prints them, its operands, one sentence. From it come decoding, encoding,
// the text (package g13/asm) and whatever else is known of a form; Form is its index, and its constant its name in capitals. Who has something to say of each form
// owns an array of NumForms: a form that is gone is a mistake of the compiler's, and one that is forgotten a test finds.
//
// An Inst keeps all bits of its instruction, known or not, so that encoding what was decoded gives the same bytes, always. Operands are looked at one by one, as
// typed values; to set one writes its bits.
package g13
