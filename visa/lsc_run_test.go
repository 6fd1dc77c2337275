package visa

import (
	"strings"
	"testing"
)

// lscBench runs lines on 64 bytes of flat memory, which are 0 to 63, as many of surface 5, from 64 on, and 32 bytes of shared memory. in is 100, 101 and so on, at what was given, in words,
// dwords or quadwords.
func lscBench(t *testing.T, size int, at []uint64, lines ...string) (*Code, *Machine, error) {
	t.Helper()
	g, errs := ParseProgram(messageRunDecls+".decl five v_type=G type=uw num_elts=2 align=word\n"+strings.Join(lines, "\n"), NewDecls(32, D), Spec)
	if errs != nil {
		t.Fatal(errs)
	}
	options := Options{Variables: map[uint32]int{}}
	for _, name := range []string{"out", "in", "at", "five"} {
		_, id, _ := g.Decls.Lookup(name)
		options.Variables[id] = 0
	}
	code, err := Compile(g.Insts(), g.Decls, options)
	if err != nil {
		return nil, nil, err
	}
	m := code.NewMachine()
	flat, five := make([]byte, 64), make([]byte, 64)
	for k := range flat {
		flat[k], five[k] = byte(k), byte(64+k)
	}
	m.Surfaces = map[uint32]*Memory{0: NewMemory(32), FlatMemory: MemoryOf(flat)}
	m.Table = map[uint32]*Memory{5: MemoryOf(five)}
	var in [128]byte
	for k := range 32 {
		in[4*k], in[4*k+2] = byte(100+k), byte(200+k)
	}
	_, id, _ := g.Decls.Lookup("in")
	m.SetBytes(id, in[:])
	_, id, _ = g.Decls.Lookup("five")
	m.SetBytes(id, []byte{9, 9, 5, 0})
	_, id, _ = g.Decls.Lookup("at")
	data, known := m.Bytes(id)
	for k, v := range at {
		setWord(data[size*k:], known[size*k:], size, v, true)
	}
	return code, m, code.Run(m, nil)
}

