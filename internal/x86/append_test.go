package x86_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/x86"
)

// TestAppend is a row or two for each part of an instruction, to be read beside doc.go; the comparisons with assemblers are the proof.
func TestAppend(t *testing.T) {
	for _, c := range []struct {
		encoding string
		operands []x86.Operand
		want     string
	}{
		{"RMI: 66 0F 70 /r ib", []x86.Operand{x86.XMM(1), x86.XMM(2), x86.Imm(27)}, "66 0f 70 ca 1b"},
		{"RM: 66 0F 38 00 /r", []x86.Operand{x86.XMM(9), x86.XMM(10)}, "66 45 0f 38 00 ca"},
		{"MI: 66 0F 73 /3 ib", []x86.Operand{x86.XMM(5), x86.Imm(4)}, "66 0f 73 dd 04"},
		{"VMI: VEX.128.66.0F.WIG 73 /3 ib", []x86.Operand{x86.XMM(1), x86.XMM(2), x86.Imm(4)}, "c5 f1 73 da 04"},
		{"RVM: VEX.256.66.0F38.WIG 00 /r", []x86.Operand{x86.YMM(1), x86.YMM(2), x86.YMM(3)}, "c4 e2 6d 00 cb"},
		{"RVM: VEX.128.66.0F.WIG 60 /r", []x86.Operand{x86.XMM(1), x86.XMM(2), x86.XMM(11)}, "c4 c1 69 60 cb"},
		{"RVMR: VEX.128.66.0F3A.W0 4C /r /is4", []x86.Operand{x86.XMM(1), x86.XMM(2), x86.XMM(3), x86.XMM(12)}, "c4 e3 69 4c cb c0"},
		{"RVM FVM: EVEX.512.66.0F38.W1 8D /r", []x86.Operand{x86.ZMM(31).Zeroed(3), x86.ZMM(16), x86.ZMM(17)}, "62 22 fd c3 8d f9"},
		{"RM FVM: EVEX.512.F3.0F.W1 6F /r", []x86.Operand{x86.ZMM(0), x86.Mem(x86.RDI, 64*3)}, "62 f1 fe 48 6f 47 03"},
		{"RM FVM: EVEX.512.F3.0F.W1 6F /r", []x86.Operand{x86.ZMM(0), x86.Mem(x86.RDI, 65)}, "62 f1 fe 48 6f 87 41 00 00 00"},
		{"RM: EVEX.512.F3.0F.W1 6F /r", []x86.Operand{x86.ZMM(0), x86.Mem(x86.RDI, 64)}, "62 f1 fe 48 6f 87 40 00 00 00"},
		{"RM: REX.W 8B /r", []x86.Operand{x86.R(x86.RAX), x86.Mem(x86.RSP, 8)}, "48 8b 44 24 08"},
		{"RM: REX.W 8B /r", []x86.Operand{x86.R(x86.RAX), x86.Mem(x86.R13, 0)}, "49 8b 45 00"},
		{"RM: REX.W 8B /r", []x86.Operand{x86.R(x86.RAX), x86.MemRIP(16)}, "48 8b 05 10 00 00 00"},
		{"OI: REX.W B8+rd io", []x86.Operand{x86.R(x86.R9), x86.Imm(-1)}, "49 b9 ff ff ff ff ff ff ff ff"},
		{"RM: 0F B6 /r", []x86.Operand{x86.R(x86.RAX), x86.Low(x86.RBX)}, "0f b6 c3"},
		{"RM: 0F B6 /r", []x86.Operand{x86.R(x86.RAX), x86.Low(x86.RSI)}, "40 0f b6 c6"}, // without 40 it is dh
		{"RM: 0F B6 /r", []x86.Operand{x86.R(x86.RAX), x86.Low(x86.RSP)}, "40 0f b6 c4"},
		{"RM: 0F B6 /r", []x86.Operand{x86.R(x86.RAX), x86.Low(x86.RDI)}, "40 0f b6 c7"},
		{"RM: 0F B6 /r", []x86.Operand{x86.R(x86.RAX), x86.Low(x86.R9)}, "41 0f b6 c1"},
		{"D: 0F 85 cd", []x86.Operand{x86.Rel(-20)}, "0f 85 ec ff ff ff"},
		{"ZO: C3", nil, "c3"},
	} {
		got, err := x86.MustParse(c.encoding).Append([]byte{0xaa}, c.operands...)
		if want, _ := hex.DecodeString("aa" + strings.ReplaceAll(c.want, " ", "")); err != nil || string(got) != string(want) {
			t.Errorf("%s %v: % x, %v; want aa %s", c.encoding, c.operands, got, err, c.want)
		}
		if refused := x86.Refusal(x86.MustParse(c.encoding), c.operands); refused != nil {
			t.Errorf("%s %v is refused by the slow rules: %v", c.encoding, c.operands, refused)
		}
	}
}

