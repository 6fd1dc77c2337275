package amdgpu_test

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"testing"

	"github.com/lanescope/lanescope/amdgpu"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// parsed is a text's map, which has to be one.
func parsed(t *testing.T, text string) lane.Map {
	t.Helper()
	r, err := amdgpu.Parse(text, 0)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r.Map
}

// Every control of dpp with every row mask and every bank mask, on the registers of a wave that is executed lane by lane.
func TestControlsExhaustive(t *testing.T) {
	rng := chance.Random(t, 1)
	count := 0
	for _, lanes := range []int{32, 64} {
		for _, c := range plainControls(lanes) {
			for masks := range 256 {
				for bound := range 2 {
					if (len(c.text) > 16 || testing.Short()) && rng.IntN(16) > 0 { // quad_perm has 256 numbers
						continue
					}
					rows, banks := masks/16, masks%16
					text := fmt.Sprintf("v_mov_b32_dpp v0, v1 %s row_mask:%#x bank_mask:%#x", c.text, rows, banks)
					if bound == 1 {
						text += " bound_ctrl:1"
					}
					text += fmt.Sprintf(" // wave%d", lanes)
					old, src := make([]uint32, lanes), make([]uint32, lanes)
					for k := range old {
						old[k], src[k] = rng.Uint32(), rng.Uint32()
					}
					want := append([]uint32(nil), old...)
					for n := range want {
						if rows>>(n/16)&1 == 0 || banks>>(n/4%4)&1 == 0 {
							continue
						}
						if j, ok := c.reads(n); ok {
							want[n] = src[j]
						} else if bound == 1 {
							want[n] = 0
						}
					}
					compare(t, text, parsed(t, text), old, want, src)
					count++
				}
			}
		}
	}
	if count < 15000 && !testing.Short() {
		t.Errorf("%d cases: hardly any was tested", count)
	}
}

// A plainControl is a control as AMD's documents have it for lane n.
type plainControl struct {
	text  string
	reads func(n int) (j int, ok bool)
}

func plainControls(lanes int) (all []plainControl) {
	add := func(reads func(n int) (int, bool), format string, args ...any) {
		all = append(all, plainControl{fmt.Sprintf(format, args...), reads})
	}
	for c := range 256 {
		picks := [4]int{c & 3, c >> 2 & 3, c >> 4 & 3, c >> 6}
		add(func(n int) (int, bool) { return n - n%4 + picks[n%4], true }, "quad_perm:[%d,%d,%d,%d]", picks[0], picks[1], picks[2], picks[3])
	}
	for c := 1; c < 16; c++ {
		add(func(n int) (int, bool) { return n + c, n%16 < 16-c }, "row_shl:%d", c)
		add(func(n int) (int, bool) { return n - c, n%16 >= c }, "row_shr:%d", c)
		add(func(n int) (int, bool) {
			if n%16 >= c {
				return n - c, true
			}
			return n + 16 - c, true
		}, "row_ror:%d", c)
	}
	add(func(n int) (int, bool) { return n/16*16 + 15 - n%16, true }, "row_mirror")
	add(func(n int) (int, bool) { return n/8*8 + 7 - n%8, true }, "row_half_mirror")
	for c := range 16 {
		if add(func(n int) (int, bool) { return n - n%16 + c, true }, "row_share:%d", c); lanes == 64 {
			add(func(n int) (int, bool) { return n - n%16 + c, true }, "row_newbcast:%d", c)
		}
		add(func(n int) (int, bool) { return n - n%16 + (n%16 ^ c), true }, "row_xmask:%d", c)
	}
	if lanes == 64 {
		add(func(n int) (int, bool) { return n + 1, n < 63 }, "wave_shl:1")
		add(func(n int) (int, bool) { return (n + 1) % 64, true }, "wave_rol:1")
		add(func(n int) (int, bool) { return n - 1, n > 0 }, "wave_shr:1")
		add(func(n int) (int, bool) { return (n + 63) % 64, true }, "wave_ror:1")
		add(func(n int) (int, bool) { return n/16*16 - 1, n > 15 }, "row_bcast:15")
		add(func(n int) (int, bool) { return 31, n > 31 }, "row_bcast:31")
	}
	return all
}

// Every offset of ds_swizzle_b32, as the document's loops compute what each thread gets.
func TestSwizzlesExhaustive(t *testing.T) {
	rng := chance.Random(t, 2)
	src := make([]uint32, 32)
	for k := range src {
		src[k] = rng.Uint32()
	}
	for offset := range 1 << 16 {
		text := fmt.Sprintf("ds_swizzle_b32 v0, v1 offset:%#x // wave32", offset)
		if offset%997 == 0 {
			wide := parsed(t, text[:len(text)-2]+"64")
			for at, l := range wide.Lane[32:] { // the same in each half
				if low := wide.Lane[at]; l != lane.From(0, low.Index+32) {
					t.Fatalf("%s: lane %d reads %d", text, at+32, l.Index)
				}
			}
		}
		compare(t, text, parsed(t, text), nil, plainSwizzle(offset, src), src)
	}
}

