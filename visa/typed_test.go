package visa

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"testing"
)

// Each rule of messages to typed surfaces that are not of LSC, broken by itself.
func TestPixelRules(t *testing.T) {
	d, err := ParseDecls(genxDecls+".decl N_ud v_type=G type=ud num_elts=8 align=GRF\n", 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ text, rules string }{
		{"gather4_typed.RGBA (M1, 8) T6 V_ud.0 V_ud.0 V_ud.0 V_ud.0 V_f.0", ""},
		{"gather4_typed.R (M1, 8) T6 V_ud.0 %null.0 %null.0 %null.0 V_d.0", ""},
		{"gather4_typed.R (M1, 16) T6 V_ud.0 %null.0 %null.0 %null.0 V_d.0", "message-size"},
		{"gather4_typed.R (M1, 8) T6 %null.0 V_ud.0 %null.0 %null.0 V_d.0", "message-null"},
		{"gather4_typed.R (M1, 8) %slm V_ud.0 %null.0 %null.0 %null.0 V_d.0", "message-surface"},
		{"scatter4_typed.R (M1, 8) %scratch V_ud.0 %null.0 %null.0 %null.0 V_d.0", "message-surface"},
		{"scatter4_typed.R (M1, 8) T6 V_ud.0 V_d.0 %null.0 %null.0 V_d.0", "message-types"},
		{"scatter4_typed.R (M1, 8) T6 V_ud.0 V_ud.0 %null.0 V_f.0 V_d.0", "message-types"},
		{"scatter4_typed.R (M1, 8) T6 V_ud.0 V_ud.0 %null.0 %null.0 V_uw.0", "message-types"},
		{"scatter4_typed.RG (M1, 8) T6 V_ud.0 V_ud.0 %null.0 %null.0 N_ud.0", "raw-bounds"},
		{"scatter4_typed.R (M1, 8) T6 N_ud.0 N_ud.0 %null.0 %null.0 N_ud.0", ""},
		{"scatter4_typed.R (M1, 8) T6 V_ud.0 V_ud.4 %null.0 %null.0 N_ud.0", "raw-alignment"},
		{"typed_atomic.add (M1, 8) T6 V_ud.0 V_ud.0 %null.0 %null.0 V_ud.0 %null.0 V_ud.0", ""},
		{"typed_atomic.add (M1, 16) T6 V_ud.0 V_ud.0 %null.0 %null.0 V_ud.0 %null.0 V_ud.0", "message-size"},
		{"typed_atomic.add (M1, 8) T6 V_ud.0 V_ud.0 %null.0 %null.0 %null.0 %null.0 V_ud.0", "message-null"},
		{"typed_atomic.inc (M1, 8) T6 V_ud.0 V_ud.0 %null.0 %null.0 V_ud.0 %null.0 V_ud.0", "message-null"},
		{"typed_atomic.cmpxchg (M1, 8) T6 V_ud.0 V_ud.0 %null.0 %null.0 V_ud.0 %null.0 V_ud.0", "message-null"},
		{"typed_atomic.minsint (M1, 8) T6 V_ud.0 V_ud.0 %null.0 %null.0 V_ud.0 %null.0 V_d.0", "message-types"},
		{"typed_atomic.fmax (M1, 8) T6 V_ud.0 V_ud.0 %null.0 %null.0 V_f.0 %null.0 V_d.0", "message-types"},
		{"typed_atomic.add (M1, 8) %slm V_ud.0 V_ud.0 %null.0 %null.0 V_ud.0 %null.0 V_ud.0", "message-surface"},
	} {
		if got, want := complaints(t, d, row.text), strings.Fields(row.rules); !slices.Equal(got, want) {
			t.Errorf("%s breaks %v, want %v", row.text, got, want)
		}
	}
}

// Names of formats, and what is none.
func TestPixelsNamed(t *testing.T) {
	seen := map[Pixels]bool{}
	for _, channels := range []string{"r", "rg", "rgba"} {
		for _, bits := range []string{"8", "16", "32"} {
			for _, kind := range []string{"uint", "sint", "float", "unorm", "snorm"} {
				name := channels + bits + "_" + kind
				f, ok := PixelsNamed(name)
				want := !(bits == "8" && kind == "float" || bits == "32" && strings.HasSuffix(kind, "norm"))
				if ok != want || ok && (f.String() != name || seen[f] || f.pixel() != len(channels)*f.channel()) {
					t.Errorf("%s is %+v, %v, want %v", name, f, ok, want)
				}
				seen[f] = ok
			}
		}
	}
	for _, name := range []string{"", "r8", "r8_", "_uint", "rgb8_uint", "r08_uint", "r64_uint", "r8_uint_", "r264_uint", "bgra8_unorm"} {
		if f, ok := PixelsNamed(name); ok {
			t.Errorf("%q is %+v", name, f)
		}
	}
}

