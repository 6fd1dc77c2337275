package visa

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// Messages of SVM and their bytes, as the pages of instructions draw them. The tool reads the bytes of random ones in TestContainerGenX.
var svmBytes = []struct{ text, bytes string }{
	{"svm_block_ld (1) V_uq(0,0)<0;1,0> V_ud.0", "4e 01 00 00 28000000 00 00 2101 20000000 0000"},
	{"svm_block_ld.unaligned (8) 0x123456789:uq V_ud.32", "4e 01 0b 050b 89674523 01000000 20000000 2000"},
	{"svm_block_st (4) V_uq(0,3)<0;1,0> V_ud.0", "4e 02 02 00 28000000 00 03 2101 20000000 0000"},
	{"(!P2.any) svm_gather.4.2 (M3, 8) V_uq.0 V_ud.64", "4e 03 23 02a0 01 01 28000000 0000 20000000 4000"},
	{"svm_gather.1.8 (M1, 16) V_uq.0 V_ub.0", "4e 03 04 0000 00 03 28000000 0000 24000000 0000"},
	{"svm_scatter.8.4 (M1_NM, 8) V_uq.64 V_uq.0", "4e 04 83 0000 02 02 28000000 4000 28000000 0000"},
	{"svm_scatter.4.1 (M1, 1) V_uq.0 V_f.0", "4e 04 00 0000 01 00 28000000 0000 27000000 0000"},
	{"(P1) svm_atomic.cmpxchg (M1, 8) V_uq.0 V_ud.0 V_ud.32 V_ud.64", "4e 05 03 0100 07 28000000 0000 20000000 2000 20000000 4000 20000000 0000"},
	{"svm_atomic.add.64 (M1, 8) V_uq.0 %null.0 V_uq.64 %null.0", "4e 05 03 0000 40 28000000 0000 28000000 4000 00000000 0000 00000000 0000"},
	{"svm_atomic.predec.16 (M1, 2) V_uq.0 V_ud.32 %null.0 %null.0", "4e 05 01 0000 2d 28000000 0000 00000000 0000 00000000 0000 20000000 2000"},
	{"svm_gather4scaled.RBA (M1, 16) V_uq(0,0)<0;1,0> V_uq.0 V_ud.0", "4e 06 04 0000 0d 0000 00 28000000 00 00 2101 28000000 0000 20000000 0000"},
	{"(P1.all) svm_scatter4scaled.G (M1, 8) 0x0:uq V_uq.0 V_f.64", "4e 07 03 0140 02 0000 050b 00000000 00000000 28000000 0000 27000000 4000"},
}

// Codes that mean nothing are refused with their place.
func TestSVMBytesRefused(t *testing.T) {
	for _, row := range []struct {
		row, at  int
		to, says string
	}{
		{0, 1, "00", "no known instruction"},
		{0, 1, "08", "no known instruction"},
		{0, 1, "ff", "no known instruction"},
		{0, 2, "05", "byte 2: bits 0-2"},
		{0, 2, "10", "byte 2: bits 0-2"},
		{2, 2, "08", "byte 2: the number of owords"},
		{3, 2, "06", "byte 2: exec bits"},
		{3, 4, "60", "byte 3: predicate bits"},
		{3, 5, "03", "byte 5: the size of a block"},
		{3, 6, "04", "byte 6: the number of blocks"},
		{7, 5, "0e", "byte 5: bits 0-4"},
		{7, 5, "60", "byte 5: bits 0-4"},
		{7, 5, "80", "byte 5: bits 0-4"},
		{10, 5, "00", "byte 5: the channels"},
		{10, 5, "10", "byte 5: the channels"},
		{10, 6, "01", "byte 6: a byte that is always 0"},
		{10, 7, "01", "byte 7: a byte that is always 0"},
	} {
		good := strings.ReplaceAll(svmBytes[row.row].bytes, " ", "")
		b, err := hex.DecodeString(good[:2*row.at] + row.to + good[2*row.at+len(row.to):])
		if err != nil {
			t.Fatal(err)
		}
		if i, _, err := DecodeInst(b, Current); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("byte %d = %s is %+v: %v, want %s", row.at, row.to, i, err, row.says)
		}
	}
}