// What messages of LSC leave in the variable out, and in memory: bytes, -- for those that are undefined.
func TestLSCValues(t *testing.T) {
	for _, row := range []struct {
		line   string
		size   int
		at     []uint64
		out    string // from its first byte on
		table  bool
		from   int
		memory string
	}{
		{"lsc_load.ugm (M1, 2) out:d32 flat[at]:a64", 8, []uint64{4, 9}, "04050607090a0b0c--", false, 0, "00"},
		{"lsc_load.ugm (M1, 2) out:d32x2 flat[at]:a32", 4, []uint64{4, 16}, "0405060710111213" + strings.Repeat("--", 24) + "08090a0b14151617--", false, 0, "00"},
		{"lsc_load.ugm (M1, 2) out:d64 flat[2*at+1]:a16", 2, []uint64{4, 16}, "", false, 0, "00"},
		{"lsc_load.ugm (M1, 2) out:d8 flat[at]:a32", 4, []uint64{4, 63}, "043f--", false, 0, "00"},
		{"lsc_load.ugm (M1, 2) out:d16 flat[at-2]:a32", 4, []uint64{4, 63}, "02033d3e--", false, 0, "00"},
		{"lsc_load.ugm (M1, 2) out:d8c32 flat[at]:a32", 4, []uint64{4, 63}, "040000003f000000--", false, 0, "00"},
		{"lsc_load.ugm (M1, 2) out:d16c32 flat[at]:a32", 4, []uint64{4, 62}, "040500003e3f0000--", false, 0, "00"},
		{"lsc_load.ugm (M1, 2) out:d16c32h flat[at]:a32", 4, []uint64{4, 62}, "0000040500003e3f--", false, 0, "00"},
		{"lsc_load.ugm (M1_NM, 1) out:d32x3t bti(5)[at]:a32", 4, []uint64{4}, "4445464748494a4b4c4d4e4f--", true, 0, "40"},
		{"lsc_load.ugm (M1_NM, 1) out:d64x2t ss(five(0,1))[at]:a32", 4, []uint64{48}, "707172737475767778797a7b7c7d7e7f--", true, 0, "40"},
		{"lsc_load_strided.ugm (M1, 4) out:d32 flat[at+4]:a32", 4, []uint64{4}, "08090a0b0c0d0e0f1011121314151617--", false, 0, "00"},
		{"lsc_load_strided.ugm (M1, 4) out:d32 flat[at, 0]:a32", 4, []uint64{4}, "04050607040506070405060704050607--", false, 0, "00"},
		{"lsc_load_strided.ugm (M1, 2) out:d32 flat[4*at, five(0,1)]:a32", 4, []uint64{4}, "1011121315161718--", false, 0, "00"},
		{"lsc_load_quad.ugm (M1, 2) out:d32.yw flat[at]:a32", 4, []uint64{0, 16}, "0405060714151617" + strings.Repeat("--", 24) + "0c0d0e0f1c1d1e1f--", false, 0, "00"},
		{"lsc_load.slm (M1, 1) out:d32 flat[at]:a32", 4, []uint64{0}, "--------", false, 0, "00"},
		{"lsc_store.ugm (M1, 2) flat[at]:a64 in:d32", 8, []uint64{4, 9}, "--", false, 3, "036400c8000865" + "00c9000d"},
		{"lsc_store.ugm (M1, 2) flat[at]:a32 in:d16c32h", 4, []uint64{4, 8}, "--", false, 3, "03c8000607c9000a"},
		{"lsc_store.ugm (M1, 2) flat[at]:a32 in:d8c32", 4, []uint64{4, 8}, "--", false, 3, "03640506076509"},
		{"lsc_store.ugm (M1, 1) bss(5)[at]:a32 in:d32x4t", 4, []uint64{4}, "--", true, 3, "436400c8006500c9006600ca006700cb0054"},
		{"lsc_store_strided.ugm (M1, 2) flat[at, 6]:a32 in:d16", 4, []uint64{4}, "--", false, 3, "036400060708" + "09c8000c"},
		{"lsc_store_quad.ugm (M1, 1) flat[at]:a32 in:d32.xy", 4, []uint64{4}, "--", false, 3, "036400c8006c00d0000c"},
		{"lsc_store_uncompressed.ugm (M1, 1) flat[at]:a32 in:d32", 4, []uint64{4}, "--", false, 3, "036400c80008"},
		{"lsc_atomic_iadd.ugm (M1, 2) out:d32 flat[at]:a32 in %null", 4, []uint64{0, 0}, "000102036401ca03--", false, 0, "c9019304"},
		{"lsc_atomic_iinc.ugm (M1, 1) out:d64 flat[at]:a32 %null %null", 4, []uint64{8}, "08090a0b0c0d0e0f--", false, 8, "09090a0b0c0d0e0f"},
		{"lsc_atomic_idec.ugm (M1, 1) out:d16c32 flat[at]:a32 %null %null", 4, []uint64{8}, "08090000--", false, 8, "07090a"},
		{"lsc_atomic_load.ugm (M1, 1) out:d32 flat[at]:a32 %null %null", 4, []uint64{8}, "08090a0b--", false, 8, "08090a0b"},
		{"lsc_atomic_store.ugm (M1, 1) out:d32 flat[at]:a32 in %null", 4, []uint64{8}, "08090a0b--", false, 8, "6400c800"},
		{"lsc_atomic_icas.ugm (M1, 1) out:d16c32 flat[at]:a32 at.0 in", 4, []uint64{0x0302 - 0x0300}, "02030000--", false, 2, "0203"},
		{"lsc_atomic_icas.ugm (M1, 1) out:d16c32 flat[at+0]:a32 in.0 in", 4, []uint64{8}, "08090000--", false, 8, "0809"},
		{"lsc_atomic_smin.ugm (M1, 1) out:d32 flat[at]:a32 in %null", 4, []uint64{8}, "08090a0b--", false, 8, "6400c800"},
	} {
		code, m, err := lscBench(t, row.size, row.at, row.line)
		if err != nil {
			t.Errorf("%s: %v", row.line, err)
			continue
		}
		if row.out == "" { // two quadwords, from 9 and 33 on
			row.out = "090a0b0c0d0e0f10" + "2122232425262728" + "--"
		}
		_, id, _ := code.decls.Lookup("out")
		data, known := m.Bytes(id)
		if got := hexOf(data, known, len(row.out)/2); got != row.out {
			t.Errorf("%s: out is %s, want %s", row.line, got, row.out)
		}
		mem := m.Surfaces[FlatMemory]
		if row.table {
			mem = m.Table[5]
		}
		if got := hexOf(mem.Bytes[row.from:], mem.Known[row.from:], len(row.memory)/2); got != row.memory {
			t.Errorf("%s: memory is %s, want %s", row.line, got, row.memory)
		}
		if said := strings.Join(m.Unverified(), "\n"); strings.Contains(said, "erratum 280") != strings.Contains(row.line, "out:d16c32h") {
			t.Errorf("%s: it says %q", row.line, said)
		}
	}
}

