package machine_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

func TestMap(t *testing.T) {
	for text, want := range map[string]string{
		"mov r0, r1":                       "i32x32 -> a0 a1 a2 a3 a4 a5 a6 a7",
		"mov r0l, r1h.cache":               "i16x32 -> a0 a1 a2",
		"mov r0, r1h":                      "i16x32 -> a0 z a1 z a2 z",
		"mov r0l, r1":                      "i16x64 -> a0 a2 a4",
		"mov r0, u3":                       "i32x1 -> a0 a0 a0",
		"mov_imm r0, 0x00ff0000, 0b0":      "-> i32x32: #ff0000 #ff0000",
		"simd_shuffle r0, r1, 5":           "i32x32 -> a5 a5 a5",
		"simd_shuffle r0, r1, 32":          "-> i32x32: . . .",
		"simd_shuffle_xor r0, r1, 3":       "i32x32 -> a3 a2 a1 a0 a7 a6 a5 a4",
		"simd_shuffle_down r0, r1, 30":     "i32x32 -> a30 a31 a2 a3 a4",
		"simd_shuffle_up r0l, r1l, 1":      "i16x32 -> a0 a0 a1 a2",
		"simd_shuffle_rotate_up r0, r1, 1": "i32x32 -> a31 a0 a1 a2",
		"quad_shuffle r0, r1, 2":           "i32x32 -> a2 a2 a2 a2 a6 a6 a6 a6 a10",
		"quad_shuffle_down r0, r1, 1":      "i32x32 -> a1 a2 a3 a3 a5 a6 a7 a7",
		"extr r0, r1, r2, 16":              "i16x64 i16x64 -> a1 b0 a3 b2",
		"bfi r0, r1, r1, 16, mask 0xFF":    "i8x128 -> a0 a1 a0 a3 a4 a5 a4 a7",
		"bfeil r0, 0, r1, 8":               "i8x128 -> a1 a2 a3 z a5",
		"shlhi r0, r1, r2, 40, mask 0xFF":  "i8x128 i8x128 -> a0 b0 a2 a3",
		"shrhi r0, 0, r2, 16":              "i16x64 -> z a0 z a2",
		"iadd r0, 0, r1, lsl 4":            "i4x256 -> z a0 a1 a2 a3 a4 a5 a6 z a8",
		"bitrev r0, r1":                    "i1x1024 -> a31 a30 a29",
		"intl r0, r1, r2":                  "i1x1024 i1x1024 -> a0 b0 a1 b1",
		"and r0, r1, 255":                  "i8x128 -> a0 z z z a4 z z z",
		"xor r0, r1, r1":                   "-> i32x32: z z z",
		"and r0, r1, r1":                   "i32x32 -> a0 a1",
		"bitop_mov_a 0011, r0, r1, 0":      "i32x32 -> a0 a1",
	} {
		i, err := asm.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		m, err := machine.Map(i)
		if err != nil {
			t.Error(err)
			continue
		}
		m, _ = m.DropUnused()
		if got := strings.TrimPrefix(m.String(), " "); !strings.HasPrefix(got, want) {
			t.Errorf("%s is\n%s, want\n%s", text, got[:min(len(got), 100)], want)
		}
	}
}

func TestMapRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"simd_shuffle r0, r1, r2l":                "simd_shuffle is no movement of lanes: its amount or index is in a register or a uniform",
		"bfi r0, r1, r2, r3":                      "in a register",
		"iadd r0, r1, r2":                         "it adds, or negates",
		"isub r0, 0, r2":                          "it adds, or negates",
		"iadd.sat r0, r1, 0":                      "it saturates",
		"iadd r0, r1l.sx, 0":                      "is extended by its sign",
		"xor r0, r1, r2":                          "bits of both operands meet",
		"not r0, r1":                              "bits of both operands meet, or are turned over",
		"fadd32 r0, r1, -0.0":                     "it computes",
		"simd_shuf_op 0b1, 0b01, 0b01, r0, r1, 3": "nobody knows",
		"stop":              "no destination",
		"iadd r0_r1, r2, 0": "no destination of 16 or 32 bits",
	} {
		i, err := asm.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if m, err := machine.Map(i); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v %v, want %s", text, m, err, want)
		}
	}
}

