package visa

import (
	"encoding/hex"
	"maps"
	"strings"
	"testing"
)

// Messages and fences, and their bytes as the pages of instructions draw them. The tool reads the bytes of random ones in TestContainerGenX.
var messageBytes = []struct{ text, bytes string }{
	{"oword_ld (1) T6 0x7:ud V_ud.0", "35 00 00 06 0500 07000000 20000000 0000"},
	{"oword_ld.mod (8) %slm 0x7:ud V_ud.32", "35 03 01 00 0500 07000000 20000000 2000"},
	{"oword_ld_unaligned (16) %bss 0x7:ud V_ud.0", "3c 04 00 04 0500 07000000 20000000 0000"},
	{"oword_st (2) T6 V_ud(0,3)<0;1,0> V_ud.0", "36 01 06 00 20000000 00 03 2101 20000000 0000"},
	{"media_ld.top_mod (33,4) T6 3 0x5:ud 0x6:ud V_ud.0", "37 04 06 03 21 04 0500 05000000 0500 06000000 20000000 0000"},
	{"media_st.bottom (4,64) T6 0 0x5:ud 0x6:ud V_ud.0", "38 03 06 00 04 40 0500 05000000 0500 06000000 20000000 0000"},
	{"gather.1 (M1, 8) T6 0x7:ud V_ud.0 V_d.64", "39 00 00 00 06 0500 07000000 20000000 0000 21000000 4000"},
	{"gather.4 (M5, 16).mod T6 0x7:ud V_ud.0 V_d.64", "39 02 01 41 06 0500 07000000 20000000 0000 21000000 4000"},
	{"scatter.2 (M2_NM, 1) T6 0x7:ud V_ud.0 V_d.64", "3a 01 92 06 0500 07000000 20000000 0000 21000000 4000"},
	{"(!P2.any) gather_scaled.4 (M3, 8) T6 0x7:ud V_ud.0 V_d.64", "78 23 02a0 00 02 0000 06 0500 07000000 20000000 0000 21000000 4000"},
	{"scatter_scaled.8 (M1, 32) T6 0x7:ud V_ud.0 V_d.64", "79 05 0000 00 03 0000 06 0500 07000000 20000000 0000 21000000 4000"},
	{"(P1) gather4_scaled.RBA (M1, 16) T6 0x7:ud V_ud.0 V_d.64", "74 04 0100 0d 0000 06 0500 07000000 20000000 0000 21000000 4000"},
	{"scatter4_scaled.G (M1, 8) T6 0x7:ud V_ud.0 V_d.64", "75 03 0000 02 0000 06 0500 07000000 20000000 0000 21000000 4000"},
	{"(P1) dword_atomic.cmpxchg (M1, 8) %slm V_ud.0 V_ud.32 V_ud.64 %null.0", "7d 07 03 0100 00 20000000 0000 20000000 2000 20000000 4000 00000000 0000"},
	{"dword_atomic.fsub.16 (M1_NM, 16) T6 V_ud.0 V_f.32 %null.0 V_f.64", "7d 34 84 0000 06 20000000 0000 27000000 2000 00000000 0000 27000000 4000"},
	{"dword_atomic.predec (M1, 8) T6 V_ud.0 %null.0 %null.0 V_ud.64", "7d 0d 03 0000 06 20000000 0000 00000000 0000 00000000 0000 20000000 4000"},
	{"(P1) gather4_typed.RG (M1, 8) T6 V_ud.0 V_ud.32 %null.0 %null.0 V_f.0", "4b 03 0100 03 06 20000000 0000 20000000 2000 00000000 0000 00000000 0000 27000000 0000"},
	{"scatter4_typed.A (M2_NM, 8) T6 V_ud.0 %null.0 %null.0 V_ud.64 V_d.0", "4c 93 0000 08 06 20000000 0000 00000000 0000 00000000 0000 20000000 4000 21000000 0000"},
	{"typed_atomic.cmpxchg.16 (M1, 8) T6 V_ud.0 V_ud.32 %null.0 %null.0 V_ud.64 V_ud.96 %null.0", "73 27 03 0000 06 20000000 0000 20000000 2000 00000000 0000 00000000 0000 20000000 4000 20000000 6000 00000000 0000"},
	{"fence_global", "5c 00"},
	{"fence_global.EISCRL1", "5c 5f"},
	{"fence_local.RL1", "5c 70"},
	{"fence_local", "5c 20"},
	{"fence_sw", "5c 80"},
}