func plainSwizzle(offset int, in []uint32) []uint32 {
	out := make([]uint32, 32)
	switch {
	case offset >= 0xe000:
		mask := offset % 32
		ones := 0
		for b := 1; b < 32; b *= 2 {
			if mask&b != 0 {
				ones++
			}
		}
		for i := range out {
			j := 0
			for b := range 5 {
				j = j*2 + i>>b%2
			}
			for range ones {
				j /= 2
			}
			out[i] = in[j|(i&mask)]
		}
	case offset >= 0xc000:
		mask, by := offset%32, offset/32%32
		if offset/1024%2 == 1 {
			by = 32 - by
		}
		for i := range out {
			out[i] = in[(i&mask)|((i+by)%32&(31-mask))]
		}
	case offset >= 0x8000:
		for i := 0; i < 32; i += 4 {
			out[i+0] = in[i+offset%4]
			out[i+1] = in[i+offset/4%4]
			out[i+2] = in[i+offset/16%4]
			out[i+3] = in[i+offset/64%4]
		}
	default:
		andMask, orMask, xorMask := offset%32, offset/32%32, offset/1024%32
		for i := range out {
			out[i] = in[((i&andMask)|orMask)^xorMask]
		}
	}
	return out
}

// Every byte of a selector at every place, and selectors by chance, on values: a byte of the array {S0, S1} whose lower half is S1.
func TestPermExhaustive(t *testing.T) {
	rng := chance.Random(t, 3)
	signs := 0
	for n := range 1024 + 4000 {
		selector := rng.Uint32() & 0x0f0f0f0f
		if n < 1024 {
			selector = selector&^(0xff<<(n/256*8)) | uint32(n%256)<<(n/256*8)
		}
		a, b := rng.Uint32(), rng.Uint32()
		text := fmt.Sprintf("v_perm_b32 v0, v1, v2, %#x", selector)
		r, err := amdgpu.Parse(text, 0)
		if err != nil {
			signs++
			text = fmt.Sprintf("v_perm_b32 v0, %#x, %#x, %#x", a, b, selector)
			r.Map = parsed(t, text)
		}
		want, copies := plainPerm(a, b, selector)
		if copies != (err != nil) {
			t.Fatalf("%s copies a sign: %v, and is refused with %v", text, copies, err)
		}
		compare(t, text, r.Map, nil, []uint32{want}, []uint32{a}, []uint32{b})
	}
	if signs < 1000 {
		t.Errorf("%d selectors copied a sign: hardly any was tested", signs)
	}
}

func plainPerm(s0, s1, selector uint32) (d uint32, copiesSign bool) {
	in := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, s1), s0)
	for k := range 4 {
		var v byte
		switch sel := selector >> (8 * k) & 0xff; {
		case sel >= 13:
			v = 0xff
		case sel == 12:
		case sel >= 8:
			copiesSign = true
			if in[2*(sel-8)+1] >= 0x80 {
				v = 0xff
			}
		default:
			v = in[sel]
		}
		d |= uint32(v) << (8 * k)
	}
	return d, copiesSign
}

// What one lane does by itself, on values.
func TestOneLane(t *testing.T) {
	rng := chance.Random(t, 4)
	for n := range 40 {
		a, b, old := rng.Uint32(), rng.Uint32(), rng.Uint32()
		both := uint64(a)<<32 | uint64(b)
		for text, want := range map[string]uint32{
			fmt.Sprintf("v_alignbit_b32 v0, v1, v2, %d", n):                        uint32(both >> (n % 32)),
			fmt.Sprintf("v_alignbyte_b32 v0, v1, v2, %d", n):                       uint32(both >> (n % 4 * 8)),
			fmt.Sprintf("v_lshlrev_b32_e32 v0, %d, v1", n):                         a << (n % 32),
			fmt.Sprintf("v_lshrrev_b32_e32 v0, %d, v1", n):                         a >> (n % 32),
			"v_and_b32_e32 v0, 0xff00f0ff, v1":                                     a & 0xff00f0ff,
			"v_and_b32 v0, v1, 0xff":                                               a & 0xff,
			"s_pack_ll_b32_b16 s0, s1, s2":                                         a&0xffff | b<<16,
			"s_pack_lh_b32_b16 s0, s1, s2":                                         a&0xffff | b&0xffff0000,
			"s_pack_hh_b32_b16 s0, s1, s2":                                         a>>16 | b&0xffff0000,
			"s_pack_hl_b32_b16 s0, s1, s2":                                         a>>16 | b<<16,
			"v_mov_b32_sdwa v0, v1 dst_sel:WORD_1 src0_sel:BYTE_2":                 old&0xffff | a>>16&0xff<<16,
			"v_mov_b32_sdwa v0, v1 dst_sel:BYTE_1 dst_unused:UNUSED_PAD":           a & 0xff << 8,
			"v_mov_b32_sdwa v0, v1 dst_sel:DWORD src0_sel:WORD_1":                  a >> 16,
			"v_mov_b32_sdwa v0, v1 dst_sel:BYTE_3 src0_sel:WORD_1":                 old&0xffffff | a>>16<<24,
			"v_mov_b32_e32 v0, v1":                                                 a,
			"v_swap_b32 v3, v1":                                                    b,
			"v_bfrev_b32_e32 v0, v1":                                               bits.Reverse32(a),
			"s_brev_b32 s0, s1":                                                    bits.Reverse32(a),
			"s_mov_b32 s4, 0x07060504; v_perm_b32 v0, v1, v2, s4":                  a,
			"int r = __builtin_amdgcn_alignbyte(x, y, 3);":                         uint32(both >> 24),
			"%r = call i32 @llvm.amdgcn.perm(i32 %x, i32 %y, i32 117835012) ; all": a,
		} {
			m := parsed(t, text)
			values := []uint32{a, b}
			compare(t, text, m, []uint32{old}, []uint32{want}, values[:1], values[1:])
		}
	}
}

