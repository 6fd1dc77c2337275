package program_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// bitText is a register as its 64 digits, bit 0 first, as the draft counts them.
func bitText(v uint64) []byte { return fmt.Appendf(nil, "%064b", v) }

func fromBits(t *testing.T, b []byte) uint64 {
	t.Helper()
	v, err := strconv.ParseUint(string(b), 2, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// setvl and svstep's orders and readings do what the draft's text says of the bits of SVSTATE, which here are digits: MAXVL is 0 to 6, VL 7 to 13, the steps 14 to 31 (seven bits of the source, seven of the destination, and of their lanes two bits of the destination and two of the source), PACK and UNPACK 53 and
// 54, persistence 62 and Vertical-First 63.
func TestStateBitByBit(t *testing.T) {
	rng := chance.Random(t, 0)
	seen := map[string]int{}
	for range times(6_000) {
		m := machines(t, "nop")["fast"]
		fill(m, rng)
		for k := range 32 {
			m.GPR[k] = []uint64{rng.Uint64(), uint64(rng.IntN(130)), 127, 128, 64}[rng.IntN(5)]
		}
		m.CTR = []uint64{rng.Uint64(), uint64(rng.IntN(130)), 127, 128}[rng.IntN(4)]
		sv := bitText(uint64(m.SV))
		sv[62] = "01"[rng.IntN(2)]
		for k := 14; k < 32; k++ {
			sv[k] = "01"[rng.IntN(2)]
		}
		m.SV = svp64.SVState(fromBits(t, sv))
		gpr, cr := m.GPR, m.CR
		text := ""
		if rng.IntN(3) > 0 {
			text = setvlByBits(t, rng, m, sv, &gpr, &cr)
		} else {
			text = svstepByBits(t, rng, sv, &gpr)
		}
		p, err := program.Assemble(text, svp64.DefaultEncoding)
		if err != nil {
			t.Fatal(err)
		}
		ran, err := p.NewMachine()
		if err != nil {
			t.Fatal(err)
		}
		pc := ran.PC
		before := m.State
		ran.State, ran.PC = before, pc
		if err := ran.Instruction(); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if want := fromBits(t, sv); uint64(ran.SV) != want || ran.GPR != gpr || ran.CR != cr || ran.CTR != before.CTR || ran.PC != pc+4 {
			t.Fatalf("%s, RA's and CTR's of %v and %d, SVSTATE %x: %x, want %x; CR0 %v, want %v", text, before.GPR[:32], before.CTR, uint64(before.SV), uint64(ran.SV), want, ran.CR[0], cr[0])
		}
		seen[text[:6]]++
	}
	if seen["setvl "] == 0 || seen["setvl."] == 0 || seen["svstep"] == 0 {
		t.Errorf("only %v", seen)
	}
}

// setvlByBits is a random setvl, and what it makes of the state.
func setvlByBits(t *testing.T, rng *rand.Rand, m *program.Machine, sv []byte, gpr *svp64.File, cr *[svp64.NumRegs]svp64.CRField) string {
	rt, ra, svi, vf, vs, ms := rng.IntN(3)*7, rng.IntN(3)*9, 1+rng.IntN(127), rng.IntN(2), rng.IntN(2), rng.IntN(2)
	rc := rng.IntN(2) == 0
	seven := func(n uint64) []byte { return bitText(n)[57:] }
	overflow := false
	if ms == 1 {
		copy(sv[0:], seven(uint64(svi)))
	}
	vl := slices.Clone(sv[7:14])
	if vs == 1 {
		asked := uint64(svi)
		switch {
		case ra != 0:
			asked = m.GPR[ra]
		case rt != 0:
			asked = m.CTR
		}
		vl = seven(asked)
		if asked > 0b1111111 {
			vl, overflow = []byte("1111111"), true
		}
	}
	if string(vl) > string(sv[0:7]) {
		vl, overflow = slices.Clone(sv[0:7]), true
	}
	copy(sv[7:], vl)
	if rt != 0 {
		gpr[rt] = fromBits(t, vl)
	}
	if ms == 1 {
		sv[63], sv[62] = "01"[vf], '0'
	}
	name := "setvl"
	if rc {
		name = "setvl."
		cr[0] = svp64.GT
		if string(vl) == "0000000" {
			cr[0] = svp64.EQ
		}
		if overflow {
			cr[0] |= svp64.SO
		}
	}
	return fmt.Sprintf("%s %d,%d,%d,%d,%d,%d", name, rt, ra, svi, vf, vs, ms)
}

// svstepByBits is a random svstep that does not step, and what it makes of the state.
func svstepByBits(t *testing.T, rng *rand.Rand, sv []byte, gpr *svp64.File) string {
	rt := rng.IntN(32)
	if rng.IntN(2) == 0 {
		svi := 13 + rng.IntN(4)
		field := bitText(uint64(svi - 1))[57:]
		copy(sv[53:], field[5:7])
		gpr[rt] = fromBits(t, sv[53:55])
		return fmt.Sprintf("svstep %d,%d,%d", rt, svi, rng.IntN(2))
	}
	which := rng.IntN(4)
	gpr[rt] = fromBits(t, [][]byte{sv[14:21], sv[21:28], sv[30:32], sv[28:30]}[which])
	return fmt.Sprintf("svstep %d,%d,1", rt, 6+which)
}

// A program is read from whatever a file is, and its words and memory have the order that the file says or, where it says none, the one that is asked for.
func TestLoad(t *testing.T) {
	const text = "li 3,0x12\nsv.stw *3,0x100(0)\n"
	p, err := program.Assemble(text, svp64.DefaultEncoding)
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		var raw []byte
		for _, w := range p.Words {
			var b [4]byte
			order.PutUint32(b[:], w)
			raw = append(raw, b[:]...)
		}
		file := p
		file.Order = order
		other := map[binary.ByteOrder]binary.ByteOrder{binary.LittleEndian: binary.BigEndian, binary.BigEndian: binary.LittleEndian}[order]
		for name, load := range map[string]func() (program.Program, error){
			"words": func() (program.Program, error) { return program.Load(raw, order, svp64.DefaultEncoding) },
			"text":  func() (program.Program, error) { return program.Load([]byte(text), order, svp64.DefaultEncoding) },
			"digits": func() (program.Program, error) {
				return program.Load([]byte(digitsOf(p.Words)), order, svp64.DefaultEncoding)
			},
			"ELF": func() (program.Program, error) { return program.Load(file.Executable(), other, svp64.DefaultEncoding) },
		} {
			got, err := load()
			if err != nil || !slices.Equal(got.Words, p.Words) || got.Order != order || got.Base != program.DefaultBase || got.Entry != program.DefaultBase {
				t.Errorf("%s, %v: %x at %#x, %v: %v", name, order, got.Words, got.Base, got.Order, err)
				continue
			}
			m, err := got.NewMachine()
			if err != nil {
				t.Fatal(err)
			}
			finish(t, name, m)
			var b [4]byte
			m.Memory.Read(0x100, b[:])
			if order.Uint32(b[:]) != 0x12 || m.Order() != order {
				t.Errorf("%s, %v: memory has %x", name, order, b)
			}
		}
	}
	for _, row := range []struct{ data, want string }{
		{"", "1:1: expected an instruction"},
		{"\x00\x01\x02", "3 bytes are no whole number of words; byte 0 begins one that is cut off"},
		{"\xff\x01\x02\x03\x04\x05", "6 bytes are no whole number of words; byte 4 begins one that is cut off"},
		{"0123456", "1:1: "}, {"0123456g", "1:1: "}, {"addi 3,4", "1:9: "}, {"\x7fELF", "EOF"},
	} {
		if _, err := program.Load([]byte(row.data), binary.LittleEndian, svp64.DefaultEncoding); err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%q: %v, want %s", row.data, err, row.want)
		}
	}
}

func digitsOf(words []uint32) (s string) {
	for _, w := range words {
		s += fmt.Sprintf("%08x\n", w)
	}
	return s
}
