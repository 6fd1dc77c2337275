package visa

import (
	"encoding/binary"
	"strings"
	"testing"
)

const messageRunDecls = `.decl out v_type=G type=ud num_elts=32 align=GRF
.decl in v_type=G type=ud num_elts=32 align=GRF
.decl at v_type=G type=ud num_elts=16 align=GRF
.decl tiny v_type=G type=ud num_elts=8 align=GRF
.decl P1 v_type=P num_elts=16
.decl T6 v_type=T num_elts=1
.decl T7 v_type=T num_elts=1
`

// messageBench runs lines on 64 bytes of T6, which are 0 to 63, a picture of eight bytes a row for T7, and 32 bytes of shared memory that nobody has written. in is 100, 101 and so on, at
// what was given.
func messageBench(t *testing.T, zero bool, at []uint32, lines ...string) (*Code, *Machine, error) {
	t.Helper()
	g, errs := ParseProgram(messageRunDecls+strings.Join(lines, "\n"), NewDecls(32, D), Spec)
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
	var b, in, offsets []byte
	for k := range 64 {
		b = append(b, byte(k))
	}
	for k := range uint32(32) {
		in = binary.LittleEndian.AppendUint32(in, 100+k)
	}
	for _, v := range at {
		offsets = binary.LittleEndian.AppendUint32(offsets, v)
	}
	m.Surfaces = map[uint32]*Memory{0: NewMemory(32), 6: MemoryOf(b), 7: MemoryOf(append([]byte(nil), b...))}
	m.Surfaces[7].Pitch = 8
	for name, b := range map[string][]byte{"in": in, "at": offsets} {
		_, id, _ := g.Decls.Lookup(name)
		m.SetBytes(id, b)
	}
	return code, m, code.Run(m, nil)
}

// What messages leave in the variable out, and in memory: bytes, -- for those that are undefined.
func TestMessageValues(t *testing.T) {
	ascending := []uint32{0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60}
	for _, row := range []struct {
		line    string
		at      []uint32
		out     string // from its first byte on
		surface uint32
		from    int
		memory  string
	}{
		{"oword_ld (1) T6 0x1:ud out.0", nil, "101112131415161718191a1b1c1d1e1f--", 6, 0, "00"},
		{"oword_ld_unaligned (1) T6 0x4:ud out.0", nil, "0405060708090a0b0c0d0e0f10111213--", 6, 0, "00"},
		{"oword_st (1) T6 0x2:ud in.0", nil, "--", 6, 30, "1e1f64000000650000006600000067000000" + "3031"},
		{"media_ld.nomod (3,2) T7 0x1:ud 0x2:ud out.0", nil, "111213--191a1b--", 7, 0, "00"},
		{"media_st.nomod (6,2) T7 0x0:ud 0x1:ud in.0", nil, "--", 7, 8, "6400000065000e0f" + "6600000067001617"},
		{"gather.4 (M1, 8) T6 0x1:ud at.0 out.0", []uint32{0, 1, 2, 3, 4, 5, 6, 14}, "04050607" + "08090a0b" + "0c0d0e0f" + "10111213" + "14151617" + "18191a1b" + "1c1d1e1f" + "3c3d3e3f" + "--", 6, 0, "00"},
		{"gather.2 (M1, 1) T6 0x1:ud at.0 out.0", []uint32{3}, "0809----" + "--", 6, 0, "00"},
		{"gather_scaled.1 (M1, 2) T6 0x5:ud at.0 out.0", []uint32{0, 9}, "05------0e------", 6, 0, "00"},
		{"scatter.2 (M1, 1) T6 0x2:ud at.0 in.0", []uint32{1}, "--", 6, 5, "05640008"},
		{"scatter_scaled.4 (M1, 2) T6 0x1:ud at.0 in.0", []uint32{8, 0}, "--", 6, 0, "00650000000506070864000000" + "0d"},
		{"gather4_scaled.GA (M1, 8) T6 0x0:ud at.0 out.0", []uint32{0, 4, 8, 12, 16, 20, 24, 28}, "04050607" + "08090a0b" + "0c0d0e0f" + "10111213" + "14151617" + "18191a1b" + "1c1d1e1f" + "20212223" + "0c0d0e0f" + "10111213", 6, 0, "00"},
		{"dword_atomic.add (M1, 8) T6 at.0 in.0 %null.0 out.0", ascending, "00010203" + "04050607", 6, 0, "64010203" + "69050607"},
		{"dword_atomic.add (M1, 8) T6 at.0 in.0 %null.0 out.0", make([]uint32, 8), "00010203" + "64010203" + "c9010203", 6, 0, "3c040203"},
		{"dword_atomic.add (M1, 8) T6 at.0 in.0 %null.0 %null.0", make([]uint32, 8), "--", 6, 0, "3c040203"},
		{"dword_atomic.xchg (M1, 8) T6 at.0 in.0 %null.0 %null.0", make([]uint32, 8), "--", 6, 0, "6b000000"},
		{"dword_atomic.inc.16 (M1, 1) T6 at.0 %null.0 %null.0 out.0", []uint32{2}, "0203----", 6, 0, "00010303" + "04"},
		{"dword_atomic.predec (M1, 1) T6 at.0 %null.0 %null.0 out.0", []uint32{4}, "03050607", 6, 4, "03050607"},
		{"gather_scaled.4 (M1, 1) %slm 0x0:ud at.0 out.0", []uint32{0}, "--------", 0, 0, "----"},
		{"scatter_scaled.4 (M1, 1) %slm 0x0:ud at.0 in.0", []uint32{4}, "--", 0, 3, "--64000000--"},
	} {
		code, m, err := messageBench(t, false, row.at, row.line)
		if err != nil {
			t.Errorf("%s: %v", row.line, err)
			continue
		}
		_, id, _ := code.decls.Lookup("out")
		data, known := m.Bytes(id)
		if got := hexOf(data, known, len(row.out)/2); got != row.out {
			t.Errorf("%s: out is %s, want %s", row.line, got, row.out)
		}
		mem := m.Surfaces[row.surface]
		if got := hexOf(mem.Bytes[row.from:], mem.Known[row.from:], len(row.memory)/2); got != row.memory {
			t.Errorf("%s: memory is %s, want %s", row.line, got, row.memory)
		}
		met := strings.Contains(row.line, "xchg") || strings.Contains(row.line, "add") && len(row.at) == 8 && !strings.HasSuffix(row.line, "%null.0")
		if said := strings.Join(m.Unverified(), "\n"); strings.Contains(said, "meet in one place") != met {
			t.Errorf("%s: it says %q", row.line, said)
		}
	}
}