// A vector register is for the lengths that it holds, by the fast rules and by the slow ones.
func TestVectorLengths(t *testing.T) {
	registers := map[int]x86.Operand{128: x86.XMM(3), 256: x86.YMM(3), 512: x86.ZMM(3)}
	for encoding, wide := range map[string]int{
		"RM: 66 0F 6F /r":             128,
		"RM: VEX.128.66.0F.WIG 6F /r": 128,
		"RM: VEX.256.66.0F.WIG 6F /r": 256,
		"RM: VEX.LIG.66.0F.WIG 6F /r": 128,
		"RM: VEX.LZ.66.0F.W0 6F /r":   128,
		"RM: VEX.L0.66.0F.W0 6F /r":   128,
		"RM: VEX.L1.66.0F.W0 6F /r":   256,
		"RM: EVEX.128.66.0F.W0 6F /r": 128,
		"RM: EVEX.256.66.0F.W0 6F /r": 256,
		"RM: EVEX.512.66.0F.W0 6F /r": 512,
		"RM: EVEX.LIG.66.0F.W0 6F /r": 128,
	} {
		e := x86.MustParse(encoding)
		for bits, register := range registers {
			for _, operands := range [][]x86.Operand{{register, register}, {x86.XMM(1), register}, {register, x86.Mem(x86.RDI, 0)}} {
				_, err := e.Append(nil, operands...)
				refused := x86.Refusal(e, operands)
				if fits := bits <= wide; fits != (err == nil) || fits != (refused == nil) {
					t.Errorf("%s %v: %v, and by the slow rules %v", encoding, operands, err, refused)
				}
			}
		}
	}
}