// lanesOf is the value of a register or a uniform as the bytes of a vector.
func lanesOf(g *machine.Group, a g13.Arg) (b []byte) {
	if a.Class == g13.Uniform {
		b = binary.LittleEndian.AppendUint16(b, g.Uniform(a.Index))
		if a.Size == 32 {
			b = binary.LittleEndian.AppendUint16(b, g.Uniform(a.Index+1))
		}
		return b
	}
	for _, v := range g.Register(a.Index / 2) {
		if a.Size == 32 {
			b = binary.LittleEndian.AppendUint32(b, v)
		} else {
			b = binary.LittleEndian.AppendUint16(b, uint16(v>>(a.Index&1*16)))
		}
	}
	return b
}

// The machine does to real lanes what the map says, for random instructions of the forms that have one.
func TestMapIsWhatRuns(t *testing.T) {
	r := chance.Random(t, 2)
	reached := map[string]int{}
	for range 60_000 {
		b := binary.LittleEndian.AppendUint64(nil, r.Uint64())
		b[0] = [...]byte{0x6f, 0x7e, 0x2e, 0x3e, 0x0e}[r.IntN(5)] | b[0]&0x80
		if r.IntN(40) == 0 {
			b[0] = b[0]&0x80 | 0x62
		}
		if r.IntN(4) == 0 {
			b[4], b[5] = 0, b[5]&0xf0
		}
		b[3] &= byte(r.Uint32() | r.Uint32())
		i, err := g13.Decode(b)
		if err != nil {
			continue
		}
		m, err := machine.Map(i)
		if err != nil {
			continue
		}
		if err := m.Check(); err != nil {
			t.Fatalf("%s: %v", asm.Text(i), err)
		}
		p, err := machine.Compile(i.AppendBytes(nil))
		if err != nil {
			t.Fatal(err)
		}
		g := randomGroup(r)
		d, sources := operandsOf(i)
		var src [][]byte
		for _, a := range sources {
			src = append(src, lanesOf(g, a))
		}
		old := lanesOf(g, d)
		want := make([]byte, len(old))
		if err := m.Apply(want, old, src...); err != nil {
			t.Fatalf("%s: %v", asm.Text(i), err)
		}
		if res, err := p.Run(context.Background(), g, machine.Options{}); err != nil || res.Fault != nil {
			t.Fatalf("%s: %v %v", asm.Text(i), err, res.Fault)
		}
		if got := lanesOf(g, d); !bytes.Equal(got, want) {
			t.Fatalf("%s: %x, by its map %x\n%s", asm.Text(i), got, want, m)
		}
		reached[i.Form.Name()]++
	}
	t.Log(reached)
	for _, name := range []string{"mov_imm", "bitop", "bfi", "bfeil", "extr", "shlhi", "shrhi", "bitrev", "intl", "iadd", "simd_shuf_op"} {
		if reached[name] < 5 {
			t.Errorf("%s was tried %d times", name, reached[name])
		}
	}
}

// operandsOf is the destination, and the registers and uniforms that operands A and B read, each once.
func operandsOf(i g13.Inst) (d g13.Arg, sources []g13.Arg) {
	for n := range i.Args() {
		a := i.Arg(n)
		if i.Operand(n).Name == "D" {
			d = a
			continue
		}
		plain := g13.Arg{Class: a.Class, Index: a.Index, Size: a.Size}
		known := false
		for _, s := range sources {
			known = known || s == plain
		}
		if (a.Class == g13.Register || a.Class == g13.Uniform) && !known && (i.Operand(n).Name == "A" || i.Operand(n).Name == "B") {
			sources = append(sources, plain)
		}
	}
	return d, sources
}

func BenchmarkMap(b *testing.B) {
	for _, text := range []string{"simd_shuffle_xor r0, r1, 1", "bitrev r0, r1"} {
		i, err := asm.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(strings.Fields(text)[0], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := machine.Map(i); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
