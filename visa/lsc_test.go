package visa

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Messages of LSC and their bytes, as the pages of instructions draw them.
var lscBytes = []struct{ text, bytes string }{
	{"lsc_load.ugm (M1, 16)  V_ud:d32  flat[V_uq]:a64", "89 00 04 0000 00 00 00 01 0100 00000000 03 03 01 01 01 0500 00000000 20000000 0000 28000000 0000 00000000 0000 00000000 0000"},
	{"lsc_load.ugm.uc.ca (M1, 8)  V_ud.64:d32x2  bti(0xC)[V_ud+0xAB]:a32", "89 00 03 0000 00 01 02 04 0100 ab000000 02 03 01 02 02 0500 0c000000 20000000 4000 20000000 0000 00000000 0000 00000000 0000"},
	{"(!P2.any) lsc_load_strided.slm (M5_NM, 8)  V_ud:d64x4t  flat[0x4*V_ud-0x10, V_ud(1,2)]:a16", "89 01 c3 02a0 03 00 00 01 0400 f0ffffff 01 04 02 04 04 0500 00000000 20000000 0000 20000000 0000 00 20000000 01 02 2101 00000000 0000"},
	{"lsc_load_quad.ugm (M1, 16)  V_ud:d32.xzw  ss(V_ud(1,2))[V_ud]:a32", "89 02 04 0000 00 00 00 03 0100 00000000 02 03 01 0d 0d 00 20000000 01 02 2101 20000000 0000 20000000 0000 00000000 0000 00000000 0000"},
	{"lsc_store.ugml (M1, 32)  flat[V_uq.128]:a64  V_ud:d16c32h", "89 04 05 0000 01 00 00 01 0100 00000000 03 07 01 01 01 0500 00000000 00000000 0000 28000000 8000 20000000 0000 00000000 0000"},
	{"lsc_store_strided.ugm.wb.wb (M1, 16)  flat[V_uq, 0x8]:a64  V_ud:d8x8", "89 05 04 0000 00 03 03 01 0100 00000000 03 01 01 05 05 0500 00000000 00000000 0000 28000000 0000 0500 08000000 20000000 0000"},
	{"lsc_store_quad.slm (M1, 8)  flat[V_ud]:a32  V_ud:d64.xy", "89 06 03 0000 03 00 00 01 0100 00000000 02 04 01 03 03 0500 00000000 00000000 0000 20000000 0000 20000000 0000 00000000 0000"},
	{"lsc_atomic_icas.slm (M1, 16)  V_ud:d64  flat[V_ud]:a32  V_d  V_ud.64", "89 12 04 0000 03 00 00 01 0100 00000000 02 04 01 01 01 0500 00000000 20000000 0000 20000000 0000 21000000 0000 20000000 4000"},
	{"lsc_atomic_iinc.ugm.uc.wb (M1, 16)  %null:d16c32  bss(V_ud)[V_ud]:a32  %null  %null", "89 08 04 0000 00 01 03 02 0100 00000000 02 06 01 01 01 00 20000000 00 00 2101 00000000 0000 20000000 0000 00000000 0000 00000000 0000"},
	{"lsc_load_status.ugm (M1, 16)  V_ud:d32  arg[V_ud]:a32", "89 1b 04 0000 00 00 00 05 0100 00000000 02 03 01 01 01 0500 00000000 20000000 0000 20000000 0000 00000000 0000 00000000 0000"},
	{"lsc_store_uncompressed.ugm (M1, 16)  flat[V_ud]:a32  V_ud:d8", "89 1c 04 0000 00 00 00 01 0100 00000000 02 01 01 01 01 0500 00000000 00000000 0000 20000000 0000 20000000 0000 00000000 0000"},
	{"lsc_load_block2d.ugm.ca.ca (M1, 1)  V_ud:d8.2x16x4nt  flat[V_uq, 0x3F, V_ud(0,1), 0x40, V_d, 0xFFFFFFFF]", "89 03 00 0000 00 02 02 01 01 02 1000 0400 01 20000000 0000 00 28000000 00 00 2101 0500 3f000000 00 20000000 00 01 2101 0500 40000000 00 21000000 00 00 2101 0500 ffffffff 00000000 0000"},
	{"(P1) lsc_store_block2d.ugm (M1_NM, 1)  flat[V_uq(0,3), 0x3F, 0x7, 0x3F, 0x0, 0x2]  V_ud.32:d64.4x300tn", "89 07 80 0100 00 00 00 04 02 01 0400 2c01 00 00000000 0000 00 28000000 00 03 2101 0500 3f000000 0500 07000000 0500 3f000000 0500 00000000 0500 02000000 20000000 2000"},
	{"lsc_load_quad.tgm (M1, 8)  V_ud:d32.xyzw  bti(0x4)[V_ud, V_d]:a32", "8a 02 03 0000 00 00 04 02 03 01 0f 0f 0500 04000000 20000000 0000 20000000 0000 21000000 0000 00000000 0000 00000000 0000 00000000 0000 00000000 0000"},
	{"(!P2.any) lsc_store_quad.tgm (M1, 16)  ss(V_ud(1,2))[V_ud.64, %null, V_ud, V_d]:a32  V_ud:d32.x", "8a 06 04 02a0 00 00 03 02 03 01 01 01 00 20000000 01 02 2101 00000000 0000 20000000 4000 00000000 0000 20000000 0000 21000000 0000 20000000 0000 00000000 0000"},
	{"lsc_atomic_icas.tgm (M1, 8)  V_ud:d32  bss(0x5)[V_ud]:a32  V_d  V_ud.64", "8a 12 03 0000 00 00 02 02 03 01 01 01 0500 05000000 20000000 0000 20000000 0000 00000000 0000 00000000 0000 00000000 0000 21000000 0000 20000000 4000"},
	{"lsc_load_status.tgm (M1, 8)  V_ud:d32  bti(0x4)[V_ud]:a32", "8a 1b 03 0000 00 00 04 02 03 01 01 01 0500 04000000 20000000 0000 20000000 0000 00000000 0000 00000000 0000 00000000 0000 00000000 0000 00000000 0000"},
	{"lsc_store_uncompressed.tgm (M1, 8)  bti(0x4)[V_ud]:a32  V_ud:d32x2", "8a 1c 03 0000 00 00 04 02 03 01 02 02 0500 04000000 00000000 0000 20000000 0000 00000000 0000 00000000 0000 00000000 0000 20000000 0000 00000000 0000"},
	{"lsc_read_state_info.tgm  V_ud  bti(0x4)", "8a 1e 80 0000 00 00 04 02 03 01 01 01 0500 04000000 20000000 0000 00000000 0000 00000000 0000 00000000 0000 00000000 0000 00000000 0000 00000000 0000"},
	{"lsc_fence.ugm.evict.gpu", "8b 80 0000 00 01 03"},
	{"lsc_fence.tgm.type6.sysacq", "8b 80 0000 02 06 06"},
}