// Texts that are none, with the place, and what the dialects take that is none of their bytes.
func TestSVMText(t *testing.T) {
	d, err := ParseDecls(genxDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ text, spec, intel string }{
		{"svm_block_ld .unaligned (4) V_uq(0,0)<0;1,0> V_ud.0", "svm_block_ld.unaligned (4) V_uq(0,0)<0;1,0> V_ud.0", `expected "("`},
		{"svm_block_st.unaligned (4) V_uq(0,0)<0;1,0> V_ud.0", `1:13: expected "("`, `1:13: expected "("`},
		{"svm_block_ld (M1, 4) V_uq(0,0)<0;1,0> V_ud.0", "a number of owords", "svm_block_ld (4) V_uq(0,0)<0;1,0> V_ud.0"},
		{"svm_block_ld (3) V_uq(0,0)<0;1,0> V_ud.0", "expected 1, 2, 4, 8 or 16 owords, found 3", "expected 1, 2, 4, 8"},
		{"(P1) svm_block_ld (4) V_uq(0,0)<0;1,0> V_ud.0", "svm_block_ld takes no guard", "svm_block_ld takes no guard"},
		{"svm_gather.2.3 (M1, 8) V_uq.0 V_ud.0", "1:11: expected blocks of 1, 4 or 8 bytes, found 2", "svm_gather.1.1 (M1, 8) V_uq.0 V_ud.0"},
		{"svm_gather.4.3 (M1, 8) V_uq.0 V_ud.0", "1:13: expected 1, 2, 4 or 8 blocks, found 3", "svm_gather.4.1 (M1, 8) V_uq.0 V_ud.0"},
		{"svm_gather.4.16 (M1, 8) V_uq.0 V_ud.0", "1:13: expected 1, 2, 4 or 8 blocks, found 16", "svm_gather.4.1 (M1, 8) V_uq.0 V_ud.0"},
		{"svm_gather.4 (M1, 8) V_uq.0 V_ud.0", "the number of blocks", "the number of blocks"},
		{"svm_gather (M1, 8) V_uq.0 V_ud.0", "the bytes of a block", "the bytes of a block"},
		{"svm_atomic.add.32 (M1, 8) V_uq.0 V_ud.0 V_ud.0 %null.0", "1:15: expected .16, for words, .64, for quadwords, or nothing", "svm_atomic.add (M1, 8) V_uq.0 V_ud.0 V_ud.0 %null.0"},
		{"svm_atomic.add.8 (M1, 8) V_uq.0 V_ud.0 V_ud.0 %null.0", "expected .16, for words, .64", "expected .16, for words, .64"},
		{"dword_atomic.add.64 (M1, 8) T6 V_ud.0 V_ud.0 %null.0 V_ud.0", "expected .16, for words, or nothing", "expected .16, for words, or nothing"},
		{"svm_gather4scaled.GR (M1, 8) 0:uq V_uq.0 V_ud.0", "some of the channels RGBA", "some of the channels RGBA"},
		{"svm_block_st (1) 0xAbF:uq V_ud.0", "svm_block_st (1) 0xabf:uq V_ud.0", "svm_block_st (1) 0xabf:uq V_ud.0"},
		{"svm_scatter.4.1 (M1, 8) V_uq.0V_ud.64", `found "0V_ud"`, "svm_scatter.4.1 (M1, 8) V_uq.0 V_ud.64"},
		{"svm_scatter.4.1 (M1, 8) V_uq.0 V_ud.0xgg", "expected a number", `expected the end of the instruction, found "xgg"`},
		{"svm_gather4scaled.R (M1, 8) V_uq.0 V_uq.0 V_ud.0", "svm_gather4scaled.R (M1, 8) V_uq.0 V_uq.0 V_ud.0", "expected a general, indirect or immediate operand"},
	} {
		for dialect, want := range map[Dialect]string{Spec: row.spec, Intel: row.intel} {
			p := Parser{Decls: d, Dialect: dialect}
			i, err := p.ParseInst(row.text)
			if got := i.Text(d); err == nil && got != want || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%v: %s is %s, %v, want %s", dialect, row.text, got, err, want)
			}
		}
	}
}

