package visa

import (
	"slices"
	"strings"
	"testing"
)

const ruleDecls = `.decl V v_type=G type=d num_elts=64 align=GRF
.decl W v_type=G type=w num_elts=128 align=GRF
.decl F v_type=G type=f num_elts=64 align=GRF
.decl H v_type=G type=hf num_elts=128 align=GRF
.decl Q v_type=G type=q num_elts=32 align=GRF
.decl U v_type=G type=ud num_elts=64 align=GRF
.decl V1K v_type=G type=ud num_elts=256 align=GRF
.decl B v_type=G type=ub num_elts=256 align=GRF
.decl small v_type=G type=d num_elts=4 align=dword
.decl part v_type=G type=d num_elts=16 align=dword alias=<V, 20>
.decl past v_type=G type=d num_elts=63 align=dword alias=<V, 8>
.decl A0 v_type=A num_elts=8
.decl A1 v_type=A num_elts=16
.decl P1 v_type=P num_elts=16
.decl P2 v_type=P num_elts=32
.decl S0 v_type=S num_elts=1
.decl T6 v_type=T num_elts=2
`

// Every rule has an instruction that breaks it and nothing else, with a part of what is said, and a neighbour that is legal.
func TestRules(t *testing.T) {
	rows := []struct{ rule, breaks, says, legal string }{
		{"region-vertical-stride", "mov (M1, 8) V<1> V(0,0)<3;4,1>", "<3;4,1>: vertical stride 3 is not 0, 1, 2, 4, 8, 16 or 32; nearest: <2;4,1>, which reads elements 0 1 2 3 2 3 4 5", "mov (M1, 8) V<1> V(0,0)<4;4,1>"},
		{"region-width", "mov (M1, 8) V<1> V(0,0)<8;3,1>", "<8;3,1>: width 3 is not 1, 2, 4, 8 or 16; nearest: <8;4,1>, which reads elements 0 1 2 3 8 9 10 11", "mov (M1, 8) V<1> V(0,0)<4;2,1>"},
		{"region-horizontal-stride", "mov (M1, 8) V<3> 0x0:d", "<3>: horizontal stride 3 is not 0, 1, 2 or 4; nearest: <2>", "mov (M1, 8) V<2> 0x0:d"},
		{"region-null", "mov (M1, 8) V<1> r[A0(0),0]<1>:d", "<1> has no width", "mov (M1, 8) V<1> r[A0(0),0]<1,0>:d"},
		{"execution-size", "mov (M1, 4) V<1> V(0,0)<8;8,1>", "width 8 is greater than the execution size 4; nearest: <8;4,1>", "mov (M1, 4) V<1> V(0,0)<8;4,1>"},
		{"destination-stride", "mov (M1, 4) V<0> 0x0:d", "a destination's horizontal stride is 1, 2 or 4, not 0", "mov (M1, 4) V<4> 0x0:d"},
		{"multi-address-destination", "mov (M1, 4) r[A0(0),0]<4,1>:d 0x0:d", "<4,1>: a destination has one address; nearest: <1>", "mov (M1, 4) r[A0(0),0]<1>:d 0x0:d"},
		{"multi-address-count", "mov (M1, 32) W<1> r[A0(0),0]<1,0>:w", "uses 32 addresses, and there are at most 16; nearest: <2,0>", "mov (M1, 16) W<1> r[A1(0),0]<1,0>:w"},
		{"two-registers", "mov (M1, 8) V<1> V(0,4)<16;4,1>", "reaches over 3 registers of 32 bytes, 0 to 2; lanes 4 (byte 80), 5 (byte 84), 6 (byte 88), 7 (byte 92) lie behind the second", "mov (M1, 8) V<1> V(0,4)<8;4,1>"},
		{"out-of-bounds", "mov (M1, 4) V<1> V(7,6)<4;4,1>", "undefined behaviour: V(7,6)<4;4,1> reads behind its variable's last byte, 255: lanes 2 (byte 256), 3 (byte 260)", "mov (M1, 4) V<1> V(7,4)<4;4,1>"},
		{"out-of-bounds", "cmp.eq (M1, 32) P1 W(0,0)<1;1,0> 0x0:w", "P1 has 16 elements, and lanes from 16 on use elements from 16 on", "cmp.eq (M1, 32) P2 W(0,0)<1;1,0> 0x0:w"},
		{"out-of-bounds", "movs (M1, 1) T6(2) 0x0:ud", "T6(2) uses elements 2 to 2 of a variable that has 0 to 1", "movs (M1, 1) T6(1) 0x0:ud"},
		{"out-of-bounds", "movs (M1, 2) T6(1) 0x0:ud", "T6(1) uses elements 1 to 2 of a variable that has 0 to 1", "movs (M1, 2) T6(0) 0x0:ud"},
		{"out-of-bounds", "addr_add (M1, 1) A0(0)<1> &T6[2] 0x0:uw", "&T6[2] uses elements 2 to 2", "addr_add (M1, 1) A0(0)<1> &T6[1] 0x0:uw"},
		{"field-range", "addr_add (M1, 1) A0(0)<1> &V[-4] 0x0:uw", "the place -4 does not fit in a row and a column: 0 to 8191", "addr_add (M1, 1) A0(0)<1> &V[8188] 0x0:uw"},
		{"field-range", "addr_add (M1, 1) A0(0)<1> &V[6] 0x0:uw", "the place 6 is inside an element: columns count 4 bytes", "addr_add (M1, 1) A0(0)<1> &W[6] 0x0:uw"},
		{"alias-bounds", "mov (M1, 1) past<1> 0x0:d", "past ends 4 bytes behind V, of which it is a part", "mov (M1, 1) part<1> 0x0:d"},
		{"guard-bounds", "(P1) mov (M5, 8) V<1> 0x0:d", "(P1) has 16 elements, and lanes from 0 on use elements from 16 on", "(P1) mov (M3, 8) V<1> 0x0:d"},
		{"guard-bounds", "(!P1.any) mov (M1, 32) W<1> 0x0:w", "(!P1.any) has 16 elements, and lanes from 16 on use elements from 16 on", "(!P2.any) mov (M1, 32) W<1> 0x0:w"},
		{"raw-bounds", "oword_ld (4) T6 0x0:ud U.224", "U.224 has 64 bytes and ends at byte 287, behind its variable's last one, 255", "oword_ld (2) T6 0x0:ud U.224"},
		{"column", "mov (M1, 1) V<1> V(0,9)<0;1,0>", "column 9 is not in the register: 32 bytes hold columns 0 to 7; the same element is (1,1)", "mov (M1, 1) V<1> V(1,1)<0;1,0>"},
		{"field-range", "oword_ld (1) T6 0x0:ud U.65536", "the offset 65536 does not fit in its field: 0 to 65535", "oword_ld (1) T6 0x0:ud U.224"},
		{"indirect-offset", "mov (M1, 4) V<1> r[A0(0),512]<4;4,1>:d", "the offset 512 is not one of -512 to 511 bytes; nearest: 511", "mov (M1, 4) V<1> r[A0(0),-512]<4;4,1>:d"},
		{"indirect-type", "mov (M1, 4) V<1> r[A0(0),0]<4;4,1>:uv", "memory holds no elements of type uv", "mov (M1, 4) V<1> r[A0(0),0]<4;4,1>:uw"},
		{"indirect-alignment", "mov (M1, 4) V<1> r[A0(0),2]<4;4,1>:d", "the offset 2 is no multiple of the 4 bytes of d", "mov (M1, 4) V<1> r[A0(0),2]<4;4,1>:w"},
		{"address-width", "addr_add (M1, 2) A0(0)<1> A0(0)<3> 0x0:uw", "the width 3 is not 1, 2, 4, 8 or 16; nearest: 4", "addr_add (M1, 2) A0(0)<3> A0(0)<2> 0x0:uw"},
		{"address-bounds", "addr_add (M1, 2) A0(0)<1> A0(5)<4> 0x0:uw", "A0(5)<4> uses elements 5 to 8 of an address variable that has 0 to 7; nearest: element 4", "addr_add (M1, 2) A0(0)<1> A0(4)<4> 0x0:uw"},
		{"modifier-instruction", "and (M1, 4) V<1> (-)V(0,0)<4;4,1> 0x1:d", "the modifier (-) is for arithmetic, shift and move instructions, not for and", "and (M1, 4) V<1> (~)V(0,0)<4;4,1> 0x1:d"},
		{"modifier-instruction", "shl (M1, 4) V<1> (~)V(0,0)<4;4,1> 0x1:d", "the modifier (~) is for and, or, xor and not, not for shl", "shl (M1, 4) V<1> (-)V(0,0)<4;4,1> 0x1:d"},
		{"operand-class", "mov (M1, 8) V<1> A0(0)<8>", "operand 1 of mov is a general, indirect or immediate operand, not an address operand", "addr_add (M1, 8) A0(0)<8> A0(0)<8> 0x0:w"},
		{"operand-class", "sel (M1, 8) V<1> P1 0x0:d", "not a predicate operand", "setp (M1, 8) P1 0x0:d"},
		{"operand-class", "mov (M1, 1) V<1> T6(0)", "not a state operand", "movs (M1, 1) V<1> T6(0)"},
		{"immediate-destination", "mov (M1, 1) 0x5:d 0x0:d", "0x5:d: a constant is not written", "mov (M1, 1) V<1> 0x0:d"},
		{"immediate-type", "mov (M1, 1) V<1> 0x1:bool", "there is no constant of type bool", "mov (M1, 1) V<1> 0x1:ub"},
		{"packed-immediate", "mov (M1, 16) W<1> 0x1:v", "0x1:v has 8 elements: what lanes from 8 on read is not defined", "mov (M1, 8) W<1> 0x1:v"},
		{"message-size", "oword_ld (16) T6 0x0:ud U.0", "16 only oword_ld_unaligned and oword_st do", "oword_st (16) %slm 0x0:ud U.0"},
		{"message-size", "oword_st (16) T6 0x0:ud U.0", "16 only oword_ld_unaligned and oword_st do", "oword_ld_unaligned (16) %slm 0x0:ud U.0"},
		{"message-size", "gather.4 (M1, 4) T6 0x0:ud U.0 V.0", "gather is for 1, 8 or 16 lanes, not 4", "gather.4 (M1, 1) T6 0x0:ud U.0 V.0"},
		{"message-size", "scatter.4 (M1, 32) T6 0x0:ud U.0 V.0", "scatter is for 1, 8 or 16 lanes, not 32", "scatter.4 (M1, 16) T6 0x0:ud U.0 V.0"},
		{"message-size", "gather4_scaled.R (M1, 4) T6 0x0:ud U.0 V.0", "gather4_scaled is for 8 or 16 lanes, not 4", "gather4_scaled.R (M1, 8) T6 0x0:ud U.0 V.0"},
		{"message-size", "scatter_scaled.8 (M1, 4) T6 0x0:ud U.0 V.0", "elements of 1, 2 or 4 bytes, not 8", "scatter_scaled.4 (M1, 4) T6 0x0:ud U.0 V.0"},
		{"message-size", "media_ld.nomod (65,1) T6 0x0:ud 0x0:ud U.0", "a block is 1 to 64 bytes wide, not 65", "media_ld.nomod (64,1) T6 0x0:ud 0x0:ud U.0"},
		{"message-size", "media_ld.nomod (0,1) T6 0x0:ud 0x0:ud U.0", "a block is 1 to 64 bytes wide, not 0", "media_ld.nomod (1,1) T6 0x0:ud 0x0:ud U.0"},
		{"message-size", "media_st.nomod (33,5) T6 0x0:ud 0x0:ud V1K.0", "a block of 33 bytes is 1 to 4 rows high, not 5: a row takes 64 bytes", "media_st.nomod (33,4) T6 0x0:ud 0x0:ud V1K.0"},
		{"message-size", "media_st.nomod (4,0) T6 0x0:ud 0x0:ud V1K.0", "a block of 4 bytes is 1 to 64 rows high, not 0", "media_st.nomod (4,64) T6 0x0:ud 0x0:ud V1K.0"},
		{"message-size", "media_st.nomod (4,1) T6 4 0x0:ud 0x0:ud U.0", "the plane is one of 0 to 3, not 4", "media_st.nomod (4,1) T6 3 0x0:ud 0x0:ud U.0"},
		{"message-surface", "media_ld.nomod (4,1) %slm 0x0:ud 0x0:ud U.0", "%slm is no picture", "media_ld.nomod (4,1) T6 0x0:ud 0x0:ud U.0"},
		{"message-surface", "media_ld.nomod (4,1) %scratch 0x0:ud 0x0:ud U.0", "%scratch is no picture", "media_ld.nomod (4,1) T1 0x0:ud 0x0:ud U.0"},
		{"message-types", "gather.4 (M1, 8) T6 0x0:d U.0 V.0", "0x0:d is of type d, which gather does not take here: expected ud", "gather.4 (M1, 8) T6 0x0:ud U.0 F.0"},
		{"message-types", "scatter_scaled.4 (M1, 8) T6 0x0:ud V.0 V.0", "V.0 is of type d, which scatter_scaled does not take here: expected ud", "scatter_scaled.4 (M1, 8) T6 0x0:ud U.0 V.0"},
		{"message-types", "gather.4 (M1, 8) T6 0x0:ud U.0 W.0", "W.0 is of type w, which gather does not take here: expected ud, d, f", "gather.4 (M1, 8) T6 0x0:ud U.0 V.0"},
		{"message-types", "media_ld.nomod (4,1) T6 0x0:ud 0x0:uw U.0", "0x0:uw is of type uw", "media_ld.nomod (4,1) T6 0x0:ud 0x0:ud W.0"},
		{"message-types", "dword_atomic.fmax (M1, 8) T6 U.0 V.0 %null.0 F.0", "V.0 is of type d, which dword_atomic does not take here: expected f", "dword_atomic.fmax (M1, 8) T6 U.0 F.0 %null.0 F.0"},
		{"message-types", "dword_atomic.minsint (M1, 8) T6 U.0 V.0 %null.0 U.0", "U.0 is of type ud, which dword_atomic does not take here: expected d", "dword_atomic.minsint (M1, 8) T6 U.0 V.0 %null.0 %null.0"},
		{"message-types", "dword_atomic.add (M1, 8) T6 V.0 V.0 %null.0 V.0", "V.0 is of type d, which dword_atomic does not take here: expected ud", "dword_atomic.add (M1, 8) T6 U.0 V.0 %null.0 U.0"},
		{"message-null", "dword_atomic.inc (M1, 8) T6 U.0 V.0 %null.0 U.0", "V.0: dword_atomic.inc has no source here: expected %null.0", "dword_atomic.inc (M1, 8) T6 U.0 %null.0 %null.0 U.0"},
		{"message-null", "dword_atomic.add (M1, 8) T6 U.0 %null.0 %null.0 U.0", "dword_atomic.add needs a source here", "dword_atomic.add (M1, 8) T6 U.0 U.0 %null.0 U.0"},
		{"message-null", "dword_atomic.cmpxchg (M1, 8) T6 U.0 U.0 %null.0 U.0", "dword_atomic.cmpxchg needs a source here", "dword_atomic.cmpxchg (M1, 8) T6 U.0 U.0 U.0 U.0"},
		{"message-null", "dword_atomic.or (M1, 8) T6 U.0 U.0 U.0 U.0", "dword_atomic.or has no source here", "dword_atomic.or (M1, 8) T6 U.0 U.0 %null.0 U.0"},
		{"raw-bounds", "gather.4 (M1, 16) T6 0x0:ud U.224 V.0", "U.224 has 64 bytes and ends at byte 287", "gather.4 (M1, 8) T6 0x0:ud U.224 V.0"},
		{"raw-bounds", "gather4_scaled.RA (M1, 8) T6 0x0:ud U.0 V.224", "V.224 has 64 bytes and ends at byte 287", "gather4_scaled.RA (M1, 8) T6 0x0:ud U.0 V.192"},
		{"raw-bounds", "media_ld.nomod (9,3) T6 0x0:ud 0x0:ud V.224", "V.224 has 41 bytes and ends at byte 264", "media_ld.nomod (9,2) T6 0x0:ud 0x0:ud V.224"},
		{"mask", "gather_scaled.4 (M8, 8) T6 0x0:ud U.0 V.0", "(M8, 8) begins at lane 28 of the mask and has 8 lanes", "gather_scaled.4 (M7, 8) T6 0x0:ud U.0 V.0"},
		{"raw-alignment", "oword_ld (1) T6 0x0:ud U.40", "begins at byte 40, which is no multiple of the 32 bytes of a register; nearest: 32", "oword_ld (1) T6 0x0:ud part.12"},
		{"raw-alignment", "oword_ld (1) T6 0x0:ud small.0", "a variable of 16 bytes lies anywhere in a register", "oword_ld (1) T6 0x0:ud U.0"},
		{"raw-bounds", "oword_ld (1) T6 0x0:ud U.256", "U.256 begins behind its variable's last byte, 255", "oword_ld (1) T6 0x0:ud U.224"},
		{"read-only", "mov (M1, 1) %sr0(0,1)<1> 0x0:ud", "%sr0(0,1)<1> is predefined and not written", "mov (M1, 1) %sr0(0,2)<1> 0x0:ud"},
		{"predefined-address", "addr_add (M1, 1) A0(0)<1> &%r0 0x0:uw", "a predefined variable has no address", "addr_add (M1, 1) A0(0)<1> &V 0x0:uw"},
		{"mask", "mov (M8, 8) V<1> 0x0:d", "begins at lane 28 of the mask and has 8 lanes", "mov (M7, 8) V<1> 0x0:d"},
		{"mask-alignment", "mov (M2, 8) V<1> 0x0:d", "begins at lane 4 of the mask, which is no multiple of 8; nearest: (M1, 8)", "mov (M2, 4) V<1> 0x0:d"},
		{"guard", "(P1) and (M1, 16) P1 P1 P1", "and of predicates takes no guard", "(P1) and (M1, 8) V<1> V(0,0)<8;8,1> 0x1:d"},
		{"guard", "(P1) cmp.eq (M1, 8) P1 0x0:d 0x0:d", "cmp takes no guard", "cmp.eq (M1, 8) P1 0x0:d 0x0:d"},
		{"relation", "cmp (M1, 8) P1 0x0:d 0x0:d", "cmp has no relation", "cmp.ge (M1, 8) P1 0x0:d 0x0:d"},
		{"predicate-form", "and (M1, 16) P1 P1 0x1:d", "the operands of and are all predicates or none", "and (M1, 16) P1 P1 P1"},
		{"logic-types", "xor (M1, 8) V<1> F(0,0)<8;8,1> 0x1:d", "F(0,0)<8;8,1> is of type f, and xor takes integers", "xor (M1, 8) V<1> W(0,0)<8;8,1> 0x1:d"},
		{"arithmetic-types", "add (M1, 8) F<1> F(0,0)<8;8,1> 0x1:d", "0x1:d is of type d, and the destination of type f", "add (M1, 4) F<1> H(0,0)<4;4,1> 0x30:vf"},
		{"instruction-types", "mul (M1, 4) Q<1> V(0,0)<4;4,1> Q(0,0)<4;4,1>", "is of type q, which mul does not take here", "mul (M1, 4) Q<1> V(0,0)<4;4,1> V(0,0)<4;4,1>"},
		{"instruction-types", "lzd (M1, 4) V<1> U(0,0)<4;4,1>", "is of type d, which lzd does not take here: expected ud", "lzd (M1, 4) U<1> V(0,0)<4;4,1>"},
		{"saturation", "lzd.sat (M1, 4) U<1> U(0,0)<4;4,1>", "lzd does not saturate", "lzd (M1, 4) U<1> U(0,0)<4;4,1>"},
		{"saturation", "div.sat (M1, 4) V<1> V(0,0)<4;4,1> V(0,0)<4;4,1>", "div saturates f and hf only, not d", "div.sat (M1, 4) F<1> F(0,0)<4;4,1> F(0,0)<4;4,1>"},
		{"saturation", "and.sat (M1, 4) V<1> V(0,0)<4;4,1> 0x1:d", "and has nothing to saturate", "shl.sat (M1, 4) V<1> V(0,0)<4;4,1> 0x1:d"},
		{"two-halves", "madw (M1, 8) U<1> W(0,0)<8;8,1> 0x1:d 0x1:d", "W(0,0)<8;8,1> is of type w, and madw multiplies d and ud", "madw (M1, 8) U<1> V(0,0)<8;8,1> 0x1:d 0x1:d"},
		{"two-halves", "madw (M1, 8) U(0,1)<1> 0x1:d 0x1:d 0x1:d", "begins at byte 4, and the destination of madw at a register of 32 bytes", "madw (M1, 8) U(1,0)<1> 0x1:d 0x1:d 0x1:d"},
		{"plane-operands", "plane (M1, 8) F<1> F(0,2)<0;1,0> F(1,0)<0;1,0>", "begins at byte 8, which is no multiple of 16", "plane (M1, 8) F<1> F(0,4)<0;1,0> F(1,0)<0;1,0>"},
		{"conversion", "fcvt (M1_NM, 8) B<1> F(0,0)<8;8,1>", "fcvt makes hf and ub, either way", "fcvt (M1_NM, 8) B<1> H(0,0)<8;8,1>"},
		{"conversion", "fcvt (M1, 8) B<1> H(0,0)<8;8,1>", "fcvt is for all lanes here, and (M1, 8) has a mask; nearest: (M1_NM, 8)", "fcvt (M1, 8) U<1> F(0,0)<8;8,1>"},
		{"conversion", "fcvt (M1, 8) U<1> (-)F(0,0)<8;8,1>", "fcvt takes no modifier", "fcvt (M1, 8) F<1> U(0,0)<8;8,1>"},
		{"conversion", "fcvt (M1_NM, 8) B<1> 0x3c00:hf", "0x3c00:hf: fcvt takes no immediate operand", "fcvt (M1, 8) H<1> B(0,0)<8;8,1>"},
		{"conversion", "srnd (M1, 8) H<1> F(0,0)<8;8,1> 0x3f800000:f", "srnd is for all lanes here", "srnd (M1_NM, 8) H<1> F(0,0)<8;8,1> 0x3f800000:f"},
		{"conversion", "srnd (M1_NM, 8) H<1> H(0,0)<8;8,1> 0x3c00:hf", "srnd makes ub from hf, and hf from f, not hf from hf", "srnd (M1_NM, 8) B<1> H(0,0)<8;8,1> 0x3c00:hf"},
		{"conversion", "srnd (M1_NM, 8) H<1> F(0,0)<8;8,1> 0x3c00:hf", "srnd takes its random bits from elements of the type that it rounds, f", "srnd (M1_NM, 8) H<1> 0x3f800000:f F(0,0)<8;8,1>"},
		{"overflow", "(!P1) add3.o (M1, 8) U<1> U(0,0)<8;8,1> 0x1:ud 0x1:ud", "add3.o writes this predicate", "(P1) add3.o (M1, 8) U<1> U(0,0)<8;8,1> 0x1:ud 0x1:ud"},
		{"overflow", "(P1.all) add3.o (M1, 8) U<1> U(0,0)<8;8,1> 0x1:ud 0x1:ud", "neither an inverse nor .any or .all", "add3.o (M1, 8) U<1> U(0,0)<8;8,1> 0x1:ud 0x1:ud"},
		{"matrix", "dpas.s8.s8.8.8 (M1, 16) V.0 V.0 V.0 U(0,0)", "a channel for each dword of a register, 8, not 16", "dpas.s8.s8.8.8 (M1, 8) V.0 V.0 V.0 U(0,0)"},
		{"matrix", "dpas.s8.s8.4.8 (M1, 8) V.0 V.0 V.0 U(0,0)", "the depth is 8 on every platform", "dpas.s8.s4.8.8 (M1, 8) V.0 V.0 V.0 U(0,0)"},
		{"matrix", "dpas.bf.hf.8.8 (M1, 8) F.0 F.0 V.0 U(0,0)", "the precisions are both of integers, or the same: bf and hf", "dpas.hf.hf.8.8 (M1, 8) F.0 F.0 V.0 U(0,0)"},
		{"matrix", "dpas.bf.bf.8.8 (M1, 8) F.0 V.0 V.0 U(0,0)", "V.0 is of type d, which dpas of bf does not take here", "dpas.bf.bf.8.8 (M1, 8) F.0 %null.0 V.0 U(0,0)"},
		{"matrix", "dpas.tf32.tf32.8.8 (M1, 8) V.0 %null.0 V.0 U(0,0)", "V.0 is of type d, which dpas of tf32 does not take here: expected f", "dpas.tf32.tf32.8.8 (M1, 8) F.0 F.0 V.0 U(0,0)"},
		{"matrix", "dpas.s8.s8.8.1 (M1, 8) V.0 V.0 V.0 U(0,4)", "U(0,4) is at byte 16, no multiple of the 32 bytes of a repetition", "dpas.s8.s4.8.1 (M1, 8) V.0 V.0 V.0 U(0,4)"},
		{"matrix", "dpas.s8.s8.8.8 (M1, 8) V.0 V.0 V.0 U(1,0)", "U(1,0) ends at byte 288, and its variable at 256", "dpas.s8.s8.8.7 (M1, 8) V.0 V.0 V.0 U(1,0)"},
		{"raw-bounds", "dpas.s8.s8.8.8 (M1, 8) V.32 V.0 V.0 U(0,0)", "V.32 has 256 bytes and ends at byte 287", "dpas.s8.s8.8.7 (M1, 8) V.32 V.0 V.0 U(0,0)"},
		{"raw-bounds", "dpas.s8.s8.8.1 (M1, 8) V.0 V.0 V.32 U(0,0)", "V.32 has 256 bytes and ends at byte 287", "dpas.s4.s8.8.1 (M1, 8) V.0 V.0 V.32 U(0,0)"},
		{"raw-bounds", "raw_send (M1, 8) 0xa 9 1 0x0:ud V.0 V.0", "V.0 has 288 bytes and ends at byte 287", "raw_send (M1, 8) 0xa 8 8 0x0:ud V.0 V.0"},
		{"raw-bounds", "raw_send (M1, 8) 0xa 1 8 0x0:ud V.0 V.32", "V.32 has 256 bytes and ends at byte 287", "raw_send (M1, 8) 0xa 1 7 0x0:ud V.0 V.32"},
		{"raw-bounds", "raw_sends.1.1.8.1 (M1, 8) 0x0:ud 0x0:ud V.0 V.32 V.0", "V.32 has 256 bytes and ends at byte 287", "raw_sends.1.8.7.8 (M1, 8) 0x0:ud 0x0:ud V.0 V.32 V.0"},
		{"raw-bounds", "urb_write_3d (M1, 8) 8 0 %null.0 V.0 %null.0 V.32", "V.32 has 256 bytes and ends at byte 287", "urb_write_3d (M1, 8) 7 0 %null.0 V.0 %null.0 V.32"},
		{"unit-fields", "switchjmp (M1, 8) 0x0:ud (L1)", "switchjmp is for all lanes", "switchjmp (M1, 1) 0x0:ud (L1)"},
		{"unit-fields", "switchjmp (M1, 1) 0x0:d (L1)", "its index has no sign", "switchjmp (M1, 1) 0x0:uq (L1)"},
		{"unit-fields", "vme_ime (4,0) T6 V.0 V.0 V.0 V.0 V.0 V.0", "(4,0): a stream mode is one of 0 to 3", "vme_ime (3,7) T6 V.0 V.0 V.0 V.0 V.0 V.0"},
		{"unit-fields", "vme_ime (0,2) T6 V.0 V.0 V.0 V.0 V.0 V.0", "a search 0, 1, 3 or 7", "vme_ime (0,1) T6 V.0 V.0 V.0 V.0 V.0 V.0"},
		{"unit-fields", "urb_write_3d (M1, 8) 0 0 V.0 V.0 V.0 V.0", "writes 1 to 8 parameters", "urb_write_3d (M1, 8) 1 2047 V.0 V.0 V.0 V.0"},
		{"unit-fields", "urb_write_3d (M1, 8) 1 2048 V.0 V.0 V.0 V.0", "an offset of 0 to 2047", "urb_write_3d (M1, 8) 8 0 V.0 V.0 V.0 V.0"},
		{"unit-fields", "urb_write_3d (M1, 1) 1 0 V.0 V.0 V.0 V.0", "is for 8 lanes", "urb_write_3d (M1, 8) 1 0 V.0 V.0 V.0 V.0"},
		{"unit-fields", "sample_l.cps.R (M1, 8) 0x0:ud S0 T6 V.0 V.0", "cps is for 8 or 16 lanes of sample_3d", "sample_b_c.cps.R (M1, 8) 0x0:ud S0 T6 V.0 V.0"},
		{"unit-fields", "sample_3d.cps.R (M1, 32) 0x0:ud S0 T6 V.0 V.0", "cps is for 8 or 16 lanes", "sample_3d.cps.R (M1, 16) 0x0:ud S0 T6 V.0 V.0"},
		{"unit-fields", "sample_3d.R (M1, 4) 0x0:ud S0 T6 V.0 V.0", "sample_3d is for 8, 16 or 32 lanes, not 4", "sample_3d.R (M1, 32) 0x0:ud S0 T6 V.0 V.0"},
		{"unit-fields", "rt_write_3d (M1, 32) T6 V.0 V.0 V.0 V.0 V.0", "rt_write_3d is for 8 or 16 lanes, not 32", "rt_write_3d (M1, 16) T6 V.0 V.0 V.0 V.0 V.0"},
		{"unit-fields", "raw_send (M1, 8) 0xa 0 1 0x0:ud V.0 V.0", "raw_send sends 1 to 15 registers", "raw_send (M1, 8) 0xa 1 0 0x0:ud V.0 V.0"},
		{"unit-fields", "raw_send (M1, 8) 0xa 1 0 0x4000000:ud V.0 V.0", "the descriptor says 2 registers to send and 0 to take back, and there are 1 and 0", "raw_send (M1, 8) 0xa 2 0 0x4000000:ud V.0 V.0"},
		{"unit-fields", "raw_sendc (M1, 8) 0xa 1 0 0x2100000:ud V.0 V.0", "and 1 to take back", "raw_sendc (M1, 8) 0xa 1 1 0x2100000:ud V.0 V.0"},
		{"unit-fields", "raw_sends.1.0.1.1 (M1, 8) 0x0:ud 0x0:ud V.0 V.0 V.0", "raw_sends sends 1 to 32 registers", "raw_sends.1.1.0.0 (M1, 8) 0x0:ud 0x0:ud V.0 V.0 V.0"},
		{"unit-fields", "sample.R (8) S0 %slm V.0 V.0 V.0 V.0", "%slm is no surface that sample takes", "sample.R (8) S0 T6 V.0 V.0 V.0 V.0"},
		{"message-size", "qw_gather.2 (M1, 8) T6 U.0 Q.0", "qw_gather moves one block an address", "qw_gather.1 (M1, 8) T6 U.0 Q.0"},
		{"message-types", "qw_gather.1 (M1, 8) T6 U.0 U.0", "U.0 is of type ud, which qw_gather does not take here", "qw_scatter.1 (M1, 8) T6 U.0 Q.0"},
		{"lsc-cache", "lsc_load.ugm.ca.wb (M1, 8) U:d32 flat[U]:a32", "lsc_load: there are no such cache controls of a load", "lsc_load.ugm.ca.ca (M1, 8) U:d32 flat[U]:a32"},
		{"lsc-address", "lsc_load.ugm (M1, 8) U:d32 flat[U]:a16", "addresses of 16 bits are for shared local memory", "lsc_load.slm (M1, 8) U:d32 flat[U]:a16"},
		{"lsc-block", "lsc_load_block2d.ugm (M1, 1) U:d8.65x1nn flat[U,1,1,1,0,0]", "65: a row of registers has at most 64 bytes", "lsc_load_block2d.ugm (M1, 1) U:d8.16x1nn flat[U,1,1,1,0,0]"},
		{"lsc-shape", "lsc_load.ugm (M1, 8) U:d16x2 flat[U]:a32", "several elements an address are of d32 or d64", "lsc_load.ugm (M1, 8) U:d32x2 flat[U]:a32"},
		{"lsc-surface", "lsc_load.slm (M1, 8) U:d32 bti(0x1)[U]:a32", "addresses of shared local memory are flat", "lsc_load.ugm (M1, 8) U:d32 bti(0x1)[U]:a32"},
		{"lsc-operands", "lsc_store.ugm (M1, 8) flat[U]:a32 %null:d32", "a store has data, not %null", "lsc_load.ugm (M1, 8) %null:d32 flat[U]:a32"},
		{"lsc-fence", "lsc_fence.slm.evict.group", "shared local memory has no caches", "lsc_fence.slm.none.group"},
		{"address-source", "addr_add (M1, 4) A0(0)<4> &V V(0,0)<4;4,1>", "V(0,0)<4;4,1> is of type d: addresses have 16 bits", "addr_add (M1, 4) A0(0)<4> &V W(0,0)<4;4,1>"},
	}
	d, err := ParseDecls(ruleDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	p, c := Parser{Decls: d}, Checker{Decls: d}
	covered := map[string]bool{"modifier-class": true, "modifier-role": true, "platform": true, "lsc-unit": true} // of bytes alone, and where a platform is named: TestRulesOfBytes, TestPlatforms, TestLSCRules
	for _, row := range rows {
		covered[row.rule] = true
		for _, text := range []string{row.breaks, row.legal} {
			i, err := p.ParseInst(text)
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			findings := c.Check(&i)
			switch {
			case text == row.legal && len(findings) > 0:
				t.Errorf("%s: %s: %s", text, findings[0].Rule, findings[0].Message)
			case text == row.breaks && !oneRule(findings, row.rule):
				t.Errorf("%s: %v, want one of %s", text, findings, row.rule)
			case text == row.breaks && !strings.Contains(findings[0].Message, row.says):
				t.Errorf("%s: %s, want %s", text, findings[0].Message, row.says)
			}
			rewriteIsLegal(t, &p, d, &i, findings)
		}
	}
	for _, r := range Rules() {
		if !covered[r.Name] {
			t.Errorf("no row for rule %s", r.Name)
		}
		if r.Says == "" || r.Where != Seed && r.Where != Tool && r.Where != Pages {
			t.Errorf("rule %s has no sentence", r.Name)
		}
	}
}

// oneRule says whether all findings are of the rule, and there is one. An offset too great for its field is behind the variable too, and too many addresses are behind theirs.
func oneRule(findings []Finding, rule string) bool {
	for _, f := range findings {
		if f.Rule != rule && !(rule == "field-range" && f.Rule == "raw-bounds" || rule == "multi-address-count" && f.Rule == "address-bounds") {
			return false
		}
	}
	return len(findings) > 0
}

// rewriteIsLegal puts a rewritten operand back and checks the rule again.
func rewriteIsLegal(t *testing.T, p *Parser, d *Decls, i *Inst, findings []Finding) {
	t.Helper()
	for _, f := range append([]Finding{}, findings...) {
		if f.Rewrite == "" {
			continue
		}
		fixed := *i
		var err error
		if f.Operand < 0 {
			fixed, err = p.ParseInst(f.Rewrite)
		} else {
			var o Operand
			o, err = p.ParseOperand(f.Rewrite, i.Role(f.Operand))
			fixed.Set(f.Operand, o)
		}
		if err != nil {
			t.Errorf("%s: rewritten as %s: %v", i.Text(d), f.Rewrite, err)
			continue
		}
		again := Checker{Decls: d}
		for _, g := range again.Check(&fixed) {
			if g.Rule == f.Rule && g.Operand == f.Operand {
				t.Errorf("%s: rewritten as %s, which breaks %s again", i.Text(d), f.Rewrite, f.Rule)
			}
		}
	}
}

// Rules that only bytes can break: the text has no place for such modifiers.
func TestRulesOfBytes(t *testing.T) {
	d := NewDecls(32, D)
	c := Checker{Decls: d}
	for _, row := range []struct {
		rule string
		k    int
		mod  Modifier
	}{{"modifier-role", 0, Neg}, {"modifier-role", 1, Sat}, {"modifier-class", 2, Abs}} {
		i := Inst{Op: opAdd, Exec: 3, N: 3}
		i.Operand[0] = Operand{Class: General, ID: 40, Region: Destination(1)}
		i.Operand[1] = Operand{Class: General, ID: 41, Region: Scalar}
		i.Operand[2] = Operand{Class: Immediate, Type: D}
		if f := c.Check(&i); len(f) != 0 {
			t.Fatal(f)
		}
		i.Operand[row.k].Mod = row.mod
		if f := c.Check(&i); len(f) != 1 || f[0].Rule != row.rule {
			t.Errorf("%s: %v", row.rule, f)
		}
	}
}

// Every modifier with every instruction, against the seed's sentence.
func TestModifierTable(t *testing.T) {
	logicOnly := "and or xor not"
	otherLogic := "cbit fbl fbh bfrev bfe bfi bfn"
	d := NewDecls(32, D)
	c := Checker{Decls: d}
	for _, op := range Ops() {
		letters := opcodes[op].operands
		for k := range len(letters) {
			if letters[k] != 's' && letters[k] != 'u' {
				continue
			}
			for _, m := range []Modifier{NoModifier, Abs, Neg, NegAbs, Not} {
				i := Inst{Op: op, Exec: 3, N: uint8(len(letters))}
				for j := range int(i.N) {
					i.Set(j, Operand{Class: General, ID: 40, Region: Scalar})
				}
				o := *i.At(k)
				o.Mod = m
				i.Set(k, o)
				complaint := false
				for _, f := range c.Check(&i) {
					complaint = complaint || f.Rule == "modifier-instruction"
				}
				word := func(list string) bool { return strings.Contains(" "+list+" ", " "+op.String()+" ") }
				want := m == Not && !word(logicOnly) || m.isArithmetic() && (word(logicOnly) || word(otherLogic))
				if complaint != want {
					t.Errorf("%s with %s on operand %d: complaint %v, want %v", op, m, k, complaint, want)
				}
			}
		}
	}
}

// Every class of operand in every place, against the seed's sentences about classes.
func TestClassTable(t *testing.T) {
	for _, op := range Ops() {
		name, family := op.String(), opcodes[op].family
		// A message has its surface, then what is one for all lanes, offsets and the place of a block, and then registers.
		raw := map[string]int{"media_ld": 3, "media_st": 3, "dword_atomic": 1}[name]
		if raw == 0 {
			raw = 2
		}
		for k := range len(opcodes[op].operands) {
			scalar := family == memory && k > 0 && k < raw
			for class := range Class(numClasses) {
				var want bool
				dest := op.isDest(k)
				switch class {
				case General, Indirect:
					want = family != memory && name != "setp" && name != "addr_add" || name == "setp" && k == 1 || name == "addr_add" && k == 2 || scalar
				case Immediate:
					want = !dest && family != memory && !(name == "addr_add" && k < 2) || scalar
				case Address:
					want = name == "addr_add" && k < 2
				case AddressOf:
					want = name == "addr_add" && k == 1
				case Predicate:
					want = (name == "cmp" || name == "setp") && k == 0 || strings.Contains(" and or xor not ", " "+name+" ")
				case State:
					want = name == "movs" || family == memory && k == 0
				case Raw:
					want = family == memory && k >= raw
				}
				if family == memory && k == 0 && class != State {
					want = false
				}
				if strings.HasSuffix(name, "_typed") || name == "typed_atomic" { // a surface and registers
					want = k > 0 && class == Raw || k == 0 && class == State
				}
				if strings.HasPrefix(name, "lsc_") && name != "lsc_fence" { // a surface, registers, and of strided ones a pitch
					want = class == Raw
					if k == 0 || k == 3 && strings.HasSuffix(name, "strided") {
						want = class == General || class == Immediate
					}
					if strings.HasSuffix(name, "block2d") {
						want = class == Raw && (k == 0 || k == 7) || k > 0 && k < 7 && (class == General || class == Immediate && k > 1)
					}
				}
				if strings.HasPrefix(name, "svm_") { // an address that all lanes have, and registers
					want = class == Raw
					if k == 0 && (strings.HasPrefix(name, "svm_block") || strings.HasSuffix(name, "4scaled")) {
						want = class == General || class == Indirect || class == Immediate
					}
				}
				if takes, ok := takesShaped(name, k, class); ok {
					want = takes
				}
				if got := op.classes(k, Spec).has(class); got != want {
					t.Errorf("%s, operand %d, %s: %v, want %v", name, k, class, got, want)
				}
			}
		}
	}
}

// A column stays inside its register for all types, and the rewrite names the same byte.
func TestEveryColumn(t *testing.T) {
	for _, grf := range []int{32, 64} {
		for _, typ := range []Type{UB, W, F, DF} {
			d := NewDecls(grf, typ)
			p, c := Parser{Decls: d}, Checker{Decls: d}
			for col := range 256 {
				i := Inst{Op: opMov, N: 2}
				i.Operand[0] = Operand{Class: General, ID: 40, Region: Destination(1)}
				i.Operand[1] = Operand{Class: General, ID: 41, Row: 1, Col: int32(col), Region: Scalar}
				findings := c.Check(&i)
				if (len(findings) == 0) != (col*typ.Size() < grf) {
					t.Fatalf("column %d of %s in %d bytes: %v", col, typ, grf, findings)
				}
				for _, f := range findings {
					o, err := p.ParseOperand(f.Rewrite, Source)
					a, _ := d.Access(&i.Operand[1], 1)
					b, _ := d.Access(&o, 1)
					if err != nil || a.Start != b.Start || f.Rule != "column" {
						t.Fatalf("column %d of %s: %s: %v", col, typ, f.Rewrite, err)
					}
				}
			}
		}
	}
}

// Every legal region at every column of the last registers of a variable, and what the seed's loops say: the lanes and bytes that are named are those whose element ends
// behind the variable, and no others.
func TestEveryOutOfBounds(t *testing.T) {
	d := NewDecls(32, D)
	id := d.Add(Variable{Name: "v", Kind: GeneralKind, Type: W, Elems: 40, Alias: -1, writable: true})
	c := Checker{Decls: d}
	for _, exec := range execSizes {
		for r := range LegalRegions(exec) {
			for first := range 48 {
				i := Inst{Op: opSetp, N: 2}
				i.Exec, _ = ExecOf(exec, 0, false)
				i.Operand[0] = Operand{Class: Predicate, ID: 1000}
				i.Operand[1] = Operand{Class: General, ID: id, Row: int32(first / 16), Col: int32(first % 16), Region: r}
				var lanes []int
				for k, e := range seedSource(exec, int(r.W), int(r.V), int(r.H), first) {
					if e >= 40 {
						lanes = append(lanes, k)
					}
				}
				var got []int
				for _, f := range c.Check(&i) {
					if f.Rule == "out-of-bounds" {
						got = f.Lanes
						for n, k := range f.Lanes {
							if f.Bytes[n] != 2*(first+r.Index(k)) {
								t.Fatalf("%s from element %d: lane %d at byte %d", r, first, k, f.Bytes[n])
							}
						}
					}
				}
				if !slices.Equal(got, lanes) {
					t.Fatalf("%s with %d lanes from element %d: lanes %v, want %v", r, exec, first, got, lanes)
				}
			}
		}
	}
}
