package visa

import (
	"strings"
	"testing"
)

// blockBench runs a line on 64 bytes of flat memory, which are 0 to 63: at base 8, a surface of so many bytes and rows with a pitch of 12. in is 100, 101 and so on.
func blockBench(t *testing.T, zero bool, line string) (*Code, *Machine, error) {
	t.Helper()
	g, errs := ParseProgram(svmRunDecls+line, NewDecls(32, D), Spec)
	if errs != nil {
		t.Fatal(errs)
	}
	options := Options{ZeroOutside: zero, Variables: map[uint32]int{}}
	ids := map[string]uint32{}
	for _, name := range []string{"out", "in", "at"} {
		_, ids[name], _ = g.Decls.Lookup(name)
		options.Variables[ids[name]] = 0
	}
	code, err := Compile(g.Insts(), g.Decls, options)
	if err != nil {
		return nil, nil, err
	}
	m := code.NewMachine()
	var b, in []byte
	for k := range 128 {
		b, in = append(b, byte(k)), append(in, byte(100+k))
	}
	m.Surfaces = map[uint32]*Memory{FlatMemory: MemoryOf(b[:64])}
	m.SetBytes(ids["in"], in)
	m.SetBytes(ids["at"], []byte{8, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0xf8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})
	return code, m, code.Run(m, nil)
}

