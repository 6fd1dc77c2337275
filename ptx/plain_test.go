package ptx_test

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/ptx"
)

// Every selector of prmt, on values, as the document computes it: shifts of one number of 64 bits, without a table.
func TestPermuteExhaustive(t *testing.T) {
	rng := chance.Random(t, 1)
	moved, refused := 0, 0
	for selector := range uint32(1 << 16) {
		a, b := rng.Uint32(), rng.Uint32()
		text := fmt.Sprintf("prmt.b32 %%r, %%a, %%b, %#x;", selector)
		r, err := ptx.Parse(text)
		if selector&0x8888 != 0 {
			if err == nil {
				t.Fatalf("%s copies a sign and is read as %s", text, r.Map)
			}
			refused++
			text = fmt.Sprintf("prmt.b32 %%r, %#x, %#x, %#x;", a, b, selector) // of constants the sign is known
			if r, err = ptx.Parse(text); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		moved++
		if got, want := run(t, r.Map, a, b), plainPermute(a, b, selector); got != want {
			t.Fatalf("%s of %#x and %#x is %#x, want %#x", text, a, b, got, want)
		}
	}
	if moved != 1<<16 || refused != 1<<16-1<<12 {
		t.Errorf("%d selectors moved and %d were refused: not all were tested", moved, refused)
	}
}

func plainPermute(a, b, c uint32) (r uint32) {
	ab := uint64(b)<<32 | uint64(a)
	for k := range 4 {
		control := c >> (4 * k) & 0xf
		v := uint32(ab >> (8 * (control & 7)) & 0xff)
		if control&8 != 0 {
			v = uint32(int32(int8(v))>>7) & 0xff
		}
		r |= v << (8 * k)
	}
	return r
}

// The modes with names, whose rows have a rule each: which byte goes to place k for the control n.
func TestPermuteModes(t *testing.T) {
	rng := chance.Random(t, 1)
	for mode, rule := range map[string]func(k, n int) int{
		"f4e":  func(k, n int) int { return n + k },
		"b4e":  func(k, n int) int { return (8 + n - k) % 8 },
		"rc8":  func(_, n int) int { return n },
		"ecl":  func(k, n int) int { return max(k, n) },
		"ecr":  func(k, n int) int { return min(k, n) },
		"rc16": func(k, n int) int { return n%2*2 + k%2 },
	} {
		for n := range 64 { // only two bits count
			a, b := rng.Uint32(), rng.Uint32()
			text := fmt.Sprintf("prmt.b32.%s %%r, %%a, %%b, %d;", mode, n)
			r, err := ptx.Parse(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			var want uint32
			for k := range 4 {
				want |= uint32((uint64(b)<<32|uint64(a))>>(8*rule(k, n%4))&0xff) << (8 * k)
			}
			if got := run(t, r.Map, a, b); got != want {
				t.Fatalf("%s of %#x and %#x is %#x, want %#x", text, a, b, got, want)
			}
		}
	}
}

// Every distance and every clamp and mask of shfl, on the values of a warp, as the document's pseudocode goes.
func TestShuffleExhaustive(t *testing.T) {
	rng := chance.Random(t, 1)
	count := 0
	for _, mode := range []string{"up", "down", "bfly", "idx"} {
		for b := range 32 {
			for c := range 1024 {
				clamp, segmask := c%32, c/32
				if testing.Short() && (b*5+c)%7 != 0 {
					continue
				}
				text := fmt.Sprintf("shfl.sync.%s.b32 %%r, %%a, %d, %d, -1;", mode, b, segmask<<8|clamp)
				r, err := ptx.Parse(text)
				if err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				var warp [32]uint32
				for k := range warp {
					warp[k] = rng.Uint32()
				}
				if got, want := runWarp(t, r.Map, warp), plainShuffle(mode, warp, b, clamp, segmask); got != want {
					t.Fatalf("%s gives %x, want %x", text, got, want)
				}
				count++
			}
		}
	}
	if count < 4*32*1024/8 {
		t.Errorf("%d shuffles: hardly any was tested", count)
	}
}

// plainShuffle walks over the threads with the document's names.
func plainShuffle(mode string, a [32]uint32, bval, cval, segmask int) (d [32]uint32) {
	for lane := range 32 {
		maxLane := (lane & segmask) | (cval & ^segmask)
		minLane := lane & segmask
		var j int
		var pval bool
		switch mode {
		case "up":
			j = lane - bval
			pval = j >= maxLane
		case "down":
			j = lane + bval
			pval = j <= maxLane
		case "bfly":
			j = lane ^ bval
			pval = j <= maxLane
		case "idx":
			j = minLane | (bval & ^segmask)
			pval = j <= maxLane
		}
		if !pval {
			j = lane
		}
		d[lane] = a[j]
	}
	return d
}

// CUDA's functions, as the guide describes them by sections of a warp: what is beyond the section is the lane's own.
func TestCUDA(t *testing.T) {
	for width := 1; width <= 32; width *= 2 {
		for by := range 32 {
			for name, from := range map[string]func(section, place int) int{
				"__shfl_up_sync(-1, v, %d, %d)":   func(s, p int) int { return or(p-by >= 0, s+p-by, s+p) },
				"__shfl_down_sync(-1, v, %d, %d)": func(s, p int) int { return or(p+by < width, s+p+by, s+p) },
				"__shfl_sync(-1, v, %d, %d)":      func(s, p int) int { return s + by%width },
				"__shfl_xor_sync(-1, v, %d, %d)":  func(s, p int) int { return or((s+p)^by < s+width, (s+p)^by, s+p) }, // earlier sections are within reach, later ones are not
			} {
				for typ, bits := range map[string]int{"float": 32, "unsigned int": 32, "double": 64, "unsigned long long": 64} {
					if by%2 == 1 { // of before Volta, where all threads of a warp took part
						name = strings.Replace(strings.Replace(name, "_sync", "", 1), "-1, ", "", 1)
					}
					text := fmt.Sprintf(typ+" r = "+name+";", by, width)
					r, err := ptx.Parse(text)
					if err != nil || r.Map.Bits != bits || len(r.Warnings) > 0 {
						t.Fatalf("%s: %s, %q, %v", text, r.Map, r.Warnings, err)
					}
					for at, l := range r.Map.Lane {
						if want := lane.From(0, from(at/width*width, at%width)); l != want {
							t.Fatalf("%s: lane %d is %v, want %v", text, at, l, want)
						}
					}
				}
			}
		}
	}
	if r, err := ptx.Parse("__shfl_xor_sync(-1, v, 1)"); err != nil || len(r.Warnings) != 1 || r.Map.Bits != 32 {
		t.Errorf("without a type: %s, %q, %v", r.Map, r.Warnings, err)
	}
}

func or(yes bool, a, b int) int {
	if yes {
		return a
	}
	return b
}

// Funnel shifts on values, all distances.
func TestFunnelShifts(t *testing.T) {
	rng := chance.Random(t, 1)
	for n := range 70 {
		a, b := rng.Uint32(), rng.Uint32()
		both := uint64(b)<<32 | uint64(a)
		clamped := min(n, 32)
		for text, want := range map[string]uint32{
			"shf.l.wrap.b32 %%r, %%a, %%b, %d":       uint32(both << (n % 32) >> 32),
			"shf.r.wrap.b32 %%r, %%a, %%b, %d":       uint32(both >> (n % 32)),
			"shf.l.clamp.b32 %%r, %%a, %%b, %d":      uint32(both << clamped >> 32),
			"shf.r.clamp.b32 %%r, %%a, %%b, %d":      uint32(both >> clamped),
			"__funnelshift_l(a, b, %d)":              uint32(both << (n % 32) >> 32),
			"__funnelshift_rc(a, b, %d)":             uint32(both >> clamped),
			"shl.b32 %%r, %%a, %d":                   uint32(uint64(a) << clamped),
			"shr.u32 %%r, %%a, %d":                   uint32(uint64(a) >> clamped),
			"and.b32 %%r, %%a, 0xff00f00f; // %[1]d": a & 0xff00f00f,
			"brev.b32 %%r, %%a; // %[1]d":            bits.Reverse32(a),
			"__brev(a) // %[1]d":                     bits.Reverse32(a),
		} {
			text = fmt.Sprintf(text, n)
			r, err := ptx.Parse(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if got := run(t, r.Map, a, b); got != want {
				t.Fatalf("%s of %#x and %#x is %#x (%s), want %#x", text, a, b, got, r.Map, want)
			}
		}
	}
}

// All 64 bits are reversed by the wider of these.
func TestReversedBits(t *testing.T) {
	for _, text := range []string{"brev.b64 %rd, %ra;", "__brevll(a)"} {
		r, err := ptx.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if len(r.Map.Lane) != 64 || len(r.Names) != 1 {
			t.Fatalf("%s is %s of %q", text, r.Map, r.Names)
		}
		for k, l := range r.Map.Lane {
			if l != lane.From(0, 63-k) {
				t.Errorf("%s: bit %d is %v", text, k, l)
			}
		}
	}
}

// A thread that is not in the mask has no value, and gives none.
func TestMemberMask(t *testing.T) {
	r, err := ptx.Parse("shfl.sync.down.b32 %r, %v, 1, 0x1f, 0x0000ffff;")
	if err != nil {
		t.Fatal(err)
	}
	for at, l := range r.Map.Lane {
		want := lane.Lane{}
		if at < 15 {
			want = lane.From(0, at+1)
		}
		if l != want {
			t.Errorf("lane %d is %v, want %v", at, l, want)
		}
	}
	if r, err := ptx.Parse("float r = __shfl_down_sync(FULL_MASK, v, 1);"); err != nil || len(r.Warnings) != 1 || r.Map.Lane[20] != lane.From(0, 21) {
		t.Errorf("a mask by name: %s, %q, %v", r.Map, r.Warnings, err)
	}
}

// run is a map of one thread on two registers.
func run(t *testing.T, m lane.Map, a, b uint32) uint32 {
	t.Helper()
	var src [][]byte
	for k := range m.Src {
		src = append(src, binary.LittleEndian.AppendUint32(nil, []uint32{a, b}[k]))
	}
	dst := make([]byte, 4)
	if err := m.Apply(dst, nil, src...); err != nil {
		t.Fatalf("%s: %v", m, err)
	}
	return binary.LittleEndian.Uint32(dst)
}

func runWarp(t *testing.T, m lane.Map, warp [32]uint32) (d [32]uint32) {
	t.Helper()
	var src []byte
	for _, v := range warp {
		src = binary.LittleEndian.AppendUint32(src, v)
	}
	dst := make([]byte, len(src))
	if err := m.Apply(dst, nil, src); err != nil {
		t.Fatalf("%s: %v", m, err)
	}
	for k := range d {
		d[k] = binary.LittleEndian.Uint32(dst[4*k:])
	}
	return d
}