// What compares takes its first source for what it compares with, and writes the second one.
func TestLSCCompares(t *testing.T) {
	for _, row := range []struct{ line, memory string }{
		{"lsc_atomic_icas.ugm (M1, 1) out:d16c32 flat[at]:a32 at.4 in.0", "64000a"},
		{"lsc_atomic_icas.ugm (M1, 1) out:d16c32 flat[at]:a32 in.0 at.4", "08090a"},
		{"lsc_atomic_fcas.ugm (M1, 1) out:d16c32 flat[at]:a32 at.4 in.0", "64000a"},
		{"lsc_atomic_fcas.ugm (M1, 1) out:d16c32 flat[at]:a32 in.0 at.4", "08090a"},
	} {
		_, m, err := lscBench(t, 4, []uint64{8, 0x0908}, row.line)
		if err != nil {
			t.Fatal(err)
		}
		if got := hexOf(m.Surfaces[FlatMemory].Bytes[8:], m.Surfaces[FlatMemory].Known[8:], 3); got != row.memory {
			t.Errorf("%s: memory is %s, want %s", row.line, got, row.memory)
		}
	}
}

// Faults of messages of LSC: which operand, lane and byte or address, and nothing is written.
func TestLSCFaults(t *testing.T) {
	for _, row := range []struct {
		line          string
		size          int
		at            []uint64
		operand, lane int
		says          string
	}{
		{"lsc_load.ugm (M1, 2) out:d32 flat[at]:a32", 4, []uint64{0, 61}, 0, 1, "undefined behaviour in lane 1: flat is accessed at address 0x3d, 4 bytes, and has 64 bytes"},
		{"lsc_load.ugm (M1, 1) out:d32x2 bti(0x5)[at]:a32", 4, []uint64{60}, 0, 0, "lane 0: bti(0x5) is accessed at address 0x40, 4 bytes"},
		{"lsc_load.slm (M1, 1) out:d32 flat[at]:a32", 4, []uint64{32}, 0, 0, "lane 0: slm is accessed at address 0x20"},
		{"lsc_load.ugm (M1, 1) out:d32 flat[at-4]:a32", 4, []uint64{3}, 0, 0, "flat is accessed at address 0xffffffffffffffff"},
		{"lsc_load.ugm (M1, 1) out:d32 flat[4*at]:a64", 8, []uint64{1 << 62}, 0, 0, "flat is accessed at address 0x8000000000000000"},
		{"lsc_load.ugm (M1, 1) out:d32 flat[at+8]:a64", 8, []uint64{1<<64 - 8}, 0, 0, "flat is accessed at address 0x8000000000000000"},
		{"lsc_load.ugm (M1, 4) out:d32 flat[at]:a32", 4, []uint64{0, 4, 8}, 2, 3, "lane 3: at has an undefined address"},
		{"lsc_load.ugm (M1, 16) out:d32 flat[tiny]:a32", 4, nil, 2, 0, "lane 0: tiny has an undefined address"},
		{"lsc_load.ugm (M1, 4) out:d32 flat[at.60]:a32", 4, make([]uint64, 16), 2, 1, "lane 1: at.60 uses byte 64 of a variable that has bytes 0 to 63"},
		{"lsc_load_strided.ugm (M1, 4) out:d32 flat[tiny]:a32", 4, nil, 2, NoLane, "undefined behaviour: tiny has an undefined address"},
		{"lsc_load_strided.ugm (M1, 4) out:d32 flat[at, tiny]:a32", 4, []uint64{0}, 3, NoLane, "undefined behaviour: tiny is undefined"},
		{"lsc_load.ugm (M1, 1) out:d32 bti(6)[at]:a32", 4, []uint64{0}, 0, NoLane, "undefined behaviour: bti(0x6) stands for surface 6, and nothing was given to it"},
		{"lsc_load.ugm (M1, 1) out:d32 ss(tiny)[at]:a32", 4, []uint64{0}, 0, NoLane, "undefined behaviour: ss(tiny) is undefined, and says where memory is accessed"},
		{"lsc_load.ugm (M1, 4) out.124:d8c32 flat[at]:a32", 4, []uint64{0, 1, 2, 3}, 1, 1, "lane 1: out.124 uses byte 128"},
		{"lsc_load.ugm (M1, 1) out.126:d8c32 flat[at]:a32", 4, []uint64{0}, 1, 0, "lane 0: out.126 uses byte 128"},
		{"lsc_atomic_iadd.ugm (M1, 1) out:d16c32 flat[at]:a32 in.126 %null", 4, []uint64{0}, 3, 0, "lane 0: in.126 uses byte 126"},
		{"lsc_store.ugm (M1, 2) flat[at]:a32 in:d32", 4, []uint64{0, 3}, 0, 1, "lane 1: flat is written at address 0x3 by lane 0 too"},
		{"lsc_atomic_iinc.ugm (M1, 1) out:d32 flat[at]:a32 %null %null", 4, []uint64{2}, 2, 0, "lane 0: at leads to address 0x2, which is no multiple of 4"},
		{"lsc_atomic_iinc.ugm (M1, 1) out:d32 flat[2*at]:a64 %null %null", 8, []uint64{1<<63 + 1}, 2, 0, "lane 0: at leads to address 0x8000000000000002, which is no multiple of 4"},
		{"lsc_atomic_iadd.ugm (M1, 2) out:d32 flat[at]:a32 in.124 %null", 4, []uint64{0, 4}, 3, 1, "lane 1: in.124 uses byte 128"},
	} {
		_, m, err := lscBench(t, row.size, row.at, row.line)
		f, ok := err.(*Fault)
		if !ok || f.Operand != row.operand || f.Lane != row.lane || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, %+v, want %s", row.line, err, f, row.says)
			continue
		}
		for k, b := range m.Surfaces[FlatMemory].Bytes {
			if int(b) != k {
				t.Errorf("%s: byte %d was written", row.line, k)
			}
		}
	}
	for _, row := range []struct{ line, says string }{
		{"lsc_load.ugm (M1, 1) out:d32 arg[at]:a32", "nothing says where the arguments"},
		{"lsc_load.ugm (M1, 2) out:d32t flat[at]:a32", "transposed data are those of one lane, not of 2"},
		{"lsc_atomic_iinc.ugm (M1, 1) out:d32t flat[at]:a32 %null %null", "has no transposed data"},
		{"lsc_atomic_iinc.ugm (M1, 1) out:d32x2 flat[at]:a32 %null %null", "one element an address"},
		{"lsc_atomic_iinc.ugm (M1, 1) out:d8c32 flat[at]:a32 %null %null", "no operation is on elements of d8c32"},
		{"lsc_atomic_iinc.ugm (M1, 1) out:d16c32h flat[at]:a32 %null %null", "no operation is on elements of d16c32h"},
		{"lsc_atomic_iadd.ugm (M1, 1) out:d32 flat[at]:a32 %null %null", "has 1 sources, and %null.0 is none"},
		{"lsc_load.slm (M1, 1) out:d32 bti(5)[at]:a32", "shared local memory is no surface"},
		{"lsc_store.ugm (M1, 1) flat[at]:a32 %null:d32", "has no data"},
		{"lsc_load_strided.ugm (M1, 1) out:d32 flat[at, V50]:a32", "it is an integer of up to 32 bits, not f"},
		{"lsc_load_status.ugm (M1, 1) out:d32 flat[at]:a32", "it asks whether the pages of memory are there"},
	} {
		decls := messageRunDecls
		if strings.Contains(row.line, "V50") {
			decls += ".decl V50 v_type=G type=f num_elts=2 align=GRF\n"
		}
		g, errs := ParseProgram(decls+row.line, NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatal(errs)
		}
		if _, err := Compile(g.Insts(), g.Decls, Options{}); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, want %s", row.line, err, row.says)
		}
	}
}