// The second byte of each message, as the tables of the pages have it.
func TestLSCCodes(t *testing.T) {
	names := map[int]string{0: "load", 1: "load_strided", 2: "load_quad", 3: "load_block2d", 4: "store", 5: "store_strided", 6: "store_quad", 7: "store_block2d", 27: "load_status", 28: "store_uncompressed"}
	typed := map[int]string{2: "load_quad.tgm", 6: "store_quad.tgm", 27: "load_status.tgm", 28: "store_uncompressed.tgm", 30: "read_state_info.tgm"}
	for k, name := range strings.Fields("iinc idec load store iadd isub smin smax umin umax icas fadd fsub fmin fmax fcas and or xor") {
		names[8+k] = "atomic_" + name
		typed[8+k] = "atomic_" + name + ".tgm"
	}
	for opcode, names := range map[byte]map[int]string{0x89: names, 0x8a: typed} {
		for code := range 256 {
			op, ok := opStarting([]byte{opcode, byte(code)}, Current)
			if name := names[code]; ok != (name != "") || ok && op.String() != "lsc_"+name {
				t.Errorf("%#x %#x is %s, %v, want %s", opcode, code, op, ok, name)
			}
			if without, is := strings.CutSuffix(names[code], ".tgm"); ok && is && code != 30 && op.untyped().String() != "lsc_"+without {
				t.Errorf("%s does what %s does", op, op.untyped())
			}
		}
	}
}

