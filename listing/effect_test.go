package listing_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/listing"
)

// What is no movement reads registers and writes one, or of general registers any.
func TestOther(t *testing.T) {
	for _, row := range []struct {
		text, reads, writes string
		general             bool
	}{
		{"paddd %xmm2, %xmm0", "mm0 mm2", "mm0", false},
		{"vpaddd xmm0, xmm1, xmm2", "mm1 mm2", "mm0", false},
		{"movdqa %xmm0, (%rdi)", "rdi mm0", "", false},
		{"add\trax, rcx", "rax rcx", "rax", false},
		{"imul rcx", "", "rcx", true},
		{"imul rax, rcx", "rax rcx", "rax", false},
		{"cmp eax, ecx", "rax rcx", "", false},
		{"cpuid", "", "", true},
		{"vpcmpestri xmm0, xmm1, 0", "mm1", "mm0", true},
		{"vaddps zmm0{k1}, zmm1, zmm2", "mm0 k1 mm1 mm2", "mm0", false},
		{"add v0.4s, v1.4s, v2.4s", "v1 v2", "v0", false},
		{"str q0, [x0]", "v0", "", true},
		{"ldp q0, q1, [x0], #32", "v1", "v0 v1", true},
		{"ld4 {v0.8b-v3.8b}, [x0]", "v1 v2 v3", "v0 v1 v2 v3", true},
		{"st4 {v0.8b-v3.8b}, [x0]", "v0 v1 v2 v3", "", true},
	} {
		e := listing.NewFollower(nil).Other(row.text, listing.Deed{})
		slices.Sort(e.Reads)
		want := strings.Fields(row.reads)
		slices.Sort(want)
		if !slices.Equal(e.Reads, want) || strings.Join(e.Writes, " ") != row.writes || e.General != row.general {
			t.Errorf("%s: %+v, want %s, %s, %v", row.text, e, row.reads, row.writes, row.general)
		}
	}
}

// What a register held is gone behind such an instruction.
func TestOtherForgets(t *testing.T) {
	f := listing.NewFollower(nil)
	line := func(text string) string {
		if _, err := f.Line(text, ""); err != nil {
			t.Fatal(err)
		}
		r, _ := f.Reading()
		return r.Map.String() + " of " + strings.Join(r.Names, " ")
	}
	line("pshufd $27, %xmm0, %xmm1")
	if got := line("pshufd $27, %xmm1, %xmm2"); got != "i64x2 -> a0 a1 of mm0" && got != "i128x1 -> a0 of mm0" {
		t.Errorf("twice reversed is %s", got)
	}
	f.Other("paddd %xmm3, %xmm1", listing.Deed{})
	if got := line("pshufd $27, %xmm1, %xmm2"); got != "i32x4 -> a3 a2 a1 a0 of mm1'1" {
		t.Errorf("reversed is %s", got)
	}
}

// A constant's address is known until something else is in its register.
func TestAddressesOfConstants(t *testing.T) {
	data := map[string][]byte{".LC0": make([]byte, 48)}
	for i := range data[".LC0"] {
		data[".LC0"][i] = byte(i / 16)
	}
	for line, want := range map[string]string{
		"nop": "0", "mov x9, x8": "0", "add x8, x8, #16": "1", "ldr q1, [x8], #16": "1", "ldr q1, [x8, #32]!": "2", "str x9, [x8]": "0", "ldr x9, [x8, #16]": "0",
		"mov x8, x9": "", "mov w8, #0": "", "ldr x8, [x9]": "", "ldp x9, x8, [x0]": "", "str q1, [x8], #16": "1", "add x8, x8, x9": "", "ld1 {v3.16b}, [x8], x9": "",
	} {
		f := listing.NewFollower(data)
		for _, text := range []string{"adrp x8, .LC0", "add x8, x8, :lo12:.LC0", line} {
			if d, err := f.Line(text, ""); err != nil {
				f.Other(text, d)
			}
		}
		got := ""
		if _, err := f.Line("ldr q0, [x8]", ""); err == nil {
			if _, err := f.Line("tbl v2.16b, {v5.16b}, v0.16b", ""); err != nil {
				t.Fatal(err)
			}
			r, _ := f.Reading()
			got = strconv.Itoa(r.Map.Lane[0].Index)
		}
		if got != want {
			t.Errorf("behind %s the constant's byte is %q, want %q", line, got, want)
		}
	}
}

