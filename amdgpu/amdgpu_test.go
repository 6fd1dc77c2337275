package amdgpu_test

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/amdgpu"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// Statements of every notation, with the first lanes of their maps and what the text calls sources and result.
func TestParse(t *testing.T) {
	for _, row := range []struct{ text, want, names, to string }{
		{"v_mov_b32_dpp v0, v1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf", "i32x64 -> a1 a0 a3 a2 a5 a4 ", "v1", "v0"},
		{"v_mov_b32_dpp v5, v9 row_shr:1 row_mask:0xf bank_mask:0xf", "i32x64 -> . a0 a1 a2 ", "v9", "v5"},
		{"v_mov_b32 v0, v1 row_mirror // wave32", "i32x32 -> a15 a14 ", "v1", "v0"},
		{"v_mov_b32_e64_dpp v0, v1 row_shr:1", "i32x64 -> . a0 a1 ", "v1", "v0"},
		{"v_mov_b32_dpp v0, v1 dpp8:[7,6,5,4,3,2,1,0] fi:1", "i32x32 -> a7 a6 a5 a4 a3 a2 a1 a0 a15 ", "v1", "v0"},
		{"ds_swizzle_b32 v0, v1", "i32x64 -> a0 a0 a0 ", "v1", "v0"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,16)", "i32x64 -> a16 a17 ", "v1", "v0"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(BROADCAST,8,3)", "i32x64 -> a3 a3 a3 a3 a3 a3 a3 a3 a11 ", "v1", "v0"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(REVERSE, 8)", "i32x64 -> a7 a6 a5 a4 a3 a2 a1 a0 a15 ", "v1", "v0"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(ROTATE,0,1)", "i32x64 -> a1 a2 ", "v1", "v0"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(ROTATE,1,1)", "i32x64 -> a31 a0 a1 ", "v1", "v0"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(FFT,0)", "i32x64 -> a0 a16 a8 a24 ", "v1", "v0"},
		{"ds_swizzle_b32 v0, v1 offset:swizzle(QUAD_PERM,3,2,1,0)", "i32x64 -> a3 a2 a1 a0 a7 ", "v1", "v0"},
		{"v_perm_b32 v0, v1, v2, 0x0c010400", "i8x4 i8x4 -> b0 a0 b1 z", "v1 v2", "v0"},
		{"v_perm_b32 v0, 0, v0, 0x10203", "i8x4 -> a3 a2 a1 a0", "v0", "v0"},
		{"v_perm_b32 v0, v1, 1.0, 0x03070c0d", "i8x4 -> m z a3 #3f", "v1", "v0"},
		{"f0: ; @f0\n\ts_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)\n\ts_mov_b32 s4, 0x6040200 ; encoding\n\tv_perm_b32 v0, v1, v0, s4\n\ts_setpc_b64 s[30:31]", "i8x4 i8x4 -> b0 b2 a0 a2", "v1 v0", "v0"},
		{"s_movk_i32 s4, 0xff04\nv_perm_b32 v0, v1, v2, s4", "i8x4 -> a0 m m m", "v1", "v0"},
		{"global_load_dword v2, v[0:1], off\nv_lshrrev_b32_e32 v2, 16, v2\nv_perm_b32 v2, v2, v3, 0x05040100", "i8x4 i8x4 -> b0 b1 a2 a3", "v2 v3", "v2"},
		{"v_writelane_b32 v0, s1, 2", "i32x1 -> . . a0 . ", "s1", "v0"},
		{"v_writelane_b32 v0, 7, 35", "-> i32x64: . . ", "", "v0"},
		{"v_mov_b32_dpp v1, v0 row_shr:8; v_mov_b32_dpp v2, v1 quad_perm:[3,3,3,3] row_mask:0xf bank_mask:0xf", "i32x64 i32x64 -> b3 b3 b3 b3 b7 b7 b7 b7 a3 ", "v0 v1", "v2"},
		{"v_alignbit_b32 v0, v0, v1, 16", "i16x2 i16x2 -> b1 a0", "v0 v1", "v0"},
		{"int r = __builtin_amdgcn_update_dpp(old, x, 0x111, 0xf, 0xf, false);", "i32x64 i32x64 -> a0 b0 b1 ", "old x", "r"},
		{"int r = __builtin_amdgcn_ds_swizzle(__builtin_amdgcn_mov_dpp(__float_as_int(x), 0xb1, 0xf, 0xf, true), 0x041f);", "i32x64 -> a0 a1 a2 ", "x", "r"},
		{"%r = call i32 @llvm.amdgcn.update.dpp.i32(i32 %o, i32 %x, i32 312, i32 15, i32 15, i1 false)", "i32x64 i32x64 -> a0 b0 b1 ", "%o %x", "%r"},
		{"%r = tail call noundef i32 @llvm.amdgcn.permlanex16(i32 poison, i32 %x, i32 1985229328, i32 -19088744, i1 false, i1 false) #3", "i32x32 -> a16 a17 ", "%x", "%r"},
	} {
		r, err := amdgpu.Parse(row.text, 0)
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		if names := strings.Join(r.Names, " "); !strings.HasPrefix(sameOrder(r.Map).String()+" ", row.want) || names != row.names || r.To != row.to {
			t.Errorf("%s: %s of %q to %q, want %s of %q to %q", row.text, r.Map, names, r.To, row.want, row.names, row.to)
		}
	}
}