// What channels become in registers and memory: the greatest and least of each kind, the middle between two, and what is no number.
func TestPixelNumbers(t *testing.T) {
	f := func(v float32) uint32 { return math.Float32bits(v) }
	for _, row := range []struct {
		format string
		from   uint64
		to     uint32
	}{
		{"r8_uint", 0xff, 255}, {"r8_sint", 0xff, 0xffffffff}, {"r16_sint", 0x8000, 0xffff8000}, {"r32_uint", 0xfedcba98, 0xfedcba98},
		{"r8_unorm", 0xff, f(1)}, {"r8_unorm", 1, f(1.0 / 255)}, {"r16_unorm", 0x8000, f(32768.0 / 65535)}, {"r8_snorm", 0x7f, f(1)}, {"r8_snorm", 0x81, f(-1)}, {"r8_snorm", 0x80, f(-1)}, {"r16_snorm", 0xffff, f(-1.0 / 32767)},
		{"r16_float", 0x3c00, f(1)}, {"r16_float", 0x8001, f(-0x1p-24)}, {"r16_float", 0x7c00, f(float32(math.Inf(1)))}, {"r32_float", 0x7fc12345, 0x7fc12345},
	} {
		p, _ := PixelsNamed(row.format)
		if got := p.load(row.from); got != row.to {
			t.Errorf("%s: %#x is loaded as %#x, want %#x", row.format, row.from, got, row.to)
		}
	}
	for _, row := range []struct {
		format string
		from   uint32
		to     uint64
	}{
		{"r8_uint", 256, 255}, {"r8_uint", 0xffffffff, 255}, {"r16_uint", 65535, 65535}, {"r8_sint", 128, 0x7f}, {"r8_sint", 0xffffff7f, 0x80}, {"r8_sint", 0xffffffff, 0xff}, {"r16_sint", 0x80000000, 0x8000},
		{"r8_unorm", f(2), 255}, {"r8_unorm", f(-1), 0}, {"r8_unorm", f(0.5), 128}, {"r8_unorm", f(float32(math.NaN())), 0}, {"r8_unorm", f(float32(math.Inf(1))), 255}, {"r8_snorm", f(-2), 0x81}, {"r8_snorm", f(0.5), 64}, {"r8_snorm", f(-0.5), 0xc0},
		{"r16_unorm", f(0.5), 32768}, {"r16_float", f(65536), 0x7c00}, {"r16_float", f(0x1p-25), 0}, {"r16_float", f(0x1.8p-24), 2}, {"r32_float", 0x7f812345, 0x7f812345}, {"r32_sint", 0x80000000, 0x80000000},
	} {
		p, _ := PixelsNamed(row.format)
		if got := p.store(row.from); got != row.to {
			t.Errorf("%s: %#x is stored as %#x, want %#x", row.format, row.from, got, row.to)
		}
	}
}

// pixelBench runs a line on T6 and surface 5, 4 × 2 × 2 pixels of a format with bytes 0, 1, 2 and so on; U, V and R are 0, 1, 2, 3, then what was given, and data 100, 101 and so on.
func pixelBench(t *testing.T, format string, zero bool, v, r []uint32, line string) (*Code, *Machine, error) {
	t.Helper()
	decls := ".decl out v_type=G type=ud num_elts=32 align=GRF\n.decl out_f v_type=G type=f num_elts=32 align=GRF alias=<out, 0>\n.decl in v_type=G type=ud num_elts=16 align=GRF\n.decl in_f v_type=G type=f num_elts=16 align=GRF alias=<in, 0>\n"
	for _, name := range []string{"u", "v", "r"} {
		decls += ".decl " + name + " v_type=G type=ud num_elts=8 align=GRF\n"
	}
	g, errs := ParseProgram(decls+".decl T6 v_type=T num_elts=1\n"+line, NewDecls(32, D), Spec)
	if errs != nil {
		t.Fatal(errs)
	}
	options := Options{ZeroOutside: zero, Variables: map[uint32]int{}}
	values := map[string][]uint32{"u": {0, 1, 2, 3, 0, 1, 2, 3}, "v": v, "r": r, "in": nil, "out": nil}
	for k := range uint32(16) {
		values["in"] = append(values["in"], 100+k)
	}
	ids := map[string]uint32{}
	for name := range values {
		_, id, _ := g.Decls.Lookup(name)
		options.Variables[id], ids[name] = 0, id
	}
	code, err := Compile(g.Insts(), g.Decls, options)
	if err != nil {
		t.Fatal(err)
	}
	m := code.NewMachine()
	for name, list := range values {
		if name != "out" {
			m.SetBytes(ids[name], wordBytes(list))
		}
	}
	pixels, _ := PixelsNamed(format)
	var b []byte
	for k := range 16 * pixels.pixel() {
		b = append(b, byte(k))
	}
	mem := MemoryOf(b)
	mem.Pitch, mem.Slice, mem.Pixels = 4*pixels.pixel(), 8*pixels.pixel(), pixels
	m.Surfaces, m.Table = map[uint32]*Memory{6: mem}, map[uint32]*Memory{5: mem}
	return code, m, code.Run(m, nil)
}