// Codes that mean nothing are refused with their place; messages that are not in the table are unknown code.
func TestLSCBytesRefused(t *testing.T) {
	good := strings.ReplaceAll(lscBytes[0].bytes, " ", "")
	for _, row := range []struct {
		at   int
		to   string
		says string
	}{
		{1, "1d", "no known instruction"},
		{1, "ff", "no known instruction"},
		{2, "06", "byte 2: exec bits"},
		{4, "60", "byte 3: predicate bits"},
		{5, "02", "byte 5: the unit"},
		{5, "04", "byte 5: the unit"},
		{6, "07", "byte 5: the unit"},
		{7, "07", "byte 5: the unit"},
		{8, "00", "byte 5: the unit"},
		{8, "06", "byte 5: the unit"},
		{15, "00", "byte 5: the unit"},
		{15, "04", "byte 5: the unit"},
		{16, "00", "byte 5: the unit"},
		{16, "08", "byte 5: the unit"},
		{17, "00", "byte 5: the unit"},
		{17, "03", "byte 5: the unit"},
		{18, "00", "byte 5: the unit"},
		{18, "09", "byte 5: the unit"},
		{20, "0100", "operand 0: a surface or a pitch"},
	} {
		text := good[:2*row.at] + row.to + good[2*row.at+len(row.to):]
		b, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		if i, _, err := DecodeInst(b, Current); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("byte %d = %s is %+v: %v, want %s", row.at, row.to, i, err, row.says)
		}
		if _, known := opStarting(b, Current); known == (row.says == "no known instruction") {
			t.Errorf("byte %d = %s: known is %v", row.at, row.to, known)
		}
	}
	quad := strings.ReplaceAll(lscBytes[3].bytes, " ", "")
	for _, channels := range []string{"00", "10"} {
		b, _ := hex.DecodeString(quad[:38] + channels + quad[40:])
		if _, _, err := DecodeInst(b, Current); err == nil || !strings.Contains(err.Error(), "the channels are none") {
			t.Errorf("channels %s: %v", channels, err)
		}
	}
	block := strings.ReplaceAll(lscBytes[11].bytes, " ", "")
	for at, to := range map[int]string{5: "02", 6: "07", 8: "00", 9: "03", 15: "02"} {
		b, _ := hex.DecodeString(block[:2*at] + to + block[2*at+2:])
		if i, _, err := DecodeInst(b, Current); err == nil || !strings.Contains(err.Error(), "byte 5: the unit") {
			t.Errorf("byte %d = %s of a block is %+v: %v", at, to, i, err)
		}
	}
	for _, fence := range []string{"8b80010000 0103", "8b80000004 0103", "8b8000000007 03", "8b800000000107", "8b860000000103"} {
		b, _ := hex.DecodeString(strings.ReplaceAll(fence, " ", ""))
		if _, _, err := DecodeInst(b, Current); err == nil {
			t.Errorf("%s is a fence", fence)
		}
	}
}