// sameOrder is the map at lanes as wide as one lane's, where it was torn.
func sameOrder(m lane.Map) lane.Map {
	for _, bits := range []int{32, 16} {
		if wide, err := m.Regroup(bits); err == nil && len(m.Lane) > 4 {
			return wide
		}
	}
	return m
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"v_perm_b32 v0, v1, v2, s3":                                                   `1:24: the selector "s3" depends on data`,
		"v_perm_b32 v0, v1, v2, 0x03020109":                                           "1:24: byte 0 is 9, a sign",
		"v_perm_b32 v0, v1, v2":                                                       "1:1: v_perm_b32 has 4 operands, and these are 3",
		"v_readlane_b32 s0, v1, 5":                                                    "1:1: v_readlane_b32 gives one lane's value",
		"v_readfirstlane_b32 s0, v1":                                                  "gives the first lane's value",
		"ds_bpermute_b32 v0, v1, v2":                                                  "1:1: ds_bpermute_b32 reads lanes known at run time only",
		"ds_permute_b32 v0, v1, v2":                                                   "writes lanes known at run time only",
		"int r = __builtin_amdgcn_ds_bpermute(i, x);":                                 "1:9: ds_bpermute reads lanes known at run time only",
		"%r = call i32 @llvm.amdgcn.readlane.i32(i32 %x, i32 3)":                      "readlane gives one lane's value",
		"v_permlane16_var_b32 v0, v1, v2":                                             "reads lanes known at run time only",
		"v_add_f32_dpp v0, v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf":               "1:1: v_add_f32_dpp computes: its dpp alone is a v_mov_b32",
		"v_mov_b32_dpp v0, v1 row_sharp:1":                                            `1:22: "row_sharp" is no control of dpp`,
		"v_mov_b32_dpp v0, v1 row_shr:16":                                             "1:30: expected row_shr and :1 to :15",
		"v_mov_b32_dpp v0, v1 row_bcast:16":                                           "1:32: expected row_bcast and :15 to :31",
		"v_mov_b32_dpp v0, v1 row_mirror:1":                                           "row_mirror has no number",
		"v_mov_b32_dpp v0, v1 quad_perm:[1,0,3]":                                      "1:32: expected 4 lanes in brackets",
		"v_mov_b32_dpp v0, v1 quad_perm:[1,0,3,4]":                                    "1:39: expected a lane from 0 to 3",
		"v_mov_b32_dpp v0, v1 row_mask:0xf":                                           "1:22: expected a control beside it",
		"v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0x1f":                                "1:41: expected four bits",
		"v_mov_b32_dpp v0, v1 row_bcast:31 // wave32":                                 "row_bcast needs a wave of 64 lanes",
		"v_permlane64_b32 v0, v1 // wave32":                                           "v_permlane64_b32 does nothing in a wave of 32 lanes",
		"ds_swizzle_b32 v0, v1 offset:0x10000":                                        "1:30: expected 16 bits, or swizzle(SWAP,16)",
		"ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,3)":                                "1:43: the lanes of a group are a power of two",
		"ds_swizzle_b32 v0, v1 offset:swizzle(BROADCAST,8,8)":                         "1:50: expected a lane of the group, which has 8",
		"ds_swizzle_b32 v0, v1 offset:swizzle(SPIN,8)":                                "1:38: expected BITMASK_PERM, QUAD_PERM",
		"ds_swizzle_b32 v0, v1 offset:swizzle(BITMASK_PERM,\"01pi\")":                 "expected five letters of 0, 1, p, i",
		"ds_swizzle_b32 v0, v1 offset:swizzle(QUAD_PERM,3,2,1,4)":                     "1:54: QUAD_PERM has 4 numbers, each below 4, 4, 4, 4",
		"ds_swizzle_b32 v0, v1 gds":                                                   "1:23: lanes are swizzled through local memory only",
		"v_mov_b32_sdwa v0, v1 dst_sel:BYTE_4":                                        "1:31: expected BYTE_0 to _3",
		"v_mov_b32_sdwa v0, v1 dst_sel:BYTE_1 dst_unused:UNUSED_SEXT":                 "UNUSED_SEXT copies a sign",
		"v_mov_b32_sdwa v0, sext(v1) src0_sel:BYTE_1":                                 "expected a register or a number",
		"v_bfi_b32 v0, s1, v2, v3":                                                    "merges bits of two values",
		"int r = __builtin_amdgcn_mov_dpp(x, 0x110, 15, 15, true);":                   "0x110 is no control of dpp",
		"v_add_u32 v1, v2, v3\nv_mov_b32_dpp v0, v1 row_shr:1":                        `1:1: "v_add_u32" is no movement`,
		"v_perm_b32 v0, v1, v2, 0 row_mask:0xf":                                       `"row_mask" is no modifier here`,
		"s_mov_b32 s4, 0x3020100\ns_add_i32 s4, s4, s5\nv_perm_b32 v0, v1, v2, s4":    `3:24: the selector "s4" depends on data`,
		"v_lshrrev_b64 v[2:3], 24, v[0:1]\nv_perm_b32 v0, v1, v3, 0x01020304":         `1:1: "v_lshrrev_b64" is no movement`,
		"v_mov_b16_e32 v1.l, v1.h\nv_mov_b32 v0, v1":                                  `1:1: "v_mov_b16_e32" is no movement`,
		"v_mov_b32 v1, v0\nglobal_load_dwordx2 v[0:1], v[2:3], off\nv_mov_b32 v0, v1": "v0 is loaded after it was used",
		"v_mov_b32 v[0:1], v2":                                                        "1:11: expected one register of 32 bits",
		"; nothing":                                                                   "1:1: expected an instruction that moves lanes",
	} {
		_, err := amdgpu.Parse(text, 0)
		var e *syntax.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
		if e != nil && len(e.What) > 62 { // a line of 80 columns, with the place
			t.Errorf("%s: %q has %d columns", text, e.What, len(e.What))
		}
	}
}

