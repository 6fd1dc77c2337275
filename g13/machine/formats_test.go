package machine_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"
)

// What formats make of bits, and back: the element, what is loaded into 32 and into 16 bits, and what storing the first of the two gives.
func TestFormats(t *testing.T) {
	for _, c := range []struct {
		format  string
		element uint32
		single  []float32
		half    []uint16
		stored  uint32
	}{
		{"u8norm", 0, []float32{0}, []uint16{0}, 0},
		{"u8norm", 51, []float32{0.2}, []uint16{0x3266}, 51},
		{"u8norm", 255, []float32{1}, []uint16{0x3c00}, 255},
		{"s8norm", 0x81, []float32{-1}, []uint16{0xbc00}, 0x81},
		{"s8norm", 0x80, []float32{-1}, []uint16{0xbc00}, 0x81},
		{"s8norm", 127, []float32{1}, []uint16{0x3c00}, 127},
		{"u16norm", 1, []float32{1.0 / 65535}, []uint16{0x0100}, 1},
		{"u16norm", 0xffff, []float32{1}, []uint16{0x3c00}, 0xffff},
		{"s16norm", 0x8000, []float32{-1}, []uint16{0xbc00}, 0x8001},
		{"s16norm", 0xffff, []float32{-1.0 / 32767}, []uint16{0x8200}, 0xffff},
		{"srgba8", 10, []float32{12.0 / 4095}, []uint16{0x1a00}, 10},
		{"srgba8", 128, []float32{884.0 / 4095}, []uint16{0x32e8}, 128},
		{"srgba8", 255, []float32{1}, []uint16{0x3c00}, 255},
		{"rgb10a2", 3<<30 | 1023<<10 | 341, []float32{341.0 / 1023, 1, 0, 1}, []uint16{0x3555, 0x3c00, 0, 0x3c00}, 3<<30 | 1023<<10 | 341},
		{"rg11b10f", 0x1e0 << 22, []float32{0, 0, 1}, []uint16{0, 0, 0x3c00}, 0x1e0 << 22},
		{"rg11b10f", 0x7c0 | 1<<11 | 0x3e1<<22, []float32{inf, 0x1p-20, nan}, []uint16{0x7c00, 0x0010, 0x7e00}, 0x7c0 | 1<<11 | 0x3f0<<22},
		{"rgb9e5", 24<<27 | 256<<18 | 1<<9, []float32{0, 1, 256}, []uint16{0, 0x3c00, 0x5c00}, 24<<27 | 256<<18 | 1<<9},
		{"rgb9e5", 31<<27 | 1, []float32{128, 0, 0}, []uint16{0x5800, 0, 0}, 23<<27 | 256},
		{"rgb9e5", 511, []float32{511 * 0x1p-24, 0, 0}, []uint16{0x01ff, 0, 0}, 511},
	} {
		d := newDesk(t)
		binary.LittleEndian.PutUint32(d.buffer.Bytes, c.element)
		clear(d.buffer.Bytes[512:516])
		mask, words, halves := "x", "r10", "r20l"
		if n := len(c.single); n > 1 {
			mask, words, halves = "xyz"[:3], "r10_r11_r12", "r20l_r20h_r21l"
			if n == 4 {
				mask, words, halves = "xyzw", words+"_r13", halves+"_r21h"
			}
		}
		r := execute(t, d.Group, 0, fmt.Sprintf("device_load 0, %[1]s, %[2]s, %[3]s, u2_u3, 0, signed\ndevice_load 0, %[1]s, %[2]s, %[4]s, u2_u3, 0, signed\nwait 0\n"+
			"mov r9, 128\ndevice_store 0, %[1]s, %[2]s, %[3]s, u4_u5, r9, signed, 0", c.format, mask, words, halves))
		if r.Fault != nil {
			t.Fatalf("%s: %v", c.format, r.Fault)
		}
		for k, want := range c.single {
			if got := d.Register(10 + k)[7]; got != float32bits(want) {
				t.Errorf("%s %#x: r%d is %08x, want %v", c.format, c.element, 10+k, got, want)
			}
			if got := uint16(d.Register(20 + k/2)[7] >> (k & 1 * 16)); got != c.half[k] {
				t.Errorf("%s %#x: half %d is %04x, want %04x", c.format, c.element, k, got, c.half[k])
			}
		}
		at := 128 + 128*map[string]int{"u8norm": 1, "s8norm": 1, "srgba8": 1, "u16norm": 2, "s16norm": 2}[c.format]
		if len(c.single) > 1 {
			at = 128 + 128*4
		}
		stored := binary.LittleEndian.Uint32(d.buffer.Bytes[at:])
		if at < 640 {
			stored &= 1<<((at-128)/16) - 1
		}
		if stored != c.stored {
			t.Errorf("%s %#x: stored as %#x, want %#x", c.format, c.element, stored, c.stored)
		}
	}
}

