package visa

import (
	"encoding/hex"
	"strings"
	"testing"
)

// shapedDecls are what the rows below name: variables from 32 on.
const shapedDecls = `.decl V v_type=G type=ud num_elts=128 align=GRF
.decl F v_type=G type=f num_elts=128 align=GRF
.decl W v_type=G type=uw num_elts=128 align=GRF
.decl P1 v_type=P num_elts=32
.decl T6 v_type=T num_elts=1
.decl S0 v_type=S num_elts=1
.decl S1 v_type=S num_elts=1
`

// shapedRows are texts and bytes, as the pages of instructions have them.
var shapedRows = []struct{ text, bytes string }{
	{"wait 0x3:ub", "5b 0504 03000000"},
	{"nbarrier.wait 0x1:ub", "60 00 0504 01000000 0504 01000000"},
	{"nbarrier.signal 0x1:ub V(0,2)<0;1,0>", "60 01 0504 01000000 00 20000000 00 02 2101"},
	{"switchjmp (M1, 1) V(0,0)<0;1,0> (L1, L0, L1)", "69 00 03 00 20000000 00 00 2101 0100 0000 0100"},
	{"faddr N7 V(0,1)<1>", "50 0700 00 20000000 00 01 0002"},
	{"(!P1) ifcall (M5, 16) 0x10:ud 2 1", "4f 44 0180 0500 10000000 02 01"},
	{"dpas.s8.u4.8.7 (M1, 8) V.0 %null.0 V.32 V(1,4)", "83 03 20000000 0000 00000000 0000 20000000 2000 00 20000000 01 04 2201 08 05 08 07"},
	{"dpasw.bf.bf.8.1 (M1_NM, 8) F.0 F.0 V.0 V(0,0)", "1c 83 21000000 0000 21000000 0000 20000000 0000 00 20000000 00 00 2201 09 09 08 01"},
	{"dpas.tf32.tf32.4.2 (M1, 16) F.0 F.0 V.0 V(0,0)", "83 04 21000000 0000 21000000 0000 20000000 0000 00 20000000 00 00 2201 0b 0b 04 02"},
	{"(P1) qw_gather.1 (M1, 16) T6 V.0 F.0", "86 04 0100 00 06 20000000 0000 21000000 0000"},
	{"qw_scatter.4 (M2, 8) T6 V.0 F.0", "87 13 0000 02 06 20000000 0000 21000000 0000"},
	{"raw_send (M1, 16) 0xa 2 1 0x4100001:ud V.0 F.0", "5d 00 04 0000 0a000000 02 01 0500 01001004 20000000 0000 21000000 0000"},
	{"(P1.all) raw_sendc (M1, 8) 0x12345678 15 0 V(0,0)<0;1,0> V.0 %null.0", "5d 01 03 0140 78563412 0f 00 00 20000000 00 00 2101 20000000 0000 00000000 0000"},
	{"raw_sends.10.2.3.1 (M1, 16) 0x0:ud 0x4100001:ud V.0 W.0 F.0", "7a 00 04 0000 02 03 01 0a 0500 00000000 0500 01001004 20000000 0000 22000000 0000 21000000 0000"},
	{"raw_sendsc.2.3.1 (M1, 16) 0x0:ud 0x4100001:ud V.0 W.0 F.0", "7a 01 04 0000 02 03 01 00 0500 00000000 0500 01001004 20000000 0000 22000000 0000 21000000 0000"},
	{"raw_sends_eot.10.2.3.1 (M1, 16) 0x0:ud 0x4100001:ud V.0 W.0 F.0", "7a 02 04 0000 02 03 01 0a 0500 00000000 0500 01001004 20000000 0000 22000000 0000 21000000 0000"},
	{"raw_sendsc_eot.9.2.3.1 (M1, 16) 0x0:ud 0x4100001:ud V.0 W.0 F.0", "7a 03 04 0000 02 03 01 09 0500 00000000 0500 01001004 20000000 0000 22000000 0000 21000000 0000"},
	{"sample.RB (16) S1 T6 F.0 F.32 F.64 V.0", "40 15 01 06 21000000 0000 21000000 2000 21000000 4000 20000000 0000"},
	{"sample.G (8) S0 T6 F.0 F.32 F.64 V.0", "40 02 00 06 21000000 0000 21000000 2000 21000000 4000 20000000 0000"},
	{"load.A (16) T6 F.0 F.32 F.64 V.0", "42 18 06 21000000 0000 21000000 2000 21000000 4000 20000000 0000"},
	{"sample_unorm.RGBA.8-full S1 T6 0x0:f 0x1:f 0x2:f 0x3:f W.0", "41 2f 01 06 0507 00000000 0507 01000000 0507 02000000 0507 03000000 22000000 0000"},
	{"avs.RG T6 S1 0x0:f 0x1:f 0x2:f 0x3:f 0x4:f 0x5:f 0x6:f AVS_8_FULL 0x7:f AVS_16x8 0x8:ud W.0", "43 03 01 06 0507 00000000 0507 01000000 0507 02000000 0507 03000000 0507 04000000 0507 05000000 0507 06000000 02 0507 07000000 02 0500 08000000 22000000 0000"},
	{"vme_ime (1,3) T6 V.0 V.32 V.64 V.96 V.128 W.0", "54 01 03 20000000 0000 20000000 2000 06 20000000 4000 20000000 6000 20000000 8000 22000000 0000"},
	{"vme_sic T6 V.0 V.32 W.0", "55 20000000 0000 20000000 2000 06 22000000 0000"},
	{"vme_fbr (0x1:ub, 0x2:ub, 0x3:ub) T6 V.0 V.32 W.0", "56 20000000 0000 20000000 2000 06 0504 01000000 0504 02000000 0504 03000000 22000000 0000"},
	{"vme_idm T6 V.0 V.32 W.0", "57 20000000 0000 20000000 2000 06 22000000 0000"},
	{"sample_3d.RGBA (M1, 16) 0x0:ud S1 T6 F.0 V.0 V.64", "6d 00 04 0000 0f 0500 00000000 01 06 21000000 0000 02 20000000 0000 20000000 4000"},
	{"(P1) sample_b.pixel_null_mask.cps.divS.R (M1, 8) 0x0:ud S1 T6 F.0", "6d e1 03 0100 01 0500 00000000 01 06 21000000 0000 00"},
	{"load_mcs.pixel_null_mask.R (M1, 8) 0x5:uw T6 F.0 V.0", "6e 3d 03 0000 01 0502 05000000 06 21000000 0000 01 20000000 0000"},
	{"sample4_po_c.A (M1, 8) 0x0:ud S0 T6 F.0 V.0", "6f 12 03 0000 03 0500 00000000 00 06 21000000 0000 01 20000000 0000"},
	{"resinfo.RGB (M1, 8) T6 V.0 F.0", "70 0a 03 07 06 20000000 0000 21000000 0000"},
	{"sampleinfo.R (M1, 16) T6 F.0", "70 0b 04 01 06 21000000 0000"},
	{"rt_write_3d (M1, 16) T6 %null.0 F.0 F.32 F.64 F.96", "71 04 0000 0000 06 00000000 0000 21000000 0000 21000000 2000 21000000 4000 21000000 6000"},
	{"(P1) rt_write_3d.<RTI><A><Z><LRTW><CPS><SI> (M1, 8) T6 V.0 0x1:ud 0x2:ud 0x3:ub F.0 F.0 F.32 F.64 F.96 F.0", "71 03 0100 ac09 06 20000000 0000 0500 01000000 0500 02000000 0504 03000000 21000000 0000 21000000 0000 21000000 2000 21000000 4000 21000000 6000 21000000 0000"},
	{"urb_write_3d (M1, 8) 2 2047 %null.0 V.0 V.32 F.0", "72 03 0000 02 00000000 0000 ff07 20000000 0000 20000000 2000 21000000 0000"},
	{"fcvt (M1_NM, 16) W(0,0)<1> V(0,0)<8;8,1>", "1d 84 00 22000000 00 00 0002 00 20000000 00 00 5502"},
	{"srnd (M1_NM, 16) W(0,0)<1> F(0,0)<8;8,1> F(1,0)<8;8,1>", "1e 84 00 22000000 00 00 0002 00 21000000 00 00 5502 00 21000000 01 00 5502"},
	{"(P1) add3.o (M1, 8) V(0,0)<1> V(0,0)<8;8,1> 0x1:ud 0x2:ud", "92 03 0100 00 20000000 00 00 0002 00 20000000 00 00 5502 0500 01000000 0500 02000000"},
	{"(P1) invm (M1, 8) F(0,0)<1> P1 F(0,0)<8;8,1> 0x3f800000:f", "9b 03 0100 00 21000000 00 00 0002 02 0100 00 21000000 00 00 5502 0507 0000803f"},
	{"rsqtm (M1, 8) F(0,0)<1> P1 F(0,0)<8;8,1>", "9c 03 0000 00 21000000 00 00 0002 02 0100 00 21000000 00 00 5502"},
}