// What decides how many lanes a wave has, and whether the text is warned of.
func TestWaves(t *testing.T) {
	for _, row := range []struct {
		text        string
		exec, lanes int
		warned      bool
	}{
		{"v_mov_b32_dpp v0, v1 row_shr:1", 0, 64, true},
		{"v_mov_b32_dpp v0, v1 row_shr:1", 32, 32, false},
		{"v_mov_b32_dpp v0, v1 row_shr:1 // wave32", 0, 32, false},
		{"v_mov_b32_dpp v0, v1 row_shr:1 ; wave64", 0, 64, false},
		{"v_mov_b32_dpp v0, v1 row_shr:1 // wave32", 64, 64, false},
		{".amdhsa_wavefront_size32 1\nv_mov_b32_dpp v0, v1 row_shr:1", 0, 32, false},
		{".amdhsa_wavefront_size32 0\nv_mov_b32_dpp v0, v1 row_share:1", 0, 64, false},
		{"v_mov_b32_dpp v0, v1 row_bcast:15", 0, 64, false},
		{"v_mov_b32_dpp v0, v1 row_share:1", 0, 32, true},
		{"v_mov_b32_dpp v0, v1 dpp8:[0,0,0,0,0,0,0,0]", 0, 32, true},
		{"v_permlane16_b32 v0, v1, 0, 0", 0, 32, true},
		{"v_permlane64_b32 v0, v1", 0, 64, true},
		{"v_permlane32_swap_b32 v0, v1", 0, 64, false},
		{"v_perm_b32 v0, v1, v2, 0", 0, 4, false},
	} {
		r, err := amdgpu.Parse(row.text, row.exec)
		warned := slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.Contains(w, "is assumed") })
		if err != nil || len(r.Map.Lane) != row.lanes || warned != row.warned {
			t.Errorf("%s with %d: %d lanes, warnings %q, %v", row.text, row.exec, len(r.Map.Lane), r.Warnings, err)
		}
	}
}