// What blocks leave in registers and memory.
func TestBlockValues(t *testing.T) {
	for _, row := range []struct {
		line, out string
		from      int
		memory    string
	}{
		{"lsc_load_block2d.ugm (M1, 1) out:d8.3x2nn flat[at,7,3,11,1,1]", "151617" + "00" + "212223" + "00" + strings.Repeat("00", 24) + "--", 0, "00"},
		{"lsc_load_block2d.ugm (M1, 1) out:d8.2x2x2nn flat[at,7,3,11,0,0]", "0809" + "1415" + strings.Repeat("00", 28) + "0a0b" + "1617", 0, "00"},
		{"lsc_load_block2d.ugm (M1, 1) out:d8.3x2tn flat[at,7,3,11,1,1]", "1521" + "1622" + "1723" + "0000", 0, "00"},
		{"lsc_load_block2d.ugm (M1, 1) out:d16.3x2nt flat[at,7,3,11,0,0]", "08091415" + "0a0b1617" + "0c0d1819" + "00000000" + strings.Repeat("00", 16) + "--", 0, "00"},
		{"lsc_load_block2d.ugm (M1, 1) out:d16.2x3tt flat[at,7,3,11,0,0]", "08090a0b" + "14151617" + "20212223" + "00000000", 0, "00"},
		{"lsc_load_block2d.ugm (M1, 1) %null:d8.3x2nn flat[at,7,3,11,1,1]", "--", 0, "00"},
		{"lsc_store_block2d.ugm (M1, 1) flat[at,7,3,11,1,1] in:d8.3x2nn", "--", 20, "14646566" + "18191a1b1c1d1e1f20" + "68696a" + "24"},
		{"lsc_store_block2d.ugm (M1, 1) flat[at,7,3,11,1,1] in:d8.3x2tn", "--", 20, "14646668" + "18191a1b1c1d1e1f20" + "656769" + "24"},
	} {
		code, m, err := blockBench(t, false, row.line)
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

// Faults of blocks, and what they read with zeros outside.
func TestBlockFaults(t *testing.T) {
	for _, row := range []struct {
		line          string
		operand, byte int
		says          string
	}{
		{"lsc_load_block2d.ugm (M1, 1) out:d8.3x2nn flat[at,7,3,11,6,1]", 1, 28, "at is accessed at byte 8 of row 1, 1 bytes, and the surface has 8 bytes in each of 4 rows"},
		{"lsc_load_block2d.ugm (M1, 1) out:d8.3x2nn flat[at,7,3,11,0,3]", 1, 56, "at is accessed at byte 0 of row 4"},
		{"lsc_load_block2d.ugm (M1, 1) out:d8.3x2nn flat[at,7,3,11,-1,0]", 1, 7, "at byte -1 of row 0"},
		{"lsc_load_block2d.ugm (M1, 1) out:d8.3x2nn flat[at,7,9,11,0,4]", 1, 68, "at leads to address 0x44, 1 bytes, and flat memory has 64 bytes"},
		{"lsc_store_block2d.ugm (M1, 1) flat[at,7,3,11,6,1] in:d8.3x2nn", 1, 28, "byte 8 of row 1"},
		{"lsc_load_block2d.ugm (M1, 1) tiny:d8.4x9nn flat[at,7,30,3,0,0]", 0, 32, "tiny uses byte 32 of a variable that has bytes 0 to 31"},
		{"lsc_load_block2d.ugm (M1, 1) out:d8.1x1nn flat[at,tiny,3,11,0,0]", 2, -1, "tiny is undefined"},
	} {
		_, m, err := blockBench(t, false, row.line)
		f, ok := err.(*Fault)
		if !ok || f.Operand != row.operand || f.Byte != row.byte || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, %+v, want %s", row.line, err, f, row.says)
			continue
		}
		for k, b := range m.Surfaces[FlatMemory].Bytes {
			if int(b) != k {
				t.Errorf("%s: byte %d was written", row.line, k)
			}
		}
	}
	code, m, err := blockBench(t, true, "lsc_load_block2d.ugm (M1, 1) out:d8.4x3nn flat[at,7,3,11,-2,2]")
	if err != nil {
		t.Fatal(err)
	}
	_, id, _ := code.decls.Lookup("out")
	data, known := m.Bytes(id)
	if got := hexOf(data, known, 13); got != "00002021"+"00002c2d"+"00000000"+"00" {
		t.Errorf("outside: %s", got)
	}
	if _, m, err = blockBench(t, true, "lsc_load_block2d.ugm (M1, 1) out:d8.16x1nn flat[at(0,2),15,0,15,0,0]"); err != nil {
		t.Fatal(err)
	}
	if data, known = m.Bytes(id); hexOf(data, known, 16) != strings.Repeat("00", 16) {
		t.Errorf("behind all memory: %s", hexOf(data, known, 16))
	}
	if code, m, err = blockBench(t, true, "lsc_load_block2d.ugm (M1, 1) out:d8.2x1nn flat[at,7,3,11,at_w(0,4),0]"); err == nil {
		_, id, _ = code.decls.Lookup("out")
		data, known = m.Bytes(id)
		if got := hexOf(data, known, 2); got != "0008" {
			t.Errorf("a column of -1 in a word: %s", got)
		}
	} else {
		t.Error(err)
	}
	if _, _, err := blockBench(t, false, "setp (M1_NM, 1) P1 0:uw\n(P1) lsc_load_block2d.ugm (M1, 1) out:d8.3x2nn flat[at,7,3,11,60,1]"); err != nil {
		t.Errorf("a lane that is not enabled: %v", err)
	}
}

// What the executor takes of blocks is what the rules take, and no more.
func TestBlockRefused(t *testing.T) {
	for line, says := range map[string]string{
		"lsc_load_block2d.ugm (M1, 2) out:d8.3x2nn flat[at,7,3,11,1,1]":    "a block is that of one lane",
		"lsc_load_block2d.ugm (M1, 1) out:d8.300x2nn flat[at,7,3,11,1,1]":  "no block has 2 rows of 300 bytes",
		"lsc_load_block2d.ugm (M1, 1) out:d8c32.3x2nn flat[at,7,3,11,1,1]": "elements of blocks have one size",
		"lsc_load_block2d.ugm (M1, 1) out:d64.1x1nt flat[at,7,3,11,1,1]":   "1 rows of d64 make no dwords",
		"lsc_store_block2d.ugm (M1, 1) flat[at,7,3,11,1,1] in:d8.2x3x2nn":  "one block is stored",
		"lsc_load_block2d.ugm (M1, 1) out:d8.3x2nn flat[tiny,7,3,11,1,1]":  "an address is of type uq, not ud",
		"lsc_load_block2d.ugm (M1, 1) out:d8.3x2nn flat[at,7,at,11,1,1]":   "at: it is an integer of up to 32 bits, not uq",
		"lsc_load_block2d.ugm (M1, 1) out:d8.3x2nn flat[at,7,at_f,11,1,1]": "it is an integer, not f",
		"lsc_store_block2d.ugm (M1, 1) flat[at,7,3,11,1,1] %null:d8.3x2nn": "has no data",
	} {
		if _, _, err := blockBench(t, false, line); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %s", line, err, says)
		}
	}
}
