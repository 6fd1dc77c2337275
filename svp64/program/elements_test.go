package program_test

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/svp64"
)

// Instructions under a prefix are executed here a second time, by another route: registers are one array of bytes, of which element k of a vector is the bytes from 8·r + k·width on, and the loop is the draft's two plain ones, over subvectors and lanes, under
// one predicate.
func TestPrefixedByElements(t *testing.T) {
	rng := chance.Random(t, 0)
	done := map[string]int{}
	for range times(8_000) {
		op := []string{"addi", "addis", "add", "subf", "or", "ori", "lwz", "lhz", "lbz", "stw", "sth", "stb", "ld", "std"}[rng.IntN(14)]
		bits := []int{64, 32, 16, 8}[rng.IntN(4)]
		subvl, vl := 1+rng.IntN(4), rng.IntN(6)
		masked, zero, els := rng.IntN(2) == 0, rng.IntN(2) == 0, rng.IntN(2) == 0
		vector := [3]bool{rng.IntN(3) != 0, rng.IntN(2) == 0, rng.IntN(2) == 0}
		reg := [3]int{32, 64, 96}
		imm := rng.IntN(1<<12) - 1<<11&^3
		if op == "ori" {
			imm = rng.IntN(1 << 16)
		}
		r := func(k int) string { return fmt.Sprintf("%s%d", map[bool]string{true: "*"}[vector[k]], reg[k]) }
		spec := fmt.Sprintf("/w=%d/vec%d", bits, subvl)
		if masked {
			spec += "/m=r3"
		}
		if zero {
			spec += "/zz"
		}
		bytes := map[string]int{"lbz": 1, "stb": 1, "lhz": 2, "sth": 2, "lwz": 4, "stw": 4, "ld": 8, "std": 8}[op]
		text := fmt.Sprintf("sv.%s%s %s,%s,%d", op, spec, r(0), r(1), imm)
		switch {
		case bytes > 0:
			imm = imm / 4 * 4
			text = fmt.Sprintf("sv.%s%s%s %s,%d(%s)", op, spec, map[bool]string{true: "/els"}[els], r(0), imm, r(1))
		case op == "add" || op == "subf" || op == "or":
			text = fmt.Sprintf("sv.%s%s %s,%s,%s", op, spec, r(0), r(1), r(2))
		}
		m := machines(t, text)["fast"]
		fill(m, rng)
		m.SV = svp64.NewSVState(vl, vl)
		for k := range 32 {
			m.GPR[64+k] = uint64(1<<20 + rng.IntN(1<<12)) // addresses apart from the code
		}
		data := make([]byte, 0x2000)
		for k := 0; k < len(data); k += 8 {
			binary.LittleEndian.PutUint64(data[k:], rng.Uint64())
		}
		if err := m.Memory.Write(1<<20-0x800, data); err != nil {
			t.Fatal(err)
		}
		var file [8 * svp64.NumRegs]byte
		for k, v := range m.GPR {
			binary.LittleEndian.PutUint64(file[8*k:], v)
		}
		memory := map[uint64]byte{}
		element := func(r, k, bits int) uint64 {
			var b [8]byte
			copy(b[:bits/8], file[8*r+k*bits/8:])
			return binary.LittleEndian.Uint64(b[:])
		}
		put := func(r, k, bits int, v uint64) {
			var b [8]byte
			binary.LittleEndian.PutUint64(b[:], v)
			copy(file[8*r+k*bits/8:][:bits/8], b[:])
		}
		store := op[0] == 's' && bytes > 0
		mask, some := m.GPR[3], vector[0] || vector[1] || (vector[2] && bytes == 0 && (op == "add" || op == "subf" || op == "or"))
	subvectors:
		for i := range vl {
			on := !masked || mask>>i&1 == 1
			if !on && !zero {
				continue
			}
			for j := range subvl {
				at := func(k int) int { // which element of an operand
					if vector[k] {
						return i*subvl + j
					}
					return j
				}
				a, b, v := uint64(0), uint64(0), uint64(0)
				if on {
					a = element(reg[1], at(1), bits)
					b = element(reg[2], at(2), bits)
				}
				address := element(reg[1], at(1), 64) + uint64(imm)
				if !vector[1] {
					base, k := element(reg[1], 0, 64), uint64(i*subvl+j)
					switch {
					case !some:
						address = base + uint64(imm)
					case els:
						address = base + uint64(imm)*k
					default:
						address = base + uint64(imm) + uint64(bytes)*k
					}
				}
				switch op {
				case "addi":
					v = a + uint64(imm)
				case "addis":
					v = a + uint64(imm)*65536
				case "add":
					v = a + b
				case "subf":
					v = b - a
				case "or":
					v = a | b
				case "ori":
					v = a | uint64(imm)
				default:
					if store {
						if on {
							v = element(reg[0], at(0), bits)
						}
						for k := range bytes {
							memory[address+uint64(k)] = byte(v >> (8 * k))
						}
						continue
					}
					for k := range bytes {
						v |= m.Memory.Load(address+uint64(k), 1) << (8 * k)
					}
				}
				if !on {
					v = 0
				}
				put(reg[0], at(0), bits, v)
			}
			if !vector[0] && !store || !some { // a scalar register takes the first, and so does what has no vector
				break subvectors
			}
		}
		before := m.GPR
		if err := m.Instruction(); err != nil {
			t.Fatalf("%s, VL %d: %v", text, vl, err)
		}
		for k := range m.GPR {
			if want := binary.LittleEndian.Uint64(file[8*k:]); m.GPR[k] != want {
				t.Fatalf("%s, VL %d, r3 %x: r%d is %x, want %x (it was %x)", text, vl, mask, k, m.GPR[k], want, before[k])
			}
		}
		for at, v := range memory {
			if got := byte(m.Memory.Load(at, 1)); got != v {
				t.Fatalf("%s, VL %d, r3 %x: %#x is %x, want %x", text, vl, mask, at, got, v)
			}
		}
		done[op]++
	}
	if len(done) != 14 {
		t.Errorf("only %v", done)
	}
}