// All spellings of bound_ctrl are one bit, and the old one is warned of.
func TestBounds(t *testing.T) {
	for text, warned := range map[string]bool{"bound_ctrl": false, "bound_ctrl:0": true, "bound_ctrl:1": false} {
		r, err := amdgpu.Parse("v_mov_b32_dpp v0, v1 row_shr:1 "+text+" // wave64", 0)
		if err != nil || r.Map.Lane[0] != lane.Zero() || len(r.Warnings) > 0 != warned {
			t.Errorf("%s: lane 0 is %v, %q, %v", text, r.Map.Lane[0], r.Warnings, err)
		}
	}
}

// Functions are their instructions, but for lanes that are not written.
func TestBuiltins(t *testing.T) {
	for call, line := range map[string]string{
		"__builtin_amdgcn_update_dpp(old, x, 0x112, 0xa, 0xf, true)":                           "v_mov_b32 v0, v1 row_shr:2 row_mask:0xa bank_mask:0xf bound_ctrl:1",
		"__builtin_amdgcn_update_dpp(old, x, 0x143, 0xc, 0xf, false)":                          "v_mov_b32 v0, v1 row_bcast:31 row_mask:0xc bank_mask:0xf",
		"__builtin_amdgcn_mov_dpp(x, 0x141, 0xf, 0x5, true)":                                   "v_mov_b32 v0, v1 row_half_mirror bank_mask:0x5",
		"@llvm.amdgcn.mov.dpp.i32(i32 %x, i32 312, i32 15, i32 15, i1 true)":                   "v_mov_b32 v0, v1 wave_shr:1 bound_ctrl:1",
		"__builtin_amdgcn_writelane(x, 5, old)":                                                "v_writelane_b32 v0, v1, 5",
		"__builtin_amdgcn_ds_swizzle(x, 0xc0a0)":                                               "ds_swizzle_b32 v0, v1 offset:swizzle(ROTATE,0,5)",
		"@llvm.amdgcn.permlane64.i32(i32 %x)":                                                  "v_permlane64_b32 v0, v1",
		"@llvm.amdgcn.permlane16.i32(i32 %o, i32 %x, i32 305419896, i32 33, i1 true, i1 true)": "v_permlane16_b32 v0, v1, 0x12345678, 33",
	} {
		r, err := amdgpu.Parse("r = "+call, 64)
		if err != nil {
			t.Fatalf("%s: %v", call, err)
		}
		want, err := amdgpu.Parse(line, 64)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		x := len(r.Map.Src) - 1
		if strings.Contains(call, "(x,") {
			x = 0
		}
		for at, l := range r.Map.Lane {
			switch w := want.Map.Lane[at]; {
			case w.Kind == lane.Old && strings.Contains(call, "mov_dpp"):
				if l != (lane.Lane{}) {
					t.Fatalf("%s: lane %d is %v", call, at, l)
				}
			case w.Kind == lane.Old:
				if l.Kind != lane.Source || r.Names[l.Src] != "old" || l.Index != at {
					t.Fatalf("%s: lane %d is %v", call, at, l)
				}
			case l.Kind == lane.Source && (l.Src != x || l.Index != w.Index) || l.Kind != w.Kind || l.Kind == lane.Constant && l != w:
				t.Fatalf("%s: lane %d is %v, and %v by %s", call, at, l, w, line)
			}
		}
	}
}