func TestAppendErrors(t *testing.T) {
	const (
		pshufd  = "RMI: 66 0F 70 /r ib"
		vpshufb = "RVM: VEX.256.66.0F38.WIG 00 /r"
		vpermw  = "RVM FVM: EVEX.512.66.0F38.W1 8D /r"
		store   = "MR FVM: EVEX.512.F3.0F.W1 7F /r"
		compare = "RVM FV: EVEX.512.66.0F.W0 76 /r"
		load    = "RM: REX.W 8B /r"
		pext    = "RVM: VEX.LZ.F3.0F38.W1 F5 /r"
	)
	x, y, z, imm, at := x86.XMM(1), x86.YMM(1), x86.ZMM(1), x86.Imm(1), x86.Mem(x86.RDI, 0)
	for _, c := range []struct {
		encoding string
		operands []x86.Operand
		what     string
	}{
		{pshufd, []x86.Operand{x, x}, "2 operands where Op/En RMI has 3"},
		{pshufd, []x86.Operand{x, x, x}, "xmm1 where an immediate belongs"},
		{pshufd, []x86.Operand{x, imm, imm}, "1 where a register belongs"},
		{pshufd, []x86.Operand{x, {}, imm}, "nothing where a register belongs"},
		{pshufd, []x86.Operand{at, x, imm}, "[rdi+0] where Op/En has R, which is a register"},
		{pshufd, []x86.Operand{x, x, x86.Imm(256)}, "ib holds -128 to 255"},
		{pshufd, []x86.Operand{x, x, x86.Imm(-129)}, "-129 is out of range"},
		{pshufd, []x86.Operand{x, x86.XMM(16), imm}, "xmm16 is out of range: legacy names 16"},
		{pshufd, []x86.Operand{x, x86.XMM(-1), imm}, "xmm? is out of range"},
		{pshufd, []x86.Operand{x, x86.XMM(1 << 40), imm}, "xmm? is out of range"},
		{pshufd, []x86.Operand{x, y, imm}, "ymm1 is not for this vector length"},
		{pshufd, []x86.Operand{x, x86.K(1), imm}, "k1 is not for"},
		{pshufd, []x86.Operand{x.Masked(1), x, imm}, "only EVEX has opmasks"},
		{vpshufb, []x86.Operand{y, x86.YMM(16), y}, "ymm16 is out of range: VEX names 16"},
		{vpshufb, []x86.Operand{y, z, y}, "zmm1 is not for this vector length"},
		{vpshufb, []x86.Operand{y, y.Masked(1), y}, "only EVEX"},
		{vpermw, []x86.Operand{z, z, x86.ZMM(32)}, "zmm32 is out of range: EVEX names 32"},
		{vpermw, []x86.Operand{z, z.Masked(1), z}, "belongs to the first operand"},
		{vpermw, []x86.Operand{z.Masked(0), z, z}, "k0 means none"},
		{vpermw, []x86.Operand{z.Zeroed(8), z, z}, "k1 to k7 can mask"},
		{store, []x86.Operand{at.Zeroed(1), z}, "[rdi+0] {k1}{z}: only a vector register can be zeroed"},
		{compare, []x86.Operand{x86.K(1).Zeroed(1), z, z}, "only a vector register"},
		{"MR T1S32: EVEX.128.66.0F.W0 7E /r", []x86.Operand{x86.R(1).Zeroed(1), x}, "only a vector register"},
		{compare, []x86.Operand{x86.K(8), z, z}, "k8 is out of range: EVEX names 8"},
		{pext, []x86.Operand{x86.R(1), x86.Low(2), x86.R(3)}, "dl: VEX has no operands of a byte"},
		{load, []x86.Operand{x86.Low(16), at}, "r?b is out of range"},
		{load, []x86.Operand{x86.R(16), at}, "r? is out of range: legacy names 16"},
		{load, []x86.Operand{x86.R(1), x86.Mem(16, 0)}, "none of the 16 general registers"},
		{load, []x86.Operand{x86.R(1), x86.MemIndex(1, 16, 1, 0)}, "none of the 16 general registers"},
		{load, []x86.Operand{x86.R(1), x86.MemIndex(1, x86.RSP, 1, 0)}, "rsp cannot be an index"},
		{load, []x86.Operand{x86.R(1), x86.MemIndex(1, 1, 3, 0)}, "scale must be 1, 2, 4 or 8"},
		{load, []x86.Operand{x86.R(1), x86.MemIndex(1, 1, 0, 0)}, "scale must be 1, 2, 4 or 8"},
		{vpermw, []x86.Operand{z, z.Rounded(x86.Upwards), z}, "zmm1 {ru-sae}: the rounding belongs to the last vector register"},
		{vpermw, []x86.Operand{z, z, x86.Mem(x86.RDI, 0).Rounded(x86.Upwards)}, "the rounding belongs to the last vector register"},
		{vpermw, []x86.Operand{z, z, z.Rounded(9)}, "there is no rounding 9"},
		{vpshufb, []x86.Operand{y, y, y.Rounded(x86.ToEven)}, "only EVEX of 512 bits rounds by itself"},
		{"D: E9 cd", []x86.Operand{x86.Rel(1 << 31)}, "cd holds -2147483648 to 2147483647"},
	} {
		code := []byte{0xaa}
		e := x86.MustParse(c.encoding)
		got, err := e.Append(code, c.operands...)
		if refused := x86.Refusal(e, c.operands); refused == nil || err == nil || refused.Error() != err.Error() {
			t.Errorf("%s %v: %v, and by the slow rules %v", c.encoding, c.operands, err, refused)
		}
		if err == nil || !strings.Contains(err.Error(), c.what) || !strings.Contains(err.Error(), c.encoding) || len(got) != 1 {
			t.Errorf("%s %v: % x, %v; want %q", c.encoding, c.operands, got, err, c.what)
		}
	}
	if _, err := (x86.Encoding{}).Append(nil); err == nil {
		t.Error("the zero encoding was appended")
	}
}