// What messages to typed surfaces leave in registers and memory.
func TestPixelValues(t *testing.T) {
	ones, zeros := []uint32{1, 1, 1, 1, 0, 0, 0, 0}, make([]uint32, 8)
	for _, row := range []struct {
		format, line string
		v, r         []uint32
		out          string // from its first byte on
		from         int
		memory       string
	}{
		{"r8_uint", "gather4_typed.R (M1, 8) T6 u.0 v.0 r.0 %null.0 out.0", ones, ones, "0c000000" + "0d000000" + "0e000000" + "0f000000" + "00000000" + "01000000", 0, "00"},
		{"r8_uint", "gather4_typed.R (M1, 8) T6 u.0 %null.0 %null.0 %null.0 out.0", ones, ones, "00000000" + "01000000" + "02000000", 0, "00"},
		{"rg8_uint", "gather4_typed.GBA (M1, 8) T6 u.0 v.0 %null.0 %null.0 out.0", ones, zeros, "09000000" + "0b000000" + "0d000000" + "0f000000" + "01000000" + "03000000" + "05000000" + "07000000" + strings.Repeat("00000000", 8) + "01000000", 0, "00"},
		{"r8_unorm", "gather4_typed.A (M1, 8) T6 u.0 %null.0 %null.0 %null.0 out_f.0", ones, ones, "0000803f", 0, "00"},
		{"r16_float", "lsc_load_quad.tgm (M1, 2)  out:d32.xy  bti(0x5)[u, v]:a32", ones, zeros, hexFloat(t, 0x0908) + hexFloat(t, 0x0b0a) + strings.Repeat("--", 24) + "0000000000000000--", 0, "00"},
		{"r16_uint", "scatter4_typed.RG (M1, 8) T6 u.0 v.0 r.0 %null.0 in.0", ones, zeros, "--", 0, "6800" + "6900" + "6a00" + "6b00" + "6400" + "6500"},
		{"rgba8_uint", "lsc_store_quad.tgm (M1, 1)  ss(0x5)[u, v, r]:a32  in:d32.xy", ones, ones, "--", 48, "646c3233"},
		{"r32_uint", "typed_atomic.add (M1, 8) T6 u.0 v.0 r.0 %null.0 in.0 %null.0 out.0", ones, ones, "30313233" + "34353637", 48, "94313233" + "99353637"},
		{"r16_uint", "typed_atomic.inc.16 (M1, 8) T6 u.0 v.0 %null.0 %null.0 %null.0 %null.0 out.0", ones, ones, "0809----" + "0a0b----", 8, "0909" + "0b0b"},
		{"r16_uint", "lsc_atomic_iadd.tgm (M1, 2)  out:d16c32  bss(0x5)[u]:a32  in  %null", ones, ones, "00010000" + "02030000" + "--", 0, "6401" + "6703"},
	} {
		code, m, err := pixelBench(t, row.format, false, row.v, row.r, row.line)
		if err != nil {
			t.Errorf("%s: %v", row.line, err)
			continue
		}
		_, id, _ := code.decls.Lookup("out")
		data, known := m.Bytes(id)
		if got := hexOf(data, known, len(row.out)/2); got != row.out {
			t.Errorf("%s: out is %s, want %s", row.line, got, row.out)
		}
		mem := m.Surfaces[6]
		if got := hexOf(mem.Bytes[row.from:], mem.Known[row.from:], len(row.memory)/2); got != row.memory {
			t.Errorf("%s: memory is %s, want %s", row.line, got, row.memory)
		}
	}
}

// hexFloat is a number of half precision as the bytes of one of single precision.
func hexFloat(t *testing.T, half uint64) string {
	t.Helper()
	return hex.EncodeToString(binary.LittleEndian.AppendUint32(nil, uint32(F.floatBits(HF.float(half)))))
}

