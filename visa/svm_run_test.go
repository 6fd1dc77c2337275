package visa

import (
	"encoding/binary"
	"strings"
	"testing"
)

const svmRunDecls = `.decl out v_type=G type=ud num_elts=32 align=GRF
.decl in v_type=G type=ud num_elts=32 align=GRF
.decl out_q v_type=G type=uq num_elts=16 align=GRF alias=<out, 0>
.decl in_q v_type=G type=uq num_elts=16 align=GRF alias=<in, 0>
.decl out_b v_type=G type=ub num_elts=128 align=GRF alias=<out, 0>
.decl in_b v_type=G type=ub num_elts=128 align=GRF alias=<in, 0>
.decl at v_type=G type=uq num_elts=16 align=GRF
.decl at_w v_type=G type=w num_elts=64 align=GRF alias=<at, 0>
.decl at_f v_type=G type=f num_elts=32 align=GRF alias=<at, 0>
.decl tiny v_type=G type=ud num_elts=8 align=GRF
.decl P1 v_type=P num_elts=16
`

// svmBench runs a line on 64 bytes of flat memory, which are 0 to 63. in is 100, 101 and so on, at what was given.
func svmBench(t *testing.T, zero bool, at []uint64, line string) (*Code, *Machine, error) {
	t.Helper()
	g, errs := ParseProgram(svmRunDecls+line, NewDecls(32, D), Spec)
	if errs != nil {
		t.Fatal(errs)
	}
	options := Options{ZeroOutside: zero, Variables: map[uint32]int{}}
	for _, name := range []string{"out", "in", "at"} {
		_, id, _ := g.Decls.Lookup(name)
		options.Variables[id] = 0
	}
	code, err := Compile(g.Insts(), g.Decls, options)
	if err != nil {
		return nil, nil, err
	}
	m := code.NewMachine()
	var b, in, addresses []byte
	for k := range 64 {
		b = append(b, byte(k))
	}
	for k := range uint32(32) {
		in = binary.LittleEndian.AppendUint32(in, 100+k)
	}
	for _, v := range at {
		addresses = binary.LittleEndian.AppendUint64(addresses, v)
	}
	m.Surfaces = map[uint32]*Memory{FlatMemory: MemoryOf(b)}
	for name, b := range map[string][]byte{"in": in, "at": addresses} {
		_, id, _ := g.Decls.Lookup(name)
		m.SetBytes(id, b)
	}
	return code, m, code.Run(m, nil)
}