// Other spellings, and texts that are none, with the place.
func TestLSCText(t *testing.T) {
	d, err := ParseDecls(genxDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	const rest = " (M1, 8) V_ud:d32 flat[V_ud]:a32"
	for _, row := range []struct{ text, want string }{
		{"lsc_load .ugm .uc .uc (8) V_ud.0 :u32x1 [ 1*V_ud.(8*4) + 3*4 ] :a32", "lsc_load.ugm.uc.uc (M1, 8)  V_ud:d32  flat[V_ud.32+0xc]:a32"},
		{"lsc_load.ugm (8) V_ud:d8u32 bti(V_ud.3)[2*2*V_ud-(1+1)]:a32", "lsc_load.ugm (M1, 8)  V_ud:d8c32  bti(V_ud(0,3))[0x4*V_ud-0x2]:a32"},
		{"lsc_load.ugm (8) V_ud:d16u32h flat[%sizeof(S_d)*V_ud+%sizeof(S_d)]:a32", "lsc_load.ugm (M1, 8)  V_ud:d16c32h  flat[0x10*V_ud+0x10]:a32"},
		{"lsc_load_strided.ugm (8) V_ud:d16x3 flat[V_ud]:a32", "lsc_load_strided.ugm (M1, 8)  V_ud:d16x3  flat[V_ud, 0x6]:a32"},
		{"lsc_load_strided.ugm (1) V_ud:d64x3t flat[V_ud]:a32", "lsc_load_strided.ugm (M1, 1)  V_ud:d64x3t  flat[V_ud, 0x8]:a32"},
		{"lsc_store_strided.ugm (8) flat[V_ud]:a32 V_ud:d8c32", "lsc_store_strided.ugm (M1, 8)  flat[V_ud, 0x4]:a32  V_ud:d8c32"},
		{"lsc_load_strided.ugm (1) V_ud:d32x2t flat[V_ud, 1]:a32", "lsc_load_strided.ugm (M1, 1)  V_ud:d32x2t  flat[V_ud, 0x1]:a32"},
		{"lsc_load.ugm.uc (8) V_ud:d32 ss(-1)[V_ud]:a32", "lsc_load.ugm.uc.df (M1, 8)  V_ud:d32  ss(0xFFFFFFFF)[V_ud]:a32"},

		{"lsc_load" + rest, "1:10: expected the unit"},
		{"lsc_load.tgm" + rest, "1:9: there is no lsc_load of typed surfaces"},
		{"lsc_load.xgm" + rest, "expected the unit: .ugm, .ugml, .slm or .tgm, found \".xgm\""},
		{"lsc_read_state_info.ugm V_ud bti(4)", "1:20: lsc_read_state_info is for typed surfaces: expected .tgm"},
		{"lsc_load_quad.tgm (8) V_ud:d32.x flat[V_ud]:a32", "expected bti, ss or bss"},
		{"lsc_load_quad.tgm (8) V_ud:d32.x bti(4)[%null]:a32", "not %null"},
		{"lsc_load_quad.tgm (8) V_ud:d32.x bti(4)[V_ud,V_ud,V_ud,V_ud,V_ud]:a32", `expected "]"`},
		{"lsc_load_quad.tgm (8) V_ud:d32.x bti(4)V_ud]:a32", `expected "[" and the coordinates`},
		{"lsc_load_quad.tgm (8) V_ud:d32.x bti(4)[V_ud]:a8", "expected the size of addresses"},
		{"lsc_load_quad .tgm (8) V_ud.0:u32.x bti(1+3)[V_ud ,%null, V_ud.(8+8)]:a32", "lsc_load_quad.tgm (M1, 8)  V_ud:d32.x  bti(0x4)[V_ud, %null, V_ud.16]:a32"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.16x4 flat[V_uq.3,1,2,3,4,5]", "lsc_load_block2d.ugm (M1, 1)  V_ud:d8.16x4nn  flat[V_uq(0,3), 0x1, 0x2, 0x3, 0x4, 0x5]"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.1x16x4t flat[V_uq,1,2,3,4,5]", "lsc_load_block2d.ugm (M1, 1)  V_ud:d8.16x4tn  flat[V_uq, 0x1, 0x2, 0x3, 0x4, 0x5]"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.16x4nnn flat[V_uq,1,2,3,4,5]", "expected the shape of the blocks"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.16 flat[V_uq,1,2,3,4,5]", "expected the shape of the blocks"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.1x2x3x4 flat[V_uq,1,2,3,4,5]", "expected the shape of the blocks"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.0x4 flat[V_uq,1,2,3,4,5]", "expected the shape of the blocks"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.256x1x4 flat[V_uq,1,2,3,4,5]", "expected the shape of the blocks"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.1x65536 flat[V_uq,1,2,3,4,5]", "expected the shape of the blocks"},
		{"lsc_load_block2d.ugm (1) V_ud:d8x2 flat[V_uq,1,2,3,4,5]", "expected the shape of the blocks"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.16x4 bti(4)[V_uq,1,2,3,4,5]", "expected flat, and the surface"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.16x4 flat[0,1,2,3,4,5]", "1:44: the base is an element of a variable"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.16x4 flat[V_uq,1,2,3,4]", `expected "," and the row`},
		{"lsc_load_block2d.ugm (1) V_ud:d8.16x4 flat[V_uq,1,2,3,4,5,6]", `expected "]"`},
		{"lsc_load_block2d.tgm (1) V_ud:d8.16x4 flat[V_uq,1,2,3,4,5]", "there is no lsc_load_block2d of typed surfaces"},
		{"lsc_load.ugm.cc" + rest, "expected a cache control"},
		{"lsc_load.ugm.uc.uc.uc" + rest, "expected \"(\""},
		{"lsc_load.ugm V_ud:d32 flat[V_ud]:a32", "expected \"(\""},
		{"lsc_load.ugm (8) V_ud:d24 flat[V_ud]:a32", "expected the shape of the data"},
		{"lsc_load.ugm (8) V_ud:d32x5 flat[V_ud]:a32", "expected the shape of the data"},
		{"lsc_load.ugm (8) V_ud:d32x01 flat[V_ud]:a32", "expected the shape of the data"},
		{"lsc_load.ugm (8) V_ud:d32x flat[V_ud]:a32", "expected the shape of the data"},
		{"lsc_load.ugm (8) V_ud:d32.x flat[V_ud]:a32", "expected the shape of the data"},
		{"lsc_load_quad.ugm (8) V_ud:d32 flat[V_ud]:a32", "a full stop and some of x, y, z and w"},
		{"lsc_load_quad.ugm (8) V_ud:d32.yx flat[V_ud]:a32", "a full stop and some of x, y, z and w"},
		{"lsc_load_quad.ugm (8) V_ud:d32.xx flat[V_ud]:a32", "a full stop and some of x, y, z and w"},
		{"lsc_load.ugm (8) V_ud flat[V_ud]:a32", `expected ":" and the shape`},
		{"lsc_load.ugm (8) T6:d32 flat[V_ud]:a32", "is a surface variable: expected a general one"},
		{"lsc_load.ugm (8) V_ud:d32 flat[%null]:a32", "not %null"},
		{"lsc_load.ugm (8) V_ud:d32 flag[V_ud]:a32", "expected flat, bti, ss, bss or arg"},
		{"lsc_load.ugm (8) V_ud:d32 bti[V_ud]:a32", `expected "(" and the surface`},
		{"lsc_load.ugm (8) V_ud:d32 bti(T6)[V_ud]:a32", "is a surface variable: expected a general one, or a number"},
		{"lsc_load.ugm (8) V_ud:d32 bti(0x100000000)[V_ud]:a32", "expected a number of 32 bits"},
		{"lsc_load.ugm (8) V_ud:d32 flat[4+V_ud]:a32", `expected "*" and the addresses`},
		{"lsc_load.ugm (8) V_ud:d32 flat[4/0*V_ud]:a32", "division by zero"},
		{"lsc_load.ugm (8) V_ud:d32 flat[0*V_ud]:a32", "expected 1 to 65535"},
		{"lsc_load.ugm (8) V_ud:d32 flat[65536*V_ud]:a32", "expected 1 to 65535"},
		{"lsc_load.ugm (8) V_ud:d32 flat[V_ud+0x80000000]:a32", "expected a number of 32 bits with a sign"},
		{"lsc_load.ugm (8) V_ud:d32 flat[V_ud, 4]:a32", `expected "]"`},
		{"lsc_load.ugm (8) V_ud:d32 flat[V_ud]:a8", "expected the size of addresses"},
		{"lsc_load.ugm (8) V_ud:d32 flat[V_ud]", "expected the size of addresses"},
		{"lsc_store.ugm (8) V_ud:d32 flat[V_ud]:a32", "expected flat, bti"},
		{"lsc_atomic_iadd.ugm (8) V_ud:d32 flat[V_ud]:a32 V_ud", "expected a variable"},
		{"lsc_fence.ugm.flush.gpu", "expected what the fence does"},
		{"lsc_fence.ugm.none", "expected how far the fence goes"},
	} {
		p := Parser{Decls: d}
		i, err := p.ParseInst(row.text)
		if got := i.Text(d); err == nil && got != row.want || err != nil && !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s is %s, %v, want %s", row.text, got, err, row.want)
		}
	}
}

// Each rule of messages of LSC, broken by itself, and the names of those of one that breaks none.
func TestLSCRules(t *testing.T) {
	d, err := ParseDecls(genxDecls+".decl N_ud v_type=G type=ud num_elts=8 align=GRF\n", 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ text, rules string }{
		{"lsc_load.ugm (8) V_ud:d32 flat[V_uq]:a64", ""},
		{"lsc_load.ugm.ri.ca (8) V_ud:d32x4 flat[V_uq]:a64", ""},
		{"lsc_load.ugm.ca.wb (8) V_ud:d32 flat[V_uq]:a64", "lsc-cache"},
		{"lsc_load.ugm.uc.wb (8) V_ud:d32 flat[V_uq]:a64", "lsc-cache"},
		{"lsc_store.ugm.uc.ca (8) flat[V_uq]:a64 V_ud:d32", "lsc-cache"},
		{"lsc_store.ugm.st.wb (8) flat[V_uq]:a64 V_ud:d32", ""},
		{"lsc_atomic_iinc.ugm.uc.wb (8) V_ud:d32 flat[V_uq]:a64 %null %null", ""},
		{"lsc_atomic_iinc.ugm.ca.ca (8) V_ud:d32 flat[V_uq]:a64 %null %null", "lsc-cache"},
		{"lsc_atomic_iinc.ugm.uc.ca (8) V_ud:d32 flat[V_uq]:a64 %null %null", "lsc-cache"},
		{"lsc_load.ugml.uc.uc (8) V_ud:d32 flat[V_uq]:a64", "lsc-cache"},
		{"lsc_load.slm.uc.uc (8) V_ud:d32 flat[V_ud]:a32", "lsc-cache"},
		{"lsc_load.ugm (8) V_ud:d32 flat[3*V_uq]:a64", "lsc-address"},
		{"lsc_load.ugm (8) V_ud:d32 flat[8*V_uq]:a64", ""},
		{"lsc_load.ugm (8) V_ud:d32 flat[V_ud]:a16", "lsc-address"},
		{"lsc_load.slm (8) V_ud:d32 flat[V_ud-0x7fff]:a16", ""},
		{"lsc_load.slm (8) V_ud:d32 flat[V_ud+0x8000]:a16", "lsc-address"},
		{"lsc_load.slm (8) V_ud:d32 flat[V_ud-0x8000]:a16", "lsc-address"},
		{"lsc_load.slm (8) V_ud:d32 flat[V_uq]:a64", "lsc-address"},
		{"lsc_load.ugm (1) V_ud:d32x64t flat[V_uq]:a64", ""},
		{"lsc_load.ugm (1) V_ud:d64x64t flat[V_uq]:a64", "lsc-shape"},
		{"lsc_load.ugm (2) V_ud:d32x64t flat[V_uq]:a64", "lsc-shape"},
		{"lsc_atomic_iinc.ugm (1) V_ud:d32t flat[V_uq]:a64 %null %null", "lsc-shape"},
		{"lsc_store_quad.ugm (8) flat[V_uq]:a64 V_ud:d32.xz", "lsc-shape"},
		{"lsc_store_quad.ugm (8) flat[V_uq]:a64 V_ud:d32.xyz", ""},
		{"lsc_load_quad.ugm (8) V_ud:d32.yw flat[V_uq]:a64", ""},
		{"lsc_load.ugm (8) V_ud:d16x2 flat[V_uq]:a64", "lsc-shape"},
		{"lsc_load.ugm (8) V_ud:d8c32 flat[V_uq]:a64", ""},
		{"lsc_load.ugml (8) V_ud:d32x3 flat[V_uq]:a64", "lsc-shape"},
		{"lsc_load.ugm (8) V_ud:d32x16 flat[V_uq]:a64", "lsc-shape lsc-shape"},
		{"lsc_load.ugm (16) V_ud:d32x8 flat[V_uq]:a64", "lsc-shape"},
		{"lsc_atomic_iinc.ugm (8) V_ud:d16 flat[V_uq]:a64 %null %null", "lsc-shape"},
		{"lsc_atomic_iadd.slm (8) V_ud:d64 flat[V_ud]:a32 V_ud %null", "lsc-shape"},
		{"lsc_atomic_fadd.slm (8) V_ud:d32 flat[V_ud]:a32 V_ud %null", "lsc-shape"},
		{"lsc_atomic_iadd.ugm (8) V_ud:d32x2 flat[V_ud]:a32 V_ud %null", "lsc-shape"},
		{"lsc_load.ugm (1) V_ud:d8c32x2t flat[V_ud]:a32", "lsc-shape"},
		{"lsc_load.slm (8) V_ud:d32 bti(4)[V_ud]:a32", "lsc-surface"},
		{"lsc_load.ugm (8) V_ud:d32 bti(%null)[V_ud]:a32", "lsc-surface"},
		{"lsc_load_strided.ugm (8) V_ud:d32 flat[V_ud, 65535]:a32", ""},
		{"lsc_load_strided.ugm (8) V_ud:d32 flat[V_ud, 65536]:a32", "lsc-address"},
		{"lsc_load_strided.ugm (8) V_ud:d32 flat[V_ud, %null]:a32", "lsc-address"},
		{"lsc_store.ugm (8) flat[V_ud]:a32 %null:d32", "lsc-operands"},
		{"lsc_store_strided.ugm (8) flat[V_ud]:a32 %null:d32", "lsc-operands"},
		{"lsc_atomic_iadd.ugm (8) %null:d32 flat[V_ud]:a32 %null %null", "lsc-operands"},
		{"lsc_atomic_iinc.ugm (8) %null:d32 flat[V_ud]:a32 V_ud %null", "lsc-operands"},
		{"lsc_atomic_load.ugm (8) %null:d32 flat[V_ud]:a32 V_ud %null", "lsc-operands"},
		{"lsc_atomic_icas.ugm (8) %null:d32 flat[V_ud]:a32 V_ud %null", "lsc-operands"},
		{"lsc_atomic_iadd.ugm (8) %null:d32 flat[V_ud]:a32 V_ud V_ud", "lsc-operands"},
		{"lsc_load_quad.tgm (8) V_ud:d32.xyzw bti(4)[V_ud,V_ud,V_ud,V_ud]:a32", ""},
		{"lsc_load_quad.tgm.uc.uc (8) V_ud:d32.x bti(4)[V_ud]:a32", "lsc-cache"},
		{"lsc_load_quad.tgm (8) V_ud:d32.x bti(4)[V_uq]:a64", "lsc-address"},
		{"lsc_load_quad.tgm (8) V_ud:d32.x bti(4)[V_ud]:a16", "lsc-address"},
		{"lsc_load_quad.tgm (8) V_ud:d32.x bti(%null)[V_ud]:a32", "lsc-surface"},
		{"lsc_store_quad.tgm (8) bti(4)[V_ud]:a32 V_ud:d32.xz", "lsc-shape"},
		{"lsc_store_quad.tgm (8) bti(4)[V_ud]:a32 %null:d32.x", "lsc-operands"},
		{"lsc_atomic_fadd.tgm (8) V_ud:d32 bti(4)[V_ud]:a32 V_ud %null", "lsc-shape"},
		{"lsc_atomic_iadd.tgm (8) V_ud:d32 bti(4)[V_ud]:a32 %null %null", "lsc-operands"},
		{"lsc_atomic_iinc.tgm (8) V_ud:d32 bti(4)[V_ud]:a32 V_ud %null", "lsc-operands"},
		{"lsc_atomic_icas.tgm (8) V_ud:d32 bti(4)[V_ud]:a32 V_ud %null", "lsc-operands"},
		{"lsc_atomic_iadd.tgm (8) V_ud:d32 bti(4)[V_ud]:a32 V_ud V_ud", "lsc-operands"},
		{"lsc_load_quad.tgm (16) V_ud:d32.x bti(4)[V_ud,N_ud]:a32", "raw-bounds"},
		{"lsc_load_quad.tgm (8) V_ud:d32.x bti(4)[V_ud,N_ud]:a32", ""},
		{"lsc_load_quad.tgm (8) N_ud:d32.xy bti(4)[V_ud]:a32", "raw-bounds"},
		{"lsc_load_quad.tgm (8) V_ud:d32.x bti(4)[V_ud.4]:a32", "raw-alignment"},
		{"lsc_read_state_info.tgm V_ud bti(4)", ""},
		{"lsc_load_block2d.ugm (1) V_ud:d8.2x16x32nn flat[V_uq,1,2,3,4,5]", ""},
		{"lsc_load_block2d.ugm (2) V_ud:d8.2x16x32nn flat[V_uq,1,2,3,4,5]", "lsc-block"},
		{"lsc_load_block2d.ugm.wb.wb (1) V_ud:d8.2x16x32nn flat[V_uq,1,2,3,4,5]", "lsc-cache"},
		{"lsc_store_block2d.ugm.wb.wb (1) flat[V_uq,1,2,3,4,5] V_ud:d8.16x32nn", ""},
		{"lsc_store_block2d.ugm (1) flat[V_uq,1,2,3,4,5] V_ud:d8.2x16x32nn", "lsc-block"},
		{"lsc_store_block2d.ugm (1) flat[V_uq,1,2,3,4,5] V_ud:d8.16x32nt", "lsc-block"},
		{"lsc_store_block2d.ugm (1) flat[V_uq,1,2,3,4,5] %null:d8.16x32nn", "lsc-operands"},
		{"lsc_load_block2d.ugm (1) V_ud:d32.16x32nn flat[V_uq,1,2,3,4,5]", "raw-bounds"},
		{"lsc_load_block2d.ugm (1) V_ud:d32.16x16nn flat[V_uq,1,2,3,4,5]", ""},
		{"lsc_load_block2d.ugm (1) V_ud:d32.17x1nn flat[V_uq,1,2,3,4,5]", "lsc-block"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.1x33nn flat[V_uq,1,2,3,4,5]", "lsc-block"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.33x1tn flat[V_uq,1,2,3,4,5]", "lsc-block"},
		{"lsc_load_block2d.ugm (1) V_ud:d32.1x17tn flat[V_uq,1,2,3,4,5]", "lsc-block"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.3x4x4nn flat[V_uq,1,2,3,4,5]", "lsc-block"},
		{"lsc_load_block2d.ugm (1) V_ud:d16.8x4x4nn flat[V_uq,1,2,3,4,5]", "lsc-block"},
		{"lsc_load_block2d.ugm (1) V_ud:d32.4x4x4nn flat[V_uq,1,2,3,4,5]", "lsc-block"},
		{"lsc_load_block2d.ugm (1) V_ud:d64.2x4x4nn flat[V_uq,1,2,3,4,5]", "lsc-block"},
		{"lsc_load_block2d.ugm (1) V_ud:d16.2x4x4tn flat[V_uq,1,2,3,4,5]", "lsc-block"},
		{"lsc_load_block2d.ugm (1) V_ud:d8c32.4x4nn flat[V_uq,1,2,3,4,5]", "lsc-block"},
		{"lsc_load_block2d.ugm (1) V_ud:d8c32.4x4tn flat[V_uq,1,2,3,4,5]", "lsc-block"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.4x3nt flat[V_uq,1,2,3,4,5]", "lsc-block"},
		{"lsc_load_block2d.ugm (1) V_ud:d16.4x2nt flat[V_uq,1,2,3,4,5]", ""},
		{"lsc_load_block2d.ugm (1) V_ud:d16.4x3tt flat[V_uq,1,2,3,4,5]", ""},
		{"lsc_load_block2d.ugm (1) V_ud:d16.3x4tt flat[V_uq,1,2,3,4,5]", "lsc-block"},
		{"lsc_load_block2d.ugm (1) V_ud:d64.4x4nt flat[V_uq,1,2,3,4,5]", "lsc-block"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.4x4nn flat[%null,1,2,3,4,5]", "lsc-operands"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.4x4nn flat[V_uq,%null,2,3,4,5]", "lsc-operands"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.4x4nn flat[V_uq,1,%null,3,4,5]", "lsc-operands"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.4x4nn flat[V_uq,1,2,%null,4,5]", "lsc-operands"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.4x4nn flat[V_uq,1,2,3,%null,5]", "lsc-operands"},
		{"lsc_load_block2d.ugm (1) V_ud:d8.4x4nn flat[V_uq,1,2,3,4,%null]", "lsc-operands"},
		{"lsc_load_block2d.ugm (1) N_ud:d8.4x8nn flat[V_uq,1,2,3,4,5]", ""},
		{"lsc_load_block2d.ugm (1) N_ud:d8.5x8nn flat[V_uq,1,2,3,4,5]", "raw-bounds"},
		{"lsc_load_block2d.ugm (1) N_ud:d8.2x1x1nn flat[V_uq,1,2,3,4,5]", "raw-bounds"},
		{"lsc_fence.slm.none.group", ""},
		{"lsc_fence.slm.evict.group", "lsc-fence"},
		{"lsc_fence.slm.none.gpu", "lsc-fence"},
		{"lsc_fence.ugm.evict.gpu", ""},
		{"lsc_load.ugm (8) N_ud.32:d32 flat[V_ud]:a32", "raw-bounds"},
		{"lsc_load.ugm (8) N_ud:d32x2 flat[V_ud]:a32", "raw-bounds"},
		{"lsc_load.ugm (16) V_ud:d32 flat[N_ud]:a32", "raw-bounds"},
		{"lsc_load.ugm (8) V_ud:d32 flat[N_ud]:a64", "raw-bounds"},
		{"lsc_load.ugm (8) V_ud:d32 flat[N_ud]:a32", ""},
		{"lsc_load_strided.ugm (16) V_ud:d32 flat[N_ud]:a64", ""},
		{"lsc_load.ugm (8) V_ud.4:d32 flat[V_ud]:a32", "raw-alignment"},
	} {
		if got, want := complaints(t, d, row.text), strings.Fields(row.rules); !slices.Equal(got, want) {
			t.Errorf("%s breaks %v, want %v", row.text, got, want)
		}
	}
	d.Platform = DG2
	if got := complaints(t, d, "lsc_load.ugml (8) V_ud:d32 flat[V_uq]:a64"); !slices.Equal(got, []string{"lsc-unit"}) {
		t.Errorf("ugml of DG2: %v", got)
	}
	for _, d.Platform = range []Platform{PVC, PVCXT} {
		if got := complaints(t, d, "lsc_load.ugml (8) V_ud:d32 flat[V_uq]:a64"); got != nil {
			t.Errorf("ugml of %s: %v", d.Platform, got)
		}
	}
	d.Platform = TGL
	if got := complaints(t, d, "lsc_fence.ugm.evict.gpu"); !slices.Equal(got, []string{"platform"}) {
		t.Errorf("a fence of TGL: %v", got)
	}
}

// The cache controls that the table of the pages has, for loads, stores and atomic operations, among all that there could be; and addresses that bytes multiply by 0.
func TestLSCCaches(t *testing.T) {
	d, err := ParseDecls(genxDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	both := " df.df uc.uc st.uc "
	table := map[string]string{
		"lsc_load.ugm.%s (8) V_ud:d32 flat[V_ud]:a32":                      both + "uc.ca ca.uc ca.ca st.ca ri.ca ",
		"lsc_store.ugm.%s (8) flat[V_ud]:a32 V_ud:d32":                     both + "uc.wb wt.uc wt.wb st.wb wb.wb ",
		"lsc_atomic_iinc.ugm.%s (8) V_ud:d32 flat[V_ud]:a32 %%null %%null": " df.df uc.uc uc.wb ",
	}
	for text, list := range table {
		for _, l1 := range caches {
			for _, l3 := range caches {
				pair := l1 + "." + l3
				legal := len(complaints(t, d, fmt.Sprintf(text, pair))) == 0
				if legal != strings.Contains(list, " "+pair+" ") {
					t.Errorf(text+": legal is %v", pair, legal)
				}
			}
		}
	}
	p, c := Parser{Decls: d}, Checker{Decls: d}
	i, err := p.ParseInst("lsc_load.ugm (8) V_ud:d32 flat[V_ud]:a32")
	if err != nil {
		t.Fatal(err)
	}
	i.LSC.Scale = 0
	if f := c.Check(&i); len(f) != 1 || f[0].Rule != "lsc-address" || f[0].Operand != lscAddresses {
		t.Errorf("addresses times 0: %+v", f)
	}
}