// Faults of messages to typed surfaces: which operand, lane and place, and nothing is written.
func TestPixelFaults(t *testing.T) {
	ones, zeros := []uint32{1, 1, 1, 1, 0, 0, 0, 0}, make([]uint32, 8)
	for _, row := range []struct {
		format, line  string
		v, r          []uint32
		operand, lane int
		says          string
	}{
		{"r8_uint", "gather4_typed.R (M1, 8) T6 in.0 v.0 r.0 %null.0 out.0", ones, ones, 0, 0, "lane 0: T6 is accessed at pixel (100, 1, 1), and has 4 × 2 × 2"},
		{"r8_uint", "gather4_typed.R (M1, 8) T6 u.0 v.0 %null.0 %null.0 out.0", []uint32{0, 1, 2, 0, 0, 0, 0, 0}, ones, 0, 2, "pixel (2, 2, 0)"},
		{"r8_uint", "scatter4_typed.R (M1, 8) T6 u.0 v.0 r.0 %null.0 in.0", ones, []uint32{0, 0, 0, 2, 0, 0, 0, 0}, 0, 3, "pixel (3, 1, 2)"},
		{"r8_uint", "gather4_typed.R (M1, 8) T6 u.0 v.0 r.0 u.0 out.0", ones, ones, 4, 1, "u.0 is 1: the surface has one level of detail, 0"},
		{"r8_uint", "gather4_typed.R (M1, 8) T6 out.0 v.0 r.0 %null.0 out.0", ones, ones, 1, 0, "out.0 has an undefined coordinate"},
		{"r8_uint", "gather4_typed.R (M1, 8) T6 u.0 v.0 r.0 %null.0 out_f.0", ones, ones, 5, NoLane, "out_f.0 is of type f, and pixels of r8_uint are of type ud in registers"},
		{"r8_snorm", "scatter4_typed.R (M1, 8) T6 u.0 v.0 r.0 %null.0 in.0", ones, ones, 5, NoLane, "in.0 is of type ud, and pixels of r8_snorm are of type f"},
		{"", "gather4_typed.R (M1, 8) T6 u.0 v.0 r.0 %null.0 out.0", ones, ones, 0, NoLane, "T6 is no typed surface: nothing says what its pixels are"},
		{"rg32_uint", "typed_atomic.inc (M1, 8) T6 u.0 v.0 r.0 %null.0 %null.0 %null.0 out.0", ones, ones, 0, NoLane, "T6 has pixels of rg32_uint, and the operation is on others"},
		{"r32_float", "typed_atomic.inc (M1, 8) T6 u.0 v.0 r.0 %null.0 %null.0 %null.0 out.0", ones, ones, 0, NoLane, "has pixels of r32_float"},
		{"r32_uint", "lsc_atomic_fmax.tgm (M1, 2)  out:d32  bti(0x5)[u]:a32  in  %null", ones, ones, 0, NoLane, "bti(0x5) has pixels of r32_uint"},
		{"r16_uint", "typed_atomic.inc (M1, 8) T6 u.0 v.0 r.0 %null.0 %null.0 %null.0 out.0", ones, ones, 0, NoLane, "has pixels of r16_uint"},
		{"r8_uint", "lsc_load_quad.tgm (M1, 2)  out:d32.x  bti(0x4)[u]:a32", ones, ones, 0, NoLane, "bti(0x4) stands for surface 4, and nothing was given to it"},
		{"r8_uint", "scatter4_typed.R (M1, 8) T6 v.0 v.0 %null.0 %null.0 in.0", ones, zeros, 0, 1, "T6 is written at address 0x5 by lane 0 too"},
	} {
		_, m, err := pixelBench(t, row.format, false, row.v, row.r, row.line)
		f, ok := err.(*Fault)
		if !ok || f.Operand != row.operand || f.Lane != row.lane || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, %+v, want %s", row.line, err, f, row.says)
			continue
		}
		for k, b := range m.Surfaces[6].Bytes {
			if int(b) != k {
				t.Errorf("%s: byte %d was written", row.line, k)
			}
		}
	}
	// What is outside reads as 0, and 1 in the last channel of four.
	code, m, err := pixelBench(t, "rgba8_unorm", true, []uint32{9, 9, 9, 9, 9, 9, 9, 9}, nil, "gather4_typed.RA (M1, 8) T6 u.0 v.0 %null.0 %null.0 out_f.0")
	if err != nil {
		t.Fatal(err)
	}
	_, id, _ := code.decls.Lookup("out")
	data, known := m.Bytes(id)
	if got := hexOf(data, known, 36); got != strings.Repeat("00", 32)+"0000803f" {
		t.Errorf("outside: %s", got)
	}
	if size := (&Memory{Pixels: Pixels{1, 8, UnsignedInts}}).extent(); size != [3]uint64{} {
		t.Errorf("a surface without bytes has %v", size)
	}
}