// hexOf are n bytes.
func hexOf(data, known []byte, n int) string {
	var b strings.Builder
	for k := range n {
		if known[k] == 0 {
			b.WriteString("--")
			continue
		}
		b.WriteString(string("0123456789abcdef"[data[k]>>4]) + string("0123456789abcdef"[data[k]&15]))
	}
	return b.String()
}

// Faults of messages: which operand, lane and byte or address, and nothing is written.
func TestMessageFaults(t *testing.T) {
	for _, row := range []struct {
		line          string
		at            []uint32
		operand, lane int
		byte          int
		says          string
	}{
		{"gather_scaled.4 (M1, 2) T6 0x0:ud at.0 out.0", []uint32{0, 61}, 0, 1, 61, "undefined behaviour in lane 1: T6 is accessed at address 0x3d, 4 bytes, and has 64 bytes"},
		{"gather_scaled.4 (M1, 1) T6 0xffffffff:ud at.0 out.0", []uint32{1}, 0, 0, 1 << 32, "lane 0: T6 is accessed at address 0x100000000"},
		{"gather.4 (M1, 8) T6 0x0:ud at.0 out.0", []uint32{0, 1, 2}, 2, 3, 12, "lane 3: at.0 has an undefined offset"},
		{"gather.4 (M1, 16) T6 0x0:ud tiny.0 out.0", nil, 2, 0, 0, "lane 0: tiny.0 has an undefined offset"},
		{"gather4_scaled.R (M1, 8) T6 0x2:ud at.0 out.0", make([]uint32, 8), 2, 0, 2, "lane 0: at.0 leads to address 0x2, which is no multiple of 4"},
		{"oword_ld_unaligned (1) T6 0x6:ud out.0", nil, 1, 0, 6, "lane 0: 0x6:ud leads to address 0x6, which is no multiple of 4"},
		{"oword_ld (1) T6 tiny(0,0)<0;1,0> out.0", nil, 1, 0, -1, "lane 0: tiny(0,0)<0;1,0> is undefined, and says where memory is accessed"},
		{"oword_ld (8) T6 0x0:ud out.0", nil, 0, 0, 64, "T6 is accessed at address 0x40, 16 bytes, and has 64 bytes"},
		{"oword_ld (1) T1 0x0:ud out.0", nil, 0, NoLane, -1, "undefined behaviour: T1 stands for no memory"},
		{"scatter_scaled.4 (M1, 4) T6 0x0:ud at.0 in.0", []uint32{0, 4, 8, 6}, 0, 3, 6, "lane 3: T6 is written at address 0x6 by lane 1 too"},
		{"media_ld.nomod (4,1) T6 0x0:ud 0x0:ud out.0", nil, 0, NoLane, -1, "T6 is no picture"},
		{"media_ld.nomod (4,2) T7 0x6:ud 0x0:ud out.0", nil, 0, 0, 6, "T7 has rows of 8 bytes, and 4 are accessed from byte 6 of one on"},
		{"media_ld.nomod (4,2) T7 0x0:ud 0x7:ud out.0", nil, 0, 0, 64, "T7 is accessed at address 0x40, 4 bytes"},
		{"media_st.nomod (4,1) T7 0x2:ud 0x0:ud in.0", nil, 1, 0, -1, "0x2:ud is 2: a block is written from a multiple of 4 bytes on"},
		{"dword_atomic.inc (M1, 1) T6 at.0 %null.0 %null.0 out.0", []uint32{2}, 1, 0, 2, "at.0 leads to address 0x2, which is no multiple of 4"},
		{"dword_atomic.inc.16 (M1, 1) T6 at.0 %null.0 %null.0 out.0", []uint32{3}, 1, 0, 3, "which is no multiple of 2"},
	} {
		_, m, err := messageBench(t, false, row.at, row.line)
		f, ok := err.(*Fault)
		if !ok || f.Operand != row.operand || f.Lane != row.lane || f.Byte != row.byte || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, %+v, want %s", row.line, err, f, row.says)
			continue
		}
		for k, b := range m.Surfaces[6].Bytes {
			if int(b) != k {
				t.Errorf("%s: byte %d was written", row.line, k)
			}
		}
	}
	// In the dialect spec, a raw operand that does not fit is a fault of the first lane without room.
	_, _, err := messageBench(t, false, make([]uint32, 16), "gather.4 (M1, 16) T6 0x0:ud at.0 tiny.0")
	if f, ok := err.(*Fault); !ok || f.Operand != 3 || f.Lane != 8 || f.Byte != 32 {
		t.Errorf("%v", err)
	}
}