func shapedBytesOf(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(s, err)
	}
	return b
}

// Texts become the bytes that the pages say, and come back; of no shorter bytes is anything made.
func TestShapedBytes(t *testing.T) {
	d, err := ParseDecls(shapedDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[Op]bool{}
	for _, row := range shapedRows {
		p := Parser{Decls: d}
		i, err := p.ParseInst(row.text)
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		seen[i.Op] = true
		want := shapedBytesOf(t, row.bytes)
		if got := i.Text(d); got != row.text {
			t.Errorf("%s prints as %s", row.text, got)
		}
		b, err := i.AppendInst(nil, d, Current)
		if err != nil || string(b) != string(want) {
			t.Errorf("%s: %x, %v, want %x", row.text, b, err, want)
			continue
		}
		back, n, err := DecodeInst(append(b, 0xee), Current)
		if err != nil || n != len(b) || !back.Equal(&i) {
			t.Errorf("%s: %x is %+v of %d bytes, %v", row.text, b, back, n, err)
		}
		for n := range b {
			if i, _, err := DecodeInst(b[:n], Current); err == nil {
				t.Errorf("%s: of %d bytes %x is made %s", row.text, n, b[:n], i.Text(d))
			}
		}
		for _, f := range []Format{{Major: 3}, Old, {Major: 3, Minor: 4}, {Major: 4}, {Major: 4, Minor: 1}} {
			old, err := i.AppendInst(nil, d, f)
			if err != nil {
				continue
			}
			if back, n, err := DecodeInst(old, f); err != nil || n != len(old) || strings.Replace(back.Text(d), "0x0:uw S", "0x0:ud S", 1) != row.text {
				t.Errorf("%s in %v: %x is %s of %d bytes, %v", row.text, f, old, back.Text(d), n, err)
			}
		}
	}
	for op := range numOps {
		if op.isShaped() && !seen[op] && op != opFccall && !op.isSampler3D() {
			t.Errorf("%s is not tried", op)
		}
	}
}

// In other formats some fields are missing, narrower or wider.
func TestShapedFormats(t *testing.T) {
	d, err := ParseDecls(shapedDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		f           Format
		text, bytes string
	}{
		{Format{Major: 3}, "wait 0x0:uw", "5b"},
		{Format{Major: 3, Minor: 1}, "wait 0x0:uw", "5b 0502 00000000"},
		{Format{Major: 3, Minor: 3}, "load_mcs.R (M1, 8) 0x5:uw T6 F.0 V.0", "6e 1d 03 0000 01 0500 06 2100 0000 01 2000 0000"},
		{Format{Major: 4}, "(P1) sample_b.cps.divS.R (M1, 8) 0x0:ud S1 T6 F.0", "6d 01 06 03 0100 01 0500 00000000 01 06 21000000 0000 00"},
		{Format{Major: 3, Minor: 6}, "(P1) sample_b.cps.divS.R (M1, 8) 0x0:ud S1 T6 F.0", "6d c1 03 0100 01 0500 00000000 01 06 21000000 0000 00"},
		{Format{Major: 3, Minor: 5}, "raw_sends.0.2.3.1 (M1, 16) 0x0:ud 0x1:ud V.0 W.0 F.0", "7a 00 04 0000 02 03 01 0500 00000000 0500 01000000 20000000 0000 22000000 0000 21000000 0000"},
	} {
		p := Parser{Decls: d}
		i, err := p.ParseInst(row.text)
		if err != nil {
			t.Fatal(err)
		}
		want := shapedBytesOf(t, row.bytes)
		if b, err := i.AppendInst(nil, d, row.f); err != nil || string(b) != string(want) {
			t.Errorf("%s in %v: %x, %v, want %x", row.text, row.f, b, err, want)
		}
		if back, n, err := DecodeInst(want, row.f); err != nil || n != len(want) || !back.Equal(&i) {
			t.Errorf("%x in %v: %s, %d bytes, %v", want, row.f, back.Text(d), n, err)
		}
	}
	for _, row := range []struct {
		f          Format
		text, says string
	}{
		{Format{Major: 3}, "wait 0x1:uw", "wait has no operand before version 3.1"},
		{Format{Major: 3, Minor: 3}, "load_mcs.R (M1, 8) 0x10000:ud T6 F.0 V.0", "a number of 16 bits before version 3.4"},
		{Format{Major: 3, Minor: 5}, "raw_sends.1.2.3.1 (M1, 16) 0x0:ud 0x1:ud V.0 W.0 F.0", "the unit has no field before version 3.6"},
	} {
		p := Parser{Decls: d}
		i, err := p.ParseInst(row.text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := i.AppendInst(nil, d, row.f); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s in %v: %v, want %s", row.text, row.f, err, row.says)
		}
	}
}

// Bytes with what no text says are refused, with their place.
func TestShapedByteErrors(t *testing.T) {
	for _, row := range []struct{ bytes, says string }{
		{"83 03 20000000 0000 00000000 0000 20000000 2000 00 20000000 01 04 2201 0c 05 08 07", "byte 29: the word of precisions"},
		{"83 03 20000000 0000 00000000 0000 20000000 2000 00 20000000 01 04 2201 08 05 03 07", "byte 29: the word of precisions"},
		{"83 03 20000000 0000 00000000 0000 20000000 2000 10 20000000 01 04 2201 08 05 08 07", "byte 20: operand 3: the operand has a modifier or a region"},
		{"60 02 0504 01000000", "byte 0: no known instruction"},
		{"60 00 0504 01000000 0504 02000000", "byte 8: the number of threads of a wait"},
		{"69 00 00 00 20000000 00 00 2101", "byte 2: the number of labels"},
		{"69 00 21 00 20000000 00 00 2101", "byte 2: the number of labels"},
		{"40 10 01 06", "byte 1: bits that mean nothing are set"},
		{"40 25 01 06", "byte 1: bits that mean nothing are set"},
		{"41 40 01 06", "byte 1: bits that mean nothing are set"},
		{"6f 12 03 0000 04", "byte 5: the channel is none of 0 to 3"},
		{"6e 5d 03 0000 01", "byte 2: flags that mean nothing"},
		{"71 04 0000 0100 06", "byte 4: bits of the mode mean nothing"},
		{"71 04 0000 0020 06", "byte 4: bits of the mode mean nothing"},
		{"6d 00 04 0000 0f 0500 00000000 01 06 21000000 0000 10", "byte 20: more than 15"},
		{"70 0c 03 07 06", "byte 0: no known instruction"},
		{"43 03 01 06 0507 00000000 0507 01000000 0507 02000000 0507 03000000 0507 04000000 0507 05000000 0507 06000000 04", "byte 46: the format"},
		{"4f 46 0180", "byte 1: exec bits 0-3"},
		{"4f 44 0160", "byte 2: predicate bits"},
	} {
		b := shapedBytesOf(t, row.bytes)
		if i, _, err := DecodeInst(b, Current); err == nil || !strings.HasPrefix(err.Error(), row.says) {
			t.Errorf("%s: %+v, %v, want %s", row.bytes, i, err, row.says)
		}
	}
}

// Texts that are none say where, and what would be right.
func TestShapedTextErrors(t *testing.T) {
	d, err := ParseDecls(shapedDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ text, says string }{
		{"dpas.s8.u3.8.8 (M1, 8) V.0 V.0 V.0 V(0,0)", "expected a precision: u1, s1"},
		{"dpas.s8.u4.3.8 (M1, 8) V.0 V.0 V.0 V(0,0)", "expected a depth of 1, 2, 4 or 8"},
		{"dpas.s8.u4.8.9 (M1, 8) V.0 V.0 V.0 V(0,0)", "expected a depth of 1, 2, 4 or 8"},
		{"dpas.tf32.u4.8.8 (M1, 8) V.0 V.0 V.0 V(0,0)", "tf32 is the precision of both"},
		{"dpas.s8.u4.8.8 (M1, 8) V.0 V.0 V.0 P1(0,0)", "\"P1\" is a predicate variable: expected a general variable"},
		{"dpas.s8.u4.8.8 (M1, 8) V.0 V.0 V.0 V", `expected "(row, column)"`},
		{"(P1) dpas.s8.u4.8.8 (M1, 8) V.0 V.0 V.0 V(0,0)", "dpas takes no guard"},
		{"nbarrier 0x1:ub", "there is no instruction \"nbarrier\""},
		{"nbarrier.later 0x1:ub", "there is no instruction \"nbarrier\""},
		{"switchjmp (M1, 1) V(0,0)<0;1,0> ()", "0 labels: expected 1 to 32"},
		{"switchjmp (M1, 1) V(0,0)<0;1,0> L0", `expected "(" and labels`},
		{"raw_send (M1, 16) 10 2 1 0x1:ud V.0 F.0", "expected a number in hexadecimal digits, as in 0xa"},
		{"raw_send (M1, 16) 0xa 256 1 0x1:ud V.0 F.0", "256 does not fit in a byte"},
		{"raw_send (M1, 16) 0x100000000 2 1 0x1:ud V.0 F.0", "expected 0 to 4294967295"},
		{"raw_send (M1, 16) 0xa 2 1 V.0 V.0 F.0", "expected a general, indirect or immediate operand, found a raw operand"},
		{"raw_sends.1.2.3 (M1, 16) 0x0:ud 0x1:ud V.0 V.0 F.0", "expected 4 numbers behind full stops"},
		{"raw_sendsc.1.2 (M1, 16) 0x0:ud 0x1:ud V.0 V.0 F.0", "expected 3 numbers behind full stops"},
		{"raw_sends.1.2.3.256 (M1, 16) 0x0:ud 0x1:ud V.0 V.0 F.0", "256 does not fit in a byte"},
		{"sample.BR (8) S0 T6 F.0 F.0 F.0 F.0", "expected some of the channels RGBA"},
		{"sample.R (32) S0 T6 F.0 F.0 F.0 F.0", "expected 8 or 16 lanes, found 32"},
		{"sample.R (8) T6 S0 F.0 F.0 F.0 F.0", "\"T6\" is a surface: expected a sampler"},
		{"load.R (8) S0 F.0 F.0 F.0 F.0", "\"S0\" is a sampler: expected a surface"},
		{"load.R (8) V.0 F.0 F.0 F.0 F.0", "expected a state operand, found a raw operand"},
		{"sample_unorm.R.9-full S0 T6 0x0:f 0x0:f 0x0:f 0x0:f W.0", "expected a format: .16-full, .16-downsampled"},
		{"avs.R T6 S0 0x0:f 0x0:f 0x0:f 0x0:f 0x0:f 0x0:f 0x0:f AVS_9 0x0:f AVS_16x8 0x0:ud W.0", "expected AVS_16_FULL"},
		{"avs.R T6 S0 0x0:f 0x0:f 0x0:f 0x0:f 0x0:f 0x0:f 0x0:f AVS_8_FULL 0x0:f AVS_8x4 0x0:ud W.0", "expected AVS_16x4, AVS_16x8"},
		{"sample4.RG (M1, 8) 0x0:ud S0 T6 F.0", "expected one channel"},
		{"sample_3d.R (M1, 8) 0x0:ud S0 T6 F.0" + strings.Repeat(" F.0", 17), "more than 20 operands"},
		{"sample_3d.R (M1, 8) 0x0:ud S0 T6 F.0 0x1:ud", "expected a raw operand, found an immediate operand"},
		{"rt_write_3d.<X> (M1, 8) T6 V.0 F.0 F.0 F.0 F.0", "expected modes: <RTI>"},
		{"rt_write_3d. (M1, 8) T6 V.0 F.0 F.0 F.0 F.0", "a mode, as in .<RTI>"},
		{"rt_write_3d.<RTI> (M1, 8) T6 V.0 F.0 F.0 F.0 F.0 F.0", "expected a general, indirect or immediate operand, found a raw operand"},
		{"urb_write_3d (M1, 8) 2 65536 V.0 V.0 V.0 V.0", "expected 0 to 65535"},
		{"vme_ime (1;3) T6 V.0 V.0 V.0 V.0 V.0 V.0", `expected ","`},
	} {
		p := Parser{Decls: d}
		if i, err := p.ParseInst(row.text); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %s, %v, want %s", row.text, i.Text(d), err, row.says)
		}
	}
}