// Selects of v_permlane16, v_permlanex16 and dpp8 by chance, and the two that have none.
func TestPermlanes(t *testing.T) {
	rng := chance.Random(t, 5)
	for n := range 2000 {
		lanes := 32 << (n % 2)
		src, other := make([]uint32, lanes), make([]uint32, lanes)
		for k := range src {
			src[k], other[k] = rng.Uint32(), rng.Uint32()
		}
		low, high := rng.Uint32(), rng.Uint32()
		want, crossed, octets := make([]uint32, lanes), make([]uint32, lanes), make([]uint32, lanes)
		for i := range want {
			pick := low
			if i%16 >= 8 {
				pick = high
			}
			pick = pick >> (i % 8 * 4) & 15
			want[i] = src[i/16*16+int(pick)]
			partner := []int{1, 0, 3, 2}[i/16]
			crossed[i] = src[partner*16+int(pick)]
			octets[i] = src[i/8*8+int(low>>(i%8*3)&7)]
		}
		selects := fmt.Sprintf("s_mov_b32 s0, %#x\ns_mov_b32 s1, %#x\n", low, high)
		end := fmt.Sprintf(" // wave%d", lanes)
		for text, want := range map[string][]uint32{
			selects + "v_permlane16_b32 v0, v1, s0, s1" + end:                                                    want,
			selects + "v_permlanex16_b32 v0, v1, s0, s1 op_sel:[1,0]" + end:                                      crossed,
			fmt.Sprintf("int r = __builtin_amdgcn_permlanex16(old, x, %#x, %#x, true, false);", low, high) + end: crossed,
			fmt.Sprintf("int r = __builtin_amdgcn_mov_dpp8(x, %#x);", low&0xffffff) + end:                        octets,
		} {
			compare(t, text, parsed(t, text), nil, want, src)
		}
		if lanes == 32 {
			continue
		}
		swapped := append(append([]uint32(nil), src[32:]...), src[:32]...)
		compare(t, "permlane64", parsed(t, "v_permlane64_b32 v0, v1"), nil, swapped, src)
		for block, text := range map[int]string{16: "v_permlane16_swap_b32 v0, v1", 32: "v_permlane32_swap_b32_e32 v0, v1"} {
			first, second := append([]uint32(nil), src...), append([]uint32(nil), other...)
			for at := block; at < 64; at += 2 * block {
				for k := range block {
					first[at+k], second[at-block+k] = second[at-block+k], first[at+k]
				}
			}
			compare(t, text, parsed(t, text), nil, first, src, other)
			again := text + "\nv_mov_b32 v2, v1"
			compare(t, again, parsed(t, again), nil, second, src, other)
		}
	}
}

// compare runs a map on registers.
func compare(t *testing.T, text string, m lane.Map, old, want []uint32, src ...[]uint32) {
	t.Helper()
	var sources [][]byte
	for k := range m.Src {
		sources = append(sources, bytesOf(src[k]))
	}
	dst := make([]byte, 4*len(want))
	if !m.ReadsOld() {
		old = nil
	}
	var before []byte
	if old != nil {
		before = bytesOf(old)
	}
	if err := m.Apply(dst, before, sources...); err != nil {
		t.Fatalf("%s: %s: %v", text, m, err)
	}
	if string(dst) != string(bytesOf(want)) {
		t.Fatalf("%s is %s: %x, want %x", text, m, dst, bytesOf(want))
	}
}

func bytesOf(values []uint32) (b []byte) {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}