func TestPatch(t *testing.T) {
	code := make([]byte, 20)
	for _, c := range []struct {
		end, target int
		want        string // the four bytes before end
	}{{5, 12, "07000000"}, {20, 0, "ecffffff"}, {4, 4, "00000000"}} {
		if err := x86.Patch(code, c.end, c.target); err != nil || hex.EncodeToString(code[c.end-4:c.end]) != c.want {
			t.Errorf("patch of %d to %d: % x, %v", c.end, c.target, code, err)
		}
	}
	for _, c := range [][2]int{{3, 0}, {21, 0}, {5, -1}, {5, 21}} {
		if x86.Patch(code, c[0], c[1]) == nil {
			t.Errorf("patch of %d to %d was done in %d bytes", c[0], c[1], len(code))
		}
	}
}

func TestAppendDoesNotAllocate(t *testing.T) {
	vpermw := x86.MustParse("RVM FVM: EVEX.512.66.0F38.W1 8D /r")
	pshufd := x86.MustParse("RMI: 66 0F 70 /r ib")
	code := make([]byte, 0, 64)
	if n := testing.AllocsPerRun(100, func() {
		code, _ = vpermw.Append(code[:0], x86.ZMM(1).Zeroed(2), x86.ZMM(30), x86.Mem(x86.RDI, 128))
		code, _ = pshufd.Append(code, x86.XMM(1), x86.XMM(2), x86.Imm(27))
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkAppend is of instructions as code has them: of three vectors, from memory, on opmasks and on general registers.
func BenchmarkAppend(b *testing.B) {
	vpermw := x86.MustParse("RVM FVM: EVEX.512.66.0F38.W1 8D /r")
	vmovdqu32 := x86.MustParse("RM FVM: EVEX.512.F3.0F.W0 6F /r")
	kandw := x86.MustParse("RVM: VEX.L1.0F.W0 41 /r")
	add := x86.MustParse("MI: REX.W 81 /0 id")
	jnz := x86.MustParse("D: 0F 85 cd")
	load := x86.MustParse("RM: REX.W 8B /r")
	code := make([]byte, 0, 128)
	b.ReportAllocs()
	for b.Loop() {
		code, _ = vpermw.Append(code[:0], x86.ZMM(1).Zeroed(2), x86.ZMM(30), x86.ZMM(7))
		code, _ = vmovdqu32.Append(code, x86.ZMM(1), x86.Mem(x86.RDI, 128))
		code, _ = kandw.Append(code, x86.K(1), x86.K(2), x86.K(3))
		code, _ = add.Append(code, x86.R(8), x86.Imm(11))
		code, _ = jnz.Append(code, x86.Rel(0))
		code, _ = load.Append(code, x86.R(10), x86.MemIndex(12, 3, 4, 64))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(6*b.N), "ns/instruction")
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := x86.Parse("RVMI FV: EVEX.512.66.0F3A.W0 25 /r ib"); err != nil {
			b.Fatal(err)
		}
	}
}