// What is said of a map reads as it: of those that instructions make, and of bytes that several make.
func TestSaysItself(t *testing.T) {
	rng := chance.Random(t, 6)
	count := map[string]int{}
	for range 1500 {
		m := lane.Map{Bits: 8, Src: []int{4, 4, 4, 4}, Lane: make([]lane.Lane, 4)}
		for i := range m.Lane {
			m.Lane[i] = lane.From(rng.IntN(1+rng.IntN(4)), rng.IntN(4))
			if rng.IntN(6) == 0 {
				m.Lane[i] = lane.Fixed(lane.ConstOf([]uint64{0, 0xff, rng.Uint64() & 0xff}[rng.IntN(3)]))
			}
		}
		saysItself(t, m, count, false)
		lanes := 32 << rng.IntN(2)
		mask, bound := rng.IntN(256)|rng.IntN(256), []string{"", " bound_ctrl:1"}[rng.IntN(2)]
		control := []string{fmt.Sprintf("row_shr:%d", 1+rng.IntN(15)), fmt.Sprintf("row_shl:%d", 1+rng.IntN(15)), fmt.Sprintf("row_ror:%d", 1+rng.IntN(15)), "row_mirror", "row_half_mirror", fmt.Sprintf("row_xmask:%d", rng.IntN(16)),
			fmt.Sprintf("row_share:%d", rng.IntN(16)), fmt.Sprintf("quad_perm:[%d,%d,%d,%d]", rng.IntN(4), rng.IntN(4), rng.IntN(4), rng.IntN(4))}[rng.IntN(8)]
		for _, text := range []string{
			fmt.Sprintf("v_mov_b32_dpp v0, v1 %s row_mask:%d bank_mask:%d%s // wave%d", control, mask/16|1, mask%16|1<<rng.IntN(4), bound, lanes),
			fmt.Sprintf("ds_swizzle_b32 v0, v1 offset:%#x // wave%d", rng.IntN(1<<15), lanes),
			fmt.Sprintf("ds_swizzle_b32 v0, v1 offset:%#x // wave%d", 0xc000+rng.IntN(1<<14), lanes),
			fmt.Sprintf("v_permlane16_b32 v0, v1, %#x, %#x // wave%d", rng.Uint32(), rng.Uint32(), lanes),
			fmt.Sprintf("v_permlanex16_b32 v0, v1, %#x, %#x // wave%d", rng.Uint32(), rng.Uint32(), lanes),
			"v_permlane64_b32 v0, v1",
		} {
			saysItself(t, parsed(t, text), count, true)
		}
	}
	for what, least := range map[string]int{"v_perm_b32": 500, "_dpp": 1000, "offset:swizzle": 700, "offset:0x": 250, "v_permlane16": 1000, "v_permlanex16": 1000, "v_permlane64": 1000, "several": 100} {
		if count[what] < least {
			t.Errorf("%s was said %d times only: %v", what, count[what], count)
		}
	}
}

func saysItself(t *testing.T, m lane.Map, count map[string]int, must bool) {
	t.Helper()
	lines, err := amdgpu.Dialect().Translate(t.Context(), m)
	if err != nil {
		if reads := m.Reads(); must && reads[0] > 0 && !slices.Contains(m.Lane, lane.FromOld(0)) {
			t.Fatalf("%s: %v", m, err)
		}
		return
	}
	text := strings.Join(lines, "\n")
	r, err := amdgpu.Parse(text, 0)
	if err != nil {
		t.Fatalf("%s is said as %s, which is refused: %v", m, text, err)
	}
	back := r.Map.Clone()
	for i, l := range back.Lane { // registers that nothing is read of are none of a program's
		if l.Kind == lane.Source {
			fmt.Sscanf(r.Names[l.Src], "v%d", &back.Lane[i].Src)
			back.Lane[i].Src--
		}
	}
	back.Src = slices.Clone(m.Src)
	for k := range back.Src {
		back.Src[k] = m.Src[k] * m.Bits / back.Bits
	}
	if v, err := lane.Compare(m, back); err != nil || v.Relation != lane.Equal {
		t.Fatalf("%s is said as %s, which is %s: %v", m, text, r.Map, err)
	}
	if len(lines) > 1 {
		count["several"]++
	}
	for _, name := range []string{"v_perm_b32", "_dpp", "offset:swizzle", "offset:0x", "v_permlane16", "v_permlanex16", "v_permlane64"} {
		if strings.Contains(text, name) {
			count[name]++
		}
	}
}