// With ZeroOutside, what is outside reads as zero and is not written.
func TestZeroOutside(t *testing.T) {
	code, m, err := messageBench(t, true, []uint32{60, 64, 68, 1 << 31}, "gather_scaled.4 (M1, 4) T6 0x0:ud at.0 out.0", "scatter_scaled.4 (M1, 4) T6 0x0:ud at.0 in.0", "oword_ld (2) T6 0x3:ud out.32")
	if err != nil {
		t.Fatal(err)
	}
	_, id, _ := code.decls.Lookup("out")
	data, known := m.Bytes(id)
	if got, want := hexOf(data, known, 64), "3c3d3e3f"+strings.Repeat("00", 12)+strings.Repeat("--", 16)+"303132333435363738393a3b64000000"+strings.Repeat("00", 16); got != want {
		t.Errorf("out is %s, want %s", got, want)
	}
	if mem := m.Surfaces[6].Bytes; mem[59] != 59 || mem[60] != 100 {
		t.Errorf("memory is %v", mem[56:])
	}
}

// What is outside is not written, and so lanes may meet there.
func TestZeroOutsideMeets(t *testing.T) {
	if _, _, err := messageBench(t, true, []uint32{64, 64}, "scatter_scaled.4 (M1, 2) T6 0x0:ud at.0 in.0"); err != nil {
		t.Error(err)
	}
	if _, _, err := messageBench(t, true, []uint32{60, 60}, "scatter_scaled.4 (M1, 2) T6 0x0:ud at.0 in.0"); err == nil {
		t.Error("two lanes write one byte")
	}
}

// A surface variable to which movs has written an index stands for what the table has there.
func TestSurfaceOfIndex(t *testing.T) {
	code, m, err := messageBench(t, false, nil, "movs (M1, 1) T6(0) 0x3:ud", "oword_ld (1) T6 0x0:ud out.0")
	if f, ok := err.(*Fault); !ok || f.Operand != 0 {
		t.Fatalf("%v", err)
	}
	m.Table = map[uint32]*Memory{3: MemoryOf([]byte("sixteen letters."))}
	if err := code.Run(m, nil); err != nil {
		t.Fatal(err)
	}
	_, id, _ := code.decls.Lookup("out")
	if data, _ := m.Bytes(id); string(data[:16]) != "sixteen letters." {
		t.Errorf("%q", data[:16])
	}
}