// What messages of SVM leave in the variable out, and in memory: bytes, -- for those that are undefined.
func TestSVMValues(t *testing.T) {
	apart := []uint64{0, 8, 16, 24, 32, 40, 48, 56}
	for _, row := range []struct {
		line   string
		at     []uint64
		out    string // from its first byte on
		from   int
		memory string
	}{
		{"svm_block_ld (1) 0x10:uq out.0", nil, "101112131415161718191a1b1c1d1e1f--", 0, "00"},
		{"svm_block_ld.unaligned (2) 0x4:uq out.0", nil, "0405060708090a0b0c0d0e0f10111213" + "1415161718191a1b1c1d1e1f20212223" + "--", 0, "00"},
		{"svm_block_ld (1) at(0,1)<8;8,1> out.0", []uint64{0, 32}, "202122232425262728292a2b2c2d2e2f--", 0, "00"},
		{"svm_block_st (1) 0x20:uq in.0", nil, "--", 31, "1f64000000650000006600000067000000" + "3031"},
		{"svm_gather.4.1 (M1, 2) at.0 out.0", []uint64{60, 4}, "3c3d3e3f" + "04050607" + "--", 0, "00"},
		{"svm_gather.4.2 (M1, 8) at.0 out.0", apart, "00010203" + "08090a0b" + "10111213" + "18191a1b" + "20212223" + "28292a2b" + "30313233" + "38393a3b" + "04050607" + "0c0d0e0f" + "14151617", 0, "00"},
		{"svm_gather.8.1 (M1, 2) at.0 out_q.0", []uint64{8, 0}, "08090a0b0c0d0e0f" + "0001020304050607" + "--", 0, "00"},
		{"svm_gather.1.1 (M1, 2) at.0 out_b.0", []uint64{3, 9}, "03------" + "09------" + "--", 0, "00"},
		{"svm_gather.1.2 (M1, 8) at.0 out_b.0", apart, "0001----" + "0809----" + "1011----", 0, "00"},
		{"svm_gather.1.8 (M1, 8) at.0 out_b.0", []uint64{1, 2, 3, 4, 5, 6, 7, 8}, "0102030405060708" + "0203040506070809", 0, "00"},
		{"svm_scatter.4.1 (M1, 2) at.0 in.0", []uint64{8, 0}, "--", 0, "65000000" + "04050607" + "64000000" + "0c"},
		{"svm_scatter.1.2 (M1, 8) at.0 in_b.0", apart, "--", 0, "6400020304050607" + "65000a0b"},
		{"svm_scatter.8.1 (M1, 1) at.0 in_q.0", []uint64{16}, "--", 15, "0f6400000065000000" + "18"},
		{"svm_atomic.add (M1, 2) at.0 out.0 in.0 %null.0", []uint64{0, 4}, "00010203" + "04050607" + "--", 0, "64010203" + "69050607"},
		{"svm_atomic.add.64 (M1, 2) at.0 out_q.0 in_q.0 %null.0", []uint64{8, 0}, "08090a0b0c0d0e0f" + "0001020304050607" + "--", 0, "66010203" + "6b050607" + "6c090a0b" + "710d0e0f"},
		{"svm_atomic.inc.16 (M1, 2) at.0 out.0 %null.0 %null.0", []uint64{2, 6}, "0203----" + "0607----" + "--", 0, "0001030304050707"},
		{"svm_atomic.cmpxchg (M1, 1) at.0 out.0 in.32 in.0", []uint64{0}, "00010203--", 0, "00010203"},
		{"svm_gather4scaled.GA (M1, 8) 0x10:uq at.0 out.0", []uint64{0, 4, 8, 12, 16, 20, 24, 28}, "14151617" + "18191a1b" + "1c1d1e1f" + "20212223" + "24252627" + "28292a2b" + "2c2d2e2f" + "30313233" + "1c1d1e1f", 0, "00"},
		{"(P1) svm_scatter4scaled.R (M1_NM, 8) 0x0:uq at.0 in.0", apart, "--", 0, "00010203" + "04050607" + "65000000"},
	} {
		line := row.line
		if strings.HasPrefix(line, "(P1)") {
			line = "setp (M1_NM, 16) P1 0x2:uw\n" + line
		}
		code, m, err := svmBench(t, false, row.at, line)
		if err != nil {
			t.Errorf("%s: %v", row.line, err)
			continue
		}
		_, id, _ := code.decls.Lookup("out")
		data, known := m.Bytes(id)
		if got := hexOf(data, known, len(row.out)/2); got != row.out {
			t.Errorf("%s: out is %s, want %s", row.line, got, row.out)
		}
		mem := m.Surfaces[FlatMemory]
		if got := hexOf(mem.Bytes[row.from:], mem.Known[row.from:], len(row.memory)/2); got != row.memory {
			t.Errorf("%s: memory is %s, want %s", row.line, got, row.memory)
		}
	}
}