var inf, nan = float32(math.Inf(1)), float32(math.NaN())

// float32bits are those of a result, which has one NaN.
func float32bits(x float32) uint32 {
	if x != x {
		return 0x7fc00000
	}
	return math.Float32bits(x)
}

// What numbers become that a format does not have.
func TestStoresRound(t *testing.T) {
	for _, c := range []struct {
		format string
		x      []float32
		stored uint32
	}{
		{"u8norm", []float32{-1}, 0}, {"u8norm", []float32{2}, 255}, {"u8norm", []float32{nan}, 0}, {"u8norm", []float32{0.5}, 128}, {"u8norm", []float32{inf}, 255},
		{"s8norm", []float32{-2}, 0x81}, {"s8norm", []float32{nan}, 0}, {"s8norm", []float32{-inf}, 0x81}, {"s8norm", []float32{0.5}, 64},
		{"srgba8", []float32{nan}, 0}, {"srgba8", []float32{0.5}, 188}, {"srgba8", []float32{-3}, 0},
		{"rgb10a2", []float32{0.5, -1, 2, 0.5}, 512 | 1023<<20 | 2<<30},
		{"rg11b10f", []float32{-1, 65024, 1.015625}, 0x7bf<<11 | 0x1e0<<22},
		{"rg11b10f", []float32{65280, inf, nan}, 0x7c0 | 0x7c0<<11 | 0x3f0<<22},
		{"rg11b10f", []float32{65279, 0x1p-21, 0x1p-19}, 0x7bf | 1<<22},
		{"rg11b10f.rtz", []float32{65535, 1e30, inf}, 0x7bf | 0x7bf<<11 | 0x3e0<<22},
		{"rg11b10f.rtz", []float32{1.0078, 0x1.8p-20, -inf}, 0x3c0 | 1<<11},
		{"rgb9e5", []float32{1e30, -1, nan}, 31<<27 | 511},
		{"rgb9e5", []float32{0x1.ffcp0, 0x1.008p-8, 0x1p-9}, 17<<27 | 256 | 1<<9},
		{"rgb9e5.rtz", []float32{0x1.ffcp0, 0x1.008p-8, 0x1p-9}, 16<<27 | 511 | 1<<9},
	} {
		d := newDesk(t)
		for k, x := range c.x {
			d.SetRegister(10+k, filled(math.Float32bits(x)))
		}
		list := [...]string{1: "x, r10", 3: "xyz, r10_r11_r12", 4: "xyzw, r10_r11_r12_r13"}[len(c.x)]
		copy(d.buffer.Bytes, make([]byte, 4))
		r := execute(t, d.Group, 0, fmt.Sprintf("device_store 0, %s, %s, u2_u3, 0, signed, 0", c.format, list))
		if got := binary.LittleEndian.Uint32(d.buffer.Bytes); r.Fault != nil || got&^0xff != c.stored&^0xff && len(c.x) > 1 || got&0xff != c.stored&0xff {
			t.Errorf("%s %v: %#x, want %#x; %v", c.format, c.x, got, c.stored, r.Fault)
		}
	}
}