// LLVM turns shuffles of bytes into v_perm, shifts and masks: its code, read as a whole function, is the shuffle again.
func TestLLVMCode(t *testing.T) {
	llc := oracle.Need(t, "llc")
	rng := chance.Random(t, 7)
	const functions = 60
	var ir strings.Builder
	var wants []lane.Map
	ir.WriteString("target triple = \"amdgcn-amd-amdhsa\"\n")
	for k := range functions {
		m := lane.Map{Bits: 8, Src: []int{4, 4}}
		mask := ""
		second := []string{"%y", "zeroinitializer"}[k%2]
		for range 4 {
			d := rng.IntN(8)
			if mask += fmt.Sprintf(", i32 %d", d); d >= 4 && k%2 == 1 {
				m.Lane = append(m.Lane, lane.Zero())
			} else {
				m.Lane = append(m.Lane, lane.From(d/4, d%4))
			}
		}
		wants = append(wants, m)
		fmt.Fprintf(&ir, "define i32 @f%d(i32 %%a, i32 %%b) {\n  %%x = bitcast i32 %%a to <4 x i8>\n  %%y = bitcast i32 %%b to <4 x i8>\n"+
			"  %%s = shufflevector <4 x i8> %%x, <4 x i8> %s, <4 x i32> <%s>\n  %%r = bitcast <4 x i8> %%s to i32\n  ret i32 %%r\n}\n", k, second, mask[2:])
	}
	for _, cpu := range []string{"gfx900", "gfx1030"} {
		cmd := exec.Command(llc, "-mcpu="+cpu, "-o", "-")
		cmd.Stdin = strings.NewReader(ir.String())
		code, err := oracle.Usual.Output(cmd)
		if err != nil {
			t.Fatal(err)
		}
		read := 0
		for k, want := range wants {
			_, body, ok := strings.Cut(string(code), fmt.Sprintf("\nf%d:", k))
			body, _, end := strings.Cut(body, ".Lfunc_end")
			if !ok || !end {
				t.Fatalf("f%d is not in the code", k)
			}
			r, err := amdgpu.Parse(body, 0)
			if err != nil {
				if strings.Contains(err.Error(), "is no movement") || strings.Contains(err.Error(), "computes") || strings.Contains(err.Error(), "is no modifier here") || strings.Contains(err.Error(), "expected an instruction") {
					continue // v_lshl_or_b32, or nothing at all
				}
				t.Fatalf("%s: %v\n%s", cpu, err, body)
			}
			m, err := r.Map.Regroup(8)
			if err != nil {
				t.Fatal(err)
			}
			m = m.Clone()
			for i, l := range m.Lane {
				if l.Kind == lane.Source {
					m.Lane[i].Src = map[string]int{"v0": 0, "v1": 1}[r.Names[l.Src]]
				}
			}
			m.Src = []int{4, 4}
			if v, err := lane.Compare(m, want); err != nil || v.Relation != lane.Equal {
				t.Fatalf("%s: %s, want %s: %v\n%s", cpu, r.Map, want, err, body)
			}
			read++
		}
		t.Logf("%s: %d of %d functions are movements of one kind", cpu, read, functions)
		if read < functions/2 {
			t.Errorf("%s: only %d of %d functions were read", cpu, read, functions)
		}
	}
}