// A message whose memory nobody gave; and what lanes touched, by the names that the message has for memory.
func TestLSCTouches(t *testing.T) {
	code, m, err := lscBench(t, 4, []uint64{8}, "lsc_load.ugm (M1, 1) five:d16x2t bti(five.1)[at]:a32")
	if err != nil {
		t.Fatal(err)
	}
	m.Table[9] = MemoryOf(make([]byte, 64))
	_, id, _ := code.decls.Lookup("five")
	m.SetBytes(id, []byte{5, 0, 9, 0})
	var all []Touch
	if err := code.Run(m, func(s *Step) { all = s.Touches() }); err != nil {
		t.Fatal(err)
	}
	if len(all) != 4 || all[0].Memory != "bti(five(0,1))" || all[0].First != 8 || all[0].Len != 2 || all[0].Value != "0000" || all[1].First != 10 || !all[2].Write {
		t.Errorf("%+v", all)
	}
	delete(m.Surfaces, FlatMemory)
	code, m, _ = lscBench(t, 4, []uint64{8}, "lsc_load.ugm (M1, 1) out:d32 flat[at]:a32")
	delete(m.Surfaces, FlatMemory)
	if err := code.Run(m, nil); err == nil || !strings.Contains(err.Error(), "accesses memory without a surface, and nothing was given as such: flat") {
		t.Errorf("%v", err)
	}
}

// An atomic load writes nothing: of what is undefined in part, the rest stays defined.
func TestLSCAtomicLoad(t *testing.T) {
	code, m, err := lscBench(t, 4, []uint64{4}, "lsc_store.slm (M1, 1) flat[at]:a32 in:d8", "lsc_atomic_load.slm (M1, 1) out:d32 flat[at]:a32 %null %null")
	if err != nil {
		t.Fatal(err)
	}
	if got := hexOf(m.Surfaces[0].Bytes[3:], m.Surfaces[0].Known[3:], 4); got != "--64----" {
		t.Errorf("memory is %s", got)
	}
	_, id, _ := code.decls.Lookup("out")
	if data, known := m.Bytes(id); hexOf(data, known, 4) != "--------" {
		t.Errorf("out is %s", hexOf(data, known, 4))
	}
}