// holdBytes holds texts and their bytes against each other: both ways, and a part of the bytes is no instruction.
func holdBytes(t *testing.T, rows []struct{ text, bytes string }) (seen map[Op]bool) {
	t.Helper()
	d, err := ParseDecls(genxDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	p := Parser{Decls: d}
	seen = map[Op]bool{}
	for _, row := range rows {
		i, err := p.ParseInst(row.text)
		if err != nil {
			t.Error(err)
			continue
		}
		seen[i.Op] = true
		if text := i.Text(d); text != row.text {
			t.Errorf("%s prints as %s", row.text, text)
		}
		b, err := i.AppendInst(nil, d, Current)
		if want := strings.ReplaceAll(row.bytes, " ", ""); err != nil || hex.EncodeToString(b) != want {
			t.Errorf("%s is\n%x, want\n%s: %v", row.text, b, want, err)
			continue
		}
		back, n, err := DecodeInst(b, Current)
		if err != nil || n != len(b) || back.Text(d) != row.text || !back.Equal(&i) {
			t.Errorf("%s comes back as %s, %d of %d bytes: %v\n%+v\n%+v", row.text, back.Text(d), n, len(b), err, back, i)
		}
		for n := range b {
			if _, _, err := DecodeInst(b[:n], Current); err == nil {
				t.Errorf("%s: %d of %d bytes are an instruction", row.text, n, len(b))
			}
		}
	}
	return seen
}

// Text, bytes and text again; no message is left out.
func TestMessageBytes(t *testing.T) {
	seen := map[Op]bool{}
	for _, rows := range [][]struct{ text, bytes string }{messageBytes, svmBytes, lscBytes, quadBytes} {
		maps.Copy(seen, holdBytes(t, rows))
	}
	for _, op := range Ops() {
		if (opcodes[op].family == memory || op.isFence()) && !(op.isLSCAtomic() && op != opTgmAtomicIcas || seen[op]) {
			t.Errorf("%s is not tried", op)
		}
	}
}

// Bits that mean nothing are refused, so that they are kept as they are with the rest of the code.
func TestMessageBytesRefused(t *testing.T) {
	const rest = "0500070000002000000000002100000040000000"
	for _, row := range []struct{ bytes, says string }{
		{"35050006" + rest, "byte 1: the number of owords"},
		{"35080006" + rest, "byte 1: the number of owords"},
		{"35000206" + rest, "byte 2: the byte of .mod"},
		{"39030000" + rest, "byte 1: the size of elements"},
		{"39040000" + rest, "byte 1: the size of elements"},
		{"390000030000" + rest, "byte 3: bits 0-1"},
		{"390000080000" + rest, "byte 3: bits 0-1"},
		{"37060600" + rest, "byte 1: the mode"},
		{"38010600" + rest, "byte 1: the mode"},
		{"38040600" + rest, "byte 1: the mode"},
		{"37000610" + rest, "byte 3: the plane"},
		{"7823000001020000" + rest, "byte 4: a byte that is always 0"},
		{"7823000000020100" + rest, "byte 6: a byte that is always 0"},
		{"7823000000020001" + rest, "byte 7: a byte that is always 0"},
		{"7823000000040000" + rest, "byte 5: the size of elements"},
		{"7823006000020000" + rest, "byte 2: predicate bits"},
		{"7826000000020000" + rest, "byte 1: exec bits"},
		{"74030000000000" + rest, "byte 4: the channels"},
		{"74030000100000" + rest, "byte 4: the channels"},
		{"7d0e03000006" + rest, "byte 1: bits 0-4 are no operation"},
		{"7d0f03000006" + rest, "byte 1: bits 0-4 are no operation"},
		{"7d1503000006" + rest, "byte 1: bits 0-4 are no operation"},
		{"7d4003000006" + rest, "byte 1: bits 0-4 are no operation"},
		{"5c81", "byte 1: the byte of a fence"},
	} {
		b, err := hex.DecodeString(row.bytes)
		if err != nil {
			t.Fatal(err)
		}
		if i, _, err := DecodeInst(b, Current); err == nil || !strings.HasPrefix(err.Error(), row.says) {
			t.Errorf("%s is %+v: %v, want %s", row.bytes, i, err, row.says)
		}
	}
}

// Texts of messages that are none, with the place.
func TestMessageTextRefused(t *testing.T) {
	d, err := ParseDecls(genxDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ text, says string }{
		{"gather (M1, 8) T6 0:ud V_ud.0 V_d.0", "1:8: expected the bytes of an element"},
		{"gather.3 (M1, 8) T6 0:ud V_ud.0 V_d.0", "1:7: expected elements of 1, 2 or 4 bytes, found 3"},
		{"gather.8 (M1, 8) T6 0:ud V_ud.0 V_d.0", "expected elements of 1, 2 or 4 bytes, found 8"},
		{"gather_scaled.16 (M1, 8) T6 0:ud V_ud.0 V_d.0", "expected elements of 1, 2 or 4 bytes, found 16"},
		{"(P1) gather.4 (M1, 8) T6 0:ud V_ud.0 V_d.0", "gather takes no guard"},
		{"gather4_scaled.BR (M1, 8) T6 0:ud V_ud.0 V_d.0", "some of the channels RGBA, in this order"},
		{"gather4_scaled.RR (M1, 8) T6 0:ud V_ud.0 V_d.0", "some of the channels RGBA, in this order"},
		{"gather4_scaled. (M1, 8) T6 0:ud V_ud.0 V_d.0", "expected some of the channels RGBA"},
		{"gather4_scaled.X (M1, 8) T6 0:ud V_ud.0 V_d.0", "some of the channels RGBA, in this order"},
		{"dword_atomic.nand (M1, 8) T6 V_ud.0 V_ud.0 %null.0 V_ud.0", "expected an operation: add, sub,"},
		{"dword_atomic.add.32 (M1, 8) T6 V_ud.0 V_ud.0 %null.0 V_ud.0", "expected .16, for words"},
		{"media_ld.up (4,4) T6 0:ud 0:ud V_ud.0", "expected a mode"},
		{"media_st.modified (4,4) T6 0:ud 0:ud V_ud.0", "expected a mode"},
		{"media_st.nomod (256,4) T6 0:ud 0:ud V_ud.0", "256 does not fit in a byte"},
		{"media_st.nomod (4,4) T6 16 0:ud 0:ud V_ud.0", "the plane is 16: expected 0 to 15"},
		{"oword_ld (M1, 2) T6 0:ud V_ud.0", "expected a number of owords"},
		{"fence_global.IE", "expected some of E, I, S, C, R and L1, in this order"},
		{"fence_sw.E", "expected the end of the instruction"},
	} {
		p := Parser{Decls: d}
		if _, err := p.ParseInst(row.text); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, want %s", row.text, err, row.says)
		}
	}
	cut := "media_st.nomod (4,4) T6 99999999999999999999 0:ud 0:ud V_ud.0" // as the tool cuts numbers, which no byte of a plane holds
	if _, err := (&Parser{Decls: d, Dialect: Intel}).ParseInst(cut); err == nil || !strings.Contains(err.Error(), "the plane is -1: expected 0 to 15") {
		t.Errorf("%s: %v", cut, err)
	}
	for _, text := range []string{"dword_atomic.predec (M1, 8) T6 V_ud.0 %null.0 %null.0 V_ud.0", "fence_global.R"} {
		if _, err := (&Parser{Decls: d}).ParseInst(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if _, err := (&Parser{Decls: d, Dialect: Intel}).ParseInst(text); err == nil {
			t.Errorf("the tool does not take %s", text)
		}
	}
}

// Bytes of a raw operand do not say that it is one: it is encoded where messages have one, and nothing else is.
func TestRawHasNoTag(t *testing.T) {
	d, err := ParseDecls(genxDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	p := Parser{Decls: d}
	i, err := p.ParseInst("addc (M1, 8) V_ud(0,0)<1> V_ud.64 V_ud(2,0)<8;8,1> 1:ud")
	if err != nil {
		t.Fatal(err)
	}
	if b, err := i.AppendInst(nil, d, Current); err == nil || err.Error() != "operand 1: a raw operand has no class in bytes, and others are here" {
		t.Errorf("%x, %v", b, err)
	}
	i, err = p.ParseInst("oword_ld (2) T6 0:ud V_ud.0")
	if err != nil {
		t.Fatal(err)
	}
	i.Operand[2] = Operand{Class: General, ID: i.Operand[2].ID, Region: Destination(1)}
	if b, err := i.AppendInst(nil, d, Current); err == nil || err.Error() != "operand 2: a general operand where bytes have no class: a raw operand is there" {
		t.Errorf("%x, %v", b, err)
	}
}