// shapedOperands are what each operand is, in words: of the pages, and not of the table's letters.
var shapedOperands = map[string]string{
	"switchjmp": "scalar", "faddr": "element", "ifcall": "scalar", "fccall": "", "wait": "scalar", "nbarrier.wait": "scalar", "nbarrier.signal": "scalar scalar",
	"dpas": "raw raw raw vector", "dpasw": "raw raw raw vector",
	"raw_send": "scalar raw raw", "raw_sendc": "scalar raw raw",
	"raw_sends": "scalar scalar raw raw raw", "raw_sendsc": "scalar scalar raw raw raw", "raw_sends_eot": "scalar scalar raw raw raw", "raw_sendsc_eot": "scalar scalar raw raw raw",
	"sample": "state state raw raw raw raw", "sample_unorm": "state state scalar scalar scalar scalar raw", "load": "state raw raw raw raw",
	"avs":     "state state scalar scalar scalar scalar scalar scalar scalar scalar scalar raw",
	"vme_ime": "raw raw state raw raw raw raw", "vme_sic": "raw raw state raw", "vme_idm": "raw raw state raw", "vme_fbr": "raw raw state scalar scalar scalar raw",
	"resinfo": "state raw raw", "sampleinfo": "state raw", "rt_write_3d": "state raw", "urb_write_3d": "raw raw raw raw",
	"load_3d": "scalar state raw", "load_lz": "scalar state raw", "load_2dms_w": "scalar state raw", "load_mcs": "scalar state raw",
}

// takesShaped says whether operand k of the instruction may be of the class; ok is false where the instruction has no shape of its own.
func takesShaped(op string, k int, class Class) (takes, ok bool) {
	words, ok := shapedOperands[op]
	if !ok && (strings.HasPrefix(op, "sample_") || strings.HasPrefix(op, "sample4")) {
		words, ok = "scalar state state raw", true
	}
	if op == "invm" || op == "rsqtm" {
		return class == Predicate, k == 1
	}
	if op == "qw_gather" || op == "qw_scatter" {
		words, ok = "state raw raw", true
	}
	if !ok {
		return false, false
	}
	return strings.Contains(map[string]string{
		"scalar": "general indirect immediate", "element": "general indirect", "vector": "general", "raw": "raw", "state": "state",
	}[strings.Fields(words)[k]], class.String()), true
}

// quadBytes are messages of quadwords.
var quadBytes = []struct{ text, bytes string }{
	{"(P1) qw_gather.1 (M1, 16) T6 V_ud.0 V_d.64", "86 04 0100 00 06 20000000 0000 21000000 4000"},
	{"qw_scatter.8 (M2, 8) T6 V_ud.0 V_d.64", "87 13 0000 03 06 20000000 0000 21000000 4000"},
}