// Each rule of messages of SVM, broken by itself.
func TestSVMRules(t *testing.T) {
	d, err := ParseDecls(genxDecls+".decl N_ud v_type=G type=ud num_elts=8 align=GRF\n.decl N_uq v_type=G type=uq num_elts=8 align=GRF\n.decl N_ub v_type=G type=ub num_elts=32 align=GRF\n", 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ text, rules string }{
		{"svm_block_ld (8) V_uq(0,0)<0;1,0> V_ud.0", ""},
		{"svm_block_ld (8) V_uq(0,0)<16;8,4> V_ud.0", ""},
		{"svm_block_ld (16) V_uq(0,0)<0;1,0> V_ud.0", "message-size"},
		{"svm_block_st (16) V_uq(0,0)<0;1,0> V_ud.0", "message-size"},
		{"svm_block_ld (8) V_ud(0,0)<0;1,0> V_ud.0", "message-types"},
		{"svm_block_ld (8) 0x10:ud V_ud.0", "message-types"},
		{"svm_block_ld (8) 0x10:uq V_ud.4", "raw-alignment"},
		{"svm_block_ld (2) 0x10:uq N_ud.0", ""},
		{"svm_block_ld (4) 0x10:uq N_ud.0", "raw-bounds"},
		{"svm_gather.4.1 (M1, 16) V_uq.0 V_f.0", ""},
		{"svm_gather.4.1 (M1, 32) V_uq.0 V_f.0", "message-size"},
		{"svm_scatter.4.1 (M1, 1) V_uq.0 V_f.0", ""},
		{"svm_scatter.4.2 (M1, 4) V_uq.0 V_f.0", "message-size"},
		{"svm_gather.4.2 (M1, 8) V_uq.0 V_f.0", ""},
		{"svm_gather.4.8 (M1, 8) V_uq.0 V_f.0", ""},
		{"svm_gather.4.8 (M1, 16) V_uq.0 V_f.0", "message-size"},
		{"svm_gather.8.8 (M1, 8) V_uq.0 V_q.0", "message-size"},
		{"svm_gather.1.8 (M1, 16) V_uq.0 V_b.0", ""},
		{"svm_gather.1.1 (M1, 8) V_uq.0 V_ud.0", "message-types"},
		{"svm_gather.4.1 (M1, 8) V_uq.0 V_uq.0", "message-types"},
		{"svm_gather.8.1 (M1, 8) V_uq.0 V_df.0", ""},
		{"svm_gather.8.1 (M1, 8) V_uq.0 V_ud.0", "message-types"},
		{"svm_gather.4.1 (M1, 8) V_ud.0 V_ud.0", "message-types"},
		{"svm_gather.4.1 (M1, 8) N_uq.0 N_ud.0", ""},
		{"svm_gather.4.1 (M1, 16) N_uq.0 V_ud.0", "raw-bounds"},
		{"svm_gather.4.2 (M1, 8) N_uq.0 N_ud.0", "raw-bounds"},
		{"svm_gather.8.1 (M1, 8) N_uq.0 N_uq.0", ""},
		{"svm_gather.1.1 (M1, 8) V_uq.0 N_ub.0", ""},
		{"svm_gather.1.1 (M1, 16) V_uq.0 N_ub.0", "raw-bounds"},
		{"svm_gather.1.8 (M1, 8) V_uq.0 N_ub.0", "raw-bounds"},
		{"svm_atomic.add (M1, 8) V_uq.0 V_ud.0 V_ud.0 %null.0", ""},
		{"svm_atomic.add (M1, 16) V_uq.0 V_ud.0 V_ud.0 %null.0", "message-size"},
		{"svm_atomic.add (M1, 32) V_uq.0 V_ud.0 V_ud.0 %null.0", "message-size"},
		{"svm_atomic.add (M1, 8) V_uq.0 %null.0 %null.0 %null.0", "message-null"},
		{"svm_atomic.inc (M1, 8) V_uq.0 V_ud.0 V_ud.0 %null.0", "message-null"},
		{"svm_atomic.inc (M1, 8) V_uq.0 V_ud.0 %null.0 V_ud.0", "message-null"},
		{"svm_atomic.cmpxchg (M1, 8) V_uq.0 V_ud.0 V_ud.0 %null.0", "message-null"},
		{"svm_atomic.add.64 (M1, 8) V_uq.0 V_uq.0 V_ud.0 %null.0", "message-types"},
		{"svm_atomic.add (M1, 8) V_uq.0 V_uq.0 V_ud.0 %null.0", "message-types"},
		{"svm_atomic.minsint (M1, 8) V_uq.0 V_d.0 V_ud.0 %null.0", "message-types"},
		{"svm_atomic.minsint.64 (M1, 8) V_uq.0 V_q.0 V_uq.0 %null.0", "message-types"},
		{"svm_atomic.minsint.16 (M1, 8) V_uq.0 V_d.0 V_ud.0 %null.0", ""},
		{"svm_atomic.fadd (M1, 8) V_uq.0 V_f.0 V_ud.0 %null.0", "message-types"},
		{"svm_atomic.fadd.64 (M1, 8) V_uq.0 V_df.0 V_f.0 %null.0", "message-types"},
		{"svm_atomic.add (M1, 8) V_ud.0 V_ud.0 V_ud.0 %null.0", "message-types"},
		{"svm_atomic.add (M1, 8) N_uq.0 N_ud.0 N_ud.0 %null.0", ""},
		{"svm_atomic.add.64 (M1, 8) N_uq.0 N_uq.0 N_uq.0 %null.0", ""},
		{"svm_gather4scaled.RGBA (M1, 8) V_uq(0,0)<0;1,0> V_uq.0 V_ud.0", ""},
		{"svm_gather4scaled.RGBA (M1, 4) V_uq(0,0)<0;1,0> V_uq.0 V_ud.0", "message-size"},
		{"svm_scatter4scaled.RGBA (M1, 8) V_ud(0,0)<0;1,0> V_uq.0 V_ud.0", "message-types"},
		{"svm_scatter4scaled.RGBA (M1, 8) 0:uq V_ud.0 V_ud.0", "message-types"},
		{"svm_scatter4scaled.RGBA (M1, 8) 0:uq V_uq.0 V_uq.0", "message-types"},
		{"svm_scatter4scaled.RG (M1, 8) 0:uq V_uq.0 N_ud.0", "raw-bounds"},
	} {
		if got, want := complaints(t, d, row.text), strings.Fields(row.rules); !slices.Equal(got, want) {
			t.Errorf("%s breaks %v, want %v", row.text, got, want)
		}
	}
}

// svmMutateBase are texts of messages of SVM, for letters to be changed.
var svmMutateBase = []string{
	"svm_block_ld (4) V_uq(0,0)<0;1,0> V_ud.0",
	"svm_block_st (M1, 2) 0x10:uq V_ud.(32+32)",
	"(!P1.any) svm_gather.4.2 (M1, 8) V_uq.0 V_ud.64",
	"svm_scatter.8.1 (M5_NM, 16) V_uq.64 V_uq.0",
	"svm_atomic.cmpxchg.64 (M1, 8) V_uq.0 V_uq.0 V_uq.64 %null.0",
	"(P2) svm_gather4scaled.RBA (M1, 16) V_uq(0,0)<0;1,0> V_uq.0 V_ud.0",
}

// Texts of messages of SVM with a letter or two wrong: the tool and we take the same ones, and print them alike.
func TestGenXParsesSVM(t *testing.T) {
	path := oracle.Need(t, "GenX_IR")
	n := 100
	if *full {
		n = 5000
	}
	d, err := ParseDecls(genxDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	holdParses(t, &genx{path: path, platform: "TGLLP", dir: t.TempDir(), decls: genxDecls}, d, chance.Random(t, 98), n, svmMutateBase)
}