func TestFlowOf(t *testing.T) {
	for text, want := range map[string]listing.Flow{
		"jne .L2": listing.Leaves, "ret": listing.Leaves, "b.eq .L2": listing.Leaves, "cbz x0, .L2": listing.Leaves,
		"call\tf": listing.Calls, "callq *%rax": listing.Calls, "bl f": listing.Calls, "blr x8": listing.Calls,
		"pshufd $27, %xmm0, %xmm1": listing.Next, "bswap rax": listing.Next, "bic v0.16b, v1.16b, v2.16b": listing.Next,
		"blr": listing.Leaves, "bctrl": listing.Calls, "bctr": listing.Leaves, "bdnz .L2": listing.Leaves, "bdnz- .L2": listing.Leaves, "beq+ 7, .L2": listing.Leaves, "beqlr": listing.Leaves, "bnelr-": listing.Leaves, "bso cr1, .L2": listing.Leaves, "bgectrl": listing.Leaves, "bcl 20, 31, .L2": listing.Leaves, "blrl": listing.Calls,
		"bgtu a0, a1, .L2": listing.Leaves, "jal f": listing.Calls, "jal ra, f": listing.Calls, "jalr a0": listing.Calls, "jr a0": listing.Leaves, "jr ra": listing.Leaves, "tail f": listing.Leaves, "bceqz $fcc0, .L2": listing.Leaves, "jirl $ra, $a0, 0": listing.Calls, "bc.eq .L2": listing.Leaves,
		"bsf eax, ecx": listing.Next, "bzhi eax, ecx, edx": listing.Next, "bts eax, 3": listing.Next, "blendps xmm0, xmm1, 3": listing.Next, "bcax v0.16b, v1.16b, v2.16b, v3.16b": listing.Next, "bfi w0, w1, 3, 4": listing.Next, "bitrev.b $a0, $a1": listing.Next, "bstrpick.d $a0, $a1, 7, 0": listing.Next, "bcdadd. 2, 3, 4, 0": listing.Next, "bext z0.s, z1.s, z2.s": listing.Next, "blsr eax, ecx": listing.Next, "bl1x": listing.Next,
	} {
		if got := listing.FlowOf(text); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// Directives behind a label are what an instruction loads from there.
func TestConstants(t *testing.T) {
	text := "f:\n\tret\n.LC0:\n\t.long\t3 # a comment\n\t.zero\t4\n\t.byte\t-1,0x10\n.LC1:\n\tnop\n.LC2:\n\t.quad what\n.LC3:\n\t.zero 513\n"
	all := listing.Constants(strings.SplitSeq(text, "\n"))
	if got := all[".LC0"]; !slices.Equal(got, []byte{3, 0, 0, 0, 0, 0, 0, 0, 255, 16}) || len(all) != 1 {
		t.Errorf("%v", all)
	}
}

// A movement of operands on a stack stands alone.
func TestAlone(t *testing.T) {
	d, err := listing.NewFollower(nil).Line("i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23", "")
	if err != nil || d.Alone == nil || d.Alone.Map.String() != "i8x16 i8x16 -> a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7" {
		t.Errorf("%+v, %v", d.Alone, err)
	}
}

// A line of RISC-V's vectors that is not followed writes the group that the mode says and no other register; a store writes none.
func TestOtherGroups(t *testing.T) {
	modes := map[string]float64{"": 8, "mf8": 1. / 8, "mf4": 1. / 4, "mf2": 1. / 2, "m1": 1, "m2": 2, "m4": 4, "m8": 8}
	for mode, group := range modes {
		for first := range 32 {
			unaligned := 8
			for first%unaligned != 0 {
				unaligned /= 2
			}
			for text, registers := range map[string]float64{
				"vadd.vv v%, v1, v2": group, "vfadd.vf v%, v1, fa0": group, "vnsrl.wi v%, v8, 3": group, "vmv.v.x v%, a0": group,
				"vwadd.vv v%, v1, v2": 2 * group, "vfwmul.vv v%, v1, v2": 2 * group,
				"vle32.v v%, (a0)": 8, "vluxei8.v v%, (a0), v1": 8, "vl2re8.v v%, (a0)": 2, "vmv4r.v v%, v8": 4,
				"vse32.v v%, (a0)": 0, "vsse32.v v%, (a0), a1": 0, "vsuxei32.v v%, (a0), v1": 0, "vsoxseg2ei32.v v%, (a0), v1": 0, "vssseg2e32.v v%, (a0), a1": 0, "vsseg2e32.v v%, (a0)": 0, "vs8r.v v%, (a0)": 0, "vsm.v v%, (a0)": 0,
				"vlseg2e32.v v%, (a0)": -1, "vlsseg8e8.v v%, (a0), a1": -1, "vluxseg3ei8.v v%, (a0), v1": -1,
			} {
				n := min(unaligned, int(max(registers, min(1, registers*8))))
				switch {
				case registers < 0: // fields, from any register on
					n = 8
				case strings.HasPrefix(text, "vl2r"), strings.HasPrefix(text, "vmv4r"): // the registers that the name says
					n = int(registers)
				}
				n = min(n, 32-first)
				f := listing.NewFollower(nil)
				if mode != "" {
					if _, err := f.Line("vsetvli t0, zero, e8, "+mode+", ta, ma", ""); err == nil {
						t.Fatal("a mode is a movement")
					}
				}
				text := strings.ReplaceAll(text, "%", strconv.Itoa(first))
				e := f.Other(text, listing.Deed{})
				var want []string
				for k := range n {
					want = append(want, "v"+strconv.Itoa(first+k))
				}
				got := slices.DeleteFunc(e.Writes, func(r string) bool { return !strings.HasPrefix(r, "v") })
				if !slices.Equal(got, want) {
					t.Errorf("%s, %s: writes %q, want %q", mode, text, got, want)
				}
			}
		}
	}
}

// What ends a function, on each machine.
func TestReturns(t *testing.T) {
	for text, want := range map[string]bool{
		"ret": true, "retq": true, "RET": true, "blr": true, "jr $ra": true, "jr ra": true, "jr $r1": true, "retab": true,
		"blr x8": false, "jr a0": false, "beqlr": false, "jr $a0": false, "br x30": false, "": false, "jirl $zero, $a0, 0": false,
	} {
		if got := listing.Returns(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// Lines in whose place there may be any.
func TestWritesAll(t *testing.T) {
	for text, want := range map[string]bool{
		"%if X": true, "%call X": true, "%else": true, "transpose_8x8b v0, v1": true, "TRANSPOSE_4x4 v0": true, "vzeroall": true, "syscall": true, "svc #0": true, "xrstor [rdi]": true,
		"vzeroupper": false, "i32x4.extract_lane 0": false, "paddd xmm0, xmm1": false, "INIT_XMM sse2": false, "SECTION_RODATA 32": false, "DECLARE_REG_TMP 1, 2": false, "a_b = 3": true, "foo_bar:": false, "_start": false, "vpgatherdd ymm0, [rdi + ymm1], ymm2": false, "add x0, x1, x2": false,
	} {
		if got := listing.WritesAll(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