// LLVM's assembler takes what is said, and two spellings of one thing are the same bytes.
func TestAssembler(t *testing.T) {
	mc := oracle.Need(t, "llvm-mc")
	rng := chance.Random(t, 8)
	for cpu, pairs := range map[string][][2]string{
		"gfx900": {
			{"v_mov_b32_sdwa v0, v1 dst_sel:BYTE_1", "v_mov_b32_sdwa v0, v1 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD"},
			{"v_mov_b32_dpp v0, v1 row_shr:1 bound_ctrl:0", "v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1"},
			{"ds_swizzle_b32 v0, v1 offset:swizzle(ROTATE,1,5)", "ds_swizzle_b32 v0, v1 offset:0xc4a0"},
			{"ds_swizzle_b32 v0, v1 offset:swizzle(FFT,3)", "ds_swizzle_b32 v0, v1 offset:0xe003"},
			{"ds_swizzle_b32 v0, v1 offset:swizzle(BITMASK_PERM,\"01pip\")", "ds_swizzle_b32 v0, v1 offset:0x0907"},
			{"ds_swizzle_b32 v0, v1 offset:swizzle(BROADCAST,8,3)", "ds_swizzle_b32 v0, v1 offset:0x78"},
			{"ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,16)", "ds_swizzle_b32 v0, v1 offset:0x401f"},
			{"ds_swizzle_b32 v0, v1 offset:swizzle(REVERSE,8)", "ds_swizzle_b32 v0, v1 offset:0x1c1f"},
			{"ds_swizzle_b32 v0, v1 offset:swizzle(QUAD_PERM,3,2,1,0)", "ds_swizzle_b32 v0, v1 offset:0x801b"},
			{"v_mov_b32_dpp v0, v1 row_bcast:31 row_mask:0xc bank_mask:0xf", ""},
			{"v_mov_b32_dpp v0, v1 wave_ror:1 row_mask:0xf bank_mask:0xf", ""},
		},
		"gfx1030": {
			{"v_mov_b32_dpp v0, v1 row_share:3 row_mask:0xf bank_mask:0xf", ""}, {"v_mov_b32_dpp v0, v1 row_xmask:3 row_mask:0xf bank_mask:0xf", ""},
			{"v_mov_b32_dpp v0, v1 dpp8:[7,6,5,4,3,2,1,0]", ""}, {"v_permlanex16_b32 v0, v1, 1, 2", ""}, {"v_perm_b32 v0, v1, v2, 0x05010400", ""},
		},
		"gfx1100": {{"v_permlane64_b32 v0, v1", ""}},
		"gfx950":  {{"v_permlane32_swap_b32 v0, v1", ""}, {"v_permlane16_swap_b32 v0, v1", ""}, {"v_mov_b32_dpp v0, v1 row_newbcast:3", ""}},
	} {
		for range 40 { // what is said of maps by chance
			text := fmt.Sprintf("ds_swizzle_b32 v0, v1 offset:%#x // wave32", rng.IntN(1<<16))
			if rng.IntN(2) == 0 {
				text = fmt.Sprintf("v_mov_b32_dpp v0, v1 row_shr:%d row_mask:%d bank_mask:%d // wave32", 1+rng.IntN(15), 1+rng.IntN(15), 1+rng.IntN(15))
			}
			if said, err := amdgpu.Say(parsed(t, text)); err == nil && !strings.Contains(said, "row_share") && !strings.Contains(said, "row_xmask") && !strings.Contains(said, "dpp8") {
				pairs = append(pairs, [2]string{said, ""})
			}
		}
		assembled := assemble(t, mc, cpu, pairs)
		for _, pair := range pairs {
			a, err := amdgpu.Parse(pair[0], 0)
			if err != nil {
				t.Fatalf("%s: %v", pair[0], err)
			}
			first := assembled(pair[0])
			if pair[1] == "" {
				continue
			}
			if second := assembled(pair[1]); first != second {
				t.Errorf("%s: %s is %s, and %s is %s", cpu, pair[0], first, pair[1], second)
			}
			if b := parsed(t, pair[1]); b.String() != a.Map.String() {
				t.Errorf("%s is %s, and %s is %s", pair[0], a.Map, pair[1], b)
			}
		}
	}
}

// assemble gives the bytes of each line; the assembler has to take all of them.
func assemble(t *testing.T, mc, cpu string, pairs [][2]string) func(line string) string {
	t.Helper()
	lines := slices.DeleteFunc(slices.Concat(func() (all [][]string) {
		for _, p := range pairs {
			all = append(all, p[:])
		}
		return all
	}()...), func(line string) bool { return line == "" })
	cmd := exec.Command(mc, "-arch=amdgcn", "-mcpu="+cpu, "-show-encoding")
	cmd.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
	out, err := oracle.Usual.CombinedOutput(cmd)
	codes := strings.Split(string(out), "encoding: ")[1:]
	if err != nil || len(codes) != len(lines) {
		t.Fatalf("%s: %d codes for %d lines: %v\n%s", cpu, len(codes), len(lines), err, out)
	}
	return func(line string) string {
		code, _, _ := strings.Cut(codes[slices.Index(lines, line)], "]")
		return code
	}
}