// Faults of messages of SVM: which operand, lane and address, and nothing is written.
func TestSVMFaults(t *testing.T) {
	for _, row := range []struct {
		line                string
		at                  []uint64
		operand, lane, byte int
		says                string
	}{
		{"svm_gather.4.1 (M1, 2) at.0 out.0", []uint64{0, 64}, 0, 1, 64, "undefined behaviour in lane 1: at.0 leads to address 0x40, 4 bytes, and flat memory has 64 bytes"},
		{"svm_gather.4.2 (M1, 8) at.0 out.0", []uint64{0, 60, 0, 0, 0, 0, 0, 0}, 0, 1, 64, "at.0 leads to address 0x40"},
		{"svm_gather.4.1 (M1, 1) at.0 out.0", []uint64{2}, 0, 0, 2, "at.0 leads to address 0x2, which is no multiple of 4"},
		{"svm_gather.8.1 (M1, 1) at.0 out_q.0", []uint64{4}, 0, 0, 4, "which is no multiple of 8"},
		{"svm_gather.4.1 (M1, 2) at.0 out.0", []uint64{4}, 0, 1, 8, "at.0 has an undefined address"},
		{"svm_scatter.4.1 (M1, 2) at.0 in.0", []uint64{4, 4}, 0, 1, 4, "lane 1: at.0 leads to address 0x4, to which lane 0 writes too"},
		{"svm_block_ld (1) 0x8:uq out.0", nil, 0, 0, 8, "0x8:uq leads to address 0x8, which is no multiple of 16"},
		{"svm_block_ld.unaligned (1) 0x2:uq out.0", nil, 0, 0, 2, "which is no multiple of 4"},
		{"svm_block_st (2) 0x30:uq in.0", nil, 0, 0, 64, "0x30:uq leads to address 0x40, 16 bytes"},
		{"svm_block_ld (2) 0xfffffffffffffff0:uq out.0", nil, 0, 0, 1 << 62, "leads to address 0xfffffffffffffff0"},
		{"svm_block_ld (1) (abs)at(0,0)<0;1,0> out.0", []uint64{1<<64 - 16}, 0, 0, 1 << 62, "leads to address 0xfffffffffffffff0"},
		{"svm_block_ld (1) at(0,0)<0;1,0> out.0", nil, 0, 0, -1, "at(0,0)<0;1,0> is undefined, and says where memory is accessed"},
		{"svm_atomic.inc.16 (M1, 1) at.0 out.0 %null.0 %null.0", []uint64{3}, 0, 0, 3, "which is no multiple of 2"},
		{"svm_gather4scaled.R (M1, 8) 0x1:uq at.0 out.0", make([]uint64, 8), 1, 0, 1, "at.0 leads to address 0x1, which is no multiple of 4"},
		{"svm_gather4scaled.R (M1, 8) 0x8:uq at.0 out.0", []uint64{1<<64 - 8}, 1, 1, 8, "has an undefined address"},
	} {
		_, m, err := svmBench(t, false, row.at, row.line)
		f, ok := err.(*Fault)
		if !ok || f.Operand != row.operand || f.Lane != row.lane || f.Byte != row.byte || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, %+v, want %s", row.line, err, f, row.says)
			continue
		}
		for k, b := range m.Surfaces[FlatMemory].Bytes {
			if int(b) != k {
				t.Errorf("%s: byte %d was written", row.line, k)
			}
		}
	}
	code, m, _ := svmBench(t, false, nil, "svm_block_ld (1) 0x0:uq out.0")
	m.Surfaces = nil
	if err := code.Run(m, nil); err == nil || !strings.Contains(err.Error(), "svm_block_ld accesses memory without a surface, and nothing was given as such: flat") {
		t.Errorf("no memory: %v", err)
	}
}

// An address and an offset that have no 64 bits together do not come back to the beginning, nor does what lies behind an address.
func TestSVMWraps(t *testing.T) {
	far := []uint64{1<<64 - 8, 1<<64 - 8, 1<<64 - 8, 1<<64 - 8, 1<<64 - 8, 1<<64 - 8, 1<<64 - 8, 1<<64 - 8}
	for _, line := range []string{"svm_gather4scaled.R (M1, 8) 0x8:uq at.0 out.0", "svm_gather4scaled.RA (M1, 8) 0x0:uq at.0 out.0", "svm_gather.4.4 (M1, 8) at.0 out.0"} {
		code, m, err := svmBench(t, true, far, line)
		if err != nil {
			t.Fatal(err)
		}
		_, id, _ := code.decls.Lookup("out")
		data, known := m.Bytes(id)
		for k, b := range data {
			if b != 0 || known[k] == 0 && k < 32 {
				t.Errorf("%s: byte %d is %#x", line, k, b)
			}
		}
	}
}