// opt folds v_perm of constants: its results are ours, all selectors included.
func TestFolding(t *testing.T) {
	opt := oracle.Need(t, "opt")
	rng := chance.Random(t, 9)
	const calls = 600
	ir := "declare i32 @llvm.amdgcn.perm(i32, i32, i32)\n"
	var wants []uint64
	for k := range calls {
		a, b, selector := rng.Uint32(), rng.Uint32(), rng.Uint32()&0x0f0f0f0f|rng.Uint32()&rng.Uint32()&rng.Uint32()
		ir += fmt.Sprintf("define i32 @f%d() {\n  %%r = call i32 @llvm.amdgcn.perm(i32 %d, i32 %d, i32 %d)\n  ret i32 %%r\n}\n", k, int32(a), int32(b), int32(selector))
		m := parsed(t, fmt.Sprintf("v_perm_b32 v0, %#x, %#x, %#x", a, b, selector))
		var v uint64
		for i, l := range m.Lane {
			part, _ := l.Const.Uint64()
			v |= part << (i * m.Bits)
		}
		wants = append(wants, v)
	}
	cmd := exec.Command(opt, "-S", "-passes=instcombine", "-mtriple=amdgcn-amd-amdhsa")
	cmd.Stdin = strings.NewReader(ir)
	out, err := oracle.Usual.Output(cmd)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range wants {
		_, body, ok := strings.Cut(string(out), fmt.Sprintf("@f%d()", k))
		if w := fmt.Sprintf("{\n  ret i32 %d\n", int32(want)); !ok || !strings.HasPrefix(strings.TrimLeft(body, " #0123456789"), w) {
			t.Fatalf("f%d: %.60s, want %s", k, body, w)
		}
	}
}

func TestLooks(t *testing.T) {
	d := amdgpu.Dialect()
	for text, want := range map[string]bool{
		d.Example: true, "v_perm_b32 v0, v1, v2, s0": true, "v_add_f32 v0, v1, v2 row_shr:1": true, "v_add_f32_dpp v0, v1, v2 row_shr:1": true, "x = __builtin_amdgcn_ds_swizzle(v, 1)": true,
		"%r = call i32 @llvm.amdgcn.perm(i32 %a, i32 %b, i32 0)": true, "v_mov_b32 v0, v1": true,
		"mov eax, ebx": false, "vpermd ymm0, ymm1, ymm2": false, "prmt.b32 %r, %a, %b, 1": false, "v.xyz": false, "<4 x i32> 0 1 2 3": false, "vmov v0, v1": false,
	} {
		if d.Looks(text) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}

// FuzzParse: any text is read or refused with a place, and what is read is a map with a name for each source, and says itself.
func FuzzParse(f *testing.F) {
	f.Add(amdgpu.Dialect().Example)
	f.Add("s_mov_b32 s0, 0x76543210; v_permlanex16_b32 v0, v1, s0, 1.0\nv_writelane_b32 v0, s3, 70 ; wave32")
	f.Add("ds_swizzle_b32 v0, v1 offset:swizzle(BITMASK_PERM, \"01pip\")\nv_mov_b32_sdwa v0, v0 dst_sel:BYTE_1 src0_sel:WORD_1")
	f.Add("int r = __builtin_amdgcn_update_dpp(0, __builtin_amdgcn_perm(x, y, 13), 0x111, 0xf, 0xf, false);")
	chance.Fuzz(f, func(t *testing.T, text string) {
		d := amdgpu.Dialect()
		d.Looks(text)
		r, err := amdgpu.Parse(text, 0)
		if err != nil {
			var e *syntax.Error
			if !errors.As(err, &e) || e.Text != text || e.Off > len(text) {
				t.Fatalf("%q: %v has no place", text, err)
			}
			return
		}
		if err := r.Map.Check(); err != nil || len(r.Names) != len(r.Map.Src) {
			t.Fatalf("%q: %v, %d names", text, err, len(r.Names))
		}
		if lines, err := d.Translate(t.Context(), r.Map); err == nil {
			if _, err := amdgpu.Parse(strings.Join(lines, "\n"), 0); err != nil {
				t.Fatalf("%q is said as %q, which is refused: %v", text, lines, err)
			}
		}
	})
}

// The text's length multiplies the time, and does not square it.
func TestLinear(t *testing.T) {
	for _, piece := range []string{"v_mov_b32_dpp v0, v0 row_shr:1\n", "(", "{", "x = f(", "[a,", "/* ", "; ", "v_perm_b32 ;", "row_mask:", "a b:", ";="} {
		look := func(n int) int64 {
			text := strings.Repeat(piece, n)
			return syntax.Steps(func() { amdgpu.Dialect().Looks(text); _, _ = amdgpu.Parse(text, 0) })
		}
		if a, b := look(100), look(400); b > 8*a+100000 {
			t.Errorf("%q: %d steps for 100, %d for 400", piece, a, b)
		}
	}
}

// Choices where the documents are silent are whole, and held by tests here.
func TestErrata(t *testing.T) { dialecttest.Errata(t, amdgpu.Errata, "amdgpu", 521) }
